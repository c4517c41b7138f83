"""What follows in a combat without anybody's decision: draws, the next phase, the next round, the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules_py.avatar.cards import show_cards
from rules_py.avatar.game.clash import no_more_help, settle
from rules_py.avatar.game.execution import flight_goes_on
from rules_py.avatar.game.table import GAME, CardTable, faces
from rules_py.avatar.model import (
    MOST_ROUNDS,
    NOBODY,
    Combat,
    Fighter,
    Phase,
    Side,
    declaring,
    executing,
    momentum,
    seats,
)
from rules_py.core.errors import InputError
from rules_py.core.text import Text, listed

NEW_ROUND = Text("A new round", "次のラウンドへ進むこと")


class FlowingTable(CardTable):
    """A table at which what nobody has to decide follows each action."""

    def carry_out(self, run: Callable[..., None], arguments: Mapping[str, Any]) -> None:
        """Let an action change the state, and go on up to the next decision.

        Raises:
            InputError: If a real deck would show more cards than are drawn.
        """
        super().carry_out(run, arguments)
        _go_on(self)
        if self.state.real:
            raise InputError("drawn", show_cards(self.state.real), self.say("more_than_drawn"))


GAME.table = FlowingTable


def _go_on(table: CardTable) -> None:
    """Do what nobody has to decide, up to the next decision."""
    while table.state.phase not in (Phase.SETUP, Phase.OVER):
        state = table.state
        stands = state.undeclared != NOBODY or state.reshuffle_due or (state.tying and not state.deck)
        if stands or not state.draws or state.draws[0] != table.drew[:2]:
            table.tell_draws()
        if stands:
            return
        if state.draws:
            _draw_next(table)
        elif state.flights:
            if not flight_goes_on(table):
                return
        elif state.clash:
            clash = state.clash
            if clash.step != "help" or _can_help(table):
                return
            no_more_help(table)
        elif not state.there:
            over(table, table.words["nobody_left"])
        elif not _PHASES[state.phase](table):
            return


def _can_help(table: CardTable) -> bool:
    return any(table[who].unspent and table[who].hand for who in table.state.there)


_SINGLY = ("refill", "more", "guard")
"""Draws of a single card, which a hand at its limit may not get (A-Q30)."""


def _draw_next(table: CardTable) -> None:
    who, kind = table.state.draws[0]
    fighter, rest = table[who], table.state.draws[1:]
    full = len(fighter.hand) >= fighter.limit
    if (
        fighter.gone in ("lost", "left")
        or (kind == "fill" and (full or not fighter.there))
        or (kind in _SINGLY and full and table.rulings.above_limit == "not_drawn")
    ):
        if kind in _SINGLY and fighter.there:
            table.tell("holds_the_limit", "A-Q30", name=fighter.name)
        table.set(draws=rest)
        return
    card = table.top()
    if card is None:
        table.tell("finds_no_card", "A-6.2" if table.state.clashes else "A-Q24", name=fighter.name)
        table.set(draws=rest)
        return
    table.draws(who, kind, card)
    if kind != "fill":
        table.set(draws=rest)


def over(table: CardTable, text: Text) -> None:
    """End the combat (A-4.6)."""
    table.tell(text, "A-4.6")
    table.set(phase=Phase.OVER, draws=())


def _strike_goes_on(table: CardTable) -> bool:
    state = table.state
    if any(not table[who].acted for who in state.there if strikes(state, table[who])):
        return False
    _end_strike(table)
    return True


def strikes(state: Combat, fighter: Fighter) -> bool:
    """Is somebody of the side that strikes first (A-1.4)?"""
    return (fighter.side is Side.ENEMY) == (state.striking == "enemy")


def _choose_goes_on(table: CardTable) -> bool:
    state = table.state
    if any(table[who].hand and not table[who].chosen for who in state.there):
        return False
    for who in state.there:
        down = table[who].down
        if down:
            table.change(who, field=(down,), down=None)
        else:
            table.tell("has_no_card", "A-Q31", name=table[who].name)
    for who in state.there:
        table.change(who, number=momentum(table.state, who))
    order = sorted(seats(state), key=lambda who: -table[who].number)
    up = [(who, card) for who in order for card in table[who].field]
    if up:
        cards = listed([table.say("whose_card", name=table[who].name, card=card.label()) for who, card in up])
        table.tell("turned_up", "A-3.2", seen=faces(card for _, card in up), cards=cards)
    table.set(phase=Phase.DECLARE)
    return True


def _declare_goes_on(table: CardTable) -> bool:
    if declaring(table.state):
        return False
    table.set(phase=Phase.ACT)
    return True


def _act_goes_on(table: CardTable) -> bool:
    state = table.state
    if executing(state):
        return False
    if state.clashes:
        settle(table)
        return True
    for who, fighter in enumerate(state.fighters):
        table.discard(*fighter.field)
        table.change(who, field=())
    table.tell("all_have_acted", "A-4.3")
    _begin_refill(table)
    return True


def _begin_refill(table: CardTable) -> None:
    table.set(phase=Phase.REFILL, refilling=tuple(seats(table.state)), refilled=NOBODY, covers=())


def _refill_goes_on(table: CardTable) -> bool:
    if [who for who in table.state.refilling if table[who].there]:
        return False
    table.set(phase=Phase.END, refilling=())
    return True


def _end_strike(table: CardTable) -> None:
    for who in table.state.there:
        table.change(who, acted=False, cancelled=False, act=None, released=False)
    table.set(striking="", covers=())
    if table.rulings.first_strike_refill:
        _begin_refill(table)
        return
    table.tell("no_refill", "A-Q28")
    new_round(table)


def new_round(table: CardTable) -> None:
    """Begin the next round (A-3.1, A-4.7)."""
    number = table.state.round + 1
    if number > MOST_ROUNDS:
        raise table.forbidden("too_many_rounds", "A-4.6", NEW_ROUND, n=MOST_ROUNDS)
    table.tell("round_begins", "A-3.1", heading=True, n=number)
    fresh = tuple(
        replace(fighter, chosen=False, number=0, draws=(), act=None, acted=False, cancelled=False, released=False)
        for fighter in table.state.fighters
    )
    table.set(phase=Phase.CHOOSE, round=number, fighters=fresh, covers=(), refilled=NOBODY, striking="")


_PHASES: dict[Phase, Callable[[CardTable], bool]] = {
    Phase.STRIKE: _strike_goes_on,
    Phase.CHOOSE: _choose_goes_on,
    Phase.DECLARE: _declare_goes_on,
    Phase.ACT: _act_goes_on,
    Phase.REFILL: _refill_goes_on,
    Phase.END: lambda table: False,
}
