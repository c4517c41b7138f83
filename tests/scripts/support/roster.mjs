// Characters as Python tells them to the page.

import { page } from "./page.mjs";

const both = (text) => ({ en: text, ja: `日${text}` });

/** A character of Prophecy, as its answer holds it. */
export const told = (name, { cast = "6", party = "", p = "4", t = "5", chance = "75.3%" } = {}) => ({
  name: both(name),
  party,
  uses: [
    { label: both("P"), numbers: { cast: both(cast), ability: both(p) } },
    { label: both("T"), numbers: { cast: both(cast), ability: both(t) } },
  ],
  shares: { abilities: both(`${name} ${p}`) },
  chances: {
    "P-10.10": [{ label: both("you hit"), chance, exact: "61/81" }],
    "P-T3.7": [{ label: both("you hit"), chance: "66.1%", exact: "857/1296", before: chance, was: "61/81" }],
  },
  entry: { en: [["add", name]], ja: [["add", `日${name}`]] },
});

/** One that is kept. */
export const kept = (id, name, more = {}, system = "prophecy") => ({ id, system, values: { name, cast: more.cast ?? "6" }, told: told(name, more) });

/** A page that finds these characters in the store. */
export function withRoster(html, characters, me = {}, language = "en") {
  page("", { language });
  store(characters, me);
  document.body.innerHTML = html;
}

/** Writes a roster into the store. */
export function store(characters, me = {}) {
  localStorage.setItem("rulebook-roster", JSON.stringify({ characters, me }));
}
