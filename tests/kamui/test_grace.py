"""The grace check: dice, lowered faces, miracle points."""

from collections import Counter
from fractions import Fraction as F
from itertools import product
from unittest.mock import ANY

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.kamui import (
    Kamui,
    Link,
    Rulings,
    Supplicant,
    check_odds,
    grace_odds,
    grace_successes,
    lowering_cost,
    miracle_points,
    spread,
    successes_odds,
)
from tests.play import refused
from tests.rows import every

from .reckoning import READINGS, succeeds

EACH_DIE = Rulings(reduction="each_die")


def most_successes(rolls, ranks, points, rulings):
    """The most successes that any way to lower the faces gives, by trying all of them."""
    if not rolls:
        return 0
    face, rank = rolls[0], ranks[0]
    total = rulings.reduction == "total"
    return max(
        succeeds(face - less, rank, rulings)
        + most_successes(rolls[1:], ranks[1:], points - less if total else points, rulings)
        for less in range(min(points, face - 1) + 1)
    )


asked = st.sampled_from(
    [*READINGS, EACH_DIE, Rulings(die="d6", reduction="each_die"), Rulings(die="d8", reduction="each_die")]
)


@settings(max_examples=150)
@given(asked, st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=4), st.integers(0, 8))
def test_no_way_to_lower_faces_is_better_than_the_cheapest_first(rulings, dice, points):
    """K-M9: the greedy way against all ways."""
    rolls, ranks = [face for face, _ in dice], [rank for _, rank in dice]
    best = spread(rolls, ranks, points, rulings)
    assert best.successes == most_successes(rolls, ranks, points, rulings)
    assert best.successes == sum(succeeds(face, rank, rulings) for face, rank in zip(best.faces, ranks, strict=True))
    assert all(face >= 1 for face in best.faces)
    assert [face + less for face, less in zip(best.faces, best.lowered, strict=True)] == rolls
    if rulings.reduction == "total":
        assert sum(best.lowered) + best.left == points
    else:
        assert max(best.lowered, default=0) <= points


@every(
    "rulings",
    [
        *(r for r in READINGS if r.die == "d6"),
        Rulings(die="d8"),
        Rulings(die="d6", reduction="each_die"),
    ],
)
@every("points", [0, 1, 3, 7])
def test_the_odds_are_those_of_all_rolls(rulings, points):
    """Three dice of two PCs, every roll lowered in every way."""
    party = [Supplicant(2, 2), Supplicant(1, 4)]
    counted = Counter(
        most_successes(roll, (2, 2, 4), points, rulings) for roll in product(range(1, rulings.sides + 1), repeat=3)
    )
    found = {count: chance for count, chance in grace_successes(party, points, rulings).items() if chance}
    assert found == {count: F(ways, rulings.sides**3) for count, ways in sorted(counted.items())}


def test_without_points_it_is_a_check_like_any_other():
    assert grace_successes([Supplicant(3, 4)]) == successes_odds(3, 4)


def test_a_rank_of_zero_cannot_be_reached():
    """No face falls below 1 (K-Q16)."""
    assert lowering_cost(1, 0) is None
    assert grace_successes([Supplicant(2, 0)], 20) == {0: 1, 1: 0, 2: 0}
    assert grace_successes([Supplicant(2, 0)], 20, EACH_DIE) == {0: 1, 1: 0, 2: 0}


def test_with_many_points_everything_succeeds():
    assert grace_successes([Supplicant(2, 1)], 18)[2] == 1
    assert grace_successes([Supplicant(2, 1)], 17)[2] == F(99, 100)


def test_each_die_may_be_lowered_by_as_much():
    """K-Q16: three points for every die make rank 4 a 7."""
    assert grace_successes([Supplicant(3, 4)], 3, EACH_DIE) == successes_odds(3, 7)


@every("success", ["at_least_fixed", "at_least_target"])
def test_where_high_faces_succeed_lowering_is_of_no_use(success):
    """K-Q1."""
    rulings = Rulings(success=success)
    assert grace_successes([Supplicant(3, 4)], 9, rulings) == successes_odds(3, 4, rulings)
    assert lowering_cost(2, 4, rulings) is None


def test_revival_checks_are_subtracted_and_nothing_falls_below_zero():
    """K-6.5, K-Q16."""
    assert [miracle_points(count, 2) for count in range(5)] == [0, 0, 0, 1, 2]
    assert grace_odds([Supplicant(2, 5, 3)]) == ({0: F(1)},)


def test_pooled_or_each_for_itself():
    """K-Q16: two PCs with a die each and one revival check."""
    party = [Supplicant(1, 5, 1), Supplicant(1, 5, 0)]
    assert grace_odds(party) == ({0: F(3, 4), 1: F(1, 4)},)
    assert grace_odds(party, rulings=Rulings(grace="own")) == ({0: F(1)}, {0: F(1, 2), 1: F(1, 2)})


def test_nobody_has_dice():
    assert grace_odds([Supplicant(0, 5)]) == ({0: F(1)},)
    assert grace_successes([]) == {0: 1}


def test_only_unused_links_of_level_five_give_dice():
    """K-6.2."""
    links = (Link("Mio", 5), Link("Iwao", 5, used=True), Link("Sui", 4), Link("Kei", 5))
    assert Kamui("Homura", 1, links=links).grace_dice == 2


@settings(max_examples=40)
@given(st.lists(st.builds(Supplicant, st.integers(0, 4), st.integers(0, 10)), max_size=3), st.integers(0, 10))
def test_more_points_never_hurt(party, points):
    few, many = grace_successes(party, points), grace_successes(party, points + 1)
    assert sum(few.values()) == 1
    for needed in few:
        assert sum(many[n] for n in many if n >= needed) >= sum(few[n] for n in few if n >= needed)


def test_a_large_party_adds_up():
    party = [Supplicant(4, rank) for rank in (2, 3, 4, 5)]
    odds = grace_successes(party, 20)
    assert sum(odds.values()) == 1
    assert odds[0] == 0
    assert 1 - grace_successes([Supplicant(12, 3)], 0)[0] == check_odds(12, 3)


@every(
    ("build", "field"),
    [
        (lambda: Supplicant(13, 4), "dice"),
        (lambda: Supplicant(-1, 4), "dice"),
        (lambda: Supplicant(3, 11), "rank"),
        (lambda: Supplicant(3, 4, -1), "revivals"),
        (lambda: grace_successes([Supplicant(12, 4)] * 2), "dice"),
        (lambda: grace_successes([Supplicant(1, 4)], 21), "points"),
        (lambda: grace_successes([Supplicant(1, 0)], 0, Rulings(success="at_least_target")), "rank"),
        (lambda: spread([3, 4], [4], 2), "ranks"),
        (lambda: spread([11], [4], 2), "face"),
        (lambda: spread([3], [4], -1), "points"),
    ],
)
def test_what_cannot_be_is_refused(build, field):
    refused(build, field, ANY)
