// The checks that need a page, in one process: to load jsdom takes longer than most of them. Each runs by itself too.

import { readdirSync } from "node:fs";

const folder = new URL("page/", import.meta.url);
for (const name of readdirSync(folder)) await import(new URL(name, folder).href);
