"""The board as squares: distances, who may go where, where pegs, rope and barriers reach (E-M9, E-M11)."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Annotated, Literal

from rules_py.core.errors import InputError
from rules_py.core.rulings import Bounds, Checked, is_whole, whole_number
from rules_py.core.text import Text, listed, same
from rules_py.core.words import words
from rules_py.exorcist.characters import MOST_ABILITY, MOST_EXTRA, MOST_MOBILITY, Supplies
from rules_py.exorcist.checks import MOST_DICE, Difficulty, check_difficulty
from rules_py.exorcist.rulings import Rulings

WORDS = words("exorcist")
Square = tuple[int, int]
"""Column and row, both from 0; column 2 of row 3 is shown as C4."""

SMALLEST, LARGEST = 5, 15
"""How many columns, and rows, a board may have."""
MOST_MOVEMENT = 5 * MOST_MOBILITY
"""Squares of movement in an activation, with a tactical manoeuvre at its most."""
NOBODY = -1
"""The number of nobody, where somebody is named by number."""
ROPE = 3
"""Rope that laying takes (E-7.23)."""
PEG_REACH = 3
"""How far away a peg may be placed: the 7×7 squares around oneself (E-7.17)."""
HELD_MOBILITY = 1
"""Mobility of a kai'i that begins its activation held by a Wall Barrier (E-7.33)."""
WALL_COST = 3
"""What a square of a Wall Barrier costs a kai'i that evades (E-7.36)."""
EFFECTS: Mapping[str, Text] = {
    "wall": Text("Wall Barrier", "【障壁結界】"),
    "slow": Text("Slow", "鈍化"),
    "purge": Text("Purge miasma", "【穢装】の弱体化"),
}
"""Barrier effects: one that the source rules, two of which it says only that there are such (E-7.2, E-Q13)."""


def square_name(square: Square) -> str:
    """Return a square as it is written: the column as a letter, the row as a number.

    Example:
        >>> square_name((2, 3))
        'C4'
    """
    return f"{chr(ord('A') + square[0])}{square[1] + 1}"


def square_names(squares: Iterable[Square]) -> Text:
    """Return several squares as they are written."""
    return listed([same(square_name(square)) for square in squares])


@dataclass(frozen=True)
class Size(Checked):
    """How large a board is.

    Args:
        columns: Number of columns, 5 to 15.
        rows: Number of rows, 5 to 15.

    Raises:
        InputError: If it is smaller or larger.

    Example:
        >>> Size(9, 7).read("C4")
        (2, 3)
    """

    columns: Annotated[int, Bounds(SMALLEST, LARGEST)] = 9
    rows: Annotated[int, Bounds(SMALLEST, LARGEST)] = 7

    def __contains__(self, square: Square) -> bool:
        return 0 <= square[0] < self.columns and 0 <= square[1] < self.rows

    @property
    def squares(self) -> Iterator[Square]:
        """All squares, row by row."""
        return ((column, row) for row in range(self.rows) for column in range(self.columns))

    def square(self, value: object, name: str = "square") -> Square:
        """Return a square that an action names by column and row.

        Raises:
            InputError: If it is none of this board.
        """
        if isinstance(value, list | tuple) and len(value) == 2:
            column, row = value
            if all(map(is_whole, value)) and (column, row) in self:
                return column, row
        raise self._off(value, name)

    def read(self, raw: str, name: str = "square") -> Square:
        """Return a square as a player writes it.

        Args:
            raw: A letter and a number, such as `C4`.
            name: Name to report in the error.

        Raises:
            InputError: If it is none of this board.
        """
        found = re.fullmatch(r"([A-Z])\s*([0-9]{1,2})", unicodedata.normalize("NFKC", raw).strip().upper())
        square = (ord(found[1]) - ord("A"), int(found[2]) - 1) if found else (-1, -1)
        if square not in self:
            raise self._off(raw, name)
        return square

    def _off(self, value: object, name: str) -> InputError:
        last = square_name((self.columns - 1, self.rows - 1))
        return InputError(name, value, WORDS["squares_of_board"].format(last=last))

    def around(self, squares: Iterable[Square], reach: int = 1) -> frozenset[Square]:
        """Return the squares within so many squares of any of these, these included."""
        return frozenset(
            (x, y)
            for column, row in squares
            for x in range(max(0, column - reach), min(self.columns, column + reach + 1))
            for y in range(max(0, row - reach), min(self.rows, row + reach + 1))
        )


