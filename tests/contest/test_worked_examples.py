"""The ledger's worked examples, number for number."""

from fractions import Fraction as F

from rules_py.contest import (
    Contestant,
    Move,
    Side,
    Standing,
    SuccessLevel,
    augment_bonus,
    chart_move,
    compare_rolls,
    contest_odds,
    exchange,
    exchange_odds,
    join_start,
    level_odds,
    parse_abilities,
    parse_ability,
    standings_after,
)
from tests.rows import every

CRITICAL, SUCCESS, FAILURE, FUMBLE = reversed(SuccessLevel)


def fighter(ability, **more):
    return Contestant(parse_ability(ability), **more)


FIFTEEN, TWELVE = fighter("15"), fighter("12")


def test_broadsword_and_leather_make_cormacs_sword_arm_15w():
    """C-X1 (C-3.15 to C-3.18)."""
    assert str(fighter("10W", permanent=3 + 2).effective()) == "15W"
    (sheet,) = parse_abilities("Close Combat (sword) 10W+5")
    assert (sheet.ability, sheet.permanent) == (parse_ability("10W"), 5)


@every(
    ("ability", "bonus"),
    [("4", 0), ("5", 1), ("14", 1), ("15", 2), ("20", 2), ("10W", 3), ("15W", 4), ("5W2", 5)],
)
def test_an_augment_adds_a_tenth_halves_up(ability, bonus):
    """C-X2 (C-3.5, C-Q6)."""
    assert augment_bonus(parse_ability(ability)) == bonus


def test_what_one_roll_with_twelve_may_become():
    """C-X4 (C-Q1)."""
    assert level_odds(parse_ability("12")) == {
        CRITICAL: F(1, 20),
        SUCCESS: F(11, 20),
        FAILURE: F(7, 20),
        FUMBLE: F(1, 20),
    }


def test_fifteen_pushes_twelve_almost_half_the_time():
    """C-X6 (C-T1, C-Q1, C-Q5, C-Q8)."""
    odds = exchange_odds(FIFTEEN, TWELVE)
    assert (odds.pushes(Side.A), odds.stays, odds.pushes(Side.B)) == (F(49, 100), F(17, 400), F(187, 400))


def test_how_far_the_piece_goes_when_fifteen_meets_twelve():
    """C-X7 (C-T1)."""
    assert squares_of(exchange_odds(FIFTEEN, TWELVE)) == {
        "a": F(1, 400),
        3: F(21, 400),
        2: F(113, 400),
        1: F(61, 400),
        0: F(17, 400),
        -1: F(53, 200),
        -2: F(13, 80),
        -3: F(3, 80),
        "b": F(1, 400),
    }


def test_a_strike_power_of_two_pushes_a_square_further():
    """C-X9 (C-5.6, C-Q7): only A's own pushes change."""
    strong = squares_of(exchange_odds(fighter("15", strike_power=2), TWELVE))
    plain = squares_of(exchange_odds(FIFTEEN, TWELVE))
    assert {squares: strong[squares] for squares in (2, 3, 4, "a")} == {
        2: F(61, 400),
        3: F(113, 400),
        4: F(21, 400),
        "a": F(1, 400),
    }
    assert 1 not in strong
    assert {squares: strong[squares] for squares in (0, -1, -2, -3, "b")} == {
        squares: plain[squares] for squares in (0, -1, -2, -3, "b")
    }


def test_a_master_who_rolls_a_critical_lowers_the_other_instead():
    """C-X11 (C-Q2): critical v failure, three squares."""
    assert compare_rolls(parse_ability("10W"), parse_ability("15"), 1, 10) == (CRITICAL, FAILURE)
    assert exchange(fighter("10W"), fighter("15"), 1, 10) == Move("C-T1.3", 3, gains="a")


def test_of_two_successes_the_higher_number_is_pushed_back():
    """C-X12 (C-T1.5, C-Q5)."""
    assert compare_rolls(parse_ability("15"), parse_ability("12"), 14, 9) == (SUCCESS, SUCCESS)
    assert exchange(FIFTEEN, TWELVE, 14, 9) == Move("C-T1.5", -1, gains="b")


@every(("old", "new"), [(3, 3), (-2, 0), (0, 0)])
def test_helping_the_outnumbered_keeps_what_they_have_won(old, new):
    """C-X14 (C-1.9, C-1.10); on side B everything is the other way round."""
    assert join_start(old, Side.A) == new
    assert join_start(-old, Side.B) == -new


