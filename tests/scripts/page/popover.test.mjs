// popover.mjs: when terms and previews of rules open and close. Where they stand, a browser shows.

import assert from "node:assert/strict";
import { test } from "node:test";

import { find, press, within } from "../support/page.mjs";
import { visit } from "../support/visit.mjs";
import { last } from "../support/worker.mjs";
import { watchPopovers } from "../../../overrides/theme/scripts/popover.mjs";
import { start } from "../../../overrides/theme/scripts/python.mjs";

const PAGE = `<p>
  <button class="term" popovertarget="pop-poison" id="poison">poison</button>
  <button class="term" popovertarget="pop-poison" id="again">poison</button>
  <button class="term" popovertarget="pop-freeze" id="freeze">freeze</button>
  <button class="term" popovertarget="pop-nothing" id="nothing">nothing</button>
  <a class="rule-ref" data-rule="C-5.1" href="#C-5.1" id="rule">C-5.1</a>
  <a class="rule-ref" data-rule="C-9.9" href="#C-9.9" id="unknown">C-9.9</a>
  <input id="elsewhere"></p>
  <div id="pop-poison" popover>Poison hurts. <div data-ask="prophecy.condition" data-field="condition" data-value="poison" hidden><p><a href="../calculators/#cast">Enter your numbers</a></p></div>
    <a class="rule-ref" data-rule="C-5.1" href="#C-5.1" id="inner">C-5.1</a></div>
  <div id="pop-freeze" popover>Freeze holds.</div>`;

/** A page in a browser that knows popovers, a pointer and a keyboard. */
function reader(t) {
  const a = visit(t, PAGE);
  within(watchPopovers);
  let pointed = document.body;
  let byKeyboard = false;
  const shown = new Set();
  const { matches } = Element.prototype;
  t.mock.method(Element.prototype, "matches", function (selector) {
    if (selector === ":popover-open") return shown.has(this);
    if (selector === ":hover") return this.contains(pointed);
    if (selector === ":focus-visible") return byKeyboard && document.activeElement === this;
    return matches.call(this, selector);
  });
  Object.assign(HTMLElement.prototype, {
    showPopover() {
      if (shown.has(this)) throw new DOMException("open already", "InvalidStateError");
      shown.add(this);
    },
    hidePopover() {
      if (!shown.delete(this)) throw new DOMException("not open", "InvalidStateError");
      toggled(this);
    },
  });
  const toggled = (popover) => queueMicrotask(() => popover.dispatchEvent(Object.assign(new Event("toggle"), { newState: "closed" })));
  const move = (type, target, relatedTarget, pointerType) =>
    target.dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true, relatedTarget }), { pointerType }));
  return {
    ...a,
    shown,
    tick: (long) => t.mock.timers.tick(long),
    /** What is open, by id. */
    open: () => [...shown].map(({ id }) => id).join(" "),
    async point(selector, pointerType = "mouse") {
      const [from, to] = [pointed, selector ? find(selector) : document.body];
      pointed = to;
      move("pointerout", from, to, pointerType);
      move("pointerover", to, from, pointerType);
      await a.turn();
    },
    async tab(selector) {
      byKeyboard = true;
      find(selector).focus();
      await a.turn();
    },
    /** Presses the pointer's button on something that it is on. */
    async click(selector) {
      byKeyboard = false;
      find(selector).focus();
      const event = new MouseEvent("click", { bubbles: true, cancelable: true });
      find(selector).dispatchEvent(event);
      await a.turn();
      return event.defaultPrevented;
    },
    /** What the browser does by itself on Escape, or on a tap elsewhere: it tells of it later. */
    dismiss(selector) {
      shown.delete(find(selector));
      toggled(find(selector));
    },
  };
}

/** Taps something with a finger; says whether the browser would follow it. */
async function tap(click, selector) {
  for (const type of ["pointerdown", "pointerup"]) {
    find(selector).dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType: "touch" }));
  }
  return !(await click(selector));
}

// What a reader does: rests on something for so long, points elsewhere, clicks, comes by keyboard
const over = (selector, long = 150, by = undefined) => async ({ point, turn }) => {
  await point(selector, by);
  await turn(long);
};
const away = (long = 250) => over("", long);
const clicked = (selector) => ({ click }) => click(selector);
/** Clicks; what the browser would do by itself would close what is open. */
const keptFromTheBrowser = (selector) => async ({ click }) => assert.equal(await click(selector), true);
const reached = (selector) => ({ tab }) => tab(selector);
const later = (long = 0) => ({ turn }) => turn(long);

/** Each story is a test: what is done, and between that, as text, what is open then. */
function stories(told) {
  for (const [name, steps] of Object.entries(told)) {
    test(name, async (t) => {
      const there = reader(t);
      for (const [number, step] of steps.entries()) {
        if (typeof step === "string") assert.equal(there.open(), step, `step ${number}`);
        else await step(there);
      }
    });
  }
}

// --- the pointer ---

