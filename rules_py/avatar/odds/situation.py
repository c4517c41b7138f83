"""What a player sees who is asked for a check, and how many deck cards may follow (A-M10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from rules_py.avatar.cards import Card, Suit, check_cards, check_suit, remaining
from rules_py.avatar.checks import CARD_PRICE, LARGEST_EP, LARGEST_LIMIT
from rules_py.avatar.rulings import PACK, Rulings
from rules_py.core.errors import InputError
from rules_py.core.rulings import Bounds, Checked
from rules_py.core.words import words

WORDS = words("avatar")
MOST_HAND = 10
Limit = Annotated[int, Bounds(0, LARGEST_LIMIT, "A-9.10")]


@dataclass(frozen=True)
class Situation(Checked):
    """What a player sees who is asked for a check.

    Args:
        hand: The cards in hand, 0 to 10; Jokers not yet declared.
        suit: The avatar's own suit.
        hand_limit: How often a card may be added, 0 to 10.
        ep: EP that may be spent on deck cards, 0 to 100,000.
        table: Cards of this check that lie on the table already and are short; none before it begins.
        by_hand: How many of them were added one by one from the hand.
        bought: How many from the deck.
        gone: Cards seen elsewhere or discarded, which the deck cannot hold.
        miracle: May the player use a miracle?
        rulings: House rules; 52 cards unless told otherwise (A-Q1).

    Raises:
        InputError: If a card is there twice or not in the deck, or a number is out of range.

    Source: A-9.4 to A-9.13, A-M10, A-Q1.
    """

    hand: tuple[Card, ...]
    suit: Suit
    hand_limit: Limit
    ep: Annotated[int, Bounds(0, LARGEST_EP)] = 0
    table: tuple[Card, ...] = ()
    by_hand: Limit = 0
    bought: Limit = 0
    gone: tuple[Card, ...] = ()
    miracle: bool = False
    rulings: Rulings = PACK

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, number in (("by_hand", self.by_hand), ("bought", self.bought)):
            if number and not self.table:
                raise InputError(name, number, WORDS["none_before_the_first"], "A-9.8")
        check_suit(self.suit)
        if len(self.hand) > MOST_HAND:
            raise InputError("hand", len(self.hand), WORDS["too_many_in_hand"].format(n=MOST_HAND))
        check_cards(self.hand, "hand", self.rulings)
        for name, cards in (("hand", self.hand), ("gone", self.gone)):
            for card in cards:
                if card.joker and card.rank:
                    raise InputError(name, card.label(), WORDS["joker_in_hand"], "A-2.2")
        for card in self.table:
            if not card.rank:
                raise InputError("table", card.label(), WORDS["joker_on_the_table"], "A-2.2")
        check_cards((*self.hand, *self.table), "table", self.rulings)
        check_cards((*self.hand, *self.table, *self.gone), "gone", self.rulings)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the top of the deck may be."""
        return remaining((*self.hand, *self.table, *self.gone), self.rulings)


def most_deck_cards(situation: Situation) -> int:
    """Return how many deck cards may still be bought in a check.

    Source: A-9.9, A-9.10, A-Q14.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> most_deck_cards(Situation(read_cards("SK HA C5"), Suit.SPADES, hand_limit=3, ep=250))
        2
    """
    used = situation.bought + situation.by_hand * (situation.rulings.additions == "shared")
    return min(max(0, situation.hand_limit - used), situation.ep // CARD_PRICE, len(situation.unseen))
