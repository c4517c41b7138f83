"""How things stand on the desks of the five games, for the picture of each: who is there, with what, on which board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.avatar import model as cards
from rules_py.avatar.cards import Card
from rules_py.avatar.system import SYSTEM as AVATAR
from rules_py.avatar.widgets.combat_board import GONE, Asked, acts, held, on_table
from rules_py.contest.checks import Side as ContestSide
from rules_py.contest.figures import draw_gauge
from rules_py.contest.model import Character, contestant
from rules_py.contest.model import Scene as ContestScene
from rules_py.contest.rulings import Rulings as ContestRulings
from rules_py.contest.system import SYSTEM as CONTEST
from rules_py.contest.widgets import board as contest_board
from rules_py.core.render import signed
from rules_py.core.stepper import Stepper
from rules_py.core.text import Language, Text, listed, same
from rules_py.exorcist import board as grid
from rules_py.exorcist.fighters import Fighter
from rules_py.exorcist.fighters import Side as ExorcistSide
from rules_py.exorcist.figures import area_words, draw_board, piece_signs, signs
from rules_py.exorcist.model import Duel
from rules_py.exorcist.system import SYSTEM as EXORCIST
from rules_py.exorcist.widgets import combat_board as combat
from rules_py.exports.pictures import NOTHING, Hand, Meter, Person, Scene, Side, picture
from rules_py.kamui.drawings import draw_ring
from rules_py.kamui.model import Play, shown
from rules_py.kamui.rulings import Rulings as KamuiRulings
from rules_py.kamui.system import SYSTEM as KAMUI
from rules_py.kamui.widgets import board_view as ring
from rules_py.prophecy.characters import SLOTS
from rules_py.prophecy.characters import Fighter as Battler
from rules_py.prophecy.conditions import names
from rules_py.prophecy.model import Battle
from rules_py.prophecy.model import Stage as BattleStage
from rules_py.prophecy.offers import values
from rules_py.prophecy.rulings import Rulings as ProphecyRulings
from rules_py.prophecy.system import SYSTEM as PROPHECY
from rules_py.prophecy.widgets.battle_board import standing

_SET_UP = Text("Set-up", "準備")
_ROUND, _TURN, _CYCLE = (
    Text("Round {n}", "第{n}ラウンド"),
    Text("Turn {n}", "第{n}ターン"),
    Text("Cycle {n}", "第{n}サイクル"),
)


def fight_picture(widget: Stepper[Any, Any], given: Mapping[str, str], language: Language) -> tuple[str, str]:
    """Return the picture of what is being played, as SVG, and the name of its file without an end.

    Args:
        widget: A stepper of one of the games.
        given: What its fields say, the steps among them.
        language: The language of the picture.

    Raises:
        FormError: If a value is not allowed.
        InputError: If a step does not fit.

    Example:
        >>> from rules_py.contest.widgets import ContestStepper
        >>> drawing, name = fight_picture(ContestStepper(), {}, "en")
        >>> name, ">Tomoe<" in drawing
        ('Serial-Contest-Set-up', True)
    """
    inputs, state, moment = widget.now(widget.values(given), language)
    system, scene = _SCENES[widget.name][0], _SCENES[widget.name][1](state, inputs)
    if ended := widget.outcome(state, inputs):
        scene = Scene(scene.when, scene.boards, (ended, *scene.told), scene.people)
    title = Text("{game} · {when}", "{game}・{when}").format(game=system.title, when=scene.when)
    rest = moment.removeprefix(scene.when.get(language)).lstrip(" ·・")
    name = "-".join(f"{system.title.get(language)} {scene.when.get(language)}".split())
    return picture(title, same(rest), scene, language), name


def _round(words: Text, number: int) -> Text:
    return words.format(n=number) if number else _SET_UP


# --- the serial contest -----------------------------------------------------------------------------------------------


def _contest(state: ContestScene, inputs: Any) -> Scene:
    rulings: ContestRulings = inputs.rulings
    told = [_contest_told(state, number, rulings) for number in range(len(state.contests))]

    def gauges(language: Language) -> list[Element]:
        if not state.contests:
            return [draw_gauge(rulings, language, None)]
        found = []
        for contest in state.contests:
            names = contest_board.side_names(state, contest)
            found.append(draw_gauge(rulings, language, contest.position, names))
        return found

    people = [_contestant(state, who, each, rulings) for who, each in enumerate(state.characters)]
    return Scene(_round(_ROUND, state.round), gauges, tuple(told), tuple(people))


def _contest_told(state: ContestScene, number: int, rulings: ContestRulings) -> Text:
    """Say how a contest stands, and what was rolled."""
    contest = state.contests[number]
    if contest.result:
        return contest_board.result_words(state, contest)
    said = contest_board.chance_words(state, number, rulings)
    if contest.rolls and contest.levels:
        words = Text(
            " Rolled: {a} {roll_a} ({level_a}), {b} {roll_b} ({level_b}).",
            "出目は{a}が{roll_a}（{level_a}）、{b}が{roll_b}（{level_b}）。",
        )
        a, b = (state.name(who) for who in contest.acting)
        (roll_a, roll_b), (level_a, level_b) = contest.rolls, contest.levels
        said += words.format(a=a, b=b, roll_a=roll_a, roll_b=roll_b, level_a=level_a.text, level_b=level_b.text)
    return said


def _contestant(state: ContestScene, who: int, character: Character, rulings: ContestRulings) -> Person:
    told = [listed([ability.text for ability in character.abilities])]
    notes = contest_board.conditions(character)
    for number in state.contests_of(who):
        contest = state.contests[number]
        side = contest.side_of(who)
        if side is None or who not in contest.acting:
            continue
        now = contestant(state, number, side, rulings)
        used = character.abilities[state.declared.get(who, 0)].called
        told.append(Text("rolls {used} with {n}", "{used}を{n}で振る").format(used=used, n=now.effective(rulings)))
        notes += contest_board.held(now, state, number, ContestSide(side))
    standing_ = listed([Text("narrator", "ナレーター") if character.narrator else Text("player", "プレイヤー"), *notes])
    return Person(
        character.name,
        "enemy" if character.narrator else "own",
        standing_,
        now=state.on_turn == who,
        told=tuple(told),
    )


# --- Prophecy ---------------------------------------------------------------------------------------------------------


def _prophecy(state: Battle, inputs: Any) -> Scene:
    order = dict(state.order)
    places = [*order, *(who for who in range(len(state.fighters)) if who not in order)]
    told = []
    if order and state.stage is not BattleStage.SETUP:
        words = Text("Initiative: {order}", "イニシアチブ：{order}")
        told.append(words.format(order=listed([state.name(who) + same(f" {n}") for who, n in order.items()])))
    told += _attack(state, inputs.rulings) if state.attacks else []
    return Scene(_round(_ROUND, state.round), told=tuple(told), people=tuple(_battler(state, who) for who in places))


def _attack(state: Battle, rulings: ProphecyRulings) -> list[Text]:
    """Say who attacks whom, and what was rolled so far."""
    attack = state.attack
    words = Text("{name} attacks {names}.", "{name}の攻撃（対象：{names}）。")
    found = [words.format(name=state.name(attack.attacker), names=state.names(e.target for e in attack.exchanges))]
    for exchange in attack.exchanges:
        if exchange.cast.roll is None or exchange.guard.roll is None:
            continue
        hit, cast, guard = values(state, exchange, rulings)
        if state.stage is not BattleStage.RESULT:
            hit = not exchange.missed
        words = Text(
            "{name}: cast {cast} against guard {guard}, {result}.", "{name}：キャスト{cast}対ガード{guard}で{result}。"
        )
        result = Text("a hit", "命中") if hit else Text("a miss", "失敗")
        found.append(words.format(name=state.name(exchange.target), cast=cast, guard=guard, result=result))
    return found


def _battler(state: Battle, who: int) -> Person:
    fighter = state.fighters[who]
    stands = standing(state, who) if state.round else NOTHING
    if fighter.gone or (fighter.down and who not in state.fallen):
        stands = Text("left the battle", "離脱") if fighter.gone else Text("knocked down", "ノックダウン")
    told = [
        _changed(Text("Cast {n}", "キャスト{n}"), fighter.cast, fighter.modifier("cast"))
        + Text(", ", "、")
        + _changed(Text("guard {n}", "ガード{n}"), fighter.guard, fighter.modifier("guard"))
        + Text(", mana {n}", "、マナ{n}").format(n=fighter.mana)
        + (
            Text(", preparation {n}", "、準備効果{n}").format(n=fighter.preparations)
            if fighter.preparations
            else NOTHING
        )
    ]
    if fighter.emotions:
        toward = state.names(dict.fromkeys(fighter.emotions))
        told.append(Text("emotion: {names}", "感情：{names}").format(names=toward))
    if fighter.curses:
        told.append(Text("Curses: {names}", "カース：{names}").format(names=names(c.kind for c in fighter.curses)))
    if fighter.blesses:
        told.append(Text("Blesses: {names}", "ブレス：{names}").format(names=names(fighter.blesses)))
    return Person(
        fighter.name,
        "enemy" if fighter.enemy else "own",
        stands,
        now=who == state.active,
        meters=tuple(_tracks(fighter)),
        told=tuple(told),
    )


def _changed(label: Text, value: int, change: int) -> Text:
    return label.format(n=f"{value + change} ({value}{signed(change)})" if change else value)


def _tracks(fighter: Battler) -> Iterable[Meter]:
    yield Meter(Text("Damage", "ダメージ"), fighter.damage, SLOTS, slots=True)
    yield Meter(Text("Curses", "カース"), len(fighter.curses), SLOTS, slots=True)
    yield Meter(Text("Blesses", "ブレス"), len(fighter.blesses), SLOTS, slots=True)


# --- Tactical Exorcist ------------------------------------------------------------------------------------------------

_EXORCISTS: Mapping[ExorcistSide, Side] = {ExorcistSide.ENEMY: "enemy", ExorcistSide.THING: "thing"}


def _exorcist(state: Duel, inputs: Any) -> Scene:
    fight, board = state.combat, state.board
    if state.alone:
        marks = piece_signs(board)
        people = [_piece(piece, marks[who]) for who, piece in board.standing()]
    else:
        marks = dict(enumerate(signs([fighter.name for fighter in fight.fighters])))
        people = [_fighter(state, who, each, marks[who]) for who, each in enumerate(fight.fighters) if not each.gone]
    gone = [fighter.name for fighter in fight.fighters if fighter.gone]
    told = [Text("Off the map: {names}", "マップ外：{names}").format(names=listed(gone))] if gone else []
    if fight.under_pressure(inputs.rulings) and not state.alone:
        words = Text("Boss fight: pressure {mode}", "ボス戦：圧力は{mode}")
        told.append(words.format(mode=fight.zone.pressure.text))
    for _, peg in board.placed():
        words = Text("Peg on {square}: {stage}{area}", "{square}に祓串：{stage}{area}")
        around = Text(" on {squares}", "（{squares}）").format(squares=area_words(peg.area)) if peg.area else NOTHING
        told.append(words.format(square=grid.square_name(peg.square), stage=peg.stage, area=around))

    def boards(language: Language) -> list[Element]:
        if state.grounds is None:
            return []
        return [draw_board(board, language, state.grounds.active, marks=marks)]

    when = Text("Grid", "盤") if state.alone else _round(_TURN, fight.turn)
    return Scene(when, boards, tuple(told), tuple(people))


def _fighter(state: Duel, who: int, fighter: Fighter, mark: Text) -> Person:
    square = state.square(who)
    told = combat.badges(fighter)
    if square:
        told.insert(0, Text("on {square}", "{square}").format(square=grid.square_name(square)))
    return Person(
        fighter.name,
        _EXORCISTS.get(fighter.side, "own"),
        combat.standing(state.combat, who),
        mark,
        now=who == state.combat.active,
        meters=tuple(Meter(*each) for each in combat.tallies(fighter)),
        told=(listed(told),) if told else (),
    )


def _piece(piece: grid.Piece, mark: Text) -> Person:
    side: Side = {"exorcist": "own", "object": "thing"}.get(piece.kind, "enemy")  # type: ignore[assignment]
    told = Text("on {square}", "{square}").format(square=grid.square_name(piece.square))
    return Person(piece.name, side, grid.KINDS[piece.kind], mark, told=(told,))


# --- Avatars ----------------------------------------------------------------------------------------------------------


def _avatar(state: cards.Combat, inputs: Any) -> Scene:
    asked = Asked(state, inputs.rulings, inputs.hands == "all", "en", 0)
    told = [listed(on_table(state))]
    for clash in state.clashes:
        words = Text("Clash: {sides}", "打ち合い：{sides}")
        sides = [state.name(who) + same(f" {cards.momentum(asked.counted, who)}") for who in clash.sides]
        told.append(words.format(sides=listed(sides)))
    people = [_god(asked, who) for who in [*cards.seats(state), *(w for w, f in enumerate(state.fighters) if f.gone)]]
    return Scene(_round(_ROUND, state.round), told=tuple(told), people=tuple(people))


def _god(asked: Asked, who: int) -> Person:
    fighter = asked[who]
    most = max(fighter.full, fighter.ep + fighter.sep)
    hands = []
    if fighter.down:
        hands.append(Hand(Text("face down", "伏せたカード"), (None,)))
    elif fighter.field:
        label = Text("in the field", "場のカード")
        if all(card.rank for card in fighter.field):
            label = Text("in the field, {n}", "場のカード（合計{n}）").format(n=cards.momentum(asked.state, who))
        hands.append(Hand(label, _row(fighter.field)))
    if fighter.there:
        hands.append(Hand(held(asked, who), _row(fighter.hand) if asked.open_hands else ()))
    told = [
        what + (Text(" ({state})", "（{state}）").format(state=then) if then else NOTHING)
        for what, then, _ in acts(asked, who)
    ]
    return Person(
        fighter.name,
        "enemy" if fighter.side is cards.Side.ENEMY else "own",
        GONE[fighter.gone] if fighter.gone else same(fighter.suit.symbol),
        now=who in asked.deciding and asked.state.stage is not cards.Stage.CHOOSE,
        meters=(Meter(same("EP"), fighter.ep, most, bounded=False), Meter(same("SEP"), fighter.sep)),
        hands=tuple(hands),
        told=tuple(told),
    )


def _row(some: Iterable[Card]) -> tuple[tuple[str, bool], ...]:
    return tuple((card.seen.sign + card.seen.rank, card.seen.red) for card in some)


# --- Kamui ------------------------------------------------------------------------------------------------------------


def _kamui(state: Play, inputs: Any) -> Scene:
    rulings: KamuiRulings = inputs.rulings
    letters = ring.initials(state)
    people = [
        Person(
            shown(one.name),
            sign=letters[who],
            now=who == state.active,
            meters=(
                Meter(ring.HP, one.hp, one.most_hp),
                Meter(ring.ARMOUR, one.armour, one.most_armour),
                Meter(ring.ACTION_VALUE, one.action_value),
            ),
            told=(listed(ring.kamui_told(state, who, rulings)),),
        )
        for who, one in enumerate(state.kamui)
    ]
    people += [
        Person(
            shown(one.name),
            "enemy",
            sign=same(state.letters[n]),
            meters=(Meter(ring.HP, one.hp, one.most_hp), Meter(ring.ARMOUR, one.armour)),
            told=(listed(ring.unit_told(state, n, rulings)),),
        )
        for n, one in enumerate(state.units)
    ]
    told = []
    if rulings.faith == "shared":
        told.append(Text("Faith {n}", "【信仰】{n}").format(n=state.state.faith))
    if state.scenes:
        words = Text("Resolutions on {squares}", "解決イベントのマス：{squares}")
        told.append(words.format(squares=listed([same(square) for square, _ in state.scenes])))
    notes = {square: "!" for square, _ in state.scenes}

    def boards(language: Language) -> list[Element]:
        rifts = {square: state.state.rifts.count(square) for square in state.state.rifts}
        tokens = ring.on_ring(state, language)
        return [draw_ring(rulings.sides, language, tokens, rifts, state.offer, notes, large=True)]

    words = {"middle": _CYCLE, "climax": _ROUND}.get(state.phase, Text("Ending phase", "エンディングフェイズ"))
    return Scene(words.format(n=state.number), boards, tuple(told), tuple(people))


_SCENES: Mapping[str, tuple[Any, Callable[[Any, Any], Scene]]] = {
    "prophecy.battle": (PROPHECY, _prophecy),
    "exorcist.combat": (EXORCIST, _exorcist),
    "contest.stepper": (CONTEST, _contest),
    "avatar.combat": (AVATAR, _avatar),
    "kamui.board": (KAMUI, _kamui),
}
"""The game of each stepper, and how things stand there."""
