"""A grid that is played alone, as a page uses it: what its buttons offer is allowed, in both languages; links, undo."""

import json
from random import Random

from rules_py import library
from rules_py.core.played import decode_actions, encode_actions
from rules_py.core.text import LANGUAGES
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.widgets.combat import CombatStepper
from tests.junk import refused_or_the_same
from tests.page import Reader, ask, parsed, read, wrong
from tests.rows import every
from tests.stepper import Page as AnyPage
from tests.stepper import played, short

from .desk import called, primary

BOARD = "exorcist.combat"
STEPPER = CombatStepper()
ALONE = encode_actions([["look", 0]])
LEAVING = ("undo", "redo", "restart")


def Page(widget, language="en", **values):
    """A reader at a grid alone."""
    return AnyPage(widget, language, **{"actions": ALONE} | values)


def grounds(page):
    """The grid that a page shows."""
    return played(page, STEPPER).grounds


def sheets(page):
    """What is looked up beside the board."""
    return read(page.answer, "sheets")


def taps(page, kind=""):
    """What can be tapped on the drawing."""
    buttons = [a for tag, a in page.board.tags if tag == "button"]
    return {name: a for a in buttons if (name := called(a["value"])).startswith(kind)}


@every("language", LANGUAGES)
def test_the_page_is_built_with_a_board(language):
    html = library.widget_html(BOARD, language, {"actions": ALONE})
    page = Reader(html)
    standing = grounds(Page(BOARD, language)).board.standing()
    assert len(standing) == 4
    for _, piece in standing:
        assert piece.name.get(language) in page.text
    grids = [a for tag, a in page.tags if a.get("role") == "grid"]
    assert [len(a["aria-label"]) > 60 for a in grids] == [True]
    assert sum(a.get("role") == "row" for _, a in page.tags) == 1 + 7
    assert sum(a.get("role") == "gridcell" and tag == "div" for tag, a in page.tags) == 9 * 7
    pictures = [a for tag, a in page.tags if tag == "svg" and "token" in a.get("class", "")]
    assert all(len(a["aria-label"]) > 3 and a["role"] == "img" for a in pictures)
    assert len(pictures) == 4


def test_the_house_rules_are_those_that_a_board_feels():
    fields = set(library.WIDGETS[BOARD].fields)
    assert {"adjacent", "diagonal_steps", "wall_barrier", "rope_plus", "rope_block", "others_rope"} <= fields


@every("language", LANGUAGES)
def test_a_barrier_from_peg_to_removal_by_buttons(language):
    """E-M10: place, rope with typed dice, set, and the other way round."""
    page = Page(BOARD, language)
    page.pressed("activate", acting="0")
    page.pressed("peg", peg_to="D4")
    page.pressed("move", move_to="C4")
    page.pressed("rope:0", other_dice="5 5 5 1")
    page.pressed("set:0", effect="wall", difficulty="EASY")
    board = grounds(page).board
    assert len(board.walls) == 9
    assert board.pegs[0].barrier.difficulty.text.en == "EASY"
    assert "C3" in sheets(page).text
    page.pressed("rest").pressed("activate", acting="2")
    assert grounds(page).movement == 1
    page.pressed("remove:0", other_dice="=1")
    assert grounds(page).board.placed() == []


@every("language", LANGUAGES)
def test_a_removal_difficulty_names_its_face_in_the_language_of_the_page(language):
    """E-Q1: in the list to choose from and in the table of barriers."""
    page = Page(BOARD, language).pressed("activate", acting="0").pressed("peg", peg_to="D4")
    page.pressed("move", move_to="C4").pressed("rope:0", other_dice="5 5 5 1")
    named = {"en": "HARD (5+)", "ja": "HARD（5以上）"}[language]
    assert named in page.answer["parts"]["controls"]
    assert named in sheets(page.pressed("set:0", effect="wall", difficulty="HARD")).text


@every("language", LANGUAGES)
def test_a_manoeuvre_is_ticked_before_the_activation(language):
    """E-4.6, E-Q33: the rope of that activation is laid at HARD, with or without other mobility."""
    for typed, movement in {"": 6, "12": 12}.items():
        page = Page(BOARD, language).pressed("activate", acting="0", movement=typed, manoeuvre="1")
        state = grounds(page)
        assert (state.movement, state.manoeuvre) == (movement, True)
        page.pressed("peg", peg_to="B4")
        assert "E-Q33" in page.answer["parts"]["controls"]
        page.pressed("rope:0", other_dice="4 4 4 5")
        assert len(grounds(page).board.pegs[0].area) == 1


