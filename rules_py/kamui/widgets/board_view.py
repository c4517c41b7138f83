"""What the ring board shows: the ring on which one plays, whose turn it is, faith, a card for everybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from rules_py.core.controls import control, on_sheet, pressing
from rules_py.core.desk import one_stop, toolbar
from rules_py.core.drawing import svg
from rules_py.core.markup import h, marked_up
from rules_py.core.render import chance_cell, fold, number_cell, percent, table
from rules_py.core.text import Language, Text, listed, same
from rules_py.kamui import advice
from rules_py.kamui.characters import NUMBERS, Kamui, Unit
from rules_py.kamui.drawings import HEIGHT, SIDE, Token, draw_ring, middle
from rules_py.kamui.effects import partners, round_end
from rules_py.kamui.model import NOBODY, Play, shown, square_words
from rules_py.kamui.ring import CENTRE, distance, square_chance
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.widgets.board_presses import DICE, Action, event, strike, turn, typed_in

MOST_PIPS = 12
STEP_OF_FAITH = 50
_MOST_SHOWN = 8
_MOST_TOLD = 4

HP, ARMOUR, ACTION_VALUE = (NUMBERS[name].begun() for name in ("hp", "armour", "action_value"))
Press = tuple[Action, Text]
"""What a button says to Python, and what it says to readers."""


@dataclass
class Choices:
    """What can be chosen now where it is drawn: squares by number, kamui and enemies by place.

    Args:
        squares: On the ring.
        aimed: Squares where one can strike.
        kamui: On cards.
        units: On cards.
        turns: Whose activation can begin, in the strip.
    """

    squares: dict[int, Press] = field(default_factory=dict)
    aimed: set[int] = field(default_factory=set)
    kamui: dict[int, Press] = field(default_factory=dict)
    units: dict[int, Press] = field(default_factory=dict)
    turns: dict[int, Press] = field(default_factory=dict)


def initials(play: Play) -> list[Text]:
    """Return a sign for each kamui: its initial, with its place where another begins alike.

    Example:
        >>> from rules_py.kamui.characters import Kamui, State
        >>> pair = (Kamui("Homura", 1), Kamui("Hina", 2), Kamui("Sui", 3))
        >>> [sign.en for sign in initials(Play(State(pair)))]
        ['H1', 'H2', 'S']
    """
    names = [shown(one.name) for one in play.kamui]
    firsts = {language: [name.get(language)[0] for name in names] for language in ("en", "ja")}

    def sign(letters: Sequence[str], n: int) -> str:
        return letters[n] if letters.count(letters[n]) == 1 else f"{letters[n]}{n + 1}"

    return [Text(sign(firsts["en"], n), sign(firsts["ja"], n)) for n in range(len(names))]


def choices(play: Play, rulings: Rulings) -> Choices:
    """Return what a tap on the board can mean now."""
    found = Choices()
    if play.phase == "ending":
        return found
    if play.chooser != NOBODY:
        found.squares = {square: (["go", square], going(play, square)) for square in play.offer}
    elif play.active == NOBODY:
        _between(play, found)
    elif play.phase == "middle":
        _event(play, rulings, found)
    else:
        _fight(play, rulings, found)
    for who, press in found.turns.items():
        found.squares.setdefault(play.kamui[who].square, press)
    return found


def going(play: Play, square: int) -> Text:
    """Return what it means to choose a square: who and what is there."""
    others = [shown(one.name) for who, one in enumerate(play.kamui) if one.square == square and who != play.chooser]
    others += [shown(one.name) for one in play.units if one.square == square]
    there = [Text("there: {names}", "{names}がいる").format(names=listed(others))] if others else []
    if square in play.state.rifts:
        there.append(Text("rift", "〈裂け目〉あり"))
    if square in dict(play.scenes):
        there.append(Text("resolution", "解決イベントあり"))
    label = Text(f"Go to square {square}", f"{square}番のマスへ")
    return label + Text(" ({there})", "（{there}）").format(there=listed(there)) if there else label


def _between(play: Play, found: Choices) -> None:
    """Nobody acts: who rolls, who is next, or who takes the damage that the tray names."""
    words, verb, whom = Text("{name}’s activation", "{name}の手番"), "begin", play.waiting
    filled: list[object] = []
    if play.unplaced:
        words, verb, whom = Text("{name} rolls revelation dice", "{name}が天啓ダイスを振る"), "reveal", play.unplaced
        filled = [control("spent"), DICE]
    elif not play.waiting and play.phase == "climax":
        words, verb = Text("{name} takes the damage entered", "入れたダメージを{name}が受ける"), "hurt"
        whom, filled = tuple(range(len(play.kamui))), typed_in("damage")
    for who in whom:
        found.kamui[who] = [verb, who, *filled], words.format(name=play.name(who))
    if verb != "hurt":
        found.turns |= found.kamui


def _event(play: Play, rulings: Rulings, found: Choices) -> None:
    """An event ends the activation: it is chosen where it is read which one, not by a token or a square alone."""
    words = Text("An interaction with {name}", "{name}との交流イベント")
    for who in partners(play.state, play.active, rulings):
        found.kamui[who] = event(play, "interact", who), words.format(name=play.name(who))


def _fight(play: Play, rulings: Rulings, found: Choices) -> None:
    words = Text("{skill} on {name}", "{skill}で{name}を攻撃")
    for aim in advice.aims(play, rulings):
        for unit in aim.units:
            struck = play.units[unit]
            said = words.format(skill=shown(aim.skill.name), name=shown(struck.name))
            press = strike(play, aim.number, unit), said
            found.units.setdefault(unit, press)
            if aim.skill.timing == "main":
                found.squares.setdefault(struck.square, press)
                found.aimed.add(struck.square)
    for square, far in advice.reach(play, rulings).items():
        label = Text(f"Move to square {square} ({far} away)", f"{square}番のマスへ移動（距離{far}）")
        found.squares.setdefault(square, (["move", square], label))
    words = Text("Done; {name} is next", "終えて次は{name}")
    for who in play.waiting:
        if who != play.active:
            found.kamui[who] = found.turns[who] = turn(who, resting=True), words.format(name=play.name(who))


# --- the parts of the board -------------------------------------------------------------------------------------------


def board(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Return the board: ring, turn and faith, cards, and what else there is to know."""
    can = choices(play, rulings)
    cards = [_kamui_card(play, n, rulings, can, language) for n in range(len(play.kamui))]
    cards += [_unit_card(play, n, rulings, can, language) for n in range(len(play.units))]
    return [
        h("div", _ring(play, rulings, can, language), class_="ring-map", data_here=play.phase != "ending"),
        h("div", _faith(play, rulings, language), *_turns(play, can, language), class_="ring-side"),
        *toolbar([h("ul", cards, class_="cards")], Text("Cards", "カード"), language),
    ]


