"""Prophecy at the table: a fight, kept as a file; popovers that know the reader."""

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.reader import Visit, native, spoken
from tests.places import PLACES

BATTLE, NUMBERS = "prophecy.battle", "prophecy.condition"

pytestmark = spoken("en")


def test_a_battle_is_saved_as_a_file_and_loaded_again(visit: Visit) -> None:
    visit.turn("about/")
    # As a reader finds it: folds that another has opened are closed.
    visit.turn(PLACES[BATTLE], {f"{BATTLE}.seed": "lamp"})
    widget = visit.widget(BATTLE).live()
    for do in ("begin", "initiative", "pass"):
        assert widget.press(do) == "ready"
    before, address = widget.shown(), visit.page.url
    widget.root.locator(".desk-settings > summary").click()
    with visit.page.expect_download() as saving:
        widget.root.locator(".desk-settings a[download]").click()
    text = Path(saving.value.path()).read_text(encoding="utf-8")
    assert re.fullmatch(r"prophecy\.battle(\(\d+\))?\.json", saving.value.suggested_filename)  # one may be there
    assert widget.press("restart") == "ready"
    assert widget.shown() != before

    def choose(name: str, content: str) -> str:
        file: Any = {"name": name, "mimeType": "application/json", "buffer": content.encode()}
        widget.root.locator("input[type=file]").set_input_files(file)
        return widget.settled()

    assert choose("list.json", "[]") == "error"
    expect(widget.error("file")).to_be_visible()
    expect(widget.button("begin")).to_be_visible()
    assert choose("battle.json", text) == "ready"
    assert (widget.shown(), visit.page.url) == (before, address)
    expect(widget.error("file")).to_be_hidden()
    widget.agrees(visit.language)


def term(page: Page, ident: str) -> Locator:
    return page.locator(f'article button.term[popovertarget="pop-{ident}"]').first


def test_a_curse_in_the_text_says_strength_effect_and_end_and_knows_the_reader_s_numbers(visit: Visit) -> None:
    """They are kept for the next visit, and an address goes before them: a friend's link is not my character."""
    page = visit.turn("prophecy/conditions/")
    button = page.locator('article button.term:is([popovertarget="pop-trap"], [popovertarget="pop-poison"])').first
    button.click()
    shown = page.locator(f'[id="{button.get_attribute("popovertarget")}"]')
    expect(shown).to_be_visible()
    expect(shown).to_contain_text("strength" if visit.language == "en" else "強度")
    expect(shown.locator(".pop-numbers")).to_have_text(
        "Enter your numbers" if visit.language == "en" else "自分の数値を入れる"
    )
    shown.locator(".pop-numbers a").click()
    page.wait_for_url("**#prophecy-condition-cast")
    expect(visit.widget(NUMBERS).control("cast")).to_be_in_viewport()

    visit.turn("prophecy/calculators/", {f"{NUMBERS}.guard": "2"})
    widget = visit.widget(NUMBERS).live()
    expect(widget.control("guard")).to_have_value("2")
    assert widget.fill({"cast": "11"}) == "ready"
    visit.open("prophecy/conditions/")
    button = term(page, "freeze")
    button.scroll_into_view_if_needed()
    button.click()
    place = page.locator("#pop-freeze .pop-numbers")
    expect(place).to_be_visible()
    answer = native(NUMBERS, visit.language, {"condition": "freeze", "cast": "11"})
    expect(place.locator(".summary-line")).to_have_text(answer["status"])

    visit.open("prophecy/calculators/")
    widget = visit.widget(NUMBERS).live()
    assert (widget.values()["cast"], widget.values()["guard"]) == ("11", "4")


def test_what_a_curse_does_to_my_numbers_comes_by_itself_and_moves_nothing(visit: Visit) -> None:
    """Python has not been started: opening the explanation does so, and the room for the answer is there at once."""
    page = visit.open("prophecy/conditions/")
    page.evaluate("""() => localStorage.setItem('rulebook-numbers', '{"prophecy": {"cast": "11"}}')""")
    visit.watch.forget()
    page = visit.load("prophecy/conditions/")
    assert visit.watch.runtime() == []
    button = term(page, "freeze")
    button.scroll_into_view_if_needed()
    button.click()
    shown = page.locator("#pop-freeze")
    expect(shown).to_be_visible()
    before = shown.bounding_box()
    place = shown.locator(".pop-numbers")
    expect(place).to_be_visible()
    expect(place.locator("table")).to_be_visible()
    assert shown.bounding_box() == before
    answer = native(NUMBERS, visit.language, {"condition": "freeze", "cast": "11"})
    expect(place.locator(".summary-line")).to_have_text(answer["status"])


def test_a_house_rule_is_chosen_once(visit: Visit) -> None:
    """It is in force at once in the other calculators, and on the desk, whose fold says so."""
    check = visit.calculator("prophecy.check")
    rule = {"third_die": "best_two"}
    attack = visit.widget("prophecy.attack")
    assert check.fill(rule) == "ready"
    expect(check.root.locator(".rules-changed")).to_contain_text("1")
    expect(attack.control("third_die")).to_have_value("best_two")
    assert attack.settled() == "ready"
    attack.shows(native("prophecy.attack", visit.language, attack.values()))
    assert attack.values()["third_die"] == "best_two"
    visit.turn("prophecy/stepper/")
    desk = visit.widget(BATTLE).live()
    expect(desk.control("third_die")).to_have_value("best_two")
    expect(desk.root.locator(".desk-settings > summary .rules-changed")).to_contain_text("1")
