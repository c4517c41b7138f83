"""A battle as a state machine: set-up, initiative, activations, attacks with everything in between (P-M13, P-M14)."""

from rules_py.prophecy.game import attack, rounds, support
from rules_py.prophecy.game.legal import attack_targets, forbidden, legal_actions, support_targets
from rules_py.prophecy.game.play import GAME

apply = GAME.apply
"""Carry out one action of a battle (P-M14); its actions are `GAME.actions`."""

__all__ = [
    "GAME",
    "apply",
    "attack",
    "attack_targets",
    "forbidden",
    "legal_actions",
    "rounds",
    "support",
    "support_targets",
]
