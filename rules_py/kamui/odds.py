"""Exact chances of checks and attacks, and how best to divide action value (K-M1, K-M5, K-M6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, prod
from typing import Annotated, NamedTuple

from rules_py.core.errors import InputError
from rules_py.core.remembered import remembered
from rules_py.core.rulings import Bounds, Checked, an_instance, whole_number, wished_chance
from rules_py.core.words import words
from rules_py.kamui.characters import MOST_KAMUI, MOST_POINTS, Points
from rules_py.kamui.checks import MOST_DICE, compared, success_faces
from rules_py.kamui.effects import MOST_MULTIPLIER, damage
from rules_py.kamui.rulings import LARGEST_FACE, Rulings

WORDS = words("kamui")

MOST_ACTION = 12
MOST_ATTACKS = 4
AbilityNumber = Annotated[int, Bounds(0, LARGEST_FACE, "K-Q1")]
Multiplier = Annotated[int, Bounds(0, MOST_MULTIPLIER, "K-Q8")]


# --- one check --------------------------------------------------------------------------------------------------------


def successes_odds(dice: int, ability: int, rulings: Rulings = Rulings()) -> dict[int, Fraction]:
    """The chance of each number of successes of a check.

    Args:
        dice: Dice rolled, 0 to 30.
        ability: The ability (or what `success_faces` says it is).
        rulings: `success`, `success_face` and `die` count.

    Returns:
        The chance of each number from 0 to the dice, in ascending order; impossible ones have chance 0.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-2.4, K-5.1, K-6.4, K-M1, K-Q1, K-Q2.

    Example:
        >>> {count: str(chance) for count, chance in successes_odds(2, 5).items()}
        {0: '1/4', 1: '1/2', 2: '1/4'}
    """
    whole_number("dice", dice, 0, MOST_DICE)
    whole = rulings.sides**dice
    return {count: Fraction(ways, whole) for count, ways in enumerate(_ways(dice, ability, rulings))}


@remembered(1024)
def check_odds(dice: int, ability: int, needed: int = 1, rulings: Rulings = Rulings()) -> Fraction:
    """The chance that a check has at least so many successes.

    Args:
        dice: Dice rolled, 0 to 30.
        ability: The ability (or what `success_faces` says it is).
        needed: Successes needed, 0 to 30.
        rulings: `success`, `success_face` and `die` count.

    Returns:
        The chance, 0 to 1.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-2.5, K-2.10, K-2.13, K-M1, K-Q1.

    Example:
        >>> str(check_odds(2, 5, 2)), str(check_odds(4, 3, 2))
        ('1/4', '3483/10000')
    """
    whole_number("dice", dice, 0, MOST_DICE)
    whole_number("needed", needed, 0, MOST_DICE)
    return Fraction(sum(_ways(dice, ability, rulings)[needed:]), rulings.sides**dice)


def dice_needed(
    chance: Fraction, ability: int, needed: int = 1, most: int = MOST_DICE, rulings: Rulings = Rulings()
) -> int | None:
    """The fewest dice that reach a chance.

    Args:
        chance: The chance wished for, 0 to 1.
        ability: The ability (or what `success_faces` says it is).
        needed: Successes needed, 0 to 30.
        most: Dice to try, 0 to 30.
        rulings: `success`, `success_face` and `die` count.

    Returns:
        The number of dice, or None if `most` are not enough.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-M1, K-Q1.

    Example:
        >>> dice_needed(Fraction(3, 4), 5, 2), dice_needed(Fraction(1, 2), 0)
        (5, None)
    """
    wished_chance("chance", chance)
    whole_number("most", most, 0, MOST_DICE)
    return next((n for n in range(most + 1) if check_odds(n, ability, needed, rulings) >= chance), None)


@remembered(1024)
def _ways(dice: int, ability: int, rulings: Rulings) -> tuple[int, ...]:
    """Of all rolls, how many have each number of successes."""
    good = len(success_faces(ability, rulings))
    bad = rulings.sides - good
    return tuple(comb(dice, count) * good**count * bad ** (dice - count) for count in range(dice + 1))


# --- attacks ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack(Checked):
    """The numbers of an attack, apart from its dice.

    Args:
        ability: The ability that the skill names (or what `success_faces` says it is); an input (K-Q10).
        power: Attack power, 0 to 99.
        multiplier: Faith multiplier, 0 to 20; an input (K-Q8).
        bonus: Damage bonus, 0 to 99.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-5.1, K-5.3, K-M5, K-Q8, K-Q10.

    Example:
        >>> Attack(5, 5, 2, 4).power
        5
    """

    ability: AbilityNumber
    power: Points
    multiplier: Multiplier = 1
    bonus: Points = 0


@dataclass(frozen=True)
class Target(Checked):
    """Whom attacks are to bring to 0 HP.

    Args:
        hp: HP left, 1 to 99.
        armour: Armour left, 0 to 99.
        kamui: Is it a kamui, whose armour always counts?

    Raises:
        InputError: If a number is out of bounds.

    Source: K-5.5, K-5.6, K-M6, K-Q17.

    Example:
        >>> Target(10, 6).total(), Target(10, 6).total(Rulings(unit_armour="none"))
        (16, 10)
    """

    hp: Annotated[int, Bounds(1, MOST_POINTS)]
    armour: Points = 0
    kamui: bool = False

    def total(self, rulings: Rulings = Rulings()) -> int:
        """Damage, of however many attacks, that brings it to 0 HP."""
        return self.hp + (self.armour if self.kamui or rulings.unit_armour == "same" else 0)


Split = tuple[int | None, ...]
"""Action value of each attack in order; None for one that is not made."""


def damage_odds(attack: Attack, dice: int, rulings: Rulings = Rulings()) -> dict[int, Fraction]:
    """The damage of one attack.

    Args:
        attack: Its numbers.
        dice: The action value spent on it, 0 to 30.
        rulings: `success`, `success_face`, `die` and `no_successes` count.

    Returns:
        The chance of each damage that is possible, in ascending order.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-4.4, K-5.1 to K-5.3, K-M5, K-Q9.

    Example:
        >>> {amount: str(chance) for amount, chance in damage_odds(Attack(5, 5, 2, 4), 4).items()}
        {14: '1/16', 16: '1/4', 18: '3/8', 20: '1/4', 22: '1/16'}
    """
    an_instance("attack", attack, Attack)
    return split_odds([attack], (whole_number("dice", dice, 0, MOST_DICE),), rulings)


def split_odds(attacks: Sequence[Attack], split: Split, rulings: Rulings = Rulings()) -> dict[int, Fraction]:
    """The damage of several attacks together.

    Args:
        attacks: The attacks, one to 4.
        split: The action value of each, None for one that is not made.
        rulings: `success`, `success_face`, `die` and `no_successes` count.

    Returns:
        The chance of each damage that is possible, in ascending order.

    Raises:
        InputError: If a number is out of bounds, or there are not as many parts as attacks.

    Source: K-4.3 to K-4.6, K-5.1 to K-5.3, K-M5, K-Q9.

    Example:
        >>> twice = split_odds([Attack(5, 1), Attack(5, 1)], (1, 1))
        >>> {amount: str(chance) for amount, chance in twice.items()}
        {2: '1/4', 3: '1/2', 4: '1/4'}
    """
    if len(split) != len(attacks):
        raise InputError("split", len(split), WORDS["part_for_each_attack"].format(n=len(attacks)))
    found = {0: 1}
    for attack, dice in zip(attacks, split, strict=True):
        an_instance("attacks", attack, Attack)
        if dice is not None:
            found = _joined(found, _damage_ways(attack, whole_number("split", dice, 0, MOST_DICE), rulings))
    whole = rulings.sides ** sum(dice or 0 for dice in split)
    return {amount: Fraction(ways, whole) for amount, ways in sorted(found.items())}


def down_chance(odds: Mapping[int, Fraction], total: int) -> Fraction:
    """The chance that damage reaches what a target has left.

    Args:
        odds: The chance of each damage.
        total: Armour and HP of the target together (`Target.total`), 0 to 198.

    Returns:
        The chance, 0 to 1.

    Raises:
        InputError: If the total is out of bounds.

    Source: K-5.5, K-5.6, K-M6.

    Example:
        >>> str(down_chance(damage_odds(Attack(5, 5, 2, 4), 4), 20))
        '5/16'
    """
    whole_number("total", total, 0, 2 * MOST_POINTS)
    return sum((chance for amount, chance in odds.items() if amount >= total), start=Fraction(0))


def mean(odds: Mapping[int, Fraction]) -> Fraction:
    """The mean of a number whose chances are known.

    Example:
        >>> str(mean(damage_odds(Attack(5, 5, 2, 4), 4)))
        '18'
    """
    return sum((amount * chance for amount, chance in odds.items()), start=Fraction(0))


def splits(action: int, attacks: int, least: int = 1) -> Iterator[Split]:
    """All ways to divide action value over attacks; none of it is kept back.

    Args:
        action: The action value to spend, 0 to 12.
        attacks: How many attacks may be made, one to 4.
        least: The least action value of an attack that is made, 0 to 12; the text does not say.

    Yields:
        The action value of each attack, None for one that is not made.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-4.3 to K-4.6, K-5.1.

    Example:
        >>> list(splits(3, 2))
        [(None, 3), (1, 2), (2, 1), (3, None)]
    """
    whole_number("action", action, 0, MOST_ACTION)
    whole_number("attacks", attacks, 1, MOST_ATTACKS)
    whole_number("least", least, 0, MOST_ACTION)
    return _divided(action, attacks, least)


def _divided(action: int, attacks: int, least: int) -> Iterator[Split]:
    if attacks == 1:
        yield from ((part,) for part in _parts(action, least, last=True))
        return
    for first in _parts(action, least, last=False):
        for rest in _divided(action - (first or 0), attacks - 1, least):
            yield (first, *rest)


class Plan(NamedTuple):
    """A split, and what it does to a target.

    Attributes:
        split: The action value of each attack, None for one that is not made.
        downs: How many rolls of its dice bring the target to 0 HP.
        damage: The damage of all rolls together.
        rolls: How many rolls its dice have.
    """

    split: Split
    downs: int
    damage: int
    rolls: int

    @property
    def chance(self) -> Fraction:
        """The chance to bring the target to 0 HP."""
        return Fraction(self.downs, self.rolls)

    @property
    def mean(self) -> Fraction:
        """The mean damage."""
        return Fraction(self.damage, self.rolls)


def fixed_plans(
    attacks: Sequence[Attack], action: int, target: Target, least: int = 1, rulings: Rulings = Rulings()
) -> tuple[Plan, ...]:
    """Rank all splits that are decided before the first roll.

    Args:
        attacks: The attacks that may be made, one to 4.
        action: The action value to spend on all of them, 0 to 12.
        target: Whom to bring to 0 HP.
        least: The least action value of an attack that is made, 0 to 12.
        rulings: `success`, `success_face`, `die`, `no_successes` and `unit_armour` count.

    Returns:
        Each split once (attacks with the same numbers are interchangeable): the best chance first, then the higher
        mean, then fewer attacks.

    Raises:
        InputError: If a number is out of bounds, or there is no attack that can be made.

    Source: K-4.3 to K-4.6, K-5.1 to K-5.6, K-M5, K-M6.

    Example:
        >>> best, *others = fixed_plans([Attack(5, 5, 2, 4)] * 2, 4, Target(30))
        >>> best.split, str(best.chance), str(best.mean)
        ((3, 1), '15/16', '32')
    """
    whole_number("action", action, 0, MOST_ACTION)
    whole_number("attacks", len(attacks), 1, MOST_ATTACKS)
    whole_number("least", least, 0, MOST_ACTION)
    for attack in attacks:
        compared("ability", attack.ability, rulings)
    check_action(action, least)
    total = target.total(rulings)
    whole = rulings.sides**action
    twins = [max((i for i in range(n) if attacks[i] == attacks[n]), default=None) for n in range(len(attacks))]
    hits = [[_damage_ways(attack, dice, rulings) for dice in range(action + 1)] for attack in attacks]
    totals = [  # the damage of all rolls of the action value, which orders splits like the mean
        [
            sum(amount * ways for amount, ways in hit.items()) * rulings.sides ** (action - dice)
            for dice, hit in enumerate(row)
        ]
        for row in hits
    ]
    # Rolls that leave the target standing, by the damage done: each number of rolls in its slot of one large number, so
    # that adding two attacks is a product. What brings the target down lies beyond the last slot and is cut off. A slot
    # has room for one more than all rolls, so that the remainder by its largest number is the sum of all slots.
    slot = (whole + 1).bit_length()
    packed = [
        [sum(ways << slot * amount for amount, ways in hit.items() if amount < total) for hit in row] for row in hits
    ]
    slots = (1 << slot * total) - 1
    plans: list[Plan] = []

    def divide(split: Split, left: int, standing: int, added: int) -> None:
        """Go on with the next attack."""
        number = len(split)
        twin = twins[number]
        last = number == len(attacks) - 1
        for dice in _parts(left, least, last):
            if twin is not None and _dice(split[twin]) < _dice(dice):
                continue
            after = standing if dice is None else standing * packed[number][dice] & slots
            more = added if dice is None else added + totals[number][dice]
            if last:
                plans.append(Plan((*split, dice), whole - after % ((1 << slot) - 1), more, whole))
            else:
                divide((*split, dice), left - (dice or 0), after, more)

    divide((), action, 1, 0)
    return tuple(sorted(plans, key=_merit))


def check_action(action: int, least: int) -> None:
    """Refuse action value that is too little to be spent.

    Args:
        action: The action value to spend; 0 is spent by making no attack.
        least: The least action value of an attack that is made; the text does not say.

    Raises:
        InputError: If there is some, but no attack can be made with it.

    Source: K-4.4, K-5.1.

    Example:
        >>> check_action(1, 2)
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: action: “1” is not possible here: no attack can be made with so little.
    """
    if 0 < action < least:
        raise InputError("action", action, WORDS["no_attack_with_so_little"])


def _merit(plan: Plan) -> tuple[int, int, int, list[int]]:
    """Order plans: the best chance first, then the higher mean, then fewer attacks, then more dice first."""
    made = [-_dice(part) for part in plan.split]
    return -plan.downs, -plan.damage, len(made) - made.count(1), made


def _parts(left: int, least: int, last: bool) -> Iterator[int | None]:
    if not last:
        yield None
        yield from range(least, left + 1)
        return
    if not left:
        yield None
    if left >= least:
        yield left


def _dice(part: int | None) -> int:
    return -1 if part is None else part


@dataclass(frozen=True)
class Adaptive:
    """The best play when every attack is decided after seeing the one before.

    Args:
        chance: The chance to bring the target to 0 HP.
        first: The action value of the first attack that is made, None if none is.
        attack: Which attack that is, from 0.
        then: The action value of the next attack for each number of successes of the first; None where no further
            attack is made.
    """

    chance: Fraction
    first: int | None
    attack: int
    then: dict[int, int | None]


def adaptive_plan(
    attacks: Sequence[Attack], action: int, target: Target, least: int = 1, rulings: Rulings = Rulings()
) -> Adaptive:
    """The best chance if each attack is decided after the one before, in the order named.

    Args:
        attacks: The attacks that may be made, one to 4.
        action: The action value to spend on all of them, 0 to 12; some may be kept.
        target: Whom to bring to 0 HP.
        least: The least action value of an attack that is made, 0 to 12.
        rulings: `success`, `success_face`, `die`, `no_successes` and `unit_armour` count.

    Returns:
        The chance and the first decision; of decisions that are equally good the one that spends least.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-4.3 to K-4.6, K-5.1 to K-5.6, K-M5, K-M6.

    Example:
        >>> best = adaptive_plan([Attack(5, 2)] * 2, 3, Target(5), rulings=Rulings(no_successes="miss"))
        >>> str(best.chance), best.first, best.then
        ('3/8', 1, {0: None, 1: 2})
    """
    whole_number("action", action, 0, MOST_ACTION)
    whole_number("attacks", len(attacks), 1, MOST_ATTACKS)
    whole_number("least", least, 0, MOST_ACTION)
    for attack in attacks:
        compared("ability", attack.ability, rulings)
    rolls = [rulings.sides**dice for dice in range(action + 1)]
    hits = [[_damage_ways(attack, dice, rulings).items() for dice in range(action + 1)] for attack in attacks]

    @cache
    def best(number: int, left: int, total: int) -> tuple[int, int | None]:
        """Of all rolls of the dice left, how many bring the target down at best, and the dice that do so."""
        if total <= 0:
            return rolls[left], None
        if number == len(attacks):
            return 0, None
        found, choice = best(number + 1, left, total)[0], None
        for dice in range(least, left + 1):
            after, ways = left - dice, 0
            for amount, count in hits[number][dice]:
                ways += count * (rolls[after] if amount >= total else best(number + 1, after, total - amount)[0])
            if ways > found:
                found, choice = ways, dice
        return found, choice

    total = target.total(rulings)
    chance = Fraction(best(0, action, total)[0], rolls[action])
    for number, attack in enumerate(attacks):
        first = best(number, action, total)[1]
        if first is not None:
            then = {}
            for count in range(first + 1):
                hit = damage(count, attack.power, attack.multiplier, attack.bonus, rulings)
                then[count] = _next(best, number + 1, len(attacks), action - first, total - hit)
            return Adaptive(chance, first, number, then)
    return Adaptive(chance, None, 0, {})


def _next(best: object, number: int, attacks: int, left: int, total: int) -> int | None:
    assert callable(best)
    for later in range(number, attacks):
        choice: int | None = best(later, left, total)[1]
        if choice is not None:
            return choice
    return None


def _joined(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    """Add two independent numbers."""
    found: dict[int, int] = {}
    for amount, ways in one.items():
        for more, count in other.items():
            found[amount + more] = found.get(amount + more, 0) + ways * count
    return found


@lru_cache(maxsize=512)
def _damage_ways(attack: Attack, dice: int, rulings: Rulings) -> dict[int, int]:
    """Of all rolls, how many do each damage."""
    found: Counter[int] = Counter()
    for count, ways in enumerate(_ways(dice, attack.ability, rulings)):
        if ways:
            found[damage(count, attack.power, attack.multiplier, attack.bonus, rulings)] += ways
    return dict(found)


# --- a party ----------------------------------------------------------------------------------------------------------


def party_chances(party: Sequence[tuple[int, int]], rulings: Rulings = Rulings()) -> dict[str, dict[int, Fraction]]:
    """The chances of a party at one check, for each number of successes that may be needed.

    Args:
        party: Dice, 0 to 30, and ability (or what `success_faces` says it is) of each PC, one to 8.
        rulings: `success`, `success_face` and `die` count.

    Returns:
        By the successes needed, from 1 on: the chance of `somebody` to succeed and of `everybody`, up to the most dice
        of one PC, and of all successes `together` to be enough, up to all dice.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-2.5, K-M1, K-Q1.

    Example:
        >>> {who: str(chances[2]) for who, chances in party_chances([(2, 5), (2, 5)]).items()}
        {'somebody': '7/16', 'everybody': '1/16', 'together': '11/16'}
    """
    whole_number("party", len(party), 1, MOST_KAMUI)
    added = {0: 1}
    for dice, number in party:
        whole_number("dice", dice, 0, MOST_DICE)
        added = _joined(added, dict(enumerate(_ways(dice, number, rulings))))
    each = range(1, max(1, *(dice for dice, _ in party)) + 1)
    all_dice = sum(dice for dice, _ in party)
    found: dict[str, dict[int, Fraction]] = {"somebody": {}, "everybody": {}, "together": {}}
    for needed in each:
        chances = [check_odds(dice, number, needed, rulings) for dice, number in party]
        found["somebody"][needed] = 1 - prod((1 - chance for chance in chances), start=Fraction(1))
        found["everybody"][needed] = prod(chances, start=Fraction(1))
    for needed in range(1, max(1, all_dice) + 1):
        ways = sum(count for total, count in added.items() if total >= needed)
        found["together"][needed] = Fraction(ways, rulings.sides**all_dice)
    return found
