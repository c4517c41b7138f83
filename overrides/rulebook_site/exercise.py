"""What answers may want of Python: what plain values can do, what fields can hold, what can be pressed.

`called.mjs` looks on, and leaves out of the binary what nothing has called.
"""

import binascii
import builtins
import collections
import copy
import dataclasses
import enum
import functools
import gc
import heapq
import html
import io
import itertools
import json
import math
import numbers
import operator
import random
import re
import struct
import sys
import types
import unicodedata
import urllib.parse
import warnings
import weakref
import zipfile
import zlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any
from xml.etree import ElementTree

from rules_py.core.stepper import Stepper
from rules_py.core.text import LANGUAGES
from rules_py.library import WIDGETS, answer

MODULES = (
    builtins,
    binascii,
    collections,
    copy,
    functools,
    heapq,
    io,
    itertools,
    json,
    math,
    operator,
    re,
    zlib,
    unicodedata,
)
BESIDE: tuple[Any, ...] = (
    *(0, 2, -1, 3.5, None, "", "a", "神", "%s {0}", b"a", (), (1, 2), [1, 2], {"a": 1}, {1, 3}),
    *(str, operator.neg, lambda *_: 0),
)
"""What stands beside a value in a call."""

MADE = (dataclasses.make_dataclass("Made", ["a"]), enum.Enum("Made", "A B"))
NAMED: dict[str, Any] = {"key": str, "reverse": True, "strict": True, "start": 2, "step": 2, "default": 1, "sep": "a"}
NAMED |= {
    "maxsplit": 1,
    "base": 9,
    "encoding": "utf-8",
    "errors": "replace",
    "separators": (",", ":"),
    "sort_keys": True,
}
LARGE = (7**9000, 3**4000, 10**5000, -(2**64), 5**30, 2**31, 12345678901, 3)
REAL = (0.1, -1e300, 2.5, math.inf, math.nan)
TEXTS = ("9" * 4000, "-" + "9" * 400, "1/3", "1e400", "0x1f", "\ud800")

ENDLESS = re.compile(
    "pow|input|open|exit|quit|breakpoint|help|import|exec|eval|compile|print|repeat|perm|comb|factorial|reduce_ex"
    "|FileIO|setattr|delattr|__(class|subclasshook|new|init|init_subclass|sizeof)__|^_[a-z]"
)
"""What ends not soon, or does more than to answer."""


def values() -> list[object]:
    """Return values of every kind, fresh ones: what is called may change them."""
    odd = "\ud800e\u0301👹" * 9
    numbers = (0, 1, -3, True, None, 2**70, -(3**200), *REAL, Fraction(1, 3), random.Random(5))
    texts = ("", "a b\n", "１ 神威", odd, b"", b"ab", bytearray(b"ab"), io.StringIO("a\nb"), io.BytesIO(b"a"))
    kept = ((), (1, "b"), range(5), slice(1, None, 2), [3, 1, 2], ["b", "a", "神"], collections.deque([1, 2]))
    named = ({1: 2, "a": "b"}, {1, 2}, frozenset({3, "c"}), collections.Counter("aab"), collections.OrderedDict(a=1))
    kinds = (len, str, KeyError("a"), json.dumps, int | None, list[int], *MADE, property(len))
    passing = (
        iter([1, 2]),
        iter("ab"),
        iter({1: 2}),
        (each for each in "ab"),
        itertools.chain([1], [2]),
        {1: 2}.items(),
        *map(reversed, ([1, 2], "ab", range(2), {1: 2}, {1: 2}.items())),
        *(kind([1, 2]) for kind in (enumerate, zip, partial(map, str), partial(filter, None))),
    )
    sought = (re.compile("(a)|(?P<b>b)"), re.search("(a)", "ba"), zlib.compressobj(), zlib.decompressobj())
    trees = (
        ElementTree.TreeBuilder(),
        ElementTree.XMLParser(),
        ElementTree.Element("a"),
        ElementTree.Element("b").iter(),
    )
    return [*numbers, *texts, *kept, *named, *kinds, *passing, *sought, *trees]


def attempt(function: Callable[..., object], *given: object, **named: object) -> None:
    """Call a function, whatever comes of it, and write it as text."""
    try:
        found = function(*given, **named)
        repr([*itertools.islice(found, 5)] if isinstance(found, Iterator) else found)
    except BaseException:  # what is refused has been called, too
        pass


