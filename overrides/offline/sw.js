// Keeps the rulebook for readers without a network: a service worker, one for both languages. What is read stays; sets of
// files are kept whole, and follow each new edition, where the reader wants them.
//
// The build lists everything that the site holds: that is an edition. Files are kept under a hash of what they say, so
// editions share what has not changed, and a file of another edition is never taken for one of this. An edition answers
// with its own files only; a newer one waits until the reader asks for it or has closed every page.
//
// | from a page                  | to the pages                                | meaning                              |
// |------------------------------|---------------------------------------------|--------------------------------------|
// | {kind: "read", addresses}    |                                             | keep these files, which it has read  |
// | {kind: "keep", sets}         |                                             | keep these sets from now on          |
// |                              | {kind: "progress", done, total}             | bytes of all that is being kept      |
// |                              | {kind: "kept"}                              | all of it is there                   |
// |                              | {kind: "failed", reason}                    | "cancelled", "full", "network",      |
// |                              |                                             | "changed": a newer edition is there  |
// | {kind: "cancel"}             |                                             | fetch no more; what is there stays   |
// | {kind: "state"} and a port   | on the port: {edition, wishes, sets, pages} | bytes of each set, and those kept    |
// | {kind: "take over"}          |                                             | answer now, where an older one does  |
// | (on a port) its kit's folder | {kind: "which"} and a port                  | which edition a page belongs to      |

const EDITION = "EDITION"; // the build puts a hash over the edition here

const NAME = "rulebook";
const AT_ONCE = 6;
const PATIENCE = 5000; // milliseconds that a page may take to say which edition it belongs to

/** @typedef {{hash: string, size: number, set: string}} Item what is to be had at a path below the scope, and the bytes it takes to send it */
/** @typedef {{headers: Record<string, string>, types: Record<string, string>, files: Map<string, Item>}} Edition */

/** @param {string} name */
const place = (name) => new URL(`.kept/${name}`, registration.scope).href;
/** @param {string} edition */
const listOf = (edition) => new URL(`files-${edition}.json`, registration.scope).href;
const WISHES = place("wishes");
const PAST = place("past"); // the editions that have answered, this one too; another may be on its way

class Failure extends Error {}

// --- what there is ---

/** @type {Map<string, Promise<Edition>>} */
const editions = new Map();

/**
 * @param {string} [name]
 * @returns {Promise<Edition>} from what is kept, or from the network
 */
function edition(name = EDITION) {
  const found = editions.get(name) ?? readEdition(name);
  editions.set(name, found);
  found.catch(() => editions.delete(name));
  return found;
}

/** @param {string} name */
async function readEdition(name) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(listOf(name));
  const known = kept && (await parse(kept).catch(() => null));
  if (known) return known;
  const list = await fetch(listOf(name), { cache: "no-cache" });
  if (!list.ok) throw new Failure("network");
  const found = await parse(list.clone()); // what cannot be read is not kept
  await cache.put(listOf(name), list);
  return found;
}

/**
 * @param {Response} list
 * @returns {Promise<Edition>}
 */
async function parse(list) {
  const { headers, types, sets } = await list.json();
  if (!Array.isArray(sets.top)) throw new Failure("network"); // something else stands in its place
  /** @type {Map<string, Item>} */
  const files = new Map();
  for (const [set, all] of Object.entries(sets)) {
    for (const [path, hash, size] of all) files.set(path, { hash, size, set });
  }
  return { headers, types, files };
}

/** @returns {Promise<string[]>} the editions that are kept, this one first */
async function known() {
  const cache = await caches.open(NAME);
  const names = (await cache.keys()).map(({ url }) => /\/files-(\w+)\.json$/.exec(url)?.[1] ?? "");
  return [...new Set([EDITION, ...names.filter(Boolean)])];
}

/**
 * @param {string} list WISHES: the sets that the reader wants to have without a network; or PAST
 * @returns {Promise<string[]>}
 */
async function noted(list) {
  try {
    const kept = await (await caches.open(NAME)).match(list);
    const said = await kept?.json();
    return Array.isArray(said) ? said : [];
  } catch {
    return []; // what cannot be read says nothing
  }
}

/** @type {Promise<unknown>} */
let written = Promise.resolve();

/**
 * @param {string} list
 * @param {string[]} more
 * @returns {Promise<string[]>} the list with more in it; of two at once the second finds what the first has written
 */
