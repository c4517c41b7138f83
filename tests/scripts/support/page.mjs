// A page without a browser: jsdom has its elements, its forms, its focus and its history, and nothing that has to be drawn.
// Import it before the script that is tested: scripts read the head of the page as they are loaded.

import { JSDOM } from "jsdom";

/** Where the site of these checks lies; the page stands below it. */
export const TOP = "https://rules.test/";

const RUNTIME = new URL("runtime/", import.meta.url).href; // what of it the page itself loads
const HEAD = `<meta name="rulebook-root" content="../"><meta name="rulebook-runtime" content="${RUNTIME}">`;
const { window } = new JSDOM(`<!doctype html><html lang="en"><head>${HEAD}</head><body></body></html>`, {
  url: `${TOP}en/contest/`,
  pretendToBeVisual: true,
});
const { Element, HTMLElement, document } = window;

const CLASSES = Object.getOwnPropertyNames(window).filter((name) => /^(HTML|SVG)\w*Element$|\wEvent$/.test(name));
const OWN = ["document", "location", "history", "navigator", "customElements", "localStorage", "sessionStorage"];
const KINDS = ["Node", "Option", "Element", "Event", "EventTarget", "AbortController", "AbortSignal", "MutationObserver", "DOMException"];
const READING = ["Document", "DocumentFragment", "DOMParser", "NamedNodeMap", "NodeFilter", "Text", "Comment"];
for (const name of [...OWN, ...KINDS, ...READING, ...CLASSES]) define(globalThis, name, window[name]);
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent", "getComputedStyle"]) {
  define(globalThis, name, (...how) => window[name](...how));
}
define(globalThis, "window", globalThis);

const { setTimeout: later } = globalThis;
const FRAME = 30; // milliseconds
// Not jsdom's, which a clock that stands still keeps from ending what it has begun before: the process would never end.
define(globalThis, "requestAnimationFrame", (then) => later(() => then(performance.now()), FRAME));

// What jsdom has not, as far as the scripts ask for it.
define(globalThis, "ResizeObserver", class {
  observe() {}
  disconnect() {}
});
define(globalThis, "CSS", { escape: (text) => text.replace(/[^\w-]|^\d/g, (letter) => `\\${letter.codePointAt(0).toString(16)} `) });
Object.defineProperty(window.Event.prototype, "timeStamp", { get: () => performance.now() }); // jsdom counts from another beginning
define(globalThis, "scrollBy", () => {});
define(globalThis, "scrollY", 0);
define(globalThis, "innerHeight", 600);
define(globalThis, "matchMedia", () => ({ matches: false }));
define(Element.prototype, "checkVisibility", function () {
  const fold = this.parentElement?.closest("details:not([open])");
  return !this.closest("[hidden]") && !(fold && !this.closest("summary"));
});
define(Element.prototype, "scrollIntoView", function () {
  scrolledTo.push(this);
});

// A browser gives every page scripts of its own; here they outlast it, and must not go on hearing what comes later.
let gone = new AbortController();
let passing = false;
const { addEventListener: listen } = window.EventTarget.prototype;
define(window.EventTarget.prototype, "addEventListener", function (type, listener, options) {
  const how = typeof options === "object" ? options : { capture: Boolean(options) };
  const signals = [how.signal, gone.signal].filter(Boolean);
  listen.call(this, type, listener, passing ? { ...how, signal: window.AbortSignal.any(signals) } : how);
});
const { define: register } = window.customElements;
define(window.customElements, "define", function (name, element) {
  const { connectedCallback } = element.prototype;
  element.prototype.connectedCallback = function () {
    within(() => connectedCallback.call(this));
  };
  register.call(this, name, element);
});

/** Does what a page's script does as it is loaded: what it listens to, it hears no longer than the page is open. */
export function within(run) {
  const before = passing;
  passing = true;
  try {
    return run();
  } finally {
    passing = before;
  }
}

function define(holder, name, value) {
  Object.defineProperty(holder, name, { value, writable: true, configurable: true });
}

const { shown } = await import("../../../overrides/theme/scripts/site.mjs");

/** Where the page was scrolled to, the last place last. */
export const scrolledTo = [];

/**
 * Opens a page; the one before is gone, and with it all that the reader has stored.
 * @param {string} html what stands in its body
 * @param {{at?: string, language?: "en" | "ja"}} [how] where it lies below the top of the site
 * @returns {HTMLElement} its first element
 */
export function page(html, { at = "en/contest/", language = "en" } = {}) {
  gone.abort();
  gone = new AbortController();
  document.body.innerHTML = "";
  history.replaceState(null, "", TOP + at);
  shown.path = location.pathname;
  document.documentElement.lang = language;
  localStorage.clear();
  sessionStorage.clear();
  scrolledTo.length = 0;
  document.body.innerHTML = html;
  dispatchEvent(new Event("pageshow"));
  return document.body.firstElementChild;
}

/** @returns {HTMLElement} the first that fits the selector; there has to be one */
export function find(selector) {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`nothing on the page is ${selector}`);
  return found;
}

/** Types a text into a field, as a keyboard does: the field is told of it, but not that it is finished. */
export function type(field, text) {
  field.focus();
  field.value = text;
  field.dispatchEvent(new window.InputEvent("input", { bubbles: true }));
}

/** Chooses in a list, ticks a box, or ends a text: the field is told that it has changed. */
export function choose(field, value) {
  if (value !== undefined) field.value = value;
  field.dispatchEvent(new window.Event("input", { bubbles: true }));
  field.dispatchEvent(new window.Event("change", { bubbles: true }));
}

/** @returns {boolean} whether what the key does by itself is left to it */
export function press(key, target = document.activeElement) {
  return target.dispatchEvent(new window.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
}

/** @returns {boolean} whether the browser would follow the link by itself; it does not here */
export function follow(link, how = {}) {
  const event = new window.MouseEvent("click", { bubbles: true, cancelable: true, ...how });
  let prevented;
  const see = () => {
    prevented = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener("click", see, { once: true });
  link.dispatchEvent(event);
  window.removeEventListener("click", see);
  return !(prevented ?? event.defaultPrevented);
}

/** Storage that the reader has closed to the site. */
export function closeStorage(test) {
  const closed = () => {
    throw new window.DOMException("closed", "SecurityError");
  };
  for (const name of ["getItem", "setItem"]) test.mock.method(window.Storage.prototype, name, closed);
}
