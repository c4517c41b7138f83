"""Boards for Udonarium: the exorcists' grid with what stands on it, Kamui's ring around its centre."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

from rules_py.core.text import Language
from rules_py.core.words import words
from rules_py.exorcist.board import Board, Square, square_name
from rules_py.exports.udonarium import data, group, no_image, zipped
from rules_py.kamui.drawings import MIDDLE_X, MIDDLE_Y, RADIUS, middle
from rules_py.kamui.ring import CENTRE, outer_squares
from rules_py.kamui.rulings import Rulings

WORDS = words("exports")

SQUARE = 50
"""Pixels of a square on Udonarium's table."""
RING = 20
"""How many squares of a table the ring is wide and high."""
_OUTER, _CENTRE, _OUT = 2, 4, 8
"""In squares of a table: how wide an outer square is and the centre, and how far their middles are apart."""
_STONE = "./assets/images/tex.jpg"
"""A picture that Udonarium brings along."""


def udonarium_board(language: Language, board: Board = Board()) -> bytes:
    """Return the exorcists' board as a zip file for Udonarium, where it becomes the table in view.

    Pegs and objects are blocks, squares with rope or a barrier are masks whose name says which. Characters come from
    their sheets.

    Args:
        language: The language of names.
        board: How large it is, and what stands where.

    Source: E-7.6, E-7.17, E-12.2, E-M9.

    Example:
        >>> udonarium_board("en")[:2]
        b'PK'
    """
    columns, rows = board.size.columns, board.size.rows
    areas = [(square, peg) for _, peg in board.placed() for square in sorted(peg.area)]
    inside = [_mask(peg.stage.get(language), square, 1, opacity=50) for square, peg in areas]
    pegs = [(WORDS["peg_there"].format(square=square_name(peg.square)), peg.square) for _, peg in board.placed()]
    objects = [(piece.name, piece.square) for _, piece in board.standing() if not piece.character]
    inside += [_block(name.get(language), square) for name, square in (*pegs, *objects)]
    name = WORDS["board_of_exorcists"].format(columns=columns, rows=rows)
    return zipped({"data.xml": _table(name.get(language), columns, rows, inside, has_grid=True)})


def udonarium_ring(language: Language, rulings: Rulings = Rulings()) -> bytes:
    """Return Kamui's ring as a zip file for Udonarium, where it becomes the table in view.

    Args:
        language: The language of names.
        rulings: House rules: `die` says how many squares there are.

    Source: K-3.2, K-3.3, K-M3, K-Q2.

    Example:
        >>> udonarium_ring("ja")[:2]
        b'PK'
    """
    inside = [
        _mask(
            (WORDS["centre_of_ring"] if square == CENTRE else WORDS["square_of_ring"].format(n=square)).get(language),
            (spot.column, spot.row),
            spot.width,
            opacity=70,
        )
        for square, spot in ring_places(rulings).items()
    ]
    name = WORDS["ring_of_kamui"].format(n=rulings.sides).get(language)
    return zipped({"data.xml": _table(name, RING, RING, inside, has_grid=False)})


class Spot(NamedTuple):
    """Where a square of the ring lies on a table of squares.

    Attributes:
        column: Its first column, from 0.
        row: Its first row, from 0.
        width: How many squares it is wide and high.
    """

    column: int
    row: int
    width: int


def ring_places(rulings: Rulings = Rulings()) -> Mapping[int, Spot]:
    """Return where the squares of Kamui's ring lie, as it is drawn in this rulebook, on whole squares of a table.

    Args:
        rulings: House rules: `die` says how many squares there are.

    Returns:
        The places by the number of the square; 0 is the centre.

    Source: K-3.2, K-3.3, K-M3, K-Q2.

    Example:
        >>> ring_places()[1], ring_places()[0]
        (Spot(column=9, row=1, width=2), Spot(column=8, row=8, width=4))
    """
    places = {}
    for square in (CENTRE, *outer_squares(rulings)):
        width = _CENTRE if square == CENTRE else _OUTER
        x, y = middle(square, rulings.sides)
        column, row = (round((RING - width) / 2 + _OUT * away / RADIUS) for away in (x - MIDDLE_X, y - MIDDLE_Y))
        places[square] = Spot(column, row, width)
    return places


def _table(name: str, columns: int, rows: int, inside: list[Element], *, has_grid: bool) -> Element:
    made = Element(
        "game-table",
        {
            "name": name,
            "width": str(columns),
            "height": str(rows),
            "gridSize": str(SQUARE),
            "imageIdentifier": "",
            "backgroundImageIdentifier": "",
            "backgroundFilterType": "",
            "selected": "true",
            "gridType": "0" if has_grid else "-1",
            "gridColor": "#000000e6",
        },
    )
    made.extend(inside)
    return made


def _at(square: Square) -> dict[str, str]:
    x, y = (str(SQUARE * each) for each in square)
    return {"location.name": "table", "location.x": x, "location.y": y, "posZ": "0"}


def _mask(name: str, square: Square, width: int, *, opacity: int) -> Element:
    made = Element("table-mask", _at(square) | {"isLock": "true"})
    size = (data("width", str(width)), data("height", str(width)))
    common = group("common", data("name", name), *size, data("opacity", "100", now=opacity))
    made.append(group("table-mask", no_image(), common, group("detail")))
    return made


def _block(name: str, square: Square) -> Element:
    made = Element("terrain", _at(square) | {"isLocked": "false", "mode": "3", "rotate": "0"})
    image = no_image()
    for side in ("wall", "floor"):
        picture = Element("data", {"type": "image", "name": side})
        picture.text = _STONE
        image.append(picture)
    size = (data("width", "1"), data("height", "1"), data("depth", "1"))
    made.append(group("terrain", image, group("common", data("name", name), *size), group("detail")))
    return made
