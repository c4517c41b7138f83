"""Clashes: when there is one, who is inferior, what it does, and the chances counted another way."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from rules_py.avatar.cards import KING, Suit, deck_of, read_cards
from rules_py.avatar.clash import Knowledge, advise
from rules_py.avatar.effects import Meeting, clash_damage, inferior, meeting, planet_damage
from rules_py.avatar.rulings import Rulings
from rules_py.core.errors import InputError
from tests.page import ask, read
from tests.rows import every

from .inputs import CLASH
from .reckoning import counted, totals

S, H = Suit.SPADES, Suit.HEARTS


@every(
    ("numbers", "found"),
    [
        ((10_000, 1_000, 3, 3), Meeting.FIRST),
        ((9_999, 1_000, 3, 3), Meeting.CLASH),
        ((1_000, 10_000, 3, 3), Meeting.SECOND),
        ((3_000, 3_000, 3, 0), Meeting.FIRST),
        ((3_000, 3_000, 0, 3), Meeting.SECOND),
        ((3_000, 3_000, 0, 0), Meeting.BOTH),
        ((10_000, 1_000, 0, 3), Meeting.FIRST),
    ],
)
def test_when_two_attacks_become_a_clash(numbers, found):
    """A-X14, A-6.3, A-6.4, A-Q16: the EP rule first."""
    assert meeting(*numbers) is found


def test_who_is_inferior():
    """A-6.11, A-Q17."""
    assert inferior((5, 9), (10, 90)) == 0
    assert inferior((9, 9), (10, 90)) == 0
    assert inferior((9, 9), (90, 90)) is None


def test_what_a_clash_does():
    """A-6.8, A-6.21, A-T6, A-Q7, A-Q18."""
    assert clash_damage(30, 7) == 210
    assert clash_damage(35, 3, strong=True, special=Fraction(3, 2), guard=True) == 157
    assert clash_damage(35, 3, guard=True, rulings=Rulings(rounding="up")) == 53
    assert clash_damage(30, 7, strong=True, rulings=Rulings(clash_strong_hit=False)) == 210
    assert clash_damage(30, 7, cover=True, rulings=Rulings(clash_guard=False)) == 210
    assert planet_damage(39) == 3


def few(random, *, hand, theirs, left, rulings, **more):
    """A clash in which only so many cards are unseen."""
    cards = [card for card in deck_of(0) if card.rank in (1, 2, 3, 7, 8, 12, 13)]
    random.shuffle(cards)
    take = iter(cards)
    mine = tuple(next(take) for _ in range(hand))
    fields = [tuple(next(take) for _ in range(random.randint(1, 2))) for _ in range(2)]
    others = tuple(next(take) for _ in range(random.randint(0, 1)))
    if totals(*fields, others, rulings)[0] > totals(*fields, others, rulings)[1]:
        fields.reverse()
    unseen = {next(take) for _ in range(left)}
    known = {*mine, *fields[0], *fields[1], *others, *unseen}
    seen = tuple(card for card in deck_of(rulings.jokers) if card not in known)
    return Knowledge(
        mine, fields[0], fields[0][0].suit, 30, 3000, fields[1], fields[1][0].suit, 40, 2000, theirs, others,
        seen, **more,
    )  # fmt: skip


@every("seed", range(40))
@every("ace_field", ["everybody", "own"])
@every("draws", [False, True])
def test_every_way_to_play_is_counted_right(seed, ace_field, draws):
    """A-M7: hand by hand, play by play and, for cards drawn for EP, order by order, with aces, kings and suits."""
    random = Random(seed)
    rulings = Rulings(ace_field=ace_field, last_ep=random.choice(["stays", "may_be_paid"]) if draws else "may_be_paid")
    plays, replies, goal = random.choice(
        list(product(("fewest", "fewest", "all", "none"), ("best", "fewest"), ("win", "damage")))
    )
    how = {"plays": plays, "replies": replies, "goal": goal, "their_buys": 0}
    if draws:
        how |= {"buys": random.randint(0, 2), "their_buys": random.randint(0, 2)}
    hand, theirs = (random.randint(0, 2), random.randint(0, 2)) if draws else (3, random.randint(0, 3))
    known = few(random, hand=hand, theirs=theirs, left=5 if draws else 6, rulings=rulings, **how)
    if draws:
        known = replace(known, ep=random.choice([500, 1000, 1001]), their_ep=random.choice([500, 1000, 3000]))
    expected = counted(known, rulings)
    advice = advise(known, rulings)
    for choice in advice.choices:
        found, way = choice.count, (choice.cards, choice.bought)
        assert (found.win, found.level, found.lose, found.dealt, found.taken) == expected[way], way
    assert len(advice.choices) <= len(expected)
    best = max(value[0] if goal == "win" else value[3] - value[4] for value in expected.values())
    assert best == (advice.count.win if goal == "win" else advice.count.dealt - advice.count.taken)


def test_before_step_1_every_top_card_is_counted():
    """A-6.9: the mean over all cards that may come."""
    rulings = Rulings(deck="52")
    base = {"hand": read_cards("S4 H9"), "suit": S, "power": 30, "ep": 3000, "their_suit": H, "their_power": 40}
    seen = tuple(card for card in deck_of(0) if card.rank in (3, 5, 6, 8, 10, 11, 12))
    before = Knowledge(
        field=read_cards("H2"), their_field=read_cards("D2"), their_cards=2, seen=seen, opened=False, **base
    )
    chances = []
    gone = {*before.hand, *before.field, *before.their_field, *seen}
    for card in (card for card in deck_of(0) if card not in gone):
        after = Knowledge(
            field=read_cards("H2"), their_field=(*read_cards("D2"), card), their_cards=2, seen=seen, **base
        )
        chances.append(advise(after, rulings).count.win)
    assert advise(before, rulings).count.win == sum(chances) / len(chances)


def test_a_decisive_battle_lets_an_empty_hand_draw():
    """A-6.14, A-6.15: one card at 500 EP, exact over the unseen cards."""
    known = Knowledge((), read_cards("H5"), S, 30, 600, read_cards("D9"), H, 40, 5000, 0, buys=1, plays="none")
    advice = advise(known, Rulings(deck="52"))
    assert [choice.bought for choice in advice.choices] == [1, 0]
    better = sum(card.rank > 4 for card in deck_of(0)) - 2  # the 9 and 5 themselves are seen
    assert advice.count.win == Fraction(better, 50)
    level = Fraction(4, 50)
    assert advice.count.level == level
    assert advise(Knowledge((), read_cards("H5"), S, 30, 499, read_cards("D9"), H, 40, 5000, 0, buys=1)).count.win == 0


def test_each_side_draws_up_to_its_own_hand_limit():
    """A-6.14: a foe without a hand limit draws nothing, and I still draw two."""
    asked = {"hand": "", "field": "H2", "their_field": "D9", "their_cards": "0", "decisive": "1", "buys": "2"}
    asked |= {"deck": "52", "ep": "3000", "their_ep": "3000", "plays": "none"}
    shown = [ask(CLASH, asked | more) for more in ({"their_limit": "0"}, {}, {"limit": "1"}, {"limit": "0"})]
    assert shown[0]["status"] == shown[1]["status"]
    assert "draw up to 2 for EP" in shown[0]["status"]
    assert "I at most 2, the other at most 0" in read(shown[0]).text
    assert "draw up to 1 for EP" in shown[2]["status"]
    assert "no card" in shown[3]["status"]
    known = {"hand": (), "field": read_cards("H8"), "suit": S, "power": 30, "ep": 3000, "their_field": read_cards("D2")}
    chances = [advise(Knowledge(**known, their_cards=0, buys=2, their_buys=n)).count.win for n in (0, 1, None)]
    assert chances[0] == 1
    assert chances[0] > chances[1] > chances[2]


def test_an_attack_power_left_empty_falls_with_what_is_bought():
    """A-6.15, A-Q27: 600 EP, a card for 500, and 10 are left of 60."""
    known = Knowledge((), read_cards("H5"), S, None, 600, read_cards("D9"), H, None, 5000, 0, buys=1, plays="none")
    assert (known.powers(), known.powers(1, 2)) == ((60, 500), (10, 400))
    bought = advise(known, Rulings(deck="52")).choices[0].count
    ranks = [card.rank for card in deck_of(0) if card.code not in ("H5", "D9")]
    assert bought.dealt == Fraction(sum(10 * (rank - 4) for rank in ranks if rank > 4), 50)
    assert bought.taken == Fraction(sum(500 * (4 - rank) for rank in ranks if rank < 4), 50)


def test_the_other_draws_too():
    """A-6.14: an empty hand that has become inferior; equal is not superior."""
    known = Knowledge(read_cards("S9"), read_cards("H2"), S, 30, 400, read_cards("D9"), H, 40, 5000, 0, buys=1)
    played = next(choice for choice in advise(known, Rulings(deck="52")).choices if choice.cards)
    assert played.momentum == 11
    assert played.count.lose == Fraction(sum(card.rank > 2 for card in deck_of(0)) - 2, 49)
    assert played.count.level == Fraction(3, 49), "twos, of which one lies there"


def test_own_suit_counts_double_also_when_it_is_drawn():
    """A-5.5, A-Q18."""
    known = Knowledge((), read_cards("S5"), S, 10, 600, read_cards("D6"), H, 40, 5000, 0, buys=1, plays="none")
    found = advise(known, Rulings(deck="52")).count
    ranks = [(card.rank, card.suit is S) for card in deck_of(0) if card not in read_cards("S5 D6") and card.rank > 1]
    assert found.dealt == Fraction(sum(10 * (rank - 1) * (2 if own else 1) for rank, own in ranks), 50)


def test_a_joker_in_the_other_hand_is_a_king_or_an_ace():
    """A-2.2: all but the Joker and a two is seen."""
    keep = {*read_cards("S9 H2 D9 C2 X")}
    seen = tuple(card for card in deck_of(1) if card not in keep)
    known = Knowledge(read_cards("S9"), read_cards("H2"), S, 30, 9000, read_cards("D9"), H, 40, 9000, 1, seen=seen)
    played = next(choice for choice in advise(known, Rulings()).choices if choice.cards)
    assert (played.count.win, played.count.level, played.count.lose) == (Fraction(1, 2), 0, Fraction(1, 2))
    assert played.count.taken == Fraction(40 * 11, 2), "13 + 9 against 11"


@every("seed", [2, 5, 12, 15, 21, 28, 34, 36])
@every("ace_field", ["everybody", "own"])
def test_no_other_card_would_do_better_for_a_joker_of_mine(seed, ace_field):
    """A-2.2: declared beforehand it is never worth more; a low number may end the clash level, or keep it going."""
    random = Random(seed)
    rulings = Rulings(ace_field=ace_field)
    joker, cards = read_cards("X")[0], list(deck_of(0))
    random.shuffle(cards)
    mine, theirs, more = tuple(cards[:1]), tuple(cards[1:3]), tuple(cards[3 : 3 + seed % 3])
    suit, plays, goal = random.choice(list(Suit)), random.choice(["fewest", "all"]), random.choice(["win", "damage"])

    def best(card):
        return advise(
            Knowledge((card, *more), mine, suit, 40, 3000, theirs, Suit.CLUBS, 30, 3000, 2, plays=plays, goal=goal),
            rulings,
        ).count

    def worth(count):
        ahead = count.dealt - count.taken
        return (count.win, -count.lose, ahead) if goal == "win" else (ahead, count.win, -count.lose)

    free = worth(best(joker))
    for rank in range(1, KING + 1):
        assert worth(best(joker.declared(rank, suit))) <= free, rank


def test_a_joker_that_makes_both_equal_ends_a_clash_that_would_be_lost():
    """A-2.2, A-6.13, A-Q17: a king or an ace leads, and the other, whose hand is a king, beats it."""
    keep = {*read_cards("D9 C2 HK X")}
    seen = tuple(card for card in deck_of(1) if card not in keep)
    known = Knowledge(read_cards("X"), read_cards("C2"), S, 30, 9000, read_cards("D9"), H, 40, 9000, 1, seen=seen)
    best, *_ = advise(known, Rulings()).choices
    assert (best.cards, best.momentum) == (read_cards("X=S7"), 9)
    assert best.count.level == 1


def test_a_joker_that_has_been_turned_up_stays_what_it_was():
    """A-2.2, A-Q48: a king for want of one; the king that is drawn after it does not make an ace of it."""
    keep = {*read_cards("D9 C8 HK X")}
    seen = tuple(card for card in deck_of(1) if card not in keep)
    known = Knowledge(
        (), read_cards("D9"), S, 30, 400, read_cards("C8"), H, 40, 9000, 0, seen=seen, buys=2, plays="all"
    )
    joker_first, king_first = 8 + 13 + 13 - 9, 8 + 13 + 14 - 9
    assert advise(known, Rulings()).count.taken == Fraction(40 * (joker_first + king_first), 2)


def test_without_a_card_in_the_deck_nobody_adds_one():
    """A-6.2, A-6.9: all that is unseen is in the other's hand."""
    keep = {*read_cards("S9 H2 D9 C2")}
    seen = tuple(card for card in deck_of(0) if card not in keep)
    fields = {"field": read_cards("H2"), "suit": S, "power": 30, "ep": 9000, "their_field": read_cards("D9")}
    before, after = (
        advise(Knowledge(read_cards("S9"), their_cards=1, seen=seen, opened=opened, **fields))
        for opened in (False, True)
    )
    assert before == after
    assert after.count.win == 1


