"""A contest as a player would tell it, phase by phase (C-M10)."""

from fractions import Fraction as F
from itertools import product

from rules_py.contest import Phase, Scene, apply
from rules_py.contest.model import MOST_CHARACTERS
from rules_py.core.errors import ForbiddenAction
from tests.play import rules_of, said
from tests.rows import every

from .table import A, B, C, D, Table

TWELVES = ("Sword 12", "Axe 12")


# --- setting the scene ------------------------------------------------------------------------------------------------


def test_a_contest_needs_two():
    """C-1.3."""
    table = Table("Sword 12")
    table.refused("C-1.3", "begin")
    table.do("add", "B", False, "Axe 12")
    table.do("begin")
    assert table.scene.phase is Phase.START


def test_nobody_shares_a_name():
    error = Table("Sword 12").refused(None, "add", "A", False, "Axe 12")
    assert error.field == "name"


@every("name", ["", "  ", "x" * 41, "a\x00b", "a\nb", "\ud800"])
def test_a_name_is_one_to_forty_visible_characters(name):
    error = Table().refused(None, "add", name, False, "Axe 12")
    assert error.field == "name"


def test_a_japanese_name_with_its_space_is_a_name():
    """The space between family and given name is U+3000."""
    table = Table()
    table.do("add", "山田　太郎", False, "剣術 12")
    assert len(table.scene.characters) == 1


def test_a_name_like_a_placeholder_is_just_a_name():
    table = Table()
    table.do("add", "{name} {0}", False, "{x} 12")
    table.do("add", "%s", False, "Axe 12")
    table.begin((A, B)).round((5, 9))
    assert any("{name} {0} ({x}" in event.text.en or "{name} {0} (12)" in event.text.en for event in table.log)


def test_a_scene_holds_twelve_characters():
    table = Table(*["Sword 12"] * MOST_CHARACTERS)
    assert MOST_CHARACTERS == 12
    assert "12" in table.refused(None, "add", "M", False, "Axe 12").message("en")


def test_whoever_leaves_before_it_begins_is_gone():
    table = Table("Sword 12", "Axe 13", "Bow 14")
    table.do("remove", B)
    assert [c.name.en for c in table.scene.characters] == ["A", "C"]
    table.do("begin")
    table.refused("C-1.1", "remove", A)


def test_somebody_may_arrive_later():
    """C-1.5: in a later round's start, but not in the middle of a round."""
    table = Table(*TWELVES).begin()
    table.round((5, 9))
    table.do("add", "C", False, "Bow 14")
    assert table.scene.free == [C]
    table.declare()
    table.refused("C-1.1", "add", "D", False, "Bow 14")


# --- phase 1 ----------------------------------------------------------------------------------------------------------


def test_each_pair_gets_a_gauge_with_the_piece_on_the_start_square():
    """C-1.3, C-1.4."""
    table = Table(*TWELVES, "Bow 14", "Staff 11")
    table.do("begin")
    assert rules_of(table.do("pair", A, B)) == {"C-1.3", "C-1.4"}
    table.do("pair", C, D)
    assert [c.position for c in table.scene.contests] == [0, 0]
    assert [c.sides for c in table.scene.contests] == [((A,), (B,)), ((C,), (D,))]


def test_whom_you_cannot_face():
    """C-1.3: not oneself, nobody who already fights, nobody who is not there."""
    table = Table(*TWELVES, "Bow 14").begin()
    table.refused("C-1.3", "pair", C, C)
    table.refused("C-1.3", "pair", A, C)
    table.refused("C-1.3", "pair", C, B)
    assert table.refused(None, "pair", C, 3).value == 3
    assert table.refused(None, "pair", -1, C).value == -1
    assert table.refused(None, "pair", "C", A).value == "C"
    assert table.refused(None, "pair", True, C).value is True


def test_a_round_without_a_contest_does_not_go_on():
    """C-1.3."""
    table = Table(*TWELVES)
    table.do("begin")
    table.refused("C-1.3", "next")


