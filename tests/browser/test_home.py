"""The front page: a round is rolled with one press, the games are doors, and each says which game one is in."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from rules_py.library import SYSTEMS
from tests.browser.reader import Visit, spoken, violations

WIDTHS = (320, 360, 768, 1024, 1440)


@pytest.mark.in_both
@spoken("en", "ja")
def test_one_press_rolls_a_round_and_says_why(visit: Visit) -> None:
    """Dice, the chance before and after, the rule; the gauge shows where the piece is; focus is on the next press."""
    page = visit.load("", {"contest.duel.seed": "k52"})  # more than one round
    widget = visit.widget("contest.duel")
    roll = widget.root.locator("button.primary")
    assert widget.root.locator("svg.die").count() == 0
    roll.click()
    expect(widget.root.locator("svg.die")).to_have_count(2)
    widget.agrees(visit.language)
    rule = widget.root.locator("[data-last] a").first
    assert (rule.get_attribute("href") or "").endswith(f"#{rule.inner_text()}")
    assert "%" in widget.root.locator(".outlook span.a").inner_text()
    expect(widget.root.locator("button.primary")).to_be_focused()
    assert violations(page) == []


@spoken("en")
def test_the_whole_contest_is_played_with_enter_and_begins_anew(visit: Visit) -> None:
    visit.load("", {"contest.duel.seed": "k52"})
    widget = visit.widget("contest.duel").live()
    widget.root.locator("button.primary").focus()
    for _ in range(4):
        visit.page.keyboard.press("Enter")
        widget.settled()
    expect(widget.root.locator("button.primary")).to_have_text("Again")
    visit.page.keyboard.press("Enter")
    expect(widget.root.locator("svg.die")).to_have_count(0)
    expect(widget.root.locator('[data-x="0"] .piece')).to_have_count(1)


@spoken("en", "ja")
def test_the_first_screen_of_a_phone_holds_gauge_chance_and_button(visit: Visit, still: Page) -> None:
    still.set_viewport_size({"width": 360, "height": 740})
    visit.load("")
    for what in (".track", ".outlook", "button.primary"):
        box = visit.widget("contest.duel").root.locator(what).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 740, what


@spoken("en", "ja")
def test_no_width_scrolls_sideways_and_every_door_has_room_for_a_finger(visit: Visit, still: Page) -> None:
    for path in ("", "exorcist/"):
        visit.load(path)
        for width in WIDTHS:
            still.set_viewport_size({"width": width, "height": 800})
            assert still.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            small = (
                "[...document.querySelectorAll('.doors a')].filter((a) => a.getBoundingClientRect().height < 44).length"
            )
            assert still.evaluate(small) == 0


@spoken("en", "ja")
def test_the_doors_lead_into_their_game(visit: Visit) -> None:
    page = visit.load("")
    for slug in SYSTEMS:
        doors = page.locator(f'.game[data-game="{slug}"] .doors a')
        hrefs = doors.evaluate_all("(links) => links.map((link) => link.getAttribute('href'))")
        assert len(hrefs) == 4
        assert all(href.startswith(f"{slug}/") for href in hrefs)
        names = doors.evaluate_all("(links) => links.map((link) => link.ariaLabel)")
        assert all(SYSTEMS[slug].title.get(visit.language) in name for name in names)


@spoken("en")
def test_a_page_of_a_game_wears_its_emblem_and_its_colour(visit: Visit) -> None:
    look = """() => {
      const mark = getComputedStyle(document.querySelector('h1'), '::before');
      return [mark.display, mark.backgroundColor, mark.maskImage.slice(0, 14)];
    }"""
    seen = []
    for slug in SYSTEMS:
        display, colour, mask = visit.load(f"{slug}/").evaluate(look)
        assert (display, mask) == ("inline-block", 'url("data:imag')
        seen.append(colour)
    assert len(set(seen)) == len(SYSTEMS)
    assert visit.load("about/").evaluate(look)[0] == "none"
