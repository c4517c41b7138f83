"""What comes out of the browser's print dialog: text, numbers, what was entered and what came out of it."""

from __future__ import annotations

import re
import unicodedata
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from rules_py.exports import SAMPLES
from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import Visit, Widget

pytestmark = pytest.mark.only_browser("chromium")  # Firefox' driver has no paper


def printed(page: Page, paper: str = "A4") -> list[str]:
    """Return the text of each page that is printed; to read ten pages takes as long as to load ten."""
    return [each.extract_text() for each in PdfReader(BytesIO(page.pdf(format=paper))).pages]


def flowing(*texts: str) -> str:
    """Return text without spaces and breaks, and with the signs that a browser takes for others of the same shape."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", "".join(texts)))


def test_a_dark_page_is_printed_dark_on_white(still: Page, visit: Visit) -> None:
    page = visit.turn("prophecy/attack/")
    still.emulate_media(media="print", color_scheme="dark")
    colours = page.evaluate(
        """() => ['color', 'backgroundColor'].map((name) => getComputedStyle(document.querySelector('article p'))[name])
          .concat(getComputedStyle(document.body).getPropertyValue('--paper').trim())"""
    )
    assert colours == ["rgb(32, 38, 46)", "rgba(0, 0, 0, 0)", "#fff"]


WRITTEN = """(line) => [...line.childNodes]
  .map((each) => each.nodeName === 'DATA' ? `${each.textContent} (${each.value})` : each.textContent).join('')"""
"""A sentence as it is printed: the fractions in it."""

FILLED = [
    ("contest.roll", {"ability_a": "10W", "ability_b": "17"}, ("10W", "17")),
    ("prophecy.check", {"ability": "4", "target": "13"}, ("13",)),
    ("exorcist.pool", {"dice": "6"}, ("6",)),
    ("avatar.check", {"ep": "700"}, ("700",)),
    ("kamui.pool", {"dice": "7"}, ("7",)),
]


@pytest.mark.parametrize(("name", "values", "entered"), FILLED if EACH_IN_EACH else FILLED[:1])
def test_a_filled_calculator_is_printed_with_what_was_entered_and_its_result(
    visit: Visit, name: str, values: dict[str, str], entered: tuple[str, ...]
) -> None:
    widget = visit.calculator(name)
    assert widget.fill(values) == "ready"
    summary = widget.output.locator(".summary-line").evaluate(WRITTEN)
    working = widget.output.locator("details.working li").first.text_content() or ""
    pages = printed(visit.page)
    text = flowing(*pages)
    assert flowing(summary) in text
    assert flowing(working) in text
    for value in entered:
        assert value in text
    assert min(map(len, pages)) > 50, "a page is all but empty"


@pytest.mark.in_both
def test_a_character_is_printed_with_its_chances_on_one_sheet(visit: Visit, language: str) -> None:
    page = visit.load("characters/")
    for slug in SAMPLES:
        roster = page.locator(f'character-roster[data-system="{slug}"]')
        roster.locator(".samples button").first.click()
        Widget(page, f"{slug}.character").settled()
        roster.evaluate("(roster) => roster.toggleAttribute('data-printed', true)")
        for paper in ("A4", "Letter") if EACH_IN_EACH else ({"en": "Letter", "ja": "A4"}[language],):
            sheets = printed(page, paper)
            assert len(sheets) == 1, (slug, paper)
            for said in (SAMPLES[slug][0].name.get(language), "%"):  # type: ignore[arg-type]
                assert said in sheets[0]
        roster.evaluate("(roster) => roster.toggleAttribute('data-printed', false)")


def test_a_game_is_printed_with_everything_that_happened(visit: Visit) -> None:
    widget = visit.stepper({"contest.stepper.seed": "paper"})
    while widget.log.locator("ol.log > li").count() < 6:
        widget.press(widget.root.locator("button[data-primary]").get_attribute("value") or "")
    entries = [" ".join(entry.split()) for entry in widget.log.locator("ol.log > li").all_inner_texts()]
    text = flowing(*printed(visit.page))
    assert [entry for entry in entries if flowing(entry) not in text] == []


def test_a_long_table_is_printed_whole_whatever_was_looked_for_with_its_head_on_every_page(visit: Visit) -> None:
    page = visit.turn("prophecy/curses/")
    page.locator(".table-filter select").first.select_option(index=1)
    expect(page.locator("#P-T3 tbody tr:visible")).not_to_have_count(27)
    pages = printed(page)
    head = page.locator("#P-T3 thead th").nth(4).inner_text()
    with_rows = [each for each in pages if re.search(r"P-T3\.\d", each)]
    assert len(with_rows) > 1
    for each in with_rows:
        assert flowing(head) in flowing(each)
    text = " ".join(pages)
    assert [row for row in range(1, 28) if not re.search(rf"P-T3\.{row}\b", text)] == []


def test_no_sheet_after_a_short_page_is_empty(visit: Visit) -> None:
    for path, count in (("python/hosting/", 2), ("tools/", 4), ("python/", 3)):
        sheets = printed(visit.turn(path))
        assert (path, len(sheets)) == (path, count)
        assert min(map(len, sheets)) > 50, path


def test_a_link_is_printed_as_its_id_and_one_that_leads_out_with_its_address(visit: Visit) -> None:
    text = flowing(*printed(visit.turn("about/")))
    assert "(https://pyodide.org/)" in text
    assert "127.0.0.1" not in text
    text = flowing(*printed(visit.turn("contest/quick/")))
    assert "C-5.4" in text
    assert "http" not in text
