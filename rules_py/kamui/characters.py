"""Who stands on the ring, and what a table keeps track of (K-M10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from rules_py.core.errors import InputError
from rules_py.core.rulings import Bounds, Checked, whole_number
from rules_py.core.text import Text
from rules_py.kamui.checks import MOST_TRAITS
from rules_py.kamui.ring import CENTRE
from rules_py.kamui.rulings import MOST_LEVEL

MOST_POINTS = 99
MOST_FAITH = 999
MOST_KAMUI = 8
MOST_UNITS = 12
MOST_REVIVALS = 20
MOST_RIFTS = 60
MOST_MOVES = 5
LARGEST_RING = 10
NUMBERS = {
    "most_hp": Text("maximum of HP", "【HP】の最大値"),
    "hp": Text("HP", "【HP】"),
    "most_armour": Text("full armour", "【装甲】の最大値"),
    "armour": Text("armour", "【装甲】"),
    "action_value": Text("action value", "【行動値】"),
    "rank": Text("rank", "【位階】"),
    "will": Text("Will", "【意志】"),
    "wisdom": Text("Wisdom", "【知恵】"),
    "traits": Text("traits", "特性"),
    "traits_used": Text("traits used", "使用した特性"),
    "moves": Text("squares of a movement", "1回の移動のマス数"),
    "revivals": Text("revival checks", "復活チェック"),
    "faith": Text("own faith", "自分の【信仰】"),
    "threat": Text("threat level", "脅威レベル"),
}
"""The numbers of a kamui or an enemy, as they are called within a sentence."""
Points = Annotated[int, Bounds(0, MOST_POINTS)]
Faith = Annotated[int, Bounds(0, MOST_FAITH)]


@dataclass(frozen=True)
class Link(Checked):
    """A bond of a kamui to somebody.

    Args:
        to: Whom it leads to.
        level: Its level, 1 to 5.
        used: Has it been spent?

    Raises:
        InputError: If the level is out of bounds.

    Source: K-2.5, K-2.11, K-6.2, K-Q7.

    Example:
        >>> Link("Mio", 5).gives_grace, Link("Mio", 5, used=True).gives_grace, Link("Mio").gives_grace
        (True, False, False)
    """

    to: str
    level: Annotated[int, Bounds(1, MOST_LEVEL, "K-Q7")] = 1
    used: bool = False

    @property
    def gives_grace(self) -> bool:
        """Does it give a die in the grace check: level 5 and not used (K-6.2, K-T3.4)?"""
        return self.level == MOST_LEVEL and not self.used


@dataclass(frozen=True)
class Unit(Checked):
    """Something with HP on the map that is not a kamui: a magai.

    Args:
        name: What it is called.
        square: The outer square on which it stands, 0 for the centre.
        hp: HP left, 0 to 99.
        armour: Armour left, 0 to 99.
        threat: Threat level of a magai, 0 to 99.
        most_hp: HP it had at first, 0 to 99; left out, or fewer, those it has now.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-6.9, K-7.4, K-7.5, K-M10, K-Q15, K-Q17.

    Example:
        >>> Unit("Magai", 9, hp=30, threat=2).square
        9
    """

    name: str
    square: Annotated[int, Bounds(CENTRE, LARGEST_RING, "K-Q2")]
    hp: Points
    armour: Points = 0
    threat: Points = 0
    most_hp: Points = field(default=0, compare=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "most_hp", max(self.most_hp, self.hp))


@dataclass(frozen=True)
class Kamui(Checked):
    """A PC god.

    Args:
        name: What it is called.
        square: The outer square on which it stands.
        hp: HP left, 0 to 99.
        most_hp: Its maximum of HP, 1 to 99.
        armour: Armour left, 0 to 99.
        most_armour: Its full armour, at least `armour`, to 99.
        action_value: Dice left to spend, 0 to 99.
        rank: What replaces the ability in the grace check, 0 to 10.
        links: Its links.
        offerings: Names of the offerings it holds.
        traits_used: Traits used in this session, 0 to 10.
        revivals: Ticked revival checks, 0 to 20.
        faith: Its own faith, where faith is not shared (K-Q19), 0 to 999.

    Raises:
        InputError: If a number is out of bounds, or more than its maximum.

    Source: K-1.10, K-2.14, K-5.5, K-6.2, K-6.3, K-8.1, K-M10.

    Example:
        >>> Kamui("Homura", 3, links=(Link("Mio", 5), Link("Iwao", 5, used=True))).grace_dice
        1
    """

    name: str
    square: Annotated[int, Bounds(1, LARGEST_RING, "K-3.4")]
    hp: int = 10
    most_hp: Annotated[int, Bounds(1, MOST_POINTS)] = 10
    armour: Points = 0
    most_armour: Points = 0
    action_value: Points = 0
    rank: Annotated[int, Bounds(0, LARGEST_RING)] = 0
    links: tuple[Link, ...] = ()
    offerings: tuple[str, ...] = ()
    traits_used: Annotated[int, Bounds(0, MOST_TRAITS)] = 0
    revivals: Annotated[int, Bounds(0, MOST_REVIVALS)] = 0
    faith: Faith = 0

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("hp", self.hp, 0, self.most_hp)

    @property
    def grace_dice(self) -> int:
        """Dice of its grace check: its level-5 links that are not used (K-6.2, K-T2.8)."""
        return sum(link.gives_grace for link in self.links)


@dataclass(frozen=True)
class State(Checked):
    """Everything that a table keeps track of.

    Args:
        kamui: The PCs, up to 8.
        units: The other units, up to 12.
        rifts: The square of each rift, in any order; a square stands in it once for each of its rifts.
        faith: The faith that all share (K-Q19), 0 to 999.

    Raises:
        InputError: If there are too many, or a number is out of bounds.

    Source: K-M10, K-Q5, K-Q19.

    Example:
        >>> State((Kamui("Homura", 2),), rifts=(7, 2, 2)).rifts
        (2, 2, 7)
    """

    kamui: tuple[Kamui, ...] = ()
    units: tuple[Unit, ...] = ()
    rifts: tuple[int, ...] = ()
    faith: Faith = 0

    def __post_init__(self) -> None:
        whole_number("kamui", len(self.kamui), 0, MOST_KAMUI)
        whole_number("units", len(self.units), 0, MOST_UNITS)
        whole_number("rifts", len(self.rifts), 0, MOST_RIFTS)
        for square in self.rifts:
            whole_number("rifts", square, 1, LARGEST_RING, "K-Q2")
        super().__post_init__()
        object.__setattr__(self, "rifts", tuple(sorted(self.rifts)))


def faith_multiplier(faith: int, table: Mapping[int, int]) -> int:
    """The faith multiplier that a table of your own gives, if it comes from faith in this way (K-Q24).

    Args:
        faith: The faith, 0 to 999.
        table: From which faith on which multiplier holds, such as `{0: 1, 30: 2}`. How
            the game gets from faith to the multiplier is lost (K-Q8).

    Returns:
        The multiplier of the highest threshold that is reached.

    Raises:
        InputError: If no threshold is reached.

    Source: K-5.3, K-Q8, K-Q24.

    Example:
        >>> faith_multiplier(45, {0: 1, 30: 2, 60: 3})
        2
    """
    whole_number("faith", faith, 0, MOST_FAITH)
    reached = [threshold for threshold in table if threshold <= faith]
    if not reached:
        allowed = Text("the table must start at a faith of 0", "表は【信仰】0から始めてください")
        raise InputError("table", faith, allowed, rule="K-Q8")
    return table[max(reached)]
