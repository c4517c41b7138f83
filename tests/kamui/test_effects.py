"""What results do: events, damage, revival, rifts, the end of a round; the ring."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction as F
from itertools import product
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.kamui import (
    Kamui,
    Link,
    Rulings,
    State,
    Unit,
    add_rift,
    attack_kamui,
    attack_unit,
    choices_odds,
    distance,
    duty,
    end_round,
    faith_multiplier,
    fallen_rift,
    interaction,
    linked,
    near,
    offering,
    opposite,
    outer_squares,
    partners,
    resolution,
    revelation_squares,
    round_end,
    square_chance,
    strike_kamui,
    suffer,
    walk,
)
from tests.play import refused
from tests.rows import every

RINGS = [Rulings(die=die) for die in ("d6", "d8", "d10")]
AOI, REN, SUI = Kamui("Homura", 1), Kamui("Iwao", 10), Kamui("Sui", 5)

# --- the ring ---------------------------------------------------------------------------------------------------------


@every("rulings", RINGS)
def test_the_shorter_way_by_walking(rulings):
    """K-M3: distances are those of single steps, in either direction."""
    for start in outer_squares(rulings):
        for steps in range(rulings.sides):
            there, back = walk(start, steps, rulings), walk(start, -steps, rulings)
            assert distance(start, there, rulings) == min(steps, rulings.sides - steps)
            assert distance(start, back, rulings) == distance(back, start, rulings)
        assert walk(start, rulings.sides, rulings) == start
        assert opposite(opposite(start, rulings), rulings) == start
        assert distance(start, opposite(start, rulings), rulings) == rulings.sides // 2
        assert {distance(start, 0, rulings), distance(0, start, rulings)} == {1}
        assert len(near(start, rulings)) == 3
    assert distance(0, 0, rulings) == 0


def test_squares_that_do_not_exist():
    for call in (
        lambda: distance(1, 11),
        lambda: distance(-1, 1),
        lambda: opposite(0),
        lambda: near(11),
        lambda: walk(0, 1),
        lambda: opposite(7, Rulings(die="d6")),
        lambda: square_chance(1, [1, 12], 1),
        lambda: Kamui("Homura", 0),
    ):
        with pytest.raises(InputError):
            call()


@every("rulings", RINGS)
def test_revelation_dice_by_all_rolls(rulings):
    """K-M2."""
    faces = range(1, rulings.sides + 1)
    for dice in (1, 2, 3):
        counted, hits, either = Counter(), 0, 0
        for roll in product(faces, repeat=dice):
            squares = revelation_squares(roll, 1, rulings)
            counted[len(squares)] += 1
            hits += 3 in squares
            either += bool({3, 5} & set(squares))
        whole = rulings.sides**dice
        assert choices_odds(dice, rulings) == {n: F(ways, whole) for n, ways in sorted(counted.items())}
        assert square_chance(dice, 3, 1, rulings) == F(hits, whole)
        assert square_chance(dice, [3, 5], 1, rulings) == F(either, whole)


def test_without_revelation_dice_one_stays():
    """K-Q4."""
    assert revelation_squares([], 4) == (4,)
    assert (square_chance(0, 4, 4), square_chance(0, 5, 4)) == (1, 0)
    for call in (revelation_squares, lambda _, position, rulings: square_chance(0, 1, position, rulings)):
        refused(lambda call=call: call([], 4, Rulings(no_revelation="not_allowed")), ANY, "K-Q4")


# --- events -----------------------------------------------------------------------------------------------------------


def test_a_resolution_places_its_rift_even_if_the_check_fails():
    """K-2.3, K-Q5."""
    table = State((AOI,))
    assert resolution(table, 0, 0, 2).rifts == (1,)
    assert resolution(table, 0, 0, 2, rulings=Rulings(rift_placed="on_success")).rifts == ()
    assert resolution(table, 0, 2, 2, rulings=Rulings(rift_placed="on_success")).rifts == (1,)


def test_a_resolution_links_if_its_check_succeeds():
    """K-2.5: one may take the link."""
    table = State((AOI,))
    assert resolution(table, 0, 2, 2, "Mio").kamui[0].links == (Link("Mio"),)
    assert resolution(table, 0, 2, 2).kamui[0].links == ()
    with pytest.raises(ForbiddenAction) as caught:
        resolution(table, 0, 1, 2, "Mio")
    assert caught.value.rule == "K-2.5"


def test_two_rifts_on_a_square():
    """K-Q5."""
    assert add_rift((3, 1), 3) == (1, 3, 3)
    assert add_rift((3, 1), 3, Rulings(rifts_stack=False)) == (1, 3)


def test_a_duty_raises_faith():
    """K-2.8, K-Q19."""
    table = State((AOI, REN), faith=4)
    assert duty(table, 1, 3).faith == 7
    own = duty(table, 1, 3, Rulings(faith="own"))
    assert (own.faith, [kamui.faith for kamui in own.kamui]) == (4, [0, 3])


def test_an_interaction_needs_two_successes_and_somebody_close():
    """K-2.10, K-2.11."""
    table = State((AOI, REN, SUI))
    assert partners(table, 0) == (1,)
    assert interaction(table, 0, 2, [1]).kamui[0].links == (Link("Iwao"),)
    assert interaction(table, 0, 1) == table
    with pytest.raises(InputError) as caught:
        interaction(table, 0, 2, [2])
    assert (caught.value.value, caught.value.rule) == ("Sui", "K-2.11")
    for successes, others in ((1, [1]), (2, [1, 1])):
        with pytest.raises(ForbiddenAction):
            interaction(table, 0, successes, others)
    for others in ([0], [3], [-1]):
        with pytest.raises(InputError):
            interaction(table, 0, 2, others)


def test_an_interaction_with_all_in_reach():
    """K-Q7."""
    table = State((AOI, REN, replace(SUI, square=2)))
    assert interaction(table, 0, 2, rulings=Rulings(interaction_links="all")).kamui[0].links == (
        Link("Iwao"),
        Link("Sui"),
    )


def test_links_grow():
    """K-Q7: placeholders."""
    assert linked(linked(AOI, "Mio"), "Mio").links == (Link("Mio", 2),)
    quick = Rulings(new_link_level=2, link_step=3)
    strong = linked(linked(AOI, "Mio", quick), "Mio", quick)
    assert strong.links == (Link("Mio", 5),)


def test_a_link_stays_at_level_5():
    """K-Q7: the highest that the text names; nothing is refused, and with all in reach nobody is in anybody's way."""
    full = replace(AOI, links=(Link("Iwao", 5, used=True), Link("Sui", 4)))
    assert linked(full, "Iwao").links == full.links
    assert linked(full, "Sui", Rulings(link_step=5)).links[1] == Link("Sui", 5)
    table = State((full, REN, replace(SUI, square=2)))
    both = interaction(table, 0, 2, rulings=Rulings(interaction_links="all")).kamui[0]
    assert both.links == (Link("Iwao", 5, used=True), Link("Sui", 5))