def test_nobody_joins_in_the_first_round():
    """C-1.5."""
    Table(*TWELVES, "Bow 14").begin().refused("C-1.5", "join", C, 0, "a")


def test_a_contest_begun_later_starts_on_the_start_square():
    """C-1.13, C-T3.4."""
    table = Table(*TWELVES, "Bow 14", "Staff 11").begin().push(2)
    assert rules_of(table.do("pair", C, D)) == {"C-1.13"}
    assert (table.position(0), table.position(1)) == (2, 0)
    table.refused("C-1.13", "pair", A, C)


def test_staying_out_leaves_augments_and_independent_acts():
    """C-1.14, C-T3.5: no declaration, no roll, but a turn in phase 3."""
    table = Table(*TWELVES, "Bow 14", "Staff 11").begin()
    table.do("next")
    everybody = [[who, 0, 1] for who in (A, B, C)]
    table.refused("C-2.1", "declare", everybody, [])
    table.declare()
    table.passing(2)
    assert table.scene.on_turn == C
    table.do("augment", A, 0, "active")
    table.do("act")
    assert table.scene.phase is Phase.EXCHANGE


# --- the order of phases ----------------------------------------------------------------------------------------------


def test_a_round_has_six_phases_in_order():
    """C-1.1, C-6.9."""
    table = Table(*TWELVES)
    seen = [table.scene.phase]
    for action in (
        ["begin"],
        ["pair", A, B],
        ["next"],
        ["declare", [[A, 0, 1], [B, 0, 1]], []],
        ["skip"],
        ["roll", [[0, 5, 9]]],
        ["resolve"],
        ["next"],
        ["next"],
    ):
        table.do(*action)
        if table.scene.phase is not seen[-1]:
            seen.append(table.scene.phase)
    assert seen == [*Phase, Phase.START]
    assert table.scene.round == 2


WHEN = {
    "add": (["add", "X", False, "Sword 3"], {Phase.SCENE, Phase.START}),
    "remove": (["remove", A], {Phase.SCENE}),
    "begin": (["begin"], {Phase.SCENE}),
    "pair": (["pair", C, D], {Phase.START}),
    "join": (["join", C, 0, "a"], {Phase.START}),
    "declare": (["declare", [[A, 0, 1], [B, 0, 1]], []], {Phase.DECLARATION}),
    "augment": (["augment", A, 0, "active"], {Phase.AUGMENT}),
    "act": (["act"], {Phase.AUGMENT}),
    "pass": (["pass"], {Phase.AUGMENT}),
    "skip": (["skip"], {Phase.AUGMENT}),
    "roll": (["roll"], {Phase.EXCHANGE}),
    "hero": (["hero", 0, "a"], {Phase.EXCHANGE}),
    "resolve": (["resolve"], {Phase.EXCHANGE}),
    "place": (["place", 0, 1], {Phase.RESOLUTION}),
    "yield": (["yield", A], {Phase.CHECK}),
    "draw": (["draw", 0], {Phase.CHECK}),
    "next": (["next"], {Phase.START, Phase.RESOLUTION, Phase.CHECK}),
}


@every("name", WHEN)
def test_everything_has_its_phase(name):
    """C-1.1: out of its phase every action is refused, and the message says when it belongs."""
    action, phases = WHEN[name]
    table = Table(*TWELVES, "Bow 14", "Staff 11")
    walk = [["begin"], ["pair", A, B], ["next"], ["declare", [[A, 0, 1], [B, 0, 1]], []], ["skip"]]
    walk += [["roll", [[0, 5, 9]]], ["resolve"], ["next"]]
    for step in [[], *walk]:
        if step:
            table.do(*step)
        if table.scene.phase not in phases:
            error = table.refused("C-1.1", *action)
            for phase in phases:
                assert phase.text.en in error.message("en")
                assert phase.text.ja in error.message("ja")


@every(
    "action",
    [["dance"], [""], ["Begin"], ["__class__"], ["next "], ["\ud800"]],
)
def test_nobody_can_do_what_is_no_action(action):
    error = Table(*TWELVES).refused(None, *action)
    assert error.value == action[0]
    assert "begin" in error.message("en")


