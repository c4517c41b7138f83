"""What attacks do: hits, damage, death, several attacks at once (E-M4, E-M6, E-M7, E-M13, E-M14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.rulings import Bounds, Checked, is_whole, one_of, whole_number, yes_or_no
from rules_py.core.text import Named, Text
from rules_py.core.words import words
from rules_py.exorcist.characters import (
    MOST_ARMOUR,
    MOST_ARMOURS,
    MOST_CONTINUOUS,
    MOST_DAMAGE_DICE,
    MOST_DAMAGE_FACES,
    MOST_DAMAGE_PLUS,
    MOST_EVADE,
    MOST_POINTS,
    MOST_SUPPLIES,
    DamageKind,
    EvadeDice,
    Exorcist,
)
from rules_py.exorcist.checks import MOST_DICE, Difficulty, successes
from rules_py.exorcist.rulings import Rulings

WORDS = words("exorcist")
MOST_REDUCTION = MOST_ARMOUR * MOST_ARMOURS
MOST_MOBS = 12
MOST_DAMAGE = MOST_MOBS * (MOST_DAMAGE_DICE * MOST_DAMAGE_FACES + MOST_DAMAGE_PLUS)
"""What the most mobs, combined, can do at most: 1800."""
LEAST_POINTS = -MOST_DAMAGE
KATASHIRO = 1
KATASHIRO_BEYOND_TWICE = 2

# --- attack and evasion -----------------------------------------------------------------------------------------------


def evaded(evade_successes: int, attack_successes: int, rulings: Rulings = Rulings()) -> bool:
    """Say whether an evasion check is good enough.

    Args:
        evade_successes: Successes of the evasion check, 0 to 30.
        attack_successes: Successes of the attack check, 1 to 30.
        rulings: `evasion_needs` says whether the two are compared.

    Returns:
        Whether the attack is evaded.

    Raises:
        InputError: If a number is out of bounds.

    Source: E-3.9, E-8.2, E-8.3, E-M4, E-Q8.

    Example:
        >>> evaded(1, 3), evaded(1, 3, Rulings(evasion_needs="attack_successes"))
        (True, False)
    """
    whole_number("evade_successes", evade_successes, 0, MOST_DICE)
    whole_number("attack_successes", attack_successes, 1, MOST_DICE, "E-8.2")
    return evade_successes >= (1 if rulings.evasion_needs == "one" else attack_successes)


@dataclass(frozen=True)
class Resolved:
    """How an attack ended.

    Args:
        hit: Does its damage apply?
        evade_dice: Evade dice left to the target.
    """

    hit: bool
    evade_dice: int


def resolve_attack(
    attack_successes: int,
    *,
    evades: bool,
    evade_dice: int = 0,
    rolls: Sequence[int] = (),
    difficulty: Difficulty = Difficulty.NORMAL,
    rulings: Rulings = Rulings(),
) -> Resolved:
    """Bring an attack to its end after the attack check.

    Args:
        attack_successes: Successes of the attack check, 0 to 30.
        evades: Does the target make evasion checks? PCs and kai'i of evasion type yes do.
        evade_dice: Evade dice that the target has, 0 to 30.
        rolls: The evade dice rolled; each is spent, whatever it shows. None is no attempt.
        difficulty: Evade difficulty.
        rulings: `evasion_needs` says whether successes are compared.

    Returns:
        Whether it hits, and the evade dice left.

    Raises:
        InputError: If more dice are rolled than the target has, or a number is out of bounds.
        ForbiddenAction: If there is nothing to evade, or the target makes no evasion checks.

    Source: E-5.13, E-8.2 to E-8.10, E-11.14, E-11.15, E-11.17, E-M4, E-Q8.

    Example:
        >>> resolve_attack(2, evades=True, evade_dice=3, rolls=[1, 2])
        Resolved(hit=True, evade_dice=1)
        >>> resolve_attack(2, evades=False).hit, resolve_attack(0, evades=True, evade_dice=3).hit
        (True, False)
    """
    whole_number("attack_successes", attack_successes, 0, MOST_DICE)
    whole_number("evade_dice", evade_dice, 0, MOST_EVADE, "E-8.4")
    if not yes_or_no("evades", evades) and rolls:
        raise ForbiddenAction(EVADING, WORDS["does_not_evade_at_all"], "E-11.14")
    if rolls and not attack_successes:
        raise ForbiddenAction(EVADING, WORDS["attack_failed"], "E-8.2")
    whole_number("rolls", len(rolls), 0, evade_dice, "E-8.5")
    left = evade_dice - len(rolls)
    if not attack_successes:
        return Resolved(False, left)
    return Resolved(not rolls or not evaded(successes(rolls, difficulty), attack_successes, rulings), left)


EVADING = Text("Evading", "回避")

# --- damage -----------------------------------------------------------------------------------------------------------


class Victim(Named):
    """Who takes damage (E-T3)."""

    PC = "pc", Text("PC", "PC")
    KAII = "kaii", Text("kai’i", "界異")
    OBJECT = "object", Text("object", "オブジェクト")


def damage_through(
    amount: int, kind: DamageKind, reduction: int = 0, victim: Victim = Victim.PC, rulings: Rulings = Rulings()
) -> int:
    """What is left of damage after armour.

    Args:
        amount: The damage rolled, 0 to 1800.
        kind: Physical or spiritual.
        reduction: All armour of a PC together, miasma armour of a kai'i, or armour of an object, 0 to 100.
        victim: Who takes it.
        rulings: `spiritual_on_objects` says whether objects feel spiritual damage.

    Returns:
        What lowers HP, spirit points or toughness, 0 or more.

    Raises:
        InputError: If a number is out of bounds.

    Source: E-9.1 to E-9.5, E-11.6, E-11.8, E-11.9, E-12.7, E-12.8, E-T3, E-M6, E-Q18.

    Example:
        >>> damage_through(4, DamageKind.PHYSICAL, 1), damage_through(4, DamageKind.SPIRITUAL, 1)
        (3, 4)
    """
    whole_number("amount", amount, 0, MOST_DAMAGE)
    whole_number("reduction", reduction, 0, MOST_REDUCTION, "E-9.4")
    one_of("victim", victim, Victim, "E-T3")
    if one_of("kind", kind, DamageKind, "E-5.14") is DamageKind.PHYSICAL:
        return max(0, amount - reduction)
    return 0 if victim is Victim.OBJECT and rulings.spiritual_on_objects == "none" else amount


def wear_down(
    toughness: int,
    amount: int,
    kind: DamageKind,
    reduction: int = 0,
    victim: Victim = Victim.KAII,
    rulings: Rulings = Rulings(),
) -> int:
    """What is left of the toughness of a kai'i or an object; at 0 it is taken off the map.

    Args:
        toughness: Toughness before, 0 to 99.
        amount: The damage rolled, 0 to 1800.
        kind: Physical or spiritual.
        reduction: Miasma armour or armour, 0 to 100.
        victim: Kai'i or object.
        rulings: `spiritual_on_objects` counts for objects.

    Returns:
        The toughness left, 0 or more.

    Raises:
        InputError: If a number is out of bounds.

    Source: E-11.5 to E-11.9, E-12.5 to E-12.8, E-M6, E-Q31.

    Example:
        >>> wear_down(2, 4, DamageKind.PHYSICAL, 3), wear_down(2, 4, DamageKind.SPIRITUAL, 3)
        (1, 0)
    """
    whole_number("toughness", toughness, 0, MOST_POINTS)
    return max(0, toughness - damage_through(amount, kind, reduction, victim, rulings))


# --- death ------------------------------------------------------------------------------------------------------------


class Escape(Named):
    """What a katashiro is spent on (E-9.7)."""

    AVERT = "avert", Text("avert death", "死亡の回避")
    RESPAWN = "respawn", Text("respawn", "リスポーン地点への転移")


@dataclass(frozen=True)
class Vitals(Checked):
    """What a PC has left.

    Args:
        hp: HP, -1800 to 99; 0 or less only in the moment of death.
        spirit_points: Spirit points, likewise.
        evade_dice: Evade dice, 0 to 30.
        katashiro: Katashiro, 0 to 20.

    Raises:
        InputError: If a number is out of bounds.

    Source: E-8.4, E-9.2, E-9.5, E-9.7.

    Example:
        >>> Vitals(5, 4, 3, 1).dead, Vitals(0, 4, 3, 1).dead
        (False, True)
    """

    hp: Annotated[int, Bounds(LEAST_POINTS, MOST_POINTS, "E-9.2")]
    spirit_points: Annotated[int, Bounds(LEAST_POINTS, MOST_POINTS, "E-9.5")]
    evade_dice: EvadeDice = 0
    katashiro: Annotated[int, Bounds(0, MOST_SUPPLIES, "E-9.7")] = 0

    @classmethod
    def full(cls, who: Exorcist) -> Vitals:
        """Return what somebody has at the start of a combat (E-Q7)."""
        return cls(who.hp, who.spirit_points, who.evade_dice, who.katashiro)

    @property
    def dead(self) -> bool:
        """Whether HP or spirit points are gone (E-9.6)."""
        return self.hp <= 0 or self.spirit_points <= 0


def suffer(before: Vitals, amount: int, kind: DamageKind, armour: int = 0) -> Vitals:
    """Take damage as a PC, before any katashiro is spent.

    Args:
        before: What the PC has.
        amount: The damage rolled, 0 to 1800.
        kind: Physical damage lowers HP, spiritual damage spirit points.
        armour: All armour together, 0 to 100.

    Returns:
        What is left; at 0 or less the PC is dying.

    Raises:
        InputError: If a number is out of bounds.

    Source: E-9.2 to E-9.6, E-M6.

    Example:
        >>> suffer(Vitals(5, 4), 3, DamageKind.PHYSICAL, armour=1).hp
        3
        >>> suffer(Vitals(5, 4), 4, DamageKind.SPIRITUAL, armour=1).dead
        True
    """
    whole_number("armour", armour, 0, MOST_REDUCTION, "E-9.4")
    lost = damage_through(amount, kind, armour)
    if kind is DamageKind.PHYSICAL:
        return replace(before, hp=before.hp - lost)
    return replace(before, spirit_points=before.spirit_points - lost)


def katashiro_needed(hp: int, amount: int, kind: DamageKind, armour: int = 0, rulings: Rulings = Rulings()) -> int:
    """How many katashiro averting death or respawning takes after a deadly hit.

    Args:
        hp: HP before the hit, 1 to 99.
        amount: The damage rolled, 0 to 1800.
        kind: Physical or spiritual.
        armour: All armour together, 0 to 100.
        rulings: `twice_hp_damage` and `twice_hp_of` say what is compared.

    Returns:
        2 if more physical damage was dealt than twice the HP, else 1.

    Raises:
        InputError: If a number is out of bounds.

    Source: E-9.7, E-9.8, E-M7, E-Q14.

    Example:
        >>> katashiro_needed(1, 2, DamageKind.PHYSICAL), katashiro_needed(1, 3, DamageKind.PHYSICAL)
        (1, 2)
        >>> katashiro_needed(1, 9, DamageKind.SPIRITUAL)
        1
    """
    whole_number("armour", armour, 0, MOST_REDUCTION, "E-9.4")
    return _needed(hp, amount, damage_through(amount, kind, armour), kind, rulings)


def _needed(hp: int, amount: int, lost: int, kind: DamageKind, rulings: Rulings) -> int:
    whole_number("hp", hp, 1, MOST_POINTS)
    whole_number("amount", amount, 0, MOST_DAMAGE)
    whole_number("lost", lost, 0, amount)
    if one_of("kind", kind, DamageKind, "E-5.14") is DamageKind.SPIRITUAL:
        return KATASHIRO
    dealt = lost if rulings.twice_hp_damage == "after_armour" else amount
    doubled = hp if rulings.twice_hp_of == "before_hit" else hp - lost
    return KATASHIRO_BEYOND_TWICE if dealt > 2 * doubled else KATASHIRO


def half(most: int, rulings: Rulings = Rulings()) -> int:
    """Half of a maximum, as a respawn restores it.

    Args:
        most: The maximum, 0 to 99.
        rulings: `respawn_half` says how it is rounded.

    Returns:
        The half.

    Raises:
        InputError: If the number is out of bounds.

    Source: E-9.9, E-M7, E-Q15.

    Example:
        >>> half(5), half(4), half(3), half(5, Rulings(respawn_half="down"))
        (3, 2, 2, 2)
    """
    whole_number("most", most, 0, MOST_POINTS)
    return -(-most // 2) if rulings.respawn_half == "up" else most // 2


@dataclass(frozen=True)
class Struck:
    """What a hit did to a PC.

    Args:
        vitals: What the PC has afterwards; the values of the deadly hit if it died for good.
        lost: What the hit took off HP or spirit points, averted or not.
        died: Did HP or spirit points reach 0?
        alive: Is the PC still in play?
        paid: Katashiro spent.
        respawned: Does it stand at the respawn point now?
    """

    vitals: Vitals
    lost: int
    died: bool = False
    alive: bool = True
    paid: int = 0
    respawned: bool = False


def strike(
    who: Exorcist,
    before: Vitals,
    amount: int,
    kind: DamageKind,
    escape: Escape = Escape.AVERT,
    rulings: Rulings = Rulings(),
    *,
    lost: int | None = None,
    besides: int = 0,
) -> Struck:
    """Hit a PC: damage, and the katashiro if it would die.

    Args:
        who: The PC with its maxima and armour.
        before: What it has before the hit.
        amount: The damage rolled, 0 to 1800.
        kind: Physical or spiritual.
        escape: What a katashiro is spent on if there is need.
        rulings: `twice_hp_damage`, `twice_hp_of`, `short_of_katashiro`, `avert_restores`, `respawn_half` and
            `respawn_resources` count.
        lost: What gets through, up to the amount, where it is known already; else the PC's armour says.
        besides: What gets through, 0 to 1800, of damage of the other kind that the same hit does.

    Returns:
        What became of the PC.

    Raises:
        InputError: If a number is out of bounds, or the PC is dead already.
        ForbiddenAction: If a respawn would bring it back with no HP or spirit points.

    Source: E-9.2 to E-9.11, E-M6, E-M7, E-Q14 to E-Q17, E-Q32.

    Example:
        >>> from rules_py.core.text import same
        >>> aoi = Exorcist(name=same("Aoi"), body=2, spirit=3, skill=4, hp=5, spirit_points=4, evade_dice=3, mobility=5)
        >>> strike(aoi, Vitals(2, 4, 0, katashiro=1), 4, DamageKind.PHYSICAL).vitals
        Vitals(hp=2, spirit_points=4, evade_dice=0, katashiro=0)
        >>> strike(aoi, Vitals(2, 4, 0, katashiro=1), 5, DamageKind.PHYSICAL).alive
        False
        >>> strike(aoi, Vitals(2, 4, 0, katashiro=1), 4, DamageKind.PHYSICAL, Escape.RESPAWN).vitals
        Vitals(hp=3, spirit_points=2, evade_dice=2, katashiro=0)
        >>> raised = Rulings(respawn_resources="raise")
        >>> strike(aoi, Vitals(2, 4, 0, katashiro=1), 4, DamageKind.PHYSICAL, Escape.RESPAWN, raised).vitals
        Vitals(hp=3, spirit_points=4, evade_dice=2, katashiro=0)
    """
    whole_number("besides", besides, 0, MOST_DAMAGE)
    one_of("escape", escape, Escape, "E-9.7")
    if before.dead:
        raise InputError("before", before, WORDS["somebody_alive"], "E-9.6")
    lost = damage_through(amount, kind, who.armour_sum) if lost is None else whole_number("lost", lost, 0, amount)
    after = suffer(before, lost, kind)
    if not after.dead:
        return Struck(after, lost)
    price = price_of_life(before.hp, amount, lost, kind, before.katashiro, rulings)
    if price is None:
        return Struck(after, lost, died=True, alive=False)
    if escape is Escape.AVERT:
        saved = who if rulings.avert_restores == "maximum" else before
        hp, spirit_points, evade_dice = saved.hp, saved.spirit_points, before.evade_dice
    else:
        other = DamageKind.PHYSICAL if kind is DamageKind.SPIRITUAL else DamageKind.SPIRITUAL
        after = suffer(after, besides, other)
        left = (after.hp, after.spirit_points, after.evade_dice)
        floors = left if rulings.respawn_resources == "raise" else (0, 0, 0)
        most = (who.hp, who.spirit_points, who.evade_dice)
        hp, spirit_points, evade_dice = (max(half(n, rulings), m) for n, m in zip(most, floors, strict=True))
        if not hp or not spirit_points:
            raise ForbiddenAction(escape.text, WORDS["half_leaves_nothing"], "E-Q15")
    vitals = Vitals(hp, spirit_points, evade_dice, before.katashiro - price)
    return Struck(vitals, lost, died=True, paid=price, respawned=escape is Escape.RESPAWN)


def price_of_life(
    hp: int, amount: int, lost: int, kind: DamageKind, katashiro: int, rulings: Rulings = Rulings()
) -> int | None:
    """How many katashiro a PC pays after a deadly hit.

    Args:
        hp: HP before the hit, 1 to 99.
        amount: The damage rolled, 0 to 1800.
        lost: What got through of it.
        kind: Physical or spiritual.
        katashiro: Katashiro carried, 0 to 20.
        rulings: `short_of_katashiro` says what happens with one where two are due.

    Returns:
        The number paid; None if it cannot pay and dies.

    Raises:
        InputError: If a number is out of bounds.

    Source: E-9.7, E-9.8, E-9.11, E-M7, E-Q17.

    Example:
        >>> [price_of_life(1, 4, 4, DamageKind.PHYSICAL, held) for held in (0, 1, 2)]
        [None, None, 2]
        >>> price_of_life(1, 4, 4, DamageKind.PHYSICAL, 1, Rulings(short_of_katashiro="one_is_enough"))
        1
    """
    whole_number("katashiro", katashiro, 0, MOST_SUPPLIES, "E-9.7")
    needed = _needed(hp, amount, lost, kind, rulings)
    if katashiro >= needed:
        return needed
    return katashiro if katashiro and rulings.short_of_katashiro == "one_is_enough" else None


# --- several attacks --------------------------------------------------------------------------------------------------


def batch_damage(
    attack_successes: Sequence[int],
    damage: Sequence[int],
    *,
    is_evaded: bool,
    kind: DamageKind = DamageKind.PHYSICAL,
    armour: int = 0,
    victim: Victim = Victim.PC,
    rulings: Rulings = Rulings(),
) -> int:
    """What gets through of the combined attacks of several mobs after one evasion check against all of them.

    Args:
        attack_successes: Successes of each mob's attack check, one to twelve mobs.
        damage: What each mob rolled for damage, 0 to 1800; it counts only if its attack check succeeded.
        is_evaded: Did the one evasion check succeed?
        kind: Physical or spiritual.
        armour: All armour together, 0 to 100.
        victim: Who takes it.
        rulings: `batch_armour` says whether armour counts against each attack or once; `spiritual_on_objects` counts.

    Returns:
        What lowers HP, spirit points or toughness.

    Raises:
        InputError: If the lists differ in length or a number is out of bounds.

    Source: E-8.11 to E-8.17, E-M13, E-Q10.

    Example:
        >>> batch_damage([1, 0, 2], [4, 4, 3], is_evaded=False, armour=1)
        5
        >>> batch_damage([1, 0, 2], [4, 4, 3], is_evaded=False, armour=1, rulings=Rulings(batch_armour="once"))
        6
    """
    whole_number("attack_successes", len(attack_successes), 1, MOST_MOBS, "E-8.12")
    whole_number("damage", len(damage), len(attack_successes), len(attack_successes), "E-8.12")
    for count in attack_successes:
        whole_number("attack_successes", count, 0, MOST_DICE)
    for amount in damage:
        whole_number("damage", amount, 0, MOST_DAMAGE)
    whole_number("armour", armour, 0, MOST_REDUCTION, "E-9.4")
    landed = [amount for count, amount in zip(attack_successes, damage, strict=True) if count]
    together = [sum(landed)] if rulings.batch_armour == "once" else landed
    through = [damage_through(amount, kind, armour, victim, rulings) for amount in together]
    return 0 if yes_or_no("is_evaded", is_evaded) else sum(through)


def splits(dice: int, continuous: int) -> Iterator[tuple[int, ...]]:
    """Every way to divide the dice of one attack check among the parts of a Continuous Attack.

    Args:
        dice: Dice of the attack check, 1 to 30.
        continuous: n of Continuous Attack n, 0 to 3; there are n + 1 parts.

    Yields:
        The dice of each part in order, at least one each; nothing if there are fewer dice than parts.

    Raises:
        InputError: If a number is out of bounds.

    Source: E-5.22 to E-5.25, E-M14, E-Q9.

    Example:
        >>> list(splits(4, 1))
        [(3, 1), (2, 2), (1, 3)]
    """
    whole_number("dice", dice, 1, MOST_DICE, "E-3.7")
    whole_number("continuous", continuous, 0, MOST_CONTINUOUS, "E-Q9")
    return _parts(dice, continuous + 1)


def _parts(dice: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (dice,)
        return
    for first in range(dice - parts + 1, 0, -1):
        for rest in _parts(dice - first, parts - 1):
            yield (first, *rest)


def check_split(parts: Sequence[int], dice: int, continuous: int, field: str = "split") -> tuple[int, ...]:
    """Return a split of the dice of one attack check if the rules allow it.

    Args:
        parts: Dice of each part.
        dice: Dice of the attack check, 1 to 30.
        continuous: n of Continuous Attack n, 0 to 3.
        field: Name to report in the error.

    Returns:
        The parts.

    Raises:
        InputError: If there are too many parts, one is empty, or they do not add up to the dice.

    Source: E-5.22 to E-5.25, E-M14, E-Q9.

    Example:
        >>> check_split([3, 2], 5, 1)
        (3, 2)
        >>> check_split([3, 3], 5, 1)
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: split: “3 + 3” is not possible here: ... (E-Q9).
    """
    whole_number("dice", dice, 1, MOST_DICE, "E-3.7")
    whole_number("continuous", continuous, 0, MOST_CONTINUOUS, "E-Q9")
    most = continuous + 1
    fine = all(is_whole(part) and part >= 1 for part in parts)
    if not (fine and 1 <= len(parts) <= most and sum(parts) == dice):
        allowed = WORDS["parts_of_split"].format(most=most, dice=dice)
        raise InputError(field, " + ".join(map(str, parts)), allowed, "E-Q9")
    return tuple(parts)
