"""Faith to come: what staying brings, the best moves against every other way of moving, what is asked and answered."""

from itertools import product
from unittest.mock import ANY

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.core.errors import InputError
from rules_py.kamui.faith import MOST_ROUNDS, Later, Walker, best_plan, soonest, stay
from rules_py.kamui.reading import read_later, read_numbers
from rules_py.kamui.rulings import Rulings
from tests.page import ask, read, told_beside, wrong
from tests.play import refused
from tests.rows import every

FAITH = "kamui.faith"


def walkers(*squares, moves=1):
    return [Walker(square, moves) for square in squares]


# --- stories ----------------------------------------------------------------------------------------------------------


def test_the_end_of_a_round():
    """K-X14: kamui on 2, 2 and 7; rifts on 2, 4 and 7; faith 30."""
    (step,) = stay(30, [2, 2, 7], [2, 4, 7], 1).steps
    assert (step.faith, step.gain, step.vanished) == (50, 20, (2, 7))


def test_a_rift_gives_once():
    """K-7.3: it is gone then."""
    assert [step.faith for step in stay(0, [1], [1], 3).steps] == [15, 25, 35]


def test_who_can_walk_takes_the_rift_next_door():
    """K-3.2: along the ring, across its end."""
    assert best_plan(0, walkers(10), [1], 1).steps[0].squares == (1,)
    assert best_plan(0, walkers(10), [2], 1).after == 10
    assert best_plan(0, walkers(10, moves=2), [2], 1).after == 15


def test_two_go_two_ways():
    """One for each rift; K-Q11: two on one rift are no more than one."""
    plan = best_plan(0, walkers(5, 5), [4, 6], 1)
    assert (plan.after, set(plan.steps[0].squares)) == (20, {4, 6})


def test_rifts_are_taken_early_where_that_costs_nothing():
    """Both ways end at 80; this one has 65 after two rounds."""
    plan = best_plan(30, walkers(2, 2, 7), [2, 4, 7, 9], 3)
    assert [step.faith for step in plan.steps] == [50, 65, 80]


def test_a_rift_that_is_expected_is_waited_for():
    plan = best_plan(0, walkers(5), [], 3, later=[Later(3, 8)])
    assert [step.faith for step in plan.steps] == [10, 20, 35]
    assert plan.steps[2].squares == (8,)
    assert best_plan(0, walkers(5), [], 2, later=[Later(3, 8)]).after == 20


def test_where_each_counts_they_stay_together():
    """K-Q11."""
    pairs = Rulings(rift_faith="per_pair")
    assert best_plan(0, walkers(2, 2), [1, 3], 1, pairs).after == 20
    assert best_plan(0, walkers(2, 2, 2), [1], 1, pairs).steps[0].squares == (1, 1, 1)


def test_ones_own_faith_is_better_served_when_the_others_step_aside():
    """K-Q19: the second takes nothing from the first."""
    own = Rulings(faith="own")
    plan = best_plan(0, [Walker(1, 1), Walker(2, 1)], [2], 2, own)
    assert plan.after == 25
    assert best_plan(0, [Walker(9, 3), Walker(2, 0)], [2], 2, own).after == 25
    assert best_plan(0, [Walker(8, 2), Walker(2, 0)], [2], 2, own).after == 20


def test_where_rifts_vanish_first_nobody_needs_to_move():
    """K-Q12."""
    first = Rulings(round_order="vanishing_first")
    plan = best_plan(30, walkers(2, 7), [3, 7, 7], 3, first)
    assert [step.faith for step in plan.steps] == [40, 50, 60]
    assert {step.squares for step in plan.steps} == {(2, 7)}
    assert plan.steps[0].vanished == (7, 7)
    assert soonest(30, 61, walkers(2, 7), [3, 7, 7], first).after == 70


def test_where_rifts_do_not_stack_a_second_one_is_not_there():
    """K-Q5."""
    for stack, faith in ((True, 20), (False, 15)):
        rulings = Rulings(rifts_stack=stack)
        assert stay(0, [3], [3, 3], 1, rulings).after == faith
        assert best_plan(0, walkers(2), [3, 3], 1, rulings).after == faith


def test_the_soonest_way_to_a_wished_faith():
    """Not one round more than needed."""
    plan = soonest(30, 65, walkers(2, 2, 7), [2, 4, 7, 9])
    assert (len(plan.steps), plan.after) == (2, 65)
    assert soonest(30, 30, walkers(1), []).steps == ()
    assert soonest(0, 60, walkers(1), []).after == 60
    assert soonest(0, 61, walkers(1), []) is None
    assert soonest(0, 61, walkers(1), [3]).after == 65
    for wished in range(0, 140, 7):
        way = soonest(0, wished, walkers(1, 4, moves=2), [1, 3, 3, 6, 9], Rulings(rift_faith="per_pair"))
        plans = [
            best_plan(0, walkers(1, 4, moves=2), [1, 3, 3, 6, 9], n, Rulings(rift_faith="per_pair")) for n in range(7)
        ]
        enough = [n for n, each in enumerate(plans) if each.after >= wished]
        assert (way is None) == (not enough)
        assert way is None or (len(way.steps), way.after) == (enough[0], plans[enough[0]].after)


