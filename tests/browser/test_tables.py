"""Tables in which a reader looks for rows and sorts them: by touch, by keyboard, on paper and without script."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from rulebook_site.japanese import kana_key

from rules_py.prophecy.conditions import CONDITIONS, CURSES
from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import Visit, both_schemes, once, written

CURSES_PAGE, TABLE = "prophecy/curses/", "P-T3"
EVERY = [curse.row for curse in CURSES.values()]


class Found:
    """The table of curses on its page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator("rules-table", has=page.locator(f'[id="{TABLE}"]'))
        self.form = self.root.locator("form.table-filter")
        self.count = self.root.locator(".table-count")

    @classmethod
    def open(cls, visit: Visit) -> Found:
        """Go to the page, and bring the table to where it begins, whatever a test before has made of it."""
        visit.open(CURSES_PAGE)
        table = cls(visit.page).ready().show_all()
        while table.head(0).get_attribute("aria-sort") != "ascending":
            table.sort(0)
        return table

    def ready(self) -> Found:
        """Wait until rows can be looked for."""
        expect(self.form).to_be_visible()
        return self

    def choice(self, facet: str) -> Locator:
        """Return the choices of a facet."""
        return self.form.locator(f'select[name="{facet}"]')

    def pick(self, **values: str) -> Found:
        """Choose by hand."""
        for facet, value in values.items():
            self.choice(facet).select_option(value)
        return self

    def shown(self) -> list[str]:
        """Return the ids of the rows that can be seen, from top to bottom."""
        found: list[str] = self.root.locator("tbody tr").evaluate_all(
            "rows => rows.filter((row) => row.checkVisibility()).map((row) => row.id)"
        )
        return found

    def head(self, column: int) -> Locator:
        """Return the head of a column, counted from 0, the numbers of the rows being the first."""
        return self.root.locator("thead th").nth(column)

    def sort(self, column: int) -> Found:
        """Press the head of a column."""
        self.head(column).locator("button").click()
        return self

    def show_all(self) -> Found:
        """Press the button that ends looking."""
        self.form.locator("button").click()
        return self


@pytest.fixture
def table(visit: Visit) -> Found:
    return Found.open(visit)


def rows(**wanted: str) -> list[str]:
    """Return the rows of the curses of which some things are so."""
    return [curse.row for curse in CURSES.values() if all(getattr(curse, k) == v for k, v in wanted.items())]


def test_a_choice_leaves_the_rows_that_fit(table: Found) -> None:
    assert table.shown() == EVERY
    table.pick(ends="activation_end")
    assert table.shown() == rows(ends="activation_end")
    table.pick(strength="5")
    assert table.shown() == [CONDITIONS[name].row for name in ("berserk", "weakness")]
    table.pick(strength="", ends="", changes="initiative")
    assert table.shown() == [curse.row for curse in CURSES.values() if "initiative" in curse.changes]
    table.pick(changes="")
    for degree in (2, 4, 8):
        table.pick(reach=str(degree))
        assert table.shown() == [curse.row for curse in CURSES.values() if curse.strength <= degree], degree


def test_a_head_sorts_its_column_both_ways(table: Found) -> None:
    expect(table.head(0)).to_have_attribute("aria-sort", "ascending")
    by_strength = sorted(CURSES.values(), key=lambda curse: curse.strength)
    table.sort(2)
    expect(table.head(2)).to_have_attribute("aria-sort", "ascending")
    expect(table.root.locator("[aria-sort]")).to_have_count(1)
    assert table.shown() == [curse.row for curse in by_strength]
    table.sort(2)
    expect(table.head(2)).to_have_attribute("aria-sort", "descending")
    falling = sorted(CURSES.values(), key=lambda curse: -curse.strength)  # equal ones stay in the rules' order
    assert table.shown() == [curse.row for curse in falling]
    table.pick(strength="8")
    assert table.shown() == rows(strength=8)  # type: ignore[arg-type]
    table.show_all()
    assert table.shown() == [curse.row for curse in falling]
    assert table.sort(0).shown() == EVERY
    assert table.sort(0).shown() == EVERY[::-1]


