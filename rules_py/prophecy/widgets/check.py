"""Check calculator: the exact chances of a check, and what each further point of mana adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core import notation
from rules_py.core.errors import InputError
from rules_py.core.fields import WISH, ChoiceField, FlagField, IntegerField, PercentField
from rules_py.core.form import Group
from rules_py.core.markup import h, marked_up, remark
from rules_py.core.pictures import EXACT_NUMBERS, Outcome, columns
from rules_py.core.render import (
    NAMED_ROWS,
    bar_cell,
    exact_number,
    exactly,
    fold,
    in_points,
    number_cell,
    odds_table,
    row,
    signed,
    summary,
    table,
    wished,
    working,
)
from rules_py.core.text import Language, Named, Text, same
from rules_py.core.widget import Answer, Widget
from rules_py.prophecy.checks import LARGEST_NUMBER, Flag, Roll, best_odds, check_value, merged, roll_count, succeeds
from rules_py.prophecy.conditions import PER_COPY, modifier, names
from rules_py.prophecy.odds import CheckPlan, Payment, Spending, check_odds, check_plan
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.widgets.common import (
    CARRIED,
    FACTOR,
    LUCKY_AND_FUMBLE,
    MOST_ASSISTS,
    dice_field,
    number_field,
    rolled_again,
    table_roll,
    written,
)

MOST_HELPING = 5


class Scene(Named):
    """Where a check is made, as far as it limits what can be spent on it."""

    MAIN = "main", Text("main phase", "メインフェイズ")
    PREVENTION = "prevention", Text("climax: prevention scene", "クライマックスの阻止シーン")
    BATTLE = "battle", Text("climax: battle scene", "クライマックスの戦闘シーン")


@dataclass(frozen=True)
class Check:
    """A check as the form describes it."""

    ability: Annotated[int, number_field(Text("Ability", "能力値"), 3, kept="check_ability")]
    target: Annotated[int, number_field(Text("Target number", "目標値"), 12)]
    scene: Annotated[Scene, ChoiceField.among(Text("Scene", "シーン"), Scene.MAIN)]
    dice: Annotated[int, dice_field(FACTOR)]
    reroll: Annotated[bool, FlagField(Text("Reroll once", "1回振り直す"))]
    assists: Annotated[int, IntegerField(Text("Assists", "援助"), "0", most=MOST_ASSISTS)]
    conditions: Annotated[tuple[str, ...], CARRIED]
    modifier: Annotated[int, number_field(Text("Other modifiers", "その他の修正"), 0)]


@dataclass(frozen=True)
class AtHand:
    """What can be spent on the check, and for which chance."""

    factor: Annotated[bool, FlagField(Text("A Factor that fits", "使えるファクターがある"), "1")]
    mana: Annotated[int, IntegerField(Text("Own mana", "自分のマナ"), "1", most=LARGEST_NUMBER)]
    helpers: Annotated[int, IntegerField(Text("Helpers with mana", "マナで援助する人"), "1", most=MOST_HELPING)]
    emotions: Annotated[int, IntegerField(Text("Helpers with an emotion", "感情で援助する人"), "0", most=MOST_HELPING)]
    wish: Annotated[Fraction, PercentField(WISH, "70")]


_AT_HAND = Group.side(
    Text("Mana advisor: what is at hand", "マナの助言：使えるもの"),
    Text("What the check above uses counts as at hand.", "上の判定で使うものも、使えるものに数えます。"),
)


@dataclass(frozen=True)
class CheckInputs:
    """A check, and what is at hand for it.

    Raises:
        InputError: If the scene forbids the third die or the assists, or the modifiers are too large.
    """

    check: Annotated[Check, Group.side(Text("The check", "判定"))]
    at_hand: Annotated[AtHand, _AT_HAND]
    rulings: Rulings

    def __post_init__(self) -> None:
        check = self.check
        if check.dice == 3 and self.no_factor:
            raise InputError("dice", check.dice, *self.no_factor)
        if check.assists and self.unassisted:
            raise InputError("assists", check.assists, _UNASSISTED, "P-Q6")
        if abs(self.added) > LARGEST_NUMBER:
            allowed = Text("from -99 to 99 together with the conditions", "コンディションと合わせて-99から99までです")
            raise InputError("modifier", check.modifier, allowed)

    @property
    def no_factor(self) -> tuple[Text, str] | None:
        """Why no Factor can be used in the scene, and by which rule; None if it can."""
        if self.check.scene is Scene.BATTLE:
            allowed = Text(
                "no Factor in the battle scene, so 2 dice", "戦闘シーンではファクターを使えないので、ダイスは2個です"
            )
            return allowed, "P-4.6"
        if self.check.scene is Scene.PREVENTION and not self.rulings.factor_in_climax:
            allowed = Text(
                "no Factor in the prevention scene, so 2 dice",
                "阻止シーンではファクターを使えないので、ダイスは2個です",
            )
            return allowed, "P-Q7"
        return None

    @property
    def unassisted(self) -> bool:
        """Can nobody assist in the scene?"""
        return self.check.scene is Scene.BATTLE and not self.rulings.assist_in_battle

    @property
    def added(self) -> int:
        """Everything that is added besides the ability."""
        return self.check.modifier + modifier(self.check.conditions, "checks")

    @property
    def rolls(self) -> int:
        """How often it is rolled."""
        return roll_count(self.check.assists, self.check.reroll, self.rulings)

    @property
    def outcomes(self) -> Mapping[Roll, Fraction]:
        """The chance of each result that may count."""
        return best_odds(self.check.dice, self.rolls, self.rulings)

    def chance(self, rolls: int) -> Fraction:
        """Return the chance to succeed when it is rolled so often."""
        return check_odds(self.check.target, self.check.ability, self.added, self.check.dice, rolls, self.rulings)

    def succeeds(self, roll: Roll) -> bool:
        """Say whether a roll succeeds."""
        return succeeds(roll, self.check.target, self.check.ability, self.added, self.rulings)

    def value(self, roll: Roll) -> int:
        """Return the check value of a roll."""
        return check_value(roll, self.check.ability, self.added, self.rulings)

    def plan(self) -> CheckPlan:
        """Work out what each resource adds; what the check itself uses is at hand."""
        at_hand, check = self.at_hand, self.check
        helpers = max(at_hand.helpers, min(check.assists - at_hand.emotions, MOST_HELPING))
        emotions = max(at_hand.emotions, check.assists - helpers)
        return check_plan(
            self.check.target,
            self.check.ability,
            self.added,
            factor=(at_hand.factor or check.dice == 3) and not self.no_factor,
            mana=max(at_hand.mana, int(check.reroll)),
            helpers=0 if self.unassisted else helpers,
            emotions=0 if self.unassisted else emotions,
            wish=at_hand.wish,
            rulings=self.rulings,
        )


class CheckCalculator(Widget[CheckInputs]):
    """The chance that a check succeeds, and how to spend for a better one."""

    rules = ("P-3.1", "P-6.1", "P-7.1")
    title = Text("Check calculator", "判定計算機")

    def answer(self, inputs: CheckInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chance, the distribution of the check value, the advice and the working."""
        plan = inputs.plan()
        status = Text("The chance of success is {chance}. {advice}", "判定の成功率は{chance}。{advice}").format(
            chance=exactly(inputs.chance(inputs.rolls)), advice=_advice(plan)
        )

        def output() -> list[Element]:
            return [
                summary(status, language),
                _results(inputs, language),
                *_values(inputs, language),
                *_advisor(inputs, plan, language),
                working(_working(inputs), language),
            ]

        return Answer(status, output, rolls=lambda: (_rolled(inputs),))


