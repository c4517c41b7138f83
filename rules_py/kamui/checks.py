"""Checks: dice, what makes one a success, and counting them (K-M1)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules_py.core.rulings import whole_number
from rules_py.kamui.rulings import LARGEST_FACE, Rulings

MOST_DICE = 30
MOST_TRAITS = 10
BASE_DICE = 2
"""Dice of a check in the middle phase where nothing else is filled in: a placeholder (K-Q3)."""
EVENT_TARGET = 2
"""Successes that an interaction and an offering need (K-2.10, K-2.13)."""


def compared(field: str, number: object, rulings: Rulings = Rulings()) -> int:
    """Return what a die is compared with, if there is such a number.

    Args:
        field: Name of the parameter or form field.
        number: The ability (or rank), 0 to 10; with `at_least_target` the target number, 1 to 10. It may be more than
            the die shows.
        rulings: `success` says which.

    Raises:
        InputError: If the number is out of bounds.

    Source: K-Q1.

    Example:
        >>> compared("ability", 5)
        5
        >>> compared("ability", 11)
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: ability: “11” is not possible here: a whole number from 0 to 10 (K-Q1).
    """
    least = 1 if rulings.success == "at_least_target" else 0
    return whole_number(field, number, least, LARGEST_FACE, "K-Q1")


def success_faces(ability: int, rulings: Rulings = Rulings()) -> range:
    """The faces that count as a success.

    Args:
        ability: The ability, or the rank in a grace check, 0 to 10. With `at_least_target` it is the target number of
            the check, from 1 on; with `at_least_fixed` it does not matter.
        rulings: `success`, `success_face` and `die` say which faces.

    Returns:
        The faces in ascending order: all of them for an ability that the die cannot exceed, none for an ability of 0
        or a target number that the die cannot show.

    Raises:
        InputError: If the number is out of bounds.

    Source: K-2.4, K-6.3, K-M1, K-Q1, K-Q2.

    Example:
        >>> list(success_faces(3)), list(success_faces(3, Rulings(success="at_least_target", die="d6")))
        ([1, 2, 3], [3, 4, 5, 6])
        >>> list(success_faces(0)), list(success_faces(0, Rulings(success="at_least_fixed")))
        ([], [6, 7, 8, 9, 10])
        >>> list(success_faces(8, Rulings(die="d6")))
        [1, 2, 3, 4, 5, 6]
    """
    compared("ability", ability, rulings)
    if rulings.success == "at_most_ability":
        return range(1, min(ability, rulings.sides) + 1)
    first = rulings.success_face if rulings.success == "at_least_fixed" else ability
    return range(first, rulings.sides + 1)


def die_chance(ability: int, rulings: Rulings = Rulings()) -> Fraction:
    """The chance that one die is a success.

    Args:
        ability: The ability (or what `success_faces` says it is).
        rulings: `success`, `success_face` and `die` count.

    Returns:
        The chance, 0 to 1.

    Raises:
        InputError: If the number is out of bounds.

    Source: K-M1, K-Q1, K-Q2.

    Example:
        >>> str(die_chance(4)), str(die_chance(4, Rulings(die="d6")))
        ('2/5', '2/3')
    """
    return Fraction(len(success_faces(ability, rulings)), rulings.sides)


def successes(rolls: Sequence[int], ability: int, rulings: Rulings = Rulings()) -> int:
    """Count the dice that are successes.

    Args:
        rolls: The faces rolled, up to 30 of them; none is a check without dice.
        ability: The ability (or what `success_faces` says it is).
        rulings: `success`, `success_face` and `die` count.

    Returns:
        The number of successes.

    Raises:
        InputError: If a face does not exist or there are too many dice.

    Source: K-2.4, K-2.7, K-5.1, K-M1, K-Q1.

    Example:
        >>> successes([3, 5, 9], 5), successes([3, 5, 9], 5, Rulings(success="at_least_target"))
        (2, 2)
    """
    faces = success_faces(ability, rulings)
    whole_number("rolls", len(rolls), 0, MOST_DICE)
    return sum(whole_number("rolls", roll, 1, rulings.sides, "K-Q2") in faces for roll in rolls)


def check_dice(base: int = BASE_DICE, traits: int = 0) -> int:
    """How many dice a check of the middle phase is made with.

    Args:
        base: Dice before traits, 0 to 30; the text does not say how many (K-Q3).
        traits: Traits used for it, each once in the session, 0 to 10.

    Returns:
        The number of dice.

    Raises:
        InputError: If a number is out of bounds or there are more than 30 dice.

    Source: K-1.7 to K-1.11, K-T2.1, K-T3.2, K-M1, K-Q3.

    Example:
        >>> check_dice(), check_dice(3, 2)
        (2, 5)
    """
    whole_number("base", base, 0, MOST_DICE, "K-Q3")
    whole_number("traits", traits, 0, MOST_TRAITS, "K-1.8")
    return whole_number("dice", base + traits, 0, MOST_DICE)
