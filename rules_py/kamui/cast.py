"""Who is on the ring: the cast to begin with, coming in, being changed, being moved, leaving (K-M10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from rules_py.core.arguments import Choice
from rules_py.core.errors import InputError
from rules_py.core.game import Table
from rules_py.core.names import changed_name, read_name
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text, listed, same
from rules_py.core.words import words
from rules_py.kamui.arguments import (
    Anywhere,
    Enemy,
    Faith,
    KamuiNumbers,
    Kind,
    Left,
    Name,
    SkillNumbers,
    SkillTiming,
    Square,
    UnitNumbers,
    Who,
    Word,
)
from rules_py.kamui.characters import (
    MOST_KAMUI,
    MOST_MOVES,
    MOST_POINTS,
    MOST_REVIVALS,
    MOST_UNITS,
    NUMBERS,
    Kamui,
    State,
    Unit,
)
from rules_py.kamui.model import NOBODY, Play, Sheet, Skill, shown, square_words
from rules_py.kamui.ring import CENTRE, check_square
from rules_py.kamui.rulings import Rulings

Ring = Table[Play, Rulings]

MOST_LETTERS = 26
MOST_SKILLS = 8

WORDS = words("kamui")

START = Play(
    State(
        (
            Kamui("Homura", 1, 12, 12, 4, 4, 6, 3),
            Kamui("Iwao", 2, 10, 10, 6, 6, 6, 4),
            Kamui("Sui", 5, 10, 10, 2, 2, 8, 3),
        ),
        (Unit("Hideri", 4, 30, 5, 2),),
    ),
    (
        Sheet(5, 4, skills=(Skill("Lamplight", "main", 1, 5, 6), Skill("Sparks", "sub", 2, 5, 1))),
        Sheet(4, 5, skills=(Skill("Rockfall", "main", 1, 4, 7),)),
        Sheet(3, 6, moves=3, skills=(Skill("Torrent", "main", 2, 6, 4), Skill("Spray", "sub", 1, 6, 1))),
    ),
    ("A",),
    ((3, 2), (6, 2)),
    lettered=1,
)
"""A sample cast, before the first cycle: three kamui and a magai."""

SETTABLE = {
    "action_value": Text("Action value left", "残りの【行動値】"),
    "hp": Text("HP left", "残りの【HP】"),
    "armour": Text("Armour left", "残りの【装甲】"),
    **{name: NUMBERS[name].begun() for name in ("moves", "traits_used", "revivals")},
    "faith": NUMBERS["faith"].begun().under("K-Q19"),
}
"""What can be set on a kamui: whatever the text leaves to skills, or to a passage that is lost (K-Q18)."""
LEFT = ("hp", "armour", "traits_used", "revivals", "faith")
"""What is left of a kamui in play, or used up, in the order in which a link tells it."""
What = Annotated[str, Choice({name: same(name) for name in SETTABLE}, "K-Q18")]


def refuse_after_grace(table: Ring) -> None:
    """Nobody joins or leaves, and nothing that was counted changes, once the grace check of all has been made."""
    if table.state.grace:
        raise table.forbidden("grace_was_checked", "K-6.1")


def refuse_kamui_in_centre(table: Ring, square: int) -> None:
    """Keep kamui out of the centre (K-3.4)."""
    if square == CENTRE:
        raise table.forbidden("no_kamui_in_centre", "K-3.4")


def _unit_square(table: Ring, name: str, square: int) -> None:
    """Refuse a square that is not there for an enemy."""
    whole_number(name, square, CENTRE, table.rulings.sides, "K-Q2")
    if square == CENTRE and table.rulings.centre == "nobody":
        raise table.forbidden("nobody_in_centre", "K-Q26")


# --- coming in --------------------------------------------------------------------------------------------------------


def add_kamui(table: Ring, name: Name, new_square: Square, numbers: KamuiNumbers) -> None:
    """Let a kamui enter the ring."""
    play = table.state
    if len(play.kamui) >= MOST_KAMUI:
        raise table.forbidden("room_for_kamui", "K-M10", n=MOST_KAMUI)
    refuse_after_grace(table)
    check_square("new_square", new_square, table.rulings)
    hp, armour, action_value, rank, will, wisdom, traits, moves = numbers.values()
    called = read_name(name, play.names).en
    kamui = Kamui(called, new_square, hp, hp, armour, armour, action_value, rank)
    table.state = play.with_state(kamui=(*play.kamui, kamui))
    table.set(sheets=(*play.sheets, Sheet(will, wisdom, traits, moves)))
    table.tell("arrives_on", "K-3.2", name=shown(called), square=square_words(new_square))


def add_unit(table: Ring, name: Name, new_square: Anywhere, numbers: UnitNumbers) -> None:
    """Let an enemy enter the map."""
    play = table.state
    if len(play.units) >= MOST_UNITS:
        raise table.forbidden("room_for_enemies", "K-M10", n=MOST_UNITS)
    if play.lettered >= MOST_LETTERS:
        raise table.forbidden("letters_given", "K-M10")
    _unit_square(table, "new_square", new_square)
    hp, armour, threat = numbers.values()
    whole_number("hp", hp, 1, MOST_POINTS)
    called = read_name(name, play.names).en
    table.state = play.with_state(units=(*play.units, Unit(called, new_square, hp, armour, threat)))
    table.set(letters=(*play.letters, chr(ord("A") + play.lettered)), lettered=play.lettered + 1)
    square = square_words(new_square)
    table.tell("arrives_in" if new_square == CENTRE else "arrives_on", "K-M10", name=shown(called), square=square)


# --- being changed ----------------------------------------------------------------------------------------------------


def edit_kamui(
    table: Ring,
    kind: Kind,
    who: Who,
    name: Name,
    new_square: Square,
    numbers: KamuiNumbers,
    left: Left | None = None,
) -> None:
    """Change a kamui's sheet, and what it has left if that is told."""
    play, old = table.state, table.state.kamui[who]
    refuse_after_grace(table)
    check_square("new_square", new_square, table.rulings)
    hp, armour, action_value, rank, will, wisdom, traits, moves = numbers.values()
    now = {"hp": hp, "armour": armour}
    if left is not None:
        least = min(1, old.hp)  # who has fallen may lie there
        whole_number("left_hp", left["left_hp"], least, hp)
        whole_number("left_armour", left["left_armour"], 0, max(armour, old.armour))
        whole_number("left_traits_used", left["left_traits_used"], 0, max(traits, old.traits_used))
        now = dict(zip(LEFT, left.values(), strict=True))
    called = _changed_name(play, name, old.name)
    now |= {"square": new_square, "most_hp": hp, "most_armour": armour, "rank": rank, "action_value": action_value}
    after = play.with_kamui(who, name=called, **now)
    after = after.with_sheet(who, will=will, wisdom=wisdom, traits=traits, moves=moves)
    table.state = after.with_state(kamui=tuple(relinked(one, old.name, called) for one in after.kamui))
    new = after.kamui[who]
    _tell_change(table, old, new, (old, play.sheets[who]), (new, after.sheets[who]))


