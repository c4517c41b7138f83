"""Attacks: damage, and how action value is best divided."""

from fractions import Fraction as F
from functools import cache
from itertools import product
from unittest.mock import ANY

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.kamui import (
    Attack,
    Rulings,
    Target,
    adaptive_plan,
    check_odds,
    damage,
    damage_odds,
    down_chance,
    fixed_plans,
    mean,
    split_odds,
    splits,
)
from rules_py.kamui.odds import check_action
from tests.play import refused
from tests.rows import every

from .reckoning import READINGS, succeeds

MISS = Rulings(no_successes="miss")
HIGH = Rulings(success="at_least_target")
BLOW = Attack(5, 5, 2, 4)


@every("rulings", READINGS)
def test_the_damage_is_that_of_all_rolls(rulings):
    """K-5.3: three dice, counted one by one."""
    attack = Attack(4, 3, 2, 1)
    counted: dict[int, int] = {}
    for roll in product(range(1, rulings.sides + 1), repeat=3):
        amount = (sum(succeeds(face, 4, rulings) for face in roll) + 3) * 2 + 1
        counted[amount] = counted.get(amount, 0) + 1
    assert damage_odds(attack, 3, rulings) == {
        amount: F(ways, rulings.sides**3) for amount, ways in sorted(counted.items())
    }


def test_an_attack_without_successes():
    """K-Q9."""
    assert damage(0, 5, 2, 4) == 14
    assert damage(0, 5, 2, 4, MISS) == 0
    assert damage(1, 5, 2, 4, MISS) == 16
    assert damage_odds(BLOW, 0) == {14: 1}
    assert damage_odds(BLOW, 0, MISS) == {0: 1}


def test_two_attacks_add_up():
    assert split_odds([BLOW, BLOW], (1, 1)) == {28: F(1, 4), 30: F(1, 2), 32: F(1, 4)}
    assert split_odds([BLOW, BLOW], (2, None)) == damage_odds(BLOW, 2)
    assert split_odds([BLOW, BLOW], (None, None)) == {0: 1}
    assert mean(split_odds([BLOW, Attack(2, 1)], (3, 2))) == mean(damage_odds(BLOW, 3)) + mean(
        damage_odds(Attack(2, 1), 2)
    )


def test_all_action_value_is_spent():
    assert list(splits(3, 2)) == [(None, 3), (1, 2), (2, 1), (3, None)]
    assert list(splits(3, 2, least=2)) == [(None, 3), (3, None)]
    assert list(splits(2, 1)) == [(2,)]
    assert list(splits(0, 1)) == [(None,)]
    assert list(splits(0, 1, least=0)) == [(None,), (0,)]


@every("action", range(4))
@every("least", range(4))
@every("attacks", (1, 3))
def test_action_value_is_too_little_where_there_is_no_way_to_spend_it(action, least, attacks):
    """K-4.4, K-5.1: it is refused exactly then."""
    if list(splits(action, attacks, least)):
        check_action(action, least)
        assert fixed_plans([BLOW] * attacks, action, Target(5), least)
    else:
        refused(lambda: check_action(action, least), "action")
        refused(lambda: fixed_plans([BLOW] * attacks, action, Target(5), least), "action")


def test_armour_counts_for_whom_it_counts():
    """K-Q17."""
    bare = Rulings(unit_armour="none")
    assert Target(10, 6).total() == 16
    assert Target(10, 6).total(bare) == 10
    assert Target(10, 6, kamui=True).total(bare) == 16


def every_plan(attacks, action, target, least, rulings):
    """The best chance over all splits, one after the other."""
    return max(
        down_chance(split_odds(attacks, split, rulings), target.total(rulings))
        for split in splits(action, len(attacks), least)
    )


def every_decision(attacks, action, target, least, rulings):
    """The best chance if each attack follows the one before, by trying everything on chances of single attacks."""

    @cache
    def best(number, left, total):
        if total <= 0:
            return F(1)
        if number == len(attacks):
            return F(0)
        return max(
            best(number + 1, left, total),
            *(
                sum(
                    chance * best(number + 1, left - dice, total - amount)
                    for amount, chance in damage_odds(attacks[number], dice, rulings).items()
                )
                for dice in range(least, left + 1)
            ),
            F(0),
        )

    return best(0, action, target.total(rulings))


