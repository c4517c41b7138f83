"""Hostile links in the browser: no script runs, nothing reaches the console, a sentence is read, the page goes on."""

from __future__ import annotations

import itertools
import os
import re
from collections import defaultdict
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from rules_py import library
from tests import hostile
from tests.browser.reader import ROOT, Visit, Widget, defaults

LINKS = int(os.environ.get("LINKS", 1_000))
FRAGMENTS = 1_000


def place(widget: str) -> str:
    """Return the page that a widget is linked at: of those that hold it the one with the most widgets."""
    marked = re.compile(rf"^/// widget \| {re.escape(widget)}\s*$", re.MULTILINE)
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "docs/en").rglob("*.md")}
    found = [path for path, text in texts.items() if marked.search(text)]
    best = max(found, key=lambda path: (texts[path].count("/// widget |"), path.as_posix()))
    return f"{best.relative_to(ROOT / 'docs/en').with_suffix('').as_posix()}/"


def by_page(count: int) -> dict[str, list[str]]:
    places = {widget: place(widget) for widget in library.WIDGETS}
    found: dict[str, list[str]] = defaultdict(list)
    for widget, query in hostile.queries(count):
        found[places[widget]].append(query)
    return found


FOLLOW = """async (queries) => {
  const faults = [];
  const moment = () => new Promise((go) => setTimeout(go, 20));
  for (const query of queries) {
    const link = document.createElement('a');
    link.href = `?${query}`;
    const widgets = [...document.querySelectorAll('rules-widget')];
    const keys = [...new URL(link.href).searchParams.keys()];
    if (!widgets.some((widget) => keys.some((key) => key.startsWith(`${widget.getAttribute('name')}.`)))) continue;
    document.body.append(link);
    link.click();
    link.remove();
    const end = performance.now() + 30_000;
    await moment();
    while (widgets.some((widget) => {
      const waits = widget.dataset.state === 'busy';
      if (waits) widget.querySelector('.widget-stop:not([hidden])')?.click();
      return waits;
    }) && performance.now() < end) await new Promise((go) => setTimeout(go, 5));
    for (const widget of widgets) {
      const status = widget.querySelector('.widget-status').textContent.trim();
      const fine = widget.dataset.state === 'ready' || (widget.dataset.state === 'error' && status);
      if (!fine || /fault in the page|不具合/.test(status)) {
        faults.push(`${widget.getAttribute('name')} ${widget.dataset.state} ${status} ?${query}`.slice(0, 600));
      }
    }
    if (globalThis.ran) faults.push(`ran: ${query}`);
  }
  return faults;
}"""

PAGES = by_page(LINKS)


@pytest.mark.parametrize("path", sorted(PAGES))
def test_a_page_takes_hostile_links_one_after_the_other(visit: Visit, path: str) -> None:
    share = PAGES[path][("en", "ja").index(visit.language) :: 2]
    visit.open("about/")
    page = visit.open(path)
    name = page.locator("rules-widget").first.get_attribute("name") or ""
    Widget(page, name).live()
    assert page.evaluate(FOLLOW, share) == []
    visit.open("about/")
    visit.open(path)
    widget = Widget(page, name).live()
    assert widget.state == "ready"


def test_a_page_is_opened_with_a_hostile_link(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context().new_page()
    for number, (path, queries) in enumerate(PAGES.items()):
        query = queries[number % len(queries)]
        page.goto(f"/en/{path}?{query}")
        page.wait_for_function(
            """() => customElements.get('rules-widget') && [...document.querySelectorAll('rules-widget')].every(
              (widget) => widget.dataset.state !== 'busy' || widget.querySelector('.widget-stop:not([hidden])'))"""
        )
        assert not page.evaluate("() => globalThis.ran"), query
        assert page.locator("h1").first.is_visible()


def test_what_stands_behind_the_hash_runs_nothing(page: Page) -> None:
    page.goto("/en/python/running/")
    page.wait_for_function("() => customElements.get('rules-example')")
    code = page.locator("rules-example pre code").first.inner_text()
    for share in itertools.batched(hostile.fragments(FRAGMENTS), 100):
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
            list(share),
        )
        assert not page.evaluate("() => globalThis.ran")
        assert page.locator('rules-example[data-state="busy"]').count() == 0
    page.goto("/en/python/running/")
    expect(page.locator("rules-example pre code").first).to_have_text(code)


def test_the_defaults_are_answered_after_all_that(visit: Visit) -> None:
    roll = visit.calculator("contest.roll")
    roll.fill(defaults("contest.roll") | {"ability_a": "14"})
    assert roll.settled() == "ready"
    assert not re.search("fault|不具合", roll.status.inner_text())
