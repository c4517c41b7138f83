"""What happens from an attack check to the last damage: evasion, damage, death and katashiro (E-M3 to E-M7, E-M13)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from rules_py.core.dice import Die
from rules_py.core.errors import InputError
from rules_py.core.render import percent
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text, listed
from rules_py.exorcist.characters import DamageKind, Exorcist, Kaii
from rules_py.exorcist.checks import MOST_DICE, Difficulty, attack_difficulty, dice_rolled
from rules_py.exorcist.combat import Blow, Combat, Hurt, Stage, attack_of, combining, evasion, forbid, problems
from rules_py.exorcist.effects import (
    MOST_MOBS,
    Escape,
    Struck,
    Zone,
    batch_damage,
    check_split,
    resolve_attack,
    strike,
    wear_down,
)
from rules_py.exorcist.fighters import Fighter, Side, somebody
from rules_py.exorcist.odds import successes_odds
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.table import Table, lying

CombatTable = Table[Combat]


def put(table: CombatTable, who: int, fighter: Fighter) -> None:
    """Put somebody in somebody's place."""
    fighters = table.state.fighters
    table.set(fighters=(*fighters[:who], fighter, *fighters[who + 1 :]))


def change(table: CombatTable, who: int, **values: Any) -> None:
    """Change somebody's values."""
    put(table, who, replace(table.state.fighters[who], **values))


def _may(table: CombatTable, action: str) -> None:
    problem = problems(table.state, table.rulings)[action]
    if problem:
        raise problem


# --- attacking --------------------------------------------------------------------------------------------------------


def _targets(table: CombatTable, targets: Any, *, again: bool = False) -> list[int]:
    """Read at whom an attack is aimed."""
    if not isinstance(targets, list) or not targets:
        raise InputError("targets", str(targets or ""), Text("somebody", "対象を選んでください"), "E-5.4")
    found = [somebody(table.state.fighters, target, "targets") for target in targets]
    for target in found:
        if table.state.fighters[target].gone:
            told = Text("{name} is off the map", "{name}はマップにいません").format(name=table.state.name(target))
            raise forbid("attack", told, "E-11.7")
        if target == table.state.active:
            raise InputError("targets", str(targets), Text("somebody else", "自分以外を選んでください"), "E-5.4")
    if not again and len(set(found)) < len(found):
        raise forbid("attack", Text("each target once", "同じ対象は一度だけです"), "E-Q28")
    return found


def attack(
    table: CombatTable, number: Any, targets: Any, split: Any = None, typed: Any = None, last: Any = False
) -> None:
    """Make the attack check, or the checks that its dice are divided among (E-M3, E-M14, E-Q28)."""
    _may(table, "attack")
    is_last = yes("last", last)
    activation, who = table.state.activation, table.state.active
    fighter = table.state.fighters[who]
    attack = attack_of(fighter, number, table.rulings)
    dice = min(MOST_DICE, fighter.dice(attack.ability) + attack.extra)
    parts = (dice,) if split is None else check_split(split, max(dice, 1), attack.continuous)
    divided = len(parts) > 1
    aimed = _targets(table, targets, again=divided or table.rulings.scales_same_target)
    if divided:
        if len(aimed) not in (1, len(parts)):
            told = Text("one target for each part", "分けた攻撃の1つにつき対象は1つです")
            raise InputError("targets", str(targets), told, "E-Q9")
        aimed = aimed * len(parts) if len(aimed) == 1 else aimed
    elif len(aimed) > attack.targets:
        told = Text("targets at most: {n}", "対象は{n}までです").format(n=attack.targets)
        raise forbid("attack", told, "E-11.23" if attack.targets > 1 else "E-5.12")
    each = divided or table.rulings.scales_checks == "per_target"
    counts = list(parts) if divided else [dice] * (len(aimed) if each else 1)
    faces = _divided(typed, [dice_rolled(count, table.rulings) for count in counts])
    _spend(table, number)
    _follow(table, typed, is_last)
    text = Text("{name} attacks {names}: {attack}.", "{name}が{names}を攻撃（{attack}）。")
    names = listed([table.state.name(target) for target in dict.fromkeys(aimed)])
    table.tell(text, *_weapon_rules(number, divided), name=fighter.name, names=names, attack=attack.name)
    difficulty = attack_difficulty(
        attack.difficulty, focus=activation.focus, manoeuvre=activation.harder, rulings=table.rulings
    )
    rules = ("E-5.10",) if activation.focus else ("E-4.6",) if activation.harder else ("E-3.9",)
    rolled = [
        table.check(fighter.name, count, difficulty, given, *rules) for count, given in zip(counts, faces, strict=True)
    ]
    found = rolled if each else rolled * len(aimed)
    _open(table, [Blow(who, target, attack, each_found) for target, each_found in zip(aimed, found, strict=True)])


