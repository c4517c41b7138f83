"""Difficulty estimator: how many successes to ask for, given a party and a chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.fields import WISH, PercentField, ReadField
from rules_py.core.notation import Roll
from rules_py.core.pictures import Heat, Step, closest, difficulty_band, heat_table
from rules_py.core.render import number_cell, summary, table, wished, working
from rules_py.core.text import Language, Text, same, sharing
from rules_py.core.widget import Answer, Widget
from rules_py.kamui.checks import EVENT_TARGET, compared
from rules_py.kamui.odds import check_odds, mean, party_chances, successes_odds
from rules_py.kamui.reading import read_party
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.widgets.common import reading_line, successes_needed, table_roll

MOST_COLUMNS = 10
TOGETHER = {
    "somebody": Text("Somebody", "誰か一人"),
    "everybody": Text("Everybody", "全員"),
    "together": Text("All successes added up", "全員の成功数の合計"),
}
_PARTY = ReadField(
    Text("Each PC: dice/ability (K-Q3)", "PCごとに、ダイス/能力値（K-Q3）"),
    "2/5, 3/4, 4/6",
    Text(
        "dice with traits, then the ability that the event names; commas between PCs",
        "特性を含むダイスの数と、イベントが指定する能力値。PCの間は読点",
    ),
    read=read_party,
    size=20,
    party="checks",
)


@dataclass(frozen=True)
class DifficultyInputs:
    """A party, and the chance that is wished for.

    Raises:
        InputError: If there is no such ability under the rulings.
    """

    party: Annotated[tuple[tuple[int, int], ...], _PARTY]
    wish: Annotated[Fraction, PercentField(WISH, "60")]
    rulings: Rulings

    def __post_init__(self) -> None:
        for _, ability in self.party:
            compared("party", ability, self.rulings)


class DifficultyEstimator(Widget[DifficultyInputs]):
    """The number of successes to ask a party for."""

    rules = ("K-2.5",)
    title = Text("Difficulty estimator", "難易度の目安")

    def answer(self, inputs: DifficultyInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the successes to ask for, for each PC and for the party."""
        party, wish, rulings = inputs.party, inputs.wish, inputs.rulings
        lines = chances(party, rulings)
        best = {who: closest(row, wish) for who, row in lines.items()}
        status = Text(
            "Closest to {wish}: ask for {somebody} if somebody is to succeed, {everybody} if everybody, {together} if"
            " all successes are added up.",
            "{wish}に最も近い成功数は、誰か一人の成功でよければ{somebody}、全員の成功なら{everybody}、全員の合計なら{together}。",
        ).format(wish=wished(wish), **{who: best[who] for who in TOGETHER})

        def output() -> list[Element]:
            return [
                summary(status, language),
                reading_line(None, rulings, language),
                _band(lines["somebody"], best["somebody"], language),
                _heat(lines, best, language),
                _each(party, best, lines, rulings, language),
                working(_WORKING, language),
            ]

        def rolls() -> tuple[Roll, ...]:
            return _rolls(party, best["somebody"], rulings)

        return Answer(status, output, headline=same(str(best["somebody"])), rolls=rolls)


def _rolls(party: tuple[tuple[int, int], ...], needed: int, rulings: Rulings) -> tuple[Roll, ...]:
    """What each PC rolls; those with the same numbers roll the same."""
    lost = (successes_needed(needed),)
    return tuple(table_roll(dice, number, rulings, lost, who) for (dice, number), who in sharing(party).items())


Lines = dict[int | str, dict[int, Fraction]]
"""The chance for each number of successes asked for: of each PC by its number, and of the party."""


def chances(party: tuple[tuple[int, int], ...], rulings: Rulings = Rulings()) -> Lines:
    """The chances of each PC and of the party, for each number of successes asked for.

    Args:
        party: Dice and ability of each PC.
        rulings: `success`, `success_face` and `die` count.

    Returns:
        For each PC, numbered from 1, and for `somebody`, `everybody` and `together`: the chance by the number of
        successes, from 1 on. `together` goes up to all dice, the others to the most dice of one PC.

    Raises:
        InputError: If an ability is out of bounds.

    Source: K-2.5, K-M1, K-Q1, K-Q8.

    Example:
        >>> {k: str(chance) for k, chance in chances(((2, 5), (1, 5)))["somebody"].items()}
        {1: '7/8', 2: '1/4'}
    """
    together = party_chances(party, rulings)
    needed = together["somebody"]
    own: Lines = {
        n: {count: check_odds(dice, number, count, rulings) for count in needed}
        for n, (dice, number) in enumerate(party, start=1)
    }
    return own | together


def _label(who: int | str) -> Text:
    return same(f"PC {who}") if isinstance(who, int) else TOGETHER[who]


def _band(somebody: Mapping[int, Fraction], best: int, language: Language) -> Element:
    steps = [Step(str(needed), chance, needed - best) for needed, chance in somebody.items()]
    caption = Text("Successes asked for, and the chance of somebody", "求める成功数と、誰か一人が届く確率")
    return difficulty_band(caption, steps, language)


def _heat(lines: Lines, best: Mapping[int | str, int], language: Language) -> Element:
    shown = range(1, 1 + min(MOST_COLUMNS, max(max(line) for line in lines.values())))
    rows = [
        (_label(who), [Heat(line[n], n == best[who]) if n in line else None for n in shown])
        for who, line in lines.items()
    ]
    heads = (Text("Who ＼ successes needed", "誰が＼必要な成功数"), *shown)
    caption = Text("Chance to reach that many successes", "成功数に届く確率")
    return heat_table(caption, heads, rows, language)


def _each(
    party: tuple[tuple[int, int], ...],
    best: Mapping[int | str, int],
    lines: Lines,
    rulings: Rulings,
    language: Language,
) -> Element:
    rows = []
    for n, (dice, number) in enumerate(party, start=1):
        average = number_cell(mean(successes_odds(dice, number, rulings)))
        rows.append((_label(n), f"{dice} / {number}", average, best[n], lines[n][best[n]]))
    heads = (
        Text("Who", "誰が"),
        Text("Dice / ability", "ダイス/能力値"),
        Text("Mean successes", "成功数の平均"),
        Text("Ask for", "求める成功数"),
        Text("Chance then", "実際の確率"),
    )
    return table(Text("For one PC at a time", "PC一人ずつの場合"), heads, rows, language)


_WORKING = [
    Text(
        "The number shown is the one whose chance differs least from your wish; of two equally close ones the smaller.",
        "望む確率との差が最も小さい成功数を選びます。同じなら少ないほうです。",
    ),
    Text(
        "The targets of resolutions are lost, so this helps to set them (K-2.5, K-Q8); interactions and offerings"
        f" always need {EVENT_TARGET} (K-2.10, K-2.13).",
        f"解決イベントの目標は失われているので、決めるときの目安にしてください（K-2.5、K-Q8）。交流と献上は必ず{EVENT_TARGET}です（K-2.10、K-2.13）。",
    ),
    Text(
        "How many dice a check has is not stated (K-Q3); each trait adds one (K-1.8).",
        "判定のダイスの数は書かれていません（K-Q3）。特性1つにつき1個増えます（K-1.8）。",
    ),
]
