"""Who and what stands on the map: exorcists, kai'i, objects, and what they attack with (E-T1, E-T3)."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Annotated

import icepool

from rules_py.core.errors import InputError
from rules_py.core.lists import a_text, plain
from rules_py.core.rulings import Bounds, Checked, one_of, whole_number
from rules_py.core.text import Named, Text, same
from rules_py.core.words import words
from rules_py.exorcist.checks import Difficulty, Reach, check_difficulty

WORDS = words("exorcist")
MOST_ABILITY = 20
MOST_POINTS = 99
MOST_SUPPLIES = 20
MOST_MOBILITY = 30
MOST_ARMOUR = 20
MOST_ARMOURS = 5
MOST_DAMAGE_DICE = 5
MOST_DAMAGE_FACES = 20
MOST_DAMAGE_PLUS = 50
MOST_EXTRA = 10
MOST_EVADE = MOST_ABILITY + MOST_EXTRA
"""As many evade dice as a kai'i can have (E-11.18, E-11.19)."""
MOST_TARGETS = 6
MOST_REACH = 30
MOST_ATTACKS = 8
MOST_CONTINUOUS = 3
Dice = Annotated[int, Bounds(0, MOST_ABILITY, "E-3.7")]
Points = Annotated[int, Bounds(1, MOST_POINTS, "E-9.6")]
EvadeDice = Annotated[int, Bounds(0, MOST_EVADE, "E-8.4")]
Mobility = Annotated[int, Bounds(0, MOST_MOBILITY, "E-Q6")]
Supplies = Annotated[int, Bounds(0, MOST_SUPPLIES)]
_DAMAGE = re.compile(
    r"(?:(?P<dice>[0-9]{1,2})?D(?P<faces>[0-9]{1,2})(?:\+(?P<plus>[0-9]{1,2}))?|(?P<fixed>[0-9]{1,2}))"
)


class Ability(Named):
    """The three abilities; the value is the name of the field that holds it (E-3.7)."""

    BODY = "body", Text("Body", "【体】")
    SPIRIT = "spirit", Text("Spirit", "【霊】")
    SKILL = "skill", Text("Skill", "【巧】")


NUMBERS = {each.value: each.text for each in Ability} | {
    "hp": Text("HP", "【体力】"),
    "spirit_points": Text("spirit points", "【霊力】"),
    "evade_dice": Text("evade dice", "回避ダイス"),
    "mobility": Text("mobility", "【機動力】"),
    "katashiro": Text("katashiro", "【形代】"),
    "pegs": Text("pegs", "祓串"),
    "rope": Text("rope", "注連鋼縄"),
    "toughness": Text("toughness", "【強度】"),
    "miasma": Text("miasma armour", "【穢装】"),
}
"""The numbers of those who fight, as they are called within a sentence."""


class DamageKind(Named):
    """The two kinds of damage (E-5.14)."""

    PHYSICAL = "physical", Text("physical", "物理")
    SPIRITUAL = "spiritual", Text("spiritual", "霊的")


@dataclass(frozen=True)
class Damage(Checked):
    """How much damage a hit does.

    Args:
        dice: Number of dice, 0 to 5.
        faces: Faces of each, 1 to 20.
        plus: What is added, 0 to 50.
        kind: Physical or spiritual.

    Raises:
        InputError: If a number is out of bounds.

    Source: E-5.14, E-5.16 to E-5.18.

    Example:
        >>> bite = Damage(1, 4)
        >>> str(bite), bite.least, bite.most
        ('1d4', 1, 4)
        >>> str(Damage(plus=3, kind=DamageKind.SPIRITUAL))
        '3'
    """

    dice: Annotated[int, Bounds(0, MOST_DAMAGE_DICE)] = 0
    faces: Annotated[int, Bounds(1, MOST_DAMAGE_FACES)] = 6
    plus: Annotated[int, Bounds(0, MOST_DAMAGE_PLUS)] = 0
    kind: DamageKind = DamageKind.PHYSICAL

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("kind", self.kind, DamageKind, "E-5.14")

    @property
    def least(self) -> int:
        """The least it can do."""
        return self.dice + self.plus

    @property
    def most(self) -> int:
        """The most it can do."""
        return self.dice * self.faces + self.plus

    @property
    def die(self) -> icepool.Die[int]:
        """Its distribution."""
        return (self.dice @ icepool.d(self.faces) if self.dice else icepool.Die([0])) + self.plus

    def __str__(self) -> str:
        if not self.dice:
            return str(self.plus)
        return f"{self.dice}d{self.faces}" + (f"+{self.plus}" if self.plus else "")


