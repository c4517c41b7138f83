"""Love: chance of every way to play; random events: chance of every row, and a card drawn for play."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal
from xml.etree.ElementTree import Element

from rules_py.avatar.cards import Card, check_each_once, show_cards
from rules_py.avatar.effects import MOST_STAGE
from rules_py.avatar.events import FEAST_ROW, MOST_DRAWS, draw_events, event_row, feast
from rules_py.avatar.love import (
    LOVE_EP,
    MOST_CARDS,
    MOST_DIFFICULTY,
    MOST_RIVALS,
    Answerer,
    LovePlay,
    Sex,
    love_odds,
    love_plays,
    may_play,
)
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.system import SYSTEM
from rules_py.avatar.widgets.common import (
    cards_field,
    house_rules,
    is_none,
    read_some_cards,
    ways_to_play,
    written_cards_field,
)
from rules_py.core.controls import button
from rules_py.core.data import Row
from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, IntegerField, ReadField
from rules_py.core.form import Group
from rules_py.core.markup import h, marked_up
from rules_py.core.render import NAMED_ROWS, exactly, number_cell, odds_table, row, summary, table, working
from rules_py.core.stepper import read_seed
from rules_py.core.text import Language, Text
from rules_py.core.widget import Answer, Widget

SHOWN = 12
MOST_HAND = 7
_SEXES = (
    ("male", Text("male: black suits", "男性：黒")),
    ("female", Text("female: red suits", "女性：赤")),
    ("other", Text("neither: all suits", "それ以外：全スート")),
)
_ANSWERS = (
    ("deck", Text("no hand: the deck’s top card", "手札なし：山札の一番上")),
    ("unknown", Text("cards of which I know only the number", "枚数だけわかるカード")),
    ("known", Text("the cards that I type", "書いたカード")),
)


def read_groups(raw: str, field: str) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of several people, separated by a stroke.

    Example:
        >>> read_groups("SK S3 / HA", "rivals")
        ((Card(SK), Card(S3)), (Card(HA),))
    """
    if not raw.strip() or is_none(raw):
        return ()
    return tuple(read_some_cards(part, field) for part in unicodedata.normalize("NFKC", raw).split("/"))


@dataclass(frozen=True)
class Player:
    """Who declares Love, and what has been seen."""

    sex: Annotated[
        Sex, ChoiceField(Text("Sex of the avatar (A-13.4)", "アバターの性別（A-13.4）"), "male", options=_SEXES)
    ]
    seen: Annotated[
        tuple[Card, ...], written_cards_field(Text("Other cards seen (discards)", "ほかに見たカード（捨て札など）"))
    ]


@dataclass(frozen=True)
class Loved:
    """The character to whom Love is declared, and who else declares it."""

    npc: Annotated[
        Literal["deck", "unknown", "known"],
        ChoiceField(Text("It plays (A-13.5, A-13.6)", "出すカード（A-13.5、A-13.6）"), "deck", options=_ANSWERS),
    ]
    npc_cards: Annotated[int, IntegerField(Text("Number of unknown cards", "未知のカードの枚数"), "2", most=MOST_CARDS)]
    npc_hand: Annotated[tuple[Card, ...], written_cards_field(Text("Cards typed", "書いたカード"), "H7")]
    difficulty: Annotated[
        int, IntegerField(Text("Difficulty, 2 is standard", "難度（標準は2）"), "2", most=MOST_DIFFICULTY)
    ]
    rivals: Annotated[
        tuple[tuple[Card, ...], ...],
        ReadField(
            Text("Cards of other suitors", "ほかの求愛者のカード"),
            hint=Text("a stroke between two: HQ H3 / DK", "人ごとに斜線：「HQ H3 / DK」"),
            read=read_groups,
            size=16,
        ),
    ]

    @property
    def answerer(self) -> Answerer:
        """What is known of the cards that the character plays."""
        if self.npc == "deck":
            return Answerer()
        return Answerer((), self.npc_cards) if self.npc == "unknown" else Answerer(self.npc_hand, 0)


