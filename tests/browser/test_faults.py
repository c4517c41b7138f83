"""What goes wrong around the pages: files, workers, clocks. The table of faults says what becomes of each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Playwright
from rulebook_site.browser import launching

from tests.browser.engines import EACH_IN_EACH, FAULTS, Engine, Host, PlaywrightTab, Tab
from tests.browser.reader import CALCULATORS, ROOT
from tests.browser.test_engines import turn_to
from tests.browser.test_offline import WHOLE, YES, accept, another, kept, kept_as_sent, retitled, rewrite
from tests.browser.test_python_in_trouble import ROLL, answered, type_into, visit

GAUGE = "contest.gauge"

SITE = Path(ROOT, "site")

pytestmark = pytest.mark.usefixtures("weighed")

HASTE = """{
  globalThis.haste = true;
  for (const [name, least] of [['setTimeout', 30_000], ['setInterval', 2000]]) {
    const {[name]: really} = globalThis;
    globalThis[name] = (then, time, ...rest) => really(then, haste && time >= least ? time / 20 : time, ...rest);
  }
}
"""
"""Half a minute, the patience with a network, is a second and a half."""

OUTPUT = "(name) => document.querySelector(`rules-widget[name='${name}'] output`).innerText"
AT_REST = "(name) => document.querySelector(`rules-widget[name='${name}']`).dataset.state !== 'busy'"
SAYS = """([name, words]) => {
  const widget = document.querySelector(`rules-widget[name="${name}"]`);
  const {dataset, textContent} = widget.querySelector('.widget-status');
  const waits = widget.dataset.state === 'busy' && textContent.includes('has not come yet');
  return dataset.from === 'page' && new RegExp(words).test(textContent) && (waits || widget.dataset.state === 'static');
}"""
IN_VAIN, SLOW = "could not start", "has not come yet|could not start"

PICTURE, BARE, BINARY = "/snapshot.bin", "/snapshot.wasm", "/pyodide.asm.wasm"
SCRIPTS = ("/worker.mjs", "/pyodide.mjs", "/pyodide.asm.js")
WHEELS = tuple(f"/{path.name}" for path in sorted(SITE.glob("runtime/*/*.whl")))
PACKAGES = (BINARY, "/python_stdlib.zip", "/wheels.json", *WHEELS)


@pytest.fixture(scope="module")
def shared() -> Iterator[Host]:
    with Host(SITE) as running:
        yield running


@pytest.fixture
def host(shared: Host) -> Iterator[Host]:
    yield shared
    shared.faults, shared.instead = {}, {}


@pytest.fixture
def chromium(engine_named: Callable[[str], Engine]) -> Engine:
    return engine_named("chromium")


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The worker's script with a shorter patience: five seconds."""
    file = tmp_path_factory.mktemp("hasty") / "worker.mjs"
    script = next(SITE.glob("en/kit/*/scripts/worker.mjs")).read_text(encoding="utf-8")
    file.write_text(HASTE.replace("time / 20", "time / 6") + script, encoding="utf-8")
    return file


def spared(tab: Tab, script: str = "") -> PlaywrightTab:
    """Run a script in every page of the tab."""
    assert isinstance(tab, PlaywrightTab)
    tab.page.add_init_script(script)
    return tab


FILES = (*SCRIPTS, *PACKAGES)


@pytest.mark.parametrize("file", FILES if EACH_IN_EACH else (SCRIPTS[0], BINARY))
def test_a_file_of_python_fails_in_every_way_and_the_page_recovers(
    chromium: Engine, host: Host, hasty: Path, file: str
) -> None:
    """The server is faulty in one way after the other, and the last touch finds it well.

    What the browser has stored of the faulty file, for a year as it was told, must not stand in the way then.
    """
    number = FILES.index(file)
    faults = [each for each in FAULTS if file in SCRIPTS or each != "mistyped"]
    faults = [*faults[number % 6 :], *faults[: number % 6]]
    if file == BINARY and not EACH_IN_EACH:
        faults = ["slow", "short"]  # for each the rest of Python is loaded in vain; worker.test.mjs
    before = ""
    with spared(chromium.tab(), HASTE) as tab:
        for value, fault in enumerate(faults, 2):
            host.faults = {file: fault} | ({PICTURE: "404"} if file in PACKAGES else {})
            host.instead = {"/worker.mjs": hasty} if fault == "slow" else {}
            if not before:
                turn_to(tab, f"{host.address}/en/{CALCULATORS}")
                before = tab.evaluate(OUTPUT, ROLL)
            tab.wait(AT_REST, ROLL)
            tab.evaluate("(slow) => { globalThis.haste = slow; }", fault == "slow")
            type_into(tab, ROLL, "ability_a", str(value))
            tab.wait(SAYS, [ROLL, SLOW if fault == "slow" else IN_VAIN])
            assert tab.evaluate(OUTPUT, ROLL) == before, fault
        tab.evaluate("() => { globalThis.haste = false; }")
        host.faults = {} if file in SCRIPTS else {file: "mistyped"}  # what is no script may be called anything
        host.instead = {}
        tab.wait(AT_REST, ROLL)
        type_into(tab, ROLL, "ability_a", "17")
        answered(tab, ROLL, {"ability_a": "17"})


