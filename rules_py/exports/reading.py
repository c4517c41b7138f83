"""Characters that a reader brings along: one from CCFOLIA, or a file of this rulebook.

What comes in is looked at, never run: what nobody knows is named, what is not allowed is refused as its field would.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, Field
from rules_py.core.form import Form, FormError
from rules_py.core.lists import plain
from rules_py.core.sheet import CharacterSheet, Resource, alike, both, form_of
from rules_py.core.text import Language, Text, listed, same
from rules_py.core.words import words
from rules_py.exports.games import GAMES

WORDS = words("exports")

FIELD = "pasted"
"""Beside which field a message stands."""
FILE = "characters"
"""What a file of ours says it is."""
MOST_BYTES = 100_000
MOST_NAMED = 8
_LONGEST_LABEL = 20
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1f\x7f\ufffd]")


@dataclass(frozen=True)
class Reading:
    """A character as it was read.

    Args:
        slug: Its game.
        values: What its form says, by field.
        passed: What was passed over: labels that the game does not know, numbers that a sheet does not hold.
    """

    slug: str
    values: Mapping[str, str]
    passed: tuple[str, ...] = ()

    @property
    def note(self) -> Text | None:
        """What was passed over, in a sentence.

        Example:
            >>> Reading("prophecy", {}, ("幸運", "マナ 2")).note.ja
            '読み込まなかったもの：幸運、マナ 2。'
        """
        if not self.passed:
            return None
        shown = [same(_cut(label)) for label in self.passed[:MOST_NAMED]]
        more = len(self.passed) - len(shown)
        rest = Text(f" and {more} more", f"、ほか{more}件") if more else same("")
        return WORDS["passed_over"].format(labels=listed(shown) + rest)


def read_character(slug: str, text: str, language: Language) -> dict[str, str]:
    """Return what the form of a character says that somebody pastes.

    Args:
        slug: The game.
        text: A character as CCFOLIA takes it, with labels in either language, or a file that `written` makes.
        language: In which words are written that the form holds.

    Returns:
        What each field says, as typed; what is not said keeps the form's default.

    Raises:
        InputError: If it is no character, one of another game, or one with a value that the form does not allow.
        KeyError: If there is no such game.

    Example:
        >>> from rules_py.exports import SAMPLES, ccfolia
        >>> mio = ccfolia("prophecy", SAMPLES["prophecy"][0], "ja")
        >>> read_character("prophecy", mio, "en")["recipe"]
        'Poison, Cast Down, Puncture, Armour'
        >>> read_character("prophecy", '{"kind": "deck"}', "en")
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: pasted: “deck” is not possible here: only a character, no room or deck.
    """
    return dict(read_one(slug, text, language).values)


def read_one(slug: str, text: str, language: Language) -> Reading:
    """Return a character of a game with what was passed over; the parameters are those of `read_character`."""
    found = read_characters(text, language, slug)
    mine = [each for each in found if each.slug == slug]
    if not mine:
        raise _wrong(found[0].values["name"], _other(slug, found[0].slug))
    if len(mine) > 1:
        names = ", ".join(_cut(each.values["name"]) for each in mine)
        raise _wrong(names, WORDS["one_at_a_time"].format(game=GAMES[slug].system.title))
    return mine[0]


def read_characters(text: str, language: Language, slug: str = "") -> tuple[Reading, ...]:
    """Return all characters that a text holds.

    Args:
        text: A character as CCFOLIA takes it, or a file that `written` makes.
        language: In which words are written that their forms hold.
        slug: The game of a character from CCFOLIA; left out, the one whose labels it has.

    Raises:
        InputError: If it is anything else, or a value is not allowed.

    Example:
        >>> [each.slug for each in read_characters(written([("prophecy", {"name": "Mio"})]), "en")]
        ['prophecy']
    """
    found = _parsed(text)
    if isinstance(found, dict) and found.get("rulebook") == FILE:
        return _from_file(found.get("characters"), language)
    kind = found.get("kind", "room" if "entities" in found else None) if isinstance(found, dict) else None
    if kind is not None and kind != "character":
        raise _wrong(kind, WORDS["only_a_character"])
    data = found.get("data") if kind else None
    if not isinstance(data, dict):
        raise _wrong(text, WORDS["whole_character"])
    return (_from_table(data, language, slug),)


def written(characters: Iterable[tuple[str, Mapping[str, str]]]) -> str:
    """Return characters as the text of a file, for keeping and for reading.

    Args:
        characters: The game of each, and what its form says.

    Example:
        >>> print(written([("prophecy", {"name": "ミオ"})]), end="")
        {"rulebook": "characters", "characters": [
         {"system": "prophecy", "values": {"name": "ミオ"}}
        ]}
    """
    lines = (json.dumps({"system": slug, "values": dict(values)}, ensure_ascii=False) for slug, values in characters)
    return f'{{"rulebook": "{FILE}", "characters": [' + ",".join(f"\n {line}" for line in lines) + "\n]}\n"


class _Number(str):
    """A number as it is written: nothing is worked out before its field has looked at it."""


def _parsed(text: str) -> Any:
    whole = WORDS["no_text"] if _NO_TEXT.search(text) else _quoted(text)
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise InputError(FIELD, whole, WORDS["up_to_size"].format(n=MOST_BYTES // 1000))
    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_once,
            parse_int=_Number,
            parse_float=_Number,
            parse_constant=_Number,
        )
    except InputError:
        raise
    except (ValueError, RecursionError):
        raise InputError(FIELD, whole, WORDS["whole_character"]) from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _wrong(name, WORDS["each_name_once"])
        found[name] = value
    return found


# --- a character from CCFOLIA -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Row:
    """A line of a character's numbers: its label, what stands there now, and what it is at first."""

    label: str
    now: str
    full: str


