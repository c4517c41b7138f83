// patch.mjs: a part of a widget is exchanged, and the reader notices only what is new.

import assert from "node:assert/strict";
import { test } from "node:test";

import { find, page, scrolledTo } from "../support/page.mjs";
import { emptyControls, replacePart } from "../../../overrides/theme/scripts/patch.mjs";

const part = (html) => page(`<div>${html}</div><button id="outside">outside</button>`);
const focused = () => document.activeElement;

test("what was there is gone, what is new is there", () => {
  const element = part("<p>old</p>");
  replacePart(element, "<b>new</b>");
  assert.equal(element.innerHTML, "<b>new</b>");
});

// --- what stays ---

test("what is the same stays in the page: a log grows by a line, a table changes by a cell", () => {
  const html = (lines, cell) => `<ol>${lines.map((line) => `<li><b>${line}</b></li>`).join("")}</ol>
    <table><tbody><tr><td>1</td><td>${cell}</td></tr><tr><td>2</td><td>9</td></tr></tbody></table>`;
  const element = part(html(["one", "two"], "3"));
  const before = [...element.querySelectorAll("li"), ...element.querySelectorAll("td:not(tr:first-child > :last-child)")];
  replacePart(element, html(["zero", "one", "two"], "4"));
  assert.equal(element.innerHTML, html(["zero", "one", "two"], "4"));
  assert.ok(before.every((each) => element.contains(each)));
});

test("a rule that has been looked up keeps its place, and stays", () => {
  const link = '<p><a data-rule="C-5.1" href="#">C-5.1</a></p>';
  const element = part(link);
  find("a").setAttribute("href", "/contest/#C-5.1");
  const before = find("a");
  replacePart(element, `<i>new</i>${link}`);
  assert.equal(find("a"), before);
  replacePart(element, `<p>It is <a data-rule="C-5.1" href="#">C-5.1</a></p><a data-rule="C-9" href="#">C-9</a>`);
  assert.deepEqual([...element.querySelectorAll("a")].map((each) => each.getAttribute("href")), ["/contest/#C-5.1", "#"]);
});

test("whatever was there, what is new is there to the letter", () => {
  let seed = 7;
  const upTo = (most) => (seed = (seed * 48271) % 2147483647) % most;
  /** @type {(depth: number) => (string | object)[]} */
  const grown = (depth) => Array.from({ length: upTo(5) }, () => (depth ? { is: ["i", "b class=x", "u", "s"][upTo(4)], has: grown(depth - 1) } : "abcd"[upTo(4)]));
  const written = (nodes) => nodes.map((each) => (each.is ? `<${each.is.replace("=x", '="x"')}>${written(each.has)}</${each.is[0]}>` : each)).join("");
  const changed = (nodes, depth = 4) => nodes.flatMap((each) => {
    const fate = upTo(12);
    if (!fate) return [];
    if (fate === 1) return [each, ...grown(1)];
    return each.is && depth ? { is: fate === 2 ? "s" : each.is, has: changed(each.has, depth - 1) } : [fate === 3 ? "z" : each];
  });
  const element = part("");
  for (let turn = 0, nodes = []; turn < 400; turn++) {
    nodes = turn % 20 ? changed(nodes) : grown(4);
    replacePart(element, written(nodes));
    assert.equal(element.innerHTML, written(nodes));
  }
});

test("controls that stay say what they were written to say: what was filled in is spent", () => {
  const html = `<input name="a" value="1"><input name="b"><input type="checkbox" name="c"><input type="radio" name="r" value="1"><input type="radio" name="r" value="2" checked>
    <select name="s"><option>x</option><option selected>y</option></select><select name="t"><option>x</option><option>y</option></select>`;
  const element = part(html);
  const [a, b, c, one, two] = element.querySelectorAll("input");
  const [s, t] = element.querySelectorAll("select");
  [a.value, b.value, c.checked, one.checked, s.value, t.value] = ["9", "9", true, true, "x", "y"];
  replacePart(element, `${html}<p>new</p>`);
  assert.equal(find("[name=a]"), a);
  emptyControls(element);
  assert.deepEqual([a.value, b.value, c.checked, one.checked, two.checked, s.value, t.value], ["1", "", false, false, true, "y", "x"]);
});

// --- folds ---

test("what the reader has opened stays open, what is shut stays shut, each by its key", () => {
  const fold = (key, open = "") => `<details data-key="${key}"${open}><summary>${key}</summary></details>`;
  const element = part(fold("log") + fold("file", " open") + fold("help"));
  find('[data-key="log"]').open = true;
  find('[data-key="file"]').open = false;
  replacePart(element, fold("file", " open") + fold("new", " open") + fold("log"));
  assert.deepEqual([...element.children].map(({ dataset, open }) => [dataset.key, open]), [["file", false], ["new", true], ["log", true]]);
});

