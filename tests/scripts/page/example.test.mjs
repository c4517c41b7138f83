// example.mjs: code is run, changed, stopped, brought back and sent on.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { until } from "../support/clock.mjs";
import { find, page, scrolledTo } from "../support/page.mjs";
import { visit } from "../support/visit.mjs";
import { last, workers } from "../support/worker.mjs";
import { encode } from "../../../overrides/theme/scripts/share-code.mjs";
import "../../../overrides/theme/scripts/example.mjs";

const button = (what) => `<button type="button" data-do="${what}"${["stop", "reset"].includes(what) ? ' aria-disabled="true"' : ""}>${what}</button>`;
const example = (code, output) => `<rules-example data-label="Code" data-state="static">
  <div class="example-code"><pre><code>${code}</code></pre></div>
  <div class="example-bar" hidden>${["run", "stop", "edit", "reset", "share"].map(button).join("")}<span class="example-changed" hidden>Changed</span></div>
  <p class="widget-status"></p><output><pre class="text">${output}</pre></output></rules-example>`;
const PAGE = `<article><h1 id="top">T</h1><h2 id="worked">W</h2>${example("a = 1", "")}${example("a + 1", "2")}<h2 id="change">C</h2>${example("a + 2", "3")}</article>`;

/** The examples of the page, by number. */
const at = (number) => document.querySelectorAll("rules-example")[number];
const of = (number, selector) => at(number).querySelector(selector);
const does = (number, what) => of(number, `[data-do="${what}"]`);
const press = (number, what) => does(number, what).click();
const status = (number = 0) => of(number, ".widget-status").textContent;
const output = (number = 0) => of(number, "output").innerHTML;
const can = (number, what) => does(number, what).getAttribute("aria-disabled") !== "true";
const tell = (message) => last().say({ ...message, id: last().told("run").at(-1).id });
const put = (kind, text, html = "") => tell({ kind: "part", part: JSON.stringify({ kind, text, html }) });
const codes = () => JSON.parse(last().told("run").at(-1).request).codes;

/** The editors that were opened, the last one last. */
const opened = (globalThis.opened = []);
afterEach(() => opened.splice(0));

/** Runs an example, as far as its code has begun. */
async function running(t, number = 0, html = PAGE) {
  const a = visit(t, html);
  press(number, "run");
  await a.ready();
  tell({ kind: "running" });
  await a.turn();
  return { ...a, async ends(state = "ready") {
    tell({ kind: "answer", answer: JSON.stringify({ state }) });
    await until(() => at(number).dataset.state !== "busy");
  } };
}

/** Opens the editor of an example and types into it. */
async function typed(turn, number, code) {
  press(number, "edit");
  await until(() => opened.length);
  opened.at(-1).type(code);
  await turn();
}

// --- what comes later than the page, first of all when it does not ---

test("an editor that cannot be loaded says so, and is there with the next try", async (t) => {
  const { turn } = visit(t, PAGE);
  globalThis.editorRefused = true;
  press(0, "edit");
  await until(() => status());
  assert.match(status(), /editor could not be loaded/);
  assert.equal(of(0, ".example-code").hidden, false);
  globalThis.editorRefused = false;
  press(0, "edit");
  await until(() => opened.length);
  await turn();
  assert.equal(of(0, ".example-code").hidden, true);
});

test("a drawing without its filter is told in words, and drawn as soon as there is one", async (t) => {
  const { turn, ends } = await running(t);
  globalThis.filterRefused = true;
  put("figure", "Die(6)", "<svg></svg>");
  await ends();
  assert.equal(output(), '<pre class="text">Die(6)</pre>');
  globalThis.filterRefused = false;
  press(0, "run");
  await turn();
  put("figure", "Die(6)", "<svg></svg>");
  await ends();
  assert.equal(output(), '<div class="figure"><svg></svg></div>');
});

// --- running ---

test("with the script there are buttons; Stop and Reset are of no use yet, and nothing is started", async (t) => {
  const { turn } = visit(t, PAGE);
  await turn();
  assert.equal(of(0, ".example-bar").hidden, false);
  assert.deepEqual(["run", "stop", "edit", "reset", "share"].map((what) => can(0, what)), [true, false, true, false, true]);
  assert.equal(workers.length, 0);
});

