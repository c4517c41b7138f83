"""The best play: against checks played out one by one, by what must always hold, and by what a player would ask."""

import random
from fractions import Fraction
from itertools import combinations
from unittest.mock import ANY

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules_py.avatar import Outcome, Rulings, Situation, Suit, begin_check, check_odds, plays, read_cards
from rules_py.avatar.cards import JOKER, Card, deck_of
from rules_py.avatar.checks import uniform
from rules_py.avatar.odds import GOALS, count_plays, effort, most_deck_cards
from rules_py.core.errors import InputError
from tests.avatar.reckoning import NOTHING, Brute, score
from tests.play import refused
from tests.rows import every

SPADES = Suit.SPADES
CHOICES = {
    name: Rulings.choices()[name]
    for name in (
        "deck",
        "joker",
        "critical",
        "critical_after",
        "equality",
        "additions",
        "miracle_cards",
        "miracle_after_fumble",
    )
}


def table(hand, limit=3, ep=300, **more):
    """A check with the deck of play, one Joker in it."""
    return Situation(read_cards(hand), SPADES, limit, ep, **({"rulings": Rulings()} | more))


def best(situation, *difficulties, goal="success"):
    return plays(situation, uniform(difficulties), goal)[0]


# --- what a player would say ------------------------------------------------------------------------------------------


def test_a_king_beside_an_ace_beats_26():
    """A-2.1: 13 and 14."""
    found = best(table("SK HA C5"), 26)
    assert (found.cards, found.total, found.success, found.ep) == (read_cards("SK HA"), 27, 1, 0)


def test_a_check_that_is_about_to_begin_is_asked_for_in_one_line():
    """A-M10: the best play of a hand, additions and house rules included."""
    assert check_odds(read_cards("C5 D6"), SPADES, 13) == 0
    adding = {"hand_limit": 1, "ep": 100}
    assert check_odds(read_cards("C5 D6"), SPADES, 13, **adding) == Fraction(42, 50), "any card but an ace or a two"
    assert plays(Situation(read_cards("C5 D6"), SPADES, **adding), uniform([13]))[0].ep == 100
    assert check_odds(read_cards("SK C5"), SPADES, 18, rulings=Rulings(equality="success")) == 1
    assert check_odds((), SPADES, 5) == 0, "A-9.5"
    refused(lambda: check_odds(read_cards("SK"), SPADES, 0), "difficulty")


def test_the_own_king_and_ace_fumble_at_26_unless_the_critical_is_declined():
    """A-Q10: a critical of two kings is 26."""
    hand = table("SK SA", limit=0)
    both = {play.cards: play for play in plays(hand, uniform([26]))}[read_cards("SK SA")]
    assert (both.success, both.fumble) == (0, 1)
    declined = Situation(hand.hand, SPADES, 0, rulings=Rulings(critical="optional"))
    assert best(declined, 26).success == 1


def test_equality_is_a_fumble_or_by_a_house_rule_a_success():
    """A-Q12."""
    assert best(table("H7", limit=0), 7).fumble == 1
    assert best(Situation(read_cards("H7"), SPADES, 0, rulings=Rulings(equality="success")), 7).success == 1


def test_an_off_suit_card_lets_a_critical_fall_onto_the_difficulty():
    """A-Q11: three kings' worth is 39; with another suit the cards count as printed, and the total falls to 9."""
    deck = read_cards("H4")
    gone = tuple(card for card in deck_of(1) if card not in (*read_cards("S2 S3"), *deck))
    hand = Situation(read_cards("S2 S3"), SPADES, 1, 100, gone=gone, rulings=Rulings())
    bought = {play.cards: play for play in plays(hand, uniform([30]))}[read_cards("S2 S3")]
    assert bought.total == 26
    assert (bought.success, bought.fumble, bought.ep) == (0, 0, 0), "buying cannot help, so nothing is bought"
    kept = Situation(hand.hand, SPADES, 1, 100, gone=gone, rulings=Rulings(critical_after="kept"))
    assert best(kept, 29).success == 1, "26 kept and 4 more"


