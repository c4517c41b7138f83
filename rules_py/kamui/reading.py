"""Reading what players type: further attacks, splits of action value, parties, faces, threat levels, squares."""

from __future__ import annotations

from collections.abc import Callable

from rules_py.core.errors import InputError
from rules_py.core.lists import entries, is_nothing, joined, numbers, plain
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text
from rules_py.core.words import words
from rules_py.kamui.characters import MOST_KAMUI, MOST_REVIVALS
from rules_py.kamui.faith import Later
from rules_py.kamui.grace import MOST_GRACE_DICE, MOST_GRACE_DICE_IN_ALL, MOST_THREAT, Supplicant
from rules_py.kamui.odds import MOST_ACTION, MOST_ATTACKS, Attack
from rules_py.kamui.rulings import LARGEST_FACE

WORDS = words("kamui")

MOST_PARTY_DICE = 12
MOST_LISTED = 20
_NOT_MADE = ("x", "X", "×")


def _rows[Made](
    raw: str, field: str, allowed: Text, make: Callable[..., Made], sizes: tuple[int, ...], *, most: int, least: int = 0
) -> tuple[Made, ...]:
    """Split a list at its commas, and each entry at its slashes, into the numbers that something is made of."""
    found = []
    for entry in entries(raw, field, allowed, least=least, most=most):
        row = joined(entry, "/")
        if len(row) not in sizes:
            raise InputError(field, entry, allowed)
        try:
            found.append(make(*row))
        except InputError:
            raise InputError(field, entry, allowed) from None
    return tuple(found)


def read_attacks(raw: str, field: str) -> tuple[Attack, ...]:
    """Read attacks with numbers of their own.

    Args:
        raw: Attacks separated by commas, each as ability, attack power, faith multiplier and damage bonus between
            slashes: `4/6/2/0`; empty for none.
        field: The form field's name.

    Returns:
        The attacks in order.

    Raises:
        InputError: If there are more than 3, or one cannot be read.

    Source: K-4.5, K-5.1, K-5.3, K-Q8, K-Q10.

    Example:
        >>> read_attacks("4/6/2/0", "more"), read_attacks("", "more")
        ((Attack(ability=4, power=6, multiplier=2, bonus=0),), ())
    """
    allowed = WORDS["written_attacks"].format(most=MOST_ATTACKS - 1)
    return _rows(raw, field, allowed, Attack, (4,), most=MOST_ATTACKS - 1)


def read_split(raw: str, field: str) -> tuple[int | None, ...]:
    """Read how action value is divided over attacks.

    Args:
        raw: The action value of each attack, joined by plus signs: `3+1`; an x for one that is not made, as in
            `3+x`; empty where the best split is wanted.
        field: The form field's name.

    Returns:
        The parts, None for an attack that is not made; nothing for the best split.

    Raises:
        InputError: If it cannot be read.

    Source: K-4.4, K-5.1.

    Example:
        >>> read_split("3+1", "split"), read_split("4 + x", "split"), read_split("", "split")
        ((3, 1), (4, None), ())
    """
    allowed = WORDS["written_split"]
    parts = entries(raw, field, allowed, most=MOST_ATTACKS, also="+", spaces=True)
    made = [joined(part, "+") for part in parts if part not in _NOT_MADE]
    if not all(made) or any(value > MOST_ACTION for (value,) in made):
        raise InputError(field, raw, allowed)
    return tuple(None if part in _NOT_MADE else int(part) for part in parts)


def read_party(raw: str, field: str) -> tuple[tuple[int, int], ...]:
    """Read the dice and the ability of each member of a party.

    Args:
        raw: PCs separated by commas, each as dice and ability with a slash: `2/5, 3/4`.
        field: The form field's name.

    Returns:
        Dice, 0 to 12, and ability, 0 to 10, of one to eight PCs.

    Raises:
        InputError: If it cannot be read.

    Source: K-2.4, K-Q1, K-Q3.

    Example:
        >>> read_party("2/5, 3/4", "party")
        ((2, 5), (3, 4))
    """
    allowed = WORDS["written_party"].format(most=MOST_KAMUI, dice=MOST_PARTY_DICE, ability=LARGEST_FACE)
    return _rows(raw, field, allowed, _dice_and_ability, (2,), least=1, most=MOST_KAMUI)


def _dice_and_ability(dice: int, ability: int) -> tuple[int, int]:
    return whole_number("dice", dice, 0, MOST_PARTY_DICE), whole_number("ability", ability, 0, LARGEST_FACE)


