"""Glossary terms and previews of rules: by pointer, keyboard and finger, alone and over each other."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.reader import RULES, Visit

PREVIEW = "#rule-preview"


def before_anything_was_opened(visit: Visit) -> Page:
    """Go to the rules, at their top, where nothing is open: the page stays from test to test."""
    visit.open(RULES)
    visit.page.evaluate("""() => {
      for (const open of document.querySelectorAll(':popover-open')) open.hidePopover();
      document.activeElement.blur();
      scrollTo({top: 0, behavior: 'instant'});
    }""")
    return visit.page


@pytest.fixture
def page(visit: Visit) -> Page:
    return before_anything_was_opened(visit)


@pytest.fixture
def touched(thumb: Visit) -> Page:
    return before_anything_was_opened(thumb)


def term(page: Page, number: int = 0) -> Locator:
    return page.locator("article button.term").nth(number)


def popover(of: Locator) -> Locator:
    return of.page.locator(f'[id="{of.get_attribute("popovertarget")}"]')


def opened(button: Locator, by: Callable[[Locator], None]) -> Locator:
    """Open what a term explains; what is seen then."""
    by(button)
    shown = popover(button)
    expect(shown).to_be_visible()
    return shown


def previewed(page: Page, by: Callable[[Locator], None]) -> tuple[Locator, Locator, str]:
    """Come to a rule that a text names; the link, what is seen then, and which rule it is."""
    link, preview = page.locator("article p a.rule-ref").first, page.locator(PREVIEW)
    by(link)
    expect(preview).to_be_visible()
    return link, preview, link.get_attribute("data-rule") or ""


def point_at(target: Locator) -> None:
    """Come to it with the pointer once it is in view and drawn there: windows are told late of what was scrolled."""
    target.scroll_into_view_if_needed()
    target.page.evaluate("() => new Promise((go) => { setTimeout(() => requestAnimationFrame(go), 150); })")
    target.hover()


def focus_by_keyboard(target: Locator) -> None:
    """Come to it with Tab, as only that shows what pops up on focus."""
    page = target.page
    target.evaluate(
        "(element) => { const r = document.createElement('button'); r.id = 'before'; element.before(r); r.focus(); }"
    )
    page.keyboard.press("Tab")
    expect(target).to_be_focused()
    page.evaluate("document.getElementById('before').remove()")


def test_a_term_explains_itself_under_the_pointer_which_may_move_onto_it(page: Page) -> None:
    button = term(page)
    shown = opened(button, point_at)
    expect(shown.locator('[lang="ja"]').first).to_be_visible()
    expect(shown.locator('[lang="en"]').first).to_be_visible()
    expect(shown.get_by_role("link").last).to_have_attribute("href", re.compile(r"glossary/#term-\w+$"))
    page.mouse.move(5, 5)
    expect(shown).to_be_hidden()
    point_at(button)
    expect(shown).to_be_visible()
    box = shown.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=8)
    page.evaluate("() => new Promise((go) => setTimeout(go, 400))")  # longer than the grace it has
    expect(shown).to_be_visible()
    shown.get_by_role("link").last.click()
    page.wait_for_url("**/contest/glossary/#term-*")


def test_a_term_opens_for_the_keyboard_closes_with_escape_and_its_links_can_be_reached(page: Page) -> None:
    button = term(page)
    shown = opened(button, focus_by_keyboard)
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(shown).to_be_visible()
    page.keyboard.press("Enter")
    expect(shown).to_be_hidden()
    button.blur()
    focus_by_keyboard(button)
    expect(shown).to_be_visible()
    page.keyboard.press("Tab")
    assert shown.evaluate("(popover) => popover.contains(document.activeElement)")
    expect(shown).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()


def test_a_click_keeps_it_open_when_the_pointer_leaves(page: Page) -> None:
    button = term(page)
    shown = opened(button, Locator.click)
    page.mouse.move(5, 300)
    page.evaluate("() => new Promise((go) => setTimeout(go, 400))")  # longer than the grace it has
    expect(shown).to_be_visible()
    page.mouse.click(5, 300)
    expect(shown).to_be_hidden()


def test_the_same_term_elsewhere_opens_beside_where_it_was_touched(page: Page) -> None:
    twice = page.evaluate(
        """() => { const all = [...document.querySelectorAll('article button.term')];
          const ids = all.map((each) => each.getAttribute('popovertarget'));
          return ids.findIndex((id, number) => ids.indexOf(id) !== number); }"""
    )
    assert twice > 0
    button = term(page, twice)
    button.scroll_into_view_if_needed()
    shown = opened(button, Locator.click)
    here, there = button.bounding_box(), shown.bounding_box()
    assert here
    assert there
    gap = max(there["y"] - here["y"] - here["height"], here["y"] - there["y"] - there["height"])
    assert gap < 40


def test_a_rule_shows_its_text_under_the_pointer_and_is_followed_by_a_click(page: Page) -> None:
    link, preview, rule = previewed(page, point_at)
    expect(preview.locator("strong")).to_have_text(rule)
    expect(preview.locator("p")).not_to_be_empty()
    expect(link).to_have_attribute("aria-describedby", "rule-preview")
    page.mouse.move(5, 5)
    expect(preview).to_be_hidden()
    link.click()
    page.wait_for_url(f"**/#{rule}")
    expect(page.locator(f'[id="{rule}"]')).to_be_in_viewport()
    expect(preview).to_be_hidden()


def test_a_rule_shows_its_text_to_the_keyboard(page: Page) -> None:
    link, preview, rule = previewed(page, focus_by_keyboard)
    page.keyboard.press("Escape")
    expect(preview).to_be_hidden()
    expect(link).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/#{rule}")


def test_a_rule_named_in_a_term_shows_its_text_over_it(page: Page) -> None:
    button = term(page)
    shown = opened(button, Locator.click)
    inside = shown.locator("a.rule-ref").first
    inside.hover()
    preview = page.locator(PREVIEW)
    expect(preview).to_be_visible()
    expect(shown).to_be_visible()
    page.keyboard.press("Escape")
    expect(preview).to_be_hidden()
    expect(shown).to_be_visible()
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()


def test_previews_speak_the_language_of_the_page(page: Page, language: str) -> None:
    point_at(page.locator('article a.rule-ref[data-rule="C-Q7"]').first)
    text = page.locator(f"{PREVIEW} p").inner_text()
    assert bool(re.search("[ぁ-ん]", re.sub(r"\([^)]*\)", "", text))) == (language == "ja")


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_finger_opens_a_term_closes_it_elsewhere_and_finds_the_rules_that_it_names(touched: Page) -> None:
    button = term(touched)
    shown = opened(button, Locator.tap)
    box = shown.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    touched.locator(".md-content h1").tap()
    expect(shown).to_be_hidden()
    button.tap()
    expect(shown).to_be_visible()
    button.tap()
    expect(shown).to_be_hidden()
    button.tap()
    inside = shown.locator("a.rule-ref").first
    inside.tap()
    preview = touched.locator(PREVIEW)
    expect(preview).to_be_visible()
    expect(preview.locator("strong")).to_have_text(inside.get_attribute("data-rule") or "")
    preview.locator("p").tap()
    expect(preview).to_be_visible()


@pytest.mark.only_browser("chromium")  # Firefox' driver has no finger
def test_a_finger_is_shown_a_rule_first_and_may_follow_it_then(touched: Page) -> None:
    before = touched.url
    link, preview, rule = previewed(touched, Locator.tap)
    expect(preview.locator("strong")).to_have_text(rule)
    touched.locator(".md-content h1").tap()
    expect(preview).to_be_hidden()
    assert touched.url == before
    link.tap()
    way = preview.get_by_role("link")
    box = way.bounding_box()
    assert box
    assert box["height"] >= 44
    way.tap()
    touched.wait_for_url(f"**/#{rule}")
    expect(touched.locator(f'[id="{rule}"]')).to_be_in_viewport()
    expect(preview).to_be_hidden()


@pytest.mark.parametrize("language", ["ja"])
def test_terms_are_found_inside_japanese_sentences(page: Page) -> None:
    inside = page.evaluate(
        r"""() => [...document.querySelectorAll('article p button.term')].filter((term) =>
          /[ぁ-んァ-ヶ一-龠]$/.test(term.previousSibling?.textContent?.trim() ?? '') ||
          /^[ぁ-んァ-ヶ一-龠]/.test(term.nextSibling?.textContent ?? '')).length"""
    )
    assert inside > 5
