"""What the tools ask of `rules_py.library`, and nothing more of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast
from xml.etree.ElementTree import Element

from rules_py.data import System
from rules_py.text import Language


class Library(Protocol):
    """The module `rules_py.library`."""

    SYSTEMS: Mapping[str, System]
    WIDGETS: Mapping[str, Any]
    FIGURES: Mapping[str, Callable[[Language], Element]]

    def widget_element(self, name: str, language: Language, values: Mapping[str, str] | None = None) -> Element:
        """Return the whole widget as built for a page without script."""


def load() -> Library:
    """Import and return the library."""
    return cast(Library, import_module("rules_py.library"))


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
