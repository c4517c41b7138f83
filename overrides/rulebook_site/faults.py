"""The one exception by which the site's tools refuse to build."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click


@dataclass(frozen=True, order=True)
class Fault:
    """Something wrong in a source file.

    Args:
        file: Path of the file as an editor would open it, or a name for the data it is in; empty when there is none.
        line: Line, counted from 1; 0 when there is none.
        message: What is wrong, without a full stop.
    """

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.message}" if where else self.message


def line_of(file: Path, text: str) -> int:
    """Return the first line of a file that holds a text, counted from 1; 0 when none does."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
    return next((number for number, line in enumerate(lines, 1) if text in line), 0)


_WARNING = re.compile(r"(?:Doc file '|mkdocs_autorefs: )(?P<page>[^':]+\.md)(?:'|: ).*?'(?P<what>[^']+)'")


def located(warning: str, docs_dir: str) -> Fault:
    """Return a warning of MkDocs, if it is about a link with the file and the line of it.

    Args:
        warning: What MkDocs says.
        docs_dir: Folder of the pages.
    """
    found = _WARNING.search(warning)
    if not found:
        return Fault("", 0, warning)
    file = Path(docs_dir, found["page"])
    return Fault(file.as_posix(), line_of(file, found["what"]), warning[found.start() :])


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
