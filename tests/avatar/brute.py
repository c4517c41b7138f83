"""Checks played out one by one: an independent way to find the best play and its chances, for small decks."""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

from rules_py.avatar.cards import RANKS, Suit, field_total, of_one_suit
from rules_py.avatar.checks import Outcome, add_card, begin_check, possible_totals, use_miracle

NOTHING = (Fraction(0), Fraction(0), Fraction(0))
FAR = 10**6


def declared(card, rulings, suit):
    """Every card that a card may be played as."""
    if card.rank:
        return [card]
    other = next(each for each in Suit if each != suit)
    suits = (suit, other) if rulings.joker == "rank_and_suit" else (None,)
    return [card._replace(rank=rank, suit=each) for rank in RANKS for each in suits]


def announcements(cards, suit, rulings):
    """Every total that may be announced for a field."""
    if not of_one_suit(cards, suit) or rulings.critical == "best":
        return [None]
    return list(possible_totals(len(cards), field_total(cards), rulings))


def score(found, goal):
    success, fumble, ep = found
    return {"success": (success, -fumble, -ep), "fumble": (-fumble, success, -ep), "ep": (-ep, success, -fumble)}[goal]


class Brute:
    """The best play by trying everything; chances as (success, fumble, EP) of the whole prior, not of what is left."""

    def __init__(self, situation, goal):
        self.s, self.goal, self.rulings = situation, goal, situation.rulings
        self.go_on = cache(self._go_on)

    def best(self, options):
        return max(options, key=lambda found: score(found, self.goal))

    def settle(self, checks, hand, deck, *, over=False):
        """What a comparison brings, `checks` being the check for each difficulty with its chance."""
        success = sum((w for check, d, w in checks if check.outcome is Outcome.SUCCESS), Fraction(0))
        fumbled = [entry for entry in checks if entry[0].outcome is Outcome.FUMBLE]
        short = tuple(entry for entry in checks if entry[0].outcome is Outcome.SHORT)
        found = (success, sum((w for _, _, w in fumbled), Fraction(0)), Fraction(0))
        if fumbled and not over and self.s.miracle and self.rulings.miracle_after_fumble:
            rescue = self.best([NOTHING, *self.miracles(tuple(fumbled), hand)])
            lost = sum(w for _, _, w in fumbled)
            kept = (
                max(rescue, (Fraction(0), lost, Fraction(0)), key=lambda f: score(f, self.goal))
                if rescue != NOTHING
                else None
            )
            options = [(Fraction(0), lost, Fraction(0)), *self.miracles(tuple(fumbled), hand)]
            kept = self.best(options)
            found = (found[0] + kept[0], found[1] - lost + kept[1], found[2])
        if short and not over:
            more = self.go_on(short, hand, deck)
            found = tuple(a + b for a, b in zip(found, more, strict=True))
        return found

    def play(self, make, cards, suit, hand, deck, over=False):
        """The best announcement for what `make` does with each difficulty."""
        return self.best(
            self.settle(make(announced), hand, deck, over=over)
            for announced in announcements(cards, suit, self.rulings)
        )

    def miracles(self, checks, hand):
        s = self.s
        for n in range(1, len(hand) + 1):
            for chosen in combinations(hand, n):
                for way in product(*(declared(card, self.rulings, s.suit) for card in chosen)):
                    field = way if self.rulings.miracle_cards == "fresh" else (*checks[0][0].cards, *way)
                    yield self.play(
                        lambda a, way=way: tuple(
                            (use_miracle(c, way, s.suit, d, a, self.rulings), d, w) for c, d, w in checks
                        ),
                        field,
                        s.suit,
                        (),
                        (),
                        over=True,
                    )

    def _go_on(self, checks, hand, deck):
        """The best of stopping, adding a card, buying one, and a miracle."""
        s, options = self.s, [NOTHING]
        by_hand, bought = checks[0][0].additions
        shared = self.rulings.additions == "shared"
        if s.miracle:
            options += self.miracles(checks, hand)
        if (by_hand + bought if shared else by_hand) < s.hand_limit:
            for card in hand:
                rest = tuple(each for each in hand if each != card)
                options += [self.added(checks, way, rest, deck) for way in declared(card, self.rulings, s.suit)]
        if (by_hand + bought if shared else bought) < s.hand_limit and bought < s.ep // 100 and deck:
            found = [Fraction(0), Fraction(0), 100 * sum(w for _, _, w in checks)]
            for card in deck:
                rest = tuple(each for each in deck if each != card)
                best = self.best(
                    self.added(checks, way, hand, rest, bought=True) for way in declared(card, self.rulings, s.suit)
                )
                found = [a + b / len(deck) for a, b in zip(found, best, strict=True)]
            found[2] = 100 * sum(w for _, _, w in checks) + sum(
                (Fraction(0),), found[2] - 100 * sum(w for _, _, w in checks)
            )
            options.append(tuple(found))
        return self.best(options)

    def added(self, checks, card, hand, deck, bought=False):
        s = self.s
        return self.play(
            lambda a: tuple(
                (
                    add_card(c, card, s.suit, d, s.hand_limit, bought=bought, announced=a, rulings=self.rulings),
                    d,
                    w,
                )
                for c, d, w in checks
            ),
            (*checks[0][0].cards, card),
            s.suit,
            hand,
            deck,
        )

    def begin(self, chosen, prior):
        s = self.s
        hand = tuple(card for card in s.hand if card not in chosen)
        deck = tuple(s.unseen)
        return self.best(
            self.play(
                lambda a, way=way: tuple(
                    (begin_check(way, s.suit, d, a, self.rulings), d, w) for d, w in sorted(prior.items())
                ),
                way,
                s.suit,
                hand,
                deck,
            )
            for way in product(*(declared(card, self.rulings, s.suit) for card in chosen))
        )
