"""Every curse and bless as it works at the table: what it does, what more copies do, when it leaves (P-17, P-18)."""

from dataclasses import replace
from itertools import product
from unittest.mock import ANY

import pytest

from rules_py.core.errors import ForbiddenAction
from rules_py.prophecy import (
    BLESSES,
    CONDITIONS,
    CURSES,
    Battle,
    Curse,
    Effect,
    Rulings,
    Stage,
    apply_attack_effect,
    apply_support_effect,
    attack_targets,
    check_effects,
    end_of_activation,
    erase,
    grant_bless,
    heal,
    inflict_curse,
    legal_actions,
    modifier,
    start_effect,
    start_of_activation,
    support_targets,
    take_damage,
)
from rules_py.prophecy.conditions import NUMBERS
from tests.play import refused, rules_of, said
from tests.rows import every

from .table import Table, carried, curses, foe, pc, rage

MIO, REN, SOLOIST = 0, 1, 2
"""Two PCs against an enemy; they act in this order."""
DUEL = 1
"""The enemy where there is one PC."""

# --- numbers ----------------------------------------------------------------------------------------------------------

PER_COPY = {
    # what each copy does to initiative, cast value, guard value and other check values (P-T8)
    "speed_down": (-1, 0, 0, 0),
    "cast_down": (0, -1, 0, 0),
    "guard_down": (0, 0, -1, 0),
    "restriction": (-1, -1, -1, -1),
    "freeze": (-1, -1, -1, -1),
    "petrify": (-1, -1, -1, -1),
    "speed_up": (1, 0, 0, 0),
    "cast_up": (0, 1, 0, 0),
    "guard_up": (0, 0, 1, 0),
}


@every("copies", range(1, 7))
@every("kind", CONDITIONS)
def test_what_so_many_copies_do_to_the_numbers(kind, copies):
    """P-T8, P-M12: and no other condition changes a number."""
    expected = [each * copies for each in PER_COPY.get(kind, (0, 0, 0, 0))]
    assert [modifier([kind] * copies, number) for number in NUMBERS] == expected


def test_changes_of_different_conditions_add_up():
    """P-M12: all = −(2 + 1 + 1), initiative = all − 1 + 1, cast = all − 1 + 2, guard = all − 1 + 1."""
    carrying = ["restriction", "restriction", "freeze", "petrify", "speed_down", "speed_up", "cast_down"]
    carrying += ["cast_up", "cast_up", "guard_down", "guard_up"]
    assert [modifier(carrying, number) for number in NUMBERS] == [-4, -3, -4, -4]


def degree_of(table, target, cast=(3, 4), guard=(3, 4)):
    """The degree of an attack with these dice."""
    table.do("attack", [target])
    table.do("roll", [], [[table.active, list(cast)], [target, list(guard)]])
    told = said(table.do("accept"))[0]
    assert " hits " in told or " misses " in told
    return table.battle.attacks[-1].exchanges[0].degree if table.battle.attacks else told


# --- 1 Speed Down -----------------------------------------------------------------------------------------------------


@every(
    ("condition", "dominance", "mio", "ren", "order"),
    [
        ("Speed Down", 7, 9, 8, ((REN, 8), (MIO, 7), (SOLOIST, 6))),
        ("Speed Up", 8, 6, 7, ((SOLOIST, 9), (MIO, 8), (REN, 7))),
    ],
)
def test_speed_down_slows_and_speed_up_quickens_by_each_copy_and_enemies_too(condition, dominance, mio, ren, order):
    """P-17.1a, P-18.1a, P-Q8: 9 − 2 = 7 falls behind an 8, 6 + 2 = 8 comes before a 7; so does a dominance."""
    table = Table(pc(f"{condition} 2"), pc(), foe(condition, dominance=dominance))
    table.do("begin")
    table.order({MIO: mio, REN: ren})
    assert table.battle.order == order


def test_speed_down_stays_until_it_is_removed_copy_by_copy():
    """P-T3.1: it counts in every round; one removal takes one copy."""
    table = Table(pc("Speed Down 3", mana=5), foe()).begin()
    table.do("support", [MIO], [["lift_curse", "speed_down"]])
    table.skip()
    assert curses(table[MIO]) == ["speed_down"] * 2
    table.order({MIO: 9})
    assert dict(table.battle.order)[MIO] == 7


# --- 2 Hobble ---------------------------------------------------------------------------------------------------------


@every("copies", [1, 2, 6])
def test_hobble_keeps_one_in_the_battle(copies):
    """P-17.2a: Retreat is impossible, everything else is open."""
    table = Table(pc(f"Hobble {copies}", mana=1), foe()).begin()
    table.refused("P-17.2a", "retreat")
    assert [name for name, problem in legal_actions(table.battle).items() if problem is None] == [
        "attack",
        "support",
        "pass",
    ]


def test_hobble_holds_until_the_last_copy_is_gone():
    """P-T3.2."""
    table = Table(pc("Hobble 2", mana=9), foe()).begin()
    table.do("support", [MIO], [["lift_curse", "hobble"]])
    table.rest()
    table.refused("P-17.2a", "retreat")
    table.do("support", [MIO], [["lift_curse", "hobble"]])
    table.rest()
    table.do("retreat")
    assert table[MIO].gone


# --- 3 Rage -----------------------------------------------------------------------------------------------------------


def test_rage_turns_one_against_its_inflicter():
    """P-17.3a, P-17.3b: attack nobody else, but any other action is open."""
    table = Table(pc(mana=2), foe(recipe="Rage", dominance=20), foe())
    table.begin()
    table.hit(0, ["inflict_curse", "rage"], degree=2)
    table.done()
    assert table[0].curses == (Curse("rage", 1),)
    table.refused("P-17.3a", "attack", [2])
    assert all(problem is None for problem in legal_actions(table.battle).values())
    table.do("attack", [1])


def test_rage_of_several_inflicters_leaves_the_choice_among_them():
    """P-Q41."""
    table = Table(pc(curses=rage(1, 2, 2)), foe(), foe(), foe()).begin()
    assert attack_targets(table.battle, 0) == (1, 2)
    table.refused("P-17.3a", "attack", [3])


def test_rage_against_somebody_who_is_gone_leaves_nobody_to_attack():
    """P-Q41: neither one who left or fell, nor nobody in this battle; what is no attack stays possible."""
    for inflicter in (foe(gone=True), foe(down=True)):
        table = Table(pc(curses=rage(1), mana=1), inflicter, foe()).begin()
        table.refused("P-17.3a", "attack", [2])
        table.do("support", [0], [["heal_damage"]])
    Table(pc("Rage"), foe()).begin().refused("P-17.3a", "attack", [1])


def test_rage_stays_until_each_copy_is_removed():
    """P-T3.3: it does not leave with an activation."""
    table = Table(pc(curses=rage(1, 1), mana=9), foe(), foe()).begin()
    table.hit(1)
    table.done()
    table.rest()
    assert curses(table[0]) == ["rage", "rage"]
    table.do("support", [0], [["lift_curse", "rage"]])
    assert curses(table[0]) == ["rage"]


def test_rage_binds_counter_and_chain_combo_too():
    """P-17.3a, P-Q35: both are attacks."""
    table = Table(pc(), pc(curses=rage(3), mana=5), foe(dominance=20), foe(dominance=19), pc(mana=5)).begin()
    table.hit(REN)
    assert table.active == 3, "Ren could not answer: the Rage is not against this attacker"
    table.skip()
    table.hit(SOLOIST)
    table.refused("P-17.3a", "chain", REN, SOLOIST)
    table.do("chain", 4, SOLOIST)


def test_rage_allows_the_counter_against_its_inflicter():
    """P-17.3a: also if that is an ally who struck under Delusion."""
    table = Table(pc("Delusion"), pc(curses=rage(MIO), mana=1), foe()).begin()
    table.hit(REN)
    table.do("counter", REN)
    assert table.battle.attack.attacker == REN
    assert table.battle.attack.exchanges[0].target == MIO


# --- 4 Poison ---------------------------------------------------------------------------------------------------------


@every("copies", [1, 2, 6])
def test_poison_hurts_once_at_the_start_of_ones_own_activation(copies):
    """P-17.4a, P-17.4b."""
    table = Table(pc(f"Poison {copies}"), foe(dominance=20))
    table.begin()
    assert table.damage() == [0, 0], "not in somebody else's activation"
    table.skip()
    assert table.damage() == [1, 0]
    table.rest()
    table.skip()
    assert table.damage() == [2, 0], "it stays (P-T3.4)"
    assert curses(table[0]) == ["poison"] * copies


def test_poison_bites_also_in_the_slot_of_one_who_has_acted():
    """P-Q24: a Counter itself does not set it off, the own place in the order does."""
    table = Table(pc("Poison", mana=1), foe(dominance=20))
    table.begin()
    table.hit(0)
    table.do("counter", 0)
    assert table[0].damage == 1
    table.roll(-1)
    table.do("accept")
    table.done()
    assert table[0].damage == 2
    assert table.battle.round == 2


# --- 5 Mana Scar ------------------------------------------------------------------------------------------------------


@every("copies", [1, 3])
def test_mana_scar_takes_the_last_stand_away(copies):
    """P-17.5a: however much mana there is."""
    table = Table(pc(f"Mana Scar {copies}", damage=6, mana=9), foe(dominance=20)).begin()
    table.hit(0)
    table.refused("P-17.5a", "last_stand", 0)
    table.do("fall", 0)
    assert table[0].down


