// widget.mjs: when a widget asks, what it shows of the answers, and what becomes of those that come too late.

import assert from "node:assert/strict";
import { test } from "node:test";

import { choose, closeStorage, find, page, press, type } from "../support/page.mjs";
import { settled, until } from "../support/clock.mjs";
import { visit } from "../support/visit.mjs";
import { kept as character, store } from "../support/roster.mjs";
import { last, workers } from "../support/worker.mjs";
import { address } from "../../../overrides/theme/scripts/address.mjs";
import { start } from "../../../overrides/theme/scripts/python.mjs";
import { choose as become, put } from "../../../overrides/theme/scripts/roster.mjs";
import "../../../overrides/theme/scripts/widget.mjs";

const WIDGET = `<rules-widget name="contest.roll" data-state="static">
  <form method="dialog" novalidate>
    <div data-field="ability"><input name="ability" value="15" data-kept></div>
    <div data-field="other"><input name="other" value="12"></div>
    <select name="power"><option value="1" selected>1</option><option value="2">2</option></select>
    <input type="checkbox" name="wounded" value="1">
    <div data-part="controls">
      <fieldset class="action"><input name="step" value="Tomoe"><button name="do" value='["add",{"control":"step"}]'>Add</button></fieldset>
      <div class="history"><button name="do" value="undo">Undo</button></div>
      <button class="primary" name="do" value="begin">Begin</button>
      <input type="file" name="file" data-do="load">
    </div>
  </form>
  <p class="widget-status">1/2 as built</p><button type="button" class="widget-stop" hidden>Stop</button>
  <div class="answer-bar" data-part="answer">1/2</div>
  <output>as built</output>
</rules-widget>`;

const VALUES = { ability: "15", other: "12", power: "1", wounded: "" };
const status = () => find(".widget-status").textContent;
const output = () => find("output").textContent;
const field = (name) => find(`[name="${name}"]`);
const wrong = () => document.querySelector('[data-field="ability"] .field-error')?.textContent;
const state = () => find("rules-widget").dataset.state;
const answer = (words, more = {}) => ({ state: "ready", status: words, parts: { output: words }, query: {}, ...more });
const asked = () => last().told("ask").map(({ question }) => JSON.parse(question));

/** A visit in which Python has started; the reader's own numbers and characters are kept from another, the first is who they are. */
async function live(t, { kept, cast = [], html = WIDGET, ...how } = {}) {
  const a = visit(t, "", how);
  if (kept) localStorage.setItem("rulebook-numbers", kept);
  if (cast.length) store(cast, { contest: cast[0].id });
  document.body.innerHTML = html;
  start();
  await a.ready();
  return a;
}

// --- before and after the start ---

test("a widget that nobody touches asks nothing and starts nothing", async (t) => {
  const { turn } = visit(t, WIDGET);
  await turn(60_000);
  assert.equal(workers.length, 0);
  assert.equal(state(), "static");
  assert.equal(output(), "as built");
});

test("where Python is there, an untouched widget is ready without a question", async (t) => {
  await live(t);
  assert.equal(state(), "ready");
  assert.deepEqual(asked(), []);
});

test("a first touch starts Python", async (t) => {
  const { turn } = visit(t, WIDGET);
  find("form").click();
  await turn();
  assert.equal(workers.length, 1);
});

test("a change before Python is there waits for it, and is asked about then", async (t) => {
  const { ready, answer: answered } = visit(t, WIDGET);
  choose(field("power"), "2");
  assert.equal(state(), "busy");
  await ready();
  assert.deepEqual(last().question.values, { ...VALUES, power: "2" });
  assert.deepEqual([last().question.widget, last().question.language, last().question.pressed], ["contest.roll", "en", null]);
  await answered(answer("3/4"));
  assert.deepEqual([state(), status(), output()], ["ready", "3/4", "3/4"]);
});

test("what a browser has put back into a form is computed once Python is there", async (t) => {
  const { ready } = visit(t, "");
  const box = document.createElement("div");
  box.innerHTML = WIDGET;
  box.querySelector("[name=ability]").value = "17";
  document.body.append(box);
  await ready();
  assert.equal(last().question.values.ability, "17");
});

test("the page says after half a second that Python is starting, after thirty that it has not come, and takes it back", async (t) => {
  const { turn, ready, answer: answered } = visit(t, WIDGET);
  choose(field("power"), "2");
  await turn(499);
  assert.equal(status(), "1/2 as built");
  await turn(1);
  assert.match(status(), /Python is starting/);
  assert.equal(find(".widget-status").dataset.from, "page");
  last().say({ kind: "alive" });
  await turn(29_500);
  assert.match(status(), /Python has not come yet/);
  await ready();
  await answered({ state: "ready", status: "3/4", parts: {} });
  assert.equal(status(), "3/4");
  assert.equal(find(".widget-status").dataset.from, "python");
});

test("a widget on a Japanese page asks and speaks in Japanese", async (t) => {
  const { turn } = visit(t, WIDGET, { at: "ja/contest/", language: "ja" });
  choose(field("power"), "2");
  await turn(500);
  assert.match(status(), /Pythonを起動しています/);
  last().say({ kind: "ready" });
  await turn();
  assert.equal(last().question.language, "ja");
});

test("an element without a form is left alone", async (t) => {
  const { element, turn } = visit(t, '<rules-widget name="x.y"><p>nothing</p></rules-widget>');
  element.click();
  await turn();
  assert.equal(workers.length, 0);
});

// --- asking and showing ---

test("an answer is shown: result, status, the widget's own new values, and the address that leads here", async (t) => {
  const { answer: answered } = await live(t);
  choose(field("power"), "2");
  assert.equal(state(), "busy");
  await answered(answer("3/4", { values: { other: "13" }, query: { power: "2", other: "13" } }));
  assert.equal(state(), "ready");
  assert.equal(output(), "3/4");
  assert.equal(field("other").value, "13");
  assert.equal(location.search, "?contest.roll.power=2&contest.roll.other=13");
});

test("what Python has set by itself is not asked about again", async (t) => {
  const { turn, answer: answered } = await live(t);
  choose(field("power"), "2");
  await answered(answer("3/4", { values: { other: "13" } }));
  choose(field("power"));
  await turn();
  assert.equal(asked().length, 1);
  assert.equal(state(), "ready");
});

test("a value that was changed and changed back is no question", async (t) => {
  const { turn } = await live(t);
  type(field("ability"), "15");
  await turn(1_000);
  assert.deepEqual(asked(), []);
  assert.equal(state(), "ready");
});

/** Changes a field, and more during the answer to that; returns what brings answers. */
async function chosen(t, ...more) {
  const { answer: answered } = await live(t);
  for (const change of [{ power: "2" }, ...more]) for (const [name, value] of Object.entries(change)) choose(field(name), value);
  return answered;
}

test("changes during an answer are asked about once, together, and the answer that they have overtaken is not shown", async (t) => {
  const answered = await chosen(t, { other: "13" }, { wounded: "1" });
  field("wounded").checked = true;
  await answered(answer("overtaken"));
  assert.equal(output(), "as built");
  assert.equal(state(), "busy");
  assert.equal(asked().length, 2);
  assert.deepEqual(asked()[1].values, { ...VALUES, power: "2", other: "13", wounded: "1" });
  await answered(answer("last"));
  assert.equal(output(), "last");
});

test("a change that was taken back during an answer leaves the answer right", async (t) => {
  const answered = await chosen(t, { other: "13" }, { other: "12" });
  await answered(answer("3/4"));
  assert.equal(output(), "3/4");
  assert.equal(asked().length, 1);
  assert.equal(state(), "ready");
});

