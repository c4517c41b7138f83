"""How wide the columns of a table on paper become: as their content asks, never so narrow that a word breaks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from unicodedata import east_asian_width

from rules_py.core.drawing import text_width

SIZE = 7.9
"""Points of a table's letters."""
PADDING = 9.0
"""Points to the left and right of a cell's content, and one to spare."""
SHORTEST, LONGEST_RUN = 4, 9
"""Japanese text may break after any letter; up to so many stay in one line, if there is room."""

EASE = 0.88
"""The estimate is rather too wide than too narrow; so much of it is what the print's Latin letters take."""

_RANGE = re.compile(r"(?<=\d)[〜–](?=\d)")
_BREAKS = re.compile(r"[ \n]+|(?<=[-/–、。，；：・])")


def width_of(text: str) -> float:
    """Estimate how many points a text in a table is wide."""
    text = _RANGE.sub("nnn", text)
    narrow = "".join(letter for letter in text if not _is_wide(letter))
    between = sum(_is_wide(a) != _is_wide(b) and (a + b).isalnum() for a, b in pairwise(text))  # a gap of a quarter
    return (len(text) - len(narrow) + between / 4 + text_width(narrow, "label") / 12 * EASE) * SIZE


def _is_wide(letter: str) -> bool:
    return east_asian_width(letter) in "WF"


def _pieces(text: str) -> Iterable[str]:
    """Return what no line should break within, apart from long Japanese text."""
    for word in _BREAKS.split(_RANGE.sub("nnn", text)):
        run = ""
        for letter in word:
            if run and _is_wide(letter) != _is_wide(run[-1]):
                yield run
                run = ""
            run += letter
        if run:
            yield run


@dataclass(frozen=True)
class Column:
    """What a column holds.

    Args:
        cells: The words of its cells, line by line; ids with no space within.
        extra: Points that something else than words takes.
    """

    cells: Sequence[str]
    extra: float = 0

    @property
    def widest(self) -> float:
        """Return the width at which no cell breaks."""
        return (
            max((width_of(line) for cell in self.cells for line in cell.split("\n")), default=0) + self.extra + PADDING
        )

    def least(self, run: int) -> float:
        """Return the width at which no word breaks, nor a Japanese text of up to so many letters."""
        least = 0.0
        for cell in self.cells:
            for piece in _pieces(cell):
                least = max(least, width_of(piece[:run] if _is_wide(piece[0]) else piece))
        return least + self.extra + PADDING

    @property
    def much(self) -> float:
        """Return how much there is to read in a typical long cell."""
        sizes = sorted((width_of(cell) for cell in self.cells), reverse=True)
        return max(sum(sizes[:3]) / max(len(sizes[:3]), 1), 1.0)


def shares(columns: Sequence[Column], room: float) -> list[float] | None:
    """Share the room out.

    Args:
        columns: What stands in them.
        room: Points between the edges.

    Returns:
        The width of each column in points, together the room; nothing where every column may be as wide as it likes.
    """
    widest = [column.widest for column in columns]
    if sum(widest) <= room:
        return None
    for run in range(LONGEST_RUN, SHORTEST - 1, -1):
        least = [min(column.least(run), most) for column, most in zip(columns, widest, strict=True)]
        if sum(least) <= room:
            break
    else:
        return [room * each / sum(least) for each in least]
    wanted = [column.much**0.5 for column in columns]
    low, high = 0.0, room

    def at(factor: float) -> list[float]:
        return [min(max(factor * want, lower), upper) for want, lower, upper in zip(wanted, least, widest, strict=True)]

    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if sum(at(middle)) < room else (low, middle)
    found = at(low)
    return [each * room / sum(found) for each in found]
