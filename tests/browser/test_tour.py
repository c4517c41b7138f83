"""A tour of all pages: each is opened once, and asked everything there is to ask of it.

Chromium sees each page in both languages: in the one it is loaded, in the other it is turned to from the page before.
First come all that are loaded: over those that are turned to afterwards the scripts of the page stay, axe-core as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize
from rulebook_site import LANGUAGES
from rulebook_site.moved import addresses

from rules_py import library
from tests.browser.engines import EACH_IN_EACH, Engine, Host, PlaywrightTab
from tests.browser.reader import KINDS, PATHS, ROOT, Visit, Widget, native, violations
from tests.browser.test_engines import turn_to

SITE = Path(ROOT, "site")
PHONE, DESK, PAPER = (ViewportSize(width=width, height=800) for width in (360, 1280, 680))
"""What an A4 page leaves between its margins is 680 pixels wide."""

GROUPS = {
    path.split("/")[0]: tuple(each for each in PATHS if each.split("/")[0] == path.split("/")[0]) for path in PATHS
}

OF_THE_CODE = re.compile(rf"python/({'|'.join([*library.SYSTEMS, 'exports'])})/")

FRAMES = ("", "about/", "contest/", "contest/calculators/", "contest/stepper/", "all/tools/", "python/contest/")
"""Pages around whose article stands all that can stand around one."""

IN_TURN = {language: KINDS[number :: len(LANGUAGES)] for number, language in enumerate(LANGUAGES)}
"""In which language Firefox and WebKitGTK see which page; Chromium sees all in both."""

LOOK = """(language) => {
  const told = (element) => element.outerHTML.replace(/\\s+/g, ' ').slice(0, 120);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const ids = all('[id]').map(({id}) => id);
  const here = (link) => link.pathname === location.pathname && link.origin === location.origin && link.hash;
  const other = document.querySelector('.language-switch a');
  return {
    headings: document.querySelectorAll('h1').length === 1 ? [] : all('h1').map(told),
    'ids that are there twice': ids.filter((id, number) => ids.indexOf(id) < number),
    'links to nowhere on the page': all('article a[href]').filter(here)
      .filter((link) => !document.getElementById(decodeURIComponent(link.hash.slice(1)))).map(told),
    'the language switch': other.pathname === location.pathname.replace(/^\\/../, `/${other.lang}`)
      && other.lang !== language && document.documentElement.lang === language ? [] : [other.href],
    'styles that the policy silences': all('[style]').filter((each) => !each.style.length).map(told),
    'drawings without a name or a size': all('article svg[role=img]').filter((each) =>
      !each.getAttribute('aria-label') || (each.checkVisibility() && !each.getBoundingClientRect().width)).map(told),
    'widgets that are not as built': all('rules-widget, rules-example')
      .filter((each) => (each.dataset.state ?? 'static') !== 'static').map(told),
    'tools that cannot be seen': all('rules-widget > form, rules-table > form, rules-example .example-bar')
      .filter((each) => !each.closest('details:not([open])') && !each.checkVisibility()).map(told),
  };
}"""
"""What is wrong with a page, by what should be right."""

PRINTED = """(screenOnly) => {
  const article = document.querySelector('article').getBoundingClientRect();
  const told = (element) => element.outerHTML.replace(/\\s+/g, ' ').slice(0, 120);
  const seen = (element) => element.checkVisibility({visibilityProperty: true, opacityProperty: false});
  const shown = [...document.querySelectorAll(screenOnly)].filter(seen).map(told);
  const wide = [...document.querySelectorAll('article table, article svg, article pre, article input, article select')]
    .filter(seen)
    .filter((element) => element.getBoundingClientRect().right > article.right + 1)
    .map(told);
  const folded = [...document.querySelectorAll('article details')]
    .filter(seen)
    .filter((details) => ![...details.children].slice(1).some((child) => child.getClientRects().length))
    .filter((details) => [...details.children].slice(1).some((child) => !child.matches('.field-hint')))
    .map(told);
  const split = [...document.querySelectorAll('article tr, article figure, article fieldset.side')]
    .filter((element) => getComputedStyle(element).breakInside !== 'avoid')
    .map(told);
  const lonely = [...document.querySelectorAll('article :is(h1, h2, h3, h4, [role=heading], caption)')]
    .filter(seen)
    .filter((element) => getComputedStyle(element).breakAfter !== 'avoid')
    .map(told);
  return {
    'printed though it is there to be pressed': shown, 'wider than the paper': wide, 'folded on paper': folded,
    'rows that a sheet may cut': split, 'headings without their text': lonely,
  };
}"""
SCREEN_ONLY = """.md-header, .md-tabs, .md-sidebar, .md-footer, .md-top, .md-path, .md-clipboard, .headerlink,
  .table-filter, .example-bar, .language-switch, rules-widget button:not(.term), .field-hint, .controls, .pop"""

WIDE = """(width) => new Promise((go) => {
  const frame = requestAnimationFrame; // in the first of them scripts see that a table has no room
  const look = () => {
    if (width && innerWidth !== width) setTimeout(look, 20); // the window has not got its size yet
    else frame(() => frame(() => setTimeout(() => go(document.documentElement.scrollWidth - innerWidth))));
  };
  look();
})"""


def wrong(page: str, faults: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the faults of a page, a line each."""
    for what, found in faults.items():
        yield from (f"{page}: {what}: {each}" for each in found)


def there_and_back(number: int) -> tuple[ViewportSize, ViewportSize]:
    """Return the first and the last screen of a page: it begins on that on which the page before has ended.

    With each other size of the window a whole page is laid out anew.
    """
    return (DESK, PHONE) if number % 2 else (PHONE, DESK)


