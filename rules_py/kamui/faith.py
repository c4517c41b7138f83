"""Faith to come: what the ends of the next rounds bring, and which moves bring it soonest (K-M3, K-M8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import count
from typing import Any, NamedTuple

from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text
from rules_py.kamui.characters import MOST_FAITH, MOST_KAMUI, MOST_MOVES
from rules_py.kamui.effects import FAITH_PER_RIFT, FAITH_PER_ROUND, round_end
from rules_py.kamui.ring import check_square, distance, outer_squares
from rules_py.kamui.rulings import Rulings

MOST_ROUNDS = 6
MOST_PLACES = 16
"""Different squares and rounds of rifts that a plan looks at."""
MOST_STATES = 30_000
"""Positions that a search looks at before it gives up."""


class Walker(NamedTuple):
    """A kamui that moves.

    Attributes:
        square: Its outer square.
        moves: Squares that it can move along the ring in a round, 0 to 5; by skill, so an input (K-Q22).
    """

    square: int
    moves: int = 0


class Later(NamedTuple):
    """A rift that is expected.

    Attributes:
        round: The round in which it appears, from 1; it is there at the end of that round.
        square: Its outer square.
    """

    round: int
    square: int


class Step(NamedTuple):
    """The end of one round of a plan.

    Attributes:
        squares: Where each kamui stands then, in the order given.
        vanished: Squares of the rifts that vanish, once for each.
        gain: Faith that the round brings.
        faith: Faith after it.
    """

    squares: tuple[int, ...]
    vanished: tuple[int, ...]
    gain: int
    faith: int


@dataclass(frozen=True)
class Course:
    """Where kamui go in the next rounds, and what that brings.

    Args:
        faith: Faith before.
        steps: The rounds, in order.

    Example:
        >>> stay(30, [2, 2, 7], [2, 4, 7], 2).after
        60
    """

    faith: int
    steps: tuple[Step, ...] = ()

    @property
    def after(self) -> int:
        """Faith after the last round."""
        return self.steps[-1].faith if self.steps else self.faith


def stay(
    faith: int,
    kamui: Sequence[int],
    rifts: Sequence[int],
    rounds: int,
    rulings: Rulings = Rulings(),
    later: Sequence[Later] = (),
    whose: int = 0,
) -> Course:
    """What the next rounds bring if nobody moves.

    Args:
        faith: Faith now, 0 to 999.
        kamui: The square of each kamui, up to 8.
        rifts: The square of each rift, once for each.
        rounds: Rounds of the climax, 0 to 6.
        rulings: `rift_faith`, `round_order`, `rifts_stack`, `faith` and `die` count.
        later: Rifts that are expected.
        whose: Whose faith it is where each kamui has its own, by its place in `kamui`, from 0 (K-Q19).

    Returns:
        The plan of staying.

    Raises:
        InputError: If a square does not exist or a number is out of bounds.

    Source: K-7.1 to K-7.3, K-M8.

    Example:
        >>> [step.faith for step in stay(30, [2, 2, 7], [2, 4, 7], 2).steps]
        [50, 60]
    """
    walkers = [Walker(square) for square in kamui]
    _check(faith, walkers, rifts, rounds, later, whose, rulings)
    return _told(faith, [tuple(kamui)] * rounds, rifts, later, whose, rulings)


def best_plan(
    faith: int,
    kamui: Sequence[Walker],
    rifts: Sequence[int],
    rounds: int,
    rulings: Rulings = Rulings(),
    later: Sequence[Later] = (),
    whose: int = 0,
) -> Course:
    """The moves that bring the most faith in so many rounds.

    Args:
        faith: Faith now, 0 to 999.
        kamui: Who may move how far in each round, up to 8.
        rifts: The square of each rift, once for each.
        rounds: Rounds of the climax, 0 to 6.
        rulings: `rift_faith`, `round_order`, `rifts_stack`, `faith` and `die` count.
        later: Rifts that are expected.
        whose: Whose faith is to grow where each kamui has its own, by its place in `kamui`, from 0 (K-Q19).

    Returns:
        A best plan: no other brings more by the end of the last round. Where a rift counts once for all, rifts are
        taken early as far as that costs nothing.

    Raises:
        InputError: If a square does not exist, a number is out of bounds, or there is too much to look at.

    Source: K-3.2, K-3.4, K-7.1 to K-7.3, K-M3, K-M8, K-Q11, K-Q12, K-Q19, K-Q22.

    Example:
        >>> plan = best_plan(30, [Walker(2, 1), Walker(7, 2)], [3, 4, 9], 2)
        >>> plan.after, [step.squares for step in plan.steps]
        (65, [(3, 9), (4, 9)])
    """
    _check(faith, kamui, rifts, rounds, later, whose, rulings)
    own = whose if rulings.faith == "own" else 0
    paths = _best(tuple(kamui), tuple(sorted(rifts)), rounds, rulings, tuple(sorted(later)), own)
    return _told(faith, list(zip(*paths, strict=True)) if paths else [()] * rounds, rifts, later, whose, rulings)


@lru_cache(maxsize=64)
def _best(
    walkers: tuple[Walker, ...],
    rifts: tuple[int, ...],
    rounds: int,
    rulings: Rulings,
    later: tuple[Later, ...],
    whose: int,
) -> tuple[tuple[int, ...], ...]:
    """The squares at the end of each round, walker by walker, of a best plan; none without rounds."""
    if not rounds:
        return ()
    if rulings.round_order == "vanishing_first":  # no rift gives anything, wherever one goes
        return tuple((walker.square,) * rounds for walker in walkers)
    places = _places(rifts, later, rounds, rulings)
    if rulings.faith == "shared" and rulings.rift_faith == "per_rift":
        return _earlier(walkers, _most_together(walkers, places, rounds, rulings), places, rounds, rulings)
    counted = [rulings.faith == "shared" or who == whose for who in range(len(walkers))]
    return _most_each(walkers, counted, places, rounds, rulings)


def soonest(
    faith: int,
    wished: int,
    kamui: Sequence[Walker],
    rifts: Sequence[int],
    rulings: Rulings = Rulings(),
    later: Sequence[Later] = (),
    whose: int = 0,
    within: int = MOST_ROUNDS,
) -> Course | None:
    """The moves that reach a wished faith in the fewest rounds.

    Args:
        faith: Faith now, 0 to 999.
        wished: Faith to be reached, 0 to 999.
        kamui: Who may move how far in each round, up to 8.
        rifts: The square of each rift, once for each.
        rulings: `rift_faith`, `round_order`, `rifts_stack`, `faith` and `die` count.
        later: Rifts that are expected.
        whose: Whose faith it is where each kamui has its own (K-Q19).
        within: Rounds after which the search ends, 0 to 6.

    Returns:
        A plan of the fewest rounds, and of these one that brings the most; None if no plan of `within` rounds does.

    Raises:
        InputError: If a square does not exist, a number is out of bounds, or there is too much to look at.

    Source: K-7.1 to K-7.3, K-M8.

    Example:
        >>> len(soonest(30, 60, [Walker(2, 1), Walker(7, 2)], [3, 4, 9]).steps)
        2
        >>> soonest(30, 999, [Walker(2, 1)], [3]) is None
        True
    """
    whole_number("wished", wished, 0, MOST_FAITH)
    whole_number("within", within, 0, MOST_ROUNDS)
    _check(faith, kamui, rifts, within, later, whose, rulings)
    each = 1 if rulings.faith == "own" or rulings.rift_faith == "per_rift" else len(kamui)
    for rounds in range(within + 1):
        there = len(rifts) + sum(rift.round <= rounds for rift in later)
        if faith + rounds * FAITH_PER_ROUND + bool(rounds) * there * each * FAITH_PER_RIFT < wished:
            continue  # not even if every rift were taken
        plan = best_plan(faith, kamui, rifts, rounds, rulings, later, whose)
        if plan.after >= wished:
            return plan
    return None


# --- what a plan is made of -------------------------------------------------------------------------------------------


def _check(
    faith: int,
    walkers: Sequence[Walker],
    rifts: Sequence[int],
    rounds: int,
    later: Sequence[Later],
    whose: int,
    rulings: Rulings,
) -> None:
    whole_number("faith", faith, 0, MOST_FAITH)
    whole_number("rounds", rounds, 0, MOST_ROUNDS)
    whole_number("kamui", len(walkers), 0, MOST_KAMUI)
    for walker in walkers:
        check_square("kamui", walker.square, rulings)
        whole_number("moves", walker.moves, 0, MOST_MOVES, "K-Q22")
    for square in rifts:
        check_square("rifts", square, rulings)
    for rift in later:
        whole_number("later", rift.round, 1, MOST_ROUNDS)
        check_square("later", rift.square, rulings)
    most = len(walkers) if rulings.faith == "own" and walkers else MOST_KAMUI
    whole_number("whose", whose, 0, most - 1, "K-Q19")
    if len({*((1, square) for square in rifts), *later}) > MOST_PLACES:
        allowed = Text(
            "rifts on up to {n} squares, those of later rounds counted again",
            "〈裂け目〉のあるマスは、後のラウンドの分も数えて{n}マスまでです",
        )
        raise InputError("rifts", len(rifts) + len(later), allowed.format(n=MOST_PLACES))


def _appear(rifts: tuple[int, ...], new: list[int], rulings: Rulings) -> tuple[int, ...]:
    """Put rifts on a ring, one on a square at most where they do not stack (K-Q5)."""
    found = (*rifts, *new)
    return tuple(sorted(found if rulings.rifts_stack else set(found)))


def _told(
    faith: int,
    squares: Sequence[tuple[int, ...]],
    rifts: Sequence[int],
    later: Sequence[Later],
    whose: int,
    rulings: Rulings,
) -> Course:
    """Say what the rounds bring when the kamui stand there at their ends."""
    steps: list[Step] = []
    after, left = faith, _appear((), list(rifts), rulings)
    for number, there in enumerate(squares, start=1):
        left = _appear(left, [rift.square for rift in later if rift.round == number], rulings)
        end = round_end(there, left, rulings)
        gain = end.gain if rulings.faith == "shared" or not there else end.gains[whose]
        after, left = after + gain, end.left
        steps.append(Step(there, end.vanished, gain, after))
    return Course(faith, tuple(steps))


# --- the search -------------------------------------------------------------------------------------------------------


class _Place(NamedTuple):
    """Rifts that appear together: the square, the round, how many."""

    square: int
    round: int
    rifts: int


def _places(rifts: Sequence[int], later: Sequence[Later], rounds: int, rulings: Rulings) -> tuple[_Place, ...]:
    there = Counter([Later(1, square) for square in rifts] + [rift for rift in later if rift.round <= rounds])
    return tuple(_Place(rift.square, rift.round, n if rulings.rifts_stack else 1) for rift, n in sorted(there.items()))


def _open(places: Sequence[_Place], square: int, number: int, rulings: Rulings) -> list[int]:
    """Places, by number, whose rifts can lie on a square at the end of a round.

    Where rifts do not stack, a later one does not appear beside an earlier one: whoever comes finds the last.
    """
    found = [n for n, place in enumerate(places) if place.square == square and place.round <= number]
    return found if rulings.rifts_stack else found[-1:]


def _reach(walker: Walker, rulings: Rulings) -> tuple[int, ...]:
    """The squares to which a walker can move in a round, the nearest first."""
    ways = ((distance(walker.square, square, rulings), square) for square in outer_squares(rulings))
    return tuple(square for way, square in sorted(ways) if way <= walker.moves)


type _Cost = tuple[int, int]
"""Steps taken, and how late places were visited: the fewer, and the earlier, the better."""
type _Way = tuple[_Cost, tuple[int, ...]]
"""What a way costs, and the square at the end of each round."""


def _most_together(
    walkers: Sequence[Walker], places: Sequence[_Place], rounds: int, rulings: Rulings
) -> tuple[tuple[int, ...], ...]:
    """Where a rift counts once, only the set of places visited matters: join the sets of one kamui after the other."""
    ways: dict[Walker, list[tuple[int, _Way]]] = {}
    joined: dict[int, tuple[_Cost, tuple[tuple[int, ...], ...]]] = {0: ((0, 0), ())}
    for walker in walkers:
        if walker not in ways:
            ways[walker] = _undominated(_visits(walker, places, rounds, rulings))
        wider: dict[int, tuple[_Cost, tuple[tuple[int, ...], ...]]] = {}
        for visited, (cost, paths) in joined.items():
            for more, (further, path) in ways[walker]:
                union, total = visited | more, (cost[0] + further[0], cost[1] + further[1])
                if union not in wider or total < wider[union][0]:
                    wider[union] = total, (*paths, path)
        joined = wider

    def worth(visited: int) -> tuple[int, int, int]:
        steps, late = joined[visited][0]
        return sum(p.rifts for n, p in enumerate(places) if visited >> n & 1), -steps, -late

    return joined[max(joined, key=worth)][1]


def _visits(walker: Walker, places: Sequence[_Place], rounds: int, rulings: Rulings) -> dict[int, _Way]:
    """Each set of places that one walker can visit, with the way of the fewest steps."""
    level: dict[tuple[int, int], _Way] = {(walker.square, 0): ((0, 0), ())}
    reach = {square: _reach(Walker(square, walker.moves), rulings) for square in outer_squares(rulings)}
    way = {(a, b): distance(a, b, rulings) for a in reach for b in reach}
    for number in range(1, rounds + 1):
        there = {square: sum(1 << n for n in _open(places, square, number, rulings)) for square in reach}
        wider: dict[tuple[int, int], _Way] = {}
        for (square, visited), ((steps, late), path) in level.items():
            for to in reach[square]:
                now = visited | there[to]
                key, total = (to, now), (steps + way[square, to], late - now.bit_count())
                if key not in wider or total < wider[key][0]:
                    wider[key] = total, (*path, to)
        level = wider
    found: dict[int, _Way] = {}
    for (_, visited), told in level.items():
        if visited not in found or told[0] < found[visited][0]:
            found[visited] = told
    return found


def _undominated(found: dict[int, _Way]) -> list[tuple[int, _Way]]:
    """Leave out what another way visits as well without more steps."""
    kept: list[tuple[int, _Way]] = []
    for visited, told in sorted(found.items(), key=lambda each: (-each[0].bit_count(), each[1][0])):
        if not any(visited & ~more == 0 and other[0] <= told[0] for more, other in kept):
            kept.append((visited, told))
    return kept


def _earlier(
    walkers: Sequence[Walker],
    paths: tuple[tuple[int, ...], ...],
    places: Sequence[_Place],
    rounds: int,
    rulings: Rulings,
) -> tuple[tuple[int, ...], ...]:
    """Let each walker in turn take rifts as early as it can, the others' ways and all that is gained being kept."""
    sooner = 1 + rounds * sum(place.rifts for place in places)  # to gain a rift at all is worth more than any haste
    found = list(paths)
    for who, walker in enumerate(walkers):
        worth = [0] * len(places)
        for other in (path for n, path in enumerate(found) if n != who):
            for number, square in enumerate(other, start=1):
                for n in _open(places, square, number, rulings):
                    worth[n] = max(worth[n], sooner + rounds - number)
        found[who] = _way_alone(walker, worth, sooner, places, rounds, rulings)
    return tuple(found)


