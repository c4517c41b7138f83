"""How a turn goes on of itself: the next activation, the next turn, the grid that follows (E-M8, E-M12)."""

from __future__ import annotations

from dataclasses import replace

from rules_py.core.errors import InputError
from rules_py.core.text import Text
from rules_py.exorcist.board import NOBODY, held, mobility_at_start
from rules_py.exorcist.fighters import Side, tied_pcs
from rules_py.exorcist.game.play import Play
from rules_py.exorcist.model import Activation, Duel, Stage, hard_possible, seated, waiting
from rules_py.exorcist.pressure import Zone, end_of_turn, start_of_turn

MOST_TURNS = 99
HUNDRED = 100
DONE = Text("To end the activation", "手番の終了")


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
        told = Text(
            "{name} is off the grid until somebody says where the respawn point is.",
            "{name}は盤を離れる。リスポーン地点のマスは卓で決める。",
        )
        play.tell(told, "E-9.7", name=play.combat.name(who))
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
    text = Text(
        "{name}’s activation begins in a Wall Barrier; mobility {n}.",
        "{name}の手番は【障壁結界】の中から始まるので、【機動力】は{n}。",
    )
    play.tell(text, "E-7.33", "E-Q21", name=combat.name(who), n=movement)
    play.set(grounds=seated(play.combat, play.grounds))


def settle(play: Play, given: dict[int, int]) -> None:
    """Let dice settle, once and for all, who of several PCs of equal Skill goes first (E-2.8, E-2.9)."""
    while groups := tied_pcs(play.combat.fighters, play.rulings):
        for who in (who for group in groups for who in group):
            fighter = play.combat.fighters[who]
            roll = given.pop(who, 0) or play.die(HUNDRED)
            play.change(who, rolled=(*fighter.rolled, roll))
            text = Text("{name}, Skill {skill}: 1d100 = {roll}.", "{name}（【巧】{skill}）：1d100＝{roll}。")
            play.tell(text, "E-2.8", name=fighter.name, skill=fighter.skill, roll=roll)


def new_turn(play: Play) -> None:
    """Open a turn, and begin it where nobody has anything to say before it."""
    combat = play.combat
    number = combat.turn + 1
    if number > MOST_TURNS:
        told = Text("after {n} turns the GM ends the combat", "{n}ターンまでです。GMが戦闘を終えてください")
        raise play.forbidden(told, "E-10.2", DONE, n=MOST_TURNS)
    play.tell(Text(f"Turn {number}", f"第{number}ターン"), "E-2.4", heading=True)
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
    if len(set(order)) < len(order) or any(combat.fighters[who].side is Side.PC for who in order):
        raise InputError("enemies", str(enemies), Text("enemies, each once", "敵を一度ずつ並べてください"), "E-2.11")
    if announced and not hard_possible(combat, play.rulings):
        told = Text("not enough quiet turns", "双方ノーダメージのターンが足りません")
        raise play.forbidden(told, "E-13.3", Text("Hard mode", "ハードモード"))
    before = combat.zone.pressure
    play.change_combat(
        zone=start_of_turn(combat.zone, announced=announced, rulings=play.rulings),
        enemies=order,
    )
    if play.combat.zone.pressure is not before:
        rules = ("E-13.4", "E-13.5") if before.value == 0 else ("E-13.6", "E-13.7")
        text = Text("The pressure rises: {mode}.", "【戦闘区域内圧力】が上がり、{mode}になる。")
        play.tell(text, *rules, "E-Q22", mode=play.combat.zone.pressure.text)
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
    if play.rulings.evade_refill == "activation":
        play.change(who, evade_dice=fighter.most_evade_dice)
    activation = Activation(fighter.mobility, used=("attack",) if fighter.attacked else ())
    play.change_combat(stage=Stage.ACTIVATION, active=who, activation=activation)
    refilled = play.rulings.evade_refill == "activation" and fighter.most_evade_dice > 0
    text = Text("{name}’s activation.", "{name}の手番。")
    if refilled:
        text = Text("{name}’s activation; evade dice: {n}.", "{name}の手番。回避ダイスは{n}個。")
    rules = ("E-2.7", "E-Q7") if refilled else ("E-2.7",)
    play.tell(text, *rules, name=fighter.name, n=fighter.most_evade_dice)


def done(play: Play) -> None:
    """End the activation under way."""
    who, activation = play.combat.active, play.combat.activation
    play.change(who, acted=True)
    if activation.untouched:
        text = Text(
            "{name} passes and does not act again before their next activation.", "{name}は何もせず手番を終える。"
        )
        play.tell(text, "E-2.13", "E-2.14", name=play.combat.name(who))
    next_activation(play)


def _end_turn(play: Play) -> None:
    combat = play.combat
    if not any(fighter.acts for fighter in combat.fighters):
        play.tell(Text("Nobody is left.", "誰も残っていない。"), "E-2.1")
        play.change_combat(stage=Stage.OVER, active=NOBODY)
        return
    if combat.under_pressure(play.rulings):
        before = combat.zone
        zone = end_of_turn(before, attacked=combat.attacked, damaged=combat.damaged, rulings=play.rulings)
        play.change_combat(zone=zone)
        if zone.quiet > before.quiet:
            text = Text("Attacks and no damage: quiet turns {n}.", "攻撃があったのに双方ノーダメージ。{n}ターン目。")
            if not combat.attacked:
                text = Text("No attack and no damage: quiet turns {n}.", "攻撃もなく双方ノーダメージ。{n}ターン目。")
            rules = ("E-13.3",) if zone.pressure.value == 0 else ("E-13.6", "E-Q35")
            play.tell(text, *rules, n=zone.quiet)
        elif zone.pressure is not before.pressure:
            play.tell(Text("The pressure falls back.", "【戦闘区域内圧力】が元に戻る。"), "E-Q23")
    new_turn(play)


def boss_gone(play: Play, who: int) -> None:
    """Reset the pressure if the last boss-class enemy is gone (E-13.9)."""
    if play.combat.fighters[who].boss and not play.combat.under_pressure(play.rulings):
        play.change_combat(zone=Zone())
        text = Text("The boss fight is over: the pressure resets.", "ボス戦が終わり、圧力は元に戻る。")
        play.tell(text, "E-13.9", "E-Q36")