def tap(press: Press, language: Language, *inside: Element | str, **attributes: object) -> Element:
    """Return a button on the board."""
    action, words = press
    told = {"value": pressing(action), "aria_label": words.get(language)}
    return h("button", *inside, type="submit", name="do", **told, **attributes)


def _ring(play: Play, rulings: Rulings, can: Choices, language: Language) -> Element:
    """Return the ring as it is drawn, with a button over each square that can be chosen."""
    tokens = on_ring(play, language)
    rifts = {square: play.state.rifts.count(square) for square in play.state.rifts}
    reach = advice.reach(play, rulings)
    notes, more = {square: f"({far})" for square, far in reach.items()}, same("")
    if play.phase == "middle" and play.scenes:
        notes = {square: "!" for square, _ in play.scenes}
        more = Text("Resolutions: {s}.", "解決イベント：{s}。").format(
            s=listed([same(square) for square, _ in play.scenes])
        )
    if reach:
        more = Text("In brackets: how far a move is.", "かっこの数は移動する距離。")
    marked = play.offer or tuple(square for square in reach if square not in can.aimed)
    drawing = draw_ring(rulings.sides, language, tokens, rifts, marked, notes, more, aimed=can.aimed, large=True)
    places = []
    for square in sorted(can.squares):
        x, y = middle(square, rulings.sides)
        box = {"x": round(x - SIDE / 2, 1), "y": round(y - HEIGHT / 2, 1), "width": SIDE, "height": HEIGHT}
        again = square in can.aimed  # what can be struck twice keeps the focus
        made = tap(can.squares[square], language, data_square=square if again else None, data_aimed=again)
        places.append(h("foreignObject", made, role="gridcell", **box))
    label = Text("What can be chosen on the ring", "外周マップで選べるもの").get(language)
    row = h("g", places, role="row")
    over = h("svg", row, viewBox=drawing.get("viewBox"), role="grid", aria_label=label, focusable="false")
    return h("div", drawing, one_stop(over) if places else None, class_="taps", data_key="ring")


