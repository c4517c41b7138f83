"""The card check: totals, criticals, fumbles, and the procedure step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules_py.avatar.cards import JACK, KING, Card, Suit, check_cards, check_suit, field_total, of_one_suit, show_cards
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.system import SYSTEM
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number, yes_or_no
from rules_py.core.text import Named, Text
from rules_py.core.words import words

WORDS = words("avatar")
CARD_PRICE = 100
"""EP for one deck card in a check (A-9.9)."""
LARGEST_DIFFICULTY = 150
LARGEST_EP = 100_000
LARGEST_LIMIT = 10
LAST_BAND_ENDS = 77
"""Where the open band from 65 on is cut for chances: as wide as the band before it (A-Q53)."""


class Outcome(Named):
    """How a check stands or has ended."""

    SUCCESS = "success", Text("success", "成功")
    FUMBLE = "fumble", Text("fumble", "ファンブル")
    SHORT = "short", Text("short", "不足")
    FAILURE = "failure", Text("failure", "失敗")


def critical_range(cards: int) -> range:
    """Return the totals that a critical can be announced as.

    Args:
        cards: How many cards of the avatar's own suit are in the field, 1 or more.

    Returns:
        Every whole number from 11 to 13 for each card.

    Raises:
        InputError: If there is no card.

    Source: A-9.14, A-9.15, A-M11.

    Example:
        >>> critical_range(2)
        range(22, 27)
    """
    whole_number("cards", cards, 1, LARGEST_DIFFICULTY)
    return range(JACK * cards, KING * cards + 1)


def check_total(cards: Sequence[Card], suit: Suit, announced: int | None = None, rulings: Rulings = Rulings()) -> int:
    """Return the total of the cards of a check.

    Args:
        cards: The cards in the field; Jokers declared.
        suit: The avatar's own suit.
        announced: The total announced for a critical; None for all kings.
        rulings: House rules: may the values be chosen, and may a critical be declined?

    Raises:
        InputError: If a card is there twice, a Joker has not been declared, or the total cannot be announced.

    Source: A-2.1, A-2.2, A-9.14, A-9.15, A-M10, A-M11, A-Q10.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> check_total(read_cards("SK HA"), Suit.SPADES), check_total(read_cards("SK SA"), Suit.SPADES)
        (27, 26)
    """
    check_suit(suit)
    check_cards(cards, "cards", rulings)
    printed = field_total(cards)
    allowed = [printed]
    if of_one_suit(cards, suit):
        allowed = sorted({*critical_range(len(cards)), *possible_totals(len(cards), printed, rulings)})
    if announced is None:
        return KING * len(cards) if of_one_suit(cards, suit) else printed
    if announced not in allowed:
        totals = ", ".join(map(str, allowed))
        raise InputError("announced", announced, WORDS["possible_totals"].format(totals=totals), "A-Q10")
    return announced


def possible_totals(cards: int, printed: int, rulings: Rulings) -> tuple[int, ...]:
    """Return the totals that are tried for a critical where the best play is looked for.

    Args:
        cards: How many cards are in the field, all of the own suit.
        printed: What they are worth otherwise.
        rulings: House rules.

    Returns:
        The totals from the lowest to the highest.

    Source: A-9.15, A-M11, A-Q10.

    Example:
        >>> possible_totals(2, 27, Rulings(critical="optional"))
        (22, 23, 24, 25, 26, 27)
    """
    if rulings.critical == "kings":
        return (KING * cards,)
    declined = (printed,) if rulings.critical == "optional" else ()
    return tuple(sorted({*critical_range(cards), *declined}))


def compare(total: int, difficulty: int, rulings: Rulings = Rulings()) -> Outcome:
    """Compare a total with the difficulty.

    Returns:
        Success if it exceeds the difficulty, a fumble if it equals it, else short.

    Raises:
        InputError: If the difficulty is below 1 or above 150.

    Source: A-9.6, A-9.7, A-9.16, A-Q12.

    Example:
        >>> [compare(total, 13).value for total in (12, 13, 14)]
        ['short', 'fumble', 'success']
    """
    whole_number("difficulty", difficulty, 1, LARGEST_DIFFICULTY)
    if total == difficulty:
        return Outcome.FUMBLE if rulings.equality == "fumble" else Outcome.SUCCESS
    return Outcome.SUCCESS if total > difficulty else Outcome.SHORT


@dataclass(frozen=True)
class Check:
    """A check as it stands after some cards.

    Args:
        outcome: Success, fumble, failure, or short: more may be added.
        total: The total that was compared last.
        cards: The cards in the field.
        spent: EP paid for deck cards.
        additions: How many cards were added one by one, from the hand and from the deck.
        announced: What the cards of a critical were announced as, while the field is one.
        kept: With the switch `critical_after="kept"`, how many cards keep the value they had as a critical, and which.

    Source: A-9.4 to A-9.13.
    """

    outcome: Outcome
    total: int
    cards: tuple[Card, ...]
    spent: int = 0
    additions: tuple[int, int] = (0, 0)
    announced: int | None = None
    kept: tuple[int, int] = (0, 0)


def begin_check(
    cards: Sequence[Card], suit: Suit, difficulty: int, announced: int | None = None, rulings: Rulings = Rulings()
) -> Check:
    """Play the first cards of a check, all at once.

    Args:
        cards: Cards from the hand; none means an automatic failure.
        suit: The avatar's own suit.
        difficulty: The master's number, 1 to 150.
        announced: The total announced if they are a critical; None for all kings.
        rulings: House rules.

    Returns:
        The check with its total, and how it stands.

    Raises:
        InputError: If a card is there twice, a Joker is not declared, or the difficulty is out of range.

    Source: A-9.4, A-9.5, A-9.6, A-9.7, A-M10.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> begin_check(read_cards("SK HA"), Suit.SPADES, 26).outcome.value
        'success'
    """
    if not cards:
        whole_number("difficulty", difficulty, 1, LARGEST_DIFFICULTY)
        return Check(Outcome.FAILURE, 0, ())
    return _compared(Check(Outcome.SHORT, 0, ()), cards, suit, difficulty, announced, rulings)


def add_card(
    check: Check,
    card: Card,
    suit: Suit,
    difficulty: int,
    hand_limit: int,
    *,
    bought: bool = False,
    announced: int | None = None,
    rulings: Rulings = Rulings(),
) -> Check:
    """Add one card to a check that is short.

    Args:
        check: The check so far.
        card: A card from the hand, or the top card of the deck; a Joker declared.
        suit: The avatar's own suit.
        difficulty: The master's number.
        hand_limit: How often a card may be added, 0 to 10.
        bought: Is it a deck card, for 100 EP?
        announced: The total announced if the field is a critical.
        rulings: House rules.

    Returns:
        The check with the card, what it has cost, and how it stands.

    Raises:
        InputError: If the check is over, nothing more may be added, the card is there already, a Joker is not declared,
            or a number is out of range.

    Source: A-9.8, A-9.9, A-9.10, A-9.11, A-M10, A-Q11, A-Q14.

    Example:
        >>> from rules_py.avatar.cards import read_card, read_cards
        >>> short = begin_check(read_cards("H5"), Suit.SPADES, 12)
        >>> done = add_card(short, read_card("DQ"), Suit.SPADES, 12, hand_limit=2, bought=True)
        >>> done.outcome.value, done.total, done.spent
        ('success', 17, 100)
    """
    whole_number("hand_limit", hand_limit, 0, LARGEST_LIMIT)
    if check.outcome is not Outcome.SHORT:
        raise InputError("check", check.outcome.text.en, WORDS["check_is_over"], "A-9.11")
    hand, deck = check.additions
    yes_or_no("bought", bought)
    used = hand + deck if rulings.additions == "shared" else (deck if bought else hand)
    if used >= hand_limit:
        raise InputError("card", card.label(), WORDS["too_many_added"].format(n=hand_limit), "A-9.10")
    paid = Check(
        check.outcome,
        check.total,
        check.cards,
        check.spent + CARD_PRICE * bought,
        (hand + (not bought), deck + bought),
        check.announced,
        check.kept,
    )
    return _compared(paid, (card,), suit, difficulty, announced, rulings)


def use_miracle(
    check: Check,
    cards: Sequence[Card],
    suit: Suit,
    difficulty: int,
    announced: int | None = None,
    rulings: Rulings = Rulings(),
) -> Check:
    """Play cards once more by a miracle, when the result of a check has been told.

    Args:
        check: The check so far; one that is short is taken as ended there.
        cards: Cards from the hand, all at once; none means that nothing changes.
        suit: The avatar's own suit.
        difficulty: The master's number.
        announced: The total announced if the field is a critical.
        rulings: House rules.

    Returns:
        A success, a fumble or a failure: nothing can be added afterwards.

    Raises:
        InputError: If the check has fumbled and the house rules let nothing follow a fumble; if a card is there
            already, a Joker is not declared, or the difficulty is out of range.

    Source: A-9.12, A-9.13, A-Q15.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> short = begin_check(read_cards("H5"), Suit.SPADES, 30)
        >>> use_miracle(short, read_cards("SK DA"), Suit.SPADES, 30).total
        32
    """
    if check.outcome is Outcome.FUMBLE and not rulings.miracle_after_fumble:
        raise InputError("check", check.outcome.text.en, WORDS["no_miracle"], "A-Q15")
    if not cards:
        return check if check.outcome is Outcome.FUMBLE else _ended(check)
    check_cards((*check.cards, *cards), "cards", rulings)
    if rulings.miracle_cards == "fresh":
        check = Check(Outcome.SHORT, 0, (), check.spent, check.additions)
    return _ended(_compared(check, cards, suit, difficulty, announced, rulings))


def _ended(check: Check) -> Check:
    outcome = Outcome.FAILURE if check.outcome is Outcome.SHORT else check.outcome
    return Check(outcome, check.total, check.cards, check.spent, check.additions, check.announced, check.kept)


def _compared(
    check: Check, more: Iterable[Card], suit: Suit, difficulty: int, announced: int | None, rulings: Rulings
) -> Check:
    """Return the check with more cards in its field, compared anew."""
    cards = (*check.cards, *more)
    check_suit(suit)
    check_cards(cards, "cards", rulings)
    kept = check.kept
    worth = None
    if of_one_suit(cards, suit):
        total = worth = check_total(cards, suit, announced, rulings)
        if rulings.critical == "best" and compare(total, difficulty, rulings) is not Outcome.SUCCESS:
            worth = KING * len(cards)  # the values are fitted after the comparison, and a fumble is nobody's wish
            total = worth - (worth == difficulty and rulings.equality == "fumble")
    else:
        if rulings.critical_after == "kept" and check.announced is not None:
            kept = (len(check.cards), check.announced)
        if announced is not None:
            raise InputError("announced", announced, WORDS["only_for_a_critical"], "A-9.14")
        number, value = kept
        total = value + field_total(cards[number:], others=cards[:number])
    return Check(
        compare(total, difficulty, rulings),
        total,
        cards,
        check.spent,
        check.additions,
        worth,
        kept,
    )


@dataclass(frozen=True)
class Band:
    """A band of the difficulty guide.

    Args:
        row: The row's id.
        least: Lowest difficulty.
        most: Highest; None for the open band.
        cards: How many cards are advised at least; 0 where none are named.
    """

    row: str
    least: int
    most: int | None
    cards: int

    @property
    def numbers(self) -> range:
        """The difficulties in the band; the open one is cut at 77."""
        return range(self.least, (self.most or LAST_BAND_ENDS) + 1)

    @property
    def label(self) -> Text:
        """The band as the guide names it: `13–25`."""
        return SYSTEM.tables["A-T1"].rows[int(self.row.rpartition(".")[2]) - 1].cells[0]


def _bands() -> tuple[Band, ...]:
    cards = (0, 1, 1, 2, 2, 3, 4, 5, 6)  # A-T1, as the card advice of each row says
    found = []
    for row, advised in zip(SYSTEM.tables["A-T1"].rows, cards, strict=True):
        least, _, most = row.cells[0].en.partition("–")
        found.append(Band(row.id, int(least), int(most) if most else None, advised))
    return tuple(found)


BANDS = _bands()
"""The difficulty guide (A-T1) with its numbers."""


def band_of(difficulty: int) -> Band:
    """Return the band that a difficulty lies in.

    Raises:
        InputError: If the difficulty is below 1 or above 150.

    Source: A-10.1, A-10.4, A-T1.

    Example:
        >>> band_of(21).row
        'A-T1.5'
    """
    whole_number("difficulty", difficulty, 1, LARGEST_DIFFICULTY)
    return next(band for band in reversed(BANDS) if difficulty >= band.least)


def uniform(numbers: Iterable[int]) -> dict[int, Fraction]:
    """Return a prior in which every difficulty is as likely as any other; one that is named twice counts once.

    Args:
        numbers: The difficulties, 1 to 150 each.

    Returns:
        The chance of each difficulty, from the lowest up.

    Raises:
        InputError: If there is none, or one is out of bounds.

    Source: A-10.3.

    Example:
        >>> uniform(range(4, 7))[5]
        Fraction(1, 3)
    """
    known = {whole_number("numbers", number, 1, LARGEST_DIFFICULTY) for number in numbers}
    if not known:
        raise InputError("numbers", "", WORDS["one_or_more"])
    return dict.fromkeys(sorted(known), Fraction(1, len(known)))


def explain_total(cards: Sequence[Card], suit: Suit, total: int) -> Text:
    """Say how a total comes about, card by card.

    Args:
        cards: The cards in the field, Jokers declared.
        suit: The avatar's own suit.
        total: Their total.

    Source: A-2.1, A-9.14, A-Q10.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> explain_total(read_cards("SK HA"), Suit.SPADES, 27).en
        '♠K 13 + ♥A 14 (a K is in the field) = 27'
    """
    if of_one_suit(cards, suit) and total in {*critical_range(len(cards))}:
        each = Text(
            "{cards}: all {suit}, a critical: 11 to 13 for each card, in all {total}",
            "{cards}：すべて{suit}なのでクリティカル、1枚ごとに11〜13で、合計{total}",
        )
        return each.format(cards=show_cards(cards), suit=suit.text, total=total)
    king = any(card.rank == KING for card in cards)
    parts_en, parts_ja = [], []
    for card in cards:
        value = field_total((card,), others=cards)
        high = card.rank == 1 and king
        parts_en.append(f"{card.label().en} {value}" + (" (a K is in the field)" if high else ""))
        parts_ja.append(f"{card.label().ja} {value}" + ("（場にKがある）" if high else ""))
    return Text(" + ".join(parts_en) + f" = {total}", "＋".join(parts_ja) + f"＝{total}")
