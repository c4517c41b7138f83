"""An attack: its targets, both checks with all that changes them, its effects, what answers it (P-M2 to P-M4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from rules_py.core.errors import InputError
from rules_py.core.text import Text
from rules_py.prophecy.arguments import (
    CheckName,
    Chosen,
    Dice,
    EachDice,
    ExchangeNumber,
    Higher,
    More,
    Prepared,
    Targets,
    Who,
    Yes,
)
from rules_py.prophecy.attacks import Effect, apply_attack_effect, check_effects, reflect, spring_puncture, within_reach
from rules_py.prophecy.characters import NOBODY, SLOTS, Fighter
from rules_py.prophecy.checks import read_faces
from rules_py.prophecy.conditions import CONDITIONS, INSTANT, names
from rules_py.prophecy.game.legal import (
    assist_problem,
    attack_targets,
    cast_problem,
    chain_emotion,
    chain_problem,
    chain_time,
    counter_problem,
    counter_time,
    cover_problem,
    drawn_target,
    forbidden,
    guard_fails,
    outcome,
    reroll_problem,
    rolled_again,
)
from rules_py.prophecy.game.play import GAME, pay, prepare
from rules_py.prophecy.game.rounds import by_number, close_attack, go_on, resume
from rules_py.prophecy.model import Attack, Check, Exchange, Play, Stage
from rules_py.prophecy.rulings import Rulings

# --- targets ----------------------------------------------------------------------------------------------------------


@GAME.action("attack", Text("Attack", "攻撃"), Stage.ACTION, rule="P-9.1")
def _attack(table: Play, targets: Targets = ()) -> None:
    battle, who = table.state, table.state.active
    if problem := forbidden(battle, "attack", table.rulings):
        raise problem
    allowed = attack_targets(battle, who, table.rulings)
    if rule := drawn_target(battle, table.rulings):
        targets = draw_target(table, allowed, rule)
    check_targets(table, targets, allowed, lambda _: barred_by(battle.fighters[who], "delusion", "charm", "rage"))
    pay_expand(table, who, targets)
    table.tell("attacks", "P-10.2", name=battle.name(who), names=battle.names(targets))
    open_attack(table, who, targets)


def draw_target(table: Play, allowed: Sequence[int], rule: str) -> tuple[int]:
    """Let chance pick one of those who can be chosen."""
    target = allowed[table.die(len(allowed)) - 1]
    table.tell("chance_picks_target", rule, name=table.state.name(target))
    return (target,)


def open_attack(table: Play, who: int, targets: Sequence[int], *, special: bool = False) -> None:
    """Begin an attack, up to its dice; `special`: it is a Counter or a Chain Combo."""
    thorns = bool(table.state.fighters[who].copies("thorns"))
    attack = Attack(who, tuple(map(Exchange, targets)), bonus=int(special), special=special, thorns=thorns)
    table.set(attacks=(*table.state.attacks, attack), stage=Stage.DICE)


def barred_by(sheet: Fighter, *curses: str) -> str:
    """Return the ledger id of what keeps somebody from attacking whom it will: one of these curses, if carried."""
    return next((CONDITIONS[kind].rules[0] for kind in curses if sheet.copies(kind)), "P-10.2")


def check_targets(table: Play, targets: Sequence[int], allowed: Collection[int], rule: Callable[[int], str]) -> None:
    """Refuse targets that cannot be chosen; `rule` says what keeps somebody who fights from that."""
    battle = table.state
    if not targets or len(set(targets)) < len(targets):
        raise InputError("targets", battle.names(targets) if targets else "", table.say("each_once"), "P-10.2")
    for target in targets:
        if target not in allowed:
            forbids = rule(target) if battle.fighters[target].fighting else "P-14.5"
            if allowed:
                raise table.forbidden("possible_targets", forbids, names=battle.names(allowed))
            raise table.forbidden("nobody_to_choose", forbids)


def check_expand(table: Play, who: int) -> None:
    """Refuse Expand to somebody under Fog or Incapacity (P-17.19a, P-17.21c)."""
    sheet = table.state.fighters[who]
    if sheet.copies("fog"):
        raise table.forbidden("one_target_in_fog", "P-17.19a")
    if sheet.copies("incapacity"):
        raise table.forbidden("incapable", "P-17.21c", name=sheet.name)


def pay_expand(table: Play, who: int, targets: Sequence[int]) -> None:
    """Let somebody pay for more targets than one (P-15.10)."""
    if len(targets) > 1:
        check_expand(table, who)
        pay(table, who, len(targets) - 1, "P-15.10")


# --- dice -------------------------------------------------------------------------------------------------------------


@GAME.action("cast", Text("The cast check", "キャスト判定"), Stage.DICE, rule="P-10.1")
def _cast(table: Play, third: Yes = False, dice: Dice = ()) -> None:
    """Roll the cast check alone, so that the defender knows it before spending anything (P-10.1)."""
    if problem := cast_problem(table.state):
        raise problem
    if third:
        prepare(table, table.state.attack.attacker, "P-10.6")
    _roll_cast(table, 3 if third else 2, dice)


def _roll_cast(table: Play, dice: int, typed: tuple[int, ...]) -> None:
    """Roll one cast check for all targets, or one for each (P-Q10)."""
    attack = table.state.attack
    faces: tuple[int, ...] = ()
    for number in range(len(attack.exchanges)):
        if not number or table.rulings.expand_cast == "per_target":
            faces = table.faces("P-10.4", attack.attacker, dice, () if number else typed)
        cast = Check(read_faces(faces, table.rulings), dice, (faces,))
        table.change_exchange(number, cast=cast)


@GAME.action("roll", Text("Rolling", "ダイスロール"), Stage.DICE, rule="P-10.1")
def _roll(table: Play, third: Prepared = (), dice: EachDice = ()) -> None:
    attack, typed = table.state.attack, by_number(table.state, dice)
    if not {*typed, *third} <= set(attack.rolling):
        given = table.state.names(dict.fromkeys([*typed, *third]))
        allowed = table.say("rolling_each_once", names=table.state.names(attack.rolling))
        raise InputError("dice", given, allowed, "P-10.1")
    for who in third:
        prepare(table, who, "P-10.6" if who == attack.attacker else "P-10.9")
    casting = attack.exchanges[0].cast.roll is None
    if casting:
        who = attack.attacker
        _roll_cast(table, 3 if who in third else 2, typed.pop(who, ()))
    for number, exchange in enumerate(attack.exchanges):
        who = exchange.target
        prepared = who in third and not (casting and who == attack.attacker)
        _roll_guard(table, number, who, 3 if prepared else 2, typed.get(who, ()), "P-10.7")
    table.set(stage=Stage.RESULT)


def _roll_guard(table: Play, number: int, who: int, dice: int, typed: tuple[int, ...], rule: str) -> None:
    faces = table.faces(rule, who, dice, typed)
    table.change_exchange(number, guard=Check(read_faces(faces, table.rulings), dice, (faces,)))


# --- what changes a check ---------------------------------------------------------------------------------------------


@GAME.action("reroll", Text("A reroll", "振り直し"), Stage.RESULT, rule="P-10.13")
def _reroll(table: Play, exchange: ExchangeNumber, check: CheckName, dice: Dice = ()) -> None:
    rolled = table.state.exchanges[exchange]
    if problem := reroll_problem(table.state, rolled, check, table.rulings):
        raise problem
    who = table.state.attack.checker(rolled, check)
    pay(table, who, 1, "P-6.2")
    _roll_again(table, exchange, check, dice, "P-6.1")
    table.change_check(exchange, check, rerolled=True)
    if check == "guard":
        table.change_exchange(exchange, decided=True)


def _roll_again(table: Play, number: int, check: str, typed: tuple[int, ...], rule: str) -> None:
    """Roll a check once more, and let the more convenient roll count."""
    exchange = table.state.exchanges[number]
    rolled, who = exchange.check(check), table.state.attack.checker(exchange, check)
    faces = table.faces(rule, who, rolled.dice if table.rulings.reroll_keeps_third_die else 2, typed)
    table.state = rolled_again(table.state, number, check, read_faces(faces, table.rulings), table.rulings)
    table.change_check(number, check, faces=(*rolled.faces, faces))


@GAME.action("assist", Text("Assisting", "援助"), Stage.RESULT, rule="P-7.1")
def _assist(
    table: Play, helper: Who, exchange: ExchangeNumber, check: CheckName, emotion: Yes = False, dice: Dice = ()
) -> None:
    battle, now = table.state, table.state.exchanges[exchange]
    if problem := assist_problem(battle, helper, now, check, table.rulings):
        raise problem
    who, helpers = battle.attack.checker(now, check), now.check(check).helpers
    pay(table, helper, 1, "P-7.2", who if emotion else NOBODY)
    table.tell("assists", "P-7.6", name=battle.name(helper), other=battle.name(who))
    if helpers or table.rulings.assist_rolls == "extra":
        _roll_again(table, exchange, check, dice, "P-7.6")
    table.change_check(exchange, check, helpers=(*helpers, helper))


@GAME.action("cover", Text("Cover", "カバー"), Stage.RESULT, rule="P-16.1")
def _cover(
    table: Play, coverer: Who, exchange: ExchangeNumber, emotion: Yes = False, third: Yes = False, dice: Dice = ()
) -> None:
    battle, struck = table.state, table.state.exchanges[exchange].struck
    if problem := cover_problem(battle, coverer, battle.exchanges[exchange], table.rulings):
        raise problem
    pay(table, coverer, 1, "P-16.2", struck if emotion else NOBODY)
    if third:
        prepare(table, coverer, "P-10.9")
    table.tell("covers", "P-16.5", name=battle.name(coverer), other=battle.name(struck))
    _roll_guard(table, exchange, coverer, 3 if third else 2, dice, "P-16.6")
    # The ally's own guard check has failed already: its Puncture has done its work.
    table.do(spring_puncture(table.state.fighters, struck, table.rulings))
    table.change_exchange(exchange, coverer=coverer)


@GAME.action("accept", Text("Letting it stand", "結果の確定"), Stage.RESULT, rule="P-10.1")
def _accept(table: Play, higher: Higher = ()) -> None:
    for number, check in higher:
        _keep_higher(table, number, check)
    attack = table.state.attack
    countered: list[int] = []
    reflecting: list[int] = []
    for number, exchange in enumerate(attack.exchanges):
        hit, degree = outcome(table.state, exchange, table.rulings)
        name, other = table.state.name(attack.attacker), table.state.name(exchange.struck)
        if hit:
            shown = str(degree).replace("-", "−")
            table.tell("hits", "P-10.10", "P-10.12", name=name, other=other, degree=shown)
            countered += _counterers(exchange, table.rulings)
            failed, _ = guard_fails(table.state, exchange, table.rulings)
            if not failed and table.rulings.cover_reflection:
                reflecting.append(exchange.struck)
        else:
            table.tell("misses", "P-10.11", name=name, other=other)
        table.change_exchange(number, missed=not hit, degree=degree)
    exchanges, success = table.state.exchanges, bool(table.state.attack.hits)
    table.change_attack(countered=tuple(dict.fromkeys(countered)), chained=success, settled=not success)
    table.set(stage=Stage.EFFECTS if success else Stage.AFTER)
    for exchange in exchanges:
        if exchange.missed:
            table.do(reflect(table.state.fighters, exchange.target, attack.attacker, table.rulings))
        else:
            table.do(spring_puncture(table.state.fighters, exchange.struck, table.rulings))
    for who in reflecting:
        table.do(reflect(table.state.fighters, who, attack.attacker, table.rulings))
    resume(table)


def _keep_higher(table: Play, number: int, check: str) -> None:
    """Let the higher value count instead of the Lucky one, as whoever rolled wishes (P-6.3, P-Q47)."""
    exchange = table.state.exchanges[number]
    higher = exchange.check(check).higher
    if table.rulings.kept_roll == "lucky" or higher is None:
        raise table.forbidden("no_higher_value", "P-Q47")
    table.change_check(number, check, roll=higher, higher=None)
    who = table.state.attack.checker(exchange, check)
    table.tell("keeps_higher", "P-6.3", "P-Q47", name=table.state.name(who))


def _counterers(exchange: Exchange, rulings: Rulings) -> tuple[int, ...]:
    """Say who may answer a hit: whose own guard check has failed (P-16.13); after Cover that is the ally (P-Q44)."""
    if rulings.cover_counter == "both":
        return exchange.target, exchange.struck
    return (exchange.target if rulings.cover_counter == "covered" else exchange.struck,)


# --- effects ----------------------------------------------------------------------------------------------------------


@GAME.action("effects", Text("That choice of effects", "その効果の組み合わせの適用"), Stage.EFFECTS, rule="P-10.14")
def _effects(table: Play, effects: Chosen) -> None:
    attack, fighters = table.state.attack, table.state.fighters
    sheet = fighters[attack.attacker]
    check_boost(table, effects, expanded=attack.expanded)
    best = max(attack.hits, key=lambda exchange: exchange.degree)
    check_effects(effects, sheet, fighters[best.struck], best.degree, table.rulings)
    for place, effect in enumerate(effects):
        if effect.name == "inflict_curse" and effect.condition == "amplify_curse":
            struck = [fighters[exchange.struck] for exchange in attack.hits]
            _check_amplify(table, effect.become, struck, effects[:place])
    check_overwritten(table, effects, [sheet])
    _check_steal(table, effects)
    if len(effects) == 2:
        if sheet.copies("incapacity"):
            raise table.forbidden("incapable", "P-17.21c", name=sheet.name)
        pay(table, attack.attacker, 1, "P-15.4")
    standing = [exchange.struck for exchange in attack.hits if fighters[exchange.struck].fighting]
    for exchange in attack.hits:
        for effect in effects:
            own = effect.name in ("refresh", "self_bless")
            if own and table.rulings.expand_self_effects == "once" and exchange is not best:
                continue
            name = table.state.name(exchange.struck)
            if not within_reach(effect, exchange.degree):
                table.tell("degree_falls_short", "P-Q10", name=name)
            elif exchange.struck not in standing and not own:
                table.tell("no_longer_fights", "P-14.5", name=name)
            else:
                _apply(table, effect, exchange.struck)
    thorns = attack.thorns and bool(table.state.fighters[attack.attacker].copies("thorns"))
    table.change_attack(settled=True, thorns=thorns)
    table.set(stage=Stage.AFTER)
    resume(table)


def check_boost(table: Play, effects: Sequence[Effect], *, expanded: bool) -> None:
    """Refuse two effects for several targets (P-15.12)."""
    if len(effects) == 2 and expanded:
        raise table.forbidden("no_boost_with_expand", "P-15.12")


def check_overwritten(table: Play, effects: Sequence[Effect], recipients: Iterable[Fighter]) -> None:
    """Refuse to overwrite, where a track is full, what is on none that is (P-14.8)."""
    held = {bless for sheet in recipients if len(sheet.blesses) >= SLOTS for bless in sheet.blesses}
    if not held or table.rulings.full_bless_track == "lose":
        return
    for effect in effects:
        if effect.overwrite and effect.overwrite not in held:
            raise InputError("overwrite", effect.overwrite, table.say("bless_on_track"), "P-14.8")
        held.add(effect.condition)


def _apply(table: Play, effect: Effect, struck: int) -> None:
    fighters, attacker = table.state.fighters, table.state.attack.attacker
    friendly = fighters[attacker].enemy == fighters[struck].enemy
    table.do(apply_attack_effect(fighters, effect, attacker, struck, table.rulings, friendly))


def _check_steal(table: Play, effects: Sequence[Effect]) -> None:
    """Refuse Life Steal and Mana Steal for several at once, where the table wants that (P-Q43)."""
    if table.rulings.steal_with_expand == "each_target":
        return
    for effect in effects:
        steals = effect.name == "inflict_curse" and effect.condition in INSTANT
        if steals and sum(within_reach(effect, exchange.degree) for exchange in table.state.attack.hits) > 1:
            action = table.say("to_put_on", condition=CONDITIONS[effect.condition].name)
            raise table.forbidden("reaches_several", "P-Q43", action)


def _check_amplify(table: Play, become: str, struck: list[Fighter], before: Sequence[Effect]) -> None:
    """Refuse an Amplify Curse where nobody has a curse for it to become (P-17.11a); where Curse Guard stops it, any."""
    inflicted = [effect.condition for effect in before if effect.name == "inflict_curse"]
    for sheet in struck:
        carried = [*(curse.kind for curse in sheet.curses), *inflicted]
        if become in carried or (carried and sheet.copies("curse_guard")):
            return
    sheet = struck[0]
    if not sheet.curses:
        action = table.say("to_put_on", condition=CONDITIONS["amplify_curse"].name)
        raise table.forbidden("carries_no_curse", "P-17.11a", action, name=sheet.name)
    kinds = names(curse.kind for curse in sheet.curses)
    raise InputError("become", become, table.say("one_that_is_carried", name=sheet.name, kinds=kinds), "P-17.11b")


# --- Counter, Chain Combo, and the end --------------------------------------------------------------------------------


@GAME.action("counter", Text("Counter", "カウンター"), Stage.EFFECTS, Stage.AFTER, rule="P-16.13")
def _counter(table: Play, who: Who, more: More = ()) -> None:
    battle, attack = table.state, table.state.attack
    if problem := counter_time(battle, table.rulings) or counter_problem(battle, who, table.rulings):
        raise problem
    targets = _with_more(table, who, attack.attacker, more)
    pay(table, who, 1, "P-16.14")
    pay_expand(table, who, targets)
    table.change_attack(countered=tuple(i for i in attack.countered if i != who), answered=True)
    table.tell("counters", "P-16.16", "P-16.18", name=battle.name(who), other=battle.name(attack.attacker))
    _strike(table, who, targets)


@GAME.action("chain", Text("Chain Combo", "チェーンコンボ"), Stage.EFFECTS, Stage.AFTER, rule="P-16.19")
def _chain(table: Play, who: Who, target: Who, emotion: Yes = False, more: More = ()) -> None:
    battle = table.state
    if problem := chain_time(battle, table.rulings) or chain_problem(battle, who, target, table.rulings):
        raise problem
    targets = _with_more(table, who, target, more)
    pay(table, who, 1, "P-16.20", chain_emotion(battle, target, table.rulings) if emotion else NOBODY)
    pay_expand(table, who, targets)
    table.change_attack(followed=True)
    table.tell("chains", "P-16.23", "P-16.25", name=battle.name(who), other=battle.name(target))
    _strike(table, who, targets)


def _with_more(table: Play, who: int, target: int, more: Sequence[int]) -> tuple[int, ...]:
    """Return the target of a Counter or Chain Combo with those that Expand adds (P-Q35)."""
    targets = (target, *more)
    allowed = dict.fromkeys((target, *attack_targets(table.state, who, table.rulings, special=True)))
    check_targets(table, targets, allowed, lambda _: barred_by(table.state.fighters[who], "rage"))
    return targets


def _strike(table: Play, who: int, targets: Sequence[int]) -> None:
    """Begin the attack that answers another; whoever makes it has acted this round."""
    table.change(who, acted=True)
    if len(targets) > 1:
        table.tell("expanded_to", "P-15.10", "P-Q35", names=table.state.names(targets[1:]))
    open_attack(table, who, targets, special=True)


@GAME.action("done", Text("Ending the attack", "攻撃の終了"), Stage.AFTER, rule="P-8.1")
def _done(table: Play) -> None:
    close_attack(table)
    go_on(table)
