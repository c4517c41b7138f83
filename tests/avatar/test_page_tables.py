"""The tables of chances in the pages, counted again: what a hand can reach, who gets away, a hand's own suit."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from pathlib import Path

from rules_py.avatar import own_suit_chance
from rules_py.avatar.cards import Suit, read_cards
from rules_py.avatar.checks import uniform
from rules_py.avatar.odds import Situation, plays
from rules_py.avatar.rulings import PACK, Rulings
from rules_py.core.text import LANGUAGES
from tests.rows import every

PAGES = Path(__file__).parents[2] / "docs"
FACES = {"J": 11, "Q": 12, "K": 13}


def rows(language, page, first):
    """The first cell and the chances of each row of a page's tables that begins like this."""
    text = (PAGES / language / "avatar" / f"{page}.md").read_text(encoding="utf-8")
    found = [
        re.split(r" *\| *", line.strip("| ")) for line in text.splitlines() if re.match(rf"\| (?:{first}) \|", line)
    ]
    for cells in found:
        chances = [Fraction(*map(int, chance)) for cell in cells for chance in re.findall(r"\{(\d+)/(\d+)\}", cell)]
        if chances:
            yield cells[0], chances


@cache
def best_totals(cards):
    """The best total of every hand of so many cards: all of them, or those of the own suit alone as kings."""
    hands = Counter({(0, 0, 0, False, 0): 1})
    for rank in range(1, 14):
        more = Counter()
        for (held, own, aces, king, others), ways in hands.items():
            for mine in (0, 1):
                for theirs in range(min(3, cards - held - mine) + 1):
                    taken = mine + theirs
                    state = (
                        held + taken,
                        own + mine,
                        aces + (taken if rank == 1 else 0),
                        king or (rank == 13 and taken > 0),
                        others + (0 if rank == 1 else rank * taken),
                    )
                    more[state] += ways * comb(3, theirs)
        hands = more
    totals = Counter()
    for (held, own, aces, king, others), ways in hands.items():
        if held == cards:
            totals[13 * own if own == held else max(13 * own, others + aces * (14 if king else 1))] += ways
    assert totals.total() == comb(52, cards)
    return totals


def reached(cards, difficulty):
    """The chance that a random hand can beat a difficulty."""
    totals = best_totals(cards)
    return Fraction(sum(ways for total, ways in totals.items() if total > difficulty), totals.total())


@every(("page", "sizes", "count"), [("difficulty", (2, 3, 4, 5), 14), ("quick", (1, 2, 3, 4, 5), 8)])
@every("language", LANGUAGES)
def test_what_a_hand_played_at_its_best_can_reach(language, page, sizes, count):
    """A-10.1, A-T1, A-Q10: nothing bought."""
    found = list(rows(language, page, r"\d+"))
    assert len(found) == count
    for difficulty, chances in found:
        assert chances == [reached(cards, int(difficulty)) for cards in sizes], difficulty


@every("language", LANGUAGES)
def test_what_a_card_is_worth_against_pursuers(language):
    """A-7.15, A-Q20: a discarded ace is 1; the fleer's own card is in nobody else's hand."""
    found = list(rows(language, "actions", r"\d+|Q|K"))
    assert [card for card, _ in found] == ["5", "7", "10", "Q", "K"]
    for card, chances in found:
        no_higher = 4 * (FACES.get(card) or int(card)) - 1
        assert chances == [1 - Fraction(comb(no_higher, cards), comb(51, cards)) for cards in (1, 2, 3, 5)], card


@every("language", LANGUAGES)
def test_how_often_a_hand_holds_its_own_suit(language):
    """A-5.5, A-X24."""
    found = list(rows(language, "attack", r"\d"))
    assert [cards for cards, _ in found] == ["1", "2", "3", "4", "5"]
    for cards, chances in found:
        assert chances == [own_suit_chance(int(cards), least, PACK) for least in (1, 2)], cards


@every("language", LANGUAGES)
def test_what_a_card_off_the_deck_does_to_a_check_that_is_short(language):
    """A-9.9, A-9.16: with no ace, K or critical on the table."""
    found = list(rows(language, "checks", r"\d+"))
    assert [short for short, _ in found] == ["1", "4", "7", "10", "13"]
    for short, chances in found:
        assert chances == [Fraction(13 - int(short), 13), Fraction(int(short) - 1, 13)], short


def plays_at_best(rulings, difficulties):
    """The chance of a hand of three with three additions and 300 EP."""
    situation = Situation(read_cards("S9 D8 C5"), Suit.SPADES, hand_limit=3, ep=300, rulings=rulings)
    return plays(situation, uniform(difficulties))[0].success


@every(
    ("page", "chance"),
    [
        ("round", Fraction(9, 17)),  # a card that is no lower than another: half of what is not equal, and that
        ("round", Fraction(12 * 6 + 1, comb(50, 2))),  # another tie without two 9s: one pair of 9s is left
        ("events", Fraction(12, 51)),  # ♦ without ♦7
        ("love", Fraction(48 - 3 - 3, 48)),  # 15 against three K and three aces at 14
        ("checks", plays_at_best(Rulings(deck="52", critical="chosen"), range(13, 26))),
        ("checks", plays_at_best(PACK, [25])),
        ("exploration", reached(1, 12)),
        ("exploration", reached(3, 12)),
        *(("difficulty", reached(1, difficulty)) for difficulty in (3, 6, 9, 12)),
        ("actions", 1 - Fraction(comb(4 * 12 - 1, 5), comb(51, 5))),
    ],
)
@every("language", LANGUAGES)
def test_what_a_text_says_beside_its_example(language, page, chance):
    """The answers to changes of the code, and the chances between the lines."""
    text = (PAGES / language / "avatar" / f"{page}.md").read_text(encoding="utf-8")
    stated = {Fraction(*map(int, each)) for each in re.findall(r"\{(\d+)/(\d+)\}", text)}
    assert chance in stated