@every(
    ("rounds", "a_has_won", "b_has_won", "b_fights_on_wounded"),
    [
        (2, F(1197, 32000), F(2973, 160000), F(15331, 160000)),
        (3, F(8327811, 64000000), F(4186177, 64000000), F(5360439, 64000000)),
    ],
)
def test_how_fifteen_against_twelve_stands_after_some_rounds(rounds, a_has_won, b_has_won, b_fights_on_wounded):
    """C-X16, C-X17 (C-6.1 to C-6.5, C-Q4, C-Q12).

    The ledger's third column counts the contests that go on with the piece at or beyond B's heavy-wound square or back
    from there: B wounded, A not.
    """
    now = standings_after(FIFTEEN, TWELVE, rounds)
    assert sum(now.values()) == 1
    assert sum(c for s, c in now.items() if s.position == 5) == a_has_won
    assert sum(c for s, c in now.items() if s.position == -5) == b_has_won
    assert sum(c for s, c in now.items() if abs(s.position) < 5 and s.wounded_b) == b_fights_on_wounded


def test_fifteen_beats_twelve_in_five_contests_of_eight():
    """C-X19 (C-Q4, C-Q12): solved exactly; the ledger names the digits of the denominators."""
    now = contest_odds(FIFTEEN, TWELVE)[Standing()]
    assert f"{float(now.wins_a):.6f}" == "0.631503"
    assert f"{float(now.rounds):.6f}" == "8.182864"
    assert (len(str(now.wins_a.denominator)), len(str(now.rounds.denominator))) == (81, 79)
    assert now.wins_a + now.wins_b == 1


TEN_PAIRS = {
    (CRITICAL, CRITICAL): (F(1, 400),),
    (CRITICAL, SUCCESS): (F(11, 400), F(7, 200)),
    (CRITICAL, FAILURE): (F(7, 400), F(1, 100)),
    (CRITICAL, FUMBLE): (F(1, 400), F(1, 400)),
    (SUCCESS, SUCCESS): (F(77, 200),),
    (SUCCESS, FAILURE): (F(49, 200), F(11, 100)),
    (SUCCESS, FUMBLE): (F(7, 200), F(11, 400)),
    (FAILURE, FAILURE): (F(7, 100),),
    (FAILURE, FUMBLE): (F(1, 100), F(7, 400)),
    (FUMBLE, FUMBLE): (F(1, 400),),
}


@every(("better", "worse"), TEN_PAIRS)
def test_the_ten_pairs_of_the_chart(better, worse):
    """C-XT1: A 15 v B 12; first A the better (or both equal), then B."""
    found = exchange_odds(FIFTEEN, TWELVE).levels
    orders = [(better, worse)] if better == worse else [(better, worse), (worse, better)]
    assert tuple(found[pair] for pair in orders) == TEN_PAIRS[better, worse]


def test_the_ten_pairs_are_all_there_is():
    """C-XT1, C-M6: nothing is left over."""
    assert sum(sum(chances) for chances in TEN_PAIRS.values()) == 1
    assert len(exchange_odds(FIFTEEN, TWELVE).levels) == 16


CHART = [
    # C-T1: one level, the other, its squares with strike power 1 and with 2
    (CRITICAL, CRITICAL, 0, 0),
    (CRITICAL, SUCCESS, 2, 3),
    (CRITICAL, FAILURE, 3, 4),
    (SUCCESS, SUCCESS, 1, 2),
    (SUCCESS, FAILURE, 2, 3),
    (SUCCESS, FUMBLE, 3, 4),
    (FAILURE, FAILURE, 1, 2),
    (FAILURE, FUMBLE, 2, 3),
    (FUMBLE, FUMBLE, 0, 0),
]


@every(("one", "other", "plain", "strong"), CHART)
@every("strike_power", [1, 2])
def test_every_line_of_the_chart(one, other, plain, strong, strike_power):
    """C-T1.1 to C-T1.10, for either side; the rolls only matter at two successes or two failures."""
    expected = strong if strike_power == 2 else plain
    striker, victim = fighter("15", strike_power=strike_power), fighter("12")
    assert chart_move((one, other), (5, 9), striker, victim).squares == expected
    assert chart_move((other, one), (9, 5), victim, striker).squares == -expected
    if one != other:
        assert chart_move((one, other), (9, 5), striker, victim).squares == expected


def test_a_critical_against_a_fumble_chooses_the_square():
    """C-T1.4."""
    assert chart_move((CRITICAL, FUMBLE), (1, 20), FIFTEEN, TWELVE) == Move("C-T1.4", free="a", gains="a")
    assert chart_move((FUMBLE, CRITICAL), (20, 1), FIFTEEN, TWELVE) == Move("C-T1.4", free="b", gains="b")


def squares_of(odds):
    """Chances by squares, a free placement under the side's letter."""
    result = {}
    for move, chance in odds.moves.items():
        result[move.free or move.squares] = result.get(move.free or move.squares, F(0)) + chance
    return result
