// offline.mjs and offline-panel.mjs: the page's side of what is kept. What the service worker decides: sw.test.mjs.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { closeStorage, find, within } from "../support/page.mjs";
import { settled } from "../support/clock.mjs";
import { visit } from "../support/visit.mjs";
import { shown } from "../../../overrides/theme/scripts/site.mjs";
import { python, start } from "../../../overrides/theme/scripts/python.mjs";

const SAVING = navigator.connection;
const { location: really, MessageChannel: channel } = globalThis;
let visits = 0;

afterEach(() => {
  Reflect.set(navigator, "connection", SAVING);
  delete navigator.serviceWorker;
  delete navigator.storage;
  globalThis.MessageChannel = channel;
  globalThis.location = really;
});

/** A service worker as a page sees it. */
class Service extends EventTarget {
  told = [];

  constructor(state, now) {
    super();
    Object.assign(this, { state, now });
  }

  postMessage(message, ports) {
    this.told.push(message);
    if (message.kind === "state") ports[0].postMessage(this.now);
  }

  becomes(state) {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }

  /** What it was told, but for questions about the state. */
  get wishes() {
    return this.told.filter(({ kind }) => kind !== "state");
  }
}

const MEGABYTE = 1_000_000;
const NOW = { edition: "one", wishes: [], keeping: false, sets: { en: { size: 2 * MEGABYTE, kept: MEGABYTE / 2 }, ja: { size: MEGABYTE, kept: 0 } }, pages: [] };
const ALL = { ...NOW, sets: { ...NOW.sets, python: { size: 15 * MEGABYTE, kept: 0 } } };

/** A browser with service workers, in which one answers already unless told otherwise. */
function browser(t, { html = "", parts = {}, dear = false, said = "", now = NOW, ...how } = {}) {
  const a = visit(t, html, how);
  if (said) localStorage.setItem("rulebook-offline", said);
  Reflect.set(navigator, "connection", dear ? { saveData: true } : undefined);
  const active = new Service("activated", now);
  const registration = Object.assign(new EventTarget(), {
    scope: "https://rules.test/",
    active,
    updates: 0,
    update: async () => void (registration.updates += 1),
    unregister: async () => void (registration.gone = true),
    ...parts,
  });
  const other = { scope: "https://rules.test/other/", unregister: async () => void (other.gone = true) };
  const container = Object.assign(new EventTarget(), {
    registered: [],
    register: async (address, options) => {
      container.registered.push([String(address), options]);
      if (container.refuses) throw container.refuses;
      return registration;
    },
    getRegistration: async () => registration,
    getRegistrations: async () => [registration, other],
    says: (data, ports) => container.dispatchEvent(Object.assign(new Event("message"), { data, ports })),
  });
  Object.defineProperty(navigator, "serviceWorker", { value: container, configurable: true });
  globalThis.caches = { deleted: [], delete: async (name) => void caches.deleted.push(name) };
  globalThis.MessageChannel = class {
    port1 = {};
    port2 = { postMessage: (data) => this.port1.onmessage({ data: structuredClone(data) }) };
  };
  return { ...a, active, registration, container, other };
}

/** The page's side, as in a new visit. */
const offline = () => import(`../../../overrides/theme/scripts/offline.mjs?visit=${++visits}`);

/** A page as it is read; all that it waits for has happened. */
async function reading(t, { said = "", ...how } = {}) {
  const a = browser(t, { now: ALL, ...how });
  python.dispatchEvent(new Event("started")); // the visits of earlier checks have waited for it
  await a.turn(2_000);
  if (said) localStorage.setItem("rulebook-offline", said);
  a.script = await offline();
  within(a.script.keepWhatIsRead);
  await a.turn();
  return a;
}

const remembered = () => localStorage.getItem("rulebook-offline");
const notice = () => document.querySelector(".edition-notice");
const words = () => notice()?.querySelector("p").textContent;
const choices = () => [...notice().querySelectorAll("button")];

// --- what is read is kept ---

test("what is read is kept: the service worker at the top of the site is told what the page has loaded, and keeps no set for it", async (t) => {
  const loaded = { navigation: ["https://rules.test/en/contest/?a=1"], resource: ["https://rules.test/en/kit/1/styles/rulebook.css"] };
  t.mock.method(performance, "getEntriesByType", (kind) => loaded[kind].map((name) => ({ name })));
  const { active, container } = await reading(t);
  assert.deepEqual(container.registered, [["https://rules.test/sw.js", { updateViaCache: "none" }]]);
  assert.deepEqual(active.told, [{ kind: "read", addresses: [...loaded.navigation, ...loaded.resource] }, { kind: "keep", sets: [] }]);
});

