"""Pool calculator: the chance of a check, its successes, and the dice that a wished chance needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.fields import WISH, ChoiceField, IntegerField, PercentField
from rules_py.core.form import Group
from rules_py.core.pictures import Heat, dice_table, distribution, heat_table, outcomes
from rules_py.core.render import exactly, signed, summary, working
from rules_py.core.text import Language, Text
from rules_py.core.widget import Answer, Widget
from rules_py.exorcist.characters import MOST_ABILITY, MOST_EXTRA, Ability
from rules_py.exorcist.checks import (
    LADDER,
    MOST_DICE,
    MOST_STEPS,
    Difficulty,
    Pressure,
    check_focus,
    dice_rolled,
    shift,
)
from rules_py.exorcist.odds import check_odds, successes_odds
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.sheet import ABILITY_FIELDS, DICE
from rules_py.exorcist.widgets.common import (
    Bonus,
    Focus,
    Manoeuvre,
    difficulty_field,
    named,
    pressure_field,
    table_roll,
)

SPREAD = range(-2, 5)


def _refers_to(raw: str) -> Ability | None:
    return None if raw == "dice" else Ability(raw)


def _by_ability(**dice: int) -> dict[Ability, int]:
    return {Ability(name): count for name, count in dice.items()}


REFERS_TO = ChoiceField(
    Text("Refers to", "参照する値"),
    "dice",
    options=(("dice", Text("the number of dice here", "ここに書いた数のダイス")), *Ability.options()),
    means=_refers_to,
)
ABILITIES = Group(
    tuple(ABILITY_FIELDS.values()),
    Text("Your abilities", "自分の能力値"),
    kind="details",
    make=_by_ability,
)


SHIFTS = (
    Text("attack focus (E-5.10)", "【攻撃集中】（E-5.10）"),
    Text("tactical manoeuvre (E-4.6)", "【戦術機動】（E-4.6）"),
    Text("pressure (E-13.5, E-13.7)", "圧力（E-13.5、E-13.7）"),
    Text("other steps", "その他の段階"),
)
"""What may shift the difficulty."""


@dataclass(frozen=True)
class PoolInputs:
    """A check, and what makes it easier or harder.

    Raises:
        ForbiddenAction: If attack focus meets the tactical manoeuvre (E-5.9).
    """

    dice: Annotated[int, DICE]
    refers_to: Annotated[Ability | None, REFERS_TO]
    bonus: Bonus
    difficulty: Annotated[Difficulty, difficulty_field()]
    focus: Focus
    manoeuvre: Manoeuvre
    pressure: Annotated[Pressure, pressure_field(Text("Pressure, when evading melee", "近接攻撃を回避するときの圧力"))]
    steps: Annotated[int, IntegerField(Text("Other steps", "その他の段階"), "0", least=-MOST_STEPS, most=MOST_STEPS)]
    wish: Annotated[Fraction, PercentField(WISH, "80")]
    abilities: Annotated[dict[Ability, int], ABILITIES]
    rulings: Rulings

    def __post_init__(self) -> None:
        check_focus(self.focus, self.manoeuvre, "manoeuvre")

    @property
    def ability(self) -> int:
        """The dice before bonus dice."""
        return self.abilities[self.refers_to] if self.refers_to else self.dice

    @property
    def pool(self) -> int:
        """All dice together."""
        return max(0, self.ability + self.bonus)

    @property
    def shifts(self) -> tuple[int, ...]:
        """The steps by which something shifts the difficulty, for each of `SHIFTS`."""
        return -self.focus, int(self.manoeuvre), self.pressure.value, self.steps

    @property
    def total(self) -> int:
        """All steps together."""
        return sum(self.shifts)

    @property
    def reached(self) -> Difficulty:
        """The difficulty with all steps."""
        return self.shifted(self.difficulty)

    def shifted(self, difficulty: Difficulty) -> Difficulty:
        """Return a difficulty with all steps; that of an evasion ends at ULTRA-HARD (E-13.8)."""
        found = shift(difficulty, max(-MOST_STEPS, min(MOST_STEPS, self.total)), self.rulings)
        return found if self.pressure is Pressure.NORMAL else min(found, Difficulty.ULTRA_HARD)


class PoolCalculator(Widget[PoolInputs]):
    """One check: so many dice against a difficulty."""

    rules = ("E-3.6",)
    title = Text("Pool calculator", "ダイスプール計算機")

    def answer(self, inputs: PoolInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chance, the successes, the dice needed and the working."""
        dice, difficulty, rulings = inputs.pool, inputs.reached, inputs.rulings
        status = Text(
            "Dice: {dice}. Difficulty: {difficulty}. The chance of success is {chance}.",
            "ダイス{dice}個、難易度{difficulty}。判定に成功する確率は{chance}。",
        ).format(dice=dice, difficulty=named(difficulty), chance=exactly(check_odds(dice, difficulty, rulings)))
        lines = [
            *_dice_lines(inputs),
            *_step_lines(inputs),
            *([_formula(dice, difficulty, rulings)] if dice_rolled(dice, rulings) else []),
        ]

        def output() -> list[Element]:
            return [
                summary(status, language),
                *_successes(dice, difficulty, rulings, language),
                _needed(difficulty, inputs.wish, rulings, language),
                _heat(inputs, language),
                working(lines, language),
            ]

        return Answer(status, output, rolls=lambda: (table_roll(dice, difficulty, rulings),))


