"""What drawings are made of: the frame, texts, boxes with texts in them, arrows."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from xml.etree.ElementTree import Element

from rules_py.core.markup import h
from rules_py.core.text import Language, Text

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


def word(x: float, y: float, text: str, class_: str = "", anchor: str = "middle") -> Element:
    """Return a text in a drawing."""
    return h("text", text, x=x, y=y, text_anchor=anchor, class_=class_ or None)


def box(x: float, y: float, width: float, height: float, class_: str = "box") -> Element:
    """Return a rectangle with round corners; `"box choice"` is one that may be left out."""
    return h("rect", x=x, y=y, width=width, height=height, rx=8, class_=class_)


def arrow(x: float, y: float, length: float, to: str = "down") -> Element:
    """Return an arrow that starts at a point and goes `"down"` or to the `"right"`."""
    if to == "right":
        return h("path", d=f"M{x} {y} h{length} m-6 -5 l6 5 l-6 5", class_="line")
    return h("path", d=f"M{x} {y} v{length} m-5 -6 l5 6 l5 -6", class_="line")


def card(
    x: float, y: float, width: float, head: str, lines: Iterable[str], rules: str = "", class_: str = "box"
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
    """
    lines = list(lines)
    parts = [box(x, y, width, card_height(len(lines)), class_), word(x + 12, y + 19, head, "head", "start")]
    if rules:
        parts.append(word(x + width - 10, y + 19, rules, "label", "end"))
    return parts + [word(x + 12, y + 36 + 16 * i, line, "label", "start") for i, line in enumerate(lines)]


def card_height(lines: int) -> int:
    """Return how high a card with so many lines is."""
    return 28 + 16 * lines


class Column:
    """A drawing that grows downwards, its parts joined by arrows.

    Args:
        language: The reader's language.
    """

    width = 350
    gap = 18

    def __init__(self, language: Language) -> None:
        self.language = language
        self.y = 3
        self.parts: list[Element] = []

    def step(self) -> None:
        """Draw an arrow to what comes next."""
        self.parts.append(arrow(self.width / 2, self.y + 2, self.gap - 5))
        self.y += self.gap

    def card(self, head: Text, lines: tuple[Text, ...], rules: str, class_: str = "box", width: int = width - 4) -> int:
        """Draw a card and return how high it is; what stands beside it may still be drawn."""
        said = [line.get(self.language) for line in lines]
        self.parts += card(2, self.y, width, head.get(self.language), said, rules, class_)
        return card_height(len(lines))

    def drawing(self, label: Text, class_: str) -> Element:
        """Return what was drawn."""
        return svg(self.width, self.y + 3, label.get(self.language), self.parts, class_=f"figure {class_}")


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
