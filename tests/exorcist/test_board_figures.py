"""The figures of this system: what is drawn is what the rules say."""

from rules_py.core.text import LANGUAGES
from rules_py.exorcist.board import PEG_REACH, Size, roped_area
from rules_py.exorcist.figures import FIGURES, area_words, board_words, draw_board
from tests.rows import every

from .table import Ground, exorcist_at, kaii_at, thing_at


def kinds(drawing, tag="rect"):
    return [element.get("class") for element in drawing.iter(tag)]


def test_there_is_a_figure_for_each_subject():
    assert set(FIGURES) == {"exorcist.board", "exorcist.turn", "exorcist.attack", "exorcist.barrier"}


@every("language", LANGUAGES)
def test_the_three_steps_of_a_barrier_on_squares(language):
    """E-7.17, E-Q12, E-7.28: 7×7 for the peg, three shapes of rope, 3×3 in its ring."""
    drawing = FIGURES["exorcist.barrier"](language)
    shapes = [len(roped_area((4, 4), successes, Size())) for successes in (0, 2, 3)]
    assert kinds(drawing).count("square heavy") == sum(shapes)
    assert kinds(drawing).count("square dying") == 9
    assert len(kinds(drawing)) == (2 * PEG_REACH + 1) ** 2 + 3 * 9 + 25


@every("language", LANGUAGES)
def test_squares_to_go_to_are_told_of_only_while_somebody_moves(language):
    """The square that it stands on is none."""
    board = Ground(exorcist_at("A1")).board
    cost, (nowhere, near) = {"en": "cost", "ja": "消費"}[language], ({}, {(0, 0): 0, (1, 0): 1})
    assert cost not in board_words(board, reach=nowhere).get(language)
    told = board_words(board, 0, near).get(language)
    assert cost in told
    assert {"en": "1 squares", "ja": "1マス"}[language] in told.replace("-1", "?")


def test_signs_differ_by_shape_and_not_by_colour_alone():
    ground = Ground(exorcist_at("A1"), kaii_at("B2"), thing_at("C3")).turn()
    ground.rope(ground.peg("B1"))
    drawing = draw_board(ground.board, "en", 0)
    assert kinds(drawing, "circle") == ["own"]
    assert "enemy" in kinds(drawing, "path")
    assert "slot full" in kinds(drawing)
    assert kinds(drawing).count("square heavy") == len(ground.board.pegs[0].area)


def test_an_area_in_words():
    assert area_words(frozenset([(0, 0), (1, 0), (0, 1)])).en == "A1, B1, A2"
    assert area_words(frozenset((x, y) for x in (1, 2) for y in (1, 2, 3))).ja == "B2～C4"
