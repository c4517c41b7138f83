"""The site without a network: what is kept, what a new edition does, and what becomes of faults on the way."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rulebook_site import edition, policy

from tests.browser.engines import EACH_IN_EACH, Engine, Host, PlaywrightEngine, PlaywrightTab, Tab
from tests.browser.reader import ROOT, STEPPER, defaults, native
from tests.browser.test_engines import shown_and_expected, turn_to

SITE = Path(ROOT, "site")

pytestmark = pytest.mark.usefixtures("weighed")
ROLL, CONTEST = "contest.roll", "contest.stepper"

STATE = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const told = new Promise((resolve) => { port1.onmessage = ({ data }) => resolve(data); });
  active.postMessage({ kind: "state" }, [port2]);
  return told;
}"""
WHOLE = f"""async (sets) => {{
  const state = await ({STATE})();
  return sets.every((set) => state.sets[set].kept === state.sets[set].size);
}}"""
TELL_WHOLE = f"""(sets) => {{
  globalThis.whole = false;
  const look = async () => {{ globalThis.whole ||= await ({WHOLE})(sets); }};
  navigator.serviceWorker.addEventListener('message', ({{ data }}) => {{ if (data.kind === 'kept') look(); }});
  look();
}}"""
"""Asked again and again, the service worker would go through all that it keeps each time."""
KEPT = """async () => {
  const registrations = await navigator.serviceWorker.getRegistrations();
  return [registrations.length, (await caches.keys()).length];
}"""


@pytest.fixture(params=["chromium", "firefox", "webkit"] if EACH_IN_EACH else ["chromium"])
def engine(request: pytest.FixtureRequest, engine_named: Callable[[str], Engine]) -> Engine:
    return engine_named(request.param)


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    """Each language in some engine; what differs between them is what Python and the pages say."""
    chosen = str(request.node.callspec.params["engine" if "engine" in request.fixturenames else "tabs"])
    return "ja" if chosen == "firefox" else "en"


@pytest.fixture(params=["chromium", "firefox"] if EACH_IN_EACH else ["chromium"])
def tabs(request: pytest.FixtureRequest, engine_named: Callable[[str], Engine]) -> Iterator[PlaywrightTab]:
    """A tab of an engine that can have several of one profile."""
    engine = engine_named(request.param)
    assert isinstance(engine, PlaywrightEngine)
    with engine.tab(keeping=True) as tab:
        yield tab


def kept(tab: Tab, *sets: str) -> None:
    """Wait until sets are kept whole, and the page is answered from them."""
    tab.wait("() => Boolean(navigator.serviceWorker.controller)")
    tab.evaluate(TELL_WHOLE, list(sets))
    tab.wait("() => globalThis.whole")


NOTICE = ".edition-notice"
SAID = "document.querySelector('.edition-notice p')?.textContent ?? ''"
YES = "localStorage.setItem('rulebook-offline', 'yes');"
"""What is remembered of a reader who wants the language whole, for tests about what comes then."""


def accept(tab: Tab) -> None:
    """Go on to something else, say yes to keeping the language and Python, wait for it, and put the notice away."""
    tab.evaluate("() => document.querySelector('.language-switch a').focus()")
    for said in (r"\d MB", "^Kept|^保存しました"):
        tab.wait(f"() => /{said}/.test({SAID})")
        tab.click(f"{NOTICE} button")
    tab.wait(f"() => !document.querySelector('{NOTICE}')")


def kept_as_sent(tab: Tab, host: Host) -> None:
    """Wait until all that was sent of a language is kept."""
    tab.wait("() => Boolean(navigator.serviceWorker.controller)")
    files = listed(host.site)["sets"]
    hashes = {f"/{path}": hashed for language in ("en", "ja") for path, hashed, _ in files[language]}
    tab.wait(
        """async (wanted) => {
          const keys = await (await caches.open('rulebook')).keys();
          const there = new Set(keys.map(({ url }) => url.split('/').at(-1)));
          return wanted.every((hash) => there.has(hash));
        }""",
        [hashes[path] for path in host.sent if path in hashes],
    )


