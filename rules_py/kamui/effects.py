"""What results do: events of the middle phase, damage, revival, the end of a round (K-M4 to K-M8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.rulings import whole_number, yes_or_no
from rules_py.core.text import Text, same
from rules_py.core.words import words
from rules_py.kamui.characters import MOST_FAITH, MOST_POINTS, MOST_REVIVALS, Kamui, Link, State, Unit
from rules_py.kamui.checks import EVENT_TARGET, MOST_DICE
from rules_py.kamui.ring import CENTRE, check_square, distance, opposite
from rules_py.kamui.rulings import MOST_LEVEL, Rulings

FAITH_PER_ROUND = 10
FAITH_PER_RIFT = 5
MOST_MULTIPLIER = 20
MOST_DAMAGE = 9999

WORDS = words("kamui")


# --- damage -----------------------------------------------------------------------------------------------------------


def damage(successes: int, attack_power: int, multiplier: int = 1, bonus: int = 0, rulings: Rulings = Rulings()) -> int:
    """The damage of an attack.

    Args:
        successes: Successes of its check, 0 to 30.
        attack_power: Attack power, 0 to 99.
        multiplier: Faith multiplier, 0 to 20; where it comes from is lost, so it is an input (K-Q8, K-Q24).
        bonus: Damage bonus, 0 to 99.
        rulings: `no_successes` says what an attack without successes does.

    Returns:
        Successes and attack power together, times the multiplier, plus the bonus; 0 for a miss.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-5.2, K-5.3, K-M5, K-Q8, K-Q9, K-Q24.

    Example:
        >>> damage(3, 5, 2, 4)
        20
        >>> damage(0, 5, 2, 4), damage(0, 5, 2, 4, Rulings(no_successes="miss"))
        (14, 0)
    """
    whole_number("successes", successes, 0, MOST_DICE)
    whole_number("attack_power", attack_power, 0, MOST_POINTS)
    whole_number("multiplier", multiplier, 0, MOST_MULTIPLIER, "K-Q8")
    whole_number("bonus", bonus, 0, MOST_POINTS)
    if not successes and rulings.no_successes == "miss":
        return 0
    return (successes + attack_power) * multiplier + bonus


class Suffered(NamedTuple):
    """What damage leaves.

    Attributes:
        armour: Armour left.
        hp: HP left.
        excess: Damage beyond the last HP.
    """

    armour: int
    hp: int
    excess: int


def suffer(armour: int, hp: int, amount: int, *, kamui: bool = True, rulings: Rulings = Rulings()) -> Suffered:
    """Take damage: armour first, then HP.

    Args:
        armour: Armour before, 0 to 99.
        hp: HP before, 0 to 99.
        amount: The damage, 0 to 9999.
        kamui: Is it a kamui that takes it?
        rulings: `unit_armour` says whether the armour of other units counts.

    Returns:
        Armour and HP left, neither below 0, and what was too much.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-5.5, K-5.6, K-M6, K-Q17.

    Example:
        >>> suffer(6, 10, 4), suffer(6, 10, 9)
        (Suffered(armour=2, hp=10, excess=0), Suffered(armour=0, hp=7, excess=0))
        >>> suffer(6, 10, 30)
        Suffered(armour=0, hp=0, excess=14)
    """
    whole_number("armour", armour, 0, MOST_POINTS)
    whole_number("hp", hp, 0, MOST_POINTS)
    whole_number("amount", amount, 0, MOST_DAMAGE)
    counts = yes_or_no("kamui", kamui) or rulings.unit_armour == "same"
    used = min(armour, amount) if counts else 0
    left = hp - (amount - used)
    return Suffered(armour - used, max(0, left), max(0, -left))


class Struck(NamedTuple):
    """A kamui after damage, revived as often as needed.

    Attributes:
        kamui: The kamui as it stands now.
        revived: How often its HP became 0.
    """

    kamui: Kamui
    revived: int


def strike_kamui(kamui: Kamui, amount: int, rulings: Rulings = Rulings()) -> Struck:
    """Damage a kamui; at 0 HP it ticks a revival check and revives at once.

    Args:
        kamui: The kamui.
        amount: The damage, 0 to 9999.
        rulings: `revival_excess` and `revival_armour` say what a revival keeps.

    Returns:
        The kamui, and how often it revived.

    Raises:
        InputError: If the damage is out of bounds, or more than 20 revival checks were ticked.

    Source: K-5.5, K-5.6, K-8.1 to K-8.3, K-M6, K-M7, K-Q13.

    Example:
        >>> after, revived = strike_kamui(Kamui("Homura", 3, hp=4, armour=2), 9)
        >>> after.hp, after.armour, after.revivals, revived
        (10, 0, 1, 1)
    """
    revived = 0
    while True:
        armour, hp, excess = suffer(kamui.armour, kamui.hp, amount, rulings=rulings)
        if hp or (kamui.hp == 0 and not amount):
            return Struck(replace(kamui, armour=armour, hp=hp), revived)
        revived += 1
        ticked = whole_number("revivals", kamui.revivals + 1, 0, MOST_REVIVALS, "K-8.1")
        if rulings.revival_armour == "restored":
            armour = kamui.most_armour
        kamui = replace(kamui, hp=kamui.most_hp, armour=armour, revivals=ticked)
        amount = excess if rulings.revival_excess == "carries_over" else 0
        if not amount:
            return Struck(kamui, revived)


def fallen_rift(square: int, gm_square: int | None = None, rulings: Rulings = Rulings()) -> int | None:
    """Where the rift of a unit that falls to 0 HP appears.

    Args:
        square: The outer square on which the unit stands, 0 for the centre.
        gm_square: The square that the GM chooses, for a unit in the centre.
        rulings: `die` says how long the ring is, `centre_rift` what happens for the centre.

    Returns:
        The square diagonally opposite; for the centre none, or the GM's.

    Raises:
        InputError: If there is no such square, or the GM has to choose one and has not.

    Source: K-7.4, K-7.5, K-M7, K-Q15.

    Example:
        >>> fallen_rift(9), fallen_rift(0)
        (4, None)
        >>> fallen_rift(0, 3, Rulings(centre_rift="gm_chooses"))
        3
    """
    if square != CENTRE:
        return opposite(square, rulings)
    if rulings.centre_rift == "none":
        return None
    if gm_square is None:
        raise InputError("gm_square", "", WORDS["outer_square_named"], "K-Q15")
    return check_square("gm_square", gm_square, rulings)


def add_rift(rifts: Sequence[int], square: int, rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """Place a rift.

    Args:
        rifts: The squares of the rifts there are.
        square: Where the new one is placed.
        rulings: `rifts_stack` says whether a second one may lie on a square.

    Returns:
        The squares of all rifts, in ascending order.

    Raises:
        InputError: If there is no such square.

    Source: K-2.3, K-7.5, K-T4, K-M4, K-Q5.

    Example:
        >>> add_rift((4,), 4), add_rift((4,), 4, Rulings(rifts_stack=False))
        ((4, 4), (4,))
    """
    check_square("square", square, rulings)
    if square in rifts and not rulings.rifts_stack:
        return tuple(sorted(rifts))
    return tuple(sorted((*rifts, square)))


def attack_unit(
    state: State, unit: int, amount: int, gm_square: int | None = None, rulings: Rulings = Rulings()
) -> State:
    """Damage a unit that is not a kamui; at 0 HP a rift appears, and the unit is removed.

    Args:
        state: The table before.
        unit: The unit's place in `state.units`, from 0.
        amount: The damage, 0 to 9999.
        gm_square: The square that the GM chooses, for a unit in the centre.
        rulings: `unit_armour`, `fallen_unit`, `centre_rift`, `rifts_stack` and `die` count.

    Returns:
        The table after.

    Raises:
        InputError: If there is no such unit, or a number is out of bounds.
        ForbiddenAction: If the unit fell before and lies there still.

    Source: K-5.5, K-5.6, K-7.4, K-7.5, K-M6, K-M7, K-Q15, K-Q17, K-Q23.

    Example:
        >>> after = attack_unit(State(units=(Unit("Magai", 9, hp=10),)), 0, 12)
        >>> after.units, after.rifts
        ((), (4,))
    """
    whole_number("unit", unit, 0, len(state.units) - 1)
    struck = state.units[unit]
    problem = fallen_problem(struck, rulings)
    if problem:
        raise problem
    armour, hp, _ = suffer(struck.armour, struck.hp, amount, kamui=False, rulings=rulings)
    others = state.units[:unit], state.units[unit + 1 :]
    if hp:
        return replace(state, units=(*others[0], replace(struck, armour=armour, hp=hp), *others[1]))
    square = fallen_rift(struck.square, gm_square, rulings)
    rifts = state.rifts if square is None else add_rift(state.rifts, square, rulings)
    lying = (replace(struck, armour=armour, hp=0),) if rulings.fallen_unit == "stays" else ()
    return replace(state, units=(*others[0], *lying, *others[1]), rifts=rifts)


def fallen_problem(unit: Unit, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why a unit cannot be damaged: it fell before and has stayed; None if it can.

    Source: K-7.4, K-Q23.

    Example:
        >>> fallen_problem(Unit("Magai", 9, hp=0), Rulings(fallen_unit="stays")).rule
        'K-Q23'
    """
    if unit.hp or rulings.fallen_unit == "removed":
        return None
    return ForbiddenAction(WORDS["damage_to_enemy"], WORDS["no_hp_left"], "K-Q23")


