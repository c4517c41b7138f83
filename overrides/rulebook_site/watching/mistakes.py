"""What went wrong while a page was made, as faults with file and line."""

from __future__ import annotations

import re
import tomllib
import traceback
from pathlib import Path

from jinja2 import TemplateSyntaxError

from rulebook_site.faults import Fault, SiteError

_ESBUILD = re.compile(r"\[ERROR\] (?P<message>.*)\n\n\s+(?P<file>\S+?):(?P<line>\d+):\d+:")
_TOML_LINE = re.compile(r"^(?P<message>.*) \(at (?:line (?P<line>\d+).*|end of document)\)$")


def faults(error: BaseException) -> tuple[Fault, ...]:
    """Return what an error says is wrong, and where."""
    if isinstance(error, SiteError):
        return error.faults or _of_scripts(error.message) or (Fault("", 0, error.message),)
    if isinstance(error, SyntaxError):
        return (Fault(_own(error.filename) or str(error.filename), error.lineno or 0, error.msg),)
    if isinstance(error, tomllib.TOMLDecodeError):
        return _of_data() or (Fault("rules_py", 0, str(error)),)
    if isinstance(error, TemplateSyntaxError):
        return (Fault(_own(error.filename) or str(error.filename), error.lineno, str(error.message)),)
    said = "".join(traceback.format_exception_only(error)).strip()
    places = [(file, each.lineno or 0) for each in traceback.extract_tb(error.__traceback__) if (file := _own(each[0]))]
    rules = [place for place in places if place[0].startswith("rules_py/")]
    file, line = next(reversed(rules or places), ("", 0))
    return (Fault(file, line, said),)


def _of_data() -> tuple[Fault, ...]:
    """Return what is wrong with the data: Python does not say which file it could not read."""
    found = []
    for path in sorted(Path("rules_py").rglob("*.toml")):
        text = path.read_text(encoding="utf-8")
        try:
            tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            said = _TOML_LINE.match(str(error))
            message, line = (said["message"], said["line"]) if said else (str(error), "0")
            found.append(Fault(path.as_posix(), int(line or text.count("\n") + 1), message))
    return tuple(found)


def _of_scripts(message: str) -> tuple[Fault, ...]:
    """Return what esbuild says is wrong with scripts and styles."""
    return tuple(
        Fault(_own(found["file"]) or found["file"], int(found["line"]), found["message"])
        for found in _ESBUILD.finditer(message)
    )


def _own(file: str | None) -> str:
    """Return the path of a file of the project below its folder; empty for any other."""
    if not file:
        return ""
    path = Path(file).absolute()
    here = Path.cwd()
    if not path.is_relative_to(here):
        return ""
    below = path.relative_to(here)
    return "" if below.parts[0].startswith(".") or below.parts[0] == "node_modules" else below.as_posix()
