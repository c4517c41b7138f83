// The desk of a stepper: which of its regions a narrow window shows, its keys, and the fight that is kept on this device.

import { address, nameFields } from "./address.mjs";
import { message } from "./messages.mjs";
import { copyLink } from "./share-link.mjs";
import { pageLanguage } from "./site.mjs";

/** @typedef {{query: Record<string, string>, moment: string, language?: string}} Fight as the address says it, and which moment that is, in which language */

const CALM = 350; // milliseconds after a step in which a press is taken for the second half of a double click
const LAST_CALM = 1000;
const BOARDS = "[role=grid], [role=toolbar], [role=radiogroup]"; // Tab stops in each of them once; arrow keys lead on
const STOPS = "button:enabled:not(.term), input[type=checkbox]:enabled, td > a";
const ROWS = "[role=row], [role=group], li";

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
  document.addEventListener("focusin", stopHere);
  for (const event of ["scroll", "click", "touchmove"]) document.addEventListener(event, reach, { capture: true, passive: true });
}

/**
 * On a phone the choices below the next step have little room, until somebody goes for them; who goes to the rest of the desk
 * has the board again.
 * @param {Event} event
 */
function reach({ type, target }) {
  const desk = target instanceof Element && target.closest("[data-desk]");
  if (!desk) return;
  const choices = target.closest(".desk-choices");
  const opens = type === "click" && target.closest("details:not([open]) > summary");
  if (choices && (opens || (type === "scroll" && choices.scrollTop > 0))) desk.setAttribute("data-reaching", "");
  else if (type !== "scroll" && !target.closest("form")) desk.removeAttribute("data-reaching"); // the board moves by itself, too
}

/** @param {MouseEvent} event */
function pressed(event) {
  const button = event.target instanceof Element && event.target.closest("button");
  const desk = button && button.closest("[data-desk]");
  if (!(button instanceof HTMLButtonElement) || !(desk instanceof HTMLElement)) return;
  const isTooSoon = event.detail && isHeld(desk, "data-calming", event); // keys and scripts click with no detail
  const isJustOver = isHeld(desk, "data-ended", event) && Boolean(desk.querySelector("[data-outcome]")); // not taken back meanwhile
  if (button.name && (isTooSoon || (isJustOver && button.matches("[data-primary]")))) {
    event.preventDefault();
    event.stopPropagation();
  } else if (button.dataset.view) look(desk, button.dataset.view);
  else if (button.dataset.do === "dismiss") withdraw(desk);
  else if (button.dataset.do === "skip") focusNext(desk);
  else if (button.dataset.do === "return") takeUp(desk);
  else if (button.dataset.do === "keys") openKeys(desk);
  else if (button.dataset.do === "copy-link") handOut(desk);
  else if (button.dataset.do === "picture") takePicture(desk, button.dataset.as ?? "");
}

/** @param {KeyboardEvent} event pressed with the focus on the desk, and not where something is typed */
function typed(event) {
  const { key: letter } = event;
  const target = event.target instanceof Element ? event.target : document.body;
  const desk = target.closest("[data-desk]");
  if (!(desk instanceof HTMLElement) || event.metaKey || event.altKey || event.isComposing) return;
  if (target.closest("dialog") || target.matches("input:not([type=checkbox], [type=radio]), select, textarea")) return;
  const there = event.shiftKey ? null : neighbour(target, letter, event.ctrlKey);
  if (event.repeat && /^([1-9?ul]|Enter)$/i.test(letter)) event.preventDefault(); // held, it does not run through the fight
  else if (there) there.focus();
  else if (event.ctrlKey || !strike(desk, target, letter)) return;
  event.preventDefault();
  event.stopPropagation(); // the theme has keys of its own
}

/**
 * @param {HTMLElement} desk
 * @param {Element} target what has the focus
 * @param {string} letter
 * @returns {boolean} whether the key means something on a desk
 */
function strike(desk, target, letter) {
  const press = (/** @type {string} */ which) => /** @type {HTMLElement | null} */ (desk.querySelector(which))?.click();
  const narrow = desk.querySelector(".desk-tabs")?.checkVisibility();
  const away = Boolean(target.closest('[data-region="log"]')) || (narrow && desk.dataset.view === "log");
  if (letter === "u") press("button[value=undo]:enabled");
  else if (letter === "U") press("button[value=redo]:enabled");
  else if (letter === "l") turn(desk, away ? "board" : "log");
  else if (letter === "?") openKeys(desk);
  else if (letter === "Escape" && (away || (narrow && desk.dataset.view === "sheets"))) turn(desk, "board");
  else if (letter === "Enter" && !target.closest("button, a, summary, input")) press("[data-primary]");
  else if (/^[1-9]$/.test(letter)) press(`[aria-keyshortcuts="${letter}"]:enabled`);
  else return false;
  return true;
}

/**
 * @param {Element} stop that has the focus
 * @param {string} to an arrow key, Home or End
 * @param {boolean} far with Ctrl
 * @returns {HTMLElement | null} where it leads on the board, which may be nowhere else; null for a key or place without a way
 */
