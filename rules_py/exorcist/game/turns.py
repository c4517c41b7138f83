"""The actions of a turn: beginning, moving, giving up the move, what takes the place of an attack, the end (E-M8)."""

from __future__ import annotations

from typing import Annotated

from rules_py.core.arguments import Rows, Whole
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text
from rules_py.exorcist.arguments import SOMEBODY, Dice, Ladder, Order, Who, Yes
from rules_py.exorcist.board import HELD_MOBILITY, MOST_MOVEMENT, NOBODY, ROPE
from rules_py.exorcist.characters import MOST_EVADE, Ability
from rules_py.exorcist.checks import MOST_DICE, Difficulty
from rules_py.exorcist.fighters import Fighter, Side, initiative
from rules_py.exorcist.game.course import DONE, HUNDRED, begin_turn, done, new_turn, next_activation, settle
from rules_py.exorcist.game.desk import ACTING, ANY_TIME, GAME
from rules_py.exorcist.game.play import Play, refuse
from rules_py.exorcist.game.refusals import absent_problem, begin_problem, problems
from rules_py.exorcist.model import Stage, tied_with
from rules_py.exorcist.pressure import Zone

Rolls = Annotated[tuple[tuple[int, int], ...], Rows({"roll": SOMEBODY, "1d100": Whole(1, HUNDRED, "E-2.8")})]
Gained = Annotated[int, Whole(0, MOST_MOVEMENT, "E-Q5")]
GainedDice = Annotated[int, Whole(0, MOST_EVADE, "E-Q5")]


# --- the fight and its turns ------------------------------------------------------------------------------------------


@GAME.action("begin", Text("Beginning", "戦闘の開始"), Stage.SETUP, rule="E-2.4")
def _begin(play: Play, rolls: Rolls = (), swift: Yes = False, grid: Yes = False) -> None:
    refuse(begin_problem(play.combat))
    if not grid:
        play.set(grounds=None)
    play.change_combat(swift=swift)
    left = dict(rolls)
    twice = len(left) < len(rolls)
    settle(play, left)
    if left or twice:
        raise InputError("roll", ", ".join(str(roll) for _, roll in rolls), play.say("one_roll_each"), "E-2.8")
    new_turn(play)


@GAME.action("turn", Text("Beginning the turn", "ターンの開始"), Stage.TURN, rule="E-2.1")
def _turn(play: Play, enemies: Annotated[list[int] | None, Order()] = None, announce: Yes = False) -> None:
    begin_turn(play, enemies, announce)


@GAME.action("first", Text("Letting another enemy act first", "敵の順番の入れ替え"), *ACTING, rule="E-2.11")
def _first(play: Play, who: Who) -> None:
    """Let another enemy of equal Skill act before the one whose activation it is."""
    combat = play.combat
    if who not in tied_with(combat, play.rulings):
        raise play.forbidden("only_equal_skill", "E-2.11")
    before = combat.fighters[combat.active].evade_dice - combat.activation.refilled
    play.change(combat.active, evade_dice=before)
    order = [each for each in initiative(combat.fighters, combat.enemies, play.rulings) if each != who]
    order.insert(order.index(combat.active), who)
    play.change_combat(enemies=tuple(each for each in order if combat.fighters[each].side is not Side.PC))
    play.tell("acts_first", "E-2.11", name=combat.name(who))
    next_activation(play)


@GAME.action("pause", Text("Stopping before the next turn", "次のターンの前で止めること"), *ACTING, rule="E-2.4")
def _pause(play: Play) -> None:
    """Let the next turn wait, so that others can join before it."""
    play.change_combat(paused=True)
    play.tell("next_turn_waits", "E-2.4")


GAME.action("done", DONE, *ACTING, rule="E-2.14")(done)


@GAME.action("end", Text("Ending the combat", "戦闘の終了"), *ANY_TIME, rule="E-10.2")
def _end(play: Play) -> None:
    play.tell("gm_ends_combat", "E-10.2", "E-2.5")
    play.change_combat(stage=Stage.OVER, active=NOBODY, blows=(), hurts=(), dying=None, zone=Zone())


# --- moving -----------------------------------------------------------------------------------------------------------


def may(play: Play, action: str) -> Fighter:
    """Return whoever acts if an action is open to them."""
    who = play.combat.active
    refuse(problems(play.combat, play.rulings)[action])
    refuse(absent_problem(play.state, who, action))
    return play.combat.fighters[who]


@GAME.action("focus", Text("Attack focus", "【攻撃集中】"), *ACTING, rule="E-4.9")
def _focus(play: Play) -> None:
    name = may(play, "focus").name
    play.change_activation(focus=True)
    play.tell("takes_focus", "E-4.9", "E-4.10", name=name)


