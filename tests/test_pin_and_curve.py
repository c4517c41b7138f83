"""What a reader compares: the answer beside a pinned one, and how it moves with a field."""

import json
from dataclasses import replace
from fractions import Fraction
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py import library
from rules_py.core import curve
from rules_py.core.curve import moved_field, points
from rules_py.core.text import Text
from rules_py.core.widget import Answer
from tests.page import Reader
from tests.rows import every

CALCULATORS = [name for name, widget in library.WIDGETS.items() if widget.compares]
MOVED = [name for name in CALCULATORS if moved_field(library.WIDGETS[name])]


def ask(name, values=(), language="en", **more):
    question = {"widget": name, "language": language, "values": dict(values), "pressed": None, **more}
    return json.loads(library.answer(json.dumps(question)))


def bar(name, values, language="en"):
    return " ".join(Reader(ask(name, values, language)["parts"]["answer"]).text.split())


def buttons(html, attribute):
    return [a for tag, a in Reader(html).tags if tag == "button" and attribute in a]


def whole(name, values=(), language="en", moved=""):
    """The picture with all its points, as a page gets it that asks until none is missing."""
    while (told := ask(name, values, language, moved=moved))["more"]:
        pass
    return told["parts"]["curve"]


# --- pinned -----------------------------------------------------------------------------------------------------------


def test_a_pinned_answer_stands_beside_the_new_one_with_the_difference():
    """Five of 18 against seven of 12."""
    assert bar("prophecy.check", {"ability": "5", "target": "12", "pin": "?target=12"}) == (
        "58.3% 7/12 A: 27.8%, now +30.6 points. The chance of success is 58.3%. For 70%: Factor, 90.7%. Unpin"
    )
    assert Fraction(7, 12) - Fraction(5, 18) == Fraction(306, 1000) - Fraction(4, 9000), "30.55… rounds to 30.6"


@every("name", MOVED)
def test_the_first_curve_shows_something(name):
    """Whatever is drawn before a field has the focus moves the answer; nothing is drawn where that is no chance."""
    drawn = Reader(whole(name, moved="")).tags
    chances = {attributes["aria-label"].split(" ")[-2] for tag, attributes in drawn if tag == "button"}
    assert len(chances) != 1


@every("name", CALCULATORS)
def test_what_the_key_pins_is_what_the_fields_say_and_a_second_press_takes_it_out(name):
    first = library.WIDGETS[name].fields.values()
    changed = next(({f.name: f.near(f.default)[-1]} for f in first if f.near(f.default)), {})
    (key,) = buttons(ask(name, changed)["parts"]["answer"], "data-pin")
    assert "aria-pressed" not in key  # its name says what it does: with both, "Unpin, pressed" would say the opposite
    wanted = dict(pair.split("=") for pair in key["data-set"].split("&"))
    answer = ask(name, {"pin": unquote(wanted["pin"])})
    assert answer["state"] == "ready"
    assert ("A:" in bar(name, {"pin": unquote(wanted["pin"])})) is True
    (out,) = buttons(answer["parts"]["answer"], "data-pin")
    assert out["data-set"] == "pin="


@every("pin", ["x", "?nonsense", "?ability=?", "?pin=%3F", "?ability=", "?target=1e9", "?a=b&a=c", "??", "?ability=5&"])
def test_a_damaged_pin_is_refused_in_words(pin):
    answer = ask("prophecy.check", {"pin": pin})
    assert answer["state"] == "error"
    assert "pinned" in answer["errors"]["pin"]


@given(st.text(max_size=40))
def test_no_pin_breaks_anything(pin):
    answer = ask("prophecy.check", {"pin": pin})
    assert answer["state"] in ("ready", "error")
    assert set(answer["errors"]) <= {"pin"}


def test_both_languages_say_the_same_difference():
    values = {"dice": "6", "pin": "?"}
    assert "+10.9 points" in bar("exorcist.pool", values)
    assert "+10.9ポイント" in bar("exorcist.pool", values, "ja")


# --- how the answer moves ---------------------------------------------------------------------------------------------


@every("name", MOVED)
def test_each_point_says_what_the_answer_is_there(name):
    """Pressed one by one, the points give the very chances that stand below them."""
    html = whole(name)
    for point in buttons(html, "data-set"):
        field, raw = point["data-set"].split("=")
        said = bar(name, {field: raw}).split(" Pin")[0]
        shown = raw.replace("-", "−")
        assert point["aria-label"].endswith(f" {shown} {said[: said.index('%') + 1]}")
    assert [point["aria-pressed"] for point in buttons(html, "data-set")].count("true") <= 1


