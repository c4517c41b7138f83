"""The console of the examples: what it prints, how errors read, where it ends."""

from __future__ import annotations

import json
import sys

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.core import console
from rules_py.core.console import LONGEST_OUTPUT, Part, Session
from rules_py.core.text import LANGUAGES, Language
from tests.rows import every


def printed(code: str, language: Language = "en") -> str:
    """Return what the console prints for code."""
    parts: list[Part] = []
    Session(language).run(code, parts.append)
    return "".join(part.text for part in parts)


def answered(*codes: str, language: str = "en", complete: bool = True) -> tuple[str, list[dict[str, str]]]:
    """Return the state and the parts that the page is told."""
    parts: list[dict[str, str]] = []
    request = json.dumps({"codes": codes, "language": language})
    answer = json.loads(console.answer(request, lambda part: parts.append(json.loads(part)), complete))
    return answer["state"], parts


def test_printed_text_and_shown_values_come_in_order() -> None:
    assert printed("print('a')\n'b'\nNone\nfor n in range(2):\n    n\n_ + 1") == "a\n'b'\n0\n1\n2\n"


def test_what_is_written_to_the_error_stream_is_shown_too() -> None:
    assert printed("import sys, warnings\nprint('careful', file=sys.stderr)") == "careful\n"


def test_an_error_points_at_the_line_and_shows_nothing_of_the_machinery() -> None:
    code = "def half(n):\n    return 1 / n\n\nprint(half(2))\nhalf(0)"
    assert printed(code) == (
        "0.5\n"
        "Line 5:\n    half(0)\n    ~~~~^^^\n"
        "Line 2, in half:\n    return 1 / n\n           ~~^~~\n"
        "ZeroDivisionError: division by zero\n"
    )
    assert printed(code, "ja").splitlines()[1:5:3] == ["5行目：", "2行目（half）："]


def test_an_error_deep_in_the_rules_shows_the_reader_s_own_line_and_speaks_their_language() -> None:
    code = "from rules_py.contest import parse_ability\nparse_ability('0')"
    assert printed(code).startswith(
        "Line 2:\n    parse_ability('0')\n    ~~~~~~~~~~~~~^^^^^\nInputError: ability: “0” is"
    )
    assert "「0」は使えません" in printed(code, "ja")
    assert "rules_py/" not in printed(code)


