"""A kamui's own sheet as a reader keeps it (K-1.3, K-1.8, K-2.9, K-2.12, K-5.3, K-6.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from rules_py.core.fields import ChoiceField, IntegerField
from rules_py.core.game import Action
from rules_py.core.sheet import ATTACK, ATTACK_NAME, NEWCOMER, CharacterSheet, OwnChance, Resource, Shown, Use
from rules_py.core.text import Language, Text
from rules_py.kamui.cast import START
from rules_py.kamui.characters import LARGEST_RING, MOST_MOVES, MOST_POINTS, MOST_REVIVALS, NUMBERS
from rules_py.kamui.checks import BASE_DICE, EVENT_TARGET, MOST_DICE, MOST_TRAITS, check_dice
from rules_py.kamui.effects import MOST_MULTIPLIER
from rules_py.kamui.grace import MOST_GRACE_DICE, Supplicant, grace_odds
from rules_py.kamui.model import Timing, shown
from rules_py.kamui.odds import check_odds
from rules_py.kamui.reading import MOST_PARTY_DICE
from rules_py.kamui.rulings import LARGEST_FACE, Rulings

SHOWN_TRAITS = 2
"""So many traits, at most, are told to be used for one check."""
SHOWN_ACTION_VALUE = 3
"""So much action value, at most, is told to be spent on one attack."""
AbilityName = Literal["will", "wisdom"]
ABILITIES: Mapping[AbilityName, tuple[Text, Text]] = {
    "will": (Text("Will", "意志"), NUMBERS["will"]),
    "wisdom": (Text("Wisdom", "知恵"), NUMBERS["wisdom"]),
}
"""What players call an ability beside its number, and what the text calls it."""


def traits_used(traits: int) -> Text:
    """Say, after the ability of a check, how many traits are used for it.

    Example:
        >>> traits_used(1).en, traits_used(2).ja
        (', 1 trait', '、特性2つ')
    """
    return Text(", 1 trait" if traits == 1 else f", {traits} traits", f"、特性{traits}つ")


def _number(label: Text, default: int, most: int, least: int = 0) -> IntegerField:
    return IntegerField(label.begun(), str(default), least=least, most=most)


DICE = IntegerField(
    Text("Dice before traits (K-Q3)", "特性を除くダイス（K-Q3）"),
    str(BASE_DICE),
    most=MOST_DICE - MOST_TRAITS,
    kept=True,
)
ABILITY = IntegerField(
    Text("Ability, or target number (K-Q1)", "能力値、または目標値（K-Q1）"), "5", most=LARGEST_FACE, kept=True
)
"""What dice are compared with: an ability, or that of an attack."""
POWER = IntegerField(Text("Attack power", "【攻撃力】"), "5", most=MOST_POINTS, kept=True)
MULTIPLIER = IntegerField(Text("Faith multiplier (K-Q8)", "【信仰倍率】（K-Q8）"), "2", most=MOST_MULTIPLIER, kept=True)
BONUS = IntegerField(Text("Damage bonus", "【ダメージ加算値】"), "4", most=MOST_POINTS, kept=True)
POWER_LABEL, MULTIPLIER_LABEL = Text("AttackPower", "攻撃力"), Text("FaithMultiplier", "信仰倍率")
BONUS_LABEL, RANK_LABEL = Text("DamageBonus", "ダメージ加算値"), Text("Rank", "位階")
ATTACK_LABEL, LINKS_LABEL = Text("AttackAbility", "攻撃の能力値"), Text("LevelFiveLinks", "レベル5リンク")
ACTION_LABEL, REVIVALS_LABEL = Text("ActionValue", "行動値"), Text("RevivalChecks", "復活チェック")
"""What players call numbers that palettes name."""
_TIMING = ChoiceField(
    Text("The attack is", "攻撃の種類"),
    "main",
    options=(("main", Text("a main action", "メインアクション")), ("sub", Text("a sub action", "サブアクション"))),
)


@dataclass(frozen=True, kw_only=True)
class Sheet(CharacterSheet):
    """A kamui.

    Args:
        will: Will, 0 to 10 (K-2.9).
        wisdom: Wisdom, 0 to 10 (K-2.12).
        rank: Rank, 0 to 10 (K-6.3).
        hp: Greatest HP, 1 to 99 (K-8.2).
        armour: Full armour, 0 to 99 (K-5.5).
        action_value: Action value at first, 0 to 99 (K-1.3).
        traits: Traits that are not used, 0 to 10 (K-1.10).
        moves: Squares that a movement covers at most, 0 to 5 (K-Q22).
        dice: Dice of its checks before traits, 0 to 12 (K-Q3).
        target: Target number of its checks, 1 to 10; for the house rule of K-Q1 that has one.
        attack: What it attacks with is called so (K-5.1).
        timing: Is that a main action or a sub action?
        reach: Its range, 0 to 10 (K-3.3).
        ability: What its dice are compared with, 0 to 10 (K-Q10).
        power: Attack power, 0 to 99 (K-5.3).
        multiplier: Faith multiplier, 0 to 20 (K-Q8).
        bonus: Damage bonus, 0 to 99 (K-5.3).
        links: Level-5 links that are not used, 0 to 12 (K-6.2).
        revivals: Ticked revival checks, 0 to 20 (K-8.1).

    Source: K-1.3, K-1.8, K-1.10, K-2.9, K-2.12, K-5.3, K-5.5, K-6.2, K-6.3, K-8.1, K-Q1, K-Q3, K-Q8, K-Q10, K-Q22.

    Example:
        >>> homura = SAMPLES[0]
        >>> homura.typed("ja")["attack"], [str(each.chance) for each in homura.chances(Rulings())["K-T2.5"]]
        ('灯火', ['1/4', '4/25'])
    """

    slug: ClassVar[str] = "kamui"

    will: Annotated[int, _number(NUMBERS["will"], 4, LARGEST_FACE)] = 4
    wisdom: Annotated[int, _number(NUMBERS["wisdom"], 4, LARGEST_FACE)] = 4
    rank: Annotated[int, _number(NUMBERS["rank"], 3, LARGEST_FACE)] = 3
    hp: Annotated[int, _number(NUMBERS["hp"], 10, MOST_POINTS, least=1)] = 10
    armour: Annotated[int, _number(NUMBERS["armour"], 4, MOST_POINTS)] = 4
    action_value: Annotated[int, _number(NUMBERS["action_value"], 6, MOST_POINTS)] = 6
    traits: Annotated[int, _number(NUMBERS["traits"], 3, MOST_TRAITS)] = 3
    moves: Annotated[int, _number(NUMBERS["moves"].under("K-Q22"), 2, MOST_MOVES)] = 2
    dice: Annotated[int, replace(DICE, most=MOST_PARTY_DICE)] = BASE_DICE
    target: Annotated[
        int,
        _number(Text("Target number, if checks have one (K-Q1)", "判定に使う場合の目標値（K-Q1）"), 6, LARGEST_FACE, 1),
    ] = 6
    attack: Annotated[Text, ATTACK_NAME] = ATTACK
    timing: Annotated[Timing, _TIMING] = "main"
    reach: Annotated[int, _number(Text("Range of the attack", "攻撃の射程"), 1, LARGEST_RING)] = 1
    ability: Annotated[int, replace(ABILITY, label=Text("Ability of the attack (K-Q10)", "攻撃の能力値（K-Q10）"))] = 5
    power: Annotated[int, POWER] = 5
    multiplier: Annotated[int, replace(MULTIPLIER, default="1")] = 1
    bonus: Annotated[int, replace(BONUS, default="0")] = 0
    links: Annotated[int, _number(Text("Unused level-5 links", "使用済みでないレベル5リンク"), 0, MOST_GRACE_DICE)] = 0
    revivals: Annotated[int, _number(NUMBERS["revivals"], 0, MOST_REVIVALS)] = 0

    def resources(self) -> tuple[Resource, ...]:
        """Return HP, armour and action value, then what a session uses up and ticks."""
        return (
            Resource(Text("HP", "HP"), self.hp, field="hp"),
            Resource(Text("Armour", "装甲"), self.armour, field="armour"),
            Resource(ACTION_LABEL, self.action_value, field="action_value"),
            Resource(NUMBERS["traits"].begun(), self.traits, field="traits"),
            Resource(LINKS_LABEL, self.links, field="links"),
            Resource(REVIVALS_LABEL, self.revivals, MOST_REVIVALS, field="revivals"),
        )

    def abilities(self) -> tuple[Shown, ...]:
        """Return the abilities, rank, the dice of checks, the attack, and movement."""
        return (
            *(self.shown(label, name) for name, (label, _) in ABILITIES.items()),
            self.shown(RANK_LABEL, "rank"),
            self.shown(Text("Dice", "判定のダイス"), "dice"),
            self.shown(Text("Target", "目標値"), "target"),
            self.shown(Text("Attack", "攻撃"), "attack"),
            self.shown(Text("AttackTiming", "攻撃の種類"), "timing"),
            self.shown(Text("AttackRange", "攻撃の射程"), "reach"),
            self.shown(ATTACK_LABEL, "ability"),
            self.shown(POWER_LABEL, "power"),
            self.shown(MULTIPLIER_LABEL, "multiplier"),
            self.shown(BONUS_LABEL, "bonus"),
            self.shown(Text("Movement", "移動"), "moves"),
        )

    def uses(self) -> tuple[Use, ...]:
        """Return a use for each ability, and one for the attack."""
        shared = {name: str(getattr(self, name)) for name in ("dice", "power", "multiplier", "bonus")}
        ways = [*((words, self._value(name)) for name, (_, words) in ABILITIES.items()), (self.attack, self.ability)]
        return tuple(Use(label, {**shared, "ability": str(number)}) for label, number in ways)

    def shares(self) -> Mapping[str, str]:
        """Return its dice with its Will, and what it brings to a grace check."""
        return {"checks": f"{self.dice}/{self.will}", "grace": f"{self.links}/{self.rank}/{self.revivals}"}

    def chances(self, rulings: Rulings) -> Mapping[str, tuple[OwnChance, ...]]:
        """Return the chances beside interaction, offering, traits, attacks and grace."""
        will, wisdom = self._event("will", rulings), self._event("wisdom", rulings)
        found = {
            "K-T2.5": (
                OwnChance(Text("an interaction succeeds", "交流に成功する"), will[0].chance),
                OwnChance(Text("an offering succeeds", "献上に成功する"), wisdom[0].chance),
            ),
            "K-2.10": will,
            "K-T1.3": will,
            "K-2.13": wisdom,
            "K-T1.4": wisdom,
            "K-5.1": self._attacking(rulings),
            "K-6.6": self._grace(rulings),
        }
        one, two = (tuple(self._with_traits(name, used, rulings) for name in ABILITIES) for used in (1, SHOWN_TRAITS))
        if self.traits:
            found |= {"K-1.8": one, "K-T2.1": one}
        if self.traits >= SHOWN_TRAITS:
            found["K-1.11"] = two
        found["K-T2.8"] = found["K-6.6"]
        return {rule: odds for rule, odds in found.items() if odds}

    def compared(self, number: int, rulings: Rulings) -> int:
        """Return what a die is compared with: an ability or a rank, or the target number (K-Q1)."""
        return self.target if rulings.success == "at_least_target" else number

    def entry(self, language: Language) -> list[Action]:
        """Return the actions by which it comes onto the first square of the ring and notes its attack (K-M10)."""
        sheet = (self.hp, self.armour, self.action_value, self.rank, self.will, self.wisdom, self.traits, self.moves)
        numbers = [self.reach, self.ability, self.power, self.multiplier, self.bonus, 0]
        return [
            ["kamui", self.name.get(language), 1, list(sheet)],
            ["skill", NEWCOMER, self.attack.get(language), self.timing, numbers],
        ]

    def _value(self, name: AbilityName) -> int:
        return self.will if name == "will" else self.wisdom

    def _check(self, name: AbilityName, traits: int, rulings: Rulings) -> Fraction:
        """Return the chance of an event that needs two successes (K-2.10, K-2.13)."""
        number = self.compared(self._value(name), rulings)
        return check_odds(check_dice(self.dice, traits), number, EVENT_TARGET, rulings)

    def _with_traits(self, name: AbilityName, traits: int, rulings: Rulings) -> OwnChance:
        odds, before = (self._check(name, used, rulings) for used in (traits, 0))
        return OwnChance(ABILITIES[name][1] + traits_used(traits), odds, before)

    def _event(self, name: AbilityName, rulings: Rulings) -> tuple[OwnChance, ...]:
        """Return the chances of an event without traits and with one or two."""
        plain = OwnChance(ABILITIES[name][1], self._check(name, 0, rulings))
        usable = range(1, min(SHOWN_TRAITS, self.traits) + 1)
        return plain, *(replace(self._with_traits(name, traits, rulings), before=None) for traits in usable)

    def _attacking(self, rulings: Rulings) -> tuple[OwnChance, ...]:
        """Return the chances that an attack has a success, by the action value spent."""
        number = self.compared(self.ability, rulings)
        return tuple(
            OwnChance(
                Text("1 die: a success" if spent == 1 else f"{spent} dice: a success", f"ダイス{spent}個で成功する"),
                check_odds(spent, number, 1, rulings),
            )
            for spent in range(1, min(SHOWN_ACTION_VALUE, self.action_value) + 1)
        )

    def _grace(self, rulings: Rulings) -> tuple[OwnChance, ...]:
        """Return the chances of one and two miracle points, alone and with no face lowered; none without links."""
        if not self.links:
            return ()
        rank = self.compared(self.rank, rulings)
        odds = grace_odds([Supplicant(self.links, rank, self.revivals)], rulings=rulings)[0]
        return tuple(
            OwnChance(
                Text(f"{points}+ miracle points, alone", f"自分だけで奇跡に使える成功数{points}以上"),
                sum((chance for found, chance in odds.items() if found >= points), start=Fraction(0)),
            )
            for points in (1, 2)
        )


SAMPLES = tuple(
    Sheet(
        name=shown(kamui.name),
        attack=shown(brought.skills[0].name),
        links=links,
        **{name: getattr(kamui, name) for name in ("rank", "hp", "armour", "action_value")},
        **{name: getattr(brought, name) for name in ("will", "wisdom", "traits", "moves")},
        **{name: getattr(brought.skills[0], name) for name in ("reach", "ability", "power")},
    )
    for kamui, brought, links in zip(START.kamui, START.sheets, (2, 3, 2), strict=True)
)
"""A sample cast: those on the ring board, with links."""
