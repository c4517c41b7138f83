"""The values of all hand states, code by code, while the field is no critical."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import batched, combinations_with_replacement

from rules_py.avatar.cards import ACE, HIGH_ACE, KING, RANKS, of_one_suit
from rules_py.avatar.odds.solver.lanes import BREATH, JOKER_AT, JOKERS_AT, KING_THERE
from rules_py.avatar.odds.solver.miracles import Miracles

MOST_ROWS = 10_000
"""How many rows of sums are kept at a time."""
Step = tuple[int, int, int, int, int, tuple[int, ...]]
"""A lane, its total, its kind, what was known before, what a deck card costs, and the lanes after a hand card."""


class Draws:
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


class Tables(Miracles):
    """A situation with the values of all hand states beside all sets of deck cards."""

    def _forget(self) -> None:
        super()._forget()
        self.tables: dict[int, dict[int, tuple[int, ...]]] = {}
        self.draws_of: dict[int, Draws] = {}
        self.open_lanes: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        self.starts: dict[tuple[int, ...], tuple[list[int], list[Step]]] = {}
        self.kept_lanes: dict[tuple[int, int], list[int]] = {}
        self.last_rows: dict[int, list[int]] = {}
        self.hand_rows: dict[tuple[int, int], list[list[int]]] = {}
        self.shared_rows: dict[tuple[int, int], list[tuple[int, dict[int, list[int]]]]] = {}
        self.numbers: dict[object, int] = {}
        self.pairs_of, self.pairs = -1, dict[int, int]()
        self.pair_rows: dict[int, list[tuple[int, int, int, int, list[int]]]] = {}
        self.drawable: dict[int, tuple[tuple[int, int, int], ...]] = {}

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
                (sum(declared), sum(1 << JOKERS_AT + 3 * rank for rank in declared), tuple(16 + r for r in declared))
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
            less = code - (1 << (3 * rank if rank <= KING else JOKERS_AT + 3 * (rank - 16)))
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
                to = self.draws_of[less] = Draws(lanes)
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
            slack = [(HIGH_ACE - 1) * kind for kind in range(KING_THERE)] + [0]  # what a king would add
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

    def _start(self, base: int, aces: int, king: bool, k: int, r: int) -> tuple[list[int], list[Step]]:
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
        deck = code & JOKER_AT - 1 | jokers << JOKERS_AT
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

    def _add_last(self, row: list[int], steps: Sequence[Step], deck: int, k: int) -> None:
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

    def _drawing(self, draws: Draws | None, k: int, r: int, jokers: int, lanes: int) -> list[int]:
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
                drawn = deck >> 3 * rank & 7 if rank else deck >> JOKERS_AT
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
        jokers = self.left[0] - (deck >> JOKERS_AT)
        if jokers > 0 and total + max(values) > most:
            enough += jokers
        elif jokers > 0:
            found = [0]
            for rank in RANKS:
                more, then = total + values[rank], kinds[rank]
                place = more - start[then]
                if place >= 0:
                    row = rows.get((deck + JOKER_AT) << 4 | then) or self._last_row(deck + JOKER_AT, k, then)
                    found.append(scaled[more] + max(row[place], by_hand[then][place]))
            # a total from which nothing can be gained any more is worth 0
            value += jokers * max(found if total + 1 < start[kind] else found[1:])
        known = self.pairs[key] = value + enough * full
        return known
