"""Combat with cards, told as at a table: order, cancelling, damage, clash, flight, refill, reshuffle."""

from fractions import Fraction
from itertools import permutations

import pytest

from rules_py.avatar.cards import deck_of, read_cards
from rules_py.avatar.effects import (
    attack_damage,
    attack_power,
    ep_draw,
    power_release,
    pursuit,
    refill_price,
    sleep_draw,
)
from rules_py.avatar.model import Phase, Stage, declaring, may_buy, momentum, seats
from rules_py.core.errors import ForbiddenAction, InputError
from tests.rows import every

from .table import Table, duel


def drawn(*cards):
    return lambda *action: ["drawn", " ".join(cards), *action]


# --- damage -----------------------------------------------------------------------------------------------------------


def test_a_normal_attack_is_a_tenth_of_ep():
    """A-X11, A-X12."""
    assert attack_damage(3200) == 320
    assert attack_damage(3200, strong=True) == 640
    assert attack_damage(3200, strong=True, guard=True) == 320
    assert attack_damage(3200, strong=True, cover=True) == 1280
    assert attack_damage(3257) == 325
    assert attack_damage(3257, strong=True) == 651, "rounded once, at the end"
    assert attack_damage(3257, strong=True, special=Fraction(3, 2)) == 977


def test_a_pursuit_needs_a_higher_card():
    """A-X17: one random card each; a fleer without a card is always caught."""
    ranks = [card.rank for card in deck_of(0)]
    pairs = list(permutations(ranks, 2))
    assert Fraction(sum(pursuit(f, p) for f, p in pairs), len(pairs)) == Fraction(8, 17)
    assert all(pursuit(0, rank) for rank in ranks)
    assert not pursuit(0, None)


def test_what_refill_and_release_cost():
    """A-X19, A-M9."""
    assert refill_price(3) == 300
    assert power_release(3000, 1501, "half") == (3751, 750)
    assert power_release(3000, 1501, "zero") == (4501, 0)


def test_what_cards_cost_in_exploration():
    """A-X19, A-11.10, A-11.12, A-11.14, A-M13: sleep is free, three cards cost 300 EP, nothing above the limit."""
    assert [sleep_draw(hand, 5) for hand in (0, 2, 5, 6)] == [5, 3, 0, 0]
    hand, ep = 2, 1000
    for _ in range(3):
        hand, ep = ep_draw(hand, 5, ep)
    assert (hand, ep) == (5, 700)
    for asked, rule in (((5, 5, 700), "A-11.14"), ((6, 5, 700), "A-11.14"), ((0, 5, 99), "A-11.12")):
        with pytest.raises(ForbiddenAction, match=rule):
            ep_draw(*asked)
    assert ep_draw(4, 5, 100) == (5, 0)
    for wrong in ((-1, 5), (2, -1), (2, 21), (True, 5)):
        with pytest.raises(InputError):
            sleep_draw(*wrong)


def test_an_attack_power_that_nobody_told_is_a_tenth_of_the_ep_left():
    """A-6.9, A-6.21, A-Q27: our reading; in whole points."""
    assert [attack_power(None, ep) for ep in (0, 9, 3257)] == [0, 0, 325]
    assert attack_power(0, 3257) == 0
    table = Table().add("Io", hand="S9 S2", ep=3200, power=None).add("Ra", "enemy", "H", power=None, hand="H9 H3")
    table("begin", "").choose(Io="S9", Ra="H9")("drawn", "DK DQ", "tie").declare("attack", "Io").declare("attack", "Ra")
    table("execute")("drawn", "C4", "open")
    assert momentum(table.state, 0) == 13, "320 against 300: the stronger adds the card"
    table("lay", [])
    assert (table["Ra"].ep, table.state.planet) == (3000 - 320 * 4, 32)
    assert table["Ra"].attack_power == 172
    table("change", 1, "power", 50)("change", 0, "power", 7)("change", 0, "power", None)
    assert (table["Ra"].attack_power, table["Io"].attack_power) == (50, 320)
    with pytest.raises(InputError):
        table("change", 1, "ep", None)


