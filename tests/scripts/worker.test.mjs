// worker.mjs: how Python is loaded, what becomes of files that do not come, and what the page is told in which order.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { gzipSync } from "node:zlib";

import { settled, stopClock, until } from "./support/clock.mjs";

const RUNTIME = new URL("support/python/", import.meta.url).href;
const WASM = "application/wasm";
const { grow } = WebAssembly.Memory.prototype;
const { instantiateStreaming } = WebAssembly;

/** As the build packs a short memory: within gzip a frame of zstd, of one block that is no smaller for it. */
function packed(memory) {
  const content = Buffer.from(memory);
  return gzipSync(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x20, content.length, 1 + 8 * content.length, 0, 0, ...content]));
}

/** What differs between two memories. */
const differing = (one, other) => Buffer.from(other).map((byte, at) => byte ^ (Buffer.from(one)[at] ?? 0));

let visits = 0;
let turn;
/** What the server gives: by name a text, bytes, a Response or a function that makes one. */
let files;
let fetched;
/** What the page was told. */
let told;
let listeners;
/** What Python does when it is loaded, asked and given code. */
let python;
/** What was done to Python. */
let done;

beforeEach(async (t) => {
  turn = stopClock(t);
  t.mock.method(console, "info", (text) => done.push(text));
  files = {
    "pyodide.mjs": "",
    "pyodide.asm.js": "",
    "memory.mjs": "",
    "pyodide.asm.wasm": () => new Response("whole", { headers: { "Content-Type": WASM } }),
    "snapshot.wasm": () => new Response("bare", { headers: { "Content-Type": WASM } }),
    "snapshot-code.wasm": () => new Response("all that is called", { headers: { "Content-Type": WASM } }),
    "snapshot.bin": packed("memo"),
    "snapshot-all.bin": packed(differing("memo", "memories")),
    "snapshot-kamui.bin": packed(differing("memo", "meadowed")),
    "snapshot-code.bin": packed("\0\0\0\0ABCD"),
    "wheels.json": '["rules_py.whl", "icepool.whl"]',
    "rules_py.whl": "rules",
    "icepool.whl": "icepool",
    "python_stdlib.zip": "library",
  };
  fetched = [];
  told = [];
  done = [];
  listeners = {};
  python = {
    load: async () => {},
    answer: (question) => `answer to ${question}`,
    rehearse: (question) => question,
    run: (request, tell, complete) => JSON.stringify({ state: "ready", complete }),
  };
  const surroundings = Object.create({ WebSocket: class {}, navigator: {} });
  Object.assign(surroundings, {
    fetch: serve,
    postMessage: (message) => told.push(structuredClone(message)),
    indexedDB: {},
    caches: {},
  });
  Object.defineProperty(globalThis, "self", { value: surroundings, configurable: true });
  globalThis.addEventListener = (type, listener) => (listeners[type] = listener);
  globalThis.loadFakePyodide = load;
  await import(`../../overrides/theme/scripts/worker.mjs?visit=${++visits}`);
});

afterEach(() => {
  WebAssembly.Memory.prototype.grow = grow;
  WebAssembly.instantiateStreaming = instantiateStreaming;
});

/** The server. */
async function serve(address, { cache = "default", signal } = {}) {
  const name = String(address).slice(RUNTIME.length);
  fetched.push(`${name} ${cache}`);
  const content = typeof files[name] === "function" ? files[name](signal) : files[name];
  if (content instanceof Error) throw content;
  return content instanceof Response ? content : new Response(content ?? "not here", { status: content === undefined ? 404 : 200 });
}

const names = () => fetched.map((each) => each.split(" ")[0]);

/** As Pyodide does: takes its binary through `fetch`, waits for the picture of its memory, and takes the library. */
async function load(options) {
  const how = options._loadSnapshot ? "picture" : "packages";
  done.push(how);
  const binary = await self.fetch(`${RUNTIME}pyodide.asm.wasm`);
  done.push(binary.headers.get("Content-Type"), await binary.text());
  if (options._loadSnapshot) done.push(new TextDecoder().decode(await options._loadSnapshot));
  if (options.stdLibURL) done.push((await (await self.fetch(options.stdLibURL)).arrayBuffer()).byteLength);
  await python.load(how);
  return {
    FS: { writeFile: (path, content) => done.push(`${path}: ${new TextDecoder().decode(content)}`) },
    unpackArchive: (archive, format) => done.push(`${format}: ${new TextDecoder().decode(archive)}`),
    runPython(code) {
      if (code.startsWith("from rules_py.library")) return code.includes("rehearse") ? python.rehearse : python.answer;
      if (code.startsWith("from rules_py.core.console")) return python.run;
      if (code.includes("sys.path")) return "/lib/python313.zip";
      done.push(code);
    },
  };
}

