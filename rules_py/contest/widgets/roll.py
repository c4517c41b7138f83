"""Roll calculator: the exact chances of one exchange."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.contest.characters import Contestant
from rules_py.contest.checks import Side, SuccessLevel
from rules_py.contest.effects import CHART_ROWS, Move
from rules_py.contest.odds import ExchangeOdds, exchange_odds, level_odds
from rules_py.contest.rulings import Rulings
from rules_py.contest.widgets.common import GAUGE_SWITCHES, HERO, OPPONENT, side, table_rolls
from rules_py.core.markup import h, rule_link
from rules_py.core.notation import Roll
from rules_py.core.render import chance_cell, exactly, figure, odds_table, row, signed, summary, table, working
from rules_py.core.text import Language, Text
from rules_py.core.widget import Answer, Widget


@dataclass(frozen=True)
class RollInputs:
    """Both sides of an exchange."""

    a: Annotated[Contestant, side("a", "15", exchange=True)]
    b: Annotated[Contestant, side("b", "12", OPPONENT, exchange=True)]
    rulings: Rulings


class RollCalculator(Widget[RollInputs]):
    """How one exchange of rolls may end, over all 400 pairs of dice."""

    rules = ("C-4.2", "C-5.1")
    title = Text("Roll calculator", "ロール計算機")
    without = GAUGE_SWITCHES

    def answer(self, inputs: RollInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the ten pairs, the moves and the working."""
        a, b, rulings = inputs.a, inputs.b, inputs.rulings
        odds = exchange_odds(a, b, rulings)
        status = Text(
            "A pushes: {a}. The piece stays: {stays}. B pushes: {b}.",
            "Aが押しこむ確率{a}、コマが動かない確率{stays}、Bが押しこむ確率{b}。",
        ).format(a=exactly(odds.pushes(Side.A)), stays=exactly(odds.stays), b=exactly(odds.pushes(Side.B)))

        def output() -> list[Element]:
            return [
                summary(status, language),
                moves_table(odds, language),
                pairs_table(odds, language),
                _counted(a, b, rulings, language),
            ]

        def rolls() -> tuple[Roll, ...]:
            return table_rolls(a=(HERO, a.effective(rulings)), b=(OPPONENT, b.effective(rulings)))

        return Answer(status, output, rolls=rolls)


@figure.register
def moves_table(odds: ExchangeOdds, language: Language) -> Element:
    """Return the distribution of the piece's move as a table with bars."""
    totals: dict[tuple[int, str], Fraction] = {}
    for move, chance in odds.moves.items():
        key = (move.squares, move.free)
        totals[key] = totals.get(key, Fraction(0)) + chance
    order = sorted(totals, key=lambda key: -(key[0] + {"a": 100, "b": -100, "": 0}[key[1]]))
    rows = [(_move_label(Move("", *key)), totals[key], _move_kind(Move("", *key))) for key in order]
    return odds_table(Text("Where the piece goes", "コマの動き"), Text("Move", "動き"), rows, language)


def _move_label(move: Move) -> Text:
    if move.free:
        return Text("{side}: any square", "{side}が好きなマスへ").format(side=move.free.upper())
    if not move.squares:
        return Text("stays", "動かない")
    side = "B" if move.squares > 0 else "A"
    return Text("{n} towards {side}", "{side}側へ{n}マス").format(side=side, n=abs(move.squares))


def _move_kind(move: Move) -> str:
    if not move.squares and not move.free:
        return "stays"
    return "for-a" if move.squares > 0 or move.free == "a" else "for-b"


def pairs_table(odds: ExchangeOdds, language: Language) -> Element:
    """Return the chances of the ten outcome pairs of the chart, and who has the better level."""
    zero = Fraction(0)
    rows = []
    for (better, worse), place in CHART_ROWS.items():
        name = Text("{better} – {worse}", "{better}対{worse}").format(better=better.text, worse=worse.text)
        cells = [chance_cell(odds.levels.get((better, worse), zero), colspan=2 if better == worse else None)]
        if better != worse:
            cells.append(chance_cell(odds.levels.get((worse, better), zero)))
        rows.append(row(language, h("th", name.get(language), " ", rule_link(place), scope="row"), *cells))
    heads = (
        Text("Better – worse level", "成功段階（高–低）"),
        Text("A is better", "Aが上"),
        Text("B is better", "Bが上"),
    )
    return table(Text("The ten pairs of the chart", "連続対決表の10通り"), heads, rows, language, scrolls=False)


def _counted(a: Contestant, b: Contestant, rulings: Rulings, language: Language) -> Element:
    """Return how the numbers come about: effective abilities, faces of the dice, masteries."""
    lines = [
        *(_effective(name, side, rulings) for name, side in ((Text("A", "A"), a), (Text("B", "B"), b))),
        _masteries(a, b, rulings),
        Text(
            "Each of the 20 × 20 = 400 pairs of numbers is equally likely; every chance counts pairs (C-T1).",
            "2個のダイスの目の組は20×20=400通りで、どれも同じ確率です。どの確率も組の数を数えたものです（C-T1）。",
        ),
    ]
    heads = (
        Text("Faces of the d20, before masteries", "d20の目の数（マスタリーの前）"),
        Text("A", "A"),
        Text("B", "B"),
    )
    faces = level_odds(a.effective(rulings)), level_odds(b.effective(rulings))
    rows = [(level.text, *(f"{chances[level] * 20}/20" for chances in faces)) for level in reversed(SuccessLevel)]
    counted = table(None, heads, rows, language, "odds", scrolls=False)
    return working(lines, language, counted)


def _effective(name: Text, side: Contestant, rulings: Rulings) -> Text:
    effective = side.effective(rulings)
    words = Text(
        "{name} rolls with {effective}: the ability {ability}", "{name}の実際の能力は{effective}。使用能力{ability}"
    )
    words = words.format(name=name, effective=effective, ability=side.ability)
    if side.wounded:
        words += Text(", halved by a heavy wound (C-6.2)", "が重傷で半減（C-6.2）")
    for bonus, en, ja in (
        (side.permanent, "permanent augments (C-3.15)", "永続的増強（C-3.15）"),
        (side.augments, "temporary augments (C-3.3)", "一時的な増強（C-3.3）"),
        (side.modifier, "other modifiers", "その他の修正"),
    ):
        if bonus:
            words += Text(f", {signed(bonus)} from {en}", f"、{ja}{signed(bonus)}")
    if effective.value == 1:
        words += Text("; nothing falls below 1 (C-Q22)", "。1より下にはなりません（C-Q22）")
    return words + Text(".", "。")


def _masteries(a: Contestant, b: Contestant, rulings: Rulings) -> Text:
    net = a.effective(rulings).masteries - b.effective(rulings).masteries
    if not net:
        return Text("No masteries are left over (C-Q2).", "マスタリーは余りません（C-Q2）。")
    words = Text(
        "After cancelling, {side} has {n} masteries left: {n} steps up, beyond a critical down for the other (C-Q2).",
        "打ち消した後、{side}にマスタリーが{n}残り、成功段階が{n}上がります。クリティカルを超える分は相手を下げます（C-Q2）。",
    )
    if abs(net) == 1:
        words = Text(
            "After cancelling, {side} has 1 mastery left: one step up, beyond a critical down for the other (C-Q2).",
            words.ja,
        )
    return words.format(side="A" if net > 0 else "B", n=abs(net))
