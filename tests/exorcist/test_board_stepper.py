"""The barrier board as a page uses it: what its buttons offer is allowed, in both languages; links, undo, files."""

from random import Random

from rules_py import library
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.system import SYSTEM
from rules_py.exorcist.widgets.board import BarrierBoard
from rules_py.stepper import decode_actions, encode_actions
from rules_py.text import LANGUAGES
from tests.junk import refused_or_the_same
from tests.page import Reader, ask
from tests.rows import every
from tests.stepper import Page, played

BOARD = "exorcist.board"
STEPPER = BarrierBoard()
LEAVING = ("undo", "redo", "restart")


@every("language", LANGUAGES)
def test_the_page_is_built_with_a_board(language):
    html = library.widget_html(BOARD, language)
    page = Reader(html)
    for _, piece in STEPPER.start({"columns": 9, "rows": 7}).board.standing():
        assert piece.name.get(language) in page.text
    pictures = [a for tag, a in page.tags if tag == "svg" and a.get("role") == "img"]
    assert all(len(a["aria-label"]) > 15 for a in pictures)
    assert sum("board" in a["class"] for a in pictures) == 1


def test_the_house_rules_are_those_that_a_board_feels():
    named = {s for r in SYSTEM.rulings.values() if BOARD in r.widgets for s in r.switches}
    fields = set(library.WIDGETS[BOARD].fields) - {"seed", "actions", "undone", "columns", "rows"}
    assert fields == named
    assert {"adjacent", "diagonal_steps", "wall_barrier", "rope_plus", "rope_block", "others_rope"} <= fields


@every("language", LANGUAGES)
def test_a_barrier_from_peg_to_removal_by_buttons(language):
    """E-M10: place, rope with typed dice, set, and the other way round."""
    page = Page(BOARD, language)
    page.pressed("activate", acting="0")
    page.pressed("peg", peg_to="D4")
    page.pressed("move", move_to="C4")
    page.pressed("rope:0", dice="5 5 5 1")
    page.pressed("set:0", effect="wall", difficulty="EASY")
    board = played(page, STEPPER).board
    assert len(board.walls) == 9
    assert board.pegs[0].barrier.difficulty.text.en == "EASY"
    assert "C3" in page.board.text
    page.pressed("rest").pressed("activate", acting="2")
    assert played(page, STEPPER).movement == 1
    page.pressed("remove:0", dice="=1")
    assert played(page, STEPPER).board.placed() == []


@every("language", LANGUAGES)
def test_a_removal_difficulty_names_its_face_in_the_language_of_the_page(language):
    """E-Q1: in the list to choose from and in the table of barriers."""
    page = Page(BOARD, language).pressed("activate", acting="0").pressed("peg", peg_to="D4")
    page.pressed("move", move_to="C4").pressed("rope:0", dice="5 5 5 1")
    named = {"en": "HARD (5+)", "ja": "HARD（5以上）"}[language]
    assert named in page.answer["parts"]["controls"]
    assert named in page.pressed("set:0", effect="wall", difficulty="HARD").board.text


@every("language", LANGUAGES)
def test_a_manoeuvre_is_ticked_before_the_activation(language):
    """E-4.6, E-Q33: the rope of that activation is laid at HARD, with or without other mobility."""
    for typed, movement in {"": 6, "12": 12}.items():
        page = Page(BOARD, language).pressed("activate", acting="0", movement=typed, manoeuvre="1")
        state = played(page, STEPPER)
        assert (state.movement, state.manoeuvre) == (movement, True)
        page.pressed("peg", peg_to="B4")
        assert "E-Q33" in page.answer["parts"]["controls"]
        page.pressed("rope:0", dice="4 4 4 5")
        assert len(played(page, STEPPER).board.pegs[0].area) == 1


