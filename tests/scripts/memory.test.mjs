// memory.mjs: what is left out of Python's memory comes back to the byte.

import assert from "node:assert/strict";
import { test } from "node:test";

import { folded, unfolded } from "../../overrides/editor/memory.mjs";

const HEAD = [7, 16, 0, 0]; // what Pyodide writes: its second word says how long that is
const TEXT = 0x4000; // where the type `str` is
const [ASCII, KANJI, PICTURE] = [0x64, 0x28, 0x30];
const LEFT_OUT = -2;

/** The words of a text: how often it is used, type, length, hash, state, and letters. */
const text = (letters, hash, state = ASCII) => {
  const codes = [...letters, "\0"].map((letter) => letter.codePointAt(0));
  const bytes = Buffer.from((state === PICTURE ? Int32Array : state === KANJI ? Int16Array : Int8Array).from(codes).buffer);
  const room = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
  const between = state === ASCII ? [] : [0, 0]; // the same letters in UTF-8
  const written = new Int32Array(room.buffer, room.byteOffset, room.length >> 2);
  return [1, TEXT, codes.length - 1, hash | 0, state, ...between, ...written];
};
/** As Pyodide hashes: in its console, with PYTHONHASHSEED=0. */
const HASHED = { a: 0xe40db1e0, abc: 0xa093d0a3, abcdefgh: 0x062c9511, abcdefghijkl: 0x8a7149ce };
const texts = [
  ...Object.entries(HASHED).flatMap(([letters, hash]) => text(letters, hash)),
  ...text("予言", 0x2d7a7f08, KANJI),
  ...text("🎲", 0x53b5afce, PICTURE),
];

/** A memory whose words begin at this address: small numbers are no pointers to what is near. */
const BEGIN = 4096;
const memory = (...words) => new Uint8Array(Int32Array.from([...HEAD, ...Array(BEGIN / 4).fill(0), ...words]).buffer);
const all = (bytes) => [...new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2)];
const words = (memory) => all(memory).slice(HEAD.length + BEGIN / 4);
const inside = (folded) => words(folded.subarray(12));

/** Three links, from the first to the third and the second, as the collector may have them; and by address. */
const [ONE, TWO, THREE] = [BEGIN, BEGIN + 8, BEGIN + 16];
const CHAIN = [THREE, TWO, ONE, THREE, TWO, ONE];
const BY_ADDRESS = [TWO, THREE, THREE, ONE, ONE, TWO];

test("hashes are left out and worked out again as Pyodide would", () => {
  const kept = folded(memory(...BY_ADDRESS, ...texts), TEXT, ONE);
  assert.equal(inside(kept).filter((word) => word === LEFT_OUT).length, 6);
  assert.deepEqual(words(unfolded(kept)), [...BY_ADDRESS, ...texts]);
});

test("a text that is not hashed, one whose hash is another, and what only looks like one stay as they are", () => {
  const odd = [...text("abc", -1), ...text("abc", 5), ...text("", 0), ...text("予言", 77, KANJI), TEXT, 1 << 30, 3];
  const kept = folded(memory(...BY_ADDRESS, ...odd), TEXT, ONE);
  assert.deepEqual(inside(kept).slice(6), odd);
  assert.deepEqual(words(unfolded(kept)), [...BY_ADDRESS, ...odd]);
});

test("links run by address afterwards, and of each is kept how far it is to the next", () => {
  const kept = folded(memory(...CHAIN), TEXT, TWO);
  assert.deepEqual(inside(kept), [8, 0, 8, 0, -16, 0]);
  assert.deepEqual(words(unfolded(kept)), BY_ADDRESS);
});

test("a pointer to what is near is kept as the distance, under a sign that nothing else bears", () => {
  const [near, back, far, taken] = [BEGIN + 24 + 300, BEGIN + 28 - 512, BEGIN + 32 + 512, (1 << 30) + 12345];
  const kept = folded(memory(...BY_ADDRESS, near, back, far, taken), TEXT, ONE);
  const [, , sign] = all(kept);
  assert.notEqual(sign, taken >> 10);
  assert.deepEqual(inside(kept).slice(6), [sign * 1024 + 300 + 512, sign * 1024, far, taken]);
  assert.deepEqual(words(unfolded(kept)).slice(6), [near, back, far, taken]);
});

test("a memory that would not come back as it was is refused", () => {
  const looksLeftOut = [TEXT, 3, LEFT_OUT, ASCII, 0x636261];
  assert.throws(() => folded(memory(...BY_ADDRESS, ...looksLeftOut), TEXT, ONE), /does not unfold/);
});
