"""A contest fought to the end: solved, iterated, played out at random, and looked at from every square (C-M7, C-M8)."""

from collections import Counter
from dataclasses import astuple
from fractions import Fraction as F
from itertools import pairwise, product
from math import lcm, sqrt
from random import Random
from unittest.mock import ANY

import icepool
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules_py.contest.characters import Ability, Contestant, parse_ability
from rules_py.contest.checks import Side
from rules_py.contest.effects import Gauge, Move, check_phase
from rules_py.contest.odds import Standing, contest_odds, outlook_this_round, piece_after, standings_after
from rules_py.contest.rulings import Rulings
from tests.play import refused
from tests.rows import every

from . import reckoning as ledger
from .test_all_400_rolls import both

FIGHTS = {
    "15 v 12": ({}, "15", {}, "12", {}),
    "a strong strike": ({}, "15", {}, "12W", {"strike_power": 2}),
    "B wounded from the start": ({}, "10W", {"permanent": 3}, "19", {"wounded": True, "augments": 4}),
    "C-Q5, the higher roll pushes": ({"beneficiary": "higher_roll"}, "8", {}, "14", {}),
    "C-Q7, the pushed side's strike power": ({"strike_power_of": "opponent"}, "15", {"strike_power": 2}, "12", {}),
    "C-Q8, equal rolls again": ({"equal_rolls": "reroll"}, "20", {}, "19", {}),
    "C-Q8, the higher ability": ({"equal_rolls": "higher_ability"}, "17", {}, "11", {}),
    "C-Q11, only squares of the gauge": ({"any_square": "gauge_square"}, "15", {}, "12W2", {}),
    "C-Q11 and C-Q12, nowhere near the end": (
        {"any_square": "gauge_square", "wound_from": "on_the_square", "heavy_wound_square": 1, "dying_square": 4},
        "1",
        {},
        "20",
        {},
    ),
    "C-Q12, only on the square": ({"wound_from": "on_the_square"}, "15", {}, "12", {}),
    "C-Q12, augments halved": ({"halving": "ability_and_augments"}, "12", {"augments": 6}, "15", {"augments": 3}),
    "C-Q22, equipment halved": ({"halve_permanent": True}, "12", {"permanent": 5}, "15", {}),
    "C-Q4, a short gauge": ({"heavy_wound_square": 1, "dying_square": 2}, "15", {}, "12", {}),
    "C-Q4, dying without warning": ({"heavy_wound_square": 1, "dying_square": 1}, "15", {}, "12", {}),
    "C-Q4, a wound half-way": ({"heavy_wound_square": 2, "dying_square": 6}, "12", {}, "12", {}),
}


def fight(name):
    """A fight as rules_py and as the hand count see it."""
    house, ability_a, more_a, ability_b, more_b = FIGHTS[name]
    a, b = both(parse_ability(ability_a), **more_a), both(parse_ability(ability_b), **more_b)
    start = ledger.Standing(0, a[0].wounded, b[0].wounded)
    return a, b, house, Rulings(**house), start


FARTHEST_IS_BEST = [name for name in FIGHTS if "nowhere near" not in name]


@every("name", FARTHEST_IS_BEST)
def test_icepools_own_chain_ends_the_same_way(name):
    """The chance to win and the expected rounds, as fractions, from the start square."""
    a, b, house, rulings, start = fight(name)

    def one_round(*state):
        standing = ledger.Standing(*state)
        if ledger.over(standing, house):
            return state
        chances = ledger.one_round(a[1], b[1], standing, house)
        scale = lcm(*(chance.denominator for chance in chances.values()))
        return icepool.Die({tuple(then): int(chance * scale) for then, chance in chances.items()})

    ended = icepool.map(one_round, icepool.Die([tuple(start)]), repeat="inf", star=True)
    now = contest_odds(a[0], b[0], rulings)[Standing(*start)]
    assert now.wins_a == sum(ended.probability(end) for end in ended if end[0] > 0)
    assert now.unhurt_a == sum(ended.probability(end) for end in ended if not end[1])
    assert now.unhurt_b == sum(ended.probability(end) for end in ended if not end[2])
    assert now.rounds == icepool.mean_time_to_absorb(one_round, icepool.Die([tuple(start)]), star=True)


