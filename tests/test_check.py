"""`make check`: what a change reaches is run again, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.check import __main__ as command
from tests.check.note import NOTE, Note, Watch
from tests.check.reading import Project

SOURCES = {
    "pyproject.toml": "",
    "rules_py/__init__.py": "from rules_py.chess.board import Board",
    "rules_py/core/text.py": "",
    "rules_py/library.py": "from rules_py.chess.system import SYSTEM\nfrom rules_py.go.system import SYSTEM as GO",
    "rules_py/chess/__init__.py": "from rules_py.chess.board import Board\n"
    "from rules_py.chess.clock import Clock as Watch",
    "rules_py/chess/system.py": "",
    "rules_py/chess/board.py": "from rules_py.core.text import Text\n"
    "PIECES = DATA / 'pieces.toml'\nWORDS = words('chess')\nFIGURES = {'chess.turn': partial(drawn, 'chess', 'turn')}",
    "rules_py/chess/clock.py": 'def ticks():\n    """\n    >>> from rules_py.core.text import Text\n    """',
    "rules_py/chess/data/flows.toml": "",
    "rules_py/chess/data/pieces.toml": "",
    "rules_py/chess/data/tables.toml": "",
    "rules_py/chess/data/words.toml": "",
    "rules_py/go/__init__.py": "",
    "rules_py/go/system.py": "",
    "rules_py/go/data/tables.toml": "",
    "tests/__init__.py": "",
    "tests/conftest.py": "",
    "tests/ledgers.py": "from importlib import import_module\nALL = [import_module(f'tests.{s}.ledger') for s in 'ab']",
    "tests/chess/__init__.py": "",
    "tests/chess/ledger.py": "",
    "tests/chess/table.py": "",
    "tests/chess/test_board.py": "from rules_py.chess import Board\nfrom .table import Table",
    "tests/chess/test_clock.py": "from rules_py.chess import Watch",
    "tests/chess/test_data.py": "from rules_py import library",
    "tests/go/__init__.py": "",
    "tests/go/test_data.py": "from rules_py import library",
    "tests/test_all.py": "from rules_py import library\nfrom tests.ledgers import ALL",
    "tests/test_pages.py": "DOCS = ROOT / 'docs'",
    "tests/test_served.py": "from tests.browser import reader",
    "tests/browser/reader.py": "",
    "tests/browser/test_page.py": "",
    "docs/en/chess/clock.md": "# Clock\n\n```pycon\n>>> from rules_py.chess import Watch\n\n```\n",
    "docs/en/chess/board.md": "# Board\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of two games."""
    for path, text in SOURCES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def noted(root: Path) -> Note:
    return Note(Project(root), root / "build/checked.json")


def due_after(root: Path, *changed: str) -> list[str]:
    """What is due when all has been green and something is then saved."""
    note = noted(root)
    note.keep(dict.fromkeys(note.project.units(), 1.0))
    assert noted(root).due() == []
    for path in changed:
        with (root / path).open("a", encoding="utf-8") as file:
            file.write("\n# changed\n")
    return [unit for unit in noted(root).due() if not noted(root).project.needs_the_site(unit)]