def _weapon_rules(number: Any, divided: bool) -> tuple[str, ...]:
    rules = ("E-5.7", "E-5.19", "E-Q11") if isinstance(number, str) else ("E-5.4", "E-5.6")
    return (*rules, "E-5.23", "E-Q9") if divided else rules


def _divided(typed: Any, counts: list[int]) -> list[Any]:
    """Divide typed faces among several checks."""
    if typed is None or len(counts) == 1:
        return [typed] * len(counts)
    if not isinstance(typed, list) or len(typed) != sum(counts):
        allowed = Text("the faces of all {n} dice in order", "{n}個すべての目を順に書いてください")
        raise InputError("dice", str(typed), allowed.format(n=sum(counts)), "E-3.7")
    return [typed[sum(counts[:i]) : sum(counts[: i + 1])] for i in range(len(counts))]


def _spend(table: CombatTable, number: Any) -> None:
    """Note that whoever acts has attacked, and with what (E-5.6, E-5.7)."""
    who, activation = table.state.active, table.state.activation
    fighter = table.state.fighters[who]
    if isinstance(number, str):
        change(table, who, attacked=True, pegs=fighter.pegs - table.rulings.peg_spent)
    else:
        change(table, who, attacked=True, equipped=number)
    table.set(activation=replace(activation, used=(*activation.used, "attack")), attacked=True)


def yes(field: str, value: Any) -> bool:
    """Return whether an argument says yes.

    Raises:
        InputError: If it says neither yes nor no.
    """
    if not isinstance(value, bool):
        raise InputError(field, value, Text("yes or no", "「はい」か「いいえ」です"))
    return value


def _follow(table: CombatTable, typed: Any, last: bool) -> None:
    """Note what is to follow the attack by itself."""
    table.set(by_hand=typed is not None, activation=replace(table.state.activation, last=last))


def combine(table: CombatTable, mobs: Any, target: Any, typed: Any = None, last: Any = False) -> None:
    """Make the attack checks of several mobs against one target (E-8.11, E-8.12)."""
    _may(table, "combine")
    is_last = yes("last", last)
    aimed = _targets(table, [target])[0]
    chosen = {somebody(table.state.fighters, who, "mobs"): number for who, number in mobs}
    allowed = {table.state.active, *combining(table.state, table.rulings)}
    if len(chosen) != len(mobs) or len(chosen) > MOST_MOBS or table.state.active not in chosen:
        told = Text("whoever acts and others, each once", "手番のキャラクターを含めて一度ずつ選んでください")
        raise InputError("mobs", str(mobs), told, "E-8.11")
    for who in chosen:
        if who not in allowed or who == aimed:
            told = Text("{name} cannot join in", "{name}は加われません").format(name=table.state.name(who))
            raise forbid("combine", told, "E-Q10")
    attacks = {who: attack_of(table.state.fighters[who], number) for who, number in chosen.items()}
    if any(isinstance(number, str) for number in chosen.values()):
        raise InputError("attack", str(mobs), Text("no pegs", "祓串は使えません"), "E-8.11")
    counts = [min(MOST_DICE, table.state.fighters[who].dice(a.ability) + a.extra) for who, a in attacks.items()]
    faces = _divided(typed, [dice_rolled(count, table.rulings) for count in counts])
    names = listed([table.state.name(who) for who in chosen])
    text = Text("{names} attack {target} together.", "{names}が{target}への攻撃をまとめる。")
    table.tell(text, "E-8.11", "E-Q10", names=names, target=table.state.name(aimed))
    blows = []
    activation = table.state.activation
    for (who, attack), count, given in zip(attacks.items(), counts, faces, strict=True):
        own = who == table.state.active
        difficulty = attack_difficulty(
            attack.difficulty,
            focus=own and activation.focus,
            manoeuvre=own and activation.harder,
            rulings=table.rulings,
        )
        found = table.check(table.state.name(who), count, difficulty, given, "E-8.12")
        blows.append(Blow(who, aimed, attack, found))
        if own:
            _spend(table, chosen[who])
        else:
            change(table, who, attacked=True, equipped=chosen[who])
    _follow(table, typed, is_last)
    _open(table, blows, batch=True)


def _open(table: CombatTable, blows: list[Blow], batch: bool = False) -> None:
    landed = tuple(blow for blow in blows if blow.successes)
    if not landed:
        table.tell(Text("No attack check succeeds.", "攻撃判定は成功しない。"), "E-3.9")
    table.set(blows=landed, batch=batch and len(landed) > 1)
    _advance(table)


