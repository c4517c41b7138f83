"""Glossary terms in running text: marked at their first use, explained in a popover."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any
from xml.etree.ElementTree import Element

from markdown.inlinepatterns import InlineProcessor

from rulebook_site import words
from rulebook_site.faults import SiteError
from rulebook_site.index import TERM, RuleIndex
from rulebook_site.markdown.rules import references
from rulebook_site.markdown.tree import HEADINGS, SILENT, Piece, classes, fill, rewrite
from rules_py.core.data import Term
from rules_py.core.markup import h
from rules_py.core.text import Language

NAMED = "x-term"
"""Stands in the tree for `[[term|text]]` until the terms' turn comes."""

_ATTRIBUTES = re.compile(r"\{:?\s*[#.][^{}]*\}")
"""What `attr_list` reads later: no text."""

_SILENT_TAGS = SILENT | {"caption", "th", "label", "summary"}
_SILENT_CLASSES = frozenset({"data", "glossary", "no-terms", "mechanics", "rule-id", "headerlink"})


class NamedTerm(InlineProcessor):
    """Reads `[[term_id|text]]`, `[[term_id]]` and `[[!text]]`."""

    ANCESTOR_EXCLUDES = ("a",)

    def __init__(self) -> None:
        super().__init__(TERM.pattern)

    def handleMatch(  # type: ignore[override]
        self, match: re.Match[str], data: str
    ) -> tuple[Element, int, int]:
        """Return the element that stands for the term."""
        element = h(NAMED, data_term="" if match[1] else match[2])
        element.text = match[3] or (match[2] if match[1] else "")
        return element, match.start(0), match.end(0)


class Matcher:
    """Finds the terms of a glossary in running text, the longest form first.

    Args:
        terms: The glossary.
        language: Whose forms to look for: English ones stand at word boundaries, Japanese ones
            anywhere. A form that begins with a capital, as names in the rules do (Cover, Trap),
            counts only as it is written; any other in either case.
    """

    def __init__(self, terms: Iterable[Term], language: Language) -> None:
        self.terms: dict[str, Term] = {}
        for term in terms:
            for form in term.forms(language):
                self.terms.setdefault(_key(form), term)
        forms = sorted(self.terms, key=lambda form: (-len(form), form))
        pattern = "|".join(map(_pattern, forms))
        if language == "en":
            pattern = rf"(?<![\w-])(?:{pattern})(?![\w-])"
        self.pattern = re.compile(pattern) if forms else None

    def find(self, text: str) -> list[tuple[int, int, Term]]:
        """Return start, end and term of every form in a text."""
        if self.pattern is None:
            return []
        attributes = [m.span() for m in _ATTRIBUTES.finditer(text)]
        return [
            (m.start(), m.end(), self._term(m[0]))
            for m in self.pattern.finditer(text)
            if not any(start < m.start() < end for start, end in attributes)
        ]

    def _term(self, found: str) -> Term:
        form = _spaced(found)
        return self.terms[form] if form in self.terms else self.terms[form.lower()]


def _spaced(form: str) -> str:
    return re.sub(r"\s+", " ", form.strip())


def _key(form: str) -> str:
    form = _spaced(form)
    return form if form[:1].isupper() else form.lower()


def _pattern(form: str) -> str:
    pattern = r"\s+".join(re.escape(word) for word in form.split(" "))
    return pattern if form[:1].isupper() else f"(?i:{pattern})"


# Browsers break lines at either side of a button, even where a bracket or a comma must not be left alone.
_OPENING = re.compile(r"[(「『（〈《【“‘]+\Z")
_CLOSING = re.compile(r"[)」』）〉》】、。，．・：；！？,.;:!?”’]+")


