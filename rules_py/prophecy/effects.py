"""What happens to a condition sheet: damage, curses, blesses, the start and end of an activation (P-M6 to P-M11)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.game import Event
from rules_py.core.rulings import whole_number, yes_or_no
from rules_py.core.text import same
from rules_py.core.words import words
from rules_py.prophecy.characters import NOBODY, SLOTS, Curse, Fighter, Fighters, changed, somebody
from rules_py.prophecy.conditions import ALL_AT_ONCE, AT_START, CONDITIONS, FIRST_ACTIVATION, INSTANT, condition, names
from rules_py.prophecy.rulings import Rulings

LARGEST_HIT = 99
WORDS = words("prophecy")


@dataclass(frozen=True)
class Happened:
    """What an effect has done.

    Args:
        fighters: Everybody afterwards.
        events: What happened, for the log.
        fallen: Who was knocked down by it; Last Stand may cancel that.
    """

    fighters: Fighters
    events: tuple[Event, ...] = ()
    fallen: tuple[int, ...] = ()

    def then(self, more: Happened) -> Happened:
        """Return this and what happened next, to the fighters that this has left."""
        return Happened(more.fighters, self.events + more.events, self.fallen + more.fallen)

    def tell(self, sentence: str, *rules: str, **parts: object) -> Happened:
        """Return this with an event added, told in one of the game's sentences."""
        return replace(self, events=(*self.events, Event(WORDS[sentence].format(**parts), rules)))


def knock_down(fighters: Fighters, who: int, rule: str) -> Happened:
    """Knock somebody down; what caused it is discarded (P-14.5, P-Q20)."""
    somebody(fighters, who)
    return Happened(changed(fighters, who, down=True), fallen=(who,)).tell(
        "knocked_down", rule, name=fighters[who].name
    )


def take_damage(
    fighters: Fighters,
    victim: int,
    points: int,
    direct: bool = False,
    attacker: int = NOBODY,
    rulings: Rulings = Rulings(),
) -> Happened:
    """Deal damage to somebody.

    Args:
        fighters: Everybody.
        victim: Whose sheet, by number.
        points: Points of damage, 0 to 99.
        direct: Does it come straight from an enemy's attack, so that Resonance counts it (P-18.7e)?
        attacker: Who dealt it, by number; -1 for nobody.
        rulings: Whether Resonance answers the damage that Resonance sends back (P-Q46).

    Raises:
        InputError: If nobody has such a number, or there cannot be so many points.

    Returns:
        What happened: Armour first, then Trap, then the points one by one, then Resonance.

    Source: P-M7, P-14.3, P-14.4, P-17.10a, P-18.7a, P-18.8a, P-Q21, P-Q46.

    Example:
        >>> sae = Fighter(same("Sae"), curses=(Curse("trap"),) * 3, blesses=("armour",) * 2)
        >>> [take_damage((sae,), 0, points).fighters[0].damage for points in (1, 2, 3, 4)]
        [0, 0, 4, 5]
    """
    whole_number("points", points, 0, LARGEST_HIT, "P-14.3")
    somebody(fighters, victim, "victim", "P-14.1")
    yes_or_no("direct", direct)
    if attacker != NOBODY:
        somebody(fighters, attacker, "attacker")
    done = Happened(fighters)
    sheet = fighters[victim]
    stopped = min(sheet.copies("armour"), points)
    if stopped:
        fighters = changed(fighters, victim, blesses=_less(sheet.blesses, "armour", stopped))
        done = Happened(fighters).tell("armour_stops", "P-18.8a", "P-18.8b", n=stopped, name=sheet.name)
    points -= stopped
    if not points:
        return done
    extra = sheet.copies("trap")
    if extra:
        fighters = changed(fighters, victim, curses=_without(fighters[victim].curses, "trap"))
        done = replace(done, fighters=fighters).tell("trap_adds", "P-17.10a", "P-17.10b", n=extra)
    entered = min(points + extra, SLOTS - sheet.damage)
    fighters = changed(fighters, victim, damage=sheet.damage + entered)
    done = replace(done, fighters=fighters).tell(
        "takes_damage", "P-14.3", name=sheet.name, n=points + extra, total=sheet.damage + entered
    )
    if entered < points + extra:
        done = done.then(knock_down(fighters, victim, "P-14.4"))
    back = min(done.fighters[victim].copies("resonance"), points)
    if direct and attacker != NOBODY and back:
        fighters = changed(done.fighters, victim, blesses=_less(done.fighters[victim].blesses, "resonance", back))
        done = replace(done, fighters=fighters).tell(
            "resonance_sends_back", "P-18.7a", "P-18.7b", n=back, name=fighters[attacker].name
        )
        answered = rulings.resonance_answers == "blesses_too"
        done = done.then(take_damage(fighters, attacker, back, answered, victim, rulings))
    return done


