"""Impossible battles: refused with a sentence that names the rule, in both languages; the state before stays."""

import json
import re
import subprocess
import sys
from copy import deepcopy
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.played import encode_actions
from rules_py.core.text import Text, same
from rules_py.prophecy import (
    GAME,
    Battle,
    Curse,
    Effect,
    Fighter,
    Stage,
    apply,
    apply_attack_effect,
    apply_support_effect,
    attack_targets,
    check_effects,
    check_support,
    end_of_activation,
    erase,
    forbidden,
    grant_bless,
    inflict_curse,
    start_effect,
    support_targets,
    take_damage,
)
from rules_py.prophecy.arguments import LEAST
from rules_py.prophecy.effects import gain_mana, heal, knock_down
from rules_py.prophecy.reading import LONGEST_LIST, read_conditions, read_recipe
from tests.junk import anything
from tests.page import ask, read
from tests.play import refused
from tests.rows import every

from .table import STEPPER, Table, foe, pc

KANA_OR_KANJI = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
BATTLE = "prophecy.battle"
NOT_WHOLE = [1.0, "3", None, True, False, 2.5, [], float("nan"), float("inf")]
TOO_FAR = 10**9
MIO = Text("Mio", "ミオ")


# --- sheets that cannot be --------------------------------------------------------------------------------------------

BOUNDS = {
    "damage": (0, 6, "P-14.2"),
    "mana": (0, 99, "P-Q27"),
    "most_mana": (0, 99, "P-Q27"),
    "preparations": (0, 99, "P-Q38"),
    "cast": (-99, 99, "P-10.4"),
    "guard": (-99, 99, "P-10.7"),
    "dominance": (-99, 99, "P-8.3"),
}


@every("field", BOUNDS)
@every("value", ["below", "above", TOO_FAR, *NOT_WHOLE])
def test_no_sheet_holds_that_number(field, value):
    """Seven marks of damage (P-14.2), mana below zero (P-Q27), a yes or a text where a number belongs."""
    least, most, rule = BOUNDS[field]
    value = {"below": least - 1, "above": most + 1}.get(value, value) if isinstance(value, str) else value
    error = refused(lambda: Fighter(MIO, **{field: value}), field, rule)
    assert error.value is value
    for language in ("en", "ja"):
        assert str(least) in error.message(language)
        assert str(most) in error.message(language)


def test_more_mana_than_the_maximum_is_refused():
    """P-Q27."""
    assert refused(lambda: Fighter(MIO, mana=4, most_mana=3), "mana", "P-Q27").value == 4


@every(("track", "kind"), [("curses", Curse("poison")), ("blesses", "armour")])
def test_a_track_has_six_slots(track, kind):
    """P-14.2: six are possible, seven are not."""
    assert len(getattr(Fighter(MIO, **{track: (kind,) * 6}), track)) == 6
    assert refused(lambda: Fighter(MIO, **{track: (kind,) * 7}), track, "P-14.2").value == 7


@every("kind", ["", "Poison", "armour", "nonsense", "poison ", None, 3, ["poison"], "__class__"])
def test_there_is_no_such_curse(kind):
    """Neither a bless nor a name that nobody knows; ids are ids."""
    refused(lambda: Curse(kind), "kind")


@every("inflicter", [-2, 12, *NOT_WHOLE])
def test_nobody_of_that_number_inflicts(inflicter):
    """P-17.3a."""
    refused(lambda: Curse("rage", inflicter), "inflicter", "P-17.3a")


@every(
    ("field", "value", "rule"),
    [
        ("name", "Mio", "P-14.1"),
        ("name", None, "P-14.1"),
        ("enemy", 1, "P-14.1"),
        ("enemy", "no", "P-14.1"),
        ("down", None, "P-14.1"),
        ("gone", "", "P-14.1"),
        ("acted", 0, "P-14.1"),
        ("stood", 2, "P-14.1"),
        ("curses", "poison", "P-14.1"),
        ("curses", ("poison",), "P-14.1"),
        ("curses", [Curse("poison")], "P-14.1"),
        ("curses", None, "P-14.1"),
        ("blesses", (Curse("poison"),), "P-14.1"),
        ("blesses", (3,), "P-14.1"),
        ("blesses", ("poison",), None),
        ("recipe", ("nonsense",), None),
        ("recipe", "poison", "P-14.1"),
        ("recipe", ({},), "P-14.1"),
        ("emotions", (-1,), "P-Q38"),
        ("emotions", ("Ren",), "P-Q38"),
        ("emotions", (True,), "P-Q38"),
        ("emotions", 1, "P-14.1"),
    ],
)
def test_a_sheet_is_made_of_the_right_things(field, value, rule):
    refused(lambda: Fighter(**{"name": MIO, field: value}), field, rule)