def test_names_are_sorted_as_the_language_has_it(table: Found, language: str) -> None:
    table.sort(1)
    if language == "ja":
        named = sorted(CURSES.values(), key=lambda curse: kana_key(curse.reading or curse.name.ja))
    else:
        named = sorted(CURSES.values(), key=lambda curse: curse.name.en.replace("-", "").casefold())
    assert table.shown() == [curse.row for curse in named]


def test_everything_goes_by_keyboard(table: Found) -> None:
    keyboard = table.page.keyboard
    table.choice("strength").focus()
    keyboard.press("ArrowDown")
    keyboard.press("ArrowDown")
    assert table.shown() == rows(strength=3)  # type: ignore[arg-type]
    for _ in range(5):
        keyboard.press("Tab")
    expect(table.form.locator("button")).to_be_focused()
    keyboard.press("Enter")
    assert table.shown() == EVERY
    table.head(2).locator("button").focus()
    keyboard.press("Space")
    keyboard.press("Space")
    expect(table.head(2)).to_have_attribute("aria-sort", "descending")
    expect(table.head(2).locator("button")).to_be_focused()


def test_a_link_to_a_hidden_row_shows_it(table: Found) -> None:
    table.pick(strength="8")
    row = table.page.locator('[id="P-T3.4"]')
    expect(row).to_be_hidden()
    table.page.evaluate("""() => {
      const link = Object.assign(document.createElement('a'), {href: '#P-T3.4', textContent: 'there'});
      document.querySelector('article').append(link);
      link.click();
    }""")
    expect(row).to_be_visible()
    expect(row).to_be_in_viewport()
    assert table.shown() == EVERY
    table.pick(strength="2")
    expect(row).to_be_hidden()
    table.page.evaluate("location.hash = '#P-T3.27'")
    last = table.page.locator('[id="P-T3.27"]')
    expect(last).to_be_visible()
    expect(last).to_be_in_viewport()


def test_a_link_from_elsewhere_leads_to_its_row(visit: Visit) -> None:
    visit.turn("about/")
    page = visit.load(f"{CURSES_PAGE}#P-T3.26")
    Found(page).ready()
    expect(page.locator('[id="P-T3.26"]')).to_be_in_viewport()


def test_the_language_switch_keeps_a_place_that_is_shown(table: Found, language: str) -> None:
    """Rows that are not shown have no place on the screen and are none to go to."""
    table.pick(strength="2")
    row = table.page.locator('[id="P-T3.3"]')
    row.evaluate("(row) => row.scrollIntoView({block: 'start', behavior: 'instant'})")
    assert table.shown() == rows(strength=2)  # type: ignore[arg-type]
    other = "ja" if language == "en" else "en"
    link = table.page.locator(f'.language-switch a[lang="{other}"]')
    link.focus()
    assert urlsplit(link.evaluate("(link) => link.href")).fragment not in rows(strength=8)  # type: ignore[arg-type]


@pytest.mark.only_browser("chromium")  # Firefox' driver has no paper
def test_paper_shows_every_row_and_nothing_to_press(table: Found) -> None:
    table.pick(strength="8")
    table.page.emulate_media(media="print")
    assert table.shown() == EVERY
    expect(table.form).to_be_hidden()
    arrow = table.head(1).locator("button").evaluate("(b) => getComputedStyle(b, '::after').content")
    assert arrow == "none"
    table.page.emulate_media(media="null")


