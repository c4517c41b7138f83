"""The exorcists' desk as a page uses it: a fight on its grid, in both languages; links and files of before."""

import json
from random import Random

from rules_py import library
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES
from rules_py.exorcist.fighters import Side
from rules_py.exorcist.model import Stage
from tests.page import ask, parsed, wrong
from tests.rows import every
from tests.stepper import Page, played, short

from .desk import BEGIN, WITHOUT_GRID, called, primary, tapped, target

COMBAT = "exorcist.combat"
STEPPER = library.WIDGETS[COMBAT]
LEAVING = ("undo", "redo", "restart", "again", "again_typed")
LARGEST = 70_000
"""Characters of the desk as built: what a page brings before anybody is interested."""


def duel(page):
    """The fight that a page shows."""
    return played(page, STEPPER)


def begun(language="en", **values):
    """A page at Aoi's activation, on the grid."""
    return Page(COMBAT, language, **values).pressed(BEGIN)


def cells(page):
    """What can be tapped on the grid: by what taps must mean, the accessible names by what they do."""
    found = {}
    for cell in parsed(page.answer["parts"]["output"]).iter("div"):
        if cell.get("role") == "gridcell":
            for button in cell.iter("button"):
                named = found.setdefault(button.get("data-taps"), {})
                named[called(button.get("value"))] = button.get("aria-label")
    return found


# --- the grid ---------------------------------------------------------------------------------------------------------


@every("language", LANGUAGES)
def test_a_fight_waits_on_its_grid_and_one_press_begins_it(language):
    html = library.widget_html(COMBAT, language)
    assert len(html) < LARGEST
    page = Page(COMBAT, language)
    assert short(primary(page)[0]) == BEGIN
    squares = [duel(page).square(who) for who in range(4)]
    assert len(set(squares)) == 4
    page.pressed(BEGIN)
    assert duel(page).combat.stage is Stage.ACTIVATION
    assert [duel(page).square(who) for who in range(4)] == squares


@every("language", LANGUAGES)
def test_the_grid_is_rows_and_cells_with_at_most_one_button_for_each_meaning(language):
    """As a screen reader knows a grid; one tab stop for each meaning, names of their own, and what a way costs."""
    page = begun(language).pressed("peg", peg_to="C4")
    grids = [each for each in parsed(page.answer["parts"]["output"]).iter("div") if each.get("role") == "grid"]
    assert len(grids) == 1
    assert {row.get("role") for row in grids[0]} == {"row"}
    for cell in grids[0].iter("div"):
        if cell.get("role") == "gridcell":
            meant = [button.get("data-taps") for button in cell.iter("button")]
            assert len(set(meant)) == len(meant)
    for meaning in cells(page):
        buttons = [each for each in grids[0].iter("button") if each.get("data-taps") == meaning]
        assert [each.get("tabindex") for each in buttons] == ["0"] + ["-1"] * (len(buttons) - 1)
        assert len({each.get("aria-label") for each in buttons}) == len(buttons)
    assert cells(page)["move"]["move:2:3"] == {"en": "Move to C4 for 1", "ja": "C4へ移動（1消費）"}[language]


def test_every_legal_square_is_offered_on_the_grid_and_in_the_list():
    """E-4.1, E-7.17."""
    page = begun()
    for kind, field in (("move", "move_to"), ("peg", "peg_to")):
        found = {value for value in cells(page)[kind] if value.startswith(kind)}
        named = {f"{'ABCDEFGHI'[int(x)]}{int(y) + 1}" for _, x, y in (value.split(":") for value in found)}
        assert named == set(page.controls.choices[field])


@every("language", LANGUAGES)
def test_a_token_is_called_by_its_name_and_what_it_can_still_take(language):
    page = begun(language)
    tokens = [each for each in parsed(page.answer["parts"]["output"]).iter("svg") if "token" in each.get("class")]
    labels = [each.get("aria-label") for each in tokens]
    assert {"en": "Aoi, exorcist, HP 6", "ja": "アオイ、祓魔師、【体力】6"}[language] in labels
    marks = ["".join(each.itertext()) for each in tokens]
    assert len(set(marks)) == 4
    assert not any(mark.isdigit() for mark in marks)