# --- order ------------------------------------------------------------------------------------------------------------


def test_the_higher_first_card_declares_first_and_the_higher_total_acts_first():
    """A-3.3, A-3.4, A-4.1, A-Q5."""
    table = duel("S9 S2 HQ", "H8 HK").choose(Io="S9", Ra="H8")
    assert declaring(table.state) == [0]
    table.declare("attack", "Ra").declare("attack", "Io", ["HK"])
    assert momentum(table.state, 1) == 21
    table("execute")
    assert table["Io"].ep == 3000 - 600, "a strong hit"
    assert (table["Io"].acted, table["Io"].cancelled) == (True, True), "A-5.2"
    assert (table["Ra"].acted, table["Ra"].cancelled) == (True, False)
    assert table["Ra"].ep == 3000


@every(("declare_by", "first"), [("first_card", 1), ("action_value", 2)])
def test_an_added_king_raises_a_waiting_ace(declare_by, first):
    """A-Q5: the ace's player declares before the seven's only if the action value so far decides."""
    table = Table(declare_by=declare_by)
    table.add("Io", hand="S9 SK").add("Ra", "enemy", "H", hand="H7").add("Ku", "enemy", "C", hand="CA")
    table("begin", "").choose(Io="S9", Ra="H7", Ku="CA").declare("attack", "Ra", ["SK"])
    assert declaring(table.state) == [first]


def test_a_tie_is_drawn_for_and_drawn_again():
    """A-3.7 to A-3.9, A-Q6: an ace counts 1 and a Joker 13, in any order; the discards are not in the field."""
    table = duel("S9 S2", "H9 H2").choose(Io="S9", Ra="H9")
    assert table.state.stage is Stage.TIE
    table("drawn", "SA HA", "tie")
    assert table.state.stage is Stage.TIE
    table("drawn", "CQ X", "tie")
    assert declaring(table.state) == [0], "the master's draw comes first, so the Joker is Io's"
    assert table.state.discards == read_cards("SA HA CQ X")


def test_a_deck_too_small_for_a_tie_is_reshuffled_after_it():
    """A-3.10, A-3.11: clockwise from the master."""
    table = duel("S9 S2", "H9 H2").choose(Io="S9", Ra="H9")
    table("discard", 0, ["S2"])
    left = len(table.state.deck)
    table("deal", 0, 20)("deal", 0, 20)("deal", 0, left - 41)
    assert len(table.state.deck) == 1
    table("tie")
    assert table.state.stage is Stage.RESHUFFLE
    table("reshuffle")
    assert declaring(table.state) == [1]


def tied(left=()):
    """Io, Ra and the master's Ku show a 9; the deck holds these cards, or all that are in no hand."""
    table = Table().add("Io", hand="S9 S2").add("Ra", suit="H", hand="H9 H2").add("Ku", "enemy", "C", hand="C9 C2")
    table("begin", "")
    if left:
        deal(table, [card.code for card in table.state.deck if card.code not in left])
    return table.choose(Io="S9", Ra="H9", Ku="C9")


def deal(table, codes):
    """Deal these cards to Io."""
    for first in range(0, len(codes), 20):
        table("drawn", " ".join(codes[first : first + 20]), "deal", 0, len(codes[first : first + 20]))


def test_the_deck_is_not_reshuffled_while_two_of_three_are_still_equal():
    """A-3.9 to A-3.11: Ku declares, the others go clockwise, and only then comes the reshuffle, and Ku's card."""
    table = tied(["DK", "D5", "H5"])("drawn", "DK D5 H5", "tie")
    assert (table.state.stage, declaring(table.state)) == (Stage.DECLARE, [2])
    table.declare("guard")
    assert table["Ku"].hand == read_cards("C2")
    assert (table.state.stage, declaring(table.state)) == (Stage.TIE, [0, 1])
    table("tie")
    assert (table.state.stage, declaring(table.state)) == (Stage.RESHUFFLE, [0])
    table("reshuffle")
    assert len(table["Ku"].hand) == 2, "one discarded, one dealt, and the one of the Guard"
    assert declaring(table.declare("nothing").state) == [1]


