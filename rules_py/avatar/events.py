"""Random events: what the top card of the deck brings (A-M14)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from rules_py.avatar.cards import Card, Suit, remaining
from rules_py.avatar.effects import MOST_STAGE
from rules_py.avatar.rulings import PACK, Rulings
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.words import words

WORDS = words("avatar")
MOST_DRAWS = 200
"""Draws that follow one seed."""
FEAST_EP = 500
"""EP that a feast gives to everybody at it, for each stage (A-T2.3)."""
ROWS = {Suit.HEARTS: "A-T2.1", Suit.CLUBS: "A-T2.2", Suit.DIAMONDS: "A-T2.3", Suit.SPADES: "A-T2.4"}
"""The row of A-T2 for each suit."""

FEAST_ROW = ROWS[Suit.DIAMONDS]
"""The row that brings EP."""


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


def event_odds(seen: Sequence[Card] = (), rulings: Rulings = PACK) -> dict[str, Fraction]:
    """Return the chance of each row of A-T2.

    Args:
        seen: Cards that are not in the deck.
        rulings: `deck` counts, 52 cards unless told otherwise; a Joker is followed by another card and so changes
            nothing.

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
        raise InputError("seen", len(seen), WORDS["no_suit_left"], "A-Q23")
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


class Drawn(NamedTuple):
    """Random events drawn one after the other from a deck.

    Attributes:
        events: The cards turned for each event: Jokers first, the card of the event last.
        left: The cards still in the deck.

    Source: A-12.3, A-M14.
    """

    events: tuple[tuple[Card, ...], ...]
    left: tuple[Card, ...]

    def odds(self, seen: Sequence[Card] = (), rulings: Rulings = PACK) -> dict[str, Fraction]:
        """Return the chance of each row of A-T2 with the next draw, as `event_odds` does.

        Where no card of the four suits is left, the next draw finds the pile shuffled into a new deck.

        Args:
            seen: Cards that were never in the deck.
            rulings: `deck` counts, 52 cards unless told otherwise.

        Source: A-12.3, A-M14, A-Q23.

        Example:
            >>> draw_events("lantern", 1).odds()["A-T2.2"]
            Fraction(13, 51)
        """
        out = set(remaining(seen, rulings)) - set(self.left)
        spent = all(event_row(card) is None for card in self.left)
        return event_odds(seen if spent else (*seen, *sorted(out)), rulings)


def draw_events(seed: str, draws: int, seen: Sequence[Card] = (), rulings: Rulings = PACK) -> Drawn:
    """Draw random events for play, each from what the ones before it have left: the same seed draws the same cards.

    When the deck is empty, the cards that were drawn from it are shuffled into a new one.

    Args:
        seed: Any text.
        draws: How many events, 0 to 200.
        seen: Cards that are not in the deck.
        rulings: `deck` counts, 52 cards unless told otherwise.

    Returns:
        The events in their order, and the deck after them.

    Raises:
        InputError: If the cards cannot come from one deck, no card of the four suits is left, or the number is out of
            bounds.

    Source: A-12.3, A-M14, A-Q23.

    Example:
        >>> two = draw_events("lantern", 2)
        >>> two.events[:1] == draw_events("lantern", 1).events, len(two.left)
        (True, 50)
    """
    event_odds(seen, rulings)
    whole_number("draws", draws, 0, MOST_DRAWS)
    whole = remaining(seen, rulings)
    left, dice, events = list(whole), Random(f"{seed}/event"), []
    for _ in range(draws):
        turned: list[Card] = []
        while not turned or event_row(turned[-1]) is None:
            left = left or list(whole)
            turned.append(left.pop(dice.randrange(len(left))))
        events.append(tuple(turned))
    return Drawn(tuple(events), tuple(left))


def draw_event(seed: str, seen: Sequence[Card] = (), rulings: Rulings = PACK) -> tuple[Card, ...]:
    """Draw the first random event that a seed brings.

    Args:
        seed: Any text.
        seen: Cards that are not in the deck.
        rulings: `deck` counts, 52 cards unless told otherwise.

    Returns:
        The cards turned, Jokers first, the card of the event last.

    Raises:
        InputError: If the cards cannot come from one deck, or no card of the four suits is left.

    Source: A-12.3, A-M14, A-Q23.

    Example:
        >>> draw_event("lantern") == draw_event("lantern")
        True
    """
    return draw_events(seed, 1, seen, rulings).events[0]