def on_ring(play: Play, language: Language) -> list[Token]:
    """Return who stands where, as the ring shows it."""
    signs = initials(play)
    tokens = [
        Token(one.square, signs[n].get(language), shown(one.name), "kamui", n == play.active)
        for n, one in enumerate(play.kamui)
    ]
    return tokens + [Token(one.square, play.letters[n], shown(one.name), "enemy") for n, one in enumerate(play.units)]


def _turns(play: Play, can: Choices, language: Language) -> list[Element]:
    """Return whose turn it is, as a strip of initials."""
    items = []
    for who, sign in enumerate(initials(play)):
        state, words = "waits", Text("still to come", "これから")
        if who == play.active or who == play.chooser:
            state, words = "acts", Text("acting", "手番中")
        elif who in play.acted or (play.unplaced and who in play.placed):
            state, words = "done", Text("done", "済み")
        mark = " ✓" if state == "done" else ""
        name = play.name(who).get(language)
        if who in can.turns:
            inside = tap(can.turns[who], language, sign.get(language) + mark, class_="turn")
        else:
            said = f"{name}: {words.get(language)}" if language == "en" else f"{name}：{words.get(language)}"
            inside = h("span", sign.get(language) + mark, class_="turn", role="img", aria_label=said)
        items.append(h("li", inside, class_=state))
    label = Text("Whose turn it is", "手番")
    return toolbar([h("ul", items, class_="turns", aria_label=label.get(language))], label, language)


