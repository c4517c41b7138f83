"""Each switch that a combat feels, as a story told under each of its answers."""

from dataclasses import fields

from rules_py.exorcist.fighters import Side
from rules_py.exorcist.game.exchange import price
from rules_py.exorcist.model import Stage, combining, hard_possible
from rules_py.exorcist.rulings import Rulings
from tests.stories import ToldUnderEachAnswer

from . import test_board_house_rules as board
from .table import Fight, ageha, kaii, pc, thing


def clumsy(**house):
    """Body 0 strikes with a 6, if there is a die."""
    return Fight(pc(body=0), kaii(), **house).begin().allows("attack", 0, [1], None, [6])


def focused(**house):
    """An attack at KIDS in attack focus, with nothing but 1s."""
    fight = Fight(pc(), kaii(), **house)
    fight.do("weapon", 0, "Toy", ["body", "melee", "physical"], "1", None, "KIDS")
    fight.begin().do("focus")
    fight.do("attack", 3, [1], None, [1, 1, 1])
    return fight[1].toughness


def a_manoeuvre(**house):
    """Evade dice after two successes."""
    fight = Fight(pc(), kaii(), **house).begin()
    fight.do("manoeuvre", [4, 4, 1])
    return fight[0].evade_dice


def evade_dice(**house):
    """One is left at the end of a turn: how many at the start of the next, and at one's activation?"""
    fight = Fight(pc(), kaii(evades=True), **house).begin()
    fight.rest().do("adjust", 1, "evade_dice", 1)
    fight.do("turn")
    before = fight[1].evade_dice
    return before, fight.until(1)[1].evade_dice


def one_against_three(**house):
    """One success against an attack with three."""
    fight = Fight(pc(), kaii(evades=True), **house).begin()
    fight.hit(1, successes=3)
    fight.do("evade", 1, [6])
    return fight.stage is Stage.DAMAGE


def wasps(**house):
    """Mobs of another Skill."""
    fight = Fight(pc(), ageha(), kaii("Wasp", mob=True), **house).begin().until(1)
    return combining(fight.combat, fight.rulings)


def two_blows(**house):
    """Armour 2 against a batch of 3 and 2."""
    fight = Fight(pc(armour=(2,)), ageha(1), ageha(2), **house).begin().until(1)
    fight.do("combine", [[1, 0], [2, 0]], 0, [4, 4, 4, 4])
    fight.do("evade", 0)
    fight.do("damage", [3, 2])
    return fight[0].hp


def a_peg(**house):
    fight = Fight(pc(pegs=2), kaii(), **house).begin()
    fight.do("attack", "ranged", [1], None, 1)
    return fight[0].pegs


def struck(amount, hp, katashiro=2, **house):
    """Aoi with armour 1 after a blow."""
    fight = Fight(pc(armour=(1,), katashiro=katashiro), kaii(), **house).begin().until(1)
    fight.do("adjust", 0, "hp", hp)
    fight.strike(0, amount)
    return fight


def five_at_two(**house):
    """5 damage at HP 2: 4 after armour."""
    return price(struck(5, 2, **house).combat, Rulings(**house))


def respawned(**house):
    """HP 6, spirit points 5, evade dice 3, halved."""
    fight = struck(5, 2, **house)
    fight.do("respawn")
    return fight[0].hp, fight[0].spirit_points, fight[0].evade_dice


def respawned_whole(**house):
    """HP 2 of 6 struck away; all 5 spirit points and all 3 evade dice are left."""
    fight = struck(5, 2, **house)
    fight.do("respawn")
    return fight[0].hp, fight[0].spirit_points, fight[0].evade_dice


def removal_after_a_manoeuvre(**house):
    """4s against a barrier of NORMAL: successes."""
    fight = Fight(pc(), kaii(), **house).begin()
    fight.do("manoeuvre", 1)
    return fight.do("removal", "NORMAL", [4, 4, 4])[0].text.en[-2]


def a_failed_manoeuvre(**house):
    """A 4 is rolled for an attack after it."""
    fight = Fight(pc(body=1), kaii(), **house).begin()
    fight.do("manoeuvre", 0)
    fight.do("attack", 0, [1], None, [4])
    return fight.stage is Stage.DAMAGE


