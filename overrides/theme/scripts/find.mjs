// Opens the finder: from its field or a button, by / or Ctrl+K, or for an address with ?q=. What it does comes when it is
// wanted, with finder.mjs.

import { message } from "./messages.mjs";

/** @returns {HTMLInputElement | null} */
const field = () => document.querySelector("[data-finder]");

/** @type {Promise<unknown> | null} */
let coming = null;
/** @type {Element | null} what had the focus as it was called; null where one has come to the field with Tab */
let before = null;

/** The field, buttons and keys of every page. */
export function watchFinder() {
  const input = field();
  if (!input) return;
  input.addEventListener("focus", load);
  input.addEventListener("input", load);
  document.addEventListener("click", ({ target }) => {
    const key = target instanceof Element && target.closest("[data-find]");
    if (key && key.getAttribute("data-find") !== "close") open();
  });
  document.addEventListener("keydown", (event) => {
    const isCommand = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target);
    if (!isCommand && !isSlash) return;
    event.preventDefault();
    open();
  });
  heedAddress();
}

/** Closes it with the page over which it lies. */
export function closeFinder() {
  const input = field();
  const box = input?.closest(".finder");
  const panel = /** @type {HTMLElement | null | undefined} */ (box?.querySelector(".finder-panel"));
  if (!input || !box || !panel) return;
  box.removeAttribute("data-open");
  panel.hidden = true;
  input.setAttribute("aria-expanded", "false");
}

/** Takes the focus back to where it was as the finder was called; whoever has come with Tab stays, or sees the button again. */
export function leaveFinder() {
  const key = document.querySelector("button[data-find]");
  const back = before?.checkVisibility() ? before : key;
  if (before === document.body) field()?.blur();
  else if (back instanceof HTMLElement && back.checkVisibility()) back.focus();
  before = null;
}

/** Opens it for what the address asks, if it does. */
export function heedAddress() {
  const asked = new URL(location.href).searchParams.get("q");
  if (asked) open(asked);
}

/** @type {(target: EventTarget | null) => boolean} */
function isWriting(target) {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** @param {string} [query] */
function open(query) {
  const input = field();
  if (!input) return;
  if (document.activeElement !== input) before = document.activeElement;
  input.closest(".finder")?.setAttribute("data-open", "");
  if (query !== undefined) input.value = query;
  input.focus();
  input.select();
  load(); // a window that is not looked at tells of no focus
}

function load() {
  coming ??= import("./finder.mjs").then(({ attach }) => attach(/** @type {HTMLInputElement} */ (field()))).catch(() => {
    coming = null; // the next letter tries again
    const panel = /** @type {HTMLElement} */ (document.querySelector(".finder-panel"));
    panel.hidden = false;
    const said = /** @type {HTMLElement} */ (panel.querySelector(".finder-count"));
    said.textContent = message("nosearch");
  });
}
