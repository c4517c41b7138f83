"""A board or a combat while an action changes it: the state, the log, the dice, the house rules."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from rules_py.core.dice import Die, Seen
from rules_py.core.errors import InputError
from rules_py.core.render import percent
from rules_py.core.rulings import whole_number
from rules_py.core.stepper import Action, Event, die_roll
from rules_py.core.text import Text
from rules_py.exorcist.checks import (
    FACES,
    LADDER,
    MOST_DICE,
    Difficulty,
    check_difficulty,
    dice_rolled,
    successes,
)
from rules_py.exorcist.odds import success_chance
from rules_py.exorcist.rulings import Rulings

ROPE = 3
"""Rope that laying takes (E-7.23)."""


class _Rolling(Protocol):
    @property
    def dice(self) -> int: ...


@dataclass
class Table[State: _Rolling]:
    """A state that is being changed by an action.

    Args:
        state: The state; every change puts a new one here.
        rulings: House rules.
        seed: What the dice follow.
        log: What has happened.
    """

    state: State
    rulings: Rulings
    seed: str
    log: list[Event]

    def set(self, **values: Any) -> None:
        """Change the state."""
        self.state = replace(self.state, **values)  # type: ignore[type-var]

    def tell(self, text: Text, *rules: str, seen: tuple[Seen, ...] = (), **parts: object) -> None:
        """Write into the log; `seen`: the dice that fell."""
        self.log.append(Event(text.format(**parts), rules, seen=seen))

    def die(self, faces: int = FACES) -> int:
        """Return what the seed rolls next."""
        rolled = die_roll(self.seed, self.state.dice, faces)
        self.set(dice=self.state.dice + 1)
        return rolled

    def check(self, who: Text, dice: int, difficulty: Difficulty, typed: Any, *rules: str) -> int:
        """Make a check, tell of it, and return its successes.

        Args:
            who: Who rolls.
            dice: How many dice.
            difficulty: The difficulty with all its steps.
            typed: The faces rolled at the table, or the number of successes alone; None to roll by the seed.
            rules: Ledger ids of what asks for the check.
        """
        count = dice_rolled(dice, self.rulings)
        told = Text(
            "{name} (chance {chance}): {dice}d6, {difficulty}: {found}.",
            "{name}（確率{chance}）：{dice}d6、{difficulty}。{found}。",
        )
        seen: tuple[Die, ...] = ()
        if isinstance(typed, int) and not isinstance(typed, bool):
            found = whole_number("dice", typed, 0, count, "E-3.7")
            rolled = Text("successes {found}", "成功数{found}").format(found=found)
        else:
            faces = self.faces(count, typed)
            found = successes(faces, difficulty)
            seen = lying(faces, difficulty)
            rolled = Text("{faces}, successes {found}", "出目{faces}、成功数{found}").format(
                faces=" ".join(map(str, faces)) or "—", found=found
            )
        if not count:
            rules = (*rules, "E-Q3")
        chance = percent(success_chance(dice, difficulty, self.rulings))
        self.tell(
            told, *rules, seen=seen, name=who, dice=count, difficulty=difficulty.text, found=rolled, chance=chance
        )
        return found

    def faces(self, count: int, typed: Any) -> tuple[int, ...]:
        """Return the dice of a check: what was typed, else what the seed rolls."""
        if typed is None:
            return tuple(self.die() for _ in range(count))
        if not isinstance(typed, list) or len(typed) != count:
            allowed = Text("the faces of {n} dice, such as 3 5", "{n}個のダイスの目を書いてください（例：3 5）")
            shown = " ".join(map(str, typed)) if isinstance(typed, list) else typed
            raise InputError("dice", shown, allowed.format(n=count), "E-3.7")
        return tuple(whole_number("dice", face, 1, FACES, "E-3.7") for face in typed)


def lying(faces: Iterable[int], difficulty: Difficulty) -> tuple[Die, ...]:
    """Return the dice of a check as they lie on the table, each a success or not.

    Example:
        >>> [die.counts for die in lying((2, 5), Difficulty.NORMAL)]
        [False, True]
    """
    return tuple(Die(face, FACES, face >= difficulty) for face in faces)


def carry_out[State: _Rolling](
    table: Table[State], run: Callable[..., None], action: str, arguments: list[Any], rule: str
) -> None:
    """Let an action change a state.

    Raises:
        InputError: If a rule or an argument speaks against it, or there are others than the action reads.
    """
    try:
        run(table, *arguments)
    except InputError:
        raise
    except (AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError) as error:
        told = Text("that is not how it is written", "書き方が正しくありません")
        raise InputError("do", action, told, rule) from error


def read_action(action: Action, known: Iterable[str], rule: str) -> tuple[str, list[Any]]:
    """Return an action's name and its arguments.

    Raises:
        InputError: If there is no action of that name.
    """
    name, *arguments = action if isinstance(action, list) and action else [""]
    names = tuple(known)
    if name not in names:
        allowed = Text("one of {names}", "{names}のどれか").format(names=", ".join(names))
        raise InputError("do", name, allowed, rule)
    return name, arguments


# --- what neither a board nor a combat allows -------------------------------------------------------------------------

Refusal = tuple[Text, str]
"""Why something is forbidden, and by which rule."""
_SLOTS = {
    "attack": (Text("once in a turn", "1ターンに1度までです"), "E-5.12"),
    "rope": (Text("once in an activation", "1回の手番に1度までです"), "E-7.21"),
    "removal": (Text("once in an activation", "1回の手番に1度までです"), "E-7.41"),
}


def slot_refusal(used: tuple[str, ...], use: str, rulings: Rulings) -> Refusal | None:
    """Say that the attack's place in an activation is taken (E-5.12, E-7.21, E-7.41, E-Q27).

    Args:
        used: What was done in it: `"attack"`, `"rope"`, `"removal"`.
        use: What shall be done.
        rulings: `shared_slot` counts.
    """
    if use in used:
        return _SLOTS[use]
    if used and rulings.shared_slot:
        told = Text("what takes the attack’s place has been done", "攻撃か、それに代わる行動をすでに行いました")
        return told, "E-Q27"
    return None


def rope_refusal(name: Text, rope: int) -> Refusal | None:
    """Say that somebody has too little rope (E-7.23)."""
    told = Text("it takes {n} rope, and {name} has {left}", "注連鋼縄が{n}必要ですが、{name}の残りは{left}です")
    return None if rope >= ROPE else (told.format(n=ROPE, name=name, left=rope), "E-7.23")


def peg_refusal(name: Text, pegs: int, rule: str = "E-7.18") -> Refusal | None:
    """Say that somebody has no peg."""
    told = Text("{name} has no peg left", "{name}の祓串は残っていません")
    return None if pegs else (told.format(name=name), rule)


# --- reading ----------------------------------------------------------------------------------------------------------


def read_dice(raw: str, field: str = "dice", *, counted: bool = True) -> list[int] | int | None:
    """Return dice as a player types them.

    Args:
        raw: Faces such as `3 5 1` or `351`; `=2` for two successes whatever the faces; nothing to have them rolled.
        field: Name to report in the error.
        counted: May it be a number of successes?

    Raises:
        InputError: If it is neither.

    Source: E-3.7.

    Example:
        >>> read_dice("3 5 1"), read_dice("＝2"), read_dice("")
        ([3, 5, 1], 2, None)
    """
    plain = re.sub(r"[\s,、]", "", unicodedata.normalize("NFKC", raw))
    if not plain:
        return None
    if counted and re.fullmatch(r"=[0-9]{1,2}", plain):
        return int(plain[1:])
    if re.fullmatch(rf"[1-6]{{1,{MOST_DICE}}}", plain):
        return [int(face) for face in plain]
    allowed = Text("faces such as 3 5 1", "「3 5 1」のように出目を書いてください")
    if not counted:
        raise InputError(field, raw, allowed, "E-3.7")
    allowed = Text(
        "faces such as 3 5 1, or =2 for two successes", "「3 5 1」のような出目か、「=2」のような成功数で書いてください"
    )
    raise InputError(field, raw, allowed, "E-3.7")


def read_difficulty(name: Any, field: str = "difficulty") -> Difficulty:
    """Return the difficulty of that name.

    Raises:
        InputError: If there is none.

    Example:
        >>> read_difficulty("ULTRA-HARD").value
        6
    """
    named = next((difficulty for difficulty in LADDER if name == difficulty.text.en), name)
    return check_difficulty(field, named)