_UNASSISTED = Text("under this house rule nobody can assist in battle", "この裁定では戦闘中に援助できません")


def _rolled(inputs: CheckInputs) -> notation.Roll:
    check = inputs.check
    lost = (LUCKY_AND_FUMBLE, *rolled_again(inputs.rolls))
    return table_roll(check.dice, check.ability + inputs.added, inputs.rulings, check.target, lost=lost)


# --- the chances ------------------------------------------------------------------------------------------------------


def _results(inputs: CheckInputs, language: Language) -> Element:
    totals = merged(((roll.flag, inputs.succeeds(roll)), p) for roll, p in inputs.outcomes.items())
    rows = [
        (Text("Lucky: success", "ラッキー♪で成功"), (Flag.LUCKY, True), "for-a"),
        (Text("success by the value", "達成値で成功"), (Flag.NONE, True), "for-a"),
        (Text("failure by the value", "達成値で失敗"), (Flag.NONE, False), "for-b"),
        (Text("Fumble: failure", "ファンブルで失敗"), (Flag.FUMBLE, False), "for-b"),
    ]
    zero = Fraction(0)
    return odds_table(
        Text("How the check ends", "判定の結果"),
        Text("Result", "結果"),
        [(label, totals.get(key, zero), kind) for label, key, kind in rows],
        language,
    )


