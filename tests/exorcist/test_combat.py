"""Combat as players speak of it: who acts when, attacks, evasion, damage, death, mobs, pressure."""

from dataclasses import replace
from random import Random
from unittest.mock import ANY

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.core.errors import InputError
from rules_py.core.text import LANGUAGES, same
from rules_py.exorcist.characters import UKKOKU_AGEHA, Ability, Attack, Damage, DamageKind
from rules_py.exorcist.checks import Pressure, Reach
from rules_py.exorcist.fighters import Side, initiative
from rules_py.exorcist.game import GAME
from rules_py.exorcist.game.exchange import price
from rules_py.exorcist.game.refusals import problems
from rules_py.exorcist.model import Combat, Duel, Stage, combining, evasion, hard_possible
from rules_py.exorcist.pressure import Zone
from rules_py.exorcist.rulings import Rulings
from tests.junk import anything
from tests.play import refused, rules_of, told
from tests.rows import every

from .table import BLADE, TWIN, Fight, ageha, kaii, pc, thing, tried

# --- who acts when ----------------------------------------------------------------------------------------------------


def test_the_higher_skill_goes_first():
    """E-2.7."""
    assert Fight(pc("Slow", skill=1), kaii("Moth", skill=2), pc("Quick", skill=5)).order == ["Quick", "Moth", "Slow"]


def test_a_pc_goes_before_an_enemy_of_equal_skill():
    """E-2.10."""
    assert Fight(kaii(skill=3), pc(skill=3)).order == ["Aoi", "Moth"]


def test_pcs_of_equal_skill_roll_once_and_keep_the_order():
    """E-2.8, E-2.9: higher first, turn after turn."""
    fight = Fight(pc("Aoi"), pc("Ren"), kaii()).begin((0, 20), (1, 90))
    assert fight.order == ["Ren", "Aoi", "Moth"]
    fight.rest().do("turn")
    assert fight.order == ["Ren", "Aoi", "Moth"]
    assert len([event for event in fight.log if "E-2.8" in event.rules]) == 2


def test_who_comes_later_rolls_against_those_who_have_rolled():
    """E-2.8: nobody goes first only because it has no roll yet."""
    places = set()
    for seed in "abcdefgh":
        fight = Fight(pc("Aoi"), pc("Ren"), kaii(), seed=seed).begin((0, 80), (1, 30)).rest()
        said = fight.do("exorcist", "Kei", "pc", [2, 2, 3, 5, 5, 3, 5, 1, 1, 3])
        assert "E-2.8" in rules_of(said)
        assert fight[3].rolled
        assert (fight[0].rolled[0], fight[1].rolled[0]) == (80, 30)
        by_dice = sorted((0, 1, 3), key=lambda who: fight[who].rolled, reverse=True)
        assert fight.order == [fight[who].name.en for who in by_dice] + ["Moth"]
        places.add(fight.order.index("Kei"))
    assert len(places) > 1


def test_a_roll_that_settles_nothing_is_refused():
    """E-2.8: nothing typed is dropped in silence."""
    fight = Fight(pc("Aoi"), pc("Ren"), pc("Sora", skill=5), kaii())
    assert fight.refused("E-2.8", "begin", [[0, 50], [2, 60]]).field == "roll"
    fight.refused("E-2.8", "begin", [[0, 50], [0, 60], [1, 70]])
    fight.refused("E-2.8", "begin", [[3, 50]])
    fight.do("begin", [[0, 50]])
    assert fight[0].rolled[0] == 50


def test_equal_rolls_are_rolled_again():
    """E-2.8."""
    fight = Fight(pc("Aoi"), pc("Ren"), kaii()).begin((0, 50), (1, 50))
    assert len({fight[0].rolled, fight[1].rolled}) == 2


def test_the_gm_orders_enemies_of_equal_skill_every_turn():
    """E-2.11."""
    fight = Fight(pc(), kaii("A"), kaii("B"))
    fight.do("begin")
    fight.do("turn", [2, 1])
    assert fight.order == ["Aoi", "B", "A"]
    fight.rest().do("turn", [1, 2])
    assert fight.order == ["Aoi", "A", "B"]


def test_the_order_of_the_gm_is_one_of_enemies_each_once():
    """E-2.11: and never moves anybody past another Skill."""
    fight = Fight(pc(skill=5), kaii("A"), kaii("B"), kaii("Quick", skill=4))
    fight.do("begin")
    for wrong, named in (([0, 1], "Aoi, A"), ([1, 1], "A, A")):
        error = fight.refused("E-2.11", "turn", wrong)
        assert error.field == "enemies"
        assert error.message("en").startswith(f"“{named}” is not possible here")
    fight.do("turn", [2, 1, 3])
    assert fight.order == ["Aoi", "Quick", "B", "A"]


def test_the_order_of_the_gm_names_who_acts():
    """E-2.11: neither allies, whom dice have settled, nor objects, nor who is gone; allies if they tie as enemies."""
    cast = pc(), kaii("A"), kaii("B"), pc("Ren", Side.ALLY, skill=1), thing()
    fight = Fight(*cast)
    fight.do("begin")
    fight.do("remove", 2)
    for order in [3, 1], [1, 4], [2, 1]:
        assert fight.refused("E-2.11", "turn", order).field == "enemies"
    fight.do("turn", [1])
    tied = Fight(*cast, allies_as="enemies")
    tied.do("begin")
    tied.do("turn", [3, 2, 1])
    assert tied.order == ["Aoi", "Ren", "B", "A"]


def test_who_reaches_others_skill_later_acts_after_them():
    """E-2.12, E-X19: but still before the equal enemy."""
    fight = Fight(
        kaii("Boss", skill=5, boss=True),
        pc("Aoi", skill=4),
        pc("Ren", skill=4),
        pc("Sora", skill=2),
        kaii("Mob A", skill=4),
    ).begin((1, 80), (2, 30))
    fight.do("adjust", 3, "skill", 4)
    assert fight.order == ["Boss", "Aoi", "Ren", "Sora", "Mob A"]


def test_the_later_change_acts_later():
    """E-Q19."""
    fight = Fight(pc("Aoi", skill=4), pc("Ren", skill=1), pc("Sora", skill=2), kaii()).begin()
    fight.do("adjust", 2, "skill", 4)
    fight.do("adjust", 1, "skill", 4)
    assert fight.order == ["Aoi", "Sora", "Ren", "Moth"]


def test_checks_go_by_skill_as_it_is_now():
    """E-3.7, E-2.12."""
    fight = Fight(pc(skill=3), kaii()).begin()
    fight.do("adjust", 0, "skill", 5)
    assert "5d6" in fight.do("attack", 1, [1])[1].text.en


def test_enemies_and_those_who_come_back_to_their_skill():
    """E-2.11, E-2.12: a change counts for a PC alone, and also when it leads back to where it was."""
    fight = Fight(pc("Aoi"), pc("Ren"), kaii("A", skill=3), kaii("B", skill=3)).begin((0, 80), (1, 30))
    fight.do("adjust", 2, "skill", 5)
    fight.do("adjust", 2, "skill", 3)
    assert fight.order == ["Aoi", "Ren", "A", "B"]
    fight.do("adjust", 0, "skill", 5)
    fight.do("adjust", 0, "skill", 3)
    assert fight.order == ["Ren", "Aoi", "A", "B"]
    fight.do("adjust", 1, "skill", 3)
    assert fight.order == ["Ren", "Aoi", "A", "B"]


def test_allies_stand_with_the_pcs_in_ties():
    """E-Q25."""
    fighters = (kaii(skill=3), pc("Ally", Side.ALLY))
    assert initiative(fighters) == (1, 0)
    assert initiative(fighters, rulings=Rulings(allies_as="enemies")) == (0, 1)


def test_objects_have_no_activation():
    """E-12.1."""
    assert Fight(pc(), kaii(), thing()).order == ["Aoi", "Moth"]


def test_a_fight_takes_two_sides():
    """E-1.15."""
    Fight(pc(), thing()).refused("E-1.15", "begin")


def test_who_passes_waits_for_the_next_turn():
    """E-2.13, E-2.14."""
    fight = Fight(pc(), kaii()).begin()
    assert rules_of(fight.do("done")) >= {"E-2.14"}
    assert fight.combat.active == 1
    fight.do("done")
    assert fight.combat.turn == 2


# --- moves, focus, manoeuvre ------------------------------------------------------------------------------------------


