// In the head of a page with tables, before its text: what has no room becomes cards while the page is read, before anybody
// has seen it, and nothing moves later. The build makes no module of it, for those run only when all is read.

import { layTables, TABLES } from "./cards.mjs";

let laid = 0;
const reading = new MutationObserver((changes) => {
  const boxes = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(TABLES));
  const goesOn = changes.some(({ target }) => target instanceof Element && target.closest("table"));
  if (boxes.length > laid || goesOn) layTables([...boxes].slice(Math.max(laid - 1, 0)));
  laid = boxes.length;
});
reading.observe(document, { childList: true, subtree: true });
document.addEventListener("DOMContentLoaded", () => reading.disconnect());
