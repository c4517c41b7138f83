"""What the tools ask of `rules_py.library`, and nothing more of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast
from xml.etree.ElementTree import Element

from rules_py.core.data import System
from rules_py.core.text import Language


class Library(Protocol):
    """The module `rules_py.library`."""

    SYSTEMS: Mapping[str, System]
    WIDGETS: Mapping[str, Any]
    FIGURES: Mapping[str, Callable[[Language], Element]]

    def own_chances(self) -> Mapping[str, str]:
        """Return the ids beside which a reader's own chances belong, with their game."""

    def widget_element(self, name: str, language: Language, values: Mapping[str, str] | None = None) -> Element:
        """Return the whole widget as built for a page without script."""


def load() -> Library:
    """Import and return the library."""
    return cast(Library, import_module("rules_py.library"))


def said_in(rule: str, folder: Path = Path("rules_py")) -> tuple[str, int]:
    """Return file and line of the data or the code that names an id; the package and 0 where it is put together.

    Args:
        rule: The id, which no page holds.
        folder: Folder of the rules.

    Example:
        >>> said_in("C-99.99")
        ('rules_py', 0)
    """
    whole = re.compile(rf"(?<![\w.-]){re.escape(rule)}(?![\w-]|\.\d)")
    for path in sorted((*folder.rglob("*.toml"), *folder.rglob("*.py"))):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if whole.search(line):
                return path.as_posix(), number
    return folder.as_posix(), 0


def mechanics(slug: str, library: Library) -> dict[str, tuple[Callable[..., object], ...]]:
    """Return the mechanics of a system, each with the callables that implement it.

    Args:
        slug: The system.
        library: The library, which may bring its own `MECHANICS`; otherwise those of `rules_py`.
    """
    letter = library.SYSTEMS[slug].letter
    found: Mapping[str, Any] = getattr(library, "MECHANICS", None) or import_module("rules_py").MECHANICS
    return {rule: _listed(value) for rule, value in found.items() if rule[0] == letter}


def _listed(value: Callable[..., object] | Sequence[Callable[..., object]]) -> tuple[Callable[..., object], ...]:
    return (value,) if callable(value) else tuple(value)
