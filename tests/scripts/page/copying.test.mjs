// copying.mjs: buttons that copy a text of the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { find, page } from "../support/page.mjs";
import { copy, offer } from "../../../overrides/theme/scripts/copying.mjs";

const PAGE = '<p><button data-copy="lines">Copy</button></p><details><textarea id="lines">2D6\n■Checks</textarea></details><p><code>4B6&gt;=4</code> <button data-copy>Copy</button></p>';

/** Lets the page copy, or not; returns what was copied. */
function clipboard(t, allowed) {
  const copied = [];
  const writeText = (text) => (allowed ? Promise.resolve(copied.push(text)) : Promise.reject(new Error("no")));
  Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });
  t.after(() => Reflect.deleteProperty(navigator, "clipboard"));
  return copied;
}

test("a text of several lines, and the code beside a button", async (t) => {
  const copied = clipboard(t, true);
  page(PAGE);
  await copy(find("[data-copy=lines]"));
  await copy(find("code + button"));
  assert.deepEqual(copied, ["2D6\n■Checks", "4B6>=4"]);
  assert.equal(find("[data-copy=lines]").hasAttribute("data-copied"), true);
});

test("where the browser forbids it the text is selected and shown, and the page says so", async (t) => {
  clipboard(t, false);
  page(PAGE);
  await copy(find("[data-copy=lines]"));
  assert.equal(find("details").open, true);
  assert.equal(document.activeElement.id, "lines");
  await new Promise((go) => requestAnimationFrame(go));
  assert.match(find(".copy-said").textContent, /is selected/);
});

test("what stands in another view is shown beside the button, and selected there", async (t) => {
  clipboard(t, false);
  page('<div id="fight-log" hidden><ol><li>Mio hits.</li></ol></div><button data-copy="fight-log">Copy the log</button>');
  window.HTMLElement.prototype.showPopover = () => {};
  find("#fight-log").checkVisibility = () => false;
  await copy(find("button"));
  assert.equal(find(".copy-menu textarea").value, "Mio hits.");
  assert.equal(document.activeElement, find(".copy-menu textarea"));
});

test("the log of a fight, from the first step to the last", async (t) => {
  const copied = clipboard(t, true);
  page('<div id="fight-log"><h4>What happened</h4><p class="log-round">Round 2</p><ol><li>Mio hits. P-10.10</li></ol><p class="log-round">Round 1</p><ol><li>Ren is hit.</li><li>Mio acts.</li></ol><ol><li>Ren takes part.</li><li>Mio takes part.</li></ol></div><button data-copy="fight-log">Copy</button>');
  await copy(find("button"));
  assert.deepEqual(copied, ["Mio takes part.\nRen takes part.\n■ Round 1\nMio acts.\nRen is hit.\n■ Round 2\nMio hits. P-10.10"]);
});

const RULES = { "C-5.1": { href: "contest/exchange/#C-5.1", text: "The piece moves." } };

/** A page with a rule, whose number has been pressed. */
async function pressed(t, allowed) {
  const copied = clipboard(t, allowed);
  t.mock.method(globalThis, "fetch", async () => Response.json(RULES));
  page('<p><span id="C-5.1"><a class="rule-id" href="#C-5.1">C-5.1</a> The piece <b>moves</b>.</span></p>', { at: "en/contest/exchange/?a.b=1" });
  document.title = "Exchange · Contest · Runnable Rulebook";
  window.HTMLElement.prototype.showPopover = () => {};
  window.HTMLElement.prototype.hidePopover = function () {
    this.dispatchEvent(Object.assign(new Event("toggle"), { newState: "closed" }));
  };
  await offer(find("a.rule-id"));
  return { copied, keys: [...document.querySelectorAll(".copy-menu button")] };
}

/** Presses a key of the menu, and waits until it is done. */
async function press(key) {
  key.click();
  await new Promise((go) => setTimeout(go, 20));
}

test("a rule's number offers its link, and its text with number, game and address; then the menu is gone", async (t) => {
  const { copied, keys: [link, text] } = await pressed(t, true);
  assert.equal(document.activeElement, link);
  await press(link);
  await press(text);
  const at = "https://rules.test/en/contest/exchange/#C-5.1";
  assert.deepEqual(copied, [at, `C-5.1 The piece moves.\n— Contest · Runnable Rulebook, ${at}`]);
  assert.equal(document.querySelector(".copy-menu"), null);
});

test("where the browser forbids it the menu shows what is to be copied, selected", async (t) => {
  const { keys: [link] } = await pressed(t, false);
  await press(link);
  assert.equal(find(".copy-menu textarea").value, "https://rules.test/en/contest/exchange/#C-5.1");
  assert.equal(document.activeElement, find(".copy-menu textarea"));
});

test("the way to an answer that nobody has changed names a field, or others would see their own numbers there", async (t) => {
  const copied = clipboard(t, true);
  page(`<rules-widget id="widget-contest.gauge" name="contest.gauge"><h3 class="widget-title">Contest</h3><form>
    <input name="ability_a" value="15" data-kept><input name="ability_b" value="12" data-kept></form>
    <p class="answer-bar"><span>A wins.</span></p><button data-copy="answer"></button></rules-widget>`, { at: "en/contest/calculators/?contest.roll.ability_a=9" });
  await copy(find("[data-copy]"));
  assert.match(copied[0], /calculators\/\?contest\.gauge\.ability_a=15#widget-contest\.gauge$/, "nor what others say");
});

test("a calculator's answer, as a sentence with the way to it", async (t) => {
  const copied = clipboard(t, true);
  page(`<rules-widget id="widget-prophecy.attack" name="prophecy.attack"><h3 class="widget-title">Attack calculator</h3>
    <p class="answer-bar"><b>75.3%</b> <small>61/81</small> <span>It hits in 75.3% of all cases.</span> <button>Pin</button></p>
    <p><button data-copy="answer">Copy this answer</button></p></rules-widget>`, { at: "en/prophecy/calculators/?prophecy.attack.cast=6" });
  document.title = "Calculators · Prophecy · Runnable Rulebook";
  await copy(find("[data-copy]"));
  assert.deepEqual(copied, ["Attack calculator: It hits in 75.3% of all cases. (61/81)\n— Prophecy · Runnable Rulebook, https://rules.test/en/prophecy/calculators/?prophecy.attack.cast=6#widget-prophecy.attack"]);
});
