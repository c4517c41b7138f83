"""The blocks of ours: rulings, tables, glossary, widgets, figures, examples, mechanics.

A block leaves an element with `data-block` in the tree. What stands in it comes later, when
inline Markdown has been read, so that no text of the data is taken for Markdown.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Sequence
from itertools import groupby
from typing import Any, ClassVar
from xml.etree.ElementTree import Element, SubElement

from markdown.util import AtomicString
from pymdownx.blocks import BlocksProcessor
from pymdownx.blocks.block import Block, type_any

from rulebook_site import words
from rulebook_site.faults import Fault, SiteError, line_of
from rulebook_site.ids import RULE_ID, sort_key
from rulebook_site.index import Place, RuleIndex
from rulebook_site.japanese import kana_key
from rulebook_site.library import Library, mechanics
from rulebook_site.markdown.listings import Listings, make_sortable, rows_found
from rulebook_site.markdown.rules import permalink, reference, references
from rulebook_site.markdown.terms import both_names
from rulebook_site.markdown.tree import HEADINGS, fill, replace
from rules_py.core.data import Facet, Ruling, Table, Term
from rules_py.core.errors import InputError
from rules_py.core.form import FormError
from rules_py.core.markup import h
from rules_py.core.text import Language, Text

MARKER = "data-block"
CROWDED, LONG_CELL = 5, 8
"""From how many columns on, and from how many Japanese letters on, a cell asks for room of its own."""


def _room(cell: Text, crowded: bool) -> str | None:
    return "long" if crowded and len(cell.ja) > LONG_CELL else None


class _Placeholder(Block):
    """A block that leaves an element to be filled later."""

    ARGUMENT = True
    TAG = "div"

    def on_create(self, parent: Element) -> Element:
        """Leave the element."""
        return SubElement(parent, self.TAG, {MARKER: f"{self.NAME}|{self.argument or ''}"})


class RulingBlock(_Placeholder):
    """`/// ruling | C-Q5`."""

    NAME = "ruling"
    TAG = "section"


class DataTableBlock(_Placeholder):
    """`/// data-table | C-T1`; Markdown inside stands below the table."""

    NAME = "data-table"


class GlossaryBlock(_Placeholder):
    """`/// glossary | contest`."""

    NAME = "glossary"


class RulesBlock(_Placeholder):
    """`/// rules | contest`: every rule of the system by its number, with the rulings that go with it."""

    NAME = "rules"


class ListingBlock(_Placeholder):
    """`/// listing | terms`: what there is in all games, of `tools`, `terms` or `ids`."""

    NAME = "listing"


class WidgetBlock(_Placeholder):
    """`/// widget | contest.roll`, with the option `values`."""

    NAME = "widget"
    OPTIONS: ClassVar[dict[str, Any]] = {"values": ({}, type_any)}

    def on_create(self, parent: Element) -> Element:
        """Leave the element with the values in it."""
        element = super().on_create(parent)
        values = self.options["values"] or {}
        for name, value in values.items():
            SubElement(element, "data", {"name": str(name), "value": str(value)})
        return element


class FigureBlock(_Placeholder):
    """`/// rule-figure | contest.round`; the Markdown inside is the caption."""

    NAME = "rule-figure"
    TAG = "figure"

    def on_create(self, parent: Element) -> Element:
        """Leave the figure with an empty caption."""
        element = super().on_create(parent)
        SubElement(element, "figcaption")
        return element

    def on_add(self, block: Element) -> Element:
        """Put the content into the caption."""
        return block[-1]


class GamesBlock(Block):
    """`/// games`: holds the cards of the games, one beside the other."""

    NAME = "games"

    def on_create(self, parent: Element) -> Element:
        """Leave the frame."""
        return SubElement(parent, "div", {"class": "games"})


class GameBlock(_Placeholder):
    """`/// game | contest`: what the game is, as a picture and in the sentence inside, and its four doors.

    Without a game: a card of the same look, for what all games share.
    """

    NAME = "game"
    TAG = "section"
    ARGUMENT = None


class PythonBlock(Block):
    """`/// python`: an example in code, folded behind one line."""

    NAME = "python"

    def on_create(self, parent: Element) -> Element:
        """Leave the fold."""
        fold = SubElement(parent, "details", {"class": "in-python"})
        SubElement(fold, "summary").text = words.PYTHON.get(self.config["language"])
        return fold


class ExampleBlock(_Placeholder):
    """`/// example | 0`, in place of a fence `pycon`; authors do not write it."""

    NAME = "example"


class MeasuredBlock(_Placeholder):
    """`/// measured | measured.json`: the figures of a run of `make bench`, kept beside the languages' pages."""

    NAME = "measured"


