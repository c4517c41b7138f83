// address.mjs: what the address says about the widgets of a page.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { find, follow, page, scrolledTo } from "../support/page.mjs";
import { address, inheritFields, namedFields, nameFields, watchLinks } from "../../../overrides/theme/scripts/address.mjs";

watchLinks();
let changes = 0;
address.addEventListener("change", () => changes++);
beforeEach(() => (changes = 0));

const PAGE = '<rules-widget name="contest.roll"></rules-widget><h2 id="order">Order</h2>';
const at = (query) => page(PAGE, { at: `en/contest/${query}` });
const link = (href) => {
  document.body.insertAdjacentHTML("beforeend", `<p><a href="${href}">link</a></p>`);
  return find("a");
};

test("a field is named by its widget and its own name; other widgets' fields and other queries are none of it", () => {
  at("?contest.roll.ability_a=17&contest.roll.wounded=&contest.rolls.x=1&contest.chart.ability=3&q=roll");
  assert.deepEqual(namedFields("contest.roll"), { ability_a: "17", wounded: "" });
  assert.deepEqual(namedFields("contest.chart"), { ability: "3" });
  assert.deepEqual(namedFields("prophecy.check"), {});
});

test("values come back as they were written, whatever letters they hold", () => {
  at("");
  for (const value of ["10W", "a b&c=d#e?f%20+g", "巴, 🎲", "<b>", ""]) {
    nameFields("contest.roll", { ability_a: value });
    assert.deepEqual(namedFields("contest.roll"), { ability_a: value });
    assert.deepEqual(namedFields("contest.roll", new URL(location.href)), { ability_a: value });
  }
});

test("a browser that takes no more changes for now has the last of all widgets' a moment later", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  at("?contest.gauge.round=2");
  const refusing = t.mock.method(history, "replaceState", () => {
    throw new DOMException("more than 100 times per 10 seconds", "SecurityError");
  });
  nameFields("contest.roll", { ability_a: "17" });
  nameFields("contest.roll", { ability_a: "18" });
  nameFields("contest.gauge", { round: "3" });
  t.mock.timers.tick(1000);
  assert.deepEqual([namedFields("contest.roll"), namedFields("contest.gauge")], [{}, { round: "2" }]);
  refusing.mock.restore();
  t.mock.timers.tick(1000);
  assert.deepEqual([namedFields("contest.roll"), namedFields("contest.gauge")], [{ ability_a: "18" }, { round: "3" }]);
  nameFields("contest.roll", {});
  assert.deepEqual([namedFields("contest.roll"), namedFields("contest.gauge")], [{}, { round: "3" }]);
});

test("what a browser has not taken is not written any more where it has become untrue", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  for (const meanwhile of [() => nameFields("contest.roll", {}), () => dispatchEvent(new PopStateEvent("popstate"))]) {
    at("");
    const refusing = t.mock.method(history, "replaceState", () => {
      throw new DOMException("more than 100 times per 10 seconds", "SecurityError");
    });
    nameFields("contest.roll", { ability_a: "17" });
    refusing.mock.restore();
    meanwhile();
    t.mock.timers.tick(5000);
    assert.deepEqual(namedFields("contest.roll"), {});
  }
});

test("a field that is named twice has its last value", () => {
  at("?contest.roll.a=1&contest.roll.a=2");
  assert.deepEqual(namedFields("contest.roll"), { a: "2" });
});

test("names that objects have of their own are names like any other", () => {
  at("?contest.roll.__proto__=1&contest.roll.constructor=2");
  const named = namedFields("contest.roll");
  assert.deepEqual(Object.keys(named), ["__proto__", "constructor"]);
  assert.equal(Object.getPrototypeOf(named), Object.prototype);
});

test("a widget has what the address says of one that it has taken in, and what it says of itself comes first", () => {
  at("?q=peg&old.board.seed=lamp&old.board.rows=5&new.fight.seed=moth#grid");
  const { length } = history;
  inheritFields("new.fight", ["old.board", "older.board"]);
  assert.deepEqual(namedFields("new.fight"), { seed: "moth", rows: "5" });
  assert.deepEqual(namedFields("old.board"), {});
  assert.equal(location.hash, "#grid");
  assert.match(location.search, /q=peg/);
  assert.equal(history.length, length);
  const before = location.href;
  inheritFields("new.fight", ["old.board"]);
  assert.equal(location.href, before);
});

