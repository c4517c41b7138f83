"""The lines that a player keeps at an online table: dice to roll, numbers to change, headings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rules_py.core.text import Text, same

Kind = Literal["heading", "command", "change", "words"]


@dataclass(frozen=True)
class Line:
    """One line.

    Args:
        kind: `"command"`, which a dice bot rolls; `"change"`, which changes a number of the character; `"heading"` and
            `"words"`, which are only read or said.
        text: The line; a name in braces stands for that number of the character.
    """

    kind: Kind
    text: Text


def heading(words: Text) -> Line:
    """Return a heading.

    Example:
        >>> heading(Text("Checks", "判定")).text.ja
        '■判定'
    """
    return Line("heading", same("■") + words)


def in_braces(label: Text) -> Text:
    """Return what stands for a number of the character in a line.

    Example:
        >>> in_braces(Text("Mana", "マナ")).ja
        '{マナ}'
    """
    return same("{") + label + same("}")


def command(dice: Text, words: Text) -> Line:
    """Return a line that is rolled.

    Args:
        dice: The command, without a space.
        words: What it is for.

    Example:
        >>> command(same("2D6"), Text("Initiative", "イニシアチブ")).text.ja
        '2D6 イニシアチブ'
    """
    return Line("command", dice + same(" ") + words)


def change(label: Text, by: int) -> Line:
    """Return a line that changes a number; it has no room for words.

    Args:
        label: What the number is called.
        by: What is added, not 0.

    Example:
        >>> change(Text("Mana", "マナ"), -1).text.ja
        ':マナ-1'
    """
    return Line("change", same(":") + label + same(f"{by:+d}"))