@every(
    ("code", "last"),
    [
        ("x = (", "SyntaxError: '(' was never closed"),
        ("if True:\nprint(1)", "IndentationError: expected an indented block after 'if' statement on line 1"),
        ("input('who? ')", "OSError: nobody can be asked here: write the value into the code"),
        ("import nothing_of_that_name", "there are rules_py, icepool and most of Python’s standard library here)"),
        ("def f(n):\n    return f(n + 1)\nf(0)", "exceeded (functions call each other without end)"),
        ("bytearray(10 ** 15)", "MemoryError: the code wants more memory than there is here"),
        ("raise ValueError('a\\nb') from KeyError(1)", "b"),
        ("class E(Exception):\n    def __str__(self): raise TypeError\nraise E", "E: <exception str() failed>"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("\0", "SyntaxError: source code string cannot contain null bytes"),
        ("raise ExceptionGroup('two', [ValueError(1), KeyError(2)])", "ExceptionGroup: two (2 sub-exceptions)"),
    ],
)
def test_every_error_is_read_in_words(code: str, last: str) -> None:
    text = printed(code)
    assert text.splitlines()[-1].endswith(last) or last in text
    assert "rules_py" not in text.replace("there are rules_py", "")
    assert "Traceback" not in text


@every("code", ["exit()", "import sys\nsys.exit('bye')", "raise SystemExit(3)"])
def test_leaving_is_no_error(code: str) -> None:
    assert answered("print(1)\n" + code)[0] == "ready"


def test_the_output_is_cut_at_64_kib_and_says_so() -> None:
    state, parts = answered("for n in range(100):\n    print('あ' * 1000)\nprint('end')")
    text = "".join(part["text"] for part in parts if part["kind"] == "text")
    assert state == "ready"
    assert LONGEST_OUTPUT - 4 < len(text.encode()) <= LONGEST_OUTPUT
    assert "\ufffd" not in text
    assert [part["text"] for part in parts if part["kind"] == "note"] == [
        "\n[The output was cut here: 64 KiB are shown.]\n"
    ]


def test_output_of_just_64_kib_is_not_cut() -> None:
    assert [part["kind"] for part in answered(f"print('x' * {LONGEST_OUTPUT - 1})")[1]] == ["text"]


def test_an_error_is_told_even_after_the_cut() -> None:
    _, parts = answered(f"print('x' * {LONGEST_OUTPUT + 1})\n1 / 0")
    assert parts[-1]["kind"] == "error"


def test_output_comes_while_the_code_still_runs() -> None:
    _, parts = answered("import time\nprint('first')\ntime.sleep(0.06)\nprint('second')\nprint('third')")
    assert len(parts) > 1


def test_values_that_can_be_drawn_are_drawn_in_the_reader_s_language() -> None:
    for language, caption in (("en", "Distribution"), ("ja", "分布")):
        _, parts = answered("import icepool\nicepool.d6\nprint(1)", language=language)
        assert [part["kind"] for part in parts] == ["figure", "text"]
        assert parts[0]["text"] == "Die({1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1})\n"
        assert f"<caption>{caption}</caption>" in parts[0]["html"]


def test_code_builds_on_the_code_before_it_whose_output_is_not_told() -> None:
    assert answered("a = 6\nprint(a)", "a * 7") == ("ready", [{"kind": "text", "text": "42\n", "html": ""}])


def test_an_error_before_is_told_as_one() -> None:
    state, parts = answered("print(1)\n1 / 0", "print(2)", language="ja")
    assert state == "error"
    assert [part["kind"] for part in parts] == ["note", "error"]
    assert parts[0]["text"] == "このページの前の例がエラーになりました。\n"


def test_one_run_knows_nothing_of_another() -> None:
    answered("secret = 1")
    assert answered("secret")[0] == "error"


def test_a_feature_from_the_future_lasts_to_the_end_and_no_longer() -> None:
    quoted = "from __future__ import annotations\ndef f(n: Nothing): ...\nprint(f.__annotations__)"
    assert printed(quoted) == "{'n': 'Nothing'}\n"
    assert "NameError" in printed("def f(n: Nothing): ...")


def test_the_streams_are_as_before_whatever_the_code_did() -> None:
    before = sys.stdin, sys.stdout, sys.stderr, sys.displayhook
    printed("import sys\nsys.stdout = sys.stderr = None\nsys.displayhook = print\n1 / 0")
    assert (sys.stdin, sys.stdout, sys.stderr, sys.displayhook) == before


def test_memory_that_has_run_out_is_told_apart() -> None:
    assert answered("bytearray(10 ** 15)")[0] == "exhausted"


def test_a_module_that_is_not_loaded_ends_the_run_where_its_files_are_not_there() -> None:
    sys.modules.pop("this", None)
    state, parts = answered(
        "print(1)\ntry:\n    import this\nexcept BaseException:\n    print('hidden')", complete=False
    )
    assert state == "incomplete" or not any("hidden" in part["text"] for part in parts)
    assert answered("import this_is_nowhere", complete=False) == ("incomplete", [])
    assert answered("import sys, json", complete=False)[0] == "ready"
    assert not any(type(finder).__name__ == "_NotLoaded" for finder in sys.meta_path)


def test_letters_that_no_page_can_show_are_replaced() -> None:
    assert printed("print('\\ud800')") == "?\n"
    assert printed("raise ValueError('\\ud800')").endswith("ValueError: ?\n")


@settings(max_examples=40)
@given(st.text(max_size=60), st.sampled_from(LANGUAGES))
def test_no_code_brings_the_console_down(code: str, language: Language) -> None:
    if "exec" in code or "import" in code:
        return
    state, _ = answered(code, language=language)
    assert state in ("ready", "error")


def test_drawings_and_errors_count_as_output() -> None:
    parts: list[Part] = []
    session = Session("en")
    session.run("import icepool, sys\nfor _ in range(100): sys.displayhook(icepool.d(2))", parts.append)
    assert [part.kind for part in parts] == ["figure"] * 65 + ["note"]
    parts.clear()
    session.run("raise ValueError('x' * 10 ** 6)", parts.append)
    (told,) = parts
    assert len(told.text) < 66_000
    assert "64 KiB" in told.text


def test_code_that_catches_everything_still_waits_for_the_files_it_wants() -> None:
    request = {"codes": ["try:\n    import antigravity_\nexcept BaseException:\n    pass"], "language": "en"}
    assert json.loads(console.answer(json.dumps(request), lambda _: None, False)) == {"state": "incomplete"}
    assert json.loads(console.answer(json.dumps(request), lambda _: None, True)) == {"state": "ready"}