function note(list, more) {
  const now = written.then(async () => {
    const before = await noted(list);
    const all = [...new Set([...before, ...more])];
    if (all.length > before.length) await (await caches.open(NAME)).put(list, Response.json(all));
    return all;
  });
  written = now.catch(() => {});
  return now;
}

// --- keeping ---

/** @type {AbortController | null} */
let keeping = null;
/** What pages have read is being fetched. */
let reading = new AbortController();
/** @type {Set<string>} wished for while others are being kept */
const queue = new Set();

/**
 * Keeps sets, whole; what is there already is not fetched again.
 * @param {Iterable<string>} sets
 * @param {AbortSignal} [signal]
 * @param {(done: number, total: number) => void} [tell]
 */
async function keep(sets, signal, tell) {
  const wanted = new Set(sets);
  const all = [...(await edition()).files].filter(([, { set }]) => wanted.has(set));
  await gather(all, { cache: "no-cache", signal }, tell);
}

/**
 * Keeps what a page has read past this service worker; the browser's own store has it still.
 * @param {string[]} addresses
 */
async function read(addresses) {
  const { files } = await edition();
  const all = addresses.flatMap((address) => {
    const file = files.get(pathOf(new URL(address)));
    return file ? [/** @type {[string, Item]} */ ([address, file])] : [];
  });
  await gather(all, { cache: "force-cache", signal: reading.signal });
}

/**
 * @param {[string, Item][]} all files, and where to fetch those that are missing
 * @param {RequestInit} how
 * @param {(done: number, total: number) => void} [tell]
 */
async function gather(all, how, tell) {
  const cache = await caches.open(NAME);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  const missing = all.filter(([, { hash }]) => !there.has(place(hash)));
  const total = all.reduce((sum, [, { size }]) => sum + size, 0);
  let done = total - missing.reduce((sum, [, { size }]) => sum + size, 0);
  tell?.(done, total);
  const next = missing.values();
  const worker = async () => {
    for (const [path, file] of next) {
      const response = await fetch(new URL(path, registration.scope), how);
      if (!response.ok) throw new Failure(response.status === 404 ? "changed" : "network");
      if (!(await put(file, response))) throw new Failure("changed");
      done += file.size;
      if (!how.signal?.aborted) tell?.(done, total);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/**
 * @param {Item} file
 * @param {Response} response
 * @returns {Promise<boolean>} whether it was what the edition holds, and is kept now
 */
async function put({ hash }, response) {
  const content = await response.arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content)).slice(0, 16);
  const found = [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (found !== hash) return false;
  const headers = { "Content-Length": `${content.byteLength}` };
  await (await caches.open(NAME)).put(place(hash), new Response(content, { headers }));
  return true;
}

/** @param {string[]} sets that are wished for from now on */
async function wish(sets) {
  for (const set of await note(WISHES, sets)) queue.add(set);
  if (keeping || !queue.size) return;
  keeping = new AbortController();
  try {
    do {
      while (queue.size) {
        const now = [...queue];
        queue.clear();
        await keep(now, keeping.signal, (done, total) => broadcast({ kind: "progress", done, total }));
      }
      await broadcast({ kind: "kept" });
    } while (queue.size); // something was wished for while it was told
  } catch (reason) {
    keeping.abort(); // with the one, all that is on its way
    await broadcast({ kind: "failed", reason: why(reason) });
    if (why(reason) === "changed") registration.update().catch(() => {});
  } finally {
    keeping = null;
    queue.clear();
  }
}

/** Fetches no more: as long as there is something on its way, no newer edition can take over. */
function cancel() {
  keeping?.abort();
  reading.abort();
  reading = new AbortController();
}

/** @param {unknown} reason */
function why(reason) {
  if (reason instanceof Failure) return reason.message;
  const { name } = /** @type {Error} */ (reason);
  return name === "AbortError" ? "cancelled" : name === "QuotaExceededError" ? "full" : "network";
}

/** @param {object} message to every page */
async function broadcast(message) {
  for (const page of await clients.matchAll()) page.postMessage(message);
}

async function state() {
  const there = new Set((await (await caches.open(NAME)).keys()).map(({ url }) => url));
  /** @type {Record<string, {size: number, kept: number}>} */
  const sets = {};
  /** @type {string[]} */
  const pages = []; // those of a language that are kept
  for (const [path, { hash, size, set }] of (await edition()).files) {
    sets[set] ??= { size: 0, kept: 0 };
    sets[set].size += size;
    if (!there.has(place(hash))) continue;
    sets[set].kept += size;
    if (path.endsWith("/")) pages.push(path);
  }
  return { edition: EDITION, wishes: await noted(WISHES), keeping: Boolean(keeping), sets, pages };
}

/** Throws away editions that no page belongs to any more; where a page does not answer, nothing is thrown away. */
async function sweep() {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const kits = await Promise.all(pages.map(kitOf));
  if (kits.includes(null)) return;
  const cache = await caches.open(NAME);
  const there = await cache.keys();
  const hashes = new Set([WISHES, PAST]);
  const past = await noted(PAST);
  const coming = registration.installing ?? registration.waiting;
  for (const name of await known()) {
    const { files } = await edition(name).catch(() => ({ files: /** @type {Map<string, Item>} */ (new Map()) }));
    const used = name === EDITION || (coming && !past.includes(name)) || kits.some((kit) => files.has(`${kit}scripts/rulebook.mjs`));
    if (!used) continue;
    hashes.add(listOf(name));
    for (const { hash } of files.values()) hashes.add(place(hash));
  }
  for (const { url } of there) if (!hashes.has(url)) await cache.delete(url);
}

/**
 * @param {Client} page
 * @returns {Promise<string | null>} the folder of its scripts, below the scope; null when it does not say
 */
function kitOf(page) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(String(data));
    setTimeout(() => resolve(null), PATIENCE);
    page.postMessage({ kind: "which" }, [port2]);
  });
}

