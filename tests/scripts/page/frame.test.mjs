// frame.mjs: what stands around the text follows the reader; landing.mjs: folds open around the place of an address.

import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../support/clock.mjs";
import { find, page, scrolledTo, within } from "../support/page.mjs";
import { watchFrame } from "../../../overrides/theme/scripts/frame.mjs";
import { watchLandings } from "../../../overrides/theme/scripts/landing.mjs";

const PAGE = `<input data-md-toggle="drawer" type="checkbox" id="drawer">
  <header class="md-header"><div class="md-header__title">name</div></header>
  <nav class="md-sidebar--primary"><div class="md-sidebar__scrollwrap"><input class="md-nav__toggle" type="checkbox" id="group">
    <label for="group" tabindex="0">Group</label><nav aria-expanded="false"></nav></div></nav>
  <nav class="md-sidebar--secondary"><div class="md-sidebar__scrollwrap">
    ${["one", "two", "three", "gone"].map((name) => `<a class="md-nav__link" href="#${name}">${name}</a>`).join("")}</div></nav>
  <main class="md-content"><h1>Title</h1>${["one", "two", "three"].map((name) => `<h2 id="${name}">${name}</h2>`).join("")}</main>
  <button class="md-top" hidden>up</button>`;
const HEIGHTS = { one: 200, two: 700, three: 1200 };
const HEADER = 48;

/** A window in which the page can be scrolled; the list of its sections stands beside it, or not. */
function open(t, { html = PAGE, beside = true } = {}) {
  const { scrollY: y, matchMedia: media } = globalThis;
  globalThis.matchMedia = () => ({ matches: beside });
  globalThis.scrollTo = ({ top }) => scroll(top);
  t.after(() => {
    Object.assign(globalThis, { scrollY: y, matchMedia: media });
    Reflect.deleteProperty(globalThis, "scrollTo");
  });
  page(html);
  for (const [name, top] of Object.entries(HEIGHTS)) {
    const place = document.getElementById(name);
    if (place) place.getBoundingClientRect = () => ({ top: top - scrollY, bottom: top + 40 - scrollY });
  }
  if (html === PAGE) {
    find("h1").getBoundingClientRect = () => ({ top: 100 - scrollY, bottom: 140 - scrollY });
    find(".md-header").getBoundingClientRect = () => ({ top: 0, bottom: HEADER });
  }
  within(watchFrame);
}

async function scroll(to) {
  globalThis.scrollY = to;
  document.dispatchEvent(new Event("scroll"));
  await seen();
}

const seen = () => new Promise((go) => { requestAnimationFrame(() => setTimeout(() => setTimeout(go))); });
const marked = (how) => [...document.querySelectorAll(`.md-nav__link--${how}`)].map((link) => link.textContent);
const namesPage = () => find(".md-header__title").classList.contains("md-header__title--active");

test("the header names the page once its heading has gone, and no longer when it is back", async (t) => {
  open(t);
  await scroll(60);
  assert.equal(namesPage(), false);
  await scroll(100);
  assert.equal(namesPage(), true);
  await scroll(0);
  assert.equal(namesPage(), false);
});

test("the list shows which section is read and which have been; one that the page has not is passed over", async (t) => {
  open(t);
  await seen();
  assert.deepEqual([marked("passed"), marked("active")], [[], []]);
  await scroll(200);
  assert.deepEqual([marked("passed"), marked("active")], [[], ["one"]]);
  await scroll(1300);
  assert.deepEqual([marked("passed"), marked("active")], [["one", "two"], ["three"]]);
  await scroll(700);
  assert.deepEqual([marked("passed"), marked("active")], [["one"], ["two"]]);
});

test("in a narrow window nothing is marked in a list that nobody sees", async (t) => {
  open(t, { beside: false });
  await scroll(1300);
  assert.deepEqual([marked("passed"), marked("active")], [[], []]);
});

test("a list longer than the window is scrolled to what is read, and the page is not", async (t) => {
  open(t);
  const box = find(".md-sidebar--secondary .md-sidebar__scrollwrap");
  box.getBoundingClientRect = () => ({ top: 48, bottom: 148, height: 100 });
  for (const [number, link] of [...box.children].entries()) {
    Object.defineProperty(link, "clientHeight", { value: 20 });
    link.getBoundingClientRect = () => ({ top: 48 + 80 * number - box.scrollTop, bottom: 68 + 80 * number - box.scrollTop });
  }
  await scroll(200);
  assert.equal(box.scrollTop, 0, "it is in view");
  await scroll(1300);
  assert.equal(box.scrollTop, 110);
  assert.deepEqual(scrolledTo, []);
});

