"""Every chapter has code that runs, the same in both languages, and shows what it prints without a script."""

from __future__ import annotations

import re

import pytest

from rules_py import library
from tests.pages.reading import LANGUAGES, SITE
from tests.worked import DOCS, doctests

TOOLS = {"index", "calculators", "stepper", "quick", "rulings", "glossary"}
CHAPTERS = sorted(
    source.relative_to(DOCS / "en").with_suffix("").as_posix()
    for slug in library.SYSTEMS
    for source in (DOCS / "en" / slug).glob("*.md")
    if source.stem not in TOOLS
)


def test_there_are_chapters() -> None:
    assert len(CHAPTERS) >= 10 * len(library.SYSTEMS)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_a_chapter_has_an_example_the_same_in_both_languages(chapter: str) -> None:
    english, japanese = (doctests(DOCS / language / f"{chapter}.md") for language in LANGUAGES)
    assert english
    assert english == japanese


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
