"""Exact odds of Prophecy: the ledger's examples, a count of all dice by hand, and what must hold for any numbers."""

from collections import Counter
from fractions import Fraction as F
from functools import cache
from itertools import pairwise, permutations, product
from math import prod
from unittest.mock import ANY

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py import prophecy
from rules_py.core.errors import ForbiddenAction
from rules_py.core.text import Text
from rules_py.prophecy.attacks import Effect, apply_attack_effect, check_effects, spring_puncture
from rules_py.prophecy.characters import Curse, Fighter
from rules_py.prophecy.checks import Flag, Roll, best_odds, roll_odds, succeeds
from rules_py.prophecy.conditions import BLESSES, CONDITIONS, CURSES
from rules_py.prophecy.effects import inflict_curse, take_damage
from rules_py.prophecy.rulings import Rulings
from tests.play import refused
from tests.rows import every


def fighter(conditions=(), **more):
    curses = tuple(Curse(kind) for kind in conditions if kind in CURSES)
    blesses = tuple(kind for kind in conditions if kind in BLESSES)
    return Fighter(Text("Mio", "ミオ"), curses=curses, blesses=blesses, **more)


def duel(cast, guard, *, attacker=(), defender=(), **more):
    return prophecy.attack_odds(fighter(attacker, cast=cast), fighter(defender, guard=guard), **more)


# --- the ledger's worked examples -------------------------------------------------------------------------------------


def test_a_check_with_ability_three_against_nine():
    """P-X1."""
    assert prophecy.check_odds(9, 3) == F(13, 18)


def test_only_lucky_saves_a_need_of_thirteen():
    """P-X2."""
    assert prophecy.check_odds(13, 0) == F(1, 36)


def test_what_a_factor_is_worth():
    """P-X4."""
    assert (prophecy.check_odds(9, 0, dice=3), prophecy.check_odds(9, 0)) == (F(20, 27), F(5, 18))


def test_a_reroll_nearly_doubles_a_poor_chance():
    """P-X6, P-X7."""
    assert prophecy.check_odds(9, 0, rolls=2) == F(155, 324)
    assert (prophecy.check_odds(12, 0, dice=3), prophecy.check_odds(12, 0, dice=3, rolls=2)) == (F(3, 8), F(39, 64))


def test_three_dice_summed_or_the_best_two():
    """P-X9."""
    assert prophecy.check_odds(9, 0, dice=3, rulings=Rulings(third_die="best_two")) == F(113, 216)


def test_cast_six_against_guard_four():
    """P-X11."""
    odds = duel(6, 4)
    assert (odds.hit, odds.reach(4), odds.reach(8)) == (F(61, 81), F(145, 432), F(35, 648))


def test_a_preparation_effect_between_equals():
    """P-X12."""
    assert duel(5, 5, cast_dice=3).hit == F(6527, 7776)


def test_a_reroll_after_a_miss_between_equals():
    """P-X14."""
    odds = duel(0, 0, cast_reroll="miss")
    assert odds.hit == F(11207, 15552)
    assert odds.cast_rerolls == 1 - duel(0, 0).hit
    assert odds.guard_rerolls == 0


def test_cast_down_twice_against_guard_up():
    """P-X16."""
    assert duel(3, 3, attacker=["cast_down"] * 2, defender=["guard_up"]).hit == F(20, 81)


def test_puncture_makes_the_hit_certain():
    """P-X17."""
    odds = duel(2, 2, defender=["puncture"])
    negative = sum(p for degree, p in odds.degrees.items() if degree < 0)
    assert (odds.hit, negative, odds.reach(2), odds.reach(4)) == (1, F(575, 1296), F(145, 432), F(103, 648))
    assert odds.misses == {}


def test_both_sides_lucky():
    """P-X27: so rare; the values decide then."""
    lucky = roll_odds(2)[Roll(Flag.LUCKY, 12)]
    assert lucky**2 == F(1, 1296)
    assert duel(50, 0).misses == {50 - 7 + roll: p for roll, p in misses_of_a_giant().items()}


def misses_of_a_giant():
    """Misses of an attacker whom only Fumble and the other's Lucky can stop, by what the rolls differ from 7."""
    found = {}
    for cast, guard in product(product(range(1, 7), repeat=2), repeat=2):
        forced_up = (cast == (6, 6)) + (guard == (1, 1))
        forced_down = (guard == (6, 6)) + (cast == (1, 1))
        if forced_down and not forced_up:
            difference = sum(cast) - sum(guard) + 7
            found[difference] = found.get(difference, 0) + F(1, 1296)
    return found


REFERENCE = {
    # need: 2 dice with 1, 2, 3 rolls, 3 dice with 1, 2 rolls (P-XT1)
    2: "35/36 1295/1296 46655/46656 215/216 46655/46656",
    3: "35/36 1295/1296 46655/46656 215/216 46655/46656",
    4: "11/12 143/144 1727/1728 215/216 46655/46656",
    5: "5/6 35/36 215/216 53/54 2915/2916",
    6: "13/18 299/324 5707/5832 103/108 11639/11664",
    7: "7/12 119/144 1603/1728 49/54 2891/2916",
    8: "5/12 95/144 1385/1728 181/216 45431/46656",
    9: "5/18 155/324 3635/5832 20/27 680/729",
    10: "1/6 11/36 91/216 5/8 55/64",
    11: "1/12 23/144 397/1728 1/2 3/4",
    12: "1/36 71/1296 3781/46656 3/8 39/64",
    13: "1/36 71/1296 3781/46656 7/27 329/729",
    14: "1/36 71/1296 3781/46656 19/108 3743/11664",
    15: "1/36 71/1296 3781/46656 13/108 2639/11664",
    16: "1/36 71/1296 3781/46656 19/216 7847/46656",
    17: "1/36 71/1296 3781/46656 2/27 104/729",
    18: "1/36 71/1296 3781/46656 2/27 104/729",
    19: "1/36 71/1296 3781/46656 2/27 104/729",
}
COLUMNS = ((2, 1), (2, 2), (2, 3), (3, 1), (3, 2))


