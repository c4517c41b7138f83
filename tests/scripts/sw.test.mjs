// sw.js: what is kept of the rulebook on the reader's device, what is answered from it, and what becomes of faults.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { settled, stopClock, until } from "./support/clock.mjs";
import { hash, Page, publish, SCOPE, serve, Server, Store } from "./support/service.mjs";

const SETS = {
  top: { "": "chooser", "offline.html": '<a href="/en/" src="/x.js">not kept</a>', "chooser.mjs": "choose" },
  en: { "en/": "home", "en/contest/": "contest", "en/kit/1/scripts/rulebook.mjs": "script", "en/rules.json": "{}" },
  ja: { "ja/": "表紙" },
  python: { "runtime/abc/pyodide.mjs": "python", "runtime/abc/snapshot.bin": "memory" },
};
const sizeOf = (set) => Object.values(SETS[set]).reduce((sum, text) => sum + new TextEncoder().encode(text).length, 0);

/** @type {Server} */
let server;
/** @type {Store} */
let store;
/** @type {Page} */
let page;
let turn;

beforeEach((t) => {
  turn = stopClock(t);
  server = new Server();
  store = new Store();
  page = new Page("en/kit/1/");
  publish("one", SETS, server);
});

/** A service worker of an edition, beside what there is already. */
const edition = (name = "one", registration = {}) => serve("sw.js", { edition: name, server, store, pages: [page], registration });

/** One that answers already. */
async function answering(name = "one") {
  const registration = {};
  const worker = edition(name, registration);
  await worker.install();
  registration.active = {};
  await worker.activate();
  return worker;
}

const text = async (response) => (await response).text();

// --- coming and going ---

test("what comes first keeps what stands at the top of the site, and takes over at once", async () => {
  const worker = edition();
  await worker.install();
  assert.deepEqual(store.texts, Object.values(SETS.top).sort());
  assert.equal(worker.done.skipped, 1);
  await worker.activate();
  assert.equal(worker.done.claimed, 1);
});

test("a newer edition keeps what the reader wishes for, and waits", async () => {
  await (await answering()).tell({ kind: "keep", sets: ["ja"] });
  publish("two", { ...SETS, ja: { "ja/": "新しい表紙" } }, server);
  const newer = edition("two", { active: {} });
  await newer.install();
  assert.equal(newer.done.skipped, 0);
  assert.ok(store.texts.includes("新しい表紙"));
  assert.ok(store.texts.includes("表紙"));
  assert.ok(!store.texts.includes("contest"));
  await newer.tell({ kind: "take over" });
  assert.equal(newer.done.skipped, 1);
});

test("of a newer edition only what has changed is fetched", async () => {
  await (await answering()).tell({ kind: "keep", sets: ["en"] });
  publish("two", { ...SETS, en: { ...SETS.en, "en/contest/": "contest, changed" } }, server);
  server.asked.length = 0;
  await edition("two", { active: {} }).install();
  assert.deepEqual(server.asked.sort(), ["en/contest/", "files-two.json"]);
});

test("of a newer edition nothing is fetched of what was only read; what has not changed stays, the rest goes", async () => {
  const worker = await answering();
  for (const path of ["en/", "en/contest/"]) await text(worker.ask(path));
  publish("two", { ...SETS, en: { ...SETS.en, "en/contest/": "contest, changed", "en/kit/2/scripts/rulebook.mjs": "newer" } }, server);
  server.asked.length = 0;
  const newer = edition("two", { active: {} });
  await newer.install();
  assert.deepEqual(server.asked, ["files-two.json"]);
  page.kit = "en/kit/2/";
  await newer.activate();
  assert.deepEqual(store.texts, [...Object.values(SETS.top), "home"].sort());
});

test("an edition that is not all there is not installed", async () => {
  server.files.delete("chooser.mjs");
  const worker = edition();
  await assert.rejects(worker.install());
  assert.equal(worker.done.skipped, 0);
});

