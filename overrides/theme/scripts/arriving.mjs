// A link to a place on another page leads to that place. Material's instant navigation writes down how far the page was
// scrolled a moment after scrolling; with a click in that moment it takes the old page's position for the new page's.

import { onEveryPage } from "./turning.mjs";

let followed = "";

/** Listens on the document, and to Material, which tells of every page it has put in. */
export function watchArrivals() {
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element && target.closest("a[href]");
    followed = link instanceof HTMLAnchorElement ? link.href : "";
  }, { capture: true });
  leaveLinksWithinThePage();
  onEveryPage(() => {
    const arrived = location.hash && location.href === followed;
    followed = "";
    if (arrived) requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView());
  });
}

/**
 * Until a page has been turned, instant navigation takes a link within the page for a turn as well: it fetches the page and
 * puts it in anew, without what was typed or opened there. The browser follows such links, and the way back to them, itself.
 */
function leaveLinksWithinThePage() {
  const first = location.pathname;
  let turned = false;
  let before = "";
  document.body.addEventListener("click", ({ target }) => {
    before = location.href;
    const link = target instanceof Element && target.closest("a[href]");
    if (turned || !(link instanceof HTMLAnchorElement) || link.target || !link.hash) return;
    if (link.origin !== location.origin || link.pathname !== first || link.search !== location.search) return;
    link.target = "_self"; // instant navigation lets links with a target alone
    setTimeout(() => link.removeAttribute("target"));
  }, { capture: true });
  document.addEventListener("click", ({ target }) => {
    if (location.href === before || !(target instanceof Element && target.closest("a[href]"))) return;
    turned = true; // a link's address is there at once only if instant navigation has followed it
  });
  addEventListener("popstate", (event) => {
    turned ||= location.pathname !== first;
    if (!turned) event.stopImmediatePropagation();
  }, { capture: true });
}
