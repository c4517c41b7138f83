"""Whole fights by simulation: too long to count exactly, so played many times from a seed, with the error said."""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass, replace
from itertools import accumulate
from math import sqrt
from random import Random
from typing import Annotated

from rules_py.core.errors import InputError
from rules_py.core.remembered import remembered
from rules_py.core.rulings import Bounds, Checked, whole_number
from rules_py.core.text import Text
from rules_py.exorcist.characters import MOST_ABILITY, MOST_POINTS, Damage, DamageKind
from rules_py.exorcist.effects import MOST_REDUCTION, damage_through
from rules_py.exorcist.odds import Incoming, hit_chance
from rules_py.exorcist.rulings import Rulings

MOST_FIGHTERS = 8
MOST_FIGHTS = 5000
LAST_TURN = 20
SURE = 1.96
"""Standard errors to each side that hold 95 of 100 results."""


@dataclass(frozen=True)
class Troop(Checked):
    """One side of a simulated fight.

    Args:
        dice: Dice of the attack check of each fighter, one to eight fighters of 0 to 20 dice.
        points: HP of each PC or toughness of each enemy, 1 to 99.
        evade_dice: Evade dice of each, 0 to 20; 0 for evasion type none.
        reduction: Armour or miasma armour of each, 0 to 100.
        damage: What a hit of one of them does; physical.

    Raises:
        InputError: If a number is out of bounds.

    Example:
        >>> Troop((3, 2), 5, 3, 1, Damage(1, 6)).dice
        (3, 2)
    """

    dice: tuple[int, ...]
    points: Annotated[int, Bounds(1, MOST_POINTS)]
    evade_dice: Annotated[int, Bounds(0, MOST_ABILITY, "E-8.4")]
    reduction: Annotated[int, Bounds(0, MOST_REDUCTION, "E-9.4")]
    damage: Damage

    def __post_init__(self) -> None:
        whole_number("dice", len(self.dice), 1, MOST_FIGHTERS)
        for dice in self.dice:
            whole_number("dice", dice, 0, MOST_ABILITY, "E-3.7")
        super().__post_init__()
        if not isinstance(self.damage, Damage) or self.damage.kind is DamageKind.SPIRITUAL:
            raise InputError("damage", self.damage, Text("physical damage", "物理ダメージにしてください"))


@dataclass(frozen=True)
class Estimate:
    """A mean of many fights.

    Args:
        value: The mean.
        error: Half the width of the range that holds the true mean in 95 of 100 such estimates.
    """

    value: float
    error: float


@dataclass(frozen=True)
class Simulated:
    """What many fights came to.

    Args:
        fights: How many were played.
        turns: Turns until one side is down.
        danger: Chance that at least one PC goes down.
        wins: Chance that the party wins.
    """

    fights: int
    turns: Estimate
    danger: Estimate
    wins: Estimate


@remembered(256)
def simulate(
    party: Troop, enemies: Troop, fights: int = 300, seed: str = "exorcist", rulings: Rulings = Rulings()
) -> Simulated:
    """Play a fight many times and count.

    Everybody attacks once a turn, at NORMAL, the party before the enemies. The party attacks the enemy that has least
    toughness left, and so one after the other; the enemies attack somebody at random. Whoever evades spends half of its
    evade dice, rounded up. There are no katashiro, no arts, no barriers and no pressure, and a fight ends after 20
    turns at the latest.

    Args:
        party: The PCs.
        enemies: The enemies.
        fights: How many fights, 2 to 5000.
        seed: The same seed gives the same fights.
        rulings: `no_dice`, `evasion_needs` and `evade_refill` count.

    Returns:
        Means with their errors.

    Raises:
        InputError: If the number of fights is out of bounds.

    Source: E-2.1, E-5.12, E-8.5, E-9.3, E-11.7, E-M3 to E-M6, E-Q2, E-Q7.

    Example:
        >>> party = Troop((3, 3, 3), 5, 3, 1, Damage(1, 6))
        >>> found = simulate(party, Troop((2, 2), 4, 0, 0, Damage(1, 4)), fights=100)
        >>> 1 <= found.turns.value <= 20, 0 <= found.danger.value <= 1
        (True, True)
    """
    whole_number("fights", fights, 2, MOST_FIGHTS)
    dice = Random(seed)
    table = _Table(party, enemies, rulings)
    results = [table.fight(dice) for _ in range(fights)]
    turns, fallen, won = (list(column) for column in zip(*results, strict=True))
    return Simulated(fights, _mean(turns), _share(fallen), _share(won))


