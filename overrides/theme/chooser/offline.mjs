// Shows of a page that is not kept only the ways to what is, and leads straight to the same page in a kept language; the
// address of a rule leads to where it is kept.

import { decoded, placeOf } from "./guessing.mjs";

const ways = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-kept]"));
const roots = [...ways].map((way) => new URL(/** @type {HTMLAnchorElement} */ (way.querySelector("a")).href));

const { port1, port2 } = new MessageChannel();
navigator.serviceWorker?.controller?.postMessage({ kind: "state" }, [port2]);
port1.onmessage = ({ data }) => {
  for (const way of ways) {
    const language = way.dataset.kept ?? "";
    const set = data.sets[language];
    way.hidden = set.kept < set.size;
    const link = /** @type {HTMLAnchorElement} */ (way.querySelector("a"));
    const top = new URL("../", link.href).pathname;
    const place = location.pathname.slice(top.length);
    if (/^(en|ja)\/.*\/$/.test(place)) link.href = `${top}${language}/${place.slice(3)}${location.search}${location.hash}`;
  }
};

const id = decoded(location.pathname.split("/").filter(Boolean).at(-1) ?? "");
roots.sort((one, other) => Number(location.href.startsWith(other.href)) - Number(location.href.startsWith(one.href)));
for (const root of roots) {
  const place = await placeOf(id, root);
  if (place) {
    location.replace(place);
    break;
  }
}

addEventListener("online", () => location.reload());
