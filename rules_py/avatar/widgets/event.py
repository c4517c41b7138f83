"""Event deck: the chance of every row, and cards drawn for play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from rules_py.avatar.cards import Card, remaining, show_cards
from rules_py.avatar.effects import MOST_STAGE
from rules_py.avatar.events import FEAST_ROW, MOST_DRAWS, draw_events, event_row, feast
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.system import SYSTEM
from rules_py.avatar.widgets.common import table_roll, written_cards_field
from rules_py.core.controls import button
from rules_py.core.data import Row
from rules_py.core.errors import InputError
from rules_py.core.fields import IntegerField
from rules_py.core.markup import h, remark
from rules_py.core.notation import Roll
from rules_py.core.played import SEED, read_seed
from rules_py.core.render import odds_table, summary
from rules_py.core.text import Language, Text
from rules_py.core.widget import Answer, Widget


def _seed(raw: str, field: str) -> str:
    seed = read_seed(raw, field)
    if not seed:
        raise InputError(field, raw, Text("a word or a number", "言葉か数を書いてください"))
    return seed


_SEED = replace(
    SEED,
    label=Text("Seed of the draws, for play", "引くカードのシード（遊ぶ用）"),
    default="lantern",
    hint=Text("same seed, same cards", "同じシードなら同じカード"),
    read=_seed,
)


@dataclass(frozen=True)
class EventInputs:
    """A deck, and how many of its cards have been drawn for play."""

    seen: Annotated[
        tuple[Card, ...],
        written_cards_field(Text("Cards that are not in the deck", "山札にないカード"), "SK H3"),
    ]
    stage: Annotated[int, IntegerField(Text("Stage number", "ステージ数"), "1", least=1, most=MOST_STAGE, kept=True)]
    seed: Annotated[str, _SEED]
    draws: Annotated[int, IntegerField(Text("Cards drawn so far", "引いた回数"), "1", most=MOST_DRAWS)]
    rulings: Rulings


class EventCalculator(Widget[EventInputs]):
    """Random events: chances of the next one, and cards drawn for play, one after the other."""

    rules = ("A-12.3",)
    title = Text("Event deck", "イベント山札")

    def answer(self, inputs: EventInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return what has been drawn, and the chance of every row with the next draw."""
        seen, rulings, gain = inputs.seen, inputs.rulings, feast(inputs.stage)
        step = {"draw": 1, "back": -1}.get(pressed.get("do", ""), 0)
        number = max(0, inputs.draws + step)
        drawn = draw_events(inputs.seed, number, seen, rulings)
        odds = drawn.odds(seen, rulings)
        rows = {row.id: row for row in SYSTEM.tables["A-T2"].rows}
        told, effect = _said(drawn.events, rows, gain)
        listing = [
            (
                Text("{suit}: {what} ({id})", "{suit}：{what}（{id}）").format(
                    suit=rows[ident].cells[0], what=rows[ident].cells[1], id=ident
                ),
                chance,
                "",
            )
            for ident, chance in odds.items()
        ]
        output = [summary(told, language), h("p", effect.get(language))]
        if len(drawn.events) > 1:
            former = "、".join if language == "ja" else ", ".join
            before = former(show_cards(cards).get(language) for cards in drawn.events[:-1])
            output.append(h("p", Text("Before: {cards}.", "これまで：{cards}。").format(cards=before).get(language)))
        output += [
            odds_table(Text("What the next card brings", "次のカードで何が起きるか"), _EVENT, listing, language),
            remark(_NOTE.format(n=gain).get(language)),
        ]
        buttons = []
        if number < MOST_DRAWS:
            buttons.append(button("draw", Text("Draw the next card", "次のカードを引く"), language, primary=True))
        if number:
            buttons.append(button("back", Text("Take it back", "1回戻す"), language))
        controls = {"controls": [h("div", buttons, class_="buttons")]}
        drawn_last = show_cards(drawn.events[-1]) if drawn.events else None
        values = {"draws": str(number)} if step else {}

        def rolls() -> tuple[Roll, ...]:
            return (table_roll(drawn.left or remaining(seen, rulings), _JOKER),)

        return Answer(told + Text(" ", "") + effect, lambda: output, values, drawn_last, controls, rolls=rolls)


_EVENT = Text("Event", "出来事")
_JOKER = Text(
    "The suit decides (A-T2); a Joker is noted, and the next card is turned (A-Q23).",
    "スートで決まります（A-T2）。ジョーカーは記録だけして、次をめくります（A-Q23）。",
)


def _said(events: Sequence[tuple[Card, ...]], rows: Mapping[str, Row], gain: int) -> tuple[Text, Text]:
    """Return what the last draw is, and what it does."""
    if not events:
        return Text("Nothing is drawn yet.", "まだ引いていません。"), Text(
            "Draw the first card.", "最初のカードを引いてください。"
        )
    row = rows[event_row(events[-1][-1]) or FEAST_ROW]
    told = Text("Draw {n}: {cards}, {what}.", "{n}回目：{cards}、{what}。").format(
        n=len(events), cards=show_cards(events[-1]), what=row.cells[1]
    )
    if row.id == FEAST_ROW:
        return told, Text("Everybody at the feast gains {n} EP.", "宴の参加者は{n}EPを得ます。").format(n=gain)
    return told, Text("The effect: {effect}.", "効果：{effect}。").format(effect=row.cells[2])


_NOTE = Text(
    "The top card of the deck decides and is discarded (A-12.3); a Joker is noted and another card turned, an empty"
    " deck is shuffled anew (A-Q23); a feast brings {n} EP to each (A-T2.3). The cards follow from the seed and from"
    " what is not in the deck. Keep important events of the story out of it (A-12.5).",
    "山札の一番上を捨て札にして決めます（A-12.3）。ジョーカーは記録だけして次をめくり、山札が尽きたらシャッフルし直します（A-Q23）。"
    "宴の参加者は{n}EPを得ます（A-T2.3）。引くカードは、シードと「山札にないカード」だけで決まります。"
    "物語に重要な出来事は、これで決めないほうがよいでしょう（A-12.5）。",
)
