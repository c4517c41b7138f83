// characters.mjs: <character-roster>, the characters of a game on the page of characters, and the sheet of whoever is open.

import assert from "node:assert/strict";
import { test } from "node:test";

import { choose as pick, closeStorage, find } from "../support/page.mjs";
import { until } from "../support/clock.mjs";
import { kept, store, told } from "../support/roster.mjs";
import { visit } from "../support/visit.mjs";
import { last } from "../support/worker.mjs";
import { start } from "../../../overrides/theme/scripts/python.mjs";
import { charactersOf, choose, me, put } from "../../../overrides/theme/scripts/roster.mjs";
import "../../../overrides/theme/scripts/widget.mjs";
import "../../../overrides/theme/scripts/characters.mjs";

const WORDS = {
  en: {
    kept: "{name} is kept in this browser.", deleted: "{name} is deleted.", back: "{name} is back.",
    full: "The browser does not let this page keep anything: {name} is gone when you leave. Save it as a file.",
    many: "There is no room for another character of the game: {name} is not kept. Delete one first.",
    wrong: "The character cannot be kept as long as something in the form is wrong.",
    away: "Delete", me: "This is me",
  },
  ja: {
    kept: "{name}をこのブラウザーに保存しました。", deleted: "{name}を削除しました。", back: "{name}を元に戻しました。",
    full: "ブラウザーに保存できません。このままでは、ページを離れると{name}が消えます。ファイルに保存してください。",
    many: "このゲームに保存できる人数の上限に達したため、{name}は保存していません。先に誰かを削除してください。",
    wrong: "シートに直すところがあるあいだは保存できません。",
    away: "削除", me: "自分",
  },
};

/** As rules_py.exports.widgets writes it, with fewer fields. */
const sheet = (language) => {
  const { away, me: mine, ...said } = WORDS[language];
  const sentences = Object.entries(said).map(([name, text]) => `data-${name}="${text}"`).join(" ");
  const keys = ["keep", "new", "undo", "save", "print"].map((name) => `<button type="button" data-do="${name}">${name}</button>`).join("");
  return `<character-roster data-system="prophecy" ${sentences}><div class="roster"><p class="roster-empty">Nobody is kept yet.</p>
    <ul data-roster-list="data-roster-list" hidden="hidden" aria-label="Kept characters"><li><span class="me"><input type="radio" name="me-prophecy" id="me-prophecy" value="" checked="checked"><label for="me-prophecy">Nobody</label></span></li></ul>
    <template><li><button type="button" data-do="open" aria-pressed="false"></button><span class="me"><input type="radio" name="me-prophecy" id="me-prophecy-somebody"><label for="me-prophecy-somebody">${mine}</label></span><button type="button" data-do="delete">${away}</button></li></template>
    <p class="buttons">${keys}</p><p role="status" class="roster-status"></p></div>
    <rules-widget name="prophecy.character" data-state="static" data-live="input" class="character">
      <form id="prophecy-character-form" novalidate="novalidate" method="dialog">
        <p class="buttons samples">From the sample cast: <button type="button" data-set="name=Ren&amp;cast=5">Ren</button></p>
        <fieldset><div class="field" data-field="name"><input name="name" type="text" value="Mio"></div><div class="field" data-field="cast"><input name="cast" type="text" value="6"></div></fieldset>
        <details class="house-rules"><select name="third_die" data-kept="rule:third_die"><option value="sum" selected="selected">all</option><option value="best_two">two</option></select></details>
        <details class="pasting" data-part="pasting"><fieldset><textarea name="pasted" id="prophecy-pasted"></textarea><button type="submit" name="do" value="paste">Fill in the form</button></fieldset>
          <input type="file" name="pasted" id="prophecy-file" accept=".json,application/json" data-do="open"></details>
      </form><p class="widget-status" role="status" aria-live="polite"></p><output></output>
    </rules-widget></character-roster>`;
};

