"""A fight on its grid: moves, pegs and barriers spend what the combat knows, and the grid follows what happens."""

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.core.errors import InputError
from rules_py.core.markup import to_html
from rules_py.core.text import LANGUAGES
from rules_py.exorcist.board import Size
from rules_py.exorcist.characters import UKKOKU_AGEHA
from rules_py.exorcist.fighters import Fighter, Side
from rules_py.exorcist.game import GAME
from rules_py.exorcist.game.refusals import range_problem
from rules_py.exorcist.model import Combat, Stage, opened, seated
from rules_py.exorcist.plans import nearer, plan
from rules_py.exorcist.samples import sample_fight, sample_grid
from rules_py.exorcist.widgets.combat_tray import Moment, controls, foes
from tests.junk import anything
from tests.play import refused, rules_of, told
from tests.rows import every

from .table import Fight, Ground, Skirmish, ageha, at, exorcist_at, kaii, pc, thing


def meeting(**house):
    """Aoi at B4 before a moth at E4, on her activation."""
    return Skirmish((pc(rope=9), "B4"), (kaii(toughness=30), "E4"), **house).begin()


def offered(fight):
    """The tray, as text."""
    return "".join(map(to_html, controls(Moment(fight.state, fight.rulings, "en"))))


# --- one state --------------------------------------------------------------------------------------------------------


def test_a_move_spends_the_movement_of_the_activation():
    """E-4.1, E-4.2: what the first move leaves is there for the second."""
    fight = meeting()
    assert "E-4.1" in rules_of(fight.move("D4"))
    assert (fight.where(0), fight.activation.movement, fight.activation.moved) == ("D4", 3, 2)
    fight.do("attack", 0, [1], None, 0)
    fight.move("A4")
    assert fight.activation.movement == 0
    fight.refused("E-4.2", "move", list(at("A5")))


def test_pegs_and_rope_on_the_grid_are_those_of_the_sheet():
    """E-7.18, E-7.23: and the rope check takes the place of the attack (E-Q27)."""
    fight = meeting()
    number = fight.wall("C4")
    assert (fight[0].pegs, fight[0].rope) == (1, 6)
    assert fight.activation.used == ("rope",)
    assert len(fight.board.pegs[number].area) == 9
    fight.refused("E-Q27", "attack", 0, [1])
    fight.do("adjust", 0, "pegs", 0)
    fight.refused("E-7.18", "peg", list(at("B4")))


def test_an_attack_takes_the_place_of_rope():
    """E-7.13, E-Q27."""
    fight = meeting()
    number = fight.peg("B4")
    fight.do("attack", 0, [1], None, 0)
    fight.refused("E-Q27", "rope", number)


def test_the_dice_of_both_follow_one_seed():
    """The same seed rolls the same fight, whatever of it happens on the grid."""
    rolled = [meeting() for _ in range(2)]
    for fight in rolled:
        fight.do("rope", fight.peg("B4"))
        fight.until(1).do("attack", 0, [0])
    assert rolled[0].state == rolled[1].state
    assert rolled[0].state.dice > 3


def test_attack_focus_gives_up_the_first_move_on_the_grid_too():
    """E-5.8; the second move is left, with or without an attack before it (E-Q26)."""
    fight = meeting()
    number = fight.peg("B4")
    fight.until(1).until(0).do("focus")
    assert plan(fight.state, [1]).attack == 1, "the blade would take a first move"
    fight.move("C4")
    fight.refused("E-Q26", "attack", 0, [1])
    fight.refused("E-Q26", "rope", number)
    fight = meeting()
    fight.do("focus")
    fight.do("attack", 0, [1], None, 0)
    fight.move("C4")
    fight = meeting(focus_second_move=False)
    fight.do("focus")
    fight.do("attack", 0, [1], None, 0)
    fight.refused("E-Q26", "move", list(at("C4")))


