"""Checks and clashes reckoned another way, for tests: everything that may happen, one after the other.

A check by trying every play over every order of a small deck; a clash hand by hand and play by play, with the totals of
the rules.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product

from rules_py.avatar.cards import JOKER, RANKS, Suit, field_total, of_one_suit, remaining
from rules_py.avatar.checks import Outcome, add_card, begin_check, possible_totals, use_miracle
from rules_py.avatar.effects import clash_damage

# --- a check ----------------------------------------------------------------------------------------------------------

NOTHING = (Fraction(0), Fraction(0), Fraction(0))


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
            lost = sum(w for _, _, w in fumbled)
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
        return self.best(found for _, _, found in self.ways_on(checks, hand, deck))

    def ways_on(self, checks, hand, deck):
        """Stopping, adding each card, buying one, and a miracle: kind, hand card, and what it brings."""
        s = self.s
        by_hand, bought = checks[0][0].additions
        shared = self.rulings.additions == "shared"
        yield "stop", None, NOTHING
        if s.miracle and hand:
            yield "miracle", None, self.best(self.miracles(checks, hand))
        if (by_hand + bought if shared else by_hand) < s.hand_limit:
            for card in hand:
                rest = tuple(each for each in hand if each != card)
                ways = declared(card, self.rulings, s.suit)
                yield "hand", card, self.best(self.added(checks, way, rest, deck) for way in ways)
        if (by_hand + bought if shared else bought) < s.hand_limit and self.spent(checks) <= s.ep - 100 and deck:
            found = (Fraction(0), Fraction(0), 100 * sum(w for _, _, w in checks))
            for card in deck:
                rest = tuple(each for each in deck if each != card)
                ways = declared(card, self.rulings, s.suit)
                best = self.best(self.added(checks, way, hand, rest, bought=True) for way in ways)
                found = tuple(a + b / len(deck) for a, b in zip(found, best, strict=True))
            yield "deck", None, found

    def spent(self, checks):
        """EP spent since the player was asked; what was bought before that is paid."""
        return checks[0][0].spent

    def later(self, prior):
        """What each way to go on brings in the middle of a check."""
        s = self.s
        highest = max(announcements(s.table, s.suit, self.rulings), key=lambda total: total or 0)
        checks = [(begin_check(s.table, s.suit, d, highest, self.rulings), d, w) for d, w in sorted(prior.items())]
        added = (s.by_hand, s.bought)
        short = [(replace(check, additions=added), d, w) for check, d, w in checks if check.outcome is Outcome.SHORT]
        all_of_them = sum(w for _, _, w in short)
        if not short:
            return None
        short = tuple((check, d, w / all_of_them) for check, d, w in short)
        return {(kind, card): found for kind, card, found in self.ways_on(short, s.hand, tuple(s.unseen))}

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

    def then(self, play, prior):
        """What each way to go on brings if a play, its Jokers declared and its total announced, falls short."""
        s = self.s
        free = of_one_suit(play.cards, s.suit) and self.rulings.critical != "best"
        announced = play.total if free else None
        checks = [(begin_check(play.cards, s.suit, d, announced, self.rulings), d, w) for d, w in prior.items()]
        short = tuple(entry for entry in checks if entry[0].outcome is Outcome.SHORT)
        if not short:
            return {("stop", None): NOTHING}
        hand = tuple(card for card in s.hand if card not in {card.face for card in play.cards})
        return {(kind, card): found for kind, card, found in self.ways_on(short, hand, tuple(s.unseen))}


# --- a clash ----------------------------------------------------------------------------------------------------------


def subsets(cards):
    return [chosen for size in range(len(cards) + 1) for chosen in combinations(cards, size)]


def totals(mine, theirs, others, rulings):
    if rulings.ace_field == "own":
        return field_total(mine), field_total(theirs)
    field = (*mine, *theirs, *others)
    return field_total(mine, field), field_total(theirs, field)


def lead(mine, theirs, known, rulings):
    first, second = totals(mine, theirs, known.others, rulings)
    return first - second


def lowest(found):
    """Fewest cards, then least gain, then the highest cards."""
    return min(found, key=lambda f: (len(f[1]), f[0], tuple(-c.rank for c in sorted(f[1], reverse=True))))[1]


def answered(hand, mine, theirs, known, rulings):
    """What the other side plays."""
    if known.plays == "none":
        return ()
    if known.plays == "all":
        return tuple(hand)
    found = []
    for chosen in subsets(tuple(hand))[1:]:
        ahead = -lead(mine, (*theirs, *chosen), known, rulings)
        if ahead > 0:
            found.append((ahead, chosen))
    return lowest(found) if found else ()


def ended(mine, theirs, known, rulings):
    """Win, level, lose, damage dealt and taken."""
    ahead = lead(mine, theirs, known, rulings)
    strong = all(card.suit == known.suit for card in mine)
    weak = all(card.suit == known.their_suit for card in theirs)
    if ahead > 0:
        return (1, 0, 0, clash_damage(known.power, ahead, strong=strong, rulings=rulings), 0)
    if ahead < 0:
        return (0, 0, 1, 0, clash_damage(known.their_power, -ahead, strong=weak, rulings=rulings))
    return (0, 1, 0, 0, 0)


def plus(one, other):
    return tuple(a + b for a, b in zip(one, other, strict=True))


def key(count, known):
    win, _, lose, dealt, taken = count
    return (win, -lose, dealt - taken) if known.goal == "win" else (dealt - taken, win, -lose)


def may_draw(side, spent, known, rulings):
    """Does a side without a hand draw one more card for EP? `spent` says how many each has drawn."""
    most, ep = ((known.buys, known.ep), (known.their_buys, known.their_ep))[side]
    return spent[side] < most and 500 * (spent[side] + 1) <= ep - (rulings.last_ep == "stays")


def played(shown, hand, mine, theirs, worlds, spent, known, rulings):
    """One plays these cards; all hands of the other, and all orders of the deck, are equally likely."""
    mine = (*mine, *shown)
    if lead(mine, theirs, known, rulings) <= 0:
        return tuple(len(worlds) * part for part in ended(mine, theirs, known, rulings))
    rest = tuple(card for card in hand if card not in shown)
    return other(rest, mine, theirs, worlds, spent, known, rulings)


def seen(cards, known):
    """What of cards tells one from another."""
    return sorted((card.rank, card.suit == known.suit, card.suit == known.their_suit) for card in cards)


def other(hand, mine, theirs, worlds, spent, known, rulings):
    """The other side plays, or draws."""
    groups, total = {}, (0,) * 5
    for deal, deck in worlds:
        shown, left, paid = (), deck, spent
        if deal or not may_draw(1, spent, known, rulings):
            shown = answered(deal, mine, theirs, known, rulings)
        else:
            while left and known.plays != "none" and may_draw(1, paid, known, rulings):
                if known.plays == "fewest" and lead(mine, (*theirs, *shown), known, rulings) < 0:
                    break
                shown, left, paid = (*shown, left[0]), left[1:], (paid[0], paid[1] + 1)
        field, group = groups.setdefault(str((seen(shown, known), paid)), ((*theirs, *shown), []))
        group.append((tuple(card for card in deal if card not in shown), left, paid))
    for field, group in groups.values():
        rest, paid = [world[:2] for world in group], group[0][2]
        if lead(mine, field, known, rulings) < 0:
            total = plus(total, best(hand, mine, field, rest, paid, known, rulings))
        else:
            total = plus(total, tuple(len(rest) * part for part in ended(mine, field, known, rulings)))
    return total


def drawn(most, mine, theirs, worlds, spent, known, rulings):
    """One draws so many cards at most, until one is superior."""
    if not most or lead(mine, theirs, known, rulings) > 0 or not may_draw(0, spent, known, rulings):
        return played((), (), mine, theirs, worlds, spent, known, rulings)
    total = (0,) * 5
    for card in {deck[:1] for _, deck in worlds}:
        rest = [(deal, deck[1:]) for deal, deck in worlds if deck[:1] == card]
        more = most - 1 if card else 0
        paid = spent[0] + len(card), spent[1]
        total = plus(total, drawn(more, (*mine, *card), theirs, rest, paid, known, rulings))
    return total


def best(hand, mine, theirs, worlds, spent, known, rulings):
    """One plays or draws oneself."""
    ways = subsets(hand)
    if known.replies == "fewest":
        able = [(lead((*mine, *w), theirs, known, rulings), w) for w in ways[1:]]
        able = [found for found in able if found[0] > 0]
        ways = [lowest(able) if able else ()]
    counts = [played(shown, hand, mine, theirs, worlds, spent, known, rulings) for shown in ways]
    if not hand:
        counts += [drawn(n, mine, theirs, worlds, spent, known, rulings) for n in range(1, known.buys + 1 - spent[0])]
    return max(counts, key=lambda count: key(count, known))


def counted(known, rulings):
    """For each way to play, and for each number of cards to draw: chances and damage."""
    named = (*known.hand, *known.field, *known.their_field, *known.others, *known.seen)
    unseen = remaining(named, rulings)
    assert JOKER not in unseen
    depth = min(len(unseen) - known.their_cards, known.buys + known.their_buys)
    worlds = [
        (deal, deck)
        for deal in combinations(unseen, known.their_cards)
        for deck in permutations([card for card in unseen if card not in deal], depth)
    ]
    start = known.field, known.their_field, worlds, (0, 0), known, rulings
    found = {(shown, 0): played(shown, known.hand, *start) for shown in subsets(known.hand)}
    if not known.hand:
        found |= {
            ((), n): drawn(n, *start) for n in range(1, known.buys + 1) if may_draw(0, (n - 1, 0), known, rulings)
        }
    return {way: tuple(Fraction(part, len(worlds)) for part in count) for way, count in found.items()}