def test_one_ace_bought_last_is_counted_at_14_beside_the_king():
    """A-M1: 13 is short of 26; only an ace helps, and four are among the 51 unseen cards of a deck without Joker."""
    hand = Situation(read_cards("HK"), SPADES, 1, 100, rulings=Rulings(deck="52"))
    assert best(hand, 26).success == Fraction(4, 51)
    assert best(hand, 26).fumble == Fraction(3, 51)


def test_the_joker_is_declared_what_it_is_needed_for():
    """A-2.2: as a king it raises the ace."""
    found = best(table("X HA", limit=0, ep=0), 26)
    assert (found.total, found.success) == (27, 1)
    assert {card.rank for card in found.cards} == {13, 1}


def test_cards_are_held_back_when_the_difficulty_is_secret():
    """A-9.11: with 4 to 6 as likely, a 9 at once succeeds for sure; 5 and 9 together do so too, with one card more."""
    assert best(table("H5 D9", limit=1), 4, 5, 6).cards == read_cards("D9")


def test_least_ep_buys_nothing():
    """The goal of spending least."""
    assert best(table("H5 D9"), 30, goal="ep").ep == 0
    assert best(table("H5 D9"), 30).ep > 0


def test_a_miracle_plays_the_rest_at_once():
    """A-9.13: without additions two cards of 9 cannot pass 20, three can."""
    with_it = best(table("H9 D9 C9", limit=0, miracle=True), 26)
    assert with_it.success == 1
    assert best(table("H8 D8", limit=0, miracle=True), 20).success == 0


def test_in_the_middle_of_a_check_the_next_step_is_named():
    """A-9.8: the field is short at 12; a 9 in hand passes 20."""
    there = read_cards("H5 D7")
    found = plays(Situation(read_cards("C9 C8"), SPADES, 3, 300, table=there, by_hand=1), uniform([20]))
    assert (found[0].kind, found[0].cards, found[0].success) == ("hand", read_cards("C9"), 1)
    assert {play.kind for play in found} == {"hand", "deck", "stop"}
    assert next(play for play in found if play.cards == read_cards("C8")).fumble == 1


def test_the_additions_run_out():
    """A-9.10, A-Q14: shared, or one limit for each kind."""
    shared = Situation(read_cards("C2 C3"), SPADES, 1, 900, table=read_cards("H5"), by_hand=1)
    assert {play.kind for play in plays(shared, uniform([20]))} == {"stop"}
    each = Situation(shared.hand, SPADES, 1, 900, (*shared.table,), 1, rulings=Rulings(additions="each"))
    assert {play.kind for play in plays(each, uniform([20]))} == {"deck", "stop"}
    assert most_deck_cards(each) == 1


def test_a_fitted_critical_that_is_short_leaves_its_highest_total_open():
    """A-Q10: fitted to a difficulty of 26, ♠2 and ♠3 do not fumble but stay short; any card more succeeds or falls."""
    fitted = Rulings(critical="best")
    hand = Situation(read_cards("SA H9"), SPADES, 1, table=read_cards("S2 S3"), rulings=fitted)
    assert best(hand, 26).cards == read_cards("SA")
    assert best(hand, 26).success == 1
    with pytest.raises(InputError) as caught:
        best(hand, 25)
    assert "above 25" in caught.value.message("en")
    begun = Situation(read_cards("S2 S3"), SPADES, 1, 100, rulings=fitted)
    *_, last = count_plays(begun, uniform([26]))
    assert (last.plays[0].cards, last.then.kind, last.then.success) == (read_cards("S2 S3"), "deck", Fraction(12, 51))
    assert last.then.success == last.plays[0].success


def test_a_miracle_raises_an_ace_that_followed_a_critical_which_keeps_its_value():
    """A-Q11, A-M1: 26 are kept, the bought ♥A counts 1, and the king of the miracle makes it 14: 53."""
    there, hand, deck = read_cards("SA S2"), read_cards("HK"), read_cards("HA")
    gone = tuple(card for card in deck_of(1) if card not in (*there, *hand, *deck))
    kept = Rulings(critical_after="kept", additions="each")
    situation = Situation(hand, SPADES, 1, 100, there, 1, 0, gone, miracle=True, rulings=kept)
    found = {play.kind: play.success for play in plays(situation, uniform([40]))}
    assert found == {"deck": 1, "stop": 0}, "a miracle alone makes 39"


