// idle.mjs: Python is started ahead of the first question when that costs the reader nothing, or at a sign of interest.

import assert from "node:assert/strict";
import { test } from "node:test";

import { visit as visitPage } from "../support/visit.mjs";
import { last, workers } from "../support/worker.mjs";

const SAVING = navigator.connection;
const WIDGET = '<div name="contest.roll"></div>';
let visits = 0;

/** The script as in a new visit, of a reader with such a connection. */
async function visit(t, html = WIDGET, { connection, ...how } = {}) {
  Reflect.set(navigator, "connection", connection);
  t.after(() => Reflect.set(navigator, "connection", SAVING));
  const idle = await import(`../../../overrides/theme/scripts/idle.mjs?visit=${++visits}`);
  return { ...visitPage(t, html, how), idle };
}

const rehearsal = () => JSON.parse(last().heard[0].rehearsal || "null");

test("a sign of interest starts Python at once, with what is likely to be asked, in the language of the page", async (t) => {
  const { element, turn, idle } = await visit(t, WIDGET, { language: "ja" });
  idle.startOnInterest("ask", element);
  await turn();
  assert.deepEqual(rehearsal(), { widget: "contest.roll", language: "ja", values: {}, pressed: null });
});

test("interest counts once: where Python could not start, a pointer that passes by does not try again", async (t) => {
  const { element, turn, idle } = await visit(t, WIDGET);
  idle.startOnInterest("ask", element);
  await turn();
  last().say({ kind: "unavailable", reason: "no network" });
  idle.startOnInterest("ask", element);
  await turn();
  assert.equal(workers.length, 1);
});

test("interest in code starts the Python that runs code, which rehearses nothing", async (t) => {
  const { element, turn, idle } = await visit(t, "<div></div>");
  idle.startOnInterest("run", element);
  idle.startOnInterest("ask", element);
  await turn();
  assert.equal(workers.length, 2);
  assert.equal(rehearsal(), null);
});

test("interest starts Python whatever data cost: the reader is about to use it", async (t) => {
  const { element, turn, idle } = await visit(t, WIDGET, { connection: { saveData: true } });
  idle.startOnInterest("ask", element);
  await turn();
  assert.equal(workers.length, 1);
});

for (const [what, connection] of Object.entries({
  "saves data": { saveData: true },
  "pays by volume": { type: "cellular", effectiveType: "4g" },
  "has a slow network": { effectiveType: "3g" },
  "has a very slow network": { effectiveType: "slow-2g" },
})) {
  test(`nothing is started ahead for a reader who ${what}`, async (t) => {
    const { turn, idle } = await visit(t, WIDGET, { connection });
    idle.startWhenIdle();
    await turn(60_000);
    assert.equal(workers.length, 0);
  });
}

test("nothing is started ahead for a reader who has asked for little data", async (t) => {
  t.mock.method(globalThis, "matchMedia", (query) => ({ matches: query.includes("prefers-reduced-data") }));
  const { turn, idle } = await visit(t, WIDGET);
  idle.startWhenIdle();
  await turn(60_000);
  assert.equal(workers.length, 0);
  assert.equal(idle.isDear(), true);
});

test("what can wait is done when the browser has nothing else to do, or after five seconds", async (t) => {
  const { idle } = await visit(t);
  t.after(() => Reflect.deleteProperty(window, "requestIdleCallback"));
  let asked;
  window.requestIdleCallback = (then, options) => (asked = { then, ...options });
  let done = 0;
  idle.whenIdle(() => (done += 1));
  assert.equal(asked.timeout, 5_000);
  assert.equal(done, 0);
  asked.then();
  assert.equal(done, 1);
});

test("a browser that does not say when it has nothing to do is given two seconds", async (t) => {
  const { turn, idle } = await visit(t, "");
  let done = 0;
  idle.whenIdle(() => (done += 1));
  await turn(1_999);
  assert.equal(done, 0);
  await turn(1);
  assert.equal(done, 1);
});

test("what can wait waits until the page has loaded", async (t) => {
  const { turn, idle } = await visit(t, "");
  const loading = t.mock.getter(document, "readyState", () => "interactive");
  let done = 0;
  idle.whenIdle(() => (done += 1));
  await turn(60_000);
  assert.equal(done, 0);
  loading.mock.restore();
  dispatchEvent(new Event("load"));
  await turn(2_000);
  assert.equal(done, 1);
});