def test_the_second_move_is_what_the_first_left():
    """E-4.2."""
    fight = Fight(pc(mobility=5), kaii()).begin()
    fight.do("move", 3)
    fight.strike(1, 1)
    fight.refused("E-4.2", "move", 3)
    assert rules_of(fight.do("move", 2)) == {"E-4.2"}
    fight.refused("E-4.2", "move", 1)


def test_successes_are_told_as_they_can_be():
    """E-Q4, E-Q39: none where the check has become impossible, one of every die where it succeeds by itself."""
    for house, difficulty, declared, wrong, right, rule in (
        ({"hardest": "impossible"}, "ULTRA-HARD", ["manoeuvre", 1], 1, 0, "E-Q39"),
        ({"easiest": "automatic"}, "KIDS", ["focus"], 2, 3, "E-Q4"),
    ):
        fight = Fight(pc(), kaii(), **house)
        fight.do("weapon", 0, "Odd", ["body", "melee", "physical"], "1", None, difficulty)
        fight.begin().do(*declared)
        fight.refused(rule, "attack", 3, [1], None, wrong, field="dice")
        fight.do("attack", 3, [1], None, right)


def test_attack_focus_is_a_step_easier():
    """E-4.9, E-4.10, E-5.10."""
    fight = Fight(pc(body=1), kaii()).begin()
    fight.do("focus")
    fight.refused("E-4.10", "focus")
    said = fight.do("attack", 0, [1], None, [3])
    assert "E-5.10" in rules_of(said)
    assert fight.stage is Stage.DAMAGE


def test_focus_is_declared_at_the_start_only():
    """E-4.9."""
    fight = Fight(pc(), kaii()).begin()
    fight.do("move", 1)
    fight.refused("E-4.9", "focus")
    fight = Fight(pc(), kaii()).begin()
    fight.do("peg")
    fight.refused("E-4.9", "focus")
    assert "E-2.14" not in rules_of(fight.do("done")), "she did not pass"


def test_focus_leaves_the_second_move():
    """E-Q26."""
    for house, allowed in ({}, True), ({"focus_second_move": False}, False):
        fight = Fight(pc(), kaii(), **house).begin()
        fight.do("focus")
        fight.hit(1, successes=0)
        if allowed:
            fight.do("move", 5)
        else:
            fight.refused("E-Q26", "move", 1)


def test_who_moves_in_focus_without_an_attack_makes_the_second_move():
    """E-5.8, E-Q26: and nothing takes the attack's place after it."""
    fight = Fight(pc(mobility=5), kaii()).begin()
    fight.do("focus")
    assert rules_of(fight.do("move", 3)) == {"E-4.2"}
    for action in ("attack", 0, [1]), ("rope",), ("removal", "NORMAL"):
        fight.refused("E-Q26", *action)
    fight.do("move", 2)
    fight.do("peg")
    apart = Fight(pc(), kaii(), shared_slot=False).begin()
    for action in ("focus",), ("rope", 3), ("move", 1):
        apart.do(*action)
    apart.refused("E-Q26", "attack", 0, [1])
    strict = Fight(pc(), kaii(), focus_second_move=False, shared_slot=False).begin()
    strict.do("focus")
    strict.refused("E-Q26", "move", 1)
    strict.hit(1, successes=0)


def test_focus_and_manoeuvre_exclude_each_other():
    """E-5.9."""
    fight = Fight(pc(), kaii()).begin()
    fight.do("manoeuvre", [1, 2, 3])
    fight.refused("E-5.9", "focus")
    fight = Fight(pc(), kaii()).begin()
    fight.do("focus")
    fight.refused("E-5.9", "manoeuvre")


def test_a_manoeuvre_gives_movement_and_evade_dice_and_makes_attacks_harder():
    """E-4.5, E-4.6, E-Q5."""
    fight = Fight(pc(body=1), kaii()).begin()
    fight.do("manoeuvre", [4, 5, 1])
    assert fight.combat.activation.movement == 10
    assert fight[0].evade_dice == 5
    fight.refused("E-4.4", "manoeuvre")
    fight.do("attack", 0, [1], None, [4])
    assert fight.stage is Stage.ACTIVATION
    assert fight[1].toughness == 5


def test_what_a_manoeuvre_gives_can_be_told():
    """E-Q5: the source lost it."""
    fight = Fight(pc(), kaii()).begin()
    fight.do("manoeuvre", [1, 1, 1], 2, 4)
    assert fight.combat.activation.movement == 7
    assert fight[0].evade_dice == 7


def test_a_manoeuvre_promises_no_dice_to_who_never_evades():
    """E-11.14: evasion type none."""
    fight = Fight(pc(), kaii()).begin().until(1)
    events = fight.do("manoeuvre", [6])
    assert "movement 10, no evasion; attacks" in told(events)
    assert "E-11.14" in rules_of(events)


def test_a_manoeuvre_stays_within_what_can_be_counted():
    """E-Q5: what is told too large is refused, what is rolled beyond is said."""
    fight = Fight(pc(skill=3, mobility=30, evade_dice=29), kaii()).begin()
    assert fight.refused("E-Q5", "manoeuvre", 1, 121).field == "mobility"
    assert fight.refused("E-Q5", "manoeuvre", 1, None, 2).field == "evade"
    said = fight.do("manoeuvre", 3)
    assert fight[0].evade_dice == 30
    assert "More than 30" in said[-1].text.en


def test_a_manoeuvre_comes_before_the_attack():
    """E-4.4."""
    fight = Fight(pc(), kaii()).begin()
    fight.hit(1, successes=0)
    fight.refused("E-4.4", "manoeuvre")


def test_one_attack_or_what_takes_its_place():
    """E-5.12, E-Q27."""
    fight = Fight(pc(), kaii()).begin()
    fight.hit(1, successes=0)
    fight.refused("E-5.12", "attack", 0, [1])
    fight.refused("E-Q27", "rope")
    fight.refused("E-Q27", "removal", "NORMAL")
    apart = Fight(pc(), kaii(), shared_slot=False).begin()
    apart.hit(1, successes=0)
    apart.do("rope", 1)
    apart.do("removal", "NORMAL", 0)
    apart.refused("E-7.21", "rope")


def test_rope_and_pegs_are_counted():
    """E-7.18, E-7.23, E-7.24."""
    fight = Fight(pc(rope=3, pegs=1), kaii()).begin()
    fight.do("peg")
    fight.refused("E-7.18", "peg")
    fight.do("rope", [4, 4, 1])
    assert (fight[0].rope, fight[0].pegs) == (0, 0)
    fight.until(0).refused("E-7.23", "rope")
    rich = Fight(pc(rope=7), kaii()).begin()
    rich.do("rope", [1, 1, 1])
    assert rich[0].rope == 4


def test_a_kaii_places_no_pegs_without_a_grid_either():
    """E-7.1: whatever it carries; it removes barriers, though."""
    fight = Fight(pc(), kaii()).begin().until(1)
    for what in "pegs", "rope":
        fight.do("adjust", 1, what, 6)
    fight.refused("E-7.1", "peg")
    fight.refused("E-7.1", "rope")
    fight.do("removal", "NORMAL", 0)


def test_ageha_breaks_barriers_with_two_more_dice():
    """E-11.25: Spirit 2 and two more."""
    fight = Fight(pc(), ageha()).begin().until(1)
    fight.refused("E-3.7", "removal", "HARD", [5, 5])
    assert {"E-7.42", "E-11.25", "E-7.46"} <= rules_of(fight.do("removal", "HARD", [1, 1, 1, 5]))


def test_removal_goes_by_spirit():
    """E-7.42: not by Skill."""
    fight = Fight(pc(spirit=2, skill=4), kaii()).begin()
    fight.refused("E-3.7", "removal", "NORMAL", [4] * 4)
    fight.do("removal", "NORMAL", [4, 1])


def test_a_manoeuvre_makes_rope_and_removal_harder():
    """E-4.6: every active action of the activation; attack focus helps attacks only (E-5.10)."""
    for action, steps in ("rope", []), ("removal", ["NORMAL"]):
        fight = Fight(pc(), kaii()).begin()
        fight.do("manoeuvre", 0)
        said = fight.do(action, *steps, [4, 4, 4])
        assert "HARD: 4, 4, 4; successes: 0" in said[0].text.en
        assert "E-4.6" in rules_of(said)
        focused = Fight(pc(), kaii()).begin()
        focused.do("focus")
        assert "NORMAL: 4, 3, 3; successes: 1" in focused.do(action, *steps, [4, 3, 3])[0].text.en


