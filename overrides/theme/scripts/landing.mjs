// Where a reader who follows a hit of the finder arrives: the link leads to a section, and what was found in it, a rule or
// a row, comes into view and is marked.

import { decoded } from "../chooser/guessing.mjs";

const KEY = "rulebook-landing";
const MARK = "data-landed";

/** @param {HTMLAnchorElement} hit that is about to be followed; its `data-hit` names the rule */
export function land(hit) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([hit.pathname + hit.hash, hit.dataset.hit]));
  } catch {
    // storage may be closed to us; the section is reached
  }
  if (hit.href === location.href.replace(location.search, "")) requestAnimationFrame(arrive); // no change of the address
}

/** @returns {HTMLElement | null} what the address leads to, or the rule in it that was found */
export function landing() {
  document.querySelector(`[${MARK}]`)?.removeAttribute(MARK);
  const found = document.getElementById(wanted());
  found?.setAttribute(MARK, "");
  const place = found ?? document.getElementById(decoded(location.hash.slice(1)));
  for (const fold of foldsAround(place)) fold.open = true;
  return place;
}

/** @type {(place: Element | null) => HTMLDetailsElement[]} the closed folds that it stands in; not every browser opens them */
function foldsAround(place) {
  const fold = place?.closest("details:not([open])");
  return fold instanceof HTMLDetailsElement ? [fold, ...foldsAround(fold.parentElement)] : [];
}

/** @returns {string} the rule that was looked for at this address; an empty text for none */
function wanted() {
  try {
    const [place, rule] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    sessionStorage.removeItem(KEY);
    return place === location.pathname + location.hash ? rule : "";
  } catch {
    return "";
  }
}

function arrive() {
  const wasHidden = !document.getElementById(decoded(location.hash.slice(1)))?.checkVisibility();
  const place = landing();
  if (place && (wasHidden || place.hasAttribute(MARK))) comeTo(place);
}

/** @param {HTMLElement} place of a `landing`; what was found in a section has some of it above and below */
export function comeTo(place) {
  place.scrollIntoView({ block: place.hasAttribute(MARK) ? "center" : "start", behavior: "instant" });
}

/** Leads from a section to what was found in it, where a page was loaded whole or is in view already. */
export function watchLandings() {
  addEventListener("hashchange", arrive);
  arrive();
}
