"""Every chance of an exchange, against a count of all 400 pairs of dice made by hand (C-M4 to C-M6)."""

from fractions import Fraction as F
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from rules_py.contest import Ability, Contestant, Rulings, Side, compare_rolls, exchange, exchange_odds, parse_ability
from tests.rows import every

from . import reckoning as ledger

ABILITIES = ("1", "2", "10", "19", "20", "1W", "10W", "19W", "20W", "5W2", "20W3", "7W6", "20W99")
ROLL_RULINGS = (
    "beneficiary",
    "strike_power_of",
    "equal_rolls",
    "block_at_equal_levels",
    "blocked_any_square",
    "halving",
    "halve_permanent",
)
"""The switches that change a single exchange: C-Q5, C-Q7, C-Q8, C-Q9, C-Q10, C-Q12, C-Q22."""

SITUATIONS = {
    "nothing special": ({}, {}),
    "augments": ({"augments": 4}, {"permanent": 5}),
    "A wounded": ({"wounded": True}, {}),
    "B wounded, with augments": ({"permanent": 2}, {"wounded": True, "augments": 7, "permanent": 3}),
    "both wounded, odd sums": (
        {"wounded": True, "augments": 3, "permanent": 4},
        {"wounded": True, "augments": 2, "permanent": 1},
    ),
    "strong strikes": ({"strike_power": 2}, {}),
    "A cannot push": ({"blocked": True}, {"strike_power": 2}),
    "B cannot push": ({"strike_power": 2}, {"blocked": True, "permanent": 3}),
    "nobody can push": ({"blocked": True}, {"blocked": True}),
    "two against one": ({"modifier": 3}, {"modifier": -3}),
}


def both(ability, **more):
    """The same side twice: for rules_py, and for the count by hand."""
    contestant = Contestant(ability, **more)
    values = {"strike" if name == "strike_power" else name: value for name, value in more.items()}
    return contestant, ledger.Fighter(ability.rating + 20 * ability.masteries, **values)


def agree(a, b, house):
    """Compare pairs of levels and moves, fraction by fraction."""
    odds = exchange_odds(a[0], b[0], Rulings(**house))
    pairs, outcomes = ledger.exchange(a[1], b[1], house)
    assert {(int(one), int(other)): chance for (one, other), chance in odds.levels.items()} == pairs
    found: dict[object, F] = {}
    for move, chance in odds.moves.items():
        key: object = move.squares
        if move.free:
            key = ("own side" if move.stopped_by == "C-Q10" else "any square", move.free.upper())
        found[key] = found.get(key, F(0)) + chance
    assert found == outcomes
    assert sum(odds.levels.values()) == sum(odds.moves.values()) == 1


@every("situation", SITUATIONS)
@every("ability_a", ABILITIES)
def test_no_pair_of_dice_is_counted_wrongly(ability_a, situation):
    """Default rulings, every ability against every other."""
    more_a, more_b = SITUATIONS[situation]
    for ability_b in ABILITIES:
        agree(both(parse_ability(ability_a), **more_a), both(parse_ability(ability_b), **more_b), {})


ALTERNATIVES = [(name, value) for name in ROLL_RULINGS for value in Rulings.choices()[name][1:]]


@every(("switch", "value"), ALTERNATIVES)
@every("situation", SITUATIONS)
def test_no_house_rule_counts_a_pair_of_dice_wrongly(situation, switch, value):
    """Every alternative of every ruling on the roll, one at a time."""
    more_a, more_b = SITUATIONS[situation]
    for ability_a, ability_b in product(("1", "10", "15", "20", "3W", "20W", "5W2"), ("2", "15", "19", "1W", "10W2")):
        agree(both(parse_ability(ability_a), **more_a), both(parse_ability(ability_b), **more_b), {switch: value})


def test_house_rules_do_not_get_in_each_others_way():
    """All 192 combinations of the rulings on the roll, for a fight in which every one of them matters."""
    a = both(parse_ability("16"), wounded=True, augments=3, permanent=4, blocked=True)
    b = both(parse_ability("12W"), wounded=True, augments=2, permanent=5, strike_power=2)
    for values in product(*(Rulings.choices()[name] for name in ROLL_RULINGS)):
        house = dict(zip(ROLL_RULINGS, values, strict=True))
        agree(a, b, house)
        agree(b, a, house)


houses = st.fixed_dictionaries({name: st.sampled_from(Rulings.choices()[name]) for name in ROLL_RULINGS})
sides = st.builds(
    both,
    st.builds(Ability, st.integers(0, 9), st.integers(1, 20)),
    permanent=st.integers(0, 30),
    augments=st.integers(0, 30),
    modifier=st.integers(-40, 40),
    wounded=st.booleans(),
    strike_power=st.sampled_from((1, 2)),
    blocked=st.booleans(),
)


@settings(max_examples=200, derandomize=True)
@given(a=sides, b=sides, house=houses)
def test_nobody_finds_a_fight_that_is_counted_wrongly(a, b, house):
    agree(a, b, house)