def functions() -> Iterator[Callable[..., object]]:
    """Yield the functions of the modules."""
    for module in MODULES:
        for name, function in [*vars(module).items()]:
            is_error = isinstance(function, type) and issubclass(function, BaseException)
            if callable(function) and not is_error and not ENDLESS.search(name):
                yield function


def call() -> None:
    """Call every function of the modules, and every method of the values."""
    for function in functions():
        for number, value in enumerate(values()):
            beside = BESIDE[number % len(BESIDE)]
            for given in ((value,), (value, beside), (beside, value)):
                attempt(function, *given)
        for one, other in itertools.pairwise(BESIDE):
            attempt(function, one, other, 1)
    for place, value in enumerate(values()):
        for name in dir(value):
            if ENDLESS.search(name) or not hasattr(value, name):
                continue
            for given in ((), *((each,) for each in BESIDE), (1, 2), ("a", "b"), (0, 1, 2)):
                attempt(getattr(values()[place], name), *given)
    for name, value in NAMED.items():
        for function in (
            sorted,
            max,
            min,
            sum,
            zip,
            enumerate,
            int,
            str,
            bytes,
            json.dumps,
            itertools.count,
            "a a".split,
        ):
            attempt(function, "12", **{name: value})
            attempt(function, [1, 2], [3, 4], **{name: value})


def calculate() -> None:
    """Reckon with large numbers and with real ones."""
    of_two = [operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.truediv, divmod]
    of_two += [operator.and_, operator.or_, operator.xor, operator.lt, operator.eq, math.gcd, math.lcm, Fraction]
    of_two += [operator.ne, operator.gt, operator.ge, operator.le, min, max]
    of_one = (hash, str, float, bool, math.isqrt, int.bit_length, operator.neg, operator.invert)
    for number in (*LARGE, *REAL, Fraction(1, 3)):
        for function in of_two:
            for other in (*LARGE, *REAL, Fraction(7**30, 3**40)):
                attempt(function, number, other)
        for function in of_one:
            attempt(function, number)
        for written in (",d", "+d", "x", ".1f", "g", "%", "e", "<9"):
            attempt(format, number, written)
        for more in ((3,), (3, 7), (-1, 7), (0.5,)):
            attempt(pow, number, *more)
        attempt(operator.lshift, number, 99)
        attempt(operator.rshift, number, 99)
        attempt(round, number, 2)
    for number, other in itertools.product((9, 60, 400), (2, 7, 200)):
        for function in (math.comb, math.perm, math.lcm):
            attempt(function, number, other)
        attempt(math.factorial, number)
    for several in ((), (0, 3), (4, 6, 2**70), (True, 3, 5), (Fraction(1, 3), 2, Fraction(1, 6)), (0.1, 2, 3.5)):
        for function in (math.lcm, math.gcd, max, min):
            attempt(function, *several)
        attempt(lambda held: tuple(reversed(held)), several)
        for function in (sum, math.prod, math.fsum, any, all, sorted, set, tuple, iter):
            attempt(function, several)
            attempt(function, (each for each in several))
    for _ in range(2):
        for value in (*values(), *MADE, *LARGE):
            for kind in (*vars(collections.abc).values(), *vars(numbers).values(), int | str, (int, Fraction)):
                attempt(isinstance, value, kind)
                attempt(issubclass, type(value), kind)
        collections.abc.Sized.register(MADE[0])  # so that what has been found out before is forgotten


def read() -> None:
    """Read numbers from texts, and sort what is alike."""
    for text in TEXTS:
        for function in (int, float, Fraction, json.loads):
            attempt(function, text)
        attempt(int, text, 16)
        for hook in ("object_hook", "object_pairs_hook", "parse_int", "parse_float", "parse_constant"):
            attempt(json.loads, f'{{"a": [{text}, 1, 1.5, NaN, "\\n神"]}}', **{hook: str})
        attempt(zlib.decompress, zlib.compress(text.encode(errors="replace")) * 2)
    for form, text in itertools.product(
        ("NFC", "NFD", "NFKC", "NFKD"), ("１２", "ｶﾞＡ", "a\u0301" * 40, "한Ⅷ각", "ab", "é", *TEXTS)
    ):
        attempt(unicodedata.normalize, form, text)
        attempt(unicodedata.is_normalized, form, text)
    for texts in ("ba", "神a", "b1"):
        codes = [*map(ord, texts)]
        for alike in ([*texts], codes, [code / 2 for code in codes], [3**code for code in codes], [*enumerate(texts)]):
            attempt(sorted, alike * 40)
            attempt(sorted, [*zip(alike, codes, strict=True)] * 40)


