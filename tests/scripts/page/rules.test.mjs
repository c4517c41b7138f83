// rules.mjs: every rule's place and text, fetched with the first need.

import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../support/clock.mjs";
import { find, page } from "../support/page.mjs";

const RULES = { "C-5.1": { href: "contest/exchange/#C-5.1", text: "The piece moves." }, "C-5.2": { href: "contest/exchange/#C-5.2", text: "" } };

let visits = 0;
let fetched;
let answer;

/** The script as in a new visit, and a server that has the rules. */
async function visit(t) {
  fetched = [];
  answer = () => Response.json(RULES);
  t.mock.method(globalThis, "fetch", async (address) => {
    fetched.push(String(address));
    return answer();
  });
  return import(`../../../overrides/theme/scripts/rules.mjs?visit=${++visits}`);
}

test("nothing is fetched before a rule is looked up, and then once for all", async (t) => {
  const rules = await visit(t);
  assert.deepEqual(fetched, []);
  await Promise.all([rules.lookUp("C-5.1"), rules.lookUp("C-5.2"), rules.lookUp("C-9.9")]);
  assert.deepEqual(fetched, ["https://rules.test/en/rules.json"]);
});

test("a rule is known with its text and its whole address; one that is not there is not known", async (t) => {
  const rules = await visit(t);
  assert.deepEqual(await rules.lookUp("C-5.1"), { href: "https://rules.test/en/contest/exchange/#C-5.1", text: "The piece moves." });
  assert.equal(await rules.lookUp("C-9.9"), undefined);
});

for (const [what, fails] of Object.entries({
  "the network is away": () => Promise.reject(new TypeError("no network")),
  "the server has it not": () => Response.json({ "C-5.1": { href: "error", text: "an error" } }, { status: 404 }),
  "something else comes": () => new Response("<!doctype html>"),
})) {
  test(`where ${what}, no rule is known, and the next need asks again`, async (t) => {
    const rules = await visit(t);
    answer = fails;
    assert.equal(await rules.lookUp("C-5.1"), undefined);
    answer = () => Response.json(RULES);
    assert.equal((await rules.lookUp("C-5.1")).text, "The piece moves.");
  });
}

test("references that Python wrote get the address that only the site knows; others are left alone", async (t) => {
  const rules = await visit(t);
  const element = page('<div><a data-rule="C-5.1" href="#">a</a><a data-rule="C-9.9" href="#">b</a><a data-rule="C-5.2" href="there">c</a></div><a id="outside" data-rule="C-5.1" href="#">d</a>');
  rules.linkRules(element);
  await settled();
  assert.deepEqual([...element.children].map((link) => link.getAttribute("href")), ["https://rules.test/en/contest/exchange/#C-5.1", "#", "there"]);
  assert.equal(find("#outside").getAttribute("href"), "#");
});

test("where no reference has to be linked, nothing is fetched", async (t) => {
  const rules = await visit(t);
  rules.linkRules(page("<p>text</p>"));
  await settled();
  assert.deepEqual(fetched, []);
});