@every("ends", [["react", 1, "cover", 0], ["change", 1, "ep", 0]])
def test_a_tie_of_which_one_alone_is_left_keeps_no_deck_from_being_reshuffled(ends):
    """A-3.11: Ra covers Io instead, or falls, while both are equal."""
    table = tied()("drawn", "D3 D5 H5", "tie")
    assert declaring(table.state) == [0, 1]
    table(*ends)
    assert declaring(table.state) == [0]
    deal(table, [card.code for card in table.state.deck])
    assert table.state.stage is Stage.RESHUFFLE


def test_without_a_card_one_declares_last():
    """A-Q31."""
    table = duel("", "H2").choose(Ra="H2")
    assert declaring(table.state) == [1]
    table.declare("guard")
    assert declaring(table.state) == [0]
    assert table["Io"].number == 0


# --- declarations -----------------------------------------------------------------------------------------------------


def test_guard_halves_draws_and_cannot_be_cancelled():
    """A-7.1 to A-7.3."""
    table = duel("H9", "C8").choose(Io="H9", Ra="C8").declare("attack", "Ra").declare("guard")
    assert len(table["Ra"].hand) == 1
    table("execute")
    assert table["Ra"].ep == 3000 - 150


def three(**rulings):
    table = Table(**rulings)
    table.add("Io", hand="HK").add("Mu", hand="D7 D3").add("Ra", "enemy", "H", power=30, hand="CQ C2")
    return table("begin", "").choose(Io="HK", Mu="D7", Ra="CQ")


def test_cover_takes_twice_the_damage_and_spares_the_action():
    """A-7.4 to A-7.6, A-Q29: by giving up one's own action, at any time."""
    table = three()
    table.declare("attack", "Ra").declare("attack", "Io")
    table("react", 1, "cover", 2)
    assert table["Mu"].acted
    table("execute")
    assert (table["Ra"].ep, table["Mu"].ep) == (3000, 3000 - 600)
    assert table["Ra"].pending, "what Cover takes is no attack on the one covered"
    table("execute")
    assert table["Io"].ep == 2700


@every(("guard_and_cover", "ep"), [(False, None), (True, 2700)])
def test_guard_and_cover(guard_and_cover, ep):
    """A-Q22: factors cancel out where the table allows both."""
    table = three(guard_and_cover=guard_and_cover)
    table.declare("attack", "Ra").declare("attack", "Io").declare("guard")
    if not guard_and_cover:
        with pytest.raises(ForbiddenAction):
            table("react", 1, "cover", 2)
        return
    table("react", 1, "cover", 2)("execute")
    assert table["Mu"].ep == ep
    with pytest.raises(ForbiddenAction):
        table("react", 1, "cover", 0)


@every(("cancelled_by", "pending"), [("attack", False), ("damage", True)])
def test_an_attack_that_does_nothing(cancelled_by, pending):
    """A-Q29."""
    table = Table(cancelled_by=cancelled_by)
    table.add("Io", ep=9, hand="HK").add("Ra", "enemy", "H", hand="CQ")("begin", "")
    table.choose(Io="HK", Ra="CQ").declare("attack", "Ra").declare("attack", "Io")("execute")
    assert table["Ra"].ep == 3000
    assert table["Ra"].pending == pending or table.state.phase is not Phase.ACT


