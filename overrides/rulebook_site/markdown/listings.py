"""What there is in all games: the block `listing`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import groupby
from xml.etree.ElementTree import Element

from rulebook_site import words
from rulebook_site.ids import sort_key
from rulebook_site.index import Place, RuleIndex
from rulebook_site.japanese import kana_key, kana_row
from rulebook_site.markdown.terms import both_names
from rulebook_site.markdown.tree import fill
from rules_py.core.data import System, Term
from rules_py.core.markup import h
from rules_py.core.text import Language, Text

FIRST_WORDS = {"en": 44, "ja": 24}
"""Of how many letters a rule's first words are."""
KANA = {
    f"kana-{name}": kana
    for name, kana in zip(
        ("a", "ka", "sa", "ta", "na", "ha", "ma", "ya", "ra", "wa"), "あかさたなはまやらわ", strict=True
    )
}
"""By their names in addresses, the rows of the fifty sounds."""
NO_LETTER, NO_KANA = "other", "kana-other"

Entry = list[tuple[System, Term]]
"""A term that is called the same in several games, in each of them."""


def rows_found(every: int, language: Language) -> Element:
    """Return how many rows a filter shows, as `table.mjs` keeps it, and the button that shows all of them.

    Args:
        every: How many rows there are.
        language: The page's language.
    """
    count = h(
        "p",
        words.ROWS_SHOWN.format(shown=every, all=every).get(language),
        class_="table-count",
        role="status",
        aria_live="polite",
        data_some=words.ROWS_SHOWN.get(language),
        data_none=words.NO_ROW_SHOWN.get(language),
    )
    return h("div", count, h("button", words.SHOW_ALL.get(language), type="button"), class_="table-found")


def make_sortable(heads: Element) -> None:
    """Draw the heads of a table as they are once `table.mjs` has made buttons of them, so that nothing moves then."""
    for head in heads:
        fill(head, [h("span", head.text, class_="sort")])
    heads[0].set("aria-sort", "ascending")


