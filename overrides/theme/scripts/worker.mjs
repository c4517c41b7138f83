// Python, in a worker of its own.
//
// | to the worker                 | from the worker                | meaning                                          |
// |-------------------------------|--------------------------------|--------------------------------------------------|
// | {kind: "start", runtime,      |                                | load Python from the folder `runtime` (address), |
// |  part, use, rehearsal, again, |                                | with what this system or "all" remember, to      |
// |  whole}                       |                                | answer ("ask") or to run code ("run"); then,     |
// |                               |                                | until somebody asks, answer this question ("":   |
// |                               |                                | none) and what may follow it for a while         |
// |                               |                                | again: trust nothing that the browser has kept;  |
// |                               |                                | whole: with all of the binary that code can call |
// |                               | {kind: "alive", done, total}   | now and then, while files are being loaded: how  |
// |                               |                                | many bytes of those that are listed have come    |
// |                               | {kind: "ready"}                | questions are answered from now on               |
// |                               | {kind: "unavailable", reason}  | Python did not load; this worker is of no use    |
// |                               | {kind: "wanted", where}        | it would take the whole binary to go on from     |
// |                               |                                | there; this worker is of no use any more         |
// | {kind: "ask", id, question}   |                                | a question as JSON text                          |
// | {kind: "run", id, request}    |                                | code to run, as JSON text for rules_py.core.console   |
// |                               | {kind: "running", id}          | it begins to run, perhaps for the second time    |
// |                               | {kind: "part", id, part}       | output, as JSON text; "anew": what came is void, |
// |                               |                                | and the run waits for files                      |
// |                               | {kind: "answer", id, answer}   | the answer to a question or a run, as JSON text  |
// |                               | {kind: "failure", id, reason}  | Python itself failed over it                     |
//
// Code of the reader, or of somebody who sent a link, runs here too. What Python needs no more once it has started is
// taken away from it, and so is the way to speak to the page; the page's policy forbids the rest.

/**
 * @typedef {object} Pyodide what is used of it
 * @property {(archive: Uint8Array, format: string) => void} unpackArchive
 * @property {(code: string) => any} runPython
 * @property {{writeFile: (path: string, content: Uint8Array) => void}} FS
 */

/** @type {((question: string) => string) | undefined} answers a question that nobody has asked, and says what may follow */
let rehearsed;
/** @typedef {(request: string, tell: (part: string) => void, complete: boolean) => string} Run */

/** @typedef {(question: string, tell?: (answer: string) => void) => string} Answers */

/** @type {Answers | undefined} */
let answer;
/** @type {Run} */
let run;
/** @type {(() => Promise<void>) | null} brings the files of the standard library, while they are not there */
let complete = null;

const { fetch, postMessage: send } = self;
/** @param {object} message */
const tell = (message) => send.call(self, message);