def test_pegs_and_barriers_come_after_the_start_of_the_activation():
    """E-4.9, E-2.14: after any of them focus is too late, and whoever did no more has not passed."""
    fight = Skirmish((pc(rope=9, skill=4), "B4"), (pc("Ren"), "B3"), (kaii(), "H4")).begin()
    number = fight.peg("C4")
    fight.refused("E-4.9", "focus")
    fight.do("rope", number, 3)
    for action in ("set", number), ("free", number):
        fight.do("done")
        fight.until(1).do(*action)
        fight.refused("E-4.9", "focus")
        assert "E-2.14" not in rules_of(fight.do("done"))


def test_the_manoeuvre_goes_farther_and_makes_rope_harder():
    """E-4.5, E-4.6, E-Q5, E-Q33."""
    fight = meeting()
    fight.do("manoeuvre", [6, 1, 1])
    assert fight.activation.movement == 10
    number = fight.peg("B4")
    events = fight.do("rope", number, [4, 4, 4])
    assert "E-Q33" in rules_of(events)
    assert len(fight.board.pegs[number].area) == 1


def test_a_skill_that_an_art_raises_counts_for_rope():
    """E-7.24: the grid has everybody with the values of now."""
    fight = meeting()
    fight.do("adjust", 0, "skill", 5)
    assert fight.board.piece(0).skill == 5
    fight.do("rope", fight.peg("B4"), [4, 4, 4, 1, 1])


# --- who stands where -------------------------------------------------------------------------------------------------


def test_who_is_exorcised_leaves_the_grid_and_the_square_is_free():
    """E-11.7."""
    fight = Skirmish((pc(), "B4"), (ageha(), "C4"), (ageha(2), "H4")).begin()
    fight.do("attack", 0, [1], None, 3)
    fight.do("damage", [6]) if fight.combat.stage is Stage.DAMAGE else None
    assert fight[1].gone
    assert fight.where(1) is None
    fight.move("C4")


def test_a_destroyed_object_no_longer_closes_its_square():
    """E-12.4, E-12.6."""
    fight = Skirmish((pc(), "B4"), (kaii(), "H4"), (thing(toughness=1, armour=0), "C4")).begin()
    fight.refused("E-12.4", "move", list(at("C4")))
    fight.do("attack", 1, [2], None, 2)
    fight.move("C4")


def test_who_respawns_waits_beside_the_grid_for_a_square():
    """E-9.7: which square the respawn point is, the table says."""
    fight = Skirmish((pc(hp=1, evade_dice=0, katashiro=2), "B4"), (kaii(), "C4")).begin().until(1)
    fight.do("attack", 0, [0], None, 2)
    fight.do("damage", [3]) if fight.combat.stage is Stage.DAMAGE else None
    events = fight.do("respawn")
    assert "E-9.7" in rules_of(events)
    assert fight.where(0) is None
    fight.until(0).refused("E-2.1", "move", list(at("A1")))
    fight.refused("E-Q6", "place", 0, list(at("C4")))
    fight.do("place", 0, list(at("A1")))
    assert fight.where(0) == "A1"
    fight.move("B1")


def test_nobody_is_attacked_who_stands_nowhere_yet():
    """E-9.7: whoever has respawned is out of reach, and not offered, until they have a square again."""
    aoi, wasp = pc(hp=1, evade_dice=0, katashiro=2), kaii("Wasp", skill=0)
    fight = Skirmish((aoi, "B4"), (kaii(), "C4"), (wasp, "C5")).begin().until(1)
    fight.do("attack", 0, [0], None, 2)
    fight.do("damage", [3]) if fight.combat.stage is Stage.DAMAGE else None
    fight.do("respawn")
    fight.until(2)
    fight.refused("E-9.7", "attack", 0, [0])
    assert (plan(fight.state, [0]), foes(fight.state)) == (None, [])
    fight.do("place", 0, list(at("B5")))
    assert (plan(fight.state, [0]).target, foes(fight.state)) == (0, [0])
    fight.do("attack", 0, [0], None, 0)


