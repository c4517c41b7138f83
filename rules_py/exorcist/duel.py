"""A fight on its grid: the combat, and where fighters, pegs and barriers stand, as one state (E-M8 to E-M11)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.stepper import Action, Event
from rules_py.core.text import Text
from rules_py.exorcist import barriers, play
from rules_py.exorcist.barriers import Grounds, square_refusal
from rules_py.exorcist.board import (
    NOBODY,
    Board,
    Kind,
    Piece,
    Size,
    Square,
    distance,
    held,
    mobility_at_start,
    movement_range,
    square_name,
)
from rules_py.exorcist.characters import Ability, Attack, Kaii
from rules_py.exorcist.checks import Reach
from rules_py.exorcist.combat import Combat, Stage, attack_of, because, forbid, problems
from rules_py.exorcist.exchange import yes
from rules_py.exorcist.fighters import Fighter, Side, somebody
from rules_py.exorcist.rulings import Rulings


@dataclass(frozen=True)
class Duel:
    """A fight with its grid; each of the two can be played without the other.

    On the grid a fighter is the piece of the same number, and who is dead or not placed is none. All that both know of
    somebody, and of the activation under way, the grid has from the combat.

    Args:
        combat: Who fights, and how things stand.
        grounds: Where everybody stands, pegs and barriers; None for a fight without a grid.
        alone: Is the grid played alone, without a combat?

    Source: E-1.16, E-M8 to E-M11.

    Example:
        >>> Duel().combat.stage.text.en, Duel().grounds.board.size.columns
        ('Who fights', 9)
    """

    combat: Combat = field(default_factory=Combat)
    grounds: Grounds | None = field(default_factory=Grounds)
    alone: bool = False

    @property
    def board(self) -> Board:
        """What stands where; nothing in a fight without a grid."""
        return self.grounds.board if self.grounds else Board()

    def square(self, who: int) -> Square | None:
        """Return where somebody stands; None for nowhere."""
        pieces = self.board.pieces
        piece = pieces[who] if 0 <= who < len(pieces) else None
        return piece.square if piece else None


def opened(combat: Combat, size: Size, squares: tuple[Square | None, ...] = ()) -> Duel:
    """Return a fight whose fighters stand on these squares, or on free ones.

    Example:
        >>> from rules_py.exorcist.characters import UKKOKU_AGEHA
        >>> moth = Fighter.of(UKKOKU_AGEHA, Side.ENEMY)
        >>> opened(Combat((moth,)), Size(), ((4, 2),)).square(0), opened(Combat((moth,)), Size()).square(0)
        ((4, 2), (8, 3))
    """
    board = Board(size)
    for fighter, square in zip(combat.fighters, (*squares, *[None] * len(combat.fighters)), strict=False):
        wanted = square if square and square in size else free_square(board, fighter)
        board = replace(board, pieces=(*board.pieces, _piece(fighter, wanted)))
    return Duel(combat, seated(combat, Grounds(board)))


def free_square(board: Board, fighter: Fighter) -> Square | None:
    """Return a free square for a newcomer: exorcists on the left, enemies on the right, objects in the middle.

    Example:
        >>> from rules_py.exorcist.characters import UKKOKU_AGEHA
        >>> free_square(Board(), Fighter.of(UKKOKU_AGEHA, Side.ENEMY))
        (8, 3)
    """
    taken = {piece.square for _, piece in board.standing()}
    edge = {Side.ENEMY: board.size.columns - 1, Side.THING: board.size.columns // 2}.get(fighter.side, 0)
    middle = board.size.rows // 2
    free = [square for square in board.size.squares if square not in taken]
    return min(free, key=lambda square: (abs(square[0] - edge), abs(square[1] - middle), square[1]), default=None)


def _kind(fighter: Fighter) -> Kind:
    if fighter.side is Side.THING:
        return "object"
    if isinstance(fighter.sheet, Kaii):
        return "kaii"
    return "foe" if fighter.side is Side.ENEMY else "exorcist"


def _piece(fighter: Fighter, square: Square | None) -> Piece | None:
    if square is None or fighter.gone:
        return None
    return Piece(
        fighter.name,
        square,
        _kind(fighter),
        mobility=fighter.mobility,
        evades=isinstance(fighter.sheet, Kaii) and fighter.sheet.evades,
        skill=fighter.dice(Ability.SKILL),
        spirit=fighter.dice(Ability.SPIRIT),
        removal=fighter.removal_dice,
        pegs=fighter.pegs,
        rope=fighter.rope,
    )


def seated(combat: Combat, grounds: Grounds) -> Grounds:
    """Return the grid as a combat has it: everybody with the values of now, and without those who are gone."""
    there = [piece.square if piece else None for piece in grounds.board.pieces]
    pieces = tuple(_piece(fighter, square) for fighter, square in zip(combat.fighters, there, strict=True))
    acting = combat.stage is Stage.ACTIVATION and pieces[combat.active] is not None
    return Grounds(
        replace(grounds.board, pieces=pieces),
        active=combat.active if acting else NOBODY,
        movement=combat.activation.movement,
        used=combat.activation.used,
        dice=combat.dice,
        manoeuvre=combat.activation.harder,
    )


def apply(duel: Duel, action: Action, rulings: Rulings = Rulings(), seed: str = "") -> tuple[Duel, list[Event]]:
    """Carry out one action of a fight.

    Args:
        duel: The state before.
        action: Name and arguments as `play.apply` reads them. On the grid `["move", square]`, `["peg", square]`,
            `["rope", peg, dice]`, `["set", peg, effect, difficulty]`, `["removal", peg, dice]` and `["free", peg]`
            stand for what is told without it; a square is `[column, row]` from 0, and a third argument of a move says
            that an attack follows at once. `["place", who, square]` puts somebody anywhere. `["begin", rolls, swift,
            True]` begins on the grid; without that, the grid is put away. A grid alone is played by the actions of
            `barriers.apply`.
        rulings: How the open questions are answered.
        seed: What the dice follow.

    Returns:
        The state after, and what happened.

    Raises:
        ForbiddenAction: If a rule forbids it now.
        InputError: If an argument is not allowed.

    Source: E-M8 to E-M11, E-4.1, E-7.16 to E-7.47, E-11.7, E-11.23.

    Example:
        >>> from rules_py.exorcist.characters import UKKOKU_AGEHA
        >>> aoi, _ = play.apply(Combat(), ["exorcist", "Aoi", "pc", [3, 3, 4, 6, 5, 4, 6, 2, 3, 6]])
        >>> duel = opened(replace(aoi, fighters=(*aoi.fighters, Fighter.of(UKKOKU_AGEHA, Side.ENEMY))), Size())
        >>> for action in (["begin", [], True, True], ["move", [3, 3]], ["peg", [4, 3]]):
        ...     duel, events = apply(duel, action)
        >>> duel.square(0), duel.combat.activation.movement, events[0].text.en
        ((3, 3), 3, 'Aoi places a peg on E4; 2 left.')
    """
    name = action[0] if isinstance(action, list) and action else ""
    grounds = duel.grounds
    if grounds is None:
        combat, events = play.apply(duel.combat, action, rulings, seed)
        return replace(duel, combat=combat), events
    if duel.alone:
        grounds, events = barriers.apply(grounds, action, rulings, seed)
        return replace(duel, grounds=grounds), events
    if isinstance(name, str) and name in _ON_GRID:
        return _ON_GRID[name](duel, grounds, action, rulings, seed)
    combat, events = play.apply(duel.combat, action, rulings, seed)
    for problem in _out_of_range(duel, action, rulings):
        raise problem
    return _followed(duel, grounds, combat, events, action, rulings)


def _followed(
    duel: Duel, grounds: Grounds, combat: Combat, events: list[Event], action: Action, rulings: Rulings
) -> tuple[Duel, list[Event]]:
    """Let the grid follow what has happened in the combat."""
    board = grounds.board
    if action[0] == "remove" and not duel.combat.turn:
        board = replace(board, pieces=(*board.pieces[: action[1]], *board.pieces[action[1] + 1 :]))
    for fighter in combat.fighters[len(board.pieces) :]:
        board = replace(board, pieces=(*board.pieces, _piece(fighter, free_square(board, fighter))))
    if action[0] == "respawn" and duel.combat.dying and duel.square(duel.combat.dying[0]):
        who = duel.combat.dying[0]
        board = replace(board, pieces=(*board.pieces[:who], None, *board.pieces[who + 1 :]))
        told = Text(
            "{name} is off the grid until somebody says where the respawn point is.",
            "{name}は盤を離れる。リスポーン地点のマスは卓で決める。",
        )
        events = [*events, Event(told.format(name=combat.name(who)), ("E-9.7",))]
    after = Duel(combat, seated(combat, replace(grounds, board=board)))
    return _begun(duel, after, events, rulings)


def _begun(before: Duel, after: Duel, events: list[Event], rulings: Rulings) -> tuple[Duel, list[Event]]:
    """Take the movement from a kai'i whose activation has begun within a Wall Barrier (E-7.33)."""
    combat = after.combat
    who = combat.active
    known = before.combat.turn, before.combat.active
    if combat.stage is not Stage.ACTIVATION or known == (combat.turn, who) or after.square(who) is None:
        return after, events
    if not held(after.board, after.board.piece(who), rulings):
        return after, events
    movement = mobility_at_start(after.board, who, rulings)
    combat = replace(combat, activation=replace(combat.activation, movement=movement, held=True))
    text = Text(
        "{name}’s activation begins in a Wall Barrier; mobility {n}.",
        "{name}の手番は【障壁結界】の中から始まるので、【機動力】は{n}。",
    ).format(name=combat.name(who), n=movement)
    assert after.grounds is not None
    return Duel(combat, seated(combat, after.grounds)), [*events, Event(text, ("E-7.33", "E-Q21"))]


