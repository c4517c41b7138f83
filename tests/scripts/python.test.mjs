// python.mjs: how Python is started, asked, stopped and brought back. The worker is one that says what it is told to say.

import assert from "node:assert/strict";
import { resolveObjectURL } from "node:buffer";
import { beforeEach, test } from "node:test";

import { settled, stopClock } from "./support/clock.mjs";
import { last, workers } from "./support/worker.mjs";

globalThis.location = new URL("https://rules.test/en/contest/");
globalThis.document = {
  addEventListener: (...how) => page.addEventListener(...how),
  querySelector: (selector) => {
    const content = selector.includes("runtime") ? "../../runtime/abc/" : selector.includes("memory") && game;
    return content ? { getAttribute: () => content } : null;
  },
};

/** What the page in view is about; "" for pages about several games. */
let game = "";

/** What happens to the page. */
let page;
globalThis.window = globalThis;
globalThis.addEventListener = (...how) => page.addEventListener(...how);

const QUESTION = { widget: "contest.roll", language: "en", values: { ability_a: "12" }, pressed: null };
const REQUEST = { language: "en", codes: ["1 + 1"] };
const ANSWER = { state: "ready", status: "1/2" };

/** Turns the clock, which stands still. */
let turn;

let visits = 0;
/** @type {typeof import("../../overrides/theme/scripts/python.mjs")} */
let pythons;
/** @type {Request[]} */
let fetched;

beforeEach(async (t) => {
  turn = stopClock(t);
  workers.length = 0;
  page = new EventTarget();
  game = "";
  fetched = [];
  globalThis.fetch = async (address, options) => fetched.push({ address: String(address), ...options });
  pythons = await import(`../../overrides/theme/scripts/python.mjs?visit=${++visits}`);
});

/** Python is there. */
async function ready() {
  last().say({ kind: "ready" });
  await settled();
}

/** Python answers what was asked last. */
async function answered() {
  last().answer(ANSWER);
  await settled();
}

/** Of each Python that was started: has it been ended? */
const ended = () => workers.map((worker) => worker.ended);

/** How a promise stands: what it has come to, or "waiting". */
function follow(promise) {
  const one = { state: "waiting" };
  promise.then(
    (value) => Object.assign(one, { state: "kept", value }),
    (reason) => Object.assign(one, { state: "refused", reason }),
  );
  return one;
}

/** Asks and lets Python start. */
async function asked(...more) {
  const answer = follow(pythons.ask(QUESTION, ...more));
  await settled();
  if (!pythons.isReady()) last().say({ kind: "ready" });
  await settled();
  return answer;
}

/** Runs code, its output in `parts`, and lets Python start. */
async function ran(parts = []) {
  const result = follow(pythons.execute(REQUEST, (part) => parts.push(part)));
  await settled();
  if (!pythons.isReady("run")) last().say({ kind: "ready" });
  await settled();
  return result;
}

const runId = (worker = last()) => worker.told("run").at(-1).id;

// --- starting ---

test("nothing is started before somebody wants it", async () => {
  await settled();
  assert.equal(workers.length, 0);
  assert.equal(pythons.isReady(), false);
});

test("Python starts once, however many want it", async () => {
  pythons.start();
  pythons.start();
  pythons.ask(QUESTION).catch(() => {});
  await settled();
  assert.equal(workers.length, 1);
});

test("the worker is told where Python lies, and whoever waits for the start is told when it is there", async () => {
  const start = follow(pythons.start());
  await settled();
  assert.deepEqual(last().heard, [
    { kind: "start", runtime: "https://rules.test/runtime/abc/", part: "all", use: "ask", rehearsal: "", again: false, whole: false },
  ]);
  assert.equal(start.state, "waiting");
  assert.equal(pythons.isReady(), false);
  await ready();
  assert.equal(start.state, "kept");
  assert.equal(pythons.isReady(), true);
});

test("a start ahead of the first question hands on what is likely to be asked", async () => {
  pythons.start("ask", QUESTION);
  await settled();
  assert.deepEqual(JSON.parse(last().heard[0].rehearsal), QUESTION);
});

test("the worker stands under the page's own policy: it comes from the page, not from an address, and the page's copy is let go", async () => {
  pythons.start();
  await turn();
  assert.match(last().address, /^blob:/);
  assert.equal(last().options.type, "module");
  const source = await resolveObjectURL(last().address).text();
  assert.equal(source, `import ${JSON.stringify(new URL("../../overrides/theme/scripts/worker.mjs", import.meta.url).href)};`);
  last().say({ kind: "ready" });
  assert.equal(resolveObjectURL(last().address), undefined);
});

