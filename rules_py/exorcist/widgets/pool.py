"""Pool calculator: the chance of a check, its successes, and the dice that a wished chance needs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.errors import ForbiddenAction
from rules_py.core.fields import ChoiceField, FlagField, IntegerField, PercentField
from rules_py.core.form import Group
from rules_py.core.markup import h
from rules_py.core.render import chance_cell, exactly, heat_class, percent, signed, summary, table, working
from rules_py.core.text import Language, Text
from rules_py.core.widget import Answer, Widget
from rules_py.exorcist.checks import (
    LADDER,
    MOST_DICE,
    MOST_STEPS,
    Difficulty,
    Pressure,
    attack_difficulty,
    dice_rolled,
    shift,
)
from rules_py.exorcist.odds import dice_needed, success_chance, successes_odds
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.widgets.common import (
    ability_fields,
    difficulty_field,
    house_rules,
    named,
    pressure_field,
    read_difficulty,
    read_pressure,
    read_rulings,
)

MOST_TYPED = 20
MOST_BONUS = 10
WISHES = tuple(Fraction(hundredths, 100) for hundredths in (50, 75, 90, 95))
SPREAD = range(-2, 5)
REFERS_TO = {
    "dice": Text("the number of dice here", "ここに書いた数のダイス"),
    "body": Text("Body", "【体】"),
    "spirit": Text("Spirit", "【霊】"),
    "skill": Text("Skill", "【巧】"),
}


class PoolCalculator(Widget[Mapping[str, Any]]):
    """One check: so many dice against a difficulty."""

    name = "exorcist.pool"
    title = Text("Pool calculator", "ダイスプール計算機")
    groups = (
        Group(
            (
                IntegerField(Text("Dice", "ダイスの数"), "3", most=MOST_TYPED, name="dice"),
                ChoiceField(
                    Text("Refers to", "参照する値"), "dice", options=tuple(REFERS_TO.items()), name="refers_to"
                ),
                IntegerField(Text("Bonus dice", "追加のダイス"), "0", least=-MOST_BONUS, most=MOST_BONUS, name="bonus"),
                difficulty_field("difficulty"),
                FlagField(Text("Attack focus, 1 step easier", "【攻撃集中】（1段階易しい）"), name="focus"),
                FlagField(Text("Tactical manoeuvre, 1 step harder", "【戦術機動】（1段階難しい）"), name="manoeuvre"),
                pressure_field(Text("Pressure, when evading melee", "近接攻撃を回避するときの圧力")),
                IntegerField(
                    Text("Other steps", "その他の段階"), "0", least=-MOST_STEPS, most=MOST_STEPS, name="steps"
                ),
                PercentField(Text("Chance you want, in %", "望む確率（%）"), "80", name="wish"),
            )
        ),
        Group(ability_fields(), Text("Your abilities", "自分の能力値"), kind="details"),
        house_rules("exorcist.pool"),
    )

    def answer(self, inputs: Mapping[str, Any], pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chance, the successes, the dice needed and the working."""
        rulings = read_rulings(inputs)
        base = read_difficulty(inputs["difficulty"])
        difficulty = _difficulty(inputs, base, rulings)
        ability = inputs[inputs["refers_to"]]
        dice = max(0, ability + inputs["bonus"])
        chance = success_chance(dice, difficulty, rulings)
        status = Text(
            "Dice: {dice}. Difficulty: {difficulty}. The check succeeds with {chance}.",
            "ダイス{dice}個、難易度{difficulty}。判定に成功する確率は{chance}。",
        ).format(dice=dice, difficulty=named(difficulty), chance=exactly(chance))
        lines = [
            *_dice_lines(inputs["refers_to"], ability, inputs["bonus"], dice, rulings),
            *_step_lines(inputs, base, difficulty),
            *([_formula(dice, difficulty, rulings)] if dice_rolled(dice, rulings) else []),
        ]
        output = [
            summary(status, language),
            _successes(dice, difficulty, rulings, language),
            _needed(difficulty, inputs["wish"], rulings, language),
            _heat(dice, difficulty, rulings, language),
            working(lines, language),
        ]
        return Answer(status, {"output": output})


def _difficulty(inputs: Mapping[str, Any], base: Difficulty, rulings: Rulings) -> Difficulty:
    try:
        attack_difficulty(base, focus=inputs["focus"], manoeuvre=inputs["manoeuvre"], rulings=rulings)
    except ForbiddenAction as error:
        error.field = "manoeuvre"
        raise
    found = shift(base, max(-MOST_STEPS, min(MOST_STEPS, sum(steps(inputs).values()))), rulings)
    evading = read_pressure(inputs["pressure"]) is not Pressure.NORMAL
    return min(found, Difficulty.ULTRA_HARD) if evading else found


def steps(inputs: Mapping[str, Any]) -> dict[str, int]:
    """Return what shifts the difficulty, by the name of its field.

    Example:
        >>> steps({"focus": True, "manoeuvre": False, "pressure": "hard", "steps": 0})
        {'focus': -1, 'manoeuvre': 0, 'pressure': 1, 'steps': 0}
    """
    return {
        "focus": -int(inputs["focus"]),
        "manoeuvre": int(inputs["manoeuvre"]),
        "pressure": read_pressure(inputs["pressure"]).value,
        "steps": inputs["steps"],
    }


