"""Somebody of the sample cast is changed on a phone, by thumb; the fight begins, is left, and comes back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import SMALL_PHONE, THUMB, Visit, Widget, spoken, violations
from tests.places import PLACES

pytestmark = spoken("en")

WHOSE = {"contest.stepper": "1", "prophecy.battle": "1", "avatar.combat": "1", "kamui.board": "kamui:1"}
"""Whoever is changed; of Exorcist, whose sheet is on the card, in `test_exorcist.py`."""


def tap(widget: Widget, selector: str) -> str:
    """Tap what is large enough for a thumb, once the desk takes presses again."""
    expect(widget.root).not_to_have_attribute("data-calming", "")
    target = widget.root.locator(selector)
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= THUMB - 0.5, (selector, box)
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= SMALL_PHONE["viewport"]["width"]
    target.tap()
    return widget.settled()


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
@pytest.mark.parametrize("name", WHOSE if EACH_IN_EACH else ["avatar.combat", "kamui.board"])
def test_a_thumb_changes_a_fighter_and_brings_a_fight_back(thumb: Visit, name: str) -> None:
    visit = thumb
    visit.turn(PLACES[name], {f"{name}.seed": "lamp"})
    widget, whose = visit.widget(name).live(), WHOSE[name]
    assert tap(widget, f'output button[value="sheet:{whose}"]') == "ready"
    change = widget.root.locator("[data-primary]")
    old = widget.root.locator('[name="name"]').input_value()
    expect(change).to_contain_text(old)
    expect(change).to_be_focused()
    assert violations(visit.page, "rules-widget") == []

    widget.root.locator('[name="name"]').fill("")
    assert tap(widget, "[data-primary]") == "error"
    expect(widget.error("name")).to_be_visible()
    expect(widget.root.locator("output")).to_contain_text(old)

    widget.root.locator('[name="name"]').fill("Yū of the reeds")
    assert tap(widget, "[data-primary]") == "ready"
    expect(widget.root.locator("output")).to_contain_text("Yū of the reeds")
    expect(widget.root.locator('[name="name"]')).to_be_hidden()
    for _ in range(2):
        assert tap(widget, "[data-primary]") == "ready"
    assert visit.page.evaluate("() => scrollY === 0 && document.documentElement.scrollWidth <= innerWidth")
    expect(widget.root.locator("output")).to_contain_text("Yū of the reeds")

    left = visit.page.url
    assert tap(widget, '[data-part="history"] button[value="again"]') == "ready"
    expect(widget.root.locator("output")).to_contain_text("Yū of the reeds")
    expect(widget.root.locator(".desk-offer .bring-back")).to_be_visible()
    widget.root.locator('[data-do="return"]').tap()
    expect(visit.page).to_have_url(left)
