"""Boards as drawings that stand alone: what an online table lays under its pieces."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, tostring

from rules_py.core.markup import h
from rules_py.core.text import Language
from rules_py.core.words import words
from rules_py.exorcist.board import Size, square_name
from rules_py.exports.boards import RING, ring_places
from rules_py.kamui.ring import CENTRE
from rules_py.kamui.rulings import Rulings

WORDS = words("exports")

SQUARE = 48
"""How wide a square of the table is under Kamui's ring."""
WIDE_SQUARE = 96
"""How wide a square of the exorcists' board is."""
_INK, _SOFT, _FAINT, _PAPER = "#2b2a28", "#8a857c", "#c9c4ba", "#ffffff"

_STROKES = {
    "0": "00 40 46 06 00",
    "1": "11 20 26",
    "2": "00 40 43 03 06 46",
    "3": "00 40 46 06,03 43",
    "4": "00 03 43,40 46",
    "5": "40 00 03 43 46 06",
    "6": "40 00 06 46 43 03",
    "7": "00 40 26",
    "8": "00 40 46 06 00,03 43",
    "9": "43 03 00 40 46 06",
    "A": "06 02 20 42 46,04 44",
    "B": "00 30 41 42 33 44 45 36 06 00,03 33",
    "C": "40 00 06 46",
    "D": "00 20 42 44 26 06 00",
    "E": "40 00 06 46,03 33",
    "F": "40 00 06,03 33",
    "G": "40 00 06 46 43 23",
    "H": "00 06,40 46,03 43",
    "I": "20 26,10 30,16 36",
    "J": "40 46 06 04",
    "K": "00 06,40 03 46",
    "L": "00 06 46",
    "M": "06 00 23 40 46",
    "N": "06 00 46 40",
    "O": "00 40 46 06 00",
}
"""Letters and digits as strokes between points, column 0 to 4 and row 0 to 6: no font has to be there to show them."""
_HIGH, _ADVANCE = 6, 6


def board_background(language: Language, size: Size = Size()) -> str:
    """Return the exorcists' board as SVG: squares without an edge around them, the name of each in its corner.

    Args:
        language: The language in which it says what it is.
        size: How large the board is.

    Source: E-M9.

    Example:
        >>> board_background("en", Size(5, 6))[:87]
        '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="576" viewBox="0 0 480 576" '
    """
    wide = WIDE_SQUARE
    width, height = size.columns * wide, size.rows * wide
    lines = [f"M{x * wide} 0V{height}" for x in range(1, size.columns)]
    lines += [f"M0 {y * wide}H{width}" for y in range(1, size.rows)]
    names = [_written(square_name((x, y)), x * wide + 8, y * wide + 8, 12) for x, y in size.squares]
    parts = [_path(lines, _SOFT, 2), _path([f"M1 1H{width - 1}V{height - 1}H1Z"], _SOFT, 2), _path(names, _INK, 1.6)]
    said = WORDS["drawing_of_board"].format(columns=size.columns, rows=size.rows)
    return _standalone(width, height, said.get(language), parts)


def ring_background(language: Language, rulings: Rulings = Rulings()) -> str:
    """Return Kamui's ring as SVG: it covers so many squares of a table, and all its own squares lie on whole ones.

    Args:
        language: The language in which it says what it is.
        rulings: House rules: `die` says how many squares there are.

    Source: K-3.2, K-3.3, K-M3, K-Q2.

    Example:
        >>> 'width="960"' in ring_background("ja"), ring_background("ja").count("<rect")
        (True, 12)
    """
    places = ring_places(rulings)
    middles = [
        f"{SQUARE * (spot.column + spot.width / 2):g} {SQUARE * (spot.row + spot.width / 2):g}"
        for square, spot in places.items()
        if square != CENTRE
    ]
    squares, names = [], []
    for square, spot in places.items():
        x, y, width = (SQUARE * each for each in spot)
        squares.append(_box(x + 1, y + 1, width - 2, _INK))
        if square != CENTRE:
            names.append(_written(str(square), x + 10, y + 10, 18))
    parts = [_path([f"M{'L'.join(middles)}Z"], _FAINT, 3), *squares, _path(names, _INK, 2)]
    said = WORDS["drawing_of_ring"].format(n=rulings.sides)
    return _standalone(RING * SQUARE, RING * SQUARE, said.get(language), parts)


def _standalone(width: int, height: int, label: str, parts: list[Element]) -> str:
    paper = h("rect", width=width, height=height, fill=_PAPER)
    made = h("svg", h("title", label), paper, parts, width=width, height=height, viewBox=f"0 0 {width} {height}")
    made.attrib = {"xmlns": "http://www.w3.org/2000/svg", **made.attrib, "role": "img"}
    return tostring(made, encoding="unicode") + "\n"


def _box(x: int, y: int, width: int, ink: str) -> Element:
    return h("rect", x=x, y=y, width=width, height=width, rx=6, fill=_PAPER, stroke=ink, stroke_width=2)


def _path(drawn: Iterable[str], ink: str, width: float) -> Element:
    round_ = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return h("path", d="".join(drawn), fill="none", stroke=ink, stroke_width=width, **round_)


def _written(text: str, left: int, top: int, high: int) -> str:
    """Return letters and digits as a path.

    Example:
        >>> _written("L1", 0, 0, 6)
        'M0 0L0 6L4 6M7 1L8 0L8 6'
    """
    scale = high / _HIGH
    drawn = []
    for place, letter in enumerate(text):
        for stroke in _STROKES[letter].split(","):
            points = ((_ADVANCE * place + int(point[0]), int(point[1])) for point in stroke.split())
            drawn.append("M" + "L".join(f"{left + scale * x:g} {top + scale * y:g}" for x, y in points))
    return "".join(drawn)
