"""Attack planner: damage of an attack, and the best way to divide action value over several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, IntegerField, ReadField
from rules_py.core.form import Group
from rules_py.core.markup import h
from rules_py.core.notation import Roll
from rules_py.core.pictures import Heat, distribution, heat_table, outcomes
from rules_py.core.render import bar_cell, exact_number, exactly, number_cell, row, summary, table, working
from rules_py.core.text import Language, Text, same
from rules_py.core.widget import Answer, Widget
from rules_py.kamui.characters import MOST_POINTS, NUMBERS
from rules_py.kamui.checks import compared
from rules_py.kamui.effects import damage, suffer
from rules_py.kamui.odds import (
    MOST_ACTION,
    MOST_ATTACKS,
    Adaptive,
    Attack,
    Plan,
    Split,
    Target,
    adaptive_plan,
    check_action,
    down_chance,
    fixed_plans,
    mean,
    split_odds,
)
from rules_py.kamui.reading import read_attacks, read_split
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.sheet import ABILITY, BONUS, MULTIPLIER, POWER
from rules_py.kamui.widgets.common import reading, reading_line, table_roll

SHOWN_PLANS = 6
"""Lines of a table that stands open."""
_MORE = ReadField(
    Text("Attacks with other numbers", "数値の違う攻撃"),
    hint=Text(
        "ability / power / multiplier / bonus, such as 4/6/2/0",
        "「4/6/2/0」のように能力値/【攻撃力】/倍率/加算値",
    ),
    read=read_attacks,
    size=16,
)
_SPLIT = ReadField(
    Text("Split", "【行動値】の分け方"),
    hint=Text("such as 3+1; empty for the best one", "「3+1」のように。空欄なら最善の分け方"),
    read=read_split,
    size=10,
)


@dataclass(frozen=True)
class OwnAttack:
    """The numbers of the reader's own attack, and what there is to spend on all attacks."""

    action: Annotated[int, IntegerField(Text("Action value to spend", "消費する【行動値】"), "4", most=MOST_ACTION)]
    ability: Annotated[int, ABILITY]
    power: Annotated[int, POWER]
    multiplier: Annotated[int, MULTIPLIER]
    bonus: Annotated[int, BONUS]

    @property
    def attack(self) -> Attack:
        """The attack."""
        return Attack(self.ability, self.power, self.multiplier, self.bonus)


def _make_target(target: str, armour: int, hp: int) -> Target:
    return Target(hp, armour, kamui=target == "kamui")


TARGET = Group(
    (
        ChoiceField(
            Text("Target", "対象の種類"),
            "unit",
            options=(("unit", Text("an enemy unit", "敵のユニット")), ("kamui", Text("a kamui", "神威"))),
            name="target",
        ),
        IntegerField(Text("Its armour", "対象の【装甲】"), "6", most=MOST_POINTS, name="armour"),
        IntegerField(Text("Its HP", "対象の【HP】"), "26", least=1, most=MOST_POINTS, name="hp"),
    ),
    Text("The target", "対象"),
    kind="side",
    make=_make_target,
)


@dataclass(frozen=True)
class Several:
    """How many attacks there may be, and how action value is divided over them."""

    attacks: Annotated[
        int,
        IntegerField(Text("Attacks with these numbers", "この数値で行える攻撃の回数"), "2", least=1, most=MOST_ATTACKS),
    ]
    more: Annotated[tuple[Attack, ...], _MORE]
    least: Annotated[
        int,
        IntegerField(Text("Minimum action value of an attack", "攻撃1回の【行動値】の下限"), "1", most=MOST_ACTION),
    ]
    split: Annotated[Split, _SPLIT]


SEVERAL = Group(
    legend=Text("How many attacks", "攻撃の回数"),
    note=Text(
        "A main action comes once in an activation (K-4.3). Further attacks come from sub actions that attack"
        " (K-4.5, K-5.1) or from later activations (K-4.2); their skills say how many.",
        "メインアクションは手番に1回です（K-4.3）。2回目からの攻撃は、攻撃を行うサブアクション（K-4.5、K-5.1）や"
        "次の手番（K-4.2）で行います。回数はスキルによります。",
    ),
)


