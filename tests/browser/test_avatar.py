"""Avatars at the table: cards picked by keys and by thumbs, hands that only their owner sees."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.reader import Keys, Visit, Widget, named, spoken, violations

CHECK, COMBAT = "avatar.check", "avatar.combat"
CALCULATORS = "avatar/calculators/"
SHORT = {"known": "number", "difficulty": "13", "hand_limit": "1", "ep": "100"}

pytestmark = spoken("ja")


def box(widget: Widget, field: str, card: str) -> Locator:
    return widget.root.locator(f'input[name="{field}"][value="{card}"]')


def narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= 360"))


def test_a_hidden_hand_opens_for_its_owner_and_closes_when_the_device_goes_on(visit: Visit) -> None:
    """By keyboard: what was open does not stay open for the next one, and the focus goes to what they open."""
    page = visit.page
    keys = Keys(page, visit.stepper({f"{COMBAT}.seed": "lamp", f"{COMBAT}.hands": "deciding"}, COMBAT)).enter()
    keys.hit("begin")
    for card in ("card_3", "card_0"):
        hand = keys.widget.control(card).first
        expect(hand).to_be_hidden()
        keys.reach('details[data-key^="private"] > summary')
        page.keyboard.press("Enter")
        expect(hand).to_be_visible()
        keys.hit("choose")
        assert page.evaluate("document.activeElement.matches('[data-primary]')")
    keys.widget.agrees(visit.language)
    assert violations(page, within="article") == []


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_five_cards_are_picked_by_thumb_on_a_small_phone_and_two_put_back_by_keyboard(thumb: Visit) -> None:
    """The arrow keys are the page's: each card is a box, and Tab leads to it."""
    page = thumb.open(CALCULATORS, {f"{CHECK}.{name}": value for name, value in {**SHORT, "hand": ""}.items()})
    widget = thumb.widget(CHECK).live()
    for card in ("SK", "S10", "HA", "D7", "X"):
        tile = box(widget, "hand", card)
        area = tile.bounding_box()
        assert area
        assert (area["width"] >= 34, area["height"] >= 44) == (True, True)
        tile.tap()
        assert widget.settled() == "ready"
    assert named(page, CHECK)["hand"].split() == ["S10", "SK", "HA", "D7", "X"]
    widget.agrees(thumb.language)
    assert narrow(page)
    keys = Keys(page, widget).enter()
    for card in ("SK", "HA"):
        keys.reach(f"#avatar-check-hand-{card.lower()}")
        page.keyboard.press("Space")
        keys.answered()
        expect(box(widget, "hand", card)).not_to_be_checked()
    assert named(page, CHECK)["hand"] == "S10 D7 X"
    widget.agrees(thumb.language)
