// calculator.mjs: the last questions of each calculator, kept in this browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closeStorage, page } from "../support/page.mjs";
import { earlier, remember } from "../../../overrides/theme/scripts/calculator.mjs";

const asked = (widget = "exorcist.pool", language = "en") => earlier(widget, language).map((each) => each.asked);

test("the last five are kept, the newest first, and one that is asked again goes to the top", () => {
  page("");
  for (let dice = 1; dice <= 7; dice++) remember("exorcist.pool", "en", { asked: `dice=${dice}`, said: `${dice} dice.` });
  assert.deepEqual(asked(), ["dice=7", "dice=6", "dice=5", "dice=4", "dice=3"]);
  remember("exorcist.pool", "en", { asked: "dice=4", said: "Four dice." });
  assert.deepEqual(asked(), ["dice=4", "dice=7", "dice=6", "dice=5", "dice=3"]);
  assert.equal(earlier("exorcist.pool", "en")[0].said, "Four dice.");
});

test("each calculator has its own, and each language", () => {
  page("");
  remember("exorcist.pool", "en", { asked: "dice=1", said: "One." });
  assert.deepEqual(asked("kamui.pool"), []);
  assert.deepEqual(asked("exorcist.pool", "ja"), []);
});

test("what somebody else has written there is passed over", () => {
  page("");
  for (const written of ["", "7", "[1]", '{"exorcist.pool en": 5}', '{"exorcist.pool en": [null, 3, {"asked": 1}, {"asked": "dice=2", "said": "Two."}]}', "{"]) {
    localStorage.setItem("rulebook-questions", written);
    assert.deepEqual(asked(), written.includes("dice=2") ? ["dice=2"] : []);
    remember("exorcist.pool", "en", { asked: "dice=9", said: "x".repeat(500) });
    assert.equal(asked()[0], "dice=9");
    assert.equal(earlier("exorcist.pool", "en")[0].said.length, 120);
  }
});

test("a browser that stores nothing is no fault", (t) => {
  page("");
  closeStorage(t);
  remember("exorcist.pool", "en", { asked: "dice=1", said: "One." });
  assert.deepEqual(asked(), []);
});
