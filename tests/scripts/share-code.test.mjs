// share-code.mjs: code as it travels in a link.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";

import { decode, encode } from "../../overrides/theme/scripts/share-code.mjs";

const LONGEST = 65_536;
const packed = (bytes) => deflateRawSync(bytes).toString("base64url");

for (const code of ["1 + 1", "print('対決ゲージ 🎲')", "a\r\n\tb\0c", "\u{10FFFF}", "é e\u0301", "x".repeat(LONGEST)]) {
  test(`code comes back as it was sent: ${JSON.stringify(code).slice(0, 30)}`, async () => {
    assert.equal(await decode(await encode(code), LONGEST), code);
  });
}

test("a link holds nothing but letters that an address may hold", async () => {
  for (let number = 0; number < 50; number += 1) assert.match(await encode(`${number}`.repeat(number + 1)), /^[\w-]+$/);
});

test("code is packed", async () => {
  assert.ok((await encode("roll(15, 12)\n".repeat(500))).length < 200);
});

test("links that were sent before this build are read as they were", async () => {
  assert.equal(await decode(packed("from rules_py import *"), LONGEST), "from rules_py import *");
});

test("code of 64 KiB is read, and one letter more is refused", async () => {
  assert.equal((await decode(packed("x".repeat(LONGEST)), LONGEST)).length, LONGEST);
  await assert.rejects(decode(packed("x".repeat(LONGEST + 1)), LONGEST), RangeError);
});

test("the limit counts letters, not bytes", async () => {
  assert.equal((await decode(packed("対".repeat(LONGEST)), LONGEST)).length, LONGEST);
});

test("what unpacks to more than anybody can hold is given up on the way", async () => {
  const bomb = packed(Buffer.alloc(100_000_000)); // a tenth of a megabyte in the link
  const before = process.memoryUsage().rss;
  await assert.rejects(decode(bomb, LONGEST), RangeError);
  assert.ok(process.memoryUsage().rss - before < 50_000_000);
});

for (const [what, letters] of Object.entries({
  "cut off": packed("print('a longer piece of code')").slice(0, -8),
  "not packed": "abcdefgh",
  "not of these letters": "%%%",
  "a letter too many": "A",
  "nothing": "",
  "nothing, packed": packed(""),
  "bytes that are no text": packed(Buffer.of(0xff, 0xfe)),
  "half a letter": packed(Buffer.from("対").subarray(0, 2)),
})) {
  test(`a damaged link is refused: ${what}`, async () => {
    await assert.rejects(decode(letters, LONGEST));
  });
}