/** Tells the worker something, as the page does. */
const say = (message) => listeners.message({ data: message });
const kinds = () => told.map(({ kind }) => kind).filter((kind) => kind !== "alive");
const begun = () => ["ready", "unavailable"].includes(told.at(-1)?.kind);

/** Starts Python and waits for what comes of it. */
async function start({ part = "all", use = "ask", rehearsal = "", again = false, whole = use === "run" } = {}) {
  say({ kind: "start", runtime: RUNTIME, part, use, rehearsal, again, whole });
  await until(begun);
}

// --- the start ---

test("Python starts from the picture of its memory, and needs no other of its files", async () => {
  await start();
  assert.deepEqual(kinds(), ["ready"]);
  assert.deepEqual(done, ["picture", WASM, "bare", "memories", 22, "import random; random.seed()"]);
  assert.deepEqual(names().sort(), ["snapshot-all.bin", "snapshot.bin", "snapshot.wasm"]);
});

test("the binary is asked for when half of the picture has come, so that on a slow line it comes last", async () => {
  const whole = files["snapshot.bin"];
  const [before, beyond] = [whole.subarray(0, whole.length / 2 - 1), whole.subarray(whole.length / 2 - 1)];
  /** @type {ReadableStreamDefaultController<Uint8Array>} */
  let line;
  const body = new ReadableStream({ start: (opened) => (line = opened) });
  files["snapshot.bin"] = () => new Response(body, { headers: { "Content-Length": `${whole.length}` } });
  say({ kind: "start", runtime: RUNTIME, part: "all", use: "ask", rehearsal: "", again: false });
  await until(() => names().includes("snapshot-all.bin"));
  line.enqueue(before);
  await settled();
  assert.ok(!names().includes("snapshot.wasm"));
  line.enqueue(beyond);
  line.close();
  await until(begun);
  assert.deepEqual([kinds(), names().filter((name) => name === "snapshot.wasm")], [["ready"], ["snapshot.wasm"]]);
});

test("a page of one system has what that system remembers, and nothing of the others", async () => {
  await start({ part: "kamui" });
  assert.ok(done.includes("meadowed"));
  assert.ok(!names().includes("snapshot-all.bin"));
});

test("what only a reader's code may read is there for code alone", async () => {
  await start({ part: "kamui", use: "run" });
  assert.ok(done.includes(`mead${String.fromCharCode(...differing("owed", "ABCD"))}`));
  assert.deepEqual(names().sort(), ["snapshot-code.bin", "snapshot-code.wasm", "snapshot-kamui.bin", "snapshot.bin"]);
});

test("an answer that wants more than the binary of answers has ends there, and the page is told", async (t) => {
  let imports;
  t.mock.method(WebAssembly, "instantiateStreaming", async (_, given) => (imports = given));
  python.load = () => WebAssembly.instantiateStreaming(new Response("bare"), { env: { own: 1 } });
  await start();
  assert.equal(imports.env.own, 1);
  assert.throws(imports.rulebook.wanted, { pyodide_fatal_error: true });
  assert.deepEqual(kinds(), ["ready", "wanted"]);
  assert.match(told.at(-1).where, /wanted/); // who asks why is told by which way
});

test("who has wanted more has answers with all that there is", async () => {
  await start({ whole: true });
  assert.deepEqual(done.slice(0, 3), ["picture", WASM, "all that is called"]);
  assert.deepEqual(names().sort(), ["snapshot-all.bin", "snapshot-code.wasm", "snapshot.bin"]);
});