WRONG = [
    ["pair"],
    ["pair", 0],
    ["pair", 0, 1, 2],
    ["pair", "0", 1],
    ["pair", None, 1],
    ["join", 2, 0, "c"],
    ["join", 2, 0],
    ["join", 2, 9, "a"],
    ["join", 2, "x", "a"],
    ["next", 1],
    ["add", "X"],
    ["add", "X", False, "nothing"],
]


def test_an_action_told_wrongly_is_refused_like_any_bad_input():
    """One exception type: too few, too many or the wrong kind of words."""
    table = Table(*TWELVES, "Bow 14").begin().push(1)
    for action in WRONG:
        table.refused_somehow(*action)


# --- phase 2 ----------------------------------------------------------------------------------------------------------


def test_every_participant_declares_one_ability():
    """C-2.1."""
    table = Table("Sword 12, Shield 17", "Axe 13").begin()
    table.do("next")
    table.refused("C-2.1", "declare", [[A, 0, 1]], [])
    table.refused("C-2.1", "declare", [[A, 2, 1], [B, 0, 1]], [])
    table.refused("C-2.1", "declare", [[A, -1, 1], [B, 0, 1]], [])
    table.do("declare", [[A, 1, 1], [B, 0, 1]], [])
    assert (table.value("a"), table.value("b")) == (17, 13)


def test_strike_power_is_one_or_two_and_is_told_each_round():
    """C-5.5, C-5.6."""
    table = Table(*TWELVES).begin()
    table.do("next")
    for power in (0, 3, "2", True, 1.5):
        table.refused("C-5.6", "declare", [[A, 0, power], [B, 0, 1]], [])
    table.declare(strike={A: 2})
    table.round((5, 15))
    assert table.position() == 3
    assert table.side("a").strike_power == 1
    table.round((5, 15))
    assert table.position() == 5


def test_the_ability_may_change_from_round_to_round():
    """C-2.1; what was used last stands as a suggestion."""
    table = Table("Sword 12, Shield 17", "Axe 13").begin()
    table.declare(uses={A: 1})
    table.round((5, 9))
    assert table.value("a") == 17
    table.declare(uses={A: 0})
    assert table.value("a") == 12


# --- phase 3 ----------------------------------------------------------------------------------------------------------


def test_the_narrator_goes_first_then_clockwise():
    """C-3.1, C-3.2: everybody in the scene has a turn, those in no contest too."""
    table = Table("Sword 12", "Bow 14", "*Axe 12", "Staff 11").begin((A, C))
    table.declare()
    order = []
    while table.scene.phase is Phase.AUGMENT:
        order.append(table.scene.on_turn)
        table.do("pass")
    assert order == [C, A, B, D]
    assert table.scene.on_turn is None


def test_an_active_augment_helps_at_once_and_keeps_from_pushing():
    """C-3.5, C-3.8, C-3.14, C-5.3, C-5.4."""
    table = Table("Sword 12, Tactics 15", "Axe 12").begin()
    table.declare()
    events = table.do("augment", A, 1, "active")
    assert rules_of(events) == {"C-3.5", "C-3.8", "C-3.14"}
    assert table.value("a") == 14
    events = table.resolve((1, 15))
    assert table.position() == 0
    assert "C-5.3" in rules_of(events)


def test_a_push_block_does_not_help_the_opponent_nor_hold_them_back():
    """C-Q9: the loser's block has no effect."""
    table = Table("Sword 12, Tactics 15", "Axe 12").begin()
    table.declare()
    table.do("augment", A, 1, "active")
    table.resolve((16, 5))
    assert table.position() == -2


def test_a_push_block_lasts_one_round():
    """C-3.14, C-6.9."""
    table = Table("Sword 12, Tactics 15", "Axe 12").begin()
    table.declare()
    table.do("augment", A, 1, "active")
    table.round((5, 15))
    assert table.position() == 0
    table.round((5, 15))
    assert table.position() == 2


