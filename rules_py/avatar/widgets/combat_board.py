"""The board of the combat stepper: the deck, the order, a clash, and everybody at the table, clockwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from xml.etree.ElementTree import Element

from rules_py.avatar.cards import Card
from rules_py.avatar.effects import refill_price
from rules_py.avatar.game.refill import another_card
from rules_py.avatar.game.unasked import attacked, coverers, damage_now, foes, fought_out, friends, pursuers
from rules_py.avatar.model import (
    NOBODY,
    Clash,
    Combat,
    Declared,
    Fighter,
    Kind,
    Phase,
    Side,
    Stage,
    chasing,
    declaring,
    executing,
    helpers,
    momentum,
    seats,
)
from rules_py.avatar.rulings import Rulings
from rules_py.core.controls import control, on_sheet, press
from rules_py.core.desk import toolbar
from rules_py.core.game import Action
from rules_py.core.markup import h, marked_up
from rules_py.core.text import Language, Text, same

SIDES = {Side.PC: same("PC"), Side.ALLY: Text("ally", "味方"), Side.ENEMY: Side.ENEMY.text}
"""Sides as a narrow place names them."""
Tap = tuple[Action, Text, Text]
"""A button on the board: its action, what stands on it, and what it is called by itself."""


@dataclass
class Asked:
    """What is shown.

    Args:
        state: The combat.
        rulings: House rules.
        open_hands: Is everybody's hand open?
        language: The reader's language.
        happened: How much has happened.
    """

    state: Combat
    rulings: Rulings
    open_hands: bool
    language: Language
    happened: int

    def __getitem__(self, who: int) -> Fighter:
        return self.state.fighters[who]

    @cached_property
    def counted(self) -> Combat:
        """The combat as far as its cards count: without Jokers that are still to be declared (A-2.2)."""
        if self.state.undeclared == NOBODY:
            return self.state
        declared = [tuple(card for card in fighter.field if card.rank) for fighter in self.state.fighters]
        fighters = zip(self.state.fighters, declared, strict=True)
        return replace(self.state, fighters=tuple(replace(fighter, field=field) for fighter, field in fighters))

    @cached_property
    def deciding(self) -> list[int]:
        """Who decides now."""
        return deciding(self.state)

    def press(self, action: Action, label: Text, *, primary: bool = False) -> Element:
        """Return a button that takes a step."""
        return press(action, label, self.language, primary=primary)


def deciding(state: Combat) -> list[int]:
    """Say who decides now."""
    stage = state.stage
    if stage is Stage.CHOOSE:
        return [who for who in seats(state) if state.fighters[who].hand and not state.fighters[who].chosen]
    if stage is Stage.DECLARE:
        return declaring(state)
    if stage is Stage.CLASH:
        return [state.playing]
    if stage is Stage.FLIGHT:
        flight = state.flights[0]
        if flight.won != NOBODY:
            return [flight.won]
        return [flight.fleer] if flight.number < 0 else [chasing(state)]
    if stage is Stage.JOKER:
        return [state.undeclared]
    if stage is Stage.HELP:
        return helpers(state)
    return []


def refilled(asked: Asked) -> int:
    """Return who has just drawn and can pay for a second card; -1 for nobody (A-4.5)."""
    state, who = asked.state, asked.state.refilled
    if who == NOBODY or not asked[who].there or state.stage not in (Stage.REFILL, Stage.END):
        return NOBODY
    if not another_card(state, who, asked.rulings):
        return NOBODY
    return who if asked[who].ep - asked.rulings.untouchable >= refill_price(state.stage_number) else NOBODY


def board(asked: Asked) -> Element:
    """Return all that lies on the table."""
    state = asked.state
    there = seats(state)
    ring = [h("li", _fighter(asked, who), class_=_seat(n, len(there), asked, who)) for n, who in enumerate(there)]
    gone = [_gone(asked, who) for who, fighter in enumerate(state.fighters) if fighter.gone]
    clash = [_clash(asked, clash) for clash in state.clashes]
    for place in [*clash[:1], *(each for each in ring if "now" in each.get("class", ""))][:1]:
        place.set("data-here", "data-here")
    caption = Text("Clockwise from the master", "マスターから時計回り").get(asked.language)
    return h(
        "div",
        _table(asked),
        _order(asked),
        clash,
        toolbar([h("ul", ring, class_="ring", aria_label=caption)], Text("Characters", "キャラクター"), asked.language),
        h("ul", gone, class_="gone", aria_label=Text("Out of the combat", "戦闘を離れた人").get(asked.language))
        if gone
        else None,
        class_="board avatar-board",
    )


def _seat(number: int, all_: int, asked: Asked, who: int) -> str:
    """Return the classes of a seat: two columns that are read clockwise, down on the right and up on the left."""
    row = number if number <= all_ // 2 else all_ - number
    place = 0 if number == 0 else 2 * row - (1 if number <= all_ // 2 else 0)
    kind = "enemy" if asked[who].side is Side.ENEMY else "own"
    now = who in asked.deciding and asked.state.stage is not Stage.CHOOSE
    return f"fighter {kind} at-{place}" + (" now" if now else "")


# --- the table --------------------------------------------------------------------------------------------------------


def _table(asked: Asked) -> Element:
    words = on_table(asked.state)
    return h("p", [h("span", *marked_up(text.get(asked.language))) for text in words], class_="on-table")


def on_table(state: Combat) -> list[Text]:
    """Say what lies on the table beside everybody's cards."""
    words = [
        Text("Deck {n}", "山札 {n}").format(n=len(state.deck)),
        Text("Discards {n}", "捨て札 {n}").format(n=len(state.discards)),
        Text("Stage {n}", "ステージ {n}").format(n=state.stage_number),
    ]
    if state.planet:
        words.append(Text("Planet (PB) {n}", "惑星（PB） {n}").format(n=state.planet))
    if state.decisive:
        words.append(Text("Decisive battle (A-6.14)", "決戦（A-6.14）"))
    return words


