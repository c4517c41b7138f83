"""The front page: a round is rolled with one press, the games are doors, and each says which game one is in."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rules_py.library import SYSTEMS
from tests.browser.reader import Visit, spoken, violations

WIDTHS = (320, 360, 768, 1024, 1440)


SMALL_DOORS = """() => [...document.querySelectorAll('.doors a')]
  .filter((door) => door.getBoundingClientRect().height < 44).length"""


@pytest.mark.in_both
@spoken("en", "ja")
def test_the_first_screen_holds_what_one_press_needs_which_rolls_a_round_and_says_why(
    visit: Visit, still: Page
) -> None:
    """On a phone gauge, chance and button; no width scrolls sideways, and the doors lead into their game.

    Then dice, the chance before and after, the rule; the gauge shows where the piece is; focus is on the next press.
    """
    still.set_viewport_size({"width": 360, "height": 740})
    page = visit.load("", {"contest.duel.seed": "k52"})  # more than one round
    widget = visit.widget("contest.duel")
    for what in (".track", ".outlook", "button.primary"):
        box = widget.root.locator(what).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 740, what
    for slug in SYSTEMS:
        doors = page.locator(f'.game[data-game="{slug}"] .doors a')
        hrefs = doors.evaluate_all("(links) => links.map((link) => link.getAttribute('href'))")
        assert len(hrefs) == 4
        assert all(href.startswith(f"{slug}/") for href in hrefs)
        names = doors.evaluate_all("(links) => links.map((link) => link.ariaLabel)")
        assert all(SYSTEMS[slug].title.get(visit.language) in name for name in names)
    fits_every_width(page)

    roll = widget.root.locator("button.primary")
    assert widget.root.locator("svg.die").count() == 0
    roll.click()
    expect(widget.root.locator("svg.die")).to_have_count(2)
    widget.agrees(visit.language)
    rule = widget.root.locator("[data-last] a").first
    expect(rule).to_have_attribute("href", re.compile(f"#{re.escape(rule.inner_text())}$"))
    assert "%" in widget.root.locator(".outlook span.a").inner_text()
    expect(widget.root.locator("button.primary")).to_be_focused()
    assert violations(page, within="rules-widget") == []


def fits_every_width(page: Page) -> None:
    """Check that nothing scrolls sideways, and that every door has room for a finger."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, width
        assert page.evaluate(SMALL_DOORS) == 0, width


@pytest.mark.in_both
@spoken("en", "ja")
def test_a_games_own_front_page_fits_every_width_too(visit: Visit, still: Page) -> None:
    visit.turn("exorcist/")
    fits_every_width(still)


@spoken("en")
def test_the_whole_contest_is_played_with_enter_and_begins_anew(visit: Visit) -> None:
    visit.load("", {"contest.duel.seed": "k52"})
    widget = visit.widget("contest.duel").live()
    widget.root.locator("button.primary").focus()
    for _ in range(4):
        visit.page.keyboard.press("Enter")
        widget.settled()
    expect(widget.root.locator("button.primary")).to_have_text({"en": "Again", "ja": "もう一度"}[visit.language])
    visit.page.keyboard.press("Enter")
    expect(widget.root.locator("svg.die")).to_have_count(0)
    expect(widget.root.locator('[data-x="0"] .piece')).to_have_count(1)


@spoken("en")
def test_a_page_of_a_game_wears_its_emblem_and_its_colour(visit: Visit) -> None:
    look = """() => {
      const mark = getComputedStyle(document.querySelector('h1'), '::before');
      return [mark.display, mark.backgroundColor, mark.maskImage.slice(0, 14)];
    }"""
    seen = []
    for slug in SYSTEMS:
        display, colour, mask = visit.turn(f"{slug}/").evaluate(look)
        assert (display, mask) == ("inline-block", 'url("data:imag')
        seen.append(colour)
    assert len(set(seen)) == len(SYSTEMS)
    assert visit.turn("about/").evaluate(look)[0] == "none"
