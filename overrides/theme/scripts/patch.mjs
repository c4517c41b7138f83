// Exchanges a part of a widget for a newer one, and the reader keeps what was there:
// what was open stays open, what was scrolled stays scrolled, and the keyboard focus stays where it was or goes where it is of use.

const MANY = 8; // children that went and came

/** @type {WeakMap<Element, number>} how far boxes have been scrolled; to ask them would make the browser lay the page out */
const scrolled = new WeakMap();
document.addEventListener("scroll", ({ target }) => {
  if (target instanceof Element) scrolled.set(target, target.scrollLeft);
}, { capture: true, passive: true });

/**
 * What is the same in the newer part stays in the page: on a board or in a log that is most of it, and what is not touched
 * need not be laid out again.
 * @param {Element} part
 * @param {string} html written and escaped by Python
 */
export function replacePart(part, html) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  // On a desk the focus goes to what comes next, and only who goes back and forth stays there.
  const focus = focused && (!focused.closest("[data-desk]") || focused.closest(".history")) && describe(focused);
  const folds = states(part, "details", (fold) => (/** @type {HTMLDetailsElement} */ (fold).open ? "open" : "shut"));
  const scrolls = states(part, ".table-scroll", (box) => scrolled.get(box) ?? 0);

  renew(part, parsed(part, html));

  restore(part, "details", folds, (fold, open) => {
    /** @type {HTMLDetailsElement} */ (fold).open = open === "open";
  });
  restore(part, ".table-scroll", scrolls, (box, left) => {
    box.scrollLeft = left;
    scrolled.set(box, left);
  });
  if (focus) refocus(part, focus);
}

/** @type {(part: Element, html: string) => DocumentFragment} what it will hold; rules that have been looked up have their places */
function parsed(part, html) {
  const { content } = Object.assign(document.createElement("template"), { innerHTML: html });
  const places = new Map([...part.querySelectorAll("a[data-rule]")].map((link) => [link.getAttribute("data-rule"), link.getAttribute("href")]));
  for (const link of content.querySelectorAll("a[data-rule]")) {
    const place = places.get(link.getAttribute("data-rule"));
    if (place) link.setAttribute("href", place);
  }
  return content;
}

/**
 * Gives `old` the children of `next`. Those that are alike stay where few are not: many exchanged one by one cost the browser
 * more than all at once.
 * @type {(old: Element, next: ParentNode & Node) => void}
 */
function renew(old, next) {
  const [before, after] = [[...old.childNodes], [...next.childNodes]];
  let [head, tail] = [0, 0];
  const most = Math.min(before.length, after.length);
  while (head < most && before[head].isEqualNode(after[head])) head++;
  while (tail < most - head && before[before.length - 1 - tail].isEqualNode(after[after.length - 1 - tail])) tail++;
  const gone = before.slice(head, before.length - tail);
  const come = after.slice(head, after.length - tail);
  if (gone.length + come.length > MANY) return old.replaceChildren(...after);
  for (const [place, node] of gone.entries()) {
    const newer = gone.length === come.length && come[place];
    if (!newer) node.remove();
    else if (hasSameShell(node, newer)) renew(/** @type {Element} */ (node), /** @type {Element} */ (newer));
    else node.replaceWith(newer);
  }
  if (gone.length !== come.length) for (const node of come) old.insertBefore(node, before[before.length - tail] ?? null);
}

/** @type {(one: Node, other: Node) => boolean} */
function hasSameShell(one, other) {
  return one instanceof Element && one.cloneNode().isEqualNode(other.cloneNode());
}

/**
 * Lets the controls of a part say what they were written to say: what was filled in is spent.
 * @param {Element} part
 */
export function emptyControls(part) {
  for (const control of part.querySelectorAll("input, select")) {
    if (control instanceof HTMLSelectElement) {
      const first = [...control.options].findIndex((option) => option.defaultSelected);
      control.selectedIndex = Math.max(first, 0);
    } else if (control instanceof HTMLInputElement) {
      control.checked = control.defaultChecked;
      control.value = control.defaultValue;
    }
  }
}

/**
 * @param {Element} element
 * @returns {string} a selector that finds the same control in the new part, or ""
 */
function describe(element) {
  for (const mark of ["data-key", "data-set"]) {
    const key = element.closest(`[${mark}]`)?.getAttribute(mark);
    if (key) return `[${mark}="${CSS.escape(key)}"]`;
  }
  const name = element.getAttribute("name");
  if (name) {
    const value = element.matches("button, [type=radio]") ? `[value="${CSS.escape(element.getAttribute("value") ?? "")}"]` : "";
    return `[name="${CSS.escape(name)}"]${value}`;
  }
  const rule = element.getAttribute("data-rule");
  if (rule) return `[data-rule="${CSS.escape(rule)}"]`;
  if (element.matches("summary")) return "summary";
  return element.matches(".table-scroll") ? ".table-scroll" : "";
}

/**
 * @param {Element} part
 * @param {string} same selector of the control that had the focus
 */
function refocus(part, same) {
  const wishes = [same, "button.primary, summary.primary", ".action button, button:not(.history *)", "button", "h2, h3, h4, h5, h6, legend"];
  for (const wish of wishes) {
    if (!wish) continue;
    const target = [...part.querySelectorAll(wish)].find((element) => !element.matches(":disabled") && element.checkVisibility());
    if (!(target instanceof HTMLElement)) continue;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView({ block: "nearest" });
    return;
  }
}

/**
 * @template T
 * @param {Element} part
 * @param {string} selector
 * @param {(element: Element) => T} state
 * @returns {Map<string, T>} by the elements' keys
 */
function states(part, selector, state) {
  return new Map(keyed(part, selector).map(([key, element]) => [key, state(element)]));
}

/**
 * @template T
 * @param {Element} part
 * @param {string} selector
 * @param {Map<string, T>} before
 * @param {(element: Element, state: T) => void} set called where there is something to set
 */
function restore(part, selector, before, set) {
  for (const [key, element] of keyed(part, selector)) {
    const state = before.get(key);
    if (state) set(element, state);
  }
}

/**
 * @param {Element} part
 * @param {string} selector
 * @returns {[string, Element][]} each with its data-key, or its class and its number among its like
 */
function keyed(part, selector) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  return [...part.querySelectorAll(selector)].map((element) => {
    const key = element.getAttribute("data-key") ?? element.className;
    const number = seen.get(key) ?? 0;
    seen.set(key, number + 1);
    return [`${key} ${number}`, element];
  });
}
