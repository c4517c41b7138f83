"""`python -m tests.faults`: make faults in copies of the engine, one at a time, and count those that its tests notice.

FAULTS says how many, SEED which; LIST names a file of faults from an earlier run, to make the same again.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from queue import Queue

from tests.check.note import NOTE, Note
from tests.check.reading import Project
from tests.faults.making import Fault, chosen

AT_ONCE = 2
CPU_SECONDS = 400
"""So long may the tests of a system take, several times what they do take; what takes longer has no end."""
BYTES = 4 << 30
COPIED = ("rules_py", "tests", "docs", "overrides", "pyproject.toml", "mkdocs.yml", "README.md", "CHANGELOG.md")
LISTED = Path("build/faults.json")


class Room:
    """A copy of the project in which faults may be made.

    Args:
        folder: Where it lies.
        root: The project.
    """

    def __init__(self, folder: Path, root: Path) -> None:
        self.folder, self.made = folder, 0
        for name in COPIED:
            if (root / name).is_dir():
                shutil.copytree(root / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            elif (root / name).exists():
                shutil.copy2(root / name, folder / name)

    @contextmanager
    def with_fault(self, fault: Fault) -> Iterator[None]:
        """Make a fault, and mend it in the end."""
        file = self.folder / fault.path
        sound = file.read_bytes()
        self._write(file, fault.made(sound))
        try:
            yield
        finally:
            self._write(file, sound)

    def _write(self, file: Path, content: bytes) -> None:
        """Write a file with a time of its own: compiled code is known by time in seconds and size alone."""
        self.made += 1
        file.write_bytes(content)
        os.utime(file, (self.made, self.made))

    def noticed(self, units: list[str]) -> str:
        """Run tests until the first fails; return which it was, or an empty text when all pass."""
        shutil.rmtree(self.folder / ".hypothesis", ignore_errors=True)
        # No game needs what loads by itself: browsers, several processes.
        environment = os.environ | {"PYTHONPATH": ".:overrides", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        environment.pop("PYTHONPYCACHEPREFIX", None)  # what is compiled here goes with the copy
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", "-rfE", *units]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as running:
            resource.prlimit(running.pid, resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
            resource.prlimit(running.pid, resource.RLIMIT_AS, (BYTES, BYTES))
            said, _ = running.communicate()
        if running.returncode == 0:
            return ""
        if running.returncode < 0:
            return "no end"
        if running.returncode not in (1, 2):
            raise RuntimeError(f"pytest has ended with {running.returncode}:\n{said}")
        found = re.search(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE)
        return found[1] if found else said.strip().splitlines()[-1]


def watching(project: Project, fault: Fault) -> list[str]:
    """Return the tests and examples of the fault's own system that rest on its file, the nearest first."""
    system = _system(fault.path)
    own = [unit for unit in project.units() if unit.startswith((f"tests/{system}/", f"rules_py/{system}/"))]
    near = {unit: project.rests_on(unit).get(fault.path) for unit in own}
    return sorted((unit for unit in own if near[unit] is not None), key=lambda unit: (near[unit], unit))


def _system(path: str) -> str:
    return path.split("/")[1]


def main() -> int:
    """Print what was noticed and what was not, and how often; return 1 when the tests fail without any fault."""
    root = Path.cwd()
    project = Project(root)
    if listed := os.environ.get("LIST"):
        faults = [Fault(**kept["fault"]) for kept in json.loads(Path(listed).read_text(encoding="utf-8"))]
    else:
        count, seed = int(os.environ.get("FAULTS") or 40), int(os.environ.get("SEED") or 7)
        faults = chosen(root, sorted(project.systems), count, seed)
    watched = {unit for fault in faults for unit in watching(project, fault)}
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        rooms: Queue[Room] = Queue()
        for number in range(AT_ONCE):
            rooms.put(Room(Path(folder) / str(number), root))
        unsure = sorted(watched.intersection(Note(project, root / NOTE).due()), key=_system)
        for _, units in groupby(unsure, _system):
            if failing := rooms.queue[0].noticed(list(units)):
                print(f"Without any fault there fails {failing}")
                return 1

        def tried(fault: Fault) -> str:
            room = rooms.get()
            try:
                with room.with_fault(fault):
                    by = room.noticed(watching(project, fault))
            finally:
                rooms.put(room)
            print(f"{'noticed' if by else 'SURVIVES'}  {fault}" + (f"  ({by})" if by else ""), flush=True)
            return by

        noticed = list(pool.map(tried, faults))
    LISTED.parent.mkdir(exist_ok=True)
    kept = [{"fault": asdict(fault), "noticed": by} for fault, by in zip(faults, noticed, strict=True)]
    LISTED.write_text(json.dumps(kept, indent=1, ensure_ascii=False), encoding="utf-8")
    print("\nNot noticed:", *(f"  {fault}" for fault, by in zip(faults, noticed, strict=True) if not by), sep="\n")
    print(f"{sum(map(bool, noticed))} of {len(faults)} noticed. The list is kept in {LISTED}; LIST= makes it again.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
