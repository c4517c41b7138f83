"""What each game brings along to an online table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.core.data import System
from rules_py.core.palette import Line
from rules_py.core.rooms import Rooms, of
from rules_py.core.sheet import CharacterSheet


@dataclass(frozen=True)
class TableGame:
    """A game at an online table.

    Args:
        system: The game.
        sheet: Its sheet.
        samples: A sample cast.
        rulings: Its house rules, as a type.
        lines: Returns the palette of a sheet under house rules.
        bot: The dice bot of BCDice that suits it.
    """

    system: System
    sheet: type[CharacterSheet]
    samples: tuple[CharacterSheet, ...]
    rulings: type[Any]
    lines: Callable[[Any, Any], list[Line]]
    bot: str


def _game(slug: str) -> TableGame:
    sheet, palette = of(slug, "sheet"), of(slug, "palette")
    return TableGame(
        of(slug, "system").SYSTEM, sheet.Sheet, sheet.SAMPLES, of(slug, "rulings").Rulings, palette.lines, palette.BOT
    )


GAMES: Mapping[str, TableGame] = Rooms(_game)
"""The games by their slugs."""
SAMPLES: Mapping[str, tuple[CharacterSheet, ...]] = Rooms(lambda slug: GAMES[slug].samples)
"""A few characters of each game."""
