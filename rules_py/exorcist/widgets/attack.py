"""Attack and evasion: what an attack does, how to spend evade dice best, and which split of an attack is best."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, IntegerField, ReadField
from rules_py.core.form import Group
from rules_py.core.notation import Roll
from rules_py.core.pictures import distribution, outcomes
from rules_py.core.render import (
    Cell,
    exact_number,
    exactly,
    figure,
    number_cell,
    odds_table,
    row,
    summary,
    table,
    working,
)
from rules_py.core.text import Language, Text, listed, same
from rules_py.core.widget import Answer, Widget
from rules_py.exorcist.characters import MOST_ARMOUR, MOST_CONTINUOUS, MOST_POINTS, NUMBERS, Damage, DamageKind
from rules_py.exorcist.checks import Difficulty, Pressure, Reach, attack_difficulty, check_focus, evade_difficulty
from rules_py.exorcist.effects import Victim, check_split
from rules_py.exorcist.odds import (
    MOST_INCOMING,
    Goal,
    Incoming,
    Plan,
    Prospect,
    Target,
    check_odds,
    evade_plan,
    hit_chance,
    loss_odds,
    split_odds,
)
from rules_py.exorcist.reading import TypedAttack, read_attacks, read_split
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.sheet import (
    ARMOUR,
    ATTACK_DICE,
    CONTINUOUS,
    DAMAGE,
    EVADE_DICE,
    HP,
    KATASHIRO,
    KIND,
    MOST_EVADE_DICE,
    REACH,
    SPIRIT_POINTS,
)
from rules_py.exorcist.widgets.common import (
    ONE_IS_ENOUGH,
    Bonus,
    Focus,
    Manoeuvre,
    difficulty_field,
    named,
    pressure_field,
    table_roll,
)

SHOWN_SPLITS = 12
TARGETS = {
    "pc": Text("a PC", "PC"),
    "kaii_evading": Text("a kai’i that evades", "回避する界異"),
    "kaii": Text("a kai’i without evasion", "回避しない界異"),
    "object": Text("an object", "オブジェクト"),
}
GOAL_NAMES = {"survive": Text("survive", "生き残る"), "loss": Text("lose least", "被害を減らす")}
NOT_CONTINUOUS = Text(
    "only a Continuous Attack is split; say above which n it has",
    "分けられるのは【連続攻撃】だけです。上の【連続攻撃】の値を1以上にしてください",
)
NOTHING_TO_SPLIT = Text("there are no dice to split", "分けるダイスがありません")
_SPLIT = ReadField(
    Text("Split of its dice", "ダイスの割り振り"),
    hint=Text("such as 2+2; empty for one attack", "「2+2」のように。分けないなら空欄"),
    read=read_split,
    size=8,
)
_MORE = ReadField(
    Text("Further attacks on it before its dice return", "回避ダイスが戻るまでの続く攻撃"),
    "3D 1d6, 2D 1d4s",
    Text(
        "dice and damage; also a difficulty, s for spiritual, ranged; empty for none",
        "ダイスとダメージ。難易度、「霊的」、「遠隔」も書けます。なければ空欄",
    ),
    read=partial(read_attacks, most=MOST_INCOMING - 1),
    size=30,
)
_STRUCK = Group.side(
    Text("Target", "対象"), Text("These numbers count for a PC.", "下の数値はPCが対象のときに使います。")
)


@dataclass(frozen=True)
class Strike:
    """The attack, with all that counts for its check.

    Raises:
        ForbiddenAction: If attack focus meets the tactical manoeuvre (E-5.9).
        InputError: If its dice are not divided as E-5.23 and E-Q9 allow.
    """

    dice: Annotated[int, ATTACK_DICE]
    bonus: Bonus
    difficulty: Annotated[Difficulty, difficulty_field()]
    focus: Focus
    manoeuvre: Manoeuvre
    reach: Annotated[Reach, replace(REACH, label=Text("Attack", "攻撃の種類"))]
    damage: Annotated[Damage, DAMAGE]
    kind: Annotated[DamageKind, KIND]
    continuous: Annotated[int, CONTINUOUS]
    split: Annotated[tuple[int, ...], _SPLIT]

    def __post_init__(self) -> None:
        check_focus(self.focus, self.manoeuvre, "manoeuvre")
        if not self.split:
            return
        if not self.pool:
            raise InputError("split", "+".join(map(str, self.split)), NOTHING_TO_SPLIT, "E-Q9")
        check_split(self.split, self.pool, self.continuous or MOST_CONTINUOUS)
        if len(self.split) > 1 and not self.continuous:
            raise InputError("split", " + ".join(map(str, self.split)), NOT_CONTINUOUS, "E-5.23")

    @property
    def pool(self) -> int:
        """All dice together."""
        return max(0, self.dice + self.bonus)

    @property
    def parts(self) -> tuple[int, ...]:
        """Dice of each part; one part if it is not split."""
        return self.split or (self.pool,)


@dataclass(frozen=True)
class Struck:
    """Who or what is attacked, and the numbers of a PC."""

    target: Annotated[str, ChoiceField(Text("Target", "対象"), "pc", options=tuple(TARGETS.items()))]
    evade_dice: Annotated[int, replace(EVADE_DICE, label=Text("Evade dice left", "残りの回避ダイス"))]
    armour: Annotated[int, ARMOUR]
    hp: Annotated[int, HP]
    spirit_points: Annotated[int, SPIRIT_POINTS]
    katashiro: Annotated[int, KATASHIRO]


@dataclass(frozen=True)
class Other:
    """The numbers of a kai'i or an object."""

    toughness: Annotated[int, IntegerField(NUMBERS["toughness"].begun(), "6", least=1, most=MOST_POINTS)]
    miasma: Annotated[int, IntegerField(Text("Miasma armour or armour", "【穢装】か【装甲】"), "1", most=MOST_ARMOUR)]
    target_dice: Annotated[
        int, IntegerField(Text("Evade dice of the kai’i", "界異の回避ダイス"), "3", most=MOST_EVADE_DICE)
    ]


