// Material exchanges parts of the page when a page is turned, and holds on to what it has taken out: a long visit would
// fill the memory with pages that nobody sees. So they are taken apart; what is still held is then a few empty elements.

/** @type {Element[]} the parts that may be exchanged */
let parts = [];

const ours = kit();

/** @returns {string | null} the folder of the scripts that the page in view was built for */
function kit() {
  return document.querySelector("[data-kit]")?.getAttribute("data-kit") ?? null;
}

/** Watches for pages that are put in. */
export function watchTurns() {
  onEveryPage(() => {
    if (kit() !== ours) location.reload(); // the page is of another build than the scripts that would serve it
    for (const part of parts) if (!part.isConnected) takeApart(part);
    parts = [...document.querySelectorAll("[data-md-component]")];
  });
}

/** @param {() => void} tell called when the page has been read, and whenever Material, whose script comes after ours, has turned one */
export function onEveryPage(tell) {
  addEventListener("DOMContentLoaded", () => {
    /** @type {{document$?: {subscribe: (tell: () => void) => void}}} */ (window).document$?.subscribe(tell);
  });
}

/** @param {Element} part */
function takeApart(part) {
  for (const element of part.querySelectorAll("*")) element.remove();
}
