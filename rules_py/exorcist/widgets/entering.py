"""Who and what can be added to a combat, and taken out of it."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from rules_py.core import controls
from rules_py.core.game import EDIT
from rules_py.core.markup import h
from rules_py.core.text import Language, Text
from rules_py.exorcist.characters import KAII, NUMBERS, Ability, DamageKind, Exorcist, Kaii, MapObject
from rules_py.exorcist.checks import LADDER, Reach
from rules_py.exorcist.fighters import Fighter, Side
from rules_py.exorcist.game.cast import CREATURE, PERSON, WEAPON
from rules_py.exorcist.model import MOST_FIGHTERS, Combat, Stage
from rules_py.exorcist.widgets.common import named, number_lines

_PERSON, _CREATURE, _WEAPON = (2, 2, 2, 6, 5, 3, 5, 1, 2, 6), (2, 2, 2, 4, 0, 5, 0, 0), (0, 1, 0, 0)
"""What the numbers of somebody or something usually are, in the order of the rules."""
Options = list[tuple[object, Text]]


def people(state: Combat, who: Iterable[int]) -> Options:
    """Return fighters as a list offers them."""
    return [(each, state.name(each)) for each in who]


def _said(prefix: str, names: Iterable[str]) -> list[dict[str, object]]:
    """Return what stands in an action for values that lines of these names say."""
    return [controls.control(f"{prefix}_{name}") for name in names]


EDITABLE = (Stage.SETUP, Stage.TURN, Stage.ACTIVATION)
"""When somebody can be changed."""


def sheet_form(fighter: Fighter, who: int, language: Language) -> Element:
    """Return the sheet of somebody who is there, to be changed: what is changed is what it came with."""
    make = {Exorcist: _person_form, Kaii: _creature_form}.get(type(fighter.sheet), _thing_form)
    _, (_, *told), fields = make(language, fighter)
    return controls.open_sheet(fighter.name, fields, [EDIT, who, *told], language)


def sheets(state: Combat, language: Language) -> list[Element]:
    """Return what changes everybody who is there, and what takes them out."""
    return [
        h(
            "div",
            controls.opens(who, fighter.name, language),
            controls.removes(["remove", who], fighter.name, language),
            class_="buttons",
        )
        for who, fighter in enumerate(state.fighters)
        if not fighter.gone
    ]


def entering(state: Combat, language: Language) -> list[Element]:
    """Return what lets others take part."""
    parts: list[Element] = []
    if len(state.fighters) < MOST_FIGHTERS:
        known = [
            controls.press(["known", key], Text("Add: {name}", "{name}を加える").format(name=kaii.name), language)
            for key, kaii in KAII.items()
        ]
        parts.append(h("div", known, class_="buttons"))
        for add, (legend, action, fields) in (
            (Text("Add the kai’i", "界異を加える"), _creature_form(language)),
            (Text("Add the person", "人物を加える"), _person_form(language)),
            (Text("Add the object", "オブジェクトを加える"), _thing_form(language)),
        ):
            parts.append(controls.fieldset(legend, [*fields, controls.press(action, add, language)], language))
    armed = people(state, (who for who, fighter in enumerate(state.fighters) if fighter.acts))
    if armed:
        parts.append(_weapon_form(armed, language))
    parts += sheets(state, language)
    words = Text(
        "Add, change, remove: kai’i, people, objects, attacks",
        "参加者・オブジェクト・攻撃手段の追加、書き換え、取り消し",
    )
    return [h("details", h("summary", words.get(language)), parts, class_="entering")]


Form = tuple[Text, list[object], list[Element]]
"""A form for somebody or something: its legend, the action that lets it take part, its lines."""


def _creature_form(language: Language, fighter: Fighter | None = None) -> Form:
    sheet = fighter.sheet if fighter and isinstance(fighter.sheet, Kaii) else None
    evades = Text("Evasion type yes (E-11.17)", "【回避種別】あり（E-11.17）")
    fields = [
        _name_field("k_name", fighter, language),
        *number_lines("k", CREATURE, sheet or _CREATURE, language),
        controls.flag("k_evades", evades, language, ticked=sheet is not None and sheet.evades),
        *_rank("k", fighter, language),
    ]
    numbers, kinds = _said("k", CREATURE.columns), _said("k", ("evades", "mob", "boss"))
    return Text("A kai’i", "界異"), ["kaii", controls.control("k_name"), numbers, kinds], fields


def _name_field(name: str, fighter: Fighter | None, language: Language) -> Element:
    return controls.name_input(name, language, fighter.name if fighter else Text("", ""))


def _rank(prefix: str, fighter: Fighter | None, language: Language) -> list[Element]:
    """Return whether somebody is a mob or boss-class."""
    mob, boss = Text("A mob (E-8.17)", "モブ敵（E-8.17）"), Text("Boss-class (E-13.2)", "ボス級（E-13.2）")
    return [
        controls.flag(f"{prefix}_mob", mob, language, ticked=fighter is not None and fighter.mob),
        controls.flag(f"{prefix}_boss", boss, language, ticked=fighter is not None and fighter.boss),
    ]


def _person_form(language: Language, fighter: Fighter | None = None) -> Form:
    sheet = fighter.sheet if fighter and isinstance(fighter.sheet, Exorcist) else None
    armour = " ".join(map(str, sheet.armour)) if sheet else ""
    sides: Options = [(side.value, side.text) for side in (Side.PC, Side.ALLY, Side.ENEMY)]
    fields = [
        _name_field("e_name", fighter, language),
        controls.select("e_side", Text("Side", "立場"), sides, language, fighter.side.value if fighter else "pc"),
        *number_lines("e", PERSON, sheet or _PERSON, language),
        controls.text_input(
            "e_armour", Text("Armour effects, such as 1 2", "【装甲】（例：1 2）"), language, armour, size=6
        ),
        *_rank("e", fighter, language),
    ]
    numbers, rank = _said("e", PERSON.columns), _said("e", ("mob", "boss"))
    who, worn = _said("e", ("name", "side")), controls.control("e_armour", empty=[])
    action: list[object] = ["exorcist", *who, numbers, worn, rank]
    return Text("An exorcist or another person", "祓魔師などの人物"), action, fields


def _thing_form(language: Language, fighter: Fighter | None = None) -> Form:
    sheet = fighter.sheet if fighter and isinstance(fighter.sheet, MapObject) else None
    toughness, armour = (str(sheet.toughness), str(sheet.armour)) if sheet else ("4", "0")
    fields = [
        _name_field("t_name", fighter, language),
        controls.number_input("t_toughness", NUMBERS["toughness"].begun(), language, toughness),
        controls.number_input("t_armour", Text("Armour", "【装甲】"), language, armour),
    ]
    return Text("An object", "オブジェクト"), ["thing", *_said("t", ("name", "toughness", "armour"))], fields


def _weapon_form(armed: Options, language: Language) -> Element:
    ladder: Options = [(d.text.en, named(d)) for d in LADDER]
    who, name, damage, difficulty = _said("w", ("who", "name", "damage", "difficulty"))
    words, numbers = _said("w", ("ability", "reach", "kind")), _said("w", WEAPON.columns)
    action: list[object] = ["weapon", who, name, words, damage, numbers, difficulty]
    form = [
        controls.select("w_who", Text("Whose", "誰の"), armed, language, armed[-1][0]),
        controls.name_input("w_name", language),
        controls.select("w_ability", Text("Ability", "能力値"), Ability.options(), language),
        controls.select("w_reach", Text("Reach", "攻撃の種類"), Reach.options(), language),
        controls.select("w_kind", Text("Damage kind", "ダメージの種類"), DamageKind.options(), language),
        controls.text_input("w_damage", Text("Damage, such as 1d6", "ダメージ（例：1d6）"), language, "1d6", size=6),
        *number_lines("w", WEAPON, _WEAPON, language),
        controls.select("w_difficulty", Text("Difficulty (E-Q2)", "難易度（E-Q2）"), ladder, language, "NORMAL"),
        controls.press(action, Text("Add the attack", "攻撃手段を加える"), language),
    ]
    return controls.fieldset(Text("An attack for somebody", "攻撃手段"), form, language)