stories({
  "a term opens when the pointer rests on it, not when it passes by":
    [over("#poison", 149), "", away(1_000), "", over("#poison"), "pop-poison"],
  "it closes a moment after the pointer has left, and stays when the pointer is back by then":
    [over("#poison"), away(249), "pop-poison", over("#poison", 1_000), "pop-poison", away(), ""],
  "the pointer may move onto what it has opened":
    [over("#poison"), away(200), over("#pop-poison", 10_000), "pop-poison", away(), ""],
  "a finger opens nothing by being over something": [over("#poison", 1_000, "touch"), ""],
  "only one term is open at a time": [over("#poison"), over("#freeze"), "pop-freeze"],
  "a term without a meaning opens nothing": [over("#nothing"), clicked("#nothing"), ""],
});

// --- clicks and taps ---

stories({
  "a click pins it: it stays when the pointer leaves, and another click closes it":
    [over("#poison"), keptFromTheBrowser("#poison"), away(10_000), "pop-poison", clicked("#poison"), ""],
  "a tap opens it and a tap on it again closes it": [clicked("#poison"), "pop-poison", clicked("#poison"), ""],
  "a tap elsewhere, which the browser answers, is noticed: the next tap opens it again":
    [clicked("#poison"), ({ dismiss }) => dismiss("#pop-poison"), later(), clicked("#poison"), "pop-poison"],
  "it opens again however soon after Escape: the event that tells of it comes later":
    [clicked("#poison"), ({ shown }) => shown.delete(find("#pop-poison")), clicked("#poison"), "pop-poison"],
});

test("the same term elsewhere is opened from there", async (t) => {
  const { click, open } = reader(t);
  await click("#poison");
  await click("#again");
  assert.equal(open(), "pop-poison");
  assert.equal(find("#again").style.getPropertyValue("anchor-name"), find("#pop-poison").style.getPropertyValue("position-anchor"));
  assert.equal(find("#poison").style.getPropertyValue("anchor-name"), "");
});

// --- the keyboard ---

stories({
  "a term opens when the keyboard reaches it, and closes when it leaves":
    [reached("#poison"), "pop-poison", reached("#elsewhere"), ""],
  "from the term the keyboard may go into what it opened":
    [reached("#poison"), reached("#inner"), "pop-poison rule-preview", reached("#elsewhere"), ""],
  "a focus that a pointer has set opens nothing by itself": [() => find("#poison").focus(), later(1_000), ""],
  "a click right after the focus does not close it": [reached("#poison"), clicked("#poison"), "pop-poison"],
  "what the keyboard has opened stays when the pointer passes by":
    [reached("#poison"), over("#poison", 0), away(10_000), "pop-poison"],
});

// --- previews of rules ---

test("a rule shows its text under the pointer, and says so to those who listen", async (t) => {
  const { point, open, turn } = reader(t);
  await point("#rule");
  await turn(150);
  assert.equal(open(), "rule-preview");
  assert.deepEqual([...find("#rule-preview").children].map(({ textContent }) => textContent), ["C-5.1", "The piece moves."]);
  assert.equal(find("#rule-preview").getAttribute("role"), "tooltip");
  assert.equal(find("#rule").getAttribute("aria-describedby"), "rule-preview");
  await point("");
  await turn(250);
  assert.equal(open(), "");
  assert.equal(find("#rule").hasAttribute("aria-describedby"), false);
});

stories({
  "a rule shows its text to the keyboard, and hides it when it goes on":
    [reached("#rule"), "rule-preview", reached("#elsewhere"), ""],
  "a rule that is not known shows nothing": [over("#unknown"), ""],
  "a reference that is gone before its text has come shows nothing":
    [over("#rule", 0), ({ tick }) => tick(150), () => find("#rule").remove(), later(), ""],
  "a reference that the pointer has left before its text has come shows nothing":
    [over("#rule", 0), ({ tick }) => tick(150), away(0), ""],
  "a rule that a term names shows its text over it; the term stays while the preview is in use": [
    over("#poison"), over("#inner"), "pop-poison rule-preview",
    over("#rule-preview", 10_000), "pop-poison rule-preview", away(), over("#elsewhere", 250), "",
  ],
});

test("a text that comes when the keyboard has gone on already is not shown; in which half its source stands is said", async (t) => {
  const { tab, open, turn } = reader(t);
  const first = tab("#rule");
  find("#elsewhere").focus();
  await first;
  await turn();
  assert.equal(open(), "");
  await tab("#rule");
  assert.equal(find("#rule-preview").dataset.half, "lower");
  await tab("#elsewhere");
  find("#rule").getBoundingClientRect = () => ({ bottom: innerHeight });
  await tab("#rule");
  assert.equal(find("#rule-preview").dataset.half, "upper");
});

test("a click follows the link, and the preview is gone", async (t) => {
  const { point, click, open, turn } = reader(t);
  await point("#rule");
  await turn(150);
  assert.equal(await click("#rule"), false);
  assert.equal(open(), "");
});

const way = () => document.querySelector("#rule-preview a");

