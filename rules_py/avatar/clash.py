"""What playing cards in a clash leads to, counted over all the cards that one side has not seen (A-M7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Annotated, Literal, NamedTuple

from rules_py.avatar.cards import (
    ACE,
    HIGH_ACE,
    KING,
    Card,
    Suit,
    check_each_once,
    check_suit,
    field_total,
    of_one_suit,
    remaining,
)
from rules_py.avatar.effects import (
    BOUGHT_IN_A_CLASH,
    MOST_EP,
    MOST_POWER,
    attack_power,
    clash_damage,
    inferior,
    planet_damage,
)
from rules_py.avatar.rulings import PACK, Rulings
from rules_py.avatar.worth import SUIT_BITS, WILD, Hand, Worth, fewest, subsets, without, worth_of
from rules_py.core.errors import InputError
from rules_py.core.remembered import remembered
from rules_py.core.rulings import Bounds, Checked, whole_number
from rules_py.core.words import words

WORDS = words("avatar")
Plays = Literal["fewest", "all", "none"]
Replies = Literal["best", "fewest"]
Turn = Literal["numbers", "me", "other"]
Goal = Literal["win", "damage"]
MOST_HAND = 7
MOST_THEIRS = 6
MOST_BOUGHT = 2
MOST_CASES = 400_000
"""Hands of the other side times choices of one's own that are still counted."""
_DRAWING = (1, 20, 300, 10_000, 400_000)
"""How much longer a count takes with so many cards to be drawn for EP from a deck of many."""


@dataclass(frozen=True)
class Knowledge(Checked):
    """What one side of a clash knows.

    Args:
        hand: One's own hand.
        field: One's own field cards; their total is one's momentum.
        suit: One's own suit.
        power: One's attack power; None for a tenth of the EP left (`attack_power`).
        ep: One's EP.
        their_field: The other side's field cards.
        their_suit: Its suit.
        their_power: Its attack power, or None.
        their_ep: Its EP.
        their_cards: How many hand cards it has, 0 to 6.
        others: Other face-up cards, whose kings raise aces.
        seen: Other cards that cannot be drawn or held: discards, cards one has been shown.
        opened: Has step 1 been done?
        turn: Who is inferior where neither momenta nor attack powers differ: `"me"`, `"other"`, or `"numbers"` if that
            should not be.
        buys: In a decisive battle, the most cards that one draws for EP, 0 to 2; 0 in any other battle.
        their_buys: The same for the other side; None for as many.
        plays: How the other side plays: as few cards as make it superior, all, or none.
        replies: How one plays later oneself: best, knowing what was shown, or as few cards as make one superior.
        goal: What one looks for oneself: to win, or to deal more damage than one takes.

    Raises:
        InputError: If a card is named twice, a Joker in a field is not declared, what should be
            a suit is none, or a number is out of bounds.

    Source: A-6.9 to A-6.17, A-6.20, A-6.21, A-M7, A-Q17.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> Knowledge(read_cards("S9"), read_cards("H5"), Suit.SPADES, 40, 3000, read_cards("C7")).their_cards
        3
    """

    hand: tuple[Card, ...]
    field: tuple[Card, ...]
    suit: Suit
    power: int | None
    ep: Annotated[int, Bounds(1, MOST_EP)]
    their_field: tuple[Card, ...]
    their_suit: Suit = Suit.HEARTS
    their_power: int | None = 30
    their_ep: Annotated[int, Bounds(1, MOST_EP)] = 3000
    their_cards: Annotated[int, Bounds(0, MOST_THEIRS)] = 3
    others: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    opened: bool = True
    turn: Turn = "numbers"
    buys: Annotated[int, Bounds(0, MOST_BOUGHT)] = 0
    plays: Plays = "fewest"
    replies: Replies = "best"
    goal: Goal = "win"
    their_buys: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_suit(self.suit)
        check_suit(self.their_suit, "their_suit")
        for name, most in (("power", MOST_POWER), ("their_power", MOST_POWER), ("their_buys", MOST_BOUGHT)):
            if getattr(self, name) is not None:
                whole_number(name, getattr(self, name), 0, most)
        if len(self.hand) > MOST_HAND:
            raise InputError("hand", len(self.hand), WORDS["too_many_cards"].format(n=MOST_HAND))
        for name in ("field", "their_field", "others"):
            for card in getattr(self, name):
                if not card.rank:
                    raise InputError(name, card.label(), WORDS["declare_a_joker"], "A-2.2")

    @property
    def draws(self) -> tuple[int, int]:
        """The most cards that each of the two draws for EP."""
        return self.buys, self.buys if self.their_buys is None else self.their_buys

    def powers(self, spent: int = 0, their_spent: int = 0) -> tuple[int, int]:
        """Return both attack powers after so many cards drawn for EP."""
        return (
            attack_power(self.power, max(0, self.ep - spent * BOUGHT_IN_A_CLASH)),
            attack_power(self.their_power, max(0, self.their_ep - their_spent * BOUGHT_IN_A_CLASH)),
        )


