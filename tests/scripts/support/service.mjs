// What a service worker stands between: a server with files, the browser's store, and pages.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { compileFunction } from "node:vm";

/** Where the site lies; not at the top of its server, so that nothing rests on that. */
export const SCOPE = "https://rules.test/book/";

/** The browser's store: what is kept in it, and how much more it takes. */
export class Store {
  kept = new Map();
  room = Infinity;
  broken = false;
  gone = [];

  async open() {
    if (this.broken) throw new DOMException("closed", "InvalidStateError");
    const { kept } = this;
    const address = (asked) => String(asked.url ?? asked);
    return {
      match: async (asked) => {
        const found = kept.get(address(asked));
        return found && new Response(found.body, { headers: found.headers });
      },
      put: async (asked, response) => {
        const body = await response.arrayBuffer();
        if (body.byteLength > this.room) throw new DOMException("full", "QuotaExceededError");
        this.room -= body.byteLength;
        kept.set(address(asked), { body, headers: [...response.headers] });
      },
      keys: async () => [...kept.keys()].map((url) => ({ url })),
      delete: async (asked) => kept.delete(address(asked)),
    };
  }

  async keys() {
    return ["rulebook", "another"];
  }

  async delete(name) {
    this.gone.push(name);
  }

  /** What is kept below the scope: names of lists, and the texts of the files. */
  get texts() {
    return [...this.kept.entries()].filter(([url]) => /\.kept\/[0-9a-f]{32}$/.test(url)).map(([, { body }]) => new TextDecoder().decode(body)).sort();
  }

  async note(name, value) {
    (await this.open()).put(`${SCOPE}.kept/${name}`, new Response(typeof value === "string" ? value : JSON.stringify(value)));
    await new Promise((go) => setImmediate(go));
  }

  noted(name) {
    const found = this.kept.get(`${SCOPE}.kept/${name}`);
    return found && JSON.parse(new TextDecoder().decode(found.body));
  }
}

/** A server: gives what it has, or fails as a test wants. */
export class Server {
  files = new Map();
  asked = [];
  addresses = [];
  /** Which requests wait until `go()` lets them. */
  held = [];
  hold = () => false;
  lost = () => false;

  /** @param {Record<string, string>} files texts by path below the scope */
  constructor(files = {}) {
    for (const [path, text] of Object.entries(files)) this.files.set(path, text);
  }

  fetch = async (request, options = {}) => {
    const url = String(request.url ?? request);
    const path = new URL(url).pathname.slice(new URL(SCOPE).pathname.length);
    this.asked.push(path);
    this.addresses.push(url);
    this.last = options;
    if (this.hold(path)) {
      await new Promise((go, refuse) => {
        this.held.push(go);
        options.signal?.addEventListener("abort", () => refuse(options.signal.reason));
      });
    }
    options.signal?.throwIfAborted();
    if (this.lost(path)) throw new TypeError("no network");
    const text = this.files.get(path);
    return text === undefined ? new Response("not here", { status: 404 }) : text instanceof Response ? text.clone() : new Response(text);
  };

  go() {
    for (const go of this.held.splice(0)) go();
  }
}

export const hash = (text) => createHash("sha256").update(text).digest("hex").slice(0, 32);
const size = (text) => new TextEncoder().encode(text).length;

/**
 * Makes an edition of files and lets the server have it.
 * @param {string} name
 * @param {Record<string, Record<string, string>>} sets texts by path, by set
 * @param {Server} server
 */
export function publish(name, sets, server) {
  const entry = ([path, text]) => [path, hash(text), size(text)];
  const listed = Object.fromEntries(Object.entries(sets).map(([set, files]) => [set, Object.entries(files).map(entry)]));
  const list = { headers: { "X-Policy": "strict" }, types: { ".html": "text/html", ".js": "text/javascript", ".json": "application/json" }, sets: listed };
  for (const files of Object.values(sets)) for (const [path, text] of Object.entries(files)) server.files.set(path, text);
  server.files.set(`files-${name}.json`, JSON.stringify(list));
}

/** As the browser's, in its turn and not in another thread. */
async function digest(kind, content) {
  if (kind !== "SHA-256") throw new DOMException(kind, "NotSupportedError");
  return createHash("sha256").update(new Uint8Array(content)).digest();
}

/** A channel that delivers at once. */
class Channel {
  port1 = { onmessage: () => {} };
  port2 = { postMessage: (data) => this.port1.onmessage({ data: structuredClone(data) }) };
}

/** A page of the site, which knows what it was told, and says which folder its scripts lie in. */
export class Page {
  told = [];

  constructor(kit) {
    this.kit = kit;
  }

  postMessage(message, ports) {
    if (message.kind === "which") {
      if (this.kit) ports[0].postMessage(this.kit);
    } else this.told.push(structuredClone(message));
  }

  kinds() {
    return this.told.map(({ kind, reason }) => (reason ? `${kind}: ${reason}` : kind)).filter((kind) => kind !== "progress");
  }
}

/**
 * Starts a service worker.
 * @param {string} script
 * @param {{edition?: string, server?: Server, store?: Store, pages?: Page[], registration?: object}} around
 */
export function serve(script, { edition = "one", server = new Server(), store = new Store(), pages = [], registration = {} } = {}) {
  const listeners = {};
  const done = { skipped: 0, claimed: 0, updates: 0, unregistered: 0 };
  const surroundings = {
    caches: store,
    fetch: server.fetch,
    clients: { matchAll: async () => pages, claim: async () => void done.claimed++ },
    registration: Object.assign(registration, {
      scope: SCOPE,
      update: async () => void done.updates++,
      unregister: async () => void done.unregistered++,
    }),
    skipWaiting: async () => void done.skipped++,
    addEventListener: (type, listener) => (listeners[type] = listener),
    MessageChannel: Channel,
    crypto: { subtle: { digest } },
  };
  const file = new URL(`../../../overrides/offline/${script}`, import.meta.url);
  const source = readFileSync(file, "utf8").replace('"EDITION"', JSON.stringify(edition));
  compileFunction(source, Object.keys(surroundings), { filename: file.pathname })(...Object.values(surroundings));

  /** Resolves when all that an event has set going is done. */
  async function happens(type, more = {}) {
    const going = [];
    let response;
    const event = { waitUntil: (promise) => going.push(promise), respondWith: (promise) => (response = promise), ...more };
    listeners[type](event);
    const given = await response;
    await Promise.all(going);
    return given;
  }

  return {
    server,
    store,
    pages,
    done,
    install: () => happens("install"),
    activate: () => happens("activate"),
    tell: (data) => happens("message", { data, ports: [] }),
    async state() {
      let told;
      await happens("message", { data: { kind: "state" }, ports: [{ postMessage: (now) => (told = structuredClone(now)) }] });
      return told;
    },
    /** Asks for a file as a page does, or, with `navigate`, as a reader. */
    ask: (path, { mode = "cors", method = "GET" } = {}) =>
      happens("fetch", { request: { url: new URL(path, SCOPE).href, mode, method } }),
  };
}
