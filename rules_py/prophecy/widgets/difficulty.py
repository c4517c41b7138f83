"""Difficulty estimator: which target number leaves each member of a party the wished chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.fields import WISH, FlagField, IntegerField, PercentField
from rules_py.core.form import Group
from rules_py.core.notation import Roll
from rules_py.core.pictures import EXACT_NUMBERS, Heat, Step, difficulty_band, heat_table
from rules_py.core.render import Cell, fold, summary, table, wished, working
from rules_py.core.text import Language, Text, listed, same, sharing
from rules_py.core.widget import Answer, Widget
from rules_py.prophecy.checks import LARGEST_NUMBER, roll_count
from rules_py.prophecy.conditions import modifier
from rules_py.prophecy.odds import check_odds, hardest_target
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.widgets.common import (
    FACTOR,
    LUCKY_AND_FUMBLE,
    MOST_ASSISTS,
    PeopleField,
    Person,
    dice_field,
    lone,
    named,
    rolled_again,
    table_roll,
    written,
)

TARGETS_BELOW, TARGETS_ABOVE = 3, 4
MOST_ROWS = 9
_PARTY = PeopleField(
    Text("Abilities", "能力値"),
    "3, 4, 5",
    Text("3, 4, 5 or Mio 3, Ren 4 (Restriction 2)", "「3、4、5」や「ミオ 3、レン 4（行動制限2）」のように"),
    party="abilities",
)
_WISH = lone("wish", PercentField(WISH, "70"), Text("What you want", "望む難しさ"))


@dataclass(frozen=True)
class Mix:
    """What everybody may spend on a check.

    Args:
        dice: 2, or 3 with a Factor.
        reroll: Is there mana for a reroll?
        assists: How many helpers there are.
    """

    dice: int
    reroll: bool = False
    assists: int = 0

    @property
    def text(self) -> Text:
        """The mix in words."""
        parts = [Text(f"{self.dice} dice", f"ダイス{self.dice}個")]
        if self.reroll:
            parts.append(Text("reroll", "振り直し"))
        if self.assists:
            words = Text("1 assist", "援助1回") if self.assists == 1 else Text("{n} assists", "援助{n}回")
            parts.append(words.format(n=self.assists))
        return listed(parts)

    def chance(self, target: int, ability: int, rulings: Rulings) -> Fraction:
        """Return the chance with it.

        Args:
            target: The target number.
            ability: The ability with what conditions change.
            rulings: House rules.
        """
        rolls = roll_count(self.assists, self.reroll, rulings)
        within = max(-LARGEST_NUMBER, min(ability, LARGEST_NUMBER))
        return check_odds(target, within, ability - within, self.dice, rolls, rulings)

    def hardest(self, wish: Fraction, person: Person, rulings: Rulings) -> int | None:
        """Return the highest target number that leaves somebody the wished chance."""
        rolls = roll_count(self.assists, self.reroll, rulings)
        return hardest_target(wish, person.number, modifier(person.conditions, "checks"), self.dice, rolls, rulings)


MIXES = tuple(Mix(dice, reroll, assists) for dice in (2, 3) for reroll, assists in ((False, 0), (True, 0), (True, 1)))


def _ability(person: Person) -> int:
    """The ability with what conditions change."""
    return person.number + modifier(person.conditions, "checks")


@dataclass(frozen=True)
class Party:
    """A party, and what everybody in it may spend."""

    party: Annotated[tuple[Person, ...], _PARTY]
    dice: Annotated[int, dice_field(FACTOR)]
    reroll: Annotated[bool, FlagField(Text("With a reroll", "振り直しあり"))]
    assists: Annotated[int, IntegerField(Text("Assists", "援助"), "0", most=MOST_ASSISTS)]

    @property
    def mix(self) -> Mix:
        """What everybody may spend."""
        return Mix(self.dice, self.reroll, self.assists)


@dataclass(frozen=True)
class DifficultyInputs:
    """A party, and the chance that is wished for."""

    members: Annotated[Party, Group.side(Text("The party", "パーティ"))]
    wish: Annotated[Fraction, _WISH]
    rulings: Rulings

    @property
    def party(self) -> tuple[Person, ...]:
        """Who is in the party."""
        return self.members.party

    @cached_property
    def reached(self) -> list[int | None]:
        """The highest target number that leaves the wished chance, for each of the party; None without such a one."""
        return [self.members.mix.hardest(self.wish, person, self.rulings) for person in self.party]

    @property
    def easiest(self) -> int | None:
        """The target number that the whole party reaches, if there is one."""
        return min(self.reached, key=lambda target: -LARGEST_NUMBER - 1 if target is None else target)

    @property
    def hardest(self) -> int | None:
        """The target number that somebody reaches, if there is one."""
        return max((target for target in self.reached if target is not None), default=None)

    @property
    def targets(self) -> range:
        """The target numbers worth a look: around those reached, else around what two dice show on average."""
        near = [t for t in self.reached if t is not None and abs(t) < LARGEST_NUMBER]
        near = near or [max(-LARGEST_NUMBER, min(_ability(person) + 7, LARGEST_NUMBER)) for person in self.party]
        low, high = min(near) - TARGETS_BELOW, max(near) + TARGETS_ABOVE
        return range(max(low, high - 14, -LARGEST_NUMBER), min(high, LARGEST_NUMBER) + 1)

    def chance(self, target: int, ability: int) -> Fraction:
        """Return the chance with what everybody may spend."""
        return self.members.mix.chance(target, ability, self.rulings)


class DifficultyEstimator(Widget[DifficultyInputs]):
    """Which target number leaves a party the chance that the GM wishes for."""

    rules = ("P-3.5",)
    title = Text("Difficulty estimator", "難易度の目安")
    is_costly = True

    def answer(self, inputs: DifficultyInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the target numbers, who reaches them, and the heat tables."""
        status = _summary(inputs)

        def output() -> list[Element]:
            return [
                summary(status, language),
                _band(inputs, language),
                _members(inputs, language),
                _heat(inputs, inputs.members.mix, language),
                fold(EXACT_NUMBERS, language, _share(inputs, language)),
                fold(
                    Text("Every mix of resources", "リソースの組み合わせごと"),
                    language,
                    _every_mix(inputs, language),
                    [_heat(inputs, each, language) for each in MIXES],
                ),
                working(_WORKING, language),
            ]

        return Answer(status, output, headline=_named(inputs.easiest), rolls=lambda: _rolls(inputs))


