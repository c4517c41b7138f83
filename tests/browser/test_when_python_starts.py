"""When Python is loaded, when it is not, and what a page says where it cannot be had."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.engines import EACH_IN_EACH, LISTENING
from tests.browser.reader import CALCULATORS, ROOT, RULES, STEPPER, Watch, Widget, defaults, named, native

ROLL, GAUGE = "contest.roll", "contest.gauge"

SENTENCE = {"en": re.compile(r"could not start.*not calculated"), "ja": re.compile("起動できない.*計算されていません")}
BLOCKED = [
    r"wasm instantiation failed",
    r"ERR_FAILED",
    r"ERR_BLOCKED",
    r"ERR_INTERNET_DISCONNECTED",
    r"Failed to fetch",
    r"NetworkError when attempting to fetch|pyodide\.mjs",  # as Firefox says it
    r"worker\\.mjs",
]

MISSING = {
    "the whole runtime": "**/runtime/**",
    "its machine code": "**/*.wasm",
    "its packages": re.compile(r"/(snapshot\.bin|rules_py-.*\.whl)$"),
    "the worker's script": "**/scripts/worker.mjs",
}


def idle(page: Page) -> None:
    """Wait until the scripts have come and the browser has been idle, twice."""
    page.wait_for_function(LISTENING)
    page.evaluate(
        """() => new Promise((go) => {
          const wait = (then) => requestIdleCallback(then, {timeout: 3000});
          wait(() => wait(go));
        })"""
    )


def test_nothing_of_python_is_loaded_before_a_touch(
    new_context: Callable[..., BrowserContext], watch: Watch, language: str
) -> None:
    """A pointer that passes over a widget touches nothing; nor does, on a page without widgets, whatever is touched."""
    page = new_context().new_page()
    for path in ("", CALCULATORS, STEPPER, RULES):
        page.goto(f"/{language}/{path}")
        if widgets := page.locator("rules-widget").all():
            widgets[0].hover()
        idle(page)
        assert page.locator('rules-widget[data-state="static"]').count() == page.locator("rules-widget").count()
    page.locator("article button.term").first.click()
    idle(page)
    assert watch.runtime() == []


STARTED = {"pyodide.mjs", "pyodide.asm.js", "memory.mjs", "snapshot.bin", "snapshot-contest.bin", "snapshot.wasm"}


def asked_for(watch: Watch) -> set[str]:
    """Return the names of the runtime's files that were asked for."""
    return {url.rpartition("/")[2] for url in watch.requests if "/runtime/" in url}


def test_a_touch_starts_python_from_its_picture_and_moves_nothing_on_the_page(
    new_context: Callable[..., BrowserContext], watch: Watch, language: str
) -> None:
    page = new_context().new_page()
    page.goto(f"/{language}/{CALCULATORS}")
    widget = Widget(page, ROLL)
    boxes = """() => [...document.querySelectorAll('rules-widget, article h2')]
      .map((each) => Math.round(each.getBoundingClientRect().top + scrollY))"""
    page.evaluate("document.fonts.ready")
    widget.control("ability_b").scroll_into_view_if_needed()
    before = widget.shown(), page.evaluate(boxes)
    assert watch.runtime() == []
    widget.control("ability_a").focus()
    assert widget.live().state == "ready"
    assert (widget.shown(), page.evaluate(boxes)) == before
    assert Widget(page, GAUGE).live().state == "ready"
    widget.control("ability_a").fill("18")
    widget.live().shows(native(ROLL, language, defaults(ROLL) | {"ability_a": "18"}))
    assert asked_for(watch) == STARTED
    asked = [url for url in watch.requests if "/runtime/" in url]
    assert len(asked) == len(set(asked)), "nothing is fetched twice"


