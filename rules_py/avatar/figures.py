"""Avatars' figures: a hand, cards in a field with what they are worth, and procedures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from xml.etree.ElementTree import Element

from rules_py.avatar.cards import ACE, KING, Card, Suit, field_total, of_one_suit, rank_name, read_cards
from rules_py.avatar.checks import CARD_PRICE
from rules_py.avatar.effects import BOUGHT_IN_A_CLASH, NO_CLASH_FACTOR, REFILL_EP
from rules_py.core.data import Figure
from rules_py.core.drawing import board, box, svg, word
from rules_py.core.flow import drawn
from rules_py.core.text import Language, Text

WIDE, HIGH, GAP = 44, 62, 8


def draw_field(cards: Sequence[Card], suit: Suit, language: Language, total: int | None = None) -> Element:
    """Draw cards in a field, below each what it is worth, and the total.

    Args:
        cards: The cards, Jokers declared.
        suit: The avatar's own suit, whose cards are framed.
        language: The reader's language.
        total: The total; None if it is not known.

    Returns:
        An SVG element, whose label says everything in words.

    Source: A-2.1, A-9.14, A-M1, A-M2, A-M11.

    Example:
        >>> draw_field(read_cards("SK HA"), Suit.SPADES, "en", 27).get("aria-label")
        'Field: ♠K 13, ♥A 14. Total 27.'
    """
    critical = of_one_suit(cards, suit) and total != field_total(cards)
    parts: list[Element | list[Element]] = []
    spoken = []
    for i, card in enumerate(cards):
        x = GAP + i * (WIDE + GAP)
        own = card.suit == suit
        value = "J–K" if critical else str(field_total((card,), others=cards))
        kind = "card mine" if own else "card"
        raised = not critical and card.rank == ACE and any(other.rank == KING for other in cards)
        parts += [
            box(x, 4, WIDE, HIGH, f"{kind} raised" if raised else kind, 5),
            word(
                x + WIDE / 2,
                28,
                card.suit.symbol if card.suit else "★",
                "suit-red" if card.suit and card.suit.red else "suit",
            ),
            word(x + WIDE / 2, 52, rank_name(card.rank) if card.rank else "?", "number"),
            word(x + WIDE / 2, HIGH + 20, value, "label"),
        ]
        if card.joker:
            parts.append(word(x + WIDE - 4, 15, "★", "label", "end"))
        spoken.append(f"{card.label().get(language)} {value}")
    words = Text("Field: {cards}.", "場：{cards}。")
    said = words.format(cards=", ".join(spoken) if language == "en" else "、".join(spoken)).get(language)
    if total is not None:
        words = Text("Total {total}", "合計{total}").format(total=total)
        said += Text(" {words}.", "{words}。").format(words=words).get(language)
        x = GAP + len(cards) * (WIDE + GAP) + 6
        parts.append(word(x, 44, f"= {total}", "suit", "start"))
    width = max(160, GAP + len(cards) * (WIDE + GAP) + (70 if total is not None else 0))
    return svg(width, HIGH + 28, said, *parts, class_="figure cards")


def draw_ace(language: Language) -> Element:
    """Draw an ace alone and beside a king: 1 and 14."""
    return draw_field(read_cards("SK HA DA"), Suit.CLUBS, language, 41)


DEALT = read_cards("C5 D9 SK HA S7")


def draw_hand(language: Language) -> Element:
    """Draw a hand of cards; those of the avatar's suit have the heavier frame (A-9.14)."""
    parts: list[Element] = []
    for i, card in enumerate(DEALT):
        x, y = 21 + 47 * i, 19 + 5 * abs(i - len(DEALT) // 2)
        suit = "suit-red" if card.suit and card.suit.red else "suit"
        parts += [
            box(x, y, 40, 68, "card mine" if card.suit == Suit.SPADES else "card", 5),
            word(x + 20, y + 30, card.suit.symbol if card.suit else "★", suit),
            word(x + 20, y + 53, rank_name(card.rank) if card.rank else "?", "head"),
        ]
    cards = [card.label().get(language) for card in DEALT]
    label = Text("A hand of cards: {cards}.", "手札：{cards}。")
    return board(label.format(cards=("、" if language == "ja" else ", ").join(cards)).get(language), parts, width=270)


FIGURES: dict[str, Figure] = {
    "avatar.board": draw_hand,
    "avatar.ace": draw_ace,
    "avatar.round": partial(drawn, "avatar", "round", refill_ep=REFILL_EP),
    "avatar.clash": partial(
        drawn, "avatar", "clash", no_clash_factor=NO_CLASH_FACTOR, bought_in_a_clash=BOUGHT_IN_A_CLASH
    ),
    "avatar.check": partial(drawn, "avatar", "check", card_price=CARD_PRICE),
}