for (const [what, list] of Object.entries({
  "nothing": undefined,
  "a page in its place": "<!doctype html>",
  "a list of something else": '{"sets": {}}',
  "half of it": '{"headers": {}, "types": {}, "sets": {"top": [["',
})) {
  test(`where the list of files cannot be had, nothing is installed and no list kept: ${what}`, async () => {
    if (list === undefined) server.files.delete("files-one.json");
    else server.files.set("files-one.json", list);
    await assert.rejects(edition().install());
    assert.equal(store.kept.size, 0);
  });
}

test("a kept list that cannot be read any more is fetched anew", async () => {
  const list = server.files.get("files-one.json");
  store.kept.set(`${SCOPE}files-one.json`, { body: new TextEncoder().encode("{damaged"), headers: [] });
  await edition().install();
  assert.equal(new TextDecoder().decode(store.kept.get(`${SCOPE}files-one.json`).body), list);
  assert.deepEqual(store.texts, Object.values(SETS.top).sort());
});

test("the list is read once", async () => {
  const worker = await answering();
  await worker.state();
  await worker.ask("en/");
  assert.equal(server.asked.filter((path) => path === "files-one.json").length, 1);
});

test("a release that is taken back throws away all that was kept, and itself", async () => {
  const worker = serve("retired.js", { store });
  await worker.install();
  assert.equal(worker.done.skipped, 1);
  await worker.activate();
  assert.deepEqual(store.gone, ["rulebook", "another"]);
  assert.equal(worker.done.unregistered, 1);
});

// --- keeping ---

test("sets that are wished for are kept whole; pages are told how far it is, and that it is done", async () => {
  const worker = await answering();
  await worker.tell({ kind: "keep", sets: ["en", "python"] });
  const all = sizeOf("en") + sizeOf("python");
  const progress = page.told.filter(({ kind }) => kind === "progress");
  assert.deepEqual(progress[0], { kind: "progress", done: 0, total: all });
  assert.deepEqual(progress.at(-1), { kind: "progress", done: all, total: all });
  assert.equal(progress.length, 1 + Object.keys(SETS.en).length + Object.keys(SETS.python).length);
  assert.deepEqual(page.kinds(), ["kept"]);
  assert.ok(["home", "contest", "python", "memory"].every((each) => store.texts.includes(each)));
  assert.ok(!store.texts.includes("表紙"));
  assert.equal(server.last.cache, "no-cache");
});

test("what is kept already is not fetched again, and counts as done", async () => {
  const worker = await answering();
  await worker.tell({ kind: "keep", sets: ["en"] });
  server.asked.length = 0;
  page.told.length = 0;
  await worker.tell({ kind: "keep", sets: ["en"] });
  assert.deepEqual(server.asked, []);
  assert.deepEqual(page.told, [{ kind: "progress", done: sizeOf("en"), total: sizeOf("en") }, { kind: "kept" }]);
});

test("wishes are noted, once each, and outlive the service worker", async () => {
  await (await answering()).tell({ kind: "keep", sets: ["en"] });
  await edition().tell({ kind: "keep", sets: ["en", "ja"] });
  assert.deepEqual(store.noted("wishes"), ["en", "ja"]);
  assert.deepEqual((await edition().state()).wishes, ["en", "ja"]);
});

test("two wishes at the same time are both noted and both kept", async () => {
  const worker = await answering();
  await Promise.all([worker.tell({ kind: "keep", sets: ["en"] }), worker.tell({ kind: "keep", sets: ["ja"] })]);
  await settled();
  assert.deepEqual(store.noted("wishes"), ["en", "ja"]);
  assert.ok(store.texts.includes("home") && store.texts.includes("表紙"));
});

/** While English is being kept, Japanese is wished for. */
async function twoWishes() {
  const worker = await answering();
  server.hold = (path) => path === "en/";
  const first = worker.tell({ kind: "keep", sets: ["en"] });
  await settled();
  await worker.tell({ kind: "keep", sets: ["ja"] });
  return { worker, first };
}

test("a wish while others are being kept waits for them; then all of it is there", async () => {
  const { first } = await twoWishes();
  assert.ok(!store.texts.includes("表紙"));
  assert.deepEqual(page.kinds(), []);
  server.go();
  await first;
  assert.ok(store.texts.includes("表紙"));
  assert.deepEqual(page.kinds(), ["kept"]);
});

