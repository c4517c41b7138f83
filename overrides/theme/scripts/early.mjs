// In the head of a page with tables, before its text: what has no room becomes cards while the page is read, before anybody
// has seen it, and nothing moves later. The build makes no module of it, for those run only when all is read.

import { layTables, TABLES } from "./cards.mjs";

let laid = 0;

/** Looks just before a frame is painted: the browser lays the page out then anyway. */
function look() {
  const boxes = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(TABLES)]);
  layTables(boxes.slice(Math.max(laid - 1, 0))); // the last one may have been read on
  laid = boxes.length;
  if (document.readyState === "loading") requestAnimationFrame(look);
}

requestAnimationFrame(look);
