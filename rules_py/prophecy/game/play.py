"""At what a battle is played: its game, how an action is refused, and how it is paid."""

from __future__ import annotations

from rules_py.core.errors import ForbiddenAction
from rules_py.core.game import EDIT, Declared, Game
from rules_py.core.text import Text
from rules_py.core.words import words
from rules_py.prophecy.characters import NOBODY
from rules_py.prophecy.model import Battle, Play, Stage
from rules_py.prophecy.rulings import Rulings

IN_PLAY = (Stage.INITIATIVE, Stage.ACTION, Stage.DICE, Stage.RESULT, Stage.EFFECTS, Stage.AFTER)
AT_ANY_MOMENT = ("last_stand", "fall", "charge", EDIT)
"""Actions that wait for nobody's turn."""
ON_THE_GROUND = ("last_stand", "fall", "charge")
"""Actions that are possible while somebody has still to fall or to stand up."""


class BattleGame(Game[Battle, Rulings]):
    """The actions of a battle; whoever has been knocked down stands up again or falls before anything else happens."""

    table = Play

    def admit(self, told: Declared, state: Battle) -> None:
        """Refuse an action that the moment does not allow, or before which somebody has to stand up or fall."""
        if state.fallen and told.name not in ON_THE_GROUND:
            name = state.name(state.fallen[0])
            raise self.forbidden("first_stands_or_falls", "P-16.8", told.name, name=name)
        super().admit(told, state)

    def legal(self, state: Battle) -> list[Declared]:
        """Return the actions that the moment allows."""
        return [each for each in super().legal(state) if not state.fallen or each.name in ON_THE_GROUND]

    def forbidden(self, reason: str | Text, rule: str, action: str, /, **parts: object) -> ForbiddenAction:
        """Return the refusal of an action, whether it is tried or only thought of.

        Args:
            reason: Why it is not possible now: a sentence of the game by its key, or as it was put together.
            rule: Ledger id of the rule that forbids it.
            action: Its name in links.
            parts: What is filled into the reason.
        """
        text = self.words[reason] if isinstance(reason, str) else reason
        return ForbiddenAction(self.actions[action].label, text.format(**parts) if parts else text, rule)


GAME = BattleGame(Battle, lambda battle: battle.stage, Rulings(), words=words("prophecy"))

_STARRED = {"P-7.2": "P-7.3", "P-12.4": "P-12.5", "P-16.2": "P-16.3", "P-16.20": "P-16.21"}
"""Where mana may be replaced by an emotion: the rule of the price, and the rule of what replaces it."""


def pay(table: Play, who: int, mana: int, rule: str, toward: int = NOBODY) -> None:
    """Take mana from somebody; with `toward`, one emotion replaces one point (★).

    Args:
        table: The battle.
        who: Who pays, by number.
        mana: How much.
        rule: Ledger id of the rule of the price.
        toward: Towards whom the emotion is held that is spent; -1 for none.

    Raises:
        ForbiddenAction: If there is not so much, or no such emotion.
    """
    sheet, name = table.state.fighters[who], table.state.name(who)
    if toward != NOBODY:
        other = table.state.name(toward)
        if not sheet.feels_for(toward):
            raise table.forbidden("holds_no_emotion", _STARRED[rule], name=name, other=other)
        table.change(who, emotions=sheet.without_emotion(toward).emotions)
        table.tell("spends_emotion", _STARRED[rule], name=name, other=other)
        mana -= 1
    if not mana:
        return
    left = sheet.mana - mana
    if left < 0:
        raise table.forbidden("too_little_mana", rule, mana=mana, name=name, left=sheet.mana)
    table.change(who, mana=left)
    table.tell("spends_mana", rule, name=name, mana=mana, left=left)


def prepare(table: Play, who: int, rule: str) -> None:
    """Let somebody spend a preparation effect, if one is left (P-10.6, P-10.9)."""
    sheet = table.state.fighters[who]
    if not sheet.preparations:
        raise table.forbidden("no_preparation_left", rule, name=sheet.name)
    table.change(who, preparations=sheet.preparations - 1)
    table.tell("spends_preparation", rule, name=sheet.name)
