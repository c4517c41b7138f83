// The checks that need a page, in one process: to load jsdom takes longer than most of them. Each runs by itself too.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import "./page/address.test.mjs";
import "./page/chooser.test.mjs";
import "./page/example.test.mjs";
import "./page/desk.test.mjs";
import "./page/form.test.mjs";
import "./page/harmless.test.mjs";
import "./page/lazy-start.test.mjs";
import "./page/text-switches.test.mjs";
import "./page/offline-panel.test.mjs";
import "./page/preferences.test.mjs";
import "./page/language.test.mjs";
import "./page/messages.test.mjs";
import "./page/navigation.test.mjs";
import "./page/patch.test.mjs";
import "./page/popover.test.mjs";
import "./page/returning.test.mjs";
import "./page/rules.test.mjs";
import "./page/scrolling.test.mjs";
import "./page/searching.test.mjs";
import "./page/site.test.mjs";
import "./page/table.test.mjs";
import "./page/widget.test.mjs";

test("no file is forgotten here", () => {
  const listed = readFileSync(new URL(import.meta.url), "utf8");
  for (const name of readdirSync(new URL("page/", import.meta.url))) assert.ok(listed.includes(`"./page/${name}"`), name);
});