def test_letters_stay_with_their_owners_when_somebody_leaves():
    """U2 stays U2 when U is gone: on the grid, on the cards and in the order."""
    page = begun().pressed("attack", target_1="2", dice="6 6 6 6", last="").pressed("damage", amounts="6")
    tokens = [each for each in parsed(page.answer["parts"]["output"]).iter("svg") if "token" in each.get("class")]
    assert {"".join(each.itertext()) for each in tokens} == {"A", "S", "U2"}


# --- an activation ----------------------------------------------------------------------------------------------------


@every("language", LANGUAGES)
def test_the_coloured_button_goes_up_to_a_foe_and_attacks_in_one_step(language):
    """The way, what it costs, and the chance stand on it; one undo takes both back."""
    page = begun(language)
    do, words = primary(page)
    assert called(do) == "move:5:2:True+attack:0:2"
    assert "F3" in words
    assert "93.8%" in words
    page.pressed(short(do))
    assert [action[0] for action in decode_actions(page.values["actions"])][-2:] == ["move", "attack"]
    assert "E-4.1" in page.answer["parts"]["last"]
    assert "E-5.4" in page.answer["parts"]["last"]
    page.pressed("undo")
    assert duel(page).combat.active == 0
    assert duel(page).square(0) == (1, 3)


@every("language", LANGUAGES)
def test_where_nobody_has_to_move_the_coloured_button_says_whom_it_attacks_and_with_what(language):
    """E-5.4: gear, dice and chance stand on it, whatever the lists say; another button does what they say."""
    page = begun(language).pressed("place", placing="2", place_at="C4")
    do, words = primary(page)
    assert called(do) == "attack:0:2"
    said = {"en": "Attack Ukkoku-ageha: Blade (example), 4D, 93.8%", "ja": "鬱黒揚羽を攻撃：刀（例）、4D、93.8%"}
    assert words.replace("\N{NO-BREAK SPACE}", " ") == said[language]
    chosen = {"target_1": "3", "dice": "6 6 6 6"}
    assert {"en": "as chosen", "ja": "選んだとおり"}[language] in page.controls.buttons["attack"]
    assert duel(page.pressed(short(do), **chosen)).combat.blows[0].target == 2
    assert duel(page.pressed("undo").pressed("attack", **chosen)).combat.blows[0].target == 3


def test_who_reaches_nobody_goes_nearer_and_the_activation_ends():
    page = begun(columns="15").pressed("place", placing="2", place_at="O1").pressed("place", placing="3", place_at="O7")
    do, words = primary(page)
    assert short(do) == "move:True+done"
    assert "nearer" in words
    page.pressed(short(do))
    assert duel(page).combat.active == 1


@every("language", LANGUAGES)
def test_a_foe_is_attacked_where_it_stands(language):
    """E-5.4: by a tap on its square, with the gear in hand, its chance and how far it is; never a friend."""
    page = begun(language)
    aims = {value: name for value, name in cells(page)["move"].items() if value.startswith("attack")}
    assert set(aims) == {"attack:0:2", "attack:0:3"}
    assert "93.8%" in aims["attack:0:2"]
    assert {"en": "(5 away)", "ja": "（5マス先）"}[language] in aims["attack:0:2"]
    tapped(page, "attack:0:2", dice="6 6 6 6")
    assert duel(page).combat.blows[0].target == 2


def test_what_is_out_of_range_cannot_be_tapped_and_is_refused_beside_the_target():
    """E-11.23: Corroding Scales, from afar."""
    page = begun().pressed("done").pressed("done")
    aims = {value for value in cells(page)["move"] if value.startswith("attack")}
    assert aims == {"attack:0:0", "attack:0:1"}
    page.pressed("place", placing="0", place_at="A7")
    assert not [value for value in page.board.tags if called(value[1].get("value", "")) == "attack:1:0"]
    answer = page.press("attack", attack="1", target_1="0")
    assert answer["errors"].keys() == {"target_1"}
    assert "E-11.23" in answer["error"]


