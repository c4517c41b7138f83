"""What only a page shows of its answers: how they come and go while somebody reads, types and changes their mind."""

import re

from playwright.sync_api import expect

from tests.browser.reader import CALCULATORS, Visit, defaults, native, spoken

ROLL, GAUGE = "contest.roll", "contest.gauge"
CHECK = "avatar.check"
SHORT = {"known": "number", "difficulty": "13", "hand_limit": "1", "ep": "100"}
LONG = {"hand_limit": "9", "ep": "900", "known": "A-T1.8", "miracle": "1"}
"""A question for which nobody would wait: up to nine deck cards against a secret difficulty."""

pytestmark = spoken("en")


def test_a_widget_goes_from_static_over_busy_to_ready(visit: Visit) -> None:
    page, widget = visit.load(CALCULATORS), visit.widget(ROLL)
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
    expect(visit.widget(GAUGE).root).to_have_attribute("data-state", "ready")


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


def test_each_of_two_wrong_values_is_put_right_by_itself(visit: Visit) -> None:
    widget = visit.calculator(ROLL)
    told = widget.root.locator(".field-error:visible")
    for field, value, state, messages in (
        ("ability_a", "?", "error", 1),
        ("augments_b", "x", "error", 2),
        ("ability_a", "15", "error", 1),
        ("augments_b", "0", "ready", 0),
    ):
        assert widget.fill({field: value}) == state
        expect(told).to_have_count(messages)


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
    expect(link).to_have_attribute("href", re.compile(r"/resolution/#C-T1\.2$"))
    link.click()
    # The same calculator stands there; the address soon says what was typed into it here.
    visit.page.wait_for_url(re.compile(r"/contest/resolution/(\?[^#]*)?#C-T1\.2$"))
    expect(visit.page.locator('[id="C-T1.2"]')).to_be_in_viewport()


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
