"""Attack calculator: the chance to hit, the success degree, and the best effects of a hit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.errors import ForbiddenAction
from rules_py.core.fields import ChoiceField, Field, FlagField, IntegerField
from rules_py.core.form import Group
from rules_py.core.markup import h
from rules_py.core.render import (
    chance_cell,
    exact_number,
    exactly,
    figure,
    fold,
    odds_table,
    signed,
    summary,
    table,
    working,
)
from rules_py.core.text import Language, Text, same
from rules_py.core.widget import Answer
from rules_py.prophecy.attacks import Effect
from rules_py.prophecy.characters import SLOTS, Fighter
from rules_py.prophecy.checks import LARGEST_NUMBER
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
    forbidden,
)
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.widgets.common import (
    PREPARATION,
    ConditionsField,
    ProphecyWidget,
    conditions_field,
    dice_field,
    house_rules,
    read_rulings,
    sheet,
)

ATTACKER, DEFENDER = Text("Attacker", "攻撃側"), Text("Defender", "防御側")
COVERER = Text("Coverer", "カバーする側")
KINDS = {
    "normal": Text("Attack of the activation", "手番の攻撃"),
    "counter": Text("Counter", "カウンター"),
    "chain": Text("Chain Combo", "チェーンコンボ"),
}
_BONUS_RULES = {"counter": "P-16.18", "chain": "P-16.25"}
GOAL_NAMES = {
    "damage": Text("most damage", "ダメージを多く"),
    "knockdown": Text("knockdown", "ノックダウン"),
    "strip": Text("strip blesses", "ブレスの消去"),
}
COUNTED = ("damage", "strip")
"""Goals of which more is better, so that an average says more than a chance."""


def _ability(name: str, label: Text, default: str) -> Field:
    return IntegerField(label, default, least=-LARGEST_NUMBER, most=LARGEST_NUMBER, name=name)


def _degree(name: str, label: Text) -> Field:
    hint = Text("only for the last choice", "最後の選択肢で使います")
    return IntegerField(label, "4", hint, least=-LARGEST_NUMBER, most=LARGEST_NUMBER, name=name)


def _damage(name: str) -> Field:
    return IntegerField(Text("Damage taken", "受けているダメージ"), "0", least=0, most=SLOTS, name=name)


class AttackCalculator(ProphecyWidget):
    """One attack, from the dice to the best effects."""

    name = "prophecy.attack"
    title = Text("Attack calculator", "攻撃計算機")
    groups = (
        Group(
            (
                _ability("cast", Text("Cast ability", "キャスト能力"), "6"),
                dice_field("cast_dice", PREPARATION),
                ChoiceField(Text("Attack", "攻撃の種類"), "normal", options=tuple(KINDS.items()), name="kind"),
                ChoiceField(
                    Text("Reroll", "振り直し"),
                    "none",
                    options=(
                        ("none", Text("none", "しない")),
                        ("miss", Text("after a miss", "外れたとき")),
                        ("below", Text("after a miss or a lower degree", "外れたときと成功度が足りないとき")),
                    ),
                    name="cast_reroll",
                ),
                _degree("cast_degree", Text("Degree wanted", "ほしい攻撃成功度")),
                conditions_field("cast_conditions"),
                _damage("cast_damage"),
                ConditionsField(
                    Text("Recipe", "レシピ"),
                    "poison, cast_down, puncture, life_steal, freeze",
                    recipe=True,
                    name="recipe",
                ),
            ),
            ATTACKER,
            kind="side",
        ),
        Group(
            (
                _ability("guard", Text("Guard ability", "ガード能力"), "4"),
                dice_field("guard_dice", PREPARATION),
                ChoiceField(
                    Text("Reroll", "振り直し"),
                    "none",
                    options=(
                        ("none", Text("none", "しない")),
                        ("hit", Text("after any hit", "当たったとき")),
                        ("from", Text("after a hit of this degree", "成功度がこれ以上のとき")),
                    ),
                    name="guard_reroll",
                ),
                _degree("guard_degree", Text("Degree feared", "避けたい攻撃成功度")),
                conditions_field("guard_conditions"),
                _damage("guard_damage"),
            ),
            DEFENDER,
            kind="side",
        ),
        Group(
            (
                ChoiceField(
                    Text("Goal of the hit", "命中の目的"),
                    "damage",
                    options=(
                        *GOAL_NAMES.items(),
                        *((ident, curse.name) for ident, curse in CURSES.items()),
                    ),
                    name="goal",
                ),
            )
        ),
        Group(
            (
                FlagField(Text("An ally Covers", "味方がカバーする"), name="cover"),
                _ability("cover_guard", Text("Coverer’s guard ability", "カバーする側のガード能力"), "4"),
                dice_field("cover_dice", PREPARATION),
                conditions_field("cover_conditions"),
                _damage("cover_damage"),
            ),
            Text("Cover", "カバー"),
            kind="details",
        ),
        house_rules("prophecy.attack"),
    )

    def answer(self, inputs: Mapping[str, Any], pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chances, what comes within reach, and the best effects."""
        attack = _read(inputs)
        goal = inputs["goal"]
        odds = _odds(attack)
        best = best_effects(attack.attacker, attack.coverer or attack.defender, goal, attack.rulings)
        status = _summary(odds, best, goal)
        output = [
            summary(status, language),
            _outcomes(odds, language),
            _reach(odds, attack.attacker, language),
            _best(odds, best, goal, language),
            _degrees(odds, language),
            working(_working(attack, odds), language),
        ]
        return Answer(status, {"output": output})