def out_of_reach(**house):
    """6s against a barrier of ULTRA-HARD after the manoeuvre: successes."""
    fight = Fight(pc(), kaii(), **house).begin()
    fight.do("manoeuvre", 1)
    return fight.do("removal", "ULTRA-HARD", [6, 6, 6])[0].text.en[-2]


def respawned_early(**house):
    """Aoi falls before her activation."""
    fight = Fight(kaii("Quick", skill=9), pc(), **house).begin()
    fight.do("adjust", 1, "hp", 1)
    fight.strike(1, 2)
    fight.do("respawn")
    return fight[1].acted


def averted(**house):
    fight = struck(5, 2, **house)
    fight.do("avert")
    return fight[0].hp


def one_katashiro(**house):
    """Two are due."""
    return struck(6, 2, katashiro=1, **house)[0].gone


def a_spirit_at_the_gate(**house):
    fight = Fight(pc(), kaii(), thing(), **house).begin()
    fight.hit(2, weapon=1)
    return fight[2].toughness


def boss_fight(**house):
    return Fight(pc(hp=20), kaii("Boss", boss=True, toughness=30), **house).begin()


def quiet(fight):
    fight.hit(1, successes=0)
    return fight.rest()


def quiet_and_idle(**house):
    """A quiet turn, one without attacks, a quiet turn."""
    fight = boss_fight(**house)
    quiet(fight).do("turn")
    fight.rest().do("turn")
    return hard_possible(quiet(fight).combat, fight.rulings)


def nobody_announces(**house):
    """Two quiet turns, and the GM says nothing."""
    fight = boss_fight(**house)
    quiet(fight).do("turn")
    quiet(fight).do("turn")
    return fight.combat.zone.pressure.value


def blood_in_hard_mode(**house):
    fight = boss_fight(**house)
    quiet(fight).do("turn")
    quiet(fight).do("turn", [], True)
    fight.strike(1, 1)
    fight.rest()
    return fight.combat.zone.pressure.value


def idle_in_hard_mode(**house):
    """Two quiet turns, Hard mode is announced, and for two turns nobody lifts a hand."""
    fight = boss_fight(**house)
    quiet(fight).do("turn")
    quiet(fight).do("turn", [], True)
    fight.rest().do("turn")
    fight.rest().do("turn")
    return fight.combat.zone.pressure.value


def after_the_boss(**house):
    """The boss falls in Hard mode, a moth is left."""
    boss = kaii("Boss", boss=True, toughness=1)
    fight = Fight(pc(hp=20), boss, kaii(), **house).begin()
    quiet(fight).do("turn")
    quiet(fight).do("turn", [], True)
    fight.strike(1, 1)
    fight.until(0)
    return fight.combat.zone.pressure.value


def all_on_the_armour(**house):
    fight = boss_fight(**house)
    fight.do("adjust", 1, "armour", 9)
    fight.strike(1, 3)
    return fight.rest().combat.zone.quiet


def an_ally_in_a_tie(**house):
    fight = Fight(kaii(skill=3), pc("Ally", Side.ALLY), pc("Aoi", skill=9), **house)
    return fight.order


def after_focus(**house):
    fight = Fight(pc(), kaii(), **house).begin()
    fight.do("focus")
    fight.hit(1, successes=0)
    return fight.allows("move", 1)


def rope_after_an_attack(**house):
    fight = Fight(pc(), kaii(), **house).begin()
    fight.hit(1, successes=0)
    return fight.allows("rope")


def scales(**house):
    """Two targets: how many attack checks?"""
    fight = Fight(pc("Aoi"), pc("Ren"), ageha(), **house).begin().until(2)
    return len([event for event in fight.do("attack", 1, [0, 1]) if "d6, NORMAL" in event.text.en])


def scales_twice(**house):
    fight = Fight(pc(), ageha(), **house).begin().until(1)
    return fight.allows("attack", 1, [0, 0])


