"""The worked examples of the ledger, §6, as fractions."""

from fractions import Fraction as F

from rules_py.kamui import (
    Attack,
    Rulings,
    Supplicant,
    check_odds,
    choices_odds,
    damage,
    damage_odds,
    distance,
    fallen_rift,
    grace_odds,
    mean,
    miracle_points,
    near,
    opposite,
    outer_squares,
    round_end,
    spread,
    suffer,
)
from tests.rows import every


def test_the_square_opposite_is_five_steps_away():
    """K-X1."""
    assert [opposite(square) for square in outer_squares()] == [6, 7, 8, 9, 10, 1, 2, 3, 4, 5]
    assert {distance(square, opposite(square)) for square in outer_squares()} == {5}


def test_distances_on_the_ring():
    """K-X2."""
    assert (distance(1, 4), distance(1, 8), distance(2, 7)) == (3, 3, 5)
    assert {distance(square, 0) for square in outer_squares()} == {1}


def test_how_many_squares_three_revelation_dice_offer():
    """K-X4."""
    assert mean(choices_odds(3)) == F(271, 100)


@every(("dice", "ability", "needed", "chance"), [(3, 4, 2, F(20, 27)), (2, 4, 1, F(8, 9)), (5, 4, 2, F(232, 243))])
def test_the_same_check_with_a_d6(dice, ability, needed, chance):
    """K-X6: dice of which two faces in three succeed."""
    assert check_odds(dice, ability, needed, Rulings(die="d6")) == chance


def test_an_offering_with_wisdom_five():
    """K-X7."""
    assert check_odds(2, 5, 2) == F(1, 4)


def test_the_damage_of_three_successes():
    """K-X9."""
    assert damage(3, 5, 2, 4) == 20


def test_the_damage_of_four_dice():
    """K-X11."""
    expected = {14: F(1, 16), 16: F(1, 4), 18: F(3, 8), 20: F(1, 4), 22: F(1, 16)}
    assert damage_odds(Attack(5, 5, 2, 4), 4) == expected


@every(("amount", "armour", "hp"), [(4, 2, 10), (6, 0, 10), (9, 0, 7), (30, 0, 0)])
def test_armour_goes_first(amount, armour, hp):
    """K-X12."""
    assert suffer(6, 10, amount)[:2] == (armour, hp)


def test_the_end_of_a_round():
    """K-X14."""
    end = round_end([2, 2, 7], [2, 4, 7])
    assert (30 + end.gain, end.left) == (50, (4,))


def test_a_fallen_unit_leaves_a_rift_opposite():
    """K-X16."""
    assert fallen_rift(9) == 4


def test_a_grace_check_that_is_lowered():
    """K-X17."""
    best = spread([3, 5, 9], [4, 4, 4], 2)
    assert (best.lowered, best.successes) == ((0, 1, 0), 2)
    assert miracle_points(best.successes, 1) == 1
    assert spread([9], [4], 4).successes == 0
    assert spread([9], [4], 5).successes == 1


def test_a_grace_check_without_a_defeated_magai():
    """K-X19."""
    assert grace_odds([Supplicant(3, 4, 1)]) == ({0: F(81, 125), 1: F(36, 125), 2: F(8, 125)},)


def test_the_reach_of_an_interaction():
    """K-X21."""
    assert near(1) == (1, 2, 10)


TABLE = """
3: 3/10 0 0|51/100 9/100 0|657/1000 27/125 27/1000|7599/10000 3483/10000 837/10000|83193/100000 23589/50000 4077/25000
4: 2/5 0 0|16/25 4/25 0|98/125 44/125 8/125|544/625 328/625 112/625|2882/3125 2072/3125 992/3125
5: 1/2 0 0|3/4 1/4 0|7/8 1/2 1/8|15/16 11/16 5/16|31/32 13/16 1/2
6: 3/5 0 0|21/25 9/25 0|117/125 81/125 27/125|609/625 513/625 297/625|3093/3125 2853/3125 2133/3125
"""


@every("line", TABLE.strip().splitlines())
def test_the_table_of_chances(line):
    """K-XT1: 1, 2 or 3 successes with 1 to 5 dice."""
    ability, table = line.split(":")
    for dice, chances in enumerate(table.split("|"), start=1):
        found = [check_odds(dice, int(ability), needed) for needed in (1, 2, 3)]
        assert found == [F(chance) for chance in chances.split()], dice
