"""The evade advisor and the attacker's side, against plain searches written here with fractions and nothing else."""

from dataclasses import replace
from fractions import Fraction as F
from functools import cache
from itertools import pairwise, product
from math import comb
from unittest.mock import ANY

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.exorcist import (
    LADDER,
    Damage,
    DamageKind,
    Difficulty,
    Incoming,
    Rulings,
    Target,
    Victim,
    evade_plan,
    hit_chance,
    loss_odds,
    parse_damage,
    split_odds,
)
from rules_py.exorcist.odds import MOST_WORK, _Defence
from tests.play import refused
from tests.rows import every

P, S = DamageKind.PHYSICAL, DamageKind.SPIRITUAL

# --- plain search -----------------------------------------------------------------------------------------------------


def exactly(dice, face, count):
    """The chance of so many successes."""
    return comb(dice, count) * F(7 - face, 6) ** count * F(face - 1, 6) ** (dice - count)


def at_least(dice, face, count):
    return sum((exactly(dice, face, k) for k in range(count, dice + 1)), F(0))


def faces(damage):
    """Every amount that the damage may be, each as likely as the others."""
    return [sum(roll) + damage.plus for roll in product(range(1, damage.faces + 1), repeat=damage.dice)]


def through(damage, amount, target, rulings):
    if damage.kind is P:
        return max(0, amount - target.reduction)
    return 0 if target.victim is Victim.OBJECT and rulings.spiritual_on_objects == "none" else amount


def after(state, damage, amount, target, rulings):
    """What is left after a hit, or nothing."""
    hp, spirit, katashiro = state
    lost = through(damage, amount, target, rulings)
    if target.victim is not Victim.PC:
        return (hp - lost, spirit, katashiro) if hp > lost else None
    hp_then, spirit_then = (hp - lost, spirit) if damage.kind is P else (hp, spirit - lost)
    if hp_then > 0 and spirit_then > 0:
        return hp_then, spirit_then, katashiro
    price = 1
    if damage.kind is P:
        dealt = lost if rulings.twice_hp_damage == "after_armour" else amount
        if dealt > 2 * (hp if rulings.twice_hp_of == "before_hit" else hp_then):
            price = 2
    if katashiro < price:
        if rulings.short_of_katashiro == "death" or katashiro == 0:
            return None
        price = katashiro
    if rulings.avert_restores == "maximum":
        return target.points, target.spirit_points, katashiro - price
    return hp, spirit, katashiro - price


def searched(attacks, target, goal, rulings):
    """The best of all ways to spend dice, deciding after each attack check: chance to live, expected loss, dice left.

    Of ways as good as each other the one that spends least now is taken.

    Returns:
        What awaits before anything is rolled, and for each number of dice on the first attack once its check succeeded.
    """

    def after_spending(number, state, dice, spent, successes):
        """What awaits once so many dice are spent on an attack with so many successes."""
        attack, amounts = attacks[number], faces(attacks[number].damage)
        needed = 1 if rulings.evasion_needs == "one" else successes
        dodge = at_least(spent, attack.evade, needed) if spent else F(0)
        way = [dodge * part for part in value(number + 1, state, dice - spent)]
        for amount in amounts:
            then = None if state is None else after(state, attack.damage, amount, target, rulings)
            lives, loss, left = value(number + 1, then, dice - spent)
            lost = loss + through(attack.damage, amount, target, rulings)
            way = [
                so_far + (1 - dodge) * part / len(amounts)
                for so_far, part in zip(way, (lives, lost, left), strict=True)
            ]
        return tuple(way)

    @cache
    def value(number, state, dice):
        if number == len(attacks):
            return F(int(state is not None)), F(0), F(dice)
        attack = attacks[number]
        rolled = attack.dice or (rulings.no_dice == "one_die")
        total = [exactly(rolled, attack.difficulty, 0) * part for part in value(number + 1, state, dice)]
        for successes in range(1, rolled + 1):
            ways = [
                after_spending(number, state, dice, spent, successes)
                for spent in range(dice + 1 if state is not None else 1)
            ]
            best = max(ways, key=lambda way: (way[0], -way[1]) if goal == "survive" else (-way[1], way[0]))
            chance = exactly(rolled, attack.difficulty, successes)
            total = [so_far + chance * part for so_far, part in zip(total, best, strict=True)]
        return tuple(total)

    pc = target.victim is Victim.PC
    start = (target.points, target.spirit_points if pc else 1, target.katashiro if pc else 0)
    first = attacks[0].dice or (rulings.no_dice == "one_die")
    succeeds = 1 - exactly(first, attacks[0].difficulty, 0)
    choices = [
        tuple(
            sum(
                exactly(first, attacks[0].difficulty, n)
                / succeeds
                * after_spending(0, start, target.evade_dice, spent, n)[i]
                for n in range(1, first + 1)
            )
            for i in range(3)
        )
        for spent in range(target.evade_dice + 1 if succeeds else 0)
    ]
    return value(0, start, target.evade_dice), choices


