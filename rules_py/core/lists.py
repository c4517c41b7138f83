"""One grammar for the lists that people type: what stands between entries or for nothing, numbers, quantities."""

from __future__ import annotations

import re
import unicodedata

from rules_py.core.errors import InputError
from rules_py.core.text import Text

SEPARATORS = ",、;\n"
"""What stands between the entries of every list; the full-width signs are plain ones by then."""
NOTHING = ("", "-", "ー", "none", "なし")
"""What stands for nothing, in small letters."""
_NUMBER = re.compile(r"[0-9]{1,2}")
_QUANTITY = re.compile(r"(?P<mark>[x×*]\s*)?(?P<number>[0-9]{1,6})?\Z", re.IGNORECASE)


def plain(raw: str) -> str:
    """Return what was typed with full-width letters, digits and signs as plain ones, and no space around it.

    Example:
        >>> plain("罠２； −１ ")
        '罠2; -1'
    """
    return unicodedata.normalize("NFKC", raw).replace("−", "-").strip()


def a_text(field: str, value: object) -> str:
    """Return the value if it is a text.

    Raises:
        InputError: If it is none.
    """
    if not isinstance(value, str):
        raise InputError(field, value, Text("a text", "文字"))
    return value


def is_nothing(raw: str) -> bool:
    """Say whether somebody left a list empty or wrote that there is nothing in it.

    Example:
        >>> is_nothing("なし"), is_nothing("－"), is_nothing(" "), is_nothing("0")
        (True, True, True, False)
    """
    return plain(raw).casefold() in NOTHING


def entries(
    raw: str,
    field: str,
    allowed: Text,
    *,
    least: int = 0,
    most: int | None = None,
    longest: int | None = None,
    rule: str | None = None,
    also: str = "",
    spaces: bool = False,
    brackets: bool = False,
) -> list[str]:
    """Split a list into its entries, as plain text; empty ones do not count.

    Args:
        raw: What was typed.
        field: Name to report in the error.
        allowed: What the error says is allowed instead.
        least: How few entries there may be; if there may be none, a word for nothing is none.
        most: How many there may be.
        longest: How many characters may be typed.
        rule: Ledger id of the rule that bounds the list.
        also: Signs that separate besides `SEPARATORS`.
        spaces: Does white space separate too?
        brackets: Does what stands in round brackets stay together?

    Raises:
        InputError: If there are too few or too many entries or characters.

    Example:
        >>> allowed = Text("one or two names", "名前を1つか2つ")
        >>> entries("Mio (Trap, Freeze)；レン,, ", "party", allowed, least=1, most=2, brackets=True)
        ['Mio (Trap, Freeze)', 'レン']
        >>> entries("a, b, c", "party", allowed, most=2, rule="P-3.1")
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: party: “a, b, c” is not possible here: one or two names (P-3.1).
        >>> entries("なし", "party", allowed)
        []
    """
    a_text(field, raw)
    if longest is not None and len(raw) > longest:
        raise InputError(field, raw, allowed, rule)
    if not least and is_nothing(raw):
        return []
    text, found, depth, start = plain(raw), [], 0, 0
    signs = re.escape(SEPARATORS + also) + r"\s" * spaces + "()" * brackets
    for sign in re.finditer(f"[{signs}]", text):
        if brackets and sign[0] in "()":
            depth = max(0, depth + (1 if sign[0] == "(" else -1))
        elif not depth:
            found.append(text[start : sign.start()])
            start = sign.end()
    found = [entry for part in [*found, text[start:]] if (entry := part.strip())]
    if len(found) < least or (most is not None and len(found) > most):
        raise InputError(field, raw.strip(), allowed, rule)
    return found


def joined(entry: str, mark: str) -> tuple[int, ...]:
    """Return the numbers of one or two digits that a mark joins; none if it is anything else.

    Example:
        >>> joined("4/ 6/2", "/"), joined("7", "/"), joined("4//6", "/"), joined("123", "/")
        ((4, 6, 2), (7,), (), ())
    """
    parts = [part.strip() for part in entry.split(mark)]
    return tuple(map(int, parts)) if all(map(_NUMBER.fullmatch, parts)) else ()


def numbers(
    raw: str,
    field: str,
    allowed: Text,
    *,
    least: int = 0,
    most: int | None = None,
    largest: int = 99,
    rule: str | None = None,
    also: str = "",
) -> tuple[int, ...]:
    """Read whole numbers of one or two digits with separators or white space between them.

    Args:
        raw: What was typed.
        field: Name to report in the error.
        allowed: What the error says is allowed instead.
        least: How few there may be.
        most: How many there may be.
        largest: The largest that is allowed.
        rule: Ledger id of the rule that they belong to.
        also: Signs that separate besides `SEPARATORS`.

    Raises:
        InputError: If anything is no such number, or there are too few or too many.

    Example:
        >>> numbers("2, 2 ７；10", "moves", Text("numbers", "数"))
        (2, 2, 7, 10)
    """
    parts = entries(raw, field, allowed, least=least, most=most, rule=rule, also=also, spaces=True)
    if not all(_NUMBER.fullmatch(part) and int(part) <= largest for part in parts):
        raise InputError(field, raw.strip(), allowed, rule)
    return tuple(map(int, parts))


def quantity(entry: str, *, marked: bool = False) -> tuple[str, int | None]:
    """Return a name, and the number of up to six digits after it, if there is one.

    Args:
        entry: An entry, such as `Trap 2`, `Trap x2`, `罠×2` or `Trap*2`.
        marked: Must the mark stand before the number? What has none is all name then.

    Example:
        >>> quantity("Trap 2"), quantity("罠×2"), quantity("Trap"), quantity("18-20 * 3", marked=True)
        (('Trap', 2), ('罠', 2), ('Trap', None), ('18-20', 3))
    """
    found = _QUANTITY.search(entry)
    if not found or (marked and not (found["mark"] and found["number"])):
        return entry, None
    return entry[: found.start()].rstrip(), int(found["number"]) if found["number"] else None