def test_what_is_added_to_an_ability_does_not_make_it_a_greater_help():
    """C-3.5, C-3.16, C-Q34: permanent augments go to what one rolls with; 14+3 helps with its 14, as the log says."""
    table = Table("Sword 14+3, Knife 13+5", "Axe 12").begin()
    table.declare()
    assert said(table.do("augment", A, 0, "active"))[0] == "A augments A’s Sword with Sword 14: +1 (active)."
    table.round((5, 9))
    table.declare()
    assert said(table.do("augment", A, 1, "active"))[0] == "A augments A’s Sword with Knife 13: +1 (active)."


def test_a_passive_augment_leaves_the_push_free():
    """C-3.9."""
    table = Table("Sword 12, Loves B 15", "Axe 12").begin()
    table.declare()
    assert rules_of(table.do("augment", A, 1, "passive")) == {"C-3.5", "C-3.9"}
    table.resolve((5, 15))
    assert (table.value("a"), table.position()) == (14, 2)


def test_a_passive_augment_is_for_oneself():
    """C-3.13: generally; the narrator may allow it."""
    table = Table("Sword 12", "Axe 12", "Loves A 15").begin()
    table.declare()
    table.passing(2)
    error = table.refused("C-3.13", "augment", A, 0, "passive")
    assert isinstance(error, ForbiddenAction)
    table.do("augment", A, 0, "passive", True)
    assert table.value("a") == 14


def test_whoever_helps_a_friend_pays_with_the_own_push():
    """C-3.6, C-3.14: the augmenter is kept from pushing, not the one who is helped."""
    table = Table("Sword 12", "Axe 12", "Bow 12, Tactics 15", "Staff 12").begin((A, B), (C, D))
    table.declare()
    table.passing(2)
    table.do("augment", A, 1, "active")
    table.resolve((5, 15), (5, 15))
    assert (table.position(0), table.position(1)) == (2, 0)


def test_you_may_even_help_the_enemy():
    """C-3.1: one of the declared used abilities, whoever's."""
    table = Table("Sword 12", "Axe 12").begin()
    table.declare()
    table.do("augment", B, 0, "active")
    assert (table.value("a"), table.value("b")) == (12, 13)


def test_an_outsiders_help_blocks_nobody():
    """C-3.4, C-Q20."""
    table = Table("Sword 12", "Axe 12", "Song 5W").begin()
    table.declare()
    table.passing(2)
    table.do("augment", A, 0, "active")
    table.resolve((5, 19))
    assert (table.value("a"), table.position()) == (15, 2)


def test_only_a_used_ability_can_be_augmented():
    """C-2.2."""
    table = Table("Sword 12", "Axe 12", "Bow 15").begin()
    table.declare()
    table.refused("C-2.2", "augment", C, 0, "active")


def test_an_ability_nobody_has_augments_nothing():
    """C-3.5."""
    table = Table(*TWELVES).begin()
    table.declare()
    for source in (1, -1, "0", True, None):
        table.refused("C-3.5", "augment", A, source, "active")
    error = table.refused(None, "augment", A, 0, "magical")
    assert "active" in error.message("en")


def test_one_augment_or_act_a_round():
    """C-3.6, C-3.20: after it the turn is over, and after the last turn the phase is."""
    table = Table("Sword 12, Tactics 15", "Axe 12").begin()
    table.declare()
    table.do("augment", A, 1, "active")
    assert table.scene.on_turn == B
    table.do("act")
    assert table.scene.phase is Phase.EXCHANGE
    table.refused("C-1.1", "augment", A, 1, "active")
    table.refused("C-1.1", "act")


def test_an_augment_lasts_for_the_whole_contest():
    """C-3.7; those of others add up."""
    table = Table("Sword 12, Tactics 15, Calm 14", "Axe 12", "Song 15").begin()
    table.declare()
    table.do("augment", A, 1, "active")
    table.do("pass")
    table.do("augment", A, 0, "active")
    assert table.value("a") == 16
    table.round((5, 9))
    table.declare()
    table.do("augment", A, 2, "passive")
    table.round((5, 9))
    assert table.value("a") == 17


