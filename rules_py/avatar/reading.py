"""Difficulties as people write them: a number, a range, several with weights."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

from rules_py.avatar.checks import LARGEST_DIFFICULTY
from rules_py.core.errors import InputError
from rules_py.core.lists import entries, quantity
from rules_py.core.words import words

WORDS = words("avatar")
LONGEST_PRIOR = 200
MOST_NUMBERS = 40
LARGEST_WEIGHT = 999
_DASHES = re.compile("[〜~–]")
_RANGE = re.compile("(?P<least>[0-9]{1,3})(?:-(?P<most>[0-9]{1,3}))?")


def read_prior(text: str, field: str = "prior") -> dict[int, Fraction]:
    """Read how likely each difficulty is.

    Args:
        text: Numbers and ranges with commas; `*3` after one makes each of its numbers three times as likely.
        field: Name of the field that a message belongs to.

    Returns:
        The chance of each difficulty; together 1.

    Raises:
        InputError: If it cannot be read, a number is not from 1 to 150, or there are more than 40 of them.

    Source: A-10.1, A-10.3, A-10.4.

    Example:
        >>> read_prior("18-20, 21*3")[21]
        Fraction(1, 2)
    """
    weights: Counter[int] = Counter()
    for typed in entries(text, field, WORDS["written_prior"], least=1, longest=LONGEST_PRIOR):
        entry = _DASHES.sub("-", typed.replace(" ", ""))
        numbers, times = quantity(entry, marked=True)
        found = _RANGE.fullmatch(numbers)
        if not found or (times or 0) > LARGEST_WEIGHT:
            raise InputError(field, entry, WORDS["written_prior"])
        least = int(found["least"])
        most = int(found["most"] or least)
        if not 1 <= least <= most <= LARGEST_DIFFICULTY:
            raise InputError(field, entry, WORDS["written_range"].format(most=LARGEST_DIFFICULTY))
        weight = 1 if times is None else times
        if not weight:
            raise InputError(field, entry, WORDS["no_weight"])
        weights.update(dict.fromkeys(range(least, most + 1), weight))
    if len(weights) > MOST_NUMBERS:
        raise InputError(field, len(weights), WORDS["too_many_difficulties"].format(most=MOST_NUMBERS))
    whole = weights.total()
    return {number: Fraction(weight, whole) for number, weight in sorted(weights.items())}
