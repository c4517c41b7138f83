"""The calculators of Kamui: what they show, under every ruling, and what they say to wrong input."""

from fractions import Fraction as F
from itertools import product

import pytest

from rules_py import library
from rules_py.core.errors import InputError
from rules_py.core.markup import rounded
from rules_py.core.text import LANGUAGES
from rules_py.kamui import Rulings, check_odds
from rules_py.kamui.reading import read_attacks, read_faces, read_party, read_split, read_supplicants, read_threats
from tests.page import ask, exact, fraction_of, read, told_beside, wrong
from tests.rows import every

from .inputs import ATTACK, DIFFICULTY, GRACE, POOL
from .reckoning import READINGS

CALCULATORS = (POOL, ATTACK, GRACE, DIFFICULTY)


def shown(widget, values=None, language="en"):
    """The tables of an answer, and its sentence with the exact numbers, without which it is read out."""
    answer = ask(widget, values, language=language)
    assert answer["state"] == "ready", answer["error"]
    page = read(answer)
    sentence = page.summary
    assert answer["status"] == rounded(sentence)
    return page.tables, sentence


# --- every reading ----------------------------------------------------------------------------------------------------


@every("widget", CALCULATORS)
@every("language", LANGUAGES)
def test_a_calculator_answers_under_every_ruling(widget, language):
    """All combinations of its switches."""
    switches = [name for name in library.WIDGETS[widget].fields if name in Rulings.choices()]
    for values in product(*(Rulings.choices()[name] for name in switches)):
        asked = dict(zip(switches, map(str, values), strict=True))
        answer = ask(widget, asked, language=language)
        assert answer["state"] == "ready", (asked, answer["error"])


@every("rulings", READINGS)
@every("widget", CALCULATORS)
def test_a_reader_sees_which_reading_is_on(widget, rulings):
    """K-Q1, K-Q2: the die, and what it has to show, beside the result."""
    for language in LANGUAGES:
        asked = {"success": rulings.success, "die": rulings.die, "success_face": "4"}
        text = read(ask(widget, asked, language=language)).text
        line = text.split("Reading: " if language == "en" else "読み方：")[1].split("K-Q1")[0]
        assert rulings.die in line
        assert ("or less" in line or "以下" in line) == (rulings.success == "at_most_ability")
        assert ("or more" in line or "以上" in line) == (rulings.success != "at_most_ability")
        if rulings.success == "at_least_fixed":
            assert "4" in line


@every("rulings", READINGS)
def test_the_pool_follows_the_reading(rulings):
    asked = {"dice": "3", "ability": "2", "success": rulings.success, "die": rulings.die, "success_face": "4"}
    tables, status = shown(POOL, asked)
    chance = check_odds(3, 2, 2, rulings)
    assert exact(chance) in status
    assert tables[0][3][2] == exact(chance)


# --- the pool ---------------------------------------------------------------------------------------------------------


def test_an_offering_with_a_trait():
    """K-1.8, K-2.13: three dice, Wisdom 5."""
    tables, status = shown(POOL, {"traits": "1"})
    assert "Dice: 3. Chance of 2 or more successes: 50% (1/2)." in status
    distribution, needed = tables[:2]
    assert [row[0] for row in distribution[1:]] == ["0", "1", "2", "3"]
    assert [fraction_of(row[1]) for row in distribution[1:]] == [F(1, 8), F(3, 8), F(3, 8), F(1, 8)]
    assert [row[:2] for row in needed[1:]] == [
        ["50%", "3"],
        ["75%", "5"],
        ["80%", "5"],
        ["90%", "7"],
        ["95%", "8"],
    ]


def test_a_chance_out_of_reach():
    tables, _ = shown(POOL, {"ability": "0"})
    assert {row[1] for row in tables[1][1:]} == {"> 30"}


def test_all_readings_side_by_side():
    """An ability that the die cannot exceed always succeeds, a target number that it cannot show never (K-M1)."""
    tables, _ = shown(POOL, {"ability": "8", "dice": "1", "needed": "1"})
    assert tables[3] == [
        ["A die succeeds on", "d10", "d6", "d8"],
        ["at most the ability", "80 (4/5)", "100", "100"],
        ["at least 6, fixed", "50 (1/2)", "16.7 (1/6)", "37.5 (3/8)"],
        ["at least the target number", "30 (3/10)", "0", "12.5 (1/8)"],
    ]


def test_a_reading_that_has_no_such_number_shows_a_dash():
    """A target number of 0, and a fixed 9 on a die with 6 faces."""
    tables, _ = shown(POOL, {"ability": "0"})
    assert tables[3][3] == ["at least the target number", "—", "—", "—"]
    tables, _ = shown(POOL, {"success_face": "9", "dice": "1", "needed": "1"})
    assert tables[3][2] == ["at least 9, fixed", "20 (1/5)", "—", "—"]


