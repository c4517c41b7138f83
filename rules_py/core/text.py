"""Words in both languages, side by side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, IntEnum
from itertools import count
from typing import Literal, Self, get_args

Language = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


@dataclass(frozen=True)
class Text:
    """One wording in English and in Japanese.

    Args:
        en: The English wording.
        ja: The Japanese wording.

    Example:
        >>> greeting = Text("{name} rolls {roll}", "{name}の目は{roll}")
        >>> greeting.format(name=Text("Cormac", "コルマック"), roll=7).get("ja")
        'コルマックの目は7'
    """

    en: str
    ja: str

    def get(self, language: Language) -> str:
        """Return the wording in one language."""
        return self.ja if language == "ja" else self.en

    def format(self, **parts: object) -> Text:
        """Fill the placeholders; a part that is a `Text` is filled in its own language."""
        en, ja = parts, {**parts}
        for name, part in ja.items():
            if isinstance(part, Text):
                en[name], ja[name] = part.en, part.ja
        return Text(self.en.format_map(en), self.ja.format_map(ja))

    def begun(self) -> Text:
        """Return it as a line begins: in English with a capital.

        Example:
            >>> Text("spirit points", "【霊力】").begun().en
            'Spirit points'
        """
        return Text(self.en[:1].upper() + self.en[1:], self.ja)

    def under(self, rule: str) -> Text:
        """Return it with the id of a rule behind it.

        Example:
            >>> Text("Dice", "ダイス").under("K-Q3").ja
            'ダイス（K-Q3）'
        """
        return self + Text(f" ({rule})", f"（{rule}）")

    def __add__(self, other: Text) -> Text:
        return Text(self.en + other.en, self.ja + other.ja)


UNNAMED = Text("", "")


class Named(Enum):
    """Base of an enumeration whose members have a name in both languages, which stands behind the value.

    Example:
        >>> class Way(Named):
        ...     UP = "up", Text("upwards", "上へ")
        >>> Way("up"), Way.UP.text.ja
        (<Way.UP: 'up'>, '上へ')
    """

    _value_: str
    text: Text

    def __new__(cls, value: str, text: Text = UNNAMED) -> Self:
        """Make a member; by its value alone it is only looked up."""
        member = object.__new__(cls)
        member._value_, member.text = value, text
        return member

    @classmethod
    def options(cls) -> tuple[tuple[str, Text], ...]:
        """Return all values with their names, as a choice offers them."""
        return tuple((each.value, each.text) for each in cls)


class NamedInt(IntEnum):
    """As `Named`, where the values are numbers that compare.

    Example:
        >>> class Step(NamedInt):
        ...     LOW = 1, Text("low", "低い")
        ...     HIGH = 2, Text("high", "高い")
        >>> Step.LOW < Step.HIGH, Step(2).text.en
        (True, 'high')
    """

    _value_: int
    text: Text

    def __new__(cls, value: int, text: Text = UNNAMED) -> Self:
        """Make a member; by its value alone it is only looked up."""
        member = int.__new__(cls, value)
        member._value_, member.text = value, text
        return member


def same(wording: object) -> Text:
    """Return a `Text` that reads the same in both languages (a name, a number).

    Example:
        >>> same("10W").get("ja")
        '10W'
    """
    return Text(str(wording), str(wording))


def sentences(parts: Iterable[Text]) -> Text:
    """Return whole sentences one after the other.

    Example:
        >>> sentences([Text("One.", "1。"), Text("", ""), Text("Two.", "2。")])
        Text(en='One. Two.', ja='1。2。')
    """
    said = list(parts)
    return Text(" ".join(text.en for text in said if text.en), "".join(text.ja for text in said))


def listed(parts: list[Text]) -> Text:
    """Return the parts as an enumeration.

    Example:
        >>> listed([same("a"), same("b")]).get("en")
        'a, b'
    """
    return Text(", ".join(p.en for p in parts), "、".join(p.ja for p in parts))


def sharing[Key](keys: Iterable[Key], names: Iterable[Text] | None = None) -> dict[Key, Text]:
    """Return who has which number: those with the same one together.

    Args:
        keys: Everybody's number.
        names: What they are called; PC 1, PC 2 and so on where nothing is said.

    Example:
        >>> {number: who.en for number, who in sharing([3, 4, 3]).items()}
        {3: 'PC 1, PC 3', 4: 'PC 2'}
    """
    found: dict[Key, list[Text]] = {}
    for key, name in zip(keys, names or (same(f"PC {n}") for n in count(1)), strict=False):
        found.setdefault(key, []).append(name)
    return {key: listed(who) for key, who in found.items()}


def in_a_row(parts: Iterable[object]) -> Text:
    """Return numbers, such as what dice show, as an enumeration.

    Example:
        >>> in_a_row([9, 2])
        Text(en='9, 2', ja='9、2')
    """
    return listed(list(map(same, parts)))


WIDEST = 12
"""Half-width letters for which a control in a column has room."""


def is_wide(texts: Iterable[Text], language: Language) -> bool:
    """Say whether any of some texts needs a line of its own, where each stands in a control.

    Example:
        >>> is_wide([Text("melee", "近接")], "ja"), is_wide([Text("ULTRA-HARD (6)", "ULTRA-HARD（6）")], "en")
        (False, True)
    """
    return any(sum(1 + (letter > "\u2e7f") for letter in text.get(language)) > WIDEST for text in texts)
