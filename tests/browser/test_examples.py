"""Examples are run, changed, stopped, reset and sent on; what they print is what Python prints anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from rules_py.console import Session
from tests.browser.reader import Visit, Watch, Widget, defaults, metered, native, violations
from tests.worked import addresses, codes

PAGE, SEVERAL = "contest/exchange/", "contest/examples/"
FOREVER = "while True:\n    pass"

EXECUTE = """async ([language, codes]) => {
  const script = performance.getEntriesByType('resource').find(({name}) => name.endsWith('/rulebook.mjs'));
  const {execute} = await import(new URL('python.mjs', script.name).href);
  const told = [];
  for (let last = 1; last <= codes.length; last++) {
    const parts = [];
    const {state} = await execute({language, codes: codes.slice(0, last)}, (part) => parts.push(part));
    const voided = parts.findLastIndex(({kind}) => kind === 'anew');
    told.push([state, parts.slice(voided + 1)]);
  }
  return told;
}"""


class Example:
    """An example of a page, the first or another."""

    def __init__(self, page: Page, number: int = 0) -> None:
        self.page = page
        self.root = page.locator("rules-example").nth(number)
        self.code = self.root.locator("pre code")
        self.output = self.root.locator("output")
        self.status = self.root.locator(".widget-status")
        self.changed = self.root.locator(".example-changed")
        self.text = self.root.locator(".example-editor textarea")

    def button(self, do: str) -> Locator:
        return self.root.locator(f'button[data-do="{do}"]')

    def settled(self) -> str:
        """Wait until nothing runs and return the state."""
        expect(self.root).not_to_have_attribute("data-state", "busy")
        return self.root.get_attribute("data-state") or ""

    def run(self) -> str:
        self.button("run").click()
        return self.settled()

    def write(self, code: str) -> Example:
        """Open the editor, where it is not open, and write."""
        if not self.text.count():
            self.button("edit").click()
            expect(self.text).to_be_focused()
        self.text.fill(code)
        return self

    def prints(self, code: str) -> str:
        """Write code, run it, and return what it prints."""
        self.write(code).run()
        return self.output.inner_text()


@pytest.fixture
def example(visit: Visit) -> Example:
    visit.open("about/")
    visit.open(PAGE)
    return Example(visit.page)


def test_every_example_prints_here_what_it_prints_anywhere(visit: Visit) -> None:
    for path, source in addresses(visit.language).items():
        visit.open(path)
        written = codes(source)
        assert visit.page.locator("rules-example pre code").all_text_contents() == written
        here = visit.page.evaluate(EXECUTE, [visit.language, written])
        session = Session(visit.language)
        for code, (state, parts) in zip(written, here, strict=True):
            assert (state, together(parts)) == ("ready", anywhere(session, code)), code


def together(parts: list[dict[str, str]]) -> list[tuple[str, str, str]]:
    """Return the parts, with text that came in pieces in one."""
    found: list[tuple[str, str, str]] = []
    for part in parts:
        if found and part["kind"] == found[-1][0] == "text":
            found[-1] = ("text", found[-1][1] + part["text"], "")
        else:
            found.append((part["kind"], part["text"], part["html"]))
    return found


def anywhere(session: Session, code: str) -> list[tuple[str, str, str]]:
    parts: list[dict[str, str]] = []
    session.run(code, lambda part: parts.append(part.data()))
    return together(parts)


def test_run_shows_again_what_stood_there(example: Example) -> None:
    before = example.output.inner_text()
    assert example.run() == "ready"
    assert example.output.inner_text() == before
    expect(example.changed).to_be_hidden()


def test_a_long_output_is_scrolled_by_keyboard_and_a_short_one_is_passed_over(example: Example) -> None:
    example.prints("print('line\\n' * 100)")
    expect(example.output).to_have_attribute("tabindex", "0")
    example.prints("print('line')")
    expect(example.output).not_to_have_attribute("tabindex", "0")


def test_a_drawn_value_is_drawn_again_as_it_was(visit: Visit) -> None:
    visit.open(SEVERAL)
    number = visit.page.evaluate(
        "[...document.querySelectorAll('rules-example')].findIndex(each => each.querySelector('output table'))"
    )
    example = Example(visit.page, number)
    form = """(output) => {
      const bars = [...output.querySelectorAll('rect')].map((bar) => bar.getAttribute('width'));
      return [output.innerText, ...bars];
    }"""
    before = example.output.evaluate(form)
    assert example.run() == "ready"
    expect(example.output.locator("table .bar")).not_to_have_count(0)
    assert example.output.evaluate(form) == before


def test_an_example_builds_on_those_before_it_as_they_were_left(visit: Visit) -> None:
    visit.open("about/")
    visit.open(SEVERAL)
    first, last = Example(visit.page, 3), Example(visit.page, 4)
    assert last.run() == "ready"
    before = last.output.inner_text()
    first.write(first.code.text_content().replace('"12"', '"5"'))
    assert last.run() == "ready"
    assert last.output.inner_text() != before
    first.write("1 / 0")
    assert last.run() == "error"
    assert len(last.output.locator("pre.note").all()) == 1
    expect(last.output).to_contain_text("ZeroDivisionError")


def test_changed_code_is_marked_and_comes_back(example: Example) -> None:
    code, output = example.code.text_content(), example.output.inner_html()
    assert example.prints("print(6 * 7)") == "42\n"
    expect(example.changed).to_be_visible()
    example.button("reset").click()
    expect(example.changed).to_be_hidden()
    expect(example.text).to_have_value(code or "")
    assert example.output.inner_html() == output
    assert example.root.get_attribute("data-state") == "static"


def test_an_error_is_short_and_points_at_the_line(example: Example) -> None:
    language = "ja" if example.page.url.count("/ja/") else "en"
    text = example.prints("from rules_py.contest import parse_ability\n\nparse_ability('0')")
    assert text.startswith("Line 3:" if language == "en" else "3行目：")
    assert ("「0」は使えません" in text) == (language == "ja")
    assert "rules_py/" not in text
    assert example.root.get_attribute("data-state") == "error"
    assert example.prints("1 + 1") == "2\n"


def test_stop_ends_a_loop_and_keeps_the_code(example: Example, visit: Visit) -> None:
    example.write(FOREVER + "  # mine")
    example.button("run").click()
    expect(example.root).to_have_attribute("data-state", "busy")
    example.button("stop").click()
    assert example.settled() == "error"
    expect(example.status).to_have_text("Stopped." if visit.language == "en" else "停止しました。")
    expect(example.text).to_have_value(FOREVER + "  # mine")
    assert example.prints("2 + 2") == "4\n"


def test_a_calculator_answers_while_an_example_runs_without_end(visit: Visit) -> None:
    visit.open("about/")
    visit.open(PAGE)
    page, language = visit.page, visit.language
    page.evaluate(
        """async () => {
          const widget = await (await fetch('../calculators/')).text();
          const other = new DOMParser().parseFromString(widget, 'text/html');
          document.querySelector('article').append(other.querySelector('rules-widget[name="contest.roll"]'));
        }"""
    )
    widget, example = Widget(page, "contest.roll").live(), Example(page)
    example.write(FOREVER)
    example.button("run").click()
    expect(example.root).to_have_attribute("data-state", "busy")
    widget.control("ability_a").fill("19")
    assert widget.settled() == "ready"
    widget.shows(native("contest.roll", language, defaults("contest.roll") | {"ability_a": "19"}))
    expect(example.root).to_have_attribute("data-state", "busy")
    example.button("stop").click()
    assert example.settled() == "error"


@pytest.mark.parametrize("language", ["ja"])
def test_a_run_ends_by_itself_after_ten_seconds_and_keeps_what_it_has_printed(
    new_context: Callable[..., BrowserContext], language: str
) -> None:
    page = metered(new_context()).new_page()
    page.clock.install()
    page.goto(f"/{language}/{PAGE}")
    example = Example(page).write("print('before')\n" + FOREVER)
    example.button("run").click()
    expect(example.output).to_have_text("before")
    page.clock.fast_forward(5_000)
    expect(example.root).to_have_attribute("data-state", "busy")
    page.clock.fast_forward(5_000)
    assert example.settled() == "error"
    expect(example.status).to_contain_text("10")
    assert example.output.inner_text() == "before\n"
    assert example.prints("1") == "1\n"


def test_endless_output_is_cut_and_stopped(example: Example, visit: Visit) -> None:
    example.write("while True:\n    print('x' * 99)")
    example.button("run").click()
    note = example.output.locator("pre.note")
    expect(note).to_contain_text("64 KiB")
    example.button("stop").click()
    example.settled()
    assert len(example.output.inner_text()) < 66_000


@pytest.mark.parametrize(
    ("code", "last"),
    [
        ("big = []\nwhile True:\n    big.append(bytearray(10 ** 7))", "MemoryError"),
        ("def f(n):\n    return f(n + 1)\nf(0)", "RecursionError"),
        ("input('Who is there?')", "OSError"),
        ("import sqlite3", "ModuleNotFoundError"),
        ("import asyncio\nasync def f(): ...\ncoroutine = f()\nasyncio.run(coroutine)", "asyncio"),
        ("import threading\nthreading.Thread(target=print).start()", "RuntimeError"),
        ("import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9/')", "URLError"),
        ("import subprocess\nsubprocess.run(['ls'])", "OSError"),
    ],
)
def test_what_cannot_be_here_ends_in_words(example: Example, code: str, last: str) -> None:
    text = example.prints(code)
    assert last in text.rstrip("\n").rpartition("\n")[2]
    assert example.root.get_attribute("data-state") == "error"


def test_files_and_sleep_work_as_anywhere(example: Example) -> None:
    written = "with open('notes.txt', 'w') as notes:\n    print('kept', file=notes)\nprint(open('notes.txt').read())"
    assert example.prints(written) == "kept\n\n"
    slept = "import time\nbefore = time.time()\ntime.sleep(0.2)\nprint(0.19 < time.time() - before < 5)"
    assert example.prints(slept) == "True\n"


def test_the_standard_library_is_there_when_it_is_wanted(
    new_context: Callable[..., BrowserContext], watch: Watch
) -> None:
    page = new_context().new_page()
    page.goto(f"/en/{PAGE}")
    example = Example(page)
    assert example.run() == "ready"
    assert not any("stdlib" in url for url in watch.requests)
    assert example.prints("print(1)\nimport statistics\nstatistics.median([1, 2, 9])") == "1\n2\n"
    assert sum("stdlib" in url for url in watch.requests) == 1
    code = "import datetime\nprint(datetime.datetime.strptime('2026', '%Y'))"
    assert example.prints(code) == "2026-01-01 00:00:00\n", "in a Python that is fresh after changed code"


def test_without_a_network_a_module_that_is_not_there_is_told(
    new_context: Callable[..., BrowserContext], watch: Watch
) -> None:
    watch.allow("Failed to load resource")
    context = new_context()
    context.route("**/python_stdlib.zip", lambda route: route.abort())
    page = context.new_page()
    page.goto(f"/en/{PAGE}")
    example = Example(page)
    assert "ModuleNotFoundError: No module named 'statistics'" in example.prints("import statistics")
    assert example.prints("print('still here')") == "still here\n"
    context.unroute("**/python_stdlib.zip")
    assert example.prints("import statistics\nstatistics.median([1, 2, 9])") == "2\n"


def test_code_that_breaks_python_is_told_and_python_comes_back(example: Example, visit: Visit) -> None:
    visit.watch.allow("Pyodide", "fatal", "Aborted", "unreachable", "wasm", "call stack", r"pyodide\.asm\.js")
    example.write("import os\nos.abort()")
    assert example.run() == "error"
    expect(example.status).to_contain_text("Python")
    assert example.prints("3") == "3\n"


def test_code_reaches_neither_the_page_nor_the_network(example: Example, visit: Visit) -> None:
    visit.watch.allow("blocked a JavaScript eval")  # Firefox tells, beside the error
    reached = "import js\nprint([name for name in ('fetch', 'postMessage', 'XMLHttpRequest', 'self', 'document')"
    assert example.prints(f"{reached} if hasattr(js, name)])") == "[]\n"
    through = "import js\nwhole = js.constructor.constructor('return globalThis')()\nprint(whole)"
    assert "EvalError" in example.prints(through)


def test_what_code_draws_can_only_be_looked_at(example: Example, visit: Visit) -> None:
    visit.watch.allow("inline event handler")  # the policy silences them before they are taken out
    code = """
