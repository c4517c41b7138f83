"""What the buttons of the ring board say: the actions that need more than a word, with the controls beside them."""

from __future__ import annotations

from collections.abc import Iterable

from rules_py.core.controls import control
from rules_py.kamui import advice
from rules_py.kamui.model import Play, Skill

Action = list[object]
DICE = control("dice", empty=None)
"""The dice that are filled in; where an action ends with them and there are none, links leave them out."""


def turn(who: int, square: int | None = None, *, resting: bool = False) -> Action:
    """Begin an activation, with a move if a square is said; where somebody is resting, theirs ends first.

    Example:
        >>> turn(1), turn(1, 3, resting=True)
        (['begin', 1], ['then', ['rest'], ['begin', 1], ['move', 3]])
    """
    steps: list[Action] = [["begin", who]]
    steps += [] if square is None else [["move", square]]
    return _together([["rest"], *steps] if resting else steps)


def event(play: Play, name: str, *more: object) -> Action:
    """Take an event; where nobody but one is left, whose activation it could be, it begins."""
    check = [control(each) for each in (f"{name}_ability", "base", "traits", "dice")]
    last = advice.follower(play) if len(play.waiting) == 2 else None
    return _together([[name, *check, *more], *([] if last is None else [["begin", last]])])


def strike(play: Play, number: int, unit: object) -> Action:
    """Attack as it is known whoever acts can; another multiplier or change that is filled in is noted with it."""
    skill = advice.skills_of(play, play.active)[number]
    numbers = [
        skill.power,
        control("multiplier_now", empty=skill.multiplier),
        skill.bonus,
        control("change_now", empty=skill.change),
    ]
    about = [skill.timing, skill.reach, control(f"spent_{number}"), skill.ability]
    noted = ["skill", play.active, skill.name, skill.timing, [skill.reach, skill.ability, *numbers]]
    return ["then", noted, ["attack", unit, *about, numbers, DICE, control("gm_square")]]


def noting(play: Play, skill: Skill) -> Action:
    """Note an attack of whoever acts as it is."""
    return ["skill", play.active, skill.name, skill.timing, [skill.reach, skill.ability, *skill.numbers]]


def own_attack(play: Play) -> Action:
    """Attack with numbers that are all filled in, and note them."""
    numbers = typed_in("attack_power", "multiplier", "bonus", "change")
    timing, reach, spent, ability = typed_in("timing", "range", "spent", "ability")
    noted = ["skill", play.active, control("attack_name"), timing, [reach, ability, *numbers]]
    return [
        "then",
        noted,
        ["attack", control("unit"), timing, reach, spent, ability, numbers, *typed_in("dice", "gm_square")],
    ]


def typed_in(*names: str) -> list[object]:
    """Return what stands for the arguments that controls say."""
    return [control(name) for name in names]


def _together(steps: Iterable[Action]) -> Action:
    first, *others = steps
    return ["then", first, *others] if others else first
