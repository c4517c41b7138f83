// The page for an address that leads nowhere: it leads to the rule whose id the address holds, or to the page that it means
// but for capitals and endings; to others it offers the way. Until that is known, nothing of the page is shown.

import { decoded, pagesLike, placeOf } from "./guessing.mjs";

const LANGUAGES = ["en", "ja"];

/** @type {HTMLAnchorElement | null} */
const way = document.querySelector("main a[data-language], article a[data-language]");
const top = new URL("../", way?.href ?? import.meta.url);
const [, said = "", path = ""] = /^(?:(en|ja)(?:\/|$))?(.*)$/i.exec(location.pathname.slice(top.pathname.length)) ?? [];
const root = new URL(`${said.toLowerCase() || wished()}/`, top);

/** @returns {string} the language of an address that names none */
function wished() {
  try {
    const wishes = [localStorage.getItem("rulebook-language"), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
    return wishes.find((wish) => wish && LANGUAGES.includes(wish)) ?? "en";
  } catch {
    return "en"; // storage may be closed to us
  }
}

/** @type {(place: URL) => void} */
function go(place) {
  place.search = location.search;
  place.hash ||= location.hash;
  location.replace(place);
}

const id = decoded(path.split("/").filter(Boolean).at(-1) ?? "");
const rule = await placeOf(id, root);
const { page, like } = rule ? { page: null, like: [] } : await pagesLike(path, root);
if (rule || page) {
  go(/** @type {URL} */ (rule ?? page));
} else {
  const guesses = /** @type {HTMLElement | null} */ (document.querySelector("[data-guesses]"));
  guesses?.querySelector("ul")?.append(...like.map(({ page, title }) => {
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("a"), { href: page.href, textContent: title }));
    return item;
  }));
  if (guesses) guesses.hidden = !like.length;
  document.documentElement.dataset.looked = "";
}