@dataclass(frozen=True)
class LoveInputs:
    """A player with a hand, and the character loved.

    Raises:
        InputError: If a card is there twice, there are too many, or a Joker of a suitor is not declared.
    """

    player: Annotated[Player, Group(legend=Text("The player", "プレイヤー"), kind="side")]
    loved: Annotated[Loved, Group(legend=Text("The character loved", "相手"), kind="side")]
    hand: Annotated[tuple[Card, ...], cards_field(Text("My hand", "手札"), "SQ H9 D5 C2")]
    rulings: Annotated[Rulings, house_rules("avatar.love")]

    def __post_init__(self) -> None:
        rivals = [card for cards in self.loved.rivals for card in cards]
        typed = {
            "hand": self.hand,
            "seen": self.player.seen,
            "npc_hand": self.loved.answerer.cards,
            "rivals": rivals,
        }
        check_each_once(typed, self.rulings)
        if len(self.hand) > MOST_HAND:
            told = Text("up to {n} cards", "{n}枚までです").format(n=MOST_HAND)
            raise InputError("hand", len(self.hand), told)
        if len(self.loved.rivals) > MOST_RIVALS or any(not card.rank for card in rivals):
            told = Text("up to {n} suitors, Jokers declared", "{n}人まで。ジョーカーは宣言してください")
            raise InputError("rivals", show_cards(rivals), told.format(n=MOST_RIVALS), "A-2.2")


