"""Your numbers: what a curse or a bless does to the reader's own chances, with one to six copies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.fields import ChoiceField
from rules_py.core.form import Group
from rules_py.core.house_rules import house_rules
from rules_py.core.markup import h, marked_up
from rules_py.core.notation import Roll
from rules_py.core.render import exactly, percent, summary, table
from rules_py.core.text import Language, Text, same
from rules_py.core.widget import Answer, Widget
from rules_py.prophecy.characters import SLOTS, Fighter
from rules_py.prophecy.conditions import CONDITIONS, PER_COPY, Condition, Number
from rules_py.prophecy.odds.own import own_odds
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.sheet import CAST, DOMINANCE, FOE_CAST, FOE_GUARD, GUARD, TARGET
from rules_py.prophecy.system import SYSTEM
from rules_py.prophecy.widgets.common import compared, initiative_roll, number_field, sheet, table_roll


@dataclass(frozen=True)
class You:
    """The reader's own character."""

    cast: Annotated[int, CAST]
    guard: Annotated[int, GUARD]
    ability: Annotated[int, number_field(Text("Ability of other checks", "その他の判定の能力値"), 4, kept=True)]


@dataclass(frozen=True)
class Faced:
    """What the character is up against."""

    foe_guard: Annotated[int, replace(FOE_GUARD, label=GUARD.label)]
    foe_cast: Annotated[int, replace(FOE_CAST, label=CAST.label)]
    dominance: Annotated[int, replace(DOMINANCE, label=Text("Dominance", "支配力"))]
    target: Annotated[int, TARGET]

    @property
    def foe(self) -> Fighter:
        """The enemy."""
        return Fighter(
            Text("the enemy", "敵"), enemy=True, cast=self.foe_cast, guard=self.foe_guard, dominance=self.dominance
        )


_CONDITION = ChoiceField(
    Text("Curse or bless", "カースかブレス"),
    "cast_down",
    options=tuple((ident, found.full_name) for ident, found in CONDITIONS.items()),
    means=CONDITIONS.__getitem__,
)


_HOUSE_RULES = house_rules(SYSTEM, Rulings, "prophecy.attack", without=("battle_reroll", "reroll_keeps_third_die"))
_YOU = Group.side(Text("You", "自分"), Text("Kept in this browser only.", "このブラウザーの中にだけ保存されます。"))


@dataclass(frozen=True)
class ConditionInputs:
    """A condition, and the numbers that it changes."""

    condition: Annotated[Condition, _CONDITION]
    you: Annotated[You, _YOU]
    faced: Annotated[Faced, Group.side(Text("What you face", "相手と目標"))]
    rulings: Annotated[Rulings, _HOUSE_RULES]

    def me(self, copies: int) -> Fighter:
        """Return the reader's own character with so many copies of the condition."""
        return sheet(Text("you", "自分"), [self.condition.id] * copies, cast=self.you.cast, guard=self.you.guard)

    def chance(self, number: Number, copies: int) -> Fraction:
        """Return the chance for which a number counts, with so many copies of the condition."""
        faced = self.faced
        return own_odds(
            number, self.me(copies), faced.foe, ability=self.you.ability, target=faced.target, rulings=self.rulings
        )


