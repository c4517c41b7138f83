// Takes pictures of Python's memory, so that the browser need not do again what has been done before one was taken.
//
//   node snapshot.mjs FOLDER_OF_THE_RUNTIME STANDARD_LIBRARY CODE_FOR_ALL FILE_TO_WRITE [CODE_TO_RUN FILE_TO_WRITE]...
//
// What the code for all leaves, each code after it finds, and nothing that another has done. The same code leaves the same
// memory, to the byte; but memory never shrinks, so what fills least of it comes first.

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { folded } from "../editor/memory.mjs";
import "./still.mjs";

const [folder, library, ...steps] = process.argv.splice(2);
process.argv[1] = "python"; // else memory would say where this file lies
const { loadPyodide, lockFileContents } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0" };
const options = { indexURL: `${folder}/`, stdLibURL: library, lockFileContents, env, _makeSnapshot: true };
const pyodide = await loadPyodide(options);
for (const wheel of JSON.parse(readFileSync(path.join(folder, "wheels.json"), "utf8"))) {
  pyodide.unpackArchive(new Uint8Array(readFileSync(path.join(folder, wheel))), "wheel");
}
const text = pyodide.runPython("id(str)");
const link = pyodide.runPython("import sys; id(sys.modules)") - 8; // what the garbage collector writes comes before
let common;
for (let step = 0; step < steps.length; step += 2) {
  if (common) {
    const memory = pyodide._module.HEAPU8;
    memory.set(common);
    memory.fill(0, common.length);
  }
  pyodide.runPython(readFileSync(steps[step], "utf8"));
  common ??= pyodide._module.HEAPU8.slice();
  writeFileSync(steps[step + 1], folded(pyodide.makeMemorySnapshot(), text, link));
}