def attack_kamui(state: State, who: int, amount: int, rulings: Rulings = Rulings()) -> State:
    """Damage a kamui on the table.

    Args:
        state: The table before.
        who: The kamui's place in `state.kamui`, from 0.
        amount: The damage, 0 to 9999.
        rulings: Those of `strike_kamui`; `revival_rift` says whether its fall creates a rift.

    Returns:
        The table after.

    Raises:
        InputError: If there is no such kamui, or a number is out of bounds.

    Source: K-5.5, K-7.4, K-8.1 to K-8.3, K-M7, K-Q13, K-Q14.

    Example:
        >>> after = attack_kamui(State((Kamui("Homura", 2),)), 0, 10, Rulings(revival_rift=True))
        >>> after.kamui[0].revivals, after.rifts
        (1, (7,))
    """
    kamui = _one(state, who)
    struck = strike_kamui(kamui, amount, rulings)
    rifts = state.rifts
    for _ in range(struck.revived if rulings.revival_rift else 0):
        rifts = add_rift(rifts, opposite(kamui.square, rulings), rulings)
    return replace(_with(state, who, struck.kamui), rifts=rifts)


# --- events of the middle phase ---------------------------------------------------------------------------------------


def resolution(
    state: State, who: int, successes: int, target: int, character: str | None = None, rulings: Rulings = Rulings()
) -> State:
    """Resolution, event A: a rift on one's square, and a link for a successful check.

    Args:
        state: The table before.
        who: The place in `state.kamui`, from 0, of the kamui on the event's square.
        successes: Successes of the check with the ability that the event names, 0 to 30.
        target: Successes that the event asks for, 0 to 30; an input (K-Q8).
        character: Whom to link to, somebody of the scene; None for nobody.
        rulings: `rift_placed`, `rifts_stack` and those of links count.

    Returns:
        The table after.

    Raises:
        InputError: If a number is out of bounds.
        ForbiddenAction: If a link is wanted although the check failed.

    Source: K-2.2 to K-2.5, K-T1.1, K-M4, K-Q5, K-Q7.

    Example:
        >>> after = resolution(State((Kamui("Homura", 3),)), 0, 2, 2, "Mio")
        >>> after.rifts, after.kamui[0].links
        ((3,), (Link(to='Mio', level=1, used=False),))
    """
    kamui = _one(state, who)
    whole_number("successes", successes, 0, MOST_DICE)
    whole_number("target", target, 0, MOST_DICE, "K-Q8")
    succeeded = successes >= target
    if succeeded or rulings.rift_placed == "always":
        state = replace(state, rifts=add_rift(state.rifts, kamui.square, rulings))
    if character is None:
        return state
    if not succeeded:
        raise ForbiddenAction(WORDS["a_link"], WORDS["check_needs"].format(n=target), "K-2.5")
    return _with(state, who, linked(kamui, character, rulings))


