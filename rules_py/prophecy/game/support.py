"""Support, Retreat and Pass; Last Stand and Charge, which wait for nobody's turn (P-M5)."""

from __future__ import annotations

from collections.abc import Sequence

from rules_py.core.errors import InputError
from rules_py.core.text import Text
from rules_py.prophecy.arguments import Chosen, Targets, Who, Yes
from rules_py.prophecy.attacks import Effect, apply_support_effect, check_support
from rules_py.prophecy.characters import NOBODY
from rules_py.prophecy.conditions import CONDITIONS
from rules_py.prophecy.effects import erase, gain_mana
from rules_py.prophecy.game.attack import check_boost, check_expand, check_overwritten, check_targets, draw_target
from rules_py.prophecy.game.legal import forbidden, last_stand_problem, support_targets
from rules_py.prophecy.game.play import GAME, IN_PLAY, pay
from rules_py.prophecy.game.rounds import finish, go_on, resume
from rules_py.prophecy.model import Battle, Play, Stage


@GAME.action("support", Text("Support", "支援"), Stage.ACTION, rule="P-9.1")
def _support(table: Play, targets: Targets, effects: Chosen, emotion: Yes = False) -> None:
    """Choose the targets, pay, and apply the effects (P-12.1 to P-12.8, P-M5)."""
    battle, who = table.state, table.state.active
    if problem := forbidden(battle, "support", table.rulings):
        raise problem
    sheet, allowed = battle.fighters[who], support_targets(battle, who, table.rulings)
    if table.rulings.chooser == "random" and sheet.copies("charm"):
        payable = [target for target in allowed if sheet.mana or sheet.feels_for(target)]
        targets = draw_target(table, payable, "P-Q41")
    check_targets(table, targets, allowed, lambda target: _unsupported(battle, who, target))
    check_support(effects, sheet, table.rulings)
    check_boost(table, effects, expanded=len(targets) > 1)
    if len(targets) > 1:
        check_expand(table, who)
    for place, effect in enumerate(effects):
        if effect.name == "give_bless" and effect.condition == "amplify_bless":
            _check_amplify(table, effect, targets, effects[:place])
    check_overwritten(table, effects, [battle.fighters[target] for target in targets])
    felt = [target for target in targets if sheet.feels_for(target)]
    if table.rulings.support_emotion == "first_target" or not felt:
        felt = list(targets)
    pay(table, who, len(targets) + len(effects) - 1, "P-12.4", felt[0] if emotion else NOBODY)
    if targets == (who,):
        table.tell("supports_self", "P-12.4", name=sheet.name)
    else:
        table.tell("supports", "P-12.4", name=sheet.name, names=battle.names(targets))
    for target in targets:
        for effect in effects:
            table.do(apply_support_effect(table.state.fighters, effect, target, table.rulings))
    finish(table, thorns=bool(sheet.copies("thorns")))


def _unsupported(battle: Battle, who: int, target: int) -> str:
    """Return the ledger id of what keeps somebody from being Supported by somebody."""
    other = battle.fighters[target]
    if battle.fighters[who].copies("charm"):
        return "P-17.25a"
    if other.copies("isolation") and other.enemy == battle.fighters[who].enemy:
        return "P-Q18" if target == who else "P-17.16a"
    return "P-12.2"


def _check_amplify(table: Play, effect: Effect, targets: Sequence[int], before: Sequence[Effect]) -> None:
    """Refuse an Amplify Bless that has nothing to become, with nobody (P-18.6a)."""
    granted = [other.condition for other in before if other.name == "give_bless"]
    sheets = [table.state.fighters[target] for target in targets]
    held = [(sheet, (*sheet.blesses, *granted)) for sheet in sheets]
    if any(effect.become in kinds or (kinds and sheet.copies("anti_bless")) for sheet, kinds in held):
        return
    if not any(kinds for _, kinds in held):
        action = table.say("to_put_on", condition=CONDITIONS["amplify_bless"].name)
        raise table.forbidden("carries_no_bless", "P-18.6a", action, name=sheets[0].name)
    raise InputError("become", effect.become, table.say("bless_of_target"), "P-18.6b")


@GAME.action("retreat", Text("Retreat", "撤退"), Stage.ACTION, rule="P-9.1")
def _retreat(table: Play) -> None:
    if problem := forbidden(table.state, "retreat", table.rulings):
        raise problem
    who = table.state.active
    table.change(who, gone=True)
    table.tell("retreats", "P-9.5", "P-Q26", name=table.state.name(who))
    finish(table, thorns=True)


@GAME.action("pass", Text("Pass", "パス"), Stage.ACTION, rule="P-9.1")
def _pass(table: Play) -> None:
    if problem := forbidden(table.state, "pass", table.rulings):
        raise problem
    table.tell("passes", "P-9.6", name=table.state.name(table.state.active))
    finish(table, thorns=False)


# --- at any moment ----------------------------------------------------------------------------------------------------


@GAME.action("last_stand", Text("Last Stand", "ラストスタンド"), *IN_PLAY, rule="P-16.8")
def _last_stand(table: Play, who: Who) -> None:
    if problem := last_stand_problem(table.state, who):
        raise problem
    pay(table, who, 1, "P-16.9")
    table.change(who, down=False, stood=True)
    table.tell("stands_up", "P-16.11", name=table.state.name(who))
    table.set(fallen=tuple(i for i in table.state.fallen if i != who))
    resume(table)


@GAME.action("fall", Text("Falling", "ノックダウンの確定"), *IN_PLAY, rule="P-14.5")
def _fall(table: Play, who: Who) -> None:
    name = table.state.name(who)
    if who not in table.state.fallen:
        raise table.forbidden("not_knocked_down", "P-14.5", name=name)
    table.tell("fights_no_more", "P-14.5", name=name)
    table.set(fallen=tuple(i for i in table.state.fallen if i != who))
    resume(table)


@GAME.action("charge", Text("Charge", "【チャージ】の使用"), *IN_PLAY, rule="P-18.5a")
def _charge(table: Play, who: Who) -> None:
    sheet = table.state.fighters[who]
    if not sheet.copies("charge"):
        raise table.forbidden("has_no_charge", "P-18.5a", name=sheet.name)
    if sheet.mana >= sheet.most_mana:
        raise table.forbidden("mana_is_full", "P-Q27", name=sheet.name)
    table.do(erase(table.state.fighters, who, "charge"))
    table.do(gain_mana(table.state.fighters, who, "P-18.5a"))
    if table.state.stage is Stage.AFTER:
        go_on(table)
