"""What the widgets of Tactical Exorcist share: fields, house rules, names of difficulties."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated
from xml.etree.ElementTree import Element

from rules_py.core.arguments import Record
from rules_py.core.controls import number_input
from rules_py.core.fields import ChoiceField, FlagField, IntegerField
from rules_py.core.notation import Pool, Roll
from rules_py.core.text import Language, Text
from rules_py.exorcist.characters import MOST_EXTRA, NUMBERS, Damage
from rules_py.exorcist.checks import FACES, LADDER, Difficulty, Pressure, dice_rolled
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.sheet import DAMAGE


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


_NUMBERS = {name: words.begun() for name, words in NUMBERS.items()} | {
    "extra_evade": Text("Evade dice from specials", "【特殊能力】の回避ダイス"),
    "removal_dice": Text("Removal dice (E-11.25)", "解除の追加ダイス（E-11.25）"),
    "removal": Text("Removal bonus (E-11.25)", "解除の追加ダイス（E-11.25）"),
    "extra": Text("Dice added", "追加ダイス"),
    "targets": Text("Targets", "対象の数"),
    "distance": Text("Range (0: not given)", "射程（0なら記載なし）"),
    "continuous": Text("Continuous Attack", "【連続攻撃】"),
}


def number_lines(prefix: str, record: Record, told: object, language: Language) -> list[Element]:
    """Return lines for the numbers of a record, filled in from a sheet or with numbers in their order."""
    values = told if isinstance(told, tuple) else [getattr(told, name) for name in record.columns]
    return [
        number_input(f"{prefix}_{name}", _NUMBERS[name], language, value)
        for name, value in zip(record.columns, values, strict=True)
    ]


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
HitDamage = Annotated[Damage, replace(DAMAGE, kept=False)]
"""The damage of a hit of somebody else than the reader's own character."""


ONE_IS_ENOUGH = Text(
    "One success is enough (E-3.9); the line counts them all.",
    "成功は1つで足ります（E-3.9）。表示されるのは成功の数です。",
)


def table_roll(
    dice: int,
    difficulty: Difficulty,
    rulings: Rulings,
    name: Text | None = None,
    lost: tuple[Text, ...] = (ONE_IS_ENOUGH,),
) -> Roll:
    """Return a check as it is rolled at the table.

    Args:
        dice: Ability and bonus dice together.
        difficulty: The difficulty, with all steps counted.
        rulings: What a check without dice is (E-Q3).
        name: What it is for.
        lost: What no dice tool knows of it.

    Source: E-3.7 to E-3.9, E-T2, E-Q3.

    Example:
        >>> table_roll(0, Difficulty.HARD, Rulings(no_dice="one_die")).rolled
        Pool(dice=1, faces=6, face=5, at_most=False)
    """
    return Roll(Pool(dice_rolled(dice, rulings), FACES, difficulty.value, at_most=False), lost, name)
