"""Figures, the table of them, and the machine they were taken on."""

from __future__ import annotations

import datetime
import json
import os
import platform
import re
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rules_py.core.text import Text

DECIMALS = {"ms": 1, "s": 2, "×": 2, "kB": 1, "MB": 2, "": 0}
"""Digits that are printed, by unit."""


@dataclass(frozen=True)
class Figure:
    """One line of the table.

    Args:
        name: What was measured.
        unit: Its unit; empty for a count.
        median: The figure.
        spread: Between the least and the greatest sample.
        runs: How many samples there are.
        bar: What it should not exceed.
    """

    name: Text
    unit: str
    median: float
    spread: float
    runs: int
    bar: float | None

    def line(self, note: str = "") -> str:
        """Return it as it is printed."""
        digits = DECIMALS[self.unit]
        bar = "" if self.bar is None else f"≤ {self.bar:g}"
        spread = f"± {self.spread / 2:.{digits}f}" if self.runs > 1 else ""
        number = f"{self.median:.{digits}f} {self.unit}"
        return f"{self.name.en:<84}{number:>12}  {spread:<10}{self.runs:>3}×  {bar:<8}{note}".rstrip()

    def data(self) -> dict[str, Any]:
        """Return it as it is written."""
        digits = DECIMALS[self.unit] + 1
        return {
            "name": {"en": self.name.en, "ja": self.name.ja},
            "unit": self.unit,
            "median": round(self.median, digits),
            "spread": round(self.spread, digits),
            "runs": self.runs,
            "bar": self.bar,
        }


@dataclass
class Table:
    """All figures of a run, each printed as soon as it is known."""

    figures: list[Figure] = field(default_factory=list)
    browsers: dict[str, str] = field(default_factory=dict)

    def add(
        self,
        name: Text,
        unit: str,
        samples: Sequence[float],
        bar: float | None = None,
        note: str = "",
        middle: Callable[[Sequence[float]], float] = statistics.median,
    ) -> float:
        """Add a figure, print it and return it."""
        found = Figure(name, unit, middle(samples), max(samples) - min(samples), len(samples), bar)
        self.figures.append(found)
        print(found.line(note), flush=True)
        return found.median

    def write(self, file: Path) -> None:
        """Write the figures and the machine as JSON."""
        told = {
            "date": datetime.date.today().isoformat(),
            "machine": machine() | {"browsers": self.browsers},
            "figures": [figure.data() for figure in self.figures],
        }
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def machine() -> dict[str, str | int]:
    """Return what the figures were taken on."""
    about = Path("/proc/cpuinfo")
    model = re.search(r"^model name\s*:\s*(.+)$", about.read_text() if about.is_file() else "", re.MULTILINE)
    try:
        system = platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        system = f"{platform.system()} {platform.release()}"
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cpu": model[1] if model else platform.machine(),
        "cores": os.cpu_count() or 0,
        "memory": f"{memory / 2**30:.0f} GiB",
        "os": system,
        "python": platform.python_version(),
    }


def percentile_95(samples: Sequence[float]) -> float:
    """Return what 95 of 100 samples do not exceed."""
    return statistics.quantiles(samples, n=20, method="inclusive")[-1]
