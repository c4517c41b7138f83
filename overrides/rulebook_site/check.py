"""`check`: what must hold of the finished site.

Both languages have the same pages with the same ids; every link and anchor inside the site
leads somewhere; nothing is loaded from elsewhere; no Markdown of ours was left as text.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import unquote, urlsplit

import lxml.html
from lxml.html import HtmlElement

from rulebook_site import LANGUAGES
from rulebook_site.faults import Fault, SiteError
from rulebook_site.ids import MARK, RULE_ID

_LOADS = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "input": "src",
    "object": "data",
    "script": "src",
    "source": "src",
    "use": "href",
    "video": "src",
}
_LOADING_RELS = {"stylesheet", "icon", "preload", "modulepreload", "manifest", "preconnect"}
_LEFT_OVER = re.compile(r"^\s*///|\[\[!?\w+[|\]]", re.MULTILINE)
_CSS_URL = re.compile(r"url\(\s*['\"]?((?:https?:)?//[^)'\"]+)|@import\s+['\"]?((?:https?:)?//\S+)")
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_NO_TEXT = frozenset({"script", "style", "code", "pre", "textarea"})
_PARSER = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)


@dataclass
class Page:
    """What a page holds, as far as it is checked."""

    file: str
    ids: list[str] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    loads: list[tuple[int, str]] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    widgets: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    left_over: list[tuple[int, str]] = field(default_factory=list)

    @cached_property
    def places(self) -> frozenset[str]:
        """Return the ids, each once."""
        return frozenset(self.ids)

    @property
    def rules(self) -> list[str]:
        """Return the ids that are the ledger's, in the page's order."""
        return [each for each in self.ids if RULE_ID.fullmatch(each)]


def read(file: Path) -> Page:
    """Read one page of the finished site."""
    page = Page(file.as_posix())
    for element in lxml.html.document_fromstring(file.read_bytes(), parser=_PARSER).iter():
        if isinstance(element.tag, str):
            _note(page, element)
        _find_left_over(page, element)
    return page


def _note(page: Page, element: HtmlElement) -> None:
    tag, line, values = str(element.tag), element.sourceline or 0, element.attrib
    if "id" in values:
        page.ids.append(values["id"])
        if tag in _HEADINGS:
            page.headings.append(f"{tag}#{values['id']}")
    if tag == "a" and "href" in values:
        page.links.append((line, values["href"]))
    if tag == "rules-widget":
        page.widgets.append(values.get("name", ""))
    if tag == "div" and "language-pycon" in values.get("class", "").split():
        page.code += ["".join(text for text in code.itertext()) for code in element.iter("pre")][:1]
    if tag in _LOADS and _LOADS[tag] in values:
        page.loads.append((line, values[_LOADS[tag]]))
    if tag == "link" and _LOADING_RELS & set(values.get("rel", "").split()):
        page.loads.append((line, values.get("href", "")))


def _find_left_over(page: Page, element: HtmlElement) -> None:
    """Look through the text at the beginning of an element and the text behind it."""
    for text, inside in ((element.text if isinstance(element.tag, str) else "", True), (element.tail, False)):
        if not text:
            continue
        for found in (_LEFT_OVER.search(text), MARK.search(text)):
            around = [element] if inside else []
            if found and _NO_TEXT.isdisjoint(each.tag for each in (*around, *element.iterancestors())):
                page.left_over.append((element.sourceline or 0, found[0].strip()))


def check(site: Path) -> None:
    """Check the finished site.

    Raises:
        SiteError: With everything that is wrong.
    """
    pages = {file.relative_to(site).as_posix(): read(file) for file in sorted(site.rglob("*.html"))}
    files = frozenset(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    faults = [*_links(files, pages), *_loads(site, files, pages), *_ids(pages), *_languages(pages)]
    if faults:
        raise SiteError(faults)


def _target(files: Set[str], page: str, link: str) -> tuple[str | None, str]:
    """Return which of the site's files, and the anchor in it, a link leads to."""
    parts = urlsplit(link)
    path = unquote(parts.path)
    if path.startswith("/"):
        path = posixpath.normpath(path.lstrip("/") or ".") + ("/" if path.endswith("/") else "")
    else:
        joined = posixpath.join(posixpath.dirname(page), path) if path else page
        path = posixpath.normpath(joined) + ("/" if joined.endswith(("/", ".")) else "")
    if path.startswith(".."):
        return None, parts.fragment
    if path not in files:
        path = posixpath.normpath(posixpath.join(path, "index.html"))
    return (path if path in files else None), unquote(parts.fragment)


