"""Answers that are kept, so that what was asked before is not worked out again."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps


def remembered[**Asked, Told](most: int | None) -> Callable[[Callable[Asked, Told]], Callable[Asked, Told]]:
    """Keep the last answers of a function; equal numbers of another kind are told apart.

    What no answer can be kept for, such as a list in place of a number, goes to the function itself, which refuses it.

    Args:
        most: How many answers; None for all.

    Example:
        >>> from rules_py.kamui import check_odds
        >>> check_odds([3], 5)
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: dice: “[3]” is not possible here: a whole number from 0 to 30.
    """

    def remembering(work: Callable[Asked, Told]) -> Callable[Asked, Told]:
        kept = lru_cache(most, typed=True)(work)

        @wraps(work)
        def answer(*asked: Asked.args, **named: Asked.kwargs) -> Told:
            try:
                return kept(*asked, **named)  # type: ignore[arg-type]
            except TypeError:
                return work(*asked, **named)

        answer.cache_clear = kept.cache_clear  # type: ignore[attr-defined]
        return answer

    return remembering
