"""Figures and markup: what is drawn is what the rules say, in both languages, and nothing gets out of its quotes."""

import re
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import library
from rules_py.contest import Contestant, Gauge, Rulings, SuccessLevel, chart_move, parse_ability
from rules_py.contest.figures import chart_table, draw_gauge, position_name
from rules_py.core.markup import h, inner_html, marked_up, to_html
from rules_py.core.text import Text, listed, same
from tests.page import Reader
from tests.rows import every

LEVELS = list(reversed(SuccessLevel))


def test_there_is_a_figure_for_each_subject():
    assert {"contest.round", "contest.gauge", "contest.chart", "contest.joining"} <= set(library.FIGURES)


@every("strikes", [None, (1, 1), (2, 1), (1, 2), (2, 2)])
def test_the_drawn_chart_says_what_the_piece_does(strikes):
    """C-T1: all sixteen cells, A's level down and B's across."""
    (table,) = Reader(to_html(chart_table("en", strikes=strikes))).tables
    assert [row[0] for row in table[1:]] == table[0][1:] == ["Critical", "Success", "Failure", "Fumble"]
    a, b = (Contestant(parse_ability("15"), strike_power=strike) for strike in strikes or (1, 1))
    for (i, one), (k, other) in product(enumerate(LEVELS, 1), repeat=2):
        move = chart_move((one, other), (5, 9), a, b)
        words, row = table[i][k].rsplit(" ", 1)
        assert row == move.row
        if move.free:
            assert words == f"{move.free.upper()}: any square"
        elif not move.squares:
            assert words == "stays"
        elif one == other:
            assert words.endswith("→ higher roll")
            number = words.split()[0]
            assert number == ("s" if not strikes or strikes[0] != strikes[1] else str(abs(move.squares)))
        else:
            squares, arrow, side = words.split()
            assert (arrow, side) == ("→", "B" if move.squares > 0 else "A")
            assert squares == (str(abs(move.squares)) if strikes else f"s+{abs(move.squares) - 1}")


@every(("heavy", "dying"), [(4, 5), (1, 1), (2, 6), (12, 13), (5, 5)])
def test_the_drawn_gauge_has_its_squares_where_the_rules_have_them(heavy, dying):
    """C-Q4, C-M7: every square once, wound and dying squares marked, the piece on its square."""
    rulings = Rulings(heavy_wound_square=heavy, dying_square=dying)
    for position in range(-dying, dying + 1):
        page = Reader(to_html(draw_gauge(rulings, "en", position)))
        squares = [a for tag, a in page.tags if tag == "rect"]
        kinds = [a["class"].split()[1:] for a in squares]
        expected = [
            ["dying"] if abs(x) == dying else ["heavy"] if abs(x) == heavy else ["start"] if x == 0 else []
            for x in range(-dying, dying + 1)
        ]
        assert kinds == expected
        (piece,) = [a for tag, a in page.tags if tag == "circle"]
        under = [i for i, a in enumerate(squares) if 0 <= float(piece["cx"]) - float(a["x"]) <= float(a["width"])]
        assert under == [position + dying]


def test_where_the_piece_lies_in_words():
    """C-Q4."""
    gauge = Gauge()
    said = {position: position_name(position, gauge).en for position in range(-5, 6)}
    assert said[0] == "the start square"
    assert said[3] == "square 3 on B’s side"
    assert said[-4] == "square 4 on A’s side, the heavy-wound square"
    assert (said[5], said[-5]) == ("B’s dying square", "A’s dying square")
    assert len(set(said.values())) == 11


def test_a_square_is_on_the_side_of_whoever_stands_there():
    """C-Q4: in a contest of people each side goes by their names."""
    names = (Text("Tomoe", "トモエ"), Text("Garm", "ガルム"))
    theirs = {position: position_name(position, Gauge(), names) for position in (-5, 4)}
    assert theirs[-5] == Text("Tomoe’s dying square", "トモエ側の瀕死マス")
    assert theirs[4] == Text("square 4 on Garm’s side, the heavy-wound square", "ガルム側の4マス目（重傷マス）")


# --- markup -----------------------------------------------------------------------------------------------------------

anything = st.text(
    alphabet=st.characters(exclude_categories=["Cs", "Cc", "Cn", "Co"]) | st.sampled_from("<>&\"'\n"), max_size=30
)


@settings(max_examples=150, derandomize=True)
@given(anything, anything)
def test_text_stays_text_and_attributes_stay_attributes(text, value):
    page = Reader(to_html(h("p", text, title=value)))
    assert page.tags == [("p", {"title": value})]
    assert page.text.strip() == text.strip()


@settings(max_examples=100, derandomize=True)
@given(st.text(max_size=30))
def test_whatever_is_shown_can_be_sent(text):
    """Control characters and half surrogates are replaced, not passed on."""
    html = to_html(h("p", text, title=text))
    assert html.encode()
    assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", html)


@every(
    ("sentence", "ids"),
    [
        ("see C-3.6.", ["C-3.6"]),
        ("C-T1.10, C-Q5 and C-M10 (C-XT1)", ["C-T1.10", "C-Q5", "C-M10", "C-XT1"]),
        ("能動増強(C-3.14)では", ["C-3.14"]),
        ("C-3.15–C-3.18", ["C-3.15", "C-3.18"]),
        ("ABC-3.1 and C-3 and x-1.1", []),
        ("", []),
    ],
)
def test_ledger_ids_in_a_sentence_become_links(sentence, ids):
    page = Reader(to_html(h("p", *marked_up(sentence))))
    assert [a["data-rule"] for tag, a in page.tags if tag == "a"] == ids
    assert page.text.strip() == sentence


def test_inside_and_outside():
    assert inner_html(h("div", h("p", "a > b"))) == "<p>a &gt; b</p>"
    assert inner_html(h("div")) == ""


def test_two_languages_side_by_side():
    """Placeholders are filled in the own language; what a reader typed is never read as a placeholder."""
    words = Text("{who} rolls {n}", "{who}の目は{n}")
    filled = words.format(who=Text("{n}", "{0}"), n=7)
    assert (filled.en, filled.ja) == ("{n} rolls 7", "{0}の目は7")
    assert listed([same("a"), Text("b", "c")]) == Text("a, b", "a、c")
    assert Text("a", "b") + Text("c", "d") == Text("ac", "bd")
