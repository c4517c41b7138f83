"""Hits, damage, death and katashiro, combined and split attacks, pressure: as players speak of them."""

from itertools import pairwise, product
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.text import same
from rules_py.exorcist import (
    UKKOKU_AGEHA,
    Ability,
    Attack,
    Damage,
    DamageKind,
    Difficulty,
    Escape,
    Exorcist,
    Kaii,
    MapObject,
    Pressure,
    Reach,
    Resolved,
    Rulings,
    Victim,
    Vitals,
    Zone,
    batch_damage,
    check_split,
    damage_through,
    end_of_turn,
    evaded,
    half,
    katashiro_needed,
    parse_damage,
    pressure_modes,
    price_of_life,
    resolve_attack,
    splits,
    start_of_turn,
    strike,
    suffer,
    wear_down,
)
from rules_py.exorcist.characters import armour_sum
from tests.play import refused
from tests.rows import every

P, S = DamageKind.PHYSICAL, DamageKind.SPIRITUAL


def aoi(**more):
    sheet = {"body": 2, "spirit": 3, "skill": 4, "hp": 5, "spirit_points": 4, "evade_dice": 3, "mobility": 5}
    return Exorcist(name=same("Aoi"), **sheet | more)


# --- attack and evasion -----------------------------------------------------------------------------------------------


def test_dice_are_spent_even_if_the_evasion_fails():
    """E-8.5, E-8.7."""
    assert resolve_attack(1, evades=True, evade_dice=3, rolls=[1, 3]) == Resolved(True, 1)
    assert resolve_attack(1, evades=True, evade_dice=3, rolls=[1, 4]) == Resolved(False, 1)


def test_a_failed_attack_check_costs_nobody_anything():
    """E-8.2."""
    assert resolve_attack(0, evades=True, evade_dice=3) == Resolved(False, 3)


def test_without_dice_there_is_no_evasion():
    """E-M4."""
    assert resolve_attack(1, evades=True, evade_dice=0).hit
    assert resolve_attack(1, evades=True, evade_dice=2).hit


def test_one_success_evades_however_good_the_attack():
    """E-Q8."""
    assert evaded(1, 5)
    strict = Rulings(evasion_needs="attack_successes")
    assert not evaded(1, 2, strict)
    assert evaded(2, 2, strict)


def test_who_does_not_evade_may_not_roll():
    """E-11.14."""
    with pytest.raises(ForbiddenAction) as error:
        resolve_attack(1, evades=False, evade_dice=1, rolls=[6])
    assert error.value.rule == "E-11.14"
    with pytest.raises(ForbiddenAction):
        resolve_attack(0, evades=True, evade_dice=1, rolls=[6])


# --- damage -----------------------------------------------------------------------------------------------------------


def test_armour_adds_up_and_stops_only_physical_damage():
    """E-9.3 to E-9.5."""
    assert armour_sum((1, 2)) == 3
    assert (damage_through(4, P, 3), damage_through(2, P, 3), damage_through(4, S, 3)) == (1, 0, 4)


def test_spiritual_damage_to_an_object():
    """E-Q18."""
    none = Rulings(spiritual_on_objects="none")
    assert damage_through(4, S, 1, Victim.OBJECT) == 4
    assert damage_through(4, S, 1, Victim.OBJECT, none) == 0
    assert damage_through(4, P, 1, Victim.OBJECT, none) == 3
    assert damage_through(4, S, 1, Victim.KAII, none) == 4


def test_toughness_ends_at_nothing():
    """E-11.7, E-Q31."""
    assert wear_down(2, 9, P) == 0
    assert wear_down(2, 1, P, 1) == 2


@given(st.integers(1, 99), st.integers(1, 99), st.integers(0, 200), st.sampled_from((P, S)), st.integers(0, 30))
def test_damage_lowers_one_value_only(hp, spirit_points, amount, kind, armour):
    after = suffer(Vitals(hp, spirit_points), amount, kind, armour)
    if kind is P:
        assert (after.hp, after.spirit_points) == (hp - max(0, amount - armour), spirit_points)
    else:
        assert (after.hp, after.spirit_points) == (hp, spirit_points - amount)


