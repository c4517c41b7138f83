"""Pegs, rope and barriers on a board as a state machine (E-M9, E-M10, E-M11)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.names import read_name
from rules_py.core.rulings import whole_number
from rules_py.core.stepper import Action, Event
from rules_py.core.text import Text, listed
from rules_py.exorcist.board import (
    EFFECTS,
    MOST_MOVEMENT,
    NOBODY,
    Barrier,
    Board,
    Peg,
    Piece,
    Square,
    distance,
    held,
    mobility_at_start,
    movement_range,
    peg_squares,
    roped_area,
    square_name,
    square_names,
    touching,
)
from rules_py.exorcist.checks import Difficulty, shift
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.table import (
    ROPE,
    Refusal,
    Table,
    carry_out,
    peg_refusal,
    read_action,
    read_difficulty,
    rope_refusal,
    slot_refusal,
)

MOST_PIECES = 20


@dataclass(frozen=True)
class Grounds:
    """A board in play.

    Args:
        board: What stands where.
        active: Whose activation it is, by number; -1 for nobody's.
        movement: Squares of movement left in it.
        used: What has taken the place of the attack in it: `"rope"`, `"removal"`.
        shown: Whose movement is shown outside of activations, by number; -1 for nobody's.
        dice: How many dice the seed has rolled.
        manoeuvre: Was the tactical manoeuvre declared in the activation?

    Source: E-M10.

    Example:
        >>> Grounds().active, Grounds().board.size.columns
        (-1, 9)
    """

    board: Board = field(default_factory=Board)
    active: int = NOBODY
    movement: int = 0
    used: tuple[str, ...] = ()
    shown: int = NOBODY
    dice: int = 0
    manoeuvre: bool = False


def apply(
    grounds: Grounds, action: Action, rulings: Rulings = Rulings(), seed: str = ""
) -> tuple[Grounds, list[Event]]:
    """Carry out one action on a board.

    Args:
        grounds: The state before.
        action: Name and arguments; who is on the board and the pegs are named by their number, a square by
            `[column, row]` from 0: by the GM `["put", name, kind, square, [mobility, skill, spirit, removal dice, pegs,
            rope], evades]`, `["shift", who, square]`, `["take", who]`, `["look", who]`; then `["activate", who,
            mobility, manoeuvre]`, where both may be left out, `["move", square]`, `["peg", square]`,
            `["rope", peg, dice]`, `["set", peg, effect, difficulty]`, `["remove", peg, dice]`, `["free", peg]`,
            `["rest"]`. Dice are a list of faces, a number of successes, or left out to be rolled by the seed.
        rulings: How the open questions are answered.
        seed: What the dice follow.

    Returns:
        The state after, and what happened.

    Raises:
        ForbiddenAction: If a rule forbids it now.
        InputError: If an argument is not allowed.

    Source: E-4.6, E-7.11 to E-7.47, E-M9, E-M10, E-M11, E-Q33.

    Example:
        >>> grounds, _ = apply(Grounds(), ["put", "Aoi", "exorcist", [2, 3], [5, 3, 2, 0, 2, 6], False])
        >>> for action in (["activate", 0], ["peg", [4, 4]], ["move", [3, 4]], ["rope", 0, [2, 5, 6]]):
        ...     grounds, events = apply(grounds, action)
        >>> len(grounds.board.pegs[0].area), events[0].text.en
        (5, 'Aoi (chance 87.5 %): 3d6, NORMAL: 2 5 6, successes 2.')
    """
    name, arguments = read_action(action, _ACTIONS, "E-7.11")
    run, rule = _ACTIONS[name]
    if name in IN_ACTIVATION and grounds.active == NOBODY:
        told = Text("it belongs to somebody’s activation", "手番の間だけ行えます")
        raise ForbiddenAction(ACTION_NAMES[name], told, rule)
    table = Table(grounds, rulings, seed, [])
    carry_out(table, run, name, arguments, rule)
    return table.state, table.log


_Table = Table[Grounds]


def _forbid(action: str, reason: Text, rule: str) -> ForbiddenAction:
    return ForbiddenAction(ACTION_NAMES[action], reason, rule)


def _because(action: str, refusal: Refusal | None) -> ForbiddenAction | None:
    return _forbid(action, *refusal) if refusal else None


def _refuse(problem: ForbiddenAction | None) -> None:
    if problem:
        raise problem


def _change(table: _Table, who: int, **values: Any) -> None:
    board = table.state.board
    piece = replace(board.piece(who), **values)
    table.set(board=replace(board, pieces=(*board.pieces[:who], piece, *board.pieces[who + 1 :])))


def _change_peg(table: _Table, number: int, peg: Peg | None) -> None:
    board = table.state.board
    table.set(board=replace(board, pegs=(*board.pegs[:number], peg, *board.pegs[number + 1 :])))


# --- what the GM does -------------------------------------------------------------------------------------------------


def square_refusal(board: Board, square: Square, who: int = NOBODY, rulings: Rulings = Rulings()) -> Refusal | None:
    """Say that somebody else stands on a square.

    Source: E-Q6.

    Example:
        >>> square_refusal(Board(pieces=(Piece(Text("Aoi", "アオイ"), (0, 0)),)), (0, 0))[0].en
        'Aoi stands on A1'
    """
    for number, piece in board.standing():
        if number != who and piece.square == square and not rulings.share_squares:
            told = Text("{name} stands on {square}", "{square}には{name}がいます")
            return told.format(name=piece.name, square=square_name(square)), "E-Q6"
    return None


def free_squares(board: Board, rulings: Rulings = Rulings()) -> list[Square]:
    """Return the squares on which somebody may be put, row by row.

    Example:
        >>> len(free_squares(Board()))
        63
    """
    return [square for square in board.size.squares if square_refusal(board, square, NOBODY, rulings) is None]


def _free_square(table: _Table, action: str, square: Square, who: int = NOBODY) -> None:
    """Refuse a square on which somebody else stands."""
    _refuse(_because(action, square_refusal(table.state.board, square, who, table.rulings)))


def _put(table: _Table, name: Any, kind: Any, square: Any, numbers: Any, evades: Any = False) -> None:
    board = table.state.board
    if len(board.standing()) >= MOST_PIECES:
        told = Text("there is room for {n} on this board", "この盤に置けるのは{n}までです")
        raise _forbid("put", told.format(n=MOST_PIECES), "E-12.2")
    where = board.size.square(square)
    _free_square(table, "put", where)
    if not isinstance(evades, bool):
        raise InputError("evades", evades, Text("yes or no", "「はい」か「いいえ」です"), "E-11.13")
    if not isinstance(numbers, list) or len(numbers) != 6:
        raise InputError("numbers", numbers, Text("six numbers", "6つの数を並べてください"), "E-Q6")
    piece = Piece(read_name(name, [p.name for _, p in board.standing()]), where, kind, numbers[0], evades, *numbers[1:])
    table.set(board=replace(board, pieces=(*board.pieces, piece)))
    text = Text("{name} stands on {square}.", "{name}を{square}に置く。")
    table.tell(text, "E-12.2" if kind == "object" else "E-1.16", name=piece.name, square=square_name(where))


def _shift(table: _Table, who: Any, square: Any) -> None:
    piece, where = table.state.board.piece(who), table.state.board.size.square(square)
    _free_square(table, "shift", where, who)
    _change(table, who, square=where)
    text = Text("The GM puts {name} on {square}.", "GMが{name}を{square}へ移す。")
    table.tell(text, name=piece.name, square=square_name(where))


def _take(table: _Table, who: Any) -> None:
    board = table.state.board
    piece = board.piece(who)
    table.set(board=replace(board, pieces=(*board.pieces[:who], None, *board.pieces[who + 1 :])))
    table.tell(Text("{name} leaves the board.", "{name}を盤から取り除く。"), name=piece.name)
    if who == table.state.active:
        table.set(active=NOBODY, movement=0, used=(), manoeuvre=False)
    if who == table.state.shown:
        table.set(shown=NOBODY)


def _look(table: _Table, who: Any) -> None:
    piece = table.state.board.piece(who)
    if not piece.character:
        raise _forbid("look", Text("an object does not move", "オブジェクトは移動しません"), "E-12.2")
    table.set(shown=who)


# --- activations and movement -----------------------------------------------------------------------------------------


def _activate(table: _Table, who: Any, mobility: Any = None, manoeuvre: Any = False) -> None:
    board = table.state.board
    piece = board.piece(who)
    if not piece.character:
        raise _forbid("activate", Text("an object does not act", "オブジェクトに手番はありません"), "E-12.2")
    movement = mobility_at_start(board, who, table.rulings)
    if mobility is not None:
        whole_number("mobility", mobility, 0, MOST_MOVEMENT, "E-Q5")
        movement = min(mobility, movement) if held(board, piece, table.rulings) else mobility
    if not isinstance(manoeuvre, bool):
        raise InputError("manoeuvre", manoeuvre, Text("yes or no", "「はい」か「いいえ」です"), "E-4.4")
    table.set(active=who, movement=movement, used=(), shown=who, manoeuvre=manoeuvre)
    text = Text("{name}’s activation; mobility {n}.", "{name}の手番。【機動力】は{n}。")
    if held(board, piece, table.rulings):
        text = Text(
            "{name}’s activation begins in a Wall Barrier; mobility {n}.",
            "{name}の手番。【障壁結界】の中から始まるので、【機動力】は{n}。",
        )
        table.tell(text, "E-7.33", "E-Q21", name=piece.name, n=movement)
    else:
        table.tell(text, "E-3.1", "E-Q6", name=piece.name, n=movement)
    if harder(table.state, table.rulings):
        text = Text(
            "With the tactical manoeuvre: rope and removal checks are one step harder.",
            "【戦術機動】を使ったので、注連鋼縄の判定と解除判定は1段階難しくなる。",
        )
        table.tell(text, "E-4.6", "E-Q33")


def harder(grounds: Grounds, rulings: Rulings = Rulings()) -> bool:
    """Say whether rope and removal checks are one step harder in this activation.

    Source: E-4.6, E-Q33.

    Example:
        >>> harder(Grounds(active=0, manoeuvre=True)), harder(Grounds(active=0))
        (True, False)
    """
    return grounds.manoeuvre and rulings.manoeuvre_hardens == "all"


def _difficulty(table: _Table, base: Difficulty) -> tuple[Difficulty, tuple[str, ...]]:
    """Return the difficulty after the tactical manoeuvre, and the rules that make it harder."""
    if not harder(table.state, table.rulings):
        return base, ()
    return shift(base, 1, table.rulings), ("E-4.6", "E-Q33")


def _rest(table: _Table) -> None:
    piece = table.state.board.piece(table.state.active)
    table.tell(Text("{name}’s activation ends.", "{name}の手番が終わる。"), "E-2.1", name=piece.name)
    table.set(active=NOBODY, movement=0, used=(), manoeuvre=False)


def move_problem(grounds: Grounds, square: Square, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why somebody whose activation it is may not move to a square; None if it may.

    Source: E-4.1, E-4.2, E-7.32, E-7.35, E-7.36, E-12.4, E-M11, E-Q6.

    Example:
        >>> aoi = Piece(Text("Aoi", "アオイ"), (0, 0))
        >>> move_problem(Grounds(Board(pieces=(aoi,)), active=0, movement=3), (4, 0)).rule
        'E-4.2'
    """
    board, who = grounds.board, grounds.active
    piece = board.piece(who)
    name, cost = square_name(square), movement_range(board, who, MOST_MOVEMENT, rulings).get(square)
    if cost is not None and cost > grounds.movement:
        told = Text(
            f"the way to {name} costs {cost}, and {grounds.movement} is left",
            f"{name}までは{cost}必要で、残りは{grounds.movement}です",
        )
        return _forbid("move", told, "E-4.2")
    if cost is not None:
        return None
    there = [other for number, other in board.standing() if number != who and other.square == square]
    for other in there:
        if not other.character:
            return _forbid("move", Text(f"an object stands on {name}", f"{name}にはオブジェクトがあります"), "E-12.4")
        if not rulings.share_squares or other.enemy != piece.enemy:
            return _forbid("move", Text(f"somebody stands on {name}", f"{name}には誰かがいます"), "E-Q6")
    if piece.kind == "kaii" and square in board.walls and not (piece.evades and _by_type(rulings)):
        return _forbid("move", Text(f"a Wall Barrier closes {name}", f"{name}は【障壁結界】で入れません"), "E-7.35")
    rule = "E-7.35" if piece.kind == "kaii" and board.walls else "E-12.4"
    return _forbid("move", Text(f"no way leads to {name}", f"{name}へ通じる道がありません"), rule)