def test_nobody_acts_on_the_map_who_stands_nowhere_yet():
    """E-2.1: whoever has respawned neither moves nor attacks until the table has said where they stand."""
    fight = Skirmish((pc(spirit_points=2, evade_dice=0), "B4"), (kaii(), "C4")).begin().until(1)
    fight.do("attack", 1, [0], None, 1)
    fight.do("respawn")
    fight.until(0)
    for action in ("attack", 0, [1]), ("attack", "ranged", [1]), ("focus",), ("manoeuvre",), ("move", [0, 0]):
        assert "Aoi stands nowhere on the grid" in fight.refused("E-2.1", *action).message("en")
    fight.do("place", 0, list(at("A1")))
    fight.do("attack", 0, [1], None, 0)


def test_a_mob_that_stands_nowhere_joins_no_attack():
    """E-2.1, E-8.11: it has respawned; it is not offered, and not let join in, until it has a square again."""
    aoi, thug = pc(), {"side": Side.ENEMY, "mob": True, "skill": 1, "evade_dice": 0, "spirit_points": 2}
    fight = Skirmish((aoi, "B4"), (pc("Kuro", **thug), "C4"), (pc("Shiro", **thug), "C5"), respawn_acts=True).begin()
    fight.do("attack", 1, [2], None, 1)
    fight.do("respawn")
    fight.until(1)
    together = "combine", [[1, 0], [2, 0]], 0, [1] * 6
    assert "Shiro stands nowhere on the grid" in fight.refused("E-2.1", *together).message("en")
    assert "Combine the attacks" not in offered(fight)
    fight.do("place", 2, list(at("C5")))
    assert "Combine the attacks" in offered(fight)
    fight.do(*together)


def test_who_fights_without_a_grid_needs_no_square():
    """E-9.7: whoever has respawned attacks in the next turn."""
    fight = Fight(pc(spirit_points=2, evade_dice=0), kaii()).begin().until(1)
    fight.hit(0, weapon=1)
    fight.do("respawn")
    fight.until(0).hit(1, successes=0)


def test_an_object_can_be_attacked_while_nobody_else_stands_anywhere():
    """E-9.7, E-12.1: the only exorcist waits for a square; the gate does not."""
    aoi, wasp = pc(hp=1, evade_dice=0, katashiro=2), kaii("Wasp", skill=0)
    fight = Skirmish((aoi, "B4"), (kaii(), "C4"), (wasp, "C5"), (thing(), "D5")).begin().until(1)
    fight.do("attack", 0, [0], None, 2)
    fight.do("damage", [3]) if fight.combat.stage is Stage.DAMAGE else None
    fight.do("respawn")
    fight.until(2)
    assert (foes(fight.state), foes(fight.state, things=True)) == ([], [3])
    assert "Attack as chosen here" in offered(fight)
    assert "Gate" in offered(fight)
    fight.do("attack", 0, [3], None, 1)


def test_newcomers_find_a_free_square_on_their_side():
    """E-1.15: enemies on the right, exorcists on the left; the GM may put them elsewhere."""
    fight = Skirmish((pc(), "A4"), (kaii(), "I4"))
    fight.do("known", "ukkoku_ageha")
    fight.do("exorcist", "Kei", "pc", [2, 2, 2, 6, 5, 3, 5, 1, 2, 6])
    assert (fight.where(2), fight.where(3)) == ("I3", "A3")
    fight.do("place", 2, list(at("E4")))
    fight.do("remove", 1)
    assert [fight.where(who) for who in range(3)] == ["A4", "E4", "A3"]
    assert [fighter.name.en for fighter in fight.combat.fighters] == ["Aoi", "Ukkoku-ageha", "Kei"]


def test_a_small_grid_is_as_full_as_it_can_be():
    """Sixteen fighters on 25 squares, each on its own."""
    fight = Skirmish((pc(), "A4"), (kaii(), "E4"), size=(5, 5))
    for _ in range(14):
        fight.do("known", "ukkoku_ageha")
    squares = [fight.where(who) for who in range(16)]
    assert len(set(squares)) == 16
    assert None not in squares


