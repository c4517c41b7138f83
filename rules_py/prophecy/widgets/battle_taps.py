"""What can be tapped on the board of a battle: for each fighter's sheet, and for each place on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from xml.etree.ElementTree import Element

from rules_py.core.controls import press
from rules_py.core.render import percent
from rules_py.core.text import Language, Text
from rules_py.prophecy.attacks import Effect
from rules_py.prophecy.characters import SLOTS, allies
from rules_py.prophecy.conditions import CONDITIONS
from rules_py.prophecy.game.legal import (
    assist_problem,
    by_chance,
    cover_problem,
    drawn_target,
    forbidden,
    last_stand_problem,
    outcome,
    support_targets,
)
from rules_py.prophecy.model import Battle, Stage
from rules_py.prophecy.offers import accepted, attack_effects, damage_done, hit_chance, reached
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.widgets import battle_presses as presses
from rules_py.prophecy.widgets.battle_presses import Paid, Press

DAMAGE, CURSES, BLESSES, ROW = "damage", "curses", "blesses", "row"
"""Places on a sheet: its tracks, and the line below them; a condition that is there is a place by its id."""


@dataclass(frozen=True)
class Tap:
    """What a button on the board does.

    Args:
        action: The action, or several of them.
        label: What stands on it.
        name: What it does, as a screen reader says it.
    """

    action: Press
    label: Text
    name: Text

    def button(self, language: Language, *inside: Element, class_: str = "tap") -> Element:
        """Return the button; with something inside of it, that stands there instead of the label.

        It is called by what it does, and by what can be read on it.
        """
        made = press(self.action, self.label, language)
        made.set("class", class_)
        if inside:
            made.text = None
            made.extend(inside)
        seen, name = "".join(made.itertext()), self.name.get(language)
        called = Text("{name}: {seen}", "{name}：{seen}").get(language)
        made.set("aria-label", name if seen in name else called.format(name=name, seen=seen))
        return made


Taps = Mapping[tuple[int, str], list[Tap]]
"""Buttons by whose sheet they are on, and where."""
Found = defaultdict[tuple[int, str], list[Tap]]


def taps(state: Battle, rulings: Rulings) -> Taps:
    """Return what can be tapped now: every choice that has its place on somebody's sheet."""
    found: defaultdict[tuple[int, str], list[Tap]] = defaultdict(list)
    _charges(state, found)
    if state.fallen:
        _fallen(state, found)
    elif state.stage is Stage.ACTION and not state.one_sided:
        _attacks(state, rulings, found)
        _support(state, rulings, found)
    elif state.stage is Stage.RESULT:
        then = accepted(state, rulings)
        if then:
            _effects(then, [presses.accept(state, rulings)], found, rulings)
        _helpers(state, rulings, found)
    elif state.stage is Stage.EFFECTS:
        _effects(state, [], found, rulings)
    if state.stage in (Stage.EFFECTS, Stage.AFTER) and not state.fallen:
        _answers(state, rulings, found)
    return found


def _charges(state: Battle, found: Found) -> None:
    for who, sheet in enumerate(state.fighters):
        if state.round and state.stage is not Stage.OVER and sheet.copies("charge") and sheet.mana < sheet.most_mana:
            name = Text("{name}: Charge becomes 1 mana", "{name}の【チャージ】をマナ1点にする").format(name=sheet.name)
            found[who, "charge"].append(Tap(["charge", who], CONDITIONS["charge"].name, name))


def _fallen(state: Battle, found: Found) -> None:
    who = state.fallen[0]
    if last_stand_problem(state, who) is None:
        label = Text("Last Stand · 1 mana", "ラストスタンド・マナ1点")
        name = Text("{name}: Last Stand, 1 mana", "{name}のラストスタンド（マナ1点）").format(name=state.name(who))
        found[who, ROW].append(Tap(["last_stand", who], label, name))
    falls = Text("{name} falls", "{name}は倒れる").format(name=state.name(who))
    found[who, ROW].append(Tap(["fall", who], Text("Falls", "倒れる"), falls))


def _attacks(state: Battle, rulings: Rulings, found: Found) -> None:
    if forbidden(state, "attack", rulings) or drawn_target(state, rulings):
        return
    for target, strike in presses.strikes(state, rulings):
        chance = percent(hit_chance(state, state.active, target, rulings))
        label = Text("Attack · {chance}", "攻撃・{chance}").format(chance=chance)
        name = Text("{name} attacks {other}: {chance} to hit", "{name}が{other}を攻撃（命中率{chance}）")
        told = name.format(name=state.name(state.active), other=state.name(target), chance=chance)
        found[target, ROW].append(Tap(strike, label, told))


