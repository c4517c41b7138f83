"""What the widgets of Avatars share: cards to pick or to write, ways to play, house rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules_py.avatar.cards import JOKER, RANKS, SECOND_JOKER, Card, Suit, rank_name, read_cards
from rules_py.avatar.rulings import Rulings
from rules_py.core.errors import InputError
from rules_py.core.fields import PicksField, ReadField
from rules_py.core.notation import Roll, TopCard
from rules_py.core.text import Text, same

_EVERY_CARD = Rulings(deck="54")
_ROWS = (
    *(tuple((Card(rank, suit).code, same(f"{suit.symbol}{rank_name(rank)}")) for rank in RANKS) for suit in Suit),
    tuple((card.code, card.label()) for card in (JOKER, SECOND_JOKER)),
)


def cards_field(label: Text, default: str = "", hint: Text | None = None) -> PicksField:
    """Return a field in which cards of the deck are picked, a box for each; a link may also name them in words.

    Args:
        label: What stands over the cards.
        default: The cards picked at first, as a link carries them.
        hint: A short help.
    """
    return PicksField(label, default, hint, rows=_ROWS, read=read_any_cards, class_="picks cards")


def read_any_cards(raw: str, field: str) -> tuple[Card, ...]:
    """Return cards as typed; which of them the deck holds is for the house rules to say."""
    return read_cards(raw, field, _EVERY_CARD)


def read_some_cards(raw: str, field: str) -> tuple[Card, ...]:
    """Return cards as typed; none have to be told by a sign, so that nothing is left out by mistake.

    Example:
        >>> read_some_cards("SK ♥3", "hand"), read_some_cards("なし", "hand")
        ((Card(SK), Card(H3)), ())
    """
    if not raw.strip():
        raise InputError(field, raw, Text("cards, or - for none", "カードか、なければ「なし」と書いてください"))
    return read_any_cards(raw, field)


def written_cards_field(
    label: Text,
    default: str = "",
    hint: Text = Text("such as SK ♥10 Joker=SA", "「SK ♥10 ジョーカー=SA」のように"),
    read: Callable[[str, str], object] = read_any_cards,
) -> ReadField:
    """Return a line for cards, where order or declared Jokers matter; it may stay empty if it is so at first."""
    return ReadField(label, default, hint, read=read_some_cards if default else read, size=16)


def ways_to_play(most: int, there: int) -> Text:
    """Return the caption of a table of ways to play.

    Args:
        most: How many it shows at most.
        there: How many there are.
    """
    if there <= most:
        return Text("Ways to play, the best first", "出し方（よい順）")
    return Text("The best {n} of {m} ways to play", "出し方{m}通りのうち、よい順に{n}通り").format(n=most, m=there)


def table_roll(cards: Iterable[Card], lost: Text) -> Roll:
    """Return the top card of the deck as it is drawn at the table.

    Args:
        cards: The cards that it may be.
        lost: What no dice tool knows of it.

    Source: A-12.3, A-9.9.

    Example:
        >>> [card.ja for card in table_roll((Card(13, Suit.SPADES), JOKER), same("")).rolled.cards]
        ['♠K', 'ジョーカー']
    """
    return Roll(TopCard(tuple(card.label() for card in cards)), (lost, _A_DECK))


_A_DECK = Text(
    "A deck of cards knows what is left in it: the table’s own, or the deck file for Udonarium.",
    "山札そのものなら、引いたカードが減っていきます。部屋のカードか、ユドナリウム用の山札ファイルを使ってください。",
)
