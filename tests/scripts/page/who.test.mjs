// who.mjs: whose numbers a calculator begins with, and who enters a fight.

import assert from "node:assert/strict";
import { test } from "node:test";

import { choose as pick, find } from "../support/page.mjs";
import { kept, withRoster } from "../support/roster.mjs";
import { offerCharacters, offerParties } from "../../../overrides/theme/scripts/who.mjs";
import { put } from "../../../overrides/theme/scripts/roster.mjs";

const WHO = '<p class="who" data-who><label>Numbers: <select><option value="0">nobody’s</option></select></label></p>';
const CHECK = `<rules-widget name="prophecy.check"><form>${WHO}<input name="ability" value="3" data-kept><input name="modifier" value="0"><input name="rule" value="a" data-kept="rule:x"></form></rules-widget>`;
const BUILT = { ability: "3", modifier: "0", rule: "a", party: "3, 4, 5" };

const offered = () => [...find("select").options].map((option) => option.text);

/** A calculator with its menu; what it fills in is collected. */
function calculator(html, characters = [], me = {}) {
  withRoster(html, characters, me);
  const widget = find("rules-widget");
  const filled = [];
  widget.addEventListener("fill", ({ detail }) => filled.push(detail));
  offerCharacters(widget, BUILT, new AbortController().signal);
  return filled;
}

test("me comes first, and each ability that the calculator can be asked with is an entry", () => {
  const filled = calculator(CHECK, [kept("b", "Ren", { p: "2", t: "2" }), kept("a", "Mio")], { prophecy: "a" });
  assert.deepEqual(offered(), ["nobody’s", "Mio – P", "Mio – T", "Ren"]);
  assert.equal(find("select").value, "0");
  pick(find("select"), "2");
  pick(find("select"), "3");
  pick(find("select"), "0");
  assert.deepEqual(filled, [{ ability: "5" }, { ability: "2" }, { ability: "3" }]);
});

test("abilities with the same number are one entry that names them all", () => {
  const mio = kept("a", "Mio");
  mio.told.uses.push({ label: { en: "S", ja: "心" }, numbers: mio.told.uses[0].numbers });
  calculator(CHECK, [mio], { prophecy: "a" });
  assert.deepEqual(offered(), ["nobody’s", "Mio – P, S", "Mio – T"]);
});

test("the menu says whose numbers stand in the fields, and nobody's once they are changed", () => {
  calculator(CHECK, [kept("a", "Mio")], { prophecy: "a" });
  for (const [said, chosen] of [["4", "1"], ["5", "2"], ["9", "0"]]) {
    find("[name=ability]").value = said;
    find("rules-widget").dispatchEvent(new CustomEvent("answered"));
    assert.equal(find("select").value, chosen);
  }
});

test("a party fills in the list of an estimator", () => {
  const filled = calculator(`<rules-widget name="prophecy.difficulty"><form>${WHO}<input name="party" value="3, 4, 5" data-party="abilities"></form></rules-widget>`, [kept("a", "Mio", { party: "Choir" }), kept("b", "Ren", { party: "Choir", p: "2" })], { prophecy: "a" });
  assert.deepEqual(offered(), ["nobody’s", "Choir"]);
  pick(find("select"), "1");
  assert.deepEqual(filled, [{ party: "Mio 4, Ren 2" }]);
});

test("where nobody is kept, or nothing of theirs is asked for, there is no menu", () => {
  calculator(CHECK);
  assert.equal(find("[data-who]").hidden, true);
  calculator(`<rules-widget name="prophecy.initiative"><form>${WHO}<input name="enemies" value="8" data-kept></form></rules-widget>`, [kept("a", "Mio")], {});
  assert.equal(find("[data-who]").hidden, true);
});

test("who is kept meanwhile is offered at once", () => {
  calculator(CHECK, [kept("a", "Mio", { p: "2", t: "2" })], { prophecy: "a" });
  put(kept("b", "Ren", { p: "1", t: "1" }));
  assert.deepEqual(offered(), ["nobody’s", "Mio", "Ren"]);
});

test("a fight takes a party in one press, or somebody alone", () => {
  withRoster('<rules-widget name="prophecy.battle" data-desk><fieldset data-roster="prophecy" hidden><select name="party"></select></fieldset></rules-widget>', [kept("a", "Mio", { party: "Choir" }), kept("b", "Ren", { party: "Choir" })], { prophecy: "a" });
  offerParties(find("rules-widget"));
  assert.deepEqual(offered(), ["Choir", "Mio", "Ren"]);
  assert.equal(find("select").value, '[["add","Mio"],["add","Ren"]]');
  assert.equal(find("[data-roster]").hidden, false);
});

test("names that look like markup stay names", () => {
  calculator(CHECK, [kept("a", "<img src=x onerror=alert(1)>", { p: "2", t: "2" })], { prophecy: "a" });
  assert.deepEqual(offered(), ["nobody’s", "<img src=x onerror=alert(1)>"]);
  assert.equal(document.querySelector("img"), null);
});
