"""Random events: what the top card of the deck brings (A-M14)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from rules_py.avatar.cards import Card, Suit, remaining
from rules_py.avatar.effects import MOST_STAGE
from rules_py.avatar.rulings import Rulings
from rules_py.errors import InputError
from rules_py.switches import whole_number
from rules_py.text import Text

FEAST_EP = 500
"""EP that a feast gives to everybody at it, for each stage (A-T2.3)."""
ROWS = {Suit.HEARTS: "A-T2.1", Suit.CLUBS: "A-T2.2", Suit.DIAMONDS: "A-T2.3", Suit.SPADES: "A-T2.4"}
"""The row of A-T2 for each suit."""


def event_row(card: Card) -> str | None:
    """Return the row of A-T2 that a card stands for; its number may scale the effect, if the table likes (A-12.4).

    Args:
        card: The top card of the deck.

    Returns:
        The row; None for a Joker, which is noted and followed by another card.

    Source: A-12.3, A-T2, A-M14, A-Q23.

    Example:
        >>> from rules_py.avatar.cards import JOKER
        >>> event_row(Card(9, Suit.DIAMONDS)), event_row(JOKER)
        ('A-T2.3', None)
    """
    return None if card.joker or card.suit is None else ROWS[card.suit]


def event_odds(seen: Sequence[Card] = (), rulings: Rulings = Rulings()) -> dict[str, Fraction]:
    """Return the chance of each row of A-T2.

    Args:
        seen: Cards that are not in the deck.
        rulings: `deck` counts; a Joker is followed by another card and so changes nothing.

    Returns:
        The chance of each row, in the order of the table.

    Raises:
        InputError: If the cards cannot come from one deck, or no card of the four suits is left.

    Source: A-12.3, A-T2, A-M14, A-Q23.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> event_odds(read_cards("H9"))["A-T2.1"]
        Fraction(4, 17)
    """
    rows = [event_row(card) for card in remaining(seen, rulings)]
    left = len(rows) - rows.count(None)
    if not left:
        told = Text(
            "at least one card of the four suits must be left", "四つのスートの札が1枚は残っている必要があります"
        )
        raise InputError("seen", len(seen), told, "A-Q23")
    return {row: Fraction(rows.count(row), left) for row in sorted(ROWS.values())}


def feast(stage: int) -> int:
    """Return the EP that everybody at a feast gains.

    Args:
        stage: Stage number, from 1; how it is counted is lost.

    Raises:
        InputError: If the number is out of bounds.

    Source: A-T2.3, A-T4.5.

    Example:
        >>> feast(3)
        1500
    """
    return whole_number("stage", stage, 1, MOST_STAGE, "A-T2.3") * FEAST_EP


def draw_event(seed: str, seen: Sequence[Card] = (), rulings: Rulings = Rulings()) -> tuple[Card, ...]:
    """Draw a random event for play: the same seed draws the same cards.

    Args:
        seed: Any text.
        seen: Cards that are not in the deck.
        rulings: `deck` counts.

    Returns:
        The cards turned, Jokers first, the card of the event last.

    Raises:
        InputError: If the cards cannot come from one deck, or no card of the four suits is left.

    Source: A-12.3, A-M14, A-Q23.

    Example:
        >>> draw_event("lantern") == draw_event("lantern")
        True
    """
    event_odds(seen, rulings)
    left, dice = list(remaining(seen, rulings)), Random(f"{seed}/event")
    turned: list[Card] = []
    while not turned or event_row(turned[-1]) is None:
        turned.append(left.pop(dice.randrange(len(left))))
    return tuple(turned)
