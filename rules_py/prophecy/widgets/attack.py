"""Attack calculator: the chance to hit, the success degree, and the best effects of a hit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.errors import ForbiddenAction
from rules_py.core.fields import ChoiceField, FlagField, IntegerField
from rules_py.core.form import Group
from rules_py.core.markup import h
from rules_py.core.notation import Roll
from rules_py.core.render import exact_number, exactly, figure, fold, odds_table, signed, summary, table, working
from rules_py.core.text import Language, Named, Text, same
from rules_py.core.widget import Answer, Widget
from rules_py.prophecy.attacks import Effect
from rules_py.prophecy.characters import SLOTS, Fighter
from rules_py.prophecy.conditions import CONDITIONS, CURSES, Number, names
from rules_py.prophecy.odds import (
    STRENGTHS,
    AttackOdds,
    BestEffects,
    CastReroll,
    Gain,
    GuardReroll,
    attack_odds,
    best_effects,
    check_attack,
)
from rules_py.prophecy.reading import read_recipe
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.sheet import CAST, FOE_GUARD, GUARD
from rules_py.prophecy.widgets.common import (
    CARRIED,
    ConditionsField,
    compared,
    dice_field,
    number_field,
    sheet,
    table_roll,
    written,
)

ATTACKER, DEFENDER = Text("Attacker", "攻撃側"), Text("Defender", "防御側")
COVERER = Text("Coverer", "カバーする側")
PREPARATION = Text("a preparation effect", "準備効果")
_RECIPE = ConditionsField(
    Text("Recipe", "レシピ"), "poison, cast_down, puncture, life_steal, freeze", read=read_recipe, kept=True
)


class Kind(Named):
    """A kind of attack."""

    ACTIVATION = "normal", Text("Attack of the activation", "手番の攻撃")
    COUNTER = "counter", Text("Counter", "カウンター")
    CHAIN = "chain", Text("Chain Combo", "チェーンコンボ")

    @property
    def raised_by(self) -> str | None:
        """Ledger id of the rule that adds 1 to its cast value, if one does."""
        return {Kind.COUNTER: "P-16.18", Kind.CHAIN: "P-16.25"}.get(self)


GOAL_NAMES = {
    "damage": Text("most damage", "ダメージを多く"),
    "knockdown": Text("knockdown", "ノックダウン"),
    "strip": Text("strip blesses", "ブレスの消去"),
}
_GOAL = ChoiceField(
    Text("Goal of the hit", "命中の目的"),
    "damage",
    options=(*GOAL_NAMES.items(), *((ident, curse.name) for ident, curse in CURSES.items())),
)
COUNTED = ("damage", "strip")
"""Goals of which more is better, so that an average says more than a chance."""


def _reroll(*when: tuple[str, Text]) -> ChoiceField:
    return ChoiceField(Text("Reroll", "振り直し"), "none", options=(("none", Text("none", "しない")), *when))


def _degree(label: Text) -> IntegerField:
    return number_field(label, 4, Text("only for the last choice", "最後の選択肢で使います"))


_DAMAGE = IntegerField(Text("Damage taken", "受けているダメージ"), "0", most=SLOTS)


_CAST_REROLL = _reroll(
    ("miss", Text("after a miss", "外れたとき")),
    ("below", Text("after a miss or a lower degree", "外れたときと成功度が足りないとき")),
)


@dataclass(frozen=True)
class Attacker:
    """Who attacks, and how."""

    cast: Annotated[int, CAST]
    cast_dice: Annotated[int, dice_field(PREPARATION)]
    kind: Annotated[Kind, ChoiceField.among(Text("Attack", "攻撃の種類"), Kind.ACTIVATION)]
    cast_reroll: Annotated[str, _CAST_REROLL]
    cast_degree: Annotated[int, _degree(Text("Degree wanted", "ほしい攻撃成功度"))]
    cast_conditions: Annotated[tuple[str, ...], CARRIED]
    cast_damage: Annotated[int, _DAMAGE]
    recipe: Annotated[tuple[str, ...], _RECIPE]

    @property
    def fighter(self) -> Fighter:
        """The attacker's sheet."""
        return sheet(ATTACKER, self.cast_conditions, cast=self.cast, damage=self.cast_damage, recipe=self.recipe)

    @property
    def reroll(self) -> CastReroll:
        """When the attacker rerolls."""
        return {"none": None, "miss": "miss", "below": self.cast_degree}[self.cast_reroll]


