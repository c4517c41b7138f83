"""The course of a battle: set-up, rounds, initiative, activations, what follows an attack (P-M13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules_py.core.dice import Die
from rules_py.core.errors import InputError
from rules_py.core.game import EDIT
from rules_py.core.text import Text
from rules_py.prophecy import cast
from rules_py.prophecy.arguments import TieBreaks, Totals
from rules_py.prophecy.characters import initiative
from rules_py.prophecy.checks import FACES
from rules_py.prophecy.conditions import AT_START
from rules_py.prophecy.effects import end_of_activation, start_effect, take_damage
from rules_py.prophecy.game.legal import answers, begin_problem, forbidden
from rules_py.prophecy.game.play import GAME, IN_PLAY
from rules_py.prophecy.model import MOST_ROUNDS, Battle, Play, Stage
from rules_py.prophecy.odds import initiative_order

GAME.action("add", Text("Adding somebody", "参加者の追加"), Stage.SETUP, rule="P-8.1")(cast.add)
GAME.action("emotion", Text("Noting an emotion", "感情の記入"), Stage.SETUP, rule="P-8.1")(cast.feel)
GAME.action(EDIT, Text("Changing somebody", "参加者の変更"), Stage.SETUP, *IN_PLAY, rule="P-8.1")(cast.edit)
GAME.action("remove", Text("Taking somebody out", "参加者の取り消し"), Stage.SETUP, rule="P-8.1")(cast.remove)


@GAME.action("begin", Text("Beginning", "戦闘の開始"), Stage.SETUP, rule="P-8.1")
def _begin(table: Play) -> None:
    if problem := begin_problem(table.state):
        raise problem
    _new_round(table)


def _new_round(table: Play) -> None:
    battle = table.state
    if not any(fighter.fighting for fighter in battle.fighters):
        table.tell("nobody_is_left", "P-14.5")
        table.set(stage=Stage.OVER)
        return
    number = battle.round + 1
    if number > MOST_ROUNDS:
        raise table.forbidden("rounds_run_out", "P-Q40", action="another_round", n=MOST_ROUNDS)
    table.tell("round_begins", "P-8.1", heading=True, n=number)
    table.set(round=number, turn=0, stage=Stage.INITIATIVE)
    for who in battle.everybody:
        table.change(who, acted=False, stood=False)
    if number > 1 and not table.rulings.initiative_each_round:
        table.set(stage=Stage.ACTION)
        activate(table)


@GAME.action("initiative", Text("Initiative", "イニシアチブの決定"), Stage.INITIATIVE, rule="P-8.2")
def _initiative(table: Play, totals: Totals = (), ties: TieBreaks = ()) -> None:
    fighters = table.state.fighters
    rolled, extra = by_number(table.state, totals), by_number(table.state, ties)
    if any(fighters[who].enemy for who in rolled):
        raise table.forbidden("enemy_value_fixed", "P-8.3")
    values: dict[int, int] = {}
    for who, fighter in enumerate(fighters):
        if not fighter.fighting:
            continue
        dice: tuple[int, ...] = ()
        if not fighter.enemy and who not in rolled:
            dice = table.die(FACES), table.die(FACES)
            rolled[who] = sum(dice)
        values[who] = initiative(fighter, rolled.get(who, 0), table.rulings)
        rule = "P-8.3" if fighter.enemy else "P-8.2"
        table.tell("initiative_is", rule, seen=tuple(map(Die, dice)), name=fighter.name, value=values[who])
    order: list[int] = []
    for group in initiative_order(fighters, rolled, extra, table.rulings):
        order += _settled(table, list(group), values)
    _tell_agreed(table, order, values, extra)
    table.set(order=tuple((who, values[who]) for who in order), turn=0, stage=Stage.ACTION)
    activate(table)


def by_number[Value](battle: Battle, rows: Sequence[tuple[int, Value]]) -> dict[int, Value]:
    """Return what is told of people who fight, each once, by their numbers."""
    found: dict[int, Value] = {}
    for who, value in rows:
        if not battle.fighters[who].fighting or who in found:
            raise InputError("who", who, GAME.words["fighting_each_once"], "P-8.1")
        found[who] = value
    return found


def _settled(table: Play, tied: list[int], values: Mapping[int, int]) -> list[int]:
    """Let dice order those who are tied (P-8.5)."""
    if len(tied) > 1:
        for last in range(len(tied) - 1, 0, -1):
            drawn = table.die(last + 1) - 1
            tied[last], tied[drawn] = tied[drawn], tied[last]
        table.tell("dice_settle_tie", "P-8.5", value=values[tied[0]], names=table.state.names(tied))
    return tied


def _tell_agreed(table: Play, order: list[int], values: Mapping[int, int], extra: Mapping[int, int]) -> None:
    """Tell of ties that those concerned have settled themselves (P-8.5, P-8.6)."""
    for value in dict.fromkeys(values[who] for who in order):
        tied = [who for who in order if values[who] == value]
        if len(tied) > 1 and len({extra.get(who) for who in tied}) == len(tied) and extra.keys() >= set(tied):
            only_pcs = not any(table.state.fighters[who].enemy for who in tied)
            rule = "P-8.6" if only_pcs else "P-8.5"
            table.tell("tie_is_settled", rule, value=value, names=table.state.names(tied))


@GAME.action("end", Text("Ending the battle", "戦闘の終了"), Stage.INITIATIVE, Stage.ACTION, rule="P-Q40")
def _end(table: Play) -> None:
    table.tell("gm_ends_battle", "P-Q40")
    table.set(stage=Stage.OVER, attacks=(), starting=(), present=())


# --- activations ------------------------------------------------------------------------------------------------------


def activate(table: Play) -> None:
    """Go to the next activation that somebody can take, and begin it."""
    while table.state.turn < len(table.state.order) and not table.state.fighters[table.state.active].fighting:
        table.set(turn=table.state.turn + 1)
    battle = table.state
    if battle.turn >= len(battle.order):
        _new_round(table)
        return
    present = tuple(curse.kind for curse in battle.fighters[battle.active].curses)
    table.set(stage=Stage.ACTION, starting=AT_START, present=present)
    table.tell("activation", "P-8.1", name=battle.name(battle.active))
    _start_effects(table)


def _start_effects(table: Play) -> None:
    who = table.state.active
    while table.state.starting and not table.state.fallen and table.state.fighters[who].fighting:
        kind, *rest = table.state.starting
        table.set(starting=tuple(rest))
        table.do(start_effect(table.state.fighters, who, kind, table.rulings))
    if table.state.fallen:
        return
    fighter = table.state.fighters[who]
    if fighter.fighting and fighter.acted:
        table.tell("has_acted", "P-16.26", name=fighter.name)
    if not fighter.fighting or fighter.acted:
        _end_activation(table)
    elif table.rulings.chooser == "random" and fighter.copies("charm") and not table.state.drawn:
        _draw_action(table)


def _draw_action(table: Play) -> None:
    """Let chance pick between the two things that Charm leaves, if both are possible (P-Q41)."""
    possible = [name for name in ("attack", "support") if forbidden(table.state, name, table.rulings) is None]
    if len(possible) == 2:
        table.set(drawn=possible[table.die(2) - 1])
        table.tell("chance_picks_action", "P-Q41", picked=GAME.actions[table.state.drawn].label)


def _end_activation(table: Play) -> None:
    who = table.state.active
    sheet = table.state.fighters[who]
    counts = not sheet.acted or table.rulings.spent_activation == "counts"
    if sheet.fighting and counts:
        table.do(end_of_activation(table.state.fighters, who, table.state.present, table.rulings))
    table.change(who, acted=True)
    table.set(turn=table.state.turn + 1, present=(), starting=(), attacks=(), drawn="")
    activate(table)


# --- the end of a round action, and of an attack ----------------------------------------------------------------------


def prick(table: Play, who: int) -> None:
    """Let Thorns do their damage (P-17.6a)."""
    table.tell("thorns_prick", "P-17.6a", name=table.state.name(who))
    table.do(take_damage(table.state.fighters, who, 1))


def finish(table: Play, *, thorns: bool) -> None:
    """End a round action that is no attack; `thorns`: with Thorns it hurts."""
    who = table.state.active
    table.set(finished=True)
    if thorns and table.state.fighters[who].copies("thorns"):
        prick(table, who)
    resume(table)


def resume(table: Play) -> None:
    """Go on where the battle stopped, unless somebody has still to fall or to stand up."""
    battle = table.state
    if battle.fallen or battle.stage is Stage.OVER:
        return
    if battle.attacks:
        if battle.stage is Stage.EFFECTS and not battle.fighters[battle.attack.attacker].fighting:
            table.tell("hits_to_no_effect", "P-14.5", name=battle.name(battle.attack.attacker))
            table.change_attack(settled=True)
            table.set(stage=Stage.AFTER)
        go_on(table)
    elif battle.finished:
        table.set(finished=False)
        _end_activation(table)
    else:
        _start_effects(table)


def go_on(table: Play) -> None:
    """Leave an attack that nobody can answer any more."""
    while table.state.stage is Stage.AFTER and not table.state.fallen and table.state.attacks:
        if answers(table.state, table.rulings, charged=True):
            return
        close_attack(table)


def close_attack(table: Play) -> None:
    """End an attack: Thorns, then back to what it interrupted, or to the next activation."""
    attack = table.state.attack
    sheet = table.state.fighters[attack.attacker]
    counts = table.rulings.thorns_on_special or not attack.special
    if attack.thorns and counts and sheet.fighting and sheet.copies("thorns"):
        table.change_attack(thorns=False, countered=(), chained=False)
        prick(table, attack.attacker)
        if table.state.fallen:
            return
    table.set(attacks=table.state.attacks[:-1])
    if not table.state.attacks:
        _end_activation(table)
    else:
        table.set(stage=Stage.AFTER if table.state.attack.settled else Stage.EFFECTS)
        resume(table)