test("what the reader types meanwhile is not overwritten by what the answer says of that field", async (t) => {
  const { answer: answered } = await live(t);
  find('[value="begin"]').click();
  type(field("other"), "99");
  await answered(answer("begun", { values: { other: "12", ability: "16" } }));
  assert.equal(field("other").value, "99");
  assert.equal(field("ability").value, "16");
  assert.equal(last().question.values.other, "99");
});

test("parts are exchanged by their names; one that the page has not is of no matter", async (t) => {
  const { answer: answered } = await live(t);
  find('[value="begin"]').click();
  await answered(answer("begun", { parts: { controls: '<button name="do" value="next">Next</button>', 'x"]y': "?" } }));
  assert.equal(find("[data-part]").textContent, "Next");
  assert.equal(output(), "as built");
});

test("rules that an answer refers to are linked", async (t) => {
  const { answer: answered } = await live(t);
  choose(field("power"), "2");
  await answered(answer("", { parts: { output: '<a data-rule="C-5.1" href="#">C-5.1</a> <a data-rule="C-9.9" href="#">C-9.9</a>' } }));
  assert.deepEqual([...document.querySelectorAll("a")].map((link) => link.getAttribute("href")), ["https://rules.test/en/contest/exchange/#C-5.1", "#"]);
});

test("the result is not read out as it changes: the status line tells it in one sentence", (t) => {
  visit(t, WIDGET);
  assert.equal(find("output").getAttribute("aria-live"), "off");
});

// --- mistakes ---

test("a mistake is told beside its field and in the status; the result of before stays until it is mended", async (t) => {
  const { answer: answered } = await live(t);
  choose(field("ability"), "99");
  await answered({ state: "error", status: "", error: "Ability: from 1 to 20.", errors: { ability: "from 1 to 20" } });
  assert.deepEqual([state(), status(), output()], ["error", "Ability: from 1 to 20.", "as built"]);
  assert.equal(wrong(), "from 1 to 20");
  choose(field("ability"), "17");
  assert.equal(state(), "busy");
  await answered(answer("3/4"));
  assert.deepEqual([state(), status(), output()], ["ready", "3/4", "3/4"]);
  assert.equal(wrong(), undefined);
});

test("a mistake that the next key may mend is told only when the reader pauses", async (t) => {
  const { turn, answer: answered } = await live(t);
  type(field("ability"), "");
  await answered({ state: "error", status: "", error: "empty", errors: { ability: "empty" } });
  await turn(119);
  assert.equal(wrong(), undefined);
  await turn(1);
  assert.ok(wrong());
  assert.equal(status(), "empty");
  assert.equal(state(), "error");
});

test("a mistake that the next key has mended is never told", async (t) => {
  const { turn, answer: answered } = await live(t);
  type(field("ability"), "");
  await answered({ state: "error", status: "", error: "empty", errors: { ability: "empty" } });
  type(field("ability"), "1");
  await answered(answer("one"));
  await turn(1_000);
  assert.equal(wrong(), undefined);
  assert.deepEqual([state(), status()], ["ready", "one"]);
});

// --- typing ---

test("a number is computed with every key; its one sentence is told when the reader pauses", async (t) => {
  const { turn, answer: answered } = await live(t);
  type(field("ability"), "1");
  await answered(answer("one"));
  assert.equal(output(), "one");
  assert.equal(status(), "1/2 as built");
  type(field("ability"), "17");
  await answered(answer("seventeen"));
  assert.equal(output(), "seventeen");
  await turn(120);
  assert.equal(status(), "seventeen");
});

test("where the last answer took long, a key waits for a short pause, and the widget says that it is at work", async (t) => {
  const { turn, answer: answered } = await live(t);
  let now = 1_000;
  t.mock.method(performance, "now", () => now);
  choose(field("power"), "2");
  await turn();
  now += 101;
  await answered(answer("slow"));
  type(field("ability"), "1");
  type(field("ability"), "17");
  assert.equal(state(), "busy");
  await turn(59);
  assert.equal(asked().length, 1);
  await turn(1);
  assert.equal(asked().length, 2);
  assert.equal(last().question.values.ability, "17");
  await answered(answer("seventeen"));
  assert.equal(state(), "ready");
});

const abilities = () => asked().map(({ values }) => values.ability);

const COUNTED = WIDGET.replace(/(<input name="ability"[^>]*>)/, '<span class="counted"><button type="button" data-add="-1">−</button>$1<button type="button" data-add="1">+</button></span>');

test("the arrows of the keyboard do what the keys beside a number do", async (t) => {
  const { turn } = await live(t, { html: COUNTED });
  assert.equal(press("ArrowUp", field("ability")), false); // the caret stays where it is
  await turn();
  assert.deepEqual([field("ability").value, asked()[0].values.ability], ["16", "16"]);
  press("ArrowDown", field("ability"));
  press("ArrowDown", field("ability"));
  assert.equal(field("ability").value, "14");
  field("ability").value = "+２";
  press("ArrowDown", field("ability"));
  assert.equal(field("ability").value, "1");
});

test("they leave alone what is no number, a field without such keys, and what they do together with others", async (t) => {
  await live(t, { html: COUNTED });
  field("ability").value = "巴";
  press("ArrowUp", field("ability"));
  assert.deepEqual([field("ability").value, press("ArrowUp", field("other")), field("other").value], ["巴", true, "12"]);
  const marking = new KeyboardEvent("keydown", { key: "ArrowUp", shiftKey: true, bubbles: true, cancelable: true });
  assert.equal(field("ability").dispatchEvent(marking), true);
});

test("a number that goes up by one is asked ahead one further, and that answer is there when it goes on", async (t) => {
  const { turn, answer: answered } = await live(t);
  type(field("ability"), "16");
  await answered(answer("sixteen"));
  assert.deepEqual([abilities(), output(), state()], [["16", "17"], "sixteen", "ready"]);
  await answered(answer("seventeen", { query: { ability: "17" } }));
  assert.deepEqual([output(), location.search], ["sixteen", ""]); // nobody has asked yet
  type(field("ability"), "17");
  await turn();
  assert.deepEqual([abilities(), output(), state()], [["16", "17", "18"], "seventeen", "ready"]);
  assert.match(location.search, /ability=17/);
});

test("down goes on downwards, through nought; whoever is faster waits for the same answer", async (t) => {
  const { turn, answer: answered } = await live(t, { html: WIDGET.replace('value="15"', 'value="1"') });
  type(field("ability"), "0");
  await answered(answer("none"));
  type(field("ability"), "-1");
  await turn();
  assert.deepEqual([abilities(), state()], [["0", "-1"], "busy"]);
  await answered(answer("less"));
  assert.deepEqual([abilities(), output()], [["0", "-1", "-2"], "less"]);
});

test("what goes another way than was asked ahead is asked by itself", async (t) => {
  const { answer: answered } = await live(t);
  type(field("ability"), "16");
  await answered(answer("sixteen"));
  await answered(answer("seventeen"));
  type(field("ability"), "15");
  await answered(answer("fifteen"));
  assert.deepEqual([abilities(), output()], [["16", "17", "15", "14"], "fifteen"]);
});

for (const [what, first, edit] of [
  ["by more than one", "15", () => type(field("ability"), "17")],
  ["in words", "15", () => type(field("ability"), "16 or so")],
  ["from nothing", "", () => type(field("ability"), "1")],
  ["and something else with it", "15", () => (field("power").value = "2", type(field("ability"), "16"))],
  ["in a choice", "15", () => choose(field("power"), "2")],
]) {
  test(`a change ${what} foretells nothing`, async (t) => {
    const { turn, answer: answered } = await live(t, { html: WIDGET.replace('value="15"', `value="${first}"`) });
    edit();
    await answered(answer("told"));
    await turn(1_000);
    assert.equal(asked().length, 1);
  });
}

