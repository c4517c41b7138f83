"""A reader's own character: the numbers that the rules use, and what widgets, desks and tables make of them.

A game states its sheet once, as a frozen dataclass whose annotations are the fields of the form in which it is filled
in (`rules_py.core.form`). The names of the fields are those under which widgets keep a reader's own numbers.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, ClassVar

from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, Field, ReadField
from rules_py.core.form import annotated
from rules_py.core.game import Action
from rules_py.core.lists import plain
from rules_py.core.names import LONGEST_NAME, read_name
from rules_py.core.text import LANGUAGES, Language, Text

NEWCOMER = {"newcomer": ""}
"""What stands in an action of `CharacterSheet.entry` for the number of the character that has just entered."""


GROUPS = (
    Text("Resources", "リソース"),
    Text("Abilities", "能力値"),
    Text("Information", "情報"),
    Text("Note", "説明"),
)
"""Under which heads a character's values stand at a table that groups them: what changes, what stays, what is told."""
TABLE_WORDS = frozenset(
    {"character", "image", "imageIdentifier", "common", "name", "size", "detail"}
    | {word for label in GROUPS for word in (label.en, label.ja)}
)
"""What such a table calls values of its own, so that no label may be one of these."""


@dataclass(frozen=True)
class Resource:
    """A number that goes down and up in play.

    Args:
        label: What players of the game call it.
        now: What it is at first.
        most: What it can be at most; what it is at first where nothing is said.
        field: The field of the form that says what it is at first; none for what no field says.
    """

    label: Text
    now: int
    most: int | None = None
    field: str = ""


@dataclass(frozen=True)
class Shown:
    """What stays as it is in play.

    Args:
        label: What players of the game call it.
        value: What it is.
        field: The field of the form that says so; none for what follows from others.
    """

    label: Text
    value: Text
    field: str = ""


def short_name(en: str, ja: str) -> Text:
    """Return a name as players write it on sheets of online tables, without the brackets that the rules give it.

    Example:
        >>> short_name("HP", "体力").ja
        '体力'
    """
    return Text(en, ja)


@dataclass(frozen=True)
class Use:
    """A way to fill in a calculator from a sheet.

    Args:
        label: Which one, where a sheet gives several: which ability a check is made with.
        numbers: What fields say, as typed, by the name under which they are kept; words in each language.
    """

    label: Text
    numbers: Mapping[str, str | Text]


@dataclass(frozen=True)
class OwnChance:
    """A chance that a character has where a rule speaks of one.

    Args:
        label: With what.
        chance: The chance.
        before: What it is without that of which the row speaks, a curse for instance.
    """

    label: Text
    chance: Fraction
    before: Fraction | None = None


def _line(raw: str, name: str) -> Text:
    try:
        return read_name(raw, [])
    except InputError as error:
        error.field = name
        raise


def _attack(raw: str, name: str) -> Text:
    if not raw.strip():
        return ATTACK
    if "{" in raw or "}" in raw:
        raise InputError(name, raw, Text("a name without braces", "波かっこを含まない名前にしてください"))
    return _line(raw, name)


def _party(raw: str, name: str) -> str:
    return read_name(raw, []).en if raw.strip() else ""


NAME = ReadField(Text("Name", "名前"), "", read=_line)
PARTY = ReadField(
    Text("Party", "パーティ"),
    hint=Text("A word of yours, up to {n} letters", "{n}文字までの呼び名").format(n=LONGEST_NAME),
    read=_party,
)
ATTACK = Text("Attack", "攻撃")
"""What an attack is called that has no name."""
ATTACK_NAME = ReadField(ATTACK, "", read=_attack)


