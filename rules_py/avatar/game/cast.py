"""Who fights: coming in, being changed, leaving; and how the combat is set (A-1.1, A-Q27)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from rules_py.avatar.arguments import (
    BOUNDS,
    Anybody,
    ChangedNumbers,
    Hand,
    Named,
    Numbers,
    SideName,
    SuitName,
    Value,
    Who,
)
from rules_py.avatar.cards import Card, Suit, check_cards, deck_of
from rules_py.avatar.effects import MOST_STAGE
from rules_py.avatar.game.table import GAME, CardTable
from rules_py.avatar.model import MOST_FIGHTERS, NUMBERS, Fighter, Phase, Side, Stage
from rules_py.core.arguments import Choice, Flag, Whole
from rules_py.core.errors import InputError
from rules_py.core.game import EDIT
from rules_py.core.names import changed_name, read_name
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text, listed, same

BETWEEN = (Stage.SETUP, Stage.END)
DURING = tuple(stage for stage in Stage if stage not in (Stage.SETUP, Stage.OVER))


@GAME.action("add", Text("Adding somebody", "参加者の追加"), *BETWEEN, rule="A-1.1")
def _add(table: CardTable, name: Named, side: SideName, suit: SuitName, numbers: Numbers, hand: Hand = 0) -> None:
    state = table.state
    if len(state.fighters) >= MOST_FIGHTERS:
        raise table.forbidden("too_many", "A-1.1", n=MOST_FIGHTERS)
    cards, deal = _dealt(table, hand, state.deck)
    table.set(deck=_without(state.deck, cards))
    called = read_name(name, [fighter.name for fighter in state.fighters])
    fighter = Fighter(called, hand=cards, deal=deal, **_sheet(side, suit, numbers))
    table.set(fighters=(*state.fighters, fighter))
    table.tell("joins_side", "A-1.1", name=fighter.name, side=fighter.side.text)
    if state.phase is not Phase.SETUP:
        table.to_draw(len(state.fighters), "deal", deal)


def _sheet(side: str, suit: str, numbers: dict[str, int | None]) -> dict[str, Any]:
    """Return what a sheet says but for name and hand, by the fields of a `Fighter`."""
    full = (numbers["ep"] or 0) + (numbers["sep"] or 0)
    return {"side": Side(side), "suit": Suit(suit), **numbers, "full": full}


def _dealt(table: CardTable, hand: tuple[Card, ...] | int, free: Iterable[Card]) -> tuple[tuple[Card, ...], int]:
    """Return the cards of a hand, and how many are to be dealt."""
    if isinstance(hand, int):
        return (), hand
    check_cards(hand, "hand", table.rulings)
    for card in hand:
        if card not in free:
            raise InputError("hand", card.label(), table.say("somebody_holds_it"), "A-Q1")
    return hand, 0


def _without(cards: Iterable[Card], others: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in others)


def _put_back(table: CardTable, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the deck as it is with some cards again, in the order of a new one."""
    there = {*table.state.deck, *cards}
    return tuple(card for card in deck_of(table.rulings.jokers) if card in there)


@GAME.action(EDIT, Text("Changing somebody", "参加者の変更"), Stage.SETUP, *DURING, rule="A-Q27")
def _edit(
    table: CardTable,
    who: Anybody,
    name: Named,
    side: SideName,
    suit: SuitName,
    numbers: ChangedNumbers,
    hand: Hand | None = None,
) -> None:
    state, old = table.state, table[who]
    setting_up = state.phase is Phase.SETUP
    values = _sheet(side, suit, numbers)
    called = changed_name(name, old.name, [fighter.name for n, fighter in enumerate(state.fighters) if n != who])
    if values["side"] is not old.side and state.stage not in BETWEEN:
        raise InputError("side", values["side"].text, table.say("when_sides_change"), "A-3.5")
    if setting_up:
        free = _put_back(table, old.hand)
        cards, deal = _dealt(table, old.deal if hand is None else hand, free)
        table.set(deck=_without(free, cards))
        values |= {"hand": cards, "deal": deal}
    else:
        del values["full"]
        if hand is not None:
            told = hand if isinstance(hand, int) else " ".join(card.code for card in hand)
            raise InputError("hand", told, table.say("hand_is_dealt"), "A-Q27")
    _tell_change(table, old, called, values)
    if setting_up:
        table.change(who, name=called, **values)
        return
    table.change(who, name=called, side=values["side"], suit=values["suit"])
    for key, value in numbers.items():
        if value == getattr(old, key):
            continue
        if _falls_in_a_clash(table, who, key, value):
            raise InputError(key, value, table.say("they_clash"), "A-6.6")
        _set_number(table, who, key, value)


