"""How things stand in a fight of Avatars, for a picture: who is there, with what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules_py.avatar import model as cards
from rules_py.avatar.cards import Card
from rules_py.avatar.widgets.combat_board import GONE, Asked, acts, held, on_table
from rules_py.core.scenes import NOTHING, ROUND, Hand, Meter, Person, Scene, numbered
from rules_py.core.text import Text, listed, same


def scene(state: cards.Combat, inputs: Any) -> Scene:
    """Return it for the picture of the stepper; see `rules_py.core.scenes`."""
    asked = Asked(state, inputs.rulings, inputs.hands == "all", "en", 0)
    told = [listed(on_table(state))]
    for clash in state.clashes:
        words = Text("Clash: {sides}", "打ち合い：{sides}")
        sides = [state.name(who) + same(f" {cards.momentum(asked.counted, who)}") for who in clash.sides]
        told.append(words.format(sides=listed(sides)))
    people = [_god(asked, who) for who in [*cards.seats(state), *(w for w, f in enumerate(state.fighters) if f.gone)]]
    return Scene(numbered(ROUND, state.round), told=tuple(told), people=tuple(people))


def _god(asked: Asked, who: int) -> Person:
    fighter = asked[who]
    most = max(fighter.full, fighter.ep + fighter.sep)
    hands = []
    if fighter.down:
        hands.append(Hand(Text("face down", "伏せたカード"), (None,)))
    elif fighter.field:
        label = Text("in the field", "場のカード")
        if all(card.rank for card in fighter.field):
            label = Text("in the field, {n}", "場のカード（合計{n}）").format(n=cards.momentum(asked.state, who))
        hands.append(Hand(label, _row(fighter.field)))
    if fighter.there:
        hands.append(Hand(held(asked, who), _row(fighter.hand) if asked.open_hands else ()))
    told = [
        what + (Text(" ({state})", "（{state}）").format(state=then) if then else NOTHING)
        for what, then, _ in acts(asked, who)
    ]
    return Person(
        fighter.name,
        "enemy" if fighter.side is cards.Side.ENEMY else "own",
        GONE[fighter.gone] if fighter.gone else same(fighter.suit.symbol),
        now=who in asked.deciding and asked.state.stage is not cards.Stage.CHOOSE,
        meters=(Meter(same("EP"), fighter.ep, most, bounded=False), Meter(same("SEP"), fighter.sep)),
        hands=tuple(hands),
        told=tuple(told),
    )


def _row(some: Iterable[Card]) -> tuple[tuple[str, bool], ...]:
    return tuple((card.seen.sign + card.seen.rank, card.seen.red) for card in some)