def resized(page: Page, screen: ViewportSize) -> None:
    if page.viewport_size != screen:
        page.set_viewport_size(screen)


def too_wide(page: Page, screen: ViewportSize) -> dict[str, list[str]]:
    resized(page, screen)
    over = page.evaluate(WIDE, screen["width"])
    return {"wide": [f"{over} pixels over {screen['width']}"] if over > 0 else []}


def barriers(page: Page, path: str, *, is_loaded: bool) -> dict[str, list[str]]:
    """Return what axe-core finds, in light and in the dark, where only the colours differ.

    What stands around the article is asked about on `FRAMES`, on the whole way on every kind of page. The languages
    share roles, attributes and styles, and `tests/pages` holds them to the same ids: a page is asked in the language in
    which it is turned to, where axe-core is there already, and on `FRAMES` in both. Of the pages that mkdocstrings
    makes of the code, by far the longest, all of one kind, only one is asked about more than its colours.
    """
    if is_loaded and path not in FRAMES and not EACH_IN_EACH:
        return {}
    within = "html" if path in (KINDS if EACH_IN_EACH else FRAMES) else "article"
    is_asked_all = path in FRAMES or EACH_IN_EACH or not OF_THE_CODE.fullmatch(path)
    light = violations(page, within, colours_only=not is_asked_all)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return {"barriers": light, "barriers in the dark": violations(page, within, colours_only=True)}


def on_paper(page: Page) -> dict[str, list[str]]:
    """Return what would be wrong with the page if it were printed."""
    page.emulate_media(media="print")
    resized(page, PAPER)
    found: dict[str, list[str]] = page.evaluate(PRINTED, SCREEN_ONLY)
    page.emulate_media(media="screen", color_scheme="light")
    return found


def results(page: Page, language: str) -> Iterator[str]:
    """Yield the widgets whose result, as built, is not what Python gives for what the form says."""
    for name in page.evaluate(
        "() => [...document.querySelectorAll('rules-widget')].map((w) => w.getAttribute('name'))"
    ):
        widget = Widget(page, name)
        answer = native(name, language, widget.values())
        if answer["state"] != "ready" or not widget.has_result(answer):
            yield name


@pytest.mark.in_both
@pytest.mark.parametrize("group", GROUPS)
def test_all_pages_are_whole_fit_every_screen_and_paper_and_have_no_barrier(
    lent: Callable[..., Visit], browser_name: str, language: str, group: str
) -> None:
    visit = lent(language)
    page, found = visit.page, list[str]()
    page.goto("about:blank")  # Python of a test before would stay from page to page
    halves = [GROUPS[group][number :: len(LANGUAGES)] for number in range(len(LANGUAGES))]
    loaded, turned = halves if language == LANGUAGES[0] else reversed(halves)
    in_chromium = browser_name == "chromium"  # Firefox' driver has no paper, and cannot wish for the dark
    resized(page, PHONE)
    for number, path in enumerate((*loaded, *turned)):
        first, last = there_and_back(number)
        page.emulate_media(media="screen", color_scheme="light", reduced_motion="reduce")
        is_loaded = path in loaded
        (visit.load if is_loaded else visit.turn)(path)
        found += wrong(path, page.evaluate(LOOK, language))
        found += wrong(path, {"results that are not Python's": [*results(page, language)]})
        for screen in (first, last):
            found += wrong(path, too_wide(page, screen))
            if in_chromium and screen == PHONE:
                found += wrong(path, barriers(page, path, is_loaded=is_loaded))
            if in_chromium and screen == first:
                found += wrong(path, on_paper(page))
        found += wrong(path, {"faults that the browser tells": visit.watch.faults})
        visit.watch.forget()
    page.emulate_media(media="null", color_scheme="null", reduced_motion="null")
    page.set_viewport_size(DESK)
    assert found == []


@pytest.mark.skipif(EACH_IN_EACH, reason="then Firefox goes on the whole tour")
@pytest.mark.in_both
def test_one_page_of_each_kind_is_whole_in_firefox(engine_named: Callable[[str], Engine], language: str) -> None:
    with Host(SITE) as host, engine_named("firefox").tab() as tab:
        assert isinstance(tab, PlaywrightTab)
        found = list[str]()
        resized(tab.page, PHONE)
        for number, path in enumerate(IN_TURN[language]):
            tab.open(f"{host.address}/{language}/{path}")
            found += wrong(path, tab.evaluate(LOOK, language))
            for screen in there_and_back(number):
                found += wrong(path, too_wide(tab.page, screen))
        assert (found, tab.messages) == ([], [])


@pytest.mark.in_both
def test_one_page_of_each_kind_is_whole_in_webkitgtk(engine_named: Callable[[str], Engine], language: str) -> None:
    with Host(SITE) as host, engine_named("webkit").tab() as tab:
        found = list[str]()
        for path in IN_TURN[language]:
            turn_to(tab, f"{host.address}/{language}/{path}")
            found += wrong(path, tab.evaluate(LOOK, language))
            if (over := tab.evaluate(WIDE)) > 0:
                found.append(f"{path}: {over} pixels too wide")
        assert found == []


def test_the_tour_leaves_nothing_out() -> None:
    assert sorted(path for group in GROUPS.values() for path in group) == sorted(PATHS)
    assert set(FRAMES) <= set(KINDS) <= set(PATHS)
    for language in LANGUAGES:
        built = {page.parent.relative_to(SITE / language).as_posix() for page in (SITE / language).rglob("index.html")}
        assert {path.rstrip("/") or "." for path in (*PATHS, *addresses())} == built