test("after an error, and where answers take long, nothing is asked ahead", async (t) => {
  const { turn, answer: answered } = await live(t);
  type(field("ability"), "16");
  await answered({ state: "error", status: "not so", error: "not so", errors: {} });
  assert.deepEqual(abilities(), ["16"]);
  type(field("ability"), "17");
  await turn(101);
  await answered(answer("slow"));
  assert.deepEqual(abilities(), ["16", "17"]);
});

test("what was waited for with a start does not count as a slow answer", async (t) => {
  const { turn, ready, answer: answered } = visit(t, WIDGET);
  let now = 1_000;
  t.mock.method(performance, "now", () => now);
  choose(field("power"), "2");
  now += 5_000;
  await ready();
  await answered(answer("first"));
  type(field("ability"), "17");
  await turn();
  assert.equal(asked().length, 2);
});

test("letters that are still being composed are no text yet", async (t) => {
  const { turn } = await live(t);
  const event = new InputEvent("input", { bubbles: true, isComposing: true });
  field("other").value = "と";
  field("other").dispatchEvent(event);
  await turn(1_000);
  assert.deepEqual(asked(), []);
  field("other").value = "巴";
  field("other").dispatchEvent(new CompositionEvent("compositionend", { bubbles: true }));
  await turn(120);
  assert.equal(asked().length, 1);
  assert.equal(last().question.values.other, "巴");
});

test("Enter ends a text at once, and presses no button where the field stands apart from the buttons", async (t) => {
  const { answer: answered } = await live(t);
  type(field("ability"), "");
  await answered({ state: "error", status: "", error: "empty", errors: { ability: "empty" } });
  assert.equal(wrong(), undefined);
  assert.equal(press("Enter", field("ability")), false);
  assert.ok(wrong());
  assert.equal(asked().every(({ pressed }) => pressed === null), true);
});

for (const [what, ends] of Object.entries({
  "with Enter": () => press("Enter", field("ability")),
  "by leaving the field": () => field("ability").dispatchEvent(new Event("change", { bubbles: true })),
})) {
  test(`what comes after a text was ended ${what} is told at once`, async (t) => {
    const { answer: answered } = await live(t);
    type(field("ability"), "99");
    ends();
    await answered({ state: "error", status: "", error: "too much", errors: { ability: "too much" } });
    assert.deepEqual([state(), status(), Boolean(wrong())], ["error", "too much", true]);
  });
}

// --- buttons ---

test("a button is asked about with what stands beside it", async (t) => {
  const { turn } = await live(t);
  find('[value*="add"]').click();
  await turn();
  assert.deepEqual(last().question.pressed, { step: "Tomoe", file: "", do: '["add",{"control":"step"}]' });
  assert.deepEqual(last().question.values, VALUES);
});

test("what is typed beside a button waits for the button", async (t) => {
  const { turn } = await live(t);
  type(field("step"), "Garm");
  choose(field("step"), "Garm");
  await turn(1_000);
  assert.deepEqual(asked(), []);
});

test("Enter in a field presses the button beside it", async (t) => {
  const { turn } = await live(t);
  field("step").value = "Garm";
  press("Enter", field("step"));
  await turn();
  assert.deepEqual(last().question.pressed, { step: "Garm", file: "", do: '["add",{"control":"step"}]' });
});

const TRAY = (inside) => WIDGET.replace(/<fieldset[^]*<\/fieldset>/, inside).replace('class="primary"', 'class="primary" data-primary');
for (const [what, [tray, pressed]] of Object.entries({
  "the button that names it, and not the first": [`<fieldset><input name="step" value="3"><button name="do" value='["rift",{"control":"at"}]'>Rift</button><button name="do" value='["end",{"control":"step","empty":1}]'>End</button></fieldset>`, '["end",{"control":"step","empty":1}]'],
  "a button that names it elsewhere": [`<fieldset id="f"><input name="step" value="3"><button name="do" value="no">No</button></fieldset><button name="do" value='["add",{"choice":"step"}]'>Add</button>`, '["add",{"choice":"step"}]'],
  "of two the one that comes next": [`<input name="step" value="3"><button name="do" value='["a",{"control":"step"}]'>A</button><button class="primary" name="do" value='["b",{"control":"step"}]'>B</button>`, '["b",{"control":"step"}]'],
  "what comes next where none names it": [`<fieldset><input name="step" value="3"><button name="do" value="no">No</button></fieldset>`, "begin"],
})) {
  test(`Enter in a field presses ${what}`, async (t) => {
    const { turn } = await live(t, { html: TRAY(tray) });
    press("Enter", field("step"));
    await turn();
    assert.equal(last().question.pressed.do, pressed);
  });
}

test("Enter in a field that several buttons take presses none, and leads to the first of them", async (t) => {
  const { turn } = await live(t, {
    html: TRAY(`<fieldset><input name="step" value="3"><button name="do" value="no">No</button><button name="do" value='["a",{"control":"step"}]'>A</button><button name="do" value='["b",{"control":"step"}]'>B</button></fieldset>`),
  });
  field("step").focus();
  press("Enter", field("step"));
  await turn(1_000);
  assert.deepEqual([asked(), document.activeElement.textContent], [[], "A"]);
});

test("a button that is refused leads to the field it is about, and the refusal names it, each time anew", async (t) => {
  const { answer: answered } = await live(t, {
    html: TRAY(`<fieldset class="action"><div class="field" data-field="step"><label for="s">Square</label><input id="s" name="step" value="Z9"></div>
      <button name="do" value='["add",{"control":"step"}]'>Add</button></fieldset>`),
  });
  let told = 0;
  const watching = new MutationObserver((changes) => (told += changes.some(({ addedNodes }) => addedNodes.length) ? 1 : 0));
  watching.observe(find(".widget-status"), { childList: true });
  for (const times of [1, 2]) {
    find('[value*="add"]').focus();
    find('[value*="add"]').click();
    await answered({ state: "error", status: "", error: "“$&” is not possible here.", errors: { step: "“$&” is not possible here." } });
    assert.deepEqual([status(), document.activeElement.name, told], ["Square: “$&” is not possible here.", "step", times]);
  }
  watching.disconnect();
});

test("a key that is held in a field presses its button once", async (t) => {
  const { answer: answered } = await live(t);
  for (const repeat of [false, true, true]) {
    const held = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, repeat });
    assert.equal(field("step").dispatchEvent(held), false);
    if (!repeat) await answered(answer("stepped"));
  }
  await settled();
  assert.equal(asked().length, 1);
});

test("two steps of the same words are told twice; an edit that changes no word is not told again", async (t) => {
  const { answer: answered } = await live(t);
  let told = 0;
  const watching = new MutationObserver((changes) => (told += changes.some(({ addedNodes }) => addedNodes.length) ? 1 : 0));
  watching.observe(find(".widget-status"), { childList: true });
  for (const times of [1, 2]) {
    field("do").click();
    await answered(answer("Nobody is hit."));
    assert.equal(told, times);
  }
  choose(field("power"), "2");
  await answered(answer("Nobody is hit."));
  assert.equal(told, 2);
});

test("a form of its own in a widget, such as a dialog's, is not the widget's", async (t) => {
  await live(t, { html: WIDGET.replace("</rules-widget>", '<dialog open><form method="dialog"><button>Close</button></form></dialog></rules-widget>') });
  const closing = new SubmitEvent("submit", { bubbles: true, cancelable: true });
  assert.equal(find("dialog form").dispatchEvent(closing), true);
});

