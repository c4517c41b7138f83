"""Checks: dice, Lucky and Fumble, rolls made again (P-M1, P-M2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import icepool

from rules_py.core.errors import InputError
from rules_py.core.remembered import remembered
from rules_py.core.rulings import whole_number, yes_or_no
from rules_py.core.text import NamedInt, Text
from rules_py.prophecy.rulings import Rulings

FACES = 6
LARGEST_NUMBER = 99
MOST_ROLLS = 20


class Flag(NamedInt):
    """What the dice show besides their total; a better one compares as greater."""

    FUMBLE = 0, Text("Fumble", "ファンブル")
    NONE = 1, Text("neither", "どちらでもない")
    LUCKY = 2, Text("Lucky", "ラッキー♪")


class Roll(NamedTuple):
    """A roll of the dice: results compare as Lucky, then any total by its size, then Fumble (P-M2).

    Attributes:
        flag: Lucky, Fumble or neither.
        total: What the dice add to the ability.
    """

    flag: Flag
    total: int


def dice_count(field: str, dice: object) -> int:
    """Return the number of dice if it is 2 or 3 (P-3.1, P-4.3, P-10.6).

    Raises:
        InputError: If it is not.
    """
    if dice not in (2, 3) or isinstance(dice, (bool, float)):
        allowed = Text("2 dice, or 3 with a Factor or a preparation effect", "2個、ファクターか準備効果があれば3個")
        raise InputError(field, dice, allowed, "P-3.1")
    return 2 if dice == 2 else 3


def read_faces(faces: Sequence[int], rulings: Rulings = Rulings()) -> Roll:
    """Say what rolled dice mean before the ability is added.

    Args:
        faces: What the dice show, two or three numbers from 1 to 6.
        rulings: What a third die counts for (P-Q1), when it is Lucky (P-Q2) and when a Fumble (P-Q3).

    Returns:
        The total and the flag.

    Raises:
        InputError: If there are not two or three dice, or a die does not exist.

    Source: P-3.1, P-5.1, P-5.3, P-M1.

    Example:
        >>> read_faces([6, 6, 2])
        Roll(flag=<Flag.LUCKY: 2>, total=14)
        >>> read_faces([1, 1]).flag.name
        'FUMBLE'
    """
    dice = dice_count("faces", len(faces))
    for face in faces:
        whole_number("faces", face, 1, FACES, "P-3.1")
    kept = sorted(faces)[1:] if dice == 3 and rulings.third_die == "best_two" else faces
    sixes, ones = faces.count(FACES), faces.count(1)
    lucky = sixes >= 2 if rulings.lucky_needs == "two_sixes" else sixes == 2
    fumble = ones == dice if rulings.fumble_needs == "all_ones" else ones >= 2
    flag = Flag.LUCKY if lucky else Flag.FUMBLE if fumble else Flag.NONE
    return Roll(flag, sum(kept))


@remembered(None)
def roll_odds(dice: int, rulings: Rulings = Rulings()) -> Mapping[Roll, Fraction]:
    """Work out the chance of every roll of two or three dice.

    Args:
        dice: 2 or 3.
        rulings: What dice mean (P-Q1 to P-Q3).

    Returns:
        The chance of each roll, worst first; they sum to 1.

    Raises:
        InputError: If the number of dice is not allowed.

    Source: P-M1.

    Example:
        >>> roll_odds(2)[Roll(Flag.LUCKY, 12)]
        Fraction(1, 36)
        >>> sum(chance for roll, chance in roll_odds(3).items() if roll.flag is Flag.LUCKY)
        Fraction(2, 27)
    """

    def read(*shown: int) -> tuple[int, int]:
        roll = read_faces(shown, rulings)
        return int(roll.flag), roll.total

    rolls: icepool.Die[tuple[int, int]] = icepool.map(read, *[icepool.d(FACES)] * dice_count("dice", dice))
    return {
        Roll(Flag(flag), total): Fraction(quantity, rolls.denominator()) for (flag, total), quantity in rolls.items()
    }


def better(first: Roll, again: Roll, rulings: Rulings = Rulings()) -> Roll:
    """Say which of two rolls of the same check counts.

    Args:
        first: The roll before.
        again: The roll made again.
        rulings: Whether a Fumble can be undone and whether Lucky counts in a roll made again (P-Q4).

    Returns:
        The one that counts; a Lucky one without its flag if it does not count as one (P-Q4).

    Source: P-6.3, P-7.6, P-M2.

    Example:
        >>> better(Roll(Flag.FUMBLE, 2), Roll(Flag.NONE, 3)).total
        3
    """
    if first.flag is Flag.FUMBLE and not rulings.reroll_fumble:
        return first
    if again.flag is Flag.LUCKY and not rulings.lucky_on_reroll:
        again = Roll(Flag.NONE, again.total)
    return max(first, again)


@remembered(None)
def best_odds(dice: int, rolls: int = 1, rulings: Rulings = Rulings()) -> Mapping[Roll, Fraction]:
    """Work out the chance of every result when a check may be rolled several times and the best counts.

    Args:
        dice: 2 or 3, for each of the rolls (P-6.4).
        rolls: How often it is rolled, 1 to 20.
        rulings: How dice and rolls made again are read (P-Q1 to P-Q4).

    Returns:
        The chance of each result, worst first; they sum to 1.

    Raises:
        InputError: If the number of dice or of rolls is not allowed.

    Source: P-6.3, P-7.6, P-M2.

    Example:
        >>> best_odds(2, 2)[Roll(Flag.FUMBLE, 2)]
        Fraction(1, 1296)
    """
    whole_number("rolls", rolls, 1, MOST_ROLLS, "P-7.6")
    one = roll_odds(dice, rulings)
    odds = dict(one)
    for _ in range(rolls - 1):
        odds = merged((better(so_far, again, rulings), p * q) for so_far, p in odds.items() for again, q in one.items())
    return dict(sorted(odds.items()))


def merged[Outcome, Weight: (int, Fraction)](outcomes: Iterable[tuple[Outcome, Weight]]) -> dict[Outcome, Weight]:
    """Return outcomes, each once, with their chances, or how often they come, added up."""
    total: dict[Outcome, Weight] = {}
    for outcome, weight in outcomes:
        total[outcome] = total.get(outcome, 0) + weight
    return total


def check_value(roll: Roll, ability: int, modifier: int = 0, rulings: Rulings = Rulings()) -> int:
    """Add the ability and what conditions change.

    Args:
        roll: The dice.
        ability: The ability, -99 to 99.
        modifier: The sum of the conditions, -99 to 99 (P-M12).
        rulings: Whether a check value can fall below 0 (P-Q39).

    Returns:
        The check value.

    Source: P-3.2, P-3.4, P-M1.

    Example:
        >>> check_value(Roll(Flag.NONE, 7), 3, -2)
        8
    """
    whole_number("ability", ability, -LARGEST_NUMBER, LARGEST_NUMBER, "P-3.2")
    whole_number("modifier", modifier, -LARGEST_NUMBER, LARGEST_NUMBER, "P-17.14a")
    value = roll.total + ability + modifier
    return max(0, value) if rulings.lowest_value == "zero" else value


def succeeds(roll: Roll, target: int, ability: int, modifier: int = 0, rulings: Rulings = Rulings()) -> bool:
    """Say whether a check succeeds.

    Args:
        roll: The dice.
        target: The target number, -99 to 99.
        ability: The ability.
        modifier: The sum of the conditions.
        rulings: How low a value can be (P-Q39).

    Returns:
        True for a success; Lucky and Fumble decide alone.

    Source: P-3.6, P-3.7, P-5.2, P-5.4, P-M1.

    Example:
        >>> succeeds(Roll(Flag.NONE, 6), 9, 3), succeeds(Roll(Flag.LUCKY, 12), 40, 3)
        (True, True)
    """
    whole_number("target", target, -LARGEST_NUMBER, LARGEST_NUMBER, "P-3.5")
    if roll.flag is not Flag.NONE:
        return roll.flag is Flag.LUCKY
    return check_value(roll, ability, modifier, rulings) >= target


def roll_count(assists: int = 0, rerolled: bool = False, rulings: Rulings = Rulings()) -> int:
    """Say how often a check is rolled.

    Args:
        assists: Helpers, 0 or more, each once (P-7.4).
        rerolled: Has the roller paid for a reroll, once (P-6.5)?
        rulings: Whether n assists mean n rolls more, or n in all (P-Q5).

    Returns:
        The number of rolls, 1 or more.

    Source: P-6.5, P-7.6, P-M2.

    Example:
        >>> roll_count(2, rerolled=True)
        4
    """
    whole_number("assists", assists, 0, MOST_ROLLS - 2, "P-7.6")
    rolls = 1 + assists if rulings.assist_rolls == "extra" else max(1, assists)
    return rolls + yes_or_no("rerolled", rerolled)
