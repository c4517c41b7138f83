"""What the exact answers share: weights of dice, sums of weights, and refusals beside an input."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from rules_py.core.errors import ForbiddenAction
from rules_py.core.text import Text
from rules_py.prophecy.checks import FACES, Flag, Roll, merged, roll_odds
from rules_py.prophecy.rulings import Rulings


def forbidden(field: str, action: Text, reason: Text, rule: str) -> ForbiddenAction:
    """Return the error for what the rules do not allow, to be shown beside an input.

    Args:
        field: Name of the parameter or form field.
        action: What was tried.
        reason: Why it is not possible.
        rule: Ledger id of the rule that forbids it.
    """
    error = ForbiddenAction(action, reason, rule)
    error.field = field
    return error


@cache
def weights(dice: int, flags: bool, rulings: Rulings) -> Mapping[Roll, int]:
    """How many of the equally likely throws give each roll; without flags only totals are told apart."""
    cases = FACES**dice
    odds = merged((roll if flags else Roll(Flag.NONE, roll.total), p) for roll, p in roll_odds(dice, rulings).items())
    return {roll: int(chance * cases) for roll, chance in odds.items()}


def counted[Outcome](outcomes: Iterator[tuple[Outcome, int]]) -> dict[Outcome, int]:
    """Return the outcomes, each once, with the sum of its counts."""
    total: dict[Outcome, int] = {}
    for outcome, count in outcomes:
        total[outcome] = total.get(outcome, 0) + count
    return total
