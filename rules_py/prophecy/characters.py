"""Those who fight: what they bring along, and the condition sheet with its three tracks of six."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any

from rules_py.core.errors import InputError
from rules_py.core.rulings import Bounds, Checked, whole_number
from rules_py.core.text import Text
from rules_py.core.words import words
from rules_py.prophecy.checks import FACES, LARGEST_NUMBER
from rules_py.prophecy.conditions import CONDITIONS, Number, condition, modifier
from rules_py.prophecy.rulings import Rulings

SLOTS = 6
MOST_RESOURCES = 99
MOST_FIGHTERS = 12
NOBODY = -1
NUMBERS = {
    "cast": Text("cast ability", "キャスト能力"),
    "guard": Text("guard ability", "ガード能力"),
    "dominance": Text("dominance", "支配力"),
    "mana": Text("mana", "マナ"),
    "preparations": Text("preparation effects", "準備効果"),
    "most_mana": Text("maximum of mana", "マナの上限"),
    "damage": Text("damage", "ダメージ"),
}
"""The numbers of a sheet, as they are called within a sentence; all but the damage are told when somebody is added."""
WORDS = words("prophecy")


@dataclass(frozen=True)
class Curse(Checked):
    """A copy of a curse on somebody's sheet.

    Args:
        kind: The curse's id.
        inflicter: Who inflicted it, by number; -1 for nobody in the battle.

    Raises:
        InputError: If there is no such curse, or nobody can have that number.
    """

    kind: str
    inflicter: Annotated[int, Bounds(NOBODY, MOST_FIGHTERS - 1, "P-17.3a")] = NOBODY

    def __post_init__(self) -> None:
        condition(self.kind, "kind", "curse")
        super().__post_init__()


_TYPES: tuple[tuple[tuple[str, ...], type, Text], ...] = (
    (("name",), Text, Text("a name in both languages", "日英両方の名前を渡してください")),
    (("enemy", "down", "gone", "acted", "stood"), bool, Text("yes or no", "「はい」か「いいえ」で答えてください")),
    (("emotions", "recipe", "curses", "blesses"), tuple, Text("one entry for each", "1つずつ並べてください")),
)


@dataclass(frozen=True)
class Fighter(Checked):
    """A PC or an enemy in battle, with the condition sheet.

    Args:
        name: The name.
        enemy: Is it an enemy run by the GM?
        cast: Cast ability, -99 to 99 (P-10.4).
        guard: Guard ability, -99 to 99 (P-10.7).
        dominance: An enemy's initiative (P-8.3); without meaning for a PC.
        mana: Points of mana, 0 to `most_mana`.
        preparations: Preparation effects, 0 to 99 (P-10.6).
        emotions: Emotions held: towards whom, by number, once for each (P-Q38).
        recipe: The curses and blesses it can use (P-11.3).
        damage: Filled slots of the damage track, 0 to 6.
        curses: The curse track in order, at most 6.
        blesses: The bless track in order, at most 6.
        down: Is it knocked down (P-14.5)?
        gone: Has it left the battle (P-9.5)?
        acted: Has it used this round's activation (P-16.27)?
        stood: Has it used Last Stand this round (P-16.12)?
        most_mana: How much mana it can have, 0 to 99 (P-Q27).

    Raises:
        InputError: If a number is out of bounds, a track holds more than six, a condition does not exist, or something
            is of the wrong type.

    Source: P-14.1, P-14.2.

    Example:
        >>> mio = Fighter(Text("Mio", "ミオ"), cast=6, guard=4, curses=(Curse("cast_down"), Curse("poison")))
        >>> mio.modifier("cast"), mio.copies("poison")
        (-1, 1)
    """

    name: Text
    enemy: bool = False
    cast: Annotated[int, Bounds(-LARGEST_NUMBER, LARGEST_NUMBER, "P-10.4")] = 0
    guard: Annotated[int, Bounds(-LARGEST_NUMBER, LARGEST_NUMBER, "P-10.7")] = 0
    dominance: Annotated[int, Bounds(-LARGEST_NUMBER, LARGEST_NUMBER, "P-8.3")] = 7
    mana: int = 0
    preparations: Annotated[int, Bounds(0, MOST_RESOURCES, "P-Q38")] = 0
    emotions: tuple[int, ...] = ()
    recipe: tuple[str, ...] = ()
    damage: Annotated[int, Bounds(0, SLOTS, "P-14.2")] = 0
    curses: tuple[Curse, ...] = ()
    blesses: tuple[str, ...] = ()
    down: bool = False
    gone: bool = False
    acted: bool = False
    stood: bool = False
    most_mana: Annotated[int, Bounds(0, MOST_RESOURCES, "P-Q27")] = MOST_RESOURCES

    def __post_init__(self) -> None:
        self._check_types()
        super().__post_init__()
        whole_number("mana", self.mana, 0, self.most_mana, "P-Q27")
        for other in self.emotions:
            whole_number("emotions", other, 0, MOST_FIGHTERS - 1, "P-Q38")
        for name in self.blesses:
            condition(name, "blesses", "bless")
        for name in self.recipe:
            condition(name, "recipe")
        for name in ("curses", "blesses"):
            if len(getattr(self, name)) > SLOTS:
                allowed = Text("at most {slots} on a track", "欄は{slots}つまで").format(slots=SLOTS)
                raise InputError(name, len(getattr(self, name)), allowed, "P-14.2")

    def _check_types(self) -> None:
        for names, kind, allowed in _TYPES:
            for name in names:
                if not isinstance(getattr(self, name), kind):
                    raise InputError(name, getattr(self, name), allowed, "P-14.1")
        for name, kind in (("curses", Curse), ("blesses", str), ("recipe", str)):
            for entry in getattr(self, name):
                if not isinstance(entry, kind):
                    allowed = Text("conditions, one entry for each copy", "カースやブレスを1つずつ並べてください")
                    raise InputError(name, entry, allowed, "P-14.1")

    @cached_property
    def conditions(self) -> tuple[str, ...]:
        """The ids of all curses and blesses, one for each copy."""
        return (*(curse.kind for curse in self.curses), *self.blesses)

    @property
    def fighting(self) -> bool:
        """Is it still in the battle?"""
        return not (self.down or self.gone)

    def copies(self, ident: str) -> int:
        """Return how many copies of a condition it carries."""
        return self.conditions.count(ident)

    def modifier(self, number: Number) -> int:
        """Return what its conditions add to one of its numbers (P-M12)."""
        return modifier(self.conditions, number)

    def feels_for(self, other: int) -> bool:
        """Say whether it holds an emotion towards somebody."""
        return other in self.emotions

    def without_emotion(self, other: int) -> Fighter:
        """Return it with one emotion towards somebody spent."""
        at = self.emotions.index(other)
        return replace(self, emotions=self.emotions[:at] + self.emotions[at + 1 :])


Fighters = tuple[Fighter, ...]


def somebody(fighters: Fighters, who: object, field: str = "who", rule: str = "P-8.1") -> int:
    """Return the number of somebody in the battle.

    Raises:
        InputError: If nobody there has that number.

    Example:
        >>> somebody((Fighter(Text("Mio", "ミオ")),), 0)
        0
    """
    if not fighters:
        raise InputError(field, who, WORDS["nobody_there"], rule)
    return whole_number(field, who, 0, len(fighters) - 1, rule)


def changed(fighters: Fighters, who: int, **values: Any) -> Fighters:
    """Return the fighters with one of them changed."""
    return (*fighters[:who], replace(fighters[who], **values), *fighters[who + 1 :])


def allies(fighters: Fighters, who: int) -> tuple[int, ...]:
    """Return the others of one's side who are still in the battle."""
    return tuple(
        i for i, other in enumerate(fighters) if i != who and other.fighting and other.enemy == fighters[who].enemy
    )


