// finding.mjs: what the finder finds, and what comes first.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Finder, folded, marked, words } from "../../../overrides/theme/scripts/finding.mjs";

const row = (kind, game, href, title, names = [], parts = []) => [kind, game, href, title, [], names, parts];
const ROWS = [
  row("section", "prophecy", "prophecy/initiative/#ties", "Ties", ["同値のとき"], ["P-8.5", "Equal values act in an order that the GM chooses."]),
  row("term", "prophecy", "prophecy/curses/#curse-freeze", "Freeze (氷結)", ["氷結", "ひょうけつ", "hyouketsu"], ["P-17.26a", "A curse of strength 8.", "P-17.26a", "Each copy lowers every check value by 1.", "P-T3.26", "8 · Freeze · per copy", "", "Ice is no cure."]),
  row("section", "prophecy", "prophecy/session/#free", "A free action", [], ["", "Nobody else fits."]),
  row("page", "exorcist", "exorcist/movement/", "Movement", ["移動"], ["E-6.1", "A character moves so many squares."]),
  row("word", "exorcist", "exorcist/glossary/#term-second_move", "second move", ["第二移動"], ["E-6.9", "The move after the action."]),
  row("ruling", "exorcist", "exorcist/rulings/#E-Q8-question", "Do movement and evasion compare?", [], ["E-Q8", "No."]),
  row("section", "kamui", "kamui/turns/#moving", "Moving", ["移動する"], ["K-5.2", "Moving costs action value."]),
  row("tool", "kamui", "kamui/board/", "Ring board", ["イニシアチブ計算機", "stepper", "armour and colours"], []),
];

/** @type {(rows?: any[][], game?: string) => Promise<Finder>} */
async function whole(rows = ROWS, game = "") {
  const finder = new Finder(rows);
  for await (const _ of finder.index(game)) ;
  return finder;
}

/** @type {(query: string, game?: string, scope?: string) => Promise<string[]>} */
const found = async (query, game, scope) => (await whole()).find(query, game, scope).map(({ href }) => href);

test("widths, capitals and both kana are one spelling", () => {
  assert.equal(folded("ｲﾆｼｱﾁﾌﾞ"), folded("イニシアティブ"));
  assert.equal(folded("Ｆｒｅｅｚｅ"), "freeze");
  assert.equal(folded("ヴィクトリー"), folded("びくとり"));
});

test("a query is cut into English stems, kana and pairs of other letters, without what only joins words", () => {
  assert.deepEqual(words("What are the ties?"), ["tie"]);
  assert.deepEqual(words("結界の壊し方"), ["結界", "壊", "方"]);
  assert.deepEqual(words("回避ダイス"), ["回避", "だいす"]);
  assert.deepEqual(words("armour"), words("Armor"));
  assert.deepEqual(words("の"), ["の"]); // rather than nothing
  assert.deepEqual(words("…"), []);
});

test("an id leads to itself, its beginning to all that go on", async () => {
  for (const typed of ["P-17.26a", "p17.26A", "ｐ－１７．２６ａ", "P 17.26a", "p‑17.26a"]) {
    assert.deepEqual(await found(typed), ["prophecy/curses/#P-17.26a"], typed);
  }
  assert.deepEqual(await found("pt3.26"), ["prophecy/curses/#P-T3.26"]);
  assert.deepEqual(await found("P-17"), ["prophecy/curses/#P-17.26a"]);
  assert.deepEqual(await found("E-6"), ["exorcist/movement/#E-6.1"]); // the word's sentence only quotes E-6.9
  assert.deepEqual(await found("e-q8"), ["exorcist/rulings/#E-Q8"]);
  assert.equal((await found("e 6 squares"))[0], "exorcist/movement/"); // no id, though it begins like one
  assert.deepEqual(await found("P-8.50"), ["prophecy/initiative/#P-8.5"]); // rather than nothing, its neighbours
});

test("a term is found by name, in the other language, by reading, in Latin letters and misspelt", async () => {
  for (const query of ["freeze", "氷結", "ひょうけつ", "hyouketsu", "hyoketsu", "freze", "ﾋｮｳｹﾂ"]) {
    assert.equal((await found(query))[0], "prophecy/curses/#curse-freeze", query);
  }
});

test("what is spelt right is not taken for something like it", async () => {
  assert.deepEqual(await found("freeze"), ["prophecy/curses/#curse-freeze"]); // and not “free”
});

test("the game that is being read comes first, and can be all that is looked into", async () => {
  assert.equal((await found("moving", "kamui"))[0], "kamui/turns/#moving");
  assert.equal((await found("moving", "exorcist"))[0].split("/")[0], "exorcist");
  assert.deepEqual(await found("moving", "kamui", "kamui"), ["kamui/turns/#moving"]);
});

test("a name that is all that was asked for comes before a longer one", async () => {
  const hits = await found("移動", "exorcist");
  assert.deepEqual(hits.slice(0, 2), ["exorcist/movement/", "exorcist/glossary/#term-second_move"]);
});

test("a hit shows the rule that answers, and what was asked for in it", async () => {
  const [hit] = (await whole()).find("check value", "prophecy");
  assert.deepEqual([hit.rule, hit.text], ["P-17.26a", "Each copy lowers every check value by 1."]);
  assert.deepEqual(marked(hit.text, hit.terms).filter(([, isAsked]) => isAsked).map(([said]) => said), ["check", "value"]);
  assert.equal(marked(hit.text, hit.terms).map(([said]) => said).join(""), hit.text);
});

test("no place comes twice, and nonsense finds nothing", async () => {
  const twice = await whole([...ROWS, row("word", "kamui", "kamui/turns/#moving", "moving", [], ["K-5.2", "To another square."])]);
  assert.deepEqual(twice.find("moving", "kamui").map(({ href }) => href).filter((href) => href.startsWith("kamui")), ["kamui/turns/#moving"]);
  for (const nonsense of ["qqqq", "🎲", "  ", "()[]{}*?^$\\"]) assert.deepEqual(await found(nonsense), [], nonsense);
});

test("the game that is being read can be found before the others", async () => {
  const finder = new Finder(ROWS);
  const steps = finder.index("kamui");
  assert.equal((await steps.next()).value, false);
  assert.deepEqual(finder.find("moving", "kamui").map(({ game }) => game), ["kamui"]);
  assert.equal((await steps.next()).value, true);
  assert.equal(new Set(finder.find("moving", "kamui").map(({ game }) => game)).size, 2);
  assert.equal((await finder.index("kamui").next()).value, true); // once only
});

test("of the others more and more can be found, before all can", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => (now += 1000));
  const finder = new Finder(ROWS);
  const many = [];
  for await (const isWhole of finder.index("kamui")) many.push([isWhole, finder.find("moving").length]);
  assert.deepEqual([many[0], many.at(-1)], [[false, 1], [true, 4]]);
  assert.equal(new Set(many.map(([, found]) => found)).size, 4);
});
