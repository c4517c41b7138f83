// Keeps the rulebook on the reader's device, by way of the service worker (sw.js at the top of the site, where the
// messages are listed): the language that is read at once, Python once it has been used, the rest when asked for.

import { isDear, whenIdle } from "./lazy-start.mjs";
import { message } from "./messages.mjs";
import { isReady, python } from "./python.mjs";
import { languageRoot, pageLanguage } from "./site.mjs";

const KEY = "rulebook-offline"; // "no" when the reader has thrown away what was kept
const TOP = new URL("../", languageRoot);
const KIT = new URL("../", import.meta.url).href.slice(TOP.href.length);

/** @typedef {{edition: string, wishes: string[], keeping: boolean, sets: Record<string, {size: number, kept: number}>}} State */

/** Tells `change` when something was kept, or was not: its detail is what the service worker has said. */
export const offline = new EventTarget();

/** @type {Promise<ServiceWorkerRegistration> | undefined} */
let registered;
let reloading = false;

/** @returns {boolean} whether the reader wants nothing to be kept */
function isRefused() {
  try {
    return localStorage.getItem(KEY) === "no";
  } catch {
    return false;
  }
}

/** @param {boolean} refused */
function refuse(refused) {
  try {
    if (refused) localStorage.setItem(KEY, "no");
    else localStorage.removeItem(KEY);
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

/** Begins to keep what is read. */
export function keepWhatIsRead() {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data.kind === "which") ports[0].postMessage(KIT);
    else offline.dispatchEvent(new CustomEvent("change", { detail: data }));
  });
  if (!isRefused()) keep(isDear() ? [] : [pageLanguage()]);
  const keepPython = () => isRefused() || isDear() || keep(["python"]);
  if (isReady("ask") || isReady("run")) keepPython();
  else python.addEventListener("started", () => whenIdle(keepPython), { once: true });
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

/** Keeps everything, because the reader wants it. */
export async function keepEverything() {
  refuse(false);
  const current = await worker();
  return typeof current === "string" ? current : keepWanted(Object.keys((await state())?.sets ?? {}));
}

/**
 * Keeps what the reader has asked for.
 * @param {string[]} sets
 */
export function keepWanted(sets) {
  refuse(false);
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
  if (isRefused()) return null;
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
  refuse(true);
  registered = undefined;
  const all = (await navigator.serviceWorker?.getRegistrations()) ?? [];
  await Promise.all(all.filter(({ scope }) => scope === TOP.href).map((each) => each.unregister()));
  await caches?.delete("rulebook");
}

/**
 * Says when a newer edition lies ready; nothing changes before the reader wants it.
 * @param {ServiceWorkerRegistration} registration
 */
function watchEditions(registration) {
  const look = () => {
    if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  };
  look();
  registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
  navigator.serviceWorker.addEventListener("controllerchange", () => reloading && location.reload());
  setInterval(() => registration.update().catch(() => {}), 60 * 60 * 1000);
}

/** @param {ServiceWorker} waiting */
function offer(waiting) {
  if (document.querySelector(".edition-notice")) return;
  const notice = document.createElement("div");
  notice.className = "edition-notice";
  notice.role = "status";
  const words = document.createElement("p");
  words.append(message("edition"));
  const reload = button(message("reload"), () => {
    reloading = true;
    waiting.postMessage({ kind: "take over" });
  });
  const later = button(message("later"), () => notice.remove());
  notice.append(words, reload, later);
  document.body.append(notice);
}

/**
 * @param {string} label
 * @param {() => void} press
 */
function button(label, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.append(label);
  made.addEventListener("click", press);
  return made;
}
