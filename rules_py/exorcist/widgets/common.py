"""What the widgets of Tactical Exorcist share: fields, house rules, names of difficulties."""

from __future__ import annotations

from typing import Annotated

from rules_py.core import house_rules as shared
from rules_py.core.fields import ChoiceField, FlagField, IntegerField, ReadField
from rules_py.core.form import Group
from rules_py.core.text import Text
from rules_py.exorcist.characters import MOST_EXTRA, Damage, parse_damage
from rules_py.exorcist.checks import LADDER, Difficulty, Pressure
from rules_py.exorcist.rulings import NUMBERS, Rulings
from rules_py.exorcist.system import SYSTEM

MOST_EVADE_DICE = 12
"""Evade dice that the calculators plan with; rules know more of them than can be counted in a moment."""


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


def difficulty_field(label: Text = Text("Difficulty", "難易度")) -> ChoiceField:
    """Return the choice of a difficulty."""
    options = tuple((difficulty.name.lower(), named(difficulty)) for difficulty in LADDER)
    return ChoiceField(label, "normal", options=options, means=lambda raw: Difficulty[raw.upper()])


def pressure_field(label: Text = Text("Pressure", "【戦闘区域内圧力】")) -> ChoiceField:
    """Return the choice of a pressure mode."""
    options = tuple((pressure.name.lower(), pressure.text) for pressure in Pressure)
    return ChoiceField(label, "normal", options=options, means=lambda raw: Pressure[raw.upper()])


Bonus = Annotated[int, IntegerField(Text("Bonus dice", "追加のダイス"), "0", least=-MOST_EXTRA, most=MOST_EXTRA)]
Focus = Annotated[bool, FlagField(Text("Attack focus, 1 step easier", "【攻撃集中】（1段階易しい）"))]
Manoeuvre = Annotated[bool, FlagField(Text("Tactical manoeuvre, 1 step harder", "【戦術機動】（1段階難しい）"))]
HitDamage = Annotated[
    Damage,
    ReadField(
        Text("Damage of a hit", "命中時のダメージ"),
        "1d6",
        Text("such as 1d6, 2d4+1 or 3", "「1d6」「2d4+1」「3」のように"),
        read=parse_damage,
    ),
]


def house_rules(widget: str) -> Group:
    """Return the group of house rules of a widget."""
    return shared.house_rules(SYSTEM, Rulings, widget, numbers=NUMBERS)
