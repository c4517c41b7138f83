"""Kamui at the table: a cycle and a round by keys, a session by thumbs, the end of a session."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.asked import story
from tests.browser.reader import Keys, Visit, spoken, violations

BOARD = "kamui.board"

pytestmark = spoken("en")


def calm(page: Page) -> None:
    """Wait until a press no longer counts as the second half of a double click."""
    page.wait_for_function("() => !document.querySelector('[data-calming]')")


def test_a_cycle_and_a_round_are_played_by_keyboard_alone(visit: Visit) -> None:
    """K-M2, K-M4, K-M8: revelation dice typed, duty three times, a move, the end of the round."""
    keys = Keys(visit.page, visit.stepper(name=BOARD)).enter()

    def fill(field: str, text: str) -> None:
        keys.reach(f':is(input, select)[name="{field}"]')
        visit.page.keyboard.press("ControlOrMeta+a")
        visit.page.keyboard.type(text)

    def hit(do: str, key: str = "Enter") -> None:
        calm(visit.page)
        keys.hit(do, key)

    keys.reach('[data-key="more"] > summary')
    visit.page.keyboard.press("Enter")
    fill("dice", "7 3")
    hit("reveal")
    keys.widget.agrees(visit.language)
    hit("go:3", "Space")
    for _ in range(2):
        fill("spent", "0")
        hit("reveal")
    for number in range(3):
        if number < 2:  # the last has begun by itself
            hit("begin")
        fill("dice", "1 9")
        hit("duty")
        keys.widget.agrees(visit.language)
    hit("climax")
    hit("begin")
    hit("move")
    hit("rest")
    for _ in range(2):
        hit("begin")
        hit("rest")
    hit("end")
    keys.widget.agrees(visit.language)
    expect(keys.widget.log).to_contain_text("K-7.1")
    hit("undo")
    keys.widget.agrees(visit.language)


def test_dice_that_do_not_exist_are_told_and_change_nothing(visit: Visit) -> None:
    widget = visit.stepper(name=BOARD)
    before = widget.shown(), visit.page.url
    assert widget.press("reveal", dice="7 11") == "error"
    expect(widget.error("dice")).to_be_visible()
    assert (widget.shown(), visit.page.url) == before
    assert widget.press("reveal", dice="7 10") == "ready"
    widget.agrees(visit.language)


def test_a_session_ends_with_the_grace_check(visit: Visit) -> None:
    """K-6.1, K-M9: a link of level 5, one face too few, then the die; the address holds it."""
    widget = visit.stepper(name=BOARD)
    assert widget.press("climax") == "ready"
    assert widget.press("link", whose="0", link_to="Mio", level="5") == "ready"
    assert widget.press("ending") == "ready"
    assert widget.press("grace", dice="3 5") == "error"
    expect(widget.error("dice")).to_be_visible()
    assert widget.press("grace", dice="3") == "ready"
    widget.agrees(visit.language)
    expect(widget.output.locator(".summary-line")).to_contain_text("1")
    expect(widget.button("grace")).to_have_count(0)


def test_the_board_s_story(visit: Visit) -> None:
    story(visit, BOARD)


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_session_is_played_by_thumb_on_a_small_phone(thumb: Visit) -> None:
    widget, page = thumb.stepper({f"{BOARD}.seed": "lamp"}, BOARD), thumb.page
    calm(page)  # the address has just been followed
    for do in ("reveal", "go:", "reveal", "go:", "reveal", "go:", "begin", "duty", "begin", "offer", "begin", "duty"):
        button = widget.root.locator(f'button[name="do"][value^="{do}"]').first
        if not button.count():
            continue  # all dice showed the same number
        button.tap()
        assert widget.settled() == "ready", widget.status.inner_text()
        calm(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    board = widget.output
    for do in ("begin:1", "move:", "next:0", "move:", "strike:", "next:2"):
        if do == "begin:1":
            widget.button("climax").first.tap()
            assert widget.settled() == "ready", widget.status.inner_text()
            calm(page)
        button = board.locator(f'button[value^="{do}"]').first
        if not button.count():
            continue  # where the dice have led, nobody is in range
        box = button.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 44, (do, box)
        button.tap()
        assert widget.settled() == "ready", widget.status.inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        calm(page)
    widget.agrees(thumb.language)
    assert violations(page, within="article") == []


def test_a_session_is_pressed_through_with_enter_alone(visit: Visit) -> None:
    """The focus is on what comes next after each step, at the same place, and the ring is in view; never on undo."""
    widget, page = visit.stepper({f"{BOARD}.seed": "lantern"}, BOARD), visit.page
    widget.live()
    widget.root.locator("[data-primary]").focus()
    heights = set()
    for _ in range(90):
        if widget.output.locator("[data-outcome]").count():
            break
        page.keyboard.press("Enter")
        assert widget.settled() == "ready", widget.status.inner_text()
        expect(widget.root.locator("[data-primary]")).to_be_focused()
        heights.add(page.evaluate("Math.round(document.querySelector('[data-primary]').getBoundingClientRect().y)"))
        calm(page)
    expect(widget.output.locator("[data-outcome]")).to_be_visible()
    expect(widget.root.locator("[data-primary]")).to_have_attribute("value", "again")
    assert len(heights) == 1
