// japanese.mjs: whether the Japanese terms stand beside the English ones.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closeStorage, find, page, within } from "../support/page.mjs";
import { watchJapanese } from "../../../overrides/theme/scripts/japanese.mjs";

const KEY = "rulebook-japanese";

function open() {
  page('<div><button data-japanese="no"><b>Hide</b></button><button data-japanese="">Show</button></div><button>Other</button>');
  delete document.documentElement.dataset.japanese;
  within(watchJapanese);
}

test("who hides the terms does without them from now on, and who shows them has them again", () => {
  open();
  find("b").click();
  assert.deepEqual([document.documentElement.dataset.japanese, localStorage.getItem(KEY)], ["no", "no"]);
  assert.equal(document.activeElement.textContent, "Show", "the button that was pressed is gone, the keyboard goes to the other");
  find('[data-japanese=""]').click();
  assert.deepEqual([document.documentElement.dataset.japanese, localStorage.getItem(KEY)], [undefined, null]);
  assert.equal(document.activeElement.textContent, "Hide");
});

test("other buttons change nothing", () => {
  open();
  find("button:not([data-japanese])").click();
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
  find('[data-japanese=""]').click();
  assert.equal(document.documentElement.dataset.japanese, undefined);
});