class TermMarker:
    """Marks the terms of one page.

    Args:
        index: The index, whose library holds the glossaries.
        page: The page, whose first folder names the system whose terms are looked for; on a
            page outside the systems' folders only terms named by the author are marked.
        slug: The system, where the page does not say it.
    """

    def __init__(self, index: RuleIndex, page: str, slug: str = "") -> None:
        self.index = index
        self.page = page
        self.language: Language = index.language
        self.slug = slug or page.split("/")[0]
        system = index.library.SYSTEMS.get(self.slug)
        self.matcher = Matcher(system.glossary.values() if system else (), self.language)
        self.in_section: set[str] = set()
        self.on_page: dict[str, Term] = {}

    def run(self, root: Element) -> None:
        """Mark the terms below `root` and append their explanations to it."""
        rewrite(root, self._mark, self._silent, self._enter)
        for element in list(root.iter(NAMED)):
            element.tag = "span"
            element.attrib.pop("data-term", None)
        for term in self.on_page.values():
            root.append(self._popover(term))

    def _silent(self, element: Element) -> bool:
        return element.tag in _SILENT_TAGS or element.tag == NAMED or not _SILENT_CLASSES.isdisjoint(classes(element))

    def _enter(self, element: Element) -> None:
        if element.tag in HEADINGS:
            self.in_section.clear()
        if element.tag == NAMED and element.get("data-term"):
            self._name(element)

    def _name(self, element: Element) -> None:
        name = element.get("data-term") or ""
        term = self.index.term(name, self.slug)
        if term is None:
            raise SiteError(f"{self.page or 'a text'}: unknown term “{name}”")
        if not element.text and not len(element):
            element.text = term.ja if self.language == "ja" else term.en
        self.in_section.add(term.id)
        del element.attrib["data-term"]
        element.tag = "button"
        for key, value in self._attributes(term).items():
            element.set(key, value)
        self.on_page.setdefault(term.id, term)

    def _mark(self, text: str, element: Element) -> list[Piece]:
        content: list[Piece] = []
        end = 0
        for start, stop, term in self.matcher.find(text):
            if not term.tag or term.id in self.in_section:
                continue
            self.in_section.add(term.id)
            opening = _OPENING.search(text, end, start)
            closing = _CLOSING.match(text, stop)
            first, last = opening.start() if opening else start, closing.end() if closing else stop
            marked: list[Piece] = [h("button", text[start:stop], **self._attributes(term))]
            self.on_page.setdefault(term.id, term)
            if opening or closing:
                together = h("span", class_="unbroken")
                fill(together, [text[first:start], *marked, text[stop:last]])
                marked = [together]
            content += [text[end:first], *marked]
            end = last
        return [*content, text[end:]]

    def _attributes(self, term: Term) -> dict[str, str]:
        return {"type": "button", "class": "term", "popovertarget": f"pop-{term.id}"}

    def _popover(self, term: Term) -> Element:
        name = both_names(term, self.language)
        pop = h(
            "div",
            h("p", name, class_="pop-term"),
            h("p", term.meaning.get(self.language), class_="pop-meaning"),
            id=f"pop-{term.id}",
            class_="pop",
            popover="auto",
            role="note",
            aria_label=(term.ja if self.language == "ja" else term.en),
        )
        if term.asks:
            pop.append(self._numbers(term.id, *term.asks))
        if term.rules:
            line = h("p", class_="pop-rules")
            label = words.RULED_IN.get(self.language) + words.COLON.get(self.language)
            fill(line, [label, *references(list(term.rules), self.index, self.page)])
            pop.append(line)
        glossary = self.index.glossaries.get(self.index.system_of(term.id))
        if glossary:
            href = self.index.link(glossary, f"term-{term.id}", self.page)
            entry = words.FULL_ENTRY.get(self.language)
            pop.append(h("p", h("a", entry, href=href), class_="pop-entry"))
        return pop

    def _numbers(self, ident: str, widget: str, field: str) -> Element:
        """Return the place for what a term does to the reader's numbers, with the way to where they are entered."""
        asked = self.index.library.WIDGETS[widget]
        place = h("div", class_="pop-numbers", data_ask=widget, data_field=field, data_value=ident, hidden=True)
        if _tells_much(asked, field, ident):
            place.set("data-much", "")
        own = [each.name for each in asked.fields.values() if each.kept is True]
        page = self.index.widgets.get(widget)
        if own and page:
            href = self.index.link(page, f"{widget}-{own[0]}".replace(".", "-"), self.page)
            place.append(h("p", h("a", words.ENTER_NUMBERS.get(self.language), href=href)))
        return place


@cache
def _tells_much(widget: Any, field: str, value: str) -> bool:
    """Say whether an answer holds a table: so much room is kept for it that nothing moves when it comes."""
    answer = widget.answer(widget.read(widget.values({field: value})), {}, "en")
    return any(any(part.iter("table")) for part in answer.output())


def both_names(term: Term, language: Language) -> list[Element]:
    """Return a term in both languages, the page's own first, with its reading."""
    english = h("span", term.en, class_="term-en", lang="en")
    japanese = h("span", h("span", term.ja, lang="ja"), class_="term-ja")
    if term.reading:
        brackets = "\uff08{}\uff09" if language == "ja" else " ({})"
        japanese.append(h("span", brackets.format(term.reading), class_="term-reading", lang="ja"))
    names = [japanese, english] if language == "ja" else [english, japanese]
    names[0].tail = " "
    return names
