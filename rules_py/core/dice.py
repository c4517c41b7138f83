"""Dice and cards as they are seen on the table: small drawings beside what happened."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from xml.etree.ElementTree import Element

from rules_py.core.markup import h

PIPS = {
    1: ((2, 2),),
    2: ((1, 1), (3, 3)),
    3: ((1, 1), (2, 2), (3, 3)),
    4: ((1, 1), (1, 3), (3, 1), (3, 3)),
    5: ((1, 1), (1, 3), (2, 2), (3, 1), (3, 3)),
    6: ((1, 1), (1, 2), (1, 3), (3, 1), (3, 2), (3, 3)),
}
"""Where the pips of a die lie: quarters of its width and height."""

_OUTLINES = {
    4: "M16 3 30 28H2Z",
    8: "M16 1 29 16 16 31 3 16Z",
    10: "M16 1 30 13 30 19 16 31 2 19 2 13Z",
    20: "M16 1 29 8.5V23.5L16 31 3 23.5V8.5Z",
}
_BOX = "M5 2H27A3 3 0 0 1 30 5V27A3 3 0 0 1 27 30H5A3 3 0 0 1 2 27V5A3 3 0 0 1 5 2Z"


@dataclass(frozen=True)
class Die:
    """A die that lies on the table.

    Args:
        face: What it shows.
        faces: How many faces it has.
        counts: Is it a success? `None` where dice are added and not counted.
    """

    face: int
    faces: int = 6
    counts: bool | None = None


@dataclass(frozen=True)
class PlayedCard:
    """A card that lies face up.

    Args:
        sign: The sign of its suit; empty for a Joker.
        rank: What stands on it.
        red: Is it hearts or diamonds?
    """

    sign: str
    rank: str
    red: bool = False


Seen = Die | PlayedCard
"""Something that is seen when it happens."""


@lru_cache(maxsize=500)
def drawn(seen: Seen) -> Element:
    """Return the drawing of a die or card; what it shows is told in words beside it.

    Example:
        >>> drawn(Die(5)).get("class"), drawn(Die(17, 20, True)).get("class")
        ('die', 'die counts')
        >>> "".join(drawn(PlayedCard("♥", "10", red=True)).itertext())
        '10♥'
    """
    if isinstance(seen, PlayedCard):
        class_, inside = "card red" if seen.red else "card", _card(seen)
    else:
        class_, inside = {True: "die counts", False: "die fails", None: "die"}[seen.counts], _die(seen)
    return h("svg", inside, class_=class_, viewBox="0 0 32 32", aria_hidden="true", focusable="false")


def in_figure(die: Die, x: float, y: float, size: float) -> list[Element]:
    """Return a die as part of a figure, by its upper left corner."""
    scale = size / 32
    place = f"translate({x} {y}) scale({scale:g})"
    outline = h("path", d=_OUTLINES.get(die.faces, _BOX), transform=place, class_="box")
    if die.faces == 6:
        pips = [(x + 8 * scale * left, y + 8 * scale * top) for left, top in PIPS[die.face]]
        return [outline, *(h("circle", cx=left, cy=top, r=3.4 * scale, class_="piece") for left, top in pips)]
    return [outline, h("text", str(die.face), x=x + size / 2, y=y + size / 2 + 5, text_anchor="middle", class_="head")]


def _card(card: PlayedCard) -> list[Element]:
    texts = [
        h("text", card.rank, x=16, y=15, text_anchor="middle"),
        h("text", card.sign, x=16, y=28, text_anchor="middle"),
    ]
    return [h("path", d="M7 1H25A2 2 0 0 1 27 3V29A2 2 0 0 1 25 31H7A2 2 0 0 1 5 29V3A2 2 0 0 1 7 1Z"), *texts]


def _die(die: Die) -> list[Element]:
    outline = h("path", d=_OUTLINES.get(die.faces, _BOX))
    if die.faces == 6:
        return [outline, *(h("circle", cx=8 * x, cy=8 * y, r=2.6) for x, y in PIPS[die.face])]
    return [outline, h("text", str(die.face), x=16, y=24 if die.faces == 4 else 21, text_anchor="middle")]