test("for a reader who has thrown away what was kept, nothing is kept and nothing asked", async (t) => {
  const { container, turn } = await reading(t, { said: "no" });
  await turn(60_000);
  assert.deepEqual(container.registered, []);
  assert.equal(remembered(), "no");
});

for (const [what, how, sets] of [
  ["who has said yes has the language that is read, whole, and Python", { said: "yes", language: "ja" }, ["ja", "python"]],
  ["who has said yes and saves data has what was wanted then, and no other language", { said: "yes", dear: true }, []],
  ["an installed app has, too", { installed: true }, ["en", "python"]],
  ["an installed app has not, where data are saved", { installed: true, dear: true }, []],
  ["who has said no to it has what is read", { said: "later" }, []],
]) {
  test(what, async (t) => {
    t.mock.method(globalThis, "matchMedia", (query) => ({ matches: Boolean(how.installed) && query.includes("minimal-ui") }));
    const { active } = await reading(t, how);
    assert.deepEqual(active.wishes.filter(({ kind }) => kind === "keep"), [{ kind: "keep", sets }]);
    assert.equal(notice(), null);
  });
}

test("who installs the site has said yes", async (t) => {
  const { active, turn } = await reading(t);
  dispatchEvent(new Event("appinstalled"));
  await turn();
  assert.deepEqual(active.wishes.at(-1), { kind: "keep", sets: ["en", "python"] });
  assert.equal(remembered(), "yes");
});

test("who installs it and saves data has not been asked yet", async (t) => {
  const { active, turn } = await reading(t, { dear: true });
  dispatchEvent(new Event("appinstalled"));
  await turn();
  assert.equal(active.wishes.length, 2);
  assert.equal(remembered(), "1");
});

// --- whether the rest is wanted, too ---

for (const [before, asks] of [["", false], ["1", false], ["2", true], ["7", true]]) {
  test(`a reader of ${before || "no"} pages before is ${asks ? "asked" : "not asked"} whether the rest is wanted`, async (t) => {
    await reading(t, { said: before });
    assert.equal(Boolean(notice()), asks);
    assert.equal(remembered(), `${Number(before) + 1}`);
  });
}

test("the question says how much of it is missing, and takes nothing away from the page", async (t) => {
  await reading(t, { said: "2" });
  assert.match(words(), /all English pages and Python.* 16\.5 MB/);
  assert.equal(notice().getAttribute("role"), "status");
  assert.deepEqual(choices().map(({ textContent }) => textContent), ["Keep", "Not now"]);
  assert.equal(document.activeElement, document.body);
});

for (const [what, says] of [["keepEverything", "yes"], ["forget", "no"]]) {
  test(`who answers elsewhere is asked no more: ${what}`, async (t) => {
    const { script, turn } = await reading(t, { said: "2" });
    assert.notEqual(notice(), null);
    await script[what]();
    await turn();
    assert.equal(notice(), null);
    assert.equal(remembered(), says);
  });
}

test("it asks in the language of the page, for its pages", async (t) => {
  await reading(t, { said: "2", language: "ja" });
  assert.match(words(), /日本語の全ページとPython.*16\.0 MB/);
});

test("a page that is turned to counts; one that only changes its address does not", async (t) => {
  globalThis.navigation = new EventTarget();
  t.after(() => delete globalThis.navigation);
  const { turn } = await reading(t);
  const next = async (path) => {
    shown.path = path;
    navigation.dispatchEvent(new Event("navigatesuccess"));
    await turn();
  };
  await next("/en/contest/");
  await next("/en/contest/chart/");
  await next("/en/contest/chart/");
  assert.equal(notice(), null);
  await next("/en/contest/check/");
  assert.notEqual(notice(), null);
});

test("so does the first use of Python, when the browser has nothing else to do", async (t) => {
  const { turn, ready } = await reading(t);
  start();
  await ready();
  assert.equal(notice(), null);
  await turn(2_000);
  assert.notEqual(notice(), null);
});

test("a page on which Python is there already asks at once", async (t) => {
  const a = browser(t, { now: ALL });
  start("run");
  await a.ready();
  (await offline()).keepWhatIsRead();
  await a.turn();
  assert.notEqual(notice(), null);
});

