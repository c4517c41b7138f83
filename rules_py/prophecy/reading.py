"""Curses and blesses as people write them: names in either language, with numbers of copies."""

from __future__ import annotations

import re
from collections import Counter
from difflib import get_close_matches

from rules_py.core.errors import InputError
from rules_py.core.lists import entries, plain, quantity
from rules_py.core.text import Text
from rules_py.core.words import words
from rules_py.prophecy.characters import SLOTS
from rules_py.prophecy.conditions import CONDITIONS, Condition

LONGEST_LIST = 500
WORDS = words("prophecy")
_TOO_LONG = WORDS["list_too_long"].format(most=LONGEST_LIST)


def read_conditions(raw: str, field: str) -> tuple[str, ...]:
    """Read the conditions on a sheet.

    Args:
        raw: Names in either language or ids, with numbers of copies, separated by commas; up to 500 characters.
        field: Name to report in the error.

    Returns:
        Ids in the order given, one for each copy.

    Raises:
        InputError: If a name is unknown, a condition never stays on a sheet, or a track would overflow.

    Source: P-14.2, P-14.6.

    Example:
        >>> read_conditions("Restriction 2, 氷結", "conditions")
        ('restriction', 'restriction', 'freeze')
    """
    found: list[str] = []
    for entry in entries(raw, field, _TOO_LONG, longest=LONGEST_LIST, rule="P-14.2"):
        name, said = quantity(entry)
        copies = 1 if said is None else said
        condition = _named(name, field, WORDS["names_on_sheet"], entry)
        if condition.ends == "at_once":
            raise InputError(field, entry, WORDS["acts_at_once"], condition.row)
        if not 1 <= copies <= SLOTS:
            raise InputError(field, entry, WORDS["one_to_six_copies"], "P-14.2")
        found += [condition.id] * copies
    for kind, count in Counter(CONDITIONS[ident].kind for ident in found).items():
        if count > SLOTS:
            raise InputError(field, count, WORDS["six_curses" if kind == "curse" else "six_blesses"], "P-14.2")
    return tuple(found)


def read_recipe(raw: str, field: str) -> tuple[str, ...]:
    """Read the curses and blesses of a recipe.

    Args:
        raw: Names in either language or ids, separated by commas; up to 500 characters.
        field: Name to report in the error.

    Returns:
        Ids in the order given, each once.

    Raises:
        InputError: If a name is unknown.

    Source: P-11.3, P-11.7.

    Example:
        >>> read_recipe("Poison, 貫通", "recipe")
        ('poison', 'pierce')
    """
    named = entries(raw, field, _TOO_LONG, longest=LONGEST_LIST, rule="P-14.2")
    return tuple(dict.fromkeys(_named(entry, field, WORDS["names_in_recipe"], entry).id for entry in named))


def _named(name: str, field: str, allowed: Text, entry: str) -> Condition:
    if _key(name) in _NAMES:
        return _NAMES[_key(name)]
    close = get_close_matches(_key(name), _NAMES, n=1)
    if close:
        allowed = WORDS["closest_name"].format(allowed=allowed, name=_NAMES[close[0]].name)
    raise InputError(field, entry, allowed, "P-14.1")


def _key(name: str) -> str:
    return re.sub(r"(?<=\w)(?:\s+|[-‐–])(?=\w)|_", "", plain(name)).casefold()


_NAMES = {
    _key(name): condition
    for condition in CONDITIONS.values()
    for name in (
        *(condition.id, condition.name.en, condition.name.ja, condition.reading),
        *(*condition.forms_en, *condition.forms_ja),
    )
    if name
}