const BUILT = { name: "Mio", cast: "6", third_die: "sum" };
const MIO = { name: "Mio", cast: "6" };
const answer = (name, more = {}) => ({ state: "ready", status: `${name} hits.`, parts: {}, query: {}, data: told(name), ...more });
const asked = () => last()?.told("ask").map(({ question }) => JSON.parse(question)) ?? [];
const key = (does, name) => (name ? find(`li[data-id="${name}"] [data-do="${does}"]`) : find(`[data-do="${does}"]`));
const said = () => find(".roster-status").textContent;
const field = (name) => find(`form [name="${name}"]`);
const listed = () => [...document.querySelectorAll("li[data-id]")].map((line) => line.querySelector("button").textContent);
const mine = () => find("[data-roster-list] input:checked").value;
const open = () => [...document.querySelectorAll('[aria-pressed="true"]')].map((each) => each.textContent);
const is = (state) => find("character-roster").hasAttribute(`data-${state}`);
const values = (system = "prophecy") => charactersOf(system).map((each) => each.values);

/** A visit of the page on which these are kept already; Python is there. */
async function here(t, { characters = [], me: chosen = {}, language = "en" } = {}) {
  const a = visit(t, "", { at: `${language}/characters/`, language });
  store(characters, chosen);
  document.body.innerHTML = sheet(language);
  start();
  await a.ready();
  return a;
}

/** The browser keeps nothing for the rest of the visit; the next one begins with nothing. */
function keepsNothing(t) {
  closeStorage(t);
  t.after(() => {
    t.mock.restoreAll();
    choose("prophecy", ""); // what was kept for the visit goes into the store, and with it
    localStorage.clear();
  });
}

const cast = [kept("a", "Mio"), kept("b", "Ren", { cast: "5" })];

// --- keeping ---

test("who is kept is asked about once, with what the form says; what Python says of it is kept, without the house rules", async (t) => {
  const { turn, answer: answered } = await here(t);
  assert.deepEqual([is("empty"), find("[data-roster-list]").hidden], [true, true]);
  key("keep").click();
  await turn();
  assert.deepEqual(asked(), [{ widget: "prophecy.character", language: "en", values: BUILT, pressed: null }]);
  await answered(answer("Mio"));
  const [character] = JSON.parse(localStorage.getItem("rulebook-roster")).characters;
  assert.deepEqual([character.system, character.values, character.told], ["prophecy", MIO, told("Mio")]);
  assert.equal(said(), "Mio is kept in this browser.");
  assert.deepEqual([listed(), open(), is("empty"), is("open"), find("[data-roster-list]").hidden], [["Mio"], ["Mio"], false, true, false]);
  assert.equal(asked().length, 1);
});

test("the first who is kept is me, the next one is not", async (t) => {
  const { answer: answered } = await here(t);
  key("keep").click();
  await answered(answer("Mio"));
  const first = me("prophecy").id;
  key("new").click();
  key("keep").click();
  await answered(answer("Ren"));
  assert.deepEqual([listed(), open(), me("prophecy").id, mine()], [["Mio", "Ren"], ["Ren"], first, first]);
});

test("a form with a mistake in it is not kept, and the page says so", async (t) => {
  const { answer: answered } = await here(t);
  key("keep").click();
  await answered({ state: "error", status: "", error: "Cast: a number", errors: { cast: "a number" } });
  assert.deepEqual([listed(), localStorage.getItem("rulebook-roster"), is("open")], [[], '{"characters":[],"me":{}}', false]);
  assert.equal(said(), WORDS.en.wrong);
});

test("a key that is pressed twice keeps one", async (t) => {
  const { turn } = await here(t);
  key("keep").click();
  key("keep").click();
  await turn();
  for (const { id } of last().told("ask")) last().say({ kind: "answer", id, answer: JSON.stringify(answer("Mio")) });
  await turn();
  assert.deepEqual(listed(), ["Mio"]);
});

test("who keeps a character before Python is there hears that it starts", async (t) => {
  const { turn, ready, answer: answered } = visit(t, sheet("en"));
  key("keep").click();
  await turn();
  assert.equal(said(), "Python is starting …");
  await ready();
  await answered(answer("Mio"));
  assert.equal(said(), "Mio is kept in this browser.");
});

test("where there is no Python the page does not speak of mistakes in the form", async (t) => {
  const { turn } = visit(t, sheet("en"));
  key("keep").click();
  await turn();
  last().say({ kind: "unavailable", reason: "no network" });
  await turn();
  assert.deepEqual(listed(), []);
  assert.match(said(), /Python could not start here/);
});

