"""What one may do in a battle, and by which rule not: round actions, special actions, their targets (P-M14)."""

from __future__ import annotations

from dataclasses import replace

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.game import out_of_place
from rules_py.core.text import Text, same
from rules_py.prophecy.attacks import attack_roll
from rules_py.prophecy.characters import NOBODY, Curse, Fighter, allies, enemies, somebody
from rules_py.prophecy.checks import Flag, Roll, better
from rules_py.prophecy.conditions import CONDITIONS
from rules_py.prophecy.game.play import AT_ANY_MOMENT, GAME, refusal
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
        >>> mio = Fighter(Text("Mio", "ミオ"), curses=(Curse("weakness"),))
        >>> foe = Fighter(Text("Choir", "聖歌隊"), enemy=True)
        >>> battle = Battle((mio, foe), Stage.ACTION, 1, ((0, 9), (1, 7)))
        >>> forbidden(battle, "attack").rule
        'P-17.18a'
    """
    if action not in ROUND_ACTIONS:
        raise InputError("action", action, same(", ".join(ROUND_ACTIONS)), "P-9.2")
    who = battle.active
    if battle.stage is not Stage.ACTION or who == NOBODY:
        return refusal(action, out_of_place([Stage.ACTION.text], battle.stage.text), "P-9.1")
    sheet = battle.fighters[who]
    if battle.drawn and action != battle.drawn:
        reason = Text("chance has picked: {action}", "ランダムに{action}と決まりました")
        return refusal(action, reason, "P-Q41", action=GAME.actions[battle.drawn].label)
    if action != "pass" and sheet.copies("incapacity"):
        reason = Text("{name} cannot act and Passes", "{name}は行動できず、パスになります")
        return refusal(action, reason, "P-17.21a", name=sheet.name)
    compelled = [kind for kind in COMPELLING if sheet.copies(kind)]
    only = Text("{name} can only attack", "{name}は攻撃しかできません")
    if compelled == ["charm"]:
        only = Text("{name} acts for the other side", "{name}は敵のために行動します")
    compulsion = refusal(action, only, CONDITIONS[compelled[0]].rules[0], name=sheet.name) if compelled else None
    if action == "attack":
        return _attack_problem(battle, who, rulings)
    if action == "support":
        return (compulsion if compelled != ["charm"] else None) or _support_problem(battle, who, rulings)
    if action == "retreat" and sheet.copies("hobble") and not compelled:
        reason = Text("{name} is hobbled", "{name}は足止めされています")
        return refusal(action, reason, "P-17.2a", name=sheet.name)
    if action == "pass":
        acts = _attack_problem(battle, who, rulings) is None or (
            compelled == ["charm"] and _support_problem(battle, who, rulings) is None
        )
        return compulsion if acts and not sheet.copies("incapacity") else None
    return compulsion


def _attack_problem(battle: Battle, who: int, rulings: Rulings) -> ForbiddenAction | None:
    sheet = battle.fighters[who]
    if sheet.copies("weakness"):
        reason = Text("{name} is too weak to attack", "{name}は攻撃できません")
        return refusal("attack", reason, "P-17.18a", name=sheet.name)
    if attack_targets(battle, who, rulings):
        return None
    for kind, rule in (("delusion", "P-17.24c"), ("charm", "P-17.25c"), ("rage", "P-17.3a")):
        if sheet.copies(kind):
            reason = Text("{curse} leaves nobody to attack", "【{curse}】のため、攻撃できる相手がいません")
            return refusal("attack", reason, rule, curse=CONDITIONS[kind].name)
    return refusal("attack", Text("there is nobody to attack", "攻撃できる相手がいません"), "P-10.2")


def _support_problem(battle: Battle, who: int, rulings: Rulings) -> ForbiddenAction | None:
    sheet, targets = battle.fighters[who], support_targets(battle, who, rulings)
    if not targets:
        reason = Text("nobody can be Supported", "支援できる相手がいません")
        return refusal("support", reason, "P-17.25a" if sheet.copies("charm") else "P-12.2")
    if not sheet.mana and not any(sheet.feels_for(target) for target in targets):
        return refusal("support", Text("it costs 1 mana or an emotion", "マナ1点か感情が必要です"), "P-12.4")
    return None


def attack_targets(battle: Battle, who: int, rulings: Rulings = Rulings(), special: bool = False) -> tuple[int, ...]:
    """Say whom somebody may attack.

    Args:
        battle: The battle.
        who: The attacker, by number.
        rulings: Whether Confusion can hit oneself (P-Q33).
        special: Is it a Counter or Chain Combo, outside of the activation that Confusion, Delusion and Charm shape?

    Source: P-M14, P-9.3, P-17.3a, P-17.20b, P-17.24a, P-17.25a, P-Q41.

    Example:
        >>> from rules_py.prophecy import Battle, Curse, Fighter
        >>> mio, ren = Fighter(Text("Mio", "ミオ"), curses=(Curse("delusion"),)), Fighter(Text("Ren", "レン"))
        >>> attack_targets(Battle((mio, ren, Fighter(Text("Choir", "聖歌隊"), enemy=True))), 0)
        (1,)
    """
    fighters, sheet = battle.fighters, battle.fighters[somebody(battle.fighters, who)]
    found = enemies(fighters, who)
    if not special:
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

    Source: P-M5, P-12.2, P-17.16a, P-17.25a.

    Example:
        >>> from rules_py.prophecy import Battle, Curse, Fighter
        >>> mio, ren = Fighter(Text("Mio", "ミオ")), Fighter(Text("Ren", "レン"), curses=(Curse("isolation"),))
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


def incapable(sheet: Fighter) -> Text:
    """Say that somebody is incapable of special actions (P-17.21c)."""
    reason = Text("{name} is incapable of special actions", "{name}は【行動不能】で、特殊アクションを使えません")
    return reason.format(name=sheet.name)


def _penniless(
    battle: Battle, who: int, action: str, rule: str, toward: int = NOBODY, charged: bool = False
) -> ForbiddenAction | None:
    """Say that somebody has no mana, nor the emotion that would do instead (★), nor, if that counts, a Charge."""
    sheet = battle.fighters[who]
    if sheet.mana or sheet.feels_for(toward) or (charged and sheet.copies("charge") and sheet.most_mana):
        return None
    if toward == NOBODY:
        reason = Text("it costs 1 mana, and {name} has none", "マナが1点必要ですが、{name}のマナは0点です")
        return refusal(action, reason, rule, name=sheet.name)
    reason = Text(
        "it costs 1 mana or an emotion toward {other}, and {name} has neither",
        "マナ1点か{other}への感情が必要ですが、{name}にはどちらもありません",
    )
    return refusal(action, reason, rule, name=sheet.name, other=battle.name(toward))


# --- the checks of an attack ------------------------------------------------------------------------------------------


def cast_problem(battle: Battle) -> ForbiddenAction | None:
    """Say why the cast check may not be rolled alone; None if it may (P-10.1)."""
    if battle.exchanges[0].cast.roll is None:
        return None
    return refusal("cast", Text("it is rolled already", "もう振ってあります"), "P-10.1")


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
        raise InputError("roll", "", Text("the dice first", "先にダイスを振ってください"), "P-10.4")
    attacker, struck = battle.fighters[attack.attacker], battle.fighters[exchange.struck]
    return attack_roll(cast, guard, attacker, struck, attack.bonus, rulings)


def reroll_problem(
    battle: Battle, exchange: Exchange, check: str, rulings: Rulings = Rulings()
) -> ForbiddenAction | None:
    """Say why a check of the attack under way may not be rerolled; None if it may (P-6.2, P-6.5, P-Q13)."""
    rolled = exchange.check(check)
    hit, _ = outcome(battle, exchange, rulings)
    if rulings.battle_reroll == "failed_attack" and (check == "guard" or hit):
        reason = Text("only an attacker who missed rerolls", "振り直せるのは失敗した攻撃側だけです")
        return refusal("reroll", reason, "P-Q13")
    if check == "cast" and any(each.decided for each in battle.exchanges):
        reason = Text("the attacker decides before the defender", "攻撃側が先に決めます")
        return refusal("reroll", reason, "P-Q13")
    if rolled.rerolled:
        return refusal("reroll", Text("once per check", "1回の判定につき1回までです"), "P-6.5")
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
        return refusal("assist", Text("not in battle", "戦闘では使えません"), "P-Q6")
    if helper == who or not sheet.fighting or sheet.enemy != battle.fighters[who].enemy:
        reason = Text("only another of the same side helps", "援助できるのは、同じ側のほかの人だけです")
        return refusal("assist", reason, "P-7.1")
    if helper in helped.helpers:
        reason = Text("each helps a check once", "援助できるのは、1回の判定につき1人1回です")
        return refusal("assist", reason, "P-7.4")
    return _penniless(battle, helper, "assist", "P-7.2", who)


def cover_problem(battle: Battle, who: int, exchange: Exchange, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why somebody may not take a hit for an ally; None if it may.

    Source: P-16.1 to P-16.3, P-17.21c, P-18.2a, P-Q36.
    """
    sheet, struck = battle.fighters[who], battle.fighters[exchange.struck]
    failed, _ = guard_fails(battle, exchange, rulings)
    if not failed and exchange.coverer == NOBODY:
        reason = Text("the ally has not failed the guard check", "味方はガード判定に失敗していません")
        return refusal("cover", reason, "P-16.1")
    if exchange.coverer != NOBODY and not (rulings.cover_again and failed):
        reason = Text("a covered hit is not covered again", "一度カバーした攻撃は重ねてカバーできません")
        return refusal("cover", reason, "P-Q36")
    concerned = (exchange.target, exchange.struck, battle.attack.attacker)
    if who in concerned or not sheet.fighting or sheet.enemy != struck.enemy:
        return refusal("cover", Text("only an ally covers", "カバーできるのは味方だけです"), "P-16.1")
    if battle.fighters[battle.attack.attacker].copies("pierce"):
        return refusal("cover", Text("Pierce cannot be covered", "【貫通】を持つ攻撃はカバーできません"), "P-18.2a")
    if sheet.copies("incapacity"):
        return refusal("cover", incapable(sheet), "P-17.21c")
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
        reason = Text(
            "it answers an attack that one has just failed to guard against", "ガード判定に失敗した直後だけ使えます"
        )
        return refusal("counter", reason, "P-16.13")
    if attack.followed and _closes(rulings, "counter_first"):
        return refusal("counter", Text("a Chain Combo has followed", "チェーンコンボの後にはできません"), "P-Q42")
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
        reason = Text(
            "it follows an ally's successful attack on that target", "味方の攻撃が成功した直後に、同じ対象へ行います"
        )
        return refusal("chain", reason, "P-16.19")
    if attack.answered and _closes(rulings, "chain_first"):
        return refusal("chain", Text("a Counter has come first", "カウンターの後にはできません"), "P-Q42")
    problem = _special_problem(battle, who, target, "chain", rulings)
    return problem or _penniless(battle, who, "chain", "P-16.20", chain_emotion(battle, target, rulings), charged)


