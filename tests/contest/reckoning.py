"""The serial contest counted out by hand, from the ledger alone: nothing here comes from rules_py or icepool.

Levels are 3 critical, 2 success, 1 failure, 0 fumble. An outcome is a number of squares (+ towards B), or a pair such
as ("any square", "A"), or "again" when both must roll anew. House rules are a dict of the switches that differ.
"""

from collections import Counter, namedtuple
from fractions import Fraction
from functools import cache
from typing import NamedTuple

DEFAULTS = {
    "beneficiary": "lower_roll",
    "strike_power_of": "beneficiary",
    "equal_rolls": "no_move",
    "block_at_equal_levels": True,
    "blocked_any_square": "no_move",
    "any_square": "dying_square",
    "wound_from": "at_or_beyond",
    "halving": "ability",
    "halve_permanent": False,
    "heavy_wound_square": 4,
    "dying_square": 5,
}

# C-T1: the better level, the worse level, what is added to the strike power.
CHART = {
    (3, 3): "stays",
    (3, 2): 1,
    (3, 1): 2,
    (3, 0): "any square",
    (2, 2): "roll",
    (2, 1): 1,
    (2, 0): 2,
    (1, 1): "roll",
    (1, 0): 1,
    (0, 0): "stays",
}


NUMBERS = {"permanent": 0, "augments": 0, "modifier": 0, "wounded": False, "strike": 1, "blocked": False}
Fighter = namedtuple("Fighter", ("value", *NUMBERS), defaults=NUMBERS.values())
"""One side of an exchange; `value` is the ability in points, a mastery being 20."""


class Standing(NamedTuple):
    """The piece and the wounds between two rounds."""

    position: int
    wounded_a: bool
    wounded_b: bool


def target_value(fighter, house):
    """C-M2, C-M3, C-Q12, C-Q22: what the fighter rolls against, masteries included."""
    halved = fighter.value
    whole = fighter.modifier
    if house.get("halving") == "ability_and_augments":
        halved += fighter.augments
    else:
        whole += fighter.augments
    if house.get("halve_permanent"):
        halved += fighter.permanent
    else:
        whole += fighter.permanent
    if fighter.wounded:
        halved = (halved + 1) // 2
    return max(1, halved + whole)


def level(roll, number):
    """C-M4: a 1 and a 20 decide whatever the number is."""
    if roll == 1:
        return 3
    if roll == 20:
        return 0
    return 2 if roll <= number else 1


def raised(own, other, masteries):
    """C-M5: what a side's masteries make of its level and of the other's."""
    for _ in range(masteries):
        if own < 3:
            own += 1
        elif other > 0:
            other -= 1
    return own, other


def levels(value_a, value_b, roll_a, roll_b):
    """C-M5: masteries cancel, what is left raises, and what cannot raise a critical lowers the other."""
    spare_a, spare_b = (value_a - 1) // 20, (value_b - 1) // 20
    level_a, level_b = level(roll_a, value_a - 20 * spare_a), level(roll_b, value_b - 20 * spare_b)
    while spare_a and spare_b:
        spare_a, spare_b = spare_a - 1, spare_b - 1
    level_a, level_b = raised(level_a, level_b, spare_a)
    level_b, level_a = raised(level_b, level_a, spare_b)
    return level_a, level_b


@cache
def all_rolls(value_a, value_b):
    """All 400 pairs of dice, those of equal consequence counted together: (levels, which die is higher) → count."""
    return Counter(
        (levels(value_a, value_b, roll_a, roll_b), (roll_a > roll_b) - (roll_a < roll_b))
        for roll_a in range(1, 21)
        for roll_b in range(1, 21)
    )


