// What the address says about the widgets of a page: ?contest.roll.ability_a=17 is the field `ability_a` of `contest.roll`.
// The address is the truth: a reload, a sent link and the way back through the history show what it says.

import { shown } from "./site.mjs";

/** Tells `change` when the address of this page names other values than before. */
export const address = new EventTarget();

const AGAIN = 1000; // milliseconds before a browser is asked again that has refused to change the address
/** @type {URL | null} what the address is to say, where a browser has not taken it yet */
let refused = null;
let retry = 0;

/**
 * Safari takes a hundred changes of the address in ten seconds, and throws at the next: whoever holds a key down has the
 * answers all the same, and the last address a moment later.
 * @param {URL} url
 */
function rewrite(url) {
  clearTimeout(retry);
  try {
    history.replaceState(history.state, "", url);
    refused = null;
  } catch {
    refused = url;
    retry = setTimeout(() => {
      if (location.pathname === shown.path) rewrite(url);
    }, AGAIN);
  }
}

/**
 * @param {string} widget
 * @param {URL} [url]
 * @returns {Record<string, string>} the fields that the address names
 */
export function namedFields(widget, url = new URL(location.href)) {
  const prefix = `${widget}.`;
  const named = [...url.searchParams].filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(named.map(([key, value]) => [key.slice(prefix.length), value]));
}

/**
 * Writes a widget's fields into the address of the page; all else in it stays.
 * @param {string} widget
 * @param {Record<string, string>} fields
 */
export function nameFields(widget, fields) {
  if (location.pathname !== shown.path) return; // the page is being left
  const url = new URL(refused ?? location.href);
  for (const field of Object.keys(namedFields(widget, url))) url.searchParams.delete(`${widget}.${field}`);
  for (const [field, value] of Object.entries(fields)) url.searchParams.set(`${widget}.${field}`, value);
  if (refused || url.href !== location.href) rewrite(url);
}

/**
 * Lets a widget have what the address says of widgets that it has taken in; what it says of itself comes first.
 * @param {string} widget
 * @param {string[]} formerly their names
 */
export function inheritFields(widget, formerly) {
  const url = new URL(location.href);
  const own = namedFields(widget);
  for (const name of formerly) {
    for (const [field, value] of Object.entries(namedFields(name))) {
      url.searchParams.delete(`${name}.${field}`);
      if (!Object.hasOwn(own, field)) url.searchParams.set(`${widget}.${field}`, value);
    }
  }
  if (url.href !== location.href) rewrite(url);
}

/** Links to this very page: one to a place keeps what the widgets say, one that names fields sets them at once. */
export function watchLinks() {
  addEventListener("popstate", () => {
    clearTimeout(retry);
    refused = null; // another place in the history says what it says
    if (location.pathname === shown.path) address.dispatchEvent(new Event("change"));
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element && event.target.closest("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.target || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (link.origin !== location.origin || link.pathname !== location.pathname || link.search === location.search) return;
    const url = new URL(link.href);
    if (url.hash) url.search ||= location.search;
    const widgets = [...document.querySelectorAll("rules-widget[name]")];
    const named = widgets.find((widget) => Object.keys(namedFields(widget.getAttribute("name") ?? "", url)).length);
    if (!named) return;
    event.preventDefault();
    if (url.search === location.search) {
      location.assign(url);
      return;
    }
    history.pushState(null, "", url);
    address.dispatchEvent(new Event("change"));
    (document.getElementById(url.hash.slice(1)) ?? named).scrollIntoView();
  });
}