@dataclass(frozen=True)
class Attack:
    """An attack as the form describes it."""

    kind: str
    attacker: Fighter
    defender: Fighter
    coverer: Fighter | None
    dice: tuple[int, int, int]
    cast_reroll: CastReroll
    guard_reroll: GuardReroll
    rulings: Rulings

    @property
    def bonus(self) -> int:
        """What the kind of attack adds to the cast value."""
        return int(self.kind in _BONUS_RULES)


def _read(inputs: Mapping[str, Any]) -> Attack:
    rulings = read_rulings(inputs)
    carried = inputs["cast_conditions"]
    if "weakness" in carried:
        raise forbidden("cast_conditions", KINDS[inputs["kind"]], _carries("weakness"), "P-17.18a")
    if "incapacity" in carried and (inputs["kind"] == "normal" or rulings.incapacity_bars_counter):
        raise forbidden("cast_conditions", KINDS[inputs["kind"]], _carries("incapacity"), "P-17.21a")
    coverer = None
    if inputs["cover"]:
        more = {"guard": inputs["cover_guard"], "damage": inputs["cover_damage"]}
        coverer = sheet(COVERER, inputs["cover_conditions"], **more)
    cast_reroll: CastReroll = {"none": None, "miss": "miss", "below": inputs["cast_degree"]}[inputs["cast_reroll"]]
    guard_reroll: GuardReroll = {"none": None, "hit": "hit", "from": inputs["guard_degree"]}[inputs["guard_reroll"]]
    return Attack(
        inputs["kind"],
        sheet(ATTACKER, carried, cast=inputs["cast"], damage=inputs["cast_damage"], recipe=inputs["recipe"]),
        sheet(DEFENDER, inputs["guard_conditions"], guard=inputs["guard"], damage=inputs["guard_damage"]),
        coverer,
        (int(inputs["cast_dice"]), int(inputs["guard_dice"]), int(inputs["cover_dice"])),
        cast_reroll,
        guard_reroll,
        rulings,
    )


def _odds(attack: Attack) -> AttackOdds:
    try:
        return attack_odds(
            attack.attacker,
            attack.defender,
            cast_dice=attack.dice[0],
            guard_dice=attack.dice[1],
            cast_reroll=attack.cast_reroll,
            guard_reroll=attack.guard_reroll,
            bonus=attack.bonus,
            coverer=attack.coverer,
            cover_dice=attack.dice[2],
            rulings=attack.rulings,
        )
    except ForbiddenAction as error:
        error.field = "cover" if error.field == "coverer" else error.field
        raise


def _carries(ident: str) -> Text:
    words = Text("the attacker carries {name}", "攻撃側に【{name}】が付いています")
    return words.format(name=CONDITIONS[ident].name)


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
        rows.append(
            h(
                "tr",
                h("th", strength, scope="row"),
                chance_cell(odds.reach(strength)),
                h("td", names(reached).get(language)),
            )
        )
    heads = (Text("Strength", "強度"), Text("Chance", "確率"), Text("From the recipe", "レシピから"))
    caption = Text("What comes within reach", "どの強度まで届くか")
    return table(caption, heads, rows, language, "data")