test("no more than six files are fetched at once", async () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, number) => [`data/${number}.json`, `[${number}]`]));
  publish("one", { ...SETS, data: many }, server);
  const worker = await answering();
  server.hold = () => true;
  const kept = worker.tell({ kind: "keep", sets: ["data"] });
  await settled();
  assert.equal(server.held.length, 6);
  server.hold = () => false;
  server.go();
  await kept;
  assert.deepEqual(page.kinds(), ["kept"]);
});

test("a set that no edition has is kept with nothing to do", async () => {
  const worker = await answering();
  await worker.tell({ kind: "keep", sets: ["prints"] });
  assert.deepEqual(page.told, [{ kind: "progress", done: 0, total: 0 }, { kind: "kept" }]);
});

test("keeping can be stopped; what is there stays, and the next time goes on from it", async () => {
  const worker = await answering();
  server.hold = (path) => path === "runtime/abc/snapshot.bin";
  const kept = worker.tell({ kind: "keep", sets: ["python"] });
  await until(() => store.texts.includes("python") && server.held.length);
  await worker.tell({ kind: "cancel" });
  await kept;
  assert.deepEqual(page.kinds(), ["failed: cancelled"]);
  assert.ok(store.texts.includes("python"));
  assert.ok(!store.texts.includes("memory"));
  server.hold = () => false;
  server.asked.length = 0;
  await worker.tell({ kind: "keep", sets: ["python"] });
  assert.deepEqual(server.asked, ["runtime/abc/snapshot.bin"]);
  assert.deepEqual(page.kinds(), ["failed: cancelled", "kept"]);
});

test("what was wished for meanwhile is stopped too, and comes with the next wish", async () => {
  const { worker, first } = await twoWishes();
  await worker.tell({ kind: "cancel" });
  await first;
  await settled();
  assert.ok(!store.texts.includes("表紙"));
  server.hold = () => false;
  await worker.tell({ kind: "keep", sets: ["python"] });
  assert.ok(["home", "表紙", "python"].every((each) => store.texts.includes(each)));
});

test("to stop where nothing is being kept does no harm", async () => {
  await (await answering()).tell({ kind: "cancel" });
  assert.deepEqual(page.told, []);
});

test("a full device says so and keeps what it has", async () => {
  const worker = await answering();
  store.room = 12;
  await worker.tell({ kind: "keep", sets: ["python"] });
  assert.deepEqual(page.kinds(), ["failed: full"]);
  assert.equal(worker.done.updates, 0);
  assert.equal((await worker.state()).keeping, false);
});

test("a network that fails on the way says so, and the next try brings the rest", async () => {
  const worker = await answering();
  server.lost = (path) => path.includes("snapshot");
  server.hold = server.lost;
  const kept = worker.tell({ kind: "keep", sets: ["python"] });
  await until(() => store.texts.includes("python") && server.held.length);
  server.go();
  await kept;
  assert.deepEqual(page.kinds(), ["failed: network"]);
  server.lost = server.hold = () => false;
  await worker.tell({ kind: "keep", sets: ["python"] });
  assert.deepEqual(page.kinds(), ["failed: network", "kept"]);
  assert.ok(store.texts.includes("memory"));
});

test("a failure ends all that is on its way: nothing is told or fetched after it", async () => {
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, number) => [`data/${number}.json`, `[${number}]`]));
  publish("one", { ...SETS, data: many }, server);
  server.files.delete("data/0.json");
  const worker = await answering();
  server.hold = (path) => path !== "data/0.json";
  server.asked.length = 0;
  await worker.tell({ kind: "keep", sets: ["data"] });
  server.hold = () => false;
  server.go();
  await settled();
  assert.equal(page.told.at(-1).kind, "failed");
  assert.equal(server.asked.length, 6);
});

test("a server in trouble is a network in trouble, not a newer edition", async () => {
  const worker = await answering();
  server.files.set("ja/", new Response("later", { status: 503 }));
  await worker.tell({ kind: "keep", sets: ["ja"] });
  assert.deepEqual(page.kinds(), ["failed: network"]);
  assert.equal(worker.done.updates, 0);
});

