export { Decompress } from "fzstd";