# --- what the grid has a say in ---------------------------------------------------------------------------------------


def _begin(duel: Duel, grounds: Grounds, action: Action, rulings: Rulings, seed: str) -> tuple[Duel, list[Event]]:
    _, *arguments = action
    on_grid = len(arguments) > 2 and yes("grid", arguments[2])
    combat, events = play.apply(duel.combat, ["begin", *arguments[:2], *arguments[3:]], rulings, seed)
    if not on_grid:
        return Duel(combat, None), events
    return _followed(duel, grounds, combat, events, action, rulings)


def _place(duel: Duel, grounds: Grounds, action: Action, rulings: Rulings, seed: str) -> tuple[Duel, list[Event]]:
    """Put somebody on a square, whatever the way there: before the fight, at a respawn, by the GM's word."""
    who, square = _arguments(action, 2, 2)
    play.in_stage(duel.combat, "place", (Stage.SETUP, Stage.TURN, Stage.ACTIVATION), "E-10.2")
    number, where = somebody(duel.combat.fighters, who), grounds.board.size.square(square)
    fighter = duel.combat.fighters[number]
    if fighter.gone:
        raise forbid(
            "place", Text("{name} is off the map", "{name}はマップにいません").format(name=fighter.name), "E-11.7"
        )
    problem = because("place", square_refusal(grounds.board, where, number, rulings))
    if problem:
        raise problem
    pieces = grounds.board.pieces
    board = replace(grounds.board, pieces=(*pieces[:number], _piece(fighter, where), *pieces[number + 1 :]))
    text = Text("{name} stands on {square}.", "{name}は{square}に立つ。")
    event = Event(text.format(name=fighter.name, square=square_name(where)), ("E-12.2",) * (fighter.side is Side.THING))
    return replace(duel, grounds=seated(duel.combat, replace(grounds, board=board))), [event]