def test_one_may_cancel_what_waits_and_costs_are_paid():
    """A-3.6, A-5.4."""
    table = duel("H9", "C8").choose(Io="H9", Ra="C8").declare("other", words="a miracle", cost=700)
    assert table["Io"].ep == 2300
    table("cancel", 0)
    with pytest.raises(ForbiddenAction, match="no action to be carried out"):
        table("cancel", 0)
    table.declare("attack", "Io")("execute")
    assert table["Io"].ep == 2000


def test_ep_that_are_not_there_cannot_be_spent():
    """A-3.6."""
    table = duel("H9", "C8").choose(Io="H9", Ra="C8")
    with pytest.raises(ForbiddenAction, match="3000"):
        table.declare("attack", "Ra", cost=3001)


def test_power_release_goes_with_a_declaration():
    """A-7.17 to A-7.22: SEP to 0 fills the hand, and the new cards can be added."""
    table = Table().add("Io", sep=901, hand="H9").add("Ra", "enemy", "H", hand="C8")
    table("begin", "").choose(Io="H9", Ra="C8")
    table("drawn", "S2 S3 S4 S5 S6", "release", "zero")
    assert (table["Io"].ep, table["Io"].sep, len(table["Io"].hand)) == (3901, 0, 5)
    with pytest.raises(ForbiddenAction):
        table("release", "half")
    table.declare("attack", "Ra", ["S6"])
    assert momentum(table.state, 0) == 15


@every("to", ["half", "zero"])
def test_without_sep_nothing_is_released_and_no_card_drawn(to):
    """A-7.19, A-7.21: nothing is reduced."""
    table = Table().add("Io", sep=0, hand="H9").add("Ra", "enemy", "H", hand="C8")
    table("begin", "").choose(Io="H9", Ra="C8")
    with pytest.raises(ForbiddenAction, match="no SEP"):
        table("release", to)
    assert table["Io"].hand == ()


@every(("release_rounding", "ep"), [("whole_points", 3451), ("whole_percents", 3450)])
def test_release_can_be_counted_in_percents(release_rounding, ep):
    """A-Q8."""
    table = Table(release_rounding=release_rounding).add("Io", sep=901, hand="H9").add("Ra", "enemy", "H", hand="C8")
    table("begin", "").choose(Io="H9", Ra="C8")("release", "half")
    assert table["Io"].ep == ep
    assert table["Io"].sep == 450


# --- first strike -----------------------------------------------------------------------------------------------------


@every(("first_strike_refill", "cards"), [(False, 2), (True, 3)])
def test_a_first_strike_needs_no_cards(first_strike_refill, cards):
    """A-1.4 to A-1.7, A-Q28."""
    table = Table(first_strike_refill=first_strike_refill)
    table.add("Io", hand="S9 S8").add("Ra", "enemy", "H", hand="H2 H3").add("Ku", "enemy", "C", hand="C2 C3")
    table("begin", "enemy")
    with pytest.raises(ForbiddenAction):
        table("strike", 0, "attack", 1)
    table("strike", 2, "attack", 0, {"special": "3/2", "cost": 100})
    assert (table["Io"].ep, table["Ku"].ep) == (3000 - 435, 2900)
    table("strike", 1, "attack", 0)
    assert table["Io"].ep == 3000 - 435 - 300, "no strong hit without a card"
    table.refill()
    assert len(table["Io"].hand) == cards
    assert table.state.stage is (Stage.END if first_strike_refill else Stage.CHOOSE)


# --- clash ------------------------------------------------------------------------------------------------------------


def clash(io, ra, *, first, **rulings):
    """Io and Ra attack each other with the same first number."""
    table = duel(f"{first[0]} {io}", f"{first[1]} {ra}", **rulings)
    table.choose(Io=first[0], Ra=first[1])("drawn", "DK DQ", "tie")
    who = ["Io", "Ra"] if declaring(table.state) == [0] else ["Ra", "Io"]
    for name in who:
        table.declare("attack", "Ra" if name == "Io" else "Io")
    return table("execute")


