"""What somebody looks for in a check: success, no fumble, or little EP."""

from __future__ import annotations

from typing import Literal

Goal = Literal["success", "fumble", "ep"]
GOALS: dict[Goal, tuple[str, str, str]] = {
    "success": ("success", "fumble", "ep"),
    "fumble": ("fumble", "success", "ep"),
    "ep": ("ep", "success", "fumble"),
}
"""What counts first, second and third: as much success, as few fumbles, as little EP as possible."""
