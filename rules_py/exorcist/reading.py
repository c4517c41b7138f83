"""Reading what players type: attacks that come in, splits of dice, the dice of a party."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rules_py.core.errors import InputError
from rules_py.core.lists import entries, numbers
from rules_py.core.words import words
from rules_py.exorcist.characters import MOST_ABILITY, Damage, DamageKind, parse_damage
from rules_py.exorcist.checks import LADDER, MOST_DICE, Difficulty, Reach
from rules_py.exorcist.fights import MOST_FIGHTERS
from rules_py.exorcist.odds import MOST_INCOMING

WORDS = words("exorcist")

_DICE = re.compile(r"([0-9]{1,2})D?")
_DIFFICULTIES = {difficulty.text.en: difficulty for difficulty in LADDER}
_KINDS = {
    "PHYSICAL": DamageKind.PHYSICAL,
    "物理": DamageKind.PHYSICAL,
    "SPIRITUAL": DamageKind.SPIRITUAL,
    "霊的": DamageKind.SPIRITUAL,
}
_REACHES = {"MELEE": Reach.MELEE, "近接": Reach.MELEE, "RANGED": Reach.RANGED, "遠隔": Reach.RANGED}


@dataclass(frozen=True)
class TypedAttack:
    """An attack as a line of text describes it.

    Args:
        dice: Dice of the attack check.
        damage: What a hit does.
        difficulty: Difficulty of the attack check.
        reach: Melee or ranged.
    """

    dice: int
    damage: Damage
    difficulty: Difficulty = Difficulty.NORMAL
    reach: Reach = Reach.MELEE


def read_attacks(raw: str, field: str, most: int = MOST_INCOMING) -> tuple[TypedAttack, ...]:
    """Read a list of attacks.

    Args:
        raw: Attacks separated by commas: dice, damage, and in any order a difficulty, a kind, a reach; may be empty.
        field: The form field's name.
        most: How many attacks there may be.

    Returns:
        The attacks in order.

    Raises:
        InputError: If there are too many, or one cannot be read.

    Source: E-5.11, E-5.14, E-8.6.

    Example:
        >>> [(a.dice, str(a.damage), a.damage.kind.value) for a in read_attacks("3D 1d6, 2D HARD 1d4s", "more")]
        [(3, '1d6', 'physical'), (2, '1d4', 'spiritual')]
        >>> read_attacks("something", "more")
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: more: “something” is not possible here: dice and damage, ...
    """
    allowed = WORDS["attacks_in_all"].format(most=most)
    return tuple(_read_attack(entry, field) for entry in entries(raw, field, allowed, most=most))


def _read_attack(entry: str, field: str) -> TypedAttack:
    parts = entry.upper().split()
    dice = _DICE.fullmatch(parts[0])
    if len(parts) < 2 or not dice or int(dice[1]) > MOST_DICE:
        raise InputError(field, entry, WORDS["written_attack"])
    found = TypedAttack(int(dice[1]), Damage())
    kind = None
    damaged = False
    for word in parts[1:]:
        if word in _DIFFICULTIES:
            found = replace(found, difficulty=_DIFFICULTIES[word])
        elif word in _KINDS:
            kind = _KINDS[word]
        elif word in _REACHES:
            found = replace(found, reach=_REACHES[word])
        elif damaged:
            raise InputError(field, entry, WORDS["written_attack"])
        else:
            spirit = word.endswith("S")
            try:
                damage = parse_damage(word.removesuffix("S"), field)
            except InputError:
                raise InputError(field, entry, WORDS["written_attack"]) from None
            found, damaged = replace(found, damage=damage), True
            kind = DamageKind.SPIRITUAL if spirit else kind
    if not damaged:
        raise InputError(field, entry, WORDS["written_attack"])
    return replace(found, damage=replace(found.damage, kind=kind or DamageKind.PHYSICAL))


def read_split(raw: str, field: str) -> tuple[int, ...]:
    """Read how the dice of an attack check are divided.

    Args:
        raw: Dice of each part: `3+2`, `3 2`; nothing for an attack that is not split.
        field: The form field's name.

    Returns:
        The parts; none if it is not split.

    Raises:
        InputError: If it cannot be read.

    Source: E-5.22, E-M14, E-Q9.

    Example:
        >>> read_split("3+2", "split"), read_split("", "split")
        ((3, 2), ())
    """
    return numbers(raw, field, WORDS["written_parts"], rule="E-Q9", also="+")


def read_party(raw: str, field: str) -> tuple[int, ...]:
    """Read the dice of each member of a party.

    Args:
        raw: One number for each: `3, 2, 4`.
        field: The form field's name.

    Returns:
        The numbers, one to eight of 0 to 20.

    Raises:
        InputError: If it cannot be read.

    Source: E-3.7.

    Example:
        >>> read_party("3, 2, 4", "party")
        (3, 2, 4)
    """
    allowed = WORDS["written_abilities"].format(most=MOST_FIGHTERS, ability=MOST_ABILITY)
    return numbers(raw, field, allowed, least=1, most=MOST_FIGHTERS, largest=MOST_ABILITY, rule="E-3.7")
