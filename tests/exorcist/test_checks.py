"""Pools and the ladder: every roll of up to five dice against the library, and what holds for all."""

from fractions import Fraction as F
from itertools import product
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py.core.errors import ForbiddenAction
from rules_py.exorcist import (
    LADDER,
    Damage,
    Difficulty,
    Incoming,
    Pressure,
    Reach,
    Rulings,
    attack_difficulty,
    check_odds,
    dice_needed,
    dice_rolled,
    evade_difficulty,
    hit_chance,
    shift,
    successes,
    successes_odds,
)
from tests.play import refused
from tests.rows import every

ALL_FACES = range(1, 7)
difficulties = st.sampled_from(LADDER)


@every("dice", range(6))
@every("difficulty", Difficulty)
def test_every_roll_counted_one_by_one(dice, difficulty):
    """E-M1: the distribution is that of all 6 to the power of n rolls."""
    counted = [0] * (dice + 1)
    for rolls in product(ALL_FACES, repeat=dice):
        counted[successes(rolls, difficulty)] += 1
    die = successes_odds(dice, difficulty)
    assert [die.probability(k) for k in range(dice + 1)] == [F(count, 6**dice) for count in counted]
    assert check_odds(dice, difficulty) == 1 - F(counted[0], 6**dice)


@every(("attack", "evasion"), list(product(range(4), range(3))))
@every("needs", ["one", "attack_successes"])
def test_attack_and_evasion_counted_one_by_one(attack, evasion, needs):
    """E-M4, E-Q8."""
    hits = 0
    for rolls in product(ALL_FACES, repeat=attack + evasion):
        struck = sum(roll >= 4 for roll in rolls[:attack])
        dodged = sum(roll >= 5 for roll in rolls[attack:])
        hits += struck > 0 and dodged < (1 if needs == "one" else struck)
    coming = Incoming(attack, Damage(1, 6), evade=Difficulty.HARD)
    assert hit_chance(coming, evasion, Rulings(evasion_needs=needs)) == F(hits, 6 ** (attack + evasion))


def test_no_dice_fail_unless_the_house_gives_one():
    """E-Q3."""
    one = Rulings(no_dice="one_die")
    assert (dice_rolled(0), dice_rolled(0, one)) == (0, 1)
    assert check_odds(0, Difficulty.EASY, one) == F(2, 3)
    assert check_odds(2, Difficulty.EASY, one) == check_odds(2, Difficulty.EASY)


def test_the_ladder_ends_at_both_sides():
    """E-13.8, E-Q4."""
    assert shift(Difficulty.HARD, 5) is Difficulty.ULTRA_HARD
    assert shift(Difficulty.EASY, -5) is Difficulty.KIDS
    assert shift(Difficulty.EASY, -5, Rulings(easiest="automatic")) is Difficulty.AUTOMATIC
    assert check_odds(1, Difficulty.AUTOMATIC) == 1
    assert check_odds(0, Difficulty.AUTOMATIC) == 0


def test_no_die_reaches_a_seven_where_the_house_has_no_upper_end():
    """E-Q39; an evasion never needs more than a 6 (E-13.8)."""
    house = Rulings(hardest="impossible")
    assert shift(Difficulty.HARD, 1, house) is Difficulty.ULTRA_HARD
    assert shift(Difficulty.HARD, 5, house) is Difficulty.IMPOSSIBLE
    assert attack_difficulty(Difficulty.ULTRA_HARD, manoeuvre=True, rulings=house) is Difficulty.IMPOSSIBLE
    assert check_odds(30, Difficulty.IMPOSSIBLE) == 0
    assert dice_needed(F(1, 2), Difficulty.IMPOSSIBLE) is None
    assert hit_chance(Incoming(6, Damage(1, 6), Difficulty.IMPOSSIBLE)) == 0
    assert evade_difficulty(Reach.MELEE, Pressure.ULTRA_HARD, Difficulty.ULTRA_HARD) is Difficulty.ULTRA_HARD


def test_focus_and_manoeuvre_exclude_each_other():
    """E-5.9."""
    with pytest.raises(ForbiddenAction) as error:
        attack_difficulty(focus=True, manoeuvre=True)
    assert error.value.rule == "E-5.9"