def _outside(link: str) -> bool:
    parts = urlsplit(link)
    return bool(parts.scheme or parts.netloc)


def _links(files: Set[str], pages: dict[str, Page]) -> Iterator[Fault]:
    for name, page in pages.items():
        for line, link in page.links:
            if _outside(link):
                continue
            file, anchor = _target(files, name, link)
            if file is None:
                yield Fault(page.file, line, f"the link “{link}” leads nowhere")
            elif anchor and file in pages and anchor not in pages[file].places and not anchor.startswith("__"):
                yield Fault(page.file, line, f"the link “{link}” names no id of {file}")
            if link.endswith(".md") or ".md#" in link:
                yield Fault(page.file, line, f"the link “{link}” leads to a source file")


def _loads(site: Path, files: Set[str], pages: dict[str, Page]) -> Iterator[Fault]:
    for name, page in pages.items():
        for line, link in page.loads:
            if _outside(link) and not link.startswith("data:"):
                yield Fault(page.file, line, f"“{link}” would be loaded from elsewhere")
            elif not _outside(link) and link and _target(files, name, link)[0] is None:
                yield Fault(page.file, line, f"“{link}” is not there to be loaded")
    for path in sorted(site.rglob("*.css")):
        for found in _CSS_URL.finditer(path.read_text(encoding="utf-8")):
            message = f"“{found[1] or found[2]}” would be loaded from elsewhere"
            yield Fault(path.as_posix(), 0, message)


def _ids(pages: dict[str, Page]) -> Iterator[Fault]:
    for page in pages.values():
        for each, times in Counter(page.ids).items():
            if times > 1:
                yield Fault(page.file, 0, f"the id “{each}” stands {times} times")
        for line, text in page.left_over:
            yield Fault(page.file, line, f"“{text}” was left as text")
    for language in LANGUAGES:
        places: dict[str, str] = {}
        for name, page in pages.items():
            for rule in page.rules if name.startswith(f"{language}/") else ():
                if rule in places and places[rule] != page.file:
                    yield Fault(page.file, 0, f"{rule} stands on {places[rule]} too")
                places[rule] = page.file


def _languages(pages: dict[str, Page]) -> Iterator[Fault]:
    first, *others = (
        {n.split("/", 1)[1]: page for n, page in pages.items() if n.startswith(f"{language}/")}
        for language in LANGUAGES
    )
    for other, language in zip(others, LANGUAGES[1:], strict=True):
        for name in sorted(first.keys() ^ other.keys()):
            there = (first.get(name) or other[name]).file
            missing = language if name in first else LANGUAGES[0]
            yield Fault(there, 0, f"the page is missing in {missing}")
        for name in sorted(first.keys() & other.keys()):
            yield from _compare(first[name], other[name])


def _compare(one: Page, other: Page) -> Iterator[Fault]:
    for what in ("headings", "rules", "widgets", "code"):
        ours, theirs = getattr(one, what), getattr(other, what)
        if ours == theirs:
            continue
        only = [x for x in theirs if x not in ours] + [x for x in ours if x not in theirs]
        detail = ", ".join(" ".join(x.split())[:60] for x in only[:5]) or "in another order"
        yield Fault(other.file, 0, f"{what} differ from {one.file}: {detail}")
