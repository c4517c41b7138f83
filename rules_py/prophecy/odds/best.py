"""The best effects of a hit (P-M4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.text import Text
from rules_py.prophecy.attacks import WORDS, Effect, apply_attack_effect, check_effects, spring_puncture, within_reach
from rules_py.prophecy.characters import SLOTS, Fighter, Fighters, recipe_of
from rules_py.prophecy.conditions import CONDITIONS, CURSES, INSTANT
from rules_py.prophecy.odds.attack import STRENGTHS, AttackOdds
from rules_py.prophecy.rulings import Rulings

GOALS = ("damage", "knockdown", "strip")
"""What a hit may be meant for, besides a curse of the recipe."""


@dataclass(frozen=True)
class Gain:
    """What some attack effects, chosen together, do to the target.

    Args:
        effects: The effects in order: one, or two with Boost.
        value: How far they serve the goal: points, blesses, copies, or 1 for yes.
        damage: Points that enter the target's track.
        down: Is the target knocked down?
    """

    effects: tuple[Effect, ...]
    value: int
    damage: int
    down: bool


@dataclass(frozen=True)
class BestEffects:
    """The best choice for every success degree; 1 stands for all degrees below 2, and 8 for 8 and more.

    Args:
        single: The best single effect.
        boosted: The best two effects with Boost, or a single one if a second adds nothing.
    """

    single: Mapping[int, Gain]
    boosted: Mapping[int, Gain]

    def at(self, degree: int, boost: bool = False) -> Gain:
        """Return the best choice for a degree of any size."""
        return (self.boosted if boost else self.single)[max(STRENGTHS[0] - 1, min(degree, STRENGTHS[-1]))]

    def chance(self, odds: AttackOdds, boost: bool = False) -> Fraction:
        """Return the chance that an attack serves the goal at all, misses included."""
        return sum((p for degree, p in odds.degrees.items() if self.at(degree, boost).value), Fraction(0))

    def mean(self, odds: AttackOdds, boost: bool = False) -> Fraction:
        """Return how far an attack serves the goal on average, misses included."""
        return sum((p * self.at(degree, boost).value for degree, p in odds.degrees.items()), Fraction(0))


def best_effects(attacker: Fighter, target: Fighter, goal: str, rulings: Rulings = Rulings()) -> BestEffects:
    """Find the attack effects that serve a goal best, for every success degree.

    Every choice that the rules allow is tried on the two sheets, those of Boost in either order. Of equally good ones
    that counts which strips by Strip Bless, if that is the goal, then which knocks down, deals more damage, or does the
    attacker more good (mana gained, damage healed, less of it sent back by Resonance), in this order. Puncture has left
    the target before (P-17.17d).

    Args:
        attacker: Whose recipe counts.
        target: Whom the attack has hit: the defender, or whoever Covers it.
        goal: `"damage"` (points that enter the track), `"knockdown"`, `"strip"` (blesses gone), or the id of a curse
            of the recipe (copies of it if each counts, else 1).
        rulings: House rules.

    Returns:
        The best effects for each success degree, without Boost and with it.

    Raises:
        InputError: If the goal is none of these.
        ForbiddenAction: If the curse is not in the recipe.

    Source: P-M4, P-M7, P-M8, P-10.14, P-10.15, P-11.1 to P-11.4, P-15.6, P-Q17.

    Example:
        >>> mio = Fighter(Text("Mio", "ミオ"), recipe=("life_steal",), damage=2)
        >>> best = best_effects(mio, Fighter(Text("Choir", "聖歌隊")), "damage")
        >>> [best.at(degree).effects[0].text.en for degree in (5, 6)]
        ['Deal Damage', 'Inflict Curse: Life Steal']
    """
    curses = recipe_of("curse", attacker)
    if goal not in (*GOALS, *CURSES):
        allowed = Text("damage, knockdown, strip, or the id of a curse", "damage、knockdown、stripか、カースのid")
        raise InputError("goal", goal, allowed, "P-11.3")
    if goal in CURSES and goal not in curses:
        reason = Text("it is not in the recipe", "レシピにありません")
        action = WORDS["to_put_on"].format(condition=CURSES[goal].name)
        raise ForbiddenAction(action, reason, "P-11.3", "goal")
    # What an effect does depends on neither of the numbers that readers change most.
    return _tried(replace(attacker, cast=0, guard=0), replace(target, cast=0, guard=0), goal, rulings)


@lru_cache(maxsize=256)
def _tried(attacker: Fighter, target: Fighter, goal: str, rulings: Rulings) -> BestEffects:
    curses = _worth_trying(recipe_of("curse", attacker), goal)
    sheets = spring_puncture((attacker, target), 1, rulings).fighters
    singles: list[Rated] = []
    doubles: list[Rated] = []
    for first, then in _choices(sheets, curses, rulings):
        done = (_step(sheets, first, then, goal, rulings),)
        singles.append(_rated((first,), sheets, then, done, goal))
        for second, at_last in _choices(then, curses, rulings):
            if _may_choose((first, second), attacker, target, rulings):
                both = (*done, _step(then, second, at_last, goal, rulings))
                doubles.append(_rated((first, second), sheets, at_last, both, goal))
    degrees = (STRENGTHS[0] - 1, *STRENGTHS)
    return BestEffects(*({d: _best(rated, d) for d in degrees} for rated in (singles, singles + doubles)))


Rated = tuple[tuple[int, ...], Gain]


def _worth_trying(curses: Sequence[str], goal: str) -> tuple[str, ...]:
    """The curses that serve a goal by what they do; of the others, which merely take a slot, the easiest one."""
    useful = tuple(kind for kind in curses if kind in (goal, "trap", "amplify_curse", *INSTANT))
    others = (kind for kind in curses if kind not in useful)
    easiest = min(others, key=lambda kind: CONDITIONS[kind].strength, default=None)
    return useful if easiest is None else (*useful, easiest)


def _choices(sheets: Fighters, curses: Sequence[str], rulings: Rulings) -> Iterator[tuple[Effect, Fighters]]:
    """Every single effect on the target, with the sheets afterwards."""
    target = sheets[1]
    carried = dict.fromkeys(curse.kind for curse in target.curses)
    effects = [Effect("deal_damage")]
    effects += [Effect("strip_bless", kind) for kind in dict.fromkeys(target.blesses)]
    for kind in curses:
        if kind == "amplify_curse":
            effects += [Effect("inflict_curse", kind, become) for become in carried]
        else:
            effects.append(Effect("inflict_curse", kind))
    for effect in effects:
        yield effect, apply_attack_effect(sheets, effect, 0, 1, rulings).fighters


def _may_choose(effects: tuple[Effect, ...], attacker: Fighter, target: Fighter, rulings: Rulings) -> bool:
    try:
        check_effects(effects, attacker, target, STRENGTHS[-1], rulings)
    except ForbiddenAction:
        return False
    return True


def _step(before: Fighters, effect: Effect, after: Fighters, goal: str, rulings: Rulings) -> int:
    """Whether an effect has inflicted the curse that is the goal."""
    if effect.name != "inflict_curse" or goal not in (effect.condition, effect.become):
        return 0
    if after[1].copies("curse_guard") < before[1].copies("curse_guard"):
        return 0
    if effect.condition in INSTANT:
        return int(len(before[1].curses) < SLOTS or rulings.full_curse_track_instant == "no_knockdown")
    return int(len(after[1].curses) > len(before[1].curses))


def _rated(effects: tuple[Effect, ...], before: Fighters, after: Fighters, landed: Sequence[int], goal: str) -> Rated:
    attacker, target = before
    damage = after[1].damage - target.damage
    if goal == "damage":
        value = damage
    elif goal == "knockdown":
        value = int(after[1].down)
    elif goal == "strip":
        value = len(target.blesses) - len(after[1].blesses)
    else:
        value = sum(landed) if CONDITIONS[goal].scaling.startswith("per_copy") else max(landed)
    aimed = sum(effect.name == "strip_bless" for effect in effects) if goal == "strip" else 0
    own = after[0].mana - attacker.mana + attacker.damage - after[0].damage
    return (value, aimed, after[1].down, damage, own), Gain(effects, value, damage, after[1].down)


def _best(rated: Sequence[Rated], degree: int) -> Gain:
    """Return the best choice within reach; the earlier one of equally good ones."""
    reached = (each for each in rated if all(within_reach(effect, degree) for effect in each[1].effects))
    return max(reached, key=lambda each: each[0])[1]