def inflict_curse(
    fighters: Fighters, victim: int, kind: str, inflicter: int = NOBODY, become: str = "", rulings: Rulings = Rulings()
) -> Happened:
    """Inflict a curse on somebody.

    Args:
        fighters: Everybody.
        victim: Whose sheet, by number.
        kind: The curse's id.
        inflicter: Who inflicts it, by number; -1 for nobody (a curse that grows).
        become: What Amplify Curse turns into: a curse that the victim has (P-17.11d).
        rulings: Whether an instant curse knocks down when the track is full (P-Q23).

    Returns:
        Everybody afterwards, what happened, and who was knocked down by it.

    Raises:
        InputError: If there is no such curse, or nobody to suffer it.
        ForbiddenAction: If Amplify Curse has nothing to amplify.

    Source: P-M8, P-14.7, P-17.11a, P-17.22a, P-17.23a, P-18.9a.

    Example:
        >>> sae = Fighter(same("Sae"), blesses=("curse_guard",))
        >>> inflict_curse((sae,), 0, "poison").fighters[0].conditions
        ()
    """
    condition(kind, "kind", "curse")
    sheet = fighters[somebody(fighters, victim, "victim", "P-14.1")]
    if inflicter != NOBODY:
        somebody(fighters, inflicter, "inflicter")
    if sheet.copies("curse_guard"):
        fighters = changed(fighters, victim, blesses=_less(sheet.blesses, "curse_guard", 1))
        curse = CONDITIONS[kind].name
        return Happened(fighters).tell("curse_guard", "P-18.9a", "P-18.9b", curse=curse, name=sheet.name)
    amplified = kind == "amplify_curse"
    if amplified:
        _check_amplify(sheet, tuple(curse.kind for curse in sheet.curses), become, "P-17.11a")
        kind = become
    instant = kind in INSTANT
    if len(sheet.curses) >= SLOTS and not (instant and rulings.full_curse_track_instant == "no_knockdown"):
        return knock_down(fighters, victim, "P-14.7")
    if instant:
        return _steal(fighters, victim, kind, inflicter)
    fighters, found = changed(fighters, victim, curses=(*sheet.curses, Curse(kind, inflicter))), CONDITIONS[kind]
    return Happened(fighters).tell(
        "suffers_once_more" if amplified else "suffers", found.row, name=sheet.name, curse=found.name
    )


def _steal(fighters: Fighters, victim: int, kind: str, inflicter: int) -> Happened:
    found = CONDITIONS[kind]
    done = Happened(fighters).tell("curse_strikes", found.row, curse=found.name, name=fighters[victim].name)
    done = done.then(take_damage(fighters, victim, 1))
    if inflicter == NOBODY:
        return done
    if "mana" not in found.changes:
        return done.then(heal(done.fighters, inflicter, "P-17.22b"))
    return done.then(gain_mana(done.fighters, inflicter, "P-17.23b"))


def heal(fighters: Fighters, who: int, rule: str = "P-13.1") -> Happened:
    """Erase a point of somebody's damage; Anti-Heal forbids it (P-M10, P-13.1, P-17.13a).

    Args:
        fighters: Everybody.
        who: Whose sheet, by number.
        rule: Ledger id of what heals.

    Returns:
        Everybody afterwards, what happened, and who was knocked down by it.

    Example:
        >>> heal((Fighter(same("Sae"), damage=2),), 0).fighters[0].damage
        1
    """
    sheet = fighters[somebody(fighters, who)]
    if sheet.copies("anti_heal"):
        return Happened(fighters).tell("anti_heal", "P-17.13a", name=sheet.name)
    if not sheet.damage:
        return Happened(fighters).tell("nothing_to_heal", name=sheet.name)
    left = sheet.damage - 1
    return Happened(changed(fighters, who, damage=left)).tell("heals", rule, name=sheet.name, total=left)


