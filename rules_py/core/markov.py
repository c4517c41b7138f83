"""Absorbing Markov chains, solved exactly from every state at once.

icepool solves such a chain from one start; a gauge needs the answer for every square, so the system of equations is
solved here for all starts together.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm


def solve[State: Hashable](
    transitions: Mapping[State, Mapping[State, int]],
    known: Mapping[State, Sequence[Fraction]],
    each_step: Sequence[Fraction],
) -> dict[State, tuple[Fraction, ...]]:
    """Find, for every state of a chain, the expected totals when play goes on from there to the end.

    Args:
        transitions: For each state still to be solved, how many equally likely cases lead to every next state.
        known: Totals of the states whose answer is known: the ends of the chain, or parts solved before.
        each_step: What every step adds to each total (0 for a chance, 1 for a count of rounds).

    Returns:
        For each state of `transitions`, the totals in the order of `each_step`.

    Raises:
        ZeroDivisionError: If from some state no known state can be reached.

    Example:
        >>> coin = {"level": {"ahead": 1, "lost": 1}, "ahead": {"won": 1, "level": 1}}
        >>> ends = {"won": [Fraction(1), Fraction(0)], "lost": [Fraction(0), Fraction(0)]}
        >>> solve(coin, ends, [Fraction(0), Fraction(1)])["level"]
        (Fraction(1, 3), Fraction(2, 1))
    """
    states = list(transitions)
    index = {state: i for i, state in enumerate(states)}
    ends = {target for row in transitions.values() for target in row if target not in index}
    # All over one denominator each, the steps too: what follows is counted in whole numbers.
    sides = [
        _over_one_denominator({None: step} | {end: known[end][k] for end in ends}) for k, step in enumerate(each_step)
    ]
    rows: list[dict[int, int]] = []
    right: list[list[int]] = []
    for state in states:
        cases = sum(transitions[state].values())
        row = {index[state]: cases}
        total = [worth[None] * cases for worth, _ in sides]
        for target, weight in transitions[state].items():
            if target in index:
                row[index[target]] = row.get(index[target], 0) - weight
            else:
                total = [so_far + weight * worth[target] for so_far, (worth, _) in zip(total, sides, strict=True)]
        rows.append(row)
        right.append(total)

    for i, pivot in enumerate(rows):
        for j in range(i + 1, len(rows)):
            factor = rows[j].pop(i, 0)
            if factor:
                _eliminate(rows[j], right[j], pivot, right[i], i, factor)
    totals = [_substituted(rows, [each[k] for each in right], scale) for k, (_, scale) in enumerate(sides)]
    return dict(zip(states, zip(*totals, strict=True), strict=True))


def _substituted(rows: Sequence[Mapping[int, int]], right: Sequence[int], divisor: int) -> list[Fraction]:
    """Solve rows without anything left of the diagonal from the last one up, all over one denominator."""
    solved, scale = [0] * len(rows), 1
    for i in reversed(range(len(rows))):
        head = rows[i][i]
        here = right[i] * scale - sum(weight * solved[j] for j, weight in rows[i].items() if j > i)
        solved = [total * head for total in solved]
        solved[i], scale = here, scale * head
        if (common := gcd(scale, *solved)) > 1:
            solved, scale = [total // common for total in solved], scale // common
    return [Fraction(total, scale * divisor) for total in solved]


def _over_one_denominator[Name](values: Mapping[Name, Fraction]) -> tuple[dict[Name, int], int]:
    scale = lcm(*(value.denominator for value in values.values()))
    return {name: value.numerator * (scale // value.denominator) for name, value in values.items()}, scale


def _eliminate(
    row: dict[int, int],
    right: list[int],
    pivot: dict[int, int],
    pivot_right: list[int],
    column: int,
    factor: int,
) -> None:
    """Take the pivot row out of a row, in whole numbers, and divide by what all have in common."""
    head = pivot.get(column, 0)
    if not head:
        raise ZeroDivisionError("the chain has a state from which no end can be reached")
    for j in row:
        row[j] *= head
    for j, weight in pivot.items():
        if j != column:
            row[j] = row.get(j, 0) - weight * factor
    for k, value in enumerate(pivot_right):
        right[k] = right[k] * head - value * factor
    common = gcd(*row.values(), *right)
    if common > 1:
        for j in row:
            row[j] //= common
        right[:] = [value // common for value in right]
