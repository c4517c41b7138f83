"""What happens from an attack check to the last damage: evasion, damage, death and katashiro (E-M3 to E-M7, E-M13)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from rules_py.core.arguments import Whole
from rules_py.core.dice import Die
from rules_py.core.errors import InputError
from rules_py.core.render import percent
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text, in_a_row
from rules_py.exorcist.arguments import SOMEBODY, WEAPON, Dice, Faces, Mobs, Numbers, Rolled, Targets, Who, Yes
from rules_py.exorcist.characters import MOST_EVADE, DamageKind, Exorcist, Kaii
from rules_py.exorcist.checks import FACES, MOST_DICE, Difficulty, attack_difficulty, dice_rolled
from rules_py.exorcist.effects import (
    EVADING,
    MOST_DAMAGE,
    MOST_MOBS,
    Escape,
    Struck,
    Victim,
    batch_damage,
    check_split,
    resolve_attack,
    strike,
    wear_down,
)
from rules_py.exorcist.fighters import Fighter, Side
from rules_py.exorcist.game.course import boss_gone
from rules_py.exorcist.game.desk import ACTING, GAME
from rules_py.exorcist.game.play import Play, lying, refuse
from rules_py.exorcist.game.refusals import WORDS, attack_of, range_problem
from rules_py.exorcist.game.turns import may
from rules_py.exorcist.model import Blow, Combat, Hurt, Stage, combining, evasion
from rules_py.exorcist.odds import successes_odds
from rules_py.exorcist.rulings import Rulings

# --- attacking --------------------------------------------------------------------------------------------------------


def _aimed(play: Play, targets: list[int], *, again: bool = False) -> list[int]:
    """Return at whom an attack is aimed, if it may be."""
    for target in targets:
        if play.combat.fighters[target].gone:
            label = GAME.actions["attack"].label
            refuse(play.forbidden("off_the_map", "E-11.7", label, name=play.combat.name(target)), "targets")
        if target == play.combat.active:
            raise InputError("targets", play.combat.name(target), play.say("somebody_else"), "E-5.4")
    if not again and len(set(targets)) < len(targets):
        refuse(play.forbidden("each_target_once", "E-Q28"), "targets")
    return targets


@GAME.action("attack", Text("That attack", "その攻撃"), *ACTING, rule="E-5.4")
def _attack(
    play: Play,
    attack: Annotated[int | str, WEAPON],
    targets: Annotated[list[int], Targets()],
    split: Annotated[tuple[int, ...], Numbers(MOST_DICE)] | None = None,
    dice: Dice = None,
    last: Yes = False,
) -> None:
    """Make the attack check, or the checks that its dice are divided among (E-M3, E-M14, E-Q28)."""
    fighter, activation, who = may(play, "attack"), play.combat.activation, play.combat.active
    weapon = attack_of(fighter, attack, play.rulings)
    pool = min(MOST_DICE, fighter.dice(weapon.ability) + weapon.extra)
    parts = (pool,) if split is None else check_split(split, max(pool, 1), weapon.continuous)
    divided = len(parts) > 1
    aimed = _aimed(play, targets, again=divided or play.rulings.scales_same_target)
    for target in aimed:
        refuse(range_problem(play.state, who, weapon, target), "targets")
    if divided:
        if len(aimed) not in (1, len(parts)):
            raise InputError("targets", play.combat.names(targets), play.say("target_for_each_part"), "E-Q9")
        aimed = aimed * len(parts) if len(aimed) == 1 else aimed
    elif len(aimed) > weapon.targets:
        rule = "E-11.23" if weapon.targets > 1 else "E-5.12"
        refuse(play.forbidden("most_targets", rule, n=weapon.targets), "targets")
    each = divided or play.rulings.scales_checks == "per_target"
    counts = list(parts) if divided else [pool] * (len(aimed) if each else 1)
    faces = _divided(play, dice, [dice_rolled(count, play.rulings) for count in counts])
    _spend(play, who, attack)
    _follow(play, dice, last)
    names = play.combat.names(dict.fromkeys(aimed))
    play.tell("attacks", *_weapon_rules(attack, divided), name=fighter.name, names=names, attack=weapon.name)
    difficulty = attack_difficulty(
        weapon.difficulty, focus=activation.focus, manoeuvre=activation.harder, rulings=play.rulings
    )
    rules = ("E-5.10",) if activation.focus else ("E-4.6",) if activation.harder else ("E-3.9",)
    rolled = [
        play.check(fighter.name, count, difficulty, given, *rules) for count, given in zip(counts, faces, strict=True)
    ]
    found = rolled if each else rolled * len(aimed)
    _open(play, [Blow(who, target, weapon, successes) for target, successes in zip(aimed, found, strict=True)])


def _weapon_rules(attack: int | str, divided: bool) -> tuple[str, ...]:
    rules = ("E-5.7", "E-5.19", "E-Q11") if isinstance(attack, str) else ("E-5.4", "E-5.6")
    return (*rules, "E-5.23", "E-Q9") if divided else rules


def _divided(play: Play, typed: Rolled, counts: list[int]) -> list[Rolled]:
    """Divide typed faces among several checks."""
    if typed is None or len(counts) == 1:
        return [typed] * len(counts)
    if not isinstance(typed, list) or len(typed) != sum(counts):
        said = " ".join(map(str, typed)) if isinstance(typed, list) else str(typed)
        raise InputError("dice", said, play.say("faces_of_all_dice", n=sum(counts)), "E-3.7")
    return [typed[sum(counts[:i]) : sum(counts[: i + 1])] for i in range(len(counts))]


def _spend(play: Play, who: int, attack: int | str) -> None:
    """Note that somebody has attacked, and with what (E-5.6, E-5.7)."""
    if isinstance(attack, str):
        play.change(who, attacked=True, pegs=play.combat.fighters[who].pegs - play.rulings.peg_spent)
    else:
        play.change(who, attacked=True, equipped=attack)
    play.change_combat(attacked=True)
    if who == play.combat.active:
        play.use("attack")


def _follow(play: Play, typed: Rolled, last: bool) -> None:
    """Note what is to follow the attack by itself."""
    play.change_combat(by_hand=typed is not None)
    play.change_activation(last=last)


@GAME.action("combine", Text("Combining attacks", "攻撃をまとめること"), *ACTING, rule="E-8.11")
def _combine(
    play: Play,
    mobs: Annotated[tuple[tuple[int, int | str], ...], Mobs({"mobs": SOMEBODY, "attack": WEAPON})],
    target: Who,
    dice: Faces = None,
    last: Yes = False,
) -> None:
    """Make the attack checks of several mobs against one target (E-8.11, E-8.12)."""
    may(play, "combine")
    aimed = _aimed(play, [target])[0]
    chosen = dict(mobs)
    allowed = {play.combat.active, *combining(play.combat, play.rulings)}
    if not len(mobs) == len(chosen) in range(2, MOST_MOBS + 1) or play.combat.active not in chosen:
        raise InputError("mobs", play.combat.names([who for who, _ in mobs]), play.say("mobs_each_once"), "E-8.11")
    for who in chosen:
        if who not in allowed or who == aimed:
            raise play.forbidden("cannot_join_in", "E-Q10", name=play.combat.name(who))
    attacks = {who: attack_of(play.combat.fighters[who], number, play.rulings) for who, number in chosen.items()}
    for who, attack in attacks.items():
        refuse(range_problem(play.state, who, attack, aimed))
    counts = [min(MOST_DICE, play.combat.fighters[who].dice(a.ability) + a.extra) for who, a in attacks.items()]
    faces = _divided(play, dice, [dice_rolled(count, play.rulings) for count in counts])
    play.tell("attack_together", "E-8.11", "E-Q10", names=play.combat.names(chosen), target=play.combat.name(aimed))
    blows = []
    activation = play.combat.activation
    for (who, attack), count, given in zip(attacks.items(), counts, faces, strict=True):
        own = who == play.combat.active
        difficulty = attack_difficulty(
            attack.difficulty,
            focus=own and activation.focus,
            manoeuvre=own and activation.harder,
            rulings=play.rulings,
        )
        found = play.check(play.combat.name(who), count, difficulty, given, "E-8.12")
        blows.append(Blow(who, aimed, attack, found))
        _spend(play, who, chosen[who])
    _follow(play, dice, last)
    _open(play, blows, batch=True)


def _open(play: Play, blows: list[Blow], batch: bool = False) -> None:
    landed = tuple(blow for blow in blows if blow.successes)
    if not landed:
        play.tell("no_attack_succeeds", "E-3.9")
    play.change_combat(blows=landed, batch=batch and len(landed) > 1)
    _advance(play)


def _advance(play: Play) -> None:
    """Go on to what has to be decided next: a death, an evasion, damage, or the rest of the activation."""
    while True:
        combat = play.combat
        if combat.dying:
            play.change_combat(stage=Stage.DEATH)
            return
        if combat.hurts:
            play.change_combat(hurts=combat.hurts[1:])
            if not combat.fighters[combat.hurts[0][0]].gone:
                _hurt(play, combat.hurts[0])
            continue
        if not combat.blows:
            break
        blow = combat.blows[0]
        target = combat.fighters[blow.target]
        if target.gone:
            play.change_combat(blows=combat.blows[1:], batch=False)
        elif not blow.hit:
            if target.evades and target.evade_dice:
                play.change_combat(stage=Stage.EVASION)
                return
            thing = target.side is Side.THING
            rules = ("E-8.4",) if target.evades else ("E-12.3", "E-Q40") if thing else ("E-11.15",)
            play.tell("cannot_evade", *rules, name=target.name)
            _land(play)
        elif (combat.batch or blow.attack.damage.dice) and combat.swift and not combat.by_hand:
            _deal(play, *_rolled(play))
        elif combat.batch or blow.attack.damage.dice:
            play.change_combat(stage=Stage.DAMAGE)
            return
        else:
            _deal(play, [blow.attack.damage.plus])
    play.change_combat(batch=False, stage=Stage.ACTIVATION)


def _land(play: Play) -> None:
    """Let the attack that stands next hit, or all that are combined."""
    combat = play.combat
    count = len(combat.blows) if combat.batch else 1
    landed = tuple(replace(blow, hit=True) for blow in combat.blows[:count])
    play.change_combat(blows=(*landed, *combat.blows[count:]))


def evading(combat: Combat, spent: int, rulings: Rulings = Rulings()) -> Fraction:
    """Say how likely so many evade dice are to evade what stands next (E-8.5, E-Q8)."""
    _, difficulty, against = evasion(combat)
    needed = 1 if rulings.evasion_needs == "one" else against
    return Fraction(successes_odds(spent, difficulty, rulings).probability(">=", needed)) if spent else Fraction(0)


@GAME.action("apart", Text("Answering each attack by itself", "攻撃への個別の対処"), Stage.EVASION, rule="E-8.13")
def _apart(play: Play) -> None:
    """Let the target answer combined attacks one by one."""
    if not play.combat.batch:
        raise play.forbidden("not_combined", "E-8.13")
    play.change_combat(batch=False)
    play.tell("answers_each_attack", "E-8.13", name=play.combat.name(play.combat.blows[0].target))


@GAME.action("evade", EVADING, Stage.EVASION, rule="E-8.2")
def _evade(play: Play, spent: Annotated[int, Whole(0, MOST_EVADE, "E-8.5")], dice: Faces = None) -> None:
    """Spend evade dice on the attack that stands next, or on all that are combined (E-M4, E-M13)."""
    combat = play.combat
    who, difficulty, against = evasion(combat)
    fighter = combat.fighters[who]
    whole_number("spent", spent, 0, fighter.evade_dice, "E-8.5")
    if not spent:
        play.tell("does_not_evade", "E-8.9", name=fighter.name)
        _land(play)
        _advance(play)
        return
    faces = play.thrown(spent, FACES, dice, "E-3.7")
    play.change_combat(by_hand=combat.by_hand or dice is not None)
    found = resolve_attack(
        against,
        evades=fighter.evades,
        evade_dice=fighter.evade_dice,
        rolls=faces,
        difficulty=difficulty,
        rulings=play.rulings,
    )
    play.change(who, evade_dice=found.evade_dice)
    rules = ["E-8.16" if combat.batch else "E-8.5"]
    rules += ["E-Q10"] if combat.batch else []
    rules += ["E-13.5"] if combat.zone.pressure.value and difficulty > Difficulty.NORMAL else []
    play.tell(
        "evades_in_vain" if found.hit else "evades",
        *rules,
        seen=lying(faces, difficulty),
        name=fighter.name,
        faces=in_a_row(faces),
        difficulty=difficulty.text,
        left=found.evade_dice,
        chance=percent(evading(combat, spent, play.rulings)),
    )
    if found.hit:
        _land(play)
    else:
        play.change_combat(blows=() if combat.batch else combat.blows[1:], batch=False)
    _advance(play)


# --- damage and death -------------------------------------------------------------------------------------------------


@GAME.action("damage", Text("Dealing damage", "ダメージの決定"), Stage.DAMAGE, rule="E-5.14")
def _damage(play: Play, damage: Annotated[tuple[int, ...], Numbers(MOST_DAMAGE)] | None = None) -> None:
    """Roll damage, or take what was rolled at the table: one number for each attack that hits."""
    combat = play.combat
    blows = combat.blows if combat.batch else combat.blows[:1]
    if damage is None:
        _deal(play, *_rolled(play))
    else:
        if len(damage) != len(blows):
            allowed = play.say("number_for_each_attack", n=len(blows))
            raise InputError("damage", " ".join(map(str, damage)), allowed, "E-5.14")
        dice = [blow.attack.damage for blow in blows]
        told = zip(damage, dice, strict=True)
        _deal(play, [whole_number("damage", amount, d.least, d.most, "E-5.14") for amount, d in told])
    _advance(play)


def _rolled(play: Play) -> tuple[list[int], list[tuple[Die, ...]]]:
    """Roll the damage of the attack that stands next, or of all that are combined; return the sums and the dice."""
    combat = play.combat
    seen = []
    damages = [blow.attack.damage for blow in (combat.blows if combat.batch else combat.blows[:1])]
    for damage in damages:
        seen.append(tuple(Die(play.die(damage.faces), damage.faces) for _ in range(damage.dice)))
    return [sum(d.face for d in dice) + damage.plus for dice, damage in zip(seen, damages, strict=True)], seen


def _deal(play: Play, amounts: list[int], seen: list[tuple[Die, ...]] | None = None) -> None:
    """Turn what the attacks roll into damage to be taken, the combined ones as one (E-8.15, E-Q10)."""
    combat = play.combat
    blows = combat.blows if combat.batch else combat.blows[:1]
    target = combat.fighters[blows[0].target]
    rolled: dict[DamageKind, list[int]] = {}
    for blow, amount, dice in zip(blows, amounts, seen or [()] * len(blows), strict=True):
        kind = blow.attack.damage.kind
        name = combat.name(blow.attacker)
        play.tell("deals_damage", "E-5.14", seen=dice, name=name, amount=amount, kind=kind.text)
        rolled.setdefault(kind, []).append(amount)
    hurts = [
        (blows[0].target, sum(dealt), _through(dealt, kind, target, play.rulings), kind)
        for kind, dealt in rolled.items()
    ]
    hurts.sort(key=lambda hurt: _harmless(target, hurt))
    play.change_combat(blows=combat.blows[len(blows) :], batch=False, hurts=tuple(hurts))


def _harmless(target: Fighter, hurt: Hurt) -> int:
    """Return what orders the kinds of damage of one hit: what kills comes first, for a katashiro undoes all of it."""
    _, _, lost, kind = hurt
    physical = kind is DamageKind.PHYSICAL
    deadly = target.victim is Victim.PC and lost >= (target.hp if physical else target.spirit_points)
    return 2 - deadly * (1 + physical)


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


def _hurt(play: Play, hurt: Hurt) -> None:
    """Let somebody take damage that armour has reduced already."""
    who, amount, lost, kind = hurt
    fighter = play.combat.fighters[who]
    if isinstance(fighter.sheet, Exorcist):
        _strike(play, hurt, fighter.sheet)
        return
    _count(play, hurt)
    left = wear_down(fighter.toughness, lost, kind)
    play.change(who, toughness=left)
    rules = ("E-12.6" if fighter.side is Side.THING else "E-11.6", *_reduced(fighter, amount - lost, kind))
    play.tell("loses_toughness", *rules, name=fighter.name, lost=lost, was=fighter.toughness, left=left)
    if not left:
        play.change(who, gone=True)
        play.tell("is_removed", "E-12.6" if fighter.side is Side.THING else "E-11.7", name=fighter.name)
        boss_gone(play, who)


def _count(play: Play, hurt: Hurt) -> None:
    """Note damage for the pressure; what is averted has never been (E-13.3, E-Q16, E-Q24)."""
    who, amount, lost, _ = hurt
    counted = lost if play.rulings.quiet_damage == "after_reduction" else amount
    if counted and play.combat.fighters[who].side is not Side.THING:
        play.change_combat(damaged=True)


def _reduced(fighter: Fighter, reduction: int, kind: DamageKind) -> tuple[str, ...]:
    if kind is DamageKind.SPIRITUAL:
        return ("E-Q18",) if fighter.side is Side.THING else ()
    if not reduction:
        return ()
    return ("E-12.8",) if fighter.side is Side.THING else ("E-11.9",) if isinstance(fighter.sheet, Kaii) else ("E-9.3",)


def _strike(play: Play, hurt: Hurt, sheet: Exorcist) -> None:
    who, amount, lost, kind = hurt
    fighter = play.combat.fighters[who]
    _tell_loss(play, fighter, amount, lost, kind)
    struck = strike(sheet, fighter.vitals, amount, kind, rulings=play.rulings, lost=lost)
    if struck.died and struck.alive:
        play.change_combat(dying=hurt)
        return
    _count(play, hurt)
    play.put(who, fighter.with_vitals(struck.vitals))
    if not struck.alive:
        _die(play, who)


def _tell_loss(play: Play, fighter: Fighter, amount: int, lost: int, kind: DamageKind) -> None:
    reduced = _reduced(fighter, amount - lost, kind)
    if kind is DamageKind.PHYSICAL:
        was = fighter.hp
        play.tell("loses_hp", "E-9.2", *reduced, name=fighter.name, lost=lost, was=was, left=was - lost)
    else:
        was = fighter.spirit_points
        play.tell("loses_spirit_points", "E-9.5", *reduced, name=fighter.name, lost=lost, was=was, left=was - lost)


def price(combat: Combat, rulings: Rulings = Rulings()) -> int:
    """Say how many katashiro whoever is dying would spend (E-9.7, E-9.8, E-Q14, E-Q17).

    Raises:
        InputError: If nobody is dying.
    """
    if not combat.dying:
        raise InputError("do", "", WORDS["nobody_is_dying"], "E-9.7")
    return _escaped(combat, combat.dying, Escape.AVERT, rulings).paid


def _escaped(combat: Combat, hurt: Hurt, escape: Escape, rulings: Rulings) -> Struck:
    who, amount, lost, kind = hurt
    fighter = combat.fighters[who]
    assert isinstance(fighter.sheet, Exorcist)
    besides = sum(other[2] for other in combat.hurts)
    return strike(fighter.sheet, fighter.vitals, amount, kind, escape, rulings, lost=lost, besides=besides)


def _escape(play: Play, escape: Escape) -> None:
    """Spend katashiro at the moment of death (E-M7)."""
    hurt = play.combat.dying
    assert hurt is not None
    who = hurt[0]
    fighter = play.combat.fighters[who]
    struck = _escaped(play.combat, hurt, escape, play.rulings)
    play.put(who, fighter.with_vitals(struck.vitals))
    rule, vitals = "E-9.8" if struck.paid > 1 else "E-9.7", struck.vitals
    rest = play.combat.hurts
    if escape is Escape.RESPAWN and play.rulings.respawn_resources == "raise":
        for _, amount, lost, kind in rest:
            _tell_loss(play, fighter, amount, lost, kind)
        rest = ()
    parts: dict[str, Any] = {"name": fighter.name, "n": struck.paid, "left": vitals.katashiro}
    parts |= {"hp": vitals.hp, "sp": vitals.spirit_points}
    if escape is Escape.AVERT:
        play.tell("averts_death", rule, "E-Q16", **parts)
    else:
        _count(play, hurt)
        play.tell("respawns", rule, "E-9.9", "E-Q15", "E-Q32", **parts)
        if not play.rulings.respawn_acts:
            play.change(who, acted=True)
        if any(blow.target == who for blow in play.combat.blows):
            play.tell("rest_misses", "E-Q9", name=fighter.name)
            play.change_combat(blows=tuple(blow for blow in play.combat.blows if blow.target != who))
    if rest:
        play.tell("rest_of_hit", "E-8.15", "E-Q10")
    play.change_combat(dying=None, hurts=())
    _advance(play)


@GAME.action("avert", Text("Averting death", "死亡の回避"), Stage.DEATH, rule="E-9.7")
def _avert(play: Play) -> None:
    _escape(play, Escape.AVERT)


@GAME.action("respawn", Text("Respawning", "リスポーン"), Stage.DEATH, rule="E-9.7")
def _respawn(play: Play) -> None:
    """Go to the respawn point; on a grid somebody has still to say where that is (E-9.9)."""
    if play.state.grounds and play.combat.dying:
        play.stand(play.combat.dying[0], None)
    _escape(play, Escape.RESPAWN)


def _die(play: Play, who: int) -> None:
    fighter = play.combat.fighters[who]
    rule = "E-Q17" if fighter.katashiro else "E-9.11"
    play.change(who, gone=True, hp=max(0, fighter.hp), spirit_points=max(0, fighter.spirit_points))
    play.tell("dies", "E-9.6", rule, name=fighter.name)
    boss_gone(play, who)
