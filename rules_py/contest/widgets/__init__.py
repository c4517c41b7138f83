"""The widgets of the serial contest."""

from rules_py.contest.widgets.difficulty import DifficultyEstimator
from rules_py.contest.widgets.duel import ContestDuel
from rules_py.contest.widgets.gauge import WholeContest
from rules_py.contest.widgets.roll import RollCalculator
from rules_py.contest.widgets.stepper import ContestStepper

WIDGETS = (RollCalculator(), WholeContest(), DifficultyEstimator(), ContestStepper(), ContestDuel())

__all__ = ["WIDGETS", "ContestDuel", "ContestStepper", "DifficultyEstimator", "RollCalculator", "WholeContest"]