test("where a question needs a module that memory does not hold, the files are fetched and it is answered", async () => {
  python.answer = (question) => {
    if (!done.includes("wheel: rules")) throw new Error("PythonError: ModuleNotFoundError: No module named 'rules_py.contest'");
    return `late answer to ${question}`;
  };
  await start({ part: "kamui" });
  await say({ kind: "ask", id: 1, question: "{}" });
  assert.deepEqual(told.at(-1), { kind: "answer", id: 1, answer: "late answer to {}" });
});

test("the picture does not roll the same dice at every start", async () => {
  await start();
  assert.ok(done.includes("import random; random.seed()"));
});

for (const [what, file] of Object.entries({
  "is not there": undefined,
  "is damaged": "not packed at all",
  "is cut off": packed("memo").subarray(0, 20),
  "is packed, but nothing that Python remembers": gzipSync("memories"),
  "cannot be fetched": new TypeError("network"),
})) {
  test(`where the picture ${what}, Python starts from its packages`, async () => {
    files["snapshot.bin"] = file;
    await start();
    assert.deepEqual(kinds(), ["ready"]);
    assert.ok(done.some((each) => String(each).startsWith("Python starts from its packages")));
    assert.deepEqual(done.slice(-6, -3), ["packages", WASM, "whole"]);
    assert.deepEqual(done.slice(-3), ["wheel: rules", "wheel: icepool", "import importlib; importlib.invalidate_caches()"]);
  });
}

test("where Pyodide refuses the picture, Python starts from its packages", async () => {
  python.load = async (how) => {
    if (how === "picture") throw new Error("another Pyodide's");
  };
  await start();
  assert.deepEqual(kinds(), ["ready"]);
  assert.ok(done.includes("wheel: rules"));
});

test("where a package cannot be had either, Python is not to be had, and the page is told which", async () => {
  delete files["snapshot.bin"];
  delete files["icepool.whl"];
  await start();
  assert.deepEqual(kinds(), ["unavailable"]);
  assert.match(told.at(-1).reason, /icepool\.whl: 404/);
});

test("where the binary of the picture cannot be had, Python starts from its packages", async () => {
  delete files["snapshot.wasm"];
  await start();
  assert.deepEqual(kinds(), ["ready"]);
  assert.deepEqual(done.slice(-6, -3), ["packages", WASM, "whole"]);
});

test("a start that was given up, and goes on late, does not end the one that has taken its place", async (t) => {
  delete files["snapshot.wasm"];
  t.mock.method(WebAssembly, "instantiateStreaming", async (source) => void (await source));
  let failed;
  globalThis.loadFakePyodide = async (options) => {
    if (failed) await WebAssembly.instantiateStreaming(failed).catch(() => {});
    else await (failed = self.fetch(new URL("pyodide.asm.wasm", RUNTIME)));
    return load(options);
  };
  await start();
  assert.deepEqual(kinds(), ["ready"]);
});

test("where Python's binary cannot be had, nobody waits without end, though Pyodide would", async () => {
  files["snapshot.wasm"] = files["pyodide.asm.wasm"] = undefined;
  globalThis.loadFakePyodide = async (options) => {
    await load(options).catch(() => new Promise(() => {}));
  };
  await start();
  assert.deepEqual(kinds(), ["unavailable"]);
  assert.match(told.at(-1).reason, /404/);
});

test("where the browser refuses Python's binary, nobody waits without end", async () => {
  WebAssembly.instantiateStreaming = async () => {
    throw new WebAssembly.CompileError("refused");
  };
  python.load = async () => {
    await WebAssembly.instantiateStreaming().catch(() => new Promise(() => {}));
  };
  await start();
  assert.deepEqual(kinds(), ["unavailable"]);
  assert.match(told.at(-1).reason, /refused/);
});

test("a browser without WebAssembly has no Python, and is told so", async () => {
  const { WebAssembly: had } = globalThis;
  globalThis.WebAssembly = undefined;
  try {
    await start();
  } finally {
    globalThis.WebAssembly = had;
  }
  assert.deepEqual(told, [{ kind: "unavailable", reason: "Error: this browser runs no WebAssembly" }]);
  assert.deepEqual(fetched, []);
});

test("a server that does not know what WebAssembly is does not keep Python from starting", async () => {
  files["snapshot.wasm"] = () => new Response("bare", { headers: { "Content-Type": "application/octet-stream" } });
  await start();
  assert.deepEqual(kinds(), ["ready"]);
  assert.equal(done[1], WASM);
});

