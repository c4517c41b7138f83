// find.mjs, finder.mjs and landing.mjs: a field, what it has found, and the way there.

import assert from "node:assert/strict";
import { test } from "node:test";

import { find, follow, page, press, scrolledTo, type, within } from "../support/page.mjs";
import { settled, until } from "../support/clock.mjs";
import { closeFinder, watchFinder } from "../../../overrides/theme/scripts/find.mjs";
import { attach } from "../../../overrides/theme/scripts/finder.mjs";
import { landing, watchLandings } from "../../../overrides/theme/scripts/landing.mjs";

const HTML = `<button data-find>Search</button><search class="finder"><input data-finder aria-expanded="false">
  <button data-find="close">x</button><div class="finder-panel" hidden><div class="finder-scopes"></div>
  <p class="finder-count" role="status"></p><div id="finder-results" data-finder-results data-state="done" role="listbox"></div></div></search>
  <article><h1>Page</h1><h2 id="freeze">Freeze</h2><p id="P-17.26a">A rule.</p><textarea></textarea></article>`;
const row = (kind, game, href, title, parts = []) => [kind, game, href, title, ["Curses"], [], parts];
const BOOK = {
  games: { prophecy: "Prophecy", kamui: "Kamui" },
  kinds: { term: "Term", section: "Rules", python: "Python" },
  says: { everywhere: "Everything", none: "Nothing was found.", one: "1 place", some: "{n} places", more: "The best {n} of {all} places" },
  rows: [
    row("term", "prophecy", "prophecy/curses/#freeze", "Freeze", ["P-17.26a", "Freeze lowers every <b>check</b> value."]),
    row("section", "kamui", "kamui/turns/#cold", "Freezing cold", ["K-1.1", "Nobody moves."]),
    ...Array.from({ length: 30 }, (_, number) => row("section", "kamui", `kamui/many/#n${number}`, `Square ${number}`)),
  ],
};
const PYTHON = { ...BOOK, rows: [["python", "python", "python/prophecy/#freeze", "rules_py.freeze", [], [], ["", "Freeze in code."]]] };

let isThere = true;

/** @type {(t: import("node:test").TestContext, at?: string) => HTMLInputElement} */
function open(t, at = "en/prophecy/curses/") {
  isThere = true;
  t.mock.method(globalThis, "fetch", async (address) => {
    if (!isThere) throw new TypeError("no network");
    return Response.json(String(address).endsWith("finder-python.json") ? PYTHON : BOOK);
  });
  page(HTML, { at });
  const input = /** @type {HTMLInputElement} */ (find("[data-finder]"));
  within(() => attach(input));
  return input;
}

const hits = () => [...document.querySelectorAll("a[data-hit]")];
const done = () => until(() => find("[data-finder-results]").dataset.state === "done");

/** @type {(input: HTMLInputElement, query: string) => Promise<string[]>} */
async function look(input, query) {
  type(input, query);
  await done();
  return hits().map((hit) => hit.getAttribute("href").replace("https://rules.test/en/", ""));
}

test("where the file of what can be found does not come, a sentence says so, and the next letter tries again", async (t) => {
  const input = open(t);
  isThere = false;
  assert.deepEqual(await look(input, "f"), []);
  assert.match(find(".finder-count").textContent, /could not be loaded/);
  isThere = true;
  let now = 0;
  t.mock.method(performance, "now", () => (now += 1000));
  /** @type {number[]} */
  const lists = [];
  t.mock.method(find("[data-finder-results]"), "replaceChildren", function (...lines) {
    lists.push(lines.length);
    Element.prototype.replaceChildren.apply(this, lines);
  });
  assert.equal((await look(input, "freeze")).length, 2);
  assert.deepEqual(lists, [1, 2]); // as soon as there are any, and once more when all are there
});

test("a hit says what it is, where it stands, and the rule's own sentence; nothing of it is taken for code", async (t) => {
  const input = open(t);
  assert.deepEqual(await look(input, "freeze"), ["prophecy/curses/#freeze", "kamui/turns/#cold"]);
  const [first, other] = hits();
  assert.deepEqual([first.dataset.game, first.dataset.hit, first.getAttribute("role")], ["prophecy", "P-17.26a", "option"]);
  assert.equal(first.textContent, "TermFreezeProphecy › CursesP-17.26a Freeze lowers every <b>check</b> value.");
  assert.deepEqual([...first.querySelectorAll("mark")].map((mark) => mark.textContent), ["Freeze", "Freeze"]);
  assert.equal(other.dataset.game, "kamui");
  assert.equal(find(".finder-count").textContent, "2 places");
  assert.deepEqual([input.getAttribute("aria-expanded"), find(".finder-panel").hidden], ["true", false]);
});

test("none, one and more than can be shown are counted", async (t) => {
  const input = open(t);
  await look(input, "qqq");
  assert.equal(find(".finder-count").textContent, "Nothing was found.");
  await look(input, "cold");
  assert.equal(find(".finder-count").textContent, "1 place");
  assert.equal((await look(input, "square")).length, 20);
  assert.equal(find(".finder-count").textContent, "The best 20 of 30 places");
  assert.deepEqual(await look(input, " "), []);
  assert.equal(find(".finder-panel").hidden, true);
});

