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


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.only_browser("chromium"))])
def test_the_chooser_has_no_barrier(scheme: str, new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(color_scheme=scheme).new_page()
    page.goto("/?choose")
    assert violations(page) == []
