"""Contests played at random, hundreds of actions long: nothing breaks, and everything can be undone."""

import json
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import library
from rules_py.contest import Rulings, Scene, apply
from rules_py.contest.game import unasked
from rules_py.contest.model import Phase
from rules_py.core.errors import InputError
from rules_py.core.played import decode_actions, encode_actions
from tests.rows import every
from tests.stepper import at_first, pressing

from .table import Table, possible

LONG = 220

houses = st.fixed_dictionaries(
    {
        "gauge": st.sampled_from(((4, 5), (1, 2), (3, 3), (8, 13))),
        "many_to_one_modifier": st.sampled_from((0, 3, 20)),
        **{name: st.sampled_from(answers) for name, answers in Rulings.choices().items()},
    }
).map(lambda house: dict(zip(("heavy_wound_square", "dying_square"), house.pop("gauge"), strict=True)) | house)
picks = st.lists(st.integers(0, 2**16), min_size=LONG, max_size=LONG)


def play(house, numbers, watch=lambda table: None):
    """Play on and on; when nobody is left to fight, the next table is laid.

    Returns:
        The tables; together they saw one action for each number.
    """
    tables = [Table(seed="random", **house)]
    for number in numbers:
        allowed = possible(tables[-1])
        if not allowed:
            tables.append(Table(seed=f"random {len(tables)}", **house))
            allowed = possible(tables[-1])
        tables[-1].do(*allowed[number % len(allowed)], careful=False)
        watch(tables[-1])
    return tables


def sane(table):
    """What must be true between any two actions."""
    scene, dying = table.scene, table.rulings.dying_square
    seen = set()
    for contest in scene.contests:
        assert abs(contest.position) <= dying, "the piece stays on the gauge (C-M7)"
        assert contest.result in ("", "a", "b", "draw")
        assert set(contest.sides[0]).isdisjoint(contest.sides[1])
        if not contest.result:
            assert all(contest.sides), "a running contest has two sides"
            assert contest.acting[0] in contest.sides[0]
            assert contest.acting[1] in contest.sides[1]
            members = set(contest.sides[0] + contest.sides[1])
            assert not any(scene.characters[who].dying for who in members), "the dying fight no more (C-6.3)"
            if table.rulings.chosen_enemy_leaves and table.rulings.same_opponent != "two_contests":
                assert seen.isdisjoint(members), "nobody fights in two contests (C-1.5, C-Q16, C-Q23)"
            seen |= members
            assert abs(contest.position) < dying or scene.phase in (Phase.RESOLUTION, Phase.CHECK)
    assert all(c.wounded for c in scene.characters if c.dying), "dying brings the wound (C-6.4)"
    assert scene.blocked <= set(scene.participants) or scene.phase in (Phase.CHECK, Phase.START)
    assert (scene.on_turn is not None) == (scene.phase is Phase.AUGMENT)
    assert scene.round == 0 or scene.phase is not Phase.SCENE


@settings(max_examples=15, derandomize=True)
@given(house=houses, numbers=picks)
def test_two_hundred_allowed_actions_are_all_allowed(house, numbers):
    """C-M10: what the ledger allows is never refused; the state stays sane; the same actions give the same contest."""
    tables = play(house, numbers, sane)
    assert sum(len(table.actions) for table in tables) == LONG
    for table in tables:
        scene, log = Scene(), []
        for action in decode_actions(encode_actions(table.actions)):
            scene, events = apply(scene, action, Rulings(**house), table.seed)
            log += events
        assert scene == table.scene
        assert log == table.log


@settings(max_examples=15, derandomize=True)
@given(house=houses, numbers=st.lists(st.integers(0, 2**16), min_size=90, max_size=90))
def test_wounds_and_deaths_are_never_taken_back(house, numbers):
    """C-6.2, C-Q19: no recovery inside the contest; an ended contest stays as it ended; rounds only go up."""
    before = [Scene()]

    def watch(table):
        old, now = before[-1], table.scene
        if len(table.actions) > 1:
            started = now.phase is not Phase.SCENE
            for then, later in zip(old.characters, now.characters, strict=False):
                assert not started or (later.wounded, later.dying) >= (then.wounded, then.dying)
            assert all(c == d for c, d in zip(old.contests, now.contests, strict=False) if c.result)
            assert old.round <= now.round <= old.round + 1
            assert old.dice <= now.dice
        before.append(now)

    play(house, numbers, watch)


