"""The address of a page says what its widgets say: it can be sent, reloaded, gone back to, and not be abused."""

from collections.abc import Callable
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import BrowserContext, expect

from rules_py.stepper import encode_actions
from tests.browser.reader import CALCULATORS, STEPPER, Visit, Widget, defaults, follow, named, native

ROLL, GAUGE, PLAY = "contest.roll", "contest.gauge", "contest.stepper"

HOSTILE = {
    "a script": (ROLL, {"ability_a": "<script>window.hacked = 1</script>"}),
    "an image that runs": (ROLL, {"ability_b": '"><img src=x onerror="window.hacked=1">'}),
    "a huge number": (ROLL, {"augments_a": "9" * 3000}),
    "an ability of a million masteries": (GAUGE, {"ability_a": "20W1000000"}),
    "a gauge without end": (GAUGE, {"dying_square": "1000000", "heavy_wound_square": "1"}),
    "a choice that is none": (ROLL, {"beneficiary": "constructor"}),
    "a strike power of 3": (ROLL, {"strike_power_a": "3"}),
    "damaged actions": (PLAY, {"actions": "eNqLjlZKSk3PzFOK"}),
    "actions that are no base64": (PLAY, {"actions": "💀%00<b>"}),
    "actions that unpack to gigabytes": (PLAY, {"actions": encode_actions([["add", "x" * 3_000_000]])}),
    "actions that do not fit": (PLAY, {"actions": encode_actions([["begin"], ["resolve"]])}),
    "actions of another make": (PLAY, {"actions": encode_actions([["__class__", {}]])}),
    "a name that runs": (PLAY, {"actions": encode_actions([["add", "<svg onload=hacked=1>", False, "<b> 17"], ["?"]])}),
    "a step back before the beginning": (PLAY, {"undone": "7"}),
}


def address(language: str, widget: str, values: dict[str, str]) -> str:
    path = STEPPER if widget == PLAY else CALCULATORS
    return f"/{language}/{path}?" + urlencode({f"{widget}.{field}": value for field, value in values.items()})


def test_a_link_fills_the_form_and_shows_its_result(new_context: Callable[..., BrowserContext], language: str) -> None:
    page = new_context().new_page()
    values = {"ability_a": "10W", "ability_b": "５Ｗ", "wounded_b": "1", "equal_rolls": "reroll"}
    page.goto(address(language, ROLL, values))
    widget = Widget(page, ROLL).live()
    assert widget.values() == defaults(ROLL) | values
    widget.shows(native(ROLL, language, defaults(ROLL) | values))
    expect(widget.control("equal_rolls")).to_have_value("reroll")
    Widget(page, GAUGE).live().shows(native(GAUGE, language, defaults(GAUGE)), told=False)


@pytest.mark.parametrize("case", HOSTILE)
def test_a_hostile_link_is_answered_with_words_and_runs_nothing(visit: Visit, case: str) -> None:
    name, values = HOSTILE[case]
    visit.open("about/")
    home = f"/{visit.language}/"
    follow(visit.page, f"{visit.watch.home}{address(visit.language, name, values)}")
    widget = visit.widget(name).refused()
    expect(widget.status).to_be_visible()
    message = widget.status.inner_text()
    assert 10 < len(message) < 600
    assert ("リンク" in message or "使えません" in message or "合いません" in message or "入力" in message) == (
        visit.language == "ja"
    )
    expect(widget.output).to_be_visible()
    assert visit.page.evaluate("window.hacked") is None
    assert visit.page.locator("rules-widget :is(script, img)").count() == 0
    assert urlsplit(visit.page.url).path.startswith(home)


