"""The widgets of Tactical Exorcist."""

from rules_py.exorcist.widgets.attack import AttackCalculator
from rules_py.exorcist.widgets.combat import CombatStepper
from rules_py.exorcist.widgets.difficulty import DifficultyEstimator
from rules_py.exorcist.widgets.pool import PoolCalculator

WIDGETS = (PoolCalculator(), AttackCalculator(), DifficultyEstimator(), CombatStepper())

__all__ = [
    "WIDGETS",
    "AttackCalculator",
    "CombatStepper",
    "DifficultyEstimator",
    "PoolCalculator",
]
