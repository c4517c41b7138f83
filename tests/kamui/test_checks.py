"""Checks under every reading: what a die needs, and how many successes there are."""

from collections import Counter
from fractions import Fraction as F
from itertools import product
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py.core.errors import InputError
from rules_py.kamui import (
    Rulings,
    check_dice,
    check_odds,
    dice_needed,
    die_chance,
    party_chances,
    success_faces,
    successes,
    successes_odds,
)
from tests.play import refused
from tests.rows import every

from .reckoning import READINGS, succeeds

every_reading = every("rulings", READINGS)


@every_reading
@every("number", [1, 3, 6])
def test_the_odds_are_those_of_all_rolls(rulings, number):
    """K-M1: every roll of up to three dice, counted one by one."""
    faces = range(1, rulings.sides + 1)
    for dice in range(4):
        counted = Counter(sum(succeeds(face, number, rulings) for face in roll) for roll in product(faces, repeat=dice))
        whole = rulings.sides**dice
        odds = successes_odds(dice, number, rulings)
        assert odds == {count: F(counted[count], whole) for count in range(dice + 1)}
        for needed in range(dice + 2):
            reached = sum(ways for count, ways in counted.items() if count >= needed)
            assert check_odds(dice, number, needed, rulings) == F(reached, whole)


@every_reading
def test_successes_of_a_roll(rulings):
    roll = list(range(1, rulings.sides + 1))
    assert successes(roll, 2, rulings) == len(success_faces(2, rulings))
    assert [face for face in roll if successes([face], 2, rulings)] == list(success_faces(2, rulings))


def test_no_face_is_special():
    """K-Q1: with an ability of 0 a 1 fails, with all faces a 10 succeeds."""
    assert successes([1], 0) == 0
    assert successes([10], 10) == 1
    assert (die_chance(0), die_chance(10)) == (0, 1)


def test_the_readings_differ():
    """K-Q1, K-Q2."""
    assert die_chance(3) == F(3, 10)
    assert die_chance(3, Rulings(die="d6")) == F(1, 2)
    assert die_chance(3, Rulings(success="at_least_target")) == F(8, 10)
    assert die_chance(3, Rulings(success="at_least_fixed")) == F(5, 10)
    assert die_chance(3, Rulings(success="at_least_fixed", success_face=2, die="d8")) == F(7, 8)


@every(
    ("number", "rulings"),
    [
        (11, Rulings()),
        (11, Rulings(die="d6")),
        (-1, Rulings()),
        (0, Rulings(success="at_least_target")),
        (11, Rulings(success="at_least_target", die="d6")),
        (True, Rulings()),
        (2.0, Rulings()),
        ("5", Rulings()),
    ],
)
def test_an_ability_that_nobody_has(number, rulings):
    with pytest.raises(InputError) as caught:
        success_faces(number, rulings)
    assert caught.value.field == "ability"
    assert "10" in caught.value.message("en")
    assert "10" in caught.value.message("ja")


@every(("die", "abilities"), [("d6", range(6, 11)), ("d8", range(8, 11)), ("d10", [10])])
def test_an_ability_that_the_die_cannot_exceed_always_succeeds(die, abilities):
    """K-M1, K-Q2: 7 on a d6 is not an error but a sure success."""
    for ability in abilities:
        assert die_chance(ability, Rulings(die=die)) == 1
        assert check_odds(3, ability, 3, Rulings(die=die)) == 1


@every(("die", "target"), [("d6", 7), ("d6", 10), ("d8", 9)])
def test_a_target_number_that_the_die_cannot_show_is_never_met(die, target):
    """K-Q1, K-Q2."""
    high = Rulings(success="at_least_target", die=die)
    assert list(success_faces(target, high)) == []
    assert check_odds(5, target, 1, high) == 0


def test_with_a_fixed_number_the_ability_does_not_matter():
    """K-Q1: not even if the die does not have it."""
    fixed = Rulings(success="at_least_fixed", die="d6", success_face=5)
    assert {die_chance(ability, fixed) for ability in range(11)} == {F(1, 3)}
    with pytest.raises(InputError):
        die_chance(11, fixed)


@every("die", ["d12", "d4", "6", 6, None])
def test_an_unknown_die(die):
    refused(lambda: Rulings(die=die), "die", ANY)


@every(("face", "die"), [(0, "d10"), (11, "d10"), (7, "d6"), (9, "d8")])
def test_a_fixed_number_that_the_die_does_not_have(face, die):
    refused(lambda: Rulings(success_face=face, die=die), "success_face", ANY)


@every("dice", [-1, 31, True, None])
def test_dice_that_nobody_has(dice):
    refused(lambda: successes_odds(dice, 5), "dice", ANY)


def test_a_face_that_does_not_exist():
    for roll in ([0], [11], [7.5]):
        with pytest.raises(InputError):
            successes(roll, 5)
    with pytest.raises(InputError):
        successes([7], 5, Rulings(die="d6"))


def test_every_trait_adds_a_die():
    """K-1.8, K-1.11."""
    assert [check_dice(2, traits) for traits in range(4)] == [2, 3, 4, 5]
    for base, traits in ((-1, 0), (31, 0), (0, 11), (25, 6)):
        with pytest.raises(InputError):
            check_dice(base, traits)


def test_dice_for_a_chance():
    assert dice_needed(F(1, 4), 5, 2) == 2
    assert dice_needed(F(26, 100), 5, 2) == 3
    assert dice_needed(F(1), 10, 3) == 3
    assert dice_needed(F(1), 9, 1) is None
    assert dice_needed(F(0), 5, 5) == 0
    assert dice_needed(F(4, 5), 8) == 1
    refused(lambda: dice_needed(0.8, 8), "chance", ANY)
    with pytest.raises(InputError):
        dice_needed(F(3, 2), 5)


@given(st.integers(0, 10), st.integers(0, 20), st.integers(0, 10))
def test_a_better_ability_and_another_die_never_hurt(ability, dice, needed):
    chance = check_odds(dice, ability, needed)
    assert 0 <= chance <= 1
    assert check_odds(dice + 1, ability, needed) >= chance
    assert check_odds(dice, ability, needed + 1) <= chance
    if ability < 10:
        assert check_odds(dice, ability + 1, needed) >= chance


@given(st.integers(1, 10), st.integers(0, 12))
def test_at_most_and_at_least_mirror_each_other(number, dice):
    """Faces up to a, and faces from 11 − a on, are as many."""
    mirrored = Rulings(success="at_least_target")
    assert successes_odds(dice, number) == successes_odds(dice, 11 - number, mirrored)


@every_reading
def test_a_party_counted_roll_by_roll(rulings):
    """Somebody, everybody and all together, for two dice here and one there."""
    party = [(2, 3), (1, 5)]
    faces = range(1, rulings.sides + 1)
    found = party_chances(party, rulings)
    for needed in (1, 2, 3):
        somebody = everybody = together = 0
        for a, b, c in product(faces, repeat=3):
            one = succeeds(a, 3, rulings) + succeeds(b, 3, rulings)
            other = int(succeeds(c, 5, rulings))
            somebody += one >= needed or other >= needed
            everybody += one >= needed and other >= needed
            together += one + other >= needed
        whole = rulings.sides**3
        assert found["together"][needed] == F(together, whole)
        if needed <= 2:
            assert found["somebody"][needed] == F(somebody, whole)
            assert found["everybody"][needed] == F(everybody, whole)
    assert list(found["somebody"]) == [1, 2]
    assert list(found["together"]) == [1, 2, 3]
