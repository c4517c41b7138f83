"""What can be tapped on the board of a battle: for each fighter's sheet, and for each place on it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from rules_py.core.markup import h
from rules_py.core.render import percent
from rules_py.core.text import Language, Text
from rules_py.prophecy.attacks import Effect
from rules_py.prophecy.characters import NOBODY, SLOTS, allies
from rules_py.prophecy.conditions import CONDITIONS
from rules_py.prophecy.offers import (
    CHECKS,
    accepted,
    attack_effects,
    by_chance,
    damage_done,
    drawn_target,
    hit_chance,
    likely_targets,
    one_sided,
    reached,
)
from rules_py.prophecy.play import (
    Battle,
    Stage,
    answers,
    assist_problem,
    chain_emotion,
    checker,
    cover_problem,
    forbidden,
    last_stand_problem,
    outcome,
    support_targets,
)
from rules_py.prophecy.rulings import Rulings

FORM = "prophecy-battle-form"
BY_EMOTION = "e"
"""The last part of a button's value that spends an emotion."""
ONWARD = "_on"
"""How a button's action ends that also says that nobody Counters or follows."""
DAMAGE, CURSES, BLESSES, ROW = "damage", "curses", "blesses", "row"
"""Places on a sheet: its tracks, and the line below them; a condition that is there is a place by its id."""
MANA, EMOTION = Text("1 mana", "マナ1点"), Text("an emotion", "感情")


@dataclass(frozen=True)
class Tap:
    """What a button on the board does.

    Args:
        do: Its value.
        label: What stands on it.
        name: What it does, as a screen reader says it.
    """

    do: str
    label: Text
    name: Text

    def button(self, language: Language, *inside: Element, class_: str = "tap") -> Element:
        """Return the button; with something inside of it, that stands there instead of the label.

        It is called by what it does, and by what can be read on it.
        """
        made = h(
            "button",
            *(inside or (self.label.get(language),)),
            type="submit",
            name="do",
            value=self.do,
            form=FORM,
            class_=class_,
        )
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
    elif state.stage is Stage.ACTION and not one_sided(state):
        _attacks(state, rulings, found)
        _support(state, rulings, found)
    elif state.stage is Stage.RESULT:
        then = accepted(state, rulings)
        if then:
            _effects(then, rulings, "apply", found)
        _helpers(state, rulings, found)
    elif state.stage is Stage.EFFECTS:
        _effects(state, rulings, "effects", found)
    if state.stage in (Stage.EFFECTS, Stage.AFTER) and not state.fallen:
        _answers(state, rulings, found)
    return found


def ways_to_pay(state: Battle, who: int, toward: int) -> list[tuple[str, Text]]:
    """Return how somebody can pay what costs 1 mana or an emotion (★): the end of the button's value, and the price."""
    sheet = state.fighters[who]
    return [("", MANA)] * bool(sheet.mana) + [(f":{BY_EMOTION}", EMOTION)] * sheet.feels_for(toward)


def _charges(state: Battle, found: Found) -> None:
    for who, sheet in enumerate(state.fighters):
        if state.round and state.stage is not Stage.OVER and sheet.copies("charge") and sheet.mana < sheet.most_mana:
            name = Text("{name}: Charge becomes 1 mana", "{name}の【チャージ】をマナ1点にする").format(name=sheet.name)
            found[who, "charge"].append(Tap(f"charge:{who}", CONDITIONS["charge"].name, name))


def _fallen(state: Battle, found: Found) -> None:
    who = state.fallen[0]
    if last_stand_problem(state, who) is None:
        label = Text("Last Stand · 1 mana", "ラストスタンド・マナ1点")
        name = Text("{name}: Last Stand, 1 mana", "{name}のラストスタンド（マナ1点）").format(name=state.name(who))
        found[who, ROW].append(Tap(f"last_stand:{who}", label, name))
    falls = Text("{name} falls", "{name}は倒れる").format(name=state.name(who))
    found[who, ROW].append(Tap(f"fall:{who}", Text("Falls", "倒れる"), falls))


def _attacks(state: Battle, rulings: Rulings, found: Found) -> None:
    if forbidden(state, "attack", rulings) or drawn_target(state, rulings):
        return
    for target in likely_targets(state, rulings):
        chance = percent(hit_chance(state, state.active, target, rulings))
        label = Text("Attack · {chance}", "攻撃・{chance}").format(chance=chance)
        name = Text("{name} attacks {other}: hits with {chance}", "{name}が{other}を攻撃（命中率{chance}）")
        told = name.format(name=state.name(state.active), other=state.name(target), chance=chance)
        found[target, ROW].append(Tap(f"strike:{target}", label, told))


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
        for end, price in ways_to_pay(state, who, target)[:1]:
            for place, effect, label in places:
                name = Text("{name} Supports {other}: {effect}, {price}", "{name}が{other}を支援：{effect}（{price}）")
                told = name.format(
                    name=state.name(who), other=state.name(target), effect=_in_brackets(effect), price=price
                )
                do = f"give:{target}:{effect.name}:{effect.condition}{end}"
                found[target, place].append(
                    Tap(do, label + Text(" · ", "・") + price if place == DAMAGE else label, told)
                )