_GUARD_REROLL = _reroll(
    ("hit", Text("after any hit", "当たったとき")),
    ("from", Text("after a hit of this degree", "成功度がこれ以上のとき")),
)


@dataclass(frozen=True)
class Defender:
    """Who is attacked."""

    guard: Annotated[int, replace(FOE_GUARD, label=GUARD.label, kept="foe_guard")]
    guard_dice: Annotated[int, dice_field(PREPARATION)]
    guard_reroll: Annotated[str, _GUARD_REROLL]
    guard_degree: Annotated[int, _degree(Text("Degree feared", "避けたい攻撃成功度"))]
    guard_conditions: Annotated[tuple[str, ...], CARRIED]
    guard_damage: Annotated[int, _DAMAGE]

    @property
    def fighter(self) -> Fighter:
        """The defender's sheet."""
        return sheet(DEFENDER, self.guard_conditions, guard=self.guard, damage=self.guard_damage)

    @property
    def reroll(self) -> GuardReroll:
        """When the defender rerolls."""
        return {"none": None, "hit": "hit", "from": self.guard_degree}[self.guard_reroll]


@dataclass(frozen=True)
class Cover:
    """Who takes the hit instead, if anybody does."""

    cover: Annotated[bool, FlagField(Text("An ally Covers", "仲間がカバーする"))]
    cover_guard: Annotated[int, number_field(Text("Coverer’s guard ability", "カバーする側のガード能力"), 4)]
    cover_dice: Annotated[int, dice_field(PREPARATION)]
    cover_conditions: Annotated[tuple[str, ...], CARRIED]
    cover_damage: Annotated[int, _DAMAGE]

    @property
    def fighter(self) -> Fighter | None:
        """The coverer's sheet."""
        if not self.cover:
            return None
        return sheet(COVERER, self.cover_conditions, guard=self.cover_guard, damage=self.cover_damage)


@dataclass(frozen=True)
class AttackInputs:
    """An attack, and what it is meant for.

    Raises:
        ForbiddenAction: If what somebody carries, or a house rule, forbids the attack, a reroll or Cover.
    """

    attacker: Annotated[Attacker, Group.side(ATTACKER)]
    defender: Annotated[Defender, Group.side(DEFENDER)]
    goal: Annotated[str, _GOAL]
    covered: Annotated[Cover, Group(legend=Text("Cover", "カバー"), kind="details")]
    rulings: Rulings

    def __post_init__(self) -> None:
        attacker, kind = self.attacker.fighter, self.attacker.kind
        barred = {"weakness": "P-17.18a"}
        if kind is Kind.ACTIVATION or self.rulings.incapacity_bars_counter:
            barred["incapacity"] = "P-17.21a"
        for ident, rule in barred.items():
            if attacker.copies(ident):
                reason = Text("the attacker carries {name}", "攻撃側に【{name}】が付いています")
                told = reason.format(name=CONDITIONS[ident].name)
                raise ForbiddenAction(kind.text, told, rule, "cast_conditions")
        rerolls = self.attacker.reroll, self.defender.reroll
        check_attack(attacker, *rerolls, self.covered.fighter, self.rulings, cover="cover")

    def odds(self) -> AttackOdds:
        """Work out the chances of the attack."""
        return attack_odds(
            self.attacker.fighter,
            self.defender.fighter,
            cast_dice=self.attacker.cast_dice,
            guard_dice=self.defender.guard_dice,
            cast_reroll=self.attacker.reroll,
            guard_reroll=self.defender.reroll,
            bonus=1 if self.attacker.kind.raised_by else 0,
            coverer=self.covered.fighter,
            cover_dice=self.covered.cover_dice,
            rulings=self.rulings,
        )


