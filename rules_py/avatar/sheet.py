"""The sheet of a character as an action tells of it: when somebody comes, and when somebody is changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules_py.avatar.cards import Card, Suit, read_cards
from rules_py.avatar.combat import Fighter, Side
from rules_py.avatar.effects import MOST_EP, MOST_LIMIT, MOST_POWER
from rules_py.avatar.table import CardTable
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text, listed, same

NUMBERS = (
    ("ep", Text("EP", "EP"), 1, MOST_EP),
    ("sep", Text("SEP", "SEP"), 0, MOST_EP),
    ("limit", Text("Hand limit", "手札上限"), 0, MOST_LIMIT),
    ("power", Text("Attack power", "攻撃力"), 0, MOST_POWER),
)
"""The numbers of a character: key, name, least and most."""
TENTH_OF_EP = Text("10% of EP", "EPの10%")
"""What stands in the place of an attack power that nobody has told (`attack_power`)."""


def read_sheet(side: Any, suit: Any, numbers: Any, least_ep: int = 1) -> dict[str, Any]:
    """Return what a sheet says but for name and hand, by the fields of a `Fighter`."""
    if side not in [each.value for each in Side]:
        raise InputError("side", side, listed([each.text for each in Side]))
    if suit not in [each.value for each in Suit]:
        raise InputError("suit", suit, listed([each.label for each in Suit]), "A-5.5")
    if not isinstance(numbers, list) or len(numbers) != len(NUMBERS):
        raise InputError("numbers", str(numbers), Text("four numbers", "4つの数を並べてください"))
    told = {key: value for (key, _, _, _), value in zip(NUMBERS, numbers, strict=True)}
    for key, _, least, most in NUMBERS:
        if key != "power" or told[key] is not None:
            whole_number(key, told[key], least_ep if key == "ep" else least, most, "A-Q27")
    return {"side": Side(side), "suit": Suit(suit), **told}


def read_hand(table: CardTable, cards: Any, free: Iterable[Card]) -> tuple[tuple[Card, ...], int]:
    """Return the cards of a hand, or how many are to be dealt."""
    if not isinstance(cards, str):
        return (), whole_number("hand", cards, 0, MOST_LIMIT, "A-Q27")
    hand = tuple(card.face for card in read_cards(cards, "hand", table.rulings))
    for card in hand:
        if card not in free:
            told = Text("a card that nobody holds yet", "まだ誰も持っていないカードを書いてください")
            raise InputError("hand", card.label(), told, "A-Q1")
    return hand, 0


def tell_change(table: CardTable, old: Fighter, called: Text, values: Mapping[str, Any]) -> None:
    """Write into the log what is changed about somebody."""
    if called != old.name:
        words = Text("{old} is called {name} from now on.", "{old}は、これから{name}と呼ばれる。")
        table.tell(words, old=old.name, name=called)
    changes = [
        Text("{what} {before} → {now}", "{what} {before}→{now}").format(
            what=what, before=number_words(getattr(old, key)), now=number_words(values[key])
        )
        for key, what, _, _ in NUMBERS
        if getattr(old, key) != values[key]
    ]
    changes += [values["side"].text] * (values["side"] is not old.side)
    changes += [Text("own suit {suit}", "自身のスート{suit}").format(suit=values["suit"].label)] * (
        values["suit"] is not old.suit
    )
    if (values.get("hand", old.hand), values.get("deal", old.deal)) != (old.hand, old.deal):
        changes.append(Text("the hand", "手札"))
    if changes:
        words = Text("{name} is changed: {changes}.", "{name}を変更（{changes}）。")
        table.tell(words, "A-Q27", name=called, changes=listed(changes))


def number_words(value: int | None) -> Text:
    """Return a number of a sheet as the log tells it."""
    return TENTH_OF_EP if value is None else same(value)
