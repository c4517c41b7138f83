"""A combat with cards as a state machine: order, declarations, execution, refill, reshuffle (A-M3 to A-M9, A-M13)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from rules_py.avatar.cards import Card, card_value, deck_of, read_card, read_cards, show_cards
from rules_py.avatar.combat import (
    NOBODY,
    Combat,
    Declared,
    Fighter,
    Flight,
    Kind,
    Phase,
    Side,
    Stage,
    begin_problem,
    declaring,
    executing,
    forbid,
    momentum,
    seats,
)
from rules_py.avatar.effects import (
    MOST_EP,
    MOST_LIMIT,
    MOST_STAGE,
    Meeting,
    attack_damage,
    meeting,
    power_release,
    pursuit,
    refill_price,
)
from rules_py.avatar.exchange import (
    begin_clash,
    draw_for_turn,
    help_one,
    lay,
    no_more_help,
    open_clash,
    purchase,
    settle,
)
from rules_py.avatar.rulings import Rulings
from rules_py.avatar.sheet import NUMBERS, number_words, read_hand, read_sheet, tell_change
from rules_py.avatar.table import CardTable, tie_number
from rules_py.core.errors import InputError
from rules_py.core.game import EDIT, out_of_place
from rules_py.core.names import changed_name, read_name
from rules_py.core.rulings import whole_number
from rules_py.core.stepper import Action, Event
from rules_py.core.text import Text, listed

MOST_FIGHTERS = 12
MOST_ROUNDS = 99
LONGEST_WORDS = 60


def start(rulings: Rulings = Rulings()) -> Combat:
    """Return a combat to which nobody has come yet, with a whole deck.

    Args:
        rulings: House rules.

    Source: A-Q1, A-Q2, A-Q5, A-Q37.

    Example:
        >>> len(start().deck), len(start(Rulings(deck="52")).deck)
        (53, 52)
    """
    return Combat(
        deck=deck_of(rulings.jokers),
        own_aces=rulings.ace_field == "own",
        by_total=rulings.declare_by == "action_value",
        untouchable=rulings.untouchable,
    )


def apply(combat: Combat, action: Action, rulings: Rulings = Rulings(), seed: str = "") -> tuple[Combat, list[Event]]:
    """Carry out one action of a combat.

    Args:
        combat: The state before.
        action: Name and arguments; people are named by their number, cards by their code (`"SK"`, `"X=HA"`).
            Before the combat, and the first two between rounds as well: `["add", name, side, suit, [EP, SEP, hand
            limit, attack power or null], cards]` with the cards themselves or their number,
            `["remove", who]`, `["begin", side that strikes first]`.
            First strike: `["strike", who, kind, target, options]`, `["struck"]`.
            Step 1: `["choose", [[who, card], …]]`, `["tie"]`, `["release", "half" or "zero", who]`,
            `["declare", kind, target, added cards, options]` with the options `special`, `cost`, `discard` and
            `words`. Step 2: `["execute"]`, `["cancel", who]`, `["react", who, "cover" or "pursue", target]`;
            `["drop", card]`, `["chase", card]`, `["caught", "block" or "tail"]`; `["open"]`, `["even"]`,
            `["lay", cards]`, `["buy", number]`, `["help", who, whom, card]`, `["enough"]`; `["joker", card]`.
            Step 3: `["draw"]`, `["more"]`, `["rest"]`; `["reshuffle", [[who, card], …]]`. Step 4: `["round"]`.
            At any time `["edit", who, …]` with all that "add" is told, cards before the combat only,
            `["set", stage number, decisive battle]`, `["change", who, what, value]`,
            `["discard", who, cards]`, `["deal", who, number]`, `["end"]`.
            `["drawn", cards, …]` before any of them says which cards a real deck shows in it.
        rulings: How the open questions are answered.
        seed: What the deck follows.

    Returns:
        The state after, and what happened.

    Raises:
        ForbiddenAction: If a rule forbids it now.
        InputError: If an argument is not allowed.

    Source: A-M2 to A-M9, A-M13.

    Example:
        >>> combat, _ = apply(start(), ["add", "Io", "pc", "S", [3000, 1000, 5, 40], "SK H3"])
        >>> combat.fighters[0].hand, len(combat.deck)
        ((Card(SK), Card(H3)), 51)
    """
    name, *arguments = action if isinstance(action, list) and action else [""]
    real: list[Card] = []
    if name == "drawn" and len(arguments) > 1:
        cards, name, *arguments = arguments
        real = [card.face for card in read_cards(cards if isinstance(cards, str) else "?", "drawn", rulings)]
    if not isinstance(name, str) or name not in _ACTIONS:
        allowed = Text("one of {names}", "{names}のどれか").format(names=", ".join(_ACTIONS))
        raise InputError("do", name, allowed)
    stages, rule, run = _ACTIONS[name]
    if combat.stage not in stages:
        raise forbid(name, out_of_place([stage.text for stage in stages], combat.stage.text), rule)
    table = CardTable(combat, rulings, seed, [], real)
    try:
        run(table, *arguments)
    except InputError:
        raise
    except (AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError) as error:
        raise InputError("do", name, Text("its form is not right", "指定の形が正しくありません"), rule) from error
    _go_on(table)
    if table.real:
        told = Text("more cards than are drawn here", "ここで引く枚数より多く書かれています")
        raise InputError("drawn", show_cards(table.real), told)
    return table.state, table.log


def _go_on(table: CardTable) -> None:
    """Do what nobody has to decide, up to the next decision."""
    while table.state.phase not in (Phase.SETUP, Phase.OVER):
        state = table.state
        if state.undeclared != NOBODY or state.reshuffle_due or not state.draws or state.draws[0] != table.drew[:2]:
            table.tell_draws()
        if state.undeclared != NOBODY or state.reshuffle_due:
            return
        if state.draws:
            _draw_next(table)
        elif state.flights:
            if not _flight_goes_on(table):
                return
        elif state.clash:
            clash = state.clash
            if clash.step != "help" or _can_help(table):
                return
            no_more_help(table)
        elif not state.there:
            _over(table, Text("Nobody is left.", "誰も残っていない。"), "A-4.6")
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
            text = Text("{name} holds the limit and draws nothing.", "{name}は手札上限なので引かない。")
            table.tell(text, "A-Q30", name=fighter.name)
        table.set(draws=rest)
        return
    card = table.top()
    if card is None:
        text = Text("{name} finds no card to draw.", "{name}の引くカードはない。")
        table.tell(text, "A-6.2" if table.state.clashes else "A-Q24", name=fighter.name)
        table.set(draws=rest)
        return
    table.draws(who, kind, card)
    if kind != "fill":
        table.set(draws=rest)


def _draw(table: CardTable, who: int, kind: str, number: int = 1) -> None:
    table.set(draws=(*table.state.draws, *(((who, kind),) * number)))


def _over(table: CardTable, text: Text, *rules: str) -> None:
    table.tell(text, *rules)
    table.set(phase=Phase.OVER, draws=())


# --- phases: each says whether it has changed anything ----------------------------------------------------------------


def _strike_goes_on(table: CardTable) -> bool:
    state = table.state
    if any(not table[who].acted for who in state.there if _strikes(state, table[who])):
        return False
    _end_strike(table)
    return True


def _strikes(state: Combat, fighter: Fighter) -> bool:
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
            text = Text("{name} has no card: action value 0.", "{name}はカードがなく、行動値は0。")
            table.tell(text, "A-Q31", name=table[who].name)
    for who in state.there:
        table.change(who, number=momentum(table.state, who))
    order = sorted(seats(state), key=lambda who: -table[who].number)
    up = [(who, card) for who in order for card in table[who].field]
    if up:
        each = Text("{name} {card}", "{name} {card}")
        cards = listed([each.format(name=table[who].name, card=card.label()) for who, card in up])
        text = Text("Turned up: {cards}.", "表になったカード：{cards}。")
        table.tell(text, "A-3.2", seen=[card for _, card in up], cards=cards)
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
    text = Text("All actions are done; the field goes to the discard pile.", "全員が行動を終え、場のカードを捨てる。")
    table.tell(text, "A-4.3")
    _begin_refill(table)
    return True


def _begin_refill(table: CardTable) -> None:
    table.set(phase=Phase.REFILL, refilling=tuple(seats(table.state)), refilled=NOBODY, covers=())


def _refill_goes_on(table: CardTable) -> bool:
    if [who for who in table.state.refilling if table[who].there]:
        return False
    table.set(phase=Phase.END, refilling=())
    return True


_PHASES: dict[Phase, Callable[[CardTable], bool]] = {
    Phase.STRIKE: _strike_goes_on,
    Phase.CHOOSE: _choose_goes_on,
    Phase.DECLARE: _declare_goes_on,
    Phase.ACT: _act_goes_on,
    Phase.REFILL: _refill_goes_on,
    Phase.END: lambda table: False,
}


# --- who fights -------------------------------------------------------------------------------------------------------


def _add(table: CardTable, name: Any, side: Any, suit: Any, numbers: Any, cards: Any = 0) -> None:
    state = table.state
    if len(state.fighters) >= MOST_FIGHTERS:
        told = Text("at most {n} take part", "参加できるのは{n}人までです").format(n=MOST_FIGHTERS)
        raise forbid("add", told, "A-1.1")
    values = read_sheet(side, suit, numbers)
    hand, deal = read_hand(table, cards, state.deck)
    table.set(deck=tuple(card for card in state.deck if card not in hand))
    called = read_name(name, [fighter.name for fighter in state.fighters])
    fighter = Fighter(called, hand=hand, deal=deal, full=values["ep"] + values["sep"], **values)
    table.set(fighters=(*state.fighters, fighter))
    text = Text("{name} takes part ({side}).", "{name}が参加する（{side}）。")
    table.tell(text, "A-1.1", name=fighter.name, side=fighter.side.text)
    if state.phase is not Phase.SETUP:
        _draw(table, len(state.fighters), "deal", deal)


def _edit(table: CardTable, who: Any, name: Any, side: Any, suit: Any, numbers: Any, cards: Any = None) -> None:
    state = table.state
    number = whole_number("who", who, 0, len(state.fighters) - 1)
    old, setting_up = table[number], state.phase is Phase.SETUP
    values = read_sheet(side, suit, numbers, least_ep=1 if setting_up else 0)
    others = [fighter.name for n, fighter in enumerate(state.fighters) if n != number]
    called = changed_name(name, old.name, others)
    if values["side"] is not old.side and state.stage not in _BETWEEN:
        told = Text(
            "sides are changed before the combat and between rounds", "立場を変えるのは、戦闘前かラウンドの間です"
        )
        raise InputError("side", values["side"].text, told, "A-3.5")
    if setting_up:
        back = {*state.deck, *old.hand}
        free = tuple(card for card in deck_of(table.rulings.jokers) if card in back)
        hand, deal = read_hand(table, old.deal if cards is None else cards, free)
        table.set(deck=tuple(card for card in free if card not in hand))
        values |= {"hand": hand, "deal": deal, "full": values["ep"] + values["sep"]}
    elif cards is not None:
        told = Text(
            "once the cards are dealt, they are drawn and discarded", "配ったあとの手札は、引くか捨てて変えます"
        )
        raise InputError("hand", cards, told, "A-Q27")
    tell_change(table, old, called, values)
    numbers_too = {} if setting_up else {key: values.pop(key) for key, _, _, _ in NUMBERS}
    table.change(number, name=called, **values)
    for key, value in numbers_too.items():
        if value == getattr(old, key):
            continue
        if _falls_in_a_clash(table, number, key, value):
            raise InputError(key, value, _CLASHES, "A-6.6")
        _set_number(table, number, key, value)


def _remove(table: CardTable, who: Any) -> None:
    number = table.somebody(who)
    fighter, fighters = table[number], table.state.fighters
    table.tell(Text("{name} does not take part.", "{name}は参加しない。"), name=fighter.name)
    if table.state.phase is Phase.SETUP:
        deck = deck_of(table.rulings.jokers)
        back = {*table.state.deck, *fighter.hand}
        table.set(
            fighters=(*fighters[:number], *fighters[number + 1 :]), deck=tuple(card for card in deck if card in back)
        )
    else:
        table.change(number, gone="left")


def _set(table: CardTable, stage: Any, decisive: Any) -> None:
    whole_number("stage_number", stage, 1, MOST_STAGE, "A-Q27")
    if not isinstance(decisive, bool):
        raise InputError("decisive", decisive, Text("yes or no", "「はい」か「いいえ」です"), "A-Q27")
    table.set(stage_number=stage, decisive=decisive)
    text = Text("Stage {n}, no decisive battle.", "ステージ数{n}、決戦ではない。")
    if decisive:
        text = Text("Stage {n}, a decisive battle.", "ステージ数{n}、決戦。")
    table.tell(text, "A-Q27", n=stage)


def _begin(table: CardTable, striking: Any = "") -> None:
    problem = begin_problem(table.state)
    if problem:
        raise problem
    if striking not in ("", "pc", "enemy"):
        raise InputError("striking", striking, Text("one side or none", "どちらかの側か「なし」です"), "A-1.2")
    table.set(deck=table.shuffled(table.state.deck), striking=striking)
    for who in seats(table.state):
        _draw(table, who, "deal", table[who].deal)
    if striking:
        heading = Text("First strike", "先制攻撃")
        table.log.append(Event(heading, ("A-1.2", "A-1.4"), heading=True))
        table.set(phase=Phase.STRIKE)
    else:
        _new_round(table)


def _new_round(table: CardTable) -> None:
    number = table.state.round + 1
    if number > MOST_ROUNDS:
        told = Text("after {n} rounds the combat ends", "{n}ラウンドまでです").format(n=MOST_ROUNDS)
        raise forbid("round", told, "A-4.6")
    table.log.append(Event(Text(f"Round {number}", f"第{number}ラウンド"), ("A-3.1",), heading=True))
    fresh = tuple(
        replace(fighter, chosen=False, number=0, draws=(), act=None, acted=False, cancelled=False, released=False)
        for fighter in table.state.fighters
    )
    table.set(phase=Phase.CHOOSE, round=number, fighters=fresh, covers=(), refilled=NOBODY, striking="")


def _round(table: CardTable) -> None:
    _new_round(table)


# --- first strike -----------------------------------------------------------------------------------------------------


def _strike(table: CardTable, who: Any, kind: Any, target: Any = None, options: Any = None) -> None:
    number = table.somebody(who)
    if not _strikes(table.state, table[number]):
        told = Text("the defenders neither declare nor act", "防御側は宣言も行動もしません")
        raise forbid("strike", told, "A-1.7")
    if table[number].acted:
        told = Text("{name} has acted", "{name}は行動済みです").format(name=table[number].name)
        raise forbid("strike", told, "A-1.2")
    if kind == Kind.PURSUE.value:
        raise forbid(
            "strike",
            Text("the defenders declare nothing, so nobody flees", "防御側は何も宣言しないので、追う相手がいません"),
            "A-7.11",
        )
    _declares(table, number, kind, target, (), options)
    if table[number].pending:
        _execute(table, [number])


def _struck(table: CardTable) -> None:
    for who in table.state.there:
        if _strikes(table.state, table[who]):
            table.change(who, acted=True)


def _end_strike(table: CardTable) -> None:
    for who in table.state.there:
        table.change(who, acted=False, cancelled=False, act=None, released=False)
    table.set(striking="", covers=())
    if table.rulings.first_strike_refill:
        _begin_refill(table)
        return
    table.tell(Text("There is no refill after a first strike.", "先制攻撃の後、手札は補充しない。"), "A-Q28")
    _new_round(table)


# --- step 1: order and declarations -----------------------------------------------------------------------------------


def _choose(table: CardTable, chosen: Any) -> None:
    if not chosen:
        raise InputError("chosen", str(chosen), Text("one hand card each", "1人1枚ずつ手札を選んでください"), "A-3.1")
    for who, code in chosen:
        number = table.somebody(who)
        if table[number].chosen:
            told = Text("{name}’s card lies there", "{name}はすでに伏せました").format(name=table[number].name)
            raise forbid("choose", told, "A-3.1")
        card = table.held(number, code, f"card_{number}")
        table.leaves_hand(number, card)
        table.change(number, down=card, chosen=True)
    if any(table[who].hand and not table[who].chosen for who in table.state.there):  # else they are turned up at once
        text = Text("Face down: {names}.", "カードを伏せた：{names}。")
        table.tell(text, "A-3.1", names=listed([table[who].name for who, _ in chosen]))


def _tie(table: CardTable) -> None:
    order = seats(table.state)
    tied = sorted(declaring(table.state), key=order.index)
    numbers = {who: momentum(table.state, who) if table.state.by_total else table[who].number for who in tied}
    former = {who: table[who].draws if numbers[who] == table[who].number else () for who in tied}
    names = listed([table[who].name for who in tied])
    if len(table.state.deck) < len(tied):
        for place, who in enumerate(tied):
            table.change(who, number=numbers[who], draws=(*former[who], -place))
        text = Text("The deck is too small: clockwise, {names}.", "山札が足りない。マスターから時計回りに{names}。")
        table.tell(text, "A-3.10", "A-3.11", names=names)
        table.set(must_reshuffle=True, tying=False)
        return
    for who in tied:
        card = table.top()
        assert card is not None, "there are as many cards as players tied"
        table.discard(card)
        table.change(who, number=numbers[who], draws=(*former[who], tie_number(card)))
        text = Text("{name} discards {card} from the deck.", "{name}は山札から{card}を捨てる。")
        table.tell(text, "A-3.7", "A-3.8", name=table[who].name, card=card.label(), seen=[card])
    table.set(tying=len(declaring(table.state)) > 1)


def _release(table: CardTable, to: Any, who: Any = None) -> None:
    if table.state.stage is Stage.DECLARE:
        number = declaring(table.state)[0]
    else:
        number = table.somebody(who)
        if not _strikes(table.state, table[number]) or table[number].acted:
            told = Text("it goes with one’s own declaration", "自分の行動宣言のときだけです")
            raise forbid("release", told, "A-7.17")
    fighter = table[number]
    if fighter.released:
        told = Text("{name} has declared it already", "{name}はすでに宣言しました").format(name=fighter.name)
        raise forbid("release", told, "A-7.17")
    ep, sep = power_release(fighter.ep, fighter.sep, to, table.rulings)
    whole_number("ep", ep, 0, MOST_EP, "A-7.19")
    table.change(number, ep=ep, sep=sep, released=True)
    text = Text(
        "{name} releases their power: EP {had} → {ep}, SEP {held} → {sep}.",
        "{name}は力を解放する（EP {had}→{ep}、SEP {held}→{sep}）。",
    )
    table.tell(text, "A-7.17", "A-7.19", name=fighter.name, had=fighter.ep, ep=ep, held=fighter.sep, sep=sep)
    if not sep:
        _draw(table, number, "fill")


def _declare(table: CardTable, kind: Any, target: Any = None, cards: Any = None, options: Any = None) -> None:
    who = declaring(table.state)[0]
    added = table.several(who, cards or [])
    _declares(table, who, kind, target, added, options)


def _declares(table: CardTable, who: int, kind: Any, target: Any, added: tuple[Card, ...], options: Any) -> None:
    """Let somebody declare: target, cards that raise the action value, costs, and what is executed at once."""
    options = options or {}
    if kind not in [each.value for each in Kind]:
        raise InputError("kind", kind, listed([each.text for each in Kind]), "A-T5")
    declared = Declared(
        Kind(kind), _target(table, who, Kind(kind), target), _special(options), _words(options.get("words", ""))
    )
    if declared.kind is not Kind.ATTACK and declared.special != 1:
        raise InputError("special", str(declared.special), Text("attacks only", "攻撃のときだけです"), "A-5.7")
    table.change(who, act=declared)
    _tell_declared(table, who, declared)
    cost = whole_number("cost", options.get("cost", 0), 0, MOST_EP, "A-3.6")
    table.pay(who, cost, declared.kind.text, "declare", "A-3.6")
    if added:
        table.into_field(who, *added)
        text = Text("{name} adds {cards}: action value {n}.", "{name}は{cards}を加え、行動値は{n}。")
        value = momentum(table.state, who)
        table.tell(text, "A-3.4", name=table[who].name, cards=show_cards(added), n=value, seen=added)
    if declared.kind is Kind.FLEE:
        _pay_flight(table, who, options.get("discard"))
    if not declared.kind.pending:
        table.change(who, acted=True)
        _at_once(table, who, declared)


def _pay_flight(table: CardTable, who: int, code: Any) -> None:
    if not table[who].hand:
        told = Text("it takes a hand card to discard", "捨てる手札が1枚必要です")
        raise forbid("declare", told, "A-7.8")
    card = table.held(who, code, "discard", declared=False)
    table.leaves_hand(who, card)
    table.discard(card)
    text = Text("{name} discards {card}.", "{name}は{card}を捨てる。")
    table.tell(text, "A-7.8", name=table[who].name, card=card.label(), seen=[card])


def _target(table: CardTable, who: int, kind: Kind, target: Any) -> int:
    if kind not in (Kind.ATTACK, Kind.COVER, Kind.PURSUE):
        return NOBODY
    if target is None:
        raise InputError("target", "", Text("choose a target", "対象を選んでください"), "A-5.1")
    aim = table.somebody(target, "target")
    if aim == who:
        raise InputError("target", table[aim].name, Text("somebody else", "自分以外を選んでください"))
    if kind is Kind.PURSUE and not _flees(table, aim):
        told = Text("{name} does not flee", "{name}は逃走を宣言していません").format(name=table[aim].name)
        raise InputError("target", table[aim].name, told, "A-7.11")
    return aim


def _flees(table: CardTable, who: int) -> bool:
    fleeing = table[who].does(Kind.FLEE) and table[who].pending
    return fleeing or any(flight.fleer == who for flight in table.state.flights)


def _special(options: dict[str, Any]) -> Fraction:
    value = options.get("special", "1")
    allowed = Text("a factor such as 2 or 3/2, above 0, at most 20", "0より大きく20以下の倍率（「2」「3/2」など）")
    try:
        factor = Fraction(value) if isinstance(value, str) and len(value) <= 8 else Fraction(0)
    except (ValueError, ZeroDivisionError):
        factor = Fraction(0)
    if not 0 < factor <= 20:
        raise InputError("special", value, allowed, "A-Q27")
    return factor


def _words(words: Any) -> str:
    if not isinstance(words, str) or len(words) > LONGEST_WORDS or not words.replace("\u3000", " ").isprintable():
        allowed = Text("up to {n} letters", "{n}文字まで").format(n=LONGEST_WORDS)
        raise InputError("words", str(words), allowed)
    return words.strip()


def _tell_declared(table: CardTable, who: int, declared: Declared) -> None:
    text = Text("{name} declares: {what}.", "{name}の宣言：{what}。")
    if declared.target != NOBODY:
        text = Text("{name} declares: {what}, target {target}.", "{name}の宣言：{what}（対象は{target}）。")
    what = declared.kind.text
    if declared.words:
        what = what + Text(" ({words})", "（{words}）").format(words=declared.words)
    if declared.special != 1:
        what = what + Text(" (special attack ×{n})", "（スペシャルアタック×{n}）").format(n=declared.special)
    target = table[declared.target].name if declared.target != NOBODY else ""
    rules = {
        Kind.ATTACK: "A-5.1",
        Kind.GUARD: "A-7.3",
        Kind.COVER: "A-7.7",
        Kind.FLEE: "A-7.8",
        Kind.PURSUE: "A-7.11",
    }
    table.tell(text, rules.get(declared.kind, "A-3.3"), name=table[who].name, what=what, target=target)


def _at_once(table: CardTable, who: int, declared: Declared) -> None:
    """Execute what is executed the moment it is declared (A-7.3, A-7.7)."""
    if declared.kind is Kind.GUARD and table[who].there:
        _draw(table, who, "guard")
    elif declared.kind is Kind.COVER:
        table.set(covers=(*table.state.covers, (who, declared.target)))


def _react(table: CardTable, who: Any, kind: Any, target: Any) -> None:
    """Cover or pursue at any time, by giving up one's own action (A-5.3, A-7.6, A-7.12)."""
    number = table.somebody(who)
    if kind not in ("cover", "pursue"):
        raise InputError("kind", kind, listed([Kind.COVER.text, Kind.PURSUE.text]), "A-7.6")
    fighter = table[number]
    both = table.rulings.guard_and_cover and kind == "cover" and fighter.does(Kind.GUARD)
    if not fighter.unspent and not (both and all(number != other for other, _ in table.state.covers)):
        told = Text("{name} has acted", "{name}は行動済みです").format(name=fighter.name)
        raise forbid("react", told, "A-7.6" if kind == "cover" else "A-7.12")
    declared = Declared(Kind(kind), _target(table, number, Kind(kind), target))
    if fighter.act and fighter.act.kind.pending:
        text = Text("{name} gives up their action.", "{name}は自分の行動をキャンセルする。")
        table.tell(text, "A-5.3", name=fighter.name)
    _tell_declared(table, number, declared)
    if not both:
        table.change(number, act=declared, acted=True)
    _at_once(table, number, declared)


