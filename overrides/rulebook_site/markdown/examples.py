"""Doctests of the pages as examples that a reader can run and change: `<rules-example>`."""

from __future__ import annotations

import re
from collections.abc import Callable
from doctest import DocTestParser
from doctest import Example as DocTestExample
from pathlib import Path
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.preprocessors import Preprocessor
from pygments.lexers import PythonLexer
from pygments.token import STANDARD_TYPES

from rulebook_site import words
from rulebook_site.faults import Fault, SiteError
from rulebook_site.markdown.tree import is_docstring
from rules_py.core.console import Part, Session
from rules_py.core.markup import h
from rules_py.core.text import Language, Text

_FENCE = re.compile(r"^```pycon\n(?P<doctest>.*?)^```$", re.MULTILINE | re.DOTALL)


class Examples(Preprocessor):
    """Turn each fence `pycon` at the left edge into an example, with the output that it has here and now.

    Args:
        md: The page's Markdown.
        language: The page's language.
        source: Returns the page's file.

    Attributes:
        found: The examples, for the blocks `example` that stand in their places.
    """

    def __init__(self, md: Markdown, language: Language, source: Callable[[], Path]) -> None:
        super().__init__(md)
        self.language = language
        self.source = source
        self.found: list[Element] = []

    def run(self, lines: list[str]) -> list[str]:
        """Return the lines, with a block in place of each example.

        Raises:
            SiteError: When examples print something else than the page says.
        """
        self.found.clear()
        if is_docstring(self.md):  # its examples build on the module
            return lines
        session = Session(self.language)
        text = "\n".join(lines)
        wrong: list[Fault] = []

        def build(fence: re.Match[str]) -> str:
            found = DocTestParser().get_examples(fence["doctest"])
            code = "".join(example.source for example in found).rstrip("\n")
            expected = "".join(map(_wanted, found))
            parts: list[Part] = []
            session.run(code, parts.append)
            printed = "".join(part.text for part in parts)
            if printed != expected:
                line = text.count("\n", 0, fence.start("doctest")) + _differs(found, printed) + 1
                told = f"an example prints\n{printed}where the page says\n{expected}after\n{code}"
                wrong.append(Fault(self.source().as_posix(), line + self._above(len(lines)), told))
            self.found.append(example(code, parts, self.language))
            return f"//// example | {len(self.found) - 1}\n////"  # one more than the fold around it

        made = _FENCE.sub(build, text)
        if wrong:
            raise SiteError(wrong)
        return made.split("\n")

    def _above(self, lines: int) -> int:
        """Return how many lines of the page's file stand above those that Markdown is given: the front matter."""
        file = self.source()
        return file.read_text(encoding="utf-8").count("\n") + 1 - lines if file.is_file() else 0


def _wanted(example: DocTestExample) -> str:
    return example.want.replace("<BLANKLINE>\n", "\n")


def _differs(found: list[DocTestExample], printed: str) -> int:
    """Return on which line of a fence, counted from 0, stands the first output that is not what is printed."""
    at = -1
    told = iter(printed.splitlines())
    for each in found:
        at = each.lineno + each.source.count("\n")
        for number, line in enumerate(_wanted(each).splitlines()):
            if next(told, None) != line:
                return at + number
    return at


def example(code: str, parts: list[Part], language: Language) -> Element:
    """Return an example as it stands in a page: code, controls that wait for a script, output.

    Args:
        code: The code, without prompts.
        parts: What it prints.
        language: The page's language.
    """

    def button(do: str, label: Text, **attributes: object) -> Element:
        return h("button", label.get(language), type="button", data_do=do, **attributes)

    bar = h(
        "div",
        button("run", words.RUN, class_="primary"),
        button("stop", words.STOP, aria_disabled="true"),
        button("edit", words.EDIT),
        button("reset", words.RESET, aria_disabled="true"),
        button("share", words.SHARE),
        h("span", words.CHANGED.get(language), class_="example-changed", hidden=True),
        class_="example-bar",
        hidden=True,
    )
    return h(
        "rules-example",
        h("div", h("pre", h("code", coloured(code))), class_="highlight example-code"),
        bar,
        h("p", class_="widget-status", role="status"),
        h("output", output(parts), aria_label=words.OUTPUT.get(language)),
        data_state="static",
        data_label=words.CODE.get(language),
    )


def coloured(code: str) -> list[Element]:
    """Return code as one element for each of its words, with the class names of Pygments."""
    return [
        h("span", text, class_=STANDARD_TYPES[kind] or None)
        for kind, text in PythonLexer(ensurenl=False).get_tokens(code)
    ]


def output(parts: list[Part]) -> list[Element]:
    """Return what was printed; what stands together in a console stands together here."""
    shown: list[Element] = []
    for part in parts:
        if part.drawing is not None:
            shown.append(h("div", part.drawing, class_="figure"))
        elif shown and shown[-1].tag == "pre" and shown[-1].get("class") == part.kind:
            shown[-1].text = (shown[-1].text or "") + part.text
        else:
            shown.append(h("pre", part.text, class_=part.kind))
    return shown
