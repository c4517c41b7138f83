// copying.mjs: buttons that copy a text of the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { find, page } from "../support/page.mjs";
import { copy } from "../../../overrides/theme/scripts/copying.mjs";

const PAGE = '<p><button data-copy="lines">Copy</button></p><details><textarea id="lines">2D6\n■Checks</textarea></details><p><code>4B6&gt;=4</code> <button data-copy>Copy</button></p>';

/** Lets the page copy, or not; returns what was copied. */
function clipboard(t, allowed) {
  const copied = [];
  const writeText = (text) => (allowed ? Promise.resolve(copied.push(text)) : Promise.reject(new Error("no")));
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  t.after(() => Reflect.deleteProperty(navigator, "clipboard"));
  return copied;
}

test("a text of several lines, and the code beside a button", async (t) => {
  const copied = clipboard(t, true);
  page(PAGE);
  await copy(find("[data-copy=lines]"));
  await copy(find("code + button"));
  assert.deepEqual(copied, ["2D6\n■Checks", "4B6>=4"]);
  assert.equal(find("[data-copy=lines]").hasAttribute("data-copied"), true);
});

test("where the browser forbids it the text is selected and shown, and the page says which keys copy it", async (t) => {
  clipboard(t, false);
  page(PAGE);
  await copy(find("[data-copy=lines]"));
  assert.equal(find("details").open, true);
  assert.equal(document.activeElement.id, "lines");
  await new Promise((go) => requestAnimationFrame(go));
  assert.match(find(".copy-said").textContent, /Ctrl\+C/);
});

test("the log of a fight, from the first step to the last", async (t) => {
  const copied = clipboard(t, true);
  page('<div id="fight-log"><h4>What happened</h4><p class="log-round">Round 2</p><ol><li>Mio hits. P-10.10</li></ol><p class="log-round">Round 1</p><ol><li>Ren is hit.</li><li>Mio acts.</li></ol><ol><li>Ren takes part.</li><li>Mio takes part.</li></ol></div><button data-copy="fight-log">Copy</button>');
  await copy(find("button"));
  assert.deepEqual(copied, ["Mio takes part.\nRen takes part.\n■ Round 1\nMio acts.\nRen is hit.\n■ Round 2\nMio hits. P-10.10"]);
});