test("a finger is shown a rule's text first, with a link to the rule; a tap elsewhere closes it", async (t) => {
  const { click, open } = reader(t);
  assert.equal(await tap(click, "#rule"), false);
  assert.equal(open(), "rule-preview");
  assert.equal(find("#rule-preview").getAttribute("role"), "note");
  assert.match(way().href, /exchange\/#C-5\.1$/);
  await tap(click, "#rule-preview");
  assert.equal(open(), "rule-preview");
  await tap(click, "p");
  assert.equal(open(), "");
});

test("nobody else hears of a tap that asks for a text: nothing is followed, a desk stays as it is", async (t) => {
  const { click } = reader(t);
  let heard = 0;
  find("p").addEventListener("click", () => (heard += 1));
  await tap(click, "#rule");
  assert.equal(heard, 0);
  await tap(click, "#rule");
  assert.equal(heard, 1);
});

test("the link in it and a second tap on the rule are followed", async (t) => {
  const { click, open } = reader(t);
  await tap(click, "#rule");
  assert.equal(await tap(click, "#rule-preview a"), true);
  assert.equal(open(), "");
  await tap(click, "#rule");
  assert.equal(await tap(click, "#rule"), true);
  assert.equal(open(), "");
});

test("a finger follows a rule at once whose text is not known", async (t) => {
  const { click, turn } = reader(t);
  let followed = 0;
  find("#unknown").addEventListener("click", () => (followed += 1));
  assert.equal(await tap(click, "#unknown"), false);
  await turn();
  assert.equal(followed, 1);
});

test("what a finger has opened holds a link; under the pointer it holds none", async (t) => {
  const { point, click, turn } = reader(t);
  await tap(click, "#rule");
  assert.notEqual(way(), null);
  await tap(click, "p");
  await point("#rule");
  await turn(150);
  assert.equal(way(), null);
  assert.equal(find("#rule-preview").getAttribute("role"), "tooltip");
});

test("Escape closes one thing: the preview, and with the next one the browser closes the term", async (t) => {
  const { tab, open } = reader(t);
  await tab("#poison");
  await tab("#inner");
  assert.equal(open(), "pop-poison rule-preview");
  assert.equal(press("Escape"), false);
  assert.equal(open(), "pop-poison");
  assert.equal(press("Escape"), true);
});

test("other keys are left alone", async (t) => {
  const { tab, open } = reader(t);
  await tab("#rule");
  assert.equal(press("a"), true);
  assert.equal(open(), "rule-preview");
});

// --- the reader's own numbers ---

const place = () => find("[data-ask]");

const NUMBERS = '{"prophecy": {"cast": "9", "rule:reroll": "two"}}';

/** A reader whose numbers are kept, and for whom Python is there, clicks on a term. */
async function knownByNumbers(t) {
  const there = reader(t);
  localStorage.setItem("rulebook-numbers", NUMBERS);
  start();
  await there.ready();
  await there.click("#poison");
  return there;
}

test("a term says what it does to the reader's own numbers, under the reader's house rules", async (t) => {
  const { answer } = await knownByNumbers(t);
  assert.deepEqual(last().question.values, { condition: "poison" });
  assert.deepEqual(last().question.kept, { cast: "9", "rule:reroll": "two" });
  assert.equal(last().question.widget, "prophecy.condition");
  await answer({ state: "ready", parts: { output: '<table></table>9 becomes 7 <a data-rule="C-5.1" href="#">C-5.1</a>' } });
  assert.equal(place().hidden, false);
  assert.match(place().textContent, /9 becomes 7/);
  assert.match(place().querySelector("a").href, /exchange/);
});

test("opening a term starts Python by itself; until it is there a quiet line holds the place", async (t) => {
  const { click, ready, answer } = reader(t);
  localStorage.setItem("rulebook-numbers", NUMBERS);
  await click("#poison");
  assert.equal(place().hidden, false);
  assert.equal(place().textContent, "Your numbers …");
  await ready();
  await answer({ state: "ready", parts: { output: "<table></table>9 becomes 7" } });
  assert.match(place().textContent, /9 becomes 7/);
});

test("who has entered no numbers is shown where to, and Python is not started for that", async (t) => {
  const { click, turn } = reader(t);
  localStorage.setItem("rulebook-numbers", '{"prophecy": {"rule:reroll": "two"}, "contest": {"ability": "17"}}');
  await click("#poison");
  await turn();
  assert.equal(last(), undefined);
  assert.equal(place().hidden, false);
  assert.equal(place().querySelector("a").getAttribute("href"), "../calculators/#cast");
});

test("numbers that do not fit lead to where they are entered", async (t) => {
  const { answer } = await knownByNumbers(t);
  await answer({ state: "error", status: "", error: "cast" });
  assert.equal(place().querySelector("a").textContent, "Enter your numbers");
});

test("where Python cannot be had, that is said", async (t) => {
  const { click, turn } = reader(t);
  localStorage.setItem("rulebook-numbers", NUMBERS);
  await click("#poison");
  await turn();
  last().say({ kind: "unavailable", reason: "no network" });
  await turn();
  assert.match(place().textContent, /Python could not start here/);
});