# --- death ------------------------------------------------------------------------------------------------------------


def test_averting_death_undoes_the_hit():
    """E-9.7, E-Q16."""
    struck = strike(aoi(), Vitals(2, 3, 1, katashiro=2), 3, P)
    assert (struck.vitals, struck.died, struck.alive, struck.paid) == (Vitals(2, 3, 1, katashiro=1), True, True, 1)
    whole = strike(aoi(), Vitals(2, 3, 1, katashiro=2), 3, P, rulings=Rulings(avert_restores="maximum"))
    assert whole.vitals == Vitals(5, 4, 1, katashiro=1)


def test_a_respawn_brings_half_of_everything():
    """E-9.9, E-Q15."""
    before = Vitals(2, 3, 0, katashiro=1)
    struck = strike(aoi(), before, 9, S, Escape.RESPAWN)
    assert struck.vitals == Vitals(3, 2, 2, katashiro=0)
    assert struck.respawned
    down = strike(aoi(), before, 9, S, Escape.RESPAWN, Rulings(respawn_half="down"))
    assert down.vitals == Vitals(2, 2, 1, katashiro=0)


def test_a_respawn_may_leave_what_stood_above_half():
    """E-9.9, E-Q32: HP 5, spirit points 4 and evade dice 3 at most; of the last two nothing is gone."""
    before = Vitals(2, 4, 3, katashiro=1)
    fallen = strike(aoi(), before, 4, P, Escape.RESPAWN)
    assert fallen.vitals == Vitals(3, 2, 2, katashiro=0)
    raised = strike(aoi(), before, 4, P, Escape.RESPAWN, Rulings(respawn_resources="raise"))
    assert raised.vitals == Vitals(3, 4, 3, katashiro=0)


def test_half_of_one_is_enough_if_it_need_not_fall():
    """E-Q15, E-Q32: a single spirit point, rounded down to none, stays under the other reading."""
    frail = aoi(spirit_points=1)
    house = Rulings(respawn_half="down", respawn_resources="raise")
    assert strike(frail, Vitals(1, 1, 0, katashiro=2), 1, P, Escape.RESPAWN, house).vitals == Vitals(2, 1, 1, 1)
    with pytest.raises(ForbiddenAction):
        strike(frail, Vitals(1, 1, 0, katashiro=2), 1, P, Escape.RESPAWN, Rulings(respawn_half="down"))
    with pytest.raises(ForbiddenAction):
        strike(frail, Vitals(1, 1, 0, katashiro=2), 1, P, Escape.RESPAWN, house, besides=1)


def test_idle_turns_lead_to_ultra_hard_only_at_some_tables():
    """E-13.6, E-Q35: two quiet turns bring Hard mode; then nobody attacks and nobody is hurt."""
    turns = [(True, False)] * 2 + [(False, False)] * 3
    assert [mode.value for mode in pressure_modes(turns)] == [0, 0, 1, 1, 1]
    assert [mode.value for mode in pressure_modes(turns, Rulings(ultra_needs_attack=False))] == [0, 0, 1, 1, 2]
    never = [(False, False)] * 5
    assert [mode.value for mode in pressure_modes(never, Rulings(ultra_needs_attack=False))] == [0] * 5


def test_nobody_respawns_with_nothing():
    """E-Q15: half of 1, rounded down."""
    frail = aoi(hp=1)
    with pytest.raises(ForbiddenAction):
        strike(frail, Vitals(1, 4, 0, katashiro=2), 1, P, Escape.RESPAWN, Rulings(respawn_half="down"))
    assert strike(frail, Vitals(1, 4, 0, katashiro=2), 1, P, Escape.RESPAWN).vitals.hp == 1