def test_an_offering():
    """K-2.13, K-2.14."""
    table = State((AOI,))
    assert offering(table, 0, 1, "sake") == table
    assert offering(table, 0, 2, "sake").kamui[0].offerings == ("sake",)


def test_nobody_there():
    for call in (
        lambda: duty(State((AOI,)), 1, 1),
        lambda: duty(State(), 0, 1),
        lambda: offering(State((AOI,)), -1, 2, "x"),
        lambda: attack_unit(State(), 0, 5),
    ):
        with pytest.raises(InputError):
            call()


# --- damage -----------------------------------------------------------------------------------------------------------


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 300))
def test_nothing_is_lost_in_damage(armour, hp, amount):
    """K-5.5, K-5.6: what armour and HP lose, and the excess, are the damage."""
    left = suffer(armour, hp, amount)
    assert (armour - left.armour) + (hp - left.hp) + left.excess == amount
    assert left.hp == hp or left.armour == 0
    assert left.excess == 0 or left.hp == 0


@given(st.lists(st.integers(0, 40), max_size=4), st.integers(0, 30), st.integers(1, 60))
def test_several_attacks_are_as_good_as_one(amounts, armour, hp):
    """Armour does not come back (K-Q18): only the sum matters."""
    left = armour, hp
    for amount in amounts:
        left = suffer(*left, amount)[:2]
    assert left == suffer(armour, hp, sum(amounts))[:2]


def test_armour_of_a_unit():
    """K-Q17."""
    bare = Rulings(unit_armour="none")
    assert suffer(6, 10, 9, kamui=False) == (0, 7, 0)
    assert suffer(6, 10, 9, kamui=False, rulings=bare) == (6, 1, 0)
    assert suffer(6, 10, 9, kamui=True, rulings=bare) == (0, 7, 0)


def test_a_kamui_revives_at_once():
    """K-8.1 to K-8.3, K-Q13: excess lost, armour gone, same square."""
    hurt = Kamui("Homura", 3, hp=4, most_hp=12, armour=2, most_armour=5)
    after, revived = strike_kamui(hurt, 30)
    assert (after.hp, after.armour, after.revivals, after.square, revived) == (12, 0, 1, 3, 1)
    assert strike_kamui(hurt, 6).kamui.hp == 12
    assert strike_kamui(hurt, 5).kamui.hp == 1
    assert strike_kamui(hurt, 0).kamui == hurt


