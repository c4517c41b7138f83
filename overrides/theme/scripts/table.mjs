// <rules-table>: a table of the rules' data in which rows can be looked for and sorted. By what a row is found, the build
// has written to it; here the choices are compared with that. Without this script the table stands whole, in its own order.

import { PageElement } from "./element.mjs";
import { pageLanguage } from "./site.mjs";

class RulesTable extends PageElement {
  /** @type {HTMLTableRowElement[]} in the order of the rules */
  #rows = [];

  connectedCallback() {
    const form = this.#form;
    if (!form) return;
    this.#rows = /** @type {HTMLTableRowElement[]} */ ([...this.querySelectorAll("tbody > tr")]);
    for (const type of ["change", "input"]) form.addEventListener(type, () => this.#filter());
    form.addEventListener("submit", (event) => event.preventDefault());
    form.querySelector("button")?.addEventListener("click", () => this.#showAll());
    document.addEventListener("click", (event) => this.#followed(event), { ...this.whileHere, capture: true }); // before it scrolls
    addEventListener("hashchange", () => this.#reveal(location.hash)?.scrollIntoView(), this.whileHere);
    this.#offerSorting();
    this.#showAll(); // a browser may have kept the choices of an earlier visit
    form.hidden = false;
  }

  get #form() {
    return this.querySelector("form");
  }

  get #heads() {
    return [...this.querySelectorAll("thead th")];
  }

  // --- looking for rows ---

  #showAll() {
    this.#form?.reset();
    this.#filter();
  }

  #filter() {
    const choices = [...this.querySelectorAll("select")].filter((choice) => choice.value);
    const words = folded(/** @type {HTMLInputElement | null} */ (this.querySelector("input[type=search]"))?.value ?? "");
    for (const row of this.#rows) {
      row.hidden = !choices.every((choice) => fits(row, choice)) || !words.split(" ").every((word) => textOf(row).includes(word));
    }
    this.#tell(this.#rows.filter((row) => !row.hidden).length);
  }

  /** @param {number} shown */
  #tell(shown) {
    const place = this.querySelector(".table-count");
    if (!(place instanceof HTMLElement)) return;
    const { some = "", none = "" } = place.dataset;
    const text = some.replace("{shown}", String(shown)).replace("{all}", String(this.#rows.length));
    place.textContent = shown ? text : none;
  }

  // --- links to a row that is not shown ---

  /** @param {MouseEvent} event */
  #followed({ target }) {
    const link = target instanceof Element && target.closest("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.target) return;
    if (link.origin === location.origin && link.pathname === location.pathname) this.#reveal(link.hash);
  }

  /**
   * @param {string} hash
   * @returns {Element | null | undefined} the row that was hidden, if it was
   */
  #reveal(hash) {
    const row = document.getElementById(hash.slice(1))?.closest("tr[hidden]");
    if (!row || !this.contains(row)) return null;
    this.#showAll();
    return row;
  }

  // --- sorting ---

  #offerSorting() {
    for (const [column, head] of this.#heads.entries()) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      const drawn = head.querySelector(".sort");
      button.append(...(drawn?.childNodes ?? []));
      drawn?.replaceWith(button);
      button.addEventListener("click", () => this.#sort(head, column));
    }
  }

  /**
   * Sorts by a column; once more, the other way round. Rows that are equal there stay in the order of the rules.
   * @param {Element} head
   * @param {number} column
   */
  #sort(head, column) {
    const direction = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
    for (const each of this.#heads) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", direction);
    const { compare } = new Intl.Collator(pageLanguage(), { numeric: true });
    const sorted = this.#rows.map((row) => ({ row, key: sortKey(row.cells[column]) }));
    sorted.sort((one, other) => (direction === "ascending" ? 1 : -1) * order(one.key, other.key, compare));
    this.querySelector("tbody")?.append(...sorted.map(({ row }) => row));
  }
}

/** @type {WeakMap<Element, string>} what a row says, once it has been asked */
const texts = new WeakMap();

/** @type {(row: Element) => string} */
function textOf(row) {
  const text = texts.get(row) ?? folded(row.textContent ?? "");
  texts.set(row, text);
  return text;
}

/** @type {(text: string) => string} the same for capitals and small letters, wide and narrow ones, hiragana and katakana */
const folded = (text) =>
  text.normalize("NFKC").toLowerCase().replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60)).replace(/\s+/g, " ").trim();

/**
 * @param {HTMLTableRowElement} row
 * @param {HTMLSelectElement} choice
 * @returns {boolean} whether the row has what was chosen, or as a number no more than that
 */
function fits(row, choice) {
  const values = (row.getAttribute(`data-${choice.name}`) ?? "").split(" ").filter(Boolean);
  if ("atMost" in choice.dataset) return values.some((value) => Number(value) <= Number(choice.value));
  return values.includes(choice.value);
}

/**
 * @param {HTMLTableCellElement | undefined} cell
 * @returns {string}
 */
function sortKey(cell) {
  return cell?.dataset.sort ?? cell?.textContent?.trim() ?? "";
}

/**
 * @param {string} one
 * @param {string} other
 * @param {(one: string, other: string) => number} compare
 * @returns {number} numbers by their size, all else as the language has it
 */
function order(one, other, compare) {
  const [first, second] = [one, other].map((text) => (text ? Number(text.replace("−", "-")) : NaN));
  const difference = first - second;
  return Number.isNaN(difference) ? compare(one, other) : difference;
}

customElements.define("rules-table", RulesTable);
