"""Your numbers: what a curse or a bless does to the reader's own chances, with one to six copies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.fields import ChoiceField
from rules_py.core.form import Group
from rules_py.core.markup import h, marked_up
from rules_py.core.render import percent, summary, table
from rules_py.core.text import Language, Text, same
from rules_py.core.widget import Answer, Widget
from rules_py.prophecy.characters import SLOTS, Fighter
from rules_py.prophecy.checks import check_odds
from rules_py.prophecy.conditions import CONDITIONS, PER_COPY, Condition
from rules_py.prophecy.odds import attack_odds, initiative_odds
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.widgets.common import house_rules, number_field, sheet


@dataclass(frozen=True)
class You:
    """The reader's own character."""

    cast: Annotated[int, number_field(Text("Cast ability", "キャスト能力"), 6, kept=True)]
    guard: Annotated[int, number_field(Text("Guard ability", "ガード能力"), 4, kept=True)]
    ability: Annotated[int, number_field(Text("Ability of other checks", "その他の判定の能力値"), 4, kept=True)]


@dataclass(frozen=True)
class Faced:
    """What the character is up against."""

    foe_guard: Annotated[int, number_field(Text("Guard ability", "ガード能力"), 4, kept=True)]
    foe_cast: Annotated[int, number_field(Text("Cast ability", "キャスト能力"), 7, kept=True)]
    dominance: Annotated[int, number_field(Text("Dominance", "支配力"), 8, kept=True)]
    target: Annotated[int, number_field(Text("Target number of checks", "判定の目標値"), 10, kept=True)]

    @property
    def foe(self) -> Fighter:
        """The enemy."""
        return Fighter(Text("the enemy", "敵"), enemy=True, cast=self.foe_cast, guard=self.foe_guard)


@dataclass(frozen=True)
class ConditionInputs:
    """A condition, and the numbers that it changes."""

    condition: Annotated[
        Condition,
        ChoiceField(
            Text("Curse or bless", "カースかブレス"),
            "cast_down",
            options=tuple((ident, found.full_name) for ident, found in CONDITIONS.items()),
            means=CONDITIONS.__getitem__,
        ),
    ]
    you: Annotated[
        You,
        Group(
            legend=Text("You", "自分"),
            kind="side",
            note=Text("Kept in this browser only.", "このブラウザーの中にだけ保存されます。"),
        ),
    ]
    faced: Annotated[Faced, Group(legend=Text("What you face", "相手と目標"), kind="side")]
    rulings: Annotated[Rulings, house_rules("prophecy.attack", without=("battle_reroll", "reroll_keeps_third_die"))]

    def carrying(self, copies: int) -> Fighter:
        """Return the character with so many copies of the condition."""
        carried = [self.condition.id] * copies
        return sheet(Text("you", "自分"), carried, cast=self.you.cast, guard=self.you.guard)


class YourNumbers(Widget[ConditionInputs]):
    """What a condition does to the chances of one's own character."""

    name = "prophecy.condition"
    title = Text("Condition calculator", "コンディション計算機")
    inputs = ConditionInputs

    def answer(self, inputs: ConditionInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chances without it and with one to six copies."""
        found = inputs.condition
        lines = [line for line in _LINES if line.concerns(found)]
        if not lines:
            status = Text("{name} changes no chance: {effect}", "【{name}】は確率を変えません。{effect}")
            told = status.format(name=found.name, effect=found.effect)
            return Answer(told, lambda: [summary(told, language), *_growth(found, language)])
        before, now = (percent(lines[0].chance(inputs, copies)) for copies in (0, 1))
        status = Text(
            "{name}, 1 copy: the chance that {what} goes from {before} to {now}.",
            "【{name}】が1つ付くと、{what}確率は{before}から{now}になります。",
        )
        told = status.format(name=found.name, what=lines[0].label, before=before, now=now)
        output = [summary(told, language), _table(lines, inputs, language), *_growth(found, language)]
        return Answer(told, lambda: output, headline=same(now))


@dataclass(frozen=True)
class _Line:
    """One of the reader's chances.

    Args:
        label: What it is the chance of.
        number: Which number conditions change in it.
        chance: Works it out, with so many copies of the condition.
    """

    label: Text
    number: str
    chance: Callable[[ConditionInputs, int], Fraction]

    def concerns(self, found: Condition) -> bool:
        """Say whether a condition changes it."""
        return self.number in PER_COPY.get(found.id, {}) or (found.id == "puncture" and self.number == "guard")


def _hitting(inputs: ConditionInputs, copies: int) -> Fraction:
    return attack_odds(inputs.carrying(copies), inputs.faced.foe, rulings=inputs.rulings).hit


def _guarding(inputs: ConditionInputs, copies: int) -> Fraction:
    return 1 - attack_odds(inputs.faced.foe, inputs.carrying(copies), rulings=inputs.rulings).hit


def _checking(inputs: ConditionInputs, copies: int) -> Fraction:
    modifier = inputs.carrying(copies).modifier("checks")
    return check_odds(inputs.faced.target, inputs.you.ability, modifier, rulings=inputs.rulings)


def _going_first(inputs: ConditionInputs, copies: int) -> Fraction:
    return initiative_odds(inputs.carrying(copies).modifier("initiative"), inputs.faced.dominance).first


_LINES = (
    _Line(Text("you hit", "攻撃が当たる"), "cast", _hitting),
    _Line(Text("you are not hit", "攻撃を防ぐ"), "guard", _guarding),
    _Line(Text("your check succeeds", "判定に成功する"), "checks", _checking),
    _Line(Text("you act first", "敵より先に動く"), "initiative", _going_first),
)


def _table(lines: list[_Line], inputs: ConditionInputs, language: Language) -> Element:
    rows = [(copies, *(line.chance(inputs, copies) for line in lines)) for copies in range(SLOTS + 1)]
    caption = Text("Your chances by copies of {name}", "【{name}】の付与数と確率").format(name=inputs.condition.name)
    heads = (Text("Copies", "付与数"), *(line.label for line in lines))
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
