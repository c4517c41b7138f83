"""The widgets of Avatars."""

from typing import Any

from rules_py.avatar.widgets.check import CheckCalculator
from rules_py.avatar.widgets.clash import ClashCalculator
from rules_py.avatar.widgets.combat import CombatStepper
from rules_py.avatar.widgets.difficulty import DifficultyEstimator
from rules_py.avatar.widgets.event import EventCalculator
from rules_py.avatar.widgets.love import LoveCalculator
from rules_py.core.widget import Widget

CALCULATORS: tuple[Widget[Any], ...] = (CheckCalculator(), DifficultyEstimator(), ClashCalculator(), LoveCalculator())
STEPPERS: tuple[Widget[Any], ...] = (CombatStepper(), EventCalculator())
WIDGETS: tuple[Widget[Any], ...] = (*CALCULATORS, *STEPPERS)