test("a button pressed while the last press is worked on speaks of a state that is gone: it is not asked about", async (t) => {
  const { answer: answered } = await live(t);
  find('[value="begin"]').click();
  find('[value="begin"]').click();
  find('[value="undo"]').click();
  await answered(answer("begun"));
  assert.equal(asked().length, 1);
  assert.equal(state(), "ready");
});

test("a button pressed while an edit is computed comes next; of two, the last", async (t) => {
  const { answer: answered } = await live(t);
  choose(field("power"), "2");
  find('[value="undo"]').click();
  find('[value="begin"]').click();
  await answered(answer("edited"));
  assert.equal(asked().length, 2);
  assert.equal(last().question.pressed.do, "begin");
  assert.equal(last().question.values.power, "2");
});

test("a button pressed after a text ends the text", async (t) => {
  const { answer: answered } = await live(t);
  type(field("ability"), "17");
  find('[value="begin"]').click();
  await answered(answer("seventeen"));
  await answered(answer("begun"));
  assert.equal(status(), "begun");
});

test("a button pressed before Python is there waits for it", async (t) => {
  const { ready } = visit(t, WIDGET);
  find('[value="begin"]').click();
  await ready();
  assert.equal(asked().length, 1);
  assert.equal(last().question.pressed.do, "begin");
});

test("a button pressed has happened, whatever was typed meanwhile: its answer is shown, and the edit computed then", async (t) => {
  const { answer: answered } = await live(t);
  find('[value="begin"]').click();
  choose(field("power"), "2");
  await answered(answer("begun"));
  assert.equal(output(), "begun");
  assert.deepEqual(last().question.values, { ...VALUES, power: "2" });
  assert.equal(last().question.pressed, null);
});

test("a file that was chosen is given to Python as its text, a large one only in part, and can be chosen again", async (t) => {
  await live(t);
  const input = field("file");
  const files = [new Blob(["x".repeat(1_000_001)])];
  Object.defineProperty(input, "files", { value: files, configurable: true });
  const emptied = t.mock.method(input, "value", () => {}, { setter: true });
  choose(input);
  assert.equal(state(), "busy");
  await until(() => asked().length);
  assert.equal(last().question.pressed.do, "load");
  assert.equal(last().question.pressed.file.length, 1_000_000);
  await settled();
  assert.equal(emptied.mock.calls.at(-1).arguments[0], "");
});

test("where no file was chosen nothing happens", async (t) => {
  const { turn } = await live(t);
  choose(field("file"));
  await turn();
  assert.deepEqual(asked(), []);
});

// --- answers that take long ---

test("an answer that comes bit by bit is shown as it grows, and can be stopped; what is known of it stays", async (t) => {
  const { turn } = await live(t);
  choose(field("power"), "2");
  await turn();
  last().say({ kind: "sofar", id: last().question.id, answer: JSON.stringify(answer("half")) });
  assert.deepEqual([state(), output(), find(".widget-stop").hidden], ["busy", "half", false]);
  last().say({ kind: "sofar", id: last().question.id, answer: JSON.stringify(answer("most")) });
  assert.equal(output(), "most");
  find(".widget-stop").click();
  await turn();
  assert.deepEqual([state(), output(), find(".widget-stop").hidden], ["ready", "most", true]);
  assert.equal(workers[0].ended, true);
  last().say({ kind: "ready" });
  await turn();
  assert.deepEqual(asked(), []);
  assert.equal(state(), "ready");
});

test("a headline that comes first is shown at once, and there is nothing to stop; the rest follows", async (t) => {
  const { turn, answer: answered } = await live(t);
  const first = (/** @type {string} */ said) => JSON.stringify({ state: "ready", parts: { answer: said } });
  choose(field("power"), "2");
  await turn();
  last().say({ kind: "sofar", id: last().question.id, answer: first("3/4") });
  assert.deepEqual([find(".answer-bar").textContent, output(), status(), state()], ["3/4", "as built", "1/2 as built", "busy"]);
  assert.equal(find(".widget-stop").hidden, true);
  await answered(answer("3/4 of all", { parts: { answer: "3/4", output: "3/4 of all" } }));
  assert.deepEqual([find(".answer-bar").textContent, output(), status(), state()], ["3/4", "3/4 of all", "3/4 of all", "ready"]);
  choose(field("power"), "1");
  await turn();
  choose(field("other"), "13");
  last().say({ kind: "sofar", id: last().question.id, answer: first("overtaken") });
  await turn();
  assert.deepEqual([find(".answer-bar").textContent, workers.length], ["3/4", 1], "the form says something else by now");
});

test("the last bit of a long answer ends it", async (t) => {
  const { turn, answer: answered } = await live(t);
  choose(field("power"), "2");
  await turn();
  last().say({ kind: "sofar", id: last().question.id, answer: JSON.stringify(answer("half")) });
  await answered(answer("all"));
  assert.deepEqual([state(), output(), find(".widget-stop").hidden], ["ready", "all", true]);
  assert.equal(workers.length, 1);
});

test("a newer input ends a long answer, and is asked about by the next Python", async (t) => {
  const { turn } = await live(t);
  choose(field("power"), "2");
  await turn();
  last().say({ kind: "sofar", id: last().question.id, answer: JSON.stringify(answer("half")) });
  choose(field("other"), "13");
  await turn();
  assert.equal(workers[0].ended, true);
  assert.equal(workers.length, 2);
  last().say({ kind: "ready" });
  await turn();
  assert.equal(asked().length, 1);
  assert.equal(last().question.values.other, "13");
});

test("an input that came before the first bit of a long answer ends it with that bit, which is not shown", async (t) => {
  const { turn } = await live(t);
  choose(field("power"), "2");
  choose(field("other"), "13");
  await turn();
  last().say({ kind: "sofar", id: last().question.id, answer: JSON.stringify(answer("half")) });
  await turn();
  assert.equal(output(), "as built");
  assert.equal(workers[0].ended, true);
});

test("a short answer is not ended by a newer input: Python stays", async (t) => {
  const { turn } = await live(t);
  choose(field("power"), "2");
  choose(field("other"), "13");
  await turn(1_000);
  assert.equal(workers.length, 1);
});

// --- the page is left, and found again on the way back ---

test("an answer that was awaited when the page was left comes on the way back", async (t) => {
  const { turn, ready, answer: answered } = await live(t);
  choose(field("power"), "2");
  await turn();
  dispatchEvent(new Event("pagehide"));
  await turn();
  assert.deepEqual([state(), output(), workers.map(({ ended }) => ended)], ["busy", "as built", [true]]);
  dispatchEvent(new Event("pageshow"));
  await ready();
  await answered(answer("3/4"));
  assert.deepEqual([state(), output()], ["ready", "3/4"]);
});

test("one that nobody waits for any more does not", async (t) => {
  const { turn, ready } = await live(t);
  choose(field("power"), "2");
  await turn();
  last().say({ kind: "sofar", id: last().question.id, answer: JSON.stringify(answer("half")) });
  find(".widget-stop").click();
  dispatchEvent(new Event("pagehide"));
  await turn();
  dispatchEvent(new Event("pageshow"));
  await ready();
  assert.deepEqual([state(), output(), asked()], ["ready", "half", []]);
});

test("on a page that was turned to, a widget is ready at once if Python is", async (t) => {
  const { turn } = await live(t);
  document.body.innerHTML = WIDGET;
  await turn();
  assert.deepEqual([state(), asked(), workers.length], ["ready", [], 1]);
});

test("a widget whose page was turned hears, shows and writes nothing any more", async (t) => {
  const { turn, ready } = await live(t);
  const gone = find("rules-widget");
  choose(field("power"), "2");
  await turn();
  gone.remove();
  await turn();
  assert.deepEqual(workers.map(({ ended }) => ended), [true, false], "what it had asked is ended");
  await ready();
  assert.deepEqual([asked(), gone.dataset.state, location.search], [[], "ready", ""]);
  history.replaceState(null, "", "?contest.roll.power=2");
  address.dispatchEvent(new Event("change"));
  await turn();
  assert.deepEqual(asked(), []);
});

