"""What the actions of a session are told: kamui and enemies, squares, dice, words, numbers that belong together."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from rules_py.core.arguments import Argument, Choice, Line, Record, Typed, Whole, numbers_of
from rules_py.core.errors import InputError
from rules_py.core.lists import SEPARATORS
from rules_py.core.rulings import is_whole
from rules_py.core.text import Text, same
from rules_py.core.words import words
from rules_py.kamui.characters import LARGEST_RING, MOST_FAITH, Kamui, Unit
from rules_py.kamui.checks import MOST_DICE, MOST_TRAITS
from rules_py.kamui.effects import MOST_DAMAGE
from rules_py.kamui.model import Play, Sheet, Skill, Timing
from rules_py.kamui.ring import CENTRE, MOST_REVELATION
from rules_py.kamui.rulings import LARGEST_FACE

LONGEST_WORD = 30

WORDS = words("kamui")


@dataclass(frozen=True)
class Place(Argument):
    """The place of somebody at the table.

    Args:
        pieces: Among whom.
        allowed: What they are.
    """

    pieces: Callable[[Play], Sequence[object]]
    allowed: Text

    def typed(self, told: Typed, state: Play) -> int:
        """Return whom a list names."""
        number = int(told.raw) if told.raw.isascii() and told.raw.isdigit() and len(told.raw) < 4 else told.raw
        return self.read(number, told.name, state)

    def read(self, value: Any, name: str, state: Play) -> int:
        """Return the place if somebody has it."""
        if is_whole(value) and 0 <= value < len(self.pieces(state)):
            return value
        raise InputError(name, value, self.allowed)


class Thrown(Argument):
    """Dice that were thrown at the table: a list of faces, or how many of them are successes."""

    always = True

    def typed(self, told: Typed, state: Any) -> list[int] | int | None:
        """Return dice as a player types them."""
        return read_dice(told.raw, told.name)

    def read(self, value: Any, name: str, state: Any) -> tuple[int, ...] | int:
        """Return the faces, or the number of successes; the rules say which there are."""
        if isinstance(value, list) and all(is_whole(face) for face in value):
            return tuple(value)
        if is_whole(value):
            return int(value)
        raise InputError(name, value, WORDS["faces_or_successes"], "K-Q2")


def read_dice(raw: str, field: str = "dice") -> list[int] | int | None:
    """Return dice as a player types them.

    Args:
        raw: Faces such as `3 10 5`; `=2` for two successes whatever the faces; nothing to have them rolled.
        field: Name to report in the error.

    Raises:
        InputError: If it is neither.

    Source: K-1.5, K-2.4, K-Q2.

    Example:
        >>> read_dice("3, 10 5"), read_dice("＝2"), read_dice("")
        ([3, 10, 5], 2, None)
    """
    plain = unicodedata.normalize("NFKC", raw).strip()
    if not plain:
        return None
    if re.fullmatch(r"=\s*[0-9]{1,2}", plain):
        return int(plain[1:])
    parts = re.split(rf"[\s{SEPARATORS}]+", plain)
    if len(parts) <= MOST_DICE and all(re.fullmatch(r"[0-9]{1,2}", part) for part in parts):
        return [int(part) for part in parts]
    raise InputError(field, raw, WORDS["faces_or_successes"], "K-Q2")


def read_word(word: str, field: str) -> str:
    """Return a word that the table chooses: an offering, a character, a skill.

    Args:
        word: What was given.
        field: Name to report in the error.

    Raises:
        InputError: If it is empty or longer than 30 letters.

    Example:
        >>> read_word(" sake ", "item")
        'sake'
    """
    plain = unicodedata.normalize("NFC", word).strip()
    if not plain or len(plain) > LONGEST_WORD or not plain.replace("\u3000", " ").isprintable():
        raise InputError(field, word, WORDS["up_to_letters"].format(n=LONGEST_WORD))
    return plain


_numbers = partial(Record, allowed=WORDS["list_of_numbers"])

Who = Annotated[int, Place(lambda play: play.kamui, WORDS["a_kamui"])]
Enemy = Annotated[int, Place(lambda play: play.units, WORDS["an_enemy"])]
Kind = Annotated[str, Choice({kind: same(kind) for kind in ("kamui", "unit")})]
SkillTiming = Annotated[Timing, Choice({"main": Text("main", "「メイン」"), "sub": Text("sub", "「サブ」")}, "K-4.3")]
Word = Annotated[str, Line(read_word)]
Name = Annotated[str, Line()]
Square = Annotated[int, Whole(1, LARGEST_RING, "K-Q2")]
Anywhere = Annotated[int, Whole(CENTRE, LARGEST_RING, "K-Q2")]
Ability = Annotated[int, Whole(0, LARGEST_FACE, "K-Q1")]
Base = Annotated[int, Whole(0, MOST_DICE, "K-Q3")]
Traits = Annotated[int, Whole(0, MOST_TRAITS, "K-1.8")]
Reach = Annotated[int, Whole(0, LARGEST_RING, "K-3.3")]
Damage = Annotated[int, Whole(0, MOST_DAMAGE)]
Faith = Annotated[int, Whole(0, MOST_FAITH)]
SPENT = Whole(0, MOST_REVELATION)

Dice = Annotated[tuple[int, ...] | int, Thrown()]

_OF_A_SKILL = ("range", "ability", "attack_power", "multiplier", "bonus", "change")
_SKILL = dict(zip(_OF_A_SKILL, numbers_of(Skill).values(), strict=True))
_KAMUI, _UNIT = numbers_of(Kamui), numbers_of(Unit)
_ON_THE_RING = {"hp": _KAMUI["most_hp"], **{name: _KAMUI[name] for name in ("armour", "action_value", "rank")}}
_LEFT = {"hp": _UNIT["hp"], **{name: _KAMUI[name] for name in ("armour", "traits_used", "revivals", "faith")}}

KamuiNumbers = Annotated[dict[str, int], _numbers(_ON_THE_RING | numbers_of(Sheet))]
UnitNumbers = Annotated[dict[str, int], _numbers({name: _UNIT[name] for name in ("hp", "armour", "threat")})]
Left = Annotated[dict[str, int], _numbers({f"left_{name}": each for name, each in _LEFT.items()})]
Strength = Annotated[dict[str, int], _numbers({name: _SKILL[name] for name in _OF_A_SKILL[2:]})]
SkillNumbers = Annotated[dict[str, int], _numbers(_SKILL)]