@pytest.mark.parametrize(
    ("changed", "due"),
    [
        ("tests/chess/test_board.py", ["tests/chess/test_board.py"]),
        ("tests/chess/table.py", ["tests/chess/test_board.py"]),
        ("rules_py/chess/board.py", ["tests/chess/test_board.py"]),
        ("rules_py/chess/clock.py", ["rules_py/chess/clock.py", "tests/chess/test_clock.py", "docs/en/chess/clock.md"]),
        (
            "rules_py/chess/data/flows.toml",
            ["tests/chess/test_board.py", "tests/chess/test_data.py", "tests/test_all.py"],
        ),
        (
            "rules_py/chess/data/pieces.toml",
            ["tests/chess/test_board.py", "tests/chess/test_data.py", "tests/test_all.py"],
        ),
        (
            "rules_py/chess/data/words.toml",
            ["tests/chess/test_board.py", "tests/chess/test_data.py", "tests/test_all.py"],
        ),
        ("rules_py/chess/data/tables.toml", ["tests/chess/test_data.py", "tests/test_all.py"]),
        ("rules_py/go/data/tables.toml", ["tests/go/test_data.py", "tests/test_all.py"]),
        (
            "rules_py/core/text.py",
            [
                "rules_py/chess/clock.py",
                "tests/chess/test_board.py",
                "tests/chess/test_clock.py",
                "docs/en/chess/clock.md",
            ],
        ),
        ("tests/chess/ledger.py", ["tests/test_all.py"]),
        ("docs/en/chess/clock.md", ["docs/en/chess/clock.md", "tests/test_pages.py"]),
        ("docs/en/chess/board.md", ["tests/test_pages.py"]),
        ("tests/browser/reader.py", []),
    ],
)
def test_a_change_is_followed_by_what_rests_on_it(project: Path, changed: str, due: list[str]) -> None:
    assert sorted(due_after(project, changed)) == sorted(due)


def test_settings_of_all_tests_bring_all_of_them_back(project: Path) -> None:
    note = noted(project)
    native = [unit for unit in note.project.units() if not note.project.needs_the_site(unit)]
    assert len(native) == 8
    assert sorted(due_after(project, "pyproject.toml")) == native


def test_what_has_never_been_green_is_due(project: Path) -> None:
    assert noted(project).due() == noted(project).project.units()
    (project / "build").mkdir()
    (project / "build/checked.json").write_text("{torn", encoding="utf-8")
    assert noted(project).due() == noted(project).project.units()


def test_what_is_nearest_to_the_change_comes_first_and_then_what_is_quick(project: Path) -> None:
    note = noted(project)
    note.keep({unit: 9.0 if unit.endswith(".md") else 1.0 for unit in note.project.units()})
    for path in ("rules_py/chess/clock.py", "tests/chess/test_board.py"):
        (project / path).write_text("", encoding="utf-8")
    assert noted(project).due() == ["tests/chess/test_board.py", "tests/chess/test_clock.py", "docs/en/chess/clock.md"]


def test_what_was_left_for_lack_of_time_comes_after_what_is_new_or_changed(project: Path) -> None:
    note = noted(project)
    *green, left = sorted(note.project.units())
    note.keep(dict.fromkeys(green, 1.0), [left])
    assert noted(project).due() == [left]
    (project / "tests/chess/table.py").write_text("# changed", encoding="utf-8")
    (project / "tests/chess/test_new.py").write_text("", encoding="utf-8")
    assert noted(project).due() == ["tests/chess/test_new.py", "tests/chess/test_board.py", left]


def test_a_file_that_comes_or_goes_counts_as_a_change(project: Path) -> None:
    note = noted(project)
    note.keep(dict.fromkeys(note.project.units(), 1.0))
    (project / "docs/en/chess/new.md").write_text("# New\n", encoding="utf-8")
    (project / "tests/chess/table.py").unlink()
    assert noted(project).due() == ["tests/chess/test_board.py", "tests/test_pages.py"]


def test_a_file_saved_while_the_tests_run_stays_due(project: Path) -> None:
    note = noted(project)
    units = note.due()
    (project / "tests/chess/test_clock.py").write_text("# saved", encoding="utf-8")
    note.keep(dict.fromkeys(units, 1.0))
    assert noted(project).due() == ["tests/chess/test_clock.py"]


def test_tests_of_the_site_are_left_and_so_is_what_takes_from_them(project: Path) -> None:
    whole = Project(project)
    assert [unit for unit in whole.units() if whole.needs_the_site(unit)] == [
        "tests/browser/test_page.py",
        "tests/test_served.py",
    ]


# --- what was green ---------------------------------------------------------------------------------------------------


