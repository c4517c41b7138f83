// form.mjs: a form as Python sees it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { find, page } from "../support/page.mjs";
import { defaults, offerOthers, read, readPressed, setError, showErrors, write } from "../../../overrides/theme/scripts/form.mjs";

const FORM = `<form>
  <input name="ability" value="15">
  <select name="power"><option value="1">one</option><option value="2" selected>two</option></select>
  <select name="side"><option value="a">A</option><option value="b">B</option></select>
  <input type="checkbox" name="wounded" value="1">
  <input type="checkbox" name="blocked" value="1" checked>
  <input type="radio" name="level" value="low">
  <input type="radio" name="level" value="high" checked>
  <input type="radio" name="stance" value="up">
  <input type="checkbox" data-many name="hand" value="SA">
  <input type="checkbox" data-many name="hand" value="H2" checked>
  <input type="checkbox" data-many name="hand" value="D3" checked>
  <textarea name="notes">two
lines</textarea>
  <input value="nameless">
  <output name="result">none</output>
  <button name="do" value="begin">Begin</button>
  <div data-part="controls"><input name="step" value="7"></div>
</form>`;

const BUILT = {
  ability: "15",
  power: "2",
  side: "a",
  wounded: "",
  blocked: "1",
  level: "high",
  stance: "",
  hand: "H2 D3",
  notes: "two\nlines",
};

const named = (name, number = 0) => document.querySelectorAll(`[name="${name}"]`)[number];

test("a form that nobody has touched says what it was built with", () => {
  const form = page(FORM);
  assert.deepEqual(read(form), BUILT);
  assert.deepEqual(defaults(form), BUILT);
});

test("what the reader has typed, ticked and chosen is said; what was built stays known", () => {
  const form = page(FORM);
  named("ability").value = "17";
  named("power").value = "1";
  named("side").value = "b";
  named("wounded").checked = true;
  named("blocked").checked = false;
  named("level").checked = true;
  named("stance").checked = true;
  named("hand").checked = true;
  named("hand", 1).checked = false;
  named("notes").value = "";
  const said = { ability: "17", power: "1", side: "b", wounded: "1", blocked: "", level: "low", stance: "up", hand: "SA D3", notes: "" };
  assert.deepEqual(read(form), said);
  assert.deepEqual(defaults(form), BUILT);
});

test("of several cards none may be picked", () => {
  const form = page(FORM);
  for (const number of [1, 2]) named("hand", number).checked = false;
  assert.equal(read(form).hand, "");
});

test("a field that is switched off, or stands in a group that is, says nothing", () => {
  const form = page('<form><input name="a" value="1" disabled><fieldset disabled><input name="b" value="2"></fieldset><input name="c" value="3"></form>');
  assert.deepEqual(read(form), { c: "3" });
});

test("controls of a part that Python exchanges are none of the widget's own fields", () => {
  const form = page(FORM);
  assert.ok(!("step" in read(form)));
  assert.ok(!("step" in defaults(form)));
  write(form, { step: "8" });
  assert.equal(named("step").value, "7");
});

test("a list without a marked choice is built with its first, an empty one with nothing", () => {
  const form = page('<form><select name="a"><option value="x">X</option><option value="y">Y</option></select><select name="b"></select></form>');
  named("a").value = "y";
  assert.deepEqual(defaults(form), { a: "x", b: "" });
});

test("what is written can be read again, for every kind of field", () => {
  const form = page(FORM);
  const wanted = { ability: "10W", power: "1", side: "b", wounded: "1", blocked: "", level: "low", stance: "up", hand: "SA", notes: "new" };
  write(form, wanted);
  assert.deepEqual(read(form), wanted);
  write(form, BUILT);
  assert.deepEqual(read(form), BUILT);
});

test("fields of which nothing is said stay as they are, and names that no field has are of no matter", () => {
  const form = page(FORM);
  named("ability").value = "17";
  write(form, { power: "1", unheard_of: "9", constructor: "x" });
  assert.deepEqual(read(form), { ...BUILT, ability: "17", power: "1" });
});

test("what a field cannot hold is not held: the form then says something else than was wanted", () => {
  const form = page(FORM);
  write(form, { power: "99", wounded: "yes", level: "middle", hand: "XX" });
  assert.equal(read(form).power, "");
  assert.equal(read(form).wounded, "");
  assert.equal(read(form).level, "");
  assert.equal(read(form).hand, "");
});

test("the caret stays where the reader has it while the field is written", () => {
  const form = page(FORM);
  const field = named("ability");
  field.focus();
  field.value = "1234";
  field.setSelectionRange(2, 2);
  write(form, { ability: "5678" });
  assert.equal(field.selectionStart, 2);
  assert.equal(field.value, "5678");
});

test("a field that says already what is wanted is left alone", () => {
  const form = page(FORM);
  const field = named("ability");
  field.focus();
  field.setSelectionRange(0, 2);
  write(form, { ability: "15" });
  assert.deepEqual([field.selectionStart, field.selectionEnd], [0, 2]);
});

