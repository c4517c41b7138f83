"""A check that is about to begin, played the best way."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules_py.avatar.cards import Card, Suit
from rules_py.avatar.checks import LARGEST_DIFFICULTY
from rules_py.avatar.odds.plays import plays
from rules_py.avatar.odds.situation import Situation
from rules_py.avatar.rulings import PACK, Rulings
from rules_py.core.rulings import whole_number


def check_odds(
    hand: Sequence[Card],
    suit: Suit,
    difficulty: int,
    hand_limit: int = 0,
    ep: int = 0,
    rulings: Rulings = PACK,
) -> Fraction:
    """Return the chance that a check succeeds which is played the best way against a difficulty that is known.

    Args:
        hand: The cards in hand, 0 to 10; Jokers not yet declared. Without one a check fails.
        suit: The avatar's own suit.
        difficulty: The master's number, 1 to 150.
        hand_limit: How often a card may be added, 0 to 10.
        ep: EP that may be spent on deck cards, 0 to 100,000.
        rulings: House rules; 52 cards unless told otherwise (A-Q1).

    Returns:
        The chance of success in the end, 0 to 1. `plays` tells which cards that takes, the chance of a fumble, what EP
        are spent, and all other ways. Many deck cards take long: `effort` says how long, and `count_plays` counts at
        once with fewer of them.

    Raises:
        InputError: If a card is there twice or not in the deck, or a number is out of range.

    Source: A-9.4 to A-9.16, A-M10.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> check_odds(read_cards("SK HA C5"), Suit.SPADES, 26)
        Fraction(1, 1)
        >>> check_odds(read_cards("C5 D6"), Suit.SPADES, 13, hand_limit=1, ep=100)
        Fraction(21, 25)
    """
    whole_number("difficulty", difficulty, 1, LARGEST_DIFFICULTY)
    found = plays(Situation(tuple(hand), suit, hand_limit, ep, rulings=rulings), {difficulty: Fraction(1)})
    return found[0].success if found else Fraction(0)