class Count(NamedTuple):
    """What comes of a clash, each chance or expectation as a number of cases or a fraction.

    Attributes:
        win: Chance to win.
        level: Chance of equal momentum, so that nobody wins (A-Q17).
        lose: Chance to lose.
        dealt: Damage dealt, expected.
        taken: Damage taken, expected.
        kills: Chance that the other side's EP are used up.
        killed: Chance that one's own are.
        planet: Damage to the planet (PB), expected.

    Source: A-6.8, A-6.20, A-6.21, A-M7.
    """

    win: Fraction = Fraction(0)
    level: Fraction = Fraction(0)
    lose: Fraction = Fraction(0)
    dealt: Fraction = Fraction(0)
    taken: Fraction = Fraction(0)
    kills: Fraction = Fraction(0)
    killed: Fraction = Fraction(0)
    planet: Fraction = Fraction(0)


@dataclass(frozen=True)
class Choice:
    """One way to play, and what comes of it.

    Args:
        cards: The hand cards played now.
        bought: Cards drawn for EP at most, one after the other until superior.
        momentum: One's momentum after that; of cards not yet drawn nothing is known.
        count: What comes of it.
    """

    cards: tuple[Card, ...]
    bought: int
    momentum: int
    count: Count


@dataclass(frozen=True)
class Advice:
    """What a clash holds for one side.

    Args:
        mine: Is it one's own turn to play?
        count: What comes of it if one plays best.
        choices: If it is one's own turn: every way to play, the best first.

    Source: A-M7.
    """

    mine: bool
    count: Count
    choices: tuple[Choice, ...] = field(default=())


class _Line(NamedTuple):
    """What of a side's field decides a clash: total without aces, aces, a king, all of its suit; and whose it is."""

    base: int
    aces: int
    king: bool
    strong: bool
    side: int


Deals = dict[Hand, Fraction | int]
_Raw = list[Fraction | int]


@remembered(4)
def advise(knowledge: Knowledge, rulings: Rulings = PACK) -> Advice:
    """Count what a clash holds for one side: before step 1, before one's own play, or before the other side's.

    The other side plays as assumed; one's own later plays are the best ones, knowing what has been shown by then.
    Help in step 3 is not counted, nor are Guard and Cover.

    Args:
        knowledge: What one knows.
        rulings: `deck`, `ace_field`, `joker`, `clash_strong_hit`, `last_ep` and `rounding` count; 52 cards unless
            told otherwise (A-Q1).

    Returns:
        The chances, and all choices if one's own play is next.

    Raises:
        InputError: If the cards cannot come from one deck, there are more cases than can be counted, or equal numbers
            do not say whose turn it is.

    Source: A-6.8 to A-6.17, A-6.20, A-6.21, A-M7, A-Q17, A-Q18.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> field, theirs = read_cards("H5"), read_cards("C7")
        >>> known = Knowledge(read_cards("S9 D2"), field, Suit.SPADES, 40, 3000, theirs, plays="none")
        >>> best = advise(known).choices[0]
        >>> best.cards, best.momentum, best.count.win, best.count.dealt
        ((Card(S9), Card(D2)), 16, Fraction(1, 1), Fraction(360, 1))
    """
    return _Counting(knowledge, rulings).advice()


