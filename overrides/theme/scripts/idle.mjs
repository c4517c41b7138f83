// Starts Python ahead of the first question: when it costs the reader nothing, or at the first sign of interest.

import { start } from "./python.mjs";
import { pageLanguage } from "./site.mjs";

let planned = false;
/** @type {Set<import("./python.mjs").Use>} */
const begun = new Set();

/**
 * Once per visit, whatever data cost: the reader is about to use a widget or an example.
 * @param {import("./python.mjs").Use} use
 * @param {Element} element
 */
export function startOnInterest(use, element) {
  if (begun.has(use)) return;
  begun.add(use);
  begin(use, element);
}

/** Once per visit: after the page has loaded and while the browser is idle, unless data are dear. */
export function startWhenIdle() {
  if (planned || isMetered()) return;
  planned = true;
  whenIdle(() => begin("ask", document.querySelector("rules-widget")));
}

/** @param {() => void} then what can wait until the page has loaded and the browser has nothing else to do, or long enough */
export function whenIdle(then) {
  const wait = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(then, { timeout: 5000 });
    else setTimeout(then, 2000);
  };
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}

/**
 * @param {import("./python.mjs").Use} use
 * @param {Element | null} widget that is likely to be used
 */
function begin(use, widget) {
  const name = widget?.getAttribute("name");
  const question = name && { widget: name, language: pageLanguage(), values: {}, pressed: null };
  start(use, question || undefined).catch(() => {}); // no word about it: nobody has asked yet
}

/** @returns {boolean} whether the reader has asked for little to be loaded */
export function isDear() {
  return Boolean(Reflect.get(navigator, "connection")?.saveData) || matchMedia("(prefers-reduced-data: reduce)").matches;
}

/** @returns {boolean} whether the connection is slow, or paid by volume; where the browser does not say, it is not */
function isMetered() {
  /** @type {{effectiveType?: string, type?: string} | undefined} */
  const connection = Reflect.get(navigator, "connection");
  return (
    isDear() ||
    connection?.type === "cellular" ||
    ["slow-2g", "2g", "3g"].includes(connection?.effectiveType ?? "")
  );
}
