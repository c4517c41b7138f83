"""Runs the reader's code as a console does: printed text, shown values, short tracebacks."""

from __future__ import annotations

import ast
import codeop
import gc
import io
import json
import linecache
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.markup import to_html
from rules_py.core.render import figure
from rules_py.core.text import LANGUAGES, Language, Text
from rules_py.core.words import words

WORDS = words("core")

LONGEST_OUTPUT = 64 * 1024
"""Bytes of output that are shown of one run."""

PER_DRAWING = 1024
"""Bytes of output for which a drawing counts."""

AT_ONCE = 200
"""Lines that are handed on as soon as they are printed, should the code then say nothing more."""

FLUSH = 0.05
"""Seconds after which further lines are handed on."""

EXPLAINED: dict[type[BaseException], Text] = {
    MemoryError: WORDS["out_of_memory"],
    RecursionError: WORDS["calls_without_end"],
    ModuleNotFoundError: WORDS["modules_there"],
}

_IN_CODE = re.compile(r"<example \d+>")
_FRAME = re.compile(rf'  File "{_IN_CODE.pattern}", line (\d+)(?:, in (.+))?')


@dataclass(frozen=True)
class Part:
    """A piece of output, in the order in which it came.

    Args:
        kind: `"text"` as a console prints it, `"error"` for a traceback, `"figure"` for a value that is drawn,
            `"note"` for a word of the console itself.
        text: What a console would print.
        drawing: What is shown instead of a figure's text.
    """

    kind: Literal["text", "error", "figure", "note"]
    text: str
    drawing: Element | None = None

    def data(self) -> dict[str, str]:
        """Return it as the page is told of it, the drawing as HTML."""
        html = "" if self.drawing is None else to_html(self.drawing)
        return {"kind": self.kind, "text": self.text, "html": html}


class Incomplete(BaseException):
    """A module is wanted that this Python has not loaded, and its files are not there yet."""


class Session:
    r"""A console in which one code builds on another.

    Args:
        language: The reader's language, for the messages.

    Example:
        >>> session, parts = Session("en"), []
        >>> session.run("a = 6"), session.run("b = 7\na * b", parts.append)
        (None, None)
        >>> parts
        [Part(kind='text', text='42\n', drawing=None)]
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self._count = 0

    def run(self, code: str, tell: Callable[[Part], object] = lambda part: None) -> BaseException | None:
        """Run code.

        Args:
            code: The code.
            tell: Is given each piece of output, while the code runs.

        Returns:
            What the code has raised, or `None` when it ran to its end.

        Raises:
            Incomplete: When a module is wanted whose files are not there, within `only_loaded_modules`.
        """
        self._count += 1
        name = f"<example {self._count}>"
        linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
        output = _Output(self.language, tell)
        display = partial(output.display, self.names)
        try:
            with ExitStack() as stack:
                for stream in ("stdout", "stderr"):
                    stack.enter_context(_replaced(stream, output))
                stack.enter_context(_replaced("stdin", _Nobody(self.language)))
                stack.enter_context(_replaced("displayhook", display))
                compiled = codeop.Compile()  # it remembers the features that the code imports from the future
                for statement in ast.parse(code, name).body:
                    exec(compiled(ast.Interactive([statement]), name, "single"), self.names)  # type: ignore[arg-type]
        except Incomplete:
            raise
        except SystemExit:
            pass
        except BaseException as error:  # whatever the code raises is the reader's to see
            output.fail(error)
            return error
        finally:
            linecache.cache.pop(name, None)
        output.flush()
        return None


def answer(request: str, tell: Callable[[str], object], complete: bool) -> str:
    r"""Run code from the page; the browser's worker calls this.

    Args:
        request: JSON with `language` and `codes`: the code to run, and before it what it builds on, whose output is
            not told.
        tell: Is given each `Part` as JSON, its drawing as HTML, while the code runs.
        complete: Whether the files of the standard library are there; if not, a module that is not loaded yet ends
            the run.

    Returns:
        JSON with `state`: `"ready"`, `"error"`, `"exhausted"` where memory has run out, or `"incomplete"` where the
        files of the standard library are needed.

    Example:
        >>> parts = []
        >>> answer(json.dumps({"codes": ["a = 1", "a"], "language": "ja"}), parts.append, True)
        '{"state": "ready"}'
        >>> parts
        ['{"kind": "text", "text": "1\\n", "html": ""}']
    """
    asked = json.loads(request)
    language: Language = asked["language"] if asked["language"] in LANGUAGES else "en"
    session = Session(language)
    *earlier, last = asked["codes"]

    def pass_on(part: Part) -> None:
        tell(json.dumps(part.data()))

    def pass_on_trouble(part: Part) -> None:
        if part.kind == "error":
            pass_on(Part("note", WORDS["earlier_example_fails"].get(language) + "\n"))
            pass_on(part)

    with (
        nullcontext(_NotLoaded()) if complete else only_loaded_modules() as missing,
        _replaced("stderr", io.StringIO()),
    ):
        try:
            raised = None
            for code in earlier:
                raised = raised or session.run(code, pass_on_trouble)
            raised = raised or session.run(last, pass_on)
            if missing.wanted:
                raise Incomplete(missing.wanted)  # the code has caught it
            state = "ready" if raised is None else "exhausted" if isinstance(raised, MemoryError) else "error"
        except Incomplete:
            state = "incomplete"
        session.names.clear()
        raised = None
        gc.collect()  # now, while nobody hears what is left behind complain
    return json.dumps({"state": state})


@contextmanager
def only_loaded_modules() -> Iterator[_NotLoaded]:
    """End a run at the first module that is not loaded; what was wanted stands in what is given."""
    finder = _NotLoaded()
    sys.meta_path.append(finder)
    try:
        yield finder
    finally:
        sys.meta_path.remove(finder)


class _Output(io.TextIOBase):
    """What the code prints, told in pieces and cut where it is too long."""

    def __init__(self, language: Language, tell: Callable[[Part], object]) -> None:
        self.language = language
        self._tell = tell
        self._kept: list[str] = []
        self._left = LONGEST_OUTPUT
        self._at_once = AT_ONCE
        self._next = 0.0

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        return False

    def write(self, text: str) -> int:
        """Take printed text."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self._left < 0:
            return len(text)
        raw = text.encode("utf-8", "replace")
        self._left -= len(raw)
        self._kept.append(raw[: self._left].decode("utf-8", "ignore") if self._left < 0 else raw.decode())
        if self._left < 0:
            self.flush()
            self._cut()
        elif text.endswith("\n") and (self._at_once > 0 or time.monotonic() >= self._next):
            self._at_once -= 1
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Tell what was printed since."""
        text = "".join(self._kept)
        self._kept.clear()
        self._next = time.monotonic() + FLUSH
        if text:
            self._tell(Part("text", text))

    def display(self, namespace: dict[str, Any], value: object) -> None:
        """Show the value of an expression, as a drawing where it has one."""
        if value is None:
            return
        namespace["_"] = value
        drawn = figure(value, self.language)
        text = repr(value) + "\n"
        if drawn is None or self._left < 0:
            self.write(text)
        else:
            self.flush()
            self._left -= PER_DRAWING
            self._tell(Part("figure", text, drawn))
            if self._left < 0:
                self._cut()

    def _cut(self) -> None:
        self._tell(Part("note", "\n" + WORDS["output_cut"].get(self.language) + "\n"))

    def fail(self, error: BaseException) -> None:
        """Tell what the code has raised."""
        self.flush()
        text = _traceback(error, self.language)
        if len(text) > LONGEST_OUTPUT:
            half = LONGEST_OUTPUT // 2
            text = f"{text[:half]}\n{WORDS['output_cut'].get(self.language)}\n{text[-half:]}"
        self._tell(Part("error", text))


class _Nobody(io.TextIOBase):
    """Where `input` reads."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        raise OSError(WORDS["nobody_to_ask"].get(self.language))

    read = readline