def _advance(table: CombatTable) -> None:
    """Go on to what has to be decided next: a death, an evasion, damage, or the rest of the activation."""
    while True:
        combat = table.state
        if combat.dying:
            table.set(stage=Stage.DEATH)
            return
        if combat.hurts:
            table.set(hurts=combat.hurts[1:])
            if not combat.fighters[combat.hurts[0][0]].gone:
                _hurt(table, combat.hurts[0])
            continue
        if not combat.blows:
            break
        blow = combat.blows[0]
        target = combat.fighters[blow.target]
        if target.gone:
            table.set(blows=combat.blows[1:], batch=False)
        elif not blow.hit:
            if target.evades and target.evade_dice:
                table.set(stage=Stage.EVASION)
                return
            thing = target.side is Side.THING
            rules = ("E-8.4",) if target.evades else ("E-12.3", "E-Q40") if thing else ("E-11.15",)
            _land(table, Text("{name} cannot evade: a hit.", "{name}は回避できず、命中。"), *rules)
        elif (combat.batch or blow.attack.damage.dice) and combat.swift and not combat.by_hand:
            _deal(table, *_rolled(table))
        elif combat.batch or blow.attack.damage.dice:
            table.set(stage=Stage.DAMAGE)
            return
        else:
            _deal(table, [blow.attack.damage.plus])
    table.set(batch=False, stage=Stage.ACTIVATION)


def _land(table: CombatTable, text: Text, *rules: str, seen: tuple[Die, ...] = ()) -> None:
    """Let the attack that stands next hit, or all that are combined."""
    combat = table.state
    count = len(combat.blows) if combat.batch else 1
    landed = tuple(replace(blow, hit=True) for blow in combat.blows[:count])
    table.set(blows=(*landed, *combat.blows[count:]))
    table.tell(text, *rules, seen=seen, name=combat.name(combat.blows[0].target))


def evading(combat: Combat, spent: int, rulings: Rulings = Rulings()) -> Fraction:
    """Say how likely so many evade dice are to evade what stands next (E-8.5, E-Q8)."""
    _, difficulty, against = evasion(combat)
    needed = 1 if rulings.evasion_needs == "one" else against
    return Fraction(successes_odds(spent, difficulty, rulings).probability(">=", needed)) if spent else Fraction(0)


def apart(table: CombatTable) -> None:
    """Let the target answer combined attacks one by one (E-8.13)."""
    if not table.state.batch:
        raise forbid("apart", Text("the attacks are not combined", "攻撃はまとめられていません"), "E-8.13")
    table.set(batch=False)
    text = Text("{name} answers each attack by itself.", "{name}は攻撃に一つずつ対処する。")
    table.tell(text, "E-8.13", name=table.state.name(table.state.blows[0].target))


def evade(table: CombatTable, spent: Any, typed: Any = None) -> None:
    """Spend evade dice on the attack that stands next, or on all that are combined (E-M4, E-M13)."""
    combat = table.state
    who, difficulty, against = evasion(combat)
    fighter = combat.fighters[who]
    whole_number("spent", spent, 0, fighter.evade_dice, "E-8.5")
    if not spent:
        _land(table, Text("{name} does not evade: a hit.", "{name}は回避しない。命中。"), "E-8.9")
        _advance(table)
        return
    faces = table.faces(spent, typed)
    table.set(by_hand=combat.by_hand or typed is not None)
    found = resolve_attack(
        against,
        evades=fighter.evades,
        evade_dice=fighter.evade_dice,
        rolls=faces,
        difficulty=difficulty,
        rulings=table.rulings,
    )
    change(table, who, evade_dice=found.evade_dice)
    rules = ["E-8.16" if combat.batch else "E-8.5"]
    rules += ["E-Q10"] if combat.batch else []
    rules += ["E-13.5"] if combat.zone.pressure.value and difficulty > Difficulty.NORMAL else []
    text = Text(
        "{name} evades with {faces} at {difficulty} ({left} left, chance {chance}): {outcome}.",
        "{name}の回避：出目{faces}、{difficulty}（残り{left}個、確率{chance}）。{outcome}。",
    ).format(
        name=fighter.name,
        faces=" ".join(map(str, faces)),
        difficulty=difficulty.text,
        left=found.evade_dice,
        chance=percent(evading(combat, spent, table.rulings)),
        outcome=Text("a hit", "命中") if found.hit else Text("evaded", "回避成功"),
    )
    seen = lying(faces, difficulty)
    if found.hit:
        _land(table, text, *rules, seen=seen)
    else:
        table.tell(text, *rules, seen=seen)
        table.set(blows=() if combat.batch else combat.blows[1:], batch=False)
    _advance(table)


