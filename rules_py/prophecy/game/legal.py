"""What one may do in a battle, and by which rule not: round actions, special actions, their targets (P-M14)."""

from __future__ import annotations

from dataclasses import replace

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.game import out_of_place
from rules_py.core.rulings import yes_or_no
from rules_py.core.text import same
from rules_py.prophecy.attacks import attack_roll
from rules_py.prophecy.characters import NOBODY, Curse, allies, enemies, somebody
from rules_py.prophecy.checks import Flag, Roll, better
from rules_py.prophecy.conditions import CONDITIONS
from rules_py.prophecy.game.play import AT_ANY_MOMENT, GAME
from rules_py.prophecy.model import CHECKS, Battle, Exchange, Stage
from rules_py.prophecy.rulings import Rulings

ROUND_ACTIONS = ("attack", "support", "retreat", "pass")
COMPELLING = ("berserk", "confusion", "delusion", "charm")
"""Curses that leave no choice of the round action."""

# --- round actions ----------------------------------------------------------------------------------------------------


def forbidden(battle: Battle, action: str, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why somebody whose activation it is may not take a round action.

    Args:
        battle: A battle at somebody's round action.
        action: `"attack"`, `"support"`, `"retreat"` or `"pass"`.
        rulings: House rules.

    Returns:
        The reason with its rule, or None if it is allowed.

    Raises:
        InputError: If there is no such round action.

    Source: P-M14, P-9.2, P-Q25.

    Example:
        >>> from rules_py.prophecy import Battle, Curse, Fighter, Stage
        >>> mio = Fighter(same("Mio"), curses=(Curse("weakness"),))
        >>> foe = Fighter(same("Choir"), enemy=True)
        >>> battle = Battle((mio, foe), Stage.ACTION, 1, ((0, 9), (1, 7)))
        >>> forbidden(battle, "attack").rule
        'P-17.18a'
    """
    if action not in ROUND_ACTIONS:
        raise InputError("action", action, same(", ".join(ROUND_ACTIONS)), "P-9.2")
    who = battle.active
    if battle.stage is not Stage.ACTION or who == NOBODY:
        return GAME.forbidden(out_of_place([Stage.ACTION.text], battle.stage.text), "P-9.1", action)
    sheet = battle.fighters[who]
    if battle.drawn and action != battle.drawn:
        return GAME.forbidden("chance_has_picked", "P-Q41", action, picked=GAME.actions[battle.drawn].label)
    if action != "pass" and sheet.copies("incapacity"):
        return GAME.forbidden("must_pass", "P-17.21a", action, name=sheet.name)
    compelled = [kind for kind in COMPELLING if sheet.copies(kind)]
    charmed, compulsion = compelled == ["charm"], None
    if compelled:
        rule = CONDITIONS[compelled[0]].rules[0]
        compulsion = GAME.forbidden("acts_for_other_side" if charmed else "must_attack", rule, action, name=sheet.name)
    if action == "attack":
        return _attack_problem(battle, who, rulings)
    if action == "support":
        return (None if charmed else compulsion) or _support_problem(battle, who, rulings)
    if action == "retreat" and sheet.copies("hobble") and not compelled:
        return GAME.forbidden("is_hobbled", "P-17.2a", action, name=sheet.name)
    if action == "pass":
        acts = _attack_problem(battle, who, rulings) is None or (
            charmed and _support_problem(battle, who, rulings) is None
        )
        return compulsion if acts and not sheet.copies("incapacity") else None
    return compulsion


def _attack_problem(battle: Battle, who: int, rulings: Rulings) -> ForbiddenAction | None:
    sheet = battle.fighters[who]
    if sheet.copies("weakness"):
        return GAME.forbidden("too_weak", "P-17.18a", "attack", name=sheet.name)
    if attack_targets(battle, who, rulings):
        return None
    for kind, rule in (("delusion", "P-17.24c"), ("charm", "P-17.25c"), ("rage", "P-17.3a")):
        if sheet.copies(kind):
            return GAME.forbidden("curse_leaves_nobody", rule, "attack", curse=CONDITIONS[kind].name)
    return GAME.forbidden("nobody_to_attack", "P-10.2", "attack")


def _support_problem(battle: Battle, who: int, rulings: Rulings) -> ForbiddenAction | None:
    sheet, targets = battle.fighters[who], support_targets(battle, who, rulings)
    if not targets:
        return GAME.forbidden("nobody_to_support", "P-17.25a" if sheet.copies("charm") else "P-12.2", "support")
    if not sheet.mana and not any(sheet.feels_for(target) for target in targets):
        return GAME.forbidden("costs_mana_or_emotion", "P-12.4", "support")
    return None


def attack_targets(battle: Battle, who: int, rulings: Rulings = Rulings(), special: bool = False) -> tuple[int, ...]:
    """Say whom somebody may attack.

    Args:
        battle: The battle.
        who: The attacker, by number.
        rulings: Whether Confusion can hit oneself (P-Q33).
        special: Is it a Counter or Chain Combo, outside of the activation that Confusion, Delusion and Charm shape?

    Returns:
        Their numbers; none if there is nobody.

    Source: P-M14, P-9.3, P-17.3a, P-17.20b, P-17.24a, P-17.25a, P-Q41.

    Example:
        >>> from rules_py.prophecy import Battle, Curse, Fighter
        >>> mio, ren = Fighter(same("Mio"), curses=(Curse("delusion"),)), Fighter(same("Ren"))
        >>> attack_targets(Battle((mio, ren, Fighter(same("Choir"), enemy=True))), 0)
        (1,)
    """
    fighters, sheet = battle.fighters, battle.fighters[somebody(battle.fighters, who)]
    found = enemies(fighters, who)
    if not yes_or_no("special", special):
        if sheet.copies("confusion"):
            own = (who,) if rulings.confusion_can_hit_self else ()
            found = tuple(sorted({*allies(fighters, who), *enemies(fighters, who), *own}))
        if sheet.copies("delusion") or sheet.copies("charm"):
            found = allies(fighters, who)  # also with Confusion, which leaves all others (P-Q25)
    if sheet.copies("rage"):
        inflicters = {curse.inflicter for curse in sheet.curses if curse.kind == "rage"}
        found = tuple(i for i in found if i in inflicters)
    return found


def support_targets(battle: Battle, who: int, rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """Say whom somebody may Support.

    Args:
        battle: The battle.
        who: The supporter, by number.
        rulings: Whether Isolation also blocks oneself (P-Q18).

    Returns:
        Their numbers; none if there is nobody.

    Source: P-M5, P-12.2, P-17.16a, P-17.25a.

    Example:
        >>> from rules_py.prophecy import Battle, Curse, Fighter
        >>> mio, ren = Fighter(same("Mio")), Fighter(same("Ren"), curses=(Curse("isolation"),))
        >>> support_targets(Battle((mio, ren)), 0)
        (0,)
    """
    fighters = battle.fighters
    if fighters[somebody(fighters, who)].copies("charm"):
        return enemies(fighters, who)
    own = () if rulings.isolation_blocks_self and fighters[who].copies("isolation") else (who,)
    return (*own, *(i for i in allies(fighters, who) if not fighters[i].copies("isolation")))


def drawn_target(battle: Battle, rulings: Rulings = Rulings()) -> str:
    """Return the rule by which chance picks whom the active fighter attacks; none if it chooses (P-17.20b, P-Q41)."""
    if battle.fighters[battle.active].copies("confusion"):
        return "P-17.20b"
    return "P-Q41" if by_chance(battle, rulings) else ""


def by_chance(battle: Battle, rulings: Rulings = Rulings()) -> bool:
    """Say whether chance picks whom the active fighter attacks or Supports: under Delusion or Charm (P-Q41)."""
    sheet = battle.fighters[battle.active]
    return rulings.chooser == "random" and bool(sheet.copies("delusion") or sheet.copies("charm"))


def _penniless(
    battle: Battle, who: int, action: str, rule: str, toward: int = NOBODY, charged: bool = False
) -> ForbiddenAction | None:
    """Say that somebody has no mana, nor the emotion that would do instead (★), nor, if that counts, a Charge."""
    sheet = battle.fighters[who]
    if sheet.mana or sheet.feels_for(toward) or (charged and sheet.copies("charge") and sheet.most_mana):
        return None
    if toward == NOBODY:
        return GAME.forbidden("has_no_mana", rule, action, name=sheet.name)
    return GAME.forbidden("has_neither", rule, action, name=sheet.name, other=battle.name(toward))


# --- the checks of an attack ------------------------------------------------------------------------------------------


def cast_problem(battle: Battle) -> ForbiddenAction | None:
    """Say why the cast check may not be rolled alone; None if it may (P-10.1)."""
    if battle.exchanges[0].cast.roll is None:
        return None
    return GAME.forbidden("rolled_already", "P-10.1", "cast")


def outcome(battle: Battle, exchange: Exchange, rulings: Rulings = Rulings()) -> tuple[bool, int]:
    """Say whether an exchange of the attack under way hits, and with which degree.

    Args:
        battle: A battle with an attack whose dice are rolled.
        exchange: The cast against one target.
        rulings: House rules.

    Source: P-M3, P-16.6, P-16.7.
    """
    failed, degree = guard_fails(battle, exchange, rulings)
    return failed or exchange.coverer != NOBODY, degree


def guard_fails(battle: Battle, exchange: Exchange, rulings: Rulings = Rulings()) -> tuple[bool, int]:
    """Say whether the guard check as it stands has failed, whoever made it, and with which degree.

    Raises:
        InputError: If the dice are not rolled.
    """
    cast, guard, attack = exchange.cast.roll, exchange.guard.roll, battle.attack
    if cast is None or guard is None:
        raise InputError("roll", "", GAME.words["dice_first"], "P-10.4")
    attacker, struck = battle.fighters[attack.attacker], battle.fighters[exchange.struck]
    return attack_roll(cast, guard, attacker, struck, attack.bonus, rulings)


def reroll_problem(
    battle: Battle, exchange: Exchange, check: str, rulings: Rulings = Rulings()
) -> ForbiddenAction | None:
    """Say why a check of the attack under way may not be rerolled; None if it may (P-6.2, P-6.5, P-Q13)."""
    rolled = exchange.check(check)
    hit, _ = outcome(battle, exchange, rulings)
    if rulings.battle_reroll == "failed_attack" and (check == "guard" or hit):
        return GAME.forbidden("reroll_after_miss", "P-Q13", "reroll")
    if check == "cast" and any(each.decided for each in battle.exchanges):
        return GAME.forbidden("attacker_decides_first", "P-Q13", "reroll")
    if rolled.rerolled:
        return GAME.forbidden("once_per_check", "P-6.5", "reroll")
    return _penniless(battle, battle.attack.checker(exchange, check), "reroll", "P-6.2")


def rolled_again(battle: Battle, number: int, check: str, again: Roll, rulings: Rulings = Rulings()) -> Battle:
    """Say what another roll of a check would lead to, by a reroll or by assisting.

    Args:
        battle: A battle with an attack whose dice are rolled.
        number: Which exchange.
        check: `"cast"` or `"guard"`.
        again: What the dice show then.
        rulings: House rules.

    Returns:
        The battle in which the more convenient of the two rolls counts, for all targets that the check belongs to; a
        higher value that Lucky has set aside is noted (P-Q47).

    Source: P-M2, P-6.3, P-7.6, P-Q10, P-Q47.
    """
    concerned = battle.attack.concerned(number, check, rulings)
    kept = _more_convenient(battle, concerned, check, again, rulings)
    rolled = battle.exchanges[number].check(check)
    most = max(roll.total for roll in (rolled.roll, rolled.higher, again) if roll is not None)
    higher = Roll(Flag.NONE, most) if kept.flag is Flag.LUCKY and most > kept.total else None
    return battle.with_attack(battle.attack.with_check(concerned, check, roll=kept, higher=higher))


def _more_convenient(battle: Battle, concerned: tuple[int, ...], check: str, again: Roll, rulings: Rulings) -> Roll:
    """Return the roll to keep (P-M2); where the hit is certain, or Lucky and Fumble do not count, totals decide."""
    exchanges = [battle.exchanges[each] for each in concerned]
    before = exchanges[0].check(check).roll
    if before is None:
        return again
    final = before.flag is Flag.FUMBLE and not rulings.reroll_fumble
    open_ = any(each.coverer == NOBODY and not battle.fighters[each.target].copies("puncture") for each in exchanges)
    if (open_ or final) and rulings.forced_results != "not_applied":
        return better(before, again, rulings)
    return max(before, again, key=lambda roll: roll.total)


def assist_problem(
    battle: Battle, helper: int, exchange: Exchange, check: str, rulings: Rulings = Rulings()
) -> ForbiddenAction | None:
    """Say why somebody may not assist a check of the attack under way; None if it may (P-7.1 to P-7.5, P-Q6)."""
    helped = exchange.check(check)
    who, sheet = battle.attack.checker(exchange, check), battle.fighters[helper]
    if not rulings.assist_in_battle:
        return GAME.forbidden("no_assisting_in_battle", "P-Q6", "assist")
    if helper == who or not sheet.fighting or sheet.enemy != battle.fighters[who].enemy:
        return GAME.forbidden("same_side_assists", "P-7.1", "assist")
    if helper in helped.helpers:
        return GAME.forbidden("assists_once", "P-7.4", "assist")
    return _penniless(battle, helper, "assist", "P-7.2", who)


def cover_problem(battle: Battle, who: int, exchange: Exchange, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why somebody may not take a hit for an ally; None if it may.

    Source: P-16.1 to P-16.3, P-17.21c, P-18.2a, P-Q36.
    """
    sheet, struck = battle.fighters[who], battle.fighters[exchange.struck]
    failed, _ = guard_fails(battle, exchange, rulings)
    if not failed and exchange.coverer == NOBODY:
        return GAME.forbidden("ally_has_not_failed", "P-16.1", "cover")
    if exchange.coverer != NOBODY and not (rulings.cover_again and failed):
        return GAME.forbidden("covered_already", "P-Q36", "cover")
    concerned = (exchange.target, exchange.struck, battle.attack.attacker)
    if who in concerned or not sheet.fighting or sheet.enemy != struck.enemy:
        return GAME.forbidden("only_allies_cover", "P-16.1", "cover")
    if battle.fighters[battle.attack.attacker].copies("pierce"):
        return GAME.forbidden("pierce_is_not_covered", "P-18.2a", "cover")
    if sheet.copies("incapacity"):
        return GAME.forbidden("incapable", "P-17.21c", "cover", name=sheet.name)
    return _penniless(battle, who, "cover", "P-16.2", exchange.struck)


# --- Counter and Chain Combo ------------------------------------------------------------------------------------------


def counter_problem(
    battle: Battle, who: int, rulings: Rulings = Rulings(), charged: bool = False
) -> ForbiddenAction | None:
    """Say why somebody may not Counter the attack under way; None if it may.

    Args:
        battle: A battle with an attack whose result stands.
        who: Who would Counter, by number.
        rulings: House rules.
        charged: Does a Charge count as mana, because it can be used first?

    Source: P-16.13, P-16.14, P-16.26, P-17.3a, P-17.18b, P-Q32, P-Q34, P-Q35, P-Q42, P-Q44.
    """
    attack = battle.attack
    if who not in attack.countered:
        return GAME.forbidden("counters_failed_guard", "P-16.13", "counter")
    if attack.followed and _closes(rulings, "counter_first"):
        return GAME.forbidden("chain_has_followed", "P-Q42", "counter")
    problem = _special_problem(battle, who, attack.attacker, "counter", rulings)
    return problem or _penniless(battle, who, "counter", "P-16.14", charged=charged)


def chain_problem(
    battle: Battle, who: int, target: int, rulings: Rulings = Rulings(), charged: bool = False
) -> ForbiddenAction | None:
    """Say why somebody may not follow the attack under way; None if it may.

    Args:
        battle: A battle with an attack whose result stands.
        who: Who would follow, by number.
        target: Whom it would attack: somebody whom the ally has hit.
        rulings: House rules.
        charged: Does a Charge count as mana, because it can be used first?

    Source: P-16.19 to P-16.23, P-16.26, P-17.3a, P-17.18b, P-Q19, P-Q32, P-Q35, P-Q42, P-Q44.
    """
    attack = battle.attack
    same_side = battle.fighters[who].enemy == battle.fighters[attack.attacker].enemy
    hit = target in chain_targets(battle, rulings)
    if who in (attack.attacker, target) or not same_side or not attack.chained or not hit:
        return GAME.forbidden("chains_on_hit", "P-16.19", "chain")
    if attack.answered and _closes(rulings, "chain_first"):
        return GAME.forbidden("counter_has_come", "P-Q42", "chain")
    problem = _special_problem(battle, who, target, "chain", rulings)
    return problem or _penniless(battle, who, "chain", "P-16.20", chain_emotion(battle, target, rulings), charged)


def chain_targets(battle: Battle, rulings: Rulings) -> tuple[int, ...]:
    """Return whom a Chain Combo may attack: those the ally has hit; after Cover its first target (P-Q44)."""
    first = rulings.cover_chain == "first_target"
    hits = battle.attack.hits
    return tuple(dict.fromkeys(exchange.target if first else exchange.struck for exchange in hits))


def chain_emotion(battle: Battle, target: int, rulings: Rulings) -> int:
    """Return towards whom the emotion must be that pays a Chain Combo (P-Q19)."""
    return battle.attack.attacker if rulings.chain_combo_emotion == "ally" else target


def _special_problem(battle: Battle, who: int, target: int, action: str, rulings: Rulings) -> ForbiddenAction | None:
    sheet = battle.fighters[who]
    if not sheet.fighting or not battle.fighters[target].fighting:
        return GAME.forbidden("one_fights_no_more", "P-14.5", action)
    if sheet.acted or who == battle.active:
        return GAME.forbidden("acted_already", "P-16.26", action, name=sheet.name)
    if sheet.copies("weakness"):
        return GAME.forbidden("too_weak_to_answer", "P-17.18b", action, name=sheet.name)
    if sheet.copies("incapacity") and rulings.incapacity_bars_counter:
        return GAME.forbidden("incapable", "P-Q32", action, name=sheet.name)
    if battle.attack.special and not rulings.chain_on_chain:
        return GAME.forbidden("not_after_special", "P-Q35", action)
    if sheet.copies("rage") and Curse("rage", target) not in sheet.curses:
        return GAME.forbidden("rage_binds", "P-17.3a", action)
    return None


def counter_time(battle: Battle, rulings: Rulings) -> ForbiddenAction | None:
    """Say why nobody Counters at this moment; None if it is one for it (P-Q34)."""
    if battle.stage is Stage.EFFECTS and rulings.counter_timing == "after_effects":
        return GAME.forbidden("comes_after_effects", "P-Q34", "counter")
    if battle.stage is Stage.AFTER and rulings.counter_timing == "before_effects":
        return GAME.forbidden("came_before_effects", "P-Q34", "counter")
    return None


def chain_time(battle: Battle, rulings: Rulings) -> ForbiddenAction | None:
    """Say why nobody follows with a Chain Combo at this moment; None if it is one for it (P-16.19, P-Q42)."""
    if battle.stage is Stage.EFFECTS and rulings.chain_timing == "after_effects":
        return GAME.forbidden(out_of_place([Stage.AFTER.text], battle.stage.text), "P-16.19", "chain")
    if battle.stage is Stage.AFTER and rulings.chain_timing == "before_effects":
        return GAME.forbidden("came_before_effects", "P-Q42", "chain")
    return None


def _closes(rulings: Rulings, order: str) -> bool:
    """Say whether the later one of Counter and Chain Combo is closed once the other has been used (P-Q42)."""
    return rulings.answer_order == order and rulings.counter_timing == rulings.chain_timing


def answers(battle: Battle, rulings: Rulings = Rulings(), charged: bool = False) -> list[tuple[str, int, int]]:
    """List the Counters and Chain Combos that are possible now: action, who, against whom.

    Args:
        battle: A battle with an attack whose result stands.
        rulings: House rules.
        charged: Does a Charge count as mana, because it can be used first?

    Source: P-M14, P-16.13, P-16.19.
    """
    if battle.stage not in (Stage.EFFECTS, Stage.AFTER):
        return []
    countering, chaining = counter_time(battle, rulings) is None, chain_time(battle, rulings) is None
    found = []
    for who in battle.everybody:
        if countering and counter_problem(battle, who, rulings, charged) is None:
            found.append(("counter", who, battle.attack.attacker))
        for target in chain_targets(battle, rulings) if chaining else ():
            if chain_problem(battle, who, target, rulings, charged) is None:
                found.append(("chain", who, target))
    return found


def may_answer(battle: Battle, rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """Return who might Counter or follow with a Chain Combo once the effects of an attack are applied.

    Args:
        battle: A battle whose attack has hit, before its effects.
        rulings: House rules.

    Source: P-16.13, P-16.19.
    """
    then = replace(battle, stage=Stage.AFTER)
    return tuple(dict.fromkeys(who for _, who, _ in answers(then, rulings, charged=True)))


# --- all of them ------------------------------------------------------------------------------------------------------


def begin_problem(battle: Battle) -> ForbiddenAction | None:
    """Say why a battle may not begin; None if it may (P-1.14)."""
    if not battle.one_sided:
        return None
    return GAME.forbidden("both_sides_needed", "P-1.14", "begin")


def last_stand_problem(battle: Battle, who: int) -> ForbiddenAction | None:
    """Say why somebody knocked down may not stand up again; None if it may (P-16.8 to P-16.12, P-17.5a, P-17.21c)."""
    sheet = battle.fighters[who]
    for forbids, reason, rule in (
        (who not in battle.fallen, GAME.words["own_knockdown_only"], "P-16.8"),
        (sheet.stood, GAME.words["once_per_round"], "P-16.12"),
        (sheet.copies("mana_scar"), GAME.words["mana_scar_forbids"], "P-17.5a"),
        (sheet.copies("incapacity"), GAME.words["incapacity_forbids"], "P-17.21c"),
        (not sheet.mana, GAME.words["costs_mana"], "P-16.9"),
    ):
        if forbids:
            return GAME.forbidden(reason, rule, "last_stand")
    return None


def legal_actions(battle: Battle, rulings: Rulings = Rulings()) -> dict[str, ForbiddenAction | None]:
    """Say which round actions and special actions are open now, and for each forbidden one why.

    Args:
        battle: The battle.
        rulings: House rules.

    Returns:
        For every action that belongs to this moment None if somebody may take it, else the reason with its rule: of
        several people's reasons the one that says most. What is possible at any moment, such as Charge, is left out.

    Source: P-M14.

    Example:
        >>> from rules_py.prophecy import Battle, Fighter, Stage
        >>> mio, foe = Fighter(same("Mio"), mana=1), Fighter(same("Choir"), enemy=True)
        >>> found = legal_actions(Battle((mio, foe), Stage.ACTION, 1, ((0, 9), (1, 7))))
        >>> [name for name, problem in found.items() if problem is None]
        ['attack', 'support', 'retreat', 'pass']
    """
    if battle.fallen:
        return {"last_stand": last_stand_problem(battle, battle.fallen[0]), "fall": None}
    if battle.stage is Stage.ACTION:
        return {name: forbidden(battle, name, rulings) for name in ROUND_ACTIONS}
    problems = _problems(battle, rulings)
    out_of_time = {*AT_ANY_MOMENT}
    if battle.stage is Stage.EFFECTS and rulings.chain_timing == "after_effects":
        out_of_time.add("chain")
    moment = [each.name for each in GAME.legal(battle) if each.name not in out_of_time]
    return {name: _strongest(problems.get(name, [None])) for name in moment}


def _problems(battle: Battle, rulings: Rulings) -> dict[str, list[ForbiddenAction | None]]:
    """Return for the actions that may be forbidden now what forbids them to each of those who might take them."""
    everybody, exchanges = battle.everybody, battle.exchanges
    if battle.stage is Stage.SETUP:
        return {"begin": [begin_problem(battle)]}
    if battle.stage is Stage.DICE:
        return {"cast": [cast_problem(battle)]}
    if battle.stage is Stage.RESULT:
        checks = [(exchange, check) for exchange in exchanges for check in CHECKS]
        return {
            "reroll": [reroll_problem(battle, *each, rulings) for each in checks],
            "assist": [assist_problem(battle, who, *each, rulings) for who in everybody for each in checks],
            "cover": [cover_problem(battle, who, exchange, rulings) for who in everybody for exchange in exchanges],
        }
    if battle.stage in (Stage.EFFECTS, Stage.AFTER):
        late, later = counter_time(battle, rulings), chain_time(battle, rulings)
        targets = chain_targets(battle, rulings) or [exchange.target for exchange in exchanges]
        return {
            "counter": [late or counter_problem(battle, who, rulings) for who in everybody],
            "chain": [later or chain_problem(battle, who, target, rulings) for who in everybody for target in targets],
        }
    return {}


def _strongest(problems: list[ForbiddenAction | None]) -> ForbiddenAction | None:
    """Return None if anybody may, else a reason; rather not that it was not for somebody to do."""
    found = [problem for problem in problems if problem]
    if len(found) < len(problems) or not found:
        return None
    return next((problem for problem in found if problem.rule not in _NOT_FOR_ALL), found[0])


_NOT_FOR_ALL = ("P-7.1", "P-16.1", "P-16.13", "P-16.19")