def duty(state: State, who: int, successes: int, rulings: Rulings = Rulings()) -> State:
    """Duty, event B: faith rises by the successes.

    Args:
        state: The table before.
        who: The kamui's place in `state.kamui`, from 0.
        successes: Successes of the check with the ability that the event names, 0 to 30.
        rulings: `faith` says whose it is.

    Returns:
        The table after.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-2.6 to K-2.8, K-T1.2, K-M4, K-Q19.

    Example:
        >>> duty(State((Kamui("Homura", 3),), faith=7), 0, 2).faith
        9
    """
    kamui = _one(state, who)
    whole_number("successes", successes, 0, MOST_DICE)
    if rulings.faith == "shared":
        return replace(state, faith=state.faith + successes)
    return _with(state, who, replace(kamui, faith=kamui.faith + successes))


def interaction(
    state: State, who: int, successes: int, others: Sequence[int] = (), rulings: Rulings = Rulings()
) -> State:
    """Interaction, event C: a link to another kamui close by.

    Args:
        state: The table before.
        who: The kamui's place in `state.kamui`, from 0.
        successes: Successes of the check with Will, 0 to 30; 2 are needed.
        others: The place of the kamui to link to; with `interaction_links` `all` nothing is chosen.
        rulings: `interaction_links`, `new_link_level`, `link_step` and `die` count.

    Returns:
        The table after; unchanged if the check failed.

    Raises:
        InputError: If a number is out of bounds, or somebody is too far away.
        ForbiddenAction: If more than one is chosen, or the check failed.

    Source: K-2.9 to K-2.11, K-T1.3, K-T2.5, K-M4, K-Q6, K-Q7.

    Example:
        >>> two = State((Kamui("Homura", 1), Kamui("Iwao", 10)))
        >>> interaction(two, 0, 2, [1]).kamui[0].links
        (Link(to='Iwao', level=1, used=False),)
    """
    kamui = _one(state, who)
    whole_number("successes", successes, 0, MOST_DICE)
    chosen = tuple(others)
    within = partners(state, who, rulings)
    if successes < EVENT_TARGET:
        if chosen:
            raise ForbiddenAction(WORDS["a_link"], WORDS["check_needs"].format(n=EVENT_TARGET), "K-2.10")
        return state
    if rulings.interaction_links == "all":
        chosen = within
    elif len(chosen) > 1:
        raise ForbiddenAction(WORDS["a_second_link"], WORDS["only_one_chosen"], "K-Q7")
    for other in chosen:
        if other not in within:
            shown = state.kamui[other].name if 0 <= other < len(state.kamui) else other
            raise InputError("others", shown, WORDS["somebody_near"], "K-2.11")
        kamui = linked(kamui, state.kamui[other].name, rulings)
    return _with(state, who, kamui)


