"""Combat stepper: turns and activations, attacks with evasion and damage, death, pressure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.errors import InputError
from rules_py.exorcist.board import MOST_MOVEMENT
from rules_py.exorcist.characters import (
    MOST_ABILITY,
    MOST_ARMOUR,
    MOST_EVADE,
    MOST_EXTRA,
    MOST_POINTS,
    UKKOKU_AGEHA,
    Ability,
    Attack,
    Damage,
    DamageKind,
    Exorcist,
)
from rules_py.exorcist.checks import Reach
from rules_py.exorcist.combat import Combat, Stage, evasion
from rules_py.exorcist.effects import MOST_DAMAGE
from rules_py.exorcist.fighters import Fighter, Side
from rules_py.exorcist.play import HUNDRED, MOST_FIGHTERS, apply
from rules_py.exorcist.rulings import NUMBERS, Rulings
from rules_py.exorcist.system import SYSTEM
from rules_py.exorcist.table import read_dice
from rules_py.exorcist.widgets.combat_board import lay_out, sheets
from rules_py.exorcist.widgets.combat_tray import controls
from rules_py.exorcist.widgets.entering import EXORCIST, KAII_NUMBERS, WEAPON
from rules_py.house_rules import house_rules, read_rulings
from rules_py.markup import h, heading
from rules_py.stepper import Action, Event, Stepper, link_fields
from rules_py.text import Language, Text, listed, same
from rules_py.widget import Group, IntegerField

_AOI = Exorcist(
    name=Text("Aoi", "アオイ"),
    body=3,
    spirit=3,
    skill=4,
    hp=6,
    spirit_points=5,
    evade_dice=4,
    mobility=6,
    armour=(1,),
    katashiro=2,
    pegs=3,
    rope=6,
    attacks=(Attack(Text("Blade (example)", "刀（例）"), Ability.SKILL, Damage(1, 6), continuous=1),),
)
_SORA = Exorcist(
    name=Text("Sora", "ソラ"),
    body=4,
    spirit=4,
    skill=2,
    hp=7,
    spirit_points=6,
    evade_dice=3,
    mobility=4,
    armour=(1, 1),
    katashiro=2,
    pegs=2,
    rope=6,
    attacks=(
        Attack(
            Text("Talisman (example)", "霊符（例）"),
            Ability.SPIRIT,
            Damage(1, 3, kind=DamageKind.SPIRITUAL),
            Reach.RANGED,
        ),
    ),
)
_FIGHTERS = (
    Fighter.of(_AOI, Side.PC),
    Fighter.of(_SORA, Side.PC),
    Fighter.of(UKKOKU_AGEHA, Side.ENEMY),
    Fighter.of(replace(UKKOKU_AGEHA, name=UKKOKU_AGEHA.name + Text(" 2", "2")), Side.ENEMY),
)
_PREFIXES = {"exorcist": "e", "kaii": "k", "thing": "t", "weapon": "w"}
_SHORT = {"spirit_points": "points", "evade_dice": "evade", "extra_evade": "extra", "removal_dice": "removal"}
"""Names of controls that are shorter than those of the rules."""
_PLACES = {
    "attack": {"do": "target_1", "targets": "target_1"},
    "combine": {"do": "against", "mobs": "against", "targets": "against", "dice": "their_dice"},
    "manoeuvre": {"dice": "manoeuvre_dice", "mobility": "gained", "evade": "dice_gained"},
    "move": {"do": "squares"},
    "rope": {"dice": "other_dice"},
    "removal": {"dice": "other_dice"},
    "evade": {"dice": "evade_dice"},
    "damage": {"damage": "amounts"},
}
"""Controls of the arguments that the rules call otherwise, by action."""


class CombatStepper(Stepper[Combat]):
    """Plays a combat by the rules of `rules_py.exorcist.play`."""

    name = "exorcist.combat"
    title = Text("Combat stepper", "戦闘の進行ツール")
    opening = "begin"
    groups = (house_rules(SYSTEM, Rulings, "exorcist.combat", numbers=NUMBERS), Group(link_fields()))

    def start(self, inputs: Mapping[str, Any]) -> Combat:
        """Return two exorcists against two Ukkoku-ageha, ready to begin or to be changed."""
        return Combat(_FIGHTERS)

    def apply(self, state: Combat, action: Action, inputs: Mapping[str, Any]) -> tuple[Combat, list[Event]]:
        """Carry an action out."""
        return apply(state, action, read_rulings(SYSTEM, Rulings, inputs), inputs["seed"])

    def action(self, state: Combat, pressed: Mapping[str, str]) -> Action:
        """Return the action that a button and the controls of its form part mean."""
        verb, *arguments = pressed["do"].split(":")
        plain = [int(x) if x.isascii() and x.isdigit() and len(x) < 4 else x for x in arguments]
        read = _READ.get(verb)
        if verb == "attack" and plain:
            return _trimmed(["attack", *_tapped(plain), *_attacking(pressed)])
        if verb == "evade" and plain:
            return _evading(plain[0], pressed)
        return read(state, pressed) if read else [verb, *plain]

    def beside(self, action: Action, field: str) -> str:
        """Return the control that holds what was refused."""
        verb = str(action[0])
        if verb in _PREFIXES and field != "do":
            return f"{_PREFIXES[verb]}_{_SHORT.get(field, field)}"
        return _PLACES.get(verb, {}).get(field, field)

    def show(
        self, state: Combat, log: list[Event], inputs: Mapping[str, Any], language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return who stands how, the controls of the moment, and the log."""
        rulings = read_rulings(SYSTEM, Rulings, inputs)
        tray = [heading(4, _heading(state).get(language), class_="phase", tabindex="-1")]
        more = Text("", "") if log else Text("The combat is being set up.", "戦闘の準備中です。")
        return more, {
            "output": [h("div", lay_out(state, rulings, language), class_="board combat")],
            "controls": tray + controls(state, rulings, language),
            "sheets": sheets(state, language),
        }

    def outcome(self, state: Combat, inputs: Mapping[str, Any]) -> Text | None:
        """Return how the combat has ended: by the GM's word, or because nobody is left on a side."""
        if not state.turn or (state.both_sides and state.stage is not Stage.OVER):
            return None
        turn = Text(" Turn {n}.", "（第{n}ターン）").format(n=state.turn)
        left = {fighter.side is Side.ENEMY for fighter in state.fighters if fighter.acts}
        if len(left) == 2:
            return Text("The GM has ended the combat.", "GMが戦闘を終えました。") + turn
        if not left:
            return Text("Nobody is left on either side.", "どちらの側も、誰も残っていません。") + turn
        if True in left:
            return Text("The enemies win: no exorcist is left.", "敵の勝利です。祓魔師は残っていません。") + turn
        names = listed([f.name for f in state.fighters if f.acts])
        won = Text("The exorcists win: no enemy is left. Standing: {names}.", "祓魔師側の勝利です。残ったのは{names}。")
        return won.format(names=names) + turn


