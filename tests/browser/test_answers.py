"""The answer of a calculator is in view while its question is changed, on a phone with its keyboard too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from rules_py import library
from rules_py.core.stepper import Stepper
from rules_py.core.text import LANGUAGES
from tests.browser.reader import Visit, Widget, spoken, violations
from tests.browser.test_tables import WIDTHS, too_wide
from tests.places import PLACES

CALCULATORS = sorted({PLACES[name] for name, each in library.WIDGETS.items() if not isinstance(each, Stepper)})
PHONES: dict[str, ViewportSize] = {
    "a phone and its keyboard": {"width": 360, "height": 440},
    "a phone": {"width": 360, "height": 740},
}
DESK: ViewportSize = {"width": 1440, "height": 900}
MOST = 72
"""Pixels that the answer may be high."""

LOOK = """async () => {
  const faults = [];
  const seen = (each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled;
  for (const widget of document.querySelectorAll('rules-widget:not([data-desk])')) {
    const [bar, ...others] = widget.querySelectorAll('[data-answer]');
    const fields = [...widget.querySelectorAll('form :is(input, select)')].filter(seen);
    const name = widget.getAttribute('name');
    if (!bar || others.length || !fields.length) faults.push(`${name} has no answer or no field`);
    for (const field of [fields[0], fields[Math.floor(fields.length / 2)], fields.at(-1)]) {
      field.focus();
      await new Promise(requestAnimationFrame);
      const [box, own] = [bar, field].map((each) => each.getBoundingClientRect());
      const over = document.elementFromPoint(box.left + 20, box.top + 4);
      const said = `${name} ${field.name} ${[box.top, box.bottom, own.top].map(Math.round)}`;
      if (box.top < 0 || box.bottom > innerHeight || !bar.contains(over)) faults.push(`not in view: ${said}`);
      if (own.top < box.bottom - 1 && own.bottom > box.top + 1) faults.push(`over its own field: ${said}`);
      if (box.height > MOST) faults.push(`${Math.round(box.height)} pixels high: ${said}`);
    }
  }
  return faults;
}""".replace("MOST", str(MOST))

in_both = spoken(*LANGUAGES)
"""Marks what hangs on how long a language's words are."""


NARROW = """() => {
  for (const fold of document.querySelectorAll('article details')) fold.open = true;
  return [...document.querySelectorAll('.counted > *')].filter((each) => each.checkVisibility())
    .map((each) => [each.name ?? each.ariaLabel, each.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 44).map(([said, box]) => `${said}: ${box.width}`);
}"""


@in_both
@pytest.mark.parametrize("path", CALCULATORS)
def test_on_a_phone_the_answer_is_wholly_in_view_and_a_thumb_finds_a_number_and_its_keys(
    thumb: Visit, browser_name: str, path: str
) -> None:
    """Whichever field has the focus; and no table is wider than its column."""
    page = thumb.turn(path)
    for screen, size in PHONES.items():
        page.set_viewport_size(size)
        assert page.evaluate(LOOK) == [], screen
    narrow = page.evaluate(NARROW)
    if browser_name == "chromium":  # Firefox' driver has no finger
        assert narrow == []
    for width in (*WIDTHS, PHONES["a phone"]["width"]):
        page.set_viewport_size({"width": width, "height": PHONES["a phone"]["height"]})
        assert too_wide(page, width) == [], width


@pytest.mark.parametrize("path", CALCULATORS)
def test_on_a_desk_too_the_answer_is_wholly_in_view(visit: Visit, still: Page, path: str) -> None:
    visit.turn(path)
    still.set_viewport_size(DESK)
    assert still.evaluate(LOOK) == []


@pytest.mark.only_browser("chromium")
def test_a_tap_makes_a_number_one_more_and_no_keyboard_comes(thumb: Visit) -> None:
    widget = thumb.calculator("exorcist.pool")
    less, more = (widget.root.locator(f'[data-field="dice"] [data-add="{add}"]') for add in (-1, 1))
    more.tap()
    expect(widget.control("dice")).to_have_value("4")
    expect(widget.root.locator("[data-answer] b")).to_have_text("93.8%")
    less.tap()
    expect(widget.root.locator("[data-answer] b")).to_have_text("87.5%")
    assert thumb.page.evaluate("document.activeElement.localName") != "input"


def test_it_changes_with_what_is_filled_in_and_waits_where_that_is_wrong(visit: Visit) -> None:
    widget = visit.calculator("exorcist.pool")
    large = widget.root.locator("[data-answer] b")
    assert widget.fill({"dice": "1"}) == "ready"
    assert large.inner_text() == "50%"
    assert widget.fill({"dice": "x"}) == "error"
    assert large.inner_text() == "50%"
    assert widget.fill({"dice": "2"}) == "ready"
    assert large.inner_text() == "75%"
    assert widget.root.locator("[data-answer] small").inner_text() == "3/4"


def look_at_curve(widget: Widget) -> None:
    """Bring the place of the curve into view: drawn only while looked at, and exchanged step by step."""
    widget.root.locator('[data-part="curve"]').scroll_into_view_if_needed()


def test_the_curve_follows_the_focus_and_its_points_set_the_field_by_keyboard(visit: Visit) -> None:
    widget = visit.calculator("prophecy.check")
    figure = widget.root.locator("figure.moves")
    widget.control("target").focus()
    look_at_curve(widget)
    expect(figure).to_have_attribute("data-moved", "target")
    nine = figure.locator('[data-set="target=9"]')
    expect(nine).to_have_attribute("aria-pressed", "false")
    nine.press("Enter")
    expect(widget.control("target")).to_have_value("9")
    expect(nine).to_have_attribute("aria-pressed", "true")
    expect(nine).to_be_focused()
    assert widget.settled() == "ready"
    widget.agrees(visit.language)
    for step, raw in enumerate(("4", "14")):  # five steps either way, counted to the last while nothing else is asked
        expect(figure.locator("button").nth(-step)).to_have_attribute("data-set", f"target={raw}")


def test_a_cell_of_a_heat_table_sets_both_fields_and_keeps_the_focus(visit: Visit) -> None:
    widget = visit.calculator("exorcist.pool")
    cell = widget.root.locator('[data-set="dice=4&difficulty=hard"]')
    expect(cell).to_have_attribute("aria-pressed", "false")
    cell.press("Enter")
    expect(widget.control("dice")).to_have_value("4")
    expect(widget.control("difficulty")).to_have_value("hard")
    expect(cell).to_have_attribute("aria-pressed", "true")
    expect(cell).to_be_focused()
    widget.agrees(visit.language)


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_finger_presses_a_cell_anywhere(thumb: Visit) -> None:
    widget = thumb.calculator("kamui.pool")
    cell = widget.root.locator('[data-set="dice=4&needed=3"]')
    box = cell.bounding_box()
    assert box
    cell.tap(position={"x": box["width"] - 3, "y": box["height"] - 3})
    expect(widget.control("needed")).to_have_value("3")
    expect(widget.control("dice")).to_have_value("4")


def test_the_field_that_was_touched_before_python_was_there_is_the_one_that_moves(visit: Visit) -> None:
    visit.load("contest/calculators/")
    widget = visit.widget("contest.gauge")
    widget.control("position").click()
    figure = widget.root.locator("figure.moves")
    look_at_curve(widget)
    expect(figure).to_have_attribute("data-moved", "position")


def test_a_pinned_answer_stays_beside_the_new_one_over_a_reload_and_goes_when_it_is_taken_out(visit: Visit) -> None:
    widget = visit.calculator("exorcist.pool")
    pin, told = widget.root.locator("[data-pin]"), widget.root.locator("[data-answer] .pinned")
    pin.press("Enter")
    expect(pin).to_have_attribute("data-set", "pin=")
    expect(pin).to_be_focused()
    assert widget.fill({"dice": "6"}) == "ready"
    expect(told).to_contain_text("87.5%")
    expect(told).to_contain_text("+10.9")
    look_at_curve(widget)
    expect(widget.root.locator("polyline.pinned")).to_have_count(1)
    widget.agrees(visit.language)
    visit.page.reload()
    widget.live()
    expect(told).to_contain_text("+10.9")
    expect(widget.control("dice")).to_have_value("6")
    pin.press("Enter")
    expect(told).to_have_count(0)
    assert "pin" not in visit.page.url
    expect(widget.control("dice")).to_have_value("6")


def test_a_pin_that_somebody_has_damaged_is_told_and_the_answer_waits(visit: Visit) -> None:
    visit.page.goto(
        f"{visit.watch.home}/{visit.language}/exorcist/calculators/?exorcist.pool.dice=6&exorcist.pool.pin=%3Fx"
    )
    widget = visit.widget("exorcist.pool").refused()
    expect(widget.status).to_be_visible()
    expect(widget.root.locator("[data-answer] b")).to_have_text("87.5%")
    widget.root.locator("[data-pin]").press("Enter")
    expect(widget.root).to_have_attribute("data-state", "ready")


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_on_a_phone_the_form_folds_to_what_it_says_and_comes_back_where_that_is_touched(thumb: Visit) -> None:
    widget = thumb.calculator("exorcist.pool")
    assert widget.fill({"dice": "5", "difficulty": "hard"}) == "ready"
    chips = widget.root.locator(".chips button")
    expect(chips.first).to_be_hidden()
    widget.root.locator("[data-fold]").tap()
    expect(widget.control("dice")).to_be_hidden()
    expect(chips.first).to_be_focused()
    expect(chips.first).to_contain_text("5")
    expect(widget.root.locator("figure.moves")).to_be_in_viewport()
    assert violations(thumb.page, within="article") == []
    widget.root.locator('[data-edit="difficulty"]').tap()
    expect(widget.control("difficulty")).to_be_focused()
    expect(chips.first).to_be_hidden()