def _cancel(table: CardTable, who: Any) -> None:
    number = table.somebody(who)
    if not table[number].pending:
        told = Text("{name} has no action to be carried out", "{name}には実行前の行動がありません")
        raise forbid("cancel", told.format(name=table[number].name), "A-5.4")
    table.change(number, acted=True, cancelled=True)
    text = Text("{name} cancels their own action.", "{name}は自分の行動を自発的にキャンセルする。")
    table.tell(text, "A-5.4", name=table[number].name)


# --- step 2: execution ------------------------------------------------------------------------------------------------


def _execute_next(table: CardTable) -> None:
    _execute(table, executing(table.state))


def _execute(table: CardTable, group: list[int]) -> None:
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
    """Work an attack out (A-5.1, A-5.5 to A-5.7, A-M5, A-M6)."""
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


def _pursuers(table: CardTable, fleer: int) -> list[int]:
    found = []
    for who in table.state.there:
        act = table[who].act
        if act and act.kind is Kind.PURSUE and act.target == fleer:
            found.append(who)
    return found


def _flee(table: CardTable, who: int) -> None:
    if not table[who].there:
        return
    if _pursuers(table, who):
        table.set(flights=(*table.state.flights, Flight(who)))
        return
    table.change(who, gone="fled")
    table.tell(Text("{name} leaves the combat.", "{name}は戦闘を離脱する。"), "A-7.9", name=table[who].name)


