// Workers that say what a test has them say. What the page tells them is written down.

/** @type {FakeWorker[]} every worker that was started, the last one last */
export const workers = [];

export class FakeWorker {
  /** What the page has told it, in order. */
  heard = [];
  ended = false;
  #listeners = { message: [], error: [] };

  constructor(address, options) {
    Object.assign(this, { address, options });
    workers.push(this);
  }

  addEventListener(type, listener) {
    this.#listeners[type].push(listener);
  }

  postMessage(message) {
    this.heard.push(structuredClone(message));
  }

  terminate() {
    this.ended = true;
  }

  /** Tells the page something; a worker that was ended says nothing any more. */
  say(message) {
    if (this.ended) return;
    for (const listener of this.#listeners.message) listener({ data: structuredClone(message) });
  }

  /** Breaks down as a script does that cannot be loaded. */
  fail(message = "") {
    const event = { message, prevented: false, preventDefault: () => (event.prevented = true) };
    for (const listener of this.#listeners.error) listener(event);
    return event;
  }

  /** What was told to it of one kind. */
  told(kind) {
    return this.heard.filter((message) => message.kind === kind);
  }

  /** The last question, as its widget asked it. */
  get question() {
    const last = this.told("ask").at(-1);
    return last && { id: last.id, ...JSON.parse(last.question) };
  }

  /** Answers a question, the last one if none is named. */
  answer(answer, id = this.question.id) {
    this.say({ kind: "answer", id, answer: JSON.stringify(answer) });
  }
}

/** The worker that was started last. */
export const last = () => workers.at(-1);

globalThis.Worker = FakeWorker;

// Node 20 does not know it yet.
Promise.withResolvers ??= function () {
  const made = {};
  made.promise = new this((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
