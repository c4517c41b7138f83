"""What can be done at each moment of a combat: the most likely thing first, rare things folded away."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.controls import (
    choice,
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
from rules_py.core.render import percent
from rules_py.core.text import Language, Text, listed, same
from rules_py.exorcist.board import distance, square_name
from rules_py.exorcist.characters import KAII, Attack
from rules_py.exorcist.checks import LADDER, MOST_DICE, attack_difficulty
from rules_py.exorcist.fighters import PEGS, Fighter, Side, peg_attack, tied_enemies, tied_pcs
from rules_py.exorcist.game.cast import ADJUSTABLE
from rules_py.exorcist.game.exchange import evading, price
from rules_py.exorcist.game.refusals import begin_problem, free_squares, problems
from rules_py.exorcist.model import (
    Activation,
    Combat,
    Duel,
    Stage,
    combining,
    evasion,
    free_square,
    hard_possible,
    tied_with,
)
from rules_py.exorcist.odds import check_odds
from rules_py.exorcist.plans import Plan, nearer, plan, reach
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.widgets.common import named
from rules_py.exorcist.widgets.entering import Options, entering, people, sheets
from rules_py.exorcist.widgets.grid_tray import at_pegs, by_list, has_primary

_ALL = Text("All dice in order (empty: rolled here)", "全員の出目（空欄で自動）")
_FACES = Text("Its dice (empty: rolled here)", "出目（空欄で自動）")
_CHECK = Text("Dice or =successes (empty: rolled here)", "出目か「=成功数」（空欄で自動）")


# --- who may be attacked, and with which chance -----------------------------------------------------------------------


def foes(duel: Duel, *, things: bool = False) -> list[int]:
    """Return whom somebody who acts may attack, by number; with the objects after them where these are wanted."""
    state = duel.combat
    side = state.fighters[state.active].side is Side.ENEMY
    there = [each for each in range(len(state.fighters)) if duel.on_map(each)]
    found = [each for each in there if state.fighters[each].acts and (state.fighters[each].side is Side.ENEMY) != side]
    return found + [each for each in there if things and state.fighters[each].side is Side.THING]


def armed(fighter: Fighter, rulings: Rulings) -> list[tuple[int | str, Attack]]:
    """Return what somebody may attack with, as an action names it: the attacks of its sheet, then a peg."""
    own: list[tuple[int | str, Attack]] = list(enumerate(fighter.attacks))
    return own + ([(kind, peg_attack(kind, rulings)) for kind in PEGS] if fighter.pegs else [])


def striking(state: Combat, attack: Attack, rulings: Rulings, *, focus: bool = False) -> Fraction:
    """Return how likely the attack check of whoever acts is to succeed (E-3.9, E-4.6, E-5.10)."""
    fighter, activation = state.fighters[state.active], state.activation
    dice = min(MOST_DICE, fighter.dice(attack.ability) + attack.extra)
    focus = focus or activation.focus
    difficulty = attack_difficulty(attack.difficulty, focus=focus, manoeuvre=activation.harder, rulings=rulings)
    return check_odds(dice, difficulty, rulings)


def attacking(attack: object, targets: list[Any]) -> list[object]:
    """Return an attack as a button says it, with what the tray says of any: its split, its dice, what follows."""
    return ["attack", attack, targets, control("split"), control("dice"), control("last")]


def attack_words(attack: Attack) -> Text:
    """Return an attack in a few words: reach, ability, damage, and what else there is to it."""
    extra = [Text("dice +{n}", "+{n}個").format(n=attack.extra)] if attack.extra else []
    return listed([attack.reach.text, attack.ability.text, *_blow(attack)[:1], *extra, *_blow(attack)[1:]])


def _blow(attack: Attack) -> list[Text]:
    """Return what an attack does: its damage, and what else there is to it."""
    said = [same(str(attack.damage)) + Text(" ", "") + attack.damage.kind.text]
    if attack.targets > 1:
        said.append(Text("up to {n} targets", "対象{n}体まで").format(n=attack.targets))
    if attack.distance:
        said.append(Text("within {n} squares", "{n}マス以内").format(n=attack.distance))
    if attack.continuous:
        said.append(Text("Continuous Attack {n}", "【連続攻撃】{n}").format(n=attack.continuous))
    return said


def spending(dice: object) -> list[object]:
    """Return an evasion as a button says it, with the faces that the tray says where any dice are spent."""
    return ["evade", dice, control("evade_dice")] if dice else ["evade", 0]


def evading_words(state: Combat, dice: int, rulings: Rulings) -> Text:
    """Return a number of evade dice as an option, with the chance that they evade."""
    if not dice:
        return Text("0: be hit", "0個（命中）")
    chance = percent(evading(state, dice, rulings))
    return Text(f"{dice}: {chance} to evade", f"{dice}個（回避できる確率{chance}）")


# --- controls, moment by moment ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Moment:
    """What the controls are made for.

    Args:
        duel: The fight.
        rulings: House rules.
        language: The reader's language.
        fresh: Has nothing been done yet?
    """

    duel: Duel
    rulings: Rulings
    language: Language
    fresh: bool = False

    @property
    def combat(self) -> Combat:
        """The combat of the fight."""
        return self.duel.combat


def controls(moment: Moment) -> list[Element]:
    """Return what can be done now."""
    return _CONTROLS[moment.combat.stage](moment)


def _setup(moment: Moment) -> list[Element]:
    state, rulings, language = moment.combat, moment.rulings, moment.language
    problem = begin_problem(state)
    parts, more = closed([problem], language), []
    tied = [who for group in tied_pcs(state.fighters, rulings) for who in group]
    if problem is None:
        begin = Text("Begin the combat", "戦闘を始める")
        rolling = [[who, control(f"roll_{who}")] for who in tied]
        parts.append(h("p", press(["begin", rolling, True, True], begin, language, primary=True)))
        label = Text("Begin without a grid", "盤を使わずに始める")
        more.append(h("p", press(["begin", rolling, True], label, language)))
        rolls = [
            number_input(f"roll_{who}", Text("{name}: 1d100", "{name}の1d100").format(name=state.name(who)), language)
            for who in tied
        ]
        note = Text(
            "PCs of equal Skill roll for their order (E-2.8); empty lines are rolled here.",
            "【巧】が同値のPCは先に順番を決めます（E-2.8）。空欄ならここで振ります。",
        )
        if rolls:
            parts.append(fieldset(Text("Order of equals", "同値の順番"), rolls, language, note))
    elif not any(fighter.acts and fighter.side is Side.ENEMY for fighter in state.fighters):
        key, kaii = next(iter(KAII.items()))
        label = Text("Add: {name}", "{name}を加える").format(name=kaii.name)
        parts.append(h("p", press(["known", key], label, language, primary=True)))
    holding = [
        (f"[{who},{n}]", state.name(who) + same(": ") + attack.name)
        for who, fighter in enumerate(state.fighters)
        for n, attack in enumerate(fighter.attacks)
        if len(fighter.attacks) > 1
    ]
    if holding:
        form = [
            select("equipped", Text("Gear", "祭具"), list(holding), language),
            press(["equip", choice("equipped")], Text("Equip", "装備する"), language),
        ]
        more.append(fieldset(Text("Equipped at the start (E-5.2)", "開始時の装備（E-5.2）"), form, language))
    placing = _placing(moment, listed=True)
    if moment.fresh:
        label = Text("The grid alone, without a fight", "戦闘なしで盤だけを使う")
        more.append(h("p", press(["look", 0], label, language)))
    return [*parts, *placing, *entering(state, language), *([under_more(more, language)] if more else [])]


def _placing(moment: Moment, *, listed: bool = False) -> list[Element]:
    """Return what puts somebody on a square: anybody, or whoever acts and stands nowhere."""
    duel, language = moment.duel, moment.language
    there = [who for who, fighter in enumerate(duel.combat.fighters) if not fighter.gone]
    if duel.grounds is None or not there:
        return []
    who = there[0] if listed else duel.combat.active
    free = free_squares(duel.board, moment.rulings)
    best = free_square(duel.board, duel.combat.fighters[who])
    squares: Options = [(square_name(square), same(square_name(square))) for square in free]
    named_best = square_name(best) if best else None
    form = [select("place_at", Text("Square", "マス"), squares, language, named_best)]
    if listed:
        form.insert(0, select("placing", Text("Who", "誰を"), people(duel.combat, there), language))
        form.append(press(["place", control("placing"), control("place_at")], Text("Put there", "置く"), language))
        return [fieldset(Text("On the grid", "盤に置く"), form, language)]
    name = duel.combat.name(who)
    words = Text("Put {name} on this square", "{name}をこのマスに置く").format(name=name)
    note = Text(
        "{name} stands nowhere on the grid: say where, such as at the respawn point (E-9.7).",
        "{name}は盤の上にいません。リスポーン地点など、置くマスを決めてください（E-9.7）。",
    ).format(name=name)
    form.append(press(["place", who, control("place_at")], words, language, primary=True))
    return [fieldset(Text("On the grid", "盤に置く"), form, language, note)]


def _turn(moment: Moment) -> list[Element]:
    state, rulings, language = moment.combat, moment.rulings, moment.language
    form: list[Element] = []
    tied = [who for group in tied_enemies(state.fighters, rulings) for who in group]
    if hard_possible(state, rulings):
        form.append(flag("announce", Text("Announce Hard mode (E-13.4)", "ハードモードを宣言する（E-13.4）"), language))
    if tied:
        label = Text("Enemies of equal Skill, in order (E-2.11)", "【巧】が同値の敵の順番（E-2.11）")
        names = listed([state.name(who) for who in tied]).get(language)
        form.append(text_input("enemies", label, language, names, size=30))
    label = Text("Begin turn {n}", "第{n}ターンを始める").format(n=state.turn)
    form.append(press(["turn", control("enemies"), control("announce")], label, language, primary=True))
    return [
        fieldset(Text("Start of the turn", "ターンの開始"), form, language),
        *entering(state, language),
        under_more(_by_hand(moment), language),
    ]


def _activation(moment: Moment) -> list[Element]:
    state, rulings, language = moment.combat, moment.rulings, moment.language
    found = problems(state, rulings)
    grounds = moment.duel.grounds
    if grounds and moment.duel.square(state.active) is None:
        waits = press(["done"], Text("End the activation", "手番を終える"), language)
        by_hand = under_more(_by_hand(moment), language)
        return [*_placing(moment), h("div", waits, class_="buttons"), by_hand]
    fighter, activation = state.fighters[state.active], state.activation
    enemies, aims = foes(moment.duel), foes(moment.duel, things=True)
    strikes = found["attack"] is None and bool(armed(fighter, rulings)) and bool(aims) and state.both_sides
    told = [
        problem for name, problem in found.items() if state.both_sides and (name != "combine" or fighter.is_mob_enemy)
    ]
    pegs: list[Element] = []
    if grounds:
        told = [problem for problem in told if problem not in (found["rope"], found["removal"], found["peg"])]
        pegs = at_pegs(grounds, told, rulings, language, removal="removal", own=True)
    parts = [
        *pegs,
        *(_strikes(moment, enemies, aims, first=bool(enemies) and not has_primary(pegs)) if strikes else []),
    ]
    done = Text("End the activation", "手番を終える")
    buttons = [press(["done"], done, language, primary=not has_primary(parts))]
    if found["focus"] is None:
        buttons.append(press(["focus"], _focus_words(state, rulings), language))
    if found["peg"] is None and not grounds:
        label = Text("Place a peg ({n} left)", "祓串を置く（残り{n}）").format(n=fighter.pegs)
        buttons.append(press(["peg"], label, language))
    for who in tied_with(state, rulings):
        label = Text("{name} acts first (E-2.11)", "先に{name}が動く（E-2.11）").format(name=state.name(who))
        buttons.append(press(["first", who], label, language))
    parts.append(h("div", buttons, class_="buttons"))
    if grounds:
        lists = by_list(grounds, reach(moment.duel, rulings), language)
        words = Text("Move and place pegs from a list", "移動先と祓串を一覧から選ぶ")
        parts += [h("details", h("summary", words.get(language)), lists, class_="by-list")] if lists else []
    elif found["move"] is None:
        parts.append(_move_form(activation, language))
    if found["combine"] is None and fighter.attacks and enemies and _joining(moment):
        parts.append(_combine_form(moment, enemies))
    if found["manoeuvre"] is None:
        parts.append(_manoeuvre_form(language))
    if not grounds and (found["rope"] is None or found["removal"] is None):
        parts.append(_instead_form(found, language))
    more = []
    if strikes:
        more.append(_typed_attack(state, language, on_grid=grounds is not None))
    elif found["attack"] is None and armed(fighter, rulings) and len(state.fighters) > 1:
        more += _stray_form(moment)
    pause = Text("Stop before the next turn, for others to join", "次のターンの前で止める（途中参加など）")
    if not state.paused and state.swift:
        more.append(h("p", press(["pause"], pause, language)))
    return [*parts, *closed(told, language), under_more([*more, *_by_hand(moment)], language)]


def _move_form(activation: Activation, language: Language) -> Element:
    second = activation.focus or activation.used
    first = Text("Second move", "第二移動") if second else Text("First move", "第一移動")
    label = Text("Squares, up to {n}", "マス数（{n}まで）").format(n=activation.movement)
    form = [
        number_input("squares", label, language, activation.movement),
        press(["move", control("squares")], Text("Move", "移動する"), language),
    ]
    return fieldset(first, form, language)


def _strikes(moment: Moment, enemies: list[int], aims: list[int], *, first: bool) -> list[Element]:
    """Return what comes next, an attack, on a grid with the way to it, or a way towards somebody; then any attack."""
    duel, rulings, language = moment.duel, moment.rulings, moment.language
    state, fighter = duel.combat, duel.combat.fighters[duel.combat.active]
    found = plan(duel, enemies, rulings)
    form = _attack_form(moment, aims, found)
    if not first:
        return [form]
    if found or not fighter.attacks:  # what is left is a peg
        weapons = dict(armed(fighter, rulings))
        number, target = (found.attack, found.target) if found else (next(iter(weapons)), enemies[0])
        strike, odds = attacking(number, [target]), _odds(state, weapons[number], rulings)
        hoped = {"name": state.name(target), "attack": weapons[number].name, "odds": odds}
        if not found or not found.square:
            words = Text("Attack {name}: {attack}, {odds}", "{name}を攻撃：{attack}、{odds}").format(**hoped)
            return [h("p", press(strike, words, language, primary=True)), form]
        words = Text(
            "Move to {square} ({cost}), then attack {name}: {attack}, {odds}",
            "{square}へ移動（{cost}消費）し、{name}を攻撃：{attack}、{odds}",
        )
        words = words.format(square=square_name(found.square), cost=reach(duel, rulings)[found.square], **hoped)
        return [h("p", press([["move", found.square, True], strike], words, language, primary=True)), form]
    square = nearer(duel, enemies, rulings)
    if square is None:
        return [form]
    words = Text(
        "Move to {square} ({cost}), nearer to the enemy, and end the activation",
        "敵に近い{square}へ移動（{cost}消費）し、手番を終える",
    )
    words = words.format(square=square_name(square), cost=reach(duel, rulings)[square])
    return [h("p", press([["move", square, True], ["done"]], words, language, primary=True)), form]


def _focus_words(state: Combat, rulings: Rulings) -> Text:
    """Attack focus with what it gives for the attack in hand (E-4.9, E-5.10)."""
    words = Text("Give up the first move: attack focus", "第一移動を放棄して【攻撃集中】")
    fighter = state.fighters[state.active]
    if not fighter.attacks:
        return words
    attack = fighter.attacks[fighter.equipped]
    now, then = striking(state, attack, rulings), striking(state, attack, rulings, focus=True)
    return words + Text(f" ({percent(now)} → {percent(then)})", f"（{percent(now)}→{percent(then)}）")


def _attack_form(moment: Moment, aims: list[int], found: Plan | None) -> Element:
    state, rulings, language = moment.combat, moment.rulings, moment.language
    fighter = state.fighters[state.active]
    options: Options = [(number, _armed_words(state, attack, rulings)) for number, attack in armed(fighter, rulings)]
    others = [who for who in range(len(state.fighters)) if who != state.active and moment.duel.on_map(who)]
    aims = [*aims, *(who for who in others if who not in aims)]
    if found:
        aims.sort(key=lambda who: who != found.target)
    last = flag("last", Text("Then end the activation", "続けて手番を終える"), language, ticked=True)
    lines = _target_controls(moment.duel, aims, language)
    action = attacking(control("attack"), [control(f"target_{n}") for n in range(1, len(lines) + 1)])
    form = [
        select("attack", Text("With", "攻撃手段"), options, language, found.attack if found else fighter.equipped),
        *lines,
        last,
        press(action, Text("Attack as chosen here", "ここで選んだとおりに攻撃する"), language),
    ]
    return fieldset(Text("Attack", "攻撃"), form, language)


def _typed_attack(state: Combat, language: Language, *, on_grid: bool) -> Element:
    """The dice of an attack as they fell at the table; its damage is then asked for, too."""
    form = []
    if any(attack.continuous for attack in state.fighters[state.active].attacks):
        label = Text("Continuous Attack: dice of each part", "【連続攻撃】のダイスの振り分け")
        form.append(text_input("split", label, language, size=8))
    form.append(text_input("dice", _CHECK, language, size=12))
    note = Text(
        "If you roll yourselves, damage is asked for as well. You judge distances at the table. The numbers of an"
        " attack with a peg are lost (E-Q11).",
        "自分で振るなら、ダメージも後で入力します。距離は卓で判断します。祓串の攻撃の数値は失われています（E-Q11）。",
    )
    if on_grid:
        note = Text(
            "If you roll yourselves, damage is asked for as well. How far gear reaches is lost (E-5.11): the grid"
            " refuses only what lies beyond a range that the attack names (E-11.23). The numbers of an attack with a"
            " peg are lost too (E-Q11).",
            "自分で振るなら、ダメージも後で入力します。祭具の射程は失われているので（E-5.11）、攻撃手段に書かれた射程を"
            "越えるときだけ断ります（E-11.23）。祓串の攻撃の数値も失われています（E-Q11）。",
        )
    return fieldset(Text("Dice of the attack", "攻撃のダイス"), form, language, note)


def _stray_form(moment: Moment) -> list[Element]:
    """An attack where no foe is left: on an object or a friend, never by default."""
    state, rulings, language = moment.combat, moment.rulings, moment.language
    fighter = state.fighters[state.active]
    others = [who for who in range(len(state.fighters)) if who != state.active and moment.duel.on_map(who)]
    if not others:
        return []
    options: Options = [(number, _armed_words(state, attack, rulings)) for number, attack in armed(fighter, rulings)]
    form = [
        select("attack", Text("With", "攻撃手段"), options, language, fighter.equipped),
        select(
            "target_1", Text("Target", "対象"), [("", Text("nobody", "なし")), *people(state, others)], language, ""
        ),
        text_input("dice", _CHECK, language, size=12),
        press(attacking(control("attack"), [control("target_1")]), Text("Attack", "攻撃する"), language),
    ]
    return [fieldset(Text("Attack all the same", "それでも攻撃する"), form, language)]


def _armed_words(state: Combat, attack: Attack, rulings: Rulings) -> Text:
    """An attack as a list offers it: its name, its dice, its chance, what it does."""
    said = listed([_odds(state, attack, rulings), *_blow(attack)])
    return attack.name + Text(" (", "（") + said + Text(")", "）")


def _odds(state: Combat, attack: Attack, rulings: Rulings) -> Text:
    """Return with how many dice whoever acts would attack, and how likely that is to succeed."""
    dice = min(MOST_DICE, state.fighters[state.active].dice(attack.ability) + attack.extra)
    return listed([same(f"{dice}D"), same(percent(striking(state, attack, rulings)))])


def _target_controls(duel: Duel, aims: list[int], language: Language) -> list[Element]:
    """Return a line for the target, and further ones where an attack may have several."""
    fighter = duel.combat.fighters[duel.combat.active]
    most = max((max(attack.targets, attack.continuous + 1) for attack in fighter.attacks), default=1)
    offered: Options = [(who, duel.combat.name(who) + away(duel, who)) for who in aims]
    lines = [select("target_1", Text("Target", "対象"), offered, language, aims[0] if aims else None)]
    nobody: Options = [("", Text("nobody else", "なし"))]
    for number in range(2, min(most, len(aims) + 1) + 1):
        label = Text("Target {n}, or target of part {n}", "{n}番目の対象（割り振りの{n}番目）").format(n=number)
        if not any(attack.continuous for attack in fighter.attacks):
            label = Text("Target {n}", "{n}番目の対象").format(n=number)
        lines.append(select(f"target_{number}", label, [*nobody, *offered], language, ""))
    return lines


def away(duel: Duel, who: int) -> Text:
    """Say how far somebody stands from whoever acts, in brackets; nothing without a grid."""
    here, there = duel.square(duel.combat.active), duel.square(who)
    if here is None or there is None:
        return same("")
    return Text(" ({n} away)", "（{n}マス先）").format(n=distance(here, there))


def _joining(moment: Moment) -> list[int]:
    """Return which other mobs may combine their attacks with that of whoever acts: those that stand somewhere."""
    return [who for who in combining(moment.combat, moment.rulings) if moment.duel.on_map(who)]


def _combine_form(moment: Moment, enemies: list[int]) -> Element:
    state, language = moment.combat, moment.language
    fighter = state.fighters[state.active]
    attacks: Options = [(number, attack.name) for number, attack in enumerate(fighter.attacks)]
    form = [select("together", Text("With", "攻撃手段"), attacks, language, 0)]
    others = _joining(moment)
    form += [flag(f"mob_{who}", state.name(who), language) for who in others]
    together = control("together")
    mobs = [[state.active, together], *([who, together, control(f"mob_{who}")] for who in others)]
    action = ["combine", mobs, control("against"), control("their_dice"), control("last")]
    form += [
        select("against", Text("Against", "対象"), people(state, enemies), language),
        text_input("their_dice", _ALL, language, size=12),
        press(action, Text("Combine the attacks", "攻撃をまとめる"), language),
    ]
    words = Text("Combine attacks (E-8.11, E-Q10)", "攻撃をまとめる（E-8.11、E-Q10）")
    return h("details", h("summary", words.get(language)), fieldset(words, form, language), class_="combining")


def _manoeuvre_form(language: Language) -> Element:
    names = ("manoeuvre_dice", "gained", "dice_gained")
    form = [
        text_input("manoeuvre_dice", _CHECK, language, size=12),
        number_input("gained", Text("Squares gained", "増える【機動力】"), language),
        number_input("dice_gained", Text("Evade dice gained", "増える回避ダイス"), language),
        press(["manoeuvre", *map(control, names)], Text("Declare it", "宣言する"), language),
    ]
    note = Text(
        "Its numbers are lost. Empty fields follow E-Q5; or type those of your table.",
        "数値は失われています。空欄ならE-Q5に従います。卓で決めた値があれば入れてください。",
    )
    words = Text("Tactical manoeuvre", "【戦術機動】")
    return h("details", h("summary", words.get(language)), fieldset(words, form, language, note), class_="manoeuvre")


def _instead_form(found: Mapping[str, ForbiddenAction | None], language: Language) -> Element:
    form = [text_input("other_dice", _CHECK, language, size=12)]
    dice = control("other_dice")
    removal = ["removal", control("difficulty"), dice]
    if found["rope"] is None:
        form.append(press(["rope", dice], Text("Lay rope (E-7.21)", "注連鋼縄を張る（E-7.21）"), language))
    if found["removal"] is None:
        ladder: Options = [(d.text.en, named(d)) for d in LADDER]
        form.append(select("difficulty", Text("Removal difficulty", "解除難易度"), ladder, language, "NORMAL"))
        form.append(press(removal, Text("Remove a barrier (E-7.41)", "結界を解除（E-7.41）"), language))
    words = Text("Instead of an attack: rope, removal", "攻撃の代わり：注連鋼縄を張る、結界を解除する")
    inside = fieldset(Text("Instead of an attack", "攻撃の代わり"), form, language)
    return h("details", h("summary", words.get(language)), inside, class_="instead")


def _evasion(moment: Moment) -> list[Element]:
    state, rulings, language = moment.combat, moment.rulings, moment.language
    who, difficulty, against = evasion(state)
    fighter = state.fighters[who]
    usual = min(1, fighter.evade_dice)
    numbers: Options = [(n, evading_words(state, n, rulings)) for n in range(fighter.evade_dice + 1)]
    label = Text("Evade with {n}", "{n}個で回避する").format(n=usual)
    chance = percent(evading(state, usual, rulings))
    label += Text(f": {chance}", f"（{chance}）")
    buttons = [press(spending(n), words, language) for n, words in numbers if n != usual]
    if state.batch:
        buttons.append(press(["apart"], Text("Answer each by itself (E-8.13)", "一つずつ対処する（E-8.13）"), language))
    note = Text(
        "{name} evades at {difficulty}; successes of the attack: {n} (E-8.5, E-Q8).",
        "{name}の回避難易度は{difficulty}、攻撃の成功数は{n}（E-8.5、E-Q8）。",
    ).format(name=fighter.name, difficulty=named(difficulty), n=against)
    form = [
        select("spent", Text("Evade dice to spend", "使う回避ダイス"), numbers, language, usual),
        text_input("evade_dice", _FACES, language, size=12),
        press(spending(control("spent")), Text("Spend them", "この数で回避する"), language),
    ]
    return [
        remark(note.get(language)),
        h("p", press(spending(usual), label, language, primary=True)),
        h("div", buttons, class_="buttons"),
        under_more([fieldset(Text("Evasion", "回避"), form, language)], language),
    ]


def _damage(moment: Moment) -> list[Element]:
    state, language = moment.combat, moment.language
    blows = state.blows if state.batch else state.blows[:1]
    dice = listed([same(str(blow.attack.damage)) + Text(" ", "") + blow.attack.damage.kind.text for blow in blows])
    label = Text("Damage rolled: {dice}", "ダメージ：{dice}").format(dice=dice)
    form = [
        text_input("amounts", label, language, size=12),
        press(["damage", control("amounts")], Text("Deal the damage", "ダメージを与える"), language, primary=True),
    ]
    note = Text("Leave it empty and it is rolled here.", "空欄ならここで振ります。")
    return [fieldset(Text("Damage", "ダメージ"), form, language, note)]


def _death(moment: Moment) -> list[Element]:
    state, rulings, language = moment.combat, moment.rulings, moment.language
    paid = price(state, rulings)
    told = Text("It takes {n} katashiro (E-9.7, E-9.8).", "【形代】を{n}枚消費します（E-9.7、E-9.8）。").format(n=paid)
    buttons = [
        press(["avert"], Text("Avert death", "死亡を回避する"), language, primary=True),
        press(["respawn"], Text("Respawn", "リスポーン地点に転移する"), language),
    ]
    return [h("p", *marked_up(told.get(language))), h("div", buttons, class_="buttons")]


def _over(moment: Moment) -> list[Element]:
    language = moment.language
    told = Text(
        "The combat is over; the next one counts its turns from 1 again (E-2.5).",
        "戦闘は終わりました。次の戦闘では、ターンを1から数えます（E-2.5）。",
    )
    return [h("p", *marked_up(told.get(language)))]


def _by_hand(moment: Moment) -> list[Element]:
    """Return what arts, items and the GM change, and the end of the combat."""
    state, language = moment.combat, moment.language
    everybody = people(state, (who for who, fighter in enumerate(state.fighters) if not fighter.gone))
    values: Options = [(key, text) for key, (text, _) in ADJUSTABLE.items()]
    form = [
        select("who", Text("Whose", "誰の"), everybody, language, state.active),
        select("what", Text("What", "何を"), values, language),
        number_input("value", Text("New value", "新しい値"), language),
        press(["adjust", *map(control, ("who", "what", "value"))], Text("Change it", "変える"), language),
    ]
    note = Text(
        "For arts, items, barriers and everything else that is not in these rules.",
        "祓魔術やアイテム、結界など、このルールにないものの効果はここで入力します。",
    )
    ending = press(["end"], Text("The GM ends the combat", "GMの判断で戦闘を終える"), language)
    parts = [fieldset(Text("Change a value", "数値の変更"), form, language, note)]
    parts += sheets(state, language) if state.stage is Stage.ACTIVATION else []
    return [*parts, *_placing(moment, listed=True), h("p", ending)]


_CONTROLS: dict[Stage, Callable[[Moment], list[Element]]] = {
    Stage.SETUP: _setup,
    Stage.TURN: _turn,
    Stage.ACTIVATION: _activation,
    Stage.EVASION: _evasion,
    Stage.DAMAGE: _damage,
    Stage.DEATH: _death,
    Stage.OVER: _over,
}