def _values(inputs: CheckInputs, language: Language) -> list[Element]:
    """The distribution of the check value, with Lucky and Fumble apart; the bar's colour says success or failure."""
    totals = merged(
        ((roll.flag, inputs.value(roll) if roll.flag is Flag.NONE else 0, inputs.succeeds(roll)), p)
        for roll, p in inputs.outcomes.items()
    )
    rows = []
    outcomes = []
    reached = Fraction(0)
    for (flag, value, success), chance in sorted(totals.items(), reverse=True):
        reached += chance
        label = same(written(value)) if flag is Flag.NONE else flag.text
        rows.append((label, chance, "for-a" if success else "for-b"))
        if flag is Flag.NONE:
            outcomes.append(Outcome(written(value), chance, reached, counts=success))
    exact = odds_table(
        Text("The check value; the result that counts", "達成値の分布（採用する結果）"),
        Text("Value", "達成値"),
        rows,
        language,
    )
    caption = Text("The check value without Lucky and Fumble", "達成値の分布（ラッキー♪とファンブルを除く）")
    below = Text("that high or Lucky", "その値以上かラッキー♪になる")
    return [columns(caption, outcomes[::-1], language, below), fold(EXACT_NUMBERS, language, exact)]


def _working(inputs: CheckInputs) -> Iterable[Text]:
    check = inputs.check
    need = check.target - check.ability - inputs.added
    words = Text(
        "Ability {ability}, modifiers {modifier}, target number {target}: the dice have to show {need} or more (P-3.4,"
        " P-3.6).",
        "能力値{ability}、修正{modifier}、目標値{target}なので、ダイスで{need}以上が要ります（P-3.4、P-3.6）。",
    )
    numbers = {"ability": written(check.ability), "target": written(check.target), "need": written(need)}
    yield words.format(modifier=signed(inputs.added), **numbers)
    counted = [ident for ident in check.conditions if "checks" in PER_COPY.get(ident, {})]
    ignored = [ident for ident in check.conditions if ident not in counted]
    if counted:
        words = Text(
            "The check value is lowered by {n}: {names} (P-M12).",
            "{names}により、達成値が{n}下がります（P-M12）。",
        )
        yield words.format(names=names(counted), n=len(counted))
    if ignored:
        words = Text(
            "{names}: no effect on this check value (P-M12).", "{names}は、この達成値には響きません（P-M12）。"
        )
        yield words.format(names=names(ignored))
    yield Text(
        "Lucky succeeds and Fumble fails whatever the value (P-5.2, P-5.4).",
        "達成値にかかわらず、ラッキー♪なら成功、ファンブルなら失敗です（P-5.2、P-5.4）。",
    )
    if inputs.rolls > 1:
        words = Text(
            "Rolls: {rolls}, of which the best counts (P-6.3, P-7.6, P-Q5); for one roll alone the chance is {once}.",
            "ロールは{rolls}回で、最もよいものを採ります（P-6.3、P-7.6、P-Q5）。1回だけなら成功率は{once}です。",
        )
        yield words.format(rolls=inputs.rolls, once=exactly(inputs.chance(1)))
    if check.dice == 3:
        yield Text(
            "The Factor gives every roll its third die (P-4.3, P-6.4) and is then used up for this scenario (P-4.4).",
            "ファクターにより、どのロールもダイスが3個になります（P-4.3、P-6.4）。そのファクターは、このシナリオではもう使えません（P-4.4）。",
        )


