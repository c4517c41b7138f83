// Asks the finder of the built site: a line of JSON for each question comes in, with the file to look in; for each goes out
// where it leads, the first ten hits.

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

import { Finder } from "../../overrides/theme/scripts/finding.mjs";

const site = process.argv[2];

/** @type {Record<string, Finder>} */
const finders = {};

/** @type {(file: string) => Promise<Finder>} */
async function open(file) {
  if (!finders[file]) {
    finders[file] = new Finder(JSON.parse(readFileSync(`${site}/${file}`, "utf8")).rows);
    for await (const _ of finders[file].index()) ;
  }
  return finders[file];
}

for await (const line of createInterface({ input: process.stdin })) {
  const { file, query, reading } = JSON.parse(line);
  const hits = (await open(file)).find(query, reading).slice(0, 10);
  console.log(JSON.stringify(hits.map(({ href, game, rule, text }) => ({ href, game, rule, text }))));
}