def all_of(prospect):
    return prospect.survives, prospect.loss, prospect.dice_left


def followed(attacks, target, spend):
    """The chance to live of one fixed division of the dice, spent where the attack check succeeds."""

    @cache
    def value(number, state):
        if state is None or number == len(attacks):
            return F(int(state is not None))
        attack = attacks[number]
        hits = hit_chance(attack, spend[number])
        amounts = faces(attack.damage)
        struck = sum(value(number + 1, after(state, attack.damage, a, target, Rulings())) for a in amounts)
        return (1 - hits) * value(number + 1, state) + hits * struck / len(amounts)

    return value(0, (target.points, target.spirit_points, target.katashiro))


damages = st.builds(
    Damage,
    st.integers(0, 2),
    st.integers(1, 4),
    st.integers(0, 2),
    st.sampled_from((P, S)),
)
attacks = st.builds(Incoming, st.integers(0, 3), damages, st.sampled_from(LADDER), st.sampled_from(LADDER))
pcs = st.builds(Target, st.integers(1, 6), st.integers(0, 4), st.integers(0, 2), st.integers(1, 5), st.integers(0, 3))
others = st.builds(
    Target,
    st.integers(1, 6),
    st.integers(0, 4),
    st.integers(0, 2),
    victim=st.just(Victim.KAII),
)
objects = st.builds(Target, st.integers(1, 6), st.just(0), st.integers(0, 2), victim=st.just(Victim.OBJECT))
houses = st.builds(
    Rulings,
    no_dice=st.sampled_from(Rulings.choices()["no_dice"]),
    evasion_needs=st.sampled_from(Rulings.choices()["evasion_needs"]),
    twice_hp_damage=st.sampled_from(Rulings.choices()["twice_hp_damage"]),
    twice_hp_of=st.sampled_from(Rulings.choices()["twice_hp_of"]),
    avert_restores=st.sampled_from(Rulings.choices()["avert_restores"]),
    short_of_katashiro=st.sampled_from(Rulings.choices()["short_of_katashiro"]),
    spiritual_on_objects=st.sampled_from(Rulings.choices()["spiritual_on_objects"]),
)
goals = st.sampled_from(("survive", "loss"))

# --- the evader's side ------------------------------------------------------------------------------------------------


@settings(max_examples=60)
@given(st.lists(attacks, min_size=1, max_size=3), pcs | others | objects, goals, houses)
def test_no_way_to_spend_the_dice_is_better(coming, target, goal, rulings):
    """The plan is what a search over every decision after every attack check finds, under any house rules."""
    plan = evade_plan(coming, target, goal, rulings)
    best, choices = searched(tuple(coming), target, goal, rulings)
    assert all_of(plan.best) == best
    assert [all_of(choice) for choice in plan.choices] == choices


@settings(max_examples=30)
@given(st.lists(attacks, min_size=1, max_size=3), pcs)
def test_no_fixed_division_is_better(coming, target):
    """Deciding attack by attack is at least as good as any division made up front."""
    best = evade_plan(coming, target).best.survives
    for spend in product(range(target.evade_dice + 1), repeat=len(coming)):
        if sum(spend) <= target.evade_dice:
            assert followed(tuple(coming), target, spend) <= best


