"""The widgets of Avatars."""

from rules_py.avatar.widgets.check import CheckCalculator
from rules_py.avatar.widgets.clash import ClashCalculator
from rules_py.avatar.widgets.combat import CombatStepper
from rules_py.avatar.widgets.difficulty import DifficultyEstimator
from rules_py.avatar.widgets.love import EventCalculator, LoveCalculator
from rules_py.core.widget import Widget

CALCULATORS: tuple[Widget, ...] = (CheckCalculator(), DifficultyEstimator(), ClashCalculator(), LoveCalculator())
STEPPERS: tuple[Widget, ...] = (CombatStepper(), EventCalculator())
WIDGETS: tuple[Widget, ...] = (*CALCULATORS, *STEPPERS)
