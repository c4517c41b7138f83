"""The actions on the grid: moves, pegs, rope, barriers; and those of a grid that is played alone.

Source: E-4.6, E-7.11 to E-7.47, E-M9, E-M10, E-M11, E-Q33.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from rules_py.core.arguments import Choice, Record, Whole, numbers_of
from rules_py.core.names import read_name
from rules_py.core.text import Text, listed
from rules_py.exorcist.arguments import Dice, Ladder, Name, PegNumber, PieceNumber, Place, Yes
from rules_py.exorcist.board import (
    EFFECTS,
    KINDS,
    MOST_MOVEMENT,
    NOBODY,
    ROPE,
    Barrier,
    Board,
    Kind,
    Peg,
    Piece,
    Square,
    held,
    mobility_at_start,
    movement_range,
    roped_area,
    square_name,
    square_names,
)
from rules_py.exorcist.checks import Difficulty
from rules_py.exorcist.game.desk import BEFORE_ALL, GAME
from rules_py.exorcist.game.play import Play, refuse
from rules_py.exorcist.game.refusals import (
    A_PEG,
    because,
    free_problem,
    harder,
    move_problem,
    peg_problem,
    remove_problem,
    rope_problem,
    set_problem,
    square_refusal,
)
from rules_py.exorcist.game.turns import may
from rules_py.exorcist.model import MOST_PIECES, Duel, Grounds, Stage
from rules_py.exorcist.samples import sample_fight, sample_grid

PIECE = Record(numbers_of(Piece))
_ACTING = (Stage.ON_GRID, Stage.ALONE_ACTING)


# --- a grid alone -----------------------------------------------------------------------------------------------------


def _alone(play: Play) -> Board:
    """Return the grid that is played alone; a fight in which nothing has been done yet makes way for one.

    Raises:
        ForbiddenAction: If a fight has been begun on the grid.
    """
    if not play.state.alone:
        size = play.board.size
        empty = Duel(grounds=Grounds(Board(size)))
        if play.state not in (empty, sample_fight(size)):
            raise play.forbidden("fight_on_grid")
        play.state = replace(empty, alone=True) if play.state == empty else sample_grid(size)
    return play.board


@GAME.action("put", Text("Putting something there", "そのマスへの配置"), *BEFORE_ALL, rule="E-12.2")
def _put(
    play: Play,
    name: Name,
    kind: Annotated[Kind, Choice(KINDS, "E-12.2")],
    square: Place,
    numbers: Annotated[dict[str, int], PIECE],
    evades: Yes = False,
) -> None:
    board = _alone(play)
    if len(board.standing()) >= MOST_PIECES:
        raise play.forbidden("most_pieces", "E-12.2", n=MOST_PIECES)
    refuse(because("put", square_refusal(board, square, NOBODY, play.rulings)), "square")
    called = read_name(name, [piece.name for _, piece in board.standing()])
    piece = Piece(called, square, kind, evades=evades, **numbers)
    play.change_board(pieces=(*board.pieces, piece))
    play.tell("is_put_on", "E-12.2" if kind == "object" else "E-1.16", name=called, square=square_name(square))


@GAME.action("shift", Text("Putting somebody there", "そのマスへの移し替え"), *BEFORE_ALL, rule="E-10.5")
def _shift(play: Play, who: PieceNumber, square: Place) -> None:
    board = _alone(play)
    refuse(because("shift", square_refusal(board, square, who, play.rulings)), "square")
    play.change_piece(who, square=square)
    play.tell("is_shifted_to", name=board.piece(who).name, square=square_name(square))


@GAME.action("take", Text("Taking something away", "取り除くこと"), *BEFORE_ALL, rule="E-12.6")
def _take(play: Play, who: PieceNumber) -> None:
    board = _alone(play)
    play.tell("leaves_board", name=board.piece(who).name)
    play.change_board(pieces=(*board.pieces[:who], None, *board.pieces[who + 1 :]))
    if who == play.grounds.active:
        play.change_grounds(active=NOBODY, movement=0, used=(), manoeuvre=False)
    if who == play.grounds.shown:
        play.change_grounds(shown=NOBODY)


@GAME.action("look", Text("Showing its movement", "移動範囲の表示"), *BEFORE_ALL, rule="E-4.1")
def _look(play: Play, who: PieceNumber) -> None:
    if not _alone(play).piece(who).character:
        refuse(play.forbidden("object_does_not_move", "E-12.2"), "who")
    play.change_grounds(shown=who)


@GAME.action("activate", Text("An activation", "手番の開始"), *BEFORE_ALL, rule="E-3.1")
def _activate(
    play: Play,
    who: PieceNumber,
    mobility: Annotated[int, Whole(0, MOST_MOVEMENT, "E-Q5")] | None = None,
    manoeuvre: Yes = False,
) -> None:
    board = _alone(play)
    piece = board.piece(who)
    if not piece.character:
        refuse(play.forbidden("object_does_not_act", "E-12.2"), "who")
    movement, bound = mobility_at_start(board, who, play.rulings), held(board, piece, play.rulings)
    if mobility is not None:
        movement = min(mobility, movement) if bound else mobility
    play.change_grounds(active=who, movement=movement, used=(), shown=who, manoeuvre=manoeuvre)
    rules = ("E-7.33", "E-Q21") if bound else ("E-3.1", "E-Q6")
    play.tell("alone_activation_in_wall" if bound else "alone_activation", *rules, name=piece.name, n=movement)
    if harder(play.grounds, play.rulings):
        play.tell("alone_manoeuvre", "E-4.6", "E-Q33")


@GAME.action("rest", Text("Ending the activation", "手番の終了"), Stage.ALONE_ACTING, rule="E-2.1")
def _rest(play: Play) -> None:
    piece = play.board.piece(play.grounds.active)
    play.tell("activation_ends", "E-2.1", name=piece.name)
    play.change_grounds(active=NOBODY, movement=0, used=(), manoeuvre=False)


# --- whoever acts on the grid -----------------------------------------------------------------------------------------


def _acting(play: Play) -> tuple[Grounds, Piece]:
    """Return the grid, and whoever acts as a piece of it.

    Raises:
        ForbiddenAction: If it stands nowhere.
    """
    grounds = play.grounds
    if grounds.active == NOBODY:
        raise play.forbidden("not_on_grid", "E-2.1", name=play.combat.name(play.combat.active))
    return grounds, grounds.board.piece(grounds.active)


@GAME.action("move", Text("That move", "その移動"), *_ACTING, rule="E-4.1")
def _move(play: Play, square: Place, onward: Yes = False) -> None:
    """Move; `onward`: what follows at once belongs to the same step."""
    if not play.state.alone:
        may(play, "move")
    grounds, piece = _acting(play)
    if square == piece.square:
        refuse(play.forbidden("stands_there", "E-4.1"), "square")
    refuse(move_problem(grounds, square, play.rulings), "square")
    cost = movement_range(grounds.board, grounds.active, grounds.movement, play.rulings)[square]
    crossed = cost > 1 and bool(grounds.board.walls) and piece.kind == "kaii" and piece.evades
    play.change_piece(grounds.active, square=square)
    left = grounds.movement - cost
    if play.state.alone:
        play.change_grounds(movement=left)
    else:
        play.walk(cost)
    rules = ("E-4.1", "E-7.36") if crossed and square in grounds.board.walls else ("E-4.1",)
    play.tell("moves_to_square", *rules, name=piece.name, square=square_name(square), cost=cost, left=left)


# --- pegs, rope, barriers ---------------------------------------------------------------------------------------------


def _sorted(area: frozenset[Square]) -> list[Square]:
    return sorted(area, key=lambda square: (square[1], square[0]))


@GAME.action("peg", A_PEG, *_ACTING, rule="E-7.16")
def _peg(play: Play, square: Place) -> None:
    grounds, piece = _acting(play)
    refuse(peg_problem(grounds, square), "square")
    play.spend(pegs=piece.pegs - 1)
    play.build()
    play.change_board(pegs=(*play.board.pegs, Peg(square, grounds.active)))
    play.tell("places_peg_on", "E-7.17", "E-7.18", name=piece.name, square=square_name(square), left=piece.pegs - 1)


@GAME.action("rope", Text("Laying rope", "注連鋼縄を張ること"), *_ACTING, rule="E-7.21")
def _rope(play: Play, peg: PegNumber, dice: Dice = None) -> None:
    grounds, piece = _acting(play)
    refuse(rope_problem(grounds, peg, play.rulings))
    found_at = grounds.board.peg(peg)
    difficulty, rules = play.steepened(Difficulty.NORMAL)
    found = play.check(piece.name, piece.skill, difficulty, dice, "E-7.24", *rules)
    area = found_at.area | roped_area(found_at.square, found, grounds.board.size, play.rulings)
    play.spend(rope=piece.rope - ROPE)
    play.use("rope")
    play.change_peg(peg, replace(found_at, area=area, roper=grounds.active))
    rules = ("E-7.23", "E-7.25", "E-Q12") if found else ("E-7.23", "E-7.26")
    squares = square_names(_sorted(area))
    play.tell("ropes_squares", *rules, name=piece.name, squares=squares, left=piece.rope - ROPE)


@GAME.action("set", Text("Setting a barrier", "結界の設置"), *_ACTING, rule="E-7.27")
def _set(
    play: Play,
    peg: PegNumber,
    effect: Annotated[str, Choice(EFFECTS, "E-Q13")] = "wall",
    difficulty: Ladder = Difficulty.NORMAL,
) -> None:
    grounds, piece = _acting(play)
    refuse(set_problem(grounds, peg, play.rulings))
    roped = grounds.board.peg(peg)
    play.change_peg(peg, replace(roped, barrier=Barrier(grounds.active, effect, difficulty)))
    play.build()
    rules = ("E-7.30", "E-7.31", "E-Q37", *(("E-Q13",) if effect != "wall" else ()))
    squares, removal = square_names(_sorted(roped.area)), difficulty.text
    play.tell("sets_barrier", *rules, name=piece.name, squares=squares, effect=EFFECTS[effect], difficulty=removal)
    caught = [
        other.name
        for _, other in grounds.board.standing()
        if effect == "wall" and other.kind == "kaii" and other.square in roped.area
    ]
    if caught:
        play.tell("barrier_covers", "E-7.34", names=listed(caught))


@GAME.action("removal", Text("The removal check", "解除判定"), Stage.ON_GRID, rule="E-7.41")
@GAME.action("remove", Text("The removal check", "解除判定"), Stage.ALONE_ACTING, rule="E-7.41")
def _remove(play: Play, peg: PegNumber, dice: Dice = None) -> None:
    grounds, piece = _acting(play)
    refuse(remove_problem(grounds, peg, play.rulings))
    barrier = grounds.board.peg(peg).barrier
    assert barrier is not None
    difficulty, steeper = play.steepened(barrier.difficulty)
    rules = ("E-7.42", "E-7.44", *(("E-11.25",) if piece.removal else ()), *steeper)
    found = play.check(piece.name, piece.spirit + piece.removal, difficulty, dice, *rules)
    play.use("removal")
    if found:
        _clear(play, peg)
    else:
        play.tell("barrier_stays", "E-3.9")


@GAME.action("free", Text("Removal without a check", "判定なしの解除"), *_ACTING, rule="E-7.45")
def _free(play: Play, peg: PegNumber) -> None:
    grounds, piece = _acting(play)
    refuse(free_problem(grounds, peg))
    play.build()
    play.tell("removes_own_barrier", "E-7.45", name=piece.name)
    _clear(play, peg)


def _clear(play: Play, number: int) -> None:
    square = play.board.peg(number).square
    play.change_peg(number, None)
    play.tell("barrier_gone_from", "E-7.46", "E-7.47", square=square_name(square))
