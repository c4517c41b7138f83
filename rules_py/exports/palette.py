"""A character's palette as text."""

from __future__ import annotations

import re
from typing import Any

from rules_py.core.palette import Line
from rules_py.core.sheet import CharacterSheet
from rules_py.core.text import Language
from rules_py.exports.games import GAMES

_NAMED = re.compile(r"\{([^{}]+)\}")


def lines_of(slug: str, character: CharacterSheet, rulings: Any = None) -> list[Line]:
    """Return the lines of a character's palette under house rules."""
    game = GAMES[slug]
    return game.lines(character, game.rulings() if rulings is None else rulings)


def palette(
    slug: str, character: CharacterSheet, language: Language, rulings: Any = None, *, filled: bool = False
) -> list[str]:
    """Return a character's palette, one line for each command.

    Args:
        slug: The game.
        character: Its sheet.
        language: The language of names and words.
        rulings: House rules; left out, this rulebook's.
        filled: Do numbers stand in place of `{names}`, for tables that know none? Then no line changes a number.

    Raises:
        KeyError: If there is no such game.

    Example:
        >>> from rules_py.exports import SAMPLES
        >>> palette("prophecy", SAMPLES["prophecy"][0], "ja")[1]
        '2D6+{キャスト} キャスト判定'
        >>> palette("prophecy", SAMPLES["prophecy"][0], "en", filled=True)[1]
        '2D6+6 Cast check'
    """
    found = [(line.kind, line.text.get(language)) for line in lines_of(slug, character, rulings)]
    if not filled:
        return [text for _, text in found]
    numbers = {each.label.get(language): each.value.get(language) for each in character.abilities()}
    numbers |= {each.label.get(language): str(each.now) for each in character.resources()}
    return [_NAMED.sub(lambda name: numbers[name[1]], text) for kind, text in found if kind != "change"]
