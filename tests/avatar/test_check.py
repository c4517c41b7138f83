"""The card check, step by step."""

from unittest.mock import ANY

import pytest

from rules_py.avatar import (
    Card,
    Outcome,
    Rulings,
    Suit,
    add_card,
    band_of,
    begin_check,
    check_total,
    read_card,
    read_cards,
    use_miracle,
)
from rules_py.avatar.checks import BANDS, explain_total, uniform
from rules_py.avatar.reading import read_prior
from rules_py.core.errors import InputError
from tests.play import refused
from tests.rows import every

S = Suit.SPADES


def begin(cards, difficulty, announced=None, **rulings):
    return begin_check(read_cards(cards), S, difficulty, announced, Rulings(**rulings))


def add(check, card, difficulty, limit=3, **more):
    return add_card(check, read_card(card), S, difficulty, limit, **more)


def test_above_is_success_equal_a_fumble_below_short():
    """A-9.6, A-9.7, A-9.16, A-Q12."""
    assert [begin("H7", d).outcome.value for d in (6, 7, 8)] == ["success", "fumble", "short"]
    assert begin("H7", 7, equality="success").outcome is Outcome.SUCCESS


def test_a_check_goes_on_card_by_card():
    """A-9.8 to A-9.11: 5, then a 3 from the hand, then a bought queen for 100 EP."""
    check = add(begin("H5", 19), "D3", 19)
    assert (check.total, check.outcome, check.spent) == (8, Outcome.SHORT, 0)
    check = add(check, "CQ", 19, bought=True)
    assert (check.total, check.outcome, check.spent, check.additions) == (20, Outcome.SUCCESS, 100, (1, 1))
    refused(lambda: add(check, "C2", 19), ANY, "A-9.11")


def test_a_king_that_is_added_raises_the_ace():
    """A-2.1: 1 becomes 14."""
    assert add(begin("HA", 30), "DK", 30).total == 27


def test_the_limit_of_additions():
    """A-9.10, A-Q14."""
    once = add(begin("H2", 40), "H3", 40, 1)
    with pytest.raises(InputError):
        add(once, "H4", 40, 1)
    with pytest.raises(InputError):
        add(once, "H4", 40, 1, bought=True)
    assert add(once, "H4", 40, 1, bought=True, rulings=Rulings(additions="each")).total == 9


def test_a_critical_counts_face_cards_and_may_fall():
    """A-9.14, A-9.15, A-Q10, A-Q11."""
    check = begin("S2 S3", 30)
    assert (check.total, check.announced) == (26, 26)
    fallen = add(check, "H4", 30)
    assert (fallen.total, fallen.announced) == (9, None)
    assert add(check, "H4", 30, rulings=Rulings(critical_after="kept")).total == 30
    for critical in ("kings", "chosen"):
        assert begin("S2 S3", 24, 25, critical=critical).outcome is Outcome.SUCCESS
    for outside in (21, 27):
        with pytest.raises(InputError):
            begin("S2 S3", 24, outside)
    with pytest.raises(InputError):
        begin("H2 S3", 24, 25, critical="chosen")
    assert begin("SK SA", 26, 27, critical="optional").outcome is Outcome.SUCCESS
    assert begin("SK SA", 26, critical="best").outcome is Outcome.SHORT


@every(
    ("difficulty", "announced", "outcome", "total"),
    [
        (21, 22, Outcome.SUCCESS, 22),
        (22, 22, Outcome.SUCCESS, 26),
        (24, 23, Outcome.SUCCESS, 26),
        (26, 22, Outcome.SHORT, 25),
        (26, 26, Outcome.SHORT, 25),
        (27, 22, Outcome.SHORT, 26),
    ],
)
def test_what_was_announced_of_a_critical_is_fitted_after_the_comparison(difficulty, announced, outcome, total):
    """A-9.15, A-M11, A-Q10: two cards are any number from 22 to 26, and what was said before binds nobody."""
    check = begin("S3 S9", difficulty, announced, critical="best")
    assert (check.outcome, check.total) == (outcome, total)


def test_a_fall_onto_the_difficulty_is_a_fumble():
    """A-Q11: three low cards are 39 as a critical and 13 with a fourth of another suit; short of 40 before."""
    check = begin("S2 S3 S4", 40)
    assert check.outcome is Outcome.SHORT
    assert add_card(begin("S2 S3", 27), read_card("H4"), S, 27, 3).outcome is Outcome.SHORT


