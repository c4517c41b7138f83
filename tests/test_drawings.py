"""Every drawing of every system: one shape in both languages, announced in words, no text beyond its box."""

import re
from pathlib import Path

from rules_py import library
from rules_py.core.drawing import (
    SIZES,
    arrow,
    both_ends,
    box,
    card,
    card_height,
    diamond,
    shortened,
    svg,
    text_width,
    way_back,
    word,
)
from rules_py.core.flow import Aside, Step, flow
from rules_py.core.markup import RULE_ID, to_html
from rules_py.core.text import LANGUAGES, Text, same
from tests.drawing import beyond, collisions, number, size
from tests.rows import every

ROOT = Path(__file__).parents[1]
FIGURES = library.FIGURES
DRAWINGS = [name for name, figure in FIGURES.items() if figure("en").tag == "svg"]
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
PHONE = 328
"""Pixels that a phone of 360 leaves for a drawing."""


@every("name", ["exorcist.attack", "prophecy.attack"])
@every("language", LANGUAGES)
def test_an_attack_has_its_five_steps_in_order(name, language):
    """E-5.13, E-8.3, P-10.1."""
    heads = [text.text for text in FIGURES[name](language).iter("text") if text.get("class") == "head"]
    assert [head[0] for head in heads if head[0].isdigit()] == list("12345")


@every("name", FIGURES)
def test_a_figure_is_the_same_drawing_in_both_languages(name):
    drawn = [FIGURES[name](language) for language in LANGUAGES]
    geometry = ("d", "x", "y", "cx", "cy", "width", "height", "class", "transform")
    shapes = [[(e.tag, *(e.get(a) for a in geometry)) for e in figure.iter()] for figure in drawn]
    assert shapes[0] == shapes[1]
    labels = [[e.get("aria-label") for e in figure.iter() if e.get("aria-label")] for figure in drawn]
    assert len(labels[0]) == len(labels[1]) == 1
    assert not JAPANESE.search(labels[0][0])
    assert JAPANESE.search(labels[1][0])
    texts = [["".join(e.itertext()) for e in figure.iter("text")] for figure in drawn]
    assert not any(JAPANESE.search(text) for text in texts[0])


@every("language", LANGUAGES)
@every("name", DRAWINGS)
def test_a_drawing_is_a_picture_to_those_who_listen(name, language):
    """One image with one label, nothing in it that takes the focus."""
    drawing = FIGURES[name](language)
    assert drawing.get("role") == "img"
    assert len(drawing.get("aria-label", "")) > 15
    assert not {"a", "title", "button"} & {e.tag for e in drawing.iter()}
    assert to_html(drawing).startswith("<svg ")


@every("language", LANGUAGES)
@every("name", DRAWINGS)
def test_no_text_goes_beyond_its_box_or_into_another(name, language):
    drawing = FIGURES[name](language)
    assert beyond(drawing) == []
    assert collisions(drawing) == []


@every("name", DRAWINGS)
def test_a_drawing_can_be_read_on_a_phone(name):
    """No text smaller than 8 pixels."""
    drawing = FIGURES[name]("en")
    width, _ = size(drawing)
    smallest = min((SIZES[text.get("class") or ""] for text in drawing.iter("text")), default=8)
    assert smallest * PHONE / width >= 8


@every("name", DRAWINGS)
def test_shapes_take_their_colours_from_the_theme(name):
    """Dark, light and print follow by themselves; nothing is drawn in a colour of its own."""
    styles = (ROOT / "overrides/theme/styles/figures.css").read_text(encoding="utf-8")
    for element in FIGURES[name]("en").iter():
        assert not {"fill", "stroke", "style", "font-size"} & set(element.attrib)
        if element.tag in ("rect", "path", "circle"):
            assert f"svg .{(element.get('class') or '').split()[0]} " in styles


@every("language", LANGUAGES)
@every("name", DRAWINGS)
def test_the_rules_named_in_a_drawing_exist(name, language):
    folder = ROOT / "docs" / language / name.split(".")[0]
    pages = "".join(page.read_text(encoding="utf-8") for page in folder.glob("*.md"))
    marks = re.findall(r"\{(\w-[^}\s]+)\}", pages)
    blocks = re.findall(r"/// (?:data-table|ruling) \| (\w-\w+)", pages)
    named = {rule for text in FIGURES[name](language).iter("text") for rule in RULE_ID.findall(text.text or "")}
    assert named <= {*marks, *blocks}


def test_the_sizes_of_texts_are_those_of_the_style_sheet():
    styles = (ROOT / "overrides/theme/styles/figures.css").read_text(encoding="utf-8")
    found = {"": 0} | {
        kind or "": int(pixels)
        for kind, pixels in re.findall(r"svg text(?:\.([\w-]+))? \{[^}]*?font-size: (\d+)px", styles)
    }
    assert found == {kind: pixels for kind, pixels in SIZES.items() if pixels != SIZES[""] or not kind}


# --- the parts --------------------------------------------------------------------------------------------------------


def test_a_text_is_rather_estimated_too_wide():
    """Against the widths of DejaVu Sans, the broadest of the usual ones, in thousandths of its size."""
    assert text_width("Restriction", "label") >= 12 * 5.9
    assert text_width("Condition sheet", "") >= 14 * 8.2
    assert text_width("行動不能", "head") >= 14 * 4
    assert text_width("", "head") == 0
    assert text_width("e\u0301", "") == text_width("e", "")


