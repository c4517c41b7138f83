"""Nothing that is seen moves while a page loads: on a phone, and with a slow processor, which shows what comes late."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.engines import LISTENING
from tests.browser.reader import SMALL_PHONE, once

pytestmark = pytest.mark.only_browser("chromium")  # the others do not tell what has moved

NOTING = """
  const moved = globalThis.moved = [];
  const named = (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element ? element.cloneNode().outerHTML : 'gone';
  };
  const at = ({x, y, width, height}) => [x, y, width, height].map(Math.round).join(' ');
  new PerformanceObserver((list) => {
    for (const {value, hadRecentInput, sources} of list.getEntries()) {
      if (hadRecentInput) continue;
      const parts = sources.map(({node, previousRect, currentRect}) => {
        return `${named(node)} ${at(previousRect)} → ${at(currentRect)}`;
      });
      moved.push(`${value.toFixed(4)}: ${parts.join(', ')}`);
    }
  }).observe({type: 'layout-shift', buffered: true});
"""
SETTLED = (
    """() => new Promise((go) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(() => go(moved)))))"""
)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "prophecy/attack/",
        "contest/calculators/",
        "prophecy/curses/",
        "prophecy/boosts/",
        "contest/chart/",
        "prophecy/quick/",
        "prophecy/stepper/",
        "characters/",
    ],
)
def test_nothing_moves_while_a_page_loads(
    new_context: Callable[..., BrowserContext], home: str, language: str, path: str
) -> None:
    context = new_context(**SMALL_PHONE)
    context.add_init_script(NOTING)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(f"{home}/{language}/{path}")
    once(page, LISTENING)
    assert page.evaluate(SETTLED) == []
    assert page.evaluate(WAITING) == []


WAITING = """() => [...document.querySelectorAll('.md-content__inner > *')]
  .filter((each) => getComputedStyle(each).contentVisibility !== 'visible')
  .map(({outerHTML}) => outerHTML.slice(0, 80))"""
"""What has not been laid out yet, for a phone shows the top of a page first."""


def test_a_phone_lays_out_the_top_of_a_page_first_and_all_of_it_where_one_comes_to_a_place(
    new_context: Callable[..., BrowserContext], home: str, language: str
) -> None:
    context = new_context(**SMALL_PHONE)
    context.add_init_script("""requestAnimationFrame(() => {
      globalThis.first = document.documentElement.hasAttribute('data-first');
    })""")
    page = context.new_page()
    for place, waits in (("", True), ("#counter", False)):
        page.goto("about:blank")
        page.goto(f"{home}/{language}/prophecy/attack/{place}")
        assert page.evaluate("first") is waits
        assert page.evaluate(WAITING) == []


def test_a_phone_that_has_painted_nothing_yet_has_laid_out_the_whole_page_once_it_is_loaded(
    new_context: Callable[..., BrowserContext], home: str, language: str
) -> None:
    context = new_context(**SMALL_PHONE)
    context.add_init_script("globalThis.requestAnimationFrame = () => 0")
    page = context.new_page()
    page.goto(f"{home}/{language}/prophecy/attack/")
    assert page.evaluate(WAITING) == []
