"""How soon a linked page is there, and Python on it: in a Chromium that nobody drives, as readers have it.

The pages themselves take the way, in a copy of the site whose script follows one link after the other and tells what it
has measured.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

from rulebook_site import edition, policy
from rulebook_site.browser import launching

from rules_py.core.text import Text
from tests.bench.figures import Table
from tests.browser.engines import Host

FIRST = "en/contest/start/"
TURNS = 12
PATIENCE = 180
"""Seconds after which a way that has not come to its end is given up."""

WALK = """
{
  const [TURNS, AHEAD] = %s;
  localStorage.setItem('rulebook-offline', 'yes'); // this reader wants the language whole, with Python
  const wait = (time) => new Promise((go) => setTimeout(go, time));
  const until = async (condition) => { while (!(await condition())) await wait(20); };
  const widget = () => document.querySelector('rules-widget');
  const kept = async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const told = new Promise((go) => { port1.onmessage = ({ data }) => go(data); });
    active.postMessage({ kind: 'state' }, [port2]);
    const { sets } = await told;
    return ['en', 'python'].every((set) => sets[set].kept === sets[set].size);
  };
  const { start } = await import(new URL('python.mjs', import.meta.url).href);
  await start();
  await until(kept);
  await until(() => navigator.serviceWorker.controller);
  const told = [];
  while (told.length < TURNS) {
    const link = document.querySelector('.md-footer__link--next');
    if (AHEAD) link.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    await wait(1500);
    const headed = new Promise((go) => {
      new PerformanceObserver((list) => go(list.getEntries()[0].renderTime)).observe({ type: 'element' });
    });
    const clicked = performance.now();
    link.click();
    const painted = (await headed) - clicked;
    if (widget()) await until(() => widget().dataset.state === 'ready');
    told.push({ painted, ready: widget() ? performance.now() - clicked : null });
  }
  const text = new TextEncoder().encode(JSON.stringify(told));
  await fetch(`/told/${btoa(String.fromCharCode(...text)).replaceAll('/', '_')}`);
}
"""


def walking(site: Path, folder: Path, *, ahead: bool) -> Path:
    """Return a copy of the site that takes the way by itself, pointing at each link before it or not."""
    shutil.copytree(site, folder, copy_function=os.link)
    (script,) = folder.glob("en/kit/*/scripts/rulebook.mjs")
    changed = {script: script.read_text(encoding="utf-8") + WALK % json.dumps([TURNS, ahead])}
    for page in (folder / "en").rglob("*.html"):
        changed[page] = page.read_text(encoding="utf-8").replace("<h1", '<h1 elementtiming="heading"', 1)
    for path, text in changed.items():
        path.unlink()  # it is shared with the site
        path.write_text(text, encoding="utf-8")
    edition.number(folder, policy.say(folder))
    return folder


def way(site: Path, profile: Path) -> list[dict[str, Any]]:
    """Let Chromium take the way, and return what the pages tell: a line for each turn."""
    options = launching("chromium", whole=True)
    with Host(site, keeping=True) as host:
        command = [options["executable_path"], *options["args"], "--headless=new", f"--user-data-dir={profile}"]
        address = f"{host.address}/{FIRST}"
        browser = subprocess.Popen([*command, address], env=options["env"], stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                for path in host.asked:
                    if path.startswith("/told/"):
                        found: list[dict[str, Any]] = json.loads(base64.b64decode(path[6:].replace("_", "/")))
                        return found
                time.sleep(0.1)
        finally:
            browser.terminate()
            browser.wait()
    raise TimeoutError("the way through the pages has no end")


def measure(site: Path, table: Table) -> None:
    """Measure pages that come as they are, and pages whose link was pointed at before."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True, dir=site.parent) as folder:
        place = Path(folder)
        plain = way(walking(site, place / "plain", ahead=False), place / "plain-profile")
        ahead = way(walking(site, place / "ahead", ahead=True), place / "ahead-profile")
    turned = Text("Chromium: a turned page is painted", "Chromium：移った先のページが描かれる")
    table.add(turned, "ms", [each["painted"] for each in plain], 200)
    prepared = Text(", its link pointed at before", "、リンクを指していた場合")
    table.add(turned + prepared, "ms", [each["painted"] for each in ahead], 80)
    ready = [each["ready"] for each in plain if each["ready"] is not None]
    again = Text("Chromium: Python is ready on a turned page", "Chromium：移った先のページでPythonの用意ができる")
    table.add(again, "ms", ready, 700)