test("nobody is asked over a fight, but on the page after it; who reads on is left in peace for this visit", async (t) => {
  globalThis.navigation = new EventTarget();
  t.after(() => delete globalThis.navigation);
  const { turn, ready } = await reading(t, { html: "<rules-widget data-desk></rules-widget>" });
  const next = async (path, html) => {
    shown.path = path;
    document.querySelector("rules-widget, main").outerHTML = html;
    navigation.dispatchEvent(new Event("navigatesuccess"));
    await turn();
  };
  start();
  await ready();
  await turn(2_000);
  assert.equal(notice(), null);
  await next("/en/contest/chart/", "<main></main>");
  assert.notEqual(notice(), null);
  await next("/en/contest/stepper/", "<rules-widget data-desk></rules-widget>");
  assert.equal(notice(), null);
  await next("/en/contest/check/", "<main></main>");
  assert.equal(notice(), null);
});

test("nobody is asked while they are at a form; when they go on to something else, they are", async (t) => {
  const { turn, ready } = await reading(t, { html: '<rules-widget><input><input></rules-widget><a href="#x">x</a>' });
  const [one, other] = document.querySelectorAll("input");
  one.focus();
  start();
  await ready();
  await turn(2_000);
  assert.equal(notice(), null);
  other.focus();
  await turn(1);
  assert.equal(notice(), null);
  other.blur();
  await turn(1);
  assert.equal(notice(), null, "a finger beside the field is still at work there");
  find("a").focus();
  await turn(1);
  assert.notEqual(notice(), null);
});

test("who saves data is not asked for reading, but for the use of Python", async (t) => {
  const { turn, ready } = await reading(t, { said: "7", dear: true });
  assert.equal(notice(), null);
  start();
  await ready();
  await turn(2_000);
  assert.notEqual(notice(), null);
});

test("where no answer can be remembered, nobody is asked", async (t) => {
  closeStorage(t);
  const { active, turn, ready } = await reading(t);
  start();
  await ready();
  await turn(2_000);
  assert.equal(notice(), null);
  assert.equal(active.wishes.length, 2, "what is read is kept all the same");
});

test("who has read everything already is not asked", async (t) => {
  const { en } = ALL.sets;
  await reading(t, { said: "2", now: { ...NOW, sets: { en: { ...en, kept: en.size } } } });
  assert.equal(notice(), null);
});

test("nobody is asked while something else is said", async (t) => {
  await reading(t, { said: "2", html: '<div class="edition-notice"></div>' });
  assert.equal(document.querySelectorAll(".edition-notice").length, 1);
  assert.equal(notice().textContent, "");
});

test("who does not want it is not asked again", async (t) => {
  const { active, turn, ready } = await reading(t, { said: "2" });
  choices()[1].click();
  assert.equal(notice(), null);
  assert.equal(active.wishes.length, 2);
  assert.equal(remembered(), "later");
  start();
  await ready();
  await turn(2_000);
  assert.equal(notice(), null);
});

test("nor on any other page", async (t) => {
  const { turn, ready } = await reading(t, { said: "later" });
  start();
  await ready();
  await turn(2_000);
  assert.equal(notice(), null);
  assert.equal(remembered(), "later");
});

for (const [told, said] of [[{ kind: "kept" }, /^Kept\..*without a network/], [{ kind: "failed", reason: "full" }, /no room left/]]) {
  test(`who wants it is told how it ends: ${told.kind}; the focus stays where it was`, async (t) => {
    const { active, container, turn } = await reading(t, { said: "2" });
    const [keeps] = choices();
    keeps.focus();
    keeps.click();
    await turn();
    assert.equal(remembered(), "yes");
    assert.deepEqual(active.wishes.at(-1), { kind: "keep", sets: ["en", "python"] });
    assert.equal(words(), "Keeping …");
    container.says({ kind: "progress", done: 1, total: 2 });
    assert.equal(words(), "Keeping …");
    container.says(told);
    assert.match(words(), said);
    assert.deepEqual([choices(), document.activeElement.textContent], [[keeps], "Close"]);
    keeps.click();
    assert.equal(notice(), null);
  });
}

test("who wants it, where it cannot be had, is told so", async (t) => {
  const { registration, turn } = await reading(t, { said: "2" });
  registration.active = null;
  choices()[0].click();
  await turn();
  assert.match(words(), /server has not given/);
});