def test_a_joker_that_was_drawn_is_not_drawn_again():
    """A-2.2: 2 and two of Joker, 3 and 3 against 17: with the Joker as a king 18, without it 8."""
    hand, deck = read_cards("H2"), read_cards("H3 D3 X")
    gone = tuple(card for card in deck_of(1) if card not in (*hand, *deck))
    found = best(Situation(hand, SPADES, 2, 200, gone=gone, rulings=Rulings()), 17)
    assert (found.success, found.fumble, found.ep) == (Fraction(2, 3), 0, 200)
    two = Rulings(deck="54")
    found = best(Situation(hand, SPADES, 2, 200, gone=gone, rulings=two), 27)
    assert (found.success, found.fumble) == (Fraction(1, 6), 0), "2, king and ace of 14 are 29"


def one_to_come(hand, deck, limit, there="", rulings=None, **more):
    """A situation in which a single card is left in the deck, or none."""
    cards = [read_cards(each) for each in (hand, there, deck)]
    gone = tuple(card for card in deck_of(1) if card not in (*cards[0], *cards[1], *cards[2]))
    return Situation(cards[0], SPADES, limit, 100, cards[1], gone=gone, rulings=rulings or Rulings(), **more)


def added_by_hand(situation, difficulty):
    """The chance of success if the first card in hand is added."""
    return next(play for play in plays(situation, uniform([difficulty])) if play.kind == "hand").success


def test_a_king_to_come_raises_the_aces_that_lie_there():
    """A-M1: two aces are 2, with the king from the deck 41."""
    both = plays(one_to_come("HA DA", "HK", 1), uniform([40]))[0]
    assert (both.cards, both.total, both.success) == (read_cards("HA DA"), 2, 1)


def test_a_king_raises_the_aces_of_a_critical_that_has_fallen():
    """A-Q11, A-M1: with an ace of hearts the 26 fall to 4; the king from the deck makes 43."""
    assert added_by_hand(one_to_come("HA", "HK", 2, "SA S2"), 42) == 1


def test_with_a_limit_for_each_kind_deck_cards_follow_when_the_hand_may_add_no_more():
    """A-Q14: after a critical that goes on, 39 and then 52, and after one that has fallen, 8 and then 34."""
    each = Rulings(additions="each")
    assert added_by_hand(one_to_come("S3", "S4", 1, "SA S2", each), 50) == 1
    assert added_by_hand(one_to_come("H5", "HK", 1, "SA S2", each), 33) == 1


def test_a_miracle_with_fresh_cards_counts_only_those():
    """A-Q15: ♠4 and ♠5 are a critical of 26, whatever lay there before; fitted, one of 13 is less after a fumble."""
    fresh = Situation(read_cards("S2 S3 S4 S5"), SPADES, 0, miracle=True, rulings=Rulings(miracle_cards="fresh"))
    chances = {play.cards: play.success for play in plays(fresh, uniform([45]))}
    assert (chances[read_cards("S2 S3")], chances[read_cards("S2 S3 S4 S5")]) == (0, 1)
    house = Rulings(miracle_cards="fresh", critical="best", miracle_after_fumble=True)
    fitted = Situation(read_cards("HK S2"), SPADES, 0, miracle=True, rulings=house)
    king = {play.cards: play for play in plays(fitted, uniform([13]))}[read_cards("HK")]
    assert (king.success, king.fumble) == (0, 0)


def test_a_long_search_pauses_and_finds_the_same(monkeypatch):
    """However often it is begun anew."""
    situation = table("S2 S5 H9 X", limit=2, ep=100, miracle=True)
    *_, at_once = count_plays(situation, uniform([30, 41]))
    monkeypatch.setattr("rules_py.avatar.odds.solver.lanes.PATIENCE", -1)
    counted = list(count_plays(situation, uniform([30, 41])))
    assert counted[-1] == at_once
    assert sum(each.done == each.of for each in counted) > 2 * len(at_once.plays), "it has paused"


def test_no_hand_no_play():
    """A-9.5."""
    assert plays(Situation((), SPADES, 3), uniform([5])) == []
    assert begin_check((), SPADES, 5).outcome is Outcome.FAILURE


# --- played out one by one --------------------------------------------------------------------------------------------


