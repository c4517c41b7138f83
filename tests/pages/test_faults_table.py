"""The table of faults names the tests that hold it, and leaves none out."""

from __future__ import annotations

import re
from pathlib import Path

from rulebook_site import LANGUAGES

ROOT = Path(__file__).parents[2]
WHOLE = ("test_faults.py", "test_broken_python.py", "test_storage.py")
"""Files of tests that are about nothing but faults."""


def in_file(path: Path) -> set[str]:
    """Return the names of the tests in a file."""
    return set(re.findall(r"^ *def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE))


def rows(language: str) -> list[list[str]]:
    """Return the cells of every row, without the heads."""
    lines = (ROOT / "docs" / language / "python/faults.md").read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("| ")]
    heads = {number for number, line in enumerate(lines) if line.startswith("|---")}
    first = [line for number, line in enumerate(lines) if number + 1 in heads]
    return [row for row in cells if not any(row[0] in head for head in first)]


def named(row: list[str]) -> list[str]:
    """Return the tests that a row names, and the files of tests of a script."""
    return re.findall(r"`(test_\w+|[\w-]+\.test\.mjs)`", row[-1])


def test_every_fault_states_its_outcome_and_names_tests_that_exist() -> None:
    there = {path.name for path in ROOT.glob("tests/scripts/**/*.test.mjs")}
    there = there.union(*(in_file(path) for path in ROOT.glob("tests/**/test_*.py")))
    for language in LANGUAGES:
        for row in rows(language):
            assert len(row) == 3, row
            assert all(row), row
            assert named(row), row
            assert set(named(row)) <= there, set(named(row)) - there


def test_both_languages_have_the_same_rows() -> None:
    first, second = ([named(row) for row in rows(language)] for language in LANGUAGES)
    assert first == second
    assert len(first) > 30


def test_every_test_of_a_fault_stands_in_the_table() -> None:
    said = {name for row in rows("en") for name in named(row)}
    for file in WHOLE:
        assert in_file(ROOT / "tests/browser" / file) <= said
