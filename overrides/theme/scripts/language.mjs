// The language switch keeps page, query and anchor, and the choice is remembered for the site's top.

import { languageRoot } from "./site.mjs";

const KEY = "rulebook-language"; // chooser.mjs reads it

/** Listens on the document: the switch stands in the header, which outlives the page it was written for. */
export function watchLanguageSwitch() {
  for (const type of ["pointerdown", "focusin", "click"]) {
    document.addEventListener(type, (event) => {
      const link = event.target instanceof Element && event.target.closest("a[data-language]");
      if (!(link instanceof HTMLAnchorElement)) return;
      if (link.closest(".language-switch")) link.href = counterpart(link.dataset.language ?? "");
      if (type === "click") remember(link.dataset.language ?? "");
    }, { capture: true });
  }
}

/**
 * @param {string} language
 * @returns {string} this very place in that language
 */
function counterpart(language) {
  const place = location.href.startsWith(languageRoot.href) ? location.href.slice(languageRoot.href.length) : "";
  return new URL(`../${language}/${place}`, languageRoot).href;
}

/** @param {string} language */
function remember(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // storage may be closed to us; the link works all the same
  }
}
