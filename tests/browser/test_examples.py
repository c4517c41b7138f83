"""Examples are run, changed, stopped, reset and sent on; what they print is what Python prints anywhere."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from rules_py.core.console import Session
from tests.browser.engines import Engine, Host, PlaywrightTab
from tests.browser.reader import ROOT, Part, Visit, spoken, unfold, violations
from tests.worked import addresses, codes

PAGE, SEVERAL = "contest/exchange/", "contest/examples/"

pytestmark = spoken("ja")

MODULE = """
  const script = performance.getEntriesByType('resource').find(({name}) => name.endsWith('/rulebook.mjs'));
  const {execute} = await import(new URL('python.mjs', script.name).href);
"""
EVERY = f"""async ([language, path]) => {{ {MODULE}
  const html = await (await fetch(`/${{language}}/${{path}}`)).text();
  const page = new DOMParser().parseFromString(html, 'text/html');
  const codes = [...page.querySelectorAll('rules-example pre code')].map((code) => code.textContent);
  const told = [];
  for (let last = 1; last <= codes.length; last++) {{
    const parts = [];
    const {{state}} = await execute({{language, codes: codes.slice(0, last)}}, (part) => parts.push(part));
    const voided = parts.findLastIndex(({{kind}}) => kind === 'anew');
    told.push([codes[last - 1], state, parts.slice(voided + 1)]);
  }}
  return told;
}}"""


class Example(Part):
    """An example of a page, the first or another."""

    def __init__(self, page: Page, number: int = 0) -> None:
        super().__init__(page, page.locator("rules-example").nth(number))
        self.code = self.root.locator("pre code")
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
    """The example of a page, as the page was built; the page stays from test to test."""
    visit.open(PAGE)
    unfold(visit.page)
    example = Example(visit.page)
    if example.button("reset").get_attribute("aria-disabled") != "true":
        example.button("reset").click()
        expect(example.root).to_have_attribute("data-state", "static")
    return example


def test_every_example_prints_here_what_it_prints_anywhere(visit: Visit) -> None:
    """All pages' in one Python."""
    visit.open(PAGE)
    for path, source in addresses(visit.language).items():
        here = visit.page.evaluate(EVERY, [visit.language, path])
        assert [code for code, _, _ in here] == codes(source)
        session = Session(visit.language)
        for code, state, parts in here:
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


def test_changed_code_is_marked_comes_back_and_leaves_nothing_in_python(example: Example) -> None:
    """A long output is scrolled by keyboard, a short one is passed over.

    The picture of Python's memory would roll the same at every start.
    """
    code, output = example.code.text_content(), example.output.inner_html()
    rolls = "import random\nprint(random.random(), random.getrandbits(64))"
    text = example.prints(f"import rules_py.contest.odds as odds\nodds.FACES = 3\nprint('3\\n' * 100)\n{rolls}")
    assert text.startswith("3\n" * 100)
    one = text.splitlines()[-1]
    assert re.fullmatch(r"\d\.\d+\S* \d+", one)
    expect(example.changed).to_be_visible()
    expect(example.output).to_have_attribute("tabindex", "0")
    example.button("reset").click()
    expect(example.changed).to_be_hidden()
    expect(example.text).to_have_value(code or "")
    assert example.output.inner_html() == output
    assert example.root.get_attribute("data-state") == "static"
    faces, other = example.prints(f"import rules_py.contest.odds as odds\nprint(odds.FACES)\n{rolls}").splitlines()
    assert faces == "20"
    assert other != one
    expect(example.output).not_to_have_attribute("tabindex", "0")


def test_an_error_is_short_points_at_the_line_and_is_no_barrier(example: Example, visit: Visit) -> None:
    text = example.prints("from rules_py.contest import parse_ability\n\nparse_ability('0')")
    assert text.startswith("Line 3:" if visit.language == "en" else "3行目：")
    assert ("「0」は使えません" in text) == (visit.language == "ja")
    assert "rules_py/" not in text
    assert example.root.get_attribute("data-state") == "error"
    assert violations(example.page, within="rules-example") == []


def test_endless_output_is_cut_and_stop_ends_a_loop_and_keeps_the_code(example: Example, visit: Visit) -> None:
    code = "while True:\n    print('x' * 99)  # mine"
    example.write(code)
    example.button("run").click()
    expect(example.output.locator("pre.note")).to_contain_text("64 KiB")
    expect(example.root).to_have_attribute("data-state", "busy")
    example.button("stop").click()
    assert example.settled() == "error"
    assert len(example.output.inner_text()) < 66_000
    expect(example.status).to_have_text("Stopped." if visit.language == "en" else "停止しました。")
    expect(example.text).to_have_value(code)
    assert example.prints("2 + 2") == "4\n"


