"""Love: who may play which cards, who succeeds, and with what chance (A-M12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Annotated, Literal, NamedTuple

from rules_py.avatar.cards import ACE, HIGH_ACE, KING, QUEEN, Card, Suit, check_cards, field_total, remaining
from rules_py.avatar.rulings import PACK, Rulings
from rules_py.core.errors import InputError
from rules_py.core.rulings import Bounds, Checked, whole_number
from rules_py.core.words import words

WORDS = words("avatar")
Sex = Literal["male", "female", "other"]
MOST_DIFFICULTY = 12
MOST_CARDS = 6
MOST_RIVALS = 5
LOVE_EP = 1_000
"""EP for Love that succeeds with an NPC of the opposite sex (A-13.10)."""
_SUITS: dict[str, tuple[Suit, ...]] = {
    "male": (Suit.SPADES, Suit.CLUBS),
    "female": (Suit.HEARTS, Suit.DIAMONDS),
    "other": tuple(Suit),
}


def love_suits(sex: Sex) -> tuple[Suit, ...]:
    """Return the suits that an avatar may play in Love.

    Args:
        sex: The avatar's sex.

    Raises:
        InputError: If it is none of the three.

    Source: A-13.3, A-13.4, A-M12.

    Example:
        >>> [suit.symbol for suit in love_suits("female")]
        ['♥', '♦']
    """
    if sex not in tuple(_SUITS):
        raise InputError("sex", sex, WORDS["which_sex"], "A-13.4")
    return _SUITS[sex]


def may_play(cards: Sequence[Card], sex: Sex) -> tuple[Card, ...]:
    """Return those of the cards that an avatar may play; a Joker fits every sex.

    Source: A-13.3, A-13.4, A-Q25.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> may_play(read_cards("SK H3 X"), "male")
        (Card(SK), Card(X))
    """
    suits = love_suits(sex)
    return tuple(card for card in cards if card.joker or card.suit in suits)


def love_succeeds(
    suitors: Sequence[Sequence[Card]],
    answer: Sequence[Card],
    difficulty: int = 2,
    rulings: Rulings = Rulings(),
) -> tuple[bool, ...]:
    """Say whose Love succeeds, once all cards lie open.

    Args:
        suitors: The cards of each player who has declared Love towards the same character.
        answer: The cards of that character.
        difficulty: 0 to 12; 2 is standard.
        rulings: `ace_field` counts. Of several equal ones nobody succeeds, or they check again: neither does now.

    Returns:
        For each player whether it succeeds.

    Raises:
        InputError: If the difficulty is out of bounds or a Joker is not declared.

    Source: A-2.1, A-13.7 to A-13.9, A-M12, A-Q2, A-Q25.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> love_succeeds([read_cards("SK C2"), read_cards("H9 H5")], read_cards("D10"))
        (True, False)
    """
    whole_number("difficulty", difficulty, 0, MOST_DIFFICULTY, "A-13.8")
    everybody = rulings.ace_field == "everybody"
    field = [card for cards in (*suitors, answer) for card in cards] if everybody else []
    need = field_total(answer, field) + difficulty
    totals = [field_total(cards, field) for cards in suitors]
    reached = [total for total in totals if total > need]
    best = max(reached, default=0)
    alone = reached.count(best) == 1
    return tuple(alone and total == best for total in totals)


class LoveOdds(NamedTuple):
    """What a play in Love leads to.

    Attributes:
        success: Chance that it succeeds.
        tie: Chance that it reaches the number and is equal to the best rival.
        beaten: Chance that it reaches the number and a rival has more.
        short: Chance that it does not reach the number.

    Source: A-13.7, A-13.9, A-M12.
    """

    success: Fraction
    tie: Fraction
    beaten: Fraction
    short: Fraction


@dataclass(frozen=True)
class Answerer(Checked):
    """What is known of the cards of the character to whom Love is declared.

    Args:
        npc_hand: The cards it plays, if they are known.
        npc_cards: How many unknown cards it plays beside them, 0 to 6: 1 for a character without a hand, who plays the
            top card of the deck.

    Raises:
        InputError: If the number is out of bounds.

    Source: A-13.5, A-13.6.

    Example:
        >>> Answerer().npc_cards
        1
    """

    npc_hand: tuple[Card, ...] = ()
    npc_cards: Annotated[int, Bounds(0, MOST_CARDS, "A-13.5")] = 1


def love_odds(
    played: Sequence[Card],
    answerer: Answerer = Answerer(),
    difficulty: int = 2,
    rivals: Sequence[Sequence[Card]] = (),
    seen: Sequence[Card] = (),
    rulings: Rulings = PACK,
) -> LoveOdds:
    """Return the chances of a play, exact over all the cards that are not seen.

    A Joker that the character turns up counts as what is worth most: a king, or an ace where a king lies.

    Args:
        played: The player's cards, Jokers declared.
        answerer: What the character plays.
        difficulty: 0 to 12; 2 is standard.
        rivals: Cards of other players who declare Love towards the same character.
        seen: Further cards that cannot come up: the rest of the hand, discards.
        rulings: `deck` and `ace_field` count; 52 cards unless told otherwise (A-Q1).

    Returns:
        The chances.

    Raises:
        InputError: If the cards cannot come from one deck, too few are left, or the difficulty is out of bounds.

    Source: A-2.1, A-13.5 to A-13.9, A-M12, A-Q2, A-Q25.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> love_odds(read_cards("SK C2")).success, love_odds(read_cards("SA C9")).success
        (Fraction(43, 50), Fraction(31, 50))
    """
    whole_number("difficulty", difficulty, 0, MOST_DIFFICULTY, "A-13.8")
    open_cards = (*played, *(card for cards in rivals for card in cards), *answerer.npc_hand)
    for name, cards in (("played", played), ("npc_hand", answerer.npc_hand), *(("rivals", each) for each in rivals)):
        if any(not card.rank for card in cards):
            raise InputError(name, "Joker", WORDS["declare_a_joker"], "A-2.2")
    check_cards((*open_cards, *seen), "seen", rulings)
    unseen = remaining((*open_cards, *seen), rulings)
    if len(unseen) < answerer.npc_cards:
        raise InputError("npc_cards", answerer.npc_cards, WORDS["too_few_unseen"].format(n=len(unseen)))
    everybody = rulings.ace_field == "everybody"
    king = everybody and any(card.rank == KING for card in open_cards)
    known = field_total(answerer.npc_hand, open_cards if everybody else ())
    their_aces = sum(card.rank == ACE for card in answerer.npc_hand)
    raised_before = king or any(card.rank == KING for card in answerer.npc_hand)
    lines = [_Line.of(cards, king) for cards in (played, *rivals)]
    found = Counter[str]()
    for drawn, ways in _drawn(Counter(card.rank for card in unseen), answerer.npc_cards).items():
        base, aces, kings, wilds = drawn
        raised = raised_before or kings > 0
        number = base + aces * (HIGH_ACE if raised or wilds else ACE)
        for _ in range(wilds):
            number += HIGH_ACE if raised else KING
            raised = True
        theirs = number + known
        if raised and not raised_before:
            theirs += their_aces * (HIGH_ACE - ACE)
        totals = [line.total(everybody and raised) for line in lines]
        found[_result(totals, theirs + difficulty)] += ways
    cases = found.total()
    return LoveOdds(*(Fraction(found[name], cases) for name in LoveOdds._fields))


class _Line(NamedTuple):
    """A player's cards as far as they count."""

    base: int
    aces: int
    raised: bool

    @classmethod
    def of(cls, cards: Sequence[Card], king: bool) -> _Line:
        aces = sum(card.rank == ACE for card in cards)
        raised = king or any(card.rank == KING for card in cards)
        return cls(sum(card.rank for card in cards) - aces, aces, raised)

    def total(self, raised: bool) -> int:
        return self.base + self.aces * (HIGH_ACE if raised or self.raised else ACE)


