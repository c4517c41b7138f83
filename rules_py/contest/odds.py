"""Exact answers: the chances of one exchange and of a whole contest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated

import icepool

from rules_py.contest.characters import Ability, Contestant
from rules_py.contest.checks import FACES, Side, SuccessLevel, raise_level, success_level
from rules_py.contest.effects import Gauge, Move, chart_move, check_phase
from rules_py.contest.rulings import LARGEST_DYING_SQUARE, Rulings
from rules_py.contest.system import SYSTEM
from rules_py.core.errors import InputError
from rules_py.core.markov import solve
from rules_py.core.remembered import remembered
from rules_py.core.rulings import Bounds, Checked, one_of, whole_number
from rules_py.core.words import words

WORDS = words("contest")
Levels = tuple[SuccessLevel, SuccessLevel]


@dataclass(frozen=True, repr=False)
class ExchangeOdds:
    """Exact chances of one exchange; all chances of a mapping sum to 1.

    Args:
        levels: Chance of each pair (level of A, level of B), best first.
        moves: Chance of each move of the piece.
    """

    levels: dict[Levels, Fraction]
    moves: dict[Move, Fraction]

    def __repr__(self) -> str:
        return f"<exchange: A pushes {self.pushes(Side.A)}, B pushes {self.pushes(Side.B)}, else the piece stays>"

    def pushes(self, side: Side) -> Fraction:
        """Chance that the piece moves in favour of a side (a free placement counts)."""
        one_of("side", side, Side)
        return sum(
            (chance for move, chance in self.moves.items() if move.squares * side.sign > 0 or move.free == side.value),
            Fraction(0),
        )

    @property
    def stays(self) -> Fraction:
        """Chance that the piece does not move."""
        return 1 - self.pushes(Side.A) - self.pushes(Side.B)


def level_odds(ability: Ability) -> dict[SuccessLevel, Fraction]:
    """Chances of the four levels of one roll, before masteries are counted.

    Args:
        ability: The effective ability; only the number before the W matters.

    Returns:
        Chance of each level, best first.

    Source: C-M4, C-Q1.

    Example:
        >>> from rules_py.contest.characters import parse_ability
        >>> [str(chance) for chance in level_odds(parse_ability("12")).values()]
        ['1/20', '11/20', '7/20', '1/20']
    """
    die: icepool.Die[SuccessLevel] = icepool.d(FACES).map(lambda roll: success_level(roll, ability.rating))
    return {level: die.probability(level) for level in reversed(SuccessLevel)}


@remembered(4096)
def exchange_odds(a: Contestant, b: Contestant, rulings: Rulings = Rulings()) -> ExchangeOdds:
    """Exact chances of one exchange over all 400 pairs of rolls.

    Args:
        a: Side A.
        b: Side B.
        rulings: How the open questions are answered; under `equal_rolls="reroll"` the chances are those after
            all rerolls.

    Returns:
        The chances of every pair of levels and of every move.

    Source: C-T1, C-M4 to C-M6.

    Example:
        >>> from rules_py.contest.characters import parse_ability
        >>> odds = exchange_odds(Contestant(parse_ability("15")), Contestant(parse_ability("12")))
        >>> str(odds.pushes(Side.A)), str(odds.stays), str(odds.pushes(Side.B))
        ('49/100', '17/400', '187/400')
    """
    levels: dict[Levels, int] = {}
    moves: dict[Move, int] = {}
    for pair, move, count in _pairs(a, b, rulings):
        levels[pair] = levels.get(pair, 0) + count
        moves[move] = moves.get(move, 0) + count
    total = sum(moves.values())
    return ExchangeOdds(
        {pair: Fraction(levels[pair], total) for pair in sorted(levels, reverse=True)},
        {move: Fraction(moves[move], total) for move in sorted(moves)},
    )


def _pairs(a: Contestant, b: Contestant, rulings: Rulings) -> Iterator[tuple[Levels, Move, int]]:
    """Every way an exchange can end, with the number of pairs of rolls that end so; rerolled pairs are left out."""
    ability_a, ability_b = a.effective(rulings), b.effective(rulings)
    net = ability_a.masteries - ability_b.masteries
    ahead = Side.A if net > 0 else Side.B
    for (face_a, face_b, order), count in _faces(ability_a.rating, ability_b.rating).items():
        pair = raise_level(face_a, face_b, ahead, abs(net))
        move = chart_move(pair, (FACES // 2 + order, FACES // 2), a, b, rulings)
        if not move.reroll:
            yield pair, move, count


@lru_cache(maxsize=400)
def _faces(rating_a: int, rating_b: int) -> Counter[tuple[SuccessLevel, SuccessLevel, int]]:
    """Both dice as far as the chart looks at them: two levels before masteries, and which number is higher."""
    shown_a, shown_b = ([(r, success_level(r, rating)) for r in range(1, FACES + 1)] for rating in (rating_a, rating_b))
    return Counter((a, b, (roll_a > roll_b) - (roll_a < roll_b)) for roll_a, a in shown_a for roll_b, b in shown_b)


@dataclass(frozen=True, order=True)
class Standing(Checked):
    """How a contest stands between two rounds.

    Args:
        position: The piece, + towards B's dying square.
        wounded_a: Does A bear a heavy wound?
        wounded_b: Does B?
    """

    position: Annotated[int, Bounds(-LARGEST_DYING_SQUARE, LARGEST_DYING_SQUARE, "C-Q4")] = 0
    wounded_a: bool = False
    wounded_b: bool = False


@dataclass(frozen=True)
class Outlook:
    """What awaits a contest from one standing, if both sides go on with the same abilities to the end.

    Args:
        wins_a: Chance that A wins; B wins otherwise.
        rounds: Expected number of rounds still to play.
        unhurt_a: Chance that A never bears a heavy wound (0 if A bears one already).
        unhurt_b: The same for B.
    """

    wins_a: Fraction
    rounds: Fraction
    unhurt_a: Fraction
    unhurt_b: Fraction

    @property
    def wins_b(self) -> Fraction:
        """Chance that B wins."""
        return 1 - self.wins_a


def standings_after(
    a: Contestant, b: Contestant, rounds: int = 1, now: Standing = Standing(), rulings: Rulings = Rulings()
) -> dict[Standing, Fraction]:
    """Chances of every standing after some more rounds.

    Args:
        a: Side A; whether it is wounded is taken from the standing, and a push block holds for the first round only.
        b: Side B.
        rounds: How many rounds are played, 0 to 20.
        now: How the contest stands.
        rulings: How the open questions are answered. Whoever may place the piece freely does it to the own advantage.

    Returns:
        Chance of each standing then; contests that have ended stay as they ended. The chances sum to 1.

    Raises:
        InputError: If the piece lies off the gauge.

    Source: C-3.14, C-3.21, C-M6 to C-M8.

    Example:
        >>> from rules_py.contest.characters import parse_ability
        >>> a, b = Contestant(parse_ability("15")), Contestant(parse_ability("12"))
        >>> str(standings_after(a, b)[Standing(3)]), str(standings_after(a, b, 2)[Standing(5, wounded_b=True)])
        ('21/400', '1197/32000')
    """
    dying = rulings.dying_square
    whole_number("rounds", rounds, 0, MOST_ROUNDS)
    whole_number("position", now.position, 1 - dying, dying - 1, "C-Q4")
    found = {now: Fraction(1)}
    for _ in range(rounds):
        after: dict[Standing, Fraction] = {}
        for before, chance in found.items():
            if abs(before.position) == dying:
                after[before] = after.get(before, Fraction(0)) + chance
                continue
            wounds = before.wounded_a, before.wounded_b
            counts = _Round.of(a, b, wounds, rulings).after(before.position, _placing(a, b, before, rulings))
            share = chance / sum(counts.values())
            for then, count in counts.items():
                after[then] = after.get(then, Fraction(0)) + count * share
        found = after
        a, b = replace(a, blocked=False), replace(b, blocked=False)
    return found


MOST_ROUNDS = 20


Wounds = tuple[bool, bool]
Placing = tuple[int, int]


@dataclass(frozen=True)
class _Round:
    """What the rounds of one state of wounds have in common, whatever square the piece is on.

    Args:
        moves: How many of the equally likely pairs of rolls move the piece how.
        checked: How the contest stands after the check phase, by where the piece has ended.
        gauge: The row of squares.
    """

    moves: Mapping[Move, int]
    checked: Mapping[int, Standing]
    gauge: Gauge

    @classmethod
    def of(cls, a: Contestant, b: Contestant, wounds: Wounds, rulings: Rulings) -> _Round:
        """Return what two contestants have in store for each other who bear these wounds."""
        moves = _displacements(replace(a, wounded=wounds[0]), replace(b, wounded=wounds[1]), rulings)
        gauge, checked = Gauge.of(rulings), {}
        for position in gauge.squares:
            found = check_phase(position, *wounds, rulings)
            checked[position] = Standing(position, found.wounded_a, found.wounded_b)
        return cls(moves, checked, gauge)

    def after(self, position: int, placing: Placing) -> dict[Standing, int]:
        """How many pairs of rolls lead from a square to each next standing."""
        result: dict[Standing, int] = {}
        for move, count in self.moves.items():
            then = self.checked[_after(move, position, self.gauge, placing)]
            result[then] = result.get(then, 0) + count
        return result


def _after(move: Move, position: int, gauge: Gauge, placing: Placing) -> int:
    """Where the piece ends; a free one where `placing` says for A and B."""
    if not move.free:
        return gauge.moved(position, move.squares)
    return placing[0 if move.free == "a" else 1]


def piece_after(a: Contestant, b: Contestant, now: Standing, move: Move, rulings: Rulings = Rulings()) -> int:
    """Where the piece ends after a move; whoever may place it freely does it to the own advantage.

    Args:
        a: Side A.
        b: Side B.
        now: How the contest stands before the move.
        move: What the chart says.
        rulings: How the open questions are answered.

    Returns:
        The position, + towards B's dying square.

    Source: C-M6, C-M7, C-Q11.

    Example:
        >>> from rules_py.contest.characters import parse_ability
        >>> a, b = Contestant(parse_ability("15")), Contestant(parse_ability("12"))
        >>> piece_after(a, b, Standing(1), Move("C-T1.6", squares=2)), piece_after(a, b, Standing(), Move("", free="b"))
        (3, -5)
    """
    return _after(move, now.position, Gauge.of(rulings), _placing(a, b, now, rulings))


def _placing(a: Contestant, b: Contestant, now: Standing, rulings: Rulings) -> Placing:
    """Where A and B put the piece if they may put it anywhere, or on their own side only (C-Q10)."""
    anywhere = _farthest(rulings)
    if rulings.any_square == "gauge_square" and rulings.wound_from == "on_the_square":
        wounds = now.wounded_a, now.wounded_b
        anywhere = _solved(replace(a, blocked=False), replace(b, blocked=False), rulings)[1][wounds]
    at_a = _on_own_side(a, b, Side.A, now, rulings) if a.blocked else anywhere[0]
    return at_a, _on_own_side(a, b, Side.B, now, rulings) if b.blocked else anywhere[1]


def _on_own_side(a: Contestant, b: Contestant, side: Side, now: Standing, rulings: Rulings) -> int:
    """Where a blocked winner puts the piece: the farthest square, unless that one alone would wound (C-Q10, C-Q12)."""
    gauge, move = Gauge.of(rulings), Move("", free=side.value, stopped_by="C-Q10")
    farthest = gauge.farthest_placement(move, now.position, rulings)
    if rulings.wound_from == "at_or_beyond":
        return farthest
    wounds, later = (now.wounded_a, now.wounded_b), contest_odds(a, b, rulings)

    def worth(position: int) -> Fraction:
        found = check_phase(position, *wounds, rulings)
        return side.sign * later[Standing(position, found.wounded_a, found.wounded_b)].wins_a

    squares: tuple[int, ...] = farthest, now.position, *gauge.placements(move, now.position, rulings)
    return max(squares, key=worth)


def _farthest(rulings: Rulings) -> Placing:
    edge = rulings.dying_square - (rulings.any_square == "gauge_square")
    return edge, -edge


@lru_cache(maxsize=4096)
def _displacements(a: Contestant, b: Contestant, rulings: Rulings) -> dict[Move, int]:
    """How many pairs of rolls move the piece where, whatever row of the chart they are."""
    merged: dict[Move, int] = {}
    for _, move, count in _pairs(a, b, rulings):
        shift = Move("", move.squares, move.free)
        merged[shift] = merged.get(shift, 0) + count
    return merged


def contest_odds(a: Contestant, b: Contestant, rulings: Rulings = Rulings()) -> Mapping[Standing, Outlook]:
    """Solve a whole contest exactly, from every square and every state of wounds.

    Nobody yields, agrees to a draw or gains further augments; push blocks are ignored, since they last one round.

    Args:
        a: Side A with the ability it uses in every round.
        b: Side B.
        rulings: How the open questions are answered, the gauge among them.

    Returns:
        The outlook for every standing from which play goes on.

    Raises:
        InputError: If the contest would never end: six masteries ahead, and no free piece may reach the dying square.

    Source: C-6.1 to C-6.9, C-M6 to C-M8.

    Example:
        >>> from rules_py.contest.characters import parse_ability
        >>> outlooks = contest_odds(Contestant(parse_ability("15")), Contestant(parse_ability("12")))
        >>> f"{float(outlooks[Standing()].wins_a):.6f}", f"{float(outlooks[Standing()].rounds):.6f}"
        ('0.631503', '8.182864')
    """
    return _solved(replace(a, blocked=False), replace(b, blocked=False), rulings)[0]


@lru_cache(maxsize=512)
def _solved(
    a: Contestant, b: Contestant, rulings: Rulings
) -> tuple[Mapping[Standing, Outlook], Mapping[Wounds, Placing]]:
    """The outlook of every standing, and where each side puts a free piece in every state of wounds."""
    known: dict[Standing, tuple[Fraction, ...]] = {}
    placings: dict[Wounds, Placing] = {}
    try:
        for wounds in ((True, True), (True, False), (False, True), (False, False)):
            placings[wounds] = _solve_wounds(a, b, wounds, rulings, known)
    except ZeroDivisionError:
        answers = {
            option.value: option.text for option in SYSTEM.rulings["C-Q11"].options if option.switch == "any_square"
        }
        raise InputError("any_square", answers[rulings.any_square], WORDS["never_ends"], "C-Q11") from None
    going_on = {now: Outlook(*totals) for now, totals in known.items() if abs(now.position) < rulings.dying_square}
    return MappingProxyType(going_on), placings


def _solve_wounds(
    a: Contestant, b: Contestant, wounds: Wounds, rulings: Rulings, known: dict[Standing, tuple[Fraction, ...]]
) -> Placing:
    """Add the totals of all squares for one state of wounds to `known`, and return the free placements behind them.

    Where a free piece may not be put on the dying square and only the wound square itself wounds (C-Q11, C-Q12), the
    farthest square need not be the best one: then each side changes its choice as long as that helps it.
    """
    choosing = rulings.any_square == "gauge_square" and rulings.wound_from == "on_the_square"
    placing, tried = _farthest(rulings), set[Placing]()
    rounds = _Round.of(a, b, wounds, rulings)
    while placing not in tried:
        tried.add(placing)
        transitions = {}
        for position in range(1 - rulings.dying_square, rulings.dying_square):
            now = Standing(position, *wounds)
            transitions[now] = rounds.after(position, placing)
            known |= {then: _ended(then) for then in transitions[now] if abs(then.position) == rulings.dying_square}
        solved = solve(transitions, known, EACH_ROUND)
        if choosing:
            placing = _improved(placing, wounds, rulings, known | solved)
    known |= solved
    return placing


def _improved(
    placing: Placing, wounds: Wounds, rulings: Rulings, totals: Mapping[Standing, tuple[Fraction, ...]]
) -> Placing:
    """For each side the square that is worth most; of equally good ones the placement as it was, then the farthest."""

    def worth(position: int) -> Fraction:
        found = check_phase(position, *wounds, rulings)
        then = Standing(position, found.wounded_a, found.wounded_b)
        return (totals.get(then) or _ended(then))[0]

    edge = _farthest(rulings)[0]
    a = max(placing[0], *range(edge, -edge - 1, -1), key=worth)
    b = min(placing[1], *range(-edge, edge + 1), key=worth)
    return a, b


def outlook_this_round(a: Contestant, b: Contestant, now: Standing, rulings: Rulings = Rulings()) -> Outlook:
    """The outlook before this round's rolls, when push blocks hold for this round only.

    Args:
        a: Side A as it stands this round.
        b: Side B.
        now: How the contest stands.
        rulings: How the open questions are answered.

    Returns:
        The outlook; without a push block it is the one that `contest_odds` has for this standing.

    Raises:
        InputError: If the piece lies off the gauge.

    Source: C-3.14, C-3.21, C-M6 to C-M8.

    Example:
        >>> from rules_py.contest.characters import parse_ability
        >>> a, b = Contestant(parse_ability("15"), blocked=True), Contestant(parse_ability("12"))
        >>> f"{float(outlook_this_round(a, b, Standing()).wins_a):.4f}"
        '0.5509'
    """
    most = rulings.dying_square - 1
    whole_number("position", now.position, -most, most, "C-Q4")
    later = contest_odds(a, b, rulings)
    if not (a.blocked or b.blocked):
        return later[now]
    total = EACH_ROUND
    for then, chance in standings_after(a, b, 1, now, rulings).items():
        ahead = astuple(later[then]) if then in later else _ended(then)
        total = tuple(so_far + chance * value for so_far, value in zip(total, ahead, strict=True))
    return Outlook(*total)


EACH_ROUND = tuple(map(Fraction, (0, 1, 0, 0)))


@lru_cache(maxsize=256)
def _ended(then: Standing) -> tuple[Fraction, ...]:
    """The totals of an `Outlook` once a dying square is reached."""
    return tuple(map(Fraction, (then.position > 0, 0, not then.wounded_a, not then.wounded_b)))