def test_dead_without_katashiro():
    """E-9.11."""
    struck = strike(aoi(), Vitals(2, 3), 2, P)
    assert (struck.alive, struck.died, struck.paid, struck.vitals.hp) == (False, True, 0, 0)


def test_more_than_twice_the_hp_takes_two():
    """E-9.8: strictly more, physical only."""
    assert [katashiro_needed(2, amount, P) for amount in (4, 5)] == [1, 2]
    assert katashiro_needed(2, 50, S) == 1


def test_armour_and_twice_the_hp():
    """E-Q14."""
    assert katashiro_needed(2, 6, P, armour=2) == 1
    assert katashiro_needed(2, 6, P, armour=2, rulings=Rulings(twice_hp_damage="before_armour")) == 2
    assert katashiro_needed(2, 2, P, rulings=Rulings(twice_hp_of="after_hit")) == 2


def test_one_katashiro_where_two_are_due():
    """E-Q17."""
    before = Vitals(1, 4, 0, katashiro=1)
    assert not strike(aoi(), before, 3, P).alive
    lenient = strike(aoi(), before, 3, P, rulings=Rulings(short_of_katashiro="one_is_enough"))
    assert (lenient.alive, lenient.paid, lenient.vitals.katashiro) == (True, 1, 0)
    assert price_of_life(1, 3, 3, P, 0, Rulings(short_of_katashiro="one_is_enough")) is None


def test_a_hit_that_is_not_deadly_costs_no_katashiro():
    struck = strike(aoi(armour=(1, 1)), Vitals(5, 4, 2, katashiro=1), 4, P)
    assert (struck.vitals, struck.lost, struck.died, struck.paid) == (Vitals(3, 4, 2, katashiro=1), 2, False, 0)


@given(
    st.integers(1, 20),
    st.integers(1, 20),
    st.integers(0, 4),
    st.integers(0, 60),
    st.sampled_from((P, S)),
    st.sampled_from(Escape),
)
def test_whoever_is_alive_has_something_left(hp, spirit_points, katashiro, amount, kind, escape):
    who = aoi(hp=20, spirit_points=20, armour=(1,))
    struck = strike(who, Vitals(hp, spirit_points, 1, katashiro), amount, kind, escape)
    assert struck.alive == (not struck.vitals.dead)
    assert struck.vitals.katashiro == katashiro - struck.paid >= 0
    assert struck.died or not struck.paid
    assert struck.lost == damage_through(amount, kind, 1)


def test_what_gets_through_may_be_known_already():
    """E-9.8, E-Q10: a batch of several attacks that met the same armour several times, told as one."""
    before = Vitals(99, 4, katashiro=2)
    assert strike(aoi(hp=99), before, 1800, P, lost=198).paid == 1
    assert strike(aoi(hp=99), before, 1800, P, lost=199).paid == 2
    assert strike(aoi(hp=99), before, 1800, P, lost=198, rulings=Rulings(twice_hp_damage="before_armour")).paid == 2
    assert strike(aoi(armour=(9,)), Vitals(5, 4), 3, P, lost=2).vitals.hp == 3


def test_the_dead_cannot_be_struck():
    with pytest.raises(InputError):
        strike(aoi(), Vitals(0, 4), 1, P)


# --- several attacks --------------------------------------------------------------------------------------------------


def test_a_batch_counts_the_mobs_that_succeeded():
    """E-8.12 to E-8.16, E-Q10."""
    assert batch_damage([1, 0, 3], [4, 4, 2], is_evaded=False, armour=1) == 4
    assert batch_damage([1, 0, 3], [4, 4, 2], is_evaded=False, armour=1, rulings=Rulings(batch_armour="once")) == 5
    assert batch_damage([1, 0, 3], [4, 4, 2], is_evaded=True) == 0
    assert batch_damage([0, 0], [4, 4], is_evaded=False) == 0
    assert batch_damage([1, 1], [4, 4], is_evaded=False, kind=S, armour=9) == 8
    none = Rulings(spiritual_on_objects="none")
    assert batch_damage([1, 1], [4, 4], is_evaded=False, kind=S, victim=Victim.OBJECT, rulings=none) == 0
    once = Rulings(batch_armour="once")
    assert batch_damage([1, 1], [1, 1], is_evaded=False, armour=3, rulings=once) == 0
    assert batch_damage([1, 1], [4, 4], is_evaded=False, kind=S, armour=3, rulings=once) == 8