@dataclass(frozen=True, kw_only=True)
class CharacterSheet(ABC):
    """What every game's sheet has.

    Args:
        name: What the character is called.
        party: With whom it goes, in a word of the reader's; empty for nobody.
    """

    slug: ClassVar[str]
    about: ClassVar[dict[str, Text]] = {}
    """What rules are about whose chances do not say it away from the rule."""

    name: Annotated[Text, NAME]
    party: Annotated[str, PARTY] = ""

    @abstractmethod
    def resources(self) -> tuple[Resource, ...]:
        """Return what goes down and up in play, the most looked at first."""

    @abstractmethod
    def abilities(self) -> tuple[Shown, ...]:
        """Return what stays as it is."""

    @abstractmethod
    def uses(self) -> tuple[Use, ...]:
        """Return the ways to fill in calculators from it; the first is the usual one."""

    @abstractmethod
    def shares(self) -> Mapping[str, str | Text]:
        """Return what it adds to the list of a whole party, as typed, by the name that such a field has (`party`)."""

    @abstractmethod
    def chances(self, rulings: Any) -> Mapping[str, tuple[OwnChance, ...]]:
        """Return its chances by the id of the rule or row beside which they belong.

        Args:
            rulings: The game's house rules.
        """

    @abstractmethod
    def entry(self, language: Language) -> list[Action]:
        """Return the actions by which it enters a fight before that begins.

        Args:
            language: In which its name is written.
        """

    @property
    def listed_name(self) -> Text:
        """The name without what would end it in a list of people; with a digit in it, in quotation marks."""
        kept = (re.sub(r'[,、;；（）()"＂\n]+', " ", self.name.get(language)).strip() for language in LANGUAGES)
        return Text(*(f'"{name}"' if re.search(r"\d", plain(name)) else name for name in kept))

    def labelled(self) -> tuple[Resource | Shown, ...]:
        """Return all that stands under a label at an online table."""
        return (*self.resources(), *self.abilities())

    def shown(self, label: Text, name: str) -> Shown:
        """Return what a field of the form says as it stands at an online table: as it is typed, a choice in words.

        Args:
            label: What players call it.
            name: The field.
        """
        typed = Text(*(self.spelled(getattr(self, name), name, language) for language in LANGUAGES))
        part = form_of(type(self))[name]
        return Shown(label, dict(part.options)[typed.en] if isinstance(part, ChoiceField) else typed, name)

    def from_labels(self, said: Mapping[str, str]) -> dict[str, str]:
        """Return what the form of another character says, by field, that an online table knows by labels.

        Args:
            said: What stands beside each label, in either language; what belongs to no field is left out.
        """
        known = {word: each.field for each in self.labelled() for word in both(each.label)}
        told = {label: known.get(alike(label), "") for label in said}
        return {name: said[label] for label, name in told.items() if name}

    def typed(self, language: Language) -> dict[str, str]:
        """Return what its form says, as typed, by field.

        Args:
            language: In which words are written.
        """
        return {each.name: self.spelled(getattr(self, each.name), each.name, language) for each in fields(self)}

    def spelled(self, value: Any, name: str, language: Language) -> str:
        """Return how a value of the sheet is typed; a game says more where it has other kinds of values.

        Args:
            value: The value.
            name: The field that has it.
            language: In which words are written.
        """
        if isinstance(value, Text):
            return value.get(language)
        if isinstance(value, Enum):
            return str(value.value)
        if isinstance(value, bool):
            return "1" if value else ""
        return "" if value is None else str(value)


@cache
def form_of(sheet: type[CharacterSheet]) -> Mapping[str, Field]:
    """Return the fields of the form in which a sheet is filled in, by name."""
    return {name: part for name, part, _ in annotated(sheet) if isinstance(part, Field)}


def alike(label: str) -> str:
    """Return a label as it is compared: wide letters, capitals and spaces make no difference.

    Example:
        >>> alike(" ＨＰ "), alike("Evade Dice")
        ('hp', 'evadedice')
    """
    return "".join(plain(label).casefold().split())


def both(label: Text) -> tuple[str, str]:
    """Return a label in both languages as it is compared."""
    return alike(label.en), alike(label.ja)
