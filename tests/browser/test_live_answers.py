"""Live results are what the same Python gives natively; wrong values are told apart, kindly and beside their field."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.reader import CALCULATORS, Visit, Widget, defaults, metered, native

ROLL, GAUGE, DIFFICULTY, STEPPER = "contest.roll", "contest.gauge", "contest.difficulty", "contest.stepper"

ANSWERED = {
    "a stronger hero": (ROLL, {"ability_a": "18"}),
    "a mastery": (ROLL, {"ability_a": "10W"}),
    "small w": (ROLL, {"ability_a": "5w2", "ability_b": "3w"}),
    "full-width letters and figures": (ROLL, {"ability_a": "１７", "ability_b": "５Ｗ２"}),
    "blanks around": (ROLL, {"ability_a": "  17 ", "ability_b": "\t10W　"}),
    "the weakest against the strongest": (ROLL, {"ability_a": "1", "ability_b": "20W7"}),
    "equal sides": (ROLL, {"ability_a": "12"}),
    "every augment": (ROLL, {"permanent_a": "5", "augments_a": "7", "permanent_b": "2", "augments_b": "1"}),
    "the largest augments": (ROLL, {"augments_a": "100", "permanent_b": "100"}),
    "a real minus sign": (ROLL, {"modifier_a": "−4", "modifier_b": "+6"}),
    "nothing falls below 1": (ROLL, {"permanent_a": "-100", "modifier_a": "-100"}),
    "two strong blows": (ROLL, {"strike_power_a": "2", "strike_power_b": "2"}),
    "both wounded": (ROLL, {"wounded_a": "1", "wounded_b": "1", "augments_a": "3"}),
    "both busy": (ROLL, {"blocked_a": "1", "blocked_b": "1"}),
    "the higher roll benefits": (ROLL, {"beneficiary": "higher_roll"}),
    "the other side's strike power": (ROLL, {"strike_power_of": "opponent", "strike_power_b": "2"}),
    "equal rolls roll again": (ROLL, {"equal_rolls": "reroll"}),
    "equal rolls favour the abler": (ROLL, {"equal_rolls": "higher_ability"}),
    "no block at equal levels": (ROLL, {"block_at_equal_levels": "no", "blocked_a": "1"}),
    "a blocked winner moves on their own side": (ROLL, {"blocked_any_square": "own_side", "blocked_a": "1"}),
    "a wound halves the augments too": (ROLL, {"halving": "ability_and_augments", "wounded_a": "1", "augments_a": "5"}),
    "a wound halves the weapon too": (ROLL, {"halve_permanent": "yes", "wounded_a": "1", "permanent_a": "5"}),
    "a whole contest": (GAUGE, {"ability_a": "17", "ability_b": "2W"}),
    "one square from defeat": (GAUGE, {"position": "-4"}),
    "one square from victory": (GAUGE, {"position": "＋４", "wounded_a": "1"}),
    "the shortest gauge": (GAUGE, {"heavy_wound_square": "1", "dying_square": "1"}),
    "a long gauge": (GAUGE, {"heavy_wound_square": "6", "dying_square": "7", "position": "6"}),
    "only the square itself wounds": (GAUGE, {"wound_from": "on_the_square", "beneficiary": "higher_roll"}),
    "never out of the gauge by one throw": (GAUGE, {"any_square": "gauge_square", "strike_power_a": "2"}),
    "every house rule of a roll in a whole contest": (
        GAUGE,
        {"equal_rolls": "reroll", "strike_power_of": "opponent", "halving": "ability_and_augments"},
    ),
    "a wish with a per cent sign": (DIFFICULTY, {"ability_a": "10W", "win": "７５％", "unhurt": "12.5 %"}),
    "a hopeless wish": (DIFFICULTY, {"ability_a": "1", "win": "99.99", "unhurt": "99.99"}),
    "a modest wish": (DIFFICULTY, {"win": "0.01", "unhurt": "0.01", "strike_power_b": "2"}),
    "a wish under another house rule": (DIFFICULTY, {"beneficiary": "higher_roll", "dying_square": "6"}),
    "a stepper on a short gauge": (STEPPER, {"heavy_wound_square": "2", "dying_square": "3"}),
    "a stepper with a seed in Japanese": (STEPPER, {"seed": "賽の目２"}),
    "a stepper under house rules": (STEPPER, {"hero_points": "yes", "many_to_one_modifier": "0"}),
}

REFUSED = {
    "nothing at all": (ROLL, "ability_a", ""),
    "ability 0": (ROLL, "ability_a", "0"),
    "a word": (ROLL, "ability_b", "abc"),
    "two Ws": (ROLL, "ability_b", "10WW"),
    "more than 20 before W": (ROLL, "ability_a", "21W"),
    "negative masteries": (ROLL, "ability_a", "10W-1"),
    "a skull": (ROLL, "ability_a", "💀"),
    "markup": (ROLL, "ability_b", "<img src=x onerror=alert(1)>"),
    "a very long number": (ROLL, "ability_a", "9" * 500),
    "a fraction of an augment": (ROLL, "augments_a", "1.5"),
    "an augment below 0": (ROLL, "augments_b", "-1"),
    "a number as scientists write it": (ROLL, "modifier_a", "1e2"),
    "one too many": (ROLL, "permanent_a", "101"),
    "figures of another script": (ROLL, "augments_a", "٣"),
    "a piece beyond the gauge": (GAUGE, "position", "5"),
    "a gauge of nothing": (GAUGE, "dying_square", "0"),
    "a wound square behind the dying square": (GAUGE, "heavy_wound_square", "6"),
    "a certain victory": (DIFFICULTY, "win", "100"),
    "no chance": (DIFFICULTY, "unhurt", "0"),
    "not a number": (DIFFICULTY, "win", "NaN"),
    "a seed of more than 24 letters": (STEPPER, "seed", "x" * 25),
    "a stepper's modifier of 21": (STEPPER, "many_to_one_modifier", "21"),
}

JAPANESE = re.compile("[぀-ヿ]")


@pytest.mark.parametrize("case", ANSWERED)
def test_the_page_answers_as_python_does(visit: Visit, case: str) -> None:
    name, values = ANSWERED[case]
    widget = visit.stepper() if name == STEPPER else visit.calculator(name)
    assert widget.fill(values) == "ready"
    widget.shows(native(name, visit.language, {**defaults(name), **values}))
    expect(widget.root.locator("[aria-invalid]")).to_have_count(0)


@pytest.mark.parametrize("case", REFUSED)
def test_a_wrong_value_is_told_beside_its_field_and_can_be_put_right(visit: Visit, case: str) -> None:
    name, field, value = REFUSED[case]
    widget = visit.stepper() if name == STEPPER else visit.calculator(name)
    before = widget.shown()
    good = defaults(name)[field]
    expected = native(name, visit.language, {**defaults(name), field: value})
    assert expected["state"] == "error"

    assert widget.fill({field: value}) == "error"
    message, control = widget.error(field), widget.control(field)
    expect(message).to_be_visible()
    expect(message).to_have_text(expected["errors"][field])
    expect(widget.root.locator(".field-error:visible")).to_have_count(1)
    expect(control).to_have_attribute("aria-invalid", "true")
    assert message.get_attribute("id") in (control.get_attribute("aria-describedby") or "").split()
    assert bool(JAPANESE.search(message.inner_text())) == (visit.language == "ja")
    expect(widget.status).to_have_text(expected["error"])
    expect(widget.status).to_be_visible()
    assert widget.shown() == before

    assert widget.fill({field: good}) == "ready"
    expect(message).to_be_hidden()
    expect(control).not_to_have_attribute("aria-invalid", "true")
    widget.shows(native(name, visit.language, defaults(name)))


def test_two_wrong_values_have_two_messages(visit: Visit) -> None:
    widget = visit.calculator(ROLL)
    assert widget.fill({"ability_a": "?", "augments_b": "x"}) == "error"
    expect(widget.root.locator(".field-error:visible")).to_have_count(2)
    assert widget.fill({"ability_a": "15"}) == "error"
    expect(widget.root.locator(".field-error:visible")).to_have_count(1)
    assert widget.fill({"augments_b": "0"}) == "ready"
    expect(widget.root.locator(".field-error:visible")).to_have_count(0)


def test_a_widget_goes_from_static_over_busy_to_ready(
    new_context: Callable[..., BrowserContext], language: str
) -> None:
    page = metered(new_context()).new_page()
    page.goto(f"/{language}/{CALCULATORS}")
    widget = Widget(page, ROLL)
    assert widget.state == "static"
    page.evaluate(
        """() => {
          const widget = document.querySelector('rules-widget[name="contest.roll"]');
          window.states = [widget.dataset.state];
          new MutationObserver(() => window.states.push(widget.dataset.state))
            .observe(widget, {attributes: true, attributeFilter: ['data-state']});
        }"""
    )

    def states() -> list[str]:
        passed: list[str] = page.evaluate("window.states.splice(0)")
        return [state for number, state in enumerate(passed) if passed[number - 1 : number] != [state]]

    assert widget.fill({"ability_a": "18"}) == "ready"
    assert states() == ["static", "busy", "ready"]
    assert widget.fill({"ability_a": "nobody"}) == "error"
    assert states() == ["busy", "error"]
    assert widget.fill({"ability_a": "17"}) == "ready"
    assert states() == ["busy", "ready"]
    expect(Widget(page, GAUGE).root).to_have_attribute("data-state", "ready")


def test_typing_goes_on_undisturbed_while_results_come(visit: Visit) -> None:
    widget = visit.calculator(ROLL)
    field = widget.control("ability_a")
    field.focus()
    visit.page.keyboard.press("End")
    for letter, value in (("W", "15W"), ("1", "15W1"), ("Backspace", "15W"), ("2", "15W2")):
        visit.page.keyboard.press(letter)
        assert widget.settled() == "ready"
        expect(field).to_be_focused()
        expect(field).to_have_value(value)
    widget.shows(native(ROLL, visit.language, {**defaults(ROLL), "ability_a": "15W2"}))


def test_fast_typing_ends_with_the_last_value(visit: Visit) -> None:
    widget = visit.calculator(GAUGE)
    field = widget.control("ability_b")
    for value in ("1", "18", "7W", "6"):
        field.press("Control+a")
        visit.page.keyboard.type(value)
    widget.settled()
    widget.shows(native(GAUGE, visit.language, {**defaults(GAUGE), "ability_b": "6"}))


def test_enter_in_a_field_answers_at_once_and_stays_on_the_page(visit: Visit) -> None:
    widget = visit.calculator(ROLL)
    field = widget.control("ability_a")
    field.press("Control+a")
    visit.page.keyboard.type("19")
    field.press("Enter")
    assert widget.settled() == "ready"
    widget.shows(native(ROLL, visit.language, {**defaults(ROLL), "ability_a": "19"}))
    expect(field).to_be_focused()


def test_an_opened_working_stays_open_when_the_result_changes(visit: Visit) -> None:
    widget = visit.calculator(ROLL)
    fold = widget.output.locator("details").last
    fold.locator("summary").click()
    expect(fold).to_have_attribute("open", "")
    assert widget.fill({"ability_b": "14"}) == "ready"
    expect(widget.output.locator("details").last).to_have_attribute("open", "")


def test_rule_numbers_in_a_live_result_lead_to_their_rules(visit: Visit) -> None:
    widget = visit.calculator(ROLL)
    assert widget.fill({"ability_b": "9"}) == "ready"
    link = widget.output.locator('a[data-rule="C-T1.2"]')
    expect(link).to_have_attribute("href", re.compile(r"/contest/chart/#C-T1\.2$"))
    link.click()
    visit.page.wait_for_url("**/contest/chart/#C-T1.2")
    expect(visit.page.locator('[id="C-T1.2"]')).to_be_in_viewport()
