"""Attack and evasion: what an attack does, how to spend evade dice best, and which split of an attack is best."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.fields import ChoiceField, FlagField, IntegerField, ReadField
from rules_py.core.form import Group
from rules_py.core.markup import h
from rules_py.core.render import (
    chance_cell,
    exact_number,
    exactly,
    figure,
    number_cell,
    odds_table,
    summary,
    table,
    working,
)
from rules_py.core.text import Language, Text, listed, same
from rules_py.core.widget import Answer, Widget
from rules_py.exorcist.characters import MOST_ARMOUR, MOST_CONTINUOUS, MOST_POINTS, DamageKind
from rules_py.exorcist.checks import Difficulty, Pressure, Reach, attack_difficulty, evade_difficulty
from rules_py.exorcist.effects import Victim, check_split
from rules_py.exorcist.odds import (
    MOST_INCOMING,
    Goal,
    Incoming,
    Plan,
    Prospect,
    Split,
    Target,
    evade_plan,
    hit_chance,
    loss_odds,
    split_odds,
    success_chance,
)
from rules_py.exorcist.reading import TypedAttack, read_attacks, read_split
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.widgets.common import (
    MOST_EVADE_DICE,
    damage_field,
    difficulty_field,
    house_rules,
    kind_field,
    named,
    own_fields,
    pressure_field,
    reach_field,
    read_difficulty,
    read_pressure,
    read_rulings,
    renamed,
)

MOST_TYPED = 20
MOST_BONUS = 10
SHOWN_SPLITS = 12
TARGETS = {
    "pc": Text("a PC", "PC"),
    "kaii_evading": Text("a kai’i that evades", "回避する界異"),
    "kaii": Text("a kai’i without evasion", "回避しない界異"),
    "object": Text("an object", "オブジェクト"),
}
GOAL_NAMES = {"survive": Text("survive", "生き残る"), "loss": Text("lose least", "被害を減らす")}


class AttackCalculator(Widget[Mapping[str, Any]]):
    """Attacks on one target: hit, loss, evade advisor, splits."""

    name = "exorcist.attack"
    title = Text("Attack calculator", "攻撃計算機")
    is_costly = True
    groups = (
        Group(
            (
                IntegerField(Text("Dice of the attack check", "攻撃判定のダイス"), "4", most=MOST_TYPED, name="dice"),
                IntegerField(Text("Bonus dice", "追加のダイス"), "0", least=-MOST_BONUS, most=MOST_BONUS, name="bonus"),
                difficulty_field("difficulty"),
                FlagField(Text("Attack focus, 1 step easier", "【攻撃集中】（1段階易しい）"), name="focus"),
                FlagField(Text("Tactical manoeuvre, 1 step harder", "【戦術機動】（1段階難しい）"), name="manoeuvre"),
                reach_field("reach"),
                damage_field("damage", "1d6"),
                kind_field("kind"),
                IntegerField(
                    Text("Continuous Attack n", "【連続攻撃】の値"), "0", most=MOST_CONTINUOUS, name="continuous"
                ),
                ReadField(
                    Text("Split of its dice", "ダイスの割り振り"),
                    "",
                    Text("such as 2+2; empty for one attack", "「2+2」のように。分けないなら空欄"),
                    read=read_split,
                    size=8,
                    may_be_empty=True,
                    name="split",
                ),
            ),
            Text("Attack", "攻撃"),
            kind="side",
        ),
        Group(
            (
                ChoiceField(Text("Target", "対象"), "pc", options=tuple(TARGETS.items()), name="target"),
                *own_fields(),
            ),
            Text("Target", "対象"),
            kind="side",
            note=Text("These numbers count for a PC.", "下の数値はPCが対象のときに使います。"),
        ),
        Group(
            (
                IntegerField(Text("Toughness", "【強度】"), "6", least=1, most=MOST_POINTS, name="toughness"),
                IntegerField(
                    Text("Miasma armour or armour", "【穢装】か【装甲】"), "1", most=MOST_ARMOUR, name="miasma"
                ),
                IntegerField(
                    Text("Evade dice of the kai’i", "界異の回避ダイス"), "3", most=MOST_EVADE_DICE, name="target_dice"
                ),
            ),
            Text("If the target is a kai’i or an object", "対象が界異かオブジェクトのとき"),
        ),
        Group(
            (
                ReadField(
                    Text("Further attacks on it before its dice return", "回避ダイスが戻るまでの続く攻撃"),
                    "3D 1d6, 2D 1d4s",
                    Text(
                        "dice and damage; also a difficulty, s for spiritual, ranged; empty for none",
                        "ダイスとダメージ。難易度、霊的を表すs、「遠隔」も書けます。なければ空欄",
                    ),
                    read=lambda raw, name: read_attacks(raw, name, MOST_INCOMING - 1),
                    size=30,
                    may_be_empty=True,
                    name="more",
                ),
                difficulty_field("evade", Text("Evade difficulty", "回避難易度")),
                pressure_field(),
                ChoiceField(
                    Text("Goal of the evader", "回避の目的"), "survive", options=tuple(GOAL_NAMES.items()), name="goal"
                ),
            ),
            Text("Evasion", "回避"),
        ),
        house_rules("exorcist.attack"),
    )

    def answer(self, inputs: Mapping[str, Any], pressed: Mapping[str, str], language: Language) -> Answer:
        """Return hit and loss of the attack, the advisor, the splits and the working."""
        asked = read_exchange(inputs)
        try:
            plan = evade_plan(asked.attacks, asked.target, asked.goal, asked.rulings)
        except InputError as error:
            raise renamed(error, {"attacks": "more"}) from None
        status = _summary(asked, plan)
        output = [
            summary(status, language),
            _one_attack(asked, language),
            _choices(plan, asked.target.victim, language),
            _plan(asked, plan, language),
            _worth(plan, language) if asked.target.evade_dice else None,
            _splits(asked, language) if asked.continuous and asked.whole.dice else None,
            _loss(asked, plan, language),
            working(_working(inputs, asked), language),
        ]
        return Answer(status, {"output": [element for element in output if element is not None]})


@dataclass(frozen=True)
class Exchange:
    """What the form describes.

    Args:
        whole: The undivided attack.
        attacks: Its parts and the further attacks, in order.
        parts: Dice of each part.
        continuous: n of Continuous Attack n.
        target: Who is attacked.
        goal: What the evader looks for.
        rulings: The house rules.
    """

    whole: Incoming
    attacks: tuple[Incoming, ...]
    parts: tuple[int, ...]
    continuous: int
    target: Target
    goal: Goal
    rulings: Rulings


def read_exchange(inputs: Mapping[str, Any]) -> Exchange:
    """Read the form.

    Args:
        inputs: The typed value of every field.

    Returns:
        What it describes.

    Raises:
        InputError: If focus and manoeuvre are both set, the split does not add up, or there are too many attacks.
    """
    rulings = read_rulings(inputs)
    try:
        difficulty = attack_difficulty(
            read_difficulty(inputs["difficulty"]),
            focus=inputs["focus"],
            manoeuvre=inputs["manoeuvre"],
            rulings=rulings,
        )
    except ForbiddenAction as error:
        error.field = "manoeuvre"
        raise
    base, pressure = read_difficulty(inputs["evade"]), read_pressure(inputs["pressure"])
    dice = max(0, inputs["dice"] + inputs["bonus"])
    damage = replace(inputs["damage"], kind=DamageKind(inputs["kind"]))
    whole = Incoming(dice, damage, difficulty, evade_difficulty(Reach(inputs["reach"]), pressure, base))
    most = inputs["continuous"] or MOST_CONTINUOUS
    parts = check_split(inputs["split"], dice, most) if inputs["split"] and dice else (dice,)
    if len(parts) > 1 and not inputs["continuous"]:
        raise InputError("split", " + ".join(map(str, parts)), NOT_CONTINUOUS, "E-5.23")
    if inputs["split"] and not dice:
        raise InputError("split", "+".join(map(str, inputs["split"])), NOTHING_TO_SPLIT, "E-Q9")
    more: Sequence[TypedAttack] = inputs["more"]
    if len(parts) + len(more) > MOST_INCOMING:
        words = Text("up to {most} attacks with all parts", "割り振った分も合わせて{most}回までです")
        raise InputError("more", len(parts) + len(more), words.format(most=MOST_INCOMING))
    attacks = (
        *(replace(whole, dice=part) for part in parts),
        *(Incoming(a.dice, a.damage, a.difficulty, evade_difficulty(a.reach, pressure, base)) for a in more),
    )
    return Exchange(whole, attacks, parts, inputs["continuous"], _target(inputs), inputs["goal"], rulings)


NOT_CONTINUOUS = Text(
    "only a Continuous Attack is split; say above which n it has",
    "分けられるのは【連続攻撃】だけです。上の【連続攻撃】の値を1以上にしてください",
)
NOTHING_TO_SPLIT = Text("there are no dice to split", "分けるダイスがありません")


def _target(inputs: Mapping[str, Any]) -> Target:
    if inputs["target"] == "pc":
        return Target(
            inputs["hp"], inputs["evade_dice"], inputs["armour"], inputs["spirit_points"], inputs["katashiro"]
        )
    victim = Victim.OBJECT if inputs["target"] == "object" else Victim.KAII
    dice = inputs["target_dice"] if inputs["target"] == "kaii_evading" else 0
    return Target(inputs["toughness"], dice, inputs["miasma"], victim=victim)


def _summary(asked: Exchange, plan: Plan) -> Text:
    words = Text(
        "The attack check succeeds with {check}. Evade dice to spend on it then: {spend}."
        " After all attacks the target still stands with {survives}; expected loss {loss}.",
        "攻撃判定に成功する確率は{check}。そのとき使う回避ダイスは{spend}個。"
        "すべての攻撃の後に対象が残る確率は{survives}、被害の期待値は{loss}。",
    )
    first = asked.attacks[0]
    return words.format(
        check=exactly(success_chance(first.dice, first.difficulty, asked.rulings)),
        spend=plan.spend,
        survives=exactly(plan.best.survives),
        loss=exact_number(plan.best.loss),
    )


def _one_attack(asked: Exchange, language: Language) -> Element:
    """Chance to hit and mean loss of the first attack, by evade dice."""
    first = asked.attacks[0]
    rows = []
    for spent in range(asked.target.evade_dice + 1):
        mean = loss_odds(first, asked.target, spent, asked.rulings).mean()
        hit = hit_chance(first, spent, asked.rulings)
        rows.append(h("tr", h("th", str(spent), scope="row"), chance_cell(hit), number_cell(Fraction(mean))))
    heads = (Text("Evade dice spent", "使う回避ダイス"), Text("Hits", "命中"), Text("Mean loss", "平均の被害"))
    return table(Text("The first attack alone", "最初の攻撃だけを見ると"), heads, rows, language)


def _prospect_cells(prospect: Prospect) -> list[Element]:
    return [chance_cell(prospect.survives), number_cell(prospect.loss), number_cell(prospect.dice_left)]


def _prospect_heads(victim: Victim) -> tuple[Text, ...]:
    lives = Text("Survives", "生存") if victim is Victim.PC else Text("Still stands", "残存")
    return (lives, Text("Expected loss", "被害の期待値"), Text("Dice left", "残るダイス"))


@figure.register
def plan_table(plan: Plan, language: Language) -> Element:
    """Return what every number of evade dice on the first attack would mean."""
    return _choices(plan, Victim.KAII, language)


def _choices(plan: Plan, victim: Victim, language: Language) -> Element:
    rows = [
        h(
            "tr",
            h("th", str(spent), scope="row"),
            _prospect_cells(prospect),
            class_="applies" if spent == plan.spend else None,
        )
        for spent, prospect in enumerate(plan.choices)
    ]
    caption = Text(
        "Evade advisor: dice on the first attack, once its check has succeeded",
        "回避の助言：最初の攻撃判定が成功したときに使うダイス",
    )
    return table(caption, (Text("Evade dice", "回避ダイス"), *_prospect_heads(victim)), rows, language)


def _plan(asked: Exchange, plan: Plan, language: Language) -> Element:
    rows = []
    for number, (attack, best) in enumerate(zip(asked.attacks, plan.table, strict=True), start=1):
        what = Text("{n}: {dice}D, {damage} {kind}", "{n}：{dice}D、{damage} {kind}").format(
            n=number, dice=attack.dice, damage=attack.damage, kind=attack.damage.kind.text
        )
        rows.append(h("tr", h("th", what.get(language), scope="row"), [h("td", str(spent)) for spent in best]))
    pool = range(len(plan.by_dice))
    heads = (Text("Attack ＼ dice left", "攻撃＼残りのダイス"), *(same(dice) for dice in pool))
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


def _splits(asked: Exchange, language: Language) -> Element:
    try:
        found = split_odds(asked.whole, asked.continuous, asked.target, asked.goal, asked.rulings)
    except InputError as error:
        raise renamed(error, {"attacks": "continuous"}) from None
    best: dict[tuple[int, ...], list[Text]] = {}
    for aim, worth in AIMS if asked.target.evade_dice else AIMS[:2]:
        first = min(found, key=lambda split: worth(split.prospect))
        best.setdefault(first.parts, []).append(aim)
    wanted = {asked.parts, *best, *(split.parts for split in found[:SHOWN_SPLITS])}
    shown = [split for split in found if split.parts in wanted]
    rows = [_split_row(split, asked, best.get(split.parts, []), language) for split in shown]
    heads = (
        Text("Split", "割り振り"),
        *_prospect_heads(asked.target.victim),
        Text("Best at", "この割り振りの長所"),
    )
    caption = Text(
        "The attacker’s side: the best splits of {dice} dice, against the best evasion, without further attacks",
        "攻撃側から見ると：最もよく回避されるときの、{dice}個のよい割り振り（続く攻撃を除く）",
    )
    return table(caption.format(dice=asked.whole.dice), heads, rows, language)


def _split_row(split: Split, asked: Exchange, best: list[Text], language: Language) -> Element:
    name = " + ".join(map(str, split.parts))
    return h(
        "tr",
        h("th", name, scope="row"),
        _prospect_cells(split.prospect),
        h("td", listed(best).get(language)),
        class_="applies" if split.parts == asked.parts else None,
    )


def _loss(asked: Exchange, plan: Plan, language: Language) -> Element:
    die = loss_odds(asked.attacks[0], asked.target, plan.spend, asked.rulings)
    rows = [(same(amount), die.probability(amount), "") for amount in die]
    caption = Text(
        "Loss from the first attack, evade dice spent: {spend}", "最初の攻撃の被害（使う回避ダイス{spend}個）"
    )
    return odds_table(caption.format(spend=plan.spend), Text("Loss", "被害"), rows, language)


def _working(inputs: Mapping[str, Any], asked: Exchange) -> list[Text]:
    first = asked.attacks[0]
    lines = [
        Text(
            "Attack check: {dice} dice at {difficulty} (E-3.7, E-Q2).",
            "攻撃判定：ダイス{dice}個、{difficulty}（E-3.7、E-Q2）。",
        ).format(dice=first.dice, difficulty=named(first.difficulty))
    ]
    if inputs["focus"]:
        lines.append(
            Text("Attack focus makes it one step easier (E-5.10).", "【攻撃集中】で1段階易しくなっています（E-5.10）。")
        )
    if inputs["manoeuvre"]:
        lines.append(
            Text(
                "The tactical manoeuvre makes it one step harder (E-4.6).",
                "【戦術機動】で1段階難しくなっています（E-4.6）。",
            )
        )
    if asked.target.evade_dice:
        lines += _evasion_lines(first.evade, read_pressure(inputs["pressure"]), asked.rulings)
    else:
        lines.append(
            Text(
                "Without evade dice a successful attack check hits at once (E-8.5, E-11.15).",
                "回避ダイスがなければ、攻撃判定の成功がそのまま命中になります（E-8.5、E-11.15）。",
            )
        )
    lines.append(_reduction_line(asked.target))
    if asked.target.victim is Victim.PC:
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