HERE = {
    "with open('notes.txt', 'w') as notes:\n    notes.write('kept')\nprint(open('notes.txt').read())": "kept",
    "import time\nbefore = time.time()\ntime.sleep(0.2)\nprint(time.time() - before > 0.19)": "True",
    "def f(n):\n    return f(n + 1)\nf(0)": "RecursionError",
    "input('Who is there?')": "OSError",
    "import sqlite3": "ModuleNotFoundError",
    "import threading\nthreading.Thread(target=print).start()": "RuntimeError",
    "import urllib.request\nurllib.request.urlopen('http://127.0.0.1:9/')": "URLError",
    "import subprocess\nsubprocess.run(['ls'])": "OSError",
    "import js\nprint([name for name in ('fetch', 'postMessage', 'XMLHttpRequest', 'self', 'document')"
    " if hasattr(js, name)])": "[]",
    "import js\nprint(js.constructor.constructor('return globalThis')())": "EvalError",
}
"""What works in a page as anywhere, what cannot be here, and what code cannot reach; and how it ends, in words."""
EACH = """for code in {codes!r}:
    try:
        exec(code, {{}})
    except BaseException as fault:
        print(f"{{type(fault).__name__}}: {{fault}}".replace(chr(10), " "))
async def f(): ...
coroutine = f()
import asyncio
asyncio.run(coroutine)"""


def test_what_cannot_be_here_ends_in_words(example: Example, visit: Visit) -> None:
    """Each of them; the last is caught by nobody."""
    visit.watch.allow("blocked a JavaScript eval")  # Firefox tells, beside the error
    text = example.prints(EACH.format(codes=[*HERE]))
    lines = text.splitlines()
    for (code, end), line in zip(HERE.items(), lines[: len(HERE)], strict=True):
        assert end in line, code
    assert "asyncio" in lines[-1]
    assert example.root.get_attribute("data-state") == "error"


def test_the_standard_library_is_there_when_it_is_wanted(engine_named: Callable[[str], Engine], language: str) -> None:
    """Without it a module that is not there is told; with it it is fetched once, and not before."""
    library = "python_stdlib.zip"
    with Host(Path(ROOT, "site")) as host, engine_named("chromium").tab() as tab:
        assert isinstance(tab, PlaywrightTab)
        host.faults = {library: "cut"}
        tab.open(f"{host.address}/{language}/{PAGE}")
        unfold(tab.page)
        example = Example(tab.page)
        assert example.run() == "ready"
        assert library not in host.runtime()
        assert "ModuleNotFoundError: No module named 'statistics'" in example.prints("import statistics")
        host.faults = {}
        host.asked.clear()
        code = "import datetime\nprint(datetime.datetime.strptime('2026', '%Y'))\nimport statistics\n"
        assert example.prints(f"{code}statistics.median([1, 2, 9])") == "2026-01-01 00:00:00\n2\n"
        assert host.runtime().count(library) == 1


OF_CODE = """
import importlib, runpy, unicodedata
print(unicodedata.name("あ"), unicodedata.lookup("HANGUL SYLLABLE GAG"))
for name in ("gb18030", "big5hkscs", "shift_jisx0213", "cp949", "big5"):
    print("動く".encode(name), b"\\xb0\\xa1".decode(name))
print(importlib.reload(importlib.import_module("genericpath")).__name__, runpy.run_path.__name__)
"""
"""What lies in parts of memory that no answer reads."""


@pytest.mark.parametrize("is_damaged", [False, True])
def test_code_reads_what_no_answer_does(
    engine_named: Callable[[str], Engine], capsys: pytest.CaptureFixture[str], language: str, is_damaged: bool
) -> None:
    """Names of characters, encodings, modules that are frozen; from the packages, where that part does not come."""
    exec(OF_CODE)
    with Host(Path(ROOT, "site")) as host, engine_named("chromium").tab() as tab:
        assert isinstance(tab, PlaywrightTab)
        host.faults = {"/snapshot-code.bin": "short"} if is_damaged else {}
        tab.open(f"{host.address}/{language}/{PAGE}")
        unfold(tab.page)
        assert Example(tab.page).prints(OF_CODE) == capsys.readouterr().out
        assert ("wheels.json" in host.runtime()) or not is_damaged


def test_code_that_breaks_python_is_told_and_python_comes_back_until_memory_ends(
    example: Example, visit: Visit
) -> None:
    visit.watch.allow("Pyodide", "fatal", "Aborted", "unreachable", "wasm", "call stack", r"pyodide\.asm\.js")
    example.write("import os\nos.abort()")
    assert example.run() == "error"
    expect(example.status).to_contain_text("Python")
    text = example.prints("print(3)\nbig = []\nwhile True:\n    big.append(bytearray(10 ** 7))")
    assert text.startswith("3\n")
    assert text.rstrip("\n").rpartition("\n")[2].startswith("MemoryError")
    assert example.root.get_attribute("data-state") == "error"


def test_what_code_draws_can_only_be_looked_at(example: Example, visit: Visit) -> None:
    visit.watch.allow("inline event handler")  # the policy silences them before they are taken out
    code = """
from rules_py.core.markup import h
from rules_py.core.render import figure
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


def test_a_link_carries_the_code_and_runs_nothing(example: Example, visit: Visit) -> None:
    code = "print('送った 🎲')  # mine"
    example.write(code)
    example.button("share").click()
    expect(visit.page).to_have_url(re.compile("~"))
    address = visit.page.url
    visit.turn("about/")
    visit.page.goto(address)
    received = Example(visit.page)
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
    assert "~" not in visit.page.url


def test_an_example_is_used_by_keyboard_alone(visit: Visit) -> None:
    visit.turn("about/")
    page = visit.turn(PAGE)  # anew: a test before may have left the code open for editing
    unfold(page)
    example = Example(page)
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
