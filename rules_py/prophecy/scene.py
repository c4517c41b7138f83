"""How things stand in a battle of Prophecy, for a picture: who is there, with what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rules_py.core.render import signed
from rules_py.core.scenes import NOTHING, ROUND, Meter, Person, Scene, numbered
from rules_py.core.text import Text, listed, same
from rules_py.prophecy.characters import SLOTS, Fighter
from rules_py.prophecy.conditions import names
from rules_py.prophecy.model import Battle, Stage
from rules_py.prophecy.offers import values
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.widgets.battle_board import standing


def scene(state: Battle, inputs: Any) -> Scene:
    """Return it for the picture of the stepper; see `rules_py.core.scenes`."""
    order = dict(state.order)
    places = [*order, *(who for who in range(len(state.fighters)) if who not in order)]
    told = []
    if order and state.stage is not Stage.SETUP:
        words = Text("Initiative: {order}", "イニシアチブ：{order}")
        told.append(words.format(order=listed([state.name(who) + same(f" {n}") for who, n in order.items()])))
    told += _attack(state, inputs.rulings) if state.attacks else []
    return Scene(numbered(ROUND, state.round), told=tuple(told), people=tuple(_battler(state, who) for who in places))


def _attack(state: Battle, rulings: Rulings) -> list[Text]:
    """Say who attacks whom, and what was rolled so far."""
    attack = state.attack
    words = Text("{name} attacks {names}.", "{name}の攻撃（対象：{names}）。")
    found = [words.format(name=state.name(attack.attacker), names=state.names(e.target for e in attack.exchanges))]
    for exchange in attack.exchanges:
        if exchange.cast.roll is None or exchange.guard.roll is None:
            continue
        hit, cast, guard = values(state, exchange, rulings)
        if state.stage is not Stage.RESULT:
            hit = not exchange.missed
        words = Text(
            "{name}: cast {cast} against guard {guard}, {result}.", "{name}：キャスト{cast}対ガード{guard}で{result}。"
        )
        result = Text("a hit", "命中") if hit else Text("a miss", "失敗")
        found.append(words.format(name=state.name(exchange.target), cast=cast, guard=guard, result=result))
    return found


def _battler(state: Battle, who: int) -> Person:
    fighter = state.fighters[who]
    stands = standing(state, who) if state.round else NOTHING
    if fighter.gone or (fighter.down and who not in state.fallen):
        stands = Text("left the battle", "離脱") if fighter.gone else Text("knocked down", "ノックダウン")
    told = [
        _changed(Text("Cast {n}", "キャスト{n}"), fighter.cast, fighter.modifier("cast"))
        + Text(", ", "、")
        + _changed(Text("guard {n}", "ガード{n}"), fighter.guard, fighter.modifier("guard"))
        + Text(", mana {n}", "、マナ{n}").format(n=fighter.mana)
        + (
            Text(", preparation {n}", "、準備効果{n}").format(n=fighter.preparations)
            if fighter.preparations
            else NOTHING
        )
    ]
    if fighter.emotions:
        toward = state.names(dict.fromkeys(fighter.emotions))
        told.append(Text("emotion: {names}", "感情：{names}").format(names=toward))
    if fighter.curses:
        told.append(Text("Curses: {names}", "カース：{names}").format(names=names(c.kind for c in fighter.curses)))
    if fighter.blesses:
        told.append(Text("Blesses: {names}", "ブレス：{names}").format(names=names(fighter.blesses)))
    return Person(
        fighter.name,
        "enemy" if fighter.enemy else "own",
        stands,
        now=who == state.active,
        meters=tuple(_tracks(fighter)),
        told=tuple(told),
    )


def _changed(label: Text, value: int, change: int) -> Text:
    return label.format(n=f"{value + change} ({value}{signed(change)})" if change else value)


def _tracks(fighter: Fighter) -> Iterable[Meter]:
    yield Meter(Text("Damage", "ダメージ"), fighter.damage, SLOTS, slots=True)
    yield Meter(Text("Curses", "カース"), len(fighter.curses), SLOTS, slots=True)
    yield Meter(Text("Blesses", "ブレス"), len(fighter.blesses), SLOTS, slots=True)
