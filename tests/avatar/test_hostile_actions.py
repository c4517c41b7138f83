"""What a link, a file or a forged button may hold: whatever it is, it is carried out or refused with a sentence.

Nothing but `InputError` may come out of the game itself, which catches no error of its own.
"""

import json
from functools import cache
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_py.avatar.cards import JOKER
from rules_py.avatar.game import GAME
from rules_py.avatar.model import Stage
from rules_py.avatar.widgets.combat import CombatStepper
from rules_py.core.errors import ForbiddenAction, InputError
from tests.junk import anything
from tests.rows import every

from .table import Table, clash, conserved, flight, options, step

STEPPER = CombatStepper()
JUNK = (
    None,
    True,
    -1,
    0,
    1,
    2,
    3,
    99,
    10**30,
    0.5,
    "",
    "X",
    "S9",
    "zero",
    "attack",
    [],
    [[]],
    {},
    {"special": 1},
    "💀",
)
calm = settings(max_examples=200, derandomize=True, suppress_health_check=list(HealthCheck))


@cache
def moments():
    """A combat at each stage of one: some that are told, and what comes up where one is played at random."""
    told = [Table(), clash(40), flight(), flight()("drop", "S6"), flight()("drop", "S6")("chase", "CQ")]
    told += [clash(), clash()("drawn", "X", "open"), clash()("drawn", "C4", "open")]
    told += [clash()("drawn", "C4", "open")("lay", [])]
    told += [attacked_first(), played_out()]
    found = {table.state.stage: table for table in told}
    random, table = Random(1), Table(seed="any")
    for n, side in enumerate(("pc", "enemy", "pc")):
        table("add", f"N{n}", side, "SHD"[n], [3000, 900, 5, 20], 4)
    table("begin", "")
    while table.state.stage is not Stage.OVER and len(found) < len(Stage):
        found.setdefault(table.state.stage, Table.at(table))
        step(table, random)
    return [*told, *(table for table in found.values() if table not in told)]


def attacked_first():
    return Table().add("Io", hand="S9 X").add("Ra", "enemy", "H", hand="H9")("begin", "pc")


def played_out():
    return Table().add("Io", hand="S9 X").add("Ra", "enemy", "H", hand="H9")("begin", "")("end")


def carried_out_or_refused(state, action, rulings):
    """Carry something out: all cards stay; or it is refused in both languages, and names what is allowed."""
    try:
        state, _ = GAME.apply(state, action, rulings, "x")
    except InputError as error:
        refusal = error
    else:
        conserved(state, rulings)
        return
    assert isinstance(refusal, ForbiddenAction) or refusal.allowed.en
    assert refusal.message("en").endswith(".")
    assert refusal.message("ja").endswith("。")


def test_each_stage_comes_up():
    assert {table.state.stage for table in moments()} == set(Stage)


@calm
@given(st.data())
def test_any_action_with_any_arguments(data):
    table = data.draw(st.sampled_from(moments()))
    legal = [action.name for action in GAME.legal(table.state)]
    name = data.draw(st.sampled_from([*legal, *legal, *GAME.actions, "drawn"]))
    words = ("attack", "flee", "S9", "zero", "X", "X=SA", "H3 S2", "cover", "ep")
    number = len(GAME.actions[name].arguments) if name in GAME.actions else 3
    arguments = data.draw(st.lists(anything(*words), min_size=max(number - 1, 0), max_size=number + 1))
    carried_out_or_refused(table.state, [name, *arguments], table.rulings)


def damaged(value, random):
    """A value with something else at one place of it."""
    if isinstance(value, list) and len(value) > 1 and random.random() < 0.8:
        place = random.randrange(1 if isinstance(value[0], str) else 0, len(value))
        return [*value[:place], damaged(value[place], random), *value[place + 1 :]]
    if isinstance(value, dict) and value and random.random() < 0.8:
        key = random.choice(list(value))
        return {**value, key: damaged(value[key], random)}
    if isinstance(value, list) and random.random() < 0.3:
        return [*value, random.choice(JUNK)]
    return random.choice(JUNK)


@every("seed", range(12))
def test_an_action_that_is_allowed_with_one_thing_changed(seed):
    random = Random(seed)
    for table in moments():
        if table.state.stage in (Stage.SETUP, Stage.OVER):
            continue
        for _ in range(30):
            for action in options(table.state, table.rulings, random):
                carried_out_or_refused(table.state, damaged(action, random), table.rulings)
    for _ in range(60):
        action = ["add", "Io", "pc", "S", [3000, 900, 5, None], random.choice(["SK X", 3])]
        carried_out_or_refused(GAME.start(), damaged(action, random), GAME.rulings)


@every("hands", ["all", "deciding"])
def test_a_button_that_is_forged(hands):
    """One thing in it is changed, and what controls say is anything."""
    random = Random(hands)
    inputs = STEPPER.read(STEPPER.values({"hands": hands}))
    for table in moments():
        _, parts = STEPPER.show(table.state, [], inputs, "en")
        shown = [each for part in ("output", "controls") for root in parts[part] for each in root.iter()]
        fields = [each.get("name") for each in shown if each.tag in ("input", "select")]
        buttons = [
            each.get("value") for each in shown if each.tag == "button" and each.get("value", "").startswith("[")
        ]
        for do in buttons * 20:
            said = {name: random.choice(["", "0", "1", "-1", "S9", "X", "💀", "9" * 50]) for name in fields}
            try:
                action = STEPPER.action(table.state, {**said, "do": json.dumps(damaged(json.loads(do), random))})
            except InputError:
                continue
            carried_out_or_refused(table.state, action, table.rulings)


def nested(depth):
    found = []
    for _ in range(depth):
        found = [found]
    return found


def test_lists_in_lists_without_end_are_refused():
    """As deep as JSON can be read, and deeper."""
    for table in moments():
        for name, action in GAME.actions.items():
            arguments = [nested(2_000) for _ in range(max(action.required, 1))]
            carried_out_or_refused(table.state, [name, *arguments], table.rulings)


def test_a_joker_that_is_written_otherwise_than_it_lies_is_refused():
    """A-2.2."""
    table = Table().add("Io", hand="S9").add("Ra", "enemy", "H", hand="H9")("begin", "")
    assert JOKER in table.state.deck
    table.refused(None, "choose", [[0, "X=SA"]], field="card_0")
