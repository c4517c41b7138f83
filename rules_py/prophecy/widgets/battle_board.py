"""The board of a battle: whose turn it is, the attack under way with its dice, everybody's sheet with its tracks."""

from __future__ import annotations

from collections import Counter
from xml.etree.ElementTree import Element

from rules_py.core.controls import on_sheet
from rules_py.core.desk import toolbar
from rules_py.core.dice import Die, drawn
from rules_py.core.markup import h, heading
from rules_py.core.render import percent, signed
from rules_py.core.text import Language, Text, listed
from rules_py.prophecy.characters import SLOTS, Fighter
from rules_py.prophecy.checks import Flag
from rules_py.prophecy.conditions import CONDITIONS, names
from rules_py.prophecy.game.legal import reroll_problem
from rules_py.prophecy.model import Battle, Stage
from rules_py.prophecy.offers import hit_chance, values
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.widgets.battle_presses import AGAIN, own_checks
from rules_py.prophecy.widgets.battle_taps import BLESSES, CURSES, DAMAGE, ROW, Tap, Taps, taps
from rules_py.prophecy.widgets.battle_words import NOTHING, reroll_gain

_MOST_PIPS = 6
_PLAYED = (Stage.ACTION, Stage.DICE, Stage.RESULT, Stage.EFFECTS, Stage.AFTER)


def board(state: Battle, rulings: Rulings, language: Language) -> Element:
    """Return the board: the order as a strip, the attack under way, the sheets, and who is out."""
    found = taps(state, rulings)
    playing = [who for who, f in enumerate(state.fighters) if f.fighting or who in state.fallen]
    cards = [_card(state, who, found, language) for who in playing]
    tapped = [*_clash(state, rulings, language), h("div", cards, class_="cards")]
    parts = [_strip(state, language), *toolbar(tapped, Text("Attack and sheets", "攻撃とシート"), language)]
    return h("div", parts, *_out(state, language), class_="board prophecy-board")


def _strip(state: Battle, language: Language) -> Element:
    """Return who acts when, with the initiative; before it is rolled, who takes part."""
    initiatives, rolled = dict(state.order), state.stage not in (Stage.SETUP, Stage.INITIATIVE)
    order = [*initiatives, *(who for who in range(len(state.fighters)) if who not in initiatives)]
    turns = []
    for who in order:
        fighter = state.fighters[who]
        if not fighter.fighting and who not in state.fallen:
            continue
        on_turn = state.stage in _PLAYED and who == state.active
        said = standing(state, who)
        mark = "▶" if on_turn else "✓" if fighter.acted else ""
        value = initiatives.get(who) if rolled else None
        turns.append(
            h(
                "li",
                _initial(fighter, language),
                h("span", fighter.name.get(language), class_="name"),
                h("b", str(value)) if value is not None else None,
                h("span", mark, aria_hidden="true") if mark else None,
                h("span", said.get(language), class_="hidden-words"),
                class_="enemy" if fighter.enemy else None,
                aria_current="step" if on_turn else None,
            )
        )
    label = (
        Text("Order of activations, with the initiative", "手番の順番とイニシアチブ") if rolled else state.stage.text
    )
    here = not state.attacks and not state.fallen
    return h("ol", turns, class_="turns", aria_label=label.get(language), data_here=here)


def _initial(fighter: Fighter, language: Language) -> Element:
    return h("span", fighter.name.get(language)[:1], class_="initial", aria_hidden="true")


def standing(state: Battle, who: int) -> Text:
    """Say whether somebody acts, has acted or is knocked down."""
    fighter = state.fighters[who]
    if who in state.fallen:
        return Text("knocked down", "ノックダウン")
    if state.stage in _PLAYED and who == state.active:
        return Text("acting", "手番中")
    return Text("acted", "行動済み") if fighter.acted else Text("ready", "未行動")


# --- the attack under way ---------------------------------------------------------------------------------------------


