"""What was green, and in which state of its sources: noted by `make check` and `make test`, in build/."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path

import pytest

from tests.check.reading import Project

NOTE = Path("build/checked.json")


class Note:
    """The units that were green, with the state of all they rest on and the seconds that they took.

    Args:
        project: The sources.
        path: Where the note is kept; what cannot be read is as if nothing had been noted.
    """

    def __init__(self, project: Project, path: Path) -> None:
        self.project, self.path = project, path
        self._states: dict[str, str] = {}
        try:
            self.green: dict[str, dict[str, object]] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            self.green = {}

    def state(self, path: str) -> str:
        """Return what tells one state of a file from another; it is looked at once."""
        if path not in self._states:
            self._states[path] = hashlib.blake2b((self.project.root / path).read_bytes(), digest_size=6).hexdigest()
        return self._states[path]

    def states(self, unit: str) -> dict[str, str]:
        """Return the states of all that a unit rests on."""
        return {path: self.state(path) for path in self.project.rests_on(unit)}

    def changed(self, unit: str) -> set[str]:
        """Return what is not as it was when the unit was green, gone and new files too; empty: it is still green."""
        before = self.green.get(unit, {}).get("states", {})
        assert isinstance(before, dict)
        return {path for path, _ in before.items() ^ self.states(unit).items()}

    def due(self) -> list[str]:
        """Return the units not known to be green: the nearest to a change first, then the quick, and last those left.

        A new unit is a change itself.
        """

        def order(unit: str) -> tuple[bool, int, float, str]:
            steps = self.project.rests_on(unit)
            near = min(steps.get(path, 0) for path in self.changed(unit))
            left = unit in self.green and not self.green[unit]["states"]
            return left, near, float(str(self.green.get(unit, {}).get("seconds", 0))), unit

        return sorted((unit for unit in self.project.units() if self.changed(unit)), key=order)

    def keep(self, seconds: dict[str, float], left: Iterable[str] = ()) -> None:
        """Note what has been green just now, in the states of the time when they were first looked at.

        Args:
            seconds: The units that were green, with the time that they took.
            left: Units for which there was no time; those that have never been green are noted as known.
        """
        known: dict[str, dict[str, object]] = {unit: {"seconds": 0, "states": {}} for unit in left}
        noted = (
            known
            | self.green
            | {unit: {"seconds": round(took, 2), "states": self.states(unit)} for unit, took in seconds.items()}
        )
        there = set(self.project.units())
        kept = {unit: green for unit, green in noted.items() if unit in there}
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text(json.dumps(kept), encoding="utf-8")


class Watch:
    """Looks on while pytest runs and knows of every unit whether all of it was green.

    Args:
        units: What pytest has been asked for.
    """

    def __init__(self, units: Collection[str]) -> None:
        self.units = units
        self.asked: dict[str, set[str]] = defaultdict(set)
        self.ended: dict[str, set[str]] = defaultdict(set)
        self.failed: set[str] = set()
        self.seconds: dict[str, float] = defaultdict(float)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._ask([item.nodeid for item in session.items])

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self._ask(ids)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid.split("::")[0])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        unit = report.nodeid.split("::")[0]
        self.seconds[unit] += report.duration
        if report.failed:
            self.failed.add(unit)
        if report.when == "teardown":
            self.ended[unit].add(report.nodeid)

    def green(self) -> dict[str, float]:
        """Return the units of which everything was run and nothing failed, with the seconds that they took."""
        return {unit: self.seconds[unit] for unit in self.units if not self.left(unit) and unit not in self.failed}

    def left(self, unit: str) -> int:
        """Return how many tests of a unit have not been run."""
        return len(self.asked[unit] - self.ended[unit])

    def _ask(self, ids: list[str]) -> None:
        for each in ids:
            self.asked[each.split("::")[0]].add(each)


class _Whole:
    """Notes what was green when the whole suite has run."""

    def __init__(self, config: pytest.Config) -> None:
        self.note = Note(Project(config.rootpath), config.rootpath / NOTE)
        units = self.note.project.units()
        for unit in units:
            self.note.states(unit)  # as they are before the first test runs
        self.watch = Watch(units)
        config.pluginmanager.register(self.watch)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        if any(self.watch.asked.values()):
            self.note.keep(self.watch.green())


def pytest_configure(config: pytest.Config) -> None:
    """Note what is green in this run of the whole suite, of which nothing has been left out by the command."""
    whole = config.args_source is config.ArgsSource.TESTPATHS and not config.option.keyword
    if whole and not hasattr(config, "workerinput"):
        config.pluginmanager.register(_Whole(config))
