"""Combat stepper: turns and activations, attacks with evasion and damage, death, pressure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.controls import button, closed, fieldset, flag, select, text_input
from rules_py.errors import ForbiddenAction, InputError
from rules_py.exorcist.board import MOST_MOVEMENT
from rules_py.exorcist.characters import (
    KAII,
    MOST_ABILITY,
    MOST_ARMOUR,
    MOST_CONTINUOUS,
    MOST_EVADE,
    MOST_EXTRA,
    MOST_MOBILITY,
    MOST_POINTS,
    MOST_REACH,
    MOST_SUPPLIES,
    MOST_TARGETS,
    UKKOKU_AGEHA,
    Ability,
    Attack,
    Damage,
    DamageKind,
    Exorcist,
    Kaii,
    MapObject,
)
from rules_py.exorcist.checks import LADDER, MOST_DICE, Difficulty, Reach
from rules_py.exorcist.combat import Combat, Stage, begin_problem, combining, evasion, hard_possible, problems
from rules_py.exorcist.effects import MOST_DAMAGE
from rules_py.exorcist.exchange import price
from rules_py.exorcist.fighters import PEGS, Fighter, Side, initiative, peg_attack, tied_enemies, tied_pcs
from rules_py.exorcist.odds import successes_odds
from rules_py.exorcist.play import ADJUSTABLE, HUNDRED, MOST_FIGHTERS, apply
from rules_py.exorcist.rulings import NUMBERS, Rulings
from rules_py.exorcist.system import SYSTEM
from rules_py.exorcist.table import read_dice
from rules_py.exorcist.widgets.common import named
from rules_py.house_rules import house_rules, read_rulings
from rules_py.markup import h, heading, marked_up
from rules_py.show import percent
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
_ABILITIES = (
    ("body", Text("Body", "【体】"), MOST_ABILITY, "2"),
    ("spirit", Text("Spirit", "【霊】"), MOST_ABILITY, "2"),
    ("skill", Text("Skill", "【巧】"), MOST_ABILITY, "2"),
)
_EXORCIST = (
    *_ABILITIES,
    ("hp", Text("HP", "【体力】"), MOST_POINTS, "6"),
    ("points", Text("Spirit points", "【霊力】"), MOST_POINTS, "5"),
    ("evade", Text("Evade dice", "回避ダイス"), MOST_EVADE, "3"),
    ("mobility", Text("Mobility", "【機動力】"), MOST_MOBILITY, "5"),
    ("katashiro", Text("Katashiro", "【形代】"), MOST_SUPPLIES, "1"),
    ("pegs", Text("Pegs", "祓串"), MOST_SUPPLIES, "2"),
    ("rope", Text("Rope", "注連鋼縄"), MOST_SUPPLIES, "6"),
)
_KAII = (
    *_ABILITIES,
    ("toughness", Text("Toughness", "【強度】"), MOST_POINTS, "4"),
    ("miasma", Text("Miasma armour", "【穢装】"), MOST_ARMOUR, "0"),
    ("mobility", Text("Mobility", "【機動力】"), MOST_MOBILITY, "5"),
    ("extra", Text("Evade dice from specials", "【特殊能力】の回避ダイス"), MOST_EXTRA, "0"),
    ("removal", Text("Removal dice (E-11.25)", "解除の追加ダイス（E-11.25）"), MOST_EXTRA, "0"),
)
_WEAPON = (
    ("extra", Text("Dice added", "追加ダイス"), MOST_EXTRA, "0"),
    ("targets", Text("Targets", "対象の数"), MOST_TARGETS, "1"),
    ("distance", Text("Range (0: not given)", "射程（0なら記載なし）"), MOST_REACH, "0"),
    ("continuous", Text("Continuous Attack", "【連続攻撃】"), MOST_CONTINUOUS, "0"),
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
_ALL = Text("All dice in order (empty: rolled here)", "全員の出目（空欄で自動）")
_FACES = Text("Its dice (empty: rolled here)", "出目（空欄で自動）")
_CHECK = Text("Dice or =successes (empty: rolled here)", "出目か「=成功数」（空欄で自動）")


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
        controls = [heading(4, _heading(state).get(language), class_="phase", tabindex="-1")]
        controls += _CONTROLS[state.stage](state, rulings, language)
        board = [_pressure(state, rulings, language), _order(state, rulings, language), *_blows(state, language)]
        more = Text("", "") if log else Text("The combat is being set up.", "戦闘の準備中です。")
        return more, {
            "output": [h("div", [part for part in board if part is not None], class_="board")],
            "controls": controls,
        }


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
    numbers = [_whole(pressed, f"e_{name}", most) for name, _, most, _ in _EXORCIST]
    armour = _listed(pressed.get("e_armour", ""), "e_armour", MOST_ARMOUR)
    kinds = [pressed.get("e_mob") == "1", pressed.get("e_boss") == "1"]
    return ["exorcist", pressed.get("e_name", ""), pressed.get("e_side", ""), numbers, armour, kinds]


def _read_kaii(state: Combat, pressed: Pressed) -> Action:
    numbers = [_whole(pressed, f"k_{name}", most) for name, _, most, _ in _KAII]
    kinds = [pressed.get(f"k_{name}") == "1" for name in ("evades", "mob", "boss")]
    return ["kaii", pressed.get("k_name", ""), numbers, kinds]


def _read_thing(state: Combat, pressed: Pressed) -> Action:
    toughness, armour = _whole(pressed, "t_toughness", MOST_POINTS, 1), _whole(pressed, "t_armour", MOST_ARMOUR)
    return ["thing", pressed.get("t_name", ""), toughness, armour]


def _read_weapon(state: Combat, pressed: Pressed) -> Action:
    kinds = [pressed.get(f"w_{name}", "") for name in ("ability", "reach", "kind")]
    numbers = [_whole(pressed, f"w_{name}", most) for name, _, most, _ in _WEAPON]
    who, name, damage = _whole(pressed, "w_who", MOST_FIGHTERS), pressed.get("w_name", ""), pressed.get("w_damage", "")
    return ["weapon", who, name, kinds, damage, numbers, pressed.get("w_difficulty", "")]


def _read_begin(state: Combat, pressed: Pressed) -> Action:
    given = [who for who in range(len(state.fighters)) if pressed.get(f"roll_{who}", "").strip()]
    rolls = [[who, _whole(pressed, f"roll_{who}", HUNDRED, 1)] for who in given]
    return ["begin", rolls] if rolls else ["begin"]


def _read_turn(state: Combat, pressed: Pressed) -> Action:
    names = [name.strip() for name in re.split("[,、，;]", pressed.get("enemies", "")) if name.strip()]
    spelled = {name: who for who, f in enumerate(state.fighters) if f.acts for name in (f.name.en, f.name.ja)}
    for name in names:
        if name not in spelled:
            allowed = Text("names of enemies with commas between them", "敵の名前を読点で区切ってください")
            raise InputError("enemies", name, allowed, "E-2.11")
    order, announce = [spelled[name] for name in names], pressed.get("announce") == "1"
    return ["turn", order, announce] if announce else ["turn", order] if order else ["turn"]


def _read_attack(state: Combat, pressed: Pressed) -> Action:
    split = _listed(pressed.get("split", ""), "split", MOST_ABILITY + MOST_EXTRA) or None
    weapon = _weapon_of(pressed.get("attack", ""))
    return _trimmed(["attack", weapon, _aimed(pressed), split, read_dice(pressed.get("dice", ""))])


def _read_combine(state: Combat, pressed: Pressed) -> Action:
    mobs = [state.active, *_ticked(state, pressed, "mob")]
    wish = _whole(pressed, "together", MOST_FIGHTERS)
    chosen = [[who, wish if wish < len(state.fighters[who].attacks) else 0] for who in mobs]
    target = _whole(pressed, "against", MOST_FIGHTERS)
    return _trimmed(["combine", chosen, target, read_dice(pressed.get("their_dice", ""), "their_dice", counted=False)])


def _read_manoeuvre(state: Combat, pressed: Pressed) -> Action:
    mobility, evade = _wished(pressed, "gained", MOST_MOVEMENT), _wished(pressed, "dice_gained", MOST_EVADE)
    return _trimmed(["manoeuvre", read_dice(pressed.get("manoeuvre_dice", ""), "manoeuvre_dice"), mobility, evade])


def _read_evade(state: Combat, pressed: Pressed) -> Action:
    spent = _whole(pressed, "spent", MOST_EVADE)
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


# --- what is shown ----------------------------------------------------------------------------------------------------


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


def _pressure(state: Combat, rulings: Rulings, language: Language) -> Element | None:
    if not state.under_pressure(rulings):
        return None
    told = Text(
        "Boss fight: pressure {mode}, quiet turns {n} (E-13.3, E-T5).",
        "ボス戦：圧力は{mode}、ノーダメージのターン{n}（E-13.3、E-T5）。",
    ).format(mode=state.zone.pressure.text, n=state.zone.quiet)
    return h("p", *marked_up(told.get(language)))


def _order(state: Combat, rulings: Rulings, language: Language) -> Element:
    order = initiative(state.fighters, state.enemies, rulings)
    rest = [who for who in range(len(state.fighters)) if who not in order]
    rows = []
    for who in [*order, *rest]:
        fighter = state.fighters[who]
        on_turn = who == state.active
        kind = fighter.side.text
        for is_so, text in ((fighter.mob, Text("mob", "モブ")), (fighter.boss, Text("boss", "ボス"))):
            kind = listed([kind, text]) if is_so else kind
        rows.append(
            h(
                "tr",
                h(
                    "th",
                    "▶ " if on_turn else None,
                    fighter.name.get(language),
                    h("br"),
                    kind.get(language),
                    scope="row",
                ),
                h("td", str(fighter.skill) if fighter.acts else "—", h("br"), _state(state, who).get(language)),
                h("td", _has(fighter).get(language)),
                class_="applies" if on_turn else None,
            )
        )
    heads = (Text("Fighter", "参加者"), Text("Skill", "【巧】"), Text("Has left", "残り"))
    return h(
        "table",
        h("caption", Text("In the order of activations", "行動順").get(language)),
        h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
        h("tbody", rows),
        class_="people",
    )


def _two(first: Text, second: Text, language: Language) -> tuple[str, Element, str]:
    return first.get(language), h("br"), second.get(language)


def _state(state: Combat, who: int) -> Text:
    fighter = state.fighters[who]
    if fighter.gone:
        return Text("off the map", "マップ外")
    if fighter.side is Side.THING:
        return Text("object", "オブジェクト")
    if who == state.active and state.activation.focus:
        return Text("attack focus", "【攻撃集中】")
    if who == state.active and state.activation.manoeuvre:
        return Text("tactical manoeuvre", "【戦術機動】")
    return Text("acted", "行動済") if fighter.acted else Text("not acted", "未行動")


def _has(fighter: Fighter) -> Text:
    """What somebody has left, with its maxima, and what it holds."""
    sheet, said = fighter.sheet, []
    if isinstance(sheet, Exorcist):
        said.append(Text("HP {n}/{most}", "【体力】{n}/{most}").format(n=fighter.hp, most=sheet.hp))
        words = Text("spirit points {n}/{most}", "【霊力】{n}/{most}")
        said.append(words.format(n=fighter.spirit_points, most=sheet.spirit_points))
        said.append(Text("katashiro {n}", "【形代】{n}").format(n=fighter.katashiro))
        armour = Text("armour +{n}", "【装甲】+{n}")
    else:
        said.append(
            Text("toughness {n}/{most}", "【強度】{n}/{most}").format(n=fighter.toughness, most=sheet.toughness)
        )
        armour = (
            Text("miasma armour {n}", "【穢装】{n}") if isinstance(sheet, Kaii) else Text("armour {n}", "【装甲】{n}")
        )
    if fighter.armour:
        said.append(armour.format(n=fighter.armour))
    if fighter.evades:
        words = Text("evade dice {n}/{most}", "回避ダイス{n}/{most}")
        said.append(words.format(n=fighter.evade_dice, most=fighter.most_evade_dice))
    elif not isinstance(sheet, MapObject):
        said.append(Text("evasion type none", "【回避種別】なし"))
    if fighter.pegs or fighter.rope:
        said.append(Text("pegs {n}", "祓串{n}").format(n=fighter.pegs))
        said.append(Text("rope {n}", "注連鋼縄{n}").format(n=fighter.rope))
    if fighter.attacks:
        said.append(Text("holds {gear}", "装備：{gear}").format(gear=fighter.attacks[fighter.equipped].name))
    return listed(said)


def _blows(state: Combat, language: Language) -> list[Element]:
    """The attack checks that are not yet dealt with."""
    if not state.blows:
        return []
    rows = [
        h(
            "tr",
            h("th", state.name(blow.attacker).get(language), scope="row"),
            h("td", state.name(blow.target).get(language)),
            h("td", blow.attack.name.get(language), h("br"), _attack_words(blow.attack).get(language)),
            h("td", str(blow.successes)),
        )
        for blow in state.blows
    ]
    heads = (Text("Attacker", "攻撃側"), Text("Target", "対象"), Text("With", "攻撃"), Text("Successes", "成功数"))
    caption = Text("Attack checks that succeeded", "成功した攻撃判定")
    if state.batch:
        caption = Text("Combined attacks", "まとめた攻撃")
    return [
        h(
            "table",
            h("caption", caption.get(language)),
            h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
            h("tbody", rows),
            class_="people",
        )
    ]


def _attack_words(attack: Attack) -> Text:
    """An attack in a few words: reach, ability, damage, and what else there is to it."""
    said = [attack.reach.text, attack.ability.text, same(str(attack.damage)) + Text(" ", "") + attack.damage.kind.text]
    if attack.extra:
        said.append(Text("+{n} dice", "+{n}個").format(n=attack.extra))
    if attack.targets > 1:
        said.append(Text("up to {n} targets", "対象{n}まで").format(n=attack.targets))
    if attack.distance:
        said.append(Text("within {n} squares", "{n}マス以内").format(n=attack.distance))
    if attack.continuous:
        said.append(Text("Continuous Attack {n}", "【連続攻撃】{n}").format(n=attack.continuous))
    return listed(said)


# --- controls ---------------------------------------------------------------------------------------------------------

Options = list[tuple[object, Text]]


def _people(state: Combat, who: Iterable[int]) -> Options:
    return [(each, state.name(each)) for each in who]


def _numbers(prefix: str, fields: Iterable[tuple[str, Text, int, str]], language: Language) -> list[Element]:
    return [
        text_input(f"{prefix}_{name}", label, language, value, size=4, inputmode="numeric")
        for name, label, _, value in fields
    ]


def _setup_controls(state: Combat, rulings: Rulings, language: Language) -> list[Element]:
    problem = begin_problem(state)
    parts = closed([problem], language)
    tied = [who for group in tied_pcs(state.fighters, rulings) for who in group]
    if problem is None:
        form: list[Element] = [
            text_input(
                f"roll_{who}",
                Text("{name}: 1d100", "{name}の1d100").format(name=state.name(who)),
                language,
                size=4,
                inputmode="numeric",
            )
            for who in tied
        ]
        form.append(button("begin", Text("Begin the combat", "戦闘を始める"), language, primary=True))
        note = Text(
            "PCs of equal Skill roll for their order (E-2.8); empty lines are rolled here.",
            "【巧】が同値のPCは先に順番を決めます（E-2.8）。空欄ならここで振ります。",
        )
        parts.append(fieldset(Text("Begin", "開始"), form, language, note if tied else None))
    holding = [
        (f"{who}.{n}", state.name(who) + same(": ") + attack.name)
        for who, fighter in enumerate(state.fighters)
        for n, attack in enumerate(fighter.attacks)
        if len(fighter.attacks) > 1
    ]
    if holding:
        form = [
            select("equipped", Text("Gear", "祭具"), list(holding), language),
            button("equip", Text("Equip", "装備する"), language),
        ]
        parts.append(fieldset(Text("Equipped at the start (E-5.2)", "開始時の装備（E-5.2）"), form, language))
    return [*parts, *_entering(state, language)]


def _turn_controls(state: Combat, rulings: Rulings, language: Language) -> list[Element]:
    form: list[Element] = []
    tied = [who for group in tied_enemies(state.fighters, rulings) for who in group]
    if tied:
        label = Text("Enemies of equal Skill, in order (E-2.11)", "【巧】が同値の敵の順番（E-2.11）")
        names = listed([state.name(who) for who in tied]).get(language)
        form.append(text_input("enemies", label, language, names, size=30))
    if hard_possible(state, rulings):
        form.append(flag("announce", Text("Announce Hard mode (E-13.4)", "ハードモードを宣言する（E-13.4）"), language))
    label = Text("Begin turn {n}", "第{n}ターンを始める").format(n=state.turn)
    form.append(button("turn", label, language, primary=True))
    return [
        fieldset(Text("Start of the turn", "ターンの開始"), form, language),
        *_by_hand(state, language),
        *_entering(state, language),
    ]


def _activation_controls(state: Combat, rulings: Rulings, language: Language) -> list[Element]:
    who, found = state.active, problems(state, rulings)
    fighter, activation = state.fighters[who], state.activation
    strikes = found["attack"] is None and bool(fighter.attacks or fighter.pegs)
    buttons = [button("done", Text("End the activation", "手番を終える"), language, primary=not strikes)]
    if found["focus"] is None:
        label = Text("Give up the first move: attack focus", "第一移動を放棄して【攻撃集中】")
        buttons.append(button("focus", label, language))
    if found["peg"] is None:
        buttons.append(button("peg", Text("Place a peg", "祓串を置く"), language))
    parts: list[Element] = [h("div", buttons, class_="buttons")]
    if strikes:
        parts.append(_attack_form(state, rulings, language))
    if found["combine"] is None and fighter.attacks and combining(state, rulings):
        parts.append(_combine_form(state, rulings, language))
    if found["move"] is None:
        first = Text("First move", "第一移動") if not activation.used else Text("Second move", "第二移動")
        label = Text("Squares, up to {n}", "マス数（{n}まで）").format(n=activation.movement)
        form = [
            text_input("squares", label, language, str(activation.movement), size=4, inputmode="numeric"),
            button("move", Text("Move", "移動する"), language),
        ]
        parts.append(fieldset(first, form, language))
    if found["manoeuvre"] is None:
        parts.append(_manoeuvre_form(language))
    if found["rope"] is None or found["removal"] is None:
        parts.append(_instead_form(found, language))
    told = [problem for name, problem in found.items() if name != "combine" or fighter.mob]
    return [*parts, *closed(told, language), *_by_hand(state, language)]


def _attack_form(state: Combat, rulings: Rulings, language: Language) -> Element:
    fighter = state.fighters[state.active]
    armed: list[tuple[object, Attack]] = list(enumerate(fighter.attacks))
    if fighter.pegs:
        armed += [(kind, peg_attack(kind, rulings)) for kind in PEGS]
    options: Options = [(number, _armed_words(fighter, attack)) for number, attack in armed]
    aims = [who for who, other in enumerate(state.fighters) if who != state.active and not other.gone]
    aims.sort(key=lambda who: (state.fighters[who].side is Side.ENEMY) == (fighter.side is Side.ENEMY))
    form = [select("attack", Text("With", "攻撃手段"), options, language, fighter.equipped)]
    form += _target_controls(state, fighter, aims, language)
    if any(attack.continuous for attack in fighter.attacks):
        label = Text("Continuous Attack: dice of each part", "【連続攻撃】のダイスの振り分け")
        form.append(text_input("split", label, language, size=8))
    form.append(text_input("dice", _CHECK, language, size=12))
    form.append(button("attack", Text("Attack", "攻撃する"), language, primary=True))
    note = Text(
        "You judge distances at the table. The numbers of an attack with a peg are lost (E-Q11).",
        "距離は卓で判断します。祓串の攻撃の数値は失われています（E-Q11）。",
    )
    return fieldset(Text("Attack", "攻撃"), form, language, note)


def _armed_words(fighter: Fighter, attack: Attack) -> Text:
    """An attack as a list offers it: its name, its dice, what it does."""
    dice = min(MOST_DICE, fighter.dice(attack.ability) + attack.extra)
    said = listed([same(f"{dice}D"), _attack_words(replace(attack, extra=0))])
    return attack.name + Text(" (", "（") + said + Text(")", "）")


def _target_controls(state: Combat, fighter: Fighter, aims: list[int], language: Language) -> list[Element]:
    """Return a line for the target, and further ones where an attack may have several."""
    most = max((max(attack.targets, attack.continuous + 1) for attack in fighter.attacks), default=1)
    people = _people(state, aims)
    lines = [select("target_1", Text("Target", "対象"), people, language, aims[0] if aims else None)]
    nobody: Options = [("", Text("nobody else", "なし"))]
    for number in range(2, min(most, len(aims) + 1) + 1):
        label = Text("Target {n}, or target of part {n}", "{n}番目の対象（割り振りの{n}番目）").format(n=number)
        if not any(attack.continuous for attack in fighter.attacks):
            label = Text("Target {n}", "{n}番目の対象").format(n=number)
        lines.append(select(f"target_{number}", label, [*nobody, *people], language, ""))
    return lines


def _combine_form(state: Combat, rulings: Rulings, language: Language) -> Element:
    fighter = state.fighters[state.active]
    attacks: Options = [(number, attack.name) for number, attack in enumerate(fighter.attacks)]
    foes = [
        who
        for who, other in enumerate(state.fighters)
        if not other.gone
        and other.side is not Side.THING
        and (other.side is Side.ENEMY) != (fighter.side is Side.ENEMY)
    ]
    form = [select("together", Text("With", "攻撃手段"), attacks, language, 0)]
    form += [flag(f"mob_{who}", state.name(who), language) for who in combining(state, rulings)]
    form += [
        select("against", Text("Against", "対象"), _people(state, foes), language),
        text_input("their_dice", _ALL, language, size=12),
        button("combine", Text("Combine the attacks", "攻撃をまとめる"), language),
    ]
    return fieldset(Text("Combine attacks (E-8.11, E-Q10)", "攻撃をまとめる（E-8.11、E-Q10）"), form, language)


def _manoeuvre_form(language: Language) -> Element:
    form = [
        text_input("manoeuvre_dice", _CHECK, language, size=12),
        text_input("gained", Text("Squares gained", "増える【機動力】"), language, size=4, inputmode="numeric"),
        text_input("dice_gained", Text("Evade dice gained", "増える回避ダイス"), language, size=4, inputmode="numeric"),
        button("manoeuvre", Text("Declare it", "宣言する"), language),
    ]
    note = Text(
        "Its numbers are lost. Empty fields follow E-Q5; or type those of your table.",
        "数値は失われています。空欄ならE-Q5に従います。卓で決めた値があれば入れてください。",
    )
    return fieldset(Text("Tactical manoeuvre", "【戦術機動】"), form, language, note)


def _instead_form(found: Mapping[str, ForbiddenAction | None], language: Language) -> Element:
    form = [text_input("other_dice", _CHECK, language, size=12)]
    if found["rope"] is None:
        form.append(button("rope", Text("Lay rope (E-7.21)", "注連鋼縄を張る（E-7.21）"), language))
    if found["removal"] is None:
        ladder: Options = [(d.text.en, named(d)) for d in LADDER]
        form.append(select("difficulty", Text("Removal difficulty", "解除難易度"), ladder, language, "NORMAL"))
        form.append(button("removal", Text("Remove a barrier (E-7.41)", "結界を解除（E-7.41）"), language))
    words = Text("Instead of an attack: rope, removal", "攻撃の代わり：注連鋼縄を張る、結界を解除する")
    inside = fieldset(Text("Instead of an attack", "攻撃の代わり"), form, language)
    return h("details", h("summary", words.get(language)), inside, class_="instead")


def _evasion_controls(state: Combat, rulings: Rulings, language: Language) -> list[Element]:
    who, difficulty, against = evasion(state)
    fighter = state.fighters[who]
    numbers: Options = [(n, _evading_words(n, difficulty, against, rulings)) for n in range(fighter.evade_dice + 1)]
    form = [
        select("spent", Text("Evade dice to spend", "使う回避ダイス"), numbers, language, min(1, fighter.evade_dice)),
        text_input("evade_dice", _FACES, language, size=12),
        button("evade", Text("Spend them", "この数で回避する"), language, primary=True),
    ]
    if state.batch:
        form.append(button("apart", Text("Answer each by itself (E-8.13)", "一つずつ対処する（E-8.13）"), language))
    note = Text(
        "{name} evades at {difficulty}; successes of the attack: {n} (E-8.5, E-Q8).",
        "{name}の回避難易度は{difficulty}、攻撃の成功数は{n}（E-8.5、E-Q8）。",
    ).format(name=fighter.name, difficulty=named(difficulty), n=against)
    return [fieldset(Text("Evasion", "回避"), form, language, note)]


def _evading_words(dice: int, difficulty: Difficulty, against: int, rulings: Rulings) -> Text:
    """A number of evade dice as a list offers it, with the chance that they evade."""
    if not dice:
        return Text("0: be hit", "0（命中）")
    needed = 1 if rulings.evasion_needs == "one" else against
    chance = percent(successes_odds(dice, difficulty, rulings).probability(">=", needed))
    return Text(f"{dice}: evades with {chance}", f"{dice}（回避できる確率{chance}）")


def _damage_controls(state: Combat, rulings: Rulings, language: Language) -> list[Element]:
    blows = state.blows if state.batch else state.blows[:1]
    dice = listed([same(str(blow.attack.damage)) + Text(" ", "") + blow.attack.damage.kind.text for blow in blows])
    label = Text("Damage rolled: {dice}", "ダメージ：{dice}").format(dice=dice)
    form = [
        text_input("amounts", label, language, size=12),
        button("damage", Text("Deal the damage", "ダメージを与える"), language, primary=True),
    ]
    note = Text("Leave it empty and it is rolled here.", "空欄ならここで振ります。")
    return [fieldset(Text("Damage", "ダメージ"), form, language, note)]


def _death_controls(state: Combat, rulings: Rulings, language: Language) -> list[Element]:
    paid = price(state, rulings)
    told = Text("It takes {n} katashiro (E-9.7, E-9.8).", "【形代】を{n}枚消費します（E-9.7、E-9.8）。").format(n=paid)
    buttons = [
        button("avert", Text("Avert death", "死亡を回避する"), language, primary=True),
        button("respawn", Text("Respawn", "リスポーン地点に転移する"), language),
    ]
    return [h("p", *marked_up(told.get(language))), h("div", buttons, class_="buttons")]


def _over_controls(state: Combat, rulings: Rulings, language: Language) -> list[Element]:
    told = Text(
        "The combat is over; the next one counts its turns from 1 again (E-2.5).",
        "戦闘は終わりました。次の戦闘では、ターンを1から数えます（E-2.5）。",
    )
    return [h("p", *marked_up(told.get(language)))]


def _by_hand(state: Combat, language: Language) -> list[Element]:
    """Return what arts, items and the GM change, and the end of the combat."""
    people = _people(state, (who for who, fighter in enumerate(state.fighters) if not fighter.gone))
    values: Options = [(key, text) for key, (text, _, _, _) in ADJUSTABLE.items()]
    form = [
        select("who", Text("Whose", "誰の"), people, language, state.active),
        select("what", Text("What", "何を"), values, language),
        text_input("value", Text("New value", "新しい値"), language, size=4, inputmode="numeric"),
        button("adjust", Text("Change it", "変える"), language),
    ]
    note = Text(
        "For arts, items, barriers and everything else that is not in these rules.",
        "祓魔術やアイテム、結界など、このルールにないものの効果はここで入力します。",
    )
    ending = button("end", Text("The GM ends the combat", "GMの判断で戦闘を終える"), language)
    return [
        h(
            "details",
            h("summary", Text("Change a value, end the combat", "数値の変更・戦闘の終了").get(language)),
            fieldset(Text("Change a value", "数値の変更"), form, language, note),
            h("p", ending),
            class_="by-hand",
        )
    ]


def _entering(state: Combat, language: Language) -> list[Element]:
    """Return what lets others take part."""
    parts: list[Element] = []
    if len(state.fighters) < MOST_FIGHTERS:
        known = [
            button(f"known:{key}", Text("Add: {name}", "{name}を加える").format(name=kaii.name), language)
            for key, kaii in KAII.items()
        ]
        parts.append(h("div", known, class_="buttons"))
        parts += [_kaii_form(language), _exorcist_form(language), _thing_form(language)]
    armed = _people(state, (who for who, fighter in enumerate(state.fighters) if fighter.acts))
    if armed:
        parts.append(_weapon_form(armed, language))
    removing = [
        button(f"remove:{who}", Text("Remove {name}", "{name}を外す").format(name=fighter.name), language)
        for who, fighter in enumerate(state.fighters)
        if not fighter.gone
    ]
    parts.append(h("div", removing, class_="buttons"))
    words = Text("Add and remove: kai’i, people, objects, attacks", "参加者・オブジェクト・攻撃手段の追加と取り消し")
    return [h("details", h("summary", words.get(language)), parts, class_="entering")]


def _kaii_form(language: Language) -> Element:
    form = [text_input("k_name", Text("Name", "名前"), language, size=14), *_numbers("k", _KAII, language)]
    form += [
        flag("k_evades", Text("Evasion type yes (E-11.17)", "【回避種別】あり（E-11.17）"), language),
        flag("k_mob", Text("A mob (E-8.17)", "モブ敵（E-8.17）"), language),
        flag("k_boss", Text("Boss-class (E-13.2)", "ボス級（E-13.2）"), language),
        button("kaii", Text("Add the kai’i", "界異を加える"), language),
    ]
    return fieldset(Text("A kai’i", "界異"), form, language)


def _exorcist_form(language: Language) -> Element:
    sides: Options = [(side.value, side.text) for side in (Side.PC, Side.ALLY, Side.ENEMY)]
    form = [
        text_input("e_name", Text("Name", "名前"), language, size=14),
        select("e_side", Text("Side", "立場"), sides, language, "pc"),
        *_numbers("e", _EXORCIST, language),
        text_input("e_armour", Text("Armour effects, such as 1 2", "【装甲】（例：1 2）"), language, size=6),
        flag("e_mob", Text("A mob (E-8.17)", "モブ敵（E-8.17）"), language),
        flag("e_boss", Text("Boss-class (E-13.2)", "ボス級（E-13.2）"), language),
        button("exorcist", Text("Add the person", "人物を加える"), language),
    ]
    return fieldset(Text("An exorcist or another person", "祓魔師などの人物"), form, language)


def _thing_form(language: Language) -> Element:
    form = [
        text_input("t_name", Text("Name", "名前"), language, size=14),
        text_input("t_toughness", Text("Toughness", "【強度】"), language, "4", size=4, inputmode="numeric"),
        text_input("t_armour", Text("Armour", "【装甲】"), language, "0", size=4, inputmode="numeric"),
        button("thing", Text("Add the object", "オブジェクトを加える"), language),
    ]
    return fieldset(Text("An object", "オブジェクト"), form, language)


def _weapon_form(armed: Options, language: Language) -> Element:
    abilities: Options = [(ability.value, ability.text) for ability in Ability]
    reaches: Options = [(reach.value, reach.text) for reach in Reach]
    kinds: Options = [(kind.value, kind.text) for kind in DamageKind]
    ladder: Options = [(d.text.en, named(d)) for d in LADDER]
    form = [
        select("w_who", Text("Whose", "誰の"), armed, language, armed[-1][0]),
        text_input("w_name", Text("Name", "名前"), language, size=14),
        select("w_ability", Text("Ability", "能力値"), abilities, language),
        select("w_reach", Text("Reach", "攻撃の種類"), reaches, language),
        select("w_kind", Text("Damage kind", "ダメージの種類"), kinds, language),
        text_input("w_damage", Text("Damage, such as 1d6", "ダメージ（例：1d6）"), language, "1d6", size=6),
        *_numbers("w", _WEAPON, language),
        select("w_difficulty", Text("Difficulty (E-Q2)", "難易度（E-Q2）"), ladder, language, "NORMAL"),
        button("weapon", Text("Add the attack", "攻撃手段を加える"), language),
    ]
    return fieldset(Text("An attack for somebody", "攻撃手段"), form, language)


_CONTROLS: dict[Stage, Callable[[Combat, Rulings, Language], list[Element]]] = {
    Stage.SETUP: _setup_controls,
    Stage.TURN: _turn_controls,
    Stage.ACTIVATION: _activation_controls,
    Stage.EVASION: _evasion_controls,
    Stage.DAMAGE: _damage_controls,
    Stage.DEATH: _death_controls,
    Stage.OVER: _over_controls,
}
