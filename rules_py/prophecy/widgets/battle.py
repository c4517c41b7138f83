"""Battle stepper: a fight between PCs and enemies, round by round, with the condition sheets of everybody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.controls import pressing
from rules_py.core.desk import DECIDED, phase
from rules_py.core.game import Action, Event
from rules_py.core.scenes import ROUND
from rules_py.core.stepper import Playing, Stepper
from rules_py.core.text import Language, Text
from rules_py.prophecy.cast import CAST
from rules_py.prophecy.characters import NOBODY
from rules_py.prophecy.game import GAME
from rules_py.prophecy.model import Battle, Stage
from rules_py.prophecy.offers import follows
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.widgets.battle_board import board, looked_up
from rules_py.prophecy.widgets.battle_cast import sheet
from rules_py.prophecy.widgets.battle_presses import ONWARD
from rules_py.prophecy.widgets.battle_tray import tray
from rules_py.prophecy.widgets.battle_words import ending, verdict

BattleInputs = Playing[Rulings]


class BattleStepper(Stepper[Battle, BattleInputs]):
    """Plays a battle for any number of PCs and enemies."""

    title = Text("Battle stepper", "戦闘の進行ツール")
    without = ("assist_after_roll",)
    game = GAME

    def start(self, inputs: BattleInputs) -> Battle:
        """Return a battle of two against one, ready to begin or to be changed."""
        return Battle(CAST)

    def apply(self, state: Battle, action: Action, inputs: BattleInputs) -> tuple[Battle, list[Event]]:
        """Carry an action out; after a roll it is told how the attack stands."""
        after, events = super().apply(state, action, inputs)
        return after, [*events, *verdict(state, after, action, inputs.rulings)]

    def actions(self, state: Battle, pressed: Mapping[str, str], inputs: BattleInputs) -> list[Action]:
        """Return the actions of a press; for `ONWARD` the end of the attack, once nobody has anything to decide."""
        if pressed["do"] != pressing(ONWARD):
            return super().actions(state, pressed, inputs)
        done: list[Action] = []
        while then := self.follows(state, inputs):
            done.append(then)
            state, _ = self.apply(state, then, inputs)
        return [*done, ["done"]] if state.stage is Stage.AFTER and not state.fallen else done

    def follows(self, state: Battle, inputs: BattleInputs) -> Action | None:
        """Return what comes next where nobody has anything to decide."""
        return follows(state, inputs.rulings)

    def joined(self, first: Action, state: Battle, then: Action, inputs: BattleInputs) -> bool:
        """Say whether an action followed the one before it by itself."""
        return then[0] in ("accept", "fall") and self.follows(state, inputs) == then

    def people(self, state: Battle) -> Sequence[Any]:
        """Return those who take part."""
        return state.fighters

    def leaving(self, state: Battle) -> list[Action] | None:
        """Return the actions that take the PCs out, before play begins."""
        if state.stage is not Stage.SETUP:
            return None
        return [["remove", who] for who in reversed(state.everybody) if not state.fighters[who].enemy]

    def decided(self, state: Battle, inputs: BattleInputs) -> bool:
        """Say whether a side has nobody left who fights, and nobody answers any more, or the battle is over."""
        open_ = state.stage not in (Stage.INITIATIVE, Stage.ACTION) or bool(state.fallen)
        return state.stage is Stage.OVER or (state.one_sided and not open_)

    def outcome(self, state: Battle, inputs: BattleInputs) -> Text | None:
        """Return who is left, once the battle is over."""
        return ending(state, (self.last_open or state).round) if state.stage is Stage.OVER else None

    def sheet(self, state: Battle, whose: str, inputs: BattleInputs, language: Language) -> Element | None:
        """Return somebody's sheet to be changed."""
        return sheet(state, whose, language)

    def show(
        self, state: Battle, log: list[Event], inputs: BattleInputs, language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return the board, the controls of the moment, and the recipes."""
        rulings = inputs.rulings
        more = Text("", "") if log else Text("The battle is being set up.", "戦闘の準備中です。")
        heading = _heading(state)
        if self.decided(state, inputs) and state.stage is not Stage.OVER:
            heading = DECIDED.format(when=ROUND.format(n=(self.last_open or state).round))
        return more, {
            "output": [board(state, rulings, language)],
            "controls": [phase(heading, language), *tray(state, rulings, language)],
            "sheets": [looked_up(state, language)],
        }


def _heading(state: Battle) -> Text:
    if not state.round or state.stage is Stage.OVER:
        return state.stage.text
    words = Text("Round {round} · {stage}", "第{round}ラウンド・{stage}").format(
        round=state.round, stage=state.stage.text
    )
    if state.stage is Stage.ACTION and state.active != NOBODY:
        words += Text(" · ", "・") + state.name(state.active)
    return words