@every("need", REFERENCE)
@every("ability", [-4, 0, 3])
def test_the_reference_table(need, ability):
    """P-XT1."""
    for (dice, rolls), chance in zip(COLUMNS, REFERENCE[need].split(), strict=True):
        assert prophecy.check_odds(need + ability, ability, 0, dice, rolls) == F(chance)
        assert prophecy.check_odds(need + ability - 1, ability, -1, dice, rolls) == F(chance)


# --- all dice counted by hand -----------------------------------------------------------------------------------------
# From here to the next line nothing comes from rules_py or icepool. House rules are a dict of the switches that differ.
# A result is (flag, total) with flag 2 for Lucky, 0 for Fumble and 1 for neither, so that a better one is greater.


DEFAULTS = {
    "third_die": "sum",
    "lucky_needs": "two_sixes",
    "fumble_needs": "all_ones",
    "reroll_fumble": True,
    "lucky_on_reroll": True,
    "forced_results": "cancel",
    "reroll_keeps_third_die": True,
    "lowest_value": "none",
}


@cache
def throws(dice, house):
    """P-3.1, P-5.1, P-5.3, P-Q1 to P-Q3: how many throws give which result."""
    rules = DEFAULTS | dict(house)
    counted = Counter()
    for faces in product(range(1, 7), repeat=dice):
        counts_as = sorted(faces)[-2:] if rules["third_die"] == "best_two" else faces
        sixes, ones = faces.count(6), faces.count(1)
        lucky = sixes >= 2 if rules["lucky_needs"] == "two_sixes" else sixes == 2
        fumble = ones == dice if rules["fumble_needs"] == "all_ones" else ones >= 2
        counted[2 if lucky else 0 if fumble else 1, sum(counts_as)] += 1
    return counted


def value(result, ability, rules):
    total = result[1] + ability
    return max(0, total) if rules["lowest_value"] == "zero" else total


def hits(cast, guard, difference, puncture, rules):
    """P-M3, P-Q12."""
    forced = rules["forced_results"]
    if puncture:
        return True
    if forced == "not_applied":
        return difference >= 0
    if forced == "attacker_first" and cast[0] != 1:
        return cast[0] == 2
    up = (cast[0] == 2) or (guard[0] == 0)
    down = (guard[0] == 2) or (cast[0] == 0)
    return up if up != down else difference >= 0


def kept(first, again, puncture, rules):
    """P-M2, P-Q4: the better one counts; where flags mean nothing, that is the greater total."""
    flags_count = rules["forced_results"] != "not_applied"
    if flags_count and first[0] == 0 and not rules["reroll_fumble"]:
        return first
    if not flags_count or puncture:
        return max(first, again, key=lambda result: result[1])
    if again[0] == 2 and not rules["lucky_on_reroll"]:
        again = (1, again[1])
    return max(first, again)


def count_attack(cast, guard, nc, ng, cast_reroll, guard_reroll, puncture, house, cover=None):
    """Go through every first roll, then every reroll that is made; whole numbers of throws, divided at the end."""
    house = tuple(sorted(house.items()))
    rules = DEFAULTS | dict(house)

    @cache
    def look(x, y):
        difference = value(x, cast, rules) - value(y, guard, rules)
        return hits(x, y, difference, puncture, rules), difference

    @cache
    def better(first, again):
        return kept(first, again, puncture, rules)

    def is_final(result):
        return rules["forced_results"] != "not_applied" and result[0] == 0 and not rules["reroll_fumble"]

    keeps = rules["reroll_keeps_third_die"]
    again = [throws(dice if keeps else 2, house) for dice in (nc, ng)]
    casts, guards = (sum(found.values()) for found in again)
    degrees, misses, spent = Counter(), Counter(), [0, 0]

    def rerolled(wants, result, chance, side):
        """What becomes of a roll, and how often: it stays, or the reroll is paid for and the better one counts."""
        if not wants or is_final(result):
            return [(result, chance)]
        spent[side] += chance
        share = chance // sum(again[side].values())
        return [(better(result, found), share * n) for found, n in again[side].items()]

    for (x0, p), (y0, q) in product(throws(nc, house).items(), throws(ng, house).items()):
        first = p * q * casts * guards
        hit, degree = look(x0, y0)
        wants = cast_reroll is not None and (not hit or (cast_reroll != "miss" and degree < cast_reroll))
        for x, chance in rerolled(wants, x0, first, 0):
            hit, degree = look(x, y0)
            wants = guard_reroll is not None and hit and (guard_reroll == "hit" or degree >= guard_reroll)
            for y, chance_at_last in rerolled(wants, y0, chance, 1):
                hit, degree = look(x, y)
                if not hit:
                    misses[degree] += chance_at_last
                elif cover is None:
                    degrees[degree] += chance_at_last
                else:
                    for z, n in throws(cover[1], house).items():
                        degree = value(x, cast, rules) - value(z, cover[0], rules)
                        degrees[degree] += F(chance_at_last * n, 6 ** cover[1])
    throws_in_all = 6 ** (nc + ng) * casts * guards
    chances, lost = ({d: F(n) / throws_in_all for d, n in found.items()} for found in (degrees, misses))
    return prophecy.AttackOdds(sum(chances.values()), chances, lost, *(F(n, throws_in_all) for n in spent))


# --- the library against the count ------------------------------------------------------------------------------------


def same_odds(found, counted):
    assert found.hit == counted.hit
    assert dict(found.degrees) == counted.degrees
    assert dict(found.misses) == counted.misses
    assert (found.cast_rerolls, found.guard_rerolls) == (counted.cast_rerolls, counted.guard_rerolls)
    assert found.hit + sum(found.misses.values()) == 1
    assert list(found.degrees) == sorted(found.degrees, reverse=True)


