"""The climax: movement, attacks, damage, the end of a round (K-3.1 to K-5.6, K-7.1 to K-8.3)."""

from __future__ import annotations

from typing import Annotated, Any

from rules_py.core.arguments import Whole
from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.render import percent
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text, in_a_row, sentences
from rules_py.kamui.arguments import (
    Ability,
    Anywhere,
    Damage,
    Dice,
    Enemy,
    Reach,
    SkillTiming,
    Square,
    Strength,
    Who,
    Word,
)
from rules_py.kamui.cast import refuse_kamui_in_centre
from rules_py.kamui.characters import MOST_FAITH
from rules_py.kamui.effects import attack_kamui, attack_unit, damage, end_round, fallen_problem, round_end, suffer
from rules_py.kamui.game.table import CLIMAX, GAME, RingTable
from rules_py.kamui.model import NOBODY, Play, Skill, Stage, prospects, shown, square_words
from rules_py.kamui.ring import MOST_REVELATION, check_square, distance
from rules_py.kamui.rulings import Rulings


@GAME.action("move", Text("This move", "この移動"), Stage.FIGHT, rule="K-3.2")
def _move(table: RingTable, square: Anywhere) -> None:
    play, who = table.state, table.state.active
    refuse_kamui_in_centre(table, square)
    check_square("square", square, table.rulings)
    far, most, name = distance(play.kamui[who].square, square, table.rulings), play.sheets[who].moves, play.name(who)
    if not far:
        raise table.forbidden("stands_there", "K-3.2")
    where = square_words(square)
    if far > most:
        raise table.forbidden("too_far", "K-Q22", square=where, far=far, name=name, most=most)
    table.change(who, square=square)
    table.set(moved=True)
    table.tell("moves", "K-3.2", "K-Q22", name=name, n=far, square=where)


def _use_main(table: RingTable) -> None:
    if table.state.main:
        raise table.forbidden("one_main_action", "K-4.3")
    table.set(main=True)


@GAME.action("main", Text("A main action", "メインアクション"), Stage.FIGHT, rule="K-4.3")
def _main(
    table: RingTable,
    spent: Annotated[int, Whole(0, MOST_REVELATION, "K-4.4")],
    ability: Ability,
    dice: Dice | None = None,
) -> None:
    who = table.state.active
    _use_main(table)
    table.spend(who, spent, "K-4.4")
    table.tell("main_action", "K-4.3", name=table.state.name(who), n=spent)
    if spent or dice is not None:
        table.check(who, spent, ability, dice, "K-4.4")


@GAME.action("sub", Text("A sub action", "サブアクション"), Stage.FIGHT, rule="K-4.5")
def _sub(table: RingTable, skill: Word) -> None:
    table.tell("sub_action", "K-4.5", "K-4.6", name=table.state.name(table.state.active), skill=skill)