def parse_damage(text: str, field: str = "damage", kind: DamageKind = DamageKind.PHYSICAL) -> Damage:
    """Read damage as a player writes it.

    Args:
        text: `1d6`, `2d4+1`, `3`; capitals and full-width characters are understood.
        field: Name to report in the error.
        kind: Physical or spiritual.

    Returns:
        The damage.

    Raises:
        InputError: If the text is no damage or a number is out of bounds.

    Source: E-5.14, E-11.22, E-11.24.

    Example:
        >>> str(parse_damage("１Ｄ４")), parse_damage("3").most
        ('1d4', 3)
        >>> parse_damage("lots")
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: damage: “lots” is not possible here: dice, a number or both, ...
    """
    one_of("kind", kind, DamageKind, "E-5.14")
    found = _DAMAGE.fullmatch(re.sub(r"\s", "", plain(a_text(field, text))).upper())
    if not found:
        raise InputError(field, text, WORDS["damage_as_written"])
    try:
        if found["fixed"]:
            return Damage(plus=int(found["fixed"]), kind=kind)
        return Damage(int(found["dice"] or 1), int(found["faces"]), int(found["plus"] or 0), kind)
    except InputError:
        bounds = WORDS["damage_bounds"].format(dice=MOST_DAMAGE_DICE, faces=MOST_DAMAGE_FACES, plus=MOST_DAMAGE_PLUS)
        raise InputError(field, text, bounds) from None


@dataclass(frozen=True)
class Attack(Checked):
    """What a character attacks with: a piece of assault gear, a peg, or an attack ability of a kai'i.

    Args:
        name: What it is called.
        ability: The ability it refers to.
        damage: What a hit does.
        reach: Melee or ranged.
        difficulty: Difficulty of the attack check before any step (E-Q2).
        extra: Dice added to the ability, 0 to 10.
        targets: Characters it may be aimed at, 1 to 6.
        distance: Squares to the farthest target, 0 to 30; 0 where nothing is said.
        continuous: n of Continuous Attack n, 0 to 3.

    Raises:
        InputError: If a number is out of bounds or a value is of another kind.

    Source: E-5.11, E-5.14, E-5.18, E-5.24, E-11.11, E-11.22 to E-11.24.

    Example:
        >>> stab = Attack(Text("Proboscis", "口吻"), Ability.BODY, parse_damage("1d4"))
        >>> stab.reach.text.en, stab.difficulty.text.en
        ('melee', 'NORMAL')
    """

    name: Text
    ability: Ability
    damage: Damage
    reach: Reach = Reach.MELEE
    difficulty: Difficulty = Difficulty.NORMAL
    extra: Annotated[int, Bounds(0, MOST_EXTRA)] = 0
    targets: Annotated[int, Bounds(1, MOST_TARGETS)] = 1
    distance: Annotated[int, Bounds(0, MOST_REACH)] = 0
    continuous: Annotated[int, Bounds(0, MOST_CONTINUOUS, "E-Q9")] = 0

    def __post_init__(self) -> None:
        for field, allowed in (("ability", Ability), ("reach", Reach)):
            if not isinstance(getattr(self, field), allowed):
                raise InputError(field, getattr(self, field), same(" / ".join(choice.value for choice in allowed)))
        if not isinstance(self.damage, Damage):
            raise InputError("damage", self.damage, WORDS["damage_as_written"])
        check_difficulty("difficulty", self.difficulty)
        super().__post_init__()


@dataclass(frozen=True, kw_only=True)
class Exorcist(Checked):
    """An exorcist as it stands on the sheet; how values come about lies outside this text, so all are inputs.

    Args:
        name: What it is called.
        body: Body, 0 to 20.
        spirit: Spirit, 0 to 20.
        skill: Skill, 0 to 20.
        hp: Greatest HP, 1 to 99.
        spirit_points: Greatest spirit points, 1 to 99.
        evade_dice: Greatest number of evade dice, 0 to 30.
        mobility: Squares of movement, 0 to 30.
        armour: Each armour effect, up to five of 0 to 20; they add up (E-9.4).
        katashiro: Katashiro carried, 0 to 20.
        pegs: Pegs carried, 0 to 20.
        rope: Rope carried, 0 to 20.
        attacks: What it attacks with, pegs aside.

    Raises:
        InputError: If a number is out of bounds.

    Source: E-3.7, E-5.1, E-8.4, E-9.2 to E-9.5, E-Q6, E-Q7.

    Example:
        >>> aoi = Exorcist(name=same("Aoi"), body=2, spirit=3, skill=4, hp=5, spirit_points=4, evade_dice=3, mobility=5,
        ...                armour=(1, 2))
        >>> aoi.armour_sum, aoi.evades
        (3, True)
    """

    name: Text
    body: Dice
    spirit: Dice
    skill: Dice
    hp: Points
    spirit_points: Points
    evade_dice: EvadeDice
    mobility: Mobility
    armour: tuple[int, ...] = ()
    katashiro: Supplies = 0
    pegs: Supplies = 0
    rope: Supplies = 0
    attacks: tuple[Attack, ...] = ()

    evades = True

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("attacks", len(self.attacks), 0, MOST_ATTACKS)
        armour_sum(self.armour)

    @property
    def armour_sum(self) -> int:
        """What all armour together takes off physical damage."""
        return sum(self.armour)