def test_a_failed_manoeuvre_gives_nothing_and_still_makes_attacks_harder():
    """E-4.6, E-Q5."""
    fight = Fight(pc(mobility=5), kaii()).begin()
    fight.do("manoeuvre", [1, 2, 3])
    assert (fight.combat.activation.movement, fight[0].evade_dice) == (5, 3)
    assert "HARD" in fight.do("attack", 0, [1], None, [4, 4, 4])[1].text.en


def test_a_manoeuvre_in_mid_move_adds_to_what_is_left():
    """E-4.4, E-4.5: it is declared when moving in the first move."""
    fight = Fight(pc(mobility=5), kaii()).begin()
    fight.do("move", 3)
    fight.do("manoeuvre", 1)
    assert fight.combat.activation.movement == 2 + 5


# --- attack and evasion -----------------------------------------------------------------------------------------------


def test_evasion_type_none_is_hit_at_once():
    """E-11.15."""
    fight = Fight(pc(), kaii()).begin()
    assert "E-11.15" in rules_of(fight.hit(1))
    assert fight.stage is Stage.DAMAGE


def test_evasion_type_none_makes_no_check_whatever_dice_it_is_given():
    """E-11.14."""
    fight = Fight(pc(), kaii()).begin()
    fight.do("adjust", 1, "evade_dice", 3)
    assert "E-11.15" in rules_of(fight.hit(1))
    assert fight.stage is Stage.DAMAGE


def test_nothing_is_changed_by_hand_in_mid_blow():
    """E-10.2: between what has to be decided, not before it is."""
    fight = Fight(pc(), kaii(evades=True)).begin()
    fight.hit(1)
    for stage in (Stage.EVASION, Stage.DAMAGE):
        assert fight.stage is stage
        fight.refused("E-10.2", "adjust", 1, "toughness", 9)
        fight.refused("E-2.14", "done")
        fight.refused("E-10.2", "end")
        if stage is Stage.EVASION:
            fight.do("evade", 0)
    late = dying(4)
    late.refused("E-10.2", "adjust", 0, "hp", 9)


@every(
    ("who", "what", "value"),
    [
        *((0, "hp", value) for value in (0, 100, "3")),
        *((1, kaii_has_none, 3) for kaii_has_none in ("hp", "spirit_points", "katashiro")),
        *((2, thing_has_none, 1) for thing_has_none in ("skill", "evade_dice")),
        *((0, "toughness", 3), (2, "toughness", 0), (0, "luck", 1), (0, ["hp"], 1), (9, "hp", 3)),
        *((0, "skill", 21), (0, "evade_dice", 31), (0, "armour", 101), (0, "rope", -1)),
    ],
)
def test_what_may_not_be_changed_by_hand(who, what, value):
    """Values that somebody does not have, or that cannot be."""
    fight = Fight(pc(), kaii(), thing()).begin()
    refused(lambda: fight.do("adjust", who, what, value), ANY, ANY)


def test_nothing_is_done_with_who_is_gone():
    """E-11.7: they are not taken out once more, nor armed, nor changed, and a boss-class enemy ends its fight once."""
    fight = Fight(pc(), kaii("Boss", toughness=1, boss=True), kaii("B")).begin()
    fight.strike(1, 3)
    fight.rest()
    bite = "weapon", 1, "Bite", ["body", "melee", "physical"], "1d6"
    for action in ("remove", 1), bite, ("adjust", 1, "toughness", 3), ("edit", 1, "Boss", [3] * 8):
        assert "Boss is off the map" in fight.refused("E-11.7", *action).message("en")
    fight.do("remove", 2)
    fight.refused("E-11.7", "remove", 2)


def test_what_is_gone_is_not_hit_again():
    """E-5.23, E-11.7: the second part of a Continuous Attack finds nobody."""
    fight = Fight(pc(body=4), kaii("A", toughness=1), kaii("B")).begin()
    fight.do("attack", 2, [1], [2, 2], [6] * 4)
    said = fight.do("damage", [3])
    assert fight.stage is Stage.ACTIVATION
    assert not fight.combat.blows
    assert "E-11.7" in rules_of(said)
    assert sum("loses" in event.text.en for event in fight.log) == 1


def test_no_success_is_a_miss():
    """E-3.9."""
    fight = Fight(pc(), kaii(evades=True)).begin()
    fight.do("attack", 0, [1], None, [1, 2, 3])
    assert fight.stage is Stage.ACTIVATION
    assert fight[1].evade_dice == 3


def test_evade_dice_are_spent_whether_it_helps_or_not():
    """E-8.5, E-8.6, E-8.10."""
    fight = Fight(pc(), kaii(evades=True)).begin()
    fight.hit(1, successes=3)
    fight.refused("E-8.5", "evade", 4)
    fight.do("evade", 2, [4, 1])
    assert fight[1].evade_dice == 1
    assert fight[1].toughness == 5
    assert fight.stage is Stage.ACTIVATION


def test_without_evade_dice_left_it_hits():
    """E-8.4."""
    fight = Fight(pc(), kaii(evades=True)).begin()
    fight.do("adjust", 1, "evade_dice", 0)
    assert "E-8.4" in rules_of(fight.hit(1))


def test_one_success_evades_unless_successes_are_compared():
    """E-Q8."""
    for needs, stage in ("one", Stage.ACTIVATION), ("attack_successes", Stage.DAMAGE):
        fight = Fight(pc(), kaii(evades=True), evasion_needs=needs).begin()
        fight.hit(1, successes=3)
        fight.do("evade", 3, [4, 4, 1])
        assert fight.stage is stage


def test_evade_dice_come_back_at_ones_own_activation():
    """E-Q7."""
    for refill, at_own, at_turn in ("activation", 3, 1), ("turn", 3, 3), ("combat", 1, 1):
        fight = Fight(pc("Quick", skill=9), pc(evade_dice=3), kaii(evades=True), evade_refill=refill).begin().rest()
        for who in (1, 2):
            fight.do("adjust", who, "evade_dice", 1)
        fight.do("turn")
        assert [fight[who].evade_dice for who in (1, 2)] == [at_turn] * 2
        for who in (1, 2):
            fight.until(who)
            assert fight[who].evade_dice == at_own


def test_a_kaii_whose_skill_has_changed_evades_by_the_new_one():
    """E-11.18, E-Q38: the highest ability as it is now, where that is Skill."""
    for skill, dice in (2, 3), (7, 8):
        fight = Fight(pc(), kaii(body=2, spirit=1, skill=5, evades=True, extra_evade=1)).begin().until(1)
        assert fight[1].evade_dice == 6
        fight.do("adjust", 1, "skill", skill)
        fight.rest().do("turn")
        assert fight.until(1)[1].evade_dice == dice


def test_continuous_attack_divides_the_dice():
    """E-5.22 to E-5.25, E-M14: each part with its own evasion and damage."""
    fight = Fight(pc(body=4), kaii(evades=True, toughness=9)).begin()
    fight.refused("E-Q9", "attack", 2, [1], [4, 1])
    fight.refused("E-Q9", "attack", 2, [1], [2, 1, 1])
    fight.refused("E-Q9", "attack", 0, [1], [2, 2])
    for wrong in ([3], [5], [], "4", {"4": 4}, True, [4, 0]):
        with pytest.raises(InputError):
            fight.do("attack", 2, [1], wrong)
    fight.do("attack", 2, [1], [3, 1], [4, 1, 1, 4])
    fight.do("evade", 1, [6])
    fight.do("evade", 0)
    fight.do("damage", [5])
    assert fight[1].toughness == 4
    assert fight[1].evade_dice == 2
    assert fight[0].attacked


def test_the_rest_of_a_continuous_attack_misses_who_has_respawned():
    """E-Q9: and still hits who stands beside them, or who has averted death."""
    twin = kaii(body=4, skill=9, attacks=(TWIN,))
    for way, targets, waits in ("respawn", [1], False), ("respawn", [1, 2], True), ("avert", [1], True):
        fight = Fight(twin, pc(evade_dice=0, katashiro=2), pc("Ren", skill=2)).begin()
        fight.do("adjust", 1, "hp", 2)
        fight.do("attack", 0, targets, [2, 2], [6, 6, 6, 6])
        fight.do("damage", [4])
        events = fight.do(way)
        assert (fight.stage is not Stage.ACTIVATION) == waits
        assert ("What is still to come misses Aoi." in told(events)) != waits


def test_parts_may_have_different_targets():
    """E-Q9."""
    fight = Fight(pc(body=4), kaii("A"), kaii("B")).begin()
    fight.do("attack", 2, [1, 2], [2, 2], [6, 6, 6, 6])
    fight.do("damage", [1])
    fight.do("damage", [2])
    assert (fight[1].toughness, fight[2].toughness) == (4, 3)