def test_mana_scar_matters_no_more_once_it_is_lifted():
    """P-T3.5."""
    table = Table(pc("Mana Scar", damage=6, mana=9), foe()).begin()
    table.do("support", [0], [["lift_curse", "mana_scar"]])
    table.hit(0)
    table.do("last_stand", 0)
    assert not table[0].down


# --- 6 Thorns ---------------------------------------------------------------------------------------------------------


@every("copies", [1, 2, 5])
def test_thorns_prick_once_for_every_round_action(copies):
    """P-17.6a, P-17.6d: Attack, whether it hits or misses, and Support."""
    table = Table(pc(f"Thorns {copies}", mana=3), pc(), foe()).begin()
    table.hit(SOLOIST)
    table.done()
    assert table[MIO].damage == 1
    table.rest()
    table.miss(SOLOIST)
    assert table[MIO].damage == 2
    table.rest()
    table.do("support", [REN], [["heal_damage"]])
    assert table[MIO].damage == 3
    assert curses(table[MIO]) == ["thorns"] * copies, "they stay (P-T3.6)"


def test_thorns_prick_those_who_retreat():
    """P-Q31: Retreat is a round action."""
    table = Table(pc("Thorns"), pc(), foe()).begin()
    assert "P-17.6a" in rules_of(table.do("retreat"))
    assert table[MIO].damage == 1


def test_thorns_spare_those_who_pass():
    """P-17.6b: also when Incapacity makes it a Pass."""
    for also in ("", ", Incapacity"):
        table = Table(pc("Thorns" + also), foe()).begin()
        table.skip()
        assert table[0].damage == 0


def test_thorns_do_not_prick_when_the_action_erases_them():
    """P-17.6c: by Support of oneself, or by Refresh."""
    table = Table(pc("Thorns", mana=1), foe()).begin()
    table.do("support", [0], [["lift_curse", "thorns"]])
    assert table[0].damage == 0
    table = Table(pc("Thorns"), foe()).begin()
    table.hit(1, ["refresh", "thorns"], degree=4)
    table.done()
    assert (table[0].damage, curses(table[0])) == (0, [])


def test_thorns_that_are_left_still_prick():
    """P-17.6c, P-17.6d: erasing one of two copies leaves one that was not erased."""
    table = Table(pc("Thorns 2", mana=1), foe()).begin()
    table.do("support", [0], [["lift_curse", "thorns"]])
    assert (table[0].damage, curses(table[0])) == (1, ["thorns"])
    table = Table(pc("Thorns 2", mana=1), foe()).begin()
    table.hit(1, ["refresh", "thorns"], ["refresh", "thorns"])
    table.done()
    assert table[0].damage == 0


def test_thorns_prick_after_counter_and_chain_combo():
    """P-Q31: they use up the round action."""
    table = Table(pc("Thorns", mana=1), pc("Thorns", mana=1), foe(dominance=20, mana=0)).begin()
    table.hit(MIO)
    table.do("counter", MIO)
    table.roll(3)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    assert table[MIO].damage == 1, "the hit; the Thorns wait for the end of the Counter"
    table.do("chain", REN, SOLOIST)
    table.roll(3)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    table.done()
    assert table.damage() == [2, 1, 2]


def test_thorns_wait_until_the_action_is_resolved():
    """P-Q31: the enemy takes its damage first."""
    table = Table(pc("Thorns"), foe()).begin()
    told = said(table.hit(1) + table.done())
    assert told.index("Soloist takes 1 damage (1 of 6).") < told.index("Thorns prick Mio.")


def test_thorns_can_knock_down_and_last_stand_helps():
    """P-17.6a, P-14.4, P-16.8: then the activation ends as always."""
    table = Table(pc("Thorns", damage=6, mana=1), foe()).begin()
    table.miss(1)
    assert table.battle.fallen == (0,)
    table.do("last_stand", 0)
    assert (table[0].damage, table[0].down, table.active) == (6, False, 1)


def test_thorns_may_knock_down_whoever_retreats():
    """P-Q31, P-16.8: the damage comes after the action; Last Stand is open to one who has left, too."""
    for answer, down in (("last_stand", False), ("fall", True)):
        table = Table(pc("Thorns", damage=6, mana=1), pc(), foe()).begin()
        table.do("retreat")
        table.do(answer, MIO)
        assert (table[MIO].gone, table[MIO].down, table.active) == (True, down, REN)


def test_thorns_of_a_counter_do_not_prick_the_attack_that_is_already_made():
    """P-17.6a, P-17.6c: nor do they if the attack erased the Thorns it began with."""
    for conditions, effect in (("", "deal_damage"), ("Thorns", "refresh:thorns")):
        table = Table(pc(conditions), foe(mana=1, recipe="Thorns")).begin()
        table.hit(1, effect.split(":"))
        table.do("counter", 1)
        table.roll(4)
        table.do("accept")
        table.do("effects", [["inflict_curse", "thorns"]])
        table.done()
        assert (table[0].damage, curses(table[0])) == (0, ["thorns"])


# --- 7, 8 Cast Down, Guard Down ---------------------------------------------------------------------------------------


@every("copies", [0, 1, 4])
def test_cast_down_lowers_the_cast_value_by_each_copy(copies):
    """P-17.7a: 7 + 6 − copies against 7 + 2."""
    table = Table(pc(f"Cast Down {copies}" if copies else "", cast=6), foe(guard=2, mana=1)).begin()
    assert degree_of(table, 1) == 4 - copies


def test_cast_down_stays_and_weighs_on_a_counter_too():
    """P-17.7a, P-16.18: 7 + 3 + 1 − 2 against 7."""
    table = Table(pc("Cast Down 2", cast=3, mana=1), foe(dominance=20)).begin()
    table.hit(0)
    table.do("counter", 0)
    table.do("roll", [], [[0, [3, 4]], [1, [3, 4]]])
    assert "success degree 2" in said(table.do("accept"))[0]
    assert curses(table[0]) == ["cast_down"] * 2


@every("copies", [0, 1, 5])
def test_guard_down_lowers_the_guard_value_by_each_copy(copies):
    """P-17.8a: 7 + 2 against 7 + 5 − copies; a tie hits."""
    table = Table(pc(cast=2), foe(f"Guard Down {copies}" if copies else "", guard=2)).begin()
    assert degree_of(table, 1) == copies


def test_guard_down_leaves_copy_by_copy():
    """P-T3.8."""
    assert curses(erase((pc("Guard Down 3"),), 0, "guard_down").fighters[0]) == ["guard_down"] * 2


# --- 9 Burning --------------------------------------------------------------------------------------------------------


@every(("copies", "activation"), [(1, 6), (3, 4)])
def test_burning_knocks_down_in_that_activation(copies, activation):
    """P-X19: one copy more each time (P-17.9a, P-17.9b); the one that is too many knocks down (P-14.7, P-Q23)."""
    table = Table(pc(f"Burning {copies}"), foe())
    table.begin()
    began = 1
    while not table.battle.fallen:
        assert len(curses(table[0])) == copies + began
        table.rest() if table.active == 1 else table.skip()
        began += table.active == 0 or bool(table.battle.fallen)
    assert began == activation
    assert curses(table[0]) == ["burning"] * 6


def test_burning_vanishes_altogether_when_one_copy_is_removed():
    """P-17.9c."""
    for copies in range(1, 7):
        assert curses(erase((pc(f"Burning {copies}"),), 0, "burning").fighters[0]) == []


def test_at_the_start_of_an_activation_all_curses_act_in_their_order():
    """P-Q24: as in a battle; whoever is knocked down on the way suffers nothing more."""
    sheet = "Burning, Petrify, Freeze, Poison"
    done = start_of_activation((pc(sheet), pc()), 0)
    table = Table(pc(sheet), foe()).begin()
    assert (done.fighters[0].damage, curses(done.fighters[0])) == (table[0].damage, curses(table[0]))
    assert done.fighters[0].damage == 2
    felled = start_of_activation((pc(sheet, damage=6),), 0)
    assert felled.fallen == (0,)
    assert curses(felled.fighters[0]) == ["burning", "petrify", "freeze", "poison"]


def test_burning_does_not_hurt_by_itself():
    """P-17.9a."""
    done = start_effect((pc("Burning 4"),), 0, "burning")
    assert (done.fighters[0].damage, curses(done.fighters[0])) == (0, ["burning"] * 5)


def test_burning_that_grows_is_stopped_by_curse_guard():
    """P-Q23: and uses it up; with a full track too."""
    for copies in (1, 6):
        done = start_effect((pc(f"Burning {copies}, Curse Guard 2"),), 0, "burning")
        assert done.fighters[0].conditions == ("burning",) * copies + ("curse_guard",)
        assert done.fallen == ()


# --- 10 Trap ----------------------------------------------------------------------------------------------------------


@every("copies", range(1, 6))
def test_trap_adds_its_copies_to_the_next_damage(copies):
    """P-17.10a, P-17.10b: all copies vanish; the next point is a plain one."""
    table = Table(pc(), foe(f"Trap {copies}")).begin()
    table.hit(1)
    assert (table[1].damage, curses(table[1])) == (min(6, 1 + copies), [])


def test_trap_springs_from_any_source():
    """P-Q21: Poison, Thorns, Reflection, Life Steal, what Resonance sends back."""
    victim = pc("Trap 2, Poison, Freeze")
    for kind in ("poison", "freeze"):
        assert start_effect((victim,), 0, kind).fighters[0].damage == 3
    assert inflict_curse((victim,), 0, "life_steal").fighters[0].damage == 3
    sent_back = take_damage((pc("Resonance"), foe("Trap 3")), 0, 1, direct=True, attacker=1)
    assert [f.damage for f in sent_back.fighters] == [1, 4]
    table = Table(pc("Thorns, Trap 2"), foe()).begin()
    table.miss(1)
    assert table[0].damage == 3
    table = Table(pc("Trap 2"), foe("Reflection")).begin()
    table.miss(1)
    assert table[0].damage == 3


