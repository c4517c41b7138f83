"""Tactical Exorcist at the table: a barrier by keys, a fight by thumbs, calculators that answer as Python does."""

import pytest
from playwright.sync_api import expect

from tests.browser.reader import Keys, Visit, Widget, defaults, named, native, violations

POOL, ATTACK, DIFFICULTY = "exorcist.pool", "exorcist.attack", "exorcist.difficulty"
BOARD, COMBAT = "exorcist.board", "exorcist.combat"


def agrees(widget: Widget, name: str, language: str) -> None:
    """Check that the page shows what Python makes natively of its address."""
    widget.shows(native(name, language, defaults(name) | named(widget.page, name)))


def board(visit: Visit) -> Widget:
    visit.open("exorcist/board/")
    return visit.widget(BOARD).live()


def test_a_barrier_is_laid_by_keyboard_alone(visit: Visit) -> None:
    """E-M10: peg, rope with typed dice, the barrier itself."""
    keys = Keys(visit.page, board(visit))
    keys.hit("activate")
    agrees(keys.widget, BOARD, visit.language)
    for field, text, do in (("peg_to", "D4", "peg"), ("move_to", "C4", "move"), ("dice", "5 5 5 1", "rope:0")):
        keys.reach(f':is(input, select)[name="{field}"]')
        visit.page.keyboard.type(text)
        assert keys.widget.control(field).input_value() == text
        keys.hit(do, "Space")
        agrees(keys.widget, BOARD, visit.language)
    keys.hit("set:0")
    agrees(keys.widget, BOARD, visit.language)
    expect(keys.widget.log).to_contain_text("E-7")
    keys.hit("undo")
    agrees(keys.widget, BOARD, visit.language)
    assert violations(visit.page) == []


def test_dice_that_do_not_exist_are_told_and_change_nothing(visit: Visit) -> None:
    widget = board(visit)
    assert widget.press("activate") == "ready"
    assert widget.press("peg", peg_to="D4") == "ready"
    assert widget.press("move", move_to="C4") == "ready"
    before = widget.shown(), visit.page.url
    assert widget.press("rope:0", dice="7 7 7 7") == "error"
    expect(widget.error("dice")).to_be_visible()
    assert (widget.shown(), visit.page.url) == before
    assert widget.press("rope:0", dice="6 6 6 6") == "ready"
    agrees(widget, BOARD, visit.language)


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_tap_on_a_square_moves_whoever_acts(thumb: Visit) -> None:
    """E-4.1: on a small phone, with nothing but the drawing; the page does not grow wider."""
    page = thumb.open("exorcist/board/")
    widget = thumb.widget(BOARD).live()
    widget.output.locator('button[value="look:2"]').tap()
    assert widget.settled() == "ready"
    widget.button("activate").tap()
    assert widget.settled() == "ready"
    widget.output.locator('button[value^="move:"]').first.tap()
    assert widget.settled() == "ready"
    agrees(widget, BOARD, thumb.language)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_faces_that_are_none_are_told_beside_the_field_that_holds_them(visit: Visit) -> None:
    """E-3.7: of an evasion, a manoeuvre, and what stands in the attack's place."""
    visit.open("exorcist/stepper/")
    widget = visit.widget(COMBAT).live()
    for do in ("begin", "turn"):
        assert widget.press(do) == "ready"
    for do, field in (("manoeuvre", "manoeuvre_dice"), ("rope", "other_dice"), ("attack", "dice")):
        assert widget.press(do, **{field: "1"}) == "error"
        expect(widget.error(field)).to_be_visible()
        widget.fill({field: ""})
    assert widget.press("attack", target_1="1", dice="6 6 6 6") == "ready"
    assert widget.press("evade", spent="2", evade_dice="7 7") == "error"
    expect(widget.error("evade_dice")).to_be_visible()
    assert widget.press("evade", spent="2", evade_dice="6 6") == "ready"
    agrees(widget, COMBAT, visit.language)


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_fight_is_fought_by_thumb_on_a_small_phone(thumb: Visit) -> None:
    page = thumb.open("exorcist/stepper/", {f"{COMBAT}.seed": "lamp"})
    widget = thumb.widget(COMBAT).live()
    wishes = ("begin", "turn", "respawn", "damage", "evade", "attack", "done")
    for _ in range(25):
        do = next(each for each in wishes if widget.button(each).count())
        widget.button(do).first.tap()
        if widget.settled() == "error":  # the rules forbid it at this moment; the activation ends instead
            widget.button("done").first.tap()
            assert widget.settled() == "ready", widget.status.inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    agrees(widget, COMBAT, thumb.language)
    assert violations(page) == []


@pytest.mark.parametrize(
    ("name", "values"),
    [
        (POOL, {"dice": "7"}),
        (POOL, {"bonus": "−1", "difficulty": "hard"}),
        (ATTACK, {"evade_dice": "2"}),
        (ATTACK, {"katashiro": "２", "evasion_needs": "attack_successes"}),
        (DIFFICULTY, {"party": "3, 4"}),
    ],
)
def test_the_page_answers_as_python_does(visit: Visit, name: str, values: dict[str, str]) -> None:
    widget = visit.calculator(name)
    assert widget.fill(values) == "ready"
    widget.shows(native(name, visit.language, defaults(name) | values))
    visit.page.evaluate("localStorage.removeItem('rulebook-numbers')")


def test_a_manoeuvre_with_focus_is_told_beside_its_field(visit: Visit) -> None:
    """E-5.9."""
    widget = visit.calculator(POOL)
    assert widget.fill({"focus": "1", "manoeuvre": "1"}) == "error"
    expect(widget.status).to_contain_text("E-5.9")
    widget.fill({"manoeuvre": ""})
    assert widget.settled() == "ready"