def _in_brackets(effect: Effect) -> Text:
    """Return an effect in words that may stand in brackets."""
    return Text(effect.text.en, effect.text.ja.replace("（", "【").replace("）", "】"))


def _effects(state: Battle, rulings: Rulings, verb: str, found: Found) -> None:
    """On the sheets of those who were hit, and of the attacker: what the hit may do there."""
    attack = state.attack
    effects, degree = attack_effects(state)
    struck = dict.fromkeys(exchange.struck for exchange in attack.exchanges if not exchange.missed)
    for effect in reached(effects, degree):
        if effect.become:
            continue
        own = effect.name in ("refresh", "self_bless")
        for who in (attack.attacker,) if own else struck:
            sheet = state.fighters[who]
            name = Text("{effect}, {name}", "{name}に{effect}").format(name=sheet.name, effect=effect.text)
            do = ":".join(part for part in (verb, effect.name, effect.condition) if part)
            kind = effect.condition
            if effect.name == "deal_damage":
                exchange = next(each for each in attack.exchanges if not each.missed and each.struck == who)
                before, after, down = damage_done(state, exchange, rulings)
                label = Text(f"Damage {before} → {after}", f"ダメージ {before} → {after}")
                if down:
                    label = Text("Damage: a knockdown", "ダメージでノックダウン")
                found[who, DAMAGE].append(
                    Tap(
                        do,
                        label,
                        Text("{effect}, {name}: ", "{name}に{effect}：").format(name=sheet.name, effect=effect.text)
                        + label,
                    )
                )
            elif effect.name in ("strip_bless", "refresh") and sheet.copies(kind):
                found[who, kind].append(Tap(do, CONDITIONS[kind].name, name))
            elif effect.name == "inflict_curse":
                found[who, CURSES].append(Tap(do, Text("+ ", "＋") + CONDITIONS[kind].name, name))
            elif effect.name == "self_bless" and len(sheet.blesses) < SLOTS:
                found[who, BLESSES].append(Tap(do, Text("+ ", "＋") + CONDITIONS[kind].name, name))


def _helpers(state: Battle, rulings: Rulings, found: Found) -> None:
    """On the sheets of allies: Cover a hit, assist a check."""
    exchanges = state.attack.exchanges
    for number, exchange in enumerate(exchanges):
        hit, _ = outcome(state, exchange, rulings)
        for who in allies(state.fighters, exchange.struck) if hit else ():
            if cover_problem(state, who, exchange, rulings) is None:
                told = Text("{name} covers {other}", "{name}が{other}をカバー")
                words = told.format(name=state.name(who), other=state.name(exchange.struck))
                found[who, ROW] += _paid(
                    f"cover:{who}:{number}", Text("Cover", "カバー"), words, state, who, exchange.struck
                )
        for check in CHECKS:
            helped = checker(state, exchange, check)
            shared = check == "cast" and number and rulings.expand_cast == "one"
            if shared or hit is (check == "cast"):  # nothing to gain, or offered already
                continue
            for who in allies(state.fighters, helped):
                if assist_problem(state, who, exchange, check, rulings) is None:
                    told = Text("{name} assists {other}", "{name}が{other}を援助")
                    words = told.format(name=state.name(who), other=state.name(helped))
                    do = f"assist:{who}:{number}:{check}"
                    found[who, ROW] += _paid(do, Text("Assist", "援助"), words, state, who, helped)


def _paid(do: str, label: Text, told: Text, state: Battle, who: int, toward: int) -> list[Tap]:
    return [
        Tap(
            do + end,
            label + Text(" · ", "・") + price,
            Text("{told}, {price}", "{told}（{price}）").format(told=told, price=price),
        )
        for end, price in ways_to_pay(state, who, toward)
    ]


def _answers(state: Battle, rulings: Rulings, found: Found) -> None:
    """On the sheets of those who may strike back or follow up."""
    for name, who, target in answers(state, rulings):
        chance = percent(hit_chance(state, who, target, rulings, bonus=1))
        if name == "counter":
            told = Text(
                "{name} Counters: hits {other} with {chance}", "{name}のカウンター（{other}への命中率{chance}）"
            )
            label, toward, do = Text("Counter", "カウンター"), NOBODY, f"counter:{who}"
        else:
            told = Text(
                "{name}: Chain Combo, hits {other} with {chance}",
                "{name}のチェーンコンボ（{other}への命中率{chance}）",
            )
            label, toward = Text("Chain Combo", "チェーンコンボ"), chain_emotion(state, target, rulings)
            do = f"chain:{who}:{target}"
        words = told.format(name=state.name(who), other=state.name(target), chance=chance)
        label += Text(" · ", "・") + Text(chance, chance)
        found[who, ROW] += _paid(do, label, words, state, who, toward)
