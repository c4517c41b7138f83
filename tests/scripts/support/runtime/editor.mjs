// In the place of the editor: one that a test types into, or that refuses to load.

if (globalThis.editorRefused) throw new Error("refused");

export function edit(place, code, tied) {
  const editor = {
    place,
    code,
    tied,
    focused: 0,
    type: (text) => tied.changed((editor.code = text)),
    write: (text) => (editor.code = text),
    focus: () => (editor.focused += 1),
  };
  globalThis.opened.push(editor);
  return editor;
}
