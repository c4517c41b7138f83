// own-character.mjs: what a page of a game says about the reader's own character.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { choose as pick, find, page } from "../support/page.mjs";
import { kept, store, told, withRoster } from "../support/roster.mjs";
import { visit } from "../support/visit.mjs";
import { last } from "../support/worker.mjs";
import { keep } from "../../../overrides/theme/scripts/preferences.mjs";
import { start } from "../../../overrides/theme/scripts/python.mjs";
import { charactersOf, me, put, remove } from "../../../overrides/theme/scripts/roster.mjs";
import "../../../overrides/theme/scripts/own-character.mjs";

const HEAD_SCRIPT = readFileSync(new URL("../../../overrides/theme/partials/own-chance.js", import.meta.url), "utf8");
new Function(HEAD_SCRIPT.replace(/\{#[^]*?#\}/, ""))();

const HEAD = '<own-character data-system="prophecy"><a href="../characters/">My characters</a> <select><option value="">nobody</option></select></own-character>';
const CHANCES = '<p>A rule.<own-chance data-system="prophecy" data-rule="P-10.10"></own-chance></p><table><tr><td><own-chance data-system="prophecy" data-rule="P-T3.7"></own-chance></td></tr></table>';

test("beside a rule stands the chance of who I am, with the exact number a touch away", () => {
  withRoster(CHANCES, [kept("a", "Mio"), kept("b", "Ren", { chance: "50%" })], { prophecy: "a" });
  assert.equal(find("p own-chance").textContent, "Mio you hit 75.3%");
  assert.equal(find("p own-chance data").getAttribute("value"), "61/81");
  assert.equal(find("td own-chance").textContent, "Mio you hit 75.3% → 66.1%");
});

test("the head of the page says who I am, and lets somebody else be", () => {
  withRoster(HEAD + CHANCES, [kept("a", "Mio"), kept("b", "Ren", { chance: "50%" })], { prophecy: "a" });
  assert.equal(find("select").value, "a");
  pick(find("select"), "b");
  assert.equal(me("prophecy").id, "b");
  assert.equal(find("p own-chance").textContent, "Ren you hit 50%");
  pick(find("select"), "");
  assert.equal(find("p own-chance").textContent, "");
});

test("on a Japanese page it speaks Japanese", () => {
  withRoster(CHANCES, [kept("a", "Mio")], { prophecy: "a" }, "ja");
  assert.equal(find("p own-chance").textContent, "日Mio 日you hit 75.3%");
});

test("a rule without a chance of mine says nothing", () => {
  withRoster('<own-chance data-system="prophecy" data-rule="P-1.1"></own-chance><own-chance data-system="kamui" data-rule="K-1.1"></own-chance>', [kept("a", "Mio")], { prophecy: "a" });
  assert.equal(document.body.textContent, "");
});

test("what somebody else has written into the store says nothing, and a name stays a name", () => {
  for (const written of ["", "7", "null", '{"characters": [1], "me": {"prophecy": "a"}}', '{"characters": [{"id": "a", "told": {"name": 1, "chances": {"P-10.10": 5}}}], "me": {"prophecy": "a"}}']) {
    page("");
    localStorage.setItem("rulebook-roster", written);
    document.body.innerHTML = CHANCES;
    assert.equal(find("p own-chance").textContent, "");
  }
  withRoster(CHANCES, [kept("a", "<img src=x>")], { prophecy: "a" });
  assert.equal(find("p own-chance b").textContent, "<img src=x>");
});

// --- another house rule ---

const RULED = '<form><input name="mana" value="4" data-kept><select name="third_die" data-kept="rule:third_die"><option selected>sum</option><option>best_two</option></select></form>';
const asked = () => last().told("ask").map(({ question }) => JSON.parse(question));
const chances = (system = "prophecy") => charactersOf(system).map((each) => each.told.chances["P-10.10"][0].chance);
const answer = (name, chance) => ({ state: "ready", status: "", data: told(name, { chance }) });

/** A visit with characters, in which a field of a calculator is given another value and kept. */
async function changed(t, name, value) {
  const a = visit(t, "");
  store([kept("a", "Mio"), kept("k", "Kai", {}, "kamui"), kept("b", "Ren", { cast: "5" })], { prophecy: "a" });
  localStorage.setItem("rulebook-numbers", '{"prophecy": {"mana": "9"}, "kamui": {"rule:die": "d6"}}');
  document.body.innerHTML = RULED + CHANCES;
  start();
  await a.ready();
  find(`[name=${name}]`).value = value;
  keep("prophecy.check", find("form"), new Set([name]));
  await a.turn();
  return a;
}

test("another house rule: what follows from each character of the game is asked about anew, and kept", async (t) => {
  const a = await changed(t, "third_die", "best_two");
  document.body.insertAdjacentHTML("afterbegin", HEAD);
  await a.answer(answer("Mio", "50%"));
  assert.deepEqual(chances(), ["50%", "75.3%"]);
  assert.equal(find("p own-chance").textContent, "Mio you hit 50%");
  await a.answer(answer("Ren", "40%"));
  assert.deepEqual([chances(), chances("kamui"), me("prophecy").id], [["50%", "40%"], ["75.3%"], "a"]);
  const rest = { widget: "prophecy.character", language: "en", kept: { "rule:third_die": "best_two" }, pressed: null };
  assert.deepEqual(asked(), [{ ...rest, values: { name: "Mio", cast: "6" } }, { ...rest, values: { name: "Ren", cast: "5" } }]);
});

test("another number of the reader's is no house rule", async (t) => {
  await changed(t, "mana", "7");
  assert.deepEqual(asked(), []);
});

test("a character that Python refuses stays as it was, and the next one's turn comes", async (t) => {
  const a = await changed(t, "third_die", "best_two");
  await a.answer({ state: "error", status: "", error: "no", errors: {} });
  await a.answer(answer("Ren", "40%"));
  assert.deepEqual(chances(), ["75.3%", "40%"]);
});

test("who is changed meanwhile stays changed, and who is deleted stays away", async (t) => {
  const a = await changed(t, "third_die", "best_two");
  put({ ...kept("a", "Mio the Second"), values: { name: "Mio the Second", cast: "9" } });
  await a.answer(answer("Mio", "50%"));
  remove("b");
  await a.answer(answer("Ren", "40%"));
  assert.deepEqual(charactersOf("prophecy").map(({ values }) => values), [{ name: "Mio the Second", cast: "9" }]);
});

test("where Python fails, everything stays as it was", async (t) => {
  const a = await changed(t, "third_die", "best_two");
  last().say({ kind: "failure", id: last().question.id, reason: "RecursionError" });
  await a.turn();
  assert.deepEqual([chances(), asked().length], [["75.3%", "75.3%"], 1]);
});

test("what was told under other house rules is not shown", async (t) => {
  await changed(t, "third_die", "best_two");
  document.body.innerHTML = CHANCES;
  assert.equal(find("p own-chance").textContent, "");
});

test("a page that was left before Python had answered leaves it to the next", async (t) => {
  const a = visit(t, "");
  store([{ ...kept("a", "Mio"), due: true }, kept("b", "Ren")], { prophecy: "a" });
  localStorage.setItem("rulebook-numbers", '{"prophecy": {"rule:third_die": "best_two"}}');
  start();
  await a.ready();
  document.body.innerHTML = HEAD + CHANCES;
  await a.answer(answer("Mio", "50%"));
  assert.equal(find("p own-chance").textContent, "Mio you hit 50%");
  document.body.innerHTML = HEAD + CHANCES;
  await a.turn();
  assert.deepEqual(asked().map(({ values, kept: rules }) => [values.name, rules]), [["Mio", { "rule:third_die": "best_two" }]]);
});

test("where the house rules change again meanwhile, the answer to the former ones is not kept", async (t) => {
  const a = await changed(t, "third_die", "best_two");
  find("[name=third_die]").value = "sum";
  keep("prophecy.check", find("form"), new Set(["third_die"]));
  await a.answer(answer("Mio", "50%"));
  assert.deepEqual(charactersOf("prophecy").map(({ due }) => due), [true, true]);
});
