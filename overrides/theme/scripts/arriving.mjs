// How much of Python has come, where that takes longer than a second: a line with a bar at the foot of the page.

import { message } from "./messages.mjs";
import { megabytes } from "./site.mjs";

const SOON = 1000; // milliseconds in which nothing is said

/** @type {HTMLElement | null} */
let line = null;
let begun = 0;

/** @param {number} done bytes that have come @param {number} total bytes that will */
export function arriving(done, total) {
  begun ||= performance.now();
  if (performance.now() - begun < SOON) return;
  if (!line) {
    line = Object.assign(document.createElement("div"), { className: "arriving" });
    const bar = document.createElement("progress");
    bar.setAttribute("aria-label", "Python");
    line.append(document.createElement("span"), bar);
    document.body.append(line);
  }
  const [words, bar] = /** @type {[HTMLElement, HTMLProgressElement]} */ ([...line.children]);
  words.textContent = message("arriving").replace("{done}", megabytes(done)).replace("{total}", megabytes(total));
  Object.assign(bar, { max: total, value: done });
}

/** It is there, or does not come. */
export function arrived() {
  line?.remove();
  [line, begun] = [null, 0];
}
