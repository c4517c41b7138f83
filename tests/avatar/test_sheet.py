"""A reader's own avatar: its sheet beside calculators, rules, fights and online tables."""

import re
from dataclasses import replace
from fractions import Fraction as F
from functools import cache
from itertools import combinations, permutations

from rules_py.avatar import Rulings, Suit, attack_damage, power_release
from rules_py.avatar.cards import deck_of
from rules_py.avatar.effects import attack_power, clash_damage
from rules_py.avatar.game.table import GAME
from rules_py.avatar.model import Side, Stage
from rules_py.avatar.palette import lines
from rules_py.avatar.sheet import SAMPLES, Sheet
from rules_py.core.played import encode_actions
from rules_py.core.text import LANGUAGES, same
from rules_py.exports import GAMES, palette
from rules_py.library import WIDGETS
from tests.page import ask, read
from tests.rows import every

TOBARI, HIBIKI, ISAKI = SAMPLES
OWN = {name: widget for name, widget in WIDGETS.items() if name.startswith("avatar.")}
STEPPER = OWN["avatar.combat"]
LARGEST = Sheet(name=same("Io"), ep=999_999, sep=999_999, limit=10, power=99_999, sex="other", check_ep=100_000)
LEAST = Sheet(name=same("Io"), suit=Suit.CLUBS, ep=1, sep=0, limit=0, power=0, check_ep=0)


def worth(cards, suit):
    """A-2.1, A-9.14, A-Q10, A-Q4: what cards make, a Joker being the K of one's own suit."""
    ranks = [13 if card.joker else card.rank for card in cards]
    if all(card.joker or card.suit is suit for card in cards):
        return 13 * len(cards)
    return sum(14 if rank == 1 and 13 in ranks else rank for rank in ranks)


@cache
def made(cards, suit, jokers=1):
    """What every hand of so many cards makes."""
    return [worth(hand, suit) for hand in combinations(deck_of(jokers), cards)]


def share(found, counts):
    return F(sum(map(counts, found)), len(found))


def chances(sheet, ident, **house):
    return [each.chance for each in sheet.chances(Rulings(**house))[ident]]


# --- the sheet itself -------------------------------------------------------------------------------------------------


def test_ep_hand_and_sep_go_down_and_up():
    """A-7.19: all of SEP may become EP."""
    bars = [(each.label.ja, each.now, each.most) for each in TOBARI.resources()]
    assert bars == [("EP", 3200, 5200), ("手札", 5, None), ("SEP", 2000, None)]


def test_without_an_attack_power_it_is_a_tenth_of_ep():
    """A-Q32."""
    assert ("Power", "") in [(each.label.en, each.value.en) for each in TOBARI.abilities()]
    assert ("Power", "45") in [(each.label.en, each.value.en) for each in replace(TOBARI, power=45).abilities()]


# --- calculators ------------------------------------------------------------------------------------------------------


def test_the_ep_of_a_check_are_not_all_my_ep():
    """A-9.9: what I would spend there is a number of its own."""
    numbers = TOBARI.uses()[0].numbers
    assert WIDGETS["avatar.check"].recalled(numbers) == {"suit": "S", "hand_limit": "5", "ep": "200"}
    assert WIDGETS["avatar.clash"].recalled(numbers) == {"suit": "S", "ep": "3200", "power": "", "limit": "5"}


def test_my_hand_limit_is_not_that_of_the_party():
    assert WIDGETS["avatar.difficulty"].recalled(TOBARI.uses()[0].numbers) == {}
    assert WIDGETS["avatar.difficulty"].recalled({"party_hand_limit": "4"}) == {"hand_limit": "4"}


def test_the_other_side_of_a_clash_is_not_me():
    kept = {f.name for f in WIDGETS["avatar.clash"].fields.values() if f.kept_as and not f.is_rule}
    assert kept == {"suit", "ep", "power", "limit"}


# --- beside the rules -------------------------------------------------------------------------------------------------