def gain_mana(fighters: Fighters, who: int, rule: str) -> Happened:
    """Give somebody 1 mana, unless it has as much as it can have (P-Q27)."""
    sheet = fighters[somebody(fighters, who)]
    if sheet.mana >= sheet.most_mana:
        return Happened(fighters).tell("holds_no_more_mana", "P-Q27", name=sheet.name)
    return Happened(changed(fighters, who, mana=sheet.mana + 1)).tell("gains_mana", rule, name=sheet.name)


def grant_bless(
    fighters: Fighters, recipient: int, kind: str, become: str = "", overwrite: str = "", rulings: Rulings = Rulings()
) -> Happened:
    """Grant somebody a bless.

    Args:
        fighters: Everybody.
        recipient: Whose sheet, by number.
        kind: The bless's id.
        become: What Amplify Bless turns into: a bless that the recipient has (P-18.6d).
        overwrite: The bless that gives way when the track is full; empty to lose the new one (P-14.8).
        rulings: Whether a full track can be overwritten (P-Q22).

    Returns:
        Everybody afterwards, what happened, and who was knocked down by it.

    Raises:
        InputError: If there is no such bless, or the one to overwrite is not there.
        ForbiddenAction: If Amplify Bless has nothing to amplify.

    Source: P-M9, P-14.8, P-17.12a, P-18.6a, P-Q22.

    Example:
        >>> grant_bless((Fighter(same("Sae")),), 0, "armour").fighters[0].blesses
        ('armour',)
    """
    condition(kind, "kind", "bless")
    sheet = fighters[somebody(fighters, recipient, "recipient", "P-14.1")]
    if sheet.copies("anti_bless"):
        return Happened(fighters).tell("anti_bless", "P-17.12a", name=sheet.name)
    if kind == "amplify_bless":
        _check_amplify(sheet, sheet.blesses, become, "P-18.6a")
        kind = become
    blesses, found = sheet.blesses, CONDITIONS[kind]
    if len(blesses) >= SLOTS:
        if rulings.full_bless_track == "lose" or not overwrite:
            return Happened(fighters).tell("bless_is_lost", "P-Q22", name=sheet.name, bless=found.name)
        if overwrite not in blesses:
            raise InputError("overwrite", overwrite, WORDS["bless_on_track"], "P-14.8")
        blesses = _less(blesses, overwrite, 1)
    fighters = changed(fighters, recipient, blesses=(*blesses, kind))
    return Happened(fighters).tell("receives_bless", found.row, name=sheet.name, bless=found.name)


def _check_amplify(sheet: Fighter, carried: tuple[str, ...], become: str, rule: str) -> None:
    if not carried:
        raise ForbiddenAction(WORDS["to_amplify"], WORDS["nothing_to_grow"].format(name=sheet.name), rule)
    if become not in carried:
        allowed = WORDS["one_that_is_carried"].format(name=sheet.name, kinds=names(carried))
        raise InputError("become", become, allowed, rule)


def erase(fighters: Fighters, who: int, kind: str) -> Happened:
    """Erase a condition: one copy, or all of a kind that leaves as a whole.

    Args:
        fighters: Everybody.
        who: Whose sheet, by number.
        kind: The curse's or bless's id.

    Returns:
        Everybody afterwards, what happened, and who was knocked down by it.

    Raises:
        ForbiddenAction: If it is not on the sheet.

    Source: P-M10, P-17.9c, P-17.26d, P-17.27d.

    Example:
        >>> sae = Fighter(same("Sae"), curses=(Curse("burning"),) * 3)
        >>> erase((sae,), 0, "burning").fighters[0].curses
        ()
    """
    found = condition(kind, "kind")
    sheet = fighters[somebody(fighters, who)]
    if not sheet.copies(kind):
        action = WORDS["to_erase"].format(condition=found.name)
        raise ForbiddenAction(action, WORDS["not_on_sheet"].format(name=sheet.name), found.row)
    if found.kind == "bless":
        fighters = changed(fighters, who, blesses=_less(sheet.blesses, kind, 1))
    elif kind in ALL_AT_ONCE:
        fighters = changed(fighters, who, curses=_without(sheet.curses, kind))
    else:
        gone = [curse.kind for curse in sheet.curses].index(kind)
        fighters = changed(fighters, who, curses=sheet.curses[:gone] + sheet.curses[gone + 1 :])
    return Happened(fighters).tell("condition_leaves", found.row, condition=found.name, name=sheet.name)


