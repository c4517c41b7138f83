"""What the exact answers share: weights of dice."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rules_py.prophecy.checks import FACES, Flag, Roll, merged, roll_odds
from rules_py.prophecy.rulings import Rulings


@cache
def weights(dice: int, flags: bool, rulings: Rulings) -> Mapping[Roll, int]:
    """How many of the equally likely throws give each roll; without flags only totals are told apart."""
    cases = FACES**dice
    odds = merged((roll if flags else Roll(Flag.NONE, roll.total), p) for roll, p in roll_odds(dice, rulings).items())
    return {roll: int(chance * cases) for roll, chance in odds.items()}