def _order(asked: Asked) -> Element | None:
    """Return the order of the round: who declares when, and then who acts when."""
    state = asked.counted
    if state.phase not in (Phase.DECLARE, Phase.ACT):
        return None
    declares = state.phase is Phase.DECLARE
    if declares:
        value = {who: momentum(state, who) if state.by_total else asked[who].number for who in state.there}
        key = {who: (value[who], asked[who].draws) for who in state.there}
        order = sorted(seats(state), key=key.__getitem__, reverse=True)
        now, left = declaring(state), [who for who in order if asked[who].act is None and not asked[who].acted]
    else:
        value = {who: momentum(state, who) for who in state.there}
        order = sorted(seats(state), key=lambda who: -value[who])
        now, left = executing(state), [who for who in order if asked[who].pending]
    items = []
    for who in order:
        class_ = "now" if who in now else "left" if who in left else "done"
        done = None if who in left else h("span", "✓", class_="tick")
        name = asked[who].name.get(asked.language)
        items.append(h("li", h("b", str(value[who])), " ", name, done, class_=class_))
    label = Text("Declaring", "宣言の順") if declares else Text("Acting", "実行の順")
    return h("ol", items, class_="order", aria_label=label.get(asked.language))


def _clash(asked: Asked, clash: Clash) -> Element:
    """Return a clash: both names, their momentum as bars, and who is inferior once no Joker is to be declared."""
    state = asked.counted
    most = max(1, *(momentum(state, who) for who in clash.sides))
    rows = []
    for who in clash.sides:
        low = asked.state.stage is Stage.CLASH and who == state.playing and state.clash is clash
        rows.append(
            h(
                "p",
                h("b", asked[who].name.get(asked.language)),
                _bar([("momentum", momentum(state, who))], most),
                h("b", str(momentum(state, who))),
                h("small", Text("inferior", "劣勢").get(asked.language)) if low else None,
            )
        )
    return h("section", h("b", Text("Clash", "打ち合い").get(asked.language)), rows, class_="clash")


