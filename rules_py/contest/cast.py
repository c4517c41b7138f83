"""Who is in a scene: coming in, being changed, leaving (C-M9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated

from rules_py.contest.model import (
    MOST_CHARACTERS,
    Augment,
    Character,
    NamedAbility,
    Phase,
    Scene,
    ability_places,
    parse_abilities,
    short_name,
)
from rules_py.contest.rulings import Rulings
from rules_py.core.arguments import Choice, Flag, Line, Whole
from rules_py.core.errors import InputError
from rules_py.core.game import Table
from rules_py.core.text import Text, listed, same

Play = Table[Scene, Rulings]
WHO = Whole(0, lambda scene: len(scene.characters) - 1)
Who = Annotated[int, WHO]
Name = Annotated[str, Line(short_name)]
Abilities = Annotated[tuple[NamedAbility, ...], Line(parse_abilities)]
CONDITIONS = {
    "well": Text("no heavy wound", "重傷なし"),
    "wounded": Text("heavy wound", "重傷"),
    "dying": Text("dying", "瀕死"),
}
"""How a character can be, by the word that links hold."""


def add(table: Play, name: Name, narrator: Annotated[bool, Flag()], abilities: Abilities) -> None:
    """Let somebody enter the scene."""
    scene = table.state
    if len(scene.characters) >= MOST_CHARACTERS:
        raise table.forbidden("scene_full", most=MOST_CHARACTERS)
    _refuse_taken(table, name, scene.characters)
    table.set(characters=(*scene.characters, Character(same(name), abilities, narrator)))
    sheet = listed([ability.text for ability in abilities])
    table.tell("enters", name=name, abilities=sheet)


def _refuse_taken(table: Play, name: str, others: Iterable[Character]) -> None:
    if any(name in (other.name.en, other.name.ja) for other in others):
        raise InputError("name", name, table.say("name_taken"))


def edit(
    table: Play,
    who: Who,
    name: Name,
    narrator: Annotated[bool, Flag()],
    abilities: Abilities,
    condition: Annotated[str, Choice(CONDITIONS)] | None = None,
) -> None:
    """Change a character's sheet, and how the character is if that is told."""
    scene, old = table.state, table.state.characters[who]
    _refuse_taken(table, name, (other for n, other in enumerate(scene.characters) if n != who))
    called = old.name if name in (old.name.en, old.name.ja) else same(name)
    known = tuple(ability.as_called_in(old.abilities) for ability in abilities)
    new = replace(old, name=called, abilities=known, narrator=narrator)
    if condition is not None:
        new = replace(new, wounded=condition != "well", dying=condition == "dying")
    _refuse_change(table, who, new)
    _tell_change(table, old, new)
    table.set(characters=(*scene.characters[:who], new, *scene.characters[who + 1 :]))
    _follow_abilities(table, who, old.abilities)


def _refuse_change(table: Play, who: int, new: Character) -> None:
    """Refuse what would tear the round: another order of augments while it runs, and a death in mid-contest."""
    old = table.state.characters[who]
    if new.dying and not old.dying and table.state.contests_of(who):
        raise InputError("condition", CONDITIONS["dying"], table.say("piece_decides_dying"), "C-6.3")
    if table.state.phase is not Phase.AUGMENT:
        return
    reason = table.say("turns_hang_on_it")
    if new.narrator != old.narrator:
        raise InputError("narrator", table.say("by_narrator" if new.narrator else "by_player"), reason, "C-3.2")
    if new.dying != old.dying:
        raise InputError("condition", CONDITIONS["dying" if new.dying else "well"], reason, "C-3.2")


def _tell_change(table: Play, old: Character, new: Character) -> None:
    if new.name != old.name:
        table.tell("renamed", old=old.name, name=new.name)
    if new.abilities != old.abilities:
        sheet = listed([ability.text for ability in new.abilities])
        table.tell("abilities_now", name=new.name, abilities=sheet)
    if new.narrator != old.narrator:
        table.tell("narrator_plays" if new.narrator else "player_plays", name=new.name)
    if (new.wounded, new.dying) != (old.wounded, old.dying):
        condition = CONDITIONS["dying" if new.dying else "wounded" if new.wounded else "well"]
        table.tell("condition_now", name=new.name, condition=condition)


def _follow_abilities(table: Play, who: int, before: tuple[NamedAbility, ...]) -> None:
    """Let what has been declared and augmented follow a character's abilities to where they stand now.

    Raises:
        InputError: If one of them is gone.
    """
    scene = table.state
    places = ability_places(before, scene.characters[who].abilities)

    def there(ability: int) -> int:
        if ability not in places:
            raise InputError("abilities", before[ability].called, table.say("ability_in_use"), "C-2.1")
        return places[ability]

    def followed(augment: Augment) -> Augment:
        source = there(augment.source) if augment.augmenter == who else augment.source
        ability = there(augment.ability) if augment.target == who else augment.ability
        return replace(augment, source=source, ability=ability)

    contests = tuple(replace(c, augments=tuple(map(followed, c.augments))) for c in scene.contests)
    declared = {one: there(used) if one == who else used for one, used in scene.declared.items()}
    table.set(contests=contests, declared=declared)


def remove(table: Play, who: Who) -> None:
    """Let somebody leave before the contests begin."""
    scene = table.state
    table.tell("leaves", name=scene.name(who))
    table.set(characters=scene.characters[:who] + scene.characters[who + 1 :])
