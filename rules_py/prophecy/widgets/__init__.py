"""The widgets of Prophecy."""

from rules_py.prophecy.widgets.attack import AttackCalculator
from rules_py.prophecy.widgets.battle import BattleStepper
from rules_py.prophecy.widgets.check import CheckCalculator
from rules_py.prophecy.widgets.condition import YourNumbers
from rules_py.prophecy.widgets.difficulty import DifficultyEstimator
from rules_py.prophecy.widgets.initiative import InitiativeOdds

WIDGETS = (
    CheckCalculator(),
    AttackCalculator(),
    DifficultyEstimator(),
    InitiativeOdds(),
    YourNumbers(),
    BattleStepper(),
)

__all__ = [
    "WIDGETS",
    "AttackCalculator",
    "BattleStepper",
    "CheckCalculator",
    "DifficultyEstimator",
    "InitiativeOdds",
    "YourNumbers",
]
