"""Dice pools against the ladder of difficulties (E-M1, E-M2, E-M3)."""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.rulings import one_of, whole_number, yes_or_no
from rules_py.core.text import Named, NamedInt, Text, same
from rules_py.core.words import words
from rules_py.exorcist.rulings import Rulings

WORDS = words("exorcist")
FACES = 6
MOST_DICE = 30
MOST_STEPS = 5


class Difficulty(NamedInt):
    """The ladder, easiest first, named as in the game; the value is the face that a die has to reach (E-T2, E-Q1)."""

    AUTOMATIC = 1, Text("automatic success", "自動成功")
    """Below KIDS, where the house rule of E-Q4 allows it: every die succeeds."""
    KIDS = 2, same("KIDS")
    EASY = 3, same("EASY")
    NORMAL = 4, same("NORMAL")
    HARD = 5, same("HARD")
    ULTRA_HARD = 6, same("ULTRA-HARD")
    IMPOSSIBLE = 7, Text("impossible", "成功不可能")
    """Above ULTRA-HARD, where the house rule of E-Q39 allows it: no die succeeds."""


LADDER = tuple(Difficulty)[1:-1]
"""The five difficulties of E-T2."""


class Pressure(NamedInt):
    """Combat-zone pressure: how many steps harder evading a melee attack is (E-T5)."""

    NORMAL = 0, Text("normal", "通常")
    HARD = 1, Text("Hard mode", "ハードモード")
    ULTRA_HARD = 2, Text("Ultra Hard mode", "ウルトラハードモード")


class Reach(Named):
    """The two kinds of attack (E-5.11)."""

    MELEE = "melee", Text("melee", "近接")
    RANGED = "ranged", Text("ranged", "遠隔")


def shift(difficulty: Difficulty, steps: int, rulings: Rulings = Rulings()) -> Difficulty:
    """Move along the ladder of difficulties.

    Args:
        difficulty: Where to start, KIDS to ULTRA-HARD.
        steps: Steps to go, harder above 0, easier below; -5 to 5.
        rulings: `easiest` says what lies below KIDS, `hardest` what lies above ULTRA-HARD.

    Returns:
        The difficulty reached. Nothing is harder than ULTRA-HARD, whose face is a 6 (E-13.8), but under a house rule.

    Raises:
        InputError: If the difficulty or the number of steps does not exist.

    Source: E-13.8, E-T2, E-M2, E-Q1, E-Q4, E-Q39.

    Example:
        >>> shift(Difficulty.NORMAL, 1).text.en, shift(Difficulty.HARD, 2).text.en
        ('HARD', 'ULTRA-HARD')
        >>> shift(Difficulty.KIDS, -1).text.en, shift(Difficulty.KIDS, -1, Rulings(easiest="automatic")).text.en
        ('KIDS', 'automatic success')
    """
    check_difficulty("difficulty", difficulty)
    whole_number("steps", steps, -MOST_STEPS, MOST_STEPS)
    easiest = Difficulty.KIDS if rulings.easiest == "kids" else Difficulty.AUTOMATIC
    hardest = Difficulty.ULTRA_HARD if rulings.hardest == "ultra_hard" else Difficulty.IMPOSSIBLE
    return Difficulty(min(max(difficulty + steps, easiest), hardest))


def check_difficulty(field: str, value: object, *, beyond: bool = False) -> Difficulty:
    """Return the difficulty if it stands on the ladder; where it says so, beyond its ends too (E-Q4, E-Q39).

    Raises:
        InputError: If it does not.
    """
    if not isinstance(value, Difficulty) or (value not in LADDER and not beyond):
        names = same(" / ".join(difficulty.text.en for difficulty in LADDER))
        raise InputError(field, value, names, "E-T2")
    return value


def dice_rolled(dice: int, rulings: Rulings = Rulings()) -> int:
    """How many dice a check is made with.

    Args:
        dice: Ability and bonus dice together, 0 to 30.
        rulings: `no_dice` says what happens without any.

    Returns:
        The number of dice; 0 means that the check fails.

    Raises:
        InputError: If the number is out of bounds.

    Source: E-3.7, E-M1, E-Q3.

    Example:
        >>> dice_rolled(3), dice_rolled(0), dice_rolled(0, Rulings(no_dice="one_die"))
        (3, 0, 1)
    """
    whole_number("dice", dice, 0, MOST_DICE, "E-3.7")
    return 1 if dice == 0 and rulings.no_dice == "one_die" else dice