def test_a_clash_from_step_1_to_the_damage():
    """A-6.8 to A-6.13, A-6.20, A-6.21."""
    table = clash("SQ S2", "H10 H3", first=("S9", "H9"))
    assert table.state.stage is Stage.OPENING
    table("drawn", "C4", "open")
    assert (momentum(table.state, 0), table.state.playing) == (13, 1)
    table("lay", ["H10"])
    assert table.state.playing == 0
    table("lay", ["SQ"])
    assert table.state.playing == 1
    table("lay", [])
    assert table.state.stage is Stage.REFILL
    assert table["Ra"].ep == 3000 - 40 * (25 - 19)
    assert table["Io"].ep == 3000
    assert table.state.planet == 4


def test_a_strong_hit_doubles_the_damage_of_a_clash():
    """A-Q18: all field cards of the winner have its own suit."""
    for allowed, ep in ((True, 3000 - 2 * 40 * 11), (False, 3000 - 40 * 11)):
        table = clash("S2", "H3", first=("S9", "H9"), clash_strong_hit=allowed)
        table("drawn", "SJ", "open")("lay", [])
        assert table["Ra"].ep == ep, "momentum 20 against 9"


def test_the_attacks_may_be_dealt_as_well():
    """A-Q18."""
    table = clash("S2", "H3", first=("S9", "H9"), clash_attacks="also")
    assert (table["Io"].ep, table["Ra"].ep) == (2400, 2400), "strong hits both"


def test_equal_momentum_has_no_winner():
    """A-Q17: reaching equality is not superior."""
    table = clash("S2", "H4 H3", first=("S9", "H9"))
    table("drawn", "C4", "open")("lay", ["H4"])
    assert table.state.stage is Stage.REFILL
    assert (table["Io"].ep, table["Ra"].ep, table.state.planet) == (3000, 3000, 0)


def test_equal_on_both_counts_is_drawn_for():
    """A-Q17."""
    table = Table().add("Io", hand="S9 S2", power=30).add("Ra", "enemy", "H", power=30, hand="H9 H3")
    table("begin", "").choose(Io="S9", Ra="H9")("drawn", "DK DQ", "tie")
    table.declare("attack", "Io").declare("attack", "Ra")("execute")
    assert table.state.stage is Stage.EVEN
    table("drawn", "C5 D5", "even")
    assert table.state.stage is Stage.EVEN
    table("drawn", "C6 CK", "even")
    assert (table.state.stage, table.state.playing) == (Stage.CLASH, 1)


def test_a_decisive_battle():
    """A-X19, A-6.14 to A-6.17: four cards cost 2000 EP; one who cannot pay cannot draw."""
    table = clash("S2", "H3", first=("S9", "H9"), decisive=True)
    table("drawn", "CK", "open")("lay", ["H3"])
    assert table.state.stage is Stage.REFILL, "it played, did not become superior, and step 2 is over"
    table = clash("S2", "H3 H4", first=("S9", "H9"), decisive=True)
    with pytest.raises(ForbiddenAction, match="still holds"):
        table("drawn", "C2", "open")("buy", 1)
    table("lay", ["H3"])("lay", ["S2"])
    table("lay", ["H4"])
    assert (table.state.playing, may_buy(table.state)) == (0, 5)
    table("buy", 4)
    assert (table["Io"].ep, len(table["Io"].hand), may_buy(table.state)) == (1000, 4, 1)
    with pytest.raises(InputError):
        table("buy", 2)


def test_without_a_decisive_battle_nothing_can_be_bought():
    """A-6.14."""
    table = clash("S2", "H3 H4", first=("S9", "H9"))("open")
    if table.state.stage is Stage.CLASH:
        with pytest.raises(ForbiddenAction):
            table("buy", 1)


