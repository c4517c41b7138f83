"""Who takes part in a fight: coming in, being armed and changed, leaving, standing somewhere (E-1.15, E-10.2)."""

from __future__ import annotations

from dataclasses import replace
from enum import Enum
from typing import Annotated, Any

from rules_py.core.arguments import Choice, Line, Record, Whole, numbers_of
from rules_py.core.errors import InputError
from rules_py.core.game import EDIT
from rules_py.core.names import changed_name, read_name
from rules_py.core.rulings import Bounds, Checked, whole_number
from rules_py.core.text import Text, listed, same
from rules_py.exorcist.arguments import Ladder, Name, Numbers, Place, Somebody, Who, flags, spoken
from rules_py.exorcist.board import square_name
from rules_py.exorcist.characters import (
    KAII,
    MOST_ARMOUR,
    MOST_ATTACKS,
    NUMBERS,
    Ability,
    Attack,
    Damage,
    DamageKind,
    Exorcist,
    Kaii,
    MapObject,
    parse_damage,
)
from rules_py.exorcist.checks import Difficulty, Reach
from rules_py.exorcist.effects import MOST_REDUCTION
from rules_py.exorcist.fighters import Fighter, Side
from rules_py.exorcist.game.course import boss_gone, reset_pressure, settle
from rules_py.exorcist.game.desk import ANY_TIME, ENTERING, GAME
from rules_py.exorcist.game.play import Play, refuse
from rules_py.exorcist.game.refusals import because, square_refusal
from rules_py.exorcist.model import MOST_FIGHTERS, Stage, free_square, piece_of

MOST_TYPED = 200
"""The largest value that is typed when one is changed by hand; each has a most of its own."""


PERSON, CREATURE, WEAPON = (Record(numbers_of(kind)) for kind in (Exorcist, Kaii, Attack))
_WORDS: dict[str, type[Enum]] = {"ability": Ability, "reach": Reach, "kind": DamageKind}
_KINDS = Record({name: Choice(spoken(words)) for name, words in _WORDS.items()})

Values = dict[str, Any]
SideName = Annotated[str, Choice(spoken((Side.PC, Side.ALLY, Side.ENEMY)))]
PersonNumbers = Annotated[Values, PERSON]
CreatureNumbers = Annotated[Values, CREATURE]
Armour = Annotated[tuple[int, ...], Numbers(MOST_ARMOUR)]
Rank = Annotated[Values, flags("mob", "boss")]
CreatureKinds = Annotated[Values, flags("evades", "mob", "boss")]
Person = Annotated[int, Somebody(Exorcist)]
Creature = Annotated[int, Somebody(Kaii)]
_THING = numbers_of(MapObject)
Toughness = Annotated[int, _THING["toughness"]]
ThingArmour = Annotated[int, _THING["armour"]]


# --- coming in --------------------------------------------------------------------------------------------------------


def _new_name(play: Play, name: str) -> Text:
    return read_name(name, [fighter.name for fighter in play.combat.fighters])


def _there(play: Play, who: int) -> Fighter:
    """Return somebody who is not dead and has not left."""
    fighter = play.combat.fighters[who]
    if fighter.gone:
        raise play.forbidden("off_the_map", "E-11.7", name=fighter.name)
    return fighter


def _enter(play: Play, fighter: Fighter) -> None:
    fighters = play.combat.fighters
    if len(fighters) >= MOST_FIGHTERS:
        raise play.forbidden("most_take_part", "E-1.15", GAME.actions["known"].label, n=MOST_FIGHTERS)
    play.change_combat(fighters=(*fighters, fighter))
    if play.state.grounds:
        play.change_board(pieces=(*play.board.pieces, piece_of(fighter, free_square(play.board, fighter))))
    play.tell("joins_side", "E-1.15", name=fighter.name, side=fighter.side.text)
    if play.combat.turn:
        settle(play, {})


def _person(name: Text, side: str, numbers: Values, armour: tuple[int, ...], rank: Rank | None) -> Fighter:
    return Fighter.of(Exorcist(name=name, armour=armour, **numbers), Side(side), **(rank or {}))


@GAME.action("exorcist", Text("Adding somebody", "参加者の追加"), *ENTERING, rule="E-1.15")
def _add_person(
    play: Play, name: Name, side: SideName, numbers: PersonNumbers, armour: Armour = (), rank: Rank | None = None
) -> None:
    _enter(play, _person(_new_name(play, name), side, numbers, armour, rank))


def _creature(name: Text, numbers: Values, kinds: CreatureKinds | None) -> Fighter:
    return Fighter.of(Kaii(name=name, **numbers, **(kinds or {"evades": False})), Side.ENEMY)


@GAME.action("kaii", Text("Adding a kai’i", "界異の追加"), *ENTERING, rule="E-1.15")
def _add_creature(play: Play, name: Name, numbers: CreatureNumbers, kinds: CreatureKinds | None = None) -> None:
    _enter(play, _creature(_new_name(play, name), numbers, kinds))