test("a page says which edition's scripts it runs with, when the service worker asks", async (t) => {
  const { container } = await reading(t);
  const told = [];
  container.says({ kind: "which" }, [{ postMessage: (kit) => told.push(kit) }]);
  assert.match(told[0], /\/theme\/$/);
});

// --- a service worker that is on its way, or is not to be had ---

test("one that is being installed is told when it answers", async (t) => {
  const installing = new Service("installing");
  const { turn } = browser(t, { parts: { active: null, installing } });
  const kept = (await offline()).keep(["en"]);
  await turn();
  assert.deepEqual(installing.told, []);
  installing.becomes("installed");
  installing.becomes("activating");
  assert.equal(await kept, "");
  assert.deepEqual(installing.told, [{ kind: "keep", sets: ["en"] }]);
});

test("one that could not be installed has not answered; the next touch tries again", async (t) => {
  const installing = new Service("installing");
  const { container, registration } = browser(t, { parts: { active: null, installing } });
  const { keep } = await offline();
  const kept = keep(["en"]);
  await Promise.resolve();
  installing.becomes("redundant");
  assert.equal(await kept, "unanswered");
  registration.active = new Service("activated");
  assert.equal(await keep(["en"]), "");
  assert.equal(container.registered.length, 2);
});

test("a browser that forbids it keeps nothing; a server that does not give it has not answered", async (t) => {
  const { container } = browser(t);
  const { keep } = await offline();
  container.refuses = new DOMException("private", "SecurityError");
  assert.equal(await keep(["en"]), "cannotkeep");
  container.refuses = new TypeError("404");
  assert.equal(await keep(["en"]), "unanswered");
  container.refuses = null;
  assert.equal(await keep(["en"]), "");
});

test("a browser without service workers keeps nothing, and nothing breaks", async (t) => {
  visit(t, "");
  const { keep, keepWhatIsRead, keepEverything, state, cancel } = await offline();
  keepWhatIsRead();
  assert.equal(await keep(["en"]), "cannotkeep");
  assert.equal(await keepEverything(), "cannotkeep");
  assert.equal(await state(), null);
  await cancel();
});

// --- what the reader wants ---

test("who keeps everything keeps every set, from now on, and the browser is asked not to throw it away", async (t) => {
  const { active } = browser(t, { said: "no" });
  let asked = 0;
  Object.defineProperty(navigator, "storage", { value: { persist: async () => (asked += 1) }, configurable: true });
  const { keepEverything } = await offline();
  assert.equal(await keepEverything(), "");
  assert.deepEqual(active.wishes, [{ kind: "keep", sets: ["en", "ja"] }]);
  assert.equal(remembered(), "yes");
  assert.equal(asked, 1);
});

for (const [before, after] of [["no", "later"], ["2", "2"], ["yes", "yes"]]) {
  test(`who asks for the prints has said nothing about the pages: ${before}`, async (t) => {
    const { active } = browser(t, { said: before });
    await (await offline()).keepWanted(["print"]);
    assert.deepEqual(active.wishes, [{ kind: "keep", sets: ["print"] }]);
    assert.equal(remembered(), after);
  });
}

test("who forgets keeps nothing from now on: the files and the service worker are gone, others' are left alone", async (t) => {
  const { registration, other } = browser(t);
  const { forget, state } = await offline();
  await forget();
  assert.deepEqual(caches.deleted, ["rulebook"]);
  assert.equal(registration.gone, true);
  assert.equal(other.gone, undefined);
  assert.equal(localStorage.getItem("rulebook-offline"), "no");
  assert.equal(await state(), null);
});

test("where nothing is kept yet, there is nothing to say of it", async (t) => {
  browser(t, { parts: { active: null } });
  assert.equal(await (await offline()).state(), null);
});

// --- a newer edition ---

test("a newer edition that lies ready is offered, once, in the language of the page", async (t) => {
  const waiting = new Service("installed");
  const { container, registration, turn } = browser(t, { parts: { waiting }, language: "ja" });
  container.controller = {};
  await (await offline()).keep([]);
  assert.match(notice().textContent, /新しい版の用意ができました/);
  assert.equal(notice().getAttribute("role"), "status");
  registration.installing = new Service("installing");
  registration.dispatchEvent(new Event("updatefound"));
  registration.installing.becomes("installed");
  await turn();
  assert.equal(document.querySelectorAll(".edition-notice").length, 1);
});

