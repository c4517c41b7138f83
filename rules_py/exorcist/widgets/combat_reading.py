"""What a button of a fight means, with the controls beside it; and beside which of these a refusal is told."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from rules_py.core.errors import InputError
from rules_py.core.fields import IntegerField
from rules_py.core.stepper import Action
from rules_py.core.text import Text, same
from rules_py.exorcist.board import MOST_MOVEMENT
from rules_py.exorcist.characters import (
    MOST_ABILITY,
    MOST_ARMOUR,
    MOST_EVADE,
    MOST_EXTRA,
    MOST_POINTS,
    Exorcist,
    Kaii,
)
from rules_py.exorcist.combat import Combat
from rules_py.exorcist.duel import Duel
from rules_py.exorcist.effects import MOST_DAMAGE
from rules_py.exorcist.play import HUNDRED, MOST_FIGHTERS
from rules_py.exorcist.table import read_dice
from rules_py.exorcist.widgets.entering import EXORCIST, KAII_NUMBERS, WEAPON
from rules_py.exorcist.widgets.grid_tray import PLACES, read_on_grid, read_square

_PREFIXES = {"exorcist": "e", "kaii": "k", "thing": "t", "weapon": "w"}
_SHORT = {"spirit_points": "points", "evade_dice": "evade", "extra_evade": "extra", "removal_dice": "removal"}
"""Names of controls that are shorter than those of the rules."""
_PLACES = {
    "attack": {"do": "target_1", "targets": "target_1"},
    "combine": {"do": "against", "mobs": "against", "targets": "against", "dice": "their_dice"},
    "manoeuvre": {"dice": "manoeuvre_dice", "mobility": "gained", "evade": "dice_gained"},
    "place": {"do": "place_at", "square": "place_at", "who": "placing"},
    "rope": {"dice": "other_dice"},
    "remove": {"dice": "other_dice"},
    "removal": {"dice": "other_dice"},
    "evade": {"dice": "evade_dice"},
    "damage": {"damage": "amounts"},
}
"""Controls of the arguments that the rules call otherwise, by action."""
Pressed = Mapping[str, str]


def place_of(action: Action, field: str) -> str:
    """Return the control that holds what was refused."""
    verb, *told = action
    if verb == "edit":
        kind = "e" if len(told) > 4 else "k" if len(told) > 2 and isinstance(told[2], list) else "t"
        return f"{kind}_{_SHORT.get(field, field)}" if field != "do" else field
    if verb in _PREFIXES and field != "do":
        return f"{_PREFIXES[verb]}_{_SHORT.get(field, field)}"
    if verb == "move" and field == "do" and told and isinstance(told[0], int):
        return "squares"
    return ({**PLACES, **_PLACES}.get(str(verb), {})).get(field, field)


def onward(pressed: Pressed) -> list[Action]:
    """Return the actions of a button that goes somewhere and on from there; none for another button."""
    verb, *numbers = pressed["do"].split(":")
    if verb not in ("go", "near") or not all(x.isascii() and x.isdigit() and len(x) < 4 for x in numbers):
        return []
    plain = [int(x) for x in numbers]
    first: Action = ["move", plain[:2], True]
    if verb == "near":
        return [first, ["done"]]
    return [first, _trimmed(["attack", *_tapped(plain[2:]), *_attacking(pressed)])]


def read_action(state: Duel, pressed: Pressed) -> Action:
    """Return the action of a fight that a button and the controls of its form part mean."""
    verb, *arguments = pressed["do"].split(":")
    plain = [int(x) if x.isascii() and x.isdigit() and len(x) < 4 else x for x in arguments]
    if verb == "attack" and plain:
        return _trimmed(["attack", *_tapped(plain), *_attacking(pressed)])
    if verb == "evade" and plain:
        return _evading(plain[0], pressed)
    if verb == "begin":
        rolls = _read_rolls(state.combat, pressed)
        return ["begin", rolls, True] if plain or state.grounds is None else ["begin", rolls, True, True]
    if verb == "place":
        return _read_place(state, plain, pressed)
    if verb == "edit" and plain and isinstance(plain[0], int) and plain[0] < len(state.combat.fighters):
        return _read_edit(state.combat, plain[0], pressed)
    if state.grounds and verb in ("move", "peg", "rope", "removal", "set", "free"):
        return read_on_grid(state.board, pressed)
    read = _READ.get(verb)
    return read(state.combat, pressed) if read else [verb, *plain]


def _read_place(state: Duel, plain: list[Any], pressed: Pressed) -> Action:
    """Read who goes where: from the button, and what it leaves open from the lists beside it."""
    who = plain[0] if plain else _whole(pressed, "placing", MOST_FIGHTERS)
    return ["place", who, plain[1:] or read_square(state.board, pressed, "place_at")]


def _read_edit(state: Combat, who: int, pressed: Pressed) -> Action:
    sheet = state.fighters[who].sheet
    read = {Exorcist: _read_exorcist, Kaii: _read_kaii}.get(type(sheet), _read_thing)
    return ["edit", who, *read(state, pressed)[1:]]


def _whole(pressed: Pressed, name: str, most: int, least: int = 0) -> int:
    return IntegerField(same(name), least=least, most=most, name=name).parse(pressed.get(name, ""))


def _wished(pressed: Pressed, name: str, most: int) -> int | None:
    """Read a number that may be left out."""
    return _whole(pressed, name, most) if pressed.get(name, "").strip() else None


def _listed(raw: str, name: str, most: int) -> list[int]:
    """Read numbers with anything between them."""
    parts = re.findall(r"[^\s,、+]+", unicodedata.normalize("NFKC", raw))
    return [IntegerField(same(name), most=most, name=name).parse(part) for part in parts]


def _aimed(pressed: Pressed) -> list[int]:
    """Read the targets, one line each; lines after the first may be left empty."""
    names = sorted((name for name in pressed if re.fullmatch("target_[0-9]", name)), key=lambda name: int(name[7:]))
    return [_whole(pressed, name, MOST_FIGHTERS) for name in names if pressed[name]]


def _ticked(state: Combat, pressed: Pressed, prefix: str) -> list[int]:
    return [who for who in range(len(state.fighters)) if pressed.get(f"{prefix}_{who}") == "1"]


def _trimmed(action: Action) -> Action:
    """Leave out what is not told at the end of an action."""
    while action[-1] is None:
        action = action[:-1]
    return action


def _weapon_of(raw: str) -> int | str:
    return int(raw) if raw.isascii() and raw.isdigit() and len(raw) < 3 else raw


def _read_exorcist(state: Combat, pressed: Pressed) -> Action:
    numbers = [_whole(pressed, f"e_{name}", most) for name, _, most, _ in EXORCIST]
    armour = _listed(pressed.get("e_armour", ""), "e_armour", MOST_ARMOUR)
    kinds = [pressed.get("e_mob") == "1", pressed.get("e_boss") == "1"]
    return ["exorcist", pressed.get("e_name", ""), pressed.get("e_side", ""), numbers, armour, kinds]


def _read_kaii(state: Combat, pressed: Pressed) -> Action:
    numbers = [_whole(pressed, f"k_{name}", most) for name, _, most, _ in KAII_NUMBERS]
    kinds = [pressed.get(f"k_{name}") == "1" for name in ("evades", "mob", "boss")]
    return ["kaii", pressed.get("k_name", ""), numbers, kinds]


def _read_thing(state: Combat, pressed: Pressed) -> Action:
    toughness, armour = _whole(pressed, "t_toughness", MOST_POINTS, 1), _whole(pressed, "t_armour", MOST_ARMOUR)
    return ["thing", pressed.get("t_name", ""), toughness, armour]


def _read_weapon(state: Combat, pressed: Pressed) -> Action:
    kinds = [pressed.get(f"w_{name}", "") for name in ("ability", "reach", "kind")]
    numbers = [_whole(pressed, f"w_{name}", most) for name, _, most, _ in WEAPON]
    who, name, damage = _whole(pressed, "w_who", MOST_FIGHTERS), pressed.get("w_name", ""), pressed.get("w_damage", "")
    return ["weapon", who, name, kinds, damage, numbers, pressed.get("w_difficulty", "")]


def _read_rolls(state: Combat, pressed: Pressed) -> list[list[int]]:
    given = [who for who in range(len(state.fighters)) if pressed.get(f"roll_{who}", "").strip()]
    return [[who, _whole(pressed, f"roll_{who}", HUNDRED, 1)] for who in given]


def _read_turn(state: Combat, pressed: Pressed) -> Action:
    names = [name.strip() for name in re.split("[,、，;]", pressed.get("enemies", "")) if name.strip()]
    spelled = {name: who for who, f in enumerate(state.fighters) if f.acts for name in (f.name.en, f.name.ja)}
    for name in names:
        if name not in spelled:
            allowed = Text("names of enemies with commas between them", "敵の名前を読点で区切ってください")
            raise InputError("enemies", name, allowed, "E-2.11")
    order, announce = [spelled[name] for name in names], pressed.get("announce") == "1"
    return ["turn", order, announce] if announce else ["turn", order] if order else ["turn"]


def _tapped(plain: list[Any]) -> list[Any]:
    """Return attack and target of a card that was tapped."""
    weapon, *targets = plain
    return [weapon, targets]


def _attacking(pressed: Pressed) -> list[Any]:
    """Return what the tray says of any attack: how its dice are split, how they fell, whether anything follows."""
    split = _listed(pressed.get("split", ""), "split", MOST_ABILITY + MOST_EXTRA) or None
    return [split, read_dice(pressed.get("dice", "")), pressed.get("last") == "1" or None]


def _read_attack(state: Combat, pressed: Pressed) -> Action:
    return _trimmed(["attack", _weapon_of(pressed.get("attack", "")), _aimed(pressed), *_attacking(pressed)])


def _read_combine(state: Combat, pressed: Pressed) -> Action:
    mobs = [state.active, *_ticked(state, pressed, "mob")]
    wish = _whole(pressed, "together", MOST_FIGHTERS)
    chosen = [[who, wish if wish < len(state.fighters[who].attacks) else 0] for who in mobs]
    target = _whole(pressed, "against", MOST_FIGHTERS)
    faces = read_dice(pressed.get("their_dice", ""), "their_dice", counted=False)
    return _trimmed(["combine", chosen, target, faces, pressed.get("last") == "1" or None])


def _read_manoeuvre(state: Combat, pressed: Pressed) -> Action:
    mobility, evade = _wished(pressed, "gained", MOST_MOVEMENT), _wished(pressed, "dice_gained", MOST_EVADE)
    return _trimmed(["manoeuvre", read_dice(pressed.get("manoeuvre_dice", ""), "manoeuvre_dice"), mobility, evade])


def _read_evade(state: Combat, pressed: Pressed) -> Action:
    return _evading(_whole(pressed, "spent", MOST_EVADE), pressed)


def _evading(spent: Any, pressed: Pressed) -> Action:
    faces = read_dice(pressed.get("evade_dice", ""), "evade_dice", counted=False)
    return _trimmed(["evade", spent, faces if spent else None])


def _read_damage(state: Combat, pressed: Pressed) -> Action:
    amounts = _listed(pressed.get("amounts", ""), "amounts", MOST_DAMAGE)
    return ["damage", amounts] if amounts else ["damage"]


def _read_adjust(state: Combat, pressed: Pressed) -> Action:
    return ["adjust", _whole(pressed, "who", MOST_FIGHTERS), pressed.get("what", ""), _whole(pressed, "value", 200)]


_READ: dict[str, Callable[[Combat, Pressed], Action]] = {
    "exorcist": _read_exorcist,
    "kaii": _read_kaii,
    "thing": _read_thing,
    "weapon": _read_weapon,
    "turn": _read_turn,
    "attack": _read_attack,
    "combine": _read_combine,
    "manoeuvre": _read_manoeuvre,
    "move": lambda state, pressed: ["move", _whole(pressed, "squares", MOST_MOVEMENT, 1)],
    "rope": lambda state, pressed: _trimmed(["rope", read_dice(pressed.get("other_dice", ""), "other_dice")]),
    "removal": lambda state, pressed: _trimmed(
        ["removal", pressed.get("difficulty", ""), read_dice(pressed.get("other_dice", ""), "other_dice")]
    ),
    "evade": _read_evade,
    "damage": _read_damage,
    "adjust": _read_adjust,
    "equip": lambda state, pressed: ["equip", *map(int, re.findall("[0-9]{1,2}", pressed.get("equipped", "")))],
}
