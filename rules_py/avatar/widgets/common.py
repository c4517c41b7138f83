"""What the widgets of Avatars share: cards to pick, a suit, house rules."""

from __future__ import annotations

from rules_py.avatar.cards import JOKER, RANKS, SECOND_JOKER, Card, Suit, rank_name, read_cards
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.system import SYSTEM
from rules_py.core import house_rules as shared
from rules_py.core.fields import ChoiceField, PicksField
from rules_py.core.form import Group
from rules_py.core.text import Text, same

_EVERY_CARD = Rulings(deck="54")
_ROWS = (
    *(tuple((Card(rank, suit).code, same(f"{suit.symbol}{rank_name(rank)}")) for rank in RANKS) for suit in Suit),
    tuple((card.code, card.label()) for card in (JOKER, SECOND_JOKER)),
)


def cards_field(label: Text, default: str = "", hint: Text | None = None) -> PicksField:
    """Return a field in which cards of the deck are picked, a box for each; a link may also name them in words.

    Args:
        label: What stands over the cards.
        default: The cards picked at first, as a link carries them.
        hint: A short help.
    """
    return PicksField(label, default, hint, rows=_ROWS, read=read_any_cards, class_="picks cards")


def read_any_cards(raw: str, field: str) -> tuple[Card, ...]:
    """Return cards as typed; which of them the deck holds is for the house rules to say."""
    return read_cards(raw, field, _EVERY_CARD)


def suit_field(label: Text, default: Suit, *, kept: bool = False) -> ChoiceField:
    """Return the choice of a suit."""
    options = tuple((suit.value, same(f"{suit.symbol} ") + suit.label) for suit in Suit)
    return ChoiceField(label, default.value, options=options, kept=kept, means=Suit)


def house_rules(widget: str, without: tuple[str, ...] = ()) -> Group:
    """Return the group of house rules of a widget."""
    return shared.house_rules(SYSTEM, Rulings, widget, without)
