"""A browser that keeps nothing, or gives back something else than was put in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import CALCULATORS, STEPPER, Visit, Watch, Widget, led, named, native

NUMBERS, LANGUAGE, COLOURS = "rulebook-numbers", "rulebook-language", "rulebook-colours"

BLOCKED = """
for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
  Object.defineProperty(globalThis, name, {get() { throw new DOMException('closed', 'SecurityError'); }});
}
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"

GARBAGE = [
    "",
    "null",
    "[]",
    "7",
    '"text"',
    "{",
    "{}{}",
    '{"contest": 5, "prophecy": null, "exorcist": [1]}',
    '{"contest": {"ability_a": {"toString": 1}, "ability_b": ["9"], "level_a": null}}',
    '{"contest": {"ability_a": "<script>globalThis.ran = true</script>"}}',
    '{"contest": {"ability_a": "' + "9" * 100_000 + '"}}',
    'dark"] <b>',
    '{"__proto__": {"contest": {"ability_a": "1"}}}',
    "\ud800",
]


def works(visit: Visit) -> None:
    """Use a calculator, a stepper, the colours and the language switch."""
    page = visit.load(CALCULATORS)
    roll = visit.widget("contest.roll").live()
    roll.fill({"ability_a": "14"})
    assert roll.settled() == "ready"
    page.locator(".md-header [data-reading=colours]:visible").click()
    visit.turn(STEPPER)
    visit.widget("contest.stepper").live()
    page.locator('button[name="do"][value*="begin"]').click()
    page.wait_for_function("() => location.search.includes('contest.stepper.seed')")
    assert named(page, "contest.stepper")
    page.locator(".language-switch a").click()
    # All of it: who turns on while Firefox still loads is told by its driver that they were interrupted.
    page.wait_for_function("() => document.documentElement.lang === 'ja' && document.readyState === 'complete'")


@pytest.mark.parametrize("what", [BLOCKED, FULL], ids=["blocked", "full"])
def test_a_browser_that_stores_nothing_is_no_fault(
    new_context: Callable[..., BrowserContext], watch: Watch, what: str
) -> None:
    context = new_context()
    page = context.new_page()
    page.add_init_script(what)
    works(Visit(context, page, watch))
    page.goto("/en/about/")
    page.locator("rules-keeping [data-do=keep]").click()
    expect(page.locator("rules-keeping .widget-status")).not_to_be_empty()
    page.goto("/?choose")
    expect(page.locator("a[data-language]")).to_have_count(2)


def store(page: Page, garbage: str, *keys: str) -> None:
    page.evaluate(
        "([keys, garbage]) => { for (const key of keys) localStorage.setItem(key, garbage); }", [keys, garbage]
    )


def test_garbage_among_the_readers_numbers_is_passed_over(visit: Visit) -> None:
    """Three kinds; what becomes of every kind is asked of the script itself (preferences.test.mjs)."""
    page = visit.turn("about/")
    for garbage in GARBAGE if EACH_IN_EACH else GARBAGE[8:11]:
        store(page, garbage, NUMBERS, LANGUAGE, COLOURS)
        if EACH_IN_EACH or garbage == GARBAGE[8]:
            visit.load(CALCULATORS)
        else:
            visit.turn("about/")
            visit.turn(CALCULATORS)
        roll = visit.widget("contest.roll").live()
        assert roll.fill({"ability_a": "14"}) == "ready", garbage[:80]
        roll.shows(native("contest.roll", visit.language, roll.values()))
        assert not page.evaluate("() => globalThis.ran")


def test_garbage_among_a_readers_choices_is_passed_over(
    new_context: Callable[..., BrowserContext], watch: Watch
) -> None:
    page = new_context().new_page()
    page.goto("/en/about/")
    for garbage in GARBAGE[:: 1 if EACH_IN_EACH else 4]:  # chooser.test.mjs
        store(page, garbage, NUMBERS, LANGUAGE, COLOURS)
        led(page, f"{watch.home}/", f"{watch.home}/en/")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        assert not page.evaluate("() => globalThis.ran")


def test_two_tabs_of_one_stepper_go_their_own_ways(new_context: Callable[..., BrowserContext]) -> None:
    context = new_context()
    one, other = context.new_page(), context.new_page()
    for page in (one, other):
        page.goto(f"/en/{STEPPER}")
        Widget(page, "contest.stepper").live()
        page.locator('button[name="do"][value*="begin"]').click()
        page.wait_for_function("() => location.search.includes('contest.stepper.seed')")
    before = one.url
    assert named(one, "contest.stepper")["seed"] != named(other, "contest.stepper")["seed"]
    other.locator('rules-widget[name="contest.stepper"] [data-part] button[name="do"]:enabled').last.click()
    Widget(other, "contest.stepper").settled()
    assert one.url == before
    one.reload()
    Widget(one, "contest.stepper").live()
    assert one.url == before