def test_trap_stays_until_damage_is_taken():
    """P-17.10b: a curse or a miss does not spring it."""
    table = Table(pc(recipe="Hobble"), pc(), foe("Trap")).begin()
    table.hit(SOLOIST, ["inflict_curse", "hobble"])
    table.miss(SOLOIST)
    assert (table[SOLOIST].damage, curses(table[SOLOIST])) == (0, ["trap", "hobble"])
    table.rest()
    table.hit(SOLOIST)
    assert (table[SOLOIST].damage, curses(table[SOLOIST])) == (2, ["hobble"])


def test_trap_that_knocks_down_fills_the_track_first():
    """P-M7, P-Q20: 5 + 1 + 2; what is too many is dropped, and the Trap is gone."""
    done = take_damage((pc("Trap 2", damage=5),), 0, 1)
    assert (done.fighters[0].damage, done.fighters[0].down, curses(done.fighters[0])) == (6, True, [])


# --- 11 Amplify Curse -------------------------------------------------------------------------------------------------


def test_amplify_curse_needs_a_curse_to_amplify():
    """P-17.11a."""
    table = Table(pc(recipe="Amplify Curse"), foe()).begin()
    table.swing(1, 8)
    table.do("accept")
    table.refused("P-17.11a", "effects", [["inflict_curse", "amplify_curse", "poison"]])
    table.refused("P-17.11a", "effects", [["inflict_curse", "amplify_curse"]])
    with pytest.raises(ForbiddenAction) as caught:
        inflict_curse((pc(),), 0, "amplify_curse", become="poison")
    assert caught.value.rule == "P-17.11a"


def test_amplify_curse_becomes_what_its_inflicter_chooses():
    """P-17.11b, P-17.11c, P-17.11d: one more copy of a curse that is there, with its inflicter, and nothing else."""
    table = Table(pc(recipe="Amplify Curse"), foe("Petrify, Poison", mana=1)).begin()
    table.swing(1, 8)
    table.do("accept")
    table.refused("P-17.11b", "effects", [["inflict_curse", "amplify_curse", "trap"]])
    table.do("effects", [["inflict_curse", "amplify_curse", "petrify"]])
    assert curses(table[1]) == ["petrify", "poison", "petrify"]
    assert table[1].curses[2] == Curse("petrify", 0)
    assert curses(erase(table.battle.fighters, 1, "petrify").fighters[1]) == ["poison"]


def test_amplify_curse_takes_a_degree_of_its_own_strength():
    """P-M4: 4 is enough for one more Petrify, 3 is not even enough for one more Hobble."""
    attacker, victim = pc(recipe="Amplify Curse"), foe("Petrify, Hobble")
    check_effects([Effect("inflict_curse", "amplify_curse", "petrify")], attacker, victim, 4)
    with pytest.raises(ForbiddenAction) as caught:
        check_effects([Effect("inflict_curse", "amplify_curse", "hobble")], attacker, victim, 3)
    assert caught.value.rule == "P-11.4"


def test_amplify_curse_may_build_on_the_curse_before_it():
    """P-17.11a, P-X26: the effects of a Boost happen one after the other."""
    table = Table(pc(recipe="Amplify Curse, Poison", mana=1), foe()).begin()
    table.swing(1, 8)
    table.do("accept")
    build = [["inflict_curse", "poison"], ["inflict_curse", "amplify_curse", "poison"]]
    table.refused("P-17.11a", "effects", build[::-1])
    table.do("effects", build)
    assert curses(table[1]) == ["poison", "poison"]


def test_amplify_curse_is_negated_by_curse_guard_before_anything_else():
    """P-M8: Curse Guard is asked first; in battle it is not even chosen for somebody without a curse (P-17.11a)."""
    for conditions in ("Curse Guard", "Poison, Curse Guard"):
        fighters = (foe(), pc(conditions))
        done = inflict_curse(fighters, 1, "amplify_curse", 0, "poison")
        assert done.fighters[1].conditions == tuple(curses(fighters[1]))
    table = Table(pc(recipe="Amplify Curse"), foe("Poison, Curse Guard")).begin()
    table.hit(1, ["inflict_curse", "amplify_curse", "trap"])
    assert table[1].conditions == ("poison",)


def test_amplify_curse_on_a_full_track_knocks_down():
    """P-Q23."""
    done = inflict_curse((pc("Poison 6"),), 0, "amplify_curse", become="poison")
    assert done.fallen == (0,)
    assert curses(done.fighters[0]) == ["poison"] * 6


def test_amplify_curse_expanded_touches_only_those_who_carry_that_curse():
    """P-15.11, P-17.11a."""
    table = Table(pc(recipe="Amplify Curse", mana=2), foe("Poison"), foe(), foe("Trap")).begin()
    table.do("attack", [1, 2, 3])
    table.do("roll", [], [[0, [5, 6]], [1, [1, 2]], [2, [1, 2]], [3, [1, 2]]])
    table.do("accept")
    table.do("effects", [["inflict_curse", "amplify_curse", "poison"]])
    assert [curses(table[i]) for i in (1, 2, 3)] == [["poison", "poison"], [], ["trap"]]


# --- 12 Anti-Bless ----------------------------------------------------------------------------------------------------


@every("copies", [1, 3])
def test_anti_bless_lets_no_new_bless_in(copies):
    """P-17.12a: neither Give Bless nor Self Bless; those that are there stay."""
    table = Table(pc(f"Anti-Bless {copies}, Armour", recipe="Guard Up", mana=3), foe()).begin()
    table.do("support", [0], [["give_bless", "guard_up"]])
    assert table[0].blesses == ("armour",)
    table.rest()
    table.hit(1, ["self_bless", "guard_up"])
    assert table[0].blesses == ("armour",)


def test_anti_bless_lifted_first_lets_the_bless_in():
    """P-T3.12: a Boosted Support lifts the only copy, then blesses; with a second copy it does not help."""
    for copies, blesses in ((1, ("guard_up",)), (2, ())):
        table = Table(pc(recipe="Guard Up", mana=2), pc(f"Anti-Bless {copies}"), foe()).begin()
        table.do("support", [REN], [["lift_curse", "anti_bless"], ["give_bless", "guard_up"]])
        assert table[REN].blesses == blesses


def test_anti_bless_comes_before_amplify_bless():
    """P-M9: nothing happens, whatever it was to become."""
    assert grant_bless((pc("Anti-Bless, Armour"),), 0, "amplify_bless", "armour").fighters[0].blesses == ("armour",)


# --- 13 Anti-Heal -----------------------------------------------------------------------------------------------------


@every("copies", [1, 4])
def test_anti_heal_lets_no_damage_be_healed(copies):
    """P-17.13a: the Support takes place and has no effect."""
    table = Table(pc(mana=1), pc(f"Anti-Heal {copies}", damage=3), foe()).begin()
    table.do("support", [REN], [["heal_damage"]])
    assert (table[REN].damage, table[MIO].mana) == (3, 0)


def test_anti_heal_spoils_the_life_steal_of_its_carrier():
    """P-M8: the victim takes the damage all the same."""
    done = inflict_curse((pc("Anti-Heal", damage=3), foe()), 1, "life_steal", 0)
    assert [f.damage for f in done.fighters] == [3, 1]


def test_anti_heal_gone_means_healing_again():
    """P-T3.13: when the last copy is removed."""
    for copies, left in ((1, 2), (2, 3)):
        table = Table(pc(mana=2), pc(f"Anti-Heal {copies}", damage=3), foe()).begin()
        table.do("support", [REN], [["lift_curse", "anti_heal"], ["heal_damage"]])
        assert table[REN].damage == left


# --- 14 Restriction ---------------------------------------------------------------------------------------------------


def test_restriction_lowers_every_check_by_each_copy():
    """P-17.14a: initiative 9 − 2, cast 7 + 5 − 2, guard 7 + 4 − 2."""
    table = Table(pc("Restriction 2", cast=5, guard=4), foe(cast=3, guard=1, mana=1))
    table.do("begin")
    table.order({0: 9})
    assert dict(table.battle.order)[0] == 7
    assert degree_of(table, 1) == 10 - 8
    table.do("effects", [["deal_damage"]])
    table.done()
    assert degree_of(table, 0) == 10 - 9


def test_restriction_has_no_lower_limit():
    """P-Q39: six copies make 2 + 0 − 6 = −4, and against that a degree of 3 + 0 + 4 = 7."""
    table = Table(pc(), foe("Restriction 6", mana=1)).begin()
    assert degree_of(table, 1, (1, 2), (1, 1)) == 7


def test_restriction_leaves_copy_by_copy():
    """P-T3.14."""
    assert curses(erase((pc("Restriction 2"),), 0, "restriction").fighters[0]) == ["restriction"]


# --- the six curses of one activation ---------------------------------------------------------------------------------

ONE_ACTIVATION = ("berserk", "weakness", "confusion", "incapacity", "delusion", "charm")


def gone_after_one_activation(kind, *action):
    """Play one activation under several copies: all are there during it and gone after it (P-Q30)."""
    table = Table(pc(f"{kind} 2, Poison", mana=9), pc(), foe(), foe(), seed=kind).begin()
    assert curses(table[MIO]).count(kind) == 2
    if not action:
        table.do("attack", [2] if kind == "berserk" else [REN])
        target = table.battle.attack.exchanges[0].target
        table.do("roll", [], [[MIO, [3, 4]], [target, [5, 6]]])
        table.do("accept")
        table.done()
    else:
        table.do(*action)
    assert table.active != MIO
    assert curses(table[MIO]) == ["poison"]
    return table