def test_equal_on_both_counts_is_asked_about():
    known = {"field": "H9", "their_field": "C9", "power": "30", "their_power": "30"}
    for language in ("en", "ja"):
        assert list(ask(CLASH, known, language=language)["errors"]) == ["turn"]
    turns = [ask(CLASH, known | {"turn": turn})["status"] for turn in ("me", "other")]
    assert ["my turn" in turns[0], "the other plays next" in turns[1]] == [True, True]
    assert "the other plays next" in ask(CLASH, known | {"field": "HJ", "turn": "me"})["status"], "A-6.11: 11 against 9"


def test_house_rules_reach_the_calculator():
    strong = {"power": "30", "field": "S9", "hand": "SK", "their_cards": "0", "their_field": "D9"}
    shown = [ask(CLASH, strong | more)["status"] for more in ({}, {"clash_strong_hit": "no"})]
    assert "dealt 780" in shown[0]
    assert "dealt 390" in shown[1]
    aces = {"field": "HA S2", "hand": "", "their_field": "DK", "opened": "done", "their_cards": "0"}
    shown = [ask(CLASH, aces | more)["status"] for more in ({}, {"ace_field": "own"})]
    assert "16 against 13" in shown[0]
    assert "3 against 13" in shown[1]


@every(
    ("asked", "said", "row", "why"),
    [
        ({"hand": "", "ep": "3257"}, "the other alone attacks, damage 500.", "— 0", "only the one with a hand"),
        ({"their_cards": "0", "ep": "3257"}, "I alone attack, damage 325.", "normal attack 325", "with a hand"),
        ({"ep": "3257", "their_ep": "325"}, "I alone attack, damage 325.", "normal attack 325", "factor of 10"),
        ({"ep": "3257", "hand": "", "their_cards": "0"}, "I deal 325, the other 500.", "normal attack 325", "Both"),
        ({"their_cards": "0", "field": "S9", "ep": "3257"}, "I alone attack, damage 651.", "strong hit 651", "hand"),
        ({"their_cards": "0", "ep": "3257", "rounding": "up"}, "damage 326.", "normal attack 326", "A-Q7"),
    ],
)
def test_without_a_clash_only_the_attacks_are_told(asked, said, row, why):
    """A-6.3, A-6.4, A-5.1, A-5.5, A-Q16: no momentum, no loser and no hands of the other are spoken of."""
    shown = [ask(CLASH, {"opened": "before", **asked}, language=language) for language in ("en", "ja")]
    assert [each["state"] for each in shown] == ["ready", "ready"]
    page = read(shown[0])
    assert said in shown[0]["status"]
    assert " ".join(page.tables[0][1][1:]) == row
    assert why in page.text
    for word in ("loser", "momenta", "is counted", "assumption", "A-6.21", "Joker"):
        assert word not in page.text
    assert "A-6.21" not in read(shown[1]).text


