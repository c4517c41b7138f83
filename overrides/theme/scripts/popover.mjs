// Glossary terms and previews of rules.
//
// A term is a button that opens its popover by itself, so a tap works without this script. Added here: it opens when the
// pointer rests on it and when the keyboard reaches it, stays while the pointer is on either, and closes on leaving.
// A reference to a rule is a link; the same gestures show the rule's text, a click follows it. A finger cannot rest on it:
// a first tap shows the text with a link to follow, a tap elsewhere closes it again.

import { message } from "./messages.mjs";
import { hasNumbers, recall } from "./preferences.mjs";
import { replacePart } from "./patch.mjs";
import { ask } from "./python.mjs";
import { linkRules, lookUp } from "./rules.mjs";
import { pageLanguage } from "./site.mjs";

const REST = 150; // milliseconds the pointer rests before something opens
const GRACE = 250; // milliseconds to get from the one to the other

/**
 * Something that shows a popover: at most one is open of each kind.
 * @typedef {object} Kind
 * @property {string} selector of what opens it
 * @property {string} anchor name by which the style sheet places the popover
 * @property {(source: HTMLElement) => Promise<HTMLElement | null> | HTMLElement | null} popover
 * @property {(source: HTMLElement, popover: HTMLElement, open: boolean) => void} [changed]
 * @property {() => boolean} [isHeld] whether it is in use through something else
 */

class Opener {
  /** @type {{source: HTMLElement, popover: HTMLElement, pinned: boolean} | null} */
  open = null;
  #timer = 0;
  /** @type {HTMLElement | null} what is about to open */
  #wanted = null;
  #kind;

  /** @param {Kind} kind */
  constructor(kind) {
    this.#kind = kind;
  }

