// The finder: a field, the kinds of places it looks in, and a list of what it has found. Loaded when it is first opened;
// the file of what can be found comes with the first letter.

import { leaveFinder } from "./find.mjs";
import { Finder, marked } from "./finding.mjs";
import { land } from "./landing.mjs";
import { message } from "./messages.mjs";
import { languageRoot, shown } from "./site.mjs";

/** @typedef {import("./finding.mjs").Hit} Hit */
/** @typedef {{games: Record<string, string>, kinds: Record<string, string>, says: Record<string, string>, rows: any[][]}} Book */

const SHOWN = 20;
const PYTHON = "python";

/** @type {Record<string, Promise<{book: Book, finder: Finder}>>} by file */
const books = {};

/** @type {(name: string) => Promise<{book: Book, finder: Finder}>} */
function open(name) {
  return (books[name] ??= fetch(new URL(`${name}.json`, languageRoot)).then(async (response) => {
    if (!response.ok) throw new Error(`${response.status}`);
    const book = await response.json();
    return { book, finder: new Finder(book.rows) };
  }).catch((error) => {
    delete books[name];
    throw error;
  }));
}

/** @param {HTMLInputElement} input the field */
export function attach(input) {
  const box = /** @type {HTMLElement} */ (input.closest(".finder"));
  /** @type {(selector: string) => HTMLElement} */
  const part = (selector) => /** @type {HTMLElement} */ (box.querySelector(selector));
  const [panel, scopes, count, results] = [".finder-panel", ".finder-scopes", ".finder-count", "[data-finder-results]"].map(part);
  let wanted = {};
  let scope = "";

  /** @type {(book: Book) => string} the game that is being read, or was read last */
  const reading = (book) => {
    const [first] = shown.path.slice(languageRoot.pathname.length).split("/");
    if (Object.hasOwn(book.games, first)) return first;
    try {
      return localStorage.getItem("rulebook-game") ?? "";
    } catch {
      return "";
    }
  };

  /** @param {boolean} isOpen */
  const show = (isOpen) => {
    panel.hidden = !isOpen || !input.value.trim();
    box.toggleAttribute("data-open", isOpen);
    input.setAttribute("aria-expanded", String(!panel.hidden));
    if (!isOpen) choose(null);
  };

  /** @returns {HTMLElement[]} */
  const hits = () => [...results.querySelectorAll("a")];

  /** @param {HTMLElement | null} hit */
  const choose = (hit) => {
    for (const each of hits()) each.setAttribute("aria-selected", String(each === hit));
    if (hit) {
      input.setAttribute("aria-activedescendant", hit.id);
      hit.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  };

  const look = async () => {
    const query = input.value;
    const wish = (wanted = {});
    show(true);
    if (!query.trim()) {
      results.replaceChildren();
      count.textContent = "";
      return;
    }
    results.dataset.state = "searching";
    if (!results.childElementCount) count.textContent = message("searching");
    try {
      const { book, finder } = await open(scope === PYTHON ? "finder-python" : "finder");
      if (wanted !== wish) return;
      const game = reading(book);
      chips(book, game);
      let isListed = false;
      for await (const isWhole of finder.index(game)) {
        if (wanted !== wish) return;
        if (isListed && !isWhole) continue; // the order changes once at most
        const found = finder.find(query, game, scope === PYTHON ? "" : scope);
        isListed = found.length > 0;
        if (isListed || isWhole) list(book, found);
        if (isWhole) results.dataset.state = "done";
      }
    } catch {
      if (wanted !== wish) return;
      results.replaceChildren();
      count.textContent = message("nosearch");
      results.dataset.state = "done";
    }
  };

  /** @type {(book: Book, game: string) => void} */
  const chips = (book, game) => {
    if (scopes.dataset.game === game) return;
    scopes.dataset.game = game;
    if (scope !== PYTHON) scope = "";
    const offered = [["", book.says.everywhere], [game, book.games[game]], [PYTHON, "Python"]];
    scopes.replaceChildren(...offered.filter(([, label]) => label).map(([value, label]) => {
      const chip = Object.assign(document.createElement("button"), { type: "button", textContent: label, value });
      chip.setAttribute("aria-pressed", String(value === scope));
      return chip;
    }));
  };

  /** @type {(book: Book, found: Hit[]) => void} */
  const list = (book, found) => {
    results.scrollTop = 0; // before there is anything new to lay out
    results.replaceChildren(...found.slice(0, SHOWN).map((hit, number) => line(book, hit, number)));
    const { none, one, some, more } = book.says;
    const many = [none, one][found.length] ?? (found.length > SHOWN ? more : some);
    count.textContent = many.replace("{n}", String(Math.min(found.length, SHOWN))).replace("{all}", String(found.length));
    choose(null);
  };

  input.addEventListener("input", look);
  input.addEventListener("focus", () => {
    if (input.value) look();
    else box.setAttribute("data-open", "");
  });
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !box.contains(relatedTarget)) show(false);
  });
  document.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Element && !box.contains(target) && !target.closest("[data-find]")) show(false);
  });
  scopes.addEventListener("click", ({ target }) => {
    const chip = target instanceof Element && target.closest("button");
    if (!chip) return;
    scope = chip.value;
    for (const each of scopes.children) each.setAttribute("aria-pressed", String(each === chip));
    results.replaceChildren();
    look();
  });
  box.addEventListener("click", ({ target }) => {
    const hit = target instanceof Element && target.closest("a[data-hit]");
    if (hit instanceof HTMLAnchorElement) {
      land(hit);
      input.blur();
      show(false);
    } else if (target instanceof Element && target.closest("[data-find=close]")) {
      input.value = "";
      show(false);
      leaveFinder();
    }
  });
  box.addEventListener("keydown", (event) => {
    const all = hits();
    const at = all.findIndex((hit) => hit.getAttribute("aria-selected") === "true");
    if (event.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      if (panel.hidden) input.value = "";
      show(false);
      if (!input.value) leaveFinder();
    } else if (event.target === input && (event.key === "ArrowDown" || event.key === "ArrowUp") && all.length) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      choose(all[(at + step + (at < 0 && step < 0 ? 1 : 0) + all.length) % all.length]);
    } else if (event.target === input && event.key === "Enter") {
      event.preventDefault();
      (all[at] ?? all[0])?.click();
    }
  });
  return look();
}

