"""What goes along to an online table: characters and their palettes, decks, boards, tables to roll on.

Everything here is made from the sheets, palettes and rules of the games and knows nothing of a site.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from rules_py.exports.ccfolia import ccfolia
from rules_py.exports.games import GAMES, SAMPLES, TableGame
from rules_py.exports.palette import palette
from rules_py.exports.udonarium import udonarium

if TYPE_CHECKING:
    from rules_py.exports.backgrounds import board_background, ring_background
    from rules_py.exports.boards import udonarium_board, udonarium_ring
    from rules_py.exports.decks import deck, foundry_deck, udonarium_deck
    from rules_py.exports.tables import FaceTable, bcdice_table, event_table, foundry_table, level_table

# Each is about games of its own, and a page about another one has them not: they are imported when they are named.
_OF_SOME_GAMES = ("backgrounds", "boards", "decks", "tables")

__all__ = [
    "GAMES",
    "SAMPLES",
    "FaceTable",
    "TableGame",
    "bcdice_table",
    "board_background",
    "ccfolia",
    "deck",
    "event_table",
    "foundry_deck",
    "foundry_table",
    "level_table",
    "palette",
    "ring_background",
    "udonarium",
    "udonarium_board",
    "udonarium_deck",
    "udonarium_ring",
]


def __getattr__(name: str) -> Any:
    if name in __all__:
        modules = (import_module(f"{__name__}.{module}") for module in _OF_SOME_GAMES)
        return next(getattr(module, name) for module in modules if hasattr(module, name))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
