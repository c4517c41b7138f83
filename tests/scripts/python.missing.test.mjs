// python.mjs on a site that was built without Python.

import assert from "node:assert/strict";
import { test } from "node:test";

import { workers } from "./support/worker.mjs";

globalThis.location = new URL("https://rules.test/en/contest/");
globalThis.document = { querySelector: () => null };
globalThis.window = globalThis;
globalThis.addEventListener = () => {};

const { ask, execute, start, Unavailable } = await import("../../overrides/theme/scripts/python.mjs");

test("a site without Python says so to whoever asks, runs code or starts, and starts no worker", async () => {
  await assert.rejects(start(), Unavailable);
  await assert.rejects(ask({ widget: "contest.roll", language: "en", values: {}, pressed: null }), Unavailable);
  await assert.rejects(execute({ language: "en", codes: ["1"] }, () => {}), Unavailable);
  assert.equal(workers.length, 0);
});