def _by_type(rulings: Rulings) -> bool:
    return rulings.wall_barrier == "by_evasion_type"


def _move(table: _Table, square: Any) -> None:
    grounds = table.state
    where = grounds.board.size.square(square)
    piece = grounds.board.piece(grounds.active)
    if where == piece.square:
        raise _forbid("move", Text("it stands there already", "すでにそのマスにいます"), "E-4.1")
    _refuse(move_problem(grounds, where, table.rulings))
    cost = movement_range(grounds.board, grounds.active, grounds.movement, table.rulings)[where]
    crossed = cost > 1 and bool(grounds.board.walls) and piece.kind == "kaii" and piece.evades
    _change(table, grounds.active, square=where)
    table.set(movement=grounds.movement - cost)
    text = Text(
        "{name} moves to {square} for {cost}; {left} left.", "{name}が{square}へ移動（{cost}消費、残り{left}）。"
    )
    rules = ("E-4.1", "E-7.36") if crossed and where in grounds.board.walls else ("E-4.1",)
    table.tell(text, *rules, name=piece.name, square=square_name(where), cost=cost, left=grounds.movement - cost)


# --- pegs, rope, barriers ---------------------------------------------------------------------------------------------


def _no_exorcist(grounds: Grounds, action: str) -> ForbiddenAction | None:
    if grounds.board.piece(grounds.active).kind != "kaii":
        return None
    return _forbid(action, Text("barriers are the work of exorcists", "結界を設置するのは祓魔師です"), "E-7.1")


