// navigation.mjs: pages are turned without being loaded, where the browser lets a page do that.

import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../support/clock.mjs";
import { find, page, press, scrolledTo, TOP, within } from "../support/page.mjs";
import { shown } from "../../../overrides/theme/scripts/site.mjs";

const NAVIGATION = "../../../overrides/theme/scripts/navigation.mjs";
const SCRIPT = new URL("rulebook.mjs", new URL(NAVIGATION, import.meta.url)).href;

/** What the build writes: the parts of a page that differ from page to page, and what its head tells of it. */
const built = (name, { text = "", script = SCRIPT, more = [], styles = [] } = {}) => `<!doctype html><html><head><title>${name} title</title>
  ${styles.map((file) => `<link rel="stylesheet" href="../../kit/${file}">`).join("")}
  <meta name="description" content="about ${name}"><link rel="canonical" href="${TOP}en/${name}/">
  ${[...more, script].map((src) => `<script type="module" src="${src}"></script>`).join("")}</head><body>${body(name, text)}</body></html>`;
const body = (name, text = "") => `<input data-md-toggle="drawer" type="checkbox" id="drawer" checked>
  <a data-md-component="skip" href="#${name}">skip</a>
  <header><a data-md-component="logo" href="..">logo</a><span data-md-component="header-topic">${name}</span>
    <span class="language-switch"><a href="../../ja/${name}/">日本語</a></span></header>
  <div data-md-component="container"><article><h1>${name}</h1><p id="place">${name} text</p>${text}
    <details><summary>Why</summary></details></article></div>`;

/** A browser's Navigation API, as far as it is used. */
class Navigation extends EventTarget {
  /** What the reader wants; returns whether it was left to the browser to load it. */
  wish(href, { type = "push", cancelable = true, ...more } = {}) {
    const url = new URL(href, location.href).href;
    const event = new Event("navigate", { cancelable });
    let handler;
    const told = { canIntercept: true, downloadRequest: null, formData: null, info: undefined, userInitiated: true, navigationType: type, ...more };
    Object.assign(event, told, {
      destination: { url },
      intercept: (how) => (handler = how.handler),
      scroll: () => {
        scrolledTo.push(type);
        document.activeElement.blur(); // as Firefox does on the way to a place, where it does not arrive
      },
    });
    this.dispatchEvent(event);
    if (handler) {
      if (type === "push") history.pushState(null, "", url);
      else history.replaceState(null, "", url);
      handler();
    }
    return !handler && !event.defaultPrevented;
  }

  navigate(url, { info, history: type }) {
    this.wish(url, { info, type });
  }
}

let visits = 0;

/** A reader opens a page of the site; what is fetched, and what is loaded after all, is noted. */
async function open(t, { knows = true, saves = false, answers = {}, from = "en/contest/", styles = [] } = {}) {
  const [before, { connection }] = [globalThis.location, navigator];
  const noted = { fetched: [], loaded: [], navigation: new Navigation() };
  Reflect.set(navigator, "connection", { saveData: saves });
  page(body("contest"), { at: from });
  document.head.insertAdjacentHTML("beforeend", '<link rel="icon" href="../icon.svg"><link rel="canonical" href="old">');
  document.head.insertAdjacentHTML("beforeend", styles.map((file) => `<link rel="stylesheet" href="../../kit/${file}">`).join(""));
  globalThis.location = {
    get href() { return before.href; },
    get pathname() { return before.pathname; },
    get hash() { return before.hash; },
    assign: (url) => noted.loaded.push(new URL(url).pathname),
    reload: () => noted.loaded.push("again"),
  };
  t.mock.method(globalThis, "fetch", async (path) => {
    noted.fetched.push(path);
    const name = path.split("/").at(-2);
    return (await answers[name]?.()) ?? new Response(built(name));
  });
  if (knows) window.navigation = noted.navigation;
  t.after(async () => {
    await new Promise((go) => { requestAnimationFrame(() => setTimeout(go)); });
    globalThis.location = before;
    Reflect.set(navigator, "connection", connection);
    Reflect.deleteProperty(window, "navigation");
    for (const link of document.head.querySelectorAll("link, meta[name=description], script")) link.remove();
  });
  const { watchTurns } = await import(`${NAVIGATION}?visit=${++visits}`);
  within(watchTurns);
  return noted;
}

