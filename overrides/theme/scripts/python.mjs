// The Pythons of a page: one answers questions, another runs code. What code does to its Python ends there, so an
// answer rests on nothing that a reader's code could have touched. Each starts when it is first wanted (or with
// `start()`), ends when the page is left, and starts anew when it was stopped or the reader comes back: questions that
// waited meanwhile are asked again. The worker's protocol: worker.mjs.

import { arrived, arriving } from "./arriving.mjs";
import { memory, runtime } from "./site.mjs";

/**
 * @typedef {object} Question
 * @property {string} widget
 * @property {string} language
 * @property {Record<string, string>} values
 * @property {Record<string, string> | null} pressed
 * @property {boolean} [copies] wants to know how the roll is written for other tools
 * @property {Record<string, string>} [kept] what this browser keeps; Python takes of it what the widget knows
 * @property {boolean} [picture] asks for the board of a stepper as a drawing, instead of the answer
 * @property {string} [moved] asks how the answer moves with this field, instead of the answer
 */

/**
 * @typedef {object} Answer
 * @property {"ready" | "error"} state
 * @property {string} status
 * @property {Partial<Record<string, string>>} [parts]
 * @property {Record<string, string>} [values]
 * @property {Record<string, string>} [query]
 * @property {any} [data] what is kept of it
 * @property {Record<string, string>} [errors]
 * @property {string | null} [error]
 * @property {boolean} [more] whether points of a picture are missing yet
 */

/**
 * @typedef {object} Part what code has put out; Part in rules_py.core.console
 * @property {"text" | "error" | "figure" | "note" | "anew"} kind "anew": all that came before is void
 * @property {string} text
 * @property {string} html
 */

/** Python is not to be had: no runtime, no network, no WebAssembly, blocked. */
export class Unavailable extends Error {}

/**
 * Python was ended on purpose: by the reader, because code ran too long, nothing was heard of it, the page was left, or
 * an answer wants more of the binary than is there.
 */
