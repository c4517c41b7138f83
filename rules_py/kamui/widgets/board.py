"""Ring board: revelation dice and events, movement and attacks, rifts and faith, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.controls import button, fieldset, flag, select, text_input
from rules_py.errors import ForbiddenAction, InputError
from rules_py.kamui.characters import MOST_FAITH, MOST_KAMUI, MOST_POINTS, MOST_UNITS, Kamui, State, Unit
from rules_py.kamui.checks import BASE_DICE, MOST_DICE, MOST_TRAITS
from rules_py.kamui.drawings import Token, draw_ring
from rules_py.kamui.effects import MOST_DAMAGE, MOST_MULTIPLIER, partners, round_end
from rules_py.kamui.grace import MOST_GRACE_DICE_IN_ALL, MOST_THREAT, Supplicant, grace_odds
from rules_py.kamui.odds import mean
from rules_py.kamui.play import (
    ACTION_NAMES,
    MOST_EXTRA,
    MOST_MOVES,
    NOBODY,
    SETTABLE,
    Grace,
    Play,
    Sheet,
    apply,
    read_dice,
    shown,
    square_words,
)
from rules_py.kamui.ring import CENTRE, MOST_REVELATION, distance, outer_squares, square_chance
from rules_py.kamui.rulings import MOST_LEVEL, Rulings
from rules_py.kamui.widgets.common import house_rules, read_rulings
from rules_py.markup import Child, h, heading, marked_up
from rules_py.show import chance_cell, exact_number, exactly, fold, number_cell, percent, summary, table
from rules_py.stepper import Action, Event, Stepper, link_fields
from rules_py.text import Language, Text, listed, same
from rules_py.widget import Group, IntegerField

_START = Play(
    State(
        (
            Kamui("Homura", 1, 12, 12, 4, 4, 6, 3),
            Kamui("Iwao", 2, 10, 10, 6, 6, 6, 4),
            Kamui("Sui", 5, 10, 10, 2, 2, 8, 3),
        ),
        (Unit("Hideri", 4, 30, 5, 2),),
    ),
    (Sheet(5, 4), Sheet(4, 5), Sheet(3, 6, moves=3)),
    ("A",),
    ((3, 2), (6, 2)),
    lettered=1,
)
_DICE = Text("The dice, or =successes (empty: rolled here)", "出目か「=成功数」（空欄ならここで振る）")
_KAMUI_NUMBERS = (
    ("hp", Text("HP", "【HP】"), MOST_POINTS, "10"),
    ("armour", Text("Armour", "【装甲】"), MOST_POINTS, "4"),
    ("action_value", Text("Action value", "【行動値】"), MOST_POINTS, "6"),
    ("rank", Text("Rank", "【位階】"), 10, "3"),
    ("will", Text("Will", "【意志】"), 10, "4"),
    ("wisdom", Text("Wisdom", "【知恵】"), 10, "4"),
    ("traits", Text("Traits", "特性"), MOST_TRAITS, "3"),
    ("moves", Text("Squares of a movement (K-Q22)", "移動できるマス数（K-Q22）"), MOST_MOVES, "2"),
)
_UNIT_NUMBERS = (
    ("hp", Text("HP", "【HP】"), MOST_POINTS, "30"),
    ("armour", Text("Armour", "【装甲】"), MOST_POINTS, "0"),
    ("threat", Text("Threat level", "脅威レベル"), MOST_POINTS, "1"),
)
_EVENTS = ("resolve", "duty", "interact", "offer")
_MOST_SHOWN = 8
_MOST_TOLD = 4


class RingBoard(Stepper[Play]):
    """Plays a session by the rules of `rules_py.kamui.play`."""

    name = "kamui.board"
    title = Text("Ring board", "外周マップ")
    groups = (house_rules("kamui.board"), Group(link_fields()))

    def start(self, inputs: Mapping[str, Any]) -> Play:
        """Return three kamui and a magai, to be played or changed."""
        return _START

    def apply(self, state: Play, action: Action, inputs: Mapping[str, Any]) -> tuple[Play, list[Event]]:
        """Carry an action out; what is wrong with an event's ability is told beside that event."""
        try:
            return apply(state, action, read_rulings(inputs), inputs["seed"])
        except InputError as error:
            if error.field == "ability" and action and action[0] in _EVENTS:
                error.field = f"{action[0]}_ability"
            raise

    def action(self, state: Play, pressed: Mapping[str, str]) -> Action:
        """Return the action that a button and the controls beside it mean."""
        verb, *arguments = pressed["do"].split(":")
        given = [int(x) if x.isascii() and x.isdigit() and len(x) < 5 else x for x in arguments]

        def whole(name: str, most: int, least: int = 0) -> int:
            return IntegerField(name, same(name), least=least, most=most).parse(pressed.get(name, ""))

        def dice() -> list[Any]:
            typed = read_dice(pressed.get("dice", ""))
            return [] if typed is None else [typed]

        def gm_square() -> list[Any]:
            return [whole("gm_square", 10, 1)] if pressed.get("gm_square", "").strip() else []

        def place(name: str) -> list[Any]:
            kind, _, number = pressed.get(name, "").partition(":")
            return [kind, int(number) if number.isascii() and number.isdigit() and len(number) < 5 else number]

        if verb == "reveal":
            return ["reveal", whole("who", MOST_FAITH), whole("spent", MOST_REVELATION), *dice()]
        if verb == "begin":
            return ["begin", whole("acting", MOST_FAITH)]
        if verb in _EVENTS:
            typed = dice() or [None]
            check = [whole(f"{verb}_ability", 10), whole("base", MOST_DICE), whole("traits", MOST_TRAITS), *typed]
            if verb == "resolve":
                return [verb, *check, *([pressed["character"]] if pressed.get("character", "").strip() else [])]
            if verb == "interact":
                return [verb, *check, *([whole("other", MOST_FAITH)] if "other" in pressed else [])]
            return [verb, *check, *([pressed.get("item", "")] if verb == "offer" else [])]
        if verb == "move":
            return ["move", whole("move_to", 10)]
        if verb == "main":
            return ["main", whole("spent", MOST_REVELATION), whole("ability", 10), *dice()]
        if verb == "sub":
            return ["sub", pressed.get("skill", "")]
        if verb == "attack":
            numbers = [whole("attack_power", MOST_POINTS), whole("multiplier", MOST_MULTIPLIER)]
            numbers += [whole("bonus", MOST_POINTS), whole("change", MOST_EXTRA, -MOST_EXTRA)]
            check = [whole("range", 10), whole("spent", MOST_REVELATION), whole("ability", 10)]
            timing = pressed.get("timing", "")
            rest = [*(dice() or [None]), *gm_square()]
            return ["attack", whole("unit", MOST_FAITH), timing, *check, numbers, *rest]
        if verb == "hurt":
            return ["hurt", whole("hurt_who", MOST_FAITH), whole("damage", MOST_DAMAGE)]
        if verb == "wound":
            return ["wound", whole("wounded", MOST_FAITH), whole("wounds", MOST_DAMAGE), *gm_square()]
        if verb == "grace":
            target = [whole("grace_target", 10, 1)] if "grace_target" in pressed else []
            return ["grace", *(dice() or ([None] if target else [])), *target]
        if verb == "kamui":
            numbers = [whole(f"kamui_{name}", most, name == "hp") for name, _, most, _ in _KAMUI_NUMBERS]
            return ["kamui", pressed.get("name", ""), whole("new_square", 10, 1), numbers]
        if verb == "unit":
            numbers = [whole(f"unit_{name}", most, name == "hp") for name, _, most, _ in _UNIT_NUMBERS]
            return ["unit", pressed.get("name", ""), whole("new_square", 10), numbers]
        if verb == "shift":
            return ["shift", *place("piece"), whole("to", 10)]
        if verb == "take":
            return ["take", *place("piece")]
        if verb == "set":
            return ["set", whole("whose", MOST_FAITH), pressed.get("what", ""), whole("number", MOST_FAITH)]
        if verb == "link":
            used = pressed.get("used") == "1"
            return ["link", whole("whose", MOST_FAITH), pressed.get("link_to", ""), whole("level", MOST_LEVEL, 1), used]
        if verb == "faith":
            return ["faith", whole("faith_now", MOST_FAITH)]
        if verb in ("rift", "unrift", "unscene"):
            return [verb, whole("at", 10, 1)]
        if verb == "scene":
            return ["scene", whole("at", 10, 1), whole("target", MOST_DICE)]
        return [verb, *given]

    def show(
        self, state: Play, log: list[Event], inputs: Mapping[str, Any], language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return the ring, the controls of the moment, and the log."""
        rulings = read_rulings(inputs)
        controls = [heading(4, _moment(state).get(language), class_="phase", tabindex="-1")]
        controls += _controls(state, rulings, language)
        controls.append(_changes(state, rulings, language))
        board = [
            _drawn(state, rulings, language),
            h("p", *marked_up(_standing(state, rulings).get(language)), class_="field-hint"),
            *_offered(state, rulings, language),
            _people(state, rulings, language),
            *_round(state, rulings, language),
            *_grace(state, rulings, language),
        ]
        more = Text("", "") if log else Text("The middle phase begins.", "ミドルフェイズが始まります。")
        return more, {
            "output": [h("div", board, class_="board")],
            "controls": controls,
        }


def _moment(play: Play) -> Text:
    """Say whose turn it is to do what."""
    number = {"middle": Text("Cycle {n}", "第{n}サイクル"), "climax": Text("Round {n}", "第{n}ラウンド")}
    if play.phase == "ending":
        return Text("Ending phase", "エンディングフェイズ")
    when = number[play.phase].format(n=play.number)
    if play.chooser != NOBODY:
        told = Text("{name} chooses a square", "{name}がマスを選ぶ").format(name=shown(play.kamui[play.chooser].name))
    elif play.active != NOBODY:
        told = Text("{name}’s activation", "{name}の手番").format(name=shown(play.kamui[play.active].name))
    elif play.unplaced:
        told = Text("revelation dice", "天啓ダイス")
    elif play.waiting:
        told = Text("who acts next?", "次は誰の手番か")
    elif play.phase == "climax":
        told = Text("the enemies act (K-Q20)", "敵の手番（K-Q20）")
    else:
        told = Text("everybody has acted", "全員の手番が終了")
    return when + Text(" · ", "・") + told


# --- what is shown ----------------------------------------------------------------------------------------------------


def _drawn(play: Play, rulings: Rulings, language: Language) -> Element:
    tokens = [
        Token(one.square, str(n + 1), shown(one.name), "kamui", n == play.active) for n, one in enumerate(play.kamui)
    ]
    tokens += [Token(one.square, play.letters[n], shown(one.name), "enemy") for n, one in enumerate(play.state.units)]
    rifts = {square: play.state.rifts.count(square) for square in play.state.rifts}
    notes: dict[int, str] = {}
    more = Text("", "")
    if play.phase == "middle":
        notes = {square: "!" for square, _ in play.scenes}
        marked: Iterable[int] = play.offer
        if play.scenes:
            squares = listed([same(square) for square, _ in play.scenes])
            more = Text("Resolutions: {s}.", "解決イベント：{s}。").format(s=squares)
    else:
        marked = _in_reach(play, rulings)
    return draw_ring(rulings.sides, language, tokens, rifts, tuple(marked), notes, more)


def _in_reach(play: Play, rulings: Rulings) -> list[int]:
    """The squares to which whoever acts may move."""
    if play.phase != "climax" or play.active == NOBODY:
        return []
    here, most = play.kamui[play.active].square, play.sheets[play.active].moves
    return [square for square in outer_squares(rulings) if 0 < distance(here, square, rulings) <= most]


def _standing(play: Play, rulings: Rulings) -> Text:
    """Say what faith is, and by which reading of the text the board plays."""
    reading = {
        "at_most_ability": Text("a die succeeds on the ability or less", "出目が能力値以下で成功"),
        "at_least_fixed": Text("a die succeeds on {n} or more", "出目{n}以上で成功"),
        "at_least_target": Text("a die succeeds on the target number or more", "出目が目標値以上で成功"),
    }[rulings.success].format(n=rulings.success_face)
    words = Text(
        "{faith}Reading: {die}, ring of {n} squares (K-Q2); {reading} (K-Q1). "
        "Framed by dashes: squares on offer or in reach; jagged: a rift; “!”: a resolution.",
        "{faith}この外周マップの読み方：{die}、外周{n}マス（K-Q2）、{reading}（K-Q1）。"
        "破線の枠は選べるマスや移動できるマス、ぎざぎざは〈裂け目〉、「!」は解決イベント。",
    )
    faith = Text("Faith {n}. ", "【信仰】{n}。").format(n=play.state.faith) if rulings.faith == "shared" else same("")
    return words.format(faith=faith, die=rulings.die, n=rulings.sides, reading=reading)


def _offered(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Show what revelation dice can be hoped for, before they are rolled."""
    if not play.unplaced or play.chooser != NOBODY:
        return []
    most = max(play.kamui[who].action_value for who in play.unplaced)
    heads = (
        Text("Dice", "ダイス"),
        Text("Each square", "それぞれのマス"),
        Text("Squares on average", "選べるマスの平均"),
    )
    rows = []
    for dice in range(1, min(most, _MOST_SHOWN) + 1):
        chance = square_chance(dice, 1, 1, rulings)
        average = number_cell(chance * rulings.sides)
        rows.append(h("tr", h("th", str(dice), scope="row"), chance_cell(chance), average))
    if not rows:
        return []
    title = Text("Chance that a square is on offer, by revelation dice", "天啓ダイスの数と、あるマスを選べる確率")
    note = Text(
        "Chance before the roll that a given square is on offer: {chances}. Who rolls no dice stays (K-1.4, K-1.6,"
        " K-Q4).",
        "振る前に、あるマスを選べる確率は{chances}。ダイスを振らなければその場に留まります（K-1.4、K-1.6、K-Q4）。",
    )
    if rulings.no_revelation == "not_allowed":
        note = Text(
            "Chance before the roll that a given square is on offer: {chances}. At least one die is rolled (K-1.4,"
            " K-1.6, K-Q4).",
            "振る前に、あるマスを選べる確率は{chances}。ダイスは1個以上振ります（K-1.4、K-1.6、K-Q4）。",
        )
    chances = listed(
        [
            Text("{p} ({n} dice)" if dice > 1 else "{p} (1 die)", "{n}個で{p}").format(
                p=percent(square_chance(dice, 1, 1, rulings)), n=dice
            )
            for dice in range(1, min(most, _MOST_TOLD) + 1)
        ]
    )
    told = h("p", *marked_up(note.format(chances=chances).get(language)))
    return [told, fold(title, language, [table(title, heads, rows, language)])]


def _people(play: Play, rulings: Rulings, language: Language) -> Element:
    """Everybody on the ring, with the distance from whoever acts."""
    heads = [Text("Who", "名前"), Text("Square", "マス"), Text("Has", "数値と手持ち")]
    acting = play.active != NOBODY
    if acting:
        heads.append(Text("Distance", "距離"))
    rows = []
    for n, kamui in enumerate(play.kamui):
        cells = [
            h("th", f"{n + 1} ", shown(kamui.name).get(language), scope="row"),
            h("td", str(kamui.square)),
            h("td", *_data(*_has(play, n, rulings), language)),
        ]
        if acting:
            cells.append(h("td", str(distance(play.kamui[play.active].square, kamui.square, rulings))))
        rows.append(h("tr", cells, class_="applies" if n == play.active else None))
    for n, unit in enumerate(play.state.units):
        has = [
            Text("HP {n}", "【HP】{n}").format(n=unit.hp),
            Text("armour {n}", "【装甲】{n}").format(n=unit.armour),
            Text("threat level {n}", "脅威レベル{n}").format(n=unit.threat),
        ]
        square = Text("centre", "中央").get(language) if unit.square == CENTRE else str(unit.square)
        cells = [
            h("th", f"{play.letters[n]} ", shown(unit.name).get(language), scope="row"),
            h("td", square),
            h("td", *_data(has, [], language)),
        ]
        if acting:
            cells.append(h("td", str(distance(play.kamui[play.active].square, unit.square, rulings))))
        rows.append(h("tr", cells))
    title = Text("Kamui (numbers) and enemies (letters)", "神威（数字）と敵（文字）")
    if acting:
        title = Text("Kamui (numbers), enemies (letters), distances", "神威（数字）と敵（文字）、距離")
    return h(
        "table",
        h("caption", title.get(language)),
        h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
        h("tbody", rows),
        class_="people",
    )


def _data(numbers: Iterable[Text], more: Iterable[Text], language: Language) -> list[Child]:
    """Return what somebody has as an enumeration in which no number leaves its name; other things may be long."""
    parts: list[Child] = [h("span", each.get(language), class_="datum") for each in numbers]
    parts += [each.get(language) for each in more]
    return [piece for n, part in enumerate(parts) for piece in ([_COMMA.get(language), part] if n else [part])]


_COMMA = Text(", ", "、")


def _has(play: Play, who: int, rulings: Rulings) -> tuple[list[Text], list[Text]]:
    """The numbers of a kamui, and its links and offerings."""
    kamui, sheet = play.kamui[who], play.sheets[who]
    said = [
        Text("HP {a}/{b}", "【HP】{a}/{b}").format(a=kamui.hp, b=kamui.most_hp),
        Text("armour {n}", "【装甲】{n}").format(n=kamui.armour),
        Text("action value {n}", "【行動値】{n}").format(n=kamui.action_value),
        Text("Will {n}", "【意志】{n}").format(n=sheet.will),
        Text("Wisdom {n}", "【知恵】{n}").format(n=sheet.wisdom),
        Text("rank {n}", "【位階】{n}").format(n=kamui.rank),
        Text("traits {n}", "特性{n}").format(n=max(0, sheet.traits - kamui.traits_used)),
        Text("moves {n}", "移動{n}").format(n=sheet.moves),
    ]
    if rulings.faith == "own":
        said.insert(0, Text("faith {n}", "【信仰】{n}").format(n=kamui.faith))
    if kamui.revivals:
        said.append(Text("revival checks {n}", "復活チェック{n}").format(n=kamui.revivals))
    held: list[Text] = []
    for link in kamui.links:
        words = Text("link to {to} {n}", "{to}へのリンク{n}")
        if link.used:
            words = Text("link to {to} {n}, used", "{to}へのリンク{n}（使用済み）")
        held.append(words.format(to=shown(link.to), n=link.level))
    held += [Text("offering: {item}", "捧げもの：{item}").format(item=item) for item in kamui.offerings]
    return said, held


def _round(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Say what the end of the round would bring as things stand."""
    if play.phase != "climax" or not play.kamui:
        return []
    end = round_end([kamui.square for kamui in play.kamui], play.state.rifts, rulings)
    gains = Text("faith +{n}", "【信仰】+{n}").format(n=end.gain)
    if rulings.faith == "own":
        each = zip(play.kamui, end.gains, strict=True)
        gains = listed([Text("{name} +{n}", "{name}+{n}").format(name=shown(one.name), n=n) for one, n in each])
    gone = Text("no rift vanishes", "消える〈裂け目〉はない")
    if end.vanished:
        squares = listed([same(square) for square in end.vanished])
        gone = Text("rifts vanish on {s}", "〈裂け目〉が消えるマス：{s}").format(s=squares)
    told = Text(
        "If the round ended now: {gains}; {gone} (K-7.1, K-7.2, K-7.3).",
        "今ラウンドが終われば、{gains}。{gone}（K-7.1、K-7.2、K-7.3）。",
    )
    return [h("p", *marked_up(told.format(gains=gains, gone=gone).get(language)))]


def _grace(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Say what the grace check is made with and what may be hoped for, or what it has brought."""
    if play.phase != "ending":
        return []
    made, ranked = play.grace, rulings.success != "at_least_target"
    heads = [Text("Who", "名前"), *([_RANK] if ranked else [])]
    heads += [Text("Rolled", "出目"), Text("Successes", "成功数")] if made else [Text("Dice", "ダイス")]
    heads.append(Text("Revival checks", "復活チェック"))
    if made and rulings.grace == "own":
        heads.append(Text("For miracles", "奇跡に使える数"))
    rows = []
    for who, kamui in enumerate(play.kamui):
        told: list[object] = [kamui.rank] if ranked else []
        told += [_faces(made, who), made.successes[who]] if made else [kamui.grace_dice]
        told += [kamui.revivals, *([made.points[who]] if made and rulings.grace == "own" else [])]
        name = h("th", shown(kamui.name).get(language), scope="row")
        rows.append(h("tr", name, [h("td", str(each)) for each in told]))
    after = [] if made else _hoped(play, rulings, language)
    if made and rulings.grace == "pooled":
        left = Text("For miracles: {n} (K-6.6, K-6.7).", "奇跡に使えるのは{n}（K-6.6、K-6.7）。").format(
            n=made.points[0]
        )
        after = [summary(left, language)]
    return [table(Text("Grace check", "恩寵判定"), heads, rows, language), *after]


def _faces(made: Grace, who: int) -> str:
    """The faces that a kamui rolled; an arrow leads to what a lowered one counts as."""
    pairs = zip(made.rolled[who], made.lowered[who], strict=True)
    return " ".join(str(old) if old == new else f"{old}→{new}" for old, new in pairs) or "—"


_RANK = Text("Rank", "【位階】")


def _hoped(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Say how far faces may be lowered, and what is likely to be left."""
    points = Text(
        "Faces may be lowered by {n} in all, the sum of the threat levels of the magai defeated (K-6.9, K-Q16).",
        "出目は、全部合わせて最大{n}減らせます。倒したマガイの脅威レベルの合計です（K-6.9、K-Q16）。",
    )
    if rulings.reduction == "each_die":
        points = Text(
            "Each face may be lowered by {n}, the sum of the threat levels of the magai defeated (K-6.9, K-Q16).",
            "どの出目も、最大{n}減らせます。倒したマガイの脅威レベルの合計です（K-6.9、K-Q16）。",
        )
    points = points.format(n=play.threat)
    said = [h("p", *marked_up(points.get(language)))]
    if rulings.success == "at_least_target" or not play.kamui:
        return said
    try:
        party = [Supplicant(one.grace_dice, one.rank, one.revivals) for one in play.kamui]
        found = grace_odds(party, play.threat, rulings)
    except InputError:
        words = Text(
            "The chances are worked out for up to {dice} dice and a threat level of {threat}; the check can be rolled"
            " all the same.",
            "確率を計算できるのはダイス{dice}個、脅威レベル{threat}までです。判定はそのまま振れます。",
        ).format(dice=MOST_GRACE_DICE_IN_ALL, threat=MOST_THREAT)
        return [*said, h("p", words.get(language))]
    if rulings.grace == "pooled":
        words = Text(
            "At least 1 for miracles: {chance}; on average {mean} (K-6.5, K-6.6).",
            "奇跡に1以上使える確率は{chance}、平均は{mean}（K-6.5、K-6.6）。",
        ).format(chance=exactly(1 - found[0].get(0, Fraction(0))), mean=exact_number(mean(found[0])))
    else:
        words = Text(
            "At least 1 for miracles: {each} (K-6.5, K-6.6).", "奇跡に1以上使える確率は、{each}（K-6.5、K-6.6）。"
        )
        each = [
            shown(kamui.name) + Text(" {p}", " {p}").format(p=percent(1 - odds.get(0, Fraction(0))))
            for kamui, odds in zip(play.kamui, found, strict=True)
        ]
        words = words.format(each=listed(each))
    return [*said, h("p", *marked_up(words.get(language)))]


# --- controls ---------------------------------------------------------------------------------------------------------


def _names(play: Play, places: Iterable[int]) -> list[tuple[object, Text]]:
    return [(who, same(f"{who + 1} ") + shown(play.kamui[who].name)) for who in places]


def _units(play: Play, rulings: Rulings) -> list[tuple[object, Text]]:
    """The enemies that have not fallen, with their distance from whoever acts."""
    found: list[tuple[object, Text]] = []
    for n, unit in enumerate(play.state.units):
        if not unit.hp:
            continue
        words = same(f"{play.letters[n]} ") + shown(unit.name)
        if play.active != NOBODY:
            far = distance(play.kamui[play.active].square, unit.square, rulings)
            words += Text(f" ({far} away)", f"（距離{far}）")
        found.append((n, words))
    return found


def _number(name: str, label: Text, value: object, language: Language, mode: str = "numeric") -> Element:
    return text_input(name, label, language, str(value), size=4, inputmode=mode)


def _controls(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    if play.phase == "ending":
        return [] if play.grace else [_miracles(play, rulings, language)]
    if play.chooser != NOBODY:
        return _choosing(play, language)
    if play.active != NOBODY:
        return _event(play, rulings, language) if play.phase == "middle" else _fighting(play, rulings, language)
    if play.unplaced:
        return [_revealing(play, language), *([] if play.placed else [_onward("climax", language)])]
    parts = []
    if play.waiting:
        form = [
            select("acting", Text("Who acts", "誰の手番か"), _names(play, play.waiting), language),
            button("begin", Text("Begin the activation", "手番を始める"), language, primary=True),
        ]
        parts.append(fieldset(Text("Activation", "手番"), form, language))
    if play.phase == "middle":
        if not play.waiting:
            parts.append(
                h(
                    "div",
                    button("cycle", Text("Next cycle", "次のサイクルへ"), language, primary=True),
                    class_="buttons",
                )
            )
            parts.append(_onward("climax", language))
        return parts
    parts += _blows(play, rulings, language)
    if not play.waiting:
        ending = button("end", Text("End of the round", "ラウンドを終える"), language, primary=True)
        parts.append(h("div", ending, class_="buttons"))
    parts.append(_onward("ending", language))
    return parts


def _onward(verb: str, language: Language) -> Element:
    words = {
        "climax": Text("On to the climax", "クライマックスフェイズへ"),
        "ending": Text("On to the ending", "エンディングフェイズへ"),
    }
    return h("div", button(verb, words[verb], language), class_="buttons")


def _revealing(play: Play, language: Language) -> Element:
    form = [
        select("who", Text("Who rolls", "誰が振るか"), _names(play, play.unplaced), language),
        _number("spent", Text("Action value spent", "消費する【行動値】"), 2, language),
        text_input("dice", Text("Faces (empty: rolled here)", "出目（空欄ならここで振る）"), language, size=12),
        button("reveal", Text("Roll revelation dice", "天啓ダイスを振る"), language, primary=True),
    ]
    note = Text(
        "Any amount of action value, one die for each (K-1.3, K-1.4).",
        "【行動値】を好きなだけ消費し、その数だけ振ります（K-1.3、K-1.4）。",
    )
    return fieldset(Text("Revelation dice", "天啓ダイス"), form, language, note)


def _choosing(play: Play, language: Language) -> list[Element]:
    """Return a button for each number rolled, with what is on its square."""
    buttons = []
    for n, square in enumerate(play.offer):
        there = [shown(one.name) for who, one in enumerate(play.kamui) if one.square == square and who != play.chooser]
        there += [shown(one.name) for one in play.state.units if one.square == square]
        if square in play.state.rifts:
            there.append(Text("rift", "〈裂け目〉"))
        if square in dict(play.scenes):
            there.append(Text("resolution", "解決イベント"))
        label = Text(f"Go to square {square}", f"{square}番のマスへ")
        if there:
            label += Text(" ({there})", "（{there}）").format(there=listed(there))
        buttons.append(button(f"go:{square}", label, language, primary=n == 0))
    return [h("div", buttons, class_="buttons")]


def _event(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Return the four kinds of events and what their checks are made with."""
    who = play.active
    sheet, kamui = play.sheets[who], play.kamui[who]
    ability = Text("Ability", "能力値")
    if rulings.success == "at_least_target":
        ability = _TARGET
    left = max(0, sheet.traits - kamui.traits_used)
    check = [
        _number("base", Text("Dice before traits (K-Q3)", "特性を使う前のダイス（K-Q3）"), BASE_DICE, language),
        _number("traits", Text(f"Traits used, of {left} left", f"使う特性（残り{left}）"), 0, language),
        text_input("dice", _DICE, language, size=12),
    ]
    parts = [fieldset(Text("The check of the event", "イベントの判定"), check, language)]
    problems: list[ForbiddenAction] = []
    targets = dict(play.scenes)
    if kamui.square in targets:
        form = [
            _number("resolve_ability", ability, 5, language),
            text_input("character", Text("Link to (on success)", "リンクの相手（成功時）"), language, size=14),
            button("resolve", Text("A Resolution", "A 解決イベント"), language),
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
        parts.append(
            fieldset(Text("Resolution event", "解決イベント"), form, language, note.format(n=targets[kamui.square]))
        )
    else:
        told = Text("there is none on {square}", "{square}にはありません").format(square=square_words(kamui.square))
        problems.append(ForbiddenAction(ACTION_NAMES["resolve"], told, "K-2.2"))
    form = [
        _number("duty_ability", ability, 5, language),
        button("duty", Text("B Duty", "B お勤めイベント"), language),
    ]
    note = Text(
        "Entry {n} of the duty scene table, which is lost (K-2.6, K-Q8).",
        "お勤めシーン表の{n}番（表は失われています。K-2.6、K-Q8）。",
    )
    parts.append(fieldset(Text("Duty event", "お勤めイベント"), form, language, note.format(n=kamui.square)))
    near = partners(play.state, who, rulings)
    if near:
        will = ability if rulings.success == "at_least_target" else Text("Will", "【意志】")
        form = [_number("interact_ability", will, sheet.will, language)]
        if rulings.interaction_links == "one":
            form.append(select("other", Text("Link to", "リンクの相手"), _names(play, near), language))
        form.append(button("interact", Text("C Interaction", "C 交流イベント"), language))
        parts.append(fieldset(Text("Interaction event", "交流イベント"), form, language))
    else:
        told = Text(
            "nobody else is on the same or an adjacent square", "同じマスにも隣接するマスにも、ほかの神威がいません"
        )
        problems.append(ForbiddenAction(ACTION_NAMES["interact"], told, "K-2.11"))
    wisdom = ability if rulings.success == "at_least_target" else Text("Wisdom", "【知恵】")
    form = [
        _number("offer_ability", wisdom, sheet.wisdom, language),
        text_input(
            "item", Text("Offering (K-Q21)", "捧げもの（K-Q21）"), language, Text("sake", "酒").get(language), size=14
        ),
        button("offer", Text("D Offering", "D 献上イベント"), language),
    ]
    parts.append(fieldset(Text("Offering event", "献上イベント"), form, language))
    return parts + _closed(problems, language)


def _closed(problems: Iterable[ForbiddenAction], language: Language) -> list[Element]:
    """Return what is not possible now, each with the rule that forbids it."""
    items = [h("li", *marked_up(problem.message(language))) for problem in problems]
    return [h("ul", items, class_="closed")] if items else []


def _fighting(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Return what an activation of the climax offers."""
    kamui = play.kamui[play.active]
    parts = [
        h("div", button("rest", Text("End the activation", "手番を終える"), language, primary=True), class_="buttons")
    ]
    goals: list[tuple[object, Text]] = [
        (
            square,
            Text("square {s} ({far} away)", "{s}番（距離{far}）").format(
                s=square, far=distance(kamui.square, square, rulings)
            ),
        )
        for square in _in_reach(play, rulings)
    ]
    if goals:
        form = [
            select("move_to", Text("Square", "マス"), goals, language),
            button("move", Text("Move", "移動する"), language),
        ]
        parts.append(fieldset(Text("Move along the ring", "外周マスの移動"), form, language, _MOVES))
    ability = Text("Ability (K-Q10)", "能力値（K-Q10）")
    if rulings.success == "at_least_target":
        ability = _TARGET
    check = [
        _number(
            "spent",
            Text(f"Action value spent, of {kamui.action_value}", f"消費する【行動値】（残り{kamui.action_value}）"),
            min(2, kamui.action_value),
            language,
        ),
        _number("ability", ability, 5, language),
        text_input("dice", _DICE, language, size=12),
    ]
    parts.append(fieldset(Text("The check", "判定"), check, language))
    targets = _units(play, rulings)
    if targets:
        timings: list[tuple[object, Text]] = [
            ("sub" if play.main else "main", _TIMINGS["sub" if play.main else "main"]),
            ("main" if play.main else "sub", _TIMINGS["main" if play.main else "sub"]),
        ]
        form = [
            select("unit", Text("Target", "対象"), targets, language),
            select("timing", Text("Skill used as", "スキルの種類"), timings, language),
            _number("range", Text("Range", "射程"), 1, language),
            _number("attack_power", Text("Attack power", "【攻撃力】"), 5, language),
            _number("multiplier", Text("Faith multiplier (K-Q8)", "【信仰倍率】（K-Q8）"), 1, language),
            _number("bonus", Text("Damage bonus", "【ダメージ加算値】"), 0, language),
            _number("change", Text("Change by skills (K-5.4)", "スキルによる増減（K-5.4）"), 0, language, "text"),
            *_gm_square(play, rulings, language),
            button("attack", Text("Attack", "攻撃する"), language),
        ]
        parts.append(fieldset(Text("Attack", "攻撃"), form, language))
    if not play.main:
        main = button("main", Text("Main action with this check", "この判定でメインアクション"), language)
        parts.append(h("div", main, class_="buttons"))
    form = [
        text_input("skill", Text("Skill", "スキル"), language, Text("Skill", "スキル").get(language), size=14),
        button("sub", Text("Use it", "使う"), language),
    ]
    parts.append(fieldset(Text("Sub action", "サブアクション"), form, language))
    problems = []
    if play.main:
        told = Text("one in an activation", "手番に1回だけです")
        problems.append(ForbiddenAction(ACTION_NAMES["main"], told, "K-4.3"))
    return parts + _closed(problems, language)


_TARGET = Text("Target number of the check (K-Q1)", "判定の目標値（K-Q1）")
_MOVES = Text(
    "By skill; the text gives no distance (K-Q22).", "移動はスキルによります。距離の記述はありません（K-Q22）。"
)
_TIMINGS = {"main": Text("main action", "メインアクション"), "sub": Text("sub action", "サブアクション")}


def _gm_square(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Ask for the square of a rift where the GM chooses it (K-Q15)."""
    if rulings.centre_rift != "gm_chooses" or all(unit.square != CENTRE for unit in play.state.units if unit.hp):
        return []
    label = Text("Rift if it falls in the centre (K-Q15)", "中央で倒れたときの〈裂け目〉（K-Q15）")
    return [_number("gm_square", label, "", language)]


def _blows(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Return damage that nobody's activation deals: the enemies' attacks, and what else skills do."""
    parts = []
    if play.kamui:
        form = [
            select("hurt_who", Text("Kamui", "神威"), _names(play, range(len(play.kamui))), language),
            _number("damage", Text("Damage", "ダメージ"), 5, language),
            button("hurt", Text("It takes damage", "ダメージを受ける"), language),
        ]
        note = Text(
            "What enemies do is lost; the GM says (K-Q20).", "敵の行動は失われています。GMが決めます（K-Q20）。"
        )
        parts.append(fieldset(Text("A kamui takes damage", "神威へのダメージ"), form, language, note))
    targets = _units(play, rulings)
    if targets:
        form = [
            select("wounded", Text("Enemy", "敵"), targets, language),
            _number("wounds", Text("Damage", "ダメージ"), 5, language),
            *_gm_square(play, rulings, language),
            button("wound", Text("It takes damage", "ダメージを受ける"), language),
        ]
        parts.append(
            h(
                "details",
                h("summary", Text("Other damage to an enemy", "敵へのほかのダメージ").get(language)),
                fieldset(Text("An enemy takes damage", "敵へのダメージ"), form, language),
                class_="keeping",
            )
        )
    return parts


def _miracles(play: Play, rulings: Rulings, language: Language) -> Element:
    """Return the form of the grace check."""
    dice = sum(kamui.grace_dice for kamui in play.kamui)
    form = [
        text_input(
            "dice",
            Text("Faces in the order of the table (empty: rolled here)", "出目を表の順に（空欄ならここで振る）"),
            language,
            size=12,
        ),
        button(
            "grace",
            Text(f"Roll the grace check (dice: {dice})", f"恩寵判定を振る（ダイス{dice}個）"),
            language,
            primary=True,
        ),
    ]
    if rulings.success == "at_least_target":
        form.insert(0, _number("grace_target", _TARGET, 5, language))
    note = Text(
        "No link effects, no prayers (K-6.8); faces are lowered for the most successes (K-6.9).",
        "リンク効果と〈祈り〉は使えません（K-6.8）。出目は、成功数が最も多くなるように減らします（K-6.9）。",
    )
    return fieldset(Text("Grace check", "恩寵判定"), form, language, note)


def _changes(play: Play, rulings: Rulings, language: Language) -> Element:
    """Return what the GM may change at any time."""
    parts = []
    pieces: list[tuple[object, Text]] = [
        (f"kamui:{n}", same(f"{n + 1} ") + shown(one.name)) for n, one in enumerate(play.kamui)
    ]
    pieces += [(f"unit:{n}", same(f"{play.letters[n]} ") + shown(one.name)) for n, one in enumerate(play.state.units)]
    if pieces:
        form = [
            select("piece", Text("Who", "誰を"), pieces, language),
            _number("to", Text("To square (0: centre)", "移す先（0は中央）"), "", language),
            button("shift", Text("Put it there", "移す"), language),
            button("take", Text("Take it away", "取り除く"), language),
        ]
        parts.append(fieldset(Text("Put somebody elsewhere", "コマを移す"), form, language))
    if play.kamui:
        what: list[tuple[object, Text]] = [
            (name, text) for name, text in SETTABLE.items() if name != "faith" or rulings.faith == "own"
        ]
        form = [
            select("whose", Text("Kamui", "神威"), _names(play, range(len(play.kamui))), language),
            select("what", Text("What", "何を"), what, language),
            _number("number", Text("Number", "数"), "", language),
            button("set", Text("Set", "変える"), language),
            text_input("link_to", Text("Link to", "リンクの相手"), language, size=14),
            _number("level", Text("Level", "レベル"), 5, language),
            flag("used", Text("Used", "使用済み"), language),
            button("link", Text("Set the link", "リンクを書く"), language),
        ]
        note = Text("What comes back, and when, is lost (K-Q18).", "何がいつ回復するかは失われています（K-Q18）。")
        parts.append(fieldset(Text("Numbers and links", "数値とリンク"), form, language, note))
    form = [
        _number("at", Text("Square", "マス"), 1, language),
        button("rift", Text("Put a rift", "〈裂け目〉を置く"), language),
        button("unrift", Text("Take a rift", "〈裂け目〉を取り除く"), language),
        _number("target", Text("Target (K-Q8)", "目標（K-Q8）"), 2, language),
        button("scene", Text("Put a resolution", "解決イベントを置く"), language),
        button("unscene", Text("End the resolution", "解決イベントを終える"), language),
    ]
    parts.append(fieldset(Text("Rifts and resolutions", "〈裂け目〉と解決イベント"), form, language))
    if rulings.faith == "shared":
        form = [
            _number("faith_now", Text("Faith", "【信仰】"), play.state.faith, language),
            button("faith", Text("Set faith", "【信仰】を変える"), language),
        ]
        parts.append(fieldset(Text("Faith", "【信仰】"), form, language))
    new = [
        text_input("name", Text("Name", "名前"), language, size=14),
        _number("new_square", Text("Square (0: centre, enemies only)", "マス（0は中央、敵だけ）"), "", language),
    ]
    kinds = (
        ("kamui", _KAMUI_NUMBERS, len(play.kamui) < MOST_KAMUI),
        ("unit", _UNIT_NUMBERS, len(play.state.units) < MOST_UNITS),
    )
    labels = {"kamui": Text("Add a kamui", "神威を加える"), "unit": Text("Add an enemy", "敵を加える")}
    for kind, numbers, room in kinds:
        if room:
            new += [_number(f"{kind}_{name}", label, value, language) for name, label, _, value in numbers]
            new.append(button(kind, labels[kind], language))
    parts.append(fieldset(Text("Add somebody", "コマを加える"), new, language))
    return h("details", h("summary", Text("Change the table", "卓を整える").get(language)), parts, class_="keeping")
