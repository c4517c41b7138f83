"""The deck of Avatars for online tables: a card stack for Udonarium, Cards for Foundry."""

from __future__ import annotations

import json
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from rules_py.avatar.cards import Card
from rules_py.avatar.game.table import GAME, CardTable
from rules_py.avatar.rulings import Rulings
from rules_py.core.text import Language, same
from rules_py.core.words import words
from rules_py.exports.udonarium import PLACE, data, group, no_image, zipped

WORDS = words("exports")

_PICTURES = "./assets/images/trump/{name}.gif"
"""Pictures that Udonarium brings along."""
_BACK = "z02"
_FACE_DOWN = "1"


def deck(seed: str = "", rulings: Rulings = Rulings()) -> tuple[Card, ...]:
    """Return the deck, the top card first.

    Args:
        seed: Any text: the deck is shuffled by it as a combat's is at its beginning. Without one it lies as a new deck
            does.
        rulings: House rules: how many Jokers there are.

    Source: A-Q1.

    Example:
        >>> len(deck()), deck()[-1], len(deck(rulings=Rulings(deck="54")))
        (53, Card(X), 54)
        >>> deck("lantern") == deck("lantern") != deck()
        True
    """
    combat = GAME.start(rulings)
    return CardTable(combat, rulings, seed, same("")).shuffled(combat.deck) if seed else combat.deck


def udonarium_deck(cards: Sequence[Card], language: Language) -> bytes:
    """Return cards as a zip file for Udonarium: a stack that lies face down, in pictures that it brings along.

    Args:
        cards: The cards, the top one first.
        language: The language of their names.

    Source: A-Q1.

    Example:
        >>> udonarium_deck(deck(), "ja")[:2]
        b'PK'
    """
    stack = Element("card-stack", PLACE | {"zindex": "0", "owner": "", "isShowTotal": "true"})
    common = group("common", data("name", _named(cards, language)))
    stack.append(group("card-stack", no_image(), common, group("detail")))
    root = Element("node", {"name": "cardRoot"})
    root.extend(_card(card, language) for card in cards)
    stack.append(root)
    return zipped({"data.xml": stack})


def _card(card: Card, language: Language) -> Element:
    in_stack = PLACE | {"location.name": "", "rotate": "0"}
    made = Element("card", in_stack | {"state": _FACE_DOWN, "owner": "", "zindex": "0"})
    name = f"{card.suit.value.lower()}{card.rank:02}" if card.suit else f"x{card.joker:02}"
    image = no_image()
    image.extend((_picture("front", name), _picture("back", _BACK)))
    common = group("common", data("name", card.label().get(language)), data("size", "2"))
    made.append(group("card", image, common, group("detail")))
    return made


def _picture(side: str, name: str) -> Element:
    made = Element("data", {"type": "image", "name": side})
    made.text = _PICTURES.format(name=name)
    return made


def foundry_deck(cards: Sequence[Card], language: Language) -> str:
    """Return cards as JSON that a deck of Foundry imports.

    Args:
        cards: The cards, the top one first.
        language: The language of their names.

    Source: A-Q1.

    Example:
        >>> made = json.loads(foundry_deck(deck(), "en"))
        >>> made["name"], made["cards"][0]["name"], made["cards"][-1]["name"]
        ('Deck (53 cards)', '♠A', 'Joker')
    """
    made = [
        {
            "name": card.label().get(language),
            "type": "base",
            "suit": card.suit.text.en if card.suit else "",
            "value": card.rank,
            "back": {"name": "", "text": "", "img": None},
            "faces": [{"name": card.label().get(language), "text": "", "img": None}],
            "face": None,
            "drawn": False,
            "width": 2,
            "height": 3,
            "rotation": 0,
            "sort": place,
        }
        for place, card in enumerate(cards)
    ]
    return json.dumps({"name": _named(cards, language), "type": "deck", "cards": made}, ensure_ascii=False)


def _named(cards: Sequence[Card], language: Language) -> str:
    return WORDS["deck_of"].format(n=len(cards)).get(language)
