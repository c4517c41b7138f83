"""What is not possible is refused with a sentence that names the field, the value and what is allowed; never bent."""

import re
import subprocess
import sys
from random import Random
from unittest.mock import ANY

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.contest.characters import Ability, Contestant, augment_bonus, halve, parse_ability
from rules_py.contest.checks import Side, SuccessLevel, compare_rolls, raise_level, success_level
from rules_py.contest.effects import Gauge, Move, chart_move, check_phase, exchange
from rules_py.contest.model import join_start, parse_abilities
from rules_py.contest.odds import Standing, contest_odds, exchange_odds, outlook_this_round
from rules_py.contest.rulings import Rulings
from rules_py.core.errors import ForbiddenAction, InputError
from tests.play import refused
from tests.rows import every

KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def attempt(run):
    """Return what comes of it: a value, or the refusal."""
    try:
        return run(), None
    except InputError as error:
        return None, error


NO_ABILITIES = [
    "0",
    "21",
    "",
    " ",
    "abc",
    "W",
    "W2",
    "5W-1",
    "-3",
    "+3",
    "1.5",
    "1,5",
    "10WW",
    "10W0",
    "10W00",
    "10W2W",
    "10 W",
    "1e1",
    "0x5",
    "17 18",
    "10M",
    "0W",
    "21W",
    "17+3",
    "1" * 5_000,
    "5W" + "9" * 5_000,
    "5W100",
    "1\x007",
    "17\u202e",
    "\ud800",
    "٥",
    "五",
    "17\u200b",
    "<b>17</b>",
]


@every("written", NO_ABILITIES)
def test_this_is_no_ability(written):
    """C-M1, C-Q1: the value is reported as it was typed."""
    error = refused(lambda: parse_ability(written, "ability_a"), "ability_a", rule="C-Q1")
    assert error.value == written
    assert "1 to 20" in error.message("en")


@settings(max_examples=300, derandomize=True)
@given(st.text(max_size=12))
def test_whatever_is_typed_is_an_ability_or_refused(written):
    ability, error = attempt(lambda: parse_ability(written))
    if error is None:
        assert 1 <= ability.value <= 2000
        assert parse_ability(str(ability)) == ability
    else:
        assert error.value == written
        assert error.message("en")
        assert error.message("ja")


NOT_WHOLE = [1.0, "3", None, True, False, 2.5, [], float("nan"), float("inf")]
TOO_FAR = 10**9


@every("value", [-1, 2_001, TOO_FAR, *NOT_WHOLE])
def test_no_such_number_of_masteries(value):
    assert refused(lambda: Ability(value, 10), "masteries", rule="C-Q1").value is value


@every("value", [0, -1, 21, TOO_FAR, *NOT_WHOLE])
def test_no_such_number_before_the_w(value):
    assert refused(lambda: Ability(0, value), "rating", rule="C-Q1").value is value


@every("value", [0, -1, 20 * 2_001 + 1, TOO_FAR, *NOT_WHOLE])
def test_no_ability_has_that_value(value):
    assert refused(lambda: Ability.of_value(value), "value", rule="C-Q1").value is value


def test_a_number_with_thousands_of_digits_is_refused_like_any_other():
    refused(lambda: Ability.of_value(10**5_000), "value", rule="C-Q1")


BOUNDS = {
    "permanent": (-100, 100, "C-3.15"),
    "augments": (0, 30_000, "C-3.3"),
    "modifier": (-1_000, 1_000, "C-Q15"),
    "strike_power": (1, 2, "C-5.6"),
}


@every("field", BOUNDS)
@every("value", ["below", "above", *NOT_WHOLE])
def test_a_side_cannot_have_that(field, value):
    """C-5.6 and the bounds of augments: strike power 3, text or a yes where a number belongs."""
    least, most, rule = BOUNDS[field]
    value = {"below": least - 1, "above": most + 1}.get(value, value) if isinstance(value, str) else value
    error = refused(lambda: Contestant(parse_ability("15"), **{field: value}), field, rule=rule)
    assert error.value is value
    for language in ("en", "ja"):
        assert str(least) in error.message(language)
        assert str(most) in error.message(language)


@every("field", BOUNDS)
def test_the_bounds_themselves_are_possible(field):
    for bound in BOUNDS[field][:2]:
        assert getattr(Contestant(parse_ability("15"), **{field: bound}), field) == bound


@every("field", ["wounded", "blocked"])
@every("value", ["no", ""])
def test_yes_or_no_is_nothing_else(field, value):
    """`"no"` must not count as a wound."""
    refused(lambda: Contestant(parse_ability("15"), **{field: value}), field)
    refused(lambda: augment_bonus(parse_ability("15"), wounded=value), "wounded")


