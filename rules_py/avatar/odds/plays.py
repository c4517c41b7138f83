"""Every way to begin a check or to go on with it, each followed by the best additions (A-M10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules_py.avatar.cards import Card
from rules_py.avatar.checks import LARGEST_LIMIT
from rules_py.avatar.odds.goals import GOALS, Goal
from rules_py.avatar.odds.situation import Situation
from rules_py.avatar.odds.solver.search import Search
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.text import same


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
        >>> from rules_py.avatar.cards import Suit, read_cards
        >>> from rules_py.avatar.checks import uniform
        >>> at_table = Situation(read_cards("SK HA C5"), Suit.SPADES, hand_limit=3, ep=300)
        >>> best = plays(at_table, uniform([26]))[0]
        >>> best.cards, best.total, best.success, best.ep
        ((Card(SK), Card(HA)), 27, Fraction(1, 1), Fraction(0, 1))
    """
    *_, last = count_plays(situation, prior, goal)
    return list(last.plays)


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
    """Count every way to go on, and tell from time to time how far the count is.

    Args:
        situation: What the player sees.
        prior: Chance of each difficulty.
        goal: As in `plays`.
        most_bought: Deck cards that are bought at most; None for as many as limit and EP allow.

    Yields:
        What is done so far; the last one holds the plays.

    Raises:
        InputError: As `plays` does.

    Source: A-M10.

    Example:
        >>> from rules_py.avatar.cards import Suit, read_cards
        >>> at_table = Situation(read_cards("SK HA C5"), Suit.SPADES, hand_limit=1, ep=100)
        >>> *_, last = count_plays(at_table, {40: Fraction(1)})
        >>> last.plays[0].cards, last.then.kind
        ((Card(SK), Card(HA), Card(C5)), 'deck')
    """
    if goal not in tuple(GOALS):
        raise InputError("goal", goal, same(" / ".join(GOALS)))
    if most_bought is not None:
        whole_number("most_bought", most_bought, 0, LARGEST_LIMIT)
    search = Search(situation, prior, goal, most_bought)
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
        for move in search.patiently(lambda: search.after(best.cards, best.total or 0)):
            if move:
                cards, kind, total, value = move
                then = Play(cards, kind, total, search.at_once(total), *search.unpack(value))
            else:
                yield Counted(of, of)
    yield Counted(of, of, tuple(found), then)