def _best(odds: AttackOdds, best: BestEffects, goal: str, language: Language) -> Element:
    """The best choices, with degrees of the same choice in one row."""
    lowest = STRENGTHS[0] - 1
    rows: list[tuple[int, list[str]]] = []
    for degree in (lowest, *STRENGTHS):
        gains = (best.at(degree), best.at(degree, boost=True))
        words = [_gain_words(gain, goal).get(language) for gain in gains]
        if not rows or rows[-1][1] != words:
            rows.append((degree, words))
    shown = []
    for place, (degree, words) in enumerate(rows):
        until = rows[place + 1][0] if place + 1 < len(rows) else None
        chance = (odds.hit if degree == lowest else odds.reach(degree)) - (odds.reach(until) if until else Fraction(0))
        shown.append(
            h(
                "tr",
                h("th", _span(degree, until, lowest).get(language), scope="row"),
                chance_cell(chance),
                [h("td", choice) for choice in words],
            )
        )
    heads = (
        Text("Success degree", "攻撃成功度"),
        Text("Chance", "確率"),
        Text("Best effect", "最もよい効果"),
        Text("Best with Boost", "ブースト時"),
    )
    caption = Text("Best effects for the goal: {goal}", "目的に最もよい効果：{goal}")
    return table(caption.format(goal=GOAL_NAMES.get(goal) or CURSES[goal].name), heads, shown, language, "data")


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


@figure.register
def _attack(odds: AttackOdds, language: Language) -> Element:
    return h("div", _outcomes(odds, language), _degree_table(odds, language))


def _degrees(odds: AttackOdds, language: Language) -> Element:
    return fold(DEGREES, language, _degree_table(odds, language))


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


def _working(attack: Attack, odds: AttackOdds) -> Iterable[Text]:
    yield _side(Text("Cast value", "キャスト達成値"), attack.attacker, "cast", attack.dice[0], "P-10.4")
    if attack.bonus:
        words = Text(
            "{kind} adds 1 to the cast value ({rule}).", "{kind}なので、キャスト達成値が1上がります（{rule}）。"
        )
        yield words.format(kind=KINDS[attack.kind], rule=_BONUS_RULES[attack.kind])
    yield _side(Text("Guard value", "ガード達成値"), attack.defender, "guard", attack.dice[1], "P-10.7")
    yield Text(
        "A cast value that is no lower than the guard value hits (P-10.10); the difference is the success degree"
        " (P-10.12). Lucky and Fumble force the result, and opposites cancel; a house rule can change that (P-Q12).",
        "キャスト達成値がガード達成値以上なら命中で（P-10.10）、差が攻撃成功度です（P-10.12）。ラッキー♪とファンブルは結果を決め、"
        "食い違えば打ち消し合います。裁定で変えられます（P-Q12）。",
    )
    if attack.defender.copies("puncture"):
        yield Text(
            "Puncture makes the hit certain and leaves the degree to the dice; then it is gone (P-17.17a, P-17.17d).",
            "【穿孔】により命中は確実で、ダイスは攻撃成功度だけを決めます。その後、【穿孔】は消えます（P-17.17a、P-17.17d）。",
        )
    for policy, spent, side in (
        (attack.cast_reroll, odds.cast_rerolls, ATTACKER),
        (attack.guard_reroll, odds.guard_rerolls, DEFENDER),
    ):
        if policy is not None:
            words = Text(
                "{side}: rerolls in {chance} of all attacks, each for 1 mana (P-6.2, P-Q13).",
                "{side}が振り直すのは、攻撃のうち{chance}で、そのつどマナを1点消費します（P-6.2、P-Q13）。",
            )
            yield words.format(side=side, chance=exactly(spent))
    if attack.coverer:
        yield _side(
            Text("Guard value of the Cover", "カバーした側のガード達成値"),
            attack.coverer,
            "guard",
            attack.dice[2],
            "P-16.6",
        )
        yield Text(
            "A hit on the ally strikes the coverer instead, whose guard value makes the degree, even a negative one"
            " (P-16.5, P-16.7).",
            "味方への命中はカバーした人への命中になり、そのガード達成値で攻撃成功度が決まります。マイナスになることもあります（P-16.5、P-16.7）。",
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
    ability = str(getattr(fighter, number)).replace("-", "−")
    return words.format(value=value, dice=dice, ability=ability, modifier=signed(fighter.modifier(number)), rule=rule)
