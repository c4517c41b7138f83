// The reader's own numbers and house rules: kept in this browser, and from there in every widget of the same system.

import { me } from "./roster.mjs";
import { pageLanguage } from "./site.mjs";

const KEY = "rulebook-numbers";
const RULE = "rule:"; // how the names of house rules begin; RULE in rules_py.core.fields

/** Tells `change` when something is kept; its detail says what, and what was there before. */
export const preferences = new EventTarget();

/** @typedef {Record<string, string>} Values */
/** @typedef {HTMLInputElement | HTMLSelectElement} OwnField */
/** @typedef {{system: string, before: Values, now: Values}} Change by the names under which they are kept */

/**
 * @param {HTMLFormElement} form
 * @returns {OwnField[]} its fields for the reader's own numbers
 */
function ownFields(form) {
  return [...form.querySelectorAll("input[data-kept], select[data-kept]")].map((field) => /** @type {OwnField} */ (field));
}

/** @type {(field: OwnField) => string} the name under which it is kept: what is mine and what is my party's are two things */
const nameOf = (field) => field.dataset.kept || field.name;

/**
 * @param {OwnField} field
 * @returns {string} what the page was built with
 */
function asBuilt(field) {
  if (field instanceof HTMLInputElement) return field.defaultValue;
  return [...field.options].find((option) => option.defaultSelected)?.value ?? "";
}

/**
 * @param {string} widget whose system's numbers are meant
 * @returns {Values} what is kept, by the names under which it is
 */
export function recall(widget) {
  return { ...stored(widget), ...ownNumbers(widget) };
}

/** @type {(widget: string) => Values} what was typed in a widget of its system and kept */
function stored(widget) {
  const kept = Object.entries(all()[system(widget)] ?? {});
  return Object.fromEntries(kept.filter(([, value]) => typeof value === "string")); // others may have written there
}

/** @type {(widget: string) => Values} the numbers of the character who is the reader; they are changed on its sheet alone */
function ownNumbers(widget) {
  const numbers = Object.entries(me(system(widget))?.told.uses[0]?.numbers ?? {});
  return Object.fromEntries(numbers.map(([name, said]) => [name, said[pageLanguage()]]));
}

/** @type {(widget: string) => boolean} whether numbers are kept for its system; house rules alone are none */
export const hasNumbers = (widget) => Object.keys(recall(widget)).some((name) => !name.startsWith(RULE));

/** @type {(of: string) => number} how many house rules are in force in a system, or in that of a widget */
export const houseRules = (of) => Object.keys(recall(of)).filter((name) => name.startsWith(RULE)).length;

/**
 * @param {string} widget
 * @param {HTMLFormElement} form
 * @returns {Values} what is kept for its fields, by field; of a choice only what can be chosen
 */
export function recallFor(widget, form) {
  const kept = recall(widget);
  const known = ownFields(form).filter((each) => Object.hasOwn(kept, nameOf(each)));
  return Object.fromEntries(known.filter((each) => takes(each, kept[nameOf(each)])).map((each) => [each.name, kept[nameOf(each)]]));
}

/** @type {(field: OwnField, value: string) => boolean} */
function takes(field, value) {
  return field instanceof HTMLInputElement || [...field.options].some((option) => option.value === value);
}

/**
 * @param {HTMLFormElement} form
 * @param {Change} change
 * @returns {Values} the house rules that it takes over, by field: those that said the same as what was in force
 */
export function rulesTaken(form, { before, now }) {
  const fit = ownFields(form).filter((field) => {
    const name = nameOf(field);
    return name.startsWith(RULE) && Object.hasOwn(now, name) && field.value === (before[name] ?? asBuilt(field)) && takes(field, now[name]);
  });
  return Object.fromEntries(fit.map((field) => [field.name, now[nameOf(field)]]));
}

/**
 * @param {string} widget
 * @param {HTMLFormElement} form whose fields of the reader's own numbers are kept
 * @param {ReadonlySet<string>} typed the fields that the reader has changed; what a link says is somebody else's
 */
export function keep(widget, form, typed) {
  const elsewhere = ownNumbers(widget);
  const own = ownFields(form).filter((field) => typed.has(field.name) && !Object.hasOwn(elsewhere, nameOf(field)));
  const before = stored(widget);
  const changed = own.filter((field) => field.value !== (before[nameOf(field)] ?? asBuilt(field)));
  if (!changed.length) return;
  const now = Object.fromEntries(changed.map((field) => [nameOf(field), field.value]));
  const kept = { ...before, ...now };
  for (const field of changed) if (nameOf(field).startsWith(RULE) && field.value === asBuilt(field)) delete kept[nameOf(field)]; // it is none any more
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [system(widget)]: kept }));
  } catch {
    // storage may be closed to us; the widget works all the same
  }
  preferences.dispatchEvent(new CustomEvent("change", { detail: { system: system(widget), before, now } }));
}

/** @param {string} widget */
export function system(widget) {
  return widget.split(".")[0];
}

/** @returns {Record<string, Values>} the numbers of every system */
function all() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept ? kept : {};
  } catch {
    return {};
  }
}
