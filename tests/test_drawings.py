"""Every drawing of every system: one shape in both languages, announced in words, no text beyond its box."""

import re
from pathlib import Path

from rules_py import library
from rules_py.core.drawing import SIZES, arrow, card, card_height, shortened, svg, text_width, word
from rules_py.core.markup import RULE_ID, to_html
from rules_py.core.text import LANGUAGES
from tests.drawing import beyond, collisions, number, size
from tests.rows import every

ROOT = Path(__file__).parents[1]
FIGURES = library.FIGURES
DRAWINGS = [name for name, figure in FIGURES.items() if figure("en").tag == "svg"]
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
PHONE = 328
"""Pixels that a phone of 360 leaves for a drawing."""


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
    smallest = min(SIZES[text.get("class") or ""] for text in drawing.iter("text"))
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


def test_texts_and_labels_are_escaped():
    html = to_html(svg(10, 10, 'a "b"', word(1, 2, "<i>"), class_="figure"))
    assert 'aria-label="a &quot;b&quot;"' in html
    assert ">&lt;i&gt;</text>" in html