test("an example that runs says so, and can only be stopped; when it is done, it says that", async (t) => {
  const { ends } = await running(t);
  assert.deepEqual([at(0).dataset.state, status(), output()], ["busy", "Running …", ""]);
  assert.deepEqual([can(0, "run"), can(0, "stop")], [false, true]);
  put("text", "1\n");
  await ends();
  assert.deepEqual([at(0).dataset.state, status(), output()], ["ready", "Done.", '<pre class="text">1\n</pre>']);
  assert.deepEqual([can(0, "run"), can(0, "stop"), can(0, "reset")], [true, false, true]);
});

test("the page speaks its own language", async (t) => {
  const { turn } = visit(t, PAGE, { at: "ja/contest/", language: "ja" });
  press(0, "run");
  await turn();
  assert.equal(status(), "実行中です…");
  last().say({ kind: "ready" });
  await turn();
  assert.equal(JSON.parse(last().told("run")[0].request).language, "ja");
});

test("an example builds on those before it on the page, as the reader has left them", async (t) => {
  const { turn, ready } = visit(t, PAGE);
  await typed(turn, 0, "a = 5");
  press(2, "run");
  await ready();
  assert.deepEqual(codes(), ["a = 5", "a + 1", "a + 2"]);
  assert.equal(at(0).dataset.state, "static");
});

test("text goes on where text was; an error, a note and a drawing stand apart", async (t) => {
  const { turn, ends } = await running(t);
  put("text", "a");
  put("text", "b <i>\n");
  put("error", "NameError");
  put("note", "shortened");
  put("figure", "", '<svg><circle r="1"></circle></svg>');
  put("text", "c");
  await ends();
  assert.equal(
    output(),
    '<pre class="text">ab &lt;i&gt;\n</pre><pre class="error">NameError</pre><pre class="note">shortened</pre>' +
      '<div class="figure"><svg><circle r="1"></circle></svg></div><pre class="text">c</pre>',
  );
});

test("a drawing can only be looked at: what acts is taken out, rules are linked", async (t) => {
  const { turn, ends } = await running(t);
  put("figure", "", '<svg onload="alert(1)"><script>alert(1)</script><a data-rule="C-5.1" href="#">x</a><a href="https://elsewhere.test">y</a></svg><img src="x"><form><input></form>');
  await ends();
  await turn();
  const figure = of(0, ".figure");
  for (const each of ["script", "img", "form", "input", "[onload]", '[href*="elsewhere"]']) assert.equal(figure.querySelector(each), null, each);
  assert.equal(figure.querySelector("[data-rule]").getAttribute("href"), "https://rules.test/en/contest/exchange/#C-5.1");
});

test("output that is void is taken away when the code begins anew", async (t) => {
  const { ends } = await running(t);
  put("text", "half");
  put("anew", "");
  put("text", "whole");
  await ends();
  assert.equal(output(), '<pre class="text">whole</pre>');
});

test("code that ends with an error says so", async (t) => {
  const { ends } = await running(t);
  put("error", "ZeroDivisionError");
  await ends("error");
  assert.deepEqual([at(0).dataset.state, status()], ["error", "The code ended with an error."]);
});

test("an example that runs cannot be run once more", async (t) => {
  await running(t);
  press(0, "run");
  assert.equal(last().told("run").length, 1);
});

test("after the page's own code Python goes on; after other code it is a fresh one", async (t) => {
  const { turn, ends } = await running(t);
  await ends();
  assert.equal(workers.length, 1);
  await typed(turn, 0, "import os");
  press(1, "run"); // its own code is the page's, but what it builds on is not
  await turn();
  tell({ kind: "answer", answer: '{"state": "ready"}' });
  await turn();
  assert.deepEqual(workers.map(({ ended }) => ended), [true, false]);
});

// --- ends that nobody wished for, and one that somebody did ---

test("Stop ends it; what was put out stays", async (t) => {
  const { turn } = await running(t);
  put("text", "half");
  press(0, "stop");
  await turn();
  assert.deepEqual([at(0).dataset.state, status(), output()], ["error", "Stopped.", '<pre class="text">half</pre>']);
  assert.deepEqual([can(0, "run"), can(0, "stop")], [true, false]);
  assert.deepEqual(workers.map(({ ended }) => ended), [true, false]);
});

test("code ends when its page is left; on the way back the example says so, shows what was put out, and can be run", async (t) => {
  const { turn } = await running(t);
  put("text", "half");
  dispatchEvent(new Event("pagehide"));
  await turn();
  dispatchEvent(new Event("pageshow"));
  await turn();
  assert.deepEqual([at(0).dataset.state, status(), output()], ["error", "Stopped.", '<pre class="text">half</pre>']);
  assert.deepEqual(workers.map(({ ended }) => ended), [true, false]);
  last().say({ kind: "ready" });
  press(0, "run");
  await turn();
  assert.deepEqual(codes(), ["a = 1"]);
});

