// What is wanted only once a calculator is used, and loaded then: its last questions, kept in this browser by language, and
// the form that folds on a narrow screen.

import { pageLanguage } from "./site.mjs";

const KEY = "rulebook-questions";
const MOST = 5;
const LONGEST = 120; // characters of an answer that are kept

/** @typedef {{asked: string, said: string}} Question the fields as a query, and the answer's sentence */

/**
 * @param {string} widget
 * @param {string} language
 * @returns {Question[]} the last one first
 */
export function earlier(widget, language) {
  const kept = all()[`${widget} ${language}`];
  if (!Array.isArray(kept)) return []; // others may have written there
  return kept.filter((each) => typeof each?.asked === "string" && typeof each?.said === "string").slice(0, MOST);
}

/**
 * @param {string} widget
 * @param {string} language
 * @param {Question} question that goes to the top; the oldest goes
 */
export function remember(widget, language, { asked, said }) {
  const others = earlier(widget, language).filter((each) => each.asked !== asked);
  const kept = [{ asked, said: said.slice(0, LONGEST) }, ...others].slice(0, MOST);
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [`${widget} ${language}`]: kept }));
  } catch {
    // storage may be closed to us, or full; what was asked before stays
  }
}

/** @type {(widget: Element) => string} */
const nameOf = (widget) => widget.getAttribute("name") ?? "";

/** @type {(widget: Element) => Set<string>} fields that belong to no question: house rules, which are chosen for the whole game, and the pin */
const beside = (widget) =>
  new Set([...widget.querySelectorAll('[data-kept^="rule:"], input[type=hidden]')].map((each) => each.getAttribute("name") ?? ""));

/**
 * @param {Element} widget
 * @param {Record<string, string>} asBuilt what its fields say as built
 */
export function listEarlier(widget, asBuilt) {
  const [list, questions, others] = [widget.querySelector("[data-earlier]"), earlier(nameOf(widget), pageLanguage()), beside(widget)];
  if (!list || !questions.length) return;
  const own = Object.entries(asBuilt).filter(([name]) => !others.has(name));
  list.replaceChildren(...questions.map(({ asked, said }) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: said });
    button.dataset.set = new URLSearchParams({ ...Object.fromEntries(own), ...Object.fromEntries(new URLSearchParams(asked)) }).toString();
    const item = document.createElement("li");
    item.append(button);
    return item;
  }));
}

/**
 * @param {Element} widget
 * @param {Record<string, string>} asBuilt
 * @param {{query?: Record<string, string>, status: string}} answer to the question that is remembered
 */
export function rememberQuestion(widget, asBuilt, { query = {}, status }) {
  const others = beside(widget);
  const own = Object.entries(query).filter(([name]) => !others.has(name));
  if (!own.length) return;
  remember(nameOf(widget), pageLanguage(), { asked: new URLSearchParams(own).toString(), said: status });
  listEarlier(widget, asBuilt);
}

/**
 * The form gives way to what it says, and comes back where that is touched.
 * @param {Element} widget
 * @param {Element} target that was pressed
 */
export function fold(widget, target) {
  const chip = target.closest("[data-edit]");
  widget.toggleAttribute("data-folded", !chip);
  if (!chip) widget.scrollIntoView();
  const name = chip?.getAttribute("data-edit");
  const next = chip ? widget.querySelector(name ? `form [name="${CSS.escape(name)}"]` : "form :is(input, select, textarea)") : widget.querySelector("[data-edit]");
  if (next instanceof HTMLElement) next.focus({ preventScroll: !chip });
}

/** @returns {Record<string, unknown>} by widget and language */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}