def _put(table: CardTable, **values: Any) -> None:
    table.set(flights=(replace(table.state.flights[0], **values), *table.state.flights[1:]))


def _flight_goes_on(table: CardTable) -> bool:
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
    if any(who not in flight.done for who in _pursuers(table, flight.fleer)):
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


def _drop(table: CardTable, code: Any) -> None:
    flight = table.state.flights[0]
    if flight.number >= 0:
        told = Text("the fleer’s card lies there", "逃走者のカードはもう出ています")
        raise forbid("drop", told, "A-7.13")
    card = table.held(flight.fleer, code)
    table.leaves_hand(flight.fleer, card)
    table.discard(card)
    _put(table, number=card_value(card))
    text = Text("{name} discards {card} to escape.", "{name}は逃げるために{card}を捨てる。")
    table.tell(text, "A-7.13", "A-Q20", name=table[flight.fleer].name, card=card.label(), seen=[card])


def chasing(combat: Combat) -> int:
    """Say which pursuer discards a card next; -1 if nobody does.

    Source: A-7.15, A-Q20.
    """
    if not combat.flights or combat.flights[0].number < 0 or combat.flights[0].won != NOBODY:
        return NOBODY
    flight = combat.flights[0]
    for who in combat.there:
        act = combat.fighters[who].act
        if act and act.kind is Kind.PURSUE and act.target == flight.fleer and who not in flight.done:
            return who
    return NOBODY