def _drawn(ranks: Counter[int], number: int) -> Counter[tuple[int, int, int, int]]:
    """Return what so many unseen cards are worth: total without aces and Jokers, aces, kings, Jokers; with the ways."""
    found: Counter[tuple[int, int, int, int, int]] = Counter({(0, 0, 0, 0, 0): 1})
    for rank, there in ranks.items():
        more: Counter[tuple[int, int, int, int, int]] = Counter()
        for (count, base, aces, kings, wilds), ways in found.items():
            for taken in range(min(there, number - count) + 1):
                plain = 0 if rank in (0, ACE) else rank * taken
                key = (
                    count + taken,
                    base + plain,
                    aces + taken * (rank == ACE),
                    min(1, kings + taken * (rank == KING)),
                    wilds + taken * (rank == 0),
                )
                more[key] += ways * comb(there, taken)
        found = more
    return Counter({key[1:]: ways for key, ways in found.items() if key[0] == number})


def _result(totals: Sequence[int], need: int) -> str:
    mine, rivals = totals[0], max(totals[1:], default=0)
    if mine <= need:
        return "short"
    if mine == rivals:
        return "tie"
    return "success" if mine > rivals else "beaten"


class LovePlay(NamedTuple):
    """One way to play in Love.

    Attributes:
        cards: The cards, Jokers declared.
        total: Their total beside the cards that lie open.
        odds: What it leads to.

    Source: A-13.3, A-M12.
    """

    cards: tuple[Card, ...]
    total: int
    odds: LoveOdds


