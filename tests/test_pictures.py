"""Pictures of answers: what a cell of a heat table sets, how high columns are, which difficulties are as wished."""

import re
from fractions import Fraction
from itertools import pairwise
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rulebook_site.printing import drawings

from rules_py import library
from rules_py.core.pictures import Outcome, Step, columns, difficulty_band, outcomes, whole_percent
from rules_py.core.text import LANGUAGES, Text
from tests.page import ask, parsed
from tests.rows import every

CAPTION = Text("Here", "ここ")
PRESSED_IN = {
    "contest.gauge": {"ability_a": "17", "wounded_b": "1"},
    "exorcist.pool": {"dice": "4", "bonus": "-1", "difficulty": "hard", "focus": "1", "pressure": "hard"},
    "kamui.pool": {"dice": "3", "traits": "2", "needed": "3"},
    "kamui.attack": {"action": "5", "attacks": "3", "split": "2+2+1", "more": "4/6/2/0"},
}
"""Widgets whose cells can be pressed, and what their fields say before that."""


def outputs(name, values, language="en"):
    answer = ask(name, values, language=language)
    assert answer["state"] == "ready", answer["error"]
    return answer, parsed(answer["parts"]["output"])


def cells(page):
    """The buttons of the heat tables, with what they set and the chance that they name."""
    for button in page.xpath("//table//td/button[@data-set]"):
        yield button, dict(parse_qsl(button.get("data-set"), keep_blank_values=True)), button.get("aria-label")


def headline(answer):
    """What stands large in the answer bar."""
    return next(parsed(answer["parts"]["answer"]).iter("b")).text_content()


@every(("name", "values"), [(name, values) for name, said in PRESSED_IN.items() for values in ({}, said)])
def test_a_cell_that_is_pressed_leads_to_the_chance_that_it_shows(name, values):
    for language in LANGUAGES:
        _, page = outputs(name, values, language)
        pressable = list(cells(page))
        assert len(pressable) > 5
        for button, sets, label in pressable[:: 3 if language == "ja" else 1]:
            answer, after = outputs(name, values | sets, language)
            chance = label.rpartition("：" if language == "ja" else ": ")[2]
            assert chance in headline(answer), (label, sets)
            if "split" not in values or button.get("aria-pressed") == "true":
                here = [again.get("aria-label") for again, _, _ in cells(after) if again.get("aria-pressed") == "true"]
                assert label in here


def test_only_what_can_be_reached_can_be_pressed():
    """KIDS is as easy as it gets: with attack focus NORMAL is reached from HARD, ULTRA-HARD from nowhere."""
    _, page = outputs("exorcist.pool", {"focus": "1"})
    reached = {sets["difficulty"] for _, sets, _ in cells(page)}
    assert reached == {"kids", "normal", "hard", "ultra_hard"}
    assert not any("ULTRA" in label for _, _, label in cells(page))


def test_dice_that_come_from_an_ability_are_met_by_bonus_dice():
    """Nobody's character is changed by a look at a table."""
    _, page = outputs("exorcist.pool", {"refers_to": "body", "body": "5"})
    assert {name for _, sets, _ in cells(page) for name in sets} == {"bonus", "difficulty"}


@given(st.fractions(0, 1))
def test_whole_percents_are_never_all_or_nothing_by_rounding(chance):
    said = whole_percent(chance)
    assert (said == "0") == (chance == 0)
    assert (said == "100") == (chance == 1)
    if said.isdigit():
        assert abs(Fraction(int(said), 100) - chance) <= Fraction(1, 200)


@given(st.dictionaries(st.integers(0, 60), st.integers(1, 1000), min_size=1, max_size=61), st.integers(0, 60))
def test_columns_are_as_high_as_their_results_are_likely(weights, wanted):
    """Side by side, none beside the picture, the likeliest the highest; filled are those that are wanted."""
    total = sum(weights.values())
    found = outcomes({number: Fraction(weight, total) for number, weight in weights.items()}, wanted)
    assert [int(each.name) for each in found] == sorted(weights)
    assert [each.counts for each in found] == [number >= wanted for number in sorted(weights)]
    assert [each.reached for each in found] == [
        Fraction(sum(weight for other, weight in weights.items() if other >= int(each.name)), total) for each in found
    ]
    picture = columns(CAPTION, found, "en")[1]
    drawn = [each for each in picture if each.tag == "rect"]
    assert len(drawn) == len(found)
    ends = [(float(each.get("x")), float(each.get("x")) + float(each.get("width"))) for each in drawn]
    assert ends[0][0] >= 0
    assert ends[-1][1] <= 360
    assert all(end <= start + 0.2 for (_, end), (start, _) in pairwise(ends))
    highest = max(weights.values())
    for each, outcome, number in zip(drawn, found, sorted(weights), strict=True):
        assert float(each.get("height")) == pytest.approx(76 * weights[number] / highest, abs=0.06)
        assert ("hollow" in each.get("class")) is not outcome.counts


def test_a_distribution_of_nothing_and_one_that_is_certain():
    assert columns(CAPTION, [], "en")[1].get("aria-label") == "Here: "
    assert columns(CAPTION, [Outcome("3", Fraction(1))], "ja")[1].get("aria-label") == "ここ：3 → 100%"


def test_a_band_says_what_is_too_easy_as_wished_and_too_hard():
    steps = [Step(str(n), Fraction(9 - n, 10), n - 3) for n in (1, 2, 3, 4)]
    picture = difficulty_band(CAPTION, steps, "en")[1]
    assert picture.get("aria-label") == ("Here: too easy: 1 → 80%, 2 → 70%; as wished: 3 → 60%; too hard: 4 → 50%")
    assert [each.get("class") for each in picture if each.tag == "rect"] == ["zone easy", "zone wished", "zone hard"]


def test_a_number_between_easier_ones_can_be_too_hard():
    steps = [Step("12", Fraction(9, 10), -1), Step("13", Fraction(1, 2), 1), Step("14", Fraction(4, 5), 0)]
    picture = difficulty_band(CAPTION, steps, "en")[1]
    assert picture.get("aria-label") == "Here: too easy: 12 → 90%; too hard: 13 → 50%; as wished: 14 → 80%"
    assert [each.get("class") for each in picture if each.tag == "rect"] == ["zone easy", "zone hard", "zone wished"]


@every("slug", library.SYSTEMS)
def test_each_estimator_shows_its_answer_as_wished(slug):
    answer, page = outputs(f"{slug}.difficulty", {})
    (picture,) = page.xpath("//svg[@data-picture='band']")
    wished = re.search(r"as wished: (.*?)(;|$)", picture.get("aria-label"))[1]
    asked = {"avatar": "23", "exorcist": "6+"}.get(slug) or headline(answer).split()[0]
    assert wished.startswith(f"{asked} →")


def test_whatever_a_picture_draws_is_drawn_on_paper_too():
    """Paper knows the drawings' own styles alone: what has none there has no colour, and is not seen."""
    found = [Outcome("1", Fraction(1, 4)), Outcome("2", Fraction(3, 4), counts=False)]
    steps = [Step(str(n), Fraction(9 - n, 10), n - 3) for n in (1, 2, 3, 4)]
    pictures = (columns(CAPTION, found, "en")[1], difficulty_band(CAPTION, steps, "en")[1])
    drawn = [each for picture in pictures for each in picture.iter() if each.tag in ("rect", "path")]
    shapes = [each.get("class").split() for each in drawn]
    assert {"column", "hollow", "zone", "wished"} <= {name for names in shapes for name in names}
    assert [names for names in shapes if not any(f".{name} {{" in drawings.style() for name in names)] == []
