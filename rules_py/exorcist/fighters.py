"""Those who fight, as a combat has left them so far, and in which order they act (E-M8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules_py.core.errors import InputError
from rules_py.core.text import Named, Text
from rules_py.core.words import words
from rules_py.exorcist.characters import Ability, Attack, Damage, Exorcist, Kaii, MapObject, ability_value
from rules_py.exorcist.checks import Reach
from rules_py.exorcist.effects import Victim, Vitals
from rules_py.exorcist.rulings import Rulings

WORDS = words("exorcist")
Sheet = Exorcist | Kaii | MapObject


class Side(Named):
    """On whose side somebody fights."""

    PC = "pc", Text("PC", "PC")
    ALLY = "ally", Text("ally of the PCs", "PCの味方")
    ENEMY = "enemy", Text("enemy", "敵")
    THING = "thing", Text("object", "オブジェクト")


@dataclass(frozen=True)
class Fighter:
    """Somebody in a combat, or an object there.

    Args:
        sheet: The values it came with, which are also its maxima.
        side: On whose side it fights.
        hp: HP left; exorcists and other people only.
        spirit_points: Spirit points left; likewise.
        evade_dice: Evade dice left.
        katashiro: Katashiro left.
        toughness: Toughness left; kai'i and objects only.
        armour: What physical damage is reduced by: armour, or miasma armour.
        skill: Skill as it is now.
        pegs: Pegs left.
        rope: Rope left.
        rolled: Dice that settled ties of Skill beforehand (E-2.8).
        changed: Number of the last change of its Skill, among all of this combat; 0 for none (E-2.12, E-Q19).
        mob: Is it a mob (E-8.17)? That counts among enemies.
        boss: Is it of boss class (E-13.2)? That counts among enemies.
        equipped: The attack of its sheet that it holds, by number (E-5.2 to E-5.7).
        acted: Is its activation of this turn over?
        attacked: Has it attacked in this turn?
        gone: Is it dead, or off the map?

    Source: E-5.2, E-8.4, E-9.2 to E-9.7, E-11.5, E-12.5.
    """

    sheet: Sheet
    side: Side
    hp: int = 0
    spirit_points: int = 0
    evade_dice: int = 0
    katashiro: int = 0
    toughness: int = 0
    armour: int = 0
    skill: int = 0
    pegs: int = 0
    rope: int = 0
    rolled: tuple[int, ...] = ()
    changed: int = 0
    mob: bool = False
    boss: bool = False
    equipped: int = 0
    acted: bool = False
    attacked: bool = False
    gone: bool = False

    @classmethod
    def of(cls, sheet: Sheet, side: Side, *, mob: bool = False, boss: bool = False) -> Fighter:
        """Return somebody as it enters: everything at its maximum (E-Q7).

        Example:
            >>> from rules_py.exorcist.characters import UKKOKU_AGEHA
            >>> Fighter.of(UKKOKU_AGEHA, Side.ENEMY).toughness
            2
        """
        if isinstance(sheet, MapObject):
            return cls(sheet, Side.THING, toughness=sheet.toughness, armour=sheet.armour)
        if isinstance(sheet, Kaii):
            return cls(
                sheet,
                side,
                evade_dice=sheet.evade_dice,
                toughness=sheet.toughness,
                armour=sheet.miasma,
                skill=sheet.skill,
                mob=sheet.mob or mob,
                boss=sheet.boss or boss,
            )
        return cls(
            sheet,
            side,
            sheet.hp,
            sheet.spirit_points,
            sheet.evade_dice,
            sheet.katashiro,
            armour=sheet.armour_sum,
            skill=sheet.skill,
            pegs=sheet.pegs,
            rope=sheet.rope,
            mob=mob,
            boss=boss,
        )

    @property
    def name(self) -> Text:
        """What it is called."""
        return self.sheet.name

    @property
    def acts(self) -> bool:
        """Does it have activations?"""
        return not self.gone and self.side is not Side.THING

    @property
    def is_mob_enemy(self) -> bool:
        """Does it fight as one of the mobs on the enemies' side (E-8.11, E-8.17)?"""
        return self.mob and self.side is Side.ENEMY

    @property
    def is_boss_enemy(self) -> bool:
        """Is its fight a boss fight (E-13.2)?"""
        return self.boss and self.side is Side.ENEMY

    @property
    def evades(self) -> bool:
        """Does it make evasion checks (E-11.14, E-11.17)?"""
        return not isinstance(self.sheet, MapObject) and self.sheet.evades

    @property
    def most_evade_dice(self) -> int:
        """Evade dice at most; of a kai'i by Skill as it is now (E-11.18, E-Q38)."""
        if isinstance(self.sheet, Kaii):
            return replace(self.sheet, skill=self.skill).evade_dice
        return 0 if isinstance(self.sheet, MapObject) else self.sheet.evade_dice

    @property
    def mobility(self) -> int:
        """Squares of movement."""
        return 0 if isinstance(self.sheet, MapObject) else self.sheet.mobility

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """What it attacks with, pegs aside."""
        return () if isinstance(self.sheet, MapObject) else self.sheet.attacks

    @property
    def removal_dice(self) -> int:
        """Dice more for removing a barrier (E-11.25)."""
        return self.sheet.removal_dice if isinstance(self.sheet, Kaii) else 0

    @property
    def victim(self) -> Victim:
        """As what it takes damage (E-T3)."""
        if isinstance(self.sheet, Exorcist):
            return Victim.PC
        return Victim.KAII if isinstance(self.sheet, Kaii) else Victim.OBJECT

    @property
    def vitals(self) -> Vitals:
        """HP, spirit points, evade dice and katashiro together."""
        return Vitals(self.hp, self.spirit_points, self.evade_dice, self.katashiro)

    def dice(self, ability: Ability) -> int:
        """Return how many dice a check with an ability has; Skill as it is now (E-3.7)."""
        if isinstance(self.sheet, MapObject):
            return 0
        return self.skill if ability is Ability.SKILL else ability_value(self.sheet, ability)

    def with_vitals(self, vitals: Vitals) -> Fighter:
        """Return it with other HP, spirit points, evade dice and katashiro."""
        return replace(
            self,
            hp=vitals.hp,
            spirit_points=vitals.spirit_points,
            evade_dice=vitals.evade_dice,
            katashiro=vitals.katashiro,
        )