test("the page hears now and then that the worker is alive, until it is ready", async () => {
  let go;
  python.load = () => new Promise((now) => (go = now));
  say({ kind: "start", runtime: RUNTIME, part: "all", use: "ask", rehearsal: "", again: false });
  await until(() => go);
  await turn(1_500);
  assert.deepEqual(told.map(({ kind }) => kind), ["alive", "alive", "alive"]);
  go();
  await until(begun);
  told.length = 0;
  await turn(60_000);
  assert.deepEqual(told, []);
});

test("the page hears how much of the files has come, of those whose length on the line is known", async () => {
  const sized = (content, headers) => () => new Response(content, { headers: { "Content-Length": `${content.length}`, ...headers } });
  const [common, part] = [files["snapshot.bin"], files["snapshot-all.bin"]];
  files["snapshot.bin"] = sized(common);
  files["snapshot-all.bin"] = sized(part, { "Content-Encoding": "gzip" }); // a server that packs what is packed
  let go;
  python.load = () => new Promise((now) => (go = now));
  say({ kind: "start", runtime: RUNTIME, part: "all", use: "ask", rehearsal: "", again: false });
  await until(() => go);
  await turn(500);
  assert.deepEqual(told.at(-1), { kind: "alive", done: common.length, total: common.length });
  go();
  await until(begun);
});

test("a second try trusts nothing that the browser has kept; what comes after it is trusted again", async () => {
  python.run = () => '{"state": "incomplete"}';
  await start({ again: true });
  assert.deepEqual([...new Set(fetched.map((each) => each.split(" ")[1]))], ["reload"]);
  assert.ok(names().includes("pyodide.mjs") && names().includes("pyodide.asm.js"));
  fetched.length = 0;
  await say({ kind: "run", id: 1, request: "{}" });
  assert.deepEqual([...new Set(fetched.map((each) => each.split(" ")[1]))], ["default"]);
});

// --- files that come to a standstill ---

/** A file that comes bit by bit, as a test lets it, and ends where the reader of it gives up. */
function slow() {
  let out;
  const body = new ReadableStream({ start: (controller) => (out = controller) });
  const give = (signal) => {
    signal.addEventListener("abort", () => out.error(signal.reason));
    return new Response(body);
  };
  return { give, more: (bytes) => out.enqueue(bytes), end: () => out.close() };
}

/** Python waits so many milliseconds for a file of the picture, and one second later comes without it. */
async function givenUp(kind, soon) {
  await turn(soon);
  assert.ok(!done.includes("packages"));
  await turn(1_000);
  await until(begun);
  assert.deepEqual(kinds(), ["ready"]);
  assert.ok(done.some((each) => each.includes(`snapshot.${kind}: comes no further`)));
}

test("a file of which no byte comes for thirty seconds is given up", async () => {
  const picture = slow();
  files["snapshot.bin"] = picture.give;
  say({ kind: "start", runtime: RUNTIME, part: "all", use: "ask", rehearsal: "", again: false });
  await givenUp("bin", 29_000);
  assert.ok(done.includes("wheel: rules"));
});

test("a binary that does not come to its end within two minutes of being asked for is given up", async () => {
  const [picture, binary] = [slow(), slow()];
  files["snapshot.bin"] = picture.give;
  files["snapshot.wasm"] = binary.give;
  say({ kind: "start", runtime: RUNTIME, part: "all", use: "ask", rehearsal: "", again: false });
  await turn(29_000); // of these nothing counts: it is asked for after them
  picture.more(packed("memo"));
  picture.end();
  await givenUp("wasm", 119_000);
});

test("a file that comes slowly is waited for", async () => {
  const picture = slow();
  files["snapshot.bin"] = picture.give;
  say({ kind: "start", runtime: RUNTIME, part: "all", use: "ask", rehearsal: "", again: false });
  for (const byte of packed("memo")) {
    await turn(24_000);
    picture.more(Uint8Array.of(byte));
    await turn();
  }
  picture.end();
  await until(begun);
  assert.ok(done.includes("memories"));
  assert.ok(!done.includes("packages"));
});

// --- before the first question ---

