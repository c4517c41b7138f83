"""Actions carried out: attacks, who meets in a clash, flight and pursuit (A-4.1, A-4.2, A-5.1, A-7.8, A-M5, A-M8)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Annotated, Any

from rules_py.avatar.arguments import PlayedCard
from rules_py.avatar.cards import card_value
from rules_py.avatar.effects import Meeting, attack_damage, meeting, pursuit
from rules_py.avatar.game.clash import begin_clash
from rules_py.avatar.game.table import GAME, CardTable, faces
from rules_py.avatar.model import NOBODY, Declared, Flight, Kind, Stage, chasing, executing, pursuing
from rules_py.core.arguments import Choice
from rules_py.core.text import Text, listed

CAUGHT = {"block": Text("Block the escape", "逃走阻止"), "tail": Text("Tail", "尾行")}
"""What a pursuer who has succeeded may do, by the word that links hold (A-7.16)."""


@GAME.action("execute", Text("Carrying out an action", "行動の実行"), Stage.ACT, rule="A-4.1")
def _execute_next(table: CardTable) -> None:
    execute(table, executing(table.state))


def execute(table: CardTable, group: list[int]) -> None:
    """Execute actions simultaneously: attacks first, then flights and clashes (A-4.1, A-4.2).

    Whose attack was cancelled before is not among them, and so there is no clash (A-6.7).
    """
    for who in group:
        table.change(who, acted=True)
    if len(group) > 1:
        table.tell("at_once", "A-4.2", names=listed([table[who].name for who in group]))
    attackers = [who for who in group if table[who].does(Kind.ATTACK)]
    aims = {who: _aim(table, who) for who in attackers}
    pairs = [(who, aims[who]) for who in attackers if who < aims[who] and aims.get(aims[who]) == who]
    clashing, silent = [], set()
    for pair in pairs:
        one, other = table[pair[0]], table[pair[1]]
        found = meeting(one.ep, other.ep, len(one.hand), len(other.hand))
        if found is Meeting.CLASH:
            clashing.append(pair)
            if table.rulings.clash_attacks == "replaced":
                silent |= set(pair)
        elif found is not Meeting.BOTH:
            keeps = pair[0] if found is Meeting.FIRST else pair[1]
            silent.add(pair[1] if found is Meeting.FIRST else pair[0])
            table.tell("attacks_one_sidedly", "A-6.3", "A-6.4", "A-Q16", name=table[keeps].name)
        else:
            table.tell("both_hands_are_empty", "A-6.4", "A-Q16")
    for deal in [_hit(table, who, aims[who]) for who in attackers if who not in silent]:
        deal()
    for who in group:
        if table[who].does(Kind.FLEE):
            _flee(table, who)
        elif table[who].does(Kind.OTHER):
            what = (table[who].act or Declared(Kind.OTHER)).words or table.say("as_the_master_tells")
            table.tell("acts", "A-4.1", name=table[who].name, what=what)
    for one_side, other_side in clashing:
        if table[one_side].there and table[other_side].there:
            begin_clash(table, one_side, other_side)


def _aim(table: CardTable, who: int) -> int:
    declared = table[who].act
    return declared.target if declared and table[declared.target].there else NOBODY


def _hit(table: CardTable, who: int, aim: int) -> Callable[[], None]:
    """Work an attack out, to be dealt later (A-5.1, A-5.5 to A-5.7, A-M5, A-M6)."""
    fighter = table[who]
    if aim == NOBODY:

        def miss() -> None:
            table.tell("target_is_gone", "A-Q44", name=fighter.name)

        return miss
    special = fighter.act.special if fighter.act else Fraction(1)
    ep, rulings = fighter.ep, table.rulings
    strong = fighter.strong or (rulings.strong_when_empty and not fighter.field)
    rules = ("A-5.5", "A-5.6") if strong else ("A-5.1",)

    def points(guard: bool, cover: bool) -> int:
        return attack_damage(ep, strong=strong, special=special, guard=guard, cover=cover, rulings=rulings)

    dealt = table.harm(aim, table.taker(aim), points, *rules)

    def deal() -> None:
        table.tell("hits_strongly" if strong else "attacks", *rules, name=fighter.name, target=table[aim].name)
        dealt()

    return deal


# --- flight -----------------------------------------------------------------------------------------------------------


def _flee(table: CardTable, who: int) -> None:
    if not table[who].there:
        return
    if pursuing(table.state, who):
        table.set(flights=(*table.state.flights, Flight(who)))
        return
    table.change(who, gone="fled")
    table.tell("leaves", "A-7.9", name=table[who].name)


def _put(table: CardTable, **values: Any) -> None:
    table.set(flights=(replace(table.state.flights[0], **values), *table.state.flights[1:]))


def flight_goes_on(table: CardTable) -> bool:
    """Do what nobody decides in the flight under way; say whether that has changed anything."""
    flight = table.state.flights[0]
    fleer = table[flight.fleer]
    if not fleer.there:
        table.set(flights=table.state.flights[1:])
        return True
    if flight.won != NOBODY and not table[flight.won].there:
        _put(table, won=NOBODY)
        return True
    if flight.won != NOBODY:
        return False
    if flight.number < 0:
        if fleer.hand:
            return False
        _put(table, number=0)
        table.tell("has_no_card_to_discard", "A-7.14", name=fleer.name)
        return True
    if any(who not in flight.done for who in pursuing(table.state, flight.fleer)):
        return False
    table.set(flights=table.state.flights[1:])
    if flight.blocked:
        table.tell("stays", "A-Q21", name=fleer.name)
        return True
    leaving = [flight.fleer, *flight.tails]
    for who in leaving:
        if table[who].there:
            table.change(who, gone="fled")
    rules = ("A-7.16", "A-Q21") if flight.tails else ("A-7.9",)
    table.tell("they_leave", *rules, names=listed([table[who].name for who in leaving]))
    return True


@GAME.action("drop", Text("Discarding a card", "カードを捨てること"), Stage.FLIGHT, rule="A-7.13")
def _drop(table: CardTable, card: PlayedCard) -> None:
    flight = table.state.flights[0]
    who = flight.fleer
    if flight.number >= 0:
        raise table.forbidden("fleer_has_discarded", "A-7.13")
    card = table.held(who, card)
    table.leaves_hand(who, card)
    table.discard(card)
    _put(table, number=card_value(card))
    table.tell("discards_to_escape", "A-7.13", "A-Q20", name=table[who].name, card=card.label(), seen=faces([card]))


@GAME.action("chase", Text("The pursuit", "追跡"), Stage.FLIGHT, rule="A-7.15")
def _chase(table: CardTable, card: PlayedCard | None = None) -> None:
    who, flight = chasing(table.state), table.state.flights[0]
    if who == NOBODY:
        raise table.forbidden("something_comes_first", "A-7.15")
    number = None
    if card is not None:
        card = table.held(who, card)
        table.leaves_hand(who, card)
        table.discard(card)
        number = card_value(card)
        table.tell("discards_to_pursue", "A-7.15", name=table[who].name, card=card.label(), seen=faces([card]))
    _put(table, done=(*flight.done, who))
    if pursuit(flight.number, number):
        _put(table, won=who)
        table.tell("catches_up", "A-7.15", "A-7.16")
    else:
        table.tell("does_not_catch_up", "A-7.15", name=table[who].name)


@GAME.action("caught", Text("Blocking or tailing", "逃走阻止か尾行"), Stage.FLIGHT, rule="A-7.16")
def _caught(table: CardTable, choice: Annotated[str, Choice(CAUGHT, "A-7.16")]) -> None:
    flight = table.state.flights[0]
    if flight.won == NOBODY:
        raise table.forbidden("nobody_has_caught_up", "A-7.16")
    name = table[flight.won].name
    if choice == "block":
        _put(table, won=NOBODY, blocked=True)
        table.tell("blocks", "A-7.16", name=name)
    else:
        _put(table, won=NOBODY, tails=(*flight.tails, flight.won))
        table.tell("tails", "A-7.16", name=name)
