// language.mjs: the switch keeps page, query and place, and the choice is remembered.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { closeStorage, find, follow, page } from "../support/page.mjs";
import { watchLanguageSwitch } from "../../../overrides/theme/scripts/language.mjs";

watchLanguageSwitch();
afterEach(() => (globalThis.scrollY = 0));

const HEADER = '<header class="md-header" style="top:40"><p class="language-switch"><a data-language="ja" href="/ja/"><b>日本語</b></a></p></header>';

/** Opens a page whose places stand so far from the top of the window. */
function open(at, places = {}, scrolled = 0) {
  const article = Object.entries(places).map(([id, top]) => `<h2 id="${id}" data-top="${top}">${id}</h2>`);
  page(`${HEADER}<article>${article.join("")}</article>`, { at });
  for (const place of document.querySelectorAll("[data-top]")) {
    const top = Number(place.dataset.top);
    place.getBoundingClientRect = () => ({ top, bottom: top + 20 });
  }
  find("header").getBoundingClientRect = () => ({ top: 0, bottom: 50 });
  globalThis.scrollY = scrolled;
}

/** Where the switch leads when it is touched. */
function leads() {
  find("b").dispatchEvent(new MouseEvent("pointerdown", { bubbles: true }));
  return find("a").href.slice("https://rules.test/".length);
}

test("the switch leads to the same page, with all that its widgets say", () => {
  open("en/contest/calculators/?contest.roll.ability_a=17");
  assert.equal(leads(), "ja/contest/calculators/?contest.roll.ability_a=17");
});

test("it leads so for the keyboard too, and on a click that nothing came before", () => {
  for (const happens of [() => find("a").focus(), () => follow(find("a"))]) {
    open("en/contest/?contest.roll.ability_a=17");
    happens();
    assert.equal(find("a").href, "https://rules.test/ja/contest/?contest.roll.ability_a=17");
  }
});

test("at the top of a page it leads to what the address names", () => {
  open("en/contest/#C-5.1", { order: 300 });
  assert.equal(leads(), "ja/contest/#C-5.1");
});

test("what the address names is the place as long as it is in view", () => {
  open("en/contest/#order", { before: 60, order: 500 }, 400);
  assert.equal(leads(), "ja/contest/#order");
});

test("else it is what begins first in the upper third of the window", () => {
  open("en/contest/#gone", { gone: -300, first: 60, second: 150, third: 400 }, 400);
  assert.equal(leads(), "ja/contest/#first");
});

test("where nothing begins there, it is what was scrolled past last", () => {
  open("en/contest/", { first: -500, second: -80, third: 400 }, 400);
  assert.equal(leads(), "ja/contest/#second");
});

test("what is hidden under the header has been scrolled past", () => {
  open("en/contest/", { first: 20, second: 300 }, 400);
  assert.equal(leads(), "ja/contest/#first");
});

test("above the first place it is the page", () => {
  open("en/contest/", { first: 300 }, 10);
  assert.equal(leads(), "ja/contest/");
});

test("rows that are not shown are no places", () => {
  open("en/contest/", { first: -80, second: 60 }, 400);
  find("#second").hidden = true;
  assert.equal(leads(), "ja/contest/#first");
});

test("from a page that lies elsewhere it leads to the top of the language", () => {
  open("offline.html?x=1");
  assert.equal(leads(), "ja/");
});

test("the choice is remembered on a click, not on a touch", () => {
  open("en/contest/");
  leads();
  assert.equal(localStorage.getItem("rulebook-language"), null);
  follow(find("b"));
  assert.equal(localStorage.getItem("rulebook-language"), "ja");
});

test("a link to the other language outside of the switch is remembered and leads where it says", () => {
  page('<p><a data-language="en" href="/en/about/">English</a></p>', { at: "ja/contest/" });
  follow(find("a"));
  assert.equal(localStorage.getItem("rulebook-language"), "en");
  assert.equal(find("a").getAttribute("href"), "/en/about/");
});

test("a browser that stores nothing follows the link all the same", (t) => {
  open("en/contest/");
  closeStorage(t);
  assert.equal(follow(find("a")), true);
});