def test_steps_from_elsewhere_add_to_focus_and_manoeuvre():
    """E-5.10, E-4.6, E-T6: counted together, then stopped at the ends."""
    names = [attack_difficulty(steps=steps).text.en for steps in range(-3, 4)]
    assert names == ["KIDS", "KIDS", "EASY", "NORMAL", "HARD", "ULTRA-HARD", "ULTRA-HARD"]
    assert attack_difficulty(focus=True, steps=2) is Difficulty.HARD
    assert attack_difficulty(manoeuvre=True, steps=-2) is Difficulty.EASY
    assert attack_difficulty(Difficulty.ULTRA_HARD, focus=True, steps=1) is Difficulty.ULTRA_HARD
    assert attack_difficulty(Difficulty.KIDS, focus=True, steps=-5) is Difficulty.KIDS
    assert attack_difficulty(Difficulty.ULTRA_HARD, manoeuvre=True, steps=5) is Difficulty.ULTRA_HARD


def test_pressure_leaves_ranged_attacks_alone():
    """E-13.5, E-13.7."""
    assert {evade_difficulty(Reach.RANGED, pressure) for pressure in Pressure} == {Difficulty.NORMAL}
    assert evade_difficulty(Reach.MELEE, Pressure.ULTRA_HARD, Difficulty.HARD) is Difficulty.ULTRA_HARD


@given(st.integers(0, 29), difficulties)
def test_a_die_more_never_hurts(dice, difficulty):
    assert check_odds(dice + 1, difficulty) > check_odds(dice, difficulty)


@given(st.integers(1, 30), st.integers(2, 5))
def test_a_step_more_always_hurts(dice, face):
    assert check_odds(dice, Difficulty(face + 1)) < check_odds(dice, Difficulty(face))


@given(st.fractions(F(1, 100), F(999, 1000)), difficulties)
def test_the_dice_needed_are_enough_and_no_fewer(chance, difficulty):
    needed = dice_needed(chance, difficulty)
    if needed is None:
        assert check_odds(30, difficulty) < chance
    else:
        assert check_odds(needed, difficulty) >= chance
        assert needed == 0 or check_odds(needed - 1, difficulty) < chance


@given(difficulties, st.integers(-5, 5), st.integers(-5, 5))
def test_steps_add_up_while_the_ladder_does_not_end(difficulty, one, other):
    if 2 <= difficulty + one <= 6 and 2 <= difficulty + one + other <= 6 and -5 <= one + other <= 5:
        assert shift(shift(difficulty, one), other) is shift(difficulty, one + other)


@every(
    "wrong",
    [
        lambda: dice_rolled(-1),
        lambda: dice_rolled(31),
        lambda: dice_rolled(True),
        lambda: dice_rolled(2.0),
        lambda: successes([7], Difficulty.NORMAL),
        lambda: successes([0], Difficulty.NORMAL),
        lambda: successes([1] * 31, Difficulty.NORMAL),
        lambda: successes([6], 7),
        lambda: shift(4, 1),
        lambda: shift(Difficulty.AUTOMATIC, 1),
        lambda: shift(Difficulty.NORMAL, 6),
        lambda: shift("NORMAL", 1),
        lambda: attack_difficulty(None),
        lambda: evade_difficulty(Reach.MELEE, base=7),
        lambda: check_odds(3, "HARD"),
        lambda: check_odds(3, 7),
        lambda: check_odds(True, Difficulty.NORMAL),
        lambda: hit_chance(Incoming(1, Damage(1)), True),
        lambda: dice_needed(F(-1, 9), Difficulty.NORMAL),
        lambda: dice_needed(0.5, Difficulty.NORMAL),
        lambda: evade_difficulty("melee", Pressure.HARD),
        lambda: evade_difficulty(Reach.MELEE, 1),
        lambda: dice_needed(F(3, 2), Difficulty.NORMAL),
        lambda: dice_needed(F(1, 2), Difficulty.NORMAL, 31),
        lambda: hit_chance(Incoming(1, Damage(1)), 31),
        lambda: Rulings(no_dice="two"),
        lambda: Rulings(peg_melee_die=0),
        lambda: Rulings(rope_plus=3, rope_block=2),
        lambda: Rulings(manoeuvre_mobility=True),
    ],
)
def test_what_does_not_exist_is_refused_in_both_languages(wrong):
    refused(wrong, ANY, ANY)
