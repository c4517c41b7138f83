// desk.mjs: what a press within a third of a second does, which keys there are, and which fight is offered when.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closeStorage, find, page, within } from "../support/page.mjs";
import { stopClock } from "../support/clock.mjs";
import { address } from "../../../overrides/theme/scripts/address.mjs";
import { arrange, calm, keepFight, meetFight, offerFight, unroll, watchDesk, written } from "../../../overrides/theme/scripts/desk.mjs";

const DESK = `<rules-widget name="contest.stepper" data-desk>
  <div data-region="status"><p class="phase">Round 5 · Exchange</p><p class="widget-status"></p>
    <div class="desk-offer" hidden><button type="button" data-do="return"></button><button type="button" data-do="dismiss">×</button></div></div>
  <div class="desk-tabs"><button type="button" data-view="board" aria-pressed="true">Board</button><button type="button" data-view="log" aria-pressed="false">Log</button></div>
  <output tabindex="-1"><button name="do" value="place">3</button></output>
  <form id="tray" data-region="tray">
    <div data-part="primary"><button type="button" name="do" value="roll" data-primary>Roll</button></div>
    <div data-part="controls"><button type="button" name="do" value="hero" aria-keyshortcuts="1">Hero point</button><input type="text" name="typed">
      <details><summary>More</summary><button type="button" name="do" value="rare">Rare</button></details>
      <button type="button" name="do" value="not" disabled>Not now</button><button type="button" name="do" value="yield" aria-keyshortcuts="2">Yield</button>
      <button type="button" data-do="keys">Keys</button><button type="button" data-do="copy-link">Copy the link</button></div>
    <div data-part="history" class="history"><button type="button" name="do" value="undo">Undo</button><button type="button" name="do" value="redo">Redo</button></div>
  </form><div data-part="log" data-region="log" tabindex="0"></div><dialog class="desk-keys"></dialog></rules-widget>`;

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

/** Opens a desk at which time stands still until it is turned. */
const timed = (t) => ({ turn: stopClock(t), ...desk() });

const strike = (key, target = find("[data-primary]"), more = {}) =>
  target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }));

const tap = (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));

/** A press spends nothing, and one that comes later does. */
async function tooEarly(pressed, later) {
  tap(find('[value="hero"]'));
  await later();
  tap(find('[value="yield"]'));
  assert.deepEqual(pressed, ["yield"]);
}

test("the second half of a double click spends nothing, whatever has come under the pointer; later presses count", async (t) => {
  const { turn, widget, pressed } = timed(t);
  calm(widget);
  await turn(349);
  await tooEarly(pressed, () => turn(1));
});

test("a press counts by when it was made: of the second half of a double click a busy page hears long after", async (t) => {
  const { turn, widget, pressed } = timed(t);
  calm(widget);
  const made = performance.now() + 100;
  await turn(2000);
  const late = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 });
  Object.defineProperty(late, "timeStamp", { value: made });
  find('[value="hero"]').dispatchEvent(late);
  assert.deepEqual(pressed, []);
  tap(find('[value="hero"]'));
  assert.deepEqual(pressed, ["hero"]);
});

test("the Enter that led through a fight does not begin another; a second later, and at an end that was there before, it counts", async (t) => {
  const { turn, widget, pressed } = timed(t);
  find("output").insertAdjacentHTML("afterbegin", "<section data-outcome>Garm wins</section>");
  calm(widget);
  await turn(999);
  strike("Enter", find("output"));
  find("[data-primary]").click();
  assert.deepEqual(pressed, []);
  strike("u"); // what was done can be taken back at once
  assert.deepEqual(pressed.splice(0), ["undo"]);
  await turn(1);
  strike("Enter", find("output"));
  calm(widget); // a step that leaves it over
  find("[data-primary]").click();
  assert.deepEqual(pressed, ["roll", "roll"]);
});

test("an end that has been taken back, or left for another fight, holds nothing", () => {
  const { widget, pressed } = desk();
  find("output").insertAdjacentHTML("afterbegin", "<section data-outcome>Garm wins</section>");
  calm(widget);
  find("[data-outcome]").remove();
  find("[data-primary]").click();
  assert.deepEqual(pressed, ["roll"]);
});

