"""`python -m tests.bench`: print the table and write it to the file that BENCH_JSON names."""

from __future__ import annotations

import os
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.bench import native, pages, start, turns
from tests.bench.figures import Table
from tests.browser import engines


def main() -> None:
    """Measure everything."""
    site, table = Path("site"), Table()
    medians = native.measure(table)
    if (site / "en").is_dir():
        with sync_playwright() as playwright:
            start.measure(playwright, site, table)
            pages.measure(playwright, site, table, medians)
            turns.measure(site, table)
            for name, title in engines.NAMES.items():
                with engines.begin(playwright, name) as engine, engine.tab() as tab:
                    table.browsers[title] = tab.version
    else:
        print("The browsers are not measured: build the site with `make site` first.")
    table.write(Path(os.environ.get("BENCH_JSON") or "build/bench.json"))


if __name__ == "__main__":
    main()
