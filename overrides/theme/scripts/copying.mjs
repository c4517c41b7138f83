// Buttons that copy a text of the page: that of the element they name, or of the code beside them.

import { message } from "./messages.mjs";

/** @param {HTMLElement} button with `data-copy` */
export async function copy(button) {
  const named = document.getElementById(button.dataset.copy ?? "");
  const source = named ?? button.parentElement?.querySelector("code");
  const text = source instanceof HTMLTextAreaElement ? source.value : source?.matches("code") ? source.textContent ?? "" : source ? told(source) : "";
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  button.toggleAttribute("data-copied", Boolean(isCopied));
  setTimeout(() => button.removeAttribute("data-copied"), 2000);
  tell(message(isCopied ? "copiedtext" : "selected"));
  if (!isCopied && source) select(/** @type {HTMLElement} */ (source));
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
  } else getSelection()?.selectAllChildren(source);
}

/** @param {string} said to who hears the page, and to who sees it */
function tell(said) {
  const place = document.querySelector(".copy-said") ?? document.body.appendChild(Object.assign(document.createElement("p"), { className: "copy-said", role: "status" }));
  place.textContent = "";
  requestAnimationFrame(() => (place.textContent = said));
  setTimeout(() => place.remove(), 3000);
}
