// Takes from Pyodide what only compiled packages would call, of which this site has none: nine of ten exports and what
// they alone reach. An engine has less to fetch, to compile and to list at each start. Python with the picture of its
// memory gets a binary without data on top of it: the picture holds them. The script comes in short names. The
// pictures are taken with a third, which clears what is given back.
//
//   node prune.mjs FOLDER_OF_PYODIDE FOLDER_TO_WRITE_TO

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

import binaryen from "binaryen";
import { transformSync } from "esbuild";

const [from, to] = process.argv.slice(2);
const BINARY = "pyodide.asm.wasm";
const SCRIPT = "pyodide.asm.js";
const NAMED = /var \w+=Module\["\w+"\]=wasmExports\["(\w+)"\];/g; // whether anybody uses the name or not
const EVAL = /(?<![\w.$])eval\(/g; // of what such a package would bring: only where there is none can names be shortened
const [DATA, DATA_COUNT] = [11, 12]; // sections of a binary

const { Features } = binaryen;
// What Pyodide is made of beyond the first WebAssembly. With more than that, engines refuse the result.
const FEATURES = Features.BulkMemory | Features.ExceptionHandling | Features.Multivalue | Features.MutableGlobals
  | Features.NontrappingFPToInt | Features.ReferenceTypes | Features.SignExt;

const binary = readFileSync(path.join(from, BINARY));
const script = readFileSync(path.join(from, SCRIPT), "utf8");
const compiled = new WebAssembly.Module(binary);
const used = new Set(script.replace(NAMED, "").match(/\w+/g));
for (const { module, name } of WebAssembly.Module.imports(compiled)) if (module.startsWith("GOT.")) used.add(name);
const isUsed = (/** @type {string} */ name) => used.has(name) || used.has(`_${name}`);

const pruned = binaryen.readBinary(binary);
pruned.setFeatures(FEATURES);
for (const { name } of WebAssembly.Module.exports(compiled)) if (!isUsed(name)) pruned.removeExport(name);
pruned.runPasses(["remove-unused-module-elements"]);
const whole = pruned.emitBinary();
writeFileSync(path.join(to, BINARY), whole);
writeFileSync(path.join(to, SCRIPT), shortened(script.replace(NAMED, (statement, name) => (isUsed(name) ? statement : ""))));
writeFileSync(path.join(to, "snapshot.wasm"), withoutData(whole));
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

/** @type {(binary: Uint8Array) => Uint8Array} leaves memory as it finds it */
function withoutData(binary) {
  const parts = [binary.subarray(0, 8)];
  for (let at = 8, end; at < binary.length; at = end) {
    let size = 0;
    let next = at + 1;
    for (let shift = 0; ; shift += 7) {
      size |= (binary[next] & 127) << shift;
      if (binary[next++] < 128) break;
    }
    end = next + size;
    parts.push([DATA, DATA_COUNT].includes(binary[at]) ? Uint8Array.of(binary[at], 1, 0) : binary.subarray(at, end));
  }
  return Buffer.concat(parts);
}
