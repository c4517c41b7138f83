// table.mjs: rows are looked for and sorted.

import assert from "node:assert/strict";
import { test } from "node:test";

import { choose, find, follow, page, scrolledTo, type } from "../support/page.mjs";
import "../../../overrides/theme/scripts/table.mjs";

const row = (id, strength, name, sort, data) => `<tr id="P-T3.${id}" ${data}><th>P-T3.${id}</th><td>${name}</td><td${sort}>${strength}</td></tr>`;
const TABLE = `<rules-table>
  <form hidden>
    <select name="strength"><option value="">any</option><option value="2">2</option><option value="3">3</option></select>
    <select name="reach" data-at-most><option value="">any</option><option value="2">2</option><option value="10">10</option></select>
    <select name="changes"><option value="">any</option><option value="mana">mana</option><option value="man">man</option></select>
    <p class="table-count" data-some="{shown} of {all}" data-none="No row fits."></p><button type="button">Show all</button>
  </form>
  <table><thead><tr><th aria-sort="ascending"><span class="sort">No.</span></th><th><span class="sort"><i>Name</i></span></th><th><span class="sort">Strength</span></th></tr></thead><tbody>
    ${row(1, "2", "Rage", "", 'data-strength="2" data-reach="2" data-changes="mana damage"')}
    ${row(2, "10", "apple", "", 'data-strength="10" data-reach="9 12" data-changes=""')}
    ${row(3, "−1", "Hobble", "", 'data-strength="3" data-reach="3"')}
    ${row(4, "special", "Rage", ' data-sort="5"', 'data-strength="2 3" data-reach="11"')}
  </tbody></table></rules-table>`;

const open = (how) => page(TABLE, how);
const order = () => [...document.querySelectorAll("tbody tr")].map(({ id }) => id.slice(5)).join("");
const shown = () => [...document.querySelectorAll("tbody tr:not([hidden])")].map(({ id }) => id.slice(5)).join("");
const select = (name, value) => choose(find(`[name="${name}"]`), value);
const count = () => find(".table-count").textContent;
const sortBy = (column) => document.querySelectorAll("th > button.sort")[column].click();

// --- looking for rows ---

test("the filter is there once the script is, and the table whole", () => {
  open();
  assert.equal(find("form").hidden, false);
  assert.deepEqual([shown(), count()], ["1234", "4 of 4"]);
});

test("a choice shows the rows that have it, and says how many", () => {
  open();
  select("strength", "2");
  assert.deepEqual([shown(), count()], ["14", "2 of 4"]);
});

test("a word is a whole word: mana is not man", () => {
  open();
  select("changes", "man");
  assert.deepEqual([shown(), count()], ["", "No row fits."]);
});

for (const [name, choices] of Object.entries({
  "within reach means no more than that, by number and not by letters": [["reach", "10", "123"], ["reach", "2", "1"]],
  "several choices have to fit together; taken back, the rows come back":
    [["strength", "3", "34"], ["reach", "10", "3"], ["strength", "", "123"]],
})) {
  test(name, () => {
    open();
    for (const [field, value, left] of choices) {
      select(field, value);
      assert.equal(shown(), left, `${field} ${value}`);
    }
  });
}

test("one button shows all again", () => {
  open();
  select("strength", "3");
  find("form button").click();
  assert.deepEqual([shown(), count(), find("[name=strength]").value], ["1234", "4 of 4", ""]);
});

test("choices that a browser has kept from an earlier visit are taken back", () => {
  page("");
  const box = document.createElement("div");
  box.innerHTML = TABLE;
  box.querySelector("[name=strength]").value = "3";
  document.body.append(box);
  assert.deepEqual([shown(), find("[name=strength]").value], ["1234", ""]);
});

// --- links to rows ---

for (const [what, lead] of Object.entries({
  "a link": () => {
    document.body.insertAdjacentHTML("beforeend", '<a href="#P-T3.1">P-T3.1</a>');
    follow(find("a"));
  },
  "the address": () => {
    history.replaceState(null, "", "#P-T3.1");
    dispatchEvent(new Event("hashchange"));
    assert.deepEqual(scrolledTo, [document.getElementById("P-T3.1")]);
  },
})) {
  test(`a row that is not shown is, when ${what} leads there`, () => {
    open();
    select("strength", "3");
    lead();
    assert.equal(shown(), "1234");
  });
}

