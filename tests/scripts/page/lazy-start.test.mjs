// lazy-start.mjs: Python is started ahead of the first question at a sign of interest, or for who has used it before.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closeStorage, within } from "../support/page.mjs";
import { visit as visitPage } from "../support/visit.mjs";
import { last, workers } from "../support/worker.mjs";
import { isReady, start, stop } from "../../../overrides/theme/scripts/python.mjs";

const SAVING = navigator.connection;
const WIDGET = '<div name="contest.roll"></div>';
let visits = 0;

/** The script as in a new visit, of a reader with such a connection. */
async function visit(t, html = WIDGET, { connection, ...how } = {}) {
  Reflect.set(navigator, "connection", connection);
  t.after(() => Reflect.set(navigator, "connection", SAVING));
  const idle = await import(`../../../overrides/theme/scripts/lazy-start.mjs?visit=${++visits}`);
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

test("a reader who saves data, or has asked for little, is known", async (t) => {
  const { idle } = await visit(t, "", { connection: { saveData: true } });
  assert.equal(idle.isDear(), true);
  Reflect.set(navigator, "connection", { saveData: false });
  assert.equal(idle.isDear(), false);
  Reflect.set(navigator, "connection", undefined);
  assert.equal(idle.isDear(), false);
  t.mock.method(globalThis, "matchMedia", (query) => ({ matches: query.includes("prefers-reduced-data") }));
  assert.equal(idle.isDear(), true);
});

// --- who has used Python before ---

const WIDGETS = '<p></p><rules-widget name="contest.roll"></rules-widget><rules-widget name="contest.chart"></rules-widget>';
const TERM = '<div popover><span data-ask="contest.roll" hidden></span></div>';
const EXAMPLE = '<rules-example><pre><code>1</code></pre><output></output></rules-example>';

/** A page that a reader comes to who has used Python before as said. */
async function comes(t, used, html, how) {
  const a = await visit(t, html, how);
  if (used !== null) localStorage.setItem("rulebook-python", used);
  within(() => a.idle.startAgain());
  return a;
}

test("who has not used Python on this device has none started, however long the page is read", async (t) => {
  const { turn } = await comes(t, null, WIDGETS + TERM + EXAMPLE);
  await turn(3_600_000);
  assert.equal(workers.length, 0);
});

test("who has had answers finds Python started once the page is idle, with the question of its first widget", async (t) => {
  const { turn } = await comes(t, "ask", WIDGETS + EXAMPLE);
  assert.equal(workers.length, 0);
  await turn(200);
  assert.equal(workers.length, 1);
  assert.deepEqual(rehearsal(), { widget: "contest.roll", language: "en", values: {}, pressed: null });
});

test("so does a page whose terms tell the reader's own numbers, without a question", async (t) => {
  const { turn } = await comes(t, "ask", TERM);
  await turn(200);
  assert.equal(workers.length, 1);
  assert.equal(rehearsal(), null);
});

test("nothing is started ahead for a reader who saves data", async (t) => {
  const { turn } = await comes(t, "ask run", WIDGETS + EXAMPLE, { connection: { saveData: true } });
  await turn(60_000);
  assert.equal(workers.length, 0);
});

for (const [used, html, what] of [
  ["ask", EXAMPLE, "answers, and a page that has only code"],
  ["run", WIDGETS + TERM, "code, and a page that has none"],
  ["ask run", "<p></p>", "both, and a page with neither"],
  ["toString constructor [] ask,run", WIDGETS + EXAMPLE, "words that say nothing"],
  ["", WIDGETS + EXAMPLE, "no word at all"],
]) {
  test(`nothing is started for ${what}`, async (t) => {
    const { turn } = await comes(t, used, html);
    await turn(60_000);
    assert.equal(workers.length, 0);
  });
}

for (const [what, used, answers, runs] of [
  ["who has run code finds the Python that runs code started where there is some", "run", false, true],
  ["who has used both finds both", "run ask", true, true],
]) {
  test(what, async (t) => {
    const { turn } = await comes(t, used, WIDGETS + EXAMPLE);
    await turn(200);
    for (const worker of workers) worker.say({ kind: "ready" });
    await turn();
    assert.deepEqual([isReady("ask"), isReady("run")], [answers, runs]);
  });
}

test("what Python has started for is noted for the pages to come, each use once", async (t) => {
  const { turn } = await comes(t, null, WIDGETS);
  const used = () => localStorage.getItem("rulebook-python");
  start("ask");
  await turn();
  assert.equal(used(), null); // it may never come
  last().say({ kind: "ready" });
  assert.equal(used(), "ask");
  start("run");
  await turn();
  last().say({ kind: "ready" });
  assert.equal(used(), "ask run");
  stop("ask");
  await turn();
  last().say({ kind: "ready" });
  assert.equal(used(), "ask run");
});

test("a Python that could not start is not tried again on the next page", async (t) => {
  const { turn } = await comes(t, null, WIDGETS);
  start("ask").catch(() => {});
  await turn();
  last().say({ kind: "unavailable", reason: "no network" });
  await turn();
  assert.equal(localStorage.getItem("rulebook-python"), null);
});

test("where the browser stores nothing, Python starts with a touch and works", async (t) => {
  closeStorage(t);
  const { element, turn, idle } = await visit(t, WIDGET);
  within(() => idle.startAgain());
  await turn(60_000);
  assert.equal(workers.length, 0);
  idle.startOnInterest("ask", element);
  await turn();
  last().say({ kind: "ready" });
  await turn();
  assert.equal(isReady(), true);
});

test("a page that the browser has made ready ahead starts nothing until it is looked at", async (t) => {
  Reflect.set(document, "prerendering", true);
  t.after(() => Reflect.deleteProperty(document, "prerendering"));
  const { turn } = await comes(t, "ask", WIDGETS);
  await turn(60_000);
  assert.equal(workers.length, 0);
  Reflect.set(document, "prerendering", false);
  document.dispatchEvent(new Event("prerenderingchange"));
  await turn(200);
  assert.equal(workers.length, 1);
});

// --- what can wait ---

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

test("a browser that does not say when it has nothing to do is given a fifth of a second", async (t) => {
  const { turn, idle } = await visit(t, "");
  let done = 0;
  idle.whenIdle(() => (done += 1));
  await turn(199);
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
  await turn(200);
  assert.equal(done, 1);
});