const title = () => find("h1").textContent;

test("a link is followed without loading: the new page stands in the place of the old, and its head tells of it", async (t) => {
  const { navigation, fetched, loaded } = await open(t);
  assert.equal(navigation.wish("/en/prophecy/"), false);
  assert.equal(location.pathname, "/en/contest/", "until the page is there, the address is that of the page in view");
  await settled();
  assert.equal(location.pathname, "/en/prophecy/");
  assert.equal(shown.path, "/en/prophecy/");
  assert.equal(title(), "prophecy");
  assert.equal(document.title, "prophecy title");
  assert.equal(find("[data-md-component=header-topic]").textContent, "prophecy");
  assert.equal(find(".language-switch a").getAttribute("href"), "../../ja/prophecy/");
  assert.equal(find("meta[name=description]").getAttribute("content"), "about prophecy");
  assert.deepEqual([...document.querySelectorAll("link[rel=canonical]")].map((link) => link.href), [`${TOP}en/prophecy/`]);
  assert.deepEqual([fetched, loaded], [["/en/prophecy/"], []]);
});

/** The styles in the head, with what they are for; those that are new have come, or failed to. */
const dressed = () => [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => `${link.href.split("/").at(-1)} ${link.media}`.trim());
const arrived = (sign) => document.querySelector('link[media="not all"]').dispatchEvent(new Event(sign));

test("what follows the reader down a page follows the sections of the new one, and its code can be copied", async (t) => {
  const text = '<div class="highlight"><pre><code>1 + 1</code></pre></div>';
  const { navigation } = await open(t, { answers: { prophecy: async () => new Response(built("prophecy", { text })) } });
  navigation.wish("/en/prophecy/");
  await settled();
  assert.equal(find("pre > button + code").textContent, "1 + 1");
});

test("a page is put in when its own styles have come, which touch no other page", async (t) => {
  const desk = () => new Response(built("desk", { styles: ["all.css", "desk.css"] }));
  const chapter = () => new Response(built("chapter", { styles: ["all.css"] }));
  const { navigation, loaded } = await open(t, { answers: { desk, chapter }, styles: ["all.css"] });
  navigation.wish("/en/desk/");
  await settled();
  assert.deepEqual([title(), dressed()], ["contest", ["all.css", "desk.css not all"]], "what is not worn changes nothing");
  arrived("load");
  await settled();
  assert.deepEqual([title(), dressed()], ["desk", ["all.css", "desk.css all"]]);
  navigation.wish("/en/chapter/");
  await settled();
  assert.deepEqual([title(), dressed(), loaded], ["chapter", ["all.css"], []]);
});

test("a page whose styles do not come is loaded as the web loads it", async (t) => {
  const desk = () => new Response(built("desk", { styles: ["desk.css"] }));
  const { navigation, loaded } = await open(t, { answers: { desk } });
  navigation.wish("/en/desk/");
  await settled();
  arrived("error");
  await settled();
  assert.deepEqual([title(), loaded, dressed()], ["contest", ["/en/desk/"], []]);
});

test("what stays in the head still leads to where it led", async (t) => {
  await open(t);
  assert.equal(find("link[rel=icon]").getAttribute("href"), `${TOP}en/icon.svg`);
});

test("the drawer closes, and the keyboard goes on from the heading of the new page, at its top", async (t) => {
  const { navigation } = await open(t);
  navigation.wish("/en/prophecy/");
  await settled();
  assert.equal(find("#drawer").checked, false);
  assert.equal(document.activeElement, find("h1"));
  assert.deepEqual(scrolledTo, ["push"]);
});

test("a link to a place on another page arrives there", async (t) => {
  const { navigation } = await open(t);
  navigation.wish("/en/prophecy/#place");
  await settled();
  assert.equal(document.activeElement, find("#place"));
  assert.equal(scrolledTo.at(-1), find("#place"));
});