def _move(duel: Duel, grounds: Grounds, action: Action, rulings: Rulings, seed: str) -> tuple[Duel, list[Event]]:
    square, *onward = _arguments(action, 1, 2)
    play.in_stage(duel.combat, "move", (Stage.ACTIVATION,), "E-4.1")
    for each in onward:
        yes("onward", each)
    problem = problems(duel.combat, rulings)["move"]
    if problem:
        raise problem
    return _on_grid(duel, grounds, ["move", square], rulings, seed)


def _steps(there: str, least: int, most: int, rule: str) -> _Run:
    """Return what carries out an action on the grid for whose activation it is."""

    def run(duel: Duel, grounds: Grounds, action: Action, rulings: Rulings, seed: str) -> tuple[Duel, list[Event]]:
        play.in_stage(duel.combat, action[0], (Stage.ACTIVATION,), rule)
        return _on_grid(duel, grounds, [there, *_arguments(action, least, most)], rulings, seed)

    return run


def _on_grid(duel: Duel, grounds: Grounds, action: Action, rulings: Rulings, seed: str) -> tuple[Duel, list[Event]]:
    """Let somebody act on the grid, and the combat know what that took."""
    combat, who = duel.combat, duel.combat.active
    if duel.square(who) is None:
        told = Text("{name} stands nowhere on the grid", "{name}は盤の上にいません").format(name=combat.name(who))
        raise ForbiddenAction(barriers.ACTION_NAMES[action[0]], told, "E-2.1")
    after, events = barriers.apply(grounds, action, rulings, seed)
    piece, activation = after.board.piece(who), combat.activation
    fighter = replace(combat.fighters[who], pegs=piece.pegs, rope=piece.rope)
    moved = activation.moved + activation.movement - after.movement
    combat = replace(
        combat,
        fighters=(*combat.fighters[:who], fighter, *combat.fighters[who + 1 :]),
        activation=replace(activation, movement=after.movement, moved=moved, used=after.used),
        dice=after.dice,
    )
    return Duel(combat, seated(combat, after)), events