@every("kind", ONE_ACTIVATION)
def test_a_copy_that_comes_during_the_activation_waits_for_the_next_one(kind):
    """P-M11: only what was there when the activation began leaves at its end."""
    fighter = pc(f"{kind} 3, Poison")
    done = end_of_activation((fighter,), 0, (kind, "poison"))
    assert sorted(curses(done.fighters[0])) == sorted([kind, kind, "poison"])
    assert end_of_activation((fighter,), 0, ()).fighters == (fighter,)


def test_a_curse_of_one_activation_can_be_removed_before_it_comes():
    """P-13.2: one copy each."""
    for kind in ONE_ACTIVATION:
        assert curses(erase((pc(f"{kind} 2"),), 0, kind).fighters[0]) == [kind]


def countered_with_berserk(carried, effect):
    """Mio hits for an effect, and the Counter to that makes her Berserk."""
    table = Table(pc(carried, mana=1, cast=9), foe(recipe="Berserk", mana=1, cast=9)).begin()
    table.hit(1, effect, degree=12)
    table.do("counter", 1)
    table.roll(12)
    table.do("accept")
    table.do("effects", [["inflict_curse", "berserk"]])
    table.done()
    return table


def test_a_curse_inflicted_in_ones_own_activation_counts_for_the_next():
    """P-17.15a: the Berserk of a Counter is still there in the next round."""
    table = countered_with_berserk("", ["deal_damage"])
    assert curses(table[0]) == ["berserk"]
    table.order()
    table.refused("P-17.15a", "pass")


def test_a_new_copy_stays_though_the_old_one_was_refreshed_meanwhile():
    """P-17.15a, P-Q30: Refresh takes the copy that was there; the one of the Counter belongs to the next activation."""
    assert curses(countered_with_berserk("Berserk", ["refresh", "berserk"])[0]) == ["berserk"]


# --- 15 Berserk -------------------------------------------------------------------------------------------------------


@every("copies", [1, 3])
def test_berserk_leaves_nothing_but_attack(copies):
    """P-17.15a."""
    table = Table(pc(f"Berserk {copies}", mana=9), foe()).begin()
    for action in (["support", [0], [["heal_damage"]]], ["retreat"], ["pass"]):
        table.refused("P-17.15a", *action)
    table.do("attack", [1])


def test_berserk_is_over_after_that_activation():
    """P-17.15b, P-Q30."""
    table = gone_after_one_activation("berserk")
    table.rest()
    table.skip()


def test_berserk_with_nobody_to_attack_is_a_pass():
    """P-Q25."""
    table = Table(pc("Berserk"), foe(gone=True), foe(down=True), pc())
    table.state = replace(table.battle, stage=Stage.ACTION, round=1, order=((0, 9), (3, 8)))
    table.refused("P-10.2", "attack", [1])
    table.do("pass")


# --- 16 Isolation -----------------------------------------------------------------------------------------------------


@every("copies", [1, 2])
def test_isolation_shuts_the_support_of_allies_out(copies):
    """P-17.16a."""
    table = Table(pc(mana=3), pc(f"Isolation {copies}", damage=2), pc(), foe()).begin()
    table.refused("P-17.16a", "support", [REN], [["heal_damage"]])
    table.refused("P-17.16a", "support", [2, REN], [["heal_damage"]])
    table.do("support", [2], [["heal_damage"]])


def test_isolation_leaves_support_of_oneself_cover_and_assist():
    """P-Q18: it blocks Support from allies and nothing else."""
    table = Table(pc("Isolation 2", mana=1), pc(mana=2), foe(dominance=20)).begin()
    table.swing(MIO, 5)
    table.do("assist", REN, 0, "guard", False, [1, 2])
    table.do("cover", REN, 0)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    table.done()
    table.do("support", [MIO], [["lift_curse", "isolation"]])
    assert curses(table[MIO]) == ["isolation"]


def test_isolation_lifted_lets_allies_in_again():
    """P-T3.16."""
    table = Table(pc("Isolation", mana=1, damage=1), pc(mana=1), foe()).begin()
    table.do("support", [MIO], [["lift_curse", "isolation"]])
    table.do("support", [MIO], [["heal_damage"]])
    assert table[MIO].damage == 0


# --- 17 Puncture ------------------------------------------------------------------------------------------------------


@every("copies", [1, 2])
def test_puncture_makes_the_next_guard_check_fail(copies):
    """P-17.17a to P-17.17d: a hit with a negative degree from the dice; then all copies are gone (P-Q30)."""
    table = Table(pc(recipe="Speed Down"), foe(f"Puncture {copies}", guard=3)).begin()
    table.do("attack", [1])
    table.do("roll", [], [[0, [2, 3]], [1, [5, 4]]])
    assert said(table.do("accept"))[0] == "Mio hits Soloist: success degree −7."
    assert curses(table[1]) == []
    table.refused("P-11.4", "effects", [["inflict_curse", "speed_down"]])
    table.do("effects", [["deal_damage"]])
    assert table[1].damage == 1


def test_puncture_beats_lucky_and_fumble():
    """P-17.17c: whatever the dice show, on either side."""
    for cast, guard in (([1, 1], [6, 6]), ([1, 1], [3, 4]), ([3, 4], [6, 6])):
        table = Table(pc(), foe("Puncture")).begin()
        table.do("attack", [1])
        table.do("roll", [], [[0, cast], [1, guard]])
        table.do("accept")
        assert table.stage is Stage.EFFECTS
        assert table.battle.attack.exchanges[0].degree == sum(cast) - sum(guard)


def test_puncture_is_used_up_by_one_guard_check():
    """P-17.17d: the one after it is an ordinary one."""
    table = Table(pc(), pc(), foe("Puncture")).begin()
    table.hit(SOLOIST, degree=-2)
    table.done()
    table.miss(SOLOIST)
    assert table[SOLOIST].damage == 1


def test_puncture_with_cover_each_guard_check_uses_its_own():
    """P-17.17d, P-16.6: that of the ally who failed, and that of whoever covers."""
    for first, second in product(("", "Puncture 2"), repeat=2):
        table = Table(pc(first), pc(second, mana=1), foe(dominance=20)).begin()
        table.swing(MIO, 1)
        table.do("cover", REN, 0, False, False, [4, 5])
        table.do("accept")
        assert (curses(table[MIO]), curses(table[REN])) == ([], [])
        assert table.stage is Stage.EFFECTS


def test_puncture_of_somebody_else_stays():
    """P-17.17a: only one's own guard check counts; a cast check of the victim does not."""
    table = Table(pc("Puncture"), pc("Puncture", mana=1), foe("Puncture", dominance=20, mana=1)).begin()
    table.hit(MIO)
    assert curses(table[MIO]) == []
    assert curses(table[REN]) == curses(table[SOLOIST]) == ["puncture"]


def test_puncture_expanded_each_target_by_itself():
    """P-Q10, P-17.17a."""
    table = Table(pc(mana=1), foe("Puncture"), foe()).begin()
    table.do("attack", [1, 2])
    table.do("roll", [], [[0, [1, 2]], [1, [5, 6]], [2, [5, 6]]])
    table.do("accept")
    assert [exchange.missed for exchange in table.battle.attack.exchanges] == [False, True]


# --- 18 Weakness ------------------------------------------------------------------------------------------------------


@every("copies", [1, 3])
def test_weakness_forbids_the_attack_and_nothing_else(copies):
    """P-17.18a, P-17.18c."""
    table = Table(pc(f"Weakness {copies}", mana=9), foe()).begin()
    table.refused("P-17.18a", "attack", [1])
    assert [name for name, problem in legal_actions(table.battle).items() if problem is None] == [
        "support",
        "retreat",
        "pass",
    ]


def test_weakness_forbids_counter_and_chain_combo_until_then():
    """P-17.18b: guarding and covering stay possible (P-17.18c)."""
    table = Table(pc(), pc("Weakness", mana=9), foe(dominance=20), pc(mana=1)).begin()
    table.swing(MIO, 2)
    table.do("cover", REN, 0, False, False, [3, 4])
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    table.hit(SOLOIST)
    table.refused("P-17.18b", "chain", REN, SOLOIST)
    table.do("chain", 3, SOLOIST)
    table = Table(pc(), pc("Weakness", mana=9), foe(dominance=20)).begin()
    table.hit(REN)
    assert table.active == MIO, "Ren could not Counter"


def test_weakness_is_over_after_that_activation():
    """P-17.18d, P-Q30: in the next round a Counter is possible again."""
    table = gone_after_one_activation("weakness", "pass")
    table.rest()
    table.hit(2)


# --- 19 Fog -----------------------------------------------------------------------------------------------------------


@every("copies", [1, 2])
def test_fog_allows_one_target_only(copies):
    """P-17.19a: no Expand, neither in Attack nor in Support."""
    table = Table(pc(f"Fog {copies}", mana=9), pc(), foe(), foe()).begin()
    table.refused("P-17.19a", "attack", [2, 3])
    table.refused("P-17.19a", "support", [0, 1], [["heal_damage"]])
    table.do("support", [1], [["heal_damage"], ["heal_damage"]])
    assert table[0].mana == 7, "Boost has one target"


def test_fog_keeps_a_counter_to_its_one_target():
    """P-17.19a, P-Q35."""
    table = Table(pc("Fog", mana=9), foe(dominance=20), foe()).begin()
    table.hit(0)
    table.refused("P-17.19a", "counter", 0, [2])
    table.do("counter", 0)