# --- a curse on nobody ------------------------------------------------------------------------------------------------

TWO = (Fighter(MIO), Fighter(Text("Choir", "聖歌隊"), enemy=True))


@every("who", [-2, 2, 99, TOO_FAR, "0", 0.0, True, None, [0]])
def test_nothing_happens_to_nobody(who):
    """A curse, a bless, damage or healing for a number that nobody has; -1 never means the last one."""
    damage, curse, bless = Effect("deal_damage"), "poison", "armour"
    for number in (who, -1) if who != -2 else (who,):
        refused(lambda number=number: inflict_curse(TWO, number, curse), "victim", "P-14.1")
        refused(lambda number=number: take_damage(TWO, number, 1), "victim", "P-14.1")
        refused(lambda number=number: grant_bless(TWO, number, bless), "recipient", "P-14.1")
        refused(lambda number=number: heal(TWO, number), "who", "P-8.1")
        refused(lambda number=number: gain_mana(TWO, number, "P-18.5a"), "who", "P-8.1")
        refused(lambda number=number: knock_down(TWO, number, "P-14.4"), "who", "P-8.1")
        refused(lambda number=number: erase(TWO, number, curse), "who", "P-8.1")
        refused(lambda number=number: start_effect(TWO, number, curse), "who", "P-8.1")
        refused(lambda number=number: end_of_activation(TWO, number, ()), "who", "P-8.1")
        refused(lambda number=number: apply_attack_effect(TWO, damage, 0, number), "defender", "P-8.1")
        refused(lambda number=number: apply_attack_effect(TWO, damage, number, 1), "attacker", "P-8.1")
        refused(lambda number=number: apply_support_effect(TWO, Effect("heal_damage"), number), "target", "P-8.1")
        refused(lambda number=number: attack_targets(Battle(TWO), number), "who", "P-8.1")
        refused(lambda number=number: support_targets(Battle(TWO), number), "who", "P-8.1")
    refused(lambda: inflict_curse(TWO, 0, curse, inflicter=who), "inflicter", "P-8.1")
    refused(lambda: take_damage(TWO, 0, 1, direct=True, attacker=who), "attacker", "P-8.1")
    refused(lambda: inflict_curse((), who, curse), "victim", "P-14.1")


@every("points", [-1, 100, *NOT_WHOLE])
def test_no_such_damage(points):
    """P-14.3."""
    refused(lambda: take_damage(TWO, 0, points), "points", "P-14.3")


@every("kind", ["", "nonsense", None, 7, ["poison"], {"a": 1}, "POISON"])
def test_nobody_knows_that_condition(kind):
    refused(lambda: inflict_curse(TWO, 0, kind), "kind")
    refused(lambda: grant_bless(TWO, 0, kind), "kind")
    refused(lambda: erase(TWO, 0, kind), "kind")
    refused(lambda: start_effect(TWO, 0, kind), "kind", "P-Q24")


def test_a_bless_is_no_curse_and_a_curse_no_bless():
    refused(lambda: inflict_curse(TWO, 0, "armour"), "kind")
    refused(lambda: grant_bless(TWO, 0, "poison"), "kind")


@every("kind", ["trap", "berserk", "armour"])
def test_only_four_curses_act_at_the_start(kind):
    """P-Q24: nothing else may be made to grow."""
    fighters = (pc("Trap, Berserk, Armour"),)
    refused(lambda: start_effect(fighters, 0, kind), "kind", "P-Q24")


