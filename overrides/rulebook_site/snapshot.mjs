// Takes a picture of Python's memory once everything has been imported and every widget has answered, so that the
// browser need not do that again.
//
//   node snapshot.mjs FOLDER_OF_THE_RUNTIME STANDARD_LIBRARY CODE_TO_RUN_BEFORE FILE_TO_WRITE

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, library, code, out] = process.argv.slice(2);
const { loadPyodide, lockFileContents } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const pyodide = await loadPyodide({ indexURL: `${folder}/`, stdLibURL: library, lockFileContents, _makeSnapshot: true });
for (const wheel of JSON.parse(readFileSync(path.join(folder, "wheels.json"), "utf8"))) {
  pyodide.unpackArchive(new Uint8Array(readFileSync(path.join(folder, wheel))), "wheel");
}
pyodide.runPython(readFileSync(code, "utf8"));
writeFileSync(out, pyodide.makeMemorySnapshot());
