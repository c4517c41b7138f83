// harmless.mjs: of a drawing that code of unknown origin may have written, what can only be looked at.

import assert from "node:assert/strict";
import { test } from "node:test";

import { page } from "../support/page.mjs";
import { harmless } from "../../../overrides/editor/harmless.mjs";

/** What is left of it. */
function left(html) {
  const place = page("<div></div>");
  place.append(harmless(html));
  return place.innerHTML;
}

for (const drawing of [
  '<svg viewBox="0 0 10 10" class="gauge" role="img" aria-label="Gauge"><rect x="1" y="2" width="3" height="4" class="square"></rect><text x="5" y="6" text-anchor="middle">5</text></svg>',
  '<table class="data"><caption>Odds</caption><tbody><tr><th scope="row">0</th><td>1/2</td></tr></tbody></table>',
  '<p>text <b>bold</b> <a data-rule="C-5.1" href="#">C-5.1</a></p>',
  '<a href="#place">here</a>',
]) {
  test(`a drawing of our own comes through whole: ${drawing.slice(0, 40)}`, () => assert.equal(left(drawing), drawing));
}

for (const [what, html] of Object.entries({
  "scripts": "<script>alert(1)</script><svg><script>alert(1)</script></svg>",
  "handlers": '<svg onload="alert(1)"><circle onclick="alert(1)"></circle></svg><p onmouseover=alert(1)>x</p>',
  "pictures from elsewhere": '<img src="https://elsewhere.test/x"><svg><image href="https://elsewhere.test/x"></image></svg><picture><source srcset="x"></picture><video src="x"></video>',
  "links to elsewhere": '<a href="https://elsewhere.test/">x</a><a href="javascript:alert(1)">x</a><a href="data:text/html,x">x</a><svg><a xlink:href="https://elsewhere.test/"><text>x</text></a></svg>',
  "what uses another's drawing": '<svg><use href="https://elsewhere.test/#x"></use></svg>',
  "forms": '<form action="https://elsewhere.test/"><input name="x"><button>x</button><textarea></textarea><select></select></form>',
  "looks": '<style>body { display: none }</style><p style="position: fixed">x</p>',
  "names that the page's own scripts might find": '<p id="rule-preview" name="x">x</p>',
  "frames": '<iframe src="https://elsewhere.test/"></iframe><object data="x"></object><embed src="x"><base href="https://elsewhere.test/"><meta http-equiv="refresh" content="0">',
  "other windows": '<a href="#x" target="_blank">x</a>',
  "foreign worlds": '<svg><foreignObject><iframe src="x"></iframe></foreignObject></svg><math><mtext><script>alert(1)</script></mtext></math>',
})) {
  test(`nothing is left of ${what}`, () => {
    const said = left(html);
    assert.doesNotMatch(said, /<(script|img|picture|source|video|use|form|input|button|textarea|select|style|iframe|object|embed|base|meta)\b/i);
    assert.doesNotMatch(said, /\b(on\w+|style|id|name|target|src|srcset|action|href)="(?!#)|elsewhere|alert/i);
  });
}
