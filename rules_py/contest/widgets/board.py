"""What lies on the table in a contest: the gauge, whose squares can be tapped, and the two sides as facing cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from xml.etree.ElementTree import Element

from rules_py.contest.characters import Contestant
from rules_py.contest.checks import FACES, Side, SuccessLevel
from rules_py.contest.effects import Gauge, Move
from rules_py.contest.figures import SIDES, chart_table, gauge_label, position_name, square_names
from rules_py.contest.game import looked_up
from rules_py.contest.model import Character, Contest, Phase, Scene, contestant, next_pair, outlook, standing
from rules_py.contest.odds import ExchangeOdds, Outlook, exchange_odds, piece_after
from rules_py.contest.rulings import Rulings
from rules_py.core.controls import on_sheet, press
from rules_py.core.desk import one_stop, toolbar
from rules_py.core.dice import Die, drawn
from rules_py.core.errors import InputError
from rules_py.core.markup import h, heading, marked_up
from rules_py.core.render import decimal, in_percent, percent, signed, summary
from rules_py.core.text import Language, Text, listed, same, sentences

ENDLESS = Text(
    "With these abilities the contest would never end, so no chance can be named (C-Q11).",
    "この能力の組では対決が終わらないため、勝率を示せません（C-Q11）。",
)


def tap(action: list[object], label: Text, language: Language, said: Text | None = None) -> Element:
    """Return a button that lies on the board.

    Args:
        action: What it does, as links hold it.
        label: What stands on it.
        language: The reader's language.
        said: What it is called where that is more than what stands on it.
    """
    made = press(action, label, language)
    if said:
        made.set("aria-label", said.get(language))
    return made


# --- words and numbers that the tray needs as well --------------------------------------------------------------------


def side_names(state: Scene, contest: Contest) -> tuple[Text, Text]:
    """Return who stands on each side."""
    a, b = (listed([state.name(who) for who in side]) for side in contest.sides)
    return a, b


def outlook_now(state: Scene, number: int, rulings: Rulings) -> Outlook | None:
    """Return the outlook of a contest; `None` where it would never end."""
    try:
        return outlook(state, number, rulings)
    except InputError:
        return None


def odds_now(state: Scene, number: int, rulings: Rulings) -> ExchangeOdds:
    """Return the chances of the exchange that comes."""
    a, b = (contestant(state, number, side, rulings) for side in Side)
    return exchange_odds(a, b, rulings)


def chance_words(state: Scene, number: int, rulings: Rulings) -> Text:
    """Say how likely each side is to win from here."""
    now = outlook_now(state, number, rulings)
    if now is None:
        return ENDLESS
    names = side_names(state, state.contests[number])
    return Text("Chance to win: {a} {chance_a}, {b} {chance_b}.", "勝率は{a}が{chance_a}、{b}が{chance_b}。").format(
        a=names[0], b=names[1], chance_a=percent(now.wins_a), chance_b=percent(now.wins_b)
    )


def result_words(state: Scene, contest: Contest) -> Text:
    """Say how a contest has ended."""
    if contest.result == "draw":
        return Text("A draw.", "引き分け。")
    names = side_names(state, contest)
    winner = names[0] if contest.result == "a" else names[1]
    return Text("Won by {winner}.", "{winner}の勝ち。").format(winner=winner)


def placements(state: Scene, number: int, rulings: Rulings) -> list[int]:
    """Return where the winner may put the piece now; none where nobody may (C-T1.4, C-Q10, C-Q11)."""
    contest = state.contests[number]
    if not contest.placing or not contest.move:
        return []
    squares = list(Gauge.of(rulings).placements(contest.move, contest.position, rulings))
    if contest.move.stopped_by == "C-Q10" and contest.position not in squares:
        squares.append(contest.position)
    return squares


def placed(state: Scene, number: int, square: int, rulings: Rulings) -> Text:
    """Say which square that is and how likely the winner of the exchange wins from there."""
    contest = state.contests[number]
    free = contest.move.free if contest.move else ""
    there = replace(contest, position=square, placing=False)
    then = outlook_now(
        replace(state, contests=(*state.contests[:number], there, *state.contests[number + 1 :])), number, rulings
    )
    words = Text("{sign}: {name}", "{sign}：{name}")
    if then:
        words += Text("; then {who} wins: {chance}", "（{who}の勝率{chance}）")
    who = state.name(contest.acting[0 if free == "a" else 1])
    chance = percent(then.wins_a if free == "a" else then.wins_b) if then else ""
    name = position_name(square, Gauge.of(rulings), side_names(state, contest))
    return words.format(sign=signed(square), name=name, who=who, chance=chance)


def best_square(state: Scene, number: int, move: Move, rulings: Rulings) -> int:
    """Return where the winner would best put the piece."""
    a, b = (contestant(state, number, side, rulings) for side in Side)
    now = standing(state, number)
    try:
        return piece_after(a, b, now, move, rulings)
    except InputError:
        return Gauge.of(rulings).farthest_placement(move, now.position, rulings)


# --- the board --------------------------------------------------------------------------------------------------------


def draw_table(state: Scene, before: Scene | None, rulings: Rulings, language: Language) -> list[Element]:
    """Return what lies on the table: whose turn it is, the contests, those that run first, and who stands outside.

    Args:
        state: Where play stands.
        before: Where it stood before the last step.
        rulings: House rules.
        language: The reader's language.
    """
    if state.phase is Phase.SCENE:
        cast = [_sheet(state, who, language, _change(state, who, language)) for who in range(len(state.characters))]
        return [_track(None, 0, rulings, language), *_together(cast, "facing cast", language)]
    running = state.running
    ended = [n for n in range(len(state.contests)) if n not in running]
    placing = [n for n in running if state.contests[n].placing]
    here = next(iter(placing or running), None)
    board = [_turns(state, language)] if state.phase is Phase.AUGMENT else []
    board += [_contest(state, n, before, rulings, language, here=n == here) for n in [*running, *ended]]
    if state.phase is Phase.START and state.free:
        board.append(_outside(state, language))
    return board or [_track(None, 0, rulings, language)]


def sheets(state: Scene, rulings: Rulings, language: Language) -> list[Element]:
    """Return what is only looked up: everybody's abilities, and the chart with the cell that applied last."""
    cast = [_sheet(state, who, language) for who in range(len(state.characters))]
    rolled = [n for n, contest in enumerate(state.contests) if contest.levels]
    chart = chart_table(language)
    if rolled:
        contest, number = state.contests[rolled[-1]], rolled[-1]
        strikes = tuple(contestant(state, number, side, rulings).strike_power for side in Side)
        move = contest.move or looked_up(state, number, rulings)
        chart = chart_table(language, contest.levels, (strikes[0], strikes[1]), rulings, move)
    for link in [*chart.iter("a")][1:]:  # Tab stops in the chart once
        link.set("tabindex", "-1")
    label = Text("Rules of the chart", "連続対決表のルール")
    rules = h("div", chart, class_="tapped", role="toolbar", aria_label=label.get(language))
    return [h("div", h("div", cast, class_="facing cast"), rules, class_="looked-up")]