test("the page's copy of a worker that cannot be loaded is let go too", async () => {
  const started = follow(pythons.start());
  await turn();
  assert.ok(resolveObjectURL(last().address));
  last().fail();
  assert.equal(resolveObjectURL(last().address), undefined);
  await turn();
  assert.equal(started.state, "refused");
});

test("the page is told when a Python that answers is there, and of each that has started which it is", async () => {
  const told = [];
  for (const type of ["ready", "started"]) pythons.python.addEventListener(type, ({ detail }) => told.push(detail ?? type));
  pythons.start("ask");
  await settled();
  last().say({ kind: "ready" });
  assert.deepEqual(told.splice(0), ["ask", "ready"]);
  pythons.start("run");
  await settled();
  last().say({ kind: "ready" });
  assert.deepEqual(told, ["run"]);
});

// --- asking ---

test("a question waits until Python is ready, and is asked then", async () => {
  const answer = follow(pythons.ask(QUESTION));
  await settled();
  assert.deepEqual(last().heard.map(({ kind }) => kind), ["start"]);
  await ready();
  assert.deepEqual(last().heard.map(({ kind }) => kind), ["start", "ask"]);
  const { id, ...question } = last().question;
  assert.deepEqual(question, QUESTION);
  await answered();
  assert.deepEqual(answer, { state: "kept", value: ANSWER });
});

test("each question gets its own answer, in whatever order they come", async () => {
  const first = await asked();
  const second = await asked();
  const [{ id: one }, { id: other }] = last().told("ask");
  last().answer({ state: "ready", status: "second" }, other);
  last().answer({ state: "ready", status: "first" }, one);
  await settled();
  assert.equal(first.value.status, "first");
  assert.equal(second.value.status, "second");
});

test("an answer that nobody waits for does no harm", async () => {
  const answer = await asked();
  for (const kind of ["answer", "failure", "running", "sofar"]) last().say({ kind, id: 999, answer: "{}", reason: "" });
  last().say({ kind: "part", id: 999, part: '{"kind": "text", "text": ""}' });
  await answered();
  assert.equal(answer.state, "kept");
});

test("a question over which Python fails is refused with the reason, and the next one is answered by the same Python", async () => {
  const failed = await asked();
  last().say({ kind: "failure", id: last().question.id, reason: "ZeroDivisionError" });
  await settled();
  assert.equal(failed.state, "refused");
  assert.equal(failed.reason.message, "ZeroDivisionError");
  assert.ok(!(failed.reason instanceof pythons.Unavailable || failed.reason instanceof pythons.Stopped));
  const next = await asked();
  await answered();
  assert.equal(next.state, "kept");
  assert.equal(workers.length, 1);
});

test("what is known so far of a long answer is shown as it comes", async () => {
  const shown = [];
  const answer = await asked((sofar) => shown.push(sofar.status));
  const { id } = last().question;
  for (const status of ["a third", "two thirds"]) last().say({ kind: "sofar", id, answer: JSON.stringify({ status }) });
  assert.deepEqual(shown, ["a third", "two thirds"]);
  assert.equal(answer.state, "waiting");
  await answered();
  assert.deepEqual(answer.value, ANSWER);
});

// --- Python is not to be had ---

test("where Python cannot load, all who wait are told, and the next question tries once more", async () => {
  const questions = [follow(pythons.ask(QUESTION)), follow(pythons.ask(QUESTION)), follow(pythons.start())];
  await settled();
  last().say({ kind: "unavailable", reason: "no WebAssembly" });
  await settled();
  for (const { state, reason } of questions) {
    assert.equal(state, "refused");
    assert.ok(reason instanceof pythons.Unavailable);
    assert.equal(reason.message, "no WebAssembly");
  }
  assert.equal(last().ended, true);
  const again = await asked();
  await answered();
  assert.equal(again.state, "kept");
  assert.equal(workers.length, 2);
});

test("after a start that failed, nothing that the browser has kept is trusted; after one that went well, it is again", async () => {
  pythons.start().catch(() => {});
  await settled();
  assert.deepEqual(fetched, []);
  last().say({ kind: "unavailable", reason: "damaged" });
  pythons.start();
  await settled();
  assert.deepEqual(fetched.map(({ address, cache }) => [address.split("/").pop(), cache]), [["worker.mjs", "reload"]]);
  assert.equal(last().heard[0].again, true);
  await ready();
  pythons.stop();
  await settled();
  assert.equal(last().heard[0].again, false);
  assert.equal(fetched.length, 1);
});