def test_nobody_on_the_ring_and_no_rounds():
    assert best_plan(30, [], [4], 2).after == 50
    assert best_plan(30, walkers(4), [4], 0).after == 30


@every(
    ("changes", "field"),
    [
        ({"faith": -1}, "faith"),
        ({"faith": 1000}, "faith"),
        ({"kamui": walkers(11)}, "kamui"),
        ({"kamui": walkers(0)}, "kamui"),
        ({"kamui": walkers(1, moves=6)}, "moves"),
        ({"kamui": walkers(*range(1, 10))}, "kamui"),
        ({"rifts": [11]}, "rifts"),
        ({"rounds": 7}, "rounds"),
        ({"rounds": True}, "rounds"),
        ({"later": [Later(0, 3)]}, "later"),
        ({"later": [Later(1, 0)]}, "later"),
        ({"later": [Later(r, s) for r in (2, 3) for s in range(1, 10)]}, "rifts"),
        ({"whose": 1, "rulings": Rulings(faith="own")}, "whose"),
    ],
)
def test_what_cannot_be_asked(changes, field):
    asked = {"faith": 30, "kamui": walkers(3), "rifts": [4], "rounds": 2, "rulings": Rulings(), **changes}
    refused(lambda: best_plan(**asked), field, ANY)


@every("field", ["kamui", "moves"])
@every("typed", ["", "あ", "1, x"])
def test_where_there_has_to_be_a_number_nobody_is_asked_to_leave_the_field_empty(typed, field):
    for language, word in (("en", "empty"), ("ja", "空欄")):
        (message,) = ask(FAITH, {field: typed}, language=language)["errors"].values()
        assert word not in message


# --- against every other way ------------------------------------------------------------------------------------------


def every_way(walker, rounds, sides):
    """All squares that one can stand on at the ends of the rounds."""
    ways = [(walker.square,)]
    for _ in range(rounds):
        steps = range(-walker.moves, walker.moves + 1)
        ways = [(*way, to) for way in ways for to in {(way[-1] - 1 + step) % sides + 1 for step in steps}]
    return [way[1:] for way in ways]


def counted(faith, ways, rifts, later, whose, rulings):
    """Faith by counting rifts one by one."""
    left = list(rifts) if rulings.rifts_stack else list(set(rifts))
    for number, here in enumerate(zip(*ways, strict=True), start=1):
        left += [rift.square for rift in later if rift.round == number]
        if not rulings.rifts_stack:
            left = list(set(left))
        faith += 10
        for square in left if rulings.round_order == "faith_first" else ():
            if rulings.faith == "own":
                faith += 5 * (here[whose] == square)
            else:
                faith += 5 * (here.count(square) if rulings.rift_faith == "per_pair" else square in here)
        left = [square for square in left if square not in here]
    return faith


@st.composite
def questions(draw):
    """A small ring and a few kamui, so that every way can be tried."""
    rulings = Rulings(
        die=draw(st.sampled_from(["d6", "d8", "d10"])),
        rifts_stack=draw(st.booleans()),
        rift_faith=draw(st.sampled_from(["per_rift", "per_pair"])),
        faith=draw(st.sampled_from(["shared", "shared", "own"])),
        round_order=draw(st.sampled_from(["faith_first"] * 7 + ["vanishing_first"])),
    )
    squares = st.integers(1, rulings.sides)
    count, rounds, most = draw(st.sampled_from([(1, 3, 3), (2, 2, 1), (2, 1, 3), (3, 1, 2), (2, 3, 1)]))
    return {
        "faith": draw(st.integers(0, 60)),
        "kamui": [Walker(draw(squares), draw(st.integers(0, most))) for _ in range(count)],
        "rifts": draw(st.lists(squares, max_size=6)),
        "rounds": rounds,
        "rulings": rulings,
        "later": draw(st.lists(st.builds(Later, st.integers(1, 4), squares), max_size=3)),
        "whose": draw(st.integers(0, count - 1)),
    }