def partners(state: State, who: int, rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """The other kamui to whom an interaction can link.

    Args:
        state: The table.
        who: The kamui's place in `state.kamui`, from 0.
        rulings: `die` says how long the ring is.

    Returns:
        Their places in `state.kamui`, in order.

    Raises:
        InputError: If there is no such kamui.

    Source: K-2.11, K-M4, K-Q6.

    Example:
        >>> partners(State((Kamui("Homura", 1), Kamui("Iwao", 10), Kamui("Sui", 5))), 0)
        (1,)
    """
    square = _one(state, who).square
    return tuple(n for n, other in enumerate(state.kamui) if n != who and distance(square, other.square, rulings) <= 1)


def linked(kamui: Kamui, to: str, rulings: Rulings = Rulings()) -> Kamui:
    """Give a kamui a link, or strengthen the one it has.

    Args:
        kamui: The kamui.
        to: Whom the link leads to.
        rulings: `new_link_level` and `link_step` are placeholders.

    Returns:
        The kamui with the link; no link rises above level 5, the highest that the text names.

    Source: K-2.5, K-2.11, K-M4, K-Q7.

    Example:
        >>> twice = linked(linked(Kamui("Homura", 1), "Mio"), "Mio")
        >>> twice.links
        (Link(to='Mio', level=2, used=False),)
    """
    for n, link in enumerate(kamui.links):
        if link.to == to:
            raised = replace(link, level=min(link.level + rulings.link_step, MOST_LEVEL))
            links = (*kamui.links[:n], raised, *kamui.links[n + 1 :])
            return replace(kamui, links=links)
    return replace(kamui, links=(*kamui.links, Link(to, rulings.new_link_level)))


def offering(state: State, who: int, successes: int, item: str) -> State:
    """Offering, event D: one offering for a successful check.

    Args:
        state: The table before.
        who: The kamui's place in `state.kamui`, from 0.
        successes: Successes of the check with Wisdom, 0 to 30; 2 are needed.
        item: The offering chosen; the list is lost, so any name (K-Q21).

    Returns:
        The table after; unchanged if the check failed.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-2.12 to K-2.14, K-T1.4, K-T2.5, K-M4, K-Q21.

    Example:
        >>> offering(State((Kamui("Homura", 1),)), 0, 2, "sake").kamui[0].offerings
        ('sake',)
    """
    kamui = _one(state, who)
    whole_number("successes", successes, 0, MOST_DICE)
    if successes < EVENT_TARGET:
        return state
    return _with(state, who, replace(kamui, offerings=(*kamui.offerings, item)))


# --- the end of a round -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RoundEnd:
    """What the end of a round brings.

    Args:
        gain: Faith that the shared score gains.
        gains: Faith that each kamui gains where faith is its own, in the order given.
        vanished: Squares of the rifts that vanish, once for each.
        left: Squares of the rifts that stay, once for each.
    """

    gain: int
    gains: tuple[int, ...]
    vanished: tuple[int, ...]
    left: tuple[int, ...]


def round_end(kamui: Sequence[int], rifts: Sequence[int], rulings: Rulings = Rulings()) -> RoundEnd:
    """What the end of a round of the climax brings: faith, then rifts vanish.

    Args:
        kamui: The square of each kamui.
        rifts: The square of each rift, once for each.
        rulings: `rift_faith` says whether a rift counts once or for each kamui on it, `round_order` whether it is still
            there when faith is counted, `faith` whose faith it is, `die` which squares there are.

    Returns:
        The faith gained and the rifts.

    Raises:
        InputError: If there is no such square.

    Source: K-7.1 to K-7.3, K-T2.2, K-T2.3, K-T4, K-M8, K-Q5, K-Q11, K-Q12, K-Q19.

    Example:
        >>> end = round_end([2, 2, 7], [2, 4, 7])
        >>> end.gain, end.left
        (20, (4,))
        >>> round_end([2, 2, 7], [2, 4, 7], Rulings(rift_faith="per_pair")).gain
        25
    """
    for field, squares in (("kamui", kamui), ("rifts", rifts)):
        for square in squares:
            check_square(field, square, rulings)
    there, here = Counter(rifts), Counter(kamui)
    vanished = tuple(sorted(square for square in rifts if here[square]))
    weight = {square: here[square] if rulings.rift_faith == "per_pair" else 1 for square in here}
    each = FAITH_PER_RIFT if rulings.round_order == "faith_first" else 0
    gain = FAITH_PER_ROUND + each * sum(weight[square] for square in vanished)
    gains = tuple(FAITH_PER_ROUND + each * there[square] for square in kamui)
    left = tuple(sorted(square for square in rifts if not here[square]))
    return RoundEnd(gain, gains, vanished, left)


def end_round(state: State, rulings: Rulings = Rulings()) -> State:
    """End a round of the climax on a table.

    Args:
        state: The table before.
        rulings: Those of `round_end`.

    Returns:
        The table after: faith has risen, the rifts that kamui stood on are gone.

    Raises:
        InputError: If faith would rise above 999.

    Source: K-7.1 to K-7.3, K-M8, K-Q11, K-Q12, K-Q19.

    Example:
        >>> after = end_round(State((Kamui("Homura", 2), Kamui("Iwao", 2), Kamui("Sui", 7)), rifts=(2, 4, 7), faith=30))
        >>> after.faith, after.rifts
        (50, (4,))
    """
    end = round_end([kamui.square for kamui in state.kamui], state.rifts, rulings)
    if rulings.faith == "shared":
        risen = whole_number("faith", state.faith + end.gain, 0, MOST_FAITH)
        return replace(state, faith=risen, rifts=end.left)
    kamui = tuple(replace(one, faith=one.faith + gain) for one, gain in zip(state.kamui, end.gains, strict=True))
    return replace(state, kamui=kamui, rifts=end.left)


def _one(state: State, who: int) -> Kamui:
    if not isinstance(who, int) or not 0 <= who < len(state.kamui):
        names = same(", ".join(kamui.name for kamui in state.kamui) or "-")
        allowed = Text("one of the kamui on the table: {names}", "卓にいる神威から選んでください：{names}")
        raise InputError("who", who, allowed.format(names=names))
    return state.kamui[who]


def _with(state: State, who: int, kamui: Kamui) -> State:
    return replace(state, kamui=(*state.kamui[:who], kamui, *state.kamui[who + 1 :]))
