// messages.mjs: what the page says by itself, in both languages.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { page } from "../support/page.mjs";
import { message } from "../../../overrides/theme/scripts/messages.mjs";

const SCRIPTS = new URL("../../../overrides/theme/scripts/", import.meta.url);
const source = (name) => readFileSync(new URL(name, SCRIPTS), "utf8");
const KEYS = [...source("messages.mjs").matchAll(/^ {2}(\w+): \{$/gm)].map(([, key]) => key);

test("there is something to say", () => assert.ok(KEYS.length > 20));

for (const key of KEYS) {
  test(`"${key}" is said in the language of the page, each in its own letters`, () => {
    page("", { language: "en" });
    const english = message(key);
    page("", { language: "ja" });
    const japanese = message(key);
    assert.match(english, /^[\x20-\x7e…]+$/);
    assert.match(japanese, /[ぁ-んァ-ヶ一-龠]/);
    assert.equal(/[.…]$/.test(english), /[。…）]$/.test(japanese), "a sentence in both or in neither");
  });
}

test("every message is said by some script, and no script says another", () => {
  const scripts = readdirSync(SCRIPTS).filter((name) => name !== "messages.mjs").map(source).join("\n");
  for (const key of KEYS) assert.match(scripts, new RegExp(`\\b${key}\\b`), key);
  for (const [, key] of scripts.matchAll(/message\("(\w+)"/g)) assert.ok(KEYS.includes(key), key);
});
