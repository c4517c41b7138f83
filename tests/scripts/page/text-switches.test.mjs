// text-switches.mjs: whether the Japanese terms, and the fractions, stand beside what a reader reads.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closeStorage, find, page, within } from "../support/page.mjs";
import { watchReading } from "../../../overrides/theme/scripts/text-switches.mjs";

const KEY = "rulebook-japanese";

function open() {
  page(`<div><button data-reading="japanese" value="no"><b>Hide</b></button>
    <button data-reading="japanese" value="">Show</button>
    <button data-reading="fractions" value="yes">Fractions</button></div><button>Other</button>`);
  delete document.documentElement.dataset.japanese;
  within(watchReading);
}

test("who hides the terms does without them from now on, and who shows them has them again", () => {
  open();
  find("b").click();
  assert.deepEqual([document.documentElement.dataset.japanese, localStorage.getItem(KEY)], ["no", "no"]);
  assert.equal(document.activeElement.textContent, "Show", "the button that was pressed is gone, the keyboard goes to the other");
  find("[data-reading=japanese][value='']").click();
  assert.deepEqual([document.documentElement.dataset.japanese, localStorage.getItem(KEY)], [undefined, null]);
  assert.equal(document.activeElement.textContent, "Hide");
});

test("other buttons change nothing", () => {
  open();
  find("button:not([data-reading])").click();
  assert.equal(document.documentElement.dataset.japanese, undefined);
});

test("a browser that stores nothing hides them all the same", (t) => {
  open();
  closeStorage(t);
  t.mock.method(Object.getPrototypeOf(localStorage), "removeItem", () => {
    throw new DOMException("closed", "SecurityError");
  });
  find("b").click();
  assert.equal(document.documentElement.dataset.japanese, "no");
  find("[data-reading=japanese][value='']").click();
  assert.equal(document.documentElement.dataset.japanese, undefined);
});

test("the fractions are a wish of their own", () => {
  open();
  find("[data-reading=fractions]").click();
  const { japanese, fractions } = document.documentElement.dataset;
  assert.deepEqual([japanese, fractions, localStorage.getItem("rulebook-fractions")], [undefined, "yes", "yes"]);
});

test("a number that is touched shows its fraction until the next touch", () => {
  open();
  document.body.insertAdjacentHTML("beforeend", '<p><data value="1/2">50%</data> <data value="1/3">33.3%</data></p>');
  const shown = () => [...document.querySelectorAll("data.touched")].map((each) => each.value);
  const [half, third] = document.querySelectorAll("data");
  half.click();
  assert.deepEqual(shown(), ["1/2"]);
  third.click();
  assert.deepEqual(shown(), ["1/3"]);
  find("p").click();
  assert.deepEqual(shown(), []);
});
