"""Exact chances of random hands, and what cards can reach at most."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

from rules_py.avatar.cards import ACE, HIGH_ACE, KING
from rules_py.avatar.checks import CARD_PRICE, LARGEST_DIFFICULTY, LARGEST_LIMIT
from rules_py.avatar.rulings import PACK, Rulings
from rules_py.core.rulings import whole_number, wished_chance
from rules_py.core.words import words

WORDS = words("avatar")


@dataclass(frozen=True)
class Chances:
    """Chances of a check.

    Args:
        success: The total exceeds the difficulty.
        fumble: It equals the difficulty.

    Source: A-9.6, A-9.16.
    """

    success: Fraction
    fumble: Fraction

    @property
    def short(self) -> Fraction:
        """Chance to stay short."""
        return 1 - self.success - self.fumble


def random_check(cards: int, difficulty: int, bought: int = 0, rulings: Rulings = PACK) -> Chances:
    """Return the chances of random cards played all at once, with deck cards bought one by one while it is short.

    The cards are any from the whole deck. A Joker is declared as a king of one's own suit, and a critical is announced
    as kings and never declined, since the difficulty is secret. Exact for hands of any size: a total only rises
    with a card, so each comparison asks for the sum of so many random cards; a critical is counted apart.

    Args:
        cards: Random cards played at once, 1 to 14.
        difficulty: The master's number, 1 to 150.
        bought: Deck cards that may follow, 0 to 10.
        rulings: House rules: the deck, the Joker, equality, and whether a critical is fitted to the difficulty;
            52 cards unless told otherwise (A-Q1).

    Returns:
        The chances of success and of a fumble; the rest stays short.

    Raises:
        InputError: If a number is out of range.

    Source: A-9.4 to A-9.16, A-10.5, A-M1, A-M10, A-Q1, A-Q4, A-Q10, A-Q11, A-Q12.

    Example:
        >>> random_check(1, 21, 2)
        Chances(success=Fraction(5361, 11050), fumble=Fraction(478, 5525))
    """
    whole_number("cards", cards, 1, MOST_RANDOM)
    whole_number("difficulty", difficulty, 1, LARGEST_DIFFICULTY)
    whole_number("bought", bought, 0, LARGEST_LIMIT)
    fitted = rulings.critical == "best"
    equal_succeeds = rulings.equality == "success"
    sizes = range(cards, cards + bought + 1)
    # A critical ends the check at the first size at which all kings reach the difficulty, or exceed it when fitted.
    reached = [size for size in sizes if KING * size >= difficulty + (fitted and not equal_succeeds)]
    ends = reached[0] if reached else None
    fumble = Fraction(0)
    for size in sizes:
        if ends is not None and size > ends:
            fumble += _sum_chance(size, difficulty, 0, rulings) - _sum_chance(size, difficulty, ends, rulings)
        else:
            fumble += _sum_chance(size, difficulty, 0, rulings) - _sum_chance(size, difficulty, size, rulings)
            if size == ends and KING * size == difficulty:
                fumble += _own_chance(size, rulings)
    last = sizes[-1]
    short = _below_chance(last, difficulty, 0, rulings)
    if ends is not None:
        short -= _below_chance(last, difficulty, ends, rulings)
    else:
        short += _own_chance(last, rulings) - _below_chance(last, difficulty, last, rulings)
    if equal_succeeds:
        fumble = Fraction(0)
    return Chances(1 - fumble - short, fumble)


MOST_RANDOM = 14


def random_check_ep(cards: int, difficulty: int, bought: int, rulings: Rulings = PACK) -> Fraction:
    """Return the EP that deck cards cost on average in `random_check`: each one while the total is still short.

    Args:
        cards: Random cards played at once, 1 to 14.
        difficulty: The master's number, 1 to 150.
        bought: Deck cards that may follow, 0 to 10.
        rulings: House rules, as in `random_check`.

    Raises:
        InputError: If a number is out of range.

    Source: A-9.9, A-9.10, A-M10.

    Example:
        >>> random_check_ep(1, 21, 2)
        Fraction(40100, 221)
    """
    whole_number("bought", bought, 0, LARGEST_LIMIT)
    return CARD_PRICE * sum((random_check(cards, difficulty, n, rulings).short for n in range(bought)), Fraction(0))


def total_chances(cards: int, rulings: Rulings = PACK) -> dict[int, Fraction]:
    """Return how likely each total of random cards is, played all at once.

    Args:
        cards: How many, 1 to 14.
        rulings: House rules, as in `random_check`.

    Returns:
        The chance of each total that is possible, from the lowest up.

    Source: A-M1, A-M11, A-Q1, A-Q4, A-Q10.

    Example:
        >>> total_chances(1)[13]
        Fraction(4, 13)
    """
    whole_number("cards", cards, 1, MOST_RANDOM)
    found: dict[int, Fraction] = {}
    every, own = _sums(cards, 0, rulings), _sums(cards, cards, rulings)
    for total, ways in every.items():
        left = ways - own.get(total, 0)
        if left:
            found[total] = Fraction(left, _ways(cards, 0, rulings))
    critical = _own_chance(cards, rulings)
    if critical:
        found[KING * cards] = found.get(KING * cards, Fraction(0)) + critical
    return dict(sorted(found.items()))


def own_suit_chance(cards: int, least: int, rulings: Rulings = PACK) -> Fraction:
    """Return the chance that a random hand holds at least so many cards of one's own suit; Jokers are not counted.

    Args:
        cards: Size of the hand, 0 to 14.
        least: How many of them have the suit at least.
        rulings: House rules: the deck, 52 cards unless told otherwise.

    Source: A-5.5, A-9.14, A-Q1.

    Example:
        >>> own_suit_chance(5, 1)
        Fraction(7411, 9520)
    """
    whole_number("cards", cards, 0, MOST_RANDOM)
    whole_number("least", least, 0, KING + 1)
    size = 52 + rulings.jokers
    ways = sum(comb(KING, n) * comb(size - KING, cards - n) for n in range(least, min(cards, KING) + 1))
    return Fraction(ways, comb(size, cards))


def highest_total(cards: int, rulings: Rulings = PACK) -> int:
    """Return the highest total that so many cards can reach.

    Args:
        cards: How many, 1 to 14.
        rulings: House rules: the deck, 52 cards unless told otherwise.

    Source: A-2.1, A-9.15, A-Q10, A-Q13, A-XT1.

    Example:
        >>> [highest_total(n) for n in range(1, 7)]
        [13, 27, 41, 55, 69, 82]
    """
    whole_number("cards", cards, 1, MOST_RANDOM)
    # One king raises all aces, and Jokers are aces then; after them the other kings, queens and so on.
    others = (
        [HIGH_ACE] * (4 + rulings.jokers) + [KING] * 3 + [rank for rank in range(KING - 1, 1, -1) for _ in range(4)]
    )
    printed = KING + sum(others[: cards - 1])
    own = KING + (rulings.jokers if rulings.joker == "rank_and_suit" else 0)
    return max(printed, KING * cards) if cards <= own else printed


def fewest_cards(difficulty: int, rulings: Rulings = PACK) -> int:
    """Return the fewest cards that can exceed a difficulty.

    Args:
        difficulty: 1 to 150.
        rulings: House rules: the deck, 52 cards unless told otherwise; equality.

    Raises:
        InputError: If the difficulty is out of range.

    Source: A-Q13, A-XT1, A-T1.

    Example:
        >>> [fewest_cards(difficulty) for difficulty in (13, 26, 39, 52, 65)]
        [2, 2, 3, 4, 5]
    """
    whole_number("difficulty", difficulty, 1, LARGEST_DIFFICULTY)
    need = difficulty + (rulings.equality == "fumble")
    return next(n for n in range(1, MOST_RANDOM + 1) if highest_total(n, rulings) >= need)


def hardest(cards: int, wish: Fraction, bought: int = 0, rulings: Rulings = PACK) -> int | None:
    """Return the highest difficulty that random cards exceed with a wished chance.

    Args:
        cards: Random cards played at once, 1 to 14.
        wish: The wished chance, above 0 and below 1.
        bought: Deck cards that may follow while the total is short, 0 to 10.
        rulings: House rules, as in `random_check`.

    Returns:
        The difficulty; None if even 1 is too high.

    Raises:
        InputError: If a number is out of range.

    Source: A-10.1, A-10.5, A-M10.

    Example:
        >>> hardest(2, Fraction(1, 2))
        14
    """
    wished_chance("wish", wish, ends=False)
    fit = [d for d in range(1, LARGEST_DIFFICULTY + 1) if random_check(cards, d, bought, rulings).success >= wish]
    return max(fit, default=None)


def _deck_ranks(rulings: Rulings) -> tuple[list[int], list[int]]:
    """Return how many cards there are of each rank, of the own suit and of the others; Jokers are kings."""
    own, others = [1] * (KING + 1), [3] * (KING + 1)
    own[0] = others[0] = 0
    (own if rulings.joker == "rank_and_suit" else others)[KING] += rulings.jokers
    return own, others


def _sums(size: int, first_own: int, rulings: Rulings) -> Mapping[int, int]:
    """Return in how many ways random cards have each printed sum, the first few of them all of the own suit."""
    return _counted_sums(size, first_own, rulings.jokers, rulings.joker)


@cache
def _counted_sums(size: int, first_own: int, jokers: int, joker: str) -> Mapping[int, int]:
    own, others = _deck_ranks(_house(jokers, joker))
    plain = _plain_sums(-(-size // _STEP) * _STEP, jokers, joker)
    packed = 0
    for own_kings, kings, king_ways in _taken(own[KING], others[KING]):
        for own_aces, aces, ace_ways in _taken(own[ACE], others[ACE]):
            rest = first_own - own_kings - own_aces, size - first_own - kings - aces
            ace = HIGH_ACE if own_kings + kings else 1
            high = KING * (own_kings + kings) + ace * (own_aces + aces)
            packed += plain.get(rest, 0) * (king_ways * ace_ways) << _SLOT * high
    found = {}
    for total in range(packed.bit_length() // _SLOT + 1):
        ways = packed >> _SLOT * total & _ONE_SLOT
        if ways:
            found[total] = ways
    return found


_STEP = 8
"""Sizes of hands for which the plain ranks are counted together."""
_SLOT = 96
"""Bits for the ways to one sum: more than there are hands of any size."""
_ONE_SLOT = (1 << _SLOT) - 1


def _house(jokers: int, joker: str) -> Rulings:
    return Rulings(deck=("52", "53", "54")[jokers], joker="rank" if joker == "rank" else "rank_and_suit")


def _taken(own: int, others: int) -> list[tuple[int, int, int]]:
    """Return how many cards of a rank may lie among the first ones, how many behind them, and in how many ways."""
    return [
        (a, b, comb(own, a) * comb(own - a + others, b)) for a in range(own + 1) for b in range(own - a + others + 1)
    ]


@cache
def _plain_sums(most: int, jokers: int, joker: str) -> Mapping[tuple[int, int], int]:
    """Return the sums of 2 to Q, up to so many cards: by cards of the own suit that lie first, and other ones.

    All sums with their ways stand in one number, a slot of bits for each.
    """
    own, others = _deck_ranks(_house(jokers, joker))
    states = {(0, 0): 1}
    for rank in range(ACE + 1, KING):
        grown: dict[tuple[int, int], int] = {}
        for (first, more), packed in states.items():
            for a, b, ways in _taken(own[rank], others[rank]):
                if first + more + a + b <= most:
                    key = first + a, more + b
                    grown[key] = grown.get(key, 0) + (packed * ways << _SLOT * rank * (a + b))
        states = grown
    return states


def _ways(size: int, first: int, rulings: Rulings) -> int:
    deck = 52 + rulings.jokers
    return comb(deck, first) * comb(deck - first, size - first)


def _sum_chance(size: int, total: int, first_own: int, rulings: Rulings) -> Fraction:
    return Fraction(_sums(size, first_own, rulings).get(total, 0), _ways(size, first_own, rulings))


def _below_chance(size: int, total: int, first_own: int, rulings: Rulings) -> Fraction:
    ways = sum(n for value, n in _sums(size, first_own, rulings).items() if value < total)
    return Fraction(ways, _ways(size, first_own, rulings))


def _own_chance(size: int, rulings: Rulings) -> Fraction:
    own = sum(_deck_ranks(rulings)[0])
    return Fraction(comb(own, size), comb(52 + rulings.jokers, size))