test("folds without a key are known by their class and their number among their like", () => {
  const folds = '<details class="a"></details><details class="b"></details><details class="a"></details>';
  const element = part(folds);
  element.children[2].open = true;
  replacePart(element, folds);
  assert.deepEqual([...element.children].map(({ open }) => open), [false, false, true]);
});

// --- scrolling ---

test("a box that was scrolled sideways stays scrolled, however often its part is exchanged", () => {
  const box = '<div class="table-scroll" data-key="odds"></div>';
  const element = part(box);
  element.firstElementChild.scrollLeft = 120;
  element.firstElementChild.dispatchEvent(new Event("scroll"));
  replacePart(element, `<p></p>${box}`);
  assert.equal(find(".table-scroll").scrollLeft, 120);
  replacePart(element, box);
  assert.equal(find(".table-scroll").scrollLeft, 120);
});

test("a box that nobody has scrolled begins at its beginning", () => {
  const element = part('<div class="table-scroll"></div>');
  replacePart(element, '<div class="table-scroll"></div>');
  assert.equal(find(".table-scroll").scrollLeft, 0);
});

// --- the focus ---

test("the focus stays out of a part that it was not in", () => {
  const element = part('<button class="primary">go</button>');
  find("#outside").focus();
  replacePart(element, '<button class="primary">go</button>');
  assert.equal(focused(), find("#outside"));
  assert.deepEqual(scrolledTo, []);
});

for (const [what, before, after, same] of [
  ["a key", '<p data-key="row 1"><button>a</button></p><p data-key="row 2"><button id="it">b</button></p>', '<p data-key="row 2" tabindex="-1" id="same"></p>', "#same"],
  ["its name and value", '<button name="do" value="undo" id="it">u</button>', '<button name="do" value="redo"></button><button name="do" value="undo" id="same">u</button>', "#same"],
  ["the name of a field", '<input name="seed" value="1" id="it">', '<input name="other"><input name="seed" value="2" id="same">', "#same"],
  ["one choice of several", '<input type="radio" name="r" value="1"><input type="radio" name="r" value="2" id="it">', '<input type="radio" name="r" value="1"><input type="radio" name="r" value="2" id="same">', "#same"],
  ["the rule it leads to", '<a href="#" data-rule="C-5.1" id="it">C-5.1</a>', '<a href="#" data-rule="C-5.2">C-5.2</a><a href="#" data-rule="C-5.1" id="same">C-5.1</a>', "#same"],
  ["being what opens a fold", '<details><summary id="it">s</summary></details>', '<details><summary id="same">s</summary></details>', "#same"],
  ["being a box that scrolls", '<div class="table-scroll" tabindex="0" id="it"></div>', '<div class="table-scroll" tabindex="0" id="same"></div>', "#same"],
]) {
  test(`the focus stays with the same control, known by ${what}`, () => {
    const element = part(before);
    find("#it").focus();
    replacePart(element, after);
    assert.equal(focused(), find(same));
    assert.deepEqual(scrolledTo, [find(same)]);
  });
}

for (const [what, after, goes] of [
  ["to the next step", '<button>a</button><button class="primary" id="goes">next</button>', "#goes"],
  ["to a fold that is the next step", '<button>a</button><details><summary class="primary" id="goes">next</summary></details>', "#goes"],
  ["past what is switched off", '<button class="primary" disabled>next</button><button id="goes">a</button>', "#goes"],
  ["past what is hidden", '<p hidden><button class="primary">next</button></p><div class="action"><button id="goes">a</button></div>', "#goes"],
  ["past what is folded away", '<details><button class="primary">next</button></details><button id="goes">a</button>', "#goes"],
  ["not to what undoes the step", '<div class="history"><button>undo</button></div><button id="goes">a</button>', "#goes"],
  ["to what undoes the step where there is nothing else", '<div class="history"><button id="goes">undo</button></div>', "#goes"],
  ["to what the part is about, where there is no button", '<h4 id="goes">The end</h4>', "#goes"],
]) {
  test(`where the control is gone, the focus goes where it is of use: ${what}`, () => {
    const element = part('<button name="do" value="gone">gone</button>');
    find("[value=gone]").focus();
    replacePart(element, after);
    assert.equal(focused(), find(goes));
  });
}

test("where there is nothing to go to, the page has the focus", () => {
  const element = part("<button>gone</button>");
  find("button").focus();
  replacePart(element, "<p>the end</p>");
  assert.equal(focused(), document.body);
});

test("names with letters that selectors are made of are found all the same", () => {
  const element = part('<button name="do" value="reroll:0:&quot;cast&quot;]">r</button>');
  find("button").focus();
  replacePart(element, '<button class="primary">p</button><button name="do" value="reroll:0:&quot;cast&quot;]" id="same">r</button>');
  assert.equal(focused(), find("#same"));
});