@settings(max_examples=40)
@given(st.lists(attacks, min_size=1, max_size=4), pcs, goals, houses)
def test_what_a_plan_shows_fits_together(coming, target, goal, rulings):
    plan = evade_plan(coming, target, goal, rulings)
    assert len(plan.by_dice) == target.evade_dice + 1
    assert plan.by_dice[-1] == plan.best
    assert [len(row) for row in plan.table] == [target.evade_dice + 1] * len(coming)
    assert all(0 <= spent <= dice for row in plan.table for dice, spent in enumerate(row))
    assert plan.table[0][-1] == plan.spend
    for prospect in (*plan.by_dice, *plan.choices):
        assert 0 <= prospect.survives <= 1
        assert prospect.loss >= 0
        assert 0 <= prospect.dice_left <= target.evade_dice
    if plan.choices and rulings.evasion_needs == "one":
        ranked = [(p.survives, -p.loss) if goal == "survive" else (-p.loss, p.survives) for p in plan.choices]
        assert ranked.index(max(ranked)) == plan.spend


@settings(max_examples=40)
@given(st.lists(attacks, min_size=1, max_size=4), pcs, goals)
def test_an_evade_die_more_never_hurts(coming, target, goal):
    found = evade_plan(coming, target, goal).by_dice
    for less, more in pairwise(found):
        assert more.survives >= less.survives if goal == "survive" else more.loss <= less.loss


@settings(max_examples=40)
@given(st.lists(attacks, min_size=1, max_size=4), pcs)
def test_each_goal_is_best_at_what_it_looks_for(coming, target):
    survive, loss = (evade_plan(coming, target, goal).best for goal in ("survive", "loss"))
    assert survive.survives >= loss.survives
    assert survive.loss >= loss.loss


@settings(max_examples=25)
@given(st.lists(attacks, min_size=1, max_size=3), pcs, goals, houses)
def test_the_plan_for_fewer_dice_and_fewer_attacks_is_that_of_its_own(coming, target, goal, rulings):
    """What is left of the plan in mid-fight, unhurt, is the plan of what is left: dice saved, attacks to come."""
    plan = evade_plan(coming, target, goal, rulings)
    for dice in range(target.evade_dice + 1):
        fewer = replace(target, evade_dice=dice)
        assert evade_plan(coming, fewer, goal, rulings).best == plan.by_dice[dice]
        for number in range(len(coming)):
            rest = evade_plan(coming[number:], fewer, goal, rulings)
            assert rest.spend == plan.table[number][dice]


def test_dice_are_kept_for_the_blow_that_kills():
    """A scratch first, then a blow that kills: nothing is spent on the scratch."""
    scratch, blow = Incoming(3, parse_damage("1")), Incoming(3, parse_damage("9"))
    plan = evade_plan([scratch, blow], Target(5, evade_dice=3, spirit_points=4))
    assert plan.spend == 0
    assert plan.table == ((0, 0, 0, 0), (0, 1, 2, 3))
    assert plan.best.survives == 1 - F(7, 8) * F(1, 8)


def test_nothing_is_spent_on_what_armour_swallows():
    plan = evade_plan([Incoming(5, parse_damage("1d2"))], Target(1, evade_dice=3, reduction=2))
    assert (plan.spend, plan.best.survives, plan.best.loss, plan.best.dice_left) == (0, 1, 0, 3)


def test_a_katashiro_averts_one_death():
    """E-9.7, E-Q16."""
    blow = Incoming(30, parse_damage("1"), Difficulty.KIDS)
    without, with_one = (evade_plan([blow], Target(1, katashiro=n)).best.survives for n in (0, 1))
    assert with_one == 1
    assert without == F(1, 6) ** 30


def test_an_attack_that_never_succeeds_needs_no_choice():
    plan = evade_plan([Incoming(0, parse_damage("9"))], Target(1, evade_dice=2))
    assert (plan.choices, plan.spend, plan.best.survives) == ((), 0, 1)


