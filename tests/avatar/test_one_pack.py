"""Whatever draws from the pack, draws from the same one: 52 cards unless told otherwise (A-Q1)."""

from fractions import Fraction

import pytest

from rules_py import avatar
from rules_py.avatar import Knowledge, Rulings, Situation, Suit, plays, read_cards
from rules_py.avatar.checks import uniform
from rules_py.core.errors import InputError
from tests.rows import every

S, H = Suit.SPADES, Suit.HEARTS
PLAYED = Rulings()


def clash(cards, **told):
    known = Knowledge((), read_cards("H5"), S, 30, 600, read_cards(cards), H, 40, 5000, 0, buys=1, plays="none")
    return avatar.advise(known, *told.values()).count.win


def bought(cards, **told):
    """One card on the table, one from the deck, against 13."""
    return plays(Situation(read_cards(cards), S, 1, 100, **told), uniform([13]))[0].success


DRAWN = {
    "the deck": (lambda: len(avatar.deck_of()), lambda: len(avatar.deck_of(1)), 52, 53),
    "what is unseen": (
        lambda: len(avatar.remaining(read_cards("D4"))),
        lambda: len(avatar.remaining(read_cards("D4"), PLAYED)),
        51,
        52,
    ),
    "a check": (
        lambda: avatar.random_check(1, 12).success,
        lambda: avatar.random_check(1, 12, rulings=PLAYED).success,
        Fraction(4, 13),
        Fraction(17, 53),
    ),
    "totals": (
        lambda: avatar.total_chances(1)[5],
        lambda: avatar.total_chances(1, PLAYED)[5],
        Fraction(3, 52),
        Fraction(3, 53),
    ),
    "the own suit": (
        lambda: avatar.own_suit_chance(1, 1),
        lambda: avatar.own_suit_chance(1, 1, PLAYED),
        Fraction(1, 4),
        Fraction(13, 53),
    ),
    "the best six": (lambda: avatar.highest_total(6), lambda: avatar.highest_total(6, PLAYED), 82, 83),
    "the fewest cards": (lambda: avatar.fewest_cards(82), lambda: avatar.fewest_cards(82, PLAYED), 7, 6),
    "the hardest": (
        lambda: avatar.hardest(1, Fraction(4, 13)),
        lambda: avatar.hardest(1, Fraction(17, 53)),
        12,
        11,
    ),
    "a card bought in a check": (
        lambda: bought("H5"),
        lambda: bought("H5", rulings=PLAYED),
        Fraction(20, 51),
        Fraction(21, 52),
    ),
    "a card bought in a clash": (
        lambda: clash("D9"),
        lambda: clash("D9", rulings=PLAYED),
        Fraction(34, 50),
        Fraction(35, 51),
    ),
    "Love": (
        lambda: avatar.love_odds(read_cards("SK C2")).success,
        lambda: avatar.love_odds(read_cards("SK C2"), rulings=PLAYED).success,
        Fraction(43, 50),
        Fraction(43, 51),
    ),
    "the best play in Love": (
        lambda: avatar.love_plays(read_cards("SK"), "male")[0].odds.success,
        lambda: avatar.love_plays(read_cards("SK"), "male", rulings=PLAYED)[0].odds.success,
        Fraction(36, 51),
        Fraction(36, 52),
    ),
    "an event": (
        lambda: len(avatar.draw_events("lamp", 1).left),
        lambda: len(avatar.draw_events("lamp", 1, rulings=PLAYED).left),
        51,
        52,
    ),
}


@every("name", DRAWN)
def test_without_a_word_there_is_no_joker(name):
    """A-Q1: chances are told for 52 cards; those of the table are asked for."""
    unsaid, told, plain, played = DRAWN[name]
    assert (unsaid(), told()) == (plain, played)


@every(
    "asked",
    [
        lambda: avatar.remaining(read_cards("X")),
        lambda: avatar.event_odds(read_cards("X")),
        lambda: avatar.draw_event("lamp", read_cards("X")),
        lambda: avatar.love_odds(read_cards("X=SK")),
        lambda: avatar.love_plays(read_cards("X"), "male"),
        lambda: Situation(read_cards("X"), S, 1),
        lambda: clash("X=D9"),
    ],
)
def test_a_joker_is_refused_by_a_pack_without_one(asked):
    """A-Q1: no chance is told for a deck that was not meant."""
    with pytest.raises(InputError, match="Jokers in the deck: 0"):
        asked()


def test_play_has_the_joker():
    """A-Q1: the combat's deck, unless the table says otherwise."""
    assert [len(avatar.GAME.start(rulings).deck) for rulings in (PLAYED, Rulings(deck="52"))] == [53, 52]
