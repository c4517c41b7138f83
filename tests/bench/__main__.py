"""`python -m tests.bench`: print the table and write it to the file that BENCH_JSON names.

Parts that are named are measured and printed alone.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench import lighthouse, line, native, pages, start, turns
from tests.bench.figures import Table
from tests.browser import engines

PARTS = ("native", "start", "line", "pages", "turns", "lighthouse")


def main(*parts: str) -> None:
    """Measure some parts, or everything."""
    if unknown := set(parts).difference(PARTS):
        sys.exit(f"{', '.join(sorted(unknown))}: the parts are {', '.join(PARTS)}")
    site, table, wanted = Path("site"), Table(), parts or PARTS
    # The browser's answers stand beside the native ones.
    medians = native.measure(table) if {"native", "pages"}.intersection(wanted) else {}
    if (site / "en").is_dir():
        with sync_playwright() as playwright:
            if "start" in wanted:
                start.measure(playwright, site, table)
            if "line" in wanted:
                line.measure(playwright, site, table)
            if "pages" in wanted:
                pages.measure(playwright, site, table, medians)
            if "turns" in wanted:
                turns.measure(site, table)
            if "lighthouse" in wanted:
                lighthouse.measure(site, table)
            for name, title in engines.NAMES.items() if not parts else ():
                with engines.begin(playwright, name) as engine, engine.tab() as tab:
                    table.browsers[title] = tab.version
    else:
        print("The browsers are not measured: build the site with `make site` first.")
    if not parts:
        table.write(Path(os.environ.get("BENCH_JSON") or "build/bench.json"))


if __name__ == "__main__":
    main(*sys.argv[1:])
