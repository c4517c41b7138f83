"""What a combat does where the text is silent, and what its house rules do at their edges (A-Q33 to A-Q45)."""

import pytest

from rules_py.avatar.cards import Suit, read_cards
from rules_py.avatar.clash import Knowledge, advise
from rules_py.avatar.effects import ep_draw
from rules_py.avatar.model import Stage, may_buy, momentum
from rules_py.avatar.rulings import Rulings
from rules_py.core.errors import ForbiddenAction
from tests.rows import every

from .table import Table, duel

S, H = Suit.SPADES, Suit.HEARTS


def attacked(**rulings):
    """Ra has declared an attack on Io; Io, Mu and Nu have not acted."""
    table = Table(**rulings).add("Ra", "enemy", "H", hand="C8")
    table.add("Io", hand="H2").add("Mu", hand="D3").add("Nu", hand="C4")("begin", "")
    return table.choose(Ra="C8", Io="H2", Mu="D3", Nu="C4").declare("attack", "Io")


def ep(table):
    return {fighter.name.en: fighter.ep for fighter in table.state.fighters}


# --- Cover ------------------------------------------------------------------------------------------------------------


@every("cover_chain", ["stops", "passes_on"])
def test_two_who_cover_each_other_do_not_pass_damage_to_and_fro(cover_chain):
    """A-Q34: whoever is attacked is spared, the other takes it doubled."""
    table = attacked(cover_chain=cover_chain)("react", 1, "cover", 2)("react", 2, "cover", 1)
    table.declare("nothing")("execute")
    assert ep(table) == {"Ra": 3000, "Io": 3000, "Mu": 2400, "Nu": 3000}


def test_whoever_covers_the_coverer_takes_what_is_aimed_at_the_coverer():
    """A-Q34: the damage taken for somebody else is another matter."""
    table = Table().add("Ra", "enemy", "H", hand="C8").add("Io", hand="H2").add("Mu", hand="D3").add("Nu", hand="C4")
    table("begin", "").choose(Ra="C8", Io="H2", Mu="D3", Nu="C4").declare("attack", "Mu")
    table("react", 2, "cover", 1)("react", 3, "cover", 2).declare("nothing")("execute")
    assert ep(table) == {"Ra": 3000, "Io": 3000, "Mu": 3000, "Nu": 2400}


def test_the_second_coverer_takes_over_when_the_first_has_fallen():
    """A-Q35: two attacks of 300, doubled; Mu falls by the first of them."""
    table = Table().add("Ra", "enemy", "H", hand="C8").add("Ku", "enemy", "C", hand="H7").add("Io", hand="H2")
    table.add("Mu", ep=600, hand="D3").add("Nu", hand="C4")("begin", "")
    table.choose(Ra="C8", Ku="H7", Io="H2", Mu="D3", Nu="C4").declare("attack", "Io").declare("attack", "Io")
    table("react", 3, "cover", 2)("react", 4, "cover", 2).declare("nothing")("execute")("execute")
    assert table["Mu"].gone == "lost"
    assert ep(table) == {"Ra": 3000, "Ku": 3000, "Io": 3000, "Mu": 0, "Nu": 2400}


def test_a_guard_of_ones_own_halves_as_ever_where_the_covered_ones_counts():
    """A-Q36: nobody covers, so nothing is different."""
    table = attacked(covered_guard=True).declare("nothing").declare("nothing").declare("guard")("execute")
    assert table["Io"].ep == 3000 - 150


# --- EP and cards of the defeated -------------------------------------------------------------------------------------


def test_one_ep_stays_where_the_table_wants_it():
    """A-Q37: in a combat, in a clash with cards to buy, and in exploration."""
    stays = Rulings(last_ep="stays")
    assert ep_draw(0, 5, 100) == (1, 0)
    with pytest.raises(ForbiddenAction, match="A-Q37"):
        ep_draw(0, 5, 100, stays)
    assert ep_draw(0, 5, 101, stays) == (1, 1)
    known = Knowledge((), read_cards("H5"), S, 30, 500, read_cards("D9"), H, 40, 5000, 0, buys=1, plays="none")
    assert [choice.bought for choice in advise(known).choices] == [1, 0]
    assert [choice.bought for choice in advise(known, Rulings(deck="52", last_ep="stays")).choices] == [0]


@every(("last_ep", "most"), [("may_be_paid", 2), ("stays", 1)])
def test_the_last_ep_in_a_decisive_clash(last_ep, most):
    """A-6.15, A-Q37: 1000 EP buy two cards, or one if a point has to stay."""
    table = Table(last_ep=last_ep)("set", 1, True)
    table.add("Io", ep=1000, power=50, hand="S9").add("Ra", "enemy", "H", power=30, hand="H9 HK")("begin", "")
    table.choose(Io="S9", Ra="H9")("drawn", "DK DQ", "tie").declare("attack", "Io").declare("attack", "Ra")
    table("drawn", "S8", "deal", 0, 1)("execute")("discard", 0, ["S8"])("drawn", "C2", "open")("lay", ["HK"])
    assert may_buy(table.state) == most


