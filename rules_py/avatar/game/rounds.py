"""The rounds of a combat: beginning, first strike, the order, declarations, reactions (A-M2 to A-M4, A-M9)."""

from __future__ import annotations

from typing import Annotated

from rules_py.avatar.arguments import (
    PRESENT,
    Anybody,
    Cards,
    Chosen,
    Extras,
    KindName,
    Options,
    Reaction,
    StrikeOptions,
    StrikingSide,
    Who,
)
from rules_py.avatar.cards import Card, read_card, show_cards
from rules_py.avatar.effects import MOST_EP, power_release
from rules_py.avatar.game.cast import DURING
from rules_py.avatar.game.execution import execute
from rules_py.avatar.game.flow import NEW_ROUND, new_round, over, strikes
from rules_py.avatar.game.table import GAME, CardTable, faces, tie_number
from rules_py.avatar.model import NOBODY, Combat, Declared, Kind, Phase, Side, Stage, declaring, flees, momentum, seats
from rules_py.core.arguments import Choice
from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text, listed

DECLARATION = Text("That declaration", "その行動宣言")
RELEASES = {"half": Text("half", "SEPを半分に"), "zero": Text("all", "SEPを0に")}
"""To what Power Release reduces SEP, by the word that links hold (A-7.19)."""
_OPEN = (Stage.DECLARE, Stage.ACT, Stage.CLASH, Stage.HELP, Stage.FLIGHT, Stage.TIE)


def begin_problem(combat: Combat) -> ForbiddenAction | None:
    """Say why a combat cannot begin; None if it can (A-1.1). Who strikes first is the master's to say (A-1.3)."""
    sides = {fighter.side is Side.ENEMY for fighter in combat.fighters if fighter.there}
    if len(sides) == 2:
        return None
    return ForbiddenAction(GAME.actions["begin"].label, GAME.words["both_sides"], "A-1.1")


@GAME.action("begin", Text("Beginning", "戦闘の開始"), Stage.SETUP, rule="A-1.1")
def _begin(table: CardTable, striking: StrikingSide = "") -> None:
    problem = begin_problem(table.state)
    if problem:
        raise problem
    table.set(deck=table.shuffled(table.state.deck), striking=striking)
    for who in seats(table.state):
        table.to_draw(who, "deal", table[who].deal)
    if striking:
        table.tell("first_strike", "A-1.2", "A-1.4", heading=True)
        table.set(phase=Phase.STRIKE)
    else:
        new_round(table)


@GAME.action("round", NEW_ROUND, Stage.END, rule="A-4.7")
def _round(table: CardTable) -> None:
    new_round(table)


@GAME.action("end", Text("Ending the combat", "戦闘の終了"), *DURING, rule="A-4.6")
def _end(table: CardTable) -> None:
    over(table, table.words["nobody_fights_on"])


# --- first strike -----------------------------------------------------------------------------------------------------


@GAME.action("strike", Text("Acting first", "先制の行動"), Stage.STRIKE, rule="A-1.5")
def _strike(
    table: CardTable, who: Who, kind: KindName, target: Who = NOBODY, options: StrikeOptions = Extras()
) -> None:
    if not strikes(table.state, table[who]):
        raise table.forbidden("defenders_do_nothing", "A-1.7")
    if table[who].acted:
        raise table.forbidden("has_acted", "A-1.2", name=table[who].name)
    if kind == Kind.PURSUE.value:
        raise table.forbidden("nobody_flees", "A-7.11")
    _declares(table, who, Kind(kind), target, (), options)
    if table[who].pending:
        execute(table, [who])


@GAME.action("struck", Text("Ending the first strike", "先制攻撃の終了"), Stage.STRIKE, rule="A-1.5")
def _struck(table: CardTable) -> None:
    for who in table.state.there:
        if strikes(table.state, table[who]):
            table.change(who, acted=True)


# --- step 1: order and declarations -----------------------------------------------------------------------------------


