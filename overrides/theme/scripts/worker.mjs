// Python, in a worker of its own.
//
// | to the worker                 | from the worker                | meaning                                          |
// |-------------------------------|--------------------------------|--------------------------------------------------|
// | {kind: "start", runtime}      |                                | load Python from the folder `runtime` (address)  |
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
 * @returns {Promise<Pyodide>}
 */
async function boot(runtime) {
  const { loadPyodide } = await import(new URL("pyodide.mjs", runtime).href);
  return loadPyodide({ indexURL: runtime });
}

/** @param {string} runtime */
async function start(runtime) {
  try {
    const [pyodide, archives] = await Promise.all([boot(runtime), wheels(runtime)]);
    for (const archive of archives) pyodide.unpackArchive(archive, "wheel");
    answer = /** @type {(question: string) => string} */ (
      pyodide.runPython("import importlib; importlib.invalidate_caches(); from rules_py.library import answer; answer")
    );
    postMessage({ kind: "ready" });
  } catch (error) {
    postMessage({ kind: "unavailable", reason: String(error) });
  }
}

addEventListener("message", ({ data }) => {
  if (data.kind === "start") {
    start(data.runtime);
    return;
  }
  try {
    if (!answer) throw new Error("asked before Python was ready");
    postMessage({ kind: "answer", id: data.id, answer: answer(data.question) });
  } catch (error) {
    postMessage({ kind: "failure", id: data.id, reason: String(error) });
  }
});
