"""A character for CCFOLIA, as its clipboard takes it."""

from __future__ import annotations

import json
from typing import Any

from rules_py.core.house_rules import in_force
from rules_py.core.sheet import CharacterSheet
from rules_py.core.text import Language
from rules_py.core.words import words
from rules_py.exports.games import GAMES
from rules_py.exports.palette import palette

WORDS = words("exports")

MOST_BARS = 8
"""So many bars its list of characters shows."""
_PLAIN = "DiceBot"
"""The bot that is there without a game's own; whatever it rolls, those roll too."""


def ccfolia(slug: str, character: CharacterSheet, language: Language, rulings: Any = None) -> str:
    """Return a character as the text that is pasted on a board of CCFOLIA.

    Args:
        slug: The game.
        character: Its sheet.
        language: The language of names and words.
        rulings: House rules; left out, this rulebook's.

    Returns:
        JSON of `kind` and `data`; only what CCFOLIA documents: bars are numbers, parameters are texts.

    Raises:
        InputError: If the sheet is one of another game.
        KeyError: If there is no such game.

    Example:
        >>> from rules_py.exports import SAMPLES
        >>> made = json.loads(ccfolia("prophecy", SAMPLES["prophecy"][0], "ja"))
        >>> made["kind"], made["data"]["name"], made["data"]["status"][0]
        ('character', 'ミオ', {'label': 'マナ', 'value': 4, 'max': 4})
    """
    bars = [
        {"label": each.label.get(language), "value": each.now, "max": each.now if each.most is None else each.most}
        for each in character.resources()
    ]
    shown, more = bars[:MOST_BARS], bars[MOST_BARS:]
    params = [{"label": each.label.get(language), "value": each.value.get(language)} for each in character.abilities()]
    params += [{"label": str(each["label"]), "value": str(each["value"])} for each in more]
    data = {
        "name": character.name.get(language),
        "memo": memo(slug, language, rulings),
        "initiative": 0,
        "status": shown,
        "params": params,
        "commands": "\n".join(palette(slug, character, language, rulings)),
    }
    return json.dumps({"kind": "character", "data": data}, ensure_ascii=False)


def memo(slug: str, language: Language, rulings: Any = None) -> str:
    """Return for which game, dice bot and house rules a character was made.

    Example:
        >>> memo("prophecy", "en").splitlines()[0]
        'Prophecy'
    """
    game = GAMES[slug]
    bot = WORDS["dice_bot" if game.bot == _PLAIN else "dice_bot_or_plain"]
    said = [game.system.title.get(language), bot.format(bot=game.bot, plain=_PLAIN).get(language)]
    changed = in_force(game.system, rulings) if rulings is not None else []
    said += [WORDS["house_rule"].format(rule=each).get(language) for each in changed]
    return "\n".join(said)