def agrees(hand, unseen, limit, ep, miracle, rulings, prior, goal):
    """Every play has the chances that trying everything finds."""
    gone = tuple(card for card in deck_of(rulings.jokers) if card not in (*hand, *unseen))
    situation = Situation(tuple(hand), SPADES, limit, ep, gone=gone, miracle=miracle, rulings=rulings)
    *_, last = count_plays(situation, prior, goal)
    found = {frozenset(card.face for card in play.cards): play for play in last.plays}
    brute = Brute(situation, goal)
    assert len(found) == 2 ** len(hand) - 1
    for number in range(1, len(hand) + 1):
        for chosen in combinations(hand, number):
            play = found[frozenset(chosen)]
            assert (play.success, play.fumble, play.ep) == brute.begin(chosen, prior), (chosen, rulings)


def deal(seed, size, jokers):
    """Cards of which many are of the own suit, kings or aces."""
    rng = random.Random(seed)
    deck = list(deck_of(jokers))
    weights = [4 if card.suit == SPADES or card.rank in (1, 13) else 1 for card in deck]
    found = []
    while len(found) < size:
        card = rng.choices(deck, weights)[0]
        if card not in found and not (card.joker and any(other.joker for other in found)):
            found.append(card)
    return found


@every(
    ("deck", "limit", "difficulties"),
    [("H3 D3 X", 3, [12]), ("H3 D3 C3 S3 H4", 4, [11, 13]), ("H3 D3 C3 S3 HK", 4, [12])],
)
def test_many_deck_cards_agree_with_playing_them_out(deck, limit, difficulties):
    """A-9.10: equal ranks that run out, and a Joker that exceeds every difficulty at once."""
    agrees(read_cards("H2"), read_cards(deck), limit, 100 * limit, False, Rulings(), uniform(difficulties), "success")


@every("seed", range(24))
def test_every_play_agrees_with_playing_it_out(seed):
    """A-M10, by this reference's rulings: small decks, every order of the cards, every decision."""
    rng = random.Random(seed)
    cards = deal(seed, 5, seed % 2)
    least = rng.choice([5, 13, 20, 26, 30])
    prior = uniform(range(least, least + rng.choice([1, 2, 5])))
    agrees(cards[:2], cards[2:], rng.choice([1, 2, 3]), 200, seed % 3 == 0, Rulings(), prior, rng.choice(list(GOALS)))


@settings(max_examples=60)
@given(
    rulings=st.fixed_dictionaries({name: st.sampled_from(answers) for name, answers in CHOICES.items()}),
    seed=st.integers(0, 10**6),
    limit=st.integers(0, 3),
    ep=st.sampled_from([0, 100, 200]),
    miracle=st.booleans(),
    least=st.sampled_from([1, 12, 13, 14, 25, 26, 27, 39]),
    width=st.integers(1, 4),
    goal=st.sampled_from(list(GOALS)),
)
def test_every_house_rule_agrees_with_playing_it_out(rulings, seed, limit, ep, miracle, least, width, goal):
    """A-Q1, A-Q4, A-Q10 to A-Q12, A-Q14, A-Q15."""
    house = Rulings(**rulings)
    cards = deal(seed, 4, house.jokers)
    agrees(cards[:2], cards[2:], limit, ep, miracle, house, uniform(range(least, least + width)), goal)


POOL = read_cards("SA SK S2 SQ HA HK H2 D5 D9 S7 X Y", rulings=Rulings(deck="54"))
"""Cards that matter: own and other kings and aces, equal ranks, Jokers."""
SWITCHES = st.fixed_dictionaries({name: st.sampled_from(answers) for name, answers in CHOICES.items()})
PRIORS = st.dictionaries(
    st.one_of(st.integers(1, 60), st.sampled_from([12, 13, 14, 25, 26, 27, 28, 39, 40])),
    st.integers(1, 4),
    min_size=1,
    max_size=5,
)


