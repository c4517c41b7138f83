"""The worked examples of the pages, for tests."""

from __future__ import annotations

import re
from doctest import DocTestParser
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
_FENCE = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def doctests(page: Path) -> list[str]:
    """Return the examples of a page, as its author wrote them."""
    return _FENCE.findall(page.read_text(encoding="utf-8"))


def codes(page: Path) -> list[str]:
    """Return the code of a page's examples, as the page shows it."""
    found = ("".join(each.source for each in DocTestParser().get_examples(text)) for text in doctests(page))
    return [code.rstrip("\n") for code in found]


def addresses(language: str) -> dict[str, Path]:
    """Return the pages of a language that have examples, by the address below the language."""
    folder = DOCS / language
    pages = (page for page in sorted(folder.rglob("*.md")) if doctests(page))
    return {re.sub("(index)?[.]md$", "", page.relative_to(folder).as_posix()).rstrip("/") + "/": page for page in pages}
