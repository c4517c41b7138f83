"""Things to pick, and answers that come bit by bit: what every widget may use."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated

import pytest

from rules_py import library
from rules_py.core.errors import InputError
from rules_py.core.fields import IntegerField, PicksField
from rules_py.core.markup import h, to_html
from rules_py.core.text import Text, same
from rules_py.core.widget import Answer, Widget
from tests.page import Reader

FRUIT = PicksField(
    Text("Fruit", "果物"),
    "plum",
    rows=((("fig", same("fig")), ("plum", same("plum"))), (("pear", same("pear")),)),
    name="fruit",
)


@dataclass(frozen=True)
class Wish:
    fruit: Annotated[tuple[str, ...], FRUIT]
    to: Annotated[int, IntegerField(Text("To", "まで"), "3", least=1, most=9)]


def drawn(n):
    return [h("p", str(n))]


class Counting(Widget[Wish]):
    """Counts up to a number and tells each."""

    name = "test.counting"
    title = Text("Counting", "数える")
    gradual = True

    def answer(self, inputs, pressed, language) -> Answer:
        *_, last = self.answers(inputs, pressed, language)
        return last

    def answers(self, inputs, pressed, language) -> Iterator[Answer]:
        for n in range(1, inputs.to + 1):
            if n == 8:
                raise InputError("to", n, Text("no 8", "8はいけません"))
            yield Answer(Text("{n}.", "{n}。").format(n=n), partial(drawn, n))


@pytest.fixture
def counting(monkeypatch):
    monkeypatch.setattr(library, "WIDGETS", {"test.counting": Counting()})


def asked(values, tell=None):
    question = {"widget": "test.counting", "language": "en", "values": values, "pressed": None}
    return json.loads(library.answer(json.dumps(question), tell))


def test_what_is_known_so_far_is_told_and_the_last_is_the_answer(counting):
    told = []
    answer = asked({"to": "3"}, lambda sofar: told.append(json.loads(sofar)))
    assert [each["status"] for each in told] == ["1.", "2."]
    assert answer["status"] == "3."
    assert {each["state"] for each in told} == {"ready"}
    assert asked({"to": "3"}) == answer, "who does not listen gets the same answer"


def test_an_error_in_the_middle_is_the_answer(counting):
    told = []
    answer = asked({"to": "9"}, told.append)
    assert (answer["state"], list(answer["errors"])) == ("error", ["to"])
    assert len(told) == 7


def test_a_widget_that_answers_at_once_tells_nothing_before():
    told = []
    question = {"widget": "contest.roll", "language": "en", "values": {}, "pressed": None}
    assert json.loads(library.answer(json.dumps(question), told.append))["state"] == "ready"
    assert told == []


LONG = [name for name, widget in library.WIDGETS.items() if widget.is_costly and not widget.gradual]


@pytest.mark.parametrize("widget", LONG)
def test_one_that_is_long_in_drawing_says_its_headline_first(widget):
    told = []
    question = {"widget": widget, "language": "ja", "values": {}, "pressed": None}
    answer = json.loads(library.answer(json.dumps(question), lambda sofar: told.append(json.loads(sofar))))
    assert answer["state"] == "ready"
    assert told[-1]["parts"] == {"answer": answer["parts"]["answer"]}
    assert {name for each in told for name in each["parts"]} == {"answer"}, "and nothing else"


@pytest.mark.parametrize(
    ("widget", "values"),
    [("avatar.check", {"ep": "500"}), ("contest.difficulty", {"win": "70"}), ("exorcist.difficulty", {"hp": "7"})],
)
def test_what_is_long_in_counting_says_the_headline_that_it_has_first(widget, values):
    told = []
    question = {"widget": widget, "language": "en", "values": values, "pressed": None}
    answer = json.loads(library.answer(json.dumps(question), lambda sofar: told.append(json.loads(sofar))))
    assert [*told[0]["parts"]] == ["answer"]
    assert told[0]["parts"]["answer"] != answer["parts"]["answer"]


def test_beside_a_pinned_answer_the_new_one_comes_whole_for_both_are_compared():
    told = []
    values = {"dice": "5", "pin": "?dice=4"}
    question = {"widget": "exorcist.attack", "language": "en", "values": values, "pressed": None}
    answer = json.loads(library.answer(json.dumps(question), told.append))
    assert (answer["state"], told) == ("ready", [])
    assert "points" in answer["parts"]["answer"]


def test_every_estimator_is_among_them():
    assert {f"{slug}.difficulty" for slug in ("avatar", "contest", "exorcist", "prophecy")} < {*LONG}


def test_the_headline_comes_before_anything_is_drawn(counting, monkeypatch):
    order = []
    monkeypatch.setattr(Counting, "gradual", False)
    monkeypatch.setattr(Counting, "is_costly", True)
    monkeypatch.setattr(f"{__name__}.drawn", lambda n: order.append("drawn") or [h("p", str(n))])
    asked({"to": "1"}, lambda sofar: order.append("told"))
    assert order == ["told", "drawn"]


def test_a_widget_that_may_take_long_can_be_stopped(counting):
    page = library.widget_html("test.counting", "en")
    stop = [said for tag, said in Reader(page).tags if said.get("class") == "widget-stop"]
    assert [(each["type"], "hidden" in each) for each in stop] == [("button", True)], "hidden without script"
    assert "3" in page, "the page holds the last answer"


def test_things_are_picked_in_any_number():
    assert FRUIT.parse("") == ()
    assert FRUIT.parse("pear fig") == ("pear", "fig")
    for wrong in ("apple", "fig fig", "fig,plum"):
        with pytest.raises(InputError):
            FRUIT.parse(wrong)


def test_each_thing_is_a_box_with_a_label():
    page = Reader(to_html(FRUIT.element("test.counting", "plum pear", "en")))
    boxes = [attributes for tag, attributes in page.tags if tag == "input"]
    assert [box["value"] for box in boxes if "checked" in box] == ["plum", "pear"]
    assert {box["name"] for box in boxes} == {"fruit"}
    assert {a["for"] for tag, a in page.tags if tag == "label"} == {box["id"] for box in boxes}
