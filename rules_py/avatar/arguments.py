"""What an action of a combat may be told: people, cards, sheets, and what goes with a declaration."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any

from rules_py.avatar.cards import Card, Suit, read_card, read_cards
from rules_py.avatar.effects import MOST_EP, MOST_LIMIT, MOST_POWER, MOST_SPECIAL
from rules_py.avatar.model import Combat, Kind, Phase, Side
from rules_py.avatar.rulings import Rulings
from rules_py.core.arguments import Argument, Bound, Choice, Line, Record, Typed, Whole
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text
from rules_py.core.words import words

WORDS = words("avatar")
BOUNDS = {"ep": (1, MOST_EP), "sep": (0, MOST_EP), "limit": (0, MOST_LIMIT), "power": (0, MOST_POWER)}
"""Least and most of the numbers of a character."""
LONGEST_WORDS = 60
_ANY_DECK = Rulings(deck="54")
_JOKERS = ("X", "Y")
_TICKED = "1"


# --- people -----------------------------------------------------------------------------------------------------------


ANYBODY = Whole(0, lambda combat: len(combat.fighters) - 1)


class Present(Whole):
    """The number of somebody who takes part."""

    def read(self, value: Any, name: str, state: Combat) -> int:
        """Return the number if that character takes part."""
        who = super().read(value, name, state)
        if not state.fighters[who].there:
            raise InputError(name, state.fighters[who].name, WORDS["who_takes_part"])
        return who


class Holder(Present):
    """Somebody who takes part, whom a control may name by one of their hand cards."""

    def typed(self, told: Typed, state: Combat) -> int:
        """Return who was chosen."""
        for who, fighter in enumerate(state.fighters):
            if told.raw in [card.code for card in fighter.hand]:
                return who
        return super().typed(told, state)


PRESENT = Present(ANYBODY.least, ANYBODY.most)
Anybody = Annotated[int, ANYBODY]
Who = Annotated[int, PRESENT]
HolderOfCard = Annotated[int, Holder(ANYBODY.least, ANYBODY.most)]


# --- cards ------------------------------------------------------------------------------------------------------------


def _as_played(parts: Sequence[Any]) -> Any:
    """Return a card of a button as links hold it.

    Args:
        parts: The card or the control that picks it, and the controls that declare the Jokers among the cards.
    """
    code, *more = parts or [""]
    code = code.raw if isinstance(code, Typed) else code
    if code not in _JOKERS:
        return code
    said = {each.name: each.raw for each in more if isinstance(each, Typed)}
    rank, suit = said.get(f"{code.lower()}_rank", ""), said.get(f"{code.lower()}_suit", "")
    return f"{code}={suit}{rank}" if rank else code


class OneCard(Argument):
    """A card by its code, a Joker as it is declared; a button holds it as a list (`_as_played`)."""

    def typed(self, told: Typed, state: Combat) -> str:
        """Return the code of a card that is written in words."""
        return read_card(told.raw, told.name).code

    def pressed(self, value: Any, state: Combat) -> Any:
        """Return the card as it is played; nothing if none is picked."""
        return _as_played(value) or None if isinstance(value, list) else super().pressed(value, state)

    def controls(self, name: str, value: Any) -> dict[str, str]:
        """Return the control in which the card is picked."""
        return super().controls(name, value[0] if isinstance(value, list) and value else value)

    def read(self, value: Any, name: str, state: Combat) -> Card:
        """Return the card."""
        return read_card(value if isinstance(value, str) else "", name)


@dataclass(frozen=True)
class SomeCards(Argument):
    """Any number of cards; a button holds a list for each: its code, the box that picks it, what declares a Joker."""

    blank: Any = field(default_factory=list)

    def typed(self, told: Typed, state: Combat) -> list[str]:
        """Return the codes of cards that are written in words."""
        return [card.code for card in read_cards(told.raw, told.name)]

    def pressed(self, value: Any, state: Combat) -> Any:
        """Return the cards whose boxes are ticked; nothing if none is."""
        if not isinstance(value, list):
            return super().pressed(value, state)
        codes = []
        for each in value:
            match each:
                case [code, Typed(raw=raw), *jokers]:
                    codes += [_as_played([code, *jokers])] if raw == _TICKED else []
                case _:
                    codes.append(each)
        return codes or None

    def read(self, value: Any, name: str, state: Combat) -> tuple[Card, ...]:
        """Return the cards."""
        if not isinstance(value, list):
            raise InputError(name, value, WORDS["list_of_cards"])
        return tuple(CARD.read(each, name, state) for each in value)


@dataclass(frozen=True)
class CardOfEach(Argument):
    """Rows of somebody's number and one of their cards.

    Args:
        who: Who may be told.
        prefix: What the control of each begins with; the number follows.
        rule: Ledger id of the rule by which there has to be a row; none where there may be no row.
    """

    who: Whole
    prefix: str
    rule: str | None = None

    def pressed(self, value: Any, state: Combat) -> Any:
        """Return the rows whose card is picked; nothing if there is none."""
        rows = []
        for row in value if isinstance(value, list) else []:
            match row:
                case [who, Typed(raw=code)]:
                    rows += [[who, code]] if code else []
                case [who, list(parts)]:
                    rows += [[who, code]] if (code := _as_played(parts)) else []
                case _:
                    rows.append(row)
        return rows or None

    def read(self, value: Any, name: str, state: Combat) -> tuple[tuple[int, Card], ...]:
        """Return the rows."""
        rows = value if isinstance(value, list) else [value]
        if (self.rule and not rows) or not all(isinstance(row, list) and len(row) == 2 for row in rows):
            raise InputError(name, value, WORDS["one_card_each"], self.rule)
        cards = []
        for who, card in rows:
            number = self.who.read(who, "who", state)
            cards.append((number, CARD.read(card, f"{self.prefix}{number}", state)))
        return tuple(cards)


CARD = OneCard()
PlayedCard = Annotated[Card, CARD]
Cards = Annotated[tuple[Card, ...], SomeCards()]
Chosen = Annotated[tuple[tuple[int, Card], ...], CardOfEach(PRESENT, "card_", "A-3.1")]
Lost = Annotated[tuple[tuple[int, Card], ...], CardOfEach(ANYBODY, "lose_")]


class StartingHand(Argument):
    """The cards that somebody begins with, or how many are dealt."""

    def typed(self, told: Typed, state: Combat) -> int | str:
        """Return the cards as they are written, or their number."""
        cards = told.raw.strip()
        return int(cards) if cards.isascii() and cards.isdigit() and len(cards) < 4 else cards

    def read(self, value: Any, name: str, state: Combat) -> tuple[Card, ...] | int:
        """Return the cards, or their number."""
        if not isinstance(value, str):
            return whole_number(name, value, 0, MOST_LIMIT, "A-Q27")
        return tuple(card.face for card in read_cards(value, name, _ANY_DECK))


Hand = Annotated[tuple[Card, ...] | int, StartingHand()]


# --- sheets -----------------------------------------------------------------------------------------------------------


class OrNone(Whole):
    """A whole number, or `None`: the attack power that nobody tells."""

    def read(self, value: Any, name: str, state: Combat) -> Any:
        """Return the number, if there is one."""
        return None if value is None else super().read(value, name, state)


def _sheet(least_ep: Bound) -> Record:
    """Return the numbers of a character, of which there may be so few EP."""
    numbers = {key: Whole(least, most, "A-Q27") for key, (least, most) in BOUNDS.items()}
    ep, power = Whole(least_ep, MOST_EP, "A-Q27"), OrNone(0, MOST_POWER, "A-Q27")
    return Record({**numbers, "ep": ep, "power": power})


Value = Annotated[int | None, OrNone(0, MOST_EP, "A-Q27")]
Numbers = Annotated[dict[str, int | None], _sheet(1)]
ChangedNumbers = Annotated[dict[str, int | None], _sheet(lambda combat: int(combat.phase is Phase.SETUP))]
Named = Annotated[str, Line()]
SideName = Annotated[str, Choice(dict(Side.options()))]
SuitName = Annotated[str, Choice({suit.value: suit.text for suit in Suit}, "A-5.5")]


SIDES_TO_STRIKE = {
    "": Text("nobody", "なし"),
    "pc": Text("the players’ side", "プレイヤー側"),
    "enemy": Text("the enemies", "敵側"),
}
"""Who may strike first, by the word that links hold (A-1.2)."""
StrikingSide = Annotated[str, Choice(SIDES_TO_STRIKE, "A-1.2")]


# --- declarations -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Extras:
    """What goes with a declaration.

    Args:
        special: Factor of a special attack.
        cost: EP that it costs.
        words: What it is, in the player's words.
        discard: The card that a flight costs.
    """

    special: Fraction = Fraction(1)
    cost: int = 0
    words: str = ""
    discard: Card | None = None


def _factor(text: str, name: str) -> Fraction:
    try:
        factor = Fraction(text) if len(text) <= 8 else Fraction(0)
    except (ValueError, ZeroDivisionError):
        factor = Fraction(0)
    if not 0 < factor <= MOST_SPECIAL:
        raise InputError(name, text, WORDS["written_factor"], "A-Q27")
    return factor


def _own_words(text: str, name: str) -> str:
    if len(text) > LONGEST_WORDS or not text.replace("\u3000", " ").isprintable():
        raise InputError(name, text, WORDS["too_many_letters"].format(n=LONGEST_WORDS))
    return text.strip()


class WithDeclaration(Argument):
    """What goes with a declaration, by name; a button holds the controls that say it, in a list."""

    parts: Mapping[str, Argument] = {
        "special": Line(_factor),
        "cost": Whole(0, MOST_EP, "A-3.6"),
        "words": Line(_own_words),
        "discard": CARD,
    }
    usual: Mapping[str, str] = {"special": "1", "cost": "0"}

    def pressed(self, value: Any, state: Combat) -> Any:
        """Return what is filled in otherwise than usual; the card of a flight always."""
        if not isinstance(value, list):
            return super().pressed(value, state)
        extras = {}
        for each in value:
            if isinstance(each, Typed) and each.name in self.parts:
                tidy = Typed(each.name, each.raw.strip())
                if each.name == "discard" or tidy.raw not in ("", self.usual.get(each.name)):
                    extras[each.name] = self.parts[each.name].typed(tidy, state)
        return extras or None

    def read(self, value: Any, name: str, state: Combat) -> Extras:
        """Return what goes with it."""
        if not isinstance(value, dict) or not value.keys() <= self.parts.keys():
            raise InputError(name, value, Text(", ".join(self.parts), "、".join(self.parts)))
        return Extras(**{part: self.parts[part].read(each, part, state) for part, each in value.items()})


class WithFirstStrike(WithDeclaration):
    """The same, which a link says of a first strike even where it is all as usual."""

    def pressed(self, value: Any, state: Combat) -> Any:
        """Return what is filled in otherwise than usual."""
        return super().pressed(value, state) or {}


Options = Annotated[Extras, WithDeclaration()]
StrikeOptions = Annotated[Extras, WithFirstStrike()]
KindName = Annotated[str, Choice({kind.value: kind.text for kind in Kind}, "A-T5")]
Reaction = Annotated[str, Choice({kind.value: kind.text for kind in (Kind.COVER, Kind.PURSUE)}, "A-7.6")]