def start_effect(fighters: Fighters, who: int, kind: str, rulings: Rulings = Rulings()) -> Happened:
    """Let one curse act at the start of somebody's activation.

    Args:
        fighters: Everybody.
        who: Whose activation, by number.
        kind: One of `AT_START`; without a copy of it nothing happens.
        rulings: House rules.

    Returns:
        Everybody afterwards, what happened, and who was knocked down by it.

    Raises:
        InputError: If it is another condition, or nobody has that number.

    Source: P-M6, P-17.4a, P-17.9a, P-17.26b, P-17.27b, P-Q24.

    Example:
        >>> sae = Fighter(same("Sae"), curses=(Curse("poison"),) * 2)
        >>> start_effect((sae,), 0, "poison").fighters[0].damage
        1
    """
    if kind not in AT_START:
        raise InputError("kind", kind, same(", ".join(AT_START)), "P-Q24")
    sheet, found = fighters[somebody(fighters, who)], CONDITIONS[kind]
    if not sheet.copies(kind):
        return Happened(fighters)
    told = Happened(fighters).tell("curse_acts", found.row, "P-Q24", curse=found.name, name=sheet.name)
    if "damage" in found.changes:
        return told.then(take_damage(fighters, who, 1))
    return told.then(inflict_curse(fighters, who, kind, rulings=rulings))


def start_of_activation(fighters: Fighters, who: int, rulings: Rulings = Rulings()) -> Happened:
    """Let all curses act that do so at the start of somebody's activation, in their order, until it is knocked down.

    Args:
        fighters: Everybody.
        who: Whose activation, by number.
        rulings: House rules.

    Returns:
        Everybody afterwards, what happened, and who was knocked down by it.

    Raises:
        InputError: If nobody has that number.

    Source: P-M6, P-17.4a, P-17.9a, P-17.26b, P-17.27b, P-Q24.

    Example:
        >>> sae = Fighter(same("Sae"), curses=(Curse("burning"), Curse("poison"), Curse("trap")))
        >>> done = start_of_activation((sae,), 0)
        >>> done.fighters[0].damage, done.fighters[0].copies("burning")
        (2, 2)
    """
    done = Happened(fighters)
    for kind in AT_START:
        if done.fighters[somebody(fighters, who)].fighting:
            done = done.then(start_effect(done.fighters, who, kind, rulings))
    return done


def end_of_activation(fighters: Fighters, who: int, present: tuple[str, ...], rulings: Rulings = Rulings()) -> Happened:
    """Erase the curses that leave at the end of the first activation after they were inflicted.

    Args:
        fighters: Everybody.
        who: Whose activation ends, by number.
        present: The curses that were there when it began.
        rulings: Whether all copies leave, or one (P-Q30).

    Returns:
        Everybody afterwards, what happened, and who was knocked down by it.

    Source: P-M11, P-17.15b, P-17.18d, P-17.20c, P-17.21b, P-17.24d, P-17.25d.

    Example:
        >>> sae = Fighter(same("Sae"), curses=(Curse("berserk"),) * 2)
        >>> end_of_activation((sae,), 0, ("berserk", "berserk")).fighters[0].curses
        ()
    """
    somebody(fighters, who)
    done = Happened(fighters)
    for kind in FIRST_ACTIVATION:
        were = present.count(kind)
        leaving = min(were if rulings.first_activation_copies == "all" else min(were, 1), fighters[who].copies(kind))
        if not leaving:
            continue
        curses = done.fighters[who].curses
        for _ in range(leaving):
            at = [curse.kind for curse in curses].index(kind)
            curses = curses[:at] + curses[at + 1 :]
        found = CONDITIONS[kind]
        done = replace(done, fighters=changed(done.fighters, who, curses=curses)).tell(
            "condition_leaves", found.row, condition=found.name, name=fighters[who].name
        )
    return done


def _less(blesses: tuple[str, ...], kind: str, copies: int) -> tuple[str, ...]:
    kept = list(blesses)
    for _ in range(copies):
        kept.remove(kind)
    return tuple(kept)


def _without(curses: tuple[Curse, ...], kind: str) -> tuple[Curse, ...]:
    return tuple(curse for curse in curses if curse.kind != kind)
