// saving.mjs: what lies on a desk is saved as a picture, SVG as Python writes it or PNG as the browser paints it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { find } from "../support/page.mjs";
import { visit } from "../support/visit.mjs";
import { last } from "../support/worker.mjs";
import { savePicture } from "../../../overrides/theme/scripts/saving.mjs";
import { start } from "../../../overrides/theme/scripts/python.mjs";

const DESK = `<rules-widget name="contest.stepper" data-desk><p class="widget-status"></p><output></output>
  <form id="contest-stepper-form"><input type="hidden" name="actions" value="abc"><input name="seed" value="x">
    <div data-part="controls"><input name="typed" value="7"></div></form><dialog><form method="dialog"></form></dialog></rules-widget>`;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="760" height="400"><text>Garm &amp; Tomoe #1</text></svg>';
const ANSWER = { state: "ready", status: "The picture is saved.", parts: {}, data: { svg: SVG, name: "Serial-Contest-Round-2" } };
const said = () => [find(".widget-status").textContent, find(".widget-status").dataset.from];

/** Opens a desk; what is saved there is noted. */
function desk(t, { language = "en", width = 760 } = {}) {
  const a = visit(t, DESK, { language });
  const saved = [];
  const painted = [];
  const blobs = new Map();
  t.mock.method(URL, "createObjectURL", (blob) => {
    blobs.set(`blob:${blobs.size}`, blob);
    return `blob:${blobs.size - 1}`;
  });
  t.mock.method(HTMLAnchorElement.prototype, "click", function () {
    saved.push([this.download, blobs.get(this.getAttribute("href"))]);
  });
  globalThis.Image = class {
    naturalWidth = width;
    naturalHeight = 400;
    decode = async () => {
      if (!width) throw new Error("no image");
    };
  };
  t.mock.method(HTMLCanvasElement.prototype, "getContext", function () {
    return { drawImage: (image, ...where) => painted.push([image.src, ...where]) };
  });
  t.mock.method(HTMLCanvasElement.prototype, "toBlob", (done, type) => done(new Blob(["painted"], { type })));
  return { ...a, saved, painted };
}

test("the drawing is saved as Python writes it, under the name of game and round; fields of the moment are none of it", async (t) => {
  const { element, turn, ready, answer, saved } = desk(t);
  start();
  await ready();
  savePicture(element, "svg");
  await turn();
  const { picture, values, pressed, language } = last().question;
  assert.deepEqual([picture, values, pressed, language], [true, { actions: "abc", seed: "x" }, null, "en"]);
  await answer(ANSWER);
  const [[name, blob]] = saved;
  assert.deepEqual([name, blob.type, await blob.text()], ["Serial-Contest-Round-2.svg", "application/octet-stream", SVG]);
  assert.deepEqual(said(), ["The picture is saved.", "page"]);
});

test("the PNG is painted from the same drawing, with two pixels for one, and from nowhere else", async (t) => {
  const { element, ready, answer, saved, painted } = desk(t);
  start();
  await ready();
  savePicture(element, "png");
  await answer(ANSWER);
  assert.deepEqual([saved[0][0], saved[0][1].type], ["Serial-Contest-Round-2.png", "application/octet-stream"]);
  assert.match(await saved[0][1].text(), /^painted/);
  const [[source, ...where]] = painted;
  assert.deepEqual(where, [0, 0, 1520, 800]);
  assert.equal(decodeURIComponent(source.replace("data:image/svg+xml;charset=utf-8,", "")), SVG);
});

test("who presses before Python is there hears that it starts, and gets the picture", async (t) => {
  const { element, turn, ready, answer, saved } = desk(t, { language: "ja" });
  savePicture(element, "svg");
  await turn();
  assert.deepEqual(said(), ["Pythonを起動しています…", "page"]);
  await ready();
  await answer(ANSWER);
  assert.equal(saved.length, 1);
});

test("a fight that does not fit says why, and nothing is saved", async (t) => {
  const { element, ready, answer, saved } = desk(t);
  start();
  await ready();
  savePicture(element, "svg");
  await answer({ state: "error", status: "step 2 does not fit", parts: {} });
  assert.deepEqual([said(), saved], [["step 2 does not fit", "page"], []]);
});

test("without Python, and where the browser cannot paint it, the page says so", async (t) => {
  const { element, turn, saved } = desk(t, { width: 0 });
  savePicture(element, "png");
  await turn();
  last().say({ kind: "unavailable", reason: "no network" });
  await turn();
  assert.match(said()[0], /the picture cannot be made/);
  start();
  await turn();
  last().say({ kind: "ready" });
  savePicture(element, "png");
  await turn();
  last().answer(ANSWER);
  await turn();
  assert.match(said()[0], /could not be calculated/);
  assert.deepEqual(saved, []);
});