def read_supplicants(raw: str, field: str) -> tuple[Supplicant, ...]:
    """Read what each PC brings to the grace check.

    Args:
        raw: PCs separated by commas, each as unused level-5 links, rank and revival checks with slashes: `3/4/1`; the
            last may be left out.
        field: The form field's name.

    Returns:
        One to eight PCs with up to 16 dice.

    Raises:
        InputError: If it cannot be read.

    Source: K-6.2, K-6.3, K-6.5.

    Example:
        >>> read_supplicants("3/4/1, 2/5", "party")
        (Supplicant(dice=3, rank=4, revivals=1), Supplicant(dice=2, rank=5, revivals=0))
    """
    allowed = WORDS["written_supplicants"].format(
        most=MOST_KAMUI, each=MOST_GRACE_DICE, rank=LARGEST_FACE, revivals=MOST_REVIVALS
    )
    found = _rows(raw, field, allowed, Supplicant, (2, 3), least=1, most=MOST_KAMUI)
    dice = sum(pc.dice for pc in found)
    if dice > MOST_GRACE_DICE_IN_ALL:
        raise InputError(field, dice, WORDS["links_in_all"].format(most=MOST_GRACE_DICE_IN_ALL))
    return found


def read_threats(raw: str, field: str) -> tuple[int, ...]:
    """Read the threat levels of the defeated magai.

    Args:
        raw: Numbers separated by commas: `2, 1`; empty for none.
        field: The form field's name.

    Returns:
        The threat levels, together up to 20.

    Raises:
        InputError: If it cannot be read.

    Source: K-6.9, K-Q16.

    Example:
        >>> read_threats("2, 1", "threats"), read_threats("", "threats")
        ((2, 1), ())
    """
    allowed = WORDS["written_threats"].format(most=MOST_THREAT)
    found = numbers(raw, field, allowed, rule="K-6.9")
    if sum(found) > MOST_THREAT:
        raise InputError(field, raw, allowed, "K-6.9")
    return found


def read_faces(raw: str, field: str) -> tuple[tuple[int, ...], ...]:
    """Read the faces that each PC rolled.

    Args:
        raw: Faces separated by spaces, PCs separated by slashes: `3 5 9 / 2 7`; empty where nothing has been rolled.
        field: The form field's name.

    Returns:
        The faces of each PC; nothing if nothing has been rolled.

    Raises:
        InputError: If it cannot be read.

    Source: K-6.2, K-6.9.

    Example:
        >>> read_faces("3 5 9 / 2 7", "faces"), read_faces("", "faces")
        (((3, 5, 9), (2, 7)), ())
    """
    if is_nothing(raw):
        return ()
    found = []
    for part in plain(raw).split("/"):
        faces = numbers(part, field, WORDS["written_faces"])
        found.append(tuple(whole_number(field, face, 1, LARGEST_FACE, "K-Q2") for face in faces))
    if not any(found):
        raise InputError(field, raw, WORDS["written_faces"])
    return tuple(found)


def read_numbers(raw: str, field: str) -> tuple[int, ...]:
    """Read whole numbers.

    Args:
        raw: Numbers with commas or spaces between them, such as `2, 2, 7`; empty for none.
        field: The form field's name.

    Returns:
        The numbers in order, up to 20 of 0 to 99.

    Raises:
        InputError: If it cannot be read.

    Example:
        >>> read_numbers("2, 2 ７", "rifts"), read_numbers("", "rifts")
        ((2, 2, 7), ())
    """
    return numbers(raw, field, WORDS["numbers_or_none"], most=MOST_LISTED)


def read_some_numbers(raw: str, field: str) -> tuple[int, ...]:
    """Read whole numbers where there must be one.

    Args:
        raw: Numbers with commas or spaces between them, such as `2, 2, 7`.
        field: The form field's name.

    Returns:
        The numbers in order, one to 20 of 0 to 99.

    Raises:
        InputError: If it cannot be read, or there is none.

    Example:
        >>> read_some_numbers("1", "moves")
        (1,)
    """
    return numbers(raw, field, WORDS["some_numbers"], least=1, most=MOST_LISTED)


def read_later(raw: str, field: str) -> tuple[Later, ...]:
    """Read which rifts are expected.

    Args:
        raw: Round and square of each, with commas or spaces between them, such as `2:9, 3:1`; empty for none.
        field: The form field's name.

    Returns:
        The rifts in order, up to 20.

    Raises:
        InputError: If it cannot be read.

    Source: K-7.2, K-7.3.

    Example:
        >>> read_later("2:9, 3：1", "later")
        (Later(round=2, square=9), Later(round=3, square=1))
    """
    allowed = WORDS["written_rounds"]
    found = [joined(entry, ":") for entry in entries(raw, field, allowed, most=MOST_LISTED, spaces=True)]
    if any(len(each) != 2 for each in found):
        raise InputError(field, raw, allowed)
    return tuple(Later(*each) for each in found)
