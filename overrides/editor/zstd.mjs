// What unpacks Python's memory, loaded by the worker.

export { decompress } from "fzstd";