def _bar(parts: Iterable[tuple[str, int]], whole: int) -> Element:
    """Return a bar; its numbers stand beside it."""
    inside, at = [], 0.0
    for class_, number in parts:
        width = round(100 * number / whole, 1) if whole else 0
        inside.append(h("rect", class_=class_, x=f"{at:g}", width=f"{width:g}", height=8))
        at += width
    box = {"viewBox": "0 0 100 8", "preserveAspectRatio": "none"}
    return h("svg", inside, class_="bar", aria_hidden="true", focusable="false", **box)


# --- people -----------------------------------------------------------------------------------------------------------


def _fighter(asked: Asked, who: int) -> list[Element]:
    fighter, language = asked[who], asked.language
    setting_up = asked.state.stage is Stage.SETUP
    suit = h("span", fighter.suit.symbol, class_="red" if fighter.suit.red else None)
    return [
        h("p", h("b", fighter.name.get(language)), " ", suit, class_="name"),
        _bar([("ep", fighter.ep), ("sep", fighter.sep)], max(fighter.full, fighter.ep + fighter.sep)),
        h("p", h("b", f"EP {fighter.ep}"), " ", h("small", f"SEP {fighter.sep}")),
        *_lies(asked, who),
        _hand(asked, who),
        *(_tap(asked, tap) for tap in _taps(asked, who)),
        *([on_sheet(who, ["remove", who], fighter.name, language)] if setting_up else []),
    ]


def _gone(asked: Asked, who: int) -> Element:
    fighter, language = asked[who], asked.language
    return h(
        "li",
        h("b", fighter.name.get(language)),
        " ",
        h("small", f"{GONE[fighter.gone].get(language)} · EP {fighter.ep}"),
    )


GONE = {
    "lost": Text("defeated", "倒れた"),
    "fled": Text("left the combat", "離脱"),
    "left": Text("takes no part", "不参加"),
}


def card_of(card: Card, language: Language) -> Element:
    """Return a card that lies open."""
    if card.joker:
        return h("span", h("b", card.label().get(language)), class_="pcard joker")
    sign = card.suit.symbol if card.suit else ""
    red = card.suit is not None and card.suit.red
    return h("span", h("b", sign), h("b", card.label().en[1:]), class_="pcard red" if red else "pcard")


def _lies(asked: Asked, who: int) -> list[Element]:
    """Return what lies before somebody, and what it has declared."""
    inside = [*_field(asked, who), *_act(asked, who)]
    return [h("p", inside, class_="lies")] if inside else []


def _field(asked: Asked, who: int) -> list[Element]:
    fighter, state, language = asked[who], asked.state, asked.language
    if fighter.down:
        label = Text("a card face down", "伏せたカード1枚").get(language)
        return [h("span", class_="pcard down", role="img", aria_label=label)]
    found = [card_of(card, language) for card in fighter.field]
    if found and all(card.rank for card in fighter.field):
        found.append(h("b", f"= {momentum(state, who)}"))
    if fighter.strong:
        found.append(h("small", Text("strong hit", "強打").get(language)))
    return found


def _hand(asked: Asked, who: int) -> Element:
    """Return whose side somebody is on, the attack power and the hand."""
    fighter, language = asked[who], asked.language
    cards = [card_of(card, language) for card in fighter.hand] if asked.open_hands else []
    said = h("small", held(asked, who).get(language))
    return h("p", said, h("span", cards) if cards else None, class_="held")


def held(asked: Asked, who: int) -> Text:
    """Say whose side somebody is on, the attack power and how many cards are in hand."""
    fighter = asked[who]
    words = Text("{side} · power {power} · hand {n} of {limit}", "{side}・攻撃力{power}・手札{n}枚（上限{limit}）")
    number = len(fighter.hand)
    if asked.state.phase is Phase.SETUP and fighter.deal:
        words = Text(
            "{side} · power {power} · {n} of {limit} to be dealt", "{side}・攻撃力{power}・{n}枚配る（上限{limit}）"
        )
        number += fighter.deal
    return words.format(side=SIDES[fighter.side], power=fighter.attack_power, n=number, limit=fighter.limit)


