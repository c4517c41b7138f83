"""What a changed link may say to the ring board: it is carried out or refused, and nothing else ever comes of it."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.core.errors import InputError
from rules_py.core.text import LANGUAGES
from rules_py.kamui.characters import Link
from rules_py.kamui.game import GAME, apply
from rules_py.kamui.rulings import Rulings
from tests.junk import anything
from tests.page import ask
from tests.rows import every
from tests.stepper import Page, buttons_of

from .table import Table, enemy, kamui, must_hold

SCENES = ((3, 2),)


def carried_out_or_refused(play, action):
    """Carry an action out, or be refused in both languages; an error of another kind is a fault of the board."""
    try:
        after, _ = apply(play, action)
    except InputError as error:
        said = [error.message(language) for language in LANGUAGES]
    else:
        must_hold(after, Rulings())
        said = ["done"]
    assert all(said)


@settings(max_examples=120, derandomize=True)
@given(
    name=st.sampled_from(list(GAME.actions)),
    arguments=st.lists(anything("kamui", "unit", "main", "Homura"), max_size=8),
    phase=st.sampled_from(["middle", "climax", "ending"]),
    active=st.booleans(),
)
def test_no_link_breaks_the_board(name, arguments, phase, active):
    """Whatever a changed link says: it is carried out, or refused in both languages."""
    table = Table(kamui(3), kamui(4, "Iwao"), enemy(1), enemy(0, "Moth"), phase=phase, rifts=(3,), scenes=SCENES)
    if active and phase != "ending":
        table.place().turn()
    carried_out_or_refused(table.play, [name, *arguments])


NUMBERS = [10, 2, 6, 3, 5, 4, 3, 2]
SOUND = {
    "middle": [
        ["reveal", 0, 2, [3, 7]],
        ["climax"],
        ["then", ["set", 0, "hp", 4], ["kamui", "Kaya", 4, NUMBERS]],
        ["kamui", "Kaya", 4, NUMBERS],
        ["unit", "Rat", 0, [3, 2, 1]],
        ["edit", "kamui", 1, "Crag", 5, NUMBERS, [3, 2, 1, 0, 0]],
        ["edit", "unit", 0, "Drought", 2, [3, 2, 1]],
        ["shift", "kamui", 0, 7],
        ["shift", "unit", 1, 0],
        ["take", "kamui", 0],
        ["take", "unit", 1],
        ["set", 0, "moves", 3],
        ["skill", 0, "Torrent", "main", [2, 5, 6, 1, 0, -1]],
        ["link", 0, "Mio", 5, True],
        ["faith", 30],
        ["rift", 4],
        ["unrift", 3],
        ["scene", 5, 2],
        ["unscene", 3],
    ],
    "choice": [["go", 7]],
    "event": [
        ["duty", 5, 2, 1, [1, 2, 9]],
        ["resolve", 5, 2, 0, 2, "Mio"],
        ["interact", 5, 2, 0, [1, 1], 1],
        ["offer", 5, 2, 0, None, "sake"],
    ],
    "climax": [["begin", 0], ["hurt", 0, 12], ["wound", 1, 12, 4], ["ending"]],
    "fight": [
        ["move", 2],
        ["main", 2, 5, [1, 9]],
        ["sub", "Wind"],
        ["attack", 1, "sub", 1, 2, 5, [5, 1, 0, 0], [3, 9], 4],
        ["then", ["rest"], ["begin", 1]],
    ],
    "ending": [["grace", [3], 5]],
}
"""What each action is told in its moment."""
JUNK = [
    None,
    True,
    -1,
    99,
    10**30,
    1.5,
    "",
    "kamui",
    "x" * 31,
    "\ud800",
    [],
    [None],
    [1, 2],
    [[["begin"]]],
    {"control": "x"},
]


def damaged(action):
    """Every action that comes of one by a value that is another, missing or too many."""
    for place, value in enumerate(action):
        for other in (*JUNK, *(damaged(value) if isinstance(value, list) else ())):
            yield [*action[:place], other, *action[place + 1 :]]
        yield action[:place]
    yield [*action, 1]


def at(stage):
    """A table with everything on it, at a moment."""
    phase = {"choice": "middle", "event": "middle", "fight": "climax"}.get(stage, stage)
    homura = kamui(3, links=(Link("Iwao", 5),))
    pieces = homura, kamui(4, "Iwao"), enemy(1), enemy(0, "Moth")
    table = Table(*pieces, phase=phase, rifts=(3,), scenes=SCENES)
    if stage == "event":
        table.place()
    if stage == "choice":
        table.do("reveal", 0, 2, [3, 7])
    return table.turn() if stage in ("event", "fight") else table


@every(("stage", "action"), [(stage, action) for stage, actions in SOUND.items() for action in actions])
def test_what_is_damaged_in_one_place_is_carried_out_or_refused(stage, action):
    """Nothing but a refusal with its reason in both languages comes of it: no fault of the board's own."""
    table = at(stage)
    apply(table.play, action)
    for other in damaged(action):
        carried_out_or_refused(table.play, other)


def test_every_action_has_been_damaged():
    """Those without arguments aside."""
    damaged_ones = {action[0] for actions in SOUND.values() for action in actions}
    assert {name for name, action in GAME.actions.items() if action.arguments} <= damaged_ones


def test_a_button_that_is_damaged_in_one_place_is_carried_out_or_refused():
    """What is pressed may say anything, too."""
    page = Page("kamui.board").pressed("climax").pressed("begin:0+move:3")
    deep = ["begin", 0]
    for _ in range(300):
        deep = ["then", deep]
    assert ask(page.widget, page.values, {"do": json.dumps(deep)})["state"] == "error"
    for button in buttons_of(page.answer).values():
        if button.startswith("["):
            for other in damaged(json.loads(button)):
                answer = ask(page.widget, page.values, page.controls.fields | {"do": json.dumps(other)})
                assert answer["state"] in ("ready", "error"), other