@pytest.mark.skipif(not EACH_IN_EACH, reason="a start from the packages is long; the short way has one, with answers")
@pytest.mark.parametrize("file", [PICTURE, BARE] if EACH_IN_EACH else [BARE])
@pytest.mark.parametrize("fault", ["500", "slow", "cut", "mistyped"] if EACH_IN_EACH else ["cut"])
def test_a_picture_that_does_not_come_is_done_without(
    chromium: Engine, host: Host, hasty: Path, fault: str, file: str
) -> None:
    """Neither is one of which the binary does not come that goes with it."""
    host.faults = {file: fault}
    host.instead = {"/worker.mjs": hasty} if fault == "slow" else {}
    host.asked.clear()
    with spared(chromium.tab()) as tab:
        turn_to(tab, f"{host.address}/en/{CALCULATORS}")
        type_into(tab, ROLL, "ability_a", "18")
        answered(tab, ROLL, {"ability_a": "18"})
        assert ("wheels.json" in host.runtime()) == (fault != "mistyped")


def test_what_an_example_needs_fails_and_is_asked_for_again(chromium: Engine, host: Host) -> None:
    """The editor, and the filter for drawings: without it they are told in words."""
    said = "document.querySelector('rules-example .widget-status').textContent"
    place = "document.querySelector('rules-example').querySelector('output')"
    with spared(chromium.tab()) as tab:
        turn_to(tab, f"{host.address}/en/contest/examples/")
        for fault in ("404", "short", "mistyped", "page", "cut", "500") if EACH_IN_EACH else ("mistyped", "cut"):
            host.faults = {"/editor.mjs": fault}
            tab.click("rules-example [data-do=edit]")
            tab.wait(f"() => {said}.includes('editor could not be loaded')")
            tab.evaluate(f"() => {{ {said} = ''; }}")
        host.faults = {"/harmless.mjs": "short"}
        tab.click("rules-example [data-do=edit]")
        tab.wait("() => Boolean(document.querySelector('rules-example textarea'))")
        for faulty in (True, False):
            host.faults = {"/harmless.mjs": "short"} if faulty else {}
            tab.fill("rules-example textarea", "import icepool\nicepool.d(6)")
            tab.click("rules-example [data-do=run]")
            tab.wait("() => document.querySelector('rules-example').dataset.state === 'ready'")
            drawn = tab.evaluate(f"() => Boolean({place}.querySelector('.figure'))")
            assert drawn is not faulty
            assert ("Die(" in tab.evaluate(f"() => {place}.textContent")) is faulty


KILLING = """{
  globalThis.haste = false;
  globalThis.plan = '';
  globalThis.workers = [];
  const {setTimeout: really, Worker: Made} = globalThis;
  globalThis.setTimeout = (then, time, ...rest) => really(then, haste && time >= 10_000 ? time / 20 : time, ...rest);
  globalThis.kill = (worker) => {
    plan = '';
    haste = true;
    worker.terminate();
    worker.dispatchEvent(new MessageEvent('message', {data: {kind: 'alive'}})); // the last that was heard of it
  };
  globalThis.Worker = class extends Made {
    constructor(...given) {
      super(...given);
      haste = false;
      workers.push(this);
      this.addEventListener('message', (event) => {
        const {kind} = event.data;
        if (plan && kind === 'running') haste = true; // the limit too is short
        if (![`${kind} lost`, `${kind}, then killed`].includes(plan)) return;
        if (plan.endsWith('lost')) event.stopImmediatePropagation();
        kill(this);
      });
      if (plan === 'made') kill(this);
    }
    postMessage(message, ...rest) {
      super.postMessage(message, ...rest);
      if (plan === `${message.kind} sent`) kill(this);
    }
  };
}"""

