"""The desk of every stepper: what eye and thumb need is in view at each step, and nothing happens by accident."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from rules_py import library
from rules_py.stepper import Stepper
from tests.browser.reader import SMALL_PHONE, Visit, Widget, named, spoken
from tests.places import PLACES

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


def test_a_desk_that_is_turned_to_stands_in_one_window_and_leaves_the_next_page_alone(
    lent: Callable[..., Visit], language: str
) -> None:
    visit = lent(language, viewport={"width": 1440, "height": 900})
    visit.load("contest/check/")
    contents = visit.page.locator(".md-sidebar--secondary")
    expect(contents).to_be_visible()
    visit.turn(PLACES[PLAY])
    assert step(visit.widget(PLAY)) == "ready"
    expect(contents).to_be_hidden()
    assert all({**visit.page.evaluate(SEEN, PLAY), "place": 1}.values())
    visit.turn("contest/check/")
    expect(contents).to_be_visible()


def test_a_double_click_takes_one_step(visit: Visit) -> None:
    visit.load(PLACES[PLAY])
    widget = visit.widget(PLAY).live()
    place = widget.root.locator("[data-primary]").bounding_box()
    assert place
    visit.page.mouse.dblclick(place["x"] + 20, place["y"] + 20, delay=20)
    expect(widget.root.locator("[data-part=history]")).to_contain_text("(1)")
    expect(widget.root).not_to_have_attribute("data-calming", "")
    expect(widget.root.locator("[data-part=history]")).to_contain_text("(1)")


def begun(visit: Visit, name: str = PLAY) -> Widget:
    """A fight, of the contest if none is named, whose first steps have been taken."""
    visit.load(PLACES[name])
    widget = visit.widget(name)
    for _ in range(3):
        step(widget)
    return widget


def offer(page: Page) -> str:
    return page.locator(".desk-offer").inner_text()


@pytest.mark.parametrize("name", DESKS)
def test_whoever_comes_back_goes_on_with_the_fight(visit: Visit, name: str) -> None:
    widget = begun(visit, name)
    moment, before = widget.root.locator(".phase").inner_text(), named(visit.page, name)
    visit.turn("about/")
    visit.turn(PLACES[name])
    assert moment in offer(visit.page)
    visit.page.locator(".desk-offer [data-do=return]").click()
    assert widget.settled() == "ready"
    assert named(visit.page, name) == before
    expect(widget.root.locator(".phase")).to_have_text(moment)
    expect(visit.page.locator(".desk-offer")).to_be_hidden()


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
@pytest.mark.parametrize("name", DESKS)
def test_a_tap_on_a_rule_loses_nothing(lent: Callable[..., Visit], language: str, name: str) -> None:
    visit = lent(language, **SMALL_PHONE)
    widget = begun(visit, name)
    before, moment = visit.page.url, widget.root.locator(".phase").inner_text()
    widget.root.locator("[data-view=log]").tap()
    widget.log.locator("a.rule-ref").first.tap()
    preview = visit.page.locator("#rule-preview")
    expect(preview).to_be_visible()
    assert visit.page.url == before
    widget.root.locator("[data-view=board]").tap()
    expect(preview).to_be_hidden()
    assert (visit.page.url, widget.root.locator(".phase").inner_text()) == (before, moment)


def test_of_a_shared_link_the_fight_is_what_is_seen_first(visit: Visit) -> None:
    """Until Python is there nothing of the set-up can be seen or pressed, and the desk says what it waits for."""
    begun(visit)
    address, page = visit.page.url, visit.page
    held: list[Route] = []
    page.route("**/runtime/**", lambda route: held.append(route))  # it comes late
    page.goto(address)
    desk = visit.widget(PLAY)
    expect(desk.root).to_have_attribute("data-awaited", "")
    expect(desk.status).to_be_in_viewport()
    expect(desk.status).to_contain_text("on its way")
    for hidden in (desk.output, desk.root.locator("[data-primary]"), desk.root.locator(".phase")):
        expect(hidden).to_be_hidden()
    expect(desk.root.locator("button:visible")).to_have_count(0)
    for route in held:
        route.continue_()
    page.unroute("**/runtime/**")
    assert desk.settled() == "ready"
    expect(desk.root.locator("[data-primary]")).to_be_in_viewport()
    expect(desk.root.locator(".phase")).to_be_visible()
    assert page.url == address


def test_nothing_lies_over_what_is_played(lent: Callable[..., Visit], language: str) -> None:
    """In a low window too, where the page scrolls and the theme would offer the way back to its top."""
    visit = lent(language, viewport={"width": 740, "height": 360})
    begun(visit)
    visit.page.mouse.wheel(0, 900)
    visit.page.wait_for_function("() => scrollY > 300")
    visit.page.mouse.wheel(0, -200)
    visit.page.evaluate("() => new Promise((go) => { setTimeout(go, 500); })")
    expect(visit.page.locator(".md-top")).to_be_hidden()


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