def test_corroding_scales_roll_once_against_two():
    """E-11.23, E-11.24, E-Q28: each evades by itself."""
    fight = Fight(pc("Aoi", skill=4), pc("Ren", skill=3), ageha(), thing()).begin().until(2)
    fight.refused("E-11.23", "attack", 1, [0, 1, 3])
    fight.refused("E-Q28", "attack", 1, [0, 0])
    fight.do("attack", 1, [0, 1], None, [4, 1])
    assert [blow.successes for blow in fight.combat.blows] == [1, 1]
    better = Fight(pc(), ageha()).begin().until(1)
    better.do("attack", 1, [0], None, [4, 6])
    assert [blow.successes for blow in better.combat.blows] == [2]
    both = Fight(pc("Aoi"), pc("Ren"), ageha()).begin().until(2)
    both.do("attack", 1, [1, 0], None, [4, 6])
    assert [(blow.target, blow.successes) for blow in both.combat.blows] == [(1, 2), (0, 2)]
    fight.do("evade", 1, [5])
    fight.do("evade", 1, [2])
    fight.do("damage", [2])
    assert (fight[0].hp, fight[1].hp) == (6, 4)


def test_scales_by_house_rule():
    """E-Q28."""
    each = Fight(pc("Aoi", skill=4), pc("Ren", skill=3), ageha(), scales_checks="per_target").begin().until(2)
    each.do("attack", 1, [0, 1], None, [4, 1, 4, 4])
    assert [blow.successes for blow in each.combat.blows] == [1, 2]
    twice = Fight(pc("Aoi"), ageha(), scales_same_target=True).begin().until(1)
    twice.do("attack", 1, [0, 0], None, 1)
    assert len(twice.combat.blows) == 2


def test_a_peg_is_spent_and_never_equipped():
    """E-5.7, E-5.21, E-Q11."""
    fight = Fight(pc(pegs=1, body=2, skill=4), kaii(toughness=9))
    fight.do("equip", 0, 2)
    fight.begin()
    fight.refused("E-3.7", "attack", "melee_body", [1], None, [4] * 4)
    fight.do("attack", "melee_skill", [1], None, [4] * 4)
    fight.do("damage", [6])
    assert (fight[0].pegs, fight[0].equipped) == (0, 2)
    fight.until(0).refused("E-5.19", "attack", "ranged", [1])
    kept = Fight(pc(pegs=1), kaii(), peg_spent=False).begin()
    kept.do("attack", "ranged", [1], None, 1)
    assert kept[1].toughness == 2
    assert kept[0].pegs == 1


def test_the_gear_attacked_with_is_equipped():
    """E-5.5, E-5.6."""
    fight = Fight(pc(), kaii())
    fight.do("equip", 0, 2)
    assert fight[0].equipped == 2
    fight.begin()
    fight.hit(1, weapon=1)
    assert fight[0].equipped == 1


def test_a_kaii_with_all_the_evade_dice_there_can_be():
    """E-11.18, E-11.19: an ability of 20 and 10 dice more, spent at once."""
    fight = Fight(pc(), kaii(evades=True, spirit=20, extra_evade=10)).begin()
    fight.hit(1)
    fight.do("evade", 30, [1] * 30)
    assert (fight[1].evade_dice, fight.stage) == (0, Stage.DAMAGE)


def test_the_whole_attack_may_be_told_as_one_part():
    """E-Q9."""
    fight = Fight(pc(body=4), kaii()).begin()
    fight.do("attack", 0, [1], [4], [4, 1, 1, 1])
    assert len(fight.combat.blows) == 1


def test_nobody_attacks_what_is_gone_or_itself():
    fight = Fight(pc(), kaii("A", toughness=1), kaii("B")).begin()
    fight.refused("E-5.4", "attack", 0, [0])
    fight.refused("E-5.4", "attack", 0, [])
    fight.strike(1, 3)
    assert fight[1].gone
    fight.until(0).refused("E-11.7", "attack", 0, [1])


# --- damage and death -------------------------------------------------------------------------------------------------


def test_armour_takes_off_physical_damage_only():
    """E-9.3 to E-9.5."""
    fight = Fight(pc(armour=(1, 1)), kaii(body=9)).begin().until(1)
    fight.strike(0, 5)
    assert fight[0].hp == 3
    fight.until(1).hit(0, weapon=1)
    fight.do("evade", 0)
    assert (fight[0].hp, fight[0].spirit_points) == (3, 3)


def test_miasma_armour_reduces_and_can_change():
    """E-11.8 to E-11.10."""
    fight = Fight(pc(), kaii(miasma=3)).begin()
    fight.do("adjust", 1, "armour", 2)
    assert "E-11.9" in rules_of(fight.strike(1, 4))
    assert fight[1].toughness == 3


def test_at_toughness_0_it_is_gone():
    """E-11.7, E-12.6, E-Q31: the rest of a large hit is nothing."""
    fight = Fight(pc(body=5), kaii("A", toughness=2), kaii("B"), thing(toughness=1)).begin()
    fight.strike(1, 6)
    assert (fight[1].toughness, fight[1].gone) == (0, True)
    fight.until(0).strike(3, 6)
    assert fight[3].gone


def test_objects_and_spiritual_damage():
    """E-Q18."""
    for answer, left in ("full", 2), ("none", 4):
        fight = Fight(pc(), kaii(), thing(), spiritual_on_objects=answer).begin()
        fight.hit(2, weapon=1)
        assert fight[2].toughness == left


def dying(amount, hp=2, katashiro=2, armour=(), **house):
    """Aoi after a hit of the blade for so much; armour aside, HP is what is left before."""
    fight = (
        Fight(pc(katashiro=katashiro, armour=armour), pc("Ren"), kaii(body=9), **house).begin((0, 90), (1, 10)).until(2)
    )
    fight.do("adjust", 0, "hp", hp)
    fight.strike(0, amount)
    return fight


def test_a_katashiro_averts_death():
    """E-9.7, E-Q16: as before the hit."""
    fight = dying(4)
    assert fight.stage is Stage.DEATH
    assert price(fight.combat) == 1
    said = rules_of(fight.do("avert"))
    assert "E-9.7" in said
    assert "E-9.8" not in said
    assert (fight[0].hp, fight[0].katashiro) == (2, 1)
    assert fight.stage is Stage.ACTIVATION
    full = dying(4, avert_restores="maximum")
    full.do("avert")
    assert full[0].hp == 6


def test_more_than_twice_the_hp_takes_two():
    """E-9.8, E-Q14: strictly more, after armour, against the HP before."""
    assert price(dying(5).combat) == 2
    assert price(dying(5, armour=(1,)).combat) == 1
    assert (
        price(dying(5, armour=(1,), twice_hp_damage="before_armour").combat, Rulings(twice_hp_damage="before_armour"))
        == 2
    )
    assert price(dying(4, twice_hp_of="after_hit").combat, Rulings(twice_hp_of="after_hit")) == 2


def test_one_is_not_enough_where_two_are_due():
    """E-9.11, E-Q17."""
    fight = dying(5, katashiro=1)
    assert fight[0].gone
    assert "E-Q17" in rules_of(fight.log)
    assert fight[0].katashiro == 1
    assert fight.stage is Stage.ACTIVATION
    enough = dying(5, katashiro=1, short_of_katashiro="one_is_enough")
    assert enough.stage is Stage.DEATH
    enough.do("avert")
    assert enough[0].katashiro == 0


def test_without_katashiro_death_is_final():
    """E-9.11."""
    fight = dying(2, katashiro=0)
    assert fight[0].gone
    assert "E-9.11" in rules_of(fight.log)
    assert "Aoi" not in fight.order


def test_the_dead_have_no_hp_left():
    """E-9.6: and what else the same blow did to them changes nothing."""
    assert dying(5, katashiro=0)[0].hp == 0
    flames = Attack(same("Flames"), Ability.BODY, Damage(plus=9, kind=DamageKind.SPIRITUAL))
    claws = Attack(same("Claws"), Ability.BODY, Damage(plus=9))
    mobs = (kaii("A", attacks=(claws,), mob=True), kaii("B", attacks=(flames,), mob=True))
    fight = Fight(pc(hp=2, katashiro=1), *mobs).begin().until(1)
    fight.do("combine", [[1, 0], [2, 0]], 0, [6] * 6)
    fight.do("evade", 0)
    fight.do("damage", [9, 9])
    assert fight.stage is Stage.ACTIVATION
    assert (fight[0].gone, fight[0].hp, fight[0].spirit_points, fight[0].katashiro) == (True, 0, 5, 1)
    assert [event.text.en for event in fight.log].count("Aoi dies and leaves the map.") == 1


