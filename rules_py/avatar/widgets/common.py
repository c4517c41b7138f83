"""What the widgets of Avatars share: cards to pick, difficulties, house rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rules_py.avatar.cards import JOKER, RANKS, SECOND_JOKER, Card, Suit, check_cards, rank_name, read_cards
from rules_py.avatar.checks import BANDS, LARGEST_DIFFICULTY, uniform
from rules_py.avatar.reading import read_prior
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.system import SYSTEM
from rules_py.core import house_rules as shared
from rules_py.core.errors import InputError
from rules_py.core.fields import ChoiceField, Field, IntegerField, PicksField, ReadField
from rules_py.core.form import Group
from rules_py.core.text import Text, same

_EVERY_CARD = Rulings(deck="54")
_ROWS = (
    *(tuple((Card(rank, suit).code, same(f"{suit.symbol}{rank_name(rank)}")) for rank in RANKS) for suit in Suit),
    tuple((card.code, card.label()) for card in (JOKER, SECOND_JOKER)),
)


def cards_field(name: str, label: Text, default: str = "", hint: Text | None = None) -> PicksField:
    """Return a field in which cards of the deck are picked, a box for each; a link may also name them in words.

    Args:
        name: The field's name.
        label: What stands over the cards.
        default: The cards picked at first, as a link carries them.
        hint: A short help.
    """
    return PicksField(label, default, hint=hint, rows=_ROWS, read=_read, class_="picks cards", name=name)


def typed_cards_field(name: str, label: Text, default: str = "", hint: Text | None = None) -> ReadField:
    """Return a field in which cards are written, where order or declared Jokers matter."""
    return ReadField(label, default, hint=hint, read=_read, size=16, name=name)


def _read(raw: str, name: str) -> tuple[Card, ...]:
    cards = read_cards(raw, name, _EVERY_CARD)
    check_cards(cards, name, _EVERY_CARD)
    return cards


def suit_field(name: str = "suit", label: Text = Text("Your avatar's suit", "アバターのスート")) -> ChoiceField:
    """Return the choice of a suit."""
    options = tuple((suit.value, same(f"{suit.symbol} ") + suit.label) for suit in Suit)
    return ChoiceField(label, Suit.SPADES.value, options=options, name=name)


def known_fields(default: str) -> tuple[Field, ...]:
    """Return the fields for what is known of a difficulty.

    Args:
        default: `"number"`, `"own"`, or the row of a band.
    """
    bands = tuple((band.row, band.label) for band in BANDS)
    return (
        ChoiceField(
            Text("What you know of the difficulty", "難度についてわかること"),
            default,
            options=(
                *bands,
                ("number", Text("the number below", "下に書いた数")),
                ("own", Text("the numbers in “Your guess”", "「自分の見立て」に書いた数")),
            ),
            hint=Text(
                "the band the master hints at (A-T1), every number in it equally likely",
                "マスターの答えに当たる段階（A-T1）。その中のどの数も同じ確率とします",
            ),
            name="known",
        ),
        IntegerField(
            Text("Difficulty, if known", "難度（わかるとき）"),
            "21",
            least=1,
            most=LARGEST_DIFFICULTY,
            name="difficulty",
        ),
    )


def prior_field() -> ReadField:
    """Return the field for the reader's own guess at the difficulty."""
    return ReadField(
        Text("Your guess", "自分の見立て"),
        "18-20, 21*3",
        hint=Text("18-20, 21*3: 21 three times as likely", "「18-20, 21*3」なら、21の重みが3倍"),
        read=read_prior,
        size=16,
        name="prior",
    )


def read_known(inputs: Mapping[str, Any]) -> dict[int, Fraction]:
    """Return how likely each difficulty is by what the fields of `known_fields` say."""
    if inputs["known"] == "number":
        return {inputs["difficulty"]: Fraction(1)}
    if inputs["known"] == "own":
        prior: dict[int, Fraction] = inputs["prior"]
        return prior
    return uniform(next(band for band in BANDS if band.row == inputs["known"]).numbers)


def house_rules(widget: str, without: tuple[str, ...] = ()) -> Group:
    """Return the group of house rules of a widget."""
    return shared.house_rules(SYSTEM, Rulings, widget, without)


def read_rulings(inputs: Mapping[str, Any]) -> Rulings:
    """Return the rulings that the form's switches describe."""
    return shared.read_rulings(SYSTEM, Rulings, inputs)


def renamed(error: InputError, names: Mapping[str, str]) -> InputError:
    """Return an error of the rules as one of the form's field.

    Args:
        error: What the rules said.
        names: The form's names of their parameters.
    """
    error.field = names.get(error.field, error.field)
    return error
