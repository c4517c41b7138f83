"""The actions on the grid: moves, pegs, rope, barriers; and those of a grid that is played alone.

Source: E-4.6, E-7.11 to E-7.47, E-M9, E-M10, E-M11, E-Q33.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from rules_py.core.arguments import Choice, Whole
from rules_py.core.names import read_name
from rules_py.core.text import Text, listed
from rules_py.exorcist.arguments import Dice, Ladder, Name, PegNumber, PieceNumber, Place, Record, Yes
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
from rules_py.exorcist.characters import MOST_ABILITY, MOST_EXTRA, MOST_MOBILITY, MOST_SUPPLIES
from rules_py.exorcist.checks import Difficulty
from rules_py.exorcist.game.desk import BEFORE_ALL, GAME
from rules_py.exorcist.game.play import Play, refuse
from rules_py.exorcist.game.refusals import (
    A_PEG,
    because,
    forbid,
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
from rules_py.exorcist.model import MOST_PIECES, Grounds, Stage
from rules_py.exorcist.samples import sample_fight, sample_grid

PIECE = Record(
    {
        "mobility": Whole(0, MOST_MOBILITY),
        "skill": Whole(0, MOST_ABILITY),
        "spirit": Whole(0, MOST_ABILITY),
        "removal": Whole(0, MOST_EXTRA),
        "pegs": Whole(0, MOST_SUPPLIES),
        "rope": Whole(0, MOST_SUPPLIES),
    }
)
"""The numbers of a piece, in the order in which actions tell them."""
_ACTING = (Stage.ON_GRID, Stage.ALONE_ACTING)


# --- a grid alone -----------------------------------------------------------------------------------------------------


def _alone(play: Play) -> Board:
    """Return the grid that is played alone; a fight in which nothing has been done yet makes way for one.

    Raises:
        ForbiddenAction: If a fight has been begun on the grid.
    """
    if not play.state.alone:
        size = play.board.size
        if play.state != sample_fight(size):
            raise play.forbidden(Text("a fight is played on the grid", "盤は戦闘で使っています"))
        play.state = sample_grid(size)
    return play.board


@GAME.action("put", Text("To put something there", "そのマスへの配置"), *BEFORE_ALL, rule="E-12.2")
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
        told = Text("there is room for {n} on this board", "この盤に置けるのは{n}までです")
        raise play.forbidden(told, "E-12.2", n=MOST_PIECES)
    refuse(because("put", square_refusal(board, square, NOBODY, play.rulings)), "square")
    called = read_name(name, [piece.name for _, piece in board.standing()])
    piece = Piece(called, square, kind, evades=evades, **numbers)
    play.change_board(pieces=(*board.pieces, piece))
    text = Text("{name} stands on {square}.", "{name}を{square}に置く。")
    play.tell(text, "E-12.2" if kind == "object" else "E-1.16", name=called, square=square_name(square))


@GAME.action("shift", Text("To put somebody there", "そのマスへの移し替え"), *BEFORE_ALL, rule="E-10.5")
def _shift(play: Play, who: PieceNumber, square: Place) -> None:
    board = _alone(play)
    refuse(because("shift", square_refusal(board, square, who, play.rulings)), "square")
    play.change_piece(who, square=square)
    text = Text("The GM puts {name} on {square}.", "GMが{name}を{square}へ移す。")
    play.tell(text, name=board.piece(who).name, square=square_name(square))


@GAME.action("take", Text("To take something away", "取り除き"), *BEFORE_ALL, rule="E-12.6")
def _take(play: Play, who: PieceNumber) -> None:
    board = _alone(play)
    play.tell(Text("{name} leaves the board.", "{name}を盤から取り除く。"), name=board.piece(who).name)
    play.change_board(pieces=(*board.pieces[:who], None, *board.pieces[who + 1 :]))
    if who == play.grounds.active:
        play.change_grounds(active=NOBODY, movement=0, used=(), manoeuvre=False)
    if who == play.grounds.shown:
        play.change_grounds(shown=NOBODY)


@GAME.action("look", Text("To show its movement", "移動範囲の表示"), *BEFORE_ALL, rule="E-4.1")
def _look(play: Play, who: PieceNumber) -> None:
    if not _alone(play).piece(who).character:
        refuse(play.forbidden(Text("an object does not move", "オブジェクトは移動しません"), "E-12.2"), "who")
    play.change_grounds(shown=who)


@GAME.action("activate", Text("An activation", "手番"), *BEFORE_ALL, rule="E-3.1")
def _activate(
    play: Play,
    who: PieceNumber,
    mobility: Annotated[int, Whole(0, MOST_MOVEMENT, "E-Q5")] | None = None,
    manoeuvre: Yes = False,
) -> None:
    board = _alone(play)
    piece = board.piece(who)
    if not piece.character:
        refuse(play.forbidden(Text("an object does not act", "オブジェクトに手番はありません"), "E-12.2"), "who")
    movement, bound = mobility_at_start(board, who, play.rulings), held(board, piece, play.rulings)
    if mobility is not None:
        movement = min(mobility, movement) if bound else mobility
    play.change_grounds(active=who, movement=movement, used=(), shown=who, manoeuvre=manoeuvre)
    text, rules = Text("{name}’s activation; mobility {n}.", "{name}の手番。【機動力】は{n}。"), ("E-3.1", "E-Q6")
    if bound:
        rules = ("E-7.33", "E-Q21")
        text = Text(
            "{name}’s activation begins in a Wall Barrier; mobility {n}.",
            "{name}の手番。【障壁結界】の中から始まるので、【機動力】は{n}。",
        )
    play.tell(text, *rules, name=piece.name, n=movement)
    if harder(play.grounds, play.rulings):
        text = Text(
            "With the tactical manoeuvre: rope and removal checks are one step harder.",
            "【戦術機動】を使ったので、注連鋼縄の判定と解除判定は1段階難しくなる。",
        )
        play.tell(text, "E-4.6", "E-Q33")


@GAME.action("rest", Text("To end the activation", "手番の終了"), Stage.ALONE_ACTING, rule="E-2.1")
def _rest(play: Play) -> None:
    piece = play.board.piece(play.grounds.active)
    play.tell(Text("{name}’s activation ends.", "{name}の手番が終わる。"), "E-2.1", name=piece.name)
    play.change_grounds(active=NOBODY, movement=0, used=(), manoeuvre=False)


# --- whoever acts on the grid -----------------------------------------------------------------------------------------


def _acting(play: Play, action: str | Text) -> tuple[Grounds, Piece]:
    """Return the grid, and whoever acts as a piece of it.

    Raises:
        ForbiddenAction: If it stands nowhere.
    """
    grounds = play.grounds
    if grounds.active == NOBODY:
        told = Text("{name} stands nowhere on the grid", "{name}は盤の上にいません")
        raise forbid(action, told.format(name=play.combat.name(play.combat.active)), "E-2.1")
    return grounds, grounds.board.piece(grounds.active)


@GAME.action("move", Text("That move", "その移動"), *_ACTING, rule="E-4.1")
def _move(play: Play, square: Place, onward: Yes = False) -> None:
    """Move; `onward`: what follows at once belongs to the same step."""
    if not play.state.alone:
        may(play, "move")
    grounds, piece = _acting(play, "move")
    if square == piece.square:
        refuse(play.forbidden(Text("it stands there already", "すでにそのマスにいます"), "E-4.1"), "square")
    refuse(move_problem(grounds, square, play.rulings), "square")
    cost = movement_range(grounds.board, grounds.active, grounds.movement, play.rulings)[square]
    crossed = cost > 1 and bool(grounds.board.walls) and piece.kind == "kaii" and piece.evades
    play.change_piece(grounds.active, square=square)
    left = grounds.movement - cost
    if play.state.alone:
        play.change_grounds(movement=left)
    else:
        play.change_activation(movement=left, moved=play.combat.activation.moved + cost)
    text = Text(
        "{name} moves to {square} for {cost}; {left} left.", "{name}が{square}へ移動（{cost}消費、残り{left}）。"
    )
    rules = ("E-4.1", "E-7.36") if crossed and square in grounds.board.walls else ("E-4.1",)
    play.tell(text, *rules, name=piece.name, square=square_name(square), cost=cost, left=left)


# --- pegs, rope, barriers ---------------------------------------------------------------------------------------------


def _sorted(area: frozenset[Square]) -> list[Square]:
    return sorted(area, key=lambda square: (square[1], square[0]))


@GAME.action("peg", A_PEG, *_ACTING, rule="E-7.16")
def _peg(play: Play, square: Place) -> None:
    grounds, piece = _acting(play, A_PEG)
    refuse(peg_problem(grounds, square), "square")
    play.spend(pegs=piece.pegs - 1)
    play.change_board(pegs=(*play.board.pegs, Peg(square, grounds.active)))
    text = Text("{name} places a peg on {square}; {left} left.", "{name}が{square}に祓串を置く（残り{left}）。")
    play.tell(text, "E-7.17", "E-7.18", name=piece.name, square=square_name(square), left=piece.pegs - 1)


@GAME.action("rope", Text("Laying rope", "注連鋼縄を張ること"), *_ACTING, rule="E-7.21")
def _rope(play: Play, peg: PegNumber, dice: Dice = None) -> None:
    grounds, piece = _acting(play, "rope")
    refuse(rope_problem(grounds, peg, play.rulings))
    found_at = grounds.board.peg(peg)
    difficulty, rules = play.steepened(Difficulty.NORMAL)
    found = play.check(piece.name, piece.skill, difficulty, dice, "E-7.24", *rules)
    area = found_at.area | roped_area(found_at.square, found, grounds.board.size, play.rulings)
    play.spend(rope=piece.rope - ROPE)
    play.use("rope")
    play.change_peg(peg, replace(found_at, area=area, roper=grounds.active))
    text = Text("{name} ropes {squares}; {left} rope left.", "{name}が{squares}に注連鋼縄を張る（残り{left}）。")
    rules = ("E-7.23", "E-7.25", "E-Q12") if found else ("E-7.23", "E-7.26")
    play.tell(text, *rules, name=piece.name, squares=square_names(_sorted(area)), left=piece.rope - ROPE)


@GAME.action("set", Text("Setting a barrier", "結界の設置"), *_ACTING, rule="E-7.27")
def _set(
    play: Play,
    peg: PegNumber,
    effect: Annotated[str, Choice(EFFECTS, "E-Q13")] = "wall",
    difficulty: Ladder = Difficulty.NORMAL,
) -> None:
    grounds, piece = _acting(play, "set")
    refuse(set_problem(grounds, peg, play.rulings))
    roped = grounds.board.peg(peg)
    play.change_peg(peg, replace(roped, barrier=Barrier(grounds.active, effect, difficulty)))
    text = Text(
        "{name} sets a barrier on {squares}: {effect}, removal difficulty {difficulty}.",
        "{name}が{squares}に結界を設置。効果は{effect}、解除難易度は{difficulty}。",
    )
    rules = ("E-7.30", "E-7.31", "E-Q37", *(("E-Q13",) if effect != "wall" else ()))
    squares = square_names(_sorted(roped.area))
    named = difficulty.text
    play.tell(text, *rules, name=piece.name, squares=squares, effect=EFFECTS[effect], difficulty=named)
    caught = [
        other.name
        for _, other in grounds.board.standing()
        if effect == "wall" and other.kind == "kaii" and other.square in roped.area
    ]
    if caught:
        play.tell(Text("It covers {names}.", "{names}が範囲の中にいる。"), "E-7.34", names=listed(caught))


@GAME.action("removal", Text("The removal check", "解除判定"), Stage.ON_GRID, rule="E-7.41")
@GAME.action("remove", Text("The removal check", "解除判定"), Stage.ALONE_ACTING, rule="E-7.41")
def _remove(play: Play, peg: PegNumber, dice: Dice = None) -> None:
    grounds, piece = _acting(play, "removal")
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
        play.tell(Text("The barrier stays.", "結界は解除されない。"), "E-3.9")


@GAME.action("free", Text("Removal without a check", "判定なしの解除"), *_ACTING, rule="E-7.45")
def _free(play: Play, peg: PegNumber) -> None:
    grounds, piece = _acting(play, "free")
    refuse(free_problem(grounds, peg))
    play.tell(
        Text("{name} removes a barrier of their own.", "{name}が自分の結界を解除する。"), "E-7.45", name=piece.name
    )
    _clear(play, peg)


def _clear(play: Play, number: int) -> None:
    square = play.board.peg(number).square
    play.change_peg(number, None)
    text = Text(
        "The barrier on {square} is gone, and so are peg and rope.", "{square}の結界が祓串と注連鋼縄ごと消える。"
    )
    play.tell(text, "E-7.46", "E-7.47", square=square_name(square))
