// A link to a place on another page leads to that place. Material's instant navigation writes down how far the page was
// scrolled a moment after scrolling; with a click in that moment it takes the old page's position for the new page's.

let followed = "";

/** Listens on the document, and to Material, which tells of every page it has put in. */
export function watchArrivals() {
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element && target.closest("a[href]");
    followed = link instanceof HTMLAnchorElement ? link.href : "";
  }, { capture: true });
  /** @type {{document$?: {subscribe: (arrived: () => void) => void}}} */ (window).document$?.subscribe(() => {
    const arrived = location.hash && location.href === followed;
    followed = "";
    if (arrived) requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView());
  });
}
