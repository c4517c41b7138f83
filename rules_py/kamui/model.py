"""A session on the ring as it stands: who is there, what they bring along, how far it has come (K-M10)."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Literal

from rules_py.core.rulings import Bounds, Checked
from rules_py.core.text import Text, same
from rules_py.kamui.characters import LARGEST_RING, MOST_MOVES, Kamui, Points, State, Unit
from rules_py.kamui.checks import MOST_TRAITS
from rules_py.kamui.effects import damage
from rules_py.kamui.odds import AbilityNumber, Multiplier, successes_odds
from rules_py.kamui.ring import CENTRE
from rules_py.kamui.rulings import Rulings

Phase = Literal["middle", "climax", "ending"]
Timing = Literal["main", "sub"]

NOBODY = -1
MOST_EXTRA = 99


class Stage(Enum):
    """A moment of a session, by which actions are possible: its phase, and whether it is somebody's activation."""

    MIDDLE = ("middle", False)
    EVENT = ("middle", True)
    CLIMAX = ("climax", False)
    FIGHT = ("climax", True)
    ENDING = ("ending", False)

    @property
    def phase(self) -> str:
        """The phase."""
        return self.value[0]


@dataclass(frozen=True)
class Skill(Checked):
    """An attack that a kamui makes again and again, with its numbers.

    Args:
        name: What the table calls it.
        timing: Is it a main action or a sub action?
        reach: Its range.
        ability: What its dice are compared with (K-Q10).
        power: Attack power.
        multiplier: Faith multiplier, which the table says (K-Q8).
        bonus: Damage bonus.
        change: What other skills add or take away (K-5.4).

    Raises:
        InputError: If a number is out of bounds.

    Source: K-3.3, K-4.3, K-4.5, K-5.1, K-5.3, K-5.4.

    Example:
        >>> Skill("Torrent", reach=2, power=6).numbers
        [6, 1, 0, 0]
    """

    name: str
    timing: Timing = "main"
    reach: Annotated[int, Bounds(0, LARGEST_RING, "K-3.3")] = 1
    ability: AbilityNumber = 5
    power: Points = 5
    multiplier: Multiplier = 1
    bonus: Points = 0
    change: Annotated[int, Bounds(-MOST_EXTRA, MOST_EXTRA, "K-5.4")] = 0

    @property
    def numbers(self) -> list[int]:
        """Attack power, multiplier, bonus and change, as an attack is told them."""
        return [self.power, self.multiplier, self.bonus, self.change]


def prospects(skill: Skill, dice: int, total: int, rulings: Rulings = Rulings()) -> tuple[Fraction, Fraction]:
    """What an attack may be expected to do.

    Args:
        skill: The attack.
        dice: The action value spent on it.
        total: Damage that brings its target to 0 HP.
        rulings: Those of checks and damage.

    Returns:
        The damage on average, and the chance that the target falls.

    Source: K-5.1, K-5.3, K-5.4, K-M5, K-M6.

    Example:
        >>> [str(each) for each in prospects(Skill("Torrent", power=6), 2, 8)]
        ['7', '1/4']
    """
    mean = falls = Fraction(0)
    for found, chance in successes_odds(dice, skill.ability, rulings).items():
        dealt = damage(found, skill.power, skill.multiplier, skill.bonus, rulings)
        if found or rulings.no_successes == "formula":
            dealt = max(0, dealt + skill.change)
        mean += chance * dealt
        falls += chance if dealt >= total else 0
    return mean, falls


@dataclass(frozen=True)
class Sheet(Checked):
    """What a kamui brings along beyond `Kamui`.

    Args:
        will: Will, 0 to 10.
        wisdom: Wisdom, 0 to 10.
        traits: Traits, 0 to 10.
        moves: Squares that a movement covers at most, 0 to 5; it comes from a skill, so it is an input (K-Q22).
        skills: The attacks it makes again and again, up to 8.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-1.8, K-2.9, K-2.12, K-Q22.

    Example:
        >>> Sheet(will=5).wisdom
        4
    """

    will: Annotated[int, Bounds(0, LARGEST_RING)] = 4
    wisdom: Annotated[int, Bounds(0, LARGEST_RING)] = 4
    traits: Annotated[int, Bounds(0, MOST_TRAITS)] = 3
    moves: Annotated[int, Bounds(0, MOST_MOVES, "K-Q22")] = 2
    skills: tuple[Skill, ...] = ()


