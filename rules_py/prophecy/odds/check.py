"""What a check may cost: mana, emotions, helpers (P-M2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import groupby, product
from typing import Literal

from rules_py.core.remembered import remembered
from rules_py.core.rulings import whole_number, wished_chance, yes_or_no
from rules_py.prophecy.checks import (
    FACES,
    LARGEST_NUMBER,
    MOST_ROLLS,
    Flag,
    Roll,
    dice_count,
    merged,
    roll_count,
    roll_odds,
    succeeds,
)
from rules_py.prophecy.rulings import Rulings

Payment = Literal["emotion", "reroll", "mana"]
PAYMENTS: tuple[Payment, ...] = ("emotion", "reroll", "mana")
"""What pays for another roll: a helper's emotion, the roller's own mana, a helper's mana."""
MOST_HELPERS = (MOST_ROLLS - 2) // 2


@dataclass(frozen=True)
class Spending:
    """One way to spend resources on a check.

    Args:
        factor: Is a Factor used, for a third die in every roll?
        steps: What is paid, in order.
        chance: Chance that the check succeeds in the end.
        expected_mana: Points of mana that are spent on average.
        expected_emotions: Emotions that are spent on average.
    """

    factor: bool
    steps: tuple[Payment, ...]
    chance: Fraction
    expected_mana: Fraction
    expected_emotions: Fraction

    @property
    def emotions(self) -> int:
        """Emotions at most."""
        return self.steps.count("emotion")

    @property
    def mana(self) -> int:
        """Points of mana at most."""
        return len(self.steps) - self.emotions

    @property
    def price(self) -> tuple[int, int]:
        """What it takes at most: everything, and mana alone."""
        return self.factor + len(self.steps), self.mana

    @property
    def average(self) -> tuple[Fraction, Fraction, bool]:
        """What it takes on average, mana before emotions; of equal ones the own reroll comes first."""
        return self.expected_mana, self.expected_emotions, "reroll" not in self.steps


@dataclass(frozen=True)
class CheckPlan:
    """What the resources at hand do for a check.

    Args:
        options: Every combination of the Factor, emotions, reroll and helpers' mana.
        wish: The chance wished for.
        rulings: The house rules it rests on.
    """

    options: tuple[Spending, ...]
    wish: Fraction
    rulings: Rulings

    @property
    def cheapest(self) -> Spending | None:
        """The cheapest combination that leaves the wished chance; None if there is none.

        The Factor, each emotion and each point of mana count one; of equal prices the one with least mana, then with
        the better chance, then with the own reroll.
        """
        enough = [option for option in self.options if option.chance >= self.wish]
        return min(enough, key=lambda o: (*o.price, -o.chance, *o.average), default=None)

    @property
    def greatest(self) -> Spending:
        """The cheapest combination with the greatest chance of all."""
        return min(self.options, key=lambda o: (-o.chance, *o.price, *o.average))

    def ladder(self, factor: bool) -> tuple[Spending, ...]:
        """Return the best combination for each number of points: what each further one adds.

        Args:
            factor: With the Factor, or without?
        """
        options = sorted((o for o in self.options if o.factor == factor), key=lambda o: len(o.steps))
        return tuple(
            min(same, key=lambda o: (-o.chance, *o.average)) for _, same in groupby(options, key=lambda o: len(o.steps))
        )


