"""Hostile links that load a page, and what stands behind a hash; each widget's story follows others on its page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import hostile
from tests.browser.asked import LINKS, hostile_queries
from tests.browser.engines import EACH_IN_EACH, LISTENING
from tests.browser.reader import Visit, spoken
from tests.places import PLACES

pytestmark = spoken("en")


@pytest.mark.parametrize("name", ["avatar.combat", *(["contest.gauge", "kamui.board"] if EACH_IN_EACH else [])])
def test_a_page_is_opened_with_a_hostile_link(visit: Visit, name: str) -> None:
    """No script runs, and a sentence is read or an answer."""
    query = next(query for query in hostile_queries()[name] if f"{name}." in query)
    visit.page.goto(f"{visit.watch.home}/{visit.language}/{PLACES[name]}?{query}")
    widget = visit.widget(name)
    visit.page.wait_for_function(LISTENING)
    assert widget.settled() in ("ready", "error")
    assert widget.state == "ready" or widget.status.inner_text().strip()
    assert not visit.page.evaluate("() => globalThis.ran"), query
    expect(visit.page.locator("h1").first).to_be_visible()


def test_what_stands_behind_the_hash_runs_nothing(visit: Visit) -> None:
    page = visit.turn("python/running/")
    page.wait_for_function(LISTENING)
    code = page.locator("rules-example pre code").first.inner_text()
    page.evaluate(
        """async (fragments) => {
          const {port1, port2} = new MessageChannel(); // a timer in a timer waits 4 ms
          for (const fragment of fragments) {
            history.replaceState(null, '', `#${fragment}`);
            dispatchEvent(new HashChangeEvent('hashchange'));
            await new Promise((go) => { port1.onmessage = go; port2.postMessage(null); });
          }
          await new Promise((go) => setTimeout(go, 100)); // the last are being read
        }""",
        list(hostile.fragments(LINKS)),
    )
    assert not page.evaluate("() => globalThis.ran")
    assert page.locator('rules-example[data-state="busy"]').count() == 0
    page = visit.load("python/running/")
    expect(page.locator("rules-example pre code").first).to_have_text(code)
