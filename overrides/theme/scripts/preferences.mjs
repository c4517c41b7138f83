// The reader's own numbers: kept in this browser, and from there in every widget of the same system.

const KEY = "rulebook-numbers";

/** @typedef {Record<string, string>} Values */
/** @typedef {HTMLInputElement | HTMLSelectElement} OwnField */

/**
 * @param {HTMLFormElement} form
 * @returns {OwnField[]} its fields for the reader's own numbers
 */
function ownFields(form) {
  return [...form.querySelectorAll("input[data-kept], select[data-kept]")].map((field) => /** @type {OwnField} */ (field));
}

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
 * @returns {Values} what is kept, by field
 */
export function recall(widget) {
  const kept = Object.entries(all()[system(widget)] ?? {});
  return Object.fromEntries(kept.filter(([, value]) => typeof value === "string")); // others may have written there
}

/**
 * @param {string} widget
 * @param {HTMLFormElement} form
 * @returns {Values} what is kept for its fields; of a choice only what can be chosen
 */
export function recallFor(widget, form) {
  const kept = recall(widget);
  const known = ownFields(form).filter(({ name }) => Object.hasOwn(kept, name));
  const fit = known.filter((each) => each instanceof HTMLInputElement || [...each.options].some(({ value }) => value === kept[each.name]));
  return Object.fromEntries(fit.map(({ name }) => [name, kept[name]]));
}

/**
 * @param {string} widget
 * @param {HTMLFormElement} form whose fields of the reader's own numbers are kept
 * @param {ReadonlySet<string>} typed the fields that the reader has changed; what a link says is somebody else's
 */
export function keep(widget, form, typed) {
  const own = ownFields(form).filter((field) => typed.has(field.name));
  const changed = own.filter((field) => field.value !== (recall(widget)[field.name] ?? asBuilt(field)));
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