def test_a_miracle_adds_cards_after_a_failure():
    """A-9.13, A-Q15."""
    short = begin("H5", 30)
    assert use_miracle(short, read_cards("SK DA"), S, 30).outcome is Outcome.SUCCESS
    assert use_miracle(short, read_cards("SK D5"), S, 30).outcome is Outcome.FAILURE
    assert use_miracle(short, read_cards("SK DQ"), S, 30).outcome is Outcome.FUMBLE
    assert use_miracle(short, (), S, 30).outcome is Outcome.FAILURE
    fresh = Rulings(miracle_cards="fresh")
    assert use_miracle(short, read_cards("SK DA"), S, 26, rulings=fresh).total == 27
    with pytest.raises(InputError):
        use_miracle(begin("H5", 5), read_cards("SK"), S, 5)
    assert use_miracle(begin("H5", 5), read_cards("SK"), S, 5, rulings=Rulings(miracle_after_fumble=True)).total == 18


def test_a_miracle_may_follow_a_success():
    """A-9.13: it is used when the result is told, whatever that is; only a fumble has ended the check (A-Q15)."""
    assert use_miracle(begin("H5", 4), read_cards("SK"), S, 4).total == 18
    assert use_miracle(begin("H5", 4), (), S, 4).outcome is Outcome.SUCCESS
    refused(lambda: use_miracle(begin("H5", 5), read_cards("SK"), S, 5), ANY, "A-Q15")


@every(
    ("field", "make"),
    [
        ("cards", lambda: add(begin("H5", 30), "H5", 30)),
        ("cards", lambda: use_miracle(begin("H5", 30), read_cards("H5"), S, 30)),
        (
            "cards",
            lambda: use_miracle(begin("H5", 30), read_cards("H5"), S, 30, rulings=Rulings(miracle_cards="fresh")),
        ),
        ("cards", lambda: check_total(read_cards("SK") * 2, S)),
        ("cards", lambda: begin("X=SK", 5, joker="rank")),
        ("cards", lambda: begin_check([Card(13, S, 1)], S, 5, rulings=Rulings(deck="52"))),
        ("cards", lambda: begin_check([Card(5)], S, 5)),
        ("cards", lambda: begin_check([Card(99, S)], S, 5)),
        ("card", lambda: begin("X", 5)),
        ("suit", lambda: begin_check(read_cards("SK"), "Q", 5)),
        ("difficulty", lambda: begin("", 0)),
        ("difficulty", lambda: begin("H5", 151)),
        ("difficulty", lambda: add(begin("H5", 30), "SK", 0)),
        ("difficulty", lambda: use_miracle(begin("H5", 30), read_cards("SK"), S, 151)),
        ("hand_limit", lambda: add(begin("H5", 30), "SK", 30, -1)),
        ("numbers", lambda: uniform([])),
    ],
)
def test_what_no_check_can_be_is_told(field, make):
    """The same card twice, no card at all, numbers out of range."""
    refused(make, field, ANY)


def test_the_bands_of_the_guide():
    """A-T1."""
    assert [(band.least, band.most) for band in BANDS][3:5] == [(10, 12), (13, 25)]
    assert [len(band.numbers) for band in BANDS] == [3, 3, 3, 3, 13, 13, 13, 13, 13]
    assert band_of(65).row == "A-T1.9"
    with pytest.raises(InputError):
        band_of(0)


def test_how_a_total_comes_about_is_said():
    cards = read_cards("SK HA")
    assert explain_total(cards, S, check_total(cards, S)).ja == "♠K 13＋♥A 14（場にKがある）＝27"
    assert "11 to 13" in explain_total(read_cards("S2 S3"), S, 26).en


@every("text", ["", "x", "0", "151", "5-3", "5*0", "1-100", "5*1000", "5*", ",", "٣", "5" * 300])
def test_a_guess_that_cannot_be_read_is_told(text):
    with pytest.raises(InputError) as caught:
        read_prior(text)
    assert caught.value.field == "prior"
    assert len(caught.value.message("en")) < 300


def test_a_guess_with_weights():
    """A-10.3."""
    found = read_prior("4〜6、6*2")
    assert [int(chance * 5) for chance in found.values()] == [1, 1, 3]
    assert found == read_prior("4-6,, 6×2；") == read_prior("4–6, 6 X 2")
