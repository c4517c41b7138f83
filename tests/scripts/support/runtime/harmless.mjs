if (globalThis.filterRefused) throw new Error("refused");

export { harmless } from "../../../../overrides/editor/harmless.mjs";
