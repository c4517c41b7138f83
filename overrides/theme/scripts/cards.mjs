// A table that is wider than its column becomes cards: each row a block, each cell with the head of its column. Where there
// is room for it, it is a table again. The style sheet says how cards look; paper and pages without script keep tables.

/** What tables stand in. */
export const TABLES = ".table-scroll";

const ROLES = { caption: "caption", thead: "rowgroup", tbody: "rowgroup", tr: "row", td: "cell" }; // which a table loses that is drawn as none

/** @param {HTMLElement[]} boxes of tables; all of the page unless some are named */
export function layTables(boxes = [...document.querySelectorAll(TABLES)].map((box) => /** @type {HTMLElement} */ (box))) {
  // First all are asked, then all are told: in turn, the browser would lay the page out anew for each.
  const asked = [...new Set(boxes)].flatMap((box) => {
    const table = box.querySelector("table");
    // rules-table has cards of its own, and a heat table is looked at as a whole
    // what is not laid out yet is looked at when it is (scrolling.mjs); to ask it now would lay it out
    if (!table || table.matches(".heat, rules-table *") || !box.checkVisibility({ contentVisibilityAuto: true }) || !box.clientWidth) return [];
    return [{ table, room: box.clientWidth, inside: box.scrollWidth }];
  });
  const changed = asked.filter(({ table, room, inside }) => {
    // It says how much room it needs as a table. Where it is still being read, it may be longer than when it was asked last.
    if (table.dataset.cards) return room >= Number(table.dataset.cards) || !label(table);
    return inside > room + 1 && label(table);
  });
  for (const { table, inside } of changed) {
    if (table.dataset.cards) delete table.dataset.cards;
    else table.dataset.cards = `${inside}`;
  }
  // In a wider window letters and gaps may be larger, too: whether there is room, a table says before anybody has seen it.
  const tables = changed.filter(({ table }) => !table.dataset.cards);
  if (tables.length) layTables(tables.flatMap(({ table }) => table.closest(TABLES) ?? []).map((box) => /** @type {HTMLElement} */ (box)));
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
  const [rows, columns] = heads[0].split(/\s*＼\s*/); // what stands in a corner is about the heads of both
  heads[0] = rows;
  for (const cell of cells) {
    const { cellIndex } = /** @type {HTMLTableCellElement} */ (cell);
    if (columns && !cellIndex && !first.contains(cell)) /** @type {HTMLElement} */ (cell).dataset.columns = columns;
    const isNamed = !cellIndex && /\p{L}/u.test(cell.textContent ?? ""); // a bare number does not say of what it is
    if (cell.role || first.contains(cell) || isNamed || !heads[cellIndex]) continue;
    /** @type {HTMLElement} */ (cell).dataset.head = heads[cellIndex];
  }
  table.role = "table";
  for (const [tag, role] of Object.entries(ROLES)) for (const each of table.querySelectorAll(`${tag}:not([role])`)) each.role = role;
  for (const each of table.querySelectorAll("th:not([role])")) each.role = first.contains(each) ? "columnheader" : "rowheader";
  return true;
}
