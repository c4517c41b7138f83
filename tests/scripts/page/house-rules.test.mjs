// house-rules.mjs: what a page of a game says of the house rules that are in force in it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { find, page } from "../support/page.mjs";
import { keep } from "../../../overrides/theme/scripts/preferences.mjs";
import "../../../overrides/theme/scripts/house-rules.mjs";

const KAMUI = '<house-rules data-system="kamui"><a href="../rulings/"></a></house-rules>';
const said = () => document.documentElement.hasAttribute("data-house-rules") && find("house-rules").textContent;

test("where none is in force nothing is said", () => {
  localStorage.setItem("rulebook-numbers", '{"kamui": {"ability": "5"}, "contest": {"rule:halving": "all"}}');
  page(KAMUI);
  assert.equal(said(), false);
});

test("one that is chosen in the page is counted at once, and in the other language as well", () => {
  localStorage.clear();
  page(`${KAMUI}<form><input name="die" value="d10" data-kept="rule:die"><input name="success" value="a" data-kept="rule:success"></form>`);
  const form = find("form");
  find("[name=die]").value = "d6";
  keep("kamui.pool", form, new Set(["die"]));
  assert.equal(said(), "1 house rule is in force in this game");
  document.documentElement.lang = "ja";
  find("[name=success]").value = "b";
  keep("kamui.pool", form, new Set(["success"]));
  assert.equal(said(), "このゲームでは、ハウスルールが2件使われています");
  document.documentElement.lang = "en";
});

test("what somebody else has written into the store is no house rule", () => {
  localStorage.setItem("rulebook-numbers", '{"kamui": {"rule:die": 7, "rules": "x"}}');
  page(KAMUI);
  assert.equal(said(), false);
});
