"""The desk of every stepper: what eye and thumb need is in view at each step, and nothing happens by accident."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from rules_py import library
from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import Visit, Widget, named, spoken
from tests.places import PLACES

DESKS = sorted(name for name, widget in library.WIDGETS.items() if widget.is_desk)
PLAY = "contest.stepper"
SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 360, "height": 740},
    "tablet": {"width": 768, "height": 1024},
    "desktop": {"width": 1440, "height": 900},
}
STEPS = 6 if EACH_IN_EACH else 4

SEEN = """(name) => {
  // A window that has just grown moves its search in.
  document.getAnimations().filter((each) => each instanceof CSSTransition).forEach((each) => each.finish());
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


def fresh(visit: Visit, name: str = PLAY) -> Widget:
    """A desk on which nothing was pressed, of the contest if none is named; its dice fall the same each time."""
    visit.turn(PLACES[name], {f"{name}.seed": "lamp"})
    return visit.widget(name).live()


def step(widget: Widget) -> str:
    """Tap the primary button as a finger does, once the desk takes presses again."""
    expect(widget.root).not_to_have_attribute("data-calming", "")
    widget.root.locator("[data-primary]").click()
    return widget.settled()


@pytest.mark.parametrize("name", DESKS)
def test_at_each_step_the_board_the_result_and_what_comes_next_are_in_view(thumb: Visit, name: str) -> None:
    """On a phone, and as well when the window grows: what comes next stays where it is."""
    widget, page = fresh(thumb, name), thumb.page
    places: dict[str, set[int]] = {size: set() for size in SIZES}
    for number in range(STEPS):
        assert step(widget) == "ready", (number, widget.status.inner_text())
        for size, screen in SIZES.items():
            page.set_viewport_size(screen)
            seen = page.evaluate(SEEN, name)
            places[size].add(seen.pop("place"))
            assert all(seen.values()), (size, number, seen)
        page.set_viewport_size(SIZES["phone"])
    assert all(len(found) == 1 for found in places.values()), places


REFUSED: Mapping[str, tuple[str, dict[str, str]]] = {
    "contest.stepper": ("add", {"abilities": "0"}),
    "prophecy.battle": ("add", {"new_mana": "-1"}),
    "exorcist.combat": ("thing", {"t_toughness": "-1"}),
    "avatar.combat": ("begin", {"drawn": "ZZ"}),
    "kamui.board": ("reveal", {"dice": "7 11"}),
}


@pytest.mark.parametrize("name", DESKS)
def test_on_a_phone_one_sees_why_something_is_refused(thumb: Visit, name: str) -> None:
    widget, (do, said) = fresh(thumb, name), REFUSED[name]
    assert widget.press(do, **said) == "error"
    assert widget.status.inner_text()
    expect(widget.status).to_be_in_viewport(ratio=1)


def test_a_house_rule_that_comes_too_late_is_refused_in_view_and_the_fight_stays(thumb: Visit) -> None:
    """In the midst of a fight, when the strip is full of what happened, and the switch lies far down the tray."""
    name, page = "kamui.board", thumb.page
    widget = fresh(thumb, name)
    for _ in range(8):
        step(widget)
    die, board = widget.root.locator('select[name="die"]'), widget.output.inner_text()
    die.evaluate("(at) => { for (; at; at = at.parentElement) if (at.localName === 'details') at.open = true; }")
    for size in ("phone", "desktop"):
        page.set_viewport_size(SIZES[size])
        die.select_option("d6")
        assert widget.settled() == "error"
        expect(widget.status if size == "phone" else widget.error("die")).to_be_in_viewport(ratio=1)
        assert widget.output.inner_text() == board
        die.select_option("d10")
        assert widget.settled() == "ready"
    page.set_viewport_size(SIZES["phone"])


def test_a_desk_that_is_turned_to_stands_in_one_window_and_leaves_the_next_page_alone(
    visit: Visit, still: Page
) -> None:
    still.set_viewport_size(SIZES["desktop"])
    visit.turn("contest/check/")
    contents = visit.page.locator(".md-sidebar--secondary")
    expect(contents).to_be_visible()
    visit.turn(PLACES[PLAY])
    assert step(visit.widget(PLAY)) == "ready"
    expect(contents).to_be_hidden()
    assert all({**visit.page.evaluate(SEEN, PLAY), "place": 1}.values())
    visit.turn("contest/check/")
    expect(contents).to_be_visible()


def test_a_double_click_takes_one_step(visit: Visit) -> None:
    widget = fresh(visit)
    place = widget.root.locator("[data-primary]").bounding_box()
    assert place
    visit.page.mouse.dblclick(place["x"] + 20, place["y"] + 20)
    expect(widget.root.locator("[data-part=history]")).to_contain_text("(1)")
    expect(widget.root).not_to_have_attribute("data-calming", "")
    expect(widget.root.locator("[data-part=history]")).to_contain_text("(1)")


def begun(visit: Visit, name: str = PLAY) -> Widget:
    """A fight, of the contest if none is named, whose first steps have been taken."""
    widget = fresh(visit, name)
    for _ in range(3):
        step(widget)
    return widget


def offer(page: Page) -> str:
    return page.locator(".desk-offer").inner_text()


@pytest.mark.parametrize("name", DESKS if EACH_IN_EACH else [PLAY, "exorcist.combat"])
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
@pytest.mark.parametrize("name", DESKS if EACH_IN_EACH else [PLAY])
def test_a_tap_on_a_rule_loses_nothing(thumb: Visit, name: str) -> None:
    visit, widget = thumb, begun(thumb, name)
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
    python = re.compile(r"/runtime/|/worker\.mjs")
    page.route(python, lambda route: held.append(route))  # it comes late
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
    page.unroute(python)
    assert desk.settled() == "ready"
    expect(desk.root.locator("[data-primary]")).to_be_in_viewport()
    expect(desk.root.locator(".phase")).to_be_visible()
    assert page.url == address


@pytest.mark.parametrize("place", [PLACES[PLAY], "prophecy/calculators/"])
def test_nothing_lies_over_what_is_played_or_filled_in(visit: Visit, still: Page, place: str) -> None:
    """In a low window too, where the page scrolls and the way back to its top would be offered."""
    still.set_viewport_size({"width": 740, "height": 360})
    visit.turn(place)
    visit.page.mouse.move(370, 180)
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


def test_on_a_phone_the_log_is_one_press_away(thumb: Visit) -> None:
    widget = begun(thumb)
    expect(widget.log).to_be_hidden()
    widget.root.locator(".desk-tabs [data-view=log]").click()
    expect(widget.log).to_be_visible()
    expect(widget.root.locator("[data-primary]")).to_be_in_viewport()
    expect(widget.output).to_be_hidden()


ROOM = """(name) => ['.desk-choices', 'output'].map(
  (part) => document.querySelector(`rules-widget[name="${name}"] ${part}`).clientHeight)"""
"""How high the choices are seen, and how high the board."""


@pytest.mark.parametrize("name", DESKS)
def test_on_a_phone_who_goes_for_the_choices_sees_more_of_them_and_then_the_board_again(
    thumb: Visit, name: str
) -> None:
    widget, page = begun(thumb, name), thumb.page
    before = page.evaluate(ROOM, name)
    widget.root.locator(".desk-choices").evaluate("(choices) => choices.scrollBy(0, 40)")
    expect(widget.root).to_have_attribute("data-reaching", "")
    choices, board = page.evaluate(ROOM, name)
    assert choices > before[0] + 90, (choices, before)
    assert board > 60
    assert step(widget) == "ready"
    assert page.evaluate(ROOM, name)[1] > 2 * board


@pytest.mark.only_browser("chromium")  # Firefox gives a list one line
@pytest.mark.parametrize("name", DESKS)
def test_what_is_chosen_in_a_list_is_read_whole_on_a_phone(thumb: Visit, name: str) -> None:
    """On as many lines as it takes, with every fold open."""
    widget = begun(thumb, name)
    cut = widget.root.evaluate("""(desk) => {
      for (const fold of desk.querySelectorAll('form details')) fold.open = true;
      const pen = document.createElement('canvas').getContext('2d');
      return [...desk.querySelectorAll('select')].filter((list) => list.checkVisibility()).flatMap((list) => {
        const style = getComputedStyle(list), size = (name) => Number.parseFloat(style[name]);
        const room = list.clientWidth - size('paddingLeft') - size('paddingRight');
        const lines = Math.round((list.clientHeight - size('paddingTop') - size('paddingBottom')) / size('lineHeight'));
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
        const text = list.selectedOptions[0]?.text ?? '';
        return pen.measureText(text).width > room * lines * 1.05 ? [text] : [];
      });
    }""")
    assert cut == []