def distance(one: Square, other: Square) -> int:
    """Say how many squares lie between two squares, counted as ranges are: in blocks of squares.

    Source: E-7.17, E-11.23, E-Q20.

    Example:
        >>> distance((0, 0), (2, 3))
        3
    """
    return max(abs(one[0] - other[0]), abs(one[1] - other[1]))


def neighbours(square: Square, size: Size, rulings: Rulings = Rulings()) -> tuple[Square, ...]:
    """Return the squares adjacent to a square.

    Source: E-Q20.

    Example:
        >>> len(neighbours((3, 3), Size())), len(neighbours((0, 0), Size()))
        (8, 3)
    """
    return tuple(
        (square[0] + x, square[1] + y)
        for x, y in (_EIGHT if rulings.adjacent == "eight" else _FOUR)
        if (square[0] + x, square[1] + y) in size
    )


_FOUR = ((0, -1), (-1, 0), (1, 0), (0, 1))
_EIGHT = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))


@dataclass(frozen=True)
class Barrier:
    """A barrier's effect and how hard it is to remove; where it acts, its peg knows.

    Args:
        owner: Who declared it, by number; -1 for nobody on the board any more.
        effect: `"wall"`, `"slow"` or `"purge"`.
        difficulty: The removal difficulty (E-7.10); the table that gives it by Spirit is lost, so it is told.

    Raises:
        InputError: If there is no such effect or difficulty.

    Source: E-7.4, E-7.29, E-7.31, E-Q13, E-Q29.

    Example:
        >>> Barrier(0, difficulty=Difficulty.HARD).effect
        'wall'
    """

    owner: int
    effect: str = "wall"
    difficulty: Difficulty = Difficulty.NORMAL

    def __post_init__(self) -> None:
        if self.effect not in tuple(EFFECTS):
            raise InputError("effect", self.effect, listed(list(EFFECTS.values())), "E-Q13")
        check_difficulty("difficulty", self.difficulty)


@dataclass(frozen=True)
class Peg:
    """A peg on the board, and what has become of it.

    Args:
        square: Where it stands.
        placer: Who placed it, by number; -1 for nobody on the board.
        area: The squares roped around it; none yet.
        roper: Who laid the rope.
        barrier: The barrier set there; none yet.

    Source: E-M10.

    Example:
        >>> Peg((2, 3)).stage.en, Peg((2, 3), area=frozenset([(2, 3)])).stage.en
        ('peg', 'roped')
    """

    square: Square
    placer: int = NOBODY
    area: frozenset[Square] = frozenset()
    roper: int = NOBODY
    barrier: Barrier | None = None

    @property
    def stage(self) -> Text:
        """What has become of it, in a word."""
        if self.barrier:
            return EFFECTS[self.barrier.effect]
        return Text("roped", "注連鋼縄あり") if self.area else Text("peg", "祓串のみ")


Kind = Literal["exorcist", "foe", "kaii", "object"]
KINDS: Mapping[str, Text] = {
    "exorcist": Text("exorcist", "祓魔師"),
    "foe": Text("human enemy", "人間の敵"),
    "kaii": Text("kai’i", "界異"),
    "object": Text("object", "オブジェクト"),
}


@dataclass(frozen=True)
class Piece(Checked):
    """A character or an object on the board, with the numbers that matter there.

    Args:
        name: What it is called.
        square: Where it stands.
        kind: `"exorcist"`, `"foe"` (an enemy that is no kai'i), `"kaii"` or `"object"`.
        mobility: Squares of movement, 0 to 30.
        evades: Is its evasion type "yes"? Without meaning for others than kai'i.
        skill: Dice for laying rope, 0 to 20.
        spirit: Dice for removing a barrier, 0 to 20.
        removal: Dice more for that (Barrier Breaker, E-11.25), 0 to 10.
        pegs: Pegs left, 0 to 20.
        rope: Rope left, 0 to 20.

    Raises:
        InputError: If a number is out of bounds, or there is no such kind.

    Source: E-7.18, E-7.23, E-11.13, E-12.2.

    Example:
        >>> Piece(Text("Moth", "蛾"), (2, 3), "kaii", mobility=6).enemy
        True
    """

    name: Text
    square: Square
    kind: Kind = "exorcist"
    mobility: Annotated[int, Bounds(0, MOST_MOBILITY)] = 0
    evades: bool = False
    skill: Annotated[int, Bounds(0, MOST_ABILITY)] = 0
    spirit: Annotated[int, Bounds(0, MOST_ABILITY)] = 0
    removal: Annotated[int, Bounds(0, MOST_EXTRA)] = 0
    pegs: Supplies = 0
    rope: Supplies = 0

    def __post_init__(self) -> None:
        if self.kind not in tuple(KINDS):
            raise InputError("kind", self.kind, listed(list(KINDS.values())), "E-12.2")
        super().__post_init__()

    @property
    def enemy(self) -> bool:
        """Does it stand against the exorcists?"""
        return self.kind in ("foe", "kaii")

    @property
    def character(self) -> bool:
        """Does it move and act?"""
        return self.kind != "object"


