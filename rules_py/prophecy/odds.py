"""Exact answers: an attack with its rerolls, the best effects of a hit, a check's resources, who acts first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from itertools import groupby, product
from math import comb
from typing import Literal

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text
from rules_py.prophecy.attacks import (
    Effect,
    apply_attack_effect,
    check_effects,
    judge,
    spring_puncture,
    within_reach,
)
from rules_py.prophecy.characters import MOST_FIGHTERS, SLOTS, Fighter, Fighters, initiative, recipe_of
from rules_py.prophecy.checks import (
    FACES,
    LARGEST_NUMBER,
    MOST_ROLLS,
    Flag,
    Roll,
    better,
    check_value,
    dice_count,
    merged,
    roll_count,
    roll_odds,
    succeeds,
)
from rules_py.prophecy.conditions import CONDITIONS, CURSES, INSTANT
from rules_py.prophecy.rulings import Rulings

# --- one attack (P-M3) ------------------------------------------------------------------------------------------------

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
        degrees = _covered(struck, total, coverer, _battle_rolls("cover_dice", cover_dice, rulings), rulings)
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
            raise forbidden("cast_reroll", action, reason, "P-Q13")
        if guard_reroll is not None:
            action = Text("Rerolling a guard check", "ガード判定の振り直し")
            reason = Text("here only an attacker who missed can reroll", "ここで振り直せるのは、外した攻撃側だけです")
            raise forbidden("guard_reroll", action, reason, "P-Q13")
    if coverer:
        action = Text("Cover", "カバー")
        if attacker.copies("pierce"):
            reason = Text("the attacker carries Pierce", "攻撃側に【貫通】が付いています")
            raise forbidden(cover, action, reason, "P-18.2a")
        if coverer.copies("incapacity"):
            reason = Text("whoever would Cover carries Incapacity", "カバーする側に【行動不能】が付いています")
            raise forbidden(cover, action, reason, "P-17.21c")


def forbidden(field: str, action: Text, reason: Text, rule: str) -> ForbiddenAction:
    """Return the error for what the rules do not allow, to be shown beside an input.

    Args:
        field: Name of the parameter or form field.
        action: What was tried.
        reason: Why it is not possible.
        rule: Ledger id of the rule that forbids it.
    """
    error = ForbiddenAction(action, reason, rule)
    error.field = field
    return error


def _value(roll: Roll, fighter: Fighter, number: Literal["cast", "guard"], bonus: int, rulings: Rulings) -> int:
    return check_value(roll, getattr(fighter, number), fighter.modifier(number) + bonus, rulings)


@cache
def _weights(dice: int, flags: bool, rulings: Rulings) -> Mapping[Roll, int]:
    """How many of the equally likely throws give each roll; without flags only totals are told apart."""
    cases = FACES**dice
    odds = merged((roll if flags else Roll(Flag.NONE, roll.total), p) for roll, p in roll_odds(dice, rulings).items())
    return {roll: int(chance * cases) for roll, chance in odds.items()}


def _battle_rolls(field: str, dice: int, rulings: Rulings) -> Mapping[Roll, int]:
    return _weights(dice_count(field, dice), rulings.forced_results != "not_applied", rulings)


@cache
def _after_reroll(dice: int, rulings: Rulings, totals_only: bool) -> Mapping[Roll, Mapping[Roll, int]]:
    """For each first roll, how many throws of the reroll leave which result."""
    again = _battle_rolls("dice", dice if rulings.reroll_keeps_third_die else 2, rulings)
    return {
        first: _counted((_kept(first, second, rulings, totals_only), count) for second, count in again.items())
        for first in _battle_rolls("dice", dice, rulings)
    }


def _kept(first: Roll, again: Roll, rulings: Rulings, totals_only: bool) -> Roll:
    if totals_only and not _is_final(first, rulings):
        return max(first, again, key=lambda roll: roll.total)
    return better(first, again, rulings)


def _is_final(roll: Roll, rulings: Rulings) -> bool:
    return roll.flag is Flag.FUMBLE and not rulings.reroll_fumble


def _counted[Outcome](outcomes: Iterator[tuple[Outcome, int]]) -> dict[Outcome, int]:
    total: dict[Outcome, int] = {}
    for outcome, count in outcomes:
        total[outcome] = total.get(outcome, 0) + count
    return total


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
    guards = _counted((_value(roll, coverer, "guard", 0, rulings), count) for roll, count in rolls.items())
    weights = _counted((cast - guard, p * q) for cast, p in struck.items() for guard, q in guards.items())
    return _chances(weights, total * sum(guards.values()))


def _chances(weights: Mapping[int, int], total: int) -> dict[int, Fraction]:
    return {value: Fraction(weights[value], total) for value in sorted(weights, reverse=True)}


# --- the best effects of a hit (P-M4) ---------------------------------------------------------------------------------

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
    if goal in CURSES and goal not in curses:
        reason = Text("it is not in the recipe", "レシピにありません")
        raise forbidden("goal", CURSES[goal].name, reason, "P-11.3")
    if goal not in GOALS and goal not in curses:
        allowed = Text("damage, knockdown, strip, or the id of a curse", "damage、knockdown、stripか、カースのid")
        raise InputError("goal", goal, allowed, "P-11.3")
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


# --- what a check may cost (P-M2) -------------------------------------------------------------------------------------

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
        wish: The chance wished for.
        rulings: How rolls are read (P-Q1 to P-Q4), what assists give (P-Q5) and when they are declared (P-Q6).

    Raises:
        InputError: If a number is out of bounds.

    Source: P-M2, P-4.3, P-6.2, P-6.5, P-7.2, P-7.3, P-7.4, P-Q5, P-Q6.

    Example:
        >>> plan = check_plan(12, 3, mana=1, helpers=1, wish=Fraction(3, 5))
        >>> plan.cheapest.chance, plan.cheapest.expected_mana
        (Fraction(3635, 5832), Fraction(403, 324))
    """
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
        return success_chance(target, ability, modifier, dice, rolls, rulings)

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