@every("limit", [1, 2, 3])
@every("suit", [Suit.SPADES, Suit.HEARTS])
def test_a_full_hand_against_both_ends_of_each_band(suit, limit):
    """A-T1: every hand of the deck of 53, one by one."""
    sheet = replace(TOBARI, suit=suit, limit=limit)
    bands = [(1, 3), (4, 6), (7, 9), (10, 12), (13, 25), (26, 38), (39, 51), (52, 64), (65,)]
    for number, ends in enumerate(bands, start=1):
        expected = [share(made(limit, suit), lambda total, end=end: total > end) for end in ends]
        assert chances(sheet, f"A-T1.{number}") == expected
    assert chances(sheet, "A-10.5") == [share(made(limit, suit), lambda total: total > 21)]
    assert chances(sheet, "A-9.16") == [share(made(limit, suit), lambda total: total == 21)]


def test_what_deck_cards_add_to_a_full_hand():
    """A-9.9: two cards, and one from the deck where they are short of 21."""
    sheet, deck = replace(TOBARI, limit=2, check_ep=100), deck_of(1)
    won = lost = 0
    for hand in combinations(deck, 2):
        now = worth(hand, Suit.SPADES)
        for card in deck:
            if card not in hand:
                then = worth((*hand, card), Suit.SPADES) if now < 21 else now
                won, lost = won + (then > 21), lost + (then <= 21)
    (told,) = sheet.chances(Rulings())["A-9.9"]
    assert (told.chance, told.before) == (F(won, won + lost), share(made(2, Suit.SPADES), lambda total: total > 21))


def test_no_more_is_bought_than_the_hand_limit_and_the_ep_allow():
    """A-9.10: one card with a limit of 1, none with 99 EP."""
    deck = deck_of(1)
    first = [(card, then) for card, then in permutations(deck, 2)]
    won = sum((worth((card,), Suit.SPADES) < 21) and worth((card, then), Suit.SPADES) > 21 for card, then in first)
    assert chances(replace(TOBARI, limit=1, check_ep=5000), "A-9.9") == [F(won, len(first))]
    assert "A-9.9" not in replace(TOBARI, check_ep=99).chances(Rulings())


@every("limit", [1, 2, 3])
def test_how_often_my_suit_is_in_a_full_hand(limit):
    """A-5.5, A-9.14: a Joker is not counted."""
    hands = [sum(card.suit is Suit.HEARTS for card in hand) for hand in combinations(deck_of(1), limit)]
    sheet = replace(HIBIKI, limit=limit)
    assert chances(sheet, "A-5.5") == [share(hands, lambda own: own >= 1)]
    assert chances(sheet, "A-9.14") == [share(hands, lambda own: own >= 2)]


def test_without_a_card_nothing_succeeds_and_nothing_fumbles():
    """A-9.5."""
    found = LEAST.chances(Rulings())
    assert {each.chance for told in found.values() for each in told} == {0}


def test_a_house_rule_changes_what_it_should():
    """A-Q1: the deck without a Joker; A-Q12: what is equal succeeds."""
    sheet = replace(TOBARI, limit=2)
    assert chances(sheet, "A-10.5", deck="52") == [share(made(2, Suit.SPADES, 0), lambda total: total > 21)]
    assert chances(sheet, "A-10.5", equality="success") == [share(made(2, Suit.SPADES), lambda total: total >= 21)]
    assert chances(sheet, "A-9.16", equality="success") == [0]


def test_what_i_read_counts_my_own_hand():
    told = {ident: [each.label.get("en") for each in found] for ident, found in TOBARI.chances(Rulings()).items()}
    assert told["A-T1.9"] == ["5 cards against 65"]
    assert told["A-9.9"] == ["5 cards, 2 bought, against 21"]
    assert [each.label.en for each in replace(TOBARI, limit=1).chances(Rulings())["A-10.5"]] == ["1 card against 21"]


# --- in a fight -------------------------------------------------------------------------------------------------------


