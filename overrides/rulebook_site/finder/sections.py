"""A page's sections, as the finder shows them: rule by rule, and of the text around them what comes first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import lxml.html
from lxml.html import HtmlElement

from rulebook_site.ids import RULE_ID

OPENING = {"python": 1, "example": 1}
"""So many parts of a section that are no rule can be found, of others two."""
ASIDE = {"quick": "quick", "examples": "example", "rulings": "ruling", "lost": "ruling", "glossary": "section"}
"""What the sections of those pages are that tell in another order what a chapter tells, by the pages' names."""

_HEADINGS = ("h1", "h2", "h3")
_TEXTS = frozenset({"p", "li", "dt", "dd", "tr", "figcaption", "caption", "summary"})
_BOXES = frozenset({"blockquote", "div", "section", "table", "ul", "ol", "dl", "details", "figure"})
_SILENT = frozenset({"script", "style", "pre", "svg", "rt", "rp", "nav", "thead", "select", "form", "template"})
_LIVE = frozenset(
    {"rules-widget", "rules-example", "own-character", "house-rules", "own-chance", "character-roster", "rule-copy"}
)
_NO_TEXT = frozenset(
    {"headerlink", "rule-id", "row-id", "term-rules", "pop", "prints", "working", "doors", "listing", "to-tool"}
)
_CELLS = ("td", "th")
_BREAK = ("", "\0")
"""Between two parts."""
_PARSER = lxml.html.HTMLParser(encoding="utf-8")


@dataclass
class Entry:
    """A place that can be found.

    Args:
        kind: What it is, as `words.KINDS` has it: what the glossary says of a `term` stands with its section, of a
            `chapter` with its page, of a `word` only in the glossary.
        game: Slug of its game, `python`, or empty for a page of all games.
        href: Where it is, below the language.
        title: What it is called.
        way: The headings above it, from the page's own downwards.
        names: What else it is called, in both languages, in kana, in Latin letters and among players.
        parts: Its text, part by part: id of the rule, row or ruling or an empty text, and what stands there.
        term: The glossary's key for what it is about, if it is about one thing.
    """

    kind: str
    game: str
    href: str
    title: str
    way: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    parts: list[tuple[str, str]] = field(default_factory=list)
    term: str = ""


def sections(file: Path, path: str, game: str) -> list[Entry]:
    """Return the sections of a page; what stands before its second heading belongs to the page."""
    article = lxml.html.document_fromstring(file.read_bytes(), parser=_PARSER).find(".//article")
    assert article is not None, file
    found: list[Entry] = []
    way: list[str] = []
    texts: list[tuple[str, str]] = []

    def close() -> None:
        if found:
            found[-1].parts = list(_kept(_parts(texts), found[-1].kind))
        texts.clear()

    for element in _flow(article):
        if isinstance(element, tuple):
            texts.append(element)
            continue
        close()
        level = _HEADINGS.index(element.tag)
        title = _said(element)
        del way[level:]
        anchor = element.get("id", "")
        found.append(Entry(_kind(anchor, path, level), game, f"{path}#{anchor}" if level else path, title, [*way]))
        way.append(title)
    close()
    return found


def _kind(anchor: str, path: str, level: int) -> str:
    if anchor.startswith("rules_py."):
        return "python"
    if not level:
        return "page"
    return "example" if anchor.startswith("worked") else ASIDE.get(path.rstrip("/").rpartition("/")[2], "section")


def _flow(element: HtmlElement, rule: str = "") -> Iterator[HtmlElement | tuple[str, str]]:
    """Yield headings, and between them texts, each with the rule it belongs to; `_BREAK` ends a part."""
    for child in element:
        if _is_heading(child):
            yield child
        elif _is_read(child):
            own = child.get("id", "")
            own = own if RULE_ID.fullmatch(own) else ""
            is_cell, is_part = child.tag in _CELLS, own or child.tag in _TEXTS | _BOXES
            if is_part:
                yield _BREAK
            yield own or rule, (" · " if is_cell else "") + (child.text or "")
            yield from _flow(child, own or rule)
            if is_part:
                yield _BREAK
        yield rule, child.tail or ""


def _is_heading(element: HtmlElement) -> bool:
    return element.tag in _HEADINGS and bool(element.get("id"))


def _is_read(element: HtmlElement) -> bool:
    """Return whether a reader reads what stands there as text of the page."""
    if not isinstance(element.tag, str) or element.tag in _SILENT | _LIVE or element.get("hidden"):
        return False
    classes = element.get("class", "").split()
    return not _NO_TEXT.intersection(classes) and (element.tag != "button" or "term" in classes)


def _parts(texts: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield what stands under the same rule together, without those parts that say nothing."""
    rule, said = "", ""
    for own, text in (*texts, _BREAK):
        if text != _BREAK[1] and own == rule:
            said += text
            continue
        if whole := re.sub(r"\s+", " ", said).strip(" ·"):
            yield rule, whole
        rule, said = own, text.rstrip("\0")


def _kept(parts: Iterable[tuple[str, str]], kind: str) -> Iterator[tuple[str, str]]:
    """Yield every rule and row, and of the text around them what comes first: the file is fetched by phones."""
    left = OPENING.get(kind, 2)
    for rule, text in parts:
        if rule or left:
            yield rule, text
        left -= not rule and left > 0


def _said(heading: HtmlElement) -> str:
    texts = ("", heading.text or ""), *(part for part in _flow(heading) if isinstance(part, tuple))
    return re.sub(r"\s+", " ", "".join(text for _, text in texts)).strip()
