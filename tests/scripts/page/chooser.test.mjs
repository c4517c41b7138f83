// The pages at the top of the site: chooser.mjs leads to a language, offline.mjs to what is kept, lost.mjs from an address that
// leads nowhere to what it may mean.

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

/** Shows the page in the place of one that is not kept; where its ways lead, and what else is offered. */
async function lost(t, at, pages, whole = []) {
  page(LOST, { at });
  t.mock.method(globalThis, "fetch", async (url) => {
    if (url.href.endsWith(".json")) throw new TypeError("no network");
    return new Response(`<title>Page ${url.pathname}</title><h1>another</h1>`);
  });
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
  const set = (language) => ({ size: 5, kept: whole.includes(language) ? 5 : 4 });
  await port1.onmessage({ data: { sets: { en: set("en"), ja: set("ja") }, pages } });
  return Object.fromEntries([...document.querySelectorAll("[data-kept]:not([hidden])")].map((way) => [
    way.dataset.kept,
    [way.firstElementChild.getAttribute("href").replace(/^https:..rules.test/, ""), ...[...way.querySelectorAll(".ways a")].map((link) => `${link.textContent}: ${link.getAttribute("href")}`)],
  ]));
}

test("the way leads to the same page and place in the other language, where that is kept", async (t) => {
  const ways = await lost(t, "book/en/contest/chart/?contest.chart.a=1#C-T1", ["ja/", "ja/contest/chart/"], ["ja"]);
  assert.deepEqual(ways, { ja: ["/book/ja/contest/chart/?contest.chart.a=1#C-T1"] });
});

test("from what is no page of a language the ways lead to the tops", async (t) => {
  assert.deepEqual(await lost(t, "book/data/tables.json", ["en/", "ja/"], ["en", "ja"]), { en: ["/book/en/"], ja: ["/book/ja/"] });
});

test("of a language that is not kept whole, the pages that have been read are named", async (t) => {
  const pages = ["en/contest/", "en/contest/chart/"];
  assert.deepEqual(await lost(t, "book/en/kamui/", pages), {
    en: ["/book/en/contest/", ...pages.map((each) => `Page /book/${each}: https://rules.test/book/${each}`)],
  });
});

// --- an address that leads nowhere ---

const RULES = { "P-10.2": { href: "prophecy/attack/#P-10.2" }, "P-XT1": { href: "prophecy/examples/#P-XT1" }, "P-17.6a": { href: "prophecy/curses/#P-17.6a" } };
const PAGES = { "": "Home", "prophecy/": "Prophecy", "prophecy/attack/": "Attack · Prophecy", "kamui/attack/": "Attack and damage · Kamui", "prophecy/quick/": "Quick reference · Prophecy" };
const NOWHERE = `<main><ul><li><a href="/book/en/" data-language="en">English</a></li></ul><div data-guesses hidden><ul></ul></div></main>`;

/** Opens the page for an address that leads nowhere; where the reader is sent, or what is offered. */
async function astray(t, at, { html = NOWHERE, script = "lost.mjs", remembered = "", gone = false } = {}) {
  page(html, { at });
  if (remembered) localStorage.setItem("rulebook-language", remembered);
  delete document.documentElement.dataset.looked;
  t.mock.method(globalThis, "fetch", async (url) => (gone ? new Response("", { status: 404 }) : Response.json(url.href.endsWith("rules.json") ? RULES : PAGES)));
  const { MessageChannel: channel } = globalThis;
  globalThis.MessageChannel = function () {
    return { port1: {}, port2: {} }; // a real one would keep these checks from ending
  };
  let sent = "";
  const really = globalThis.location;
  const { pathname, search, hash, href } = really;
  globalThis.location = { pathname, search, hash, href, replace: (url) => (sent = url.href.slice("https://rules.test/book/".length)) };
  try {
    await import(`../../../overrides/theme/chooser/${script}?visit=${++visits}`);
    await new Promise((go) => setTimeout(go));
  } finally {
    globalThis.location = really;
    globalThis.MessageChannel = channel;
  }
  return sent || [...document.querySelectorAll("[data-guesses]:not([hidden]) a")].map((link) => link.textContent);
}

for (const written of ["P-10.2", "p-10.2", "p10.2", "P10.2", "p10-2", "P_10.2", "P%2010.2", "%EF%BC%B0%EF%BC%8D%EF%BC%91%EF%BC%90%EF%BC%8E%EF%BC%92", "prophecy/p-10.2/", "prophecy/p-10-2/"]) {
  test(`the address of a rule leads to it, written as ${written}`, async (t) => {
    assert.equal(await astray(t, `book/en/${written}`), "en/prophecy/attack/#P-10.2");
  });
}

test("ids with letters in them are known, too; without a language, in the reader's own", async (t) => {
  assert.equal(await astray(t, "book/ja/pxt1?a=1"), "ja/prophecy/examples/?a=1#P-XT1");
  assert.equal(await astray(t, "book/P-17.6A", { remembered: "ja" }), "ja/prophecy/curses/#P-17.6a");
});

test("an address in other letters, or with an ending, leads to its page with all that it says", async (t) => {
  assert.equal(await astray(t, "book/en/prophecy/Attack/?x=1#how"), "en/prophecy/attack/?x=1#how");
  assert.equal(await astray(t, "book/en/prophecy/attack.html"), "en/prophecy/attack/");
});

test("of other addresses pages are offered, the likest first; and nobody is sent there", async (t) => {
  assert.deepEqual((await astray(t, "book/en/prophecy/atack/"))[0], "Attack · Prophecy");
  assert.deepEqual(await astray(t, "book/en/attack"), ["Attack · Prophecy", "Attack and damage · Kamui"]);
  assert.deepEqual(await astray(t, "book/en/zzzzzzzzzzzzzz/yyyyyyyyyyy"), []);
  assert.deepEqual(await astray(t, "book/en/P-99.9"), []);
  assert.equal(document.documentElement.hasAttribute("data-looked"), true, "then the page is shown");
});

test("where nothing can be looked up the page is shown all the same", async (t) => {
  assert.deepEqual(await astray(t, "book/en/P-10.2", { gone: true }), []);
  assert.equal(document.documentElement.hasAttribute("data-looked"), true);
});

test("without a network the address of a rule leads to where it is kept", async (t) => {
  assert.equal(await astray(t, "book/ja/p10.2", { html: LOST, script: "offline.mjs" }), "ja/prophecy/attack/#P-10.2");
});
