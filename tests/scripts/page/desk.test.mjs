// desk.mjs: what a press within a third of a second does, which keys there are, and which fight is offered when.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closeStorage, find, page, within } from "../support/page.mjs";
import { stopClock } from "../support/clock.mjs";
import { address } from "../../../overrides/theme/scripts/address.mjs";
import { arrange, calm, keepFight, offerFight, watchDesk } from "../../../overrides/theme/scripts/desk.mjs";

const DESK = `<rules-widget name="contest.stepper" data-desk>
  <div data-region="status"><p class="phase">Round 5 · Exchange</p>
    <div class="desk-offer" hidden><button type="button" data-do="return"></button><button type="button" data-do="dismiss">×</button></div></div>
  <div class="desk-tabs"><button type="button" data-view="board" aria-pressed="true">Board</button><button type="button" data-view="log" aria-pressed="false">Log</button></div>
  <output tabindex="-1"><button form="tray" name="do" value="place">3</button></output>
  <form id="tray" data-region="tray">
    <div data-part="primary"><button type="button" name="do" value="roll" data-primary>Roll</button></div>
    <div data-part="controls"><button type="button" name="do" value="hero">Hero point</button><input type="text" name="typed">
      <details><summary>More</summary><button type="button" name="do" value="rare">Rare</button></details>
      <button type="button" name="do" value="not" disabled>Not now</button><button type="button" name="do" value="yield">Yield</button></div>
    <div data-part="history" class="history"><button type="button" name="do" value="undo">Undo</button><button type="button" name="do" value="redo">Redo</button></div>
  </form><div data-part="log"></div><dialog class="desk-keys"></dialog></rules-widget>`;

const QUERY = { seed: "x", actions: "abc" };
const offered = () => (find(".desk-offer").hidden ? null : [find(".desk-offer").dataset.why, find('[data-do="return"]').textContent]);

/** Opens a desk, and returns it with what was pressed on it since. */
function desk(html = DESK) {
  const widget = page(html);
  const pressed = [];
  widget.addEventListener("click", ({ target }) => target.name && pressed.push(target.value));
  within(watchDesk);
  return { widget, pressed };
}

const strike = (key, target = find("[data-primary]"), more = {}) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));

const tap = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));

test("the second half of a double click spends nothing, whatever has come under the pointer; later presses count", async (t) => {
  const turn = stopClock(t);
  const { widget, pressed } = desk();
  calm(widget);
  await turn(349);
  tap(find('[value="hero"]'));
  await turn(1);
  tap(find('[value="yield"]'));
  assert.deepEqual(pressed, ["yield"]);
});

test("keys press what comes next, the other buttons that can be seen in their order, undo and redo", () => {
  const { pressed } = desk();
  strike("Enter", find("output"));
  strike("1");
  strike("2");
  strike("3"); // there is none
  strike("u");
  strike("U");
  strike("1", find("[data-primary]"), { repeat: true }); // held
  assert.deepEqual(pressed, ["roll", "hero", "yield", "undo", "redo"]);
});

test("a key is a letter where something is typed, and nobody's elsewhere on the page or with Ctrl", () => {
  const { pressed } = desk(`${DESK}<p tabindex="0">text</p>`);
  strike("1", find("input"));
  strike("u", find("p[tabindex]"));
  strike("u", find("[data-primary]"), { ctrlKey: true });
  strike("u", find("[data-primary]"), { isComposing: true });
  assert.deepEqual(pressed, []);
});

test("a narrow window shows board and log by turns, by tab or by key", () => {
  const { widget } = desk();
  find("button[data-view=log]").click();
  assert.equal(widget.dataset.view, "log");
  assert.deepEqual([...document.querySelectorAll("[aria-pressed]")].map((tab) => tab.getAttribute("aria-pressed")), ["false", "true"]);
  strike("l");
  assert.equal(widget.dataset.view, "board");
});

test("after a step the focus is on what comes next; without it on the first of the others, and nowhere if it was elsewhere", () => {
  const { widget } = desk();
  arrange(widget, false);
  assert.equal(document.activeElement, document.body);
  arrange(widget, true);
  assert.equal(document.activeElement.value, "roll");
  find("[data-primary]").remove();
  arrange(widget, true);
  assert.equal(document.activeElement.value, "hero");
});

test("a fight is kept at each step and offered when the desk is opened without one", () => {
  const { widget } = desk();
  offerFight(widget);
  assert.equal(offered(), null);
  keepFight(widget, QUERY);
  assert.equal(offered(), null);
  offerFight(widget);
  assert.deepEqual(offered(), ["go-on", "Round 5 · Exchange"]);
  find('[data-do="dismiss"]').click();
  assert.equal(offered(), null);
});

test("whoever goes on finds the fight in the address", () => {
  const { widget } = desk();
  keepFight(widget, QUERY);
  offerFight(widget);
  const told = [];
  address.addEventListener("change", () => told.push(location.search), { once: true });
  find('[data-do="return"]').click();
  assert.deepEqual(told, ["?contest.stepper.seed=x&contest.stepper.actions=abc"]);
});

test("a fight given up for a new one can be brought back until the new one's first step", () => {
  const { widget } = desk();
  keepFight(widget, QUERY);
  keepFight(widget, { seed: "y" });
  assert.deepEqual(offered(), ["bring-back", "Round 5 · Exchange"]);
  keepFight(widget, { seed: "y", actions: "d" });
  assert.equal(offered(), null);
});

test("who goes back to a set-up of their own can bring the fight back, and does not leave the set-up behind then", () => {
  const { widget } = desk();
  keepFight(widget, QUERY);
  keepFight(widget, { seed: "y", actions: "cast" });
  assert.deepEqual(offered(), ["bring-back", "Round 5 · Exchange"]);
  const told = [];
  address.addEventListener("change", () => told.push(location.search), { once: true });
  find('[data-do="return"]').click();
  assert.deepEqual(told, ["?contest.stepper.seed=x&contest.stepper.actions=abc"]);
  keepFight(widget, QUERY);
  assert.equal(offered(), null);
});

test("what somebody else has written into storage, and a storage that is closed, are passed over", (t) => {
  const { widget } = desk();
  for (const text of ["", "nonsense", "{}", "null", '{"query": {"actions": 3}, "moment": "x"}', '{"query": {"actions": "a"}}']) {
    localStorage.setItem("rulebook-fight:contest.stepper", text);
    offerFight(widget);
    assert.equal(offered(), null, text);
  }
  closeStorage(t);
  keepFight(widget, QUERY);
  offerFight(widget);
  assert.equal(offered(), null);
});