def test_fog_stays_until_it_is_removed():
    """P-T3.19."""
    table = Table(pc("Fog", mana=9), pc(), foe(), foe()).begin()
    table.do("support", [0], [["lift_curse", "fog"]])
    table.rest()
    table.do("attack", [2, 3])


# --- 20 Confusion -----------------------------------------------------------------------------------------------------


def test_confusion_attacks_whomever_chance_picks():
    """P-17.20a, P-17.20b, P-Q33: allies included, never oneself, whatever was asked for."""
    hit = []
    for seed in range(60):
        table = Table(pc("Confusion"), pc(), foe(), seed=f"confused {seed}").begin()
        assert "P-17.20b" in rules_of(table.do("attack", [SOLOIST]))
        hit.append(table.battle.attack.exchanges[0].target)
    assert set(hit) == {REN, SOLOIST}
    assert 15 <= hit.count(REN) <= 45, "each with the same chance"


def test_a_confused_attack_has_one_target_and_costs_nothing():
    """P-Q33: no Expand, whatever was asked for."""
    table = Table(pc("Confusion", mana=2), pc(), foe(), foe()).begin()
    table.do("attack", [2, 3])
    assert (len(table.battle.attack.exchanges), table[MIO].mana) == (1, 2)


@every("copies", [1, 2])
def test_confusion_leaves_nothing_but_attack(copies):
    """P-17.20a."""
    table = Table(pc(f"Confusion {copies}", mana=9), pc(), foe()).begin()
    for action in (["support", [0], [["heal_damage"]]], ["retreat"], ["pass"]):
        table.refused("P-17.20a", *action)


def test_confusion_is_over_after_that_activation():
    """P-17.20c, P-Q30."""
    gone_after_one_activation("confusion")


# --- 21 Incapacity ----------------------------------------------------------------------------------------------------


@every("copies", [1, 2])
def test_incapacity_leaves_nothing_but_a_pass(copies):
    """P-17.21a."""
    table = Table(pc(f"Incapacity {copies}", mana=9), foe()).begin()
    for action in (["attack", [1]], ["support", [0], [["heal_damage"]]], ["retreat"]):
        table.refused("P-17.21a", *action)
    table.skip()


def test_incapacity_is_over_after_that_activation():
    """P-17.21b, P-Q30."""
    gone_after_one_activation("incapacity", "pass")


def test_incapacity_forbids_special_actions_of_either_kind():
    """P-17.21c: Cover and Last Stand; P-Q32: Counter and Chain Combo."""
    table = Table(pc(), pc("Incapacity", mana=9, damage=6), foe(dominance=20), pc(mana=1)).begin()
    table.swing(MIO, 2)
    table.refused("P-17.21c", "cover", REN, 0)
    table.do("accept")
    table.do("effects", [["deal_damage"]])
    table.hit(SOLOIST)
    table.refused("P-Q32", "chain", REN, SOLOIST)
    table = Table(pc(), pc("Incapacity", mana=9, damage=6), foe(dominance=20)).begin()
    table.hit(REN)
    table.refused("P-17.21c", "last_stand", REN)


def test_incapacity_forbids_boost_and_expand():
    """P-17.21c: where a house rule allows the Counter, it is a plain one."""
    table = Table(pc("Incapacity", mana=9), foe(dominance=20), foe(), incapacity_bars_counter=False).begin()
    table.hit(0)
    table.refused("P-17.21c", "counter", 0, [2])
    table.do("counter", 0)
    table.roll(8)
    table.do("accept")
    table.refused("P-17.21c", "effects", [["deal_damage"], ["deal_damage"]])
    table.do("effects", [["deal_damage"]])


def test_incapacity_leaves_initiative_guard_reroll_and_assist():
    """P-17.21d: the guard check succeeds."""
    table = Table(pc("Incapacity", mana=9), pc(), foe(dominance=20)).begin()
    assert dict(table.battle.order)[MIO] == 12
    table.swing(MIO, 2)
    table.do("reroll", 0, "guard", [5, 6])
    table.do("accept")
    assert table.damage() == [0, 0, 0]
    table.skip()
    table.swing(SOLOIST, -1)


# --- 22, 23 Life Steal, Mana Steal ------------------------------------------------------------------------------------


def test_life_steal_hurts_heals_and_vanishes():
    """P-17.22a, P-17.22b, P-17.22c."""
    table = Table(pc(recipe="Life Steal", damage=2), foe()).begin()
    assert {"P-T3.22", "P-17.22b"} <= rules_of(table.hit(1, ["inflict_curse", "life_steal"], degree=6))
    assert table.damage() == [1, 1]
    assert table[1].curses == ()


def test_mana_steal_hurts_gives_mana_and_vanishes():
    """P-17.23a, P-17.23b, P-17.23c: the victim keeps its own mana."""
    table = Table(pc(recipe="Mana Steal", damage=2, mana=4), foe(mana=3)).begin()
    assert {"P-T3.23", "P-17.23b"} <= rules_of(table.hit(1, ["inflict_curse", "mana_steal"], degree=6))
    assert table.damage() == [2, 1]
    assert (table[0].mana, table[1].mana, table[1].curses) == (5, 3, ())


@every(("kind", "rule"), [("life_steal", "P-17.22d"), ("mana_steal", "P-17.23d")])
def test_life_steal_and_mana_steal_cannot_be_inflicted_twice_at_once(kind, rule):
    """P-17.22d, P-17.23d: but one of each can, and one again in the next attack."""
    table = Table(pc(recipe="Life Steal, Mana Steal", mana=5), foe()).begin()
    table.swing(1, 8)
    table.do("accept")
    table.refused(rule, "effects", [["inflict_curse", kind], ["inflict_curse", kind]])
    table.do("effects", [["inflict_curse", "life_steal"], ["inflict_curse", "mana_steal"]])
    assert table[1].damage == 2
    table.done()
    table.rest()
    table.hit(1, ["inflict_curse", kind])
    assert table[1].damage == 3


@every("kind", ["life_steal", "mana_steal"])
def test_life_steal_and_mana_steal_on_a_full_track_knock_down_instead(kind):
    """P-Q23: nobody is hurt, healed or paid; Curse Guard is asked before."""
    thief, full = pc(damage=2), foe("Poison 6")
    done = inflict_curse((thief, full), 1, kind, 0)
    assert done.fallen == (1,)
    assert (done.fighters[0], done.fighters[1].damage) == (thief, 0)
    guarded = inflict_curse((thief, foe("Poison 6, Curse Guard")), 1, kind, 0)
    assert guarded.fallen == ()
    assert (guarded.fighters[0], guarded.fighters[1].conditions) == (thief, ("poison",) * 6)


@every("kind", ["life_steal", "mana_steal"])
def test_life_steal_and_mana_steal_do_a_curses_damage(kind):
    """P-Q21, P-18.7e: Armour stops it, Trap adds to it, Resonance is silent."""
    thief = pc(damage=2)
    for conditions, damage, left in (("Armour", 0, ()), ("Trap 2", 3, ()), ("Resonance", 1, ("resonance",))):
        done = inflict_curse((thief, foe(conditions)), 1, kind, 0)
        assert (done.fighters[1].damage, done.fighters[1].conditions) == (damage, left)
        assert done.fighters[0].damage == (1 if kind == "life_steal" else 2)


def test_mana_steal_never_gives_more_than_one_can_hold():
    """P-Q27."""
    done = inflict_curse((pc(mana=3, most_mana=3), foe()), 1, "mana_steal", 0)
    assert (done.fighters[0].mana, done.fighters[1].damage) == (3, 1)


def test_life_steal_heals_nobody_who_is_unhurt():
    """P-17.22b."""
    assert [f.damage for f in inflict_curse((pc(), foe()), 1, "life_steal", 0).fighters] == [0, 1]


# --- 24 Delusion ------------------------------------------------------------------------------------------------------


@every("copies", [1, 2])
def test_delusion_attacks_an_ally(copies):
    """P-17.24a, P-17.24b, P-Q41: the player says which; never an enemy, never oneself."""
    table = Table(pc(f"Delusion {copies}", mana=9), pc(), pc(), foe()).begin()
    for target in (MIO, 3):
        table.refused("P-17.24a", "attack", [target])
    for action in (["support", [0], [["heal_damage"]]], ["retreat"], ["pass"]):
        table.refused("P-17.24a", *action)
    table.hit(2)
    assert table.damage() == [0, 0, 1, 0]


def test_delusion_without_an_ally_is_a_pass():
    """P-17.24c."""
    table = Table(pc("Delusion", mana=9), pc(down=True), foe()).begin()
    table.refused("P-17.24c", "attack", [SOLOIST])
    table.refused("P-17.24a", "support", [0], [["heal_damage"]])
    table.skip()


def test_delusion_is_over_after_that_activation():
    """P-17.24d, P-Q30."""
    gone_after_one_activation("delusion")


# --- 25 Charm ---------------------------------------------------------------------------------------------------------


@every("copies", [1, 2])
def test_charm_acts_for_the_other_side(copies):
    """P-17.25a, P-17.25b: attack an ally or Support an enemy, and nothing else."""
    table = Table(pc(f"Charm {copies}", mana=9), pc(), foe(damage=2)).begin()
    for target in (MIO, SOLOIST):
        table.refused("P-17.25a", "attack", [target])
    for target in (MIO, REN):
        table.refused("P-17.25a", "support", [target], [["heal_damage"]])
    for action in ("retreat", "pass"):
        table.refused("P-17.25a", action)
    helping = table.battle
    table.hit(REN)
    assert table.damage() == [0, 1, 2]
    table.state = helping
    table.do("support", [SOLOIST], [["heal_damage"]])
    assert table.damage() == [0, 0, 1]