def test_whoever_has_not_acted_may_help_either_side():
    """A-6.18, A-6.19, A-Q19: one card, for the own action."""
    for clash_help, stage in (("ends", Stage.REFILL), ("reopens", Stage.CLASH)):
        table = Table(clash_help=clash_help)
        table.add("Io", hand="S9 S2").add("Ra", "enemy", "H", power=30, hand="H9 H3").add("Mu", hand="D8 DQ")
        table("begin", "").choose(Io="S9", Ra="H9", Mu="D8")("drawn", "DK C5", "tie")
        table.declare("attack", "Io").declare("attack", "Ra").declare("attack", "Ra")("execute")
        table("drawn", "C4", "open")("lay", [])
        assert table.state.stage is Stage.HELP
        table("help", 2, 1, "DQ")
        assert table["Mu"].cancelled
        assert table.state.stage is stage
        if clash_help == "reopens":
            assert (momentum(table.state, 1), table.state.playing) == (21, 0)
        if clash_help == "ends":
            assert table["Io"].ep == 3000 - 30 * 8


def test_a_death_ends_the_clash():
    """A-6.5, A-6.6: another attacks one of the two while the clash stands."""
    table = Table()
    table.add("Io", hand="S9 S2").add("Ra", "enemy", "H", ep=320, power=30, hand="H9 H3").add("Mu", ep=3100, hand="D8")
    table("begin", "").choose(Io="S9", Ra="H9", Mu="D8")("drawn", "DK C5", "tie")
    table.declare("attack", "Io").declare("attack", "Ra").declare("attack", "Ra", special="2")("execute")
    assert table.state.stage is Stage.OPENING
    table("drawn", "C4", "open")("lay", [])
    table("execute")
    assert table["Ra"].gone == "lost"
    assert "The clash ends at once" in table.said
    assert table.state.planet == 0


def test_no_clash_after_a_cancelled_attack_or_with_too_different_ep():
    """A-6.3, A-6.4, A-6.7."""
    table = Table().add("Io", ep=30_000, hand="S9 S2").add("Ra", "enemy", "H", hand="H9 H3")("begin", "")
    table.choose(Io="S9", Ra="H9")("drawn", "DK DQ", "tie").declare("attack", "Io").declare("attack", "Ra")("execute")
    assert (table["Io"].ep, table["Ra"].gone) == (30_000, "lost"), "one-sidedly, 6000 by a strong hit"
    table = duel("S9", "H9 H3").choose(Io="S9", Ra="H9")("drawn", "DK DQ", "tie")
    table.declare("attack", "Io").declare("attack", "Ra")("execute")
    assert (table["Io"].ep, table["Ra"].ep) == (2400, 3000)
    table = duel("S9", "H9").choose(Io="S9", Ra="H9")("drawn", "DK DQ", "tie")
    table.declare("attack", "Io").declare("attack", "Ra")("execute")
    assert (table["Io"].ep, table["Ra"].ep) == (2400, 2400)


def test_there_is_no_reshuffle_during_a_clash():
    """A-6.2."""
    table = clash("S2", "H3", first=("S9", "H9"))
    left = len(table.state.deck)
    table("deal", 0, 20)("deal", 0, 20)("deal", 0, left - 40)
    assert table.state.stage is Stage.OPENING
    table("open")
    assert table.state.stage is Stage.CLASH
    table("lay", [])
    assert table.state.stage in (Stage.RESHUFFLE, Stage.REFILL)
    assert table.refill().state.stage is Stage.END


# --- flight -----------------------------------------------------------------------------------------------------------


def fled(*pursuers, hand="S9 S4 S6"):
    table = Table().add("Io", hand=hand).add("Ra", "enemy", "H", hand="H8 H5").add("Ku", "enemy", "C", hand="C7 CQ")
    table("begin", "").choose(Io="S9", Ra="H8", Ku="C7").declare("flee", discard="S4").declare("nothing")
    for name in pursuers:
        table("react", table.number(name), "pursue", 0)
    if "Ku" not in pursuers:
        table.declare("attack", "Ra")
    return table("execute")


