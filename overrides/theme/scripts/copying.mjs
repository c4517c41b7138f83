// Buttons that copy a text of the page: that of the element they name, or of the code beside them.

import { message } from "./messages.mjs";

/** @param {HTMLElement} button with `data-copy` */
export async function copy(button) {
  const named = document.getElementById(button.dataset.copy ?? "");
  const source = named ?? button.parentElement?.querySelector("code");
  const text = source instanceof HTMLTextAreaElement ? source.value : source?.textContent ?? "";
  const isCopied = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  button.toggleAttribute("data-copied", Boolean(isCopied));
  setTimeout(() => button.removeAttribute("data-copied"), 2000);
  tell(message(isCopied ? "copiedtext" : "selected"));
  if (!isCopied && source) select(/** @type {HTMLElement} */ (source));
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