# --- what a button means ----------------------------------------------------------------------------------------------

Pressed = Mapping[str, str]


def _whole(pressed: Pressed, name: str, most: int, least: int = 0) -> int:
    return IntegerField(name, same(name), least=least, most=most).parse(pressed.get(name, ""))


def _wished(pressed: Pressed, name: str, most: int) -> int | None:
    """Read a number that may be left out."""
    return _whole(pressed, name, most) if pressed.get(name, "").strip() else None


def _listed(raw: str, name: str, most: int) -> list[int]:
    """Read numbers with anything between them."""
    parts = re.findall(r"[^\s,、+]+", unicodedata.normalize("NFKC", raw))
    return [IntegerField(name, same(name), most=most).parse(part) for part in parts]


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


def _read_begin(state: Combat, pressed: Pressed) -> Action:
    given = [who for who in range(len(state.fighters)) if pressed.get(f"roll_{who}", "").strip()]
    rolls = [[who, _whole(pressed, f"roll_{who}", HUNDRED, 1)] for who in given]
    return ["begin", rolls, True]


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
    "begin": _read_begin,
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


def _heading(state: Combat) -> Text:
    if not state.turn or state.stage is Stage.OVER:
        return state.stage.text
    words = Text("Turn {turn} · {stage}", "第{turn}ターン・{stage}").format(turn=state.turn, stage=state.stage.text)
    who = state.active
    if state.stage is Stage.EVASION:
        who = evasion(state)[0]
    elif state.dying:
        who = state.dying[0]
    return words + Text(" · ", "・") + state.name(who) if who >= 0 else words