const LARGEST_MEMORY = 512; // MiB
const GIVEN_UP = [
  ...["fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "RTCPeerConnection"],
  ...["Worker", "SharedWorker", "importScripts", "BroadcastChannel", "postMessage", "indexedDB", "caches", "navigator"],
];

const GLANCE = 5000; // milliseconds between two looks at a file that is on its way
const STALLED = 6; // such looks in a row without another byte: no clock, which would run on while the device sleeps
const OVERDUE = 24; // such looks at the binary, of which only its end is seen: what is read on the way is not kept compiled
const PULSE = 500; // milliseconds between two signs of life

/** @type {RequestCache} */
let trust = "default";
const arrival = { done: 0, total: 0 };
const pulse = () => tell({ kind: "alive", ...arrival });

/**
 * @param {URL} address
 * @param {number} looks without `moved` after which the signal says that it comes no further
 */
function patience(address, looks) {
  const standstill = new AbortController();
  let idle = 0;
  const looking = setInterval(() => {
    if (++idle === looks) standstill.abort(new Error(`${address.pathname}: comes no further`));
  }, GLANCE);
  const done = () => clearInterval(looking);
  standstill.signal.addEventListener("abort", done);
  return { signal: standstill.signal, moved: () => void (idle = 0), done };
}

/**
 * @param {URL} address
 * @param {(share: number) => void} [came] told of each piece, which share of the whole has come
 * @returns {Promise<Response>} whose content fails when it comes to a standstill
 */
async function get(address, came) {
  const { signal, moved, done } = patience(address, STALLED);
  try {
    const response = await fetch(address, { cache: trust, signal });
    if (!response.ok || !response.body) throw new Error(`${address.pathname}: ${response.status}`);
    const length = response.headers.has("Content-Encoding") ? 0 : Number(response.headers.get("Content-Length"));
    arrival.total += length;
    let sofar = 0;
    const watched = new TransformStream({
      transform(piece, out) {
        moved();
        if (length) arrival.done += piece.length;
        sofar += piece.length;
        came?.(length ? sofar / length : 1);
        out.enqueue(piece);
      },
      flush: done,
    });
    return new Response(response.body.pipeThrough(watched));
  } catch (reason) {
    done();
    throw reason;
  }
}

/**
 * @param {URL} address
 * @returns {Promise<any>} the module; the browser takes what `fetch` has just put into its store
 */
async function load(address) {
  if (trust === "reload") await (await get(address)).arrayBuffer();
  return import(address.href);
}

/**
 * @param {string} runtime
 * @returns {Promise<Uint8Array[]>} the packages that this site brings along
 */
async function wheels(runtime) {
  /** @type {string[]} */
  const names = await (await get(new URL("wheels.json", runtime))).json();
  return Promise.all(names.map((name) => bytes(new URL(name, runtime))));
}

/**
 * @param {URL} address
 * @returns {Promise<Uint8Array>}
 */
async function bytes(address) {
  return new Uint8Array(await (await get(address)).arrayBuffer());
}

/**
 * @param {string} runtime
 * @param {string} binary the name of the file
 * @param {object} [options] of Pyodide
 * @param {Promise<unknown>} [after] what the file waits for
 * @returns {Promise<Pyodide>}
 */
async function boot(runtime, binary, options, after) {
  const { trouble, done } = watch(new URL(BINARY, runtime), new URL(binary, runtime), after);
  try {
    // All at once, not one after the other as Pyodide itself would.
    const parts = ["pyodide.mjs", "pyodide.asm.js"].map((name) => load(new URL(name, runtime)));
    const [{ loadPyodide, lockFileContents }] = await Promise.all(parts);
    const start = loadPyodide({ indexURL: runtime, lockFileContents, jsglobals: {}, ...options });
    return await Promise.race([start, trouble]);
  } finally {
    done();
  }
}

/**
 * Python from the picture of its memory, in which everything is imported: no other file of Python is needed.
 * @param {string} runtime
 * @param {string} part
 * @param {string} use
 * @param {boolean} whole
 * @returns {Promise<Pyodide>}
 */
async function restored(runtime, part, use, whole) {
  /** @type {(why: unknown) => void} */
  let begin = () => {};
  // On a slow line the binary, which is compiled as it comes, is to come last: the picture is unpacked meanwhile.
  const half = new Promise((go) => (begin = go));
  const picture = remembered(runtime, part, use, (share) => share < HALF || begin(share));
  picture.then(begin, begin); // it is awaited by Pyodide, unless that fails first
  const binary = whole ? "snapshot-code.wasm" : "snapshot.wasm";
  const pyodide = await boot(runtime, binary, { _loadSnapshot: picture, stdLibURL: NO_FILES }, half);
  pyodide.runPython("import random; random.seed()"); // the picture would roll the same dice at every start
  complete = async () => {
    const [library, archives] = await Promise.all([bytes(new URL("python_stdlib.zip", runtime)), wheels(runtime)]);
    pyodide.FS.writeFile(pyodide.runPython("import sys; next(p for p in sys.path if p.endswith('.zip'))"), library);
    unpack(pyodide, archives);
    complete = null;
  };
  return pyodide;
}

const HALF = 0.5;
const NO_FILES = new URL("no-files.zip", import.meta.url).href; // Pyodide asks for it and is given:
const EMPTY_ARCHIVE = Uint8Array.of(0x50, 0x4b, 5, 6, ...Array(18).fill(0));

/**
 * @param {string} runtime
 * @param {string} part
 * @param {string} use
 * @param {(share: number) => void} came told which share of what all have in common has come
 * @returns {Promise<Uint8Array>} memory: what all systems have in common, by bits what is different in this one, and what
 *   only code reads
 */
async function remembered(runtime, part, use, came) {
  const names = ["snapshot.bin", `snapshot-${part}.bin`, ...(use === "run" ? ["snapshot-code.bin"] : [])];
  const files = names.map((name, number) => unpacked(new URL(name, runtime), number ? undefined : came));
  for (const file of files) file.catch(() => {}); // what unpacks them may not come
  const { decompress, unfolded } = await load(new URL("memory.mjs", runtime));
  /** @type {Uint8Array[]} */
  const pieces = await Promise.all(files.map(async (file) => decompress(await file)));
  const [common, own, ...more] = pieces.map((all) => new Int32Array(all.buffer, all.byteOffset, all.length >> 2));
  for (const piece of [common, ...more]) for (let at = 0; at < piece.length; at++) own[at] ^= piece[at];
  return unfolded(pieces[1]);
}

/**
 * @param {URL} address
 * @param {(share: number) => void} [came]
 * @returns {Promise<Uint8Array>} what a browser has unpacked of it, and checked by its sums
 */
async function unpacked(address, came) {
  const body = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ ((await get(address, came)).body);
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/**
 * Python from its packages, where there is no picture or the browser refuses it.
 * @param {string} runtime
 * @returns {Promise<Pyodide>}
 */
async function installed(runtime) {
  const [pyodide, archives] = await Promise.all([boot(runtime, BINARY), wheels(runtime)]);
  unpack(pyodide, archives);
  return pyodide;
}

/**
 * @param {Pyodide} pyodide
 * @param {Uint8Array[]} archives
 */
function unpack(pyodide, archives) {
  for (const archive of archives) pyodide.unpackArchive(archive, "wheel");
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
}

/**
 * Pyodide keeps it to itself when a file cannot be had or its binary is refused, and would be waited for without end.
 * @param {URL} asked what Pyodide will ask for
 * @param {URL} binary that is asked for now, or after something else, and given to it then
 * @param {Promise<unknown>} [after]
 * @returns {{trouble: Promise<never>, done: () => void}} a promise that rejects in such a case, and what ends the watch
 */
function watch(asked, binary, after) {
  const { instantiateStreaming } = WebAssembly;
  let found = () => {};
  const early = Promise.resolve(after).then(() => {
    const { signal, done } = patience(binary, OVERDUE);
    found = done;
    return fetch(binary, { cache: trust, signal });
  });
  early.catch(() => {});
  /** @type {Promise<never>} */
  const trouble = new Promise((_, reject) => {
    self.fetch = async (...request) => {
      try {
        const file = String(request[0]);
        if (file === NO_FILES) return new Response(EMPTY_ARCHIVE);
        const response = await (file === asked.href ? early : get(new URL(file)));
        if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
        const mistyped = file === asked.href && response.headers.get("Content-Type") !== WASM;
        return mistyped ? new Response(response.body, { headers: { "Content-Type": WASM } }) : response;
      } catch (error) {
        reject(error);
        throw error;
      }
    };
    WebAssembly.instantiateStreaming = (source, imports) => {
      const instance = instantiateStreaming(source, { ...imports, rulebook: { wanted } });
      // What could not be fetched was told where it was asked for; it may be what a start that was given up is handed late.
      instance.catch((reason) => Promise.resolve(source).then(() => reject(reason), () => {}));
      return instance;
    };
  });
  trouble.catch(() => {}); // when it comes too late to be of interest
  return {
    trouble,
    done() {
      found();
      self.fetch = fetch;
      WebAssembly.instantiateStreaming = instantiateStreaming;
    },
  };
}

/** Stands in the binary with which Python answers in the place of what answers do not call (called.mjs). */
function wanted() {
  const reason = Object.assign(new Error("wanted"), { pyodide_fatal_error: true }); // Pyodide says nothing of such a one
  tell({ kind: "wanted", where: reason.stack });
  throw reason;
}

const BINARY = "pyodide.asm.wasm"; // as Pyodide calls it
const WASM = "application/wasm"; // what servers that know it not call otherwise

/** Leaves to Python what it is for: to calculate. */
function confine() {
  for (let holder = self; holder; holder = Object.getPrototypeOf(holder)) {
    for (const name of GIVEN_UP) Reflect.deleteProperty(holder, name);
  }
}

/** Ends greed with Python's own MemoryError, before the browser ends the page. */
function limitMemory() {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength / 65536 + pages > LARGEST_MEMORY * 16) throw new RangeError("enough");
    return grow.call(this, pages);
  };
}