def test_what_is_not_there_cannot_be_erased():
    """P-T3.4."""
    refused(lambda: erase(TWO, 0, "poison"), "do", "P-T3.4")


def test_amplify_without_anything_to_amplify():
    """P-17.11a, P-18.6a."""
    refused(lambda: inflict_curse(TWO, 0, "amplify_curse", become="poison"), "do", "P-17.11a")
    refused(lambda: grant_bless(TWO, 0, "amplify_bless", "armour"), "do", "P-18.6a")
    refused(lambda: inflict_curse((pc("Poison"),), 0, "amplify_curse", become="trap"), "become", "P-17.11a")
    refused(lambda: inflict_curse((pc("Poison"),), 0, "amplify_curse"), "become", "P-17.11a")


def test_effects_that_do_not_exist():
    """P-10.14, P-12.6, P-15.6."""
    one, other = TWO
    for name in ("", "kill", "heal_damage", "Deal Damage"):
        refused(lambda name=name: check_effects([Effect(name)], one, other, 8), "effect", "P-10.14")
        refused(lambda name=name: apply_attack_effect(TWO, Effect(name), 0, 1), "effect", "P-10.14")
    for name in ("", "kill", "deal_damage"):
        refused(lambda name=name: check_support([Effect(name)], one), "effect", "P-12.6")
        refused(lambda name=name: apply_support_effect(TWO, Effect(name), 0), "effect", "P-12.6")
    for number in (0, 3, 9):
        many = [Effect("deal_damage")] * number
        refused(lambda many=many: check_effects(many, one, other, 8), "effects", "P-15.6")
    refused(lambda: check_effects([Effect("inflict_curse", "nonsense")], one, other, 8), "condition")
    refused(lambda: check_effects([Effect("strip_bless")], one, other, 8), "condition")


def test_there_are_four_round_actions():
    """P-9.2; and none of them outside an activation (P-9.1)."""
    battle = Battle(TWO, Stage.ACTION, 1, ((0, 9), (1, 7)))
    for name in ("", "dance", "counter", None, ["attack"]):
        refused(lambda name=name: forbidden(battle, name), "action", "P-9.2")
    for battle in (Battle(), Battle(TWO), Battle(TWO, Stage.OVER), Battle(TWO, Stage.ACTION)):
        assert forbidden(battle, "attack").rule == "P-9.1"


# --- set-up -----------------------------------------------------------------------------------------------------------

NUMBERS = [5, 4, 7, 3, 0]


@every("name", ["", "  ", "\u3000", "x" * 31, "a\x00b", "a\nb", "\u202e", "\ud800"])
def test_a_name_is_up_to_thirty_visible_letters(name):
    """P-8.1."""
    table = Table(pc(), foe())
    assert table.refused("P-8.1", "add", name, False, NUMBERS).field == "name"


@every("name", [None, 3, ["Mio"], {}, True])
def test_a_name_is_a_text(name):
    assert Table(pc(), foe()).refused(None, "add", name, False, NUMBERS).field == "name"


@every("name", ["x" * 30, "山田　太郎", "{name} {0}", "%s", "<b>&amp;", 'O\'Hara "the"', "🜏"])
def test_a_strange_name_is_just_a_name(name):
    table = Table(foe())
    table.do("add", name, False, NUMBERS)
    table.do("begin")
    table.do("initiative", [])
    assert table[1].name.en == name
    assert any(name in event.text.en and name in event.text.ja for event in table.log)


@every(
    ("numbers", "field", "rule"),
    [
        ([], "numbers", "P-Q29"),
        ([1, 2, 3, 4], "numbers", "P-Q29"),
        ([1] * 7, "numbers", "P-Q29"),
        ("54730", "numbers", "P-Q29"),
        (None, "numbers", "P-Q29"),
        ({"cast": 1}, "numbers", "P-Q29"),
        ([100, 0, 0, 0, 0], "cast", "P-10.4"),
        ([0, -100, 0, 0, 0], "guard", "P-10.7"),
        ([0, 0, 1e9, 0, 0], "dominance", "P-8.3"),
        ([0, 0, 0, -1, 0], "mana", "P-Q27"),
        ([0, 0, 0, 3, 0, 2], "mana", "P-Q27"),
        ([0, 0, 0, 0, -1], "preparations", "P-Q38"),
        ([0, 0, 0, 0, 0, 100], "most_mana", "P-Q27"),
        (["5", 0, 0, 0, 0], "cast", "P-10.4"),
        ([True, 0, 0, 0, 0], "cast", "P-10.4"),
        ([[], 0, 0, 0, 0], "cast", "P-10.4"),
    ],
)
def test_numbers_of_a_fighter_that_cannot_be(numbers, field, rule):
    """Mana below zero among them."""
    assert Table().refused(rule, "add", "Mio", False, numbers).field == field


