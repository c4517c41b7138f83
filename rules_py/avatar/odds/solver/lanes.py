"""The situation as the search reads it: difficulties, the deck, hand states, and what a comparison gains."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import inf, lcm, perm, sumprod
from time import monotonic
from typing import Any, NamedTuple

from rules_py.avatar.cards import ACE, HIGH_ACE, KING, MOST_JOKERS, RANKS, Card, Suit, field_total, of_one_suit
from rules_py.avatar.checks import CARD_PRICE, LARGEST_DIFFICULTY, LARGEST_LIMIT, possible_totals
from rules_py.avatar.odds.goals import GOALS, Goal
from rules_py.avatar.odds.situation import MOST_HAND, Situation, most_deck_cards
from rules_py.avatar.rulings import Rulings
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.words import words

WORDS = words("avatar")
BREATH = 1000
"""After how many small steps a count pauses, so that it can be told how far it is, and stopped."""
PATIENCE = 0.2
"""Seconds after which the chances of a play pause, which are searched for rather than counted step by step."""
JOKERS_AT = 3 * (KING + 1)
JOKER_AT = 1 << JOKERS_AT


KING_THERE = 4 + 2 * MOST_JOKERS - 1
"""The kind of a field in which a king lies; the others are how many aces lie there without one."""


class Lane(NamedTuple):
    """A hand state: cards held as bits, ranks that Jokers were declared as, and the sum of what was played."""

    held: int
    declared: tuple[int, ...]
    plain: int
    aces: int
    king: bool
    played: int


Move = tuple[tuple[Card, ...], str, int | None, int]
"""Cards, kind, total and value of a way to go on."""


class Pause(Exception):
    """It is time to tell how far the count is; what has been counted is kept."""


class Lanes:
    """A situation with its hand states."""

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
        self.pause_at = inf
        self._forget()

    def _forget(self) -> None:
        """Begin with nothing found yet of all that is kept once it was found."""
        self.sums: dict[int, tuple[int, int, bool]] = {}

    # --- reading the situation ---

    def _read_prior(self, prior: Mapping[int, Fraction]) -> None:
        known = {d: Fraction(weight) for d, weight in prior.items() if weight}
        for difficulty, weight in known.items():
            whole_number("prior", difficulty, 1, LARGEST_DIFFICULTY)
            if weight < 0:
                raise InputError("prior", weight, WORDS["chance_below_0"])
        if not known:
            raise InputError("prior", "", WORDS["one_or_more"])
        self.shown = 0
        if self.there:
            self.shown = _totals(self.there, self.suit, self.rulings)[-1]
            below = self._told(self.shown, critical=of_one_suit(self.there, self.suit))
            above = {d: weight for d, weight in known.items() if d > below}
            if not above:
                raise InputError("difficulty", max(known), WORDS["difficulty_is_above"].format(total=below), "A-9.8")
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
        by_hand, bought = situation.by_hand, situation.bought
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
        self.lanes: list[Lane] = []
        self.lane_of: dict[tuple[int, tuple[int, ...]], int] = {}
        for held in range(self.everything, -1, -1):
            yield
            gone = [self.hand[i].rank for i in every if not held >> i & 1]
            for declared in combinations_with_replacement(RANKS, gone.count(0)):
                ranks = [*(rank for rank in gone if rank), *declared]
                self.lane_of[held, declared] = len(self.lanes)
                aces = base[1] + ranks.count(ACE)
                plain = base[0] + sum(rank for rank in ranks if rank != ACE)
                self.lanes.append(Lane(held, declared, plain, aces, king_there or KING in ranks, len(gone)))
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
                kinds[n] = KING_THERE if high else lane.aces + aces
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
        for kind in range(KING_THERE + 1):
            ace = HIGH_ACE if kind == KING_THERE else 1
            king = KING if kind == KING_THERE else KING + (HIGH_ACE - 1) * kind
            self.values.append([0, ace, *range(2, KING), king])
            self.kinds.append([kind, min(kind + 1, KING_THERE), *[kind] * (KING - 2), KING_THERE])
            self.start.append(min(self.top, max(0, self.least + self.fumbles - max(ace, king))))
            totals = range(self.start[kind], self.top)
            gains = [[self.sum_gain[total + more] for total in totals] for more in self.values[kind]]
            gains[0] = [max(each) for each in zip(*gains[1:], strict=True)]  # a Joker
            self.gains.append(gains)
            self.closing.append([int(sumprod(self.left, each)) for each in zip(*gains, strict=True)])

    def _gain(self, low: int, total: int) -> int:
        """Return what a comparison gains when the difficulty is known to lie above `low`."""
        return self.sum_gain[total] - self.known[low] if total > low else 0

    def _fitted(self, low: int, total: int) -> int:
        """Return what a critical gains whose values follow the comparison."""
        reached = self.cumulated[min(total - self.fumbles, self.most)]
        return max(0, reached - self.cumulated[min(low, self.most)]) * self.win

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

    # --- what the parts of the search share ---

    def _may_buy(self, k: int, r: int) -> bool:
        return k < self.draws and (r > 0 or not self.shared)

    def _total(self, n: int, code: int) -> tuple[int, int, int, bool]:
        """Return total, sum without aces, aces and king of a lane beside deck cards."""
        lane = self.lanes[n]
        known = self.sums.get(code)
        if known is None:
            numbers = [(code >> 3 * rank & 7) + (code >> JOKERS_AT + 3 * rank & 7) for rank in range(KING + 1)]
            plain = sum(rank * numbers[rank] for rank in range(2, KING + 1))
            known = self.sums[code] = (plain, numbers[ACE], numbers[KING] > 0)
        plain, aces, king = lane.plain + known[0], lane.aces + known[1], lane.king or known[2]
        return plain + aces * (HIGH_ACE if king else 1), plain, aces, king

    def _ways(self, card: Card) -> list[tuple[int, bool]]:
        """Return rank and own suit of a card, for a Joker in every way that it may be declared."""
        if card.rank:
            return [(card.rank, card.suit == self.suit)]
        own = (True, False) if self.rulings.joker == "rank_and_suit" else (False,)
        return [(rank, suit) for suit in own for rank in reversed(RANKS)]

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

    def _breathe(self) -> None:
        """Pause if it is time; to be called only after a value has been kept, so that every attempt gets further."""
        if monotonic() > self.pause_at:
            raise Pause

    def patiently(self, search: Callable[[], Move]) -> Iterator[Move | None]:
        """Yield None whenever a search pauses, and in the end what it finds: it is begun anew, with what is known."""
        while True:
            self.pause_at = monotonic() + PATIENCE
            try:
                found = search()
            except Pause:
                yield None
            else:
                yield found
                return
            finally:
                self.pause_at = inf


def digits(code: int) -> int:
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