def test_rope_can_be_laid_again_only_where_the_table_says_so():
    """E-Q46: beside the button that sets the barrier; once it is set, not any more."""
    for house, offered in {"no": False, "yes": True}.items():
        page = Page(BOARD, rope_again=house).pressed("activate", acting="0").pressed("peg", peg_to="B4")
        page.pressed("rope:0", other_dice="=0").pressed("rest").pressed("activate", acting="0")
        assert ("rope:0" in page.controls.buttons) == offered
        assert "set:0" in page.controls.buttons
        page.pressed("set:0", effect="wall", difficulty="EASY")
        assert "rope:0" not in page.controls.buttons


def test_what_is_not_possible_is_said_with_its_rule():
    page = Page(BOARD).pressed("activate", acting="0").pressed("peg", peg_to="E4")
    assert any("E-7.22" in told for told in page.controls.closed)
    page = Page(BOARD).pressed("activate", acting="2")
    assert any("E-7.1" in told for told in page.controls.closed)


@every(
    ("do", "field", "filled"),
    [
        *wrong("put", "new_square", "Z9", "B4", name="Wasp"),
        *wrong("put", "new_skill", "x", name="Wasp", new_square="D4"),
        *wrong("put", "name", "", new_square="D4"),
        *wrong("shift", "to", "", "A2", who="0"),
        *wrong("activate", "movement", "-1", acting="0"),
        *wrong("activate", "acting", "99"),
        *wrong("look", "looking", "99"),
    ],
)
@every("language", LANGUAGES)
def test_wrong_input_is_told_beside_its_field(do, field, filled, language):
    Page(BOARD, language).refuses(field, do, **filled)


def test_the_movement_of_anybody_can_be_looked_at():
    page = Page(BOARD).pressed("look", looking="2")
    assert "Ukkoku-ageha" in page.board.text
    assert grounds(page).shown == 2


def test_a_tap_on_a_piece_shows_its_movement_or_begins_its_activation():
    page = Page(BOARD).pressed("look", looking="2")
    assert set(taps(page)) == {f"{do}:{who}" for do in ("look", "activate") for who in (0, 1, 2)}
    answer = ask(BOARD, page.values, {"do": taps(page)["activate:1"]["value"], "movement": "7"})
    assert decode_actions(answer["values"]["actions"])[-1] == ["activate", 1, 7]


@every("language", LANGUAGES)
def test_every_legal_square_can_be_tapped_and_says_what_happens(language):
    """E-4.1, E-7.17: the taps are what the lists offer, each with a name of its own."""
    page = Page(BOARD, language).pressed("activate", acting="0")
    for kind, field in (("move", "move_to"), ("peg", "peg_to")):
        found = {tuple(map(int, value.split(":")[1:])) for value in taps(page, kind)}
        assert {f"{'ABCDEFGHI'[x]}{y + 1}" for x, y in found} == set(page.controls.choices[field])
    assert len({a["aria-label"] for a in taps(page).values()}) == len(taps(page))
    for action in (["move", [2, 3]], ["peg", [3, 3]]):
        do = taps(page)[called(json.dumps(action))]["value"]
        assert decode_actions(ask(BOARD, page.values, {"do": do})["values"]["actions"])[-1] == action
    assert ask(BOARD, page.values, {"do": '["move",[2,99]]'})["errors"].keys() == {"square"}


def test_a_peg_is_roped_set_and_removed_where_it_stands():
    """E-7.22, E-7.28, E-7.45: on the board itself; the primary button takes the barrier one step further."""
    page = Page(BOARD).pressed("activate", acting="0")
    assert called(primary(page)[0]) == "rest"
    page.pressed("peg", peg_to="B4")
    assert list(taps(page, "rope")) == ["rope:0"]
    assert called(primary(page)[0]) == "rope:0"
    page.pressed("rope:0", other_dice="=3")
    assert list(taps(page, "set")) == ["set:0"]
    assert called(primary(page)[0]) == "set:0"
    page.pressed("set:0")
    assert list(taps(page, "free")) == ["free:0"]
    assert called(primary(page)[0]) == "rest"
    assert [a["value"] for tag, a in page.board.tags if a.get("type") == "radio"] == ["move", "peg", "remove"]


def test_after_an_activation_the_next_piece_is_up():
    page = Page(BOARD).pressed("activate", acting="0").pressed("rest")
    assert page.controls.fields["acting"] == "1"
    page.pressed("look", looking="2")
    assert page.controls.fields["acting"] == "2"