@every("enemy", ["", "no", 1, None, []])
def test_an_enemy_or_not(enemy):
    assert Table().refused(None, "add", "Mio", enemy, NUMBERS).field == "enemy"


@every(
    "conditions",
    [
        "Nonsense",
        "Poison 99999999",
        "Poison -1",
        "Poison 1.5",
        "Poison; Nonsense",
        "7",
        "Poison\x002",
        "\ud800",
        "x" * LONGEST_LIST,
        "<script>",
    ],
)
@every("place", [4, 5])
def test_what_is_no_curse_and_no_bless(place, conditions):
    """P-14.1: not on a sheet, nor in a recipe."""
    arguments = ["Mio", False, NUMBERS, "", ""]
    arguments[place - 1] = conditions
    error = Table().refused("P-14.1", "add", *arguments)
    assert error.field == ("recipe" if place == 4 else "conditions")


@every("conditions", ["Poison 0", "Poison 7", "Poison 999", "Poison 4, Trap 3", "Armour 6, Charge"])
def test_conditions_that_nobody_can_carry(conditions):
    """P-14.2: no copy or seven of them, seven curses or blesses in all."""
    assert Table().refused("P-14.2", "add", "Mio", False, NUMBERS, "", conditions).field == "conditions"


def test_a_list_is_not_endless():
    """P-14.2."""
    refused(lambda: read_recipe("Poison," * LONGEST_LIST, "recipe"), "recipe", "P-14.2")


@every(
    ("name", "rule"),
    [
        ("Amplify Curse", "P-T3.11"),
        ("Life Steal", "P-T3.22"),
        ("魔力奪取", "P-T3.23"),
        ("Amplify Bless", "P-T4.6"),
    ],
)
def test_what_happens_at_once_stands_on_no_sheet(name, rule):
    """P-17.11c, P-17.22c, P-17.23c, P-18.6c: in a recipe it is all right."""
    table = Table()
    table.refused(rule, "add", "Mio", False, NUMBERS, "", name)
    table.do("add", "Mio", False, NUMBERS, name, "")


@every(
    ("text", "ids"),
    [
        ("Poison", ["poison"]),
        ("poison ×2", ["poison"] * 2),
        ("Poison x 2, ARMOUR", ["poison", "poison", "armour"]),
        ("毒、罠２", ["poison", "trap", "trap"]),
        ("guard_up*3; Curse-Guard", ["guard_up"] * 3 + ["curse_guard"]),
        (" , ,\n", []),
        ("", []),
    ],
)
def test_conditions_are_read_as_people_write_them(text, ids):
    assert list(read_conditions(text, "conditions")) == ids


LONG_ROWS = """
from rules_py.prophecy.reading import read_conditions
from rules_py.core.errors import InputError
for row in (" ", "a ", "a1", "1", "x", "×", ",", "Poison ", "\u3000", "-"):
    try:
        read_conditions(row * 200_000 + "x", "conditions")
    except InputError as error:
        print(error.field)
    try:
        read_conditions((row * 500)[:499] + "x", "conditions")
    except InputError as error:
        print(error.field)
"""


def test_a_long_row_of_anything_is_read_as_quickly_as_a_short_one():
    """A link may carry such a text; the guard only ends a run that would go on for minutes or hours."""
    done = subprocess.run([sys.executable, "-c", LONG_ROWS], capture_output=True, text=True, timeout=60, check=True)
    assert set(done.stdout.split()) == {"conditions"}
    assert done.stdout.count("\n") >= 19


