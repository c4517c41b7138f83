"""How numbers are shown: rounded, the exact fraction a touch away, bars drawn; tables, and what is opened on demand."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import singledispatch
from typing import Any
from xml.etree.ElementTree import Element

import icepool

from rules_py.core.markup import Child, h, marked_up
from rules_py.core.rooms import SLUGS, of
from rules_py.core.text import Language, Text, same

LONGEST_DENOMINATOR = 1_000_000
LONGEST_TABLE = 60


def percent(chance: Fraction) -> str:
    """Return a chance in percent with at most one decimal; never 0 or 100 unless it is.

    Example:
        >>> [percent(Fraction(n, d)) for n, d in ((49, 100), (17, 400), (1, 3), (1, 9999), (9998, 9999))]
        ['49%', '4.3%', '33.3%', '<0.1%', '>99.9%']
    """
    part, whole = chance.numerator, chance.denominator  # in whole numbers: an answer says hundreds of chances
    tenths = (2000 * part + whole) // (2 * whole)
    if tenths == 0 < part:
        return "<0.1%"
    if tenths == 1000 and part < whole:
        return ">99.9%"
    return f"{tenths // 10}.{tenths % 10}%".replace(".0%", "%")


def wished(chance: Fraction) -> str:
    """Return a chance that somebody wishes for, as it was typed up to hundredths of a percent.

    Example:
        >>> wished(Fraction(9999, 10000)), wished(Fraction(7, 10)), wished(Fraction(2, 3))
        ('99.99%', '70%', '66.7%')
    """
    hundredths = 10_000 * chance
    return f"{hundredths.numerator / 100:g}%" if hundredths.denominator == 1 else percent(chance)


def decimal(value: Fraction, places: int = 2) -> str:
    """Return a number with so many decimals, rounded half to even.

    Example:
        >>> decimal(Fraction(8182864, 1000000)), decimal(Fraction(3))
        ('8.18', '3.00')
    """
    scaled = round(value * 10**places)
    sign, scaled = ("-" if scaled < 0 else ""), abs(scaled)
    return f"{sign}{scaled // 10**places}.{scaled % 10**places:0{places}}"


def fraction(value: Fraction) -> str:
    """Return a fraction, or its first decimals where it would fill the line.

    Example:
        >>> fraction(Fraction(1, 400)), fraction(Fraction(1, 3**20)), fraction(Fraction(2**60, 3**40))
        ('1/400', '0.000000000286…', '0.094830…')
    """
    part, whole = abs(value.numerator), value.denominator  # in whole numbers, as in `percent`
    sign = "-" if value < 0 else ""
    if whole <= LONGEST_DENOMINATOR:
        return f"{sign}{part}" if whole == 1 else f"{sign}{part}/{whole}"
    places = 6
    while not part * 10 ** (places - 2) // whole and places < 60:
        places += 1
    before, behind = divmod(part * 10**places // whole, 10**places)
    return f"{sign}{before}.{behind:0{places}}…"


def signed(number: int) -> str:
    """Return a number with its sign, as squares and bonuses are written.

    Example:
        >>> signed(3), signed(-2), signed(0)
        ('+3', '−2', '0')
    """
    return "0" if number == 0 else f"{'+' if number > 0 else '−'}{abs(number)}"


def bar(chance: Fraction, kind: str = "") -> Element:
    """Return a bar as long as the chance; decoration beside the number, so hidden from screen readers."""
    return h(
        "svg",
        h("rect", width=f"{float(chance) * 100:.2f}%", height="100%"),
        class_=f"bar {kind}".strip(),
        width="100%",
        height="12",
        aria_hidden="true",
    )


def odds_table(
    caption: Text,
    head: Text,
    rows: Iterable[tuple[Text, Fraction, str]],
    language: Language,
) -> Element:
    """Return a table of chances: label, chance, bar.

    Args:
        caption: What the table shows.
        head: What the labels are.
        rows: Label, chance and the bar's kind (a class name, may be empty) of each row.
        language: The reader's language.
    """
    heads = (head, Text("Chance", "確率"), None)
    cells = [(label, chance_cell(share, class_="percent"), bar_cell(share, kind)) for label, share, kind in rows]
    return table(caption, heads, cells, language, "odds", scrolls=False)


def in_percent(value: Fraction) -> Element | str:
    """Return a chance as readers see it: in percent, the fraction a touch away."""
    return percent(value) if value in (0, 1) else h("data", percent(value), value=fraction(value))


def in_points(value: Fraction) -> Element:
    """Return what a chance has more than another one: in points, hundredths of one, the fraction a touch away."""
    return h("data", f"+{percent(value).removesuffix('%')}", value=f"+{fraction(value)}")


def in_decimals(value: Fraction) -> Element | str:
    """Return a number as readers see it: with two decimals, the fraction a touch away; a whole number as it is."""
    return str(value) if value.denominator == 1 else h("data", decimal(value), value=fraction(value))


def exactly(chance: Fraction) -> Text:
    """Return a chance as a sentence holds it; where the sentence is shown, the fraction is a touch away.

    Example:
        >>> exactly(Fraction(13, 18)).en
        '72.2% (13/18)'
    """
    return same(percent(chance)) if chance in (0, 1) else _with(chance, percent(chance))


def exact_number(value: Fraction) -> Text:
    """Return a number as a sentence holds it; where the sentence is shown, the fraction is a touch away.

    Example:
        >>> exact_number(Fraction(403, 324)).en, exact_number(Fraction(2)).en
        ('1.24 (403/324)', '2')
    """
    return same(value.numerator) if value.denominator == 1 else _with(value, decimal(value))


def _with(value: Fraction, rounded: str) -> Text:
    return Text(f"{rounded} ({fraction(value)})", f"{rounded}（{fraction(value)}）")


def number_cell(value: Fraction) -> Element:
    """Return a table cell with a number."""
    return h("td", in_decimals(value))


def chance_cell(value: Fraction, **attributes: object) -> Element:
    """Return a table cell with a chance."""
    return h("td", in_percent(value), **attributes)


def summary(said: Text, language: Language) -> Element:
    """Return the sentence that answers, above everything else."""
    return h("p", *marked_up(said.get(language)), class_="summary-line")


NAMED_ROWS = "odds pairs words"
"""Class of a table whose rows have names of several words, for `table`."""


type Cell = Element | Text | Fraction | str | int
"""What a table holds: a chance as a fraction, words, a number, or an element (`number_cell`, `bar_cell`)."""


def row(language: Language, head: Cell, *cells: Cell, class_: str | None = None) -> Element:
    """Return a row of a table: its name, and what stands beside it."""
    named = head if isinstance(head, Element) else h("th", *_words(head, language), scope="row")
    return h("tr", named, [_cell(cell, language) for cell in cells], class_=class_)


def _cell(cell: Cell, language: Language) -> Element:
    if isinstance(cell, Fraction):
        return chance_cell(cell)
    if isinstance(cell, Element):
        return cell if cell.tag == "td" else h("td", cell)
    return h("td", *_words(cell, language))


def _words(words: Cell, language: Language) -> list[Child]:
    return marked_up(words.get(language) if isinstance(words, Text) else str(words))


def bar_cell(chance: Fraction, kind: str = "") -> Element:
    """Return a table cell with a bar as long as the chance that stands before it."""
    return h("td", bar(chance, kind), class_="bar-cell")


def table(
    caption: Text | None,
    heads: Sequence[Any],
    rows: Iterable[Element | tuple[Any, ...]],
    language: Language,
    class_: str = "odds pairs",
    *,
    label: Text | None = None,
    scrolls: bool = True,
) -> Element:
    """Return a table.

    Args:
        caption: What it shows.
        heads: What the columns are; a `Cell` each, nothing above bars.
        rows: The name of each row, and what stands beside it, a `Cell` each; a `row` where it has a class of its own.
        language: The reader's language.
        class_: Its looks.
        label: What it is called, where that is not its caption.
        scrolls: Does it scroll by itself where it is wider than the screen?
    """
    made = h(
        "table",
        h("caption", *_words(caption, language)) if caption else None,
        h("thead", h("tr", [_head(head, language) for head in heads])) if heads else None,
        h("tbody", [each if isinstance(each, Element) else row(language, *each) for each in rows]),
        class_=class_,
    )
    named = label or caption
    if not scrolls:
        return made
    return h(
        "div",
        made,
        class_="table-scroll",
        tabindex="0",
        role="group",
        aria_label=named.get(language) if named else None,
    )


def _head(head: Cell | None, language: Language) -> Element:
    return h("td", class_="bar-cell") if head is None else h("th", *_words(head, language), scope="col")


def fold(summary: Text, language: Language, *inside: Child | list[Element]) -> Element:
    """Return what is opened on demand."""
    return h("details", h("summary", summary.get(language)), *inside, class_="working")


WORKING = Text("The working", "計算の内訳")


def working(lines: Iterable[Text], language: Language, *below: Element) -> Element:
    """Return how the numbers come about: line by line, and what stands below the lines."""
    return fold(WORKING, language, h("ul", [h("li", *marked_up(line.get(language))) for line in lines]), *below)


@singledispatch
def figure(value: object, language: Language) -> Element | None:
    """Draw a value as the widgets do, if it is of a kind that can be drawn.

    Args:
        value: Anything; each system registers what it can draw, in its `figures` and `widgets`.
        language: The reader's language.

    Example:
        >>> figure(3, "en") is None, figure(icepool.d(6), "en").tag
        (True, 'table')
    """
    slug = type(value).__module__.removeprefix("rules_py.").split(".")[0]
    if slug in SLUGS and f"rules_py.{slug}.widgets" not in sys.modules:
        of(slug, "widgets")
        return figure(value, language)
    return None


@figure.register(icepool.Die)
def _die(die: icepool.Die[Any], language: Language) -> Element | None:
    if len(die) > LONGEST_TABLE:
        return None
    rows = [(same(outcome), die.probability(outcome), "") for outcome in die]
    return odds_table(Text("Distribution", "分布"), Text("Outcome", "結果"), rows, language)
