"""From page to page and back: Python stays, and what was typed, opened and scrolled to is found again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, expect
from rulebook_site.browser import launching

from tests.browser.engines import EACH_IN_EACH, Host, PlaywrightTab, unkept
from tests.browser.reader import (
    CALCULATORS,
    PATHS,
    ROOT,
    SMALL_PHONE,
    STEPPER,
    Visit,
    Watch,
    Widget,
    defaults,
    named,
    native,
    unfold,
)
from tests.browser.test_address import turn

SITE = Path(ROOT, "site")
ROLL = "contest.roll"
TYPED = "half = 'a thought'"
EXERCISE = "contest/check/"


def runtime(watch: Watch) -> list[str]:
    return [url.rpartition("/")[2] for url in watch.requests if "/runtime/" in url]


def test_python_stays_from_page_to_page(visit: Visit) -> None:
    """Its files are asked for once, but for a game's memory; the next widget is ready before it is touched."""
    visit.load(CALCULATORS)
    assert visit.widget(ROLL).fill({"ability_a": "18"}) == "ready"
    visit.page.evaluate("window.started_here = true")
    visit.watch.requests.clear()
    visit.turn(STEPPER)
    expect(visit.widget("contest.stepper").root).to_have_attribute("data-state", "ready")  # untouched
    assert runtime(visit.watch) == []
    visit.turn("prophecy/calculators/", {"prophecy.check.ability": "4"})
    expect(visit.widget("prophecy.check").root).to_have_attribute("data-state", "ready")  # untouched
    assert visit.widget("prophecy.check").settled() == "ready"
    visit.widget("prophecy.check").agrees(visit.language)  # to what the link has asked
    assert visit.widget("prophecy.check").values()["ability"] == "4"
    assert visit.page.evaluate("window.started_here"), "nothing was loaded"
    assert "snapshot-prophecy.bin" in runtime(visit.watch)
    assert not {"python_stdlib.zip", "wheels.json"} & set(runtime(visit.watch)), "memory has all that is needed"


def test_a_page_left_in_the_middle_of_an_answer_harms_nothing(visit: Visit) -> None:
    """Who has used Python finds it started on a page that is loaded, where there is something to ask.

    On pages that are turned nothing is asked or written any more: `widget.test.mjs`.
    """
    widget = visit.calculator("contest.difficulty")
    widget.control("ability_a").fill("13W")
    visit.watch.requests.clear()
    visit.load("contest/rulings/")
    visit.page.wait_for_timeout(500)  # the answer would have come by now, and Python have been asked for
    assert "?" not in visit.page.url
    assert runtime(visit.watch) == [], "there is nothing to ask on this page"
    visit.load("prophecy/calculators/")
    check = visit.widget("prophecy.check")
    expect(check.root).to_have_attribute("data-state", "ready")  # untouched
    assert check.fill({"ability": "4"}) == "ready"
    check.agrees(visit.language)


def work(page: Page, address: str) -> None:
    """Open the folded example, type into it, and scroll down."""
    page.goto(address)
    unfold(page)
    example = page.locator("rules-example").first
    example.locator('button[data-do="edit"]').click()
    example.locator("textarea").fill(TYPED)
    page.evaluate("() => { window.same = true; scrollTo({top: 700, behavior: 'instant'}); }")
    page.wait_for_function("() => scrollY === 700")


def found_again(page: Page) -> None:
    page.wait_for_function("() => customElements.get('rules-example') && Math.abs(scrollY - 700) < 1")  # Firefox: 699.8
    expect(page.locator("rules-example pre code").first).to_have_text(TYPED)
    expect(page.locator("rules-example .example-changed").first).not_to_have_attribute("hidden", "")
    expect(page.locator("article details.in-python").first).to_have_attribute("open", "")