test("a button says what it is, and what the controls of its part say, first of all those beside it", () => {
  page(`<form><input name="outside" value="0"><div data-part="controls">
    <input name="seed" value="7">
    <fieldset><input name="name" value="Tomoe"><input type="checkbox" name="narrator" value="1"><button name="do" value="add">Add</button></fieldset>
    <fieldset><input name="name" value="Garm"><button name="do" value="change">Change</button></fieldset>
    <button name="do" value="begin">Begin</button></div></form>`);
  const [add, change, begin] = document.querySelectorAll("button");
  assert.deepEqual(readPressed(add, find("form")), { seed: "7", name: "Tomoe", narrator: "", do: "add" });
  assert.deepEqual(readPressed(change, find("form")), { seed: "7", name: "Garm", narrator: "", do: "change" });
  assert.deepEqual(readPressed(begin, find("form")), { seed: "7", name: "Garm", narrator: "", do: "begin" });
});

test("a button on the board takes along what the tray says, and nothing of the widget's own fields", () => {
  page(`<output><button name="do" value="move">C4</button></output><form><input name="seed" value="7">
    <div data-part="controls"><input type="checkbox" name="manoeuvre" value="1" checked></div></form>`);
  assert.deepEqual(readPressed(find("button"), find("form")), { manoeuvre: "1", do: "move" });
});

test("a button that stands apart from its form says first what that form says", () => {
  page(`<form><div data-part="primary"><button name="do" value="add" data-of="step-form">Add</button></div><div data-part="controls">
    <fieldset id="step-form"><input name="name" value="Tomoe"></fieldset><fieldset><input name="name" value="Garm"></fieldset></div></form>`);
  assert.deepEqual(readPressed(find("button"), find("form")), { name: "Tomoe", do: "add" });
});

const FIELDS = `<rules-widget name="a.b"><details id="outer"><details id="inner">
  <div data-field="ability"><input name="ability" aria-describedby="hint"></div>
  </details></details>
  <div data-field="hand"><input name="hand"><input name="hand"></div></rules-widget>`;
const place = (field) => document.querySelector(`[data-field="${field}"] > .field-error`);

test("a message stands beside its field, is read out with it, and opens what it is folded into", () => {
  const widget = page(FIELDS);
  showErrors(widget, { ability: "Write a number from 1 to 20." });
  assert.equal(place("ability").textContent, "Write a number from 1 to 20.");
  assert.equal(named("ability").getAttribute("aria-invalid"), "true");
  assert.equal(named("ability").getAttribute("aria-describedby"), `hint ${place("ability").id}`);
  assert.ok(find("#outer").open && find("#inner").open);
  assert.equal(place("hand"), null);
  assert.equal(named("hand").hasAttribute("aria-invalid"), false);
});

test("every control of a field with several is marked", () => {
  const widget = page(FIELDS);
  showErrors(widget, { hand: "Five cards at most." });
  for (const number of [0, 1]) {
    assert.equal(named("hand", number).getAttribute("aria-invalid"), "true");
    assert.equal(named("hand", number).getAttribute("aria-describedby"), place("hand").id);
  }
});

test("the messages of before are taken away, and nothing that was folded away is opened for it", () => {
  const widget = page(FIELDS);
  showErrors(widget, { ability: "wrong", hand: "wrong" });
  find("#inner").open = false;
  showErrors(widget, {});
  assert.equal(place("ability"), null);
  assert.equal(named("ability").getAttribute("aria-describedby"), "hint");
  assert.equal(named("ability").hasAttribute("aria-invalid"), false);
  assert.equal(named("hand").hasAttribute("aria-describedby"), false);
  assert.equal(find("#inner").open, false);
});

test("what has been changed is wrong no more, and the others stay so", () => {
  const widget = page(FIELDS);
  showErrors(widget, { ability: "wrong", hand: "wrong" });
  setError(find("[data-field=ability]"));
  assert.equal(place("ability"), null);
  assert.equal(named("ability").getAttribute("aria-describedby"), "hint");
  assert.equal(named("hand").getAttribute("aria-invalid"), "true");
});

test("a message about a field that is not there does no harm", () => {
  const widget = page(FIELDS);
  showErrors(widget, { nowhere: "wrong" });
  assert.equal(widget.textContent.trim(), "");
});

test("a message that changes stays in its place, and another field's has another name", () => {
  const widget = page(FIELDS);
  showErrors(widget, { ability: "wrong" });
  const before = place("ability");
  showErrors(widget, { ability: "wrong again", hand: "wrong" });
  assert.equal(place("ability"), before);
  assert.equal(before.textContent, "wrong again");
  assert.notEqual(place("hand").id, before.id);
});

test("a message is text, whatever it says", () => {
  const widget = page(FIELDS);
  showErrors(widget, { hand: "<b>X</b> is no card" });
  assert.equal(place("hand").textContent, "<b>X</b> is no card");
  assert.equal(place("hand").children.length, 0);
});

test("whom a list has chosen is not offered beside it; another choice offers them again", () => {
  const box = (who) => `<div data-beside="to ${who}"><input type="checkbox" name="also_${who}" value="1"></div>`;
  page(`<form><fieldset data-part="controls"><select name="to"><option value="1">A<option value="2">B</select>${box(1)}${box(2)}
    <button name="do" value="help">Help</button></fieldset></form>`);
  const [list, first, second] = ["[name=to]", "[name=also_1]", "[name=also_2]"].map(find);
  offerOthers(find("form"));
  assert.deepEqual([first.parentElement.hidden, second.parentElement.hidden], [true, false]);
  second.checked = true;
  list.value = "2";
  offerOthers(find("form"));
  assert.deepEqual([first.parentElement.hidden, second.parentElement.hidden], [false, true]);
  assert.deepEqual(readPressed(find("button"), find("form")), { to: "2", also_1: "", do: "help" }, "a box that is not seen says nothing");
});