def test_an_augment_ends_with_its_contest():
    """C-3.7."""
    table = Table("Sword 12, Tactics 15", "Axe 12").begin()
    table.declare()
    table.do("augment", A, 1, "active")
    table.check((5, 9))
    table.do("draw", 0)
    table.do("next")
    table.do("pair", A, B)
    assert table.value("a", 1) == 12


def test_an_independent_act_keeps_a_participant_from_pushing():
    """C-3.19, C-3.21."""
    table = Table(*TWELVES).begin()
    table.declare()
    assert rules_of(table.do("act")) == {"C-3.19", "C-3.21"}
    table.resolve((5, 15))
    assert table.position() == 0


def test_an_outsiders_act_blocks_nobody():
    """C-3.21 speaks of participants."""
    table = Table(*TWELVES, "Bow 14").begin()
    table.declare()
    table.passing(2)
    assert rules_of(table.do("act")) == {"C-3.19"}
    assert table.scene.blocked == frozenset()


def test_equipment_always_counts_and_takes_no_action():
    """C-3.15, C-3.16, C-3.18."""
    table = Table("Close Combat 10W+5", "Axe 12-3").begin()
    table.declare()
    table.do("skip")
    assert (table.value("a"), table.value("b")) == (35, 9)
    assert table.scene.blocked == frozenset()


def test_the_wounded_augment_with_half_an_ability():
    """C-6.2: all abilities are halved, rounded up: 10W is 15 and gives +2."""
    table = Table("Sword 12, Tactics 10W", "Axe 12").begin().push(-3, -1)
    assert table.wounded == "A"
    table.declare()
    table.do("augment", A, 1, "active")
    assert table.value("a") == 6 + 2


def test_big_helpers_help_with_all_they_have():
    """C-3.5: 1220 points give +122; what the log says is what counts, nothing is cut off silently."""
    table = Table("Sword 12", "Axe 12", "Godly song 20W60").begin()
    table.declare()
    table.passing(2)
    table.do("augment", A, 0, "active")
    assert table.value("a") == 12 + 122


# --- phase 4 ----------------------------------------------------------------------------------------------------------


def test_real_dice_can_be_typed_in():
    """C-4.2, C-4.3."""
    table = Table("Sword 10W", "Axe 15").begin()
    assert rules_of(table.roll((1, 10))) == {"C-4.2", "C-4.3"}
    assert [level.name for level in table.scene.contests[0].levels] == ["CRITICAL", "FAILURE"]
    table.do("resolve")
    assert table.position() == 3


@every("roll", [0, 21, -1, "7", None, True, 1.5])
def test_no_d20_shows_that(roll):
    """C-Q1."""
    table = Table(*TWELVES).begin()
    table.declare()
    table.do("skip")
    table.refused("C-Q1", "roll", [[0, roll, 5]])
    table.refused("C-Q1", "roll", [[0, 5, roll]])


def test_the_dice_lie_once_they_are_rolled():
    """C-4.2."""
    table = Table(*TWELVES).begin()
    table.roll((5, 9))
    table.refused("C-4.2", "roll", [[0, 1, 20]])
    table.refused("C-4.2", "roll")


def test_nobody_rolls_for_a_contest_that_is_not_there():
    table = Table(*TWELVES).begin()
    table.declare()
    table.do("skip")
    for number in (1, -1, 99):
        assert table.refused(None, "roll", [[number, 5, 9]]).field == "contest"


@every("number", [0.7, "0", True, float("inf"), None])
def test_a_contests_number_is_a_number(number):
    """Nothing is bent: 0.7 is not contest 0."""
    table = Table(*TWELVES).begin()
    table.declare()
    table.do("skip")
    table.refused_somehow("roll", [[number, 5, 9]])


def test_the_chart_is_read_after_all_have_rolled():
    """C-4.2."""
    table = Table(*TWELVES).begin()
    table.declare()
    table.do("skip")
    table.refused("C-4.2", "resolve")