/** Starts Python with a question to rehearse, and what may follow it; returns what was answered. */
async function rehearsing(t, milliseconds = 100) {
  const answered = [];
  let now = 0;
  t.mock.method(performance, "now", () => now);
  python.answer = (question) => answered.push(question);
  python.rehearse = (question) => {
    answered.push(question);
    now += milliseconds;
    return `what follows ${question}`;
  };
  await start({ rehearsal: "begin" });
  return answered;
}

test("a question that nobody has asked, and what may follow it, is answered for a while, so that the first ones are fast", async (t) => {
  const answered = await rehearsing(t);
  await turn(50);
  for (let time = 0; time < 5; time += 1) await turn(1);
  assert.deepEqual(answered, ["begin", "what follows begin", "what follows what follows begin"]);
  assert.deepEqual(kinds(), ["ready"]);
});

test("a fast device is not kept busy for longer than that is of use", async (t) => {
  const answered = await rehearsing(t, 1);
  await turn(50);
  for (let time = 0; time < 100; time += 1) await turn(1);
  assert.equal(answered.length, 16);
});

test("a question that has waited for the start comes before it, and instead of it", async (t) => {
  const answered = await rehearsing(t);
  await turn(49);
  assert.deepEqual(answered, []);
  await say({ kind: "ask", id: 1, question: "{}" });
  for (let time = 0; time < 5; time += 1) await turn(50);
  assert.deepEqual(answered, ["{}"]);
});

test("somebody who asks in the midst of it ends it", async (t) => {
  const answered = await rehearsing(t);
  await turn(50);
  await say({ kind: "run", id: 1, request: "{}" });
  for (let time = 0; time < 5; time += 1) await turn(50);
  assert.equal(answered.length, 1);
});

test("what is left of it is done while who plays looks at the step, and no more than that", async (t) => {
  const answered = await rehearsing(t);
  await turn(50);
  const pressed = JSON.stringify({ pressed: { do: "roll" } });
  await say({ kind: "ask", id: 1, question: pressed });
  for (let time = 0; time < 5; time += 1) await turn(50);
  assert.deepEqual(answered, ["begin", pressed, pressed, `what follows ${pressed}`]);
  await say({ kind: "ask", id: 2, question: pressed });
  for (let time = 0; time < 5; time += 1) await turn(50);
  assert.equal(answered.length, 5);
});

test("a calculator that has answered rehearses no further", async (t) => {
  const answered = await rehearsing(t);
  await say({ kind: "ask", id: 1, question: JSON.stringify({ pressed: null }) });
  for (let time = 0; time < 5; time += 1) await turn(50);
  assert.equal(answered.length, 1);
});

// --- what Python is left with ---

test("once Python has started, there is no way left to the network, the browser's stores or the page", async () => {
  await start();
  for (const name of ["fetch", "WebSocket", "postMessage", "indexedDB", "caches", "navigator"]) assert.equal(name in self, false, name);
});

test("what was watched while Python started is watched no more", async () => {
  await start();
  assert.equal(WebAssembly.instantiateStreaming, instantiateStreaming);
});

test("the worker itself still speaks to the page, and fetches what code may want", async () => {
  await start();
  await say({ kind: "ask", id: 1, question: "{}" });
  assert.equal(told.at(-1).kind, "answer");
});

test("greed ends in Python's own MemoryError, before the browser ends the page", async () => {
  await start();
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 65_536 });
  assert.equal(memory.grow(1), 1);
  assert.throws(() => memory.grow(512 * 16 - 1), RangeError);
  assert.equal(memory.buffer.byteLength, 2 * 65_536);
  assert.equal(memory.grow(512 * 16 - 2), 2);
});

// --- questions ---

test("a question before Python has started is a failure that says so", async () => {
  await say({ kind: "ask", id: 7, question: "{}" });
  assert.deepEqual(told, [{ kind: "failure", id: 7, reason: "Error: asked before Python was ready" }]);
});

test("a question is answered under its number, what is known so far before it", async () => {
  python.answer = (question, pass) => {
    pass("half");
    pass("most");
    return "all";
  };
  await start();
  await say({ kind: "ask", id: 7, question: "{}" });
  assert.deepEqual(told.slice(1), [
    { kind: "sofar", id: 7, answer: "half" },
    { kind: "sofar", id: 7, answer: "most" },
    { kind: "answer", id: 7, answer: "all" },
  ]);
});