def test_an_ability_is_an_ability_and_not_its_text():
    refused(lambda: Contestant("15"), "ability", rule="C-Q1")


@every(("heavy", "dying"), [(5, 4), (13, 1), (2, 1)])
def test_the_dying_square_cannot_lie_before_the_wound_square(heavy, dying):
    """C-Q4."""
    for run, field in (
        (lambda: Gauge(heavy, dying), "heavy_wound"),
        (lambda: Rulings(heavy_wound_square=heavy, dying_square=dying), "heavy_wound_square"),
    ):
        error = refused(run, field, rule="C-Q4")
        assert error.value == heavy
        assert str(dying) in error.message("en")
        assert str(dying) in error.message("ja")


@every("value", [0, -1, 14, TOO_FAR, *NOT_WHOLE])
@every("field", ["heavy_wound_square", "dying_square"])
def test_no_gauge_is_that_long(field, value):
    """C-Q4."""
    assert refused(lambda: Rulings(**{field: value}), field, rule="C-Q4").value is value


@every("value", [-1, 21, TOO_FAR, *NOT_WHOLE])
def test_many_to_one_gives_no_such_bonus(value):
    """C-Q15."""
    assert refused(lambda: Rulings(many_to_one_modifier=value), "many_to_one_modifier").value is value


@every("roll", [0, 21, -1, *NOT_WHOLE])
def test_a_d20_shows_no_such_number(roll):
    """C-Q1."""
    ability, side = parse_ability("15"), Contestant(parse_ability("15"))
    for run, field in (
        (lambda: success_level(roll, 15), "roll"),
        (lambda: compare_rolls(ability, ability, roll, 3), "roll_a"),
        (lambda: compare_rolls(ability, ability, 3, roll), "roll_b"),
        (lambda: exchange(side, side, 3, roll), "roll_b"),
    ):
        assert refused(run, field, rule="C-Q1").value is roll


@every("rolls", [(0, 5), (5, 21), ("3", 5)])
def test_the_chart_is_not_read_with_impossible_dice(rolls):
    side = Contestant(parse_ability("15"))
    level = SuccessLevel.SUCCESS
    refused(lambda: chart_move((level, level), rolls, side, side), "rolls", rule="C-Q1")


@every("steps", [-1, *NOT_WHOLE])
def test_nobody_is_raised_by_less_than_nothing(steps):
    levels = SuccessLevel.SUCCESS, SuccessLevel.FAILURE
    refused(lambda: raise_level(*levels, Side.A, steps), "steps", rule="C-Q2")


@every("wrong", ["a", None, 1, SuccessLevel.SUCCESS])
def test_a_side_is_a_or_b(wrong):
    levels = SuccessLevel.FAILURE, SuccessLevel.FAILURE
    refused(lambda: raise_level(*levels, wrong), "side", ANY)
    refused(
        lambda: exchange_odds(Contestant(parse_ability("15")), Contestant(parse_ability("12"))).pushes(wrong),
        "side",
        ANY,
    )


@every("wrong", [9, -9, "critical", None, Side.A])
def test_a_level_is_one_of_four(wrong):
    refused(lambda: raise_level(wrong, SuccessLevel.SUCCESS, Side.A), "level_a", ANY)
    refused(lambda: raise_level(SuccessLevel.SUCCESS, wrong, Side.A), "level_b", ANY)


@every("squares", NOT_WHOLE)
def test_the_piece_moves_by_whole_squares(squares):
    refused(lambda: Gauge().moved(0, squares), "squares", ANY)


@every("wrong", ["no", 0, 1, None])
def test_a_side_is_wounded_or_not(wrong):
    refused(lambda: Standing(1, wounded_a=wrong), "wounded_a", ANY)
    refused(lambda: Standing(1, wounded_b=wrong), "wounded_b", ANY)


@every("position", [6, -6, *NOT_WHOLE])
def test_the_piece_cannot_lie_off_the_gauge(position):
    """C-Q4."""
    for run in (lambda: check_phase(position), lambda: Gauge().moved(position, 1)):
        assert refused(run, "position", rule="C-Q4").value is position


def test_no_outlook_from_off_the_gauge():
    """C-Q4."""
    sides = Contestant(parse_ability("15")), Contestant(parse_ability("12"))
    for position in (6, -6, 5, -5, "3", 1.0):
        refused(lambda position=position: outlook_this_round(*sides, Standing(position)), "position", rule="C-Q4")


