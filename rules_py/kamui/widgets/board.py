"""Ring board: revelation dice and events, movement and attacks, rifts and faith, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.desk import DECIDED, phase
from rules_py.core.game import Action, Event
from rules_py.core.markup import h, remark
from rules_py.core.stepper import Playing, Stepper, read_button
from rules_py.core.text import Language, Text
from rules_py.kamui import advice
from rules_py.kamui.cast import START
from rules_py.kamui.game import GAME
from rules_py.kamui.model import NOBODY, Play
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.widgets.board_changes import sheet
from rules_py.kamui.widgets.board_grace import brought, shown_grace
from rules_py.kamui.widgets.board_presses import noting
from rules_py.kamui.widgets.board_tray import tray
from rules_py.kamui.widgets.board_view import board, offered, round_to_come, standing

_SET_UP = {name for name, action in GAME.actions.items() if not action.stages} - {"begin", "then"}
"""What a table does before it begins to play."""


BoardInputs = Playing[Rulings]


class RingBoard(Stepper[Play, BoardInputs]):
    """Plays a session by the rules of `rules_py.kamui.game`."""

    title = Text("Ring board", "外周マップ")
    game = GAME

    def start(self, inputs: BoardInputs) -> Play:
        """Return three kamui and a magai, to be played or changed."""
        return START

    def people(self, state: Play) -> Sequence[Any]:
        """Return those who take part."""
        return state.kamui

    def leaving(self, state: Play) -> list[Action] | None:
        """Return the actions that take the PCs out, before play begins."""
        if state.begun:
            return None
        return [["take", "kamui", who] for who in reversed(range(len(state.kamui)))]

    def outcome(self, state: Play, inputs: BoardInputs) -> Text | None:
        """Return what the grace check has brought; with it a session is over."""
        return brought(state.grace, state) if state.grace else None

    def _set_up(self, actions: list[Action]) -> list[Action]:
        """Return the actions before play began; all of them if it has not."""
        return list(takewhile(lambda action: action[0] in _SET_UP, actions))

    def action(self, state: Play, pressed: Mapping[str, str]) -> Action:
        """Return the action of a button; an attack of whoever acts is noted with its blow only where it has changed."""
        action = super().action(state, pressed)
        if state.active == NOBODY or action[0] != "then" or len(action) != 3:
            return action
        known = [noting(state, skill) for skill in advice.skills_of(state, state.active)]
        chosen = action[1] in known and read_button(pressed)[1][2] == action[1][2]  # and not filled in
        return action[2] if chosen else action

    def sheet(self, state: Play, whose: str, inputs: BoardInputs, language: Language) -> Element | None:
        """Return the sheet of a kamui or an enemy to be changed."""
        return sheet(state, whose, inputs.rulings, language)

    def show(
        self, state: Play, log: list[Event], inputs: BoardInputs, language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return the ring, the controls of the moment, and the log."""
        rulings = inputs.rulings
        controls = [phase(_moment(state, rulings), language)]
        controls += tray(state, rulings, language)
        below = [
            *round_to_come(state, rulings, language),
            *offered(state, rulings, language),
            remark(standing(rulings).get(language)),
        ]
        grace = shown_grace(state, rulings, language)
        if grace:
            below.insert(0, h("section", grace, class_="grace", data_here=True))
        shown_board = [*below[:1], *board(state, rulings, language), *below[1:]] if grace else None
        shown_board = shown_board or [*board(state, rulings, language), h("div", below, class_="below")]
        more = Text("", "") if log else Text("The middle phase begins.", "ミドルフェイズが始まります。")
        return more, {
            "output": [h("div", shown_board, class_="board kamui-board")],
            "controls": controls,
        }


def _moment(play: Play, rulings: Rulings) -> Text:
    """Say whose turn it is to do what."""
    number = {"middle": Text("Cycle {n}", "第{n}サイクル"), "climax": Text("Round {n}", "第{n}ラウンド")}
    if play.phase == "ending":
        return Text("Ending phase", "エンディングフェイズ")
    when = number[play.phase].format(n=play.number)
    if play.phase == "climax" and not advice.standing(play, rulings):
        return DECIDED.format(when=when)
    if play.chooser != NOBODY:
        told = Text("{name} chooses a square", "{name}がマスを選ぶ").format(name=play.name(play.chooser))
    elif play.active != NOBODY:
        told = Text("{name}’s activation", "{name}の手番").format(name=play.name(play.active))
    elif play.unplaced:
        told = Text("revelation dice", "天啓ダイス")
    elif play.waiting:
        told = Text("who acts next?", "次は誰の手番か")
    elif play.phase == "climax":
        told = Text("the enemies act (K-Q20)", "敵の手番（K-Q20）")
    else:
        told = Text("everybody has acted", "全員の手番が終了")
    return when + Text(" · ", "・") + told