@every("name", FARTHEST_IS_BEST)
def test_fighting_on_and_on_ends_the_same_way(name):
    """The distribution of standings iterated until less than a billionth of a contest is undecided."""
    a, b, house, rulings, start = fight(name)
    now = contest_odds(a[0], b[0], rulings)[Standing(*start)]
    found = ledger.fought_out(a[1], b[1], house, start)
    expected = (float(now.wins_a), float(now.rounds), float(now.unhurt_a), float(now.unhurt_b))
    assert found == pytest.approx(expected, abs=1e-9, rel=1e-9)


def whole_outlook(a, b, house, rulings):
    """Check for every square and wound, in fractions, that a round more changes nothing about the outlook."""
    outlooks = contest_odds(a[0], b[0], rulings)
    dying = rulings.dying_square
    assert set(outlooks) == {Standing(*now) for now in product(range(1 - dying, dying), (False, True), (False, True))}
    for now, outlook in outlooks.items():
        if (rulings.any_square, rulings.wound_from) == ("gauge_square", "on_the_square"):
            assert outlook.wins_a == best_chance(a[1], b[1], now, outlooks, house), now
            continue
        wins = rounds = unhurt_a = unhurt_b = F(0)
        for then, chance in ledger.one_round(a[1], b[1], ledger.Standing(*astuple(now)), house).items():
            if ledger.over(then, house):
                wins += chance * (then.position > 0)
                unhurt_a += chance * (not then.wounded_a)
                unhurt_b += chance * (not then.wounded_b)
            else:
                later = outlooks[Standing(*then)]
                wins += chance * later.wins_a
                rounds += chance * later.rounds
                unhurt_a += chance * later.unhurt_a
                unhurt_b += chance * later.unhurt_b
        assert (outlook.wins_a, outlook.rounds) == (wins, rounds + 1), now
        assert (outlook.unhurt_a, outlook.unhurt_b) == (unhurt_a, unhurt_b), now
        assert outlook.wins_b == 1 - wins


def best_chance(a, b, now, outlooks, house):
    """A's chance to win after one more round if everybody puts a free piece where it is worth most."""
    dying = house.get("dying_square", 5)

    def worth(position):
        then = ledger.checked(position, now.wounded_a, now.wounded_b, house)
        return F(position > 0) if ledger.over(then, house) else outlooks[Standing(*then)].wins_a

    hurt_a, hurt_b = a._replace(wounded=now.wounded_a), b._replace(wounded=now.wounded_b)
    wins = F(0)
    for what, chance in ledger.exchange(hurt_a, hurt_b, house)[1].items():
        if isinstance(what, int):
            wins += chance * worth(ledger.moved(now.position, what, house))
        else:
            edge = dying if house.get("any_square", "dying_square") == "dying_square" else dying - 1
            choices = [worth(square) for square in range(-edge, edge + 1)]
            wins += chance * (max(choices) if what[1] == "A" else min(choices))
    return wins


@every("name", FIGHTS)
def test_every_square_is_worth_what_a_round_from_there_is_worth(name):
    a, b, house, rulings, _ = fight(name)
    whole_outlook(a, b, house, rulings)


@every("half", range(1, 13))
def test_gauges_from_one_square_a_side_to_twelve(half):
    """C-Q4: heavy wound on the last square of the gauge, dying beyond it."""
    house = {"heavy_wound_square": half, "dying_square": half + 1}
    whole_outlook(both(parse_ability("15")), both(parse_ability("12")), house, Rulings(**house))


