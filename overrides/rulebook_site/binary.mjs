// What is done to Pyodide's binary in more than one place.

import binaryen from "binaryen";

const { Features } = binaryen;
// What Pyodide is made of beyond the first WebAssembly. With more than that, engines refuse the result.
const FEATURES = Features.BulkMemory | Features.ExceptionHandling | Features.Multivalue | Features.MutableGlobals
  | Features.NontrappingFPToInt | Features.ReferenceTypes | Features.SignExt;
const [DATA, DATA_COUNT] = [11, 12]; // sections of a binary

/** @type {(binary: Uint8Array) => InstanceType<typeof binaryen.Module>} */
export function read(binary) {
  const module = binaryen.readBinary(binary);
  module.setFeatures(FEATURES);
  return module;
}

/** @type {(module: InstanceType<typeof binaryen.Module>) => Uint8Array} without what nothing reaches any more */
export function written(module) {
  module.runPasses(["remove-unused-module-elements"]);
  return module.emitBinary();
}

/** @type {(binary: Uint8Array) => Uint8Array} leaves memory as it finds it */
export function withoutData(binary) {
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