def _traceback(error: BaseException, language: Language) -> str:
    """Return a traceback with the frames of the reader's code alone."""
    told = traceback.TracebackException.from_exception(error, compact=True)
    told.stack = traceback.StackSummary.from_list([frame for frame in told.stack if _IN_CODE.fullmatch(frame.filename)])
    told.__cause__ = told.__context__ = None
    lines = [_in_words(line, language) for line in [*told.stack.format(), *_last_lines(error, told, language)]]
    return "".join(lines).encode("utf-8", "replace").decode()


def _in_words(line: str, language: Language) -> str:
    def place(match: re.Match[str]) -> str:
        number, name = match.groups()
        told = WORDS["line_of_code" if name in (None, "<module>") else "line_of_code_in"]
        return told.format(line=number, name=name).get(language)

    return _FRAME.sub(place, line)


def _last_lines(error: BaseException, told: traceback.TracebackException, language: Language) -> Iterator[str]:
    name = type(error).__name__
    if isinstance(error, InputError):
        yield f"{name}: {error.field}: {error.message(language)}\n"
        return
    explained = next((said for kind, said in EXPLAINED.items() if isinstance(error, kind)), None)
    *before, last = told.format_exception_only()
    if "stack switching" in last:
        explained = WORDS["no_event_loop"]
    yield from before
    if explained is None:
        yield last
    elif last.strip() == name:
        yield f"{name}: {explained.get(language)}\n"
    else:
        yield last.rstrip("\n") + WORDS["explained_in_brackets"].format(words=explained).get(language) + "\n"


@contextmanager
def _replaced(name: str, value: object) -> Iterator[None]:
    """Let something of `sys` be something else for a while."""
    before = getattr(sys, name)
    setattr(sys, name, value)
    try:
        yield
    finally:
        setattr(sys, name, before)


class _NotLoaded:
    """The last that is asked for a module."""

    wanted = ""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        self.wanted = name
        raise Incomplete(name)
