"""What is changed by hand about a kamui or an enemy, in words, and what follows from another name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules_py.core.text import Text
from rules_py.kamui.characters import Kamui

LEFT = ("hp", "armour", "traits_used", "revivals", "faith")
"""What is left of a kamui in play, or used up, in the order in which a link tells it."""
PLAIN = {
    "most_hp": Text("maximum of HP", "【HP】の最大値"),
    "hp": Text("HP", "【HP】"),
    "most_armour": Text("full armour", "【装甲】の最大値"),
    "armour": Text("armour", "【装甲】"),
    "action_value": Text("action value", "【行動値】"),
    "rank": Text("rank", "【位階】"),
    "will": Text("Will", "【意志】"),
    "wisdom": Text("Wisdom", "【知恵】"),
    "traits": Text("traits", "特性"),
    "traits_used": Text("traits used", "使用した特性"),
    "moves": Text("squares of a movement", "移動できるマス数"),
    "revivals": Text("revival checks", "復活チェック"),
    "faith": Text("own faith", "自分の【信仰】"),
    "threat": Text("threat level", "脅威レベル"),
}
"""Numbers of a kamui or an enemy, as the log calls them."""


def changes(before: Sequence[object], now: Sequence[object]) -> list[Text]:
    """Return which numbers have changed, and how.

    Args:
        before: What has the numbers, as it was.
        now: The same, as it is.

    Example:
        >>> [text.en for text in changes([Kamui("Sui", 5, hp=10)], [Kamui("Sui", 5, hp=7)])]
        ['HP 10 → 7']
    """
    words = Text("{what} {old} → {new}", "{what}{old}→{new}")
    return [
        words.format(what=what, old=getattr(one, name), new=getattr(other, name))
        for one, other in zip(before, now, strict=True)
        for name, what in PLAIN.items()
        if getattr(one, name, None) != getattr(other, name, None)
    ]


def relinked(kamui: Kamui, old: str, new: str) -> Kamui:
    """Return a kamui whose links to somebody lead there under another name.

    Example:
        >>> from rules_py.kamui.characters import Link
        >>> relinked(Kamui("Sui", 5, links=(Link("Iwao", 5),)), "Iwao", "Crag").links[0].to
        'Crag'
    """
    return replace(kamui, links=tuple(replace(link, to=new) if link.to == old else link for link in kamui.links))
