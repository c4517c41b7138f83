"""What is taken along from a page: the board of a fight as a picture, a question with its answer as text."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from rules_py import library
from rules_py.core.scenes import fight_picture
from rules_py.core.stepper import Stepper
from rules_py.exports import SAMPLES, ccfolia
from tests.browser.engines import EACH_IN_EACH, Engine, PlaywrightEngine, until
from tests.browser.reader import Visit, Widget, defaults
from tests.places import PLACES

DESKS = sorted(name for name, widget in library.WIDGETS.items() if widget.is_desk)


def drawn_by_python(name: str, values: dict[str, str], language: str) -> tuple[str, str]:
    """Return the drawing of a fight's board and what its file is called."""
    stepper = library.WIDGETS[name]
    assert isinstance(stepper, Stepper)
    return fight_picture(stepper, values, language)  # type: ignore[arg-type]


@pytest.mark.skip_browser("firefox")  # its driver tells of no download of a blob; see the test of Firefox below
@pytest.mark.parametrize("name", DESKS if EACH_IN_EACH else ["exorcist.combat", "kamui.board"])
def test_the_board_comes_down_as_it_stands_drawn_and_painted(visit: Visit, language: str, name: str) -> None:
    page = visit.turn(PLACES[name])
    desk = visit.widget(name).touch()
    desk.root.locator("[data-primary]").click()
    desk.settled()
    page.locator(".desk-settings > summary").click()
    files = {}
    for kind in ("svg", "png"):
        with page.expect_download() as download:
            desk.root.locator(f'[data-do="picture"][data-as="{kind}"]').click()
        files[download.value.suggested_filename] = download.value.path().read_bytes()
    expect(desk.root.locator(".widget-status")).not_to_be_empty()
    svg, called = drawn_by_python(name, defaults(name) | desk.values(), language)
    assert list(files) == [f"{called}.svg", f"{called}.png"]
    assert files[f"{called}.svg"].decode() == svg
    drawing = ElementTree.fromstring(svg)
    painted = Image.open(BytesIO(files[f"{called}.png"])).convert("RGB")
    assert painted.size == (2 * int(drawing.get("width", "0")), 2 * int(drawing.get("height", "0")))
    colours = {colour for _, colour in painted.getcolors(1 << 24)}
    assert {(251, 250, 246), (32, 38, 46), (11, 106, 120)} <= colours, "paper, ink and teal"
    assert len(colours) > 20


def test_a_question_and_its_answer_are_copied_as_lines_of_text(copying: Page, language: str) -> None:
    page = copying
    page.goto(f"/{language}/kamui/calculators/")
    forecast = Widget(page, "kamui.faith").live()
    forecast.fill({"wished": "95"})
    forecast.root.locator(".copy-as summary").click()
    forecast.root.locator(".copy-as dl button").click()
    expect(page.locator(".copy-said")).not_to_be_empty()
    lines = page.evaluate("() => navigator.clipboard.readText()").splitlines()
    widget = library.WIDGETS["kamui.faith"]
    asked = widget.values({"wished": "95"})
    assert lines[0] == widget.title.get(language)  # type: ignore[arg-type]
    assert lines[-1] == widget.answer(widget.read(asked), {}, language).status.get(language)  # type: ignore[arg-type]
    assert "95" in lines[1]


def test_in_firefox_pictures_and_characters_come_down_and_what_is_copied_can_be_pasted(
    engine_named: Callable[[str], Engine], answering: str, language: str
) -> None:
    firefox = engine_named("firefox")
    assert isinstance(firefox, PlaywrightEngine)

    def came_down(name: str) -> bytes:
        # An empty file of that name only keeps the place until the whole one is moved there.
        file = firefox.saved / name
        until(lambda: file.is_file() and file.stat().st_size > 0, f"{name} comes down")
        return file.read_bytes()

    with firefox.tab() as tab:
        page, name = tab.page, "kamui.board"
        tab.open(f"{answering}/{language}/{PLACES[name]}")
        desk = Widget(page, name).touch()
        desk.root.locator("[data-primary]").click()
        desk.settled()
        page.locator(".desk-settings > summary").click()
        svg, called = drawn_by_python(name, defaults(name) | desk.values(), language)
        for kind in ("svg", "png"):
            desk.root.locator(f'[data-do="picture"][data-as="{kind}"]').click()
        assert came_down(f"{called}.svg").decode() == svg
        drawing = ElementTree.fromstring(svg)
        assert Image.open(BytesIO(came_down(f"{called}.png"))).width == 2 * int(drawing.get("width", "0"))

        tab.open(f"{answering}/{language}/characters/")
        Widget(page, "prophecy.character").live()
        of = page.locator('character-roster[data-system="prophecy"]')
        of.locator("[data-copy=prophecy-ccfolia]").click()
        expect(page.locator(".copy-said")).not_to_be_empty()
        of.locator(".pasting summary").click()
        pasted = of.locator("textarea[name=pasted]")
        pasted.press("Control+V")
        first = SAMPLES["prophecy"][0]
        expect(pasted).to_have_value(ccfolia("prophecy", first, language))  # type: ignore[arg-type]
        of.locator("[data-do=keep]").click()
        of.locator("[data-do=save]").click()
        assert [each["system"] for each in json.loads(came_down("prophecy.json"))["characters"]] == ["prophecy"]
