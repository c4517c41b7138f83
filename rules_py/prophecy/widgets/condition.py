"""Your numbers: what a curse or a bless does to the reader's own chances, with one to six copies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.fields import ChoiceField, IntegerField
from rules_py.core.form import Group
from rules_py.core.house_rules import house_rules, read_rulings
from rules_py.core.markup import h, marked_up
from rules_py.core.render import chance_cell, percent, summary
from rules_py.core.text import Language, Text, same
from rules_py.core.widget import Answer, Widget
from rules_py.prophecy.characters import SLOTS, Curse, Fighter
from rules_py.prophecy.checks import LARGEST_NUMBER, check_odds
from rules_py.prophecy.conditions import CONDITIONS, PER_COPY, Condition
from rules_py.prophecy.odds import attack_odds, initiative_odds
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.system import SYSTEM


def _number(name: str, label: Text, default: int) -> IntegerField:
    return IntegerField(label, str(default), least=-LARGEST_NUMBER, most=LARGEST_NUMBER, kept=True, name=name)


class YourNumbers(Widget[Mapping[str, Any]]):
    """What a condition does to the chances of one's own character."""

    name = "prophecy.condition"
    title = Text("Condition calculator", "コンディション計算機")
    groups = (
        Group(
            (
                ChoiceField(
                    Text("Curse or bless", "カースかブレス"),
                    "cast_down",
                    options=tuple((ident, found.full_name) for ident, found in CONDITIONS.items()),
                    name="condition",
                ),
            )
        ),
        Group(
            (
                _number("cast", Text("Cast ability", "キャスト能力"), 6),
                _number("guard", Text("Guard ability", "ガード能力"), 4),
                _number("ability", Text("Ability of other checks", "その他の判定の能力値"), 4),
            ),
            Text("You", "自分"),
            kind="side",
            note=Text("Kept in this browser only.", "このブラウザーの中にだけ保存されます。"),
        ),
        Group(
            (
                _number("foe_guard", Text("Guard ability", "ガード能力"), 4),
                _number("foe_cast", Text("Cast ability", "キャスト能力"), 7),
                _number("dominance", Text("Dominance", "支配力"), 8),
                _number("target", Text("Target number of checks", "判定の目標値"), 10),
            ),
            Text("What you face", "相手と目標"),
            kind="side",
        ),
        house_rules(SYSTEM, Rulings, "prophecy.attack", without=("battle_reroll", "reroll_keeps_third_die")),
    )

    def answer(self, inputs: Mapping[str, Any], pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chances without it and with one to six copies."""
        found = CONDITIONS[inputs["condition"]]
        rulings = read_rulings(SYSTEM, Rulings, inputs)
        lines = [line for line in _LINES if line.concerns(found)]
        before = {line.label.en: line.chance(inputs, "", 0, rulings) for line in lines}
        if not lines:
            status = Text("{name} changes no chance: {effect}", "【{name}】は確率を変えません。{effect}")
            told = status.format(name=found.name, effect=found.effect)
            return Answer(told, {"output": [_sentence(told, language), *_growth(found, language)]})
        first = lines[0]
        now = first.chance(inputs, found.id, 1, rulings)
        status = Text(
            "{name}, 1 copy: the chance that {what} goes from {before} to {now}.",
            "【{name}】が1つ付くと、{what}確率は{before}から{now}になります。",
        )
        told = status.format(
            name=found.name, what=first.label, before=percent(before[first.label.en]), now=percent(now)
        )
        table = _table(found, lines, inputs, rulings, language)
        output = [summary(told, language), table, *_growth(found, language)]
        return Answer(told, {"output": output}, headline=same(percent(now)))


@dataclass(frozen=True)
class _Line:
    """One of the reader's chances.

    Args:
        label: What it is the chance of.
        number: Which number conditions change in it.
        chance: Works it out, with so many copies of a condition.
    """

    label: Text
    number: str
    chance: Callable[[Mapping[str, Any], str, int, Rulings], Fraction]

    def concerns(self, found: Condition) -> bool:
        """Say whether a condition changes it."""
        return self.number in PER_COPY.get(found.id, {}) or (found.id == "puncture" and self.number == "guard")


def _you(inputs: Mapping[str, Any], ident: str, copies: int) -> Fighter:
    kind = CONDITIONS[ident].kind if ident else ""
    return Fighter(
        Text("you", "自分"),
        cast=inputs["cast"],
        guard=inputs["guard"],
        curses=(Curse(ident),) * copies if kind == "curse" else (),
        blesses=(ident,) * copies if kind == "bless" else (),
    )


def _foe(inputs: Mapping[str, Any]) -> Fighter:
    return Fighter(Text("the enemy", "敵"), enemy=True, cast=inputs["foe_cast"], guard=inputs["foe_guard"])


def _hitting(inputs: Mapping[str, Any], ident: str, copies: int, rulings: Rulings) -> Fraction:
    return attack_odds(_you(inputs, ident, copies), _foe(inputs), rulings=rulings).hit


def _guarding(inputs: Mapping[str, Any], ident: str, copies: int, rulings: Rulings) -> Fraction:
    return 1 - attack_odds(_foe(inputs), _you(inputs, ident, copies), rulings=rulings).hit


def _checking(inputs: Mapping[str, Any], ident: str, copies: int, rulings: Rulings) -> Fraction:
    return check_odds(
        inputs["target"], inputs["ability"], _you(inputs, ident, copies).modifier("checks"), rulings=rulings
    )


def _going_first(inputs: Mapping[str, Any], ident: str, copies: int, rulings: Rulings) -> Fraction:
    return initiative_odds(_you(inputs, ident, copies).modifier("initiative"), inputs["dominance"]).first


_LINES = (
    _Line(Text("you hit", "攻撃が当たる"), "cast", _hitting),
    _Line(Text("you are not hit", "攻撃を防ぐ"), "guard", _guarding),
    _Line(Text("your check succeeds", "判定に成功する"), "checks", _checking),
    _Line(Text("you act first", "敵より先に動く"), "initiative", _going_first),
)


def _table(
    found: Condition, lines: list[_Line], inputs: Mapping[str, Any], rulings: Rulings, language: Language
) -> Element:
    rows = []
    for copies in range(SLOTS + 1):
        chances = [line.chance(inputs, found.id if copies else "", copies, rulings) for line in lines]
        rows.append(
            h(
                "tr",
                h("th", str(copies), scope="row"),
                [chance_cell(chance) for chance in chances],
            )
        )
    caption = Text("Your chances by copies of {name}", "【{name}】の付与数と確率").format(name=found.name)
    heads = (Text("Copies", "付与数"), *(line.label for line in lines))
    return h(
        "table",
        h("caption", caption.get(language)),
        h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
        h("tbody", rows),
        class_="odds",
    )


def _sentence(text: Text, language: Language) -> Element:
    return summary(text, language)


def _growth(found: Condition, language: Language) -> list[Element]:
    """When a curse that grows by itself knocks down: the seventh copy does (P-X19)."""
    if found.id not in ("burning", "petrify"):
        return []
    told = Text(
        "With no other curse and nothing removed, {copies} {word} until activation {turn}, which begins with a "
        "knockdown (P-14.7).",
        "ほかにカースがなく、取り除かれもしなければ、{copies}つから始めて{turn}回目の手番の最初にノックダウンします（P-14.7）。",
    )
    items = [
        h(
            "li",
            *marked_up(
                told.format(copies=n, word=Text("copy lasts" if n == 1 else "copies last", ""), turn=SLOTS + 1 - n).get(
                    language
                )
            ),
        )
        for n in (1, 2, 3)
    ]
    return [h("ul", items)]
