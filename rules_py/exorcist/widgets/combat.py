"""Combat stepper: a fight on its grid, turn by turn: moves, pegs and barriers, attacks with evasion, damage, death."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any
from xml.etree.ElementTree import Element

from rules_py.core.controls import opened_place
from rules_py.core.desk import DECIDED, phase
from rules_py.core.fields import IntegerField
from rules_py.core.form import Group
from rules_py.core.game import Action, Event
from rules_py.core.played import Played
from rules_py.core.scenes import TURN
from rules_py.core.stepper import Stepper
from rules_py.core.text import Language, Text, listed
from rules_py.core.widget import Answer
from rules_py.exorcist.board import LARGEST, NOBODY, SMALLEST, Size
from rules_py.exorcist.fighters import Side
from rules_py.exorcist.game import GAME
from rules_py.exorcist.model import Combat, Duel, Stage, evasion
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.samples import sample_fight
from rules_py.exorcist.widgets import grid
from rules_py.exorcist.widgets.combat_board import lay_out, sheets
from rules_py.exorcist.widgets.combat_tray import Moment, controls
from rules_py.exorcist.widgets.entering import EDITABLE, sheet_form
from rules_py.exorcist.widgets.grid_tray import controls_alone

LIFTING = re.compile(r'\["lift",([0-9]{1,2})\]')
"""What a button says that takes somebody up, to be put elsewhere."""


@dataclass(frozen=True)
class CombatInputs:
    """The size of the grid, the house rules of a fight, and what has been played."""

    columns: Annotated[
        int, IntegerField(Text("Columns of the grid", "盤の横のマス数"), "9", least=SMALLEST, most=LARGEST)
    ]
    rows: Annotated[int, IntegerField(Text("Rows of the grid", "盤の縦のマス数"), "7", least=SMALLEST, most=LARGEST)]
    rulings: Rulings
    played: Annotated[Played, Group()]


class CombatStepper(Stepper[Duel, CombatInputs]):
    """Plays a fight on its grid by the rules of `rules_py.exorcist.game`; either also without the other."""

    title = Text("Combat stepper", "戦闘の進行ツール")
    game = GAME
    formerly = ("exorcist.board",)

    def __init__(self) -> None:
        super().__init__()
        self._lifted = NOBODY

    def start(self, inputs: CombatInputs) -> Duel:
        """Return two exorcists against two Ukkoku-ageha on a grid, ready to begin or to be changed."""
        return sample_fight(Size(inputs.columns, inputs.rows))

    def answer(self, inputs: CombatInputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Answer; a press that only takes somebody up is no step."""
        lifting = LIFTING.fullmatch(pressed.get("do", ""))
        self._lifted = int(lifting[1]) if lifting else NOBODY
        return super().answer(inputs, {} if lifting else pressed, language)

    def show(
        self, state: Duel, log: list[Event], inputs: CombatInputs, language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return who stands how, the controls of the moment, and the log."""
        rulings = inputs.rulings
        done = inputs.played.done
        heading = _heading(state)
        if self.decided(state, inputs) and state.stage is not Stage.OVER:
            heading = DECIDED.format(when=TURN.format(n=(self.last_open or state).combat.turn))
        tray = [phase(heading, language)]
        if state.alone and state.grounds:
            rested = bool(done) and done[-1] == ["rest"]
            more = Text("", "") if log else Text("The grid is being set up.", "盤の準備中です。")
            return more, {
                "output": grid.lay_out(state.grounds, rulings, language),
                "controls": tray + controls_alone(state.grounds, rulings, language, rested=rested),
                "sheets": grid.sheets(state.grounds, rulings, language),
            }
        more = Text("", "") if log else Text("The combat is being set up.", "戦闘の準備中です。")
        return more, {
            "output": lay_out(state, rulings, language, lifted=self._lifted),
            "controls": tray + controls(Moment(state, rulings, language, fresh=not done)),
            "sheets": sheets(state, rulings, language),
        }

    def sheet(self, state: Duel, whose: str, inputs: CombatInputs, language: Language) -> Element | None:
        """Return the sheet of somebody who is in the fight, to be changed."""
        who = opened_place(whose, len(state.combat.fighters))
        if who is None or state.combat.fighters[who].gone or state.combat.stage not in EDITABLE:
            return None
        return sheet_form(state.combat.fighters[who], who, language)

    def people(self, state: Duel) -> Sequence[Any]:
        """Return those who take part."""
        return state.combat.fighters

    def leaving(self, state: Duel) -> list[Action] | None:
        """Return the actions that take the PCs out, before play begins."""
        if state.stage is not Stage.SETUP:
            return None
        return [["remove", who] for who, each in reversed([*enumerate(state.combat.fighters)]) if each.side is Side.PC]

    def decided(self, state: Duel, inputs: CombatInputs) -> bool:
        """Say whether the combat has ended: by the GM's word, or because nobody is left on a side."""
        return bool(state.combat.turn) and (not state.combat.both_sides or state.stage is Stage.OVER)

    def outcome(self, state: Duel, inputs: CombatInputs) -> Text | None:
        """Return how the combat has ended, and in which turn."""
        if not self.decided(state, inputs):
            return None
        return _ended(state.combat, (self.last_open or state).combat.turn)


def _ended(state: Combat, number: int) -> Text:
    turn = Text(" Turn {n}.", "（第{n}ターン）").format(n=number)
    left = {fighter.side is Side.ENEMY for fighter in state.fighters if fighter.acts}
    if len(left) == 2:
        return Text("The GM has ended the combat.", "GMが戦闘を終えました。") + turn
    if not left:
        return Text("Nobody is left on either side.", "どちらの側も、誰も残っていません。") + turn
    if True in left:
        return Text("The enemies win: no exorcist is left.", "敵の勝利です。祓魔師は残っていません。") + turn
    names = listed([f.name for f in state.fighters if f.acts])
    won = Text("The exorcists win: no enemy is left. Standing: {names}.", "祓魔師側の勝利です。残ったのは{names}。")
    return won.format(names=names) + turn


def _heading(duel: Duel) -> Text:
    state = duel.combat
    if duel.alone and duel.grounds and duel.grounds.active != NOBODY:
        words = Text("{name}’s activation · movement left: {n}", "{name}の手番・残りの【機動力】{n}")
        return words.format(name=duel.board.piece(duel.grounds.active).name, n=duel.grounds.movement)
    if duel.alone:
        return duel.stage.text
    if not state.turn or state.stage is Stage.OVER:
        return state.stage.text
    words = Text("Turn {turn} · {stage}", "第{turn}ターン・{stage}").format(turn=state.turn, stage=state.stage.text)
    who = state.active
    if state.stage is Stage.EVASION:
        who = evasion(state)[0]
    elif state.dying:
        who = state.dying[0]
    return words + Text(" · ", "・") + state.name(who) if who >= 0 else words
