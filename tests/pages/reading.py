"""A page as text: what a reader reads of it, without widgets, drawings and code."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import lxml.html
from lxml.html import HtmlElement
from rulebook_site.moved import addresses

SITE = Path(__file__).parents[2] / "site"
PARTS = SITE.parent / "build/parts"
"""The pages as they are before the site is put together: prints are made of them."""
LANGUAGES = ("en", "ja")
_PARSER = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
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


@cache
def read(page: Path) -> Read:
    """Read a page."""
    found = Read()
    texts: list[str] = []

    def walk(element: HtmlElement, reading: bool) -> None:
        if not isinstance(element.tag, str):
            return
        attributes = dict(element.attrib)
        found.tags.append((element.tag, attributes))
        if reading and "data-rule" in attributes:
            found.rules.append(attributes["data-rule"])
        inside = reading and element.tag not in _PASSED_OVER and _APART.isdisjoint(attributes)
        inside = inside or element.tag == "article"
        if inside:
            texts.append(element.text or "")
        for child in element:
            walk(child, inside)
            if inside:
                texts.append(child.tail or "")

    walk(lxml.html.document_fromstring(page.read_bytes(), parser=_PARSER), False)
    found.text = "".join(texts)
    return found


@cache
def pages(language: str) -> dict[str, Path]:
    """Return the pages of a language by their path; those that have moved are none."""
    root, moved = SITE / language, addresses()
    found = {page.parent.relative_to(root).as_posix(): page for page in sorted(root.rglob("index.html"))}
    assert found, "build the site with `make site` first"
    return {path: page for path, page in found.items() if f"{path}/" not in moved}
