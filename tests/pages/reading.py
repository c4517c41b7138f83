"""A page as text: what a reader reads of it, without widgets, drawings and code."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

SITE = Path(__file__).parents[2] / "site"
PARTS = SITE.parent / "build/parts"
"""The pages as they are before the site is put together: prints are made of them."""
LANGUAGES = ("en", "ja")
_VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())  # noqa: SIM905
_PASSED_OVER = frozenset(
    {"rules-widget", "rules-example", "svg", "pre", "code", "script", "style", "noscript", "template"}
)
_APART = frozenset({"popover", "hidden", "lang", "data-prints"})
"""What an element says that is no part of the text; prints have other measures in every language."""


@dataclass
class Read:
    """What stands in a page.

    Args:
        tags: Every element with its attributes, in order.
        text: What is read in the article.
        rules: The rules that the article's text refers to, in order.
    """

    tags: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    text: str = ""
    rules: list[str] = field(default_factory=list)

    def all(self, tag: str) -> list[dict[str, str]]:
        """Return the attributes of all elements of a kind."""
        return [attributes for name, attributes in self.tags if name == tag]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.read = Read()
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.read.tags.append((tag, attributes))
        silent = tag in _PASSED_OVER or not _APART.isdisjoint(attributes)
        if "data-rule" in attributes and self._reading():
            self.read.rules.append(attributes["data-rule"])
        if tag not in _VOID:
            self.open.append((tag, silent and tag != "html"))

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._reading():
            self.read.text += data

    def _reading(self) -> bool:
        return any(tag == "article" for tag, _ in self.open) and not any(silent for _, silent in self.open)


@cache
def read(page: Path) -> Read:
    """Read a page."""
    reader = _Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    return reader.read


def pages(language: str) -> dict[str, Path]:
    """Return the pages of a language by their path."""
    root = SITE / language
    found = sorted(root.rglob("index.html"))
    assert found, "build the site with `make site` first"
    return {page.parent.relative_to(root).as_posix(): page for page in found}