# --- damage and death -------------------------------------------------------------------------------------------------


def roll_damage(table: CombatTable, typed: Any = None) -> None:
    """Roll damage, or take what was rolled at the table: one number for each attack that hits."""
    combat = table.state
    blows = combat.blows if combat.batch else combat.blows[:1]
    if typed is not None and (not isinstance(typed, list) or len(typed) != len(blows)):
        allowed = Text("{n} numbers, one for each attack", "攻撃ごとに1つ、合わせて{n}個の数を書いてください")
        raise InputError("damage", str(typed), allowed.format(n=len(blows)), "E-5.14")
    if typed is None:
        _deal(table, *_rolled(table))
    else:
        dice = [blow.attack.damage for blow in blows]
        _deal(
            table,
            [whole_number("damage", n, d.least, d.most, "E-5.14") for n, d in zip(typed, dice, strict=True)],
        )
    _advance(table)


def _rolled(table: CombatTable) -> tuple[list[int], list[tuple[Die, ...]]]:
    """Roll the damage of the attack that stands next, or of all that are combined; return the sums and the dice."""
    combat = table.state
    seen = []
    damages = [blow.attack.damage for blow in (combat.blows if combat.batch else combat.blows[:1])]
    for damage in damages:
        seen.append(tuple(Die(table.die(damage.faces), damage.faces) for _ in range(damage.dice)))
    return [sum(d.face for d in dice) + damage.plus for dice, damage in zip(seen, damages, strict=True)], seen


def _deal(table: CombatTable, amounts: list[int], seen: list[tuple[Die, ...]] | None = None) -> None:
    """Turn what the attacks roll into damage to be taken, the combined ones as one (E-8.15, E-Q10)."""
    combat = table.state
    blows = combat.blows if combat.batch else combat.blows[:1]
    target = combat.fighters[blows[0].target]
    rolled: dict[DamageKind, list[int]] = {}
    for blow, amount, dice in zip(blows, amounts, seen or [()] * len(blows), strict=True):
        kind = blow.attack.damage.kind
        text = Text("{name}: {amount} {kind} damage.", "{name}：{kind}ダメージ{amount}点。")
        table.tell(text, "E-5.14", seen=dice, name=combat.name(blow.attacker), amount=amount, kind=kind.text)
        rolled.setdefault(kind, []).append(amount)
    hurts = tuple(
        (blows[0].target, sum(dealt), _through(dealt, kind, target, table.rulings), kind)
        for kind, dealt in rolled.items()
    )
    table.set(blows=combat.blows[len(blows) :], batch=False, hurts=hurts)


def _through(dealt: list[int], kind: DamageKind, target: Fighter, rulings: Rulings) -> int:
    return batch_damage(
        [1] * len(dealt),
        dealt,
        is_evaded=False,
        kind=kind,
        armour=target.armour,
        victim=target.victim,
        rulings=rulings,
    )


def _hurt(table: CombatTable, hurt: Hurt) -> None:
    """Let somebody take damage that armour has reduced already."""
    who, amount, lost, kind = hurt
    fighter = table.state.fighters[who]
    counted = lost if table.rulings.quiet_damage == "after_reduction" else amount
    if counted and fighter.side is not Side.THING:
        table.set(damaged=True)
    if isinstance(fighter.sheet, Exorcist):
        _strike(table, hurt, fighter.sheet)
        return
    left = wear_down(fighter.toughness, lost, kind)
    change(table, who, toughness=left)
    rule = "E-12.6" if fighter.side is Side.THING else "E-11.6"
    text = Text("{name} loses {lost} toughness: {was} → {left}.", "{name}の【強度】が{lost}下がる（{was}→{left}）。")
    told: dict[str, Any] = {"name": fighter.name, "lost": lost, "was": fighter.toughness, "left": left}
    table.tell(text, rule, *_reduced(fighter, amount - lost, kind), **told)
    if not left:
        change(table, who, gone=True)
        text = Text("{name} is removed from the map.", "{name}はマップから取り除かれる。")
        table.tell(text, "E-12.6" if fighter.side is Side.THING else "E-11.7", name=fighter.name)
        boss_gone(table, who)


def _reduced(fighter: Fighter, reduction: int, kind: DamageKind) -> tuple[str, ...]:
    if kind is DamageKind.SPIRITUAL:
        return ("E-Q18",) if fighter.side is Side.THING else ()
    if not reduction:
        return ()
    return ("E-12.8",) if fighter.side is Side.THING else ("E-11.9",) if isinstance(fighter.sheet, Kaii) else ("E-9.3",)


