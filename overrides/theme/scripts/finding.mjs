// What the finder finds: folds what is written in one of many ways, and ranks the entries of the file that
// rulebook_site/finder makes. Nothing here touches the page.

import { stemmer } from "stemmer";
import { idParts, isLikeAnId } from "../chooser/guessing.mjs";

/**
 * @typedef {{kind: string, game: string, href: string, title: string, way: string[], names: string[], parts: string[]}} Entry
 * @typedef {{said: string, words: string[], length: number}} Name
 * @typedef {Entry & {rule: string, text: string, terms: string[]}} Hit an entry, with the part of it that answers best, and the words by which it was found
 */

const RUN = /\p{sc=Han}[\p{sc=Han}々〆ヶ]*|[\p{sc=Kana}ー]+|[\p{sc=Hira}ー]+|[a-z0-9]+(?:['’][a-z]+)?|[\p{L}\p{N}]+?/giu;
const SMALL = new Set("a an and are as at be by can do does for from get gets happen happens has have how i if in is it me my of on or out the their them then there they this to was what when where which who why will with you your".split(" "));
/** @type {Record<string, string>} */
const FOREIGN = { てぃ: "ち", でぃ: "じ", ゔぁ: "ば", ゔぃ: "び", ゔぇ: "べ", ゔぉ: "ぼ", ゔ: "ぶ", ー: "" };
const AMERICAN = /** @type {const} */ ([[/our(?=\w|$)/, "or"], [/tre$/, "ter"], [/ence$/, "ense"], [/oeuvre/, "euver"], [/ise(?=[dr]?$)/, "ize"]]);
/** @type {Record<string, number>} */
const WEIGHTS = { title: 5, names: 4, way: 0.7, text: 1 };
const SLICE = 40; // milliseconds for which the page may be held
const TOLD = 20; // hits of which the text is shown
const LIKE = 0.45; // how much a word weighs that only begins like one that was asked for, or is spelt like it
const OWN = 12; // how much nearer the game is that is being read
/** @type {Record<string, number>} */
const KINDS = { term: 1.15, chapter: 1.15, word: 0.7, section: 1, tool: 1, page: 1, quick: 0.9, print: 0.8, ruling: 0.5, example: 0.4, python: 0.25 };

/** @type {(text: string) => string} one spelling for full and half width, capitals and both kana */
export function folded(text) {
  const said = text.normalize("NFKC").toLowerCase().replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
  return said.replace(/[てで]ぃ|ゔ[ぁぃぇぉ]?|ー/g, (sound) => FOREIGN[sound]);
}

/** @type {(text: string) => string[]} */
const runsOf = (text) => text.normalize("NFKC").match(RUN) ?? [];

/** @type {Map<string, string[]>} what has been cut already: most words come again */
const cut = new Map();

/** @type {(text: string, runs?: string[]) => string[]} English stems, kana as they stand, other Japanese in pairs; each once */
export function words(text, runs = runsOf(text)) {
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

  /** @type {Set<number>} which of them cannot be found yet */
  #left;

  /** @type {Name[][]} what each of the others is called, its title first */
  #names = [];

  /** @type {ReturnType<typeof numbered> | undefined} every rule, once an id has been asked for */
  #rules;

  /** @type {Map<string, Record<string, number[]>>} by word and field the entries in which it stands, as often as it does */
  #index = new Map();

  /** @type {Record<string, number[]>} how many words each field of an entry has */
  #sizes = { title: [], names: [], way: [], text: [] };

  /** @param {any[][]} rows entries as `rulebook_site/finder` writes them */
  constructor(rows) {
    this.#entries = rows.map(([kind, game, href, title, way, names, parts]) => ({ kind, game, href, title, way, names, parts }));
    this.#left = new Set(this.#entries.keys());
  }

  /**
   * Takes the entries in, those of the game that is being read first, without holding the page.
   * @param {string} [game]
   * @returns {AsyncGenerator<boolean>} when that game's can be found, at times when more can, and with true when all can
   */
  async *index(game = "") {
    let end = performance.now() + SLICE;
    for (const isWhole of [false, true]) {
      for (const id of this.#left) {
        if (!isWhole && this.#entries[id].game !== game) continue;
        this.#left.delete(id);
        this.#take(id);
        if (performance.now() < end) continue;
        if (isWhole) yield false;
        await new Promise((go) => setTimeout(go));
        end = performance.now() + SLICE;
      }
      if (isWhole || this.#left.size) yield isWhole;
    }
  }

  /** @param {number} id */
  #take(id) {
    const { title, names, way, parts } = this.#entries[id];
    const [own, ...others] = (this.#names[id] = [title, ...names].map(called));
    const said = {
      title: [...own.words, ...whole(title)],
      names: [...others.flatMap((name) => name.words), ...whole(names.join("\n"))],
      way: words(way.join("\n")),
      text: words(parts.filter((_, number) => number % 2).join("\n")),
    };
    for (const [field, all] of Object.entries(said)) {
      this.#sizes[field][id] = new Set(all).size;
      for (const word of all) {
        let places = this.#index.get(word);
        if (!places) this.#index.set(word, (places = {}));
        (places[field] ??= []).push(id);
      }
    }
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
    let found = this.#ask(asked, scope);
    const known = new Set([...found.values()].flatMap(({ terms }) => [...terms]));
    const isMisspelt = (/** @type {string} */ word) => /^[a-zぁ-ゖ]{4,}$/.test(word) && !known.has(word);
    if (asked.some(isMisspelt)) {
      const spelt = runsOf(query).flatMap((run) => words(run).some(isMisspelt) ? folded(run) : words(run));
      found = this.#ask(spelt, scope, known);
    }
    /** @type {Map<string, {score: number, entry: Entry, terms: string[]}>} */
    const places = new Map();
    for (const [number, { score, asked: met, terms }] of found) {
      const entry = this.#entries[number];
      const all = met.size / asked.length;
      const value = score * met.size * all ** 2 * (KINDS[entry.kind] ?? 1) * (entry.game === game ? OWN : 1)
        * Math.max(...this.#names[number].map((name) => name.said === exact ? 5 : 1 + 2 * share(name, asked, terms)));
      if ((places.get(entry.href)?.score ?? 0) < value) places.set(entry.href, { score: value, entry, terms: [...terms] });
    }
    const ranked = [...places.values()].sort((a, b) => b.score - a.score);
    return ranked.map(({ entry, terms }, rank) => rank < TOLD ? best(entry, terms) : { ...entry, terms, rule: "", text: "" });
  }

  /**
   * @param {string[]} asked
   * @param {string} scope
   * @param {Set<string>} [known] words that are spelt right; without it all are
   * @returns {Map<number, {score: number, asked: Set<string>, terms: Set<string>}>} what each entry has of them, and in which words
   */
  #ask(asked, scope, known) {
    const found = new Map();
    const many = this.#entries.length - this.#left.size;
    const mean = Object.fromEntries(Object.entries(this.#sizes).map(([field, sizes]) => [field, sizes.reduce((sum, size) => sum + size, 0) / many]));
    for (const word of asked) {
      const isBeginning = word.length > 2 || asked.length === 1;
      const wrong = known && !known.has(word) ? Math.min(2, Math.round(word.length * 0.3)) : 0;
      for (const [term, fields] of this.#index) {
        const weight = likeness(word, term, isBeginning, wrong);
        if (!weight) continue;
        for (const [field, ids] of Object.entries(fields)) {
          /** @type {Map<number, number>} */
          const places = new Map();
          for (const id of ids) places.set(id, (places.get(id) ?? 0) + 1);
          // BM25+, in which length counts for little: what is called by many names is not found the less for it
          const rare = Math.log(1 + (many - places.size + 0.5) / (places.size + 0.5));
          for (const [id, times] of places) {
            if (scope && this.#entries[id].game !== scope) continue;
            let hit = found.get(id);
            if (!hit) found.set(id, (hit = { score: 0, asked: new Set(), terms: new Set() }));
            const often = 0.5 + times * 2.2 / (times + 1.2 * (0.8 + 0.2 * this.#sizes[field][id] / mean[field]));
            hit.score += weight * WEIGHTS[field] * rare * often;
            hit.asked.add(word);
            hit.terms.add(term);
          }
        }
      }
    }
    return found;
  }

  /** @type {(id: string) => Hit[]} the place that has an id, then those whose ids begin with it */
  #named(id) {
    this.#rules ??= this.#entries.flatMap(numbered);
    /** @type {Hit[]} */
    const found = [];
    for (const { number, entry, at } of this.#rules) {
      const isBelow = number.startsWith(`${id}.`);
      const rule = entry.parts[at];
      if (!isBelow && number !== id || found.some((hit) => hit.rule === rule)) continue;
      const hit = { ...entry, href: `${entry.href.replace(/#.*/, "")}#${rule}`, rule, text: entry.parts[at + 1], terms: [] };
      if (isBelow) found.push(hit);
      else found.unshift(hit);
    }
    return found;
  }
}

/** @type {(entry: Entry) => {number: string, entry: Entry, at: number}[]} the rules that an entry tells, each with its place in it */
function numbered(entry) {
  if (entry.kind === "word") return [];
  const meaning = entry.kind === "term" || entry.kind === "chapter" ? 2 : 0; // which names a rule that may stand elsewhere
  return entry.parts.flatMap((rule, at) => at % 2 || at < meaning ? [] : { number: idParts(rule), entry, at });
}

/** @type {(name: string) => Name} */
function called(name) {
  const runs = runsOf(name);
  return { said: folded(name), words: words(name, runs), length: /[a-z]/.test(name) ? runs.length : 0 };
}

/** @type {(name: Name, asked: string[], terms: Set<string>) => number} how much of a name was asked for, in part or whole */
function share(name, asked, terms) {
  const many = name.words.reduce((sum, word) => sum + (asked.includes(word) ? 1 : terms.has(word) ? 0.4 : 0), 0);
  return many / Math.max(name.words.length, name.length);
}

/** @type {(word: string, term: string, isBeginning: boolean, wrong: number) => number} 1 for the same, 0 with more letters wrong than may be */
function likeness(word, term, isBeginning, wrong) {
  if (term === word) return 1;
  if (isBeginning && term.startsWith(word)) return LIKE * term.length / (term.length + 0.3 * (term.length - word.length));
  const many = wrong && apart(word, term, wrong);
  return many && many <= wrong ? LIKE * term.length / (term.length + many) : 0;
}

/** @type {(one: string, other: string, most: number) => number} how many letters are wrong; of more than `most` only that there are more */
function apart(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  if (same === one.length && same === other.length) return 0;
  if (!most) return 1;
  const [here, there] = [one.slice(same), other.slice(same)];
  return 1 + Math.min(...[[1, 1], [1, 0], [0, 1]].map(([a, b]) => apart(here.slice(a), there.slice(b), most - 1)));
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
