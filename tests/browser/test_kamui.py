"""Kamui at the table: what is refused, a climax and its links, the end of a session."""

from playwright.sync_api import expect

from tests.browser.asked import story
from tests.browser.reader import Visit, spoken

BOARD = "kamui.board"

pytestmark = spoken("en")


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
