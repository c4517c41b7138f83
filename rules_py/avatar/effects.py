"""What attacks, clashes, pursuits and Power Release do, in numbers (A-M4 to A-M9, A-M13)."""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from math import ceil, floor

from rules_py.avatar.cards import HIGH_ACE
from rules_py.avatar.rulings import Rulings
from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.rulings import whole_number, yes_or_no
from rules_py.core.words import words

WORDS = words("avatar")
MOST_EP = 999_999
MOST_STAGE = 99
MOST_LIMIT = 20
MOST_POWER = 99_999
MOST_DIFFERENCE = 9_999
MOST_SPECIAL = 20
MOST_HELD = 99
"""Hand cards that can be told; a hand may grow above its limit (A-Q30)."""
BOUGHT_IN_A_CLASH = 500
"""EP for a card drawn in a decisive battle (A-6.15)."""
DRAW_EP = 100
"""EP for a card drawn in exploration (A-11.12)."""
REFILL_EP = 100
"""EP for a second card of the refill, for each stage (A-4.5)."""
NO_CLASH_FACTOR = 10
"""There is no clash between EP that differ by this factor or more (A-6.3)."""
_TENTH = Fraction(1, 10)
_POWER_SHARE = 10


class Meeting(Enum):
    """What comes of two attacks at each other at the same action value.

    Example:
        >>> Meeting.CLASH.value
        'clash'
    """

    CLASH = "clash"
    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


def meeting(ep: int, other_ep: int, cards: int, other_cards: int) -> Meeting:
    """Say what happens when two characters execute attacks at each other simultaneously.

    Args:
        ep: EP of the first, from 1.
        other_ep: EP of the second, from 1.
        cards: Hand cards of the first.
        other_cards: Hand cards of the second.

    Returns:
        A clash; or the attack of one of them alone; or, with two empty hands, both attacks and no clash.

    Raises:
        InputError: If a number is out of bounds.

    Source: A-6.1, A-6.3, A-6.4, A-M7, A-Q16.

    Example:
        >>> meeting(10_000, 1_000, 3, 3), meeting(9_999, 1_000, 3, 3), meeting(800, 800, 0, 2)
        (<Meeting.FIRST: 'first'>, <Meeting.CLASH: 'clash'>, <Meeting.SECOND: 'second'>)
    """
    for name, value in (("ep", ep), ("other_ep", other_ep)):
        whole_number(name, value, 1, MOST_EP, "A-6.3")
    for name, value in (("cards", cards), ("other_cards", other_cards)):
        whole_number(name, value, 0, MOST_HELD, "A-6.4")
    if ep >= NO_CLASH_FACTOR * other_ep:
        return Meeting.FIRST
    if other_ep >= NO_CLASH_FACTOR * ep:
        return Meeting.SECOND
    if cards and other_cards:
        return Meeting.CLASH
    if not cards and not other_cards:
        return Meeting.BOTH
    return Meeting.FIRST if cards else Meeting.SECOND


def attack_damage(
    ep: int,
    *,
    strong: bool = False,
    special: Fraction | int = 1,
    guard: bool = False,
    cover: bool = False,
    rulings: Rulings = Rulings(),
) -> int:
    """Return the damage of an attack: a tenth of the attacker's EP with all its factors.

    Args:
        ep: The attacker's EP, from 0.
        strong: Is it a strong hit?
        special: Factor of a special attack, above 0 and at most 20; its source is lost.
        guard: Has whoever takes it declared Guard?
        cover: Does whoever takes it cover somebody in this round?
        rulings: `rounding` counts.

    Returns:
        Points of damage, rounded once, at the end.

    Raises:
        InputError: If a number is out of bounds.

    Source: A-5.1, A-5.6, A-5.7, A-7.1, A-7.5, A-T6, A-M5, A-Q7.

    Example:
        >>> attack_damage(3200), attack_damage(3200, strong=True), attack_damage(3200, strong=True, cover=True)
        (320, 640, 1280)
        >>> attack_damage(3257)
        325
    """
    whole_number("ep", ep, 0, MOST_EP, "A-5.1")
    _yes_or_no_each(strong=strong, guard=guard, cover=cover)
    return _rounded(ep * _TENTH * _factor(special, strong, guard, cover), rulings)


