// A visit: a page, the worker that Python would run in, and a clock that stands still.

import { afterEach } from "node:test";

import { settled, stopClock } from "./clock.mjs";
import { page } from "./page.mjs";
import { last, workers } from "./worker.mjs";

Reflect.set(navigator, "connection", { saveData: true }); // nothing is started that nobody has asked for

/** What the site's rules.json says. */
const RULES = { "C-5.1": { href: "contest/exchange/#C-5.1", text: "The piece moves." } };

afterEach(async () => {
  page("");
  await settled(); // what the page has begun as it went
  for (const worker of workers) worker.say({ kind: "unavailable", reason: "the visit is over" });
  workers.length = 0;
});

/**
 * @param {import("node:test").TestContext} test
 * @param {string} html
 * @param {Parameters<typeof page>[1]} [how]
 */
export function visit(test, html, how) {
  const turn = stopClock(test);
  test.mock.method(globalThis, "fetch", async (address) =>
    String(address).endsWith("rules.json") ? Response.json(RULES) : new Response(""),
  );
  const element = page(html, how);
  return {
    element,
    turn,
    /** Python is there. */
    async ready() {
      await turn();
      last().say({ kind: "ready" });
      await turn();
    },
    /** Python answers the last question. */
    async answer(answer) {
      await turn();
      last().answer(answer);
      await turn();
    },
  };
}