class YourNumbers(Widget[ConditionInputs]):
    """What a condition does to the chances of one's own character."""

    rules = ("P-14.1",)
    title = Text("Condition calculator", "コンディション計算機")

    def answer(self, inputs: ConditionInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chances without it and with one to six copies."""
        found = inputs.condition
        numbers = [number for number in _LINES if _concerns(found, number)]
        if not numbers:
            status = Text("{name} changes no chance: {effect}", "【{name}】は確率を変えません。{effect}")
            told = status.format(name=found.name, effect=found.effect)
            return Answer(told, lambda: [summary(told, language), *_growth(found, language)])
        chances = [inputs.chance(numbers[0], copies) for copies in (0, 1)]
        before, now = map(exactly, chances)
        status = Text(
            "{name}, 1 copy: the chance that {what} goes from {before} to {now}.",
            "【{name}】が1つ付くと、{what}確率は{before}から{now}になります。",
        )
        told = status.format(name=found.name, what=_LINES[numbers[0]], before=before, now=now)
        output = [summary(told, language), _table(numbers, inputs, language), *_growth(found, language)]
        return Answer(told, lambda: output, headline=same(percent(chances[1])), rolls=lambda: _rolls(numbers, inputs))


_LINES: Mapping[Number, Text] = {
    "cast": Text("you hit", "攻撃が当たる"),
    "guard": Text("you are not hit", "攻撃を防ぐ"),
    "checks": Text("your check succeeds", "判定に成功する"),
    "initiative": Text("you act first", "敵より先に動く"),
}
"""What each number gives a chance of."""


def _rolls(numbers: list[Number], inputs: ConditionInputs) -> tuple[Roll, ...]:
    """Return what is rolled at the table with one copy."""
    me, foe, rulings = inputs.me(1), inputs.faced.foe, inputs.rulings
    found: list[Roll] = []
    if "cast" in numbers:
        lost = compared(rulings, punctured=False)
        found.append(table_roll(2, me.cast + me.modifier("cast"), rulings, lost=lost, name=_MY_CAST))
        found.append(table_roll(2, foe.guard, rulings, lost=lost, name=_THEIR_GUARD))
    if "guard" in numbers:
        lost = compared(rulings, punctured=bool(me.copies("puncture")))
        found.append(table_roll(2, foe.cast, rulings, lost=lost, name=_THEIR_CAST))
        found.append(table_roll(2, me.guard + me.modifier("guard"), rulings, lost=lost, name=_MY_GUARD))
    if "checks" in numbers:
        added = inputs.you.ability + me.modifier("checks")
        found.append(table_roll(2, added, rulings, inputs.faced.target, name=_MY_CHECK))
    if "initiative" in numbers:
        found.append(initiative_roll(me.modifier("initiative"), _MY_INITIATIVE))
    return tuple(found)


_MY_CAST = Text("Your cast check, 1 copy", "自分のキャスト判定（1つ）")
_MY_GUARD = Text("Your guard check, 1 copy", "自分のガード判定（1つ）")
_MY_CHECK = Text("Your check, 1 copy", "自分の判定（1つ）")
_MY_INITIATIVE = Text("Your initiative, 1 copy", "自分のイニシアチブ（1つ）")
_THEIR_CAST = Text("The enemy’s cast check", "敵のキャスト判定")
_THEIR_GUARD = Text("The enemy’s guard check", "敵のガード判定")


def _concerns(found: Condition, number: Number) -> bool:
    """Say whether a condition changes the chance for which a number counts."""
    return number in PER_COPY.get(found.id, {}) or (found.id == "puncture" and number == "guard")


def _table(numbers: list[Number], inputs: ConditionInputs, language: Language) -> Element:
    rows = [(copies, *(inputs.chance(number, copies) for number in numbers)) for copies in range(SLOTS + 1)]
    caption = Text("Your chances by copies of {name}", "【{name}】の付与数と確率").format(name=inputs.condition.name)
    heads = (Text("Copies", "付与数"), *(_LINES[number] for number in numbers))
    return table(caption, heads, rows, language, "odds", scrolls=False)


def _growth(found: Condition, language: Language) -> list[Element]:
    """When a curse that grows by itself knocks down: the seventh copy does (P-X19)."""
    if found.id not in ("burning", "petrify"):
        return []
    told = Text(
        "With no other curse and nothing removed, {copies} {word} until activation {turn}, which begins with a "
        "knockdown (P-14.7).",
        "ほかにカースがなく、取り除かれもしなければ、{copies}つから始めて{turn}回目の手番の最初にノックダウンします（P-14.7）。",
    )
    lines = [
        told.format(copies=n, word=Text("copy lasts" if n == 1 else "copies last", ""), turn=SLOTS + 1 - n)
        for n in (1, 2, 3)
    ]
    return [h("ul", [h("li", *marked_up(line.get(language))) for line in lines])]