def clash_damage(
    power: int,
    difference: int,
    *,
    strong: bool = False,
    special: Fraction | int = 1,
    guard: bool = False,
    cover: bool = False,
    rulings: Rulings = Rulings(),
) -> int:
    """Return the damage that the loser of a clash takes.

    Args:
        power: The winner's attack power, from 0.
        difference: By how much the winner's momentum is greater, 0 to 9,999.
        strong: Do all the winner's field cards have its own suit?
        special: Factor of a special attack, above 0 and at most 20.
        guard: Has whoever takes it declared Guard?
        cover: Does whoever takes it cover somebody in this round?
        rulings: `clash_strong_hit`, `clash_guard` and `rounding` count.

    Returns:
        Points of damage, rounded once, at the end.

    Raises:
        InputError: If a number is out of bounds.

    Source: A-6.21, A-T6.4, A-M7, A-Q18.

    Example:
        >>> clash_damage(30, 7), clash_damage(30, 7, strong=True)
        (210, 420)
    """
    whole_number("power", power, 0, MOST_POWER, "A-6.21")
    whole_number("difference", difference, 0, MOST_DIFFERENCE, "A-6.21")
    _yes_or_no_each(strong=strong, guard=guard, cover=cover)
    strong = strong and rulings.clash_strong_hit
    guard, cover = guard and rulings.clash_guard, cover and rulings.clash_guard
    return _rounded(power * difference * _factor(special, strong, guard, cover), rulings)


def attack_power(power: int | None, ep: int) -> int:
    """Return the attack power that counts in a clash: the number of the sheet, or in its place a tenth of EP.

    How attack power is set is lost. Where no number is told, it is what a normal attack would do with the EP that are
    left at that moment, in whole points; this is a ruling and not a rule.

    Args:
        power: The number of the sheet, from 0; None if there is none.
        ep: EP left, from 0.

    Raises:
        InputError: If a number is out of bounds.

    Source: A-6.9, A-6.21, A-M7, A-Q32.

    Example:
        >>> attack_power(40, 3257), attack_power(None, 3257)
        (40, 325)
    """
    whole_number("ep", ep, 0, MOST_EP, "A-5.1")
    return ep // _POWER_SHARE if power is None else whole_number("power", power, 0, MOST_POWER, "A-6.9")


def planet_damage(power: int, rulings: Rulings = Rulings()) -> int:
    """Return the damage of a clash to the planet (PB): a tenth of the superior side's attack power.

    Args:
        power: Attack power of the superior side, from 0.
        rulings: `rounding` counts.

    Raises:
        InputError: If the number is out of bounds.

    Source: A-6.8, A-M7, A-Q7.

    Example:
        >>> planet_damage(45)
        4
    """
    return _rounded(whole_number("power", power, 0, MOST_POWER, "A-6.8") * _TENTH, rulings)


def _yes_or_no_each(**answers: bool) -> None:
    for name, answer in answers.items():
        yes_or_no(name, answer)


def _factor(special: Fraction | int, strong: bool, guard: bool, cover: bool) -> Fraction:
    if not isinstance(special, int | Fraction) or isinstance(special, bool) or not 0 < special <= MOST_SPECIAL:
        raise InputError("special", special, WORDS["factor"].format(most=MOST_SPECIAL), "A-Q27")
    return Fraction(special) * (2 if strong else 1) / (2 if guard else 1) * (2 if cover else 1)


def _rounded(points: Fraction, rulings: Rulings) -> int:
    return floor(points) if rulings.rounding == "down" else ceil(points)


def pursuit(fleer: int, pursuer: int | None) -> bool:
    """Say whether a pursuit succeeds.

    Args:
        fleer: Number of the card that the fleer has discarded, up to 14; 0 if it could not.
        pursuer: Number of the pursuer's card, 1 to 14; None if it discards none.

    Returns:
        True if the pursuer's card is higher.

    Raises:
        InputError: If a number is out of bounds.

    Source: A-7.13 to A-7.15, A-M8, A-Q20.

    Example:
        >>> pursuit(7, 8), pursuit(7, 7), pursuit(0, 1), pursuit(0, None)
        (True, False, True, False)
    """
    whole_number("fleer", fleer, 0, HIGH_ACE, "A-7.13")
    return pursuer is not None and whole_number("pursuer", pursuer, 1, HIGH_ACE, "A-7.15") > fleer


