"""Two languages: the switch keeps the reader's place, the top of the site remembers, a wrong address is told kindly."""

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.engines import EACH_IN_EACH
from tests.browser.reader import CALCULATORS, RULES, Visit, Watch, Widget, defaults, led, native, violations, written

ROLL = "contest.roll"


def other(language: str) -> str:
    return "ja" if language == "en" else "en"


def switch(page: Page, language: str) -> None:
    page.locator(f'.language-switch a[lang="{language}"]').click()
    expect(page.locator("html")).to_have_attribute("lang", language)


@pytest.fixture
def page(still: Page) -> Page:
    return still


def test_the_switch_keeps_page_anchor_and_query(visit: Visit, language: str) -> None:
    page = visit.turn(f"{CALCULATORS}?contest.roll.ability_a=10W&contest.gauge.position=-2#gauge")
    switch(page, other(language))
    parts = urlsplit(page.url)
    assert parts.path == f"/{other(language)}/{CALCULATORS}"
    assert parts.fragment == "gauge"
    assert parse_qs(parts.query) == {"contest.roll.ability_a": ["10W"], "contest.gauge.position": ["-2"]}
    expect(page.locator("#gauge")).to_be_in_viewport()
    widget = Widget(page, ROLL).live()
    widget.shows(native(ROLL, other(language), defaults(ROLL) | {"ability_a": "10W"}))


@pytest.mark.parametrize("language", ["en"])
def test_who_hides_the_japanese_terms_does_without_them_on_every_english_page(visit: Visit) -> None:
    page = visit.turn(RULES)
    beside = page.locator("article .beside")
    expect(beside.first).to_be_visible()
    page.get_by_role("button", name="Hide Japanese terms").click()
    expect(beside.first).to_be_hidden()
    visit.load("contest/check/")
    expect(page.locator("article p").first).to_contain_text("The pieces have moved.", use_inner_text=True)
    page.get_by_role("button", name="Show Japanese terms").click()
    expect(page.locator("article p").first).to_contain_text("(対決コマ)", use_inner_text=True)
    page.goto(f"/ja/{RULES}")
    expect(page.get_by_role("button", name="Japanese terms")).to_have_count(0)


def test_a_fraction_comes_with_a_touch_or_stands_everywhere_for_who_wants_it(visit: Visit, language: str) -> None:
    page = visit.load("prophecy/checks/#worked")
    chance = page.locator("article p data[value]").first
    assert written(chance, "::after") == "none"
    chance.hover()
    fraction = chance.get_attribute("value")
    assert written(chance, "::after") == f'"{fraction}"'
    show, hide = ("Show exact fractions", "Hide exact fractions")
    if language == "ja":
        show, hide = ("正確な分数も表示する", "分数を隠す")
    page.get_by_role("button", name=show).click()
    page.reload()
    brackets = "（{}）" if language == "ja" else " ({})"
    assert written(chance, "::after").replace('" "', "") == f'"{brackets.format(fraction)}"'
    page.get_by_role("button", name=hide).click()
    page.mouse.move(0, 0)
    assert written(chance, "::after") == "none"


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_finger_on_a_chance_shows_its_fraction(thumb: Visit) -> None:
    page = thumb.turn("prophecy/quick/")
    chance = page.locator("article td data[value]").first
    chance.tap()
    assert written(chance, "::after") == f'"{chance.get_attribute("value")}"'


RULINGS, AUGMENTS = ("contest/rulings/", "C-Q1", "C-Q13"), ("contest/augments/", "C-2.1", "C-3.15")
SCROLLED = [(*RULINGS, 500), (*AUGMENTS, 900), *([(*RULINGS, 900), (*AUGMENTS, 500)] if EACH_IN_EACH else [])]


