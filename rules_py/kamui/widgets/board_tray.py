"""The tray of the ring board: what comes next, what else can be done, and what is used seldom."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from xml.etree.ElementTree import Element

from rules_py.core.controls import closed, control, fieldset, number_input, press, select, text_input
from rules_py.core.errors import ForbiddenAction
from rules_py.core.markup import h
from rules_py.core.render import decimal, percent
from rules_py.core.text import Language, Text, same
from rules_py.kamui import advice
from rules_py.kamui.characters import NUMBERS
from rules_py.kamui.checks import BASE_DICE, EVENT_TARGET, die_chance
from rules_py.kamui.effects import partners
from rules_py.kamui.game import GAME, attack_problem
from rules_py.kamui.model import NOBODY, Play, prospects, shown, square_words
from rules_py.kamui.odds import check_odds
from rules_py.kamui.ring import CENTRE, distance, outer_squares, square_chance
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.widgets.board_changes import changes, names
from rules_py.kamui.widgets.board_grace import TARGET, grace_form
from rules_py.kamui.widgets.board_presses import DICE, event, own_attack, strike, turn, typed_in
from rules_py.kamui.widgets.board_view import going, step_words

_DICE = Text("The dice, or =successes (empty: rolled here)", "出目か「=成功数」（空欄ならここで振る）")
_FACES = Text("Faces (empty: rolled here)", "出目（空欄ならここで振る）")
_MOVES = Text(
    "By skill; the text gives no distance (K-Q22).", "移動はスキルによります。距離の記述はありません（K-Q22）。"
)
_TIMINGS = {"main": Text("main action", "メインアクション"), "sub": Text("sub action", "サブアクション")}
_MOST_TOLD = 8
"""Amounts of action value whose chances are told; for larger ones it would take too long."""


def tray(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Return the controls of the moment, what comes next first."""
    parts, rare = _moment(play, rulings, language)
    more = [fieldset(Text("Seldom needed", "ときどき使うもの"), rare, language)] if rare else []
    more += _apart(play, rulings, language)
    summary = h("summary", Text("More", "その他").get(language))
    fold = h("details", summary, more, changes(play, rulings, language), class_="keeping", data_key="more")
    return [*parts, fold]


def _moment(play: Play, rulings: Rulings, language: Language) -> tuple[list[Element], list[Element]]:
    """Return the controls of the moment, and what is filled in beside them now and then."""
    if play.phase == "ending":
        faces = Text("Faces in the order of the table (empty: rolled here)", "出目を表の順に（空欄ならここで振る）")
        line = text_input("dice", faces, language, size=12)
        return ([], []) if play.grace else ([grace_form(play, rulings, language)], [line])
    if play.chooser != NOBODY:
        return _choosing(play, language), []
    if play.active != NOBODY:
        return (_event if play.phase == "middle" else _fighting)(play, rulings, language)
    if play.unplaced:
        return _revealing(play, rulings, language)
    return _between(play, rulings, language), []


def _buttons(*buttons: Element) -> Element:
    return h("div", list(buttons), class_="buttons")


def _onward(verb: str, language: Language, *, primary: bool = False) -> Element:
    words = {
        "climax": Text("On to the climax", "クライマックスフェイズへ"),
        "ending": _TO_THE_ENDING,
        "cycle": Text("Next cycle", "次のサイクルへ"),
        "end": Text("End of the round", "ラウンドを終える"),
        "rest": Text("End the activation", "手番を終える"),
    }
    return press([verb], words[verb], language, primary=primary)


_TO_THE_ENDING = Text("On to the ending", "エンディングフェイズへ")