def test_charm_with_nobody_to_attack_or_support_is_a_pass():
    """P-17.25c: nor with nothing to pay the Support."""
    table = Table(pc("Charm"), foe()).begin()
    table.refused("P-17.25c", "attack", [1])
    table.refused("P-12.4", "support", [1], [["heal_damage"]])
    table.skip()
    table = Table(pc("Charm", mana=1), foe()).begin()
    table.refused("P-17.25a", "pass")


def test_charm_is_over_after_that_activation():
    """P-17.25d, P-Q30."""
    gone_after_one_activation("charm")


def test_charm_pays_for_the_enemy_with_an_emotion_toward_it():
    """P-12.5: the emotion is one towards the target."""
    table = Table(pc("Charm", emotions=(1,)), foe(damage=1)).begin()
    table.do("support", [1], [["heal_damage"]], True)
    assert (table[0].emotions, table[1].damage) == ((), 0)


# --- 26, 27 Freeze, Petrify -------------------------------------------------------------------------------------------


@every("copies", [1, 2, 5])
def test_freeze_hurts_once_and_weighs_by_each_copy(copies):
    """P-17.26a, P-17.26b, P-17.26c."""
    table = Table(pc(f"Freeze {copies}", cast=6), foe(mana=1)).begin()
    assert table[0].damage == 1
    assert dict(table.battle.order)[0] == 12 - copies
    assert degree_of(table, 1) == 6 - copies
    assert curses(table[0]) == ["freeze"] * copies


def test_freeze_vanishes_altogether_when_one_copy_is_removed():
    """P-17.26d: by Support as by Refresh."""
    table = Table(pc(mana=1), pc("Freeze 4"), foe()).begin()
    table.do("support", [REN], [["lift_curse", "freeze"]])
    assert curses(table[REN]) == []
    table.swing(SOLOIST, 8)
    table = Table(pc("Freeze 4, Poison", cast=4), foe()).begin()
    table.hit(1, ["refresh", "freeze"], degree=8)
    assert curses(table[0]) == ["poison"]


@every("copies", [1, 3, 5])
def test_petrify_grows_by_one_and_weighs_by_each_copy(copies):
    """P-17.27a, P-17.27b, P-17.27c: the new copy weighs at once."""
    table = Table(pc(f"Petrify {copies}", cast=6, damage=2), foe(mana=1)).begin()
    assert dict(table.battle.order)[0] == 12 - copies
    assert curses(table[0]) == ["petrify"] * (copies + 1)
    assert degree_of(table, 1, (4, 5)) == 9 + 6 - copies - 1 - 7
    assert table[0].damage == 2


def test_petrify_vanishes_altogether_when_one_copy_is_removed():
    """P-17.27d."""
    for copies in range(1, 7):
        assert curses(erase((pc(f"Petrify {copies}"),), 0, "petrify").fighters[0]) == []


def test_petrify_that_grows_at_six_knocks_down_unless_curse_guard_stops_it():
    """P-Q23."""
    assert start_effect((pc("Petrify 6"),), 0, "petrify").fallen == (0,)
    guarded = start_effect((pc("Petrify 6, Curse Guard"),), 0, "petrify")
    assert (guarded.fallen, guarded.fighters[0].blesses) == ((), ())


def test_petrify_and_burning_together_fill_two_slots_each_time():
    """P-M6: 2, then 4, 6 curses; in the third activation Burning is the one too many."""
    table = Table(pc("Burning, Petrify"), foe()).begin()
    assert len(curses(table[0])) == 4
    table.rest()
    assert len(curses(table[0])) == 6
    table.skip()
    table.skip()
    table.order()
    assert table.battle.fallen == (0,)
    assert "P-14.7" in rules_of(table.log)


# --- blesses ----------------------------------------------------------------------------------------------------------


def test_speed_up_stays_until_it_is_erased():
    """P-T4.1: round after round; Strip Bless takes one copy."""
    table = Table(pc(), foe("Speed Up 3", dominance=3)).begin()
    table.hit(1, ["strip_bless", "speed_up"], degree=0)
    table.done()
    table.rest()
    assert dict(table.battle.order)[1] == 5


@every("copies", [1, 2])
def test_pierce_keeps_attacks_from_being_covered(copies):
    """P-18.2a: the attacker's own Pierce, not the target's."""
    table = Table(pc("Pierce"), pc(mana=1), foe(f"Pierce {copies}", dominance=20)).begin()
    table.swing(MIO, 2)
    table.refused("P-18.2a", "cover", REN, 0)
    table = Table(pc("Pierce"), pc("Pierce", mana=1), foe(dominance=20)).begin()
    table.swing(MIO, 2)
    table.do("cover", REN, 0)


def test_pierce_is_not_used_up():
    """P-T4.2: it stays until it is erased, copy by copy."""
    table = Table(pc("Pierce"), foe()).begin()
    table.hit(1)
    assert table[0].blesses == ("pierce",)
    assert erase((pc("Pierce 2"),), 0, "pierce").fighters[0].blesses == ("pierce",)


@every("copies", [1, 3])
def test_cast_up_raises_the_cast_value_by_each_copy(copies):
    """P-18.3a."""
    table = Table(pc(f"Cast Up {copies}", cast=1), foe(mana=1)).begin()
    assert degree_of(table, 1) == 1 + copies


def test_cast_up_and_cast_down_cancel_and_keep_their_slots():
    """P-M12."""
    table = Table(pc("Cast Up 2, Cast Down 2"), foe(mana=1)).begin()
    assert degree_of(table, 1) == 0
    assert len(table[0].conditions) == 4


@every("copies", [1, 3])
def test_guard_up_raises_the_guard_value_by_each_copy(copies):
    """P-18.4a: 7 + 4 against 7 + 1 + copies."""
    table = Table(pc(cast=4), foe(f"Guard Up {copies}", guard=1, mana=1)).begin()
    assert degree_of(table, 1) == 3 - copies


def test_guard_up_stays_until_it_is_erased():
    """P-T4.4: a guard check does not use it up."""
    table = Table(pc(), foe("Guard Up 2")).begin()
    table.hit(1, degree=0)
    assert table[1].blesses == ("guard_up",) * 2


def test_charge_gives_one_mana_and_is_used_up():
    """P-18.5a, P-18.5b: one copy for each point."""
    table = Table(pc("Charge 2"), foe()).begin()
    table.do("charge", 0)
    assert (table[0].mana, table[0].blesses) == (1, ("charge",))
    table.do("charge", 0)
    assert (table[0].mana, table[0].blesses) == (2, ())
    table.refused("P-18.5a", "charge", 0)


def test_charge_works_at_any_moment():
    """P-18.5a: before initiative, between any two steps of somebody's attack, even when knocked down."""
    table = Table(pc("Charge 6", damage=6), foe(dominance=20))
    table.refused("P-18.5a", "charge", 0)
    table.do("begin")
    table.do("charge", 0)
    table.order()
    moments = [["attack", [0]], ["roll", [], [[1, [5, 6]], [0, [1, 2]]]], ["accept"], ["effects", [["deal_damage"]]]]
    for moment in moments:
        table.do("charge", 0)
        table.do(*moment)
    assert table.battle.fallen == (0,)
    table.do("charge", 0)
    assert table[0].mana == 6
    table.do("last_stand", 0)
    assert not table[0].down


def test_charge_pays_for_the_counter_that_it_comes_before():
    """P-18.5a: without mana, but with a Charge, one still has the moment to answer."""
    table = Table(pc("Charge"), foe(dominance=20)).begin()
    table.hit(0)
    assert table.stage is Stage.AFTER
    table.refused("P-16.14", "counter", 0)
    table.do("charge", 0)
    table.do("counter", 0)
    assert (table[0].mana, table[0].blesses) == (0, ())


def test_charge_is_not_wasted_on_somebody_who_can_hold_no_more():
    """P-Q27: the maximum of mana is the table's own."""
    table = Table(pc("Charge", mana=3, most_mana=3), foe()).begin()
    table.refused("P-Q27", "charge", 0)


def test_amplify_bless_needs_a_bless_to_amplify():
    """P-18.6a."""
    table = Table(pc(recipe="Amplify Bless", mana=1), foe()).begin()
    table.refused("P-18.6a", "support", [0], [["give_bless", "amplify_bless", "armour"]])
    table.swing(1, 8)
    table.do("accept")
    table.refused("P-18.6a", "effects", [["self_bless", "amplify_bless", "armour"]])
    assert table.stage is Stage.EFFECTS


def test_amplify_bless_becomes_what_its_granter_chooses():
    """P-18.6b, P-18.6c, P-18.6d."""
    table = Table(pc(recipe="Amplify Bless", mana=9), pc("Armour, Charge"), foe()).begin()
    table.refused("P-18.6b", "support", [REN], [["give_bless", "amplify_bless", "reflection"]])
    table.do("support", [REN], [["give_bless", "amplify_bless", "armour"]])
    assert table[REN].blesses == ("armour", "charge", "armour")
    assert take_damage((table[REN],), 0, 2).fighters[0].damage == 0, "both count"


def test_amplify_bless_may_build_on_the_bless_before_it():
    """P-18.6a: the effects of a Boosted Support happen one after the other."""
    table = Table(pc(recipe="Amplify Bless, Armour", mana=2), pc(), foe()).begin()
    build = [["give_bless", "armour"], ["give_bless", "amplify_bless", "armour"]]
    table.refused("P-18.6a", "support", [REN], build[::-1])
    table.do("support", [REN], build)
    assert table[REN].blesses == ("armour", "armour")


