// Material exchanges parts of the page when a page is turned, and holds on to what it has taken out: a long visit would
// fill the memory with pages that nobody sees. So they are taken apart; what is still held is then a few empty elements.

/** @type {Element[]} the parts that may be exchanged */
let parts = [];

const ours = kit();

/** @returns {string | null} the folder of the scripts that the page in view was built for */
function kit() {
  return document.querySelector("[data-kit]")?.getAttribute("data-kit") ?? null;
}

/** Listens to Material, which tells of every page it has put in. */
export function watchTurns() {
  /** @type {{document$?: {subscribe: (arrived: () => void) => void}}} */ (window).document$?.subscribe(() => {
    if (kit() !== ours) location.reload(); // the page is of another build than the scripts that would serve it
    for (const part of parts) if (!part.isConnected) takeApart(part);
    parts = [...document.querySelectorAll("[data-md-component]")];
  });
}

/** @param {Element} part */
function takeApart(part) {
  for (const element of part.querySelectorAll("*")) element.remove();
}