# --- at the wrong moment ----------------------------------------------------------------------------------------------


def missed():
    """Everybody has mana; Mio has missed the Soloist and her attack is not accepted yet."""
    table = Table(pc(mana=9, emotions=(1,)), pc(mana=9, emotions=(0,)), foe(mana=9), foe(mana=9)).begin()
    table.swing(2, -1)
    return table


def hit():
    """Mio has hit the Soloist and dealt her damage."""
    table = Table(pc(mana=9), pc(mana=9, emotions=(0,)), foe(mana=9), foe(mana=9)).begin()
    table.hit(2)
    return table


def ready():
    """It is Mio's activation."""
    return Table(pc(mana=9), pc(mana=9), foe(mana=9), foe(mana=9)).begin()


def felled():
    """The Soloist has six points of damage and Mio deals a seventh."""
    table = Table(pc(mana=9), pc(mana=9), foe(mana=9, damage=6), foe(mana=9)).begin()
    table.hit(2)
    return table


@every(
    ("situation", "action", "rule"),
    [
        (ready, ["cover", 1, 0], "P-16.1"),
        (ready, ["counter", 0], "P-16.13"),
        (ready, ["chain", 1, 2], "P-16.19"),
        (ready, ["last_stand", 0], "P-16.8"),
        (ready, ["effects", [["deal_damage"]]], "P-10.14"),
        (missed, ["cover", 3, 0], "P-16.1"),
        (missed, ["counter", 2], "P-16.13"),
        (missed, ["chain", 1, 2], "P-16.19"),
        (missed, ["effects", [["deal_damage"]]], "P-10.14"),
        (hit, ["cover", 3, 0], "P-16.1"),
        (hit, ["counter", 3], "P-16.13"),
        (hit, ["counter", 0], "P-16.13"),
        (hit, ["chain", 0, 2], "P-16.19"),
        (hit, ["chain", 1, 3], "P-16.19"),
        (hit, ["chain", 3, 2], "P-16.19"),
        (hit, ["attack", [2]], "P-9.1"),
        (hit, ["reroll", 0, "guard"], "P-10.13"),
        (hit, ["last_stand", 2], "P-16.8"),
        (felled, ["counter", 2], "P-16.8"),
        (felled, ["last_stand", 0], "P-16.8"),
        (felled, ["fall", 0], "P-14.5"),
        (felled, ["done"], "P-16.8"),
    ],
)
def test_a_special_action_has_its_moment(situation, action, rule):
    """P-16: refused, and the battle is where it was."""
    situation().refused(rule, *action)


UNPAID = [
    (["attack", [2, 3]], "P-15.10"),
    (["support", [0], [["heal_damage"]]], "P-12.4"),
]


@every(("action", "rule"), UNPAID)
def test_mana_never_falls_below_zero(action, rule):
    """P-Q27: what cannot be paid is not done, not even in part."""
    table = Table(pc(), pc(), foe(), foe()).begin()
    table.refused(rule, *action)
    table = Table(pc(mana=1), pc(), foe(), foe()).begin()
    table.refused("P-12.4", "support", [0, 1], [["heal_damage"]])
    table.refused("P-12.4", "support", [0], [["heal_damage"], ["heal_damage"]])


# --- arguments of the wrong kind --------------------------------------------------------------------------------------

WALK = [
    ["add", "Sae", False, [5, 5, 0, 5, 1], "Armour", "Poison"],
    ["emotion", 0, 1],
    ["remove", 4],
    ["begin"],
    ["initiative", [[0, 12], [1, 11]], [[0, 2], [1, 1]]],
    ["attack", [2, 3]],
    ["cast", True, [3, 4, 5]],
    ["roll", [2], [[2, [1, 2, 1]], [3, [5, 6]]]],
    ["reroll", 0, "cast", [4, 4, 4]],
    ["assist", 1, 0, "cast", True, [3, 3, 3]],
    ["cover", 3, 0, False, False, [1, 2]],
    ["accept"],
    ["effects", [["inflict_curse", "trap"]]],
    ["chain", 1, 2, False, [3]],
    ["roll", [], [[1, [5, 6]], [2, [1, 2]]]],
    ["accept"],
    ["effects", [["deal_damage", "", "", ""]]],
    ["counter", 3, []],
    ["roll"],
    ["accept"],
]


