// A box that scrolls sideways can be scrolled by keyboard only when it takes the focus, and it takes it only while it overflows.

import { layTables, TABLES } from "./cards.mjs";
import { message } from "./messages.mjs";

const BOXES = `${TABLES}, .highlight code, rules-example output`;

/** Watches the boxes of the page and of live results. */
export function watchScrollBoxes() {
  const sizes = new ResizeObserver((entries) => {
    // First all are asked, then all are told: in turn, the browser would lay the page out anew for each.
    const asked = entries.flatMap(({ target }) => {
      const box = target.matches(BOXES) ? target : target.parentElement;
      return box instanceof HTMLElement ? [{ box, over: overflows(box) }] : [];
    });
    for (const { box, over } of asked) fit(box, over);
    const tables = asked.map(({ box }) => box).filter((box) => box.matches(TABLES));
    if (tables.length) requestAnimationFrame(() => layTables(tables)); // here sizes may not be changed
  });
  const known = new WeakSet();
  let isDue = true;
  const find = () => {
    isDue = false;
    const fresh = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(BOXES))].filter((box) => !known.has(box));
    layTables(fresh.filter((box) => box.matches(TABLES)));
    for (const box of fresh) {
      known.add(box);
      sizes.observe(box);
      if (box.firstElementChild) sizes.observe(box.firstElementChild);
    }
  };
  // Before anybody has seen them, and not before the page is laid out anyway.
  requestAnimationFrame(find);
  new MutationObserver(() => {
    if (!isDue) requestAnimationFrame(find);
    isDue = true;
  }).observe(document.body, { childList: true, subtree: true });
}

/**
 * @param {HTMLElement} box
 * @returns {boolean} whether there is more in it than can be seen
 */
function overflows(box) {
  return box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
}

/** @param {HTMLElement} box that takes the focus while it overflows */
export function reach(box) {
  fit(box, overflows(box));
}

/**
 * @param {HTMLElement} box
 * @param {boolean} over
 */
function fit(box, over) {
  if (over) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
  if (!box.matches(TABLES)) return;
  if (over && !box.hasAttribute("role")) {
    box.dataset.named = "here";
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", box.querySelector("caption")?.textContent?.trim() || message("table"));
  } else if (!over && box.dataset.named) {
    for (const name of ["data-named", "role", "aria-label"]) box.removeAttribute(name);
  }
}