EXAMPLE = """async (code) => {
  const script = performance.getEntriesByType('resource').find(({name}) => name.endsWith('/rulebook.mjs'));
  const python = await import(new URL('python.mjs', script.name).href);
  const parts = [];
  const ended = await python.execute({language: 'en', codes: [code]}, ({text}) => parts.push(text)).then(
    ({state}) => state, (reason) => reason.why ?? String(reason));
  return [ended, parts.join('')];
}"""


@pytest.fixture
def killing(chromium: Engine, host: Host) -> Iterator[Tab]:
    with spared(chromium.tab(), KILLING) as tab:
        visit(tab, host)
        yield tab


def plan(tab: Tab, what: str) -> None:
    tab.evaluate("(what) => { plan = what; }", what)


def killed(tab: Tab) -> None:
    tab.wait("() => plan === ''")


def test_a_worker_that_is_killed_later_is_replaced_and_asked_again(killing: Tab) -> None:
    killing.evaluate("() => python.start()")
    answered(killing, ROLL, {})
    plan(killing, "ask sent")  # while two questions wait
    type_into(killing, ROLL, "ability_a", "16")
    type_into(killing, GAUGE, "ability_a", "9")
    answered(killing, ROLL, {"ability_a": "16"})
    answered(killing, GAUGE, {"ability_a": "9"})
    if not EACH_IN_EACH:
        return  # what becomes of the others python.test.mjs tells; each costs a start
    type_into(killing, ROLL, "ability_a", "11", "plan = 'ask sent';")
    answered(killing, ROLL, {"ability_a": "11"})
    plan(killing, "answer lost")
    type_into(killing, ROLL, "ability_a", "12")
    answered(killing, ROLL, {"ability_a": "12"})
    plan(killing, "answer, then killed")  # between two answers
    type_into(killing, ROLL, "ability_a", "13")
    answered(killing, ROLL, {"ability_a": "13"})
    type_into(killing, ROLL, "ability_a", "14")
    answered(killing, ROLL, {"ability_a": "14"})
    killing.evaluate("() => { python.stop(); kill(workers.at(-1)); }")  # after Stop
    type_into(killing, ROLL, "ability_a", "15")
    answered(killing, ROLL, {"ability_a": "15"})


def test_what_keeps_files_fails_in_every_way_and_is_fetched_with_the_next_touch(chromium: Engine) -> None:
    (listed,) = SITE.glob("files-*.json")
    status = "document.querySelector('rules-keeping .widget-status')"
    active = "async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)"
    with Host(SITE, keeping=True) as host, chromium.tab(keeping=True) as tab:
        host.faults = {"/sw.js": FAULTS[0]}
        tab.open(f"{host.address}/en/about/")
        tab.wait("() => document.querySelector('rules-keeping [data-do=keep]')?.checkVisibility()")
        for file, harmless in (("/sw.js", ""), (f"/{listed.name}", "mistyped")):
            for fault in FAULTS:
                if fault == harmless:
                    continue
                host.faults = {file: fault}
                tab.click("rules-keeping [data-do=keep]")
                if fault == "slow":
                    tab.wait(f"() => {status}.textContent.startsWith('Keeping')")
                    host.faults = {file: "500"}
                tab.wait(f"() => /server has not given|keeps nothing/.test({status}.textContent)")
                assert tab.evaluate(active) is False, fault
                tab.evaluate(f"() => {{ {status}.textContent = ''; }}")
        host.faults = {file: harmless}
        tab.click("rules-keeping [data-do=keep]")
        tab.wait(active)


def test_garbage_among_what_is_kept_is_passed_over(chromium: Engine) -> None:
    """The lists that the service worker keeps for itself; what they led to is found again."""
    with Host(SITE, keeping=True) as host, chromium.tab(keeping=True) as tab:
        assert isinstance(tab, PlaywrightTab)
        tab.page.add_init_script(YES)
        tab.open(f"{host.address}/en/contest/")
        kept(tab, "en")
        for garbage in ('{"sets": 5}', "", "{", "null", "7", "<!doctype html>")[: None if EACH_IN_EACH else 1]:
            tab.evaluate(
                """async (garbage) => {
                  const cache = await caches.open('rulebook');
                  for (const { url } of await cache.keys()) {
                    if (/files-|wishes|past/.test(url)) await cache.put(url, new Response(garbage));
                  }
                }""",
                garbage,
            )
            session = tab.page.context.new_cdp_session(tab.page)
            session.send("ServiceWorker.enable")
            session.send("ServiceWorker.stopAllWorkers")  # it would remember the list
            session.detach()
            tab.open(f"{host.address}/en/contest/resolution/")
            kept(tab, "en")


