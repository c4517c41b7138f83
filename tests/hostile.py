"""Links that nobody with good intentions sends: what is wrong with real ones, at random but always the same."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from importlib import import_module
from urllib.parse import quote, urlencode

from rules_py import library
from rules_py.core.fields import HiddenField

SCRIPTS = (
    "<script>globalThis.ran=1</script>",
    "\"><img src=x onerror='globalThis.ran=1'>",
    "<svg onload=globalThis.ran=1>",
    "javascript:globalThis.ran=1",
    "{{constructor.constructor('globalThis.ran=1')()}}",
    "</textarea></form><script>globalThis.ran=1</script>",
    "&lt;script&gt;globalThis.ran=1&lt;/script&gt;",
)
ODD = (
    *(
        "",
        " ",
        "-0",
        "+3",
        "1e9",
        "1.5",
        "0x10",
        "１２",
        "٣",
        "Ⅷ",
        "NaN",
        "Infinity",
        "-" * 50,
        "∞",
        "null",
        "undefined",
    ),
    *(
        "9" * 40,
        "9" * 5000,
        f"-{'9' * 400}",
        f"{'1' * 200}/{'3' * 200}",
        "1/0",
        "0/0",
        "true",
        "on",
        "__proto__",
        "constructor",
    ),
    *(
        "\0",
        "\x7f",
        "\u202egnp",
        "\ufeff1",
        "a\u0301" * 40,
        "👹" * 20,
        "山田「太郎」",
        "\n\r\t",
        "%",
        "%00",
        "%zz",
        "..;/",
        "☃",
    ),
    *("[" * 3000, '{"a":' * 500, "AAAA", "eJw", "eJwDAAAAAAE", "=" * 9, "_-_-", "-" * 4000),
)
NAMES = (
    "ability",
    "seed",
    "actions",
    "x",
    "",
    "__proto__",
    "constructor",
    "toString",
    "dice",
    "ability_a.b",
    "ルール",
    "[]",
)
RAW = ("%ED%A0%80", "%C0%AF", "%F4%90%80%80", "%", "%1", "%u0041", "&&&", "=", "a=b=c", "?", "#", "+", "%2B%2B", ";")
"""What no program writes: lone surrogates, overlong letters, cut escapes."""

_ASKED = {slug: import_module(f"tests.{slug}.inputs").INPUTS for slug in library.SYSTEMS}
GOOD = [(widget, values) for asked in _ASKED.values() for widget, values in asked.values()]
"""What real links say: a widget, and values of its fields."""


def _spoilt(chance: random.Random, text: str) -> str:
    """Return a text with something wrong in it."""
    if not text or chance.random() < 0.4:
        return chance.choice((*SCRIPTS, *ODD))
    place = chance.randrange(len(text))
    kind = chance.randrange(6)
    if kind == 0:
        return text[:place]
    if kind == 1:
        return text[:place] + chance.choice(string.printable) + text[place + 1 :]
    if kind == 2:
        return text[:place] + chance.choice((*SCRIPTS, *ODD)) + text[place:]
    if kind == 3:
        return text * chance.randrange(2, 5)
    if kind == 4:
        return text[place:] + text[:place]
    return "".join(chance.sample(text, len(text))) if len(text) < 2000 else text[::-1]


def values(count: int, seed: int = 7) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield widgets with values, some of which are spoilt or strange to the widget."""
    chance = random.Random(seed)
    for _ in range(count):
        widget, good = chance.choice(GOOD)
        fields = library.WIDGETS[widget].fields
        found = {name: field.default for name, field in fields.items() if chance.random() < 0.9} | good
        # Of a stepper the link with its actions is what is most worth spoiling.
        wishes = [name for name in found if isinstance(fields.get(name), HiddenField)] * 4 + list(found)
        for name in chance.choices(wishes or [""], k=chance.choice((1, 1, 1, 2, 3))):
            found[name] = _spoilt(chance, found.get(name, ""))
        if chance.random() < 0.1:
            found[chance.choice(NAMES)] = chance.choice((*SCRIPTS, *ODD))
        yield widget, found


def queries(count: int, seed: int = 7) -> Iterator[tuple[str, str]]:
    """Yield widgets and the queries of links to them, some of which are no proper queries."""
    chance = random.Random(seed)
    for widget, found in values(count, seed):
        prefix = f"{widget}."
        query = urlencode({prefix + name: value for name, value in found.items()})
        if chance.random() < 0.3:
            query += f"&{prefix}{quote(chance.choice(list(found) or ['x']))}={chance.choice(RAW)}"
        if chance.random() < 0.1:
            query = _spoilt(chance, query)
        yield (
            widget,
            "".join(quote(letter) if ord(letter) > 126 or letter in "\r\n\t\0# " else letter for letter in query),
        )


def fragments(count: int, seed: int = 7) -> Iterator[str]:
    """Yield what may stand behind a # on a page of examples."""
    chance = random.Random(seed)
    letters = string.ascii_letters + string.digits + "-_"
    for _ in range(count):
        name = chance.choice(("running", "stop", "edit", "x", "", "%E3%81%82", "__proto__", "%", "%ED%A0%80"))
        code = "".join(chance.choices(letters, k=chance.choice((0, 1, 3, 8, 40, 400))))
        yield chance.choice(
            (f"{name}~{code}", f"~{code}", f"{name}.2~{code}", f"{name}~{quote(chance.choice(SCRIPTS))}")
        )
