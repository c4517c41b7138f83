"""Combat stepper: cards face down, declarations, execution, clashes, pursuit, refill and reshuffle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from typing import Annotated, Any
from xml.etree.ElementTree import Element

from rules_py.avatar.game.table import GAME, without_cards
from rules_py.avatar.game.unasked import enemy, fought_out, of_itself
from rules_py.avatar.model import Combat, Side, Stage, seats
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.sheet import SAMPLES
from rules_py.avatar.widgets.combat_board import Asked, board
from rules_py.avatar.widgets.combat_cast import sheet
from rules_py.avatar.widgets.combat_tray import ON, tray
from rules_py.core.desk import DECIDED, phase
from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField
from rules_py.core.form import Group
from rules_py.core.game import Action, Event
from rules_py.core.played import SEED, Played
from rules_py.core.scenes import ROUND
from rules_py.core.stepper import Stepper, read_button
from rules_py.core.text import Language, Text, listed

_FIGHTERS: tuple[Action, ...] = (
    *(action for each in SAMPLES for action in each.entry("en")),
    ["add", "Drowned King", "enemy", "C", [5000, 1000, 6, None], 6],
)
_NAMES = {each.name.en: each.name for each in SAMPLES} | {"Drowned King": Text("Drowned King", "溺れ王")}
_SEED = replace(
    SEED,
    label=Text("Seed of the deck", "山札のシード"),
    hint=Text(
        "Leave it empty for a fresh deck; the same seed deals the same cards again.",
        "空欄なら毎回新しい山札になります。同じシードなら同じカードが出ます。",
    ),
)
_HANDS = ChoiceField(
    Text("Hands shown", "見せる手札"),
    "all",
    options=(
        ("all", Text("everybody’s", "全員")),
        ("deciding", Text("to whoever decides, on opening", "決める人だけ（開いて見る）")),
    ),
)


@dataclass(frozen=True)
class Dealt(Played):
    """What has been played with a deck."""

    seed: Annotated[str, _SEED]


@dataclass(frozen=True)
class CombatInputs:
    """Whose hands are shown, the house rules of a combat, and what has been played."""

    hands: Annotated[str, _HANDS]
    rulings: Rulings
    played: Annotated[Dealt, Group()]


class CombatStepper(Stepper[Combat, CombatInputs]):
    """Plays a combat by the rules of `rules_py.avatar.game`."""

    title = Text("Combat stepper", "戦闘の進行ツール")
    game = GAME

    def start(self, inputs: CombatInputs) -> Combat:
        """Return the people of the pages against their enemy, ready to begin or to be changed."""
        return _set_out(inputs.rulings)

    def _set_up(self, actions: list[Action]) -> list[Action]:
        """Return the actions before the cards are dealt, which may be those of a real deck."""
        return list(takewhile(lambda action: without_cards(action)[0] != self.opening, actions))

    def sheet(self, state: Combat, whose: str, inputs: CombatInputs, language: Language) -> Element | None:
        """Return a character's sheet to be changed."""
        return sheet(state, whose, language)

    def action(self, state: Combat, pressed: Mapping[str, str]) -> Action:
        """Return the action of a button, together with what the real deck shows if that is written."""
        action = super().action(state, pressed)
        cards = pressed.get("drawn", "").strip()
        return ["drawn", cards, *action] if cards else action

    def actions(self, state: Combat, pressed: Mapping[str, str], inputs: CombatInputs) -> list[Action]:
        """Return the action of a button, and what follows without anybody's decision."""
        found = [self.action(state, pressed)]
        name, *arguments = without_cards(found[0])
        on = read_button(pressed)[-1] == ON
        if name == "execute" and not on:
            return found
        real = _real_deck([*inputs.played.actions, *found])
        rulings = inputs.rulings
        on = on and arguments in ([], [[]])
        while True:
            try:
                state, _ = GAME.apply(state, found[-1], rulings, inputs.played.seed)
            except InputError:
                return found
            more = of_itself(state, rulings, _name(found[-1]), real_deck=real, on=on)
            if more is None:
                return found
            found.append(more)

    def joined(self, first: Action, state: Combat, then: Action, inputs: CombatInputs) -> bool:
        """Say whether nobody decided anything between two actions."""
        if then[0] not in _FOLLOWING:
            return False
        return of_itself(state, inputs.rulings, _name(first), on=True) == then

    def people(self, state: Combat) -> Sequence[Any]:
        """Return those who take part."""
        return state.fighters

    def leaving(self, state: Combat) -> list[Action] | None:
        """Return the actions that take the PCs out, before play begins."""
        if state.stage is not Stage.SETUP:
            return None
        return [["remove", who] for who, each in reversed([*enumerate(state.fighters)]) if each.side is Side.PC]

    def decided(self, state: Combat, inputs: CombatInputs) -> bool:
        """Say whether one side is gone, or nobody fights on (A-4.6)."""
        return fought_out(state)

    def outcome(self, state: Combat, inputs: CombatInputs) -> Text | None:
        """Return how the combat has ended, and in which round."""
        if not fought_out(state):
            return None
        names = listed([state.name(who) for who in seats(state)])
        sides = {enemy(state, who) for who in state.there}
        words = Text("Nobody is left. The combat ends in round {n}.", "誰も残っていない。第{n}ラウンドで戦闘終了。")
        if sides == {False}:
            words = Text(
                "No enemy is left: {names} held out. Round {n}.", "敵はもういない。残ったのは{names}。第{n}ラウンド。"
            )
        elif sides == {True}:
            words = Text(
                "Nobody of the players’ side is left; still there: {names}. Round {n}.",
                "プレイヤー側は誰も残っていない。残ったのは{names}。第{n}ラウンド。",
            )
        elif sides:
            words = Text(
                "Nobody fights on. Still there: {names}. Round {n}.",
                "誰も戦いを続けない。残ったのは{names}。第{n}ラウンド。",
            )
        return words.format(names=names, n=(self.last_open or state).round)

    def show(
        self, state: Combat, log: list[Event], inputs: CombatInputs, language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return the table and what can be done now."""
        asked = Asked(state, inputs.rulings, inputs.hands == "all", language, len(log))
        heading = _heading(asked)
        if fought_out(state) and state.stage is not Stage.OVER:
            heading = DECIDED.format(when=ROUND.format(n=(self.last_open or state).round))
        controls = [phase(heading, language), *tray(asked)]
        more = Text("", "") if log else Text("The combat is being set up.", "戦闘の準備中です。")
        return more, {"output": [board(asked)], "controls": controls}


@lru_cache(maxsize=20)
def _set_out(rulings: Rulings) -> Combat:
    """Return the sample cast, ready to begin."""
    state = GAME.start(rulings)
    for action in _FIGHTERS:
        state, _ = GAME.apply(state, action, rulings)
    return replace(state, fighters=tuple(replace(fighter, name=_NAMES[fighter.name.en]) for fighter in state.fighters))


_FOLLOWING = ("tie", "open", "even", "reshuffle", "lay", "enough", "chase", "execute", "round")
"""What may come without anybody's decision."""


def _name(action: Action) -> str:
    """Return the name of an action, whether or not a real deck was turned up in it."""
    return str(without_cards(action)[0])


def _real_deck(actions: list[Action]) -> bool:
    """Say whether cards of a real deck have been typed in, so that each draw waits for what it shows."""
    dealt = (action[5] for action in actions if action[0] == "add" and len(action) > 5)
    return any(action[0] == "drawn" for action in actions) or any(isinstance(hand, str) and hand for hand in dealt)


def _heading(asked: Asked) -> Text:
    state = asked.state
    words = state.stage.text
    if state.round and state.stage is not Stage.OVER:
        words = Text("Round {n} · {stage}", "第{n}ラウンド・{stage}").format(n=state.round, stage=words)
    who = asked.deciding
    if len(who) == 1:
        return words + Text(" · ", "・") + state.name(who[0])
    return words