def _chase(table: CardTable, code: Any = None) -> None:
    who, flight = chasing(table.state), table.state.flights[0]
    if who == NOBODY:
        told = Text("the fleer’s card or the pursuer’s choice comes first", "逃走者のカードか、追跡者の選択が先です")
        raise forbid("chase", told, "A-7.15")
    number = None
    if code is not None:
        card = table.held(who, code)
        table.leaves_hand(who, card)
        table.discard(card)
        number = card_value(card)
        text = Text("{name} discards {card} to pursue.", "{name}は追うために{card}を捨てる。")
        table.tell(text, "A-7.15", name=table[who].name, card=card.label(), seen=[card])
    _put(table, done=(*flight.done, who))
    if pursuit(flight.number, number):
        _put(table, won=who)
        table.tell(Text("The pursuit succeeds.", "追跡は成功。"), "A-7.15", "A-7.16")
    else:
        text = Text("{name} does not catch up.", "{name}は追いつけない。")
        table.tell(text, "A-7.15", name=table[who].name)


def _caught(table: CardTable, choice: Any) -> None:
    flight = table.state.flights[0]
    if flight.won == NOBODY:
        raise forbid("caught", Text("no pursuit has succeeded", "追跡はまだ成功していません"), "A-7.16")
    if choice not in ("block", "tail"):
        raise InputError("choice", choice, Text("block or tail", "逃走阻止か尾行です"), "A-7.16")
    name = table[flight.won].name
    if choice == "block":
        _put(table, won=NOBODY, blocked=True)
        table.tell(Text("{name} blocks the escape.", "{name}は逃走を阻止する。"), "A-7.16", name=name)
    else:
        _put(table, won=NOBODY, tails=(*flight.tails, flight.won))
        table.tell(Text("{name} tails the fleer.", "{name}は尾行する。"), "A-7.16", name=name)


