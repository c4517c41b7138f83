"""How numbers are shown: fractions first, decimals second, bars drawn."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import singledispatch
from typing import Any
from xml.etree.ElementTree import Element

import icepool

from rules_py.markup import h, with_rule_links
from rules_py.text import Language, Text, same

LONGEST_DENOMINATOR = 1_000_000
LONGEST_TABLE = 60


def percent(chance: Fraction) -> str:
    """Return a chance in percent with two decimals, fewer where that is exact; never 0 or 100 unless it is.

    Example:
        >>> [percent(Fraction(n, d)) for n, d in ((49, 100), (17, 400), (1, 3), (1, 99999), (99998, 99999))]
        ['49 %', '4.25 %', '33.33 %', '<0.01 %', '>99.99 %']
    """
    hundredths = chance * 10_000
    if chance in (0, 1) or hundredths.denominator == 1:
        return f"{float(chance * 100):g} %"
    rounded = round(hundredths)
    if rounded == 0:
        return "<0.01 %"
    if rounded == 10_000:
        return ">99.99 %"
    return f"{rounded // 100}.{rounded % 100:02} %"


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
    if value.denominator == 1:
        return str(value.numerator)
    if value.denominator <= LONGEST_DENOMINATOR:
        return f"{value.numerator}/{value.denominator}"
    places = 6
    while not int(value * 10 ** (places - 2)) and places < 60:
        places += 1
    return f"{decimal(Fraction(int(value * 10**places), 10**places), places)}…"


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
    """Return a table of chances: label, fraction, percent, bar.

    Args:
        caption: What the table shows.
        head: What the labels are.
        rows: Label, chance and the bar's kind (a class name, may be empty) of each row.
        language: The reader's language.
    """
    return h(
        "table",
        h("caption", caption.get(language)),
        h(
            "thead",
            h(
                "tr",
                h("th", head.get(language), scope="col"),
                h("th", Text("Fraction", "分数").get(language), scope="col"),
                h("th", Text("Chance", "確率").get(language), scope="col"),
                h("td", class_="bar-cell"),
            ),
        ),
        h(
            "tbody",
            [
                h(
                    "tr",
                    h("th", *with_rule_links(label.get(language)), scope="row"),
                    h("td", fraction(chance), class_="fraction"),
                    h("td", percent(chance), class_="percent"),
                    h("td", bar(chance, kind), class_="bar-cell"),
                )
                for label, chance, kind in rows
            ],
        ),
        class_="odds",
    )


def heat_class(chance: Fraction) -> str:
    """Return the colour step of a chance in a heat table, `heat-0` to `heat-9`.

    Example:
        >>> heat_class(Fraction(0)), heat_class(Fraction(1, 2)), heat_class(Fraction(1))
        ('heat-0', 'heat-5', 'heat-9')
    """
    return f"heat-{min(9, int(chance * 10))}"


@singledispatch
def figure(value: object, language: Language) -> Element | None:
    """Draw a value as the widgets do, if it is of a kind that can be drawn.

    Args:
        value: Anything; each system registers what it can draw in its `figures`.
        language: The reader's language.

    Example:
        >>> figure(3, "en") is None, figure(icepool.d(6), "en").tag
        (True, 'table')
    """
    return None


@figure.register(icepool.Die)
def _die(die: icepool.Die[Any], language: Language) -> Element | None:
    if len(die) > LONGEST_TABLE:
        return None
    rows = [(same(outcome), die.probability(outcome), "") for outcome in die]
    return odds_table(Text("Distribution", "分布"), Text("Outcome", "結果"), rows, language)