def test_rope_can_be_laid_again_only_where_the_table_says_so():
    """E-Q46: beside the button that sets the barrier; once it is set, not any more."""
    for house, offered in {"no": False, "yes": True}.items():
        page = Page(BOARD, rope_again=house).pressed("activate", acting="0").pressed("peg", peg_to="B4")
        page.pressed("rope:0", dice="=0").pressed("rest").pressed("activate", acting="0")
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
    ("do", "filled", "field"),
    [
        ("put", {"name": "Wasp", "new_square": "Z9"}, "new_square"),
        ("put", {"name": "Wasp", "new_square": "D4", "new_skill": "x"}, "new_skill"),
        ("put", {"name": "", "new_square": "D4"}, "name"),
        ("put", {"name": "Wasp", "new_square": "B4"}, "new_square"),
        ("shift", {"who": "0", "to": ""}, "to"),
        ("activate", {"acting": "0", "movement": "-1"}, "movement"),
        ("activate", {"acting": "99"}, "acting"),
        ("look", {"looking": "99"}, "looking"),
        ("shift", {"who": "0", "to": "A2"}, "to"),
    ],
)
def test_wrong_input_is_told_beside_its_field(do, filled, field):
    for language in LANGUAGES:
        page = Page(BOARD, language)
        answer = page.press(do, **filled)
        assert answer["state"] == "error"
        assert list(answer["errors"]) == [field]
        assert field in page.controls.fields


def test_the_movement_of_anybody_can_be_looked_at():
    page = Page(BOARD).pressed("look", looking="2")
    assert "Ukkoku-ageha" in page.board.text
    assert played(page, STEPPER).shown == 2


def test_a_tap_on_a_square_is_a_move_and_on_a_piece_a_look():
    page = Page(BOARD).pressed("look", looking="2")
    taps = [a for tag, a in page.board.tags if tag == "button"]
    assert {a["value"] for a in taps} == {"look:0", "look:1", "look:2"}
    assert all(a["tabindex"] == "-1" and a["form"] == "exorcist-board-form" for a in taps)
    page.pressed("activate", acting="0")
    taps = {a["value"] for tag, a in page.board.tags if tag == "button"}
    reached = {tuple(map(int, value.split(":")[1:])) for value in taps}
    assert {f"{'ABCDEFGHI'[x]}{y + 1}" for x, y in reached} == set(page.controls.choices["move_to"])
    answer = ask(BOARD, page.values, {"do": "move:2:3"})
    assert decode_actions(answer["values"]["actions"])[-1] == ["move", [2, 3]]
    assert ask(BOARD, page.values, {"do": "move:2:99"})["errors"].keys() == {"move_to"}


def test_what_a_wall_barrier_means_for_a_kaii_stands_beside_the_board():
    """E-M11: held within 3x3 squares; free without the barrier; at three times the cost if it evaded."""
    page = Page(BOARD)
    for do, filled in (
        ("activate", {"acting": "0"}),
        ("peg", {"peg_to": "E3"}),
        ("move", {"move_to": "D3"}),
        ("rope:0", {"dice": "=3"}),
        ("set:0", {"effect": "wall", "difficulty": "EASY"}),
        ("rest", {}),
        ("look", {"looking": "2"}),
    ):
        page.pressed(do, **filled)
    rows = {row[0]: row[1:3] for row in page.board.tables[2][1:]}
    assert rows["as it stands"] == ["1", "0"]
    assert rows["without the Wall Barriers"][0] == "6"
    assert int(rows["without the Wall Barriers"][1]) >= int(rows["with evasion type yes"][1]) > 0
    assert rows["with evasion type yes"][0] == "6"


def test_the_board_may_be_larger():
    page = Page(BOARD, columns="15", rows="15")
    page.pressed("put", name="Wasp", new_square="O15", kind="kaii")
    assert "O15" in page.board.text
    small = ask(BOARD, {**page.values, "columns": "9"})
    assert small["state"] == "error"
    assert ask(BOARD, {"columns": "4"})["errors"].keys() == {"columns"}


@every("seed", range(4))
def test_every_button_that_is_offered_works(seed):
    """Pressed at random, with what the controls hold, in both languages."""
    random = Random(seed)
    page = Page(BOARD, LANGUAGES[seed % 2])
    for _ in range(60):
        controls = page.controls
        offered = [do for do in controls.buttons if do not in LEAVING and not do.startswith(("put", "shift", "take"))]
        do = random.choice(offered)
        filled = {name: random.choice(values) for name, values in controls.choices.items()}
        if do == "look":
            filled["looking"] = random.choice(controls.choices["looking"])
        page.pressed(do, **filled)


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