/** @type {(book: Book, hit: Hit, number: number) => HTMLAnchorElement} */
function line(book, hit, number) {
  const link = document.createElement("a");
  link.href = new URL(hit.href, languageRoot).href;
  link.id = `finder-hit-${number}`;
  link.tabIndex = -1;
  link.dataset.hit = hit.rule;
  link.dataset.game = hit.game;
  link.setAttribute("role", "option");
  link.setAttribute("aria-selected", "false");
  const way = [book.games[hit.game], ...hit.way].filter((each, at, all) => each && each !== all[at - 1]).join(" › ");
  const place = words("hit-way", way);
  if (book.games[hit.game]) place.prepend(Object.assign(document.createElement("i"), { className: "emblem" }));
  link.append(words("hit-kind", book.kinds[hit.kind]), words("hit-title", hit.title, hit.terms), place, words("hit-text", hit.text, hit.terms, hit.rule));
  return link;
}

/** @type {(kind: string, text?: string, terms?: string[], rule?: string) => HTMLElement} */
function words(kind, text = "", terms = [], rule = "") {
  const element = Object.assign(document.createElement("span"), { className: kind });
  if (rule) element.append(Object.assign(document.createElement("b"), { textContent: rule }), " ");
  for (const [said, isAsked] of marked(text, terms)) {
    element.append(isAsked ? Object.assign(document.createElement("mark"), { textContent: said }) : said);
  }
  return element;
}
