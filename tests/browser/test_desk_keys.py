"""Whole fights in which somebody has a keyboard and nothing else, or a screen reader, or a thumb on a small phone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from rules_py import library
from rules_py.core.played import encode_actions
from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import THUMB, Keys, Visit, Widget, both_schemes, defaults, in_focus, named, native, once
from tests.browser.test_desk import SEEN

PRIMARY = "[data-primary]"
NAMELESS = re.compile(
    r"^\s*- (button|grid|toolbar|region|checkbox|radio|combobox|textbox)( \[[^]]*\])*:?$", re.MULTILINE
)
"""A line of what a screen reader hears on which something to press or to fill in has no name."""
MOST_STEPS = 40
"""So many presses end each of these fights."""

RAT = [-9, -20, 3, 0, 0]
"""Of Prophecy; it has been hurt already."""
FIGHTS: Mapping[str, tuple[Mapping[str, str], list[list[Any]]]] = {
    "contest.stepper": ({"seed": "k52", "heavy_wound_square": "2", "dying_square": "3"}, []),
    "prophecy.battle": (
        {},
        [["remove", 2], ["add", "Rat", True, RAT, "", ""], ["edit", 2, "Rat", True, RAT, "", "", 4]],
    ),
    "exorcist.combat": ({}, []),
    "avatar.combat": (
        {},
        [["remove", 3], ["remove", 2], ["remove", 1], ["add", "Rat", "enemy", "S", [60, 0, 2, 1], 2]],
    ),
    "kamui.board": (
        {"seed": "lantern"},
        [["take", "kamui", 2], ["take", "kamui", 1], ["take", "unit", 0], ["unit", "Rat", 4, [5, 0, 1]]],
    ),
}
"""Small casts: what the fields say, and what was set up."""
HEARD = FIGHTS if EACH_IN_EACH else ["avatar.combat"]
"""What a screen reader plays by itself; what it would hear and press in the others is held where these are played."""
KEYED = FIGHTS if EACH_IN_EACH else ["prophecy.battle", "kamui.board"]
"""What keys play to its end here; on the way they go in the others as well: a contest in `test_stepper.py`, a barrier
in `test_exorcist.py`, hidden hands in `test_avatar.py`."""
THUMBED = FIGHTS if EACH_IN_EACH else [name for name in FIGHTS if name not in KEYED]
"""What a thumb plays to its end; its first steps it takes in all, in `test_desk.py`."""
LOOKED_AT = {"contest.stepper": "test_comfort.py", "avatar.combat": "test_avatar.py"}
"""Where axe-core is asked about these in the midst of a fight."""

BOARD = """(name) => {
  const desk = document.querySelector(`rules-widget[name="${name}"]`);
  const seen = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled;
  return [...desk.querySelectorAll('output :is([role=grid], [role=toolbar])')].map((board) => {
    const all = [...board.querySelectorAll('button')].filter(seen);
    return { choices: all.length, stops: all.filter((each) => each.tabIndex === 0).length };
  });
}"""

FOCUS = """(name) => {
  const at = document.activeElement, desk = at.closest(`rules-widget[name="${name}"]`);
  if (!desk) return ['lost'];
  const where = at.closest('.history') ? 'history' : at.matches('[data-primary]') ? 'primary'
    : at.closest('output') ? 'board' : 'controls';
  return [where, Math.round(desk.querySelector('[data-primary]').getBoundingClientRect().top + scrollY)];
}"""
"""Where the focus is, and how far down the primary button stands."""

UNREACHED = """(name) => {
  const desk = document.querySelector(`rules-widget[name="${name}"]`);
  return [...desk.querySelectorAll('button, input, select, textarea, summary, a[href]')]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.tabIndex < 0)
    .filter((each) => !each.closest('[role=grid], [role=toolbar]')).map((each) => each.outerHTML.slice(0, 120));
}"""
"""What can be pressed or filled in but not come to with Tab; on the board the arrows lead on."""

LISTEN = """(name) => {
  globalThis.told = [];
  globalThis.listens?.disconnect(); // the fight before may have been on this desk
  const place = document.querySelector(`rules-widget[name="${name}"] [role=status]`);
  globalThis.listens = new MutationObserver((changes) => {
    if (changes.some((each) => each.addedNodes.length)) globalThis.told.push(place.textContent);
  });
  globalThis.listens.observe(place, { childList: true });
}"""


def begun(visit: Visit, name: str) -> Widget:
    """Open a fight of a small cast by its link."""
    fields, actions = FIGHTS[name]
    said = {"seed": "lamp", **fields, **({"actions": encode_actions(actions)} if actions else {})}
    widget = visit.stepper({f"{name}.{field}": value for field, value in said.items()}, name)
    assert widget.settled() == "ready"
    return widget


def over(widget: Widget) -> bool:
    return widget.output.locator("[data-outcome]").count() > 0


def steps(widget: Widget) -> Iterator[int]:
    """Number the steps until the fight is over."""
    for number in range(MOST_STEPS):
        if over(widget):
            return
        yield number
    raise AssertionError(f"{widget.name} is not over after {MOST_STEPS} steps")


def answered(widget: Widget) -> None:
    expect(widget.root).to_have_attribute("data-state", re.compile("ready|error"))
    assert widget.state == "ready", widget.status.inner_text()


def on_the_board(page: Page, widget: Widget) -> str | None:
    """Go to the first part of the board with Tab, there and back with the arrows, and name what has the focus.

    Returns:
        What the choice says to Python, or nothing where nothing can be chosen.
    """
    parts: list[dict[str, int]] = page.evaluate(BOARD, widget.name)
    assert all(part["stops"] == 1 for part in parts if part["choices"]), parts
    if not any(part["choices"] > 1 for part in parts):
        return None
    Keys(page, widget).reach(f'rules-widget[name="{widget.name}"] output :is([role=grid], [role=toolbar]) button')
    first, ways = value(page), next(part["choices"] for part in parts if part["choices"])
    for key, elsewhere in (("ArrowRight", ways > 1), ("ArrowLeft", False), ("End", ways > 1), ("Home", False)):
        page.keyboard.press(key)
        assert (value(page) != first) is elsewhere, in_focus(page)
    return first


def value(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.value")
    return found


def heard(visit: Visit, widget: Widget) -> None:
    """Check that the last step was told once, whole, in the reader's language; nothing to press has no name."""
    said = native(widget.name, visit.language, defaults(widget.name) | named(visit.page, widget.name))["status"]
    assert visit.page.evaluate("globalThis.told.splice(0)") == [said] == [widget.status.text_content()]
    desk = widget.root.aria_snapshot()
    assert NAMELESS.search(desk) is None, desk


