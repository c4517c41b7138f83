"""Avatars at the table: cards picked by keys and by thumbs, answers that grow, a whole combat, links that lie."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.asked import story
from tests.browser.reader import Keys, Visit, Widget, defaults, named, native, spoken, violations

CHECK, EVENT, COMBAT = "avatar.check", "avatar.event", "avatar.combat"
CALCULATORS = "avatar/calculators/"
SHORT = {"known": "number", "difficulty": "13", "hand_limit": "1", "ep": "100"}
LONG = {"hand_limit": "9", "ep": "900", "known": "A-T1.8", "miracle": "1"}
"""A question for which nobody would wait: up to nine deck cards against a secret difficulty."""
DEALT = "CJ D2 H9 S3 D8 C10 SJ S5 H8 D3 C5 H4 DQ C4 S9 HK D7 C2 SA HA CK"
"""A deal in which the first cards of the Drowned King and of Tobari, who strike each other, are equal."""


pytestmark = spoken("ja")


def box(widget: Widget, field: str, card: str) -> Locator:
    return widget.root.locator(f'input[name="{field}"][value="{card}"]')


def narrow(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= 360"))


def coming(widget: Widget) -> str:
    """Return what the button does that comes next."""
    return widget.root.locator("[data-primary]").get_attribute("value") or ""


def test_cards_are_picked_by_keyboard(visit: Visit) -> None:
    """The arrow keys are the page's: each card is a box, and Tab leads to it."""
    widget = visit.calculator(CHECK)
    assert widget.fill(SHORT) == "ready"
    keys = Keys(visit.page, widget).enter()
    for card in ("SK", "HA"):  # of the hand that the page shows at first
        keys.reach(f"#avatar-check-hand-{card.lower()}")
        visit.page.keyboard.press("Space")
        keys.answered()
        expect(box(widget, "hand", card)).not_to_be_checked()
    assert named(visit.page, CHECK)["hand"] == "S4 D7 C9"
    widget.shows(native(CHECK, visit.language, defaults(CHECK) | SHORT | {"hand": "S4 D7 C9"}))


def test_the_next_event_is_drawn_with_a_button(visit: Visit) -> None:
    """The seed stays, and the address says how many cards were drawn."""
    widget = visit.calculator(EVENT)
    first = widget.shown()
    assert widget.press("draw") == "ready"
    assert named(visit.page, EVENT)["draws"] == "2"
    widget.agrees(visit.language)
    assert widget.press("back") == "ready"
    assert widget.shown() == first
    assert "draws" not in named(visit.page, EVENT)


def test_a_link_that_lies_is_told_beside_its_field(visit: Visit) -> None:
    """A card that there is not, and the same card twice, in an address that somebody has edited."""
    for hand in ("SK Q9", "SK SK"):
        visit.open(CALCULATORS, {f"{CHECK}.hand": hand})
        widget = visit.widget(CHECK).refused()
        expect(widget.error("hand")).to_be_visible()
    box(widget, "hand", "S4").check()
    assert widget.settled() == "ready"


def test_a_long_answer_comes_bit_by_bit_is_stopped_and_the_next_question_is_answered(visit: Visit) -> None:
    widget = visit.calculator(CHECK)
    visit.page.evaluate(
        """([name, values]) => {
          const form = document.querySelector(`rules-widget[name="${name}"] form`);
          for (const [key, value] of Object.entries(values)) {
            const control = form.elements.namedItem(key);
            if (control.type === 'checkbox') control.checked = value === '1';
            else control.value = value;
          }
          form.elements.namedItem('ep').dispatchEvent(new Event('change', {bubbles: true}));
        }""",
        [CHECK, LONG],
    )
    progress = widget.output.locator("progress")
    expect(progress).to_be_visible()
    assert widget.state == "busy"
    widget.root.locator(".widget-stop").click()
    assert widget.settled() == "ready"
    expect(widget.output.locator(".summary-line")).to_be_visible()
    expect(widget.output.locator("table").first).to_be_visible()
    assert widget.fill({**SHORT, "miracle": ""}) == "ready"
    expect(progress).to_have_count(0)
    widget.shows(native(CHECK, visit.language, defaults(CHECK) | SHORT))


def test_power_release_cover_and_pursuit_are_pressed(visit: Visit) -> None:
    """Two rounds: Isaki gives its action up to cover Tobari; the Drowned King flees, and Hibiki pursues it."""
    widget = visit.stepper({f"{COMBAT}.seed": "lamp"}, COMBAT)
    king, tobari, hibiki, isaki = "3", "0", "1", "2"

    def press(*steps: str, **beside: str) -> None:
        for do in steps:
            assert widget.press(do, **beside) == "ready", widget.status.inner_text()

    def says(*rules: str) -> None:
        for rule in rules:
            expect(widget.log.locator(f'[data-rule="{rule}"]').first).to_be_attached()

    press("begin", drawn=DEALT)
    press("choose", "tie", f"release:zero:{king}")
    says("A-7.19")
    press(f"declare:attack:{tobari}")
    press("declare:other", "declare:other", "declare:other", words="look on")
    assert widget.control("reaction").locator("option").count() == 1  # nobody flees
    press(f"react:{isaki}:cover:{tobari}")
    press("execute:on")
    says("A-7.4", "A-7.5", "A-7.7", "A-5.6")
    widget.agrees(visit.language)
    while not widget.button("choose").count():
        press(coming(widget))
    press("choose")
    while not widget.button("execute:on").count():
        if widget.button("tie").count():
            press("tie")
        elif widget.root.locator(".phase").inner_text().endswith(("Drowned King", "溺れ王")):
            press("declare:flee")
        else:
            press("declare:other")
    press(f"react:{hibiki}:pursue:{king}")
    while not widget.button("drop").count():
        press("execute:on")
    press("drop")
    widget.control("card").last.check(force=True)
    press("chase")
    says("A-7.8", "A-7.13", "A-7.15")
    widget.agrees(visit.language)


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


def test_wrong_steps_are_told_beside_their_control(visit: Visit) -> None:
    widget = visit.stepper({f"{COMBAT}.seed": "lamp"}, COMBAT)
    before = widget.shown()
    for field, text in (("ep", "-5"), ("hand", "SK SK"), ("power", "-1"), ("name", "")):
        good = {"name": "Nagi", "ep": "900", "power": "", "hand": "2"}
        assert widget.press("add", **{**good, field: text}) == "error"
        expect(widget.error(field)).to_be_visible()
        assert widget.shown() == before
    assert widget.press("add", **good) == "ready"
    widget.agrees(visit.language)


def test_the_stepper_s_story(visit: Visit) -> None:
    story(visit, COMBAT)


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_five_cards_are_picked_by_thumb_on_a_small_phone(thumb: Visit) -> None:
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