fighters = st.builds(
    both,
    st.builds(Ability, st.integers(0, 2), st.integers(1, 20)),
    permanent=st.integers(0, 9),
    augments=st.integers(0, 9),
    strike_power=st.sampled_from((1, 2)),
)
SWITCHES = {
    "beneficiary": ("lower_roll", "higher_roll"),
    "strike_power_of": ("beneficiary", "opponent"),
    "equal_rolls": ("no_move", "reroll", "higher_ability"),
    "any_square": ("dying_square", "gauge_square"),
    "wound_from": ("at_or_beyond", "on_the_square"),
    "halving": ("ability", "ability_and_augments"),
    "halve_permanent": (False, True),
}
gauges = st.integers(1, 6).flatmap(
    lambda dying: st.fixed_dictionaries({"dying_square": st.just(dying), "heavy_wound_square": st.integers(1, dying)})
)
houses = st.builds(
    lambda gauge, rest: gauge | rest,
    gauges,
    st.fixed_dictionaries({name: st.sampled_from(values) for name, values in SWITCHES.items()}),
)


@settings(max_examples=25, derandomize=True)
@given(a=fighters, b=fighters, house=houses)
def test_any_fight_under_any_house_rules_is_solved_exactly(a, b, house):
    whole_outlook(a, b, house, Rulings(**house))


@settings(max_examples=25, derandomize=True)
@given(a=fighters, b=fighters, house=houses)
def test_the_whole_contest_seen_from_the_other_seat(a, b, house):
    """Swapping the sides mirrors the gauge, the wounds and who wins."""
    rulings = Rulings(**house)
    there, back = contest_odds(a[0], b[0], rulings), contest_odds(b[0], a[0], rulings)
    for now, outlook in there.items():
        other = back[Standing(-now.position, now.wounded_b, now.wounded_a)]
        assert (outlook.wins_a, outlook.wins_b, outlook.rounds) == (other.wins_b, other.wins_a, other.rounds)
        assert (outlook.unhurt_a, outlook.unhurt_b) == (other.unhurt_b, other.unhurt_a)


@settings(max_examples=40, derandomize=True)
@given(
    a=fighters,
    b=fighters,
    house=houses,
    blocked=st.tuples(st.booleans(), st.booleans()),
    own_side=st.booleans(),
    where=st.tuples(st.integers(-5, 5), st.booleans(), st.booleans()),
)
def test_a_single_round_leads_where_the_rules_lead(a, b, house, blocked, own_side, where):
    """C-M6 to C-M8, with push blocks and C-Q10's other answer; chances sum to 1."""
    if own_side:
        house = house | {"blocked_any_square": "own_side"}
    if abs(where[0]) >= house["dying_square"]:
        where = (0, *where[1:])
    # Where a free piece goes then depends on the whole contest; other tests try every square.
    assume(
        house["wound_from"] != "on_the_square"
        or not ((own_side and any(blocked)) or house["any_square"] == "gauge_square")
    )
    a, b = (
        (Contestant(**{**vars(side[0]), "blocked": stop}), side[1]._replace(blocked=stop))
        for side, stop in zip((a, b), blocked, strict=True)
    )
    found = standings_after(a[0], b[0], 1, Standing(*where), Rulings(**house))
    expected = ledger.one_round(a[1], b[1], ledger.Standing(*where), house)
    assert {(s.position, s.wounded_a, s.wounded_b): chance for s, chance in found.items()} == dict(expected)
    assert sum(found.values()) == 1


def test_a_push_block_costs_one_round_only():
    """C-3.14: this round with the block, every later one without."""
    a, b = both(parse_ability("15"), blocked=True), both(parse_ability("12"))
    now = outlook_this_round(a[0], b[0], Standing(2))
    free = contest_odds(Contestant(parse_ability("15")), b[0])
    wins, rounds = F(0), F(1)
    for then, chance in ledger.one_round(a[1], b[1], ledger.Standing(2, False, False)).items():
        if ledger.over(then, {}):
            wins += chance * (then.position > 0)
        else:
            wins += chance * free[Standing(*then)].wins_a
            rounds += chance * free[Standing(*then)].rounds
    assert (now.wins_a, now.rounds) == (wins, rounds)
    assert now.wins_a < free[Standing(2)].wins_a
    unblocked = Contestant(parse_ability("15"))
    assert outlook_this_round(unblocked, b[0], Standing(2)) == free[Standing(2)]