HOUSES = [
    {},
    {"third_die": "best_two"},
    {"lucky_needs": "exactly_two", "fumble_needs": "two_ones"},
    {"forced_results": "attacker_first"},
    {"forced_results": "not_applied"},
    {"lowest_value": "zero"},
    {"reroll_fumble": False, "lucky_on_reroll": False},
    {"reroll_keeps_third_die": False, "fumble_needs": "two_ones", "reroll_fumble": False},
    {"forced_results": "not_applied", "reroll_fumble": False, "lucky_on_reroll": False},
]
DICE = list(product((2, 3), repeat=2))


@every("house", HOUSES)
@every("dice", DICE)
@every("abilities", [(0, 0), (6, 4), (-9, 1), (3, 11)])
def test_an_attack_without_rerolls(abilities, dice, house):
    """P-M3, for every number of dice and every answer."""
    for puncture in (False, True):
        found = duel(
            *abilities,
            defender=["puncture"] * puncture,
            cast_dice=dice[0],
            guard_dice=dice[1],
            rulings=Rulings(**house),
        )
        same_odds(found, count_attack(*abilities, *dice, None, None, puncture, house))


@every("house", HOUSES)
@every("policies", list(product((None, "miss", 3), (None, "hit", 2)))[1:])
def test_rerolls_with_two_dice(policies, house):
    """P-Q13: the attacker decides first, then the defender."""
    for abilities, puncture in (((6, 4), False), ((0, 3), False), ((2, 2), True)):
        found = duel(
            *abilities,
            defender=["puncture"] * puncture,
            cast_reroll=policies[0],
            guard_reroll=policies[1],
            rulings=Rulings(**house),
        )
        same_odds(found, count_attack(*abilities, 2, 2, *policies, puncture, house))


@every("house", HOUSES)
@every(
    ("dice", "policies", "puncture"),
    [
        ((3, 2), ("miss", None), False),
        ((2, 3), (None, 1), False),
        ((3, 2), (4, None), True),
        ((2, 3), (None, "hit"), True),
    ],
)
def test_rerolls_with_a_third_die(dice, policies, puncture, house):
    """P-Q14."""
    found = duel(
        5,
        5,
        defender=["puncture"] * puncture,
        cast_dice=dice[0],
        guard_dice=dice[1],
        cast_reroll=policies[0],
        guard_reroll=policies[1],
        rulings=Rulings(**house),
    )
    same_odds(found, count_attack(5, 5, *dice, *policies, puncture, house))


def test_three_dice_and_a_reroll_on_both_sides():
    found = duel(6, 5, cast_dice=3, guard_dice=3, cast_reroll="miss", guard_reroll="hit")
    same_odds(found, count_attack(6, 5, 3, 3, "miss", "hit", False, {}))


@every("house", [{}, {"lowest_value": "zero"}, {"forced_results": "attacker_first"}])
@every("cover", [(4, 2), (-3, 3), (20, 2)])
def test_a_covered_hit_strikes_with_the_coverers_degree(cover, house):
    """P-16.5, P-16.6, P-16.7: it must hit the ally first, and cannot miss afterwards."""
    more = {"coverer": fighter(guard=cover[0]), "cover_dice": cover[1], "rulings": Rulings(**house)}
    same_odds(duel(6, 4, **more), count_attack(6, 4, 2, 2, None, None, False, house, cover))
    odds = duel(6, 4, cast_reroll="miss", guard_reroll="hit", **more)
    same_odds(odds, count_attack(6, 4, 2, 2, "miss", "hit", False, house, cover))
    assert odds.hit == duel(6, 4, cast_reroll="miss", guard_reroll="hit", rulings=Rulings(**house)).hit


def test_a_counter_adds_one():
    """P-16.18, P-16.25."""
    assert duel(5, 4, bonus=1) == duel(6, 4)


@every("house", HOUSES)
@every("dice", [2, 3])
def test_the_chance_of_a_check_is_the_same_by_any_way(dice, house):
    """P-M2: one roll is enough to know them all; and counted by hand."""
    rulings, key = Rulings(**house), tuple(sorted(house.items()))
    for target, ability in product((-2, 0, 3, 7, 12, 15, 19), (-4, 0, 3)):
        for rolls in (1, 2, 3, 5):
            best = best_odds(dice, rolls, rulings).items()
            assert prophecy.check_odds(target, ability, 0, dice, rolls, rulings) == sum(
                chance for roll, chance in best if succeeds(roll, target, ability, 0, rulings)
            )
        for rolls in (1, 2, 3):
            if prod([len(throws(dice, key))] * rolls) < 3000:
                assert prophecy.check_odds(target, ability, 0, dice, rolls, rulings) == count_check(
                    target, ability, dice, rolls, key
                )


def count_check(target, ability, dice, rolls, house):
    chance = F(0)
    for results in product(throws(dice, house).items(), repeat=rolls):
        best = results[0][0]
        for again, _ in results[1:]:
            if best[0] == 0 and not (DEFAULTS | dict(house))["reroll_fumble"]:
                break
            if again[0] == 2 and not (DEFAULTS | dict(house))["lucky_on_reroll"]:
                again = (1, again[1])
            best = max(best, again)
        if best[0] == 2 or (best[0] == 1 and value(best, ability, DEFAULTS | dict(house)) >= target):
            chance += F(prod(n for _, n in results), 6 ** (dice * rolls))
    return chance


# --- what holds for any numbers ---------------------------------------------------------------------------------------

RULINGS = st.builds(
    Rulings,
    **{
        switch: st.sampled_from(Rulings.choices()[switch])
        for switch in (
            "third_die",
            "lucky_needs",
            "fumble_needs",
            "reroll_fumble",
            "lucky_on_reroll",
            "forced_results",
            "reroll_keeps_third_die",
            "lowest_value",
        )
    },
)
ABILITY = st.integers(-20, 20)
SETTINGS = st.fixed_dictionaries(
    {
        "cast_dice": st.sampled_from([2, 3]),
        "guard_dice": st.sampled_from([2, 3]),
        "bonus": st.sampled_from([0, 1]),
        "rulings": RULINGS,
    }
)
SIMPLE = st.sampled_from([(None, None), ("miss", None), (None, "hit")])