test("the browser keeps nothing: the page says so, and that a file does; they are here for the visit", async (t) => {
  const { answer: answered } = await here(t);
  keepsNothing(t);
  key("keep").click();
  await answered(answer("Mio"));
  assert.equal(said(), "The browser does not let this page keep anything: Mio is gone when you leave. Save it as a file.");
  assert.deepEqual([listed(), mine()], [["Mio"], me("prophecy").id]);
});

test("of one too many the page says that there is no room, and Keep is there again", async (t) => {
  const { answer: answered } = await here(t, { characters: Array.from({ length: 60 }, (_, number) => kept(`n${number}`, `N${number}`)) });
  key("keep").click();
  await answered(answer("Mio"));
  assert.equal(listed().length, 60);
  assert.deepEqual([said(), is("open")], [WORDS.en.many.replace("{name}", "Mio"), false]);
});

test("who looks at somebody else while Python is on its way keeps whom they wanted to keep", async (t) => {
  const { turn, ready, answer: answered } = visit(t, sheet("en"));
  key("keep").click();
  await turn();
  find(".samples button").click();
  await ready();
  const [{ id }] = last().told("ask");
  last().say({ kind: "answer", id, answer: JSON.stringify(answer("Mio")) });
  await turn();
  await answered(answer("Ren"));
  assert.deepEqual([values(), listed(), open()], [[MIO], ["Mio"], []]);
});

test("the key that takes the place of another has its focus", async (t) => {
  const { answer: answered } = await here(t);
  key("keep").focus();
  key("keep").click();
  await answered(answer("Mio"));
  assert.equal(document.activeElement, key("new"));
  key("new").click();
  assert.equal(document.activeElement, key("keep"));
  key("keep").click();
  await answered({ state: "error", status: "", error: "", errors: {} });
  assert.equal(document.activeElement, key("keep"));
});

// --- sheets ---

test("a sheet that is opened fills the form with what was typed into it", async (t) => {
  const { turn } = await here(t, { characters: cast, me: { prophecy: "a" } });
  const filled = [];
  find("rules-widget").addEventListener("fill", ({ detail }) => filled.push(detail));
  key("open", "b").click();
  await turn();
  assert.deepEqual(filled, [{ name: "Ren", cast: "5" }]);
  assert.deepEqual([field("name").value, field("cast").value, open(), me("prophecy").id], ["Ren", "5", ["Ren"], "a"]);
  assert.deepEqual(asked().map((each) => each.values), [{ ...BUILT, name: "Ren", cast: "5" }]);
});

test("the sheet that is open is kept anew with every answer", async (t) => {
  const { answer: answered } = await here(t, { characters: cast });
  key("open", "b").click();
  await answered(answer("Ren"));
  pick(field("cast"), "7");
  await answered(answer("Ren the Swift"));
  assert.deepEqual(values(), [MIO, { name: "Ren", cast: "7" }]);
  assert.deepEqual([listed(), open(), said()], [["Mio", "Ren the Swift"], ["Ren the Swift"], "Ren the Swift is kept in this browser."]);
  pick(field("cast"), "x");
  await answered({ state: "error", status: "", error: "Cast: a number", errors: { cast: "a number" } });
  assert.deepEqual(values(), [MIO, { name: "Ren", cast: "7" }]);
});

test("where no sheet is open, what is tried out is nobody's", async (t) => {
  const { answer: answered } = await here(t, { characters: cast });
  pick(field("cast"), "7");
  await answered(answer("Mio"));
  assert.deepEqual([values(), said()], [[MIO, { name: "Ren", cast: "5" }], ""]);
});

for (const [what, leaves] of Object.entries({
  "somebody of the sample cast is looked at": () => find(".samples button").click(),
  "another one is made": () => {
    key("new").click();
    pick(field("cast"), "9");
  },
  "a character is pasted": () => {
    field("pasted").value = "{}";
    find('[value="paste"]').click();
  },
})) {
  test(`the sheet that was open stays as it is when ${what}`, async (t) => {
    const { answer: answered } = await here(t, { characters: cast });
    key("open", "a").click();
    if (asked().length) await answered(answer("Mio"));
    assert.deepEqual(open(), ["Mio"]);
    leaves();
    await answered(answer("Somebody", { values: { name: "Somebody" } }));
    assert.deepEqual([values(), listed(), open(), is("open")], [[MIO, { name: "Ren", cast: "5" }], ["Mio", "Ren"], [], false]);
  });
}

