// Sends a reader at the site's top to the language they chose before, or to the one their browser asks for.
// `?choose` shows the choice instead. The links work without this script.

const KEY = "rulebook-language";

const links = new Map(
  [...document.querySelectorAll("a[data-language]")].map((link) => [
    /** @type {HTMLAnchorElement} */ (link).dataset.language ?? "",
    /** @type {HTMLAnchorElement} */ (link),
  ]),
);

/** @returns {string | null} */
function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // storage may be closed to us
  }
}

/** @param {string} language */
function remember(language) {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // the choice then holds for this visit only
  }
}

const query = new URLSearchParams(location.search);
if (!query.has("choose")) {
  const wishes = [remembered() ?? "", ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  const link = wishes.map((wish) => links.get(wish)).find(Boolean);
  if (link) location.replace(link.href + location.search + location.hash);
}

for (const [language, link] of links) link.addEventListener("click", () => remember(language));