def test_twice_a_large_hp():
    """E-9.8: however much damage it is."""
    hammer = Attack(same("Hammer"), Ability.BODY, Damage(5, 20, 50))
    for amount, due in (120, 1), (121, 2), (150, 2):
        fight = Fight(pc(hp=60, katashiro=2), kaii(attacks=(hammer,))).begin().until(1)
        fight.strike(0, amount)
        assert price(fight.combat) == due


def test_a_batch_counts_as_one_attack_against_twice_the_hp():
    """E-8.15, E-9.8: two hits of 4 each at HP 3."""
    fight = swarm(2)
    fight.do("adjust", 0, "hp", 2)
    fight.do("adjust", 0, "katashiro", 2)
    fight.do("combine", [[1, 0], [2, 0]], 0, [4, 4, 4, 4])
    fight.do("evade", 0)
    fight.do("damage", [4, 4])
    assert price(fight.combat) == 2
    assert "E-9.8" in rules_of(fight.do("avert"))
    assert (fight[0].hp, fight[0].katashiro) == (2, 0)


@every("way", ["avert", "respawn"])
def test_a_katashiro_undoes_a_whole_batch_whichever_kind_of_it_kills(way):
    """E-8.15, E-Q10, E-Q16: physical and spiritual damage at once are one hit."""
    flames = Attack(same("Flames"), Ability.BODY, Damage(1, 9, kind=DamageKind.SPIRITUAL))
    for first, second in (BLADE, flames), (flames, BLADE):
        for left, price_due in ({"hp": 5, "spirit_points": 3}, 1), ({"hp": 2, "spirit_points": 5}, 1), ({"hp": 1}, 2):
            mobs = kaii("A", attacks=(first,), mob=True), kaii("B", attacks=(second,), mob=True)
            fight = Fight(pc(katashiro=2), *mobs).begin().until(1)
            for what, value in left.items():
                fight.do("adjust", 0, what, value)
            before = fight[0].vitals
            fight.do("combine", [[1, 0], [2, 0]], 0, [6] * 6)
            fight.do("evade", 0)
            fight.do("damage", [3, 3])
            events = fight.do(way)
            assert "E-Q10" in rules_of(events)
            assert fight.stage is Stage.ACTIVATION
            halves = replace(before, hp=3, spirit_points=3, evade_dice=2)
            after = before if way == "avert" else halves
            assert fight[0].vitals == replace(after, katashiro=2 - price_due)


def test_what_stays_above_half_has_taken_its_part_of_a_mixed_hit():
    """E-8.15, E-Q32: physical and spiritual damage at once; a respawn undoes neither, it only raises to half."""
    flames = Attack(same("Flames"), Ability.BODY, Damage(1, 9, kind=DamageKind.SPIRITUAL))
    mobs = kaii("A", attacks=(BLADE,), mob=True), kaii("B", attacks=(flames,), mob=True)
    for hp, sp, amounts, left in (
        (2, 5, [3, 1], (3, 4)),
        (2, 5, [3, 4], (3, 3)),
        (2, 5, [3, 6], (3, 3)),
        (6, 1, [2, 1], (4, 3)),
        (6, 1, [5, 1], (3, 3)),
    ):
        fight = Fight(pc(), *mobs, respawn_resources="raise").begin().until(1)
        fight.do("adjust", 0, "hp", hp)
        fight.do("adjust", 0, "spirit_points", sp)
        fight.do("combine", [[1, 0], [2, 0]], 0, [6] * 6)
        fight.do("evade", 0)
        fight.do("damage", amounts)
        events = fight.do("respawn")
        assert (fight[0].hp, fight[0].spirit_points) == left
        rule, loss = ("E-9.5", f"{sp} → {sp - amounts[1]}") if hp == 2 else ("E-9.2", f"{hp} → {hp - amounts[0]}")
        assert rule in rules_of(events)
        assert loss in told(events)
        assert "E-Q10" not in rules_of(events)


def test_a_respawn_halves_everything_and_costs_the_turn():
    """E-9.9, E-Q15, E-X17."""
    for house, hp, evade in ({}, 3, 2), ({"respawn_half": "down"}, 3, 1):
        fight = dying(4, **house)
        fight.do("respawn")
        assert (fight[0].hp, fight[0].spirit_points, fight[0].evade_dice) == (hp, 3 if not house else 2, evade)


def test_who_respawns_before_acting_waits():
    """E-Q15."""
    for acts, first in (False, 1), (True, 0):
        fight = Fight(kaii("Quick", skill=9, body=9), pc("Ren"), pc("Aoi", skill=1), respawn_acts=acts).begin()
        fight.do("adjust", 1, "hp", 1)
        fight.strike(1, 2)
        fight.do("respawn")
        fight.do("done")
        assert fight.combat.active == (1 if acts else 2)
        assert fight[1].acted == (not acts)
        assert first in (0, 1)


def test_spiritual_damage_kills_too():
    """E-9.5, E-9.6, E-9.8: and never takes two."""
    fight = Fight(pc(katashiro=1), kaii(skill=2)).begin().until(1)
    fight.do("adjust", 0, "spirit_points", 1)
    fight.do("adjust", 0, "hp", 1)
    fight.hit(0, weapon=1)
    fight.do("evade", 0)
    assert price(fight.combat) == 1


# --- mobs -------------------------------------------------------------------------------------------------------------


def swarm(count=3, **house):
    """Mobs of equal Skill at the first one's activation, with two dice each."""
    return (
        Fight(pc(evade_dice=3, armour=(1,), katashiro=0, hp=12), *(ageha(n) for n in range(1, count + 1)), **house)
        .begin()
        .until(1)
    )


def test_one_evasion_answers_all_combined_attacks():
    """E-8.11 to E-8.16, E-X9."""
    fight = swarm()
    assert combining(fight.combat) == [2, 3]
    fight.do("combine", [[1, 0], [2, 0], [3, 0]], 0, [4, 1, 1, 1, 6, 6])
    assert [blow.attacker for blow in fight.combat.blows] == [1, 3]
    fight.do("evade", 3, [1, 1, 4])
    assert (fight[0].hp, fight[0].evade_dice) == (12, 0)
    assert all(fight[mob].attacked for mob in (1, 2, 3))


@every(("house", "left"), [({}, 12 - 3 - 1), ({"batch_armour": "once"}, 12 - 5)])
def test_a_failed_batch_evasion_sums_the_damage(house, left):
    """E-Q10: armour against each attack."""
    fight = swarm(**house)
    fight.do("combine", [[1, 0], [2, 0]], 0, [4, 4, 4, 4])
    fight.do("evade", 1, [2])
    fight.do("damage", [4, 2])
    assert fight[0].hp == left


def test_the_target_may_answer_each_by_itself():
    """E-8.13."""
    fight = swarm()
    fight.do("combine", [[1, 0], [2, 0]], 0, [4, 4, 4, 4])
    fight.do("apart")
    fight.do("evade", 1, [6])
    assert len(fight.combat.blows) == 1
    fight.refused("E-8.13", "apart")


def test_a_mob_that_joined_in_has_had_its_attack():
    """E-5.12: its moves are left to it."""
    fight = swarm()
    fight.do("combine", [[1, 0], [2, 0]], 0, 4 * [1])
    fight.do("done")
    assert fight.combat.active == 2
    fight.refused("E-5.12", "attack", 0, [0])
    fight.do("move", 6)


def test_only_mobs_of_equal_skill_combine():
    """E-8.11, E-Q10."""
    fighters = (pc(), pc("Thug", Side.ENEMY, mob=True, skill=2, katashiro=0), ageha(), kaii("Boss", skill=2, boss=True))
    fight = Fight(*fighters).begin().until(1)
    assert combining(fight.combat) == [2]
    fight.refused("E-Q10", "combine", [[1, 0], [3, 0]], 0)
    fight.refused("E-8.11", "combine", [[2, 0]], 0)
    fight.do("combine", [[1, 0], [2, 0]], 0, 5 * [1])
    fight.until(3).refused("E-8.11", "combine", [[3, 0]], 0)
    unequal = Fight(pc(), ageha(), kaii("Wasp", skill=1, mob=True)).begin().until(1)
    unequal.refused("E-Q10", "combine", [[1, 0], [2, 0]], 0)
    free = Fight(pc(), ageha(), kaii("Wasp", skill=1, mob=True), combine_mobs="any").begin().until(1)
    assert combining(free.combat, free.rulings) == [2]


