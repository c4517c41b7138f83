"""The search finds what players type: terms, readings, ids; the chooser of the language has no barrier."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import SMALL_PHONE, Visit, both_schemes

SEARCHES = {
    "en": {"heavy wound": "heavy wound", "C-5.6": "strike power", "mastery": "mastery"},
    "ja": {
        "打撃力": "打撃力",
        "だげきりょく": "打撃力",
        "れんぞくたいけつ": "連続対決",
        "対決ゲージ": "対決ゲージ",
    },
}


def enter(page: Page, query: str) -> None:
    """Enter what is looked for, all but the last letter at once: the search answers each change anew."""
    page.keyboard.insert_text(query[:-1])
    page.keyboard.type(query[-1])


@pytest.mark.in_both
def test_the_search_finds(visit: Visit) -> None:
    page = visit.turn("about/")
    results = page.locator(".md-search-result__list")
    page.locator("input[data-md-component=search-query]").click()
    expect(page.locator("#__search")).to_be_checked()
    for query, finds in SEARCHES[visit.language].items():
        enter(page, query)
        expect(results.locator(".md-search-result__item").first).to_be_visible()
        expect(results).to_contain_text(finds, ignore_case=True)
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        expect(results).to_be_empty()


HITS = {"en": {"freeze": "curse-freeze", "C-Q8": "C-Q8-question"}, "ja": {"氷結": "curse-freeze"}}
SCREENS = [{"width": 360, "height": 740}, *([{"width": 768, "height": 1024}] if EACH_IN_EACH else [])]
"""Of a phone and a tablet, where the search lies over the page and holds it."""


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
@pytest.mark.parametrize("size", SCREENS)
def test_a_hit_leads_to_its_very_place(thumb: Visit, size: ViewportSize) -> None:
    """On another page, where the address leads already, and on another page again."""
    page, hits = thumb.turn("prophecy/"), HITS[thumb.language]
    page.set_viewport_size(size)
    for query, place in [*[*hits.items()][:1], *hits.items()]:
        page.locator("label[for=__search]:visible").first.tap()
        expect(page.locator("#__search")).to_be_checked()
        page.keyboard.press("Control+a")
        enter(page, query)
        hit = page.locator(f'.md-search-result__link[href*="#{place}"]').first
        hit.wait_for(state="attached")
        folds = page.locator(".md-search-result details")
        folds.evaluate_all("all => all.forEach((fold) => { fold.open = true; })")
        hit.tap()
        page.wait_for_url(f"**#{place}")
        expect(page.locator("#__search")).not_to_be_checked()
        expect(page.locator("body")).not_to_have_attribute("data-md-scrolllock", "")
        page.evaluate("() => new Promise((go) => { setTimeout(go, 600); })")  # longer than the theme holds the page
        top = page.locator(f'[id="{place}"]').evaluate("(each) => each.getBoundingClientRect().top")
        assert 0 <= top <= size["height"] / 3, (query, top)
    page.set_viewport_size(SMALL_PHONE["viewport"])
    page.goto("about:blank")  # what was found would stay from page to page


def test_the_chooser_has_no_barrier(still: Page) -> None:
    still.goto("/?choose")
    assert both_schemes(still) == []