def walk():
    """A battle from set-up to a Counter: every action with all its arguments."""
    everything = {"mana": 9, "preparations": 3, "cast": 9}
    table = Table(
        pc(recipe="Trap", **everything),
        pc(emotions=(0,), **everything),
        foe(**everything),
        foe(**everything),
    )
    table.state = Battle(table.battle.fighters)
    return table


@cache
def walked(steps):
    """The battle after so many steps of the walk; nothing that is tried there changes it."""
    table = walk()
    return apply(walked(steps - 1), WALK[steps - 1], table.rulings, table.seed)[0] if steps else table.battle


def test_the_walk_itself_is_possible():
    table = walk()
    for action in WALK:
        table.do(*action)
    assert table.battle.attacks


def control(name):
    return {"control": name}


junk = anything("cast", "guard", "trap", "deal_damage", "\ud800", "{", "{0}", "9" * 5000)


HOSTILE = [
    *(None, True, -1, 7, 99, 10**30, 1.5, float("nan"), "", "x", "cast", {}, {"a": 1}),
    *([], [None], [-1], [7], [0, 0], ["x"], [[]], [[7]], [[7, "cast"]], [[-1, "guard"]], [[0, "x"]], [[7, 7]]),
    *([[0, 7]], [[0, [7]]], [[7, [1, 2]]], [["deal_damage"] * 5], [["nonsense", "x"]], [["inflict_curse", 3]]),
]


def test_each_argument_may_be_replaced_by_each_of_these():
    """Done or refused at every step of the walk: whatever is said is read before anything is done with it."""
    table = walk()
    for action in WALK:
        for place, value in product(range(1, 8), HOSTILE):
            tried = [*action[:place], value, *action[place + 1 :]]
            try:
                apply(table.battle, tried, table.rulings, table.seed)
            except InputError:
                continue
            except Exception as fault:
                fault.add_note(str(tried)[:200])
                raise
        table.do(*action)


@settings(max_examples=400, derandomize=True)
@given(place=st.integers(0, len(WALK) - 1), argument=st.integers(1, 6), value=junk)
def test_any_argument_may_be_replaced_by_anything(place, argument, value):
    """Done or refused, with one kind of exception that names a rule; the state before is not touched."""
    table = walk()
    table.state = walked(place)
    action = deepcopy(WALK[place])
    action[argument:] = [value, *action[argument + 1 :]]
    before, said = table.battle, repr(table.battle)
    try:
        after, _ = apply(before, action, table.rulings, table.seed)
    except InputError as error:
        refusal = error
    else:
        refusal = None
        for fighter in after.fighters:
            assert fighter.mana >= 0
            assert fighter.damage <= 6
    assert repr(before) == said
    if refusal:
        for language in ("en", "ja"):
            assert refusal.message(language).encode()


@settings(max_examples=400, derandomize=True)
@given(
    place=st.integers(0, len(WALK) - 1),
    name=st.sampled_from(sorted(GAME.actions)),
    values=st.lists(
        anything("cast", "trap", "support") | st.sampled_from([control("a"), [2, control("a")]]), max_size=6
    ),
    said=st.sampled_from(["", "1", "3 4", "x", "[]", '["heal_damage"]', "[" * 3_000, "Mio, Ren"]),
)
def test_any_button_may_say_anything(place, name, values, said):
    """At any moment: an action as links hold it that is done or refused, or a refusal."""
    table = walk()
    table.state = walked(place)
    refusal = None
    try:
        action = STEPPER.action(table.battle, {"do": json.dumps([name, *values]), "a": said})
        apply(table.battle, action, table.rulings, table.seed)
    except InputError as error:
        refusal = error
    assert refusal is None or all(refusal.message(language).encode() for language in ("en", "ja"))


