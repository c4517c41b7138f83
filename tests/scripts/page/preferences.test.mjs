// preferences.mjs: the reader's own numbers, kept in this browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closeStorage, find, page } from "../support/page.mjs";
import { kept, store } from "../support/roster.mjs";
import { hasNumbers, houseRules, keep, preferences, recall, recallFor, rulesTaken } from "../../../overrides/theme/scripts/preferences.mjs";

const FORM = '<form><input name="ability" value="15" data-kept><input name="power" value="1" data-kept><input name="other" value="12"></form>';
const all = new Set(["ability", "power", "other"]);

/** Types a value into a field of the form. */
const typed = (name, value) => (find(`[name="${name}"]`).value = value);

test("nothing is kept that nobody has typed", () => {
  const form = page(FORM);
  typed("ability", "17");
  keep("contest.roll", form, new Set());
  keep("contest.roll", form, new Set(["power"]));
  assert.equal(localStorage.length, 0);
});

test("what was typed into a field of the reader's own is kept for every widget of the system, and for no other system", () => {
  const form = page(FORM);
  typed("ability", "17");
  typed("other", "13");
  keep("contest.roll", form, all);
  assert.deepEqual(recall("contest.roll"), { ability: "17" });
  assert.deepEqual(recall("contest.chart"), { ability: "17" });
  assert.deepEqual(recall("prophecy.check"), {});
});

test("a number that is put back to what the page was built with is kept too", () => {
  const form = page(FORM);
  typed("ability", "17");
  keep("contest.roll", form, all);
  typed("ability", "15");
  keep("contest.roll", form, all);
  assert.deepEqual(recall("contest.roll"), { ability: "15" });
});

test("a house rule that is put back to this rulebook's ruling is none any more", () => {
  const form = page('<form><select name="die" data-kept="rule:die"><option selected>d10</option><option>d6</option></select><input name="ability" value="5" data-kept></form>');
  typed("die", "d6");
  typed("ability", "7");
  keep("kamui.pool", form, new Set(["die", "ability"]));
  assert.equal(houseRules("kamui"), 1);
  typed("die", "d10");
  keep("kamui.pool", form, new Set(["die"]));
  assert.equal(houseRules("kamui"), 0);
  assert.deepEqual(recall("kamui.pool"), { ability: "7" });
});

test("a choice of the reader's own is kept as a number is, and only once it was changed", () => {
  const form = page('<form><select name="suit" data-kept><option value="S" selected>S</option><option value="H">H</option></select></form>');
  keep("avatar.clash", form, new Set(["suit"]));
  assert.deepEqual(recall("avatar.clash"), {});
  typed("suit", "H");
  keep("avatar.clash", form, new Set(["suit"]));
  assert.deepEqual(recall("avatar.clash"), { suit: "H" });
});

test("numbers of other fields and systems stay as they were", () => {
  const form = page(FORM);
  localStorage.setItem("rulebook-numbers", '{"prophecy": {"cast": "9"}, "contest": {"power": "2"}}');
  typed("ability", "17");
  keep("contest.roll", form, new Set(["ability"]));
  assert.deepEqual(JSON.parse(localStorage.getItem("rulebook-numbers")), {
    prophecy: { cast: "9" },
    contest: { power: "2", ability: "17" },
  });
});

for (const said of ["[damaged", "null", "7", '"text"', '{"contest": null}']) {
  test(`what is kept and cannot be read is nothing: ${said}`, () => {
    const form = page(FORM);
    localStorage.setItem("rulebook-numbers", said);
    assert.deepEqual(recall("contest.roll"), {});
    typed("ability", "17");
    keep("contest.roll", form, all);
    assert.deepEqual(recall("contest.roll"), { ability: "17" });
  });
}

// --- what is mine, and what is my party's ---

const PARTY = '<form><input name="hp" value="5" data-kept="party_hp"></form>';

test("hit points of the party are not mine, though both fields are called so", () => {
  let form = page('<form><input name="hp" value="5" data-kept="hp"></form>');
  typed("hp", "9");
  keep("exorcist.attack", form, new Set(["hp"]));
  document.body.innerHTML = PARTY;
  form = find("form");
  assert.deepEqual(recallFor("exorcist.difficulty", form), {});
  typed("hp", "7");
  keep("exorcist.difficulty", form, new Set(["hp"]));
  assert.deepEqual(recallFor("exorcist.difficulty", form), { hp: "7" });
  assert.deepEqual(recall("exorcist.attack"), { hp: "9", party_hp: "7" });
});

