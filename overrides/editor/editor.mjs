// An editor for Python. The examples load it when somebody edits; it is bundled into one script, for it is made of many.

import { createEditor } from "prism-code-editor";
import { defaultKeymap, editHistory, editorCommands, setIgnoreTab } from "prism-code-editor/commands";
import "prism-code-editor/languages/python";
import layout from "prism-code-editor/layout.css";
import "prism-code-editor/prism/languages/python";

/**
 * @typedef {object} Editor
 * @property {(code: string) => void} write
 * @property {() => void} focus
 */

/**
 * Opens an editor. Tab indents; after Escape it goes to the next control, as everywhere else.
 * @param {HTMLElement} place it fills
 * @param {string} code that stands in it
 * @param {{label: string, changed: (code: string) => void, run: () => void}} tied what it is called, and what it tells
 * @returns {Editor}
 */
export function edit(place, code, { label, changed, run }) {
  adopt();
  const press = () => {
    run();
    return true;
  };
  const editor = createEditor(
    place,
    { language: "python", value: code, tabSize: 4, wordWrap: true, onUpdate: changed },
    editorCommands({ ...defaultKeymap, "Mod+Enter": press, "Shift+Enter": press }),
    editHistory(),
  );
  const { textarea } = editor;
  textarea.setAttribute("aria-label", label);
  textarea.addEventListener("focus", () => setIgnoreTab(false));
  textarea.addEventListener("keydown", ({ key }) => key === "Escape" && setIgnoreTab(true), { capture: true });
  return {
    write: (value) => editor.setOptions({ value }),
    focus: () => textarea.focus(),
  };
}

let adopted = false;

function adopt() {
  if (adopted) return;
  adopted = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(layout);
  document.adoptedStyleSheets.push(sheet);
}