def test_a_batch_is_evaded_at_the_hardest_difficulty_and_against_the_best_check():
    """E-Q10, E-Q8, E-13.5: melee and ranged together, under pressure."""
    mobs = (kaii("A", skill=2, mob=True, toughness=30), kaii("B", skill=2, mob=True, toughness=30))
    boss = kaii("Boss", boss=True, skill=0)
    fight = Fight(pc(hp=30), *mobs, boss, evasion_needs="attack_successes").begin()
    fight.hit(1, successes=0)
    fight.rest().do("turn")
    fight.hit(1, successes=0)
    fight.rest().do("turn", [], True)
    fight.until(1)
    for faces, successes in ([6, 1, 1, 6, 6], 2), ([6, 6, 1, 6, 1], 2):
        combined = Fight()
        combined.state, combined.rulings = fight.state, fight.rulings
        combined.do("combine", [[1, 1], [2, 0]], 0, faces)
        assert evasion(combined.combat)[1].text.en == "HARD"
        assert evasion(combined.combat)[2] == successes


def test_each_mob_once_and_none_against_itself():
    """E-8.11, E-8.12."""
    fight = swarm()
    fight.refused("E-8.11", "combine", [[1, 0], [1, 0]], 0)
    alone = fight.refused("E-8.11", "combine", [[1, 0]], 0)
    assert alone.message("en").startswith(f"“{fight.combat.name(1).en}” is not possible here: whoever acts and others")
    few = fight.refused("E-3.7", "combine", [[1, 0], [2, 0]], 0, [1, 2])
    assert few.message("ja").startswith("「1 2」は使えません")
    fight.refused("E-8.11", "combine", [[1, 0], [2, 0], [2, 1]], 0)
    fight.refused("E-Q10", "combine", [[1, 0], [2, 0]], 2)
    itself = fight.refused("E-5.4", "combine", [[1, 0], [2, 0]], 1)
    fight.refused("E-5.19", "combine", [[1, 0], [2, "ranged"]], 0)
    assert itself.message("ja").startswith(f"「{fight.combat.name(1).ja}」は使えません")


def test_a_mob_joins_in_with_a_peg_too():
    """E-5.19, E-8.11, E-Q11: and has one peg less."""
    fight = swarm()
    fight.do("adjust", 2, "pegs", 1)
    fight.do("combine", [[1, 0], [2, "ranged"]], 0, [1, 1, 6, 6])
    assert (fight[2].pegs, fight[2].attacked, [blow.attacker for blow in fight.combat.blows]) == (0, True, [2])


def test_who_may_not_join_in():
    """E-8.11: who has acted or attacked, who stands on the other side, who has nothing to attack with."""
    ally = pc("Dog", Side.ALLY, mob=True, skill=2)
    tired, bare = kaii("Tired", skill=2, mob=True), kaii("Bare", skill=2, mob=True, attacks=())
    fight = Fight(pc(), ally, ageha(1), ageha(2), ageha(3), tired, bare, combine_mobs="any")
    fight.do("begin")
    fight.do("turn", [5, 2, 3, 4, 6])
    fight.until(2)
    assert fight[5].acted
    assert combining(fight.combat, fight.rulings) == [3, 4]
    fight.do("combine", [[2, 0], [3, 0]], 0, [1] * 4)
    fight.do("done")
    assert fight.combat.active == 3
    fight.do("done")
    assert combining(fight.combat, fight.rulings) == []


def test_focus_is_that_of_whoever_declared_it():
    """E-5.10, E-8.12: and so is the manoeuvre; the other mobs attack at NORMAL."""
    for declared, own in (["focus"], "EASY"), (["manoeuvre", 0], "HARD"):
        fight = swarm()
        fight.do(*declared)
        checks = [
            event.text.en for event in fight.do("combine", [[2, 0], [1, 0]], 0, [3] * 4) if "2d6" in event.text.en
        ]
        assert "NORMAL" in checks[0]
        assert own in checks[1]


# --- pressure ---------------------------------------------------------------------------------------------------------


def boss_fight(**house):
    return Fight(pc(hp=20), kaii("Boss", boss=True, evades=True, toughness=30), **house).begin()


def quiet(fight):
    """A turn with an attack and no damage."""
    fight.hit(1, successes=0)
    return fight.rest()


def test_two_quiet_turns_let_the_gm_announce_hard_mode():
    """E-13.3, E-13.4, E-X21."""
    fight = boss_fight()
    modes = [fight.combat.zone.pressure]
    for _ in range(4):
        quiet(fight)
        fight.do("turn", [], hard_possible(fight.combat))
        modes.append(fight.combat.zone.pressure)
    assert modes == [Pressure.NORMAL, Pressure.NORMAL, Pressure.HARD, Pressure.HARD, Pressure.ULTRA_HARD]


def test_a_quiet_turn_is_told_as_what_it_was():
    """E-13.3, E-13.6: with an attack or without."""
    fight = boss_fight(ultra_needs_attack=False)
    quiet(fight).do("turn")
    assert "Attacks and no damage: quiet turns 1." in told(fight.log)
    quiet(fight).do("turn", [], True)
    assert "No attack and" not in told(fight.log)
    fight.rest().do("turn")
    assert "No attack and no damage: quiet turns 1." in told(fight.log)


def test_damage_starts_the_count_anew():
    """E-X22."""
    fight = boss_fight()
    quiet(fight).do("turn")
    fight.strike(1, 2)
    fight.rest().do("turn")
    assert fight.combat.zone.quiet == 0
    quiet(fight).do("turn")
    quiet(fight)
    assert hard_possible(fight.combat)


def test_a_turn_in_which_death_was_averted_is_quiet():
    """E-13.3, E-Q16, E-Q24: nothing fell; who respawns or loses a point has been damaged."""
    for way, amount, count in ("avert", 2, 1), ("respawn", 2, 0), (None, 1, 0):
        fight = Fight(pc(hp=20, katashiro=2), kaii("Boss", boss=True, toughness=30)).begin().until(1)
        fight.do("adjust", 0, "hp", 2)
        fight.strike(0, amount)
        if way:
            fight.do(way)
        assert fight.rest().combat.zone.quiet == count


def test_hard_mode_cannot_be_announced_early_or_against_small_fry():
    """E-13.3, E-13.10."""
    fight = boss_fight()
    quiet(fight).refused("E-13.3", "turn", [], True)
    small = Fight(pc(), kaii()).begin()
    quiet(small).do("turn")
    quiet(small).refused("E-13.3", "turn", [], True)


def test_turns_before_the_boss_came_do_not_count():
    """E-13.2: damage is watched from the start of the fight with the boss."""
    fight = Fight(pc(), kaii(toughness=30)).begin()
    quiet(fight).do("turn")
    quiet(fight)
    assert not hard_possible(fight.combat)
    fight.do("kaii", "Boss", [1, 1, 1, 9, 0, 5, 0, 0], [False, False, True])
    fight.refused("E-13.3", "turn", [], True)
    fight.do("turn")
    assert fight.combat.zone.quiet == 0


def test_turns_without_attacks_are_not_quiet():
    """E-13.3."""
    fight = boss_fight()
    fight.rest().do("turn")
    fight.rest()
    assert fight.combat.zone.quiet == 0


def test_damage_to_an_object_leaves_a_turn_quiet():
    """E-13.3, E-Q24: it is on neither side."""
    fight = Fight(pc(), kaii("Boss", boss=True), thing(toughness=9, armour=0)).begin()
    fight.strike(2, 4)
    fight.rest()
    assert fight.combat.fighters[2].toughness == 5
    assert fight.combat.zone.quiet == 1


def test_pressure_makes_melee_harder_to_evade_for_both_sides():
    """E-13.5, E-13.7, E-13.8."""
    fight = boss_fight()
    quiet(fight).do("turn")
    quiet(fight).do("turn", [], True)
    fight.hit(1)
    assert evasion(fight.combat)[1].text.en == "HARD"
    fight.do("evade", 1, [4])
    assert fight.stage is Stage.DAMAGE
    fight.do("damage", [1])
    fight.until(1).hit(0, weapon=1)
    assert evasion(fight.combat)[1].text.en == "NORMAL"


def test_pressure_ends_with_the_boss():
    """E-13.9, E-Q23: not with damage."""
    fight = boss_fight()
    quiet(fight).do("turn")
    quiet(fight).do("turn", [], True)
    fight.strike(1, 2)
    fight.rest()
    assert fight.combat.zone.pressure is Pressure.HARD
    fight.do("turn")
    fight.do("adjust", 1, "toughness", 1)
    assert "E-13.9" in rules_of(fight.strike(1, 6))
    assert fight.combat.zone.pressure is Pressure.NORMAL