@every("name", ["Mio", "Bartholomew-Maximilian von und zu Hohenstein", "東雲宮光源寺千早振之介左衛門尉", "", "…"])
def test_a_name_is_cut_to_the_room_there_is(name):
    cut = shortened(name, 150, "head")
    assert text_width(cut, "head") <= 150
    assert cut == name or (cut.endswith("…") and name.startswith(cut[:-1]))
    assert shortened(name, 10_000) == name


def test_a_card_holds_its_lines():
    parts = card(2, 10, 200, "Head", ["one", "two"], "P-1.1", "box choice")
    frame, *texts = parts
    assert frame.get("class") == "box choice"
    assert number(frame, "height") == card_height(2)
    assert [text.text for text in texts] == ["Head", "P-1.1", "one", "two"]
    assert all(10 < number(text, "y") < 10 + card_height(2) for text in texts)
    assert len(card(0, 0, 100, "Head", [])) == 2


def test_arrows_go_down_or_to_the_right():
    assert arrow(5, 10, 20).get("d", "").startswith("M5 10 v20")
    assert arrow(5, 10, 20, "right").get("d", "").startswith("M5 10 h20")


def test_an_arrow_leads_back_to_an_earlier_box():
    line, label = way_back(300, 90, 20, 16, "again", room=10, tip=7)
    assert line.get("d") == "M300 90 h16 V20 h-12 m7 -6 l-8 6 l8 6"
    assert (label.text, label.get("transform")) == ("again", "translate(326 55.0) rotate(90)")


def test_shapes_stand_where_they_are_told():
    assert diamond(10.04, 20, 5).get("d") == "M10.0 15 l5 5 l-5 5 l-5 -5 z"
    assert {name: box(1, 2, 3, 4, "slot", 5).get(name) for name in ("x", "y", "width", "height", "rx", "class")} == {
        "x": "1",
        "y": "2",
        "width": "3",
        "height": "4",
        "rx": "5",
        "class": "slot",
    }
    assert [text.get("text-anchor") for text in both_ends(0, 9, 5, ("a", "b"))] == ["start", "end"]


# --- flows ------------------------------------------------------------------------------------------------------------

LABEL = Text("Roll, then move.", "振って、動かす。")


def frames(drawing):
    return [tuple(int(number(r, name)) for name in ("x", "y", "width", "height")) for r in drawing.iter("rect")]


def paths(drawing):
    return [path.get("d", "") for path in drawing.iter("path")]


@every("language", LANGUAGES)
def test_a_flow_goes_down_from_step_to_step(language):
    """Each line stands in the box of its step; an arrow leads from box to box."""
    first, last = Step(same("1"), [same("a"), same("b")], "C-4.1"), Step(same("3"), [same("c")], choice=True)
    drawing = flow(language, "round", LABEL, [first, Step(same("2")), last])
    assert [text.text for text in drawing.iter("text")] == ["1", "C-4.1", "a", "b", "2", "3", "c"]
    assert frames(drawing) == [(2, 3, 346, 60), (2, 81, 346, 28), (2, 127, 346, 44)]
    assert [rect.get("class") for rect in drawing.iter("rect")] == ["box", "box", "box choice"]
    assert [path.split(" m")[0] for path in paths(drawing)] == ["M175.0 65 v13", "M175.0 111 v13"]
    assert drawing.get("viewBox") == "0 0 350 174"
    assert drawing.get("aria-label") == LABEL.get(language)
    assert drawing.get("class") == "figure round"


@every(("top", "y"), [(False, 11), (True, 3)])
def test_what_stands_aside_makes_room_in_its_step(top, y):
    step = Step(same("1"), [same("a"), same("b")], aside=Aside(same("no"), [same("over")], top))
    drawing = flow("en", "round", LABEL, [step])
    assert frames(drawing) == [(2, 3, 202, 60), (224, y, 124, 44)]
    assert paths(drawing)[0].startswith("M205 33.0 h17")


def test_a_step_may_stand_apart():
    drawing = flow("en", "round", LABEL, [Step(same("1")), Step(same("2"), apart=True)])
    assert frames(drawing) == [(2, 3, 346, 28), (2, 39, 346, 28)]
    assert paths(drawing) == []


def test_a_step_is_as_high_as_what_it_holds():
    full = Step(same("1"), [same("a")], inside=lambda language, y: ([word(20, y + 10, language)], 30))
    drawing = flow("en", "round", LABEL, [full, Step(same("2"))], Text("broken line: a wish", "破線は希望"))
    assert frames(drawing) == [(2, 3, 346, 74), (2, 95, 346, 28)]
    assert [(text.text, text.get("y")) for text in drawing.iter("text")][2:] == [
        ("en", "57"),
        ("2", "114"),
        ("broken line: a wish", "140"),
    ]
    assert drawing.get("viewBox") == "0 0 350 147"


def test_texts_and_labels_are_escaped():
    html = to_html(svg(10, 10, 'a "b"', word(1, 2, "<i>"), class_="figure"))
    assert 'aria-label="a &quot;b&quot;"' in html
    assert ">&lt;i&gt;</text>" in html