def _way_alone(
    walker: Walker, worth: Sequence[int], sooner: int, places: Sequence[_Place], rounds: int, rulings: Rulings
) -> tuple[int, ...]:
    """The way of one walker that adds most to what the others' visits are worth, and of these the shortest."""
    reach = {square: _reach(Walker(square, walker.moves), rulings) for square in outer_squares(rulings)}
    way = {(a, b): distance(a, b, rulings) for a in reach for b in reach}
    level: dict[tuple[int, int], tuple[int, int, tuple[int, ...]]] = {(walker.square, 0): (0, 0, ())}
    for number in range(1, rounds + 1):
        now = sooner + rounds - number
        there = {square: [n for n in _open(places, square, number, rulings) if worth[n] < now] for square in reach}
        wider: dict[tuple[int, int], tuple[int, int, tuple[int, ...]]] = {}
        for (square, visited), (gained, steps, path) in level.items():
            for to in reach[square]:
                new = [n for n in there[to] if not visited >> n & 1]
                key = to, visited | sum(1 << n for n in new)
                total = gained + sum((now - worth[n]) * places[n].rifts for n in new)
                less = steps - way[square, to]
                if key not in wider or (total, less) > wider[key][:2]:
                    wider[key] = total, less, (*path, to)
        level = wider
    return max(level.values(), key=lambda way: way[:2])[2]