@GAME.action("choose", Text("Putting a card face down", "カードを伏せること"), Stage.CHOOSE, rule="A-3.1")
def _choose(table: CardTable, chosen: Chosen) -> None:
    for who, card in chosen:
        if table[who].chosen:
            raise table.forbidden("has_chosen", "A-3.1", name=table[who].name)
        down = table.held(who, card, f"card_{who}")
        table.leaves_hand(who, down)
        table.change(who, down=down, chosen=True)
    if any(table[who].hand and not table[who].chosen for who in table.state.there):  # else they are turned up at once
        table.tell("face_down", "A-3.1", names=listed([table[who].name for who, _ in chosen]))


@GAME.action("tie", Text("Drawing for the order", "宣言順を決めること"), Stage.TIE, rule="A-3.7")
def _tie(table: CardTable) -> None:
    order = seats(table.state)
    tied = sorted(declaring(table.state), key=order.index)
    numbers = {who: momentum(table.state, who) if table.state.by_total else table[who].number for who in tied}
    former = {who: table[who].draws if numbers[who] == table[who].number else () for who in tied}
    names = listed([table[who].name for who in tied])
    if len(table.state.deck) < len(tied):
        for place, who in enumerate(tied):
            table.change(who, number=numbers[who], draws=(*former[who], -place))
        table.tell("clockwise", "A-3.10", "A-3.11", names=names)
        table.set(must_reshuffle=True)
        return
    for who in tied:
        card = table.top()
        assert card is not None, "there are as many cards as players tied"
        table.discard(card)
        table.change(who, number=numbers[who], draws=(*former[who], tie_number(card)))
        table.tell("discards_to_decide", "A-3.7", "A-3.8", name=table[who].name, card=card.label(), seen=faces([card]))


@GAME.action("release", Text("Power Release", "力の解放"), Stage.DECLARE, Stage.STRIKE, rule="A-7.17")
def _release(table: CardTable, to: Annotated[str, Choice(RELEASES, "A-7.19")], who: Anybody = NOBODY) -> None:
    if table.state.stage is Stage.DECLARE:
        who = declaring(table.state)[0]
    elif who == NOBODY:
        raise InputError("who", "", table.say("choose_who_releases"), "A-7.17")
    elif not strikes(table.state, table[PRESENT.read(who, "who", table.state)]) or table[who].acted:
        raise table.forbidden("with_ones_declaration", "A-7.17")
    fighter = table[who]
    if fighter.released:
        raise table.forbidden("has_released", "A-7.17", name=fighter.name)
    if not fighter.sep:
        raise table.forbidden("has_no_sep", "A-7.19", name=fighter.name)
    ep, sep = power_release(fighter.ep, fighter.sep, to, table.rulings)
    whole_number("ep", ep, 0, MOST_EP, "A-7.19")
    table.change(who, ep=ep, sep=sep, released=True)
    table.tell("releases", "A-7.17", "A-7.19", name=fighter.name, had=fighter.ep, ep=ep, held=fighter.sep, sep=sep)
    if not sep:
        table.to_draw(who, "fill")


@GAME.action("declare", DECLARATION, Stage.DECLARE, rule="A-3.3")
def _declare(
    table: CardTable, kind: KindName, target: Who = NOBODY, cards: Cards = (), options: Options = Extras()
) -> None:
    who = declaring(table.state)[0]
    _declares(table, who, Kind(kind), target, table.several(who, cards), options)


def _declares(table: CardTable, who: int, kind: Kind, target: int, added: tuple[Card, ...], options: Extras) -> None:
    """Let somebody declare: target, cards that raise the action value, costs, and what is executed at once."""
    declared = Declared(kind, _target(table, who, kind, target), options.special, options.words)
    if declared.kind is not Kind.ATTACK and declared.special != 1:
        raise InputError("special", str(declared.special), table.say("attacks_only"), "A-5.7")
    table.change(who, act=declared)
    _tell_declared(table, who, declared)
    if added:
        table.into_field(who, *added)
        value = momentum(table.state, who)
        table.tell("adds", "A-3.4", name=table[who].name, cards=show_cards(added), n=value, seen=faces(added))
    if kind is Kind.FLEE:
        _pay_flight(table, who, options.discard)
    table.pay(who, options.cost, kind.text, "A-3.6", action=DECLARATION)
    if not kind.pending:
        table.change(who, acted=True)
        _at_once(table, who, declared)


