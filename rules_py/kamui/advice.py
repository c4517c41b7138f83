"""What one does next on the ring, where nothing speaks for anything else: what a desk offers first.

None of this is a rule; everything else that is allowed is offered beside it.
"""

from __future__ import annotations

from typing import NamedTuple

from rules_py.kamui.characters import Unit
from rules_py.kamui.effects import fallen_problem
from rules_py.kamui.model import NOBODY, Play, Skill
from rules_py.kamui.ring import distance, outer_squares
from rules_py.kamui.rulings import Rulings

USUAL_DICE = 2
"""Action value that is spent where nobody says how much."""
USUAL_DAMAGE = 5
"""Damage that a GM enters, to begin with."""


class Aim(NamedTuple):
    """An attack that is possible now.

    Attributes:
        number: The attack's place among those of the kamui.
        skill: The attack.
        units: The enemies in its range, by place; those nearest to 0 HP first.
    """

    number: int
    skill: Skill
    units: tuple[int, ...]


def standing(play: Play, rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """The enemies that have not fallen, by place.

    Source: K-7.4, K-Q23.
    """
    return tuple(n for n, unit in enumerate(play.units) if unit.hp and not fallen_problem(unit, rulings))


def left_of(unit: Unit, rulings: Rulings = Rulings()) -> int:
    """Damage that brings an enemy to 0 HP.

    Source: K-5.5, K-Q17.

    Example:
        >>> left_of(Unit("Hideri", 4, 30, 5)), left_of(Unit("Hideri", 4, 30, 5), Rulings(unit_armour="none"))
        (35, 30)
    """
    return unit.hp + (unit.armour if rulings.unit_armour == "same" else 0)


def skills_of(play: Play, who: int) -> tuple[Skill, ...]:
    """The attacks that a kamui has noted; none so far: one with usual numbers."""
    sheet = play.sheets[who]
    return sheet.skills or (Skill("Attack", ability=usual_ability(play, who)),)


def usual_ability(play: Play, who: int, rulings: Rulings = Rulings()) -> int:
    """What a kamui's dice are compared with where no event or skill says more: its better ability.

    Source: K-Q1, K-Q10.
    """
    if rulings.success == "at_least_target":
        return 5
    return max(play.sheets[who].will, play.sheets[who].wisdom)


def usual_dice(play: Play, who: int) -> int:
    """Action value that is spent where nobody says how much."""
    return min(USUAL_DICE, play.kamui[who].action_value)


def aims(play: Play, rulings: Rulings = Rulings()) -> list[Aim]:
    """The attacks that whoever acts can make from where it stands, the first the most likely.

    Source: K-3.3, K-4.3, K-4.5, K-Q27.
    """
    who = play.active
    if who == NOBODY or play.phase != "climax" or not _can_pay(play, who, rulings):
        return []
    found = []
    for number, skill in enumerate(skills_of(play, who)):
        if skill.timing == "main" and play.main:
            continue
        units = _in_range(play, play.kamui[who].square, skill, rulings)
        if units:
            found.append(Aim(number, skill, tuple(units)))
    return sorted(found, key=lambda aim: aim.skill.timing == "sub")


def _can_pay(play: Play, who: int, rulings: Rulings) -> bool:
    return rulings.attack_dice == "any" or play.kamui[who].action_value > 0


def _in_range(play: Play, square: int, skill: Skill, rulings: Rulings) -> list[int]:
    units = play.units
    near = [n for n in standing(play, rulings) if distance(square, units[n].square, rulings) <= skill.reach]
    return sorted(near, key=lambda n: left_of(units[n], rulings))


def reach(play: Play, rulings: Rulings = Rulings()) -> dict[int, int]:
    """The squares to which whoever acts may move, and how far each is.

    Source: K-3.2, K-Q22.
    """
    if play.phase != "climax" or play.active == NOBODY:
        return {}
    here, most = play.kamui[play.active].square, play.sheets[play.active].moves
    far = {square: distance(here, square, rulings) for square in outer_squares(rulings)}
    return {square: n for square, n in far.items() if 0 < n <= most}


def approach(play: Play, who: int, rulings: Rulings = Rulings()) -> int | None:
    """The square to which a kamui goes for its main action: the nearest from which an enemy is in range.

    Returns:
        The square, or the one that leaves least to go; None if it is better to stay.

    Example:
        >>> from rules_py.kamui.characters import Kamui, State
        >>> from rules_py.kamui.model import Sheet
        >>> approach(Play(State((Kamui("Homura", 1),), (Unit("Hideri", 4, 30),)), (Sheet(),)), 0)
        3
    """
    enemies = standing(play, rulings)
    skills = skills_of(play, who)
    skills = tuple(skill for skill in skills if skill.timing == "main") or skills
    if not enemies or not _can_pay(play, who, rulings):
        return None
    here, most, units = play.kamui[who].square, play.sheets[who].moves, play.units

    def missing(square: int) -> int:
        ways = (distance(square, units[n].square, rulings) - skill.reach for n in enemies for skill in skills)
        return max(0, min(ways))

    there = [square for square in outer_squares(rulings) if distance(here, square, rulings) <= most]
    best = min(there, key=lambda to: (missing(to), distance(here, to, rulings), to not in play.state.rifts, to))
    return best if missing(best) < missing(here) else None


def follower(play: Play) -> int | None:
    """Whose activation comes after the one that is on; None if it is the last."""
    return next((who for who in play.waiting if who != play.active), None)


def goes_on(play: Play) -> bool:
    """Is another cycle more likely than the climax: a resolution waits, and everybody has action value to spare?

    Source: K-1.1, K-2.2, K-Q25.
    """
    waits = any(square not in play.state.rifts for square, _ in play.scenes)
    return waits and all(kamui.action_value >= 2 * USUAL_DICE for kamui in play.kamui)


def penniless(play: Play, rulings: Rulings = Rulings()) -> int | None:
    """Who has to roll revelation dice and has no action value for it; None if nobody (K-Q4, K-Q18)."""
    if rulings.no_revelation == "stay" or play.chooser != NOBODY or play.active != NOBODY:
        return None
    able = [who for who in play.unplaced if play.kamui[who].action_value]
    return None if able else next(iter(play.unplaced), None)