test("arrows go through the hits and round, Enter follows the chosen one, or the first", async (t) => {
  const input = open(t);
  await look(input, "freeze");
  /** @type {string[]} */
  const followed = [];
  find("[data-finder-results]").addEventListener("click", (event) => {
    event.preventDefault();
    followed.push(event.target.closest("a").hash);
  });
  for (const key of ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp"]) press(key, input);
  assert.deepEqual(hits().map((hit) => hit.getAttribute("aria-selected")), ["true", "false"]);
  assert.equal(input.getAttribute("aria-activedescendant"), hits()[0].id);
  press("ArrowUp", input);
  press("Enter", input);
  input.focus();
  await look(input, "freeze");
  press("Enter", input);
  assert.deepEqual(followed, ["#cold", "#freeze"]);
  assert.deepEqual([find(".finder").hasAttribute("data-open"), input.hasAttribute("aria-activedescendant")], [false, false]);
});

test("Enter that ends a word of Japanese follows nothing", async (t) => {
  const input = open(t);
  await look(input, "freeze");
  const event = new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, isComposing: true });
  assert.equal(input.dispatchEvent(event), true);
  assert.equal(find(".finder-panel").hidden, false);
});

test("the game that is being read, or Python alone, can be looked into", async (t) => {
  const input = open(t);
  await look(input, "freeze");
  const [all, game, python] = document.querySelectorAll(".finder-scopes button");
  assert.deepEqual([all, game, python].map((chip) => chip.textContent), ["Everything", "Prophecy", "Python"]);
  game.click();
  await done();
  assert.deepEqual([hits().length, game.getAttribute("aria-pressed"), all.getAttribute("aria-pressed")], [1, "true", "false"]);
  python.click();
  await until(() => hits().length === 1 && hits()[0].dataset.game === "python");
});

test("on a page of no game the one that was read last comes first, if any", async (t) => {
  const input = open(t, "en/tools/");
  assert.equal((await look(input, "freeze")).length, 2);
  assert.equal(document.querySelectorAll(".finder-scopes button").length, 2);
  localStorage.setItem("rulebook-game", "kamui");
  assert.equal((await look(input, "freezing"))[0], "kamui/turns/#cold");
  assert.equal(document.querySelectorAll(".finder-scopes button")[1].textContent, "Kamui");
});

test("Escape closes the list, then empties the field; a press elsewhere and the cross close it", async (t) => {
  const input = open(t);
  await look(input, "freeze");
  press("Escape", input);
  assert.deepEqual([find(".finder-panel").hidden, input.value], [true, "freeze"]);
  press("Escape", input);
  assert.equal(input.value, "");
  await look(input, "freeze");
  find("h1").dispatchEvent(new Event("pointerdown", { bubbles: true }));
  assert.equal(find(".finder-panel").hidden, true);
  await look(input, "freeze");
  find("[data-find=close]").click();
  assert.deepEqual([find(".finder-panel").hidden, input.value], [true, ""]);
});

test("what is found after the finder was closed does not open it again", async (t) => {
  const input = open(t);
  for (const close of [() => press("Escape", input), closeFinder]) {
    type(input, "freeze");
    close();
    await done();
    assert.deepEqual([hits().length, find(".finder-panel").hidden, find(".finder").hasAttribute("data-open")], [2, true, false]);
    assert.equal(input.getAttribute("aria-expanded"), "false");
  }
});

test("Escape and the cross take the focus back to where it was as the finder was called; who came with Tab stays in the field", async (t) => {
  open(t);
  within(watchFinder);
  const [input, before] = [find("[data-finder]"), find("textarea")];
  for (const leave of [() => press("Escape", input), () => find("[data-find=close]").click()]) {
    before.focus();
    before.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, bubbles: true, cancelable: true }));
    assert.equal(document.activeElement, input);
    leave();
    assert.equal(document.activeElement, before);
  }
  find("button[data-find]").hidden = true; // a wide window shows the field instead
  input.focus();
  press("Escape", input);
  assert.equal(document.activeElement, input);
  input.blur();
  press("/", document.body);
  press("Escape", input);
  assert.equal(document.activeElement, document.body);
  await settled();
});

test("a button, / and Ctrl+K open it, but a slash that is written does not; an address can ask", async (t) => {
  open(t, "en/prophecy/curses/?q=cold");
  within(watchFinder);
  const input = find("[data-finder]");
  assert.deepEqual([input.value, document.activeElement], ["cold", input]);
  input.value = "";
  for (const [act, opens] of [
    [() => press("/", document.body), true],
    [() => find("button[data-find]").click(), true],
    [() => press("/", find("textarea")), false],
    [() => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "K", ctrlKey: true, bubbles: true, cancelable: true })), true],
    [() => press("k", document.body), false],
  ]) {
    find(".finder").removeAttribute("data-open");
    input.blur();
    act();
    assert.deepEqual([document.activeElement === input, find(".finder").hasAttribute("data-open")], [opens, opens], String(act));
  }
  await settled();
});

test("who follows a hit arrives at the rule that was found, once", async (t) => {
  const input = open(t);
  await look(input, "freeze");
  history.replaceState(null, "", "/en/prophecy/curses/#freeze");
  follow(hits()[0]);
  await new Promise((go) => { setTimeout(go, 60); });
  assert.equal(scrolledTo.at(-1), find("[id='P-17.26a']"));
  assert.equal(find("[data-landed]").id, "P-17.26a");
  assert.equal(landing(), find("#freeze"));
  assert.equal(document.querySelector("[data-landed]"), null);
});

test("what was found on another page is marked when it is reached, and what is wanted no more is not", async (t) => {
  const input = open(t, "en/kamui/");
  await look(input, "freeze");
  follow(hits().find((hit) => hit.hash === "#freeze"));
  history.replaceState(null, "", "/en/prophecy/curses/#freeze");
  within(watchLandings);
  assert.equal(find("[data-landed]").id, "P-17.26a");
  for (const kept of ["7", "no JSON", '["/en/elsewhere/#freeze", "P-17.26a"]', '["/en/prophecy/curses/#freeze", "P-99.9"]']) {
    sessionStorage.setItem("rulebook-landing", kept);
    assert.equal(landing(), find("#freeze"), kept);
  }
});
