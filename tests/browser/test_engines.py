"""Python in Firefox and in WebKitGTK, which start it as Chromium does; the other tests look closer, there."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.browser.engines import LISTENING, Engine, Host, Tab
from tests.browser.reader import CALCULATORS, ROOT, STEPPER, defaults, native

SITE = Path(ROOT, "site")
ROLL, CONTEST = "contest.roll", "contest.stepper"
STARTED = ["pyodide.asm.js", "pyodide.asm.wasm", "pyodide.mjs", "snapshot.bin"]


@pytest.fixture(params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest, engine_named: Callable[[str], Engine]) -> Engine:
    return engine_named(request.param)


def turn_to(tab: Tab, address: str) -> None:
    """Open a page and wait until its widgets listen."""
    tab.open(address)
    tab.wait(LISTENING)


def shown_and_expected(tab: Tab, widget: str, answer: dict[str, Any]) -> tuple[str, str]:
    """Return what the reader reads in the result, and what they should read."""
    shown, expected = tab.evaluate(
        """([name, html]) => {
          const native = document.createElement('div');
          native.innerHTML = html;
          const outputs = [document.querySelector(`rules-widget[name="${name}"] output`), native];
          return outputs.map((output) => output.textContent.replace(/\\s+/g, ' ').trim());
        }""",
        [widget, answer["parts"]["output"]],
    )
    return shown, expected


def answers_as_native_python(tab: Tab, host: Host, language: str) -> None:
    """Type another ability into the roll calculator and compare the answer."""
    turn_to(tab, f"{host.address}/{language}/{CALCULATORS}")
    tab.fill(f'rules-widget[name="{ROLL}"] [name="ability_a"]', "18")
    tab.wait(
        """(name) => new URL(location).searchParams.get(`${name}.ability_a`) === '18'
          && document.querySelector(`rules-widget[name="${name}"]`).dataset.state === 'ready'""",
        ROLL,
    )
    shown, expected = shown_and_expected(tab, ROLL, native(ROLL, language, defaults(ROLL) | {"ability_a": "18"}))
    assert shown == expected


def test_python_starts_from_its_picture_and_answers_as_native_python(engine: Engine, language: str) -> None:
    with Host(SITE) as host, engine.tab() as tab:
        answers_as_native_python(tab, host, language)
        assert sorted(host.runtime()) == STARTED
        assert not tab.messages


def test_two_starts_draw_different_seeds(engine: Engine) -> None:
    seeds = set()
    with Host(SITE) as host:
        for _ in range(2):
            with engine.tab() as tab:
                turn_to(tab, f"{host.address}/en/{STEPPER}")
                tab.click(f'rules-widget[name="{CONTEST}"] button[name="do"][value*="begin"]')
                tab.wait("(field) => new URL(location).searchParams.has(field)", f"{CONTEST}.seed")
                seeds.add(tab.evaluate("(field) => new URL(location).searchParams.get(field)", f"{CONTEST}.seed"))
    assert len(seeds) == 2
