"""Every open question that a combat feels, told as a story under each of its answers."""

from rules_py.avatar.model import declaring, may_buy
from tests.stories import ToldUnderEachAnswer

from .table import Table, duel


def the_deck(**rulings):
    """A-Q1: cards besides those in two hands."""
    return len(duel("S9", "H8", **rulings).state.deck)


def an_ace_and_a_king(**rulings):
    """A-Q2: Io's ace, Ra's king."""
    return duel("SA", "HK", **rulings).choose(Io="SA", Ra="HK")["Io"].number


def a_joker(**rulings):
    """A-Q4: does a Joker as the own suit complete a strong hit?"""
    table = duel("X S2", "H8", **rulings)
    return table.choose(Io="X=K" if rulings.get("joker") == "rank" else "X=SK", Ra="H8")["Io"].strong


def a_late_king(**rulings):
    """A-Q5: Io adds a king; who declares next, the seven or the ace?"""
    table = (
        Table(**rulings).add("Io", hand="S9 SK").add("Ra", "enemy", "H", hand="H7").add("Ku", "enemy", "C", hand="CA")
    )
    table("begin", "").choose(Io="S9", Ra="H7", Ku="CA").declare("attack", "Ra", ["SK"])
    return table.state.fighters[declaring(table.state)[0]].name.en


def an_odd_tenth(**rulings):
    """A-Q7: EP 3257."""
    table = Table(**rulings).add("Io", ep=3257, hand="H9").add("Ra", "enemy", "H", hand="C8")
    table("begin", "").choose(Io="H9", Ra="C8").declare("attack", "Ra").declare("nothing")("execute")
    return table["Ra"].ep


def half_of_an_odd_sep(**rulings):
    """A-Q8: EP 3000, SEP 901."""
    table = Table(**rulings).add("Io", sep=901, hand="H9").add("Ra", "enemy", "H", hand="C8")
    return table("begin", "").choose(Io="H9", Ra="C8")("release", "half")["Io"].ep


def clashing(**rulings):
    """Io and Ra at 9, Mu at 2 with the queen of diamonds in the hand, and Io has added a four."""
    table = Table(**rulings)
    table.add("Io", hand="S9 S2").add("Ra", "enemy", "H", power=30, hand="H9 H3").add("Mu", hand="D2 DQ")
    table("begin", "").choose(Io="S9", Ra="H9", Mu="D2")("drawn", "DK C5", "tie")
    table.declare("attack", "Io").declare("attack", "Ra").declare("other")("execute")
    return table("drawn", "S4", "open")


def both_attacks(**rulings):
    """A-Q18: EP of the one who wins the clash in the end."""
    return clashing(**rulings)("lay", [])("enough")("execute")["Io"].ep


def a_clash_in_the_own_suit(**rulings):
    """A-Q18: 13 against 9 at attack power 40."""
    return clashing(**rulings)("lay", [])("enough")("execute")["Ra"].ep


def a_covered_loser(**rulings):
    """A-Q18: Mu covers Ra."""
    table = clashing(**rulings)("react", 2, "cover", 1)("lay", [])
    return table["Ra"].ep, table["Mu"].ep


def help_for_the_loser(**rulings):
    """A-Q19: Mu adds the queen for Ra."""
    return clashing(**rulings)("lay", [])("help", 2, 1, "DQ").state.stage.value


def who_guards(**rulings):
    """A-Q22: may Ra, who guards, cover Ku?"""
    table = Table(**rulings).add("Io", hand="H9").add("Ra", "enemy", "H", hand="C8").add("Ku", "enemy", "C", hand="C7")
    table("begin", "").choose(Io="H9", Ra="C8", Ku="C7").declare("attack", "Ku").declare("guard")
    try:
        table("react", 1, "cover", 2)
    except ValueError as error:
        return error.rule
    return table.declare("nothing")("execute")["Ra"].ep


def an_empty_deck(**rulings):
    """A-Q24: how many discard a card."""
    table = duel("S9 S2", "H8 H2", **rulings)
    left = len(table.state.deck)
    table("discard", 0, ["S9"])("deal", 0, 20)("deal", 0, 20)("deal", 0, left - 40)("reshuffle")
    return sum("discards" in event.text.en for event in table.log if "A-Q24" in event.rules)


def after_a_first_strike(**rulings):
    """A-Q28."""
    table = Table(**rulings).add("Io", hand="S9").add("Ra", "enemy", "H", hand="H8")
    return table("begin", "enemy")("struck").state.stage.value


def an_attack_of_nothing(**rulings):
    """A-Q29: EP 9 is too little to hurt; does Ra still attack?"""
    table = Table(**rulings).add("Io", ep=9, hand="HK").add("Ra", "enemy", "H", hand="CQ C2")("begin", "")
    table.choose(Io="HK", Ra="CQ").declare("attack", "Ra").declare("other")("execute")
    return "Ra’s action is cancelled" in table.said