NUMBERS_ONLY = {"remove": 1, "pair": 2, "place": 2, "yield": 2, "draw": 1}


@settings(max_examples=40, derandomize=True)
@given(
    house=houses,
    numbers=st.lists(st.integers(0, 2**16), min_size=5, max_size=60),
    attempts=st.lists(
        st.tuples(st.sampled_from(sorted(NUMBERS_ONLY)), st.tuples(st.integers(-2, 13), st.integers(-14, 14))),
        max_size=12,
    ),
)
def test_whatever_is_tried_is_done_or_refused(house, numbers, attempts):
    """Numbers at random in place of arguments: one exception type, and the state before stays as it was."""
    table = play(house, numbers)[-1]
    for name, arguments in attempts:
        with suppress(InputError):
            table.do(name, *arguments[: NUMBERS_ONLY[name]])
        sane(table)


# --- through the widget -----------------------------------------------------------------------------------------------


def ask(values, do=None, language="en", **controls):
    """Ask as the page asks, and read the answer."""
    pressed = pressing("contest.stepper", values, do, **controls) if do else None
    question = {"widget": "contest.stepper", "language": language, "values": values, "pressed": pressed}
    return json.loads(library.answer(json.dumps(question)))


def pressed_for(action):
    """The button and the controls that mean an action."""
    name, *rest = action
    if name == "add":
        return {"do": "add", "name": rest[0], "narrator": "1" if rest[1] else "", "abilities": rest[2]}
    if name == "pair":
        return {"do": "pair", "pair_a": str(rest[0]), "pair_b": str(rest[1])}
    if name == "join":
        enemy = str(rest[3]) if len(rest) > 3 else ""
        return {"do": "join", "join_who": str(rest[0]), "join_contest": json.dumps(rest[1:3]), "join_enemy": enemy}
    if name == "declare":
        controls = {}
        for who, ability, strike in rest[0]:
            controls |= {f"ability_{who}": str(ability), f"strike_{who}": str(strike)}
        for number, a, b in rest[1]:
            controls |= {f"acting_{number}_a": str(a), f"acting_{number}_b": str(b)}
        return {"do": "declare", **controls}
    if name == "augment":
        allowed = {"allowed": "1"} if len(rest) > 3 else {}
        return {"do": "augment", "target": str(rest[0]), "source": str(rest[1]), "kind": rest[2], **allowed}
    if name == "roll" and rest:
        controls = {}
        for number, a, b in rest[0]:
            controls |= {f"roll_{number}_a": str(a), f"roll_{number}_b": str(b)}
        return {"do": "roll", **controls}
    if name == "place":
        return {"do": f"place:{rest[0]}", f"place_{rest[0]}": str(rest[1])}
    return {"do": ":".join(map(str, action))}


QUICK = {"dying_square": "2", "heavy_wound_square": "1", "hero_points": "yes"}


@settings(max_examples=2, derandomize=True)
@given(numbers=st.lists(st.integers(0, 2**16), min_size=40, max_size=40))
def test_undo_to_the_start_and_redo_to_the_end(numbers):
    """Every decision is a button; undo gives back what was shown, the whole way, and redo as well."""
    table = Table(seed="seed", dying_square=2, heavy_wound_square=1, hero_points=True)
    widget = library.WIDGETS["contest.stepper"]
    values = {**QUICK, "seed": "seed"}
    shown = [ask(values)]
    table.state = at_first(widget)
    for number in numbers:
        allowed = possible(table)
        if not allowed:
            break
        action = allowed[number % len(allowed)]
        if action[0] == "declare":
            several = [n for n in table.scene.running if max(map(len, table.scene.contests[n].sides)) > 1]
            given = {n: [a, b] for n, a, b in action[2]}
            action = [*action[:2], [[n, *given.get(n, table.scene.contests[n].acting)] for n in several]]
        if action[0] == "roll" and len(action) > 1 and not action[1]:
            action = ["roll"]
        table.do(*action)
        while then := unasked(table.scene, table.rulings):
            table.do(*then)
        pressed = pressed_for(action)
        answer = ask(values, **pressed)
        assert answer["state"] == "ready", (action, answer["error"])
        values |= answer["values"]
        assert decode_actions(values["actions"]) == table.actions
        assert answer["values"]["undone"] == "0"
        shown.append(answer)
    parts = [{name: answer["parts"][name] for name in ("output", "log")} for answer in shown]
    for number in reversed(range(len(parts) - 1)):
        answer = ask(values, "undo")
        values |= answer["values"]
        assert {name: answer["parts"][name] for name in ("output", "log")} == parts[number]
        assert answer["status"] == shown[number]["status"]
    assert ask(values, "undo")["state"] == "error"
    for number in range(1, len(parts)):
        answer = ask(values, "redo")
        values |= answer["values"]
        assert {name: answer["parts"][name] for name in ("output", "log")} == parts[number]
    assert ask(values, "redo")["state"] == "error"


