// What is handed out as a file: a fight's board as a picture, characters. Python writes it, the browser keeps it.

import { read } from "./form.mjs";
import { message } from "./messages.mjs";
import { ask, isReady, Unavailable } from "./python.mjs";
import { pageLanguage } from "./site.mjs";

const BYTES = "application/octet-stream"; // of a kind that it can show, a browser may not make a file
const SHARPER = 2; // pixels of a PNG for each of the drawing

/**
 * @param {string | Blob} content
 * @param {string} name of the file
 */
export function saveFile(content, name) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([content], { type: BYTES })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/**
 * Saves what lies on a desk as a picture, as it stands now.
 * @param {HTMLElement} desk
 * @param {string} kind "svg" or "png"
 */
export async function savePicture(desk, kind) {
  const form = desk.querySelector("form[id]");
  if (!(form instanceof HTMLFormElement)) return;
  if (!isReady()) tell(desk, message("starting"));
  try {
    const question = { widget: desk.getAttribute("name") ?? "", language: pageLanguage(), values: read(form), pressed: null, picture: true };
    const { state, status, data } = await ask(question);
    if (state === "ready") saveFile(kind === "png" ? await painted(data.svg) : data.svg, `${data.name}.${kind}`);
    tell(desk, status);
  } catch (reason) {
    tell(desk, message(reason instanceof Unavailable ? "nopicture" : "failed"));
  }
}

/**
 * @param {string} svg
 * @returns {Promise<Blob>} the drawing as PNG
 */
async function painted(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.naturalWidth * SHARPER, image.naturalHeight * SHARPER];
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => canvas.toBlob((made) => (made ? done(made) : fail(new Error("no picture"))), "image/png"));
}

/** @type {(desk: HTMLElement, said: string) => void} */
function tell(desk, said) {
  const place = /** @type {HTMLElement | null} */ (desk.querySelector(".widget-status"));
  if (!place) return;
  place.dataset.from = "page";
  place.textContent = said;
}
