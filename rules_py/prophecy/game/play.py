"""At what a battle is played: its game, how an action is refused, and how it is paid."""

from __future__ import annotations

from rules_py.core.errors import ForbiddenAction
from rules_py.core.game import EDIT, Action, Declared, Event, Game
from rules_py.core.text import Text
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

    def apply(
        self, state: Battle, action: Action, rulings: Rulings | None = None, seed: str = ""
    ) -> tuple[Battle, list[Event]]:
        """Carry out an action; see `Game.apply`."""
        declared, _ = self.found(action, state)
        if state.fallen and declared.name not in ON_THE_GROUND:
            reason = Text("first {name} stands up again or falls", "先に{name}がラストスタンドを使うか決めてください")
            raise ForbiddenAction(declared.label, reason.format(name=state.name(state.fallen[0])), "P-16.8")
        return super().apply(state, action, rulings, seed)

    def legal(self, state: Battle) -> list[Declared]:
        """Return the actions that the moment allows."""
        return [each for each in super().legal(state) if not state.fallen or each.name in ON_THE_GROUND]


GAME = BattleGame(lambda battle: battle.stage, Rulings())


def refusal(action: str, reason: Text, rule: str, /, **parts: object) -> ForbiddenAction:
    """Return the refusal of an action, whether it is tried or only thought of.

    Args:
        action: Its name in links.
        reason: Why it is not possible now.
        rule: Ledger id of the rule that forbids it.
        parts: What is filled into the reason.
    """
    return ForbiddenAction(GAME.actions[action].label, reason.format(**parts) if parts else reason, rule)


_STARRED = {"P-7.2": "P-7.3", "P-12.4": "P-12.5", "P-16.2": "P-16.3", "P-16.20": "P-16.21"}
"""Where mana may be replaced by an emotion: the rule of the price, and the rule of what replaces it."""


def pay(table: Play, who: int, mana: int, rule: str, toward: int = NOBODY) -> None:
    """Take mana from somebody; with `toward`, one emotion replaces one point (★).

    Args:
        table: The battle.
        who: Who pays, by number.
        mana: How much.
        rule: Ledger id of the rule of the price.
        toward: Toward whom the emotion is held that is spent; -1 for none.

    Raises:
        ForbiddenAction: If there is not so much, or no such emotion.
    """
    sheet, name = table.state.fighters[who], table.state.name(who)
    if toward != NOBODY:
        other = table.state.name(toward)
        if not sheet.feels_for(toward):
            reason = Text("{name} holds no emotion toward {other}", "{name}は{other}への感情を持っていません")
            raise table.forbidden(reason, _STARRED[rule], name=name, other=other)
        table.change(who, emotions=sheet.without_emotion(toward).emotions)
        text = Text("{name} spends an emotion toward {other}.", "{name}は{other}への感情を消費する。")
        table.tell(text, _STARRED[rule], name=name, other=other)
        mana -= 1
    if not mana:
        return
    left = sheet.mana - mana
    if left < 0:
        reason = Text(
            "it costs {mana} mana, and {name} has {left}", "マナが{mana}点必要ですが、{name}のマナは{left}点です"
        )
        raise table.forbidden(reason, rule, mana=mana, name=name, left=sheet.mana)
    table.change(who, mana=left)
    text = Text("{name} spends {mana} mana ({left} left).", "{name}はマナを{mana}点消費する（残り{left}点）。")
    table.tell(text, rule, name=name, mana=mana, left=left)


def prepare(table: Play, who: int, rule: str) -> None:
    """Let somebody spend a preparation effect, if one is left (P-10.6, P-10.9)."""
    sheet = table.state.fighters[who]
    if not sheet.preparations:
        reason = Text("{name} has no preparation effect left", "{name}に準備効果は残っていません")
        raise table.forbidden(reason, rule, name=sheet.name)
    table.change(who, preparations=sheet.preparations - 1)
    text = Text("{name} spends a preparation effect: 3 dice.", "{name}は準備効果を消費し、ダイスを3個振る。")
    table.tell(text, rule, name=sheet.name)
