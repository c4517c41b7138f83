// Python as Pyodide's own manual starts it, with the same byte-compiled packages as the site's: what `make bench`
// measures the site's start against. It says "ready", and then the status of the answer.

addEventListener("message", async ({ data: { runtime, question } }) => {
  const { loadPyodide, lockFileContents } = await import(`${runtime}pyodide.mjs`);
  const [pyodide, archives] = await Promise.all([
    loadPyodide({ indexURL: runtime, lockFileContents }),
    wheels(runtime),
  ]);
  for (const archive of archives) pyodide.unpackArchive(archive, "wheel");
  pyodide.runPython("import importlib; importlib.invalidate_caches()");
  const answer = pyodide.runPython("from rules_py.library import answer; answer");
  postMessage("ready");
  postMessage(JSON.parse(answer(JSON.stringify(question))).status);
});

async function wheels(runtime) {
  const names = await (await fetch(`${runtime}wheels.json`)).json();
  return Promise.all(names.map(async (name) => new Uint8Array(await (await fetch(runtime + name)).arrayBuffer())));
}