test("Stop is of no use where nothing runs", async (t) => {
  const { turn } = visit(t, PAGE);
  press(0, "stop");
  await turn();
  assert.equal(workers.length, 0);
});

test("code that runs for ten seconds is taken for endless; what was put out stays", async (t) => {
  const { turn } = await running(t);
  put("text", "half");
  await turn(5000);
  assert.equal(at(0).dataset.state, "busy");
  await turn(5000);
  assert.match(status(), /Stopped after 10 seconds/);
  assert.deepEqual([at(0).dataset.state, output()], ["error", '<pre class="text">half</pre>']);
  assert.deepEqual(workers.map(({ ended }) => ended), [true, false]);
});

test("code that has brought Python down says so, and the example can be run again", async (t) => {
  const { turn } = await running(t);
  tell({ kind: "failure", reason: "unreachable" });
  await turn();
  assert.match(status(), /brought Python down/);
  press(0, "run");
  last().say({ kind: "ready" });
  await turn();
  assert.equal(last().told("run").length, 1);
});

test("where Python is not to be had, the output that the page was built with is back", async (t) => {
  const { turn } = visit(t, PAGE);
  press(1, "run");
  assert.equal(output(1), "");
  await turn();
  last().say({ kind: "unavailable", reason: "no network" });
  await turn();
  assert.deepEqual([at(1).dataset.state, output(1)], ["error", '<pre class="text">2</pre>']);
  assert.match(status(1), /cannot run/);
});

test("where Python is not to be had, code that was changed has no output: the page's is not its own", async (t) => {
  const { turn } = visit(t, PAGE);
  await typed(turn, 1, "a + 9");
  press(1, "run");
  await turn();
  last().say({ kind: "unavailable", reason: "no network" });
  await turn();
  assert.equal(output(1), "");
});

test("a Python that never answers is not to be had: nobody has stopped it", async (t) => {
  const { turn, ready } = visit(t, PAGE);
  press(0, "run");
  await ready();
  await turn(10_000);
  last().say({ kind: "ready" });
  await turn(10_000);
  assert.match(status(), /Python could not start here/);
});

// --- editing ---

test("Edit opens an editor in the place of the code; what is typed is the code that runs", async (t) => {
  const { turn, ready } = visit(t, PAGE);
  press(0, "edit");
  await until(() => opened.length);
  await turn();
  const [editor] = opened;
  assert.deepEqual([editor.code, editor.tied.label, editor.focused], ["a = 1", "Code", 1]);
  assert.equal(editor.place.nextElementSibling, of(0, ".example-code"));
  assert.equal(of(0, ".example-code").hidden, true);
  assert.equal(can(0, "edit"), false);
  assert.match(status(), /Tab indents/);
  editor.type("a = 7");
  assert.equal(of(0, ".example-changed").hidden, false);
  assert.equal(can(0, "reset"), true);
  assert.equal(of(0, "pre code").textContent, "a = 7");
  editor.tied.run();
  await ready();
  assert.deepEqual(codes(), ["a = 7"]);
});

test("code that was changed back is the page's own again", async (t) => {
  const { turn } = visit(t, PAGE);
  await typed(turn, 0, "a = 7");
  opened[0].type("a = 1");
  assert.equal(of(0, ".example-changed").hidden, true);
  assert.equal(can(0, "reset"), false);
});

test("Reset brings back code, output and address, and stops what runs", async (t) => {
  const { turn, ends } = await running(t, 1);
  await ends();
  await typed(turn, 1, "a + 9");
  press(1, "share");
  await until(() => location.hash.startsWith("#worked.2~"));
  press(1, "run");
  await turn();
  press(1, "reset");
  await turn();
  assert.equal(opened[0].code, "a + 1");
  assert.equal(of(1, "pre code").textContent, "a + 1");
  assert.equal(location.hash, "#worked.2");
  assert.equal(workers[0].ended, true);
  assert.equal(of(1, ".example-changed").hidden, true);
});

test("Reset after a run brings back what the page was built with", async (t) => {
  const { ends } = await running(t, 1);
  put("text", "other");
  await ends();
  press(1, "reset");
  assert.deepEqual([at(1).dataset.state, status(1), output(1), can(1, "reset")], ["static", "", '<pre class="text">2</pre>', false]);
});

