"""The search finds what players type: terms, readings, ids; the chooser of the language has no barrier."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.reader import Visit, violations

SEARCHES = {
    "en": {"heavy wound": "heavy wound", "C-5.6": "strike power", "mastery": "mastery"},
    "ja": {
        "打撃力": "打撃力",
        "だげきりょく": "打撃力",
        "れんぞくたいけつ": "連続対決",
        "対決ゲージ": "対決ゲージ",
    },
}


@pytest.mark.in_both
def test_the_search_finds(visit: Visit) -> None:
    page = visit.load("about/")
    results = page.locator(".md-search-result__list")
    page.locator("input[data-md-component=search-query]").click()
    expect(page.locator("#__search")).to_be_checked()
    for query, finds in SEARCHES[visit.language].items():
        page.keyboard.type(query, delay=20)
        expect(results.locator(".md-search-result__item").first).to_be_visible()
        expect(results).to_contain_text(finds, ignore_case=True)
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        expect(results).to_be_empty()


HITS = {"en": {"freeze": "curse-freeze", "C-Q8": "C-Q8-question"}, "ja": {"氷結": "curse-freeze"}}


@pytest.mark.in_both
@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_hit_leads_to_its_very_place(lent: Callable[..., Visit], language: str) -> None:
    """On a phone and a tablet, where the search lies over the page and holds it."""
    for size in ({"width": 360, "height": 740}, {"width": 768, "height": 1024}):
        visit = lent(language, viewport=size, has_touch=True, is_mobile=True)
        page = visit.load("prophecy/")
        for query, place in [*HITS[language].items(), ("freeze" if language == "en" else "氷結", "curse-freeze")]:
            page.locator("label[for=__search]:visible").first.tap()
            expect(page.locator("#__search")).to_be_checked()
            page.keyboard.press("Control+a")
            page.keyboard.type(query, delay=20)
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
            assert 0 <= top <= size["height"] / 3, (size, query, top)


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.only_browser("chromium"))])
def test_the_chooser_has_no_barrier(scheme: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(color_scheme=scheme).new_page()
    page.goto("/?choose")
    assert violations(page) == []