def _turns(state: Scene, language: Language) -> Element:
    """Return in which order all have their turn in the augment phase (C-3.2)."""
    items = [
        h("li", state.name(who).get(language), aria_current="step" if who == state.on_turn else None)
        for who in state.order
    ]
    label = Text("Turns in this phase", "このフェイズの手番")
    return h("ol", items, class_="turns", aria_label=label.get(language))


def _contest(
    state: Scene, number: int, before: Scene | None, rulings: Rulings, language: Language, *, here: bool
) -> Element:
    contest = state.contests[number]
    names = side_names(state, contest)
    title = Text("{a} against {b}", "{a} 対 {b}").format(a=names[0], b=names[1])
    came_from = before.contests[number].position if before and number < len(before.contests) else contest.position
    taps = {
        square: tap(["place", number, square], same(""), language, _put(state, number, square, rulings))
        for square in placements(state, number, rulings)
    }
    parts: list[Element] = [
        heading(4, title.get(language), class_="part-title"),
        _track(contest.position, came_from, rulings, language, taps, names, here=here),
    ]
    if contest.result:
        parts.append(summary(result_words(state, contest), language))
    else:
        parts.append(_outlook(state, number, before, rulings, language))
    odds = odds_now(state, number, rulings) if contest.running and not contest.rolls else None
    cards = [_side(state, number, side, odds, rulings, language) for side in Side]
    parts += _together(cards, "facing", language)
    return h("section", parts, class_="contest ended" if contest.result else "contest")


def _put(state: Scene, number: int, square: int, rulings: Rulings) -> Text:
    """Say what a tap on a square does."""
    where = placed(state, number, square, rulings)
    return Text("Put the piece on {where}", "コマを置く：{where}").format(where=where)


