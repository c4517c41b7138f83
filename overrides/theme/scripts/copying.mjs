// Buttons that copy a text of the page: that of the element they name, of the code beside them, or a calculator's answer;
// and the small menu of a rule's number.

import { namedFields } from "./address.mjs";
import { read } from "./form.mjs";
import { message } from "./messages.mjs";
import { lookUp } from "./rules.mjs";

/** @param {HTMLElement} button with `data-copy` */
export async function copy(button) {
  const widget = button.dataset.copy === "answer" ? button.closest("rules-widget") : null;
  const named = document.getElementById(button.dataset.copy ?? "");
  const source = widget?.querySelector(".answer-bar") ?? named ?? button.parentElement?.querySelector("code");
  const text = widget ? answered(widget) : source instanceof HTMLTextAreaElement ? source.value : source?.matches("code") ? source.textContent ?? "" : source ? told(source) : "";
  const isCopied = await written(text);
  button.toggleAttribute("data-copied", isCopied);
  setTimeout(() => button.removeAttribute("data-copied"), 2000);
  if (isCopied || !(source instanceof HTMLElement)) return;
  select(source);
  if (source.checkVisibility()) return;
  const menu = beside(button, wordsOf(button)); // it stands in another view
  menu.showPopover();
  byHand(menu, text, wordsOf(button));
}

/** @type {(text: string) => Promise<boolean>} whether it has been copied, which is said in any case */
async function written(text) {
  const isCopied = Boolean(await navigator.clipboard?.writeText(text).then(() => true, () => false));
  tell(message(isCopied ? "copiedtext" : "selected"));
  return isCopied;
}

/** @type {(element: Element | null | undefined) => string} */
const wordsOf = (element) => element?.textContent?.replace(/\s+/g, " ").trim() ?? "";

/** @type {(id: string, query?: string) => string} the address of a place of the page */
const addressOf = (id, query = "") => new URL(`${location.pathname}${query}#${id}`, location.href).href;

/** @type {(address: string) => string} where something is said: game, site and address */
const credit = (address) => `— ${document.title.split(" · ").slice(1).join(" · ")}, ${address}`;

/** @type {(widget: Element) => string} its answer as a sentence, with the way to it */
function answered(widget) {
  const exact = wordsOf(widget.querySelector(".answer-bar > small"));
  const said = wordsOf(widget.querySelector(".answer-bar > span"));
  return `${wordsOf(widget.querySelector(".widget-title"))}: ${said}${exact && ` (${exact})`}\n${credit(addressOf(widget.id, queryOf(widget)))}`;
}

/**
 * @param {Element} widget
 * @returns {string} what the address says of it, and of nothing else: at least one field, for where it says nothing the reader's own numbers stand
 */
function queryOf(widget) {
  const [name, form] = [widget.getAttribute("name") ?? "", widget.querySelector("form")];
  const named = Object.entries(namedFields(name));
  const fields = named.length ? named : Object.entries(form ? read(form) : {}).slice(0, 1);
  return fields.length ? `?${new URLSearchParams(fields.map(([field, value]) => [`${name}.${field}`, value]))}` : "";
}

/** @param {HTMLAnchorElement} number of a rule, whose link or text is to be copied */
export async function offer(number) {
  const id = decodeURIComponent(number.hash.slice(1));
  const menu = beside(number, id);
  const head = Object.assign(document.createElement("strong"), { textContent: id });
  /** @type {(words: string, text: () => Promise<string>) => HTMLButtonElement} */
  const key = (words, text) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: words });
    button.addEventListener("click", async () => {
      const said = await text();
      if (await written(said)) menu.hidePopover();
      else byHand(menu, said, words);
    });
    return button;
  };
  menu.append(
    head,
    key(message("copylink"), async () => addressOf(id)),
    key(message("copyrule"), async () => `${id} ${(await lookUp(id))?.text ?? ""}\n${credit(addressOf(id))}`),
  );
  menu.showPopover();
  menu.querySelector("button")?.focus({ preventScroll: true });
}

/** @type {(anchor: HTMLElement, name: string) => HTMLElement} a small window, which is gone once it is closed */
function beside(anchor, name) {
  const menu = Object.assign(document.createElement("div"), { className: "pop pop--rule copy-menu", popover: "auto", role: "dialog", ariaLabel: name });
  anchor.style.setProperty("anchor-name", "--rule-id");
  menu.style.setProperty("position-anchor", "--rule-id");
  menu.addEventListener("toggle", (event) => {
    if (/** @type {ToggleEvent} */ (event).newState !== "closed") return;
    anchor.style.removeProperty("anchor-name");
    menu.remove();
  });
  return document.body.appendChild(menu);
}

/** @type {(menu: HTMLElement, text: string, name: string) => void} shows a text that the reader copies */
function byHand(menu, text, name) {
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, ariaLabel: name });
  menu.querySelector("textarea")?.remove();
  menu.append(field);
  select(field);
}

/**
 * @param {Element} log of a fight, the newest round first and in it the newest step
 * @returns {string} the same from the beginning, a line for each step
 */
function told(log) {
  /** @type {string[][]} */
  const rounds = [];
  for (const part of log.children) {
    if (part.matches(".log-round")) rounds.push([`■ ${part.textContent}`]);
    if (!part.matches("ol")) continue;
    const lines = [...part.children].map((line) => line.textContent ?? "").reverse();
    if (part.previousElementSibling?.matches(".log-round")) rounds.at(-1)?.push(...lines);
    else rounds.push(lines); // before the first round
  }
  return rounds.reverse().flat().join("\n");
}

/** @param {HTMLElement} source that is to be copied by hand */
function select(source) {
  for (let fold = source.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  if (source instanceof HTMLTextAreaElement) {
    source.focus();
    source.select();
  } else document.getSelection()?.selectAllChildren(source);
}

/** @param {string} said to who hears the page, and to who sees it */
function tell(said) {
  const place = document.querySelector(".copy-said") ?? document.body.appendChild(Object.assign(document.createElement("p"), { className: "copy-said", role: "status" }));
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = said));
  setTimeout(() => place.remove(), 3000);
}