# --- what the grid refuses --------------------------------------------------------------------------------------------


@every(
    ("rule", "action"),
    [
        ("E-4.2", ("move", list(at("I1")))),
        ("E-Q6", ("move", list(at("E4")))),
        ("E-4.1", ("move", list(at("B4")))),
        ("E-7.17", ("peg", list(at("F4")))),
        ("E-10.2", ("place", 0, list(at("A1")))),
    ],
)
def test_what_is_forbidden_names_its_rule(rule, action):
    fight = meeting()
    if action[0] == "place":
        fight.do("attack", 0, [1], None, 1)
        assert fight.combat.stage is Stage.DAMAGE
    fight.refused(rule, *action)


def test_a_kaii_places_no_pegs():
    """E-7.1: whatever it carries."""
    fight = meeting().until(1)
    fight.do("adjust", 1, "pegs", 3)
    fight.refused("E-7.1", "peg", list(at("E4")))


def test_what_makes_no_sense_is_told():
    fight = meeting()
    for action in (
        ("move",),
        ("move", 3),
        ("move", [99, 0]),
        ("move", [1, 3], "yes"),
        ("peg",),
        ("rope", 0),
        ("rope", True),
        ("set", 7),
        ("removal", "NORMAL"),
        ("free", -1),
        ("place", 9, [0, 0]),
        ("place", 0),
        ("place", 0, "A1"),
        ("begin", [], True, True),
        ("nonsense",),
        (),
    ):
        fight.refused_somehow(*action)


def test_an_attack_with_a_range_of_its_own_reaches_no_farther():
    """E-11.23: Corroding Scales within 5 squares, counted as blocks of squares (E-Q20)."""
    fight = Skirmish((pc(), "A1"), (ageha(), "G1"), (pc("Ren"), "B1")).begin().until(1)
    fight.refused("E-11.23", "attack", 1, [0])
    fight.refused("E-11.23", "attack", 1, [2, 0])
    fight.do("attack", 1, [2], None, 0)
    fight = Skirmish((pc(), "A1"), (ageha(), "F6")).begin().until(1)
    fight.do("attack", 1, [0], None, 0)


def test_each_mob_that_joins_in_must_reach_the_target():
    """E-8.11, E-11.23: from where it stands itself."""
    fight = Skirmish((pc(), "A1"), (ageha(), "C1"), (ageha(2), "I1")).begin().until(1)
    fight.refused("E-11.23", "combine", [[1, 1], [2, 1]], 0)
    fight.do("combine", [[1, 1], [2, 0]], 0, [1, 1, 1, 1])


def test_no_range_is_invented_for_what_names_none():
    """E-5.11: how far gear reaches is lost."""
    fight = Skirmish((pc(), "A1"), (kaii(), "I7")).begin()
    fight.do("attack", 0, [1], None, 0)


def test_without_a_grid_nothing_is_out_of_range():
    """E-11.23; on one, whoever stands nowhere is (E-2.1)."""
    duel = opened(Combat((Fighter.of(UKKOKU_AGEHA, Side.ENEMY),) * 2), *sizes())
    assert range_problem(replace(duel, grounds=None), 0, UKKOKU_AGEHA.attacks[1], 1) is None
    duel = replace(duel, grounds=replace(duel.grounds, board=replace(duel.board, pieces=(None, duel.board.pieces[1]))))
    assert range_problem(duel, 0, UKKOKU_AGEHA.attacks[1], 1).rule == "E-2.1"


def sizes():
    """A grid on which the two stand nine squares apart."""
    from rules_py.exorcist.board import Size

    return Size(15, 5), ((0, 0), (10, 0))


# --- barriers and kai'i -----------------------------------------------------------------------------------------------