@dataclass(frozen=True)
class Evasion:
    """What else the target has to evade, and how it goes about it."""

    more: Annotated[tuple[TypedAttack, ...], _MORE]
    evade: Annotated[Difficulty, difficulty_field(Text("Evade difficulty", "回避難易度"))]
    pressure: Annotated[Pressure, pressure_field()]
    goal: Annotated[
        Goal, ChoiceField(Text("Goal of the evader", "回避の目的"), "survive", options=tuple(GOAL_NAMES.items()))
    ]

    def difficulty(self, reach: Reach) -> Difficulty:
        """The difficulty of evading an attack."""
        return evade_difficulty(reach, self.pressure, self.evade)


@dataclass(frozen=True)
class AttackInputs:
    """An attack, its target, and the attacks that follow.

    Raises:
        InputError: If parts and further attacks are too many together.
    """

    strike: Annotated[Strike, Group.side(Text("Attack", "攻撃"))]
    struck: Annotated[Struck, _STRUCK]
    other: Annotated[
        Other, Group(legend=Text("If the target is a kai’i or an object", "対象が界異かオブジェクトのとき"))
    ]
    evasion: Annotated[Evasion, Group(legend=Text("Evasion", "回避"))]
    rulings: Rulings

    def __post_init__(self) -> None:
        count = len(self.strike.parts) + len(self.evasion.more)
        if count > MOST_INCOMING:
            words = Text("up to {most} attacks with all parts", "割り振った分も合わせて{most}回までです")
            raise InputError("more", count, words.format(most=MOST_INCOMING))

    @property
    def whole(self) -> Incoming:
        """The undivided attack."""
        strike = self.strike
        difficulty = attack_difficulty(
            strike.difficulty, focus=strike.focus, manoeuvre=strike.manoeuvre, rulings=self.rulings
        )
        damage = replace(strike.damage, kind=strike.kind)
        return Incoming(strike.pool, damage, difficulty, self.evasion.difficulty(strike.reach))

    @property
    def attacks(self) -> tuple[Incoming, ...]:
        """Its parts and the further attacks, in order."""
        whole = self.whole
        return (
            *(replace(whole, dice=part) for part in self.strike.parts),
            *(
                Incoming(more.dice, more.damage, more.difficulty, self.evasion.difficulty(more.reach))
                for more in self.evasion.more
            ),
        )

    @property
    def target(self) -> Target:
        """Who is attacked."""
        pc, other = self.struck, self.other
        if pc.target == "pc":
            return Target(pc.hp, pc.evade_dice, pc.armour, pc.spirit_points, pc.katashiro)
        victim = Victim.OBJECT if pc.target == "object" else Victim.KAII
        dice = other.target_dice if pc.target == "kaii_evading" else 0
        return Target(other.toughness, dice, other.miasma, victim=victim)