# --- the mana advisor -------------------------------------------------------------------------------------------------


def _advice(plan: CheckPlan) -> Text:
    found = plan.cheapest
    if found is None:
        best = plan.greatest
        words = Text("{wish} is out of reach: at most {chance}", "{wish}には届かず、最大で{chance}")
        if best.steps or best.factor:
            words += Text(" with {spent}", "（{spent}）")
        words += Text(".", "。")
        return words.format(wish=wished(plan.wish), chance=exactly(best.chance), spent=spent_words(best))
    if not found.steps and not found.factor:
        return Text("For {wish} nothing need be spent.", "{wish}なら、何も使わなくて済みます。").format(
            wish=wished(plan.wish)
        )
    words = Text("For {wish}: {spent}, {chance}.", "{wish}を望むなら、{spent}で{chance}。")
    return words.format(wish=wished(plan.wish), spent=spent_words(found), chance=exactly(found.chance))


def spent_words(spending: Spending) -> Text:
    """Say what is spent.

    Example:
        >>> spent_words(Spending(True, ("reroll", "mana"), Fraction(1), Fraction(1), Fraction(0))).en
        'Factor + reroll + assist (mana)'
    """
    parts = [Text("Factor", "ファクター")] if spending.factor else []
    for payment in dict.fromkeys(spending.steps):
        count = spending.steps.count(payment)
        parts.append(_PAYMENTS[payment] + same(f" ×{count}" if count > 1 else ""))
    if not parts:
        return Text("nothing", "何も使わない")
    return Text(" + ".join(part.en for part in parts), "＋".join(part.ja for part in parts))


_PAYMENTS: dict[Payment, Text] = {
    "emotion": Text("assist (emotion)", "援助（感情）"),
    "reroll": Text("reroll", "振り直し"),
    "mana": Text("assist (mana)", "援助（マナ）"),
}


def _advisor(inputs: CheckInputs, plan: CheckPlan, language: Language) -> Iterable[Element]:
    chosen = plan.cheapest or plan.greatest
    if inputs.at_hand.factor and inputs.no_factor:
        why, rule = inputs.no_factor
        yield remark((why + Text(f" ({rule}).", f"（{rule}）。")).get(language))
    if inputs.unassisted:
        yield remark((_UNASSISTED + Text(" (P-Q6).", "（P-Q6）。")).get(language))
    yield _ladder(plan, chosen, language)
    if chosen.steps or chosen.factor:
        yield h("p", Text("In this order:", "使う順番：").get(language))
        yield h("ol", [h("li", *marked_up(step.get(language))) for step in _order(chosen, plan)])
    yield fold(Text("Every combination", "すべての組み合わせ"), language, _combinations(plan, language))


_SPENT = Text("Spent at most", "使うもの")
_CHANCE = Text("Chance", "成功率")
_AVERAGE = Text("Mana on average", "マナの平均")