def test_a_kaii_that_begins_in_a_wall_barrier_is_held():
    """E-7.33, E-7.35: mobility 1, and no square of the barrier to go to, not even after a manoeuvre."""
    fight = Skirmish((pc(rope=9), "D4"), (kaii(mobility=6), "E4")).begin()
    fight.wall("E4")
    events = fight.do("done")
    assert "E-7.33" in rules_of(events)
    assert fight.activation.movement == 1
    fight.refused("E-7.35", "move", list(at("F4")))
    fight.do("manoeuvre", [6, 6, 6][: fight[1].skill])
    fight.refused("E-7.35", "move", list(at("F4")))
    assert "E-2.14" not in rules_of(fight.do("done"))


def test_a_manoeuvre_doubles_the_mobility_of_1_or_adds_what_the_table_says():
    """E-7.33, E-Q5: nothing that is typed is thrown away."""
    for typed, movement in ((), 2), ((6,), 7), ((0,), 1):
        fight = Skirmish((pc(rope=9), "D4"), (kaii(mobility=6), "E4")).begin()
        fight.wall("E4")
        fight.do("done")
        fight.do("manoeuvre", [6], *typed)
        assert fight.activation.movement == movement


def test_who_is_held_and_does_nothing_passes():
    """E-2.13, E-2.14."""
    fight = Skirmish((pc(rope=9), "D4"), (kaii(mobility=6), "E4")).begin()
    fight.wall("E4")
    fight.do("done")
    assert "E-2.14" in rules_of(fight.do("done"))


def test_a_kaii_that_evades_pays_three_times():
    """E-7.36."""
    fight = Skirmish((pc(rope=9), "D4"), (kaii(mobility=6, evades=True), "G4")).begin()
    fight.wall("E4")
    fight.do("done")
    assert fight.activation.movement == 6
    fight.move("F4")
    assert fight.activation.movement == 3


def test_a_wall_barrier_that_holds_is_removed_by_who_is_held():
    """E-7.42, E-7.43, E-11.25: in place of its attack, with two dice more; then it could go, but for its mobility."""
    fight = Skirmish((pc(rope=9), "D4"), (ageha(), "E4")).begin()
    number = fight.wall("E4")
    fight.do("done")
    events = fight.do("removal", number, [6, 1, 1, 1])
    assert {"E-11.25", "E-7.46"} <= rules_of(events)
    assert fight.board.placed() == []
    assert fight.activation.used == ("removal",)
    fight.refused("E-Q27", "attack", 0, [0])
    fight.move("F4")


def test_ones_own_barrier_goes_without_a_check():
    """E-7.45."""
    fight = meeting()
    number = fight.wall("C4")
    assert "E-7.45" in rules_of(fight.do("free", number))
    assert fight.board.placed() == []


def test_a_friend_goes_on_where_somebody_stopped():
    """E-Q29: rope at another's peg, and the barrier in another's rope."""
    fight = Skirmish((pc(rope=9), "B4"), (pc("Ren", rope=9), "C5"), (kaii(), "H4")).begin((0, 9), (1, 5))
    number = fight.peg("B4")
    fight.do("done")
    fight.do("rope", number, 3)
    fight.do("set", number)
    assert fight.board.pegs[number].barrier.owner == 1


# --- without the grid, and the grid alone -----------------------------------------------------------------------------


def test_a_fight_begun_as_before_is_one_without_a_grid():
    """Links of before: squares are numbers, rope and removal know no place."""
    fight = Skirmish((pc(), "B4"), (kaii(), "E4"))
    fight.do("begin", [])
    fight.do("turn")
    assert fight.state.grounds is None
    fight.do("move", 3)
    fight.do("peg")
    fight.do("rope", 2)
    fight.do("done")
    fight.do("attack", 0, [0], None, 0)
    assert fight.activation.used == ("attack",)