@pytest.mark.only_browser("chromium")  # Firefox' driver cannot turn scripts off
def test_without_script_the_table_stands_whole(lent: Callable[..., Visit], language: str) -> None:
    page = lent(language, java_script_enabled=False).load(CURSES_PAGE)
    expect(page.locator("rules-table form")).to_be_hidden()
    expect(page.locator("rules-table tbody tr:visible")).to_have_count(27)
    expect(page.locator("rules-table thead button")).to_have_count(0)


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_it_fits_a_small_phone_and_a_finger(thumb: Visit) -> None:
    table = Found.open(thumb)
    table.page.wait_for_function("document.documentElement.scrollWidth <= 360")
    small = table.root.locator("select, button").evaluate_all(
        "all => all.filter((e) => e.getBoundingClientRect().height < 44).map((e) => e.outerHTML.slice(0, 100))"
    )
    assert small == []
    table.choice("reach").select_option("2")
    table.form.locator("button").tap()
    table.head(2).locator("button").tap()
    expect(table.head(2)).to_have_attribute("aria-sort", "ascending")
    hidden_beside = table.root.locator(".table-scroll").evaluate("(box) => box.scrollWidth - box.clientWidth")
    assert hidden_beside <= 1  # a row is a card: nothing of it lies outside of the screen


def test_there_is_no_barrier_while_looking(table: Found) -> None:
    """The tour asks for what stands around the table."""
    table.pick(reach="5").sort(2)
    assert both_schemes(table.page, "rules-table") == []


WIDE = ("prophecy/curses/", "prophecy/boosts/", "prophecy/blesses/", "contest/augments/", "avatar/actions/")
"""Pages with wide tables; those of calculators are looked at in `test_answers.py`."""
OVER = """() => new Promise((go) => {
  const painted = new ResizeObserver(() => {
    painted.disconnect();
    go([...document.querySelectorAll('article .table-scroll')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.scrollWidth} in ${box.clientWidth}: ${box.textContent.trim().slice(0, 60)}`));
  });
  painted.observe(document.body);
})"""
"""What is wider than its column as a frame is painted: before, an answer may have come whose tables are not laid."""
TWO_FRAMES = "() => new Promise((go) => { requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go))); })"


WIDTHS = (320, 768, *((360, 1440) if EACH_IN_EACH else ()))
"""Of a phone, where tables become cards, and without a list beside the text; others leave more room."""


def too_wide(page: Page, width: int) -> list[str]:
    """Wait until the page has taken its width, and return the tables that are wider than their column."""
    page.evaluate(TWO_FRAMES)
    once(page, "(width) => document.documentElement.scrollWidth <= width", width)
    found: list[str] = page.evaluate(OVER)
    return found


@pytest.mark.in_both
def test_no_table_is_wider_than_its_column(still: Page, visit: Visit) -> None:
    found = {}
    for path in WIDE:
        visit.open(path)
        still.evaluate("() => { for (const fold of document.querySelectorAll('article details')) fold.open = true; }")
        for width in WIDTHS:
            still.set_viewport_size({"width": width, "height": 900})
            found[path, width] = too_wide(still, width)
    assert {where: wide for where, wide in found.items() if wide} == {}


def test_a_table_without_room_becomes_cards_and_with_room_a_table_again(still: Page, visit: Visit) -> None:
    """Each cell with the head of its column; who listens hears a table all the same."""
    still.set_viewport_size({"width": 360, "height": 740})
    visit.load("prophecy/boosts/")  # as it is for who has not chosen what is shown
    table = still.locator("article table.data").first
    expect(table).to_have_attribute("data-cards", re.compile(r"\d+"))
    cell = table.locator("tbody tr").first.locator(":scope > *").nth(2)
    head = table.locator("thead tr > *").nth(2).text_content()
    assert written(cell, "::before") == f'"{head}"'
    expect(table.get_by_role("row").nth(1)).to_be_visible()
    still.set_viewport_size({"width": 1920, "height": 900})  # Japanese has no room in one of 1440 pixels
    expect(table).not_to_have_attribute("data-cards", re.compile(r"\d+"))
    expect(cell).to_have_css("display", "table-cell")  # while a window grows, a table may be asked twice
