// cards.mjs: when a table becomes cards, and when it is a table again. How either looks, a browser shows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { find, page } from "../support/page.mjs";
import { layTables } from "../../../overrides/theme/scripts/cards.mjs";

const TABLE = `<div class="table-scroll"><table><thead><tr><th></th><th> Chance </th><th></th></tr></thead>
  <tbody><tr><th>5+</th><td>1/2</td><td>even</td></tr></tbody></table></div>`;

/** Says how much room there is, and how much the table in it needs. */
function sized(box, inside, room) {
  for (const [name, value] of [["scrollWidth", inside], ["clientWidth", room]]) {
    Object.defineProperty(box, name, { value, configurable: true });
  }
  return box;
}

const isCards = () => find("table").hasAttribute("data-cards");

test("a table that has no room becomes cards, each cell with the head of its column", () => {
  sized(page(TABLE), 500, 300);
  layTables();
  assert.equal(isCards(), true);
  const [name, chance, bare] = find("tbody tr").cells;
  assert.deepEqual([name.dataset.head, chance.dataset.head, bare.dataset.head], [undefined, "Chance", undefined]);
});

test("what a row is called by says it itself, and a bare number with the head of its column", () => {
  for (const [said, head] of [["5+", "Sum"], ["1–3", "Sum"], ["Mio", undefined], ["難度6", undefined]]) {
    sized(page(TABLE.replace("<th></th>", "<th>Sum</th>").replace(">5+<", `>${said}<`)), 500, 300);
    layTables();
    assert.equal(find("tbody th").dataset.head, head, said);
  }
});

test("what a corner says of the columns stands below the name of each row", () => {
  sized(page(TABLE.replace("<th></th>", "<th>Attack ＼ dice left</th>").replace(">5+<", ">1<")), 500, 300);
  layTables();
  const name = find("tbody th");
  assert.deepEqual([name.dataset.head, name.dataset.columns], ["Attack", "dice left"]);
});

test("drawn as none, it is still told as a table", () => {
  sized(page(TABLE), 500, 300);
  layTables();
  const roles = ["table", "tbody", "tr", "thead th", "tbody th", "td"].map((tag) => find(tag).getAttribute("role"));
  assert.deepEqual(roles, ["table", "rowgroup", "row", "columnheader", "rowheader", "cell"]);
});

test("it is a table again where there is the room that it needs, and not before", () => {
  const box = sized(page(TABLE), 500, 300);
  layTables();
  sized(box, 400, 400); // as cards it has fitted itself in
  layTables();
  assert.equal(isCards(), true);
  sized(box, 500, 500);
  layTables([box, box]); // it and what is in it have changed their size
  assert.equal(isCards(), false);
});

test("where it would need more room in a wider window than in the one that made it cards, it stays cards", () => {
  const box = sized(page(TABLE), 500, 300);
  layTables();
  const needs = () => (isCards() ? 510 : 540);
  Object.defineProperty(box, "scrollWidth", { get: needs, configurable: true });
  Object.defineProperty(box, "clientWidth", { value: 510, configurable: true });
  layTables();
  assert.equal(find("table").dataset.cards, "540");
  Object.defineProperty(box, "clientWidth", { value: 540, configurable: true });
  layTables();
  assert.equal(isCards(), false);
});

test("a table that has room, one that is folded away and one that has cards of its own are left alone", () => {
  for (const [html, inside, room] of [[TABLE, 300, 300], [TABLE, 500, 0], [`<rules-table>${TABLE}</rules-table>`, 500, 300]]) {
    page(html);
    sized(find(".table-scroll"), inside, room);
    layTables();
    assert.equal(isCards(), false);
  }
});

test("where a head stands over several columns, or there are two rows of them, the table goes on scrolling", () => {
  for (const html of [TABLE.replace("<td>", '<td colspan="2">'), TABLE.replace("</tr></thead>", "</tr><tr></tr></thead>")]) {
    sized(page(html), 500, 300);
    layTables();
    assert.equal(isCards(), false);
  }
});
