// Starts Python ahead of the first question: as a widget is touched, or in idle time for who has used it on this device.
// No browser says whether a line is metered, so nobody else is sent it.

import { python, start } from "./python.mjs";
import { pageLanguage } from "./site.mjs";

const USED = "rulebook-python"; // what Python has been used for, in words with spaces between

/** @type {Record<import("./python.mjs").Use, string>} what a page holds that a Python is for */
const USES = { ask: "rules-widget, [data-ask]", run: "rules-example" };

/** @type {Set<import("./python.mjs").Use>} */
const begun = new Set();

/**
 * Once for each page, whatever data cost: the reader is about to use a widget or an example.
 * @param {import("./python.mjs").Use} use
 * @param {Element | null} element
 */
export function startOnInterest(use, element) {
  if (begun.has(use)) return;
  begun.add(use);
  const name = element?.getAttribute("name");
  const question = name && { widget: name, language: pageLanguage(), values: {}, pressed: null };
  start(use, question || undefined).catch(() => {}); // no word about it: nobody has asked yet
}

python.addEventListener("started", (event) => note(/** @type {CustomEvent} */ (event).detail));

/** Who has used Python on a page before finds it started: its files are in the browser's store by then. */
export function startAgain() {
  begun.clear();
  for (const use of isDear() ? [] : noted()) {
    const element = document.querySelector(USES[use]);
    if (element) whenIdle(() => startOnInterest(use, element));
  }
}

/** @returns {import("./python.mjs").Use[]} */
function noted() {
  try {
    const words = (localStorage.getItem(USED) ?? "").split(" ");
    return /** @type {import("./python.mjs").Use[]} */ (words.filter((word) => Object.hasOwn(USES, word)));
  } catch {
    return [];
  }
}

/** @param {import("./python.mjs").Use} use */
function note(use) {
  try {
    localStorage.setItem(USED, [...new Set([...noted(), use])].join(" "));
  } catch {
    // storage may be closed to us; Python then waits for a touch
  }
}

/** @param {() => void} then what can wait until the page has loaded, is looked at, and the browser has nothing else to do */
export function whenIdle(then) {
  const wait = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(then, { timeout: 5000 });
    else setTimeout(then, 200);
  };
  if (Reflect.get(document, "prerendering")) document.addEventListener("prerenderingchange", wait, { once: true });
  else if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}

/** @returns {boolean} whether the reader has asked for little to be loaded */
export function isDear() {
  return Boolean(Reflect.get(navigator, "connection")?.saveData) || matchMedia("(prefers-reduced-data: reduce)").matches;
}