def peg_problem(grounds: Grounds, square: Square | None = None) -> ForbiddenAction | None:
    """Say why no peg can be placed on a square, or none at all; None if it can.

    Source: E-7.16 to E-7.19, E-7.37, E-M9.

    Example:
        >>> aoi = Piece(Text("Aoi", "アオイ"), (0, 0), pegs=1)
        >>> peg_problem(Grounds(Board(pieces=(aoi,)), active=0), (4, 0)).rule
        'E-7.17'
    """
    board, piece = grounds.board, grounds.board.piece(grounds.active)
    problem = _no_exorcist(grounds, "peg") or _because("peg", peg_refusal(piece.name, piece.pegs))
    if problem:
        return problem
    if square is None or square in peg_squares(board, piece.square):
        return None
    if any(peg.square == square for _, peg in board.placed()):
        told = Text("a peg stands there; one is the most for a square", "祓串は1マスに1本までです")
        return _forbid("peg", told, "E-7.37")
    told = Text(
        "{square} lies {n} away, outside of the 7×7 squares around {name}",
        "{square}は{n}マス先で、{name}を中心とする7×7マスの外です",
    ).format(square=square_name(square), n=distance(square, piece.square), name=piece.name)
    return _forbid("peg", told, "E-7.17")


def _peg(table: _Table, square: Any) -> None:
    grounds = table.state
    where = grounds.board.size.square(square)
    _refuse(peg_problem(grounds, where))
    piece = grounds.board.piece(grounds.active)
    _change(table, grounds.active, pegs=piece.pegs - 1)
    board = table.state.board
    table.set(board=replace(board, pegs=(*board.pegs, Peg(where, grounds.active))))
    text = Text("{name} places a peg on {square}; {left} left.", "{name}が{square}に祓串を置く（残り{left}）。")
    table.tell(text, "E-7.17", "E-7.18", name=piece.name, square=square_name(where), left=piece.pegs - 1)