/**
 * @template T
 * @param {T | Promise<T>} waited for something that gives no sign of life itself
 */
async function alive(waited) {
  const pulses = setInterval(pulse, PULSE);
  try {
    return await waited;
  } finally {
    clearInterval(pulses);
  }
}

let questions = 0; // that have come
const FIRST_COME = 50; // milliseconds in which a question that has waited comes before any rehearsal
let left = 300; // milliseconds of rehearsing, on a slow device
let more = 16; // questions that are rehearsed, on a fast one: after these the first answers come no sooner

/**
 * Answers a question that nobody has asked, and those that follow it when somebody plays: the browser compiles what runs
 * often, and the reader's first ones are fast. Whoever asks meanwhile is answered; the rest comes in the pauses.
 * @param {string | undefined} question as JSON text
 */
async function rehearse(question) {
  const before = questions;
  for (let pause = FIRST_COME; question; pause = 0) {
    await new Promise((go) => setTimeout(go, pause));
    if (questions !== before || left <= 0 || more-- <= 0) return;
    const begun = performance.now();
    try {
      question = rehearsed?.(question);
    } catch {
      return; // whoever asks it is told
    }
    left -= performance.now() - begun;
  }
}

/**
 * @param {string} runtime
 * @param {string} part
 * @param {string} use
 * @param {string} rehearsal
 * @param {boolean} again
 * @param {boolean} whole
 */