def listed(site: Path) -> dict[str, Any]:
    """Return the list of a site's files."""
    found: dict[str, Any] = json.loads(next(site.glob("files-*.json")).read_text(encoding="utf-8"))
    return found


def use(tab: Tab, name: str = ROLL, field: str = "ability_a", value: str = "18", language: str = "en") -> None:
    """Type into a calculator and compare the answer with native Python's."""
    tab.fill(f'rules-widget[name="{name}"] [name="{field}"]', value)
    tab.wait(
        """([name, field, value]) => new URL(location).searchParams.get(`${name}.${field}`) === value
          && document.querySelector(`rules-widget[name="${name}"]`).dataset.state === 'ready'""",
        [name, field, value],
    )
    shown, expected = shown_and_expected(tab, name, native(name, language, defaults(name) | {field: value}))
    assert shown == expected


def press(tab: Tab, what: str) -> None:
    """Press a button of the table of what is kept, once it is there."""
    button = f"rules-keeping [data-do={what}]"
    tab.wait("(button) => document.querySelector(button)?.checkVisibility()", button)
    tab.click(button)


def another(site: Path, folder: Path, change: Callable[[Path], None], *, offline: bool = True) -> Path:
    """Return a copy of the site as if it had been built after a change."""
    shutil.copytree(site, folder, copy_function=os.link)
    change(folder)
    edition.number(folder, dict(policy.read_headers(folder))["/*"], offline=offline)
    return folder


def rewrite(path: Path, change: Callable[[str], str]) -> None:
    text = path.read_text(encoding="utf-8")
    path.unlink()  # it is shared with the site
    path.write_text(change(text), encoding="utf-8")


def retitled(site: Path) -> None:
    """Let a page of the contest say something new."""
    rewrite(site / "en/contest/resolution/index.html", lambda text: text.replace("</h1>", " (second edition)</h1>", 1))


def rekitted(site: Path) -> None:
    """Let the scripts change, and with them every page."""
    retitled(site)
    for language in ("en", "ja"):
        (old,) = (site / language / "kit").iterdir()
        new = old.with_name("0123456789ab")
        old.rename(new)
        rewrite(new / "scripts/rulebook.mjs", lambda text: f"{text}globalThis.secondEdition=true;")
        for page in (site / language).rglob("*.html"):
            rewrite(page, lambda text, old=old.name: text.replace(f"kit/{old}", "kit/0123456789ab"))  # type: ignore[misc]


def heading(tab: Tab) -> str:
    found: str = tab.evaluate("() => document.querySelector('h1')?.textContent ?? ''")
    return found


def test_everything_is_kept_on_demand_and_can_be_removed(engine: Engine, language: str) -> None:
    """What is forgotten, kept and removed, one after the other."""
    with Host(SITE, pauses={".json": 0.2}, keeping=True) as host, engine.tab(keeping=True) as tab:
        turn_to(tab, f"{host.address}/{language}/about/")
        kept_as_sent(tab, host)
        assert tab.evaluate(STATE)["sets"]["print"]["kept"] == 0
        tab.evaluate(
            """() => {
              for (const key of ['rulebook-numbers', 'rulebook-language', 'rulebook-colours']) localStorage[key] = '{}';
            }"""
        )
        press(tab, "forget")
        tab.wait(f"async () => String(await ({KEPT})()) === '0,0' && !localStorage.length")
        turn_to(tab, f"{host.address}/{language}/about/")
        press(tab, "print")
        kept(tab, "print")
        host.gone = True
        asked = "async () => (await fetch('../../print/ja/prophecy.pdf')).headers.get('Content-Type')"
        assert tab.evaluate(asked) == "application/pdf"
        host.gone = False
        press(tab, "keep")
        kept(tab, "en", "ja", "python", "data")
        host.gone = True
        turn_to(tab, f"{host.address}/{language}/about/")
        tab.wait("() => /^(\\d+\\.\\d) MB \\/ \\1 MB$/.test(document.querySelector('[data-set=python]').textContent)")
        press(tab, "remove")
        tab.wait(f"async () => String(await ({KEPT})()) === '0,0'")
        host.gone = False
        turn_to(tab, f"{host.address}/{language}/contest/")
        assert tab.evaluate(KEPT) == [0, 0], "the reader has said so"