@every("language", LANGUAGES)
@every("sheet", SAMPLES)
def test_i_take_part_in_a_combat_and_stand_there_with_my_numbers(sheet, language):
    """A-1.1: against the enemy of the page, in the place of those who stand there at first."""
    state = STEPPER.start(STEPPER.read(STEPPER.values({"seed": "x"})))
    actions = [*STEPPER.leaving(state), *sheet.entry(language)]
    for action in actions:
        state, _ = GAME.apply(state, action, Rulings(), "x")
    me = state.fighters[-1]
    assert (state.stage, me.side, me.name.get(language)) == (Stage.SETUP, Side.PC, sheet.name.get(language))
    assert (me.suit, me.ep, me.sep, me.limit, me.power) == (sheet.suit, sheet.ep, sheet.sep, sheet.limit, sheet.power)
    assert (me.hand, me.deal) == ((), sheet.limit)
    for played in (actions, [*actions, ["begin"]]):
        answer = ask("avatar.combat", {"seed": "x", "actions": encode_actions(played)}, None, language)
        assert answer["state"] == "ready", answer["error"]
        assert sheet.name.get(language) in read(answer).text


@every("sheet", [LARGEST, LEAST])
def test_whoever_a_sheet_can_hold_may_take_part(sheet):
    state = STEPPER.start(STEPPER.read(STEPPER.values({"seed": "x"})))
    state, _ = GAME.apply(state, *sheet.entry("en"), Rulings(), "x")
    assert state.fighters[-1].attack_power == sheet.power


# --- at an online table -----------------------------------------------------------------------------------------------


def reckoned(sheet, words, rulings=Rulings(), **now):
    """What the dice bot makes of the line with these words: whole numbers, fractions dropped, with a U rounded up."""
    numbers = {each.label.en: each.value.en for each in sheet.abilities()}
    numbers |= {each.label.en: str(now.get(each.label.en, each.now)) for each in sheet.resources()}
    (line,) = [each.text.en for each in lines(sheet, rulings) if each.text.en.partition(" ")[2] == words]
    sum_ = re.match(r"C\((\S+)\) ", re.sub(r"\{([^{}]+)\}", lambda name: numbers[name[1]], line))[1]
    up = sum_.endswith("U")
    sum_ = sum_.removesuffix("U")
    assert re.fullmatch(r"[0-9()+*/-]+", sum_)
    if up:
        points, by = re.fullmatch(r"(.+)/(\d+)", sum_).groups()
        return -(-eval(points) // int(by))
    return eval(sum_.replace("/", "//"))


@every("rounding", ["down", "up"])
@every("ep", [3200, 3257, 1, 9])
def test_attacks_do_what_the_rules_say(ep, rounding):
    """A-5.1, A-5.6, A-7.1, A-Q7."""
    rulings = Rulings(rounding=rounding)
    for words, more in (
        ("Normal attack", {}),
        ("Strong hit: only ♠ in the field", {"strong": True}),
        ("Normal attack on a Guard", {"guard": True}),
    ):
        assert reckoned(TOBARI, words, rulings, EP=ep) == attack_damage(ep, **more, rulings=rulings)


@every(("power", "ep"), [(None, 3257), (40, 3257), (0, 12)])
def test_a_clash_counts_each_point_of_the_difference(power, ep):
    """A-6.21, A-Q32: a tenth of the EP that are left where the sheet says nothing."""
    found = reckoned(replace(TOBARI, power=power), "Clash: the difference in place of the 1", EP=ep)
    assert found == clash_damage(attack_power(power, ep), 1)


@every("release", ["whole_points", "whole_percents"])
@every(("ep", "sep"), [(3200, 2000), (3000, 1501), (7, 5), (2800, 1)])
def test_power_release_gives_what_the_rules_say(ep, sep, release):
    """A-7.19, A-7.20, A-Q8."""
    rulings = Rulings(release_rounding=release)
    for words, to in (("SEP to half", "half"), ("SEP to 0", "zero")):
        assert reckoned(TOBARI, words, rulings, EP=ep, SEP=sep) == power_release(ep, sep, to, rulings)[0] - ep


@every("language", LANGUAGES)
@every("sheet", [*SAMPLES, LARGEST, LEAST])
def test_a_palette_reckons_and_chooses_a_card(sheet, language):
    said = palette("avatar", sheet, language)
    assert len(said) <= 40
    for line in palette("avatar", sheet, language, filled=True):
        assert re.match(r"■|(C\([\x21-\x7e]+\)|choice\[♠,♥,♦,♣\]) \S", line) or line in said


def test_the_palette_says_that_cards_come_from_a_deck():
    (told,) = [line.text.ja for line in lines(TOBARI) if line.kind == "words"]
    assert "山札" in told
    assert GAMES["avatar"].bot == "DiceBot"
