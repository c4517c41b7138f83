"""The buttons of the desk, for tests: what they say in short words, and what they do."""

import json

from tests.page import ask, parsed

BEGIN, WITHOUT_GRID = "begin:True:True", "begin:True"
"""How a combat begins, as `tests.stepper` calls these buttons."""


def plain(value):
    """What an action says itself, without what controls say."""
    if isinstance(value, list):
        return [each for part in value for each in plain(part)]
    return [] if isinstance(value, dict) else [str(value)]


def actions(value):
    """The actions of a button."""
    found = json.loads(value) if value.startswith("[") else [value]
    return found if isinstance(found[0], list) else [found]


def called(value):
    """What a test calls a button of the board: `attack:0:2`, `move:2:3`; `+` between several actions."""
    return "+".join(":".join(plain(action)) for action in actions(value))


def target(value, fields):
    """Whom the attack of a button aims at, by number; None for another button."""
    name, *told = actions(value)[-1]
    if name != "attack":
        return None
    aimed = told[1][0]
    return int(fields[aimed["control"]]) if isinstance(aimed, dict) else aimed


def primary(page):
    """The one button at its fixed place: what it says, and its words."""
    made = parsed(page.answer["parts"]["primary"])
    buttons = [made] if made.tag == "button" else list(made.iter("button"))
    assert [button.get("data-primary") is not None for button in buttons] == [True], page.answer["parts"]["primary"]
    return buttons[0].get("value"), buttons[0].text_content()


def on_board(page):
    """What can be tapped on the board: by what a test calls it, what it says and its accessible name."""
    buttons = [attributes for tag, attributes in page.board.tags if tag == "button" and "value" in attributes]
    return {called(each["value"]): (each["value"], each["aria-label"]) for each in buttons}


def tapped(page, name, **filled):
    """Press what is tapped on the board, with the tray as it stands."""
    value, _ = on_board(page)[name]
    answer = ask(page.widget, page.values, page.controls.fields | filled | {"do": value}, page.language)
    assert answer["state"] == "ready", answer["error"]
    page.answer, page.values = answer, page.values | answer["values"]
    return page
