// ahead.mjs: a page that is about to be read is fetched before, where the browser does not do so by itself.

import assert from "node:assert/strict";
import { test } from "node:test";

import { find, page, within } from "../support/page.mjs";
import { fetchAhead } from "../../../overrides/theme/scripts/ahead.mjs";

/** Opens a page with a link, in a browser that knows speculation rules or does not, of a reader who saves data or not. */
function open(t, href, { knows, saves = false } = {}) {
  const { connection } = navigator;
  Reflect.set(navigator, "connection", { saveData: saves });
  HTMLScriptElement.supports = knows;
  t.after(() => {
    Reflect.set(navigator, "connection", connection);
    delete HTMLScriptElement.supports;
    for (const link of document.querySelectorAll("link")) link.remove();
  });
  page(`<p><a href="${href}"><b>link</b></a><a href="${href}#place"><i>place</i></a></p>`);
  within(fetchAhead);
}

const sign = (type, on = "b") => find(on).dispatchEvent(new Event(type, { bubbles: true }));
const fetched = () => [...document.querySelectorAll("link[rel=prefetch]")].map((link) => link.getAttribute("href"));

for (const [what, type] of Object.entries({ "pointed at": "pointerover", "touched": "touchstart", "reached by keyboard": "focusin" })) {
  test(`the page that a link leads to is fetched when the link is ${what}`, (t) => {
    open(t, "/en/prophecy/");
    assert.deepEqual(fetched(), []);
    sign(type);
    assert.deepEqual(fetched(), ["/en/prophecy/"]);
  });
}

test("a page is fetched once, whichever of its links is pointed at, and however often", (t) => {
  open(t, "../prophecy/?prophecy.check.ability=3");
  for (const type of ["pointerover", "touchstart", "focusin", "pointerover"]) sign(type);
  sign("pointerover", "i");
  assert.deepEqual(fetched(), ["/en/prophecy/?prophecy.check.ability=3"]);
});

test("a place of another page is on that page", (t) => {
  open(t, "/en/prophecy/");
  sign("pointerover", "i");
  assert.deepEqual(fetched(), ["/en/prophecy/"]);
});

for (const [what, href] of Object.entries({
  "this very page": "/en/contest/",
  "a place on it": "#order",
  "it with fields": "?contest.roll.a=2",
  "a page in the other language": "/ja/contest/",
  "the choice of languages": "/?choose",
  "another site": "https://elsewhere.test/en/prophecy/",
  "a booklet": "/en/print/contest.pdf",
  "a file": "/en/rules.json",
  "a letter": "mailto:somebody@rules.test",
})) {
  test(`nothing is fetched for a link to ${what}`, (t) => {
    open(t, href);
    for (const type of ["pointerover", "touchstart", "focusin"]) sign(type);
    assert.deepEqual(fetched(), []);
  });
}

test("what is no link fetches nothing", (t) => {
  open(t, "/en/prophecy/");
  sign("pointerover", "p");
  document.dispatchEvent(new Event("pointerover"));
  assert.deepEqual(fetched(), []);
});

test("for a reader who saves data nothing is fetched", (t) => {
  open(t, "/en/prophecy/", { saves: true });
  sign("pointerover");
  assert.deepEqual(fetched(), []);
});

test("a browser that knows speculation rules is left to them", (t) => {
  open(t, "/en/prophecy/", { knows: (type) => type === "speculationrules" });
  sign("pointerover");
  assert.deepEqual(fetched(), []);
});

test("a browser that is asked and does not know them is helped", (t) => {
  open(t, "/en/prophecy/", { knows: () => false });
  sign("pointerover");
  assert.deepEqual(fetched(), ["/en/prophecy/"]);
});
