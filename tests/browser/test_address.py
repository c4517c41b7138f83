"""The address of a page says what its widgets say: it can be sent and not be abused; `test_navigation.py` goes back."""

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from rules_py.core.played import encode_actions
from tests.browser.asked import row
from tests.browser.reader import CALCULATORS, STEPPER, Visit, Widget, defaults, named, native, once, spoken

ROLL, GAUGE, PLAY = "contest.roll", "contest.gauge", "contest.stepper"

HOSTILE = {
    "a script": (ROLL, {"ability_a": "<script>window.hacked = 1</script>"}),
    "an image that runs": (ROLL, {"ability_b": '"><img src=x onerror="window.hacked=1">'}),
    "a huge number": (ROLL, {"augments_a": "9" * 3000}),
    "a choice that is none": (ROLL, {"beneficiary": "constructor"}),
    "a strike power of 3": (ROLL, {"strike_power_a": "3"}),
    "an ability of a million masteries": (GAUGE, {"ability_a": "20W1000000"}),
    "a gauge without end": (GAUGE, {"dying_square": "1000000", "heavy_wound_square": "1"}),
    "damaged actions": (PLAY, {"actions": "eNqLjlZKSk3PzFOK"}),
    "actions that are no base64": (PLAY, {"actions": "💀%00<b>"}),
    "actions that unpack to gigabytes": (PLAY, {"actions": encode_actions([["add", "x" * 3_000_000]])}),
    "actions that do not fit": (PLAY, {"actions": encode_actions([["begin"], ["resolve"]])}),
    "actions of another make": (PLAY, {"actions": encode_actions([["__class__", {}]])}),
    "a name that runs": (PLAY, {"actions": encode_actions([["add", "<svg onload=hacked=1>", False, "<b> 17"], ["?"]])}),
    "a step back before the beginning": (PLAY, {"undone": "7"}),
}

pytestmark = spoken("en")


def said(widget: str, values: dict[str, str]) -> dict[str, str]:
    """Return what an address says about a widget."""
    return {f"{widget}.{field}": value for field, value in values.items()}


def turn(page: Page, way: str, address: str) -> None:
    """Go back or forward; the address goes ahead of the page, and Firefox' driver does not hear of all."""
    page.evaluate("(way) => { setTimeout(() => history[way]()); }", way)
    once(page, "(at) => location.href === at && !document.documentElement.hasAttribute('data-turning')", address)


def test_an_old_address_leads_to_the_new_place_with_all_that_it_says(visit: Visit) -> None:
    visit.page.goto(f"{visit.watch.home}/en/contest/rules/?contest.roll.ability_a=10W#order-C-5.1")
    visit.page.wait_for_url("**/en/contest/order/?contest.roll.ability_a=10W#order-C-5.1")


def test_a_link_fills_the_form_and_shows_its_result(visit: Visit) -> None:
    """Without a touch; what stands beside it is as the page was built."""
    values = {"ability_a": "10W", "ability_b": "５Ｗ", "wounded_b": "1", "equal_rolls": "reroll"}
    visit.open(CALCULATORS, said(ROLL, values))
    widget = visit.widget(ROLL)
    expect(widget.root).to_have_attribute("data-state", "ready")
    assert widget.values() == defaults(ROLL) | values
    widget.shows(native(ROLL, visit.language, defaults(ROLL) | values))
    visit.widget(GAUGE).live().shows(native(GAUGE, visit.language, defaults(GAUGE)), told=False)


def is_told(widget: Widget, language: str) -> None:
    """Check that the widget refuses a link with a sentence, and that nothing of it runs."""
    assert widget.settled() == "error"
    expect(widget.status).to_be_visible()
    message = widget.status.inner_text()
    assert 10 < len(message) < 600
    japanese = any(word in message for word in ("リンク", "使えません", "合いません", "入力"))
    assert japanese == (language == "ja")
    expect(widget.output).to_be_visible()
    assert widget.page.evaluate("window.hacked") is None
    assert widget.page.locator("rules-widget :is(script, img)").count() == 0


def test_a_hostile_link_is_answered_with_words_and_runs_nothing(visit: Visit) -> None:
    for case, (name, values) in HOSTILE.items():
        visit.open(STEPPER if name == PLAY else CALCULATORS, said(name, values))
        with row(visit.widget(name), case):
            is_told(visit.widget(name).refused(), visit.language)


def test_a_field_that_nobody_knows_is_told(visit: Visit) -> None:
    for field in ("no_such_field", "__proto__", "constructor", "do"):
        values = {"ability_a": "18", field: "<b>x</b>"}
        visit.open(CALCULATORS, {**said(ROLL, values), "contest.nothing.x": "1", "x[]": "%FF"})
        widget = visit.widget(ROLL).refused()
        expect(widget.status).to_contain_text(field)
        expect(widget.output).to_be_visible()
    assert widget.fill({"ability_a": "17"}) == "ready"
    widget.shows(native(ROLL, visit.language, defaults(ROLL) | {"ability_a": "17"}))
    assert named(visit.page, ROLL) == {"ability_a": "17"}


def test_a_box_is_ticked_by_a_link_that_says_so_rightly(visit: Visit) -> None:
    visit.open(CALCULATORS, said(ROLL, {"wounded_a": "maybe"}))
    widget = visit.widget(ROLL).refused()
    expect(widget.error("wounded_a")).to_be_visible()
    visit.open(CALCULATORS, said(ROLL, {"wounded_a": "1"}))
    assert widget.settled() == "ready"
    expect(widget.control("wounded_a")).to_be_checked()
    widget.shows(native(ROLL, visit.language, defaults(ROLL) | {"wounded_a": "1"}))


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


def test_links_within_the_page_set_what_they_name_and_keep_what_they_do_not(visit: Visit) -> None:
    """A link to a place leaves the widgets as they are; the way back leads through what was shown."""
    widget = visit.calculator(ROLL)
    page = visit.page
    widget.fill({"ability_a": "3W"})
    before = page.url
    page.evaluate("() => { globalThis.stayed = true; }")
    page.locator('.md-nav--secondary a[href$="#difficulty"]').first.evaluate("(link) => link.click()")
    page.wait_for_url("**ability_a=3W#difficulty")
    expect(page.locator("#difficulty")).to_be_in_viewport()
    assert widget.values() == defaults(ROLL) | {"ability_a": "3W"}
    assert widget.state == "ready"
    naming_the_page = "[...document.links].find((each) => each.hash === '#gauge')"
    page.evaluate(f"() => {{ const link = {naming_the_page}; link.href = link.pathname + link.hash; link.click(); }}")
    page.wait_for_url("**ability_a=3W#gauge")
    assert widget.values() == defaults(ROLL) | {"ability_a": "3W"}

    page.evaluate(
        """(query) => {
          const link = document.createElement('a');
          link.href = `?${query}#roll`;
          document.querySelector('article').append(link);
          link.click();
        }""",
        urlencode(said(ROLL, {"ability_b": "7"})),
    )
    assert widget.values() == defaults(ROLL) | {"ability_b": "7"}, "at once"
    assert widget.settled() == "ready"
    widget.shows(native(ROLL, visit.language, defaults(ROLL) | {"ability_b": "7"}))
    expect(page.locator("#roll")).to_be_in_viewport()

    turn(page, "back", f"{before}#gauge")
    assert widget.settled() == "ready"
    widget.shows(native(ROLL, visit.language, defaults(ROLL) | {"ability_a": "3W"}))
    turn(page, "back", f"{before}#difficulty")
    turn(page, "back", before)
    assert page.evaluate("globalThis.stayed")
