"""Difficulty estimator: which difficulty leaves random cards the wished chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.avatar.checks import BANDS, CARD_PRICE, LARGEST_DIFFICULTY, band_of
from rules_py.avatar.hands import fewest_cards, hardest, highest_total, random_check
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.sheet import CHECK_EP, LIMIT
from rules_py.avatar.system import SYSTEM
from rules_py.core.fields import WISH, IntegerField, PercentField
from rules_py.core.markup import h, marked_up
from rules_py.core.pictures import Step, difficulty_band
from rules_py.core.render import exactly, in_percent, row, summary, table, wished, working
from rules_py.core.text import Language, Text, in_a_row, same
from rules_py.core.widget import Answer, Widget

MOST_CARDS = 7
SPREAD = range(-3, 4)


@dataclass(frozen=True)
class DifficultyInputs:
    """What a player of the party can put into a check, and the chance that is wished for."""

    cards: Annotated[int, IntegerField(Text("Cards played at once", "一度に出す枚数"), "3", least=1, most=MOST_CARDS)]
    hand_limit: Annotated[int, replace(LIMIT, default="3", kept="party_hand_limit")]
    ep: Annotated[int, replace(CHECK_EP, default="100", kept=False)]
    wish: Annotated[Fraction, PercentField(WISH, "70")]
    rulings: Rulings

    @property
    def bought(self) -> int:
        """How many deck cards may be bought (A-9.9, A-9.10)."""
        return min(self.hand_limit, self.ep // CARD_PRICE)


class DifficultyEstimator(Widget[DifficultyInputs]):
    """Which difficulty a master may set for a hand that nobody knows."""

    rules = ("A-10.1",)
    title = Text("Difficulty estimator", "難度計算機")
    is_costly = True

    def answer(self, inputs: DifficultyInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the difficulty, what lies around it, other hands, the guide beside what cards can reach."""
        cards, wish, bought, rulings = inputs.cards, inputs.wish, inputs.bought, inputs.rulings
        found = hardest(cards, wish, bought, rulings)
        middle = found or 1
        at_it = random_check(cards, middle, bought, rulings)
        status = _WORDS.get(found, _FOUND).format(
            d=middle, band=band_of(middle).label, cards=cards, bought=bought, chance=exactly(at_it.success)
        )

        def output() -> list[Element]:
            return [
                summary(status, language),
                *_around(inputs, found, language),
                _hands(middle, wish, bought, rulings, language),
                _guide(cards, bought, rulings, language),
                working(_lines(rulings), language),
            ]

        return Answer(status, output)


_FOUND = Text(
    "Difficulty {d} (band {band}): cards played {cards}, deck cards up to {bought}, success {chance}.",
    "難度{d}（段階{band}）：出すカード{cards}枚、山札は{bought}枚まで、成功{chance}。",
)
_WORDS = {
    None: Text(
        "Even difficulty {d} (band {band}) is too high: cards played {cards}, deck cards up to {bought},"
        " success {chance}.",
        "難度{d}（段階{band}）でも高すぎます：出すカード{cards}枚、山札は{bought}枚まで、成功{chance}。",
    ),
    LARGEST_DIFFICULTY: Text(
        "Difficulty {d} or more (band {band}): cards played {cards}, deck cards up to {bought}, success at {d}"
        " {chance}; higher numbers are not counted.",
        "難度{d}以上（段階{band}）：出すカード{cards}枚、山札は{bought}枚まで、難度{d}で成功{chance}。"
        "これより高い難度は計算しません。",
    ),
}
_SUCCESS, _FUMBLE, _SHORT = Text("Success", "成功"), Text("Fumble", "ファンブル"), Text("Short", "不足")


def _around(inputs: DifficultyInputs, found: int | None, language: Language) -> list[Element]:
    cards, wish, bought, rulings = inputs.cards, inputs.wish, inputs.bought, inputs.rulings
    middle = found or 1
    rows, steps = [], []
    for difficulty in sorted({min(LARGEST_DIFFICULTY, max(1, middle + step)) for step in SPREAD}):
        now = random_check(cards, difficulty, bought, rulings)
        applies = "applies" if difficulty == middle else None
        rows.append(row(language, difficulty, now.success, now.fumble, now.short, class_=applies))
        zone = 0 if difficulty == found else -1 if now.success >= wish else 1
        steps.append(Step(str(difficulty), now.success, zone))
    heads = (Text("Difficulty", "難度"), _SUCCESS, _FUMBLE, _SHORT)
    caption = Text("Difficulty, and the chance of success", "難度と成功率")
    exact = table(Text("Difficulties around it", "近い難度"), heads, rows, language)
    parts = [difficulty_band(caption, steps, language), exact]
    if missed := [d for d in range(1, middle) if random_check(cards, d, bought, rulings).success < wish]:
        words = Text(
            "Lower numbers that miss {wish}: {missed}. A total equal to the difficulty is a fumble and ends the check"
            " (A-9.16).",
            "これより低いのに{wish}に届かない難度：{missed}。達成値が難度と同じならファンブルで、判定は終わります（A-9.16）。",
        )
        said = words.format(wish=wished(wish), missed=in_a_row(missed))
        parts.insert(1, h("p", *marked_up(said.get(language))))
    return parts