@settings(max_examples=40)
@given(ABILITY, ABILITY, SETTINGS, st.sampled_from([None, "miss", -2, 5]), st.sampled_from([None, "hit", -1, 4]))
def test_all_chances_sum_to_one(cast, guard, more, cast_reroll, guard_reroll):
    odds = duel(cast, guard, cast_reroll=cast_reroll, guard_reroll=guard_reroll, **more)
    assert sum(odds.degrees.values()) == odds.hit
    assert odds.hit + sum(odds.misses.values()) == 1
    assert 0 <= min(odds.cast_rerolls, odds.guard_rerolls) <= max(odds.cast_rerolls, odds.guard_rerolls) <= 1
    assert [odds.reach(s) for s in range(-5, 12)] == sorted((odds.reach(s) for s in range(-5, 12)), reverse=True)


@settings(max_examples=40)
@given(ABILITY, ABILITY, SETTINGS, SIMPLE)
def test_more_ability_never_hurts(cast, guard, more, policies):
    rerolls = {"cast_reroll": policies[0], "guard_reroll": policies[1]}
    odds = duel(cast, guard, **rerolls, **more)
    assert duel(cast + 1, guard, **rerolls, **more).hit >= odds.hit
    assert duel(cast, guard + 1, **rerolls, **more).hit <= odds.hit


def test_a_bare_hit_may_be_worth_less_than_a_miss_that_is_rerolled():
    """Who rerolls misses only, before a defender who rerolls hits, may gain a little where the guard grows."""
    plan = {"cast_reroll": "miss", "guard_reroll": "hit", "cast_dice": 3, "guard_dice": 3}
    assert duel(0, 12, **plan).hit == F(66408601, 544195584)
    assert duel(0, 13, **plan).hit == F(265646383, 2176782336) > F(66408601, 544195584)


@settings(max_examples=40)
@given(
    ABILITY, ABILITY, SETTINGS, st.booleans(), st.sampled_from(["miss", -3, 2, 6]), st.sampled_from(["hit", -3, 2, 6])
)
def test_a_reroll_never_hurts_its_owner(cast, guard, more, puncture, cast_reroll, guard_reroll):
    """P-6.3: the better result is kept. With Puncture it is the degree that cannot get worse."""
    defender = ["puncture"] * puncture
    plain = duel(cast, guard, defender=defender, **more)
    attacked = duel(cast, guard, defender=defender, cast_reroll=cast_reroll, **more)
    defended = duel(cast, guard, defender=defender, guard_reroll=guard_reroll, **more)
    assert defended.hit <= plain.hit <= attacked.hit
    if puncture:
        for strength in range(-5, 10):
            assert defended.reach(strength) <= plain.reach(strength) <= attacked.reach(strength)
    answered = duel(cast, guard, defender=defender, guard_reroll="hit", **more)
    both = duel(cast, guard, defender=defender, cast_reroll=cast_reroll, guard_reroll="hit", **more)
    assert answered.hit <= both.hit


@settings(max_examples=40)
@given(st.integers(-40, 40), ABILITY, st.integers(-10, 10), st.sampled_from([2, 3]), st.integers(1, 6), RULINGS)
def test_checks_get_no_worse(target, ability, modifier, dice, rolls, rulings):
    chance = prophecy.check_odds(target, ability, modifier, dice, rolls, rulings)
    assert 0 <= chance <= 1
    assert prophecy.check_odds(target, ability + 1, modifier, dice, rolls, rulings) >= chance
    assert prophecy.check_odds(target + 1, ability, modifier, dice, rolls, rulings) <= chance
    assert prophecy.check_odds(target, ability, modifier, dice, rolls + 1, rulings) >= chance


# --- the best effects -------------------------------------------------------------------------------------------------


def chosen(attacker, target, goal, degree, boost=False, **house):
    return prophecy.best_effects(attacker, target, goal, Rulings(**house)).at(degree, boost)


def names_of(gain):
    return [(effect.name, effect.condition) for effect in gain.effects]


STRIKE = ("deal_damage", "")


def test_damage_is_what_enters_the_track():
    """P-M7: Armour takes its share first, Trap adds to what gets through."""
    mio = fighter()
    for carried, single, boosted in (
        ([], 1, 2),
        (["armour"], 0, 1),
        (["armour"] * 2, 0, 0),
        (["trap"] * 3, 4, 5),
        (["armour", "trap"], 0, 2),
    ):
        target = fighter(carried)
        assert chosen(mio, target, "damage", 0).value == single
        assert chosen(mio, target, "damage", 0, boost=True).value == boosted


def test_steals_strike_twice_only_as_two_kinds():
    """P-17.22d, P-17.23d: each of them once, both together."""
    mio = fighter(recipe=("life_steal", "mana_steal"), damage=1)
    gain = chosen(mio, fighter(), "damage", 6, boost=True)
    assert gain.value == 2
    assert sorted(names_of(gain)) == [("inflict_curse", "life_steal"), ("inflict_curse", "mana_steal")]
    assert names_of(chosen(mio, fighter(), "damage", 5, boost=True)) == [STRIKE, STRIKE]


def test_equal_damage_that_costs_the_attacker_nothing_is_better():
    """P-18.7e: what a curse does, Resonance does not send back."""
    mio = fighter(recipe=("life_steal",))
    assert names_of(chosen(mio, fighter(["resonance"]), "damage", 6)) == [("inflict_curse", "life_steal")]
    assert names_of(chosen(mio, fighter(["resonance"]), "damage", 5)) == [STRIKE]


def test_curse_guard_takes_the_first_curse():
    """P-X26: only Boost gets the curse through."""
    mio, choir = fighter(recipe=("poison", "charm")), fighter(["curse_guard"])
    assert chosen(mio, choir, "charm", 8).value == 0
    gain = chosen(mio, choir, "charm", 8, boost=True)
    assert gain.value == 1
    assert names_of(gain)[-1] == ("inflict_curse", "charm")
    assert chosen(mio, choir, "charm", 7, boost=True).value == 0
    assert chosen(mio, fighter(["curse_guard"] * 2), "charm", 8, boost=True).value == 0


