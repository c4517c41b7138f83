"""Curses and blesses as people write them: names in either language, with numbers of copies."""

from __future__ import annotations

import re
from collections import Counter
from difflib import get_close_matches

from rules_py.core.errors import InputError
from rules_py.core.lists import entries, plain, quantity
from rules_py.core.text import Text
from rules_py.prophecy.characters import SLOTS
from rules_py.prophecy.conditions import CONDITIONS, Condition

LONGEST_LIST = 500
_TOO_LONG = Text("a list of up to {most} characters", "{most}文字までにしてください").format(most=LONGEST_LIST)


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
        condition = _named(name, field, _ON_A_SHEET, entry)
        if condition.ends == "at_once":
            allowed = Text(
                "one that stays on the sheet; this one acts at once",
                "シートに残るものだけです。これはその場で発動します",
            )
            raise InputError(field, entry, allowed, condition.row)
        if not 1 <= copies <= SLOTS:
            raise InputError(field, entry, Text("1 to 6 copies", "付与数は1から6までです"), "P-14.2")
        found += [condition.id] * copies
    for kind, count in Counter(CONDITIONS[ident].kind for ident in found).items():
        if count > SLOTS:
            words = {
                "curse": Text("at most 6 curses on a track", "カースの欄は6つまでです"),
                "bless": Text("at most 6 blesses on a track", "ブレスの欄は6つまでです"),
            }
            raise InputError(field, count, words[kind], "P-14.2")
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
    return tuple(dict.fromkeys(_named(entry, field, _IN_A_RECIPE, entry).id for entry in named))


def _named(name: str, field: str, allowed: Text, entry: str) -> Condition:
    if _key(name) in _NAMES:
        return _NAMES[_key(name)]
    close = get_close_matches(_key(name), _NAMES, n=1)
    if close:
        closest = Text("; the closest name is {name}", "。いちばん近い名前は「{name}」です")
        allowed += closest.format(name=_NAMES[close[0]].name)
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
_ON_A_SHEET = Text(
    "names of curses and blesses with their copies, such as Restriction 2, Freeze",
    "カースかブレスの名前を、付与数を添えて「行動制限2、氷結」のように書いてください",
)
_IN_A_RECIPE = Text(
    "names of curses and blesses, such as Poison, Freeze", "カースかブレスの名前を「毒、氷結」のように書いてください"
)
