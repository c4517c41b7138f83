"""Nothing that is seen moves while a page loads: on a phone, and with a slow processor, which shows what comes late."""

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.engines import LISTENING
from tests.browser.reader import SMALL_PHONE

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
    new_context: Callable[..., BrowserContext], base_url: str, language: str, path: str
) -> None:
    context = new_context(**SMALL_PHONE)
    context.add_init_script(NOTING)
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.goto(f"{base_url}/{language}/{path}")
    page.wait_for_function(LISTENING, polling=50)
    assert page.evaluate(SETTLED) == []