@GAME.action("manoeuvre", Text("The tactical manoeuvre", "【戦術機動】"), *ACTING, rule="E-4.4")
def _manoeuvre(play: Play, dice: Dice = None, mobility: Gained | None = None, evade: GainedDice | None = None) -> None:
    """Make the check of a tactical manoeuvre; what it gives is a placeholder, so it may be told (E-Q5)."""
    fighter, activation, who = may(play, "manoeuvre"), play.combat.activation, play.combat.active
    found = play.check(fighter.name, fighter.skill, Difficulty.NORMAL, dice, "E-4.7", "E-Q5")
    base = min(fighter.mobility, HELD_MOBILITY) if activation.held else fighter.mobility
    gained = base * (play.rulings.manoeuvre_mobility - 1) if found else 0
    more = found if play.rulings.manoeuvre_evade == "successes" else 0
    if mobility is not None:
        gained = whole_number("mobility", mobility, 0, MOST_MOVEMENT - activation.movement, "E-Q5")
    if evade is not None:
        more = whole_number("evade", evade, 0, MOST_EVADE - fighter.evade_dice, "E-Q5")
    movement = activation.movement + gained
    pool = min(MOST_EVADE, fighter.evade_dice + more)
    play.change(who, evade_dice=pool)
    harder = bool(found) or play.rulings.manoeuvre_failed == "harder"
    play.change_activation(manoeuvre=True, harder=harder, movement=movement)
    rules = ("E-4.5", "E-4.6", "E-Q5", *(() if found else ("E-Q34",)), *(() if fighter.evades else ("E-11.14",)))
    dice_now = play.say("evade_dice_now", n=pool) if fighter.evades else play.say("never_evades")
    if not harder:
        play.tell("manoeuvre_fails", *rules, movement=movement, dice=dice_now)
    elif play.rulings.manoeuvre_hardens == "all":
        play.tell("manoeuvre_hardens_all", *rules, movement=movement, dice=dice_now)
    else:
        play.tell("manoeuvre_hardens_attacks", *rules, movement=movement, dice=dice_now)
    if pool < fighter.evade_dice + more:
        play.tell("evade_dice_not_counted", "E-Q5", n=MOST_EVADE)


@GAME.action("move", Text("That move", "その移動"), Stage.ACTIVATION, rule="E-4.1")
def _move(play: Play, squares: Annotated[int, Whole(1, MOST_MOVEMENT, "E-4.1")]) -> None:
    name, activation = may(play, "move").name, play.combat.activation
    if squares > activation.movement:
        refuse(play.forbidden("movement_left", "E-4.2", left=activation.movement), "squares")
    play.walk(squares)
    rule = "E-4.2" if play.combat.activation.used else "E-4.1"
    play.tell("moves", rule, name=name, n=squares, left=play.combat.activation.movement)


# --- without a grid: what takes the place of an attack, and pegs ------------------------------------------------------


@GAME.action("rope", Text("Laying rope", "注連鋼縄を張ること"), Stage.ACTIVATION, rule="E-7.21")
def _rope(play: Play, dice: Dice = None) -> None:
    fighter = may(play, "rope")
    difficulty, harder = play.steepened(Difficulty.NORMAL)
    found = play.check(fighter.name, fighter.skill, difficulty, dice, "E-7.24", *harder)
    play.spend(rope=fighter.rope - ROPE)
    play.use("rope")
    play.tell("lays_rope", "E-7.21", "E-7.25", "E-Q12", name=fighter.name, n=found, left=fighter.rope - ROPE)


@GAME.action("removal", Text("The removal check", "解除判定"), Stage.ACTIVATION, rule="E-7.41")
def _removal(play: Play, difficulty: Ladder, dice: Dice = None) -> None:
    fighter = may(play, "removal")
    asked, harder = play.steepened(difficulty)
    rules = ("E-7.42", "E-7.44", *(("E-11.25",) if fighter.removal_dice else ()), *harder)
    count = min(MOST_DICE, fighter.dice(Ability.SPIRIT) + fighter.removal_dice)
    found = play.check(fighter.name, count, asked, dice, *rules)
    play.use("removal")
    if found:
        play.tell("barrier_gone", "E-7.46", "E-7.47")
    else:
        play.tell("barrier_stays", "E-3.9")


@GAME.action("peg", Text("Placing a peg", "祓串の設置"), Stage.ACTIVATION, rule="E-7.16")
def _peg(play: Play) -> None:
    fighter = may(play, "peg")
    play.spend(pegs=fighter.pegs - 1)
    play.build()
    play.tell("places_peg", "E-7.16", "E-7.18", name=fighter.name, left=fighter.pegs - 1)