class AttackCalculator(Widget[AttackInputs]):
    """One attack, from the dice to the best effects."""

    rules = ("P-10.10", "P-16.1", "P-16.13", "P-16.19")
    title = Text("Attack calculator", "攻撃計算機")

    def answer(self, inputs: AttackInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chances, what comes within reach, and the best effects."""
        goal, attacker, defender = inputs.goal, inputs.attacker.fighter, inputs.defender.fighter
        odds = inputs.odds()
        best = best_effects(attacker, inputs.covered.fighter or defender, goal, inputs.rulings)
        status = _summary(odds, best, goal)

        def output() -> list[Element]:
            return [
                summary(status, language),
                _outcomes(odds, language),
                _reach(odds, attacker, language),
                _best(odds, best, goal, language),
                fold(DEGREES, language, _degree_table(odds, language)),
                working(_working(inputs, odds), language),
            ]

        return Answer(status, output, rolls=lambda: _rolls(inputs))


def _summary(odds: AttackOdds, best: BestEffects, goal: str) -> Text:
    if goal in COUNTED:
        words = Text(
            "The attack hits in {hit} of all cases. {goal} on average: {single}, with Boost {boosted}.",
            "命中率は{hit}。{goal}の平均は{single}、ブーストすれば{boosted}。",
        )
        single, boosted = (exact_number(best.mean(odds, boost)) for boost in (False, True))
    else:
        words = Text(
            "The attack hits in {hit} of all cases. {goal}: {single}, with Boost {boosted}.",
            "命中率は{hit}。{goal}は{single}、ブーストすれば{boosted}。",
        )
        single, boosted = (exactly(best.chance(odds, boost)) for boost in (False, True))
    return words.format(
        hit=exactly(odds.hit), goal=_RESULTS.get(goal) or CURSES[goal].name, single=single, boosted=boosted
    )


_RESULTS = {
    "damage": Text("Damage", "ダメージ"),
    "knockdown": Text("Knockdown", "ノックダウン"),
    "strip": Text("Blesses erased", "消えるブレス"),
}


# --- what is shown ----------------------------------------------------------------------------------------------------


def _outcomes(odds: AttackOdds, language: Language) -> Element:
    rows = [(Text("hit", "命中"), odds.hit, "for-a"), (Text("miss", "失敗"), 1 - odds.hit, "for-b")]
    negative = odds.hit - odds.reach(0)
    if negative:
        rows.insert(1, (Text("of these, degree below 0", "うち攻撃成功度が0未満"), negative, "for-a"))
    return odds_table(Text("How the attack ends", "攻撃の結果"), Text("Result", "結果"), rows, language)


def _reach(odds: AttackOdds, attacker: Fighter, language: Language) -> Element:
    rows = []
    for strength in STRENGTHS:
        reached = [ident for ident in attacker.recipe if CONDITIONS[ident].strength == strength]
        rows.append((strength, odds.reach(strength), names(reached)))
    heads = (Text("Strength", "強度"), Text("Chance", "確率"), Text("From the recipe", "レシピから"))
    caption = Text("What comes within reach", "どの強度まで届くか")
    return table(caption, heads, rows, language, "data")


def _best(odds: AttackOdds, best: BestEffects, goal: str, language: Language) -> Element:
    """The best choices, with degrees of the same choice in one row."""
    lowest = STRENGTHS[0] - 1
    choices: list[tuple[int, tuple[Text, ...]]] = []
    for degree in (lowest, *STRENGTHS):
        words = tuple(_gain_words(best.at(degree, boost), goal) for boost in (False, True))
        if not choices or choices[-1][1] != words:
            choices.append((degree, words))
    rows = []
    for place, (degree, words) in enumerate(choices):
        until = choices[place + 1][0] if place + 1 < len(choices) else None
        chance = (odds.hit if degree == lowest else odds.reach(degree)) - (odds.reach(until) if until else Fraction(0))
        rows.append((_span(degree, until, lowest), chance, *words))
    heads = (
        Text("Success degree", "攻撃成功度"),
        Text("Chance", "確率"),
        Text("Best effect", "最もよい効果"),
        Text("Best with Boost", "ブースト時"),
    )
    caption = Text("Best effects for the goal: {goal}", "目的に最もよい効果：{goal}")
    return table(caption.format(goal=GOAL_NAMES.get(goal) or CURSES[goal].name), heads, rows, language, "data")


def _span(degree: int, until: int | None, lowest: int) -> Text:
    if until is None:
        return Text("any", "いくつでも") if degree == lowest else Text("{n} or more", "{n}以上").format(n=degree)
    if degree == lowest:
        return Text("below {n}", "{n}未満").format(n=until)
    return same(degree) if until == degree + 1 else Text("{a} to {b}", "{a}～{b}").format(a=degree, b=until - 1)


def _gain_words(gain: Gain, goal: str) -> Text:
    if not gain.value:
        return same("—")
    words = Text(" + ".join(_named(e).en for e in gain.effects), "＋".join(_named(e).ja for e in gain.effects))
    if goal in COUNTED or gain.value > 1:
        words += Text(f" ({gain.value})", f"（{gain.value}）")
    if gain.down and goal != "knockdown":
        words += Text(", knockdown", "、ノックダウン")
    return words


def _named(effect: Effect) -> Text:
    return effect.text + (same(" → ") + CONDITIONS[effect.become].name if effect.become else same(""))


def _rolls(inputs: AttackInputs) -> tuple[Roll, ...]:
    """What both sides roll: the line of each knows nothing of the other's."""
    attacker, defender, coverer = inputs.attacker, inputs.defender, inputs.covered.fighter
    rulings = inputs.rulings
    lost = compared(rulings, punctured=bool(defender.fighter.copies("puncture")))
    if attacker.reroll is not None or defender.reroll is not None:
        lost = (*lost, _REROLLED)
    cast = attacker.cast + attacker.fighter.modifier("cast") + bool(attacker.kind.raised_by)
    checks = [
        (_CAST_CHECK, attacker.cast_dice, cast),
        (_GUARD_CHECK, defender.guard_dice, defender.guard + defender.fighter.modifier("guard")),
    ]
    if coverer:
        checks.append((_COVER_CHECK, inputs.covered.cover_dice, coverer.guard + coverer.modifier("guard")))
    return tuple(table_roll(dice, added, rulings, lost=lost, name=name) for name, dice, added in checks)


_CAST_CHECK, _GUARD_CHECK = Text("Cast check", "キャスト判定"), Text("Guard check", "ガード判定")
_COVER_CHECK = Text("Guard check of the coverer", "カバーする側のガード判定")
_REROLLED = Text(
    "For a reroll the line is rolled again, for 1 mana (P-6.2).",
    "振り直すときは、マナを1点消費して同じものをもう一度振ります（P-6.2）。",
)


@figure.register
def _attack(odds: AttackOdds, language: Language) -> Element:
    return h("div", _outcomes(odds, language), _degree_table(odds, language))


def _degree_table(odds: AttackOdds, language: Language) -> Element:
    rows = [
        *((same(signed(degree)), chance, "for-a") for degree, chance in odds.degrees.items()),
        *(
            (Text("miss by {n}", "{n}差で失敗").format(n=-degree) if degree < 0 else _FORCED, chance, "for-b")
            for degree, chance in _misses(odds)
        ),
    ]
    return odds_table(DEGREES, Text("Degree", "攻撃成功度"), rows, language)


DEGREES = Text("The success degree", "攻撃成功度の分布")
_FORCED = Text("forced miss", "ラッキー♪かファンブルによる失敗")


def _misses(odds: AttackOdds) -> Iterable[tuple[int, Fraction]]:
    """The differences of misses, those that Lucky or Fumble forces in one."""
    forced = sum((chance for degree, chance in odds.misses.items() if degree >= 0), Fraction(0))
    if forced:
        yield 0, forced
    yield from ((degree, chance) for degree, chance in odds.misses.items() if degree < 0)


def _working(inputs: AttackInputs, odds: AttackOdds) -> Iterable[Text]:
    attacker, defender, coverer = inputs.attacker.fighter, inputs.defender.fighter, inputs.covered.fighter
    kind = inputs.attacker.kind
    yield _side(Text("Cast value", "キャスト達成値"), attacker, "cast", inputs.attacker.cast_dice, "P-10.4")
    if kind.raised_by:
        words = Text(
            "{kind} adds 1 to the cast value ({rule}).", "{kind}なので、キャスト達成値が1上がります（{rule}）。"
        )
        yield words.format(kind=kind.text, rule=kind.raised_by)
    yield _side(Text("Guard value", "ガード達成値"), defender, "guard", inputs.defender.guard_dice, "P-10.7")
    yield Text(
        "A cast value that is no lower than the guard value hits (P-10.10); the difference is the success degree"
        " (P-10.12). Lucky and Fumble force the result, and opposites cancel; a house rule can change that (P-Q12).",
        "キャスト達成値がガード達成値以上なら命中で（P-10.10）、差が攻撃成功度です（P-10.12）。ラッキー♪とファンブルは結果を決め、"
        "食い違えば打ち消し合います。裁定で変えられます（P-Q12）。",
    )
    if defender.copies("puncture"):
        yield Text(
            "Puncture makes the hit certain and leaves the degree to the dice; then it is gone (P-17.17a, P-17.17d).",
            "【穿孔】により命中は確実で、ダイスは攻撃成功度だけを決めます。その後、【穿孔】は消えます（P-17.17a、P-17.17d）。",
        )
    for policy, spent, side in (
        (inputs.attacker.reroll, odds.cast_rerolls, ATTACKER),
        (inputs.defender.reroll, odds.guard_rerolls, DEFENDER),
    ):
        if policy is not None:
            words = Text(
                "{side}: rerolls in {chance} of all attacks, each for 1 mana (P-6.2, P-Q13).",
                "{side}が振り直すのは、攻撃のうち{chance}で、そのつどマナを1点消費します（P-6.2、P-Q13）。",
            )
            yield words.format(side=side, chance=exactly(spent))
    if coverer:
        yield _side(
            Text("Guard value of the Cover", "カバーした側のガード達成値"),
            coverer,
            "guard",
            inputs.covered.cover_dice,
            "P-16.6",
        )
        yield Text(
            "A hit on the ally strikes the coverer instead, whose guard value makes the degree, even a negative one"
            " (P-16.5, P-16.7).",
            "仲間への命中はカバーした人への命中になり、そのガード達成値で攻撃成功度が決まります。マイナスになることもあります（P-16.5、P-16.7）。",
        )
    yield Text(
        "The best effects are found by trying every choice on the two sheets; among equally good ones, one that"
        " knocks down, deals more damage or does the attacker more good comes first (P-M4). Boost costs 1 mana"
        " (P-15.4).",
        "最もよい効果は、双方のシートですべての選び方を試して探します。同じならノックダウンするもの、ダメージの多いもの、"
        "攻撃側の得になるものを先に挙げます（P-M4）。ブーストにはマナが1点かかります（P-15.4）。",
    )


def _side(value: Text, fighter: Fighter, number: Number, dice: int, rule: str) -> Text:
    words = Text(
        "{value}: {dice}D6 + {ability}, conditions {modifier} ({rule}).",
        "{value}：{dice}D6+{ability}、コンディション{modifier}（{rule}）。",
    )
    ability = written(getattr(fighter, number))
    return words.format(value=value, dice=dice, ability=ability, modifier=signed(fighter.modifier(number)), rule=rule)