@settings(max_examples=100, derandomize=True)
@given(asked=questions())
def test_no_other_way_brings_more(asked):
    """Brute force over all moves of all kamui; and the plan is one that they can walk."""
    plan = best_plan(**asked)
    faith, rifts, later, whose, rulings = (asked[name] for name in ("faith", "rifts", "later", "whose", "rulings"))
    each = [every_way(walker, asked["rounds"], rulings.sides) for walker in asked["kamui"]]
    best = max(counted(faith, ways, rifts, later, whose, rulings) for ways in product(*each))
    assert plan.after == best
    walked = tuple(zip(*(step.squares for step in plan.steps), strict=True))
    assert counted(faith, walked, rifts, later, whose, rulings) == best
    assert all(way in ways for way, ways in zip(walked, each, strict=True))
    squares = [walker.square for walker in asked["kamui"]]
    still = stay(faith, squares, rifts, asked["rounds"], rulings, later, whose)
    assert still.after == counted(faith, [[s] * asked["rounds"] for s in squares], rifts, later, whose, rulings)


@settings(max_examples=20, derandomize=True)
@given(
    squares=st.lists(st.integers(1, 10), min_size=1, max_size=5),
    rifts=st.lists(st.integers(1, 10), max_size=10),
    moves=st.integers(0, 2),
    rounds=st.integers(1, 3),
    pairs=st.booleans(),
)
def test_what_must_always_hold(squares, rifts, moves, rounds, pairs):
    """Moving further, another round, another rift or another kamui never hurts; the order of kamui does not matter."""
    rulings = Rulings(rift_faith="per_pair" if pairs else "per_rift")

    def best(squares=squares, rifts=rifts, moves=moves, rounds=rounds):
        return best_plan(0, walkers(*squares, moves=moves), rifts, rounds, rulings).after

    found = best()
    assert stay(0, squares, rifts, rounds, rulings).after <= found <= best(moves=moves + 1)
    assert best(rounds=rounds + 1) >= found + 10
    assert found <= best(rifts=[*rifts, 3])
    assert found == best(squares=squares[::-1])
    assert pairs or found <= best(squares=[*squares, 5])
    turned = best([square % 10 + 1 for square in squares], [square % 10 + 1 for square in rifts])
    assert turned == found


# --- the widget -------------------------------------------------------------------------------------------------------


@every(
    ("widget", "field", "values"),
    [
        *wrong(FAITH, "kamui", "2, 11", "-", "", "1 2 3 4 5 6 7 8 9", "2, x"),
        *wrong(FAITH, "moves", "", "1, 2", "6"),
        *wrong(FAITH, "rifts", "0", "2|3"),
        *wrong(FAITH, "rifts", "1 2 3 4 5 6 7 8 9 10", later="2:1 2:2 2:3 2:4 2:5 2:6 2:7"),
        *wrong(FAITH, "later", "9", "7:3", "1:11"),
        (FAITH, "kamui", {"die": "d6"}),
        *wrong(FAITH, "faith_now", "-1"),
        *wrong(FAITH, "wished", "1000"),
        *wrong(FAITH, "rounds", "0"),
        *wrong(FAITH, "whose", "4", faith="own"),
    ],
)
def test_wrong_input_is_told_beside_its_field(widget, field, values):
    told_beside(field, widget, values)


def test_the_page_shows_the_plan_that_python_finds():
    """The way to 80, and the best of one to three rounds."""
    answer = ask(FAITH, {})
    compared, way = read(answer).tables
    assert [row[1:] for row in compared[1:]] == [["50", "50"], ["60", "65"], ["70", "80"]]
    assert [row[-1] for row in way[1:]] == ["30", "50", "65", "80"]
    assert "80 is reached after round 3" in answer["status"]
    far = ask(FAITH, {"wished": "999"})
    assert f"not reached within {MOST_ROUNDS} rounds" in far["status"]
    assert "reached already" in ask(FAITH, {"wished": "30"})["status"]


def test_the_reading_that_is_on_is_said():
    """K-Q2, K-Q11, K-Q12, K-Q19."""
    for values, words in (
        ({}, ("ring of 10", "counts once", "shared")),
        ({"rift_faith": "per_pair"}, ("each kamui on it",)),
        ({"faith": "own"}, ("its own faith",)),
        ({"die": "d8", "rifts": "2"}, ("ring of 8",)),
        ({"round_order": "vanishing_first"}, ("vanish before faith", "shared", "no move brings more")),
        ({"round_order": "vanishing_first", "faith": "own"}, ("vanish before faith", "its own faith")),
    ):
        assert all(word in read(ask(FAITH, values)).text for word in words)


@every("raw", ["1.5", "-1", "123", "1 " * 21, "some"])
def test_lists_that_are_none(raw):
    with pytest.raises(InputError):
        read_numbers(raw, "rifts")
    with pytest.raises(InputError):
        read_later(raw, "later")


def test_lists_as_they_are_typed():
    assert read_numbers(" 2、３ 10 ", "rifts") == (2, 3, 10)
    assert read_numbers("－", "rifts") == ()
    assert read_numbers("1,,2；3", "rifts") == (1, 2, 3)
    assert read_later("２：9", "later") == read_later("2:9,", "later") == (Later(2, 9),)