test("a widget's fields take the place of those before; all else in the address stays", () => {
  at("?q=roll&contest.roll.a=1&contest.roll.b=2&contest.chart.a=3#C-5.1");
  history.replaceState({ kept: true }, "");
  const { length } = history;
  nameFields("contest.roll", { b: "9", c: "8" });
  assert.equal(location.href, "https://rules.test/en/contest/?q=roll&contest.chart.a=3&contest.roll.b=9&contest.roll.c=8#C-5.1");
  assert.deepEqual(history.state, { kept: true });
  assert.equal(history.length, length);
  nameFields("contest.roll", {});
  assert.equal(location.search, "?q=roll&contest.chart.a=3");
});

test("an address that says it already is left alone", (t) => {
  at("?contest.roll.a=1");
  const replaced = t.mock.method(history, "replaceState");
  nameFields("contest.roll", { a: "1" });
  nameFields("contest.chart", {});
  assert.equal(replaced.mock.callCount(), 0);
});

test("the way back through the history tells the widgets", async () => {
  at("?contest.roll.a=1");
  history.pushState(null, "", "?contest.roll.a=2");
  const back = new Promise((go) => addEventListener("popstate", go, { once: true }));
  history.back();
  await back;
  assert.equal(changes, 1);
  assert.deepEqual(namedFields("contest.roll"), { a: "1" });
});

test("a link that names a widget's fields sets them without a new page, and leads to the widget", () => {
  at("?contest.roll.a=1");
  assert.equal(follow(link("?contest.roll.a=2&contest.roll.b=3")), false);
  assert.equal(location.search, "?contest.roll.a=2&contest.roll.b=3");
  assert.equal(changes, 1);
  assert.deepEqual(scrolledTo, [find("rules-widget")]);
});

test("one that names a place too leads there", () => {
  at("");
  assert.equal(follow(link("?contest.roll.a=2#order")), false);
  assert.deepEqual(scrolledTo, [find("#order")]);
  assert.equal(location.hash, "#order");
});

test("a link to a place on this page keeps what the widgets say, though it names the page and no fields", async () => {
  at("?contest.roll.a=1&q=roll");
  const there = new Promise((go) => addEventListener("hashchange", go, { once: true }));
  assert.equal(follow(link("/en/contest/#order")), false);
  await there;
  assert.equal(location.href, "https://rules.test/en/contest/?contest.roll.a=1&q=roll#order");
});

test("what a link names is another place in the history, to which the way back leads", () => {
  at("?contest.roll.a=1");
  const { length } = history;
  follow(link("?contest.roll.a=2"));
  assert.equal(history.length, length + 1);
});

test("where no widget is named, the browser leads to a place by itself", () => {
  at("?q=roll");
  assert.equal(follow(link("/en/contest/#order")), true);
});

test("a link that says where it opens is the browser's", () => {
  at("?contest.roll.a=1");
  link("?contest.roll.a=2").target = "_blank";
  assert.equal(follow(find("a")), true);
});

test("on the way back to another page, widgets of the one in view hear nothing of its address and write nothing into it", () => {
  at("?contest.roll.a=1");
  history.replaceState(null, "", "/en/prophecy/?prophecy.check.a=2");
  dispatchEvent(new Event("popstate"));
  nameFields("contest.roll", { a: "3" });
  assert.deepEqual([changes, location.search], [0, "?prophecy.check.a=2"]);
});

test("a click beside the links is none of them", () => {
  at("?contest.roll.a=1");
  assert.equal(follow(find("h2")), true);
  assert.equal(location.search, "?contest.roll.a=1");
});

for (const [what, href, how] of [
  ["names fields of a widget that is not here", "?contest.chart.a=2"],
  ["leads to another page", "/en/prophecy/?contest.roll.a=2"],
  ["leads to another host", "https://elsewhere.test/en/contest/?contest.roll.a=2"],
  ["is opened in another tab by Ctrl", "?contest.roll.a=2", { ctrlKey: true }],
  ["is opened in another tab by Cmd", "?contest.roll.a=2", { metaKey: true }],
  ["is opened in a new window", "?contest.roll.a=2", { shiftKey: true }],
  ["to a place is opened in another tab", "/en/contest/#order", { metaKey: true }],
  ["leads to a place, and the address says it already", "?contest.roll.a=1#order"],
  ["leads to a place as one writes it", "#order"],
  ["leads to this page as it was built", "/en/contest/"],
  ["leads to a place of another page", "/en/prophecy/#order"],
  ["leads to this page in the other language", "/ja/contest/?contest.roll.a=2"],
]) {
  test(`the browser follows a link by itself that ${what}`, () => {
    at("?contest.roll.a=1");
    assert.equal(follow(link(href), how), true);
    assert.equal(location.search, "?contest.roll.a=1");
    assert.equal(changes, 0);
  });
}
