"""How soon a linked page is there, and Python on it: in a Chromium that nobody drives, as readers have it.

A driver would keep Chromium from making pages ready ahead. So the pages themselves take the way, in a copy of the site
whose script follows one link after the other and tells what it has measured.
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

from rules_py.text import Text
from tests.bench.figures import Table
from tests.browser.engines import Host

FIRST = "en/contest/start/"
TURNS = 12
PATIENCE = 180
"""Seconds after which a way that has not come to its end is given up."""

AHEAD = '{"prerender": [{"eagerness": "immediate", "where": {"selector_matches": ".md-footer__link--next"}}]}'
"""In place of the page's own rules: what a pointer on the link would bring about, without a pointer."""

WALK = """
{
  const TURNS = %d;
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
  const walk = async () => {
    const told = JSON.parse(sessionStorage.getItem('told') ?? '[]');
    if (sessionStorage.getItem('clicked')) {
      await until(() => performance.getEntriesByName('first-contentful-paint').length);
      const [{ startTime }] = performance.getEntriesByName('first-contentful-paint');
      const begun = performance.getEntriesByType('navigation')[0].activationStart;
      const painted = performance.timeOrigin + startTime - Number(sessionStorage.getItem('clicked'));
      if (widget()) await until(() => widget().dataset.state === 'ready');
      told.push({ painted, prepared: begun > 0, ready: widget() ? performance.now() - begun : null });
    } else {
      const { start } = await import(new URL('python.mjs', import.meta.url).href);
      await start();
      await until(kept);
      await until(() => navigator.serviceWorker.controller);
    }
    if (told.length === TURNS) {
      const text = new TextEncoder().encode(JSON.stringify(told));
      await fetch(`/told/${btoa(String.fromCharCode(...text)).replaceAll('/', '_')}`);
      return;
    }
    await wait(1500);
    sessionStorage.setItem('told', JSON.stringify(told));
    sessionStorage.setItem('clicked', String(performance.timeOrigin + performance.now()));
    document.querySelector('.md-footer__link--next').click();
  };
  if (document.prerendering) document.addEventListener('prerenderingchange', walk, { once: true });
  else walk();
}
"""


def walking(site: Path, folder: Path, rules: str) -> Path:
    """Return a copy of the site that takes the way by itself, with other speculation rules on its pages."""
    shutil.copytree(site, folder, copy_function=os.link)
    (script,) = folder.glob("en/kit/*/scripts/rulebook.mjs")
    changed = {script: script.read_text(encoding="utf-8") + WALK % TURNS}
    for page in (folder / "en/contest").rglob("*.html"):
        before, begin, rest = page.read_text(encoding="utf-8").partition('<script type="speculationrules">')
        changed[page] = f"{before}{begin}{rules}{rest[rest.index('</script>') :]}"
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
    """Measure pages that come as they are, and pages that were made ready when their link was pointed at."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True, dir=site.parent) as folder:
        place = Path(folder)
        plain = way(walking(site, place / "plain", "{}"), place / "plain-profile")
        ahead = way(walking(site, place / "ahead", AHEAD), place / "ahead-profile")
    turned = Text("Chromium: a turned page is painted", "Chromium：移った先のページが描かれる")
    table.add(turned, "ms", [each["painted"] for each in plain], 200)
    prepared = [each["painted"] for each in ahead if each["prepared"]]
    table.add(turned + Text(", prepared", "、用意されていた場合"), "ms", prepared, 80)
    ready = [each["ready"] for each in plain if each["ready"] is not None]
    again = Text("Chromium: Python is ready on a turned page", "Chromium：移った先のページでPythonの用意ができる")
    table.add(again, "ms", ready, 700)
