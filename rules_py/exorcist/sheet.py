"""A PC's own sheet as a reader keeps it (E-3.7, E-5.1, E-8.4, E-9.2 to E-9.7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar

from rules_py.core.fields import ChoiceField, IntegerField, ReadField
from rules_py.core.game import Action
from rules_py.core.sheet import (
    ATTACK,
    ATTACK_NAME,
    NEWCOMER,
    CharacterSheet,
    OwnChance,
    Resource,
    Shown,
    Use,
    short_name,
)
from rules_py.core.text import Language, Text
from rules_py.exorcist.characters import (
    MOST_ABILITY,
    MOST_ARMOUR,
    MOST_CONTINUOUS,
    MOST_MOBILITY,
    MOST_POINTS,
    MOST_SUPPLIES,
    NUMBERS,
    Ability,
    Damage,
    DamageKind,
    Exorcist,
    parse_damage,
)
from rules_py.exorcist.checks import LADDER, Difficulty, Pressure, Reach, attack_difficulty, evade_difficulty, shift
from rules_py.exorcist.fighters import Side
from rules_py.exorcist.game.cast import PERSON
from rules_py.exorcist.odds import check_odds, successes_odds
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.samples import AOI, SORA

MOST_EVADE_DICE = 12
"""Evade dice that the calculators plan with; rules know more of them than can be counted in a moment."""
SHOWN_EVADE_DICE = 3
"""So many of them, at most, are told to be spent on one attack."""


def _points(name: str, default: int) -> IntegerField:
    return IntegerField(NUMBERS[name].begun(), str(default), least=1, most=MOST_POINTS, kept=True)


def _supplies(name: str, default: int) -> IntegerField:
    return IntegerField(NUMBERS[name].begun(), str(default), most=MOST_SUPPLIES)


ABILITY_FIELDS = {each: IntegerField(each.text, "3", most=MOST_ABILITY, kept=True, name=each.value) for each in Ability}
BODY, SPIRIT, SKILL = ABILITY_FIELDS.values()
DICE = IntegerField(Text("Dice", "ダイスの数"), "3", most=MOST_ABILITY, kept=True)
ATTACK_DICE = IntegerField(
    Text("Dice of the attack check", "攻撃判定のダイス"), "4", most=MOST_ABILITY, kept="attack_dice"
)
"""The dice of a check and of an attack check: those of the ability to which it refers."""
HP = _points("hp", 5)
SPIRIT_POINTS = _points("spirit_points", 4)
EVADE_DICE = IntegerField(NUMBERS["evade_dice"].begun(), "4", most=MOST_EVADE_DICE, kept=True)
ARMOUR = IntegerField(Text("Armour, all together", "【装甲】の合計"), "1", most=MOST_ARMOUR, kept=True)
KATASHIRO = IntegerField(NUMBERS["katashiro"].begun(), "1", most=MOST_SUPPLIES, kept=True)
DAMAGE = ReadField(
    Text("Damage of a hit", "命中時のダメージ"),
    "1d6",
    Text("such as 1d6, 2d4+1 or 3", "「1d6」「2d4+1」「3」のように"),
    read=parse_damage,
    size=6,
    kept=True,
)
REACH = ChoiceField.among(Text("Melee or ranged", "近接か遠隔か"), Reach.MELEE, kept=True)
KIND = ChoiceField.among(Text("Kind of damage", "ダメージの種類"), DamageKind.PHYSICAL, kept=True)
CONTINUOUS = IntegerField(Text("Continuous Attack n", "【連続攻撃】の値"), "0", most=MOST_CONTINUOUS, kept=True)
LABELS = {
    Ability.BODY: Text("Body", "体"),
    Ability.SPIRIT: Text("Spirit", "霊"),
    Ability.SKILL: Text("Skill", "巧"),
}
"""What players call the abilities beside their numbers."""
EVADE_LABEL, ROPE_LABEL = Text("EvadeDice", "回避D"), NUMBERS["rope"].begun()
_REFERS_TO = ChoiceField.among(Text("Ability of the attack", "攻撃が参照する能力値"), Ability.SKILL)
PARTYS: Mapping[str, str] = {name: f"party_{name}" for name in ("hp", "armour", "evade_dice")}
"""Under which names an estimator keeps the numbers of a PC for whom it looks for enemies."""
_A_HIT = Damage(1, 6)
_KEPT = (
    *("body", "spirit", "skill", "hp", "spirit_points", "evade_dice", "armour", "katashiro"),
    *("damage", "reach", "kind", "continuous"),
)


@dataclass(frozen=True, kw_only=True)
class Sheet(CharacterSheet):
    """An exorcist.

    Args:
        body: Body, 0 to 20 (E-3.7).
        spirit: Spirit, 0 to 20.
        skill: Skill, 0 to 20.
        hp: Greatest HP, 1 to 99 (E-9.2).
        spirit_points: Greatest spirit points, 1 to 99 (E-9.5).
        evade_dice: Greatest number of evade dice, 0 to 12 (E-8.4, E-Q7).
        armour: All armour together, 0 to 20 (E-9.4).
        mobility: Squares of movement, 0 to 30 (E-Q6).
        katashiro: Katashiro carried, 0 to 20 (E-9.7).
        pegs: Pegs carried, 0 to 20 (E-7.18).
        rope: Rope carried, 0 to 20 (E-7.23).
        attack: What it attacks with is called so (E-5.1).
        ability: To which ability that refers (E-3.10).
        damage: What a hit of it does (E-5.14).
        reach: Is it melee or ranged (E-5.11)?
        kind: Is its damage physical or spiritual?
        continuous: n of its Continuous Attack n, 0 to 3 (E-5.23).

    Source: E-3.7, E-5.1, E-8.4, E-9.2 to E-9.7, E-Q6, E-Q7.

    Example:
        >>> aoi = SAMPLES[0]
        >>> aoi.typed("ja")["attack"], [str(each.chance) for each in aoi.chances(Rulings())["E-T2.4"]]
        ('刀（例）', ['19/27', '19/27', '65/81'])
    """

    slug: ClassVar[str] = "exorcist"
    about: ClassVar[dict[str, Text]] = {
        "E-4.7": Text("Tactical manoeuvre", "【戦術機動】"),
        "E-5.21": Text("Melee attack with a peg", "祓串の近接攻撃"),
        "E-7.25": Text("How far rope reaches", "注連鋼縄の広さ"),
        "E-7.44": Text("Removing somebody’s barrier", "他人の結界の解除"),
    }

    body: Annotated[int, BODY] = 3
    spirit: Annotated[int, SPIRIT] = 3
    skill: Annotated[int, SKILL] = 3
    hp: Annotated[int, HP] = 5
    spirit_points: Annotated[int, SPIRIT_POINTS] = 4
    evade_dice: Annotated[int, EVADE_DICE] = 4
    armour: Annotated[int, ARMOUR] = 1
    mobility: Annotated[int, IntegerField(NUMBERS["mobility"].begun(), "5", most=MOST_MOBILITY)] = 5
    katashiro: Annotated[int, KATASHIRO] = 1
    pegs: Annotated[int, _supplies("pegs", 2)] = 2
    rope: Annotated[int, _supplies("rope", 6)] = 6
    attack: Annotated[Text, replace(ATTACK_NAME, label=Text("Attack", "攻撃手段"))] = ATTACK
    ability: Annotated[Ability, _REFERS_TO] = Ability.SKILL
    damage: Annotated[Damage, DAMAGE] = _A_HIT
    reach: Annotated[Reach, REACH] = Reach.MELEE
    kind: Annotated[DamageKind, KIND] = DamageKind.PHYSICAL
    continuous: Annotated[int, CONTINUOUS] = 0

    def dice(self, ability: Ability) -> int:
        """Return how many dice a check with an ability has (E-3.7)."""
        value: int = getattr(self, ability.value)
        return value

    def resources(self) -> tuple[Resource, ...]:
        """Return HP, spirit points, evade dice and what is carried."""
        return (
            Resource(short_name("HP", "体力"), self.hp, field="hp"),
            Resource(short_name("SpiritPoints", "霊力"), self.spirit_points, field="spirit_points"),
            Resource(EVADE_LABEL, self.evade_dice, field="evade_dice"),
            Resource(short_name("Katashiro", "形代"), self.katashiro, field="katashiro"),
            Resource(NUMBERS["pegs"].begun(), self.pegs, field="pegs"),
            Resource(ROPE_LABEL, self.rope, field="rope"),
        )

    def abilities(self) -> tuple[Shown, ...]:
        """Return the abilities, mobility, armour and the attack."""
        return (
            *(self.shown(label, ability.value) for ability, label in LABELS.items()),
            self.shown(short_name("Mobility", "機動力"), "mobility"),
            self.shown(short_name("Armour", "装甲"), "armour"),
            self.shown(Text("Attack", "攻撃"), "attack"),
            self.shown(Text("AttackAbility", "攻撃の能力値"), "ability"),
            self.shown(Text("AttackDamage", "攻撃のダメージ"), "damage"),
            self.shown(Text("AttackKind", "ダメージの種類"), "kind"),
            self.shown(Text("AttackReach", "攻撃の種類"), "reach"),
            self.shown(Text("ContinuousAttack", "【連続攻撃】"), "continuous"),
        )

    def uses(self) -> tuple[Use, ...]:
        """Return a use for each ability, that of the attack first; an estimator's PC is the character as well."""
        shared = {name: self.spelled(getattr(self, name), name, "en") for name in _KEPT}
        shared |= {kept: str(getattr(self, name)) for name, kept in PARTYS.items()}
        order = sorted(Ability, key=lambda each: each is not self.ability)
        dice = {each: str(self.dice(each)) for each in order}
        return tuple(Use(each.text, {**shared, "dice": n, "attack_dice": n}) for each, n in dice.items())

    def shares(self) -> Mapping[str, str]:
        """Return the dice of its attack."""
        return {"dice": str(self.dice(self.ability))}

    def chances(self, rulings: Rulings) -> Mapping[str, tuple[OwnChance, ...]]:
        """Return the chances beside difficulties, checks with its abilities, its attack and evasion."""
        normal = {each: self._chance(each, Difficulty.NORMAL, rulings) for each in Ability}
        at_normal = Text("{ability} succeeds at NORMAL", "NORMALの{ability}に成功する")
        found = {"E-3.9": tuple(OwnChance(at_normal.format(ability=each.text), odds) for each, odds in normal.items())}
        for place, difficulty in enumerate(LADDER, start=1):
            found[f"E-T2.{place}"] = tuple(
                OwnChance(each.text, self._chance(each, difficulty, rulings)) for each in Ability
            )
        for rule in ("E-4.7", "E-7.24"):
            found[rule] = (OwnChance(Ability.SKILL.text, normal[Ability.SKILL]),)
        found["E-5.21"] = tuple(OwnChance(each.text, normal[each]) for each in (Ability.BODY, Ability.SKILL))
        found["E-11.15"] = (OwnChance(Text("you hit", "攻撃が命中する"), normal[self.ability]),)
        found |= self._with_steps(normal, rulings) | self._barriers(normal, rulings)
        return found | {rule: odds for rule, odds in self._evasion(rulings).items() if odds}

    def _chance(self, ability: Ability, difficulty: Difficulty, rulings: Rulings) -> Fraction:
        return check_odds(self.dice(ability), difficulty, rulings)

    def _with_steps(self, normal: Mapping[Ability, Fraction], rulings: Rulings) -> dict[str, tuple[OwnChance, ...]]:
        """Return what attack focus and the tactical manoeuvre make of the attack (E-T6)."""
        words, before = Text("your attack check", "攻撃判定"), normal[self.ability]
        steps = attack_difficulty(focus=True, rulings=rulings), attack_difficulty(manoeuvre=True, rulings=rulings)
        focus, manoeuvre = ((OwnChance(words, self._chance(self.ability, each, rulings), before),) for each in steps)
        return {"E-5.10": focus, "E-T6.1": focus, "E-4.6": manoeuvre, "E-T6.2": manoeuvre}

    def _barriers(self, normal: Mapping[Ability, Fraction], rulings: Rulings) -> dict[str, tuple[OwnChance, ...]]:
        """Return its chances with rope and with the barriers of others (E-T4)."""
        skill = normal[Ability.SKILL]
        rope = [OwnChance(Ability.SKILL.text, skill)]
        if rulings.manoeuvre_hardens == "all":
            harder = self._chance(Ability.SKILL, shift(Difficulty.NORMAL, 1, rulings), rulings)
            rope.append(OwnChance(Text("after the manoeuvre", "【戦術機動】の後"), harder, skill))
        successes = successes_odds(self.skill, Difficulty.NORMAL, rulings)
        return {
            "E-T4.2": tuple(rope),
            "E-7.25": (
                OwnChance(Text("a plus or more", "十字以上"), successes.probability(">=", rulings.rope_plus)),
                OwnChance(Text("3×3 squares", "3×3マス"), successes.probability(">=", rulings.rope_block)),
            ),
            "E-7.44": tuple(OwnChance(each.text, self._chance(Ability.SPIRIT, each, rulings)) for each in LADDER),
        }

    def _evasion(self, rulings: Rulings) -> dict[str, tuple[OwnChance, ...]]:
        """Return its chances to evade a melee attack with one to three dice, under each pressure (E-T5)."""
        usual, hard, ultra = (self._evading(pressure, rulings) for pressure in Pressure)
        rows = {"E-T5.1": usual, "E-T5.2": hard, "E-T5.3": ultra}
        return {"E-8.5": usual, "E-13.5": hard, "E-13.7": ultra, **rows}

    def _evading(self, pressure: Pressure, rulings: Rulings) -> tuple[OwnChance, ...]:
        usual, now = (evade_difficulty(Reach.MELEE, each) for each in (Pressure.NORMAL, pressure))
        return tuple(
            OwnChance(
                _with_dice(dice, rulings),
                check_odds(dice, now),
                None if now is usual else check_odds(dice, usual),
            )
            for dice in range(1, min(SHOWN_EVADE_DICE, self.evade_dice) + 1)
        )

    def entry(self, language: Language) -> list[Action]:
        """Return the actions by which it takes part in a combat, armed with its attack (E-1.15, E-5.1)."""
        numbers = [getattr(self, name) for name in PERSON.columns]
        words = [self.ability.value, self.reach.value, self.kind.value]
        told = [0, 1, 0, self.continuous]  # no dice added, one target, no range given
        return [
            ["exorcist", self.name.get(language), Side.PC.value, numbers, [self.armour]],
            ["weapon", NEWCOMER, self.attack.get(language), words, str(self.damage), told],
        ]


def _with_dice(dice: int, rulings: Rulings) -> Text:
    """Say with how many evade dice; where successes are compared, against how many (E-Q8)."""
    if rulings.evasion_needs == "attack_successes":
        return Text("1 die" if dice == 1 else f"{dice} dice", f"回避ダイス{dice}個") + Text(
            " v 1 success", "、相手の成功数1"
        )
    return Text("1 evade die" if dice == 1 else f"{dice} evade dice", f"回避ダイス{dice}個")


def _sheet(exorcist: Exorcist) -> Sheet:
    """Return the sheet of somebody who has one attack, as a reader keeps it."""
    (attack,) = exorcist.attacks
    return Sheet(
        name=exorcist.name,
        armour=sum(exorcist.armour),
        attack=attack.name,
        ability=attack.ability,
        damage=replace(attack.damage, kind=DamageKind.PHYSICAL),
        reach=attack.reach,
        kind=attack.damage.kind,
        continuous=attack.continuous,
        **{name: getattr(exorcist, name) for name in PERSON.columns},
    )


SAMPLES = (_sheet(AOI), _sheet(SORA))
"""A sample cast: those who fight on the desk."""
