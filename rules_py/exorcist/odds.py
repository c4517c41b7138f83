"""Exact chances: pools, attack and evasion, and how to spend evade dice best (E-M1, E-M3 to E-M5, E-M14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Annotated, Literal, get_args

import icepool

from rules_py.core.errors import InputError
from rules_py.core.remembered import remembered
from rules_py.core.rulings import Bounds, Checked, an_instance, one_of, whole_number, wished_chance
from rules_py.core.text import same
from rules_py.core.words import words
from rules_py.exorcist.characters import (
    MOST_CONTINUOUS,
    MOST_EVADE,
    MOST_POINTS,
    MOST_SUPPLIES,
    Damage,
    DamageKind,
    EvadeDice,
    Points,
)
from rules_py.exorcist.checks import FACES, MOST_DICE, Difficulty, check_difficulty, dice_rolled
from rules_py.exorcist.effects import MOST_REDUCTION, Victim, damage_through, price_of_life, splits
from rules_py.exorcist.rulings import Rulings

WORDS = words("exorcist")

MOST_INCOMING = 6
MOST_SPLITS = 60
MOST_WORK = 400_000
"""Steps after which the advisor gives up: about a second."""

# --- pools ------------------------------------------------------------------------------------------------------------


@remembered(1024)
def successes_odds(dice: int, difficulty: Difficulty, rulings: Rulings = Rulings()) -> icepool.Die[int]:
    """The number of successes of a pool.

    Args:
        dice: Ability and bonus dice together, 0 to 30.
        difficulty: The difficulty, with all steps counted.
        rulings: `no_dice` says what happens without any.

    Returns:
        The distribution.

    Raises:
        InputError: If the number of dice or the difficulty does not exist.

    Source: E-3.7 to E-3.9, E-M1.

    Example:
        >>> successes_odds(3, Difficulty.NORMAL).probability(2)
        Fraction(3, 8)
    """
    check_difficulty("difficulty", difficulty, beyond=True)
    rolled = dice_rolled(dice, rulings)
    return rolled @ icepool.coin(FACES + 1 - difficulty, FACES) if rolled else icepool.Die([0])


@remembered(1024)
def check_odds(dice: int, difficulty: Difficulty = Difficulty.NORMAL, rulings: Rulings = Rulings()) -> Fraction:
    """The chance that a check succeeds; a basic check, at NORMAL, unless another difficulty is said.

    Args:
        dice: Ability and bonus dice together, 0 to 30.
        difficulty: The difficulty, with all steps counted.
        rulings: `no_dice` says what happens without any.

    Returns:
        The chance of at least one success.

    Raises:
        InputError: If the number of dice or the difficulty does not exist.

    Source: E-3.7 to E-3.9, E-M1, E-M3, E-XT1.

    Example:
        >>> str(check_odds(3)), str(check_odds(3, Difficulty.HARD))
        ('7/8', '19/27')
        >>> check_odds(0, Difficulty.NORMAL)
        Fraction(0, 1)
    """
    check_difficulty("difficulty", difficulty, beyond=True)
    return 1 - Fraction(difficulty - 1, FACES) ** dice_rolled(dice, rulings)


def dice_needed(
    chance: Fraction, difficulty: Difficulty, most: int = MOST_DICE, rulings: Rulings = Rulings()
) -> int | None:
    """The smallest pool that gives the wished chance.

    Args:
        chance: The wished chance, above 0 and up to 1.
        difficulty: The difficulty, with all steps counted.
        most: The largest pool to think of, 0 to 30.
        rulings: `no_dice` says what happens without dice.

    Returns:
        The number of dice; None if even the largest pool does not reach it.

    Raises:
        InputError: If the chance or the largest pool is out of bounds.

    Source: E-3.7, E-M1.

    Example:
        >>> [dice_needed(Fraction(percent, 100), Difficulty.NORMAL) for percent in (50, 75, 90, 95)]
        [1, 2, 4, 5]
    """
    wished_chance("chance", chance)
    whole_number("most", most, 0, MOST_DICE, "E-3.7")
    return next((n for n in range(most + 1) if check_odds(n, difficulty, rulings) >= chance), None)


# --- attack and evasion -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Incoming(Checked):
    """An attack as far as its target can know it.

    Args:
        dice: Dice of the attack check, 0 to 30.
        damage: What a hit does.
        difficulty: Difficulty of the attack check, with all steps counted.
        evade: Difficulty of evading it, with all steps counted.

    Raises:
        InputError: If a number or a difficulty does not exist.

    Source: E-5.13, E-5.14, E-8.2, E-13.5.

    Example:
        >>> Incoming(3, Damage(1, 6)).evade.text.en
        'NORMAL'
    """

    dice: Annotated[int, Bounds(0, MOST_DICE, "E-3.7")]
    damage: Damage
    difficulty: Difficulty = Difficulty.NORMAL
    evade: Difficulty = Difficulty.NORMAL

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.damage, Damage):
            raise InputError("damage", self.damage, WORDS["a_damage"], "E-5.14")
        check_difficulty("difficulty", self.difficulty, beyond=True)
        check_difficulty("evade", self.evade)


@dataclass(frozen=True)
class Target(Checked):
    """Who is attacked: a PC, a kai'i or an object.

    Args:
        points: HP of a PC, toughness of anything else, 1 to 99.
        evade_dice: Evade dice left, 0 to 30; 0 for evasion type none and for objects.
        reduction: Armour, miasma armour: what is taken off physical damage, 0 to 100.
        spirit_points: Spirit points of a PC, 1 to 99.
        katashiro: Katashiro of a PC, 0 to 20, spent to avert death.
        victim: What it is.

    Raises:
        InputError: If a number is out of bounds, or an object evades.

    Source: E-8.4, E-9.2 to E-9.7, E-11.5, E-11.9, E-12.2.

    Example:
        >>> Target(5, evade_dice=3, spirit_points=4).victim.text.en
        'PC'
    """

    points: Annotated[int, Bounds(1, MOST_POINTS)]
    evade_dice: EvadeDice = 0
    reduction: Annotated[int, Bounds(0, MOST_REDUCTION, "E-9.4")] = 0
    spirit_points: Points = 1
    katashiro: Annotated[int, Bounds(0, MOST_SUPPLIES, "E-9.7")] = 0
    victim: Victim = Victim.PC

    def __post_init__(self) -> None:
        super().__post_init__()
        one_of("victim", self.victim, Victim, "E-T3")
        if self.victim is Victim.OBJECT and self.evade_dice:
            raise InputError("evade_dice", self.evade_dice, WORDS["objects_do_not_evade"])


@remembered(4096)
def hit_chance(attack: Incoming, spent: int = 0, rulings: Rulings = Rulings()) -> Fraction:
    """The chance that an attack hits a target that spends so many evade dice once the attack check has succeeded.

    Args:
        attack: The attack.
        spent: Evade dice spent on it, 0 to 30; 0 for a target that does not evade.
        rulings: `evasion_needs` says whether successes are compared.

    Returns:
        The chance, before anything is rolled.

    Raises:
        InputError: If the number of dice is out of bounds.

    Source: E-8.2, E-8.5, E-11.15, E-11.17, E-M3, E-M4, E-M5, E-Q8.

    Example:
        >>> str(hit_chance(Incoming(4, Damage(1, 6)))), str(hit_chance(Incoming(4, Damage(1, 6)), 2))
        ('15/16', '15/64')
    """
    whole_number("spent", spent, 0, MOST_EVADE, "E-8.5")
    checks, evasion = successes_odds(attack.dice, attack.difficulty, rulings), successes_odds(spent, attack.evade)
    if rulings.evasion_needs == "one":
        return checks.probability(">=", 1) * evasion.probability("<", 1)
    return sum((checks.probability(s) * evasion.probability("<", s) for s in checks), Fraction(0))


def loss_odds(attack: Incoming, target: Target, spent: int = 0, rulings: Rulings = Rulings()) -> icepool.Die[int]:
    """What one attack takes off HP, spirit points or toughness.

    Args:
        attack: The attack.
        target: Who is attacked; only armour and kind count.
        spent: Evade dice spent on it, 0 to 30.
        rulings: `evasion_needs` and `spiritual_on_objects` count.

    Returns:
        The distribution; 0 is a miss, an evasion, or a hit that armour swallows.

    Raises:
        InputError: If the number of dice is out of bounds.

    Source: E-9.2 to E-9.5, E-11.6, E-11.9, E-12.8, E-M4, E-M6.

    Example:
        >>> loss = loss_odds(Incoming(2, Damage(1, 4)), Target(5, reduction=1))
        >>> str(loss.mean()), str(loss.probability(3))
        ('9/8', '3/16')
    """
    chance = hit_chance(attack, spent, rulings)
    kind, armour, victim = attack.damage.kind, target.reduction, target.victim
    through: icepool.Die[int] = attack.damage.die.map(
        lambda amount: damage_through(amount, kind, armour, victim, rulings)
    )
    hit = icepool.coin(chance.numerator, chance.denominator)
    return hit.if_else(through, icepool.Die([0]))


def _row(attack_successes: int, rulings: Rulings) -> int:
    """Which row of `_evasion_weights` counts."""
    return 0 if rulings.evasion_needs == "one" else attack_successes - 1


@lru_cache(maxsize=1024)
def _attack_weights(dice: int, difficulty: Difficulty, rulings: Rulings) -> tuple[int, list[tuple[int, int]]]:
    """All cases of an attack check, and those with 1, 2, … successes; in one heap where the number does not count."""
    die = successes_odds(dice, difficulty, rulings).simplify()
    if rulings.evasion_needs == "one":
        hits = die.quantity(">=", 1)
        return die.denominator(), [(1, hits)] if hits else []
    return die.denominator(), [(s, die.quantity("==", s)) for s in die.outcomes() if s]


@lru_cache(maxsize=64)
def _evasion_weights(difficulty: Difficulty, most: int, only_one: bool) -> tuple[int, list[list[int]]]:
    """All cases of an evasion, and how many evade with 0 to `most` dice, for each number of successes needed."""
    pools = [successes_odds(k, difficulty).simplify() for k in range(most + 1)]
    scale = lcm(*(pool.denominator() for pool in pools))
    return scale, [
        [pool.quantity(">=", needed) * (scale // pool.denominator()) for pool in pools]
        for needed in range(1, 2 if only_one else MOST_DICE + 1)
    ]


# --- how to spend evade dice ------------------------------------------------------------------------------------------

Goal = Literal["survive", "loss"]
GOALS: tuple[Goal, ...] = get_args(Goal)


@dataclass(frozen=True)
class Prospect:
    """What awaits somebody who is attacked.

    Args:
        survives: Chance of being alive, or not destroyed, after all attacks.
        loss: Expected damage that gets through. Katashiro do not lessen it, and whoever is down evades nothing more.
        dice_left: Expected evade dice left.
    """

    survives: Fraction
    loss: Fraction
    dice_left: Fraction


@dataclass(frozen=True, repr=False)
class Plan:
    """How to spend evade dice best.

    Args:
        goal: `"survive"`: live with the greatest chance, then lose least; `"loss"`: lose least, then live.
        spend: Dice for the first attack once its attack check has succeeded (with one success, where they count).
        best: What awaits before anything is rolled.
        choices: For 0, 1, … dice on the first attack once its check has succeeded: what awaits, if all goes well on.
        by_dice: For 0, 1, … evade dice at the start: what awaits.
        table: For each attack, the best number of dice with 0, 1, … dice left while nothing has got through yet.
    """

    goal: Goal
    spend: int
    best: Prospect
    choices: tuple[Prospect, ...]
    by_dice: tuple[Prospect, ...]
    table: tuple[tuple[int, ...], ...] = field(default=())

    def __repr__(self) -> str:
        return f"<spend {self.spend} of {len(self.by_dice) - 1}, survives {self.best.survives}, loses {self.best.loss}>"


def evade_plan(
    attacks: Sequence[Incoming],
    target: Target,
    goal: Goal = "survive",
    rulings: Rulings = Rulings(),
    field: str = "attacks",
) -> Plan:
    """How many evade dice to spend on which of the attacks that are known to come, one after the other.

    Whoever is attacked decides attack by attack: it sees whether the attack check succeeds, and only then chooses.

    Args:
        attacks: One to six attacks in their order.
        target: Who is attacked. Death is averted as long as there are katashiro.
        goal: What to look for: `"survive"` or `"loss"`.
        rulings: `no_dice`, `evasion_needs`, `twice_hp_damage`, `twice_hp_of`, `avert_restores`, `short_of_katashiro`
            and `spiritual_on_objects` count.
        field: Name to report where there are too many attacks, or too many ways.

    Returns:
        The best plan, exact, with the trade-off of every choice.

    Raises:
        InputError: If there are no attacks or more than six, if they can end in too many ways to be counted within
            about a second, or if there is no such goal.

    Source: E-8.2, E-8.4 to E-8.9, E-9.2 to E-9.8, E-M4 to E-M7, E-Q7, E-Q8, E-Q16.

    Example:
        >>> claws, breath = Incoming(4, Damage(1, 6)), Incoming(2, Damage(2, 6))
        >>> evade_plan([claws, breath], Target(5, evade_dice=4, spirit_points=4))
        <spend 2 of 4, survives 4799/6144, loses 609/256>
    """
    whole_number(field, len(attacks), 1, MOST_INCOMING)
    for attack in attacks:
        an_instance(field, attack, Incoming)
    an_instance("target", target, Target)
    if goal not in GOALS:
        raise InputError("goal", goal, same(" / ".join(GOALS)))
    return _plan(tuple(attacks), target, goal, rulings, field)


@lru_cache(maxsize=256)
def _plan(attacks: tuple[Incoming, ...], target: Target, goal: Goal, rulings: Rulings, field: str) -> Plan:
    defence = _Defence(target, goal, rulings, field)
    start = defence.start
    ways = defence.ways(attacks, start)
    scale = defence.scale(attacks)
    by_dice = tuple(_prospect(way, scale) for way in ways)
    table = tuple(tuple(defence.spend[attacks[n:], start]) for n in range(len(attacks)))
    choices = tuple(_prospect(way, whole) for way, whole in defence.choices(attacks, start))
    return Plan(goal, table[0][-1], by_dice[-1], choices, by_dice, table)


Way = tuple[int, int, int]
"""Survival, loss and dice left, each over the scale of the attacks still to come."""
State = tuple[int, int, int]
"""Points, spirit points, katashiro."""


def _prospect(way: Way, scale: int) -> Prospect:
    return Prospect(*(Fraction(part, scale) for part in way))


class _Defence:
    """Works back from the last attack, in whole numbers over a common scale."""

    def __init__(self, target: Target, goal: Goal, rulings: Rulings, field: str = "attacks") -> None:
        self.target, self.goal, self.rulings, self.field = target, goal, rulings, field
        self.pool = target.evade_dice
        self.pc = target.victim is Victim.PC
        self.start: State = (target.points, target.spirit_points if self.pc else 1, target.katashiro if self.pc else 0)
        self.only_one = rulings.evasion_needs == "one"
        self.known: dict[tuple[tuple[Incoming, ...], State | None], list[Way]] = {}
        self.spend: dict[tuple[tuple[Incoming, ...], State], list[int]] = {}
        self.scales: dict[tuple[Incoming, ...], int] = {(): 1}
        self.dooms: dict[tuple[Incoming, ...], tuple[int, int]] = {(): (0, 0)}
        self.work = 0
        self.amounts: dict[Damage, tuple[int, list[tuple[int, int, int]]]] = {}

    def scale(self, attacks: tuple[Incoming, ...]) -> int:
        """What the numbers of `ways` are parts of."""
        if attacks not in self.scales:
            first = attacks[0]
            tries, _ = _attack_weights(first.dice, first.difficulty, self.rulings)
            dodges, _ = _evasion_weights(first.evade, self.pool, self.only_one)
            self.scales[attacks] = tries * dodges * self.damage(first.damage)[0] * self.scale(attacks[1:])
        return self.scales[attacks]

    def weights(self, attack: Incoming) -> tuple[int, list[tuple[int, int]]]:
        """What `_attack_weights` says; more successes than there are evade dice cannot be evaded, however many more."""
        tries, weights = _attack_weights(attack.dice, attack.difficulty, self.rulings)
        beyond = sum(weight for number, weight in weights if number > self.pool)
        if self.only_one or not beyond:
            return tries, weights
        return tries, [*(w for w in weights if w[0] <= self.pool), (self.pool + 1, beyond)]

    def damage(self, damage: Damage) -> tuple[int, list[tuple[int, int, int]]]:
        """All cases of the damage of a hit, and for each amount what gets through, with its number of cases."""
        if damage not in self.amounts:
            die, target = damage.die.simplify(), self.target
            self.amounts[damage] = (
                die.denominator(),
                [
                    (amount, damage_through(amount, damage.kind, target.reduction, target.victim, self.rulings), count)
                    for amount, count in die.items()
                ],
            )
        return self.amounts[damage]

    def after(self, state: State, amount: int, through: int, kind: DamageKind) -> State | None:
        """The state after a hit; None if that was the end."""
        points, spirit, katashiro = state
        if self.pc and kind is DamageKind.SPIRITUAL:
            points_left, spirit_left = points, spirit - through
        else:
            points_left, spirit_left = points - through, spirit
        if points_left > 0 and spirit_left > 0:
            return points_left, spirit_left, katashiro
        if not self.pc:
            return None
        price = price_of_life(points, amount, through, kind, katashiro, self.rulings)
        if price is None:
            return None
        if self.rulings.avert_restores == "maximum":
            return self.start[0], self.start[1], katashiro - price
        return points, spirit, katashiro - price

    def most(self, attacks: tuple[Incoming, ...]) -> tuple[int, int]:
        """The most that the attacks can still take off points and spirit points."""
        if attacks not in self.dooms:
            points, spirit = self.most(attacks[1:])
            top = max(through for _, through, _ in self.damage(attacks[0].damage)[1])
            if self.pc and attacks[0].damage.kind is DamageKind.SPIRITUAL:
                spirit += top
            else:
                points += top
            self.dooms[attacks] = points, spirit
        return self.dooms[attacks]

    def same_as(self, attacks: tuple[Incoming, ...], state: State | None) -> State | None:
        """The least state from which the same awaits: points that nothing can take any more do not count."""
        if state is None:
            return None
        points, spirit = self.most(attacks)
        katashiro = state[2] if state[0] <= points or state[1] <= spirit else 0
        return min(state[0], points + 1), min(state[1], spirit + 1), katashiro

    def ways(self, attacks: tuple[Incoming, ...], state: State | None) -> list[Way]:
        """What awaits with 0, 1, … evade dice."""
        if state != self.start:
            state = self.same_as(attacks, state)
        key = attacks, state
        if key not in self.known:
            self.known[key] = self._ways(attacks, state)
        return self.known[key]

    def _ways(self, attacks: tuple[Incoming, ...], state: State | None) -> list[Way]:
        if not attacks:
            return [(int(state is not None), 0, dice) for dice in range(self.pool + 1)]
        first, rest = attacks[0], attacks[1:]
        tries, weights = self.weights(first)
        dodges, chances = _evasion_weights(first.evade, self.pool, self.only_one)
        missed, hit = self.outcomes(first, rest, state)
        if state is not None:
            self.spare((self.pool + 1) * (self.pool + 2) // 2 * len(weights))
        failed = tries - sum(weight for _, weight in weights)
        found: list[Way] = []
        spend: list[int] = []
        sign = 1 if self.goal == "survive" else -1
        for dice in range(self.pool + 1):
            miss = missed[dice]
            total = [failed * dodges * part for part in miss]
            for number, weight in weights:
                row = chances[_row(number, self.rulings)]
                best: Way | None = None
                for used in range(dice + 1 if state is not None else 1):
                    good, left = row[used], dice - used
                    bad, m, h = dodges - good, missed[left], hit[left]
                    survives, loss = good * m[0] + bad * h[0], good * m[1] + bad * h[1]
                    if best is not None:
                        ahead, least = survives - best[0], best[1] - loss
                        if (ahead, least) <= (0, 0) if sign > 0 else (least, ahead) <= (0, 0):
                            continue
                    best, chosen = (survives, loss, good * m[2] + bad * h[2]), used
                if best is not None:
                    for n, part in enumerate(best):
                        total[n] += weight * part
                if number == 1:
                    spend.append(chosen)
            if not weights or weights[0][0] != 1:
                spend.append(0)
            found.append((total[0], total[1], total[2]))
        if state is not None:
            self.spend[attacks, state] = spend
        return found

    def outcomes(self, first: Incoming, rest: tuple[Incoming, ...], state: State | None) -> tuple[list[Way], list[Way]]:
        """What awaits after a miss and after a hit, with 0, 1, … dice left."""
        cases, amounts = self.damage(first.damage)
        calm = self.ways(rest, state)
        missed = [(cases * s, cases * loss, cases * left) for s, loss, left in calm]
        hit = [[0, 0, 0] for _ in calm]
        scale = self.scale(rest)
        struck: dict[State | None, tuple[int, int]] = {}
        for amount, through, count in amounts:
            then = None if state is None else self.after(state, amount, through, first.damage.kind)
            so_far, lost = struck.get(then, (0, 0))
            struck[then] = so_far + count, lost + count * through * scale
        self.spare(len(calm) * len(struck))
        for then, (count, lost) in struck.items():
            for sums, (s, loss, left) in zip(hit, self.ways(rest, then), strict=True):
                sums[0] += count * s
                sums[1] += count * loss + lost
                sums[2] += count * left
        return missed, [(s, loss, left) for s, loss, left in hit]

    def spare(self, steps: int) -> None:
        """Count the work, and give up before it takes too long."""
        self.work += steps
        if self.work > MOST_WORK:
            raise InputError(self.field, "…", WORDS["too_many_ways_to_plan"])

    def choices(self, attacks: tuple[Incoming, ...], state: State) -> Iterator[tuple[Way, int]]:
        """What awaits with 0, 1, … dice on the first attack once its attack check has succeeded, and its scale."""
        first, rest = attacks[0], attacks[1:]
        _, weights = self.weights(first)
        dodges, chances = _evasion_weights(first.evade, self.pool, self.only_one)
        missed, hit = self.outcomes(first, rest, state)
        whole = sum(weight for _, weight in weights)
        if not whole:
            return
        for used in range(self.pool + 1):
            m, h = missed[self.pool - used], hit[self.pool - used]
            good = sum(weight * chances[_row(number, self.rulings)][used] for number, weight in weights)
            bad = whole * dodges - good
            way = good * m[0] + bad * h[0], good * m[1] + bad * h[1], good * m[2] + bad * h[2]
            yield way, whole * dodges * self.damage(first.damage)[0] * self.scale(rest)


# --- the attacker's side ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Split:
    """One way to divide the dice of an attack check.

    Args:
        parts: Dice of each part in order.
        prospect: What awaits a target that evades as well as it can.
    """

    parts: tuple[int, ...]
    prospect: Prospect


def split_odds(
    attack: Incoming, continuous: int, target: Target, goal: Goal = "loss", rulings: Rulings = Rulings()
) -> list[Split]:
    """Every split of a Continuous Attack on one target, the best for the attacker first.

    Args:
        attack: The undivided attack.
        continuous: n of Continuous Attack n, 0 to 3; the undivided attack is among the answers.
        target: Who is attacked; it evades as well as it can.
        goal: What the target looks for, and the attacker against it.
        rulings: The same as for `evade_plan`.

    Returns:
        The splits with what awaits the target. Where there are more than 60, only those with falling numbers of dice.

    Raises:
        InputError: If a number is out of bounds, or all splits can end in too many ways to be counted.

    Source: E-5.22 to E-5.25, E-8.7 to E-8.10, E-M14, E-Q9.

    Example:
        >>> for split in split_odds(Incoming(4, Damage(1, 6)), 1, Target(6, evade_dice=2))[:2]:
        ...     print(split.parts, split.prospect.loss)
        (2, 2) 651/256
        (3, 1) 301/128
    """
    whole_number("continuous", continuous, 0, MOST_CONTINUOUS, "E-Q9")
    if goal not in GOALS:
        raise InputError("goal", goal, same(" / ".join(GOALS)))
    ways = [parts for n in range(continuous + 1) if attack.dice for parts in splits(attack.dice, n)] or [(0,)]
    if len(ways) > MOST_SPLITS:
        ways = [parts for parts in ways if list(parts) == sorted(parts, reverse=True)]
    defence = _Defence(target, goal, rulings, "continuous")
    part = {dice: Incoming(dice, attack.damage, attack.difficulty, attack.evade) for dice in range(attack.dice + 1)}
    found = []
    for parts in ways:
        attacks = tuple(part[dice] for dice in parts)
        found.append(Split(parts, _prospect(defence.ways(attacks, defence.start)[-1], defence.scale(attacks))))

    def worth(split: Split) -> tuple[Fraction, ...]:
        survives, loss = split.prospect.survives, -split.prospect.loss
        first = (survives, loss) if goal == "survive" else (loss, survives)
        return (*first, split.prospect.dice_left)

    return sorted(found, key=worth)