class MechanicsBlock(_Placeholder):
    """`/// mechanics | contest`, with the option `titles`: a title for each mechanic.

    Unlike the others it is filled at once: the links to the Python reference are Markdown.
    """

    NAME = "mechanics"
    OPTIONS: ClassVar[dict[str, Any]] = {"titles": ({}, type_any)}

    def on_create(self, parent: Element) -> Element:
        """Build the table, its texts still Markdown."""
        language, library = self.config["language"], self.config["library"]()
        head = [words.MECHANIC, words.ANSWERS, words.CALLABLES, words.IMPLEMENTS]
        table = h(
            "table",
            h("thead", h("tr", [h("th", t.get(language), scope="col") for t in head])),
            class_="data mechanics",
        )
        body = SubElement(table, "tbody")
        found = mechanics(self.argument, library) if self.argument in library.SYSTEMS else {}
        for rule in sorted(found, key=sort_key):
            links, named = [], set()
            for thing in found[rule]:
                name = getattr(thing, "__qualname__", str(thing))
                links.append(f"[`{name}`][{thing.__module__}.{name}]")
                named.update(RULE_ID.findall(inspect.getdoc(thing) or ""))
            rules = words.SEPARATOR.get(language).join(sorted(named - {rule}, key=sort_key))
            mark = permalink(rule, language)
            mark.text = AtomicString(mark.text or "")
            body.append(
                h(
                    "tr",
                    h("th", mark, class_="row-id", scope="row"),
                    h("td", str((self.options["titles"] or {}).get(rule, ""))),
                    h("td", words.SEPARATOR.get(language).join(links)),
                    h("td", rules),
                    id=rule,
                )
            )
        box = _scroll_box(table, aria_label=words.MECHANICS.get(language))
        parent.append(box)
        return box


BLOCKS: tuple[type[Block], ...] = (
    RulingBlock,
    DataTableBlock,
    GlossaryBlock,
    RulesBlock,
    WidgetBlock,
    FigureBlock,
    GamesBlock,
    GameBlock,
    PythonBlock,
    ExampleBlock,
    MeasuredBlock,
    MechanicsBlock,
    ListingBlock,
)


def register(manager: BlocksProcessor, config: dict[str, Any]) -> None:
    """Make the blocks known to Markdown."""
    for block in BLOCKS:
        manager.register(block, config)


def literal(element: Element) -> Element:
    """Make the texts below an element stand for themselves.

    Python-Markdown leaves `&lt;` in a text as it is, because Markdown may hold entities; data
    may not.
    """
    for each in element.iter():
        each.text = each.text.replace("&", "&amp;") if each.text else each.text
        if each is not element and each.tail:
            each.tail = each.tail.replace("&", "&amp;")
        for name, value in each.attrib.items():
            each.set(name, value.replace("&", "&amp;"))
    return element


