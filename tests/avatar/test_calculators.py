"""The calculators: what a reader sees, in every ruling, and what wrong input says."""

import json
from fractions import Fraction

from rules_py import library
from rules_py.avatar.hands import random_check
from rules_py.avatar.rulings import Rulings
from tests.page import ask, exact, read, told_beside, wrong
from tests.rows import every

from .inputs import CHECK, CLASH, DIFFICULTY, EVENT, LOVE

SWITCHES = [
    (name, f.name, value)
    for name in (CHECK, DIFFICULTY)
    for f in library.WIDGETS[name].fields.values()
    if f.is_rule
    for value, _ in f.options
]


@every(("widget", "switch", "value"), SWITCHES)
def test_every_answer_to_every_question_is_counted(widget, switch, value):
    """Alone, with a Joker in hand and a miracle."""
    joker = "SA" if value == "52" else "X"
    hand = {"hand": f"{joker} S7 H5", "miracle": "1", "hand_limit": "2", "ep": "100"}
    more = hand if widget == CHECK else {"ep": "0"}
    assert ask(widget, {switch: value, **more})["state"] == "ready"


def test_the_best_play_is_said_in_one_sentence():
    answer = ask(CHECK, {"hand": "SK HA C5", "known": "number", "difficulty": "26"})
    assert answer["status"] == ("Best: ♠K ♥A. Success 100%, fumble 0%, failure 0%, 0 EP on average.")
    assert "♥A 14 (a K is in the field)" in read(answer).text


def test_what_comes_next_is_said():
    answer = ask(CHECK, {"hand": "H5 D4", "known": "number", "difficulty": "12", "hand_limit": "2", "ep": "100"})
    assert "If that is short:" in read(answer).text


def test_an_automatic_failure():
    """A-9.5."""
    assert "A-9.5" in ask(CHECK, {"hand": ""})["status"]


def test_cards_in_a_link_may_be_written_as_people_write_them():
    one = ask(CHECK, {"hand": "♠K ♥A", "known": "number", "difficulty": "26"})
    other = ask(CHECK, {"hand": "スペードのK、ハートのA", "known": "number", "difficulty": "26"})
    assert one["status"] == other["status"]


@every(
    ("widget", "field", "values"),
    [
        *wrong(CHECK, "hand", "SK SK", "SA S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ", "X=SK"),
        *wrong(CHECK, "hand", "X", deck="52"),
        *wrong(CHECK, "gone", "SK", hand="SK"),
        *wrong(CHECK, "table", "SK", "Joker", hand="SK"),
        *wrong(CHECK, "ep", "-1"),
        *wrong(CHECK, "hand_limit", "11"),
        *wrong(CHECK, "prior", "5-3"),
        *wrong(CHECK, "difficulty", "12", hand="SK", table="H9 D9", known="number"),
        *wrong(CHECK, "critical", "aces"),
        *wrong(CLASH, "hand", "H9", "SK SK", "S2 S3 S4 S5 S6 S7 S8 S9"),
        *wrong(CLASH, "seen", "D8"),
        *wrong(CLASH, "field", "", "S99"),
        *wrong(CLASH, "their_field", "X"),
        *wrong(CLASH, "others", "Joker2=SA"),
        *wrong(CLASH, "their_cards", "6"),
        *wrong(CLASH, "ep", "0"),
        *wrong(LOVE, "hand", "SK SK", "S2 S3 S4 S5 S6 S7 S8 S9", "rubbish"),
        *wrong(LOVE, "seen", "SQ"),
        *wrong(LOVE, "npc_hand", "SQ", "X", npc="known"),
        *wrong(LOVE, "rivals", "SQ / D3", "X / D3", "S3 / "),
        *wrong(LOVE, "difficulty", "13"),
        *wrong(EVENT, "seen", "SK SK"),
        *wrong(EVENT, "stage", "0"),
    ],
)
def test_wrong_input_is_told_beside_its_field(widget, field, values):
    told_beside(field, widget, values)


def test_a_band_that_lies_below_the_table_is_told():
    """The check is short at 30, so a difficulty of 13 to 25 is impossible."""
    told_beside("difficulty", CHECK, {"hand": "S2", "table": "HK DK H4", "known": "A-T1.5"})


def test_what_is_known_so_far_is_complete_and_ends_in_the_answer(monkeypatch):
    """First that the count goes on, then a best play for fewer deck cards; each says how far the count is."""
    monkeypatch.setattr("rules_py.avatar.widgets.check.PATIENCE", -1)
    told = []
    values = {"hand": "SK HA", "hand_limit": "1"}
    question = {"widget": CHECK, "language": "en", "values": values, "pressed": None}
    answer = json.loads(library.answer(json.dumps(question), lambda text: told.append(json.loads(text))))
    brief = [sofar["parts"] for sofar in told if "output" not in sofar["parts"]]
    assert [[*parts] for parts in brief] == [["answer"]], "as soon as a play is known, its headline"
    assert "With at most 0 deck cards so far." in brief[0]["answer"]
    told = [sofar for sofar in told if "output" in sofar["parts"]]
    starts = [sofar["status"][:12] for sofar in told]
    assert [start for n, start in enumerate(starts) if start not in starts[:n]] == ["There is muc", "With at most"]
    assert starts == sorted(starts), "once a play is known, one is always told"
    assert all("<progress" in sofar["parts"]["output"] for sofar in told)
    assert "what a miracle would bring" in told[-1]["parts"]["output"]
    assert "<progress" not in answer["parts"]["output"]
    monkeypatch.undo()
    assert answer == ask(CHECK, values)