function neighbour(stop, to, far) {
  const board = stop.closest(BOARDS);
  if (!(stop instanceof HTMLElement) || !board || !stop.matches(STOPS)) return null;
  const stops = stopsOf(board);
  const rows = /** @type {Map<Element | null, HTMLElement[]>} */ (new Map());
  for (const each of stops) rows.set(each.closest(ROWS), [...(rows.get(each.closest(ROWS)) ?? []), each]);
  const flat = rows.size === 1 || !board.matches("[role=grid]"); // one leads round and round
  const line = (flat || far ? null : rows.get(stop.closest(ROWS))) ?? stops;
  const along = (/** @type {number} */ way) =>
    stops[stops.indexOf(stop) + way] ?? (flat ? stops.at(way > 0 ? 0 : -1) : null) ?? stop;
  const across = (/** @type {number} */ way) => {
    const next = [...rows.values()][[...rows.keys()].indexOf(stop.closest(ROWS)) + way];
    return rows.size === 1 ? along(way) : next ? below(stop, next) : stop;
  };
  if (to === "Home" || to === "End") return line.at(to === "Home" ? 0 : -1) ?? stop;
  if (far) return null;
  if (to === "ArrowLeft" || to === "ArrowRight") return along(to === "ArrowLeft" ? -1 : 1);
  return to === "ArrowUp" || to === "ArrowDown" ? across(to === "ArrowUp" ? -1 : 1) : null;
}

/** @type {(board: Element) => HTMLElement[]} */
function stopsOf(board) {
  return /** @type {HTMLElement[]} */ ([...board.querySelectorAll(STOPS)]).filter((each) => each.checkVisibility({ visibilityProperty: true }));
}

/** @type {(stop: HTMLElement, row: HTMLElement[]) => HTMLElement} */
function below(stop, row) {
  const middle = (/** @type {HTMLElement} */ each) => each.getBoundingClientRect().left + each.getBoundingClientRect().right;
  const far = (/** @type {HTMLElement} */ each) => Math.abs(middle(each) - middle(stop));
  return row.reduce((nearest, each) => (far(each) < far(nearest) ? each : nearest));
}

/** @param {FocusEvent} event on a board, where Tab is to come back to what had the focus last */
function stopHere({ target }) {
  const board = target instanceof HTMLElement && target.matches(STOPS) && target.closest(`[data-desk] :is(${BOARDS})`);
  if (!board) return;
  for (const each of stopsOf(board)) each.tabIndex = each === target ? 0 : -1;
}

/** @type {(desk: HTMLElement) => Promise<void>} copies the link that holds the fight, and says so */
async function handOut(desk) {
  const said = await copyLink();
  const place = /** @type {HTMLElement | null} */ (desk.querySelector(".widget-status"));
  if (!place) return;
  place.dataset.from = "page";
  place.textContent = said;
}

/** @type {(desk: HTMLElement, kind: string) => void} */
function takePicture(desk, kind) {
  import("./saving.mjs").then(({ savePicture }) => savePicture(desk, kind)).catch(() => {}); // it cannot be had now; the next press tries again
}

/** @type {(desk: HTMLElement) => void} */
function openKeys(desk) {
  /** @type {HTMLDialogElement | null} */ (desk.querySelector(".desk-keys"))?.showModal();
}

/**
 * Shows the log, or the board again, and takes the focus there.
 * @param {HTMLElement} desk
 * @param {string} view
 */