class LoveCalculator(Widget[LoveInputs]):
    """Chance that Love succeeds, for every way to play."""

    name = "avatar.love"
    title = Text("Love calculator", "「恋」計算機")
    is_costly = True
    inputs = LoveInputs

    def answer(self, inputs: LoveInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Return the chance of every play, the result of the best one, and the working."""
        hand, sex, seen, rulings = inputs.hand, inputs.player.sex, inputs.player.seen, inputs.rulings
        answerer, difficulty, rivals = inputs.loved.answerer, inputs.loved.difficulty, inputs.loved.rivals
        plays = love_plays(hand, sex, answerer, difficulty, rivals, seen, rulings)
        if not plays:
            status = Text(
                "No card of the hand may be played, so Love cannot succeed.",
                "手札に出せるカードがないので、「恋」は成就しません。",
            )
            nothing = love_odds((), answerer, difficulty, rivals, (*seen, *hand), rulings)
            plays = [LovePlay((), 0, nothing)]
        else:
            best = plays[0]
            status = Text(
                "Best: {cards}, total {n}: chance {chance}.", "最善は「{cards}」、合計{n}。成就する確率は{chance}。"
            ).format(cards=show_cards(best.cards), n=best.total, chance=exactly(best.odds.success))
        output = [
            summary(status, language),
            _plays(plays, 0 if sex == "other" else LOVE_EP, language),
            _best(plays[0], language),
            working(_working(inputs), language),
        ]
        return Answer(status, {"output": output})


def _plays(plays: list[LovePlay], gain: int, language: Language) -> Element:
    rows = [
        row(
            language,
            show_cards(play.cards) if play.cards else Text("no card", "カードなし"),
            play.odds.success,
            number_cell(play.odds.success * gain),
            play.total,
            class_="applies" if play is plays[0] else None,
        )
        for play in plays[:SHOWN]
    ]
    heads = (
        Text("Play", "出すカード"),
        Text("Success", "成就"),
        Text("EP expected", "EPの期待値"),
        Text("Total", "合計"),
    )
    return table(ways_to_play(SHOWN, len(plays)), heads, rows, language, NAMED_ROWS)


def _best(play: LovePlay, language: Language) -> Element:
    odds = play.odds
    rows = [
        (Text("Love succeeds (A-13.7)", "成就（A-13.7）"), odds.success, "win"),
        (Text("Equal with a rival (A-Q25)", "求愛者が並ぶ（A-Q25）"), odds.tie, ""),
        (Text("A rival has more (A-13.9)", "ほかの求愛者が上（A-13.9）"), odds.beaten, "lose"),
        (Text("The number is too low", "数が足りない"), odds.short, "lose"),
    ]
    return odds_table(Text("With the best play", "最善に出したとき"), Text("Result", "結果"), rows, language)


def _working(inputs: LoveInputs) -> list[Text]:
    sex, rulings, drawn = inputs.player.sex, inputs.rulings, inputs.loved.answerer.drawn
    able = may_play(inputs.hand, sex)
    playable = show_cards(able) if able else Text("none", "なし")
    lines = [
        Text(
            "Cards that the avatar’s sex allows: {cards} (A-13.3, A-13.4).",
            "性別に合うカード：{cards}（A-13.3、A-13.4）。",
        ).format(cards=playable),
        Text(
            "It takes more than the other’s number plus {n} (A-13.7, A-13.8).",
            "相手の数に難度{n}を足した値より大きければ成就します（A-13.7、A-13.8）。",
        ).format(n=inputs.loved.difficulty),
        Text(
            "An ace is 14 if a K lies anywhere in the field, the other’s cards included (A-2.1, A-Q2).",
            "相手のカードも含めて場にKがあれば、Aは14です（A-2.1、A-Q2）。",
        )
        if rulings.ace_field == "everybody"
        else Text("An ace is 14 beside a K of one’s own (A-2.1, A-Q2).", "自分のKがあれば、Aは14です（A-2.1、A-Q2）。"),
        Text(
            "Whoever is neither male nor female has no opposite sex and gains no EP (A-13.10).",
            "男性でも女性でもなければ異性がいないので、EPは得られません（A-13.10）。",
        )
        if sex == "other"
        else Text(
            "A success with an NPC of the opposite sex brings {n} EP, the column of EP; with a PC or somebody sexless"
            " none (A-13.10, A-13.17).",
            "異性のNPCとの成就で{n}EPを得ます。表のEPはその期待値です。PCや性別のない相手なら0です（A-13.10、A-13.17）。",
        ).format(n=LOVE_EP),
        Text(
            "Love between PCs needs the master’s leave and both players; the two decide whether there is a check"
            " (A-13.15, A-13.16).",
            "PCどうしの「恋」は、マスターの許可と2人の同意がある場合だけです。判定をするかは2人で決めます（A-13.15、A-13.16）。",
        ),
        Text(
            "Once per game, in exploration; from the declaration to the end no cards can be drawn (A-13.1, A-13.2).",
            "探索中に、ゲーム中一度だけ宣言できます。宣言から判定の終わりまでカードは引けません（A-13.1、A-13.2）。",
        ),
    ]
    if drawn:
        lines.append(
            Text(
                "Every way to turn up {n} of the unseen cards is counted; the other plays all of them (A-M12).",
                "まだ見ていないカードから{n}枚が出るすべての場合を数えています。相手はそれを全部出すとします（A-M12）。",
            ).format(n=drawn)
        )
    if rulings.love_tie == "again":
        lines.append(
            Text(
                "House rule: equal players check again (A-Q25).",
                "裁定の変更：同じ数の人どうしでもう一度判定します（A-Q25）。",
            )
        )
    return lines


def _seed(raw: str, field: str) -> str:
    seed = read_seed(raw, field)
    if not seed:
        raise InputError(field, raw, Text("a word or a number", "言葉か数を書いてください"))
    return seed


@dataclass(frozen=True)
class EventInputs:
    """A deck, and how many of its cards have been drawn for play."""

    seen: Annotated[
        tuple[Card, ...],
        written_cards_field(Text("Cards that are not in the deck", "山札にないカード"), "SK H3"),
    ]
    stage: Annotated[int, IntegerField(Text("Stage number", "ステージ数"), "1", least=1, most=MOST_STAGE, kept=True)]
    seed: Annotated[
        str,
        ReadField(
            Text("Seed of the draws, for play", "引くカードのシード（遊ぶ用）"),
            "lantern",
            Text("same seed, same cards", "同じシードなら同じカード"),
            read=_seed,
            size=10,
        ),
    ]
    draws: Annotated[int, IntegerField(Text("Cards drawn so far", "引いた回数"), "1", most=MOST_DRAWS)]
    rulings: Annotated[Rulings, house_rules("avatar.event")]


class EventCalculator(Widget[EventInputs]):
    """Random events: chances of the next one, and cards drawn for play, one after the other."""

    name = "avatar.event"
    title = Text("Event deck", "イベント山札")
    inputs = EventInputs

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
            h("p", *marked_up(_NOTE.format(n=gain).get(language)), class_="field-hint"),
        ]
        buttons = [button("draw", Text("Draw the next card", "次のカードを引く"), language, primary=True)]
        if number:
            buttons.append(button("back", Text("Take it back", "1回戻す"), language))
        parts = {"output": output, "controls": [h("div", buttons, class_="buttons")]}
        drawn_last = show_cards(drawn.events[-1]) if drawn.events else None
        return Answer(told + Text(" ", "") + effect, parts, {"draws": str(number)} if step else {}, drawn_last)


_EVENT = Text("Event", "出来事")


def _said(events: Sequence[tuple[Card, ...]], rows: Mapping[str, Row], gain: int) -> tuple[Text, Text]:
    """Return what the last draw is, and what it does."""
    if not events:
        return Text("Nothing is drawn yet.", "まだ引いていません。"), Text("The deck is whole.", "山札はそのままです。")
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
