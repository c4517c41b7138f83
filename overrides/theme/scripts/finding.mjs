// What the finder finds: folds what is written in one of many ways, and ranks the entries of the file that
// rulebook_site/finder.py makes. MiniSearch indexes them; nothing here touches the page.

import MiniSearch from "minisearch";
import { stemmer } from "stemmer";
import { idParts, isLikeAnId } from "../chooser/guessing.mjs";

/**
 * @typedef {{kind: string, game: string, href: string, title: string, way: string[], names: string[], parts: string[]}} Entry
 * @typedef {Entry & {rule: string, text: string, terms: string[]}} Hit an entry, with the part of it that answers best, and the words by which it was found
 */

const RUN = /\p{sc=Han}[\p{sc=Han}々〆ヶ]*|[\p{sc=Kana}ー]+|[\p{sc=Hira}ー]+|[a-z0-9]+(?:['’][a-z]+)?|[\p{L}\p{N}]+?/giu;
const SMALL = new Set("a an and are as at be by can do does for from get gets happen happens has have how i if in is it me my of on or out the their them then there they this to was what when where which who why will with you your".split(" "));
const FOREIGN = /** @type {const} */ ([[/てぃ/g, "ち"], [/でぃ/g, "じ"], [/ゔぁ/g, "ば"], [/ゔぃ/g, "び"], [/ゔぇ/g, "べ"], [/ゔぉ/g, "ぼ"], [/ゔ/g, "ぶ"], [/ー/g, ""]]);
const AMERICAN = /** @type {const} */ ([[/our(?=\w|$)/, "or"], [/tre$/, "ter"], [/ence$/, "ense"], [/oeuvre/, "euver"], [/ise(?=[dr]?$)/, "ize"]]);
const WEIGHTS = { title: 5, names: 4, way: 0.7, text: 1 };
const SLICE = 40; // milliseconds for which the page may be held
const TOLD = 20; // hits of which the text is shown
const OWN = 12; // how much nearer the game is that is being read
/** @type {Record<string, number>} */
const KINDS = { term: 1.15, word: 0.7, section: 1, tool: 1, page: 1, quick: 0.9, print: 0.8, ruling: 0.5, example: 0.4, python: 0.25 };

/** @type {(text: string) => string} one spelling for full and half width, capitals and both kana */
export function folded(text) {
  let said = text.normalize("NFKC").toLowerCase().replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
  for (const [from, to] of FOREIGN) said = said.replace(from, to);
  return said;
}

/** @type {(text: string) => string[]} */
const runsOf = (text) => text.normalize("NFKC").match(RUN) ?? [];

/** @type {Map<string, string[]>} what has been cut already: most words come again */
const cut = new Map();

/** @type {(text: string) => string[]} English stems, kana as they stand, other Japanese in pairs; each once */
export function words(text) {
  const runs = runsOf(text);
  const found = new Set();
  for (const run of runs) {
    let parts = cut.get(run);
    if (!parts) cut.set(run, (parts = partsOf(run)));
    for (const part of parts) found.add(part);
  }
  return found.size ? [...found] : runs.map(folded);
}

/** @type {(text: string) => string[]} longer English words as they are written, to which a misspelt one is nearer than to their stems */
function whole(text) {
  return (text.toLowerCase().match(/[a-z]{5,}/g) ?? []).filter((word) => stemmer(word) !== word);
}

/** @type {(run: string) => string[]} nothing of what only joins words */
function partsOf(run) {
  const said = folded(run);
  if (/^\p{sc=Han}/u.test(run)) return pairs(said);
  if (/^\p{sc=Hira}/u.test(run)) return said.length > 2 ? [said] : [];
  if (SMALL.has(said)) return [];
  const spelt = AMERICAN.reduce((word, [from, to]) => word.replace(from, to), said);
  return [/^[a-z]{5}/.test(spelt) ? stemmer(spelt) : spelt.replace(/(?<=..)s$/, "")];
}

/** @type {(run: string) => string[]} */
function pairs(run) {
  const letters = [...run];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, number) => letters[number] + letter);
}

/** Everything that can be found in a language, or in its Python reference. */
export class Finder {
  /** @type {Entry[]} */
  #entries;

  /** @type {number[]} which of them cannot be found yet */
  #left;

  /** @type {MiniSearch} */
  #index;