@every(("lost_hand", "hand"), [("kept", "S2 S9"), ("discarded", "")])
def test_a_card_face_down_of_somebody_who_falls(lost_hand, hand):
    """A-Q38: it has not been turned up, so it is a card of the hand again; and nothing vanishes if they come back."""
    table = Table(lost_hand=lost_hand).add("Io", hand="S9 S2").add("Mu", hand="D2").add("Ra", "enemy", "H", hand="H8")
    table("begin", "").choose(Io="S9")("change", 0, "ep", 0)
    assert sorted(table["Io"].hand) == sorted(read_cards(hand))
    table.choose(Mu="D2", Ra="H8").declare("nothing").declare("nothing").refill()
    table("change", 0, "ep", 500)("round")
    assert table["Io"].there
    if hand:
        table.choose(Io="S2")


@every(
    ("declared", "field", "discards"),
    [
        (("attack", "Ra", ["S3"]), "S9 S3", "S2"),
        (("flee", None, []), "S9", "S2 S3"),
    ],
)
def test_the_cards_of_a_declaration_have_left_the_hand_when_the_last_ep_pay_for_it(declared, field, discards):
    """A-3.4, A-7.8, A-Q37, A-Q38: what is discarded with Io is the rest of the hand; no card is there twice."""
    kind, target, cards = declared
    table = Table(lost_hand="discarded").add("Io", ep=500, hand="S9 S2 S3").add("Ra", "enemy", "H", hand="H8")
    table("begin", "").choose(Io="S9", Ra="H8")
    table.declare(kind, target, cards, cost=500, **({"discard": "S2"} if kind == "flee" else {}))
    assert (table["Io"].gone, table["Io"].hand, table["Io"].field) == ("lost", (), read_cards(field))
    assert table.state.discards == read_cards(discards)


def test_a_king_of_the_defeated_raises_aces_until_the_actions_are_done():
    """A-Q38, A-Q2: cards in the field stay there."""
    table = Table().add("Io", hand="S9 SQ").add("Ra", "enemy", "H", ep=300, hand="HK H2").add("Mu", hand="DA D3")
    table("begin", "").choose(Io="S9", Ra="HK", Mu="DA")
    table.declare("attack", "Io").declare("nothing").declare("attack", "Ra", ["SQ"])("execute")
    assert table["Ra"].gone == "lost"
    assert momentum(table.state, 2) == 14
    table("execute")
    assert table["Io"].ep == 2700


# --- attacks ----------------------------------------------------------------------------------------------------------


def test_an_attack_on_somebody_who_has_left_does_nothing():
    """A-Q44."""
    table = Table().add("Ra", "enemy", "H", hand="C8").add("Io", hand="H9 H2 H3").add("Mu", hand="D2")
    table("begin", "").choose(Ra="C8", Io="H9", Mu="D2").declare("flee", discard="H2").declare("attack", "Io")
    table.declare("nothing")("execute")("execute")
    assert "Ra’s target is gone" in table.said
    assert "A-Q44" in next(event.rules for event in table.log if "target is gone" in event.text.en)
    assert ep(table) == {"Ra": 3000, "Io": 3000, "Mu": 3000}


@every(("left", "gone"), [(3000, "fled"), (300, "lost")])
def test_attack_and_flight_at_the_same_value_both_happen(left, gone):
    """A-Q45, A-4.2: the attack hits, and whoever still stands gets away."""
    table = Table().add("Ra", "enemy", "H", hand="C8").add("Io", ep=left, hand="D8 H2 H3").add("Mu", hand="D2")
    table("begin", "").choose(Ra="C8", Io="D8", Mu="D2")("drawn", "CK C3", "tie")
    table.declare("attack", "Io").declare("flee", discard="H2").declare("nothing")("execute")
    assert (table["Io"].ep, table["Io"].gone) == (left - 300, gone)


@every(("mine", "cancelled"), [("DK", True), ("D9", False), ("D8", False)])
def test_only_an_attack_before_the_flight_cancels_a_pursuit(mine, cancelled):
    """A-Q40, A-Q45: Io flees at 9, Ra pursues, and Mu attacks Ra before that, at the same time, or after it."""
    table = Table(pursue_cancelled=True).add("Io", hand="S9 S4 S6").add("Mu", suit="D", hand=f"{mine} D3")
    table.add("Ra", "enemy", "H", hand="H2 HK")("begin", "").choose(Io="S9", Mu=mine, Ra="H2")
    if table.state.stage is Stage.TIE:
        table("drawn", "CQ C5", "tie")
    attack, flee = ["declare", "attack", 2], ["declare", "flee", None, [], {"discard": "S4"}]
    for action in [attack, flee] if cancelled else [flee, attack]:
        table(*action)
    table.declare("pursue", "Io")("execute")
    if not cancelled:
        table("drop", "S6")("chase", "HK")("caught", "block")
    if table.state.stage is Stage.ACT:
        table("execute")
    assert (table["Io"].gone, table["Ra"].ep) == ("fled" if cancelled else "", 2400)
    assert ("Ra’s action is cancelled" in table.said) == cancelled


def test_the_factor_of_the_winners_special_attack_counts_in_a_clash():
    """A-Q18: 13 against 9 at attack power 40, twice by the special attack and twice by the own suit."""
    table = duel("S9 S2", "H9 H3").choose(Io="S9", Ra="H9")("drawn", "DK C5", "tie")
    table.declare("attack", "Io").declare("attack", "Ra", special="2")("execute")("drawn", "S4", "open")("lay", [])
    assert table["Ra"].ep == 3000 - 40 * 4 * 2 * 2
