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
  return found ?? document.getElementById(decoded(location.hash.slice(1)));
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
  const place = landing();
  if (place?.hasAttribute(MARK)) place.scrollIntoView({ block: "center", behavior: "instant" });
}

/** Leads from a section to what was found in it, where a page was loaded whole or is in view already. */
export function watchLandings() {
  addEventListener("hashchange", arrive);
  arrive();
}
