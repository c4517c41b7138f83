"""What every reader needs, in the words that each of the three engines understands; the other tests look closer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest

from rules_py import library
from rules_py.core.text import LANGUAGES
from tests.browser.engines import EACH_IN_EACH, NAMES, Engine, Host, Tab
from tests.browser.reader import PATHS, ROOT, RULES, defaults, native
from tests.browser.test_engines import READY, go_on, goes_on, shown_and_expected, turn_to
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

ASKED = """([name, field, value, state]) => new URL(location).searchParams.get(`${name}.${field}`) === value
  && document.querySelector(`rules-widget[name="${name}"]`).dataset.state === state"""
OPEN = "() => document.querySelector('article button.term').popoverTargetElement.matches(':popover-open')"


SPEAKING = [f"{name} {language}" for name in NAMES for language in LANGUAGES]


@pytest.fixture(scope="module", params=SPEAKING if EACH_IN_EACH else ["firefox ja", "webkit en"])
def speaking(request: pytest.FixtureRequest) -> list[str]:
    """An engine and a language; what differs between languages is what Python and the pages say."""
    return str(request.param).split()


@pytest.fixture(scope="module")
def engine(speaking: list[str], engine_named: Callable[[str], Engine]) -> Engine:
    return engine_named(speaking[0])


@pytest.fixture
def language(speaking: list[str]) -> str:
    return speaking[1]


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


@pytest.fixture
def systems(speaking: list[str]) -> tuple[str, ...]:
    """Each game in some engine beside Chromium; fewer where each page is loaded, with a Python of its own."""
    shared = {"webkit": ("kamui", "contest"), "firefox": ("prophecy", "exorcist", "avatar")}
    return SYSTEMS if EACH_IN_EACH else shared[speaking[0]]


def test_of_every_system_a_link_brings_a_calculator_to_its_answer_and_the_stepper_goes_on(
    tab: Tab, host: Host, language: str, systems: tuple[str, ...]
) -> None:
    """As native Python says; the first comes with its page, the others while Python stays."""
    for number, slug in enumerate(systems):
        name, values = CALCULATED[slug]
        asked = {f"{name}.{field}": value for field, value in values.items()}
        (go_on if number else turn_to)(tab, f"{host.address}/{language}/{slug}/calculators/?{urlencode(asked)}")
        tab.wait(READY, name)
        shown, expected = shown_and_expected(tab, name, native(name, language, defaults(name) | values))
        assert shown == expected, name
        if slug == "contest":
            continue  # its stepper is what test_engines.py is about
        page = next(path for path in (f"{slug}/stepper/", f"{slug}/board/") if path in PATHS)
        go_on(tab, f"{host.address}/{language}/{page}")
        name = tab.evaluate("() => document.querySelector('rules-widget:has(button[name=do])').getAttribute('name')")
        tab.wait(f"() => document.querySelector('rules-widget[name=\"{name}\"]').dataset.state !== 'busy'")
        for _ in range(2):
            goes_on(tab, name, language)
            primary = f'rules-widget[name="{name}"] .primary'
            if not tab.evaluate("(root) => Boolean(document.querySelector(root))", primary):
                break


def test_typing_answers_and_what_is_wrong_is_said_beside_its_field(tab: Tab, host: Host, language: str) -> None:
    go_on(tab, f"{host.address}/{language}/contest/calculators/")
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


def test_a_term_and_a_rule_explain_themselves(tab: Tab, host: Host, language: str) -> None:
    go_on(tab, f"{host.address}/{language}/{RULES}")
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


def test_a_link_to_a_rule_of_another_page_arrives_there(tab: Tab, host: Host, language: str) -> None:
    go_on(tab, f"{host.address}/{language}/contest/rulings/")
    tab.evaluate("() => scrollTo({top: 1500, behavior: 'instant'})")
    go_on(tab, f"{host.address}/{language}/contest/check/#C-6.3")
    tab.wait(
        """() => {
          const {top} = document.getElementById('C-6.3').getBoundingClientRect();
          return top > 0 && top < innerHeight / 2;
        }"""
    )