def test_loss_is_counted_face_by_face():
    """E-M6: 2 dice at NORMAL, 1d4 against armour 1, one evade die."""
    die = loss_odds(Incoming(2, Damage(1, 4)), Target(5, reduction=1), 1)
    hits = F(3, 4) * F(1, 2)
    assert [die.probability(n) for n in range(4)] == [1 - hits * F(3, 4), *[hits / 4] * 3]


# --- the attacker's side ----------------------------------------------------------------------------------------------


@every(("dice", "continuous"), [(2, 1), (4, 1), (5, 2), (4, 3), (1, 2)])
@every("goal", ["survive", "loss"])
def test_the_best_split_is_the_best_of_all(dice, continuous, goal):
    """E-M14: each split is worth what a plain search says, and they stand in that order."""
    target = Target(4, evade_dice=2, reduction=1, victim=Victim.KAII)
    found = split_odds(Incoming(dice, Damage(1, 6)), continuous, target, goal)
    worth = []
    for split in found:
        assert sum(split.parts) == dice
        parts = tuple(Incoming(part, Damage(1, 6)) for part in split.parts)
        best, _ = searched(parts, target, goal, Rulings())
        assert all_of(split.prospect) == best
        worth.append((best[0], -best[1]) if goal == "survive" else (-best[1], best[0]))
    assert worth == sorted(worth)
    assert (dice,) in {split.parts for split in found}


def test_many_splits_are_cut_down_to_falling_ones():
    found = split_odds(Incoming(20, Damage(1, 6)), 3, Target(6, evade_dice=4, victim=Victim.KAII))
    assert all(list(split.parts) == sorted(split.parts, reverse=True) for split in found)
    assert len(found) < 240


# --- limits -----------------------------------------------------------------------------------------------------------


@every(
    "wrong",
    [
        lambda: evade_plan([], Target(1)),
        lambda: evade_plan([Incoming(1, Damage(1))] * 7, Target(1)),
        lambda: evade_plan([Incoming(1, Damage(1))], Target(1), "win"),
        lambda: Target(0),
        lambda: Target(1, 31),
        lambda: Target(1, victim="pc"),
        lambda: Target(1, 1, victim=Victim.OBJECT),
        lambda: Incoming(31, Damage(1)),
        lambda: Incoming(1, "1d6"),
        lambda: Incoming(1, Damage(1), 7),
        lambda: Incoming(1, Damage(1), Difficulty.NORMAL, Difficulty.AUTOMATIC),
        lambda: split_odds(Incoming(3, Damage(1)), 4, Target(1)),
        lambda: split_odds(Incoming(3, Damage(1)), 1, Target(1), "win"),
    ],
)
def test_what_cannot_be_is_refused_in_both_languages(wrong):
    refused(wrong, ANY, ANY)


def test_too_many_ways_are_refused():
    """Rather than keeping a reader waiting for minutes."""
    coming = [Incoming(20, parse_damage("5d20", kind=kind)) for kind in (P, S, P, S, P, S)]
    refused(lambda: evade_plan(coming, Target(99, 12, 0, 99, 3)), "attacks", ANY)


@every("needs", ["one", "attack_successes"])
def test_six_attacks_and_twelve_dice_are_far_from_too_many(needs):
    """Steps are counted instead of seconds: less than a third of what is allowed."""
    coming = (
        Incoming(3, parse_damage("1d6")),
        Incoming(4, parse_damage("2d6")),
        Incoming(2, parse_damage("1d4", kind=S)),
        Incoming(5, parse_damage("1d6", kind=S)),
        Incoming(3, parse_damage("1d3")),
        Incoming(4, parse_damage("1d6", kind=S)),
    )
    for hp in (8, 9, 10):
        target = Target(hp, 12, 1, 6, 1)
        defence = _Defence(target, "survive", Rulings(evasion_needs=needs))
        defence.ways(coming, defence.start)
        assert defence.work < MOST_WORK / 3
        assert evade_plan(coming, target).best.survives > 0