def relinked(kamui: Kamui, old: str, new: str) -> Kamui:
    """Return a kamui whose links to somebody lead there under another name.

    Example:
        >>> from rules_py.kamui.characters import Link
        >>> relinked(Kamui("Sui", 5, links=(Link("Iwao", 5),)), "Iwao", "Crag").links[0].to
        'Crag'
    """
    return replace(kamui, links=tuple(replace(link, to=new) if link.to == old else link for link in kamui.links))


def edit_unit(table: Ring, kind: Kind, unit: Enemy, name: Name, new_square: Anywhere, numbers: UnitNumbers) -> None:
    """Change an enemy's numbers."""
    play, old = table.state, table.state.units[unit]
    if new_square != old.square:
        _unit_square(table, "new_square", new_square)
    hp = numbers["hp"]
    if bool(hp) != bool(old.hp):
        told = table.say("falls_by_damage", n=MOST_POINTS) if old.hp else table.say("has_fallen")
        raise InputError("hp", hp, told, "K-5.5")
    most_hp = old.most_hp if play.begun else 0
    called = _changed_name(play, name, old.name)
    table.state = play.with_unit(unit, name=called, square=new_square, most_hp=most_hp, **numbers)
    new = table.state.units[unit]
    _tell_change(table, old, new, (old,), (new,))


def _changed_name(play: Play, name: str, old: str) -> str:
    called = changed_name(name, shown(old), [each for each in play.names if each != shown(old)])
    return old if called == shown(old) else called.en