def _faith(play: Play, rulings: Rulings, language: Language) -> Element:
    """Return faith as a track, with what the end of the round would add."""
    gain = 0
    if play.phase == "climax":
        gain = round_end([one.square for one in play.kamui], play.state.rifts, rulings).gain
    if rulings.faith == "own":
        return h("p", Text("Faith: each its own", "【信仰】は各自").get(language), class_="faith")
    now = play.state.faith
    most = STEP_OF_FAITH * (1 + max(0, now + gain - 1) // STEP_OF_FAITH)
    words = Text("Faith {n} on a track to {most}", "【信仰】{n}（目盛りは{most}まで）").format(n=now, most=most)
    if gain:
        words += Text(", {gain} more at the end of the round", "、ラウンド終了時に+{gain}").format(gain=gain)
    bars = [
        h("rect", x=0, y=0, width=round(100 * (now + gain) / most, 1), height=12, class_="hoped"),
        h("rect", x=0, y=0, width=round(100 * now / most, 1), height=12, class_="has"),
        h("path", d=" ".join(f"M{100 * n // 10} 0v12" for n in range(1, 10)), class_="ticks"),
    ]
    number = [h("b", str(now)), h("small", f" +{gain}") if gain else None]
    head = h("span", Text("Faith ", "【信仰】").get(language), *number, aria_hidden="true")
    track = svg(100, 12, words.get(language), bars, class_="track")
    track.set("preserveAspectRatio", "none")
    return h("p", head, track, class_="faith")


# --- cards ------------------------------------------------------------------------------------------------------------


def _meter(label: Text, now: int, most: int, language: Language, kind: str) -> Element:
    """Return a number out of another as a bar beside it."""
    long = round(100 * now / most, 1) if most else 0
    bar = h("rect", width=f"{long}%", height="100%")
    said = f"{now}/{most}" if most else str(now)
    drawn = h("svg", bar, class_=f"bar {kind}".strip(), aria_hidden="true")
    return h("li", f"{label.get(language)} ", h("b", said), drawn if most else None, class_="meter")


def _pips(label: Text, number: int, language: Language) -> Element:
    """Return dice that are left, as pips with their number."""
    dots = "".join(f"M{5 + 10 * n} 5h0" for n in range(min(number, MOST_PIPS)))
    drawn = h("svg", h("path", d=dots), class_="pips", viewBox=f"0 0 {10 * MOST_PIPS} 10", aria_hidden="true")
    drawn.set("preserveAspectRatio", "xMinYMid")
    return h("li", f"{label.get(language)} ", h("b", str(number)), drawn, class_="meter")


def _head(sign: str, name: Text, kind: str, press: Press | None, language: Language, *, said: bool = False) -> Element:
    inside: list[Element | str] = [h("span", sign, class_=f"sign {kind}"), " ", h("b", name.get(language))]
    if press and said:
        inside.append(h("small", press[1].get(language)))
    if press is None:
        return h("p", *inside, class_="card-head")
    made = tap(press, language, *inside, class_="card-head")
    label = Text("{sign} {name}: {does}", "{sign} {name}：{does}").format(sign=sign, name=name, does=press[1])
    made.set("aria-label", label.get(language))  # what is seen on it, and what it does
    return made


def _where(square: int) -> Text:
    return Text("centre", "中央") if square == CENTRE else Text(f"square {square}", f"{square}番のマス")


def _kamui_card(play: Play, who: int, rulings: Rulings, can: Choices, language: Language) -> Element:
    kamui = play.kamui[who]
    rows = [
        _meter(HP, kamui.hp, kamui.most_hp, language, "for-a"),
        _meter(ARMOUR, kamui.armour, kamui.most_armour, language, ""),
        _pips(ACTION_VALUE, kamui.action_value, language),
    ]
    told = kamui_told(play, who, rulings)
    sign, press = initials(play)[who].get(language), can.kamui.get(who)
    head = _head(sign, shown(kamui.name), "own", press, language, said=who not in can.turns)
    return _card(head, rows, told, who == play.active, language, change=_change(play, "kamui", who, kamui, language))


def kamui_told(play: Play, who: int, rulings: Rulings) -> list[Text]:
    """Say what there is to know of a kamui beyond its points: where it is, what it has."""
    kamui, sheet = play.kamui[who], play.sheets[who]
    told = [
        _where(kamui.square),
        *_far(play, who, kamui.square, rulings),
        Text("Will {n}", "【意志】{n}").format(n=sheet.will),
        Text("Wisdom {n}", "【知恵】{n}").format(n=sheet.wisdom),
        Text("rank {n}", "【位階】{n}").format(n=kamui.rank),
        Text("traits {n}", "特性{n}").format(n=max(0, sheet.traits - kamui.traits_used)),
        Text("moves {n}", "移動{n}").format(n=sheet.moves),
    ]
    if rulings.faith == "own":
        told.insert(1, Text("faith {n}", "【信仰】{n}").format(n=kamui.faith))
    if kamui.revivals:
        told.append(Text("revival checks {n}", "復活チェック{n}").format(n=kamui.revivals))
    for link in kamui.links:
        words = Text("link to {to} {n}", "{to}へのリンク{n}")
        if link.used:
            words = Text("link to {to} {n}, used", "{to}へのリンク{n}（使用済み）")
        told.append(words.format(to=shown(link.to), n=link.level))
    return told + [Text("offering: {item}", "捧げもの：{item}").format(item=item) for item in kamui.offerings]


def _far(play: Play, who: int, square: int, rulings: Rulings) -> list[Text]:
    """Say how far somebody is from whoever acts."""
    if play.active in (NOBODY, who):
        return []
    far = distance(play.kamui[play.active].square, square, rulings)
    return [Text(f"{far} away", f"距離{far}")]


def _unit_card(play: Play, n: int, rulings: Rulings, can: Choices, language: Language) -> Element:
    unit = play.units[n]
    rows = [
        _meter(HP, unit.hp, unit.most_hp, language, "for-b"),
        _meter(ARMOUR, unit.armour, 0, language, ""),
    ]
    told = unit_told(play, n, rulings)
    head = _head(play.letters[n], shown(unit.name), "foe", can.units.get(n), language)
    change = _change(play, "unit", n, unit, language)
    return _card(head, rows, told, False, language, fallen=not unit.hp, change=change)


def unit_told(play: Play, n: int, rulings: Rulings) -> list[Text]:
    """Say what there is to know of an enemy beyond its points."""
    unit = play.units[n]
    threat = Text("threat level {n}", "脅威レベル{n}").format(n=unit.threat)
    return [_where(unit.square), *_far(play, NOBODY - 1, unit.square, rulings), threat]


def _change(play: Play, kind: str, place: int, one: Kamui | Unit, language: Language) -> Element | None:
    """Return what can be done with a card before a session begins."""
    if play.begun:
        return None
    return on_sheet(f"{kind}:{place}", ["take", kind, place], shown(one.name), language)


def _card(
    head: Element,
    rows: list[Element],
    told: Iterable[Text],
    active: bool,
    language: Language,
    *,
    fallen: bool = False,
    change: Element | None = None,
) -> Element:
    items = [h("span", each.get(language), class_="datum") for each in told]
    comma = Text(", ", "、").get(language)
    for item in items[:-1]:
        item.tail = comma
    kind = "fallen" if fallen else "acting" if active else None
    return h("li", head, h("ul", rows), h("p", items), change, class_=kind)


# --- what else there is to know ---------------------------------------------------------------------------------------


def standing(rulings: Rulings) -> Text:
    """Say by which reading of the text the board plays, and what its signs mean."""
    reading = {
        "at_most_ability": Text("a die succeeds on the ability or less", "出目が能力値以下で成功"),
        "at_least_fixed": Text("a die succeeds on {n} or more", "出目{n}以上で成功"),
        "at_least_target": Text("a die succeeds on the target number or more", "出目が目標値以上で成功"),
    }[rulings.success].format(n=rulings.success_face)
    words = Text(
        "Reading: {die}, ring of {n} squares (K-Q2); {reading} (K-Q1). Framed by dashes: squares on offer or in reach;"
        " a heavy frame: an enemy in range; jagged: a rift; “!”: a resolution.",
        "この外周マップの読み方：{die}、外周{n}マス（K-Q2）、{reading}（K-Q1）。"
        "破線の枠は選べるマスや移動できるマス、太い枠は攻撃の届く敵、ぎざぎざは〈裂け目〉、「!」は解決イベント。",
    )
    return words.format(die=rulings.die, n=rulings.sides, reading=reading)


def offered(play: Play, rulings: Rulings, language: Language) -> list[Element]:
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


def round_to_come(play: Play, rulings: Rulings, language: Language) -> list[Element]:
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
        squares = listed(
            [
                same(square) if count == 1 else Text("{s} ({n})", "{s}（{n}個）").format(s=square, n=count)
                for square, count in Counter(end.vanished).items()
            ]
        )
        gone = Text("rifts vanish on {s}", "〈裂け目〉が消えるマス：{s}").format(s=squares)
    told = Text(
        "If the round ended now: {gains}; {gone} (K-7.1, K-7.2, K-7.3).",
        "このラウンドが終われば、{gains}。{gone}（K-7.1、K-7.2、K-7.3）。",
    )
    return [h("p", *marked_up(told.format(gains=gains, gone=gone).get(language)))]


def step_words(play: Play, who: int, square: int | None) -> Text:
    """Say that an activation begins, and with which move."""
    name = play.name(who)
    if square is None:
        return Text("{name}’s activation", "{name}の手番").format(name=name)
    words = Text("{name}’s activation: to {square}", "{name}の手番：{square}へ")
    return words.format(name=name, square=square_words(square))