for (const [what, href] of Object.entries({ "a row that is shown": "#P-T3.3", "another page": "/en/prophecy/#P-T3.1", "nothing": "#nowhere" })) {
  test(`a link to ${what} changes nothing`, () => {
    open();
    document.body.insertAdjacentHTML("beforeend", `<a href="${href}">x</a>`);
    select("strength", "3");
    follow(find("a"));
    assert.equal(shown(), "34");
  });
}

// --- sorting ---

test("the table begins in the order of the rules, and says so", () => {
  open();
  assert.equal(order(), "1234");
  assert.deepEqual([...document.querySelectorAll("thead th")].map((head) => head.getAttribute("aria-sort")), ["ascending", null, null]);
});

test("a head sorts by its column, once more the other way round; what it says stays", () => {
  open();
  sortBy(1);
  assert.equal(order(), "2314");
  assert.deepEqual([...document.querySelectorAll("thead th")].map((head) => head.getAttribute("aria-sort")), [null, "ascending", null]);
  sortBy(1);
  assert.equal(order(), "1432");
  assert.equal(find("[aria-sort]").getAttribute("aria-sort"), "descending");
  assert.equal(find("th:nth-child(2) button").innerHTML, "<i>Name</i>");
});

test("rows that are equal stay in the order of the rules, whichever way", () => {
  open();
  sortBy(1);
  assert.match(order(), /14/);
  sortBy(1);
  assert.match(order(), /14/);
});

test("numbers are sorted by their size, with the sign of print, and what stands for a number by that", () => {
  open();
  sortBy(2);
  assert.equal(order(), "3142");
  sortBy(2);
  assert.equal(order(), "2413");
});

test("row ids are sorted as one counts", () => {
  open();
  sortBy(1);
  sortBy(0);
  assert.equal(order(), "1234");
});

test("names are sorted as the language has it", () => {
  page(TABLE.replace("Rage", "ん").replace("apple", "あ").replace("Hobble", "か"), { language: "ja" });
  sortBy(1);
  assert.equal(order().replace("4", ""), "231");
});

test("sorting and looking for go together", () => {
  open();
  select("reach", "10");
  sortBy(2);
  assert.equal(shown(), "312");
});

test("a table without a filter is left alone", () => {
  page("<rules-table><table><thead><tr><th>a</th></tr></thead><tbody></tbody></table></rules-table>");
  assert.equal(document.querySelector("button"), null);
});

// --- rows by their words ---

const TERMS = `<rules-table><form hidden><input type="search" name="words"><select name="game"><option value="">any</option><option value="avatar">A</option></select>
  <p class="table-count" data-some="{shown} of {all}" data-none="none"></p><button type="button">Show all</button></form>
  <table><tbody><tr id="P-T3.1" data-game="avatar"><td>Clash <span>打ち合い（うちあい）</span></td></tr><tr id="P-T3.2" data-game="kamui"><td>Faith <span>信仰</span></td></tr>
  <tr id="P-T3.3" data-game="avatar kamui"><td>round <span>ラウンド</span></td></tr></tbody></table></rules-table>`;

test("rows are found by any part of their words, in either language, whatever the letters", () => {
  page(TERMS);
  for (const [words, rows] of [["CLA", "1"], ["うち", "1"], ["ウチアイ", "1"], ["らうんど", "3"], ["ﾗｳﾝﾄﾞ", "3"], ["信", "2"], ["faith 信仰", "2"], ["  ", "123"], ["xyz", ""]]) {
    type(find("input"), words);
    assert.equal(shown(), rows, words);
  }
  assert.equal(count(), "none");
});

test("words and choices count together, and all are shown again", () => {
  page(TERMS);
  type(find("input"), "ん");
  select("game", "avatar");
  assert.equal(shown(), "3");
  find("form button").click();
  assert.deepEqual([shown(), find("input").value], ["123", ""]);
});