def _arguments(action: Action, least: int, most: int) -> list[Any]:
    _, *arguments = action
    if least <= len(arguments) <= most:
        return arguments
    raise InputError("do", action[0], Text("that is not how it is written", "書き方が正しくありません"), "E-3.1")


_Run = Callable[[Duel, Grounds, Action, Rulings, str], tuple[Duel, list[Event]]]
_ON_GRID: dict[str, _Run] = {
    "begin": _begin,
    "place": _place,
    "move": _move,
    "peg": _steps("peg", 1, 1, "E-7.16"),
    "rope": _steps("rope", 1, 2, "E-7.21"),
    "set": _steps("set", 1, 3, "E-7.27"),
    "removal": _steps("remove", 1, 2, "E-7.41"),
    "free": _steps("free", 1, 1, "E-7.45"),
}


def _out_of_range(duel: Duel, action: Action, rulings: Rulings) -> list[ForbiddenAction]:
    """Return what the grid says against an attack that the combat allows."""
    if action[0] == "attack":
        blows = [(duel.combat.active, action[1], target) for target in action[2]]
    elif action[0] == "combine":
        blows = [(who, number, action[2]) for who, number in action[1]]
    else:
        return []
    found = (
        range_problem(duel, who, attack_of(duel.combat.fighters[who], number, rulings), target)
        for who, number, target in blows
    )
    return [problem for problem in found if problem]


def range_problem(
    duel: Duel, who: int, attack: Attack, target: int, square: Square | None = None
) -> ForbiddenAction | None:
    """Say that an attack does not reach somebody on the grid; None if it does, or if no range is given for it.

    How far gear reaches is lost with the definition of melee and ranged attacks (E-5.11), so the grid judges by a range
    that the attack itself names, and by nothing else.

    Args:
        duel: The fight.
        who: Who attacks, by number.
        attack: With what.
        target: Whom, by number.
        square: From where; left out, from where the attacker stands.

    Source: E-11.23, E-Q20.

    Example:
        >>> from rules_py.exorcist.characters import UKKOKU_AGEHA
        >>> duel = opened(Combat((Fighter.of(UKKOKU_AGEHA, Side.ENEMY),) * 2), Size(), ((0, 0), (6, 0)))
        >>> stab, scales = UKKOKU_AGEHA.attacks
        >>> range_problem(duel, 0, stab, 1), range_problem(duel, 0, scales, 1).rule
        (None, 'E-11.23')
    """
    here, there = square or duel.square(who), duel.square(target)
    if not attack.distance or here is None or there is None:
        return None
    far = distance(here, there)
    if far <= attack.distance:
        return None
    told = Text(
        "{attack} reaches {most} squares, and {name} is {n} away", "{attack}の射程は{most}マスで、{name}は{n}マス先です"
    )
    return forbid(
        "attack",
        told.format(attack=attack.name, most=attack.distance, name=duel.combat.name(target), n=far),
        "E-11.23",
    )