def test_what_a_revival_keeps_is_a_ruling():
    """K-Q13."""
    hurt = Kamui("Homura", 3, hp=4, most_hp=12, armour=2, most_armour=5)
    after, revived = strike_kamui(hurt, 30, Rulings(revival_excess="carries_over"))
    assert (after.hp, after.armour, after.revivals, revived) == (12, 0, 3, 3)  # 6 + 12 + 12
    after, revived = strike_kamui(hurt, 29, Rulings(revival_excess="carries_over"))
    assert (after.hp, revived) == (1, 2)
    after, revived = strike_kamui(hurt, 30, Rulings(revival_armour="restored"))
    assert (after.hp, after.armour, revived) == (12, 5, 1)
    after, revived = strike_kamui(hurt, 30, Rulings(revival_excess="carries_over", revival_armour="restored"))
    assert (after.hp, after.armour, revived) == (10, 0, 2)  # 6, then 5 + 12, then 5 armour and 2 of 12


def test_a_fallen_kamui_and_rifts():
    """K-Q14."""
    table = State((Kamui("Homura", 2),))
    assert attack_kamui(table, 0, 10).rifts == ()
    assert attack_kamui(table, 0, 10, Rulings(revival_rift=True)).rifts == (7,)
    assert attack_kamui(table, 0, 9, Rulings(revival_rift=True)).rifts == ()


def test_a_unit_falls():
    """K-7.4, K-7.5."""
    table = State(units=(Unit("Magai", 9, hp=10, armour=3), Unit("Spawn", 2, hp=5)))
    wounded = attack_unit(table, 0, 12)
    assert (wounded.units[0].armour, wounded.units[0].hp, wounded.rifts) == (0, 1, ())
    fallen = attack_unit(wounded, 0, 1)
    assert (fallen.units, fallen.rifts) == ((Unit("Spawn", 2, hp=5),), (4,))


def test_a_unit_falls_in_the_centre():
    """K-Q15."""
    table = State(units=(Unit("Magai", 0, hp=1),))
    assert attack_unit(table, 0, 1).rifts == ()
    asked = Rulings(centre_rift="gm_chooses")
    assert attack_unit(table, 0, 1, 8, asked).rifts == (8,)
    refused(lambda: attack_unit(table, 0, 1, rulings=asked), "gm_square", ANY)
    assert fallen_rift(3, 8, asked) == 8  # whoever stands on the ring has an opposite square: 3 + 5


# --- the end of a round -----------------------------------------------------------------------------------------------


def test_faith_rises_by_ten_whatever_happens():
    """K-7.1."""
    assert round_end([], []).gain == 10
    assert round_end([1], [2]) == round_end(
        [1],
        [
            2,
        ],
    )
    assert round_end([1], [2]).left == (2,)


def test_each_rift_counts_once():
    """K-7.2, K-Q11."""
    assert round_end([2, 2], [2]).gain == 15
    assert round_end([2, 2], [2], Rulings(rift_faith="per_pair")).gain == 20
    assert round_end([2], [2, 2]).gain == 20
    assert round_end([2, 2], [2, 2], Rulings(rift_faith="per_pair")).gain == 30


def test_rifts_that_vanish_first_give_nothing():
    """K-Q12: one's own faith neither, and several kamui neither."""
    for rift_faith in ("per_rift", "per_pair"):
        end = round_end([2, 2, 7], [2, 4, 7], Rulings(round_order="vanishing_first", rift_faith=rift_faith))
        assert (end.gain, end.gains, end.vanished, end.left) == (10, (10, 10, 10), (2, 7), (4,))


def test_faith_of_ones_own():
    """K-Q19."""
    end = round_end([2, 2, 7], [2, 4, 7, 7])
    assert end.gains == (15, 15, 20)
    table = State((replace(AOI, square=2), replace(REN, square=3)), rifts=(2,), faith=5)
    own = end_round(table, Rulings(faith="own"))
    assert (own.faith, [kamui.faith for kamui in own.kamui], own.rifts) == (5, [15, 10], ())


@given(st.lists(st.integers(1, 10), max_size=5), st.lists(st.integers(1, 10), max_size=8))
def test_rifts_vanish_where_kamui_stand(kamui, rifts):
    """K-7.3: all of them, and no others; each gave 5."""
    end = round_end(kamui, rifts)
    assert sorted((*end.vanished, *end.left)) == sorted(rifts)
    assert set(end.vanished) <= set(kamui)
    assert not set(end.left) & set(kamui)
    assert end.gain == 10 + 5 * len(end.vanished)


def test_a_table_of_ones_own_gives_the_multiplier():
    """K-Q8."""
    table = {0: 1, 30: 2, 60: 3}
    assert [faith_multiplier(faith, table) for faith in (0, 29, 30, 59, 60, 999)] == [1, 1, 2, 2, 3, 3]
    with pytest.raises(InputError):
        faith_multiplier(5, {10: 1})