test("whoever has gone down a window and comes up again is offered the way to the top", async (t) => {
  open(t);
  const top = find(".md-top");
  await scroll(1300);
  assert.equal(top.hidden, true, "on the way down");
  await scroll(1200);
  assert.equal(top.hidden, false);
  top.click();
  await seen();
  assert.equal(scrollY, 0);
  assert.equal(top.hidden, true);
});

test("a leap to a place above is no way up", async (t) => {
  open(t);
  await scroll(2000);
  globalThis.scrollY = 1300;
  document.dispatchEvent(new Event("scroll"));
  dispatchEvent(new Event("hashchange"));
  await seen();
  assert.equal(find(".md-top").hidden, true);
});

test("a group of the navigation opens with Enter, and says whether it is open", (t) => {
  open(t);
  const enter = (target) => target.dispatchEvent(new window.KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  assert.equal(enter(find("label")), false);
  assert.equal(find("#group").checked, true);
  assert.equal(find("nav nav").getAttribute("aria-expanded"), "true");
  enter(find("label"));
  assert.equal(find("nav nav").getAttribute("aria-expanded"), "false");
  assert.equal(enter(find(".md-top")), true, "other keys are none of its business");
});

test("the drawer closes when a place of the page was chosen in it", (t) => {
  open(t);
  find("#drawer").checked = true;
  dispatchEvent(new Event("hashchange"));
  assert.equal(find("#drawer").checked, false);
});

const DRAWER = `<input data-md-toggle="drawer" type="checkbox" id="__drawer"><label class="md-header__button" for="__drawer"></label>
  <div class="md-sidebar--primary"><nav aria-label="Navigation"><ul><li><a href="#a">A</a></li>
  <li class="md-nav__item--active"><ul><li><a href="#b">B</a></li><li class="md-nav__item--active"><a class="md-nav__link--active" href="#c">C</a></li></ul></li></ul></nav></div><a id="beyond" href="#c">C</a>`;

test("the drawer's key is a button for the keyboard: it leads to where one is, and back with Escape", (t) => {
  open(t, { html: DRAWER });
  const [key, drawer] = [find("label"), find("#__drawer")];
  const strike = (on, letter) => on.dispatchEvent(new window.KeyboardEvent("keydown", { key: letter, bubbles: true, cancelable: true }));
  assert.deepEqual([key.tabIndex, key.getAttribute("role"), key.getAttribute("aria-label")], [0, "button", "Navigation"]);
  for (const letter of ["Enter", " "]) {
    key.focus();
    assert.equal(strike(key, letter), false);
    assert.deepEqual([drawer.checked, key.getAttribute("aria-expanded"), document.activeElement.textContent], [true, "true", "B"]);
    strike(document.activeElement, "Escape");
    assert.deepEqual([drawer.checked, key.getAttribute("aria-expanded"), document.activeElement], [false, "false", key]);
  }
});

test("the drawer shuts when Tab leads beyond it; a finger on its key moves no focus", (t) => {
  open(t, { html: DRAWER });
  find("label").click();
  assert.deepEqual([find("#__drawer").checked, document.activeElement], [true, document.body]);
  find(".md-nav__link--active").focus();
  assert.equal(find("#__drawer").checked, true);
  find("#beyond").focus();
  assert.equal(find("#__drawer").checked, false);
});

test("code can be copied, once each; what a function is called with is none that one runs", (t) => {
  open(t, { html: `<div class="highlight"><pre><code>1 + 1</code></pre></div>
    <div class="highlight doc-signature"><pre><code>f(x)</code></pre></div>` });
  within(watchFrame);
  const buttons = [...document.querySelectorAll("button[data-copy]")];
  assert.deepEqual(buttons.map((button) => [button.title, button.nextElementSibling.textContent]), [["Copy the code", "1 + 1"]]);
});

test("the folds around the place that the address names are opened, and it comes into view", async () => {
  page('<details id="a"><summary>A</summary><details><summary>B</summary><p id="inside">text</p></details></details><details id="b"><summary>C</summary></details>');
  location.hash = "inside";
  within(watchLandings);
  await settled();
  assert.deepEqual([...document.querySelectorAll("details")].map(({ open: isOpen }) => isOpen), [true, true, false]);
  assert.deepEqual(scrolledTo, [find("#inside")]);
});
