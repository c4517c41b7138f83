"""What every reader needs, in the words that each of the three engines understands; the other tests look closer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import pytest

from rules_py import library
from tests.browser.engines import EACH_IN_EACH, NAMES, Engine, Host, Tab
from tests.browser.reader import PATHS, ROOT, RULES, defaults, native
from tests.browser.test_engines import shown_and_expected, turn_to
from tests.test_every_widget import INPUTS

SITE = Path(ROOT, "site")
ROLL = 'rules-widget[name="contest.roll"]'
GOOD = defaults("contest.roll") | {"ability_a": "18"}
SYSTEMS = tuple(library.SYSTEMS)
CALCULATED = {
    slug: next(
        (name, values)
        for asked, (name, values) in INPUTS.items()
        if asked.startswith(f"{slug}: ")
        and values
        and f'name="{name}"' in (SITE / f"en/{slug}/calculators/index.html").read_text("utf-8")
    )
    for slug in SYSTEMS
}

READY = "(name) => document.querySelector(`rules-widget[name=\"${name}\"]`)?.dataset.state === 'ready'"
ASKED = """([name, field, value, state]) => new URL(location).searchParams.get(`${name}.${field}`) === value
  && document.querySelector(`rules-widget[name="${name}"]`).dataset.state === state"""
OPEN = "() => document.querySelector('article button.term').popoverTargetElement.matches(':popover-open')"


@pytest.fixture(scope="module", params=NAMES if EACH_IN_EACH else ["firefox", "webkit"])
def engine(request: pytest.FixtureRequest, engine_named: Callable[[str], Engine]) -> Engine:
    return engine_named(request.param)


@pytest.fixture(scope="module")
def host() -> Iterator[Host]:
    with Host(SITE) as running:
        yield running


@pytest.fixture(scope="module")
def tab(engine: Engine, host: Host) -> Iterator[Tab]:
    """One visit for the whole file: a driver of WebKitGTK serves one tab at a time."""
    with engine.tab() as opened:
        turn_to(opened, f"{host.address}/en/about/")
        yield opened
        assert not opened.messages


def said(tab: Tab, widget: str) -> dict[str, str]:
    """Return what the address says about a widget."""
    query = tab.evaluate("() => location.search.slice(1)")
    found = parse_qsl(query, keep_blank_values=True)
    return {key.removeprefix(f"{widget}."): value for key, value in found if key.startswith(f"{widget}.")}


def test_a_link_brings_every_system_s_calculator_to_its_answer(tab: Tab, host: Host, language: str) -> None:
    for slug, (name, values) in CALCULATED.items():
        asked = {f"{name}.{field}": value for field, value in values.items()}
        turn_to(tab, f"{host.address}/{language}/{slug}/calculators/?{urlencode(asked)}")
        tab.wait(READY, name)
        shown, expected = shown_and_expected(tab, name, native(name, language, defaults(name) | values))
        assert shown == expected


def test_typing_answers_and_what_is_wrong_is_said_beside_its_field(tab: Tab, host: Host, language: str) -> None:
    turn_to(tab, f"{host.address}/{language}/contest/calculators/")
    tab.fill(f'{ROLL} [name="ability_a"]', "18")
    tab.wait(ASKED, ["contest.roll", "ability_a", "18", "ready"])
    good = shown_and_expected(tab, "contest.roll", native("contest.roll", language, GOOD))
    assert good[0] == good[1]
    tab.fill(f'{ROLL} [name="ability_a"]', "eighteen")  # letter by letter, each of which may be answered
    tab.wait(
        """([root, sentence]) => document.querySelector(root).dataset.state === 'error'
          && document.querySelector(`${root} [data-field=ability_a] .field-error`)?.textContent === sentence""",
        [ROLL, native("contest.roll", language, GOOD | {"ability_a": "eighteen"})["errors"]["ability_a"]],
    )
    assert shown_and_expected(tab, "contest.roll", native("contest.roll", language, GOOD))[0] == good[0]


@pytest.mark.parametrize("slug", SYSTEMS)
def test_a_stepper_goes_on_and_says_the_same_as_native_python(tab: Tab, host: Host, slug: str, language: str) -> None:
    page = next(path for path in (f"{slug}/stepper/", f"{slug}/board/") if path in PATHS)
    turn_to(tab, f"{host.address}/{language}/{page}")
    name = tab.evaluate("() => document.querySelector('rules-widget:has(button[name=do])').getAttribute('name')")
    tab.wait(f"() => document.querySelector('rules-widget[name=\"{name}\"]').dataset.state !== 'busy'")
    for _ in range(2):
        before = tab.evaluate("() => location.search")
        tab.click(f'rules-widget[name="{name}"] button.primary[name="do"]')
        tab.wait("(before) => location.search !== before", before)
        tab.wait(READY, name)
        tab.wait(f"() => !document.querySelector('rules-widget[name=\"{name}\"]').hasAttribute('data-calming')")
        shown, expected = shown_and_expected(tab, name, native(name, language, defaults(name) | said(tab, name)))
        assert shown == expected
        if not tab.evaluate("(root) => Boolean(document.querySelector(root))", f'rules-widget[name="{name}"] .primary'):
            break


def test_a_term_and_a_rule_explain_themselves(tab: Tab, host: Host, language: str) -> None:
    turn_to(tab, f"{host.address}/{language}/{RULES}")
    tab.click("article button.term")
    tab.wait(OPEN)
    text, both = tab.evaluate(
        """() => {
          const shown = document.querySelector('article button.term').popoverTargetElement;
          return [shown.textContent.trim(), ['en', 'ja'].every((each) => shown.querySelector(`[lang=${each}]`))];
        }"""
    )
    assert text
    assert both
    tab.evaluate("() => document.querySelector('article button.term').popoverTargetElement.hidePopover()")
    tab.wait(f"() => !({OPEN})()")
    tab.evaluate(
        """() => {
          const link = document.querySelector('article p a.rule-ref');
          link.focus();
          link.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, pointerType: 'mouse'}));
        }"""
    )
    tab.wait("() => document.querySelector('#rule-preview')?.matches(':popover-open')")
    rule = tab.evaluate("() => document.querySelector('article p a.rule-ref').dataset.rule")
    assert rule in tab.evaluate("() => document.querySelector('#rule-preview').textContent")