@settings(max_examples=100, derandomize=True)
@given(a=sides, b=sides, house=houses, roll_a=st.integers(1, 20), roll_b=st.integers(1, 20))
def test_dice_on_the_table_give_what_the_chart_says(a, b, house, roll_a, roll_b):
    """C-M5, C-M6: one pair of dice, levels and move."""
    rulings = Rulings(**house)
    effective = a[0].effective(rulings), b[0].effective(rulings)
    assert [one.value for one in effective] == [ledger.target_value(side[1], house) for side in (a, b)]
    pair = ledger.levels(*(one.value for one in effective), roll_a, roll_b)
    assert tuple(map(int, compare_rolls(*effective, roll_a, roll_b))) == pair
    expected = ledger.outcome(pair, (roll_a > roll_b) - (roll_a < roll_b), a[1], b[1], house)
    move = exchange(a[0], b[0], roll_a, roll_b, rulings)
    if expected == "again":
        assert move.reroll
    elif isinstance(expected, tuple):
        assert move.free == expected[1].lower()
    else:
        assert (move.squares, move.free, move.reroll) == (expected, "", False)


@settings(max_examples=100, derandomize=True)
@given(a=sides, b=sides, house=houses)
def test_changing_seats_changes_nothing_but_the_direction(a, b, house):
    """C-T1 names no first side: with the sides swapped everything is mirrored."""
    there, back = (exchange_odds(*pair, Rulings(**house)) for pair in ((a[0], b[0]), (b[0], a[0])))
    assert {(other, one): chance for (one, other), chance in there.levels.items()} == back.levels
    other_side = {"": "", "a": "b", "b": "a"}
    mirrored = {
        (m.row, -m.squares, other_side[m.free], m.stopped_by, m.reroll, other_side[m.gains]): chance
        for m, chance in there.moves.items()
    }
    assert mirrored == {
        (m.row, m.squares, m.free, m.stopped_by, m.reroll, m.gains): chance for m, chance in back.moves.items()
    }
    assert (there.pushes(Side.A), there.stays, there.pushes(Side.B)) == (
        back.pushes(Side.B),
        back.stays,
        back.pushes(Side.A),
    )


# --- is it always good to be better? ----------------------------------------------------------------------------------


def in_favour(ability_a, ability_b, house, **more):
    """Chance of each move in A's favour, a free placement counting as farthest."""
    a, b = Contestant(Ability.of_value(ability_a), **more), Contestant(Ability.of_value(ability_b))
    result: dict[int, F] = {}
    for move, chance in exchange_odds(a, b, Rulings(**house)).moves.items():
        squares = {"a": 99, "b": -99}.get(move.free, move.squares)
        result[squares] = result.get(squares, F(0)) + chance
    return result


def at_least(squares, chances):
    return sum(chance for reached, chance in chances.items() if reached >= squares)


@every("ability_b", [1, 10, 19, 20, 21, 33, 60])
@every("blocked", [False, True])
def test_a_better_ability_never_pushes_less_far(ability_b, blocked):
    """For every number of squares, the chance to do at least so well never falls, also across 20 → 1W and 20W → 1W2.

    From 19 to 20 nothing changes: a 20 fumbles all the same (C-Q1).
    """
    before = in_favour(1, ability_b, {}, blocked=blocked)
    for ability_a in range(2, 84):
        now = in_favour(ability_a, ability_b, {}, blocked=blocked)
        assert all(at_least(squares, before) <= at_least(squares, now) for squares in {*before, *now}), ability_a
        if ability_a % 20 == 0:
            assert before == now
        before = now


@every(("worse", "better"), [(12, 13), (20, 21), (40, 41), (15, 35)])
@every("ability_b", [1, 20, 33])
def test_the_same_dice_serve_a_better_ability_no_worse(worse, better, ability_b):
    """C-M5: a higher number, or a mastery more, is never worse for any of the 400 pairs of dice."""
    b = Contestant(Ability.of_value(ability_b))
    for roll_a, roll_b in product(range(1, 21), range(1, 21)):
        old, new = (exchange(Contestant(Ability.of_value(value)), b, roll_a, roll_b) for value in (worse, better))
        assert {"a": 99, "b": -99}.get(old.free, old.squares) <= {"a": 99, "b": -99}.get(new.free, new.squares)


def test_a_side_that_may_push_only_at_equal_levels_can_be_too_good():
    """The exception, under C-Q9's other answer: whoever cannot push as a winner gains by staying level.

    Rolls 9 against 12, B has 5, A cannot push: with an ability of 8 that is failure v failure, and the lower roll
    pushes; with 10 it is success v failure, and the piece stays.
    """
    rulings = Rulings(block_at_equal_levels=False)
    worse, better = (Contestant(Ability.of_value(value), blocked=True) for value in (8, 10))
    b = Contestant(parse_ability("5"))
    assert exchange(worse, b, 9, 12, rulings).squares == 1
    assert exchange(better, b, 9, 12, rulings).squares == 0
    assert exchange_odds(worse, b, rulings).pushes(Side.A) > exchange_odds(better, b, rulings).pushes(Side.A)