SHIFTED = """{
  const {Date: Real} = globalThis;
  let jumps = 0;
  const now = () => %s;
  globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length ? given : [now()])); }
    static now() { return now(); }
  };
}
"""
CLOCKS = {
    "years back": "3e8",
    "years ahead": "Real.now() + 1e12",
    "jumping back and forth": "Real.now() + (jumps++ % 2 ? 1e11 : -1e11)",
    "stopped": "1e12",
}


@pytest.mark.parametrize("clock", CLOCKS if EACH_IN_EACH else ["jumping back and forth"])
def test_a_wrong_clock_changes_nothing(chromium: Engine, tmp_path: Path, clock: str) -> None:
    shifted = SHIFTED % CLOCKS[clock]

    def everywhere(site: Path) -> None:
        rewrite(next(site.glob("en/kit/*/scripts/worker.mjs")), lambda text: shifted + text)

    first = another(SITE, tmp_path / "first", everywhere)
    second = another(first, tmp_path / "second", retitled)
    for site in (first, second):
        rewrite(site / "sw.js", lambda text: shifted + text)
    os.utime(second / "sw.js", (2e9, 2e9))  # the server goes by whole seconds
    with Host(first, keeping=True) as host, chromium.tab(keeping=True) as tab:
        assert isinstance(tab, PlaywrightTab)
        tab.page.add_init_script(shifted + KILLING)
        visit(tab, host, "en/contest/stepper/")
        tab.click('rules-widget[name="contest.stepper"] button[name="do"][value*="begin"]')
        tab.wait("() => new URL(location).searchParams.has('contest.stepper.seed')")
        tab.evaluate("() => { plan = 'to be over soon'; }")
        code = "import time\nbefore = time.time()\ntime.sleep(0.01)\nprint('slept', flush=True)\nwhile True: pass"
        assert tab.evaluate(EXAMPLE, code) == ["limit", "slept\n"]
        for path in ("resolution", "check"):  # nobody is asked over a fight
            tab.open(f"{host.address}/en/contest/{path}/")
        accept(tab) if EACH_IN_EACH else kept_as_sent(tab, host)
        if not clock.startswith("jumping"):
            year = tab.evaluate(EXAMPLE, "import time\nprint(time.gmtime().tm_year)")[1].strip()
            assert (year in ("1970", "2001")) == (clock in ("years back", "stopped"))
        else:
            host.site = second
            tab.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
            tab.wait("() => Boolean(document.querySelector('.edition-notice'))")
        host.gone = True
        tab.open(f"{host.address}/en/contest/resolution/")
        assert tab.evaluate("() => document.querySelector('h1').textContent").startswith("Phase 5")


CANNOT = "() => /keeps nothing/.test(document.querySelector('rules-keeping .widget-status').textContent)"


@pytest.mark.skipif(
    not EACH_IN_EACH, reason="it is a browser of its own; Firefox answers and keeps files in test_away.py"
)
def test_a_private_window_of_firefox_keeps_files_or_says_that_it_does_not(playwright: Playwright) -> None:
    """Whether it has service workers depends on its age."""
    options = launching("firefox")
    private = {**options.pop("firefox_user_prefs", {}), "browser.privatebrowsing.autostart": True}
    browser = playwright.firefox.launch(**options, firefox_user_prefs=private)
    with Host(SITE, keeping=True) as host, closing(browser):
        tab = PlaywrightTab(browser.new_context(), browser.version)
        visit(tab, host)
        type_into(tab, ROLL, "ability_a", "11")
        answered(tab, ROLL, {"ability_a": "11"})
        tab.open(f"{host.address}/en/about/")
        tab.wait("() => document.querySelector('rules-keeping [data-do=keep]')?.checkVisibility()")
        tab.click("rules-keeping [data-do=keep]")
        tab.wait(f"async () => ({CANNOT})() || ({WHOLE})(['en'])")
