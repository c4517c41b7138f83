"""Where the site shows each widget."""

from __future__ import annotations

import re
from pathlib import Path

PAGES = Path(__file__).parents[1] / "docs/en"


def _places() -> dict[str, str]:
    """Return the page that each widget is linked at: of those that hold it the one with the most widgets."""
    marks = re.compile(r"^/// widget \| (\S+)\s*$", re.MULTILINE)
    sources = PAGES.rglob("*.md")
    held = {path: marks.findall(path.read_text(encoding="utf-8")) for path in sorted(sources)}
    found = {}
    for path in sorted(held, key=lambda path: len(held[path])):
        address = f"{path.relative_to(PAGES).with_suffix('').as_posix()}/".removesuffix("index/")
        found |= dict.fromkeys(held[path], address)
    return found


PLACES = _places()
"""By widget its page, below the language."""