test("Stop before a second try has begun leaves one Python and not two", async () => {
  pythons.start().catch(() => {});
  await settled();
  last().say({ kind: "unavailable", reason: "damaged" });
  pythons.start().catch(() => {});
  pythons.stop();
  await settled();
  assert.equal(workers.filter(({ ended }) => !ended).length, 1);
});

test("a second try starts even where the network is away: the browser may hold what is needed", async () => {
  pythons.start().catch(() => {});
  await settled();
  last().say({ kind: "unavailable", reason: "network" });
  globalThis.fetch = async () => Promise.reject(new TypeError("no network"));
  await asked();
  assert.equal(workers.length, 2);
  assert.equal(pythons.isReady(), true);
});

test("a worker whose script does not load means that Python is not to be had, and the browser's console is spared", async () => {
  const question = follow(pythons.ask(QUESTION));
  await settled();
  const event = last().fail();
  await settled();
  assert.ok(question.reason instanceof pythons.Unavailable);
  assert.equal(event.prevented, true);
});

test("a browser that forbids workers means that Python is not to be had", async (t) => {
  t.mock.method(globalThis, "Worker", () => {
    throw new DOMException("forbidden", "SecurityError");
  });
  const question = follow(pythons.ask(QUESTION));
  await settled();
  assert.ok(question.reason instanceof pythons.Unavailable);
});

// --- silence ---

test("a start of which nothing is heard for thirty seconds is given up, and tried once more for who asks", async () => {
  const question = follow(pythons.ask(QUESTION));
  await turn(29_999);
  assert.equal(workers.length, 1);
  await turn(1);
  assert.equal(workers[0].ended, true);
  assert.equal(workers.length, 2);
  assert.equal(question.state, "waiting");
  await turn(30_000);
  assert.equal(workers[1].ended, true);
  assert.ok(question.reason instanceof pythons.Unavailable);
});

test("a start ahead of any question is tried once more as well, and then left to who asks", async () => {
  pythons.start("ask", QUESTION).catch(() => {});
  await turn(30_000);
  assert.deepEqual(ended(), [true, false]);
  assert.equal(last().told("start")[0].rehearsal, JSON.stringify(QUESTION));
  await turn(30_000);
  assert.deepEqual(ended(), [true, true]);
  const question = await asked();
  await answered();
  assert.equal(question.state, "kept");
});

test("a start that shows signs of life may take as long as the network does", async () => {
  const question = follow(pythons.ask(QUESTION));
  await turn();
  for (let minute = 0; minute < 20; minute += 1) {
    last().say({ kind: "alive" });
    await turn(29_000);
  }
  assert.equal(workers.length, 1);
  await ready();
  await answered();
  assert.equal(question.state, "kept");
});

test("a Python that is ready may be silent for as long as nobody asks", async () => {
  await asked();
  last().answer(ANSWER);
  await turn(3_600_000);
  assert.equal(workers.length, 1);
  assert.equal(pythons.isReady(), true);
});

test("a Python that does not answer for ten seconds is ended, and a new one asked the same", async () => {
  const question = await asked();
  await turn(9_999);
  assert.equal(workers.length, 1);
  await turn(1);
  assert.equal(workers[0].ended, true);
  assert.equal(workers.length, 2);
  await ready();
  assert.deepEqual(last().question.values, QUESTION.values);
  await answered();
  assert.deepEqual(question, { state: "kept", value: ANSWER });
});

test("a second Python that does not answer either is the last", async () => {
  const question = await asked();
  await turn(10_000);
  last().say({ kind: "ready" });
  await turn(9_999);
  assert.equal(question.state, "waiting");
  await turn(1);
  assert.equal(question.state, "refused");
  assert.ok(question.reason instanceof pythons.Unavailable);
});

test("others who asked meanwhile are asked again too", async () => {
  const questions = [await asked(), await asked()];
  await turn(10_000);
  await ready();
  for (const { id } of last().told("ask")) last().answer(ANSWER, id);
  await turn();
  assert.deepEqual(questions.map(({ state }) => state), ["kept", "kept"]);
});

test("an answer that comes bit by bit may take as long as it likes, if never ten seconds pass in silence", async () => {
  const question = await asked(() => {});
  const { id } = last().question;
  for (let bit = 0; bit < 10; bit += 1) {
    await turn(9_999);
    last().say({ kind: "sofar", id, answer: "{}" });
  }
  assert.equal(workers.length, 1);
  await turn(10_000);
  assert.equal(workers[0].ended, true);
  assert.equal(question.state, "waiting");
});

