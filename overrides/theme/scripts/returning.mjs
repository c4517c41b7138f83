// The way back finds a page as it was left. A browser that has put the whole page aside needs no help; for others it is
// noted, as long as the visit lasts, which folds were opened and what was typed into examples. Fields are in the address,
// and how far the page was scrolled browsers remember themselves.

/** @typedef {{folds: boolean[], codes: string[]}} Left */
/** @typedef {import("./example.mjs").RulesExample} RulesExample */

const KEY = `rulebook-left ${location.pathname}`;

/** Notes how this page is left, and brings that back where the reader comes by the way back. */
export function watchReturns() {
  const asBuilt = JSON.stringify(look());
  const [arrived] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (arrived?.type === "back_forward") bringBack();
  addEventListener("pagehide", () => note(JSON.stringify(look()), asBuilt));
}

const folds = () => /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll("article details:not(output *, [data-part] *)")]);
const examples = () => /** @type {RulesExample[]} */ ([...document.querySelectorAll("rules-example")]);

/** @returns {Left} */
function look() {
  return { folds: folds().map(({ open }) => open), codes: examples().map(({ code }) => code) };
}

/**
 * @param {string} left
 * @param {string} asBuilt
 */
function note(left, asBuilt) {
  try {
    if (left === asBuilt) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, left);
  } catch {
    // storage may be closed to us, or full; the page is then as it was built
  }
}

function bringBack() {
  try {
    /** @type {Left} */
    const left = JSON.parse(sessionStorage.getItem(KEY) ?? "null");
    for (const [number, fold] of folds().entries()) fold.open = left.folds[number] ?? fold.open;
    for (const [number, example] of examples().entries()) example.bringBack(left.codes[number] ?? example.code);
  } catch {
    // nothing was noted, or nothing that can be read
  }
}