test("what was typed last before the page was turned is not asked about", async (t) => {
  const { turn } = await live(t);
  type(field("ability"), "1");
  find("rules-widget").remove();
  await turn(60_000);
  assert.deepEqual(workers.at(-1).told("ask").length, 0);
});

test("a question that waits for Python while the page is turned goes with it", async (t) => {
  const { turn, ready } = visit(t, WIDGET);
  choose(field("power"), "2");
  await turn();
  const gone = find("rules-widget");
  gone.remove();
  await ready();
  await turn();
  if (last().question) last().answer(answer("3/4", { query: { power: "2" } }));
  await turn();
  assert.deepEqual([gone.querySelector("output").textContent, location.search], ["as built", ""]);
});

// --- Python in trouble ---

test("where Python is not to be had, the page says so, the result stays the first one's, and the next change tries again", async (t) => {
  const { turn, ready, answer: answered } = visit(t, WIDGET);
  choose(field("power"), "2");
  await turn();
  last().say({ kind: "unavailable", reason: "no network" });
  await turn();
  assert.match(status(), /Python could not start here/);
  assert.equal(find(".widget-status").dataset.from, "page");
  assert.deepEqual([state(), output()], ["static", "as built"]);
  choose(field("power"), "1");
  await turn();
  assert.equal(workers.length, 1); // that is what is shown
  choose(field("power"), "2");
  await ready();
  await answered(answer("3/4"));
  assert.deepEqual([state(), status(), output()], ["ready", "3/4", "3/4"]);
});

test("a touch after a failed start tries again", async (t) => {
  const { turn, answer: answered } = visit(t, WIDGET);
  choose(field("power"), "2");
  await turn();
  last().say({ kind: "unavailable", reason: "no network" });
  await turn();
  find("form").click();
  await turn();
  assert.equal(workers.length, 2);
  last().say({ kind: "ready" });
  await answered(answer("3/4"));
  assert.equal(output(), "3/4");
});

test("where Python fails over a question, the page says so, and the next change is asked about", async (t) => {
  const { turn, answer: answered } = await live(t);
  choose(field("power"), "2");
  await turn();
  last().say({ kind: "failure", id: last().question.id, reason: "RecursionError" });
  await turn();
  assert.match(status(), /could not be calculated because of a fault in the page/);
  assert.deepEqual([state(), output()], ["error", "as built"]);
  choose(field("other"), "13");
  await answered(answer("3/4"));
  assert.deepEqual([state(), status()], ["ready", "3/4"]);
});

test("a failure ends what was waiting for it: a button pressed meanwhile is not pressed on a state that nobody has seen", async (t) => {
  const { turn } = await live(t);
  choose(field("power"), "2");
  find('[value="begin"]').click();
  await turn();
  last().say({ kind: "failure", id: last().question.id, reason: "RecursionError" });
  await turn();
  assert.equal(asked().length, 1);
});

// --- the address ---

test("what the address says is computed without a touch; what it does not name is as built", async (t) => {
  const { ready } = visit(t, WIDGET, { at: "en/contest/?contest.roll.power=2&contest.roll.wounded=1&contest.chart.ability=3" });
  assert.equal(field("power").value, "2");
  await ready();
  assert.deepEqual(last().question.values, { ...VALUES, power: "2", wounded: "1" });
});

for (const [what, query] of Object.entries({
  "a choice that the list has not": "power=99",
  "a field that the form has not": "unheard_of=1",
  "a name that objects have of their own": "constructor=1",
  "a field of a part": "step=x",
})) {
  test(`what a link says and the form cannot hold is given to Python, which says what is wrong with it: ${what}`, async (t) => {
    const { ready } = visit(t, WIDGET, { at: `en/contest/?contest.roll.${query}` });
    await ready();
    const [name, value] = query.split("=");
    assert.equal(last().question.values[name], value);
    assert.equal(field("step").value, "Tomoe");
  });
}

test("a link's prototype is a field like any other", async (t) => {
  const { turn } = visit(t, WIDGET, { at: "en/contest/?contest.roll.__proto__=1&contest.roll.power=2" });
  await turn();
  last().say({ kind: "ready" });
  await turn();
  assert.equal(last().question.values.power, "2");
  assert.equal({}.power, undefined);
});

test("markup in a link stays a text", async (t) => {
  const { ready } = visit(t, WIDGET, { at: "en/contest/?contest.roll.ability=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E" });
  await ready();
  assert.equal(last().question.values.ability, "<img src=x onerror=alert(1)>");
  assert.equal(document.querySelector("img"), null);
});

test("what the form could not hold is forgotten as soon as the reader changes something, or presses a button", async (t) => {
  const { ready, answer: answered } = visit(t, WIDGET, { at: "en/contest/?contest.roll.power=99" });
  await ready();
  await answered({ state: "error", status: "", error: "power", errors: {} });
  choose(field("power"), "2");
  await answered(answer("3/4"));
  assert.equal(last().question.values.power, "2");
});

test("the way back through the history shows what the address says", async (t) => {
  const { turn, answer: answered } = await live(t);
  choose(field("power"), "2");
  await answered(answer("3/4", { query: { power: "2" } }));
  history.replaceState(null, "", "?contest.roll.other=13");
  address.dispatchEvent(new Event("change"));
  await turn();
  assert.deepEqual(last().question.values, { ...VALUES, other: "13" });
  await answered(answer("other", { query: { other: "13" } }));
  history.replaceState(null, "", location.pathname);
  address.dispatchEvent(new Event("change"));
  await turn();
  assert.deepEqual(last().question.values, VALUES);
});

test("an address that says what is shown already asks nothing", async (t) => {
  const { turn, answer: answered } = await live(t);
  choose(field("power"), "2");
  await answered(answer("3/4", { query: { power: "2" } }));
  address.dispatchEvent(new Event("change"));
  await turn();
  assert.equal(asked().length, 1);
  assert.equal(state(), "ready");
});

// --- the reader's own numbers ---

const kept = () => JSON.parse(localStorage.getItem("rulebook-numbers") ?? "{}");

test("a question whose answer has stood for three seconds can be asked again, under the house rules and beside the pin of now", async (t) => {
  localStorage.clear();
  const html = `<rules-widget name="contest.roll" data-state="static"><form>
    <input name="ability" value="15"><input name="other" value="12"><input name="halving" value="all" data-kept="rule:halving">
    <input type="hidden" name="pin" value=""><details class="earlier"><ol data-earlier><li>none</li></ol></details>
  </form><p class="widget-status"></p><output></output></rules-widget>`;
  const a = await live(t, { html });
  const listed = () => [...document.querySelectorAll("[data-earlier] button")].map((each) => [each.textContent, each.dataset.set]);
  type(field("ability"), "17");
  await a.answer(answer("Wins with 60%.", { query: { ability: "17", halving: "none", pin: "x" } }));
  await a.turn(2900);
  assert.deepEqual(listed(), []);
  type(field("ability"), "18"); // before it has stood
  await a.answer(answer("Wins with 65%.", { query: { ability: "18" } }));
  await a.turn(3100);
  await until(() => listed().length); // the script has been loaded for it
  assert.deepEqual(listed(), [["Wins with 65%.", "ability=18&other=12"]]);
  type(field("other"), "9");
  await a.answer(answer("Wins with 80%.", { query: { ability: "18", other: "9", halving: "none", pin: "x" } }));
  await a.turn(3100);
  assert.deepEqual(listed().map(([said]) => said), ["Wins with 80%.", "Wins with 65%."]);
  field("halving").value = "none";
  document.querySelectorAll("[data-earlier] button")[1].click();
  await a.turn();
  assert.deepEqual(asked().at(-1).values, { ability: "18", other: "12", halving: "none", pin: "" });
});

