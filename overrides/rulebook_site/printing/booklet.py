"""Booklets: all pages of a system in one document for paper, in the order of the site's navigation."""

from __future__ import annotations

import copy
import hashlib
import io
import os
import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from operator import itemgetter
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import lxml.html
import segno
from lxml.html import HtmlElement
from mkdocs.utils.yaml import yaml_load

from rulebook_site.faults import SiteError
from rulebook_site.ids import RULE_ID
from rulebook_site.library import Library, load
from rulebook_site.pages import ENV, environment
from rulebook_site.printing import drawings, wording
from rulebook_site.printing.markup import Setter, array, call, classes, plain, quote, skipped, write_out
from rulebook_site.printing.press import Print, Typesetter
from rules_py import __version__
from rules_py.core.data import System, Term
from rules_py.core.text import Language, Text

LOOK = Path("overrides/print/booklet.typ")
THEME = Path("overrides/theme")
AT_HOME = "http://127.0.0.1:8000"
"""Where `make serve` serves: the address in prints for which nobody has said where the site will live."""

TOP, BOTTOM = 29 * 72 / 25.4, 268 * 72 / 25.4
"""Points from the upper edge of a page to the first and below the last line."""
BLANK = 80
"""Points that may stay empty above the foot of a page before a figure that has no room there."""
LAYOUTS = 6
"""How often the places of figures are tried at most."""

TOOLS = ("stepper", "board", "calculators")
"""Pages that do nothing without a screen."""

MAP = "python/map"


@dataclass(frozen=True)
class Chapter:
    """A page of the site that becomes a chapter.

    Args:
        page: Its name below the system; empty for the overview.
        group: The group of the navigation that it stands in; empty without one.
        article: What it says.
    """

    page: str
    group: str
    article: HtmlElement

    @property
    def label(self) -> str:
        """Return the name of its beginning."""
        return self.page or "overview"

    @cached_property
    def first(self) -> str:
        """Return the id of its title."""
        head = self.article.find("h1")
        return (head.get("id") if head is not None else None) or ""

    @cached_property
    def ids(self) -> frozenset[str]:
        """Return all ids of what is printed."""
        found: set[str] = set()

        def walk(element: HtmlElement) -> None:
            if element.get("id"):
                found.add(element.get("id") or "")
            for child in element:
                if not skipped(child):
                    walk(child)

        walk(self.article)
        return frozenset(found)

    @cached_property
    def alike(self) -> dict[str, str]:
        """Return the headings of rulings: the heading is the place of the ruling's id."""
        alike = {}
        for each in self.article.iter("section"):
            name = each.get("id") or ""
            if RULE_ID.fullmatch(name) and each.find("h3") is not None:
                alike[each.find("h3").get("id") or ""] = name
        return alike

    def place(self, name: str) -> str:
        """Return the name of an id in the whole booklet."""
        name = self.alike.get(name, name)
        if name == self.first:
            return self.label
        return name if RULE_ID.fullmatch(name) else f"{self.label}#{name}"


def order(slug: str, language: Language, config: Path = Path("mkdocs.yml")) -> list[tuple[str, str]]:
    """Return the pages of a system in the order of the navigation.

    Args:
        slug: The system.
        language: The language of the groups' names.
        config: The configuration of MkDocs.

    Returns:
        Pairs of a page's name below the system (empty for the overview) and its group (empty without one).
    """
    values = environment(ENV / f"{language}.env")
    before = dict(os.environ)
    os.environ.update(values)
    try:
        nav: list[Any] = yaml_load(config.read_text(encoding="utf-8"))["nav"]
    finally:
        os.environ.clear()
        os.environ.update(before)

    def listed(items: list[Any], group: str) -> Iterator[tuple[str, str]]:
        for item in items:
            if isinstance(item, str):
                if item.startswith(f"{slug}/"):
                    yield item.removeprefix(f"{slug}/").removesuffix(".md").removesuffix("index"), group
            else:
                for name, inner in item.items():
                    yield from listed(inner, name)

    found = list(listed(nav, ""))
    if not found:
        raise SiteError(f"{config}: names no page of {slug}")
    return [(page, group if page else "") for page, group in found]


def article(file: Path, language: Language) -> HtmlElement:
    """Return what a built page says, without what surrounds it, as it stands on paper."""
    text = file.read_text(encoding="utf-8")
    found = re.search(r"<article\b.*?</article>", text, re.DOTALL)
    if found is None:
        raise SiteError(f"{file}: has no article")
    said = lxml.html.fragment_fromstring(found[0])
    write_out(said, language)
    return said


