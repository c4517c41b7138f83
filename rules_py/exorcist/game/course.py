"""How a turn goes on of itself: the next activation, the next turn, the grid that follows (E-M8, E-M12)."""

from __future__ import annotations

from dataclasses import replace

from rules_py.core.errors import InputError
from rules_py.core.text import Text
from rules_py.exorcist.board import NOBODY, held, mobility_at_start
from rules_py.exorcist.fighters import as_pc, tied_pcs
from rules_py.exorcist.game.play import Play
from rules_py.exorcist.model import Activation, Duel, Stage, hard_possible, seated, waiting
from rules_py.exorcist.pressure import Zone, end_of_turn, start_of_turn

MOST_TURNS = 99
HUNDRED = 100
DONE = Text("Ending the activation", "手番の終了")


def follow(play: Play, before: Duel) -> None:
    """Let follow from an action what nobody decides: an activation that has ended is left, the grid keeps up.

    Args:
        play: The desk after the action.
        before: The desk before it.
    """
    if play.state.alone:
        return
    combat = play.combat
    if combat.stage is Stage.ACTIVATION:
        if combat.fighters[combat.active].gone or combat.fighters[combat.active].acted:
            next_activation(play)
        elif combat.activation.last and combat.both_sides:
            done(play)
    if play.state.grounds is None:
        return
    who = before.combat.dying[0] if before.combat.dying else NOBODY
    if before.square(who) and play.state.square(who) is None and not play.combat.fighters[who].gone:
        play.tell("leaves_grid", "E-9.7", name=play.combat.name(who))
    play.set(grounds=seated(play.combat, play.grounds))
    _hold(play, before)


def _hold(play: Play, before: Duel) -> None:
    """Take the movement from a kai'i whose activation has begun within a Wall Barrier (E-7.33)."""
    combat = play.combat
    who = combat.active
    known = before.combat.turn, before.combat.active
    if combat.stage is not Stage.ACTIVATION or known == (combat.turn, who) or play.state.square(who) is None:
        return
    if not held(play.board, play.board.piece(who), play.rulings):
        return
    movement = mobility_at_start(play.board, who, play.rulings)
    play.change_activation(movement=movement, held=True)
    play.tell("activation_in_wall", "E-7.33", "E-Q21", name=combat.name(who), n=movement)
    play.set(grounds=seated(play.combat, play.grounds))


def settle(play: Play, given: dict[int, int]) -> None:
    """Let dice settle, once and for all, who of several PCs of equal Skill goes first (E-2.8, E-2.9)."""
    while groups := tied_pcs(play.combat.fighters, play.rulings):
        for who in (who for group in groups for who in group):
            fighter = play.combat.fighters[who]
            roll = given.pop(who, 0) or play.die(HUNDRED)
            play.change(who, rolled=(*fighter.rolled, roll))
            play.tell("rolls_for_order", "E-2.8", name=fighter.name, skill=fighter.skill, roll=roll)


def new_turn(play: Play) -> None:
    """Open a turn, and begin it where nobody has anything to say before it."""
    combat = play.combat
    number = combat.turn + 1
    if number > MOST_TURNS:
        raise play.forbidden("most_turns", "E-10.2", DONE, n=MOST_TURNS)
    play.tell("turn", "E-2.4", heading=True, turn=number)
    play.change_combat(
        turn=number,
        stage=Stage.TURN,
        active=NOBODY,
        activation=Activation(),
        attacked=False,
        damaged=False,
        fighters=tuple(replace(fighter, acted=False, attacked=False) for fighter in combat.fighters),
        paused=False,
    )
    if combat.swift and not combat.paused and combat.both_sides and not hard_possible(combat, play.rulings):
        begin_turn(play)


def begin_turn(play: Play, enemies: list[int] | None = None, announced: bool = False) -> None:
    """Let the pressure rise, fix the order, refill evade dice, and begin the first activation."""
    combat = play.combat
    order = tuple(enemies or ())
    named = [combat.fighters[who] for who in order]
    if len(set(order)) < len(order) or any(as_pc(each, play.rulings) or not each.acts for each in named):
        raise InputError("enemies", combat.names(order), play.say("enemies_each_once"), "E-2.11")
    if announced and not hard_possible(combat, play.rulings):
        raise play.forbidden("too_few_quiet_turns", "E-13.3", action="hard_mode")
    before = combat.zone.pressure
    play.change_combat(zone=start_of_turn(combat.zone, announced=announced, rulings=play.rulings), enemies=order)
    if play.combat.zone.pressure is not before:
        rules = ("E-13.4", "E-13.5") if before.value == 0 else ("E-13.6", "E-13.7")
        play.tell("pressure_rises", *rules, "E-Q22", mode=play.combat.zone.pressure.text)
    if play.rulings.evade_refill == "turn":
        for who, fighter in enumerate(play.combat.fighters):
            if fighter.acts:
                play.change(who, evade_dice=fighter.most_evade_dice)
    next_activation(play)


def next_activation(play: Play) -> None:
    """Begin the next activation, or the next turn."""
    left = waiting(play.combat, play.rulings)
    if not left:
        _end_turn(play)
        return
    who = left[0]
    fighter = play.combat.fighters[who]
    refills = play.rulings.evade_refill == "activation"
    if refills:
        play.change(who, evade_dice=fighter.most_evade_dice)
    refilled = play.combat.fighters[who].evade_dice - fighter.evade_dice
    used = ("attack",) if fighter.attacked else ()
    activation = Activation(fighter.mobility, used=used, refilled=refilled)
    play.change_combat(stage=Stage.ACTIVATION, active=who, activation=activation)
    if refills and fighter.most_evade_dice:
        play.tell("activation_with_evade_dice", "E-2.7", "E-Q7", name=fighter.name, n=fighter.most_evade_dice)
    else:
        play.tell("activation", "E-2.7", name=fighter.name)


def done(play: Play) -> None:
    """End the activation under way."""
    who, activation = play.combat.active, play.combat.activation
    play.change(who, acted=True)
    if activation.untouched:
        play.tell("passes", "E-2.13", "E-2.14", name=play.combat.name(who))
    next_activation(play)


def _end_turn(play: Play) -> None:
    combat = play.combat
    if not any(fighter.acts for fighter in combat.fighters):
        play.tell("nobody_left", "E-2.1")
        play.change_combat(stage=Stage.OVER, active=NOBODY)
        return
    if combat.under_pressure(play.rulings):
        before = combat.zone
        zone = end_of_turn(before, attacked=combat.attacked, damaged=combat.damaged, rulings=play.rulings)
        play.change_combat(zone=zone)
        if zone.quiet > before.quiet:
            rules = ("E-13.3",) if zone.pressure.value == 0 else ("E-13.6", "E-Q35")
            play.tell("quiet_with_attacks" if combat.attacked else "quiet_without_attacks", *rules, n=zone.quiet)
        elif zone.pressure is not before.pressure:
            play.tell("pressure_falls", "E-Q23")
    new_turn(play)


def boss_gone(play: Play, who: int) -> None:
    """Reset the pressure if it was the last boss-class enemy that is gone (E-13.9)."""
    if play.combat.fighters[who].is_boss_enemy:
        reset_pressure(play)


def reset_pressure(play: Play) -> None:
    """Reset the pressure if no boss-class enemy is left (E-13.9)."""
    if not play.combat.under_pressure(play.rulings):
        play.change_combat(zone=Zone())
        play.tell("boss_fight_over", "E-13.9", "E-Q36")
