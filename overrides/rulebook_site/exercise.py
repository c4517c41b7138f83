"""What answers may want of Python beyond what `warm.py` has asked: all that plain values can do, rightly and wrongly.

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
import io
import itertools
import json
import math
import operator
import random
import re
import struct
import unicodedata
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any
from xml.etree import ElementTree

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
    )
    sought = (re.compile("(a)|(?P<b>b)"), re.search("(a)", "ba"), zlib.compressobj(), zlib.decompressobj())
    return [*numbers, *texts, *kept, *named, *kinds, *passing, *sought]


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
    of_two += [operator.and_, operator.or_, operator.xor, operator.lt, operator.eq, math.gcd, Fraction]
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


def read() -> None:
    """Read numbers from texts, and sort what is alike."""
    for text in TEXTS:
        for function in (int, float, Fraction, json.loads):
            attempt(function, text)
        attempt(int, text, 16)
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


def throw_away() -> None:
    """Leave to the collector what holds itself, of every kind."""
    for value in values():
        ring: list[object] = [value]
        ring.append((ring, {1: ring}, {"a": ring}, iter(ring), partial(len, ring), collections.deque([ring])))
        for name, given in (("append", (ring,)), ("update", ({1: ring},)), ("__setattr__", ("own", ring))):
            attempt(getattr(value, name, len), *given)
    thing: Any = KeyError("a")
    thing.held = {thing}
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