@dataclass(frozen=True)
class Board:
    """What stands where.

    Args:
        size: How large it is.
        pieces: Characters and objects in the order of entry; None for one that was taken away.
        pegs: The pegs in the order in which they were placed; None for one that was taken away.

    Source: E-M9, E-M11.

    Example:
        >>> board = Board(pieces=(Piece(Text("Aoi", "アオイ"), (2, 3)),))
        >>> board.piece(0).name.en, board.walls
        ('Aoi', frozenset())
    """

    size: Size = Size()
    pieces: tuple[Piece | None, ...] = ()
    pegs: tuple[Peg | None, ...] = ()

    def standing(self) -> list[tuple[int, Piece]]:
        """The pieces that are there, with their numbers."""
        return [(who, piece) for who, piece in enumerate(self.pieces) if piece]

    def placed(self) -> list[tuple[int, Peg]]:
        """The pegs that are there, with their numbers."""
        return [(number, peg) for number, peg in enumerate(self.pegs) if peg]

    def piece(self, who: int) -> Piece:
        """Return somebody who is there.

        Raises:
            InputError: If nobody has that number.
        """
        found = self.pieces[who] if isinstance(who, int) and 0 <= who < len(self.pieces) else None
        if found is None or isinstance(who, bool):
            raise InputError("who", who, WORDS["somebody_on_board"])
        return found

    def peg(self, number: int) -> Peg:
        """Return a peg that is there.

        Raises:
            InputError: If no peg has that number.
        """
        found = self.pegs[number] if isinstance(number, int) and 0 <= number < len(self.pegs) else None
        if found is None or isinstance(number, bool):
            raise InputError("peg", number, WORDS["peg_on_board"], "E-7.20")
        return found

    @property
    def walls(self) -> frozenset[Square]:
        """The squares on which a Wall Barrier acts."""
        return frozenset(self.layers)

    @property
    def layers(self) -> Counter[Square]:
        """How many Wall Barriers act on each square (E-7.39)."""
        walls = (peg.area for _, peg in self.placed() if peg.barrier and peg.barrier.effect == "wall")
        return Counter(square for area in walls for square in area)


def roped_area(peg: Square, successes: int, size: Size, rulings: Rulings = Rulings()) -> frozenset[Square]:
    """Say which squares a rope check lets one rope.

    Args:
        peg: Where the peg stands.
        successes: Successes of the rope check.
        size: The board, whose edge cuts the area off.
        rulings: `rope_plus` and `rope_block` say how many successes each shape takes.

    Returns:
        The peg's square alone, a plus of five squares, or 3×3 squares.

    Raises:
        InputError: If the successes are no number from 0 to 30.

    Source: E-7.6, E-7.7, E-7.25, E-7.26, E-M9, E-Q12.

    Example:
        >>> [len(roped_area((4, 4), successes, Size())) for successes in range(5)]
        [1, 1, 5, 9, 9]
    """
    whole_number("successes", successes, 0, MOST_DICE, "E-7.25")
    if successes >= rulings.rope_block:
        return size.around((peg,))
    if successes >= rulings.rope_plus:
        return frozenset((peg, *neighbours(peg, size, Rulings(adjacent="four"))))
    return frozenset((peg,))


def touching(area: Iterable[Square], size: Size, rulings: Rulings = Rulings()) -> frozenset[Square]:
    """Return the squares of an area and the ring around it: where one may set or remove a barrier.

    Source: E-7.28, E-7.43, E-M9, E-Q20.

    Example:
        >>> len(touching([(4, 4)], Size())), len(touching([(4, 4)], Size(), Rulings(adjacent="four")))
        (9, 5)
    """
    area = frozenset(area)
    return area.union(*(neighbours(square, size, rulings) for square in area))


def peg_squares(board: Board, square: Square) -> frozenset[Square]:
    """Return the squares on which somebody who stands on a square may place a peg.

    Source: E-7.17, E-7.19, E-7.37, E-M9, E-Q20.

    Example:
        >>> len(peg_squares(Board(), (4, 3))), len(peg_squares(Board(pegs=(Peg((4, 4)),)), (4, 3)))
        (49, 48)
    """
    return board.size.around((square,), PEG_REACH) - {peg.square for _, peg in board.placed()}


