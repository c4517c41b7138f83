// The one Python of a visit. It starts with the first question (or `start()`), lives through instant navigation,
// and starts anew with the next question after it was stopped or broke. The worker's protocol: worker.mjs.

import { runtime } from "./site.mjs";

/**
 * @typedef {object} Question
 * @property {string} widget
 * @property {string} language
 * @property {Record<string, string>} values
 * @property {Record<string, string> | null} pressed
 */

/**
 * @typedef {object} Answer
 * @property {"ready" | "error"} state
 * @property {string} status
 * @property {Partial<Record<string, string>>} [parts]
 * @property {Record<string, string>} [values]
 * @property {Record<string, string>} [query]
 * @property {Record<string, string>} [errors]
 * @property {string | null} [error]
 */

/** Python is not to be had: no runtime, no network, no WebAssembly, blocked. */
export class Unavailable extends Error {}

/** Tells `ready` each time a Python has started. */
export const python = new EventTarget();

/** @typedef {{resolve: (answer: Answer) => void, reject: (reason: Error) => void}} Waiting */

/**
 * @typedef {object} Run one life of the worker
 * @property {Worker} worker
 * @property {Promise<void>} started
 * @property {boolean} ready
 * @property {Map<number, Waiting>} waiting
 * @property {(reason: Error) => void} end
 */

/** @type {Run | null} */
let run = null;
let lastId = 0;

/** @returns {boolean} whether a question would be answered without a start */
export function isReady() {
  return run?.ready ?? false;
}

/**
 * @param {Question} [rehearsal] what is likely to be asked
 * @returns {Promise<void>} resolves when Python answers; rejects with Unavailable
 */
export async function start(rehearsal) {
  run ??= launch(rehearsal);
  await run.started;
}

/**
 * @param {Question} question
 * @returns {Promise<Answer>} rejects with Unavailable, or with an Error when Python failed over the question
 */
export async function ask(question) {
  run ??= launch();
  const current = run;
  if (!current.ready) current.worker.postMessage({ kind: "hurry" });
  await current.started;
  if (run !== current) throw new Error("stopped");
  return new Promise((resolve, reject) => {
    const id = ++lastId;
    current.waiting.set(id, { resolve, reject });
    current.worker.postMessage({ kind: "ask", id, question: JSON.stringify(question) });
  });
}

/** Ends Python at once, even in the middle of a calculation; whoever waits is told. */
export function stop() {
  run?.end(new Error("stopped"));
}

/**
 * @param {Question} [rehearsal]
 * @returns {Run}
 */
function launch(rehearsal) {
  const { promise: started, resolve, reject } = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
  started.catch(() => {}); // whoever asks sees the rejection; nobody may be asking
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  const worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });

  /** @type {Run} */
  const current = {
    worker,
    started,
    ready: false,
    waiting,
    end(reason) {
      worker.terminate();
      if (run === current) run = null;
      reject(new Unavailable(reason.message));
      for (const { reject: give } of waiting.values()) give(reason);
      waiting.clear();
    },
  };

  worker.addEventListener("message", ({ data }) => {
    switch (data.kind) {
      case "ready":
        current.ready = true;
        resolve();
        python.dispatchEvent(new Event("ready"));
        break;
      case "unavailable":
        current.end(new Unavailable(data.reason));
        break;
      case "answer":
        waiting.get(data.id)?.resolve(JSON.parse(data.answer));
        waiting.delete(data.id);
        break;
      case "failure":
        waiting.get(data.id)?.reject(new Error(data.reason));
        waiting.delete(data.id);
        break;
    }
  });
  worker.addEventListener("error", (event) => {
    event.preventDefault(); // it is reported to the reader, in words
    current.end(new Unavailable(event.message || "the worker did not load"));
  });

  const question = rehearsal ? JSON.stringify(rehearsal) : "";
  if (runtime) worker.postMessage({ kind: "start", runtime: runtime.href, rehearsal: question });
  else queueMicrotask(() => current.end(new Unavailable("this site was built without the Python runtime")));
  return current;
}
