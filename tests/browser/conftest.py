"""A browser, the served site, and eyes that see every fault of a page during every test."""

from __future__ import annotations

import functools
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from playwright.sync_api import Error as PlaywrightError
from rulebook_site import LANGUAGES, edition, serve
from rulebook_site.browser import launching

from rules_py import library

pytest.register_assert_rewrite("tests.browser.reader")

from tests.browser import engines  # noqa: E402
from tests.browser.answering import Answering, Unpacked  # noqa: E402
from tests.browser.engines import BRIEF, EACH_IN_EACH, Engine  # noqa: E402
from tests.browser.reader import PATIENCE, SMALL_PHONE, Visit, Watch  # noqa: E402
from tests.sharing import BROWSER, order  # noqa: E402

expect.set_options(timeout=PATIENCE)

MOSTLY = "contest"
"""The game with which a browser does what holds for all."""
PYODIDE = {
    *("examples", "hostile_links", "live_answers", "navigation", "stepper", "stories", "when_python_starts"),
}
"""What is tested with the browser's Python, a story of every widget among it; elsewhere that of the test answers."""


def pytest_configure(config: pytest.Config) -> None:
    """Let every test have Chromium, and with `ENGINES=each` Firefox too, unless some were named."""
    config.addinivalue_line("markers", "in_both: the test is about both languages")
    config.option.browser = config.option.browser or ["chromium", *(["firefox"] if EACH_IN_EACH else [])]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let a test of a browser speak one language, in turn; both where it says `in_both`, or with `ENGINES=each`.

    What takes long goes first: of several processes none is left alone with it at the end. Of what goes together one
    language comes after the other, and in it one game, for within both Python stays from page to page.

    What differs between the languages is what Python says and what the pages hold; that is tested without a browser.
    """
    dropped = set[pytest.Item]()
    for item in items:
        if EACH_IN_EACH or not item.nodeid.startswith(BROWSER) or item.get_closest_marker("in_both"):
            continue
        if not isinstance(item, pytest.Function) or not (language := language_of(item)):
            continue
        explicit = any("language" in str(mark.args[0]) for mark in item.iter_markers("parametrize"))
        if not explicit:
            others = "-".join(part for part in item.callspec.id.split("-") if part != language)
            turn = zlib.crc32(f"{item.originalname} {others}".encode()) % len(LANGUAGES)
            if language != LANGUAGES[turn]:
                dropped.add(item)
    items.sort(key=lambda item: (order(item.nodeid), language_of(item), game_of(item)))
    if dropped:
        config.hook.pytest_deselected(items=[*dropped])
        items[:] = [item for item in items if item not in dropped]


def language_of(item: pytest.Item) -> str:
    """Return the language that a test speaks; none where it is not about one."""
    return str(item.callspec.params.get("language", "")) if hasattr(item, "callspec") else ""


def game_of(item: pytest.Item) -> str:
    """Return the game that a test of a browser is about; that of most, if it does not say."""
    if not item.nodeid.startswith(BROWSER) or not isinstance(item, pytest.Function):
        return MOSTLY
    told = [item.path.stem.removeprefix("test_")]
    if hasattr(item, "callspec"):
        told += [re.split("[./]", value)[0] for value in item.callspec.params.values() if isinstance(value, str)]
    return next((each for each in told if each in library.SYSTEMS), MOSTLY)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], browser_name: str) -> dict[str, Any]:
    return {**browser_type_launch_args, **launching(browser_name, brief=BRIEF)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """What all contexts have in common; which site they are about, `home` says."""
    return {name: value for name, value in browser_context_args.items() if name != "base_url"}


@contextmanager
def serving(pytestconfig: pytest.Config, handler: type[Unpacked]) -> Iterator[str]:
    running = serve.bound(functools.partial(handler, directory=str(Path(pytestconfig.rootpath, "site"))), 0)
    running.begin()
    yield serve.address(running)
    running.shutdown()
    running.server_close()


@pytest.fixture(scope="session")
def base_url(pytestconfig: pytest.Config) -> Iterator[str]:
    """Address of the site."""
    with serving(pytestconfig, Unpacked) as address:
        yield address


@pytest.fixture(scope="session")
def answering(pytestconfig: pytest.Config) -> Iterator[str]:
    """Address of the site whose pages are answered by the Python of the test."""
    with serving(pytestconfig, Answering) as address:
        yield address


@pytest.fixture
def home(base_url: str, answering: str, request: pytest.FixtureRequest) -> str:
    """Address of the site that the test is about."""
    return base_url if EACH_IN_EACH or request.path.stem.removeprefix("test_") in PYODIDE else answering


@pytest.fixture(scope="session")
def engine_named(playwright: Playwright) -> Iterator[Callable[[str], Engine]]:
    """The browsers beside Chromium, and Chromium for tests that hold for all; each starts when it is first wanted."""
    with ExitStack() as running:
        yield cache(lambda name: running.enter_context(engines.begin(playwright, name, brief=BRIEF)))


WEIGHTS: dict[int, int] = {}
"""What files weigh on the line: most of a site is in each of its editions."""


@pytest.fixture(scope="module")
def weighed() -> Iterator[None]:
    """What is in several editions of the site is weighed once."""
    weigh = edition.sent

    def sent(path: Path, content: bytes) -> int:
        key = hash((path.suffix, content))
        if key not in WEIGHTS:
            WEIGHTS[key] = weigh(path, content)
        return WEIGHTS[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edition, "sent", sent)
        yield


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def watch(home: str) -> Iterator[Watch]:
    """Every fault that any page of the test shows; it fails the test unless the test has allowed it."""
    watching = Watch(home)
    yield watching
    assert watching.faults == []


@pytest.fixture
def new_context(new_context: Callable[..., BrowserContext], watch: Watch) -> Callable[..., BrowserContext]:
    def watched(**options: Any) -> BrowserContext:
        return watch.over(new_context(**options, base_url=watch.home))

    return watched


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Beside what failed stands what the pages had asked for, and what they kept for this visit."""
    report: pytest.TestReport = yield  # type: ignore[assignment, misc]
    if report.failed:
        for name, lent in getattr(item, "funcargs", {}).items():
            if isinstance(lent, Visit | Watch):
                watching = lent.watch if isinstance(lent, Visit) else lent
                lines = [*watching.requests[-40:], *watching.faults]
                if isinstance(lent, Visit):
                    with suppress(PlaywrightError):
                        lines.append(lent.page.evaluate(KEPT))
                report.sections.append((f"{name}: asked for, faults, kept", "\n".join(lines)))
    return report  # type: ignore[return-value]


