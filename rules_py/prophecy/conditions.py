"""The 27 curses and 10 blesses: their data, and which number each of them changes (P-M12)."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Literal, get_args

from rules_py.core.errors import InputError
from rules_py.core.text import Text, listed, same
from rules_py.core.words import words

Kind = Literal["curse", "bless"]
Number = Literal["initiative", "cast", "guard", "checks"]
NUMBERS: tuple[Number, ...] = get_args(Number)
WORDS = words("prophecy")


@dataclass(frozen=True)
class Condition:
    """A curse or a bless.

    Args:
        id: Stable key.
        kind: `"curse"` or `"bless"`.
        row: Ledger id of its row.
        strength: The success degree that it takes to inflict or grant it by an attack, 2 to 8.
        name: Its name.
        reading: Kana reading of the Japanese name, empty without kanji.
        forms_en: Spellings in English running text.
        forms_ja: Spellings in Japanese running text.
        scaling: What several copies do.
        ends: When it leaves.
        changes: Which numbers or events it changes.
        effect: What it does.
        end: When it leaves, in words.
        rules: Ledger ids of its rules.
        tag: Is its name marked in running text?
        starts: Its place among the curses that act when an activation begins, from 1; 0 for the others.

    Source: P-T3, P-T4.
    """

    id: str
    kind: Kind
    row: str
    strength: int
    name: Text
    reading: str
    forms_en: tuple[str, ...]
    forms_ja: tuple[str, ...]
    scaling: str
    ends: str
    changes: tuple[str, ...]
    effect: Text
    end: Text
    rules: tuple[str, ...]
    tag: bool
    starts: int

    @property
    def full_name(self) -> Text:
        """The name in the page's language, with the other language's behind it."""
        return Text(f"{self.name.en} {self.name.ja}", f"{self.name.ja} {self.name.en}")

    @property
    def scaling_words(self) -> Text:
        """What several copies do, in words."""
        return SCALING[self.scaling]


SCALING = {
    "per_copy": Text("each copy counts", "付与数だけ増す"),
    "flat": Text("one is as good as many", "いくつでも同じ"),
    "spreads": Text("grows by itself", "ひとりでに増える"),
    "instant": Text("happens at once", "その場で起こる"),
    "per_copy_and_flat": Text("each copy counts, the damage does not grow", "付与数だけ増す（ダメージは増えない）"),
    "per_copy_and_spreads": Text("each copy counts, grows by itself", "付与数だけ増し、ひとりでに増える"),
    "consumed": Text("copies are used up", "使うたびに減る"),
}
ENDS = {
    "removed": Text("when removed", "取り除かれたとき"),
    "all_at_once": Text("one removed, all gone", "1つ取り除けば全部"),
    "damage_taken": Text("when damage is taken", "ダメージを受けたとき"),
    "guard_check": Text("after the guard check", "ガード判定の後"),
    "activation_end": Text("at the end of the activation", "手番の終わり"),
    "at_once": Text("at once", "その場で"),
    "used_up": Text("when used up", "使いきったとき"),
}
CHANGES = {
    "initiative": Text("initiative", "イニシアチブ"),
    "cast": Text("cast value", "キャスト達成値"),
    "guard": Text("guard value", "ガード達成値"),
    "checks": Text("other check values", "その他の達成値"),
    "damage": Text("damage", "ダメージ"),
    "mana": Text("mana", "マナ"),
    "actions": Text("what one may do", "できる行動"),
    "curses": Text("curses", "カース"),
    "blesses": Text("blesses", "ブレス"),
}


def _read() -> dict[str, Condition]:
    source = files("rules_py.prophecy") / "data" / "conditions.toml"
    return {
        ident: Condition(
            ident,
            row["kind"],
            row["row"],
            row["strength"],
            Text(row["en"], row["ja"]),
            row["reading"],
            tuple(row["forms_en"]),
            tuple(row["forms_ja"]),
            row["scaling"],
            row["ends"],
            tuple(row["changes"]),
            Text(row["effect_en"], row["effect_ja"]),
            Text(row["end_en"], row["end_ja"]),
            tuple(row["rules"]),
            row["tag"],
            row.get("starts", 0),
        )
        for ident, row in tomllib.loads(source.read_text(encoding="utf-8")).items()
    }


CONDITIONS = _read()
CURSES = {ident: condition for ident, condition in CONDITIONS.items() if condition.kind == "curse"}
BLESSES = {ident: condition for ident, condition in CONDITIONS.items() if condition.kind == "bless"}

PER_COPY: dict[str, Mapping[Number, int]] = {
    ident: {number: 1 if each.kind == "bless" else -1 for number in NUMBERS if number in each.changes}
    for ident, each in CONDITIONS.items()
    if "per_copy" in each.scaling and not set(NUMBERS).isdisjoint(each.changes)
}
"""What each copy of a condition adds to which number (P-T8)."""

FIRST_ACTIVATION = tuple(ident for ident, each in CURSES.items() if each.ends == "activation_end")
"""Curses that shape the victim's next activation and leave at its end (P-M11)."""

ALL_AT_ONCE = tuple(ident for ident, each in CURSES.items() if each.ends == "all_at_once")
"""Curses of which all copies leave when one is removed (P-M10)."""

AT_START = tuple(sorted((ident for ident, each in CURSES.items() if each.starts), key=lambda i: CURSES[i].starts))
"""Curses that act when an activation begins, in their order (P-Q24)."""

INSTANT = tuple(ident for ident, each in CURSES.items() if each.ends == "at_once" and "damage" in each.changes)
"""Curses that do their damage when they arrive and leave no copy."""


def modifier(conditions: Iterable[str], number: Number) -> int:
    """Say what a character's conditions add to one of its numbers.

    Args:
        conditions: Ids of the conditions carried, one for each copy.
        number: `"initiative"`, `"cast"`, `"guard"` or `"checks"` (every other check value).

    Returns:
        The sum, negative for a penalty; there is no lower bound (P-Q39).

    Raises:
        InputError: If there is no such number or condition.

    Source: P-M12, P-T8.

    Example:
        >>> modifier(["cast_down", "cast_down", "freeze", "cast_up"], "cast")
        -2
        >>> modifier(["cast_down", "freeze"], "guard")
        -1
    """
    if number not in NUMBERS:
        raise InputError("number", number, same(" / ".join(NUMBERS)))
    return sum(PER_COPY.get(condition(ident, "conditions").id, {}).get(number, 0) for ident in conditions)


def condition(ident: object, field: str = "condition", kind: Kind | None = None) -> Condition:
    """Return a condition by its id.

    Raises:
        InputError: If there is none of that id, or it is of the other kind.

    Example:
        >>> condition("poison").strength
        3
    """
    allowed = {"curse": CURSES, "bless": BLESSES, None: CONDITIONS}[kind]
    if not isinstance(ident, str) or ident not in allowed:
        wanted = {"curse": WORDS["name_of_curse"], "bless": WORDS["name_of_bless"], None: WORDS["name_of_condition"]}
        raise InputError(field, ident, wanted[kind])
    return allowed[ident]


def names(idents: Iterable[str]) -> Text:
    """Return the names of some conditions with their numbers of copies.

    Raises:
        InputError: If there is no such condition.

    Example:
        >>> names(["poison", "trap", "trap"]).en
        'Poison, Trap ×2'
    """
    counted = Counter(idents)
    parts = [condition(i).name + same(f" ×{n}" if n > 1 else "") for i, n in counted.items()]
    return listed(parts) if parts else same("—")