// --- me ---

test("another one is me, and nobody is; who chooses with the keyboard stays where they are", async (t) => {
  await here(t, { characters: cast, me: { prophecy: "a" } });
  for (const id of ["b", "", "a"]) {
    const choice = find(`[data-roster-list] [value="${id}"]`);
    choice.focus();
    choice.checked = true;
    pick(choice);
    assert.deepEqual([me("prophecy")?.id ?? "", mine(), document.activeElement.value], [id, id, id]);
  }
});

test("who opens a sheet with the keyboard stays at its name", async (t) => {
  await here(t, { characters: cast });
  key("open", "b").focus();
  key("open", "b").click();
  assert.equal(document.activeElement, key("open", "b"));
});

test("who is kept elsewhere is listed at once, and of a game only its own", async (t) => {
  await here(t, { characters: [kept("a", "Mio"), kept("k", "Kai", {}, "kamui")] });
  put(kept("b", "Ren", { party: "Choir" }));
  assert.deepEqual(listed(), ["Mio", "Ren (Choir)"]);
  const gone = find("character-roster");
  gone.remove();
  put(kept("c", "Sae"));
  assert.equal(gone.querySelectorAll("li[data-id]").length, 2);
});

// --- deleting ---

test("who is deleted is gone at once, and the key that brings them back has the focus", async (t) => {
  const { answer: answered } = await here(t, { characters: [...cast, kept("c", "Sae")], me: { prophecy: "b" } });
  assert.equal(is("gone"), false);
  key("open", "b").click();
  await answered(answer("Ren"));
  key("delete", "b").click();
  assert.deepEqual([listed(), mine(), said(), is("open"), is("gone")], [["Mio", "Sae"], "", "Ren is deleted.", false, true]);
  assert.equal(document.activeElement, key("undo"));
  pick(field("cast"), "9");
  await answered(answer("Ren"));
  assert.deepEqual(listed(), ["Mio", "Sae"]);
  key("undo").click();
  assert.deepEqual([listed(), mine(), said(), is("gone")], [["Mio", "Ren", "Sae"], "b", "Ren is back.", false]);
  assert.equal(document.activeElement, key("open", "b"));
  key("undo").click(); // there is nobody else to bring back
  assert.equal(listed().length, 3);
});

test("who was not me is not me after coming back", async (t) => {
  await here(t, { characters: cast, me: { prophecy: "a" } });
  key("delete", "b").click();
  key("undo").click();
  assert.deepEqual([listed(), mine()], [["Mio", "Ren"], "a"]);
});

test("once the last one is deleted the page says that nobody is kept", async (t) => {
  await here(t, { characters: [kept("a", "Mio")], me: { prophecy: "a" } });
  key("delete", "a").click();
  assert.deepEqual([is("empty"), find("[data-roster-list]").hidden, is("gone")], [true, true, true]);
  key("undo").click();
  assert.deepEqual([is("empty"), mine()], [false, "a"]);
});

// --- files and paper ---

test("all who are in a file are kept, each in their game", async (t) => {
  const { answer: answered } = await here(t, { characters: [kept("a", "Mio")] });
  const input = find("input[type=file]");
  Object.defineProperty(input, "files", { value: [new Blob(["the file"])], configurable: true });
  pick(input);
  await until(() => asked().length);
  assert.deepEqual(asked()[0].pressed, { do: "open", pasted: "the file" });
  const people = [["prophecy", "Ren"], ["kamui", "Kai"]].map(([system, name]) => ({ system, values: { name }, told: told(name) }));
  await answered(answer("Mio", { data: { ...told("Mio"), people } }));
  assert.deepEqual([values(), values("kamui")], [[MIO, { name: "Ren" }], [{ name: "Kai" }]]);
  assert.deepEqual([listed(), me("kamui").values.name, open()], [["Mio", "Ren"], "Kai", []]);
  assert.equal(new Set([...charactersOf("prophecy"), ...charactersOf("kamui")].map(({ id }) => id)).size, 3);
});

test("where the browser keeps nothing, the page says so of those of a file as well", async (t) => {
  const { turn, answer: answered } = await here(t);
  keepsNothing(t);
  find('[value="paste"]').click();
  await turn();
  await answered(answer("Mio", { data: { ...told("Mio"), people: [{ system: "prophecy", values: { name: "Ren" }, told: told("Ren") }] } }));
  assert.equal(said(), WORDS.en.full.replace("{name}", "Ren"));
});

