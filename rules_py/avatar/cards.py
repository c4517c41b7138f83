"""Playing cards: ranks, suits, Jokers, the deck, and what the cards in a field are worth."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from rules_py.avatar.rulings import PACK, Rulings
from rules_py.core.dice import PlayedCard
from rules_py.core.errors import InputError
from rules_py.core.lists import a_text, entries, plain
from rules_py.core.rulings import one_of
from rules_py.core.text import Text, same
from rules_py.core.words import words

WORDS = words("avatar")
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
HIGH_ACE = 14
RANKS = range(ACE, KING + 1)
MOST_JOKERS = 2
MOST_CARDS = 52 + MOST_JOKERS
_LETTERS = {ACE: "A", JACK: "J", QUEEN: "Q", KING: "K"}


class Suit(StrEnum):
    """A suit; its value is the letter that stands for it in links and code."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def text(self) -> Text:
        """The suit's name."""
        return _NAMES[self]

    @property
    def symbol(self) -> str:
        """The sign on the card: ♠, ♥, ♦ or ♣."""
        return _SYMBOLS[self]

    @property
    def red(self) -> bool:
        """Is it hearts or diamonds?"""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


_SYMBOLS = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}
_NAMES = {
    Suit.SPADES: Text("spades", "スペード"),
    Suit.HEARTS: Text("hearts", "ハート"),
    Suit.DIAMONDS: Text("diamonds", "ダイヤ"),
    Suit.CLUBS: Text("clubs", "クラブ"),
}


class Card(NamedTuple):
    """A card of the deck, or a Joker with what it is declared as.

    Attributes:
        rank: 1 (ace) to 13 (king); 0 for a Joker that has not been declared.
        suit: Its suit; None for a Joker without one.
        joker: 0 for a card of the four suits, 1 or 2 for the first or second Joker.

    Source: A-2.1, A-2.2, A-Q3, A-Q4.

    Example:
        >>> print(Card(13, Suit.SPADES), Card(10, Suit.HEARTS), JOKER, JOKER.declared(13, Suit.SPADES))
        ♠K ♥10 Joker Joker=♠K
    """

    rank: int
    suit: Suit | None = None
    joker: int = 0

    @property
    def face(self) -> Card:
        """The card itself: a Joker without its declaration."""
        return Card(0, None, self.joker) if self.joker else self

    @property
    def code(self) -> str:
        """The card as it stands in a link: `SK`, `H10`, `X`, `X=SK`, `Y`, `X=K`."""
        played = f"{self.suit.value if self.suit else ''}{rank_name(self.rank)}" if self.rank else ""
        if not self.joker:
            return played
        return _JOKERS[self.joker] + (f"={played}" if played else "")

    def label(self) -> Text:
        """Return the card as it is shown: `♠K`, `Joker`, `Joker=♠K`."""
        played = f"{self.suit.symbol if self.suit else ''}{rank_name(self.rank)}" if self.rank else ""
        if not self.joker:
            return same(played)
        number = "" if self.joker == 1 else " 2"
        made = Text(f"Joker{number}", f"ジョーカー{number.strip()}")
        return made + same(f"={played}") if played else made

    @property
    def seen(self) -> PlayedCard:
        """The card as it lies on the table, to be drawn."""
        sign = self.suit.symbol if self.suit else "★" if self.joker else ""
        rank = rank_name(self.rank) if self.rank else "Jo"
        return PlayedCard(sign, rank, self.suit is not None and self.suit.red)

    def declared(self, rank: int, suit: Suit | None = None, rulings: Rulings = Rulings()) -> Card:
        """Return this Joker as the card that its player declares.

        Args:
            rank: 1 (ace) to 13 (king).
            suit: The suit, None for none.
            rulings: House rules; with `joker="rank"` a Joker has no suit.

        Raises:
            InputError: If this is no Joker, the rank is not a card's, or the suit is not to be declared.

        Source: A-2.2, A-Q4.

        Example:
            >>> JOKER.declared(1, Suit.HEARTS).code
            'X=HA'
        """
        if not self.joker:
            raise InputError("card", str(self), WORDS["no_joker"], "A-2.2")
        if type(rank) is not int or rank not in RANKS:
            raise InputError("rank", rank, WORDS["any_rank"], "A-2.2")
        if suit is not None:
            check_suit(suit)
        if suit and rulings.joker == "rank":
            raise InputError("suit", suit.symbol, WORDS["joker_without_a_suit"], "A-Q4")
        return Card(rank, suit, self.joker)

    def __str__(self) -> str:
        return self.label().en

    def __repr__(self) -> str:
        return f"Card({self.code})"


