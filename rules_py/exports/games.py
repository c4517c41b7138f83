"""What each game brings along to an online table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from rules_py.avatar import palette as avatar_palette
from rules_py.avatar import sheet as avatar_sheet
from rules_py.avatar.rulings import Rulings as AvatarRulings
from rules_py.avatar.system import SYSTEM as AVATAR
from rules_py.contest import palette as contest_palette
from rules_py.contest import sheet as contest_sheet
from rules_py.contest.rulings import Rulings as ContestRulings
from rules_py.contest.system import SYSTEM as CONTEST
from rules_py.core.data import System
from rules_py.core.palette import Line
from rules_py.core.sheet import CharacterSheet
from rules_py.exorcist import palette as exorcist_palette
from rules_py.exorcist import sheet as exorcist_sheet
from rules_py.exorcist.rulings import Rulings as ExorcistRulings
from rules_py.exorcist.system import SYSTEM as EXORCIST
from rules_py.kamui import palette as kamui_palette
from rules_py.kamui import sheet as kamui_sheet
from rules_py.kamui.rulings import Rulings as KamuiRulings
from rules_py.kamui.system import SYSTEM as KAMUI
from rules_py.prophecy import palette as prophecy_palette
from rules_py.prophecy import sheet as prophecy_sheet
from rules_py.prophecy.rulings import Rulings as ProphecyRulings
from rules_py.prophecy.system import SYSTEM as PROPHECY


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


GAMES: Mapping[str, TableGame] = {
    game.system.slug: game
    for game in (
        TableGame(
            PROPHECY,
            prophecy_sheet.Sheet,
            prophecy_sheet.SAMPLES,
            ProphecyRulings,
            prophecy_palette.lines,
            prophecy_palette.BOT,
        ),
        TableGame(
            EXORCIST,
            exorcist_sheet.Sheet,
            exorcist_sheet.SAMPLES,
            ExorcistRulings,
            exorcist_palette.lines,
            exorcist_palette.BOT,
        ),
        TableGame(
            CONTEST,
            contest_sheet.Sheet,
            contest_sheet.SAMPLES,
            ContestRulings,
            contest_palette.lines,
            contest_palette.BOT,
        ),
        TableGame(
            AVATAR,
            avatar_sheet.Sheet,
            avatar_sheet.SAMPLES,
            AvatarRulings,
            avatar_palette.lines,
            avatar_palette.BOT,
        ),
        TableGame(KAMUI, kamui_sheet.Sheet, kamui_sheet.SAMPLES, KamuiRulings, kamui_palette.lines, kamui_palette.BOT),
    )
}
"""The games by their slugs."""
SAMPLES: Mapping[str, tuple[CharacterSheet, ...]] = {slug: game.samples for slug, game in GAMES.items()}
"""A few characters of each game."""
