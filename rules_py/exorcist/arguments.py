"""What the actions of the desk are told beyond plain numbers and words: somebody, squares, pegs, dice, weapons."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, cast

from rules_py.core.arguments import Argument, Flag, Line, Record, Rows, Typed
from rules_py.core.errors import InputError
from rules_py.core.lists import SEPARATORS
from rules_py.core.rulings import is_whole, read_number, whole_number
from rules_py.core.text import Text
from rules_py.core.words import words
from rules_py.exorcist.board import Square
from rules_py.exorcist.checks import FACES, LADDER, MOST_DICE, Difficulty, check_difficulty
from rules_py.exorcist.fighters import PEGS, Sheet
from rules_py.exorcist.model import MOST_FIGHTERS, Duel

WORDS = words("exorcist")
_MOST_TYPED = 999
"""The largest number of a piece that is typed."""


@dataclass(frozen=True)
class Somebody(Argument):
    """Somebody in the combat, by number.

    Args:
        sheet: As what it came; None for anybody.
    """

    sheet: type[Sheet] | None = None

    def typed(self, told: Typed, state: Any) -> int:
        """Return whom a list names."""
        return read_number(told.name, told.raw, 0, MOST_FIGHTERS)

    def read(self, value: Any, name: str, state: Duel) -> int:
        """Return the number if somebody has it."""
        if not _is_place(value, state.combat.fighters):
            raise InputError(name, value, WORDS["somebody_in_combat"])
        return int(value)

    def fits(self, value: Any, state: Duel) -> bool:
        """Say whether somebody came as what is asked for."""
        fighters = state.combat.fighters
        return self.sheet is None or (_is_place(value, fighters) and isinstance(fighters[value].sheet, self.sheet))


def _is_place(value: Any, row: Sequence[object]) -> bool:
    return is_whole(value) and 0 <= value < len(row)


SOMEBODY = Somebody()


@dataclass(frozen=True)
class Targets(Argument):
    """Those at whom an attack is aimed; of several controls, those that are left empty name nobody."""

    def pressed(self, value: Any, state: Any) -> Any:
        """Return whom the controls of a button name."""
        if not isinstance(value, list):
            return super().pressed(value, state)
        told = (each for each in value if not isinstance(each, Typed) or each.raw)
        return [SOMEBODY.pressed(each, state) for each in told]

    def controls(self, name: str, value: Any) -> dict[str, str]:
        """Return the first of the controls."""
        first = value[0] if isinstance(value, list) and value else value
        return super().controls(name, first)

    def read(self, value: Any, name: str, state: Duel) -> list[int]:
        """Return their numbers."""
        if not isinstance(value, list) or not value:
            raise InputError(name, value or "", WORDS["somebody"], "E-5.4")
        return [SOMEBODY.read(each, name, state) for each in value]


@dataclass(frozen=True)
class Order(Argument):
    """Enemies in the order in which they act (E-2.11); people write their names."""

    blank: Any = field(default_factory=list)

    def typed(self, told: Typed, state: Duel) -> list[int]:
        """Return whom the names name."""
        spelled = {
            name: who
            for who, fighter in enumerate(state.combat.fighters)
            if fighter.acts
            for name in (fighter.name.en, fighter.name.ja)
        }
        names = [name.strip() for name in re.split(f"[{SEPARATORS}，；]", told.raw) if name.strip()]
        for name in names:
            if name not in spelled:
                raise InputError(told.name, name, WORDS["names_of_enemies"], "E-2.11")
        return [spelled[name] for name in names]

    def read(self, value: Any, name: str, state: Duel) -> list[int]:
        """Return their numbers."""
        if not isinstance(value, list):
            raise InputError(name, value, WORDS["enemies_each_once"], "E-2.11")
        return [SOMEBODY.read(each, name, state) for each in value]


@dataclass(frozen=True)
class Of(Argument):
    """Something that the desk knows.

    Args:
        find: Returns it; gets what a link holds, the name to report in an error, and the desk.
        write: Returns what links hold for what stands in a control.
    """

    find: Callable[[Any, str, Duel], Any]
    write: Callable[[Typed, Duel], Any] = lambda told, desk: told.raw

    def typed(self, told: Typed, state: Duel) -> Any:
        """Return what links hold for it."""
        return self.write(told, state)

    def read(self, value: Any, name: str, state: Duel) -> Any:
        """Return it."""
        return self.find(value, name, state)


def _piece(value: Any, name: str, desk: Duel) -> int:
    desk.board.piece(value)
    return int(value)


def _peg(value: Any, name: str, desk: Duel) -> int:
    desk.board.peg(value)
    return int(value)


def _weapon(value: Any, name: str, desk: Duel) -> int | str:
    if value in PEGS if isinstance(value, str) else is_whole(value):
        return cast(int | str, value)
    raise InputError(name, value, WORDS["attack_or_peg"])


def _weapon_written(told: Typed, desk: Duel) -> int | str:
    return int(told.raw) if told.raw.isascii() and told.raw.isdigit() and len(told.raw) < 3 else told.raw


WEAPON = Of(_weapon, _weapon_written)
"""An attack of somebody's sheet by number, or a peg: `"melee_body"`, `"melee_skill"`, `"ranged"`."""
Rolled = list[int] | int | None
"""Faces that were rolled at the table, a number of successes alone, or nothing where the seed rolls."""