def test_what_the_moment_does_not_allow_is_forbidden_before_anything_is_read():
    """P-8.1, P-16.8: at each step of the walk, and while somebody has still to fall."""
    table, ground = walk(), felled()
    for action in WALK:
        legal = {each.name for each in GAME.legal(table.battle)}
        assert action[0] in legal
        for name in GAME.actions.keys() - legal:
            assert isinstance(table.refused_somehow(name, {}), ForbiddenAction)
        table.do(*action)
    assert {each.name for each in GAME.legal(ground.battle)} == {"last_stand", "fall", "charge"}
    for name in GAME.actions.keys() - {"last_stand", "fall", "charge"}:
        assert isinstance(ground.refused_somehow(name, {}), ForbiddenAction)


@every(
    "action",
    [[], None, "begin", {}, 3, ["dance"], [None], [["begin"]], [3], [""], ["__init__"], ["Begin"], [{}]],
)
def test_what_is_no_action_is_refused(action):
    """The message names all that there are."""
    battle = walk().battle
    assert "initiative" in refused(lambda: apply(battle, action), "do").message("en")


@every("name", sorted({action[0] for action in WALK}))
def test_too_few_and_too_many_arguments(name):
    """Refused in words, whatever is missing or too much."""
    table = walk()
    for action in WALK:
        if action[0] == name:
            break
        table.do(*action)
    most = [*action, *[0] * 9]
    assert table.refused_somehow(*most).field == "do"
    if name not in ("begin", "accept", "roll", "initiative", "cast"):
        table.refused_somehow(name)


def test_a_deep_hole_of_brackets():
    """Neither a message nor a comparison may fall into it."""
    for depth in (50, 500, 900, 5_000):
        hole: list = []
        for _ in range(depth):
            hole = [hole]
        table = ready()
        for action in (["attack", hole], ["support", hole, hole], [hole]):
            with pytest.raises(InputError):
                apply(table.battle, action)
        with pytest.raises(InputError):
            apply(Battle(), ["add", hole, False, hole, hole, hole])


def test_a_number_with_thousands_of_digits():
    """Python will not write it; the message still comes."""
    table = ready()
    huge = 10**5_000
    for action in (["attack", [huge]], ["last_stand", huge], ["charge", -huge]):
        table.refused_somehow(*action)


# --- the widget -------------------------------------------------------------------------------------------------------

FIGHT = [
    ["begin"],
    ["initiative", [[0, 12], [1, 11]]],
    ["attack", [2]],
    ["roll", [0], [[0, [3, 4, 5]], [2, [3, 4]]]],
    ["accept"],
    ["effects", [["inflict_curse", "cast_down"]]],
]
LINK = encode_actions(FIGHT)


ADD = ["add", control("name"), control("enemy"), [control(f"new_{each}") for each in LEAST], "", ""]
BOTH = [*map(control, ("effect_1", "effect_2", "overwrite", "overwrite_2"))]
PRESSED = [
    (["attack", []], {}, "do"),
    (["accept"], {"extra": "x"}, "do"),
    (["counter", 1], {}, "do"),
    (["chain", 1, 0], {}, "do"),
    (["charge", 0], {}, "do"),
    (["charge", 99], {}, "who"),
    (["charge", "٣"], {}, "who"),
    (["nonsense", 1, 2, 3], {}, "do"),
    ([[], []], {}, "do"),
    ([["charge", 0], ["on"]], {}, "do"),
    (ADD, {"name": "X", "new_cast": "100"}, "new_cast"),
    (["emotion", control("who"), 1], {"who": "x"}, "who"),
    (["emotion", 0, control("toward")], {"toward": "9"}, "do"),
    (["initiative", [[0, control("total_0")]]], {"total_0": "13"}, "total_0"),
    (["initiative", [], control("ties")], {"ties": "Nobody"}, "ties"),
    (["initiative", [], control("ties")], {"ties": "Mio, Mio"}, "ties"),
    (["roll", [], [[0, control("faces_0")]]], {"faces_0": "7 7"}, "faces_0"),
    (["reroll", 0, "cast", control("again")], {"again": "hello"}, "again"),
    (
        ["effects", [control("effect_1"), control("effect_2"), control("overwrite"), control("overwrite_2")]],
        {"effect_1": "armour"},
        "effect_1",
    ),
    (
        ["effects", [control("effect_1"), control("effect_2"), control("overwrite"), control("overwrite_2")]],
        {"effect_1": "{}"},
        "do",
    ),
    (["pass", {"control": "who"}], {}, "do"),
    ("attack", {}, "do"),
    (":::", {}, "do"),
    ("[" * 5_000, {}, "do"),
    ("[]", {}, "do"),
]


