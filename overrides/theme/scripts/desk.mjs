// The desk of a stepper: which of its regions a narrow window shows, its keys, and the fight that is kept on this device.

import { address, nameFields } from "./address.mjs";

/** @typedef {{query: Record<string, string>, moment: string}} Fight as the address says it, and which moment that is */

const CALM = 350; // milliseconds after a step in which a press is taken for the second half of a double click

/** @type {WeakMap<Element, Fight>} the fight that each desk shows */
const shown = new WeakMap();
/** @type {WeakMap<Element, Fight>} the fight that each desk offers */
const offered = new WeakMap();

/** @type {(widget: Element) => string} */
const key = (widget) => `rulebook-fight:${widget.getAttribute("name")}`;

/** Listens to tabs and keys, and lets nobody press twice by accident. */
export function watchDesk() {
  document.addEventListener("click", pressed, { capture: true });
  document.addEventListener("keydown", typed);
}

/** @param {MouseEvent} event */
function pressed(event) {
  const button = event.target instanceof Element && event.target.closest("button");
  const desk = button && button.closest("[data-desk]");
  if (!(button instanceof HTMLButtonElement) || !(desk instanceof HTMLElement)) return;
  if (button.name && event.detail && desk.hasAttribute("data-calming")) { // keys and scripts click with no detail
    event.preventDefault();
    event.stopPropagation();
  } else if (button.dataset.view) look(desk, button.dataset.view);
  else if (button.dataset.do === "dismiss") withdraw(desk);
  else if (button.dataset.do === "return") takeUp(desk);
}

/** @param {KeyboardEvent} event pressed with the focus on the desk, and not where something is typed */
function typed(event) {
  const { key: letter } = event;
  const target = event.target instanceof Element ? event.target : document.body;
  const desk = target.closest("[data-desk]");
  if (!(desk instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (target.closest("dialog") || target.matches("input:not([type=checkbox], [type=radio]), select, textarea")) return;
  if (event.repeat && /^(Enter|[1-9])$/.test(letter)) { // a key that is held does not run through the fight
    event.preventDefault();
    return;
  }
  const press = (/** @type {string} */ which) => /** @type {HTMLElement | null} */ (desk.querySelector(which))?.click();
  const other = desk.dataset.view === "log" ? "board" : "log";
  if (letter === "u") press("button[value=undo]:enabled");
  else if (letter === "U") press("button[value=redo]:enabled");
  else if (letter === "l") look(desk, other);
  else if (letter === "?") /** @type {HTMLDialogElement | null} */ (desk.querySelector(".desk-keys"))?.showModal();
  else if (letter === "Enter" && !target.closest("button, a, summary, input")) press("[data-primary]");
  else if (/^[1-9]$/.test(letter)) options(desk)[Number(letter) - 1]?.click();
  else return;
  event.preventDefault();
  event.stopPropagation(); // the theme has keys of its own
}

/**
 * @param {HTMLElement} desk
 * @returns {HTMLElement[]} the buttons beside the one that comes next, as they can be seen
 */
function options(desk) {
  const all = /** @type {NodeListOf<HTMLElement>} */ (desk.querySelectorAll('[data-part="controls"] button[name="do"]:enabled'));
  return [...all].filter((button) => button.checkVisibility());
}

/**
 * @param {HTMLElement} desk
 * @param {string} view of its regions the one that a narrow window shows beside the last step and the tray
 */
function look(desk, view) {
  desk.dataset.view = view;
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (desk.querySelectorAll("[data-view]"))) {
    tab.setAttribute("aria-pressed", String(tab.dataset.view === view));
  }
}

/** @param {HTMLElement} desk on which a step has just been taken: what is pressed next may not have been seen yet */
export function calm(desk) {
  desk.toggleAttribute("data-calming", true);
  setTimeout(() => desk.removeAttribute("data-calming"), CALM);
}

/**
 * After a step: its result, the place of interest and what comes next are in view; focus is on what comes next.
 * @param {HTMLElement} desk
 * @param {boolean} focused whether the focus was on the desk, on something that is gone
 */
export function arrange(desk, focused) {
  const board = desk.querySelector("output");
  const here = board?.querySelector("[data-here], [data-outcome]");
  if (board && here) {
    const [place, frame] = [here.getBoundingClientRect(), board.getBoundingClientRect()];
    if (place.top < frame.top || place.bottom > frame.bottom) board.scrollTop += place.top - frame.top - 8;
    if (place.left < frame.left || place.right > frame.right) board.scrollLeft += (place.left + place.right - frame.left - frame.right) / 2;
  }
  if (!focused) return;
  const next = desk.querySelector("[data-primary]:enabled") ?? options(desk)[0] ?? board;
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

// --- the fight that is kept ---

/**
 * Keeps where a fight stands; one that has been given up for a new one can be brought back.
 * @param {HTMLElement} desk
 * @param {Record<string, string>} query
 */
export function keepFight(desk, query) {
  const before = shown.get(desk);
  const left = before && before.query.seed !== query.seed ? before : query.actions ? null : kept(desk);
  if (left) offer(desk, left, "bring-back");
  else withdraw(desk);
  shown.delete(desk);
  if (!query.actions) return;
  const moment = desk.querySelector(".phase")?.textContent ?? "";
  shown.set(desk, { query, moment });
  try {
    localStorage.setItem(key(desk), JSON.stringify({ query, moment }));
  } catch {
    // storage may be closed to us; the address holds the fight all the same
  }
}

/** @param {HTMLElement} desk that has been opened without a fight in the address */
export function offerFight(desk) {
  const before = kept(desk);
  if (before) offer(desk, before, "go-on");
}

/** @type {(desk: HTMLElement) => Fight | null} */
function kept(desk) {
  try {
    const { query, moment } = JSON.parse(localStorage.getItem(key(desk)) ?? "{}");
    return typeof query?.actions === "string" && typeof moment === "string" ? { query, moment } : null;
  } catch {
    return null;
  }
}

/**
 * @param {HTMLElement} desk
 * @param {Fight} fight
 * @param {"go-on" | "bring-back"} why
 */
function offer(desk, fight, why) {
  offered.set(desk, fight);
  const place = /** @type {HTMLElement | null} */ (desk.querySelector(".desk-offer"));
  const button = place?.querySelector('[data-do="return"]');
  if (!place || !button) return;
  button.textContent = fight.moment;
  place.dataset.why = why;
  place.hidden = false;
}

/** @param {HTMLElement} desk */
function withdraw(desk) {
  const place = /** @type {HTMLElement | null} */ (desk.querySelector(".desk-offer"));
  if (place) place.hidden = true;
}

/** @param {HTMLElement} desk */
function takeUp(desk) {
  const fight = offered.get(desk);
  withdraw(desk);
  if (!fight) return;
  shown.delete(desk); // who takes it up leaves nothing behind
  nameFields(desk.getAttribute("name") ?? "", fight.query);
  address.dispatchEvent(new Event("change"));
}