# --- cards ------------------------------------------------------------------------------------------------------------


def _joker(table: CardTable, code: Any) -> None:
    who = table.state.undeclared
    card = read_card(code if isinstance(code, str) else "", "card")
    lying = next(other for other in table[who].field if not other.rank)
    if card.face != lying:
        told = Text("the {joker} lies there", "場にあるのは{joker}です").format(joker=lying.label())
        raise InputError("card", card.label(), told, "A-2.2")
    declared = table.as_declared(card, "card")
    if not declared.rank:
        raise InputError("card", card.label(), Text("declare a rank", "数字を宣言してください"), "A-2.2")
    field = tuple(declared if other is lying else other for other in table[who].field)
    table.change(who, field=field)
    text = Text("{name} declares {card}.", "{name}は{card}と宣言する。")
    table.tell(text, "A-2.2", "A-Q4", name=table[who].name, card=declared.label(), seen=[declared])


def _reshuffle(table: CardTable, chosen: Any = None) -> None:
    everybody = [
        *seats(table.state),
        *(who for who, fighter in enumerate(table.state.fighters) if fighter.gone == "fled"),
    ]
    if not table.rulings.fled_reshuffle:
        everybody = seats(table.state)
    text = Text("Reshuffle.", "還暦。")
    table.tell(text, "A-3.11" if table.state.must_reshuffle else "A-Q24")
    deals: tuple[tuple[int, str], ...] = ()
    if table.rulings.reshuffle == "discard_and_deal":
        typed = dict(chosen or [])
        for who in everybody:
            if table[who].hand:
                _lose_one(table, who, typed.pop(who, None))
        if typed:
            told = Text("somebody with a hand card", "手札のある人だけです")
            raise InputError("chosen", str(next(iter(typed))), told, "A-Q24")
        deals = tuple((who, "reshuffle") for who in everybody if table[who].limit)
    deck = table.shuffled((*table.state.deck, *table.state.discards))
    table.set(deck=deck, discards=(), must_reshuffle=False, draws=(*deals, *table.state.draws))