def love_plays(
    hand: Sequence[Card],
    sex: Sex,
    answerer: Answerer = Answerer(),
    difficulty: int = 2,
    rivals: Sequence[Sequence[Card]] = (),
    seen: Sequence[Card] = (),
    rulings: Rulings = PACK,
) -> list[LovePlay]:
    """Return every way to play a hand in Love, the most promising first, of equal ones the one with fewest cards.

    A Joker of the hand is tried as a king, as a queen, which raises no aces, and as an ace.

    Args:
        hand: The player's hand.
        sex: The avatar's sex.
        answerer: What the character plays.
        difficulty: 0 to 12; 2 is standard.
        rivals: Cards of other players.
        seen: Further cards that cannot come up.
        rulings: `deck`, `ace_field` and `joker` count; 52 cards unless told otherwise (A-Q1).

    Returns:
        At least one play, unless no card of the hand may be played.

    Raises:
        InputError: If the cards cannot come from one deck or a number is out of bounds.

    Source: A-13.3 to A-13.9, A-M12, A-Q25.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> best = love_plays(read_cards("SK C2 H9"), "male")[0]
        >>> best.cards, best.odds.success
        ((Card(SK), Card(C2)), Fraction(6, 7))
    """
    check_cards(hand, "hand", rulings)
    able = may_play(hand, sex)
    found = []
    for size in range(1, len(able) + 1):
        for cards in combinations(able, size):
            rest = tuple(card.face for card in hand if card not in cards)
            for played in _as_declared(cards, love_suits(sex)[0], rulings):
                odds = love_odds(played, answerer, difficulty, rivals, (*seen, *rest), rulings)
                others = [card for group in (*rivals, answerer.npc_hand) for card in group]
                total = field_total(played, others if rulings.ace_field == "everybody" else ())
                found.append(LovePlay(played, total, odds))
    found.sort(key=lambda play: (-play.odds.success, -play.odds.tie, len(play.cards), play.total))
    return found


def _as_declared(cards: tuple[Card, ...], suit: Suit, rulings: Rulings) -> list[tuple[Card, ...]]:
    """Return the cards with each Joker that is not declared yet as a king, a queen and an ace."""
    found: list[tuple[Card, ...]] = [()]
    for card in cards:
        if card.rank:
            found = [(*before, card) for before in found]
        else:
            as_suit = None if rulings.joker == "rank" else suit
            found = [
                (*before, card.declared(rank, as_suit, rulings)) for before in found for rank in (KING, QUEEN, ACE)
            ]
    return found