def under_way() -> list[object]:
    """Return what the collector may find in the midst of an answer: it looks around whenever much has been made."""
    made, queue = MADE[0](1), collections.deque([1, 2])
    of_two = (itertools.product, itertools.pairwise, itertools.permutations, itertools.combinations, itertools.islice)
    of_one = (itertools.accumulate, itertools.cycle, itertools.groupby, itertools.tee, itertools.zip_longest, iter)
    judging = (itertools.filterfalse, itertools.takewhile, itertools.dropwhile, itertools.starmap, filter, map)
    iterators = [kind([1, 2], *more) for kind, more in zip(of_two, ((), (), (2,), (2,), (2,)), strict=True)]
    iterators += [
        *(kind([1, 2]) for kind in of_one),
        *(kind(str, "ab") for kind in judging),
        iter(queue),
        reversed(queue),
    ]
    iterators += [
        itertools.batched("ab", 2),
        itertools.compress("ab", [1, 0]),
        itertools.repeat(queue),
        iter(random.random, 3),
    ]
    for each in iterators:
        next(each[0] if isinstance(each, tuple) else each, None)
    calling = (
        made.__init__,
        super(MADE[0], made),
        partial(len, key=made),
        operator.itemgetter(1, 2),
        functools.cache(str),
    )
    calling += (
        operator.attrgetter("a", "b"),
        operator.methodcaller("a", 1),
        functools.cmp_to_key(max),
        staticmethod(len),
    )
    told = (weakref.ref(made), weakref.proxy(made), weakref.WeakSet([str]), weakref.WeakValueDictionary({1: made}))
    kept = (types.ModuleType("a"), types.SimpleNamespace(a=1), types.MappingProxyType({}), memoryview(b"ab"))
    kept += (collections.defaultdict(list, a=[]), collections.ChainMap({}), struct.Struct("<H"), sys._getframe())
    return [made, *iterators, *calling, *told, *kept]


def throw_away() -> None:
    """Leave to the collector what holds itself, of every kind; it looks at all that the picture holds, too."""
    gc.unfreeze()
    thrown = under_way()
    for kind in vars(builtins).values():
        if isinstance(kind, type) and issubclass(kind, BaseException):
            for given in (("a",), (1, "a"), ("a", [KeyError("a")]), ("utf-8", b"a", 0, 1, "a")):
                attempt(lambda kind, given: thrown.append(kind(*given)), kind, given)
    for value in [*values(), *thrown]:
        ring: list[object] = [value]
        ring.append((ring, {1: ring}, {"a": ring}, iter(ring), partial(len, ring), collections.deque([ring])))
        for name, given in (("append", (ring,)), ("update", ({1: ring},)), ("__setattr__", ("own", ring))):
            attempt(getattr(value, name, len), *given)
    thing: Any = KeyError("a")
    thing.held = {thing}
    thrown.clear()
    del thing, ring, value
    gc.collect()


def compare() -> None:
    """Hold sets, views and lists against each other, and write elements and bytes."""
    for one, other in itertools.product(({1: 2, "a": 3}, {1, "a"}, [1, 2] * 9, (1, "a"), {}), repeat=2):
        for each, beside in ((one, other), (getattr(one, "keys", len), other), (getattr(one, "items", len), other)):
            view = each() if callable(each) and each is not len else each
            for name in ("and_", "or_", "sub", "xor", "eq", "lt", "le", "contains", "add", "iadd", "ior", "isub"):
                attempt(getattr(operator, name), view, beside)
    for layout in ("<4H", ">Q", "<3B", "2s"):
        packed = bytes(range(8))[: struct.calcsize(layout)]
        attempt(struct.unpack, layout, packed)
        attempt(struct.iter_unpack, layout, packed * 3)
        attempt(struct.pack, layout, 1, 2, 3, 4)
    root = ElementTree.Element("a", {"b": "<神>"})
    root.text = "& 威\ud800"
    ElementTree.SubElement(root, "c").tail = "d"
    for how in ({"encoding": "unicode"}, {"encoding": "utf-8"}, {"encoding": "us-ascii"}):
        attempt(partial(ElementTree.tostring, root, **how))
        root.text = "& 威"
    attempt(ElementTree.fromstring, "<a>b<c d='e'/></a>")
    for change in (
        lambda: root.insert(0, ElementTree.Element("e")),
        lambda: root.extend([ElementTree.Element("f"), copy.deepcopy(root)]),
        lambda: root.__setitem__(0, ElementTree.Element("g")),
        lambda: [*root.iter(), *root.itertext(), *root.findall(".//c"), root[0], root[:2], root.get("b"), root.keys()],
        lambda: root.remove(root[0]),
        root.clear,
    ):
        attempt(change)
    for encoding, newline in itertools.product(("utf-8", "us-ascii", "utf-16", "shift_jis"), (None, "", "\n")):
        attempt(write_down, encoding, newline)


