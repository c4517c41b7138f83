"""Exact chances of a check: every way to begin it, followed by the best additions."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import batched, combinations, combinations_with_replacement, product
from math import comb, inf, lcm, perm, sumprod
from time import monotonic
from typing import Any, Literal, NamedTuple

from rules_py.avatar.cards import (
    ACE,
    HIGH_ACE,
    KING,
    MOST_JOKERS,
    RANKS,
    Card,
    Suit,
    check_cards,
    check_suit,
    field_total,
    of_one_suit,
    remaining,
)
from rules_py.avatar.checks import (
    CARD_PRICE,
    LARGEST_DIFFICULTY,
    LARGEST_EP,
    LARGEST_LIMIT,
    ONE_OR_MORE,
    possible_totals,
)
from rules_py.avatar.rulings import PACK, Rulings
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text, same

Goal = Literal["success", "fumble", "ep"]
GOALS: dict[Goal, tuple[str, str, str]] = {
    "success": ("success", "fumble", "ep"),
    "fumble": ("fumble", "success", "ep"),
    "ep": ("ep", "success", "fumble"),
}
"""What counts first, second and third: as much success, as few fumbles, as little EP as possible."""
MOST_HAND = 10
BREATH = 1000
"""After how many small steps a count pauses, so that it can be told how far it is, and stopped."""
PATIENCE = 0.2
"""Seconds after which the chances of a play pause, which are searched for rather than counted step by step."""
MOST_ROWS = 10_000
"""How many rows of sums are kept at a time."""
Kept = tuple[int, int, int]
_KING_THERE = 4 + 2 * MOST_JOKERS - 1


@dataclass(frozen=True)
class Situation:
    """What a player sees who is asked for a check.

    Args:
        hand: The cards in hand, 0 to 10; Jokers not yet declared.
        suit: The avatar's own suit.
        hand_limit: How often a card may be added, 0 to 10.
        ep: EP that may be spent on deck cards, 0 to 100,000.
        table: Cards of this check that lie on the table already and are short; none before it begins.
        added: How many of them were added one by one: from the hand, from the deck.
        gone: Cards seen elsewhere or discarded, which the deck cannot hold.
        miracle: May the player use a miracle?
        rulings: House rules; 52 cards unless told otherwise (A-Q1).

    Raises:
        InputError: If a card is there twice or not in the deck, or a number is out of range.

    Source: A-9.4 to A-9.13, A-M10, A-Q1.
    """

    hand: tuple[Card, ...]
    suit: Suit
    hand_limit: int
    ep: int = 0
    table: tuple[Card, ...] = ()
    added: tuple[int, int] = (0, 0)
    gone: tuple[Card, ...] = ()
    miracle: bool = False
    rulings: Rulings = PACK

    def __post_init__(self) -> None:
        whole_number("hand_limit", self.hand_limit, 0, LARGEST_LIMIT, "A-9.10")
        whole_number("ep", self.ep, 0, LARGEST_EP)
        for name, number in zip(("by_hand", "bought"), self.added, strict=True):
            whole_number(name, number, 0, LARGEST_LIMIT, "A-9.10")
            if number and not self.table:
                first = Text("0 while no card lies on the table", "場にカードがなければ0です")
                raise InputError(name, number, first, "A-9.8")
        check_suit(self.suit)
        if len(self.hand) > MOST_HAND:
            raise InputError("hand", len(self.hand), Text("at most {n} cards", "{n}枚までです").format(n=MOST_HAND))
        check_cards(self.hand, "hand", self.rulings)
        for name, cards in (("hand", self.hand), ("gone", self.gone)):
            for card in cards:
                if card.joker and card.rank:
                    later = Text("a Joker is declared when it is played", "ジョーカーは出すときに宣言します")
                    raise InputError(name, card.label(), later, "A-2.2")
        for card in self.table:
            if not card.rank:
                declared = Text(
                    "a Joker on the table is declared: Joker=SK",
                    "場のジョーカーは「ジョーカー=SK」のように書いてください",
                )
                raise InputError("table", card.label(), declared, "A-2.2")
        check_cards((*self.hand, *self.table), "table", self.rulings)
        check_cards((*self.hand, *self.table, *self.gone), "gone", self.rulings)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that the top of the deck may be."""
        return remaining((*self.hand, *self.table, *self.gone), self.rulings)


@dataclass(frozen=True)
class Play:
    """One way to go on, followed by the best additions, with its exact chances.

    Args:
        cards: Cards played now, Jokers declared; none for a deck card or for stopping.
        kind: `"begin"`, `"hand"` (one card is added), `"deck"`, `"miracle"` or `"stop"`.
        total: What lies in the field then; None if a deck card decides.
        at_once: Chance to succeed at once with that total.
        success: Chance of success in the end.
        fumble: Chance of a fumble in the end.
        ep: EP spent on average.

    Source: A-M10.
    """

    cards: tuple[Card, ...]
    kind: str
    total: int | None
    at_once: Fraction
    success: Fraction
    fumble: Fraction
    ep: Fraction

    @property
    def failure(self) -> Fraction:
        """Chance to fall short in the end."""
        return 1 - self.success - self.fumble

    def rank(self, goal: Goal) -> tuple[Fraction, ...]:
        """Return what the play is sorted by: the smaller, the better for the goal."""
        measures = {"success": -self.success, "fumble": self.fumble, "ep": self.ep}
        return tuple(measures[name] for name in GOALS[goal])


def plays(situation: Situation, prior: Mapping[int, Fraction], goal: Goal = "success") -> list[Play]:
    """Return every way to go on, the best first.

    Before a check begins these are all sets of hand cards; later, in a check that is short, each single card that may
    be added, a deck card, a miracle and stopping. After each, the best additions follow, chosen with what is known
    then: which cards have come, and that the difficulty lies above every total so far.

    Args:
        situation: What the player sees.
        prior: Chance of each difficulty.
        goal: `"success"`: most likely success; `"fumble"`: least risk of a fumble; `"ep"`: least EP. Equals are
            decided by the others, in that order, then by the chance to succeed at once and by fewer cards.

    Raises:
        InputError: If the prior is empty or no prior, no difficulty in it lies above what is in the field, or the goal
            is none of these.

    Source: A-9.4 to A-9.16, A-M10, A-Q1, A-Q4, A-Q10, A-Q11, A-Q12, A-Q14, A-Q15.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> from rules_py.avatar.checks import uniform
        >>> at_table = Situation(read_cards("SK HA C5"), Suit.SPADES, hand_limit=3, ep=300)
        >>> best = plays(at_table, uniform([26]))[0]
        >>> best.cards, best.total, best.success, best.ep
        ((Card(SK), Card(HA)), 27, Fraction(1, 1), Fraction(0, 1))
    """
    *_, last = count_plays(situation, prior, goal)
    return list(last.plays)


def each_play(
    situation: Situation, prior: Mapping[int, Fraction], goal: Goal = "success", most_bought: int | None = None
) -> Iterator[Play]:
    """Yield what `plays` returns, in no order.

    Args:
        situation: What the player sees.
        prior: Chance of each difficulty.
        goal: As in `plays`.
        most_bought: Deck cards that are bought at most; None for as many as limit and EP allow.

    Raises:
        InputError: As `plays` does.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> at_table = Situation(read_cards("SK HA C5"), Suit.SPADES, hand_limit=3)
        >>> len(list(each_play(at_table, {26: Fraction(1)})))
        7
    """
    for counted in count_plays(situation, prior, goal, most_bought):
        yield from counted.plays


@dataclass(frozen=True)
class Counted:
    """How far a count is.

    Args:
        done: Sets of deck cards that have been looked at.
        of: How many there are.
        plays: Every way to go on, the best first; none before the end.
        then: For the best play, if it leaves the total short: what to do next. None before the end.
    """

    done: int
    of: int
    plays: tuple[Play, ...] = ()
    then: Play | None = None