test("a form that is folded comes back with the field that is touched, and with a mistake", async (t) => {
  const html = `<rules-widget name="contest.roll" data-state="static"><p class="chips" data-part="chips"><button type="button" data-edit="other">12</button></p>
    <form><input name="ability" value="15"><input name="other" value="12"><button type="button" data-fold>Fold</button></form>
    <p class="widget-status"></p><output></output></rules-widget>`;
  const a = await live(t, { html });
  const widget = find("rules-widget");
  widget.scrollIntoView = () => {};
  find("[data-fold]").click();
  await until(() => widget.hasAttribute("data-folded"));
  assert.equal(document.activeElement, find("[data-edit]"));
  find("[data-edit]").click();
  await until(() => !widget.hasAttribute("data-folded"));
  assert.equal(document.activeElement, field("other"));
  find("[data-fold]").click();
  await until(() => widget.hasAttribute("data-folded"));
  type(field("ability"), "x");
  await a.answer({ state: "error", status: "No.", errors: { ability: "No." }, error: "No." });
  await a.turn(1000);
  assert.ok(!widget.hasAttribute("data-folded"));
});

test("a number of the reader's own is kept once an answer has taken it", async (t) => {
  const { answer: answered } = await live(t);
  choose(field("ability"), "17");
  choose(field("other"), "13");
  assert.deepEqual(kept(), {});
  await answered(answer("overtaken"));
  await answered(answer("3/4"));
  assert.deepEqual(kept(), { contest: { ability: "17" } });
});

test("one that is kept is there in the next visit once Python is, and computed", async (t) => {
  await live(t, { kept: '{"contest": {"ability": "17"}}' });
  assert.equal(field("ability").value, "17");
  assert.deepEqual(asked().map(({ values }) => values), [{ ...VALUES, ability: "17" }]);
});

const WITH_OWN_CHOICE = WIDGET.replace('<select name="power"', "$& data-kept");

test("a choice of the reader's own is kept as a number is", async (t) => {
  const { answer: answered } = await live(t, { html: WITH_OWN_CHOICE });
  choose(field("power"), "2");
  await answered(answer("3/4"));
  assert.deepEqual(kept(), { contest: { power: "2" } });
});

test("a choice that is kept is there in the next visit", async (t) => {
  await live(t, { html: WITH_OWN_CHOICE, kept: '{"contest": {"power": "2"}}' });
  assert.deepEqual(asked().map(({ values }) => values), [{ ...VALUES, power: "2" }]);
});

test("what is kept and cannot be chosen here is passed over", async (t) => {
  await live(t, { html: WITH_OWN_CHOICE, kept: '{"contest": {"power": "9"}}' });
  assert.deepEqual([field("power").value, asked()], ["1", []]);
});

// --- house rules ---

const RULED = '<select name="ruled" data-kept="rule:ruled"><option value="a" selected>a</option><option value="b">b</option></select>';
const roll = WIDGET.replace('<select name="power"', `${RULED}$&`);
const chart = roll.replace("contest.roll", "contest.chart");
const play = roll.replace('name="contest.roll"', 'name="contest.stepper" data-desk data-live="submit"');
const ruled = (name) => find(`rules-widget[name="${name}"] [name="ruled"]`);

for (const html of [chart, play]) {
  const which = html === play ? "a stepper" : "another calculator";
  test(`a house rule that was chosen once is in force in the next visit: ${which}`, async (t) => {
    await live(t, { html, kept: '{"contest": {"rule:ruled": "b"}}' });
    assert.equal(field("ruled").value, "b");
    assert.equal(asked().at(-1).values.ruled, "b");
  });
}

test("it is in force at once in the other widgets of the page, but for what is being played and for another system", async (t) => {
  const other = chart.replace("contest.chart", "kamui.pool");
  const { answer: answered } = await live(t, { html: `<div>${roll}${chart}${play}${other}</div>` });
  choose(ruled("contest.roll"), "b");
  await answered(answer("3/4"));
  assert.deepEqual(["contest.chart", "contest.stepper", "kamui.pool"].map((name) => ruled(name).value), ["b", "a", "a"]);
  assert.deepEqual([last().question.widget, last().question.values.ruled], ["contest.chart", "b"]);
});

test("a house rule that was chosen elsewhere on the page is not read out by each widget that follows it, until one goes there", async (t) => {
  const { answer: answered } = await live(t, { html: `<div>${roll}${chart}</div>` });
  const heard = (name) => find(`rules-widget[name="${name}"] .widget-status`).getAttribute("aria-live");
  ruled("contest.roll").focus();
  choose(ruled("contest.roll"), "b");
  await answered(answer("3/4"));
  assert.deepEqual([heard("contest.roll"), heard("contest.chart")], ["polite", "off"]);
  ruled("contest.chart").focus();
  assert.equal(heard("contest.chart"), "polite");
});

test("a link that says otherwise goes before it", async (t) => {
  const { ready } = visit(t, "<p></p>", { at: "en/contest/?contest.roll.ability=3" });
  localStorage.setItem("rulebook-numbers", '{"contest": {"rule:ruled": "b"}}');
  document.body.innerHTML = roll;
  await ready();
  assert.equal(last().question.values.ruled, "a");
});

for (const at of ["en/contest/", "en/contest/?contest.stepper.ruled=b"]) {
  test(`who comes to a stepper with house rules is still offered to go on with the fight of before: ${at}`, async (t) => {
    const { ready, answer: answered } = visit(t, "<p></p>", { at });
    localStorage.setItem("rulebook-numbers", '{"contest": {"rule:ruled": "b"}}');
    localStorage.setItem("rulebook-fight:contest.stepper", '{"query": {"actions": "x"}, "moment": "Round 5"}');
    const offer = '<div class="desk-offer" hidden><button type="button" data-do="return"></button></div>';
    document.body.innerHTML = play.replace("</form>", `$&${offer}`);
    start();
    await ready();
    await answered(answer("set the scene", { query: { ruled: "b" } }));
    assert.equal(find(".desk-offer").hidden, false);
    assert.equal(find(".desk-offer").dataset.why, "go-on");
  });
}

// --- the reader's own characters ---

const MIO = character("a", "Mio", { p: "17" }, "contest");
const REN = character("b", "Ren", { p: "18" }, "contest");

test("a calculator begins with my numbers once Python is there, before those that were typed some time", async (t) => {
  await live(t, { cast: [MIO, REN], kept: '{"contest": {"ability": "11"}}' });
  assert.equal(field("ability").value, "17");
  assert.deepEqual(asked().map(({ values }) => values), [{ ...VALUES, ability: "17" }]);
});

test("on a Japanese page they are written as there", async (t) => {
  await live(t, { cast: [MIO], at: "ja/contest/", language: "ja" });
  assert.deepEqual(asked().map(({ values }) => values.ability), ["日17"]);
});

test("where I am nobody, and in another game, it begins as built", async (t) => {
  await live(t, { cast: [{ ...MIO, system: "kamui" }, REN] });
  assert.deepEqual([field("ability").value, asked()], ["15", []]);
});

test("what a link says goes before my numbers", async (t) => {
  const { ready } = visit(t, "<p></p>", { at: "en/contest/?contest.roll.ability=3" });
  store([MIO], { contest: "a" });
  document.body.innerHTML = WIDGET;
  await ready();
  assert.equal(last().question.values.ability, "3");
});