def _lose_one(table: CardTable, who: int, code: Any) -> None:
    hand = table[who].hand
    if code is None:
        dice = Random(f"{table.seed}/{table.state.shuffles}/{who}")
        card = hand[dice.randrange(len(hand))]
    else:
        card = table.held(who, code, f"lose_{who}", declared=False)
    table.leaves_hand(who, card)
    table.discard(card)
    text = Text("{name} discards {card}.", "{name}は{card}を捨てる。")
    table.tell(text, "A-Q24", name=table[who].name, card=card.label())


def _refill_next(table: CardTable) -> None:
    left = [who for who in table.state.refilling if table[who].there]
    table.set(refilling=tuple(left[1:]), refilled=left[0])
    _draw(table, left[0], "refill")


def _refill_rest(table: CardTable) -> None:
    left = [who for who in table.state.refilling if table[who].there]
    table.set(refilling=(), refilled=left[-1])
    for who in left:
        _draw(table, who, "refill")


def _more(table: CardTable) -> None:
    who = table.state.refilled
    if who == NOBODY or not table[who].there:
        told = Text("only whoever has just drawn, and only once", "引いた直後の人が1枚だけです")
        raise forbid("more", told, "A-4.5")
    price = refill_price(table.state.stage_number)
    what = Text("a second card", "2枚目のカード")
    table.pay(who, price, what, "more", "A-4.5", "A-T4.1")
    table.set(refilled=NOBODY)
    _draw(table, who, "more")