def chain_targets(battle: Battle, rulings: Rulings) -> tuple[int, ...]:
    """Return whom a Chain Combo may attack: those the ally has hit; after Cover its first target (P-Q44)."""
    first = rulings.cover_chain == "first_target"
    hits = battle.attack.hits
    return tuple(dict.fromkeys(exchange.target if first else exchange.struck for exchange in hits))


def chain_emotion(battle: Battle, target: int, rulings: Rulings) -> int:
    """Return toward whom the emotion must be that pays a Chain Combo (P-Q19)."""
    return battle.attack.attacker if rulings.chain_combo_emotion == "ally" else target


def _special_problem(battle: Battle, who: int, target: int, action: str, rulings: Rulings) -> ForbiddenAction | None:
    sheet = battle.fighters[who]
    if not sheet.fighting or not battle.fighters[target].fighting:
        return refusal(action, Text("one of the two no longer fights", "どちらかがもう戦えません"), "P-14.5")
    if sheet.acted or who == battle.active:
        reason = Text("{name} has acted already this round", "{name}はこのラウンド行動済みです")
        return refusal(action, reason, "P-16.26", name=sheet.name)
    if sheet.copies("weakness"):
        reason = Text("{name} is too weak to attack", "{name}は【脱力】で攻撃できません")
        return refusal(action, reason, "P-17.18b", name=sheet.name)
    if sheet.copies("incapacity") and rulings.incapacity_bars_counter:
        return refusal(action, incapable(sheet), "P-Q32")
    if battle.attack.special and not rulings.chain_on_chain:
        reason = Text("not after a Counter or a Chain Combo", "カウンターやチェーンコンボには続けられません")
        return refusal(action, reason, "P-Q35")
    if sheet.copies("rage") and Curse("rage", target) not in sheet.curses:
        reason = Text("Rage allows attacking only the inflicter", "【怒り】のため、付与した相手しか攻撃できません")
        return refusal(action, reason, "P-17.3a")
    return None