@every("over", [["end"], ["remove", 1]])
def test_pressure_ends_when_the_gm_ends_the_fight(over):
    """E-13.9, E-10.2: the whole combat, or the boss leaves."""
    fight = boss_fight()
    quiet(fight).do("turn")
    quiet(fight).do("turn", [], True)
    assert fight.combat.zone.pressure is Pressure.HARD
    fight.rest().do(*over)
    assert fight.combat.zone.pressure is Pressure.NORMAL
    assert fight.combat.zone.quiet == 0


def test_a_combat_that_is_over_takes_no_action():
    """E-2.5."""
    fight = Fight(pc(), kaii()).begin()
    fight.do("end")
    for action in (["turn"], ["done"], ["adjust", 0, "hp", 3], ["end"], ["begin"], ["attack", 0, [1]]):
        with pytest.raises(InputError):
            fight.do(*action)


def test_after_99_turns_it_is_enough():
    fight = Fight(pc(), kaii()).begin()
    for _ in range(98):
        fight.rest().do("turn")
    fight.do("done")
    assert fight.combat.turn == 99
    fight.refused("E-10.2", "done")
    fight.do("end")


def test_pressure_by_house_rule():
    """E-Q22, E-Q23, E-Q24."""
    itself = boss_fight(hard_mode="by_itself")
    quiet(itself).do("turn")
    quiet(itself).do("turn")
    assert itself.combat.zone.pressure is Pressure.HARD
    ends = boss_fight(damage_ends_pressure=True)
    quiet(ends).do("turn")
    quiet(ends).do("turn", [], True)
    ends.strike(1, 2)
    ends.rest()
    assert ends.combat.zone.pressure is Pressure.NORMAL
    for answer, counted in ("after_reduction", 1), ("before_reduction", 0):
        armoured = boss_fight(quiet_damage=answer)
        armoured.do("adjust", 1, "armour", 9)
        armoured.strike(1, 3)
        assert armoured.rest().combat.zone.quiet == counted
    in_all = boss_fight(quiet_turns="in_all")
    quiet(in_all).do("turn")
    in_all.rest().do("turn")
    quiet(in_all)
    assert hard_possible(in_all.combat, in_all.rulings)


def test_a_broken_gate_is_no_damage_to_either_side():
    """E-13.3: objects stand on no side."""
    fight = Fight(pc(), kaii("Boss", boss=True), thing()).begin()
    fight.strike(2, 5)
    assert fight[2].toughness == 0
    assert fight.rest().combat.zone.quiet == 1


def test_the_pressure_ends_with_the_rank_of_boss():
    """E-13.9, E-Q36: the GM says that the enemy is boss-class no more."""
    fight = Fight(pc(), kaii("Boss", boss=True)).begin()
    for _ in range(2):
        fight.until(0).hit(1, successes=0)
        fight.rest()
    fight.do("edit", 1, "Boss", [3, 3, 2, 5, 0, 5, 0, 0], [False, False, True])
    assert fight.combat.zone.quiet == 2
    said = fight.do("edit", 1, "Boss", [3, 3, 2, 5, 0, 5, 0, 0], [False, False, False])
    assert "E-13.9" in rules_of(said)
    assert fight.combat.zone == Zone()


def test_only_enemies_are_mobs_and_of_boss_class():
    """E-8.11, E-13.2, E-13.9: who changes sides is none any more, and a PC never is."""
    fight = Fight(pc(), pc("Lord", Side.ENEMY, boss=True), kaii()).begin()
    assert fight.combat.boss_fight
    said = fight.do("edit", 1, "Lord", "ally", [3, 3, 3, 6, 5, 3, 5, 1, 2, 6], [], [False, True])
    assert "E-13.9" in rules_of(said)
    heroes = Fight(pc(mob=True, boss=True), pc("Ren", mob=True), kaii()).begin()
    assert not heroes.combat.boss_fight
    heroes.refused("E-8.11", "combine", [[0, 0], [1, 0]], 2)


def test_whom_an_art_has_felled_is_taken_out_at_once():
    """E-10.2: in the middle of a turn, also whoever acts."""
    fight = Fight(pc(), kaii(), kaii("Bat")).begin()
    fight.do("remove", 1)
    fight.do("done")
    assert fight.combat.active == 2
    fight.do("remove", 2)
    assert (fight.combat.turn, fight.stage) == (2, Stage.TURN)


def test_the_pressure_stays_while_another_boss_stands():
    """E-13.9, E-13.10: and a new boss fight begins without any."""
    fight = Fight(pc(), kaii("Boss", boss=True, toughness=1), kaii("Twin", boss=True, toughness=1)).begin()
    quiet(fight).do("turn")
    quiet(fight).do("turn", [], True)
    fight.strike(1, 6)
    assert fight.combat.zone.pressure is Pressure.HARD
    fight.rest().do("turn")
    fight.strike(2, 6)
    assert fight.combat.zone.pressure is Pressure.NORMAL
    fight.rest().do("kaii", "Heir", [1, 1, 1, 9, 0, 5, 0, 0], [False, False, True])
    fight.do("turn")
    assert (fight.combat.boss_fight, fight.combat.zone.quiet) == (True, 0)


# --- setting up -------------------------------------------------------------------------------------------------------


def test_any_enemy_can_be_typed_in():
    fight = Fight(pc())
    fight.do("kaii", "Wolf", [3, 1, 4, 9, 2, 6, 1, 0], [True, False, True])
    fight.do("weapon", 1, "Bite", ["body", "melee", "physical"], "2d4+1", [1, 1, 0, 0], "EASY")
    fight.do("known", "ukkoku_ageha")
    fight.do("known", "ukkoku_ageha")
    fight.do("thing", "Gate", 5, 1)
    fight.do("exorcist", "Kei", "ally", [2, 2, 2, 5, 5, 3, 5, 1, 1, 3], [1, 2], [False, False])
    assert fight[1].evade_dice == 5
    assert str(fight[1].attacks[0].damage) == "2d4+1"
    assert [f.name.en for f in fight.combat.fighters[2:4]] == ["Ukkoku-ageha", "Ukkoku-ageha 2"]
    assert fight[5].armour == 3
    fight.do("remove", 4)
    assert len(fight.combat.fighters) == 5
    fight.begin()
    assert fight[3].toughness == UKKOKU_AGEHA.toughness


def test_somebody_may_arrive_between_turns():
    """E-1.15, E-2.8: and rolls for its place among PCs of equal Skill."""
    fight = Fight(pc(), kaii()).begin().rest()
    fight.do("exorcist", "Kei", "pc", [2, 2, 3, 5, 5, 3, 5, 1, 1, 3])
    assert fight[0].rolled != fight[2].rolled
    fight.do("turn")
    fight.refused("E-1.15", "known", "ukkoku_ageha")


@every(
    "action",
    [
        ["exorcist", "Aoi", "pc", [1] * 10],
        ["exorcist", "Kei", "nobody", [1] * 10],
        ["exorcist", "Kei", "pc", [1] * 9],
        ["exorcist", "Kei", "pc", [99] * 10],
        ["exorcist", "Kei", "pc", [1] * 10, [1] * 6],
        ["exorcist", "Kei", "pc", [1] * 10, [], [1, 0]],
        ["kaii", "Wolf", [1] * 7],
        ["kaii", "", [1] * 8],
        ["kaii", "Wolf", [1] * 8, [True]],
        ["known", "dragon"],
        ["known", []],
        ["thing", "Gate", 0],
        ["weapon", 0, "Bite", ["body", "melee", "sour"], "1d6"],
        ["weapon", 0, "Bite", ["luck", "melee", "physical"], "1d6"],
        ["weapon", 0, "Bite", ["body", "melee", "physical"], "1d99"],
        ["weapon", 0, "Bite", ["body", "melee", "physical"], 6],
        ["weapon", 0, "Blade", ["body", "melee", "physical"], "1d6"],
        ["weapon", 9, "Bite", ["body", "melee", "physical"], "1d6"],
        ["equip", 0, 9],
        ["begin", [[0, 101]]],
        ["begin", [[9, 5]]],
        ["begin", 5],
        ["dance"],
        ["attack", 0, [1]],
        [],
        None,
    ],
)
def test_nonsense_is_refused_in_both_languages(action):
    refused(lambda: GAME.apply(Fight(pc(), kaii()).state, action), ANY, ANY)