HELD = {"hand": "SK HA", "hand_limit": "1"}


@every(
    ("widget", "asked", "said"),
    [
        (CHECK, HELD, "hand cards and deck cards together"),
        (CHECK, HELD | {"additions": "each"}, "from the hand and as many from the deck"),
        (CHECK, HELD, "A critical is re-examined with every card"),
        (CHECK, HELD | {"critical_after": "kept"}, "keep their value when another suit follows"),
        (CHECK, HELD | {"miracle": "1"}, "added to the total"),
        (CHECK, HELD | {"miracle": "1", "miracle_cards": "fresh"}, "for a new total"),
        (DIFFICULTY, {}, "announced as a K"),
        (DIFFICULTY, {"critical": "best"}, "so it never fumbles"),
        (CLASH, {}, "twice that if all the winner’s cards"),
        (CLASH, {"clash_strong_hit": "no"}, "also in a strong hit"),
        (CLASH, {}, "with a K in the field"),
        (CLASH, {"ace_field": "own"}, "with a K of one’s own"),
    ],
)
def test_the_working_says_what_was_counted(widget, asked, said):
    """A-Q2, A-Q10, A-Q11, A-Q14, A-Q15, A-Q18: under the house rules that were asked about."""
    assert said in ask(widget, asked)["parts"]["output"]


def test_too_much_to_count_is_said(monkeypatch):
    monkeypatch.setattr("rules_py.avatar.widgets.check.MOST_EFFORT", 40)
    assert "up to 1 deck cards" in read(ask(CHECK)).text


def test_the_estimate_shows_the_guide_beside_what_cards_reach():
    """A-Q13, A-XT1."""
    answer = ask(DIFFICULTY, {"deck": "52"})
    guide = read(answer).tables[-1]
    assert [row[2] for row in guide[1:]] == ["1", "1", "1", "1", "2", "2–3", "3–4", "4–5", "5–6"]
    low, high = guide[5][3].split(" – ")
    assert (low, high) == tuple(
        exact(random_check(3, difficulty, 1, Rulings(deck="52")).success) for difficulty in (13, 25)
    )
    assert "at least 3 cards" in guide[6][1]


def band(answer):
    """What the picture of difficulties says."""
    (picture,) = (a for _, a in read(answer).tags if a.get("data-picture") == "band")
    return picture["aria-label"]


def test_a_wish_that_no_difficulty_fulfils():
    answer = ask(DIFFICULTY, {"cards": "1", "ep": "0", "wish": "99.9"})
    assert "too high" in answer["status"]
    assert "as wished" not in band(answer)
    assert "too easy" not in band(answer)


def test_an_estimate_at_the_last_number_that_is_counted_says_or_more():
    """With ten deck cards 150 leaves 14.5%; a wish just above that has its number below."""
    most = {"cards": "7", "ep": "1000", "hand_limit": "10"}
    at_the_end = random_check(7, 150, 10, Rulings()).success
    assert Fraction(14, 100) < at_the_end < Fraction(15, 100)
    for wish, or_more in (("14", True), ("15", False)):
        answers = [ask(DIFFICULTY, most | {"wish": wish}, language=language)["status"] for language in ("en", "ja")]
        assert [answers[0].startswith("Difficulty 150 or more"), answers[1].startswith("難度150以上")] == [or_more] * 2
        assert ["higher numbers are not counted" in answers[0], "計算しません" in answers[1]] == [or_more] * 2


def test_a_lower_number_that_misses_the_wish_is_not_called_easy():
    """A-9.16: a king alone fumbles at 13; at 14 one buys, so 14 is the easier number."""
    asked = {"cards": "1", "ep": "300", "hand_limit": "3", "wish": "86.5"}
    thirteen, fourteen = (random_check(1, difficulty, 3, Rulings()).success for difficulty in (13, 14))
    assert thirteen < Fraction(6, 10) < Fraction(865, 1000) < fourteen
    answer = ask(DIFFICULTY, asked)
    assert answer["status"].startswith("Difficulty 14 ")
    assert "too hard: 13 → 59.1%; as wished: 14 → 88.3%" in band(answer)
    assert "Lower numbers that miss 86.5%: 13." in read(answer).text
    assert "Lower numbers" not in read(ask(DIFFICULTY, asked | {"equality": "success"})).text