@every("own_side", [False, True])
def test_who_cannot_push_this_round_pushes_in_the_next(own_side):
    """C-3.14, C-3.21: of three rounds the block costs the first, also with the other answer to C-Q10."""
    house = ledger.DEFAULTS | {"blocked_any_square": "own_side" if own_side else "no_move"}
    a, free, b = both(parse_ability("15"), blocked=True), both(parse_ability("15")), both(parse_ability("12"))
    found = {ledger.Standing(0, False, False): F(1)}
    for now in (a, free, free):
        after = Counter()
        for standing, chance in found.items():
            rounds = {standing: 1} if ledger.over(standing, house) else ledger.one_round(now[1], b[1], standing, house)
            for then, share in rounds.items():
                after[then] += chance * share
        found = after
    chances = standings_after(a[0], b[0], 3, rulings=Rulings(**house))
    assert {astuple(then): chance for then, chance in chances.items()} == found


@every("name", ["15 v 12", "B wounded from the start", "C-Q8, equal rolls again"])
def test_two_thousand_contests_with_real_dice_agree(name):
    """Played with a fixed seed: within four standard errors of the exact answer."""
    a, b, house, rulings, start = fight(name)
    dice, played, lengths, won = Random(f"contest {name}"), 2_000, [], 0
    for _ in range(played):
        standing, rounds = start, 0
        while not ledger.over(standing, house):
            rounds += 1
            hurt_a = a[1]._replace(wounded=standing.wounded_a)
            hurt_b = b[1]._replace(wounded=standing.wounded_b)
            result = "again"
            while result == "again":
                roll_a, roll_b = dice.randint(1, 20), dice.randint(1, 20)
                pair = ledger.levels(
                    ledger.target_value(hurt_a, house), ledger.target_value(hurt_b, house), roll_a, roll_b
                )
                result = ledger.outcome(pair, (roll_a > roll_b) - (roll_a < roll_b), hurt_a, hurt_b, house)
            position = ledger.moved(standing.position, result, house)
            standing = ledger.checked(position, standing.wounded_a, standing.wounded_b, house)
        lengths.append(rounds)
        won += standing.position > 0
    now = contest_odds(a[0], b[0], rulings)[Standing(*start)]
    chance, mean = float(now.wins_a), sum(lengths) / played
    spread = sqrt(sum((rounds - mean) ** 2 for rounds in lengths) / (played - 1))
    assert abs(won / played - chance) <= 4 * sqrt(chance * (1 - chance) / played)
    assert abs(mean - float(now.rounds)) <= 4 * spread / sqrt(played)


# --- where to put the piece -------------------------------------------------------------------------------------------


def worth(position, now, outlooks, rulings):
    """A's chance to win with the piece put there."""
    found = check_phase(position, now.wounded_a, now.wounded_b, rulings)
    if found.dying:
        return F(found.dying is Side.B)
    return outlooks[Standing(position, found.wounded_a, found.wounded_b)].wins_a