def foremost(visit: Visit, widget: Widget) -> Locator:
    """Return what a screen reader finds first among what can be pressed."""
    tray = visit.page.get_by_role("form", name=library.WIDGETS[widget.name].title.get(visit.language))
    return tray.get_by_role("button").first


@pytest.mark.parametrize("name", KEYED)
def test_a_whole_fight_is_played_with_a_keyboard_alone(visit: Visit, name: str) -> None:
    """Twice on the board where something can be chosen there, then with Enter; the focus is never lost, nor on undo.

    Who does not see hears of each step, and finds first what Enter presses.
    """
    widget, page = begun(visit, name), visit.page
    keys = Keys(page, widget).enter()
    page.evaluate(LISTEN, name)
    tapped, places = 0, set()
    for number in steps(widget):
        before = page.url
        expect(foremost(visit, widget)).to_have_attribute("data-primary", "")
        if number and tapped < 2 and on_the_board(page, widget):
            tapped += 1
            page.keyboard.press("Space" if number % 2 else "Enter")
        else:
            keys.reach(PRIMARY)
            page.keyboard.press("Enter")
        answered(widget)
        assert page.url != before
        assert page.evaluate(UNREACHED, name) == []
        heard(visit, widget)
        if number == 2:
            assert both_schemes(page, within="rules-widget") == []
        where, place = page.evaluate(FOCUS, name)
        places.add(place)
        assert where in ("board", "primary", "controls"), in_focus(page)
    assert tapped or name == "exorcist.combat"  # there what can be tapped stands apart
    assert len(places) == 1, places
    expect(widget.root.locator(PRIMARY)).to_be_focused()
    ended = named(page, name)
    page.keyboard.press("u")
    answered(widget)
    assert not over(widget)
    page.keyboard.press("Shift+U")
    answered(widget)
    assert named(page, name) == ended
    page.keyboard.press("l")
    expect(widget.log).to_be_focused()
    page.keyboard.press("Escape")
    expect(widget.root.locator(PRIMARY)).to_be_focused()
    dialog = widget.root.locator("dialog")
    page.keyboard.press("?")  # the list of keys
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert named(page, name) == ended


