"""Who and what can be added to a combat, and taken out of it."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from rules_py.core.controls import button, fieldset, flag, number_input, select, text_input
from rules_py.core.markup import h
from rules_py.core.text import Language, Text
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
    Ability,
    DamageKind,
    Exorcist,
    Kaii,
    MapObject,
)
from rules_py.exorcist.checks import LADDER, Reach
from rules_py.exorcist.combat import Combat
from rules_py.exorcist.fighters import Fighter, Side
from rules_py.exorcist.play import MOST_FIGHTERS
from rules_py.exorcist.widgets.common import named

_ABILITIES = (
    ("body", Text("Body", "【体】"), MOST_ABILITY, "2"),
    ("spirit", Text("Spirit", "【霊】"), MOST_ABILITY, "2"),
    ("skill", Text("Skill", "【巧】"), MOST_ABILITY, "2"),
)
EXORCIST = (
    *_ABILITIES,
    ("hp", Text("HP", "【体力】"), MOST_POINTS, "6"),
    ("points", Text("Spirit points", "【霊力】"), MOST_POINTS, "5"),
    ("evade", Text("Evade dice", "回避ダイス"), MOST_EVADE, "3"),
    ("mobility", Text("Mobility", "【機動力】"), MOST_MOBILITY, "5"),
    ("katashiro", Text("Katashiro", "【形代】"), MOST_SUPPLIES, "1"),
    ("pegs", Text("Pegs", "祓串"), MOST_SUPPLIES, "2"),
    ("rope", Text("Rope", "注連鋼縄"), MOST_SUPPLIES, "6"),
)
KAII_NUMBERS = (
    *_ABILITIES,
    ("toughness", Text("Toughness", "【強度】"), MOST_POINTS, "4"),
    ("miasma", Text("Miasma armour", "【穢装】"), MOST_ARMOUR, "0"),
    ("mobility", Text("Mobility", "【機動力】"), MOST_MOBILITY, "5"),
    ("extra", Text("Evade dice from specials", "【特殊能力】の回避ダイス"), MOST_EXTRA, "0"),
    ("removal", Text("Removal dice (E-11.25)", "解除の追加ダイス（E-11.25）"), MOST_EXTRA, "0"),
)
WEAPON = (
    ("extra", Text("Dice added", "追加ダイス"), MOST_EXTRA, "0"),
    ("targets", Text("Targets", "対象の数"), MOST_TARGETS, "1"),
    ("distance", Text("Range (0: not given)", "射程（0なら記載なし）"), MOST_REACH, "0"),
    ("continuous", Text("Continuous Attack", "【連続攻撃】"), MOST_CONTINUOUS, "0"),
)
Options = list[tuple[object, Text]]


def people(state: Combat, who: Iterable[int]) -> Options:
    """Return fighters as a list offers them."""
    return [(each, state.name(each)) for each in who]


def _numbers(
    prefix: str,
    fields: Iterable[tuple[str, Text, int, str]],
    language: Language,
    sheet: Exorcist | Kaii | None = None,
) -> list[Element]:
    """Return fields for numbers, with those of a sheet or with usual ones."""
    return [
        number_input(f"{prefix}_{name}", label, language, getattr(sheet, _LONG.get(name, name)) if sheet else value)
        for name, label, _, value in fields
    ]


_LONG = {"points": "spirit_points", "evade": "evade_dice", "extra": "extra_evade", "removal": "removal_dice"}
"""Names of a sheet's numbers where those of their fields are shorter."""


def _ticked(made: Element, on: bool) -> Element:
    """Tick the box of a flag if that is so."""
    if on:
        made[0].set("checked", "checked")
    return made


def editing_form(fighter: Fighter, who: int, language: Language) -> Element:
    """Return the form of somebody who is there, with its values: what is changed is what it came with."""
    sheet = fighter.sheet
    make = {Exorcist: _exorcist_form, Kaii: _kaii_form}.get(type(sheet), _thing_form)
    made = make(language, fighter)
    words = Text("Change {name}", "{name}を書き換える").format(name=fighter.name)
    made[0].text = words.get(language)
    change, fields = button(f"edit:{who}", words, language, primary=True), made[-1]
    fields.remove(fields[-1])
    fields.extend([change, button("change", Text("Leave as is", "そのままにする"), language)])
    return made