Fighters = tuple[Fighter, ...]


def as_pc(fighter: Fighter, rulings: Rulings) -> bool:
    """Say whether somebody counts as a PC in ties of Skill (E-2.10, E-Q25)."""
    return fighter.side is Side.PC or (fighter.side is Side.ALLY and rulings.allies_as == "pcs")


def initiative(fighters: Fighters, enemies: Sequence[int] = (), rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """Say in which order everybody acts.

    Args:
        fighters: Everybody; who is gone, and objects, have no place in the order.
        enemies: The GM's order of the enemies in this turn, by number; it settles ties among them.
        rulings: `allies_as` says where allies stand in ties.

    Returns:
        Their numbers, first to last.

    Source: E-2.6 to E-2.12, E-M8, E-Q19, E-Q25.

    Example:
        >>> from rules_py.exorcist.characters import UKKOKU_AGEHA
        >>> aoi = Exorcist(name=Text("Aoi", "アオイ"), body=2, spirit=2, skill=2, hp=5, spirit_points=5, evade_dice=3,
        ...                mobility=5)
        >>> initiative((Fighter.of(UKKOKU_AGEHA, Side.ENEMY), Fighter.of(aoi, Side.PC)))
        (1, 0)
    """
    place = {who: i for i, who in enumerate(enemies)}

    def key(who: int) -> tuple[object, ...]:
        fighter = fighters[who]
        if as_pc(fighter, rulings):
            return -fighter.skill, 0, fighter.changed, tuple(-roll for roll in fighter.rolled), who
        return -fighter.skill, 1, place.get(who, len(place)), (), who

    return tuple(sorted((who for who, fighter in enumerate(fighters) if fighter.acts), key=key))


def tied_pcs(fighters: Fighters, rulings: Rulings = Rulings()) -> list[list[int]]:
    """Return the PCs whose order dice have still to settle, in groups of equal Skill (E-2.8).

    Somebody's dice settle nothing as long as another's begin with the same ones, and everybody's begin with the none
    of a newcomer.
    """
    groups: dict[tuple[int, int], list[int]] = {}
    for who, fighter in enumerate(fighters):
        if fighter.acts and as_pc(fighter, rulings):
            groups.setdefault((-fighter.skill, fighter.changed), []).append(who)

    def unsettled(who: int, group: list[int]) -> bool:
        rolled = fighters[who].rolled
        return any(other != who and fighters[other].rolled[: len(rolled)] == rolled for other in group)

    found = ([who for who in group if unsettled(who, group)] for _, group in sorted(groups.items()))
    return [group for group in found if group]


def tied_enemies(fighters: Fighters, rulings: Rulings = Rulings()) -> list[list[int]]:
    """Return the groups of enemies of equal Skill, whose order the GM chooses each turn (E-2.11)."""
    groups: dict[int, list[int]] = {}
    for who, fighter in enumerate(fighters):
        if fighter.acts and not as_pc(fighter, rulings):
            groups.setdefault(-fighter.skill, []).append(who)
    return [group for _, group in sorted(groups.items()) if len(group) > 1]


PEGS = ("melee_body", "melee_skill", "ranged")
"""The attacks with a peg: melee with Body or Skill, ranged (E-5.21, E-Q11)."""


def peg_attack(kind: str, rulings: Rulings = Rulings()) -> Attack:
    """Return an attack with a peg.

    Args:
        kind: `"melee_body"`, `"melee_skill"` or `"ranged"`.
        rulings: `peg_melee_die` and `peg_ranged_damage` say what it does; the source lost it.

    Raises:
        InputError: If there is no such attack.

    Source: E-5.19 to E-5.21, E-Q11.

    Example:
        >>> str(peg_attack("melee_body").damage), str(peg_attack("ranged").damage)
        ('1d6', '3')
    """
    if kind not in PEGS:
        raise InputError("attack", kind, WORDS["attack_or_peg"])
    if kind == "ranged":
        name = Text("Peg, thrown", "祓串（遠隔）")
        return Attack(name, Ability.SKILL, Damage(plus=rulings.peg_ranged_damage), Reach.RANGED)
    ability = Ability.BODY if kind == "melee_body" else Ability.SKILL
    name = Text("Peg, melee with {ability}", "祓串（近接・{ability}）").format(ability=ability.text)
    return Attack(name, ability, Damage(1, rulings.peg_melee_die))
