"""Contest chart stepper: a whole contest, phase by phase."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.contest.game import GAME, unasked
from rules_py.contest.model import Phase, Scene, is_over
from rules_py.contest.rulings import Rulings
from rules_py.contest.widgets.board import chance_words, draw_table, outlook_now, over_words, sheets, side_names
from rules_py.contest.widgets.steps import CAST, CONTROLS, changes, sheet
from rules_py.core.desk import DECIDED, phase
from rules_py.core.game import Action, Event
from rules_py.core.markup import h
from rules_py.core.scenes import ROUND
from rules_py.core.stepper import Playing, Stepper
from rules_py.core.text import Language, Text, sentences

ContestInputs = Playing[Rulings]


class ContestStepper(Stepper[Scene, ContestInputs]):
    """Plays a serial contest for any number of characters, with the chart, the gauge and the odds at every step."""

    title = Text("Contest chart stepper", "連続対決の進行ツール")
    game = GAME

    def start(self, inputs: ContestInputs) -> Scene:
        """Return a scene with two characters, ready to begin or to be changed."""
        return Scene(CAST[:2])

    def show(
        self, state: Scene, log: list[Event], inputs: ContestInputs, language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return the board, the controls of the phase, and the log."""
        rulings = inputs.rulings
        heading = self._heading(state)
        if is_over(state):
            heading = DECIDED.format(when=ROUND.format(n=(self.last_open or state).round))
        controls = [phase(heading, language)]
        controls += [*CONTROLS[state.phase](state, rulings, language), *changes(state, language)]
        board = h("div", draw_table(state, self.before_last, rulings, language), class_="board")
        more = [] if log else [Text("The scene is set.", "場面の準備中です。")]
        if state.running:
            more.append(chance_words(state, state.running[0], rulings))
        parts = {"output": [board], "controls": controls, "sheets": sheets(state, rulings, language)}
        return sentences(more), parts

    def sheet(self, state: Scene, whose: str, inputs: ContestInputs, language: Language) -> Element | None:
        """Return a character's sheet to be changed."""
        return sheet(state, whose, language)

    def follows(self, state: Scene, inputs: ContestInputs) -> Action | None:
        """Return what comes next where nobody has anything to decide."""
        return unasked(state, inputs.rulings)

    def people(self, state: Scene) -> Sequence[Any]:
        """Return those who take part."""
        return state.characters

    def leaving(self, state: Scene) -> list[Action] | None:
        """Return the actions that take the PCs out, before play begins."""
        if state.phase is not Phase.SCENE:
            return None
        return [["remove", who] for who, each in reversed([*enumerate(state.characters)]) if not each.narrator]

    def decided(self, state: Scene, inputs: ContestInputs) -> bool:
        """Say whether no contest is running and nobody has an enemy left to face."""
        return is_over(state)

    def outcome(self, state: Scene, inputs: ContestInputs) -> Text | None:
        """Return who has won, after how many rounds."""
        return over_words(state, (self.last_open or state).round) if is_over(state) else None

    def chance(self, state: Scene, inputs: ContestInputs) -> tuple[Text, Fraction] | None:
        """Return how likely side A of the first contest is to win it."""
        found = outlook_now(state, 0, inputs.rulings) if state.contests else None
        return (side_names(state, state.contests[0])[0], found.wins_a) if found else None

    @staticmethod
    def _heading(state: Scene) -> Text:
        if state.phase is Phase.SCENE:
            return state.phase.text
        return Text("Round {round} · {phase}", "第{round}ラウンド・{phase}").format(
            round=state.round, phase=state.phase.text
        )
