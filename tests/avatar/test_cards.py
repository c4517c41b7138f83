"""Cards as people write them, and what they are worth."""

from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules_py import avatar
from rules_py.avatar import JOKER, Card, Rulings, Suit
from rules_py.core.errors import InputError
from tests.play import refused
from tests.rows import every


@every(
    ("text", "code"),
    [
        ("SK", "SK"),
        ("KS", "SK"),
        ("♠K", "SK"),
        ("♠️ K", "SK"),
        ("スペードのK", "SK"),
        ("ｓｋ", "SK"),
        ("10h", "H10"),
        ("♡10", "H10"),
        ("ハートの10", "H10"),
        ("ダイヤのA", "DA"),
        ("ace of clubs".replace("ace", "A"), "CA"),
        ("Joker", "X"),
        ("ジョーカー", "X"),
        ("JORKER", "X"),
        ("Joker2", "Y"),
        ("X=SK", "X=SK"),
        ("ジョーカー＝ハートのA", "X=HA"),
        ("Y=7", "Y=7"),
        ("D1", "DA"),
        ("S11", "SJ"),
    ],
)
def test_a_card_is_read_as_people_write_it(text, code):
    assert avatar.read_card(text).code == code


@every("text", ["", "K", "S", "S0", "S14", "SSK", "XX", "X=", "Joker3", "X=Y", "SK=HA", "♠", "１２３", "<b>"])
def test_what_is_no_card_is_told(text):
    refused(lambda: avatar.read_card(text, "hand"), "hand", ANY)


@given(st.lists(st.sampled_from(avatar.deck_of(2)), unique=True))
def test_cards_come_back_as_they_were_written(cards):
    assert avatar.read_cards(" ".join(card.code for card in cards), rulings=Rulings(deck="54")) == tuple(cards)


@every("text", ["SK SK", "SK ♠K", "X X=SK", "Y", "SK " * 60])
def test_a_card_is_there_once(text):
    """A-Q1: and a second Joker only in a deck of 54."""
    with pytest.raises(InputError):
        avatar.read_cards(text)


def test_aces_follow_the_king():
    """A-2.1, A-M1: a king that enters raises aces that lie there; one that leaves lowers them."""
    ace = avatar.read_card("HA")
    assert avatar.card_value(ace) == avatar.card_value(ace, [ace]) == 1
    assert avatar.card_value(ace, avatar.read_cards("SK")) == avatar.card_value(ace, avatar.read_cards("X=K")) == 14
    assert avatar.field_total(avatar.read_cards("HA DA")) == 2
    assert avatar.field_total(avatar.read_cards("HA DA CK")) == 41


def test_whose_king_counts():
    """A-M2, A-Q2: everybody's by this reference's ruling, one's own by a house rule."""
    mine, yours = avatar.read_cards("HA"), avatar.read_cards("SK")
    assert avatar.field_total(mine, avatar.visible_field(mine, yours)) == 14
    assert avatar.field_total(mine, avatar.visible_field(mine, yours, Rulings(ace_field="own"))) == 1


def test_a_joker_must_be_declared_before_it_counts():
    """A-2.2, A-Q4."""
    with pytest.raises(InputError):
        avatar.field_total([JOKER])
    assert JOKER.declared(13, Suit.HEARTS) == Card(13, Suit.HEARTS, 1)
    with pytest.raises(InputError):
        JOKER.declared(13, Suit.HEARTS, Rulings(joker="rank"))
    with pytest.raises(InputError):
        JOKER.declared(14)
    with pytest.raises(InputError):
        avatar.read_card("SK").declared(5)


def test_one_suit():
    """A-5.5, A-9.14: a Joker has the suit it was declared with; no card is no critical."""
    assert avatar.of_one_suit(avatar.read_cards("S2 X=SA"), Suit.SPADES)
    assert not avatar.of_one_suit(avatar.read_cards("S2 X=A"), Suit.SPADES)
    assert not avatar.of_one_suit((), Suit.SPADES)


def test_the_deck_and_what_is_left_of_it():
    """A-Q1."""
    assert [len(avatar.deck_of(jokers)) for jokers in (0, 1, 2)] == [52, 53, 54]
    assert len(avatar.remaining(avatar.read_cards("SK X=HA"), Rulings())) == 51
    with pytest.raises(InputError):
        avatar.deck_of(3)