def write_down(encoding: str, newline: str | None) -> bytes:
    """Write text as bytes, as an archive or a file of XML has it, and read it again."""
    held = io.BytesIO()
    with io.TextIOWrapper(held, encoding, "xmlcharrefreplace", newline, write_through=newline == "") as writer:
        for text in ("a\n", "神威\r\n" * 2000, "é" * 9):
            writer.write(text)
        writer.flush()
        writer.detach()
    return b"".join(io.TextIOWrapper(io.BytesIO(held.getvalue()), encoding, newline=newline))


TYPED = ("", " ", "１２", "＋４", "−1", "0", "1", "999", "1/3", "0.5", "50%", "a", "神威", "\ud800", "{}", "[1]", "?")
TYPED += (
    "1, 2, 3",
    "1 3 3 6",
    "2:9, 3:1",
    "2d6+1",
    "5W2",
    "10W",
    "A K Q",
    "♠A ♥K",
    "a: 1; b: 2",
    '"4 6", 2',
    "x" * 999,
)
"""What is typed into fields."""


def ask() -> None:
    """Type all sorts of things into the fields, pin each answer and press what there is to press."""
    for name, widget in WIDGETS.items():
        for language in LANGUAGES:
            for asked in ({"copies": True}, {"picture": True}, {"kept": dict.fromkeys(widget.fields, "1")}):
                told = question(name, language, {}, **asked)
            parts = "".join(told.get("parts", {}).values())
            pins = [html.unescape(pin) for pin in re.findall(r'data-set="pin=([^"]*)"', parts)]
            for pin in ("?", "x", *map(urllib.parse.unquote_plus, pins)):
                question(name, language, {"pin": pin}, copies=True)
            is_first = language == LANGUAGES[0]
            if is_first and not widget.is_costly:
                for field in ("", *widget.fields)[::3]:
                    question(name, language, {}, moved=field)
            press(name, language, {"seed": "a"} if isinstance(widget, Stepper) else {}, 3 if is_first else 1)
        for number, field in enumerate(widget.fields):
            for typed in TYPED[number % 5 :: 5]:  # fields are many: each text is typed often all the same
                if widget.is_costly:
                    attempt(widget.read, widget.values({field: typed}))
                else:
                    question(name, LANGUAGES[0], {field: typed})


def press(name: str, language: str, values: dict[str, str], steps: int) -> None:
    """Press each button of a widget once, and go on with some."""
    for number in range(steps):
        told = question(name, language, values)
        parts = "".join(told.get("parts", {}).values())
        buttons = [html.unescape(said) for said in re.findall(r'<button[^>]* value="([^"]*)"', parts)]
        states = [question(name, language, values, pressed={"do": said}) for said in dict.fromkeys(buttons)]
        going_on = [state["values"] for state in states if state["state"] == "ready" and state["values"]]
        if not going_on:
            return
        values = values | going_on[number % len(going_on)]


def question(name: str, language: str, values: dict[str, str], **more: object) -> dict[str, Any]:
    """Ask as the page does."""
    asked = {"widget": name, "language": language, "values": values, "pressed": None} | more
    told: dict[str, Any] = json.loads(answer(json.dumps(asked), str))
    return told


def pack() -> None:
    """Put files into an archive, as an online table takes them."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(zipfile.ZipInfo("名.xml"), "神威" * 99)
    archive.seek(0)
    with zipfile.ZipFile(archive) as packed:
        packed.read("名.xml")


if __name__ == "__main__":
    with warnings.catch_warnings(action="ignore"):
        call()
        calculate()
        read()
        throw_away()
        compare()
        pack()
        ask()