def enemies(fighters: Fighters, who: int) -> tuple[int, ...]:
    """Return those of the other side who are still in the battle."""
    return tuple(i for i, other in enumerate(fighters) if other.fighting and other.enemy != fighters[who].enemy)


def initiative(fighter: Fighter, rolled: int, rulings: Rulings = Rulings()) -> int:
    """Say at which value somebody acts.

    Args:
        fighter: Who.
        rolled: A PC's 2D6, up to 12, or 0 for what is added to it; of an enemy the dominance counts instead.
        rulings: Whether conditions change an enemy's dominance (P-Q8).

    Returns:
        The value: a PC's roll, or an enemy's dominance, with what conditions change.

    Raises:
        InputError: If two dice cannot show that.

    Source: P-8.2, P-8.3, P-M13.

    Example:
        >>> initiative(Fighter(Text("Mio", "ミオ"), curses=(Curse("speed_down"),)), 8)
        7
    """
    whole_number("rolled", rolled, 0, 2 * FACES, "P-8.2")
    if fighter.enemy:
        return fighter.dominance + (fighter.modifier("initiative") if rulings.dominance_modified else 0)
    return rolled + fighter.modifier("initiative")


def recipe_of(kind: str, fighter: Fighter) -> tuple[str, ...]:
    """Return the curses, or the blesses, of somebody's recipe."""
    return tuple(ident for ident in fighter.recipe if CONDITIONS[ident].kind == kind)