for (const type of ["pointerover", "touchstart", "focusin"]) {
  test(`a page is fetched once its link has been reached with ${type}, and once only`, async (t) => {
    const { navigation, fetched } = await open(t);
    find("article").insertAdjacentHTML("beforeend", '<a id="on" href="../prophecy/?x=1#place"><b>on</b></a>');
    for (let time = 0; time < 2; time += 1) find("b").dispatchEvent(new Event(type, { bubbles: true }));
    assert.deepEqual(fetched, ["/en/prophecy/"]);
    await settled();
    navigation.wish("/en/prophecy/?x=1");
    await settled();
    assert.equal(title(), "prophecy");
    assert.deepEqual(fetched, ["/en/prophecy/"]);
  });
}

for (const [what, href] of Object.entries({
  "this very page": "/en/contest/",
  "a place on it": "#order",
  "it with fields": "?contest.roll.a=2",
  "a page in the other language": "/ja/contest/",
  "the choice of languages": "/?choose",
  "another site": "https://elsewhere.test/en/prophecy/",
  "a booklet": "/en/print/contest.pdf",
  "a file": "/en/rules.json",
  "a letter": "mailto:somebody@rules.test",
})) {
  test(`a link to ${what} is the browser's, and nothing is fetched for it`, async (t) => {
    const { navigation, fetched } = await open(t);
    find("article").insertAdjacentHTML("beforeend", `<a href="${href}"><b>on</b></a>`);
    find("b").dispatchEvent(new Event("pointerover", { bubbles: true }));
    assert.equal(navigation.wish(href), true);
    await settled();
    assert.deepEqual([fetched, title()], [[], "contest"]);
  });
}

for (const [what, more] of Object.entries({
  "a download": { downloadRequest: "" },
  "a form that was sent": { formData: new FormData() },
  "a page that is loaded anew": { type: "reload" },
  "what may not be taken over": { canIntercept: false },
  "a way that cannot be held up": { cancelable: false },
})) {
  test(`${what} is the browser's`, async (t) => {
    const { navigation, fetched } = await open(t);
    assert.equal(navigation.wish("/en/prophecy/", more), true);
    assert.deepEqual(fetched, []);
  });
}

for (const [what, answer] of Object.entries({
  "cannot be fetched": () => Promise.reject(new TypeError("no network")),
  "is not there": () => new Response("", { status: 404 }),
  "is another's": () => new Response("<!doctype html><title>Sign in</title>"),
  "is of another build": () => new Response(built("prophecy", { script: "../kit/def/scripts/rulebook.mjs" })),
})) {
  test(`a page that ${what} is loaded, and the one in view stays until then`, async (t) => {
    const { navigation, loaded } = await open(t, { answers: { prophecy: answer } });
    navigation.wish("/en/prophecy/");
    await settled();
    assert.deepEqual([loaded, title(), location.pathname], [["/en/prophecy/"], "contest", "/en/contest/"]);
    assert.equal(navigation.wish("/en/prophecy/"), true, "this time the browser does it");
  });
}

test("what runs in a page has its script before the page is put in", async (t) => {
  let there;
  Reflect.set(globalThis, "defined", () => (there = title()));
  const desk = () => new Response(built("desk", { more: ["data:text/javascript,defined()"] }));
  const { navigation } = await open(t, { answers: { desk } });
  navigation.wish("/en/desk/");
  for (let turns = 0; turns < 20 && title() !== "desk"; turns += 1) await settled();
  assert.deepEqual([there, title()], ["contest", "desk"]);
});

test("a page whose script does not come is loaded", async (t) => {
  const desk = () => new Response(built("desk", { more: ["data:text/javascript,throw 1"] }));
  const { navigation, loaded } = await open(t, { answers: { desk } });
  navigation.wish("/en/desk/");
  for (let turns = 0; turns < 20 && !loaded.length; turns += 1) await settled();
  assert.deepEqual([loaded, title()], [["/en/desk/"], "contest"]);
});

test("while a page is awaited that is said, and a newer wish takes its place", async (t) => {
  let come;
  const slow = () => new Promise((go) => { come = () => go(new Response(built("prophecy"))); });
  const { navigation } = await open(t, { answers: { prophecy: slow } });
  navigation.wish("/en/prophecy/");
  await settled();
  assert.equal(document.documentElement.hasAttribute("data-turning"), true);
  navigation.wish("/en/kamui/");
  await settled();
  come();
  await settled();
  assert.deepEqual([title(), location.pathname], ["kamui", "/en/kamui/"]);
  assert.equal(document.documentElement.hasAttribute("data-turning"), false);
});