_JOKERS = {1: "X", 2: "Y"}
JOKER = Card(0, None, 1)
SECOND_JOKER = Card(0, None, 2)


def rank_name(rank: int) -> str:
    """Return a rank as it is printed on the card.

    Example:
        >>> [rank_name(rank) for rank in (1, 2, 10, 11, 12, 13)]
        ['A', '2', '10', 'J', 'Q', 'K']
    """
    return _LETTERS.get(rank, str(rank))


def deck_of(jokers: int = PACK.jokers) -> tuple[Card, ...]:
    """Return the whole deck, suit by suit from the ace up, Jokers last.

    Args:
        jokers: How many Jokers, 0 to 2; a table plays with 1, chances are told without (A-Q1).

    Raises:
        InputError: If the number of Jokers is not one of these.

    Source: A-Q1.

    Example:
        >>> len(deck_of()), len(deck_of(1)), deck_of(1)[-1].code
        (52, 53, 'X')
    """
    if type(jokers) is not int or jokers not in range(MOST_JOKERS + 1):
        raise InputError("jokers", jokers, WORDS["how_many_jokers"], "A-Q1")
    return (*(Card(rank, suit) for suit in Suit for rank in RANKS), *(JOKER, SECOND_JOKER)[:jokers])


_RANK = r"(?:10|[2-9]|[1AJQK]|11|12|13)"
_SUIT = r"(?:[SHDC♠♥♦♣♤♡♢♧]|SPADES?|HEARTS?|DIAMONDS?|CLUBS?|スペード|ハート|ダイヤモンド|ダイヤ|クラブ|クローバー)"
_PLAIN = re.compile(rf"(?P<s1>{_SUIT})?(?:の)?(?P<rank>10|11|12|13|[1-9AJQK])(?:\s*(?:OF)?\s*(?P<s2>{_SUIT}))?")
_JOKER = re.compile(r"(?:JOKER|JORKER|ジョーカー|JK|[XY])(?P<n>[12])?(?:[=:(](?P<as>[^()]+)\)?)?")
_LETTER_OF = {
    **{suit.value: suit for suit in Suit},
    **{symbol: suit for suit, symbol in _SYMBOLS.items()},
    "♤": Suit.SPADES,
    "♡": Suit.HEARTS,
    "♢": Suit.DIAMONDS,
    "♧": Suit.CLUBS,
    "ス": Suit.SPADES,
    "ハ": Suit.HEARTS,
    "ダ": Suit.DIAMONDS,
    "ク": Suit.CLUBS,
}


def _plain(text: str) -> Card | None:
    found = _PLAIN.fullmatch(text)
    if not found or (found["s1"] and found["s2"]):
        return None
    named = found["s1"] or found["s2"]
    rank = next((r for r, letter in _LETTERS.items() if letter == found["rank"]), None) or int(found["rank"])
    return Card(rank, _LETTER_OF[named[0]] if named else None)