attacks = st.builds(Attack, st.integers(1, 6), st.integers(0, 4), st.integers(0, 3), st.integers(0, 3))
rulings = st.sampled_from([*READINGS, MISS, Rulings(no_successes="miss", die="d6"), Rulings(unit_armour="none")])


@settings(max_examples=60)
@given(
    st.lists(attacks, min_size=1, max_size=3),
    st.integers(1, 5),
    st.builds(Target, st.integers(1, 20), st.integers(0, 5), st.booleans()),
    st.integers(0, 1),
    rulings,
)
def test_no_split_is_better_than_the_best(many, action, target, least, asked):
    plans = fixed_plans(many, action, target, least, asked)
    assert plans[0].chance == every_plan(many, action, target, least, asked)
    for plan in plans:
        odds = split_odds(many, plan.split, asked)
        assert (plan.chance, plan.mean) == (down_chance(odds, target.total(asked)), mean(odds))
    adaptive = adaptive_plan(many, action, target, least, asked)
    assert adaptive.chance == every_decision(many, action, target, least, asked)
    assert adaptive.chance >= plans[0].chance


def test_equal_attacks_are_listed_once():
    """3 + 1 and 1 + 3 are the same."""
    found = [plan.split for plan in fixed_plans([BLOW, BLOW], 4, Target(26, 6))]
    assert sorted(found, key=str) == [(2, 2), (3, 1), (4, None)]
    different = [plan.split for plan in fixed_plans([BLOW, Attack(4, 5, 2, 4)], 4, Target(26, 6))]
    assert len(different) == 5


def test_with_the_formula_only_the_number_of_attacks_matters():
    """(K-Q9)."""
    chances = {plan.split: plan.chance for plan in fixed_plans([BLOW, BLOW], 4, Target(26, 6))}
    assert chances == {(3, 1): F(11, 16), (2, 2): F(11, 16), (4, None): F(0)}


def test_where_attacks_can_miss_the_split_matters():
    chances = {plan.split: plan.chance for plan in fixed_plans([BLOW, BLOW], 4, Target(24, 6), rulings=MISS)}
    assert chances[(2, 2)] == F(9, 16)
    assert chances[(3, 1)] == F(7, 16)


def test_seeing_the_first_attack_helps():
    """Three attacks that can miss, the middle one stronger: how to go on depends on the first."""
    three = [Attack(5, 1, 2), Attack(5, 2, 2), Attack(5, 1, 2)]
    adaptive = adaptive_plan(three, 4, Target(9), rulings=MISS)
    assert (adaptive.chance, adaptive.then) == (F(5, 8), {0: 1, 1: 3})
    assert fixed_plans(three, 4, Target(9), rulings=MISS)[0].chance == F(9, 16)


def test_the_first_decision_and_the_next():
    plan = adaptive_plan([Attack(5, 2)] * 2, 3, Target(5), rulings=MISS)
    assert (plan.chance, plan.first, plan.attack, plan.then) == (F(3, 8), 1, 0, {0: None, 1: 2})
    hopeless = adaptive_plan([Attack(0, 0)], 3, Target(5))
    assert (hopeless.chance, hopeless.first, hopeless.then) == (0, None, {})


def test_one_attack_needs_so_many_successes():
    """K-5.3: (3 + 5) × 2 + 4 = 20."""
    assert down_chance(damage_odds(BLOW, 4), 20) == check_odds(4, 5, 3)


@every(
    ("build", "field"),
    [
        (lambda: Attack(5, -1), "power"),
        (lambda: Attack(11, 1), "ability"),
        (lambda: Attack(5, 1, 21), "multiplier"),
        (lambda: Attack(5, 1, 1, 100), "bonus"),
        (lambda: Target(0), "hp"),
        (lambda: Target(5, -1), "armour"),
        (lambda: list(splits(13, 2)), "action"),
        (lambda: list(splits(3, 5)), "attacks"),
        (lambda: fixed_plans([BLOW], 1, Target(5), least=2), "action"),
        (lambda: fixed_plans([Attack(0, 1)], 1, Target(5), rulings=HIGH), "ability"),
        (lambda: adaptive_plan([Attack(0, 1)], 1, Target(5), rulings=HIGH), "ability"),
        (lambda: split_odds([BLOW], (1, 1)), "split"),
        (lambda: split_odds([BLOW], (-1,)), "split"),
        (lambda: damage_odds(BLOW, -1), "dice"),
        (lambda: damage(-1, 5), "successes"),
    ],
)
def test_what_cannot_be_is_refused(build, field):
    refused(build, field, ANY)
