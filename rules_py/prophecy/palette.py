"""What a player of Prophecy rolls at an online table (P-3.1, P-10.4, P-10.7, P-8.2)."""

from __future__ import annotations

from rules_py.core.palette import Line, change, command, heading
from rules_py.core.text import Text, same
from rules_py.core.words import words
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.sheet import Sheet

WORDS = words("prophecy")

BOT = "SRS"
"""The dice bot that marks two 6s and two 1s; every line works without it, too."""


def lines(sheet: Sheet, rulings: Rulings = Rulings()) -> list[Line]:
    """Return the palette of a PC.

    Args:
        sheet: The PC.
        rulings: How three dice count (P-Q1), when they are Lucky (P-Q2) and when a Fumble (P-Q3).

    Returns:
        The lines in order; names in braces are those of `Sheet.resources` and `Sheet.abilities`.

    Source: P-3.1, P-3.6, P-4.3, P-8.2, P-10.4, P-10.6, P-10.7, P-10.9, P-Q1.

    Example:
        >>> from rules_py.prophecy.sheet import SAMPLES
        >>> [line.text.ja for line in lines(SAMPLES[0])][1:3]
        ['2D6+{キャスト} キャスト判定', '3D6+{キャスト} キャスト判定（準備効果）']
    """
    three = same("3D6" if rulings.third_die == "sum" else "3D6KH2")
    found = [heading(Text("Attack and guard: ", "攻撃と防御：") + _forced(rulings))]
    for label, name in ((_CAST, Text("Cast check", "キャスト判定")), (_GUARD, Text("Guard check", "ガード判定"))):
        added = same("+{{{label}}}").format(label=label)
        found += [command(_TWO + added, name), command(three + added, name + WORDS["with_preparation"])]
    found += [command(_TWO, Text("Initiative", "イニシアチブ")), heading(WORDS["palette_checks"].format(bot=BOT))]
    for letter in "PMTS":
        added = same("+{{{letter}}}>={{{target}}}").format(letter=letter, target=_TARGET)
        name = Text("Check: {letter}", "{letter}の判定").format(letter=letter)
        found += [command(_TWO + added, name), command(three + added, name + WORDS["with_factor"])]
    return [
        *found,
        heading(Text("What is spent and suffered", "消費とダメージ")),
        change(Text("Mana", "マナ"), -1),
        change(Text("Preparations", "準備効果"), -1),
        change(Text("Damage", "ダメージ"), +1),
    ]


_TWO = same("2D6")


def _forced(rulings: Rulings) -> Text:
    """Say what the dice show that no bot marks of three of them (P-5.1, P-5.3)."""
    lucky = Text("two 6s are Lucky", "6が2個でラッキー♪")
    if rulings.lucky_needs == "exactly_two":
        lucky = Text("exactly two 6s are Lucky", "6がちょうど2個でラッキー♪")
    fumble = Text("only 1s a Fumble", "すべて1でファンブル")
    if rulings.fumble_needs == "two_ones":
        fumble = Text("two 1s a Fumble", "1が2個でファンブル")
    return lucky + Text(", ", "、") + fumble


_CAST, _GUARD, _TARGET = Text("Cast", "キャスト"), Text("Guard", "ガード"), Text("Target", "目標値")