// --- sending on ---

test("Link puts the code into the address, and copies it where the browser lets it", async (t) => {
  const { turn } = visit(t, PAGE);
  const copied = [];
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => copied.push(text) }, configurable: true });
  press(0, "share");
  await until(() => status());
  assert.equal(location.href, `https://rules.test/en/contest/#worked~${await encode("a = 1")}`);
  assert.deepEqual(copied, [location.href]);
  assert.match(status(), /is copied/);
  navigator.clipboard.writeText = () => Promise.reject(new DOMException("no", "NotAllowedError"));
  press(2, "share");
  await until(() => status(2));
  assert.match(location.hash, /^#change~/);
  assert.match(status(2), /stands in the address bar/);
  Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true });
  press(1, "share");
  await until(() => status(1));
  assert.match(status(1), /stands in the address bar/);
});

/** Opens the page by a link, whose code has been read when an example says something of it. */
async function linked(t, hash, speaks = true, html = PAGE) {
  const a = visit(t, html, { at: `en/contest/#${hash}` });
  await a.turn();
  if (speaks) await until(() => [...document.querySelectorAll(".widget-status")].some((each) => each.textContent));
  return a;
}

test("code that comes with a link stands in its example and is not run", async (t) => {
  await linked(t, `worked.2~${await encode("print('対決')")}`);
  assert.equal(of(1, "pre code").textContent, "print('対決')");
  assert.match(status(1), /came with the link\. It has not been run/);
  assert.equal(of(1, ".example-changed").hidden, false);
  assert.deepEqual(scrolledTo.at(-1), at(1));
  assert.equal(of(0, "pre code").textContent, "a = 1");
  assert.equal(of(2, "pre code").textContent, "a + 2");
  assert.equal(workers.length, 0);
});

test("the fold of an example opens for the code that comes with a link, and for no other", async (t) => {
  const folded = (code) => `<details><summary>Python</summary>${example(code, "")}</details>`;
  await linked(t, `worked.2~${await encode("a = 2")}`, true, `<article><h2 id="worked">W</h2>${folded("a = 1")}${folded("a")}</article>`);
  assert.deepEqual([...document.querySelectorAll("details")].map((fold) => fold.open), [false, true]);
});

test("code that comes with a link is text: markup in it stays a text", async (t) => {
  await linked(t, `worked~${await encode("<img src=x onerror=alert(1)>")}`);
  assert.equal(of(0, "pre code").textContent, "<img src=x onerror=alert(1)>");
  assert.equal(document.querySelector("img"), null);
});

test("the word that code came with a link stays until it is run, even when it is edited", async (t) => {
  const { turn } = await linked(t, `worked~${await encode("print(1)")}`);
  press(0, "edit");
  await until(() => opened.length);
  await turn();
  assert.equal(opened[0].code, "print(1)");
  assert.match(status(), /has not been run/);
});

for (const [what, sent] of Object.entries({
  "cut off": async () => (await encode("print('a longer piece of code')")).slice(0, -6),
  "of other letters": async () => "%E5%AF%BE",
  "empty": async () => "",
  "not an address": async () => "%",
  "too long": async () => encode("x".repeat(65_537)),
})) {
  test(`a link whose code cannot be read says so, and the page's code stands: ${what}`, async (t) => {
    await linked(t, `worked~${await sent()}`);
    assert.equal(of(0, "pre code").textContent, "a = 1");
    assert.match(status(), /cannot be read/);
  });
}

test("a link to code of no example here changes nothing", async (t) => {
  await linked(t, `elsewhere~${await encode("print(1)")}`, false);
  assert.deepEqual([0, 1, 2].map((number) => status(number)), ["", "", ""]);
});

test("a link without code changes nothing", async (t) => {
  await linked(t, "worked", false);
  assert.equal(status(), "");
});

test("a link that is followed on the page itself brings its code too", async (t) => {
  await linked(t, "worked", false);
  history.replaceState(null, "", `#change~${await encode("a + 99")}`);
  dispatchEvent(new Event("hashchange"));
  await until(() => status(2));
  assert.equal(of(2, "pre code").textContent, "a + 99");
});

test("an element without code is left alone", (t) => {
  visit(t, '<rules-example><div class="example-bar" hidden></div></rules-example>');
  assert.equal(find(".example-bar").hidden, true);
});