@every("language", LANGUAGES)
def test_a_token_is_a_letter_and_never_a_number(language):
    """Numbers on the board are what a way costs."""
    page = Page(BOARD, language).pressed("put", name="Ukko", new_square="H7", kind="kaii")
    drawing = parsed(page.answer["parts"]["output"])
    tokens = [drawn for drawn in drawing.iter("svg") if "token" in drawn.get("class")]
    marks = [text.text for drawn in tokens for text in drawn.iter("text")]
    assert len(set(marks)) == len(marks) == 5
    assert not any(mark.isdigit() for mark in marks)


@every("seed", range(12))
def test_the_primary_button_always_works(seed):
    """Among random steps, in both languages: there is one, and it needs nothing filled in."""
    random = Random(seed)
    page = Page(BOARD, LANGUAGES[seed % 2], seed=f"s{seed}")
    for _ in range(12):
        if random.random() < 0.4:
            step_on(page, random)
        page.pressed(short(primary(page)[0]))


def test_what_a_wall_barrier_means_for_a_kaii_stands_beside_the_board():
    """E-M11: held within 3x3 squares; free without the barrier; at three times the cost if it evaded."""
    page = Page(BOARD)
    for do, filled in (
        ("activate", {"acting": "0"}),
        ("peg", {"peg_to": "E3"}),
        ("move", {"move_to": "D3"}),
        ("rope:0", {"other_dice": "=3"}),
        ("set:0", {"effect": "wall", "difficulty": "EASY"}),
        ("rest", {}),
        ("look", {"looking": "2"}),
    ):
        page.pressed(do, **filled)
    rows = {row[0]: row[1:3] for row in sheets(page).tables[1][1:]}
    assert rows["as it stands"] == ["1", "0"]
    assert rows["without the Wall Barriers"][0] == "6"
    assert int(rows["without the Wall Barriers"][1]) >= int(rows["with evasion type yes"][1]) > 0
    assert rows["with evasion type yes"][0] == "6"


def test_the_board_may_be_larger():
    page = Page(BOARD, columns="15", rows="15")
    page.pressed("put", name="Wasp", new_square="O15", kind="kaii")
    assert "O15" in sheets(page).text
    small = ask(BOARD, {**page.values, "columns": "9"})
    assert small["state"] == "error"
    assert ask(BOARD, {"columns": "4"})["errors"].keys() == {"columns"}


def step_on(page, random):
    """Press something that is offered, with what the controls hold."""
    controls = page.controls
    offered = [do for do in controls.buttons if do not in LEAVING and not do.startswith(("put", "shift", "take"))]
    do = random.choice(offered)
    filled = {name: random.choice(values) for name, values in controls.choices.items()}
    page.pressed(do, **filled)


@every("seed", range(4))
def test_every_button_that_is_offered_works(seed):
    """Pressed at random, with what the controls hold, in both languages."""
    random = Random(seed)
    page = Page(BOARD, LANGUAGES[seed % 2])
    for _ in range(60):
        step_on(page, random)


def test_undo_leads_back_to_the_very_start_and_redo_forward_again():
    page = Page(BOARD)
    boards = [page.answer["parts"]["output"]]
    for do, filled in (
        ("activate", {"acting": "0"}),
        ("peg", {"peg_to": "C4"}),
        ("rope:0", {}),
        ("set:0", {}),
        ("move", {}),
        ("rest", {}),
    ):
        boards.append(page.pressed(do, **filled).answer["parts"]["output"])
    for board in boards[-2::-1]:
        assert page.pressed("undo").answer["parts"]["output"] == board
    for board in boards[1:]:
        assert page.pressed("redo").answer["parts"]["output"] == board
    link = page.values["actions"]
    assert ask(BOARD, page.values)["parts"]["output"] == boards[-1]
    refused_or_the_same(link, decode_actions(link), every=9)


def test_a_house_rule_reaches_the_board():
    """E-Q6: fewer squares without diagonals."""
    reached = []
    for value in ("yes", "no"):
        page = Page(BOARD, diagonal_steps=value).pressed("activate", acting="0")
        reached.append(len(page.controls.choices["move_to"]))
    assert reached[0] > reached[1]
    assert Rulings().diagonal_steps


def test_a_step_of_another_house_rule_says_which_step_does_not_fit():
    actions = encode_actions([["activate", 0], ["move", [5, 6]]])
    answer = ask(BOARD, {"seed": "x", "actions": actions, "diagonal_steps": "no"})
    assert "step 2" in answer["error"]
    assert "E-4.2" in answer["error"] or "4" in answer["error"]
