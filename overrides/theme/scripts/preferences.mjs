// The reader's own numbers: kept in this browser, and from there in every widget of the same system.

const KEY = "rulebook-numbers";

/** @typedef {Record<string, string>} Values */

/**
 * @param {string} widget whose system's numbers are meant
 * @returns {Values} what is kept, by field
 */
export function recall(widget) {
  const kept = Object.entries(all()[system(widget)] ?? {});
  return Object.fromEntries(kept.filter(([, value]) => typeof value === "string")); // others may have written there
}

/**
 * @param {string} widget
 * @param {HTMLFormElement} form whose fields of the reader's own numbers are kept
 * @param {ReadonlySet<string>} typed the fields that the reader has changed; what a link says is somebody else's
 */
export function keep(widget, form, typed) {
  const fields = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("input[data-kept]")]);
  const own = fields.filter((field) => typed.has(field.name));
  const changed = own.filter((field) => field.value !== (recall(widget)[field.name] ?? field.defaultValue));
  if (!changed.length) return;
  const kept = { ...recall(widget), ...Object.fromEntries(changed.map(({ name, value }) => [name, value])) };
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...all(), [system(widget)]: kept }));
  } catch {
    // storage may be closed to us; the widget works all the same
  }
}

/** @param {string} widget */
function system(widget) {
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