test("nothing changes before the reader wants it; then the newer one takes over, and the page is loaded anew", async (t) => {
  const waiting = new Service("installed");
  const { container, active } = browser(t, { parts: { waiting } });
  container.controller = {};
  await (await offline()).keep([]);
  let loaded = 0;
  globalThis.location = { reload: () => (loaded += 1) };
  container.dispatchEvent(new Event("controllerchange"));
  assert.deepEqual([waiting.told, loaded], [[], 0]);
  notice().querySelector("button").click();
  assert.deepEqual([waiting.told, loaded], [[{ kind: "take over" }], 0]);
  assert.deepEqual(active.told.at(-1), { kind: "cancel" }, "what the older one still fetches would hold it back");
  container.dispatchEvent(new Event("controllerchange"));
  assert.equal(loaded, 1);
});

test("later means later", async (t) => {
  const waiting = new Service("installed");
  const { container, registration } = browser(t, { parts: { waiting } });
  container.controller = {};
  await (await offline()).keep([]);
  notice().querySelectorAll("button")[1].click();
  registration.installing = waiting;
  registration.dispatchEvent(new Event("updatefound"));
  waiting.becomes("installed");
  assert.equal(notice(), null);
  assert.deepEqual(waiting.told, []);
});

test("the first edition of all is no newer one", async (t) => {
  browser(t, { parts: { waiting: new Service("installed") } });
  await (await offline()).keep([]);
  assert.equal(notice(), null);
});

test("one that comes while the page is read is offered when it is ready", async (t) => {
  const { container, registration } = browser(t);
  container.controller = {};
  await (await offline()).keep([]);
  const installing = (registration.installing = new Service("installing"));
  registration.dispatchEvent(new Event("updatefound"));
  assert.equal(notice(), null);
  registration.waiting = installing;
  installing.becomes("installed");
  assert.notEqual(notice(), null);
});

test("a page that stays open looks for a newer edition every hour", async (t) => {
  const { registration, turn } = browser(t);
  await (await offline()).keep([]);
  await turn(3_599_999);
  assert.equal(registration.updates, 0);
  await turn(1);
  assert.equal(registration.updates, 1);
});

// --- <rules-keeping> ---

const KEEPING = `<rules-keeping><table><tr><td data-set="en">–</td><td data-set="ja">–</td><td data-set="print">–</td></tr></table>
  <div class="keeping-live" hidden><progress hidden></progress><button data-do="cancel" hidden>Stop</button>
  <button data-do="keep">Keep</button><button data-do="print">Prints</button><button data-do="remove">Remove</button><button data-do="forget">Forget</button></div>
  <p class="widget-status"></p></rules-keeping>`;

/** The element on a page; all that it waits for has happened. */
async function keeping(t, how) {
  const a = browser(t, { html: "", ...how });
  const scripts = "../../../overrides/theme/scripts/";
  await import(`${scripts}offline-panel.mjs`);
  const { forget } = await import(`${scripts}offline.mjs`);
  await forget(); // what an earlier test has registered
  a.registration.gone = undefined;
  caches.deleted.length = 0;
  localStorage.removeItem("rulebook-offline");
  document.body.innerHTML = KEEPING;
  await a.turn();
  a.active.told.length = 0;
  return a;
}

const sets = () => [...document.querySelectorAll("[data-set]")].map(({ textContent }) => textContent);
const status = () => find(".widget-status").textContent;
const press = (what) => find(`[data-do="${what}"]`).click();

test("the reader sees what is kept of each set, and can do something about it", async (t) => {
  await keeping(t);
  assert.deepEqual(sets(), ["0.5 MB / 2.0 MB", "0.0 MB / 1.0 MB", "nothing"]);
  assert.equal(find(".keeping-live").hidden, false);
  assert.equal(find("[data-do=print]").hidden, true); // this edition has none
  assert.equal(find("progress").hidden, true);
});

test("where nothing is kept, that is said in the language of the page", async (t) => {
  await keeping(t, { parts: { active: null }, language: "ja" });
  assert.deepEqual(sets(), ["なし", "なし", "なし"]);
});

test("what is being kept just now is shown as such", async (t) => {
  await keeping(t, { now: { ...NOW, keeping: true } });
  assert.equal(find("progress").hidden, false);
  assert.equal(find("[data-do=cancel]").hidden, false);
});

