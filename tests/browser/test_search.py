"""The finder finds what players type and leads to the very rule; the chooser has no barrier."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import SMALL_PHONE, Visit, both_schemes

SEARCHES = {
    "en": {
        "heavy wound": "contest/check/#wounds",
        "c5.6": "contest/resolution/#C-5.6",
        "strike powr": "contest/resolution/#strike-power",
    },
    "ja": {
        "打撃力": "contest/resolution/#strike-power",
        "だげきりょく": "contest/resolution/#strike-power",
        "ｃ－５．６": "contest/resolution/#C-5.6",
        "氷結": "prophecy/curses/#curse-freeze",
    },
}


def look(page: Page, query: str) -> Locator:
    """Enter what is looked for into the open finder; return the hits when all are there."""
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(query)
    expect(page.locator("[data-finder]")).to_have_value(query)
    page.locator('[data-finder-results][data-state="done"] a[data-hit]').first.wait_for()
    return page.locator("a[data-hit]")


@pytest.mark.in_both
def test_the_search_finds(visit: Visit) -> None:
    page = visit.turn("about/")
    page.keyboard.press("/")
    for query, place in SEARCHES[visit.language].items():
        hits = look(page, query)
        hrefs = [each.get_attribute("href") or "" for each in hits.all()[:3]]
        assert any(href.endswith(place) for href in hrefs), (query, hrefs)
    assert both_schemes(page, ".finder") == []


@pytest.mark.in_both
def test_the_keyboard_alone_leads_to_a_rule_of_another_page(visit: Visit) -> None:
    page = visit.turn("prophecy/quick/")
    page.keyboard.press("Control+k")
    field = page.locator("[data-finder]")
    expect(field).to_be_focused()
    look(page, {"en": "freeze", "ja": "氷結"}[visit.language])
    page.keyboard.press("ArrowDown")
    chosen = page.locator('a[data-hit][aria-selected="true"]')
    assert field.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    assert chosen.get_attribute("data-game") == "prophecy"
    page.keyboard.press("Enter")
    page.wait_for_url("**/prophecy/curses/#curse-freeze")
    expect(page.locator("[data-landed]")).to_be_in_viewport()
    expect(page.locator(".finder-panel")).to_be_hidden()


SCREENS = [{"width": 360, "height": 740}, *([{"width": 768, "height": 1024}] if EACH_IN_EACH else [])]
"""Of a phone and a tablet, where the finder lies over the page."""


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
@pytest.mark.parametrize("size", SCREENS)
def test_a_hit_leads_to_its_very_place(thumb: Visit, size: ViewportSize) -> None:
    """On another page, where the address leads already, and on another page again."""
    page = thumb.turn("prophecy/")
    page.set_viewport_size(size)
    hits = {"en": [("freeze", "P-17.26a"), ("freeze", "P-17.26a"), ("C-Q8", "C-Q8")], "ja": [("氷結", "P-17.26a")]}
    for query, rule in hits[thumb.language]:
        page.locator("[data-find]:visible").first.tap()
        look(page, query).first.tap()
        expect(page.locator(".finder-panel")).to_be_hidden()
        expect(page.locator(f'[id="{rule}"]')).to_be_in_viewport()
    page.set_viewport_size(SMALL_PHONE["viewport"])


@pytest.mark.only_browser("chromium")
def test_every_filter_can_be_pressed_beside_the_number_of_hits(thumb: Visit) -> None:
    page = thumb.turn("exorcist/")
    page.locator("[data-find]:visible").first.tap()
    look(page, {"en": "damage", "ja": "ダメージ"}[thumb.language])
    filters = page.locator(".finder-scopes button")
    assert filters.count() > 1
    for each in filters.all():
        each.tap(timeout=5_000)
        expect(each).to_have_attribute("aria-pressed", "true")


@pytest.mark.only_browser("chromium")
def test_it_fits_a_window_of_320_pixels(thumb: Visit) -> None:
    """As one of 1280 pixels is at 400 percent; nothing stands beside the window, and all can be reached."""
    page = thumb.turn("kamui/")
    page.set_viewport_size({"width": 320, "height": 256})
    page.locator("[data-find]:visible").first.tap()
    hits = look(page, {"en": "faith", "ja": "信仰"}[thumb.language])
    assert page.evaluate("() => document.querySelector('.finder').scrollWidth <= innerWidth")
    hits.nth(3).scroll_into_view_if_needed()
    expect(hits.nth(3)).to_be_in_viewport()
    for target in page.locator(".finder :is(button, input):visible").all():
        box = target.bounding_box()
        assert box is not None
        assert round(min(box["width"], box["height"])) >= 44
    assert both_schemes(page, ".finder") == []
    page.set_viewport_size(SMALL_PHONE["viewport"])


def test_an_address_can_ask(visit: Visit) -> None:
    page = visit.turn("kamui/?q=" + {"en": "rift", "ja": "裂け目"}[visit.language])
    expect(page.locator('[data-finder-results][data-state="done"] a[data-hit]').first).to_be_visible()


def test_the_chooser_has_no_barrier(still: Page) -> None:
    still.goto("/?choose")
    assert both_schemes(still) == []