@dataclass(frozen=True)
class AttackInputs:
    """Attacks, whom they are to bring to 0 HP, and how action value is divided over them.

    Raises:
        InputError: If there is no such ability under the rulings, there are too many attacks, no attack can be made, or
            the split is not one of the action value over these attacks.
    """

    own: Annotated[OwnAttack, Group.side(Text("The attack", "攻撃"))]
    target: Annotated[Target, TARGET]
    several: Annotated[Several, SEVERAL]
    rulings: Rulings

    def __post_init__(self) -> None:
        compared("ability", self.own.ability, self.rulings)
        if len(self.attacks) > MOST_ATTACKS:
            allowed = Text("up to {most} attacks in all", "攻撃は全部で{most}回までです").format(most=MOST_ATTACKS)
            raise InputError("more", len(self.attacks), allowed)
        for attack in self.several.more:
            compared("more", attack.ability, self.rulings)
        check_action(self.own.action, self.several.least)
        if self.several.split:
            self._check_split(self.several.split, self.own.action, self.several.least)

    def _check_split(self, split: Split, action: int, least: int) -> None:
        shown = written(split).en
        if len(split) > len(self.attacks):
            allowed = Text("{n} parts at most, one for each attack", "攻撃の回数と同じ{n}個までに分けてください")
            raise InputError("split", shown, allowed.format(n=len(self.attacks)), "K-5.1")
        added = sum(part or 0 for part in split)
        if added != action:
            allowed = Text(
                "the parts make {added}, and the action value to spend is {action}",
                "合計が{added}です。消費する【行動値】の{action}に合わせてください",
            )
            raise InputError("split", shown, allowed.format(added=added, action=action), "K-5.1")
        if any(part is not None and part < least for part in split):
            allowed = Text(
                "each attack that is made takes at least {least}", "行う攻撃には{least}以上を消費してください"
            )
            raise InputError("split", shown, allowed.format(least=least))

    @property
    def attacks(self) -> tuple[Attack, ...]:
        """All attacks that may be made, the reader's own first."""
        return (*(self.own.attack,) * self.several.attacks, *self.several.more)

    @property
    def split(self) -> Split | None:
        """The reader's own split, one part for each attack; None for the best one."""
        own = self.several.split
        return (*own, *(None,) * (len(self.attacks) - len(own))) if own else None