def test_where_no_clash_comes_nobody_is_asked_whose_turn_it_is():
    """A-Q17 matters in a clash only."""
    equal = {"field": "H9", "their_field": "C9", "power": "30", "their_power": "30", "opened": "before", "hand": "S4"}
    equal |= {"their_cards": "1"}
    assert list(ask(CLASH, equal)["errors"]) == ["turn"]
    assert ask(CLASH, equal | {"their_cards": "0"})["state"] == "ready"


def test_too_many_unseen_cards_are_refused():
    with pytest.raises(InputError, match="unseen"):
        advise(Knowledge((), read_cards("S2"), S, 1, 1, read_cards("S3"), H, 1, 1, 3, seen=deck_of()[2 + 1 :]))


@every(
    ("cards", "place"),
    [
        ({"hand": "SK H4", "field": "SK"}, "field"),
        ({"hand": "H4 SK", "their_field": "D2 SK"}, "their_field"),
        ({"field": "SK", "seen": "SK"}, "seen"),
        ({"hand": "X"}, "hand"),
    ],
)
def test_a_card_that_cannot_be_there_is_told_where_it_was_named_last(cards, place):
    """A-Q1: the pack has no Joker, and no card twice."""
    named = {"hand": "", "field": "", "their_field": ""} | cards
    told = {name: read_cards(said) for name, said in named.items()}
    with pytest.raises(InputError) as caught:
        advise(Knowledge(suit=S, power=40, ep=3000, **told))
    assert caught.value.field == place
