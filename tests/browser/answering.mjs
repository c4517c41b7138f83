// Stands in the place of worker.mjs, whose messages it speaks, where a test is about the page: the Python that runs the
// test answers. Code that a reader runs still has the browser's own.

/**
 * @param {number} id
 * @param {string} question
 */
async function ask(id, question) {
  const { body } = await fetch(new URL("/answer", import.meta.url), { method: "POST", body: question });
  let rest = "";
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop();
    for (const line of lines) postMessage({ id, ...JSON.parse(line) });
  }
}

async function heard({ data }) {
  if (data.kind === "ask") {
    await ask(data.id, data.question).catch((error) => postMessage({ kind: "failure", id: data.id, reason: `${error}` }));
  } else if (data.use === "ask") {
    postMessage({ kind: "ready" });
  } else {
    removeEventListener("message", heard);
    await import(new URL("worker.mjs?itself", import.meta.url));
    dispatchEvent(new MessageEvent("message", { data }));
  }
}

addEventListener("message", heard);
