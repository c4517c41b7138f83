// A box that scrolls sideways can be scrolled by keyboard only when it takes the focus, and it takes it only while it overflows.

import { message } from "./messages.mjs";

const BOXES = ".table-scroll, .md-typeset__scrollwrap, .example-code code";

/** Watches the boxes of this page, of the pages to come and of live results. */
export function watchScrollBoxes() {
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) fit(target instanceof HTMLElement && target.matches(BOXES) ? target : target.parentElement);
  });
  const known = new WeakSet();
  const find = () => {
    for (const box of document.querySelectorAll(BOXES)) {
      if (known.has(box)) continue;
      known.add(box);
      sizes.observe(box);
      if (box.firstElementChild) sizes.observe(box.firstElementChild);
    }
  };
  find();
  new MutationObserver(find).observe(document.body, { childList: true, subtree: true });
}

/**
 * @param {HTMLElement} box that takes the focus while it overflows
 * @returns {boolean} whether it does
 */
export function reach(box) {
  const overflows = box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1;
  if (overflows) box.tabIndex = 0;
  else box.removeAttribute("tabindex");
  return overflows;
}

/** @param {HTMLElement | null} box */
function fit(box) {
  if (!box) return;
  const overflows = reach(box);
  if (overflows && !box.hasAttribute("role") && box.localName !== "code") {
    box.dataset.named = "here";
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", box.querySelector("caption")?.textContent?.trim() || message("table"));
  } else if (!overflows && box.dataset.named) {
    for (const name of ["data-named", "role", "aria-label"]) box.removeAttribute(name);
  }
}
