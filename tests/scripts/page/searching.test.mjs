// searching.mjs: the search takes notice of words that come without a key.

import assert from "node:assert/strict";
import { test } from "node:test";

import { find, page } from "../support/page.mjs";
import { watchSearch } from "../../../overrides/theme/scripts/searching.mjs";

watchSearch();

/** How many keys a field takes notice of when something is pasted, spoken or composed into it. */
function keys(html) {
  page(html);
  let count = 0;
  find("input").addEventListener("keyup", () => (count += 1));
  find("input").dispatchEvent(new InputEvent("input", { bubbles: true }));
  return count;
}

test("a word that came without a key is looked for like one that was typed", () => {
  assert.equal(keys('<input class="md-search__input">'), 1);
});

test("other fields are left alone", () => {
  assert.equal(keys("<input>"), 0);
});