def _pay_flight(table: CardTable, who: int, card: Card | None) -> None:
    if not table[who].hand:
        raise table.forbidden("nothing_to_discard", "A-7.8", DECLARATION)
    card = table.held(who, card or read_card("", "discard"), "discard", declared=False)
    table.leaves_hand(who, card)
    table.discard(card)
    table.tell("discards", "A-7.8", name=table[who].name, cards=card.label(), seen=faces([card]))


def _target(table: CardTable, who: int, kind: Kind, target: int) -> int:
    if kind not in (Kind.ATTACK, Kind.COVER, Kind.PURSUE):
        return NOBODY
    if target == NOBODY:
        raise InputError("target", "", table.say("choose_a_target"), "A-5.1")
    name = table[target].name
    if target == who:
        raise InputError("target", name, table.say("somebody_else"))
    if kind is Kind.PURSUE and not flees(table.state, target):
        raise InputError("target", name, table.say("does_not_flee", name=name), "A-7.11")
    return target


def _tell_declared(table: CardTable, who: int, declared: Declared) -> None:
    name, what = table[who].name, declared.kind.text
    if declared.words:
        what = table.say("in_own_words", what=what, words=declared.words)
    if declared.special != 1:
        what = table.say("as_a_special_attack", what=what, n=declared.special)
    rules = {
        Kind.ATTACK: "A-5.1",
        Kind.GUARD: "A-7.3",
        Kind.COVER: "A-7.7",
        Kind.FLEE: "A-7.8",
        Kind.PURSUE: "A-7.11",
    }
    rule = rules.get(declared.kind, "A-3.3")
    if declared.target == NOBODY:
        table.tell("declares", rule, name=name, what=what)
    else:
        table.tell("declares_with_a_target", rule, name=name, what=what, target=table[declared.target].name)


def _at_once(table: CardTable, who: int, declared: Declared) -> None:
    """Execute what is executed the moment it is declared (A-7.3, A-7.7)."""
    if declared.kind is Kind.GUARD and table[who].there:
        table.to_draw(who, "guard")
    elif declared.kind is Kind.COVER:
        table.set(covers=(*table.state.covers, (who, declared.target)))


@GAME.action("react", Text("Giving up one’s own action", "行動をキャンセルすること"), *_OPEN, rule="A-7.6")
def _react(table: CardTable, who: Who, kind: Reaction, target: Who) -> None:
    """Cover or pursue at any time, by giving up one's own action (A-5.3, A-7.6, A-7.12)."""
    fighter = table[who]
    both = table.rulings.guard_and_cover and kind == "cover" and fighter.does(Kind.GUARD)
    if not fighter.unspent and not (both and all(who != other for other, _ in table.state.covers)):
        raise table.forbidden("has_acted", "A-7.6" if kind == "cover" else "A-7.12", name=fighter.name)
    declared = Declared(Kind(kind), _target(table, who, Kind(kind), target))
    if fighter.act and fighter.act.kind.pending:
        table.tell("gives_up", "A-5.3", name=fighter.name)
    _tell_declared(table, who, declared)
    if not both:
        table.change(who, act=declared, acted=True)
    _at_once(table, who, declared)


@GAME.action("cancel", Text("Cancelling an action", "行動のキャンセル"), *_OPEN, rule="A-5.4")
def _cancel(table: CardTable, who: Who) -> None:
    if not table[who].pending:
        raise table.forbidden("has_no_action", "A-5.4", name=table[who].name)
    table.change(who, acted=True, cancelled=True)
    table.tell("cancels", "A-5.4", name=table[who].name)
