"""Cards as a clash counts them: each as one number, its worth, and the ways to play a hand of such (A-M7)."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from rules_py.avatar.cards import ACE, HIGH_ACE, KING

Worth = int
"""What of a card counts in a clash: its rank, above `SUIT_BITS` bits that say whether it keeps a side's field of one
suit; what else it shows changes nothing, so cards of the same worth are counted as one."""
SUIT_BITS = 2
"""A bit for each of the two sides: is the card of that side's suit, where a strong hit may still come of it?"""
WILD = 0
"""The rank of a Joker that is not declared: whoever holds it declares what is worth most."""
Hand = tuple[Worth, ...]


def worth_of(rank: int, suits: tuple[bool, bool]) -> Worth:
    """Return the worth of a card by its rank and by whose suit it has.

    Example:
        >>> worth_of(KING, (True, False)) >> SUIT_BITS, worth_of(KING, (True, False)) >> 0 & 1
        (13, 1)
    """
    return rank << SUIT_BITS | suits[0] | suits[1] << 1


@lru_cache(maxsize=200_000)
def fewest(hand: Hand, gap: int, raised: bool, up: int) -> Hand:
    """Return the fewest cards of a hand that gain more than a gap; of those what gains least, highest cards first.

    Args:
        hand: The hand.
        gap: What has to be exceeded.
        raised: Are aces worth 14 already?
        up: What a first king gains with the aces that lie there.
    """
    found: tuple[int, int, int] | None = None
    for place, (size, gain, king, _) in enumerate(_gains(hand, raised)):
        value = gain + (up if king else 0)
        if value > gap and (found is None or (size, value) < found[:2]):
            found = size, value, place
    return _gains(hand, raised)[found[2]][3] if found else ()


@lru_cache(maxsize=50_000)
def _gains(hand: Hand, raised: bool) -> tuple[tuple[int, int, bool, Hand], ...]:
    """Return every choice of cards with its size, its value, and whether it brings a first king."""
    found = []
    for shown in subsets(hand):
        if not shown:
            continue
        ranks = [worth >> SUIT_BITS for worth in shown]
        king = not raised and (KING in ranks or WILD in ranks)
        high = raised or king
        wild = ranks.count(WILD)
        kings = 1 if wild and not raised and KING not in ranks else 0
        value = sum(rank for rank in ranks if rank not in (ACE, WILD)) + kings * KING
        value += (ranks.count(ACE) + wild - kings) * (HIGH_ACE if high else ACE)
        found.append((len(shown), value, king, shown))
    return tuple(found)


@lru_cache(maxsize=50_000)
def subsets(hand: Hand) -> tuple[Hand, ...]:
    """Return all different choices of cards."""
    ordered = sorted(hand, reverse=True)
    found: dict[Hand, None] = {}
    for size in range(len(hand) + 1):
        for shown in combinations(ordered, size):
            found[shown] = None
    return tuple(found)


@lru_cache(maxsize=100_000)
def without(hand: Hand, shown: Hand) -> Hand:
    """Return a hand without some of its cards."""
    left = list(hand)
    for worth in shown:
        left.remove(worth)
    return tuple(left)