def a_full_hand(**rulings):
    """A-Q30: five cards left, limit five."""
    table = duel("S9 S2 S3 S4 S5 S6", "H8", **rulings).choose(Io="S9", Ra="H8").declare("nothing").declare("nothing")
    return len(table.refill()["Io"].hand)


def a_blow_without_a_card(**rulings):
    """A-Q33: the first strike of somebody with 3000 EP."""
    table = Table(**rulings).add("Io", hand="S9").add("Ra", "enemy", "H", hand="H8")
    return table("begin", "pc")("strike", 0, "attack", 1)["Ra"].ep


def four(**rulings):
    """Ra is about to attack at 8; Io, Mu and Nu stand at 2 and have not acted."""
    table = Table(**rulings).add("Ra", "enemy", "H", hand="C8")
    table.add("Io", hand="H2").add("Mu", hand="D2").add("Nu", hand="C2")("begin", "")
    table.choose(Ra="C8", Io="H2", Mu="D2", Nu="C2").declare("attack", "Io")
    return table


def a_chain_of_cover(**rulings):
    """A-Q34: Mu covers Io, and Nu covers Mu; EP of Mu and Nu."""
    table = four(**rulings)("react", 2, "cover", 1)("react", 3, "cover", 2)
    table("tie") if table.state.stage.value == "tie" else None
    table.declare("nothing")("execute")
    return table["Mu"].ep, table["Nu"].ep


def two_who_cover(**rulings):
    """A-Q35: Mu covers Io, then Nu does; EP of Mu and Nu."""
    table = four(**rulings)("react", 2, "cover", 1)("react", 3, "cover", 1)
    table.declare("nothing")("execute")
    return table["Mu"].ep, table["Nu"].ep


def a_covered_guard(**rulings):
    """A-Q36: Io guards and is covered by Mu."""
    table = four(**rulings)("react", 2, "cover", 1)("react", 3, "cover", 0)
    table.declare("guard")("execute")
    return table["Io"].ep, table["Mu"].ep


def the_last_ep(**rulings):
    """A-Q37: may 3000 of 3000 EP be paid?"""
    table = duel("H9", "C8", **rulings).choose(Io="H9", Ra="C8")
    try:
        return table.declare("other", cost=3000)["Io"].gone
    except ValueError as error:
        return error.rule


def a_lost_hand(**rulings):
    """A-Q38: Ra falls with two cards in hand; does anybody find them on the discard pile?"""
    table = Table(**rulings).add("Io", hand="HK").add("Ra", "enemy", "H", ep=300, hand="CQ C2 D3").add("Mu", hand="D2")
    table("begin", "").choose(Io="HK", Ra="CQ", Mu="D2").declare("attack", "Ra").declare("nothing")
    table.declare("nothing")("execute")
    return [card.code for card in table["Ra"].hand], "D3" in [card.code for card in table.state.discards]


def a_reshuffle_after_a_flight(**rulings):
    """A-Q39: Io has fled with a card in hand."""
    table = Table(**rulings).add("Io", hand="S9 S2 S3").add("Ra", "enemy", "H", hand="H8 H2").add("Mu", hand="D2 D3")
    table("begin", "").choose(Io="S9", Ra="H8", Mu="D2").declare("flee", discard="S2").declare("nothing")
    table.declare("nothing")("execute").refill()
    left = len(table.state.deck)
    table("deal", 1, 20)("deal", 1, 20)("deal", 1, left - 40)("reshuffle")
    return "S3" in [card.code for card in table["Io"].hand]


def an_attack_on_a_pursuer(**rulings):
    """A-Q40: Ra pursues Io, and Mu attacks Ra before the flight; the stage in which the flight ends."""
    table = Table(**rulings).add("Io", hand="S5 S2 S3").add("Ra", "enemy", "H", hand="H8 HQ").add("Mu", hand="D9 D3")
    table("begin", "").choose(Io="S5", Ra="H8", Mu="D9").declare("attack", "Ra").declare("attack", "Mu")
    table.declare("flee", discard="S2")("react", 1, "pursue", 0)("execute")("execute")
    return table.state.stage.value, table["Io"].gone


def cards_bought_twice(**rulings):
    """A-Q41: hand limit 2, both bought and played; what Io may buy when it is behind once more."""
    table = Table(**rulings)("set", 1, True)
    table.add("Io", limit=2, hand="S9").add("Ra", "enemy", "H", power=30, hand="H9 HK")("begin", "")
    table.choose(Io="S9", Ra="H9")("drawn", "DK DQ", "tie").declare("attack", "Io").declare("attack", "Ra")
    table("change", 1, "power", 50)("drawn", "S8", "deal", 0, 1)("execute")("drawn", "C2", "open")
    table("lay", ["S8"])("lay", ["HK"])("drawn", "C9 C8", "buy", 2)("lay", ["C9", "C8"])
    table("drawn", "DA", "deal", 1, 1)
    table("lay", ["DA"])
    return may_buy(table.state)


