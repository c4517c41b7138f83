"""What a player of Avatars reckons at an online table; cards come from a deck (A-5.1, A-6.21, A-7.19, A-9.4)."""

from __future__ import annotations

from rules_py.avatar.cards import KING, Suit
from rules_py.avatar.checks import CARD_PRICE
from rules_py.avatar.effects import BOUGHT_IN_A_CLASH
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.sheet import EP, HAND, POWER_NOW, Sheet
from rules_py.core.palette import Line, change, command, heading, in_braces
from rules_py.core.text import Text, same
from rules_py.core.words import words

WORDS = words("avatar")

BOT = "DiceBot"
"""The dice bot; nothing is rolled, it adds up and chooses a suit."""


def lines(sheet: Sheet, rulings: Rulings = Rulings()) -> list[Line]:
    """Return the palette of an avatar.

    Args:
        sheet: The avatar.
        rulings: How fractions of damage and of Power Release are rounded (A-Q7, A-Q8).

    Returns:
        The lines in order; names in braces are those of `Sheet.resources` and `Sheet.abilities`.

    Source: A-5.1, A-5.6, A-6.15, A-6.21, A-7.1, A-7.19, A-9.9, A-9.15, A-12.3, A-Q7, A-Q8, A-Q32.

    Example:
        >>> from rules_py.avatar.sheet import SAMPLES
        >>> [line.text.ja for line in lines(SAMPLES[0])][9:12]
        ['C({EP}/10) 通常攻撃', 'C({EP}*2/10) 強打（場のカードがすべて♠）', 'C({EP}/20) 防御した相手への通常攻撃']
    """
    up = "U" if rulings.rounding == "up" else ""
    suit = same(sheet.suit.symbol)
    return [
        heading(Text("Cards", "カード")),
        Line("words", WORDS["cards_from_a_deck"]),
        command(same(f"choice[{','.join(each.symbol for each in Suit)}]"), WORDS["suit_of_event"]),
        change(HAND, -1),
        change(HAND, +1),
        heading(Text("Checks: write your own numbers", "判定（数を書き換えて使う）")),
        command(same("C(13+7)"), Text("Check total", "達成値")),
        command(same(f"C({KING}*2)"), WORDS["palette_critical"].format(suit=suit)),
        heading(Text("Attacks", "攻撃")),
        command(_rounded("{EP}/10", up), Text("Normal attack", "通常攻撃")),
        command(_rounded("{EP}*2/10", up), WORDS["palette_strong_hit"].format(suit=suit)),
        command(_rounded("{EP}/20", up), Text("Normal attack on a Guard", "防御した相手への通常攻撃")),
        command(same("C(") + _power(sheet) + same("*1)"), WORDS["palette_clash"]),
        heading(Text("Power Release: EP gained", "力の解放で増えるEP")),
        command(_gained("{SEP}-{SEP}/2", rulings), Text("SEP to half", "SEPを半分にする")),
        command(_gained("{SEP}", rulings), Text("SEP to 0", "SEPを0にする")),
        heading(Text("EP that cards cost: check, decisive battle", "カードに支払うEP（判定、決戦）")),
        change(EP.label, -CARD_PRICE),
        change(EP.label, -BOUGHT_IN_A_CLASH),
    ]


def _rounded(points: str, up: str) -> Text:
    """Return what works out damage, of which fractions are dropped unless it is told otherwise."""
    return same(f"C({points}{up})")


def _power(sheet: Sheet) -> Text:
    """Return the attack power: the sheet's, or a tenth of the EP that are left."""
    return same("{EP}/10") if sheet.power is None else in_braces(POWER_NOW)


def _gained(sealed: str, rulings: Rulings) -> Text:
    if rulings.release_rounding == "whole_percents":
        return same(f"C(({sealed})*100/{{EP}}*{{EP}}/100)")
    return same(f"C({sealed})")