# --- what is likely to be done ----------------------------------------------------------------------------------------


@lru_cache(maxsize=8)  # board, tray and the plan ask about the same moment
def reach(duel: Duel, rulings: Rulings = Rulings()) -> Mapping[Square, int]:
    """Say where whoever acts may go now, and what the way costs; one's own square for 0.

    Source: E-4.1, E-4.2, E-5.8, E-M11.

    Example:
        >>> reach(Duel())
        {}
    """
    grounds = duel.grounds
    if duel.alone or grounds is None or grounds.active == NOBODY or problems(duel.combat, rulings)["move"]:
        return {}
    return movement_range(grounds.board, grounds.active, grounds.movement, rulings)


@dataclass(frozen=True)
class Plan:
    """An attack that lies near at hand.

    Args:
        attack: With what, by number.
        target: Whom, by number.
        square: Where to go first; None to stay.
    """

    attack: int
    target: int
    square: Square | None = None


def plan(duel: Duel, foes: list[int], rulings: Rulings = Rulings()) -> Plan | None:
    """Propose an attack to whoever acts: with the gear in hand if possible, against the foe with the shortest way.

    It is a proposal and no rule: a melee attack without a range of its own looks for a square beside its target.

    Args:
        duel: A fight in somebody's activation.
        foes: Whom to attack, by number.
        rulings: House rules.

    Example:
        >>> from rules_py.exorcist.characters import UKKOKU_AGEHA
        >>> pair = Combat((Fighter.of(UKKOKU_AGEHA, Side.ENEMY),) * 2, Stage.ACTIVATION, 1, 0)
        >>> pair = replace(pair, activation=replace(pair.activation, movement=6))
        >>> plan(opened(pair, Size(), ((0, 0), (4, 0))), [1])
        Plan(attack=0, target=1, square=(3, 0))
    """
    fighter, here = duel.combat.fighters[duel.combat.active], duel.square(duel.combat.active)
    numbers = sorted(range(len(fighter.attacks)), key=lambda number: (number != fighter.equipped, number))
    if here is None:
        return Plan(numbers[0], foes[0]) if numbers and foes else None
    ways = {here: 0, **reach(duel, rulings)}
    for number in numbers:
        attack = fighter.attacks[number]
        found = [
            (cost, _straight(square, there), target, square)
            for target in foes
            for there in [duel.square(target)]
            for square, cost in ways.items()
            if there is None or distance(square, there) <= _wished(attack, duel.board.size)
        ]
        if found:
            _, _, target, square = min(found)
            return Plan(number, target, None if square == here else square)
    return None


def _straight(one: Square, other: Square | None) -> int:
    """Return how far apart two squares lie, step by step along rows and columns: less of two equal ways."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) if other else 0


def _wished(attack: Attack, size: Size) -> int:
    """Return how near one goes for an attack."""
    if attack.distance:
        return attack.distance
    return 1 if attack.reach is Reach.MELEE else max(size.columns, size.rows)


def nearer(duel: Duel, foes: list[int], rulings: Rulings = Rulings()) -> Square | None:
    """Return the square within reach that lies nearest to a foe; None if none lies nearer than one's own.

    Example:
        >>> nearer(Duel(), [])
    """
    here, places = duel.square(duel.combat.active), [square for foe in foes if (square := duel.square(foe))]
    if here is None or not places:
        return None

    def far(square: Square) -> tuple[int, int]:
        return min((distance(square, place), _straight(square, place)) for place in places)

    best = min(reach(duel, rulings).items(), key=lambda way: (far(way[0]), way[1], way[0]), default=(here, 0))[0]
    return best if far(best)[0] < far(here)[0] else None
