// Turns the pages of a language without loading them: the text goes, Python and what it knows stay. Where a browser has no
// Navigation API, or a page cannot be had in this way, it is loaded as the web loads it.

import { layTables } from "./cards.mjs";
import { closeFinder, heedAddress } from "./find.mjs";
import { closeDrawer, frame } from "./frame.mjs";
import { comeTo, landing } from "./landing.mjs";
import { isDear, startAgain } from "./lazy-start.mjs";
import { closePopovers } from "./popover.mjs";
import { arriveAt, leave } from "./returning.mjs";
import { seek } from "./seeking.mjs";
import { languageRoot, shown } from "./site.mjs";
import { noteGame } from "./table-bar.mjs";

const PARTS = ["skip", "logo", "header-topic", "container"].map((name) => `[data-md-component="${name}"]`).concat(".language-switch");
const TOLD = "meta:is([name=description], [name=rulebook-memory], [property^='og:'], [name^=twitter]), link:is([rel=canonical], [rel=prev], [rel=next], [rel=alternate])";
const LASTING = "head link:is([rel=icon], [rel=manifest], [rel=apple-touch-icon])";
const SCRIPT = new URL("rulebook.mjs", import.meta.url).href;
const WAITING = "not all"; // media of styles that have been fetched for the next page
const REMEMBERED = 30; // pages

/** @type {Map<string, Promise<string>>} by its path, what was read last or is likely to be read next; the newest last */
const texts = new Map();

/** @type {Map<string, HTMLLinkElement>} by their whole address, which links in the head lose when a page is turned */
const sheets = new Map();

/** @type {{path: string, page: Promise<Document>} | null} the page whose link was pointed at last */
let ahead = null;

/** @type {object | null} the page that the reader wants now; a newer wish takes its place */
let wanted = null;
let loading = false;

/** Fetches the page that a link leads to once the link is pointed at, touched or reached by keyboard; follows links. */
export function watchTurns() {
  for (const sign of isDear() ? [] : ["pointerover", "touchstart", "focusin"]) {
    document.addEventListener(sign, ({ target }) => {
      const link = target instanceof Element && target.closest("a[href]");
      if (link instanceof HTMLAnchorElement && isOther(new URL(link.href))) prepare(link.pathname).catch(() => {});
    }, { passive: true });
  }
  if (!("navigation" in window)) return;
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll(LASTING))) link.href = link.href;
  for (const link of sheetsOf(document)) sheets.set(link.href, link);
  window.navigation.addEventListener("navigate", follow);
}

/** @type {(url: URL) => boolean} whether another page of this language lies there */
function isOther(url) {
  return url.href.startsWith(languageRoot.href) && url.pathname.endsWith("/") && url.pathname !== shown.path;
}

/** @type {(path: string) => Promise<string>} the page as it was built */
function text(path) {
  const found = texts.get(path) ?? fetched(path);
  texts.delete(path);
  texts.set(path, found);
  if (texts.size > REMEMBERED) texts.delete(texts.keys().next().value ?? "");
  found.catch(() => texts.get(path) === found && texts.delete(path));
  return found;
}

/** @type {(path: string) => Promise<Document>} the page, to be put in once */
function prepare(path) {
  if (ahead?.path !== path) ahead = { path, page: text(path).then((html) => new DOMParser().parseFromString(html, "text/html")) };
  return ahead.page;
}