def _hands(difficulty: int, wish: Fraction, bought: int, rulings: Rulings, language: Language) -> Element:
    """Return what hands of other sizes would do."""
    rows = []
    for cards in range(1, MOST_CARDS + 1):
        alone, buying = (random_check(cards, difficulty, number, rulings).success for number in (0, bought))
        fit = hardest(cards, wish, 0, rulings) or "—"
        rows.append((cards, alone, buying, fit, highest_total(cards, rulings)))
    heads = (
        Text("Random cards", "ランダムな枚数"),
        Text("Success without buying", "買わずに成功"),
        Text("Success with buying", "買って成功"),
        Text("Difficulty for {wish} without buying", "買わずに{wish}となる難度").format(wish=wished(wish)),
        Text("Highest total", "最大の達成値"),
    )
    caption = Text("Difficulty {d} with other hands", "難度{d}とほかの枚数").format(d=difficulty)
    return table(caption, heads, rows, language)


def _guide(cards: int, bought: int, rulings: Rulings, language: Language) -> Element:
    """Return the printed guide beside what cards can really reach."""
    rows = []
    for band, printed in zip(BANDS, SYSTEM.tables["A-T1"].rows, strict=True):
        ends = band.numbers[0], band.numbers[-1]
        low, high = (fewest_cards(end, rulings) for end in ends)
        likely, least = (random_check(cards, end, bought, rulings).success for end in ends)
        success = h("td", in_percent(likely), " – ", in_percent(least))
        rows.append((band.label, printed.cells[2], str(low) if low == high else f"{low}–{high}", success))
    heads = (
        Text("Difficulty", "難度"),
        Text("Guide as printed", "元の目安"),
        Text("Fewest cards (ours)", "届く最少枚数（計算値）"),
        Text("Success, low – high end", "下端〜上端の成功率"),
    )
    return table(
        Text("The guide and what cards can reach", "目安と、実際に届く枚数"), heads, rows, language, "odds pairs told"
    )


def _lines(rulings: Rulings) -> list[Text]:
    return [
        Text(
            "The cards are random ones of a deck of {n} (A-Q1), all played at once; while it is short, deck cards"
            " are bought, as many as hand limit and EP allow (A-9.4, A-9.9, A-9.10).",
            "{n}枚の山札（A-Q1）からランダムに引いたカードを一度に出し、足りない間は、手札上限とEPの許すかぎり山札から買います"
            "（A-9.4、A-9.9、A-9.10）。",
        ).format(n=rulings.deck),
        Text(
            "A Joker is declared a K of one's own suit if it may have one, and in a critical each card is"
            " announced as a K and never declined: the difficulty is secret (A-2.2, A-Q4, A-Q10).",
            "ジョーカーは、スートを宣言できるなら自分のスートのKとし、クリティカルは断らずに全部Kとして宣言します。"
            "難度は非公開だからです（A-2.2、A-Q4、A-Q10）。",
        )
        if rulings.critical != "best"
        else Text(
            "A Joker is declared a K of one's own suit if it may have one; the values of a critical are fitted after"
            " the comparison, so it never fumbles (A-2.2, A-Q4, A-Q10).",
            "ジョーカーは、スートを宣言できるなら自分のスートのKとします。クリティカルの数は比べた後で決めるので、"
            "ファンブルになりません（A-2.2、A-Q4、A-Q10）。",
        ),
        Text(
            "A player who picks cards with care can do better: the check calculator shows it. All hands are counted"
            " (A-M10).",
            "カードを選んで出せば、これよりよくなることがあります。どれだけよくなるかは判定計算機でわかります。"
            "すべての手札を数え上げています（A-M10）。",
        ),
        Text(
            "The guide (A-T1) does not reckon with aces worth 14; the numbers marked as ours do (A-Q13). The open band"
            " ends at {most} here (A-Q53).",
            "目安（A-T1）はAが14になることを見込んでいません。計算値は見込んでいます（A-Q13）。"
            "上限のない段階は{most}までとします（A-Q53）。",
        ).format(most=same(BANDS[-1].numbers[-1])),
    ]
