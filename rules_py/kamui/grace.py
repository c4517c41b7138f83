"""The grace check: dice from links, faces lowered by threat levels, miracle points (K-M9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from struct import unpack
from typing import Annotated

from rules_py.core.errors import InputError
from rules_py.core.rulings import Bounds, Checked, whole_number
from rules_py.core.text import Text
from rules_py.kamui.characters import MOST_KAMUI, MOST_REVIVALS
from rules_py.kamui.checks import MOST_DICE, compared, success_faces
from rules_py.kamui.rulings import LARGEST_FACE, Rulings

MOST_GRACE_DICE = 12
MOST_GRACE_DICE_IN_ALL = 16
MOST_THREAT = 20
MOST_ROLLED = MOST_KAMUI * MOST_DICE
MOST_SPENT = 9999
"""Dice and points of a check that has been rolled; only chances need narrower bounds."""
SLOT = 64
"""Bits of a number of rolls; all rolls of 16 dice with 10 faces are fewer than 2 to that power."""


@dataclass(frozen=True)
class Supplicant(Checked):
    """A PC in the grace check.

    Args:
        dice: Its level-5 links that are not used, 0 to 12.
        rank: Its rank (or what `success_faces` says an ability is), 0 to 10.
        revivals: Its ticked revival checks, 0 to 20.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-6.2, K-6.3, K-6.5, K-M9.

    Example:
        >>> Supplicant(3, 4, 1).rank
        4
    """

    dice: Annotated[int, Bounds(0, MOST_GRACE_DICE, "K-6.2")]
    rank: Annotated[int, Bounds(0, LARGEST_FACE, "K-6.3")]
    revivals: Annotated[int, Bounds(0, MOST_REVIVALS, "K-6.5")] = 0


def lowering_cost(face: int, rank: int, rulings: Rulings = Rulings()) -> int | None:
    """How far a die must be lowered to be a success.

    Args:
        face: What it shows, 1 to the faces of the die.
        rank: The rank.
        rulings: `success`, `success_face` and `die` count.

    Returns:
        The points it takes, 0 for a success as rolled; None if lowering cannot make it one, because no face falls below
        1 or because high faces are the successes.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-6.3, K-6.9, K-M9, K-Q1, K-Q16.

    Example:
        >>> lowering_cost(3, 4), lowering_cost(9, 4), lowering_cost(9, 0)
        (0, 5, None)
        >>> lowering_cost(3, 4, Rulings(success="at_least_target"))
    """
    whole_number("face", face, 1, rulings.sides, "K-Q2")
    faces = success_faces(compared("rank", rank, rulings), rulings)
    if face in faces:
        return 0
    lower = [other for other in faces if other < face]
    return face - max(lower) if lower else None


@dataclass(frozen=True)
class Spread:
    """How faces are lowered, and what comes of it.

    Args:
        lowered: Points spent on each die, in the order rolled.
        faces: What each die shows then.
        successes: How many of them are successes.
        left: Points that are not spent; with `each_die` none are counted.
    """

    lowered: tuple[int, ...]
    faces: tuple[int, ...]
    successes: int
    left: int


def spread(rolls: Sequence[int], ranks: Sequence[int], points: int, rulings: Rulings = Rulings()) -> Spread:
    """Lower rolled numbers so that as many as possible become successes.

    Args:
        rolls: The faces rolled, up to 240.
        ranks: The rank of the PC who rolled each of them.
        points: Threat levels of the defeated magai together, 0 to 9999.
        rulings: `reduction` says whether they are a total; `success`, `success_face` and `die` count.

    Returns:
        A best way: the cheapest dice first, and of equally cheap ones the one rolled first. Only dice that become
        successes are lowered.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-6.3, K-6.4, K-6.9, K-M9, K-Q1, K-Q16.

    Example:
        >>> spread([3, 5, 9], [4, 4, 4], 2)
        Spread(lowered=(0, 1, 0), faces=(3, 4, 9), successes=2, left=1)
        >>> spread([3, 5, 9], [4, 4, 4], 2, Rulings(reduction="each_die")).successes
        2
    """
    whole_number("rolls", len(rolls), 0, MOST_ROLLED, "K-6.2")
    whole_number("points", points, 0, MOST_SPENT, "K-6.9")
    if len(ranks) != len(rolls):
        allowed = Text("one rank for each of the {n} dice", "{n}個のダイスそれぞれに【位階】が要ります")
        raise InputError("ranks", len(ranks), allowed.format(n=len(rolls)))
    costs = [lowering_cost(face, rank, rulings) for face, rank in zip(rolls, ranks, strict=True)]
    lowered = [0] * len(rolls)
    found, left = 0, points
    for cost, n in sorted((cost, n) for n, cost in enumerate(costs) if cost is not None):
        if cost <= left:
            lowered[n] = cost
            found += 1
            if rulings.reduction == "total":
                left -= cost
    faces = tuple(face - less for face, less in zip(rolls, lowered, strict=True))
    return Spread(tuple(lowered), faces, found, left if rulings.reduction == "total" else 0)


def miracle_points(successes: int, revivals: int) -> int:
    """What is left of the successes for divine miracles.

    Args:
        successes: Successes of the grace check, 0 to 9,999.
        revivals: Ticked revival checks, 0 to 9,999.

    Returns:
        The difference, not below 0. It may be split over several miracles.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-6.5 to K-6.7, K-M9, K-Q16.

    Example:
        >>> miracle_points(2, 1), miracle_points(1, 3)
        (1, 0)
    """
    whole_number("successes", successes, 0, MOST_SPENT, "K-6.5")
    whole_number("revivals", revivals, 0, MOST_SPENT, "K-6.5")
    return max(0, successes - revivals)


def grace_successes(party: Sequence[Supplicant], points: int = 0, rulings: Rulings = Rulings()) -> dict[int, Fraction]:
    """The chance of each number of successes of a grace check, lowered as well as possible.

    Args:
        party: The PCs whose dice are rolled together, up to 8 with up to 16 dice.
        points: Threat levels of the defeated magai together, 0 to 20.
        rulings: `reduction`, `success`, `success_face` and `die` count.

    Returns:
        The chance of each number from 0 to all dice, in ascending order.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-6.2 to K-6.4, K-6.8, K-6.9, K-T2.8, K-M9, K-Q16.

    Example:
        >>> {n: str(chance) for n, chance in grace_successes([Supplicant(2, 4)], 1).items()}
        {0: '1/4', 1: '51/100', 2: '6/25'}
    """
    whole_number("party", len(party), 0, MOST_KAMUI)
    dice = whole_number("dice", sum(pc.dice for pc in party), 0, MOST_GRACE_DICE_IN_ALL, "K-6.2")
    whole_number("points", points, 0, MOST_THREAT, "K-6.9")
    histograms = [_costs(pc.rank, rulings) for pc in party for _ in range(pc.dice)]
    if rulings.reduction == "each_die":
        histograms = [{0: sum(ways for cost, ways in costs.items() if cost <= points)} for costs in histograms]
        points = 0
    found = [0] * (dice + 1)
    levels = sorted({cost for costs in histograms for cost in costs if cost <= points})
    for level, ways in _by_level(histograms, levels, points, rulings.sides):
        found[level] += ways
    whole = rulings.sides**dice
    return {count: Fraction(ways, whole) for count, ways in enumerate(found)}


def _costs(rank: int, rulings: Rulings) -> dict[int, int]:
    """Of the faces of a die, how many cost so much; those that cannot succeed are left out."""
    compared("rank", rank, rulings)
    found: dict[int, int] = {}
    for face in range(1, rulings.sides + 1):
        cost = lowering_cost(face, rank, rulings)
        if cost is not None:
            found[cost] = found.get(cost, 0) + 1
    return found


def _by_level(
    histograms: Sequence[dict[int, int]], levels: Sequence[int], points: int, sides: int
) -> list[tuple[int, int]]:
    """Successes and in how many rolls, by the cost at which the points run out.

    Cheapest first: there is one level of cost such that all cheaper dice are paid for and not all dice of this level,
    or else all dice that can be paid at all are. For each level the dice below it are counted with what they cost, and
    those at it as far as it matters.
    """
    if not levels:
        return [(0, sides ** len(histograms))]
    found: list[tuple[int, int]] = []
    width = len(histograms) + 1
    step = width * SLOT
    for level, following in pairwise([*levels, None]):
        assert level is not None
        # By what was spent, one number holds a whole table: so many below the level, so many at it, each in its slot.
        tables = [1] + [0] * points
        for costs in histograms:
            here = costs.get(level, 0)
            below = [(cost, ways) for cost, ways in costs.items() if cost < level]
            other = sides - here - sum(ways for _, ways in below)
            after = [table * other + (table * here << SLOT) for table in tables]
            for cost, ways in below:
                for spent in range(points - cost + 1):
                    if tables[spent]:
                        after[spent + cost] += tables[spent] * ways << step
            tables = after
        for spent, table in enumerate(tables):
            affordable = (points - spent) // level if level else width
            for place, ways in enumerate(_slots(table, width * width)):
                if ways:
                    count, at = divmod(place, width)
                    if at > affordable:
                        found.append((count + affordable, ways))
                    elif following is None:
                        found.append((count + at, ways))
    return found


def _slots(table: int, many: int) -> tuple[int, ...]:
    return unpack(f"<{many}Q", table.to_bytes(many * SLOT // 8, "little"))


def grace_odds(
    party: Sequence[Supplicant], points: int = 0, rulings: Rulings = Rulings()
) -> tuple[dict[int, Fraction], ...]:
    """The chance of each number of miracle points.

    Args:
        party: The PCs, one to 8 with up to 16 dice.
        points: Threat levels of the defeated magai together, 0 to 20.
        rulings: `grace` says whether the PCs' successes are added up; `reduction`, `success`, `success_face` and `die`
            count.

    Returns:
        With `pooled` one set of chances for all together; with `own` one for each PC, who then has all points that
        lower faces. Each in ascending order from 0, impossible numbers left out.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-6.1 to K-6.9, K-M9, K-Q16.

    Example:
        >>> [{n: str(chance) for n, chance in odds.items()} for odds in grace_odds([Supplicant(3, 4, 1)])]
        [{0: '81/125', 1: '36/125', 2: '8/125'}]
    """
    groups = [list(party)] if rulings.grace == "pooled" else [[pc] for pc in party]
    found = []
    for group in groups:
        revivals = sum(pc.revivals for pc in group)
        odds: dict[int, Fraction] = {}
        for count, chance in grace_successes(group, points, rulings).items():
            if chance:
                left = miracle_points(count, revivals)
                odds[left] = odds.get(left, Fraction(0)) + chance
        found.append(odds)
    return tuple(found)
