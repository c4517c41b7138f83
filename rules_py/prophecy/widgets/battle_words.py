"""What a battle says in few words: what a reroll may gain, how a roll ended, how the battle ended."""

from __future__ import annotations

from rules_py.core.game import Action, Event
from rules_py.core.render import percent, signed
from rules_py.core.text import Text, listed, same, sentences
from rules_py.prophecy.checks import Flag
from rules_py.prophecy.game.legal import outcome
from rules_py.prophecy.model import Battle, Check, Stage
from rules_py.prophecy.offers import hit_chance, roll_again, values
from rules_py.prophecy.rulings import Rulings

NOTHING = Text("", "")
ROLLING = ("roll", "reroll", "assist", "cover")


def reroll_gain(state: Battle, number: int, check: str, rulings: Rulings) -> Text:
    """Return what another roll of a check may gain, in words; nothing if it cannot change anything for the better."""
    again = roll_again(state, number, check, rulings)
    if not again.gain:
        return NOTHING
    several = len(again.hits) > 1
    told: list[Text] = []
    for each, chance in again.hits.items():
        exchange = state.exchanges[each]
        hit, _ = outcome(state, exchange, rulings)
        if hit if check == "cast" else (not hit or chance == 1):
            continue
        words = Text("{chance} to hit", "命中率{chance}")
        if check == "guard":
            words, chance = Text("{chance} to hold", "防ぐ確率{chance}"), 1 - chance
        if several:
            words = Text("{other}: ", "{other}は").format(other=state.name(exchange.struck)) + words
        told.append(words.format(chance=percent(chance)))
    if told:
        return listed(told)
    better = Text("{chance} for a higher degree", "攻撃成功度が上がる確率{chance}")
    if check == "guard":
        better = Text("{chance} for a lower degree", "攻撃成功度が下がる確率{chance}")
    return better.format(chance=percent(again.gain))


def verdict(before: Battle, after: Battle, action: Action, rulings: Rulings) -> list[Event]:
    """Return how an attack stands after a roll, with the chance that it had."""
    if action[0] not in ROLLING or after.stage is not Stage.RESULT or not after.attacks:
        return []
    attack = after.attack
    events = []
    for exchange in attack.exchanges:
        hit, cast, guard = values(after, exchange, rulings)
        words = Text("{cast} against {guard}: a miss", "{cast}対{guard}で外れ")
        if hit:
            words = Text("{cast} against {guard}: a hit, degree {degree}", "{cast}対{guard}で命中、攻撃成功度{degree}")
        if attack.expanded:
            words = Text("{other}: ", "{other}：").format(other=after.name(exchange.struck)) + words
        words = words.format(
            cast=_value(exchange.cast, cast), guard=_value(exchange.guard, guard), degree=signed(cast - guard)
        )
        if action[0] == "roll" and before.exchanges[0].cast.roll is None:
            dice = exchange.cast.dice, exchange.guard.dice
            chance = hit_chance(before, attack.attacker, exchange.target, rulings, bonus=attack.bonus, dice=dice)
            words += Text(" (to hit: {chance})", "（命中率{chance}）").format(chance=percent(chance))
        rules = ("P-10.10", "P-10.12") if hit else ("P-10.11",)
        events.append(Event(words + Text(".", "。"), rules))
    return events


def _value(check: Check, value: int) -> Text:
    if check.roll is None or check.roll.flag is Flag.NONE:
        return same(value)
    return Text("{flag} {value}", "{flag}{value}").format(flag=check.roll.flag.text, value=value)


def ending(state: Battle, number: int) -> Text:
    """Return how a battle has ended, in which round, and who is left."""
    standing = [fighter for fighter in state.fighters if fighter.fighting]
    if not standing:
        return Text("Nobody is left to fight.", "戦えるキャラクターがいなくなった。")
    sides = {fighter.enemy for fighter in standing}
    told = Text("The GM has ended the battle in round {n}.", "第{n}ラウンド、ゲームマスターが戦闘を終えた。")
    if sides == {False}:
        told = Text("Round {n}: no enemy can fight any more.", "第{n}ラウンドの時点で、戦えるエネミーはいない。")
    elif sides == {True}:
        told = Text("Round {n}: no PC can fight any more.", "第{n}ラウンドの時点で、戦える参加PCはいない。")
    left = Text("Still fighting: {names}.", "残ったのは{names}。").format(names=listed([f.name for f in standing]))
    return sentences([told.format(n=max(number, 1)), left])