def test_copies_count_where_each_of_them_works():
    """P-17.7a, P-17.4b."""
    mio = fighter(recipe=("cast_down", "poison", "amplify_curse"))
    assert chosen(mio, fighter(), "cast_down", 4, boost=True).value == 2
    assert chosen(mio, fighter(), "poison", 4, boost=True).value == 1
    assert chosen(mio, fighter(), "cast_down", 4, boost=True, boost_same_effect=False).value == 1
    amplify = fighter(recipe=("amplify_curse",))
    assert chosen(amplify, fighter(["freeze"]), "amplify_curse", 4).effects[0].become == "freeze"
    assert chosen(amplify, fighter(), "amplify_curse", 8, boost=True).value == 0, "nothing to amplify"
    assert names_of(chosen(mio, fighter(), "amplify_curse", 4, boost=True))[0] != ("inflict_curse", "amplify_curse")


def test_a_full_curse_track_is_a_knockdown():
    """P-14.7, P-Q23: with Puncture gone before, there is a free slot."""
    mio = fighter(recipe=("poison", "life_steal"))
    full = fighter(["fog"] * 6)
    assert not chosen(mio, full, "knockdown", 2).value
    assert names_of(chosen(mio, full, "knockdown", 3)) == [("inflict_curse", "poison")]
    assert not chosen(mio, fighter(["fog"] * 5 + ["puncture"]), "knockdown", 8).value
    assert chosen(mio, full, "life_steal", 6).value == 0
    assert chosen(mio, full, "life_steal", 6, full_curse_track_instant="no_knockdown").value == 1


def test_a_full_damage_track_is_a_knockdown():
    """P-14.4."""
    assert chosen(fighter(), fighter(damage=6), "knockdown", -3).value == 1
    assert chosen(fighter(), fighter(damage=5), "knockdown", -3).value == 0
    assert chosen(fighter(), fighter(damage=5), "knockdown", -3, boost=True).value == 1
    assert chosen(fighter(), fighter(["trap"], damage=5), "knockdown", -3).value == 1


def test_blesses_are_stripped_whatever_the_degree():
    """P-11.2."""
    assert names_of(chosen(fighter(), fighter(["armour", "pierce"]), "strip", -9))[0][0] == "strip_bless"
    assert chosen(fighter(), fighter(["pierce"]), "strip", 0, boost=True).value == 1
    assert chosen(fighter(), fighter(["pierce"] * 2), "strip", 0, boost=True).value == 2
    assert chosen(fighter(), fighter(), "strip", 8).value == 0


def test_boost_without_a_second_effect_is_the_single_one():
    """P-Q17: nothing else to choose."""
    gain = chosen(fighter(), fighter(), "damage", 8, boost=True, boost_same_effect=False)
    assert (names_of(gain), gain.value) == ([STRIKE], 1)


def test_a_choice_serves_the_whole_distribution():
    """Chances and averages are sums over the success degree."""
    mio, choir = fighter(cast=6, recipe=("charm",), damage=3), fighter(guard=4)
    odds = prophecy.attack_odds(mio, choir)
    best = prophecy.best_effects(mio, choir, "charm")
    assert best.chance(odds) == best.mean(odds) == odds.reach(8) == F(35, 648)
    best = prophecy.best_effects(mio, choir, "damage")
    assert (best.chance(odds), best.mean(odds), best.mean(odds, boost=True)) == (odds.hit, odds.hit, 2 * odds.hit)


CARRIED = ("trap", "poison", "puncture", "freeze", "armour", "curse_guard", "resonance", "pierce")
RECIPE = ("poison", "trap", "cast_down", "amplify_curse", "life_steal", "mana_steal", "freeze")


def every_choice(attacker, target, degree, rulings):
    """Each legal single effect and pair, tried without any shortcut: effects, sheets after each."""
    start = spring_puncture((attacker, target), 1, rulings).fighters

    def effects(sheets):
        carried = {curse.kind for curse in sheets[1].curses}
        yield Effect("deal_damage")
        yield from (Effect("strip_bless", kind) for kind in set(target.blesses))
        for kind in attacker.recipe:
            for become in carried if kind == "amplify_curse" else [""]:
                yield Effect("inflict_curse", kind, become)

    for first in effects(start):
        if legal([first], attacker, target, degree, rulings):
            then = apply_attack_effect(start, first, 0, 1, rulings).fighters
            yield [first], [start, then]
            for second in effects(then):
                if legal([first, second], attacker, target, degree, rulings):
                    yield [first, second], [start, then, apply_attack_effect(then, second, 0, 1, rulings).fighters]


def legal(effects, attacker, target, degree, rulings):
    try:
        check_effects(effects, attacker, target, degree, rulings)
    except ForbiddenAction:
        return False
    return True


def worth(goal, effects, sheets):
    before, after = sheets[0][1], sheets[-1][1]
    if goal == "damage":
        return after.damage - before.damage
    if goal == "knockdown":
        return int(after.down)
    if goal == "strip":
        return len(before.blesses) - len(after.blesses)
    copies = sum(max(0, b[1].copies(goal) - a[1].copies(goal)) for a, b in pairwise(sheets))
    return copies if CONDITIONS[goal].scaling.startswith("per_copy") else min(copies, 1)