_TOO_LATE = Text("it came before the effects", "効果を適用する前に行います")


def counter_time(battle: Battle, rulings: Rulings) -> ForbiddenAction | None:
    """Say why nobody Counters at this moment; None if it is one for it (P-Q34)."""
    if battle.stage is Stage.EFFECTS and rulings.counter_timing == "after_effects":
        return refusal("counter", Text("it comes after the effects", "効果を適用した後に行います"), "P-Q34")
    if battle.stage is Stage.AFTER and rulings.counter_timing == "before_effects":
        return refusal("counter", _TOO_LATE, "P-Q34")
    return None


def chain_time(battle: Battle, rulings: Rulings) -> ForbiddenAction | None:
    """Say why nobody follows with a Chain Combo at this moment; None if it is one for it (P-16.19, P-Q42)."""
    if battle.stage is Stage.EFFECTS and rulings.chain_timing == "after_effects":
        return refusal("chain", out_of_place([Stage.AFTER.text], battle.stage.text), "P-16.19")
    if battle.stage is Stage.AFTER and rulings.chain_timing == "before_effects":
        return refusal("chain", _TOO_LATE, "P-Q42")
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
    return refusal("begin", Text("it takes a PC and an enemy", "PCと敵が少なくとも1人ずつ必要です"), "P-1.14")


def last_stand_problem(battle: Battle, who: int) -> ForbiddenAction | None:
    """Say why somebody knocked down may not stand up again; None if it may (P-16.8 to P-16.12, P-17.5a, P-17.21c)."""
    sheet = battle.fighters[who]
    for forbids, reason, rule in (
        (who not in battle.fallen, ("it answers one's own knockdown", "自分がノックダウンした時に使います"), "P-16.8"),
        (sheet.stood, ("once per round", "1ラウンドに1回までです"), "P-16.12"),
        (sheet.copies("mana_scar"), ("Mana Scar forbids it", "【魔傷】があると使えません"), "P-17.5a"),
        (sheet.copies("incapacity"), ("Incapacity forbids it", "【行動不能】の間は使えません"), "P-17.21c"),
        (not sheet.mana, ("it costs 1 mana", "マナが1点必要です"), "P-16.9"),
    ):
        if forbids:
            return refusal("last_stand", Text(*reason), rule)
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
        >>> mio, foe = Fighter(Text("Mio", "ミオ"), mana=1), Fighter(Text("Choir", "聖歌隊"), enemy=True)
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
