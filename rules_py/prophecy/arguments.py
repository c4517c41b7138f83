"""What an action of a battle may be told: people, dice, checks, effects, the numbers of a sheet (P-M14)."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from rules_py.core.arguments import Argument, Choice, Flag, Line, Record, Rows, Typed, Whole
from rules_py.core.errors import InputError
from rules_py.core.lists import SEPARATORS
from rules_py.core.rulings import read_number, whole_number
from rules_py.core.text import same
from rules_py.core.words import words
from rules_py.prophecy.attacks import Effect
from rules_py.prophecy.characters import MOST_FIGHTERS, MOST_RESOURCES, SLOTS, somebody
from rules_py.prophecy.checks import FACES, LARGEST_NUMBER
from rules_py.prophecy.model import CHECKS, Battle
from rules_py.prophecy.reading import read_conditions, read_recipe

LEAST = {
    "cast": -LARGEST_NUMBER,
    "guard": -LARGEST_NUMBER,
    "dominance": -LARGEST_NUMBER,
    "mana": 0,
    "preparations": 0,
    "most_mana": 0,
}
"""The numbers of a sheet as `Fighter` calls them, with the least that each can be."""
MOST_FACES = 3
"""Dice that a check is rolled with at most."""
WORDS = words("prophecy")


def _is_ticked(part: Any) -> bool:
    """Say whether a part of a button ends with a box that is ticked."""
    return isinstance(part, list) and bool(part) and isinstance(part[-1], Typed) and part[-1].raw == "1"


class Somebody(Argument):
    """Somebody in the battle, by number."""

    def typed(self, told: Typed, state: Battle) -> int:
        """Return the number that was chosen."""
        return read_number(told.name, told.raw, 0, MOST_FIGHTERS - 1)

    def read(self, value: Any, name: str, state: Battle) -> int:
        """Return the number if somebody has it."""
        return somebody(state.fighters, value, name)


@dataclass(frozen=True)
class People(Argument):
    """Some of those in the battle, each once, by number.

    On a button a number stands for itself, before a box `[4, control("more_4")]` for what is ticked, and a control for
    who is chosen there, if anybody is.

    Args:
        rule: Ledger id of the rule by which they are chosen.
    """

    rule: str = "P-10.2"

    def pressed(self, value: Any, state: Battle) -> Any:
        """Return the numbers of those who are meant."""
        if not isinstance(value, list):
            return super().pressed(value, state)
        meant: list[Any] = []
        for part in value:
            if isinstance(part, Typed):
                meant += [self.typed(part, state)] if part.raw else []
            elif not isinstance(part, list):
                meant.append(part)
            elif _is_ticked(part):
                meant += part[:-1]
        return meant

    def controls(self, name: str, value: Any) -> dict[str, str]:
        """Return the last box that is ticked."""
        ticked = [part[-1].name for part in value if _is_ticked(part)] if isinstance(value, list) else []
        return {name: ticked[-1]} if ticked else super().controls(name, value)

    def typed(self, told: Typed, state: Battle) -> int:
        """Return the number that was chosen."""
        return WHO.typed(told, state)

    def read(self, value: Any, name: str, state: Battle) -> tuple[int, ...]:
        """Return the numbers if somebody has each of them, and nobody is named twice."""
        people = [somebody(state.fighters, who, name) for who in value] if isinstance(value, list) else None
        if people is None or len(set(people)) < len(people):
            told = value if people is None else state.names(people)
            raise InputError(name, told, WORDS["each_once"], self.rule)
        return tuple(people)


class MorePeople(People):
    """People who are added; nothing is said if nobody is."""

    def pressed(self, value: Any, state: Battle) -> Any:
        """Return the numbers of those who are meant; nothing if nobody is."""
        return super().pressed(value, state) or None


_NOBODY: list[int] = []


class Rolling(MorePeople):
    """Some of those who roll now."""

    blank = _NOBODY

    def pressed(self, value: Any, state: Battle) -> Any:
        """Return the numbers of those of them who are meant; nothing if nobody is."""
        meant = super().pressed(value, state)
        if not isinstance(meant, list) or not state.attacks:
            return meant
        return [who for who in meant if who in state.attack.rolling] or None


class Faces(Argument):
    """What dice show; nothing to let the seed roll them."""

    def typed(self, told: Typed, state: Battle) -> list[int]:
        """Return dice as they were typed, with or without spaces."""
        digits = [c for c in unicodedata.normalize("NFKC", told.raw) if not c.isspace() and c not in f"{SEPARATORS}+"]
        if not digits or len(digits) > MOST_FACES or any(c not in "123456" for c in digits):
            raise InputError(told.name, told.raw, WORDS["faces_wanted"], "P-3.1")
        return [int(c) for c in digits]

    def read(self, value: Any, name: str, state: Battle) -> tuple[int, ...]:
        """Return the faces if dice have them."""
        if value is None:
            return ()
        if not isinstance(value, list):
            raise InputError(name, value, WORDS["faces_wanted"], "P-3.1")
        return tuple(whole_number(name, face, 1, FACES, "P-3.1") for face in value)


class Effects(Argument):
    """Effects of an attack or of Support, each as its name, its condition, what it becomes, and what it overwrites.

    On a button stand two of them, as they are or in a list to choose from, and the lists of what a bless overwrites
    with each (P-14.8).
    """

    def pressed(self, value: Any, state: Battle) -> Any:
        """Return the effects that are chosen."""
        if not (isinstance(value, list) and len(value) == 4 and isinstance(value[-1], Typed)):
            return super().pressed(value, state)
        effects = [self.typed(part, state) if isinstance(part, Typed) else part for part in value[:2]]
        return [
            [*[*effect, ""][:3], overwrite.raw] if overwrite.raw and effect[0] in _BLESSING else effect
            for effect, overwrite in zip(effects, value[2:], strict=True)
            if isinstance(effect, list) and effect
        ]

    def typed(self, told: Typed, state: Battle) -> Any:
        """Return the effect that was chosen; nothing if none was."""
        try:
            return json.loads(told.raw or "[]")
        except (ValueError, RecursionError):
            raise InputError(told.name, told.raw, WORDS["one_of_the_choices"]) from None

    def read(self, value: Any, name: str, state: Battle) -> tuple[Effect, ...]:
        """Return the effects, if each is made of one to four words."""
        if not isinstance(value, list) or not all(_is_effect(each) for each in value):
            raise InputError(name, value, WORDS["one_or_two_effects"], "P-10.14")
        return tuple(Effect(*each) for each in value)


_BLESSING = ("self_bless", "give_bless")


def _is_effect(value: Any) -> bool:
    return isinstance(value, list) and 1 <= len(value) <= 4 and all(isinstance(part, str) for part in value)


class Numbers(Record):
    """The numbers of a sheet; the last may be left out. `Fighter` knows what they can be."""

    def read(self, value: Any, name: str, state: Battle) -> dict[str, Any]:
        """Return the numbers by their names."""
        if not isinstance(value, list) or len(value) not in (len(LEAST) - 1, len(LEAST)):
            raise InputError(name, value, WORDS["sheet_numbers"].format(names=", ".join(LEAST)), "P-Q29")
        return dict(zip(LEAST, value, strict=False))


class Ties(Rows):
    """Who goes before whom in a tie: the higher number first (P-8.5, P-8.6)."""

    def typed(self, told: Typed, state: Battle) -> list[list[int]]:
        """Return the rows for names with commas between them."""
        named = [name.strip() for name in re.split(f"[{SEPARATORS}，；]", told.raw) if name.strip()]
        spelled = {spelling: who for who, f in enumerate(state.fighters) for spelling in (f.name.en, f.name.ja)}
        unknown = [name for name in named if name not in spelled or named.count(name) > 1]
        if unknown:
            raise InputError(told.name, unknown[0], WORDS["names_with_commas"], "P-8.6")
        return [[spelled[name], len(named) - place] for place, name in enumerate(named)]


class TickedRows(Rows):
    """Rows of which on a button each ends with a box that says whether it is meant."""

    def pressed(self, value: Any, state: Battle) -> Any:
        """Return the rows that are ticked; nothing if none is."""
        if not isinstance(value, list):
            return super().pressed(value, state)
        return [row[:-1] for row in value if _is_ticked(row)] or None


WHO = Somebody()
_CHECK = Choice({name: same(name) for name in CHECKS}, "P-10.1")
_EXCHANGE = Whole(0, lambda battle: len(battle.exchanges) - 1, "P-10.1")

Who = Annotated[int, WHO]
Targets = Annotated[tuple[int, ...], People()]
More = Annotated[tuple[int, ...], MorePeople()]
Prepared = Annotated[tuple[int, ...], Rolling("P-10.1")]
ExchangeNumber = Annotated[int, _EXCHANGE]
CheckName = Annotated[str, _CHECK]
Dice = Annotated[tuple[int, ...], Faces()]
EachDice = Annotated[tuple[tuple[int, tuple[int, ...]], ...], Rows({"who": WHO, "dice": Faces()})]
Higher = Annotated[tuple[tuple[int, str], ...], TickedRows({"exchange": _EXCHANGE, "check": _CHECK})]
Totals = Annotated[tuple[tuple[int, int], ...], Rows({"who": WHO, "total": Whole(2, 2 * FACES, "P-8.2")})]
TieBreaks = Annotated[
    tuple[tuple[int, int], ...], Ties({"who": WHO, "tie": Whole(-LARGEST_NUMBER, LARGEST_NUMBER, "P-8.5")})
]
Chosen = Annotated[tuple[Effect, ...], Effects()]
Yes = Annotated[bool, Flag()]
Name = Annotated[str, Line()]
SheetNumbers = Annotated[
    Mapping[str, Any], Numbers({name: Whole(least, MOST_RESOURCES) for name, least in LEAST.items()})
]
Recipe = Annotated[tuple[str, ...], Line(read_recipe)]
Carried = Annotated[tuple[str, ...], Line(read_conditions)]
Track = Annotated[int, Whole(0, SLOTS, "P-14.2")]
