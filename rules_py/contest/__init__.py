"""The serial contest (連続対決): opposed d20 rounds that push a piece along a gauge."""

from rules_py.contest.characters import Ability, Contestant, augment_bonus, halve, parse_ability
from rules_py.contest.checks import Side, SuccessLevel, compare_rolls, raise_level, success_level
from rules_py.contest.effects import Gauge, Move, chart_move, check_phase, exchange
from rules_py.contest.game import GAME, apply
from rules_py.contest.model import Character, Contest, NamedAbility, Phase, Scene, join_start, parse_abilities
from rules_py.contest.odds import (
    ExchangeOdds,
    Outlook,
    Standing,
    contest_odds,
    exchange_odds,
    level_odds,
    outlook_this_round,
    standings_after,
)
from rules_py.contest.rulings import Rulings

MECHANICS = {
    "C-M1": (parse_ability, Ability),
    "C-M2": (augment_bonus,),
    "C-M3": (halve, Contestant),
    "C-M4": (success_level, level_odds),
    "C-M5": (compare_rolls, raise_level),
    "C-M6": (chart_move, exchange, exchange_odds),
    "C-M7": (Gauge,),
    "C-M8": (check_phase, contest_odds),
    "C-M9": (join_start,),
    "C-M10": (Scene,),
}

__all__ = [
    "GAME",
    "MECHANICS",
    "Ability",
    "Character",
    "Contest",
    "Contestant",
    "ExchangeOdds",
    "Gauge",
    "Move",
    "NamedAbility",
    "Outlook",
    "Phase",
    "Rulings",
    "Scene",
    "Side",
    "Standing",
    "SuccessLevel",
    "apply",
    "augment_bonus",
    "chart_move",
    "check_phase",
    "compare_rolls",
    "contest_odds",
    "exchange",
    "exchange_odds",
    "halve",
    "join_start",
    "level_odds",
    "outlook_this_round",
    "parse_abilities",
    "parse_ability",
    "raise_level",
    "standings_after",
    "success_level",
]