test("of two steps that follow each other by keys, the later one begins the calm anew", async (t) => {
  const { turn, widget, pressed } = timed(t);
  calm(widget);
  await turn(300);
  calm(widget);
  await turn(100);
  await tooEarly(pressed, () => turn(250));
});

test("keys press what comes next, the other buttons by their numbers, undo and redo", () => {
  const { pressed } = desk();
  strike("Enter", find("output"));
  strike("1");
  strike("2");
  strike("3"); // there is none
  strike("u");
  strike("U");
  assert.deepEqual(pressed, ["roll", "hero", "yield", "undo", "redo"]);
});

test("a key that is held does nothing more, wherever the focus is", () => {
  const { widget, pressed } = desk();
  for (const key of ["1", "u", "U", "l", "L", "?", "Enter"]) {
    for (const place of ["[data-primary]", "output", "output button"]) {
      assert.equal(strike(key, find(place), { repeat: true }), false, `${key} on ${place}`);
    }
  }
  assert.deepEqual(pressed, []);
  assert.equal(widget.dataset.view, undefined);
});

test("the list of keys opens with ? and with its button", () => {
  desk();
  let opened = 0;
  find("dialog").showModal = () => (opened += 1);
  strike("?");
  find("[data-do=keys]").click();
  assert.equal(opened, 2);
});

const cell = (name, x) => `<span role="gridcell">${name ? `<button type="button" name="do" value="${name}" data-square="${name}" data-x="${x}">${name}</button>` : x}</span>`;
const row = (...names) => `<div role="row">${names.map((name, x) => cell(name, x)).join("")}</div>`;
const GRID = `<div role="grid">${row("a", "", "c", "d")}${row("", "", "", "")}${row("", "f", "", "h")}</div>`;
const GAUGE = `<div role="grid">${row("a", "b", "", "d")}</div>`;
const SHEETS = `<div role="toolbar"><section role="group">${cell("a", 0)}${cell("b", 1)}</section><section role="group"></section>
  <ul><li>${cell("c", 0)}</li><li>${cell("d", 1)}</li></ul></div>`;

/** Opens a desk with a board, whose columns lie side by side, and returns a way over it: where keys lead, one after the other. */
function over(board) {
  const { widget } = desk(DESK.replace(/<output.*<\/output>/, `<output tabindex="0">${board}</output>`));
  for (const each of document.querySelectorAll("output button")) {
    each.getBoundingClientRect = () => ({ left: 44 * each.dataset.x, right: 44 * each.dataset.x + 40 });
    each.tabIndex = each.value === "a" ? 0 : -1;
  }
  const way = (from, ...keys) => {
    find(`output [value=${from}]`).focus();
    return keys.map((key) => {
      const [name, ctrl] = [key.replace("Ctrl+", ""), key.startsWith("Ctrl+")];
      strike(name.length > 1 && !/Home|End|Enter/.test(name) ? `Arrow${name}` : name, document.activeElement, { ctrlKey: ctrl });
      return document.activeElement.value;
    });
  };
  return { widget, way };
}

test("on a board of rows, arrows lead to the next square that can be chosen, and not beyond the edge", () => {
  const { way } = over(GRID);
  assert.deepEqual(way("a", "Right", "Right", "Down", "Down", "Left", "Up", "Up"), ["c", "d", "h", "h", "f", "a", "a"]);
  assert.deepEqual(way("a", "Left", "End", "Home", "Ctrl+End", "Home", "Ctrl+Home"), ["a", "d", "a", "h", "f", "a"]);
  assert.deepEqual(way("h", "Right"), ["h"]);
});

test("in a single row arrows lead round and round, either way", () => {
  const { way } = over(GAUGE);
  assert.deepEqual(way("a", "Right", "Right", "Right", "Left", "Down", "Up", "End", "Home"), ["b", "d", "a", "d", "a", "d", "d", "a"]);
});

test("among sheets, left and right lead from one choice to the next, up and down from sheet to sheet", () => {
  const { way } = over(SHEETS);
  assert.deepEqual(way("a", "Right", "Right", "Right", "Right", "Left"), ["b", "c", "d", "a", "d"]);
  assert.deepEqual(way("b", "Down", "Up", "End", "Home"), ["c", "a", "d", "a"]);
});