test("when another character becomes me, a calculator takes their numbers; so it does when mine change", async (t) => {
  const { answer: answered } = await live(t, { cast: [MIO, REN] });
  await answered(answer("seventeen"));
  become("contest", "b");
  await answered(answer("eighteen"));
  assert.equal(asked().at(-1).values.ability, "18");
  put(character("b", "Ren", { p: "19" }, "contest"));
  await answered(answer("nineteen"));
  assert.deepEqual([asked().at(-1).values.ability, output(), asked().length], ["19", "nineteen", 3]);
  assert.equal(localStorage.getItem("rulebook-numbers"), null);
});

test("one of another game changes nothing", async (t) => {
  const { turn, answer: answered } = await live(t, { cast: [MIO, REN] });
  await answered(answer("seventeen"));
  put(character("k", "Kai", { p: "9" }, "kamui"));
  await turn();
  assert.equal(asked().length, 1);
});

test("when nobody is me any more, a calculator says what it said as built", async (t) => {
  const { answer: answered } = await live(t, { cast: [MIO, REN] });
  await answered(answer("seventeen"));
  become("contest", "");
  await answered(answer("fifteen"));
  assert.equal(field("ability").value, "15");
});

test("what is tried out stays where my numbers are what they were: somebody else is kept, or reckoned anew", async (t) => {
  const { turn, answer: answered } = await live(t, { cast: [MIO, REN] });
  await answered(answer("seventeen"));
  for (const times of [1, 2]) {
    choose(field("ability"), "12");
    await answered(answer("twelve"));
    put(character(`c${times}`, "Sae", { p: "9" }, "contest"));
    put(character("a", "Mio", { p: "17", chance: `${times}%` }, "contest"));
    await turn();
    assert.deepEqual([field("ability").value, asked().length], ["12", 2 * times]);
    become("contest", "b");
    await answered(answer("eighteen"));
  }
});

test("what is being played goes on with whom it began", async (t) => {
  const { turn, answer: answered } = await live(t, { html: play, cast: [MIO, REN] });
  await answered(answer("begun"));
  const { length } = asked();
  become("contest", "b");
  await turn();
  assert.deepEqual([field("ability").value, asked().length], ["17", length]);
});

test("whose numbers are chosen in the menu, they are computed, and count as typed by nobody", async (t) => {
  const html = WIDGET.replace("<form", '<p class="who" data-who hidden><label>Numbers: <select><option value="0">nobody’s</option></select></label></p>$&');
  const { turn, answer: answered } = await live(t, { html, cast: [MIO, REN] });
  await answered(answer("seventeen"));
  await until(() => find(".who option:nth-child(4)")?.text === "Ren – P");
  assert.equal(find(".who select").value, "1");
  choose(find(".who select"), "3");
  await answered(answer("eighteen"));
  await turn(3_000);
  assert.deepEqual([asked().at(-1).values.ability, output(), find(".who select").value], ["18", "eighteen", "3"]);
  choose(find(".who select"), "0");
  await answered(answer("as built"));
  assert.equal(asked().at(-1).values.ability, "15");
  assert.deepEqual([localStorage.getItem("rulebook-numbers"), localStorage.getItem("rulebook-questions")], [null, null]);
});

test("numbers that somebody else fills in are not kept, nor is the question remembered", async (t) => {
  const { turn, answer: answered } = await live(t);
  find("rules-widget").dispatchEvent(new CustomEvent("fill", { detail: { ability: "18", other: "9" } }));
  await answered(answer("eighteen", { query: { ability: "18" } }));
  await turn(3_000);
  assert.deepEqual(asked().map(({ values }) => values), [{ ...VALUES, ability: "18", other: "9" }]);
  assert.deepEqual([localStorage.getItem("rulebook-numbers"), localStorage.getItem("rulebook-questions")], [null, null]);
});

test("where I am somebody, what stands on my sheet is changed only there; the rest is kept, and house rules are", async (t) => {
  const html = roll.replace('name="other"', '$& data-kept');
  const { answer: answered } = await live(t, { html, cast: [MIO] });
  await answered(answer("seventeen"));
  choose(field("ability"), "12");
  await answered(answer("twelve"));
  assert.equal(localStorage.getItem("rulebook-numbers"), null);
  choose(field("other"), "9");
  await answered(answer("nine"));
  choose(field("ruled"), "b");
  await answered(answer("ruled"));
  assert.deepEqual(kept(), { contest: { other: "9", "rule:ruled": "b" } });
  assert.equal(field("ability").value, "12");
});

test("who hears of an answer is told what it says, and what was asked", async (t) => {
  const { answer: answered } = await live(t);
  const told = [];
  find("rules-widget").parentElement.addEventListener("answered", ({ detail }) => told.push(detail), { once: true });
  choose(field("ability"), "99");
  await answered({ state: "error", status: "", error: "from 1 to 20", errors: {} });
  assert.deepEqual(told, []);
  choose(field("ability"), "17");
  const given = answer("3/4", { values: { other: "13" }, data: { name: "Mio" } });
  await answered(given);
  assert.deepEqual(told, [{ answer: given, values: { ...VALUES, ability: "17", other: "13" } }]);
});

// --- how it is written for other tools ---

test("how a roll is written elsewhere is asked for once its fold is opened, and goes along as long as it is open", async (t) => {
  const fold = (inside = "") => `<details class="copy-as"><summary>Copy as …</summary>${inside}</details>`;
  const { turn, answer: answered } = await live(t, { html: WIDGET.replace("as built</output>", `${fold()}</output>`) });
  const wanted = () => asked().map(({ copies }) => copies);
  choose(field("power"), "2");
  await answered(answer(fold()));
  assert.deepEqual(wanted(), [undefined]);
  find(".copy-as").open = true;
  await turn(1);
  await answered(answer(fold("<dl><dt>BCDice</dt></dl>")));
  await turn(1);
  assert.deepEqual([wanted(), last().question.values, find(".copy-as").open], [[undefined, true], { ...VALUES, power: "2" }, true]);
  choose(field("power"), "1");
  await answered(answer(fold("<ul><li>no tool knows it</li></ul>")));
  await turn(1);
  assert.deepEqual(wanted(), [undefined, true, true]);
  find(".copy-as").open = false;
  await turn(1);
  choose(field("power"), "2");
  await answered(answer(fold()));
  await turn(1);
  assert.deepEqual([wanted(), find(".copy-as").open], [[undefined, true, true, undefined], false]);
  for (const open of [true, false]) {
    find(".copy-as").open = open;
    await turn(1);
  }
  assert.equal(wanted().length, 5);
});

test("the fold that is opened while an answer is awaited asks once, when that is there", async (t) => {
  const fold = (inside = "") => `<details class="copy-as"><summary>Copy as …</summary>${inside}</details>`;
  const { turn, answer: answered } = await live(t, { html: WIDGET.replace("as built</output>", `${fold()}</output>`) });
  choose(field("power"), "2");
  await turn();
  find(".copy-as").open = true;
  await turn(1);
  assert.equal(asked().length, 1);
  await answered(answer(fold()));
  await turn(1);
  assert.deepEqual(asked().map(({ copies }) => copies), [undefined, true]);
  await answered(answer(fold("<dl><dt>Plain text</dt></dl>")));
  await turn(1);
  assert.deepEqual([asked().length, find(".copy-as").open], [2, true]);
});

// --- a fight that the address names ---

test("until the fight of the address is there the desk says that it is awaited", async (t) => {
  const { ready, answer: answered } = visit(t, "<p></p>", { at: "en/contest/?contest.stepper.actions=x" });
  document.body.innerHTML = play;
  assert.equal(find("rules-widget").hasAttribute("data-awaited"), true);
  assert.match(status(), /on its way/);
  await ready();
  await answered(answer("round 7"));
  assert.equal(find("rules-widget").hasAttribute("data-awaited"), false);
  assert.equal(status(), "round 7");
});

