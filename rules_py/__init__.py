"""Tabletop role-playing rules as exact Python: one package per system, the same rooms in each."""

from collections.abc import Callable
from typing import Any

from rules_py.avatar import MECHANICS as _AVATAR
from rules_py.avatar.rulings import Rulings as _AvatarRulings
from rules_py.contest import MECHANICS as _CONTEST
from rules_py.contest.rulings import Rulings as _ContestRulings
from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.text import Text
from rules_py.exorcist import MECHANICS as _EXORCIST
from rules_py.exorcist.rulings import Rulings as _ExorcistRulings
from rules_py.kamui import MECHANICS as _KAMUI
from rules_py.kamui.rulings import Rulings as _KamuiRulings
from rules_py.prophecy import MECHANICS as _PROPHECY
from rules_py.prophecy.rulings import Rulings as _ProphecyRulings

__version__ = "0.1.0"

MECHANICS: dict[str, tuple[Callable[..., Any], ...]] = {**_PROPHECY, **_EXORCIST, **_CONTEST, **_AVATAR, **_KAMUI}
"""The public callables that implement each mechanic of the rules, by its id (`"C-M1"`)."""

RULINGS = {
    "prophecy": _ProphecyRulings,
    "exorcist": _ExorcistRulings,
    "contest": _ContestRulings,
    "avatar": _AvatarRulings,
    "kamui": _KamuiRulings,
}
"""The switches of each system by its slug."""

__all__ = ["MECHANICS", "RULINGS", "ForbiddenAction", "InputError", "Text", "__version__"]