def test_a_seed_rolls_the_same_dice_again():
    """The dice follow the seed and how many were rolled, nothing else."""

    def dice(seed):
        table = Table(*TWELVES, seed=seed).begin()
        found = []
        for _ in range(3):
            table.declare()
            table.do("skip")
            table.do("roll")
            found.append(table.scene.contests[0].rolls)
            table.do("resolve")
            if table.scene.contests[0].placing:
                table.do("place", 0, 0)
            table.do("next")
            if not table.scene.running:
                break
            table.do("next")
        return found

    assert dice("one") == dice("one")
    assert len({tuple(dice(seed)) for seed in ("one", "two", "three", "四")}) == 4
    assert all(1 <= roll <= 20 for rolls in dice("one") for roll in rolls)


def test_typed_and_rolled_dice_can_be_mixed():
    table = Table(*["Sword 12"] * 4).begin((A, B), (C, D))
    table.declare()
    table.do("skip")
    table.do("roll", [[1, 5, 15]])
    assert table.scene.contests[1].rolls == (5, 15)
    assert table.scene.contests[0].rolls is not None
    assert table.scene.dice == 2


# --- phase 5 ----------------------------------------------------------------------------------------------------------


@every(
    ("rolls", "squares", "rule"),
    [
        ((1, 1), 0, "C-T1.1"),
        ((1, 5), 2, "C-T1.2"),
        ((5, 1), -2, "C-T1.2"),
        ((1, 15), 3, "C-T1.3"),
        ((5, 9), 1, "C-T1.5"),
        ((9, 5), -1, "C-T1.5"),
        ((5, 5), 0, "C-Q8"),
        ((5, 15), 2, "C-T1.6"),
        ((5, 20), 3, "C-T1.7"),
        ((14, 15), 1, "C-T1.8"),
        ((15, 14), -1, "C-T1.8"),
        ((15, 20), 2, "C-T1.9"),
        ((20, 15), -2, "C-T1.9"),
        ((20, 20), 0, "C-T1.10"),
    ],
)
def test_the_chart_moves_the_piece(rolls, squares, rule):
    """C-5.1, C-5.2, C-T1: 12 against 12."""
    table = Table(*TWELVES).begin()
    events = table.resolve(rolls)
    assert table.position() == squares
    assert rule in rules_of(events)


@every("square", range(-5, 6))
def test_critical_against_fumble_puts_the_piece_anywhere(square):
    """C-T1.4, C-Q11: from one dying square to the other."""
    table = Table(*TWELVES).begin()
    table.resolve((20, 1))
    table.refused("C-T1.4", "next")
    placed = table.do("place", 0, square)
    assert {"C-T1.4", "C-Q11"} <= rules_of(placed)
    assert said(placed)[0].startswith("B puts the piece on"), "who rolled the critical"
    assert table.position() == square
    table.refused("C-T1.4", "place", 0, square)
    table.do("next")
    assert table.scene.contests[0].result == {5: "a", -5: "b"}.get(square, "")


def test_no_square_beyond_the_gauge():
    """C-Q11: not bent to the nearest square."""
    table = Table(*TWELVES).begin()
    table.resolve((20, 1))
    for square in (6, -6, 99, "3", None, True, 2.0):
        table.refused("C-Q11", "place", 0, square)


def test_nobody_places_the_piece_without_being_asked():
    """C-T1.4."""
    table = Table(*TWELVES).begin()
    table.resolve((5, 9))
    table.refused("C-T1.4", "place", 0, 3)


def test_a_block_holds_even_a_critical_against_a_fumble():
    """C-5.4, C-Q10."""
    table = Table("Sword 12, Tactics 15", "Axe 12").begin()
    table.declare()
    table.do("augment", A, 1, "active")
    table.resolve((1, 20))
    assert (table.position(), table.scene.contests[0].placing) == (0, False)


def test_a_move_past_the_dying_square_stops_there():
    """C-M7."""
    table = Table(*TWELVES).begin().push(3)
    table.resolve((1, 15))
    assert table.position() == 5


