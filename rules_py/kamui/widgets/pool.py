"""Pool calculator: the chance of a check under each reading, its successes, and the dice that a chance needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import IntegerField, PercentField
from rules_py.core.form import Group
from rules_py.core.markup import h
from rules_py.core.render import chance_cell, exact_number, exactly, heat_class, percent, summary, table, working
from rules_py.core.text import Language, Text, same
from rules_py.core.widget import Answer, Widget
from rules_py.kamui.checks import BASE_DICE, EVENT_TARGET, MOST_DICE, MOST_TRAITS, check_dice, die_chance
from rules_py.kamui.odds import check_chance, dice_needed, mean, successes_odds
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.widgets.common import ability_field, house_rules, read_rulings, reading, reading_line

MOST_TYPED = 20
MOST_NEEDED = 10
WISHES = tuple(Fraction(hundredths, 100) for hundredths in (50, 75, 90, 95))
SPREAD = range(-2, 5)
RULES: dict[str, Text] = {
    "at_most_ability": Text("at most the ability", "能力値以下"),
    "at_least_fixed": Text("at least {face}, fixed", "固定の{face}以上"),
    "at_least_target": Text("at least the target number", "目標値以上"),
}


class PoolCalculator(Widget[Mapping[str, Any]]):
    """One check: so many dice, so many successes needed."""

    name = "kamui.pool"
    title = Text("Pool calculator", "ダイスプール計算機")
    groups = (
        Group(
            (
                IntegerField(
                    Text("Dice before traits (K-Q3)", "特性を除くダイス（K-Q3）"),
                    str(BASE_DICE),
                    most=MOST_TYPED,
                    name="dice",
                ),
                IntegerField(Text("Traits used", "使う特性の数"), "0", most=MOST_TRAITS, name="traits"),
                ability_field(),
                IntegerField(
                    Text("Successes needed", "必要な成功数"), str(EVENT_TARGET), most=MOST_NEEDED, name="needed"
                ),
                PercentField(Text("Chance you want, in %", "望む確率（%）"), "80", name="wish"),
            )
        ),
        house_rules("kamui.pool"),
    )

    def answer(self, inputs: Mapping[str, Any], pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chance, the successes, the dice needed, the other readings and the working."""
        rulings = read_rulings(inputs)
        number, needed, wish = inputs["ability"], inputs["needed"], inputs["wish"]
        dice = check_dice(inputs["dice"], inputs["traits"])
        odds = successes_odds(dice, number, rulings)
        chance = check_chance(dice, number, needed, rulings)
        status = Text(
            "Dice: {dice}. At least {needed} successes: {chance}.",
            "ダイス{dice}個。成功数{needed}以上の確率は{chance}。",
        ).format(dice=dice, needed=needed, chance=exactly(chance))
        output = [
            summary(status, language),
            reading_line(number, rulings, language),
            _successes(odds, needed, language),
            _needed(number, needed, wish, rulings, language),
            _heat(dice, number, needed, rulings, language),
            _readings(dice, number, needed, rulings, language),
            working(_lines(inputs, dice, number, odds, rulings), language),
        ]
        return Answer(status, {"output": output})


def _successes(odds: Mapping[int, Fraction], needed: int, language: Language) -> Element:
    rows = []
    for count, chance in odds.items():
        reached = sum((later for more, later in odds.items() if more >= count), start=Fraction(0))
        cells = [chance_cell(chance), chance_cell(reached)]
        rows.append(h("tr", h("th", str(count), scope="row"), cells, class_="applies" if count == needed else None))
    heads = (Text("Successes", "成功数"), Text("Exactly", "ちょうど"), Text("At least", "以上"))
    return table(Text("Number of successes", "成功数の分布"), heads, rows, language)


def _needed(number: int, needed: int, wish: Fraction, rulings: Rulings, language: Language) -> Element:
    rows = []
    for chance in sorted({*WISHES, wish}):
        dice = dice_needed(chance, number, needed, rulings=rulings)
        found = None if dice is None else check_chance(dice, number, needed, rulings)
        rows.append(
            h(
                "tr",
                h("th", percent(chance), scope="row"),
                h("td", f"> {MOST_DICE}" if dice is None else str(dice)),
                h("td", "—") if found is None else chance_cell(found),
                class_="applies" if chance == wish else None,
            )
        )
    heads = (
        Text("Chance you want", "望む確率"),
        Text("Dice needed", "必要なダイス"),
        Text("Chance then", "実際の確率"),
    )
    caption = Text("Dice needed for {needed} successes", "成功数{needed}に必要なダイス").format(needed=needed)
    return table(caption, heads, rows, language)


def _heat(dice: int, number: int, needed: int, rulings: Rulings, language: Language) -> Element:
    columns = range(1, max(5, needed) + 1)
    rows = []
    for pool in sorted({max(0, min(MOST_DICE, dice + more)) for more in SPREAD}):
        cells = []
        for column in columns:
            chance = check_chance(pool, number, column, rulings)
            here = " applies" if (pool, column) == (dice, needed) else ""
            cells.append(h("td", percent(chance), class_=heat_class(chance) + here))
        rows.append(h("tr", h("th", str(pool), scope="row"), cells))
    heads = (Text("Dice ＼ successes", "ダイス＼成功数"), *(same(column) for column in columns))
    return table(Text("A few dice more or less", "ダイスが増減したとき"), heads, rows, language, "heat")


def _readings(dice: int, number: int, needed: int, rulings: Rulings, language: Language) -> Element:
    """The same check under every reading: K-Q1 down, K-Q2 across."""
    rows = []
    dies = Rulings.choices()["die"]
    for success in Rulings.choices()["success"]:
        cells = []
        for die in dies:
            try:
                changed: dict[str, Any] = {"success": success, "die": die}
                chance = check_chance(dice, number, needed, replace(rulings, **changed))
            except InputError:
                cells.append(h("td", "—"))
                continue
            on = (success, die) == (rulings.success, rulings.die)
            cells.append(h("td", percent(chance), class_=heat_class(chance) + (" applies" if on else "")))
        label = RULES[str(success)].format(face=rulings.success_face)
        rows.append(h("tr", h("th", label.get(language), scope="row"), cells))
    heads = (Text("A die succeeds on", "ダイスが成功する出目"), *(same(die) for die in dies))
    return table(Text("The same check under each reading", "読み方ごとの確率"), heads, rows, language, "heat")


def _lines(
    inputs: Mapping[str, Any], dice: int, number: int, odds: Mapping[int, Fraction], rulings: Rulings
) -> list[Text]:
    chance = die_chance(number, rulings)
    return [
        Text(
            "Dice: {base}, traits: {traits}, together {dice} (K-1.8, K-1.11, K-Q3).",
            "ダイス{base}個に特性{traits}つ分を足して、合わせて{dice}個です（K-1.8、K-1.11、K-Q3）。",
        ).format(base=inputs["dice"], traits=inputs["traits"], dice=dice),
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
