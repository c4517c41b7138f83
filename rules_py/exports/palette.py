"""A character's palette as text."""

from __future__ import annotations

import re
from typing import Any

from rules_py.core.errors import InputError
from rules_py.core.palette import Line
from rules_py.core.sheet import CharacterSheet
from rules_py.core.text import LANGUAGES, Language, same
from rules_py.core.words import words
from rules_py.exports.games import GAMES

WORDS = words("exports")

_NAMED = re.compile(r"\{([^{}]+)\}")


def lines_of(slug: str, character: CharacterSheet, rulings: Any = None) -> list[Line]:
    """Return the lines of a character's palette under house rules.

    Raises:
        InputError: If the sheet is one of another game.
        KeyError: If there is no such game.
    """
    game = GAMES[slug]
    if not isinstance(character, game.sheet):
        given = type(character).__module__.removesuffix(".sheet")
        raise InputError("character", given, WORDS["sheet_of_game"].format(game=game.system.title))
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
        filled: Do numbers stand in place of `{names}`, for tables that know none? Then no line changes a number,
            and a heading of such lines alone goes with them.

    Raises:
        InputError: If the sheet is one of another game, or there is no such language.
        KeyError: If there is no such game.

    Example:
        >>> from rules_py.exports import SAMPLES
        >>> palette("prophecy", SAMPLES["prophecy"][0], "ja")[1]
        '2D6+{キャスト} キャスト判定'
        >>> palette("prophecy", SAMPLES["prophecy"][0], "en", filled=True)[1]
        '2D6+6 Cast check'
    """
    if language not in LANGUAGES:
        raise InputError("language", language, same(" / ".join(LANGUAGES)))
    found = [(line.kind, line.text.get(language)) for line in lines_of(slug, character, rulings)]
    if not filled:
        return [text for _, text in found]
    numbers = {each.label.get(language): each.value.get(language) for each in character.abilities()}
    numbers |= {each.label.get(language): str(each.now) for each in character.resources()}
    left = [(kind, _NAMED.sub(lambda name: numbers[name[1]], text)) for kind, text in found if kind != "change"]
    below = [kind for kind, _ in left[1:]] + ["heading"]
    return [text for (kind, text), after in zip(left, below, strict=True) if (kind, after) != ("heading", "heading")]