@pytest.mark.parametrize("field", ["no_such_field", "__proto__", "constructor", "do"])
def test_a_field_that_nobody_knows_is_told(visit: Visit, field: str) -> None:
    visit.open("about/")
    values = {"ability_a": "18", field: "<b>x</b>"}
    follow(visit.page, f"{visit.watch.home}{address(visit.language, ROLL, values)}&contest.nothing.x=1&x[]=%FF")
    widget = visit.widget(ROLL).refused()
    expect(widget.status).to_contain_text(field)
    expect(widget.output).to_be_visible()
    assert widget.fill({"ability_a": "17"}) == "ready"
    widget.shows(native(ROLL, visit.language, defaults(ROLL) | {"ability_a": "17"}))
    assert named(visit.page, ROLL) == {"ability_a": "17"}


def test_a_box_that_is_ticked_by_a_link_stays_ticked(visit: Visit) -> None:
    visit.open("about/")
    follow(visit.page, f"{visit.watch.home}{address(visit.language, ROLL, {'wounded_a': '1'})}")
    widget = visit.widget(ROLL).live()
    expect(widget.control("wounded_a")).to_be_checked()
    widget.shows(native(ROLL, visit.language, defaults(ROLL) | {"wounded_a": "1"}))


def test_a_box_that_a_link_does_not_tick_rightly_is_told(visit: Visit) -> None:
    visit.open("about/")
    follow(visit.page, f"{visit.watch.home}{address(visit.language, ROLL, {'wounded_a': 'maybe'})}")
    widget = visit.widget(ROLL).refused()
    expect(widget.error("wounded_a")).to_be_visible()


def test_the_address_follows_the_inputs(visit: Visit) -> None:
    widget = visit.calculator(ROLL)
    page = visit.page
    assert named(page, ROLL) == {}
    widget.fill({"ability_a": "18", "wounded_b": "1"})
    assert named(page, ROLL) == {"ability_a": "18", "wounded_b": "1"}
    visit.widget(GAUGE).fill({"position": "-2"})
    assert named(page, GAUGE) == {"position": "-2"}
    widget.fill({"ability_a": "not yet"})
    assert named(page, ROLL) == {"ability_a": "18", "wounded_b": "1"}
    widget.fill({"ability_a": "15", "wounded_b": ""})
    assert named(page, ROLL) == {}
    assert named(page, GAUGE) == {"position": "-2"}
    visit.widget(GAUGE).fill({"position": "0"})


def test_a_reload_shows_the_same(new_context: Callable[..., BrowserContext], language: str) -> None:
    values = {"ability_a": "10W", "beneficiary": "higher_roll", "modifier_b": "−3"}
    page = new_context().new_page()
    page.goto(f"/{language}/{CALCULATORS}#roll")
    widget = Widget(page, ROLL)
    widget.fill(values)
    expected = native(ROLL, language, defaults(ROLL) | values)
    widget.live().shows(expected)
    assert page.url.endswith("#roll")
    page.reload()
    Widget(page, ROLL).live().shows(expected)
    assert Widget(page, ROLL).values() == defaults(ROLL) | values


def test_the_way_back_shows_what_was_there(visit: Visit) -> None:
    visit.open("about/")
    page = visit.page
    widget = visit.calculator(ROLL)
    widget.fill({"ability_a": "18"})
    widget.fill({"ability_b": "3"})
    changed = page.url
    follow(page, f"{visit.watch.home}/{visit.language}/contest/rulings/")
    page.go_back()
    page.wait_for_url(changed)
    widget = visit.widget(ROLL).live()
    expect(widget.control("ability_b")).to_have_value("3")
    widget.shows(native(ROLL, visit.language, defaults(ROLL) | {"ability_a": "18", "ability_b": "3"}))
    page.go_back()
    page.wait_for_url(f"**/{visit.language}/about/")
    expect(page.locator("rules-widget")).to_have_count(0)  # the address changes before the page does
    page.go_forward()
    page.wait_for_url(changed)
    visit.widget(ROLL).live().shows(
        native(ROLL, visit.language, defaults(ROLL) | {"ability_a": "18", "ability_b": "3"})
    )
