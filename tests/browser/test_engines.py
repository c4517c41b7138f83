"""Python in Firefox and in WebKitGTK, which start it as Chromium does; the other tests look closer, there."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from tests.browser.engines import LISTENING, Engine, Host, Tab
from tests.browser.reader import ROOT, STEPPER, TURN, defaults, native

SITE = Path(ROOT, "site")
CONTEST = "contest.stepper"
STARTED = ["memory.mjs", "pyodide.asm.js", "pyodide.mjs", "snapshot-contest.bin", "snapshot.bin", "snapshot.wasm"]
READY = "(name) => document.querySelector(`rules-widget[name=\"${name}\"]`)?.dataset.state === 'ready'"
TURNS = "(to) => 'navigation' in window && new URL(to).pathname.startsWith(location.pathname.slice(0, 4))"
BACK = "(to) => { history.replaceState(null, '', to); dispatchEvent(new PopStateEvent('popstate')); }"


def turn_to(tab: Tab, address: str) -> None:
    """Open a page and wait until its widgets listen."""
    tab.open(address)
    tab.wait(LISTENING)


def go_on(tab: Tab, address: str) -> None:
    """Follow a link: within the language Python stays where the browser lets pages turn, within the page anywhere."""
    if tab.evaluate("(to) => new URL(to).pathname === location.pathname", address):
        tab.evaluate(BACK, address)
    elif tab.evaluate(TURNS, address):
        tab.evaluate(TURN, address)
    else:
        turn_to(tab, address)


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


def said(tab: Tab, widget: str) -> dict[str, str]:
    """Return what the address says about a widget."""
    query = tab.evaluate("() => location.search.slice(1)")
    found = parse_qsl(query, keep_blank_values=True)
    return {key.removeprefix(f"{widget}."): value for key, value in found if key.startswith(f"{widget}.")}


def goes_on(tab: Tab, name: str, language: str) -> None:
    """Press a stepper's foremost button and compare the answer with native Python's."""
    before = tab.evaluate("() => location.search")
    tab.click(f'rules-widget[name="{name}"] button.primary[name="do"]')
    tab.wait("(before) => location.search !== before", before)
    tab.wait(READY, name)
    tab.wait(f"() => !document.querySelector('rules-widget[name=\"{name}\"]').hasAttribute('data-calming')")
    shown, expected = shown_and_expected(tab, name, native(name, language, defaults(name) | said(tab, name)))
    assert shown == expected, name


def test_python_starts_from_its_picture_answers_as_native_python_and_draws_another_seed_each_time(
    engine_named: Callable[[str], Engine], language: str
) -> None:
    """The picture is the same: a seed that lay in it would be too, whatever the engine."""
    seeds = {}
    for name in ("firefox", "webkit"):
        with Host(SITE) as host, engine_named(name).tab() as tab:
            turn_to(tab, f"{host.address}/{language}/{STEPPER}")
            goes_on(tab, CONTEST, language)
            assert sorted(host.runtime()) == STARTED, name
            assert not tab.messages, name
            seeds[name] = said(tab, CONTEST)["seed"]
    assert seeds["firefox"] != seeds["webkit"]