def count_plays(
    situation: Situation, prior: Mapping[int, Fraction], goal: Goal = "success", most_bought: int | None = None
) -> Iterator[Counted]:
    """Count every way to go on, and tell from time to time how far the count is; the parameters are `each_play`'s.

    Yields:
        What is done so far; the last one holds the plays.

    Source: A-M10.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> at_table = Situation(read_cards("SK HA C5"), Suit.SPADES, hand_limit=1, ep=100)
        >>> *_, last = count_plays(at_table, {40: Fraction(1)})
        >>> last.plays[0].cards, last.then.kind
        ((Card(SK), Card(HA), Card(C5)), 'deck')
    """
    if goal not in GOALS:
        raise InputError("goal", goal, same(" / ".join(GOALS)))
    if most_bought is not None:
        whole_number("most_bought", most_bought, 0, LARGEST_LIMIT)
    search = _Search(situation, prior, goal, most_bought)
    of = 0
    for done, of in search.count():
        yield Counted(done, of)
    found = []
    for move in search.moves():
        if move:
            cards, kind, total, value = move
            found.append(Play(cards, kind, total, search.at_once(total), *search.unpack(value)))
        yield Counted(of, of)
    found.sort(key=lambda play: (*play.rank(goal), -play.at_once, len(play.cards)))
    then = None
    if found and found[0].cards and found[0].kind != "miracle":
        best = found[0]
        for move in search.patiently(lambda: search.after(best)):
            if move:
                cards, kind, total, value = move
                then = Play(cards, kind, total, search.at_once(total), *search.unpack(value))
            else:
                yield Counted(of, of)
    yield Counted(of, of, tuple(found), then)


