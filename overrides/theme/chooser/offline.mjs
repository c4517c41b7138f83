// Shows of a page that is not kept only the ways to what is, and leads straight to the same page in a kept language.

const { port1, port2 } = new MessageChannel();
navigator.serviceWorker?.controller?.postMessage({ kind: "state" }, [port2]);
port1.onmessage = ({ data }) => {
  for (const way of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-kept]"))) {
    const language = way.dataset.kept ?? "";
    const set = data.sets[language];
    way.hidden = set.kept < set.size;
    const link = /** @type {HTMLAnchorElement} */ (way.querySelector("a"));
    const top = new URL("../", link.href).pathname;
    const place = location.pathname.slice(top.length);
    if (/^(en|ja)\/.*\/$/.test(place)) link.href = `${top}${language}/${place.slice(3)}${location.search}${location.hash}`;
  }
};

addEventListener("online", () => location.reload());