def _track(
    position: int | None,
    came_from: int,
    rulings: Rulings,
    language: Language,
    taps: dict[int, Element] | None = None,
    sides: tuple[Text, Text] = SIDES,
    *,
    here: bool = False,
) -> Element:
    """Return the gauge as squares in a row, bent where the window is narrow; those that can be chosen are buttons."""
    gauge = Gauge.of(rulings)
    names = square_names(gauge)
    way = range(min(came_from, position or 0), max(came_from, position or 0) + 1) if position is not None else range(0)
    squares = []
    for square in gauge.squares:
        distance = abs(square)
        kinds = ["square", "a" if square < 0 else "b" if square else "start"]
        if distance >= gauge.dying:
            kinds.append("dying")
        elif distance == gauge.heavy_wound:
            kinds.append("heavy")
        if square in way and position != came_from and square != position:
            kinds.append("passed")
        made = (taps or {}).get(square)
        if made is None:
            made = h("span")
        inside = h("b", str(distance), class_="piece" if square == position else None)
        made.append(inside)
        if distance in names:
            inside.tail = " "
            made.append(h("small", names[distance].get(language)))
        if made.tag == "button":  # called by what stands on it, and by what it does
            label = Text("{seen}: {does}", "{seen}：{does}").format(
                seen="".join(made.itertext()), does=made.get("aria-label", "")
            )
            made.set("aria-label", label.get(language))
        made.set("class", " ".join(kinds))
        made.set("data-x", str(square))
        if made.tag == "button":
            made = h("span", made, role="gridcell")
        elif taps:
            made.set("role", "gridcell")
        squares.append(made)
    label = gauge_label(position, gauge, sides)
    track = h(
        "div", class_="track long" if gauge.dying > 5 else "track", aria_label=label.get(language), data_here=here
    )
    if not taps:
        track.set("role", "img")
        track.extend(squares)
        return track
    track.set("role", "grid")
    track.append(h("div", squares, role="row"))
    return one_stop(track)


def _outlook(state: Scene, number: int, before: Scene | None, rulings: Rulings, language: Language) -> Element:
    """Return the chance to win as one bar of two colours, with what it was before the last step."""
    now = outlook_now(state, number, rulings)
    if now is None:
        return h("p", *marked_up(ENDLESS.get(language)), class_="outlook")
    known = before and number < len(before.contests) and before.contests[number].running
    old = outlook_now(before, number, rulings) if before and known else None
    shares = []
    for side in Side:
        chance, was = _share(now, side), _share(old, side) if old else None
        moved = h("s", f"{percent(was)} → ") if was is not None and percent(was) != percent(chance) else None
        shares.append(h("span", moved, h("b", in_percent(chance)), class_=side.value))
    left = Text("about {rounds} more rounds", "あと平均{rounds}ラウンド").format(rounds=decimal(now.rounds, 1))
    if state.contests[number].placing:
        left = Text("from the best square", "最善のマスに置く場合")
    width = f"{float(now.wins_a) * 100:.2f}%"
    label = Text("Chance to win", "勝率")
    return h(
        "div",
        h("p", shares[0], h("span", label.get(language), " · ", left.get(language)), shares[1]),
        h(
            "svg",
            h("rect", width="100%", height="100%", class_="b"),
            h("rect", width=width, height="100%", class_="a"),
            class_="versus",
            width="100%",
            height="12",
            aria_hidden="true",
        ),
        class_="outlook",
    )


def _share(now: Outlook, side: Side) -> Fraction:
    return now.wins_a if side is Side.A else now.wins_b


def _side(
    state: Scene, number: int, side: Side, odds: ExchangeOdds | None, rulings: Rulings, language: Language
) -> Element:
    """Return the card of a side: who acts, what they roll with, the die on the table, what holds them back."""
    contest, own = state.contests[number], 0 if side is Side.A else 1
    who = contest.acting[own]
    character, now = state.characters[who], contestant(state, number, side, rulings)
    used = character.abilities[state.declared.get(who, 0)]
    parts = [
        h("span", h("b", str(now.effective(rulings))), " ", _sums(used.called, now, language), class_="rolls-with"),
    ]
    if len(contest.sides[own]) > 1:
        others = listed([state.name(one) for one in contest.sides[own] if one != who])
        parts.insert(0, h("span", Text("with {others}", "{others}とともに").format(others=others).get(language)))
    if contest.rolls and contest.levels:
        level, roll = contest.levels[own], contest.rolls[own]
        die = drawn(Die(roll, FACES, level >= SuccessLevel.SUCCESS))
        words = Text("{roll}: {level}", "{roll}：{level}").format(roll=roll, level=level.text)
        parts.append(h("span", h("span", die, class_="seen"), h("b", words.get(language)), class_="roll"))
    elif odds:
        label = Text("chance to push", "押しこむ確率")
        parts.append(h("span", label.get(language), " ", in_percent(odds.pushes(side)), class_="odds-now"))
    notes = [*conditions(character), *held(now, state, number, side)]
    parts.append(_chips(notes, language))
    parts += [_join(state, number, own, language)] if state.phase is Phase.START and contest.running else []
    return _card(character.name, parts, side.value, language)