def test_the_focus_says_which_field_moves():
    html = whole("contest.roll", moved="ability_b")
    assert [a["data-moved"] for tag, a in Reader(html).tags if tag == "figure"] == ["ability_b"]
    sets = [point["data-set"] for point in buttons(html, "data-set")]
    assert sets == [f"ability_b={n}" for n in range(7, 18)]
    assert whole("contest.roll", moved="no_such_field") == whole("contest.roll")


def test_near_a_bound_there_are_fewer_points():
    sets = [point["data-set"] for point in buttons(whole("exorcist.pool", {"dice": "0"}), "data-set")]
    assert sets == [f"dice={n}" for n in range(6)]


def test_typed_in_full_width_it_is_the_same_point():
    (here,) = (p for p in buttons(whole("exorcist.pool", {"dice": "３"}), "data-set") if p["aria-pressed"] == "true")
    assert here["data-set"] == "dice=3"


def test_what_is_wrong_has_no_picture_and_is_no_fault():
    assert ask("exorcist.pool", {"dice": "many"}, moved="dice") == {
        "state": "error",
        "status": "",
        "parts": {},
        "more": False,
    }


def test_the_pinned_answer_is_a_line_of_its_own():
    html = whole("exorcist.pool", {"difficulty": "hard", "pin": "?"}, moved="dice")
    (label,) = (a["aria-label"] for tag, a in Reader(html).tags if tag == "svg")
    assert "1 → 33.3%" in label.split("; A: ")[0]
    assert "1 → 50%" in label.split("; A: ")[1]


@pytest.mark.parametrize("seconds", [0.0, -1.0])
def test_however_little_time_there_is_two_points_are_counted_and_the_rest_is_said_to_be_missing(seconds):
    widget = library.WIDGETS["contest.gauge"]
    field = widget.fields["permanent_a"]
    found, more = points(widget, widget.values({"permanent_b": "77"}), field, field.near("0"), until=seconds)
    assert (sum(point is not None for point in found), more) == (2, True)


class TestTheWorkBehindACurve:
    """Readers pay for it with their battery: nothing is worked out that nobody sees."""

    @pytest.fixture(autouse=True)
    def counted(self, monkeypatch):
        """How often a widget is asked, and how often its result is drawn."""
        self.asked, self.drawn = [], []
        curve._chance.cache_clear()
        for name in ("contest.gauge", "contest.difficulty"):
            widget = library.WIDGETS[name]

            def answer(*told, ask=widget.answer):
                found = ask(*told)
                self.asked.append(found)
                return replace(found, output=lambda: self.drawn.append(found) or [])

            monkeypatch.setattr(widget, "answer", answer)

    def moves(self, name):
        widget = library.WIDGETS[name]
        return curve.moves(widget, widget.values({}), "en")[0]

    def test_no_result_is_drawn_for_its_points(self):
        assert self.moves("contest.gauge")
        assert len(self.asked) > 2
        assert self.drawn == []

    def test_an_answer_that_is_no_chance_is_asked_for_once(self):
        assert self.moves("contest.difficulty") == []
        assert len(self.asked) == 1


def test_in_the_answer_bar_words_may_break_and_chances_never():
    said = {"66.1%": None, "ULTRA-HARD (6)": "words"}
    for headline, kind in said.items():
        first, *_ = Answer(Text("A sentence.", "文。"), list, headline=Text(headline, headline)).bar("en")
        assert (first.text, first.get("class")) == (headline, kind)
    first, *_ = Answer(Text("In 75.3% (61/81).", "75.3%（61/81）。"), list).bar("ja")
    assert (first.text, first.get("class")) == ("75.3%", None)


def test_what_is_pinned_is_marked_where_it_was_asked():
    moved = library.WIDGETS["contest.roll"].fields["augments_a"]
    line = [curve.Point(str(n), f"{10 * n}%", n / 10, is_here=n == 0) for n in range(5)]
    for asked, marked in ((3, 3), (9, 0)):
        before = [replace(point, is_here=point.raw == str(asked)) for point in line]
        (figure,) = curve.curve(line, before, moved, "Augments", "en")
        (mark,) = (each.get("x") for each in figure.iter("text") if each.text == "A")
        dots = [each.get("cx") for each in figure.iter("circle")]
        assert round(float(mark), 1) == float(dots[marked])