@every("language", LANGUAGES)
def test_a_barrier_from_peg_to_removal_in_the_middle_of_a_fight(language):
    """E-M10: placed and roped by Aoi, who sets it around the moth; it is held, and removes it."""
    page = begun(language).pressed("place", placing="2", place_at="D4")
    tapped(page, "peg:3:3")
    page.pressed("move", move_to="C4")
    assert short(primary(page)[0]) == "rope:0"
    tapped(page, "rope:0", other_dice="5 5 5 1")
    assert short(primary(page)[0]) == "set:0"
    page.pressed("set:0", effect="wall", difficulty="EASY")
    assert len(duel(page).board.walls) == 9
    assert {"en": "EASY (3+)", "ja": "EASY（3以上）"}[language] in page.answer["parts"]["sheets"]
    page.pressed("done").pressed("done")
    assert (duel(page).combat.active, duel(page).combat.activation.movement) == (2, 1)
    assert "E-7.33" in page.answer["parts"]["log"]
    tapped(page, "removal:0", other_dice="=1")
    assert duel(page).board.placed() == []


@every(
    ("do", "field", "filled"),
    [
        *wrong("move", "move_to", "Z9", "I1"),
        *wrong("peg", "peg_to", "", "I1"),
        *wrong("place", "place_at", "A2"),
        *wrong("place", "placing", "99"),
        *wrong("adjust", "value", "0", what="hp"),
    ],
)
@every("language", LANGUAGES)
def test_wrong_input_is_told_beside_its_field(do, field, filled, language):
    begun(language).refuses(field, do, **filled)


@every("language", LANGUAGES)
def test_who_respawns_is_put_somewhere_by_the_coloured_button(language):
    """E-9.7: the free square that is proposed, another of the list, or any that is tapped."""
    page = begun(language).pressed("adjust", who="0", what="hp", value="1").pressed("done").pressed("done")
    page.pressed("attack", attack="0", target_1="0", dice="6 6").pressed("evade:0").pressed("damage", amounts="2")
    page.pressed("respawn")
    for _ in range(3):
        page.pressed("done") if duel(page).combat.active else None
    assert duel(page).square(0) is None
    assert short(primary(page)[0]) == "place:0"
    assert len(cells(page)["place"]) == 63 - 3
    tapped(page, "place:0:0:6")
    assert duel(page).square(0) == (0, 6)


def test_whoever_is_attacked_evades_where_they_stand():
    """E-8.5."""
    page = begun().pressed("done").pressed("done").pressed("attack", attack="0", target_1="0", dice="6 6")
    assert list(cells(page)["act"]) == ["evade:1"]
    tapped(page, "evade:1", evade_dice="6")
    assert duel(page).combat.fighters[0].evade_dice == 3


# --- set-up -----------------------------------------------------------------------------------------------------------


@every("language", LANGUAGES)
def test_anybody_is_put_anywhere_before_the_fight(language):
    """By a tap on them and another on a free square, or from the lists; to take somebody up is no step."""
    page = Page(COMBAT, language)
    before = page.values
    assert set(cells(page)["act"]) == {f"lift:{who}" for who in range(4)}
    tapped(page, "lift:3")
    assert page.values == before
    assert len(cells(page)["place"]) == 63 - 4
    tapped(page, "place:3:4:4")
    assert duel(page).square(3) == (4, 4)
    page.pressed("place", placing="0", place_at="I7")
    assert duel(page).square(0) == (8, 6)
    page.pressed(BEGIN).pressed("again")
    assert (duel(page).square(3), duel(page).square(0)) == ((4, 4), (8, 6))


@every("language", LANGUAGES)
def test_a_fighter_is_changed_in_place_by_a_form_with_its_values(language):
    """The press that opens the form is no step, and neither is the one that closes it."""
    page = Page(COMBAT, language)
    before = page.values
    page.pressed("sheet:0")
    assert page.values == before
    fields = page.controls.fields
    assert (fields["e_hp"], fields["e_skill"], fields["e_armour"], fields["e_side"]) == ("6", "4", "1", "pc")
    assert fields["e_name"] == {"en": "Aoi", "ja": "アオイ"}[language]
    assert short(primary(page)[0]) == "edit:0"
    page.pressed("edit:0", e_hp="9")
    fighter = duel(page).combat.fighters[0]
    assert (fighter.hp, fighter.name.en, fighter.name.ja) == (9, "Aoi", "アオイ")
    assert len(fighter.attacks) == 1
    page.pressed("sheet:2").pressed("sheet:")
    assert short(primary(page)[0]) == BEGIN
    page.pressed("undo")
    assert duel(page).combat.fighters[0].hp == 6