@pytest.mark.parametrize("name", HEARD)
def test_a_whole_fight_is_played_with_a_screen_reader_alone(visit: Visit, name: str) -> None:
    """By roles and names."""
    widget, page = begun(visit, name), visit.page
    page.evaluate(LISTEN, name)
    for number in steps(widget):
        foremost(visit, widget).dispatch_event("click")  # as a screen reader presses
        page.wait_for_function("() => globalThis.told.length", polling=20)
        answered(widget)
        heard(visit, widget)
        if number == 5 and EACH_IN_EACH:
            assert both_schemes(page, within="rules-widget") == []
    ended = widget.output.locator("[data-outcome]").get_by_role("heading")
    expect(ended).to_be_visible()
    logged = page.get_by_role("region", name={"en": "Log", "ja": "記録"}[visit.language])
    expect(logged.get_by_role("listitem").first).to_be_attached()


TARGETS = ",".join(
    f"output button[value^='{do}']:visible"
    for do in ('["move"', '["then",["skill"', '["declare","attack"', '["place"', '[["attack"', '["attack"')
)
"""What is tapped on the board."""


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
@pytest.mark.parametrize("name", THUMBED)
def test_a_whole_fight_is_played_by_thumb_on_a_small_phone(thumb: Visit, name: str) -> None:
    """Twice on the board where something can be tapped; what is tapped is large enough, and what counts is in view.

    Who does not see hears of each step; all that can be pressed has a name and can be come to by keyboard.
    """
    widget, page = begun(thumb, name), thumb.page
    page.evaluate(LISTEN, name)
    tapped = 0
    for number in steps(widget):
        target = widget.root.locator(TARGETS)
        if number % 2 and tapped < 2 and target.count():
            tapped += 1
        else:
            target = widget.root.locator(PRIMARY)
        box, before = target.first.bounding_box(), page.url
        assert box
        assert min(box["width"], box["height"]) >= THUMB, (number, box)
        target.first.tap()
        assert widget.settled() == "ready", widget.status.inner_text()
        assert page.url != before
        seen = page.evaluate(SEEN, name)
        assert all(seen[what] for what in ("primary", "last", "board", "still")), (number, seen)
        heard(thumb, widget)
        assert page.evaluate(UNREACHED, name) == []
        if number == 2 and name not in LOOKED_AT:
            assert both_schemes(page, within="rules-widget") == []
    widget.agrees(thumb.language)


MOVING = """(name) => {
  const desk = document.querySelector(`rules-widget[name="${name}"]`);
  globalThis.moved = [];
  for (const kind of ['animationstart', 'transitionrun']) {
    desk.addEventListener(kind, ({ target, pseudoElement }) => {
      const { animationDuration, transitionDuration } = getComputedStyle(target, pseudoElement);
      const long = kind === 'animationstart' ? animationDuration : transitionDuration;
      globalThis.moved.push([target.localName, 1000 * Math.max(...long.split(',').map(parseFloat))]);
    });
  }
}"""


def test_dice_come_in_with_a_short_motion_and_stand_still_for_who_wants_no_motion(
    visit: Visit, browser_name: str
) -> None:
    name, page = "prophecy.battle", visit.page
    wishes = {"reduce": False, "no-preference": True}
    if browser_name == "firefox":  # its driver cannot wish for it
        del wishes["reduce"]
    for motion, moves in wishes.items():
        page.emulate_media(reduced_motion=motion)
        widget = begun(visit, name)
        page.evaluate(MOVING, name)
        for _ in range(2):
            widget.root.locator(PRIMARY).focus()
            page.keyboard.press("Enter")
            answered(widget)
        expect(widget.root.locator(".last svg.die").first).to_be_visible()
        once(page, "() => document.getAnimations().every(({ playState }) => playState !== 'running')")
        moved = [(what, long) for what, long in page.evaluate("globalThis.moved") if long]
        assert bool(moved) is moves, (motion, moved)
        assert all(long <= 200 for what, long in moved if what != "rules-widget"), moved  # the mark of work goes on
    page.emulate_media(reduced_motion="null")