function turn(desk, view) {
  look(desk, view);
  if (view === "board") focusNext(desk);
  else /** @type {HTMLElement | null} */ (desk.querySelector(`[data-region="${view}"]`))?.focus();
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

/** @type {WeakMap<HTMLElement, Record<string, {end: number, timer: ReturnType<typeof setTimeout>}>>} how long each desk holds, by the mark */
const holding = new WeakMap();

/**
 * After a step, what is pressed next may not have been seen yet. When the fight has just ended, the Enter that has led
 * through it would begin another: what comes next is held longer, and for keys too.
 * @param {HTMLElement} desk
 */
export function calm(desk) {
  const isOver = Boolean(desk.querySelector("[data-outcome]"));
  hold(desk, "data-calming", CALM);
  if (isOver && !desk.hasAttribute("data-over")) hold(desk, "data-ended", LAST_CALM);
  desk.toggleAttribute("data-over", isOver);
}

/** @type {(desk: HTMLElement, mark: string, time: number) => void} */
function hold(desk, mark, time) {
  const holds = holding.get(desk) ?? {};
  clearTimeout(holds[mark]?.timer);
  desk.toggleAttribute(mark, true);
  const timer = setTimeout(() => desk.removeAttribute(mark), time);
  holding.set(desk, { ...holds, [mark]: { end: performance.now() + time, timer } });
}

/** @type {(desk: HTMLElement, mark: string, event: Event) => boolean} by when it was pressed: a page that is busy hears of it later */
function isHeld(desk, mark, event) {
  return event.timeStamp < (holding.get(desk)?.[mark]?.end ?? 0);
}

/** @type {(desk: Element, pressed: string) => string | null | undefined} what stands on a button among the choices */
export const written = (desk, pressed) => desk.querySelector(`.desk-choices button[value="${CSS.escape(pressed)}"]`)?.textContent;

/**
 * After a step, the choices are seen from their first one; who presses a button among them again and again finds it where it was.
 * @param {HTMLElement} desk
 * @param {string} pressed
 * @param {string | null} [label] what stood on it: that of somebody else says the same to Python
 */
export function unroll(desk, pressed, label) {
  const choices = desk.querySelector(".desk-choices");
  if (!choices || (label && written(desk, pressed) === label)) return;
  desk.removeAttribute("data-reaching");
  choices.scrollTop = 0;
}

/**
 * After a step: its result, the place of interest and what comes next are in view; focus is on what comes next.
 * @param {HTMLElement} desk
 * @param {boolean} focused whether the focus was on the desk, on something that is gone
 * @param {string} [square] the square that had it, if a key pressed there; where it can be chosen again, focus comes back
 */
export function arrange(desk, focused, square) {
  const board = desk.querySelector("output");
  const here = board?.querySelector("[data-here], [data-outcome]");
  const aim = board?.querySelector("[data-aim]");
  if (board && here) reveal(board, here, true);
  if (board && here && aim) { // both, where there is room for both
    reveal(board, aim);
    reveal(board, here);
  }
  if (!focused) return;
  const same = square && board?.querySelector(`[data-square="${CSS.escape(square)}"]:enabled`);
  if (same instanceof HTMLElement && same.checkVisibility()) same.focus();
  else focusNext(desk);
}

/**
 * @param {Element} board
 * @param {Element} place that is to be in view
 * @param {boolean} [isFirst] whether the board may move further than that takes, to show what comes after it
 */
function reveal(board, place, isFirst) {
  const [box, frame] = [place.getBoundingClientRect(), board.getBoundingClientRect()];
  const stays = [...board.querySelectorAll(".meanings, .squares > :first-child")]; // what a tap means, and how columns are called
  const covered = stays.reduce((sum, each) => sum + each.clientHeight, 0);
  const [above, below] = [box.top - frame.top - covered - 8, box.bottom - frame.bottom + 8];
  const [left, right] = [box.left - frame.left - 8, box.right - frame.right + 8];
  if (above < -8 || below > 8) board.scrollTop += isFirst ? above : Math.min(above, Math.max(0, below));
  if (left < -8 || right > 8) board.scrollLeft += isFirst ? (left + right) / 2 : Math.min(left, Math.max(0, right));
}

/** @param {HTMLElement} desk whose focus goes to what comes next, or to the first of what can be chosen */
function focusNext(desk) {
  const choices = [...desk.querySelectorAll('[data-part="controls"] button[name="do"]:enabled')];
  const next = desk.querySelector("[data-primary]:enabled") ?? choices.find((each) => each.checkVisibility()) ?? desk.querySelector("output");
  if (!(next instanceof HTMLElement)) return;
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: "nearest" }); // where it is in view, nothing moves
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
  const fight = seen(desk, query);
  try {
    localStorage.setItem(key(desk), JSON.stringify(fight));
  } catch {
    // storage may be closed to us; the address holds the fight all the same
  }
}

/**
 * Lets a fight be looked at that a link has brought, and keeps it only if it is the one that is kept: the reader's own is
 * offered until the other one's first step.
 * @param {HTMLElement} desk
 * @param {Record<string, string>} query
 */
export function meetFight(desk, query) {
  const own = kept(desk);
  if (own && own.query.seed === query.seed && own.query.actions === query.actions) return keepFight(desk, query);
  if (own) offer(desk, own, "bring-back");
  seen(desk, query);
}

/** @type {(desk: HTMLElement, query: Record<string, string>) => Fight} what stands on it now */
function seen(desk, query) {
  const fight = { query, moment: desk.querySelector(".phase")?.textContent ?? "", language: pageLanguage() };
  shown.set(desk, fight);
  return fight;
}

/** @param {HTMLElement} desk that has been opened without a fight in the address */
export function offerFight(desk) {
  const before = kept(desk);
  if (before) offer(desk, before, "go-on");
}

/** @type {(desk: HTMLElement) => Fight | null} */
function kept(desk) {
  try {
    const { query, moment, language } = JSON.parse(localStorage.getItem(key(desk)) ?? "{}");
    return typeof query?.actions === "string" && typeof moment === "string" ? { query, moment, language } : null;
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
  button.textContent = (fight.language ?? pageLanguage()) === pageLanguage() ? fight.moment : message("asleft");
  place.dataset.why = why;
  place.hidden = false;
}

/** @param {HTMLElement} desk */
function withdraw(desk) {
  const place = /** @type {HTMLElement | null} */ (desk.querySelector(".desk-offer"));
  if (!place) return;
  if (place.contains(document.activeElement)) focusNext(desk);
  place.hidden = true;
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