def _act(asked: Asked, who: int) -> list[Element]:
    """Return what somebody has declared, and what has become of it."""
    found = []
    for told, become, pending in acts(asked, who):
        small = h("small", f" {become.get(asked.language)}") if become else None
        found.append(h("span", told.get(asked.language), small, class_="act" if pending else "act done"))
    return found


def acts(asked: Asked, who: int) -> list[tuple[Text, Text | None, bool]]:
    """Say what somebody has declared, what has become of it, and whether it is still to be done."""
    fighter, state = asked[who], asked.state
    found: list[tuple[Text, Text | None, bool]] = []
    if fighter.act:
        pending = fighter.act.kind.pending and not fighter.acted
        state_ = None
        if fighter.act.kind.pending and any(who in clash.sides for clash in state.clashes):
            state_ = Text("in a clash", "打ち合い中")
        elif fighter.act.kind.pending and not pending:
            state_ = Text("cancelled", "キャンセル") if fighter.cancelled else Text("done", "実行済み")
        found.append((act_text(state, fighter.act), state_, pending))
    for coverer, whom in state.covers:
        if coverer == who and not fighter.does(Kind.COVER):
            words = Text("covers {name}", "{name}をかばう").format(name=state.name(whom))
            found.append((words, None, True))
    return found


def act_text(state: Combat, declared: Declared) -> Text:
    """Return a declaration in a word, with its target."""
    if declared.target == NOBODY:
        return declared.kind.text
    return declared.kind.text + Text(" → ", "→") + state.name(declared.target)


# --- what can be tapped -----------------------------------------------------------------------------------------------


def tick(card: Card) -> str:
    """Return the name of the box of a hand card."""
    return f"play_{card.code}"


def joker_controls(cards: Iterable[Card]) -> list[dict[str, object]]:
    """Return the controls that declare the Jokers among some cards, as a button names them."""
    return [control(f"{card.code.lower()}_{part}") for card in cards if card.joker for part in ("rank", "suit")]


def ticked(fighter: Fighter) -> list[object]:
    """Return the cards of a hand as a button names them, each with its box."""
    return [[card.code, control(tick(card)), *joker_controls([card])] for card in fighter.hand]


def picked(name: str, cards: Iterable[Card]) -> list[object]:
    """Return the card of a hand that a control picks, as a button names it."""
    return [control(name), *joker_controls(cards)]


def declared(asked: Asked, kind: Kind, target: int | None = None) -> Action:
    """Return what declares: with the chosen cards, in a first strike for whoever is chosen."""
    names = ("special", "cost", "words", *(("discard",) if kind is Kind.FLEE else ()))
    extras = [control(name) for name in names]
    if asked.state.stage is Stage.STRIKE:
        return ["strike", control("who"), kind.value, target, extras]
    return ["declare", kind.value, target, ticked(asked[declaring(asked.state)[0]]), extras]


_AIMED = Text("Attack: {n} damage to {name}", "攻撃 {n}ダメージ（{name}へ）")
_COVERED = Text("Attack on {name}: {n} damage to {cover}, who covers", "{name}を攻撃 {n}ダメージ（かばう{cover}へ）")


def aim(asked: Asked, who: int, at: int) -> Tap:
    """Return the button with which somebody attacks: it says the damage that would be done now."""
    points, taker = damage_now(asked.state, asked.rulings, who, at)
    name = _AIMED if taker == at else _COVERED
    name = name.format(name=asked[at].name, n=points, cover=asked[taker].name)
    return declared(asked, Kind.ATTACK, at), Text("Attack: {n}", "攻撃 {n}").format(n=points), name