def check_plan(
    target: int,
    ability: int,
    modifier: int = 0,
    *,
    factor: bool = False,
    mana: int = 0,
    helpers: int = 0,
    emotions: int = 0,
    wish: Fraction = Fraction(1, 2),
    rulings: Rulings = Rulings(),
) -> CheckPlan:
    """Work out what each resource adds to a check, and what it costs on average.

    A Factor is used before the roll. Rerolls, and assists that may come after the roll (P-Q6), are paid only while the
    check fails, in the order that costs least mana; assists that must be declared before are always paid.

    Args:
        target: The target number, -99 to 99.
        ability: The ability, -99 to 99.
        modifier: The sum of the conditions and other modifiers.
        factor: Is a Factor at hand that the GM accepts?
        mana: The roller's own mana; a reroll takes 1, once.
        helpers: Helpers in the scene who would pay 1 mana, 0 to 9.
        emotions: Further helpers who would spend an emotion instead, 0 to 9.
        wish: The chance wished for, 0 to 1.
        rulings: How rolls are read (P-Q1 to P-Q4), what assists give (P-Q5) and when they are declared (P-Q6).

    Returns:
        Every combination of them with its chance and its price on average; `cheapest` reaches the wish.

    Raises:
        InputError: If a number is out of bounds.

    Source: P-M2, P-4.3, P-6.2, P-6.5, P-7.2, P-7.3, P-7.4, P-Q5, P-Q6.

    Example:
        >>> plan = check_plan(12, 3, mana=1, helpers=1, wish=Fraction(3, 5))
        >>> plan.cheapest.chance, plan.cheapest.expected_mana
        (Fraction(3635, 5832), Fraction(403, 324))
    """
    wished_chance("wish", wish)
    yes_or_no("factor", factor)
    whole_number("mana", mana, 0, LARGEST_NUMBER, "P-6.2")
    whole_number("helpers", helpers, 0, MOST_HELPERS, "P-7.4")
    whole_number("emotions", emotions, 0, MOST_HELPERS, "P-7.3")

    def spending(dice: int, steps: tuple[Payment, ...]) -> Spending:
        spent = dict.fromkeys(PAYMENTS, Fraction(0))
        rolls = 1
        for number, step in enumerate(steps, start=1):
            spent[step] += still_failing(dice, rolls) if step == "reroll" or rulings.assist_after_roll else 1
            rerolled = "reroll" in steps[:number]
            rolls = roll_count(number - rerolled, rerolled, rulings)
        return Spending(dice == 3, steps, chance(dice, rolls), spent["reroll"] + spent["mana"], spent["emotion"])

    @cache
    def chance(dice: int, rolls: int) -> Fraction:
        return check_odds(target, ability, modifier, dice, rolls, rulings)

    @cache
    def still_failing(dice: int, rolls: int) -> Fraction:
        once = chance(dice, 1)
        return _open(dice, once, rulings) - (chance(dice, rolls) - once)

    options = [
        min(
            (spending(dice, steps) for steps in _orders(copies, rulings)),
            key=lambda option: (option.expected_mana, option.expected_emotions),
        )
        for dice in ((2, 3) if factor else (2,))
        for copies in product(range(emotions + 1), range(2 if mana else 1), range(helpers + 1))
    ]
    return CheckPlan(tuple(options), wish, rulings)


def _orders(copies: Sequence[int], rulings: Rulings) -> tuple[tuple[Payment, ...], ...]:
    """The orders worth considering for so many emotions, rerolls and points of helpers' mana: mana comes last."""
    emotion, reroll, mana = (count * (payment,) for payment, count in zip(PAYMENTS, copies, strict=True))
    if not rulings.assist_after_roll:
        return (emotion + mana + reroll,)
    if rulings.assist_rolls == "extra":
        return (emotion + reroll + mana,)
    return emotion + reroll + mana, reroll + emotion + mana  # the first assist may give no roll (P-Q5)