test("a file of another edition is not kept: there is a newer one, which is looked for", async () => {
  const worker = await answering();
  server.files.set("ja/", "新しい表紙");
  await worker.tell({ kind: "keep", sets: ["ja"] });
  assert.deepEqual(page.kinds(), ["failed: changed"]);
  assert.equal(worker.done.updates, 1);
  assert.ok(!store.texts.includes("新しい表紙"));
});

test("a file that is gone from the server means that there is a newer edition", async () => {
  const worker = await answering();
  server.files.delete("ja/");
  await worker.tell({ kind: "keep", sets: ["ja"] });
  assert.deepEqual(page.kinds(), ["failed: changed"]);
  assert.equal(worker.done.updates, 1);
});

for (const [what, said] of Object.entries({ "no list": { en: true }, "no JSON": "[damaged", "nothing": "null" })) {
  test(`wishes that cannot be read are no wishes: ${what}`, async () => {
    await store.note("wishes", said);
    const worker = await answering();
    assert.deepEqual((await worker.state()).wishes, []);
    await worker.tell({ kind: "keep", sets: ["ja"] });
    assert.deepEqual(store.noted("wishes"), ["ja"]);
  });
}

test("pages are told how much there is of each set, how much of it is kept, and which pages are", async () => {
  const worker = await answering();
  await worker.tell({ kind: "keep", sets: ["ja"] });
  assert.deepEqual(await worker.state(), {
    edition: "one",
    wishes: ["ja"],
    keeping: false,
    sets: {
      top: { size: sizeOf("top"), kept: sizeOf("top") },
      en: { size: sizeOf("en"), kept: 0 },
      ja: { size: sizeOf("ja"), kept: sizeOf("ja") },
      python: { size: sizeOf("python"), kept: 0 },
    },
    pages: ["ja/"],
  });
});

test("pages are told that something is being kept just now", async () => {
  const worker = await answering();
  server.hold = () => true;
  worker.tell({ kind: "keep", sets: ["ja"] });
  await settled();
  assert.equal((await worker.state()).keeping, true);
  server.go();
});

// --- answering ---

test("what is kept is answered without the network, with the site's own headers and the right kind", async () => {
  const worker = await answering();
  await worker.tell({ kind: "keep", sets: ["en"] });
  server.lost = () => true;
  for (const [path, words, kind] of [
    ["en/contest/", "contest", "text/html"],
    ["en/contest/index.html", "contest", "text/html"],
    ["en/contest/?contest.roll.power=2#C-5.1", "contest", "text/html"],
    ["en/rules.json", "{}", "application/json"],
    ["en/kit/1/scripts/rulebook.mjs", "script", "application/octet-stream"], // a kind that the list does not know
    ["", "chooser", "text/html"],
  ]) {
    const response = await worker.ask(path);
    assert.equal(response.status, 200, path);
    assert.equal(await response.text(), words);
    assert.equal(response.headers.get("Content-Type"), kind);
    assert.equal(response.headers.get("X-Policy"), "strict");
  }
});

test("what is read is kept as it is read, and nothing else", async () => {
  const worker = await answering();
  const before = store.texts;
  assert.equal(await text(worker.ask("en/contest/")), "contest");
  assert.deepEqual(store.texts, [...before, "contest"].sort());
  server.lost = () => true;
  assert.equal(await text(worker.ask("en/contest/")), "contest");
});

test("what a page has read before it could be answered is kept, as the browser still has it", async () => {
  const worker = await answering();
  server.asked.length = 0;
  const addresses = ["en/contest/?contest.roll.a=1#C-5.1", "en/kit/1/scripts/rulebook.mjs", "no/where.txt"].map((each) => SCOPE + each);
  await worker.tell({ kind: "read", addresses: [...addresses, "blob:https://rules.test/1", "data:,x"] });
  assert.deepEqual(server.addresses.slice(-2), addresses.slice(0, 2), "as they were asked for: under another address the browser has nothing");
  assert.equal(server.last.cache, "force-cache");
  assert.equal(server.asked.length, 2);
  assert.deepEqual(page.told, []);
  await worker.tell({ kind: "read", addresses });
  assert.equal(server.asked.length, 2, "it is there");
  server.lost = () => true;
  assert.equal(await text(worker.ask("en/contest/")), "contest");
});