# --- phase 6 ----------------------------------------------------------------------------------------------------------


@every(("pushes", "wounded"), [((3,), ""), ((3, 1), "B"), ((-3,), ""), ((-2, -2), "A")])
def test_the_fourth_square_wounds(pushes, wounded):
    """C-6.1, C-Q4."""
    table = Table(*TWELVES).begin()
    for number in pushes:
        table.push(number)
    assert table.wounded == wounded
    assert table.dying == ""


def test_a_heavy_wound_halves_and_stays():
    """C-6.2, C-Q12: from the next roll on, though the piece returns, and not twice."""
    table = Table("Sword 12", "Axe 15").begin().push(3, 1)
    assert table.value("b") == 8
    table.round((15, 5))
    assert (table.position(), table.value("b"), table.wounded) == (2, 8, "B")
    table.round((5, 12))
    assert (table.position(), table.value("b"), table.wounded) == (4, 8, "B")


def test_the_fifth_square_is_the_end():
    """C-6.3, C-6.4, C-T4.1: dying, wounded and beaten at once."""
    table = Table(*TWELVES).begin().push(3)
    table.resolve((5, 15))
    events = table.do("next")
    assert {"C-6.3", "C-6.4", "C-T4.1"} <= rules_of(events)
    assert (table.dying, table.wounded, table.scene.contests[0].result) == ("B", "B", "a")
    assert table.scene.running == []


def test_wounds_come_from_the_check_and_not_from_the_move():
    """C-6.1, C-Q12: the level of this round's roll is not touched."""
    table = Table(*TWELVES).begin().push(3)
    table.resolve((5, 9))
    assert (table.position(), table.wounded) == (4, "")
    table.do("next")
    assert table.wounded == "B"


def test_the_dying_fight_no_more():
    """C-Q33: no contest, no turn."""
    table = Table(*TWELVES, "Bow 12").begin().push(3)
    table.check((5, 15))
    table.do("next")
    assert table.scene.order == [A, C]
    table.refused("C-Q33", "pair", B, C)
    table.do("pair", A, C)
    table.refused("C-Q33", "join", B, 1, "a")
    table.declare()
    assert table.scene.on_turn == A


def test_yielding_loses_at_once():
    """C-6.5, C-6.6, C-T4.2."""
    table = Table(*TWELVES).begin()
    table.check((5, 9))
    assert {"C-6.5", "C-6.6", "C-T4.2"} <= rules_of(table.do("yield", A))
    assert table.scene.contests[0].result == "b"
    table.refused("C-6.5", "yield", A)
    assert (table.wounded, table.dying) == ("", "")


def test_whoever_fights_nobody_has_nothing_to_yield():
    """C-6.5."""
    table = Table(*TWELVES, "Bow 12").begin()
    table.check((5, 9))
    table.refused("C-6.5", "yield", C)


def test_all_agree_to_stop_and_nobody_wins():
    """C-6.7, C-6.8, C-T4.3, C-Q30."""
    table = Table(*TWELVES).begin().push(3)
    table.check((5, 5))
    assert rules_of(table.do("draw", 0)) == {"C-6.7", "C-6.8", "C-T4.3", "C-Q30"}
    assert table.scene.contests[0].result == "draw"
    assert table.outlook().wins_a == F(1, 2)
    table.refused("C-T4", "draw", 0)


def test_an_ended_contest_stays_ended():
    """C-6.3: no roll, no placing; its result stands while others go on."""
    table = Table(*["Sword 12"] * 4).begin((A, B), (C, D))
    table.check((5, 9), (5, 9))
    table.do("yield", B)
    table.do("next")
    table.do("next")
    assert table.scene.participants == [C, D]
    table.declare()
    table.do("skip")
    assert table.refused(None, "roll", [[0, 5, 5]]).field == "contest"
    table.check((5, 9))
    assert (table.scene.contests[0].result, table.position(1)) == ("a", 2)