test("a question that waits while files are loaded has thirty seconds more with every sign of life", async () => {
  await asked();
  await turn(9_000);
  last().say({ kind: "alive" });
  await turn(29_999);
  assert.equal(workers.length, 1);
  await turn(1);
  assert.equal(workers[0].ended, true);
});

// --- stopping ---

test("Stop ends Python at once and starts it anew; who asked something else is asked again without noticing", async () => {
  const question = await asked();
  pythons.stop();
  await settled();
  assert.equal(workers[0].ended, true);
  assert.equal(workers.length, 2);
  assert.equal(question.state, "waiting");
  await ready();
  await answered();
  assert.equal(question.state, "kept");
});

test("a question that is given up ends with Stop and is not asked again", async () => {
  const given = await asked(undefined, () => true);
  const other = await asked();
  pythons.stop();
  await settled();
  assert.ok(given.reason instanceof pythons.Stopped);
  assert.equal(given.reason.why, "stop");
  await ready();
  assert.equal(last().told("ask").length, 1);
  await answered();
  assert.equal(other.state, "kept");
});

test("a question that waits as the reader turns to another game is not asked there, and one of that game is", async () => {
  game = "contest";
  const left = await asked();
  game = "prophecy";
  const here = follow(pythons.ask({ ...QUESTION, widget: "prophecy.check" }));
  await settled();
  assert.deepEqual(ended(), [true, false]);
  assert.equal(left.reason.why, "left");
  await ready();
  assert.deepEqual(last().told("ask").map(({ question }) => JSON.parse(question).widget), ["prophecy.check"]);
  await answered();
  assert.equal(here.state, "kept");
});

test("an answer that wants more of Python than answers have is asked again of one that has all, and so are those that come later", async (t) => {
  const said = t.mock.method(console, "warn", () => {});
  const wants = await asked(undefined, () => true); // the picture of how an answer moves: given up by whatever else ends Python
  const other = await asked();
  last().say({ kind: "wanted", where: "at wasm-function[7]" });
  last().say({ kind: "answer", id: last().question.id }); // Pyodide says something yet
  await settled();
  assert.deepEqual(workers.map(({ ended, heard: [{ whole }] }) => [ended, whole]), [[true, false], [false, true]]);
  assert.deepEqual(said.mock.calls.map(({ arguments: [, where] }) => where), ["at wasm-function[7]"]);
  await ready();
  for (const { id } of last().told("ask")) last().answer(ANSWER, id);
  await settled();
  assert.deepEqual([wants.state, other.state], ["kept", "kept"]);
  pythons.stop();
  await settled();
  assert.equal(last().heard[0].whole, true);
});

test("where all of Python is not to be had, who asks next is answered by what answers have", async (t) => {
  t.mock.method(console, "warn", () => {});
  const wants = await asked();
  last().say({ kind: "wanted" });
  await settled();
  last().say({ kind: "unavailable", reason: "no network" });
  await settled();
  assert.ok(wants.reason instanceof pythons.Unavailable);
  pythons.start();
  await settled();
  assert.equal(last().heard[0].whole, false);
});

test("code runs with all of Python from the start", async () => {
  await ran();
  assert.equal(last().heard[0].whole, true);
});

test("Stop while Python starts begins the start anew", async () => {
  const question = follow(pythons.ask(QUESTION));
  await settled();
  pythons.stop();
  await settled();
  assert.deepEqual(ended(), [true, false]);
  await ready();
  await answered();
  assert.equal(question.state, "kept");
});

test("Stop as often as one likes is no fault of Python", async () => {
  const question = await asked();
  for (let time = 0; time < 5; time += 1) {
    pythons.stop();
    await settled();
    await ready();
  }
  await answered();
  assert.equal(question.state, "kept");
});

test("Stop where nothing has started starts nothing", async () => {
  pythons.stop();
  pythons.stop("run");
  await settled();
  assert.equal(workers.length, 0);
});

test("a stopped Python that still speaks is not listened to", async () => {
  const question = await asked();
  const { id } = workers[0].question;
  pythons.stop();
  workers[0].ended = false; // as a message that was on its way
  workers[0].answer({ status: "stale" }, id);
  await settled();
  assert.equal(question.state, "waiting");
});

// --- running code ---