// --- who I am ---

const OWN = '<form><input name="cast" value="5" data-kept><input name="ability" value="3" data-kept><input name="mana" value="4" data-kept></form>';

/** A page of a game in which I am Mio, with cast 6 and ability 4; numbers were typed before. */
function asMio(language = "en") {
  const form = page(OWN, { language });
  localStorage.setItem("rulebook-numbers", '{"prophecy": {"cast": "9", "mana": "2", "rule:die": "d6"}, "kamui": {"cast": "1"}}');
  store([kept("a", "Mio"), kept("b", "Ren", { cast: "8" })], { prophecy: "a" });
  return form;
}

test("my character's numbers go before those that were typed, which stay for what no sheet says", () => {
  const form = asMio();
  assert.deepEqual(recall("prophecy.attack"), { cast: "6", ability: "4", mana: "2", "rule:die": "d6" });
  assert.deepEqual(recallFor("prophecy.attack", form), { cast: "6", ability: "4", mana: "2" });
  assert.deepEqual(recall("kamui.pool"), { cast: "1" });
  assert.equal(houseRules("prophecy"), 1);
});

test("they are read in the language of the page", () => {
  asMio("ja");
  assert.equal(recall("prophecy.attack").cast, "日6");
});

test("where I am nobody the typed ones are back", () => {
  asMio();
  store([kept("a", "Mio")]);
  assert.deepEqual(recall("prophecy.attack"), { cast: "9", mana: "2", "rule:die": "d6" });
});

test("my character's numbers are numbers, even if none was ever typed", () => {
  asMio();
  localStorage.removeItem("rulebook-numbers");
  assert.equal(hasNumbers("prophecy.check"), true);
  assert.equal(hasNumbers("kamui.pool"), false);
});

test("what is typed over a number of my sheet is not kept; another one is, and what was kept before stays", () => {
  const form = asMio();
  const told = [];
  preferences.addEventListener("change", ({ detail }) => told.push(detail), { once: true });
  typed("cast", "7");
  keep("prophecy.attack", form, new Set(["cast"]));
  assert.deepEqual(told, []);
  typed("mana", "3");
  keep("prophecy.attack", form, new Set(["cast", "mana"]));
  assert.deepEqual(JSON.parse(localStorage.getItem("rulebook-numbers")).prophecy, { cast: "9", mana: "3", "rule:die": "d6" });
  assert.deepEqual(told, [{ system: "prophecy", before: { cast: "9", mana: "2", "rule:die": "d6" }, now: { mana: "3" } }]);
});

// --- house rules ---

const HOUSE = '<form><select name="reroll" data-kept="rule:reroll"><option selected>one</option><option>two</option><option>three</option></select></form>';

/** Chooses a house rule in one widget, and says what another of the page takes over. */
function chosen(value, other, html = HOUSE) {
  const form = page(HOUSE);
  const told = [];
  preferences.addEventListener("change", ({ detail }) => told.push(detail), { once: true });
  typed("reroll", value);
  keep("prophecy.check", form, new Set(["reroll"]));
  document.body.innerHTML = html;
  if (other) typed("reroll", other);
  return told.map((change) => rulesTaken(find("form"), change));
}

test("a house rule that is chosen in one widget is kept, and another widget of the page takes it over", () => {
  assert.deepEqual(chosen("two"), [{ reroll: "two" }]);
  assert.deepEqual(recall("prophecy.attack"), { "rule:reroll": "two" });
});

test("a widget that has a rule of its own keeps it, and one that cannot have it is left as it is", () => {
  assert.deepEqual(chosen("two", "three"), [{}]);
  assert.deepEqual(chosen("two", "", '<form><select name="reroll" data-kept="rule:reroll"><option selected>one</option></select></form>'), [{}]);
});

test("a number of my character is not put into what already stands on the page", () => {
  const change = { system: "contest", before: {}, now: { ability: "17" } };
  assert.deepEqual(rulesTaken(page(FORM), change), {});
});

test("house rules alone are no numbers", () => {
  chosen("two");
  assert.equal(hasNumbers("prophecy.check"), false);
  localStorage.setItem("rulebook-numbers", '{"prophecy": {"cast": "9"}}');
  assert.equal(hasNumbers("prophecy.condition"), true);
});

test("a browser that stores nothing does no harm", (t) => {
  const form = page(FORM);
  closeStorage(t);
  typed("ability", "17");
  keep("contest.roll", form, all);
  assert.deepEqual(recall("contest.roll"), {});
});