@st.composite
def deals(draw, *, most_hand=3, most_unseen=3, on_table=0, all_bought=False):
    """A small deck dealt to hand, table and deck, the rest being gone, with everything else that may differ.

    With `all_bought` every addition may be a deck card, and a Joker may be among them.
    """
    house = Rulings(**(draw(SWITCHES) | ({"additions": "shared", "deck": "53"} if all_bought else {})))
    cards = draw(
        st.lists(
            st.sampled_from([card for card in POOL if card.joker <= house.jokers]),
            min_size=on_table + 1,
            max_size=on_table + most_hand + most_unseen,
            unique=True,
        )
    )
    if sum(card.joker > 0 for card in cards) == 2:
        cards = cards[: on_table + 3]
    elif any(card.joker for card in cards):
        cards = cards[: on_table + 4]
    there = []
    for card in cards[:on_table]:
        suit = draw(st.sampled_from([SPADES, Suit.HEARTS])) if house.joker == "rank_and_suit" else None
        there.append(card.declared(draw(st.integers(1, 13)), suit, house) if card.joker else card)
    number = draw(st.integers(1 - bool(on_table), min(most_hand, len(cards) - on_table)))
    if all_bought and JOKER not in cards:
        cards[-1] = JOKER
    weights = draw(PRIORS)
    prior = {d: Fraction(weight, sum(weights.values())) for d, weight in weights.items()}
    if all_bought:
        limit = min(2, len(cards) - number)
        free = tuple(card for card in deck_of(1) if card not in cards)
        return Situation(tuple(cards[:number]), SPADES, limit, 100 * limit, gone=free, rulings=house), prior, "success"
    situation = Situation(
        tuple(cards[on_table : on_table + number]),
        SPADES,
        draw(st.integers(0, 5)),
        draw(st.sampled_from([0, 100, 250, 300, 500])),
        tuple(there),
        draw(st.integers(0, 2)) if on_table else 0,
        draw(st.integers(0, 1)) if on_table else 0,
        tuple(card for card in deck_of(house.jokers) if card not in cards),
        draw(st.booleans()),
        house,
    )
    return situation, prior, draw(st.sampled_from(list(GOALS)))


def measures(play):
    return play.success, play.fumble, play.ep


@settings(max_examples=100)
@given(deals())
def test_every_way_to_begin_agrees_with_playing_every_deal(case):
    """A-M10 with any house rule, prior, limit and EP: every order of the deck, every decision."""
    situation, prior, goal = case
    brute = Brute(situation, goal)
    *_, last = count_plays(situation, prior, goal)
    found = {frozenset(card.face for card in play.cards): play for play in last.plays}
    assert len(found) == 2 ** len(situation.hand) - 1
    for chosen, play in found.items():
        assert measures(play) == brute.begin([card for card in situation.hand if card in chosen], prior)
    scores = [score(measures(play), goal) for play in last.plays]
    assert scores == sorted(scores, reverse=True)


@settings(max_examples=40)
@given(deals(all_bought=True, most_hand=2))
def test_every_addition_may_be_a_deck_card(case):
    """A-9.9: the last two cards are summed, not searched; a Joker that has been drawn cannot come again."""
    situation, prior, goal = case
    brute = Brute(situation, goal)
    for play in plays(situation, prior, goal):
        chosen = [card for card in situation.hand if card in {each.face for each in play.cards}]
        assert measures(play) == brute.begin(chosen, prior)


@settings(max_examples=80)
@given(st.integers(1, 3).flatmap(lambda n: deals(most_hand=2, most_unseen=3, on_table=n)))
def test_every_way_to_go_on_agrees_with_playing_every_deal(case):
    """A-9.8 to A-9.13: from the middle of a check."""
    situation, prior, goal = case
    brute = Brute(situation, goal)
    expected = brute.later(prior)
    if expected is None:
        with pytest.raises(InputError):
            plays(situation, prior, goal)
        return
    found = {}
    for play in plays(situation, prior, goal):
        found[play.kind, play.cards[0].face if play.kind == "hand" else None] = play
    for way, play in found.items():
        assert measures(play) == expected.pop(way), way
    assert set(expected) <= {("miracle", None)}, "a miracle that gains nothing is not named"
    assert all(score(brings, goal) <= score(NOTHING, goal) for brings in expected.values())


KEPT = Rulings(deck="53", critical_after="kept")
LEFT = tuple(card for card in deck_of(1) if card not in read_cards("S2 HA SK"))


