"""The desk of every stepper: what eye and thumb need is in view at each step, and nothing happens by accident."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from rules_py import library
from rules_py.stepper import Stepper
from tests.browser.asked import PLACES
from tests.browser.reader import Visit, Widget, named, spoken

DESKS = sorted(name for name, widget in library.WIDGETS.items() if isinstance(widget, Stepper))
PLAY = "contest.stepper"
SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desktop": (1440, 900)}
STEPS = 6

SEEN = """(name) => {
  const desk = document.querySelector(`rules-widget[name="${name}"]`);
  const within = (box, frame) => box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  const window_ = {top: 0, bottom: innerHeight};
  const box = (selector) => desk.querySelector(selector)?.getBoundingClientRect();
  const here = box('[data-here], [data-outcome]');
  return {
    place: Math.round(box('[data-primary]').top),
    primary: within(box('[data-primary]'), window_),
    last: box('[data-last]').top < box('[data-region="status"]').bottom,
    board: !here || within({top: here.top, bottom: Math.min(here.bottom, here.top + 40)}, box('output')),
    focus: desk.querySelector('[data-primary]') === document.activeElement,
    still: scrollY === 0 && document.documentElement.scrollWidth <= innerWidth,
  };
}"""
"""What is in view after a step; `place` is how far down the primary button stands."""

pytestmark = spoken("en")


def step(widget: Widget) -> str:
    """Tap the primary button as a finger does, once the desk takes presses again."""
    expect(widget.root).not_to_have_attribute("data-calming", "")
    widget.root.locator("[data-primary]").click()
    return widget.settled()


@pytest.mark.parametrize("size", SIZES)
def test_at_each_step_the_board_the_result_and_what_comes_next_are_in_view(
    lent: Callable[..., Visit], language: str, size: str
) -> None:
    width, height = SIZES[size]
    visit = lent(language, viewport={"width": width, "height": height}, has_touch=width < 1000)
    for name in DESKS if size == "phone" else DESKS[::3]:
        visit.load(PLACES[name])
        widget, places = visit.widget(name), set()
        for number in range(STEPS):
            assert step(widget) == "ready", (name, number, widget.status.inner_text())
            seen = visit.page.evaluate(SEEN, name)
            places.add(seen.pop("place"))
            assert all(seen.values()), (name, number, seen)
        assert len(places) == 1, (name, places)


def test_a_double_click_takes_one_step(visit: Visit) -> None:
    visit.load(PLACES[PLAY])
    widget = visit.widget(PLAY).live()
    place = widget.root.locator("[data-primary]").bounding_box()
    assert place
    visit.page.mouse.dblclick(place["x"] + 20, place["y"] + 20, delay=20)
    expect(widget.root.locator("[data-part=history]")).to_contain_text("(1)")
    expect(widget.root).not_to_have_attribute("data-calming", "")
    expect(widget.root.locator("[data-part=history]")).to_contain_text("(1)")


def begun(visit: Visit) -> Widget:
    """A contest whose first steps have been taken."""
    visit.load(PLACES[PLAY])
    widget = visit.widget(PLAY)
    for _ in range(3):
        step(widget)
    return widget


def offer(page: Page) -> str:
    return page.locator(".desk-offer").inner_text()


def test_whoever_comes_back_goes_on_with_the_fight(visit: Visit) -> None:
    widget = begun(visit)
    moment, before = widget.root.locator(".phase").inner_text(), named(visit.page, PLAY)
    visit.load("about/")
    visit.load(PLACES[PLAY])
    assert moment in offer(visit.page)
    visit.page.locator(".desk-offer [data-do=return]").click()
    assert widget.settled() == "ready"
    assert named(visit.page, PLAY) == before
    expect(widget.root.locator(".phase")).to_have_text(moment)
    expect(visit.page.locator(".desk-offer")).to_be_hidden()


def test_a_fight_that_was_started_over_can_be_brought_back(visit: Visit) -> None:
    widget = begun(visit)
    before, steps = named(visit.page, PLAY), widget.button("undo").inner_text()
    assert widget.press("restart") == "ready"
    assert "actions" not in named(visit.page, PLAY)
    visit.page.locator(".desk-offer [data-do=return]").click()
    expect(widget.button("undo")).to_have_text(steps)
    assert named(visit.page, PLAY) == before


def test_keys_alone_play_and_the_list_of_keys_opens_and_closes(visit: Visit) -> None:
    widget = begun(visit)
    keyboard, dialog = visit.page.keyboard, widget.root.locator("dialog")
    steps = widget.button("undo").inner_text()
    keyboard.press("Enter")
    assert widget.settled() == "ready"
    expect(widget.button("undo")).not_to_have_text(steps)
    keyboard.press("u")
    expect(widget.button("undo")).to_have_text(steps)
    keyboard.press("?")
    expect(dialog).to_be_visible()
    keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert widget.settled() == "ready"


def test_on_a_phone_the_log_is_one_press_away(lent: Callable[..., Visit], language: str) -> None:
    width, height = SIZES["phone"]
    visit = lent(language, viewport={"width": width, "height": height}, has_touch=True)
    widget = begun(visit)
    expect(widget.log).to_be_hidden()
    widget.root.locator(".desk-tabs [data-view=log]").click()
    expect(widget.log).to_be_visible()
    expect(widget.root.locator("[data-primary]")).to_be_in_viewport()
    expect(widget.output).to_be_hidden()
