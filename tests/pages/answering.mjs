// Runs code in the Python that answers, with its binary and its picture, as the worker of a page starts it; writes an
// empty archive, which Pyodide asks for, where it is run.
//
//   node answering.mjs FOLDER_OF_THE_RUNTIME CODE

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [folder, code] = process.argv.slice(2);
const file = (name) => readFileSync(path.join(folder, name));
const script = (name) => import(pathToFileURL(path.join(folder, name)).href);

const { decompress, unfolded } = await script("memory.mjs");
const [common, own] = ["snapshot.bin", "snapshot-all.bin"].map((name) => decompress(new Uint8Array(gunzipSync(file(name)))));
for (let at = 0; at < common.length; at++) own[at] ^= common[at];

const { instantiate } = WebAssembly;
const wanted = () => {
  throw new Error("more of Python is wanted than answers have");
};
WebAssembly.instantiate = (_, imports) => instantiate(file("snapshot.wasm"), { ...imports, rulebook: { wanted } });
const stdLibURL = path.resolve("no-files.zip");
writeFileSync(stdLibURL, Uint8Array.of(0x50, 0x4b, 5, 6, ...Array(18).fill(0)));
const { loadPyodide, lockFileContents } = await script("pyodide.mjs");
const pyodide = await loadPyodide({ indexURL: `${folder}/`, lockFileContents, jsglobals: {}, _loadSnapshot: unfolded(own), stdLibURL });
console.log(pyodide.runPython(code));
