"""Without a network, for who has said yes: pages, widgets, steppers, search and examples, in every browser."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from rules_py.exports import SAMPLES
from tests.browser.engines import EACH_IN_EACH, Engine, Host, Tab
from tests.browser.reader import CALCULATORS, PATHS, ROOT, STEPPER
from tests.browser.test_engines import READY, go_on, goes_on, turn_to
from tests.browser.test_offline import CONTEST, accept, heading, kept, use
from tests.browser.test_policy import run

SITE = Path(ROOT, "site")


@dataclass
class Away:
    """A reader who has used Python on one page, has said yes to keeping the language, and has had no network since."""

    tab: Tab
    host: Host
    language: str

    def address(self, path: str) -> str:
        return f"{self.host.address}/{self.language}/{path}"


@pytest.fixture(scope="module", params=["chromium", "firefox", "webkit"])
def away(request: pytest.FixtureRequest, engine_named: Callable[[str], Engine]) -> Iterator[Away]:
    """Each language in some engine; what differs between them is what Python and the pages say."""
    language = "ja" if request.param == "firefox" else "en"
    with Host(SITE, keeping=True) as host, engine_named(request.param).tab(keeping=True) as tab:
        away = Away(tab, host, language)
        turn_to(tab, away.address(CALCULATORS))
        use(tab, language=language)
        accept(tab)
        kept(tab, language, "python")
        host.gone = True
        host.asked.clear()
        yield away


in_one = pytest.mark.parametrize(
    "away", ["chromium", "firefox", "webkit"] if EACH_IN_EACH else ["chromium"], indirect=True, scope="module"
)
"""Marks what goes the ways that the other tests prove in every engine."""


def test_every_page_of_the_language_is_there_and_calculates(away: Away) -> None:
    missing = away.tab.evaluate(
        """async (addresses) => {
          const missing = [];
          for (const address of addresses) {
            const response = await fetch(address).catch(() => null);
            if (!response?.ok || !(await response.text()).includes('</html>')) missing.push(address);
          }
          return missing;
        }""",
        [away.address(path) for path in PATHS],
    )
    assert missing == []
    turn_to(away.tab, away.address(STEPPER))
    goes_on(away.tab, CONTEST, away.language)
    assert away.host.asked == []


def test_search_and_rule_texts_work(away: Away) -> None:
    tab = away.tab
    go_on(tab, away.address(STEPPER))
    tab.fill("[data-finder]", {"en": "mastery", "ja": "得意"}[away.language])
    tab.wait("() => document.querySelectorAll('[data-finder-results][data-state=done] a[data-hit]').length > 0")
    found = tab.evaluate(
        "async () => Object.keys(await (await fetch(new URL(document.querySelector"
        "('meta[name=rulebook-root]').content + 'rules.json', location))).json()).length"
    )
    assert found > 500


@in_one
def test_examples_run_those_too_that_want_the_standard_library(away: Away) -> None:
    tab = away.tab
    go_on(tab, away.address("python/running/"))
    count = tab.evaluate("() => document.querySelectorAll('rules-example').length")
    for number in range(count):
        tab.evaluate(
            "(number) => document.querySelectorAll('rules-example')[number].querySelector('[data-do=run]').click()",
            number,
        )
        state = "(number) => document.querySelectorAll('rules-example')[number].dataset.state"
        tab.wait(f"(number) => ['ready', 'error'].includes(({state})(number))", number)
        assert tab.evaluate(state, number) == "ready"
    assert run(tab, "import statistics\nprint(statistics.median([1, 2, 9]))") == ["ready", "2\n"]


@in_one
def test_a_character_is_kept_and_fills_in_the_calculators(away: Away) -> None:
    tab = away.tab
    go_on(tab, away.address("characters/"))
    of = 'character-roster[data-system="prophecy"]'
    tab.click(f"{of} .samples button:last-child")
    tab.wait(READY, "prophecy.character")
    tab.click(f"{of} [data-do=keep]")
    tab.wait(f"() => document.querySelectorAll('{of} [data-roster-list] li').length > 1")
    turn_to(tab, away.address("prophecy/calculators/"))
    cast = SAMPLES["prophecy"][-1].cast
    tab.wait("""(cast) => document.querySelector('[name="prophecy.attack"] [name=cast]').value === cast""", str(cast))
    assert away.host.asked == []


def test_an_address_without_its_slash_is_found(away: Away) -> None:
    turn_to(away.tab, away.address("prophecy/checks?a=b"))
    assert away.tab.evaluate("() => location.pathname + location.search") == f"/{away.language}/prophecy/checks/?a=b"


def test_the_top_leads_on_and_a_page_that_is_not_kept_says_so(away: Away) -> None:
    tab, home = away.tab, away.host.address
    other = {"en": "ja", "ja": "en"}[away.language]
    tab.open(f"{home}/?choose")
    assert tab.evaluate("() => document.querySelectorAll('a[data-language]').length") == 2
    tab.open(f"{home}/{other}/contest/resolution/?x=1")
    tab.wait(f"() => document.querySelector('[data-kept={other}]').hidden")
    assert all(words in heading(tab) for words in ("is not kept", "保存されていません"))
    way = tab.evaluate(f"() => document.querySelector('[data-kept={away.language}] a').href")
    assert way == f"{home}/{away.language}/contest/resolution/?x=1"


@pytest.mark.skipif(not EACH_IN_EACH, reason="every page of one who has said yes asks so: offline-panel.test.mjs")
def test_the_other_language_is_kept_once_it_is_opened_with_a_network(away: Away) -> None:
    other = {"en": "ja", "ja": "en"}[away.language]
    away.host.gone = False
    turn_to(away.tab, f"{away.host.address}/{other}/contest/resolution/")
    kept(away.tab, other)
    away.host.gone = True
