"""Exact chances of a check: every way to begin it, followed by the best additions (A-M10).

One question a file; `solver` is the search behind them.
"""

from rules_py.avatar.odds.check import check_odds
from rules_py.avatar.odds.effort import effort
from rules_py.avatar.odds.goals import GOALS, Goal
from rules_py.avatar.odds.plays import Counted, Play, count_plays, plays
from rules_py.avatar.odds.situation import MOST_HAND, Situation, most_deck_cards

__all__ = [
    "GOALS",
    "MOST_HAND",
    "Counted",
    "Goal",
    "Play",
    "Situation",
    "check_odds",
    "count_plays",
    "effort",
    "most_deck_cards",
    "plays",
]