def test_flight_without_pursuit():
    """A-7.8, A-7.9."""
    table = fled()
    assert table["Io"].gone == "fled"
    assert table["Io"].hand == read_cards("S6")


@every(("choice", "gone"), [("block", ("", "")), ("tail", ("fled", "fled"))])
def test_a_pursuit_that_succeeds(choice, gone):
    """A-7.11 to A-7.16, A-Q20, A-Q21: two separate cards."""
    table = fled("Ku")("drop", "S6")("chase", "CQ")("caught", choice)
    assert (table["Io"].gone, table["Ku"].gone) == gone


def test_a_pursuit_with_no_card_fails_even_against_zero():
    """A-7.14, A-7.15."""
    table = fled("Ku", hand="S9 S4")("chase")
    assert table["Io"].gone == "fled"


def test_pursue_needs_a_flight():
    """A-7.11."""
    table = duel("S9", "H8").choose(Io="S9", Ra="H8")
    with pytest.raises(InputError, match="flee"):
        table.declare("pursue", "Ra")


# --- refill and reshuffle ---------------------------------------------------------------------------------------------


def test_refill_clockwise_from_the_master_and_a_second_card_for_ep():
    """A-4.3 to A-4.5, A-Q30: stage 2 costs 200 EP."""
    table = duel("S9 S2", "H8").choose(Io="S9", Ra="H8").declare("nothing").declare("nothing")
    assert table.state.stage is Stage.REFILL
    assert seats(table.state) == [1, 0]
    table("drawn", "C2", "draw")
    assert table["Ra"].hand == read_cards("C2")
    table("drawn", "C3", "more")
    assert table["Ra"].ep == 2800
    with pytest.raises(ForbiddenAction, match="just drawn"):
        table("more")
    table("draw")
    assert table.state.stage is Stage.END
    table("round")
    assert table.state.round == 2


@every(("above_limit", "cards"), [("allowed", 6), ("not_drawn", 5)])
def test_a_hand_above_its_limit(above_limit, cards):
    """A-Q30."""
    table = duel("S9 S2 S3 S4 S5 S6", "H8", above_limit=above_limit).choose(Io="S9", Ra="H8")
    table.declare("nothing").declare("nothing").refill()
    assert len(table["Io"].hand) == cards


def test_nobody_pays_for_a_second_card_that_is_not_drawn():
    """A-4.5, A-Q30: at the limit of five, where the table lets no hand grow above it."""
    table = duel("S9 S2 S3 S4 S5 S6", "H8", above_limit="not_drawn").choose(Io="S9", Ra="H8")
    table.declare("nothing").declare("nothing")("rest")
    with pytest.raises(ForbiddenAction, match="hand limit, EP or deck allow no more"):
        table("more")
    assert table["Io"].ep == 3000
    assert table("discard", 0, ["S2"])("more")["Io"].ep == 2800


def test_nobody_pays_for_a_second_card_where_none_is_left():
    """A-4.5, A-Q24: all cards are in hands, and nothing is there to be reshuffled."""
    table = Table(first_strike_refill=True).add("Ra", "enemy", "H").add("Io")("begin", "pc")("struck").refill()
    deal(table, [card.code for card in table.state.deck])
    assert (table.state.stage, table.state.deck, table.state.discards) == (Stage.END, (), ())
    with pytest.raises(ForbiddenAction, match="hand limit, EP or deck allow no more"):
        table("more")
    assert table["Io"].ep == 3000


