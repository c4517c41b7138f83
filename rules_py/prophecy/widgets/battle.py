"""Battle stepper: a fight between PCs and enemies, round by round, with the condition sheets of everybody."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.controls import button, closed, fieldset, flag, select, text_input
from rules_py.errors import ForbiddenAction, InputError
from rules_py.house_rules import house_rules, read_rulings
from rules_py.markup import h, heading, marked_up
from rules_py.prophecy.attacks import EFFECT_NAMES, Effect, check_effects, within_reach
from rules_py.prophecy.characters import MOST_FIGHTERS, NOBODY, SLOTS, Fighter, allies, recipe_of
from rules_py.prophecy.checks import FACES, Flag
from rules_py.prophecy.conditions import CONDITIONS, names
from rules_py.prophecy.figures import draw_sheet
from rules_py.prophecy.play import (
    Battle,
    Exchange,
    Stage,
    answers,
    apply,
    assist_problem,
    attack_targets,
    chain_emotion,
    chain_problem,
    chain_targets,
    checker,
    counter_problem,
    cover_problem,
    last_stand_problem,
    legal_actions,
    outcome,
    reroll_problem,
    support_targets,
)
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.system import SYSTEM
from rules_py.show import signed
from rules_py.stepper import Action, Event, Stepper, link_fields
from rules_py.text import Language, Text, listed, same
from rules_py.widget import Group, IntegerField

_PARTY = (
    Fighter(
        Text("Mio", "ミオ"),
        cast=6,
        guard=4,
        mana=4,
        preparations=1,
        emotions=(1,),
        recipe=("poison", "cast_down", "puncture", "armour"),
    ),
    Fighter(
        Text("Ren", "レン"),
        cast=5,
        guard=5,
        mana=4,
        preparations=1,
        emotions=(0,),
        recipe=("burning", "guard_down", "trap", "guard_up"),
    ),
    Fighter(
        Text("Soloist of the Hollow Choir", "虚ろの聖歌隊の独唱者"),
        enemy=True,
        cast=7,
        guard=4,
        dominance=8,
        mana=3,
        recipe=("speed_down", "weakness", "freeze", "resonance"),
    ),
)
_NUMBERS = (
    ("cast", Text("Cast ability", "キャスト能力"), "5", -99),
    ("guard", Text("Guard ability", "ガード能力"), "4", -99),
    ("dominance", Text("Dominance, enemies only", "支配力（敵のみ）"), "7", -99),
    ("mana", Text("Mana", "マナ"), "3", 0),
    ("preparations", Text("Preparation effects", "準備効果"), "0", 0),
    ("most_mana", Text("Maximum of mana", "マナの上限"), "99", 0),
)
MOST = 99
BY_EMOTION = "e"
"""The last part of a button's value that spends an emotion."""
NONE = Text("—", "—")


