"""What a stepper has played, as a file: saved, looked at, loaded again, and files that are none."""

import base64
import json
import re
from importlib import import_module

from rules_py import library
from rules_py.core.errors import InputError
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES
from tests.page import ask
from tests.rows import every

PLAYED = {
    "contest.stepper": (
        {"seed": "lamp", "wound_from": "on_the_square", "heavy_wound_square": "3"},
        [["begin"], ["pair", 0, 1], ["next"], ["declare", [[0, 0, 1], [1, 0, 2]], []]],
    ),
    "prophecy.battle": (
        {"seed": "lamp", "third_die": "best_two"},
        [["add", "灯の番人", True, [6, 4, 7, 5, 1], "poison", "毒、罠2"], ["begin"], ["initiative"], ["pass"]],
    ),
    "exorcist.combat": (
        {"seed": "lamp", "manoeuvre_mobility": "3"},
        [["thing", "石灯籠", 4, 1], ["begin"], ["turn"], ["manoeuvre"], ["attack", 0, [2]]],
    ),
    "avatar.combat": (
        {"seed": "lamp", "hands": "deciding"},
        [["add", "灯の神", "pc", "S", [3000, 900, 5, 20], "SK H3"], ["begin"], ["choose", [[4, "SK"]]]],
    ),
    "kamui.board": (
        {"seed": "lamp", "die": "d8", "rifts_stack": "no"},
        [["kamui", "灯の主", 8, [12, 3, 7, 4, 5, 6, 2, 1]], ["reveal", 0, 2, [3, 7]], ["go", 7], ["reveal", 1, 0]],
    ),
}
BOARD = {
    "widget": "exorcist.board",
    "fields": {"seed": "lamp", "columns": "11", "adjacent": "four"},
    "undone": 1,
    "actions": [["put", "灯の蛾", "kaii", [10, 3], [6, 2, 2, 0, 0, 0], True], ["activate", 0], ["peg", [2, 3]]],
}
"""A file of the barrier board, which the combat stepper has taken in."""
STEPPERS = [name for name, widget in library.WIDGETS.items() if widget.is_desk]


def played(widget):
    """The fields of a page on which something was played and one step taken back."""
    fields, actions = PLAYED[widget]
    return {**fields, "actions": encode_actions(actions), "undone": "1"}


def saved(answer):
    """The file behind the link."""
    data = re.search(r'href="data:application/json;base64,([^"]+)"', answer["parts"]["keeping"])[1]
    return base64.b64decode(data).decode()


def load(widget, text, values=None, language="en"):
    return ask(widget, values, {"do": "load", "file": text}, language)


def test_every_stepper_is_tried_here():
    assert set(STEPPERS) == set(PLAYED)


@every("widget", STEPPERS)
def test_a_file_is_a_line_for_each_step(widget):
    """For people and programs: the house rules, the seed, the steps taken back, and every step on its line."""
    text = saved(ask(widget, played(widget)))
    fields, actions = PLAYED[widget]
    kept = json.loads(text)
    assert kept == {"widget": widget, "fields": fields, "undone": 1, "actions": actions}
    assert [json.loads(line.strip(" ,")) for line in text.splitlines()[1:-1]] == actions


@every("language", LANGUAGES)
@every("widget", STEPPERS)
def test_a_file_brings_everything_back(widget, language):
    """Also over something else that is being played, and over house rules that the file does not know."""
    then = ask(widget, played(widget), language=language)
    other = {"seed": "other", "actions": encode_actions([["nonsense"]]), "undone": "1"}
    loaded = load(widget, saved(then), other, language)
    assert loaded["state"] == "ready", loaded["error"]
    assert other | loaded["values"] == played(widget)
    assert loaded["parts"] == then["parts"]
    assert loaded["query"] == then["query"]
    again = load(widget, saved(ask(widget, {}, language=language)), played(widget), language)
    assert again["values"]["actions"] == ""
    assert {name: again["values"][name] for name in PLAYED[widget][0] if name != "seed"} == {
        name: library.WIDGETS[widget].fields[name].default for name in PLAYED[widget][0] if name != "seed"
    }


@every("widget", STEPPERS)
def test_loading_goes_on_where_the_file_ends(widget):
    loaded = load(widget, saved(ask(widget, played(widget))))
    after = ask(widget, loaded["values"], {"do": "redo"})
    assert after["state"] == "ready"
    assert after["values"]["undone"] == "0"
    assert decode_actions(after["values"]["actions"]) == PLAYED[widget][1]


