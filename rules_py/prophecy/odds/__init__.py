"""Exact answers: an attack with its rerolls, the best effects of a hit, a check's resources, who acts first."""

from rules_py.prophecy.odds.attack import STRENGTHS, AttackOdds, CastReroll, GuardReroll, attack_odds, check_attack
from rules_py.prophecy.odds.best import GOALS, BestEffects, Gain, best_effects
from rules_py.prophecy.odds.check import (
    MOST_HELPERS,
    PAYMENTS,
    CheckPlan,
    Payment,
    Spending,
    check_odds,
    check_plan,
    hardest_target,
)
from rules_py.prophecy.odds.initiative import (
    OrderOdds,
    acting_before,
    first_to_act,
    initiative_odds,
    initiative_order,
    party_ahead,
)

__all__ = [
    "GOALS",
    "MOST_HELPERS",
    "PAYMENTS",
    "STRENGTHS",
    "AttackOdds",
    "BestEffects",
    "CastReroll",
    "CheckPlan",
    "Gain",
    "GuardReroll",
    "OrderOdds",
    "Payment",
    "Spending",
    "acting_before",
    "attack_odds",
    "best_effects",
    "check_attack",
    "check_odds",
    "check_plan",
    "first_to_act",
    "hardest_target",
    "initiative_odds",
    "initiative_order",
    "party_ahead",
]
