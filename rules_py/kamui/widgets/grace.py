"""Grace check: the distribution of miracle points, and how best to lower faces that have been rolled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import IntegerField, ReadField
from rules_py.core.notation import Roll
from rules_py.core.pictures import distribution, outcomes
from rules_py.core.render import exact_number, exactly, summary, table, working
from rules_py.core.text import Language, Text, sharing
from rules_py.core.widget import Answer, Widget
from rules_py.kamui.characters import NUMBERS
from rules_py.kamui.checks import compared
from rules_py.kamui.grace import Spread, Supplicant, grace_odds, miracle_points, spread
from rules_py.kamui.odds import mean
from rules_py.kamui.reading import read_faces, read_supplicants, read_threats
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.widgets.common import reading_line, table_roll

MOST_WANTED = 16
_PARTY = ReadField(
    Text("Each PC: links/rank/revival checks", "PCごとに、リンク/【位階】/復活チェック"),
    "3/4/1, 2/5/0",
    Text(
        "unused level-5 links, rank, ticked revival checks; commas between PCs",
        "使用済みでないレベル5リンクの数、【位階】、復活チェックの数。PCの間は読点",
    ),
    read=read_supplicants,
    size=20,
    party="grace",
)
_THREATS = ReadField(
    Text("Threat levels of the defeated magai", "倒したマガイの脅威レベル"),
    "2",
    Text("such as 2, 1; empty for none", "「2、1」のように。なければ空欄"),
    read=read_threats,
    size=10,
)
_FACES = ReadField(
    Text("Faces already rolled", "すでに出た目"),
    hint=Text("such as 3 5 9 / 2 7, a slash between PCs", "「3 5 9 / 2 7」のように。PCの間は「/」"),
    read=read_faces,
    size=16,
)


@dataclass(frozen=True)
class GraceInputs:
    """A party, whom it has defeated, and what has been rolled.

    Raises:
        InputError: If the faces are not those of the party's dice, or there is no such rank under the rulings.
    """

    party: Annotated[tuple[Supplicant, ...], _PARTY]
    threats: Annotated[tuple[int, ...], _THREATS]
    wanted: Annotated[
        int, IntegerField(Text("Miracle points you want", "奇跡に使いたい成功数"), "2", least=0, most=MOST_WANTED)
    ]
    faces: Annotated[tuple[tuple[int, ...], ...], _FACES]
    rulings: Rulings

    def __post_init__(self) -> None:
        if self.faces:
            self._check_faces()
        for pc in self.party:
            if pc.dice:
                compared("party", pc.rank, self.rulings)

    def _check_faces(self) -> None:
        dice = [pc.dice for pc in self.party]
        if [len(rolled) for rolled in self.faces] != dice:
            allowed = Text(
                "as many faces as each PC has dice, here {dice}",
                "PCごとに、ダイスの数（{dice}）だけの出目を書いてください",
            )
            shown = " / ".join(" ".join(map(str, rolled)) for rolled in self.faces)
            raise InputError("faces", shown, allowed.format(dice=" / ".join(map(str, dice))), "K-6.2")
        die, sides = self.rulings.die, self.rulings.sides
        for face in (face for rolled in self.faces for face in rolled):
            if face > sides:
                allowed = Text("the {die} shows 1 to {sides}", "{die}の出目は1から{sides}までです")
                raise InputError("faces", face, allowed.format(die=die, sides=sides), "K-Q2")


class GraceCheck(Widget[GraceInputs]):
    """The grace check of a party, before the roll and after it."""

    rules = ("K-6.2",)
    title = Text("Grace check calculator", "恩寵判定計算機")
    is_costly = True

    def answer(self, inputs: GraceInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the miracle points, and how the faces are lowered if they have been rolled."""
        party, wanted, rulings = inputs.party, inputs.wanted, inputs.rulings
        points = sum(inputs.threats)
        found = grace_odds(party, points, rulings)
        rolled = _spreads(party, inputs.faces, points, rulings) if inputs.faces else []
        status = _rolled_status(rolled, party, rulings) if rolled else _status(found, wanted)

        def output() -> list[Element]:
            return [
                summary(status, language),
                reading_line(None, rulings, language, NUMBERS["rank"]),
                *[_lowered(one, start, rulings, language) for one, start in rolled],
                *[
                    each
                    for label, odds in _labelled(found)
                    for each in distribution(label, Text("Points", "点数"), outcomes(odds, wanted), language)
                ],
                working(_lines(party, points, rulings), language),
            ]

        return Answer(status, output, rolls=lambda: _rolls(party, rulings))


