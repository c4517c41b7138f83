// A widget's form as Python sees it: names and strings. No rule and no number is known here.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Control */

/**
 * @param {HTMLFormElement} form
 * @returns {Control[]} the controls that carry a value
 */
function controls(form) {
  return /** @type {Control[]} */ (
    [...form.elements].filter((element) => element.matches("input[name], select[name], textarea[name]"))
  );
}

/**
 * @param {Control} control
 * @returns {control is HTMLInputElement}
 */
function isTick(control) {
  return control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);
}

/**
 * @param {Control} control
 * @returns {control is HTMLInputElement} whether it is one box of several with the same name, all of which may be ticked
 */
function isMany(control) {
  return control instanceof HTMLInputElement && control.dataset.many !== undefined;
}

/**
 * @param {string | undefined} before
 * @param {string} more
 * @returns {string} the words of both, separated by spaces
 */
function joined(before, more) {
  return [before, more].filter(Boolean).join(" ");
}

/** A part that Python exchanges; the controls in it go with its buttons and are none of the widget's own fields. */
const PART = "[data-part]";

/**
 * @param {Control[]} some
 * @returns {Record<string, string>} what they say now; a box that is not ticked says ""
 */
function values(some) {
  /** @type {Record<string, string>} */
  const said = {};
  for (const control of some) {
    if (control.matches(":disabled")) continue;
    if (isMany(control)) said[control.name] = joined(said[control.name], control.checked ? control.value : "");
    else if (!isTick(control) || control.checked) said[control.name] = control.value;
    else said[control.name] ??= "";
  }
  return said;
}

/**
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>} what the widget's own fields say
 */
export function read(form) {
  return values(controls(form).filter((control) => !control.closest(PART)));
}

/**
 * @param {Record<string, string>} before
 * @param {Record<string, string>} after what the fields say now
 * @returns {Record<string, string>} what a number says that goes on by one as it went by one, if nothing else has changed
 */
export function onward(before, after) {
  const [name, ...others] = Object.keys(after).filter((each) => before[each] !== after[each]);
  if (!name || others.length || ![before[name], after[name]].every((said) => /^[-+]?\d{1,9}$/.test(said))) return {};
  const step = Number(after[name]) - Number(before[name]);
  return Math.abs(step) === 1 ? { [name]: String(Number(after[name]) + step) } : {};
}

/**
 * @param {HTMLButtonElement} button that was pressed, in the form or on the board
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>} what it says, and what the controls of the moment say, first of all those beside it
 */
export function readPressed(button, form) {
  const near = button.dataset.of ? document.getElementById(button.dataset.of) : button.closest("fieldset");
  const beside = controls(form).filter((control) => control.closest(PART));
  return {
    ...values(beside),
    ...values(beside.filter((control) => near?.contains(control))),
    [button.name]: button.value,
  };
}

/**
 * A box that adds to what a list has chosen is not offered for that itself.
 * @param {HTMLFormElement} form
 */
export function offerOthers(form) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-beside]"))) {
    const [list, value] = place.dataset.beside?.split(" ") ?? [];
    place.hidden = values(controls(form).filter(({ name }) => name === list))[list] === value;
    for (const box of place.querySelectorAll("input")) box.disabled = place.hidden;
  }
}

/**
 * @param {HTMLInputElement} field that waits for a button
 * @param {HTMLFormElement} form
 * @returns {{button: HTMLButtonElement | undefined, isSure: boolean}} the button that takes what the field says, beside it before
 * others; of several the one to be pressed next, or else the first, of which one is not sure; where none takes it by name, what comes next
 */
export function taker(field, form) {
  const buttons = /** @type {HTMLButtonElement[]} */ ([...form.elements].filter((each) => each.matches("button[name=do]:enabled")));
  const naming = buttons.filter(({ value }) => value.includes(`{"control":"${field.name}"`) || value.includes(`{"choice":"${field.name}"`));
  const group = field.closest("fieldset, .action");
  const beside = naming.filter((each) => group?.contains(each));
  const takers = beside.length ? beside : naming.length ? naming : buttons.filter((each) => each.matches("[data-primary]"));
  const next = takers.find((each) => each.matches(".primary, [data-primary]"));
  return { button: next ?? takers[0], isSure: Boolean(next) || takers.length === 1 };
}

/**
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>} what the form says as the page was built
 */
