"""What is wanted at the table: one tap in the same game, two in another; and what a reader copies."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import KINDS, PATHS, Visit, violations

SIZES = {"desktop": (1440, 900), "tablet": (768, 1024), "phone": (360, 740), "small": (320, 568)}
PLACES = ("quick", "stepper", "calculators", "glossary")

SEEN = """() => {
  const seen = [...document.querySelectorAll('.table-bar > .md-grid > *')].filter((each) => each.checkVisibility());
  const boxes = seen.map((each) => each.getBoundingClientRect());
  return {
    inside: boxes.every(({left, right, top, bottom}) =>
      left >= 0 && right <= innerWidth + 0.5 && top >= 0 && bottom <= innerHeight + 0.5),
    large: boxes.every(({width, height}) => width >= 44 && height >= 44),
    count: seen.length,
  };
}"""


FOOT = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const box = (each) => document.querySelector(each).getBoundingClientRect();
  return box('.md-copyright').bottom <= box('.table-bar').top;
}"""
"""Whether the foot of the page can be brought out from under the bar; a page whose answers come meanwhile grows."""


def bar(page: Page, name: str) -> None:
    page.locator(f".table-bar > div > .to-{name}:visible").click()


def test_the_bar_is_in_view_and_large_enough_for_a_finger(still: Page, language: str) -> None:
    games = 0  # nobody has read a game yet
    for path in ("about/", "exorcist/attack/", "exorcist/stepper/", "exorcist/calculators/", "about/"):
        still.goto(f"/{language}/{path}")
        for size, (width, height) in SIZES.items():
            still.set_viewport_size({"width": width, "height": height})
            still.wait_for_function("(width) => innerWidth === width", arg=width)
            named = 0 if width >= 1220 else 6  # the five games and the search; wide screens have tabs for them
            assert still.evaluate(SEEN) == {"inside": True, "large": True, "count": games or named}, (path, size)
            if games and width < 768:
                still.wait_for_function(FOOT)
                assert still.evaluate(SEEN)["inside"], (path, size)
        games = 6


def test_one_tap_leads_on_in_the_game_two_to_another_and_the_game_is_remembered(thumb: Visit, language: str) -> None:
    page = thumb.page
    thumb.load("prophecy/curses/")
    for name, place in (
        ("quick", "quick/"),
        ("play", "stepper/"),
        ("calculate", "calculators/"),
        ("terms", "glossary/"),
    ):
        bar(page, name)
        page.wait_for_url(f"**/{language}/prophecy/{place}*")
        expect(page.locator(".table-bar > div > [aria-current=page]")).to_have_class(f"to-{name}")
    bar(page, "games")
    page.locator('.table-games a.to-quick[href*="kamui"]').click()
    page.wait_for_url(f"**/{language}/kamui/quick/")
    expect(page.locator(".table-games")).to_be_hidden()
    for go in (thumb.turn, thumb.load):
        go("about/")
        expect(page.locator(".to-games .name:visible")).to_have_count(1)
        expect(page.locator(".to-game:visible")).to_have_count(0)
        bar(page, "play")
        page.wait_for_url(f"**/{language}/kamui/board/*")


def test_the_other_games_are_reached_by_keyboard(visit: Visit, language: str) -> None:
    visit.load("contest/start/")
    page = visit.page
    page.locator(".to-games").focus()
    page.keyboard.press("Enter")
    assert violations(page, ".table-bar") == []
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"/{language}/\w+/quick/"))
    page.locator(".to-games").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.locator(".table-games")).to_be_hidden()
    expect(page.locator(".to-games")).to_be_focused()


def test_nothing_moves_when_the_game_is_known(new_context: Callable[..., object], language: str) -> None:
    page = new_context(viewport={"width": 360, "height": 740}).new_page()  # type: ignore[attr-defined]
    page.goto(f"/{language}/avatar/")
    page.add_init_script(
        "window.moved = 0; const add = (list) => { for (const each of list.getEntries()) window.moved += each.value; };"
        "new PerformanceObserver(add).observe({type: 'layout-shift', buffered: true});"
    )
    for path in ("about/", "all/terms/", "avatar/love/"):
        page.goto(f"/{language}/{path}")
        page.wait_for_timeout(400)
        assert page.evaluate("window.moved") < 0.01, path


@pytest.mark.only_browser("chromium")  # Firefox' driver cannot turn scripts off
def test_without_script_the_places_are_there(new_context: Callable[..., object], language: str) -> None:
    page = new_context(java_script_enabled=False).new_page()  # type: ignore[attr-defined]
    page.goto(f"/{language}/kamui/faith/")
    expect(page.locator(".to-search")).to_be_hidden()
    page.locator(".to-games").click()
    page.locator('.table-games a.to-calculate[href*="avatar"]').click()
    page.wait_for_url(f"**/{language}/avatar/calculators/")


GLUED = """async (paths) => {
  const wrong = [], root = new URL('../', location.href);
  for (const path of paths) {
    const text = await (await fetch(new URL(path, root))).text();
    const page = new DOMParser().parseFromString(text, 'text/html');
    const article = document.importNode(page.querySelector('article'), true);
    for (const each of article.querySelectorAll('script, rules-widget, rules-example')) each.remove();
    document.querySelector('article').replaceWith(article);
    for (const span of article.querySelectorAll('.unbroken')) {
      const next = span.nextSibling?.nodeType === Node.TEXT_NODE ? span.nextSibling : null;
      if (!next || !/^\\s\\S/.test(next.data) || !span.checkVisibility()) continue;
      const range = document.createRange();
      range.setStart(span, 0);
      range.setEnd(next, 2);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      const copied = getSelection().toString();
      if (!/\\s\\S$/.test(copied)) wrong.push(`${path}: ${copied}`);
    }
  }
  return wrong;
}"""


def test_a_space_that_is_read_is_copied(visit: Visit, language: str) -> None:
    """Between a term with its full stop and the next sentence."""
    visit.load("about/")
    paths = [path for path in (PATHS if EACH_IN_EACH else KINDS) if not path.startswith("python/")]
    assert visit.page.evaluate(GLUED, paths) == []


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_rules_number_offers_its_text_to_a_finger_and_stays_where_it_is(thumb: Visit, language: str) -> None:
    thumb.load("prophecy/attack/")
    page = thumb.page
    number = page.locator('a.rule-id[href="#P-10.4"]')
    number.scroll_into_view_if_needed()
    before = page.evaluate("() => [scrollY, location.href]")
    number.tap()
    menu = page.locator(".copy-menu")
    expect(menu.locator("button")).to_have_count(2)
    assert page.evaluate("() => [scrollY, location.href]") == before
    assert violations(page, ".copy-menu") == []
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    expect(number).to_be_focused()


def test_a_number_is_still_a_link_to_its_place_for_a_mouse(visit: Visit) -> None:
    visit.load("prophecy/attack/")
    visit.page.locator('a.rule-id[href="#P-10.4"]').click()
    visit.page.wait_for_url("**/#P-10.4")
    expect(visit.page.locator(".copy-menu")).to_be_visible()


def test_terms_of_all_games_are_found_by_what_is_typed(visit: Visit, language: str) -> None:
    visit.load("all/terms/")
    page = visit.page
    page.locator("input[name=words]").fill("らうんど")
    rows = page.locator(".all-terms tbody tr:visible")
    expect(rows.first).to_contain_text("ラウンド")
    assert rows.count() < 10
    page.locator('.jumps a[href="#by-kana-ma"]').click()
    expect(page.locator("#by-kana-ma")).to_be_in_viewport()