@pytest.fixture(scope="module", params=["chromium", "firefox"] if EACH_IN_EACH else ["chromium"])
def reader(
    request: pytest.FixtureRequest, engine_named: Callable[[str], Engine]
) -> Iterator[tuple[PlaywrightTab, Host]]:
    """One who has used Python and kept it, and for whom one edition comes after the other."""
    with Host(SITE, keeping=True) as host, engine_named(request.param).tab(keeping=True) as tab:
        assert isinstance(tab, PlaywrightTab)
        tab.open(f"{host.address}/en/{STEPPER}")
        tab.click(f'rules-widget[name="{CONTEST}"] button[name="do"][value*="begin"]')
        tab.wait("(field) => new URL(location).searchParams.has(field)", f"{CONTEST}.seed")
        assert tab.evaluate(SAID) == "", "nobody is asked over a fight"
        fight = tab.evaluate("() => location.href")
        tab.open(f"{host.address}/en/contest/check/")
        accept(tab)
        kept(tab, "en", "python")
        tab.open(fight)
        yield tab, host


def test_a_new_edition_sends_nothing_of_what_was_only_read(tabs: PlaywrightTab, tmp_path: Path) -> None:
    """What has not changed stays, what has changed is fetched when it is read again."""
    with Host(SITE, keeping=True) as host:
        for path in ("resolution", "check"):
            tabs.open(f"{host.address}/en/contest/{path}/")
            kept_as_sent(tabs, host)
        host.site = another(SITE, tmp_path / "second", retitled)
        host.sent.clear()
        tabs.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        tabs.wait(f"() => /newer edition/.test({SAID})")
        assert sorted(host.sent) == sorted([f"/{next(host.site.glob('files-*.json')).name}", "/sw.js"])
        tabs.evaluate("() => { globalThis.asBefore = true; }")
        tabs.click(f"{NOTICE} button")
        tabs.page.wait_for_function("() => !globalThis.asBefore && document.readyState === 'complete'")
        tabs.wait(f"async () => !(await ({STATE})()).pages.includes('en/contest/resolution/')")
        assert "en/contest/check/" in tabs.evaluate(STATE)["pages"]
        tabs.open(f"{host.address}/en/contest/resolution/")
        assert "second edition" in heading(tabs)