@every("language", LANGUAGES)
def test_a_file_of_a_stepper_that_was_taken_in_is_loaded_as_well(language):
    """The board alone, as it was left, with its size and its house rule."""
    loaded = load("exorcist.combat", json.dumps(BOARD), played("exorcist.combat"), language)
    assert loaded["state"] == "ready", loaded["error"]
    assert decode_actions(loaded["values"]["actions"]) == BOARD["actions"]
    assert {name: loaded["query"][name] for name in BOARD["fields"]} == BOARD["fields"]
    assert "灯の蛾" in loaded["parts"]["output"]
    after = ask("exorcist.combat", loaded["query"], {"do": "redo"}, language)
    assert after["state"] == "ready"
    assert {"en": "Peg on C4: peg", "ja": "C4に祓串：祓串のみ"}[language] in after["parts"]["output"]


def changed(widget, **parts):
    return json.dumps({**json.loads(saved(ask(widget, played(widget)))), **parts})


WRONG = {
    "nothing": lambda widget: "",
    "a picture": lambda widget: "\x89PNG\r\n\x1a\n\x00\ufffd",
    "a file cut off": lambda widget: saved(ask(widget, played(widget)))[:-9],
    "another tool's file": lambda widget: saved(ask(next(n for n in STEPPERS if n != widget))),
    "a number": lambda widget: "7",
    "a list": lambda widget: "[]",
    "a file without steps": lambda widget: json.dumps({"widget": widget, "fields": {}, "undone": 0}),
    "steps that are none": lambda widget: changed(widget, actions=[1]),
    "too many steps": lambda widget: changed(widget, actions=[["pass"]] * 1_001),
    "a field that is none": lambda widget: changed(widget, fields={"nonsense": "1"}),
    "a field that is a list": lambda widget: changed(widget, fields={"seed": []}),
    "steps taken back in words": lambda widget: changed(widget, undone="one"),
    "something deep": lambda widget: "[" * 50_000,
    "something endless": lambda widget: changed(widget, fields={"seed": "x" * 200_000}),
    "a name twice": lambda widget: json.dumps({"widget": [widget]}),
}


@every("language", LANGUAGES)
@every("widget", STEPPERS)
@every("name", WRONG)
def test_what_is_no_saved_file_gets_a_message_beside_it(name, widget, language):
    answer = load(widget, WRONG[name](widget), played(widget), language)
    assert answer["state"] == "error"
    assert list(answer["errors"]) == ["file"]
    assert len(answer["error"]) < 200
    nothing = {"en": "Nothing is filled in", "ja": "まだ入力されていません"}[language]
    assert (nothing in answer["error"]) == (name == "nothing"), "a wrong file is not called a missing one"


@every("widget", STEPPERS)
def test_a_saved_file_changed_by_hand_is_told_where_it_goes_wrong(widget):
    """It is a saved file, but one that the rules do not allow."""
    actions = [*PLAYED[widget][1][:2], ["nonsense"]]
    assert "step 3" in load(widget, changed(widget, actions=actions, undone=0))["errors"]["actions"]
    assert load(widget, changed(widget, undone=9))["errors"].keys() == {"undone"}
    assert load(widget, changed(widget, undone=-1))["errors"].keys() == {"undone"}
    wrong = {name: "nonsense" for name in PLAYED[widget][0] if name != "seed"}
    assert load(widget, changed(widget, fields=wrong))["errors"].keys() == wrong.keys()


@every("widget", STEPPERS)
def test_in_python_an_action_may_be_told_in_tuples(widget):
    """What the package itself answers are tuples, and they go into an action as they are."""
    game = import_module(f"rules_py.{widget.split('.')[0]}").GAME

    def tuples(value):
        return tuple(map(tuples, value)) if isinstance(value, list) else value

    def outcome(action):
        try:
            return game.apply(game.start(), action, seed="lamp")
        except InputError as error:
            return error.message("en")

    actions = [*PLAYED[widget][1], ["add", "灯の番人", False, "歩哨17"]]
    assert [outcome(tuples(action)) for action in actions] == [outcome(action) for action in actions]
    assert any(isinstance(outcome(tuples(action)), tuple) for action in actions), "at least one is carried out"