test("everything is kept on demand, and how far it is can be seen", async (t) => {
  const { active, container, turn } = await keeping(t);
  press("keep");
  await turn();
  assert.equal(status(), "Keeping …");
  assert.deepEqual(active.wishes, [{ kind: "keep", sets: ["en", "ja"] }]);
  const { keepWhatIsRead } = await import("../../../overrides/theme/scripts/offline.mjs");
  keepWhatIsRead();
  container.says({ kind: "progress", done: 3, total: 12 });
  assert.deepEqual([find("progress").value, find("progress").max, find("progress").hidden], [3, 12, false]);
  container.says({ kind: "progress", done: 12, total: 12 });
  assert.equal(find("progress").hidden, true);
  active.now = { ...NOW, sets: { ...NOW.sets, ja: { size: MEGABYTE, kept: MEGABYTE } } };
  container.says({ kind: "kept" });
  await turn();
  assert.match(status(), /^Kept\. What you have asked for/);
  assert.equal(sets()[1], "1.0 MB / 1.0 MB");
  container.says({ kind: "kept" });
  await turn();
  assert.equal(status(), "", "what is kept unasked is not spoken of");
});

for (const [reason, said] of Object.entries({
  cancelled: /^Stopped\./,
  full: /no room left/,
  changed: /newer edition/,
  network: /network was lost/,
})) {
  test(`what could not be kept is said: ${reason}`, async (t) => {
    const { container, turn } = await keeping(t);
    press("keep");
    await turn();
    const { keepWhatIsRead } = await import("../../../overrides/theme/scripts/offline.mjs");
    keepWhatIsRead();
    container.says({ kind: "failed", reason });
    await turn();
    assert.match(status(), said);
    assert.equal(find("progress").hidden, true);
  });
}

test("keeping can be stopped", async (t) => {
  const { active, turn } = await keeping(t);
  press("cancel");
  await turn();
  assert.deepEqual(active.wishes, [{ kind: "cancel" }]);
});

test("prints are kept when they are asked for", async (t) => {
  const { active, turn } = await keeping(t);
  press("print");
  await turn();
  assert.deepEqual(active.wishes, [{ kind: "keep", sets: ["print"] }]);
});

for (const [refusal, said] of [[new DOMException("private", "SecurityError"), /keeps nothing for offline use/], [new TypeError("404"), /server has not given/]]) {
  test(`where nothing can be kept, that is said: ${refusal.message}`, async (t) => {
    const { container, turn } = await keeping(t);
    container.refuses = refusal;
    press("keep");
    await turn();
    assert.match(status(), said);
    assert.equal(find("progress").hidden, true);
  });
}

test("a browser without service workers says so at once", async (t) => {
  await keeping(t);
  delete navigator.serviceWorker;
  document.body.innerHTML = KEEPING;
  await settled();
  assert.match(status(), /keeps nothing for offline use/);
});

test("what is kept can be removed; the reader's numbers stay", async (t) => {
  const { turn, registration } = await keeping(t);
  localStorage.setItem("rulebook-numbers", "{}");
  press("remove");
  await turn();
  assert.match(status(), /kept files are gone/);
  assert.deepEqual(sets(), ["nothing", "nothing", "nothing"]);
  assert.equal(registration.gone, true);
  assert.equal(localStorage.getItem("rulebook-numbers"), "{}");
  assert.equal(localStorage.getItem("rulebook-offline"), "no");
});

test("who forgets everything has nothing of this site left, and what is not this site's stays", async (t) => {
  const { turn, registration } = await keeping(t);
  for (const key of ["rulebook-numbers", "rulebook-language", "rulebook-colours", "/.__search"]) localStorage.setItem(key, "x");
  localStorage.setItem("another", "x");
  sessionStorage.setItem("/.__tabs", "x");
  press("forget");
  await turn();
  assert.match(status(), /Everything this site had stored/);
  assert.deepEqual(caches.deleted, ["rulebook"]);
  assert.equal(registration.gone, true);
  assert.deepEqual(Object.keys(localStorage), ["another"]);
  assert.deepEqual(Object.keys(sessionStorage), []);
});

test("a browser whose storage is closed forgets the files all the same", async (t) => {
  const { turn, registration } = await keeping(t);
  const { localStorage: really } = globalThis;
  const closed = () => {
    throw new DOMException("closed", "SecurityError");
  };
  Object.defineProperty(globalThis, "localStorage", { get: closed, configurable: true });
  press("forget");
  await turn();
  Object.defineProperty(globalThis, "localStorage", { value: really, configurable: true, writable: true });
  assert.match(status(), /Everything/);
  assert.equal(registration.gone, true);
});