KEPT = "() => JSON.stringify([location.href, document.readyState, document.visibilityState, {...sessionStorage}])"

Lent = Callable[..., Visit]
FORGET = "() => { try { localStorage.clear(); sessionStorage.clear(); } catch { /* nothing was loaded yet */ } }"


@pytest.fixture(scope="session")
def visits(playwright: Playwright) -> Iterator[dict[tuple[Browser, str, str], Visit]]:
    """Of each browser, by screen, a tab that stays open from test to test, or until the browser is ended."""
    under_way: dict[tuple[Browser, str, str], Visit] = {}
    yield under_way
    for (browser, *_), visit in under_way.items():
        if browser.is_connected():
            visit.close()


@pytest.fixture
def lent(
    visits: dict[tuple[Browser, str, str], Visit],
    browser: Browser,
    browser_context_args: dict[str, Any],
    home: str,
    request: pytest.FixtureRequest,
) -> Iterator[Lent]:
    """Lends a visit on the screen that is named, without a memory of the test before; after a failed one, a new one."""
    failed_before, taken = request.session.testsfailed, set[tuple[Browser, str, str]]()

    def lend(language: str | None = None, **screen: Any) -> Visit:
        which = (browser, home, repr(screen))
        if which not in visits:
            watching = Watch(home)
            context = watching.over(browser.new_context(**{**browser_context_args, **screen}, base_url=home))
            visits[which] = Visit(context, context.new_page(), watching)
        visit = visits[which]
        visit.watch.forget()
        visit.language = language or visit.language
        visit.is_lent = True
        visit.page.bring_to_front()
        visit.page.evaluate(FORGET)
        visit.page.mouse.move(0, 0)
        taken.add(which)
        return visit

    yield lend
    faults = [fault for which in taken for fault in visits[which].watch.faults]
    if faults or request.session.testsfailed > failed_before:
        for which in taken:
            visits.pop(which).close()
    assert faults == []


@pytest.fixture
def visit(lent: Lent, language: str) -> Visit:
    """The visit in the test's language."""
    return lent(language)


@pytest.fixture
def thumb(lent: Lent, language: str, browser_name: str) -> Visit:
    """The visit on a small phone; Firefox' driver knows of none, only of the size of its screen."""
    known = SMALL_PHONE if browser_name == "chromium" else {**SMALL_PHONE, "is_mobile": False}
    return lent(language, **known)


@pytest.fixture
def copying(new_context: Callable[..., BrowserContext], watch: Watch) -> Page:
    """A page that may copy, and say what was copied."""
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    return Visit(context, context.new_page(), watch).page


@pytest.fixture
def still(lent: Lent) -> Iterator[Page]:
    """A page of whatever address, on a screen that the test may change."""
    page = lent().page
    yield page
    page.emulate_media(media="null", color_scheme="null", reduced_motion="null")
    page.set_viewport_size({"width": 1280, "height": 800})
