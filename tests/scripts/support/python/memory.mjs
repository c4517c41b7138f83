export { decompress } from "fzstd";
export const unfolded = (memory) => memory;
