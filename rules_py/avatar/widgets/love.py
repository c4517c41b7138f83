"""Love calculator: the chance of every way to play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal
from xml.etree.ElementTree import Element

from rules_py.avatar.cards import Card, check_each_once, remaining, show_cards
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
from rules_py.avatar.sheet import SEX
from rules_py.avatar.widgets.common import cards_field, read_some_cards, table_roll, ways_to_play, written_cards_field
from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, IntegerField
from rules_py.core.form import Group
from rules_py.core.lists import is_nothing, plain
from rules_py.core.notation import Roll
from rules_py.core.render import NAMED_ROWS, exactly, number_cell, odds_table, row, summary, table, working
from rules_py.core.text import Language, Text
from rules_py.core.widget import Answer, Widget

SHOWN = 12
MOST_HAND = 7
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
    if is_nothing(raw):
        return ()
    return tuple(read_some_cards(part, field) for part in plain(raw).split("/"))


@dataclass(frozen=True)
class Player:
    """Who declares Love, and what has been seen."""

    sex: Annotated[Sex, SEX]
    seen: Annotated[
        tuple[Card, ...], written_cards_field(Text("Other cards seen (discards)", "ほかに見たカード（捨て札など）"))
    ]


_RIVALS = written_cards_field(
    Text("Cards of other suitors", "恋敵のカード"),
    hint=Text("a stroke between two: HQ H3 / DK", "人ごとに斜線：「HQ H3 / DK」"),
    read=read_groups,
)


@dataclass(frozen=True)
class Loved:
    """The character to whom Love is declared, and who else declares it."""

    npc: Annotated[
        Literal["deck", "unknown", "known"],
        ChoiceField(Text("It plays (A-13.5, A-13.6)", "出すカード（A-13.5、A-13.6）"), "deck", options=_ANSWERS),
    ]
    npc_cards: Annotated[
        int, IntegerField(Text("Number of cards, if I know no more", "枚数だけわかるときの枚数"), "2", most=MOST_CARDS)
    ]
    npc_hand: Annotated[
        tuple[Card, ...],
        written_cards_field(Text("Its cards, if I know them", "カードがわかるときのカード"), "H7"),
    ]
    difficulty: Annotated[
        int, IntegerField(Text("Difficulty, 2 is standard", "難度（標準は2）"), "2", most=MOST_DIFFICULTY)
    ]
    rivals: Annotated[tuple[tuple[Card, ...], ...], _RIVALS]

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

    player: Annotated[Player, Group.side(Text("The player", "プレイヤー"))]
    loved: Annotated[Loved, Group.side(Text("The character loved", "相手"))]
    hand: Annotated[tuple[Card, ...], cards_field(Text("My hand", "手札"), "SQ H9 D5 C2")]
    rulings: Rulings

    def __post_init__(self) -> None:
        rivals = [card for cards in self.loved.rivals for card in cards]
        typed = {
            "hand": self.hand,
            "seen": self.player.seen,
            "npc_hand": self.loved.answerer.npc_hand,
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

    rules = ("A-13.3",)
    title = Text("Love calculator", "「恋」計算機")
    moved_first = "difficulty"
    is_costly = True

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

        def output() -> list[Element]:
            return [
                summary(status, language),
                _plays(plays, 0 if sex == "other" else LOVE_EP, language),
                _best(plays[0], language),
                working(_working(inputs), language),
            ]

        def rolls() -> tuple[Roll, ...]:
            gone = (*hand, *seen, *(card for cards in rivals for card in cards))
            return (table_roll(remaining(gone, rulings), _TURNED),) if inputs.loved.npc == "deck" else ()

        return Answer(status, output, rolls=rolls)


_TURNED = Text("The character loved plays this card (A-13.6).", "相手はこのカードを出します（A-13.6）。")


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
        (Text("Equal with a rival (A-Q25)", "恋敵と同数（A-Q25）"), odds.tie, ""),
        (Text("A rival has more (A-13.9)", "恋敵が上（A-13.9）"), odds.beaten, "lose"),
        (Text("The number is too low", "数が足りない"), odds.short, "lose"),
    ]
    return odds_table(Text("With the best play", "最善に出したとき"), Text("Result", "結果"), rows, language)


def _working(inputs: LoveInputs) -> list[Text]:
    sex, rulings, drawn = inputs.player.sex, inputs.rulings, inputs.loved.answerer.npc_cards
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