def _rolled(value: Any, name: str, desk: Duel) -> Rolled:
    if isinstance(value, list):
        return [whole_number(name, face, 1, FACES, "E-3.7") for face in value]
    if not is_whole(value):
        raise InputError(name, value, WORDS["faces_or_successes"], "E-3.7")
    return value


def read_dice(raw: str, field: str = "dice", *, counted: bool = True) -> Rolled:
    """Return dice as a player types them.

    Args:
        raw: Faces such as `3 5 1` or `351`; `=2` for two successes whatever the faces; nothing to have them rolled.
        field: Name to report in the error.
        counted: May it be a number of successes?

    Raises:
        InputError: If it is neither.

    Source: E-3.7.

    Example:
        >>> read_dice("3 5；1"), read_dice("＝2"), read_dice("")
        ([3, 5, 1], 2, None)
    """
    plain = re.sub(rf"[\s{SEPARATORS}]", "", unicodedata.normalize("NFKC", raw))
    if not plain:
        return None
    if counted and re.fullmatch(r"=[0-9]{1,2}", plain):
        return int(plain[1:])
    if re.fullmatch(rf"[1-6]{{1,{MOST_DICE}}}", plain):
        return [int(face) for face in plain]
    raise InputError(field, raw, WORDS["faces_or_successes" if counted else "faces"], "E-3.7")


@dataclass(frozen=True)
class Numbers(Argument):
    """Numbers in a row; people write them with anything between them.

    Args:
        most: The largest.
    """

    most: int

    def typed(self, told: Typed, state: Any) -> list[int] | None:
        """Return the numbers that were written."""
        parts = re.findall(rf"[^\s{SEPARATORS}+]+", unicodedata.normalize("NFKC", told.raw))
        return [read_number(told.name, part, 0, self.most) for part in parts] or None

    def read(self, value: Any, name: str, state: Any) -> tuple[int, ...]:
        """Return the numbers."""
        if not isinstance(value, list):
            raise InputError(name, value, WORDS["numbers_in_list"])
        return tuple(whole_number(name, each, 0, self.most) for each in value)


@dataclass(frozen=True)
class Mobs(Rows):
    """Mobs whose attacks are combined, each with its attack (E-8.11).

    A button names somebody, the control that says the attack, and the box that lets somebody take part.
    """

    def typed_row(self, row: Sequence[Any], state: Duel) -> list[Any]:
        """Return somebody who takes part, with the attack that is chosen, or the first where there is none such."""
        if not (len(row) > 1 and isinstance(row[1], Typed)):
            return list(row)
        who, attack, *boxes = row
        if any(box.raw != "1" for box in boxes if isinstance(box, Typed)):
            return []
        number = read_number(attack.name, attack.raw, 0, MOST_FIGHTERS)
        known = state.combat.fighters[SOMEBODY.read(who, "mobs", state)].attacks
        return [who, number if number < len(known) else 0]


def read_difficulty(name: Any, field: str = "difficulty") -> Difficulty:
    """Return the difficulty of that name.

    Raises:
        InputError: If there is none.

    Example:
        >>> read_difficulty("ULTRA-HARD").value
        6
    """
    return check_difficulty(field, next((each for each in LADDER if name == each.text.en), name))


def flags(*names: str) -> Record:
    """Return several boxes that are ticked or not."""
    return Record(dict.fromkeys(names, Flag()))


def spoken(words: Iterable[Any]) -> dict[str, Text]:
    """Return the words of an enumeration with what they are called, for a choice."""
    return {each.value: each.text for each in words}


Who = Annotated[int, SOMEBODY]
Name = Annotated[str, Line()]
Yes = Annotated[bool, Flag()]
Ladder = Annotated[Difficulty, Of(lambda value, name, desk: read_difficulty(value, name))]
PieceNumber = Annotated[int, Of(_piece, lambda told, desk: read_number(told.name, told.raw, 0, _MOST_TYPED))]
PegNumber = Annotated[int, Of(_peg)]
Place = Annotated[
    Square,
    Of(
        lambda value, name, desk: desk.board.size.square(value, name),
        lambda told, desk: list(desk.board.size.read(told.raw, told.name)),
    ),
]
"""A square, `[column, row]` from 0; people write `C4`."""
Dice = Annotated[Rolled, Of(_rolled, lambda told, desk: read_dice(told.raw, told.name))]
Faces = Annotated[Rolled, Of(_rolled, lambda told, desk: read_dice(told.raw, told.name, counted=False))]
"""Dice of a check: faces, and where that is enough the number of their successes."""
