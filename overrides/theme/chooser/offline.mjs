// Shows of a page that is not kept the ways to what is: to the same page in the other language, and to every page that has
// been read where the language is not kept whole. The address of a rule leads to where it is kept.

import { decoded, placeOf } from "./guessing.mjs";

const ways = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-kept]"));
const roots = [...ways].map((way) => new URL(/** @type {HTMLAnchorElement} */ (way.querySelector("a")).href));

const { port1, port2 } = new MessageChannel();
navigator.serviceWorker?.controller?.postMessage({ kind: "state" }, [port2]);
port1.onmessage = async ({ data: { sets, pages } }) => {
  for (const way of ways) {
    const language = way.dataset.kept ?? "";
    /** @type {string[]} */
    const kept = pages.filter((/** @type {string} */ page) => page.startsWith(`${language}/`));
    const link = /** @type {HTMLAnchorElement} */ (way.querySelector("a"));
    const top = new URL("../", link.href);
    const same = location.pathname.slice(top.pathname.length).replace(/^(en|ja)\//, `${language}/`);
    way.hidden = !kept.length;
    link.href = `${top}${kept.includes(same) ? `${same}${location.search}${location.hash}` : kept.includes(`${language}/`) ? `${language}/` : kept[0]}`;
    if (sets[language].kept < sets[language].size) way.append(await listOf(kept.map((page) => new URL(page, top))));
  }
};

/** @type {(pages: URL[]) => Promise<HTMLElement>} */
async function listOf(pages) {
  const list = Object.assign(document.createElement("ul"), { className: "ways" });
  for (const page of pages) {
    const text = await (await fetch(page)).text();
    const { title } = new DOMParser().parseFromString(text, "text/html");
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("a"), { href: page.href, textContent: title }));
    list.append(item);
  }
  return list;
}

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