def report(test: str, when: str = "call", outcome: str = "passed") -> pytest.TestReport:
    return pytest.TestReport(test, ("", 0, ""), {}, outcome, None, when, duration=0.5)  # type: ignore[arg-type]


def seen(*tests: str, failed: str = "", unfinished: str = "") -> Watch:
    watch = Watch({test.split("::")[0] for test in tests})
    watch.pytest_xdist_node_collection_finished(list(tests))
    for test in tests:
        if test != unfinished:
            watch.pytest_runtest_logreport(report(test, outcome="failed" if test == failed else "passed"))
            watch.pytest_runtest_logreport(report(test, "teardown"))
    return watch


def test_a_file_is_green_when_all_of_it_has_passed() -> None:
    tests = ("a.py::one", "a.py::two", "b.py::one")
    assert seen(*tests).green() == {"a.py": 2.0, "b.py": 1.0}
    assert seen(*tests, failed="a.py::one").green() == {"b.py": 1.0}
    assert seen(*tests, unfinished="a.py::two").green() == {"b.py": 1.0}


def test_it_is_said_what_was_run_and_what_was_left_and_why() -> None:
    watch = seen("a.py::one", "a.py::two", "b.py::one", unfinished="b.py::one")
    lines = command.report(["a.py", "b.py", "tests/browser/test_x.py"], ["a.py", "b.py"], watch, 60)
    assert lines[1:] == [
        "Run: style, types, scripts; 2 tests and examples in 1 file that a change reaches.",
        "Left to `make test`: whatever needs the built site (tests/browser, tests/pages, tests/bench and what takes"
        " from there); 1 file of it is not known to be green.",
        "Left because 60 seconds are up: b.py. The next `make check` goes on there;"
        " `WITHIN=300 make check` takes longer.",
    ]


@pytest.mark.parametrize(
    ("asked", "noted"), [([], ["tests/test_good.py"]), (["tests/test_good.py"], []), (["-kgood"], [])]
)
def test_only_a_run_of_all_tests_is_noted_by_make_test(tmp_path: Path, asked: list[str], noted: list[str]) -> None:
    for path, text in {
        "pyproject.toml": "[tool.pytest.ini_options]\ntestpaths = ['tests']\n",
        "tests/test_good.py": "def test_good(): pass",
        "tests/test_bad.py": "def test_good(): pass\ndef test_bad(): assert False",
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.check.note", *asked]
    here = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1]), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    subprocess.run(command, cwd=tmp_path, env=here, capture_output=True, check=False)
    assert sorted(Note(Project(tmp_path), tmp_path / NOTE).green) == noted


# --- the project itself -----------------------------------------------------------------------------------------------


def test_a_rule_of_one_game_leaves_the_tests_of_the_others_alone() -> None:
    """Read from the project as it is: were a game to rest on another by way of what they share, all would be due."""
    whole = Project(Path(__file__).parents[1])
    for unit in ("tests/kamui/test_grace.py", "docs/ja/kamui/grace.md", "tests/test_every_system.py"):
        assert "rules_py/kamui/grace.py" in whole.rests_on(unit)
    others = [unit for unit in whole.units() if unit.startswith(("tests/contest/", "docs/en/contest/"))]
    assert len(others) > 10
    assert not [unit for unit in others if "rules_py/kamui/grace.py" in whole.rests_on(unit)]


def test_who_asks_a_widget_rests_on_it_and_on_what_it_reads() -> None:
    """By the library, which finds the rooms of a game by their names."""
    whole = Project(Path(__file__).parents[1])
    for path in ("rules_py/kamui/widgets/faith.py", "rules_py/kamui/reading.py", "rules_py/kamui/figures.py"):
        assert path in whole.rests_on("tests/kamui/test_calculators.py"), path
    assert "rules_py/contest/widgets/roll.py" not in whole.rests_on("tests/kamui/test_calculators.py")
