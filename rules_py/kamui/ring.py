"""The ring of numbered squares, the centre, and revelation dice (K-M2, K-M3)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.words import words
from rules_py.kamui.rulings import Rulings

CENTRE = 0
"""The centre square, which has no number of its own."""
MOST_REVELATION = 20

WORDS = words("kamui")


def check_square(field: str, square: object, rulings: Rulings = Rulings()) -> int:
    """Return the number of an outer square.

    Raises:
        InputError: If the ring does not have it.
    """
    return whole_number(field, square, 1, rulings.sides, "K-Q2")


def outer_squares(rulings: Rulings = Rulings()) -> range:
    """The outer squares in the order of the ring.

    Args:
        rulings: `die` says how many there are.

    Returns:
        The numbers from 1 on; the last is a neighbour of the first.

    Source: K-1.6, K-3.2, K-M3, K-Q2.

    Example:
        >>> list(outer_squares(Rulings(die="d6")))
        [1, 2, 3, 4, 5, 6]
    """
    return range(1, rulings.sides + 1)


def distance(start: int, end: int, rulings: Rulings = Rulings()) -> int:
    """How far two squares are apart, counted along the ring.

    Args:
        start: An outer square, or 0 for the centre.
        end: An outer square, or 0 for the centre.
        rulings: `die` says how many squares the ring has.

    Returns:
        Squares on the shorter way; 1 between the centre and any outer square, 0 for the same square.

    Raises:
        InputError: If a square does not exist.

    Source: K-3.2, K-3.3, K-3.5, K-M3, K-Q2.

    Example:
        >>> distance(1, 4), distance(1, 8), distance(2, 7), distance(3, 0)
        (3, 3, 5, 1)
    """
    for field, square in (("start", start), ("end", end)):
        whole_number(field, square, CENTRE, rulings.sides, "K-Q2")
    if start == end:
        return 0
    if CENTRE in (start, end):
        return 1
    return min((start - end) % rulings.sides, (end - start) % rulings.sides)


def near(square: int, rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """The square itself and its neighbours on the ring: the reach of an interaction.

    Args:
        square: An outer square.
        rulings: `die` says how many squares the ring has.

    Returns:
        Three squares in ascending order.

    Raises:
        InputError: If there is no such square.

    Source: K-2.11, K-M3, K-Q6.

    Example:
        >>> near(1), near(5)
        ((1, 2, 10), (4, 5, 6))
    """
    check_square("square", square, rulings)
    return tuple(other for other in outer_squares(rulings) if distance(square, other, rulings) <= 1)


def opposite(square: int, rulings: Rulings = Rulings()) -> int:
    """The square diagonally opposite.

    Args:
        square: An outer square.
        rulings: `die` says how many squares the ring has; 5 away on a ring of 10.

    Returns:
        The square half the ring away.

    Raises:
        InputError: If there is no such square; the centre has no opposite (K-Q15).

    Source: K-7.5, K-T2.4, K-M3, K-Q2, K-Q15.

    Example:
        >>> opposite(1), opposite(9), opposite(2, Rulings(die="d6"))
        (6, 4, 5)
    """
    check_square("square", square, rulings)
    return (square - 1 + rulings.sides // 2) % rulings.sides + 1


def walk(start: int, steps: int, rulings: Rulings = Rulings()) -> int:
    """The square reached by walking along the ring.

    Args:
        start: An outer square.
        steps: Squares to go, upwards above 0, downwards below, -20 to 20. What they cost is not stated (K-Q22).
        rulings: `die` says how many squares the ring has.

    Returns:
        The square; never the centre, which cannot be entered.

    Raises:
        InputError: If there is no such square.

    Source: K-3.2, K-3.4, K-M3, K-Q22.

    Example:
        >>> walk(9, 3), walk(1, -1)
        (2, 10)
    """
    check_square("start", start, rulings)
    whole_number("steps", steps, -MOST_REVELATION, MOST_REVELATION)
    return (start - 1 + steps) % rulings.sides + 1


def revelation_squares(rolls: Iterable[int], position: int, rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """The squares to choose from after revelation dice.

    Args:
        rolls: The faces rolled, as many as action value was spent, up to 20.
        position: The square on which the PC stands.
        rulings: `no_revelation` says what happens without dice; `die` which faces there are.

    Returns:
        The squares in ascending order; the PC's own if no die was rolled.

    Raises:
        InputError: If a face does not exist, or no die was rolled and one must be.

    Source: K-1.3 to K-1.6, K-T3.1, K-M2, K-Q4.

    Example:
        >>> revelation_squares([7, 2, 7], 5), revelation_squares([], 5)
        ((2, 7), (5,))
    """
    check_square("position", position, rulings)
    rolled = list(rolls)
    check_revelation(len(rolled), rulings)
    for roll in rolled:
        check_square("rolls", roll, rulings)
    return tuple(sorted(set(rolled))) or (position,)


def check_revelation(dice: int, rulings: Rulings = Rulings(), field: str = "dice") -> int:
    """Return the number of revelation dice, if so many may be rolled.

    Args:
        dice: The number.
        rulings: `no_revelation` says whether it may be 0.
        field: Name to report in the error.

    Raises:
        InputError: If not.
    """
    whole_number(field, dice, 0, MOST_REVELATION, "K-1.3")
    if not dice and rulings.no_revelation == "not_allowed":
        raise InputError(field, dice, WORDS["one_revelation_die"], "K-Q4")
    return dice


def square_chance(dice: int, wanted: Iterable[int] | int, position: int, rulings: Rulings = Rulings()) -> Fraction:
    """The chance that one of the wanted squares can be chosen.

    Args:
        dice: Revelation dice, which is the action value spent, 0 to 20.
        wanted: A square, or several of which one is enough.
        position: The square on which the PC stands; it counts without dice only.
        rulings: `no_revelation` and `die` count.

    Returns:
        The chance, 0 to 1.

    Raises:
        InputError: If a square does not exist or the dice are not allowed.

    Source: K-1.3 to K-1.6, K-M2, K-Q2, K-Q4.

    Example:
        >>> str(square_chance(3, 7, 1)), str(square_chance(0, 7, 7)), str(square_chance(1, [1, 2], 5))
        ('271/1000', '1', '1/5')
    """
    squares = {wanted} if isinstance(wanted, int) else set(wanted)
    for square in squares:
        check_square("wanted", square, rulings)
    check_square("position", position, rulings)
    if not check_revelation(dice, rulings):
        return Fraction(position in squares)
    return 1 - Fraction(rulings.sides - len(squares), rulings.sides) ** dice


def choices_odds(dice: int, rulings: Rulings = Rulings()) -> dict[int, Fraction]:
    """How many different squares revelation dice offer.

    Args:
        dice: Revelation dice, 0 to 20.
        rulings: `no_revelation` and `die` count.

    Returns:
        The chance of each number of squares, in ascending order; without dice one, the PC's own.

    Raises:
        InputError: If the dice are not allowed.

    Source: K-1.4, K-1.5, K-M2, K-Q4.

    Example:
        >>> {n: str(chance) for n, chance in choices_odds(3).items()}
        {1: '1/100', 2: '27/100', 3: '18/25'}
    """
    if not check_revelation(dice, rulings):
        return {1: Fraction(1)}
    sides = rulings.sides
    return {
        n: Fraction(comb(sides, n) * sum((-1) ** k * comb(n, k) * (n - k) ** dice for k in range(n)), sides**dice)
        for n in range(1, min(dice, sides) + 1)
    }