@every(("dice", "continuous"), [(dice, n) for dice in range(1, 8) for n in range(4)])
def test_every_split_adds_up(dice, continuous):
    """E-M14, E-Q9: against all tuples of dice."""
    parts = continuous + 1
    by_hand = {split for split in product(range(1, dice + 1), repeat=parts) if sum(split) == dice}
    found = list(splits(dice, continuous))
    assert len(found) == len(set(found))
    assert set(found) == by_hand
    for split in found:
        assert check_split(split, dice, continuous) == split


@every("wrong", [[], [0, 5], [3, 3], [2, 2, 1], [5, 0], [-1, 6], [2.5, 2.5], [True, 4], ["5"]])
def test_a_split_that_does_not_add_up(wrong):
    refused(lambda: check_split(wrong, 5, 1), "split", "E-Q9")


def test_an_attack_may_stay_whole():
    assert check_split([5], 5, 1) == (5,)


# --- pressure ---------------------------------------------------------------------------------------------------------

QUIET, HURT, IDLE = (True, False), (True, True), (False, False)
N, H, U = Pressure


@every(
    ("turns", "modes"),
    [
        ([QUIET, QUIET, QUIET], [N, N, H]),
        ([QUIET, IDLE, QUIET, QUIET, QUIET], [N, N, N, N, H]),
        ([QUIET, QUIET, HURT, QUIET, QUIET, QUIET], [N, N, H, H, H, U]),
        ([QUIET] * 8, [N, N, H, H, U, U, U, U]),
        ([HURT] * 4, [N] * 4),
    ],
)
def test_when_the_pressure_rises(turns, modes):
    """E-13.3 to E-13.7, E-Q22, E-Q23."""
    assert pressure_modes(turns) == modes


def test_quiet_turns_counted_in_all():
    """E-Q22."""
    assert pressure_modes([QUIET, HURT, QUIET, QUIET], Rulings(quiet_turns="in_all")) == [N, N, N, H]


def test_damage_may_end_the_pressure():
    """E-Q23."""
    turns = [QUIET, QUIET, HURT, QUIET, QUIET, QUIET]
    assert pressure_modes(turns, Rulings(damage_ends_pressure=True)) == [N, N, H, N, N, H]
    in_all = Rulings(damage_ends_pressure=True, quiet_turns="in_all")
    assert pressure_modes([QUIET, HURT, QUIET, QUIET], in_all) == [N, N, N, H]


def test_the_gm_may_keep_silent_about_hard_mode_but_not_about_ultra():
    """E-13.4, E-13.6, E-Q22."""
    assert start_of_turn(Zone(N, 3), announced=False) == Zone(N, 3)
    assert start_of_turn(Zone(N, 2), announced=False, rulings=Rulings(hard_mode="by_itself")).pressure is H
    assert start_of_turn(Zone(H, 2), announced=False).pressure is U
    assert start_of_turn(Zone(U, 9)) == Zone(U, 9)


@given(st.lists(st.sampled_from([QUIET, HURT, IDLE]), max_size=20))
def test_the_pressure_never_falls_and_rises_step_by_step(turns):
    """E-13.9: until the fight ends."""
    modes = [mode.value for mode in pressure_modes(turns)]
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(modes))
    assert end_of_turn(Zone(H, 1), attacked=False, damaged=False).quiet == 0


# --- characters -------------------------------------------------------------------------------------------------------