def _rolls(inputs: DifficultyInputs) -> tuple[Roll, ...]:
    """What everybody rolls against the target number that the whole party reaches."""
    target = inputs.easiest
    if target is None:
        return ()
    mix, rulings = inputs.members.mix, inputs.rulings
    lost = (LUCKY_AND_FUMBLE, *rolled_again(roll_count(mix.assists, mix.reroll, rulings)))
    who = sharing(map(_ability, inputs.party), (person.name for person in inputs.party))
    return tuple(table_roll(mix.dice, added, rulings, target, lost=lost, name=name) for added, name in who.items())


def _named(target: int | None) -> Text:
    if target is None:
        return Text("none", "なし")
    return Text("99 or more", "99以上") if target == LARGEST_NUMBER else same(written(target))


def _summary(inputs: DifficultyInputs) -> Text:
    words = Text(
        "With at least {wish}: the whole party reaches {number} {all}, somebody {best}.",
        "{wish}以上の確率なら、全員が届く目標値は{all}、誰かが届く目標値は{best}。",
    )
    number = same("target number" if inputs.easiest is not None else "as target number")
    return words.format(
        wish=wished(inputs.wish), number=number, all=_named(inputs.easiest), best=_named(inputs.hardest)
    )


def _band(inputs: DifficultyInputs, language: Language) -> Element:
    """Too easy is what the whole party reaches, too hard what nobody does."""
    easiest, hardest = inputs.easiest, inputs.hardest
    weakest = min(map(_ability, inputs.party))
    steps = []
    for target in inputs.targets:
        zone = (hardest is None or target > hardest) - (easiest is not None and target < easiest)
        steps.append(Step(written(target), inputs.chance(target, weakest), zone))
    caption = Text("Target number, and the chance of whoever is weakest", "目標値と、能力値が最も低い人の成功率")
    return difficulty_band(caption, steps, language)


