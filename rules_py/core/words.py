"""What logs, refusals and tools say, as people edit it (data/words.toml): both languages in one entry.

What several games say, and what the tools of all of them do, stands once, in the core's own file.
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
    """Return what a part of the package says by its keys.

    Args:
        slug: A system's name in links and folders, or another folder of this package that has such a file.

    Returns:
        The wordings, also the core's, with placeholders in braces for what is filled in.

    Example:
        >>> words("contest")["enters"].format(name="Tomoe", abilities="Sword 14").en
        'Tomoe enters the scene: Sword 14.'
    """
    source = files(f"rules_py.{slug}") / "data" / "words.toml"
    entries = tomllib.loads(source.read_text(encoding="utf-8"))
    own = {key: Text(entry["en"], entry["ja"]) for key, entry in entries.items()}
    return MappingProxyType(own if slug == "core" else {**words("core"), **own})