def _strike(table: CombatTable, hurt: Hurt, sheet: Exorcist) -> None:
    who, amount, lost, kind = hurt
    fighter = table.state.fighters[who]
    points = Text("HP", "【体力】") if kind is DamageKind.PHYSICAL else Text("spirit points", "【霊力】")
    before = fighter.hp if kind is DamageKind.PHYSICAL else fighter.spirit_points
    text = Text("{name} loses {lost} {points}: {was} → {left}.", "{name}の{points}が{lost}下がる（{was}→{left}）。")
    rule = "E-9.2" if kind is DamageKind.PHYSICAL else "E-9.5"
    rules = (rule, *_reduced(fighter, amount - lost, kind))
    table.tell(text, *rules, name=fighter.name, lost=lost, points=points, was=before, left=before - lost)
    struck = strike(sheet, fighter.vitals, amount, kind, rulings=table.rulings, lost=lost)
    if struck.died and struck.alive:
        table.set(dying=hurt)
        return
    put(table, who, fighter.with_vitals(struck.vitals))
    if not struck.alive:
        _die(table, who)


def price(combat: Combat, rulings: Rulings = Rulings()) -> int:
    """Say how many katashiro whoever is dying would spend (E-9.7, E-9.8, E-Q14, E-Q17).

    Raises:
        InputError: If nobody is dying.
    """
    if not combat.dying:
        raise InputError("do", "", Text("nobody is dying", "死亡したキャラクターはいません"), "E-9.7")
    return _escaped(combat, combat.dying, Escape.AVERT, rulings).paid


def _escaped(combat: Combat, hurt: Hurt, escape: Escape, rulings: Rulings) -> Struck:
    who, amount, lost, kind = hurt
    fighter = combat.fighters[who]
    assert isinstance(fighter.sheet, Exorcist)
    return strike(fighter.sheet, fighter.vitals, amount, kind, escape, rulings, lost=lost)


def _escape(table: CombatTable, escape: Escape) -> None:
    """Spend katashiro at the moment of death (E-M7)."""
    hurt = table.state.dying
    assert hurt is not None
    who = hurt[0]
    fighter = table.state.fighters[who]
    struck = _escaped(table.state, hurt, escape, table.rulings)
    put(table, who, fighter.with_vitals(struck.vitals))
    rules = ["E-9.8" if struck.paid > 1 else "E-9.7"]
    if escape is Escape.AVERT:
        rules.append("E-Q16")
        text = Text("{name} averts death for {n} katashiro", "{name}は【形代】を{n}枚消費して死亡を回避")
    else:
        rules += ["E-9.9", "E-Q15", "E-Q32"]
        text = Text("{name} respawns for {n} katashiro", "{name}は【形代】を{n}枚消費してリスポーン地点に転移")
        if not table.rulings.respawn_acts:
            change(table, who, acted=True)
    text += Text(": HP {hp}, spirit points {sp}, katashiro {left}.", "。【体力】{hp}、【霊力】{sp}、【形代】{left}。")
    vitals = struck.vitals
    parts: dict[str, Any] = {"hp": vitals.hp, "sp": vitals.spirit_points, "left": vitals.katashiro}
    table.tell(text, *rules, name=fighter.name, n=struck.paid, **parts)
    table.set(dying=None)
    _advance(table)


def avert(table: CombatTable) -> None:
    """Avert death (E-9.7)."""
    _escape(table, Escape.AVERT)


def respawn(table: CombatTable) -> None:
    """Go to the respawn point (E-9.7, E-9.9)."""
    _escape(table, Escape.RESPAWN)


def _die(table: CombatTable, who: int) -> None:
    fighter = table.state.fighters[who]
    rule = "E-Q17" if fighter.katashiro else "E-9.11"
    change(table, who, gone=True, hp=max(0, fighter.hp), spirit_points=max(0, fighter.spirit_points))
    table.tell(
        Text("{name} dies and leaves the map.", "{name}は死亡し、マップから取り除かれる。"),
        "E-9.6",
        rule,
        name=fighter.name,
    )
    boss_gone(table, who)


def boss_gone(table: CombatTable, who: int) -> None:
    """Reset the pressure if the last boss-class enemy is gone (E-13.9)."""
    if table.state.fighters[who].boss and not table.state.under_pressure(table.rulings):
        table.set(zone=Zone())
        text = Text("The boss fight is over: the pressure resets.", "ボス戦が終わり、圧力は元に戻る。")
        table.tell(text, "E-13.9", "E-Q36")
