"""A combat with cards, action by action: order, declarations, execution, refill, reshuffle (A-M3 to A-M9, A-M13).

Each action is stated once, in the module of what it is about; `GAME` knows them all.
People are named by their number, cards by their code (`"SK"`, `"X=HA"`); what a real deck shows in an action stands
before it: `["drawn", cards, name, argument, …]`.

Example:
    >>> for action in GAME.actions.values():
    ...     print(action.form)
    ["add", name, side, suit, numbers, hand?]
    ["edit", who, name, side, suit, numbers, hand?]
    ["remove", who]
    ["set", stage_number, decisive]
    ["change", who, what, value]
    ["joker", card]
    ["reshuffle", chosen?]
    ["draw"]
    ["rest"]
    ["more"]
    ["discard", who, cards]
    ["deal", who, number]
    ["open"]
    ["even"]
    ["lay", cards]
    ["buy", number]
    ["help", helper, whom, card]
    ["enough"]
    ["execute"]
    ["drop", card]
    ["chase", card?]
    ["caught", choice]
    ["begin", striking?]
    ["round"]
    ["end"]
    ["strike", who, kind, target?, options?]
    ["struck"]
    ["choose", chosen]
    ["tie"]
    ["release", to, who?]
    ["declare", kind, target?, cards?, options?]
    ["react", who, kind, target]
    ["cancel", who]
"""

from rules_py.avatar.game import cast as cast
from rules_py.avatar.game import refill as refill
from rules_py.avatar.game.rounds import begin_problem
from rules_py.avatar.game.table import GAME, CardTable, apply
from rules_py.avatar.game.unasked import fought_out, of_itself

__all__ = ["GAME", "CardTable", "apply", "begin_problem", "fought_out", "of_itself"]