class TestNewEditions:
    def test_a_new_edition_waits_until_the_reader_wants_it(
        self, reader: tuple[PlaywrightTab, Host], tmp_path: Path
    ) -> None:
        tab, host = reader
        fight = tab.evaluate("() => location.href")
        host.site = another(host.site, tmp_path / "second", retitled)
        host.sent.clear()
        tab.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        tab.wait("async () => Boolean((await navigator.serviceWorker.ready).waiting)")
        assert tab.evaluate(SAID) == "", "nobody is told over a fight"
        tab.open(f"{host.address}/en/contest/check/")
        tab.wait(f"() => /newer edition/.test({SAID})")
        address = tab.evaluate("() => location.href")
        files = f"/{next(host.site.glob('files-*.json')).name}"
        assert sorted(host.sent) == sorted(["/en/contest/resolution/", files, "/sw.js"]), "the rest is kept already"
        assert tab.evaluate("() => location.href") == address
        text = "async (path) => (await fetch(path)).text()"
        assert "second edition" not in tab.evaluate(text, "/en/contest/resolution/")
        tab.evaluate("() => { globalThis.asBefore = true; }")
        tab.page.get_by_role("button", name="Load it now").click()
        tab.page.wait_for_function("() => !globalThis.asBefore && document.readyState === 'complete'")
        tab.wait("async () => (await (await fetch('/en/contest/resolution/')).text()).includes('second edition')")
        assert tab.evaluate("() => location.href") == address
        tab.open(fight)
        tab.wait("(name) => document.querySelector(`rules-widget[name='${name}']`).dataset.state === 'ready'", CONTEST)

    def test_an_old_page_keeps_its_scripts_and_python_until_it_is_left(
        self, reader: tuple[PlaywrightTab, Host], tmp_path: Path
    ) -> None:
        tab, host = reader
        tab.open(f"{host.address}/en/contest/resolution/")
        host.site = another(host.site, tmp_path / "third", rekitted)
        other = tab.page.context.new_page()
        other.goto(f"{host.address}/en/contest/")
        other.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        other.get_by_role("button", name="Load it now").click()
        other.wait_for_function("() => globalThis.secondEdition")
        host.gone = True
        script = "document.querySelector('script[src*=rulebook]').src"
        started = tab.evaluate(
            f"async () => {{ await (await import(new URL('python.mjs', {script}).href)).start(); return true; }}"
        )
        assert started, "from the set that was kept for it"
        tab.evaluate("() => { document.querySelector('a.md-footer__link--next').click(); }")
        tab.wait("() => globalThis.secondEdition === true")
        other.goto(f"{host.address}/en/contest/check/")
        tab.wait(
            """async () => {
              const keys = await (await caches.open('rulebook')).keys();
              return keys.filter(({ url }) => /files-/.test(url)).length === 1;
            }"""
        )

    def test_a_release_can_be_taken_back(self, tabs: PlaywrightTab, tmp_path: Path) -> None:
        retired = another(SITE, tmp_path / "retired", lambda _: None, offline=False)
        assert not list(retired.glob("files-*"))
        with Host(SITE, keeping=True) as host:
            tabs.open(f"{host.address}/en/contest/")
            kept_as_sent(tabs, host)
            host.site = retired
            tabs.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
            tabs.wait(f"async () => String(await ({KEPT})()) === '0,0'")
            tabs.open(f"{host.address}/en/contest/resolution/")
            tabs.wait(f"async () => String(await ({KEPT})()) === '0,0'")
            assert heading(tabs)


LITTLE = 350_000
"""Bytes that a reader of one page may be sent beside it."""


def size(path: str) -> int:
    """Return how many bytes a file of the site takes on the line."""
    file = SITE / path.removeprefix("/")
    file = file / "index.html" if file.is_dir() else file
    return edition.sent(file, file.read_bytes())


@pytest.mark.parametrize(
    "path", ["contest/resolution/", "contest/calculators/"] if EACH_IN_EACH else ["contest/resolution/"]
)
@pytest.mark.parametrize("engine_name", ["chromium", "firefox", "webkit"])
def test_who_reads_a_page_is_sent_little_and_has_it_without_a_network(
    engine_named: Callable[[str], Engine], engine_name: str, path: str
) -> None:
    with Host(SITE, keeping=True) as host, engine_named(engine_name).tab(keeping=True) as tab:
        turn_to(tab, f"{host.address}/en/{path}")
        kept_as_sent(tab, host)
        sent = sum(map(size, host.sent)) - size(f"en/{path}")
        assert sent <= LITTLE
        if engine_name != "webkit":  # a tab that is driven remembers nothing
            assert len(host.sent) == len(set(host.sent)), "what the browser has is not sent again to be kept"
        assert not host.runtime()
        host.gone = True
        turn_to(tab, f"{host.address}/en/{path}")
        assert tab.evaluate("() => [...document.styleSheets].every(({ cssRules }) => cssRules.length)")
        tab.open(f"{host.address}/en/kamui/")
        tab.wait(
            "(path) => [...document.querySelectorAll('.ways a')].some(({ href }) => href.endsWith(path))", f"/en/{path}"
        )


