// own-character.mjs: what a page of a game says about the reader's own character.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { choose as pick, find, page } from "../support/page.mjs";
import { kept, withRoster } from "../support/roster.mjs";
import { me } from "../../../overrides/theme/scripts/roster.mjs";
import "../../../overrides/theme/scripts/own-character.mjs";

const HEAD_SCRIPT = readFileSync(new URL("../../../overrides/theme/partials/own-chance.js", import.meta.url), "utf8");
new Function(HEAD_SCRIPT.replace(/\{#[^]*?#\}/, ""))();

const HEAD = '<own-character data-system="prophecy"><a href="../characters/">My characters</a> <select><option value="">nobody</option></select></own-character>';
const CHANCES = '<p>A rule.<own-chance data-system="prophecy" data-rule="P-10.10"></own-chance></p><table><tr><td><own-chance data-system="prophecy" data-rule="P-T3.7"></own-chance></td></tr></table>';

test("beside a rule stands the chance of who I am, with the exact number a touch away", () => {
  withRoster(CHANCES, [kept("a", "Mio"), kept("b", "Ren", { chance: "50 %" })], { prophecy: "a" });
  assert.equal(find("p own-chance").textContent, "Mio you hit 75.3 %");
  assert.equal(find("p own-chance data").getAttribute("value"), "61/81");
  assert.equal(find("td own-chance").textContent, "Mio you hit 75.3 % → 66.1 %");
});

test("the head of the page says who I am, and lets somebody else be", () => {
  withRoster(HEAD + CHANCES, [kept("a", "Mio"), kept("b", "Ren", { chance: "50 %" })], { prophecy: "a" });
  assert.equal(find("select").value, "a");
  pick(find("select"), "b");
  assert.equal(me("prophecy").id, "b");
  assert.equal(find("p own-chance").textContent, "Ren you hit 50 %");
  pick(find("select"), "");
  assert.equal(find("p own-chance").textContent, "");
});

test("on a Japanese page it speaks Japanese", () => {
  withRoster(CHANCES, [kept("a", "Mio")], { prophecy: "a" }, "ja");
  assert.equal(find("p own-chance").textContent, "日Mio 日you hit 75.3 %");
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
