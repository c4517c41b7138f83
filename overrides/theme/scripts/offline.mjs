// Keeps the rulebook on the reader's device, by way of the service worker (sw.js at the top of the site, where the
// messages are listed): what is read, as it is read; the whole language and Python for who wants them; the rest when asked
// for.

import { isDear, whenIdle } from "./lazy-start.mjs";
import { message } from "./messages.mjs";
import { isReady, python } from "./python.mjs";
import { languageRoot, megabytes, pageLanguage, shown } from "./site.mjs";

const KEY = "rulebook-offline";
const NOTICE = ".edition-notice";
const DESK = "[data-desk]";
const TOOLS = "rules-widget, rules-example";
const PAGES = 3; // after so many the reader is asked
const ASKED = "rulebook-asked"; // in this visit: who reads on without an answer is left in peace
const INSTALLED = "(display-mode: minimal-ui), (display-mode: standalone)";
const TOP = new URL("../", languageRoot);
const KIT = new URL("../", import.meta.url).href.slice(TOP.href.length);

/**
 * @typedef {object} State
 * @property {string} edition
 * @property {string[]} wishes
 * @property {boolean} keeping
 * @property {Record<string, {size: number, kept: number}>} sets in bytes, as they are sent
 * @property {string[]} pages
 */

/** Tells `change` when something was kept, or was not: its detail is what the service worker has said. */
export const offline = new EventTarget();

/** @type {Promise<ServiceWorkerRegistration> | undefined} */
let registered;
/** @type {ServiceWorker | undefined} the newer edition that the reader has been told of */
let offered;
let reloading = false;

/**
 * @returns {string} "yes": the languages that are read are kept whole, with Python; "later": only what is read is kept; "no":
 *   nothing; or how many pages have been read by a reader who has not been asked
 */
function said() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} word */
function say(word) {
  try {
    localStorage.setItem(KEY, word);
  } catch {
    // it holds for this page only
  }
}

/** @returns {Promise<ServiceWorkerRegistration>} */
function register() {
  registered ??= (async () => {
    const registration = await navigator.serviceWorker.register(new URL("sw.js", TOP), { updateViaCache: "none" });
    watchEditions(registration);
    return registration;
  })();
  registered.catch(() => (registered = undefined)); // the next touch tries again
  return registered;
}

/** @returns {Promise<ServiceWorker | "cannotkeep" | "unanswered">} which answers, once it does; or why there is none */
async function worker() {
  if (!("serviceWorker" in navigator)) return "cannotkeep";
  try {
    const { active, installing, waiting } = await register();
    if (active) return active;
    const coming = installing ?? waiting;
    if (coming && (await outcome(coming))) return coming;
    registered = undefined;
    return "unanswered";
  } catch (reason) {
    return reason instanceof TypeError ? "unanswered" : "cannotkeep"; // too old, private, or forbidden by the reader
  }
}

/**
 * @param {ServiceWorker} coming
 * @returns {Promise<boolean>} whether it answers now; otherwise it could not be installed
 */
function outcome(coming) {
  return new Promise((resolve) => {
    const look = () => {
      if (coming.state === "redundant") resolve(false);
      else if (coming.state.startsWith("activat")) resolve(true);
    };
    coming.addEventListener("statechange", look);
    look();
  });
}

/** Begins to keep what is read, and asks the reader in time whether the rest is wanted. */
export async function keepWhatIsRead() {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data.kind === "which") ports[0].postMessage(KIT);
    else offline.dispatchEvent(new CustomEvent("change", { detail: data }));
  });
  if (said() === "no") return;
  const isWanted = !isDear() && (said() === "yes" || matchMedia(INSTALLED).matches);
  const current = await worker();
  if (typeof current === "string") return;
  const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  current.postMessage({ kind: "read", addresses: loaded.map(({ name }) => name) });
  current.postMessage({ kind: "keep", sets: isWanted ? whole() : [] }); // what could not be kept before, too
  if (isWanted) return;
  addEventListener("appinstalled", () => isDear() || keepWhole());
  watchReading();
  if (isReady("ask") || isReady("run")) offerWhole();
  else python.addEventListener("started", () => whenIdle(offerWhole), { once: true });
}

/** @returns {string[]} what a reader needs for whom the network is gone */
const whole = () => [pageLanguage(), "python"];

/** @type {HTMLElement | undefined} what the reader is asked */
let question;

let isAtWork = false; // whether the reader has been at a form of this page: a question would lie over it

/** Counts pages until the reader can be asked. */
function watchReading() {
  let last = "";
  const look = () => {
    if (shown.path === last || !(Number(said()) >= 0)) return;
    last = shown.path;
    isAtWork = false;
    say(`${Number(said()) + 1}`);
    const isUsed = isReady("ask") || isReady("run");
    question?.remove();
    if (isUsed || (Number(said()) >= PAGES && !isDear())) offerWhole();
  };
  look();
  Reflect.get(window, "navigation")?.addEventListener("navigatesuccess", look);
}

/** @returns {boolean} whether the reader has been asked in this visit, and no more is */
function isAsked() {
  try {
    return sessionStorage.getItem(ASKED) !== null;
  } catch {
    return false;
  }
}

/**
 * Asks, once in a visit, whether the language is wanted whole, with Python; where no answer can be remembered, and over a
 * fight, not at all, and who is at a form is asked when they go on to something else, or on the next page.
 */