def test_a_joined_contest_has_its_piece_somewhere():
    """C-M9."""
    for position in NOT_WHOLE:
        refused(lambda position=position: join_start(position, Side.A), "position", rule="C-Q4")


def test_there_is_no_half_of_that():
    """C-M3: a value is 0 or more."""
    for value in (-1, *NOT_WHOLE):
        refused(lambda value=value: halve(value), "value", rule="C-6.2")


NO_SHEETS = [
    "",
    " ",
    ",,;\n",
    "Sword",
    "Sword 0",
    "Sword 21",
    "Sword 10WW",
    "Sword -3",
    "Sword 1.5",
    "Sword +5",
    "Sword 17+101",
    "Sword 17-101",
    "Sword 17+99999999",
    "Sword 17+" + "9" * 5_000,
    "Sw\x00rd 17",
    "Sword \ud800 17",
    "x" * 41 + " 17",
    ", ".join(["Sword 17"] * 13),
    "Sword 17, Shield",
    "Sword 17+5W",
    "Sword - 3",
    "Sword + 5",
    "Sword 1. 5",
    "Sword 20W2W3",
    "Sword 10W2W",
]


@every("written", NO_SHEETS)
def test_this_is_no_character_sheet(written):
    """C-M1, C-3.15: read as it stands, or refused; nothing is dropped and no sign goes into a name."""
    refused(lambda: parse_abilities(written, "abilities"), "abilities", rule=ANY)


LONG_ROWS = """
from rules_py.contest import parse_abilities
from rules_py.core.errors import InputError
for row in (" ", "1", "1 ", "1+ ", "1W", "+1", "a", "1 + 1 ", ",", "\u3000"):
    try:
        parse_abilities(row * 200_000 + "x")
    except InputError as error:
        print(error.field)
"""


def test_a_long_row_of_anything_is_read_as_quickly_as_a_short_one():
    """A link may carry such a text; the guard only ends a run that would go on for minutes or hours."""
    done = subprocess.run([sys.executable, "-c", LONG_ROWS], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["abilities"] * 10


def test_refusals_say_nothing_about_python():
    """A message is for players: no class names, no quotes of Python."""
    for run in (
        lambda: parse_ability("x"),
        lambda: Ability(-1, 3),
        lambda: Contestant(parse_ability("3"), strike_power=3),
        lambda: Gauge(5, 4),
        lambda: Rulings(beneficiary="x"),
    ):
        with pytest.raises(InputError) as caught:
            run()
        for language in ("en", "ja"):
            assert not re.search(r"Error|None|<class|__|\bint\b", caught.value.message(language))


def test_a_long_value_is_shortened_in_the_message_but_kept_in_the_error():
    error = refused(lambda: parse_ability("x" * 500), "ability", rule="C-Q1")
    assert error.value == "x" * 500
    assert "…" in error.message("en")
    assert "x" * 41 not in error.message("en")


def test_messages_can_be_sent_as_utf_8_whatever_was_typed():
    """Half of a surrogate pair may come out of a damaged link."""
    error = refused(lambda: parse_ability("\ud800"), "ability", rule="C-Q1")
    for language in ("en", "ja"):
        assert error.message(language).encode()


def test_a_forbidden_action_is_an_input_error_too():
    """One exception type to catch."""
    assert issubclass(ForbiddenAction, InputError)
    assert issubclass(InputError, ValueError)


def test_the_answer_of_one_question_cannot_spoil_the_next():
    """Solved contests are remembered; whoever changes what was returned must not change the memory."""
    sides = Contestant(parse_ability("14")), Contestant(parse_ability("13"))
    first = contest_odds(*sides)
    before = dict(first)
    try:
        first.clear()
    except (AttributeError, TypeError):
        return
    assert contest_odds(*sides) == before


def test_a_free_placement_needs_a_move_that_is_free():
    assert list(Gauge().placements(Move("C-T1.6", squares=2), 0)) == []
    assert Gauge().farthest_placement(Move("C-T1.6", squares=2), 3) == 3


def test_random_numbers_out_of_bounds_are_never_bent():
    """Nothing is clamped silently: a value comes back as it went in, or it is refused."""
    dice = Random("bounds")
    for _ in range(300):
        numbers = {name: dice.randint(-130, 130) for name in ("permanent", "augments", "modifier")}
        side, error = attempt(lambda numbers=numbers: Contestant(parse_ability("15"), **numbers))
        if error is None:
            assert side.effective().value == max(1, 15 + sum(numbers.values()))
        else:
            least, most, _ = BOUNDS[error.field]
            assert numbers[error.field] == error.value
            assert not least <= error.value <= most
