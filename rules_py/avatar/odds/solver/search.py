"""The best ways to go on from a situation, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from rules_py.avatar.cards import HIGH_ACE, KING, RANKS, Card, field_total, of_one_suit
from rules_py.avatar.checks import possible_totals
from rules_py.avatar.odds.solver.lanes import JOKER_AT, JOKERS_AT, KING_THERE, Move, digits
from rules_py.avatar.odds.solver.tables import Tables

Kept = tuple[int, int, int]
"""Total, sum without aces, and aces of a critical whose cards keep their value."""


class Search(Tables):
    """The best ways to go on from a situation; its tables must have been counted."""

    def _forget(self) -> None:
        super()._forget()
        self.single: dict[object, int] = {}

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
                kind = KING_THERE if king else aces
                place = total - self.start[kind]
                if not r or total >= self.most or place < 0:
                    return value
                deck = code & JOKER_AT - 1 | digits(code >> JOKERS_AT) << JOKERS_AT
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

    def _single_draw(self, n: int, code: int, k: int, r: int, low: int, kept: Kept | None = None) -> int:
        """Return the value of buying a deck card for a field that is no critical."""
        value = -self.alive[max(low, 0)] * self.scale[k] * self.price
        if self.quick and r == 1 and not kept:
            total, _, aces, king = self._total(n, code)
            gains = [self._gain(low, total + more) for more in self.values[KING_THERE if king else aces]]
            found = (self.left[0] - digits(code >> JOKERS_AT)) * max(gains[1:])
            found += sum(count * gains[rank] for rank, count, _ in self._drawable(code & JOKER_AT - 1))
            return value + found * self.scale[k + 1]
        for rank in RANKS:
            count = self.left[rank] - (code >> 3 * rank & 7)
            if count > 0:
                value += count * self._single(n, code + (1 << 3 * rank), k + 1, r - self.shared, low, kept)
        jokers = self.left[0] - digits(code >> JOKERS_AT)
        if jokers > 0:
            sure = (self.all * self.win - self.known[max(low, 0)]) * self.scale[k + 1]
            best = -self.all * self.loss * self.scale[k + 1]
            for rank in reversed(RANKS):
                if best < sure:
                    after = code + (1 << JOKERS_AT + 3 * rank)
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
        jokers = self.left[0] - digits(code >> JOKERS_AT)
        if jokers > 0:
            sure = (self.all * self.win - self.known[max(low, 0)]) * self.scale[k + 1]
            best = -self.all * self.loss * self.scale[k + 1]
            for rank, own in self._ways(Card(0, None, 1)):
                if best < sure:
                    after = code + (1 << JOKERS_AT + 3 * rank)
                    best = max(best, self._joined(own, n, after, k + 1, r, number, low, before))
            value += jokers * best
        return value

    # --- the ways to go on ---

    def moves(self) -> Iterator[Move | None]:
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

    def after(self, played: tuple[Card, ...], total: int) -> Move:
        """Return cards, kind, total and value of the best step if cards have left the total short."""
        cards = (*self.there, *played)
        gone = [card.face for card in played]
        held = sum(1 << i for i, card in enumerate(self.hand) if card not in gone)
        n = self.lane_of[held, tuple(sorted(card.rank for card in played if card.joker))]
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

    def _later_moves(self) -> Iterator[Move | None]:
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

    def _later_draw(self) -> Move:
        n, low = self.lane_of[self.everything, ()], self.floor
        if of_one_suit(self.there, self.suit):
            return (), "deck", None, self._critical_draw(n, 0, 0, self.limit, len(self.there), low, self.shown)
        return (), "deck", None, self._single_draw(self.same[n], 0, 0, self.limit, low)

    def _best_declared(self, cards: tuple[Card, ...], held: int, r: int, kind: str) -> Move:
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
