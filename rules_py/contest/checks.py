"""One exchange of rolls: success levels and masteries (C-M4, C-M5)."""

from __future__ import annotations

from enum import Enum

from rules_py.contest.characters import STEP, Ability
from rules_py.core.rulings import one_of, whole_number
from rules_py.core.text import NamedInt, Text

FACES = 20


class Side(Enum):
    """The two sides of a contest; the piece's position counts up towards B's dying square."""

    A = "a"
    B = "b"

    @property
    def other(self) -> Side:
        """The opponent's side."""
        return Side.B if self is Side.A else Side.A

    @property
    def sign(self) -> int:
        """The direction in which this side pushes: A towards +, B towards -."""
        return 1 if self is Side.A else -1


class SuccessLevel(NamedInt):
    """The four success levels, worst first, so that a better one compares as greater."""

    FUMBLE = 0, Text("Fumble", "ファンブル")
    FAILURE = 1, Text("Failure", "失敗")
    SUCCESS = 2, Text("Success", "成功")
    CRITICAL = 3, Text("Critical", "クリティカル")


def success_level(roll: int, rating: int) -> SuccessLevel:
    """Which level a roll reaches before masteries are counted.

    Args:
        roll: The d20, 1 to 20.
        rating: The number before the W, 1 to 20.

    Returns:
        The level: 1 is a critical and 20 a fumble whatever the ability.

    Raises:
        InputError: If a number is out of bounds.

    Source: C-4.2, C-M4, C-Q1.

    Example:
        >>> [success_level(roll, 12).name for roll in (1, 12, 13, 20)]
        ['CRITICAL', 'SUCCESS', 'FAILURE', 'FUMBLE']
    """
    whole_number("roll", roll, 1, FACES, "C-Q1")
    whole_number("rating", rating, 1, STEP, "C-Q1")
    if roll == 1:
        return SuccessLevel.CRITICAL
    if roll == FACES:
        return SuccessLevel.FUMBLE
    return SuccessLevel.SUCCESS if roll <= rating else SuccessLevel.FAILURE


def raise_level(
    level_a: SuccessLevel, level_b: SuccessLevel, side: Side, steps: int = 1
) -> tuple[SuccessLevel, SuccessLevel]:
    """Raise one side's result; once it is critical, each further step lowers the opponent's instead.

    Args:
        level_a: Level of side A.
        level_b: Level of side B.
        side: The side that is raised.
        steps: How many steps, 0 or more.

    Returns:
        The levels of A and B afterwards; nothing falls below a fumble.

    Source: C-M5, C-Q2, C-Q3.

    Example:
        >>> raise_level(SuccessLevel.CRITICAL, SuccessLevel.SUCCESS, Side.A)
        (<SuccessLevel.CRITICAL: 3>, <SuccessLevel.FAILURE: 1>)
    """
    whole_number("steps", steps, 0, 10_000, "C-Q2")
    for name, level in (("level_a", level_a), ("level_b", level_b)):
        one_of(name, level, SuccessLevel)
    own, other = (level_a, level_b) if one_of("side", side, Side) is Side.A else (level_b, level_a)
    raised = min(steps, SuccessLevel.CRITICAL - own)
    own = SuccessLevel(own + raised)
    other = SuccessLevel(max(SuccessLevel.FUMBLE, other - (steps - raised)))
    return (own, other) if side is Side.A else (other, own)


def compare_rolls(
    ability_a: Ability, ability_b: Ability, roll_a: int, roll_b: int
) -> tuple[SuccessLevel, SuccessLevel]:
    """The levels of both sides after their masteries have cancelled out.

    Args:
        ability_a: Effective ability of side A.
        ability_b: Effective ability of side B.
        roll_a: A's d20, 1 to 20.
        roll_b: B's d20, 1 to 20.

    Returns:
        The levels of A and B: masteries cancel one for one, and each one left over raises its side one step.

    Raises:
        InputError: If a roll is no number from 1 to 20.

    Source: C-4.3, C-M5, C-Q2.

    Example:
        >>> from rules_py.contest.characters import parse_ability
        >>> a, b = compare_rolls(parse_ability("10W"), parse_ability("15"), 1, 10)
        >>> a.name, b.name
        ('CRITICAL', 'FAILURE')
    """
    whole_number("roll_a", roll_a, 1, FACES, "C-Q1")
    whole_number("roll_b", roll_b, 1, FACES, "C-Q1")
    levels = success_level(roll_a, ability_a.rating), success_level(roll_b, ability_b.rating)
    net = ability_a.masteries - ability_b.masteries
    return raise_level(*levels, Side.A if net > 0 else Side.B, abs(net))
