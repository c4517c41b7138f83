"""What a player of the serial contest rolls at an online table (C-4.2, C-3.5, C-6.2)."""

from __future__ import annotations

from dataclasses import replace

from rules_py.contest.rulings import Rulings
from rules_py.contest.sheet import AUGMENTS, MASTERIES, PIECE, WOUND, Sheet, alone, bonuses
from rules_py.core.palette import Line, change, command, heading, in_braces
from rules_py.core.text import Text, same
from rules_py.core.words import words

WORDS = words("contest")

BOT = "DiceBot"
"""The dice bot; it says whether a roll succeeds, and leaves 1, 20 and the masteries to the table."""


def lines(sheet: Sheet, rulings: Rulings = Rulings()) -> list[Line]:
    """Return the palette of a character.

    Args:
        sheet: The character.
        rulings: What a heavy wound halves (C-Q22), and how much abilities augment (C-Q6).

    Returns:
        The lines in order; names in braces are those of `Sheet.resources` and `Sheet.abilities`.

    Source: C-3.5, C-3.14, C-3.21, C-4.2, C-5.1, C-6.2, C-M1, C-Q1.

    Example:
        >>> from rules_py.contest.sheet import SAMPLES
        >>> [line.text.ja for line in lines(SAMPLES[1])][1:3]
        ['1D20<={槍術} 槍術 {槍術}W{槍術W}', '1D20<={勇敢} 勇敢 {勇敢}W{勇敢W}']
    """
    named = [
        (label, alone(each), _said(each.name)) for label, each in zip(sheet.labels(), sheet.ability_list, strict=True)
    ]
    found = [heading(Text("Rolls (1 critical, 20 fumble)", "ロール（1クリティカル、20ファンブル）"))]
    found += [
        command(
            _ROLL.format(label=label),
            name + _NUMBER.format(rating=in_braces(label), masteries=in_braces(label + MASTERIES)),
        )
        for label, _, name in named
    ]
    found.append(heading(Text("With augments (one more W past 20)", "増強込み（20を超えたらWを1つ増やす）")))
    found += [
        command(_AUGMENTED.format(label=label, augments=AUGMENTS), name + WORDS["with_augments"])
        for label, _, name in named
    ]
    found += [change(AUGMENTS, bonus) for bonus in bonuses(sheet.ability_list, rulings)]
    found.append(heading(Text("With a heavy wound, before augments", "重傷のとき（増強の前）")))
    for _, unhurt, name in named:
        number = replace(unhurt, wounded=True).effective(rulings)
        said = name + WORDS["while_wounded"] + _NUMBER.format(rating=number.rating, masteries=number.masteries)
        found.append(command(same(f"1D20<={number.rating}"), said))
    return [
        *found,
        change(WOUND, +1),
        heading(Text("The piece (+ towards the opponent)", "コマ（+が相手側）")),
        change(PIECE, +1),
        change(PIECE, -1),
        Line("words", WORDS["no_push_this_round"]),
    ]


_ROLL = same("1D20<={{{label}}}")
_AUGMENTED = same("1D20<=({{{label}}}+{{{augments}}}-1)-({{{label}}}+{{{augments}}}-1)/20*20+1")
"""A mastery is 20 points, so that past 20 the roll is against what is left (C-M1)."""
_NUMBER = same(" {rating}W{masteries}")


def _said(name: Text) -> Text:
    """Return a name that is only read: braces would stand for a number."""
    return Text(*(each.translate(_ROUND) for each in (name.en, name.ja)))


_ROUND = str.maketrans("{}", "()")