export class Stopped extends Error {
  /** @param {"stop" | "limit" | "silence" | "left" | "wanted"} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/** @typedef {"ask" | "run"} Use what a Python is for: to answer questions, or to run code */

/** Tells `ready` each time a Python that answers has started, `started` each time any has: its detail is which. */
export const python = new EventTarget();

const LIMIT = 10_000; // milliseconds that the reader's code may run
const SILENCE = 10_000; // milliseconds without an answer after which a worker is taken for dead
const SILENT_START = 30_000; // milliseconds without a sign of life while it starts or loads

/**
 * @typedef {object} Waiting
 * @property {(answer: string) => void} resolve
 * @property {(reason: Error) => void} reject
 * @property {(part: Part) => void} [tell]
 * @property {(sofar: Answer) => void} [show]
 * @property {ReturnType<typeof setTimeout>} [timer]
 * @property {boolean} [running] its code has begun
 */

/**
 * @typedef {object} Life one life of a worker
 * @property {Promise<void>} started
 * @property {string} part what it remembers: one system, or all
 * @property {boolean} ready
 * @property {(message: object, tell?: (part: Part) => void, show?: (sofar: Answer) => void) => Promise<string>} post
 *   resolves with the answer's JSON text
 * @property {(reason: Error) => void} end
 */

/** @type {Record<Use, Life | null>} */
const lives = { ask: null, run: null };
/** Resolves as long as the page is there: one made ready ahead, or put aside for the way back, begins nothing. */
let present = Reflect.get(document, "prerendering") ? once(document, "prerenderingchange") : Promise.resolve();
let lastId = 0;
let unheard = 0; // how many starts in a row have ended without a word
let doubtful = false; // whether a start has failed: what the browser holds of Python's files may be what is wrong
let whole = false; // whether an answer has wanted more than the binary that is loaded for answers

/**
 * @param {Use} [use]
 * @param {boolean} [ofAnyPage] whether one that remembers what another page is about will do
 * @returns {boolean} whether a question would be answered without a start
 */
export function isReady(use = "ask", ofAnyPage = false) {
  const current = lives[use];
  return Boolean(current?.ready && (ofAnyPage || fits(current)));
}

/** @type {(life: Life) => boolean} whether it remembers what this page asks about: who turns pages may come to another game */
const fits = ({ part }) => part === "all" || part === memory();

/**
 * @param {Use} [use]
 * @param {Question} [rehearsal] what is likely to be asked
 * @returns {Promise<void>} resolves when Python answers; rejects with Unavailable or Stopped
 */
export async function start(use = "ask", rehearsal = undefined) {
  await (await life(use, rehearsal)).started;
}

/**
 * @param {Use} use
 * @param {Question} [rehearsal]
 * @returns {Promise<Life>}
 */
async function life(use, rehearsal) {
  await present;
  const before = lives[use];
  if (before && !fits(before)) before.end(new Stopped("left"));
  return (lives[use] ??= launch(use, rehearsal));
}

/**
 * @param {EventTarget} where
 * @param {string} type
 * @returns {Promise<void>}
 */
function once(where, type) {
  return new Promise((resolve) => where.addEventListener(type, () => resolve(), { once: true }));
}

addEventListener("pagehide", () => {
  present = once(window, "pageshow");
  for (const use of /** @type {Use[]} */ (["ask", "run"])) {
    if (!lives[use]) continue;
    lives[use].end(new Stopped("left"));
    start(use).catch(() => {}); // once the reader comes back
  }
});

/**
 * @param {Question} question
 * @param {(sofar: Answer) => void} [show] is given what is known so far of an answer that takes long
 * @param {() => boolean} [givenUp] whether the answer is of no interest any more; then `stop()` ends the question too
 * @returns {Promise<Answer>} rejects with Unavailable, with Stopped when the question was given up, or with an Error
 *   when Python failed over it; one of a page that was left for another game's is given up
 */
export async function ask(question, show, givenUp) {
  for (let silences = 0; ; ) {
    try {
      return JSON.parse(await post("ask", { question: JSON.stringify(question) }, undefined, show));
    } catch (reason) {
      if (!(reason instanceof Stopped) || (reason.why === "left" && isOfAnotherGame(question))) throw reason;
      if (reason.why !== "wanted" && givenUp?.()) throw reason;
      if (reason.why === "silence" && ++silences > 1) throw new Unavailable("no answer");
    }
  }
}

/** @type {(question: Question) => boolean} whether the page that has asked was left: this one's Python would have to fetch that game */
const isOfAnotherGame = ({ widget }) => !["all", widget.split(".")[0]].includes(memory());

/**
 * Runs code; `stop()` ends it, and so does the time limit.
 * @param {{language: string, codes: string[]}} request the code, and before it what it builds on
 * @param {(part: Part) => void} tell is given the output while the code runs
 * @returns {Promise<{state: "ready" | "error" | "exhausted"}>} rejects with Stopped, Unavailable, or an Error
 */
export async function execute(request, tell) {
  for (let silences = 0; ; ) {
    try {
      const answer = JSON.parse(await post("run", { request: JSON.stringify(request) }, tell));
      if (answer.state === "exhausted") stop("run"); // a worker never gives memory back
      return answer;
    } catch (reason) {
      if (reason instanceof Stopped && reason.why === "silence") {
        if (++silences > 1) throw new Unavailable("no answer");
        continue; // it had not begun
      }
      if (!(reason instanceof Stopped || reason instanceof Unavailable)) stop("run"); // the code has broken Python itself
      throw reason;
    }
  }
}

/**
 * Ends a Python at once, even in the middle of a calculation, and starts it again.
 * @param {Use} [use]
 */
export function stop(use = "ask") {
  const current = lives[use];
  if (!current) return;
  current.end(new Stopped("stop"));
  if (fits(current)) start(use).catch(() => {}); // whoever asks next is told
}

/**
 * @param {Use} use
 * @param {object} message
 * @param {(part: Part) => void} [tell]
 * @param {(sofar: Answer) => void} [show]
 * @returns {Promise<string>}
 */
async function post(use, message, tell, show) {
  const current = await life(use);
  await current.started;
  return current.post({ kind: use, ...message }, tell, show);
}

/**
 * @param {URL} script
 * @returns {Worker} under the page's own policy: one from an address has only what the server says of that address
 */
function confined(script) {
  const source = new Blob([`import ${JSON.stringify(script.href)};`], { type: "text/javascript" });
  const address = URL.createObjectURL(source);
  const worker = new Worker(address, { type: "module", name: "python" });
  for (const loaded of ["message", "error"]) worker.addEventListener(loaded, () => URL.revokeObjectURL(address), { once: true });
  return worker;
}

/**
 * @param {Use} use
 * @param {Question} [rehearsal]
 * @returns {Life}
 */
function launch(use, rehearsal) {
  const { promise: started, resolve, reject } = /** @type {PromiseWithResolvers<void>} */ (Promise.withResolvers());
  started.catch(() => {}); // whoever asks sees the rejection; nobody may be asking
  /** @type {Map<number, Waiting>} */
  const waiting = new Map();
  /** @type {Worker | null} */
  let worker = null;
  let ended = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let dead;

  /** @type {Life} */
  const current = {
    started,
    part: memory(),
    ready: false,
    post(message, tell, show) {
      const { promise, resolve, reject } = /** @type {PromiseWithResolvers<string>} */ (Promise.withResolvers());
      if (ended) reject(new Stopped("stop"));
      const id = ++lastId;
      const asked = { resolve, reject, tell, show };
      waiting.set(id, asked);
      if (!ended) expect(asked);
      worker?.postMessage({ ...message, id });
      return promise;
    },
    end(reason) {
      worker?.terminate();
      clearTimeout(dead);
      arrived();
      ended = true;
      if (lives[use] === current) lives[use] = null;
      if (reason instanceof Unavailable) [doubtful, whole] = [true, false]; // without a network the other may be kept
      reject(reason);
      for (const each of waiting.values()) {
        clearTimeout(each.timer);
        each.reject(reason);
      }
      waiting.clear();
    },
  };

  /** The worker should be heard of while it starts. */
  function listen() {
    clearTimeout(dead);
    if (current.ready) return;
    dead = setTimeout(() => {
      current.end(new Stopped("silence"));
      if (!unheard++) start(use, rehearsal).catch(() => {}); // nobody may be asking yet, who would try again
    }, SILENT_START);
  }

  /**
   * An answer, or the beginning of a run, should come soon, unless code runs before it.
   * @param {Waiting} asked
   */
  function expect(asked, time = SILENCE) {
    clearTimeout(asked.timer);
    asked.timer = setTimeout(() => {
      if ([...waiting.values()].some(({ running }) => running)) expect(asked, time);
      else restart("silence");
    }, time);
  }

  /** @param {"limit" | "silence" | "wanted"} why */
  function restart(why) {
    current.end(new Stopped(why));
    start(use).catch(() => {});
  }

  /**
   * @param {number} id
   * @returns {Waiting | undefined} who has waited for this
   */
  function settle(id) {
    const asked = waiting.get(id);
    clearTimeout(asked?.timer);
    waiting.delete(id);
    return asked;
  }

  /** @param {MessageEvent} event */
  function heard({ data }) {
    const asked = waiting.get(data.id);
    switch (data.kind) {
      case "ready":
        current.ready = true;
        arrived();
        doubtful = false;
        unheard = 0;
        clearTimeout(dead);
        resolve();
        python.dispatchEvent(new CustomEvent("started", { detail: use }));
        if (use === "ask") python.dispatchEvent(new Event("ready"));
        break;
      case "unavailable":
        current.end(new Unavailable(data.reason));
        break;
      case "wanted":
        console.warn("An answer wants more of Python than answers have: it starts anew.", data.where);
        whole = true;
        restart("wanted");
        break;
      case "alive":
        if (data.total) arriving(data.done, data.total);
        listen();
        for (const each of waiting.values()) if (!each.running) expect(each, SILENT_START);
        break;
      case "running":
        clearTimeout(asked?.timer);
        if (!asked) break;
        asked.running = true;
        asked.timer = setTimeout(() => restart("limit"), LIMIT);
        break;
      case "part": {
        const part = JSON.parse(data.part);
        if (asked && part.kind === "anew") { // what is fetched now does not count as running
          asked.running = false;
          expect(asked, SILENT_START);
        }
        asked?.tell?.(part);
        break;
      }
      case "sofar":
        if (!asked) break;
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
  }

  /** @param {URL} runtime */
  async function begin(runtime) {
    const script = new URL("worker.mjs", import.meta.url);
    const again = doubtful;
    if (again) await fetch(script, { cache: "reload" }).catch(() => {});
    if (ended) return;
    worker = confined(script);
    worker.addEventListener("message", heard);
    worker.addEventListener("error", (event) => {
      event.preventDefault(); // it is reported to the reader, in words
      current.end(new Unavailable(event.message || "the worker did not load"));
    });
    worker.postMessage({ kind: "start", runtime: runtime.href, part: current.part, use, rehearsal: rehearsal ? JSON.stringify(rehearsal) : "", again, whole: whole || use === "run" });
    listen();
  }

  if (runtime) begin(runtime).catch((reason) => current.end(new Unavailable(String(reason))));
  else queueMicrotask(() => current.end(new Unavailable("this site was built without the Python runtime")));
  return current;
}