// --- a number and its sign ---

/** Presses a key beside the number 5 while a question is under way: what stands there then is asked. */
async function asksOnce({ turn, answer: answered }, key, number) {
  field("other").value = "5";
  key.click();
  await answered(answer("overtaken"));
  await turn(1_000);
  assert.equal(last().question.values.other, number);
}

test("the key beside a number gives it the other sign, as if it had been typed", async (t) => {
  const html = WIDGET.replace('<input name="other" value="12">', '<span><input name="other" value="12"><button type="button" data-sign>±</button></span>');
  const a = await live(t, { html });
  for (const [before, after] of [["12", "-12"], ["−3", "3"], ["－４", "４"], ["+2", "-2"], ["", "-"]]) {
    field("other").value = before;
    find("[data-sign]").click();
    assert.equal(field("other").value, after);
  }
  await asksOnce(a, find("[data-sign]"), "-5");
});

test("keys make a number one less or one more, as if it had been typed; what is no number stays", async (t) => {
  const keys = ["-1", "1"].map((add) => `<button type="button" data-add="${add}"></button>`).join("");
  const html = WIDGET.replace('<input name="other" value="12">', `<span><input name="other" value="12">${keys}</span>`);
  const a = await live(t, { html });
  for (const [before, less, more] of [["12", "11", "12"], ["0", "-1", "0"], ["−3", "-4", "-3"], [" ＋９ ", "8", "9"], ["", "-1", "0"], ["5W2", "5W2", "5W2"]]) {
    field("other").value = before;
    find('[data-add="-1"]').click();
    assert.equal(field("other").value, less);
    find('[data-add="1"]').click();
    assert.equal(field("other").value, more);
  }
  await asksOnce(a, find('[data-add="1"]'), "6");
});

test("a number that Python refuses is not kept", async (t) => {
  const { answer: answered } = await live(t);
  choose(field("ability"), "99");
  await answered({ state: "error", status: "", error: "wrong", errors: {} });
  assert.deepEqual(kept(), {});
});

test("what a link says is somebody else's number: it is neither kept nor mixed with the reader's own", async (t) => {
  const { ready, answer: answered } = visit(t, "<p></p>", { at: "en/contest/?contest.roll.ability=3" });
  localStorage.setItem("rulebook-numbers", '{"contest": {"ability": "17"}}');
  document.body.innerHTML = WIDGET;
  await ready();
  assert.equal(last().question.values.ability, "3");
  await answered(answer("three"));
  assert.equal(kept().contest.ability, "17");
});

test("only fields that are the reader's own are taken from what is kept", async (t) => {
  await live(t, { kept: '{"contest": {"other": "17", "step": "x", "power": "2"}}' });
  assert.deepEqual(asked(), []);
  assert.equal(field("other").value, "12");
});

for (const said of [
  "[damaged",
  "null",
  '{"contest": 5}',
  '{"contest": {"ability": {"toString": 1}}}',
  '{"contest": {"ability": ["9"], "power": null}}',
  '{"__proto__": {"contest": {"ability": "1"}}}',
]) {
  test(`what is kept and is no number of the reader's own is passed over: ${said}`, async (t) => {
    const { answer: answered } = await live(t, { kept: said });
    assert.equal(state(), "ready");
    assert.equal(field("ability").value, "15");
    choose(field("ability"), "17");
    await answered(answer("3/4"));
    assert.equal(output(), "3/4");
    assert.equal(kept().contest.ability, "17");
  });
}

test("a browser that stores nothing does no harm", async (t) => {
  const { answer: answered } = await live(t);
  closeStorage(t);
  choose(field("ability"), "17");
  await answered(answer("3/4"));
  assert.equal(output(), "3/4");
});

// --- a desk ---

const desk = WIDGET.replace('name="contest.roll"', 'name="contest.stepper" data-desk data-live="submit"')
  .replace('<button class="primary" name="do" value="begin">', '<button class="primary" name="do" value="begin" data-primary>')
  .replace("<output>as built", '<output><button name="do" value="square">C4</button><button name="do" value="off" disabled><i>C5</i></button>');
const IDLE = 250;
const asks = () => asked().map(({ pressed }) => pressed?.do);
const pressed = (which) => find(`[value="${which}"]`).click();

test("a square of the board is pressed like a button of the tray, and one that is switched off is none", async (t) => {
  const { turn } = await live(t, { html: desk });
  find('[value="off"] i').click();
  pressed("square");
  await turn();
  assert.deepEqual([asks(), asked()[0].pressed.step], [["square"], "Tomoe"]);
});

test("what the button that comes next leads to is asked ahead, and there when it is pressed", async (t) => {
  const { turn, answer: answered } = await live(t, { html: desk });
  await turn(IDLE);
  assert.deepEqual([asks(), state()], [["begin"], "ready"]);
  await answered(answer("begun", { parts: { status: "begun" } }));
  assert.equal(status(), "1/2 as built");
  pressed("begin");
  await turn();
  assert.deepEqual([asks().length, status(), state()], [1, "begun", "ready"]);
});

test("who presses it before that has been answered waits for the same answer", async (t) => {
  const { turn, answer: answered } = await live(t, { html: desk });
  await turn(IDLE);
  pressed("begin");
  await turn();
  assert.deepEqual([asks(), state()], [["begin"], "busy"]);
  await answered(answer("begun"));
  assert.equal(status(), "begun");
});

test("another press, or the same with other words beside it, is asked by itself; the tray is looked ahead from anew", async (t) => {
  const { turn, answer: answered } = await live(t, { html: desk });
  await turn(IDLE);
  await answered(answer("begun"));
  pressed("undo");
  await answered(answer("taken back"));
  assert.deepEqual([asks().slice(0, 2), status()], [["begin", "undo"], "taken back"]);
  await turn(IDLE);
  choose(field("step"), "Ren");
  await turn(IDLE);
  assert.deepEqual(asked().slice(2).map(({ pressed: { step } }) => step), ["Tomoe", "Ren"]);
  field("step").value = "Mio";
  pressed("begin");
  await turn();
  assert.equal(asked().at(-1).pressed.step, "Mio");
});

test("an answer is taken once: the same press again is another step", async (t) => {
  const { turn, answer: answered } = await live(t, { html: desk });
  await turn(IDLE);
  await answered(answer("begun"));
  pressed("begin");
  await turn();
  pressed("begin");
  await answered(answer("begun again"));
  assert.deepEqual([asks(), status()], [["begin", "begin"], "begun again"]);
});

test("where looking ahead has failed, the press is asked, and its reader told", async (t) => {
  const { turn, answer: answered } = await live(t, { html: desk });
  await turn(IDLE);
  last().say({ kind: "failure", id: last().question.id, reason: "broken" });
  await turn();
  assert.equal(status(), "1/2 as built");
  pressed("begin");
  await answered(answer("begun"));
  assert.deepEqual([asks(), status()], [["begin", "begin"], "begun"]);
});

test("a tap on the sentence of the answer shows all of it, another as much as has room", async (t) => {
  await live(t);
  document.querySelector(".answer-bar").innerHTML = "<b>1/2</b><span>A long sentence.</span>";
  find(".answer-bar > span").click();
  assert.equal(find("rules-widget").hasAttribute("data-whole"), true);
  find(".answer-bar > b").click();
  assert.equal(find("rules-widget").hasAttribute("data-whole"), true);
  find(".answer-bar > span").click();
  assert.equal(find("rules-widget").hasAttribute("data-whole"), false);
});