def a_draw_after_the_last_card(**rulings):
    """A-Q41: Ra has 9 against 13 and plays a last 3; how many it may then buy, the hand limit being 2."""
    table = Table(**rulings)("set", 1, True)
    table.add("Io", hand="S9 S2").add("Ra", "enemy", "H", limit=2, power=30, hand="H9 H3")("begin", "")
    table.choose(Io="S9", Ra="H9")("drawn", "DK DQ", "tie").declare("attack", "Io").declare("attack", "Ra")
    return may_buy(table("execute")("drawn", "S4", "open")("lay", ["H3"]).state)


def help_in_another_suit(**rulings):
    """A-Q42: Io's spades win by 7, 3 of them Mu's diamond; EP of Ra at attack power 40."""
    table = Table(**rulings)
    table.add("Io", hand="S9 S2").add("Ra", "enemy", "H", power=30, hand="H9 H3").add("Mu", hand="D2 D3")
    table("begin", "").choose(Io="S9", Ra="H9", Mu="D2")("drawn", "DK C5", "tie")
    table.declare("attack", "Io").declare("attack", "Ra").declare("other")("execute")
    return table("drawn", "S4", "open")("lay", [])("help", 2, 0, "D3")["Ra"].ep


STORIES = {
    "deck": ("A-Q1", the_deck, {"53": 51, "52": 50, "54": 52}),
    "ace_field": ("A-Q2", an_ace_and_a_king, {"everybody": 14, "own": 1}),
    "joker": ("A-Q4", a_joker, {"rank_and_suit": True, "rank": False}),
    "declare_by": ("A-Q5", a_late_king, {"first_card": "Ra", "action_value": "Ku"}),
    "rounding": ("A-Q7", an_odd_tenth, {"down": 2675, "up": 2674}),
    "release_rounding": ("A-Q8", half_of_an_odd_sep, {"whole_points": 3451, "whole_percents": 3450}),
    "clash_attacks": ("A-Q18", both_attacks, {"replaced": 3000, "also": 2400}),
    "clash_strong_hit": ("A-Q18", a_clash_in_the_own_suit, {True: 2680, False: 2840}),
    "clash_guard": ("A-Q18", a_covered_loser, {True: (3000, 2360), False: (2680, 3000)}),
    "clash_help": ("A-Q19", help_for_the_loser, {"ends": "refill", "reopens": "clash"}),
    "guard_and_cover": ("A-Q22", who_guards, {False: "A-7.6", True: 2700}),
    "reshuffle": ("A-Q24", an_empty_deck, {"discard_and_deal": 2, "shuffle": 0}),
    "first_strike_refill": ("A-Q28", after_a_first_strike, {False: "choose", True: "refill"}),
    "cancelled_by": ("A-Q29", an_attack_of_nothing, {"attack": True, "damage": False}),
    "above_limit": ("A-Q30", a_full_hand, {"allowed": 6, "not_drawn": 5}),
    "strong_when_empty": ("A-Q33", a_blow_without_a_card, {False: 2700, True: 2400}),
    "cover_chain": ("A-Q34", a_chain_of_cover, {"stops": (2400, 3000), "passes_on": (3000, 2400)}),
    "cover_same": ("A-Q35", two_who_cover, {"earlier": (2400, 3000), "later": (3000, 2400)}),
    "covered_guard": ("A-Q36", a_covered_guard, {False: (3000, 2400), True: (3000, 2700)}),
    "last_ep": ("A-Q37", the_last_ep, {"may_be_paid": "lost", "stays": "A-Q37"}),
    "lost_hand": ("A-Q38", a_lost_hand, {"kept": (["C2", "D3"], False), "discarded": ([], True)}),
    "fled_reshuffle": ("A-Q39", a_reshuffle_after_a_flight, {True: False, False: True}),
    "pursue_cancelled": ("A-Q40", an_attack_on_a_pursuer, {False: ("flight", ""), True: ("refill", "fled")}),
    "bought_limit": ("A-Q41", cards_bought_twice, {"clash": 0, "turn": 2}),
    "clash_last_draw": ("A-Q41", a_draw_after_the_last_card, {False: 0, True: 2}),
    "help_suit": ("A-Q42", help_in_another_suit, {True: 3000 - 40 * 7, False: 3000 - 80 * 7}),
}


class TestCombat(ToldUnderEachAnswer):
    """A-Q1 to A-Q9, A-Q16 to A-Q42."""

    system, stepper, stories = "avatar", "avatar.combat", STORIES
    elsewhere = frozenset(
        {"critical", "critical_after", "equality", "additions", "miracle_cards", "miracle_after_fumble", "love_tie"}
    )
