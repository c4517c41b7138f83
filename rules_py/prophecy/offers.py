"""What a moment of a battle offers: exact chances, likely targets, effects within reach, what follows by itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from rules_py.core.game import Action
from rules_py.prophecy.attacks import Effect, apply_attack_effect, within_reach
from rules_py.prophecy.characters import Fighter, recipe_of
from rules_py.prophecy.checks import Flag, Roll, check_value, roll_odds
from rules_py.prophecy.game import GAME
from rules_py.prophecy.game.legal import (
    answers,
    attack_targets,
    chain_emotion,
    forbidden,
    last_stand_problem,
    legal_actions,
    outcome,
    rolled_again,
    support_targets,
)
from rules_py.prophecy.model import CHECKS, MOST_ROUNDS, Battle, Exchange, Stage
from rules_py.prophecy.odds import attack_odds
from rules_py.prophecy.rulings import Rulings

NO_ROLL = Roll(Flag.NONE, 0)

# --- chances ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def _chance(attacker: Fighter, defender: Fighter, bonus: int, dice: tuple[int, int], rulings: Rulings) -> Fraction:
    return attack_odds(attacker, defender, bonus=bonus, cast_dice=dice[0], guard_dice=dice[1], rulings=rulings).hit


def hit_chance(
    battle: Battle,
    who: int,
    target: int,
    rulings: Rulings = Rulings(),
    *,
    bonus: int = 0,
    dice: tuple[int, int] = (2, 2),
) -> Fraction:
    """Return how likely somebody is to hit somebody, before any reroll.

    Args:
        battle: The battle.
        who: The attacker, by number.
        target: The target, by number.
        rulings: House rules.
        bonus: 1 for Counter and Chain Combo.
        dice: How many dice the attacker and the target roll.

    Source: P-M3.

    Example:
        >>> from rules_py.core.text import same
        >>> mio, foe = Fighter(same("Mio"), cast=6), Fighter(same("Choir"), enemy=True, guard=4)
        >>> hit_chance(Battle((mio, foe)), 0, 1)
        Fraction(61, 81)
    """
    return _chance(battle.fighters[who], battle.fighters[target], bonus, dice, rulings)


@dataclass(frozen=True)
class Again:
    """What another roll of a check may do.

    Args:
        hits: The chance of a hit afterwards, for each exchange that the check belongs to, by its number.
        gain: The chance that whoever rolls is better off: a hit or a miss instead, or of a hit another degree.
    """

    hits: dict[int, Fraction]
    gain: Fraction


@lru_cache(maxsize=8)
def roll_again(battle: Battle, number: int, check: str, rulings: Rulings = Rulings()) -> Again:
    """Work out what a reroll, or assisting, may do to a check of the attack under way.

    Args:
        battle: A battle with an attack whose dice are rolled.
        number: Which exchange.
        check: `"cast"` or `"guard"`.
        rulings: House rules.

    Source: P-M2, P-6.3, P-6.4.
    """
    concerned = battle.attack.concerned(number, check, rulings)
    kept = battle.exchanges[number].check(check).dice
    before = {each: outcome(battle, battle.exchanges[each], rulings) for each in concerned}
    hits, gain = dict.fromkeys(concerned, Fraction(0)), Fraction(0)
    for roll, chance in roll_odds(kept if rulings.reroll_keeps_third_die else 2, rulings).items():
        then = rolled_again(battle, number, check, roll, rulings)
        after = {each: outcome(then, then.exchanges[each], rulings) for each in concerned}
        gain += chance * any(_better(check, before[each], after[each]) for each in concerned)
        for each, (hit, _) in after.items():
            hits[each] += chance * hit
    return Again(hits, gain)


def _better(check: str, before: tuple[bool, int], after: tuple[bool, int]) -> bool:
    """Say whether whoever rolls is better off: a hit or a miss instead, or of a hit another degree."""
    if before[0] != after[0]:
        return after[0] is (check == "cast")
    return before[0] and (after[1] > before[1] if check == "cast" else after[1] < before[1])


def covered_degree(battle: Battle, who: int, exchange: Exchange, rulings: Rulings = Rulings()) -> Fraction:
    """Return the success degree to expect if somebody Covers a hit (P-16.5, P-16.7)."""
    _, cast, _ = values(battle, exchange, rulings)
    sheet = battle.fighters[who]
    change = sheet.modifier("guard")
    guards = roll_odds(2, rulings).items()
    return sum((p * (cast - check_value(roll, sheet.guard, change, rulings)) for roll, p in guards), Fraction(0))


def values(battle: Battle, exchange: Exchange, rulings: Rulings = Rulings()) -> tuple[bool, int, int]:
    """Return whether an exchange hits so far, the cast value, and the guard value against it (P-10.4, P-10.7)."""
    attack = battle.attack
    hit, degree = outcome(battle, exchange, rulings)
    attacker = battle.fighters[attack.attacker]
    roll = exchange.cast.roll or NO_ROLL  # outcome has refused what is not rolled
    cast = check_value(roll, attacker.cast, attacker.modifier("cast") + attack.bonus, rulings)
    return hit, cast, cast - degree


def likely_targets(battle: Battle, rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """Return whom the active fighter may attack, first whom it hits most easily, of these whoever is hurt most."""
    who = battle.active

    def ease(target: int) -> tuple[Fraction, int]:
        return -hit_chance(battle, who, target, rulings), -battle.fighters[target].damage

    return tuple(sorted(attack_targets(battle, who, rulings), key=ease))


# --- effects to choose from -------------------------------------------------------------------------------------------


def _with_amplify(effect: str, kinds: Iterable[str], carried: Iterable[str]) -> list[Effect]:
    """Return an effect with each condition; an Amplify stands once for each condition that it could become."""
    found: list[Effect] = []
    for kind in kinds:
        if kind in ("amplify_curse", "amplify_bless"):
            found += [Effect(effect, kind, become) for become in dict.fromkeys(carried)]
        else:
            found.append(Effect(effect, kind))
    return found


def attack_effects(battle: Battle) -> tuple[list[Effect], int]:
    """Return the effects that an attack might have, whether in reach or not, and the highest degree of its hits.

    Source: P-M4, P-10.14, P-11.1 to P-11.8.
    """
    attack = battle.attack
    sheet = battle.fighters[attack.attacker]
    struck = [battle.fighters[exchange.struck] for exchange in attack.hits]
    found = [Effect("deal_damage")]
    found += [Effect("strip_bless", kind) for kind in dict.fromkeys(kind for each in struck for kind in each.blesses)]
    curses = [curse.kind for each in struck for curse in each.curses]
    found += _with_amplify("inflict_curse", recipe_of("curse", sheet), curses)
    found += [Effect("refresh", kind) for kind in dict.fromkeys(curse.kind for curse in sheet.curses)]
    found += _with_amplify("self_bless", recipe_of("bless", sheet), sheet.blesses)
    return found, max(exchange.degree for exchange in attack.hits)


def damage_done(battle: Battle, exchange: Exchange, rulings: Rulings = Rulings()) -> tuple[int, int, bool]:
    """Say what Deal Damage does to whoever an exchange strikes: the damage before and after, and is it a knockdown?"""
    attacker, struck = battle.attack.attacker, exchange.struck
    friendly = battle.fighters[attacker].enemy == battle.fighters[struck].enemy
    done = apply_attack_effect(battle.fighters, Effect("deal_damage"), attacker, struck, rulings, friendly)
    return battle.fighters[struck].damage, done.fighters[struck].damage, struck in done.fallen


def support_effects(battle: Battle, rulings: Rulings = Rulings()) -> list[Effect]:
    """Return the effects that the active fighter might give by Support, the likeliest first (P-M5, P-12.6)."""
    sheets = [battle.fighters[target] for target in support_targets(battle, battle.active, rulings)]
    heal = [Effect("heal_damage")]
    lift = [Effect("lift_curse", kind) for kind in dict.fromkeys(c.kind for each in sheets for c in each.curses)]
    held = [kind for each in sheets for kind in each.blesses]
    give = _with_amplify("give_bless", recipe_of("bless", battle.fighters[battle.active]), held)
    most = neediest(battle, rulings)
    hurt = any(battle.fighters[target].damage for target in most)
    return [*heal, *lift, *give] if hurt else [*lift, *give, *heal]


def neediest(battle: Battle, rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """Return whom the active fighter can Support: most damage first, then most curses, then whom it feels for."""
    own = battle.fighters[battle.active]

    def need(target: int) -> tuple[int, int, bool]:
        sheet = battle.fighters[target]
        return -sheet.damage, -len(sheet.curses), not own.feels_for(target)

    return tuple(sorted(support_targets(battle, battle.active, rulings), key=need))


# --- what comes next --------------------------------------------------------------------------------------------------


def accepted(battle: Battle, rulings: Rulings = Rulings()) -> Battle | None:
    """Return the battle once the result stands, if the attacker chooses effects next, before anybody else decides."""
    then, _ = GAME.apply(battle, ["accept"], rulings)
    if then.stage is not Stage.EFFECTS or then.fallen or len(then.attacks) < len(battle.attacks):
        return None
    return None if answers(then, rulings, charged=True) else then


def next_action(battle: Battle, rulings: Rulings = Rulings()) -> str:
    """Return the round action that somebody takes who has no reason to do otherwise; `"end"` if the battle is decided.

    Source: P-M14, P-Q40.
    """
    if battle.one_sided or battle.round >= MOST_ROUNDS:
        return "end"
    open_ = [name for name in ("attack", "support", "pass", "retreat") if forbidden(battle, name, rulings) is None]
    if open_[0] == "support" and "pass" in open_ and not _helps(battle, rulings):
        return "pass"
    return open_[0]


def _helps(battle: Battle, rulings: Rulings) -> bool:
    """Say whether the first thing that Support offers would do any good."""
    sheet = battle.fighters[neediest(battle, rulings)[0]]
    return bool(sheet.damage and not sheet.copies("anti_heal")) or bool(sheet.curses)


def follows(battle: Battle, rulings: Rulings = Rulings()) -> Action | None:
    """Return the action that follows because nobody has anything to decide: somebody falls, a result stands.

    Source: P-14.5, P-16.8, P-10.1.
    """
    charged = any(f.copies("charge") and f.mana < f.most_mana for f in battle.fighters)
    if battle.fallen:
        who = battle.fallen[0]
        helpless = last_stand_problem(battle, who) is not None and not charged
        return ["fall", who] if helpless else None
    if battle.stage is not Stage.RESULT or charged:
        return None
    higher = any(exchange.check(check).higher for exchange in battle.exchanges for check in CHECKS)
    found = legal_actions(battle, rulings)
    decided = all(found[name] for name in ("reroll", "assist", "cover"))
    return ["accept"] if decided and not (higher and rulings.kept_roll == "roller") else None


def reached(effects: Iterable[Effect], degree: int) -> list[Effect]:
    """Return the effects for which a success degree suffices (P-11.4, P-11.6, P-11.8)."""
    return [effect for effect in effects if within_reach(effect, degree)]


def may_expand(sheet: Fighter) -> bool:
    """Say whether somebody may use Expand at all (P-17.19a, P-17.21c)."""
    return not sheet.copies("fog") and not sheet.copies("incapacity")


def answerers_targets(battle: Battle, rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """Return whom those who Counter or follow with a Chain Combo could add by Expand (P-Q35)."""
    found: dict[int, None] = {}
    for name, who, target in answers(battle, rulings):
        sheet = battle.fighters[who]
        felt = name == "chain" and sheet.feels_for(chain_emotion(battle, target, rulings))
        if sheet.mana > (not felt) and may_expand(sheet):
            found |= dict.fromkeys(i for i in attack_targets(battle, who, rulings, special=True) if i != target)
    return tuple(found)