/** @type {(path: string) => Promise<string>} */
async function fetched(path) {
  const response = await fetch(path);
  if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`);
  return response.text();
}

// A link is followed once its page is there: until then the address is that of the page in view, and so are its links.
/** @param {NavigateEvent} event on the way back the address goes ahead, and the page that is left waits without being touched */
function follow(event) {
  const url = new URL(event.destination.url);
  if (loading || !event.canIntercept || event.downloadRequest !== null || event.formData || event.navigationType === "reload") return;
  if (event.info instanceof Document) {
    const handler = async () => put(event.info, event);
    event.intercept({ handler, focusReset: "manual", scroll: "manual" });
  } else if (!isOther(url)) {
    // Python's answers are written into the address meanwhile, and are nobody's wish; the way back is, whoever goes it.
    if (event.userInitiated || event.navigationType === "traverse") turning((wanted = null));
  } else if (event.navigationType === "traverse") {
    const handler = () => turn(url, (next) => put(next, event), () => location.reload(), true);
    event.intercept({ handler, focusReset: "manual", scroll: "manual" });
  } else if (event.cancelable) {
    event.preventDefault();
    const history = event.navigationType === "replace" ? "replace" : "push";
    turn(url, (next) => window.navigation.navigate(url.href, { info: next, history }), () => location.assign(url));
  }
}

/**
 * @param {URL} url
 * @param {(next: Document) => void} go where the page is there, and still wanted
 * @param {() => void} load where it cannot be had, or is of another build than these scripts
 * @param {boolean} [isAhead] whether the address has gone ahead
 */
async function turn(url, go, load, isAhead = false) {
  const wish = (wanted = {});
  turning(wish, isAhead);
  try {
    const next = await prepare(url.pathname);
    if (wanted !== wish) return;
    ahead = null;
    const scripts = scriptsOf(next, url);
    if (!scripts.includes(SCRIPT)) throw new Error("another build");
    await Promise.all([fetchSheets(next, url), ...scripts.filter((href) => href !== SCRIPT).map((href) => import(href))]);
    if (wanted !== wish) return;
    go(next);
  } catch {
    if (wanted !== wish) return;
    loading = true;
    load();
  } finally {
    if (wanted === wish) turning((wanted = null));
  }
}

/** @type {(next: Document, url: URL) => string[]} the scripts that a page names */
function scriptsOf(next, url) {
  return [...next.querySelectorAll('script[type="module"]')].map((script) => new URL(script.getAttribute("src") ?? "", url).href);
}

/** @type {(page: Document) => HTMLLinkElement[]} */
function sheetsOf(page) {
  return [...page.head.querySelectorAll("link[rel=stylesheet]")].map((link) => /** @type {HTMLLinkElement} */ (link));
}

/** @type {(next: Document, url: URL) => Set<string>} the styles that a page names */
function named(next, url) {
  return new Set(sheetsOf(next).map((link) => new URL(link.getAttribute("href") ?? "", url).href));
}

/** @type {(next: Document, url: URL) => Promise<unknown>} the styles that only the next page has are there, and wait for it */
function fetchSheets(next, url) {
  const missing = [...named(next, url)].filter((href) => !sheets.has(href));
  return Promise.all(missing.map((href) => new Promise((come, fail) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, media: WAITING });
    link.addEventListener("load", come);
    link.addEventListener("error", () => {
      drop(href);
      fail(new Error(href));
    });
    sheets.set(href, link);
    document.head.append(link);
  })));
}

/** @type {(href: string) => void} */
function drop(href) {
  sheets.get(href)?.remove();
  sheets.delete(href);
}

/** @type {(next: Document) => void} puts on what the next page is dressed in, and nothing else */
function dress(next) {
  const wanted = named(next, new URL(location.href));
  for (const [href, link] of [...sheets]) {
    if (!wanted.has(href)) drop(href);
    else if (link.media === WAITING) link.media = "all";
  }
}

/** @type {(wish: object | null, held?: boolean) => void} the style sheet shows that a page is awaited; one held is not touched */
function turning(wish, held = false) {
  document.documentElement.toggleAttribute("data-turning", Boolean(wish));
  document.querySelector("[data-md-component=container]")?.toggleAttribute("inert", held);
}

/** @type {(next: Document, event: NavigateEvent) => void} puts a page in the place of the one in view */
function put(next, event) {
  const isReturn = event.navigationType === "traverse";
  leave();
  closePopovers();
  closeFinder();
  closeDrawer();
  shown.path = location.pathname;
  document.title = next.title;
  for (const told of document.head.querySelectorAll(TOLD)) told.remove();
  document.head.append(...next.head.querySelectorAll(TOLD));
  dress(next);
  /** @type {HTMLElement | null} */ (document.activeElement)?.blur(); // or its going would cost a layout
  for (const part of PARTS) document.querySelector(part)?.replaceWith(next.querySelector(part) ?? "");
  arriveAt(isReturn);
  startAgain();
  noteGame();
  seek();
  const goal = landing();
  const place = goal ?? document.querySelector("h1");
  if (place && place.tabIndex < 0) place.tabIndex = -1;
  frame();
  layTables(); // what stands above a place has its height before the page goes there
  event.scroll(); // to the top, or on the way back to where the reader was
  place?.focus({ preventScroll: true });
  if (isReturn) return;
  if (goal) comeTo(goal); // Firefox' own way to a place takes the focus away and goes nowhere
  heedAddress();
}