  /**
   * @param {EventTarget | null} target
   * @returns {HTMLElement | null} what opens, if the event was on it
   */
  sourceOf(target) {
    const source = target instanceof Element ? target.closest(this.#kind.selector) : null;
    return source instanceof HTMLElement ? source : null;
  }

  /**
   * @param {EventTarget | null} target
   * @returns {boolean} whether the event was on what is open, or on what opened it
   */
  holds(target) {
    return target instanceof Node && Boolean(this.open?.source.contains(target) || this.open?.popover.contains(target));
  }

  /** @returns {boolean} */
  get isHovered() {
    return Boolean(this.open?.source.matches(":hover") || this.open?.popover.matches(":hover"));
  }

  /**
   * @param {HTMLElement} source
   * @param {{pinned?: boolean, after?: number}} [how]
   */
  show(source, { pinned = false, after = 0 } = {}) {
    clearTimeout(this.#timer);
    if (this.open?.source === source) {
      this.open.pinned ||= pinned;
      return;
    }
    this.#wanted = source;
    if (after) this.#timer = setTimeout(() => this.#show(source, pinned), after);
    else this.#show(source, pinned);
  }

  /**
   * @param {HTMLElement} source
   * @param {boolean} pinned
   */
  async #show(source, pinned) {
    const popover = await this.#kind.popover(source);
    if (this.#wanted !== source || !popover || !source.isConnected) return;
    this.hide();
    source.style.setProperty("anchor-name", this.#kind.anchor);
    popover.style.setProperty("position-anchor", this.#kind.anchor);
    this.open = { source, popover, pinned };
    if (source.matches(":focus-visible")) popover.dataset.half = source.getBoundingClientRect().bottom > innerHeight / 2 ? "upper" : "lower";
    else delete popover.dataset.half;
    // Named as the source, so that Tab leads from the term into what it opened.
    if (!popover.matches(":popover-open")) /** @type {any} */ (popover).showPopover({ source });
    this.#kind.changed?.(source, popover, true);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#wanted = null;
    const open = this.open;
    if (!open) return;
    this.open = null;
    open.source.style.removeProperty("anchor-name");
    this.#kind.changed?.(open.source, open.popover, false);
    if (open.popover.matches(":popover-open")) open.popover.hidePopover();
  }

  /** Closes in a moment, unless the pointer is back by then. */
  leave() {
    clearTimeout(this.#timer);
    this.#wanted = null;
    this.#timer = setTimeout(() => {
      if (!this.open || this.open.pinned || this.isHovered || this.#kind.isHeld?.()) return;
      if (this.open.source.matches(":focus-visible")) return;
      this.hide();
    }, GRACE);
  }
}

const terms = new Opener({
  selector: "button.term[popovertarget]",
  anchor: "--term",
  popover: (source) => document.getElementById(source.getAttribute("popovertarget") ?? ""),
  changed: (_, popover, open) => open && showNumbers(popover),
  isHeld: isHoldingTerm,
});

/** @type {WeakMap<Element, Node[]>} by the place for numbers, how it was built: the way to where they are entered */
const built = new WeakMap();

/**
 * Adds what a curse or a bless does to the reader's own numbers, or where they can be entered.
 * @param {HTMLElement} popover
 */
async function showNumbers(popover) {
  const place = popover.querySelector("[data-ask]");
  if (!(place instanceof HTMLElement)) return;
  const { ask: widget = "", field = "", value = "" } = place.dataset;
  if (!built.has(place)) built.set(place, [...place.childNodes]);
  const enter = () => place.replaceChildren(...(built.get(place) ?? []));
  place.hidden = false;
  place.toggleAttribute("data-own", hasNumbers(widget)); // so much room is kept as they need
  if (!hasNumbers(widget)) {
    enter();
    return;
  }
  if (!place.querySelector("table, .summary-line")) place.textContent = message("yours");
  const question = { widget, language: pageLanguage(), values: { [field]: value }, kept: recall(widget), pressed: null };
  try {
    const answer = await ask(question);
    if (answer.state !== "ready") enter();
    else replacePart(place, answer.parts?.output ?? "");
    linkRules(place);
  } catch {
    place.textContent = message("notyours");
  }
}

/** The way from a preview that a finger has opened to where the rule stands. */
const way = document.createElement("a");
way.className = "pop-open";

const previews = new Opener({
  selector: "a.rule-ref[data-rule]",
  anchor: "--rule-ref",
  async popover(source) {
    const id = source.dataset.rule ?? "";
    const rule = await lookUp(id);
    if (!rule?.text) return null;
    const [title, text] = preview().children;
    title.textContent = id;
    text.textContent = rule.text;
    way.href = rule.href;
    way.textContent = message("open");
    return preview();
  },
  changed(source, popover, open) {
    if (open) source.setAttribute("aria-describedby", popover.id);
    else source.removeAttribute("aria-describedby");
    if (open && previews.open?.pinned) popover.append(way);
    else way.remove(); // a tooltip holds nothing to press
    popover.setAttribute("role", way.isConnected ? "note" : "tooltip");
  },
});

/** @returns {HTMLElement} the one popover of all previews */
function preview() {
  const present = document.getElementById("rule-preview");
  if (present) return present;
  const made = document.createElement("div");
  made.id = "rule-preview";
  made.className = "pop pop--rule";
  made.popover = "manual"; // so that it can open over a term's
  made.role = "tooltip";
  made.append(document.createElement("strong"), document.createElement("p"));
  document.body.append(made);
  return made;
}

/** Listens on the document, for live results too. */
export function watchPopovers() {
  document.addEventListener("pointerover", hovered);
  document.addEventListener("pointerout", left);
  document.addEventListener("focusin", ({ target }) => {
    for (const opener of [terms, previews]) {
      const source = opener.sourceOf(target);
      if (source?.matches(":focus-visible")) opener.show(source);
    }
  });
  document.addEventListener("focusout", ({ relatedTarget }) => {
    if (!previews.open?.pinned && !previews.isHovered) previews.hide(); // also one that is on its way
    if (terms.open && !terms.holds(relatedTarget) && !isHoldingTerm()) terms.hide();
  });
  document.addEventListener("pointerdown", ({ pointerType }) => (finger = pointerType === "touch"), { capture: true });
  document.addEventListener("pointerup", ({ target }) => {
    if (finger && previews.open?.pinned && !previews.holds(target)) previews.hide(); // some phones tell of no click there
  });
  addEventListener("click", clicked, { capture: true }); // before anybody takes it for a link that is followed
  document.addEventListener("keydown", (event) => {
    finger = false;
    if (event.key !== "Escape" || !previews.open) return;
    previews.hide();
    event.preventDefault(); // one Esc closes one thing
  }, { capture: true });
  document.addEventListener("toggle", (event) => {
    const { newState } = /** @type {ToggleEvent} */ (event);
    if (newState === "closed" && event.target === terms.open?.popover) terms.hide();
  }, { capture: true });
}

/** Closes what is open: the page is left. */
export function closePopovers() {
  previews.hide();
  terms.hide();
}

/** @param {PointerEvent} event */
function hovered({ target, pointerType }) {
  if (pointerType === "touch") return;
  for (const opener of [terms, previews]) {
    const source = opener.sourceOf(target);
    if (source) opener.show(source, { after: REST });
  }
}

/** @param {PointerEvent} event */
function left({ target, relatedTarget }) {
  for (const opener of [terms, previews]) {
    const source = opener.sourceOf(target);
    if (source && !source.contains(/** @type {Node | null} */ (relatedTarget))) opener.leave();
    else if (opener.holds(target) && !opener.holds(relatedTarget) && !(opener === terms && isHoldingTerm())) opener.leave();
  }
  if (!previews.open && terms.open && !terms.isHovered) terms.leave();
}

/** @returns {boolean} whether the term's popover is in use through the preview of a rule that it names */
function isHoldingTerm() {
  return terms.isHovered || Boolean(previews.open && terms.open?.popover.contains(previews.open.source) && previews.isHovered);
}

/** Whether what is pressed is pressed by a finger; not every browser says so of a click. */
let finger = false;

/** @param {HTMLElement} link whose text a finger asks for; one without a text is followed */
async function tapped(link) {
  const rule = await lookUp(link.dataset.rule ?? "");
  if (rule?.text) previews.show(link, { pinned: true });
  else if (link.isConnected) {
    finger = false;
    link.click();
  }
}

/** @param {MouseEvent} event */
function clicked(event) {
  const rule = previews.sourceOf(event.target);
  if (rule && finger && previews.open?.source !== rule) {
    event.preventDefault();
    event.stopPropagation();
    tapped(rule);
    return;
  }
  if (rule || event.target === way || !previews.holds(event.target)) previews.hide(); // followed, or left alone
  const term = terms.sourceOf(event.target);
  if (!term) return;
  event.preventDefault(); // what the button does by itself would close what hovering or focusing has opened
  if (!terms.open?.popover.matches(":popover-open")) terms.hide(); // Esc closes at once, the event that tells comes later
  if (terms.open?.source === term && terms.open.pinned) terms.hide();
  else terms.show(term, { pinned: true });
}
