"""What a miracle gains, before and after a fumble."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules_py.avatar.cards import ACE, HIGH_ACE, KING, Card, of_one_suit
from rules_py.avatar.checks import possible_totals
from rules_py.avatar.odds.solver.lanes import Lanes


class Miracles(Lanes):
    """A situation with what miracles gain in it."""

    def _forget(self) -> None:
        super()._forget()
        self.miracles: dict[object, int] = {}
        self.best_miracles: dict[tuple[int, int, int, bool, int, int, int], tuple[int, tuple[Card, ...]]] = {}

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
