"""`python -m tests.check`: style, types and scripts, and beside them every native test that a change can reach."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.check import UNTIL
from tests.check.note import NOTE, Note, Watch
from tests.check.reading import BUILT, Project

LAST_TEST_SECONDS = 8
"""What is kept of the time for the tests that run when it is up."""


def main() -> int:
    """Run what is due, say what was run and what was left, and return 1 when anything failed."""
    within = float(os.environ.get("WITHIN") or 60)
    os.environ[UNTIL] = str(time.time() + within - LAST_TEST_SECONDS)
    beside = subprocess.Popen(
        ["make", "--no-print-directory", "--jobs=1", "--keep-going", "style", "types", "scripts"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    note = Note(Project(Path.cwd()), NOTE)
    due = note.due()
    native = [unit for unit in due if not note.project.needs_the_site(unit)]
    watch = Watch(native)
    failed = False
    if native:
        print(f"{counted(native)} to be run, for {why(note, native)}.")
        order = ["-n2", "--dist=loadfile", "--no-loadscope-reorder", "-p", "tests.check.limit"]
        failed = pytest.main([*order, "-q", "--no-header", *native], plugins=[watch]) not in (0, 5)
        if any(watch.asked.values()):
            note.keep(watch.green(), filter(watch.left, native))
    said, _ = beside.communicate()
    if beside.returncode:
        print(said)
    print(*report(due, native, watch, within), sep="\n")
    if failed or beside.returncode:
        print("Not good: " + " and ".join(["tests"] * failed + ["style, types or scripts"] * bool(beside.returncode)))
    return int(failed or beside.returncode != 0)


def report(due: list[str], native: list[str], watch: Watch, within: float) -> list[str]:
    """Return what was run, what was left and why.

    Args:
        due: All units that are not known to be green.
        native: Those of them that need no site.
        watch: What has been seen of these.
        within: The seconds that there were.
    """
    late = [unit for unit in native if watch.left(unit)]
    lines = ["", "Run: style, types, scripts;"]
    if native:
        ended = sum(map(len, watch.ended.values()))
        lines[-1] += f" {ended:,} tests and examples in {counted(native, late)} that a change reaches."
    else:
        lines[-1] += " no tests, for nothing that they rest on has changed since they were green."
    folders = ", ".join(folder.rstrip("/") for folder in BUILT)
    lines.append(
        f"Left to `make test`: whatever needs the built site ({folders} and what takes from there)"
        + (
            f"; {counted(due, native)} of it {'is' if len(due) - len(native) == 1 else 'are'} not known to be green."
            if len(due) > len(native)
            else "."
        )
    )
    if late:
        lines.append(
            f"Left because {within:g} seconds are up: {names(late, 12)}."
            " The next `make check` goes on there; `WITHIN=300 make check` takes longer."
        )
    return lines


def why(note: Note, units: list[str]) -> str:
    """Say what has changed, or that nothing is known."""
    if not note.green:
        return "nothing has been noted as green yet"
    known = [note.changed(unit) for unit in units if note.green.get(unit, {}).get("states")]
    new = [unit for unit in units if unit not in note.green]
    return f"this has changed or was not green: {names(sorted({*new, *set().union(*known)}))}"


def counted(files: list[str], without: Sequence[str] = ()) -> str:
    """Say how many files there are without some of them."""
    count = len(files) - len(without)
    return f"{count} file{'s' * (count != 1)}"


def names(paths: list[str], most: int = 4) -> str:
    """Name some paths, and say how many more there are."""
    return ", ".join(paths[:most]) + (f" and {len(paths) - most} more" if len(paths) > most else "")


if __name__ == "__main__":
    sys.exit(main())
