"""Tabletop role-playing rules as exact Python: one package per system, the same rooms in each."""

from collections.abc import Callable, Mapping
from typing import Any

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.rooms import Gathered, Rooms, of
from rules_py.core.text import Text

__version__ = "0.1.0"

MECHANICS: Mapping[str, tuple[Callable[..., Any], ...]] = Gathered(Rooms(lambda slug: of(slug).MECHANICS))
"""The public callables that implement each mechanic of the rules, by its id (`"C-M1"`)."""

RULINGS: Mapping[str, type[Any]] = Rooms(lambda slug: of(slug, "rulings").Rulings)
"""The switches of each system by its slug."""

__all__ = ["MECHANICS", "RULINGS", "ForbiddenAction", "InputError", "Text", "__version__"]
