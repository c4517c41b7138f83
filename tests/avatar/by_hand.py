"""A clash counted another way, for tests: every hand card by card, every play, with the totals of the rules."""

from fractions import Fraction
from itertools import combinations

from rules_py.avatar.cards import JOKER, Card, field_total, remaining
from rules_py.avatar.effects import clash_damage


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


def played(shown, hand, mine, theirs, deals, known, rulings):
    """One plays these cards; all hands that the other can have are equally likely."""
    mine = (*mine, *shown)
    if lead(mine, theirs, known, rulings) <= 0:
        return tuple(len(deals) * part for part in ended(mine, theirs, known, rulings))
    rest = tuple(card for card in hand if card not in shown)
    return other(rest, mine, theirs, deals, known, rulings)


def other(hand, mine, theirs, deals, known, rulings):
    """The other side plays."""
    groups, total = {}, (0,) * 5
    for deal in deals:
        shown = answered(deal, mine, theirs, known, rulings)
        groups.setdefault(frozenset(shown), []).append(tuple(card for card in deal if card not in shown))
    for shown, rest in groups.items():
        field = (*theirs, *shown)
        if lead(mine, field, known, rulings) < 0:
            total = plus(total, best(hand, mine, field, rest, known, rulings))
        else:
            total = plus(total, tuple(len(rest) * part for part in ended(mine, field, known, rulings)))
    return total


def best(hand, mine, theirs, deals, known, rulings):
    """One plays oneself."""
    ways = subsets(hand)
    if known.replies == "fewest":
        able = [(lead((*mine, *w), theirs, known, rulings), w) for w in ways[1:]]
        able = [found for found in able if found[0] > 0]
        ways = [lowest(able) if able else ()]
    counts = [played(shown, hand, mine, theirs, deals, known, rulings) for shown in ways]
    return max(counts, key=lambda count: key(count, known))


def counted(known, rulings):
    """For each way to play: chances and damage."""
    named = (*known.hand, *known.field, *known.their_field, *known.others, *known.seen)
    unseen = remaining(named, rulings)
    assert JOKER not in unseen
    deals = list(combinations(unseen, known.their_cards))
    found = {}
    for shown in subsets(known.hand):
        count = played(shown, known.hand, known.field, known.their_field, deals, known, rulings)
        found[shown] = tuple(Fraction(part, len(deals)) for part in count)
    return found


__all__ = ["Card", "counted"]
