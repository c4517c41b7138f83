"""Code that breaks Python: it ends in words, and what is asked or run next is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.browser.engines import EACH_IN_EACH, LISTENING, Engine, Host, PlaywrightTab
from tests.browser.reader import RULES
from tests.browser.test_faults import SITE
from tests.browser.test_python_in_trouble import ROLL, answered, type_into

ENDLESS = "stopped"
"""The code is ended by the limit."""
DOWN = "down"
"""The code has brought Python down."""

HASTE = """{
  globalThis.haste = false;
  const {setTimeout: really} = globalThis;
  globalThis.setTimeout = (then, time, ...rest) => really(then, haste && time === 10_000 ? 1500 : time, ...rest);
}"""

RECURSION = {
    "import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(n): return f(n + 1)\nf(0)": "",
    "a = []\nfor _ in range(10 ** 5): a = [a]\nrepr(a)": "",
    "def f(n): return f(n + 1)\nf(0)": "RecursionError",
    "class A:\n    def __repr__(self): return repr(self)\nA()": "",
    "def g():\n    yield from g()\nlist(g())": "RecursionError",
    "eval('(' * 10 ** 4 + ')' * 10 ** 4)": "",
    "import sys\nsys.setrecursionlimit(30)": "",
}
MEMORY = {
    "a = []\nwhile True: a.append(bytearray(10 ** 7))": "MemoryError",
    "[0] * 10 ** 9": "MemoryError",
    "'a' * 10 ** 9": "MemoryError",
    "bytes(10 ** 9)": "MemoryError",
    "1 << 10 ** 10": "MemoryError",
}
FLOODS = {
    "import icepool, sys\nfor _ in range(100): sys.displayhook(icepool.d(2))": "64 KiB",
    "import os\nfor _ in range(1000): _ = os.write(1, bytes(range(256)))": "",
    "print('x' * 10 ** 7)": "64 KiB",
    "for _ in range(10 ** 5): print('x')": "64 KiB",
    "raise ValueError('x' * 10 ** 6)": "64 KiB",
    "import sys\nfor n in range(10 ** 5): sys.displayhook(n)": "64 KiB",
    "import sys\nsys.stdout.buffer.write(bytes(256))": "AttributeError",
}
BUILTINS = {
    "import builtins\nbuiltins.__dict__.clear()": DOWN,
    "import gc\nfor each in gc.get_objects():\n    if type(each) is dict: each.clear()": DOWN,
    "import sys\nsys.stdout = sys.stderr = None\nprint(1)": "",
    "import os, shutil\nshutil.rmtree('/lib')": "",
    "import builtins\ndel builtins.print\nbuiltins.len = lambda x: 3": "",
    "__builtins__ = {}\nprint(1)": "NameError",
    "import sys\nsys.modules.clear()": "",
    "import sys\nsys.meta_path.clear()": DOWN,
    "import sys\nsys.stdout.close()": "",
    "import sys\nsys.stdout.__class__.write = None": "",
    "import sys\nsys.settrace(lambda *_: 1 / 0)\ndef f(): pass\nf()": "ZeroDivisionError",
    "import gc\ngc.disable()": "",
    "import json\njson.dumps = json.loads = None": DOWN,
    "import rules_py.contest.odds as odds\nfor name in list(vars(odds)): setattr(odds, name, None)": "",
    "import rules_py.library as library\nlibrary.WIDGETS.clear()\nlibrary.answer = print": "",
    "import random\nrandom.seed(1)": "",
    "import fractions\nfractions.Fraction.__add__ = lambda a, b: 0": "",
    "import linecache\nlinecache.cache = None": DOWN,
}
ENDS = {
    "import pyodide_js\npyodide_js._module.HEAPU8.fill(0)": DOWN,
    "import signal\nsignal.raise_signal(signal.SIGINT)": "KeyboardInterrupt",
    "import os\nos._exit(1)": DOWN,
    "import os\nos.abort()": DOWN,
    "import os\nos.kill(os.getpid(), 9)": DOWN,
    "import sys\nsys.exit(3)": "",
    "import js\njs.close()": "AttributeError",
}
FOREVER = {
    "10 ** 10 ** 8": ENDLESS,
    "import re\nre.match('(a+)+$', 'a' * 40 + 'b')": ENDLESS,
    "sum(range(10 ** 12))": ENDLESS,
}


@pytest.fixture
def tab(engine_named: Callable[[str], Engine]) -> Iterator[PlaywrightTab]:
    """A page with an example that is open for changes, and a calculator."""
    with Host(SITE) as host, engine_named("chromium").tab() as running:
        assert isinstance(running, PlaywrightTab)
        running.page.add_init_script(HASTE)
        running.open(f"{host.address}/en/{RULES}")
        running.wait(LISTENING)
        running.click("details.in-python > summary")
        running.click("rules-example [data-do=edit]")
        running.wait("() => Boolean(document.querySelector('rules-example textarea'))")
        yield running


def ran(tab: PlaywrightTab, code: str) -> str:
    """Run code in the example and return what it says and prints."""
    tab.fill("rules-example textarea", code)
    tab.click("rules-example [data-do=run]")
    tab.wait("() => ['ready', 'error'].includes(document.querySelector('rules-example').dataset.state)")
    said = "(each) => document.querySelector(`rules-example ${each}`).textContent"
    return str(tab.evaluate(said, ".widget-status")) + str(tab.evaluate(said, "output"))


KINDS = ((RECURSION, 1), (MEMORY, 1), (FLOODS, 1), (BUILTINS, 4), (ENDS, 1), (FOREVER, 1))
"""Of each kind so many, the worst, go the short way: each costs a start of Python."""


def test_code_that_breaks_python_spoils_neither_an_answer_nor_the_next_run(tab: PlaywrightTab) -> None:
    codes = [each for codes, worst in KINDS for each in list(codes.items())[: None if EACH_IN_EACH else worst]]
    for number, (code, word) in enumerate(codes):
        tab.evaluate("(haste) => { globalThis.haste = haste; }", word == ENDLESS)
        said = ran(tab, code)
        assert {ENDLESS: "Stopped after 10 seconds", DOWN: "brought Python down"}.get(word, word) in said, code
        assert len(said) < 70_000, code
        tab.evaluate("() => { globalThis.haste = false; }")
        ability = str(2 + number % 16)
        type_into(tab, ROLL, "ability_a", ability)
        answered(tab, ROLL, {"ability_a": ability})
        if EACH_IN_EACH or number == len(codes) - 1:  # else the next code tells
            said = ran(tab, "import random, sys\nprint(len([1, 2]) * 21, sys.getrecursionlimit() > 500)")
            assert said.endswith("42 True\n"), code
