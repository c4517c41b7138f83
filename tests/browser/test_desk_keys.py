"""Whole fights in which somebody has a keyboard and nothing else, or a screen reader and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules_py import library
from rules_py.stepper import encode_actions
from tests.browser.reader import Keys, Visit, Widget, both_schemes, defaults, in_focus, named, native
from tests.places import PLACES

PRIMARY = "[data-primary]"
NAMELESS = re.compile(
    r"^\s*- (button|grid|toolbar|region|checkbox|radio|combobox|textbox)( \[[^]]*\])*:?$", re.MULTILINE
)
"""A line of what a screen reader hears on which something to press or to fill in has no name."""
MOST_STEPS = 40
"""So many presses end each of these fights."""

FIGHTS: Mapping[str, tuple[Mapping[str, str], list[list[Any]]]] = {
    "contest.stepper": ({"seed": "k52", "heavy_wound_square": "2", "dying_square": "3"}, []),
    "prophecy.battle": ({}, [["remove", 2], ["add", "Rat", True, [-9, -20, 3, 0, 0], "", ""]]),
    "exorcist.combat": ({}, []),
    "avatar.combat": (
        {},
        [["remove", 3], ["remove", 2], ["remove", 1], ["add", "Rat", "enemy", "S", [60, 0, 2, 1], 2]],
    ),
    "kamui.board": ({}, [["take", "kamui", 2], ["take", "unit", 0], ["unit", "Rat", 4, [5, 0, 1]], ["climax"]]),
}
"""Small casts: what the fields say, and what was set up."""

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
  if (!desk) return 'lost';
  if (at.closest('.history')) return 'history';
  return at.matches('[data-primary]') ? 'primary' : at.closest('output') ? 'board' : 'controls';
}"""

LISTEN = """(name) => {
  globalThis.told = [];
  const place = document.querySelector(`rules-widget[name="${name}"] [role=status]`);
  new MutationObserver((changes) => {
    if (changes.some((each) => each.addedNodes.length)) globalThis.told.push(place.textContent);
  }).observe(place, { childList: true });
}"""


def begun(visit: Visit, name: str) -> Widget:
    """Open a fight of a small cast by its link."""
    fields, actions = FIGHTS[name]
    said = {"seed": "lamp", **fields, **({"actions": encode_actions(actions)} if actions else {})}
    visit.load(PLACES[name], {f"{name}.{field}": value for field, value in said.items()})
    widget = visit.widget(name)
    expect(widget.root).to_have_attribute("data-state", "ready")
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


@pytest.mark.parametrize("name", FIGHTS)
def test_a_whole_fight_is_played_with_a_keyboard_alone(visit: Visit, name: str) -> None:
    """Twice on the board where something can be chosen there, then with Enter; the focus is never lost, nor on undo."""
    widget, page = begun(visit, name), visit.page
    keys = Keys(page, widget).skip()
    tapped = 0
    for number in steps(widget):
        before = page.url
        if number and tapped < 2 and on_the_board(page, widget):
            tapped += 1
            page.keyboard.press("Space" if number % 2 else "Enter")
        else:
            keys.reach(PRIMARY)
            page.keyboard.press("Enter")
        answered(widget)
        assert page.url != before
        where = page.evaluate(FOCUS, name)
        assert where in ("board", "primary", "controls"), in_focus(page)
    assert tapped or name == "exorcist.combat"  # there what can be tapped stands apart
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


@pytest.mark.parametrize("name", FIGHTS)
def test_a_whole_fight_is_played_with_a_screen_reader_alone(visit: Visit, name: str) -> None:
    """By roles and names; each step is told once, whole, in the reader's language; nothing to press has no name."""
    widget, page = begun(visit, name), visit.page
    label = library.WIDGETS[name].title.get(visit.language)
    tray, status = page.get_by_role("form", name=label), widget.root.get_by_role("status")
    page.evaluate(LISTEN, name)
    for number in steps(widget):
        heard = page.evaluate("globalThis.told.length")
        tray.get_by_role("button").first.dispatch_event("click")  # as a screen reader presses
        page.wait_for_function("(heard) => globalThis.told.length > heard", arg=heard, polling=20)
        answered(widget)
        said = native(name, visit.language, defaults(name) | named(page, name))["status"]
        assert page.evaluate("globalThis.told").pop() == said == status.text_content()
        assert page.evaluate("globalThis.told.length") == heard + 1
        heard_on_the_desk = widget.root.aria_snapshot()
        assert NAMELESS.search(heard_on_the_desk) is None, heard_on_the_desk
        if number in (2, 5):
            assert both_schemes(page, within="article") == []
    ended = widget.output.locator("[data-outcome]").get_by_role("heading")
    expect(ended).to_be_visible()
    logged = page.get_by_role("region", name={"en": "Log", "ja": "記録"}[visit.language])
    expect(logged.get_by_role("listitem").first).to_be_attached()


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


def test_dice_come_in_with_a_short_motion_and_stand_still_for_who_wants_no_motion(visit: Visit) -> None:
    name, page = "prophecy.battle", visit.page
    for motion, moves in (("reduce", False), ("no-preference", True)):
        page.emulate_media(reduced_motion=motion)
        widget = begun(visit, name)
        page.evaluate(MOVING, name)
        for _ in range(2):
            widget.root.locator(PRIMARY).focus()
            page.keyboard.press("Enter")
            answered(widget)
        expect(widget.root.locator(".last svg.die").first).to_be_visible()
        page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished))")
        moved = [(what, long) for what, long in page.evaluate("globalThis.moved") if long]
        assert bool(moved) is moves, (motion, moved)
        assert all(long <= 200 for what, long in moved if what != "rules-widget"), moved  # the mark of work goes on
    page.emulate_media(reduced_motion="null")
