"""Contests played in the stepper: with keys alone, with a fresh seed, there and back again."""

import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, expect

from rules_py.core.played import decode_actions, encode_actions
from tests.browser.reader import STEPPER, Keys, Visit, Widget, named, spoken

PLAY = "contest.stepper"
TO_THE_DICE = ("declare", "skip")
AT_THE_DICE = [["begin"], ["pair", 0, 1], ["next"], ["declare", [[0, 0, 1], [1, 0, 1]], []], ["skip"]]

pytestmark = spoken("ja")
PRESSED_THREE_TIMES = """(button) => new Promise((calmed) => {
  const desk = button.closest('[data-desk]');
  const click = (detail) => ({bubbles: true, cancelable: true, detail});
  const press = (what, detail) => what.dispatchEvent(new MouseEvent('click', click(detail)));
  new MutationObserver((_, watching) => {
    if (desk.dataset.state !== 'ready') return;
    watching.disconnect();
    press(desk.querySelector('[data-primary]'), 2);
    calmed();
  }).observe(desk, {attributes: true});
  press(button, 1);
  press(button, 2);
})"""
"""As fast as a finger can: before the step has come, and at once when it has."""


def actions(page: Page) -> list[list[object]]:
    return decode_actions(named(page, PLAY).get("actions", ""))


def play(widget: Widget, *presses: str | tuple[str, dict[str, str]]) -> None:
    """Press one button after the other; each answer is good and leaves the focus in the widget."""
    for press in presses:
        do, beside = (press, {}) if isinstance(press, str) else press
        assert widget.press(do, **beside) == "ready", widget.status.inner_text()
        widget.holds_focus()


def dice(a: int, b: int, contest: int = 0) -> tuple[str, dict[str, str]]:
    return "roll", {f"roll_{contest}_a": str(a), f"roll_{contest}_b": str(b)}


def scene(visit: Visit, steps: list[list[Any]], house: Mapping[str, str] | None = None) -> Widget:
    """Follow a link into the middle of a contest."""
    fields = {"seed": "x", "actions": encode_actions(steps), **(house or {})}
    widget = visit.stepper({f"{PLAY}.{name}": value for name, value in fields.items()})
    assert widget.settled() == "ready", widget.status.inner_text()
    return widget


def type_dice(keys: Keys, a: int, b: int) -> None:
    """Type the dice of a real table and press Enter."""
    keys.reach('input[name="roll_0_a"]')
    keys.page.keyboard.type(str(a))
    keys.page.keyboard.press("Tab")
    keys.page.keyboard.type(str(b))
    keys.page.keyboard.press("Enter")
    keys.answered()


def test_a_whole_contest_is_played_by_keyboard_alone(visit: Visit) -> None:
    """From the first key on the page, which no pointer has touched."""
    page, widget = visit.load(STEPPER), visit.widget(PLAY)
    keys = Keys(page, widget).skip()

    keys.hit("begin", "Space")
    keys.reach('select[name="strike_0"]')
    page.keyboard.press("ArrowDown")
    expect(widget.control("strike_0")).to_have_value("2")
    keys.hit("declare")
    keys.hit("pass")
    keys.reach('select[name="source"]')
    page.keyboard.press("ArrowDown")
    keys.reach('select[name="kind"]')
    page.keyboard.press("ArrowDown")
    expect(widget.control("kind")).to_have_value("passive")
    keys.hit("augment", "Space")
    type_dice(keys, 1, 19)
    widget.agrees(visit.language)
    expect(widget.log).to_contain_text("C-6.1")

    keys.hit("next", "Space")
    keys.hit("declare")
    keys.hit("act")
    keys.hit("skip")
    type_dice(keys, 2, 20)
    keys.reach('select[name="place_0"]')
    page.keyboard.press("End")
    keys.reach("button[data-primary]")
    page.keyboard.press("Enter")
    keys.answered()
    widget.agrees(visit.language)
    expect(widget.log).to_contain_text("C-6.3")
    expect(widget.output.locator(".contest.ended .summary-line")).to_be_visible()
    names = [str(action[0]) for action in actions(page)]
    assert names == [
        *("begin", "pair", "next", "declare", "pass", "augment", "roll", "resolve", "next"),
        *("next", "next", "declare", "act", "skip", "roll", "resolve", "place", "next"),
    ]

    keys.hit("undo")
    keys.hit("redo")
    expect(widget.log).to_contain_text("C-6.3")
    keys.reach('button[name="do"][value="restart"]')
    keys.reach("a.rule-ref")


def test_a_fresh_seed_is_drawn_and_a_double_click_takes_one_step(visit: Visit) -> None:
    widget = visit.stepper()
    widget.button("begin").evaluate(PRESSED_THREE_TIMES)
    assert widget.settled() == "ready"
    assert actions(visit.page) == AT_THE_DICE[:3]
    seed = named(visit.page, PLAY)["seed"]
    assert seed
    expect(widget.control("seed")).to_have_value(seed)
    play(widget, "restart")
    assert named(visit.page, PLAY)["seed"] != seed
    assert actions(visit.page) == []


def test_everything_can_be_taken_back_and_done_again(visit: Visit) -> None:
    steps = [*AT_THE_DICE, ["roll", [[0, 3, 19]]], ["resolve"], ["next"]]
    widget = scene(visit, steps)
    play(widget, "yield:1")
    widget.agrees(visit.language)
    end, presses = widget.shown(), ("begin", "declare", "skip", "roll", "yield")
    expect(widget.button("redo")).to_be_disabled()
    for _ in presses:
        play(widget, "undo")
    widget.agrees(visit.language)
    expect(widget.button("undo")).to_be_disabled()
    expect(widget.button("begin")).to_be_visible()
    assert named(visit.page, PLAY)["undone"] == str(len(steps) + 1)
    for _ in presses:
        play(widget, "redo")
    expect(widget.button("redo")).to_be_disabled()
    assert widget.shown() == end


def test_a_forbidden_step_says_why_and_changes_nothing(visit: Visit) -> None:
    """And a screen reader finds the phase as a heading."""
    widget = scene(visit, [["begin"]])
    before = widget.shown(), visit.page.url
    assert widget.press("pair", pair_a="0", pair_b="0") == "error"
    expect(widget.status).to_contain_text("C-1.3")
    expect(widget.status).to_be_visible()
    assert (widget.shown(), visit.page.url) == before
    play(widget, ("pair", {"pair_b": "1"}))
    heading = widget.root.locator(".phase")
    expect(heading).to_have_text(re.compile(r"1"))
    expect(widget.status).to_have_attribute("aria-live", "polite")
    expect(widget.status).not_to_be_empty()


def test_a_contest_goes_on_from_a_link_and_in_the_other_language(visit: Visit) -> None:
    page, language = visit.page, visit.language
    widget = scene(visit, [*AT_THE_DICE, ["roll", [[0, 6, 17]]], ["resolve"], ["next"]])
    play(widget, "undo")

    other = "ja" if language == "en" else "en"
    page.locator(".language-switch a").click()
    page.wait_for_url(f"**/{other}/{STEPPER}?*")
    widget.live().agrees(other)
    expect(widget.output).to_contain_text("トモエ" if other == "ja" else "Tomoe")
    play(widget, "redo", "next")
    widget.agrees(other)
    play(widget, *TO_THE_DICE, dice(2, 2))
    widget.agrees(other)
