// A table that is wider than its column becomes cards: each row a block, each cell with the head of its column. Where there
// is room for it, it is a table again. The style sheet says how cards look; paper and pages without script keep tables.

/** What tables stand in. */
export const TABLES = ".table-scroll, .md-typeset__scrollwrap";

/** @type {WeakMap<HTMLTableElement, number>} the room that a table needs, known since it had not enough */
const needs = new WeakMap();

const ROLES = { caption: "caption", thead: "rowgroup", tbody: "rowgroup", tr: "row", td: "cell" }; // which a table loses that is drawn as none

/** @param {HTMLElement[]} boxes of tables; all of the page unless some are named */
export function layTables(boxes = [...document.querySelectorAll(TABLES)].map((box) => /** @type {HTMLElement} */ (box))) {
  // First all are asked, then all are told: in turn, the browser would lay the page out anew for each.
  const asked = [...new Set(boxes)].flatMap((box) => {
    const table = box.querySelector("table");
    // rules-table has cards of its own, and a heat table is looked at as a whole
    if (!table || table.matches(".heat, rules-table *") || !box.clientWidth) return [];
    return [{ table, room: box.clientWidth, inside: box.scrollWidth }];
  });
  const changed = asked.filter(({ table, room, inside }) => {
    if ("cards" in table.dataset) return room >= (needs.get(table) ?? 0);
    return inside > room + 1 && label(table);
  });
  for (const { table, inside } of changed) {
    if (table.toggleAttribute("data-cards")) needs.set(table, inside);
  }
}

/**
 * Writes to each cell what its column is about.
 * @param {HTMLTableElement} table
 * @returns {boolean} whether that can be said: there is one row of heads, and no cell spans several
 */
function label(table) {
  const [first, ...more] = table.tHead?.rows ?? [];
  const cells = [...table.querySelectorAll("th, td")];
  if (!first || more.length || cells.some((cell) => cell.matches("[colspan], [rowspan]"))) return false;
  const heads = [...first.cells].map(({ textContent }) => textContent?.trim() ?? "");
  for (const row of [...table.tBodies].flatMap(({ rows }) => [...rows])) {
    for (const [column, cell] of [...row.cells].entries()) if (column && heads[column]) cell.dataset.head = heads[column];
  }
  table.setAttribute("role", "table");
  for (const [tag, role] of Object.entries(ROLES)) for (const each of table.querySelectorAll(tag)) each.setAttribute("role", role);
  for (const each of table.querySelectorAll("th")) each.setAttribute("role", first.contains(each) ? "columnheader" : "rowheader");
  return true;
}
