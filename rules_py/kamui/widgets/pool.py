"""Pool calculator: the chance of a check under each reading, its successes, and the dice that a chance needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import WISH, IntegerField, PercentField
from rules_py.core.pictures import Heat, dice_table, distribution, heat_table, outcomes
from rules_py.core.render import exact_number, exactly, summary, working
from rules_py.core.text import Language, Text
from rules_py.core.widget import Answer, Widget
from rules_py.kamui.checks import EVENT_TARGET, MOST_DICE, MOST_TRAITS, check_dice, die_chance
from rules_py.kamui.odds import check_odds, mean, successes_odds
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.sheet import ABILITY, DICE
from rules_py.kamui.widgets.common import reading, reading_line, successes_needed, table_roll

MOST_NEEDED = 10
SPREAD = range(-2, 5)
RULES: dict[str, Text] = {
    "at_most_ability": Text("at most the ability", "能力値以下"),
    "at_least_fixed": Text("at least {face}, fixed", "固定の{face}以上"),
    "at_least_target": Text("at least the target number", "目標値以上"),
}


@dataclass(frozen=True)
class PoolInputs:
    """A check, and the chance that is wished for."""

    dice: Annotated[int, DICE]
    traits: Annotated[int, IntegerField(Text("Traits used", "使う特性の数"), "0", most=MOST_TRAITS)]
    ability: Annotated[int, ABILITY]
    needed: Annotated[int, IntegerField(Text("Successes needed", "必要な成功数"), str(EVENT_TARGET), most=MOST_NEEDED)]
    wish: Annotated[Fraction, PercentField(WISH, "80")]
    rulings: Rulings


class PoolCalculator(Widget[PoolInputs]):
    """One check: so many dice, so many successes needed."""

    rules = ("K-1.7", "K-2.7", "K-4.4")
    title = Text("Pool calculator", "ダイスプール計算機")

    def answer(self, inputs: PoolInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chance, the successes, the dice needed, the other readings and the working."""
        number, needed, rulings = inputs.ability, inputs.needed, inputs.rulings
        dice = check_dice(inputs.dice, inputs.traits)
        odds = successes_odds(dice, number, rulings)
        chance = check_odds(dice, number, needed, rulings)
        status = Text(
            "Dice: {dice}. Chance of {needed} or more successes: {chance}.",
            "ダイス{dice}個。成功数{needed}以上の確率は{chance}。",
        ).format(dice=dice, needed=needed, chance=exactly(chance))

        def output() -> list[Element]:
            return [
                summary(status, language),
                reading_line(number, rulings, language),
                *_successes(odds, needed, language),
                _needed(number, needed, inputs.wish, rulings, language),
                _heat(inputs, dice, language),
                _readings(dice, number, needed, rulings, language),
                working(_lines(inputs, dice, odds), language),
            ]

        return Answer(status, output, rolls=lambda: (table_roll(dice, number, rulings, (successes_needed(needed),)),))


def _successes(odds: Mapping[int, Fraction], needed: int, language: Language) -> list[Element]:
    caption = Text("Number of successes", "成功数の分布")
    return distribution(caption, Text("Successes", "成功数"), outcomes(odds, needed), language)


def _needed(number: int, needed: int, wish: Fraction, rulings: Rulings, language: Language) -> Element:
    def chance_with(dice: int) -> Fraction:
        return check_odds(dice, number, needed, rulings)

    caption = Text("Dice needed for {needed} or more successes", "成功数{needed}に必要なダイス").format(needed=needed)
    return dice_table(caption, wish, MOST_DICE, chance_with, language)


def _heat(inputs: PoolInputs, dice: int, language: Language) -> Element:
    needed = range(1, max(5, inputs.needed) + 1)
    rows = []
    for pool in sorted({max(0, min(MOST_DICE, dice + more)) for more in SPREAD}):
        before = pool - inputs.traits
        cells = [
            Heat(
                check_odds(pool, inputs.ability, count, inputs.rulings),
                (pool, count) == (dice, inputs.needed),
                {"dice": str(before), "needed": str(count)} if 0 <= before <= MOST_DICE - MOST_TRAITS else None,
            )
            for count in needed
        ]
        rows.append((pool, cells))
    heads = (Text("Dice ＼ successes", "ダイス＼成功数"), *needed)
    return heat_table(Text("A few dice more or less", "ダイスが増減したとき"), heads, rows, language)


def _readings(dice: int, number: int, needed: int, rulings: Rulings, language: Language) -> Element:
    """The same check under every reading: K-Q1 down, K-Q2 across."""
    rows = []
    dies = Rulings.choices()["die"]
    for success in Rulings.choices()["success"]:
        cells: list[Heat | None] = []
        for die in dies:
            try:
                chance = check_odds(dice, number, needed, _read_as(rulings, success, die))
            except InputError:
                cells.append(None)
                continue
            cells.append(Heat(chance, (success, die) == (rulings.success, rulings.die)))
        rows.append((RULES[str(success)].format(face=rulings.success_face), cells))
    heads = (Text("A die succeeds on", "ダイスが成功する出目"), *dies)
    return heat_table(Text("The same check under each reading", "読み方ごとの確率"), heads, rows, language)


@lru_cache(maxsize=64)
def _read_as(rulings: Rulings, success: Any, die: Any) -> Rulings:
    return replace(rulings, success=success, die=die)


def _lines(inputs: PoolInputs, dice: int, odds: Mapping[int, Fraction]) -> list[Text]:
    number, rulings = inputs.ability, inputs.rulings
    chance = die_chance(number, rulings)
    return [
        Text(
            "Dice: {base}, traits: {traits}, together {dice} (K-1.8, K-1.11, K-Q3).",
            "ダイス{base}個に特性{traits}つ分を足して、合わせて{dice}個です（K-1.8、K-1.11、K-Q3）。",
        ).format(base=inputs.dice, traits=inputs.traits, dice=dice),
        Text(
            "{reading}: the chance that one die succeeds is {chance}.",
            "{reading}：1つのダイスが成功する確率は{chance}です。",
        ).format(reading=reading(number, rulings), chance=exactly(chance)),
        Text(
            "The mean number of successes is {mean}: dice times that chance.",
            "成功数の平均は{mean}（ダイスの数×その確率）です。",
        ).format(mean=exact_number(mean(odds))),
        Text(
            "A used trait does not come back in this session (K-1.10).",
            "使った特性は、このセッションではもう使えません（K-1.10）。",
        ),
    ]