test("code runs, its output comes as it is put out, and the end is told", async () => {
  const parts = [];
  const result = await ran(parts);
  assert.deepEqual(JSON.parse(last().told("run")[0].request), REQUEST);
  last().say({ kind: "running", id: runId() });
  last().say({ kind: "part", id: runId(), part: '{"kind": "text", "text": "2", "html": ""}' });
  assert.deepEqual(parts, [{ kind: "text", text: "2", html: "" }]);
  last().answer({ state: "ready" }, runId());
  await turn(60_000);
  assert.deepEqual(result, { state: "kept", value: { state: "ready" } });
  assert.equal(workers.length, 1);
});

test("code that runs for ten seconds is stopped, whatever it puts out, and a new Python comes", async () => {
  const result = await ran();
  last().say({ kind: "running", id: runId() });
  for (let second = 0; second < 9; second += 1) {
    await turn(1_000);
    last().say({ kind: "part", id: runId(), part: '{"kind": "text", "text": "x", "html": ""}' });
  }
  await turn(999);
  assert.equal(result.state, "waiting");
  await turn(1);
  assert.ok(result.reason instanceof pythons.Stopped);
  assert.equal(result.reason.why, "limit");
  assert.equal(workers[0].ended, true);
  assert.equal(workers.length, 2);
});

test("Stop ends code that runs; it is not run again", async () => {
  const result = await ran();
  last().say({ kind: "running", id: runId() });
  pythons.stop("run");
  await settled();
  assert.ok(result.reason instanceof pythons.Stopped);
  assert.equal(result.reason.why, "stop");
  await ready();
  assert.equal(last().told("run").length, 0);
});

test("code that Python does not begin for ten seconds is given to a new Python, once", async () => {
  const result = await ran();
  await turn(10_000);
  assert.equal(workers.length, 2);
  await ready();
  assert.deepEqual(JSON.parse(last().told("run")[0].request), REQUEST);
  await turn(10_000);
  assert.equal(result.state, "refused");
  assert.ok(result.reason instanceof pythons.Unavailable); // nobody has stopped it
});

test("files that the code wants do not count as its time; what it put out before is void", async () => {
  const parts = [];
  const result = await ran(parts);
  last().say({ kind: "running", id: runId() });
  await turn(5_000);
  last().say({ kind: "part", id: runId(), part: '{"kind": "anew", "text": "", "html": ""}' });
  assert.deepEqual(parts.map(({ kind }) => kind), ["anew"]);
  for (let time = 0; time < 10; time += 1) {
    await turn(29_000);
    last().say({ kind: "alive" });
  }
  last().say({ kind: "running", id: runId() });
  await turn(9_999);
  assert.equal(result.state, "waiting");
  assert.equal(workers.length, 1);
  await turn(1);
  assert.equal(result.reason.why, "limit");
});

test("files that do not come are not waited for without end", async () => {
  await ran();
  last().say({ kind: "running", id: runId() });
  last().say({ kind: "part", id: runId(), part: '{"kind": "anew", "text": "", "html": ""}' });
  await turn(29_999);
  assert.equal(workers[0].ended, false);
  await turn(1);
  assert.equal(workers[0].ended, true);
});

test("a second run that waits for the first is not taken for dead", async () => {
  const first = await ran();
  const second = await ran();
  const [{ id: one }, { id: other }] = last().told("run");
  await turn(5_000);
  last().say({ kind: "running", id: one });
  await turn(9_000);
  assert.equal(workers.length, 1);
  last().answer({ state: "ready" }, one);
  last().say({ kind: "running", id: other });
  last().answer({ state: "error" }, other);
  await turn();
  assert.equal(first.value.state, "ready");
  assert.equal(second.value.state, "error");
});

test("code that has used up the memory ends its Python: a worker never gives memory back", async () => {
  const result = await ran();
  last().say({ kind: "running", id: runId() });
  last().answer({ state: "exhausted" }, runId());
  await settled();
  assert.deepEqual(result.value, { state: "exhausted" });
  assert.deepEqual(ended(), [true, false]);
});

test("code that has brought Python down is refused with the reason, and Python starts anew", async () => {
  const result = await ran();
  last().say({ kind: "running", id: runId() });
  last().say({ kind: "failure", id: runId(), reason: "RuntimeError: unreachable" });
  await settled();
  assert.equal(result.reason.message, "RuntimeError: unreachable");
  assert.deepEqual(ended(), [true, false]);
});

