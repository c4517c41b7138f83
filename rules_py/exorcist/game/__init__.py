"""The desk as a state machine: a fight with its grid, or either alone; each action is stated once (E-M3 to E-M14)."""

from rules_py.exorcist.game import barriers, cast, exchange, turns
from rules_py.exorcist.game.desk import GAME, Desk

__all__ = ["GAME", "Desk", "apply", "barriers", "cast", "exchange", "turns"]

apply = GAME.apply
"""Carry out one action of a fight (E-M3 to E-M14); its actions are `GAME.actions`."""