async function offerWhole() {
  if (document.querySelector(DESK)) return; // what comes next would lie below it; the next page asks
  const here = document.activeElement;
  isAtWork ||= Boolean(here?.closest(TOOLS));
  if (isAtWork && (here === document.body || here?.closest(TOOLS))) {
    document.addEventListener("focusin", () => setTimeout(offerWhole), { once: true });
    return;
  }
  if (isAsked()) return;
  const sets = (await state())?.sets ?? {};
  const missing = whole().reduce((sum, name) => sum + (sets[name] ? sets[name].size - sets[name].kept : 0), 0);
  if (!missing || !(Number(said()) > 0) || document.querySelector(NOTICE)) return;
  try {
    sessionStorage.setItem(ASKED, "");
  } catch {
    // then the next page asks again
  }
  const box = (question = notice(message("offer").replace("{size}", megabytes(missing))));
  const keeps = button(message("keep"), () => {
    [keeps.textContent, keeps.onclick] = [message("close"), () => box.remove()];
    leaves.remove();
    const tell = (/** @type {string} */ words) => box.firstElementChild?.replaceChildren(words);
    tell(message("keeping"));
    offline.addEventListener("change", (event) => {
      const { kind, reason } = /** @type {CustomEvent} */ (event).detail;
      if (kind !== "progress") tell(kind === "kept" ? message("kept") : trouble(reason));
    });
    keepWhole().then((why) => why && tell(message(why)));
  });
  const leaves = button(message("notnow"), () => {
    say("later");
    box.remove();
  });
  box.append(keeps, leaves);
}

/**
 * @param {string[]} sets to be kept from now on
 * @returns {Promise<"" | "cannotkeep" | "unanswered">} why nothing can be kept; "" where it can
 */
export async function keep(sets) {
  const current = await worker();
  if (typeof current === "string") return current;
  current.postMessage({ kind: "keep", sets });
  return "";
}

/** @type {(wish: string) => void} notes what the reader has said elsewhere: what was asked meanwhile is answered */
function answered(wish) {
  say(wish);
  question?.remove();
}

/** Keeps what the reader needs without a network, from now on. */
function keepWhole() {
  say("yes");
  return keepWanted(whole());
}

/** Keeps everything, because the reader wants it. */
export async function keepEverything() {
  answered("yes");
  const current = await worker();
  return typeof current === "string" ? current : keepWanted(Object.keys((await state())?.sets ?? {}));
}

/**
 * Keeps what the reader has asked for.
 * @param {string[]} sets
 */
export function keepWanted(sets) {
  if (said() === "no") say("later");
  navigator.storage?.persist?.().catch(() => {});
  return keep(sets);
}

/** Ends what is being kept; what is there stays. */
export async function cancel() {
  const current = await worker();
  if (typeof current !== "string") current.postMessage({ kind: "cancel" });
}

/** @returns {Promise<State | null>} what is kept; null where nothing is */
export async function state() {
  if (said() === "no") return null;
  const current = (await navigator.serviceWorker?.getRegistration(TOP))?.active;
  if (!current) return null;
  const { port1, port2 } = new MessageChannel();
  /** @type {Promise<State>} */
  const told = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  current.postMessage({ kind: "state" }, [port2]);
  return told;
}

/** Throws away all files that are kept, without asking the service worker, which may be what is broken. */
export async function forget() {
  answered("no");
  registered = undefined;
  const all = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(all.filter(({ scope }) => scope === TOP.href).map((each) => each.unregister()));
  await caches?.delete("rulebook");
}

/**
 * Says when a newer edition lies ready; nothing changes before the reader wants it. Over a fight nothing is said, for what
 * comes next would lie below it: the next page does.
 * @param {ServiceWorkerRegistration} registration
 */
function watchEditions(registration) {
  const look = () => {
    if (registration.waiting && navigator.serviceWorker.controller && !document.querySelector(DESK)) offer(registration, registration.waiting);
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  navigator.serviceWorker.addEventListener("controllerchange", () => reloading && location.reload());
  setInterval(() => registration.update().catch(() => {}), 60 * 60 * 1000);
}

/**
 * @param {ServiceWorkerRegistration} registration
 * @param {ServiceWorker} waiting
 */
function offer(registration, waiting) {
  if (waiting === offered) return;
  offered = waiting;
  const box = notice(message("edition"));
  box.append(
    button(message("reload"), () => {
      reloading = true;
      registration.active?.postMessage({ kind: "cancel" }); // what it still fetches would hold the newer one back
      waiting.postMessage({ kind: "take over" });
    }),
    button(message("later"), () => box.remove()),
  );
}

/**
 * @param {string} text
 * @returns {HTMLElement} what says it at the edge of the page, in the place of what was said before
 */
function notice(text) {
  document.querySelector(NOTICE)?.remove();
  const box = Object.assign(document.createElement("div"), { className: NOTICE.slice(1), role: "status" });
  box.append(Object.assign(document.createElement("p"), { textContent: text }));
  document.body.append(box);
  if (document.activeElement !== document.body) document.activeElement?.scrollIntoView({ block: "nearest" }); // not under it
  return box;
}

/**
 * @param {string} label
 * @param {() => void} press
 */
function button(label, press) {
  return Object.assign(document.createElement("button"), { type: "button", textContent: label, onclick: press });
}

/** @type {(reason: string) => string} what is said of files that could not be kept */
export const trouble = (reason) =>
  message(/** @type {any} */ ({ cancelled: "notall", full: "full", changed: "edition" }[reason] ?? "offlinenow"));
