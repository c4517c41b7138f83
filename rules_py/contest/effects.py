"""What an exchange does: the chart, the piece on the gauge, wounds (C-M6, C-M7, C-M8)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rules_py.contest.characters import Contestant
from rules_py.contest.checks import FACES, Side, SuccessLevel, compare_rolls
from rules_py.contest.rulings import Rulings, check_gauge
from rules_py.core.rulings import whole_number, yes_or_no

CHART_ROWS: dict[tuple[SuccessLevel, SuccessLevel], str] = {
    pair: f"C-T1.{number}"
    for number, pair in enumerate(
        ((better, worse) for better in reversed(SuccessLevel) for worse in reversed(SuccessLevel) if worse <= better),
        start=1,
    )
}
"""The chart's row for a pair of levels, the better one first."""


@dataclass(frozen=True, order=True)
class Move:
    """What the chart does with the piece.

    Args:
        row: Ledger id of the chart's row.
        squares: Signed squares, + towards B's dying square; 0 when the piece stays or may be placed freely.
        free: `"a"` or `"b"` if that side may place the piece, else `""`.
        stopped_by: Ledger id of the rule or ruling that holds the piece although the row would move it, else `""`.
        reroll: Must both sides roll again (C-Q8)?
        gains: `"a"` or `"b"`: the side that the row favours, else `""`.
    """

    row: str
    squares: int = 0
    free: str = ""
    stopped_by: str = ""
    reroll: bool = False
    gains: str = ""

    @property
    def free_side(self) -> Side | None:
        """The side that may place the piece, if any."""
        return Side(self.free) if self.free else None


def chart_move(
    levels: tuple[SuccessLevel, SuccessLevel],
    rolls: tuple[int, int],
    a: Contestant,
    b: Contestant,
    rulings: Rulings = Rulings(),
) -> Move:
    """Look an exchange up on the serial contest chart.

    Args:
        levels: Levels of A and B after masteries.
        rolls: The dice of A and B as they lie, 1 to 20; they decide at two successes or two failures.
        a: Side A, for its strike power, its push block and (C-Q8) its ability.
        b: Side B.
        rulings: C-Q5, C-Q7, C-Q8, C-Q9 and C-Q10 decide the open cases.

    Returns:
        The move, with the row that applies and what stopped it, if anything did.

    Raises:
        InputError: If a roll is no number from 1 to 20.

    Source: C-T1, C-5.1 to C-5.6, C-M6.

    Example:
        >>> from rules_py.contest.characters import parse_ability
        >>> a, b = Contestant(parse_ability("15")), Contestant(parse_ability("12"))
        >>> move = chart_move((SuccessLevel.SUCCESS, SuccessLevel.SUCCESS), (14, 9), a, b)
        >>> move.row, move.squares
        ('C-T1.5', -1)
    """
    level_a, level_b = levels
    for roll in rolls:
        whole_number("rolls", roll, 1, FACES, "C-Q1")
    row = CHART_ROWS[max(levels), min(levels)]
    difference = abs(level_a - level_b)
    if difference:
        gaining = Side.A if level_a > level_b else Side.B
    elif level_a in (SuccessLevel.CRITICAL, SuccessLevel.FUMBLE):
        return Move(row)
    else:
        undecided = _beneficiary(rolls, a, b, rulings)
        if undecided is None:
            return Move(row, stopped_by="C-Q8", reroll=rulings.equal_rolls == "reroll")
        gaining = undecided
    own, opponent = (a, b) if gaining is Side.A else (b, a)
    if own.blocked:
        if difference == 3 and rulings.blocked_any_square == "own_side":
            return Move(row, free=gaining.value, stopped_by="C-Q10", gains=gaining.value)
        if difference or rulings.block_at_equal_levels:
            return Move(row, stopped_by="C-5.3" if difference else "C-Q9", gains=gaining.value)
    if difference == 3:
        return Move(row, free=gaining.value, gains=gaining.value)
    strike = (own if rulings.strike_power_of == "beneficiary" else opponent).strike_power
    return Move(row, gaining.sign * (strike + difference), gains=gaining.value)


def _beneficiary(rolls: tuple[int, int], a: Contestant, b: Contestant, rulings: Rulings) -> Side | None:
    """Which side gains at two successes or two failures (C-Q5, C-Q8); None when nothing decides."""
    roll_a, roll_b = rolls
    if roll_a != roll_b:
        return Side.A if (roll_a < roll_b) == (rulings.beneficiary == "lower_roll") else Side.B
    if rulings.equal_rolls == "higher_ability":
        ability_a, ability_b = a.effective(rulings), b.effective(rulings)
        if ability_a != ability_b:
            return Side.A if ability_a > ability_b else Side.B
    return None