# --- the attack -------------------------------------------------------------------------------------------------------


def test_one_attack_against_armour():
    """K-X11, K-X12: 4 dice, ability 5, damage 14 to 22 on armour 6 and HP 10."""
    tables, status = shown(ATTACK, {"attacks": "1", "hp": "10"})
    assert status == "Split 4: mean damage 18; chance that the target falls to 0 HP: 93.8% (15/16)."
    rows = [[row[0], str(fraction_of(row[1])), row[3]] for row in tables[0][1:]]
    assert rows == [
        ["14", "1/16", "0 / 2"],
        ["16", "1/4", "0 / 0"],
        ["18", "3/8", "0 / 0"],
        ["20", "1/4", "0 / 0"],
        ["22", "1/16", "0 / 0"],
    ]


def test_a_split_of_ones_own():
    _, status = shown(ATTACK, {"split": "1 + 3", "no_successes": "miss", "hp": "24"})
    assert status.startswith("Split 1 + 3: mean damage 23.25 (93/4)")
    _, best = shown(ATTACK, {"no_successes": "miss", "hp": "24"})
    assert best.startswith("Split 2 + 2:")
    tables, _ = shown(ATTACK, {"split": "4"})
    assert tables[1][-1][0] == "4 + x (one attack)"


def test_armour_that_does_not_count_stays():
    """K-Q17."""
    tables, _ = shown(ATTACK, {"unit_armour": "none", "attacks": "1"})
    assert tables[0][1][3] == "6 / 12"
    tables, _ = shown(ATTACK, {"unit_armour": "none", "attacks": "1", "target": "kamui"})
    assert tables[0][1][3] == "0 / 18"


def test_more_action_value_or_more_attacks():
    """10 + 2 × successes + 4 must reach 20: three successes; two attacks reach 28 without any."""
    tables, _ = shown(ATTACK, {"hp": "14"})
    found = {row[0]: row[1:] for row in tables[-1][1:]}
    assert list(found) == ["2", "3", "4", "5", "6", "7", "8"]
    assert found["4"] == ["31.3 (5/16)", "100"]
    assert found["2"] == ["0", "100"]


# --- the grace check --------------------------------------------------------------------------------------------------


def test_the_worked_grace_check():
    """K-X17, K-X19."""
    _, status = shown(GRACE, {"party": "3/4/1", "threats": "2", "faces": "3 5 9"})
    assert status == "Successes: 2, revival checks: 1; miracle points: 1."
    tables, _ = shown(GRACE, {"party": "3/4/1", "threats": "-"})
    assert [[row[0], str(fraction_of(row[1]))] for row in tables[0][1:]] == [
        ["0", "81/125"],
        ["1", "36/125"],
        ["2", "8/125"],
    ]


def test_how_to_lower_the_faces():
    tables, _ = shown(GRACE, {"party": "3/4/1", "threats": "1, 1", "faces": "3 5 9"})
    assert [row[2:] for row in tables[0][1:]] == [["3", "—", "3"], ["5", "−1", "4"], ["9", "—", "9"]]


def test_points_are_left_only_where_they_are_a_total():
    """K-Q16: where each die is lowered, nothing is used up."""
    rolled = {"party": "3/4/1", "threats": "2", "faces": "3 5 9"}
    assert "successes 2, points left 1" in read(ask(GRACE, rolled)).text
    alone = ask(GRACE, {**rolled, "reduction": "each_die"})
    assert "successes 2" in read(alone).text
    assert "points left" not in read(alone).text
    assert "残り0点" not in read(ask(GRACE, {**rolled, "reduction": "each_die"}, language="ja")).text


def test_lowering_is_of_no_use_where_high_faces_succeed():
    """K-Q1: and the page says so."""
    answer = ask(GRACE, {"success": "at_least_target"})
    assert "of no use" in read(answer).text
    assert "得になりません" in read(ask(GRACE, {"success": "at_least_target"}, language="ja")).text


def test_each_pc_for_itself():
    tables, status = shown(GRACE, {"grace": "own", "party": "1/5/1, 1/5/0", "threats": "-", "wanted": "1"})
    assert status == "Somebody has at least 1 for miracles: 50% (1/2)."
    assert [[row[0] for row in table[1:]] for table in tables] == [["0"], ["0", "1"]]


# --- the estimate -----------------------------------------------------------------------------------------------------