@settings(max_examples=25)
@given(
    st.lists(st.sampled_from(CARRIED), max_size=6),
    st.lists(st.sampled_from(RECIPE), max_size=5, unique=True),
    st.integers(0, 6),
    st.integers(-3, 10),
    st.booleans(),
    st.sampled_from(["damage", "knockdown", "strip", "poison", "trap", "cast_down", "freeze"]),
)
def test_nothing_better_is_overlooked(carried, recipe, damage, degree, same_effect, goal):
    """Every legal choice is tried; none serves the goal better than the one found."""
    rulings = Rulings(boost_same_effect=same_effect)
    mio, choir = fighter(recipe=tuple(recipe), damage=3), fighter(carried, damage=damage)
    if goal in CURSES and goal not in recipe:
        refused(lambda: prophecy.best_effects(mio, choir, goal, rulings), "goal", "P-11.3")
        return
    best = prophecy.best_effects(mio, choir, goal, rulings)
    tried = list(every_choice(mio, choir, degree, rulings))
    for boost in (False, True):
        values = [worth(goal, effects, sheets) for effects, sheets in tried if boost or len(effects) == 1]
        found = best.at(degree, boost)
        assert found.value == max(values)
        assert legal(found.effects, mio, choir, degree, rulings)


def test_the_sheets_are_the_rules_own():
    """P-M7, P-M8: the points named are those that the effects enter."""
    choir = fighter(["trap", "armour"], damage=1)
    done = take_damage((choir,), 0, 1).fighters
    assert take_damage(done, 0, 1).fighters[0].damage - 1 == chosen(fighter(), choir, "damage", 0, boost=True).value
    assert inflict_curse((fighter(["curse_guard"]),), 0, "poison").fighters[0].conditions == ()


# --- what a check may cost --------------------------------------------------------------------------------------------


def test_two_points_one_after_the_other():
    """P-XT1, P-Q6: paid only as long as the check fails."""
    plan = prophecy.check_plan(12, 3, mana=1, helpers=1)
    (spending,) = (option for option in plan.options if option.mana == 2)
    assert (spending.chance, spending.expected_mana) == (F(3635, 5832), F(403, 324))
    assert spending.steps == ("reroll", "mana")


def test_what_is_declared_before_the_roll_is_always_paid():
    """P-Q6."""
    plan = prophecy.check_plan(12, 3, mana=1, helpers=1, emotions=1, rulings=Rulings(assist_after_roll=False))
    spending = plan.greatest
    assert spending.steps == ("emotion", "mana", "reroll")
    assert spending.expected_emotions == 1
    assert spending.expected_mana == 1 + (1 - prophecy.check_odds(12, 3, rolls=3))


def test_emotions_are_spent_before_mana():
    """P-7.3: they save mana."""
    spending = prophecy.check_plan(12, 3, mana=1, helpers=1, emotions=1).greatest
    assert spending.steps == ("emotion", "reroll", "mana")
    failed = [1 - prophecy.check_odds(12, 3, rolls=rolls) for rolls in (1, 2, 3)]
    assert (spending.expected_emotions, spending.expected_mana) == (failed[0], failed[1] + failed[2])
    assert (spending.emotions, spending.mana) == (1, 2)


def test_the_cheapest_way_to_a_wish():
    """A Factor alone beats two points of mana."""
    plan = prophecy.check_plan(12, 3, factor=True, mana=1, helpers=1, wish=F(7, 10))
    assert (plan.cheapest.factor, plan.cheapest.steps, plan.cheapest.chance) == (True, (), F(20, 27))
    assert prophecy.check_plan(12, 3, mana=1, helpers=1, wish=F(7, 10)).cheapest is None
    assert prophecy.check_plan(12, 3, factor=True, wish=F(1, 4)).cheapest.steps == ()
    assert prophecy.check_plan(12, 3, mana=1, helpers=3, wish=F(6, 10)).cheapest.steps == ("reroll", "mana")


@every("after", [True, False])
@every("extra", ["extra", "instead"])
def test_every_combination_has_its_chance(extra, after):
    """P-Q5: each further point, each combination once."""
    rulings = Rulings(assist_rolls=extra, assist_after_roll=after)
    plan = prophecy.check_plan(11, 3, -1, factor=True, mana=5, helpers=3, emotions=2, rulings=rulings)
    keys = {(o.factor, o.emotions, "reroll" in o.steps, o.steps.count("mana")) for o in plan.options}
    assert keys == set(product((False, True), range(3), (False, True), range(4)))
    assert len(plan.options) == len(keys)
    for option in plan.options:
        assists = len(option.steps) - ("reroll" in option.steps)
        rolls = (1 + assists if extra == "extra" else max(1, assists)) + ("reroll" in option.steps)
        assert option.chance == prophecy.check_odds(11, 3, -1, 3 if option.factor else 2, rolls, rulings)
        assert 0 <= option.expected_mana <= option.mana
        assert 0 <= option.expected_emotions <= option.emotions
    for factor in (False, True):
        chances = [step.chance for step in plan.ladder(factor)]
        assert chances == sorted(chances)
        assert [len(step.steps) for step in plan.ladder(factor)] == list(range(7))


@every("house", [{}, {"reroll_fumble": False}, {"lucky_on_reroll": False, "third_die": "best_two"}])
@every("extra", ["extra", "instead"])
def test_expected_costs_by_playing_every_roll(house, extra):
    """Roll, look, pay for the next step only if it failed and is no final Fumble: every branch counted."""
    rulings, key = Rulings(assist_rolls=extra, **house), tuple(sorted(house.items()))
    plan = prophecy.check_plan(12, 3, factor=True, mana=1, helpers=2, emotions=1, rulings=rulings)
    for option in plan.options:
        if option.factor and len(option.steps) > 2:
            continue
        mana, emotions, chance = play(option, key, extra, (), F(1), None)
        assert (option.expected_mana, option.expected_emotions, option.chance) == (mana, emotions, chance)


