// Whose numbers a calculator begins with: me, another character of the roster, a whole party, or nobody.

import { charactersOf, me, partiesOf, roster } from "./roster.mjs";
import { pageLanguage } from "./site.mjs";

/** @typedef {import("./roster.mjs").Kept} Kept */
/** @typedef {Record<string, string>} Values by field */

/**
 * Fills in the menu of a calculator, if its fields have room for what characters bring along.
 * @param {Element} widget
 * @param {Values} asBuilt what its fields say as built
 * @param {AbortSignal} left when the calculator is gone
 */
export function offerCharacters(widget, asBuilt, left) {
  const place = /** @type {HTMLElement | null} */ (widget.querySelector("[data-who]"));
  const menu = place?.querySelector("select");
  if (!place || !menu) return;
  const system = (widget.getAttribute("name") ?? "").split(".")[0];
  /** @type {Values[]} what each entry of the menu fills in */
  let fills = [];
  const list = () => {
    const [nobody] = menu.options;
    const found = entries(widget, system);
    fills = [Object.fromEntries(fieldsOf(widget).map(([field]) => [field, asBuilt[field]])), ...found.map(([, values]) => values)];
    menu.replaceChildren(nobody, ...found.map(([label], number) => new Option(label, String(number + 1))));
    place.hidden = !found.length;
    tell();
  };
  const tell = () => { // whose the numbers are that the fields say now
    const said = Object.fromEntries(fieldsOf(widget).map(([name, field]) => [name, /** @type {HTMLInputElement} */ (field).value]));
    menu.value = String(Math.max(0, fills.findIndex((values, number) => number && Object.keys(values).every((name) => values[name] === said[name]))));
  };
  menu.addEventListener("change", () => widget.dispatchEvent(new CustomEvent("fill", { detail: fills[Number(menu.value)] ?? {} })));
  widget.addEventListener("answered", tell);
  roster.addEventListener("change", list, { signal: left });
  list();
}

/**
 * Fills in the menu of those who can enter a fight before it begins: parties, then each character.
 * @param {Element} desk
 */
export function offerParties(desk) {
  const place = /** @type {HTMLElement | null} */ (desk.querySelector("[data-roster]"));
  const menu = place?.querySelector("select");
  if (!place || !menu) return;
  const [system, language] = [place.dataset.roster ?? "", pageLanguage()];
  const parties = partiesOf(system).map(([name, members]) => /** @type {[string, Kept[]]} */ ([name, members]));
  const alone = charactersOf(system).map((each) => /** @type {[string, Kept[]]} */ ([each.told.name[language], [each]]));
  const come = (/** @type {Kept[]} */ members) => JSON.stringify(members.flatMap(({ told }) => told.entry[language] ?? []));
  menu.replaceChildren(...[...parties, ...alone].map(([name, members]) => new Option(name, come(members))));
  place.hidden = !menu.options.length;
}

/** @type {(widget: Element) => [string, HTMLElement][]} its fields that characters fill in, by name */
const fieldsOf = (widget) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (widget.querySelectorAll("[data-kept], [data-party]"))]
    .filter((field) => !field.dataset.kept?.startsWith("rule:"))
    .map((field) => [field.getAttribute("name") ?? "", field]);

/**
 * @param {Element} widget
 * @param {string} system
 * @returns {[string, Values][]} what the menu offers: its words, and what it fills in; me first
 */
function entries(widget, system) {
  const language = pageLanguage();
  const mine = me(system);
  const others = charactersOf(system).filter(({ id }) => id !== mine?.id);
  /** @type {[string, Values][]} */
  const found = [];
  for (const character of mine ? [mine, ...others] : others) {
    /** @type {{labels: string[], values: Values}[]} */
    const ways = [];
    for (const { label, numbers } of character.told.uses) {
      const values = filled(widget, numbers);
      const same = ways.find((way) => isSame(way.values, values));
      if (same) same.labels.push(label[language]);
      else ways.push({ labels: [label[language]], values });
    }
    for (const { labels, values } of ways) {
      if (!Object.keys(values).length) continue;
      const name = character.told.name[language];
      found.push([ways.length > 1 ? `${name} – ${labels.join(language === "ja" ? "・" : ", ")}` : name, values]);
    }
  }
  for (const [name, members] of partiesOf(system)) {
    const values = joined(widget, members.map(({ told }) => told.shares));
    if (Object.keys(values).length) found.push([name, values]);
  }
  return found;
}

/** @type {(widget: Element, numbers: Record<string, import("./roster.mjs").Spoken>) => Values} */
function filled(widget, numbers) {
  const kept = fieldsOf(widget).filter(([name, { dataset }]) => dataset.kept !== undefined && Object.hasOwn(numbers, dataset.kept || name));
  return Object.fromEntries(kept.map(([name, { dataset }]) => [name, numbers[dataset.kept || name][pageLanguage()]]));
}

/** @type {(widget: Element, shares: Record<string, import("./roster.mjs").Spoken>[]) => Values} */
function joined(widget, shares) {
  const lists = fieldsOf(widget).filter(([, { dataset }]) => dataset.party && shares.every((each) => Object.hasOwn(each, dataset.party ?? "")));
  return Object.fromEntries(lists.map(([name, { dataset }]) => [name, shares.map((each) => each[dataset.party ?? ""][pageLanguage()]).join(", ")]));
}

/** @type {(one: Values, other: Values) => boolean} */
const isSame = (one, other) => Object.keys({ ...one, ...other }).every((name) => one[name] === other[name]);
