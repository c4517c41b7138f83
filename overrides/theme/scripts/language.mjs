// The language switch keeps page, query and the reader's place, and the choice is remembered for the site's top.

import { languageRoot } from "./site.mjs";

const KEY = "rulebook-language"; // chooser.mjs reads it

/** Listens on the document, to the switch in the header and to the links of other pages that lead to a language. */
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
  const url = new URL(location.href);
  url.hash = anchor();
  const place = url.href.startsWith(languageRoot.href) ? url.href.slice(languageRoot.href.length) : "";
  return new URL(`../${language}/${place}`, languageRoot).href;
}

/**
 * @returns {string} what the address names while it is in view; then what begins first in the upper third; then the last
 *   heading or rule that was scrolled past
 */
function anchor() {
  const named = document.getElementById(location.hash.slice(1))?.getBoundingClientRect();
  if (!scrollY || (named && named.bottom > 0 && named.top < innerHeight)) return location.hash;
  const header = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
  const places = [...document.querySelectorAll("article :is(h2, h3, .rule, .ruling, tr)[id]:not([hidden])")];
  const tops = places.map((place) => place.getBoundingClientRect().top);
  const begun = tops.findLastIndex((top) => top < innerHeight / 3);
  const first = tops.findIndex((top) => top >= header - 1);
  const place = places[first >= 0 && first < begun ? first : begun];
  return place ? `#${place.id}` : "";
}

/** @param {string} language */
function remember(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // storage may be closed to us; the link works all the same
  }
}
