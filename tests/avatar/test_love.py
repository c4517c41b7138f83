"""Love and random events: who may play what, who succeeds, chances counted card by card."""

from fractions import Fraction
from itertools import chain, combinations
from random import Random

import pytest

from rules_py.avatar.cards import KING, QUEEN, Suit, card_value, deck_of, read_cards, remaining
from rules_py.avatar.events import draw_event, draw_events, event_odds, event_row, feast
from rules_py.avatar.love import Answerer, love_odds, love_plays, love_succeeds, love_suits, may_play
from rules_py.avatar.rulings import Rulings
from rules_py.core.errors import InputError
from tests.page import ask
from tests.rows import every

from .inputs import EVENT, LOVE

C52 = Rulings(deck="52")


def test_the_king_makes_the_others_ace_fourteen():
    """A-X21."""
    assert love_odds(read_cards("SK C2")).success == Fraction(43, 50)


def test_the_others_king_makes_ones_own_ace_fourteen():
    """A-X22; with one's own kings only, it does not (A-Q2)."""
    assert love_odds(read_cards("SA C9")).success == Fraction(31, 50)
    assert love_odds(read_cards("SA C9"), rulings=Rulings(deck="52", ace_field="own")).success == Fraction(27, 50)


def test_an_ace_against_a_random_card():
    """A-X16: the same two cards with the ace rule, equal, and one strictly higher."""
    ranks = [(one, other) for one in deck_of(0) for other in deck_of(0) if one != other]
    values = [(card_value(one, pair), card_value(other, pair)) for pair in ranks for one, other in [pair]]
    assert Fraction(sum(one == other for one, other in values), len(values)) == Fraction(1, 17)
    assert Fraction(sum(one > other for one, other in values), len(values)) == Fraction(8, 17)


def test_which_suits_the_sex_allows():
    """A-13.4, A-Q25."""
    assert love_suits("male") == (Suit.SPADES, Suit.CLUBS)
    assert love_suits("female") == (Suit.HEARTS, Suit.DIAMONDS)
    assert len(love_suits("other")) == 4
    assert may_play(read_cards("SK H3 X"), "female") == read_cards("H3 X")
    with pytest.raises(InputError):
        love_suits("unknown")


def test_only_the_greatest_succeeds_and_of_equal_ones_nobody():
    """A-13.7, A-13.9, A-Q25: equality with the difficulty is not enough."""
    assert love_succeeds([read_cards("SQ")], read_cards("D10")) == (False,)
    assert love_succeeds([read_cards("SK")], read_cards("D10")) == (True,)
    assert love_succeeds([read_cards("SK"), read_cards("SQ H5")], read_cards("D10")) == (False, True)
    assert love_succeeds([read_cards("SK"), read_cards("CK")], read_cards("D10")) == (False, False)


@every("seed", range(10))
@every("ace_field", ["everybody", "own"])
def test_chances_card_by_card(seed, ace_field):
    """A-M12: every hand that the character can turn up, with none to two rivals."""
    random, rulings = Random(seed), Rulings(deck="52", ace_field=ace_field)
    cards = random.sample(deck_of(0), 40)
    take = iter(cards)
    played, known, *rivals = (tuple(next(take) for _ in range(random.randint(0, 2))) for _ in range(4))
    played = played or (next(take),)
    rivals = [rival for rival in rivals if rival]
    seen, drawn, difficulty = cards[10:], random.randint(0, 3), random.randint(0, 12)
    unseen = remaining((*played, *chain(*rivals), *known, *seen), rulings)
    hands = list(combinations(unseen, drawn))
    wins = sum(love_succeeds([played, *rivals], (*known, *hand), difficulty, rulings)[0] for hand in hands)
    odds = love_odds(played, Answerer(known, drawn), difficulty, rivals, seen, rulings)
    assert odds.success == Fraction(wins, len(hands))
    assert sum(odds) == 1


def test_of_two_rivals_the_greater_one_counts():
    """A-13.9: whichever is named first."""
    rivals = [read_cards("C2"), read_cards("DK")]
    for order in (rivals, rivals[::-1]):
        odds = love_odds(read_cards("S10"), difficulty=0, rivals=order)
        assert (odds.success, odds.beaten) == (0, 1 - odds.short)
        assert odds.beaten > 0


def test_a_joker_turned_up_is_a_king_or_an_ace():
    """A-2.2: it makes one's own ace 14 as well."""
    seen = [card for card in deck_of(1) if card not in read_cards("SA S2 X")]
    assert love_odds(read_cards("SA S2"), seen=seen, rulings=Rulings()).success == 1, "16 against 13 + 2"
    seen = [card for card in deck_of(1) if card not in read_cards("SK S2 X")]
    assert love_odds(read_cards("SK S2"), seen=seen, rulings=Rulings()).success == 0, "15 against 14 + 2"


def test_the_best_play_is_no_worse_than_any_other():
    plays = love_plays(read_cards("SA C9 S2 H5 X"), "male", rulings=Rulings())
    assert all(set(play.cards).isdisjoint(read_cards("H5")) for play in plays)
    assert plays[0].odds.success == max(play.odds.success for play in plays)
    assert {card.rank for play in plays for card in play.cards if card.joker} == {1, QUEEN, KING}
    assert len(plays) == 7 + 3 * 8
    assert love_plays(read_cards("H5"), "male") == []


