// Takes from Pyodide what only compiled packages would call, of which this site has none: nine of ten exports and what
// they alone reach. An engine has less to fetch, to compile and to list at each start. Python with the picture of its
// memory gets a binary without data on top of it, for the picture holds them; called.mjs takes still more from that
// with which it answers. The script comes in short names. The pictures are taken with one that clears what is given back.
//
//   node prune.mjs FOLDER_OF_PYODIDE FOLDER_TO_WRITE_TO

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import binaryen from "binaryen";
import { transformSync } from "esbuild";

import { read, withoutData, written } from "./binary.mjs";

const [from, to] = process.argv.slice(2);
const BINARY = "pyodide.asm.wasm";
const SCRIPT = "pyodide.asm.js";
const NAMED = /var \w+=Module\["\w+"\]=wasmExports\["(\w+)"\];/g; // whether anybody uses the name or not
const EVAL = /(?<![\w.$])eval\(/g; // of what such a package would bring: only where there is none can names be shortened

const binary = readFileSync(path.join(from, BINARY));
const script = readFileSync(path.join(from, SCRIPT), "utf8");
const compiled = new WebAssembly.Module(binary);
const used = new Set(script.replace(NAMED, "").match(/\w+/g));
for (const { module, name } of WebAssembly.Module.imports(compiled)) if (module.startsWith("GOT.")) used.add(name);
const isUsed = (/** @type {string} */ name) => used.has(name) || used.has(`_${name}`);

const pruned = read(binary);
for (const { name } of WebAssembly.Module.exports(compiled)) if (!isUsed(name)) pruned.removeExport(name);
const whole = written(pruned);
writeFileSync(path.join(to, BINARY), whole);
writeFileSync(path.join(to, SCRIPT), shortened(script.replace(NAMED, (statement, name) => (isUsed(name) ? statement : ""))));
writeFileSync(path.join(to, "snapshot-code.wasm"), withoutData(whole));
writeFileSync(path.join(to, "tidy.wasm"), tidy(pruned));

/** @type {(pruned: InstanceType<typeof binaryen.Module>) => Uint8Array} leaves nothing in memory that is given back */
function tidy(pruned) {
  const { i32 } = pruned;
  const { value } = binaryen.getExportInfo(pruned.getExport("free"));
  const { params, results, vars, body } = binaryen.getFunctionInfo(pruned.getFunction(value));
  pruned.addFunction("given back", params, results, vars, pruned.copyExpression(body));
  pruned.removeFunction(value);
  const given = () => pruned.local.get(0, binaryen.i32);
  const size = i32.and(i32.load(0, 4, i32.sub(given(), i32.const(4))), i32.const(-8)); // with the word it stands in
  const cleared = pruned.memory.fill(given(), i32.const(0), i32.sub(size, i32.const(4)));
  const called = pruned.call("given back", [given()], results);
  pruned.addFunction(value, params, results, [], pruned.block(null, [pruned.if(given(), cleared), called]));
  return pruned.emitBinary();
}

/** @type {(script: string) => string} */
function shortened(script) {
  return transformSync(script.replace(EVAL, "(0,eval)("), { minify: true, target: "es2022", legalComments: "none" }).code;
}