def play(option, house, extra, paid, probability, best):
    """Expected mana, expected emotions and chance of success from here."""
    assists = len(paid) - ("reroll" in paid)
    rolls = (1 + assists if extra == "extra" else max(1, assists)) + ("reroll" in paid)
    before = paid[:-1]
    helped = len(before) - ("reroll" in before)
    rolled = (1 + helped if extra == "extra" else max(1, helped)) + ("reroll" in before) if paid else 0
    dice = 3 if option.factor else 2
    mana = emotions = success = F(0)
    outcomes = [(best, probability)]
    if rolls > rolled:
        outcomes = []
        for again, n in throws(dice, house).items():
            result = again
            if best is not None:
                if again[0] == 2 and not (DEFAULTS | dict(house))["lucky_on_reroll"]:
                    again = (1, again[1])
                result = max(best, again)
            outcomes.append((result, probability * F(n, 6**dice)))
    for result, chance in merge(outcomes).items():
        if result[0] == 2 or (result[0] == 1 and result[1] + 3 >= 12):
            success += chance
        elif len(paid) < len(option.steps) and not (result[0] == 0 and not (DEFAULTS | dict(house))["reroll_fumble"]):
            step = option.steps[len(paid)]
            mana += chance * (step != "emotion")
            emotions += chance * (step == "emotion")
            more = play(option, house, extra, (*paid, step), chance, result)
            mana, emotions, success = mana + more[0], emotions + more[1], success + more[2]
    return mana, emotions, success


def merge(outcomes):
    total = {}
    for result, chance in outcomes:
        total[result] = total.get(result, 0) + chance
    return total


@settings(max_examples=40)
@given(
    st.fractions(F(1, 1000), F(999, 1000)),
    ABILITY,
    st.integers(-9, 9),
    st.sampled_from([2, 3]),
    st.integers(1, 4),
    RULINGS,
)
def test_the_hardest_target_is_the_last_that_leaves_the_wish(wish, ability, modifier, dice, rolls, rulings):
    target = prophecy.hardest_target(wish, ability, modifier, dice, rolls, rulings)
    if target is None:
        assert prophecy.check_odds(-99, ability, modifier, dice, rolls, rulings) < wish
        return
    assert prophecy.check_odds(target, ability, modifier, dice, rolls, rulings) >= wish
    assert target == 99 or prophecy.check_odds(target + 1, ability, modifier, dice, rolls, rulings) < wish


def test_a_wish_that_lucky_alone_grants_and_one_that_fumble_alone_denies():
    assert prophecy.hardest_target(F(1, 36), 3) == 99
    assert prophecy.hardest_target(F(36, 37), 3) is None


# --- who acts first ---------------------------------------------------------------------------------------------------


def test_one_pc_against_dominance_eight():
    """P-8.5: ties apart, and settled evenly."""
    odds = prophecy.initiative_odds(0, 8)
    assert (odds.before, odds.tie, odds.after, odds.first) == (F(5, 18), F(5, 36), F(7, 12), F(25, 72))
    assert prophecy.initiative_odds(0, 7).first == F(1, 2)
    assert prophecy.initiative_odds(2, 8) == prophecy.initiative_odds(0, 6)


def orders(modifiers, dominances):
    """Every order of activations with its chance: all throws, and all ways to settle ties (P-8.4, P-8.5)."""
    chances = Counter()
    people = [("pc", i) for i in range(len(modifiers))] + [("enemy", i) for i in range(len(dominances))]
    totals = Counter(sum(faces) for faces in product(range(1, 7), repeat=2))
    for rolled in product(totals, repeat=len(modifiers)):
        chance = F(prod(totals[total] for total in rolled), 36 ** len(modifiers))
        values = [total + modifier for total, modifier in zip(rolled, modifiers, strict=True)] + list(dominances)
        groups = [[p for p, v in zip(people, values, strict=True) if v == each] for each in sorted(set(values))[::-1]]
        ways = list(product(*(list(permutations(group)) for group in groups)))
        for way in ways:
            chances[tuple(person for group in way for person in group)] += chance / len(ways)
    return chances


@every(
    ("modifiers", "dominances"),
    [([0], [7, 9]), ([0, 0], [7]), ([1, -2], [8, 8]), ([0, 0, 1], [7]), ([3, 0], [5, 9, 9])],
)
def test_every_order_counted_by_hand(modifiers, dominances):
    """P-M13."""
    chances = orders(modifiers, dominances)
    for number, dominance in enumerate(dominances):
        counted = Counter()
        for order, chance in chances.items():
            counted[sum(kind == "pc" for kind, _ in order[: order.index(("enemy", number))])] += chance
        found = prophecy.acting_before(modifiers, dominance)
        assert {n: p for n, p in found.items() if p} == dict(counted)
        assert list(found) == list(range(len(modifiers) + 1))
        for pc, modifier in enumerate(modifiers):
            first = sum(p for order, p in chances.items() if order.index(("pc", pc)) < order.index(("enemy", number)))
            assert prophecy.initiative_odds(modifier, dominance).first == first
    pcs, enemies = prophecy.first_to_act(modifiers, dominances)
    for kind, found in (("pc", pcs), ("enemy", enemies)):
        for number, chance in enumerate(found):
            assert chance == sum(p for order, p in chances.items() if order[0] == (kind, number))
    ahead = sum(p for order, p in chances.items() if all(kind == "pc" for kind, _ in order[: len(modifiers)]))
    behind = sum(p for order, p in chances.items() if all(kind == "enemy" for kind, _ in order[: len(dominances)]))
    assert prophecy.party_ahead(modifiers, dominances) == (ahead, behind)


@settings(max_examples=20)
@given(st.lists(st.integers(-12, 12), min_size=1, max_size=12), st.lists(st.integers(-9, 20), min_size=1, max_size=12))
def test_somebody_acts_first(modifiers, dominances):
    pcs, enemies = prophecy.first_to_act(modifiers, dominances)
    assert sum(pcs) + sum(enemies) == 1
    assert sum(prophecy.acting_before(modifiers, dominances[0]).values()) == 1
    ahead, behind = prophecy.party_ahead(modifiers, dominances)
    assert 0 <= ahead + behind <= 1