class AttackCalculator(Widget[AttackInputs]):
    """Attacks on one target: hit, loss, evade advisor, splits."""

    rules = ("E-5.13", "E-5.22", "E-8.3")
    title = Text("Attack calculator", "攻撃計算機")
    is_costly = True

    def answer(self, inputs: AttackInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return hit and loss of the attack, the advisor, the splits and the working."""
        target, rulings = inputs.target, inputs.rulings
        first, *_ = attacks = inputs.attacks
        plan = evade_plan(attacks, target, inputs.evasion.goal, rulings, field="more")
        status = _summary(first, plan, rulings)

        def output() -> list[Element]:
            return [
                summary(status, language),
                _one_attack(first, target, rulings, language),
                *([_choices(plan, target.victim, language)] if plan.choices else []),
                _plan(attacks, plan, language),
                *([_worth(plan, language)] if target.evade_dice else []),
                *([_splits(inputs, language)] if inputs.strike.continuous and inputs.strike.pool else []),
                *_loss(first, target, plan.spend, rulings, language),
                working(_working(inputs), language),
            ]

        return Answer(status, output, rolls=lambda: _rolls(inputs, plan))


def _rolls(inputs: AttackInputs, plan: Plan) -> tuple[Roll, ...]:
    """The attack, part by part, and the evasion of its first part with as many dice as are best."""
    rulings, whole, parts = inputs.rulings, inputs.whole, inputs.strike.parts
    check = Text("Attack check", "攻撃判定")
    names = [check] if len(parts) == 1 else [_PART.format(check=check, n=n) for n in range(1, len(parts) + 1)]
    found = [table_roll(dice, whole.difficulty, rulings, name) for dice, name in zip(parts, names, strict=True)]
    if plan.spend:
        lost = (ONE_IS_ENOUGH,) if rulings.evasion_needs == "one" else (_AS_MANY,)
        found.append(table_roll(plan.spend, whole.evade, rulings, Text("Evasion", "回避"), lost))
    return tuple(found)


_PART = Text("{check}, part {n}", "{check}その{n}")
_AS_MANY = Text(
    "The evasion needs as many successes as the attack check has (E-Q8).",
    "回避には、攻撃の成功数以上が必要です（E-Q8）。",
)


def _summary(first: Incoming, plan: Plan, rulings: Rulings) -> Text:
    words = Text(
        "The attack check has a chance of {check}. Evade dice to spend on it then: {spend}."
        " The chance that the target still stands after all attacks is {survives}; expected loss {loss}.",
        "攻撃判定に成功する確率は{check}。そのとき使う回避ダイスは{spend}個。"
        "すべての攻撃の後に対象が残る確率は{survives}、被害の期待値は{loss}。",
    )
    return words.format(
        check=exactly(check_odds(first.dice, first.difficulty, rulings)),
        spend=plan.spend,
        survives=exactly(plan.best.survives),
        loss=exact_number(plan.best.loss),
    )


def _one_attack(first: Incoming, target: Target, rulings: Rulings, language: Language) -> Element:
    """Chance to hit and mean loss of the first attack, by evade dice."""
    rows = [
        (
            spent,
            hit_chance(first, spent, rulings),
            number_cell(Fraction(loss_odds(first, target, spent, rulings).mean())),
        )
        for spent in range(target.evade_dice + 1)
    ]
    heads = (Text("Evade dice spent", "使う回避ダイス"), Text("Hits", "命中"), Text("Mean loss", "平均の被害"))
    return table(Text("The first attack alone", "最初の攻撃だけを見ると"), heads, rows, language)


def _prospect_cells(prospect: Prospect) -> tuple[Cell, ...]:
    return (prospect.survives, number_cell(prospect.loss), number_cell(prospect.dice_left))


def _prospect_heads(victim: Victim) -> tuple[Text, ...]:
    lives = Text("Survives", "生存") if victim is Victim.PC else Text("Still stands", "残存")
    return (lives, Text("Expected loss", "被害の期待値"), Text("Dice left", "残るダイス"))


@figure.register
def plan_table(plan: Plan, language: Language) -> Element:
    """Return what every number of evade dice on the first attack would mean."""
    return _choices(plan, Victim.KAII, language)


def _choices(plan: Plan, victim: Victim, language: Language) -> Element:
    rows = [
        row(language, spent, *_prospect_cells(prospect), class_="applies" if spent == plan.spend else None)
        for spent, prospect in enumerate(plan.choices)
    ]
    caption = Text(
        "Evade advisor: dice on the first attack, once its check has succeeded",
        "回避の助言：最初の攻撃判定が成功したときに使うダイス",
    )
    return table(caption, (NUMBERS["evade_dice"].begun(), *_prospect_heads(victim)), rows, language)


def _plan(attacks: tuple[Incoming, ...], plan: Plan, language: Language) -> Element:
    rows: list[tuple[Cell, ...]] = []
    for number, (attack, best) in enumerate(zip(attacks, plan.table, strict=True), start=1):
        what = Text("{n}: {dice}D, {damage} {kind}", "{n}：{dice}D、{damage} {kind}")
        what = what.format(n=number, dice=attack.dice, damage=attack.damage, kind=attack.damage.kind.text)
        rows.append((what, *best))
    heads = (Text("Attack ＼ dice left", "攻撃＼残りのダイス"), *range(len(plan.by_dice)))
    caption = Text(
        "Best number for each attack while nothing has got through", "被害がないうちの、攻撃ごとに最もよい数"
    )
    return table(caption, heads, rows, language)


def _worth(plan: Plan, language: Language) -> Element:
    rows = [(same(dice), prospect.survives, "") for dice, prospect in enumerate(plan.by_dice)]
    return odds_table(
        Text("What each evade die is worth: the target still stands", "回避ダイスの価値：対象が残る確率"),
        Text("Evade dice at the start", "最初の回避ダイス"),
        rows,
        language,
    )


AIMS: tuple[tuple[Text, Callable[[Prospect], Fraction]], ...] = (
    (Text("brings down most often", "倒す確率が最大"), lambda prospect: prospect.survives),
    (Text("most loss", "被害が最大"), lambda prospect: -prospect.loss),
    (Text("draws out most evade dice", "回避ダイスを最も削る"), lambda prospect: prospect.dice_left),
)
"""What an attacker may want of a split; the less, the better."""


def _splits(inputs: AttackInputs, language: Language) -> Element:
    strike, target = inputs.strike, inputs.target
    found = split_odds(inputs.whole, strike.continuous, target, inputs.evasion.goal, inputs.rulings)
    best: dict[tuple[int, ...], list[Text]] = {}
    for aim, worth in AIMS if target.evade_dice else AIMS[:2]:
        first = min(found, key=lambda split: worth(split.prospect))
        best.setdefault(first.parts, []).append(aim)
    wanted = {strike.parts, *best, *(split.parts for split in found[:SHOWN_SPLITS])}
    rows = [
        row(
            language,
            " + ".join(map(str, split.parts)),
            *_prospect_cells(split.prospect),
            listed(best.get(split.parts, [])),
            class_="applies" if split.parts == strike.parts else None,
        )
        for split in found
        if split.parts in wanted
    ]
    heads = (Text("Split", "割り振り"), *_prospect_heads(target.victim), Text("Best at", "この割り振りの長所"))
    caption = Text(
        "The attacker’s side: the best splits of {dice} dice, against the best evasion, without further attacks",
        "攻撃側から見ると：最もよく回避されるときの、{dice}個のよい割り振り（続く攻撃を除く）",
    )
    return table(caption.format(dice=strike.pool), heads, rows, language)


def _loss(first: Incoming, target: Target, spend: int, rulings: Rulings, language: Language) -> list[Element]:
    die = loss_odds(first, target, spend, rulings)
    odds = {amount: die.probability(amount) for amount in die}
    caption = Text(
        "Loss from the first attack, evade dice spent: {spend}", "最初の攻撃の被害（使う回避ダイス{spend}個）"
    )
    return distribution(caption.format(spend=spend), Text("Loss", "被害"), outcomes(odds, 0), language)


def _working(inputs: AttackInputs) -> list[Text]:
    first, target = inputs.attacks[0], inputs.target
    lines = [
        Text(
            "Attack check: {dice}D at {difficulty} (E-3.7, E-Q2).",
            "攻撃判定：ダイス{dice}個、{difficulty}（E-3.7、E-Q2）。",
        ).format(dice=first.dice, difficulty=named(first.difficulty))
    ]
    if inputs.strike.focus:
        lines.append(
            Text("Attack focus makes it one step easier (E-5.10).", "【攻撃集中】で1段階易しくなっています（E-5.10）。")
        )
    if inputs.strike.manoeuvre:
        lines.append(
            Text(
                "The tactical manoeuvre makes it one step harder (E-4.6).",
                "【戦術機動】で1段階難しくなっています（E-4.6）。",
            )
        )
    if target.evade_dice:
        lines += _evasion_lines(first.evade, inputs.evasion.pressure, inputs.rulings)
    else:
        lines.append(
            Text(
                "Without evade dice a successful attack check hits at once (E-8.5, E-11.15).",
                "回避ダイスがなければ、攻撃判定の成功がそのまま命中になります（E-8.5、E-11.15）。",
            )
        )
    lines.append(_reduction_line(target))
    if target.victim is Victim.PC:
        lines.append(
            Text(
                "A PC at 0 HP or spirit points spends katashiro to avert death as long as it can"
                " (E-9.6, E-9.7, E-9.8, E-Q16). HP and spirit points here count as its maxima.",
                "【体力】か【霊力】が0になったPCは、できるかぎり【形代】で死亡を回避します（E-9.6、E-9.7、E-9.8、E-Q16）。"
                "ここの【体力】と【霊力】を最大値とみなします。",
            )
        )
    lines.append(
        Text(
            "The loss is all damage that gets through, averted or not; whoever is down evades nothing more.",
            "被害とは、軽減しきれなかったダメージの合計です。死亡を回避しても数えます。倒れた後は回避しません。",
        )
    )
    return lines


def _evasion_lines(evade: Difficulty, pressure: Pressure, rulings: Rulings) -> list[Text]:
    lines = [
        Text("Evading the first attack: {difficulty} (E-Q2).", "最初の攻撃の回避：{difficulty}（E-Q2）。").format(
            difficulty=named(evade)
        ),
        Text(
            "The evader sees whether the attack check succeeds and then chooses its dice; all of them are spent"
            " (E-8.2, E-8.5, E-8.9).",
            "回避する側は、攻撃判定の成功を見てからダイスの数を決め、回避できてもできなくても、使ったダイスは減ります（E-8.2、E-8.5、E-8.9）。",
        ),
    ]
    if pressure is not Pressure.NORMAL:
        lines.append(
            Text(
                "Pressure makes melee attacks harder to evade: {mode} (E-13.5, E-13.7).",
                "圧力で近接攻撃の回避が難しくなっています：{mode}（E-13.5、E-13.7）。",
            ).format(mode=pressure.text)
        )
    if rulings.evasion_needs == "attack_successes":
        lines.append(
            Text(
                "House rule: the evasion needs as many successes as the attack (E-Q8). The numbers to spend in the plan"
                " are those against a single success; the chances hold for all.",
                "裁定の変更：回避には攻撃の成功数以上が必要です（E-Q8）。"
                "計画に示す数は成功が1つのときのもので、確率はすべての場合を含みます。",
            )
        )
    return lines


def _reduction_line(target: Target) -> Text:
    words = {
        Victim.PC: Text(
            "Armour takes {n} off physical damage and nothing off spiritual damage (E-9.3, E-9.5).",
            "【装甲】が物理ダメージを{n}点軽減し、霊的ダメージは軽減しません（E-9.3、E-9.5）。",
        ),
        Victim.KAII: Text(
            "Miasma armour takes {n} off physical damage and nothing off spiritual damage (E-11.6, E-11.9).",
            "【穢装】が物理ダメージを{n}点軽減し、霊的ダメージは軽減しません（E-11.6、E-11.9）。",
        ),
        Victim.OBJECT: Text(
            "Armour takes {n} off physical damage and nothing off spiritual damage (E-12.8, E-Q18).",
            "【装甲】が物理ダメージを{n}点軽減し、霊的ダメージは軽減しません（E-12.8、E-Q18）。",
        ),
    }
    return words[target.victim].format(n=target.reduction)
