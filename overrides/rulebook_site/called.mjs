// Writes the binary with which Python answers: what it calls as it comes out of its picture, answers and is exercised is
// a fifth of what there is. In the place of all else stands the word that it is wanted; then worker.mjs has the page
// start Python anew with a binary that lacks nothing.
//
//   node called.mjs FOLDER_OF_THE_RUNTIME PICTURE FILE_TO_WRITE [CODE_TO_RUN]...

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import binaryen from "binaryen";

import { unfolded } from "../editor/memory.mjs";
import { read, withoutData, written } from "./binary.mjs";
import "./still.mjs";

const [folder, picture, file, ...steps] = process.argv.slice(2);
const whole = readFileSync(path.join(folder, "pyodide.asm.wasm"));

/**
 * @param {InstanceType<typeof binaryen.Module>} module
 * @param {(name: string, body: number, result: number) => number | undefined} change returns the body that a function
 *   shall have from now on, where it is another
 */
function rewrite(module, change) {
  for (let number = module.getNumFunctions() - 1; number >= 0; number--) {
    const place = module.getFunctionByIndex(number);
    const { name, base, body, results } = binaryen.getFunctionInfo(place);
    const changed = base ? undefined : change(name, body, results);
    if (changed !== undefined) binaryen.Function(place).body = changed;
  }
}

/** @returns {Uint8Array} the binary, which tells `called.by` once of each function that it is called */
function telling() {
  const module = read(whole);
  const { i32, global } = module;
  module.addFunctionImport("called", "called", "by", binaryen.i32, binaryen.none);
  rewrite(module, (name, body, results) => {
    module.addGlobal(`is called: ${name}`, binaryen.i32, true, i32.const(0));
    const isNews = i32.eqz(global.get(`is called: ${name}`, binaryen.i32));
    const noted = global.set(`is called: ${name}`, i32.const(1));
    const told = module.call("called", [i32.const(Number(name))], binaryen.none);
    return module.block(null, [module.if(isNews, module.block(null, [noted, told])), body], results);
  });
  return withoutData(module.emitBinary());
}

/** @type {Set<string>} */
const called = new Set();
const by = (/** @type {number} */ name) => called.add(String(name));
const { instantiate } = WebAssembly;
const told = telling();
/** @type {WebAssembly.Table} */
let functions;
WebAssembly.instantiate = (_, imports) => {
  functions = imports.env.__indirect_function_table;
  return instantiate(told, { ...imports, called: { by } });
};

// As worker.mjs does.
const { loadPyodide, lockFileContents } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
const stdLibURL = `${picture}.no-files.zip`;
writeFileSync(stdLibURL, Uint8Array.of(0x50, 0x4b, 5, 6, ...Array(18).fill(0)));
const _loadSnapshot = unfolded(new Uint8Array(readFileSync(picture)));
const pyodide = await loadPyodide({ indexURL: `${folder}/`, lockFileContents, jsglobals: {}, _loadSnapshot, stdLibURL });
const [answer, run] = ["rules_py.library", "rules_py.core.console"].map((module) => pyodide.runPython(`from ${module} import answer; answer`));
const tell = () => {};
for (const step of steps) pyodide.runPython(readFileSync(step, "utf8"));
answer(JSON.stringify({ widget: "exorcist.difficulty", language: "en", values: {}, pressed: null }), tell);
for (const code of ["1 / 0", "print(1)", "import csv"]) run(JSON.stringify({ codes: [code], language: "en" }), tell, false);
const library = readFileSync(path.join(folder, "python_stdlib.zip"));
pyodide.FS.writeFile(pyodide.runPython("import sys; next(p for p in sys.path if p.endswith('.zip'))"), new Uint8Array(library));
for (const wheel of JSON.parse(readFileSync(path.join(folder, "wheels.json"), "utf8"))) {
  pyodide.unpackArchive(new Uint8Array(readFileSync(path.join(folder, wheel))), "wheel");
}
pyodide.runPython("import importlib; importlib.invalidate_caches()");
for (const code of ["import csv, statistics", "import nothing"]) {
  try {
    pyodide.runPython(code);
  } catch {
    // as it should be
  }
}

// The collector may come in the midst of whatever is done, upon things of any kind, and asks them what they hold.
const KINDS = `
import json
kinds = [object]
for kind in kinds:
    kinds += {*type.__subclasses__(kind)}.difference(kinds)
json.dumps([id(list), *map(id, kinds)])`;
const OF_THE_COLLECTOR = [92, 96]; // bytes into a type, where CPython has tp_traverse and tp_clear
const imported = WebAssembly.Module.imports(new WebAssembly.Module(told)).filter(({ kind }) => kind === "function").length;
const [ofLists, ...ofAll] = JSON.parse(pyodide.runPython(KINDS)).map((/** @type {number} */ kind) =>
  OF_THE_COLLECTOR.map((at) => pyodide._module.HEAP32[(kind + at) >> 2])
    .filter(Boolean).map((at) => Number(functions.get(at)?.name) - imported)); // functions are named by number, imported ones apart
if (!ofLists.length || ofLists.some((/** @type {number} */ name) => !called.has(String(name)))) {
  throw new Error("tp_traverse and tp_clear do not lie where they did in a type; OF_THE_COLLECTOR of called.mjs says where");
}
ofAll.flat().forEach(by);

const module = read(whole);
module.addFunctionImport("wanted", "rulebook", "wanted", binaryen.none, binaryen.none);
rewrite(module, (name) => {
  if (called.has(name)) return undefined;
  return module.block(null, [module.call("wanted", [], binaryen.none), module.unreachable()]);
});
writeFileSync(file, withoutData(written(module)));
