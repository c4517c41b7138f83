"""What a player of Kamui rolls at an online table (K-1.4, K-2.9, K-2.12, K-5.1, K-5.3, K-6.2)."""

from __future__ import annotations

from rules_py.core.palette import Line, change, command, heading, in_braces
from rules_py.core.text import Text, same
from rules_py.kamui.checks import EVENT_TARGET, check_dice
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.sheet import (
    ABILITIES,
    ACTION_LABEL,
    ATTACK_LABEL,
    BONUS_LABEL,
    LINKS_LABEL,
    MULTIPLIER_LABEL,
    POWER_LABEL,
    RANK_LABEL,
    REVIVALS_LABEL,
    SHOWN_TRAITS,
    Sheet,
    traits_used,
)

BOT = "DiceBot"
"""There is no bot of its own."""
_SPENT = range(1, 6)
"""Dice of revelation and of attacks that stand ready."""
_CHANGES = {ACTION_LABEL: (-1, -2, -3), REVIVALS_LABEL: (+1,)}
"""What else than 1 less a resource is changed by."""


def lines(sheet: Sheet, rulings: Rulings = Rulings()) -> list[Line]:
    """Return the palette of a kamui.

    Args:
        sheet: The kamui.
        rulings: `success`, `success_face`, `die` and `no_successes` count.

    Returns:
        The lines in order; names in braces are those of `Sheet.resources` and `Sheet.abilities`.

    Source: K-1.4, K-1.8, K-2.9, K-2.12, K-4.4, K-5.1, K-5.3, K-6.2, K-6.3, K-Q1, K-Q2, K-Q3, K-Q9.

    Example:
        >>> from rules_py.kamui.sheet import SAMPLES
        >>> [line.text.ja for line in lines(SAMPLES[0])][7:9]
        ['2B10<={意志} 【意志】', '3B10<={意志} 【意志】、特性1つ']
        >>> [line.text.ja for line in lines(SAMPLES[0], Rulings(success="at_least_fixed", die="d8"))][7]
        '2B8>=6 【意志】'
    """
    needed = Text("Checks: {n} successes for interaction and offering", "判定（交流と献上は成功数{n}以上で成功）")
    grace = Text("Grace check", "恩寵判定")
    return [
        heading(Text("Revelation dice", "天啓ダイス")),
        *(command(same(f"{spent}B{rulings.sides}"), _by(spent, "Revelation", "天啓ダイス")) for spent in _SPENT),
        heading(needed.format(n=EVENT_TARGET)),
        *_checks(sheet, rulings),
        heading(Text("Attack: {name}", "攻撃：{name}").format(name=sheet.attack)),
        *(_roll(same(spent), ATTACK_LABEL, _by(spent, "Attack", "攻撃"), sheet, rulings) for spent in _SPENT),
        *_damage(rulings),
        heading(grace),
        _roll(in_braces(LINKS_LABEL), RANK_LABEL, grace, sheet, rulings),
        heading(Text("What is spent and suffered", "消費とダメージ")),
        *(change(each.label, by) for each in sheet.resources() for by in _CHANGES.get(each.label, (-1,))),
    ]


def _by(spent: int, english: str, japanese: str) -> Text:
    """Say what is rolled for how much action value."""
    return Text(f"{english}, action value {spent}", f"{japanese}（【行動値】{spent}）")


def _roll(dice: Text, label: Text, words: Text, sheet: Sheet, rulings: Rulings) -> Line:
    """Return a check whose dice are compared as K-Q1 says: with a number of the sheet, or with a fixed one."""
    if rulings.success == "at_most_ability":
        compared = same("<=") + in_braces(label)
    else:
        compared = same(f">={rulings.success_face if rulings.success == 'at_least_fixed' else sheet.target}")
    return command(dice + same(f"B{rulings.sides}") + compared, words)


def _checks(sheet: Sheet, rulings: Rulings) -> list[Line]:
    """Return the checks with each ability: without traits, with one, with two (K-1.8, K-1.11)."""
    found = []
    for label, name in ABILITIES.values():
        for traits in range(SHOWN_TRAITS + 1):
            words = name + traits_used(traits) if traits else name
            found.append(_roll(same(check_dice(sheet.dice, traits)), label, words, sheet, rulings))
    return found


def _damage(rulings: Rulings) -> list[Line]:
    """Return the damage with so many successes (K-5.3, K-Q9)."""
    power, multiplier, bonus = map(in_braces, (POWER_LABEL, MULTIPLIER_LABEL, BONUS_LABEL))
    found = []
    for successes in range(0 if rulings.no_successes == "formula" else 1, _SPENT.stop):
        formula = same(f"C(({successes}+") + power + same(")*") + multiplier + same("+") + bonus + same(")")
        words = Text("Damage with successes: {n}", "成功数{n}のダメージ").format(n=successes)
        found.append(command(formula, words))
    return found
