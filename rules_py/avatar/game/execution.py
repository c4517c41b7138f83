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


@GAME.action("execute", Text("To carry out an action", "行動の実行"), Stage.ACT, rule="A-4.1")
def _execute_next(table: CardTable) -> None:
    execute(table, executing(table.state))


def execute(table: CardTable, group: list[int]) -> None:
    """Execute actions simultaneously: attacks first, then flights and clashes (A-4.1, A-4.2).

    Whose attack was cancelled before is not among them, and so there is no clash (A-6.7).
    """
    for who in group:
        table.change(who, acted=True)
    if len(group) > 1:
        text = Text("At once: {names}.", "同時に実行：{names}。")
        table.tell(text, "A-4.2", names=listed([table[who].name for who in group]))
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
            text = Text("No clash: {name} attacks one-sidedly.", "打ち合いにならず、{name}が一方的に攻撃する。")
            table.tell(text, "A-6.3", "A-6.4", "A-Q16", name=table[keeps].name)
        else:
            text = Text("No clash: both hands are empty.", "どちらも手札がなく、打ち合いにならない。")
            table.tell(text, "A-6.4", "A-Q16")
    for deal in [_hit(table, who, aims[who]) for who in attackers if who not in silent]:
        deal()
    for who in group:
        if table[who].does(Kind.FLEE):
            _flee(table, who)
        elif table[who].does(Kind.OTHER):
            words = (table[who].act or Declared(Kind.OTHER)).words
            text = Text("{name} acts: {what}.", "{name}の行動：{what}。")
            what = words or Text("as the master tells", "効果はマスターが告げる")
            table.tell(text, "A-4.1", name=table[who].name, what=what)
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
            text = Text("{name}’s target is gone.", "{name}の攻撃対象はもういない。")
            table.tell(text, "A-Q44", name=fighter.name)

        return miss
    special = fighter.act.special if fighter.act else Fraction(1)
    ep, rulings = fighter.ep, table.rulings
    strong = fighter.strong or (rulings.strong_when_empty and not fighter.field)
    rules = ("A-5.5", "A-5.6") if strong else ("A-5.1",)

    def points(guard: bool, cover: bool) -> int:
        return attack_damage(ep, strong=strong, special=special, guard=guard, cover=cover, rulings=rulings)

    dealt = table.harm(aim, table.taker(aim), points, *rules)

    def deal() -> None:
        text = Text("{name} attacks {target}.", "{name}が{target}を攻撃する。")
        if strong:
            text = Text("{name} attacks {target}: a strong hit.", "{name}が{target}を攻撃する。強打。")
        table.tell(text, *rules, name=fighter.name, target=table[aim].name)
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
    table.tell(Text("{name} leaves the combat.", "{name}は戦闘を離脱する。"), "A-7.9", name=table[who].name)


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
        text = Text("{name} has no card to discard: 0.", "{name}は捨てるカードがなく、0とみなす。")
        table.tell(text, "A-7.14", name=fleer.name)
        return True
    if any(who not in flight.done for who in pursuing(table.state, flight.fleer)):
        return False
    table.set(flights=table.state.flights[1:])
    if flight.blocked:
        table.tell(Text("{name} stays in the combat.", "{name}は戦闘に残る。"), "A-Q21", name=fleer.name)
        return True
    leaving = [flight.fleer, *flight.tails]
    for who in leaving:
        if table[who].there:
            table.change(who, gone="fled")
    rules = ("A-7.16", "A-Q21") if flight.tails else ("A-7.9",)
    text = Text("Leaving the combat: {names}.", "戦闘を離脱：{names}。")
    table.tell(text, *rules, names=listed([table[who].name for who in leaving]))
    return True


@GAME.action("drop", Text("To discard a card", "カードを捨てること"), Stage.FLIGHT, rule="A-7.13")
def _drop(table: CardTable, card: PlayedCard) -> None:
    flight = table.state.flights[0]
    if flight.number >= 0:
        raise table.forbidden(Text("the fleer’s card lies there", "逃走者のカードはもう出ています"), "A-7.13")
    card = table.held(flight.fleer, card)
    table.leaves_hand(flight.fleer, card)
    table.discard(card)
    _put(table, number=card_value(card))
    text = Text("{name} discards {card} to escape.", "{name}は逃げるために{card}を捨てる。")
    table.tell(text, "A-7.13", "A-Q20", name=table[flight.fleer].name, card=card.label(), seen=faces([card]))


@GAME.action("chase", Text("The pursuit", "追跡"), Stage.FLIGHT, rule="A-7.15")
def _chase(table: CardTable, card: PlayedCard | None = None) -> None:
    who, flight = chasing(table.state), table.state.flights[0]
    if who == NOBODY:
        reason = Text("the fleer’s card or the pursuer’s choice comes first", "逃走者のカードか、追跡者の選択が先です")
        raise table.forbidden(reason, "A-7.15")
    number = None
    if card is not None:
        card = table.held(who, card)
        table.leaves_hand(who, card)
        table.discard(card)
        number = card_value(card)
        text = Text("{name} discards {card} to pursue.", "{name}は追うために{card}を捨てる。")
        table.tell(text, "A-7.15", name=table[who].name, card=card.label(), seen=faces([card]))
    _put(table, done=(*flight.done, who))
    if pursuit(flight.number, number):
        _put(table, won=who)
        table.tell(Text("The pursuit succeeds.", "追跡は成功。"), "A-7.15", "A-7.16")
    else:
        text = Text("{name} does not catch up.", "{name}は追いつけない。")
        table.tell(text, "A-7.15", name=table[who].name)


@GAME.action("caught", Text("To block or to tail", "逃走阻止か尾行"), Stage.FLIGHT, rule="A-7.16")
def _caught(table: CardTable, choice: Annotated[str, Choice(CAUGHT, "A-7.16")]) -> None:
    flight = table.state.flights[0]
    if flight.won == NOBODY:
        raise table.forbidden(Text("no pursuit has succeeded", "追跡はまだ成功していません"), "A-7.16")
    name = table[flight.won].name
    if choice == "block":
        _put(table, won=NOBODY, blocked=True)
        table.tell(Text("{name} blocks the escape.", "{name}は逃走を阻止する。"), "A-7.16", name=name)
    else:
        _put(table, won=NOBODY, tails=(*flight.tails, flight.won))
        table.tell(Text("{name} tails the fleer.", "{name}は尾行する。"), "A-7.16", name=name)