@every(("reshuffle", "deals"), [("discard_and_deal", True), ("shuffle", False)])
def test_the_reshuffle(reshuffle, deals):
    """A-Q24: when the last card is drawn, everyone discards one, the pile becomes the deck, one is dealt to each."""
    table = duel("S9 S2", "H8 H2", reshuffle=reshuffle).choose(Io="S9", Ra="H8").declare("nothing").declare("nothing")
    table.refill()
    left = len(table.state.deck)
    table("deal", 0, 20)("deal", 0, 20)
    table("deal", 0, left - 40)
    assert table.state.stage is Stage.RESHUFFLE
    hands = [len(fighter.hand) for fighter in table.state.fighters]
    table("reshuffle", [[1, "H2"]]) if deals else table("reshuffle")
    assert [len(fighter.hand) for fighter in table.state.fighters] == hands
    assert len(table.state.deck) == 2
    if deals:
        table("deal", 0, 2)
        assert table.state.stage is Stage.END, "no discards, so there is nothing to reshuffle"


def test_a_joker_is_declared_when_it_is_played_or_turned_up():
    """A-2.2, A-Q4."""
    table = duel("X S2", "HA H2")
    with pytest.raises(InputError, match="declare"):
        table.choose(Io="X", Ra="HA")
    table.choose(Io="X=SK", Ra="HA")
    assert (table["Io"].number, table["Ra"].number) == (13, 14), "a Joker that is a king makes the ace 14"
    table = duel("X S2", "HA H2", joker="rank")
    with pytest.raises(InputError, match="no suit"):
        table.choose(Io="X=SK", Ra="HA")
    table.choose(Io="X=K", Ra="HA")
    assert not table["Io"].strong
    table = clash("S2", "H3", first=("S9", "H9"))("drawn", "X", "open")
    assert table.state.stage is Stage.JOKER
    table("joker", "X=S5")
    assert momentum(table.state, 0) == 14


# --- what is wrong ----------------------------------------------------------------------------------------------------


@every(
    "action",
    [
        ["choose", [[0, "HK"]]],
        ["choose", [[0, "S9"], [0, "S2"]]],
        ["choose", [[7, "S9"]]],
        ["choose", [[0, "nonsense"]]],
        ["choose", 5],
        ["choose", None],
        ["declare", "attack", 1],
        ["drawn", "S9", "choose", [[0, "S2"], [1, "H8"]]],
        ["drawn", "C5", "choose", [[0, "S2"], [1, "H8"]]],
        ["drawn"],
        ["set", 0, True],
        ["set", 1, 1],
        ["change", 0, "ep", -1],
        ["change", 0, "luck", 1],
        ["change", 9, "ep", 1],
        ["discard", 0, []],
        ["discard", 0, ["S9", "S9"]],
        ["deal", 0, 0],
        ["begin", ""],
        ["nonsense"],
        [None],
        [],
    ],
)
def test_an_action_that_is_not_allowed_is_refused(action):
    table = duel("S9 S2", "H8 H3")
    before = table.state
    with pytest.raises(InputError):
        table(*action)
    assert table.state == before


@every(
    ("kind", "target", "cards", "options"),
    [
        ("attack", None, [], {}),
        ("attack", 0, [], {}),
        ("attack", 1, ["S2", "S2"], {}),
        ("attack", 1, ["H3"], {}),
        ("attack", 1, [], {"special": "0"}),
        ("attack", 1, [], {"special": "x"}),
        ("attack", 1, [], {"special": "1/0"}),
        ("attack", 1, [], {"cost": -1}),
        ("guard", None, [], {"special": "2"}),
        ("flee", None, [], {}),
        ("flee", None, ["S2"], {"discard": "S2"}),
        ("cover", None, [], {}),
        ("dance", None, [], {}),
        ("other", None, [], {"words": "x" * 61}),
        ("attack", 1, [], 5),
    ],
)
def test_a_declaration_that_is_not_allowed_is_refused(kind, target, cards, options):
    table = duel("S9 S2", "H8 H3").choose(Io="S9", Ra="H8")
    with pytest.raises(InputError):
        table("declare", kind, target, cards, options)


def test_the_same_card_cannot_be_in_two_hands():
    with pytest.raises(InputError, match="nobody holds"):
        Table().add("Io", hand="S9").add("Ra", "enemy", hand="S9")