class _Going(NamedTuple):
    """A walker in a search: where it stands, how far it moves, does its faith count, its place in the list."""

    square: int
    moves: int
    counts: bool
    number: int


def _most_each(
    walkers: Sequence[Walker], counted: Sequence[bool], places: Sequence[_Place], rounds: int, rulings: Rulings
) -> tuple[tuple[int, ...], ...]:
    """Where a rift counts for each kamui on it: search, the most promising first.

    What everybody could still gain if nobody took anything from anybody is never too little; so the first plan that is
    complete is a best one.
    """
    reach = {w.moves: {s: _reach(Walker(s, w.moves), rulings) for s in outer_squares(rulings)} for w in walkers}

    @cache
    def taken(square: int, number: int, left: int) -> tuple[int, int]:
        found = [n for n in _open(places, square, number, rulings) if left >> n & 1]
        return sum(1 << n for n in found), sum(places[n].rifts for n in found)

    @cache
    def alone(square: int, moves: int, number: int, now: int, then: int) -> int:
        """The most that one can still gain from a round on, rifts as they are in it and after it."""
        if number > rounds or not now | then:
            return 0
        best = 0
        for to in reach[moves][square]:
            bits, gain = taken(to, number, now)
            left = then & ~bits
            best = max(best, gain + alone(to, moves, number + 1, left, left))
        return best

    everything = (1 << len(places)) - 1
    ties = count()
    start = tuple(sorted(_Going(w.square, w.moves, counted[n], n) for n, w in enumerate(walkers)))
    agenda = [(0, -1, 0, 0, next(ties), _Search(start, (), everything, 0, 0, None))]
    seen: set[tuple[object, ...]] = set()
    while agenda:
        _, negative, _, steps, _, (waiting, moved, left, gone, gained, path) = heappop(agenda)
        number = -negative
        if not waiting:
            if number == rounds:
                return _paths(path, len(walkers))
            waiting, moved, left, gone, number = tuple(sorted(moved)), (), left & ~gone, 0, number + 1
        key = number, tuple(w[:3] for w in waiting), tuple(sorted(w[:3] for w in moved)), left, gone
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > MOST_STATES:
            allowed = Text(
                "fewer kamui, fewer rifts or fewer rounds; this is too much to look at",
                "調べる数が多すぎるので、神威か〈裂け目〉かラウンドを減らしてください",
            )
            raise InputError("rounds", rounds, allowed)
        walker, others = waiting[0], waiting[1:]
        for to in reach[walker.moves][walker.square]:
            bits, gain = taken(to, number, left)
            taken_now = gone | bits
            then = left & ~taken_now
            there = (*moved, walker._replace(square=to))
            total = gained + gain * walker.counts
            hope = total + sum(alone(w.square, w.moves, number + 1, then, then) for w in there if w.counts)
            hope += sum(alone(w.square, w.moves, number, left, then) for w in others if w.counts)
            far = steps + distance(walker.square, to, rulings)
            told = _Search(others, there, left, taken_now, total, (path, walker.number, to))
            heappush(agenda, (-hope, -number, -len(there), far, next(ties), told))
    raise AssertionError("staying is always a plan")


class _Search(NamedTuple):
    """A plan that is not complete yet.

    Attributes:
        waiting: Who still moves in the round.
        moved: Who has moved in it.
        left: Places whose rifts are there at the end of the round, as bits.
        gone: Places whose rifts vanish then.
        gained: Rifts counted so far, for each kamui whose faith counts.
        path: The moves so far, the last first: what was before, who moved, where to.
    """

    waiting: tuple[_Going, ...]
    moved: tuple[_Going, ...]
    left: int
    gone: int
    gained: int
    path: Any


def _paths(path: Any, walkers: int) -> tuple[tuple[int, ...], ...]:
    """Read the squares of each walker from the last move back to the first."""
    found: list[list[int]] = [[] for _ in range(walkers)]
    while path is not None:
        path, number, square = path
        found[number].append(square)
    return tuple(tuple(reversed(each)) for each in found)
