"""One contest, a round for each press: what the front page shows of the games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.contest.game import GAME, unasked
from rules_py.contest.model import Phase, Scene, is_over
from rules_py.contest.rulings import Rulings
from rules_py.contest.widgets.board import best_square, chance_words, draw_table, over_words
from rules_py.contest.widgets.steps import CAST
from rules_py.core.controls import button, press
from rules_py.core.desk import part
from rules_py.core.form import Group, Pieces, form_of
from rules_py.core.game import Action, Event
from rules_py.core.log import told
from rules_py.core.markup import h, marked_up
from rules_py.core.played import Played
from rules_py.core.stepper import Stepper
from rules_py.core.text import Language, Text
from rules_py.core.widget import Answer

OPENING: list[Action] = [["begin"], ["pair", 0, 1], ["next"], ["declare", [[0, 0, 1], [1, 0, 1]], []], ["skip"]]
"""What comes before the first roll where nobody wants anything special."""


@dataclass(frozen=True)
class DuelInputs:
    """What has been played."""

    played: Annotated[Played, Group()]

    @property
    def rulings(self) -> Rulings:
        """This rulebook's own answers; house rules are a matter of the stepper."""
        return Rulings()


class ContestDuel(Stepper[Scene, DuelInputs]):
    """Plays whole rounds of one contest, both sides with the first of their abilities and without augments."""

    title = Text("Tomoe against Garm", "トモエ 対 ガルム")
    game = GAME
    is_desk = False

    def start(self, inputs: DuelInputs) -> Scene:
        """Return the two as they face each other before the first roll."""
        scene = Scene(CAST[:2])
        for action in OPENING:
            scene, _ = self.apply(scene, action, inputs)
        return scene

    def follows(self, state: Scene, inputs: DuelInputs) -> Action | None:
        """Return what comes next until the round has been checked."""
        if (then := unasked(state, inputs.rulings)) is not None:
            return then
        if state.phase is Phase.DECLARATION:
            return ["declare", [[who, state.declared.get(who, 0), 1] for who in state.participants], []]
        if state.phase is Phase.AUGMENT:
            return ["skip"]
        if state.phase is Phase.EXCHANGE:
            return ["roll"]
        if state.phase is Phase.RESOLUTION and (move := state.contests[0].move):
            return ["place", 0, best_square(state, 0, move, inputs.rulings)]
        return None

    def show(
        self, state: Scene, log: list[Event], inputs: DuelInputs, language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return gauge, dice and chance, why they are so, and the button for the next round."""
        ended, rolled = is_over(state), state.contests[0].rolls is not None
        before = self.before_last or self.start(inputs)
        board = draw_table(state, before if log else None, inputs.rulings, language)
        board.append(h("div", self._why(log, language), class_="why"))
        if ended:
            following = button("restart", Text("Again", "もう一度"), language, primary=True)
        elif rolled:
            following = press(["next"], Text("Roll again", "もう一度ロール"), language, primary=True)
        else:
            following = press(["roll"], Text("Roll", "ロールする"), language, primary=True)
        more = over_words(state, state.round) if ended else chance_words(state, 0, inputs.rulings)
        return more, {"output": [h("div", board, class_="board")], "controls": [h("p", following)]}

    def parts(self, answer: Answer, values: Mapping[str, str], language: Language) -> dict[str, list[Element]]:
        """Return what an answer changes in the page: the board and the button."""
        return {"output": answer.output(), "primary": answer.parts["primary"]}

    def inside(self, pieces: Pieces, language: Language) -> list[Element]:
        """Return the board, the button below it, and what has been played, which only links show."""
        ident = self.name.replace(".", "-")
        return [
            pieces.title,
            h("output", pieces.parts["output"], aria_live="off", aria_labelledby=f"{ident}-title"),
            form_of(ident, language, part("primary", pieces.parts["primary"]), h("div", pieces.groups, hidden=True)),
            h("p", class_="widget-status", role="status", aria_live="polite"),
        ]

    @staticmethod
    def _why(log: list[Event], language: Language) -> list[Element]:
        """Return what the last dice did, with the rules behind it; before the first, what a roll does."""
        if not log:
            return [h("p", *marked_up(_BEFORE.get(language)))]
        last = max(number for number, event in enumerate(log) if event.seen)
        return told(log[last + 1 :], language)


_BEFORE = Text(
    "Both roll a d20 (C-Q1); the chart says where the piece goes (C-5.1).",
    "双方がd20でロールし（C-Q1）、連続対決表でコマの動きが決まります（C-5.1）。",
)
