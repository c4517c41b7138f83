"""Who and what can be added to a combat, and taken out of it."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from rules_py.core.arguments import Record
from rules_py.core.controls import (
    control,
    fieldset,
    flag,
    name_input,
    number_input,
    open_sheet,
    opens,
    press,
    removes,
    select,
    text_input,
)
from rules_py.core.game import EDIT
from rules_py.core.markup import h
from rules_py.core.text import Language, Text
from rules_py.exorcist.characters import KAII, Ability, DamageKind, Exorcist, Kaii, MapObject
from rules_py.exorcist.checks import LADDER, Reach
from rules_py.exorcist.fighters import Fighter, Side
from rules_py.exorcist.game.cast import CREATURE, PERSON, WEAPON
from rules_py.exorcist.model import MOST_FIGHTERS, Combat, Stage
from rules_py.exorcist.widgets.common import named

_ABILITIES = (
    (Text("Body", "【体】"), "2"),
    (Text("Spirit", "【霊】"), "2"),
    (Text("Skill", "【巧】"), "2"),
)
_PERSON = (
    *_ABILITIES,
    (Text("HP", "【体力】"), "6"),
    (Text("Spirit points", "【霊力】"), "5"),
    (Text("Evade dice", "回避ダイス"), "3"),
    (Text("Mobility", "【機動力】"), "5"),
    (Text("Katashiro", "【形代】"), "1"),
    (Text("Pegs", "祓串"), "2"),
    (Text("Rope", "注連鋼縄"), "6"),
)
_CREATURE = (
    *_ABILITIES,
    (Text("Toughness", "【強度】"), "4"),
    (Text("Miasma armour", "【穢装】"), "0"),
    (Text("Mobility", "【機動力】"), "5"),
    (Text("Evade dice from specials", "【特殊能力】の回避ダイス"), "0"),
    (Text("Removal dice (E-11.25)", "解除の追加ダイス（E-11.25）"), "0"),
)
_WEAPON = (
    (Text("Dice added", "追加ダイス"), "0"),
    (Text("Targets", "対象の数"), "1"),
    (Text("Range (0: not given)", "射程（0なら記載なし）"), "0"),
    (Text("Continuous Attack", "【連続攻撃】"), "0"),
)
"""What the numbers of somebody or something are called, and what they usually are, in the order of the rules."""
Options = list[tuple[object, Text]]


def people(state: Combat, who: Iterable[int]) -> Options:
    """Return fighters as a list offers them."""
    return [(each, state.name(each)) for each in who]


def _numbers(
    prefix: str, record: Record, labels: Iterable[tuple[Text, str]], language: Language, sheet: object = None
) -> list[Element]:
    """Return lines for numbers, with those of a sheet or with usual ones."""
    return [
        number_input(f"{prefix}_{name}", label, language, getattr(sheet, name) if sheet else usual)
        for name, (label, usual) in zip(record.columns, labels, strict=True)
    ]


def _said(prefix: str, names: Iterable[str]) -> list[dict[str, object]]:
    """Return what stands in an action for values that lines of these names say."""
    return [control(f"{prefix}_{name}") for name in names]


EDITABLE = (Stage.SETUP, Stage.TURN, Stage.ACTIVATION)
"""When somebody can be changed."""


def sheet_form(fighter: Fighter, who: int, language: Language) -> Element:
    """Return the sheet of somebody who is there, to be changed: what is changed is what it came with."""
    make = {Exorcist: _person_form, Kaii: _creature_form}.get(type(fighter.sheet), _thing_form)
    _, (_, *told), fields = make(language, fighter)
    return open_sheet(fighter.name, fields, [EDIT, who, *told], language)


def entering(state: Combat, language: Language) -> list[Element]:
    """Return what lets others take part."""
    parts: list[Element] = []
    if len(state.fighters) < MOST_FIGHTERS:
        known = [
            press(["known", key], Text("Add: {name}", "{name}を加える").format(name=kaii.name), language)
            for key, kaii in KAII.items()
        ]
        parts.append(h("div", known, class_="buttons"))
        for add, (legend, action, fields) in (
            (Text("Add the kai’i", "界異を加える"), _creature_form(language)),
            (Text("Add the person", "人物を加える"), _person_form(language)),
            (Text("Add the object", "オブジェクトを加える"), _thing_form(language)),
        ):
            parts.append(fieldset(legend, [*fields, press(action, add, language)], language))
    armed = people(state, (who for who, fighter in enumerate(state.fighters) if fighter.acts))
    if armed:
        parts.append(_weapon_form(armed, language))
    rows = [
        h(
            "div",
            opens(who, fighter.name, language),
            removes(["remove", who], fighter.name, language),
            class_="buttons",
        )
        for who, fighter in enumerate(state.fighters)
        if not fighter.gone
    ]
    parts += rows
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
        *_numbers("k", CREATURE, _CREATURE, language, sheet),
        flag("k_evades", evades, language, ticked=sheet is not None and sheet.evades),
        *_rank("k", fighter, language),
    ]
    numbers, kinds = _said("k", CREATURE.columns), _said("k", ("evades", "mob", "boss"))
    return Text("A kai’i", "界異"), ["kaii", control("k_name"), numbers, kinds], fields


def _name_field(name: str, fighter: Fighter | None, language: Language) -> Element:
    return name_input(name, language, fighter.name if fighter else Text("", ""))


def _rank(prefix: str, fighter: Fighter | None, language: Language) -> list[Element]:
    """Return whether somebody is a mob or boss-class."""
    mob, boss = Text("A mob (E-8.17)", "モブ敵（E-8.17）"), Text("Boss-class (E-13.2)", "ボス級（E-13.2）")
    return [
        flag(f"{prefix}_mob", mob, language, ticked=fighter is not None and fighter.mob),
        flag(f"{prefix}_boss", boss, language, ticked=fighter is not None and fighter.boss),
    ]


def _person_form(language: Language, fighter: Fighter | None = None) -> Form:
    sheet = fighter.sheet if fighter and isinstance(fighter.sheet, Exorcist) else None
    armour = " ".join(map(str, sheet.armour)) if sheet else ""
    sides: Options = [(side.value, side.text) for side in (Side.PC, Side.ALLY, Side.ENEMY)]
    fields = [
        _name_field("e_name", fighter, language),
        select("e_side", Text("Side", "立場"), sides, language, fighter.side.value if fighter else "pc"),
        *_numbers("e", PERSON, _PERSON, language, sheet),
        text_input("e_armour", Text("Armour effects, such as 1 2", "【装甲】（例：1 2）"), language, armour, size=6),
        *_rank("e", fighter, language),
    ]
    numbers, rank = _said("e", PERSON.columns), _said("e", ("mob", "boss"))
    who, worn = _said("e", ("name", "side")), control("e_armour", empty=[])
    action: list[object] = ["exorcist", *who, numbers, worn, rank]
    return Text("An exorcist or another person", "祓魔師などの人物"), action, fields


def _thing_form(language: Language, fighter: Fighter | None = None) -> Form:
    sheet = fighter.sheet if fighter and isinstance(fighter.sheet, MapObject) else None
    toughness, armour = (str(sheet.toughness), str(sheet.armour)) if sheet else ("4", "0")
    fields = [
        _name_field("t_name", fighter, language),
        number_input("t_toughness", Text("Toughness", "【強度】"), language, toughness),
        number_input("t_armour", Text("Armour", "【装甲】"), language, armour),
    ]
    return Text("An object", "オブジェクト"), ["thing", *_said("t", ("name", "toughness", "armour"))], fields


def _weapon_form(armed: Options, language: Language) -> Element:
    ladder: Options = [(d.text.en, named(d)) for d in LADDER]
    who, name, damage, difficulty = _said("w", ("who", "name", "damage", "difficulty"))
    words, numbers = _said("w", ("ability", "reach", "kind")), _said("w", WEAPON.columns)
    action: list[object] = ["weapon", who, name, words, damage, numbers, difficulty]
    form = [
        select("w_who", Text("Whose", "誰の"), armed, language, armed[-1][0]),
        name_input("w_name", language),
        select("w_ability", Text("Ability", "能力値"), Ability.options(), language),
        select("w_reach", Text("Reach", "攻撃の種類"), Reach.options(), language),
        select("w_kind", Text("Damage kind", "ダメージの種類"), DamageKind.options(), language),
        text_input("w_damage", Text("Damage, such as 1d6", "ダメージ（例：1d6）"), language, "1d6", size=6),
        *_numbers("w", WEAPON, _WEAPON, language),
        select("w_difficulty", Text("Difficulty (E-Q2)", "難易度（E-Q2）"), ladder, language, "NORMAL"),
        press(action, Text("Add the attack", "攻撃手段を加える"), language),
    ]
    return fieldset(Text("An attack for somebody", "攻撃手段"), form, language)