@settings(max_examples=50)
@given(deals(most_hand=2))
@example((Situation(read_cards("S2 HA"), SPADES, 2, 100, gone=LEFT, rulings=KEPT), {27: Fraction(1)}, "success"))
def test_the_next_step_agrees_with_playing_every_deal(case):
    """What to do if the best play leaves the total short."""
    situation, prior, goal = case
    *_, last = count_plays(situation, prior, goal)
    best_play = last.plays[0]
    brute = Brute(situation, goal)
    expected = brute.then(best_play, prior)
    assert last.then is not None
    assert measures(last.then) == max(expected.values(), key=lambda found: score(found, goal))
    assert (
        measures(last.then) == expected[last.then.kind, last.then.cards[0].face if last.then.kind == "hand" else None]
    )


# --- what must always hold --------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(
    cards=st.lists(st.sampled_from(deck_of(0)), min_size=1, max_size=4, unique=True),
    difficulty=st.integers(1, 60),
    limit=st.integers(0, 2),
)
def test_more_never_hurts(cards, difficulty, limit):
    """More EP, more additions, a miracle or another card in hand never lower the best chance."""
    situation = Situation(tuple(cards), SPADES, limit, 100)
    chance = best(situation, difficulty).success
    for better in (
        Situation(situation.hand, SPADES, limit, 200),
        Situation(situation.hand, SPADES, limit + 1, 100),
        Situation(situation.hand, SPADES, limit, 100, miracle=True),
    ):
        assert best(better, difficulty).success >= chance


def test_chances_add_up_and_are_sorted():
    found = plays(table("S4 HA D7 C9"), uniform(range(26, 39)))
    assert len(found) == 15
    for play in found:
        assert play.success + play.fumble + play.failure == 1
        assert min(play.success, play.fumble, play.failure, play.ep) >= 0
    assert [play.success for play in found] == sorted((play.success for play in found), reverse=True)


def test_buying_more_is_told_step_by_step():
    """What is known with fewer deck cards is exact for a player who buys no more."""
    situation = table("S4 HA D7", limit=3)
    chances = []
    for most in range(4):
        *_, last = count_plays(situation, uniform([40]), "success", most)
        chances.append(last.plays[0].success)
        assert last.plays == tuple(plays(table("S4 HA D7", limit=3, ep=300), uniform([40]))) or most < 3
    assert chances == sorted(chances)


# --- bad input --------------------------------------------------------------------------------------------------------


@every(
    ("field", "make"),
    [
        ("hand", lambda: Situation(read_cards("SK") * 2, SPADES, 3)),
        ("hand", lambda: Situation(read_cards("Y", rulings=Rulings(deck="54")), SPADES, 3)),
        ("hand", lambda: table("X=SK")),
        ("hand", lambda: Situation(deck_of(1)[:11], SPADES, 3)),
        ("table", lambda: table("SK", table=read_cards("SK"))),
        ("table", lambda: table("SK", table=read_cards("X"))),
        ("gone", lambda: table("SK", gone=read_cards("SK"))),
        ("ep", lambda: table("SK", ep=-100)),
        ("hand_limit", lambda: table("SK", limit=11)),
        ("prior", lambda: plays(table("SK"), {0: Fraction(1)})),
        ("prior", lambda: plays(table("SK"), {})),
        ("numbers", lambda: plays(table("SK"), uniform([]))),
        ("prior", lambda: effort(table("SK"), {}, 1)),
        ("bought", lambda: effort(table("SK"), uniform([5]), -1)),
        ("goal", lambda: plays(table("SK"), uniform([5]), "luck")),
        ("most_bought", lambda: list(count_plays(table("SK"), uniform([5]), "success", -1))),
        ("by_hand", lambda: table("SK", table=read_cards("H5"), by_hand=-1)),
        ("bought", lambda: table("SK", bought=1)),
        ("suit", lambda: Situation(read_cards("SK"), "Q", 3)),
        ("hand", lambda: Situation((Card(14, SPADES),), SPADES, 3)),
        ("hand", lambda: Situation((Card(5),), SPADES, 3)),
        ("prior", lambda: plays(table("SK"), {5: Fraction(-1)})),
        ("difficulty", lambda: plays(table("SK", table=read_cards("H9 D9")), uniform([12]))),
    ],
)
def test_bad_input_is_told(field, make):
    refused(make, field, ANY)
