// Clock and chance stand still, so that the same sources give the same files; what goes wrong is told in few words, for
// the line it stands in is the whole of Pyodide's script.

import { createRequire } from "node:module";

const NOON = Date.UTC(2000, 0, 1, 12);
const still = (/** @type {Uint8Array} */ bytes) => bytes.fill(0);
createRequire(import.meta.url)("node:crypto").randomFillSync = still;
Object.assign(globalThis, {
  Date: class extends Date {
    constructor(...said) {
      super(...(said.length ? said : [NOON]));
    }
    static now = () => NOON;
  },
});
Object.assign(crypto, { getRandomValues: still });
Object.assign(performance, { now: () => 0 });
process.on("uncaughtException", (reason) => {
  console.error(reason);
  process.exit(1);
});