class BattleStepper(Stepper[Battle]):
    """Plays a battle for any number of PCs and enemies by the rules of `rules_py.prophecy.play`."""

    name = "prophecy.battle"
    title = Text("Battle stepper", "戦闘の進行ツール")
    groups = (house_rules(SYSTEM, Rulings, "prophecy.battle", without=("assist_after_roll",)), Group(link_fields()))

    def start(self, inputs: Mapping[str, Any]) -> Battle:
        """Return a battle of two against one, ready to begin or to be changed."""
        return Battle(_PARTY)

    def apply(self, state: Battle, action: Action, inputs: Mapping[str, Any]) -> tuple[Battle, list[Event]]:
        """Carry an action out."""
        return apply(state, action, read_rulings(SYSTEM, Rulings, inputs), inputs["seed"])

    def action(self, state: Battle, pressed: Mapping[str, str]) -> Action:
        """Return the action that a button and the controls of its form part mean."""
        verb, *arguments = pressed["do"].split(":")
        by_emotion = arguments[-1:] == [BY_EMOTION]
        numbers = [int(x) if x.isascii() and x.isdigit() and len(x) < 4 else x for x in arguments if x != BY_EMOTION]
        everybody = range(len(state.fighters))

        def number(name: str, least: int, most: int) -> int:
            return IntegerField(name, same(name), least=least, most=most).parse(pressed.get(name, ""))

        def ticked(prefix: str) -> list[int]:
            return [who for who in everybody if pressed.get(f"{prefix}_{who}") == "1"]

        if verb == "add":
            figures = [number(f"new_{name}", least, MOST) for name, _, _, least in _NUMBERS]
            recipe, carried = pressed.get("recipe", ""), pressed.get("conditions", "")
            return ["add", pressed.get("name", ""), pressed.get("enemy") == "1", figures, recipe, carried]
        if verb == "emotion":
            return ["emotion", number("who", 0, MOST), number("toward", 0, MOST)]
        if verb == "initiative":
            typed = [who for who in everybody if pressed.get(f"total_{who}", "").strip()]
            totals = [[who, number(f"total_{who}", 2, 2 * FACES)] for who in typed]
            ties = _ties(state, pressed.get("ties", ""))
            return ["initiative", totals, ties] if ties else ["initiative", totals]
        if verb == "attack":
            return ["attack", ticked("target")]
        if verb == "support":
            effects = _effects(pressed, ("gives_1", "gives_2"))
            return ["support", ticked("support"), effects, *([True] if by_emotion else [])]
        if verb == "effects":
            return ["effects", _effects(pressed, ("effect_1", "effect_2"))]
        if verb == "cast":
            who = state.attack.attacker if state.attacks else 0
            given = [_faces(f"faces_{who}", pressed)] if pressed.get(f"faces_{who}", "").strip() else []
            return ["cast", pressed.get(f"third_{who}") == "1", *given]
        if verb == "roll_typed":
            rolling = [who for who in everybody if pressed.get(f"faces_{who}", "").strip()]
            return ["roll", ticked("third"), [[who, _faces(f"faces_{who}", pressed)] for who in rolling]]
        if verb == "roll":
            third = ticked("third")
            return ["roll", third] if third else ["roll"]
        faces = [_faces("again", pressed)] if pressed.get("again", "").strip() else []
        if verb == "reroll":
            return ["reroll", *numbers, *faces]
        if verb == "assist":
            return ["assist", *numbers, by_emotion, *faces]
        if verb == "accept":
            exchanges = state.attack.exchanges if state.attacks else ()
            checks = [[n, check] for n in range(len(exchanges)) for check in ("cast", "guard")]
            higher = [[n, check] for n, check in checks if pressed.get(f"higher_{n}_{check}") == "1"]
            return ["accept", higher] if higher else ["accept"]
        if verb == "cover":
            return ["cover", *numbers, by_emotion, pressed.get("cover_third") == "1", *faces]
        more = [ticked("more")] if ticked("more") else []
        if verb == "counter":
            return ["counter", *numbers, *more]
        if verb == "chain":
            return ["chain", *numbers, by_emotion, *more]
        return [verb, *numbers]

    def show(
        self, state: Battle, log: list[Event], inputs: Mapping[str, Any], language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return the board, the controls of the moment, and the log."""
        rulings = read_rulings(SYSTEM, Rulings, inputs)
        controls = [heading(4, _heading(state).get(language), class_="phase", tabindex="-1")]
        if state.fallen:
            controls += _fallen_controls(state, language)
        else:
            controls += _CONTROLS[state.stage](state, rulings, language)
        if state.round and state.stage is not Stage.OVER:
            controls += _charges(state, language)
        board = [_order(state, language), *_attack_board(state, rulings, language), _sheets(state, language)]
        more = Text("", "") if log else Text("The battle is being set up.", "戦闘の準備中です。")
        return more, {
            "output": [h("div", board, class_="board")],
            "controls": controls,
        }


def _chosen(value: str) -> list[str]:
    """Return an effect as an action holds it; nothing for no effect."""
    return value.split(":") if value else []


def _effects(pressed: Mapping[str, str], fields: tuple[str, str]) -> list[list[str]]:
    """Return the effects chosen, and for a bless what it overwrites (P-14.8)."""
    effects = [effect for effect in (_chosen(pressed.get(name, "")) for name in fields) if effect]
    if not pressed.get("overwrite"):
        return effects
    return [
        [*[*effect, ""][:3], pressed["overwrite"]] if effect[0] in ("self_bless", "give_bless") else effect
        for effect in effects
    ]


def _ties(state: Battle, typed: str) -> list[list[int]]:
    """Return who goes before whom in a tie, from names with commas between them (P-8.5, P-8.6)."""
    named = [name.strip() for name in re.split("[,、，;]", typed) if name.strip()]
    spelled = {spelling: who for who, f in enumerate(state.fighters) for spelling in (f.name.en, f.name.ja)}
    unknown = [name for name in named if name not in spelled or named.count(name) > 1]
    if unknown:
        allowed = Text(
            "names of this battle with commas between them", "この戦闘の参加者の名前を読点で区切ってください"
        )
        raise InputError("ties", unknown[0], allowed, "P-8.6")
    return [[spelled[name], len(named) - place] for place, name in enumerate(named)]


def _faces(name: str, pressed: Mapping[str, str]) -> list[int]:
    """Return dice as they were typed, with or without spaces."""
    raw = unicodedata.normalize("NFKC", pressed.get(name, ""))
    digits = [c for c in raw if not c.isspace() and c not in ",、+"]
    if not digits or len(digits) > 3 or any(c not in "123456" for c in digits):
        allowed = Text("the faces of the dice, such as 3 5", "ダイスの目を並べて書いてください（例：3 5）")
        raise InputError(name, pressed.get(name, ""), allowed, "P-3.1")
    return [int(c) for c in digits]


def _heading(state: Battle) -> Text:
    if not state.round or state.stage is Stage.OVER:
        return state.stage.text
    words = Text("Round {round} · {stage}", "第{round}ラウンド・{stage}").format(
        round=state.round, stage=state.stage.text
    )
    if state.stage is Stage.ACTION and state.active != NOBODY:
        words += Text(" · ", "・") + state.name(state.active)
    return words


# --- what is shown ----------------------------------------------------------------------------------------------------


def _order(state: Battle, language: Language) -> Element:
    rows = []
    places = {who: (place, value) for place, (who, value) in enumerate(state.order, start=1)}
    order = sorted(range(len(state.fighters)), key=lambda who: places.get(who, (99, 0))[0])
    for who in order:
        fighter = state.fighters[who]
        place = f"{places[who][0]} ({places[who][1]})" if who in places else "—"
        on_turn = state.stage not in (Stage.SETUP, Stage.OVER, Stage.INITIATIVE) and who == state.active
        rows.append(
            h(
                "tr",
                h("th", "▶ " if on_turn else None, fighter.name.get(language), scope="row"),
                h("td", place, h("br"), _state(fighter).get(language)),
                h("td", _has(state, who).get(language)),
                class_="applies" if on_turn else None,
            )
        )
    heads = (Text("Fighter", "参加者"), Text("Order", "順番"), Text("Has", "能力と手持ち"))
    return h(
        "table",
        h("caption", Text("Order of activations, with the initiative", "手番の順番とイニシアチブ").get(language)),
        h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
        h("tbody", rows),
        class_="people",
    )


def _has(state: Battle, who: int) -> Text:
    """What somebody fights with: abilities with what conditions change, and what can be spent."""
    fighter = state.fighters[who]
    numbers: list[Text] = []
    for value, change, label in (
        (fighter.cast, fighter.modifier("cast"), Text("cast {n}", "キャスト{n}")),
        (fighter.guard, fighter.modifier("guard"), Text("guard {n}", "ガード{n}")),
    ):
        shown = f"{value}{signed(change)} = {value + change}" if change else str(value)
        numbers.append(label.format(n=shown))
    numbers.append(Text("mana {n}", "マナ{n}").format(n=fighter.mana))
    if fighter.preparations:
        numbers.append(Text("preparation {n}", "準備効果{n}").format(n=fighter.preparations))
    if fighter.emotions:
        toward = listed([state.name(other) for other in fighter.emotions])
        numbers.append(Text("emotion toward {names}", "{names}への感情").format(names=toward))
    return listed(numbers)


def _state(fighter: Fighter) -> Text:
    if fighter.gone:
        return Text("left", "離脱")
    if fighter.down:
        return Text("knocked down", "ノックダウン")
    return Text("acted", "行動済み") if fighter.acted else Text("ready", "未行動")


_sheet = lru_cache(maxsize=200)(draw_sheet)
"""Kept, because a step changes the sheets of one or two only."""


def _sheets(state: Battle, language: Language) -> Element:
    sheets = [
        h(
            "section",
            _sheet(fighter, language),
            h(
                "p",
                Text("Recipe: ", "レシピ：").get(language),
                names(fighter.recipe).get(language),
                class_="field-hint",
            ),
            class_="sheet-of",
        )
        for fighter in state.fighters
    ]
    return h("div", sheets, class_="sides")


def _attack_board(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    if not state.attacks:
        return []
    attack = state.attack
    rows = []
    for exchange in attack.exchanges:
        if exchange.cast is None or exchange.guard is None:
            continue
        hit, degree = outcome(state, exchange, rulings)
        if state.stage is not Stage.RESULT:
            hit, degree = not exchange.missed, exchange.degree
        told = Text("hit, degree {n}", "命中（攻撃成功度{n}）") if hit else Text("miss ({n})", "失敗（{n}）")
        rows.append(
            h(
                "tr",
                h("th", state.name(exchange.struck).get(language), scope="row"),
                h("td", _roll_words(exchange.cast.flag, exchange.cast.total).get(language)),
                h("td", _roll_words(exchange.guard.flag, exchange.guard.total).get(language)),
                h("td", told.format(n=signed(degree)).get(language)),
            )
        )
    title = Text("{name} attacks {names}", "{name}の攻撃（対象：{names}）").format(
        name=state.name(attack.attacker), names=listed([state.name(e.target) for e in attack.exchanges])
    )
    parts = [heading(4, title.get(language), class_="part-title")]
    if rows:
        heads = (
            Text("Against", "対象"),
            Text("Cast dice", "キャスト"),
            Text("Guard dice", "ガード"),
            Text("So far", "結果"),
        )
        parts.append(
            h(
                "table",
                h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
                h("tbody", rows),
                class_="people",
            )
        )
    return [h("section", parts, class_="contest")]


def _roll_words(found: Flag, total: int) -> Text:
    return same(total) if found is Flag.NONE else same(f"{total} · ") + found.text


# --- controls of each stage -------------------------------------------------------------------------------------------

Controls = Callable[[Battle, Rulings, Language], list[Element]]


def _people(state: Battle, who: Iterable[int]) -> list[tuple[object, Text]]:
    return [(i, state.name(i)) for i in who]


def _setup_controls(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    everybody = range(len(state.fighters))
    new = [text_input("name", Text("Name", "名前"), language, size=14)]
    new += [
        text_input(f"new_{name}", label, language, value, size=4, inputmode="numeric")
        for name, label, value, _ in _NUMBERS
    ]
    new += [
        text_input(
            "recipe", Text("Recipe", "レシピ"), language, Text("Poison, Armour", "毒、装甲").get(language), size=30
        ),
        text_input("conditions", Text("Carries already", "最初から付いているもの"), language, size=30),
        flag("enemy", Text("An enemy", "敵"), language),
        button("add", Text("Add", "加える"), language),
    ]
    note = Text(
        "Conditions by name with commas between them, a number for several copies: Poison, Trap 2.",
        "カースとブレスは名前を読点で区切り、複数なら数を添えます。例：毒、罠2",
    )
    problem = legal_actions(state, rulings)["begin"]
    parts: list[Element] = closed([problem], language)
    if problem is None:
        parts.append(h("p", button("begin", Text("Begin the battle", "戦闘を始める"), language, primary=True)))
    if len(state.fighters) < MOST_FIGHTERS:
        parts.append(fieldset(Text("Add a fighter", "参加者を加える"), new, language, note))
    if len(state.fighters) > 1:
        feel = [
            select("who", Text("Who", "誰が"), _people(state, everybody), language, 0),
            select("toward", Text("Toward whom", "誰への"), _people(state, everybody), language, 1),
            button("emotion", Text("Note the emotion", "感情を記入"), language),
        ]
        parts.append(fieldset(Text("Emotions", "感情"), feel, language))
    removing = [
        button(f"remove:{who}", Text("Remove {name}", "{name}を外す").format(name=f.name), language)
        for who, f in enumerate(state.fighters)
    ]
    parts.append(h("div", removing, class_="buttons"))
    return parts


def _initiative_controls(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    typed = [
        text_input(
            f"total_{who}",
            Text("{name}: 2D6", "{name}の2D6").format(name=f.name),
            language,
            inputmode="numeric",
            size=3,
        )
        for who, f in enumerate(state.fighters)
        if not f.enemy and f.fighting
    ]
    label = Text("In a tie, who goes first (P-8.5, P-8.6)", "同値のときの順番（P-8.5、P-8.6）")
    typed.append(text_input("ties", label, language, size=18))
    note = Text(
        "Leave a line empty and the dice are rolled for you (P-8.2, P-8.3). For ties: names, commas between them.",
        "空欄のままなら、ここでダイスを振ります（P-8.2、P-8.3）。同値の順番は、名前を読点で区切って書きます。",
    )
    return [
        h("p", button("initiative", Text("Set the order", "順番を決める"), language, primary=True)),
        fieldset(Text("Initiative of the PCs", "PCのイニシアチブ"), typed, language, note),
        _ending(language),
    ]


def _ending(language: Language) -> Element:
    return h("p", button("end", Text("The GM ends the battle", "ゲームマスターの判断で戦闘を終える"), language))


def _ticks(state: Battle, prefix: str, who: Iterable[int], language: Language) -> list[Element]:
    made = [flag(f"{prefix}_{i}", state.name(i), language) for i in who]
    if len(made) == 1:
        for box in made[0].iter("input"):
            box.set("checked", "checked")
    return made


def _action_controls(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    who = state.active
    found = legal_actions(state, rulings)
    parts: list[Element] = []
    if found["attack"] is None:
        sheet = state.fighters[who]
        targets = attack_targets(state, who, rulings)
        drawn = sheet.copies("confusion") or _by_chance(sheet, rulings)
        form: list[Element] = [] if drawn else _ticks(state, "target", targets, language)
        form.append(button("attack", Text("Attack", "攻撃する"), language, primary=True))
        note = Text(
            "Each further target costs 1 mana (Expand, P-15.10).",
            "対象を増やすごとにマナ1点（エキスパンド、P-15.10）。",
        )
        if drawn:
            rule = "P-17.20b" if sheet.copies("confusion") else "P-Q41"
            note = Text(f"Chance picks the target ({rule}).", f"対象はランダムに決まります（{rule}）。")
        parts.append(fieldset(Text("Attack", "攻撃"), form, language, note))
    if found["support"] is None:
        parts.append(_support_form(state, rulings, language))
    buttons = [
        button(name, label, language)
        for name, label in (("retreat", Text("Retreat", "撤退する")), ("pass", Text("Pass", "パスする")))
        if found[name] is None
    ]
    parts.append(h("div", buttons, class_="buttons"))
    parts += [*closed(found.values(), language), _ending(language)]
    return parts


def _by_chance(sheet: Fighter, rulings: Rulings) -> bool:
    """Does chance pick for somebody under Delusion or Charm (P-Q41)?"""
    return rulings.chooser == "random" and bool(sheet.copies("delusion") or sheet.copies("charm"))


def _support_form(state: Battle, rulings: Rulings, language: Language) -> Element:
    who = state.active
    sheet, targets = state.fighters[who], support_targets(state, who, rulings)
    options: list[tuple[object, Text]] = [("heal_damage", Effect("heal_damage").text)]
    carried = dict.fromkeys(curse.kind for target in targets for curse in state.fighters[target].curses)
    options += [(f"lift_curse:{kind}", Effect("lift_curse", kind).text) for kind in carried]
    held = dict.fromkeys(kind for target in targets for kind in state.fighters[target].blesses)
    options += _with_amplify("give_bless", recipe_of("bless", sheet), tuple(held))
    felt = any(sheet.feels_for(target) for target in targets)
    form = [] if _by_chance(sheet, rulings) else _ticks(state, "support", targets, language)
    form.append(select("gives_1", Text("Effect", "効果"), options, language))
    if sheet.mana > (0 if felt else 1):
        form.append(select("gives_2", BOOST, [("", NONE), *options], language, ""))
    form += _overwriting([state.fighters[target] for target in targets], rulings, language)
    if sheet.mana:
        form.append(button("support", Text("Support, 1 mana", "支援する（マナ1点）"), language))
    if felt:
        label = Text("Support with an emotion (P-12.5)", "感情で支援する（P-12.5）")
        form.append(button(f"support:{BY_EMOTION}", label, language))
    note = Text(
        "Always succeeds (P-12.4). Each further target costs 1 mana (Expand, P-15.10).",
        "必ず成功します（P-12.4）。対象を増やすごとにマナ1点（エキスパンド、P-15.10）。",
    )
    return fieldset(Text("Support", "支援"), form, language, note)


BOOST = Text("Boost: one more, 1 mana (P-15.4)", "ブーストでもう1つ、マナ1点（P-15.4）")


def _overwriting(recipients: list[Fighter], rulings: Rulings, language: Language) -> list[Element]:
    """Return the choice of what a new bless overwrites, if a track is full."""
    full = [fighter for fighter in recipients if len(fighter.blesses) >= SLOTS]
    if not full or rulings.full_bless_track == "lose":
        return []
    held = dict.fromkeys(bless for fighter in full for bless in fighter.blesses)
    label = Text("On a full track, overwrite (P-14.8)", "空きがなければ上書きするブレス（P-14.8）")
    options: list[tuple[object, Text]] = [("", NONE), *((bless, CONDITIONS[bless].name) for bless in held)]
    return [select("overwrite", label, options, language, "")]


def _with_amplify(effect: str, kinds: Iterable[str], carried: tuple[str, ...]) -> list[tuple[object, Text]]:
    """Return the choices of an effect; an Amplify stands once for each condition that it could become."""
    options: list[tuple[object, Text]] = []
    for kind in kinds:
        text = Effect(effect, kind).text
        if kind not in ("amplify_curse", "amplify_bless"):
            options.append((f"{effect}:{kind}", text))
            continue
        options += [
            (f"{effect}:{kind}:{become}", text + same(" → ") + CONDITIONS[become].name)
            for become in dict.fromkeys(carried)
        ]
    return options


def _dice_controls(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    attack = state.attack
    targets = [exchange.target for exchange in attack.exchanges]
    rolled = attack.exchanges[0].cast is not None
    rolling = targets if rolled else list(dict.fromkeys([attack.attacker, *targets]))
    third = [
        flag(
            f"third_{who}",
            Text("{name} spends a preparation effect ({rule})", "{name}が準備効果を消費する（{rule}）").format(
                name=state.name(who), rule="P-10.6" if who == attack.attacker else "P-10.9"
            ),
            language,
        )
        for who in rolling
        if state.fighters[who].preparations
    ]
    typed = [
        text_input(f"faces_{who}", Text("{name}’s dice", "{name}の出目").format(name=state.name(who)), language, size=6)
        for who in rolling
    ]
    typed.append(button("roll_typed", Text("Use these dice", "この出目を使う"), language))
    parts = [h("div", third, class_="fields")] if third else []
    buttons = [button("roll", Text("Roll the dice", "ダイスを振る"), language, primary=True)]
    if not rolled:
        label = Text("The cast check alone first (P-10.1)", "キャスト判定だけ先に振る（P-10.1）")
        buttons.append(button("cast", label, language))
    parts.append(h("div", buttons, class_="buttons"))
    parts.append(fieldset(Text("Or type your own dice", "手元のダイスの目を入れる"), typed, language))
    return parts


def _result_controls(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    parts = _higher(state, rulings, language)
    parts.append(h("p", button("accept", Text("Let it stand", "結果を確定する"), language, primary=True)))
    rerolling: list[Element] = []
    helping: list[Element] = []
    covering: list[Element] = []
    problems: list[ForbiddenAction | None] = []
    third = False
    for number, exchange in enumerate(state.attack.exchanges):
        rerolling += _rerolls(state, number, exchange, rulings, language)
        helping += _assists(state, number, exchange, rulings, language)
        hit, _ = outcome(state, exchange, rulings)
        again = exchange.coverer == NOBODY or rulings.cover_again
        for who in allies(state.fighters, exchange.struck) if hit and again else ():
            problem = cover_problem(state, who, exchange, rulings)
            problems.append(problem)
            if problem is None:
                third = third or bool(state.fighters[who].preparations)
                label = Text("{name} covers {other}", "{name}が{other}をカバー")
                told = label.format(name=state.name(who), other=state.name(exchange.struck))
                covering += _paid(f"cover:{who}:{number}", told, state, who, exchange.struck, language)
    if rerolling:
        parts.append(h("div", rerolling, class_="buttons"))
    if helping or covering:
        form = [h("div", helping + covering, class_="buttons")]
        if third:
            label = Text(
                "Cover with 3 dice, 1 preparation effect (P-10.9)", "カバーする人が準備効果を消費する（P-10.9）"
            )
            form.insert(0, flag("cover_third", label, language))
        note = Text(
            "Whoever assists or covers spends it (P-7.2, P-16.2).",
            "マナか感情を消費するのは、援助やカバーをする人です（P-7.2、P-16.2）。",
        )
        parts.append(fieldset(Text("Help", "助け合い"), form, language, note))
    if rerolling or helping or covering:
        label = Text("The dice of that roll, typed (else rolled here)", "そのダイスの出目（空欄ならここで振る）")
        parts.append(h("div", text_input("again", label, language, size=6), class_="fields"))
    return parts + closed(problems, language)


def _higher(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    """Return a tick for each Lucky check that has a higher value to offer as well (P-Q47)."""
    made: list[Element] = []
    label = Text(
        "{name} keeps the higher dice, {total}, instead of Lucky (P-Q47)",
        "{name}はラッキー♪でなく出目の合計{total}を採る（P-Q47）",
    )
    for number, exchange in enumerate(state.attack.exchanges if rulings.kept_roll == "roller" else ()):
        for check, higher in (("cast", exchange.cast_higher), ("guard", exchange.guard_higher)):
            shared = check == "cast" and number and rulings.expand_cast == "one"
            if higher is not None and not shared:
                told = label.format(name=state.name(checker(state, exchange, check)), total=higher.total)
                made.append(flag(f"higher_{number}_{check}", told, language))
    return [h("div", made, class_="fields")] if made else []


def _paid(do: str, label: Text, state: Battle, who: int, toward: int, language: Language) -> list[Element]:
    """Return a button for each way to pay: mana, or an emotion toward somebody (★)."""
    ways = []
    if state.fighters[who].mana:
        ways.append((do, Text("{told}, 1 mana", "{told}（マナ1点）")))
    if state.fighters[who].feels_for(toward):
        ways.append((f"{do}:{BY_EMOTION}", Text("{told}, an emotion", "{told}（感情）")))
    return [button(value, text.format(told=label), language) for value, text in ways]


def _assists(state: Battle, number: int, exchange: Exchange, rulings: Rulings, language: Language) -> list[Element]:
    made: list[Element] = []
    for check in ("cast", "guard"):
        if check == "cast" and number and rulings.expand_cast == "one":
            continue
        helped = checker(state, exchange, check)
        for who in allies(state.fighters, helped):
            if assist_problem(state, who, exchange, check, rulings) is None:
                label = Text("{name} assists {other}", "{name}が{other}を援助")
                told = label.format(name=state.name(who), other=state.name(helped))
                made += _paid(f"assist:{who}:{number}:{check}", told, state, who, helped, language)
    return made


def _rerolls(state: Battle, number: int, exchange: Exchange, rulings: Rulings, language: Language) -> list[Element]:
    checks = ["guard"] if number and rulings.expand_cast == "one" else ["cast", "guard"]
    label = Text("{name} rerolls, 1 mana", "{name}が振り直す（マナ1点）")
    return [
        button(f"reroll:{number}:{check}", label.format(name=state.name(checker(state, exchange, check))), language)
        for check in checks
        if reroll_problem(state, exchange, check, rulings) is None
    ]


def _effects_controls(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    attack = state.attack
    sheet = state.fighters[attack.attacker]
    hits = [exchange for exchange in attack.exchanges if not exchange.missed]
    best = max(exchange.degree for exchange in hits)
    struck = [state.fighters[exchange.struck] for exchange in hits]
    curses = tuple(curse.kind for target in struck for curse in target.curses)
    blesses = dict.fromkeys(bless for target in struck for bless in target.blesses)
    options: list[tuple[object, Text]] = [("deal_damage", Effect("deal_damage").text)]
    options += [(f"strip_bless:{kind}", Effect("strip_bless", kind).text) for kind in blesses]
    options += _with_amplify("inflict_curse", recipe_of("curse", sheet), curses)
    options += [
        (f"refresh:{kind}", Effect("refresh", kind).text) for kind in dict.fromkeys(c.kind for c in sheet.curses)
    ]
    options += _with_amplify("self_bless", recipe_of("bless", sheet), sheet.blesses)
    reached = [(value, text) for value, text in options if within_reach(Effect(*_chosen(str(value))), best)]
    form = [select("effect_1", Text("Effect", "効果"), reached, language)]
    boosted = _boost_problem(state)
    if boosted is None:
        form.append(select("effect_2", BOOST, [("", NONE), *reached], language, ""))
    if any(str(value).startswith("self_bless") for value, _ in reached):
        form += _overwriting([sheet], rulings, language)
    form.append(button("effects", Text("Apply", "適用する"), language, primary=True))
    note = Text("Success degree {n} (P-10.12).", "攻撃成功度{n}（P-10.12）。").format(n=signed(best))
    parts = [fieldset(Text("Attack effects", "攻撃効果"), form, language, note)]
    if "before_effects" in (rulings.counter_timing, rulings.chain_timing):
        parts += _answer_controls(state, rulings, language)
    beyond = [Effect(*_chosen(str(value))) for value, text in options if (value, text) not in reached]
    return [*parts, *closed([*_beyond(beyond, sheet, best, rulings), boosted], language)]


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


def _after_controls(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    parts = [h("p", button("done", Text("Go on", "先へ進む"), language, primary=True))]
    return parts + _answer_controls(state, rulings, language)


def _answer_controls(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    """Return Counter and Chain Combo, and why others may not."""
    attack = state.attack
    buttons: list[Element] = []
    more: dict[int, None] = {}
    for name, who, target in answers(state, rulings):
        sheet = state.fighters[who]
        if name == "counter":
            told = Text("{name} Counters, 1 mana", "{name}のカウンター（マナ1点）").format(name=sheet.name)
            buttons.append(button(f"counter:{who}", told, language))
        else:
            label = Text("{name}: Chain Combo on {other}", "{name}が{other}にチェーンコンボ")
            told = label.format(name=sheet.name, other=state.name(target))
            toward = chain_emotion(state, target, rulings)
            buttons += _paid(f"chain:{who}:{target}", told, state, who, toward, language)
        felt = name == "chain" and sheet.feels_for(chain_emotion(state, target, rulings))
        if sheet.mana > (not felt) and not sheet.copies("fog") and not sheet.copies("incapacity"):
            more |= dict.fromkeys(i for i in attack_targets(state, who, rulings, special=True) if i != target)
    parts = [h("div", buttons, class_="buttons")] if buttons else []
    if more:
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


def _fallen_controls(state: Battle, language: Language) -> list[Element]:
    who = state.fallen[0]
    name = state.name(who)
    parts = [h("p", Text("{name} is knocked down.", "{name}はノックダウンした。").format(name=name).get(language))]
    problem = last_stand_problem(state, who)
    buttons = []
    if problem is None:
        label = Text("Last Stand, 1 mana", "ラストスタンド（マナ1点）")
        buttons.append(button(f"last_stand:{who}", label, language, primary=True))
    buttons.append(button(f"fall:{who}", Text("{name} falls", "{name}は倒れる").format(name=name), language))
    parts.append(h("div", buttons, class_="buttons"))
    return parts + closed([problem], language)


def _charges(state: Battle, language: Language) -> list[Element]:
    made = [
        button(
            f"charge:{who}", Text("{name}: Charge → 1 mana", "{name}のチャージ→マナ1点").format(name=f.name), language
        )
        for who, f in enumerate(state.fighters)
        if f.copies("charge")
    ]
    return [h("div", made, class_="buttons")] if made else []


def _over_controls(state: Battle, rulings: Rulings, language: Language) -> list[Element]:
    told = Text(
        "The battle is over; what follows is the GM’s (P-Q40).",
        "戦闘は終わりました。この後はゲームマスターが決めます（P-Q40）。",
    )
    return [h("p", *marked_up(told.get(language)))]


_CONTROLS: dict[Stage, Controls] = {
    Stage.SETUP: _setup_controls,
    Stage.INITIATIVE: _initiative_controls,
    Stage.ACTION: _action_controls,
    Stage.DICE: _dice_controls,
    Stage.RESULT: _result_controls,
    Stage.EFFECTS: _effects_controls,
    Stage.AFTER: _after_controls,
    Stage.OVER: _over_controls,
}