@pytest.mark.parametrize(
    ("language", "what"),
    [("ja", "its machine code"), ("en", "the worker's script")] if EACH_IN_EACH else [("ja", "its machine code")],
)
def test_where_python_cannot_start_the_page_says_so_and_keeps_its_results(
    new_context: Callable[..., BrowserContext], watch: Watch, language: str, what: str
) -> None:
    watch.allow(*BLOCKED)
    context = new_context()
    context.route(MISSING[what], lambda route: route.abort())
    page = context.new_page()
    page.goto(f"/{language}/{CALCULATORS}")
    widget = Widget(page, ROLL)
    before = widget.shown()
    widget.control("ability_a").fill("18")
    expect(widget.status).to_have_text(SENTENCE[language])
    expect(widget.status).to_be_visible()
    assert widget.settled() == "static"
    assert widget.shown() == before
    expect(Widget(page, GAUGE).status).to_be_empty()

    context.unroute(MISSING[what])
    widget.control("ability_a").fill("19")
    widget.live()
    widget.shows(native(ROLL, language, defaults(ROLL) | {"ability_a": "19"}))
    assert named(page, ROLL) == {"ability_a": "19"}


def test_without_a_network_the_open_page_still_stands(
    new_context: Callable[..., BrowserContext], watch: Watch, language: str
) -> None:
    watch.allow(*BLOCKED)
    context = new_context()
    page = context.new_page()
    page.goto(f"/{language}/{STEPPER}", wait_until="networkidle")
    idle(page)
    context.set_offline(True)
    widget = Widget(page, "contest.stepper")
    widget.button("begin").click()
    expect(widget.status).to_have_text(SENTENCE[language])
    expect(widget.output).to_be_visible()
    context.set_offline(False)
    widget.button("begin").click()
    widget.live()
    expect(widget.button("declare")).to_be_visible()


def picture() -> bytes:
    """Return Python's memory as it is in the picture."""
    packed = next(Path(ROOT, "site/runtime").glob("*/snapshot.bin")).read_bytes()
    return zstandard.decompress(gzip.decompress(packed))


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


BUILD_ID = 16
"""Where the picture names the build of Pyodide that it was taken with."""


def of_another_build() -> bytes:
    return gzip.compress(zstandard.compress(flipped(picture(), BUILD_ID)), 0)


DAMAGED: dict[str, Callable[[bytes], bytes | None]] = {
    "missing": lambda packed: None,
    "with a flipped bit that only the checksum tells": lambda packed: flipped(packed, len(packed) - 6),
    "of another build": lambda packed: of_another_build(),
}


@pytest.mark.skipif(not EACH_IN_EACH, reason="a start from the packages is long; the short way has one, with answers")
@pytest.mark.parametrize("damage", DAMAGED if EACH_IN_EACH else ["of another build"])
def test_a_picture_that_cannot_be_used_is_not_spoken_of(
    new_context: Callable[..., BrowserContext], watch: Watch, damage: str
) -> None:
    watch.allow(r"status of 404", r"input data is corrupted", r"ended without reaching the stream end")
    context = new_context()
    notes: list[str] = []
    context.on("console", lambda message: notes.append(message.text) if message.type == "info" else None)
    packed = next(Path(ROOT, "site/runtime").glob("*/snapshot.bin")).read_bytes()
    body = DAMAGED[damage](packed)
    context.route(
        "**/snapshot.bin", lambda route: route.fulfill(status=404) if body is None else route.fulfill(body=body)
    )
    page = context.new_page()
    page.goto(f"/en/{CALCULATORS}")
    widget = Widget(page, ROLL)
    widget.control("ability_a").fill("18")
    widget.live().shows(native(ROLL, "en", defaults(ROLL) | {"ability_a": "18"}))
    assert asked_for(watch) >= STARTED | {"wheels.json", "python_stdlib.zip"}
    assert len([note for note in notes if note.startswith("Python starts from its packages")]) == 1


def test_a_python_that_starts_ahead_in_vain_is_not_spoken_of(
    new_context: Callable[..., BrowserContext], watch: Watch, language: str
) -> None:
    watch.allow(*BLOCKED)
    context = new_context()
    context.add_init_script("try { localStorage.setItem('rulebook-python', 'ask') } catch { /* closed */ }")
    context.route(MISSING["the whole runtime"], lambda route: route.abort())
    page = context.new_page()
    with page.expect_event("requestfailed", lambda request: "/runtime/" in request.url):
        page.goto(f"/{language}/{CALCULATORS}")
    idle(page)
    for status in page.locator(".widget-status").all():
        expect(status).to_be_empty()
    assert Widget(page, ROLL).state == "static"