def _tell_change(
    table: Ring, old: Kamui | Unit, new: Kamui | Unit, before: Sequence[object], now: Sequence[object]
) -> None:
    if new.name != old.name:
        table.tell("renamed", old=shown(old.name), name=shown(new.name))
    if new.square != old.square:
        table.tell("shifted", "K-Q22", name=shown(new.name), square=square_words(new.square))
    if told := changes(before, now):
        table.tell("is_changed", "K-Q18", name=shown(new.name), changes=listed(told))


def changes(before: Sequence[object], now: Sequence[object]) -> list[Text]:
    """Return which numbers have changed, and how.

    Args:
        before: What has the numbers, as it was.
        now: The same, as it is.

    Example:
        >>> [text.en for text in changes([Kamui("Sui", 5, hp=10)], [Kamui("Sui", 5, hp=7)])]
        ['HP 10 → 7']
    """
    return [
        WORDS["number_changed"].format(what=what, old=getattr(one, name), new=getattr(other, name))
        for one, other in zip(before, now, strict=True)
        for name, what in NUMBERS.items()
        if getattr(one, name, None) != getattr(other, name, None)
    ]


def set_number(table: Ring, who: Who, what: What, number: Faith) -> None:
    """Set a number that the rules leave open, or have lost (K-Q18)."""
    play, kamui = table.state, table.state.kamui[who]
    if what == "revivals":
        refuse_after_grace(table)
    bounds = {"hp": (1, kamui.most_hp), "moves": (0, MOST_MOVES), "traits_used": (0, play.sheets[who].traits)}
    least, most = {**bounds, "revivals": (0, MOST_REVIVALS)}.get(what, (0, MOST_POINTS))
    whole_number("number", number, least, most, "K-Q18")
    change = play.with_sheet if what == "moves" else play.with_kamui
    table.state = change(who, **{what: number})
    table.tell("number_set", "K-Q18", name=play.name(who), what=NUMBERS[what], n=number)


def note_skill(table: Ring, who: Who, attack_name: Word, timing: SkillTiming, numbers: SkillNumbers) -> None:
    """Note an attack that a kamui makes again and again, or change it."""
    skills = table.state.sheets[who].skills
    places = [place for place, skill in enumerate(skills) if skill.name == attack_name]
    place = places[0] if places else len(skills)
    if place >= MOST_SKILLS:
        raise table.forbidden("room_for_attacks", "K-M10", n=MOST_SKILLS)
    noted = Skill(attack_name, timing, *numbers.values())
    table.state = table.state.with_sheet(who, skills=(*skills[:place], noted, *skills[place + 1 :]))
    table.tell("notes_attack", "K-Q10", name=table.state.name(who), skill=shown(attack_name))


# --- being moved, leaving ---------------------------------------------------------------------------------------------


def shift_kamui(table: Ring, kind: Kind, who: Who, to: Anywhere) -> None:
    """Put a kamui on another square."""
    refuse_kamui_in_centre(table, to)
    check_square("to", to, table.rulings)
    table.state = table.state.with_kamui(who, square=to)
    table.tell("shifted", "K-Q22", name=table.state.name(who), square=square_words(to))


def shift_unit(table: Ring, kind: Kind, unit: Enemy, to: Anywhere) -> None:
    """Put an enemy on another square."""
    _unit_square(table, "to", to)
    table.state = table.state.with_unit(unit, square=to)
    table.tell("shifted", "K-Q20", name=shown(table.state.units[unit].name), square=square_words(to))


def take_unit(table: Ring, kind: Kind, unit: Enemy) -> None:
    """Take an enemy off the map."""
    play = table.state
    table.tell("taken", "K-M10", name=shown(play.units[unit].name))
    table.state = play.with_state(units=(*play.units[:unit], *play.units[unit + 1 :]))
    table.set(letters=(*play.letters[:unit], *play.letters[unit + 1 :]))


def take_kamui(table: Ring, kind: Kind, who: Who) -> None:
    """Take a kamui off the map."""
    play = table.state
    if play.active != NOBODY or play.chooser != NOBODY:
        raise table.forbidden("in_the_middle", "K-1.2")
    refuse_after_grace(table)

    def moved(places: frozenset[int]) -> frozenset[int]:
        return frozenset(each - (each > who) for each in places if each != who)

    table.tell("taken", "K-M10", name=play.name(who))
    table.state = play.with_state(kamui=(*play.kamui[:who], *play.kamui[who + 1 :]))
    sheets = (*play.sheets[:who], *play.sheets[who + 1 :])
    table.set(sheets=sheets, placed=moved(play.placed), acted=moved(play.acted))