def _successes(dice: int, difficulty: Difficulty, rulings: Rulings, language: Language) -> list[Element]:
    die = successes_odds(dice, difficulty, rulings)
    counts = range(dice_rolled(dice, rulings) + 1)
    odds = {count: die.probability("==", count) for count in counts}
    caption = Text("Number of successes", "成功数の分布")
    return distribution(caption, Text("Successes", "成功数"), outcomes(odds, 1), language)


def _needed(difficulty: Difficulty, wish: Fraction, rulings: Rulings, language: Language) -> Element:
    def chance_with(dice: int) -> Fraction:
        return check_odds(dice, difficulty, rulings)

    caption = Text("Dice needed at {difficulty}", "{difficulty}で必要なダイス").format(difficulty=named(difficulty))
    return dice_table(caption, wish, MOST_DICE, chance_with, language)


def _heat(inputs: PoolInputs, language: Language) -> Element:
    asked = (inputs.pool, inputs.reached)
    ways = {inputs.shifted(way): way for way in (*reversed(LADDER), inputs.difficulty)}
    rows = []
    for pool in sorted({max(0, min(MOST_DICE, inputs.pool + more)) for more in SPREAD}):
        dice = _dice_for(inputs, pool)
        cells = []
        for column in LADDER:
            way = ways.get(column)
            sets = dice | {"difficulty": way.name.lower()} if dice and way else None
            cells.append(Heat(check_odds(pool, column, inputs.rulings), (pool, column) == asked, sets))
        rows.append((pool, cells))
    heads = (Text("Dice", "ダイス"), *(named(column) for column in LADDER))
    return heat_table(Text("A few dice more or less", "ダイスが増減したとき"), heads, rows, language)


def _dice_for(inputs: PoolInputs, pool: int) -> dict[str, str]:
    """Return what leads to so many dice, with everything else as it is; nothing where nothing does."""
    name, dice, least, most = (
        ("bonus", pool - inputs.ability, -MOST_EXTRA, MOST_EXTRA)
        if inputs.refers_to
        else ("dice", pool - inputs.bonus, 0, MOST_ABILITY)
    )
    return {name: str(dice)} if least <= dice <= most else {}


def _dice_lines(inputs: PoolInputs) -> list[Text]:
    what = inputs.refers_to.text if inputs.refers_to else Text("Dice", "ダイス")
    words = Text("{what}: {ability}", "{what}：{ability}個").format(what=what, ability=inputs.ability)
    if inputs.bonus:
        words += Text(f", {signed(inputs.bonus)} bonus dice", f"、追加{signed(inputs.bonus)}個")
    lines = [words + Text(" (E-3.7).", "（E-3.7）。")]
    if not inputs.pool:
        lines.append(
            Text("No dice are left, so the check fails (E-Q3).", "ダイスがないので失敗です（E-Q3）。")
            if inputs.rulings.no_dice == "fail"
            else Text("No dice are left, so one die is rolled (E-Q3).", "ダイスがないので1つだけ振ります（E-Q3）。")
        )
    return lines


def _step_lines(inputs: PoolInputs) -> list[Text]:
    base, difficulty = inputs.difficulty, inputs.reached
    shifts = zip(SHIFTS, inputs.shifts, strict=True)
    lines = [what + Text(f": {signed(steps)}.", f"：{signed(steps)}。") for what, steps in shifts if steps]
    if not lines:
        return [Text("No step shifts the difficulty (E-T2).", "難易度を動かすものはありません（E-T2）。")]
    moved = Text("So {base} becomes {difficulty} (E-T2).", "したがって{base}は{difficulty}になります（E-T2）。")
    lines.append(moved.format(base=named(base), difficulty=named(difficulty)))
    if difficulty is Difficulty.IMPOSSIBLE:
        lines.append(Text("No die shows a 7 (E-Q39).", "7の目はありません（E-Q39）。"))
    elif difficulty == base + inputs.total:
        return lines
    elif difficulty is Difficulty.ULTRA_HARD:
        lines.append(Text("A 6 is always enough (E-13.8, E-Q39).", "6が出れば必ず成功です（E-13.8、E-Q39）。"))
    else:
        lines.append(Text("The ladder has no easier step (E-Q4).", "これより易しい段階はありません（E-Q4）。"))
    return lines


def _formula(dice: int, difficulty: Difficulty, rulings: Rulings) -> Text:
    rolled = dice_rolled(dice, rulings)
    words = Text(
        "The chance that one die fails is {fails}, that all {dice} do {all}; otherwise the check succeeds (E-3.9).",
        "1つのダイスが失敗する確率は{fails}、{dice}個すべてが失敗する確率は{all}で、残りが成功の確率です（E-3.9）。",
    )
    if rolled == 1:
        words = Text(
            "The chance that the die fails is {fails}; otherwise the check succeeds (E-3.9).",
            "ダイスが失敗する確率は{fails}で、残りが成功の確率です（E-3.9）。",
        )
    fails, chance = Fraction(difficulty - 1, 6), 1 - check_odds(dice, difficulty, rulings)
    return words.format(fails=exactly(fails), dice=rolled, all=exactly(chance))
