"""The one exception by which the site's tools refuse to build."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import click


@dataclass(frozen=True, order=True)
class Fault:
    """Something wrong in a source file.

    Args:
        file: Path of the file as an editor would open it, or a name for the data it is in.
        line: Line, counted from 1; 0 when there is none.
        message: What is wrong, without a full stop.
    """

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.message}"


class SiteError(click.ClickException):
    """One or more faults; `mkdocs` prints them, one a line, and exits with 1.

    Args:
        faults: The faults, or one message.
    """

    def __init__(self, faults: Iterable[Fault] | str) -> None:
        self.faults = () if isinstance(faults, str) else tuple(sorted(set(faults)))
        if isinstance(faults, str):
            super().__init__(faults)
        else:
            lines = "\n".join(str(fault) for fault in self.faults)
            super().__init__(f"{len(self.faults)} fault(s)\n{lines}")