def _members(inputs: DifficultyInputs, language: Language) -> Element:
    rows: list[tuple[Cell, ...]] = []
    for person, target in zip(inputs.party, inputs.reached, strict=True):
        ability = _ability(person)
        chances: tuple[Cell, ...] = ("—", "—")
        if target is not None and target < LARGEST_NUMBER:
            chances = tuple(inputs.chance(each, ability) for each in (target, target + 1))
        rows.append((named(person.name, language), written(ability), _named(target), *chances))
    heads = (
        Text("Who", "誰"),
        Text("Ability", "能力値"),
        Text("Target", "目標値"),
        Text("Chance", "成功率"),
        Text("Target +1", "目標値+1"),
    )
    caption = Text("Highest target number for each: {mix}", "一人ひとりの最も高い目標値：{mix}")
    return table(caption.format(mix=inputs.members.mix.text), heads, rows, language)


def _share(inputs: DifficultyInputs, language: Language) -> Element:
    """For each target number, how many still have the wished chance, and what the party can do together."""
    rows = []
    for target in inputs.targets:
        able = sum(t is not None and t >= target for t in inputs.reached)
        nobody = everybody = Fraction(1)
        for person in inputs.party:
            chance = inputs.chance(target, _ability(person))
            nobody *= 1 - chance
            everybody *= chance
        rows.append((written(target), f"{able}/{len(inputs.party)}", 1 - nobody, everybody))
    heads = (
        Text("Target", "目標値"),
        Text("Reach that chance", "望む確率に届く人"),
        Text("Any succeeds", "誰かが成功"),
        Text("All succeed", "全員が成功"),
    )
    return table(Text("Share of the party", "パーティの何人が届くか"), heads, rows, language)


def _heat(inputs: DifficultyInputs, mix: Mix, language: Language) -> Element:
    """Ability against target number."""
    abilities = sorted(set(map(_ability, inputs.party)))
    low, high = abilities[0] - 1, abilities[-1] + 1
    if high - low < MOST_ROWS:
        abilities = list(range(low, high + 1))
    targets, rulings = inputs.targets, inputs.rulings
    rows = [(written(own), [Heat(mix.chance(target, own, rulings)) for target in targets]) for own in abilities]
    heads: list[Cell] = [Text("Ability ＼ target", "能力値＼目標値"), *map(written, targets)]
    return heat_table(Text("Chance: {mix}", "成功率：{mix}").format(mix=mix.text), heads, rows, language)


def _every_mix(inputs: DifficultyInputs, language: Language) -> Element:
    party, wish, rulings = inputs.party, inputs.wish, inputs.rulings
    rows = [(mix.text, *(_named(mix.hardest(wish, person, rulings)) for person in party)) for mix in MIXES]
    heads = (Text("Resources", "リソース"), *(person.name for person in party))
    caption = Text("Highest target number with {wish}", "{wish}を残せる最も高い目標値").format(wish=wished(wish))
    return table(caption, heads, rows, language)


_WORKING = (
    Text(
        "Everybody spends the same: the third die takes a Factor (P-4.3), a reroll 1 mana (P-6.2), an assist 1 mana or"
        " an emotion of a helper (P-7.2, P-7.3).",
        "全員が同じだけ使うものとします。3個目のダイスはファクター（P-4.3）、振り直しはマナ1点（P-6.2）、"
        "援助は援助する人のマナ1点か感情（P-7.2、P-7.3）によります。",
    ),
    Text(
        "“99 or more”: Lucky alone is enough for the chance you want, however high the target number (P-5.2)."
        " “none”: Fumbles alone put it out of reach, however low the target number (P-5.4).",
        "「99以上」は、目標値がどれほど高くても、ラッキー♪だけで望む確率に届く場合です（P-5.2）。"
        "「なし」は、目標値がどれほど低くても、ファンブルのせいで望む確率に届かない場合です（P-5.4）。",
    ),
    Text(
        "The text names no target numbers; the chance you want is up to you (P-Q28).",
        "元の文章に目標値は載っていません。望む確率を決めるのは皆さんです（P-Q28）。",
    ),
)
