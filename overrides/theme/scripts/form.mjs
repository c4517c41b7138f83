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
 * @param {HTMLFormElement} form
 * @param {string} [except] a selector: controls inside of what it matches are left out
 * @returns {Record<string, string>} what the form says now; a box that is not ticked says ""
 */
export function read(form, except) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const control of controls(form)) {
    if (control.matches(":disabled") || (except && control.closest(except))) continue;
    if (!isTick(control)) values[control.name] = control.value;
    else if (control.checked) values[control.name] = control.value;
    else values[control.name] ??= "";
  }
  return values;
}

/**
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>} what the form says as the page was built
 */
export function defaults(form) {
  /** @type {Record<string, string>} */
  const values = {};
  for (const control of controls(form)) {
    if (control instanceof HTMLSelectElement) {
      const option = [...control.options].find((each) => each.defaultSelected) ?? control.options[0];
      values[control.name] = option?.value ?? "";
    } else if (isTick(control)) {
      values[control.name] ||= control.defaultChecked ? control.value : "";
    } else {
      values[control.name] = control.defaultValue;
    }
  }
  return values;
}

/**
 * Sets fields by name. A caret stays where it is.
 * @param {HTMLFormElement} form
 * @param {Record<string, string>} values
 */
export function write(form, values) {
  for (const control of controls(form)) {
    const value = values[control.name];
    if (value === undefined) continue;
    if (isTick(control)) {
      control.checked = control.type === "radio" ? control.value === value : value !== "";
    } else if (control.value !== value) {
      const caret = control === document.activeElement && "selectionStart" in control ? control.selectionStart : null;
      control.value = value;
      if (caret !== null && "setSelectionRange" in control) control.setSelectionRange(caret, caret);
    }
  }
}

/**
 * Shows the messages beside the fields they are about, and takes away those of before.
 * @param {HTMLElement} widget
 * @param {Record<string, string>} errors by field name
 */
export function showErrors(widget, errors) {
  for (const field of /** @type {NodeListOf<HTMLElement>} */ (widget.querySelectorAll("[data-field]"))) {
    const text = errors[field.dataset.field ?? ""] ?? "";
    const place = field.querySelector(".field-error");
    if (!(place instanceof HTMLElement)) continue;
    place.textContent = text;
    place.hidden = !text;
    for (const control of field.querySelectorAll("input, select, textarea")) {
      const described = new Set((control.getAttribute("aria-describedby") ?? "").split(/\s+/).filter(Boolean));
      if (text) described.add(place.id);
      else described.delete(place.id);
      setOrRemove(control, "aria-describedby", [...described].join(" "));
      setOrRemove(control, "aria-invalid", text && "true");
    }
    if (text) openAround(field);
  }
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
