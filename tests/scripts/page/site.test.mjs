// site.mjs: where things are, and scripts that are asked for again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "../support/page.mjs";
import { fresh, languageRoot, pageLanguage } from "../../../overrides/theme/scripts/site.mjs";

test("the top of the language's pages is known, wherever the page is by now", () => {
  page("", { at: "en/contest/chart/" });
  assert.equal(languageRoot.href, "https://rules.test/en/");
});

test("the language is the page's, with or without a country", () => {
  for (const [tag, language] of [["en", "en"], ["ja", "ja"], ["ja-JP", "ja"], ["en-GB", "en"]]) {
    page("", { language: tag });
    assert.equal(pageLanguage(), language);
  }
});

test("a script that could not be loaded is asked for again, past what the browser remembers", async (t) => {
  const fetched = [];
  t.mock.method(globalThis, "fetch", async (address, options) => fetched.push([String(address), options]));
  const address = new URL("../support/runtime/editor.mjs?site", import.meta.url);
  globalThis.editorRefused = true;
  await assert.rejects(fresh(address), /refused/);
  assert.deepEqual(fetched, [[address.href, { cache: "reload" }]]);
  globalThis.editorRefused = false;
  const { edit } = await fresh(address);
  assert.equal(typeof edit, "function");
});

test("a script that is there is loaded once, and nothing fetched for it", async (t) => {
  const fetch = t.mock.method(globalThis, "fetch", async () => {});
  const address = new URL("../support/runtime/editor.mjs?there", import.meta.url);
  assert.equal(await fresh(address), await fresh(address));
  assert.equal(fetch.mock.callCount(), 0);
});

test("where not even the network has it, that is said", async (t) => {
  t.mock.method(globalThis, "fetch", () => Promise.reject(new TypeError("no network")));
  await assert.rejects(fresh(new URL("nowhere.mjs", import.meta.url)), /no network/);
});
