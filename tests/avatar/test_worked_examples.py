"""The worked examples of the ledger that are about cards and checks, exactly."""

from fractions import Fraction

from rules_py.avatar import (
    Chances,
    Outcome,
    Rulings,
    Suit,
    begin_check,
    critical_range,
    fewest_cards,
    field_total,
    highest_total,
    own_suit_chance,
    random_check,
    read_cards,
)
from rules_py.avatar.checks import BANDS
from tests.rows import every

PLAIN = Rulings(deck="52")


@every(("cards", "total"), [("HA", 1), ("HA SK", 27), ("HA DA SK", 41), ("X=SK HA", 27), ("X=DA SQ", 13)])
def test_what_cards_are_worth_outside_a_critical(cards, total):
    """A-X1."""
    assert field_total(read_cards(cards)) == total


@every(("cards", "least", "most"), [(1, 11, 13), (2, 22, 26), (3, 33, 39), (4, 44, 52)])
def test_a_critical_reaches_every_total_between_jacks_and_kings(cards, least, most):
    """A-X2."""
    assert list(critical_range(cards)) == list(range(least, most + 1))


@every(
    ("cards", "difficulty", "bought", "success", "fumble"),
    [
        (1, 13, 0, Fraction(0), Fraction(4, 13)),
        (2, 21, 0, Fraction(67, 442), Fraction(15, 442)),
        (2, 26, 0, Fraction(5, 442), Fraction(14, 221)),
        (1, 21, 2, Fraction(5361, 11050), Fraction(478, 5525)),
    ],
)
def test_random_cards_against_a_difficulty(cards, difficulty, bought, success, fumble):
    """A-X4, A-X6, A-X7, A-X9."""
    assert random_check(cards, difficulty, bought, PLAIN) == Chances(success, fumble)


def test_a_critical_of_jacks_or_queens_avoids_the_fumble():
    """A-X4, second half: every card of the own suit may be announced below 13; three kings of other suits fumble."""
    chosen = Rulings(deck="52", critical="chosen")
    fumbles = 0
    for suit in Suit:
        for rank in range(1, 14):
            cards = read_cards(f"{suit.value}{rank}")
            own = suit is Suit.SPADES
            outcome = begin_check(cards, Suit.SPADES, 13, 12 if own else None, chosen).outcome
            fumbles += outcome is Outcome.FUMBLE
    assert Fraction(fumbles, 52) == Fraction(3, 52)


def test_the_own_king_and_ace_are_a_critical_worth_26():
    """A-X7."""
    assert begin_check(read_cards("SK SA"), Suit.SPADES, 26).outcome is Outcome.FUMBLE
    assert begin_check(read_cards("SK HA"), Suit.SPADES, 26).outcome is Outcome.SUCCESS


def test_how_many_cards_of_the_own_suit_a_hand_holds():
    """A-X24."""
    assert own_suit_chance(5, 1, PLAIN) == Fraction(7411, 9520)
    assert own_suit_chance(5, 2, PLAIN) == Fraction(1223, 3332)


def test_the_fewest_cards_for_each_band():
    """A-XT1."""
    assert [highest_total(n, PLAIN) for n in range(1, 7)] == [13, 27, 41, 55, 69, 82]
    low = [fewest_cards(band.least, PLAIN) for band in BANDS]
    high = [fewest_cards(band.most, PLAIN) for band in BANDS if band.most]
    assert low == [1, 1, 1, 1, 2, 2, 3, 4, 5]
    assert high == [1, 1, 1, 1, 2, 3, 4, 5]