class TestTheOffer:
    """Whether the language is wanted whole."""

    def test_it_comes_with_the_third_page_and_never_again_once_it_is_answered(
        self, tabs: PlaywrightTab, language: str
    ) -> None:
        pages = [f"/{language}/contest/{page}/" for page in ("resolution", "check", "chart", "ends")]
        with Host(SITE, keeping=True) as host:
            for number, page in enumerate(pages[:2], 1):
                tabs.open(host.address + page)
                tabs.wait(f"() => localStorage.getItem('rulebook-offline') === '{number}'")
                tabs.evaluate(STATE)  # whoever asks has asked the service worker before
                assert not tabs.evaluate(f"() => {SAID}")
            tabs.open(host.address + pages[2])
            tabs.wait(f"() => / MB/.test({SAID})")
            sets = listed(SITE)["sets"]
            whole = sum(size for name in (language, "python") for _, _, size in sets[name]) / 1e6
            (said,) = re.findall(r"(\d+\.\d) MB", tabs.evaluate(f"() => {SAID}"))
            assert whole - 0.5 < float(said) < whole, "without what is kept already"
            tabs.click(f"{NOTICE} button:last-child")
            tabs.wait(f"() => !document.querySelector('{NOTICE}')")
            tabs.open(host.address + pages[3])
            tabs.wait(f"async () => (await ({STATE})()).pages.includes('{pages[3][1:]}')")
            tabs.evaluate(STATE)
            assert not tabs.evaluate(f"() => {SAID}")
            assert not {path for path in host.sent if path.startswith("/runtime/")}
            assert tabs.evaluate(STATE)["wishes"] == []


@pytest.mark.parametrize("engine_name", ["chromium", "firefox"] if EACH_IN_EACH else ["chromium"])
def test_who_saves_data_is_asked_first(engine_named: Callable[[str], Engine], engine_name: str) -> None:
    with Host(SITE, keeping=True) as host, engine_named(engine_name).tab(keeping=True) as tab:
        assert isinstance(tab, PlaywrightTab)
        tab.page.add_init_script(
            "Object.defineProperty(Navigator.prototype, 'connection', {get: () => ({saveData: true})});"
        )
        tab.open(f"{host.address}/en/about/")
        tab.wait("() => Boolean(navigator.serviceWorker.controller)")
        assert tab.evaluate(STATE)["wishes"] == []
        press(tab, "keep")
        tab.wait(f"async () => new Set(['en', 'ja', 'python']).isSubsetOf(new Set((await ({STATE})()).wishes))")


def test_the_app_can_be_installed(tabs: PlaywrightTab, language: str) -> None:
    with Host(SITE, keeping=True) as host:
        tabs.open(f"{host.address}/{language}/contest/check/")
        address, manifest = tabs.evaluate(
            """async () => {
              const link = document.querySelector('link[rel=manifest]');
              return [link.href, await (await fetch(link.href)).json()];
            }"""
        )
        assert manifest["lang"] == language
        for name in ("start_url", "scope"):
            place = tabs.evaluate("([to, from]) => new URL(to, from).pathname", [manifest[name], address])
            assert place == {"start_url": f"/{language}/", "scope": "/"}[name]
        for icon in manifest["icons"]:
            size = tabs.evaluate(
                """async ([src, from]) => {
                  const image = new Image();
                  image.src = new URL(src, from);
                  await image.decode();
                  return `${image.naturalWidth}x${image.naturalHeight}`;
                }""",
                [icon["src"], address],
            )
            assert size == icon["sizes"]


def test_the_list_of_files_is_whole() -> None:
    assert re.search(rf'"{next(SITE.glob("files-*.json")).stem.removeprefix("files-")}"', (SITE / "sw.js").read_text())
    named = {path for entries in listed(SITE)["sets"].values() for path, _, _ in entries}
    there = {
        path.relative_to(SITE).as_posix().removesuffix("index.html")
        for path in SITE.rglob("*")
        if path.is_file()
        and path.suffix != ".gz"
        and path.name not in ("sw.js", *edition.FOR_SERVERS)
        and edition.SOCIAL not in f"/{path.as_posix()}"
    }
    assert {path for path in there if not path.startswith("files-")} == named


def test_the_list_says_what_files_take_on_the_line() -> None:
    sizes = {path: size for entries in listed(SITE)["sets"].values() for path, _, size in entries}
    page, picture = (SITE / name for name in ("en/contest/index.html", "en/images/icon-512.png"))
    assert sizes["en/contest/"] < page.stat().st_size / 2
    assert sizes["en/images/icon-512.png"] == picture.stat().st_size