def test_what_to_ask_of_a_party():
    tables, status = shown(DIFFICULTY, {"party": "2/5, 2/5", "wish": "44"})
    assert status == (
        "Closest to 44%: ask for 2 if somebody is to succeed, 1 if everybody, 3 if all successes are added up."
    )
    heat = {row[0]: row[1:] for row in tables[0][1:]}
    assert heat["Somebody"] == ["93.8 (15/16)", "43.8 (7/16)", "—", "—"]
    assert heat["Everybody"] == ["56.3 (9/16)", "6.3 (1/16)", "—", "—"]
    assert heat["All successes added up"] == ["93.8 (15/16)", "68.8 (11/16)", "31.3 (5/16)", "6.3 (1/16)"]


def test_a_large_party_may_be_asked_for_many():
    """More successes together than any one PC has dice."""
    _, status = shown(DIFFICULTY, {"party": ", ".join(["12/10"] * 8), "wish": "99.9"})
    assert "96 if all" in status or "1 if all" in status
    assert "12 if somebody" in status or "1 if somebody" in status


# --- what is wrong ----------------------------------------------------------------------------------------------------


WRONG = [
    *wrong(POOL, "dice", "-1"),
    *wrong(POOL, "ability", "11", die="d6"),
    *wrong(POOL, "ability", "0", success="at_least_target"),
    *wrong(POOL, "die", "d12"),
    *wrong(POOL, "success_face", "7", die="d6"),
    *wrong(POOL, "success_face", "0"),
    *wrong(POOL, "success", "maybe"),
    *wrong(POOL, "ability_x", "5"),
    *wrong(ATTACK, "action", "-1"),
    *wrong(ATTACK, "action", "1", least="2"),
    *wrong(ATTACK, "split", "3+2", "3", "1+1+2", "4+0", "3-1"),
    *wrong(ATTACK, "more", "4/6/2", "4/6/2/0, 4/6/2/0, 4/6/2/0", "11/6/2/0"),
    *wrong(ATTACK, "more", "0/6/2/0", success="at_least_target"),
    *wrong(ATTACK, "ability", "0", success="at_least_target"),
    *wrong(GRACE, "party", "3", "3/11", "-3/4", "12/4, 12/4"),
    *wrong(GRACE, "party", "3/0", success="at_least_target"),
    *wrong(GRACE, "threats", "two", "20, 1"),
    *wrong(GRACE, "faces", "3 5 9", "3 5 / 2 7", "3 5 11 / 2 7", "/"),
    *wrong(GRACE, "faces", "3 5 7 / 2 6", die="d6"),
    *wrong(DIFFICULTY, "party", "2", "13/5", "2/5/1", ", ".join(["1/1"] * 9)),
    *wrong(DIFFICULTY, "party", "2/0", success="at_least_target"),
]


@every(("widget", "field", "values"), WRONG)
def test_what_is_wrong_is_told_beside_its_field(widget, field, values):
    """One sentence in either language; the last good result stays."""
    for language, message in told_beside(field, widget, values).items():
        assert message.endswith("。" if language == "ja" else ".")
        assert message.count(". ") == 0
        assert message.count("。") == (language == "ja") or "。" in message
        assert len(message) < 300


# --- reading ----------------------------------------------------------------------------------------------------------


def test_full_width_and_japanese_punctuation_are_read():
    assert read_party("２/５、３／４", "party") == ((2, 5), (3, 4))
    assert read_split("３＋１", "split") == read_split("3, 1", "split") == (3, 1)
    assert read_faces("3 5 / - / 2", "faces") == ((3, 5), (), (2,))
    assert read_threats("２、１", "threats") == (2, 1)
    assert read_faces("３　５／２", "faces") == ((3, 5), (2,))
    assert [pc.dice for pc in read_supplicants("３/４/１；２/５", "party")] == [3, 2]
    assert read_attacks("なし", "more") == read_threats("なし", "threats") == read_split("none", "split") == ()


@every("reader", [read_attacks, read_split, read_threats, read_faces])
@every("raw", ["", " ", "-", "−", "None", "なし"])
def test_nothing_typed_means_none(reader, raw):
    assert reader(raw, "here") == ()


@every("reader", [read_party, read_supplicants])
@every("raw", ["", " ", "-", ",", "+"])
def test_somebody_must_be_there(reader, raw):
    with pytest.raises(InputError):
        reader(raw, "here")


@every("reader", [read_attacks, read_split, read_party, read_supplicants, read_threats, read_faces])
@every("raw", ["/", "x y", "1e1", "٣", "999/1", "<b>", "\x00", "-1"])
def test_nonsense_is_refused(reader, raw):
    """And shown as it was typed."""
    with pytest.raises(InputError) as caught:
        reader(raw, "here")
    assert caught.value.field == "here"
    assert "X" not in str(caught.value.value)


def test_a_mean_is_exact():
    """12/10 and one die in two."""
    tables, _ = shown(DIFFICULTY, {"party": "3/5"})
    assert tables[1][1][2] == "1.50 (3/2)"
    assert F(3, 2) == 3 * F(1, 2)