test("where Python is not to be had, code does not run, and nothing is started again by itself", async () => {
  const result = follow(pythons.execute(REQUEST, () => {}));
  await settled();
  last().say({ kind: "unavailable", reason: "network" });
  await settled();
  assert.ok(result.reason instanceof pythons.Unavailable);
  assert.equal(workers.length, 1);
});

// --- a page that is not looked at ---

const happens = async (type) => {
  page.dispatchEvent(new Event(type));
  await settled();
};

test("a page that is put aside for the way back lets its Pythons go, and begins nothing", async () => {
  await asked();
  await ran();
  await happens("pagehide");
  assert.deepEqual(ended(), [true, true]);
  assert.deepEqual([pythons.isReady("ask"), pythons.isReady("run")], [false, false]);
  pythons.start("run");
  pythons.ask(QUESTION);
  pythons.stop();
  await turn(60_000);
  assert.equal(workers.length, 2);
});

test("when the reader comes back, a question that waited is asked again and answered", async () => {
  const question = await asked();
  await happens("pagehide");
  assert.equal(question.state, "waiting");
  await happens("pageshow");
  assert.equal(workers.length, 2);
  await ready();
  await answered();
  assert.deepEqual(question, { state: "kept", value: ANSWER });
});

test("one that was asked meanwhile is answered too, and so is one that had waited for the start", async () => {
  const questions = [follow(pythons.ask(QUESTION))];
  await settled();
  await happens("pagehide");
  questions.push(follow(pythons.ask(QUESTION)));
  await happens("pageshow");
  assert.deepEqual(ended(), [true, false]);
  await ready();
  for (const { id } of last().told("ask")) last().answer(ANSWER, id);
  await settled();
  assert.deepEqual(questions.map(({ state }) => state), ["kept", "kept"]);
});

test("a long answer that nobody waits for any more is not asked for again", async () => {
  const question = await asked(undefined, () => true);
  await happens("pagehide");
  await happens("pageshow");
  assert.equal(question.reason.why, "left");
  await ready();
  assert.equal(last().told("ask").length, 0);
});

test("code that runs ends with the page, and is not run again when the reader comes back", async (t) => {
  const result = await ran();
  last().say({ kind: "running", id: runId() });
  await happens("pagehide");
  assert.ok(result.reason instanceof pythons.Stopped);
  assert.equal(result.reason.why, "left");
  await happens("pageshow");
  await ready();
  assert.equal(last().told("run").length, 0);
});

for (const [use, begin] of [["ask", asked], ["run", ran]]) {
  test(`what had run starts again when the reader comes back, and only that: ${use}`, async () => {
    await begin();
    await happens("pagehide");
    await happens("pageshow");
    assert.equal(workers.length, 2);
    last().say({ kind: "ready" });
    assert.deepEqual([pythons.isReady("ask"), pythons.isReady("run")], [use === "ask", use === "run"]);
  });
}

test("a page on which nothing has started starts nothing on the way back", async () => {
  await happens("pagehide");
  await happens("pageshow");
  assert.equal(workers.length, 0);
});

test("a page can be put aside as often as one likes", async () => {
  const question = await asked();
  for (let time = 0; time < 5; time += 1) {
    await happens("pagehide");
    await happens("pageshow");
    await ready();
  }
  await answered();
  assert.equal(question.state, "kept");
  assert.equal(workers.filter(({ ended }) => !ended).length, 1);
});

test("a page that the browser has made ready ahead begins nothing until it is looked at, even if a link has asked for an answer", async (t) => {
  document.prerendering = true;
  t.after(() => delete document.prerendering);
  pythons = await import(`../../overrides/theme/scripts/python.mjs?visit=${++visits}`);
  const question = follow(pythons.ask(QUESTION));
  await turn(60_000);
  assert.equal(workers.length, 0);
  await happens("prerenderingchange");
  await ready();
  await answered();
  assert.equal(question.state, "kept");
});

// --- two Pythons ---

test("one Python answers and another runs code: what becomes of the one does not touch the other", async () => {
  const question = await asked();
  const [answering] = workers;
  const result = await ran();
  const running = last();
  assert.notEqual(running, answering);
  assert.equal(answering.told("run").length, 0);
  assert.equal(running.told("ask").length, 0);
  running.say({ kind: "running", id: runId() });
  pythons.stop("run");
  await turn();
  assert.equal(answering.ended, false);
  assert.ok(result.reason instanceof pythons.Stopped);
  answering.answer(ANSWER);
  await turn();
  assert.equal(question.state, "kept");
  pythons.stop("ask");
  await turn();
  assert.equal(answering.ended, true);
  assert.equal(workers[2].ended, false);
});
