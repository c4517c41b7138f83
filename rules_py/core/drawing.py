"""What drawings are made of: the frame, texts, boxes with texts in them, arrows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from xml.etree.ElementTree import Element

from rules_py.core.markup import h

WIDTH = 350
"""How wide a figure is that stands in a column of text."""
SIZES = {
    "": 14,
    "head": 14,
    "label": 12,
    "entry": 13,
    "side": 16,
    "number": 14,
    "mark": 11,
    "piece-number": 14,
    "suit": 16,
    "suit-red": 16,
}
"""Sizes of texts by their class, in the drawing's measure, as figures.css sets them."""

_BOLD = ("head", "side", "piece-number", "suit", "suit-red")
_NARROW = frozenset("iljtfrI.,:;!|'’“”()[] ·-/")
_BROAD = frozenset("mwMWQ—…×%@")


def svg(width: int, height: int, label: str, *children: Element | list[Element], class_: str) -> Element:
    """Return a drawing that a screen reader announces by its label."""
    return h(
        "svg",
        *children,
        class_=class_,
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_label=label,
        focusable="false",
    )


def board(label: str, *children: Element | list[Element], width: int = 320) -> Element:
    """Return the drawing by which a game is known: all of them have one shape, and no words.

    Args:
        label: What it shows.
        children: What is drawn.
        width: How wide it is, in its own measure; its height follows.
    """
    return svg(width, round(width * 15 / 32), label, *children, class_="figure game-board")


def word(x: float, y: float, text: str, class_: str = "", anchor: str = "middle") -> Element:
    """Return a text in a drawing."""
    return h("text", text, x=x, y=y, text_anchor=anchor, class_=class_ or None)


def box(x: float, y: float, width: float, height: float, class_: str = "box", rx: float = 8) -> Element:
    """Return a rectangle with round corners; `"box choice"` is one that may be left out."""
    return h("rect", x=x, y=y, width=width, height=height, rx=rx, class_=class_)


def diamond(x: float, y: float, tip: float) -> Element:
    """Return a square on its tip around a point, as enemies are drawn.

    Example:
        >>> diamond(20, 30, 9).get("d")
        'M20 21 l9 9 l-9 9 l-9 -9 z'
    """
    x, y = round(x, 1), round(y - tip, 1)
    return h("path", d=f"M{x} {y} l{tip} {tip} l-{tip} {tip} l-{tip} -{tip} z", class_="enemy")


def both_ends(
    left: float, right: float, y: float, said: tuple[str, str], classes: tuple[str, str] = ("head", "label")
) -> list[Element]:
    """Return a line with a text at its left end and another at its right end.

    Example:
        >>> [(text.text, text.get("x")) for text in both_ends(2, 348, 16, ("1 Place a peg", "E-7.16"))]
        [('1 Place a peg', '2'), ('E-7.16', '348')]
    """
    return [word(left, y, said[0], classes[0], "start"), word(right, y, said[1], classes[1], "end")]


def arrow(x: float, y: float, length: float, to: str = "down") -> Element:
    """Return an arrow that starts at a point and goes `"down"` or to the `"right"`."""
    if to == "right":
        return h("path", d=f"M{x} {y} h{length} m-6 -5 l6 5 l-6 5", class_="line")
    return h("path", d=f"M{x} {y} v{length} m-5 -6 l5 6 l5 -6", class_="line")


def way_back(x: float, bottom: float, top: float, out: int, text: str, room: int = 8, tip: int = 6) -> list[Element]:
    """Return an arrow from a box back to one above it, and a label that reads downwards beside it.

    Args:
        x: Right edge of the boxes.
        bottom: Where it begins.
        top: Where it ends.
        out: How far it goes out to the right.
        text: What it is called.
        room: Between the arrow and the label.
        tip: How large its tip is.

    Example:
        >>> line, label = way_back(300, 90, 20, 16, "again")
        >>> line.get("d"), label.get("transform")
        ('M300 90 h16 V20 h-12 m6 -5 l-7 5 l7 5', 'translate(324 55.0) rotate(90)')
    """
    head = f"m{tip} -{tip - 1} l-{tip + 1} {tip - 1} l{tip + 1} {tip - 1}"
    label = word(0, 0, text, "label")
    label.set("transform", f"translate({x + out + room} {(bottom + top) / 2}) rotate(90)")
    return [h("path", d=f"M{x} {bottom} h{out} V{top} h-{out - 4} {head}", class_="line"), label]


def card(
    x: float,
    y: float,
    width: float,
    head: str,
    lines: Iterable[str],
    rules: str = "",
    class_: str = "box",
    more: int = 0,
) -> list[Element]:
    """Return a box with a head, the rules it stands for at the right of it, and lines below.

    Args:
        x: Left edge.
        y: Upper edge.
        width: Width; `card_height` says how high it becomes.
        head: What it is about.
        lines: What there is to know about it.
        rules: Ledger ids.
        class_: Classes of the box.
        more: Height that something else takes below the lines.
    """
    lines = list(lines)
    told = both_ends(x + 12, x + width - 10, y + 19, (head, rules))[: 2 if rules else 1]
    texts = [word(x + 12, y + 36 + 16 * i, line, "label", "start") for i, line in enumerate(lines)]
    return [box(x, y, width, card_height(len(lines)) + more, class_), *told, *texts]


def card_height(lines: int) -> int:
    """Return how high a card with so many lines is."""
    return 28 + 16 * lines


def text_width(text: str, class_: str = "") -> float:
    """Estimate how wide a text of a class is, rather too wide than too narrow: every reader's letters are others.

    Example:
        >>> text_width("毒", "label"), text_width("Trap", "label"), text_width("Trap", "head")
        (12.0, 28.56, 36.65)
    """
    return round(sum(map(_share, text)) * SIZES[class_] * (1.1 if class_ in _BOLD else 1), 2)


def shortened(text: str, width: float, class_: str = "") -> str:
    """Return a text cut so that it fits a width; names have no bounds, drawings have.

    Example:
        >>> shortened("Bartholomew-Maximilian", 120, "head"), shortened("Mio", 120, "head")
        ('Bartholome…', 'Mio')
    """
    if text_width(text, class_) <= width:
        return text
    while text and text_width(text + "…", class_) > width:
        text = text[:-1]
    return text.rstrip() + "…"


def _share(character: str) -> float:
    """Return a character's width as a share of the size of the text."""
    if unicodedata.combining(character):
        return 0.0
    if character in _NARROW:
        return 0.42
    if character in _BROAD:
        return 1.0
    if unicodedata.east_asian_width(character) in "WFA":
        return 1.0
    return 0.72 if character.isupper() else 0.62
