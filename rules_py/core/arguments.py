"""What an action of a game may be told: its arguments, each read by what its annotation names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, get_args, get_origin

from rules_py.core.errors import InputError
from rules_py.core.lists import a_text
from rules_py.core.rulings import Checked, read_number, whole_number, yes_or_no
from rules_py.core.text import Text, listed


@dataclass(frozen=True)
class Typed:
    """What stands in a control, as an argument of a button's action.

    Args:
        name: Name of the control.
        raw: What stands in it.
    """

    name: str
    raw: str


class Argument:
    """Reads one argument of an action; the parameter's annotation names it: `Annotated[int, Whole(1, 6)]`.

    Attributes:
        blank: What links hold for a control that nobody has filled in, where more follows.
        always: Is that held at the end of an action, too, where it would otherwise be left out?
    """

    blank: Any = None
    always: bool = False

    def pressed(self, value: Any, state: Any) -> Any:
        """Return an argument of a button as links hold it.

        Args:
            value: The argument; where a control says it, or a part of it, a `Typed`.
            state: Where play stands.

        Raises:
            InputError: If a control says something that no argument of this kind can be.
        """
        return self.typed(value, state) if isinstance(value, Typed) else value

    def controls(self, name: str, value: Any) -> dict[str, str]:
        """Return the controls that have said an argument of a button, by the name that an error gives it."""
        return {name: value.name} if isinstance(value, Typed) else {}

    def typed(self, told: Typed, state: Any) -> Any:
        """Return what a control says, as links hold it.

        Raises:
            InputError: If it says something that no argument of this kind can be.
        """
        return told.raw

    def read(self, value: Any, name: str, state: Any) -> Any:
        """Return the argument that a link holds.

        Raises:
            InputError: If it is not allowed.
        """
        raise NotImplementedError


Bound = int | Callable[[Any], int]


@dataclass(frozen=True)
class Whole(Argument):
    """A whole number.

    Args:
        least: The smallest, or what it is in a state.
        most: The largest, or what it is in a state.
        rule: Ledger id of the rule that sets the bounds.
    """

    least: Bound
    most: Bound
    rule: str | None = None

    def typed(self, told: Typed, state: Any) -> int:
        """Return the number that was typed."""
        return read_number(told.name, told.raw, *self.bounds(state))

    def read(self, value: Any, name: str, state: Any) -> int:
        """Return the number if it is within its bounds."""
        return whole_number(name, value, *self.bounds(state), self.rule)

    def bounds(self, state: Any) -> tuple[int, int]:
        """Return the smallest and the largest."""
        least, most = (bound(state) if callable(bound) else bound for bound in (self.least, self.most))
        return least, most


def numbers_of(kind: type[Checked]) -> dict[str, Argument]:
    """Return the numbers of somebody or something, by the names and within the bounds of its fields."""
    return {name: Whole(each.least, each.most, each.rule) for name, each in kind.bounds().items()}


@dataclass(frozen=True)
class Flag(Argument):
    """Yes or no."""

    def typed(self, told: Typed, state: Any) -> bool:
        """Return whether a box is ticked."""
        return told.raw == "1"

    def read(self, value: Any, name: str, state: Any) -> bool:
        """Return it."""
        return yes_or_no(name, value)


@dataclass(frozen=True)
class Choice(Argument):
    """One of a few words.

    Args:
        words: By the word, how it is called.
        rule: Ledger id of the rule that names them.
    """

    words: Mapping[str, Text]
    rule: str | None = None

    def read(self, value: Any, name: str, state: Any) -> str:
        """Return the word if it is one of them."""
        if not isinstance(value, str) or value not in self.words:
            called = Text("{word} ({text})", "{word}（{text}）")
            told = [called.format(word=word, text=text) for word, text in self.words.items()]
            raise InputError(name, value, listed(told), self.rule)
        return value


@dataclass(frozen=True)
class Line(Argument):
    """A line of text.

    Args:
        parse: Returns what the text says; gets the text and the name to report in an error.
    """

    parse: Callable[[str, str], Any] = lambda text, name: text

    def read(self, value: Any, name: str, state: Any) -> Any:
        """Return what the text says."""
        return self.parse(a_text(name, value), name)


@dataclass(frozen=True)
class Rows(Argument):
    """Any number of rows of the same arguments.

    Args:
        columns: By its name, each argument of a row.
    """

    columns: Mapping[str, Argument]
    blank: Any = field(default_factory=list)

    def pressed(self, value: Any, state: Any) -> Any:
        """Return the rows of a button's action as links hold them, without those whose controls are all empty."""
        if not isinstance(value, list):
            return super().pressed(value, state)
        rows = (self.typed_row(each, state) if isinstance(each, list) else each for each in value)
        return [row for row in rows if row != []] or None

    def typed_row(self, row: Sequence[Any], state: Any) -> list[Any]:
        """Return a row of a button's action, as links hold it; empty if all its controls are."""
        told = [each for each in row if isinstance(each, Typed)]
        if not told:
            return list(row)
        if not any(each.raw.strip() for each in told):
            return []
        return [
            argument.typed(each, state) if isinstance(each, Typed) else each
            for argument, each in zip(self.columns.values(), row, strict=False)
        ]

    def read(self, value: Any, name: str, state: Any) -> tuple[tuple[Any, ...], ...]:
        """Return the rows."""
        width = len(self.columns)
        if not isinstance(value, list) or not all(isinstance(row, list) and len(row) == width for row in value):
            allowed = Text("rows of {n}: {names}", "{n}個ずつの組：{names}")
            raise InputError(name, value, allowed.format(n=width, names=", ".join(self.columns)))
        return tuple(self._row(number, row, state) for number, row in enumerate(value, start=1))

    def _row(self, number: int, row: list[Any], state: Any) -> tuple[Any, ...]:
        found = []
        for (column, argument), each in zip(self.columns.items(), row, strict=True):
            try:
                found.append(argument.read(each, column, state))
            except InputError as error:
                place = Text("“{column}” in row {number} is {allowed}", "{number}行目の「{column}」は、{allowed}")
                told = place.format(column=column, number=number, allowed=error.allowed)
                raise InputError(error.field, error.value, told, error.rule) from None
        return tuple(found)


