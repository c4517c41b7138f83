// In the place of Pyodide: loads as a test has it.

export const lockFileContents = "{}";
export const loadPyodide = (options) => globalThis.loadFakePyodide(options);