from rules_py.markup import h
from rules_py.show import figure
class Bad: pass
@figure.register
def _(bad: Bad, language):
    ways = [h("a", "in", href="javascript:window.hacked=1"), h("a", "out", href="https://example.org")]
    return h("p", "seen", h("img", src="x", onerror="window.hacked=1"), h("form", h("input", name="q")), ways,
             onclick="window.hacked=1")
Bad()
"""
    text = example.prints(code)
    assert "seen" in text
    expect(example.output.locator("img, form, input, [onclick], [href^=http], [href^=javascript]")).to_have_count(0)
    assert example.page.evaluate("window.hacked") is None


def test_a_link_carries_the_code_and_runs_nothing(
    example: Example, visit: Visit, new_context: Callable[..., BrowserContext]
) -> None:
    code = "print('送った 🎲')  # mine"
    example.write(code)
    example.button("share").click()
    expect(visit.page).to_have_url(re.compile("~"))
    address = visit.page.url
    page = metered(new_context()).new_page()
    page.goto(address)
    received = Example(page)
    expect(received.code).to_have_text(code)
    expect(received.changed).to_be_visible()
    expect(received.status).to_have_text(
        "This code came with the link. It has not been run."
        if visit.language == "en"
        else "リンクに含まれていたコードです。まだ実行していません。"
    )
    assert received.root.get_attribute("data-state") == "static"
    assert received.run() == "ready"
    assert received.output.inner_text() == "送った 🎲\n"
    received.button("reset").click()
    expect(received.changed).to_be_hidden()
    assert "~" not in page.url


@pytest.mark.parametrize("letters", ["", "%", "AAAA", "x" * 50, "<script>window.hacked=1</script>", "7" * 5000, "~~"])
def test_a_link_that_cannot_be_read_is_told(visit: Visit, letters: str) -> None:
    visit.open("about/")
    visit.open(PAGE)
    visit.page.evaluate("(letters) => { location.hash = `worked~${letters}`; }", letters)
    example = Example(visit.page)
    expect(example.status).to_contain_text("link" if visit.language == "en" else "リンク")
    assert example.code.text_content() == codes(addresses(visit.language)[PAGE])[0]
    assert visit.page.evaluate("window.hacked") is None


def test_a_link_that_unpacks_without_end_is_refused(visit: Visit) -> None:
    visit.open("about/")
    visit.open(PAGE)
    visit.page.evaluate(
        """async () => {
          const packing = new CompressionStream('deflate-raw');
          const much = new Blob([new Uint8Array(50_000_000)]).stream().pipeThrough(packing);
          const packed = new Uint8Array(await new Response(much).arrayBuffer());
          location.hash = `worked~${btoa(String.fromCharCode(...packed)).replaceAll('+', '-').replaceAll('/', '_')}`;
        }"""
    )
    expect(Example(visit.page).status).to_contain_text("64 KiB")


def test_what_changed_code_did_to_python_ends_with_it(visit: Visit) -> None:
    visit.open("about/")
    visit.open(PAGE)
    example = Example(visit.page)
    example.write("import rules_py.contest.odds as odds\nodds.FACES = 3\nprint('done')")
    example.button("share").click()
    expect(visit.page).to_have_url(re.compile("~"))
    address = visit.page.url
    visit.open("about/")
    visit.page.evaluate("(address) => { location.href = address; }", address)
    expect(Example(visit.page).changed).to_be_visible()
    received = Example(visit.page)
    assert received.run() == "ready"
    assert received.output.inner_text() == "done\n"
    received.button("reset").click()
    assert received.prints("import rules_py.contest.odds as odds\nodds.FACES") == "20\n"


def test_an_example_is_used_by_keyboard_alone(example: Example) -> None:
    page = example.page
    example.button("edit").focus()
    page.keyboard.press("Enter")
    expect(example.text).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("if 1:\nprint(8)")
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    expect(example.text).to_be_focused()
    page.keyboard.press("Control+Enter")
    assert example.settled() == "ready"
    assert example.output.inner_text() == "8\n"
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(example.button("run")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(example.text).to_be_focused()
    page.keyboard.press("Tab")
    expect(example.text).to_be_focused()


def test_a_page_is_turned_out_of_the_middle_of_a_line(example: Example, visit: Visit) -> None:
    """Firefox does not tell an editor that it is taken away, but goes on telling it where the reader writes."""
    example.write("if 1:\n    print(8)")
    visit.page.keyboard.press("Home")
    visit.open("about/")
    visit.open(PAGE)
    assert Example(visit.page).prints("print(1)\nprint(2)") == "1\n2\n"


def test_an_open_example_has_no_barrier(example: Example) -> None:
    example.prints("print(1)\n1 / 0")
    assert violations(example.page) == []


def test_two_starts_roll_different_dice(new_context: Callable[..., BrowserContext]) -> None:
    """The picture of Python's memory would roll the same at every start."""
    rolled = set()
    for _ in range(2):
        page = new_context().new_page()
        page.goto(f"/en/{PAGE}")
        code = "import random\nprint(random.random(), random.getrandbits(64))"
        told: Any = page.evaluate(EXECUTE, ["en", [code]])
        assert told[0][0] == "ready"
        rolled.add(told[0][1][0]["text"])
    assert len(rolled) == 2
