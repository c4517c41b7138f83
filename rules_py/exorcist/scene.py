"""How things stand in a fight of Tactical Exorcist, or on its grid, for a picture: who is there, with what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.scenes import NOTHING, TURN, Meter, Person, Scene, Side, numbered
from rules_py.core.text import Language, Text, listed
from rules_py.exorcist import board as grid
from rules_py.exorcist.fighters import Fighter
from rules_py.exorcist.fighters import Side as ExorcistSide
from rules_py.exorcist.figures import area_words, draw_board, piece_signs, signs
from rules_py.exorcist.model import Duel
from rules_py.exorcist.widgets import combat_board as combat

_EXORCISTS: Mapping[ExorcistSide, Side] = {ExorcistSide.ENEMY: "enemy", ExorcistSide.THING: "thing"}


def scene(state: Duel, inputs: Any) -> Scene:
    """Return it for the picture of the stepper; see `rules_py.core.scenes`."""
    fight, board = state.combat, state.board
    if state.alone:
        marks = piece_signs(board)
        people = [_piece(piece, marks[who]) for who, piece in board.standing()]
    else:
        marks = dict(enumerate(signs([fighter.name for fighter in fight.fighters])))
        people = [_fighter(state, who, each, marks[who]) for who, each in enumerate(fight.fighters) if not each.gone]
    gone = [fighter.name for fighter in fight.fighters if fighter.gone]
    told = [Text("Off the map: {names}", "マップ外：{names}").format(names=listed(gone))] if gone else []
    if fight.under_pressure(inputs.rulings) and not state.alone:
        words = Text("Boss fight: pressure {mode}", "ボス戦：圧力は{mode}")
        told.append(words.format(mode=fight.zone.pressure.text))
    for _, peg in board.placed():
        words = Text("Peg on {square}: {stage}{area}", "{square}に祓串：{stage}{area}")
        around = Text(" on {squares}", "（{squares}）").format(squares=area_words(peg.area)) if peg.area else NOTHING
        told.append(words.format(square=grid.square_name(peg.square), stage=peg.stage, area=around))

    def boards(language: Language) -> list[Element]:
        if state.grounds is None:
            return []
        return [draw_board(board, language, state.grounds.active, marks=marks)]

    when = Text("Grid", "盤") if state.alone else numbered(TURN, fight.turn)
    return Scene(when, boards, tuple(told), tuple(people))


def _fighter(state: Duel, who: int, fighter: Fighter, mark: Text) -> Person:
    square = state.square(who)
    told = combat.badges(fighter)
    if square:
        told.insert(0, Text("on {square}", "{square}").format(square=grid.square_name(square)))
    return Person(
        fighter.name,
        _EXORCISTS.get(fighter.side, "own"),
        combat.standing(state.combat, who),
        mark,
        now=who == state.combat.active,
        meters=tuple(Meter(*each) for each in combat.tallies(fighter)),
        told=(listed(told),) if told else (),
    )


def _piece(piece: grid.Piece, mark: Text) -> Person:
    side: Side = {"exorcist": "own", "object": "thing"}.get(piece.kind, "enemy")  # type: ignore[assignment]
    told = Text("on {square}", "{square}").format(square=grid.square_name(piece.square))
    return Person(piece.name, side, grid.KINDS[piece.kind], mark, told=(told,))
