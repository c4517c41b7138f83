// returning.mjs: the way back finds a page as it was left, where the browser has not put the whole page aside.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { settled, until } from "../support/clock.mjs";
import { closeStorage, find, page, within } from "../support/page.mjs";
import { encode } from "../../../overrides/theme/scripts/share-code.mjs";
import "../../../overrides/theme/scripts/example.mjs";

const example = (code) => `<rules-example><pre><code>${code}</code></pre><p class="widget-status"></p><output></output></rules-example>`;
const PAGE = `<details id="menu"><summary>Menu</summary></details><article><h2 id="worked">W</h2>
  <details id="why"><summary>Why</summary></details><details id="more" open><summary>More</summary></details>
  ${example("a = 1")}${example("a + 1")}
  <output><details id="live"><summary>Live</summary></details></output>
  <div data-part="controls"><details id="part"><summary>Part</summary></details></div></article>`;
const KEY = "rulebook-left /en/contest/";

let visits = 0;
afterEach(() => Reflect.deleteProperty(performance, "getEntriesByType"));

/** A reader comes to the page; what was noted in this visit of the site is there. */
async function comes(type, { at = "en/contest/", noted = sessionStorage.getItem(KEY), html = PAGE } = {}) {
  performance.getEntriesByType = (kind) => (kind === "navigation" && type ? [{ type }] : []);
  page("", { at });
  const { watchReturns } = await import(`../../../overrides/theme/scripts/returning.mjs?visit=${++visits}`);
  page(html, { at });
  if (noted !== null) sessionStorage.setItem(KEY, noted);
  within(watchReturns);
  await settled();
}

const leave = () => dispatchEvent(new Event("pagehide"));
const open = () => [...document.querySelectorAll("details[open]")].map(({ id }) => id);
const codes = () => [...document.querySelectorAll("rules-example")].map(({ code }) => code);
const noted = () => sessionStorage.getItem(KEY);

/** A reader opens and closes folds, changes code, and goes on. */
async function left() {
  await comes("navigate", { noted: null });
  find("#why").open = true;
  find("#more").open = false;
  find("rules-example").bringBack("a = 5");
  await settled();
  leave();
}

test("folds and code are on the way back as they were left", async () => {
  await left();
  await comes("back_forward");
  assert.deepEqual(open(), ["why"]);
  assert.deepEqual(codes(), ["a = 5", "a + 1"]);
  assert.equal(find("pre code").textContent, "a = 5");
});

for (const [what, type] of Object.entries({ "comes by a link": "navigate", "loads it anew": "reload", "has a browser that does not say": "" })) {
  test(`a reader who ${what} finds the page as it was built, and nothing of before comes back later`, async () => {
    await left();
    await comes(type);
    assert.deepEqual(open(), ["more"]);
    assert.deepEqual(codes(), ["a = 1", "a + 1"]);
    leave();
    assert.equal(noted(), null);
  });
}

test("what was brought back is there the next time too, and gone once it is as built", async () => {
  await left();
  await comes("back_forward");
  leave();
  await comes("back_forward");
  assert.deepEqual(open(), ["why"]);
  find("#why").open = false;
  find("#more").open = true;
  find("rules-example").bringBack("a = 1");
  await settled();
  leave();
  assert.equal(noted(), null);
});

test("a page that is left as it was built leaves nothing behind", async () => {
  await comes("navigate", { noted: null });
  leave();
  assert.deepEqual(Object.keys(sessionStorage), []);
});

test("folds of menus and of results that Python has written are none of it", async () => {
  await comes("navigate", { noted: null });
  for (const fold of ["menu", "live", "part"]) find(`#${fold}`).open = true;
  leave();
  assert.equal(noted(), null);
});

test("what was left on one page does not come back on another", async () => {
  await left();
  await comes("back_forward", { at: "en/prophecy/" });
  assert.deepEqual(open(), ["more"]);
});

for (const said of ["[damaged", "null", "5", "{}", '{"folds": []}', '{"folds": null, "codes": null}', '{"folds": [], "codes": []}']) {
  test(`what says nothing brings nothing back: ${said}`, async () => {
    await comes("back_forward", { noted: said });
    assert.deepEqual(open(), ["more"]);
    assert.deepEqual(codes(), ["a = 1", "a + 1"]);
  });
}

test("of a page that has more now than when it was left, what is new is as built", async () => {
  await left();
  await comes("back_forward", { html: PAGE.replace("</article>", `<details id="new" open></details>${example("b")}</article>`) });
  assert.deepEqual(open(), ["why", "new"]);
  assert.deepEqual(codes(), ["a = 5", "a + 1", "b"]);
});

test("a browser that stores nothing shows the page as it was built", async (t) => {
  closeStorage(t);
  page(PAGE);
  performance.getEntriesByType = () => [{ type: "back_forward" }];
  const { watchReturns } = await import(`../../../overrides/theme/scripts/returning.mjs?visit=${++visits}`);
  within(watchReturns);
  find("#why").open = true;
  leave();
  assert.deepEqual(open(), ["why", "more"]);
});

/** The same with code that came with a link. */
async function linked(type, code, noted) {
  const hash = `worked~${await encode(code)}`;
  await comes(type, { at: `en/contest/#${hash}`, noted });
  await until(() => find(".widget-status").textContent); // the link has been read
  await settled();
}

test("code that came with a link and was changed is on the way back as it was left", async () => {
  await linked("back_forward", "a = 7", '{"folds": [], "codes": ["a = 8", "a + 1"]}');
  assert.deepEqual(codes(), ["a = 8", "a + 1"]);
});

test("of code that came with a link the way back says so too", async () => {
  await linked("back_forward", "a = 7", '{"folds": [], "codes": ["a = 7", "a + 1"]}');
  assert.deepEqual(codes(), ["a = 7", "a + 1"]);
  assert.match(find(".widget-status").textContent, /came with the link\. It has not been run/);
});