test("Tab comes back to what had the focus last, and stops once in a board", () => {
  const { way } = over(GRID);
  const stops = () => [...document.querySelectorAll("output button")].filter((each) => !each.tabIndex).map((each) => each.value);
  assert.deepEqual(stops(), ["a"]);
  way("a", "Right");
  assert.deepEqual(stops(), ["c"]);
  find("[value=f]").focus(); // by a pointer
  assert.deepEqual(stops(), ["f"]);
});

test("what cannot be chosen or seen is passed over", () => {
  const { way } = over(GAUGE);
  find("[value=b]").disabled = true;
  find("[value=d]").closest("span").hidden = true;
  assert.deepEqual(way("a", "Right", "End"), ["a", "a"]);
});

test("arrows elsewhere, with Shift or Alt, and those of the choices of a form are the browser's", () => {
  over(`${GRID}<div role="radiogroup"><input type="radio" name="taps" value="move"></div>`);
  assert.equal(strike("ArrowDown", find("output")), true);
  assert.equal(strike("ArrowRight", find("input[type=radio]")), true);
  assert.equal(strike("ArrowRight", find("output [value=a]"), { shiftKey: true }), true);
  assert.equal(strike("ArrowRight", find("output [value=a]"), { altKey: true }), true);
  assert.equal(strike("ArrowRight", find("output [value=a]")), false);
});

test("after a step the focus comes back to the square where it can be chosen again, else it is on what comes next", () => {
  const { widget } = over(GAUGE);
  arrange(widget, true, "b");
  assert.equal(document.activeElement.value, "b");
  arrange(widget, true, "c");
  assert.equal(document.activeElement.value, "roll");
  find("[value=b]").disabled = true;
  arrange(widget, true, "b");
  assert.equal(document.activeElement.value, "roll");
});

test("after a step the choices are seen from their first one, but where the same is pressed again and again", () => {
  const { widget } = desk(DESK.replace('<div data-part="controls">', '<div class="desk-choices" data-part="controls">').replace('value="rare"', `value='["hurt", "]"]'`));
  const choices = find(".desk-choices");
  for (const [pressed, left] of [['["hurt", "]"]', 280], ["hero", 280], ["roll", 0], ["gone", 0]]) {
    choices.scrollTop = 280;
    unroll(widget, pressed, written(widget, pressed));
    assert.equal(choices.scrollTop, left, pressed);
  }
  choices.scrollTop = 280;
  unroll(widget, "hero", "Tomoe augments");
  assert.equal(choices.scrollTop, 0, "now it is that of somebody else");
  unroll(over(GAUGE).widget, "roll"); // a desk before its first step has none
});

test("who scrolls on among the choices or opens a fold has more of them in view, until the next step or a touch of the board", () => {
  const { widget } = desk(DESK.replace('<div data-part="controls">', '<div class="desk-choices" data-part="controls">'));
  const choices = find(".desk-choices");
  const reaches = () => widget.hasAttribute("data-reaching");
  const scroll = (place, top) => {
    place.scrollTop = top;
    place.dispatchEvent(new Event("scroll"));
    return reaches();
  };
  assert.equal(scroll(choices, 0), false, "the first choice is in view anyway");
  assert.equal(scroll(choices, 30), true);
  assert.equal(scroll(choices, 0), true, "there is no way back by itself: all may be in view now");
  assert.equal(scroll(find("output"), 30), true, "a board may move by itself");
  find("output").dispatchEvent(new Event("touchmove"));
  assert.equal(reaches(), false);
  tap(find("summary"));
  assert.equal(reaches(), true);
  tap(find("[name=typed]"));
  assert.equal(reaches(), true, "whoever fills something in sees it");
  unroll(widget, "hero", written(widget, "hero"));
  assert.equal(reaches(), true, "what is pressed again and again stays where it is");
  unroll(widget, "roll");
  assert.equal(reaches(), false);
  find("details").open = true;
  tap(find("summary"));
  assert.equal(reaches(), false, "it closes");
  scroll(choices, 30);
  tap(find("[data-view=log]"));
  assert.equal(reaches(), false);
});

test("the log takes the focus and gives it back, by L or Escape", () => {
  const { widget } = desk();
  strike("l");
  assert.equal(document.activeElement, find("[data-region=log]"));
  strike("l", document.activeElement);
  assert.equal(document.activeElement.value, "roll");
  strike("l");
  strike("Escape", document.activeElement);
  assert.deepEqual([widget.dataset.view, document.activeElement.value], ["board", "roll"]);
  assert.equal(strike("Escape"), true, "there is nothing more to close");
});

