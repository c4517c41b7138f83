"""Contest calculator: who wins, how long it takes, and what every square of the gauge is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.contest.characters import Contestant
from rules_py.contest.figures import draw_gauge
from rules_py.contest.odds import Outlook, Standing, contest_odds
from rules_py.contest.rulings import LARGEST_DYING_SQUARE, Rulings
from rules_py.contest.widgets.common import HERO, OPPONENT, side, table_rolls
from rules_py.core.errors import InputError
from rules_py.core.fields import IntegerField
from rules_py.core.markup import h, marked_up, remark
from rules_py.core.notation import Roll
from rules_py.core.pictures import Heat, heat_table
from rules_py.core.render import WORKING, Cell, exact_number, exactly, fold, odds_table, signed, summary
from rules_py.core.text import Language, Text
from rules_py.core.widget import Answer, Widget

_POSITION = IntegerField(
    Text("The piece is on", "コマの現在位置"),
    "0",
    Text("0 = start square, + towards B, − towards A", "0が開始マス、+がB側、−がA側"),
    least=-LARGEST_DYING_SQUARE,
    most=LARGEST_DYING_SQUARE,
)


@dataclass(frozen=True)
class GaugeInputs:
    """Both sides of a contest, and where the piece is.

    Raises:
        InputError: If the piece is where the contest is over.
    """

    a: Annotated[Contestant, side("a", "15")]
    b: Annotated[Contestant, side("b", "12", OPPONENT)]
    position: Annotated[int, _POSITION]
    rulings: Rulings

    def __post_init__(self) -> None:
        if abs(self.position) >= self.rulings.dying_square:
            most = self.rulings.dying_square - 1
            allowed = Text(
                "a square between the dying squares, from −{most} to {most}",
                "瀕死マスより内側の−{most}から{most}までで書いてください",
            )
            raise InputError("position", self.position, allowed.format(most=most), "C-Q4")


class WholeContest(Widget[GaugeInputs]):
    """Who wins a contest that is fought to the end, solved exactly."""

    rules = ("C-6.1", "C-6.5")
    title = Text("Contest calculator", "対決計算機")
    is_costly = True

    def answer(self, inputs: GaugeInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the outlook from here and from every square."""
        a, b, rulings = inputs.a, inputs.b, inputs.rulings
        outlooks = contest_odds(a, b, rulings)
        now = outlooks[Standing(inputs.position, a.wounded, b.wounded)]
        status = Text(
            "A wins {a}, B wins {b}; {rounds} more round" + "s" * (now.rounds != 1) + " on average.",
            "Aの勝率{a}、Bの勝率{b}。平均してあと{rounds}ラウンド。",
        ).format(a=exactly(now.wins_a), b=exactly(now.wins_b), rounds=exact_number(now.rounds))

        def output() -> list[Element]:
            return [
                summary(status, language),
                draw_gauge(rulings, language, position=inputs.position),
                outlook_table(now, language),
                squares_table(outlooks, a, b, inputs.position, rulings, language),
                exact(now, language),
            ]

        def rolls() -> tuple[Roll, ...]:
            return table_rolls(a=(HERO, a.effective(rulings)), b=(OPPONENT, b.effective(rulings)))

        return Answer(status, output, rolls=rolls)


def outlook_table(now: Outlook, language: Language) -> Element:
    """Return what may come of the contest from here, with bars."""
    rows = [
        (Text("A wins", "Aが勝つ"), now.wins_a, "for-a"),
        (Text("B wins", "Bが勝つ"), now.wins_b, "for-b"),
        (Text("A never takes a heavy wound", "Aが重傷を負わない"), now.unhurt_a, "for-a"),
        (Text("B never takes a heavy wound", "Bが重傷を負わない"), now.unhurt_b, "for-b"),
    ]
    return odds_table(Text("From here to the end", "ここから決着まで"), Text("Outcome", "結果"), rows, language)


def squares_table(
    outlooks: Mapping[Standing, Outlook], a: Contestant, b: Contestant, at: int, rulings: Rulings, language: Language
) -> Element:
    """Return A's chance to win from every square, for every state of wounds that may come yet."""
    wounds = [
        (hurt_a, hurt_b)
        for hurt_a in (False, True)
        for hurt_b in (False, True)
        if hurt_a >= a.wounded and hurt_b >= b.wounded
    ]
    names = {
        (False, False): Text("nobody wounded", "重傷なし"),
        (True, False): Text("A wounded", "Aが重傷"),
        (False, True): Text("B wounded", "Bが重傷"),
        (True, True): Text("both wounded", "双方が重傷"),
    }
    rows: list[tuple[Cell, list[Heat | None]]] = []
    for position in range(rulings.dying_square - 1, -rulings.dying_square, -1):
        cells: list[Heat | None] = []
        for hurt_a, hurt_b in wounds:
            reached = rulings.wound_from == "on_the_square" or not (
                (position >= rulings.heavy_wound_square and not hurt_b)
                or (-position >= rulings.heavy_wound_square and not hurt_a)
            )
            if reached:
                chance = outlooks[Standing(position, hurt_a, hurt_b)].wins_a
                flags = {"wounded_a": hurt_a, "wounded_b": hurt_b}
                sets = {"position": str(position)} | {name: "1" if hurt else "" for name, hurt in flags.items()}
                cells.append(Heat(chance, (position, hurt_a, hurt_b) == (at, a.wounded, b.wounded), sets))
            else:
                cells.append(None)
        rows.append((signed(position), cells))
    heads = (Text("Piece", "コマ"), *(names[pair] for pair in wounds))
    note = Text(
        "A dash: a check phase with the piece on this square wounds, so no round ends like this (C-6.1, C-Q12).",
        "「—」は、そのマスで確認フェイズを迎えれば必ず重傷を負うため、ラウンドの終わりには起こらない組み合わせです（C-6.1、C-Q12）。",
    )
    return fold(
        Text("A’s chance to win from every square (%)", "各マスからのAの勝率（%）"),
        language,
        remark(note.get(language)),
        heat_table(None, heads, rows, language, label=Text("Chances by square", "マスごとの確率")),
    )


def exact(now: Outlook, language: Language) -> Element:
    """Return the exact fractions, however long, and how they are found."""
    how = Text(
        "Each square of the piece, with each state of wounds, gives one equation: the chance from here is the average"
        " of the chances one round later. They are solved together, without rounding. Nobody yields, augments again or"
        " is blocked (C-6.1, C-6.3, C-Q4, C-Q12).",
        "コマの位置と重傷の有無ごとに、「いまの確率は1ラウンド後の確率の平均に等しい」という方程式を立て、"
        "丸めずに解いています。誰も降参せず、増強もせず、いつも押しこめる場合の値です（C-6.1、C-6.3、C-Q4、C-Q12）。",
    )
    values = ((Text("A wins", "Aの勝率"), now.wins_a), (Text("Rounds", "ラウンド数"), now.rounds))
    lines = []
    for name, value in values:
        lines.append(h("dt", name.get(language)))
        lines.append(h("dd", f"{value.numerator}/{value.denominator}", class_="long-fraction"))
    return fold(WORKING, language, h("p", *marked_up(how.get(language))), h("dl", lines))
