// What unpacks Python's memory, loaded by the worker. A memory that is packed is folded before: what can be worked out
// again from the rest is left out, for it would pack badly. That is
//
// - the hash of a text, four bytes that look like chance;
// - the two links that chain an object to those that the garbage collector passes over: they run by address, and of each
//   only how far it is to the next one is kept;
// - where a pointer shows within a near distance of itself, all but that distance.
//
// Before a folded memory stand `TOLD` words: the address of the type `str`, that of the first link, and the sign that
// marks a near pointer.

export { decompress } from "fzstd";

const TOLD = 3;
const NEAR = 10; // bits of a distance
const HALF = 1 << (NEAR - 1);
const LEFT_OUT = -2; // stands for a hash; whose hash it is loses nothing
const UNHASHED = -1; // as Python has it
const FACTOR = 1000003;
const INTERNAL = { length: 1, hash: 2, state: 3, ascii: 4, other: 6 }; // words of a text, counted from its type

/**
 * @param {Uint8Array} memory as Pyodide writes it
 * @returns {Int32Array} its words, without what Pyodide writes before them
 */
const words = (memory) => {
  const [, before] = new Int32Array(memory.buffer, memory.byteOffset, 2);
  return new Int32Array(memory.buffer, memory.byteOffset + before, (memory.length - before) >> 2);
};

/**
 * @param {Uint8Array} all a folded memory; it becomes the result
 * @returns {Uint8Array} the memory as Pyodide writes it
 */
export function unfolded(all) {
  const [text, first, sign] = new Int32Array(all.buffer, all.byteOffset, TOLD);
  const memory = all.subarray(TOLD * 4);
  const word = words(memory);
  /** @type {number[]} */
  const texts = [];
  for (let at = 0; at < word.length; at++) {
    const each = word[at];
    if (each >> NEAR === sign) word[at] = (at << 2) + (each & (2 * HALF - 1)) - HALF;
    else if (each === text && word[at + INTERNAL.hash] === LEFT_OUT) texts.push(at);
  }
  for (let link = first, next; next !== first; link = next) {
    next = link + word[link >> 2];
    word[link >> 2] = next;
    word[(next >> 2) + 1] = link;
  }
  for (const at of texts) word[at + INTERNAL.hash] = hashed(word, at);
  return memory;
}

/**
 * @param {Uint8Array} memory as Pyodide writes it; the links in it will run by address
 * @param {number} text where the type `str` is
 * @param {number} link one that the collector passes over
 * @returns {Uint8Array}
 * @throws {Error} when it could not be unfolded to the byte
 */
export function folded(memory, text, link) {
  const chain = chained(words(memory), link);
  const all = new Uint8Array(TOLD * 4 + memory.length);
  all.set(memory, TOLD * 4);
  const word = words(all.subarray(TOLD * 4));
  for (let at = 0; at < word.length; at++) {
    const { hash } = INTERNAL;
    if (word[at] === text && word[at + hash] !== UNHASHED && word[at + hash] === hashed(word, at)) word[at + hash] = LEFT_OUT;
  }
  chain.forEach((link, which) => {
    word[link >> 2] = chain[(which + 1) % chain.length] - link;
    word[(link >> 2) + 1] = 0;
  });
  const signs = new Set(word.map((each) => each >> NEAR));
  let sign = 1 << (30 - NEAR); // where no memory is
  while (signs.has(sign)) sign++;
  for (let at = chain[0] >> 2; at < word.length; at++) {
    const distance = word[at] - (at << 2);
    if (distance >= -HALF && distance < HALF) word[at] = (sign << NEAR) + distance + HALF;
  }
  new Int32Array(all.buffer).set([text, chain[0], sign]);
  if (unfolded(all.slice()).some((byte, at) => byte !== memory[at])) throw new Error("a folded memory does not unfold to what it was");
  return all;
}

/**
 * @param {Int32Array} word memory; what is chained is chained anew, by address
 * @param {number} link any of the chain
 * @returns {number[]} all of them
 */
function chained(word, link) {
  const chain = [link];
  for (let next = word[link >> 2]; next !== link; next = word[next >> 2]) chain.push(next);
  chain.sort((one, other) => one - other);
  chain.forEach((link, which) => {
    const next = chain[(which + 1) % chain.length];
    word[link >> 2] = next;
    word[(next >> 2) + 1] = link;
  });
  return chain;
}

/**
 * Fowler's, Noll's and Vo's hash as Python has it where PYTHONHASHSEED is 0: by four bytes, and by each of the last ones.
 * @param {Int32Array} word memory
 * @param {number} at where the type of a text is
 * @returns {number} the hash of the text; of what is none, any number
 */
function hashed(word, at) {
  const state = word[at + INTERNAL.state];
  const bytes = word[at + INTERNAL.length] * ((state >> 2) & 7);
  let next = at + (state & 64 ? INTERNAL.ascii : INTERNAL.other);
  const last = (bytes - 1) >> 2;
  if (bytes <= 0 || next + last >= word.length) return UNHASHED;
  let hash = (word[next] & 255) << 7;
  for (let block = 0; block < last; block++) hash = Math.imul(hash, FACTOR) ^ word[next++];
  for (let rest = word[next], left = bytes - 4 * last; left > 0; left--, rest >>>= 8) hash = Math.imul(hash, FACTOR) ^ (rest & 255);
  hash ^= bytes;
  return hash === UNHASHED ? LEFT_OUT : hash;
}