@every("language", ["en", "ja"])
@every(("do", "filled", "field"), PRESSED)
def test_the_page_answers_whatever_is_pressed(do, filled, field, language):
    """In the middle of a fight: a message beside the field, in the reader's language, and no new state."""
    pressed = {"do": do if isinstance(do, str) else json.dumps(do), **filled}
    answer = ask(BATTLE, {"seed": "x", "actions": LINK}, pressed, language)
    assert answer["state"] == "error"
    assert list(answer["errors"]) == [field]
    assert answer["parts"] == answer["values"] == {}
    assert bool(KANA_OR_KANJI.search(answer["error"])) == (language == "ja")


def test_a_link_that_was_cut_off_is_refused_anywhere():
    for length in range(1, len(LINK), 3):
        answer = ask(BATTLE, {"seed": "x", "actions": LINK[:length]})
        assert (answer["state"], list(answer["errors"])) == ("error", ["actions"])


@every(
    "actions",
    [
        [*FIGHT, ["pass"], ["attack", [0]], ["attack", [0]]],
        [["begin"], ["begin"]],
        [["begin"], ["initiative", [[2, 7]]]],
        [["begin"], ["initiative", [[0, 1]]]],
        [*FIGHT[:5], ["effects", [["inflict_curse", "freeze"]]]],
        [*FIGHT[:5], ["effects", [["inflict_curse", "amplify_curse", "poison"]]]],
        [*FIGHT[:3], ["roll", [1], []]],
        [*FIGHT[:3], ["roll", [0], [[0, [3, 4]]]]],
        [["remove", 9]],
        [["add", "X", False, [1, 1, 1, -1, 1]]],
        [["add", "X", False, [1, 1, 1, 1, 1], "", "Poison 7"]],
        [["add", {"a": 1}, False, [1, 1, 1, 1, 1]]],
        [["begin", "extra"]],
        [["__init__"]],
        [["last_stand", 0]],
    ],
)
def test_a_link_changed_by_hand_is_refused_at_the_step_that_does_not_fit(actions):
    """Seven marks, mana below zero, an action out of place: never a crash and never a guess."""
    answer = ask(BATTLE, {"seed": "x", "actions": encode_actions(actions)})
    assert (answer["state"], list(answer["errors"])) == ("error", ["actions"])
    assert re.search(rf"\b{len(actions)}\b", answer["error"])


def test_a_damaged_link_can_be_left_behind():
    """Start over works from anywhere."""
    answer = ask(BATTLE, {"seed": "x", "actions": LINK[:-5]}, {"do": "restart"})
    assert answer["state"] == "ready"
    assert answer["values"]["actions"] == ""


@every("language", ["en", "ja"])
def test_a_name_cannot_bring_html_with_it(language):
    """It is text wherever it stands: board, sheets, buttons, log."""
    name = "<b onclick=x>&'\""
    actions = [["add", name, False, NUMBERS, "Armour", "Poison"], ["begin"]]
    answer = ask(BATTLE, {"seed": "x", "actions": encode_actions(actions)}, None, language)
    page = read(answer)
    assert name in page.text
    assert not any(tag == "b" and "onclick" in attributes for tag, attributes in page.tags)


def test_half_a_character_cannot_break_the_answer():
    pressed = {"do": json.dumps(ADD), "name": "\ud800", "new_cast": "\udfff"}
    assert ask(BATTLE, {"seed": "x"}, pressed)["errors"].keys() == {"new_cast"}


def test_a_name_of_a_widget_field_that_does_not_exist():
    assert list(ask(BATTLE, {"assist_after_roll": "yes"})["errors"]) == ["assist_after_roll"]


def test_same_is_a_name_too():
    assert Fighter(same("Mio")).name.ja == "Mio"
