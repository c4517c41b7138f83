// roster.mjs: the reader's characters, kept in this browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { closeStorage, page } from "../support/page.mjs";
import { kept, store } from "../support/roster.mjs";
import { charactersOf, choose, freshId, me, partiesOf, put, remove, roster } from "../../../overrides/theme/scripts/roster.mjs";

const names = (system = "prophecy") => charactersOf(system).map(({ told }) => told.name.en);

/** A visit with nothing kept. */
function fresh() {
  page("");
  localStorage.clear();
}

test("the first character of a game is me, the next one is not", () => {
  fresh();
  put(kept("a", "Mio"));
  put(kept("b", "Ren"));
  put(kept("c", "Aoi", {}, "exorcist"));
  assert.deepEqual(names(), ["Mio", "Ren"]);
  assert.equal(me("prophecy").id, "a");
  assert.equal(me("exorcist").id, "c");
  assert.equal(me("kamui"), undefined);
});

test("another one can be me, and nobody", () => {
  fresh();
  put(kept("a", "Mio"));
  put(kept("b", "Ren"));
  choose("prophecy", "b");
  assert.equal(me("prophecy").id, "b");
  choose("prophecy", "");
  assert.equal(me("prophecy"), undefined);
});

test("a changed sheet takes the place of the old one", () => {
  fresh();
  put(kept("a", "Mio"));
  put(kept("b", "Ren"));
  put(kept("a", "Mio the Second", { cast: "9" }));
  assert.deepEqual(names(), ["Mio the Second", "Ren"]);
  assert.equal(charactersOf("prophecy")[0].values.cast, "9");
});

test("who is deleted comes back to the same place, and is me again", () => {
  fresh();
  for (const [id, name] of [["a", "Mio"], ["b", "Ren"], ["c", "Sae"]]) put(kept(id, name));
  choose("prophecy", "b");
  const gone = remove("b");
  assert.deepEqual(names(), ["Mio", "Sae"]);
  assert.equal(me("prophecy"), undefined);
  put(gone.character, gone.place);
  assert.deepEqual(names(), ["Mio", "Ren", "Sae"]);
  assert.equal(gone.wasMe, true);
  assert.equal(remove("nobody"), null);
});

test("those who share a word are a party; one alone is none", () => {
  fresh();
  put(kept("a", "Mio", { party: "Choir" }));
  put(kept("b", "Ren", { party: "Choir" }));
  put(kept("c", "Sae", { party: "Alone" }));
  put(kept("d", "Kai"));
  assert.deepEqual(partiesOf("prophecy").map(([name, members]) => [name, members.length]), [["Choir", 2]]);
});

test("every change is told, with the game that it is about", () => {
  fresh();
  const heard = [];
  roster.addEventListener("change", ({ detail }) => heard.push(detail));
  put(kept("a", "Mio"));
  choose("prophecy", "");
  remove("a");
  assert.deepEqual(heard, ["prophecy", "prophecy", "prophecy"]);
});

test("what somebody else has written into the store is passed over, and what is sound in it stays", () => {
  for (const written of ["", "7", "null", "[1]", '{"characters": 5}', '{"characters": [null, 3, {"id": 1}], "me": 4}', "{", '{"characters": [{"id": "x", "system": "prophecy", "values": {}, "told": {"name": "Mio"}}]}']) {
    fresh();
    localStorage.setItem("rulebook-roster", written);
    assert.deepEqual(names(), []);
    assert.equal(me("prophecy"), undefined);
  }
  store([{ id: "x" }, kept("a", "Mio"), { ...kept("b", "Ren"), told: { name: "Ren" } }], { prophecy: "a", kamui: 7 });
  assert.deepEqual(names(), ["Mio"]);
  assert.equal(me("prophecy").id, "a");
});

test("one too many of a game is told apart from a browser that stores nothing; of another game there is room", () => {
  fresh();
  for (let number = 0; number < 60; number += 1) assert.equal(put(kept(`n${number}`, `N${number}`)), "kept");
  assert.equal(put(kept("x", "Ren")), "many");
  assert.equal(put(kept("n0", "Anew")), "kept");
  assert.equal(put(kept("k", "Kai", {}, "kamui")), "kept");
  assert.equal(names().length, 60);
});

test("a browser that stores nothing keeps them for the visit, and says so", (t) => {
  fresh();
  closeStorage(t);
  assert.equal(put(kept("a", "Mio")), "full");
  assert.equal(put(kept("b", "Ren")), "full");
  assert.deepEqual(names(), ["Mio", "Ren"]);
  assert.equal(me("prophecy").id, "a");
});

test("once it stores again, those of the meantime are kept as well", () => {
  put(kept("c", "Sae"));
  assert.deepEqual(JSON.parse(localStorage.getItem("rulebook-roster")).characters.map(({ id }) => id), ["a", "b", "c"]);
});

test("no two characters get the same id", () => {
  assert.equal(new Set(Array.from({ length: 200 }, freshId)).size, 200);
});