def test_what_a_name_means_is_said_by_where_the_desk_stands():
    """E-7.16, E-7.21, E-7.41: with a grid a peg and a square, without one dice alone; alone, to remove is a check."""
    fight = Skirmish((pc(rope=9), "B4"), (kaii(), "E4"))
    fight.do("remove", 1)
    assert [fighter.name.en for fighter in fight.combat.fighters] == ["Aoi"]
    bare, grid, alone = Fight(pc(), kaii()).begin(), meeting(), Ground(exorcist_at("A1")).turn()
    forms = [
        GAME.found([name], each.state)[0].form
        for name in ("rope", "peg", "removal", "remove")
        for each in (bare, grid, alone)
    ]
    assert forms == [
        *('["rope", dice?]', '["rope", peg, dice?]', '["rope", peg, dice?]'),
        *('["peg"]', '["peg", square]', '["peg", square]'),
        *('["removal", difficulty, dice?]', '["removal", peg, dice?]', '["removal", difficulty, dice?]'),
        *('["remove", who]', '["remove", who]', '["remove", peg, dice?]'),
    ]


def test_what_is_legal_now_is_said_by_the_game():
    """In a set-up, in an activation on a grid, and while somebody evades."""
    fight = Skirmish((pc(), "B4"), (kaii(evades=True), "E4"))
    assert {"begin", "known", "place", "look"} <= {each.name for each in GAME.legal(fight.state)}
    fight.begin()
    acting = [each.form for each in GAME.legal(fight.state)]
    assert '["move", square, onward?]' in acting
    assert '["move", squares]' not in acting
    fight.do("attack", 0, [1], None, 1)
    assert [each.name for each in GAME.legal(fight.state)] == ["apart", "evade"]


FIRST = (["put", "Wasp", "kaii", [8, 6], [5, 2, 2, 0, 0, 0]], ["shift", 3, [0, 6]], ["take", 3], ["look", 2])


@every("action", FIRST)
def test_a_grid_alone_begins_as_long_as_nothing_else_was_done(action):
    """Whoever is named by number stands in the sample fight as well as on the sample grid."""
    size = Size(11, 8)
    fight = sample_fight(size)
    assert len(fight.board.standing()) == len(sample_grid(size).board.standing())
    after, _ = GAME.apply(fight, action)
    assert after == GAME.apply(sample_grid(size), action)[0]
    assert (after.alone, after.board.size) == (True, size)
    begun, _ = GAME.apply(fight, ["known", "ukkoku_ageha"])
    refused(lambda: GAME.apply(begun, action), "do")


def test_a_grid_alone_begins_where_nobody_has_come_yet():
    put = FIRST[0]
    after, _ = GAME.apply(GAME.start(), put)
    assert (after.alone, [piece.name.en for piece in after.board.pieces]) == (True, ["Wasp"])
    begun, _ = GAME.apply(GAME.start(), ["known", "ukkoku_ageha"])
    refused(lambda: GAME.apply(begun, put), "do")


def test_without_a_grid_nobody_is_put_anywhere():
    Fight(pc(), kaii()).begin().refused(None, "place", 0, [1, 1])


@settings(max_examples=200, derandomize=True)
@given(
    name=st.sampled_from(list(GAME.stated)),
    arguments=st.lists(anything("pc", "melee_body", "NORMAL", "skill", "wall") | st.just([3, 3]), max_size=6),
    stage=st.sampled_from([Stage.SETUP, Stage.ON_GRID, Stage.EVASION, Stage.DEATH]),
)
def test_no_link_breaks_a_fight_on_its_grid(name, arguments, stage):
    """Whatever a changed link says: it is carried out, or refused in both languages; a fault of our own is neither."""
    fight = Skirmish((pc(rope=9), "B4"), (pc("Ren"), "B5"), (kaii(evades=True, mob=True), "E4"), (thing(), "D1"))
    if stage is not Stage.SETUP:
        fight.begin((0, 9), (1, 5)).wall("C4")
        fight.do("done")
    if stage is Stage.EVASION:
        fight.do("attack", 0, [2], None, 1)
    if stage is Stage.DEATH:
        fight.do("adjust", 1, "hp", 1)
        fight.do("done")
        fight.do("attack", 0, [1], None, [6, 6, 6])
        fight.do("evade", 0)
        fight.do("damage", [1])
    assert fight.state.stage is stage
    try:
        after, _ = GAME.apply(fight.state, [name, *arguments])
    except InputError as error:
        said = [error.message(language) for language in LANGUAGES]
    else:
        said = [after.alone or after.grounds is None or len(after.board.pieces) == len(after.combat.fighters)]
    assert all(said)