def _from_table(data: Mapping[str, Any], language: Language, wanted: str) -> Reading:
    name = data.get("name", "")
    if not _is_text(name):
        raise _wrong(name, WORDS["name_in_quotes"])
    rows = [*_rows(data, "status"), *_rows(data, "params")]
    slug = _game(data, rows, wanted, name)
    bounded = {word for each in _first(slug).resources() if each.most is not None for word in both(each.label)}
    said = {row.label: row.now if alike(row.label) in bounded else row.full for row in rows}
    sheet = _sheet(slug, {**_first(slug).from_labels(said), "name": name})
    known = {word: each.label for each in sheet.labelled() for word in both(each.label)}
    told: dict[Text, str] = {}
    for row in rows:
        label = known.get(alike(row.label))
        if label and told.setdefault(label, row.now) != row.now:
            raise _wrong(row.label, WORDS["single_value"])
    passed = [row.label for row in rows if alike(row.label) not in known]
    passed += [
        f"{each.label.get(language)} {told[each.label]}"
        for each in sheet.labelled()
        if each.label in told and (isinstance(each, Resource) or not each.field)
        if plain(told[each.label]) != (str(each.now) if isinstance(each, Resource) else each.value.get(language))
    ]
    return Reading(slug, sheet.typed(language), tuple(passed))


def _rows(data: Mapping[str, Any], part: str) -> list[_Row]:
    found, rows = data.get(part, []), []
    for each in found if isinstance(found, list) else [None]:
        if not isinstance(each, dict) or not _is_text(each.get("label")):
            raise _wrong(part, WORDS["rows_with_labels"])
        now, most = (_value(each, name) for name in ("value", "max"))
        rows.append(_Row(each["label"], now, now if most in ("", "0") else most))
    return rows


def _value(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name, "")
    if not isinstance(value, str):
        raise _wrong(f"{_cut(row['label'])}: {_quoted(value)}", WORDS["number_or_text"])
    return value