def test_the_next_round_starts_fresh():
    """C-6.9, C-M10: blocks, turns, dice and strike powers are reset; piece, wounds and augments stay."""
    table = Table("Sword 12, Tactics 15", "Axe 12").begin()
    table.declare(strike={A: 2})
    table.do("augment", A, 1, "active")
    table.do("act")
    table.round((20, 5))
    scene, contest = table.scene, table.scene.contests[0]
    assert (scene.round, scene.turn, scene.blocked, scene.strike) == (2, 0, frozenset(), {})
    assert (contest.rolls, contest.levels, contest.move, contest.placing) == (None, None, None, False)
    assert (contest.position, len(contest.augments)) == (0, 1)


def test_contests_side_by_side_do_not_touch_each_other():
    """C-1.4: six contests at once with twelve characters, each with its own piece."""
    table = Table(*["Sword 12"] * 12).begin(*[(2 * n, 2 * n + 1) for n in range(6)])
    dice = [(5, 9), (9, 5), (5, 15), (15, 5), (1, 15), (15, 1)]
    table.round(*dice)
    assert [c.position for c in table.scene.contests] == [1, -1, 2, -2, 3, -3]
    table.check((1, 1), (1, 1), (1, 15), (15, 1), (5, 15), (15, 5))
    assert [c.result for c in table.scene.contests] == ["", "", "a", "b", "a", "b"]
    assert table.scene.participants == [0, 1, 2, 3]
    assert table.dying == "FGJK"


# --- what lies ahead --------------------------------------------------------------------------------------------------

SCENES = {
    "nothing special": ([], {}, {}),
    "A cannot push": ([["augment", A, 1, "active"]], {}, {}),
    "both strike hard, B acts": ([["pass"], ["act"]], {A: 2, B: 2}, {}),
    "equal rolls again": ([], {}, {"equal_rolls": "reroll"}),
    "own side for the blocked": ([["act"], ["act"]], {}, {"blocked_any_square": "own_side"}),
}


@every("name", SCENES)
@every("before", [(), (3,), (-3, -1)])
def test_the_outlook_before_the_roll_is_the_mean_of_all_outlooks_after_it(name, before):
    """C-M6 to C-M10: over the 400 pairs of dice, exactly; and reading the chart tells nothing new."""
    augments, strike, house = SCENES[name]
    table = Table("Sword 12, Tactics 15", "Axe 12", **house).begin().push(*before)
    table.declare(strike=strike)
    for action in augments:
        table.do(*action)
    if table.scene.phase is Phase.AUGMENT:
        table.do("skip")
    now = table.outlook()
    total = [F(0)] * 3
    start = table.scene
    for rolls in product(range(1, 21), repeat=2):
        table.state, _ = apply(start, ["roll", [[0, *rolls]]], table.rulings)
        after = table.outlook()
        total = [
            so_far + value for so_far, value in zip(total, (after.wins_a, after.unhurt_a, after.unhurt_b), strict=True)
        ]
        if rolls in ((5, 9), (1, 20), (20, 1), (15, 5)):
            table.state, _ = apply(table.scene, ["resolve"], table.rulings)
            assert table.outlook() == after
    assert [value / 400 for value in total] == [now.wins_a, now.unhurt_a, now.unhurt_b]


def test_checking_and_going_on_tells_nothing_new():
    """From the piece's move to the next declaration the outlook stays what it was."""
    table = Table("Sword 12", "Axe 15").begin().push(3)
    table.resolve((5, 9))
    told = table.outlook()
    for _ in range(3):
        table.do("next")
        assert table.outlook() == told


def test_an_ended_contest_is_certain():
    table = Table(*TWELVES).begin().push(3)
    table.check((5, 15))
    assert (table.outlook().wins_a, table.outlook().rounds) == (1, 0)
    table = Table(*TWELVES).begin()
    table.check((5, 15))
    table.do("yield", A)
    assert (table.outlook().wins_a, table.outlook().rounds) == (0, 0)


def test_the_empty_scene_is_where_everything_starts():
    assert Scene() == Scene(phase=Phase.SCENE)
    assert (Scene().participants, Scene().running, Scene().free, Scene().on_turn) == ([], [], [], None)