def code(address: str) -> str:
    """Return the QR code of an address as SVG."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(out, kind="svg", border=2, xmldecl=False, svgns=True, nl=False)
    return out.getvalue().decode()


class Booklet:
    """A system's booklet in a language.

    Args:
        slug: The system.
        language: The language.
        parts: Folder with the built pages, one folder for each language.
        public_url: Address of the folder that holds the languages; empty where nobody knows it.
        library: The rules' data; `rules_py.library` unless a test brings its own.
    """

    def __init__(
        self, slug: str, language: Language, parts: Path, public_url: str = "", library: Library | None = None
    ) -> None:
        self.slug = slug
        self.language = language
        self.system: System = (library or load()).SYSTEMS[slug]
        self.root = public_url.rstrip("/") or AT_HOME
        self.site = environment(ENV / f"{language}.env")["SITE_NAME"]
        self.title = f"{self.system.title.get(language)} – {wording.KIND.get(language)}"
        pages = parts / language
        self.chapters = [
            self._chapter(page, group, article(pages / slug / page / "index.html", language))
            for page, group in order(slug, language)
        ]
        self.chapters.append(self._mechanics(article(pages / MAP / "index.html", language)))
        self.style = drawings.style()
        self._later: dict[str, int] = {}
        self._set_before: dict[tuple[str, frozenset[tuple[str, int]]], str] = {}

    def _say(self, text: Text, **parts: object) -> str:
        return text.format(**parts).get(self.language) if parts else text.get(self.language)

    def address(self, page: str) -> str:
        """Return the address of a page of the system."""
        if page == MAP:
            return f"{self.root}/{self.language}/{MAP}/"
        return f"{self.root}/{self.language}/{self.slug}/{page}{'/' if page else ''}"

    @cached_property
    def edition(self) -> str:
        """Return a hash over all that the pages say."""
        digest = hashlib.sha256(__version__.encode())
        for chapter in self.chapters:
            digest.update(lxml.html.tostring(chapter.article, encoding="utf-8"))
        return digest.hexdigest()[:8]

    # --- what goes in ---

    def _chapter(self, page: str, group: str, said: HtmlElement) -> Chapter:
        for each in said.xpath(".//*[contains(concat(' ', @class, ' '), ' pop ')]"):
            each.drop_tree()
        if page in TOOLS:
            said = self._shortened(said, sections=page == "calculators")
        return Chapter(page, group, said)

    def _shortened(self, said: HtmlElement, *, sections: bool) -> HtmlElement:
        """Keep what a tool is for: the beginning of its page and, with sections, of each that holds a widget."""
        short = lxml.html.Element("article")
        blocks = [each for each in said if isinstance(each.tag, str)]
        for each in takewhile(lambda block: block.tag != "h2", blocks):
            if each.tag != "rules-widget":  # the desk of a stepper
                short.append(copy.deepcopy(each))
        if sections:
            for index, each in enumerate(blocks):
                if each.tag != "h2":
                    continue
                rest = list(takewhile(lambda block: block.tag != "h2", blocks[index + 1 :]))
                if any(block.tag == "rules-widget" for block in rest):
                    short.append(self._run_in(each, rest[0] if rest[0].tag == "p" else None))
        return short

    def _run_in(self, head: HtmlElement, said: HtmlElement | None) -> HtmlElement:
        """Return a section's title and its first paragraph as one paragraph."""
        stop = "。" if self.language == "ja" else ". "
        whole = copy.deepcopy(said) if said is not None else lxml.html.Element("p")
        title = lxml.html.Element("strong")
        name = lxml.html.Element("span", id=head.get("id") or "")
        name.text = plain(head).strip() + (stop if said is not None else "")
        title.append(name)
        title.tail, whole.text = whole.text, None
        whole.insert(0, title)
        return whole

    def _mechanics(self, said: HtmlElement) -> Chapter:
        short = lxml.html.Element("article")
        head = lxml.html.Element("h1", id="rule-map")
        head.text = self._say(wording.MECHANICS)
        lead = lxml.html.Element("p")
        lead.text = self._say(wording.MECHANICS_LEAD)
        short.extend([head, lead])
        for table in said.iter("table"):
            if any((row.get("id") or "").startswith(f"{self.system.letter}-M") for row in table.iter("tr")):
                short.append(copy.deepcopy(table))
        return Chapter(MAP, environment(ENV / f"{self.language}.env")["NAV_REFERENCE"], short)

    # --- links ---

    def _target(self, chapter: Chapter, link: str) -> tuple[str, str] | None:
        parts = urlsplit(link)
        if parts.scheme:
            return "away", link
        base = chapter.page if chapter.page == MAP else f"{self.slug}/{chapter.page}"
        path = posixpath.normpath(posixpath.join(base, parts.path)).strip("/") if parts.path else base.strip("/")
        page = MAP if path == MAP else path.removeprefix(self.slug).strip("/") if path.startswith(self.slug) else None
        place = next((each for each in self.chapters if each.page == page), None)
        if place is None:
            return None
        name = unquote(parts.fragment)
        if name and name in place.ids:
            return "here", place.place(name)
        return ("here", place.label) if place is not chapter else None

    @cached_property
    def _wanted(self) -> frozenset[str]:
        """Return the ids that links lead to, on any page."""
        links = (link for chapter in self.chapters for link in chapter.article.iter("a"))
        return frozenset(unquote(urlsplit(link.get("href") or "").fragment) for link in links)

    # --- the document ---

    def source(self) -> str:
        """Return the document in Typst's markup."""
        language, say = self.language, self._say
        version = say(wording.EDITION, version=__version__, edition=self.edition)
        home = self.address("")
        shown = home.removeprefix("http://").removeprefix("https://")
        settings = {
            "language": language,
            "title": self.title,
            "publisher": self.site,
            "running": self.title,
            "imprint": f"{self.site} · {version} · {shown}",
        }
        head = [f"#let {name} = {quote(value)}" for name, value in settings.items()]
        other: Language = "en" if language == "ja" else "ja"
        lines = [
            f"{self.site}. {version}." if language == "en" else f"{self.site} {version}",
            home,
            say(wording.LICENCE),
        ]
        body = [
            call(
                "title-page",
                quote(self.system.title.get(language)),
                call(other, quote(self.system.title.get(other))),
                quote(say(wording.KIND)),
                quote(code(home)),
                quote(say(wording.CODE_ALT, address=home)),
                quote((THEME / "images/favicon.svg").read_text(encoding="utf-8")),
                "{" + "; ".join(call("par", quote(line)) for line in lines) + "}",
            ),
            call("contents", quote(say(wording.CONTENTS))),
            self._preface(),
            *(self._set(chapter) for chapter in self.chapters),
            self._index(),
        ]
        return "\n".join([*head, LOOK.read_text(encoding="utf-8"), "#{", *body, "}"])

    def _preface(self) -> str:
        rule = next(
            name for chapter in self.chapters for name in sorted(chapter.ids) if re.fullmatch(r".-\d+\.\d+", name)
        )
        page = f"str(page-of({quote(rule)}))"
        parts = []
        for text in wording.PREFACE:
            said = text.get(self.language).replace("{title}", self.system.title.get(self.language))
            said = said.replace("{site}", self.site).replace("{rule}", rule)
            before, mark, after = said.partition("{page}")
            inner = f"{{{quote(before)}; {page}; {quote(after)}}}" if mark else quote(before)
            parts.append(f"context par({inner})" if mark else call("par", inner))
        return "\n".join([call("preface", quote(self._say(wording.ABOUT)), "{" + "\n".join(parts) + "}")])

    def _set(self, chapter: Chapter) -> str:
        """Return a chapter, as it was set before where no figure of it has moved since."""
        names = {chapter.place(each) for each in chapter.ids}
        moved = frozenset((name, steps) for name, steps in self._later.items() if name in names)
        if (chapter.page, moved) not in self._set_before:
            self._set_before[chapter.page, moved] = self._set_anew(chapter)
        return self._set_before[chapter.page, moved]

    def _set_anew(self, chapter: Chapter) -> str:
        setter = Setter(
            chapter.label,
            self.language,
            lambda link: self._target(chapter, link),
            self._wanted & chapter.ids - {chapter.first},
            self.style,
            chapter.alike,
            self._recurring,
            self._later,
        )
        setter.only_ids = chapter.page == MAP
        address = self.address(chapter.page)
        head = chapter.article.find("h1")
        if head is None:
            raise SiteError(f"{self.slug}/{chapter.page}: has no title")
        opening = [
            quote(chapter.label),
            quote(chapter.group),
            quote(address),
            quote(code(address)),
            quote(self._say(wording.CODE_ALT, address=address)),
            setter.line(head),
        ]
        said = copy.deepcopy(chapter.article)
        said.remove(said.find("h1"))
        if chapter.page in TOOLS:
            told = call("told", quote(self._say(wording.TOOLS)))
            return call("stub", *opening, "{" + setter.flow(said) + "\n" + told + "}")
        return "\n".join([call("chapter", *opening), setter.flow(said)])

    @cached_property
    def _recurring(self) -> frozenset[str]:
        """Return the titles of sections that several chapters share; the contents leave them out."""
        titles = Counter(
            title for chapter in self.chapters for title in {plain(head).strip() for head in chapter.article.iter("h2")}
        )
        return frozenset(title for title, times in titles.items() if times > 2)

    def _index(self) -> str:
        glossary = next(chapter for chapter in self.chapters if chapter.page == "glossary")
        groups: dict[str, list[str]] = {}
        for each in glossary.article.iter("div"):
            if "glossary-entry" not in classes(each):
                continue
            key = (each.get("id") or "").removeprefix("term-")
            term: Term = self.system.glossary[key]
            here, there = (term.ja, term.en) if self.language == "ja" else (term.en, term.ja)
            said = call("en" if self.language == "ja" else "ja", quote(there)) if there != here else "none"
            initial = self._initial(term)
            place = quote(f"glossary#{each.get('id')}")
            ruled = [part for part in each.iter("span") if "term-rules" in classes(part)]
            targets = [self._target(glossary, link.get("href") or "") for part in ruled for link in part.iter("a")]
            rules = array(quote(target[1]) for target in targets if target and target[0] == "here")
            entry = (quote(key), quote(here), said, place, quote(initial), rules)
            groups.setdefault(initial, []).append(f"({', '.join(entry)})")
        return "\n".join(
            [
                call("back", quote(self._say(wording.INDEX)), quote(self._say(wording.INDEX_LEAD))),
                call("index", array(entry for group in groups.values() for entry in group)),
            ]
        )

    def _initial(self, term: Term) -> str:
        if self.language == "en":
            return term.en[0].upper()
        letter = (term.reading or term.ja)[0]
        kana = chr(ord(letter) - 0x60) if "ァ" <= letter <= "ヶ" else letter
        rows = "あかさたなはまやらわ"
        starts = "ぁかさたなはまゃらゎ"
        found = [row for row, start in zip(rows, starts, strict=True) if start <= kana] if "ぁ" <= kana <= "ん" else []
        return f"{found[-1]}行" if found else "英数"

    def print(self) -> Print:
        """Return the booklet as a print; where its figures go is found out in this file."""
        return Print(f"{Path(__file__).read_text(encoding='utf-8')}\n{self.source()}", self.pdf)

    def pdf(self) -> bytes:
        """Return the booklet."""
        with Typesetter() as typesetter:
            return typesetter.press(self.settled(typesetter))

    def settled(self, typesetter: Typesetter) -> str:
        """Return the document with its figures where they leave no page half empty.

        A figure stands in its place. Where the page has no room left for it, the blocks that follow go before it, as
        many as fill the page: so it never leaves its chapter, and never stands within a block.
        """
        self._later = {}
        tried: list[tuple[float, str, dict[str, int]]] = []
        while len(tried) < LAYOUTS and all(self._later != later for *_, later in tried):
            source = self.source()
            marks = typesetter.query(source, "<mark>")
            tried.append((sum(empty**2 for empty in left_empty(marks, self._later).values()), source, self._later))
            self._later = moves(marks, self._later)
        return min(tried, key=itemgetter(0))[1]


