"""Every open question that a combat feels, told as a story under each of its answers."""

from rules_py.avatar.combat import declaring
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
}


class TestCombat(ToldUnderEachAnswer):
    """A-Q1 to A-Q9, A-Q16 to A-Q31."""

    system, stepper, stories = "avatar", "avatar.combat", STORIES
    elsewhere = frozenset(
        {"critical", "critical_after", "equality", "additions", "miracle_cards", "miracle_after_fumble", "love_tie"}
    )