class _Counting:
    def __init__(self, known: Knowledge, rulings: Rulings) -> None:
        self.known, self.rulings = known, rulings
        named = (*known.hand, *known.field, *known.their_field, *known.others, *known.seen)
        places = ("hand", "field", "their_field", "others", "seen")
        check_each_once({name: getattr(known, name) for name in places}, rulings)
        self.everybody = rulings.ace_field == "everybody"
        self._options: dict[object, tuple[tuple[int, ...] | None, tuple[tuple[_Line, Hand], ...]]] = {}
        self.other_king = self.everybody and any(card.rank == KING for card in known.others)
        self.me = self._line(known.field, known.suit, 0)
        self.them = self._line(known.their_field, known.their_suit, 1)
        self.worths = Counter(self._worth(card) for card in remaining(named, rulings))
        if known.their_cards > self.worths.total():
            left = self.worths.total()
            raise InputError("their_cards", known.their_cards, WORDS["too_few_unseen"].format(n=left))

    # --- cards as far as they count ---

    def _line(self, cards: tuple[Card, ...], suit: Suit, side: int) -> _Line:
        aces = sum(card.rank == ACE for card in cards)
        king = any(card.rank == KING for card in cards)
        strong = self.rulings.clash_strong_hit and of_one_suit(cards, suit)
        return _Line(field_total(cards) - aces * (HIGH_ACE if king else ACE), aces, king, strong, side)

    def _worth(self, card: Card) -> Worth:
        if card.joker and not card.rank:
            suited = self.rulings.joker == "rank_and_suit"
            return worth_of(WILD, (self.me.strong and suited, self.them.strong and suited))
        mine, theirs = card.suit == self.known.suit, card.suit == self.known.their_suit
        return worth_of(card.rank, (self.me.strong and mine, self.them.strong and theirs))

    def raised(self, line: _Line, other: _Line) -> bool:
        """Are the aces of a line worth 14?"""
        return line.king or (self.everybody and (other.king or self.other_king))

    def add(self, line: _Line, worths: Iterable[Worth], other: _Line) -> _Line:
        """Return a line with more cards; a Joker is a king where there is none, else an ace."""
        base, aces, king, strong, side = line
        wild = 0
        for worth in worths:
            rank = worth >> SUIT_BITS
            strong = strong and bool(worth >> side & 1)
            if rank == ACE:
                aces += 1
            elif rank == WILD:
                wild += 1
            else:
                base += rank
                king = king or rank == KING
        for _ in range(wild):
            if king or (self.everybody and (other.king or self.other_king)):
                aces += 1
            else:
                base, king = base + KING, True
        return _Line(base, aces, king, strong, side)

    def lines(self, me: _Line, shown: Hand, them: _Line) -> dict[_Line, Hand]:
        """Return one's line with more cards as it can become: a Joker of one's own is any rank."""
        jokers = [worth for worth in shown if worth >> SUIT_BITS == WILD]
        if not jokers:
            return {self.add(me, shown, them): ()}
        found: dict[_Line, Hand] = {}
        plain = tuple(worth for worth in shown if worth >> SUIT_BITS != WILD)
        for ranks in combinations_with_replacement(range(KING, 0, -1), len(jokers)):
            declared = tuple(worth | rank << SUIT_BITS for worth, rank in zip(jokers, ranks, strict=True))
            found.setdefault(self.add(me, (*plain, *declared), them), declared)
        return found

    def totals(self, me: _Line, them: _Line) -> tuple[int, int]:
        """Return both momenta."""
        return (
            me.base + me.aces * (HIGH_ACE if self.raised(me, them) else ACE),
            them.base + them.aces * (HIGH_ACE if self.raised(them, me) else ACE),
        )

    def lead(self, me: _Line, them: _Line) -> int:
        """By how much one is ahead."""
        mine, theirs = self.totals(me, them)
        return mine - theirs

    # --- results ---

    def final(self, me: _Line, them: _Line, spent: int, their_spent: int) -> tuple[int, ...]:
        """Return what a clash that ends like this comes to, for one case."""
        return self._final(self.lead(me, them), me.strong, them.strong, spent, their_spent)

    @cached_property
    def _final(self) -> Callable[[int, bool, bool, int, int], tuple[int, ...]]:
        known, rulings = self.known, self.rulings

        @cache
        def found(lead: int, strong: bool, their_strong: bool, spent: int, their_spent: int) -> tuple[int, ...]:
            if not lead:
                return (0, 1, 0, 0, 0, 0, 0, 0)
            if lead > 0:
                power, left = known.powers(spent)[0], known.their_ep - their_spent * BOUGHT_IN_A_CLASH
                points = clash_damage(power, lead, strong=strong, rulings=rulings)
                return (1, 0, 0, points, 0, int(points >= left), 0, planet_damage(power, rulings))
            power, left = known.powers(0, their_spent)[1], known.ep - spent * BOUGHT_IN_A_CLASH
            points = clash_damage(power, -lead, strong=their_strong, rulings=rulings)
            return (0, 0, 1, 0, points, 0, int(points >= left), planet_damage(power, rulings))

        return found

    def better(self, count: Sequence[Fraction | int]) -> tuple[Fraction | int, ...]:
        """Return by what ways to play are compared."""
        win, _, lose, dealt, taken, *_ = count
        return (win, -lose, dealt - taken) if self.known.goal == "win" else (dealt - taken, win, -lose)

    # --- the other side ---

    def deals(self, worths: Counter[Worth], number: int) -> Deals:
        """Return all hands of so many cards, each with the number of ways to hold it."""
        kinds = sorted(worths.items(), reverse=True)
        found: Deals = {}

        def go(place: int, left: int, hand: Hand, ways: int) -> None:
            if not left:
                found[hand] = ways
                return
            if place == len(kinds):
                return
            worth, there = kinds[place]
            for taken in range(min(there, left) + 1):
                go(place + 1, left - taken, hand + (worth,) * taken, ways * comb(there, taken))

        go(0, number, (), 1)
        return found

    def response(self, me: _Line, them: _Line) -> Callable[[Hand], Hand]:
        """Return what the other side plays as the inferior, by its hand."""
        if self.known.plays == "none":
            return lambda hand: ()
        if self.known.plays == "all":
            return lambda hand: hand
        gap, raised, up = self.lead(me, them), self.raised(them, me), self.first_king(them, me)
        return lambda hand: fewest(hand, gap, raised, up)

    def first_king(self, line: _Line, other: _Line) -> int:
        """Return by how much the lead grows with the aces that lie there when a side plays the first king."""
        if self.raised(line, other):
            return 0
        theirs = 0 if not self.everybody or self.raised(other, line) else other.aces
        return (line.aces - theirs) * (HIGH_ACE - ACE)

    def theirs(
        self, me: _Line, them: _Line, hand: Hand, deals: Deals, pool: Counter[Worth], spent: int, theirs: int
    ) -> _Raw:
        """The other side is inferior and plays; then one plays oneself, or the clash is over."""
        total: _Raw = [0] * 8
        groups: dict[Hand, Deals] = {}
        emptied: dict[_Line, Fraction | int] = {}
        buys, ends = any(self.known.draws), 0  # type: tuple[bool, Fraction | int]
        response = self.response(me, them)
        for deal, ways in deals.items():
            if not deal and self.can_buy(1, theirs):
                _sum(total, self.they_buy(me, them, hand, ways, pool, spent, theirs))
                continue
            shown = response(deal)
            if not shown:
                ends += ways
            elif len(shown) == len(deal) and not buys:
                line = self.add(them, shown, me)
                emptied[line] = emptied.get(line, 0) + ways
            else:
                left = without(deal, shown)
                group = groups.setdefault(shown, {})
                group[left] = group.get(left, 0) + ways
        if ends:
            _sum(total, [ends * part for part in self.final(me, them, spent, theirs)])
        for line, ways in emptied.items():
            self.after(total, me, line, hand, {(): ways}, pool, spent, theirs)
        for shown, rest in groups.items():
            left_over = pool - Counter(shown) if buys else pool
            self.after(total, me, self.add(them, shown, me), hand, rest, left_over, spent, theirs)
        return total

    def after(
        self,
        total: _Raw,
        me: _Line,
        them: _Line,
        hand: Hand,
        deals: Deals,
        pool: Counter[Worth],
        spent: int,
        theirs: int,
    ) -> None:
        """Add what comes after the other side's play."""
        if self.lead(me, them) < 0:
            _sum(total, self.mine(me, them, hand, deals, pool, spent, theirs))
        else:
            weight = sum(deals.values())
            _sum(total, [weight * part for part in self.final(me, them, spent, theirs)])

    def can_buy(self, side: int, bought: int) -> bool:
        """May a side with an empty hand draw another card for EP?"""
        ep = (self.known.ep, self.known.their_ep)[side]
        return bought < self.known.draws[side] and (bought + 1) * BOUGHT_IN_A_CLASH <= ep - self.rulings.untouchable

    def they_buy(
        self, me: _Line, them: _Line, hand: Hand, ways: Fraction | int, pool: Counter[Worth], spent: int, theirs: int
    ) -> _Raw:
        """The other side, without a hand, draws card after card and plays them."""
        ahead = self.lead(me, them) < 0
        plays = self.known.plays
        go_on = plays == "all" or (plays == "fewest" and not ahead)
        if go_on and self.can_buy(1, theirs) and pool.total():
            total: _Raw = [0] * 8
            for worth, there in pool.items():
                share = ways * Fraction(there, pool.total())
                line = self.add(them, (worth,), me)
                _sum(total, self.they_buy(me, line, hand, share, pool - Counter([worth]), spent, theirs + 1))
            return total
        if ahead:
            return self.mine(me, them, hand, {(): ways}, pool, spent, theirs)
        return [ways * part for part in self.final(me, them, spent, theirs)]

    # --- one's own side ---

    def mine(
        self, me: _Line, them: _Line, hand: Hand, deals: Deals, pool: Counter[Worth], spent: int, theirs: int
    ) -> _Raw:
        """One is inferior oneself: the best of all ways to play, or the way assumed."""
        weight = sum(deals.values())
        end, leads = self.options(me, them, hand, spent, theirs)
        found: list[_Raw] = [] if end is None else [[weight * part for part in end]]
        over = len(deals) == 1 and () in deals and not self.can_buy(1, theirs)
        if over or self.known.plays == "none":
            counts = [self.final(line, them, spent, theirs) for line, _ in leads]
            if counts:
                found.append([weight * part for part in max(counts, key=self.better)])
        else:
            found += [self.theirs(line, them, rest, deals, pool, spent, theirs) for line, rest in leads]
        if not hand and self.can_buy(0, spent):
            for most in range(1, self.known.buys - spent + 1):
                found.append(self.i_buy(me, them, deals, pool, spent, theirs, most))
        return max(found, key=self.better)

    def options(
        self, me: _Line, them: _Line, hand: Hand, spent: int, theirs: int
    ) -> tuple[tuple[int, ...] | None, tuple[tuple[_Line, Hand], ...]]:
        """Return what staying inferior comes to at best, and every way to become superior with the cards then left."""
        key = me, them, hand, spent, theirs
        if key not in self._options:
            ends, leads = [], []
            if self.known.replies == "fewest":
                ways: tuple[Hand, ...] = (
                    fewest(hand, -self.lead(me, them), self.raised(me, them), self.first_king(me, them)),
                )
            else:
                ways = subsets(hand)
            for shown in ways:
                for line in self.lines(me, shown, them):
                    if self.lead(line, them) > 0:
                        leads.append((line, without(hand, shown)))
                    elif not shown or self.known.replies == "best":
                        ends.append(self.final(line, them, spent, theirs))
            self._options[key] = max(ends, key=self.better) if ends else None, tuple(leads)
        return self._options[key]

    def played(
        self, me: _Line, them: _Line, rest: Hand, deals: Deals, pool: Counter[Worth], spent: int, theirs: int
    ) -> _Raw:
        """One has played, and holds the rest."""
        if self.lead(me, them) > 0:
            return self.theirs(me, them, rest, deals, pool, spent, theirs)
        weight = sum(deals.values())
        return [weight * part for part in self.final(me, them, spent, theirs)]

    def i_buy(
        self, me: _Line, them: _Line, deals: Deals, pool: Counter[Worth], spent: int, theirs: int, most: int
    ) -> _Raw:
        """One draws up to so many cards, one after the other until superior, and plays them."""
        if most and self.lead(me, them) <= 0 and self.can_buy(0, spent):
            total: _Raw = [0] * 8
            found = False
            for worth, there in pool.items():
                rest: Deals = {}
                for deal, ways in deals.items():
                    left = pool.total() - len(deal)
                    if left and there > deal.count(worth):
                        rest[deal] = ways * Fraction(there - deal.count(worth), left)
                if rest:
                    found = True
                    fewer = pool - Counter([worth])
                    ways_on = [
                        self.i_buy(line, them, rest, fewer, spent + 1, theirs, most - 1)
                        for line in self.lines(me, (worth,), them)
                    ]
                    best: _Raw = max(ways_on, key=self.better)
                    _sum(total, best)
            if found:
                return total
        return self.played(me, them, (), deals, pool, spent, theirs)

    # --- the question ---

    def advice(self) -> Advice:
        known = self.known
        hand = tuple(self._worth(card) for card in known.hand)
        deals = self.held(self.worths)
        if self._cases(deals) > MOST_CASES:
            field = "buys" if any(known.draws) else "their_cards"
            raise InputError(field, getattr(known, field), WORDS["too_many_cases"], "A-M7")
        power, their_power = known.powers()
        if not known.opened and power != their_power and self.worths.total() > known.their_cards:
            return Advice(False, _normal(self._opening(hand)))
        whose = self._turn(self.me, self.them)
        if whose == 1:
            found = self.theirs(self.me, self.them, hand, deals, self.worths, 0, 0)
            return Advice(False, _normal(found))
        choices = self._choices(hand, deals)
        return Advice(True, choices[0].count, choices)

    def held(self, worths: Counter[Worth]) -> Deals:
        """Return the hands that the other side can have, merged where nothing but their total can count."""
        deals = self.deals(worths, self.known.their_cards)
        if self.known.plays == "fewest" or any(self.known.draws):
            return deals
        merged: dict[tuple[_Line, int], tuple[Hand, Fraction | int]] = {}
        for deal, ways in deals.items():
            wild = sum(worth >> SUIT_BITS == WILD for worth in deal)
            sure = tuple(worth for worth in deal if worth >> SUIT_BITS != WILD)
            key = self.add(_Line(0, 0, False, True, 1), sure, self.them), wild
            merged[key] = deal, merged.get(key, (deal, 0))[1] + ways
        return dict(merged.values())

    def _cases(self, deals: Deals) -> int:
        """Return about how many plays there are to look at."""
        known, cards = self.known, len(self.known.hand)
        if known.plays == "none" and not any(known.draws):
            return len(deals)
        cases: int = len(deals) << cards
        if known.plays == "fewest":
            cases <<= max(0, known.their_cards - 3)
            if known.replies == "best":
                cases <<= max(0, cards - 2)
        if any(known.draws):
            drawn = known.buys if known.plays == "none" else sum(known.draws)
            cases *= min(_DRAWING[drawn], self.worths.total() ** drawn)
        if any(not card.rank for card in known.hand) and (any(known.draws) or not known.opened):
            cases *= 2  # its ranks are tried for each card that may come off the deck
        return cases * (1 if known.opened else 14)

    def _turn(self, me: _Line, them: _Line) -> int:
        found = inferior(self.totals(me, them), self.known.powers())
        if found is not None:
            return found
        if self.known.turn == "numbers":
            raise InputError("turn", self.known.turn, WORDS["choose_whose_turn"], "A-Q17")
        return 0 if self.known.turn == "me" else 1

    def _opening(self, hand: Hand) -> _Raw:
        """Step 1: the higher attack power adds the top card of the deck (A-6.9), if there is one."""
        known, total = self.known, [0] * 8  # type: tuple[Knowledge, _Raw]
        power, their_power = known.powers()
        adds = power > their_power
        for card, there in self.worths.items():
            worths = self.worths - Counter([card])
            deals = self.held(worths)
            ways_on: list[_Raw] = []
            for me in self.lines(self.me, (card,), self.them) if adds else [self.me]:
                them = self.them if adds else self.add(self.them, (card,), self.me)
                turn = self.mine if not self._turn(me, them) else self.theirs
                ways_on.append(turn(me, them, hand, deals, worths, 0, 0))
            weight = sum(deals.values())
            _sum(total, [Fraction(there) * part / weight for part in max(ways_on, key=self.better)])
        return total

    def _choices(self, hand: Hand, deals: Deals) -> tuple[Choice, ...]:
        known, found = self.known, []
        done: set[Hand] = set()
        for size in range(len(hand) + 1):
            for places in combinations(range(len(hand)), size):
                shown = tuple(sorted((hand[place] for place in places), reverse=True))
                if shown in done:
                    continue
                done.add(shown)
                rest = without(tuple(sorted(hand, reverse=True)), shown)
                counted = [
                    (self.played(line, self.them, rest, deals, self.worths, 0, 0), line, declared)
                    for line, declared in self.lines(self.me, shown, self.them).items()
                ]
                count, line, declared = max(counted, key=lambda each: self.better(each[0]))
                cards = self._named([known.hand[place] for place in places], declared)
                found.append((count, Choice(cards, 0, self.totals(line, self.them)[0], _normal(count))))
        if not hand and self.can_buy(0, 0):
            for most in range(1, known.buys + 1):
                if most * BOUGHT_IN_A_CLASH > known.ep - self.rulings.untouchable:
                    break
                count = self.i_buy(self.me, self.them, deals, self.worths, 0, 0, most)
                momentum = self.totals(self.me, self.them)[0]
                found.append((count, Choice((), most, momentum, _normal(count))))
        found.sort(key=lambda pair: (self.better(pair[0]), -len(pair[1].cards), -pair[1].bought), reverse=True)
        return tuple(choice for _, choice in found)

    def _named(self, cards: Sequence[Card], declared: Hand) -> tuple[Card, ...]:
        """Return cards with their Jokers as they are declared."""
        ranks = [worth >> SUIT_BITS for worth in declared]
        suit = self.known.suit if self.rulings.joker == "rank_and_suit" else None
        return tuple(card if card.rank else card.declared(ranks.pop(0), suit, self.rulings) for card in cards)


def _sum(total: _Raw, more: Iterable[Fraction | int]) -> None:
    for place, part in enumerate(more):
        total[place] += part


def _normal(found: Iterable[Fraction | int]) -> Count:
    parts = [Fraction(part) for part in found]
    cases = sum(parts[:3])
    return Count(*(part / cases for part in parts))


__all__ = ["Advice", "Choice", "Count", "Knowledge", "advise"]
