"""The cast of a battle in the tray: who is added, each sheet as it can be changed, emotions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element

from rules_py.core import controls
from rules_py.core.markup import h
from rules_py.core.names import A_PC, AN_ENEMY, free_name
from rules_py.core.text import Language, Text, listed, same
from rules_py.prophecy.arguments import LEAST
from rules_py.prophecy.characters import MOST_FIGHTERS, NUMBERS
from rules_py.prophecy.conditions import CONDITIONS
from rules_py.prophecy.model import Battle, Stage

_USUAL = {"cast": "5", "guard": "4", "dominance": "7", "mana": "3", "preparations": "0", "most_mana": "99"}
"""The numbers of a sheet, as they stand there for somebody new."""
_LABELS = {name: words.begun() for name, words in NUMBERS.items()}
_LABELS["dominance"] += Text(", enemies only", "（敵のみ）")
_WRITTEN: list[object] = [
    [controls.control(f"new_{name}") for name in LEAST],
    controls.control("recipe", empty=""),
    controls.control("conditions", empty=""),
]
"""What the controls of a sheet say beyond the name and the side."""


def sheets(state: Battle, language: Language) -> Element:
    """Return the buttons that open the sheets in mid-battle."""
    return h("div", [controls.opens(who, f.name, language) for who, f in enumerate(state.fighters)], class_="buttons")


def sheet(state: Battle, whose: str, language: Language) -> Element | None:
    """Return the sheet to be changed of the fighter with this number, once the battle has begun with the damage."""
    who = controls.opened_place(whose, len(state.fighters))
    if who is None or state.stage is Stage.OVER or state.fallen:
        return None
    fighter = state.fighters[who]
    numbers = {name: str(getattr(fighter, name)) for name in LEAST}
    fields = _sheet_fields(fighter.name, numbers, fighter.recipe, fighter.conditions, language)
    action = ["edit", who, controls.control("name"), controls.control("enemy"), *_WRITTEN]
    if state.round:  # nobody is asked for the side any more
        damage = Text("Damage on the track", "ダメージ欄の点数")
        fields.append(controls.number_input("damage", damage, language, fighter.damage))
        action[3:] = [controls.control("enemy", empty=fighter.enemy), *_WRITTEN, controls.control("damage", empty="")]
    else:
        fields.append(_side(fighter.enemy, language))
    return controls.open_sheet(fighter.name, fields, action, language, _BY_NAME)


def _sheet_fields(
    name: Text, numbers: Mapping[str, str], recipe: Iterable[str], conditions: Iterable[str], language: Language
) -> list[Element]:
    """Return what is filled in about a fighter but for the side: name, numbers, recipe, what it carries."""
    return [
        controls.name_input("name", language, name),
        *(
            controls.number_input(f"new_{each}", _LABELS[each], language, numbers[each], least=LEAST[each])
            for each in LEAST
        ),
        controls.text_input("recipe", Text("Recipe", "レシピ"), language, written(recipe).get(language), size=30),
        controls.text_input(
            "conditions",
            Text("Curses and blesses", "カースとブレス"),
            language,
            written(conditions).get(language),
            size=30,
        ),
    ]


def written(idents: Iterable[str]) -> Text:
    """Return conditions as they are typed: names, with the number of copies where there are several.

    Example:
        >>> written(["poison", "trap", "trap"]).en
        'Poison, Trap 2'
    """
    counted = Counter(idents)
    return listed([CONDITIONS[ident].name + same(f" {n}" if n > 1 else "") for ident, n in counted.items()])


def _side(enemy: bool, language: Language) -> Element:
    return controls.flag("enemy", Text("An enemy", "敵"), language, ticked=enemy)


_BY_NAME = Text(
    "Conditions by name with commas between them, a number for several copies: Poison, Trap 2.",
    "カースとブレスは名前を読点で区切り、複数なら数を添えます。例：毒、罠2",
)


def people(state: Battle, language: Language, wanted: bool) -> list[Element]:
    """Return what adds fighters and notes emotions; `wanted`: a side is missing."""
    everybody: list[tuple[object, Text]] = [(who, fighter.name) for who, fighter in enumerate(state.fighters)]
    enemy = wanted and not any(fighter.enemy for fighter in state.fighters)
    taken = [fighter.name for fighter in state.fighters]
    called = free_name(AN_ENEMY if enemy else A_PC, taken) if wanted else same("")
    new = [
        *_sheet_fields(called, _USUAL, ("poison", "armour"), (), language),
        _side(enemy, language),
        controls.press(
            ["add", controls.control("name"), controls.control("enemy"), *_WRITTEN],
            Text("Add", "加える"),
            language,
            primary=wanted,
        ),
    ]
    parts: list[Element] = []
    if len(state.fighters) < MOST_FIGHTERS:
        parts.append(controls.fieldset(Text("Add a fighter", "参加者を加える"), new, language, _BY_NAME))
    if len(state.fighters) > 1:
        feel = [
            controls.select("who", Text("Who", "誰が"), everybody, language, 0),
            controls.select("toward", Text("Towards whom", "誰への"), everybody, language, 1),
            controls.press(
                ["emotion", controls.control("who"), controls.control("toward")],
                Text("Note the emotion", "感情を記入"),
                language,
            ),
        ]
        parts.append(controls.fieldset(Text("Emotions", "感情"), feel, language))
    if wanted and len(state.fighters) >= MOST_FIGHTERS:
        first = controls.removes(["remove", 0], state.name(0), language)
        first.set("class", "primary")
        parts.append(h("p", first))
    return parts