def rope_problem(grounds: Grounds, number: int, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why no rope can be laid at a peg; None if it can.

    Source: E-7.13, E-7.21 to E-7.23, E-7.38, E-M9, E-Q20, E-Q27, E-Q29, E-Q46.

    Example:
        >>> aoi = Piece(Text("Aoi", "アオイ"), (0, 0), rope=2)
        >>> rope_problem(Grounds(Board(pieces=(aoi,), pegs=(Peg((0, 1)),)), active=0), 0).rule
        'E-7.23'
    """
    board, peg = grounds.board, grounds.board.peg(number)
    piece = board.piece(grounds.active)
    taken = slot_refusal(grounds.used, "rope", rulings)
    problem = _no_exorcist(grounds, "rope") or _because("rope", taken)
    if problem:
        return problem
    if peg.area and (peg.barrier or not rulings.rope_again):
        return _forbid("rope", Text("it is roped already", "ここにはすでに張ってあります"), "E-7.38")
    if peg.placer != grounds.active and not rulings.others_rope:
        return _forbid("rope", Text("it is somebody else’s peg", "ほかの人が置いた祓串です"), "E-Q29")
    if piece.square not in touching((peg.square,), board.size, rulings):
        told = Text("{name} stands neither on {square} nor adjacent to it", "{name}は{square}にも隣接マスにもいません")
        return _forbid("rope", told.format(name=piece.name, square=square_name(peg.square)), "E-7.22")
    return _because("rope", rope_refusal(piece.name, piece.rope))


def _rope(table: _Table, number: Any, typed: Any = None) -> None:
    grounds = table.state
    peg = grounds.board.peg(number)
    _refuse(rope_problem(grounds, number, table.rulings))
    piece = grounds.board.piece(grounds.active)
    difficulty, rules = _difficulty(table, Difficulty.NORMAL)
    found = table.check(piece.name, piece.skill, difficulty, typed, "E-7.24", *rules)
    area = peg.area | roped_area(peg.square, found, grounds.board.size, table.rulings)
    _change(table, grounds.active, rope=piece.rope - ROPE)
    _change_peg(table, number, replace(peg, area=area, roper=grounds.active))
    table.set(used=(*grounds.used, "rope"))
    text = Text("{name} ropes {squares}; {left} rope left.", "{name}が{squares}に注連鋼縄を張る（残り{left}）。")
    rules = ("E-7.23", "E-7.25", "E-Q12") if found else ("E-7.23", "E-7.26")
    table.tell(text, *rules, name=piece.name, squares=square_names(_sorted(area)), left=piece.rope - ROPE)


def _sorted(area: frozenset[Square]) -> list[Square]:
    return sorted(area, key=lambda square: (square[1], square[0]))


def set_problem(grounds: Grounds, number: int, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why no barrier can be set at a peg; None if it can.

    Source: E-7.11, E-7.27, E-7.28, E-7.38, E-M9, E-Q29.

    Example:
        >>> aoi = Piece(Text("Aoi", "アオイ"), (0, 0))
        >>> set_problem(Grounds(Board(pieces=(aoi,), pegs=(Peg((0, 1)),)), active=0), 0).rule
        'E-7.11'
    """
    board, peg = grounds.board, grounds.board.peg(number)
    problem = _no_exorcist(grounds, "set")
    if problem:
        return problem
    if peg.barrier:
        return _forbid("set", Text("a barrier acts there already", "すでに結界があります"), "E-7.38")
    if not peg.area:
        return _forbid("set", Text("rope must be laid first", "先に注連鋼縄を張ります"), "E-7.11")
    if peg.roper != grounds.active and not rulings.others_rope:
        return _forbid("set", Text("somebody else laid this rope", "ほかの人が張った注連鋼縄です"), "E-Q29")
    if board.piece(grounds.active).square not in touching(peg.area, board.size, rulings):
        told = Text(
            "one must be inside the roped area or adjacent to it", "注連鋼縄の内側か隣接マスにいる必要があります"
        )
        return _forbid("set", told, "E-7.28")
    return None


def _set(table: _Table, number: Any, effect: Any = "wall", difficulty: Any = "NORMAL") -> None:
    grounds = table.state
    peg = grounds.board.peg(number)
    _refuse(set_problem(grounds, number, table.rulings))
    if effect not in EFFECTS:
        raise InputError("effect", effect, listed(list(EFFECTS.values())), "E-Q13")
    barrier = Barrier(grounds.active, effect, read_difficulty(difficulty))
    _change_peg(table, number, replace(peg, barrier=barrier))
    text = Text(
        "{name} sets a barrier on {squares}: {effect}, removal difficulty {difficulty}.",
        "{name}が{squares}に結界を設置。効果は{effect}、解除難易度は{difficulty}。",
    )
    piece = grounds.board.piece(grounds.active)
    rules = ("E-7.30", "E-7.31", "E-Q37", *(("E-Q13",) if effect != "wall" else ()))
    squares = square_names(_sorted(peg.area))
    table.tell(text, *rules, name=piece.name, squares=squares, effect=EFFECTS[effect], difficulty=difficulty)
    caught = [
        other.name
        for _, other in grounds.board.standing()
        if effect == "wall" and other.kind == "kaii" and other.square in peg.area
    ]
    if caught:
        told = Text("It covers {names}.", "{names}が範囲の中にいる。")
        table.tell(told, "E-7.34", names=listed(caught))


def remove_problem(grounds: Grounds, number: int, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why nobody can try to remove a barrier now; None if somebody can.

    Source: E-7.40, E-7.41, E-7.43, E-M9, E-Q27.

    Example:
        >>> aoi = Piece(Text("Aoi", "アオイ"), (0, 0))
        >>> wall = Peg((4, 4), area=frozenset([(4, 4)]), barrier=Barrier(-1))
        >>> remove_problem(Grounds(Board(pieces=(aoi,), pegs=(wall,)), active=0), 0).rule
        'E-7.43'
    """
    board, peg = grounds.board, grounds.board.peg(number)
    if not peg.barrier:
        return _forbid("remove", Text("there is no barrier yet", "まだ結界がありません"), "E-7.40")
    problem = _because("remove", slot_refusal(grounds.used, "removal", rulings))
    if problem:
        return problem
    if board.piece(grounds.active).square not in touching(peg.area, board.size, rulings):
        told = Text("one must be inside the barrier or touch it", "結界の中か、結界に接するマスにいる必要があります")
        return _forbid("remove", told, "E-7.43")
    return None


def _remove(table: _Table, number: Any, typed: Any = None) -> None:
    grounds = table.state
    peg = grounds.board.peg(number)
    _refuse(remove_problem(grounds, number, table.rulings))
    assert peg.barrier is not None
    piece = grounds.board.piece(grounds.active)
    difficulty, steeper = _difficulty(table, peg.barrier.difficulty)
    rules = ("E-7.42", "E-7.44", *(("E-11.25",) if piece.removal else ()), *steeper)
    found = table.check(piece.name, piece.spirit + piece.removal, difficulty, typed, *rules)
    table.set(used=(*grounds.used, "removal"))
    if found:
        _clear(table, number)
    else:
        table.tell(Text("The barrier stays.", "結界は解除されない。"), "E-3.9")


def free_problem(grounds: Grounds, number: int) -> ForbiddenAction | None:
    """Say why somebody cannot remove a barrier without a check; None if it is its own.

    Source: E-7.45.

    Example:
        >>> wall = Peg((4, 4), area=frozenset([(4, 4)]), barrier=Barrier(1))
        >>> free_problem(Grounds(Board(pegs=(wall,)), active=0), 0).rule
        'E-7.45'
    """
    barrier = grounds.board.peg(number).barrier
    if not barrier:
        return _forbid("free", Text("there is no barrier yet", "まだ結界がありません"), "E-7.40")
    if barrier.owner != grounds.active:
        told = Text(
            "only the one who set it removes it without a check", "判定なしで解除できるのは、設置した本人だけです"
        )
        return _forbid("free", told, "E-7.45")
    return None


def _free(table: _Table, number: Any) -> None:
    _refuse(free_problem(table.state, number))
    text = Text("{name} removes a barrier of their own.", "{name}が自分の結界を解除する。")
    table.tell(text, "E-7.45", name=table.state.board.piece(table.state.active).name)
    _clear(table, number)


def _clear(table: _Table, number: int) -> None:
    peg = table.state.board.peg(number)
    _change_peg(table, number, None)
    text = Text(
        "The barrier on {square} is gone, and so are peg and rope.", "{square}の結界が祓串と注連鋼縄ごと消える。"
    )
    table.tell(text, "E-7.46", "E-7.47", square=square_name(peg.square))


_ACTIONS: dict[str, tuple[Callable[..., None], str]] = {
    "put": (_put, "E-12.2"),
    "shift": (_shift, "E-10.5"),
    "take": (_take, "E-12.6"),
    "look": (_look, "E-4.1"),
    "activate": (_activate, "E-3.1"),
    "move": (_move, "E-4.1"),
    "peg": (_peg, "E-7.16"),
    "rope": (_rope, "E-7.21"),
    "set": (_set, "E-7.27"),
    "remove": (_remove, "E-7.41"),
    "free": (_free, "E-7.45"),
    "rest": (_rest, "E-2.1"),
}
IN_ACTIVATION = ("move", "peg", "rope", "set", "remove", "free", "rest")
ACTION_NAMES = {
    "put": Text("To put something there", "そのマスへの配置"),
    "shift": Text("To put somebody there", "そのマスへの移し替え"),
    "take": Text("To take something away", "取り除き"),
    "look": Text("To show its movement", "移動範囲の表示"),
    "activate": Text("An activation", "手番"),
    "move": Text("That move", "その移動"),
    "peg": Text("A peg", "祓串の設置"),
    "rope": Text("Laying rope", "注連鋼縄を張ること"),
    "set": Text("Setting a barrier", "結界の設置"),
    "remove": Text("The removal check", "解除判定"),
    "free": Text("Removal without a check", "判定なしの解除"),
    "rest": Text("To end the activation", "手番の終了"),
}
