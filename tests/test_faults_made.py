"""`make faults`: faults that somebody might make, where a rule is, and nowhere else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.check.reading import Project
from tests.faults.__main__ import Room, watching
from tests.faults.making import Fault, chosen, engine, possible

ROOT = Path(__file__).parents[1]
SYSTEMS = sorted(Project(ROOT).systems)


def slips(source: str) -> set[str]:
    """What a source can become, each with one fault."""
    before = source.encode()
    return {fault.made(before).decode() for fault in possible("rules_py/chess/board.py", before)}


@pytest.mark.parametrize(
    ("sound", "slips_of_it"),
    [
        ("a < b", {"(a <= b)"}),
        ("a == b", {"(a != b)"}),
        ("x in y", {"(x not in y)"}),
        ("a and b", {"(a or b)"}),
        ("not a", {"(a)"}),
        ("a + b", {"(a - b)"}),
        ("f(a * b)", {"f((a + b))"}),
        ("max(a, b)", {"(min(a, b))"}),
        ("a if b else c", {"(c if b else a)"}),
        ("x = 5", {"x = 4", "x = 6"}),
        ("x = True", {"x = False"}),
        ("{'a': x, 'b': y, 'c': x}", {"{'a': (y), 'b': y, 'c': x}", "{'a': x, 'b': (x), 'c': x}"}),
        ("名 = '予言' if 値 else b", {"名 = (b if 値 else '予言')"}),
    ],
)
def test_a_slip_is_a_small_one(sound: str, slips_of_it: set[str]) -> None:
    assert slips(sound) == slips_of_it


@pytest.mark.parametrize(
    "source",
    [
        '"""With 3 words."""',
        "x: Literal[1, 2]",
        "def f(x: Pair[3]) -> Pair[4]: ...",
        "@cache(maxsize=8)\ndef f(): ...",
        "raise InputError('dice', 3 + 4)",
        "assert a == b",
        "f'{a + 1} dice'",
        "Text(names[0], names[1])",
        "'one' + word",
        "__slots__ = ('a', 1)",
        "class C:\n    def __repr__(self):\n        return 1",
    ],
)
def test_where_no_rule_is_no_fault_is_made(source: str) -> None:
    assert slips(source) == set()


def test_a_number_of_the_data_is_one_more_or_one_less() -> None:
    data = b'[a]\nstrength = 5\nen = "2 dice"\nrules = ["P-3.2"]\n'
    found = possible("rules_py/chess/data/a.toml", data)
    assert [(fault.line, fault.made(data)) for fault in found] == [
        (2, data.replace(b"5", b"4")),
        (2, data.replace(b"5", b"6")),
    ]


def test_every_fault_of_the_engine_can_be_read_as_python() -> None:
    """What is put in is; and where one stands, whatever its place, the others stand, too."""
    for system in SYSTEMS:
        for path in engine(ROOT, system):
            source = (ROOT / path).read_bytes()
            faults = possible(path, source)
            if path.endswith(".py") and faults:
                ast.parse(faults[len(faults) // 2].made(source))
                for after in {fault.after for fault in faults}:
                    ast.parse(after, mode="eval")


def test_the_same_seed_makes_the_same_faults_in_all_systems_alike() -> None:
    faults = chosen(ROOT, SYSTEMS, 7, 3)
    assert faults == chosen(ROOT, SYSTEMS, 7, 3) != chosen(ROOT, SYSTEMS, 7, 4)
    assert [sum(fault.path.startswith(f"rules_py/{system}/") for fault in faults) for system in SYSTEMS] == [
        *(2, 2, 1, 1, 1)
    ]


def test_a_fault_is_looked_for_by_the_tests_of_its_own_system_nearest_first() -> None:
    fault = Fault("rules_py/kamui/grace.py", 0, 1, "", "", "")
    units = watching(Project(ROOT), fault)
    assert {unit.split("/")[1] for unit in units} == {"kamui"}
    assert units.index("tests/kamui/test_grace.py") < units.index("tests/kamui/test_faith.py")


def test_a_fault_is_made_in_the_copy_and_mended_there(tmp_path: Path) -> None:
    root, copy = tmp_path / "project", tmp_path / "copy"
    for path, text in {
        "pyproject.toml": "[tool.pytest.ini_options]\n",
        "rules_py/chess.py": "KINGS = 3\n",
        "tests/chess/test_board.py": "from rules_py.chess import KINGS\n\n\ndef test_three():\n    assert KINGS == 3\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    copy.mkdir()
    room = Room(copy, root)
    with room.with_fault(Fault("rules_py/chess.py", 8, 1, "a number", "3", "4")):
        assert room.noticed(["tests/chess"]) == "tests/chess/test_board.py::test_three"
    assert room.noticed(["tests/chess"]) == ""
    assert (root / "rules_py/chess.py").read_text(encoding="utf-8") == "KINGS = 3\n"


def test_a_list_of_another_engine_is_refused() -> None:
    with pytest.raises(ValueError, match=r"board.py:1 no longer reads 3"):
        Fault("board.py", 0, 1, "a number", "3", "4").made(b"KINGS = 3")
