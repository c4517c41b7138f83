"""Cards of a combat: Jokers, reshuffle, refill, and what the master gives and takes (A-2.2, A-4.4, A-4.5, A-Q24)."""

from __future__ import annotations

from random import Random
from typing import Annotated

from rules_py.avatar.arguments import Anybody, Cards, Lost, PlayedCard, Who
from rules_py.avatar.cards import Card, show_cards
from rules_py.avatar.effects import MOST_LIMIT, refill_price
from rules_py.avatar.game.cast import DURING
from rules_py.avatar.game.table import GAME, CardTable, faces
from rules_py.avatar.model import NOBODY, Combat, Stage, seats
from rules_py.avatar.rulings import Rulings
from rules_py.core.arguments import Whole
from rules_py.core.errors import InputError
from rules_py.core.text import Text


@GAME.action("joker", Text("Declaring a Joker", "ジョーカーの宣言"), Stage.JOKER, rule="A-2.2")
def _joker(table: CardTable, card: PlayedCard) -> None:
    who = table.state.undeclared
    lying = next(other for other in table[who].field if not other.rank)
    if card.face != lying:
        raise InputError("card", card.label(), table.say("another_joker", joker=lying.label()), "A-2.2")
    declared = table.as_declared(card, "card")
    if not declared.rank:
        raise InputError("card", card.label(), table.say("declare_a_rank"), "A-2.2")
    field = tuple(declared if other is lying else other for other in table[who].field)
    table.change(who, field=field)
    table.tell("declares_a_joker", "A-2.2", "A-Q4", name=table[who].name, card=declared.label(), seen=faces([declared]))


@GAME.action("reshuffle", Text("The reshuffle", "還暦"), Stage.RESHUFFLE, rule="A-Q24")
def _reshuffle(table: CardTable, chosen: Lost = ()) -> None:
    everybody = [
        *seats(table.state),
        *(who for who, fighter in enumerate(table.state.fighters) if fighter.gone == "fled"),
    ]
    if not table.rulings.fled_reshuffle:
        everybody = seats(table.state)
    table.tell("reshuffle", "A-3.11" if table.state.must_reshuffle else "A-Q24")
    deals: tuple[tuple[int, str], ...] = ()
    if table.rulings.reshuffle == "discard_and_deal":
        picked = dict(chosen)
        for who in everybody:
            if table[who].hand:
                _lose_one(table, who, picked.pop(who, None))
        if picked:
            raise InputError("chosen", str(next(iter(picked))), table.say("who_can_lose"), "A-Q24")
        deals = tuple((who, "reshuffle") for who in everybody if table[who].limit)
    deck = table.shuffled((*table.state.deck, *table.state.discards))
    table.set(deck=deck, discards=(), must_reshuffle=False, draws=(*deals, *table.state.draws))


def _lose_one(table: CardTable, who: int, card: Card | None) -> None:
    hand = table[who].hand
    if card is None:
        dice = Random(f"{table.seed}/{table.state.shuffles}/{who}")
        card = hand[dice.randrange(len(hand))]
    else:
        card = table.held(who, card, f"lose_{who}", declared=False)
    table.leaves_hand(who, card)
    table.discard(card)
    table.tell("discards", "A-Q24", name=table[who].name, cards=card.label())


@GAME.action("draw", Text("Drawing", "カードを引くこと"), Stage.REFILL, rule="A-4.4")
def _draw(table: CardTable) -> None:
    left = [who for who in table.state.refilling if table[who].there]
    table.set(refilling=tuple(left[1:]), refilled=left[0])
    table.to_draw(left[0], "refill")


@GAME.action("rest", Text("Drawing", "カードを引くこと"), Stage.REFILL, rule="A-4.4")
def _rest(table: CardTable) -> None:
    left = [who for who in table.state.refilling if table[who].there]
    table.set(refilling=(), refilled=left[-1])
    for who in left:
        table.to_draw(who, "refill")


def another_card(combat: Combat, who: int, rulings: Rulings) -> bool:
    """Say whether there is a card for somebody to draw, and the hand may take it (A-Q24, A-Q30)."""
    fighter = combat.fighters[who]
    return bool(combat.deck) and (rulings.above_limit == "allowed" or len(fighter.hand) < fighter.limit)


@GAME.action("more", Text("A second card", "2枚目を引くこと"), Stage.REFILL, Stage.END, rule="A-4.5")
def _more(table: CardTable) -> None:
    who = table.state.refilled
    if who == NOBODY or not table[who].there:
        raise table.forbidden("who_draws_more", "A-4.5")
    if not another_card(table.state, who, table.rulings):
        raise table.forbidden("can_buy_no_more", "A-Q30" if table.state.deck else "A-Q24")
    price = refill_price(table.state.stage_number)
    table.pay(who, price, table.say("a_second_card"), "A-4.5", "A-T4.1")
    table.set(refilled=NOBODY)
    table.to_draw(who, "more")


@GAME.action("discard", Text("Discarding cards", "カードを捨てること"), *DURING, rule="A-Q27")
def _discard(table: CardTable, who: Anybody, cards: Cards) -> None:
    cards = table.several(who, cards, declared=False)
    if not cards:
        raise InputError("cards", "", table.say("at_least_one_card"))
    table.leaves_hand(who, *cards)
    table.discard(*cards)
    table.tell("discards", "A-Q27", name=table[who].name, cards=show_cards(cards))


@GAME.action("deal", Text("Drawing cards", "カードを引くこと"), *DURING, rule="A-Q27")
def _deal(table: CardTable, who: Who, number: Annotated[int, Whole(1, MOST_LIMIT, "A-Q27")]) -> None:
    table.to_draw(who, "deal", number)