def outcome(pair, higher, a, b, house):
    """C-M6 with C-Q5, C-Q7, C-Q8, C-Q9 and C-Q10: where the piece goes. `higher` is +1 if A's die shows more."""
    level_a, level_b = pair
    entry = CHART[max(pair), min(pair)]
    if entry == "stays":
        return 0
    if entry == "roll":
        rule = house.get("equal_rolls", "no_move")
        if higher:
            low_wins = house.get("beneficiary", "lower_roll") == "lower_roll"
            gains = "A" if (higher < 0) == low_wins else "B"
        elif rule == "reroll":
            return "again"
        elif rule == "higher_ability" and target_value(a, house) != target_value(b, house):
            gains = "A" if target_value(a, house) > target_value(b, house) else "B"
        else:
            return 0
        entry, even = 0, True
    else:
        gains, even = ("A" if level_a > level_b else "B"), False
    own, other = (a, b) if gains == "A" else (b, a)
    if own.blocked:
        if entry == "any square" and house.get("blocked_any_square") == "own_side":
            return ("own side", gains)
        if not even or house.get("block_at_equal_levels", True):
            return 0
    if entry == "any square":
        return ("any square", gains)
    strike = own.strike if house.get("strike_power_of", "beneficiary") == "beneficiary" else other.strike
    return (strike + entry) * (1 if gains == "A" else -1)


def exchange(a, b, house=DEFAULTS):
    """Chances of every pair of levels and of every outcome over the 400 pairs of dice."""
    pairs, outcomes = Counter(), Counter()
    for (pair, higher), count in all_rolls(target_value(a, house), target_value(b, house)).items():
        result = outcome(pair, higher, a, b, house)
        if result != "again":
            pairs[pair] += count
            outcomes[result] += count
    total = sum(outcomes.values())
    return (
        {pair: Fraction(count, total) for pair, count in pairs.items()},
        {result: Fraction(count, total) for result, count in outcomes.items()},
    )


def moved(position, result, house):
    """C-M7: the piece stops at a dying square; whoever may choose goes as far as is allowed."""
    dying = house.get("dying_square", 5)
    if isinstance(result, int):
        return max(-dying, min(dying, position + result))
    kind, side = result
    sign = 1 if side == "A" else -1
    if kind == "any square":
        return sign * (dying if house.get("any_square", "dying_square") == "dying_square" else dying - 1)
    # On one's own side, at best the square next to the start, and never worse than staying.
    return sign * max([sign * position, *([-1] if dying > 1 else [])])


def checked(position, wounded_a, wounded_b, house):
    """C-M8: who is wounded with the piece there."""
    heavy, dying = house.get("heavy_wound_square", 4), house.get("dying_square", 5)
    far = abs(position)
    hurts = far >= heavy if house.get("wound_from", "at_or_beyond") == "at_or_beyond" else far in (heavy, dying)
    return Standing(position, wounded_a or (hurts and position < 0), wounded_b or (hurts and position > 0))


def over(standing, house):
    """C-6.3: does the piece lie on a dying square?"""
    return abs(standing.position) == house.get("dying_square", 5)


def one_round(a, b, standing, house=DEFAULTS):
    """Chances of every standing after one more round."""
    result = Counter()
    hurt_a, hurt_b = a._replace(wounded=standing.wounded_a), b._replace(wounded=standing.wounded_b)
    for what, chance in exchange(hurt_a, hurt_b, house)[1].items():
        result[checked(moved(standing.position, what, house), standing.wounded_a, standing.wounded_b, house)] += chance
    return result


def fought_out(a, b, house=DEFAULTS, start=Standing(0, False, False), precise=1e-13):
    """Play the distribution of standings on, round by round, until next to nothing is left undecided.

    Returns:
        Chance that A has won, rounds played on average, chance that A and that B is unhurt at the end.
    """
    rounds_of = {}
    now = {start: 1.0}
    won = played = unhurt_a = unhurt_b = 0.0
    while now:
        played += sum(now.values())
        then = Counter()
        for standing, chance in now.items():
            if standing not in rounds_of:
                rounds_of[standing] = [(s, float(c)) for s, c in one_round(a, b, standing, house).items()]
            for following, part in rounds_of[standing]:
                if over(following, house):
                    won += chance * part * (following.position > 0)
                    unhurt_a += chance * part * (not following.wounded_a)
                    unhurt_b += chance * part * (not following.wounded_b)
                else:
                    then[following] += chance * part
        now = then if sum(then.values()) > precise else {}
    return won, played, unhurt_a, unhurt_b
