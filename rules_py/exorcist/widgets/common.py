"""What the widgets of Tactical Exorcist share: fields, house rules, names of difficulties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules_py.core import house_rules as shared
from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, Field, IntegerField, ReadField
from rules_py.core.form import Group
from rules_py.core.text import Text
from rules_py.exorcist.characters import (
    MOST_ABILITY,
    MOST_ARMOUR,
    MOST_POINTS,
    MOST_SUPPLIES,
    Damage,
    DamageKind,
    parse_damage,
)
from rules_py.exorcist.checks import LADDER, Difficulty, Pressure, Reach
from rules_py.exorcist.rulings import NUMBERS, Rulings
from rules_py.exorcist.system import SYSTEM

MOST_EVADE_DICE = 12


def named(difficulty: Difficulty) -> Text:
    """Return a difficulty with its face.

    Example:
        >>> named(Difficulty.HARD).en, named(Difficulty.ULTRA_HARD).ja
        ('HARD (5+)', 'ULTRA-HARD（6）')
    """
    if difficulty in (Difficulty.AUTOMATIC, Difficulty.IMPOSSIBLE):
        return difficulty.text
    if difficulty is Difficulty.ULTRA_HARD:
        return difficulty.text + Text(f" ({difficulty:d})", f"（{difficulty:d}）")
    return difficulty.text + Text(f" ({difficulty:d}+)", f"（{difficulty:d}以上）")


def difficulty_field(
    name: str, label: Text = Text("Difficulty", "難易度"), default: Difficulty = Difficulty.NORMAL
) -> ChoiceField:
    """Return the choice of a difficulty."""
    options = tuple((difficulty.name.lower(), named(difficulty)) for difficulty in LADDER)
    return ChoiceField(label, default.name.lower(), options=options, name=name)


def read_difficulty(value: str) -> Difficulty:
    """Return the difficulty that a choice stands for."""
    return Difficulty[value.upper()]


def pressure_field(label: Text = Text("Pressure", "【戦闘区域内圧力】")) -> ChoiceField:
    """Return the choice of a pressure mode."""
    options = tuple((pressure.name.lower(), pressure.text) for pressure in Pressure)
    return ChoiceField(label, "normal", options=options, name="pressure")


def read_pressure(value: str) -> Pressure:
    """Return the mode that a choice stands for."""
    return Pressure[value.upper()]


def reach_field(name: str) -> ChoiceField:
    """Return the choice between melee and ranged."""
    return ChoiceField(
        Text("Attack", "攻撃の種類"), "melee", options=tuple((reach.value, reach.text) for reach in Reach), name=name
    )


def damage_field(name: str, default: str, label: Text = Text("Damage of a hit", "命中時のダメージ")) -> ReadField:
    """Return the field of the damage of a hit."""
    hint = Text("such as 1d6, 2d4+1 or 3", "「1d6」「2d4+1」「3」のように")
    return ReadField(label, default, hint=hint, read=_physical, name=name)


def _physical(raw: str, name: str) -> Damage:
    return parse_damage(raw, name)


def kind_field(name: str) -> ChoiceField:
    """Return the choice between physical and spiritual damage."""
    options = tuple((kind.value, kind.text) for kind in DamageKind)
    return ChoiceField(Text("Kind of damage", "ダメージの種類"), "physical", options=options, name=name)


def own_fields() -> tuple[Field, ...]:
    """Return the numbers of a PC that is attacked; the browser keeps them."""
    return (
        IntegerField(
            Text("Evade dice left", "残りの回避ダイス"), "4", most=MOST_EVADE_DICE, kept=True, name="evade_dice"
        ),
        IntegerField(Text("Armour, all together", "【装甲】の合計"), "1", most=MOST_ARMOUR, kept=True, name="armour"),
        IntegerField(Text("HP", "【体力】"), "5", least=1, most=MOST_POINTS, kept=True, name="hp"),
        IntegerField(
            Text("Spirit points", "【霊力】"), "4", least=1, most=MOST_POINTS, kept=True, name="spirit_points"
        ),
        IntegerField(Text("Katashiro", "【形代】"), "1", most=MOST_SUPPLIES, kept=True, name="katashiro"),
    )


def ability_fields() -> tuple[Field, ...]:
    """Return the abilities of the reader's PC; the browser keeps them."""
    labels = {"body": Text("Body", "【体】"), "spirit": Text("Spirit", "【霊】"), "skill": Text("Skill", "【巧】")}
    return tuple(IntegerField(label, "3", most=MOST_ABILITY, kept=True, name=name) for name, label in labels.items())


def house_rules(widget: str, without: tuple[str, ...] = ()) -> Group:
    """Return the group of house rules of a widget."""
    return shared.house_rules(SYSTEM, Rulings, widget, without, NUMBERS)


def read_rulings(inputs: Mapping[str, Any]) -> Rulings:
    """Return the rulings that the form's switches describe.

    Raises:
        InputError: If the roped areas do not fit together (E-Q12).
    """
    return shared.read_rulings(SYSTEM, Rulings, inputs)


def renamed(error: InputError, names: Mapping[str, str]) -> InputError:
    """Return an error of the rules as one of the form's field.

    Args:
        error: What the rules said.
        names: The form's names of their parameters.
    """
    error.field = names.get(error.field, error.field)
    return error