@pytest.mark.only_browser("chromium")  # Firefox puts the page aside whole, and its driver waits for it to be loaded
def test_the_way_back_finds_what_was_typed_opened_and_scrolled_to(still: Page, watch: Watch, language: str) -> None:
    """Here the page is loaded anew: this browser is told to put none aside."""
    work(still, f"{watch.home}/{language}/{EXERCISE}")
    still.goto(f"{watch.home}/{language}/contest/rulings/")
    still.go_back()
    found_again(still)
    assert not still.evaluate("window.same")
    still.reload()
    expect(still.locator("rules-example pre code").first).not_to_have_text(TYPED)


def test_so_does_the_way_back_through_pages_that_were_turned(visit: Visit) -> None:
    work(visit.page, f"{visit.watch.home}/{visit.language}/{EXERCISE}")
    for path in ("contest/rulings/", "about/"):
        visit.turn(path)
    for _ in range(2):
        visit.page.go_back()
    found_again(visit.page)
    assert visit.page.evaluate("window.same"), "nothing was loaded"
    visit.page.go_forward()
    visit.page.wait_for_function(
        "() => document.querySelector('h1').id && location.pathname.endsWith('rulings/') && !scrollY"
    )


@pytest.fixture(scope="module")
def remembering(playwright: Playwright) -> Iterator[PlaywrightTab]:
    """A tab of a Chromium that puts pages aside for the way back, as readers' do."""
    browser = playwright.chromium.launch(**launching("chromium", whole=True))
    yield PlaywrightTab(unkept(browser.new_context()), browser.version)
    browser.close()


def test_pages_that_were_put_aside_come_back_whole_and_python_answers(remembering: PlaywrightTab) -> None:
    """Of every kind, one after the other, and with Python at work in it."""
    tab = remembering

    def back_to(path: str) -> None:
        tab.back()
        tab.wait("(path) => location.pathname === `/en/${path}`", path)
        assert tab.evaluate("() => window.same"), f"{path} was loaded anew"

    with Host(SITE) as host:
        work(tab.page, f"{host.address}/en/{EXERCISE}")
        for path in ("", "python/contest/", STEPPER, "contest/rulings/"):
            tab.open(f"{host.address}/en/{path}")
            tab.evaluate("() => { window.same = true; }")
        for path in (STEPPER, "python/contest/", "", EXERCISE):
            back_to(path)
        found_again(tab.page)
        tab.open(f"{host.address}/en/{CALCULATORS}")
        tab.evaluate("() => { window.same = true; }")
        widget = Widget(tab.page, ROLL).live()
        assert widget.fill({"ability_a": "16"}) == "ready"
        tab.open(f"{host.address}/en/contest/rulings/")
        back_to(CALCULATORS)
        assert widget.fill({"ability_a": "4"}) == "ready"
        widget.shows(native(ROLL, "en", defaults(ROLL) | {"ability_a": "4"}))
        assert named(tab.page, ROLL) == {"ability_a": "4"}


def test_a_page_is_fetched_when_its_link_is_pointed_at_and_then_turned_to(visit: Visit) -> None:
    page = visit.load("contest/rulings/")  # what was fetched is not fetched once more
    link = page.locator(".md-footer__link--next")
    to = link.evaluate("(link) => { window.same = true; return link.href; }")
    fetched = """(to) => performance.getEntriesByType('resource')
      .filter(({name, initiatorType}) => name === to && initiatorType === 'fetch').length"""  # Firefox reads ahead
    link.hover()
    page.wait_for_function(fetched, arg=to)
    link.click()
    page.wait_for_url(to)
    expect(page.locator("h1")).to_be_focused()
    assert page.title().startswith(page.locator("h1").inner_text().removesuffix("¶").strip())
    assert page.evaluate(fetched, to) == 1
    assert page.evaluate("window.same"), "nothing was loaded"


