"""Names that people give to those who fight."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import count
from typing import Any

from rules_py.core.errors import InputError
from rules_py.core.text import Text, same

LONGEST_NAME = 30
A_PC, AN_ENEMY = Text("PC {n}", "PC{n}"), Text("Enemy {n}", "敵{n}")
"""What somebody is called whom nobody has named yet."""


def read_name(name: Any, taken: Iterable[Text], rule: str | None = None) -> Text:
    """Return a name that nobody has yet.

    Raises:
        InputError: If it is taken, longer than 30 letters or empty.

    Example:
        >>> read_name(" Aoi ", []).en
        'Aoi'
    """
    name = unicodedata.normalize("NFC", name).strip() if isinstance(name, str) else ""
    if not name or len(name) > LONGEST_NAME or not name.replace("\u3000", " ").isprintable():
        allowed = Text("a name of up to {n} letters", "{n}文字までの名前にしてください").format(n=LONGEST_NAME)
        raise InputError("name", name, allowed, rule)
    if any(name in (other.en, other.ja) for other in taken):
        told = Text("a name that nobody here has yet", "まだ誰も使っていない名前にしてください")
        raise InputError("name", name, told, rule)
    return same(name)


def free_name(words: Text, taken: Iterable[Text]) -> Text:
    """Return a name that nobody has yet: words in which `{n}` stands for a number.

    Example:
        >>> free_name(A_PC, [same("PC 1")]).en
        'PC 2'
    """
    known = {spelling for other in taken for spelling in (other.en, other.ja)}
    return next(name for name in (words.format(n=n) for n in count(1)) if not {name.en, name.ja} & known)


def changed_name(name: Any, old: Text, taken: Iterable[Text], rule: str | None = None) -> Text:
    """Return the name of somebody who is changed: the old one, in both languages, or one that nobody has yet.

    Raises:
        InputError: If it is taken, longer than 30 letters or empty.

    Example:
        >>> changed_name("アオイ", Text("Aoi", "アオイ"), []).en, changed_name("Ren", Text("Aoi", "アオイ"), []).ja
        ('Aoi', 'Ren')
    """
    if isinstance(name, str) and unicodedata.normalize("NFC", name).strip() in (old.en, old.ja):
        return old
    return read_name(name, taken, rule)