def _support(state: Battle, rulings: Rulings, found: Found) -> None:
    """On the sheet of whoever can be Supported: damage to heal, curses to lift, blesses to give."""
    who = state.active
    if forbidden(state, "support", rulings) or by_chance(state, rulings):
        return
    for target in support_targets(state, who, rulings):
        sheet = state.fighters[target]
        places: list[tuple[str, Effect, Text]] = []
        if sheet.damage and not sheet.copies("anti_heal"):
            change = f"{sheet.damage} → {sheet.damage - 1}"
            places.append((DAMAGE, Effect("heal_damage"), Text(f"Heal {change}", f"回復 {change}")))
        for kind in dict.fromkeys(curse.kind for curse in sheet.curses):
            places.append((kind, Effect("lift_curse", kind), CONDITIONS[kind].name))
        if len(sheet.blesses) < SLOTS and not sheet.copies("anti_bless"):
            given = (kind for kind in state.fighters[who].recipe if CONDITIONS[kind].kind == "bless")
            places += [
                (BLESSES, Effect("give_bless", kind), Text("+ ", "＋") + CONDITIONS[kind].name)
                for kind in given
                if kind != "amplify_bless"
            ]
        for emotion, price in presses.ways_to_pay(state, who, target)[:1]:
            for place, effect, label in places:
                name = Text("{name} Supports {other}: {effect}, {price}", "{name}が{other}を支援：{effect}（{price}）")
                told = name.format(
                    name=state.name(who), other=state.name(target), effect=_in_brackets(effect), price=price
                )
                do = presses.support([target], presses.words_of(effect), emotion=emotion)
                if place == DAMAGE:
                    label += Text(" · ", "・") + price
                found[target, place].append(Tap(do, label, told))


def _in_brackets(effect: Effect) -> Text:
    """Return an effect in words that may stand in brackets."""
    return Text(effect.text.en, effect.text.ja.replace("（", "【").replace("）", "】"))


def _effects(state: Battle, before: list[Press], found: Found, rulings: Rulings) -> None:
    """On the sheets of those who were hit, and of the attacker: what the hit may do there, after what comes before."""
    attack = state.attack
    effects, degree = attack_effects(state)
    struck = dict.fromkeys(exchange.struck for exchange in attack.hits)
    for effect in reached(effects, degree):
        if effect.become:
            continue
        own = effect.name in ("refresh", "self_bless")
        for who in (attack.attacker,) if own else struck:
            sheet = state.fighters[who]
            name = Text("{effect}, {name}", "{name}に{effect}").format(name=sheet.name, effect=effect.text)
            chosen = presses.effects(presses.words_of(effect))
            do, kind = [*before, chosen] if before else chosen, effect.condition
            if effect.name == "deal_damage":
                exchange = next(each for each in attack.hits if each.struck == who)
                now, then, down = damage_done(state, exchange, rulings)
                label = Text(f"Damage {now} → {then}", f"ダメージ {now} → {then}")
                if down:
                    label = Text("Damage: a knockdown", "ダメージでノックダウン")
                found[who, DAMAGE].append(Tap(do, label, name + Text(": ", "：") + label))
            elif effect.name in ("strip_bless", "refresh") and sheet.copies(kind):
                found[who, kind].append(Tap(do, CONDITIONS[kind].name, name))
            elif effect.name == "inflict_curse":
                found[who, CURSES].append(Tap(do, Text("+ ", "＋") + CONDITIONS[kind].name, name))
            elif effect.name == "self_bless" and len(sheet.blesses) < SLOTS:
                found[who, BLESSES].append(Tap(do, Text("+ ", "＋") + CONDITIONS[kind].name, name))


def _helpers(state: Battle, rulings: Rulings, found: Found) -> None:
    """On the sheets of allies: Cover a hit, assist a check."""
    for number, exchange in enumerate(state.exchanges):
        hit, _ = outcome(state, exchange, rulings)
        for who in allies(state.fighters, exchange.struck) if hit else ():
            if cover_problem(state, who, exchange, rulings) is None:
                told = Text("{name} Covers {other}", "{name}が{other}をカバー")
                words = told.format(name=state.name(who), other=state.name(exchange.struck))
                do = partial(presses.cover, who, number)
                found[who, ROW] += _paid(do, Text("Cover", "カバー"), words, state, who, exchange.struck)
        for check in presses.own_checks(number, rulings):
            helped = state.attack.checker(exchange, check)
            if hit is (check == "cast"):  # nothing to gain
                continue
            for who in allies(state.fighters, helped):
                if assist_problem(state, who, exchange, check, rulings) is None:
                    told = Text("{name} assists {other}", "{name}が{other}を援助")
                    words = told.format(name=state.name(who), other=state.name(helped))
                    do = partial(presses.assist, who, number, check)
                    found[who, ROW] += _paid(do, Text("Assist", "援助"), words, state, who, helped)


def _paid(do: Paid, label: Text, told: Text, state: Battle, who: int, toward: int) -> list[Tap]:
    """Return a button for each way to pay; `do` says what is done, by emotion or not."""
    return [
        Tap(
            do(emotion=emotion),
            label + Text(" · ", "・") + price,
            Text("{told}, {price}", "{told}（{price}）").format(told=told, price=price),
        )
        for emotion, price in presses.ways_to_pay(state, who, toward)
    ]


def _answers(state: Battle, rulings: Rulings, found: Found) -> None:
    """On the sheets of those who may strike back or follow up."""
    for counters, who, target, toward, do in presses.answering(state, rulings):
        chance, label = percent(hit_chance(state, who, target, rulings, bonus=1)), Text("Chain Combo", "チェーンコンボ")
        told = Text("{name}: Chain Combo on {other}, {chance} to hit", "{name}の{label}（{other}への命中率{chance}）")
        if counters:
            label = Text("Counter", "カウンター")
            told = Text("{name} Counters: hits {other} with {chance}", told.ja)
        words = told.format(name=state.name(who), label=label, other=state.name(target), chance=chance)
        label += Text(" · ", "・") + Text(chance, chance)
        found[who, ROW] += _paid(do, label, words, state, who, toward)
