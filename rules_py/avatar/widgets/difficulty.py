"""Difficulty estimator: which difficulty leaves random cards the wished chance."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.avatar.checks import BANDS, CARD_PRICE, LARGEST_DIFFICULTY, LARGEST_EP, LARGEST_LIMIT, band_of
from rules_py.avatar.hands import fewest_cards, hardest, highest_total, random_check
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.system import SYSTEM
from rules_py.avatar.widgets.common import house_rules, read_rulings
from rules_py.core.fields import IntegerField, PercentField
from rules_py.core.form import Group
from rules_py.core.markup import h
from rules_py.core.render import chance_cell, exactly, percent, summary, table, working
from rules_py.core.text import Language, Text, same
from rules_py.core.widget import Answer, Widget

MOST_CARDS = 7
SPREAD = range(-3, 4)


class DifficultyEstimator(Widget[Mapping[str, Any]]):
    """Which difficulty a master may set for a hand that nobody knows."""

    name = "avatar.difficulty"
    title = Text("Difficulty estimator", "難度計算機")
    is_costly = True
    groups = (
        Group(
            (
                IntegerField(
                    Text("Cards played at once", "一度に出す枚数"), "3", least=1, most=MOST_CARDS, name="cards"
                ),
                IntegerField(
                    Text("Hand limit", "手札上限"), "3", most=LARGEST_LIMIT, kept="party_hand_limit", name="hand_limit"
                ),
                IntegerField(Text("EP to spend on cards", "カードに使えるEP"), "100", most=LARGEST_EP, name="ep"),
                PercentField(Text("Chance you want, in %", "望む確率（%）"), "70", name="wish"),
            )
        ),
        house_rules("avatar.difficulty"),
    )

    def answer(self, inputs: Mapping[str, Any], pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the difficulty, what lies around it, other hands, the guide beside what cards can reach."""
        rulings = read_rulings(inputs)
        cards, wish = inputs["cards"], inputs["wish"]
        bought = min(inputs["hand_limit"], inputs["ep"] // CARD_PRICE)
        found = hardest(cards, wish, bought, rulings)
        middle = found or 1
        at_it = random_check(cards, middle, bought, rulings)
        words = (
            Text(
                "Difficulty {d} (band {band}): cards played {cards}, deck cards up to {bought}, success {chance}.",
                "難度{d}（段階{band}）：出すカード{cards}枚、山札は{bought}枚まで、成功{chance}。",
            )
            if found
            else Text(
                "Even difficulty {d} (band {band}) is too high: cards played {cards}, deck cards up to {bought},"
                " success {chance}.",
                "難度{d}（段階{band}）でも高すぎます：出すカード{cards}枚、山札は{bought}枚まで、成功{chance}。",
            )
        )
        status = words.format(
            d=middle, band=band_of(middle).label, cards=cards, bought=bought, chance=exactly(at_it.success)
        )
        output = [
            summary(status, language),
            _around(cards, middle, bought, rulings, language),
            _hands(middle, wish, bought, rulings, language),
            _guide(cards, bought, rulings, language),
            working(_lines(rulings), language),
        ]
        return Answer(status, {"output": output})


_SUCCESS, _FUMBLE, _SHORT = Text("Success", "成功"), Text("Fumble", "ファンブル"), Text("Short", "不足")


def _around(cards: int, middle: int, bought: int, rulings: Rulings, language: Language) -> Element:
    rows = []
    for difficulty in sorted({min(LARGEST_DIFFICULTY, max(1, middle + step)) for step in SPREAD}):
        now = random_check(cards, difficulty, bought, rulings)
        rows.append(
            h(
                "tr",
                h("th", str(difficulty), scope="row"),
                chance_cell(now.success),
                chance_cell(now.fumble),
                chance_cell(now.short),
                class_="applies" if difficulty == middle else None,
            )
        )
    heads = (Text("Difficulty", "難度"), _SUCCESS, _FUMBLE, _SHORT)
    return table(Text("Difficulties around it", "近い難度"), heads, rows, language)


def _hands(difficulty: int, wish: Fraction, bought: int, rulings: Rulings, language: Language) -> Element:
    """Return what hands of other sizes would do."""
    rows = []
    for cards in range(1, MOST_CARDS + 1):
        alone = random_check(cards, difficulty, 0, rulings)
        fit = hardest(cards, wish, 0, rulings)
        rows.append(
            h(
                "tr",
                h("th", str(cards), scope="row"),
                chance_cell(alone.success),
                chance_cell(random_check(cards, difficulty, bought, rulings).success),
                h("td", "—" if fit is None else str(fit)),
                h("td", str(highest_total(cards, rulings))),
            )
        )
    heads = (
        Text("Random cards", "ランダムな枚数"),
        Text("Success without buying", "買わずに成功"),
        Text("Success with buying", "買って成功"),
        Text("Difficulty for {wish} without buying", "買わずに{wish}となる難度").format(wish=percent(wish)),
        Text("Highest total", "最大の達成値"),
    )
    caption = Text("Difficulty {d} with other hands", "難度{d}とほかの枚数").format(d=difficulty)
    return table(caption, heads, rows, language)


def _guide(cards: int, bought: int, rulings: Rulings, language: Language) -> Element:
    """Return the printed guide beside what cards can really reach."""
    rows = []
    for band, row in zip(BANDS, SYSTEM.tables["A-T1"].rows, strict=True):
        low, high = band.numbers[0], band.numbers[-1]
        rows.append(
            h(
                "tr",
                h("th", band.label.get(language), scope="row"),
                h("td", row.cells[2].get(language)),
                h("td", str(fewest_cards(low, rulings))),
                h("td", str(fewest_cards(high, rulings))),
                chance_cell(random_check(cards, low, bought, rulings).success),
                chance_cell(random_check(cards, high, bought, rulings).success),
            )
        )
    heads = (
        Text("Difficulty", "難度"),
        Text("Guide as printed", "元の目安"),
        Text("Fewest cards, low end (ours)", "下端に届く最少枚数（計算値）"),
        Text("Fewest cards, high end (ours)", "上端に届く最少枚数（計算値）"),
        Text("Success, low end", "下端で成功"),
        Text("Success, high end", "上端で成功"),
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