test("of what a page has read nothing more is fetched once that is stopped; what the next page has read is kept", async () => {
  const worker = await answering();
  server.hold = () => true;
  const kept = worker.tell({ kind: "read", addresses: [`${SCOPE}en/contest/`] });
  await until(() => server.held.length);
  await worker.tell({ kind: "cancel" });
  await kept;
  assert.ok(!store.texts.includes("contest"));
  assert.deepEqual(page.told, []);
  server.hold = () => false;
  await worker.tell({ kind: "read", addresses: [`${SCOPE}en/contest/`] });
  assert.ok(store.texts.includes("contest"));
});

test("what a page has read and cannot be had again, or is of another edition, is not spoken of", async () => {
  const worker = await answering();
  server.files.set("ja/", "新しい表紙");
  await worker.tell({ kind: "read", addresses: [`${SCOPE}ja/`] });
  assert.ok(!store.texts.includes("新しい表紙"));
  server.lost = () => true;
  await worker.tell({ kind: "read", addresses: [`${SCOPE}en/`] });
  assert.deepEqual(page.told, []);
});

test("a file of another edition is read, and not kept for one of this", async () => {
  const worker = await answering();
  server.files.set("ja/", "新しい表紙");
  assert.equal(await text(worker.ask("ja/")), "新しい表紙");
  assert.ok(!store.texts.includes("新しい表紙"));
});

test("a word of the server that something is wrong is passed on and not kept", async () => {
  const worker = await answering();
  server.files.delete("ja/");
  assert.equal((await worker.ask("ja/")).status, 404);
  assert.ok(!store.texts.includes("not here"));
});

test("what no edition has comes from the network", async () => {
  const worker = await answering();
  server.files.set("else/where.txt", "elsewhere");
  assert.equal(await text(worker.ask("else/where.txt")), "elsewhere");
  assert.equal((await worker.ask("no/where.txt")).status, 404);
});

test("a page that is not kept is answered without a network by a page that says so, its links leading into the site", async () => {
  const worker = await answering();
  server.lost = () => true;
  const response = await worker.ask("ja/", { mode: "navigate" });
  assert.equal(response.status, 503);
  assert.equal(response.headers.get("Content-Type"), "text/html");
  assert.equal(await response.text(), '<a href="/book/en/" src="/book/x.js">not kept</a>');
});

test("a file of a page that is not kept fails without a network as it does without a service worker", async () => {
  const worker = await answering();
  server.lost = () => true;
  await assert.rejects(worker.ask("ja/rules.json"), TypeError);
});

test("where not even that page is kept, the browser says what it says", async () => {
  const worker = await answering();
  store.kept.delete(`${SCOPE}.kept/${hash(SETS.top["offline.html"])}`);
  server.lost = () => true;
  await assert.rejects(worker.ask("ja/", { mode: "navigate" }), TypeError);
});

test("an address without its last stroke leads to the page that is kept", async () => {
  const worker = await answering();
  await worker.tell({ kind: "keep", sets: ["en"] });
  server.lost = () => true;
  const response = await worker.ask("en/contest?contest.roll.power=2", { mode: "navigate" });
  assert.equal(response.status, 302);
  assert.equal(response.headers.get("Location"), `${SCOPE}en/contest/?contest.roll.power=2`);
});

test("an address without its last stroke is the server's matter where its page is not kept", async () => {
  const worker = await answering();
  server.files.set("en/contest", "moved");
  assert.equal(await text(worker.ask("en/contest", { mode: "navigate" })), "moved");
});

test("what is not asked for by reading, or lies outside of the site, is none of its business", async () => {
  const worker = await answering();
  assert.equal(await worker.ask("en/", { method: "POST" }), undefined);
  assert.equal(await worker.ask("https://rules.test/other/"), undefined);
  assert.equal(await worker.ask("https://elsewhere.test/book/en/"), undefined);
});

