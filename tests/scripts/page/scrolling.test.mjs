// scrolling.mjs: a box takes the focus while there is more in it than can be seen. What overflows, a browser shows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../support/clock.mjs";
import { find, page } from "../support/page.mjs";
import { reach, watchScrollBoxes } from "../../../overrides/theme/scripts/scrolling.mjs";

/** Says how large a box is, and how much is in it. */
function sized(box, { inside = 100, shown = 100, high = 0 } = {}) {
  const sizes = { scrollWidth: inside, clientWidth: shown, scrollHeight: 50 + high, clientHeight: 50 };
  for (const [name, value] of Object.entries(sizes)) Object.defineProperty(box, name, { value, configurable: true });
}

test("a box that overflows takes the focus, and lets go of it", () => {
  const box = page('<div class="box"></div>');
  sized(box, { inside: 300 });
  reach(box);
  assert.equal(box.tabIndex, 0);
  assert.equal(box.hasAttribute("role"), false);
  sized(box);
  reach(box);
  assert.equal(box.hasAttribute("tabindex"), false);
});

test("one that scrolls downwards takes it too, one that overflows by less than a pixel does not", () => {
  const box = page('<div class="box"></div>');
  sized(box, { high: 30 });
  reach(box);
  assert.equal(box.tabIndex, 0);
  sized(box, { inside: 101 });
  reach(box);
  assert.equal(box.hasAttribute("tabindex"), false);
});

test("a table that overflows is called by its caption, or as a table that scrolls, and only as long as it does", () => {
  for (const [inside, language, label] of [
    ["<table><caption> Curses </caption></table>", "en", "Curses"],
    ["<table></table>", "en", "Table, scrolls sideways"],
    ["<table></table>", "ja", "横にスクロールできる表"],
  ]) {
    const box = page(`<div class="table-scroll">${inside}</div>`, { language });
    sized(box, { inside: 300 });
    reach(box);
    assert.deepEqual([box.getAttribute("role"), box.getAttribute("aria-label")], ["region", label]);
    sized(box);
    reach(box);
    assert.deepEqual(box.getAttributeNames(), ["class"]);
  }
});

test("a table that the page has named keeps its name", () => {
  const box = page('<div class="table-scroll" role="region" aria-label="own"></div>');
  sized(box, { inside: 300 });
  reach(box);
  sized(box);
  reach(box);
  assert.deepEqual([box.getAttribute("role"), box.getAttribute("aria-label")], ["region", "own"]);
});

test("boxes of the page and those that come later are watched, each once, and fitted when their size changes", async (t) => {
  const watched = [];
  let tell;
  globalThis.ResizeObserver = class {
    constructor(told) {
      tell = told;
    }
    observe(element) {
      watched.push(element.id);
    }
  };
  page('<div class="table-scroll" id="box"><table id="table"></table></div>');
  watchScrollBoxes();
  assert.deepEqual(watched, [], "the page is laid out when it is painted, not before");
  await new Promise((go) => requestAnimationFrame(go));
  assert.deepEqual(watched, ["box", "table"]);
  document.body.insertAdjacentHTML("beforeend", '<div class="table-scroll" id="later"></div>');
  document.body.insertAdjacentHTML("beforeend", "<p>and more of an answer</p>");
  await settled();
  assert.deepEqual(watched, ["box", "table"], "no answer waits for it");
  await new Promise((go) => requestAnimationFrame(go));
  assert.deepEqual(watched, ["box", "table", "later"], "before it is seen it is laid");
  sized(find("#box"), { inside: 300 });
  tell([{ target: find("#table") }]);
  assert.equal(find("#box").tabIndex, 0);
});
