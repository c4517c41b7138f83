"""Each switch that a board feels, as a story told under each of its answers."""

from dataclasses import fields

from rules_py.exorcist.board import mobility_at_start, movement_range
from rules_py.exorcist.rulings import Rulings
from tests.stories import ToldUnderEachAnswer

from .table import Ground, exorcist_at, kaii_at


def clumsy(**house):
    """Somebody of Skill 0 lays rope with a 6, if there is a die."""
    ground = Ground(exorcist_at("D4", skill=0), rope_plus=1, **house).turn()
    ground.peg("D4")
    return ground.allows("rope", 0, [6])


def to_the_corner(**house):
    """From A1 to C3."""
    return movement_range(Ground(exorcist_at("A1"), **house).board, 0, 5, Rulings(**house))[2, 2]


def past_an_enemy(**house):
    """From A1 past an enemy on B1, with no other way but around."""
    ground = Ground(exorcist_at("A1"), kaii_at("B1"), kaii_at("A2", "Wasp"), kaii_at("B2", "Bee"), **house)
    return (2, 0) in movement_range(ground.board, 0, 5, ground.rulings)


def beside_a_friend(**house):
    ground = Ground(exorcist_at("A1"), exorcist_at("B1", "Ren"), **house).turn()
    return ground.allows("move", [1, 0])


def across_the_corner(**house):
    """Rope at a peg that touches one's square by a corner only."""
    ground = Ground(exorcist_at("A1"), **house).turn()
    ground.peg("B2")
    return ground.allows("rope", 0)


def a_clever_kaii(**house):
    """A kai'i that evades, before a wall and inside."""
    ground = Ground(exorcist_at("D4"), kaii_at("B4", evades=True), kaii_at("E4", "Wasp", evades=True), **house).turn()
    ground.wall("D4")
    entered = (2, 3) in movement_range(ground.board, 1, 6, ground.rulings)
    return entered, mobility_at_start(ground.board, 2, ground.rulings)


def a_friends_peg(**house):
    ground = Ground(exorcist_at("A1"), exorcist_at("B1", "Ren"), **house).turn()
    ground.peg("A1")
    return ground.turn(1).allows("rope", 0)


def rope_and_removal(**house):
    """Both in one activation."""
    ground = Ground(exorcist_at("A1"), **house).turn()
    ground.wall("A1", 0)
    return ground.allows("remove", 0)


def rope_after_a_manoeuvre(**house):
    """Two 4s, a 5 and a 6: how many squares?"""
    ground = Ground(exorcist_at("D4"), **house).turn(0, 10, True)
    ground.rope(ground.peg("D4"), [4, 4, 5, 6])
    return len(ground.board.pegs[0].area)


def between_two_walls(**house):
    """What a square of two Wall Barriers costs a kai'i that evades and stands beside them."""
    aoi, ren = exorcist_at("C3"), exorcist_at("E3", "Ren")
    ground = Ground(aoi, ren, kaii_at("D5", evades=True, mobility=20), **house).turn()
    ground.wall("C3")
    ground.turn(1).wall("E3")
    return movement_range(ground.board, 2, 20, ground.rulings)[3, 3]


def roped_twice(**house):
    """One square at first, three successes in the next activation, none in a third: how many squares?"""
    ground = Ground(exorcist_at("D4"), **house).turn()
    ground.rope(ground.peg("D4"), 1)
    again = ground.turn().allows("rope", 0, 3) and ground.turn().allows("rope", 0, 0)
    return again, len(ground.board.pegs[0].area)


def out_of_reach(**house):
    """Somebody with a 6 removes a barrier of ULTRA-HARD after the tactical manoeuvre."""
    ground = Ground(exorcist_at("D4"), exorcist_at("D5", "Ren", spirit=1), **house).turn()
    ground.wall("D4", difficulty="ULTRA-HARD")
    ground.turn(1, None, True).do("remove", 0, [6])
    return ground.board.placed() == []


class TestStories(ToldUnderEachAnswer):
    system = "exorcist"
    stepper = "exorcist.combat"
    stories = {
        "no_dice": ("E-Q3", clumsy, {"fail": False, "one_die": True}),
        "diagonal_steps": ("E-Q6", to_the_corner, {True: 2, False: 4}),
        "pass_enemies": ("E-Q6", past_an_enemy, {False: False, True: True}),
        "share_squares": ("E-Q6", beside_a_friend, {False: False, True: True}),
        "adjacent": ("E-Q20", across_the_corner, {"eight": True, "four": False}),
        "wall_barrier": ("E-Q21", a_clever_kaii, {"by_evasion_type": (True, 6), "stops_all": (False, 1)}),
        "shared_slot": ("E-Q27", rope_and_removal, {True: False, False: True}),
        "others_rope": ("E-Q29", a_friends_peg, {True: True, False: False}),
        "manoeuvre_hardens": ("E-Q33", rope_after_a_manoeuvre, {"all": 5, "attacks_and_arts": 9}),
        "rope_again": ("E-Q46", roped_twice, {False: (False, 1), True: (True, 9)}),
        "hardest": ("E-Q39", out_of_reach, {"ultra_hard": True, "impossible": False}),
        "overlapping_walls": ("E-Q41", between_two_walls, {"once": 3, "each": 9}),
    }
    elsewhere = frozenset(f.name for f in fields(Rulings)) - stories.keys()