def _clash(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    if not state.attacks:
        return []
    attack = state.attack
    parts = [h("div", _exchange(state, n, rulings, language), class_="exchange") for n in range(len(attack.exchanges))]
    title = Text("{name} attacks {names}", "{name}の攻撃（対象：{names}）").format(
        name=state.name(attack.attacker), names=state.names(e.target for e in attack.exchanges)
    )
    return [h("section", heading(4, title.get(language), class_="part-title"), parts, class_="clash", data_here=True)]


def _exchange(state: Battle, number: int, rulings: Rulings, language: Language) -> list[Element]:
    """Return the dice of both, and how the attack stands against this target."""
    exchange, attack = state.exchanges[number], state.attack
    if exchange.cast.roll is None or exchange.guard.roll is None:
        bonus, dice = attack.bonus, (exchange.cast.dice, exchange.guard.dice)
        chance = hit_chance(state, attack.attacker, exchange.target, rulings, bonus=bonus, dice=dice)
        told = Text("{other}: {chance} to hit", "{other}への命中率{chance}").format(
            other=state.name(exchange.target), chance=percent(chance)
        )
        line = [_side(state, number, "cast", "", rulings, language)] if exchange.cast.roll else []
        return [h("p", told.get(language), class_="verdict"), *line]
    hit, cast, guard = values(state, exchange, rulings)
    degree, sums = cast - guard, (str(cast), str(guard))
    if state.stage is not Stage.RESULT:
        hit, degree = not exchange.missed, exchange.degree
    if state.stage is Stage.AFTER:
        sums = "", ""  # effects may have changed what there was to add
    told = Text("Hit, degree {n}", "命中・攻撃成功度{n}") if hit else Text("Miss ({n})", "失敗（{n}）")
    return [
        h("p", told.format(n=signed(degree)).get(language), class_="verdict hit" if hit else "verdict"),
        _side(state, number, "cast", sums[0], rulings, language),
        _side(state, number, "guard", sums[1], rulings, language),
    ]


def _side(state: Battle, number: int, check: str, value: str, rulings: Rulings, language: Language) -> Element:
    """Return one check: whose, the dice that count, the value; while it may be rerolled, the button for that."""
    exchange = state.exchanges[number]
    rolled, fighter = exchange.check(check), state.fighters[state.attack.checker(exchange, check)]
    roll = rolled.roll
    total = roll.total if roll else 0
    change = int(value) - total if value else 0
    kind = Text("cast", "キャスト") if check == "cast" else Text("guard", "ガード")
    dice = h("span", [drawn(Die(face)) for face in rolled.counted(rulings)], class_="seen")
    sum_ = f"{total} {signed(change)[0]} {abs(change)}" if change else ""
    flag = [h("b", roll.flag.text.get(language), class_="flag-word")] if roll and roll.flag is not Flag.NONE else []
    again: list[Element] = []
    if state.stage is Stage.RESULT and check in own_checks(number, rulings) and not state.fallen:
        open_ = reroll_problem(state, exchange, check, rulings) is None
        gain = reroll_gain(state, number, check, rulings) if open_ else NOTHING
        if gain.en:
            label = Text("Reroll · 1 mana · ", "振り直し・マナ1点・") + gain
            name = Text("{name} rerolls, 1 mana: {gain}", "{name}が振り直す（マナ1点、{gain}）")
            told = name.format(name=fighter.name, gain=gain)
            again = [Tap(["reroll", number, check, AGAIN], label, told).button(language)]
    return h(
        "div",
        h("span", h("b", fighter.name.get(language)), " ", kind.get(language), class_="name"),
        dice,
        h("span", f"{sum_} = " if sum_ else None, h("b", value), class_="sum") if value else None,
        flag,
        again,
        class_="check",
    )


# --- sheets -----------------------------------------------------------------------------------------------------------


def _card(state: Battle, who: int, found: Taps, language: Language) -> Element:
    """Return somebody's condition sheet: numbers, three tracks of six, and what can be done there."""
    fighter = state.fighters[who]
    classes = ["sheet-of", "enemy" if fighter.enemy else ""]
    concerned = {state.active} if state.stage in _PLAYED and not state.attacks else set()
    if state.attacks:
        attack = state.attack
        concerned = {attack.attacker, *(exchange.struck for exchange in attack.exchanges)}
        classes += ["struck"] * any(exchange.struck == who for exchange in attack.exchanges)
    row = found.get((who, ROW), [])
    classes += ["now"] * bool(who in concerned or row or who in state.fallen)
    head = h(
        "p",
        _initial(fighter, language),
        h("b", fighter.name.get(language), class_="name"),
        h("span", standing(state, who).get(language), class_="standing") if state.round else None,
        class_="whose",
    )
    damage = _track(Text("Damage", "ダメージ"), fighter.damage, found.get((who, DAMAGE), []), language)
    curses = _conditions(Text("Curses", "カース"), who, [c.kind for c in fighter.curses], CURSES, found, language)
    blesses = _conditions(Text("Blesses", "ブレス"), who, list(fighter.blesses), BLESSES, found, language)
    buttons = [tap.button(language) for tap in row]
    change = [] if state.round else [on_sheet(who, ["remove", who], fighter.name, language)]
    return h(
        "section",
        head,
        h("div", buttons, class_="row") if buttons else None,
        _numbers(state, who, language),
        damage,
        curses,
        blesses,
        change,
        class_=" ".join(filter(None, classes)),
        role="group",
        aria_label=fighter.name.get(language),
    )


def _numbers(state: Battle, who: int, language: Language) -> Element:
    """Return what somebody fights with: abilities with what conditions change, and what can be spent."""
    fighter = state.fighters[who]
    parts = []
    for value, change, label in (
        (fighter.cast, fighter.modifier("cast"), Text("Cast ", "キャスト")),
        (fighter.guard, fighter.modifier("guard"), Text("Guard ", "ガード")),
    ):
        shown = [h("b", str(value + change)), f" ({value}{signed(change)})" if change else None]
        parts.append(h("span", label.get(language), *shown, class_="datum"))
    parts.append(_spent(Text("Mana ", "マナ"), fighter.mana, "◆", language))
    if fighter.preparations:
        parts.append(_spent(Text("Preparation ", "準備効果"), fighter.preparations, "●", language))
    if fighter.emotions:
        toward = state.names(dict.fromkeys(fighter.emotions))
        text = Text("emotion: {names}", "感情：{names}").format(names=toward)
        parts.append(h("span", text.get(language), class_="datum"))
    for part in parts:
        part.tail = " "
    return h("p", parts, class_="numbers")


def _spent(label: Text, n: int, sign: str, language: Language) -> Element:
    """Return what can be spent as a number, and as so many signs."""
    pips = h("span", sign * n, class_="pips", aria_hidden="true") if 0 < n <= _MOST_PIPS else None
    return h("span", label.get(language), h("b", str(n)), pips, class_="datum")


def _slots(filled: int, when_full: str) -> Element:
    full = when_full if filled == SLOTS else "filled"
    slots = [h("i", class_=f"slot {full}" if n < filled else "slot") for n in range(SLOTS)]
    return h("span", slots, class_="slots", aria_hidden="true")


def _track(title: Text, filled: int, here: list[Tap], language: Language) -> Element:
    """Return the track of damage; where it can be tapped it is a button."""
    words = h("span", f"{title.get(language)} {filled}/{SLOTS}", class_="track-name")
    inside = [words, _slots(filled, "full")]
    words.tail = " "
    if not here:
        return h("div", inside, class_="track")
    return here[0].button(language, *inside, h("b", here[0].label.get(language)), class_="track tap")


def _conditions(title: Text, who: int, carried: list[str], place: str, found: Taps, language: Language) -> Element:
    """Return a track of conditions: each that is there, those that can be tapped as buttons, and what may be added."""
    chips: list[Element] = []
    for kind, n in Counter(carried).items():
        name = CONDITIONS[kind].name.get(language) + (f" ×{n}" if n > 1 else "")
        here = found.get((who, kind), [])
        chips += (
            [here[0].button(language, h("span", name), class_="chip tap")] if here else [h("span", name, class_="chip")]
        )
    chips += [tap.button(language, class_="chip tap new") for tap in found.get((who, place), [])]
    words = h("span", f"{title.get(language)} {len(carried)}/{SLOTS}", class_="track-name")
    full = "full" if place == CURSES else "filled"
    return h(
        "div", words, _slots(len(carried), full), h("div", chips, class_="chips") if chips else None, class_="track"
    )


def _out(state: Battle, language: Language) -> list[Element]:
    """Return who does not fight any more."""
    down = [f.name for who, f in enumerate(state.fighters) if f.down and who not in state.fallen]
    gone = [f.name for f in state.fighters if f.gone]
    parts = [
        text.format(names=listed(who)).get(language)
        for who, text in (
            (down, Text("Knocked down: {names}", "ノックダウン：{names}")),
            (gone, Text("Left the battle: {names}", "離脱：{names}")),
        )
        if who
    ]
    return [h("p", part, class_="out") for part in parts]


def looked_up(state: Battle, language: Language) -> Element:
    """Return what is only looked up: everybody's recipe."""
    lines = [
        h("p", h("b", fighter.name.get(language)), " ", names(fighter.recipe).get(language))
        for fighter in state.fighters
    ]
    title = heading(4, Text("Recipes", "レシピ").get(language), class_="part-title")
    return h("div", title, h("div", lines, class_="recipes"))