def left_empty(marks: list[list[Any]], later: dict[str, int]) -> dict[str, float]:
    """Return how many points stay empty above the foot of a page before each figure that begins the next page.

    Args:
        marks: What Typst says of figures and the blocks after them: name, number of the block, kind, page, height.
        later: After how many blocks the figures stand.
    """
    empty = {}
    for name in dict.fromkeys(mark[0] for mark in marks):
        places = {(step, kind): (page, height) for each, step, kind, page, height in marks if each == name}
        page, height = next(place for (step, _), place in places.items() if step == later.get(name, 0))
        empty[name] = 0.0 if places[0, "figure"][0] == page else BOTTOM - height
    return empty


def moves(marks: list[list[Any]], before: dict[str, int]) -> dict[str, int]:
    """Return after how many blocks each figure should stand that leaves too much of a page empty.

    Args:
        marks: What Typst says of figures and the blocks after them: name, number of the block, kind, page, height.
        before: Where they stood.
    """
    later = dict(before)
    for name in dict.fromkeys(mark[0] for mark in marks):
        places = {(step, kind): (page, height) for each, step, kind, page, height in marks if each == name}
        empty = left_empty(marks, before)[name]
        if empty <= BLANK:
            continue
        if before.get(name, 0):
            # What stands before it has moved as well: in its own place it may fit now.
            del later[name]
            continue
        start, top = places[0, "after"]
        for (step, kind), (there, below) in sorted(places.items()):
            if step:
                filled = (there - start) * (BOTTOM - TOP) + below - top
                later[name] = step if kind == "text" else later.get(name, 0)
                if filled >= empty - BLANK and kind == "text":
                    break
    return {name: steps for name, steps in later.items() if steps}
