// seeking.mjs: the id of a rule behind # leads to the rule from every page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../support/clock.mjs";
import { page, within } from "../support/page.mjs";
import { watchIds } from "../../../overrides/theme/scripts/seeking.mjs";

const RULES = { "C-5.1": { href: "contest/resolution/#C-5.1" } };

/** Opens a page at an address; where the reader is sent. */
async function open(t, hash) {
  page('<article><p id="C-1.1">Six phases.</p><h2 id="step-1">First</h2></article>', { at: `en/contest/start/${hash}` });
  const fetched = [];
  t.mock.method(globalThis, "fetch", async (url) => {
    fetched.push(url.href);
    return Response.json(RULES);
  });
  let sent = "";
  const really = globalThis.location;
  globalThis.location = { hash: really.hash, href: really.href, replace: (url) => (sent = url.href) };
  within(watchIds);
  await settled();
  globalThis.location = really;
  return { sent, fetched };
}

for (const hash of ["#C-5.1", "#c-5.1", "#c5.1", "#%EF%BC%A3%EF%BC%8D5.1"]) {
  test(`${hash} leads to the rule's page`, async (t) => assert.equal((await open(t, hash)).sent, "https://rules.test/en/contest/resolution/#C-5.1"));
}

test("what is on the page, and what is no id, is looked up nowhere", async (t) => {
  for (const hash of ["", "#C-1.1", "#step-1", "#nothing"]) assert.deepEqual(await open(t, hash), { sent: "", fetched: [] }, hash);
});

for (const hash of ["#C-99.9", "#%E0%A4%A"]) {
  test(`${hash}, which no rule has, leads nowhere`, async (t) => assert.equal((await open(t, hash)).sent, ""));
}
