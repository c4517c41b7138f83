"""Every page as a reader meets it: on a phone, in the dark, with a screen reader, on paper, through the search."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.reader import (
    CALCULATORS,
    COLOURS,
    KINDS,
    PATHS,
    STANDARDS,
    Visit,
    Watch,
    follow,
    metered,
    violations,
)

DARK = pytest.mark.only_browser("chromium")  # Firefox' driver cannot wish for it
SCREENS = [
    pytest.param("light", 360, STANDARDS, PATHS, id="phone", marks=pytest.mark.only_browser("chromium")),
    pytest.param("light", 360, None, PATHS, id="width", marks=pytest.mark.only_browser("firefox")),
    pytest.param("dark", 1440, COLOURS, KINDS, id="dark", marks=DARK),  # in the dark only the colours differ
]
Contexts = Callable[..., BrowserContext]


@pytest.mark.parametrize(("scheme", "width", "rules", "paths"), SCREENS)
def test_no_page_has_a_barrier_or_scrolls_sideways(
    language: str,
    scheme: str,
    width: int,
    rules: dict[str, Any] | None,
    paths: tuple[str, ...],
    new_context: Contexts,
    watch: Watch,
) -> None:
    context = new_context(color_scheme=scheme, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    page = metered(context).new_page()  # the pages are looked at as they are built
    barriers: dict[str, list[str]] = {}
    wide: dict[str, int] = {}
    page.goto(f"/{language}/about/")
    if not rules and language == "en":
        paths = KINDS  # Chromium sees to every page; where engines differ is in Japanese words that do not break
    for path in paths:
        follow(page, f"{watch.home}/{language}/{path}")  # turned, not loaded: the same page, in half the time
        headings, across = page.evaluate(
            "[document.querySelectorAll('h1').length, document.documentElement.scrollWidth]"
        )
        assert headings == 1
        if across > width:
            wide[path] = across
        # Around the article all pages are the same; and colours are the same in both languages.
        kind = path in KINDS
        but = () if kind or language == "en" else COLOURS["values"]
        if rules and (found := violations(page, rules, "html" if kind else "article", but)):
            barriers[path] = found
    assert (wide, barriers) == ({}, {})


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=DARK)])
def test_the_chooser_has_no_barrier(scheme: str, new_context: Contexts) -> None:
    page = new_context(color_scheme=scheme).new_page()
    page.goto("/?choose")
    assert violations(page) == []


@pytest.mark.only_browser("chromium")  # Firefox' driver has no paper
def test_paper_shows_inputs_and_results_and_no_navigation(language: str, new_context: Contexts) -> None:
    page = metered(new_context()).new_page()
    page.goto(f"/{language}/{CALCULATORS}")
    page.emulate_media(media="print")
    expect(page.locator("header.md-header")).to_be_hidden()
    expect(page.locator(".md-sidebar--primary")).to_be_hidden()
    widget = page.locator("rules-widget[name='contest.roll']")
    expect(widget.locator("[name=ability_a]")).to_be_visible()
    expect(widget.locator(".summary-line")).to_be_visible()


SEARCHES = [
    ("en", "heavy wound", "heavy wound"),
    ("en", "C-5.6", "strike power"),
    ("en", "mastery", "mastery"),
    ("ja", "打撃力", "打撃力"),
    ("ja", "だげきりょく", "打撃力"),
    ("ja", "れんぞくたいけつ", "連続対決"),
    ("ja", "対決ゲージ", "対決ゲージ"),
]


@pytest.mark.parametrize(("language", "query", "finds"), SEARCHES)
def test_the_search_finds(visit: Visit, query: str, finds: str) -> None:
    page = visit.open("about/")
    page.evaluate("() => new Promise((go) => { setTimeout(go, 200); })")  # the theme closes it 125 ms after a turn
    results = page.locator(".md-search-result__list")
    page.locator("input[data-md-component=search-query]").click()
    for _ in range(2):  # the first time the field's focus may be what makes it look
        page.keyboard.type(query, delay=20)
        expect(results.locator(".md-search-result__item").first).to_be_visible()
        expect(results).to_contain_text(finds, ignore_case=True)
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        expect(results).to_be_empty()
    page.keyboard.press("Escape")