def stopped(piece: Piece, rulings: Rulings = Rulings()) -> bool:
    """Say whether no Wall Barrier lets a kai'i pass, at whatever cost.

    Source: E-7.35, E-7.36, E-Q21.

    Example:
        >>> boss = Piece(Text("Boss", "ボス"), (4, 3), "kaii", evades=True)
        >>> stopped(boss), stopped(boss, Rulings(wall_barrier="stops_all"))
        (False, True)
    """
    return not piece.evades or rulings.wall_barrier == "stops_all"


def held(board: Board, piece: Piece, rulings: Rulings = Rulings()) -> bool:
    """Say whether somebody who begins an activation here is held by a Wall Barrier.

    Source: E-7.33, E-M11, E-Q21.

    Example:
        >>> moth = Piece(Text("Moth", "蛾"), (4, 3), "kaii", mobility=6)
        >>> held(Board(pieces=(moth,)), moth)
        False
    """
    return piece.kind == "kaii" and stopped(piece, rulings) and piece.square in board.walls


def mobility_at_start(board: Board, who: int, rulings: Rulings = Rulings()) -> int:
    """Say how far somebody may move in an activation that begins now.

    Args:
        board: The board.
        who: Whose activation begins, by number.
        rulings: `wall_barrier` says whom a Wall Barrier holds.

    Returns:
        Squares of movement.

    Source: E-7.33, E-M11, E-Q21.

    Example:
        >>> wall = Peg((4, 3), area=frozenset([(4, 3)]), barrier=Barrier(-1))
        >>> moth = Piece(Text("Moth", "蛾"), (4, 3), "kaii", mobility=6)
        >>> mobility_at_start(Board(pieces=(moth,), pegs=(wall,)), 0), mobility_at_start(Board(pieces=(moth,)), 0)
        (1, 6)
    """
    piece = board.piece(who)
    return min(piece.mobility, HELD_MOBILITY) if held(board, piece, rulings) else piece.mobility


def movement_range(board: Board, who: int, mobility: int, rulings: Rulings = Rulings()) -> dict[Square, int]:
    """Say to which squares somebody may move, and what the way there costs.

    Args:
        board: The board.
        who: Who moves, by number.
        mobility: Squares of movement left, 0 to 150.
        rulings: `diagonal_steps`, `pass_enemies` and `share_squares` (E-Q6), `wall_barrier` (E-Q21), and
            `overlapping_walls` (E-Q41).

    Returns:
        The cost of the cheapest way to each square; one's own square for 0.

    Raises:
        InputError: If nobody has that number, or the mobility is out of bounds.

    Source: E-4.1, E-7.32, E-7.35, E-7.36, E-12.4, E-M11, E-Q6, E-Q21, E-Q41.

    Example:
        >>> aoi = Piece(Text("Aoi", "アオイ"), (0, 0), mobility=2)
        >>> crate = Piece(Text("Crate", "木箱"), (1, 0), "object")
        >>> found = movement_range(Board(pieces=(aoi, crate)), 0, 2)
        >>> found[2, 0], (1, 0) in found, len(found)
        (2, False, 8)
    """
    piece = board.piece(who)
    whole_number("mobility", mobility, 0, MOST_MOVEMENT, "E-Q6")
    blocked, occupied = set(), set()
    for number, other in board.standing():
        if number == who:
            continue
        occupied.add(other.square)
        if not other.character or (other.enemy != piece.enemy and not rulings.pass_enemies):
            blocked.add(other.square)
    dear: dict[Square, int] = {}
    if piece.kind == "kaii":
        if stopped(piece, rulings):
            blocked |= board.walls
        else:
            once = rulings.overlapping_walls == "once"
            dear = {square: WALL_COST if once else WALL_COST**count for square, count in board.layers.items()}
    steps = _EIGHT if rulings.diagonal_steps else _FOUR
    found = {piece.square: 0}
    waiting = [(0, piece.square)]
    while waiting:
        cost, square = heappop(waiting)
        if cost > found[square]:
            continue
        for x, y in steps:
            other_square = square[0] + x, square[1] + y
            if other_square in blocked or other_square not in board.size:
                continue
            total = cost + dear.get(other_square, 1)
            if total <= mobility and total < found.get(other_square, mobility + 1):
                found[other_square] = total
                heappush(waiting, (total, other_square))
    if rulings.share_squares:
        return found
    return {square: cost for square, cost in found.items() if square == piece.square or square not in occupied}