@GAME.action("known", Text("Adding somebody", "参加者の追加"), *ENTERING, rule="E-1.15")
def _add_known(play: Play, known: Annotated[str, Choice({key: same(key) for key in KAII}, "E-11.21")]) -> None:
    sheet = KAII[known]
    taken = [fighter.name for fighter in play.combat.fighters]
    number, name = 1, sheet.name
    while name in taken:
        number += 1
        name = sheet.name + Text(f" {number}", str(number))
    _enter(play, Fighter.of(replace(sheet, name=name), Side.ENEMY))


@GAME.action("thing", Text("Adding an object", "オブジェクトの追加"), *ENTERING, rule="E-12.2")
def _add_thing(play: Play, name: Name, toughness: Toughness, armour: ThingArmour = 0) -> None:
    _enter(play, Fighter.of(MapObject(name=_new_name(play, name), toughness=toughness, armour=armour), Side.THING))


@GAME.action("weapon", Text("Another attack", "攻撃手段の追加"), *ENTERING, rule="E-5.1")
def _arm(
    play: Play,
    who: Who,
    name: Name,
    kinds: Annotated[Values, _KINDS],
    damage: Annotated[Damage, Line(parse_damage)],
    numbers: Annotated[Values, WEAPON] | None = None,
    difficulty: Ladder = Difficulty.NORMAL,
) -> None:
    fighter = _there(play, who)
    if isinstance(fighter.sheet, MapObject):
        raise play.forbidden("object_does_not_attack", "E-12.1")
    if len(fighter.attacks) >= MOST_ATTACKS:
        raise play.forbidden("most_attacks", "E-5.1", n=MOST_ATTACKS)
    attack = Attack(
        read_name(name, [attack.name for attack in fighter.attacks]),
        Ability(kinds["ability"]),
        replace(damage, kind=DamageKind(kinds["kind"])),
        Reach(kinds["reach"]),
        difficulty,
        **(numbers or {}),
    )
    play.change(who, sheet=replace(fighter.sheet, attacks=(*fighter.attacks, attack)))
    play.tell("can_attack_with", "E-5.1", name=fighter.name, attack=attack.name)


@GAME.action("equip", Text("Equipping gear", "祭具の装備"), Stage.SETUP, rule="E-5.2")
def _equip(play: Play, who: Who, attack: Annotated[int, Whole(0, MOST_ATTACKS - 1, "E-5.2")]) -> None:
    fighter = play.combat.fighters[who]
    if not fighter.attacks:
        raise play.forbidden("has_no_gear", "E-5.2")
    whole_number("attack", attack, 0, len(fighter.attacks) - 1, "E-5.2")
    play.change(who, equipped=attack)
    play.tell("equips", "E-5.2", "E-5.3", name=fighter.name, attack=fighter.attacks[attack].name)


@GAME.action("remove", Text("Taking somebody out", "参加者の取り消し"), Stage.SETUP, *ANY_TIME, rule="E-10.2")
def _leave(play: Play, who: Who) -> None:
    fighters = play.combat.fighters
    play.tell("does_not_take_part", name=_there(play, who).name)
    if play.combat.turn:
        play.change(who, gone=True)
        boss_gone(play, who)
        return
    play.change_combat(fighters=(*fighters[:who], *fighters[who + 1 :]))
    if play.state.grounds:
        pieces = play.board.pieces
        play.change_board(pieces=(*pieces[:who], *pieces[who + 1 :]))


# --- being changed ----------------------------------------------------------------------------------------------------

_EDITING = (EDIT, Text("Changing somebody", "参加者の変更"), Stage.SETUP, *ANY_TIME)


@GAME.action(*_EDITING, rule="E-10.2")
def _edit_person(
    play: Play,
    who: Person,
    name: Name,
    side: SideName,
    numbers: PersonNumbers,
    armour: Armour = (),
    rank: Rank | None = None,
) -> None:
    _change(play, who, _person(_own_name(play, who, name), side, numbers, armour, rank))


@GAME.action(*_EDITING, rule="E-10.2")
def _edit_creature(
    play: Play, who: Creature, name: Name, numbers: CreatureNumbers, kinds: CreatureKinds | None = None
) -> None:
    _change(play, who, _creature(_own_name(play, who, name), numbers, kinds))


@GAME.action(*_EDITING, rule="E-10.2")
def _edit_thing(
    play: Play, who: Annotated[int, Somebody(MapObject)], name: Name, toughness: Toughness, armour: ThingArmour = 0
) -> None:
    sheet = MapObject(name=_own_name(play, who, name), toughness=toughness, armour=armour)
    _change(play, who, Fighter.of(sheet, Side.THING))


def _own_name(play: Play, who: int, name: str) -> Text:
    old = _there(play, who)
    others = [fighter.name for number, fighter in enumerate(play.combat.fighters) if number != who]
    return changed_name(name, old.name, others)