async function start(runtime, part, use, rehearsal, again, whole) {
  if (again) trust = "reload";
  try {
    if (typeof WebAssembly === "undefined") throw new Error("this browser runs no WebAssembly");
    limitMemory();
    const pyodide = await alive(restored(runtime, part, use, whole).catch((reason) => {
      console.info(`Python starts from its packages (${reason}).`);
      return installed(runtime);
    }));
    answer = pyodide.runPython("from rules_py.library import answer; answer");
    rehearsed = pyodide.runPython("from rules_py.library import rehearse; rehearse");
    run = pyodide.runPython("from rules_py.core.console import answer; answer");
    confine();
    tell({ kind: "ready" });
  } catch (error) {
    tell({ kind: "unavailable", reason: String(error) });
  } finally {
    trust = "default";
  }
  if (answer) await rehearse(rehearsal);
}

/**
 * @param {number} id
 * @param {string} request
 * @returns {Promise<string>} the answer
 */
async function execute(id, request) {
  /** @param {string} part */
  const pass = (part) => tell({ kind: "part", id, part });
  tell({ kind: "running", id });
  const found = run(request, pass, !complete);
  if (JSON.parse(found).state !== "incomplete") return found;
  pass(JSON.stringify({ kind: "anew", text: "", html: "" }));
  await alive(complete?.()).catch(() => {}); // without a network the code itself ends with a word about the module
  tell({ kind: "running", id });
  return run(request, pass, true);
}

/**
 * @param {Answers} answer
 * @param {string} question
 * @param {(sofar: string) => void} pass
 * @returns {Promise<string>} the answer, where need be with modules that memory does not hold
 */
async function answered(answer, question, pass) {
  try {
    return answer(question, pass);
  } catch (error) {
    if (!complete || !String(error).includes("ModuleNotFoundError")) throw error;
    await alive(complete());
    return answer(question, pass);
  }
}

// Pyodide's own loose ends after a failed start; the reason has been told above.
addEventListener("unhandledrejection", (event) => {
  if (!answer) event.preventDefault();
});

addEventListener("message", async ({ data }) => {
  if (data.kind === "start") {
    start(data.runtime, data.part, data.use, data.rehearsal, data.again, data.whole);
    return;
  }
  questions++;
  try {
    if (!answer) throw new Error("asked before Python was ready");
    /** @param {string} sofar */
    const pass = (sofar) => tell({ kind: "sofar", id: data.id, answer: sofar });
    const found = data.kind === "run" ? await execute(data.id, data.request) : await answered(answer, data.question, pass);
    tell({ kind: "answer", id: data.id, answer: found });
    if (data.kind === "ask" && JSON.parse(data.question).pressed) rehearse(data.question);
  } catch (error) {
    tell({ kind: "failure", id: data.id, reason: String(error) });
  }
});
