// The one Python of a visit. It starts with the first question (or `start()`), lives through instant navigation, and
// starts anew when it was stopped: questions that waited meanwhile are asked again. The worker's protocol: worker.mjs.

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

/**
 * @typedef {object} Part what code has put out; Part in rules_py.console
 * @property {"text" | "error" | "figure" | "note" | "anew"} kind "anew": all that came before is void
 * @property {string} text
 * @property {string} html
 */

/** Python is not to be had: no runtime, no network, no WebAssembly, blocked. */
export class Unavailable extends Error {}

/** Python was ended on purpose: by the reader, because code ran too long, or because nothing was heard of it. */
export class Stopped extends Error {
  /** @param {"stop" | "limit" | "silence"} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/** Tells `ready` each time a Python has started. */
export const python = new EventTarget();

const LIMIT = 10_000; // milliseconds that the reader's code may run
const SILENCE = 10_000; // milliseconds without an answer after which a worker is taken for dead

/**
 * @typedef {object} Waiting
 * @property {(answer: string) => void} resolve
 * @property {(reason: Error) => void} reject
 * @property {(part: Part) => void} [tell]
 * @property {(sofar: Answer) => void} [show]
 * @property {ReturnType<typeof setTimeout>} [timer]
 */

/**
 * @typedef {object} Run one life of the worker
 * @property {Promise<void>} started
 * @property {boolean} ready
 * @property {(message: object, tell?: (part: Part) => void, show?: (sofar: Answer) => void) => Promise<string>} post
 *   resolves with the answer's JSON text
 * @property {() => void} hurry
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
 * @param {(sofar: Answer) => void} [show] is given what is known so far of an answer that takes long
 * @param {() => boolean} [givenUp] whether the answer is of no interest any more; then `stop()` ends the question too
 * @returns {Promise<Answer>} rejects with Unavailable, with Stopped when the question was given up, or with an Error
 *   when Python failed over it
 */
export async function ask(question, show, givenUp) {
  for (let silences = 0; ; ) {
    try {
      return JSON.parse(await post({ kind: "ask", question: JSON.stringify(question) }, undefined, show));
    } catch (reason) {
      if (!(reason instanceof Stopped) || givenUp?.()) throw reason;
      if (reason.why === "silence" && ++silences > 1) throw new Error("no answer");
    }
  }
}

/**
 * Runs code; `stop()` ends it, and so does the time limit.
 * @param {{language: string, codes: string[]}} request the code, and before it what it builds on
 * @param {(part: Part) => void} tell is given the output while the code runs
 * @returns {Promise<{state: "ready" | "error" | "exhausted"}>} rejects with Stopped, Unavailable, or an Error
 */
export async function execute(request, tell) {
  try {
    const answer = JSON.parse(await post({ kind: "run", request: JSON.stringify(request) }, tell));
    if (answer.state === "exhausted") stop(); // a worker never gives memory back
    return answer;
  } catch (reason) {
    if (!(reason instanceof Stopped || reason instanceof Unavailable)) stop(); // the code has broken Python itself
    throw reason;
  }
}

/** Ends Python at once, even in the middle of a calculation, and starts it again. */
export function stop() {
  if (!run) return;
  run.end(new Stopped("stop"));
  start().catch(() => {}); // whoever asks next is told
}

/**
 * @param {object} message
 * @param {(part: Part) => void} [tell]
 * @param {(sofar: Answer) => void} [show]
 * @returns {Promise<string>}
 */
async function post(message, tell, show) {
  run ??= launch();
  const current = run;
  current.hurry();
  await current.started;
  return current.post(message, tell, show);
}

/**
 * @param {URL} script
 * @returns {Worker} under the page's own policy: one from an address has only what the server says of that address
 */
function confined(script) {
  const source = new Blob([`import ${JSON.stringify(script.href)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(source);
  const worker = new Worker(address, { type: "module", name: "python" });
  setTimeout(() => URL.revokeObjectURL(address), SILENCE);
  return worker;
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
  const worker = confined(new URL("worker.mjs", import.meta.url));
  let executing = 0;
  let ended = false;

  /** @type {Run} */
  const current = {
    started,
    ready: false,
    hurry() {
      if (!current.ready) worker.postMessage({ kind: "hurry" });
    },
    post(message, tell, show) {
      const { promise, resolve, reject } = /** @type {PromiseWithResolvers<string>} */ (Promise.withResolvers());
      if (ended) reject(new Stopped("stop"));
      const id = ++lastId;
      const asked = { resolve, reject, tell, show };
      waiting.set(id, asked);
      if (tell) executing++;
      else expect(asked);
      worker.postMessage({ ...message, id });
      return promise;
    },
    end(reason) {
      worker.terminate();
      ended = true;
      if (run === current) run = null;
      reject(reason);
      for (const each of waiting.values()) {
        clearTimeout(each.timer);
        each.reject(reason);
      }
      waiting.clear();
    },
  };

  /** @param {Waiting} asked an answer that should come soon, unless code of the reader runs before it */
  function expect(asked) {
    asked.timer = setTimeout(() => {
      if (executing) expect(asked);
      else restart("silence");
    }, SILENCE);
  }

  /** @param {"limit" | "silence"} why */
  function restart(why) {
    current.end(new Stopped(why));
    start().catch(() => {});
  }

  /**
   * @param {number} id
   * @returns {Waiting | undefined} who has waited for this
   */
  function settle(id) {
    const asked = waiting.get(id);
    clearTimeout(asked?.timer);
    if (asked?.tell) executing--;
    waiting.delete(id);
    return asked;
  }

  worker.addEventListener("message", ({ data }) => {
    const asked = waiting.get(data.id);
    switch (data.kind) {
      case "ready":
        current.ready = true;
        resolve();
        python.dispatchEvent(new Event("ready"));
        break;
      case "unavailable":
        current.end(new Unavailable(data.reason));
        break;
      case "running":
        clearTimeout(asked?.timer);
        if (asked) asked.timer = setTimeout(() => restart("limit"), LIMIT);
        break;
      case "part": {
        const part = JSON.parse(data.part);
        if (part.kind === "anew") clearTimeout(asked?.timer); // what is fetched now does not count as running
        asked?.tell?.(part);
        break;
      }
      case "sofar":
        if (!asked) break;
        clearTimeout(asked.timer);
        expect(asked); // it is alive
        asked.show?.(JSON.parse(data.answer));
        break;
      case "answer":
        settle(data.id)?.resolve(data.answer);
        break;
      case "failure":
        settle(data.id)?.reject(new Error(data.reason));
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