# --- combats by chance ------------------------------------------------------------------------------------------------

houses = st.builds(Rulings, **{name: st.sampled_from(answers) for name, answers in Rulings.choices().items()})


def crowd(random):
    """Exorcists, kai'i, people and objects with all sorts of attacks."""
    fighters = []
    for number in range(7):
        attacks = tuple(
            Attack(
                same(f"A{n}"),
                random.choice(list(Ability)),
                Damage(
                    random.randrange(3), random.randrange(1, 7), random.randrange(4), random.choice(list(DamageKind))
                ),
                random.choice(list(Reach)),
                targets=random.choice((1, 1, 2)),
                continuous=random.choice((0, 0, 1, 2)),
            )
            for n in range(random.randrange(3))
        )
        abilities = {name: random.randrange(5) for name in ("body", "spirit", "skill")}
        if number < 3 or random.random() < 0.2:
            armour = tuple(random.randrange(3) for _ in range(random.randrange(3)))
            side = Side.PC if number < 2 else random.choice((Side.ALLY, Side.ENEMY))
            numbers = {"hp": random.randrange(1, 9), "spirit_points": random.randrange(1, 9), "armour": armour}
            supplies = {"katashiro": random.randrange(4), "pegs": random.randrange(3), "attacks": attacks}
            fighters.append(pc(f"F{number}", side, random.random() < 0.5, False, **abilities | numbers | supplies))
        else:
            flags = {name: random.random() < 0.4 for name in ("evades", "mob", "boss")}
            body = {"toughness": random.randrange(1, 9), "miasma": random.randrange(3), "attacks": attacks}
            fighters.append(kaii(f"F{number}", **abilities | flags | body))
    return Combat((*fighters, thing()))


def wish(combat, random):
    """Something that somebody at the table might try now."""
    who, some = random.randrange(8), random.sample(range(8), random.randrange(1, 4))
    if combat.stage is Stage.TURN:
        late = (["known", "ukkoku_ageha"], ["remove", who], ["end"]) if random.random() < 0.02 else ()
        return random.choice((["turn"], ["turn", some, random.random() < 0.5], *late))
    if combat.stage is Stage.EVASION:
        return random.choice((["evade", random.randrange(5)], ["evade", 0], ["apart"]))
    if combat.stage is Stage.DAMAGE:
        return random.choice((["damage"], ["damage", [random.randrange(9)]]))
    if combat.stage is Stage.DEATH:
        return random.choice((["avert"], ["respawn"]))
    weapon = random.choice((0, 0, 1, "melee_body", "melee_skill", "ranged"))
    return random.choice(
        (
            ["done"],
            ["focus"],
            ["manoeuvre"],
            ["move", random.randrange(1, 9)],
            ["attack", weapon, [who]],
            ["attack", weapon, [who]],
            ["attack", weapon, some],
            ["attack", weapon, [who], [random.randrange(1, 4), random.randrange(1, 4)]],
            ["combine", [[combat.active, 0], *([mob, 0] for mob in combining(combat)[:3])], who],
            ["rope"],
            ["removal", random.choice(("KIDS", "HARD"))],
            ["peg"],
            ["adjust", who, random.choice(("hp", "skill", "evade_dice", "toughness", "armour")), random.randrange(9)],
        )
    )


def must_hold(combat):
    for fighter in combat.fighters:
        assert 0 <= fighter.evade_dice <= 30
        assert fighter.katashiro >= 0
        assert fighter.pegs >= 0
        assert fighter.rope >= 0
        assert 0 <= fighter.toughness <= 99
        if fighter.acts:
            assert fighter.toughness > 0 or fighter.vitals.hp > 0 < fighter.vitals.spirit_points
    if combat.stage is Stage.ACTIVATION:
        active = combat.fighters[combat.active]
        assert active.acts
        assert not active.acted
        assert not combat.blows
        assert not combat.hurts
        assert not (combat.activation.focus and combat.activation.manoeuvre)
        assert combat.activation.movement >= 0
    assert (combat.stage is Stage.DEATH) == (combat.dying is not None)
    assert combat.boss_fight or combat.zone.pressure is Pressure.NORMAL or combat.stage is Stage.TURN


@settings(max_examples=25, derandomize=True)
@given(seed=st.integers(0, 10**9), rulings=houses)
def test_a_combat_of_hundreds_of_steps_never_breaks(seed, rulings):
    """What must hold holds; refusals speak both languages; a link brings everything back."""
    random = Random(seed)
    start = Duel(crowd(random), None)

    def holds(duel):
        must_hold(duel.combat)
        if duel.combat.stage is Stage.ACTIVATION:
            assert all(p is None or p.rule for p in problems(duel.combat, rulings).values())

    def step(duel):
        return None if duel.combat.stage is Stage.OVER else wish(duel.combat, random)

    tried(start, rulings, [lambda duel: ["begin"], *[step] * 299], holds)


def next_step(fight):
    """What whoever has to decide now does: strike with everything, evade with everything, avert death."""
    combat = fight.combat
    if combat.stage is Stage.ACTIVATION:
        enemy = 1 - combat.active
        if combat.activation.used or combat.fighters[enemy].gone:
            return ["done"]
        return ["attack", 0, [enemy]]
    most = combat.fighters[evasion(combat)[0]].evade_dice if combat.stage is Stage.EVASION else 0
    steps = {Stage.TURN: ["turn"], Stage.EVASION: ["evade", most], Stage.DAMAGE: ["damage"], Stage.DEATH: ["avert"]}
    return steps[combat.stage]


@settings(max_examples=60, derandomize=True)
@given(
    numbers=st.tuples(
        *[st.integers(0, 20)] * 3,
        st.integers(1, 99),
        st.integers(0, 20),
        st.integers(0, 30),
        *[st.integers(0, 10)] * 2,
    ),
    kinds=st.tuples(st.booleans(), st.booleans(), st.booleans()),
    weapon=st.tuples(
        st.sampled_from([ability.value for ability in Ability]),
        st.sampled_from([reach.value for reach in Reach]),
        st.sampled_from([kind.value for kind in DamageKind]),
    ),
    damage=st.builds("{}d{}+{}".format, st.integers(1, 5), st.integers(1, 20), st.integers(0, 50)),
    more=st.tuples(st.integers(0, 10), st.integers(1, 6), st.integers(0, 30), st.integers(0, 3)),
    hp=st.integers(1, 99),
    rulings=houses,
)
def test_whatever_enemy_can_be_typed_in_can_fight(numbers, kinds, weapon, damage, more, hp, rulings):
    """E-11.1 to E-11.19: with the largest numbers that its form takes, no step of a plain fight is refused."""
    fight = Fight(pc(hp=hp, katashiro=20, evade_dice=30, body=20))
    fight.rulings = rulings
    fight.do("kaii", "Thing", list(numbers), list(kinds))
    fight.do("weapon", 1, "Claw", list(weapon), damage, list(more), "HARD")
    fight.do("begin")
    for _ in range(25):
        fight.do(*next_step(fight))
        must_hold(fight.combat)
        if fight[0].gone or fight[1].gone:
            break


@settings(max_examples=120, derandomize=True)
@given(
    name=st.sampled_from(list(GAME.stated)),
    arguments=st.lists(anything("pc", "melee_body", "NORMAL", "skill"), max_size=6),
    stage=st.sampled_from([Stage.SETUP, Stage.TURN, Stage.ACTIVATION, Stage.EVASION, Stage.DAMAGE, Stage.DEATH]),
)
def test_no_link_breaks_a_combat(name, arguments, stage):
    """Whatever a changed link says: it is carried out, or refused in both languages."""
    fight = Fight(pc(), pc("Ren"), kaii("Wolf", evades=True, mob=True), ageha())
    if stage is not Stage.SETUP:
        fight.begin()
    if stage is Stage.TURN:
        fight.rest()
    elif stage is Stage.EVASION:
        fight.hit(2)
    elif stage is Stage.DAMAGE:
        fight.hit(3)
    elif stage is Stage.DEATH:
        fight.do("adjust", 0, "hp", 1)
        fight.until(3).strike(0, 2)
    assert fight.stage is stage
    try:
        duel, _ = GAME.apply(fight.state, [name, *arguments])
    except InputError as error:
        said = [error.message(language) for language in LANGUAGES]
    else:
        must_hold(duel.combat)
        said = ["done"]
    assert all(said)


def test_a_blade_is_a_blade():
    """The attack of these tests, for the damage typed above."""
    assert (BLADE.damage.least, BLADE.damage.most) == (1, 6)