def success_chance(
    target: int, ability: int, modifier: int = 0, dice: int = 2, rolls: int = 1, rulings: Rulings = Rulings()
) -> Fraction:
    """Work out what `check_odds` does, quickly enough for tables of hundreds of chances.

    A check succeeds if any of its rolls does, so that it is enough to know one roll.

    Args:
        target: The target number, -99 to 99.
        ability: The ability, -99 to 99.
        modifier: The sum of the conditions.
        dice: 2, or 3 with a Factor or a preparation effect.
        rolls: How often it is rolled with the best result kept, 1 to 20.
        rulings: House rules.

    Raises:
        InputError: If a number is out of bounds.

    Source: P-M1, P-M2, P-Q4.

    Example:
        >>> from rules_py.prophecy.checks import check_odds
        >>> success_chance(12, 3, rolls=3) == check_odds(12, 3, rolls=3) == Fraction(3635, 5832)
        True
    """
    for name, value in (("target", target), ("ability", ability), ("modifier", modifier)):
        whole_number(name, value, -LARGEST_NUMBER, LARGEST_NUMBER, "P-M1")
    whole_number("rolls", rolls, 1, MOST_ROLLS, "P-7.6")
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
        wish: The chance wished for.
        ability: The ability, -99 to 99.
        modifier: The sum of the conditions and other modifiers.
        dice: 2, or 3 with a Factor.
        rolls: How often the check is rolled.
        rulings: House rules.

    Returns:
        The target number; 99, the largest there is, if Lucky alone gives the chance, and None if Fumble alone takes it.

    Source: P-3.5, P-M1, P-M2, P-Q28.

    Example:
        >>> [hardest_target(Fraction(7, 10), 3, dice=dice, rolls=rolls) for dice, rolls in ((2, 1), (2, 2), (3, 1))]
        [9, 10, 12]
    """

    def enough(target: int) -> bool:
        return success_chance(target, ability, modifier, dice, rolls, rulings) >= wish

    low, high = -LARGEST_NUMBER, LARGEST_NUMBER
    if not enough(low):
        return None
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if enough(middle) else (low, middle - 1)
    return low


# --- who acts first (P-M13) -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OrderOdds:
    """Chances that somebody acts before somebody else; they sum to 1.

    Args:
        before: The value is higher.
        tie: The values are equal, and an extra roll decides.
        after: The value is lower.
    """

    before: Fraction
    tie: Fraction
    after: Fraction

    @property
    def first(self) -> Fraction:
        """Chance to act first once a tie is settled, which favours nobody (P-8.5)."""
        return self.before + self.tie / 2


@cache
def _totals() -> Mapping[int, int]:
    """How many of the 36 throws of 2D6 give each total; initiative knows no Lucky and no Fumble (P-Q9)."""
    return _counted((roll.total, count) for roll, count in _weights(2, False, Rulings()).items())


def initiative_odds(modifier: int, dominance: int) -> OrderOdds:
    """Work out whether a PC acts before an enemy.

    Args:
        modifier: What conditions add to the PC's 2D6, -99 to 99.
        dominance: The enemy's initiative with what changes it, -198 to 198.

    Raises:
        InputError: If a number is out of bounds.

    Source: P-8.2, P-8.3, P-8.4, P-8.5, P-M13.

    Example:
        >>> odds = initiative_odds(0, 8)
        >>> odds.before, odds.tie, odds.first
        (Fraction(5, 18), Fraction(5, 36), Fraction(25, 72))
    """
    lower, equal, higher = _split(modifier, dominance)
    cases = lower + equal + higher
    return OrderOdds(Fraction(higher, cases), Fraction(equal, cases), Fraction(lower, cases))


def _split(modifier: int, value: int) -> tuple[int, int, int]:
    """How many of the 36 throws leave a PC below a value, at it, and above it."""
    whole_number("modifier", modifier, -LARGEST_NUMBER, LARGEST_NUMBER, "P-8.2")
    whole_number("dominance", value, -2 * LARGEST_NUMBER, 2 * LARGEST_NUMBER, "P-8.3")
    return _compared(value - modifier)


@cache
def _compared(value: int) -> tuple[int, int, int]:
    """How many throws of 2D6 are below a value, at it, and above it."""
    counts = [0, 0, 0]
    for total, count in _totals().items():
        counts[1 + (total > value) - (total < value)] += count
    return counts[0], counts[1], counts[2]


def acting_before(modifiers: Sequence[int], dominance: int) -> dict[int, Fraction]:
    """Work out how many PCs act before an enemy once all ties are settled.

    Everybody tied rolls again, so that the enemy takes each place among them with the same chance.

    Args:
        modifiers: What conditions add to each PC's 2D6; at most 12 PCs.
        dominance: The enemy's initiative with what changes it.

    Returns:
        The chance of each number of PCs, 0 to all of them; the chances sum to 1.

    Source: P-8.4, P-8.5, P-M13.

    Example:
        >>> acting_before([0, 0, 0], 8)[0]
        Fraction(52499, 186624)
    """
    whole_number("modifiers", len(modifiers), 0, MOST_FIGHTERS, "P-M13")
    counts = {(0, 0): 1}
    for modifier in modifiers:
        lower, equal, higher = _split(modifier, dominance)
        counts = _counted(
            ((above + up, level + same), count * cases)
            for (above, level), count in counts.items()
            for up, same, cases in ((0, 0, lower), (0, 1, equal), (1, 0, higher))
            if cases
        )
    chances = merged(
        (above + place, Fraction(count, FACES ** (2 * len(modifiers)) * (level + 1)))
        for (above, level), count in counts.items()
        for place in range(level + 1)
    )
    return {number: chances.get(number, Fraction(0)) for number in range(len(modifiers) + 1)}


def first_to_act(modifiers: Sequence[int], dominances: Sequence[int]) -> tuple[tuple[Fraction, ...], ...]:
    """Work out who acts first of all once all ties are settled.

    Args:
        modifiers: What conditions add to each PC's 2D6.
        dominances: The initiative of each enemy with what changes it.

    Returns:
        The chance of each PC, and the chance of each enemy; together they sum to 1.

    Raises:
        InputError: If there is nobody, or more than 12 on a side.

    Source: P-8.4, P-8.5, P-M13.

    Example:
        >>> first_to_act([0, 0], [7])
        ((Fraction(323, 864), Fraction(323, 864)), (Fraction(109, 432),))
    """
    _check_sides(modifiers, dominances)
    best = max(dominances)
    rivals = dominances.count(best)
    ahead = Fraction(0)
    for level, count in enumerate(_level(modifiers, best)):
        ahead += Fraction(count, FACES ** (2 * len(modifiers)) * (level + rivals))
    chances = {modifier: _first(modifiers, modifier, best, rivals) for modifier in set(modifiers)}
    enemies = tuple(ahead if dominance == best else Fraction(0) for dominance in dominances)
    return tuple(chances[modifier] for modifier in modifiers), enemies


def _first(modifiers: Sequence[int], own: int, best: int, rivals: int) -> Fraction:
    """The chance that one PC with this modifier is the first of all."""
    others = list(modifiers)
    others.remove(own)
    chance = Fraction(0)
    for total, throws in _totals().items():
        value = total + own
        if value >= best:
            tied = rivals if value == best else 0
            for level, count in enumerate(_level(others, value)):
                chance += Fraction(throws * count, FACES ** (2 * len(modifiers)) * (1 + level + tied))
    return chance


def _level(modifiers: Sequence[int], value: int, above: bool = False) -> list[int]:
    """How many throws put how many PCs at a value, all others of them below it, or all of them above it."""
    counts = [1]
    for modifier in modifiers:
        lower, equal, higher = _split(modifier, value)
        elsewhere = higher if above else lower
        counts = [at * elsewhere + fewer * equal for at, fewer in zip([*counts, 0], [0, *counts], strict=True)]
    return counts


def party_ahead(modifiers: Sequence[int], dominances: Sequence[int]) -> tuple[Fraction, Fraction]:
    """Work out whether one side acts as a whole before the other, once all ties are settled.

    Args:
        modifiers: What conditions add to each PC's 2D6.
        dominances: The initiative of each enemy with what changes it.

    Returns:
        The chance that every PC acts before every enemy, and that every enemy acts before every PC.

    Raises:
        InputError: If there is nobody, or more than 12 on a side.

    Source: P-8.4, P-8.5, P-M13.

    Example:
        >>> party_ahead([0], [7, 9])
        (Fraction(2, 9), Fraction(1, 2))
    """
    _check_sides(modifiers, dominances)

    def split(value: int, above: bool) -> Fraction:
        rivals, cases = dominances.count(value), FACES ** (2 * len(modifiers))
        counts = enumerate(_level(modifiers, value, above))
        return sum((Fraction(count, cases * comb(level + rivals, level)) for level, count in counts), Fraction(0))

    return split(max(dominances), True), split(min(dominances), False)


def _check_sides(modifiers: Sequence[int], dominances: Sequence[int]) -> None:
    whole_number("modifiers", len(modifiers), 1, MOST_FIGHTERS, "P-M13")
    whole_number("dominances", len(dominances), 1, MOST_FIGHTERS, "P-M13")


def initiative_order(
    fighters: Fighters,
    rolls: Mapping[int, int],
    extra: Mapping[int, int] | None = None,
    rulings: Rulings = Rulings(),
) -> tuple[tuple[int, ...], ...]:
    """Order everybody in the battle by initiative.

    Args:
        fighters: Everybody; those who are down or gone take no place.
        rolls: Each PC's 2D6 by number, 2 to 12.
        extra: What those tied have rolled, or agreed on, by number; the higher one acts first.
        rulings: Whether conditions change an enemy's dominance (P-Q8).

    Returns:
        Groups in order of their activations; a group of more than one is a tie that is still to be settled, be it that
        not all of them have rolled again, or that they have rolled the same.

    Raises:
        InputError: If a PC has not rolled, or a number is out of bounds.

    Source: P-M13, P-8.2 to P-8.6, P-Q8, P-Q9.

    Example:
        >>> mio, ren = Fighter(Text("Mio", "ミオ")), Fighter(Text("Ren", "レン"))
        >>> choir = Fighter(Text("Choir", "聖歌隊"), enemy=True, dominance=8)
        >>> initiative_order((mio, ren, choir), {0: 8, 1: 10})
        ((1,), (0, 2))
        >>> initiative_order((mio, ren, choir), {0: 8, 1: 10}, {0: 3, 2: 5})
        ((1,), (2,), (0,))
    """
    extra = extra or {}
    for who, roll in extra.items():
        whole_number("extra", roll, -LARGEST_NUMBER, LARGEST_NUMBER, "P-8.5")
        if who not in range(len(fighters)):
            allowed = Text("somebody in the battle, by number", "戦闘にいるキャラクターの番号で書いてください")
            raise InputError("extra", who, allowed, "P-8.5")

    values: dict[int, list[int]] = {}
    for who, fighter in enumerate(fighters):
        if fighter.fighting:
            rolled = 0 if fighter.enemy else whole_number("rolls", rolls.get(who), 2, 2 * FACES, "P-8.2")
            values.setdefault(initiative(fighter, rolled, rulings), []).append(who)
    order: list[tuple[int, ...]] = []
    for value in sorted(values, reverse=True):
        settled: dict[int, list[int]] = {}
        for who in values[value]:
            place = extra[who] if extra.keys() >= set(values[value]) else 0
            settled.setdefault(place, []).append(who)
        order += [tuple(settled[place]) for place in sorted(settled, reverse=True)]
    return tuple(order)
