"""Who acts first (P-M13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text
from rules_py.prophecy.characters import MOST_FIGHTERS, Fighters, initiative
from rules_py.prophecy.checks import FACES, LARGEST_NUMBER, merged
from rules_py.prophecy.odds.counting import weights
from rules_py.prophecy.rulings import Rulings


@dataclass(frozen=True)
class OrderOdds:
    """Chances that somebody acts before somebody else; they sum to 1.

    Args:
        before: The value is higher.
        tie: The values are equal, and an extra roll decides.
        after: The value is lower.
    """

    before: Fraction
    tie: Fraction
    after: Fraction

    @property
    def first(self) -> Fraction:
        """Chance to act first once a tie is settled, which favours nobody (P-8.5)."""
        return self.before + self.tie / 2


@cache
def _totals() -> Mapping[int, int]:
    """How many of the 36 throws of 2D6 give each total; initiative knows no Lucky and no Fumble (P-Q9)."""
    return merged((roll.total, count) for roll, count in weights(2, False, Rulings()).items())


def initiative_odds(modifier: int, dominance: int) -> OrderOdds:
    """Work out whether a PC acts before an enemy.

    Args:
        modifier: What conditions add to the PC's 2D6, -99 to 99.
        dominance: The enemy's initiative with what changes it, -198 to 198.

    Returns:
        The chances that the PC acts before, ties, and acts after.

    Raises:
        InputError: If a number is out of bounds.

    Source: P-8.2, P-8.3, P-8.4, P-8.5, P-M13.

    Example:
        >>> odds = initiative_odds(0, 8)
        >>> odds.before, odds.tie, odds.first
        (Fraction(5, 18), Fraction(5, 36), Fraction(25, 72))
    """
    _is_modifier("modifier", modifier)
    _is_dominance("dominance", dominance)
    lower, equal, higher = _split(dominance - modifier)
    cases = lower + equal + higher
    return OrderOdds(Fraction(higher, cases), Fraction(equal, cases), Fraction(lower, cases))


def _is_modifier(field: str, value: int) -> None:
    whole_number(field, value, -LARGEST_NUMBER, LARGEST_NUMBER, "P-8.2")


def _is_dominance(field: str, value: int) -> None:
    whole_number(field, value, -2 * LARGEST_NUMBER, 2 * LARGEST_NUMBER, "P-8.3")


@cache
def _split(value: int) -> tuple[int, int, int]:
    """How many throws of 2D6 are below a value, at it, and above it."""
    counts = [0, 0, 0]
    for total, count in _totals().items():
        counts[1 + (total > value) - (total < value)] += count
    return counts[0], counts[1], counts[2]


def acting_before(modifiers: Sequence[int], dominance: int) -> dict[int, Fraction]:
    """Work out how many PCs act before an enemy once all ties are settled.

    Everybody tied rolls again, so that the enemy takes each place among them with the same chance.

    Args:
        modifiers: What conditions add to each PC's 2D6; at most 12 PCs.
        dominance: The enemy's initiative with what changes it.

    Returns:
        The chance of each number of PCs, 0 to all of them; the chances sum to 1.

    Source: P-8.4, P-8.5, P-M13.

    Example:
        >>> acting_before([0, 0, 0], 8)[0]
        Fraction(52499, 186624)
    """
    whole_number("modifiers", len(modifiers), 0, MOST_FIGHTERS, "P-M13")
    _is_dominance("dominance", dominance)
    counts = {(0, 0): 1}
    for modifier in modifiers:
        _is_modifier("modifiers", modifier)
        lower, equal, higher = _split(dominance - modifier)
        counts = merged(
            ((above + up, level + same), count * cases)
            for (above, level), count in counts.items()
            for up, same, cases in ((0, 0, lower), (0, 1, equal), (1, 0, higher))
            if cases
        )
    chances = merged(
        (above + place, Fraction(count, FACES ** (2 * len(modifiers)) * (level + 1)))
        for (above, level), count in counts.items()
        for place in range(level + 1)
    )
    return {number: chances.get(number, Fraction(0)) for number in range(len(modifiers) + 1)}


def first_to_act(modifiers: Sequence[int], dominances: Sequence[int]) -> tuple[tuple[Fraction, ...], ...]:
    """Work out who acts first of all once all ties are settled.

    Args:
        modifiers: What conditions add to each PC's 2D6.
        dominances: The initiative of each enemy with what changes it.

    Returns:
        The chance of each PC, and the chance of each enemy; together they sum to 1.

    Raises:
        InputError: If there is nobody, or more than 12 on a side.

    Source: P-8.4, P-8.5, P-M13.

    Example:
        >>> first_to_act([0, 0], [7])
        ((Fraction(323, 864), Fraction(323, 864)), (Fraction(109, 432),))
    """
    _check_sides(modifiers, dominances)
    best = max(dominances)
    rivals = dominances.count(best)
    ahead = Fraction(0)
    for level, count in enumerate(_level(modifiers, best)):
        ahead += Fraction(count, FACES ** (2 * len(modifiers)) * (level + rivals))
    chances = {modifier: _first(modifiers, modifier, best, rivals) for modifier in set(modifiers)}
    enemies = tuple(ahead if dominance == best else Fraction(0) for dominance in dominances)
    return tuple(chances[modifier] for modifier in modifiers), enemies


def _first(modifiers: Sequence[int], own: int, best: int, rivals: int) -> Fraction:
    """The chance that one PC with this modifier is the first of all."""
    others = list(modifiers)
    others.remove(own)
    chance = Fraction(0)
    for total, throws in _totals().items():
        value = total + own
        if value >= best:
            tied = rivals if value == best else 0
            for level, count in enumerate(_level(others, value)):
                chance += Fraction(throws * count, FACES ** (2 * len(modifiers)) * (1 + level + tied))
    return chance


def _level(modifiers: Sequence[int], value: int, above: bool = False) -> list[int]:
    """How many throws put how many PCs at a value, all others of them below it, or all of them above it."""
    counts = [1]
    for modifier in modifiers:
        lower, equal, higher = _split(value - modifier)
        elsewhere = higher if above else lower
        counts = [at * elsewhere + fewer * equal for at, fewer in zip([*counts, 0], [0, *counts], strict=True)]
    return counts


def party_ahead(modifiers: Sequence[int], dominances: Sequence[int]) -> tuple[Fraction, Fraction]:
    """Work out whether one side acts as a whole before the other, once all ties are settled.

    Args:
        modifiers: What conditions add to each PC's 2D6.
        dominances: The initiative of each enemy with what changes it.

    Returns:
        The chance that every PC acts before every enemy, and that every enemy acts before every PC.

    Raises:
        InputError: If there is nobody, or more than 12 on a side.

    Source: P-8.4, P-8.5, P-M13.

    Example:
        >>> party_ahead([0], [7, 9])
        (Fraction(2, 9), Fraction(1, 2))
    """
    _check_sides(modifiers, dominances)

    def split(value: int, above: bool) -> Fraction:
        rivals, cases = dominances.count(value), FACES ** (2 * len(modifiers))
        counts = enumerate(_level(modifiers, value, above))
        return sum((Fraction(count, cases * comb(level + rivals, level)) for level, count in counts), Fraction(0))

    return split(max(dominances), True), split(min(dominances), False)


def _check_sides(modifiers: Sequence[int], dominances: Sequence[int]) -> None:
    whole_number("modifiers", len(modifiers), 1, MOST_FIGHTERS, "P-M13")
    whole_number("dominances", len(dominances), 1, MOST_FIGHTERS, "P-M13")
    for modifier in modifiers:
        _is_modifier("modifiers", modifier)
    for dominance in dominances:
        _is_dominance("dominances", dominance)


def initiative_order(
    fighters: Fighters,
    rolls: Mapping[int, int],
    extra: Mapping[int, int] | None = None,
    rulings: Rulings = Rulings(),
) -> tuple[tuple[int, ...], ...]:
    """Order everybody in the battle by initiative.

    Args:
        fighters: Everybody; those who are down or gone take no place.
        rolls: Each PC's 2D6 by number, 2 to 12.
        extra: What those tied have rolled, or agreed on, by number; the higher one acts first.
        rulings: Whether conditions change an enemy's dominance (P-Q8).

    Returns:
        Groups in order of their activations; a group of more than one is a tie that is still to be settled, be it that
        not all of them have rolled again, or that they have rolled the same.

    Raises:
        InputError: If a PC has not rolled, or a number is out of bounds.

    Source: P-M13, P-8.2 to P-8.6, P-Q8, P-Q9.

    Example:
        >>> from rules_py.prophecy import Fighter
        >>> mio, ren = Fighter(Text("Mio", "ミオ")), Fighter(Text("Ren", "レン"))
        >>> choir = Fighter(Text("Choir", "聖歌隊"), enemy=True, dominance=8)
        >>> initiative_order((mio, ren, choir), {0: 8, 1: 10})
        ((1,), (0, 2))
        >>> initiative_order((mio, ren, choir), {0: 8, 1: 10}, {0: 3, 2: 5})
        ((1,), (2,), (0,))
    """
    extra = extra or {}
    for who, roll in extra.items():
        whole_number("extra", roll, -LARGEST_NUMBER, LARGEST_NUMBER, "P-8.5")
        if who not in range(len(fighters)):
            allowed = Text("somebody in the battle, by number", "戦闘にいるキャラクターの番号で書いてください")
            raise InputError("extra", who, allowed, "P-8.5")

    values: dict[int, list[int]] = {}
    for who, fighter in enumerate(fighters):
        if fighter.fighting:
            rolled = 0 if fighter.enemy else whole_number("rolls", rolls.get(who), 2, 2 * FACES, "P-8.2")
            values.setdefault(initiative(fighter, rolled, rulings), []).append(who)
    order: list[tuple[int, ...]] = []
    for value in sorted(values, reverse=True):
        settled: dict[int, list[int]] = {}
        for who in values[value]:
            place = extra[who] if extra.keys() >= set(values[value]) else 0
            settled.setdefault(place, []).append(who)
        order += [tuple(settled[place]) for place in sorted(settled, reverse=True)]
    return tuple(order)