def power_release(ep: int, sep: int, to: str, rulings: Rulings = Rulings()) -> tuple[int, int]:
    """Return what Power Release makes of EP and SEP.

    Args:
        ep: EP before, from 0.
        sep: SEP before, from 0.
        to: `"half"` or `"zero"`: to what SEP is reduced.
        rulings: `release_rounding` counts.

    Returns:
        EP and SEP afterwards.

    Raises:
        InputError: If a number is out of bounds, or `to` is neither.

    Source: A-7.19, A-7.20, A-T4.7, A-M9, A-Q7, A-Q8.

    Example:
        >>> power_release(3000, 1501, "half"), power_release(3000, 1501, "zero")
        ((3751, 750), (4501, 0))
    """
    whole_number("ep", ep, 0, MOST_EP, "A-7.19")
    whole_number("sep", sep, 0, MOST_EP, "A-7.19")
    if to not in ("half", "zero"):
        raise InputError("to", to, WORDS["half_or_zero"], "A-7.19")
    left = sep // 2 if to == "half" else 0
    gain = sep - left
    if rulings.release_rounding == "whole_percents":
        gain = gain * 100 // ep * ep // 100 if ep else 0
    return ep + gain, left


def sleep_draw(hand: int, limit: int) -> int:
    """Return how many cards 4 or more hours of sleep in an avatar let one draw: up to the hand limit.

    Args:
        hand: Hand cards before, from 0.
        limit: Hand limit, from 0; how it is set is lost.

    Raises:
        InputError: If a number is out of bounds.

    Source: A-11.10, A-11.11, A-M13, A-Q30.

    Example:
        >>> sleep_draw(2, 5), sleep_draw(6, 5)
        (3, 0)
    """
    whole_number("hand", hand, 0, MOST_HELD, "A-11.10")
    return max(0, whole_number("limit", limit, 0, MOST_LIMIT, "A-11.10") - hand)


def ep_draw(hand: int, limit: int, ep: int, rulings: Rulings = Rulings()) -> tuple[int, int]:
    """Return what buying one card in exploration leaves: hand cards and EP.

    Args:
        hand: Hand cards before, from 0.
        limit: Hand limit, from 0; how it is set is lost.
        ep: EP before, from 0.
        rulings: `last_ep` counts.

    Raises:
        ForbiddenAction: If the hand has reached the limit, or EP do not suffice.
        InputError: If a number is out of bounds.

    Source: A-11.12, A-11.14, A-T4.3, A-M13, A-Q37.

    Example:
        >>> ep_draw(2, 5, 1000)
        (3, 900)
    """
    whole_number("hand", hand, 0, MOST_HELD, "A-11.12")
    whole_number("limit", limit, 0, MOST_LIMIT, "A-11.14")
    whole_number("ep", ep, 0, MOST_EP, "A-11.12")
    if hand >= limit:
        raise ForbiddenAction(WORDS["draw_for_ep"], WORDS["limit_is_reached"].format(n=limit), "A-11.14")
    if ep < DRAW_EP:
        raise ForbiddenAction(WORDS["draw_for_ep"], WORDS["card_costs"].format(n=DRAW_EP), "A-11.12")
    if ep - DRAW_EP < rulings.untouchable:
        raise ForbiddenAction(WORDS["draw_for_ep"], WORDS["one_ep_stays"], "A-Q37")
    return hand + 1, ep - DRAW_EP


def refill_price(stage: int) -> int:
    """Return the EP that a second card of the refill costs.

    Args:
        stage: Stage number, from 1; how it is counted is lost.

    Raises:
        InputError: If the number is out of bounds.

    Source: A-4.5, A-T4.1, A-M13.

    Example:
        >>> refill_price(3)
        300
    """
    return whole_number("stage", stage, 1, MOST_STAGE, "A-4.5") * REFILL_EP


def inferior(momenta: tuple[int, int], powers: tuple[int, int]) -> int | None:
    """Say which of two in a clash is inferior, and so plays in step 2.

    Args:
        momenta: The two action values.
        powers: The two attack powers.

    Returns:
        0 or 1; None if both are equal, so that cards drawn from the deck decide.

    Source: A-6.11, A-M7, A-Q17.

    Example:
        >>> inferior((12, 9), (40, 30)), inferior((9, 9), (40, 30)), inferior((9, 9), (30, 30))
        (1, 1, None)
    """
    for first, second in (momenta, powers):
        if first != second:
            return 0 if first < second else 1
    return None
