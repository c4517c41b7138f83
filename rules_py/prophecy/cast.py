"""Who fights: a sample cast, coming in, being changed in the set-up or in mid-battle, emotions, leaving."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules_py.core.errors import InputError
from rules_py.core.names import changed_name, read_name
from rules_py.core.text import Text, listed
from rules_py.prophecy.arguments import LEAST, Carried, Name, Recipe, SheetNumbers, Track, Who, Yes
from rules_py.prophecy.characters import MOST_FIGHTERS, NOBODY, NUMBERS, Curse, Fighter
from rules_py.prophecy.conditions import BLESSES, CURSES, names
from rules_py.prophecy.model import Play, Stage
from rules_py.prophecy.sheet import SAMPLES

CAST = (
    *(
        Fighter(
            each.name,
            cast=each.cast,
            guard=each.guard,
            mana=each.mana,
            preparations=each.preparations,
            emotions=(1 - who,),
            recipe=each.recipe,
        )
        for who, each in enumerate(SAMPLES)
    ),
    Fighter(
        Text("Soloist of the Hollow Choir", "虚ろの聖歌隊の独唱者"),
        enemy=True,
        cast=7,
        guard=4,
        dominance=8,
        mana=3,
        recipe=("speed_down", "weakness", "freeze", "resonance"),
    ),
)
"""A sample cast, of two against one."""


def add(
    table: Play, name: Name, enemy: Yes, numbers: SheetNumbers, recipe: Recipe = (), conditions: Carried = ()
) -> None:
    """Let somebody take part."""
    fighters = table.state.fighters
    if len(fighters) >= MOST_FIGHTERS:
        raise table.forbidden("most_take_part", "P-8.1", n=MOST_FIGHTERS)
    called = read_name(name, [fighter.name for fighter in fighters], "P-8.1")
    table.set(fighters=(*fighters, _written(called, enemy, numbers, recipe, conditions)))
    table.tell("takes_part", "P-8.1", name=called)


def _written(
    name: Text, enemy: bool, numbers: Mapping[str, Any], recipe: tuple[str, ...], carried: tuple[str, ...]
) -> Fighter:
    """Return somebody as an action tells of it."""
    curses = tuple(Curse(ident) for ident in carried if ident in CURSES)
    blesses = tuple(ident for ident in carried if ident in BLESSES)
    return Fighter(name, enemy, recipe=recipe, curses=curses, blesses=blesses, **numbers)


def edit(
    table: Play,
    who: Who,
    name: Name,
    enemy: Yes,
    numbers: SheetNumbers,
    recipe: Recipe = (),
    conditions: Carried = (),
    damage: Track | None = None,
) -> None:
    """Change somebody's sheet, and the damage if that is told; it keeps its place in all that is under way."""
    old = table.state.fighters[who]
    others = [other.name for n, other in enumerate(table.state.fighters) if n != who]
    called = changed_name(name, old.name, others, "P-8.1")
    sheet = _written(called, enemy, numbers, recipe, conditions)
    if table.state.stage is not Stage.SETUP and enemy != old.enemy:
        side = Text("enemy", "敵") if enemy else Text("PC", "PC")
        raise InputError("enemy", side, table.say("sides_are_settled"), "P-8.1")
    table.change(
        who,
        name=called,
        enemy=enemy,
        recipe=recipe,
        damage=old.damage if damage is None else damage,
        curses=_still_carried(old.curses, sheet.curses, lambda curse: curse.kind),
        blesses=_still_carried(old.blesses, sheet.blesses, str),
        **{each: getattr(sheet, each) for each in LEAST},
    )
    _tell_change(table, old, table.state.fighters[who])


def _still_carried[Copy](old: tuple[Copy, ...], new: tuple[Copy, ...], kind: Callable[[Copy], str]) -> tuple[Copy, ...]:
    """Return a track as it is written anew: what stays keeps its place and who inflicted it, what is new follows."""
    wanted = Counter(map(kind, new))
    kept = []
    for copy in old:
        if wanted[kind(copy)]:
            wanted[kind(copy)] -= 1
            kept.append(copy)
    return (*kept, *(copy for copy in {kind(each): each for each in new}.values() for _ in range(wanted[kind(copy)])))


def _tell_change(table: Play, old: Fighter, new: Fighter) -> None:
    if new.name != old.name:
        table.tell("renamed", old=old.name, name=new.name)
    changes = [
        table.say("number_changed", what=what, before=getattr(old, each), now=getattr(new, each))
        for each, what in NUMBERS.items()
        if getattr(old, each) != getattr(new, each)
    ]
    if new.enemy != old.enemy:
        changes.append(table.say("now_an_enemy" if new.enemy else "now_a_pc"))
    if changes:
        table.tell("is_changed", name=new.name, changes=listed(changes))
    if new.recipe != old.recipe:
        table.tell("recipe_changed", name=new.name, now=names(new.recipe))
    if new.conditions != old.conditions:
        table.tell("conditions_changed", name=new.name, now=names(new.conditions))


def feel(table: Play, who: Who, toward: Who) -> None:
    """Note an emotion that somebody holds."""
    if who == toward:
        raise table.forbidden("emotion_toward_self", "P-2.8")
    fighter = table.state.fighters[who]
    if len(fighter.emotions) >= MOST_FIGHTERS * 3:
        raise table.forbidden("too_many_emotions", "P-Q38")
    table.change(who, emotions=(*fighter.emotions, toward))
    table.tell("holds_emotion", "P-2.8", name=fighter.name, other=table.state.name(toward))


def remove(table: Play, who: Who) -> None:
    """Take somebody out before the battle begins."""
    table.tell("does_not_take_part", name=table.state.name(who))
    kept = [i for i in table.state.everybody if i != who]
    place = {old: new for new, old in enumerate(kept)}

    def renumbered(fighter: Fighter) -> Fighter:
        emotions = tuple(place[toward] for toward in fighter.emotions if toward in place)
        curses = tuple(Curse(curse.kind, place.get(curse.inflicter, NOBODY)) for curse in fighter.curses)
        return replace(fighter, emotions=emotions, curses=curses)

    table.set(fighters=tuple(renumbered(table.state.fighters[i]) for i in kept))
