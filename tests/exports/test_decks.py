"""The deck of Avatars goes along to online tables: each card once, in the stepper's order, built as apps build one."""

import json
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from rules_py.avatar.cards import JOKER, Suit, read_cards
from rules_py.avatar.rulings import Rulings
from rules_py.core.text import LANGUAGES
from rules_py.exports import deck, foundry_deck, udonarium_deck
from tests.avatar.table import Table
from tests.exports.online import unpacked
from tests.rows import every

PLACE = {"location.name", "location.x", "location.y", "posZ"}
PICTURES = {
    f"./assets/images/trump/{name}.gif"
    for name in (*(f"{suit}{rank:02}" for suit in "cdhs" for rank in range(1, 14)), "x01", "x02", "z01", "z02")
}
"""The pictures that Udonarium has."""
DECKS = [("53", 53), ("52", 52), ("54", 54)]


def opened(made):
    """The root of a file that is dropped on Udonarium's table; it is packed as all of them are."""
    with ZipFile(BytesIO(made)) as archive:
        (entry,) = archive.infolist()
        assert (entry.filename, entry.date_time) == ("data.xml", (1980, 1, 1, 0, 0, 0))
        assert (entry.compress_type, entry.create_system) == (ZIP_DEFLATED, 3)
        assert b"<room" not in archive.read(entry), "it would clear the table"
    return unpacked(made)


def told(data):
    """A group of values: by its name those in it, what it says, or how it stands and at most."""
    if data.get("type") == "numberResource":
        return {data.get("name"): (data.get("currentValue"), data.text)}
    return {data.get("name"): {name: value for each in data for name, value in told(each).items()} or data.text}


def pictures(root):
    return {each.text for each in root.iter("data") if each.get("type") == "image" and each.text}


@every(("ruling", "cards"), DECKS)
def test_every_card_of_the_world_is_in_the_deck_once(ruling, cards):
    """A-Q1."""
    found = deck(rulings=Rulings(deck=ruling))
    assert len(found) == len(set(found)) == cards
    assert sum(bool(card.joker) for card in found) == cards - 52
    assert {(card.suit, card.rank) for card in found if card.suit} == {
        (suit, rank) for suit in Suit for rank in range(1, 14)
    }
    assert set(deck("moss", Rulings(deck=ruling))) == set(found)


@every("seed", ["lamp", "moss", "星"])
def test_a_seed_gives_the_deck_that_the_stepper_deals_from(seed):
    """Four cards each, one after the other, and the rest of the deck below them."""
    table = Table(seed)
    for name, side in (("Tobari", "pc"), ("Ogre", "enemy")):
        table("add", name, side, "S", [3000, 0, 5, 40], 4)
    table("begin")
    dealt = [card for fighter in table.state.fighters for card in fighter.hand]
    assert sorted(dealt + list(table.state.deck)) == sorted(deck())
    assert deck(seed)[8:] == table.state.deck
    assert set(deck(seed)[:8]) == set(dealt)


def test_another_seed_gives_another_order():
    assert len({deck(seed) for seed in ("", "a", "b", "c")}) == 4


@every("language", LANGUAGES)
@every(("ruling", "cards"), DECKS)
def test_udonarium_gets_a_stack_as_it_builds_its_own(ruling, cards, language):
    order = deck("moss", Rulings(deck=ruling))
    stack = opened(udonarium_deck(order, language))
    assert stack.tag == "card-stack"
    assert set(stack.attrib) == PLACE | {"rotate", "zindex", "owner", "isShowTotal"}
    assert stack.get("location.name") == "table"
    own, root = stack
    title = {"en": f"Deck ({cards} cards)", "ja": f"山札（{cards}枚）"}[language]
    assert told(own) == {"card-stack": {"image": {"imageIdentifier": None}, "common": {"name": title}, "detail": None}}
    assert (root.tag, root.attrib) == ("node", {"name": "cardRoot"})
    assert [each.tag for each in root] == ["card"] * cards
    assert pictures(stack) <= PICTURES
    for element, card in zip(root, order, strict=True):
        assert set(element.attrib) == PLACE | {"state", "rotate", "owner", "zindex"}
        assert element.get("state") == "1", "face down"
        assert element.get("location.name") == "", "in the stack, not on the table"
        ((name, said),) = told(element[0]).items()
        assert (name, list(said)) == ("card", ["image", "common", "detail"])
        assert list(said["image"]) == ["imageIdentifier", "front", "back"]
        assert said["common"] == {"name": card.label().get(language), "size": "2"}
    fronts = [told(each[0])["card"]["image"]["front"] for each in root]
    assert len(set(fronts)) == cards


def test_a_card_shows_what_it_is():
    stack = opened(udonarium_deck((*read_cards("SA H10 DJ CK"), JOKER), "en"))
    shown = [told(each[0])["card"] for each in stack[1]]
    assert [card["image"]["front"].rpartition("/")[2] for card in shown] == [
        "s01.gif",
        "h10.gif",
        "d11.gif",
        "c13.gif",
        "x01.gif",
    ]
    assert [card["common"]["name"] for card in shown] == ["♠A", "♥10", "♦J", "♣K", "Joker"]


@every("language", LANGUAGES)
def test_the_same_deck_is_the_same_file(language):
    assert udonarium_deck(deck("moss"), language) == udonarium_deck(deck("moss"), language)
    assert udonarium_deck(deck("moss"), language) != udonarium_deck(deck("lamp"), language)


@every("language", LANGUAGES)
def test_foundry_gets_a_deck_that_is_drawn_from_the_top(language):
    order = deck("moss")
    made = json.loads(foundry_deck(order, language))
    assert made["type"] == "deck"
    assert [(card["sort"], card["name"]) for card in made["cards"]] == [
        (place, card.label().get(language)) for place, card in enumerate(order)
    ]
    assert len({(card["suit"], card["value"]) for card in made["cards"]}) == 53
    assert {card["suit"] for card in made["cards"]} == {"spades", "hearts", "diamonds", "clubs", ""}
    for card in made["cards"]:
        assert (card["type"], card["drawn"], card["face"]) == ("base", False, None)
        assert [face["name"] for face in card["faces"]] == [card["name"]]
