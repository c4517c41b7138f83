"""How fast Lighthouse finds pages on a phone that it imagines: the site as it is served, compressed."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from rulebook_site import serve
from rulebook_site.browser import launching

from rules_py.core.text import LANGUAGES, Text
from tests.bench.figures import Table

PROGRAM = ("npx", "--yes", "lighthouse@12.8.2")
"""Fetched when it is wanted: it brings 150 packages, and nothing but this measures with it."""
PAGES = {
    "": Text("home", "ホーム"),
    "prophecy/attack/": Text("a chapter", "章"),
    "contest/calculators/": Text("calculators", "計算機"),
    "prophecy/curses/": Text("curses", "呪い"),
}
RUNS = 3


def measure(site: Path, table: Table) -> None:
    """Measure a page of each kind in both languages."""
    running = serve.background(site)
    try:
        for language in LANGUAGES:
            for path, title in PAGES.items():
                looks = [look(f"{serve.address(running)}/{language}/{path}") for _ in range(RUNS)]
                told(table, Text(f"{title.en} ({language})", f"{title.ja}（{language}）"), looks)
    finally:
        running.shutdown()
        running.server_close()


def look(address: str) -> dict[str, Any]:
    """Return what Lighthouse says of a page at one look."""
    options = launching("chromium", whole=True)
    flags = " ".join((*options["args"], "--headless=new"))
    command = (*PROGRAM, address, "--quiet", "--output=json", "--only-categories=performance")
    surroundings = options["env"] | {"CHROME_PATH": options.get("executable_path", "")}
    said = subprocess.run(
        (*command, f"--chrome-flags={flags}"), env=os.environ | surroundings, check=True, stdout=subprocess.PIPE
    )
    found: dict[str, Any] = json.loads(said.stdout)
    return found


def told(table: Table, page: Text, looks: list[dict[str, Any]]) -> None:
    """Add what looks at a page have found."""
    short = Text("Lighthouse: points short of 100, {page}", "Lighthouse：100点に足りない分、{page}")
    missing = [100 - 100 * look["categories"]["performance"]["score"] for look in looks]
    table.add(short.format(page=page), "", missing, 5)
    shift = Text("Lighthouse: layout shift in thousandths, {page}", "Lighthouse：レイアウトのずれ（千分の1）、{page}")
    table.add(shift.format(page=page), "", [1000 * layout_shift(look) for look in looks], 0)
    longest = Text("Lighthouse: longest task on load, {page}", "Lighthouse：読み込み中の最も長い処理、{page}")
    table.add(longest.format(page=page), "ms", [longest_task(look) for look in looks], 200)


def layout_shift(look: dict[str, Any]) -> float:
    """Return how much of the screen moved, as a share and weighed by how far."""
    return float(look["audits"]["cumulative-layout-shift"]["numericValue"])


def longest_task(look: dict[str, Any]) -> float:
    """Return how many milliseconds the longest task took; none is listed that took less than 50."""
    tasks = look["audits"]["long-tasks"].get("details", {}).get("items", [])
    return max((float(task["duration"]) for task in tasks), default=0)
