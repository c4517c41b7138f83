"""A combat as a state machine: order, activations, attacks with evasion and death, pressure (E-M4 to E-M14)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.game import out_of_place
from rules_py.core.names import read_name
from rules_py.core.rulings import whole_number
from rules_py.core.stepper import Action, Event
from rules_py.core.text import Text, listed, same
from rules_py.exorcist.board import MOST_MOVEMENT, NOBODY
from rules_py.exorcist.characters import (
    KAII,
    MOST_ABILITY,
    MOST_ATTACKS,
    MOST_EVADE,
    MOST_POINTS,
    MOST_SUPPLIES,
    Ability,
    Attack,
    DamageKind,
    Exorcist,
    Kaii,
    MapObject,
    parse_damage,
)
from rules_py.exorcist.checks import MOST_DICE, Difficulty, Reach, shift
from rules_py.exorcist.combat import (
    Activation,
    Combat,
    Stage,
    begin_problem,
    forbid,
    hard_possible,
    problems,
    tied_with,
    waiting,
)
from rules_py.exorcist.effects import MOST_REDUCTION, Zone, end_of_turn, start_of_turn
from rules_py.exorcist.exchange import (
    CombatTable,
    apart,
    attack,
    avert,
    boss_gone,
    change,
    combine,
    evade,
    respawn,
    roll_damage,
    yes,
)
from rules_py.exorcist.fighters import Fighter, Side, initiative, somebody, tied_pcs
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.table import ROPE, Table, carry_out, read_action, read_difficulty

MOST_FIGHTERS = 16
MOST_TURNS = 99
HUNDRED = 100


def apply(combat: Combat, action: Action, rulings: Rulings = Rulings(), seed: str = "") -> tuple[Combat, list[Event]]:
    """Carry out one action of a combat.

    Args:
        combat: The state before.
        action: Name and arguments; people are named by their number. Before the combat and between turns
            `["exorcist", name, side, numbers, armour, [mob, boss]]` with Body, Spirit, Skill, HP, spirit points, evade
            dice, mobility, katashiro, pegs and rope, `["kaii", name, numbers, [evades, mob, boss]]` with Body, Spirit,
            Skill, toughness, miasma armour, mobility, extra evade dice and removal dice, `["known", key]`,
            `["thing", name, toughness, armour]`, `["weapon", who, name, [ability, reach, kind], damage, numbers,
            difficulty]` with extra dice, targets, distance and Continuous Attack, `["equip", who, attack]`,
            `["remove", who]`, `["edit", who, …]` with what is told of one who enters;
            `["begin", [[who, roll], …], swift]`, `["turn", enemies in order, announce Hard mode]`.
            In an activation `["focus"]`, `["manoeuvre", dice, mobility, evade dice]`, `["move", squares]`,
            `["attack", attack, targets, split, dice, last]`, where an attack is its number, `"melee_body"`,
            `"melee_skill"` or `"ranged"`, `["combine", [[mob, attack], …], target, dice, last]`, `["rope", dice]`,
            `["removal", difficulty, dice]`, `["peg"]`, `["first", who]`, `["pause"]`, `["done"]`; then `["apart"]`,
            `["evade", dice spent, dice]`, `["damage", amounts]`, `["avert"]`, `["respawn"]`; between these
            `["adjust", who, what, value]`, `["end"]`. Dice are a list of faces, or left out to be rolled by the seed.
            A swift combat goes on by itself where nobody decides anything; an attack that is the last thing in an
            activation ends it.
        rulings: How the open questions are answered.
        seed: What the dice follow.

    Returns:
        The state after, and what happened.

    Raises:
        ForbiddenAction: If a rule forbids it now.
        InputError: If an argument is not allowed.

    Source: E-M3 to E-M8, E-M12 to E-M14.

    Example:
        >>> combat, _ = apply(Combat(), ["known", "ukkoku_ageha"])
        >>> combat.fighters[0].toughness
        2
    """
    name, arguments = read_action(action, _ACTIONS, "E-3.1")
    stages, rule, run = _ACTIONS[name]
    in_stage(combat, name, stages, rule)
    table = Table(combat, rulings, seed, [])
    carry_out(table, run, name, arguments, rule)
    _go_on(table)
    return table.state, table.log


def in_stage(combat: Combat, action: str, stages: Sequence[Stage], rule: str) -> None:
    """Refuse an action outside of its stages.

    Raises:
        ForbiddenAction: If the combat is in none of these.
    """
    if combat.stage in stages:
        return
    raise forbid(action, out_of_place([stage.text for stage in stages], combat.stage.text), rule)


def _go_on(table: CombatTable) -> None:
    """Leave an activation that has ended by itself."""
    combat = table.state
    if combat.stage is not Stage.ACTIVATION:
        return
    if combat.fighters[combat.active].gone or combat.fighters[combat.active].acted:
        _next(table)
    elif combat.activation.last and combat.both_sides:
        _done(table)


def _refuse(problem: ForbiddenAction | None) -> None:
    if problem:
        raise problem


# --- who fights -------------------------------------------------------------------------------------------------------


def _enter(table: CombatTable, fighter: Fighter) -> None:
    fighters = table.state.fighters
    if len(fighters) >= MOST_FIGHTERS:
        told = Text("at most {n} take part", "参加できるのは{n}までです").format(n=MOST_FIGHTERS)
        raise forbid("known", told, "E-1.15")
    table.set(fighters=(*fighters, fighter))
    text = Text("{name} takes part ({side}).", "{name}が参加する（{side}）。")
    table.tell(text, "E-1.15", name=fighter.name, side=fighter.side.text)
    if table.state.turn:
        _settle(table, {})


def _numbers(values: Any, count: int) -> list[Any]:
    if not isinstance(values, list) or len(values) != count:
        told = Text("{n} numbers", "{n}個の数を並べてください").format(n=count)
        raise InputError("numbers", str(values), told)
    return values


def _name(table: CombatTable, name: Any) -> Text:
    return read_name(name, [fighter.name for fighter in table.state.fighters])


def _exorcist(table: CombatTable, *told: Any) -> None:
    _enter(table, _person(table, *told))


def _person(table: CombatTable, name: Any, side: Any, numbers: Any, armour: Any = None, kinds: Any = None) -> Fighter:
    values = dict(zip(_EXORCIST, _numbers(numbers, len(_EXORCIST)), strict=True))
    if side not in (Side.PC.value, Side.ALLY.value, Side.ENEMY.value):
        raise InputError("side", side, listed([Side.PC.text, Side.ALLY.text, Side.ENEMY.text]))
    sheet = Exorcist(name=_name(table, name), armour=tuple(armour or ()), **values)
    mob, boss = (yes("kinds", value) for value in kinds or (False, False))
    return Fighter.of(sheet, Side(side), mob=mob, boss=boss)


_EXORCIST = ("body", "spirit", "skill", "hp", "spirit_points", "evade_dice", "mobility", "katashiro", "pegs", "rope")
_KAII = ("body", "spirit", "skill", "toughness", "miasma", "mobility", "extra_evade", "removal_dice")


def _kaii(table: CombatTable, *told: Any) -> None:
    _enter(table, _creature(table, *told))


def _creature(table: CombatTable, name: Any, numbers: Any, kinds: Any = None) -> Fighter:
    values = dict(zip(_KAII, _numbers(numbers, len(_KAII)), strict=True))
    evades, mob, boss = (yes("kinds", value) for value in kinds or (False, False, False))
    return Fighter.of(Kaii(name=_name(table, name), evades=evades, mob=mob, boss=boss, **values), Side.ENEMY)


def _known(table: CombatTable, key: Any) -> None:
    if key not in KAII:
        raise InputError("known", key, same(", ".join(KAII)), "E-11.21")
    sheet = KAII[key]
    taken = [fighter.name for fighter in table.state.fighters]
    number, name = 1, sheet.name
    while name in taken:
        number += 1
        name = sheet.name + Text(f" {number}", str(number))
    _enter(table, Fighter.of(replace(sheet, name=name), Side.ENEMY))


def _thing(table: CombatTable, *told: Any) -> None:
    _enter(table, _object(table, *told))


def _object(table: CombatTable, name: Any, toughness: Any, armour: Any = 0) -> Fighter:
    return Fighter.of(MapObject(name=_name(table, name), toughness=toughness, armour=armour), Side.THING)


_MADE: dict[type, Callable[..., Fighter]] = {Exorcist: _person, Kaii: _creature, MapObject: _object}


def _edit(table: CombatTable, who: Any, *told: Any) -> None:
    """Give somebody other values, told as for one who enters; attacks stay, and so does what was lost or spent."""
    number = somebody(table.state.fighters, who)
    old = table.state.fighters[number]
    if old.gone:
        raise forbid("edit", Text("{name} is off the map", "{name}はマップにいません").format(name=old.name), "E-11.7")
    fighters = table.state.fighters
    table.set(fighters=(*fighters[:number], *fighters[number + 1 :]))  # its own name is free
    new = _MADE[type(old.sheet)](table, *told)
    table.set(fighters=fighters)
    name = old.name if new.name.en in (old.name.en, old.name.ja) else new.name
    sheet = replace(new.sheet, name=name)
    if not isinstance(sheet, MapObject):
        sheet = replace(sheet, attacks=old.attacks)
    begun = table.state.turn > 0
    left = {each: _left(old, new, each) if begun else getattr(new, each) for each in _LEFT}
    turned = begun and new.skill != old.skill and _skill(new) != _skill(old)
    if turned:
        table.set(changes=table.state.changes + 1)
        left["changed"] = table.state.changes
    if turned or not begun:
        left["skill"] = new.skill
    change(table, number, sheet=sheet, side=new.side, mob=new.mob, boss=new.boss, **left)
    activation = table.state.activation
    if begun and number == table.state.active and activation.untouched and not activation.held:
        table.set(activation=replace(activation, movement=table.state.fighters[number].mobility))
    if begun and old.boss and not table.state.under_pressure(table.rulings):
        table.set(zone=Zone())
    rules = ("E-2.12", "E-Q19") if turned and new.side is not Side.ENEMY else ()
    text = Text("{name} has new values.", "{name}の数値を書き換えた。")
    if old.name != name:
        text = Text("{old} becomes {name}, with new values.", "{old}を{name}に変え、数値を書き換えた。")
    table.tell(text, *rules, old=old.name, name=name)
    if begun:
        _settle(table, {})


_LEFT = ("hp", "spirit_points", "evade_dice", "katashiro", "toughness", "armour", "pegs", "rope")


def _left(old: Fighter, new: Fighter, name: str) -> int:
    """Return what is left of a value whose most has changed: what was whole stays whole, nothing exceeds its most."""
    left: int = getattr(old, name)
    most: int = getattr(Fighter.of(old.sheet, old.side), name)
    now: int = getattr(new, name)
    return now if left == most else left if name == "armour" else min(left, now)


def _skill(fighter: Fighter) -> int:
    """Return the Skill with which somebody came."""
    return 0 if isinstance(fighter.sheet, MapObject) else fighter.sheet.skill


def _weapon(
    table: CombatTable, who: Any, name: Any, kinds: Any, damage: Any, numbers: Any = None, difficulty: Any = "NORMAL"
) -> None:
    fighter = table.state.fighters[somebody(table.state.fighters, who)]
    if isinstance(fighter.sheet, MapObject):
        raise forbid("weapon", Text("an object does not attack", "オブジェクトは攻撃しません"), "E-12.1")
    if len(fighter.attacks) >= MOST_ATTACKS:
        told = Text("at most {n} for each", "攻撃手段は一人につき{n}個までです").format(n=MOST_ATTACKS)
        raise forbid("weapon", told, "E-5.1")
    ability, reach, kind = kinds
    extra, targets, distance, continuous = _numbers([0, 1, 0, 0] if numbers is None else numbers, 4)
    attack = Attack(
        read_name(name, [attack.name for attack in fighter.attacks]),
        Ability(ability),
        parse_damage(damage, kind=DamageKind(kind)),
        Reach(reach),
        read_difficulty(difficulty),
        extra,
        targets,
        distance,
        continuous,
    )
    change(table, who, sheet=replace(fighter.sheet, attacks=(*fighter.attacks, attack)))
    text = Text("{name} can attack with: {attack}.", "{name}の攻撃手段に{attack}を加える。")
    table.tell(text, "E-5.1", name=fighter.name, attack=attack.name)


def _equip(table: CombatTable, who: Any, number: Any) -> None:
    fighter = table.state.fighters[somebody(table.state.fighters, who)]
    if not fighter.attacks:
        raise forbid("equip", Text("it has no gear", "祭具がありません"), "E-5.2")
    whole_number("attack", number, 0, len(fighter.attacks) - 1, "E-5.2")
    change(table, who, equipped=number)
    text = Text("{name} equips {attack}.", "{name}は{attack}を装備する。")
    table.tell(text, "E-5.2", "E-5.3", name=fighter.name, attack=fighter.attacks[number].name)


def _remove(table: CombatTable, who: Any) -> None:
    fighters = table.state.fighters
    number = somebody(fighters, who)
    table.tell(Text("{name} does not take part.", "{name}は参加しない。"), name=fighters[number].name)
    if table.state.turn:
        change(table, number, gone=True)
        boss_gone(table, number)
    else:
        table.set(fighters=(*fighters[:number], *fighters[number + 1 :]))


def _begin(table: CombatTable, rolls: Any = None, swift: Any = False) -> None:
    _refuse(begin_problem(table.state))
    table.set(swift=yes("swift", swift))
    given = {
        somebody(table.state.fighters, who): whole_number("roll", roll, 1, HUNDRED, "E-2.8")
        for who, roll in rolls or []
    }
    twice = len(given) < len(rolls or [])
    _settle(table, given)
    if given or twice:
        told = Text("one roll for each PC whose Skill another has", "【巧】が並んだPCの分を一人一つずつにしてください")
        raise InputError("roll", ", ".join(str(roll) for _, roll in rolls), told, "E-2.8")
    _new_turn(table)


def _settle(table: CombatTable, given: dict[int, int]) -> None:
    """Let dice settle, once and for all, who of several PCs of equal Skill goes first (E-2.8, E-2.9)."""
    while groups := tied_pcs(table.state.fighters, table.rulings):
        for who in (who for group in groups for who in group):
            fighter = table.state.fighters[who]
            roll = given.pop(who, 0) or table.die(HUNDRED)
            change(table, who, rolled=(*fighter.rolled, roll))
            text = Text("{name}, Skill {skill}: 1d100 = {roll}.", "{name}（【巧】{skill}）：1d100＝{roll}。")
            table.tell(text, "E-2.8", name=fighter.name, skill=fighter.skill, roll=roll)


# --- turns ------------------------------------------------------------------------------------------------------------


def _new_turn(table: CombatTable) -> None:
    combat = table.state
    number = combat.turn + 1
    if number > MOST_TURNS:
        told = Text("after {n} turns the GM ends the combat", "{n}ターンまでです。GMが戦闘を終えてください")
        raise forbid("done", told.format(n=MOST_TURNS), "E-10.2")
    table.log.append(Event(Text(f"Turn {number}", f"第{number}ターン"), ("E-2.4",), heading=True))
    table.set(
        turn=number,
        stage=Stage.TURN,
        active=NOBODY,
        activation=Activation(),
        attacked=False,
        damaged=False,
        fighters=tuple(replace(fighter, acted=False, attacked=False) for fighter in combat.fighters),
        paused=False,
    )
    if combat.swift and not combat.paused and combat.both_sides and not hard_possible(combat, table.rulings):
        _turn(table)


def _turn(table: CombatTable, enemies: Any = None, announce: Any = False) -> None:
    combat = table.state
    order = tuple(somebody(combat.fighters, who, "enemies") for who in enemies or [])
    if len(set(order)) < len(order) or any(combat.fighters[who].side is Side.PC for who in order):
        raise InputError("enemies", str(enemies), Text("enemies, each once", "敵を一度ずつ並べてください"), "E-2.11")
    announced = yes("announce", announce)
    if announced and not hard_possible(combat, table.rulings):
        told = Text("not enough quiet turns", "双方ノーダメージのターンが足りません")
        raise forbid("hard", told, "E-13.3")
    before = combat.zone.pressure
    table.set(zone=start_of_turn(combat.zone, announced=announced, rulings=table.rulings))
    if table.state.zone.pressure is not before:
        rules = ("E-13.4", "E-13.5") if before.value == 0 else ("E-13.6", "E-13.7")
        text = Text("The pressure rises: {mode}.", "【戦闘区域内圧力】が上がり、{mode}になる。")
        table.tell(text, *rules, "E-Q22", mode=table.state.zone.pressure.text)
    table.set(enemies=order)
    if table.rulings.evade_refill == "turn":
        for who, fighter in enumerate(table.state.fighters):
            if fighter.acts:
                change(table, who, evade_dice=fighter.most_evade_dice)
    _next(table)


def _next(table: CombatTable) -> None:
    """Begin the next activation, or the next turn."""
    left = waiting(table.state, table.rulings)
    if not left:
        _end_turn(table)
        return
    who = left[0]
    fighter = table.state.fighters[who]
    if table.rulings.evade_refill == "activation":
        change(table, who, evade_dice=fighter.most_evade_dice)
    activation = Activation(fighter.mobility, used=("attack",) if fighter.attacked else ())
    table.set(stage=Stage.ACTIVATION, active=who, activation=activation)
    refilled = table.rulings.evade_refill == "activation" and fighter.most_evade_dice > 0
    text = Text("{name}’s activation.", "{name}の手番。")
    if refilled:
        text = Text("{name}’s activation; evade dice: {n}.", "{name}の手番。回避ダイスは{n}個。")
    rules = ("E-2.7", "E-Q7") if refilled else ("E-2.7",)
    table.tell(text, *rules, name=fighter.name, n=fighter.most_evade_dice)


def _end_turn(table: CombatTable) -> None:
    combat = table.state
    if not any(fighter.acts for fighter in combat.fighters):
        table.tell(Text("Nobody is left.", "誰も残っていない。"), "E-2.1")
        table.set(stage=Stage.OVER, active=NOBODY)
        return
    if combat.under_pressure(table.rulings):
        before = combat.zone
        zone = end_of_turn(before, attacked=combat.attacked, damaged=combat.damaged, rulings=table.rulings)
        table.set(zone=zone)
        if zone.quiet > before.quiet:
            text = Text("Attacks and no damage: quiet turns {n}.", "攻撃があったのに双方ノーダメージ。{n}ターン目。")
            if not combat.attacked:
                text = Text("No attack and no damage: quiet turns {n}.", "攻撃もなく双方ノーダメージ。{n}ターン目。")
            rules = ("E-13.3",) if zone.pressure.value == 0 else ("E-13.6", "E-Q35")
            table.tell(text, *rules, n=zone.quiet)
        elif zone.pressure is not before.pressure:
            table.tell(Text("The pressure falls back.", "【戦闘区域内圧力】が元に戻る。"), "E-Q23")
    _new_turn(table)


def _first(table: CombatTable, who: Any) -> None:
    """Let another enemy of equal Skill act before the one whose activation it is (E-2.11)."""
    combat = table.state
    other = somebody(combat.fighters, who)
    if other not in tied_with(combat, table.rulings):
        told = Text("only an enemy of equal Skill that has not acted", "【巧】が同値の未行動の敵だけです")
        raise forbid("first", told, "E-2.11")
    order = [each for each in initiative(combat.fighters, combat.enemies, table.rulings) if each != other]
    order.insert(order.index(combat.active), other)
    table.set(enemies=tuple(each for each in order if combat.fighters[each].side is not Side.PC))
    table.tell(Text("The GM lets {name} act first.", "GMは{name}を先に動かす。"), "E-2.11", name=combat.name(other))
    _next(table)


def _pause(table: CombatTable) -> None:
    """Let the next turn wait, so that others can join before it."""
    table.set(paused=True)
    table.tell(Text("The next turn waits for the GM.", "次のターンの前で止まる。"), "E-2.4")


def _done(table: CombatTable) -> None:
    who, activation = table.state.active, table.state.activation
    change(table, who, acted=True)
    if activation.untouched:
        text = Text(
            "{name} passes and does not act again before their next activation.", "{name}は何もせず手番を終える。"
        )
        table.tell(text, "E-2.13", "E-2.14", name=table.state.name(who))
    _next(table)


def _end(table: CombatTable) -> None:
    table.tell(Text("The GM ends the combat.", "GMが戦闘の終了を告げる。"), "E-10.2", "E-2.5")
    table.set(stage=Stage.OVER, active=NOBODY, blows=(), hurts=(), dying=None, zone=Zone())


# --- moving -----------------------------------------------------------------------------------------------------------


def _may(table: CombatTable, action: str) -> Activation:
    _refuse(problems(table.state, table.rulings)[action])
    return table.state.activation


def _focus(table: CombatTable) -> None:
    table.set(activation=replace(_may(table, "focus"), focus=True))
    text = Text("{name} gives up the first move: attack focus.", "{name}は第一移動を放棄し、【攻撃集中】に入る。")
    table.tell(text, "E-4.9", "E-4.10", name=table.state.name(table.state.active))


def _manoeuvre(table: CombatTable, typed: Any = None, mobility: Any = None, evade: Any = None) -> None:
    """Make the check of a tactical manoeuvre; what it gives is a placeholder, so it may be told (E-Q5)."""
    activation, who = _may(table, "manoeuvre"), table.state.active
    fighter = table.state.fighters[who]
    found = table.check(fighter.name, fighter.skill, Difficulty.NORMAL, typed, "E-4.7", "E-Q5")
    gained = fighter.mobility * (table.rulings.manoeuvre_mobility - 1) if found and not activation.held else 0
    dice = found if table.rulings.manoeuvre_evade == "successes" else 0
    if mobility is not None:
        told = whole_number("mobility", mobility, 0, MOST_MOVEMENT - activation.movement, "E-Q5")
        gained = 0 if activation.held else told
    if evade is not None:
        dice = whole_number("evade", evade, 0, MOST_EVADE - fighter.evade_dice, "E-Q5")
    movement = activation.movement + gained
    pool = min(MOST_EVADE, fighter.evade_dice + dice)
    change(table, who, evade_dice=pool)
    harder = bool(found) or table.rulings.manoeuvre_failed == "harder"
    table.set(activation=replace(activation, manoeuvre=True, harder=harder, movement=movement))
    text = Text(
        "Tactical manoeuvre: movement {movement}, evade dice {dice}",
        "【戦術機動】：残りの【機動力】{movement}、回避ダイス{dice}個",
    )
    if not harder:
        text += Text("; it failed, so nothing gets harder.", "。判定に失敗したので、難易度は変わらない。")
    elif table.rulings.manoeuvre_hardens == "all":
        text += Text(
            "; attacks, arts, rope and removal one step harder.", "。攻撃、術、注連鋼縄、解除は1段階難しくなる。"
        )
    else:
        text += Text("; attacks and arts one step harder.", "。攻撃と術は1段階難しくなる。")
    rules = ("E-4.5", "E-4.6", "E-Q5") if found else ("E-4.5", "E-4.6", "E-Q5", "E-Q34")
    table.tell(text, *rules, movement=movement, dice=pool)
    if pool < fighter.evade_dice + dice:
        text = Text("More than {n} evade dice are not counted.", "{n}個を超える回避ダイスは数えません。")
        table.tell(text, "E-Q5", n=MOST_EVADE)


def _move(table: CombatTable, squares: Any) -> None:
    activation = _may(table, "move")
    whole_number("squares", squares, 1, MOST_MOVEMENT, "E-4.1")
    name = table.state.name(table.state.active)
    if squares > activation.movement:
        told = Text("what is left is {left}", "残りは{left}マスです").format(left=activation.movement)
        raise forbid("move", told, "E-4.2")
    left = activation.movement - squares
    table.set(activation=replace(activation, movement=left, moved=activation.moved + squares))
    first = not activation.used
    text = Text("{name} moves for {n} ({left} left).", "{name}が{n}マス移動（残り{left}）。")
    table.tell(text, "E-4.1" if first else "E-4.2", name=name, n=squares, left=left)


# --- other actions ----------------------------------------------------------------------------------------------------


def _harder(difficulty: Difficulty, activation: Activation, rulings: Rulings) -> tuple[Difficulty, tuple[str, ...]]:
    """Return how difficult rope or a removal is after what was done, and the rules that make it harder."""
    if not (activation.harder and rulings.manoeuvre_hardens == "all"):
        return difficulty, ()
    return shift(difficulty, 1, rulings), ("E-4.6", "E-Q33")


def _rope(table: CombatTable, typed: Any = None) -> None:
    activation, who = _may(table, "rope"), table.state.active
    fighter = table.state.fighters[who]
    difficulty, harder = _harder(Difficulty.NORMAL, activation, table.rulings)
    found = table.check(fighter.name, fighter.skill, difficulty, typed, "E-7.24", *harder)
    change(table, who, rope=fighter.rope - ROPE)
    table.set(activation=replace(activation, used=(*activation.used, "rope")))
    text = Text(
        "{name} lays rope, successes {n}; {left} rope left.", "{name}が成功数{n}で注連鋼縄を張る。残りは{left}。"
    )
    table.tell(text, "E-7.21", "E-7.25", "E-Q12", name=fighter.name, n=found, left=fighter.rope - ROPE)


def _removal(table: CombatTable, difficulty: Any, typed: Any = None) -> None:
    activation, who = _may(table, "removal"), table.state.active
    fighter = table.state.fighters[who]
    asked, harder = _harder(read_difficulty(difficulty), activation, table.rulings)
    rules = ["E-7.42", "E-7.44"] + (["E-11.25"] if fighter.removal_dice else []) + list(harder)
    dice = min(MOST_DICE, fighter.dice(Ability.SPIRIT) + fighter.removal_dice)
    found = table.check(fighter.name, dice, asked, typed, *rules)
    table.set(activation=replace(activation, used=(*activation.used, "removal")))
    if found:
        table.tell(
            Text("The barrier is gone, with peg and rope.", "結界が祓串と注連鋼縄ごと消える。"), "E-7.46", "E-7.47"
        )
    else:
        table.tell(Text("The barrier stays.", "結界は解除されない。"), "E-3.9")


def _peg(table: CombatTable) -> None:
    _may(table, "peg")
    who = table.state.active
    fighter = table.state.fighters[who]
    change(table, who, pegs=fighter.pegs - 1)
    text = Text("{name} places a peg; {left} left.", "{name}が祓串を置く（残り{left}）。")
    table.tell(text, "E-7.16", "E-7.18", name=fighter.name, left=fighter.pegs - 1)


ADJUSTABLE: dict[str, tuple[Text, int, int, tuple[type, ...]]] = {
    "hp": (Text("HP", "【体力】"), 1, MOST_POINTS, (Exorcist,)),
    "spirit_points": (Text("spirit points", "【霊力】"), 1, MOST_POINTS, (Exorcist,)),
    "toughness": (Text("toughness", "【強度】"), 1, MOST_POINTS, (Kaii, MapObject)),
    "armour": (Text("armour or miasma armour", "【装甲】・【穢装】"), 0, MOST_REDUCTION, (Exorcist, Kaii, MapObject)),
    "skill": (Text("Skill", "【巧】"), 0, MOST_ABILITY, (Exorcist, Kaii)),
    "evade_dice": (Text("evade dice", "回避ダイス"), 0, MOST_EVADE, (Exorcist, Kaii)),
    "katashiro": (Text("katashiro", "【形代】"), 0, MOST_SUPPLIES, (Exorcist,)),
    "pegs": (Text("pegs", "祓串"), 0, MOST_SUPPLIES, (Exorcist, Kaii)),
    "rope": (Text("rope", "注連鋼縄"), 0, MOST_SUPPLIES, (Exorcist, Kaii)),
}
"""What arts, items and the GM may change by hand: its name, least and most, and whose it is."""


def _adjust(table: CombatTable, who: Any, what: Any, value: Any) -> None:
    """Change a value by hand, for everything that stands elsewhere than in these rules."""
    number = somebody(table.state.fighters, who)
    fighter = table.state.fighters[number]
    if what not in ADJUSTABLE or not isinstance(fighter.sheet, ADJUSTABLE[what][3]) or fighter.gone:
        allowed = listed([text for text, _, _, kinds in ADJUSTABLE.values() if isinstance(fighter.sheet, kinds)])
        raise InputError("what", what, allowed)
    name, least, most, _ = ADJUSTABLE[what]
    before = getattr(fighter, what)
    whole_number("value", value, least, most)
    changes = {what: value}
    rules: tuple[str, ...] = ()
    if what == "skill" and value != before:
        changes["changed"] = table.state.changes + 1
        table.set(changes=table.state.changes + 1)
        rules = ("E-2.12", "E-Q19") if fighter.side is not Side.ENEMY else ()
    if what == "armour" and isinstance(fighter.sheet, Kaii):
        rules = ("E-11.10",)
    change(table, number, **changes)
    text = Text("{name}: {what} {before} → {value}.", "{name}：{what}{before}→{value}。")
    table.tell(text, *rules, name=fighter.name, what=name, before=before, value=value)


_ENTERING = (Stage.SETUP, Stage.TURN)
_ACTING = (Stage.ACTIVATION,)
_PLAY = (Stage.TURN, Stage.ACTIVATION)
_ACTIONS: dict[str, tuple[tuple[Stage, ...], str, Callable[..., None]]] = {
    "exorcist": (_ENTERING, "E-1.15", _exorcist),
    "kaii": (_ENTERING, "E-1.15", _kaii),
    "known": (_ENTERING, "E-1.15", _known),
    "thing": (_ENTERING, "E-12.2", _thing),
    "weapon": (_ENTERING, "E-5.1", _weapon),
    "equip": ((Stage.SETUP,), "E-5.2", _equip),
    "remove": (_ENTERING, "E-10.2", _remove),
    "edit": ((*_ENTERING, Stage.ACTIVATION), "E-10.2", _edit),
    "begin": ((Stage.SETUP,), "E-2.4", _begin),
    "turn": ((Stage.TURN,), "E-2.1", _turn),
    "focus": (_ACTING, "E-4.9", _focus),
    "manoeuvre": (_ACTING, "E-4.4", _manoeuvre),
    "move": (_ACTING, "E-4.1", _move),
    "attack": (_ACTING, "E-5.4", attack),
    "combine": (_ACTING, "E-8.11", combine),
    "rope": (_ACTING, "E-7.21", _rope),
    "removal": (_ACTING, "E-7.41", _removal),
    "peg": (_ACTING, "E-7.16", _peg),
    "done": (_ACTING, "E-2.14", _done),
    "first": (_ACTING, "E-2.11", _first),
    "pause": (_ACTING, "E-2.4", _pause),
    "apart": ((Stage.EVASION,), "E-8.13", apart),
    "evade": ((Stage.EVASION,), "E-8.2", evade),
    "damage": ((Stage.DAMAGE,), "E-5.14", roll_damage),
    "avert": ((Stage.DEATH,), "E-9.7", avert),
    "respawn": ((Stage.DEATH,), "E-9.7", respawn),
    "adjust": (_PLAY, "E-10.2", _adjust),
    "end": (_PLAY, "E-10.2", _end),
}
