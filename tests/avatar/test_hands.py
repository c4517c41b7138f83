"""Random hands: against every hand and every order of the next cards, and what must always hold."""

from fractions import Fraction
from itertools import combinations
from unittest.mock import ANY

import pytest

from rules_py.avatar import (
    Rulings,
    Suit,
    fewest_cards,
    hardest,
    highest_total,
    random_check,
    random_check_ep,
    total_chances,
)
from rules_py.avatar.cards import deck_of
from rules_py.avatar.checks import Outcome, add_card, begin_check, check_total
from rules_py.core.errors import InputError
from tests.play import refused
from tests.rows import every

SPADES = Suit.SPADES


def declared(card, rulings):
    """A Joker is a king, of the own suit if it may have one."""
    if card.rank:
        return card
    return card._replace(rank=13, suit=SPADES if rulings.joker == "rank_and_suit" else None)


def played_out(cards, difficulty, bought, rulings):
    """Chances, and EP spent, by playing every hand, and after it every next card in turn."""
    deck = [declared(card, rulings) for card in deck_of(rulings.jokers)]
    found = {Outcome.SUCCESS: Fraction(0), Outcome.FUMBLE: Fraction(0)}
    spent = [Fraction(0)]

    def go_on(check, rest, left, weight):
        if check.outcome in found:
            found[check.outcome] += weight
        elif left:
            spent[0] += 100 * weight
            for card in rest:
                after = add_card(check, card, SPADES, difficulty, 10, bought=True, rulings=rulings)
                go_on(after, [c for c in rest if c != card], left - 1, weight / len(rest))

    hands = list(combinations(deck, cards))
    for hand in hands:
        rest = [card for card in deck if card not in hand]
        go_on(begin_check(hand, SPADES, difficulty, rulings=rulings), rest, bought, Fraction(1, len(hands)))
    return found[Outcome.SUCCESS], found[Outcome.FUMBLE], spent[0]


@every(
    ("cards", "difficulty", "bought", "rulings"),
    [
        (1, 13, 1, Rulings()),
        (1, 21, 1, Rulings(deck="54")),
        (1, 26, 1, Rulings(critical="best")),
        (1, 26, 1, Rulings(deck="54", joker="rank")),
        (2, 26, 0, Rulings(equality="success")),
        (2, 26, 0, Rulings(critical="best", equality="success")),
        (1, 13, 1, Rulings(critical="best", equality="success", deck="52")),
    ],
)
def test_random_cards_agree_with_playing_every_hand(cards, difficulty, bought, rulings):
    """A-9.9, A-M10, without the formula."""
    found = random_check(cards, difficulty, bought, rulings)
    spent = random_check_ep(cards, difficulty, bought, rulings)
    assert (found.success, found.fumble, spent) == played_out(cards, difficulty, bought, rulings)


def test_ep_are_spent_while_the_total_is_short():
    """A-9.9: a second card is bought only if the first one did not do."""
    assert random_check_ep(1, 100, 3) == 300
    assert random_check_ep(1, 21, 0) == 0
    assert random_check_ep(1, 21, 2) == 100 + 100 * random_check(1, 21, 1).short
    refused(lambda: random_check_ep(1, 21, 11), "bought")


@every("cards", [1, 2, 5, 7])
def test_the_totals_of_random_cards_are_all_there_is(cards):
    """Chances of all totals together are 1, and give the same as the check."""
    chances = total_chances(cards)
    assert sum(chances.values()) == 1
    for difficulty in (1, 13, 26, 40):
        over = sum((chance for total, chance in chances.items() if total > difficulty), Fraction(0))
        assert over == random_check(cards, difficulty).success
        assert chances.get(difficulty, 0) == random_check(cards, difficulty).fumble


def test_a_deck_card_more_never_hurts():
    """Only a check that is short goes on."""
    for difficulty in (13, 21, 26, 39):
        chances = [random_check(2, difficulty, bought).success for bought in range(4)]
        assert chances == sorted(chances)


def test_the_hardest_difficulty_keeps_the_wish():
    """A-10.5: the highest one that does, not the first that fails."""
    wish = Fraction(1, 2)
    found = hardest(3, wish, 1)
    assert random_check(3, found, 1).success >= wish
    assert all(random_check(3, d, 1).success < wish for d in range(found + 1, 120))
    assert hardest(1, Fraction(99, 100)) is None or random_check(1, 1).success >= Fraction(99, 100)


def test_a_joker_is_one_ace_more():
    """A-Q1, A-2.2: beside a king it is worth 14, from the sixth card on one more than another king."""
    assert highest_total(2) == 27
    assert [highest_total(6, Rulings(deck=deck)) for deck in ("52", "53", "54")] == [82, 83, 83]
    assert fewest_cards(26) == 2


@every("cards", [1, 2, 3, 4])
def test_no_cards_are_worth_more(cards):
    """A-Q13: over every hand of a deck of twelve high cards."""
    deck = [card for card in deck_of(0) if card.rank in (1, 12, 13)]
    best = max(check_total(hand, SPADES) for hand in combinations(deck, cards))
    assert best == highest_total(cards, Rulings(deck="52"))


@every(("cards", "difficulty", "bought"), [(0, 5, 0), (15, 5, 0), (1, 0, 0), (1, 151, 0), (1, 5, 11)])
def test_numbers_out_of_range_are_told(cards, difficulty, bought):
    with pytest.raises(InputError):
        random_check(cards, difficulty, bought)


@every("wish", [Fraction(0), Fraction(1), Fraction(-1, 2), Fraction(3, 2), 0.5, "1/2", True])
def test_a_wish_is_a_chance(wish):
    refused(lambda: hardest(2, wish), "wish", ANY)


@every("rulings", [Rulings(), Rulings(deck="52"), Rulings(deck="54", joker="rank")])
def test_every_hand_has_one_total_however_large_it_is(rulings):
    """A-M1, A-M11: the chances of all totals are 1, and none lies above the highest one."""
    for cards in range(1, 15):
        found = total_chances(cards, rulings)
        assert sum(found.values()) == 1
        most = highest_total(cards, rulings)
        assert max(found) == most if not rulings.jokers else max(found) <= most, "a Joker is a king here, never an ace"


def test_fourteen_cards_and_ten_bought_can_only_help():
    """A-9.10: the largest question there is; a success never gets rarer by cards that may follow."""
    chances = [random_check(14, 149, bought).success for bought in range(11)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < chances[-1] < 1