@every("hand", ["X", "X C2", "X SA", "X S3 CK"])
@every("ace_field", ["everybody", "own"])
def test_no_other_card_would_do_better_for_a_joker(hand, ace_field):
    """A-2.2, A-Q2: a king makes the other's ace 14, a queen does not."""
    rulings = Rulings(ace_field=ace_field)
    joker, *others = read_cards(hand)
    every_card = (joker.declared(rank, Suit.SPADES) for rank in range(1, KING + 1))
    best = max(love_odds((card, *others), rulings=rulings).success for card in every_card)
    found = [
        play for play in love_plays((joker, *others), "male", rulings=rulings) if len(play.cards) == len(others) + 1
    ]
    assert max(play.odds.success for play in found) == best


def test_who_has_no_opposite_sex_gains_no_ep():
    """A-13.10: a king against a two succeeds for sure; 1000 EP for him and for her, none for who is neither."""
    gains = {}
    for sex, hand in (("male", "SK"), ("female", "HK"), ("other", "SK")):
        asked = {"sex": sex, "hand": hand, "deck": "52", "npc": "known", "npc_hand": "D2"}
        output = ask(LOVE, asked)["parts"]["output"]
        gains[sex] = ">1000<" in output
    assert gains == {"male": True, "female": True, "other": False}


@every(
    ("asked", "said"),
    [
        ({"sex": "other"}, "no opposite sex"),
        ({}, "1000 EP"),
        ({"ace_field": "own"}, "a K of one’s own"),
        ({"ace_field": "everybody"}, "the other’s cards included"),
    ],
)
def test_the_working_of_love_says_what_was_counted(asked, said):
    """A-13.10, A-Q2: under the house rules and for the avatar that were asked about."""
    assert said in ask(LOVE, asked)["parts"]["output"]


# --- random events ----------------------------------------------------------------------------------------------------


def test_every_suit_is_an_event_and_a_joker_changes_nothing():
    """A-12.3, A-T2, A-Q23."""
    assert set(event_odds().values()) == {Fraction(1, 4)}
    assert event_odds(rulings=Rulings(deck="54")) == event_odds(rulings=C52)
    assert event_odds(read_cards("H9 H3 SK X"), Rulings())["A-T2.1"] == Fraction(11, 49)
    with pytest.raises(InputError):
        event_odds(deck_of(0))


def test_a_feast_brings_500_ep_for_each_stage():
    """A-X19, A-T4.5."""
    assert feast(3) == 1500


def test_a_draw_follows_its_seed_and_passes_jokers_over():
    seen = [card for card in deck_of(1) if card not in read_cards("X D4")]
    drawn = {draw_event(f"s{n}", seen, Rulings()) for n in range(20)}
    assert drawn == {read_cards("D4"), read_cards("X D4")}
    assert event_row(read_cards("D4")[0]) == "A-T2.3"
    assert ask(EVENT, {"seed": "a"}) == ask(EVENT, {"seed": "a"})


@every("rulings", [Rulings(), C52, Rulings(deck="54")])
def test_draws_go_on_from_the_same_deck_until_it_is_spent(rulings):
    """A-12.3, A-Q23: each card once, then the pile is shuffled; the first draws never depend on how many follow."""
    seen = read_cards("SK H3 D9")
    deck = set(remaining(seen, rulings))
    drawn = draw_events("lamp", 120, seen, rulings)
    for number in range(121):
        assert draw_events("lamp", number, seen, rulings).events == drawn.events[:number]
    turned = [card for cards in drawn.events for card in cards]
    for first in range(0, len(turned) - len(deck), len(deck)):
        assert set(turned[first : first + len(deck)]) == deck
    assert all(event_row(cards[-1]) and not any(map(event_row, cards[:-1])) for cards in drawn.events)


def test_the_chance_of_the_next_draw_knows_what_was_drawn():
    """A-12.3, A-Q23: what is left decides; of a spent deck, the whole one."""
    seen = [card for card in deck_of(0) if card not in read_cards("D4 D5 S2")]
    for number in range(3):
        drawn = draw_events("lamp", number, seen, C52)
        for row, chance in drawn.odds(seen, C52).items():
            assert chance == Fraction(sum(event_row(card) == row for card in drawn.left), 3 - number)
    assert draw_events("lamp", 3, seen, C52).odds(seen, C52) == event_odds(seen, C52)
    joker = [card for card in deck_of(1) if card not in read_cards("D4 X")]
    spent = next(d for d in (draw_events(f"s{n}", 1, joker, Rulings()) for n in range(20)) if d.left)
    assert spent.left == read_cards("X")
    assert spent.odds(joker, Rulings())["A-T2.3"] == 1


@every("language", ["en", "ja"])
def test_the_button_draws_the_next_card_and_takes_it_back(language):
    """The link says how many; the same seed and number always give the same card."""
    two = ask(EVENT, {"seed": "lamp", "draws": "2"}, language=language)
    pressed = ask(EVENT, {"seed": "lamp"}, {"do": "draw"}, language)
    assert pressed["values"]["draws"] == "2"
    assert pressed["parts"] == two["parts"]
    assert (
        ask(EVENT, {"seed": "lamp", "draws": "2"}, {"do": "back"}, language)["parts"]
        == (ask(EVENT, {"seed": "lamp"}, language=language)["parts"])
    )
    none = ask(EVENT, {"seed": "lamp", "draws": "1"}, {"do": "back"}, language)
    assert none["values"]["draws"] == "0"
    assert 'value="back"' not in none["parts"]["controls"]
    assert list(ask(EVENT, {"draws": "200"}, {"do": "draw"}, language)["errors"]) == ["draws"]
    assert list(ask(EVENT, {"draws": "-1"}, language=language)["errors"]) == ["draws"]


def test_all_cards_seen():
    assert list(ask(EVENT, {"seen": " ".join(card.code for card in deck_of(1))})["errors"]) == ["seen"]