test("of those of a file who find no room the page says so by name", async (t) => {
  const { turn, answer: answered } = await here(t, { characters: Array.from({ length: 59 }, (_, number) => kept(`n${number}`, `N${number}`)) });
  find('[value="paste"]').click();
  await turn();
  const people = ["Ren", "Sae", "Yuu"].map((name) => ({ system: "prophecy", values: { name }, told: told(name) }));
  await answered(answer("Mio", { data: { ...told("Mio"), people } }));
  assert.deepEqual([listed().length, said()], [60, WORDS.en.many.replace("{name}", "Sae, Yuu")]);
});

test("all of a game are saved as a file that Python reads", async (t) => {
  await here(t, { characters: [...cast, kept("k", "Kai", {}, "kamui")] });
  const handed = [];
  t.mock.method(URL, "createObjectURL", (blob) => `blob:${handed.push(blob)}`);
  const revoked = t.mock.method(URL, "revokeObjectURL", () => {});
  t.mock.method(HTMLAnchorElement.prototype, "click", function () {
    handed.push([this.href, this.download]);
  });
  key("save").click();
  assert.deepEqual(handed[1], ["blob:1", "prophecy.json"]);
  assert.equal(handed[0].type, "application/octet-stream");
  assert.deepEqual(JSON.parse(await handed[0].text()), {
    rulebook: "characters",
    characters: [{ system: "prophecy", values: MIO }, { system: "prophecy", values: { name: "Ren", cast: "5" } }],
  });
  t.mock.timers.tick(60_000);
  assert.deepEqual(revoked.mock.calls.at(-1).arguments, ["blob:1"]);
});

test("the sheet is marked while it is printed, and no longer", async (t) => {
  await here(t);
  const printed = [];
  globalThis.print = () => printed.push(is("printed"));
  t.after(() => Reflect.deleteProperty(globalThis, "print"));
  key("print").click();
  assert.deepEqual([printed, is("printed")], [[true], true]);
  dispatchEvent(new Event("afterprint"));
  assert.equal(is("printed"), false);
});

// --- words ---

test("a name that looks like markup stays a name, and so does an id", async (t) => {
  const bad = '<img src=x onerror=alert(1)>"]';
  await here(t, { characters: [kept(bad, bad, { party: bad })], me: { prophecy: bad } });
  assert.deepEqual([listed(), mine()], [[`${bad} (${bad})`], bad]);
  find('[data-do="open"]').focus();
  find('[data-do="open"]').click();
  assert.equal(document.activeElement, find('[data-do="open"]'));
  find('[data-do="delete"]').click();
  assert.equal(said(), `${bad} is deleted.`);
  key("undo").click();
  assert.equal(said(), `${bad} is back.`);
  assert.equal(document.activeElement.textContent, `${bad} (${bad})`);
  assert.equal(document.querySelector("img"), null);
});

test("a name with a sign of a pattern in it stays a name", async (t) => {
  await here(t, { characters: [kept("a", "$& and $1")] });
  key("delete", "a").click();
  assert.equal(said(), "$& and $1 is deleted.");
});

test("each key says whom it is about", async (t) => {
  await here(t, { characters: cast });
  const labels = [...document.querySelectorAll("li[data-id] [aria-label]")].map((each) => each.getAttribute("aria-label"));
  assert.deepEqual(labels, ["This is me: Mio", "Delete: Mio", "This is me: Ren", "Delete: Ren"]);
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const label of document.querySelectorAll("[data-roster-list] label")) assert.equal(label.control, label.previousSibling);
});

test("on a Japanese page it asks and speaks in Japanese", async (t) => {
  const { answer: answered } = await here(t, { language: "ja" });
  key("keep").click();
  await answered(answer("ミオ"));
  assert.equal(asked()[0].language, "ja");
  assert.deepEqual([listed(), said()], [["日ミオ"], "日ミオをこのブラウザーに保存しました。"]);
  assert.equal(find("li[data-id] input").getAttribute("aria-label"), "自分：日ミオ");
  find('li [data-do="delete"]').click();
  assert.equal(said(), "日ミオを削除しました。");
  key("undo").click();
  assert.equal(said(), "日ミオを元に戻しました。");
});