def test_amplify_bless_of_oneself_takes_a_degree_of_four():
    """P-M4: its own strength, not that of what it becomes."""
    table = Table(pc("Reflection", recipe="Amplify Bless"), foe()).begin()
    table.swing(1, 4)
    table.do("accept")
    table.do("effects", [["self_bless", "amplify_bless", "reflection"]])
    assert table[0].blesses == ("reflection", "reflection")
    with pytest.raises(ForbiddenAction) as caught:
        check_effects([Effect("self_bless", "amplify_bless", "reflection")], table[0], table[1], 3)
    assert caught.value.rule == "P-11.8"


def test_resonance_sends_back_what_comes_directly():
    """P-X22, P-18.7a to P-18.7d."""
    done = take_damage((pc("Resonance 2"), foe()), 0, 3, direct=True, attacker=1)
    assert [f.damage for f in done.fighters] == [3, 2]
    assert done.fighters[0].blesses == ()
    ticked = start_effect((pc("Poison, Resonance 2"), foe()), 0, "poison")
    assert [f.damage for f in ticked.fighters] == [1, 0]
    assert ticked.fighters[0].blesses == ("resonance",) * 2


def test_resonance_answers_an_enemys_attack():
    """P-18.7b, P-18.7e: one copy for the one point; what an ally does under Delusion is no enemy's damage."""
    table = Table(pc(), foe("Resonance 2")).begin()
    table.hit(1)
    assert (table.damage(), table[1].blesses) == ([1, 1], ("resonance",))
    table = Table(pc("Delusion"), pc("Resonance 2"), foe()).begin()
    table.hit(REN)
    assert (table.damage(), table[REN].blesses) == ([0, 1, 0], ("resonance",) * 2)


def test_resonance_does_not_go_to_and_fro():
    """P-M7: what is sent back is no attack; the attacker's own Resonance is silent, its Armour and Trap are not."""
    done = take_damage((pc("Resonance 3"), foe("Resonance 3")), 0, 2, direct=True, attacker=1)
    assert [(f.damage, len(f.blesses)) for f in done.fighters] == [(2, 1), (2, 3)]
    armoured = take_damage((pc("Resonance 3"), foe("Armour 1")), 0, 2, direct=True, attacker=1)
    assert [(f.damage, len(f.blesses)) for f in armoured.fighters] == [(2, 1), (1, 0)]


def test_resonance_can_knock_the_attacker_down():
    """P-18.7b, P-14.4: and it works for one who is knocked down by that blow."""
    table = Table(pc(damage=6, mana=1), foe("Resonance", damage=6)).begin()
    table.hit(1)
    assert set(table.battle.fallen) == {0, 1}
    table.do("last_stand", 0)
    table.do("fall", 1)
    assert ([f.down for f in table.battle.fighters], table.damage()) == ([False, True], [6, 6])


def test_armour_takes_off_the_next_damage():
    """P-18.8a, P-18.8b: by each copy, and each point stopped uses one up; what is left stays for later."""
    table = Table(pc(), pc(), foe("Armour 2")).begin()
    table.hit(SOLOIST)
    assert (table[SOLOIST].damage, table[SOLOIST].blesses) == (0, ("armour",))
    table.done()
    table.hit(SOLOIST)
    assert (table[SOLOIST].damage, table[SOLOIST].blesses) == (0, ())
    table.rest()
    table.hit(SOLOIST)
    assert table[SOLOIST].damage == 1


def test_armour_stops_every_source_and_saves_from_a_knockdown():
    """P-18.8a, P-Q21: Poison at six damage."""
    done = start_effect((pc("Poison, Armour", damage=6),), 0, "poison")
    assert (done.fallen, done.fighters[0].damage, done.fighters[0].blesses) == ((), 6, ())


def test_curse_guard_negates_the_next_curses():
    """P-X26, P-18.9a, P-18.9b: one for each copy."""
    fighters = (pc(), foe("Curse Guard"))
    for effect in ("poison", "cast_down"):
        fighters = apply_attack_effect(fighters, Effect("inflict_curse", effect), 0, 1).fighters
    assert fighters[1].conditions == ("cast_down",)


def test_curse_guard_is_asked_before_a_full_track_knocks_down():
    """P-Q23."""
    done = inflict_curse((pc("Trap 6, Curse Guard 2"),), 0, "poison")
    assert (done.fallen, done.fighters[0].conditions) == ((), ("trap",) * 6 + ("curse_guard",))


def test_curse_guard_does_not_stop_damage():
    """P-18.9a."""
    assert take_damage((pc("Curse Guard"),), 0, 1).fighters[0].conditions == ("curse_guard",)


@every("copies", [1, 3])
def test_reflection_strikes_back_when_the_guard_succeeds(copies):
    """P-18.10a, P-18.10b, P-18.10c: 1 damage whatever the copies, and one copy is used up."""
    table = Table(pc(), foe(f"Reflection {copies}")).begin()
    table.miss(1)
    assert table.damage() == [1, 0]
    assert table[1].blesses == ("reflection",) * (copies - 1)


def test_reflection_is_silent_when_the_guard_fails():
    """P-18.10a: nor for a hit that somebody else covers, nor for the one who covers."""
    table = Table(pc("Reflection"), pc("Reflection", mana=1), foe(dominance=20)).begin()
    table.swing(MIO, 0)
    table.do("cover", REN, 0, False, False, [6, 6])
    table.do("accept")
    assert table[SOLOIST].damage == 0
    assert table[MIO].blesses == table[REN].blesses == ("reflection",)


def test_reflection_of_each_target_answers_an_expanded_attack():
    """P-Q10, P-18.10a: the attacker takes a point from each who guarded."""
    table = Table(pc(mana=2), foe("Reflection"), foe("Reflection"), foe()).begin()
    table.do("attack", [1, 2, 3])
    table.do("roll", [], [[0, [1, 2]], [1, [3, 4]], [2, [3, 4]], [3, [3, 4]]])
    table.do("accept")
    assert table.damage() == [2, 0, 0, 0]


def test_reflection_can_knock_the_attacker_down():
    """P-18.10a, P-16.8: the attack against the others goes on only if it stands up again."""
    for answer, damage in (("last_stand", 1), ("fall", 0)):
        table = Table(pc(mana=2, damage=6), foe("Reflection"), foe()).begin()
        table.do("attack", [1, 2])
        table.do("roll", [], [[0, [3, 4]], [1, [4, 5]], [2, [1, 2]]])
        table.do("accept")
        assert table.battle.fallen == (0,)
        table.do(answer, 0)
        if answer == "last_stand":
            table.do("effects", [["deal_damage"]])
        assert (table[2].damage, table.active) == (damage, 1)


# --- damage: Armour, Trap, Resonance ----------------------------------------------------------------------------------


@every(("points", "taken", "armour", "trap"), [(1, 0, 1, 3), (2, 0, 0, 3), (3, 4, 0, 0), (4, 5, 0, 0)])
def test_two_armours_and_three_traps(points, taken, armour, trap):
    """P-X21."""
    victim = take_damage((pc("Armour 2, Trap 3"),), 0, points).fighters[0]
    assert (victim.damage, victim.copies("armour"), victim.copies("trap")) == (taken, armour, trap)


def test_armour_then_trap_then_the_track_then_resonance():
    """P-M7 in every combination, worked out here by hand."""
    for armour, trap, resonance, points, before, direct in product(
        range(4), range(4), range(3), range(5), (0, 3, 6), (False, True)
    ):
        victim = replace(pc(), damage=before, blesses=("armour",) * armour + ("resonance",) * resonance)
        victim = replace(victim, curses=(Curse("trap"),) * trap)
        done = take_damage((victim, foe()), 0, points, direct, 1)
        through = max(0, points - armour)
        wanted = before + through + (trap if through else 0)
        answered = min(resonance, through) if direct else 0
        hurt, attacker = done.fighters
        assert hurt.damage == min(6, wanted)
        assert hurt.down == (wanted > 6)
        assert done.fallen == ((0,) if wanted > 6 else ())
        assert hurt.copies("armour") == armour - min(armour, points)
        assert hurt.copies("trap") == (0 if through else trap)
        assert hurt.copies("resonance") == resonance - answered
        assert attacker.damage == answered


def test_a_boosted_blow_against_armour_trap_and_resonance():
    """P-Q21: one Armour, two Traps, two Resonances against two points: 3 more damage, 1 sent back."""
    table = Table(pc("Armour, Trap 2, Resonance 2", damage=1), foe(dominance=20, mana=1)).begin()
    table.hit(0, ["deal_damage"], ["deal_damage"])
    assert (table.damage(), table[0].conditions) == ([4, 1], ("resonance",))


def test_the_extra_of_a_trap_does_not_resonate():
    """P-Q21: 1 + 3 taken, 1 sent back."""
    done = take_damage((pc("Trap 3, Resonance 3"), foe()), 0, 1, direct=True, attacker=1)
    assert [f.damage for f in done.fighters] == [4, 1]


# --- the start of an activation ---------------------------------------------------------------------------------------


def test_the_order_is_poison_freeze_burning_petrify():
    """P-Q24, P-M6: whatever the order on the track; different curses each do their part."""
    table = Table(pc("Petrify, Burning, Freeze, Poison"), foe()).begin()
    told = [text for text in said(table.log) if " acts on Mio." in text]
    assert [text.split()[0] for text in told] == ["Poison", "Freeze", "Burning", "Petrify"]
    assert table[0].damage == 2
    assert curses(table[0]) == ["petrify", "burning", "freeze", "poison", "burning", "petrify"]


