// Keeps the rulebook on the reader's device, by way of the service worker (sw.js at the top of the site, where the
// messages are listed): the language that is read at once, Python once it has been used, the rest when asked for.

import { isDear, whenIdle } from "./idle.mjs";
import { message } from "./messages.mjs";
import { isReady, python } from "./python.mjs";
import { languageRoot, pageLanguage } from "./site.mjs";

const KEY = "rulebook-offline"; // "no" when the reader has thrown away what was kept
const TOP = new URL("../", languageRoot);
const KIT = new URL("../", import.meta.url).href.slice(TOP.href.length);

/** @typedef {{edition: string, wishes: string[], keeping: boolean, sets: Record<string, {size: number, kept: number}>}} State */

/** Tells `change` when something was kept, or was not: its detail is what the service worker has said. */
export const offline = new EventTarget();

/** @type {Promise<ServiceWorkerRegistration | null> | undefined} */
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

/** @returns {Promise<ServiceWorkerRegistration | null>} null where the browser keeps nothing */
function register() {
  registered ??= (async () => {
    try {
      const registration = await navigator.serviceWorker.register(new URL("sw.js", TOP), { updateViaCache: "none" });
      watchEditions(registration);
      return registration;
    } catch {
      return null; // too old, private, or forbidden by the reader
    }
  })();
  return registered;
}

/** @returns {Promise<ServiceWorker | null>} which answers, once it does */
async function worker() {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await register();
  return registration && (registration.active ?? (await navigator.serviceWorker.ready).active);
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
  if (isReady()) keepPython();
  else python.addEventListener("ready", () => whenIdle(keepPython), { once: true });
}

/**
 * @param {string[]} sets to be kept from now on
 * @returns {Promise<boolean>} whether the browser can keep anything
 */
export async function keep(sets) {
  const current = await worker();
  current?.postMessage({ kind: "keep", sets });
  return current !== null;
}

/** Keeps everything, because the reader wants it. */
export async function keepEverything() {
  refuse(false);
  navigator.storage?.persist?.().catch(() => {});
  if (!(await worker())) return false;
  return keep(Object.keys((await state())?.sets ?? {}));
}

/** Ends what is being kept; what is there stays. */
export async function cancel() {
  (await worker())?.postMessage({ kind: "cancel" });
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
