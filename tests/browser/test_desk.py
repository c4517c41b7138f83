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


def spot(widget: Widget) -> tuple[float, float]:
    """Return where the primary button is seen; Firefox' driver, told to click on it, moves it to the middle first."""
    place = widget.root.locator("[data-primary]").bounding_box()
    assert place
    return place["x"] + 20, place["y"] + 20


def step(widget: Widget) -> str:
    """Press the primary button where it is seen, once the desk takes presses again, and see that it was pressed."""
    expect(widget.root).not_to_have_attribute("data-calming", "")
    before = widget.page.url
    widget.page.mouse.click(*spot(widget))
    state = widget.settled()
    assert widget.page.url != before
    return state


REFUSED: Mapping[str, tuple[str, dict[str, str]]] = {
    "contest.stepper": ("add", {"abilities": "0"}),
    "prophecy.battle": ("add", {"new_mana": "-1"}),
    "exorcist.combat": ("thing", {"t_toughness": "-1"}),
    "avatar.combat": ("begin", {"drawn": "ZZ"}),
    "kamui.board": ("reveal", {"dice": "7 11"}),
}

ROOM = """(name) => ['.desk-choices', 'output'].map(
  (part) => document.querySelector(`rules-widget[name="${name}"] ${part}`).clientHeight)"""
"""How high the choices are seen, and how high the board."""

CUT = """(desk) => {
  const folds = [...desk.querySelectorAll('form details:not([open])')];
  for (const fold of folds) fold.open = true;
  const pen = document.createElement('canvas').getContext('2d');
  const cut = [...desk.querySelectorAll('select')].filter((list) => list.checkVisibility()).flatMap((list) => {
    const style = getComputedStyle(list), size = (name) => Number.parseFloat(style[name]);
    const room = list.clientWidth - size('paddingLeft') - size('paddingRight');
    const lines = Math.round((list.clientHeight - size('paddingTop') - size('paddingBottom')) / size('lineHeight'));
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const text = list.selectedOptions[0]?.text ?? '';
    return pen.measureText(text).width > room * lines * 1.05 ? [text] : [];
  });
  for (const fold of folds) fold.open = false;
  return cut;
}"""
"""What is chosen in a list and cannot be read whole, on as many lines as it takes, with every fold open."""


@pytest.mark.parametrize("name", DESKS)
def test_on_a_phone_all_that_is_needed_is_in_view(thumb: Visit, name: str, browser_name: str) -> None:
    """One sees why and where something is refused, which changes nothing; at each step the board, the result and what
    comes next, which stays where it is, as well when the window grows; who goes for the choices sees more of them, and
    then the board again; what is chosen in a list is read whole; the log is one press away.
    """
    widget, page = fresh(thumb, name), thumb.page
    do, said = REFUSED[name]
    before = {field: widget.control(field).first.input_value() for field in said}
    shown, address = widget.shown(), page.url
    assert widget.press(do, **said) == "error"
    assert widget.status.inner_text()
    expect(widget.status).to_be_in_viewport(ratio=1)
    for field in said:
        expect(widget.error(field)).to_be_visible()
        expect(widget.control(field).first).to_have_attribute("aria-invalid", "true")
    assert (widget.shown(), page.url) == (shown, address)
    widget.fill(before)

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

    rooms = page.evaluate(ROOM, name)
    widget.root.locator(".desk-choices").evaluate("(choices) => choices.scrollBy(0, 40)")
    expect(widget.root).to_have_attribute("data-reaching", "")
    choices, board = page.evaluate(ROOM, name)
    assert choices > rooms[0] + 90, (choices, rooms)
    assert board > 60
    assert step(widget) == "ready"
    assert page.evaluate(ROOM, name)[1] > 2 * board
    if browser_name == "chromium":  # Firefox gives a list one line
        assert widget.root.evaluate(CUT) == []

    expect(widget.log).to_be_hidden()
    widget.root.locator(".desk-tabs [data-view=log]").click()
    expect(widget.log).to_be_visible()
    expect(widget.root.locator("[data-primary]")).to_be_in_viewport()
    expect(widget.output).to_be_hidden()


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
    visit.page.mouse.dblclick(*spot(widget))
    once = re.compile(r"[(（]1[)）]")
    expect(widget.button("undo")).to_have_text(once)
    expect(widget.root).not_to_have_attribute("data-calming", "")
    expect(widget.button("undo")).to_have_text(once)


def begun(visit: Visit, name: str = PLAY) -> Widget:
    """A fight, of the contest if none is named, whose first steps have been taken."""
    widget = fresh(visit, name)
    for _ in range(3):
        step(widget)
    return widget


def offer(page: Page) -> str:
    return page.locator(".desk-offer").inner_text()


@pytest.mark.parametrize("name", DESKS if EACH_IN_EACH else ["exorcist.combat"])
def test_whoever_comes_back_goes_on_with_the_fight_and_one_that_was_started_over_comes_back(
    visit: Visit, name: str
) -> None:
    widget = begun(visit, name)
    moment, before = widget.root.locator(".phase").inner_text(), named(visit.page, name)
    steps = widget.button("undo").inner_text()
    visit.turn("about/")
    visit.turn(PLACES[name])
    assert moment in offer(visit.page)
    visit.page.locator(".desk-offer [data-do=return]").click()
    assert widget.settled() == "ready"
    assert named(visit.page, name) == before
    expect(widget.root.locator(".phase")).to_have_text(moment)
    expect(visit.page.locator(".desk-offer")).to_be_hidden()

    assert widget.press("restart") == "ready"
    assert "actions" not in named(visit.page, name)
    visit.page.locator(".desk-offer [data-do=return]").click()
    expect(widget.button("undo")).to_have_text(steps)
    assert named(visit.page, name) == before


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
    page.goto("about:blank")
    page.evaluate("(address) => { location.href = address; }", address)  # loaded with Python, in Firefox
    desk = visit.widget(PLAY)
    expect(desk.root).to_have_attribute("data-awaited", "")
    expect(desk.status).to_be_in_viewport()
    expect(desk.status).to_contain_text({"en": "on its way", "ja": "読み込んでいます"}[visit.language])
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
