"""One attack: is it a hit, by how much, and which effects are within reach (P-M3, P-M4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.rulings import whole_number, yes_or_no
from rules_py.core.text import Text
from rules_py.core.words import words
from rules_py.prophecy.characters import Fighter, Fighters, changed, somebody
from rules_py.prophecy.checks import Flag, Roll, check_value
from rules_py.prophecy.conditions import CONDITIONS, INSTANT, Condition, condition, names
from rules_py.prophecy.effects import Happened, erase, grant_bless, heal, inflict_curse, take_damage
from rules_py.prophecy.rulings import Rulings

EffectName = Literal["deal_damage", "strip_bless", "inflict_curse", "refresh", "self_bless"]
SupportName = Literal["heal_damage", "lift_curse", "give_bless"]
WORDS = words("prophecy")
ATTACK_EFFECTS: tuple[EffectName, ...] = get_args(EffectName)
SUPPORT_EFFECTS: tuple[SupportName, ...] = get_args(SupportName)

EFFECT_NAMES = {
    "deal_damage": Text("Deal Damage", "ダメージ"),
    "strip_bless": Text("Strip Bless", "ブレスの消去"),
    "inflict_curse": Text("Inflict Curse", "カースの付与"),
    "refresh": Text("Refresh", "リフレッシュ"),
    "self_bless": Text("Self Bless", "自己ブレス"),
    "heal_damage": Text("Heal Damage", "ダメージの回復"),
    "lift_curse": Text("Lift Curse", "カースの解除"),
    "give_bless": Text("Give Bless", "ブレスの付与"),
}
EFFECT_ROWS: dict[str, str] = {
    name: f"P-T{table}.{number}"
    for table, effects in ((6, ATTACK_EFFECTS), (7, SUPPORT_EFFECTS))
    for number, name in enumerate(effects, start=1)
}


@dataclass(frozen=True)
class Effect:
    """An effect that an attacker or a supporter chooses.

    Args:
        name: Which of the five attack effects or the three support effects.
        condition: The curse or bless concerned; none for damage.
        become: What an Amplify turns into.
        overwrite: The bless that gives way on a full track, if it is there.
    """

    name: str
    condition: str = ""
    become: str = ""
    overwrite: str = ""

    @property
    def text(self) -> Text:
        """The effect in words."""
        if not self.condition:
            return EFFECT_NAMES[self.name]
        told = Text("{effect}: {condition}", "{effect}（{condition}）")
        return told.format(effect=EFFECT_NAMES[self.name], condition=CONDITIONS[self.condition].name)


def judge(cast: Roll, guard: Roll, difference: int, punctured: bool = False, rulings: Rulings = Rulings()) -> bool:
    """Say whether an attack hits.

    Args:
        cast: The attacker's dice.
        guard: The defender's dice.
        difference: Cast value minus guard value.
        punctured: Does the defender carry Puncture (P-17.17a)?
        rulings: What Lucky and Fumble do in battle (P-Q12).

    Returns:
        True for a hit.

    Source: P-M3, P-10.10, P-10.11, P-Q12.

    Example:
        >>> judge(Roll(Flag.LUCKY, 12), Roll(Flag.NONE, 7), -2)
        True
        >>> judge(Roll(Flag.LUCKY, 12), Roll(Flag.LUCKY, 12), -2)
        False
    """
    if yes_or_no("punctured", punctured):
        return True
    if rulings.forced_results == "not_applied":
        return difference >= 0
    if rulings.forced_results == "attacker_first" and cast.flag is not Flag.NONE:
        return cast.flag is Flag.LUCKY
    up = (cast.flag is Flag.LUCKY) + (guard.flag is Flag.FUMBLE)
    down = (guard.flag is Flag.LUCKY) + (cast.flag is Flag.FUMBLE)
    if bool(up) != bool(down):
        return bool(up)
    return difference >= 0


def attack_roll(
    cast: Roll,
    guard: Roll,
    attacker: Fighter,
    defender: Fighter,
    bonus: int = 0,
    rulings: Rulings = Rulings(),
) -> tuple[bool, int]:
    """Compare a cast check with a guard check.

    Args:
        cast: The attacker's dice.
        guard: The defender's dice.
        attacker: Whose cast ability and conditions count.
        defender: Whose guard ability and conditions count; its Puncture makes the guard fail.
        bonus: 1 for Counter and Chain Combo (P-16.18, P-16.25), else 0.
        rulings: House rules.

    Returns:
        Whether it hits, and cast value minus guard value: the success degree of a hit, which may be negative.

    Source: P-M3, P-M12, P-10.4, P-10.7, P-10.12.

    Example:
        >>> mio, choir = Fighter(Text("Mio", "ミオ"), cast=6), Fighter(Text("Choir", "聖歌隊"), guard=4)
        >>> attack_roll(Roll(Flag.NONE, 7), Roll(Flag.NONE, 7), mio, choir)
        (True, 2)
    """
    whole_number("bonus", bonus, 0, 1, "P-16.18")
    value = check_value(cast, attacker.cast, attacker.modifier("cast") + bonus, rulings)
    against = check_value(guard, defender.guard, defender.modifier("guard"), rulings)
    degree = value - against
    return judge(cast, guard, degree, bool(defender.copies("puncture")), rulings), degree


def check_effects(
    effects: Sequence[Effect],
    attacker: Fighter,
    defender: Fighter,
    degree: int,
    rulings: Rulings = Rulings(),
    gate: bool = True,
) -> None:
    """Raise an error unless an attacker may choose these effects.

    Args:
        effects: One effect, or two with Boost.
        attacker: Whose recipe counts.
        defender: Whom the attack has hit.
        degree: The success degree.
        rulings: Whether Boost may take the same effect twice (P-Q17).
        gate: Must the degree suffice? Not for a further target of Expand, who is then unaffected (P-Q10).

    Raises:
        InputError: If an effect or a condition does not exist.
        ForbiddenAction: If the rules do not allow the choice.

    Source: P-M4, P-11.3 to P-11.8, P-17.22d, P-17.23d, P-Q17.

    Example:
        >>> mio = Fighter(Text("Mio", "ミオ"), recipe=("poison",))
        >>> check_effects([Effect("inflict_curse", "poison")], mio, Fighter(Text("Choir", "聖歌隊")), 2)
        Traceback (most recent call last):
        ...
        rules_py.core.errors.ForbiddenAction: do: Poison is not possible now: it takes a success degree of 3...
    """
    yes_or_no("gate", gate)
    _check_number(effects, rulings)
    for effect in effects:
        if effect.name not in ATTACK_EFFECTS:
            raise InputError("effect", effect.name, WORDS["attack_effect"], "P-10.14")
        if effect.name == "deal_damage":
            continue
        kind: Literal["curse", "bless"] = "curse" if effect.name in ("inflict_curse", "refresh") else "bless"
        found = condition(effect.condition, "condition", kind)
        if effect.name == "strip_bless":
            continue
        if effect.name == "refresh":
            _check_carried(attacker, effect.condition)
        elif effect.condition not in attacker.recipe:
            raise _not_in_recipe(found, attacker, "P-11.3" if kind == "curse" else "P-11.7")
        if gate and degree < found.strength:
            reason = WORDS["degree_needed"].format(strength=found.strength, degree=degree)
            rule = {"inflict_curse": "P-11.4", "refresh": "P-11.6"}.get(effect.name, "P-11.8")
            action = WORDS["to_erase" if effect.name == "refresh" else "to_put_on"].format(condition=found.name)
            raise ForbiddenAction(action, reason, rule)


def _not_in_recipe(found: Condition, sheet: Fighter, rule: str) -> ForbiddenAction:
    reason = WORDS["recipe_holds"].format(name=sheet.name, recipe=names(sheet.recipe))
    return ForbiddenAction(WORDS["to_put_on"].format(condition=found.name), reason, rule)


def _check_number(effects: Sequence[Effect], rulings: Rulings) -> None:
    if not 1 <= len(effects) <= 2:
        raise InputError("effects", len(effects), WORDS["number_of_effects"], "P-15.6")
    if len(effects) == 2 and effects[0].name == effects[1].name:
        same_instant = effects[0].condition == effects[1].condition and effects[0].condition in INSTANT
        if same_instant:
            found = CONDITIONS[effects[0].condition]
            action = WORDS["curse_twice"].format(curse=found.name)
            raise ForbiddenAction(action, WORDS["not_several_at_once"], found.rules[-1])
        if not rulings.boost_same_effect:
            raise ForbiddenAction(WORDS["same_effect_twice"], WORDS["boost_adds_another"], "P-Q17")


def _check_carried(sheet: Fighter, kind: str) -> None:
    if not sheet.copies(kind):
        reason = WORDS["carries_no_such_curse"].format(name=sheet.name, curse=CONDITIONS[kind].name)
        raise ForbiddenAction(EFFECT_NAMES["refresh"], reason, "P-11.5")


def within_reach(effect: Effect, degree: int) -> bool:
    """Say whether a success degree suffices for an effect (P-11.4, P-11.6, P-11.8).

    Raises:
        InputError: If the effect names no condition.
    """
    gated = effect.name in ("inflict_curse", "refresh", "self_bless")
    return not gated or degree >= condition(effect.condition).strength


def apply_attack_effect(
    fighters: Fighters,
    effect: Effect,
    attacker: int,
    defender: int,
    rulings: Rulings = Rulings(),
    friendly: bool = False,
) -> Happened:
    """Let an effect of a hit happen.

    Args:
        fighters: Everybody.
        effect: The effect, checked before.
        attacker: Who attacks, by number.
        defender: Who was hit, by number.
        rulings: House rules.
        friendly: Are they on the same side, as under Confusion? Resonance answers enemies only (P-18.7e).

    Returns:
        Everybody afterwards, what happened, and who was knocked down by it.

    Raises:
        InputError: If it is no attack effect, or nobody has such a number.

    Source: P-M4, P-11.1, P-11.2, P-11.3, P-11.5, P-11.7.

    Example:
        >>> two = (Fighter(Text("Mio", "ミオ")), Fighter(Text("Choir", "聖歌隊"), enemy=True))
        >>> apply_attack_effect(two, Effect("deal_damage"), 0, 1).fighters[1].damage
        1
    """
    if effect.name not in ATTACK_EFFECTS:
        raise InputError("effect", effect.name, WORDS["attack_effect"], "P-10.14")
    somebody(fighters, attacker, "attacker")
    somebody(fighters, defender, "defender")
    yes_or_no("friendly", friendly)
    if effect.name == "deal_damage":
        return take_damage(fighters, defender, 1, not friendly, attacker, rulings)
    if effect.name == "inflict_curse":
        sheet = fighters[defender]
        if effect.condition == "amplify_curse":
            if not sheet.curses:
                return Happened(fighters).tell("no_curse_to_grow", "P-17.11a", name=sheet.name)
            if not sheet.copies("curse_guard") and not sheet.copies(effect.become):
                return _not_carried(fighters, defender, effect.become, "P-17.11b")
        return inflict_curse(fighters, defender, effect.condition, attacker, effect.become, rulings)
    if effect.name == "self_bless":
        return _grant(fighters, attacker, effect, rulings)
    target = defender if effect.name == "strip_bless" else attacker
    if not fighters[target].copies(effect.condition):
        return _not_carried(fighters, target, effect.condition, EFFECT_ROWS[effect.name])
    return erase(fighters, target, effect.condition)


def _grant(fighters: Fighters, recipient: int, effect: Effect, rulings: Rulings) -> Happened:
    """Grant a bless; where what shall give way is not on the track, nothing does (P-14.8, P-Q22)."""
    overwrite = effect.overwrite if effect.overwrite in fighters[recipient].blesses else ""
    return grant_bless(fighters, recipient, effect.condition, effect.become, overwrite, rulings)


def _not_carried(fighters: Fighters, who: int, kind: str, rule: str) -> Happened:
    found = CONDITIONS[kind].name
    return Happened(fighters).tell("has_no_such_condition", rule, name=fighters[who].name, condition=found)


def check_support(effects: Sequence[Effect], supporter: Fighter, rulings: Rulings = Rulings()) -> None:
    """Raise an error unless a supporter may choose these effects.

    Source: P-M5, P-12.6, P-13.4, P-Q17.

    Example:
        >>> check_support([Effect("heal_damage")], Fighter(Text("Sae", "サエ")))
    """
    _check_number(effects, rulings)
    for effect in effects:
        if effect.name not in SUPPORT_EFFECTS:
            raise InputError("effect", effect.name, WORDS["support_effect"], "P-12.6")
        if effect.name == "lift_curse":
            condition(effect.condition, "condition", "curse")
        elif effect.name == "give_bless":
            found = condition(effect.condition, "condition", "bless")
            if effect.condition not in supporter.recipe:
                raise _not_in_recipe(found, supporter, "P-13.4")


def apply_support_effect(fighters: Fighters, effect: Effect, target: int, rulings: Rulings = Rulings()) -> Happened:
    """Let an effect of Support happen; it always works, and strength does not matter.

    Returns:
        Everybody afterwards, what happened, and who was knocked down by it.

    Source: P-M5, P-13.1 to P-13.5.

    Example:
        >>> sae = Fighter(Text("Sae", "サエ"), damage=1)
        >>> apply_support_effect((sae,), Effect("heal_damage"), 0).fighters[0].damage
        0
    """
    if effect.name not in SUPPORT_EFFECTS:
        raise InputError("effect", effect.name, WORDS["support_effect"], "P-12.6")
    sheet = fighters[somebody(fighters, target, "target")]
    if effect.name == "heal_damage":
        return heal(fighters, target)
    if effect.name == "give_bless":
        if effect.condition == "amplify_bless":
            if not sheet.blesses:
                return Happened(fighters).tell("no_bless_to_grow", "P-18.6a", name=sheet.name)
            if not sheet.copies("anti_bless") and not sheet.copies(effect.become):
                return _not_carried(fighters, target, effect.become, "P-18.6b")
        return _grant(fighters, target, effect, rulings)
    if not sheet.copies(effect.condition):
        return _not_carried(fighters, target, effect.condition, "P-13.2")
    return erase(fighters, target, effect.condition)


def spring_puncture(fighters: Fighters, who: int, rulings: Rulings = Rulings()) -> Happened:
    """Erase Puncture after the guard check that it made fail (P-17.17d), all copies or one (P-Q30)."""
    sheet = fighters[who]
    pierced = [curse for curse in sheet.curses if curse.kind == "puncture"]
    if not pierced:
        return Happened(fighters)
    if rulings.first_activation_copies == "one":
        at = sheet.curses.index(pierced[0])
        kept = sheet.curses[:at] + sheet.curses[at + 1 :]
    else:
        kept = tuple(curse for curse in sheet.curses if curse.kind != "puncture")
    done = Happened(changed(fighters, who, curses=kept))
    puncture = CONDITIONS["puncture"].name
    return done.tell("condition_leaves", "P-17.17d", condition=puncture, name=sheet.name)


def reflect(fighters: Fighters, defender: int, attacker: int, rulings: Rulings = Rulings()) -> Happened:
    """Let Reflection answer a guard check that succeeded (P-18.10a, P-18.10b, P-18.10c, P-Q46)."""
    sheet = fighters[defender]
    if not sheet.copies("reflection"):
        return Happened(fighters)
    kept = list(sheet.blesses)
    kept.remove("reflection")
    done = Happened(changed(fighters, defender, blesses=tuple(kept))).tell(
        "reflection_strikes", "P-18.10a", name=fighters[attacker].name
    )
    direct = rulings.resonance_answers == "blesses_too" and sheet.enemy != fighters[attacker].enemy
    return done.then(take_damage(done.fighters, attacker, 1, direct, defender, rulings))
