"""What a character brings to a contest: abilities, augments, wounds (C-M1, C-M2, C-M3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated

from rules_py.contest.rulings import Rulings
from rules_py.core.errors import InputError
from rules_py.core.lists import a_text, plain
from rules_py.core.rulings import Bounds, Checked, whole_number, yes_or_no
from rules_py.core.words import words

STEP = 20
MOST_MASTERIES = 2_000
MOST_PERMANENT = 100
MOST_AUGMENTS = 30_000
MOST_MODIFIER = 1_000
_NOTATION = re.compile(r"([0-9]{1,2})(?:(W)([0-9]{1,2})?)?")
WORDS = words("contest")


@dataclass(frozen=True, order=True)
class Ability(Checked):
    """An ability in the base game's notation: a number from 1 to 20 and masteries of 20 each.

    Args:
        masteries: Number of masteries (W), 0 to 2000.
        rating: Number before the W, 1 to 20.

    Raises:
        InputError: If a number is out of bounds.

    Source: C-Q1, C-M1.

    Example:
        >>> Ability(masteries=1, rating=10).value
        30
        >>> print(Ability(masteries=2, rating=5))
        5W2
    """

    masteries: Annotated[int, Bounds(0, MOST_MASTERIES, "C-Q1")]
    rating: Annotated[int, Bounds(1, STEP, "C-Q1")]

    @property
    def value(self) -> int:
        """The whole value: rating + 20 for each mastery."""
        return self.rating + STEP * self.masteries

    @classmethod
    def of_value(cls, value: int) -> Ability:
        """Return the ability that has a value of 1 or more.

        Raises:
            InputError: If the value is below 1 or needs more than 2000 masteries.

        Example:
            >>> str(Ability.of_value(40)), str(Ability.of_value(41))
            ('20W', '1W2')
        """
        whole_number("value", value, 1, STEP * (MOST_MASTERIES + 1), "C-Q1")
        masteries, rest = divmod(value - 1, STEP)
        return cls(masteries, rest + 1)

    def __str__(self) -> str:
        count = self.masteries if self.masteries > 1 else ""
        return f"{self.rating}W{count}" if self.masteries else str(self.rating)


def parse_ability(text: str, field: str = "ability") -> Ability:
    """Read an ability as a player writes it.

    Args:
        text: `17`, `10W`, `5W2`, up to 99 masteries; small letters, full-width characters and outer spaces are
            understood.
        field: Name to report in the error.

    Returns:
        The ability.

    Raises:
        InputError: If the text is no ability: the number is not 1 to 20, masteries are negative, or it is no number.

    Source: C-M1, C-Q1.

    Example:
        >>> parse_ability("10W").value, parse_ability("5w2").value
        (30, 45)
        >>> parse_ability("0")
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: ability: “0” is not possible here: a number from 1 to 20, then W ...
    """
    found = _NOTATION.fullmatch(plain(a_text(field, text)).upper())
    if not found or not 1 <= int(found[1]) <= STEP or found[3] in ("0", "00"):
        raise InputError(field, text, WORDS["ability_notation"], "C-Q1")
    return Ability(int(found[3] or 1) if found[2] else 0, int(found[1]))


def augment_bonus(ability: Ability, rulings: Rulings = Rulings(), wounded: bool = False) -> int:
    """How much an ability adds when it augments another: a tenth of its value, halves rounded up.

    Args:
        ability: The ability that helps, as it stands on the sheet.
        rulings: `augment_value` decides whether masteries count (C-Q6).
        wounded: Does its owner bear a heavy wound? Then half of the value that counts is left (C-6.2).

    Returns:
        The bonus, 0 or more.

    Source: C-3.5, C-6.2, C-M2, C-Q6.

    Example:
        >>> [augment_bonus(parse_ability(a)) for a in ("4", "5", "14", "15", "10W", "5W2")]
        [0, 1, 1, 2, 3, 5]
        >>> augment_bonus(parse_ability("10W"), wounded=True)
        2
    """
    value = ability.value if rulings.augment_value == "full" else ability.rating
    if yes_or_no("wounded", wounded):
        value = halve(value)
    return (value + 5) // 10


def halve(value: int) -> int:
    """Half of an ability's value, rounded up: what is left of it under a heavy wound.

    Args:
        value: The full value, 0 or more.

    Returns:
        The halved value.

    Raises:
        InputError: If the value is no such number.

    Source: C-6.2, C-M3.

    Example:
        >>> halve(15), halve(30)
        (8, 15)
    """
    whole_number("value", value, 0, STEP * (MOST_MASTERIES + 1), "C-6.2")
    return -(-value // 2)


@dataclass(frozen=True)
class Contestant(Checked):
    """One side of an exchange: the used ability and everything that changes it.

    Args:
        ability: The used ability as it stands on the sheet.
        permanent: Permanent augments from equipment, -100 to 100 (C-3.15).
        augments: Sum of the temporary augments, 0 to 30000 (C-3.3); with all else no more than an `Ability` can be.
        modifier: Any other modifier such as many-to-one, -1000 to 1000 (C-Q15).
        wounded: Does the character bear a heavy wound (C-6.2)?
        strike_power: 1 or 2 (C-5.5, C-5.6).
        blocked: Did the character augment actively or act independently this round (C-3.14, C-3.21)?

    Raises:
        InputError: If a number is out of bounds or a value is of another kind.

    Source: C-M2, C-M3.

    Example:
        >>> cormac = Contestant(parse_ability("10W"), permanent=5)
        >>> str(cormac.effective())
        '15W'
    """

    ability: Ability
    permanent: Annotated[int, Bounds(-MOST_PERMANENT, MOST_PERMANENT, "C-3.15")] = 0
    augments: int = 0
    modifier: Annotated[int, Bounds(-MOST_MODIFIER, MOST_MODIFIER, "C-Q15")] = 0
    wounded: bool = False
    strike_power: Annotated[int, Bounds(1, 2, "C-5.6")] = 1
    blocked: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.ability, Ability):
            raise InputError("ability", self.ability, WORDS["ability_notation"], "C-Q1")
        super().__post_init__()
        room = STEP * (MOST_MASTERIES + 1) - self.ability.value - max(0, self.permanent) - max(0, self.modifier)
        whole_number("augments", self.augments, 0, max(0, min(MOST_AUGMENTS, room)), "C-3.3")

    def effective(self, rulings: Rulings = Rulings()) -> Ability:
        """The ability to roll with, after wound, augments and modifiers; never below 1 (C-Q22).

        Args:
            rulings: `halving` and `halve_permanent` say what a heavy wound halves.

        Returns:
            The effective ability.

        Source: C-M2, C-M3, C-Q12, C-Q22.

        Example:
            >>> wounded = Contestant(parse_ability("15"), permanent=2, augments=3, wounded=True)
            >>> str(wounded.effective())
            '13'
            >>> str(wounded.effective(Rulings(halving="ability_and_augments")))
            '11'
        """
        if not self.wounded:
            total = self.ability.value + self.permanent + self.augments
        else:
            suffers, spared = self.ability.value, 0
            for bonus, is_halved in (
                (self.augments, rulings.halving == "ability_and_augments"),
                (self.permanent, rulings.halve_permanent),
            ):
                suffers, spared = (suffers + bonus, spared) if is_halved else (suffers, spared + bonus)
            total = (halve(suffers) if suffers > 0 else suffers) + spared
        return Ability.of_value(max(1, total + self.modifier))