def test_a_knockdown_ends_the_start_of_the_activation():
    """P-M6: Poison fells; Freeze and Burning do not come any more, and nobody is asked a second time."""
    table = Table(pc("Poison, Freeze, Burning", damage=6, mana=2), foe()).begin()
    assert table.battle.fallen == (0,)
    table.do("fall", 0)
    assert table.battle.fallen == ()
    assert (table.active, curses(table[0])) == (1, ["poison", "freeze", "burning"])


def test_a_last_stand_lets_the_start_go_on():
    """P-M6: then Freeze is the next knockdown, and there is no second Last Stand (P-16.12)."""
    table = Table(pc("Poison, Freeze, Burning", damage=6, mana=2), foe()).begin()
    table.do("last_stand", 0)
    assert table.battle.fallen == (0,)
    table.refused("P-16.12", "last_stand", 0)
    table = Table(pc("Poison, Freeze, Burning", damage=5, mana=2), foe()).begin()
    table.do("last_stand", 0)
    assert curses(table[0]) == ["poison", "freeze", "burning", "burning"]
    assert table.active == 0


# --- damage and curses that find no room ------------------------------------------------------------------------------


def test_six_points_stand_and_the_seventh_falls():
    """P-X24, P-14.3, P-14.4, P-Q20."""
    done = take_damage((pc(damage=5),), 0, 1)
    assert (done.fighters[0].damage, done.fallen) == (6, ())
    done = take_damage(done.fighters, 0, 1)
    assert (done.fighters[0].damage, done.fighters[0].down, done.fallen) == (6, True, (0,))


def test_six_curses_stand_and_the_seventh_falls():
    """P-14.3, P-14.7: the seventh is dropped."""
    full = inflict_curse((pc("Poison 5"),), 0, "trap")
    assert (curses(full.fighters[0]), full.fallen) == (["poison"] * 5 + ["trap"], ())
    done = inflict_curse(full.fighters, 0, "burning")
    assert (done.fighters[0].curses, done.fallen) == (full.fighters[0].curses, (0,))


def test_a_bless_on_a_full_track_overwrites_or_is_lost():
    """P-14.8, P-Q22: as its recipient wishes; nobody is knocked down."""
    full = pc("Armour 3, Charge 3")
    lost = grant_bless((full,), 0, "reflection")
    assert (lost.fighters, lost.fallen) == ((full,), ())
    kept = grant_bless((full,), 0, "reflection", overwrite="charge")
    assert sorted(kept.fighters[0].blesses) == ["armour"] * 3 + ["charge"] * 2 + ["reflection"]
    refused(lambda: grant_bless((full,), 0, "reflection", overwrite="pierce"), ANY, "P-14.8")


def test_with_a_free_slot_nothing_is_overwritten():
    """P-M9."""
    assert grant_bless((pc("Armour"),), 0, "charge", overwrite="armour").fighters[0].blesses == ("armour", "charge")


# --- curses that contradict each other --------------------------------------------------------------------------------

KINDS = (*ONE_ACTIVATION, "rage", "hobble")
SITUATIONS = {
    "an ally, two enemies": (pc(), foe(), foe()),
    "no ally": (foe(), foe()),
    "an isolated ally": (pc("Isolation"), foe(), foe()),
}


def expected(kinds, others, can_pay):
    """What P-M14 leaves: pairs of action and target. The acting PC is number 0."""
    numbered = list(enumerate(others, start=1))
    allies = [who for who, other in numbered if not other.enemy]
    enemies = [who for who, other in numbered if other.enemy]
    supported = [who for who, other in numbered if not other.enemy and not other.copies("isolation")]
    attack = {("attack", who) for who in allies + enemies}
    support = {("support", who) for who in [0, *supported, *enemies]} if can_pay else set()
    everything = attack | support | {("retreat", None), ("pass", None)}
    plain = {("attack", who) for who in enemies} | {("support", who) for who in [0, *supported]}
    allowed = {
        "berserk": attack,
        "weakness": everything - attack,
        "confusion": attack,
        "delusion": {("attack", who) for who in allies},
        "charm": {("attack", who) for who in allies} | {("support", who) for who in enemies},
        "rage": everything - attack | {("attack", enemies[0])},
        "hobble": everything - {("retreat", None)},
        "incapacity": {("pass", None)},
    }
    left = everything
    if not kinds & {"confusion", "delusion", "charm"}:
        left = everything & (plain | {("retreat", None), ("pass", None)})
    for kind in kinds:
        left = left & allowed[kind]
    return left or {("pass", None)}


def left_to(battle, rulings):
    """The pairs of action and target that are open."""
    targets = {"attack": attack_targets(battle, 0, rulings), "support": support_targets(battle, 0, rulings)}
    found = [name for name, problem in legal_actions(battle, rulings).items() if problem is None]
    return {(name, target) for name in found for target in targets.get(name, (None,))}


@every("can_pay", [True, False])
@every("situation", SITUATIONS)
def test_of_contradicting_curses_the_strictest_reading_holds(situation, can_pay):
    """P-M14, P-Q25: the intersection of what each of them allows, in every combination of up to six; else Pass."""
    others = SITUATIONS[situation]
    first_enemy = 1 + [other.enemy for other in others].index(True)
    for chosen in product((False, True), repeat=len(KINDS)):
        kinds = {kind for kind, present in zip(KINDS, chosen, strict=True) if present}
        cursed = tuple(Curse(kind, first_enemy) for kind in kinds)
        if len(cursed) > 6:  # a track holds no more
            continue
        me = replace(pc(mana=3 * can_pay), curses=cursed)
        battle = Battle((me, *others), Stage.ACTION, 1, ((0, 9), *((i, 9 - i) for i in range(1, len(others) + 1))))
        assert left_to(battle, Rulings()) == expected(kinds, others, can_pay), (situation, sorted(kinds), can_pay)


@every(
    ("conditions", "left"),
    [
        ("Berserk, Weakness", {("pass", None)}),
        ("Berserk, Charm", {("attack", REN)}),
        ("Weakness, Charm", {("support", SOLOIST)}),
        ("Weakness, Delusion", {("pass", None)}),
        ("Charm, Incapacity", {("pass", None)}),
        ("Confusion, Delusion", {("attack", REN)}),
    ],
)
def test_pairs_that_players_ask_about(conditions, left):
    """P-Q25."""
    table = Table(pc(conditions, mana=5), pc(), foe()).begin()
    assert left_to(table.battle, Rulings()) == left


def test_rage_and_confusion_attack_the_inflicter():
    """P-Q25: chance has only the inflicter to pick, whatever the seed."""
    for seed in range(12):
        fighter = replace(pc("Confusion"), curses=(Curse("confusion"), *rage(3)))
        table = Table(fighter, pc(), foe(), foe(), seed=str(seed)).begin()
        table.do("attack", [])
        assert table.battle.attack.exchanges[0].target == 3


def test_rage_of_an_ally_and_delusion():
    """P-Q25: Rage inflicted under Charm by an ally, and Delusion, leave that ally; of an enemy they leave a Pass."""
    for inflicter, left in ((REN, {("attack", REN)}), (SOLOIST, {("pass", None)})):
        fighter = replace(pc("Delusion"), curses=(Curse("delusion"), *rage(inflicter)))
        table = Table(fighter, pc(), foe(), pc()).begin()
        assert left_to(table.battle, Rulings()) == left


# --- what is left over ------------------------------------------------------------------------------------------------


def test_only_three_curses_leave_as_a_whole():
    """P-M10: of every other curse or bless one copy goes."""
    for kind in CONDITIONS:
        if CONDITIONS[kind].ends == "at_once":
            continue
        fighter = pc(**carried(f"{kind} 3"))
        left = erase((fighter,), 0, kind).fighters[0].copies(kind)
        assert left == (0 if kind in ("burning", "freeze", "petrify") else 2)


def test_only_the_four_act_at_the_start_and_only_the_six_leave_at_the_end():
    """P-M6, P-M11: one whole Pass under each condition."""
    for kind in CONDITIONS:
        if CONDITIONS[kind].ends == "at_once" or kind in ("berserk", "confusion", "delusion", "charm"):
            continue
        table = Table(pc(f"{kind} 2"), foe()).begin()
        grown = 1 if kind in ("burning", "petrify") else 0
        assert table[0].damage == (1 if kind in ("poison", "freeze") else 0)
        assert table[0].copies(kind) == 2 + grown
        table.skip()
        assert table[0].copies(kind) == (0 if kind in ONE_ACTIVATION else 2 + grown)


def test_support_heals_lifts_and_blesses_whatever_the_strength():
    """P-13.1 to P-13.5."""
    assert heal((pc(damage=2),), 0).fighters[0].damage == 1
    for kind in CURSES:
        if CURSES[kind].ends != "at_once":
            lifted = apply_support_effect((pc(kind),), Effect("lift_curse", kind), 0)
            assert lifted.fighters[0].curses == ()
    for kind in BLESSES:
        if BLESSES[kind].ends != "at_once":
            assert apply_support_effect((pc(),), Effect("give_bless", kind), 0).fighters[0].blesses == (kind,)


def test_every_condition_has_its_tests():
    """Ledger P-T3 and P-T4: effect, copies and end of all 37 are told above, under names that begin with theirs."""
    told = [name.removeprefix("test_") for name in globals() if name.startswith("test_")]
    for kind in CONDITIONS:
        start = kind + "_"
        about = [name for name in told if name.startswith(start) or f"_and_{kind}_" in name]
        assert len(about) >= 2, (kind, about)