def _ladder(plan: CheckPlan, chosen: Spending, language: Language) -> Element:
    """What each further point adds, without the Factor and with it."""
    rows = []
    before: Fraction | None = None
    for factor in (False, True):
        if factor:
            before = plan.ladder(False)[0].chance
        for spending in plan.ladder(factor):
            more = "—" if before is None else in_points(spending.chance - before)
            applies = "applies" if spending == chosen else None
            cells = (number_cell(spending.expected_mana), more, spending.chance, bar_cell(spending.chance))
            rows.append(row(language, spent_words(spending), *cells, class_=applies))
            before = spending.chance
    heads = (_SPENT, _AVERAGE, Text("Adds, in points", "増える分（ポイント）"), _CHANCE, None)
    return table(
        Text("Mana advisor: each further point", "マナの助言：1点ごとの値打ち"), heads, rows, language, NAMED_ROWS
    )


def _combinations(plan: CheckPlan, language: Language) -> Element:
    rows = [(spent_words(each), each.chance, number_cell(each.expected_mana)) for each in plan.options]
    return table(Text("Every combination", "すべての組み合わせ"), (_SPENT, _CHANCE, _AVERAGE), rows, language)


def _order(spending: Spending, plan: CheckPlan) -> Iterable[Text]:
    """What to do one after the other."""
    if spending.factor:
        yield Text(
            "Ask the GM for the Factor before the roll (P-4.1, P-4.2, P-Q48).",
            "ロールの前に、ゲームマスターにファクターを申し出ます（P-4.1、P-4.2、P-Q48）。",
        )
    rulings = plan.rulings
    before = [] if rulings.assist_after_roll else [step for step in spending.steps if step != "reroll"]
    for declared in before:
        yield _STEPS[declared][0]
    rolls = _rolls_after(tuple(before), rulings)
    yield Text("Roll {n} times.", "{n}回振ります。").format(n=rolls) if rolls > 1 else Text("Roll.", "振ります。")
    for number, step in list(enumerate(spending.steps))[len(before) :]:
        words = Text("Only after a failure: ", "失敗したときだけ、") + _STEPS[step][1]
        if _rolls_after(spending.steps[: number + 1], rulings) == _rolls_after(spending.steps[:number], rulings):
            words += Text(
                " The first assist alone gives no roll (P-Q5).", "援助が1回だけではロールは増えません（P-Q5）。"
            )
        yield words
    if spending.steps:
        words = Text("On average this takes {mana} mana", "平均して、マナ{mana}点")
        words = words.format(mana=exact_number(spending.expected_mana))
        if spending.emotions:
            one = spending.expected_emotions == 1
            more = Text(" and {emotions} emotion" + "s" * (not one), "、感情{emotions}個")
            words += more.format(emotions=exact_number(spending.expected_emotions))
        yield words + Text(".", "を消費します。")


def _rolls_after(steps: tuple[Payment, ...], rulings: Rulings) -> int:
    rerolled = "reroll" in steps
    return roll_count(len(steps) - rerolled, rerolled, rulings)


_STEPS: dict[Payment, tuple[Text, Text]] = {
    "emotion": (
        Text(
            "A helper spends an emotion, before the roll (P-7.3, P-Q6).",
            "援助する人が、ロールの前に感情を消費します（P-7.3、P-Q6）。",
        ),
        Text(
            "a helper spends an emotion for another roll (P-7.3).",
            "援助する人が感情を消費し、ロールを1回増やします（P-7.3）。",
        ),
    ),
    "reroll": (
        Text("", ""),
        Text("spend 1 mana and roll again (P-6.2).", "自分のマナを1点消費して振り直します（P-6.2）。"),
    ),
    "mana": (
        Text(
            "A helper spends 1 mana, before the roll (P-7.2, P-Q6).",
            "援助する人が、ロールの前にマナを1点消費します（P-7.2、P-Q6）。",
        ),
        Text(
            "a helper spends 1 mana for another roll (P-7.2).",
            "援助する人がマナを1点消費し、ロールを1回増やします（P-7.2）。",
        ),
    ),
}