# --- what is proposed -------------------------------------------------------------------------------------------------


def test_a_melee_attack_looks_for_a_square_beside_its_target():
    """A proposal, no rule: the shortest way, and of two equal ones the straight one."""
    fight = Skirmish((pc(), "A4"), (kaii(), "E4"), (kaii("Wasp"), "I4")).begin()
    found = plan(fight.state, [1, 2], fight.rulings)
    assert (found.attack, found.target, found.square) == (0, 1, at("D4"))
    fight.move("D4")
    assert plan(fight.state, [1, 2], fight.rulings).square is None


def test_what_cannot_be_reached_in_melee_is_shot_at_or_walked_towards():
    """By the next attack on the sheet; without one, by going nearer."""
    fight = Skirmish((pc(), "A1"), (kaii(), "I7")).begin()
    found = plan(fight.state, [1], fight.rulings)
    assert (found.attack, found.square) == (1, None)
    blade = pc(attacks=pc().attacks[:1])
    fight = Skirmish((blade, "A1"), (kaii(), "I7")).begin()
    assert plan(fight.state, [1], fight.rulings) is None
    square = nearer(fight.state, [1], fight.rulings)
    fight.do("move", list(square), True)
    assert fight.where(0) == "F6"


def test_nobody_goes_nearer_who_is_hemmed_in():
    walls = [(thing(f"Gate {n}"), square) for n, square in enumerate(("A2", "B1", "B2"))]
    fight = Skirmish((pc(attacks=()), "A1"), (kaii(), "I7"), *walls).begin()
    assert nearer(fight.state, [1], fight.rulings) is None


# --- everything at once -----------------------------------------------------------------------------------------------


@every("seed", range(40))
def test_the_grid_is_always_as_the_combat_has_it(seed):
    """Among random actions: nobody stands on a square twice, nobody gone stands anywhere, and both agree."""
    random = Random(seed)
    fight = Skirmish(
        (pc(rope=9, pegs=4), "B4"),
        (pc("Ren", side=Side.ALLY), "B2"),
        (kaii(evades=True), "E4"),
        (ageha(), "F2"),
        (thing(), "D3"),
        seed=f"s{seed}",
    )
    fight.begin()
    done = 0
    for _ in range(160):
        combat = fight.combat
        square = [random.randrange(9), random.randrange(7)]
        action = random.choice(
            [
                ["move", square],
                ["move", square],
                ["peg", square],
                ["rope", random.randrange(3)],
                ["set", random.randrange(3)],
                ["removal", random.randrange(3)],
                ["free", random.randrange(3)],
                ["attack", random.randrange(2), [random.randrange(5)]],
                ["evade", random.randrange(3)],
                ["damage"],
                ["respawn"],
                ["avert"],
                ["done"],
                ["turn"],
                ["focus"],
                ["manoeuvre"],
                ["place", random.randrange(5), square],
                ["adjust", random.randrange(4), "skill", random.randrange(6)],
            ]
        )
        try:
            fight.do(*action, careful=False)
        except ValueError:
            assert fight.combat is combat
            continue
        done += 1
        state = fight.state
        assert state.grounds == seated(state.combat, state.grounds)
        standing = [piece.square for _, piece in state.board.standing()]
        assert len(set(standing)) == len(standing)
        assert not any(fighter.gone and state.square(who) for who, fighter in enumerate(state.combat.fighters))
        for who, piece in state.board.standing():
            fighter = state.combat.fighters[who]
            assert (piece.pegs, piece.rope, piece.skill) == (fighter.pegs, fighter.rope, fighter.skill)
    assert done > 20
    assert told(fight.log)