_IN_A_LIST = Text("{n} values in a list: {names}", "{n}個の値（{names}）を並べてください")


@dataclass(frozen=True)
class Record(Argument):
    """Values that belong together, in a row; an error names the one that is wrong.

    Args:
        columns: By its name, each of them.
        allowed: What a refusal asks for; it may say `{n}`, how many they are, and `{names}`.
    """

    columns: Mapping[str, Argument]
    allowed: Text = _IN_A_LIST

    def pressed(self, value: Any, state: Any) -> Any:
        """Return the values that the controls of a button say."""
        if not isinstance(value, list):
            return super().pressed(value, state)
        return [each.pressed(part, state) for each, part in zip(self.columns.values(), value, strict=False)]

    def controls(self, name: str, value: Any) -> dict[str, str]:
        """Return the control of each value."""
        if not isinstance(value, list):
            return super().controls(name, value)
        told = zip(self.columns, value, strict=False)
        return {column: each.name for column, each in told if isinstance(each, Typed)}

    def read(self, value: Any, name: str, state: Any) -> dict[str, Any]:
        """Return the values by their names."""
        if not isinstance(value, list) or len(value) != len(self.columns):
            raise InputError(name, value, self.allowed.format(n=len(self.columns), names=", ".join(self.columns)))
        told = zip(self.columns.items(), value, strict=True)
        return {column: argument.read(each, column, state) for (column, argument), each in told}


def argument_of(hint: Any) -> Argument:
    """Return the argument that an annotation names, also one that may be left out: `Annotated[…] | None`."""
    if get_origin(hint) is Annotated:
        return next(each for each in get_args(hint) if isinstance(each, Argument))
    return next(argument_of(each) for each in get_args(hint) if each is not type(None))