def help_press(asked: Asked, side: int) -> Action:
    """Return what adds a card to a side of the clash: which one is picked, or written where hands are hidden."""
    if not asked.open_hands:
        return ["help", control("helper"), side, control("help_card")]
    cards = [card for who in helpers(asked.state) for card in asked[who].hand]
    return ["help", control("help_card"), side, picked("help_card", cards)]


def _tap(asked: Asked, tap: Tap) -> Element:
    action, label, name = tap
    made = asked.press(action, label)
    made.set("aria-label", name.get(asked.language))
    return made


def _declare_taps(asked: Asked, who: int) -> list[Tap]:
    actor = declaring(asked.state)[0]
    if who in foes(asked.state, actor):
        return [aim(asked, actor, who)]
    if who in friends(asked.state, actor):
        return [(declared(asked, Kind.COVER, who), Kind.COVER.text, COVER.format(name=asked[who].name))]
    return [(declared(asked, Kind.GUARD), Kind.GUARD.text, GUARD)] if who == actor else []


COVER = Text("Cover {name}", "{name}をかばう")
GUARD = Text("Guard: half damage, draw a card", "防御（ダメージ半減、1枚引く）")


def _act_taps(asked: Asked, who: int) -> list[Tap]:
    found: list[Tap] = []
    for other in coverers(asked.state, who, asked.rulings) if who in attacked(asked.state, asked.rulings) else []:
        label = Text("{name} covers", "{name}がかばう").format(name=asked[other].name)
        words = Text("{other} covers {name}, giving up the action", "{other}がかばう（{name}を、行動をキャンセルして）")
        words = words.format(other=asked[other].name, name=asked[who].name)
        found.append((["react", other, Kind.COVER.value, who], label, words))
    for other in pursuers(asked.state, who):
        label = Text("{name} pursues", "{name}が追う").format(name=asked[other].name)
        words = Text("{other} pursues {name}, giving up the action", "{other}が追う（{name}を、行動をキャンセルして）")
        words = words.format(other=asked[other].name, name=asked[who].name)
        found.append((["react", other, Kind.PURSUE.value, who], label, words))
    return found


def _help_taps(asked: Asked, who: int) -> list[Tap]:
    clash = asked.state.clash
    if clash is None or who not in clash.sides:
        return []
    words = Text("Add the card for {name}", "カードを加える（{name}に）").format(name=asked[who].name)
    return [(help_press(asked, who), Text("Add the card", "カードを加える"), words)]


def _refill_taps(asked: Asked, who: int) -> list[Tap]:
    found: list[Tap] = []
    left = [each for each in asked.state.refilling if asked[each].there]
    if who in left[:1]:
        found.append(
            (["draw"], Text("Draw", "引く"), Text("{name} draws", "{name}が引く").format(name=asked[who].name))
        )
    if who == refilled(asked):
        found.append((["more"], *more_words(asked)))
    return found


def more_words(asked: Asked) -> tuple[Text, Text]:
    """Return what stands on the button for a second card, and its name."""
    who = asked.state.refilled
    price = refill_price(asked.state.stage_number)
    had = asked[who].ep
    name = Text("2nd card: {n} EP, {name} (EP {ep} → {left})", "2枚目 {n}EP（{name}、EP {ep}→{left}）")
    label = Text("2nd card: {n} EP", "2枚目 {n}EP").format(n=price)
    return label, name.format(n=price, name=asked[who].name, ep=had, left=had - price)


_TAPS: dict[Stage, Callable[[Asked, int], list[Tap]]] = {
    Stage.DECLARE: _declare_taps,
    Stage.ACT: _act_taps,
    Stage.CLASH: _act_taps,
    Stage.HELP: _help_taps,
    Stage.REFILL: _refill_taps,
    Stage.END: _refill_taps,
}


def _taps(asked: Asked, who: int) -> list[Tap]:
    made = _TAPS.get(asked.state.stage)
    return made(asked, who) if made and not fought_out(asked.state) else []