def exchange(a: Contestant, b: Contestant, roll_a: int, roll_b: int, rulings: Rulings = Rulings()) -> Move:
    """Play one exchange from the dice to the chart.

    Args:
        a: Side A.
        b: Side B.
        roll_a: A's d20, 1 to 20.
        roll_b: B's d20, 1 to 20.
        rulings: How the open questions are answered.

    Returns:
        The move of the piece.

    Source: C-4.2, C-4.3, C-5.1.

    Example:
        >>> from rules_py.contest.characters import parse_ability
        >>> exchange(Contestant(parse_ability("10W")), Contestant(parse_ability("15")), 1, 10).squares
        3
    """
    levels = compare_rolls(a.effective(rulings), b.effective(rulings), roll_a, roll_b)
    return chart_move(levels, (roll_a, roll_b), a, b, rulings)


@dataclass(frozen=True)
class Gauge:
    """The row of squares of a contest; position 0 is the start square, + lies towards B's dying square.

    Args:
        heavy_wound: Squares from the start to each heavy-wound square.
        dying: Squares from the start to each dying square, 1 to 13, not less than `heavy_wound`.

    Raises:
        InputError: If the dying square lies before the heavy-wound square.

    Source: C-M7, C-Q4.

    Example:
        >>> Gauge().squares
        range(-5, 6)
        >>> Gauge().moved(3, 4)
        5
    """

    heavy_wound: int = 4
    dying: int = 5

    def __post_init__(self) -> None:
        check_gauge(self.heavy_wound, self.dying)

    @classmethod
    @lru_cache
    def of(cls, rulings: Rulings) -> Gauge:
        """Return the gauge that the rulings describe."""
        return cls(rulings.heavy_wound_square, rulings.dying_square)

    @property
    def squares(self) -> range:
        """All positions from A's dying square to B's."""
        return range(-self.dying, self.dying + 1)

    def moved(self, position: int, squares: int) -> int:
        """Where the piece ends that moves so many squares; it stops at a dying square."""
        whole_number("position", position, -self.dying, self.dying, "C-Q4")
        whole_number("squares", squares, -10_000, 10_000)
        return max(-self.dying, min(self.dying, position + squares))

    def placements(self, move: Move, position: int, rulings: Rulings = Rulings()) -> range:
        """Where the side with a free placement may put the piece (C-T1.4, C-Q10, C-Q11).

        Args:
            move: A move with a free side.
            position: Where the piece is now.
            rulings: `any_square` and, for a blocked winner, `blocked_any_square`.

        Returns:
            The allowed positions in ascending order; empty if the move is not free.

        Example:
            >>> Gauge().placements(Move("C-T1.4", free="a"), 0)
            range(-5, 6)
        """
        side = move.free_side
        if side is None:
            return range(0)
        if move.stopped_by == "C-Q10":
            return range(1 - self.dying, 0) if side is Side.A else range(1, self.dying)
        edge = self.dying if rulings.any_square == "dying_square" else self.dying - 1
        return range(-edge, edge + 1)

    def farthest_placement(self, move: Move, position: int, rulings: Rulings = Rulings()) -> int:
        """The farthest placement towards the opponent that is allowed.

        A blocked winner who may only use the own side never makes it worse than it is.
        """
        side = move.free_side
        if side is None:
            return position
        choices = [side.sign * place for place in self.placements(move, position, rulings)]
        if move.stopped_by == "C-Q10":
            choices.append(side.sign * position)
        return side.sign * max(choices, default=side.sign * position)


@dataclass(frozen=True)
class Condition:
    """What the check phase finds on one gauge.

    Args:
        wounded_a: Does A now bear a heavy wound?
        wounded_b: Does B?
        dying: The side that is dying and has lost, or None.
    """

    wounded_a: bool
    wounded_b: bool
    dying: Side | None = None


def check_phase(
    position: int, wounded_a: bool = False, wounded_b: bool = False, rulings: Rulings = Rulings()
) -> Condition:
    """Who is wounded or dying with the piece where it is.

    Args:
        position: The piece, from minus to plus the dying square; + lies on B's side.
        wounded_a: Did A bear a heavy wound before? A second one changes nothing (C-Q12).
        wounded_b: Did B?
        rulings: The gauge (C-Q4) and `wound_from` (C-Q12).

    Returns:
        Wounds and defeat after this check.

    Raises:
        InputError: If the position lies off the gauge.

    Source: C-6.1 to C-6.4, C-M8, C-Q12, C-Q18.

    Example:
        >>> check_phase(4)
        Condition(wounded_a=False, wounded_b=True, dying=None)
        >>> check_phase(-5).dying
        <Side.A: 'a'>
    """
    gauge = Gauge.of(rulings)
    whole_number("position", position, -gauge.dying, gauge.dying, "C-Q4")
    yes_or_no("wounded_a", wounded_a)
    yes_or_no("wounded_b", wounded_b)
    side = Side.B if position > 0 else Side.A
    distance = abs(position)
    dying = distance >= gauge.dying
    if rulings.wound_from == "at_or_beyond":
        wounded = distance >= gauge.heavy_wound
    else:
        wounded = distance == gauge.heavy_wound or dying
    return Condition(
        wounded_a or (wounded and side is Side.A),
        wounded_b or (wounded and side is Side.B),
        side if dying else None,
    )