test("where the store cannot be read, the network answers", async () => {
  const worker = await answering();
  store.broken = true;
  assert.equal(await text(worker.ask("en/contest/")), "contest");
  assert.equal(await text(worker.ask("en/contest/", { mode: "navigate" })), "contest");
});

test("where the device is full, what is read is still given", async () => {
  const worker = await answering();
  store.room = 0;
  assert.equal(await text(worker.ask("en/contest/")), "contest");
  await settled();
});

// --- editions beside each other ---

/** A newer edition answers, and a page of the one before is still open. */
async function after(changed) {
  await (await answering()).tell({ kind: "keep", sets: ["en"] });
  publish("two", { ...SETS, en: changed }, server);
  for (const path of Object.keys(SETS.en)) if (!(path in changed)) server.files.delete(path);
  const registration = { active: {} };
  const newer = edition("two", registration);
  await newer.install();
  await newer.activate();
  return newer;
}

const NEXT = { "en/": "home", "en/contest/": "contest, changed", "en/kit/2/scripts/rulebook.mjs": "newer script" };

test("an open page of an older edition keeps its scripts, the newer one answers with its own pages", async () => {
  const newer = await after(NEXT);
  server.lost = () => true;
  assert.equal(await text(newer.ask("en/kit/1/scripts/rulebook.mjs")), "script");
  assert.equal(await text(newer.ask("en/kit/2/scripts/rulebook.mjs")), "newer script");
  assert.equal(await text(newer.ask("en/contest/")), "contest, changed");
});

test("an edition that no page belongs to any more is thrown away; what the newer one shares with it stays", async () => {
  page.kit = "en/kit/2/";
  await after(NEXT);
  assert.ok(!store.texts.includes("script"));
  assert.ok(!store.texts.includes("contest"));
  assert.ok(store.texts.includes("home"));
  assert.ok(!store.kept.has(`${SCOPE}files-one.json`));
  assert.ok(store.kept.has(`${SCOPE}files-two.json`));
  assert.deepEqual(store.noted("wishes"), ["en"]);
  assert.deepEqual(store.noted("past"), ["one", "two"]);
});

test("where a page does not say which edition it belongs to, nothing is thrown away", async () => {
  page.kit = "";
  let over = false;
  const done = after(NEXT).then(() => (over = true));
  while (!over) await turn(5_000);
  await done;
  assert.ok(store.texts.includes("contest"));
  assert.ok(store.kept.has(`${SCOPE}files-one.json`));
});

test("an edition that is on its way is not thrown away by the one that answers", async () => {
  const registration = {};
  const worker = edition("one", registration);
  await worker.install();
  registration.active = {};
  await worker.activate();
  publish("two", { ...SETS, top: { ...SETS.top, "chooser.mjs": "choose anew" } }, server);
  await edition("two", { active: {} }).install();
  registration.waiting = {};
  await worker.tell({ kind: "keep", sets: ["ja"] });
  assert.ok(store.texts.includes("choose anew"));
  assert.ok(store.kept.has(`${SCOPE}files-two.json`));
});

test("an edition that has answered before is past, even while another is on its way", async () => {
  page.kit = "en/kit/2/";
  await (await answering()).tell({ kind: "keep", sets: ["en"] });
  publish("two", { ...SETS, en: NEXT }, server);
  const registration = { active: {} };
  const newer = edition("two", registration);
  await newer.install();
  registration.waiting = {};
  await newer.activate();
  assert.ok(!store.kept.has(`${SCOPE}files-one.json`));
});

test("a kept list of an edition that cannot be read any more is thrown away with it", async () => {
  page.kit = "en/kit/1/";
  const worker = await answering();
  store.kept.set(`${SCOPE}files-zero.json`, { body: new TextEncoder().encode("{damaged"), headers: [] });
  await worker.tell({ kind: "keep", sets: ["ja"] });
  assert.ok(!store.kept.has(`${SCOPE}files-zero.json`));
  assert.ok(store.texts.includes("表紙"));
});