def entering(state: Combat, language: Language) -> list[Element]:
    """Return what lets others take part."""
    parts: list[Element] = []
    if len(state.fighters) < MOST_FIGHTERS:
        known = [
            button(f"known:{key}", Text("Add: {name}", "{name}を加える").format(name=kaii.name), language)
            for key, kaii in KAII.items()
        ]
        parts.append(h("div", known, class_="buttons"))
        parts += [_kaii_form(language), _exorcist_form(language), _thing_form(language)]
    armed = people(state, (who for who, fighter in enumerate(state.fighters) if fighter.acts))
    if armed:
        parts.append(_weapon_form(armed, language))
    rows = [
        h(
            "div",
            button(f"change:{who}", Text("Change {name}", "{name}を書き換える").format(name=fighter.name), language),
            button(f"remove:{who}", Text("Remove {name}", "{name}を外す").format(name=fighter.name), language),
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


def _kaii_form(language: Language, fighter: Fighter | None = None) -> Element:
    sheet = fighter.sheet if fighter and isinstance(fighter.sheet, Kaii) else None
    form = [_name_field("k_name", fighter, language), *_numbers("k", KAII_NUMBERS, language, sheet)]
    evades = flag("k_evades", Text("Evasion type yes (E-11.17)", "【回避種別】あり（E-11.17）"), language)
    form += [
        _ticked(evades, sheet is not None and sheet.evades),
        *_rank("k", fighter, language),
        button("kaii", Text("Add the kai’i", "界異を加える"), language),
    ]
    return fieldset(Text("A kai’i", "界異"), form, language)


def _name_field(name: str, fighter: Fighter | None, language: Language) -> Element:
    return text_input(name, Text("Name", "名前"), language, fighter.name.get(language) if fighter else "", size=14)


def _rank(prefix: str, fighter: Fighter | None, language: Language) -> list[Element]:
    """Return whether somebody is a mob or boss-class."""
    mob = flag(f"{prefix}_mob", Text("A mob (E-8.17)", "モブ敵（E-8.17）"), language)
    boss = flag(f"{prefix}_boss", Text("Boss-class (E-13.2)", "ボス級（E-13.2）"), language)
    return [_ticked(mob, fighter is not None and fighter.mob), _ticked(boss, fighter is not None and fighter.boss)]


def _exorcist_form(language: Language, fighter: Fighter | None = None) -> Element:
    sheet = fighter.sheet if fighter and isinstance(fighter.sheet, Exorcist) else None
    armour = " ".join(map(str, sheet.armour)) if sheet else ""
    sides: Options = [(side.value, side.text) for side in (Side.PC, Side.ALLY, Side.ENEMY)]
    form = [
        _name_field("e_name", fighter, language),
        select("e_side", Text("Side", "立場"), sides, language, fighter.side.value if fighter else "pc"),
        *_numbers("e", EXORCIST, language, sheet),
        text_input("e_armour", Text("Armour effects, such as 1 2", "【装甲】（例：1 2）"), language, armour, size=6),
        *_rank("e", fighter, language),
        button("exorcist", Text("Add the person", "人物を加える"), language),
    ]
    return fieldset(Text("An exorcist or another person", "祓魔師などの人物"), form, language)


def _thing_form(language: Language, fighter: Fighter | None = None) -> Element:
    sheet = fighter.sheet if fighter and isinstance(fighter.sheet, MapObject) else None
    toughness, armour = (str(sheet.toughness), str(sheet.armour)) if sheet else ("4", "0")
    form = [
        _name_field("t_name", fighter, language),
        number_input("t_toughness", Text("Toughness", "【強度】"), language, toughness),
        number_input("t_armour", Text("Armour", "【装甲】"), language, armour),
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
        *_numbers("w", WEAPON, language),
        select("w_difficulty", Text("Difficulty (E-Q2)", "難易度（E-Q2）"), ladder, language, "NORMAL"),
        button("weapon", Text("Add the attack", "攻撃手段を加える"), language),
    ]
    return fieldset(Text("An attack for somebody", "攻撃手段"), form, language)
