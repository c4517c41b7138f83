"""What a reader with a slow line waits for, and what is sent to them."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from playwright.sync_api import Playwright

from rules_py.core.text import Text
from rules_py.library import SYSTEMS
from tests.bench.figures import Table
from tests.bench.pages import READY
from tests.bench.start import PLAIN_FILES, Course, elsewhere
from tests.browser.engines import Host, PlaywrightEngine

RUNS = 3
SPEEDS = (10, 2)
"""Megabits a second."""
WAIT = {"": 0.06}
"""Seconds between each request and its answer, whatever its address."""
TOUCHED = {
    "contest.roll": ("ability_a", "14"),
    "prophecy.check": ("ability", "4"),
    "exorcist.pool": ("dice", "5"),
    "avatar.difficulty": ("wish", "60"),
    "kamui.pool": ("dice", "5"),
}
"""By calculator a field, and what a reader who comes for it types there."""
MINUTE, STILL = 60, 8
"""Seconds of a first visit, and seconds without anything sent after which nothing more is awaited."""


class Line:
    """A line over which all connections send together.

    Args:
        speed: Megabits a second.
    """

    def __init__(self, speed: float) -> None:
        self._seconds = 8 / (speed * 1e6)
        self._free = 0.0
        self._one = threading.Lock()

    def __call__(self, count: int) -> None:
        """Wait until that many bytes are through."""
        with self._one:
            self._free = max(self._free, time.monotonic()) + count * self._seconds
            wait = self._free - time.monotonic()
        time.sleep(max(wait, 0))


def measure(playwright: Playwright, site: Path, table: Table) -> None:
    """Measure everything, in Chromium, each time with a new profile."""
    runtime = next(site.glob("runtime/*")).name
    with PlaywrightEngine(playwright, "chromium") as engine:
        for speed in SPEEDS:
            with over(site, speed) as host:
                found = elsewhere(engine, Course(host, f"{host.address}/runtime/{runtime}/"), RUNS)
            where = Text("over {speed} Mbit/s with 60 ms", "{speed} Mbit/s、遅延60 msの回線")
            found.told(table, where.format(speed=speed), 0.55)
        with over(site, SPEEDS[0]) as host:
            first_answers(engine, host, table)
            first_minute(engine, host, table)


def over(site: Path, speed: float) -> Host:
    """Return a server of the site behind a line of that many megabits a second."""
    return Host(site, PLAIN_FILES, WAIT, keeping=True, line=Line(speed))


def first_answers(engine: PlaywrightEngine, host: Host, table: Table) -> None:
    """Measure what is sent until a calculator has answered, the page with all that it needs among it."""
    for name, (field, value) in TOUCHED.items():
        system = name.split(".")[0]
        host.carried.clear()
        with engine.tab() as tab:
            tab.open(f"{host.address}/en/{system}/calculators/")
            tab.fill(f"rules-widget[name='{name}'] [name={field}]", value)
            tab.wait(READY, name)
            weight = host.carried.total()
        what = Text(
            "Sent until the first answer, calculators of {title}", "最初の答えまでに送られる量、{title}の計算機"
        )
        table.add(what.format(title=SYSTEMS[system].title), "MB", [weight / 1e6], 5)


def first_minute(engine: PlaywrightEngine, host: Host, table: Table) -> None:
    """Measure what is sent beyond a page to who only reads it."""
    host.carried.clear()
    with engine.tab(keeping=True) as tab:
        tab.open(f"{host.address}/en/prophecy/attack/")
        page = weight = host.carried.total()
        begun = quiet_since = time.monotonic()
        while time.monotonic() < min(begun + MINUTE, quiet_since + STILL):
            time.sleep(0.2)
            if host.carried.total() > weight:
                weight, quiet_since = host.carried.total(), time.monotonic()
    what = Text(
        "Sent beyond the page within the first minute of a first visit that only reads",
        "初めて訪れて読むだけの人に、最初の1分間にページのほかに送られる量",
    )
    table.add(what, "kB", [(weight - page) / 1000], 350)
