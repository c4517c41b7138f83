"""Every chapter has code that runs, the same but for the words in both languages, and shows what it prints."""

from __future__ import annotations

import io
import re
import tokenize
from collections import Counter
from doctest import DocTestParser, Example
from pathlib import Path

import pytest

from rules_py import library
from tests.pages.reading import LANGUAGES, SITE
from tests.worked import DOCS, doctests

TOOLS = {"index", "calculators", "stepper", "quick", "order", "rulings", "glossary"}
CHAPTERS = sorted(
    source.relative_to(DOCS / "en").with_suffix("").as_posix()
    for slug in library.SYSTEMS
    for source in (DOCS / "en" / slug).glob("*.md")
    if source.stem not in TOOLS
)


FIGURE = re.compile(r"[A-Z]-[A-Z]?\d[\d.]*[a-z]?|[+-]?\d+(?:[./]\d+)*")
DRAWN = re.compile(r"<.*>")
"""What stands in the source for a value that the page draws."""
NO_LANGUAGE = {"True", "False", "KIDS", "EASY", "NORMAL", "HARD", "ULTRA"}
"""What reads the same to everybody: words of Python and of the games."""


def statements(page: Path) -> list[Example]:
    """Return the statements of a page's examples, with what they print."""
    return [each for text in doctests(page) for each in DocTestParser().get_examples(text)]


def without_words(source: str) -> list[str]:
    """Return code without what belongs to a language: its name, and the letters of what is said in it."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        said = token.type in {tokenize.STRING, tokenize.FSTRING_MIDDLE}
        if said and token.string.strip("\"'") not in LANGUAGES:
            found.append(re.sub(r"[^\W\d_][^\d\"'+]*", "…", token.string).replace("、", ", "))
        else:
            found.append("…" if token.string.strip("\"'") in LANGUAGES else token.string)
    return found


def test_there_are_chapters() -> None:
    assert len(CHAPTERS) >= 10 * len(library.SYSTEMS)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_has_an_example_the_same_in_both_languages(chapter: str) -> None:
    english, japanese = (statements(DOCS / language / f"{chapter}.md") for language in LANGUAGES)
    assert english
    for one, other in zip(english, japanese, strict=True):
        assert without_words(one.source) == without_words(other.source)
        assert Counter(FIGURE.findall(one.want)) == Counter(FIGURE.findall(other.want))


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_japanese_example_prints_japanese(chapter: str) -> None:
    for each in statements(DOCS / "ja" / f"{chapter}.md"):
        words = set(re.findall(r"[A-Za-z]{3,}", DRAWN.sub("", each.want)))
        assert words <= NO_LANGUAGE, each.source


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_without_script_an_example_shows_code_and_output(chapter: str, language: str) -> None:
    html = (SITE / language / chapter / "index.html").read_text(encoding="utf-8")
    boxes = re.findall(r"<rules-example .*?</rules-example>", html, re.DOTALL)
    assert len(boxes) == len(doctests(DOCS / language / f"{chapter}.md"))
    for box in boxes:
        assert 'data-state="static"' in box
        assert "<pre><code>" in box
        assert "&gt;&gt;&gt;" not in box
        assert re.search(r'<div class="example-bar" hidden', box)
        output = re.search(r"<output[^>]*>(.*)</output>", box, re.DOTALL)
        assert output
        assert re.search(r"<pre|<table|<svg", output[1]) or "print(" not in box