@remembered(2048)
def check_odds(
    target: int, ability: int, modifier: int = 0, dice: int = 2, rolls: int = 1, rulings: Rulings = Rulings()
) -> Fraction:
    """Work out the chance that a check succeeds, quickly enough for tables of hundreds of chances.

    A check succeeds if any of its rolls does, so that it is enough to know one roll.

    Args:
        target: The target number, -99 to 99.
        ability: The ability, -99 to 99.
        modifier: The sum of the conditions.
        dice: 2, or 3 with a Factor or a preparation effect.
        rolls: How often it is rolled with the best result kept, 1 to 20; see `roll_count`.
        rulings: The house rules.

    Returns:
        The chance, a fraction from 0 to 1.

    Raises:
        InputError: If a number is out of bounds.

    Source: P-M1, P-M2, P-Q4.

    Example:
        >>> check_odds(9, 3), check_odds(9, 0, dice=3), check_odds(9, 0, rolls=2)
        (Fraction(13, 18), Fraction(20, 27), Fraction(155, 324))
    """
    for name, value in (("target", target), ("ability", ability), ("modifier", modifier)):
        whole_number(name, value, -LARGEST_NUMBER, LARGEST_NUMBER, "P-M1")
    whole_number("rolls", rolls, 1, MOST_ROLLS, "P-7.6")
    dice_count("dice", dice)
    always = rulings.lowest_value == "zero" and target <= 0
    need = 0 if always else max(0, min(target - ability - modifier, _MOST_NEED))
    return _by_need(dice, rolls, rulings)[need]


_MOST_NEED = 3 * FACES + 1
"""What the dice cannot show, so that Lucky alone succeeds."""


@lru_cache(maxsize=256)
def _by_need(dice: int, rolls: int, rulings: Rulings) -> tuple[Fraction, ...]:
    """The chance of a check for everything that the dice may have to show, from 0 up."""
    return tuple(
        once + _open(dice, once, rulings) * (1 - (1 - again) ** (rolls - 1))
        for once, again in zip(_once(dice, False, rulings), _once(dice, True, rulings), strict=True)
    )


@cache
def _once(dice: int, again: bool, rulings: Rulings) -> tuple[Fraction, ...]:
    """The same for one roll; one that is made again may know no Lucky (P-Q4)."""
    odds = roll_odds(dice, rulings)
    if again and not rulings.lucky_on_reroll:
        odds = merged((Roll(min(roll.flag, Flag.NONE), roll.total), chance) for roll, chance in odds.items())
    return tuple(
        sum((chance for roll, chance in odds.items() if succeeds(roll, need, 0)), Fraction(0))
        for need in range(_MOST_NEED + 1)
    )


def _open(dice: int, once: Fraction, rulings: Rulings) -> Fraction:
    """The chance that the first roll fails and another one may help."""
    return 1 - once - (Fraction(0) if rulings.reroll_fumble else _fumble(dice, rulings))


@cache
def _fumble(dice: int, rulings: Rulings) -> Fraction:
    return sum((chance for roll, chance in roll_odds(dice, rulings).items() if roll.flag is Flag.FUMBLE), Fraction(0))


def hardest_target(
    wish: Fraction, ability: int, modifier: int = 0, dice: int = 2, rolls: int = 1, rulings: Rulings = Rulings()
) -> int | None:
    """Find the highest target number that still leaves a wished chance.

    Args:
        wish: The chance wished for, 0 to 1.
        ability: The ability, -99 to 99.
        modifier: The sum of the conditions and other modifiers.
        dice: 2, or 3 with a Factor.
        rolls: How often the check is rolled.
        rulings: House rules.

    Returns:
        The target number; 99, the largest there is, if Lucky alone gives the chance, and None if Fumble alone takes it.

    Raises:
        InputError: If a number is out of bounds.

    Source: P-3.5, P-M1, P-M2, P-Q28.

    Example:
        >>> [hardest_target(Fraction(7, 10), 3, dice=dice, rolls=rolls) for dice, rolls in ((2, 1), (2, 2), (3, 1))]
        [9, 10, 12]
    """
    wished_chance("wish", wish)

    def enough(target: int) -> bool:
        return check_odds(target, ability, modifier, dice, rolls, rulings) >= wish

    low, high = -LARGEST_NUMBER, LARGEST_NUMBER
    if not enough(low):
        return None
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if enough(middle) else (low, middle - 1)
    return low