class TestStories(ToldUnderEachAnswer):
    system = "exorcist"
    stepper = "exorcist.combat"
    stories = {
        "no_dice": ("E-Q3", clumsy, {"fail": False, "one_die": True}),
        "easiest": ("E-Q4", focused, {"kids": 5, "automatic": 4}),
        "manoeuvre_evade": ("E-Q5", a_manoeuvre, {"successes": 5, "nothing": 3}),
        "evade_refill": ("E-Q7", evade_dice, {"activation": (1, 3), "turn": (3, 3), "combat": (1, 1)}),
        "evasion_needs": ("E-Q8", one_against_three, {"one": False, "attack_successes": True}),
        "combine_mobs": ("E-Q10", wasps, {"same_initiative": [], "any": [2]}),
        "batch_armour": ("E-Q10", two_blows, {"each_attack": 5, "once": 3}),
        "peg_spent": ("E-Q11", a_peg, {True: 1, False: 2}),
        "twice_hp_damage": ("E-Q14", five_at_two, {"after_armour": 1, "before_armour": 2}),
        "twice_hp_of": ("E-Q14", five_at_two, {"before_hit": 1, "after_hit": 2}),
        "respawn_half": ("E-Q15", respawned, {"up": (3, 3, 2), "down": (3, 2, 1)}),
        "respawn_acts": ("E-Q15", respawned_early, {False: True, True: False}),
        "avert_restores": ("E-Q16", averted, {"before_hit": 2, "maximum": 6}),
        "short_of_katashiro": ("E-Q17", one_katashiro, {"death": True, "one_is_enough": False}),
        "spiritual_on_objects": ("E-Q18", a_spirit_at_the_gate, {"full": 2, "none": 4}),
        "quiet_turns": ("E-Q22", quiet_and_idle, {"consecutive": False, "in_all": True}),
        "hard_mode": ("E-Q22", nobody_announces, {"gm_decides": 0, "by_itself": 1}),
        "damage_ends_pressure": ("E-Q23", blood_in_hard_mode, {False: 1, True: 0}),
        "quiet_damage": ("E-Q24", all_on_the_armour, {"after_reduction": 1, "before_reduction": 0}),
        "allies_as": (
            "E-Q25",
            an_ally_in_a_tie,
            {"pcs": ["Aoi", "Ally", "Moth"], "enemies": ["Aoi", "Moth", "Ally"]},
        ),
        "focus_second_move": ("E-Q26", after_focus, {True: True, False: False}),
        "shared_slot": ("E-Q27", rope_after_an_attack, {True: False, False: True}),
        "scales_checks": ("E-Q28", scales, {"one": 1, "per_target": 2}),
        "scales_same_target": ("E-Q28", scales_twice, {False: False, True: True}),
        "respawn_resources": ("E-Q32", respawned_whole, {"set": (3, 3, 2), "raise": (3, 5, 3)}),
        "manoeuvre_hardens": ("E-Q33", removal_after_a_manoeuvre, {"all": "0", "attacks_and_arts": "3"}),
        "manoeuvre_failed": ("E-Q34", a_failed_manoeuvre, {"harder": False, "as_usual": True}),
        "ultra_needs_attack": ("E-Q35", idle_in_hard_mode, {True: 1, False: 2}),
        "hardest": ("E-Q39", out_of_reach, {"ultra_hard": "3", "impossible": "0"}),
        "boss_fight_ends": ("E-Q36", after_the_boss, {"boss_gone": 0, "combat_over": 1}),
    }
    elsewhere = frozenset(f.name for f in fields(Rulings)) - stories.keys()

    def test_what_a_peg_does_is_the_tables_to_set(self):
        """E-Q11."""
        fight = Fight(pc(), kaii(toughness=30), peg_ranged_damage=7, peg_melee_die=20).begin()
        fight.do("attack", "ranged", [1], None, 1)
        assert fight[1].toughness == 23
        fight.until(0).do("attack", "melee_body", [1], None, 1)
        fight.do("damage", [20])
        assert fight[1].toughness == 3

    def test_how_far_a_manoeuvre_goes(self):
        """E-Q5."""
        fight = Fight(pc(mobility=5), kaii(), manoeuvre_mobility=4).begin()
        fight.do("manoeuvre", 1)
        assert fight.combat.activation.movement == 20


def test_no_switch_is_without_a_story():
    """In combat, on the board, or as a number whose bounds and effect are tried by themselves."""
    told = TestStories.stories.keys() | board.TestStories.stories.keys() | Rulings.bounds().keys()
    assert told == {f.name for f in fields(Rulings)}
