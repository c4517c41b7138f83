"""How long a count will take, before it is begun."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from rules_py.avatar.cards import KING, RANKS
from rules_py.avatar.checks import LARGEST_LIMIT
from rules_py.avatar.odds.situation import Situation
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.words import words

WORDS = words("avatar")


def effort(situation: Situation, prior: Mapping[int, Fraction], bought: int) -> int:
    """Return roughly how much there is to count: hand states times sets of deck cards.

    Args:
        situation: What the player sees.
        prior: Chance of each difficulty.
        bought: Deck cards that are bought at most.

    Returns:
        A number to compare with; 1,000,000 is about a second.

    Raises:
        InputError: If the prior is empty or the number of deck cards is out of range.

    Example:
        >>> from rules_py.avatar.cards import Suit, read_cards
        >>> effort(Situation(read_cards("SK HA C5"), Suit.SPADES, hand_limit=3), {40: Fraction(1)}, 3)
        840
    """
    whole_number("bought", bought, 0, LARGEST_LIMIT)
    if not prior:
        raise InputError("prior", "", WORDS["one_or_more"])
    jokers = sum(card.joker > 0 for card in situation.hand)
    lanes = 2 ** (len(situation.hand) - jokers) * (1, 14, 118)[jokers]
    unseen = sum(card.joker > 0 for card in situation.unseen)
    room = max(prior) + 1
    # sets of so many real cards, by their sum
    sets = [[1] + [0] * room, *([0] * (room + 1) for _ in range(bought))]
    for rank in RANKS:
        for number in range(1, bought):
            for total in range(rank, room + 1):
                sets[number][total] += sets[number - 1][total - rank]
    codes = 0
    for number in range(bought):
        for declared in range(min(unseen, number) + 1):
            codes += comb(KING + declared - 1, declared) * sum(sets[number - declared])
    return int(lanes * max(1, codes))