def _game(data: Mapping[str, Any], rows: Sequence[_Row], wanted: str, name: str) -> str:
    """Return whose character it is: as its memo says, or the game that knows most of its labels."""
    title = str(data.get("memo", "")).partition("\n")[0]
    fits = {slug: sum(alike(row.label) in _labels(slug) for row in rows) for slug in GAMES}
    most = max(fits.values())
    if not most:
        there = [wanted] if wanted else list(GAMES)
        labels = [each.label for slug in there for each in _first(slug).labelled()[: MOST_NAMED // len(there)]]
        titles = listed([GAMES[slug].system.title for slug in there])
        raise _wrong(name, WORDS["character_of_some_game"].format(games=titles, labels=listed(labels)))
    likely = [slug for slug, game in GAMES.items() if title in (game.system.title.en, game.system.title.ja)]
    likely = likely or [slug for slug, count in fits.items() if count == most]
    if wanted and wanted not in likely:
        raise _wrong(name, _other(wanted, likely[0]))
    return wanted or likely[0]


def _first(slug: str) -> CharacterSheet:
    return GAMES[slug].samples[0]


@cache
def _labels(slug: str) -> frozenset[str]:
    """Return the labels of a game's samples, as they are compared."""
    return frozenset(word for each in GAMES[slug].samples for one in each.labelled() for word in both(one.label))


def _other(here: str, there: str) -> Text:
    return WORDS["character_of_this_game"].format(game=GAMES[here].system.title, other=GAMES[there].system.title)


# --- a file of ours ---------------------------------------------------------------------------------------------------


def _from_file(found: Any, language: Language) -> tuple[Reading, ...]:
    if not isinstance(found, list) or not found:
        raise _wrong(found, WORDS["at_least_one"])
    return tuple(_kept(each, language, several=len(found) > 1) for each in found)


def _kept(entry: Any, language: Language, *, several: bool) -> Reading:
    slug, values = (entry.get(name) for name in ("system", "values")) if isinstance(entry, dict) else (None, None)
    if not isinstance(slug, str) or slug not in GAMES:
        raise _wrong(_quoted(slug), WORDS["one_of_games"].format(games=same(", ".join(GAMES))))
    if not isinstance(values, dict) or not all(isinstance(raw, str) for raw in values.values()):
        raise _wrong(values, WORDS["what_fields_say"])
    if not _is_text(values.get("name", "")):
        raise _wrong(values["name"], WORDS["name_in_quotes"])
    form = form_of(GAMES[slug].sheet)
    sheet = _sheet(slug, values, f"{_cut(values.get('name', ''))}, " if several else "")
    return Reading(slug, sheet.typed(language), tuple(name for name in values if name not in form))


# --- both -------------------------------------------------------------------------------------------------------------


def _sheet(slug: str, said: Mapping[str, str], whose: str = "") -> CharacterSheet:
    """Return the sheet that the form makes of what is said by field; what is not said stands as at first."""
    form = form_of(GAMES[slug].sheet)
    values = {name: _typed(field, said[name]) if name in said else field.default for name, field in form.items()}
    try:
        return Form(GAMES[slug].sheet).read(values)
    except FormError as error:
        name, wrong = next(iter(error.errors.items()))
        told = wrong.value if isinstance(wrong.value, Text) else same(_quoted(wrong.value))
        label = form[name].label if name in form else same(name)
        quoted = WORDS["wrong_in_field"].format(whose=whose, label=label, told=told)
        raise InputError(FIELD, quoted, wrong.allowed, wrong.rule) from None


def _typed(field: Field, raw: str) -> str:
    """Return what a field takes for what somebody wrote: of choices that they can read, the one that a link holds."""
    options = field.options if isinstance(field, ChoiceField) else ()
    return next((value for value, label in options if alike(raw) in both(label)), raw)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and not isinstance(value, _Number)


def _quoted(value: Any) -> str:
    """Return a value as it stood in the text, on one line; lists and objects without what is in them."""
    if isinstance(value, str):
        return " ".join(value.split())
    return "[…]" if isinstance(value, list) else "{…}" if isinstance(value, dict) else json.dumps(value)


def _wrong(value: Any, allowed: Text) -> InputError:
    return InputError(FIELD, _quoted(value), allowed)


def _cut(label: str) -> str:
    """Return a label as a message can name it."""
    label = " ".join(label.encode("utf-8", "replace").decode().split())
    return label if len(label) <= _LONGEST_LABEL else f"{label[: _LONGEST_LABEL - 1]}…"