def test_a_kaii_and_an_object_are_changed_too_in_the_middle_of_the_fight():
    page = Page(COMBAT).pressed("thing", t_name="Gate").pressed(BEGIN)
    page.pressed("sheet:2")
    assert page.controls.fields["k_toughness"] == "2"
    assert page.controls.fields["k_mob"] == "1"
    page.pressed("edit:2", k_toughness="9", k_evades="1")
    assert (duel(page).combat.fighters[2].toughness, duel(page).combat.fighters[2].evades) == (9, True)
    page.pressed("sheet:4").pressed("edit:4", t_toughness="7", t_name="Wall")
    assert duel(page).combat.fighters[4].name.en == "Wall"
    answer = page.pressed("sheet:2").press("edit:2", k_name="Aoi")
    assert list(answer["errors"]) == ["k_name"]
    answer = page.press("edit:2", k_skill="99")
    assert list(answer["errors"]) == ["k_skill"]


def test_opening_a_form_keeps_what_can_be_redone():
    page = begun().pressed("done").pressed("undo").pressed("sheet:1").pressed("sheet:")
    assert "redo" in page.controls.buttons


# --- without the grid, and the grid alone -----------------------------------------------------------------------------


@every("language", LANGUAGES)
def test_a_fight_without_a_grid_has_moves_in_numbers(language):
    page = Page(COMBAT, language).pressed(WITHOUT_GRID)
    assert duel(page).grounds is None
    assert not cells(page)
    page.pressed("move", squares="2").pressed("peg").pressed("rope", other_dice="=2")
    assert duel(page).combat.activation.used == ("rope",)


@every("language", LANGUAGES)
def test_the_grid_alone_is_offered_as_long_as_nothing_has_been_done(language):
    page = Page(COMBAT, language).pressed("look:0")
    assert duel(page).alone
    assert "look:0" not in page.pressed("restart").pressed("known:ukkoku_ageha").controls.buttons
    assert not duel(page).alone


# --- links of before --------------------------------------------------------------------------------------------------

BOARD = [["activate", 0], ["peg", [3, 3]], ["move", [2, 3]], ["rope", 0, [1, 2, 5, 6]], ["set", 0, "wall", "HARD"]]
FOUGHT = [
    ["thing", "石灯籠", 4, 1],
    ["begin"],
    ["turn"],
    ["manoeuvre"],
    ["move", 3],
    ["attack", 0, [2]],
    ["peg"],
    ["done"],
]


@every("language", LANGUAGES)
def test_a_link_of_the_barrier_board_opens_as_a_grid_alone(language):
    """The pieces that stood there, the peg, the barrier; and play goes on from there."""
    page = Page(COMBAT, language, actions=encode_actions(BOARD), undone="0")
    state = duel(page)
    assert state.alone
    assert [piece.name.en for _, piece in state.board.standing()] == ["Aoi", "Ren", "Ukkoku-ageha", "Stone lantern"]
    assert len(state.board.walls) == 5
    page.pressed("rest").pressed("activate", acting="2").pressed("undo").pressed("undo")
    assert duel(page) == state


def test_a_link_of_the_barrier_board_with_everything_taken_back_can_be_redone():
    page = Page(COMBAT, actions=encode_actions(BOARD), undone=str(len(BOARD)), columns="11")
    assert duel(page).board.size.columns == 11
    for _ in BOARD:
        page.pressed("redo")
    assert len(duel(page).board.walls) == 5


@every("language", LANGUAGES)
def test_a_link_of_a_combat_opens_as_a_fight_without_a_grid(language):
    page = Page(COMBAT, language, seed="lamp", actions=encode_actions(FOUGHT))
    state = duel(page)
    assert state.grounds is None
    assert state.combat.fighters[4].name.en == "石灯籠"
    assert state.combat.fighters[0].pegs == 2


