"""What is likely to be done on the grid: where whoever acts may go, and whom they may attack from there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from rules_py.exorcist.board import NOBODY, Size, Square, distance, movement_range
from rules_py.exorcist.characters import Attack
from rules_py.exorcist.checks import Reach
from rules_py.exorcist.game.refusals import problems
from rules_py.exorcist.model import Duel
from rules_py.exorcist.rulings import Rulings


@lru_cache(maxsize=8)  # board, tray and the plan ask about the same moment
def reach(duel: Duel, rulings: Rulings = Rulings()) -> Mapping[Square, int]:
    """Say where whoever acts may go now, and what the way costs; one's own square for 0.

    Source: E-4.1, E-4.2, E-5.8, E-M11.

    Example:
        >>> from rules_py.exorcist import Duel
        >>> reach(Duel())
        {}
    """
    grounds = duel.grounds
    if duel.alone or grounds is None or grounds.active == NOBODY or problems(duel.combat, rulings)["move"]:
        return {}
    return movement_range(grounds.board, grounds.active, grounds.movement, rulings)


@dataclass(frozen=True)
class Plan:
    """An attack that lies near at hand.

    Args:
        attack: With what, by number.
        target: Whom, by number.
        square: Where to go first; None to stay.
    """

    attack: int
    target: int
    square: Square | None = None


def plan(duel: Duel, foes: list[int], rulings: Rulings = Rulings()) -> Plan | None:
    """Propose an attack to whoever acts: with the gear in hand if possible, against the foe with the shortest way.

    It is a proposal and no rule: a melee attack without a range of its own looks for a square beside its target.

    Args:
        duel: A fight in somebody's activation.
        foes: Whom to attack, by number.
        rulings: House rules.

    Example:
        >>> from dataclasses import replace
        >>> from rules_py.exorcist import UKKOKU_AGEHA, Combat, Fighter, Side, Stage, opened
        >>> pair = Combat((Fighter.of(UKKOKU_AGEHA, Side.ENEMY),) * 2, Stage.ACTIVATION, 1, 0)
        >>> pair = replace(pair, activation=replace(pair.activation, movement=6))
        >>> plan(opened(pair, Size(), ((0, 0), (4, 0))), [1])
        Plan(attack=0, target=1, square=(3, 0))
    """
    foes = [foe for foe in foes if duel.on_map(foe)]
    fighter, here = duel.combat.fighters[duel.combat.active], duel.square(duel.combat.active)
    numbers = sorted(range(len(fighter.attacks)), key=lambda number: (number != fighter.equipped, number))
    if here is None:
        return Plan(numbers[0], foes[0]) if numbers and foes else None
    ways = {here: 0} if duel.combat.activation.waits else {here: 0, **reach(duel, rulings)}
    for number in numbers:
        attack = fighter.attacks[number]
        found = [
            (cost, _straight(square, there), target, square)
            for target in foes
            if (there := duel.square(target))
            for square, cost in ways.items()
            if distance(square, there) <= _wished(attack, duel.board.size)
        ]
        if found:
            _, _, target, square = min(found)
            return Plan(number, target, None if square == here else square)
    return None


def _straight(one: Square, other: Square) -> int:
    """Return how far apart two squares lie, step by step along rows and columns: less of two equal ways."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _wished(attack: Attack, size: Size) -> int:
    """Return how near one goes for an attack."""
    if attack.distance:
        return attack.distance
    return 1 if attack.reach is Reach.MELEE else max(size.columns, size.rows)


def nearer(duel: Duel, foes: list[int], rulings: Rulings = Rulings()) -> Square | None:
    """Return the square within reach that lies nearest to a foe; None if none lies nearer than one's own.

    Example:
        >>> from rules_py.exorcist import Duel
        >>> nearer(Duel(), [])
    """
    here, places = duel.square(duel.combat.active), [square for foe in foes if (square := duel.square(foe))]
    if here is None or not places:
        return None

    def far(square: Square) -> tuple[int, int]:
        return min((distance(square, place), _straight(square, place)) for place in places)

    best = min(reach(duel, rulings).items(), key=lambda way: (far(way[0]), way[1], way[0]), default=(here, 0))[0]
    return best if far(best)[0] < far(here)[0] else None
