"""Fields for cards, as the calculators with open and hidden cards share them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from rules_py.avatar.cards import Card, Suit, check_cards, read_cards
from rules_py.avatar.effects import MOST_POWER
from rules_py.avatar.rulings import Rulings
from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, IntegerField, ReadField
from rules_py.core.text import Text, same

NONE = ("-", "なし", "none")
_ANY_DECK = Rulings(deck="54")
_HINT = Text("such as SK ♥10 Joker=SA", "「SK ♥10 ジョーカー=SA」のように")
POWER_HINT = Text("empty: 10% of EP (A-Q32)", "空欄ならEPの10%（A-Q32）")
SUITS = tuple((suit.value, same(suit.symbol + " ") + suit.label) for suit in Suit)


def read_some(raw: str, field: str) -> tuple[Card, ...]:
    """Return cards as typed; none have to be told by a sign, so that nothing is left out by mistake.

    Example:
        >>> read_some("SK ♥3", "hand"), read_some("なし", "hand")
        ((Card(SK), Card(H3)), ())
    """
    if not raw.strip():
        raise InputError(field, raw, Text("cards, or - for none", "カードか、なければ「なし」と書いてください"))
    return read_few(raw, field)


def read_few(raw: str, field: str) -> tuple[Card, ...]:
    """Return cards as typed, where nothing means none."""
    tidy = unicodedata.normalize("NFKC", raw).strip()
    return () if tidy.lower() in NONE else read_cards(raw, field, _ANY_DECK)


def read_groups(raw: str, field: str) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of several people, separated by a stroke.

    Example:
        >>> read_groups("SK S3 / HA", "rivals")
        ((Card(SK), Card(S3)), (Card(HA),))
    """
    tidy = unicodedata.normalize("NFKC", raw)
    if not tidy.strip() or tidy.strip().lower() in NONE:
        return ()
    return tuple(read_some(part, field) for part in tidy.split("/"))


def cards_field(name: str, label: Text, default: str = "", hint: Text = _HINT) -> ReadField:
    """Return a line for cards; it may stay empty if it is so at first."""
    return ReadField(label, default, hint, read=read_some if default else read_few, size=16, name=name)


def suit_field(name: str, label: Text, default: str, *, kept: bool = False) -> ChoiceField:
    """Return the choice of a suit."""
    return ChoiceField(label, default, options=SUITS, kept=kept, name=name)


def power_field(name: str, label: Text, *, kept: bool = False) -> ReadField:
    """Return the field of an attack power, which may stay empty (`attack_power`)."""
    return ReadField(label, "", POWER_HINT, kept=kept, read=_read_power, size=6, name=name)


def _read_power(raw: str, field: str) -> int | None:
    return IntegerField(same(field), most=MOST_POWER, name=field).parse(raw) if raw.strip() else None


def each_once(groups: Sequence[tuple[str, Sequence[Card]]], rulings: Rulings) -> None:
    """Make sure that no card stands in two fields.

    Args:
        groups: Names of the fields with their cards, in the order of the form.
        rulings: `deck` counts.

    Raises:
        InputError: If one does; it names the later field.
    """
    before: list[Card] = []
    for name, cards in groups:
        before += cards
        check_cards(before, name, rulings)