@every(
    ("text", "least", "most", "shown"),
    [("1d6", 1, 6, "1d6"), ("d4", 1, 4, "1d4"), ("２Ｄ４＋１", 3, 9, "2d4+1"), (" 3 ", 3, 3, "3"), ("0", 0, 0, "0")],
)
def test_damage_as_it_is_written(text, least, most, shown):
    found = parse_damage(text)
    assert (found.least, found.most, str(found)) == (least, most, shown)
    assert (found.die.min_outcome(), found.die.max_outcome()) == (least, most)


@every("text", ["", "x", "-1", "d", "6d", "1d0", "9d6", "1d99", "1d6-1", "1.5", "1d6+99", "٣", "100"])
def test_what_is_no_damage(text):
    refused(lambda: parse_damage(text, "bite"), "bite", ANY)


@every(
    "wrong",
    [
        lambda: aoi(body=-1),
        lambda: aoi(hp=0),
        lambda: aoi(armour=(1,) * 6),
        lambda: aoi(armour=(21,)),
        lambda: aoi(katashiro=1.0),
        lambda: aoi(evade_dice=31),
        lambda: Kaii(name=same("K"), body=1, spirit=1, skill=1, toughness=0, miasma=0, mobility=1, evades=False),
        lambda: Kaii(name=same("K"), body=1, spirit=1, skill=1, toughness=1, miasma=0, mobility=1, evades="no"),
        lambda: MapObject(name=same("O"), toughness=0),
        lambda: Attack(same("A"), "body", Damage(1)),
        lambda: Attack(same("A"), Ability.BODY, "1d6"),
        lambda: Attack(same("A"), Ability.BODY, Damage(1), "melee"),
        lambda: Attack(same("A"), Ability.BODY, Damage(1), difficulty=Difficulty.AUTOMATIC),
        lambda: Attack(same("A"), Ability.BODY, Damage(1), Reach.MELEE, targets=0),
        lambda: Damage(6),
        lambda: Damage(1, 0),
        lambda: Damage(1, kind="physical"),
        lambda: Vitals(100, 1),
        lambda: half(-1),
        lambda: katashiro_needed(0, 1, P),
        lambda: price_of_life(0, 1, 1, P, 1),
        lambda: price_of_life(1, 1801, 1, P, 1),
        lambda: price_of_life(1, 1, 2, P, 1),
        lambda: price_of_life(1, 1, 1, P, 21),
        lambda: strike(aoi(), Vitals(5, 4), 3, P, lost=4),
        lambda: strike(aoi(), Vitals(5, 4), 3, P, lost=-1),
        lambda: strike(aoi(), Vitals(5, 4), 3, P, besides=-1),
        lambda: strike(aoi(), Vitals(5, 4), 3, P, besides=1801),
        lambda: damage_through(9, "physical", 4),
        lambda: damage_through(9, P, 4, "object"),
        lambda: wear_down(9, 3, "spiritual"),
        lambda: suffer(Vitals(5, 5), 3, "physical"),
        lambda: katashiro_needed(1, 9, "spiritual"),
        lambda: price_of_life(1, 1, 1, "spiritual", 1),
        lambda: strike(aoi(), Vitals(5, 4), 9, P, "respawn"),
        lambda: batch_damage([1], [1, 2], is_evaded=False),
        lambda: batch_damage([], [], is_evaded=False),
        lambda: evaded(1, 0),
        lambda: resolve_attack(1, evades=True, evade_dice=1, rolls=[1, 1]),
        lambda: list(splits(0, 1)),
        lambda: list(splits(5, 4)),
    ],
)
def test_what_cannot_be_is_refused_in_both_languages(wrong):
    refused(wrong, ANY, ANY)


def test_a_kaii_evades_with_its_best_ability():
    """E-11.18, E-11.19."""
    boss = Kaii(
        name=same("Boss"), body=3, spirit=5, skill=4, toughness=9, miasma=1, mobility=4, evades=True, extra_evade=2
    )
    assert boss.evade_dice == 7
    assert UKKOKU_AGEHA.evade_dice == 0