class AttackPlanner(Widget[AttackInputs]):
    """Attacks on one target: so much action value, one attack or several."""

    rules = ("K-5.3", "K-5.5")
    title = Text("Attack planner", "攻撃プランナー")
    is_costly = True

    def answer(self, inputs: AttackInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the damage, the chance to bring the target to 0 HP, and the splits."""
        attacks, target, rulings = inputs.attacks, inputs.target, inputs.rulings
        action, least = inputs.own.action, inputs.several.least
        plans = fixed_plans(attacks, action, target, least, rulings)
        split = inputs.split or plans[0].split
        odds = split_odds(attacks, split, rulings)
        chance = down_chance(odds, target.total(rulings))
        adaptive = adaptive_plan(attacks, action, target, least, rulings)
        status = Text(
            "Split {split}: mean damage {mean}; chance that the target falls to 0 HP: {chance}.",
            "分け方{split}：ダメージの平均は{mean}、対象の【HP】が0になる確率は{chance}。",
        ).format(split=written(split), mean=exact_number(mean(odds)), chance=exactly(chance))

        def output() -> list[Element]:
            return [
                summary(status, language),
                reading_line(None if inputs.several.more else inputs.own.ability, rulings, language),
                *_damage(odds, target, rulings, language),
                _plans(plans, split, language),
                _adaptively(adaptive, plans[0], len(attacks), language),
                _by_action(inputs, language),
                working(_lines(attacks, target, rulings), language),
            ]

        return Answer(status, output, rolls=lambda: _rolls(attacks, split, rulings))


def _rolls(attacks: Sequence[Attack], split: Split, rulings: Rulings) -> tuple[Roll, ...]:
    """The attacks that are made, each with its part of the action value (K-5.1, K-5.3, K-Q9)."""
    made = [(n, attack, dice) for n, (attack, dice) in enumerate(zip(attacks, split, strict=True), start=1) if dice]
    differ = len({attack for _, attack, _ in made}) > 1
    missed = (_MISSED,) if rulings.no_successes == "miss" else ()
    found = []
    for n, attack, dice in made:
        name = Text("Attack {n}", "{n}番目の攻撃").format(n=n)
        lost = _DAMAGE.format(power=attack.power, multiplier=attack.multiplier, bonus=attack.bonus)
        if differ:
            lost = name + Text(": ", "：") + lost
        found.append(table_roll(dice, attack.ability, rulings, (lost, *missed), name if len(made) > 1 else None))
    return tuple(found)


_DAMAGE = Text(
    "damage = (successes + {power}) × {multiplier} + {bonus} (K-5.3).",
    "ダメージ＝（成功数＋{power}）×{multiplier}＋{bonus}（K-5.3）。",
)
_MISSED = Text("Without a success the attack misses (K-Q9).", "成功数が0なら、攻撃は外れます（K-Q9）。")


def written(split: Split) -> Text:
    """Return a split as one writes it.

    Example:
        >>> written((3, 1)).en, written((4, None)).en
        ('3 + 1', '4 + x')
    """
    return same(" + ".join("x" if part is None else str(part) for part in split))


def _told(split: Split) -> Text:
    """Return a split as one writes it, and what is odd about it."""
    if split.count(None) != len(split) - 1 or len(split) == 1:
        return written(split)
    return Text("{split} (one attack)", "{split}（攻撃は一度だけ）").format(split=written(split))


def _damage(odds: Mapping[int, Fraction], target: Target, rulings: Rulings, language: Language) -> list[Element]:
    all_left = [
        suffer(target.armour, target.hp, amount, kamui=target.kamui, rulings=rulings) for amount in sorted(odds)
    ]
    more = {Text("Armour / HP left", "残る【装甲】/【HP】"): [f"{left.armour} / {left.hp}" for left in all_left]}
    caption = Text("All damage together", "ダメージの合計の分布")
    found = outcomes(odds, target.total(rulings))
    return distribution(caption, Text("Damage", "ダメージ"), found, language, more)


def _plans(plans: Sequence[Plan], split: Split, language: Language) -> Element:
    shown = list(plans[:SHOWN_PLANS])
    shown += [plan for plan in plans[SHOWN_PLANS:] if plan.split == split]
    rows = []
    for plan in shown:
        class_ = "applies" if plan.split == split else None
        cells = (number_cell(plan.mean), plan.chance, bar_cell(plan.chance))
        rows.append(row(language, _told(plan.split), *cells, class_=class_))
    heads = (
        NUMBERS["action_value"].begun(),
        Text("Mean damage", "ダメージの平均"),
        Text("Target falls to 0 HP", "【HP】が0になる"),
        None,
    )
    caption = Text(
        "Splits decided before the first roll, best first: {n} in all", "先に決めておく分け方（よい順、全{n}通り）"
    ).format(n=len(plans))
    return table(caption, heads, rows, language)


def _adaptively(adaptive: Adaptive, best: Plan, attacks: int, language: Language) -> Element:
    """The best play if each attack is decided after the one before."""
    if adaptive.first is None:
        words = Text("No attack can bring the target to 0 HP.", "どう分けても、対象の【HP】を0にはできません。")
        return h("p", words.get(language))
    words = Text(
        "Deciding each attack after the one before: {chance}, against {fixed} for the best split in advance. Begin with"
        " {first}.",
        "1回ごとに結果を見てから決めると{chance}、先に決める最善の分け方では{fixed}です。最初に消費する【行動値】は{first}です。",
    ).format(chance=exactly(adaptive.chance), fixed=exactly(best.chance), first=adaptive.first)
    if adaptive.attack:
        words += Text(" Make attack {n} first.", "最初に行うのは{n}番目の攻撃です。").format(n=adaptive.attack + 1)
    if attacks == 1:
        return h("p", words.get(language))
    rows = [(count, "—" if dice is None else dice) for count, dice in adaptive.then.items()]
    heads = (Text("Successes of the first attack", "最初の攻撃の成功数"), Text("Spend next", "次に消費する【行動値】"))
    caption = Text("The best decision after the first attack", "最初の攻撃の後の最善手")
    return h("div", h("p", words.get(language)), table(caption, heads, rows, language))


def _by_action(inputs: AttackInputs, language: Language) -> Element:
    """How much action value it takes, by the number of attacks with the same numbers."""
    attack, action, least = inputs.own.attack, inputs.own.action, inputs.several.least
    counts = range(1, inputs.several.attacks + 1)
    rows = []
    for spent in range(max(least, 1, action - 2), min(MOST_ACTION, max(least, action) + 4) + 1):
        best = {n: fixed_plans([attack] * n, spent, inputs.target, least, inputs.rulings)[0] for n in counts}
        asked = (action, inputs.several.attacks)
        cells = [
            Heat(plan.chance, (spent, n) == asked, {"action": str(spent), "attacks": str(n), "more": "", "split": ""})
            for n, plan in best.items()
        ]
        rows.append((spent, cells))
    heads = (Text("Action value ＼ attacks", "【行動値】＼攻撃の回数"), *counts)
    caption = Text("Target falls to 0 HP, attacks with the same numbers", "同じ数値の攻撃で【HP】が0になる確率")
    return heat_table(caption, heads, rows, language)


def _lines(attacks: Sequence[Attack], target: Target, rulings: Rulings) -> list[Text]:
    own = attacks[0]
    lines = [
        Text("{reading}.", "{reading}。").format(reading=reading(own.ability, rulings)),
        Text(
            "Damage = (successes + {power}) × {multiplier} + {bonus}; each success adds {multiplier} (K-5.3, K-Q8).",
            "ダメージ＝（成功数＋{power}）×{multiplier}＋{bonus}。成功数1ごとに{multiplier}増えます（K-5.3、K-Q8）。",
        ).format(power=own.power, multiplier=own.multiplier, bonus=own.bonus),
    ]
    if rulings.no_successes == "formula":
        none = damage(0, own.power, own.multiplier, own.bonus, rulings)
        lines.append(
            Text(
                "Without successes the formula still gives {damage} (K-Q9).",
                "成功数が0でも、式のとおり{damage}のダメージです（K-Q9）。",
            ).format(damage=none)
        )
    else:
        lines.append(Text("Without successes it misses (K-Q9).", "成功数が0なら外れます（K-Q9）。"))
    counts = target.kamui or rulings.unit_armour == "same"
    lines.append(
        Text(
            "Armour goes first, then HP: {total} damage brings the target to 0 HP, in however many attacks (K-5.5,"
            " K-5.6, K-Q17). Armour does not come back in between (K-Q18).",
            "【装甲】が先、【HP】が後に減るので、何回に分けても合計{total}のダメージで【HP】が0になります（K-5.5、K-5.6、K-Q17）。"
            "途中で【装甲】は回復しません（K-Q18）。",
        ).format(total=target.total(rulings))
        if counts
        else Text(
            "The armour of other units does not count: {total} damage brings the target to 0 HP (K-Q17).",
            "神威以外の【装甲】は数えないので、合計{total}のダメージで【HP】が0になります（K-Q17）。",
        ).format(total=target.total(rulings))
    )
    if rulings.no_successes == "formula" and len(set(attacks)) == 1 and len(attacks) > 1:
        lines.append(
            Text(
                "With equal attacks and the formula only their number matters, not how the dice are divided.",
                "同じ数値の攻撃で、式のとおりに計算するなら、ダイスの分け方は関係なく、攻撃の回数だけで決まります。",
            )
        )
    lines.append(
        Text(
            "Dice are the action value spent (K-4.4, K-5.1). The text names no minimum for an attack, so you fill"
            " it in (K-Q27).",
            "ダイスの数は、消費した【行動値】です（K-4.4、K-5.1）。攻撃に消費する値の下限は書かれていないので、入力します（K-Q27）。",
        )
    )
    lines.append(
        Text(
            "All splits are compared; for decisions from attack to attack, all choices, with attacks in your order.",
            "分け方をすべて比べました。1回ごとに決める場合も、書いた順の攻撃について、すべての選び方を比べました。",
        )
    )
    return lines