test("an offer that goes leaves the focus on what comes next", () => {
  const { widget } = desk();
  for (const does of ["dismiss", "return"]) {
    keepFight(widget, QUERY);
    offerFight(widget);
    find(`[data-do=${does}]`).focus();
    document.activeElement.click();
    assert.equal(document.activeElement.value, "roll", does);
  }
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

test("who skips what lies before the next step is there", () => {
  const { widget } = desk();
  widget.insertAdjacentHTML("afterbegin", '<button type="button" data-do="skip">Skip</button>');
  find("[data-do=skip]").click();
  assert.equal(document.activeElement.value, "roll");
});

test("arrows lead along the rules in a table, where Tab stops once", () => {
  const cells = ["a", "b"].map((id) => `<td><a href="#${id}" id="${id}"${id === "a" ? "" : ' tabindex="-1"'}>${id}</a></td>`);
  desk(DESK.replace("<output", `<div role="toolbar"><table><tr>${cells.join("")}</tr></table></div><output`));
  find("#a").focus();
  strike("ArrowRight", find("#a"));
  assert.equal(document.activeElement.id, "b");
  assert.deepEqual([find("#a").tabIndex, find("#b").tabIndex], [-1, 0]);
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

const stored = () => JSON.parse(localStorage.getItem("rulebook-fight:contest.stepper"))?.query;

test("a fight that a link has brought does not take the place of one's own before its first step; one's own is offered", () => {
  for (const other of [{ seed: "y", actions: "d" }, { seed: "x", actions: "ab" }]) {
    const { widget } = desk();
    keepFight(widget, QUERY);
    meetFight(widget, other);
    assert.deepEqual([offered(), stored()], [["bring-back", "Round 5 · Exchange"], QUERY]);
    find('[data-do="return"]').click();
    meetFight(widget, QUERY); // which the address says now
    assert.deepEqual([offered(), stored()], [null, QUERY]);
    meetFight(widget, other);
    keepFight(widget, { ...other, actions: `${other.actions}e` });
    assert.deepEqual([offered(), stored()], [null, { ...other, actions: `${other.actions}e` }]);
  }
});

test("one's own fight under another house rule is still one's own, and where none is kept the linked one is not before its first step", () => {
  const { widget } = desk();
  keepFight(widget, QUERY);
  meetFight(widget, { ...QUERY, halving: "ability" });
  assert.deepEqual([offered(), stored()], [null, { ...QUERY, halving: "ability" }]);
  localStorage.clear();
  const { widget: other } = desk();
  meetFight(other, QUERY);
  assert.deepEqual([offered(), stored()], [null, undefined]);
  keepFight(other, QUERY);
  assert.deepEqual([offered(), stored()], [null, QUERY]);
});

test("a link that names no seed, for it has the built one, is met where no fight is kept", () => {
  const { widget } = desk();
  meetFight(widget, { actions: "abc" });
  assert.deepEqual([offered(), stored()], [null, undefined]);
});

test("a fight that was left in the other language is offered without the words of that language", () => {
  const { widget } = desk();
  keepFight(widget, QUERY);
  document.documentElement.lang = "ja";
  offerFight(widget);
  assert.deepEqual(offered(), ["go-on", "中断したところ"]);
  document.documentElement.lang = "en";
  offerFight(widget);
  assert.deepEqual(offered(), ["go-on", "Round 5 · Exchange"]);
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

test("the link that holds the fight is copied; where that is not allowed, one is told where it stands", async (t) => {
  desk();
  const copied = [];
  const clipboard = { writeText: async (text) => copied.push(text) };
  Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true });
  t.after(() => Reflect.deleteProperty(navigator, "clipboard"));
  const said = async () => {
    tap(find('[data-do="copy-link"]'));
    await new Promise((go) => { setTimeout(go); });
    return find(".widget-status").textContent;
  };
  assert.equal(await said(), "The link is copied; it stands in the address bar, too.");
  assert.deepEqual(copied, [location.href]);
  clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  assert.equal(await said(), "The link stands in the address bar.");
});