@every("any_square", ["dying_square", "gauge_square"])
@every("wound_from", ["at_or_beyond", "on_the_square"])
@every("gauge", [(1, 1), (1, 3), (2, 3), (3, 3), (2, 4), (3, 4), (1, 4), (2, 6)])
def test_nowhere_else_is_the_piece_worth_more(gauge, wound_from, any_square):
    """C-T1.4, C-Q11: of all squares that are allowed, the one that is assumed wins most often, for either side."""
    rulings = Rulings(heavy_wound_square=gauge[0], dying_square=gauge[1], any_square=any_square, wound_from=wound_from)
    board = Gauge.of(rulings)
    for one, other, strike in (("15", "12", 1), ("15", "12", 2), ("1", "20", 1), ("10W", "15", 2)):
        a, b = Contestant(parse_ability(one), strike_power=strike), Contestant(parse_ability(other))
        outlooks = contest_odds(a, b, rulings)
        for now in outlooks:
            for free, best_of in (("a", max), ("b", min)):
                move = Move("C-T1.4", free=free)
                allowed = [
                    worth(square, now, outlooks, rulings) for square in board.placements(move, now.position, rulings)
                ]
                chosen = piece_after(a, b, now, move, rulings)
                assert worth(chosen, now, outlooks, rulings) == best_of(allowed), (now, free, chosen)


@every("gauge", [(1, 2), (1, 3), (1, 6), (3, 6)])
@every("any_square", ["dying_square", "gauge_square"])
def test_a_blocked_winner_does_not_step_onto_the_own_wound_square_if_another_serves_better(gauge, any_square):
    """C-Q10's and C-Q12's other answers: I may choose on my own side only, and only lying on the square wounds."""
    rulings = Rulings(
        heavy_wound_square=gauge[0],
        dying_square=gauge[1],
        any_square=any_square,
        wound_from="on_the_square",
        blocked_any_square="own_side",
    )
    for one, other in (("15", "12"), ("1", "20"), ("5W", "17")):
        a, b = (Contestant(parse_ability(ability), blocked=True) for ability in (one, other))
        outlooks = contest_odds(a, b, rulings)
        for now in outlooks:
            for free, own, best_of in (("a", range(1 - gauge[1], 0), max), ("b", range(1, gauge[1]), min)):
                chosen = piece_after(a, b, now, Move("C-T1.4", free=free, stopped_by="C-Q10"), rulings)
                assert chosen in (*own, now.position)
                most = best_of(worth(square, now, outlooks, rulings) for square in (*own, now.position))
                assert worth(chosen, now, outlooks, rulings) == most, (now, free, chosen)


def test_a_master_six_steps_ahead_never_ends_it_without_the_dying_square():
    """C-Q11's other answer: always critical v fumble, always the last square, never over.

    No chance can be named, so the answer is a sentence and not a crash.
    """
    master, novice = Contestant(parse_ability("15W6")), Contestant(parse_ability("12"))
    assert contest_odds(master, novice)[Standing()].wins_a == 1
    refused(lambda: contest_odds(master, novice, Rulings(any_square="gauge_square")), ANY, ANY)


# --- is it always good to be better? ----------------------------------------------------------------------------------

SAMPLE = (1, 10, 15, 19, 20, 21, 35, 39, 40, 41)


@every("house", [{}, {"beneficiary": "higher_roll"}, {"equal_rolls": "reroll"}])
def test_a_better_ability_never_lowers_the_chance_to_win(house):
    """Whole contests, also across 20 → 1W; a higher opponent never helps; 19 and 20 are worth the same.

    A search found no exception for all abilities from 1 to 66 on both sides, nor from 1 to 44 under any single other
    answer to C-Q5, C-Q7, C-Q8, C-Q11 and C-Q12; this is a sample of it.
    """
    rulings = Rulings(**house)
    sample = SAMPLE if not house else SAMPLE[2:6]
    now = {
        pair: contest_odds(*(Contestant(Ability.of_value(value)) for value in pair), rulings)[Standing()]
        for pair in product(sample, repeat=2)
    }
    for (worse, better), other in product(pairwise(sample), sample):
        assert now[worse, other].wins_a <= now[better, other].wins_a, (worse, better, other)
        assert now[worse, other].unhurt_a <= now[better, other].unhurt_a, (worse, better, other)
        assert now[other, worse].wins_a >= now[other, better].wins_a, (worse, better, other)
        assert (now[worse, other].wins_a == now[better, other].wins_a) == (worse % 20 == 19), (worse, better, other)


