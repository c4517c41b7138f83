"""An attack with its rerolls: is it a hit, and by how much (P-M3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

from rules_py.core.errors import ForbiddenAction
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text
from rules_py.prophecy.attacks import judge
from rules_py.prophecy.characters import Fighter
from rules_py.prophecy.checks import LARGEST_NUMBER, Flag, Roll, better, check_value, dice_count, merged
from rules_py.prophecy.conditions import CONDITIONS
from rules_py.prophecy.odds.counting import weights
from rules_py.prophecy.rulings import Rulings

CastReroll = Literal["miss"] | int | None
GuardReroll = Literal["hit"] | int | None
STRENGTHS = tuple(sorted({condition.strength for condition in CONDITIONS.values()}))
"""The strengths of curses and blesses, 2 to 8 (P-T5)."""

Pair = tuple[Roll, Roll]


@dataclass(frozen=True, repr=False)
class AttackOdds:
    """Exact chances of one attack; those of hits and misses together sum to 1.

    Args:
        hit: Chance that it hits, whomever it strikes in the end.
        degrees: Chance of a hit with each success degree, the highest first; it may be negative.
        misses: Chance of a miss with each difference of cast value and guard value.
        cast_rerolls: How many rerolls the attacker pays for on average, 0 to 1.
        guard_rerolls: How many the defender pays for, 0 to 1.
    """

    hit: Fraction
    degrees: Mapping[int, Fraction]
    misses: Mapping[int, Fraction]
    cast_rerolls: Fraction
    guard_rerolls: Fraction

    def __repr__(self) -> str:
        return f"<attack: hits {self.hit}, degree 0 or more {self.reach(0)}>"

    def reach(self, strength: int) -> Fraction:
        """Return the chance of a hit whose degree suffices for a strength (P-11.4)."""
        return sum((chance for degree, chance in self.degrees.items() if degree >= strength), Fraction(0))


def attack_odds(
    attacker: Fighter,
    defender: Fighter,
    *,
    cast_dice: int = 2,
    guard_dice: int = 2,
    cast_reroll: CastReroll = None,
    guard_reroll: GuardReroll = None,
    bonus: int = 0,
    coverer: Fighter | None = None,
    cover_dice: int = 2,
    rulings: Rulings = Rulings(),
) -> AttackOdds:
    """Work out the exact chances of one attack.

    Both roll, then the attacker decides on a reroll, then the defender, each once (P-Q13). Of two results Lucky is
    better than any total, and any total better than Fumble (P-M2); where Puncture makes the hit certain, only the
    totals matter. Nobody pays for a reroll that cannot change anything.

    Args:
        attacker: Whose cast ability and conditions count.
        defender: Whose guard ability and conditions count; its Puncture makes the hit certain.
        cast_dice: 2, or 3 with a preparation effect.
        guard_dice: 2, or 3 with a preparation effect.
        cast_reroll: When the attacker rerolls: never (None), after a miss (`"miss"`), or after a miss and after a hit
            below this success degree (-99 to 99).
        guard_reroll: When the defender rerolls: never (None), after any hit (`"hit"`), or only after a hit with at
            least this success degree.
        bonus: 1 for Counter and Chain Combo, else 0.
        coverer: Who takes the hit in the defender's place; its own guard check makes the degree and cannot avoid it.
        cover_dice: 2, or 3 with a preparation effect of the coverer.
        rulings: House rules.

    Returns:
        The chances of a hit, of each success degree and of each miss, and the rerolls paid for on average.

    Raises:
        InputError: If a number is out of bounds.
        ForbiddenAction: If a reroll is not allowed (P-Q13), or the attack cannot be Covered.

    Source: P-M3, P-10.4 to P-10.13, P-16.5 to P-16.7, P-17.17a, P-Q4, P-Q12, P-Q13, P-Q14.

    Example:
        >>> mio, choir = Fighter(Text("Mio", "ミオ"), cast=6), Fighter(Text("Choir", "聖歌隊"), guard=4)
        >>> odds = attack_odds(mio, choir)
        >>> odds.hit, odds.reach(4), odds.reach(8)
        (Fraction(61, 81), Fraction(145, 432), Fraction(35, 648))
    """
    whole_number("bonus", bonus, 0, 1, "P-16.18")
    check_attack(attacker, cast_reroll, guard_reroll, coverer, rulings)
    punctured = bool(defender.copies("puncture"))

    @cache
    def cast_value(roll: Roll) -> int:
        return _value(roll, attacker, "cast", bonus, rulings)

    @cache
    def guard_value(roll: Roll) -> int:
        return _value(roll, defender, "guard", 0, rulings)

    def outcome(pair: Pair) -> tuple[bool, int]:
        cast, guard = pair
        degree = cast_value(cast) - guard_value(guard)
        return judge(cast, guard, degree, punctured, rulings), degree

    def attacker_wants(pair: Pair) -> bool:
        hit, degree = outcome(pair)
        return not hit or (isinstance(cast_reroll, int) and degree < cast_reroll)

    def defender_wants(pair: Pair) -> bool:
        hit, degree = outcome(pair)
        return hit and (guard_reroll == "hit" or (isinstance(guard_reroll, int) and degree >= guard_reroll))

    covers = _battle_rolls("cover_dice", cover_dice, rulings)
    casts, guards = _battle_rolls("cast_dice", cast_dice, rulings), _battle_rolls("guard_dice", guard_dice, rulings)
    states = {(cast, guard): p * q for cast, p in casts.items() for guard, q in guards.items()}
    spent = [Fraction(0), Fraction(0)]
    for side, policy, wants, dice in (
        (0, cast_reroll, attacker_wants, cast_dice),
        (1, guard_reroll, defender_wants, guard_dice),
    ):
        if policy is not None:
            kept = _after_reroll(dice, rulings, punctured)
            states, spent[side] = _reroll(states, side, wants, kept, rulings)

    hits: dict[int, int] = {}
    missed: dict[int, int] = {}
    struck: dict[int, int] = {}
    for pair, weight in states.items():
        hit, degree = outcome(pair)
        counted = hits if hit else missed
        counted[degree] = counted.get(degree, 0) + weight
        if hit and coverer:
            value = cast_value(pair[0])
            struck[value] = struck.get(value, 0) + weight
    total = sum(states.values())
    hit_chance = Fraction(sum(hits.values()), total)
    degrees = _chances(hits, total)
    if coverer:
        degrees = _covered(struck, total, coverer, covers, rulings)
    return AttackOdds(hit_chance, degrees, _chances(missed, total), spent[0], spent[1])


def check_attack(
    attacker: Fighter,
    cast_reroll: CastReroll,
    guard_reroll: GuardReroll,
    coverer: Fighter | None,
    rulings: Rulings,
    cover: str = "coverer",
) -> None:
    """Refuse a reroll or a Cover that the rules do not allow; the parameters are those of `attack_odds`.

    Args:
        attacker: Who attacks.
        cast_reroll: When the attacker rerolls.
        guard_reroll: When the defender rerolls.
        coverer: Who Covers, if anybody does.
        rulings: House rules.
        cover: Name of the parameter or form field that says who Covers.

    Raises:
        InputError: If a reroll is for a degree out of bounds.
        ForbiddenAction: If a reroll is not allowed (P-Q13), or the attack cannot be Covered.

    Source: P-17.21c, P-18.2a, P-Q13.
    """
    for field, policy, word in (("cast_reroll", cast_reroll, "miss"), ("guard_reroll", guard_reroll, "hit")):
        if policy is not None and policy != word:
            whole_number(field, policy, -LARGEST_NUMBER, LARGEST_NUMBER, "P-10.12")
    if rulings.battle_reroll == "failed_attack":
        if isinstance(cast_reroll, int):
            action = Text("Rerolling a hit", "命中の振り直し")
            reason = Text("here only a miss can be rerolled", "ここで振り直せるのは、外れた攻撃だけです")
            raise ForbiddenAction(action, reason, "P-Q13", "cast_reroll")
        if guard_reroll is not None:
            action = Text("Rerolling a guard check", "ガード判定の振り直し")
            reason = Text("here only an attacker who missed can reroll", "ここで振り直せるのは、外した攻撃側だけです")
            raise ForbiddenAction(action, reason, "P-Q13", "guard_reroll")
    if coverer:
        action = Text("Cover", "カバー")
        if attacker.copies("pierce"):
            reason = Text("the attacker carries Pierce", "攻撃側に【貫通】が付いています")
            raise ForbiddenAction(action, reason, "P-18.2a", cover)
        if coverer.copies("incapacity"):
            reason = Text("whoever would Cover carries Incapacity", "カバーする側に【行動不能】が付いています")
            raise ForbiddenAction(action, reason, "P-17.21c", cover)


def _value(roll: Roll, fighter: Fighter, number: Literal["cast", "guard"], bonus: int, rulings: Rulings) -> int:
    return check_value(roll, getattr(fighter, number), fighter.modifier(number) + bonus, rulings)


def _battle_rolls(field: str, dice: int, rulings: Rulings) -> Mapping[Roll, int]:
    return weights(dice_count(field, dice), rulings.forced_results != "not_applied", rulings)


@cache
def _after_reroll(dice: int, rulings: Rulings, totals_only: bool) -> Mapping[Roll, Mapping[Roll, int]]:
    """For each first roll, how many throws of the reroll leave which result."""
    again = _battle_rolls("dice", dice if rulings.reroll_keeps_third_die else 2, rulings)
    return {
        first: merged((_kept(first, second, rulings, totals_only), count) for second, count in again.items())
        for first in _battle_rolls("dice", dice, rulings)
    }


def _kept(first: Roll, again: Roll, rulings: Rulings, totals_only: bool) -> Roll:
    if totals_only and not _is_final(first, rulings):
        return max(first, again, key=lambda roll: roll.total)
    return better(first, again, rulings)


def _is_final(roll: Roll, rulings: Rulings) -> bool:
    return roll.flag is Flag.FUMBLE and not rulings.reroll_fumble


def _reroll(
    states: Mapping[Pair, int],
    side: int,
    wants: Callable[[Pair], bool],
    kept: Mapping[Roll, Mapping[Roll, int]],
    rulings: Rulings,
) -> tuple[dict[Pair, int], Fraction]:
    """Let one side reroll in the states where it wants to; also how often it does."""
    cases = sum(next(iter(kept.values())).values())
    after: dict[Pair, int] = {}
    spent = 0
    for pair, weight in states.items():
        if _is_final(pair[side], rulings) or not wants(pair):
            after[pair] = after.get(pair, 0) + weight * cases
            continue
        spent += weight
        for roll, count in kept[pair[side]].items():
            then = (roll, pair[1]) if side == 0 else (pair[0], roll)
            after[then] = after.get(then, 0) + weight * count
    return after, Fraction(spent, sum(states.values()))


def _covered(
    struck: Mapping[int, int], total: int, coverer: Fighter, rolls: Mapping[Roll, int], rulings: Rulings
) -> dict[int, Fraction]:
    guards = merged((_value(roll, coverer, "guard", 0, rulings), count) for roll, count in rolls.items())
    weights = merged((cast - guard, p * q) for cast, p in struck.items() for guard, q in guards.items())
    return _chances(weights, total * sum(guards.values()))


def _chances(weights: Mapping[int, int], total: int) -> dict[int, Fraction]:
    return {value: Fraction(weights[value], total) for value in sorted(weights, reverse=True)}