def test_the_switch_keeps_where_the_reader_has_scrolled_to(still: Page, visit: Visit, language: str) -> None:
    page = still
    for path, first, rule, height in SCROLLED:
        page.set_viewport_size({"width": 1280, "height": height})
        visit.turn(f"{path}#{first}")
        place = page.locator(f'[id="{rule}"]')
        place.evaluate(
            """async (rule) => {
              const drawn = () => new Promise((go) => { setTimeout(() => requestAnimationFrame(go), 100); });
              await drawn(); // where the address leads has been reached
              rule.scrollIntoView({block: 'start', behavior: 'instant'});
              await drawn();
            }"""
        )
        link = page.locator(".language-switch a").bounding_box()
        assert link
        page.mouse.click(
            link["x"] + 5, link["y"] + 5
        )  # Firefox' driver scrolls before it clicks on what is in the header
        expect(page.locator("html")).to_have_attribute("lang", other(language))
        assert urlsplit(page.url).path == f"/{other(language)}/{path}"
        assert urlsplit(page.url).fragment == rule, height
        expect(place).to_be_in_viewport()


def test_the_top_lets_others_choose(new_context: Callable[..., BrowserContext], watch: Watch, language: str) -> None:
    page = new_context(locale="fi-FI").new_page()
    page.goto("/")
    expect(page.locator("a[data-language]")).to_have_count(2)
    assert urlsplit(page.url).path == "/"
    page.locator(f'a[data-language="{language}"]').click()
    page.wait_for_url(f"**/{language}/")
    led(page, f"{watch.home}/", f"{watch.home}/{language}/")


def test_a_switch_is_remembered_at_the_top(
    new_context: Callable[..., BrowserContext], watch: Watch, language: str
) -> None:
    page = new_context(locale={"en": "en-US", "ja": "ja"}[language]).new_page()
    page.goto(f"/{language}/{RULES}")
    switch(page, other(language))
    led(page, f"{watch.home}/", f"{watch.home}/{other(language)}/")
    page.goto("/?choose")
    expect(page.locator(f'a[data-language="{language}"]')).to_be_visible()
    assert page.url.endswith("/?choose")


def test_a_wrong_address_is_told_in_the_language_of_the_folder(lent: Callable[..., Visit], language: str) -> None:
    visit = lent()
    visit.watch.allow(r"status of 404")
    page = visit.page
    for path in ("no-such-page/", "contest/no/such/page", "contest/check/nothing.html"):
        response = page.goto(f"/{language}/{path}")
        assert response
        assert response.status == 404
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("h1")).to_contain_text("404")
        expect(page.locator(f'article a[data-language="{language}"]')).to_be_visible()
    page.locator(f'article a[data-language="{language}"]').click()
    page.wait_for_url(f"**/{language}/")
    expect(page.locator("h1")).not_to_contain_text("404")


def test_a_wrong_address_at_the_top_is_told_in_both_languages(lent: Callable[..., Visit], language: str) -> None:
    visit = lent()
    visit.watch.allow(r"status of 404")
    page = visit.page
    response = page.goto("/no/such/page/")
    assert response
    assert response.status == 404
    expect(page.locator("h1 [lang=ja]")).to_be_visible()
    page.locator(f'a[data-language="{language}"]').click()
    page.wait_for_url(f"**/{language}/")


def test_the_id_of_a_rule_is_an_address(lent: Callable[..., Visit], language: str) -> None:
    """Where there is no page, and behind the hash of one; how else it may be written `chooser.test.mjs` and
    `seeking.test.mjs` say.
    """
    visit = lent()
    visit.watch.allow(r"status of 404")
    for typed in ("%EF%BC%B0%EF%BC%8D10.2", "prophecy/#p-10.2"):
        visit.page.goto(f"/{language}/{typed}")
        visit.page.wait_for_url(f"**/{language}/prophecy/attack/#P-10.2")
        expect(visit.page.locator(".rule:target")).to_be_in_viewport()


def test_of_a_wrong_address_what_it_may_mean_is_offered(lent: Callable[..., Visit], language: str) -> None:
    visit = lent()
    visit.watch.allow(r"status of 404")
    page = visit.page
    page.goto(f"/{language}/prophecy/atack/")
    guesses = page.locator("[data-guesses] a")
    expect(guesses.first).to_be_visible()
    assert violations(page, "html") == []
    guesses.first.click()
    page.wait_for_url(f"**/{language}/prophecy/attack/")
    page.goto(f"/{language}/Prophecy/Attack.html")
    page.wait_for_url(f"**/{language}/prophecy/attack/")
