"""Kamui at the table: a cycle and a round by keys, a session by thumbs, calculators that answer as Python does."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.reader import SMALL_PHONE, Keys, Visit, Widget, defaults, named, native, violations

BOARD, FAITH = "kamui.board", "kamui.faith"
POOL, ATTACK, GRACE, DIFFICULTY = "kamui.pool", "kamui.attack", "kamui.grace", "kamui.difficulty"


def agrees(widget: Widget, name: str, language: str) -> None:
    """Check that the page shows what Python makes natively of its address."""
    widget.shows(native(name, language, defaults(name) | named(widget.page, name)))


def board(visit: Visit) -> Widget:
    visit.open("kamui/board/")
    return visit.widget(BOARD).live()


def test_a_cycle_and_a_round_are_played_by_keyboard_alone(visit: Visit) -> None:
    """K-M2, K-M4, K-M8: revelation dice typed, duty three times, a move, the end of the round."""
    keys = Keys(visit.page, board(visit))

    def fill(field: str, text: str) -> None:
        keys.reach(f':is(input, select)[name="{field}"]')
        visit.page.keyboard.press("ControlOrMeta+a")
        visit.page.keyboard.type(text)

    fill("dice", "7 3")
    keys.hit("reveal")
    agrees(keys.widget, BOARD, visit.language)
    keys.hit("go:3", "Space")
    for _ in range(2):
        fill("spent", "0")
        keys.hit("reveal")
    for _ in range(3):
        keys.hit("begin")
        fill("dice", "1 9")
        keys.hit("duty")
        agrees(keys.widget, BOARD, visit.language)
    keys.hit("climax")
    keys.hit("begin")
    keys.hit("move")
    keys.hit("rest")
    for _ in range(2):
        keys.hit("begin")
        keys.hit("rest")
    keys.hit("end")
    agrees(keys.widget, BOARD, visit.language)
    expect(keys.widget.log).to_contain_text("K-7.1")
    keys.hit("undo")
    agrees(keys.widget, BOARD, visit.language)
    assert violations(visit.page) == []


def test_dice_that_do_not_exist_are_told_and_change_nothing(visit: Visit) -> None:
    widget = board(visit)
    before = widget.shown(), visit.page.url
    assert widget.press("reveal", dice="7 11") == "error"
    expect(widget.error("dice")).to_be_visible()
    assert (widget.shown(), visit.page.url) == before
    assert widget.press("reveal", dice="7 10") == "ready"
    agrees(widget, BOARD, visit.language)


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_session_is_played_by_thumb_on_a_small_phone(thumb: Visit) -> None:
    page = thumb.open("kamui/board/", {f"{BOARD}.seed": "lamp"})
    widget = thumb.widget(BOARD).live()
    for do in ("reveal", "go:", "reveal", "go:", "reveal", "go:", "begin", "duty", "begin", "offer", "begin", "duty"):
        button = widget.root.locator(f'button[name="do"][value^="{do}"]').first
        if not button.count():
            continue  # all dice showed the same number
        button.tap()
        assert widget.settled() == "ready", widget.status.inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    for do in ("climax", "begin", "move", "main", "sub", "rest", "begin", "rest", "hurt", "begin", "rest", "end"):
        widget.button(do).first.tap()
        assert widget.settled() == "ready", widget.status.inner_text()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    agrees(widget, BOARD, thumb.language)
    assert violations(page) == []


def test_a_session_ends_with_the_grace_check(visit: Visit) -> None:
    """K-6.1, K-M9: a link of level 5, one face too few, then the die; the address holds it."""
    widget = board(visit)
    assert widget.press("climax") == "ready"
    assert widget.press("link", whose="0", link_to="Mio", level="5") == "ready"
    assert widget.press("ending") == "ready"
    assert widget.press("grace", dice="3 5") == "error"
    expect(widget.error("dice")).to_be_visible()
    assert widget.press("grace", dice="3") == "ready"
    agrees(widget, BOARD, visit.language)
    expect(widget.output.locator(".summary-line")).to_contain_text("1")
    expect(widget.button("grace")).to_have_count(0)


@pytest.mark.parametrize("path", ["kamui/calculators/", "kamui/board/"])
def test_no_house_rule_is_squeezed_on_a_small_phone(resting: Callable[..., Visit], language: str, path: str) -> None:
    page = resting(**SMALL_PHONE).page
    page.goto(f"/{language}/{path}")
    widths = page.locator("details.house-rules").evaluate_all(
        """(all) => all.flatMap((each) => {
          each.open = true;
          return [...each.querySelectorAll('.field')].map((field) => field.getBoundingClientRect().width);
        })"""
    )
    assert len(widths) > 10
    assert min(widths) > 150
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize(
    ("name", "values"),
    [
        (POOL, {}),
        (ATTACK, {"die": "d6"}),
        (GRACE, {"reduction": "each_die"}),
        (DIFFICULTY, {}),
        (FAITH, {"wished": "９０", "rounds": "4"}),
        (FAITH, {"kamui": "2, 5", "rifts": "1 3 3 6", "moves": "2, 1", "rift_faith": "per_pair", "die": "d6"}),
    ],
)
def test_the_page_answers_as_python_does(visit: Visit, name: str, values: dict[str, str]) -> None:
    widget = visit.calculator(name)
    assert widget.fill(values) == "ready"
    widget.shows(native(name, visit.language, defaults(name) | values), told=bool(values))
    visit.page.evaluate("localStorage.removeItem('rulebook-numbers')")


def test_a_square_off_the_ring_is_told_beside_its_field(visit: Visit) -> None:
    """K-Q2."""
    widget = visit.calculator(FAITH)
    assert widget.fill({"kamui": "2, 11"}) == "error"
    expect(widget.error("kamui")).to_be_visible()
    expect(widget.status).to_contain_text("K-Q2")
    widget.fill({"kamui": "2, 10"})
    assert widget.settled() == "ready"