def _change(play: Play, who: int, new: Fighter) -> None:
    """Give somebody other values; attacks stay, and so does what was lost or spent."""
    old, sheet = play.combat.fighters[who], new.sheet
    if not isinstance(sheet, MapObject):
        sheet = replace(sheet, attacks=old.attacks)
    begun = play.combat.turn > 0
    left = {each: _left(old, new, each) if begun else getattr(new, each) for each in _LEFT}
    turned = begun and new.skill != old.skill and _skill(new) != _skill(old)
    if turned:
        left["changed"] = _count_change(play)
    if turned or not begun:
        left["skill"] = new.skill
    play.change(who, sheet=sheet, side=new.side, mob=new.mob, boss=new.boss, **left)
    activation = play.combat.activation
    if begun and who == play.combat.active and replace(activation, built=False).untouched and not activation.held:
        play.change_activation(movement=play.combat.fighters[who].mobility)
    rules = ("E-2.12", "E-Q19") if turned and new.side is not Side.ENEMY else ()
    if old.name == new.name:
        play.tell("has_new_values", *rules, name=new.name)
    else:
        play.tell("becomes", *rules, old=old.name, name=new.name)
    if begun and old.is_boss_enemy:
        reset_pressure(play)
    if begun:
        settle(play, {})


_LEFT = ("hp", "spirit_points", "evade_dice", "katashiro", "toughness", "armour", "pegs", "rope")


def _left(old: Fighter, new: Fighter, name: str) -> int:
    """Return what is left of a value: where its most has changed, what was whole stays whole and nothing exceeds it."""
    left: int = getattr(old, name)
    most: int = getattr(Fighter.of(old.sheet, old.side), name)
    now: int = getattr(new, name)
    if now == most or name == "armour":
        return now if left == most else left
    return now if left == most else min(left, now)


def _skill(fighter: Fighter) -> int:
    """Return the Skill with which somebody came."""
    return 0 if isinstance(fighter.sheet, MapObject) else fighter.sheet.skill


def _count_change(play: Play) -> int:
    """Count a change of Skill (E-2.12)."""
    play.change_combat(changes=play.combat.changes + 1)
    return play.combat.changes


ADJUSTABLE: dict[str, tuple[Text, tuple[type[Checked], ...]]] = {
    "hp": (NUMBERS["hp"], (Exorcist,)),
    "spirit_points": (NUMBERS["spirit_points"], (Exorcist,)),
    "toughness": (NUMBERS["toughness"], (Kaii, MapObject)),
    "armour": (Text("armour or miasma armour", "【装甲】・【穢装】"), (Exorcist, Kaii, MapObject)),
    "skill": (NUMBERS["skill"], (Exorcist, Kaii)),
    "evade_dice": (NUMBERS["evade_dice"], (Exorcist, Kaii)),
    "katashiro": (NUMBERS["katashiro"], (Exorcist,)),
    "pegs": (NUMBERS["pegs"], (Exorcist, Kaii)),
    "rope": (NUMBERS["rope"], (Exorcist, Kaii)),
}
"""What arts, items and the GM may change by hand: its name, and whose it is; it stays within their bounds."""


@GAME.action("adjust", Text("Changing a value", "数値の変更"), *ANY_TIME, rule="E-10.2")
def _adjust(
    play: Play,
    who: Who,
    what: Annotated[str, Choice({key: text for key, (text, _) in ADJUSTABLE.items()})],
    value: Annotated[int, Whole(0, MOST_TYPED)],
) -> None:
    """Change a value by hand, for everything that stands elsewhere than in these rules."""
    fighter = _there(play, who)
    name, kinds = ADJUSTABLE[what]
    if not isinstance(fighter.sheet, kinds):
        allowed = [text for text, kinds in ADJUSTABLE.values() if isinstance(fighter.sheet, kinds)]
        raise InputError("what", what, listed(allowed))
    before = getattr(fighter, what)
    bounds = kinds[0].bounds().get(what, Bounds(0, MOST_REDUCTION))  # an exorcist's armour is a sum
    whole_number("value", value, bounds.least, bounds.most)
    changes: dict[str, Any] = {what: value}
    rules: tuple[str, ...] = ()
    if what == "skill" and value != before:
        changes["changed"] = _count_change(play)
        rules = ("E-2.12", "E-Q19") if fighter.side is not Side.ENEMY else ()
    if what == "armour" and isinstance(fighter.sheet, Kaii):
        rules = ("E-11.10",)
    play.change(who, **changes)
    play.tell("value_changes", *rules, name=fighter.name, what=name, before=before, value=value)


@GAME.action("place", Text("Putting somebody there", "そのマスへの移し替え"), Stage.SETUP, *ANY_TIME, rule="E-10.2")
def _place(play: Play, who: Who, square: Place) -> None:
    """Put somebody on a square, whatever the way there: before the fight, at a respawn, by the GM's word."""
    fighter, board = _there(play, who), play.grounds.board
    refuse(because("place", square_refusal(board, square, who, play.rulings)), "square")
    play.stand(who, square)
    rules = ("E-12.2",) if fighter.side is Side.THING else ()
    play.tell("stands_on_square", *rules, name=fighter.name, square=square_name(square))
