"""Tests of many rows, told as one test that goes on after a row that fails and names all that fail."""

from __future__ import annotations

import inspect
import traceback
from collections.abc import Callable, Iterable
from functools import wraps
from os.path import relpath
from typing import Any

import pytest


class RowsFail(AssertionError):
    """Some rows of a test fail: the label of each, and why."""

    def __init__(self, found: list[tuple[str, BaseException]], count: int) -> None:
        self.found, self.count = found, count

    def __str__(self) -> str:
        reasons = (f"{label}\n{_reason(failure)}" for label, failure in self.found)
        return "\n\n".join((f"{len(self.found)} of {self.count} rows fail", *reasons))


def every(names: str | tuple[str, ...], rows: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Let a test hold for every row, as `pytest.mark.parametrize` does, but in one test.

    One above the other makes every combination. Above `given`, below no other decorator.

    Args:
        names: The parameters that a row fills; more than one as a tuple, with tuples as rows.
        rows: What they are filled with.
    """
    single = isinstance(names, str)
    filled = (names,) if isinstance(names, str) else names
    told = [dict(zip(filled, (row,) if single else row, strict=True)) for row in rows]
    assert told, "no rows prove nothing"

    def of(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test, updated=())
        def every_row(*self: object, **fixtures: object) -> None:
            __tracebackhide__ = True
            found: list[tuple[str, BaseException]] = []
            count = 0
            for row in told:
                label = ", ".join(f"{name}={_short(value)}" for name, value in row.items())
                try:
                    test(*self, **row, **fixtures)
                except RowsFail as failure:
                    found += [(f"{label}, {inner}", why) for inner, why in failure.found]
                    count += failure.count
                except (Exception, pytest.fail.Exception) as failure:
                    found.append((label, failure))
                    count += 1
                else:
                    count += getattr(test, "rows", 1)
            if found:
                _tell(found, count)

        own = inspect.signature(test)
        left = [parameter for name, parameter in own.parameters.items() if name not in filled]
        assert len(left) == len(own.parameters) - len(filled), f"{test.__name__} takes no {', '.join(filled)}"
        every_row.__signature__ = own.replace(parameters=left)  # type: ignore[attr-defined]
        every_row.rows = len(told) * getattr(test, "rows", 1)  # type: ignore[attr-defined]
        return every_row

    return of


def _tell(found: list[tuple[str, BaseException]], count: int) -> None:
    raise RowsFail(found, count) from found[0][1]


def _short(value: object) -> str:
    """Return a value as a row names it."""
    code = getattr(value, "__code__", None)
    said = f"{value.__name__} of line {code.co_firstlineno}" if code else ascii(value)  # type: ignore[attr-defined]
    return said if len(said) <= 200 else f"{said[:200]}…"


def _reason(failure: BaseException) -> str:
    """Return what failed, and the lines that led there."""
    steps = [step for step in traceback.extract_tb(failure.__traceback__)[1:] if "site-packages" not in step.filename]
    lines = [f"    {relpath(step.filename)}:{step.lineno}: {step.line}" for step in steps[-3:]]
    said = [*traceback.format_exception_only(failure)]
    return "\n".join([*lines, *(f"    {line}" for line in "".join(said).rstrip().splitlines())])