export function defaults(form) {
  /** @type {Record<string, string>} */
  const built = {};
  for (const control of controls(form)) {
    if (control.closest(PART)) continue;
    if (control instanceof HTMLSelectElement) {
      const option = [...control.options].find((each) => each.defaultSelected) ?? control.options[0];
      built[control.name] = option?.value ?? "";
    } else if (isMany(control)) {
      built[control.name] = joined(built[control.name], control.defaultChecked ? control.value : "");
    } else if (isTick(control)) {
      built[control.name] ||= control.defaultChecked ? control.value : "";
    } else {
      built[control.name] = control.defaultValue;
    }
  }
  return built;
}

/**
 * Sets the widget's own fields. A caret stays where it is.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} wanted by field name
 */
export function write(form, wanted) {
  for (const control of controls(form)) {
    const value = wanted[control.name];
    if (value === undefined || control.closest(PART)) continue;
    if (isMany(control)) {
      control.checked = value.split(" ").includes(control.value);
    } else if (isTick(control)) {
      control.checked = control.value === value;
    } else if (control.value !== value) {
      const caret = control === document.activeElement && "selectionStart" in control ? control.selectionStart : null;
      control.value = value;
      if (caret !== null && "setSelectionRange" in control) control.setSelectionRange(caret, caret);
    }
  }
}

export const KEYS = "button[data-sign], button[data-add]";

/**
 * Changes the number beside a key as the key says, as if it had been typed; what is no number stays.
 * @param {HTMLElement} key
 */
export function pressKey(key) {
  const line = key.parentElement?.querySelector("input");
  if (!line) return;
  const changed = key.dataset.add ? sum(line.value, key.dataset.add) : otherSign(line.value);
  if (changed === null) return;
  line.value = changed;
  line.dispatchEvent(new InputEvent("input", { bubbles: true }));
}

const ARROWS = { ArrowUp: "1", ArrowDown: "-1" };

/**
 * @param {KeyboardEvent} event
 * @returns {HTMLElement | null} the key beside a number that does what an arrow of the keyboard means there
 */
export function keyOf({ key, target, altKey, ctrlKey, metaKey, shiftKey }) {
  const add = ARROWS[/** @type {keyof typeof ARROWS} */ (key)];
  if (!add || altKey || ctrlKey || metaKey || shiftKey || !(target instanceof HTMLInputElement)) return null;
  return target.parentElement?.querySelector(`:scope > [data-add="${add}"]`) ?? null;
}

/** @type {(written: string) => string} */
function otherSign(written) {
  return /^\s*[-−－]/.test(written) ? written.replace(/[-−－]/, "") : `-${written.trim().replace(/^[+＋]/, "")}`;
}

/** @type {(written: string, more: string) => string | null} */
function sum(written, more) {
  const plain = written.normalize("NFKC").replace("−", "-").trim() || "0";
  return /^[+-]?\d+$/.test(plain) ? String(Number(plain) + Number(more)) : null;
}

/**
 * Shows the messages beside the fields they are about, and takes away those of before.
 * @param {HTMLElement} widget
 * @param {Record<string, string>} errors by field name
 * @returns {HTMLElement | undefined} the first field that has one now
 */
export function showErrors(widget, errors) {
  const fields = /** @type {NodeListOf<HTMLElement>} */ (widget.querySelectorAll("[data-field]"));
  for (const [number, field] of fields.entries()) {
    setError(field, errors[field.dataset.field ?? ""] ?? "", `${widget.getAttribute("name")}-error-${number}`);
  }
  return [...fields].find((field) => field.querySelector(":scope > .field-error"));
}

/**
 * @param {Element} field
 * @param {string} [text] the message beside it; left out, what was wrong has been changed
 * @param {string} [id] of the message
 */
export function setError(field, text = "", id = "") {
  const place = field.querySelector(":scope > .field-error") ?? (text && message(id));
  if (!place) return;
  place.textContent = text;
  if (!text) place.remove();
  else if (!place.parentElement) field.append(place);
  for (const control of field.querySelectorAll("input, select, textarea")) {
    const described = new Set((control.getAttribute("aria-describedby") ?? "").split(/\s+/).filter(Boolean));
    if (text) described.add(place.id);
    else described.delete(place.id);
    setOrRemove(control, "aria-describedby", [...described].join(" "));
    setOrRemove(control, "aria-invalid", text && "true");
  }
  if (text) openAround(field);
}

/** @type {(id: string) => HTMLElement} the place for a message */
function message(id) {
  const made = document.createElement("p");
  made.className = "field-error";
  made.id = id.replaceAll(".", "-");
  return made;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {string} value "" removes the attribute
 */
function setOrRemove(element, name, value) {
  if (value) element.setAttribute(name, value);
  else element.removeAttribute(name);
}

/** @param {Element} element that must not stay folded away */
function openAround(element) {
  for (let fold = element.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
}