def _between(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Nobody acts: who is next, or what comes after all of them."""
    fight, over = play.phase == "climax", play.phase == "climax" and not advice.standing(play, rulings)
    if not play.waiting:
        if fight:
            verbs = ("ending", "end") if over else ("end", "ending")
        else:
            verbs = ("cycle", "climax") if advice.goes_on(play) else ("climax", "cycle")
        parts = [_buttons(*(_onward(verb, language, primary=n == 0) for n, verb in enumerate(verbs)))]
        return parts + (_blows(play, rulings, language) if fight else [])
    first = play.waiting[0]
    square = advice.approach(play, first, rulings) if fight else None
    parts = []
    if over:
        parts.append(_buttons(_onward("ending", language, primary=True)))
    else:
        parts.append(_buttons(press(turn(first, square), step_words(play, first, square), language, primary=True)))
    form = [
        select("acting", Text("Who acts", "誰の手番か"), names(play, play.waiting), language),
        press(["begin", control("acting")], Text("Begin the activation", "手番を始める"), language),
    ]
    parts.append(fieldset(Text("Activation", "手番"), form, language))
    if fight:
        parts += _blows(play, rulings, language)
        parts += [] if over else [_buttons(_onward("ending", language))]
    return parts


# --- the middle phase -------------------------------------------------------------------------------------------------


def _revealing(play: Play, rulings: Rulings, language: Language) -> tuple[list[Element], list[Element]]:
    parts: list[Element] = []
    poor = advice.penniless(play, rulings)
    if poor is not None:
        words = Text("The GM gives {name} 1 action value (K-Q18)", "GMが{name}に【行動値】1を与える（K-Q18）")
        label = words.format(name=play.name(poor))
        parts.append(_buttons(press(["set", poor, "action_value", 1], label, language, primary=True)))
    able = [who for who in play.unplaced if play.kamui[who].action_value or rulings.no_revelation == "stay"]
    who = able[0] if able else play.unplaced[0]
    most = max(play.kamui[one].action_value for one in play.unplaced)
    amounts: list[tuple[object, Text]] = []
    for dice in range(rulings.no_revelation == "not_allowed", min(most, 20) + 1):
        words = Text("{n}: {p} for each square", "{n}（あるマスを選べる確率{p}）")
        if not dice:
            words = Text("0: stays", "0（留まる）")
        chance = square_chance(dice, 1, 1, rulings) if dice else Fraction(0)
        amounts.append((dice, words.format(n=dice, p=percent(chance))))
    usual = advice.usual_dice(play, who)
    label = Text("Roll revelation dice", "天啓ダイスを振る")
    if len(play.unplaced) == 1:
        label = Text("{name} rolls revelation dice", "{name}が天啓ダイスを振る").format(name=play.name(who))
    form = [
        select("who", Text("Who rolls", "誰が振るか"), names(play, play.unplaced), language, who),
        select(
            "spent",
            Text("Action value", "消費する【行動値】"),
            amounts,
            language,
            usual,
        ),
        press(
            ["reveal", *typed_in("who", "spent"), DICE],
            label,
            language,
            primary=poor is None,
        ),
    ]
    note = Text("One die for each action value (K-1.3, K-1.4).", "消費した【行動値】の数だけ振ります（K-1.3、K-1.4）。")
    parts.append(fieldset(Text("Revelation dice", "天啓ダイス"), form, language, note))
    if not play.placed:
        parts.append(_buttons(_onward("climax", language)))
    return parts, [text_input("dice", _FACES, language, size=12)]


def _choosing(play: Play, language: Language) -> list[Element]:
    """Return a button for each number rolled, with what is on its square; one with a resolution comes first."""
    scenes = dict(play.scenes)
    order = sorted(play.offer, key=lambda square: (square not in scenes or square in play.state.rifts, square))
    made = [press(["go", square], going(play, square), language, primary=n == 0) for n, square in enumerate(order)]
    return [_buttons(*made)]


def _event(play: Play, rulings: Rulings, language: Language) -> tuple[list[Element], list[Element]]:
    """Return the four kinds of events, what their checks are made with, and the chances they have."""
    who = play.active
    sheet, kamui = play.sheets[who], play.kamui[who]
    own = rulings.success != "at_least_target"
    ability = Text("Ability", "能力値") if own else TARGET
    usual = advice.usual_ability(play, who, rulings)
    left = max(0, sheet.traits - kamui.traits_used)
    problems: list[ForbiddenAction] = []
    targets, parts = dict(play.scenes), []
    if kamui.square in targets:
        target = targets[kamui.square]
        form = [
            number_input("resolve_ability", ability, language, usual),
            text_input("character", _LINK_TO, language, Text("Mio", "ミオ").get(language), size=14),
            press(
                event(play, "resolve", control("character")),
                Text("A Resolution", "A 解決イベント"),
                language,
                primary=True,
            ),
        ]
        note = Text(
            "Target {n} (K-2.5); it places a rift here whether the check succeeds or not (K-2.3, K-Q5).",
            "目標{n}（K-2.5）。判定の成否を問わず、ここに〈裂け目〉を置きます（K-2.3、K-Q5）。",
        )
        if rulings.rift_placed == "on_success":
            note = Text(
                "Target {n} (K-2.5); on success it places a rift here (K-2.3, K-Q5).",
                "目標{n}（K-2.5）。成功すれば、ここに〈裂け目〉を置きます（K-2.3、K-Q5）。",
            )
        note = note.format(n=target) + Text(" ", "") + _chances(usual, target, left, rulings)
        parts.append(fieldset(Text("Resolution event", "解決イベント"), form, language, note))
    else:
        told = Text("there is none on {square}", "{square}にはありません").format(square=square_words(kamui.square))
        problems.append(ForbiddenAction(GAME.actions["resolve"].label, told, "K-2.2"))
    form = [
        number_input("duty_ability", ability, language, usual),
        press(event(play, "duty"), Text("B Duty", "B お勤めイベント"), language, primary=kamui.square not in targets),
    ]
    note = Text(
        "Entry {n} of the duty scene table, which is lost (K-2.6, K-Q8); faith +{mean} on average (K-2.8).",
        "お勤めシーン表の{n}番（表は失われています。K-2.6、K-Q8）。【信仰】は平均+{mean}（K-2.8）。",
    ).format(n=kamui.square, mean=_average(BASE_DICE * die_chance(usual, rulings)))
    parts.append(fieldset(Text("Duty event", "お勤めイベント"), form, language, note))
    form = [select("traits", Text("Traits used", "使う特性"), [(n, same(n)) for n in range(left + 1)], language)]
    parts.append(fieldset(Text("Traits, one die each (K-1.8)", "特性（1つにつきダイス1個、K-1.8）"), form, language))
    near = partners(play.state, who, rulings)
    if near:
        will = sheet.will if own else usual
        form = [number_input("interact_ability", NUMBERS["will"] if own else ability, language, will)]
        chosen = typed_in("other") if rulings.interaction_links == "one" else []
        if chosen:
            form.append(select("other", Text("Link to", "リンクの相手"), names(play, near), language))
        form.append(press(event(play, "interact", *chosen), Text("C Interaction", "C 交流イベント"), language))
        chances = _chances(will, EVENT_TARGET, left, rulings)
        parts.append(fieldset(Text("Interaction event", "交流イベント"), form, language, chances))
    else:
        told = Text(
            "nobody else is on the same or an adjacent square", "同じマスにも隣接するマスにも、ほかの神威がいません"
        )
        problems.append(ForbiddenAction(GAME.actions["interact"].label, told, "K-2.11"))
    wisdom = sheet.wisdom if own else usual
    sake = Text("sake", "酒").get(language)
    form = [
        number_input("offer_ability", NUMBERS["wisdom"] if own else ability, language, wisdom),
        text_input("item", Text("Offering (K-Q21)", "捧げもの（K-Q21）"), language, sake, size=14),
        press(event(play, "offer", control("item")), Text("D Offering", "D 献上イベント"), language),
    ]
    chances = _chances(wisdom, EVENT_TARGET, left, rulings)
    parts.append(fieldset(Text("Offering event", "献上イベント"), form, language, chances))
    rare = [
        number_input("base", Text("Dice before traits (K-Q3)", "特性を使う前のダイス（K-Q3）"), language, BASE_DICE),
        text_input("dice", _DICE, language, size=12),
    ]
    return [*parts, *closed(problems, language)], rare


_LINK_TO = Text("Link to (on success)", "リンクの相手（成功時）")


def _chances(ability: int, needed: int, traits: int, rulings: Rulings) -> Text:
    """Say how likely a check is, and how likely each trait makes it."""
    found = [check_odds(BASE_DICE + n, ability, needed, rulings) for n in range(min(traits, 3) + 1)]
    told = Text("{n} or more successes with 2 dice: {chances}", "ダイス2個で成功数{n}以上：{chances}").format(
        n=needed, chances=" → ".join(percent(chance) for chance in found)
    )
    return told + (Text(" with each trait.", "（特性1つごと）。") if traits else Text(".", "。"))


def _average(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else decimal(value)


# --- the climax -------------------------------------------------------------------------------------------------------


def _fighting(play: Play, rulings: Rulings, language: Language) -> tuple[list[Element], list[Element]]:
    """Return what an activation of the climax offers."""
    who = play.active
    found = advice.aims(play, rulings)
    first = found[0] if found and found[0].skill.timing == "main" else None
    parts: list[Element] = []
    rest, others = _onward("rest", language), [one for one in play.waiting if one != who]
    to = None if first or play.main or play.moved else advice.approach(play, who, rulings)
    if first:
        parts.append(_strike(play, first, rulings, language, primary=True))
    elif to is not None:
        label = Text("Move to {square}", "{square}へ移動する").format(square=square_words(to))
        parts.append(_buttons(press(["move", to], label, language, primary=True)))
    elif not advice.standing(play, rulings):
        parts.append(_buttons(press(["then", ["rest"], ["ending"]], _TO_THE_ENDING, language, primary=True)))
    elif others:
        follower = others[0]
        square = advice.approach(play, follower, rulings)
        label = Text("Done. ", "終えて、") + step_words(play, follower, square)
        parts.append(_buttons(press(turn(follower, square, resting=True), label, language, primary=True)))
    else:
        rest = _onward("rest", language, primary=True)
    parts.append(_buttons(rest))
    goals: list[tuple[object, Text]] = [
        (square, Text("square {s} ({far} away)", "{s}番（距離{far}）").format(s=square, far=far))
        for square, far in advice.reach(play, rulings).items()
    ]
    if goals:
        form = [
            select("move_to", Text("Square", "マス"), goals, language),
            press(["move", control("move_to")], Text("Move", "移動する"), language),
        ]
        parts.append(fieldset(Text("Move along the ring", "外周マスの移動"), form, language, _MOVES))
    parts += [_strike(play, aim, rulings, language) for aim in found if aim is not first]
    form = [
        text_input("skill", Text("Skill", "スキル"), language, Text("Skill", "スキル").get(language), size=14),
        press(["sub", control("skill")], Text("Use it", "使う"), language),
    ]
    parts.append(fieldset(Text("Sub action", "サブアクション"), form, language))
    rare = [
        text_input("dice", _DICE, language, size=12),
        number_input(
            "multiplier_now", Text("Faith multiplier, if another (K-Q8)", "別の【信仰倍率】（K-Q8）"), language
        ),
        number_input("change_now", Text("Change by skills (K-5.4)", "スキルによる増減（K-5.4）"), language, least=-1),
        *_gm_square(play, rulings, language),
    ]
    return [*parts, *closed(_impossible(play, rulings, bool(first)), language)], rare


def _strike(play: Play, aim: advice.Aim, rulings: Rulings, language: Language, *, primary: bool = False) -> Element:
    """Return an attack with its numbers: how much action value, on whom, and what may be hoped for."""
    n, skill = aim.number, aim.skill
    kamui, target = play.kamui[play.active], play.units[aim.units[0]]
    total, least = advice.left_of(target, rulings), rulings.attack_dice == "at_least_one"
    amounts: list[tuple[object, Text]] = []
    for dice in range(least, min(kamui.action_value, 20) + 1):
        words = same("{n}")
        if dice <= _MOST_TOLD:
            mean, falls = prospects(skill, dice, total, rulings)
            words = Text("{n}: damage {mean}", "{n}（ダメージ平均{mean}）")
            if falls:
                words = Text("{n}: damage {mean}, falls {falls}", "{n}（ダメージ平均{mean}、倒す確率{falls}）")
            words = words.format(n=dice, mean=_average(mean), falls=percent(falls))
        amounts.append((dice, words if dice <= _MOST_TOLD else same(dice)))
    label = Text("Action value, of {n}", "消費する【行動値】（残り{n}）").format(n=kamui.action_value)
    usual = advice.usual_dice(play, play.active)
    form = [select(f"spent_{n}", label, amounts, language, usual)]
    unit: object = aim.units[0]
    words = Text("{skill} on {name}", "{skill}で{name}を攻撃")
    if len(aim.units) > 1:
        unit = control(f"unit_{n}")
        form.append(select(f"unit_{n}", Text("Target", "対象"), _units(play, aim.units, rulings), language))
        words = Text("{skill}: attack", "{skill}で攻撃")
    words = words.format(skill=shown(skill.name), name=shown(target.name))
    form.append(press(strike(play, n, unit), words, language, primary=primary))
    note = Text(
        "{timing}, range {reach}, ability {ability}; (successes + {power}) × {multiplier} + {bonus}",
        "{timing}、射程{reach}、能力値{ability}。（成功数＋{power}）×{multiplier}＋{bonus}",
    ).format(
        timing=_TIMINGS[skill.timing],
        reach=skill.reach,
        ability=skill.ability,
        power=skill.power,
        multiplier=skill.multiplier,
        bonus=skill.bonus,
    )
    if skill.change:
        note += Text(" {change:+}", "{change:+}").format(change=skill.change)
    return fieldset(shown(skill.name), form, language, note)


def _impossible(play: Play, rulings: Rulings, aimed: bool) -> list[ForbiddenAction]:
    """Return why the main action is not an attack."""
    if play.main:
        told = Text("one in an activation", "手番に1回だけです")
        return [ForbiddenAction(GAME.actions["main"].label, told, "K-4.3")]
    if aimed:
        return []
    reach = max((s.reach for s in advice.skills_of(play, play.active) if s.timing == "main"), default=0)
    problems = [attack_problem(play, unit, reach, rulings) for unit in advice.standing(play, rulings)]
    found = [problem for problem in problems if problem]
    if not found and rulings.attack_dice == "at_least_one" and not play.kamui[play.active].action_value:
        told = Text("it takes at least 1 action value", "【行動値】を1以上消費します")
        found.append(ForbiddenAction(GAME.actions["attack"].label, told, "K-Q27"))
    return found


def _units(play: Play, places: Iterable[int], rulings: Rulings) -> list[tuple[object, Text]]:
    """Return enemies to choose from, with their distance from whoever acts."""
    found: list[tuple[object, Text]] = []
    for n in places:
        unit = play.units[n]
        words = same(f"{play.letters[n]} ") + shown(unit.name)
        if play.active != NOBODY:
            far = distance(play.kamui[play.active].square, unit.square, rulings)
            words += Text(f" ({far} away)", f"（距離{far}）")
        found.append((n, words))
    return found


def _gm_square(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Ask for the square of a rift where the GM chooses it (K-Q15)."""
    units = [play.units[n] for n in advice.standing(play, rulings)]
    if rulings.centre_rift != "gm_chooses" or all(unit.square != CENTRE for unit in units):
        return []
    label = Text("Rift if it falls in the centre (K-Q15)", "中央で倒れたときの〈裂け目〉（K-Q15）")
    free = [square for square in outer_squares(rulings) if square not in play.state.rifts]
    return [number_input("gm_square", label, language, (free or [1])[0])]


def _blows(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Return the damage that enemies do (K-Q20)."""
    if not play.kamui:
        return []
    form = [
        select("hurt_who", Text("Kamui", "神威"), names(play, range(len(play.kamui))), language),
        number_input("damage", Text("Damage", "ダメージ"), language, advice.USUAL_DAMAGE),
        press(["hurt", *typed_in("hurt_who", "damage")], _TAKES_DAMAGE, language),
    ]
    note = Text(
        "The text does not say what enemies do; the GM does (K-Q20).",
        "敵の行動は元の文章に書かれていないので、GMが決めます（K-Q20）。",
    )
    return [fieldset(Text("A kamui takes damage", "神威へのダメージ"), form, language, note)]


_TAKES_DAMAGE = Text("It takes damage", "ダメージを受ける")


def _apart(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Return what is seldom done in the climax: attacks with numbers of their own, other checks, other damage."""
    if play.phase != "climax":
        return []
    parts: list[Element] = []
    standing = advice.standing(play, rulings)
    fights = play.active != NOBODY
    if fights:
        kamui, ability = play.kamui[play.active], TARGET
        if rulings.success != "at_least_target":
            ability = Text("Ability (K-Q10)", "能力値（K-Q10）")
        label = Text(f"Action value spent, of {kamui.action_value}", f"消費する【行動値】（残り{kamui.action_value}）")
        parts.append(
            fieldset(
                Text("The check", "判定"),
                [
                    number_input("spent", label, language, advice.usual_dice(play, play.active)),
                    number_input("ability", ability, language, advice.usual_ability(play, play.active, rulings)),
                    *([] if play.main else [press(["main", *typed_in("spent", "ability"), DICE], _MAIN, language)]),
                ],
                language,
            )
        )
    if fights and standing:
        parts.append(_own_attack(play, standing, rulings, language))
    if standing:
        form = [
            select("wounded", Text("Enemy", "敵"), _units(play, standing, rulings), language),
            number_input("wounds", Text("Damage", "ダメージ"), language, advice.USUAL_DAMAGE),
            *([] if fights else _gm_square(play, rulings, language)),
            press(["wound", *typed_in("wounded", "wounds", "gm_square")], _TAKES_DAMAGE, language),
        ]
        parts.append(fieldset(Text("Other damage to an enemy", "敵へのほかのダメージ"), form, language))
    return parts


_MAIN = Text("Main action with this check", "この判定でメインアクション")


def _own_attack(play: Play, standing: Iterable[int], rulings: Rulings, language: Language) -> Element:
    """Return an attack whose numbers are filled in, and kept for the rest of the fight."""
    usual, other = ("sub", "main") if play.main else ("main", "sub")
    timings: list[tuple[object, Text]] = [(name, _TIMINGS[name]) for name in (usual, other)]
    form = [
        text_input("attack_name", Text("Name", "名前"), language, Text("Attack", "攻撃").get(language), size=14),
        select("unit", Text("Target", "対象"), _units(play, standing, rulings), language),
        select("timing", Text("Skill used as", "スキルの種類"), timings, language),
        number_input("range", Text("Range", "射程"), language, 1),
        number_input("attack_power", Text("Attack power", "【攻撃力】"), language, 5),
        number_input("multiplier", Text("Faith multiplier (K-Q8)", "【信仰倍率】（K-Q8）"), language, 1),
        number_input("bonus", Text("Damage bonus", "【ダメージ加算値】"), language, 0),
        number_input("change", Text("Change by skills (K-5.4)", "スキルによる増減（K-5.4）"), language, 0, least=-1),
        press(own_attack(play), Text("Attack", "攻撃する"), language),
    ]
    note = Text(
        "With the check above; it is kept under its name and offered from now on.",
        "判定は上の欄のとおりです。名前を付けて残り、次からは選べます。",
    )
    return fieldset(Text("Another attack", "ほかの攻撃"), form, language, note)
