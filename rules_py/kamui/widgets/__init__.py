"""The widgets of Kamui."""

from typing import Any

from rules_py.core.widget import Widget
from rules_py.kamui.widgets.attack import AttackPlanner
from rules_py.kamui.widgets.board import RingBoard
from rules_py.kamui.widgets.difficulty import DifficultyEstimator
from rules_py.kamui.widgets.faith import FaithForecast
from rules_py.kamui.widgets.grace import GraceCheck
from rules_py.kamui.widgets.pool import PoolCalculator

WIDGETS: tuple[Widget[Any], ...] = (
    PoolCalculator(),
    AttackPlanner(),
    GraceCheck(),
    DifficultyEstimator(),
    FaithForecast(),
    RingBoard(),
)

__all__ = [
    "WIDGETS",
    "AttackPlanner",
    "DifficultyEstimator",
    "FaithForecast",
    "GraceCheck",
    "PoolCalculator",
    "RingBoard",
]
