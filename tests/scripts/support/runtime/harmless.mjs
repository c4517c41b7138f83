export { harmless } from "../../../../overrides/editor/harmless.mjs";