// --- answering ---

/**
 * @param {URL} url
 * @returns {string} where the list of files has it
 */
function pathOf({ pathname }) {
  return pathname.slice(new URL(registration.scope).pathname.length).replace(/(^|\/)index\.html$/, "$1");
}

/**
 * @param {string} path
 * @returns {Promise<{file: Item, response: Response | undefined, from: Edition} | null>} null: no edition has it
 */
async function lookUp(path) {
  const cache = await caches.open(NAME);
  /** @param {string} name */
  const look = async (name) => {
    const from = await edition(name);
    const file = from.files.get(path);
    return file ? { file, response: await cache.match(place(file.hash)), from } : null;
  };
  let found = await look(EDITION);
  // Which others are kept is asked when it is needed: the browser goes through all files for it.
  for (const name of found ? [] : (await known()).slice(1)) found ??= await look(name);
  return found;
}

/**
 * @param {Response} kept
 * @param {string} path
 * @param {Edition} from
 */
function served(kept, path, { headers, types }, status = 200) {
  const ending = /\.\w+$/.exec(path)?.[0] ?? ".html";
  return new Response(kept.body, { status, headers: { ...headers, "Content-Type": types[ending] ?? "application/octet-stream" } });
}

/** @param {FetchEvent} event */
async function answer(event) {
  const { request } = event;
  const url = new URL(request.url);
  const path = pathOf(url);
  const found = await lookUp(path).catch(() => null); // nothing can be read here: the network has it
  if (found?.response) return served(found.response, path, found.from);
  if (!found && request.mode === "navigate" && (await lookUp(`${path}/`).catch(() => null))?.response) {
    url.pathname += "/";
    return Response.redirect(url);
  }
  try {
    const response = await fetch(request);
    if (found && response.ok) {
      const copy = response.clone();
      event.waitUntil(put(found.file, copy).catch(() => {}));
    }
    return response;
  } catch (reason) {
    if (request.mode !== "navigate") throw reason;
    const page = await lookUp("offline.html").catch(() => null);
    if (!page?.response) throw reason;
    const root = new URL(registration.scope).pathname;
    const text = (await page.response.text()).replaceAll(/(href|src)="\//g, `$1="${root}`);
    return served(new Response(text), "offline.html", page.from, 503);
  }
}

addEventListener("install", (event) => {
  event.waitUntil((async () => {
    await keep(["top", ...(await noted(WISHES))]);
    if (!registration.active) await skipWaiting();
  })());
});

addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    await note(PAST, [EDITION]);
    await clients.claim();
    await sweep();
  })());
});

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event));
});

addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data.kind === "read") event.waitUntil(read(data.addresses).catch(() => {})); // the next page tries again
  else if (data.kind === "keep") event.waitUntil(wish(data.sets).then(sweep));
  else if (data.kind === "cancel") cancel();
  else if (data.kind === "state") event.waitUntil(state().then((now) => ports[0].postMessage(now)));
  else if (data.kind === "take over") event.waitUntil(skipWaiting());
});