def test_every_action_that_the_barrier_board_knew_still_begins_a_grid():
    for action in (
        ["put", "Wasp", "kaii", [8, 6], [5, 2, 2, 0, 0, 0], False],
        ["shift", 0, [0, 6]],
        ["take", 3],
        ["look", 2],
        ["activate", 1, 7, True],
    ):
        answer = ask(COMBAT, {"seed": "x", "actions": encode_actions([action])})
        assert answer["state"] == "ready", answer["error"]
    answer = ask(COMBAT, {"seed": "x", "actions": encode_actions([["known", "ukkoku_ageha"], ["look", 2]])})
    assert "step 2" in answer["error"]


# --- whole fights -----------------------------------------------------------------------------------------------------


def by_default(language, seed):
    """Fight with the coloured button alone; return the presses of each turn, and the page at the end."""
    page = Page(COMBAT, language, seed=seed)
    turns = {}
    while (do := primary(page)[0]) not in ("again", "restart"):
        state = duel(page).combat
        if (aim := target(do, page.controls.fields)) is not None:
            aimed = state.fighters[aim]
            assert (aimed.side is Side.ENEMY) != (state.fighters[state.active].side is Side.ENEMY), "a friend"
        if state.turn and state.stage is not Stage.DEATH:
            turns[state.turn] = turns.get(state.turn, 0) + 1
        page.pressed(short(do))
        assert sum(turns.values()) < 400
    return turns, page


@every("seed", range(12))
def test_a_fight_on_the_grid_is_led_to_its_end_by_the_coloured_button(seed):
    """In both languages; a turn of four takes six presses at most, with all their ways."""
    turns, page = by_default(LANGUAGES[seed % 2], f"d{seed}")
    assert max(turns.values()) <= 6
    assert "data-outcome" in page.answer["parts"]["output"]
    assert not duel(page).combat.both_sides


def step_on(page, random):
    """Press something that is offered, on the grid or in the tray, with what the controls hold."""
    on_grid = [value for layer in cells(page).values() for value in layer]
    if on_grid and random.random() < 0.5:
        return tapped(page, random.choice(on_grid))
    controls = page.controls
    left_out = ("kaii", "exorcist", "thing", "weapon", "adjust", "remove", "put", "shift", "take", "end", "edit")
    offered = [do for do in controls.buttons if do not in LEAVING and do.split(":")[0] not in left_out]
    do = random.choice(offered)
    filled = {name: random.choice(values) for name, values in controls.choices.items() if name != "taps"}
    if do == "place" or do.startswith("place:"):
        filled |= {name: controls.fields[name] for name in ("placing",) if name in controls.fields}
    if do == "attack":
        filled |= {name: controls.fields[name] for name in ("attack", "target_1")}
        filled["target_1"] = filled["target_1"] or controls.choices["target_1"][1]  # where no foe is left, nobody is
        filled |= {name: "" for name in controls.fields if name.startswith("target_") and name != "target_1"}
    if do == "combine":
        filled |= {"together": "0"}
    return page.pressed(do, **filled)


@every("seed", range(8))
def test_everything_that_is_offered_works(seed):
    """Pressed at random on the grid and in the tray, in both languages; the coloured button works at any time."""
    random = Random(seed)
    page = Page(COMBAT, LANGUAGES[seed % 2], seed=f"s{seed}")
    if seed % 4:
        page.pressed(BEGIN)
    for _ in range(25):
        if duel(page).combat.stage is Stage.OVER or duel(page).alone:
            break
        step_on(page, random)
        before = page.answer, page.values
        page.pressed(short(primary(page)[0]))
        page.answer, page.values = before


@every("language", LANGUAGES)
def test_a_fight_is_saved_and_loaded_with_its_grid(language):
    page = begun(language).pressed("peg", peg_to="C4").pressed("move", move_to="C4")
    text = STEPPER.save(STEPPER.values(page.values))
    assert json.loads(text)["widget"] == COMBAT
    loaded = ask(COMBAT, {"seed": "other"}, {"do": "load", "file": text}, language)
    assert loaded["parts"]["output"] == page.answer["parts"]["output"]