test("a question over which Python fails does not end it", async () => {
  const { answer } = python;
  python.answer = (question) => {
    if (question.includes("too much")) throw new RangeError("stack");
    return answer(question);
  };
  await start();
  await say({ kind: "ask", id: 8, question: '{"widget": "too much"}' });
  assert.deepEqual(told.at(-1), { kind: "failure", id: 8, reason: "RangeError: stack" });
  await say({ kind: "ask", id: 9, question: "{}" });
  assert.deepEqual(told.at(-1), { kind: "answer", id: 9, answer: "answer to {}" });
});

// --- code ---

test("code says that it begins, what it puts out, and how it ends", async () => {
  python.run = (request, pass) => {
    pass("part");
    return `{"state": "ready", "of": ${request}}`;
  };
  await start();
  await say({ kind: "run", id: 3, request: "5" });
  assert.deepEqual(told.slice(1), [
    { kind: "running", id: 3 },
    { kind: "part", id: 3, part: "part" },
    { kind: "answer", id: 3, answer: '{"state": "ready", "of": 5}' },
  ]);
});

test("code that wants a module beyond the picture has the library fetched, once, and begins anew", async () => {
  python.run = (request, pass, complete) => {
    pass(complete ? "whole" : "half");
    return JSON.stringify({ state: complete ? "ready" : "incomplete" });
  };
  await start();
  fetched.length = 0;
  await say({ kind: "run", id: 3, request: "{}" });
  assert.deepEqual(
    told.slice(1).map(({ kind, part }) => (part?.startsWith("{") ? JSON.parse(part).kind : (part ?? kind))),
    ["running", "half", "anew", "running", "whole", "answer"],
  );
  assert.deepEqual(names().sort(), ["icepool.whl", "python_stdlib.zip", "rules_py.whl", "wheels.json"]);
  assert.ok(done.includes("/lib/python313.zip: library"));
  assert.ok(done.includes("wheel: icepool"));
  fetched.length = told.length = 0;
  await say({ kind: "run", id: 4, request: "{}" });
  assert.deepEqual(told.map(({ kind }) => kind), ["running", "part", "answer"]);
  assert.deepEqual(fetched, []);
});

test("while the library is fetched, the page hears that the worker is alive", async () => {
  python.run = (request, pass, complete) => JSON.stringify({ state: complete ? "ready" : "incomplete" });
  await start();
  const library = slow();
  files["python_stdlib.zip"] = library.give;
  const run = say({ kind: "run", id: 3, request: "{}" });
  await turn(1_000);
  assert.equal(told.filter(({ kind }) => kind === "alive").length, 2);
  library.end();
  await run;
  told.length = 0;
  await turn(60_000);
  assert.deepEqual(told, []);
});

test("without a network the code itself ends with a word about the module; the next time the library is asked for again", async () => {
  python.run = (request, pass, complete) => JSON.stringify({ state: complete ? "error" : "incomplete" });
  await start();
  files["python_stdlib.zip"] = new TypeError("no network");
  await say({ kind: "run", id: 3, request: "{}" });
  assert.equal(JSON.parse(told.at(-1).answer).state, "error");
  fetched.length = 0;
  await say({ kind: "run", id: 4, request: "{}" });
  assert.ok(names().includes("python_stdlib.zip"));
});

test("a Python that was started from its packages wants nothing more", async () => {
  delete files["snapshot.bin"];
  await start();
  await say({ kind: "run", id: 3, request: "{}" });
  assert.deepEqual(JSON.parse(told.at(-1).answer), { state: "ready", complete: true });
});

test("code that brings Python down is a failure under its number", async () => {
  python.run = () => {
    throw new Error("unreachable");
  };
  await start();
  await say({ kind: "run", id: 3, request: "{}" });
  assert.deepEqual(told.at(-1), { kind: "failure", id: 3, reason: "Error: unreachable" });
});

// --- the console ---

test("Pyodide's own loose ends after a failed start are kept from the console; those of a Python that runs are not", async () => {
  let kept = 0;
  const event = { preventDefault: () => (kept += 1) };
  listeners.unhandledrejection(event);
  assert.equal(kept, 1);
  await start();
  listeners.unhandledrejection(event);
  assert.equal(kept, 1);
});