# --- by hand ----------------------------------------------------------------------------------------------------------


def _change(table: CardTable, who: Any, what: Any, value: Any) -> None:
    number = whole_number("who", who, 0, len(table.state.fighters) - 1)
    bounds = {key: (text, most) for key, text, _, most in NUMBERS}
    if what not in bounds:
        raise InputError("what", what, listed([text for text, _ in bounds.values()]), "A-Q27")
    text, most = bounds[what]
    if value is not None or what != "power":
        whole_number("value", value, 0, most, "A-Q27")
    if _falls_in_a_clash(table, number, what, value):
        raise forbid("change", _CLASHES, "A-6.6")
    told = Text("{name}: {what} {value}.", "{name}の{what}は{value}。")
    table.tell(told, "A-Q27", name=table[number].name, what=text, value=number_words(value))
    _set_number(table, number, what, value)


_CLASHES = Text("a clash is under way", "打ち合いの最中です")


def _falls_in_a_clash(table: CardTable, number: int, what: str, value: int | None) -> bool:
    return what == "ep" and not value and any(number in clash.sides for clash in table.state.clashes)


def _set_number(table: CardTable, number: int, what: str, value: int | None) -> None:
    """Change a number by hand: without EP somebody is defeated, with EP it may be there again for the next round."""
    table.change(number, **{what: value})
    if what == "ep" and not value:
        table.falls(number, Text("{name} is defeated.", "{name}は倒れる。"))
    elif what == "ep" and table[number].gone == "lost" and table.state.phase is Phase.END:
        table.change(number, gone="")


