// The pages at the top of the site: chooser.mjs leads to a language, offline.mjs to what is kept.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closeStorage, find, follow, page } from "../support/page.mjs";

const CHOOSER = '<ul><li><a href="/en/" data-language="en">English</a></li><li><a href="/ja/" data-language="ja">日本語</a></li></ul>';
let visits = 0;

/** Opens the top of the site; where the reader is sent. */
async function arrive(t, { query = "", remembered = "", languages = [], closed = false } = {}) {
  page(CHOOSER, { at: query });
  if (remembered) localStorage.setItem("rulebook-language", remembered);
  t.mock.getter(navigator, "languages", () => languages);
  if (closed) closeStorage(t);
  let sent = "";
  const really = globalThis.location;
  globalThis.location = { search: really.search, hash: really.hash, replace: (href) => (sent = href.slice("https://rules.test".length)) };
  try {
    await import(`../../../overrides/theme/chooser/chooser.mjs?visit=${++visits}`);
  } finally {
    globalThis.location = really;
  }
  return sent;
}

for (const [what, how, sent] of [
  ["to the language that was chosen before, whatever the browser asks for", { remembered: "ja", languages: ["en"] }, "/ja/"],
  ["to the first of the browser's languages that the site has", { languages: ["fr-CH", "ja-JP", "en"] }, "/ja/"],
  ["to a language whatever the letters of its tag", { languages: ["EN-gb"] }, "/en/"],
  ["nowhere, where the browser asks for none that the site has", { languages: ["fr", "de"] }, ""],
  ["by the browser's languages, where the one remembered is none", { remembered: "xx", languages: ["en"] }, "/en/"],
  ["by the browser's languages, where the browser stores nothing", { languages: ["ja"], closed: true }, "/ja/"],
  ["nowhere, where the reader wants to choose", { query: "?choose", remembered: "ja", languages: ["en"] }, ""],
  ["with all that the address says", { query: "?q=roll#top", languages: ["ja"] }, "/ja/?q=roll#top"],
]) {
  test(`a reader at the top of the site is sent ${what}`, async (t) => assert.equal(await arrive(t, how), sent));
}

test("a choice is remembered", async (t) => {
  await arrive(t);
  follow(find("[data-language=ja]"));
  assert.equal(localStorage.getItem("rulebook-language"), "ja");
});

test("a browser that stores nothing lets the reader choose all the same", async (t) => {
  await arrive(t, { closed: true });
  assert.equal(follow(find("[data-language=ja]")), true);
});

// --- a page that is not kept ---

const LOST = '<ul><li data-kept="en"><a href="/book/en/">English</a></li><li data-kept="ja"><a href="/book/ja/">日本語</a></li></ul>';

/** Shows the page in the place of one that is not kept; where its ways lead. */
async function lost(t, at, kept) {
  page(LOST, { at });
  let port1;
  const { MessageChannel: really } = globalThis;
  globalThis.MessageChannel = function () {
    port1 = {};
    return { port1, port2: "port" };
  };
  const told = [];
  Object.defineProperty(navigator, "serviceWorker", {
    value: { controller: { postMessage: (...message) => told.push(message) } },
    configurable: true,
  });
  t.after(() => {
    delete navigator.serviceWorker;
    globalThis.MessageChannel = really;
  });
  await import(`../../../overrides/theme/chooser/offline.mjs?visit=${++visits}`);
  assert.deepEqual(told, [[{ kind: "state" }, ["port"]]]);
  const size = 5;
  port1.onmessage({ data: { sets: { en: { size, kept: kept.includes("en") ? 5 : 4 }, ja: { size, kept: kept.includes("ja") ? 5 : 0 } } } });
  return Object.fromEntries([...document.querySelectorAll("li:not([hidden])")].map((way) => [way.dataset.kept, way.firstElementChild.getAttribute("href")]));
}

test("only the ways to what is kept whole are shown; they lead to the same page and place", async (t) => {
  const ways = await lost(t, "book/en/contest/chart/?contest.chart.a=1#C-T1", ["ja"]);
  assert.deepEqual(ways, { ja: "/book/ja/contest/chart/?contest.chart.a=1#C-T1" });
});

test("from what is no page of a language they lead to its top", async (t) => {
  assert.deepEqual(await lost(t, "book/data/tables.json", ["en", "ja"]), { en: "/book/en/", ja: "/book/ja/" });
});