BETTER = {
    "a point of ability": lambda side: {"ability": Ability.of_value(side.ability.value + 1)},
    "a whole mastery": lambda side: {"ability": Ability.of_value(side.ability.value + 20)},
    "better equipment": lambda side: {"permanent": side.permanent + 1},
    "an augment": lambda side: {"augments": side.augments + 2},
    "a stronger strike": lambda _: {"strike_power": 2},
}


@every("help_", BETTER)
@settings(max_examples=8, derandomize=True)
@given(a=fighters, b=fighters, where=st.integers(-4, 4))
def test_no_help_ever_hurts(help_, a, b, where):
    """Default rulings: from every square, a better side wins at least as often."""
    helped = Contestant(**{**vars(a[0]), **BETTER[help_](a[0])})
    now, then = (contest_odds(one, b[0])[Standing(where)] for one in (a[0], helped))
    assert now.wins_a <= then.wins_a


@settings(max_examples=12, derandomize=True)
@given(a=fighters, b=fighters)
def test_it_is_never_better_to_be_wounded_or_pushed_back(a, b):
    """Default rulings: a wound of one's own, or a square less, never helps."""
    outlooks = contest_odds(a[0], b[0])
    for now, outlook in outlooks.items():
        position, wounded_a, wounded_b = astuple(now)
        if not wounded_a:
            assert outlook.wins_a >= outlooks[Standing(position, True, wounded_b)].wins_a
        if not wounded_b:
            assert outlook.wins_a <= outlooks[Standing(position, wounded_a, True)].wins_a
        if position < 4:
            assert outlook.wins_a <= outlooks[Standing(position + 1, wounded_a, wounded_b)].wins_a


@settings(max_examples=200, derandomize=True)
@given(
    ability=st.integers(1, 60),
    permanent=st.integers(-40, 40),
    augments=st.integers(0, 40),
    halving=st.sampled_from(("ability", "ability_and_augments")),
    halve_permanent=st.booleans(),
)
def test_a_heavy_wound_never_makes_anybody_stronger(ability, permanent, augments, halving, halve_permanent):
    """C-6.2, also with cursed equipment and under the other answers to C-Q12 and C-Q22."""
    rulings = Rulings(halving=halving, halve_permanent=halve_permanent)
    well, hurt = (
        Contestant(Ability.of_value(ability), permanent, augments, wounded=wounded).effective(rulings)
        for wounded in (False, True)
    )
    assert hurt.value <= well.value


def test_the_piece_never_leaves_the_gauge():
    """C-M7: a move past the dying square stops there."""
    for dying, start, squares in product((1, 5, 13), range(-13, 14), range(-4, 5)):
        if abs(start) <= dying:
            end = Gauge(1, dying).moved(start, squares)
            assert abs(end) <= dying
            assert end == start + squares or abs(end) == dying


def test_what_the_check_phase_finds_on_every_square():
    """C-6.1 to C-6.4, C-Q12, C-Q18: wounds at or beyond the fourth square, dying on the fifth, one side only."""
    found = {position: check_phase(position) for position in range(-5, 6)}
    assert Counter((c.wounded_a, c.wounded_b) for c in found.values()) == {
        (True, False): 2,
        (False, True): 2,
        (False, False): 7,
    }
    assert {position: c.dying for position, c in found.items() if c.dying} == {-5: Side.A, 5: Side.B}
    assert check_phase(0, wounded_a=True).wounded_a, "a wound stays though the piece returns"
    assert check_phase(4, wounded_b=True) == check_phase(4), "there is no second wound"
    narrow = Rulings(heavy_wound_square=2, wound_from="on_the_square")
    assert [check_phase(position, rulings=narrow).wounded_b for position in range(6)] == [
        False,
        False,
        True,
        False,
        False,
        True,
    ]
