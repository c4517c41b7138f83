"""The pages as they are written, before anything is built: both languages have the same things in the same places."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rulebook_site.index import RuleIndex, scan

from rules_py.core.text import LANGUAGES, Language

DOCS = Path(__file__).parents[1] / "docs"
HEADING = re.compile(r"^(#+) .*?(?:\{#([\w-]+)\})?$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def pages(language: Language) -> dict[str, str]:
    folder = DOCS / language
    return {page.relative_to(folder).as_posix(): page.read_text(encoding="utf-8") for page in folder.rglob("*.md")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_id_term_table_and_widget_of_the_pages_exists_and_stands_once(language: Language) -> None:
    RuleIndex(DOCS / language, language)


def test_both_languages_have_the_same_pages_under_the_same_headings() -> None:
    english, japanese = (
        {name: [(len(marks), ident) for marks, ident in HEADING.findall(FENCE.sub("", text))] for name, text in found}
        for found in (pages("en").items(), pages("ja").items())
    )
    assert english.keys() == japanese.keys()
    for name, headings in english.items():
        assert headings == japanese[name], name


def test_both_languages_mark_the_same_rules_and_place_the_same_blocks_in_the_same_order() -> None:
    english, japanese = ({name: scan(text) for name, text in pages(language).items()} for language in LANGUAGES)
    for name, there in english.items():
        here = japanese[name]
        assert [mark[0] for mark in there.marks] == [mark[0] for mark in here.marks], name
        assert [(block.name, block.argument) for block in there.blocks] == [
            (block.name, block.argument) for block in here.blocks
        ], name


def test_the_code_of_a_chapter_waits_behind_its_line() -> None:
    """Pages of examples and of the Python reference are there for it."""
    for language in LANGUAGES:
        for name, text in pages(language).items():
            if not name.endswith("/examples.md") and not name.startswith("python/"):
                outside = re.sub(r"^/// python$.*?^///$", "", text, flags=re.MULTILINE | re.DOTALL)
                assert "```pycon" not in outside, f"{language}/{name}"


def test_a_list_of_what_players_get_wrong_keeps_to_the_real_traps() -> None:
    for language in LANGUAGES:
        for name, text in pages(language).items():
            for found in re.findall(r"^## [^\n]*\{#mistakes\}$(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL):
                assert 2 <= len(re.findall(r"^- ", found, re.MULTILINE)) <= 3, f"{language}/{name}"


def test_a_chance_is_written_as_one_so_that_it_is_read_in_percent() -> None:
    """Fractions and long decimals stand on pages of examples and in code alone; elsewhere `{13/18}`."""
    for language in LANGUAGES:
        for name, text in pages(language).items():
            if not name.endswith("/examples.md") and not name.startswith("python/"):
                words = re.sub(
                    r"`[^`]*`|\]\([^)]*\)|\{[^{}]*\}|^ +\w+:.*$", "", FENCE.sub("", text), flags=re.MULTILINE
                )
                assert not re.findall(r"(?<![\d.])\d*\.\d{3,}|(?<![\w/.-])\d+/\d+(?![\w/])", words), (
                    f"{language}/{name}"
                )


def test_the_page_on_privacy_names_all_that_scripts_store() -> None:
    """Keys stand in scripts as constants, before a space or colon, or as the names of the switches of texts."""
    theme = DOCS.parent / "overrides/theme"
    files = [*theme.glob("scripts/*.mjs"), *theme.glob("chooser/*.mjs")]
    scripts = [file.read_text(encoding="utf-8") for file in files]
    keys = {key for text in scripts for key in re.findall(r'(?:const \w+ = "|`)(rulebook-\w+)(?=["` :])', text)}
    switches = re.search(r"for \(const name of \[(.*?)\]\)", (theme / "main.html").read_text(encoding="utf-8"))
    assert switches
    keys |= {f"rulebook-{name}" for name in re.findall(r'"(\w+)"', switches[1])}
    assert len(keys) > 6
    for language in LANGUAGES:
        told = pages(language)["about.md"]
        assert {key for key in keys if f"`{key}" not in told} == set(), language
