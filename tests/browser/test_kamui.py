"""Kamui at the table: a cycle and a round by keys, the end of a session."""

from playwright.sync_api import expect

from rules_py.stepper import encode_actions
from tests.browser.asked import story
from tests.browser.reader import Keys, Visit, spoken

BOARD = "kamui.board"

pytestmark = spoken("en")


def test_a_cycle_and_a_round_are_played_by_keyboard_alone(visit: Visit) -> None:
    """K-M2, K-M4, K-M8: revelation dice typed, duty, a move, the end of the round."""
    alone = encode_actions([["take", "kamui", 2], ["take", "kamui", 1]])
    keys = Keys(visit.page, visit.stepper({f"{BOARD}.actions": alone}, BOARD)).enter()

    def fill(field: str, text: str) -> None:
        keys.reach(f':is(input, select)[name="{field}"]')
        visit.page.keyboard.press("ControlOrMeta+a")
        visit.page.keyboard.type(text)

    keys.reach('[data-key="more"] > summary')
    visit.page.keyboard.press("Enter")
    fill("dice", "7 3")
    keys.hit("reveal")
    keys.widget.agrees(visit.language)
    keys.hit("go:3", "Space")
    keys.hit("begin")
    fill("dice", "1 9")
    keys.hit("duty")
    keys.widget.agrees(visit.language)
    keys.hit("climax")
    keys.hit("begin")
    keys.hit("move")
    keys.hit("rest")
    keys.hit("end")
    keys.widget.agrees(visit.language)
    expect(keys.widget.log).to_contain_text("K-7.1")
    keys.hit("undo")
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