def armour_sum(armour: tuple[int, ...], field: str = "armour") -> int:
    """Add up armour effects.

    Args:
        armour: Each effect +n, up to five of 0 to 20.
        field: Name to report in the error.

    Returns:
        What is taken off physical damage.

    Raises:
        InputError: If there are too many or one is out of bounds.

    Source: E-9.3, E-9.4.

    Example:
        >>> armour_sum((1, 2))
        3
    """
    whole_number(field, len(armour), 0, MOST_ARMOURS, "E-9.4")
    return sum(whole_number(field, value, 0, MOST_ARMOUR, "E-9.3") for value in armour)


@dataclass(frozen=True, kw_only=True)
class Kaii(Checked):
    """A kai'i.

    Args:
        name: What it is called.
        body: Body, 0 to 20.
        spirit: Spirit, 0 to 20.
        skill: Skill, 0 to 20.
        toughness: Toughness at first, 1 to 99.
        miasma: Miasma armour, 0 to 20.
        mobility: Squares of movement, 0 to 30.
        evades: Evasion type: does it make evasion checks?
        extra_evade: Evade dice from special abilities, 0 to 10; none without evasion.
        removal_dice: Dice added to checks that remove a barrier, 0 to 10 (E-11.25).
        attacks: Its attack abilities, up to eight.
        mob: Is it a mob, whose attacks the GM may combine?
        boss: Is it a boss-class enemy, whose fight raises the pressure?

    Raises:
        InputError: If a number is out of bounds.

    Source: E-11.1 to E-11.19.

    Example:
        >>> UKKOKU_AGEHA.evade_dice, UKKOKU_AGEHA.toughness
        (0, 2)
        >>> from dataclasses import replace
        >>> replace(UKKOKU_AGEHA, skill=4, evades=True, extra_evade=1).evade_dice
        5
    """

    name: Text
    body: Dice
    spirit: Dice
    skill: Dice
    toughness: Annotated[int, Bounds(1, MOST_POINTS, "E-11.7")]
    miasma: Annotated[int, Bounds(0, MOST_ARMOUR, "E-11.9")]
    mobility: Mobility
    evades: bool
    extra_evade: Annotated[int, Bounds(0, MOST_EXTRA, "E-11.19")] = 0
    removal_dice: Annotated[int, Bounds(0, MOST_EXTRA, "E-11.25")] = 0
    attacks: tuple[Attack, ...] = ()
    mob: bool = False
    boss: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        whole_number("attacks", len(self.attacks), 0, MOST_ATTACKS)

    @property
    def evade_dice(self) -> int:
        """Evade dice: the highest ability and what special abilities add; none for evasion type none."""
        return max(self.body, self.spirit, self.skill) + self.extra_evade if self.evades else 0


@dataclass(frozen=True, kw_only=True)
class MapObject(Checked):
    """A breakable thing on the map.

    Args:
        name: What it is called.
        toughness: How much damage it takes, 1 to 99.
        armour: What it takes off physical damage, 0 to 20.

    Raises:
        InputError: If a number is out of bounds.

    Source: E-12.1 to E-12.9.

    Example:
        >>> MapObject(name=Text("Stone lantern", "石灯籠"), toughness=4, armour=1).armour
        1
    """

    name: Text
    toughness: Annotated[int, Bounds(1, MOST_POINTS, "E-12.5")]
    armour: Annotated[int, Bounds(0, MOST_ARMOUR, "E-12.7")] = 0


def ability_value(who: Exorcist | Kaii, ability: Ability) -> int:
    """The value of an ability: the number of dice of a check that refers to it.

    Source: E-3.7, E-3.10, E-11.4.

    Example:
        >>> ability_value(UKKOKU_AGEHA, Ability.SPIRIT)
        2
    """
    value: int = getattr(who, ability.value)
    return value


def _read_kaii() -> dict[str, Kaii]:
    """The kai'i of the data file, by key."""
    source = files("rules_py.exorcist") / "data" / "kaii.toml"
    return {key: _kaii(row) for key, row in tomllib.loads(source.read_text(encoding="utf-8")).items()}


def _kaii(row: dict[str, object]) -> Kaii:
    numbers = {name: value for name, value in row.items() if name not in ("en", "ja", "attack")}
    attacks = tuple(_attack(attack) for attack in row["attack"])  # type: ignore[attr-defined]
    return Kaii(name=Text(str(row["en"]), str(row["ja"])), attacks=attacks, **numbers)  # type: ignore[arg-type]


def _attack(row: dict[str, object]) -> Attack:
    return Attack(
        Text(str(row["en"]), str(row["ja"])),
        Ability(str(row["ability"])),
        parse_damage(str(row["damage"]), kind=DamageKind(str(row["kind"]))),
        Reach(str(row["reach"])),
        targets=int(str(row["targets"])),
        distance=int(str(row["distance"])),
    )


KAII = _read_kaii()
"""The kai'i that the data describe, by key."""
UKKOKU_AGEHA = KAII["ukkoku_ageha"]
"""The sample kai'i (E-T1)."""
