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

// --- the pointer ---

test("a term opens when the pointer rests on it, not when it passes by", async (t) => {
  const { point, open, turn } = reader(t);
  await point("#poison");
  await turn(149);
  await point("");
  await turn(1_000);
  assert.equal(open(), "");
  await point("#poison");
  await turn(150);
  assert.equal(open(), "pop-poison");
});

test("it closes a moment after the pointer has left, and stays when the pointer is back by then", async (t) => {
  const { point, open, turn } = reader(t);
  await point("#poison");
  await turn(150);
  await point("");
  await turn(249);
  assert.equal(open(), "pop-poison");
  await point("#poison");
  await turn(1_000);
  assert.equal(open(), "pop-poison");
  await point("");
  await turn(250);
  assert.equal(open(), "");
});

test("the pointer may move onto what it has opened", async (t) => {
  const { point, open, turn } = reader(t);
  await point("#poison");
  await turn(150);
  await point("");
  await turn(200);
  await point("#pop-poison");
  await turn(10_000);
  assert.equal(open(), "pop-poison");
  await point("");
  await turn(250);
  assert.equal(open(), "");
});

test("a finger opens nothing by being over something", async (t) => {
  const { point, open, turn } = reader(t);
  await point("#poison", "touch");
  await turn(1_000);
  assert.equal(open(), "");
});

test("only one term is open at a time", async (t) => {
  const { point, open, turn } = reader(t);
  await point("#poison");
  await turn(150);
  await point("#freeze");
  await turn(150);
  assert.equal(open(), "pop-freeze");
});

test("a term without a meaning opens nothing", async (t) => {
  const { point, click, open, turn } = reader(t);
  await point("#nothing");
  await turn(150);
  await click("#nothing");
  assert.equal(open(), "");
});

// --- clicks and taps ---

test("a click pins it: it stays when the pointer leaves, and another click closes it", async (t) => {
  const { point, click, open, turn } = reader(t);
  await point("#poison");
  await turn(150);
  assert.equal(await click("#poison"), true); // what the browser would do by itself would close it
  await point("");
  await turn(10_000);
  assert.equal(open(), "pop-poison");
  await click("#poison");
  assert.equal(open(), "");
});

test("a tap opens it and a tap on it again closes it", async (t) => {
  const { click, open } = reader(t);
  await click("#poison");
  assert.equal(open(), "pop-poison");
  await click("#poison");
  assert.equal(open(), "");
});

test("a tap elsewhere, which the browser answers, is noticed: the next tap opens it again", async (t) => {
  const { click, dismiss, open, turn } = reader(t);
  await click("#poison");
  dismiss("#pop-poison");
  await turn();
  await click("#poison");
  assert.equal(open(), "pop-poison");
});

test("it opens again however soon after Escape: the event that tells of it comes later", async (t) => {
  const { click, shown, open } = reader(t);
  await click("#poison");
  shown.delete(find("#pop-poison"));
  await click("#poison");
  assert.equal(open(), "pop-poison");
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

test("a term opens when the keyboard reaches it, and closes when it leaves", async (t) => {
  const { tab, open } = reader(t);
  await tab("#poison");
  assert.equal(open(), "pop-poison");
  await tab("#elsewhere");
  assert.equal(open(), "");
});

test("from the term the keyboard may go into what it opened", async (t) => {
  const { tab, open } = reader(t);
  await tab("#poison");
  await tab("#inner");
  assert.equal(open().includes("pop-poison"), true);
  await tab("#elsewhere");
  assert.equal(open(), "");
});

test("a focus that a pointer has set opens nothing by itself", async (t) => {
  const { open, turn } = reader(t);
  find("#poison").focus();
  await turn(1_000);
  assert.equal(open(), "");
});

test("a click right after the focus does not close it", async (t) => {
  const { tab, click, open } = reader(t);
  await tab("#poison");
  await click("#poison");
  assert.equal(open(), "pop-poison");
});

test("what the keyboard has opened stays when the pointer passes by", async (t) => {
  const { tab, point, open, turn } = reader(t);
  await tab("#poison");
  await point("#poison");
  await point("");
  await turn(10_000);
  assert.equal(open(), "pop-poison");
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

test("a rule shows its text to the keyboard, and hides it when it goes on", async (t) => {
  const { tab, open } = reader(t);
  await tab("#rule");
  assert.equal(open(), "rule-preview");
  await tab("#elsewhere");
  assert.equal(open(), "");
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

/** Taps something with a finger; says whether the browser would follow it. */
async function tap(click, selector) {
  for (const type of ["pointerdown", "pointerup"]) {
    find(selector).dispatchEvent(Object.assign(new MouseEvent(type, { bubbles: true }), { pointerType: "touch" }));
  }
  return !(await click(selector));
}

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

test("a rule that is not known shows nothing", async (t) => {
  const { point, open, turn } = reader(t);
  await point("#unknown");
  await turn(150);
  assert.equal(open(), "");
});

test("a reference that is gone before its text has come shows nothing", async (t) => {
  const { point, open, turn } = reader(t);
  await point("#rule");
  t.mock.timers.tick(150);
  find("#rule").remove();
  await turn();
  assert.equal(open(), "");
});

test("a reference that the pointer has left before its text has come shows nothing", async (t) => {
  const { point, open } = reader(t);
  await point("#rule");
  t.mock.timers.tick(150);
  await point("");
  assert.equal(open(), "");
});

test("a rule that a term names shows its text over it; the term stays while the preview is in use", async (t) => {
  const { point, open, turn } = reader(t);
  await point("#poison");
  await turn(150);
  await point("#inner");
  await turn(150);
  assert.equal(open(), "pop-poison rule-preview");
  await point("#rule-preview");
  await turn(10_000);
  assert.equal(open(), "pop-poison rule-preview");
  await point("");
  await turn(250);
  await point("#elsewhere");
  await turn(250);
  assert.equal(open(), "");
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

test("a term says what it does to the reader's own numbers, under the reader's house rules", async (t) => {
  const { click, ready, answer } = reader(t);
  localStorage.setItem("rulebook-numbers", NUMBERS);
  start();
  await ready();
  await click("#poison");
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
  const { click, ready, answer } = reader(t);
  localStorage.setItem("rulebook-numbers", NUMBERS);
  start();
  await ready();
  await click("#poison");
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
