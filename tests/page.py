"""Reading what a widget shows, for tests: tables, numbers, attributes."""

import json
import math
import re
from fractions import Fraction
from html import unescape

import lxml.html
from lxml import etree

from rules_py import library
from rules_py.core.markup import VOID
from rules_py.core.text import LANGUAGES

ATTRIBUTE = re.compile(r' ([^\s"\'<>/=]+)="([^"<>]*)"')
TOKEN = re.compile(r"""([^<>]+)|<(/?)([a-z][a-zA-Z\d-]*)((?: [^\s"'<>/=]+="[^"<>]*")*)>""")
"""Text or a tag, as `rules_py.core.markup` writes them, which knows no other way: what is read is held to that."""
NUMBER = re.compile(r"\d+(?:\.\d+)?(?:/\d+)?")


def ask(widget, values=None, pressed=None, language="en", **more):
    """Ask as the page's worker asks, and read the answer."""
    question = {"widget": widget, "language": language, "values": values or {}, "pressed": pressed, **more}
    return json.loads(library.answer(json.dumps(question)))


def wrong(where, field, *typed, **more):
    """Rows of what is wrong in one field: where it is asked, the field, and all that is filled in."""
    return [(where, field, more | {field: each}) for each in typed]


def told_beside(field, widget, values):
    """Ask what is wrong in one field; what is told beside it, and nowhere else, by language."""
    told = {}
    for language in LANGUAGES:
        answer = ask(widget, values, language=language)
        assert (answer["state"], list(answer["errors"])) == ("error", [field]), answer["error"]
        assert answer["parts"] == {}
        told[language] = answer["errors"][field]
    return told


def without_effect(widget, forms, changes, tables=None):
    """Which changes to forms make no difference to what a widget shows: its sentence and its first tables."""

    def shown(form):
        answer = ask(widget, form)
        assert answer["state"] == "ready", answer["error"]
        return answer["status"], read(answer, "output").tables[:tables]

    before = [shown(form) for form in forms]
    return [change for change in changes if [shown(form | change) for form in forms] == before]


_PARSER = lxml.html.HTMLParser(encoding="utf-8")
_PARSER.set_element_class_lookup(etree.ElementDefaultClassLookup(element=lxml.html.HtmlElement))
"""Looks up no class for each tag: lxml knows some for forms and inputs, which take as long to find as all else."""


def parsed(html):
    """What stands in a piece of HTML, as one element."""
    return lxml.html.document_fromstring(f"<div>{html}</div>", parser=_PARSER).find("body/div")


class Reader:
    """Collects tables, texts, tags and buttons, exact numbers in brackets; complains about tags left open."""

    def __init__(self, html):
        self.open, self.tags, self.texts, self.tables, self.marked = [], [], [], [], []
        self.summary, self.depth = "", 0
        at = 0
        for token in TOKEN.finditer(html):
            assert token.start() == at, html[at : at + 80]
            at = token.end()
            text, ends, tag, said = token.groups()
            if text:
                self._text(unescape(text))
            elif ends:
                self._end(tag)
            else:
                self._start(tag, {name: unescape(value) for name, value in ATTRIBUTE.findall(said)})
        assert at == len(html), html[at : at + 80]
        assert self.open == [], f"not closed: {self.open}"

    def _start(self, tag, attributes):
        self.tags.append((tag, attributes))
        if tag not in VOID:
            self.open.append(tag)
        if "summary-line" in attributes.get("class", ""):
            self.depth = len(self.open)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
            if "applies" in attributes.get("class", ""):
                self.marked.append((len(self.tables) - 1, len(self.tables[-1]) - 1, len(self.tables[-1][-1]) - 1))
        elif tag == "data":
            self.exact = attributes.get("value")
        elif tag == "br" and self.open and self.open[-1] in ("td", "th"):
            self.tables[-1][-1][-1] += " "

    def _end(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag
        if len(self.open) < self.depth and tag == "p":
            self.depth = 0
        if tag == "data":
            self._text(f" ({self.exact})")
        elif tag not in ("a", "b"):
            self.texts.append(" ")

    def _text(self, data):
        self.texts.append(data)
        if self.depth and len(self.open) >= self.depth:
            self.summary += data
        if "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1] += data

    @property
    def text(self):
        return "".join(self.texts)


def read(answer, *parts):
    """Everything that is shown, or some parts of it."""
    return Reader("".join(html for part, html in answer["parts"].items() if part in parts or not parts))


def numbers(text):
    """The numbers in a text; ledger ids, ability names such as 5W2 and the names of cases count as words."""
    return NUMBER.findall(re.sub(r"[A-Za-z]-?[A-Z]?\d+(?:\.\d+)*|\d+W\d*", " ", text))


def shown(chance):
    """A chance in percent with one decimal at most, as a person would write it."""
    tenths = math.floor(chance * 1000 + Fraction(1, 2))
    if chance not in (0, 1) and tenths in (0, 1000):
        return "<0.1%" if tenths == 0 else ">99.9%"
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}%"


def exact(chance):
    """A chance as it is shown, with the fraction that comes with a touch."""
    return shown(chance) if chance in (0, 1) else f"{shown(chance)} ({written(Fraction(chance))})"


def in_heat(chance, columns=1):
    """A chance in a heat table: without the sign of percent, in one of many columns without decimals too."""
    if chance in (0, 1):
        return str(100 * chance)
    whole = math.floor(chance * 100 + Fraction(1, 2))
    figures = {0: "<1", 100: ">99"}.get(whole, str(whole)) if columns > 6 else shown(chance).removesuffix("%")
    return f"{figures} ({written(Fraction(chance))})"


def exact_mean(number):
    """An average as it is shown, with the fraction that comes with a touch."""
    return str(number) if Fraction(number).denominator == 1 else f"{decimals(number)} ({written(Fraction(number))})"


def written(value):
    """A fraction, or as many of its decimals as say something where it is too long."""
    if value.denominator <= 1_000_000:
        return str(value)
    places = next(n for n in range(6, 99) if value * 10 ** (n - 2) >= 1)
    digits = f"{math.floor(value * 10**places):0{places + 1}}"
    return f"{digits[:-places]}.{digits[-places:]}…"


def decimals(number):
    """A number with two decimals, half to even."""
    return f"{round(Fraction(number) * 100) / 100:.2f}"


def fraction_of(cell):
    """The exact number of a cell, the other way round."""
    found = re.search(r"\((-?\d+/\d+)\)$", cell)
    return Fraction(found[1]) if found else Fraction(cell.removesuffix("%")) / (100 if cell.endswith("%") else 1)


def shown_fraction(chance):
    return str(chance) if chance.denominator <= 1_000_000 else None
