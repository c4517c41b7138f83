// The last questions that were asked of each calculator, with what was answered: kept in this browser, by language.

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

/** @returns {Record<string, unknown>} by widget and language */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept && !Array.isArray(kept) ? kept : {};
  } catch {
    return {};
  }
}
