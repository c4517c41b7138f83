"""A browser, the served site, and eyes that see every fault of a page during every test."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect
from rulebook_site import LANGUAGES, serve
from rulebook_site.browser import launching

pytest.register_assert_rewrite("tests.browser.reader")

from tests.browser import engines  # noqa: E402
from tests.browser.engines import EACH_IN_EACH, Engine  # noqa: E402
from tests.browser.reader import PATIENCE, SMALL_PHONE, STILL, Visit, Watch  # noqa: E402

expect.set_options(timeout=PATIENCE)

ENGINES = ("chromium", "firefox")


def pytest_configure(config: pytest.Config) -> None:
    """Let every test have every engine, unless some were named."""
    config.option.browser = config.option.browser or [*ENGINES]


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Share a test's cases out between the engines, in turn, so that every test runs in each and every case in one.

    A test without cases runs in each; so does everything with `ENGINES=each`, which takes twice the time.
    """
    cases = defaultdict[str, dict[str, list[pytest.Item]]](lambda: defaultdict(list))
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec") and "browser_name" in item.callspec.params:
            engine = item.callspec.params["browser_name"]
            test, _, case = item.nodeid.partition("[")
            only = item.get_closest_marker("only_browser")
            if not only:
                cases[test]["-".join(part for part in case[:-1].split("-") if part != engine)].append(item)
    dropped = set[pytest.Item]()
    for test, each in cases.items():
        if len(each) == 1 or EACH_IN_EACH:
            continue
        for number, same in enumerate(each.values(), crc32(test.encode())):
            dropped.update(set(same) - {same[number % len(same)]})
    if dropped:
        config.hook.pytest_deselected(items=[*dropped])
        items[:] = [item for item in items if item not in dropped]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], browser_name: str) -> dict[str, Any]:
    return {**browser_type_launch_args, **launching(browser_name)}


@pytest.fixture(scope="session")
def base_url(pytestconfig: pytest.Config) -> Iterator[str]:
    running = serve.background(Path(pytestconfig.rootpath, "site"))
    yield serve.address(running)
    running.shutdown()
    running.server_close()


@pytest.fixture(scope="session")
def engine_named(playwright: Playwright) -> Iterator[Callable[[str], Engine]]:
    """The browsers beside Chromium, and Chromium for tests that hold for all; each starts when it is first wanted."""
    with ExitStack() as running:
        yield cache(lambda name: running.enter_context(engines.begin(playwright, name)))


@pytest.fixture(params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(autouse=True)
def watch(base_url: str) -> Iterator[Watch]:
    """Every fault that any page of the test shows; it fails the test unless the test has allowed it."""
    watching = Watch(base_url)
    yield watching
    assert watching.faults == []


@pytest.fixture
def new_context(new_context: Callable[..., BrowserContext], watch: Watch) -> Callable[..., BrowserContext]:
    def watched(**options: Any) -> BrowserContext:
        return watch.over(new_context(**options))

    return watched


@pytest.fixture(scope="session")
def visits(browser: Browser) -> Iterator[dict[tuple[str, str], Visit]]:
    """Of a browser, by language and screen, a visit in which Python runs already, or one without: pages change."""
    under_way: dict[tuple[str, str], Visit] = {}
    yield under_way
    for visit in under_way.values():
        visit.close()


Lent = Callable[..., Visit]
FORGET = "() => { localStorage.clear(); sessionStorage.clear(); }"


def focused(visit: Visit) -> bool:
    """Say whether keys reach the visit's page: other tests have opened windows, and Firefox focuses in one alone."""
    visit.page.bring_to_front()
    found: bool = visit.page.evaluate("() => document.hasFocus()")
    return found


@pytest.fixture
def lent(
    visits: dict[tuple[str, str], Visit],
    browser: Browser,
    browser_context_args: dict[str, Any],
    base_url: str,
    request: pytest.FixtureRequest,
) -> Iterator[Lent]:
    """A visit from test to test, to the language and screen that are named; after a test that has failed, a new one."""
    failed_before, taken = request.session.testsfailed, set[tuple[str, str]]()

    def lend(language: str, **screen: Any) -> Visit:
        which = (language, repr(screen))
        if which in visits and not focused(visits[which]):
            visits.pop(which).close()
        if which not in visits:
            context = browser.new_context(**{**browser_context_args, **screen})
            visits[which] = Visit.begin(context, Watch(base_url), language)
        visits[which].watch.forget()
        taken.add(which)
        return visits[which]

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
def thumb(lent: Lent, language: str) -> Visit:
    """The visit on a small phone, to which nothing is stored."""
    visit = lent(language, **SMALL_PHONE)
    visit.open("about/").evaluate(FORGET)
    return visit


@pytest.fixture
def resting(lent: Lent) -> Iterator[Callable[..., Visit]]:
    """Visits in which no Python starts, and nothing is stored, as if nobody had been there: each test loads its page.

    The screen can be named, as what a browser's context is told.
    """
    taken = []

    def rest(**screen: Any) -> Visit:
        visit = lent(STILL, **screen)
        visit.page.emulate_media(media="null")
        visit.page.set_viewport_size(screen.get("viewport", {"width": 1280, "height": 800}))
        visit.page.mouse.move(0, 0)
        taken.append(visit)
        return visit

    yield rest
    for visit in taken:
        visit.page.evaluate(FORGET)


@pytest.fixture
def still(resting: Callable[..., Visit]) -> Page:
    """The page of such a visit."""
    return resting().page