@dataclass(frozen=True)
class Grace:
    """A grace check that was made.

    Args:
        rolled: The faces that each kamui rolled.
        lowered: What these faces count as, after the points of the defeated magai are spent on them.
        successes: The successes of each kamui.
        points: What is left for miracles: of all together, or of each kamui (K-Q16).

    Source: K-6.4 to K-6.6, K-6.9, K-M9, K-Q16.

    Example:
        >>> Grace(((3, 5, 9),), ((3, 4, 9),), (2,), (1,)).points
        (1,)
    """

    rolled: tuple[tuple[int, ...], ...]
    lowered: tuple[tuple[int, ...], ...]
    successes: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class Play:
    """A session in play.

    Args:
        state: Kamui, other units, rifts and faith.
        sheets: What each kamui brings along, in the order of `state.kamui`.
        letters: The letter of each unit, in the order of `state.units`; a letter is never used again.
        scenes: Where a resolution is, with the successes it asks for; the scenario says so (K-Q8).
        phase: Middle phase, climax or ending.
        number: Number of the cycle or the round, from 1.
        placed: Who has chosen a square in this cycle, by place.
        offer: Squares to choose from after revelation dice, and whose they are; none and -1 if nobody has to choose.
        acted: Whose activation of this cycle or round is over, by place.
        active: Whose activation it is, by place; -1 for nobody's.
        main: Has the main action of this activation been used?
        moved: Has it moved in this activation?
        threat: Sum of the threat levels of the magai defeated.
        lettered: How many letters have been given.
        dice: How many dice the seed has rolled.
        grace: The grace check, once it has been made.

    Source: K-1.1, K-4.1, K-4.3, K-6.1, K-M10.

    Example:
        >>> Play().phase, Play().number
        ('middle', 1)
    """

    state: State = field(default_factory=State)
    sheets: tuple[Sheet, ...] = ()
    letters: tuple[str, ...] = ()
    scenes: tuple[tuple[int, int], ...] = ()
    phase: Phase = "middle"
    number: int = 1
    placed: frozenset[int] = frozenset()
    offer: tuple[int, ...] = ()
    chooser: int = NOBODY
    acted: frozenset[int] = frozenset()
    active: int = NOBODY
    main: bool = False
    moved: bool = False
    threat: int = 0
    lettered: int = 0
    dice: int = 0
    grace: Grace | None = None

    @property
    def stage(self) -> Stage:
        """The moment."""
        return Stage((self.phase, self.phase != "ending" and self.active != NOBODY))

    @property
    def kamui(self) -> tuple[Kamui, ...]:
        """The kamui, in order."""
        return self.state.kamui

    @property
    def units(self) -> tuple[Unit, ...]:
        """The other units, in order."""
        return self.state.units

    @property
    def names(self) -> list[Text]:
        """What everybody is called."""
        return [*(shown(one.name) for one in self.kamui), *(shown(one.name) for one in self.units)]

    @property
    def begun(self) -> bool:
        """Has anything been played?"""
        first = self.phase == "middle" and self.number == 1
        return not first or bool(self.placed or self.acted) or self.active != NOBODY or self.chooser != NOBODY

    @property
    def unplaced(self) -> tuple[int, ...]:
        """Who has not chosen a square in this cycle yet (K-1.3); nobody outside of the middle phase."""
        if self.phase != "middle":
            return ()
        return tuple(who for who in range(len(self.kamui)) if who not in self.placed)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Whose activation is still to come in this cycle or round."""
        if self.phase == "ending":
            return ()
        return tuple(who for who in range(len(self.kamui)) if who not in self.acted)

    def name(self, who: int) -> Text:
        """What a kamui is called."""
        return shown(self.kamui[who].name)

    def with_kamui(self, who: int, **values: Any) -> Play:
        """Return the session with a kamui changed."""
        kamui = self.kamui
        changed = replace(kamui[who], **values)
        return self.with_state(kamui=(*kamui[:who], changed, *kamui[who + 1 :]))

    def with_unit(self, unit: int, **values: Any) -> Play:
        """Return the session with another unit changed."""
        units = self.units
        changed = replace(units[unit], **values)
        return self.with_state(units=(*units[:unit], changed, *units[unit + 1 :]))

    def with_sheet(self, who: int, **values: Any) -> Play:
        """Return the session with what a kamui brings along changed."""
        changed = replace(self.sheets[who], **values)
        return replace(self, sheets=(*self.sheets[:who], changed, *self.sheets[who + 1 :]))

    def with_state(self, **values: Any) -> Play:
        """Return the session with kamui, units, rifts or faith changed."""
        return replace(self, state=replace(self.state, **values))


NAMES = {
    name.en: name
    for name in (
        *(Text("Homura", "ホムラ"), Text("Iwao", "イワオ"), Text("Sui", "スイ"), Text("Hideri", "ヒデリ")),
        *(Text("Lamplight", "灯火"), Text("Sparks", "火の粉"), Text("Rockfall", "落石"), Text("Torrent", "激流")),
        *(Text("Spray", "水しぶき"), Text("Attack", "攻撃")),
    )
}
"""Names that are written differently in the two languages; those of the table that a page begins with."""


def shown(name: str) -> Text:
    """Return a name as it is written in each language.

    Example:
        >>> shown("Homura").ja, shown("Hina").ja
        ('ホムラ', 'Hina')
    """
    return NAMES.get(name, same(name))


def square_words(square: int) -> Text:
    """Return a square in words.

    Example:
        >>> square_words(7).en, square_words(0).ja
        ('square 7', '中央のマス')
    """
    if square == CENTRE:
        return Text("the centre", "中央のマス")
    return Text(f"square {square}", f"{square}番のマス")
