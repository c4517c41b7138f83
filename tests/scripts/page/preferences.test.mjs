// preferences.mjs: the reader's own numbers, kept in this browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closeStorage, find, page } from "../support/page.mjs";
import { keep, recall } from "../../../overrides/theme/scripts/preferences.mjs";

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

test("a browser that stores nothing does no harm", (t) => {
  const form = page(FORM);
  closeStorage(t);
  typed("ability", "17");
  keep("contest.roll", form, all);
  assert.deepEqual(recall("contest.roll"), {});
});