def read_card(text: str, field: str = "card") -> Card:
    """Read one card as people write it, in either language.

    Args:
        text: `SK`, `KS`, `♠K`, `スペードのK`, `10H`, `Joker`, `X`, `Joker=SK`, `ジョーカー=ハートのA`; the second Joker
            is `Joker2` or `Y`. Capitals and full-width letters do not matter.
        field: Name of the field that a message belongs to.

    Raises:
        InputError: If it is no card.

    Source: A-2.2, A-Q4.

    Example:
        >>> read_card("10H"), read_card("♠K"), read_card("ジョーカー＝ハートのA")
        (Card(H10), Card(SK), Card(X=HA))
    """
    tidy = plain(a_text(field, text)).upper().replace("\ufe0f", "").replace(" ", "")
    card = _plain(tidy)
    if card and card.suit:
        return card
    joker = _JOKER.fullmatch(tidy)
    if joker and not (tidy[0] in "XY" and joker["n"]):
        number = 2 if tidy[0] == "Y" or joker["n"] == "2" else 1
        if not joker["as"]:
            return Card(0, None, number)
        declared = _plain(joker["as"])
        if declared:
            return declared._replace(joker=number)
    raise InputError(field, text, WORDS["written_card"])


def read_cards(text: str, field: str = "cards", rulings: Rulings = Rulings()) -> tuple[Card, ...]:
    """Read several cards, separated by spaces or commas.

    Args:
        text: The cards, in any order; nothing for none.
        field: Name of the field that a message belongs to.
        rulings: House rules: how many Jokers there are.

    Returns:
        The cards in the order given.

    Raises:
        InputError: If something is no card, a card appears twice, or the deck has no such Joker.

    Source: A-Q1.

    Example:
        >>> read_cards("♠K, H10 Joker")
        (Card(SK), Card(H10), Card(X))
        >>> read_cards("SK SK")
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: cards: “♠K” is not possible here: every card is there once, this one is ...
    """
    allowed = WORDS["more_than_the_deck"].format(most=52 + rulings.jokers)
    typed = entries(text, field, allowed, most=MOST_CARDS, rule="A-Q1", also="・", spaces=True)
    cards = tuple(read_card(entry, field) for entry in typed)
    check_cards(cards, field, rulings)
    return cards


def check_cards(cards: Iterable[Card], field: str = "cards", rulings: Rulings = Rulings()) -> None:
    """Make sure that the cards can come from one deck.

    Raises:
        InputError: If something is no card, a card appears twice or the deck does not hold it, or a Joker has a suit
            where it may have none.

    Source: A-2.2, A-Q1, A-Q4.
    """
    seen: set[Card] = set()
    for card in cards:
        joker = card.joker in _JOKERS
        if card.rank not in (range(KING + 1) if joker else RANKS) or not (joker or (card.suit and not card.joker)):
            raise InputError(field, rank_name(card.rank), WORDS["written_card"])
        if card.suit is not None:
            check_suit(card.suit, field)
        if card.face in seen:
            raise InputError(field, card.face.label(), WORDS["named_twice"])
        seen.add(card.face)
        if card.joker > rulings.jokers:
            raise InputError(field, card.face.label(), WORDS["jokers_of_the_deck"].format(n=rulings.jokers), "A-Q1")
        if joker and card.suit and rulings.joker == "rank":
            raise InputError(field, card.label(), WORDS["joker_without_a_suit"], "A-Q4")


def check_each_once(places: Mapping[str, Iterable[Card]], rulings: Rulings = Rulings()) -> None:
    """Make sure that the cards of several places can come from one deck.

    Args:
        places: The cards of each place by the name of its field; a message belongs to the first that cannot be.
        rulings: House rules.

    Raises:
        InputError: As `check_cards` does, also if a card lies in two places.

    Source: A-2.2, A-Q1, A-Q4.

    Example:
        >>> check_each_once({"hand": read_cards("SK H3"), "seen": read_cards("D2 H3")})
        Traceback (most recent call last):
        ...
        rules_py.core.errors.InputError: seen: “♥3” is not possible here: every card is there once, this one is ...
    """
    before: list[Card] = []
    for name, cards in places.items():
        before += cards
        check_cards(before, name, rulings)


def check_suit(suit: object, field: str = "suit") -> None:
    """Make sure that something is a suit.

    Raises:
        InputError: If it is none.
    """
    one_of(field, suit, Suit)