def attack_problem(play: Play, unit: int, reach: int, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why whoever acts cannot attack an enemy: out of range, or fallen already; None if it can.

    Raises:
        InputError: If there is no such enemy.

    Source: K-3.3, K-3.5, K-Q23.

    Example:
        >>> from rules_py.kamui.model import Kamui, Sheet, State, Unit
        >>> play = Play(State((Kamui("Homura", 3),), (Unit("Magai", 9, 10),)), (Sheet(),), ("A",), active=0)
        >>> attack_problem(play, 0, 3).rule, attack_problem(play, 0, 4) is None
        ('K-3.3', True)
    """
    struck, attacker = play.units[whole_number("unit", unit, 0, len(play.units) - 1)], play.kamui[play.active]
    far = distance(attacker.square, struck.square, rulings)
    if far <= reach:
        return fallen_problem(struck, rulings)
    reason = GAME.words["out_of_range"].format(name=shown(struck.name), far=far, reach=reach)
    return ForbiddenAction(GAME.actions["attack"].label, reason, "K-3.3")


@GAME.action("attack", Text("This attack", "この攻撃"), Stage.FIGHT, rule="K-5.1")
def _attack(
    table: RingTable,
    unit: Enemy,
    timing: SkillTiming,
    range: Reach,
    spent: Annotated[int, Whole(0, MOST_REVELATION, "K-5.1")],
    ability: Ability,
    numbers: Strength,
    dice: Dice | None = None,
    gm_square: Square | None = None,
) -> None:
    who, rulings = table.state.active, table.rulings
    skill = Skill("", timing, range, ability, *numbers.values())
    problem = attack_problem(table.state, unit, skill.reach, rulings)
    if problem:
        raise problem
    if timing == "main":
        _use_main(table)
    table.spend(who, spent, "K-5.1")
    if not spent and rulings.attack_dice == "at_least_one":
        raise InputError("spent", spent, table.say("attack_takes_action_value"), "K-Q27")
    struck, left = table.state.units[unit], table.state.kamui[who].action_value
    parts: dict[str, Any] = {"unit": shown(struck.name), "before": left + spent, "left": left}
    lead = table.say("attacks_and_spends" if spent else "attacks", name=table.state.name(who), **parts)
    rules = ("K-4.3" if timing == "main" else "K-4.5", "K-5.1", "K-Q10")
    found = table.check(who, spent, ability, dice, *rules, lead=lead)
    armour = struck.armour if rulings.unit_armour == "same" else 0
    falls = prospects(skill, spent, struck.hp + armour, rulings)[1]
    dealt = damage(found, skill.power, skill.multiplier, skill.bonus, rulings)
    if not found and rulings.no_successes == "miss":
        table.tell("misses", "K-Q9")
        return
    parts = {"found": found, "power": skill.power, "multiplier": skill.multiplier, "bonus": skill.bonus}
    told = [table.say("damage", dealt=dealt, **parts)]
    if falls:
        told.append(table.say("chance_to_defeat", chance=percent(falls)))
    table.tell(sentences(told), "K-5.3", *([] if found else ["K-Q9"]))
    if skill.change:
        dealt = max(0, dealt + skill.change)
        table.tell("skills_change_damage", "K-5.4", n=dealt)
    _wound(table, unit, dealt, gm_square)


@GAME.action("wound", GAME.words["damage_to_enemy"], *CLIMAX, rule="K-5.5")
def _wound(table: RingTable, unit: Enemy, damage: Damage, gm_square: Square | None = None) -> None:
    play, struck = table.state, table.state.units[unit]
    state = attack_unit(play.state, unit, damage, gm_square, table.rulings)
    name = shown(struck.name)
    there = len(state.units) == len(play.units)
    if there and state.units[unit].hp:
        after = state.units[unit]
        table.tell("enemy_hurt", "K-5.5", "K-Q17", name=name, a=struck.armour, b=after.armour, c=struck.hp, d=after.hp)
        table.set(state=state)
        return
    letters = play.letters if there else (*play.letters[:unit], *play.letters[unit + 1 :])
    table.set(state=state, letters=letters, threat=play.threat + struck.threat)
    table.tell("enemy_falls_and_stays" if there else "enemy_falls", "K-7.4", "K-Q23", name=name, hp=struck.hp)
    table.tell_rifts(play.state.rifts, struck.square, "K-7.5")


@GAME.action("hurt", Text("Damage to a kamui", "神威にダメージを与えること"), *CLIMAX, rule="K-5.5")
def _hurt(table: RingTable, who: Who, damage: Damage) -> None:
    play, rulings = table.state, table.rulings
    before, name = play.kamui[who], play.name(who)
    table.set(state=attack_kamui(play.state, who, damage, rulings))
    after = table.state.kamui[who]
    armour, hp, _ = suffer(before.armour, before.hp, damage, rulings=rulings)
    table.tell("kamui_hurt", "K-5.5", "K-5.6", name=name, n=damage, a=before.armour, b=armour, c=before.hp, d=hp)
    if after.revivals == before.revivals:
        return
    rules = ("K-8.1", "K-8.2", "K-8.3", "K-Q13")
    table.tell("stands_again", *rules, name=name, n=after.revivals, hp=after.hp, armour=after.armour)
    if rulings.revival_rift:
        table.tell_rifts(play.state.rifts, before.square, "K-Q14")


@GAME.action("end", Text("The end of the round", "ラウンド終了"), *CLIMAX, rule="K-7.1")
def _end(table: RingTable) -> None:
    table.refuse_waiting("K-4.1")
    play, rulings = table.state, table.rulings
    vanished = round_end([kamui.square for kamui in play.kamui], play.state.rifts, rulings).vanished

    def tell_vanished() -> None:
        if vanished:
            table.tell("rifts_vanish", "K-7.3", "K-Q12", squares=in_a_row(vanished))

    if rulings.round_order == "vanishing_first":
        tell_vanished()
    table.tell_faith(end_round(play.state, rulings), "K-7.1", "K-7.2")
    if rulings.round_order == "faith_first":
        tell_vanished()
    number = whole_number("number", play.number + 1, 1, MOST_FAITH)
    table.set(number=number, acted=frozenset())
    table.tell("round_begins", heading=True, n=number)


@GAME.action("ending", Text("The ending", "エンディングフェイズへ進むこと"), *CLIMAX, rule="K-6.1")
def _ending(table: RingTable) -> None:
    if table.state.active != NOBODY:
        table.refuse_waiting("K-4.1")
    table.set(phase="ending", acted=frozenset())
    table.tell("ending_begins", heading=True)
    kamui = table.state.kamui
    dice, revivals = sum(each.grace_dice for each in kamui), sum(each.revivals for each in kamui)
    rules, threat = ("K-6.1", "K-6.2", "K-6.5", "K-6.9"), table.state.threat
    table.tell("grace_to_check", *rules, dice=dice, threat=threat, revivals=revivals)