def _discard(table: CardTable, who: Any, codes: Any) -> None:
    number = whole_number("who", who, 0, len(table.state.fighters) - 1)
    cards = table.several(number, codes, "cards", declared=False)
    if not cards:
        raise InputError("cards", "", Text("at least one card", "1枚以上選んでください"))
    table.leaves_hand(number, *cards)
    table.discard(*cards)
    text = Text("{name} discards {cards}.", "{name}は{cards}を捨てる。")
    table.tell(text, "A-Q27", name=table[number].name, cards=show_cards(cards))


def _deal(table: CardTable, who: Any, number: Any) -> None:
    somebody = table.somebody(who)
    _draw(table, somebody, "deal", whole_number("number", number, 1, MOST_LIMIT, "A-Q27"))


def _end(table: CardTable) -> None:
    _over(table, Text("Nobody fights on: the combat ends.", "戦いを続ける人はなく、戦闘は終わる。"), "A-4.6")


_BETWEEN = (Stage.SETUP, Stage.END)
_DURING = tuple(stage for stage in Stage if stage not in (Stage.SETUP, Stage.OVER))
_OPEN = (Stage.DECLARE, Stage.ACT, Stage.CLASH, Stage.HELP, Stage.FLIGHT, Stage.TIE)
_ACTIONS: dict[str, tuple[tuple[Stage, ...], str, Callable[..., None]]] = {
    "add": (_BETWEEN, "A-1.1", _add),
    EDIT: ((Stage.SETUP, *_DURING), "A-Q27", _edit),
    "remove": (_BETWEEN, "A-1.1", _remove),
    "set": ((Stage.SETUP, *_DURING), "A-Q27", _set),
    "begin": ((Stage.SETUP,), "A-1.1", _begin),
    "strike": ((Stage.STRIKE,), "A-1.5", _strike),
    "struck": ((Stage.STRIKE,), "A-1.5", _struck),
    "choose": ((Stage.CHOOSE,), "A-3.1", _choose),
    "tie": ((Stage.TIE,), "A-3.7", _tie),
    "release": ((Stage.DECLARE, Stage.STRIKE), "A-7.17", _release),
    "declare": ((Stage.DECLARE,), "A-3.3", _declare),
    "react": (_OPEN, "A-7.6", _react),
    "cancel": (_OPEN, "A-5.4", _cancel),
    "execute": ((Stage.ACT,), "A-4.1", _execute_next),
    "drop": ((Stage.FLIGHT,), "A-7.13", _drop),
    "chase": ((Stage.FLIGHT,), "A-7.15", _chase),
    "caught": ((Stage.FLIGHT,), "A-7.16", _caught),
    "open": ((Stage.OPENING,), "A-6.9", open_clash),
    "even": ((Stage.EVEN,), "A-Q17", draw_for_turn),
    "lay": ((Stage.CLASH,), "A-6.11", lay),
    "buy": ((Stage.CLASH,), "A-6.14", purchase),
    "help": ((Stage.HELP,), "A-6.18", help_one),
    "enough": ((Stage.HELP,), "A-6.18", no_more_help),
    "joker": ((Stage.JOKER,), "A-2.2", _joker),
    "reshuffle": ((Stage.RESHUFFLE,), "A-Q24", _reshuffle),
    "draw": ((Stage.REFILL,), "A-4.4", _refill_next),
    "rest": ((Stage.REFILL,), "A-4.4", _refill_rest),
    "more": ((Stage.REFILL, Stage.END), "A-4.5", _more),
    "round": ((Stage.END,), "A-4.7", _round),
    "end": (_DURING, "A-4.6", _end),
    "change": (_DURING, "A-Q27", _change),
    "discard": (_DURING, "A-Q27", _discard),
    "deal": (_DURING, "A-Q27", _deal),
}
