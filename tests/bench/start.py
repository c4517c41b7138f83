"""The start of Python against a plain start of Pyodide: same server, same packages, same first calculation."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Playwright

from rules_py.core.text import Text
from rules_py.library import WIDGETS
from tests.bench.figures import Table
from tests.browser import engines
from tests.browser.engines import Engine, Host, PlaywrightEngine, Tab

RUNS = {"chromium": 5, "firefox": 4, "webkit": 4}
FIELDS = {name: field.default for name, field in WIDGETS["contest.roll"].fields.items()}
QUESTION = {"widget": "contest.roll", "language": "en", "values": FIELDS, "pressed": None}
PLAIN_FILES = {f"/plain/{path.name}": path for path in (Path(__file__).parent / "plain").iterdir()}

QUIET = """() => new Promise((go) => {
  if ('requestIdleCallback' in window) requestIdleCallback(go, {timeout: 3000});
  else setTimeout(go, 500);
})"""
PYTHON = (
    "(await import(new URL('python.mjs', document.querySelector('script[src*=\"scripts/rulebook.mjs\"]').src).href))"
)
SITE = f"""async ({{question}}) => {{
  const {{ask}} = {PYTHON};
  const begun = performance.now();
  const {{status}} = await ask(question);
  return [performance.now() - begun, status];
}}"""
AGAIN = f"""async () => {{
  const {{start, stop}} = {PYTHON};
  stop();
  const begun = performance.now();
  await start();
  return performance.now() - begun;
}}"""
PLAIN = """(asked) => new Promise((resolve, reject) => {
  const begun = performance.now();
  const worker = new Worker('worker.mjs', {type: 'module'});
  let ready = 0;
  worker.onerror = ({message}) => reject(new Error(message));
  worker.onmessage = ({data}) => {
    if (data === 'ready') ready = performance.now() - begun;
    else resolve([performance.now() - begun, data, ready]);
  };
  worker.postMessage(asked);
})"""


@dataclass
class Starts:
    """Times of one kind of start, in seconds, pair by pair."""

    site: list[float]
    plain: list[float]

    def told(self, table: Table, where: Text, bar: float) -> None:
        """Add what was measured: the ratio, and what it is made of."""
        ratios = [ours / plain for ours, plain in zip(self.site, self.plain, strict=True)]
        table.add(Text("Start ÷ plain Pyodide, ", "起動時間÷素のPyodide、") + where, "×", ratios, bar)
        table.add(Text("Start to the first answer, ", "起動から最初の答えまで、") + where, "s", self.site)
        table.add(Text("Plain Pyodide to the first answer, ", "素のPyodideで最初の答えまで、") + where, "s", self.plain)


class Course:
    """What is measured in a tab.

    Args:
        host: Server of the site and of the plain page.
        runtime: Address of the runtime.
    """

    def __init__(self, host: Host, runtime: str) -> None:
        self.host = host
        self.asked = {"question": QUESTION, "runtime": runtime}

    def site(self, tab: Tab) -> float:
        """Start Python as the site does, in a page that does not do so by itself; return seconds."""
        tab.open(f"{self.host.address}/en/contest/resolution/")
        tab.evaluate(QUIET)
        took, self.status = tab.evaluate(SITE, self.asked)
        return float(took) / 1000

    def plain(self, tab: Tab) -> tuple[float, float]:
        """Start Pyodide plainly; return seconds to the first answer, and to be ready for it."""
        tab.open(f"{self.host.address}/plain/index.html")
        tab.evaluate(QUIET)
        took, status, ready = tab.evaluate(PLAIN, self.asked)
        assert status == self.status, "both give the same answer"
        return took / 1000, ready / 1000


def measure(playwright: Playwright, site: Path, table: Table) -> None:
    """Measure all engines."""
    runtime = next(site.glob("runtime/*")).name
    with Host(site, PLAIN_FILES) as host:
        course = Course(host, f"{host.address}/runtime/{runtime}/")
        with PlaywrightEngine(playwright, "chromium") as chromium:
            in_chromium(chromium, course, table)
        for name, where, bar in (
            ("firefox", Text("Firefox, new profile", "Firefox、新しいプロファイル"), 0.45),
            ("webkit", Text("WebKitGTK, new profile", "WebKitGTK、新しいプロファイル"), 0.30),
        ):
            with engines.begin(playwright, name) as engine:
                elsewhere(engine, course, RUNS[name]).told(table, where, bar)


def in_chromium(engine: PlaywrightEngine, course: Course, table: Table) -> None:
    """Measure a first visit, a second one with the same profile, and a start after Stop."""
    cold, warm, again = Starts([], []), Starts([], []), Starts([], [])
    for _ in range(RUNS["chromium"]):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            with engine.kept_tab(Path(profile)) as tab:
                cold.site.append(course.site(tab))
            with engine.kept_tab(Path(profile)) as tab:
                warm.site.append(course.site(tab))
                again.site.append(tab.evaluate(AGAIN) / 1000)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            with engine.kept_tab(Path(profile)) as tab:
                cold.plain.append(course.plain(tab)[0])
            with engine.kept_tab(Path(profile)) as tab:
                took, ready = course.plain(tab)
                warm.plain.append(took)
                again.plain.append(ready)
    cold.told(table, Text("Chromium, new profile", "Chromium、新しいプロファイル"), 0.40)
    warm.told(table, Text("Chromium, second visit", "Chromium、2回目の訪問"), 0.30)
    ratios = [ours / plain for ours, plain in zip(again.site, again.plain, strict=True)]
    name = Text("Stop to ready again ÷ plain Pyodide to ready, ", "停止から再び使えるまで÷素のPyodideの準備、")
    where = Text("Chromium, second visit", "Chromium、2回目の訪問")
    table.add(name + where, "×", ratios, 0.35)
    table.add(Text("Stop to ready again, ", "停止から再び使えるまで、") + where, "s", again.site)


def elsewhere(engine: Engine, course: Course, runs: int) -> Starts:
    """Measure first visits in another engine."""
    found = Starts([], [])
    for _ in range(runs):
        with engine.tab() as tab:
            found.site.append(course.site(tab))
        with engine.tab() as tab:
            found.plain.append(course.plain(tab)[0])
    return found