def show_cards(cards: Iterable[Card]) -> Text:
    """Return cards as they are shown in running text.

    Example:
        >>> show_cards([Card(13, Suit.SPADES), JOKER]).get("ja")
        '♠K ジョーカー'
    """
    labels = [card.label() for card in cards]
    return Text(" ".join(label.en for label in labels), " ".join(label.ja for label in labels))


def card_value(card: Card, field: Iterable[Card] = ()) -> int:
    """Return what a card is worth beside the cards of the field.

    Args:
        card: The card; a Joker must be declared.
        field: All cards of the field, or those that may raise an ace; the card itself may be among them.

    Returns:
        1 to 14: an ace is 14 while a king, or a Joker declared a king, lies in the field.

    Raises:
        InputError: If a Joker has not been declared.

    Source: A-2.1, A-2.2, A-T3, A-M1, A-Q3.

    Example:
        >>> card_value(Card(1, Suit.HEARTS)), card_value(Card(1, Suit.HEARTS), [Card(13, Suit.CLUBS)])
        (1, 14)
    """
    _is_declared(card)
    return HIGH_ACE if card.rank == ACE and any(other.rank == KING for other in field) else card.rank


def field_total(cards: Sequence[Card], others: Iterable[Card] = ()) -> int:
    """Return the sum of one side's cards in a field.

    Args:
        cards: The side's own cards.
        others: Cards of others whose kings raise its aces: in combat and Love all face-up ones, in a check none.

    Raises:
        InputError: If a Joker has not been declared.

    Source: A-2.1, A-M1, A-M2, A-Q2.

    Example:
        >>> field_total(read_cards("SK HA DA"))
        41
        >>> field_total(read_cards("HA"), others=read_cards("SK"))
        14
    """
    for card in cards:
        _is_declared(card)
    raised = any(card.rank == KING for card in (*cards, *others))
    return sum(HIGH_ACE if card.rank == ACE and raised else card.rank for card in cards)


def visible_field(own: Sequence[Card], others: Sequence[Card], rulings: Rulings = Rulings()) -> tuple[Card, ...]:
    """Return the cards in which an ace of one's own looks for a king, in combat and in Love.

    Args:
        own: One's own face-up cards.
        others: Everybody else's face-up cards; discards and cards drawn to break a tie are not among them.
        rulings: House rules: everybody's cards, or one's own.

    Source: A-2.1, A-2.3, A-M2, A-Q2.

    Example:
        >>> visible_field(read_cards("HA"), read_cards("SK"), Rulings(ace_field="own"))
        (Card(HA),)
    """
    return (*own, *others) if rulings.ace_field == "everybody" else tuple(own)


def of_one_suit(cards: Sequence[Card], suit: Suit) -> bool:
    """Tell whether every card of a field has the avatar's suit, and there is one.

    A Joker has the suit that it was declared with.

    Raises:
        InputError: If the suit is none.

    Source: A-5.5, A-9.14, A-M6, A-Q4.

    Example:
        >>> of_one_suit(read_cards("SK S2 X=SA"), Suit.SPADES), of_one_suit((), Suit.SPADES)
        (True, False)
    """
    check_suit(suit)
    return bool(cards) and all(card.suit == suit for card in cards)


def remaining(cards: Iterable[Card], rulings: Rulings = PACK) -> tuple[Card, ...]:
    """Return the deck without some cards: what is still unseen.

    Args:
        cards: The cards that have been seen.
        rulings: House rules; 52 cards unless told otherwise (A-Q1).

    Raises:
        InputError: If the cards cannot come from one deck.

    Source: A-Q1.

    Example:
        >>> len(remaining(read_cards("SK H3"))), len(remaining(read_cards("SK X"), Rulings()))
        (50, 51)
    """
    cards = tuple(cards)
    check_cards(cards, "seen", rulings)
    gone = Counter(card.face for card in cards)
    return tuple(card for card in deck_of(rulings.jokers) if not gone[card])


def _is_declared(card: Card) -> None:
    if not card.rank:
        raise InputError("card", card.label(), WORDS["declare_the_joker"], "A-2.2")