def _rolls(party: Sequence[Supplicant], rulings: Rulings) -> tuple[Roll, ...]:
    """What each PC rolls; those with as many dice and the same rank roll the same."""
    lost, rolling = (_LOWERED, _TAKEN_OFF), sharing((pc.dice, pc.rank) for pc in party)
    return tuple(table_roll(dice, rank, rulings, lost, who) for (dice, rank), who in rolling.items())


_LOWERED = Text(
    "Points of threat levels may lower faces (K-6.9).", "脅威レベルの分だけ、出目を小さくできます（K-6.9）。"
)
_TAKEN_OFF = Text(
    "Revival checks are taken off the successes (K-6.5).", "成功数から復活チェックの数を引きます（K-6.5）。"
)

Rolled = tuple[Spread, list[tuple[int, int, int]]]
"""A way to lower faces, with the PC's number, rank and face of each die."""


def _spreads(
    party: Sequence[Supplicant], faces: Sequence[Sequence[int]], points: int, rulings: Rulings
) -> list[Rolled]:
    dice = [
        [(n, pc.rank, face) for face in rolled]
        for n, (pc, rolled) in enumerate(zip(party, faces, strict=True), start=1)
    ]
    groups = [[die for rolled in dice for die in rolled]] if rulings.grace == "pooled" else dice
    return [
        (spread([face for _, _, face in group], [rank for _, rank, _ in group], points, rulings), group)
        for group in groups
    ]


def _rolled_status(rolled: Sequence[Rolled], party: Sequence[Supplicant], rulings: Rulings) -> Text:
    found = [one.successes for one, _ in rolled]
    if rulings.grace == "pooled":
        revivals = sum(pc.revivals for pc in party)
        return Text(
            "Successes: {n}, revival checks: {revivals}; miracle points: {points}.",
            "成功数は{n}、復活チェックの数{revivals}を引いて、奇跡に使える成功数は{points}。",
        ).format(n=found[0], revivals=revivals, points=miracle_points(found[0], revivals))
    points = [miracle_points(count, pc.revivals) for count, pc in zip(found, party, strict=True)]
    return Text("Miracle points of each PC: {points}.", "PCごとの奇跡に使える成功数は{points}。").format(
        points=" / ".join(map(str, points))
    )


def _status(found: Sequence[Mapping[int, Fraction]], wanted: int) -> Text:
    if len(found) == 1:
        return Text(
            "At least {wanted} for miracles: {chance}. The mean is {mean}.",
            "奇跡に使える成功数が{wanted}以上になる確率は{chance}、平均は{mean}。",
        ).format(wanted=wanted, chance=exactly(_at_least(found[0], wanted)), mean=exact_number(mean(found[0])))
    nobody = Fraction(1)
    for odds in found:
        nobody *= 1 - _at_least(odds, wanted)
    return Text(
        "Somebody has at least {wanted} for miracles: {chance}.",
        "誰かの奇跡に使える成功数が{wanted}以上になる確率は{chance}。",
    ).format(wanted=wanted, chance=exactly(1 - nobody))


def _at_least(odds: Mapping[int, Fraction], wanted: int) -> Fraction:
    return sum((chance for points, chance in odds.items() if points >= wanted), start=Fraction(0))


