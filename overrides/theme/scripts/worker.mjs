// Python, in a worker of its own.
//
// | to the worker                 | from the worker                | meaning                                          |
// |-------------------------------|--------------------------------|--------------------------------------------------|
// | {kind: "start", runtime,      |                                | load Python from the folder `runtime` (address), |
// |  rehearsal}                   |                                | then answer this question ("": none) for a while |
// | {kind: "hurry"}               |                                | somebody asks: be ready without more rehearsal   |
// |                               | {kind: "ready"}                | questions are answered from now on               |
// |                               | {kind: "unavailable", reason}  | Python did not load; this worker is of no use    |
// | {kind: "ask", id, question}   |                                | a question as JSON text                          |
// |                               | {kind: "answer", id, answer}   | the answer as JSON text                          |
// |                               | {kind: "failure", id, reason}  | Python raised an exception over the question     |

/**
 * @typedef {object} Pyodide what is used of it
 * @property {(archive: Uint8Array, format: string) => void} unpackArchive
 * @property {(code: string) => unknown} runPython
 */

/** @type {((question: string) => string) | undefined} */
let answer;

/**
 * @param {URL} address
 * @returns {Promise<Response>}
 */
async function get(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address.pathname}: ${response.status}`);
  return response;
}

/**
 * @param {string} runtime
 * @returns {Promise<Uint8Array[]>} the packages that this site brings along
 */
async function wheels(runtime) {
  /** @type {string[]} */
  const names = await (await get(new URL("wheels.json", runtime))).json();
  return Promise.all(
    names.map(async (name) => new Uint8Array(await (await get(new URL(name, runtime))).arrayBuffer())),
  );
}

/**
 * @param {string} runtime
 * @param {object} [options] of Pyodide
 * @returns {Promise<Pyodide>}
 */
async function boot(runtime, options) {
  if (typeof WebAssembly === "undefined") throw new Error("this browser runs no WebAssembly");
  const { loadPyodide, lockFileContents } = await import(new URL("pyodide.mjs", runtime).href);
  const { trouble, done } = watch();
  try {
    return await Promise.race([loadPyodide({ indexURL: runtime, lockFileContents, ...options }), trouble]);
  } finally {
    done();
  }
}

/**
 * Python from the picture of its memory, in which everything is imported: no other file of Python is needed.
 * @param {string} runtime
 * @returns {Promise<Pyodide>}
 */
async function restored(runtime) {
  const picture = unpacked(new URL("snapshot.bin", runtime));
  picture.catch(() => {}); // it is awaited by Pyodide, unless that fails first
  const pyodide = await boot(runtime, { _loadSnapshot: picture, stdLibURL: NO_FILES });
  pyodide.runPython("import random; random.seed()"); // the picture would roll the same dice at every start
  return pyodide;
}

const NO_FILES = `data:application/zip;base64,UEsFBg${"A".repeat(24)}`; // an archive without entries

/**
 * @param {URL} address
 * @returns {Promise<ArrayBuffer>}
 */
async function unpacked(address) {
  const { body } = await get(address);
  if (!body) throw new Error(`${address.pathname}: empty`);
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/**
 * Python from its packages, where there is no picture or the browser refuses it.
 * @param {string} runtime
 * @returns {Promise<Pyodide>}
 */
async function installed(runtime) {
  const [pyodide, archives] = await Promise.all([boot(runtime), wheels(runtime)]);
  for (const archive of archives) pyodide.unpackArchive(archive, "wheel");
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  return pyodide;
}

/**
 * Pyodide keeps it to itself when a file cannot be had or its binary is refused, and would be waited for without end.
 * @returns {{trouble: Promise<never>, done: () => void}} a promise that rejects in such a case, and what ends the watch
 */
function watch() {
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  /** @type {Promise<never>} */
  const trouble = new Promise((_, reject) => {
    self.fetch = async (...request) => {
      try {
        const response = await fetch(...request);
        if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
        return response;
      } catch (error) {
        reject(error);
        throw error;
      }
    };
    WebAssembly.instantiateStreaming = (...binary) => {
      const instance = instantiateStreaming(...binary);
      instance.catch(reject);
      return instance;
    };
  });
  trouble.catch(() => {}); // when it comes too late to be of interest
  return {
    trouble,
    done() {
      self.fetch = fetch;
      WebAssembly.instantiateStreaming = instantiateStreaming;
    },
  };
}

let hurried = false;
const REHEARSAL = 300; // milliseconds

/**
 * Answers a question that nobody has asked: the browser compiles what runs often, and the reader's first one is fast.
 * @param {string} question as JSON text
 */
async function rehearse(question) {
  const end = performance.now() + REHEARSAL;
  while (question && !hurried && performance.now() < end) {
    answer?.(question);
    await new Promise((go) => setTimeout(go)); // somebody may hurry us meanwhile
  }
}

/**
 * @param {string} runtime
 * @param {string} rehearsal
 */
async function start(runtime, rehearsal) {
  try {
    const pyodide = await restored(runtime).catch((reason) => {
      console.info(`Python starts from its packages (${reason}).`);
      return installed(runtime);
    });
    answer = /** @type {(question: string) => string} */ (
      pyodide.runPython("from rules_py.library import answer; answer")
    );
    await rehearse(rehearsal);
    postMessage({ kind: "ready" });
  } catch (error) {
    postMessage({ kind: "unavailable", reason: String(error) });
  }
}

// Pyodide's own loose ends after a failed start; the reason has been told above.
addEventListener("unhandledrejection", (event) => {
  if (!answer) event.preventDefault();
});

addEventListener("message", ({ data }) => {
  if (data.kind === "start") {
    start(data.runtime, data.rehearsal);
    return;
  }
  if (data.kind === "hurry") {
    hurried = true;
    return;
  }
  try {
    if (!answer) throw new Error("asked before Python was ready");
    postMessage({ kind: "answer", id: data.id, answer: answer(data.question) });
  } catch (error) {
    postMessage({ kind: "failure", id: data.id, reason: String(error) });
  }
});