def test_a_long_contest_fits_into_its_link():
    """Two hundred actions: the link holds them, and taking all back shows the start."""
    table = Table(seed="seed")
    table.state = at_first(library.WIDGETS["contest.stepper"])
    table.begin()
    while len(table.actions) < 200:
        table.declare()
        table.do("act")
        table.do("pass")
        table.round((1, 1))
    link = encode_actions(table.actions)
    assert len(link) < 6_000
    values = {"seed": "seed", "actions": link}
    whole = ask(values)
    assert whole["state"] == "ready"
    assert whole["query"] == values
    start = ask({**values, "undone": str(len(table.actions))})
    assert start["parts"]["output"] == ask({"seed": "seed"})["parts"]["output"]


def test_something_new_after_undo_forgets_what_was_taken_back():
    values = {"seed": "x"}
    for do in ("begin", "undo", "remove:1"):
        answer = ask(values, do)
        values |= answer["values"]
    assert decode_actions(values["actions"]) == [["remove", 1]]
    assert values["undone"] == "0"
    assert ask(values, "redo")["state"] == "error"


def test_starting_over_takes_a_new_seed():
    answer = ask({"seed": "x", "actions": encode_actions([["begin"]])}, "restart")
    assert answer["values"]["actions"] == ""
    assert answer["values"]["seed"] not in ("", "x")
    assert 1 <= len(answer["values"]["seed"]) <= 24


def test_a_seed_is_made_up_once_and_shown():
    """The dice of a contest can be rolled again by anybody who has its link."""
    answer = ask({}, "begin")
    assert answer["values"]["seed"]
    assert answer["query"]["seed"] == answer["values"]["seed"]


def test_what_is_refused_leaves_the_shown_state_alone():
    """The last good state stays: no parts, no values, a message, and the next press goes on from there."""
    values = {"seed": "x", "actions": encode_actions([["begin"]])}
    for language in ("en", "ja"):
        answer = ask(values, '["next"]', language)
        assert (answer["state"], answer["parts"], answer["values"]) == ("error", {}, {})
        assert "C-1.3" in answer["error"]
    assert ask(values, "pair", pair_a="0", pair_b="1")["state"] == "ready"


def test_a_link_made_under_other_house_rules_says_so():
    """C-Q14: the same augment twice was allowed where the link was made."""
    table = Table(seed="seed", same_augment="stack")
    table.state = at_first(library.WIDGETS["contest.stepper"])
    table.begin()
    for _ in range(2):
        table.declare()
        table.do("pass")
        table.do("augment", 0, 1, "active")
        table.round((5, 7))
    values = {"seed": "seed", "actions": encode_actions(table.actions)}
    assert ask({**values, "same_augment": "stack"})["state"] == "ready"
    answer = ask(values)
    assert answer["state"] == "error"
    assert [*answer["errors"]] == ["same_augment"]
    assert "C-Q14" in answer["errors"]["same_augment"]


@every("field", ["seed", "undone"])
@every("value", ["x" * 25, "a\x00", "-1", "99999", "1.5", "\ud800", "９"])
def test_seed_and_undo_count_are_checked(field, value):
    answer = ask({field: value})
    if answer["state"] == "error":
        assert list(answer["errors"]) == [field]
        assert answer["errors"][field]
    else:
        assert field == "seed"
        assert len(value) <= 24
