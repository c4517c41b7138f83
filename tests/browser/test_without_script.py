"""What a page is worth with JavaScript off: real results, working links, terms that open."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.reader import CALCULATORS, RULES, Visit, Widget, native
from tests.browser.test_desk import DESKS
from tests.places import PLACES

pytestmark = pytest.mark.only_browser("chromium")  # Firefox' driver cannot turn scripts off


@pytest.fixture
def plain(lent: Callable[..., Visit]) -> Page:
    return lent(java_script_enabled=False).page


def test_every_calculator_already_shows_the_result_that_python_gives(plain: Page, language: str) -> None:
    plain.goto(f"/{language}/{CALCULATORS}")
    for element in plain.locator("rules-widget").all():
        name = element.get_attribute("name") or ""
        widget = Widget(plain, name)
        assert widget.state == "static"
        assert widget.has_result(native(name, language, widget.values()))
        expect(widget.output).to_be_visible()


def test_a_desk_says_that_nothing_can_be_pressed(plain: Page, language: str) -> None:
    """Nor is anything offered on its board; names that can be tapped are still read there."""
    for name in DESKS:
        plain.goto(f"/{language}/{PLACES[name]}")
        desk = plain.locator("rules-widget[data-desk]")
        expect(desk.locator("form noscript")).to_be_visible()
        expect(desk.locator("button:visible:not(.term, .turn, .card-head)")).to_have_count(0)


def test_links_lead_on(plain: Page, language: str) -> None:
    plain.goto(f"/{language}/{RULES}")
    link = plain.locator("article p a.rule-ref").first
    rule = link.get_attribute("data-rule")
    link.click()
    plain.wait_for_url(f"**/#{rule}")
    expect(plain.locator(f'[id="{rule}"]')).to_be_in_viewport()
    other = "ja" if language == "en" else "en"
    plain.locator(".language-switch a").click()
    plain.wait_for_url(f"**/{other}/contest/*/")
    expect(plain.locator("html")).to_have_attribute("lang", other)


def test_a_term_opens_and_closes_on_a_click(plain: Page, language: str) -> None:
    plain.goto(f"/{language}/{RULES}")
    term = plain.locator("article button.term").first
    popover = plain.locator(f'[id="{term.get_attribute("popovertarget")}"]')
    expect(popover).to_be_hidden()
    term.click()
    expect(popover).to_be_visible()
    assert popover.evaluate("(element) => element.matches(':popover-open')")
    plain.keyboard.press("Escape")
    expect(popover).to_be_hidden()


def test_the_choice_of_language_works(plain: Page, language: str) -> None:
    plain.goto("/")
    plain.locator(f'a[hreflang="{language}"]').click()
    plain.wait_for_url(f"**/{language}/")
    expect(plain.locator("html")).to_have_attribute("lang", language)


def test_without_script_an_old_address_names_the_new_one(plain: Page) -> None:
    plain.goto("/ja/kamui/movement/")
    plain.get_by_role("link").click()
    plain.wait_for_url("**/ja/kamui/turns/#movement")


def test_without_script_code_opens_and_nothing_is_there_to_be_pressed_in_vain(plain: Page) -> None:
    plain.goto("/en/exorcist/evasion/")
    plain.locator("details.in-python > summary").first.click()
    expect(plain.locator("rules-example pre code").first).to_be_visible()
    assert plain.locator("rules-example button:visible").count() == 0
