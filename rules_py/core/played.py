"""What was played, as text: a list of actions that fits a link, the seed of its dice, how much of it is taken back."""

from __future__ import annotations

import binascii
import json
import secrets
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Annotated, Any

from rules_py.core.errors import InputError
from rules_py.core.fields import HiddenField, ReadField
from rules_py.core.game import Action
from rules_py.core.text import Text

LONGEST_LINK = 6_000
LARGEST_ACTIONS = 100_000
MOST_ACTIONS = 1_000
LONGEST_SEED = 24


_TOGETHER = "+"
"""Stands in links and files before the name of an action that came in the press of the one before it."""


class Together(list[Any]):
    """An action that came in the press of the one before it, and is taken back with it.

    Example:
        >>> Together(["join", 1]) == ["join", 1]
        True
    """


def written(action: Action) -> Action:
    """Return an action as links and files hold it."""
    return [f"{_TOGETHER}{action[0]}", *action[1:]] if isinstance(action, Together) else action


def encode_actions(actions: list[Action]) -> str:
    """Return the actions as a short text that fits a link.

    Example:
        >>> decode_actions(encode_actions([["roll", 3, 17], ["next"]]))
        [['roll', 3, 17], ['next']]
        >>> isinstance(decode_actions(encode_actions([["join", 0], Together(["join", 1])]))[1], Together)
        True
        >>> encode_actions([])
        ''
    """
    if not actions:
        return ""
    plain = json.dumps(list(map(written, actions)), ensure_ascii=False, separators=(",", ":")).encode()
    return urlsafe_b64encode(zlib.compress(plain, 9)).decode().rstrip("=")


def decode_actions(text: str, field: str = "actions") -> list[Action]:
    """Return the actions that a link holds.

    Raises:
        InputError: If the text was cut off or changed, or holds more than a contest can.

    Example:
        >>> decode_actions("nonsense")
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: actions: “nonsense” is not possible here: the link was cut off or changed...
    """
    if not text:
        return []
    damaged = InputError(
        field,
        text,
        Text(
            "the link was cut off or changed; ask for it again",
            "リンクが途中で切れたか書き換えられているので、もう一度送ってもらってください",
        ),
    )
    try:
        if not text.isascii() or len(text) > LONGEST_LINK:
            raise damaged
        packed = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        unpacker = zlib.decompressobj()
        plain = unpacker.decompress(packed, LARGEST_ACTIONS)
        if not unpacker.eof or unpacker.unconsumed_tail or unpacker.unused_data:
            raise damaged
        actions: list[Action] = json.loads(plain.decode())
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        raise damaged from None
    if not well_formed(actions):
        raise damaged
    return [
        Together([each[0].removeprefix(_TOGETHER), *each[1:]]) if each[0].startswith(_TOGETHER) else each
        for each in actions
    ]


def well_formed(actions: Any) -> bool:
    """Return whether what a link or file holds is a list of actions, and not too long."""
    if not isinstance(actions, list) or len(actions) > MOST_ACTIONS:
        return False
    return all(isinstance(action, list) and action and isinstance(action[0], str) for action in actions)


def fresh_seed() -> str:
    """Return a short random seed, to be read out and typed."""
    letters = "abcdefghjkmnpqrstuvwxyz23456789"
    return "".join(secrets.choice(letters) for _ in range(6))


def read_seed(raw: str, field: str) -> str:
    """Return the seed as typed.

    Raises:
        InputError: If it is longer than 24 characters or holds unprintable ones.
    """
    if len(raw) > LONGEST_SEED or not raw.isprintable():
        allowed = Text("up to {most} visible characters", "{most}文字までの見える文字で書いてください")
        raise InputError(field, raw, allowed.format(most=LONGEST_SEED))
    return raw.strip()


def read_count(raw: str, field: str) -> int:
    """Return how many actions are undone."""
    if not (raw.isascii() and raw.isdigit() and len(raw) <= 4):
        raise InputError(field, raw, Text("the number of steps taken back", "取り消した手順の数"))
    return int(raw)


SEED = ReadField(
    Text("Seed of the dice", "ダイスのシード"),
    hint=Text(
        "Leave it empty for fresh dice; the same seed rolls the same numbers again.",
        "空欄なら毎回新しい目になります。同じシードなら同じ目が出ます。",
    ),
    read=read_seed,
    size=10,
    name="seed",
)


class _ActionsField(HiddenField):
    def parse(self, raw: str) -> list[Action]:
        return decode_actions(raw, self.name)


class _UndoneField(HiddenField):
    def parse(self, raw: str) -> int:
        return read_count(raw, self.name)


ACTIONS = _ActionsField(Text("Actions", "手順"), name="actions")
UNDONE = _UndoneField(Text("Steps taken back", "取り消した手順"), "0", name="undone")


@dataclass(frozen=True)
class Played:
    """What has been played.

    Args:
        seed: What the dice follow; empty until something is rolled.
        actions: The actions, from the first to the last.
        undone: How many of them are taken back.
    """

    seed: Annotated[str, SEED]
    actions: Annotated[list[Action], ACTIONS]
    undone: Annotated[int, UNDONE]

    @property
    def done(self) -> list[Action]:
        """The actions that count."""
        return self.actions[: len(self.actions) - self.undone]