class Filler:
    """Fills the elements that the blocks of one page have left.

    Args:
        index: The index, with the data.
        page: The page.
        examples: Its examples.
    """

    def __init__(self, index: RuleIndex, page: str, examples: Sequence[Element] = ()) -> None:
        self.index = index
        self.page = page
        self.examples = examples
        self.language = index.language
        self.library: Library = index.library

    def fill_data(self, root: Element) -> None:
        """Fill rulings, tables and glossaries; their texts may still get links and terms."""
        level = 1
        for element in list(root.iter()):
            if element.tag in HEADINGS:
                level = int(str(element.tag)[1])
            name, _, argument = (element.get(MARKER) or "").partition("|")
            if name == "ruling":
                self._ruling(element, argument, min(level + 1, 6))
            elif name == "data-table":
                self._table(element, argument)
            elif name == "glossary":
                self._glossary(element, argument)
            elif name == "rules":
                self._rules(element, argument, min(level + 1, 6))
            elif name == "measured":
                self._measured(element, argument)
            elif name == "listing":
                Listings(self.index, self.page).fill(element, argument, min(level + 1, 6))
                literal(element)
            else:
                continue
            del element.attrib[MARKER]

    def fill_built(self, root: Element) -> None:
        """Put widgets and figures, which come as built elements, into their places."""
        seen: set[str] = set()
        for parent in list(root.iter()):
            for element in list(parent):
                name, _, argument = (element.get(MARKER) or "").partition("|")
                if name == "widget":
                    widget = self._widget(element, argument)
                    if argument not in seen:
                        widget.set("id", f"widget-{argument}")
                    seen.add(argument)
                    replace(parent, element, widget)
                elif name == "example":
                    replace(parent, element, literal(self.examples[int(argument)]))
                elif name == "rule-figure":
                    del element.attrib[MARKER]
                    element.set("class", "rule-figure")
                    element.set("id", f"figure-{argument}")
                    drawn = literal(self._get("figure", self.library.FIGURES, argument)(self.language))
                    element.insert(0, drawn)
                elif name == "game":
                    del element.attrib[MARKER]
                    self._game(element, argument)

    def _game(self, section: Element, slug: str) -> None:
        """Put the name of a game and its picture before what is said of it, and the doors behind."""
        overview = f"{slug}/index.md"
        here = self.page == overview
        section.set("class", "game here" if here else "game" if slug else "game more")
        if not slug:
            return
        section.set("data-game", slug)
        system = self._get("system", self.library.SYSTEMS, slug)
        name = f"{slug}.board"
        drawn = self._get("figure", self.library.FIGURES, name)(self.language)
        picture = h("figure", drawn, class_="game-picture", id=f"figure-{name}")
        before = [picture]
        if not here:
            other: Language = "ja" if self.language == "en" else "en"
            named = h("a", h("span", class_="emblem"), self._text(system.title), href=f"/{overview}")
            title = h("h3", named, " ", h("span", system.title.get(other), class_="beside", lang=other))
            title.set("id", f"game-{slug}")
            section.set("aria-labelledby", f"game-{slug}")
            before.insert(0, title)
        for place, each in enumerate(before):
            section.insert(place, literal(each))
        section.append(literal(self._doors(slug, system.title if not here else None)))

    def _doors(self, slug: str, game: Text | None) -> Element:
        """Return the four ways into a game; where several games have them, each says which it leads to."""
        desks = (each.name for each in self.library.WIDGETS.values() if each.is_desk)
        desk = next(name for name in desks if name.split(".")[0] == slug)
        doors = (
            ("play", words.PLAY, f"/{self.index.widgets[desk]}"),
            ("look-up", words.LOOK_UP, f"/{slug}/quick.md"),
            ("calculate", words.CALCULATE, f"/{slug}/calculators.md"),
            ("print", words.ON_PAPER, f"/{slug}/index.md#print" if game else "#print"),
        )
        said = {key: self._text(label) for key, label, _ in doors}
        if game:
            said = {key: self._text(words.OF_GAME.format(what=label, game=game)) for key, label, _ in doors}
        links = [
            h("li", h("a", self._text(label), href=href, data_door=key, aria_label=said[key] if game else None))
            for key, label, href in doors
        ]
        return h("ul", links, class_="doors")

    def _get(self, kind: str, names: Any, name: str) -> Any:
        if name not in names:
            raise SiteError(f"{self.page or 'a text'}: unknown {kind} “{name}”")
        return names[name]

    def _text(self, text: Text) -> str:
        return text.get(self.language)

    def _widget(self, element: Element, name: str) -> Element:
        self._get("widget", self.library.WIDGETS, name)
        values = {e.get("name", ""): e.get("value", "") for e in element if e.tag == "data"}
        if len(element) > len(values) or (element.text or "").strip():
            raise self._wrong_widget(name, f"the widget {name} takes no content")
        try:
            widget = self.library.widget_element(name, self.language, values)
        except (InputError, FormError) as error:
            raise self._wrong_widget(name, f"widget {name}: {error}") from error
        return literal(widget)

    def _wrong_widget(self, name: str, message: str) -> SiteError:
        file = self.index.docs_dir / self.page
        return SiteError([Fault(file.as_posix(), line_of(file, f"/// widget | {name}"), message)])

    def _ruling(self, section: Element, rule: str, level: int) -> None:
        systems = self.library.SYSTEMS.values()
        rulings = {name: r for system in systems for name, r in system.rulings.items()}
        ruling = self._get("ruling", rulings, rule)
        section.set("class", "ruling ruling-lost" if ruling.lost else "ruling")
        section.set("id", rule)
        section.set("aria-labelledby", f"{rule}-question")
        title = h(f"h{level}", permalink(rule, self.language), id=f"{rule}-question")
        title[0].tail = " " + self._text(ruling.question)
        title.set("data-toc-label", f"{rule} {self._text(ruling.label)}")
        parts = h("dl")

        def part(label: Text, *content: Any) -> None:
            parts.append(h("dt", self._text(label)))
            parts.append(h("dd", *content))

        part(words.DEFAULT, self._text(ruling.default))
        part(words.REASON, self._text(ruling.reason))
        if ruling.alternatives:
            options = [h("li", self._text(option)) for option in ruling.alternatives]
            part(words.ALTERNATIVES, h("ul", options))
        if ruling.widgets:
            part(words.SWITCHED_IN, *self._widget_links(ruling.widgets))
        added = [literal(title), literal(parts)]
        if ruling.lost:
            added.insert(1, h("p", self._text(words.LOST), class_="ruling-note"))
        for i, element in enumerate(added):
            section.insert(i, element)

    def _widget_links(self, names: Any) -> list[Any]:
        content: list[Any] = []
        for name in names:
            title = self._text(self.library.WIDGETS[name].title)
            page = self.index.widgets.get(name)
            if content:
                content.append(self._text(words.SEPARATOR))
            href = self.index.link(page, f"widget-{name}", self.page) if page else None
            content.append(h("a", title, href=href) if href else title)
        return content

    def _table(self, box: Element, name: str) -> None:
        tables = {t: table for s in self.library.SYSTEMS.values() for t, table in s.tables.items()}
        table = self._get("table", tables, name)
        caption = h("caption", permalink(name, self.language), id=f"{name}-caption")
        caption[0].tail = " " + self._text(table.title)
        corner = h("th", self._text(words.ROW_ID), class_="row-id", scope="col")
        crowded = len(table.columns) >= CROWDED
        head = h("tr", corner, [self._head(c, crowded) for c in table.columns])
        readings = self._readings(table)
        rows = []
        for row in table.rows:
            number = h("th", permalink(row.id, self.language), class_="row-id", scope="row")
            line = h("tr", number, [self._cell(cell, readings, crowded) for cell in row.cells], id=row.id)
            for facet in table.facets:
                line.set(f"data-{facet.id}", " ".join(row.facets.get(facet.id, ())))
            rows.append(line)
        data = h("table", caption, h("thead", head), h("tbody", rows), class_="data", id=name)
        if table.facets:
            make_sortable(head)
            self._stackable(data, table)
        scrolling = _scroll_box(data, aria_labelledby=f"{name}-caption")
        whole = h("rules-table", self._filter(table), scrolling) if table.facets else scrolling
        notes = list(box)
        fill(box, [literal(whole), *notes])
        box.set("class", "data-table")

    def _stackable(self, data: Element, table: Table) -> None:
        """Give each cell the head of its column, for small screens, where a row is a card."""
        for row in data.iterfind("tbody/tr"):
            for cell, column in zip(row[1:], table.columns, strict=True):
                cell.set("data-head", self._text(column))

    def _head(self, column: Text, crowded: bool) -> Element:
        return h("th", self._text(column), scope="col", class_=_room(column, crowded))

    def _cell(self, cell: Text, readings: dict[str, str], crowded: bool) -> Element:
        text = self._text(cell)
        return h("td", text, data_sort=readings.get(text.split(" ")[0]), class_=_room(cell, crowded))

    def _readings(self, table: Table) -> dict[str, str]:
        """Return by what kanji names are sorted, where a table can be sorted: no browser knows how they are read."""
        if self.language != "ja" or not table.facets:
            return {}
        terms = (t for s in self.library.SYSTEMS.values() if table.id in s.tables for t in s.glossary.values())
        return {term.ja: term.reading for term in terms if term.reading}

    def _filter(self, table: Table) -> Element:
        """Return the choices above a table; `table.mjs` shows them and does what they say."""
        every = len(table.rows)
        return h(
            "form",
            [self._choice(facet) for facet in table.facets],
            rows_found(every, self.language),
            class_="table-filter no-terms",
            aria_label=self._text(words.FILTER) + self._text(words.COLON) + self._text(table.title),
            autocomplete="off",
            hidden=True,
        )

    def _choice(self, facet: Facet) -> Element:
        options = [("", words.ANY), *facet.options]
        choices = [h("option", self._text(label), value=value) for value, label in options]
        select = h("select", choices, name=facet.id, data_at_most="" if facet.at_most else None)
        return h("label", self._text(facet.label), select)

    def _measured(self, box: Element, name: str) -> None:
        told = json.loads((self.index.docs_dir.parent / name).read_text(encoding="utf-8"))
        machine = told["machine"]
        browsers = ", ".join(f"{browser} {version}" for browser, version in machine.pop("browsers").items())
        about = words.MEASURED_ON.format(date=told["date"], browsers=browsers, **machine)
        heads = (words.MEASURED, words.MEDIAN, words.SPREAD, words.RUNS, words.AIM)
        rows = [
            h(
                "tr",
                h("th", figure["name"][self.language], scope="row"),
                h("td", f"{figure['median']:g} {figure['unit']}".rstrip(), class_="number"),
                h("td", f"± {figure['spread'] / 2:.2g}" if figure["spread"] else "", class_="number"),
                h("td", figure["runs"], class_="number"),
                h("td", "" if figure["bar"] is None else f"≤ {figure['bar']:g}", class_="number"),
            )
            for figure in sorted(told["figures"], key=lambda figure: figure["bar"] is None)
        ]
        head = h("tr", [h("th", self._text(each), scope="col") for each in heads])
        table = h("table", h("thead", head), h("tbody", rows), class_="data measured")
        fill(
            box,
            [literal(h("p", self._text(about))), literal(_scroll_box(table, aria_label=self._text(words.MEASURED)))],
        )

    def _glossary(self, box: Element, slug: str) -> None:
        system = self._get("system", self.library.SYSTEMS, slug)
        entries = h("dl")
        for term in sorted(system.glossary.values(), key=self._order):
            entries.append(self._entry(term))
        notes = list(box)
        box.set("class", "glossary")
        fill(box, [literal(entries), *notes])

    def _rules(self, box: Element, slug: str, level: int) -> None:
        system = self._get("system", self.library.SYSTEMS, slug)
        letter = system.letter
        found = [place for rule, place in self.index.places.items() if rule[0] == letter and place.kind == "rule"]
        found.sort(key=lambda place: sort_key(place.rule))
        parts: list[Element] = []
        for chapter, places in groupby(found, key=lambda place: place.rule.partition(".")[0]):
            rules = list(places)
            pages = dict.fromkeys(place.page for place in rules)
            titles = self._text(words.SEPARATOR).join(self.index.titles[page] for page in pages)
            parts.append(h(f"h{level}", f"{chapter} {titles}", id=f"chapter-{chapter[2:]}"))
            parts.append(h("dl", [self._rule(place) for place in rules]))
        folded = {ruling for place in found for ruling in self.index.rulings.get(place.rule, ())}
        if others := [self._ruled(ruling) for name, ruling in system.rulings.items() if name not in folded]:
            heading = h(f"h{level}", self._text(words.OTHER_RULINGS), id="other-rulings")
            parts.append(h("div", heading, h("dl", others), class_="on-screen"))  # a booklet has all rulings anyway
        box.set("class", "rules-in-order no-terms")
        fill(box, [literal(part) for part in parts])

    def _rule(self, place: Place) -> Element:
        """Return a rule as it is cited: number, words, and the rulings that go with it, folded."""
        said = h("dd", h("p", place.text))
        for ruling in sorted(self.index.rulings.get(place.rule, ()), key=sort_key):
            found = next(s.rulings[ruling] for s in self.library.SYSTEMS.values() if ruling in s.rulings)
            answer = self._text(words.IN_BRACKETS.format(said=found.default, inside=ruling))
            said.append(h("details", h("summary", self._text(found.question)), h("p", answer)))
        number = h("dt", reference(place.rule, self.index, self.page))
        return h("div", number, said, class_="rule-in-order", id=f"order-{place.rule}")

    def _ruled(self, ruling: Ruling) -> Element:
        """Return a ruling that goes with no rule."""
        said = h("dd", h("p", self._text(ruling.question)), h("p", self._text(ruling.default)))
        number = h("dt", reference(ruling.id, self.index, self.page))
        return h("div", number, said, class_="rule-in-order", id=f"order-{ruling.id}")

    def _order(self, term: Term) -> tuple[object, ...]:
        if self.language == "ja":
            reading = term.reading or term.ja
            return (reading.isascii(), kana_key(reading), term.id)
        return (term.en.casefold(), term.id)

    def _entry(self, term: Term) -> Element:
        meaning = h("dd", h("span", self._text(term.meaning), class_="meaning"))
        if term.rules:
            label = self._text(words.RULED_IN) + self._text(words.COLON)
            rules = h("span", class_="term-rules")
            fill(rules, [label, *references(list(term.rules), self.index, self.page)])
            meaning[0].tail = " "
            meaning.append(rules)
        names = both_names(term, self.language)
        return h("div", h("dt", names), meaning, class_="glossary-entry", id=f"term-{term.id}")


def _scroll_box(table: Element, **name: str) -> Element:
    """Return a table in a named box that scrolls sideways and can be reached by keyboard."""
    return h("div", table, class_="table-scroll", tabindex="0", role="region", **name)
