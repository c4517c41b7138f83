// table-bar.mjs: which game was read last.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closeStorage, page } from "../support/page.mjs";
import { noteGame } from "../../../overrides/theme/scripts/table-bar.mjs";

const last = () => [document.documentElement.dataset.lastGame, localStorage.getItem("rulebook-game")];

test("the game whose page is read is remembered, and stays so on pages of none", () => {
  page('<nav class="table-bar" data-game="kamui"></nav>');
  noteGame();
  assert.deepEqual(last(), ["kamui", "kamui"]);
  document.body.innerHTML = '<nav class="table-bar"></nav>';
  noteGame();
  assert.deepEqual(last(), ["kamui", "kamui"]);
});

test("a browser that stores nothing knows it as long as pages are turned", (t) => {
  page('<nav class="table-bar" data-game="avatar"></nav>');
  closeStorage(t);
  noteGame();
  assert.equal(document.documentElement.dataset.lastGame, "avatar");
});