@pytest.mark.parametrize("screen", [{}, SMALL_PHONE] if EACH_IN_EACH else [{}])
def test_on_a_turned_page_all_is_as_on_a_loaded_one(
    lent: Callable[..., Visit], language: str, screen: dict[str, Any]
) -> None:
    """What scripts add to a page, the links of the header, the list of the page's sections, the search."""
    visit = lent(language, **screen)
    told = """async () => {
     // In the next frame the scripts see which boxes overflow.
     await new Promise((go) => { requestAnimationFrame(() => setTimeout(go)); });
     return {
      title: document.title,
      head: [...document.querySelectorAll('head :is(link:not([rel=stylesheet]), meta:not([name^=rulebook]))')]
        .map((each) => each.href ?? each.content).sort(),
      links: [...document.links].map(({href}) => href),
      added: ['button[data-copy]', '.md-nav__link--active', '[tabindex="0"]', '.md-tabs__item']
        .map((selector) => `${selector} ${document.querySelectorAll(selector).length}`),
      width: document.documentElement.scrollWidth,
     };
    }"""
    paths = ("prophecy/curses/", "contest/check/", "", "python/contest/")
    loaded = [(path, visit.load(path).evaluate(told)) for path in paths]
    assert [(path, visit.turn(path).evaluate(told)) for path in paths] == loaded


@pytest.mark.only_browser("chromium")  # Firefox' driver does not tell what is held
def test_pages_that_were_turned_leave_next_to_nothing_behind(visit: Visit) -> None:
    tab = visit.context.new_cdp_session(visit.page)
    tab.send("Performance.enable")

    def held() -> int:
        tab.send("HeapProfiler.collectGarbage")
        return {each["name"]: int(each["value"]) for each in tab.send("Performance.getMetrics")["metrics"]}["Nodes"]

    paths = [STEPPER, EXERCISE, "prophecy/curses/", *[path for path in PATHS if path.startswith("kamui/")][::2]]
    visit.turn(paths[0])
    before = held()
    for path in (*paths[1:], paths[0]):
        visit.turn(path)
    assert held() < before + 100 * len(paths), "each held some four thousand"


def test_a_link_to_a_place_on_another_page_arrives_there(visit: Visit) -> None:
    page = visit.turn("contest/rulings/")
    page.evaluate("""() => {
      scrollTo({top: 1500, behavior: 'instant'});
      const link = Object.assign(document.createElement('a'), {href: '../check/#C-6.3'});
      document.querySelector('article').append(link);
      link.click();
    }""")
    page.wait_for_url("**/contest/check/#C-6.3")
    expect(page.locator('[id="C-6.3"]:target')).to_be_in_viewport()
    expect(page.locator('[id="C-6.3"]')).to_be_focused()


def all_ready(page: Page) -> None:
    """Wait until no widget of the page is being answered: who leaves before ends its Python."""
    expect(page.locator("rules-widget")).to_have_count(3)
    expect(page.locator('rules-widget:not([data-state="ready"])')).to_have_count(0)


def test_a_reload_and_the_way_back_show_what_was_there(visit: Visit) -> None:
    values = {"ability_a": "10W", "beneficiary": "higher_roll", "modifier_b": "−3"}
    page, widget = visit.turn("about/"), visit.widget(ROLL)
    visit.turn(f"{CALCULATORS}#roll")
    widget.fill(values)
    expected = native(ROLL, visit.language, defaults(ROLL) | values)
    widget.live().shows(expected)
    all_ready(page)  # the others have taken the house rule over, and said so in the address
    changed = page.url
    assert changed.endswith("#roll")
    page.reload()
    all_ready(page)
    widget.shows(expected)
    assert widget.values() == defaults(ROLL) | values

    page.locator('a[href$="/rulings/"]').first.evaluate("(link) => link.click()")
    page.wait_for_url(f"**/{visit.language}/contest/rulings/")
    turn(page, "back", changed)
    all_ready(page)
    widget.shows(expected)
    turn(page, "back", f"{visit.watch.home}/{visit.language}/about/")
    turn(page, "forward", changed)
    expect(widget.control("modifier_b")).to_have_value("−3")
    assert widget.values() == defaults(ROLL) | values