def successes(rolls: Sequence[int], difficulty: Difficulty) -> int:
    """Count the dice that reach the difficulty; one is enough for the check.

    Args:
        rolls: The faces rolled, 1 to 6 each, up to 30 of them; none is a check without dice.
        difficulty: The difficulty, with all steps counted.

    Returns:
        The number of successes.

    Raises:
        InputError: If a face or the difficulty does not exist, or there are too many faces.

    Source: E-3.5, E-3.7 to E-3.9, E-M1.

    Example:
        >>> successes([2, 4, 6], Difficulty.NORMAL), successes([2, 4, 6], Difficulty.HARD)
        (2, 1)
    """
    check_difficulty("difficulty", difficulty, beyond=True)
    whole_number("dice", len(rolls), 0, MOST_DICE, "E-3.7")
    for roll in rolls:
        whole_number("rolls", roll, 1, FACES, "E-3.7")
    return sum(roll >= difficulty for roll in rolls)


def check_focus(focus: bool, manoeuvre: bool, field: str = "do") -> None:
    """Refuse attack focus together with the tactical manoeuvre.

    Args:
        focus: Is the attacker in attack focus?
        manoeuvre: Has the attacker declared the tactical manoeuvre this activation?
        field: Name to report in the error.

    Raises:
        ForbiddenAction: If both are wanted.

    Source: E-4.9, E-5.9.

    Example:
        >>> check_focus(True, True, "manoeuvre")
        Traceback (most recent call last):
        ...
        rules_py.core.errors.ForbiddenAction: manoeuvre: Attack focus with the tactical manoeuvre is not ... (E-5.9).
    """
    if focus and manoeuvre:
        raise ForbiddenAction(
            WORDS["focus_with_manoeuvre"],
            WORDS["focus_gives_up_manoeuvre"],
            rule="E-5.9",
            field=field,
        )


def attack_difficulty(
    base: Difficulty = Difficulty.NORMAL,
    *,
    focus: bool = False,
    manoeuvre: bool = False,
    steps: int = 0,
    rulings: Rulings = Rulings(),
) -> Difficulty:
    """The difficulty of an attack check.

    Args:
        base: What gear or enemy say; NORMAL where they say nothing (E-Q2).
        focus: Is the attacker in attack focus, one step easier?
        manoeuvre: Has the attacker declared the tactical manoeuvre this activation, one step harder?
        steps: Further steps from other effects, harder above 0, -5 to 5.
        rulings: `easiest` says what lies below KIDS, `hardest` what lies above ULTRA-HARD.

    Returns:
        The difficulty.

    Raises:
        ForbiddenAction: If focus and manoeuvre are wanted together.

    Source: E-4.6, E-4.9, E-4.10, E-5.8 to E-5.10, E-T6, E-M3, E-Q2, E-Q4, E-Q39.

    Example:
        >>> attack_difficulty(focus=True).text.en, attack_difficulty(manoeuvre=True).text.en
        ('EASY', 'HARD')
        >>> attack_difficulty(focus=True, manoeuvre=True)
        Traceback (most recent call last):
        ...
        rules_py.core.errors.ForbiddenAction: do: Attack focus with the tactical manoeuvre is not possible ... (E-5.9).
    """
    check_focus(yes_or_no("focus", focus), yes_or_no("manoeuvre", manoeuvre))
    check_difficulty("base", base)
    whole_number("steps", steps, -MOST_STEPS, MOST_STEPS)
    total = steps - focus + manoeuvre
    return shift(base, max(-MOST_STEPS, min(MOST_STEPS, total)), rulings)


def evade_difficulty(
    reach: Reach, pressure: Pressure = Pressure.NORMAL, base: Difficulty = Difficulty.NORMAL
) -> Difficulty:
    """The difficulty of an evasion check.

    Args:
        reach: Is the attack melee or ranged? Pressure makes only melee attacks harder to evade.
        pressure: The combat-zone pressure.
        base: The evade difficulty without pressure; NORMAL where nothing else is said (E-Q2).

    Returns:
        The difficulty, ULTRA-HARD at most.

    Raises:
        InputError: If the base is no difficulty.

    Source: E-13.5, E-13.7, E-13.8, E-T5, E-M5, E-Q2.

    Example:
        >>> [evade_difficulty(Reach.MELEE, pressure).text.en for pressure in Pressure]
        ['NORMAL', 'HARD', 'ULTRA-HARD']
        >>> evade_difficulty(Reach.RANGED, Pressure.ULTRA_HARD).text.en
        'NORMAL'
    """
    check_difficulty("base", base)
    one_of("pressure", pressure, Pressure, "E-T5")
    return shift(base, pressure.value if one_of("reach", reach, Reach) is Reach.MELEE else 0)
