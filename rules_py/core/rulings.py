"""What the rulings of every system share: a frozen dataclass whose fields are answers to open questions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Annotated, ClassVar, Literal, TypeGuard, get_args, get_origin, get_type_hints

from rules_py.core.errors import InputError
from rules_py.core.lists import plain
from rules_py.core.text import Text, same


@dataclass(frozen=True)
class Bounds:
    """What a field that is a number can be: `link_step: Annotated[int, Bounds(0, 5, "K-Q7")] = 1`.

    Args:
        least: The smallest.
        most: The largest.
        rule: Ledger id that a refusal names.
    """

    least: int
    most: int
    rule: str | None = None


class Checked:
    """Base of a frozen dataclass whose numbers state their `Bounds`: these, and yes or no, are all it takes.

    Example:
        >>> from rules_py.kamui import Link
        >>> Link("Mio", 6)
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: level: “6” is not possible here: a whole number from 1 to 5 (K-Q7).
    """

    _bounds: ClassVar[dict[str, Bounds]]
    _flags: ClassVar[tuple[str, ...]]

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        cls._bounds = {name: get_args(hint)[1] for name, hint in hints.items() if get_origin(hint) is Annotated}
        cls._flags = tuple(name for name, hint in hints.items() if hint is bool)

    def __post_init__(self) -> None:
        for name, each in self._bounds.items():
            whole_number(name, getattr(self, name), each.least, each.most, each.rule)
        for name in self._flags:
            yes_or_no(name, getattr(self, name))

    @classmethod
    def bounds(cls) -> dict[str, Bounds]:
        """Return the bounds of each field that is a number.

        Example:
            >>> from rules_py.kamui import Rulings
            >>> Rulings.bounds()["link_step"].most
            5
        """
        return cls._bounds


class Switches(Checked):
    """Base of a system's `Rulings`: every field allows its answers, or numbers within its bounds, and nothing else.

    Of a house's rulings only those are shown that differ from the usual ones.

    Example:
        >>> from rules_py.kamui import Rulings
        >>> Rulings(), Rulings(link_step=2)
        (Rulings(), Rulings(link_step=2))
    """

    def __post_init__(self) -> None:
        for name, allowed in self.choices().items():
            value = getattr(self, name)
            if not any(value is choice or (value == choice and isinstance(value, str)) for choice in allowed):
                raise InputError(name, value, same(" / ".join(map(str, allowed))))
        super().__post_init__()

    def __repr__(self) -> str:
        changed = [(name, getattr(self, name)) for name in (*self.choices(), *self.bounds())]
        told = (f"{name}={value!r}" for name, value in changed if value != getattr(type(self), name))
        return f"{type(self).__name__}({', '.join(told)})"

    @classmethod
    @cache
    def choices(cls) -> dict[str, tuple[str | bool, ...]]:
        """Return the answers that each switch allows, the default first; numbers are not among them.

        Example:
            >>> from rules_py.contest import Rulings
            >>> Rulings.choices()["any_square"]
            ('dying_square', 'gauge_square')
        """
        found: dict[str, tuple[str | bool, ...]] = {}
        for name, hint in get_type_hints(cls).items():
            if hint is bool:
                default = getattr(cls, name)
                found[name] = (default, not default)
            elif get_origin(hint) is Literal:
                found[name] = get_args(hint)
        return found


def is_whole(value: object) -> TypeGuard[int]:
    """Say whether something is a whole number; to Python, yes and no are such numbers too."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole_number(field: str, value: object, least: int, most: int, rule: str | None = None) -> int:
    """Return the value if it is a whole number within bounds.

    Raises:
        InputError: If it is not.
    """
    if not is_whole(value) or not least <= value <= most:
        allowed = Text("a whole number from {least} to {most}", "{least}から{most}までの整数で書いてください")
        raise InputError(field, value, allowed.format(least=least, most=most), rule)
    return value


def wished_chance(field: str, value: object, *, ends: bool = True) -> None:
    """Refuse what is no chance.

    Args:
        field: Name of the parameter.
        value: What was given.
        ends: May it be 0 or 1?

    Raises:
        InputError: If it is no exact number from 0 to 1, or one that may not be; 0.8 is to Python a little more than
            four fifths, which would be asked for in vain.
    """
    if not (is_whole(value) or isinstance(value, Fraction)) or not (0 <= value <= 1 if ends else 0 < value < 1):
        exact = Text("a Fraction from 0 to 1", "0から1までのFractionで書いてください")
        within = Text("a Fraction above 0 and below 1", "0より大きく1より小さいFractionで書いてください")
        raise InputError(field, value, exact if ends else within)


def one_of[Kind: Enum](field: str, value: object, kind: type[Kind], rule: str | None = None) -> Kind:
    """Return the value if it is a member of an enumeration; what stands for one in links and files is none.

    Raises:
        InputError: If it is not.

    Example:
        >>> from rules_py.contest import Side
        >>> one_of("side", "a", Side)
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: side: “a” is not possible here: Side.A / Side.B.
    """
    if not isinstance(value, kind):
        raise InputError(field, value, same(" / ".join(f"{kind.__name__}.{each.name}" for each in kind)), rule)
    return value


def an_instance[Kind](field: str, value: object, kind: type[Kind]) -> Kind:
    """Return the value if it is of a kind, such as a state or the house rules of this game and of no other.

    Raises:
        InputError: If it is not.

    Example:
        >>> from rules_py import contest
        >>> contest.apply(None, ["begin"])
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: state: “None” is not possible here: a value of this game’s Scene.
    """
    if not isinstance(value, kind):
        allowed = Text("a value of this game’s {kind}", "このゲームの{kind}の値を渡してください")
        raise InputError(field, value, allowed.format(kind=kind.__name__))
    return value


def yes_or_no(field: str, value: object) -> bool:
    """Return the value if it is true or false.

    Raises:
        InputError: If it is neither.
    """
    if not isinstance(value, bool):
        raise InputError(field, value, Text("yes or no", "はいかいいえ"))
    return value


def read_number(field: str, raw: str, least: int, most: int) -> int:
    """Return a whole number as people type it: also with a sign, in full-width digits, with spaces around it.

    Raises:
        InputError: If it is none, or not within bounds.
    """
    text = plain(raw)
    digits = text[1:] if text[:1] in ("-", "+") else text
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER
    if is_number and least <= int(text) <= most:
        return int(text)
    return whole_number(field, raw, least, most)


LONGEST_NUMBER = 6