def _successes(dice: int, difficulty: Difficulty, rulings: Rulings, language: Language) -> Element:
    die = successes_odds(dice, difficulty, rulings)
    rows = []
    for count in range(dice_rolled(dice, rulings) + 1):
        chances = die.probability("==", count), die.probability(">=", count)
        rows.append(h("tr", h("th", str(count), scope="row"), [chance_cell(chance) for chance in chances]))
    heads = (Text("Successes", "成功数"), Text("Exactly", "ちょうど"), Text("At least", "以上"))
    return table(Text("Number of successes", "成功数の分布"), heads, rows, language)


def _needed(difficulty: Difficulty, wish: Fraction, rulings: Rulings, language: Language) -> Element:
    rows = []
    for chance in sorted({*WISHES, wish}):
        needed = dice_needed(chance, difficulty, rulings=rulings)
        found = success_chance(needed, difficulty, rulings) if needed is not None else None
        rows.append(
            h(
                "tr",
                h("th", percent(chance), scope="row"),
                h("td", str(needed) if needed is not None else f"> {MOST_DICE}"),
                chance_cell(found) if found is not None else h("td", "—"),
                class_="applies" if chance == wish else None,
            )
        )
    heads = (
        Text("Chance you want", "望む確率"),
        Text("Dice needed", "必要なダイス"),
        Text("Chance then", "実際の確率"),
    )
    caption = Text("Dice needed at {difficulty}", "{difficulty}で必要なダイス").format(difficulty=named(difficulty))
    return table(caption, heads, rows, language)


def _heat(dice: int, difficulty: Difficulty, rulings: Rulings, language: Language) -> Element:
    rows = []
    for pool in sorted({max(0, min(MOST_DICE, dice + more)) for more in SPREAD}):
        cells = []
        for column in LADDER:
            chance = success_chance(pool, column, rulings)
            here = " applies" if (pool, column) == (dice, difficulty) else ""
            cells.append(chance_cell(chance, class_=heat_class(chance) + here))
        rows.append(h("tr", h("th", str(pool), scope="row"), cells))
    heads = (Text("Dice", "ダイス"), *(named(column) for column in LADDER))
    return table(Text("A few dice more or less", "ダイスが増減したとき"), heads, rows, language, "heat")


def _dice_lines(refers_to: str, ability: int, bonus: int, dice: int, rulings: Rulings) -> list[Text]:
    words = Text("{what}: {ability}", "{what}：{ability}個")
    if refers_to == "dice":
        words = Text("Dice: {ability}", "ダイス：{ability}個")
    words = words.format(what=REFERS_TO[refers_to], ability=ability)
    if bonus:
        words += Text(f", {signed(bonus)} bonus dice", f"、追加{signed(bonus)}個")
    lines = [words + Text(" (E-3.7).", "（E-3.7）。")]
    if not dice:
        lines.append(
            Text("No dice are left, so the check fails (E-Q3).", "ダイスがないので失敗です（E-Q3）。")
            if rulings.no_dice == "fail"
            else Text("No dice are left, so one die is rolled (E-Q3).", "ダイスがないので1つだけ振ります（E-Q3）。")
        )
    return lines


_STEP_NAMES = {
    "focus": Text("attack focus (E-5.10)", "【攻撃集中】（E-5.10）"),
    "manoeuvre": Text("tactical manoeuvre (E-4.6)", "【戦術機動】（E-4.6）"),
    "pressure": Text("pressure (E-13.5, E-13.7)", "圧力（E-13.5、E-13.7）"),
    "steps": Text("other steps", "その他の段階"),
}


def _step_lines(inputs: Mapping[str, Any], base: Difficulty, difficulty: Difficulty) -> list[Text]:
    lines = []
    for name, count in steps(inputs).items():
        if count:
            lines.append(_STEP_NAMES[name] + Text(f": {signed(count)}.", f"：{signed(count)}。"))
    if not lines:
        return [Text("No step shifts the difficulty (E-T2).", "難易度を動かすものはありません（E-T2）。")]
    moved = Text("So {base} becomes {difficulty} (E-T2).", "したがって{base}は{difficulty}になります（E-T2）。")
    lines.append(moved.format(base=named(base), difficulty=named(difficulty)))
    if difficulty is Difficulty.IMPOSSIBLE:
        lines.append(Text("No die shows a 7 (E-Q39).", "7の目はありません（E-Q39）。"))
    elif difficulty == base + sum(steps(inputs).values()):
        return lines
    elif difficulty is Difficulty.ULTRA_HARD:
        lines.append(Text("A 6 is always enough (E-13.8, E-Q39).", "6が出れば必ず成功です（E-13.8、E-Q39）。"))
    else:
        lines.append(Text("The ladder has no easier step (E-Q4).", "これより易しい段階はありません（E-Q4）。"))
    return lines


def _formula(dice: int, difficulty: Difficulty, rulings: Rulings) -> Text:
    words = Text(
        "One die fails with {fails}, all {dice} with {all}; otherwise the check succeeds (E-3.9).",
        "1つのダイスが失敗する確率は{fails}、{dice}個すべてが失敗する確率は{all}で、残りが成功の確率です（E-3.9）。",
    )
    fails, chance = Fraction(difficulty - 1, 6), 1 - success_chance(dice, difficulty, rulings)
    return words.format(fails=exactly(fails), dice=dice_rolled(dice, rulings), all=exactly(chance))
