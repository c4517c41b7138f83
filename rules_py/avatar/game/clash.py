"""The steps of a clash (A-M7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from rules_py.avatar.arguments import Cards, HolderOfCard, PlayedCard, Who
from rules_py.avatar.cards import of_one_suit, show_cards
from rules_py.avatar.effects import BOUGHT_IN_A_CLASH, MOST_LIMIT, clash_damage, planet_damage
from rules_py.avatar.game.table import GAME, CardTable, faces, tie_number
from rules_py.avatar.model import NOBODY, Clash, Stage, helpers, may_buy, momentum, seats
from rules_py.core.arguments import Whole
from rules_py.core.errors import InputError
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text


def begin_clash(table: CardTable, first: int, second: int) -> None:
    """Begin a clash of two (A-6.1); with equal attack powers step 1 adds nothing (A-Q17)."""
    table.tell("they_begin_to_clash", "A-6.1", one=table[first].name, other=table[second].name)
    level = table[first].attack_power == table[second].attack_power
    if level:
        table.tell("equal_powers", "A-6.9", "A-Q17")
    clash = Clash((first, second), "play" if level else "opening")
    table.set(clashes=(*table.state.clashes, clash))


def _current(table: CardTable) -> Clash:
    clash = table.state.clash
    assert clash is not None, "the stage is one of a clash"
    return clash


def _put(table: CardTable, **values: Any) -> None:
    clash = _current(table)
    clashes = tuple(replace(other, **values) if other is clash else other for other in table.state.clashes)
    table.set(clashes=clashes)


@GAME.action("open", Text("Step 1 of a clash", "打ち合いの手順1"), Stage.OPENING, rule="A-6.9")
def _open(table: CardTable) -> None:
    """Step 1: the higher attack power adds the top card of the deck (A-6.9)."""
    who = max(_current(table).sides, key=lambda side: table[side].attack_power)
    card = table.top()
    if card is None:
        table.tell("no_card_left", "A-6.2")
    else:
        table.change(who, field=(*table[who].field, card))
        table.tell("has_more_power", "A-6.9", name=table[who].name, card=card.label(), seen=faces([card]))
    _put(table, step="play")


@GAME.action("even", Text("Drawing for the clash", "打ち合いでカードを引くこと"), Stage.EVEN, rule="A-Q17")
def _even(table: CardTable) -> None:
    """Let cards of the deck decide who is inferior, where momentum and attack power are equal (A-Q17)."""
    sides = sorted(_current(table).sides, key=seats(table.state).index)
    if len(table.state.deck) < len(sides):
        _put(table, decided=sides[1])
        table.tell("inferior_for_want_of_cards", "A-3.10", "A-Q17", name=table[sides[1]].name)
        return
    cards = [table.top() for _ in sides]
    drawn = [card for card in cards if card]
    table.discard(*drawn)
    numbers = [tie_number(card) for card in drawn]
    table.tell("discarded_from_the_deck", "A-3.7", "A-Q17", cards=show_cards(drawn), seen=faces(drawn))
    if numbers[0] != numbers[1]:
        who = sides[numbers.index(min(numbers))]
        _put(table, decided=who)
        table.tell("counts_as_inferior", "A-Q17", name=table[who].name)


@GAME.action("lay", Text("Playing cards in a clash", "打ち合いでカードを出すこと"), Stage.CLASH, rule="A-6.11")
def _lay(table: CardTable, cards: Cards) -> None:
    """Step 2: the inferior plays any number of cards (A-6.11 to A-6.13, A-Q41)."""
    clash, who = _current(table), table.state.playing
    other = clash.sides[1 - clash.sides.index(who)]
    cards = table.several(who, cards)
    table.into_field(who, *cards)
    if cards:
        table.tell("plays", "A-6.11", name=table[who].name, cards=show_cards(cards), seen=faces(cards))
    else:
        table.tell("plays_no_card", "A-6.11", name=table[who].name)
    ahead = momentum(table.state, who) > momentum(table.state, other)
    _put(table, buying=False, decided=NOBODY)
    if table.rulings.bought_limit == "turn":
        _put(table, bought=(0, 0))
    _tell_momenta(table, clash)
    if ahead:
        table.tell("is_superior", "A-6.12", name=table[who].name)
        return
    draws = table.rulings.clash_last_draw and cards and table.state.playing == who and may_buy(table.state)
    table.tell("stays_inferior", "A-6.13", *(["A-Q41"] if draws else []), name=table[who].name)
    if not draws:
        _put(table, step="help")


def _tell_momenta(table: CardTable, clash: Clash) -> None:
    one, other = clash.sides
    m, n = momentum(table.state, one), momentum(table.state, other)
    table.tell("momenta", "A-6.10", one=table[one].name, m=m, other=table[other].name, n=n)


@GAME.action("buy", Text("Drawing cards for EP", "EPを支払って引くこと"), Stage.CLASH, rule="A-6.14")
def _buy(table: CardTable, number: Annotated[int, Whole(1, MOST_LIMIT, "A-6.15")]) -> None:
    """Let the inferior without a hand draw cards for EP, in a decisive battle (A-6.14 to A-6.17)."""
    clash, who = _current(table), table.state.playing
    if not table.state.decisive:
        raise table.forbidden("no_decisive_battle", "A-6.14")
    if table[who].hand and not clash.buying:
        raise table.forbidden("still_holds_cards", "A-6.14", name=table[who].name)
    most = may_buy(table.state)
    if not most:
        raise table.forbidden("can_buy_no_more", "A-6.15")
    whole_number("number", number, 1, most, "A-6.15")
    bought = tuple(n + number * (side == who) for n, side in zip(clash.bought, clash.sides, strict=True))
    _put(table, bought=bought, buying=True)
    cards = [table.top() for _ in range(number)]
    table.change(who, hand=(*table[who].hand, *(card for card in cards if card)))
    table.pay(who, BOUGHT_IN_A_CLASH * number, table.say("cards_drawn", n=number), "A-6.15", "A-T4.4")


@GAME.action("help", Text("Helping", "加勢"), Stage.HELP, rule="A-6.18")
def _help(table: CardTable, helper: HolderOfCard, whom: Who, card: PlayedCard) -> None:
    """Step 3: somebody who has not acted gives its action up to add a card to either side (A-6.18, A-6.19)."""
    clash = _current(table)
    if helper not in helpers(table.state):
        raise table.forbidden("who_can_help", "A-6.18")
    if whom not in clash.sides:
        raise InputError("whom", table[whom].name, table.say("one_of_the_two"), "A-6.18")
    card = table.held(helper, card)
    table.leaves_hand(helper, card)
    table.change(whom, field=(*table[whom].field, card))
    _put(table, helped=(*clash.helped, card))
    table.change(helper, acted=True, cancelled=True)
    name, side = table[helper].name, table[whom].name
    table.tell("helps", "A-6.18", "A-6.19", seen=faces([card]), name=name, card=card.label(), side=side)
    _tell_momenta(table, clash)
    if table.rulings.clash_help == "reopens":
        _put(table, step="play", decided=NOBODY)


@GAME.action("enough", Text("Ending the help", "加勢の終了"), Stage.HELP, rule="A-6.18")
def no_more_help(table: CardTable) -> None:
    """End step 3; the clash is decided just before the refill (A-6.20, A-Q19)."""
    _put(table, step="held")


def settle(table: CardTable) -> None:
    """Decide the first clash of the round that stands: the greater momentum wins (A-6.8, A-6.20, A-6.21).

    Damage that one of the two has taken since it began does not matter (A-6.5), unless it was the end of it (A-6.6).
    """
    clash = table.state.clashes[0]
    momenta = [momentum(table.state, side) for side in clash.sides]
    _tell_momenta(table, clash)
    table.set(clashes=table.state.clashes[1:])
    if momenta[0] == momenta[1]:
        table.tell("equal_momenta", "A-Q17")
        return
    ahead = momenta.index(max(momenta))
    winner, loser = clash.sides[ahead], clash.sides[1 - ahead]
    difference = momenta[ahead] - momenta[1 - ahead]
    won, power, rulings = table[winner], table[winner].attack_power, table.rulings
    special = won.act.special if won.act else 1
    own = won.field if rulings.help_suit else tuple(card for card in won.field if card not in clash.helped)
    strong = of_one_suit(own, won.suit) and rulings.clash_strong_hit
    more = ("A-5.5", "A-Q18") if strong else ()
    table.tell("wins_the_clash", "A-6.20", "A-6.21", *more, name=won.name, n=difference, power=power)
    planet = planet_damage(power, rulings)
    table.set(planet=table.state.planet + planet)
    table.tell("planet_takes", "A-6.8", n=planet)
    taker = table.taker(loser) if rulings.clash_guard else loser
    table.harm(
        loser,
        taker,
        lambda guard, cover: clash_damage(
            power, difference, strong=strong, special=special, guard=guard, cover=cover, rulings=rulings
        ),
        "A-6.21",
    )()