def test_the_order_of_a_round():
    """P-M13: extra rolls settle ties, those down or gone take no place, conditions count (P-Q8)."""
    everybody = (
        fighter(["speed_up"]),
        fighter(["freeze"] * 2),
        fighter(["speed_down"], enemy=True, dominance=9),
        fighter(down=True),
        fighter(gone=True),
    )
    assert prophecy.initiative_order(everybody, {0: 7, 1: 12}) == ((1,), (0, 2))
    assert prophecy.initiative_order(everybody, {0: 7, 1: 12}, {0: 2}) == ((1,), (0, 2)), "not all have rolled again"
    assert prophecy.initiative_order(everybody, {0: 7, 1: 12}, {0: 2, 2: 2}) == ((1,), (0, 2)), "tied again"
    assert prophecy.initiative_order(everybody, {0: 7, 1: 12}, {0: 2, 2: 5}) == ((1,), (2,), (0,))
    unmoved = Rulings(dominance_modified=False)
    assert prophecy.initiative_order(everybody, {0: 7, 1: 12}, rulings=unmoved) == ((1,), (2,), (0,))


# --- what is refused --------------------------------------------------------------------------------------------------

NO_NUMBERS = [None, "3", 2.0, True, 10**9, -(10**9)]


@every("wrong", [1, 4, "2", None, True, 2.0])
def test_there_are_two_dice_or_three(wrong):
    for field in ("cast_dice", "guard_dice"):
        refused(lambda field=field: duel(0, 0, **{field: wrong}), field, "P-3.1")
    refused(lambda: duel(0, 0, coverer=fighter(), cover_dice=wrong), "cover_dice", "P-3.1")


@every("wrong", [0.5, 5 / 6, "1/2", F(7, 6), F(-1, 6), True, None])
def test_a_wish_is_an_exact_chance(wrong):
    refused(lambda: prophecy.hardest_target(wrong, 3), "wish", ANY)
    refused(lambda: prophecy.check_plan(12, 3, wish=wrong), "wish", ANY)


def test_a_number_of_dice_is_refused_whatever_was_asked_before():
    for asked in (2, 2.0, 2, 2.0):
        if isinstance(asked, float):
            refused(lambda dice=asked: prophecy.check_odds(9, 3, dice=dice), "dice", "P-3.1")
        else:
            assert prophecy.check_odds(9, 3, dice=asked) == F(13, 18)


@every("wrong", ["hit ", "never", True, 1.5, 100, -100, [], ()])
def test_a_reroll_is_a_policy_or_a_degree(wrong):
    refused(lambda: duel(0, 0, cast_reroll=wrong), "cast_reroll", "P-10.12")
    refused(lambda: duel(0, 0, guard_reroll=wrong), "guard_reroll", "P-10.12")


def test_each_side_has_its_own_word():
    refused(lambda: duel(0, 0, cast_reroll="hit"), "cast_reroll", "P-10.12")
    refused(lambda: duel(0, 0, guard_reroll="miss"), "guard_reroll", "P-10.12")


@every("wrong", [-1, 2, "1", None, True])
def test_the_bonus_is_one_at_most(wrong):
    refused(lambda: duel(0, 0, bonus=wrong), "bonus", "P-16.18")


def test_only_a_missing_attacker_rerolls_under_the_narrow_rule():
    """P-Q13."""
    narrow = Rulings(battle_reroll="failed_attack")
    assert duel(0, 0, cast_reroll="miss", rulings=narrow) == duel(0, 0, cast_reroll="miss")
    refused(lambda: duel(0, 0, cast_reroll=3, rulings=narrow), "cast_reroll", "P-Q13")
    refused(lambda: duel(0, 0, guard_reroll="hit", rulings=narrow), "guard_reroll", "P-Q13")
    refused(lambda: duel(0, 0, guard_reroll=3, rulings=narrow), "guard_reroll", "P-Q13")


def test_who_cannot_cover():
    """P-18.2a, P-17.21c."""
    refused(lambda: duel(0, 0, attacker=["pierce"], coverer=fighter()), "coverer", "P-18.2a")
    refused(lambda: duel(0, 0, coverer=fighter(["incapacity"])), "coverer", "P-17.21c")


@every("goal", ["", "win", "armour", None, 3])
def test_a_goal_is_one_of_four_kinds(goal):
    refused(lambda: prophecy.best_effects(fighter(recipe=("armour",)), fighter(), goal), "goal", "P-11.3")


@every("wrong", NO_NUMBERS)
def test_resources_are_small_numbers(wrong):
    for field in ("mana", "helpers", "emotions"):
        refused(lambda field=field: prophecy.check_plan(9, 3, **{field: wrong}), field, ANY)
    refused(lambda: prophecy.check_plan(wrong, 3), "target", ANY)
    refused(lambda: prophecy.check_plan(9, wrong), "ability", ANY)
    refused(lambda: prophecy.check_plan(9, 3, wrong), "modifier", ANY)
    refused(lambda: prophecy.check_odds(9, 3, rolls=wrong), "rolls", ANY)
    refused(lambda: prophecy.initiative_odds(wrong, 8), "modifier", ANY)
    refused(lambda: prophecy.initiative_odds(0, wrong), "dominance", ANY)
    refused(lambda: prophecy.initiative_order((fighter(),), {0: wrong}), "rolls", "P-8.2")
    if wrong is not None:
        refused(lambda: prophecy.initiative_order((fighter(),), {0: 7}, {0: wrong}), "extra", "P-8.5")


def test_a_side_has_one_to_twelve_members():
    for wrong in ([], [0] * 13):
        refused(lambda wrong=wrong: prophecy.first_to_act(wrong, [7]), "modifiers", ANY)
        refused(lambda wrong=wrong: prophecy.first_to_act([0], wrong), "dominances", ANY)
        refused(lambda wrong=wrong: prophecy.party_ahead([0], wrong), "dominances", ANY)
    refused(lambda: prophecy.acting_before([0] * 13, 7), "modifiers", ANY)
    refused(lambda: prophecy.initiative_order((fighter(),), {}), "rolls", ANY)
    refused(lambda: prophecy.initiative_order((fighter(),), {0: 7}, {3: 4}), "extra", ANY)
