// The way back finds a page as it was left. A browser that has put the whole page aside needs no help; for others it is
// noted, as long as the visit lasts, which folds were opened and what was typed into examples. Fields are in the address,
// and how far the page was scrolled browsers remember themselves.

import { shown } from "./site.mjs";

/** @typedef {{folds: boolean[], codes: string[]}} Left */
/** @typedef {import("./example.mjs").RulesExample} RulesExample */

let asBuilt = "";

/** Notes how pages are left, and brings that back where the reader comes by the way back. */
export function watchReturns() {
  const [loaded] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  arriveAt(loaded?.type === "back_forward");
  addEventListener("pagehide", leave);
}

const key = () => `rulebook-left ${shown.path}`;

const folds = () => /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll("article details:not(output *, [data-part] *)")]);
const examples = () => /** @type {RulesExample[]} */ ([...document.querySelectorAll("rules-example")]);

/** @returns {Left} */
function look() {
  return { folds: folds().map(({ open }) => open), codes: examples().map(({ code }) => code) };
}

/** @param {boolean} isReturn whether the page that has just come into view was in view before */
export function arriveAt(isReturn) {
  asBuilt = JSON.stringify(look());
  if (isReturn) bringBack();
}

/** Notes how the page in view is left. */
export function leave() {
  const left = JSON.stringify(look());
  try {
    if (left === asBuilt) sessionStorage.removeItem(key());
    else sessionStorage.setItem(key(), left);
  } catch {
    // storage may be closed to us, or full; the page is then as it was built
  }
}

function bringBack() {
  try {
    /** @type {Left} */
    const left = JSON.parse(sessionStorage.getItem(key()) ?? "null");
    for (const [number, fold] of folds().entries()) fold.open = left.folds[number] ?? fold.open;
    for (const [number, example] of examples().entries()) example.bringBack(left.codes[number] ?? example.code);
  } catch {
    // nothing was noted, or nothing that can be read
  }
}