class Listings:
    """Fills the listings of one page.

    Args:
        index: The index, with the data.
        page: The page.
    """

    def __init__(self, index: RuleIndex, page: str) -> None:
        self.index = index
        self.page = page
        self.language: Language = index.language
        self.systems = list(index.library.SYSTEMS.values())

    def fill(self, box: Element, what: str, level: int) -> None:
        """Put a listing into its place.

        Args:
            box: The place.
            what: Which listing.
            level: Level of its headings.
        """
        made = {"tools": self.tools, "terms": self.terms, "ids": self.ids}[what]
        box.set("class", f"listing listing-{what} no-terms")
        fill(box, list(made(level)))

    def _said(self, text: Text) -> str:
        return text.get(self.language)

    # --- tools ---

    def tools(self, level: int) -> Iterator[Element]:
        """Yield every widget by its game, what is played before what is asked, each with a line of its page."""
        for system in self.systems:
            own = [name for name in self.index.library.WIDGETS if name.startswith(f"{system.slug}.")]
            own.sort(key=lambda name: self.index.library.WIDGETS[name].live == "input")
            yield h(f"h{level}", self._said(system.title), id=f"tools-{system.slug}")
            yield h("ul", [self._tool(name) for name in own if name in self.index.tools])

    def _tool(self, name: str) -> Element:
        page, lead = self.index.tools[name]
        href = self.index.link(page, f"widget-{name}", self.page)
        said = lead or self.index.descriptions[page]
        link = h("a", self._said(self.index.library.WIDGETS[name].title), href=href)
        link.tail = " "
        return h(
            "li", link, h("span", said if said[-1:] in ".。" else f"{said}{'.' if self.language == 'en' else '。'}")
        )

    # --- terms ---

    def terms(self, level: int) -> Iterator[Element]:
        """Yield every term, by the page's language, with rows of letters above and the other language's order below."""
        entries: dict[tuple[str, str], Entry] = {}
        for system in self.systems:
            for term in system.glossary.values():
                entries.setdefault((term.en.casefold(), term.ja), []).append((system, term))
        english = _grouped(entries.values(), _letter, lambda term: (term.en.casefold(), term.id))
        japanese = _grouped(entries.values(), _kana, _by_reading)
        own, other = (japanese, english) if self.language == "ja" else (english, japanese)
        yield h(
            "nav", self._jumps(english), self._jumps(japanese, "ja"), class_="jumps", aria_label=self._said(words.TERM)
        )
        rows = [
            self._row(entry, "" if number else f"by-{group}")
            for group, each in own
            for number, entry in enumerate(each)
        ]
        head = h("tr", [h("th", self._said(each), scope="col") for each in (words.TERM, words.GAME)])
        make_sortable(head)
        table = h("table", h("thead", head), h("tbody", rows), class_="all-terms", aria_label=self._said(words.TERM))
        yield h("rules-table", self._filter(len(rows)), table)
        yield h(f"h{level}", self._said(words.BY_LETTER if self.language == "ja" else words.BY_KANA), id="other-order")
        groups = h("dl", lang="en" if self.language == "ja" else "ja")
        for group, each in other:
            groups.append(h("dt", self._head(group), id=f"by-{group}"))
            names = h("dd")
            for entry in each:
                system, term = entry[0]
                names.append(h("a", term.en if self.language == "ja" else term.ja, href=f"#{_ident(system, term)}"))
                names[-1].tail = " "
            groups.append(names)
        yield groups

    def _jumps(self, groups: list[tuple[str, list[Entry]]], language: str | None = None) -> Element:
        return h("p", [h("a", self._head(group), href=f"#by-{group}") for group, _ in groups], lang=language)

    def _head(self, group: str) -> str:
        return self._said(words.OTHERS) if group in (NO_LETTER, NO_KANA) else KANA.get(group, group.upper())

    def _row(self, entry: Entry, ident: str) -> Element:
        system, term = entry[0]
        name = self._said(Text(term.en, term.ja))
        names = h(
            "td", h("div", both_names(term, self.language), id=ident or None), data_sort=_sorted_by(term, self.language)
        )
        links = [
            h(
                "a",
                each.letter,
                href=self.index.link(self.index.glossaries[each.slug], f"term-{its.id}", self.page),
                aria_label=f"{name}{self._said(words.COLON)}{self._said(each.title)}",
            )
            for each, its in entry
            if each.slug in self.index.glossaries
        ]
        return h(
            "tr", names, h("td", links), id=_ident(system, term), data_game=" ".join(each.slug for each, _ in entry)
        )

    def _filter(self, every: int) -> Element:
        games = [("", self._said(words.ANY)), *((each.slug, self._said(each.title)) for each in self.systems)]
        return h(
            "form",
            h("label", self._said(words.WORDS), h("input", type="search", name="words", spellcheck="false")),
            h("label", self._said(words.GAME), h("select", [h("option", t, value=v) for v, t in games], name="game")),
            rows_found(every, self.language),
            class_="table-filter",
            aria_label=self._said(words.FIND_TERM),
            autocomplete="off",
            hidden=True,
        )

    # --- ids ---

    def ids(self, level: int) -> Iterator[Element]:
        """Yield every id by game and section, folded, each a link with its first words."""
        for system in self.systems:
            own = sorted(
                (p for p in self.index.places.values() if p.rule[0] == system.letter), key=lambda p: sort_key(p.rule)
            )
            parts = h("dl")
            for head, places in groupby(own, key=self._section):
                parts.append(h("dt", head))
                parts.append(h("dd", h("ul", [h("li", self._id(place)) for place in places])))
            yield h(f"h{level}", self._said(system.title), id=f"ids-{system.slug}")
            count = words.IDS.format(title=system.title, count=len(own))
            yield h("details", h("summary", self._said(count)), parts)

    def _section(self, place: Place) -> str:
        apart = {"ruling": words.RULINGS, "mechanic": words.MECHANICS, "example": words.EXAMPLES}
        if place.kind in apart:
            return self._said(apart[place.kind])
        section = place.rule.partition(".")[0]
        said = self.index.places[section].text if section in self.index.places else self._chapters[section]
        return f"{section} {said}"

    @cached_property
    def _chapters(self) -> dict[str, str]:
        """How the page of a chapter's first rule is headed, by the chapter."""
        rules = sorted(
            (p for p in self.index.places.values() if p.kind == "rule"), key=lambda p: sort_key(p.rule), reverse=True
        )
        return {place.rule.partition(".")[0]: self.index.titles[place.page] for place in rules}

    def _id(self, place: Place) -> Element:
        return h("a", f"{place.rule} {self._first_words(place.text)}", href=self.index.href(place.rule, self.page))

    def _first_words(self, text: str) -> str:
        most = FIRST_WORDS[self.language]
        if len(text) <= most:
            return text
        cut = text[:most]
        return f"{cut.rpartition(' ')[0].rstrip(',;:') if self.language == 'en' else cut}…"


def _ident(system: System, term: Term) -> str:
    return f"{system.slug}-{term.id}"


def _letter(term: Term) -> str:
    first = term.en[:1].lower()
    return first if first.isascii() and first.isalpha() else NO_LETTER


def _kana(term: Term) -> str:
    row = kana_row(term.reading or term.ja)
    return next((name for name, kana in KANA.items() if kana == row), NO_KANA)


def _by_reading(term: Term) -> tuple[object, ...]:
    reading = term.reading or term.ja
    return (reading.isascii(), kana_key(reading), term.id)


def _sorted_by(term: Term, language: Language) -> str:
    return term.reading or term.ja if language == "ja" else term.en


def _grouped(
    entries: Iterable[Entry], group: Callable[[Term], str], key: Callable[[Term], tuple[object, ...]]
) -> list[tuple[str, list[Entry]]]:
    """Return entries in order, by their groups; those of no letter come last."""
    found = sorted(entries, key=lambda entry: (group(entry[0][1]) in (NO_LETTER, NO_KANA), key(entry[0][1])))
    return [(name, list(each)) for name, each in groupby(found, key=lambda entry: group(entry[0][1]))]