def _sums(called: Text, now: Contestant, language: Language) -> Element:
    """Return how what somebody rolls with comes about."""
    sums = [called.get(language), str(now.ability)]
    if now.wounded:
        sums.append(Text("halved", "半減").get(language))
    sums += [signed(bonus) for bonus in (now.permanent, now.augments, now.modifier) if bonus]
    return h("small", " ".join(sums))


def conditions(character: Character) -> list[Text]:
    """Say whether somebody is wounded or dying."""
    if character.dying:
        return [Text("dying", "瀕死")]
    return [Text("heavy wound", "重傷")] if character.wounded else []


def held(now: Contestant, state: Scene, number: int, side: Side) -> Iterable[Text]:
    """Say what holds a side back, how hard it hits, and whether it has won."""
    if now.blocked:
        yield Text("cannot push", "押しこめない")
    if now.strike_power == 2:
        yield Text("strike power 2", "打撃力2")
    if state.contests[number].result == side.value:
        yield Text("winner", "勝者")


def _chips(notes: list[Text], language: Language) -> Element:
    return h("span", [h("i", note.get(language)) for note in notes], class_="chips")


def _together(cards: list[Element], class_: str, language: Language) -> list[Element]:
    return toolbar([h("div", cards, class_=class_)], Text("Characters", "キャラクター"), language)


def _card(name: Text, parts: list[Element], class_: str, language: Language) -> Element:
    return h("div", heading(5, name.get(language)), parts, class_=f"fighter {class_}")


def _sheet(state: Scene, who: int, language: Language, button: Element | None = None) -> Element:
    """Return the card of a character with all abilities."""
    character = state.characters[who]
    player = Text("narrator", "ナレーター") if character.narrator else Text("player", "プレイヤー")
    abilities = listed([ability.text for ability in character.abilities]).get(language)
    parts = [h("small", abilities), _chips([player, *conditions(character)], language)]
    parts += [button] if button is not None else []
    class_ = "b" if character.narrator else "a"
    return _card(character.name, parts, f"{class_} fallen" if character.dying else class_, language)


def _change(state: Scene, who: int, language: Language) -> Element:
    return on_sheet(who, ["remove", who], state.name(who), language)


def _outside(state: Scene, language: Language) -> Element:
    """Return who is in no contest; whom the first of them may face is a button (C-1.3, C-1.13)."""
    pair = next_pair(state)
    first = pair[0] if pair else state.free[0]
    words = Text("{a} faces {b}", "{a}が{b}に挑む")
    cards = []
    for who in state.free:
        label = words.format(a=state.name(first), b=state.name(who))
        cards.append(_sheet(state, who, language, tap(["pair", first, who], label, language) if who != first else None))
    title = Text("In no contest", "対決に加わっていないキャラクター").get(language)
    return h("section", heading(4, title, class_="part-title"), *_together(cards, "facing cast", language))


def _join(state: Scene, number: int, own: int, language: Language) -> Element:
    """Return the button with which the first who stands outside joins a side; empty where nobody may (C-1.5)."""
    if state.round < 2 or not state.free:
        return h("span")
    who, contest = state.free[0], state.contests[number]
    action: list[object] = ["join", who, number, "ab"[own]]
    if len(contest.sides[own]) < len(contest.sides[1 - own]):
        action.append(contest.acting[1 - own])
        label = Text("{who} takes on {enemy}", "{who}が{enemy}を引き受ける")
    else:
        label = Text("{who} joins in here", "{who}がここに助太刀する")
    enemy = state.name(contest.acting[1 - own])
    side = state.name(contest.acting[own])
    said = label + Text(" beside {side}", "（{side}の側）")
    return tap(
        action,
        label.format(who=state.name(who), enemy=enemy),
        language,
        said.format(who=state.name(who), enemy=enemy, side=side),
    )


def over_words(state: Scene, rounds: int) -> Text:
    """Say how the whole fight has ended: who has won, after so many rounds."""
    ended = [result_words(state, contest) for contest in state.contests if contest.result]
    last = (
        Text("After {n} rounds.", "{n}ラウンドで決着。") if rounds > 1 else Text("In one round.", "1ラウンドで決着。")
    )
    return sentences([*ended, last.format(n=rounds)])