  /** @param {any[][]} rows entries as `rulebook_site/finder.py` writes them */
  constructor(rows) {
    this.#entries = rows.map(([kind, game, href, title, way, names, parts]) => ({ kind, game, href, title, way, names, parts }));
    this.#left = [...this.#entries.keys()];
    this.#index = new MiniSearch({
      fields: Object.keys(WEIGHTS),
      tokenize: (text, field) => field === "title" || field === "names" ? text.split("\n").flatMap((name) => [...words(name), ...whole(name)]) : words(text),
      processTerm: (word) => word,
      extractField: (entry, field) => field === "id" ? entry.id : said(this.#entries[entry.id], field),
    });
  }

  /**
   * Takes the entries in, those of the game that is being read first, without holding the page.
   * @param {string} [game]
   * @returns {AsyncGenerator<boolean>} once when that game's can be found, and with true when all can
   */
  async *index(game = "") {
    const isOwn = (/** @type {number} */ id) => this.#entries[id].game === game;
    this.#left.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
    let isTold = false;
    while (this.#left.length) {
      const border = this.#left.findIndex((id) => !isOwn(id));
      if (border === 0 && !isTold) {
        isTold = true;
        yield false;
      }
      const next = this.#left.splice(0, border > 0 ? border : this.#left.length);
      for (const end = performance.now() + SLICE; next.length && performance.now() < end; ) {
        this.#index.addAll(next.splice(0, 10).map((id) => ({ id })));
      }
      this.#left.unshift(...next);
      await new Promise((go) => setTimeout(go));
    }
    yield true;
  }

  /**
   * @param {string} query
   * @param {string} [game] the game that is being read
   * @param {string} [scope] the game that is looked into; an empty text for all
   * @returns {Hit[]} the likeliest first, no place twice
   */
  find(query, game = "", scope = "") {
    const id = isLikeAnId(query) ? idParts(query) : "";
    for (const near of id ? [id, id.replace(/(\d)\..*/, "$1")] : []) { // where there is none of that number, its neighbours
      const named = this.#named(near);
      if (named.length) return named;
    }
    const exact = folded(query).trim();
    const asked = words(query);
    const how = {
      boost: WEIGHTS,
      bm25: { k: 1.2, b: 0.2, d: 0.5 }, // what is called by many names is not found the less for it
      prefix: (/** @type {string} */ word) => word.length > 2 || asked.length === 1,
      weights: { fuzzy: 0.45, prefix: 0.45 },
      boostDocument: (/** @type {number} */ number) => {
        const entry = this.#entries[number];
        return scope && entry.game !== scope ? 0 : (KINDS[entry.kind] ?? 1) * (entry.game === game ? OWN : 1);
      },
    };
    let found = this.#index.search(query, how);
    const known = new Set(found.flatMap(({ terms }) => terms));
    const isMisspelt = (/** @type {string} */ word) => /^[a-zぁ-ゖ]{4,}$/.test(word) && !known.has(word);
    if (asked.some(isMisspelt)) {
      const tokenize = () => runsOf(query).flatMap((run) => words(run).some(isMisspelt) ? folded(run) : words(run));
      found = this.#index.search(query, { ...how, tokenize, fuzzy: (word) => !known.has(word) && 0.3, maxFuzzy: 2 });
    }
    /** @type {Map<string, {score: number, entry: Entry, terms: string[]}>} */
    const places = new Map();
    for (const { id: number, score, queryTerms, terms } of found) {
      const entry = this.#entries[number];
      const all = new Set(queryTerms).size / asked.length;
      const value = score * all ** 2 * Math.max(...[entry.title, ...entry.names].map((name) => folded(name) === exact ? 5 : 1 + 2 * share(name, asked, terms)));
      if ((places.get(entry.href)?.score ?? 0) < value) places.set(entry.href, { score: value, entry, terms });
    }
    const ranked = [...places.values()].sort((a, b) => b.score - a.score);
    return ranked.map(({ entry, terms }, rank) => rank < TOLD ? best(entry, terms) : { ...entry, terms, rule: "", text: "" });
  }

  /** @type {(id: string) => Hit[]} the place that has an id, then those whose ids begin with it */
  #named(id) {
    /** @type {Hit[]} */
    const found = [];
    for (const entry of this.#entries) {
      if (entry.kind === "word") continue;
      const meaning = entry.kind === "term" ? 2 : 0; // which names a rule that may stand elsewhere
      for (let at = meaning; at < entry.parts.length; at += 2) {
        const rule = entry.parts[at];
        const isBelow = idParts(rule).startsWith(`${id}.`);
        if (!isBelow && idParts(rule) !== id || found.some((hit) => hit.rule === rule)) continue;
        const hit = { ...entry, href: `${entry.href.replace(/#.*/, "")}#${rule}`, rule, text: entry.parts[at + 1], terms: [] };
        if (isBelow) found.push(hit);
        else found.unshift(hit);
      }
    }
    return found;
  }
}

/** @type {(entry: Entry, field: string) => string} */
function said(entry, field) {
  if (field === "title") return entry.title;
  if (field === "text") return entry.parts.filter((_, number) => number % 2).join("\n");
  return (field === "way" ? entry.way : entry.names).join("\n");
}

/** @type {(name: string, asked: string[], terms: string[]) => number} how much of a name was asked for, in part or whole */
function share(name, asked, terms) {
  const there = words(name);
  const many = there.reduce((sum, word) => sum + (asked.includes(word) ? 1 : terms.includes(word) ? 0.4 : 0), 0);
  return many / Math.max(there.length, /[a-z]/.test(name) ? runsOf(name).length : 0);
}

/** @type {(entry: Entry, terms: string[]) => Hit} with the part in which most of the words stand */
function best(entry, terms) {
  let at = 0;
  let most = 0;
  for (let number = 0; number < entry.parts.length; number += 2) {
    const there = new Set(words(entry.parts[number + 1]));
    const many = terms.filter((term) => there.has(term)).length;
    if (many > most) [at, most] = [number, many];
  }
  return { ...entry, terms, rule: entry.parts[at] ?? "", text: entry.parts[at + 1] ?? "" };
}

/** @type {(text: string, terms: string[]) => [string, boolean][]} what was asked for stands apart from the rest */
export function marked(text, terms) {
  /** @type {[string, boolean][]} */
  const found = [];
  let end = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!words(run).some((word) => terms.includes(word))) continue;
    found.push([text.slice(end, index), false], [run, true]);
    end = index + run.length;
  }
  return [...found, [text.slice(end), false]];
}