def _labelled(found: Sequence[Mapping[int, Fraction]]) -> list[tuple[Text, Mapping[int, Fraction]]]:
    if len(found) == 1:
        return [(Text("Miracle points", "奇跡に使える成功数の分布"), found[0])]
    words = Text("Miracle points of PC {n}", "PC {n}の奇跡に使える成功数の分布")
    return [(words.format(n=n), odds) for n, odds in enumerate(found, start=1)]


def _lowered(one: Spread, dice: Sequence[tuple[int, int, int]], rulings: Rulings, language: Language) -> Element:
    rows = [
        (number, rank, face, f"−{less}" if less else "—", shown)
        for (number, rank, face), less, shown in zip(dice, one.lowered, one.faces, strict=True)
    ]
    heads = (
        Text("PC", "PCの番号"),
        NUMBERS["rank"].begun(),
        Text("Rolled", "出目"),
        Text("Lowered by", "減らす数"),
        Text("Counts as", "結果の目"),
    )
    caption = Text("A best way to lower the faces: successes {n}", "最善の減らし方：成功数{n}").format(n=one.successes)
    if rulings.reduction == "total":
        caption += Text(", points left {left}", "、残り{left}点").format(left=one.left)
    return table(caption, heads, rows, language)


def _lines(party: Sequence[Supplicant], points: int, rulings: Rulings) -> list[Text]:
    lines = [
        Text(
            "Dice: {dice}, one for each level-5 link that is not used. Rank takes the place of an ability (K-6.2,"
            " K-6.3).",
            "ダイスは{dice}個、使用済みでないレベル5リンクの数です。能力値の代わりに【位階】を使います（K-6.2、K-6.3）。",
        ).format(dice=sum(pc.dice for pc in party))
    ]
    if rulings.success != "at_most_ability":
        lines.append(
            Text(
                "Under this reading high faces are the successes, so lowering faces is of no use (K-6.9, K-Q1).",
                "この読み方では大きい目が成功なので、出目を減らしても得になりません（K-6.9、K-Q1）。",
            )
        )
    elif rulings.reduction == "total":
        lines.append(
            Text(
                "Points that lower faces: {points} in all. The die that needs the fewest goes first; no other way makes"
                " more successes, since each die counts the same (K-6.9, K-Q16).",
                "出目を減らせる点数は合計{points}です。必要な点数が少ないダイスから使います。どのダイスも成功1つなので、"
                "これより成功数の多い使い方はありません（K-6.9、K-Q16）。",
            ).format(points=points)
        )
    else:
        lines.append(
            Text(
                "Each die may be lowered by {points} (K-6.9, K-Q16).",
                "どのダイスの出目も、最大{points}減らせます（K-6.9、K-Q16）。",
            ).format(points=points)
        )
    if rulings.success == "at_most_ability":
        lines.append(Text("No face falls below 1 (K-Q16).", "出目は1より下がりません（K-Q16）。"))
    lines.append(
        Text(
            "Successes of all PCs are added up, and the number of all revival checks, {n}, is subtracted; the result is"
            " never below 0 (K-6.4, K-6.5, K-Q16).",
            "全員の成功数を合算し、全員の復活チェックの数{n}を引きます。結果は0より下がりません（K-6.4、K-6.5、K-Q16）。",
        ).format(n=sum(pc.revivals for pc in party))
        if rulings.grace == "pooled"
        else Text(
            "Each PC checks for itself, with its own revival checks and all points that lower faces (K-6.4, K-6.5,"
            " K-Q16).",
            "PCごとに別々に判定します。復活チェックは自分の分だけ、出目を減らす点数は全部を使えます（K-6.4、K-6.5、K-Q16）。",
        )
    )
    lines.append(
        Text(
            "The points may be split over several miracles; what these cost is lost (K-6.6, K-6.7, K-Q8). No link"
            " effects and no prayers (K-6.8).",
            "成功数は複数の奇跡に分けて使えます。奇跡にいくつ必要かは失われています（K-6.6、K-6.7、K-Q8）。"
            "リンク効果と〈祈り〉は使えません（K-6.8）。",
        )
    )
    return lines