test("who has gone to a place of the page meanwhile is not taken away from it", async (t) => {
  let come;
  const slow = () => new Promise((go) => { come = () => go(new Response(built("prophecy"))); });
  const { navigation } = await open(t, { answers: { prophecy: slow } });
  navigation.wish("/en/prophecy/");
  assert.equal(navigation.wish("#place"), true);
  come();
  await settled();
  assert.equal(title(), "contest");
  assert.equal(document.documentElement.hasAttribute("data-turning"), false);
});

test("an answer that is written into the address meanwhile holds nobody up", async (t) => {
  const { navigation } = await open(t);
  navigation.wish("/en/prophecy/");
  navigation.wish("?contest.roll.a=2", { type: "replace", userInitiated: false });
  await settled();
  assert.equal(title(), "prophecy");
});

test("a script that goes back and at once forward again leaves the page that is in view", async (t) => {
  const { navigation } = await open(t, { from: "en/contest/" });
  navigation.wish("/en/prophecy/", { type: "traverse", cancelable: false, userInitiated: false });
  navigation.wish("/en/contest/", { type: "traverse", cancelable: false, userInitiated: false });
  await settled();
  assert.equal(title(), "contest");
  assert.equal(find("[data-md-component=container]").hasAttribute("inert"), false);
});

test("the way back finds the page as it was left, where it was scrolled to, without fetching it once more", async (t) => {
  const { navigation, fetched } = await open(t, { from: "en/start/" });
  navigation.wish("/en/contest/");
  await settled();
  find("details").open = true;
  navigation.wish("/en/prophecy/");
  await settled();
  scrolledTo.length = 0;
  navigation.wish("/en/contest/", { type: "traverse", cancelable: false });
  await settled();
  assert.deepEqual([title(), find("details").open, scrolledTo], ["contest", true, ["traverse"]]);
  assert.deepEqual(fetched, ["/en/contest/", "/en/prophecy/"]);
});

test("on the way back to a page that takes its time, the one that is left cannot be touched; one that does not come is loaded", async (t) => {
  const { navigation, loaded } = await open(t, { answers: { prophecy: () => Promise.reject(new TypeError("no network")) } });
  navigation.wish("/en/prophecy/", { type: "traverse" });
  assert.equal(find("[data-md-component=container]").hasAttribute("inert"), true);
  await settled();
  assert.deepEqual(loaded, ["again"]);
});

test("who turns round on the way back finds the page alive that was still in view", async (t) => {
  const { navigation } = await open(t, { answers: { prophecy: () => new Promise(() => {}) } });
  navigation.wish("/en/prophecy/", { type: "traverse" });
  await settled();
  navigation.wish("/en/contest/", { type: "traverse" });
  assert.equal(find("[data-md-component=container]").hasAttribute("inert"), false);
});

test("of two hundred turned pages the texts of thirty stay", async (t) => {
  const { navigation, fetched } = await open(t);
  const to = async (number) => {
    navigation.wish(`/en/page-${number}/`);
    await settled();
  };
  for (let number = 0; number < 200; number += 1) await to(number);
  assert.equal(title(), "page-199");
  assert.equal(document.querySelectorAll("article").length, 1);
  assert.equal(fetched.length, 200);
  for (let number = 198; number >= 170; number -= 1) await to(number);
  assert.equal(fetched.length, 200);
  await to(5);
  assert.equal(fetched.length, 201);
});

test("a browser without the means fetches ahead, and loads pages itself", async (t) => {
  const { fetched } = await open(t, { knows: false });
  find("article").insertAdjacentHTML("beforeend", '<a href="/en/prophecy/"><b>on</b></a>');
  find("b").dispatchEvent(new Event("pointerover", { bubbles: true }));
  assert.deepEqual(fetched, ["/en/prophecy/"]);
});

test("for a reader who saves data nothing is fetched ahead; pages are turned all the same", async (t) => {
  const { navigation, fetched } = await open(t, { saves: true });
  find("article").insertAdjacentHTML("beforeend", '<a href="/en/prophecy/"><b>on</b></a>');
  find("b").dispatchEvent(new Event("pointerover", { bubbles: true }));
  assert.deepEqual(fetched, []);
  navigation.wish("/en/prophecy/");
  await settled();
  assert.equal(title(), "prophecy");
});