def _mean(values: list[float]) -> Estimate:
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, SURE * sqrt(spread / count))


def _share(values: list[float]) -> Estimate:
    """The share of the fights; two successes and two failures more keep the error of never and always above 0."""
    count = len(values)
    near = (sum(values) + 2) / (count + 4)
    return Estimate(sum(values) / count, SURE * sqrt(near * (1 - near) / (count + 4)))


class _Table:
    def __init__(self, party: Troop, enemies: Troop, rulings: Rulings) -> None:
        self.sides = party, enemies
        self.refill = rulings.evade_refill
        self.attackers = _attackers(party, enemies, rulings), _attackers(enemies, party, rulings)
        self.amounts = _amounts(party.damage, enemies.reduction), _amounts(enemies.damage, party.reduction)

    def fight(self, dice: Random) -> tuple[float, float, float]:
        """Play one fight: turns, whether a PC went down, whether the party won."""
        random = dice.random
        points = [[side.points] * len(side.dice) for side in self.sides]
        pools = [[side.evade_dice] * len(side.dice) for side in self.sides]
        standing = [list(attackers) for attackers in self.attackers]
        fallen = False
        for turn in range(1, LAST_TURN + 1):
            if self.refill == "turn":
                pools = [[side.evade_dice] * len(side.dice) for side in self.sides]
            for side in (0, 1):
                amounts, shares = self.amounts[side]
                targets, pool, aims = points[1 - side], pools[1 - side], standing[1 - side]
                own, full = pools[side], self.sides[side].evade_dice if self.refill == "activation" else 0
                for n, succeeds, hits in standing[side]:
                    if full:
                        own[n] = full
                    rolled = random()
                    if rolled >= succeeds:
                        continue
                    i = int(random() * len(aims)) if side else 0
                    aim = aims[i][0]
                    spent = (pool[aim] + 1) // 2
                    pool[aim] -= spent
                    if rolled >= hits[spent]:
                        continue
                    targets[aim] -= amounts[bisect(shares, random())]
                    if targets[aim] <= 0:
                        fallen = fallen or side == 1
                        aims.pop(i)
                        if not aims:
                            return turn, fallen, side == 0
        return LAST_TURN, fallen, False


def _attackers(attackers: Troop, targets: Troop, rulings: Rulings) -> list[tuple[int, float, list[float]]]:
    """Each attacker with the chance of its attack check, and that of a hit by evade dice spent."""
    found = []
    for n, dice in enumerate(attackers.dice):
        attack = Incoming(dice, attackers.damage)
        hits = [float(hit_chance(attack, k, rulings)) for k in range((targets.evade_dice + 1) // 2 + 1)]
        found.append((n, hits[0], hits))
    return found


def _amounts(damage: Damage, reduction: int) -> tuple[list[int], list[float]]:
    """What gets through, and the chance of no more than each amount, the last one aside."""
    die = damage.die
    amounts = [damage_through(amount, damage.kind, reduction) for amount in die]
    return amounts, [part / die.denominator() for part in accumulate(die.quantities())][:-1]


def with_dice(enemies: Troop, dice: int) -> Troop:
    """Return the enemies with other dice; evade dice go along if they evade (E-11.18)."""
    return replace(enemies, dice=(dice,) * len(enemies.dice), evade_dice=dice if enemies.evade_dice else 0)