def _tell_change(table: CardTable, old: Fighter, called: Text, values: dict[str, Any]) -> None:
    if called != old.name:
        table.tell("renamed", old=old.name, name=called)
    changes = [
        table.say("new_number", what=what, before=_told(table, getattr(old, key)), now=_told(table, values[key]))
        for key, what in NUMBERS.items()
        if getattr(old, key) != values[key]
    ]
    if values["side"] is not old.side:
        changes.append(values["side"].text)
    if values["suit"] is not old.suit:
        changes.append(table.say("new_suit", suit=values["suit"].text))
    if (values.get("hand", old.hand), values.get("deal", old.deal)) != (old.hand, old.deal):
        changes.append(table.say("new_hand"))
    if changes:
        table.tell("is_changed", "A-Q27", name=called, changes=listed(changes))


def _told(table: CardTable, value: int | None) -> Text:
    """Return a number of a sheet in words, or what stands in the place of an attack power (`attack_power`)."""
    return table.say("tenth_of_ep") if value is None else same(value)


@GAME.action("remove", Text("Taking somebody out", "参加者の取り消し"), *BETWEEN, rule="A-1.1")
def _remove(table: CardTable, who: Who) -> None:
    fighter, fighters = table[who], table.state.fighters
    table.tell("does_not_take_part", name=fighter.name)
    if table.state.phase is Phase.SETUP:
        table.set(fighters=(*fighters[:who], *fighters[who + 1 :]), deck=_put_back(table, fighter.hand))
    else:
        table.change(who, gone="left")


@GAME.action("set", Text("Changing the combat", "戦闘の設定"), Stage.SETUP, *DURING, rule="A-Q27")
def _set(
    table: CardTable, stage_number: Annotated[int, Whole(1, MOST_STAGE, "A-Q27")], decisive: Annotated[bool, Flag()]
) -> None:
    table.set(stage_number=stage_number, decisive=decisive)
    table.tell("is_decisive" if decisive else "is_not_decisive", "A-Q27", n=stage_number)


@GAME.action("change", Text("Changing a value", "数値の変更"), *DURING, rule="A-Q27")
def _change(table: CardTable, who: Anybody, what: Annotated[str, Choice(NUMBERS, "A-Q27")], value: Value) -> None:
    if value is not None or what != "power":
        whole_number("value", value, 0, BOUNDS[what][1], "A-Q27")
    if _falls_in_a_clash(table, who, what, value):
        raise table.forbidden("they_clash", "A-6.6")
    table.tell("has_the_number", "A-Q27", name=table[who].name, what=NUMBERS[what], value=_told(table, value))
    _set_number(table, who, what, value)


def _falls_in_a_clash(table: CardTable, who: int, what: str, value: int | None) -> bool:
    return what == "ep" and not value and any(who in clash.sides for clash in table.state.clashes)


def _set_number(table: CardTable, who: int, what: str, value: int | None) -> None:
    """Change a number by hand: without EP somebody is defeated, with EP it may be there again for the next round."""
    table.change(who, **{what: value})
    if what == "ep" and not value:
        table.falls(who, table.words["is_defeated"])
    elif what == "ep" and table[who].gone == "lost" and table.state.phase is Phase.END:
        table.change(who, gone="")
