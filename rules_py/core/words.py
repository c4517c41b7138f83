"""The sentences of a game's log and refusals, as people edit them (data/words.toml): both languages in one entry.

What several games say stands once, in the core's own file.
What a sentence leaves open may have any name but those that `tell` and `forbidden` take: heading, seen, rule, action.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from rules_py.core.text import Text


@cache
def words(slug: str) -> Mapping[str, Text]:
    """Return the sentences of a system by their keys.

    Returns:
        The sentences, also those of all games, with placeholders in braces for what is filled in.

    Example:
        >>> words("contest")["enters"].format(name="Tomoe", abilities="Sword 14").en
        'Tomoe enters the scene: Sword 14.'
    """
    source = files(f"rules_py.{slug}") / "data" / "words.toml"
    entries = tomllib.loads(source.read_text(encoding="utf-8"))
    own = {key: Text(entry["en"], entry["ja"]) for key, entry in entries.items()}
    return MappingProxyType(own if slug == "core" else {**words("core"), **own})
