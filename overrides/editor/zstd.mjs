// What unpacks Python's memory, loaded by the worker.

export { Decompress } from "fzstd";