def most_deck_cards(situation: Situation) -> int:
    """Return how many deck cards may still be bought in a check.

    Source: A-9.9, A-9.10, A-Q14.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> most_deck_cards(Situation(read_cards("SK HA C5"), Suit.SPADES, hand_limit=3, ep=250))
        2
    """
    by_hand, bought = situation.added
    used = bought + by_hand * (situation.rulings.additions == "shared")
    return min(max(0, situation.hand_limit - used), situation.ep // CARD_PRICE, len(situation.unseen))


def effort(situation: Situation, prior: Mapping[int, Fraction], bought: int) -> int:
    """Return roughly how much there is to count: hand states times sets of deck cards.

    Args:
        situation: What the player sees.
        prior: Chance of each difficulty.
        bought: Deck cards that are bought at most.

    Returns:
        A number to compare with; 1,000,000 is about a second.

    Raises:
        InputError: If the prior is empty or the number of deck cards is out of range.

    Example:
        >>> from rules_py.avatar.cards import read_cards
        >>> effort(Situation(read_cards("SK HA C5"), Suit.SPADES, hand_limit=3), {40: Fraction(1)}, 3)
        840
    """
    whole_number("bought", bought, 0, LARGEST_LIMIT)
    if not prior:
        raise InputError("prior", "", ONE_OR_MORE)
    jokers = sum(card.joker > 0 for card in situation.hand)
    lanes = 2 ** (len(situation.hand) - jokers) * (1, 14, 118)[jokers]
    unseen = sum(card.joker > 0 for card in situation.unseen)
    room = max(prior) + 1
    # sets of so many real cards, by their sum
    sets = [[1] + [0] * room, *([0] * (room + 1) for _ in range(bought))]
    for rank in RANKS:
        for number in range(1, bought):
            for total in range(rank, room + 1):
                sets[number][total] += sets[number - 1][total - rank]
    codes = 0
    for number in range(bought):
        for declared in range(min(unseen, number) + 1):
            codes += comb(KING + declared - 1, declared) * sum(sets[number - declared])
    return int(lanes * max(1, codes))


# The search
#
# A value is one integer that holds three counts: ways to succeed, ways to fumble, EP spent, each counted over all
# orders of the deck cards that may still come and all difficulties. What counts first stands in the highest digits, so
# that the greater of two values is the better one, and adding values adds all three counts.
#
# A hand state ("lane") says which hand cards are still held and what played Jokers were declared as; a code says which
# cards have come from the deck, an octal digit for each rank, and above them the same for Jokers by their declaration.
# Both together give the total, and while no critical has come between, the total gives all that is known about the
# difficulty. So the values of all lanes are counted code by code, from the fullest codes down. A code hands its values
# on to the codes with a card less, which sum them up as they come, and only what a critical may ask for is kept: where
# the total may fall, values are counted one by one.

_JOKERS_AT = 3 * (KING + 1)
_JOKER = 1 << _JOKERS_AT


class _Lane(NamedTuple):
    """A hand state: cards held as bits, ranks that Jokers were declared as, and the sum of what was played."""

    held: int
    declared: tuple[int, ...]
    plain: int
    aces: int
    king: bool
    played: int


_Move = tuple[tuple[Card, ...], str, int | None, int]
"""Cards, kind, total and value of a way to go on."""


class _Pause(Exception):
    """It is time to tell how far the count is; what has been counted is kept."""


_Step = tuple[int, int, int, int, int, tuple[int, ...]]
"""A lane, its total, its kind, what was known before, what a deck card costs, and the lanes after a hand card."""


class _Draws:
    """What the deck cards that may follow a code bring in all, as far as they have been counted."""

    def __init__(self, lanes: Sequence[Sequence[int]]) -> None:
        self.lanes = lanes  # by additions left after the card
        self.cards, self.jokers = 0, 0
        self.summed = [[0] * len(row) for row in lanes]
        self.best: list[list[int]] = []

    def add(self, rows: Sequence[Sequence[int]], cards: int) -> None:
        """Add what follows so many cards of a rank."""
        self.cards += cards
        for r, (lanes, summed) in enumerate(zip(self.lanes, self.summed, strict=True)):
            if lanes:
                row = rows[r]
                self.summed[r] = [value + cards * row[n] for value, n in zip(summed, lanes, strict=True)]

    def add_joker(self, rows: Sequence[Sequence[int]]) -> None:
        """Add what follows a Joker by one way to declare it: it is declared the best way."""
        self.jokers += 1
        brought = [[rows[r][n] for n in lanes] for r, lanes in enumerate(self.lanes)]
        self.best = [list(map(max, *each)) for each in zip(self.best, brought, strict=True)] if self.best else brought


class _Search:
    """The best ways to go on from a situation, and what they are worth."""

    def __init__(
        self, situation: Situation, prior: Mapping[int, Fraction], goal: Goal, most_bought: int | None = None
    ) -> None:
        self.rulings, self.goal, self.suit = situation.rulings, goal, situation.suit
        self.miracle, self.there = situation.miracle, situation.table
        self._read_prior(prior)
        self._read_deck(situation, most_bought)
        self.as_held = situation.hand
        self.hand = tuple(sorted(situation.hand, key=lambda card: card.rank))
        self.everything = (1 << len(self.hand)) - 1
        self._prepare_gains()
        self.tables: dict[int, dict[int, tuple[int, ...]]] = {}
        self.draws_of: dict[int, _Draws] = {}
        self.open_lanes: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.starts: dict[tuple[int, ...], tuple[list[int], list[_Step]]] = {}
        self.kept_lanes: dict[tuple[int, int], list[int]] = {}
        self.sums: dict[int, tuple[int, int, bool]] = {}
        self.last_rows: dict[int, list[int]] = {}
        self.hand_rows: dict[tuple[int, int], list[list[int]]] = {}
        self.shared_rows: dict[tuple[int, int], list[tuple[int, dict[int, list[int]]]]] = {}
        self.numbers: dict[object, int] = {}
        self.pairs_of, self.pairs = -1, dict[int, int]()
        self.pair_rows: dict[int, list[tuple[int, int, int, int, list[int]]]] = {}
        self.drawable: dict[int, tuple[tuple[int, int, int], ...]] = {}
        self.single: dict[object, int] = {}
        self.pause_at = inf
        self.miracles: dict[object, int] = {}
        self.best_miracles: dict[tuple[int, int, int, bool, int, int, int], tuple[int, tuple[Card, ...]]] = {}

    # --- reading the situation ---

    def _read_prior(self, prior: Mapping[int, Fraction]) -> None:
        known = {d: Fraction(weight) for d, weight in prior.items() if weight}
        for difficulty, weight in known.items():
            whole_number("difficulty", difficulty, 1, LARGEST_DIFFICULTY)
            if weight < 0:
                raise InputError("prior", weight, Text("no chance below 0", "確率は0以上です"))
        if not known:
            raise InputError("prior", "", ONE_OR_MORE)
        self.shown = 0
        if self.there:
            self.shown = _totals(self.there, self.suit, self.rulings)[-1]
            below = self._told(self.shown, critical=of_one_suit(self.there, self.suit))
            above = {d: weight for d, weight in known.items() if d > below}
            if not above:
                allowed = Text(
                    "the check is short, so the difficulty is above {total}",
                    "達成値が足りないので、難度は{total}より上です",
                )
                raise InputError("difficulty", max(known), allowed.format(total=below), "A-9.8")
            known = above
        common = lcm(*(weight.denominator for weight in known.values()))
        self.least, self.most = min(known), max(known)
        self.top = self.most + 1
        self.weights = [int(known.get(d, 0) * common) for d in range(self.top)]
        self.cumulated = [0]
        for each in self.weights[1:]:
            self.cumulated.append(self.cumulated[-1] + each)
        self.all = self.cumulated[-1]
        self.floor = self.least - 1

    def _told(self, total: int, *, critical: bool) -> int:
        """Return what the difficulty lies above if a total is short: a critical fitted later is no fumble."""
        fitted = critical and self.rulings.critical == "best" and self.rulings.equality == "fumble"
        return total - fitted

    def _read_deck(self, situation: Situation, most_bought: int | None) -> None:
        unseen = situation.unseen
        self.left = [0] * (KING + 1)  # by rank, Jokers at 0
        self.own = [False] * (KING + 1)  # is the card of the own suit unseen?
        for card in unseen:
            self.left[card.rank] += 1
            if card.suit == self.suit:
                self.own[card.rank] = True
        by_hand, bought = situation.added
        self.shared = self.rulings.additions == "shared"
        self.limit = max(0, situation.hand_limit - by_hand - (bought if self.shared else 0))
        if not self.shared:
            self.limit = min(self.limit, len(situation.hand))
        self.draws = most_deck_cards(situation)
        if most_bought is not None:
            self.draws = min(self.draws, most_bought)
        self.cards = len(unseen)
        self.scale = [perm(self.cards - k, self.draws - k) for k in range(self.draws + 1)]
        self.masses = self.all * self.scale[0]

    def _read_hand(self) -> Iterator[None]:
        """List the hand states, exact ones and those in which equal ranks are one, and the steps between them."""
        every = range(len(self.hand))
        base = (sum(c.rank for c in self.there if c.rank != ACE), sum(c.rank == ACE for c in self.there))
        king_there = any(card.rank == KING for card in self.there)
        self.lanes: list[_Lane] = []
        self.lane_of: dict[tuple[int, tuple[int, ...]], int] = {}
        for held in range(self.everything, -1, -1):
            yield
            gone = [self.hand[i].rank for i in every if not held >> i & 1]
            for declared in combinations_with_replacement(RANKS, gone.count(0)):
                ranks = [*(rank for rank in gone if rank), *declared]
                self.lane_of[held, declared] = len(self.lanes)
                aces = base[1] + ranks.count(ACE)
                plain = base[0] + sum(rank for rank in ranks if rank != ACE)
                self.lanes.append(_Lane(held, declared, plain, aces, king_there or KING in ranks, len(gone)))
        by_suit = self.miracle and self.rulings.miracle_cards == "fresh"
        self.same = list(range(len(self.lanes)))
        if not by_suit:
            first: dict[tuple[Any, ...], int] = {}
            for n, lane in enumerate(self.lanes):
                if not n % BREATH:
                    yield
                kept = tuple(self.hand[i].rank for i in every if lane.held >> i & 1)
                self.same[n] = first.setdefault((kept, lane.declared), n)
        self.used = sorted(set(self.same))
        own = [
            card.suit == self.suit or (not card.rank and self.rulings.joker == "rank_and_suit") for card in self.hand
        ]
        self.mine = [0] * len(self.lanes)  # cards of the own suit on the table, at most
        for n, lane in enumerate(self.lanes):
            if not n % BREATH:
                yield
            mine = sum(own[i] for i in every if not lane.held >> i & 1) + len(self.there)
            self.mine[self.same[n]] = max(self.mine[self.same[n]], mine)
        self.next: list[tuple[int, ...]] = []
        for lane in self.lanes:
            if not len(self.next) % BREATH:
                yield
            after: dict[int, None] = {}
            for i in every:
                if lane.held >> i & 1:
                    for way in (self.hand[i].rank,) if self.hand[i].rank else reversed(RANKS):
                        declared = lane.declared if self.hand[i].rank else tuple(sorted((*lane.declared, way)))
                        after[self.same[self.lane_of[lane.held & ~(1 << i), declared]]] = None
            self.next.append(tuple(after))
        self.orders: dict[tuple[int, bool], tuple[list[int], list[int], list[int], list[int]]] = {}

    def _order(self, aces: int, king: bool) -> tuple[list[int], list[int], list[int], list[int]]:
        """Return the lanes by their total beside such deck cards: offsets, lanes, kinds, and offsets by lane."""
        known = self.orders.get((aces, king))
        if known is None:
            offsets, kinds = [0] * len(self.lanes), [0] * len(self.lanes)
            for n, lane in enumerate(self.lanes):
                high = king or lane.king
                offsets[n] = lane.plain + (lane.aces + aces) * (HIGH_ACE if high else 1)
                kinds[n] = _KING_THERE if high else lane.aces + aces
            lanes = sorted(self.used, key=lambda n: offsets[n])
            known = self.orders[aces, king] = ([offsets[n] for n in lanes], lanes, kinds, offsets)
        return known

    def _prepare_gains(self) -> None:
        """Prepare what a comparison gains by the total, and what is lost with what was known before."""
        self.digit = 1 << (self.masses * (self.draws + 1)).bit_length() + 1
        units: dict[str, int] = {name: self.digit ** (2 - place) for place, name in enumerate(GOALS[self.goal])}
        self.win, self.loss, self.price = units["success"], units["fumble"], units["ep"]
        self.fumbles = self.rulings.equality == "fumble"
        self.quick = self.shared and not self.miracle
        self.closed = self.quick and 0 < self.draws == self.limit  # every addition may be a deck card
        self.late = self.miracle and self.rulings.miracle_after_fumble and self.fumbles
        totals = range(self.top + HIGH_ACE * (MOST_HAND + LARGEST_LIMIT + 4) + KING * MOST_HAND)
        self.sum_gain = []  # success below the total, less a fumble at it
        for total in totals:
            if total > self.most:
                self.sum_gain.append(self.all * self.win)
            elif self.fumbles:
                self.sum_gain.append(self.cumulated[max(0, total - 1)] * self.win - self.weights[total] * self.loss)
            else:
                self.sum_gain.append(self.cumulated[total] * self.win)
        self.known = [self.cumulated[min(total, self.most)] * self.win for total in totals]
        self.alive = [self.all - self.cumulated[min(total, self.most)] for total in totals]
        self.scaled = [[gain * scale for gain in self.sum_gain[: self.top]] for scale in self.scale]
        # By deck cards and by the highest total shown: what was known, and what a card costs now.
        self.spending = [
            [(known * scale, alive * scale * self.price) for known, alive in zip(self.known, self.alive, strict=True)]
            for scale in self.scale
        ]
        # What the last deck card costs beside what was known before, for each order of it.
        lows = [max(self.floor, total) for total in range(self.top)]
        self.costs = [
            [(self.known[low] + self.alive[low] * self.price) * (self.cards - k) for low in lows]
            for k in range(self.draws)
        ]
        # By kind: what a card adds, the kind it leaves, and the least total from which one card may succeed; from there
        # on, the sums over all cards for the last one.
        self.values: list[list[int]] = []
        self.kinds: list[list[int]] = []
        self.start: list[int] = []
        self.gains: list[list[list[int]]] = []
        self.closing: list[list[int]] = []
        for kind in range(_KING_THERE + 1):
            ace = HIGH_ACE if kind == _KING_THERE else 1
            king = KING if kind == _KING_THERE else KING + (HIGH_ACE - 1) * kind
            self.values.append([0, ace, *range(2, KING), king])
            self.kinds.append([kind, min(kind + 1, _KING_THERE), *[kind] * (KING - 2), _KING_THERE])
            self.start.append(min(self.top, max(0, self.least + self.fumbles - max(ace, king))))
            totals = range(self.start[kind], self.top)
            gains = [[self.sum_gain[total + more] for total in totals] for more in self.values[kind]]
            gains[0] = [max(each) for each in zip(*gains[1:], strict=True)]  # a Joker
            self.gains.append(gains)
            self.closing.append([int(sumprod(self.left, each)) for each in zip(*gains, strict=True)])

    def _gain(self, low: int, total: int) -> int:
        """Return what a comparison gains when the difficulty is known to lie above `low`."""
        return self.sum_gain[total] - self.known[low] if total > low else 0

    def unpack(self, value: int) -> tuple[Fraction, Fraction, Fraction]:
        """Return chance of success, chance of a fumble and average EP of a value."""
        found: dict[str, int] = {}
        for name in reversed(GOALS[self.goal]):
            digit = value % self.digit if name == "success" else -value % self.digit
            value -= digit if name == "success" else -digit
            value //= self.digit
            found[name] = digit
        return (
            Fraction(found["success"], self.masses),
            Fraction(found["fumble"], self.masses),
            Fraction(found["ep"] * CARD_PRICE, self.masses),
        )

    def at_once(self, total: int | None) -> Fraction:
        """Return the chance that a total succeeds as it is."""
        return Fraction(self.cumulated[min(max(0, (total or 0) - self.fumbles), self.most)], self.all)

    # --- code by code: the field is no critical ---

    def levels(self, k: int) -> range:
        """Return how many additions may be left after `k` deck cards."""
        return range((self.limit - k if self.shared else self.limit) + 1)

    def count(self) -> Iterator[tuple[int, int]]:
        """Count the values of all lanes; yields how many codes are done, and of how many, from time to time."""
        for _ in self._read_hand():
            yield 0, 0
        stages: list[tuple[int, list[tuple[int, tuple[int, ...]]]]] = []
        for k in range(self.draws - 1 if self.closed else self.draws + 1):
            stages.append((k, []))
            for found in self._codes(k):
                stages[-1][1].extend(found)
                yield 0, 0
        of, done = sum(len(codes) for _, codes in stages), 0
        for k, codes in reversed(stages):
            self.open_lanes.clear()
            self.starts.clear()
            for code, drawn in codes:
                rows: list[list[int]] = []
                for _ in self._table(code, drawn, k, rows):
                    yield done, of
                self._hand_on(code, drawn, k, rows)
                kept = self._kept(drawn)
                if kept:
                    columns = [row or [0] * len(self.lanes) for row in rows]
                    by_lane = zip(*([row[n] for n in kept] for row in columns), strict=True)
                    self.tables[code] = dict(zip(kept, by_lane, strict=True))
                done += 1
                yield done, of

    def _codes(self, k: int) -> Iterator[list[tuple[int, tuple[int, ...]]]]:
        """Yield the sets of deck cards of a size with their ranks: real ones, then declared Jokers as 16 + rank.

        Those are left out which exceed every difficulty with any lane. They come in small heaps, some of them empty;
        those with the same cards gone from the deck follow each other, as what they share is kept for a moment.
        """
        present = [rank for rank in RANKS if self.left[rank]]
        room = self.top - min(lane.plain + lane.aces for lane in self.lanes)
        few = [rank for rank in present if self.left[rank] < k]
        for jokers in range(min(k, self.left[0]) + 1):
            marks = [
                (sum(declared), sum(1 << _JOKERS_AT + 3 * rank for rank in declared), tuple(16 + r for r in declared))
                for declared in combinations_with_replacement(RANKS, jokers)
            ]
            for sets in batched(combinations_with_replacement(present, k - jokers), BREATH // len(marks)):
                found = []
                for real in sets:
                    rest = room - sum(real)
                    if rest > 0 and not any(real.count(rank) > self.left[rank] for rank in few):
                        code = sum([1 << 3 * rank for rank in real])
                        found += [(code + above, real + tail) for total, above, tail in marks if total < rest]
                yield found

    def _kept(self, drawn: tuple[int, ...]) -> Sequence[int]:
        """Return the lanes that a critical may ask for beside these deck cards, and all of them where cards are few.

        A critical asks for what one card of another suit leads to; if its total may be short of some difficulties but
        not of others, also for what follows, until the total that has fallen is above it again.
        """
        if len(drawn) < 2:
            return self.used
        if self.there and not of_one_suit(self.there, self.suit):
            return ()
        mine = sum(self.own[rank] for rank in {*drawn} if rank <= KING)
        if self.rulings.joker == "rank_and_suit":
            mine += sum(rank > KING for rank in drawn)
        known = self.kept_lanes.get((mine, len(drawn)))
        if known is None:
            others, table = len(drawn) - mine, len(self.there)
            enough = self.least if self.least < self.most else self.most * HIGH_ACE  # of one difficulty all is known
            known = self.kept_lanes[mine, len(drawn)] = [
                n
                for n in self.used
                if self.mine[n]
                and (
                    self.lanes[n].played + table - self.mine[n] + others <= 1
                    or HIGH_ACE * (self.mine[n] + mine) >= enough
                )
            ]
        return known

    def _hand_on(self, code: int, drawn: tuple[int, ...], k: int, rows: list[list[int]]) -> None:
        """Add the values of a code to those of the codes with a card less."""
        for rank in {*drawn}:
            less = code - (1 << (3 * rank if rank <= KING else _JOKERS_AT + 3 * (rank - 16)))
            to = self.draws_of.get(less)
            if to is None:
                ranks = [each & 15 for each in drawn]
                ranks.remove(rank & 15)
                aces, king = ranks.count(ACE), KING in ranks
                base = sum(ranks) - aces
                lanes: list[tuple[int, ...]] = [() for _ in rows]
                for r in self.levels(k - 1):
                    bring = r - self.shared
                    if bring >= 0 and rows[bring]:
                        lanes[bring] = self._open(base, aces, king, k - 1, r)[0]
                to = self.draws_of[less] = _Draws(lanes)
            if rank <= KING:
                to.add(rows, self.left[rank] - (less >> 3 * rank & 7))
            else:
                to.add_joker(rows)

    def _open(self, base: int, aces: int, king: bool, k: int, r: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Return the lanes, by their total, that are short of some difficulty and may still reach one.

        Those which hand cards alone bring above every difficulty for sure, without a chance to fumble on the way, stand
        apart: nothing is better, so nothing that a deck card may bring is summed for them.
        """
        key = (base, aces, king, k, r)
        known = self.open_lanes.get(key)
        if known is None:
            offsets, lanes, kinds, offset_of = self._order(aces, king)
            spent = (self.levels(k)[-1] - r if self.shared else 0) - bool(self.there)  # hand cards added so far
            more = HIGH_ACE * (r + (0 if self.shared else self.draws - k) + len(self.hand) * self.miracle)
            need = self.least - more - base
            slack = [(HIGH_ACE - 1) * kind for kind in range(_KING_THERE)] + [0]  # what a king would add
            above = self.top - base
            winning = {*self._open(base, aces, king, k, r - 1)[1]} if r else set()
            if self.fumbles:
                winning = {n for n in winning if not self.weights[base + offset_of[n]]}
            unsure: list[int] = []
            sure: list[int] = []
            for n in lanes[: bisect_left(offsets, above)]:
                if self.lanes[n].played > spent and offset_of[n] + slack[kinds[n]] >= need:
                    wins = r and any(offset_of[after] >= above or after in winning for after in self.next[n])
                    (sure if wins else unsure).append(n)
            known = self.open_lanes[key] = tuple(unsure), tuple(sure)
        return known

    def _start(self, base: int, aces: int, king: bool, k: int, r: int) -> tuple[list[int], list[_Step]]:
        """Return by lane what a field gains at once, and what is needed to go on from it; codes with the same share it.

        Lanes that hand cards alone bring home have gained that already.
        """
        key = (base, aces, king, k, r)
        known = self.starts.get(key)
        if known is None:
            offsets, lanes, kinds, offset_of = self._order(aces, king)
            scale, full, scaled = self.scale[k], self.all * self.win * self.scale[k], self.scaled[k]
            row = [full] * len(self.lanes)
            for n in lanes[: bisect_left(offsets, self.top - base)]:
                row[n] = scaled[base + offset_of[n]]
                if self.late:
                    row[n] += self._rescued_lane(n, base, aces, king) * scale
            unsure, sure = self._open(base, aces, king, k, r)
            for n in sure:
                row[n] += full - self.known[max(base + offset_of[n], self.floor)] * scale
            steps = []
            for n in unsure:
                total = base + offset_of[n]
                before, price = self.spending[k][max(total, self.floor)]
                steps.append((n, total, kinds[n], before, price, self.next[n] if r else ()))
            known = self.starts[key] = row, steps
        return known

    def _table(self, code: int, drawn: tuple[int, ...], k: int, rows: list[list[int]]) -> Iterator[None]:
        """Fill in, by additions left and by lane, what a field gains in all: by being compared and by going on."""
        ranks = [rank & 15 for rank in drawn]
        aces, king = ranks.count(ACE), KING in ranks
        base = sum(ranks) - aces
        room = self.levels(k)
        jokers = sum(rank > KING for rank in drawn)
        scale = self.scale[k]
        full = self.all * self.win * scale
        deck = code & _JOKER - 1 | jokers << _JOKERS_AT
        draws = self.draws_of.pop(code, None)
        two = self.closed and k == self.draws - 2
        every = 1 if self.miracle else BREATH
        for r in room:
            spent = room[-1] - r if self.shared else 0
            # without additions a field only has what its total gains, unless a miracle may follow
            if spent > len(self.hand) - (not self.there) or (self.quick and not r):
                rows.append([])
                continue
            if len(self.lanes) > BREATH:
                yield
            start, steps = self._start(base, aces, king, k, r)
            row = start.copy()
            rows.append(row)
            if self.quick and r == 1:
                self._add_last(row, steps, deck, k)
                continue
            buys = self._may_buy(k, r)
            below = rows[r - 1] if r else []
            drawing = self._drawing(draws, k, r - self.shared, jokers, len(steps)) if buys and not two else ()
            for place, (n, total, kind, before, price, hand) in enumerate(steps):
                best = before
                if self.miracle:
                    best += self._miracle(n, base, aces, king) * scale
                for after in hand:
                    if below[after] > best:
                        best = below[after]
                if buys and best < full:
                    value = self._two(n, deck, k, kind, total) if two else drawing[place] - price
                    if value > best:
                        best = value
                if best > before:
                    row[n] += best - before
                if not (place + 1) % every:
                    yield

    def _add_last(self, row: list[int], steps: Sequence[_Step], deck: int, k: int) -> None:
        """Add to a row what the last addition gains, be it from the hand or bought."""
        start, buys = self.start, k < self.draws
        present = {kind for _, _, kind, _, _, _ in steps}
        hands = {kind: self._hand_rows(k, kind) for kind in present}
        bought = {kind: self._last_row(deck, k, kind) if buys else () for kind in present}
        for n, total, kind, _, _, _ in steps:
            place = total - start[kind]
            if place >= 0:
                best = hands[kind][n][place]
                if buys and bought[kind][place] > best:
                    best = bought[kind][place]
                if best:
                    row[n] += best

    def _drawing(self, draws: _Draws | None, k: int, r: int, jokers: int, lanes: int) -> list[int]:
        """Return what a deck card brings for each open lane; a card that is not there exceeds every difficulty."""
        full = self.all * self.win * self.scale[k + 1]
        left = self.left[0] - jokers
        if draws is None:
            return [(self.cards - k) * full] * lanes
        beyond = (self.cards - k - left - draws.cards) * full
        found = [value + beyond for value in draws.summed[r]] if draws.cards else [beyond] * lanes
        if left and draws.jokers < KING:
            return [value + left * full for value in found]
        return [value + left * best for value, best in zip(found, draws.best[r], strict=True)] if left else found

    def _drawable(self, deck: int) -> tuple[tuple[int, int, int], ...]:
        """Return the ranks that the deck still holds, how often, and the deck without such a card."""
        known = self.drawable.get(deck)
        if known is None:
            counts = [(rank, self.left[rank] - (deck >> 3 * rank & 7), deck + (1 << 3 * rank)) for rank in RANKS]
            known = self.drawable[deck] = tuple(each for each in counts if each[1] > 0)
        return known

    def _last_row(self, deck: int, k: int, kind: int) -> list[int]:
        """Return by total what the last addition gains if it is bought, from the least total on that matters."""
        key = deck << 4 | kind
        row = self.last_rows.get(key)
        if row is None:
            if len(self.last_rows) == MOST_ROWS:
                self.last_rows.clear()
            row, gains = self.closing[kind], self.gains[kind]
            for rank in range(KING + 1):
                drawn = deck >> 3 * rank & 7 if rank else deck >> _JOKERS_AT
                if drawn:
                    row = [value - drawn * less for value, less in zip(row, gains[rank], strict=True)]
            start, scale = self.start[kind], self.scale[k + 1]
            row = [(value - cost) * scale for value, cost in zip(row, self.costs[k][start:], strict=True)]
            self.last_rows[key] = row
        return row

    def _hand_rows(self, k: int, kind: int) -> list[list[int]]:
        """Return by lane, and by total from the least that matters, what the last addition gains from the hand."""
        key = (k, kind)
        known = self.hand_rows.get(key)
        if known is None:
            totals, scale = range(self.start[kind], self.top), self.scale[k]
            gains = {
                more: [self._gain(max(self.floor, total), total + more) * scale for total in totals]
                for more in {*self.values[kind][1:]}
            }
            by_cards: dict[frozenset[int], list[int]] = {}
            by_held: dict[int, list[int]] = {}
            for held in {lane.held for lane in self.lanes}:
                cards = [card for i, card in enumerate(self.hand) if held >> i & 1]
                more = frozenset(self.values[kind][rank] for card in cards for rank, _ in self._ways(card))
                if more not in by_cards:
                    by_cards[more] = [
                        max(each) for each in zip([0] * len(totals), *(gains[each] for each in more), strict=True)
                    ]
                by_held[held] = by_cards[more]
            known = self.hand_rows[key] = [by_held[lane.held] for lane in self.lanes]
        return known

    def _alike(self, k: int, kind: int) -> list[tuple[int, dict[int, list[int]]]]:
        """Return by lane the hand rows after a deck card, and a number that hands share which have the same."""
        key = (k, kind)
        known = self.shared_rows.get(key)
        if known is None:
            every = {then: self._hand_rows(k, then) for then in set(self.kinds[kind][1:])}
            by_held: dict[int, tuple[int, dict[int, list[int]]]] = {}
            for n, lane in enumerate(self.lanes):
                if lane.held not in by_held:
                    rows = {then: by_lane[n] for then, by_lane in every.items()}
                    shown = (k, kind, *map(tuple, rows.values()))
                    by_held[lane.held] = self.numbers.setdefault(shown, len(self.numbers)), rows
            known = self.shared_rows[key] = [by_held[lane.held] for lane in self.lanes]
        return known

    def _drawn_rows(self, deck: int, k: int, kind: int) -> list[tuple[int, int, int, int, list[int]]]:
        """Return for each rank in the deck: how often, its value, the kind then, its least total, and the last row."""
        known = self.pair_rows.get(kind)
        if known is None:
            known = self.pair_rows[kind] = []
            for rank, count, after in self._drawable(deck):
                then = self.kinds[kind][rank]
                known.append((count, self.values[kind][rank], then, self.start[then], self._last_row(after, k, then)))
        return known

    def _two(self, n: int, deck: int, k: int, kind: int, total: int) -> int:
        """Return what a deck card and one more addition gain, with what was known before."""
        number, by_hand = self._alike(k + 1, kind)[n]
        if deck != self.pairs_of:
            self.pairs_of, self.pairs, self.pair_rows = deck, {}, {}
        key = total << 32 | number
        known = self.pairs.get(key)
        if known is not None:
            return known
        values, kinds, start, rows = self.values[kind], self.kinds[kind], self.start, self.last_rows
        k += 1
        scaled, full, most = self.scaled[k], self.all * self.win * self.scale[k], self.most
        value, enough = -self.spending[k - 1][max(total, self.floor)][1], 0
        for count, brings, then, least, row in self._drawn_rows(deck, k, kind):
            more = total + brings
            if more > most:
                enough += count
                continue
            place = more - least
            if place >= 0:
                bought, held = row[place], by_hand[then][place]
                value += count * (scaled[more] + (bought if bought > held else held))
        jokers = self.left[0] - (deck >> _JOKERS_AT)
        if jokers > 0 and total + max(values) > most:
            enough += jokers
        elif jokers > 0:
            found = [0]
            for rank in RANKS:
                more, then = total + values[rank], kinds[rank]
                place = more - start[then]
                if place >= 0:
                    row = rows.get((deck + _JOKER) << 4 | then) or self._last_row(deck + _JOKER, k, then)
                    found.append(scaled[more] + max(row[place], by_hand[then][place]))
            # a total from which nothing can be gained any more is worth 0
            value += jokers * max(found if total + 1 < start[kind] else found[1:])
        known = self.pairs[key] = value + enough * full
        return known

    def _total(self, n: int, code: int) -> tuple[int, int, int, bool]:
        """Return total, sum without aces, aces and king of a lane beside deck cards."""
        lane = self.lanes[n]
        known = self.sums.get(code)
        if known is None:
            numbers = [(code >> 3 * rank & 7) + (code >> _JOKERS_AT + 3 * rank & 7) for rank in range(KING + 1)]
            plain = sum(rank * numbers[rank] for rank in range(2, KING + 1))
            known = self.sums[code] = (plain, numbers[ACE], numbers[KING] > 0)
        plain, aces, king = lane.plain + known[0], lane.aces + known[1], lane.king or known[2]
        return plain + aces * (HIGH_ACE if king else 1), plain, aces, king

    # --- one by one: after a critical ---

    def _single(self, n: int, code: int, k: int, r: int, low: int, kept: Kept | None = None) -> int:
        """Return what a field that is no critical gains, by being compared and by going on.

        Args:
            n: The lane.
            code: The deck cards.
            k: How many they are.
            r: Additions left.
            low: The highest total shown before.
            kept: Total, sum without aces, and aces of a critical whose cards keep their value.
        """
        scale = self.scale[k]
        total, plain, aces, king = self._total(n, code)
        if kept:
            plain, aces = kept[0] + plain - kept[1], aces - kept[2]  # a king raises only the aces that came later
            total = plain + aces * (HIGH_ACE if king else 1)
        elif total > low or low <= self.floor:
            values = self.tables[code].get(n) if code in self.tables else None
            if values and (r or not self.quick):
                return values[r] - self.known[low] * scale
            if self.closed and k >= self.draws - 1:  # the last deck cards; no tables are made for them
                value = self._gain(low, total) * scale
                kind = _KING_THERE if king else aces
                place = total - self.start[kind]
                if not r or total >= self.most or place < 0:
                    return value
                deck = code & _JOKER - 1 | _digits(code >> _JOKERS_AT) << _JOKERS_AT
                return value + max(self._last_row(deck, k, kind)[place], self._hand_rows(k, kind)[n][place])
        value = self._gain(low, total) * scale
        if self.late and low < total <= self.most and self.weights[total]:
            value += self._rescued(n, plain, aces, king, total) * scale
        low = max(low, total)
        more = r if self.shared else r + self.draws - k
        reach = total + HIGH_ACE * (more + len(self.hand) * self.miracle) + (0 if king else (HIGH_ACE - 1) * aces)
        if low >= self.most or reach < low + 1 + self.fumbles:
            return value
        key = (n, code, r, low, kept)
        known = self.single.get(key)
        if known is None:
            known = max(0, self._single_miracle(n, plain, aces, king, low) * scale)
            sure = (self.all * self.win - self.known[low]) * scale
            if r:
                for after in self.next[n]:
                    if known < sure:
                        known = max(known, self._single(after, code, k, r - 1, low, kept))
            if known < sure and self._may_buy(k, r):
                known = max(known, self._single_draw(n, code, k, r, low, kept))
            self.single[key] = known
            self._breathe()
        return value + known

    def _may_buy(self, k: int, r: int) -> bool:
        return k < self.draws and (r > 0 or not self.shared)

    def _single_draw(self, n: int, code: int, k: int, r: int, low: int, kept: Kept | None = None) -> int:
        """Return the value of buying a deck card for a field that is no critical."""
        value = -self.alive[max(low, 0)] * self.scale[k] * self.price
        if self.quick and r == 1 and not kept:
            total, _, aces, king = self._total(n, code)
            gains = [self._gain(low, total + more) for more in self.values[_KING_THERE if king else aces]]
            found = (self.left[0] - _digits(code >> _JOKERS_AT)) * max(gains[1:])
            found += sum(count * gains[rank] for rank, count, _ in self._drawable(code & _JOKER - 1))
            return value + found * self.scale[k + 1]
        for rank in RANKS:
            count = self.left[rank] - (code >> 3 * rank & 7)
            if count > 0:
                value += count * self._single(n, code + (1 << 3 * rank), k + 1, r - self.shared, low, kept)
        jokers = self.left[0] - _digits(code >> _JOKERS_AT)
        if jokers > 0:
            sure = (self.all * self.win - self.known[max(low, 0)]) * self.scale[k + 1]
            best = -self.all * self.loss * self.scale[k + 1]
            for rank in reversed(RANKS):
                if best < sure:
                    after = code + (1 << _JOKERS_AT + 3 * rank)
                    best = max(best, self._single(n, after, k + 1, r - self.shared, low, kept))
            value += jokers * best
        return value

    def _critical(self, n: int, code: int, k: int, r: int, number: int, low: int) -> tuple[int, int]:
        """Return value and total of a critical announced in the best way; `n` is an exact lane."""
        return max(
            ((self._announced_as(n, code, k, r, number, low, total), total) for total in self._totals(n, code, number)),
            key=lambda found: found[0],
        )

    def _totals(self, n: int, code: int, number: int) -> tuple[int, ...]:
        if self.rulings.critical == "best":
            return (KING * number,)
        return possible_totals(number, self._total(n, code)[0], self.rulings)

    def _fitted(self, low: int, total: int) -> int:
        """Return what a critical gains whose values follow the comparison."""
        reached = self.cumulated[min(total - self.fumbles, self.most)]
        return max(0, reached - self.cumulated[min(low, self.most)]) * self.win

    def _announced_as(self, n: int, code: int, k: int, r: int, number: int, low: int, total: int) -> int:
        scale = self.scale[k]
        if self.rulings.critical == "best":
            value = self._fitted(low, total) * scale
            low = max(low, self._told(total, critical=True))
        else:
            value = self._gain(low, total) * scale
            if self.late and low < total <= self.most and self.weights[total]:
                _, plain, aces, king = self._total(n, code)
                value += self._rescued(n, plain, aces, king, total, number) * scale
            low = max(low, total)
        if low >= self.most:
            return value
        key = (n, code, r, low, total, number, "critical")
        known = self.single.get(key)
        if known is None:
            known = self.single[key] = self._critical_short(n, code, k, r, number, low, total)
            self._breathe()
        return value + known

    def _breathe(self) -> None:
        """Pause if it is time; to be called only after a value has been kept, so that every attempt gets further."""
        if monotonic() > self.pause_at:
            raise _Pause

    def patiently(self, search: Callable[[], _Move]) -> Iterator[_Move | None]:
        """Yield None whenever a search pauses, and in the end what it finds: it is begun anew, with what is known."""
        while True:
            self.pause_at = monotonic() + PATIENCE
            try:
                found = search()
            except _Pause:
                yield None
            else:
                yield found
                return
            finally:
                self.pause_at = inf

    def _critical_short(self, n: int, code: int, k: int, r: int, number: int, low: int, total: int) -> int:
        _, plain, aces, king = self._total(n, code)
        best = max(0, self._critical_miracle(n, plain, aces, king, number, low, total) * self.scale[k])
        sure = (self.all * self.win - self.known[max(low, 0)]) * self.scale[k]
        if r:
            lane = self.lanes[n]
            for i, card in enumerate(self.hand):
                if not lane.held >> i & 1:
                    continue
                for rank, own in self._ways(card) if best < sure else ():
                    declared = lane.declared if card.rank else tuple(sorted((*lane.declared, rank)))
                    after = self.lane_of[lane.held & ~(1 << i), declared]
                    best = max(best, self._joined(own, after, code, k, r - 1, number, low, (total, plain, aces)))
        if best < sure and self._may_buy(k, r):
            best = max(best, self._critical_draw(n, code, k, r, number, low, total))
        return best

    def _ways(self, card: Card) -> list[tuple[int, bool]]:
        """Return rank and own suit of a card, for a Joker in every way that it may be declared."""
        if card.rank:
            return [(card.rank, card.suit == self.suit)]
        own = (True, False) if self.rulings.joker == "rank_and_suit" else (False,)
        return [(rank, suit) for suit in own for rank in reversed(RANKS)]

    def _joined(self, own: bool, n: int, code: int, k: int, r: int, number: int, low: int, before: Kept) -> int:
        """Return the value after a card has joined a critical, which it continues or ends."""
        if own:
            return self._critical(n, code, k, r, number + 1, low)[0]
        kept = before if self.rulings.critical_after == "kept" else None
        return self._single(self.same[n], code, k, r, low, kept)

    def _critical_draw(self, n: int, code: int, k: int, r: int, number: int, low: int, total: int) -> int:
        """Return the value of buying a deck card for a critical: all that has come from the deck has the own suit."""
        _, plain, aces, _ = self._total(n, code)
        before = (total, plain, aces)
        value = -self.alive[max(low, 0)] * self.scale[k] * self.price
        r -= self.shared
        for rank in RANKS:
            drawn = code >> 3 * rank & 7
            count, mine = self.left[rank] - drawn, self.own[rank] and not drawn
            after = code + (1 << 3 * rank)
            if count - mine > 0:
                value += (count - mine) * self._joined(False, n, after, k + 1, r, number, low, before)
            if mine:
                value += self._joined(True, n, after, k + 1, r, number, low, before)
        jokers = self.left[0] - _digits(code >> _JOKERS_AT)
        if jokers > 0:
            sure = (self.all * self.win - self.known[max(low, 0)]) * self.scale[k + 1]
            best = -self.all * self.loss * self.scale[k + 1]
            for rank, own in self._ways(Card(0, None, 1)):
                if best < sure:
                    after = code + (1 << _JOKERS_AT + 3 * rank)
                    best = max(best, self._joined(own, n, after, k + 1, r, number, low, before))
            value += jokers * best
        return value

    # --- miracles ---

    def _miracle(self, n: int, drawn: int, drawn_aces: int, drawn_king: bool) -> int:
        """Return what the best cards for a miracle gain now, not yet scaled; 0 if no cards help."""
        lane = self.lanes[n]
        plain, aces, king = drawn + lane.plain, drawn_aces + lane.aces, drawn_king or lane.king
        low = max(self.floor, plain + aces * (HIGH_ACE if king else 1))
        return self._best_miracle(n, plain, aces, king, 0, low, 0)[0]

    def _single_miracle(self, n: int, plain: int, aces: int, king: bool, low: int) -> int:
        if not self.miracle:
            return 0
        return self._best_miracle(n, plain, aces, king, 0, low, 0)[0]

    def _critical_miracle(self, n: int, plain: int, aces: int, king: bool, number: int, low: int, total: int) -> int:
        return self._best_miracle(n, plain, aces, king, number, low, total)[0] if self.miracle else 0

    def _best_miracle(
        self, n: int, plain: int, aces: int, king: bool, number: int, low: int, total: int
    ) -> tuple[int, tuple[Card, ...]]:
        """Return what a miracle gains at best, and with which cards."""
        key = (n, plain, aces, king, number, low, total)
        found = self.best_miracles.get(key)
        if found is None:
            found = (0, ())
            for cards, way, fitted in self._miracle_totals(n, plain, aces, king, number, total):
                gained = self._fitted(low, way) if fitted else self._gain(low, way)
                if gained > found[0]:
                    found = (gained, cards)
            self.best_miracles[key] = found
            self._breathe()
        return found

    def _miracle_totals(
        self, n: int, plain: int, aces: int, king: bool, number: int, total: int
    ) -> Iterator[tuple[tuple[Card, ...], int, bool]]:
        """Yield cards for a miracle, the total that they make, and whether it is fitted to the difficulty."""
        fitted, fresh = self.rulings.critical == "best", self.rulings.miracle_cards == "fresh"
        if fresh:
            plain, aces, king = 0, 0, False
        held = [card for i, card in enumerate(self.hand) if self.lanes[n].held >> i & 1]
        for size in range(1, len(held) + 1):
            for chosen in combinations(held, size):
                for cards in self._declarations(chosen, number > 0 or fresh):
                    more = sum(card.rank for card in cards if card.rank != ACE)
                    all_aces = aces + sum(card.rank == ACE for card in cards)
                    high = king or any(card.rank == KING for card in cards)
                    printed = plain + more + all_aces * (HIGH_ACE if high else 1)
                    if (number or fresh) and of_one_suit(cards, self.suit):
                        together = size + (0 if fresh else number)
                        if fitted:
                            yield cards, KING * together, True
                        else:
                            for way in possible_totals(together, printed, self.rulings):
                                yield cards, way, False
                    elif number and not fresh and self.rulings.critical_after == "kept":
                        later = sum(card.rank == ACE for card in cards)
                        yield cards, total + more + later * (HIGH_ACE if high else 1), False
                    else:
                        yield cards, printed, False

    def _rescued_lane(self, n: int, drawn: int, drawn_aces: int, drawn_king: bool) -> int:
        lane = self.lanes[n]
        plain, aces, king = drawn + lane.plain, drawn_aces + lane.aces, drawn_king or lane.king
        total = plain + aces * (HIGH_ACE if king else 1)
        if total > self.most or not self.weights[total]:
            return 0
        return self._rescued(n, plain, aces, king, total)

    def _rescued(self, n: int, plain: int, aces: int, king: bool, fumbled: int, number: int = 0) -> int:
        """Return what a miracle gains after a fumble, where that is allowed: the difficulty is known then."""
        key = (n, plain, aces, king, fumbled, number, "fumble")
        known = self.miracles.get(key)
        if known is None:
            known = 0
            for _, way, fitted in self._miracle_totals(n, plain, aces, king, number, fumbled):
                if way > fumbled:
                    known = self.weights[fumbled] * (self.win + self.loss)
                    break
                if way < fumbled or fitted:
                    known = self.weights[fumbled] * self.loss
            self.miracles[key] = known
        return known

    # --- the ways to go on ---

    def moves(self) -> Iterator[_Move | None]:
        """Yield every way to go on, and None for a pause; the tables must have been counted."""
        if self.there:
            yield from self._later_moves()
            return
        every = range(len(self.hand))
        for number in range(1, len(self.hand) + 1):
            for chosen in combinations(every, number):
                held = self.everything & ~sum(1 << i for i in chosen)
                cards = tuple(self.hand[i] for i in chosen)
                yield from self.patiently(partial(self._best_declared, cards, held, self.limit, "begin"))

    def after(self, play: Play) -> _Move:
        """Return cards, kind, total and value of the best step if a play has left the total short."""
        cards = (*self.there, *play.cards)
        gone = [card.face for card in play.cards]
        held = sum(1 << i for i, card in enumerate(self.hand) if card not in gone)
        n = self.lane_of[held, tuple(sorted(card.rank for card in play.cards if card.joker))]
        total = play.total or 0
        r = self.limit - bool(self.there)
        critical = of_one_suit(cards, self.suit)
        low = max(self.floor, self._told(total, critical=critical))
        options: list[tuple[int, tuple[Card, ...], str, int | None]] = [(0, (), "stop", total)]
        if low >= self.most:
            return (), "stop", total, 0
        _, plain, aces, king = self._total(n, 0)
        for i, card in enumerate(self.hand):
            if r and held >> i & 1:
                for way in self._declarations((card,), critical):
                    joined = (
                        tuple(sorted((*self.lanes[n].declared, way[0].rank))) if card.joker else self.lanes[n].declared
                    )
                    to, own = self.lane_of[held & ~(1 << i), joined], critical and way[0].suit == self.suit
                    if critical:
                        value = self._joined(own, to, 0, 0, r - 1, len(cards), low, (total, plain, aces))
                    else:
                        value = self._single(self.same[to], 0, 0, r - 1, low, None)
                    options.append((value, way, "hand", None))
        if self._may_buy(0, r):
            if critical:
                options.append((self._critical_draw(n, 0, 0, r, len(cards), low, total), (), "deck", None))
            else:
                options.append((self._single_draw(self.same[n], 0, 0, r, low), (), "deck", None))
        if self.miracle and held:
            gained, chosen = self._best_miracle(n, plain, aces, king, len(cards) * critical, low, total)
            options.append((gained * self.scale[0], chosen, "miracle", None))
        value, chosen, kind, shown = max(options, key=lambda option: option[0])
        return chosen, kind, shown, value

    def _later_moves(self) -> Iterator[_Move | None]:
        n, low = self.lane_of[self.everything, ()], self.floor
        critical = of_one_suit(self.there, self.suit)
        if self.limit:
            for i, card in enumerate(self.hand):
                held = self.everything & ~(1 << i)
                yield from self.patiently(partial(self._best_declared, (card,), held, self.limit - 1, "hand"))
        if self._may_buy(0, self.limit):
            yield from self.patiently(self._later_draw)
        if self.miracle and self.hand:
            _, plain, aces, king = self._total(n, 0)
            number = len(self.there) if critical else 0
            gained, cards = self._best_miracle(n, plain, aces, king, number, low, self.shown)
            if cards:
                total = next(
                    t for c, t, _ in self._miracle_totals(n, plain, aces, king, number, self.shown) if c == cards
                )
                yield cards, "miracle", total, gained * self.scale[0]
        yield (), "stop", self.shown, 0

    def _later_draw(self) -> _Move:
        n, low = self.lane_of[self.everything, ()], self.floor
        if of_one_suit(self.there, self.suit):
            return (), "deck", None, self._critical_draw(n, 0, 0, self.limit, len(self.there), low, self.shown)
        return (), "deck", None, self._single_draw(self.same[n], 0, 0, self.limit, low)

    def _best_declared(self, cards: tuple[Card, ...], held: int, r: int, kind: str) -> _Move:
        """Return the cards with their Jokers declared best, the total announced, and the value."""
        found: tuple[int, tuple[Card, ...], int] | None = None
        for declared in self._declarations(cards, all(card.suit == self.suit for card in self.there)):
            jokers = tuple(sorted(card.rank for card in declared if card.joker))
            n = self.lane_of[held, jokers]
            if of_one_suit((*self.there, *declared), self.suit):
                number = len(self.there) + len(declared)
                value, total = self._critical(n, 0, 0, r, number, self.floor)
            else:
                kept = None
                if self.there and self.rulings.critical_after == "kept" and of_one_suit(self.there, self.suit):
                    _, plain, aces, _ = self._total(self.lane_of[self.everything, ()], 0)
                    kept = (self.shown, plain, aces)
                value = self._single(self.same[n], 0, 0, r, self.floor, kept)
                total = field_total((*self.there, *declared))
                if kept:
                    total = self.shown + field_total(declared, others=self.there)
            if found is None or value > found[0]:
                found = (value, declared, total)
        assert found
        order = {card: place for place, card in enumerate(self.as_held)}
        shown = tuple(sorted(found[1], key=lambda card: order[card.face]))
        return shown, kind, found[2], found[0]

    def _declarations(self, cards: tuple[Card, ...], may_be_critical: bool) -> Iterator[tuple[Card, ...]]:
        """Yield the cards with their Jokers declared in every way that makes a difference, kings first."""
        if all(card.rank for card in cards):
            yield cards
            return
        other = next(suit for suit in Suit if suit != self.suit)
        with_suit = self.rulings.joker == "rank_and_suit"
        own = may_be_critical and all(card.suit == self.suit for card in cards if card.rank)
        suits = ((self.suit, other) if own else (other,)) if with_suit else (None,)
        ways = [
            [card._replace(rank=rank, suit=suit) for suit in suits for rank in reversed(RANKS)]
            if not card.rank
            else [card]
            for card in cards
        ]
        yield from product(*ways)


def _digits(code: int) -> int:
    """Return the sum of the octal digits."""
    found = 0
    while code:
        found += code & 7
        code >>= 3
    return found


def _totals(cards: Sequence[Card], suit: Suit, rulings: Rulings) -> tuple[int, ...]:
    """Return the totals that the cards may be announced as."""
    printed = field_total(cards)
    return possible_totals(len(cards), printed, rulings) if of_one_suit(cards, suit) else (printed,)
