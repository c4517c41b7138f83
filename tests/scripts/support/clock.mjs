// A clock that stands still until a test turns it.

/**
 * @param {import("node:test").TestContext} test during which it stands still
 * @returns {(milliseconds?: number) => Promise<void>} turns it, and waits until all that follows has happened
 */
export function stopClock(test) {
  test.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  let now = performance.now();
  test.mock.method(performance, "now", () => (now += 0.001)); // no two moments are the same
  const { setTimeout: later, clearTimeout: forget } = globalThis;
  const running = new Set(); // what an earlier clock has left behind is none of this one's
  globalThis.setTimeout = (then, time = 0, ...more) => { // Node 20 waits for ever without a time
    const timer = later(() => {
      running.delete(timer);
      then(...more);
    }, time);
    running.add(timer);
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    if (running.delete(timer)) forget(timer);
  };
  return async (milliseconds = 0) => {
    await settled();
    now += milliseconds;
    if (milliseconds) test.mock.timers.tick(milliseconds);
    await settled();
  };
}

/** Resolves when everything that waits for nothing but its turn has happened. */
export async function settled() {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((go) => setImmediate(go));
}

/** Resolves when something is so that takes work outside of the page: a script is loaded, bytes are packed. */
export async function until(isSo) {
  for (const end = Date.now() + 10_000; !isSo(); ) {
    if (Date.now() > end) throw new Error(`it never came to be so: ${isSo}`);
    await settled();
  }
}
