"""The tray of a battle: for each moment what comes next, the options with their prices, and under More what is rare."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import partial
from xml.etree.ElementTree import Element

from rules_py.core.controls import (
    OWN_DICE,
    beside,
    closed,
    control,
    fieldset,
    flag,
    number_input,
    press,
    select,
    text_input,
    under_more,
)
from rules_py.core.errors import ForbiddenAction
from rules_py.core.markup import h, marked_up, remark
from rules_py.core.render import decimal, percent, signed
from rules_py.core.text import Language, Text, same
from rules_py.prophecy.attacks import EFFECT_NAMES, Effect, check_effects, within_reach
from rules_py.prophecy.characters import NOBODY, SLOTS, Fighter, allies
from rules_py.prophecy.conditions import CONDITIONS
from rules_py.prophecy.game import GAME
from rules_py.prophecy.game.legal import (
    assist_problem,
    attack_targets,
    by_chance,
    chain_problem,
    chain_targets,
    counter_problem,
    cover_problem,
    drawn_target,
    last_stand_problem,
    legal_actions,
    may_answer,
    outcome,
    reroll_problem,
)
from rules_py.prophecy.model import Battle, Exchange, Stage
from rules_py.prophecy.offers import (
    accepted,
    answerers_targets,
    attack_effects,
    covered_degree,
    damage_done,
    hit_chance,
    likely_targets,
    may_expand,
    neediest,
    next_action,
    reached,
    support_effects,
)
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.widgets import battle_presses as presses
from rules_py.prophecy.widgets.battle_cast import people, sheets
from rules_py.prophecy.widgets.battle_presses import AGAIN, ONWARD, Paid, Press
from rules_py.prophecy.widgets.battle_words import reroll_gain

NONE = Text("—", "—")
BOOST = Text("Boost: one more, 1 mana (P-15.4)", "ブーストでもう1つ、マナ1点（P-15.4）")

Controls = Callable[[Battle, Rulings, Language], list[Element]]


def tray(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    """Return what can be done now, what comes next first."""
    controls = _fallen(state, rulings, language) if state.fallen else _CONTROLS[state.stage](state, rulings, language)
    if state.round and state.stage is not Stage.OVER:
        controls += _charges(state, language)
        if not state.fallen:
            _add_changes(controls, state, language)
    return controls


def _add_changes(controls: list[Element], state: Battle, language: Language) -> None:
    """Put what opens the sheets under More, which may be there already."""
    made = sheets(state, language)
    fold = next((each for each in controls if each.get("class") == "more"), None)
    if fold is None:
        controls.append(under_more([made], language))
    else:
        fold.append(made)


# --- before the first activation --------------------------------------------------------------------------------------


def _setup(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    problem = legal_actions(state, rulings)["begin"]
    parts: list[Element] = closed([problem], language)
    if problem is None:
        parts.append(h("p", press(["begin"], Text("Begin the battle", "戦闘を始める"), language, primary=True)))
        parts.append(under_more(people(state, language, wanted=False), language))
        return parts
    return [*parts, *people(state, language, wanted=True)]


def _initiative(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    label = Text("Roll the initiative", "イニシアチブを決める")
    if state.one_sided:
        ending = h("p", _ending(language, primary=True))
        return [ending, h("p", press(["initiative", []], label, language))]
    pcs = [who for who, fighter in enumerate(state.fighters) if not fighter.enemy and fighter.fighting]
    told = Text("{name}: 2D6", "{name}の2D6")
    typed = [number_input(f"total_{who}", told.format(name=state.name(who)), language, size=3) for who in pcs]
    ties = Text("In a tie, who goes first (P-8.5, P-8.6)", "同値のときの順番（P-8.5、P-8.6）")
    typed.append(text_input("ties", ties, language, size=18))
    totals = [[who, control(f"total_{who}")] for who in pcs]
    typed.append(press(["initiative", totals, control("ties")], label, language, primary=True))
    note = Text(
        "Leave a line empty and the dice are rolled for you (P-8.2, P-8.3). For ties: names, commas between them.",
        "空欄のままなら、ここでダイスを振ります（P-8.2、P-8.3）。同値の順番は、名前を読点で区切って書きます。",
    )
    form = fieldset(Text("Dice of your own", "手元のダイス"), typed, language, note)
    return [under_more([form, h("p", _ending(language))], language)]


def _ending(language: Language, primary: bool = False) -> Element:
    label = Text("The GM ends the battle", "ゲームマスターの判断で戦闘を終える")
    return press(["end"], label, language, primary=primary)


# --- the round action -------------------------------------------------------------------------------------------------


def _action(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    found = legal_actions(state, rulings)
    first = next_action(state, rulings)
    parts = [h("p", _ending(language, primary=True))] if first == "end" else []
    rare = [] if first == "end" else [h("p", _ending(language))]
    if found["attack"] is None:
        form, declaring = _attack(state, rulings, language, primary=first == "attack")
        waiting = any(state.fighters[target].preparations for target in attack_targets(state, state.active, rulings))
        parts += [form, *declaring] if waiting else [form]
        rare = rare if waiting else [*declaring, *rare]
    if found["support"] is None:
        parts.append(_support(state, rulings, language, primary=first == "support"))
    buttons = [
        press([name], label, language, primary=first == name)
        for name, label in (("pass", Text("Pass", "パスする")), ("retreat", Text("Retreat", "撤退する")))
        if found[name] is None
    ]
    parts.append(h("div", buttons, class_="buttons"))
    parts += closed(found.values(), language)
    return [*parts, under_more(rare, language)] if rare else parts


def _attack(state: Battle, rulings: Rulings, language: Language, primary: bool) -> tuple[Element, list[Element]]:
    """Return a button for each target, the likeliest first, with what can be spent; and what stops before the dice."""
    who = state.active
    drawn, targets = drawn_target(state, rulings), likely_targets(state, rulings)
    rolling = list(dict.fromkeys([who, *targets]))
    form = [_third(state, each, targets, rulings, language) for each in rolling if state.fighters[each].preparations]
    label = Text("Attack {name}: {chance} to hit", "{name}を攻撃（命中率{chance}）")
    note = Text(f"Chance picks the target ({drawn}).", f"対象はランダムに決まります（{drawn}）。") if drawn else None
    form += _as_well("more", state, presses.further_targets(state, rulings), language)
    declaring: list[Element] = []
    for place, (target, strike) in enumerate(presses.strikes(state, rulings)):
        told, declare = Text("Attack", "攻撃する"), Text("Declare the attack only", "攻撃の宣言だけ行う")
        if not drawn:
            told = label.format(name=state.name(target), chance=percent(hit_chance(state, who, target, rulings)))
        if not drawn and len(targets) > 1:
            declare = Text("Declare the attack on {name} only", "{name}への攻撃の宣言だけ行う")
        form.append(press(strike, told, language, primary=primary and not place))
        declaring.append(press(strike[0], declare.format(name=state.name(target)), language))
    hint = Text(
        "Then the dice can be typed, or the cast check rolled first, before the target decides on its dice (P-10.1).",
        "続けてダイスの目を入れるか、対象がダイスの数を決める前にキャスト判定だけを振れます（P-10.1）。",
    )
    apart = h("div", declaring, class_="buttons")
    told_hint = remark(hint.get(language))
    return fieldset(Text("Attack", "攻撃"), form, language, note), [apart, told_hint]


def _as_well(prefix: str, state: Battle, targets: Iterable[int], language: Language) -> list[Element]:
    """Return the ticks that add targets."""
    told = Text("{name} as well, 1 mana (Expand, P-15.10)", "{name}も対象に、マナ1点（エキスパンド、P-15.10）")
    return [flag(f"{prefix}_{target}", told.format(name=state.name(target)), language) for target in targets]


def _third(state: Battle, who: int, targets: tuple[int, ...], rulings: Rulings, language: Language) -> Element:
    """Return the tick that spends a preparation effect, with what it changes for the likeliest target."""
    attacker = state.active if state.stage is Stage.ACTION else state.attack.attacker
    rule = "P-10.6" if who == attacker else "P-10.9"
    label = Text("{name} spends a preparation effect: 3 dice ({rule})", "{name}が準備効果を消費、ダイス3個（{rule}）")
    target = who if who in targets and who != attacker else targets[0]
    dice = (3, 2) if who == attacker else (2, 3)
    bonus = state.attack.bonus if state.attacks else 0
    two, three = (
        percent(hit_chance(state, attacker, target, rulings, bonus=bonus, dice=each)) for each in ((2, 2), dice)
    )
    told = label.format(name=state.name(who), rule=rule)
    told += Text(", {two} → {three} to hit", "、命中率{two} → {three}").format(two=two, three=three)
    return flag(f"third_{who}", told, language)


def _support(state: Battle, rulings: Rulings, language: Language, primary: bool) -> Element:
    who = state.active
    sheet, targets = state.fighters[who], neediest(state, rulings)
    options = _options(support_effects(state, rulings))
    felt = [target for target in targets if sheet.feels_for(target)]
    form: list[Element] = []
    likeliest = targets[0] if sheet.mana else felt[0]
    if not by_chance(state, rulings):
        named = [(who, state.name(who)) for who in targets]
        form.append(select("support_to", Text("Whom", "誰を"), named, language, likeliest))
    form.append(select("gives_1", Text("Effect", "効果"), options, language))
    boosts = sheet.mana > (0 if felt else 1)
    if boosts:
        form.append(select("gives_2", BOOST, [("", NONE), *options], language, ""))
    form += _overwriting([state.fighters[target] for target in targets], rulings, language, boosts=boosts)
    expands = len(targets) > 1 and not by_chance(state, rulings) and sheet.mana and may_expand(sheet)
    further = targets if expands else ()
    boxes = zip(_as_well("support", state, further, language), further, strict=True)
    form += [beside(box, "support_to", who, likeliest) for box, who in boxes]
    if sheet.mana:
        whom = [control("support_to"), *presses.boxes("support", further)]
        given = presses.support(whom, control("gives_1"), emotion=False)
        form.append(press(given, Text("Support, 1 mana", "支援する（マナ1点）"), language, primary=primary))
    drawn = by_chance(state, rulings)
    for target in felt[:1] if drawn else felt:
        whom = [control("support_to")] if drawn else [target]
        whom += presses.boxes("support", (other for other in further if other != target))
        given = presses.support(whom, control("gives_1"), emotion=True)
        label = Text("Support with an emotion (P-12.5)", "感情で支援する（P-12.5）")
        if not drawn:
            label = Text("Support {name} with an emotion (P-12.5)", "{name}を感情で支援する（P-12.5）")
        first = primary and not sheet.mana and target == felt[0]
        form.append(press(given, label.format(name=state.name(target)), language, primary=first))
    note = Text("Always succeeds (P-12.4).", "必ず成功します（P-12.4）。")
    return fieldset(Text("Support", "支援"), form, language, note)


def _overwriting(recipients: list[Fighter], rulings: Rulings, language: Language, *, boosts: bool) -> Iterable[Element]:
    """Yield the choice of what a new bless overwrites, if a track is full; another for the second effect of Boost."""
    full = [fighter for fighter in recipients if len(fighter.blesses) >= SLOTS]
    if not full or rulings.full_bless_track == "lose":
        return
    held = dict.fromkeys(bless for fighter in full for bless in fighter.blesses)
    label = Text("On a full track, overwrite (P-14.8)", "空きがなければ上書きするブレス（P-14.8）")
    options: list[tuple[object, Text]] = [("", NONE), *((bless, CONDITIONS[bless].name) for bless in held)]
    yield select("overwrite", label, options, language, "")
    if boosts:
        second = Text("The second effect overwrites", "2つ目の効果が上書きするブレス")
        yield select("overwrite_2", second, options, language, "")


def _options(effects: Iterable[Effect]) -> list[tuple[object, Text]]:
    """Return effects as the choices of a list."""
    options: list[tuple[object, Text]] = []
    for effect in effects:
        value = json.dumps(presses.words_of(effect))
        grown = same(" → ") + CONDITIONS[effect.become].name if effect.become else Text("", "")
        options.append((value, effect.text + grown))
    return options


# --- dice and result --------------------------------------------------------------------------------------------------


def _dice(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    attack, rolling = state.attack, state.attack.rolling
    targets = tuple(exchange.target for exchange in attack.exchanges)
    third = [_third(state, who, targets, rulings, language) for who in rolling if state.fighters[who].preparations]
    typed = [
        text_input(f"faces_{who}", Text("{name}’s dice", "{name}の出目").format(name=state.name(who)), language, size=6)
        for who in rolling
    ]
    preparing, dice = presses.third(state, rolling), [[who, control(f"faces_{who}")] for who in rolling]
    parts = [h("div", third, class_="fields")] if third else []
    buttons = [press(["roll", preparing, dice], Text("Roll the dice", "ダイスを振る"), language, primary=True)]
    if attack.exchanges[0].cast.roll is None:
        label = Text("The cast check alone first (P-10.1)", "キャスト判定だけ先に振る（P-10.1）")
        own = control(f"third_{attack.attacker}", empty=False), control(f"faces_{attack.attacker}")
        buttons.append(press(["cast", *own], label, language))
    parts.append(h("div", buttons, class_="buttons"))
    parts.append(fieldset(OWN_DICE, typed, language))
    return parts


def _result(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    then = accepted(state, rulings)
    parts = _higher(state, rulings, language)
    beyond: list[Element] = []
    if then is None:
        stands = Text("Let it stand", "結果を確定する")
        parts.append(h("p", press(presses.accept(state, rulings), stands, language, primary=True)))
    else:
        form, beyond = _effects_form(then, rulings, language, presses.accept(state, rulings))
        parts.append(form)
    rerolling, pointless = _rerolls(state, rulings, language)
    helping: list[Element] = []
    covering: list[Element] = []
    problems: list[ForbiddenAction | None] = []
    third = False
    for number, exchange in enumerate(state.exchanges):
        helping += _assists(state, number, exchange, rulings, language)
        hit, degree = outcome(state, exchange, rulings)
        again = exchange.coverer == NOBODY or rulings.cover_again
        for who in allies(state.fighters, exchange.struck) if hit and again else ():
            problem = cover_problem(state, who, exchange, rulings)
            problems.append(problem)
            if problem is None:
                third = third or bool(state.fighters[who].preparations)
                label = Text(
                    "{name} Covers {other}, on average degree {mean} instead of {degree}",
                    "{name}が{other}をカバー、攻撃成功度は{degree}でなく平均{mean}",
                )
                mean = decimal(covered_degree(state, who, exchange, rulings)).replace("-", "−")
                names = {"name": state.name(who), "other": state.name(exchange.struck)}
                told = label.format(**names, mean=mean, degree=signed(degree).removeprefix("+"))
                covering += _paid(partial(presses.cover, who, number), told, state, who, exchange.struck, language)
    if rerolling:
        parts.append(h("div", rerolling, class_="buttons"))
    if helping or covering:
        form_ = [h("div", helping + covering, class_="buttons")]
        if third:
            label = Text(
                "Cover with 3 dice, 1 preparation effect (P-10.9)", "カバーする人が準備効果を消費する（P-10.9）"
            )
            form_.insert(0, flag("cover_third", label, language))
        note = Text(
            "Whoever assists or Covers spends it (P-7.2, P-16.2).",
            "マナか感情を消費するのは、援助やカバーをする人です（P-7.2、P-16.2）。",
        )
        parts.append(fieldset(Text("Help", "助け合い"), form_, language, note))
    rare: list[Element] = []
    if rerolling or pointless or helping or covering:
        label = Text("The dice of that roll, typed (else rolled here)", "そのダイスの出目（空欄ならここで振る）")
        rare.append(h("div", text_input("again", label, language, size=6), class_="fields"))
    if pointless:
        rare.append(h("div", pointless, class_="buttons"))
    if then is not None:
        label = Text("Let it stand, choose the effect afterwards", "結果だけ確定し、効果は後で選ぶ")
        rare.append(h("p", press(presses.accept(state, rulings), label, language)))
    return [*parts, *closed(problems, language), *beyond, *([under_more(rare, language)] if rare else [])]


def _higher(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    """Return a tick for each Lucky check that has a higher value to offer as well (P-Q47)."""
    label = Text(
        "{name} keeps the higher dice, {total}, instead of Lucky (P-Q47)",
        "{name}はラッキー♪でなく出目の合計{total}を採る（P-Q47）",
    )
    made = [
        flag(
            f"higher_{number}_{check}",
            label.format(name=state.name(state.attack.checker(exchange, check)), total=total),
            language,
        )
        for number, exchange, check, total in presses.higher(state, rulings)
    ]
    return [h("div", made, class_="fields")] if made else []


def _paid(do: Paid, label: Text, state: Battle, who: int, toward: int, language: Language) -> list[Element]:
    """Return a button for each way to pay, mana or an emotion towards somebody (★); `do` says what is done."""
    told = Text("{told}: {price}", "{told}（{price}）")
    return [
        press(do(emotion=emotion), told.format(told=label, price=price), language)
        for emotion, price in presses.ways_to_pay(state, who, toward)
    ]


def _gain(state: Battle, number: int, check: str, rulings: Rulings) -> Text:
    gain = reroll_gain(state, number, check, rulings)
    return Text(", ", "、") + gain if gain.en else gain


def _assists(state: Battle, number: int, exchange: Exchange, rulings: Rulings, language: Language) -> list[Element]:
    made: list[Element] = []
    for check in presses.own_checks(number, rulings):
        helped = state.attack.checker(exchange, check)
        for who in allies(state.fighters, helped):
            if assist_problem(state, who, exchange, check, rulings) is None:
                again = rulings.assist_rolls == "extra" or exchange.check(check).helpers
                gain = _gain(state, number, check, rulings) if again else Text("", "")
                label = Text("{name} assists {other}", "{name}が{other}を援助")
                told = label.format(name=state.name(who), other=state.name(helped)) + gain
                made += _paid(partial(presses.assist, who, number, check), told, state, who, helped, language)
    return made


def _rerolls(state: Battle, rulings: Rulings, language: Language) -> tuple[list[Element], list[Element]]:
    """Return the rerolls that may gain something, and those that cannot."""
    useful: list[Element] = []
    pointless: list[Element] = []
    for number, exchange in enumerate(state.exchanges):
        for check in presses.own_checks(number, rulings):
            if reroll_problem(state, exchange, check, rulings) is None:
                gain = _gain(state, number, check, rulings)
                label = Text("{name} rerolls, 1 mana", "{name}が振り直す、マナ1点")
                told = label.format(name=state.name(state.attack.checker(exchange, check))) + gain
                reroll = press(["reroll", number, check, AGAIN], told, language)
                (useful if gain.en else pointless).append(reroll)
    return useful, pointless


# --- effects and answers ----------------------------------------------------------------------------------------------


def _effects(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    form, beyond = _effects_form(state, rulings, language)
    parts = [form]
    if "before_effects" in (rulings.counter_timing, rulings.chain_timing):
        parts += _answer_controls(state, rulings, language)
    return [*parts, *beyond]


def _effects_form(
    state: Battle, rulings: Rulings, language: Language, accept: Press | None = None
) -> tuple[Element, list[Element]]:
    """Return the choice of effects, and which are out of reach; `accept`: what lets the result stand before."""
    sheet, hits = state.fighters[state.attack.attacker], state.attack.hits
    effects, best = attack_effects(state)
    within = reached(effects, best)
    options = _options(within)
    plain = list(options)
    if len(hits) == 1:
        before, after, down = damage_done(state, hits[0], rulings)
        change = Text(" {before} → {after}", " {before} → {after}").format(before=before, after=after)
        knock = Text(": a knockdown", "：ノックダウン")
        options[0] = (options[0][0], options[0][1] + (knock if down else change))
    form = [select("effect_1", Text("Effect", "効果"), options, language)]
    boosted = _boost_problem(state)
    if boosted is None:
        form.append(select("effect_2", BOOST, [("", NONE), *plain], language, ""))
    if any(effect.name == "self_bless" for effect in within):
        form += _overwriting([sheet], rulings, language, boosts=boosted is None)
    apply = presses.effects(control("effect_1"))
    if accept:
        form += _applying(state, [accept, apply], rulings, language)
    else:
        form.append(press(apply, Text("Apply", "適用する"), language, primary=True))
    note = Text("Success degree {n} (P-10.12).", "攻撃成功度{n}（P-10.12）。").format(n=signed(best))
    beyond = [effect for effect in effects if not within_reach(effect, best)]
    made = fieldset(Text("Attack effects", "攻撃効果"), form, language, note)
    return made, closed([*_beyond(beyond, sheet, best, rulings), boosted], language)


def _applying(state: Battle, apply: Press, rulings: Rulings, language: Language) -> list[Element]:
    """Return what lets a hit stand and applies its effect: and goes on, or waits for Counter and Chain Combo."""
    answering = may_answer(state, rulings)
    if not answering:
        label = Text("Let it stand, apply the effect", "結果を確定し、効果を適用する")
        return [press([*apply, ONWARD], label, language, primary=True)]
    label = Text("Let it stand, apply the effect, go on", "結果を確定し、効果を適用して先へ")
    wait = Text("Apply, then Counter or Chain Combo: {names}", "適用して、カウンターかチェーンコンボへ（{names}）")
    told = wait.format(names=state.names(answering))
    return [press([*apply, ONWARD], label, language, primary=True), press(apply, told, language)]


def _boost_problem(state: Battle) -> ForbiddenAction | None:
    sheet = state.fighters[state.attack.attacker]
    if state.attack.expanded:
        told = Text("it does not go with Expand", "エキスパンドとは併用できません")
        return ForbiddenAction(_BOOST_NAME, told, "P-15.12")
    if sheet.copies("incapacity"):
        told = Text("Incapacity forbids it", "【行動不能】の間は使えません")
        return ForbiddenAction(_BOOST_NAME, told, "P-17.21c")
    if not sheet.mana:
        return ForbiddenAction(_BOOST_NAME, Text("it costs 1 mana", "マナが1点必要です"), "P-15.4")
    return None


_BOOST_NAME = Text("Boost", "ブースト")


def _beyond(effects: list[Effect], sheet: Fighter, degree: int, rulings: Rulings) -> list[ForbiddenAction]:
    """Return why effects are out of reach."""
    found = []
    for effect in effects:
        try:
            check_effects([effect], sheet, sheet, degree, rulings)
        except ForbiddenAction as problem:
            name = Text("{effect}: {condition}", "{effect}（{condition}）").format(
                effect=EFFECT_NAMES[effect.name], condition=CONDITIONS[effect.condition].name
            )
            found.append(ForbiddenAction(name, problem.allowed, problem.rule))
    return found


def _after(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    label = Text("Nobody answers: go on", "誰も続けない（先へ進む）")
    parts = [h("p", press(["done"], label, language, primary=True))]
    return parts + _answer_controls(state, rulings, language)


def _answer_controls(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    """Return Counter and Chain Combo, and why others may not."""
    attack = state.attack
    buttons: list[Element] = []
    for counters, who, target, toward, do in presses.answering(state, rulings):
        label = Text(
            "{name}: Chain Combo on {other}, {chance} to hit", "{name}が{other}にチェーンコンボ、命中率{chance}"
        )
        if counters:
            label = Text("{name} Counters, {chance} to hit", "{name}のカウンター、命中率{chance}")
        chance = percent(hit_chance(state, who, target, rulings, bonus=1))
        told = label.format(name=state.name(who), other=state.name(target), chance=chance)
        buttons += _paid(do, told, state, who, toward, language)
    parts = [h("div", buttons, class_="buttons")] if buttons else []
    if more := answerers_targets(state, rulings):
        label = Text("Expand it to {name}, 1 mana (P-Q35)", "{name}にもエキスパンド、マナ1点（P-Q35）")
        flags = [flag(f"more_{who}", label.format(name=state.name(who)), language) for who in more]
        parts.append(h("div", flags, class_="fields"))
    early = state.stage is Stage.EFFECTS
    problems = [
        counter_problem(state, who, rulings)
        for who in attack.countered
        if not early or rulings.counter_timing == "before_effects"
    ]
    if early == (rulings.chain_timing == "before_effects"):
        hit = chain_targets(state, rulings)
        followers = allies(state.fighters, attack.attacker)
        problems += [chain_problem(state, who, each, rulings) for who in followers for each in hit if who != each]
    if rulings.counter_timing == "before_effects" and state.stage is Stage.AFTER:
        problems = [problem for problem in problems if problem and problem.rule != "P-16.13"]
    return parts + closed(problems, language)


def _fallen(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    who = state.fallen[0]
    name = state.name(who)
    problem = last_stand_problem(state, who)
    falls = Text("{name} falls", "{name}は倒れる").format(name=name)
    buttons = [press(["fall", who], falls, language, primary=problem is not None)]
    if problem is None:
        label = Text("{name}: Last Stand, 1 mana", "{name}のラストスタンド（マナ1点）").format(name=name)
        stand = ["last_stand", who]
        then, _ = GAME.apply(state, stand, rulings)
        waits = then.stage is Stage.AFTER and not then.fallen
        buttons.insert(0, press([stand, ONWARD] if waits else stand, label, language, primary=True))
        if waits:
            wait = Text("Last Stand, then Counter or Chain Combo", "ラストスタンド後、カウンターかチェーンコンボへ")
            buttons.insert(1, press(stand, wait, language))
    return [h("div", buttons, class_="buttons"), *closed([problem], language)]


def _charges(state: Battle, language: Language) -> list[Element]:
    made = [
        press(
            ["charge", who],
            Text("{name}: Charge → 1 mana", "{name}の【チャージ】→マナ1点").format(name=f.name),
            language,
        )
        for who, f in enumerate(state.fighters)
        if f.copies("charge") and f.mana < f.most_mana
    ]
    return [h("div", made, class_="buttons")] if made else []


def _over(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    told = Text(
        "The battle is over; what follows is the GM’s (P-Q40).",
        "戦闘は終わりました。この後はゲームマスターが決めます（P-Q40）。",
    )
    return [h("p", *marked_up(told.get(language)))]


_CONTROLS: dict[Stage, Controls] = {
    Stage.SETUP: _setup,
    Stage.INITIATIVE: _initiative,
    Stage.ACTION: _action,
    Stage.DICE: _dice,
    Stage.RESULT: _result,
    Stage.EFFECTS: _effects,
    Stage.AFTER: _after,
    Stage.OVER: _over,
}
