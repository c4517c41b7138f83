"""A contest played phase by phase: who faces whom, augments, rolls, the piece, the ends (C-M9, C-M10)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from rules_py.contest import cast
from rules_py.contest.cast import WHO, Play, Who
from rules_py.contest.characters import augment_bonus
from rules_py.contest.checks import FACES, Side, SuccessLevel, compare_rolls, raise_level
from rules_py.contest.effects import Gauge, Move, chart_move, check_phase
from rules_py.contest.model import Augment, Character, Contest, Phase, Scene, contestant, join_start, standing
from rules_py.contest.odds import exchange_odds
from rules_py.contest.rulings import LARGEST_DYING_SQUARE, Rulings
from rules_py.core.arguments import Choice, Flag, Rows, Whole
from rules_py.core.dice import Die
from rules_py.core.errors import InputError
from rules_py.core.game import EDIT, Action, Game
from rules_py.core.render import percent, signed
from rules_py.core.rulings import whole_number
from rules_py.core.text import Text, listed, same
from rules_py.core.words import words

GAME: Game[Scene, Rulings] = Game(Scene, lambda scene: scene.phase, Rulings(), "C-1.1", words("contest"))
apply = GAME.apply
"""Carry out one action of a contest (C-M10); its actions are `GAME.actions`."""

_CONTEST = Whole(0, lambda scene: len(scene.contests) - 1)
_SIDE = Choice({"a": same("a"), "b": same("b")})

Enemy = Annotated[int, replace(WHO, rule="C-1.8")]
Number = Annotated[int, _CONTEST]
SideName = Annotated[str, _SIDE]
Rows3 = tuple[tuple[int, int, int], ...]
Used = Annotated[Rows3, Rows({"who": WHO, "ability": Whole(0, 99, "C-2.1"), "strike": Whole(1, 2, "C-5.6")})]

_ACTING = replace(WHO, rule="C-Q15")
Acting = Annotated[Rows3, Rows({"contest": _CONTEST, "a": _ACTING, "b": _ACTING})]
Dice = Annotated[
    tuple[tuple[int, int, int], ...],
    Rows({"contest": _CONTEST, "roll": Whole(1, FACES, "C-Q1"), "other roll": Whole(1, FACES, "C-Q1")}),
]
Square = Annotated[int, Whole(-LARGEST_DYING_SQUARE, LARGEST_DYING_SQUARE, "C-Q11")]


def _running(table: Play, number: int) -> Contest:
    contest = table.state.contests[number]
    if not contest.running:
        raise table.forbidden("contest_over", "C-T4", action="that")
    return contest


def _set_contest(table: Play, number: int, contest: Contest) -> None:
    contests = table.state.contests
    table.set(contests=(*contests[:number], contest, *contests[number + 1 :]))


def _set_character(table: Play, who: int, character: Character) -> None:
    characters = table.state.characters
    table.set(characters=(*characters[:who], character, *characters[who + 1 :]))


# --- setting the scene ----------------------------------------------------------------------------------------------


GAME.action("add", Text("A new character", "キャラクターの追加"), Phase.SCENE, Phase.START)(cast.add)
GAME.action(EDIT, Text("Changing a character", "キャラクターの変更"))(cast.edit)
GAME.action("remove", Text("Removing a character", "キャラクターの削除"), Phase.SCENE)(cast.remove)


@GAME.action("begin", Text("Beginning", "対決の開始"), Phase.SCENE)
def _begin(table: Play) -> None:
    if len(table.state.characters) < 2:
        raise table.forbidden("needs_two", "C-1.3")
    _new_round(table)


def _new_round(table: Play) -> None:
    scene = table.state
    contests = tuple(
        replace(c, rolls=None, levels=None, move=None, placing=False) if c.running else c for c in scene.contests
    )
    number = scene.round + 1
    table.set(contests=contests, phase=Phase.START, round=number, blocked=frozenset(), strike={}, turn=0)
    rule = "C-6.9" if scene.round else "C-1.1"
    table.tell("round", rule, heading=True, number=number)


# --- phase 1: start -------------------------------------------------------------------------------------------------


@GAME.action("pair", Text("This pairing", "この組み合わせ"), Phase.START)
def _pair(table: Play, a: Who, b: Who) -> None:
    scene, rulings = table.state, table.rulings
    rule = "C-1.3" if scene.round == 1 else "C-1.13"
    if a == b:
        raise table.forbidden("own_opponent", rule)
    taken = [who for who in (a, b) if scene.contests_of(who)]
    twice = scene.round == 1 and rulings.same_opponent != "one_to_one" and len(taken) == 1
    for who in (a, b):
        _able(table, who)
        if who in taken and not twice:
            raise table.forbidden("chosen_already" if scene.round == 1 else "has_a_contest", rule, name=scene.name(who))
    if twice and rulings.same_opponent == "many_to_one":
        _beside(table, *((b, a) if taken == [a] else (a, b)))
        return
    table.set(contests=(*scene.contests, Contest(((a,), (b,)), acting=(a, b))))
    rules = ("C-1.3", "C-1.4") if scene.round == 1 else ("C-1.13",)
    table.tell("faces", *rules, *(("C-Q23",) if twice else ()), a=scene.name(a), b=scene.name(b))


def _able(table: Play, who: int) -> None:
    """Refuse whoever may enter no contest: the dying (C-Q33), and as C-Q31 is answered those who have yielded."""
    if table.state.characters[who].dying:
        raise table.forbidden("is_dying", "C-Q33", name=table.state.name(who))
    if who in table.state.out:
        raise table.forbidden("has_yielded", "C-Q31", name=table.state.name(who))


def _beside(table: Play, who: int, enemy: int) -> None:
    """In round 1, face somebody whom others face already (C-Q23)."""
    scene = table.state
    number = scene.contests_of(enemy)[0]
    contest = scene.contests[number]
    other = 0 if contest.side_of(enemy) is Side.A else 1
    if len(contest.sides[other]) > 1:
        raise table.forbidden("not_alone", "C-Q23", name=scene.name(enemy))
    others = listed([scene.name(n) for n in contest.sides[1 - other]])
    table.tell("faces_beside", "C-1.3", "C-Q23", who=scene.name(who), enemy=scene.name(enemy), others=others)
    _enter(table, number, 1 - other, who)


def _enter(table: Play, number: int, own: int, who: int) -> None:
    """Put somebody on a side of a contest."""
    contest = table.state.contests[number]
    sides = list(contest.sides)
    sides[own] = (*sides[own], who)
    _set_contest(table, number, replace(contest, sides=(sides[0], sides[1])))


@GAME.action("join", Text("Joining in", "助太刀"), Phase.START)
def _join(
    table: Play,
    who: Who,
    contest: Number,
    side: SideName,
    enemy: Enemy | None = None,
) -> None:
    scene, rulings, number = table.state, table.rulings, contest
    old = _running(table, number)
    joined = Side(side)
    if scene.round < 2:
        raise table.forbidden("joining_too_early", "C-1.5")
    _able(table, who)
    if scene.contests_of(who):
        raise table.forbidden("has_a_contest", "C-1.5", name=scene.name(who))
    own, other = (0, 1) if joined is Side.A else (1, 0)
    if len(old.sides[own]) >= len(old.sides[other]):
        equal = len(old.sides[0]) == len(old.sides[1])
        others = listed([scene.name(n) for n in old.sides[own]])
        table.tell("joins", "C-1.12" if equal else "C-1.11", who=scene.name(who), others=others)
        _enter(table, number, own, who)
        return
    if enemy is None or enemy not in old.sides[other]:
        raise InputError("enemy", "" if enemy is None else scene.name(enemy), table.say("which_enemy"), "C-1.8")
    start = join_start(old.position, joined)
    brought = tuple(a for a in old.augments if a.target == enemy and rulings.split_augments == "come_along")
    if rulings.chosen_enemy_leaves:
        sides = list(old.sides)
        sides[other] = tuple(n for n in sides[other] if n != enemy)
        acting = list(old.acting)
        if acting[other] == enemy:
            acting[other] = sides[other][0]
        left = tuple(a for a in old.augments if a not in brought)
        rest = replace(old, sides=(sides[0], sides[1]), acting=(acting[0], acting[1]), augments=left)
        _set_contest(table, number, rest)
    pair = (who, enemy) if own == 0 else (enemy, who)
    new = Contest(((pair[0],), (pair[1],)), position=start, acting=pair, augments=brought)
    table.set(contests=(*table.state.contests, new))
    rules = ("C-1.7", "C-1.10" if start else "C-1.9", "C-Q16")
    square = f"{start:+d}" if start else "0"
    table.tell("takes_on", *rules, who=scene.name(who), enemy=scene.name(enemy), start=square)


# --- phase 2: declaration -------------------------------------------------------------------------------------------


@GAME.action("declare", Text("The declaration", "宣言"), Phase.DECLARATION)
def _declare(table: Play, used: Used, acting: Acting) -> None:
    scene = table.state
    declared, strike = dict(scene.declared), dict[int, int]()
    for who, ability, power in used:
        if who not in scene.participants:
            raise table.forbidden("in_no_contest", "C-2.1", name=scene.name(who))
        abilities = scene.characters[who].abilities
        declared[who], strike[who] = whole_number("ability", ability, 0, len(abilities) - 1, "C-2.1"), power
        called = abilities[ability].text
        if power == 2:
            table.tell("uses_with_power", "C-2.1", "C-5.6", who=scene.name(who), ability=called)
        else:
            table.tell("uses", "C-2.1", who=scene.name(who), ability=called)
    if missing := [who for who in scene.participants if who not in strike]:
        raise table.forbidden("undeclared", "C-2.1", name=scene.name(missing[0]))
    for number, a, b in acting:
        contest = _running(table, number)
        if a not in contest.sides[0] or b not in contest.sides[1]:
            raise table.forbidden("acting_elsewhere", "C-Q15")
        _set_contest(table, number, replace(contest, acting=(a, b)))
        for side, who in ((0, a), (1, b)):
            if len(contest.sides[side]) > 1:
                table.tell("acts_for_side", "C-Q15", who=scene.name(who))
    table.set(declared=declared, strike=strike, phase=Phase.AUGMENT)


# --- phase 3: augments ----------------------------------------------------------------------------------------------


def _end_turn(table: Play) -> None:
    table.set(turn=table.state.turn + 1)
    if table.state.on_turn is None:
        table.set(phase=Phase.EXCHANGE)


def _on_turn(table: Play) -> int:
    who = table.state.on_turn
    if who is None:
        raise table.forbidden("turns_over", "C-3.6", GAME.actions["augment"].label)
    return who


@GAME.action("augment", Text("The augment", "増強"), Phase.AUGMENT)
def _augment(
    table: Play,
    target: Who,
    source: Annotated[int, Whole(0, 99, "C-3.5")],
    kind: Annotated[str, Choice({word: same(word) for word in ("active", "passive")})],
    allowed: Annotated[bool, Flag()] = False,
) -> None:
    scene, rulings, who = table.state, table.rulings, _on_turn(table)
    character = scene.characters[who]
    whole_number("source", source, 0, len(character.abilities) - 1, "C-3.5")
    if target not in scene.participants:
        raise table.forbidden("ability_unused", "C-2.2")
    if kind == "passive" and target != who and not allowed:
        raise table.forbidden("passive_serves_oneself", "C-3.13", action="passive_for_others")
    used = scene.declared[target]
    if (who, source) == (target, used) and not rulings.augment_itself:
        raise table.forbidden("another_ability", "C-Q34", action="augmenting_itself")
    numbers = everywhere = scene.contests_of(target)
    if rulings.same_augment == "once":
        done = {n: [(a.augmenter, a.source) for a in scene.contests[n].augments] for n in everywhere}
        numbers = [n for n in everywhere if (who, source) not in done[n]]
    if not numbers:
        called = character.abilities[source].text
        raise table.forbidden("has_augmented", "C-Q14", action="same_augment", ability=called)
    bonus = augment_bonus(character.abilities[source].ability, rulings, character.wounded)
    for number in numbers:
        contest = scene.contests[number]
        made = Augment(who, source, target, used, bonus)
        _set_contest(table, number, replace(contest, augments=(*contest.augments, made)))
    table.tell(
        "augments_actively" if kind == "active" else "augments_passively",
        "C-3.5",
        "C-3.8" if kind == "active" else "C-3.9",
        who=scene.name(who),
        target=scene.name(target),
        used=scene.characters[target].abilities[used].called,
        source=character.abilities[source].bare,
        bonus=bonus,
    )
    if numbers != everywhere:
        foes = listed([scene.name(n) for number in numbers for n in scene.contests[number].foes_of(target)])
        table.tell("counts_against", "C-Q14", foes=foes, source=character.abilities[source].called)
    if kind == "active":
        stopped = [who] if who in scene.participants else []
        if not stopped and rulings.outside_augment_blocks:
            stopped = [target]
        for one in stopped:
            table.set(blocked=table.state.blocked | {one})
            table.tell("cannot_push", "C-3.14" if one == who else "C-Q20", who=scene.name(one))
    _end_turn(table)


@GAME.action("act", Text("An independent act", "独立行為"), Phase.AUGMENT)
def _act(table: Play) -> None:
    who = _on_turn(table)
    if who in table.state.participants:
        table.set(blocked=table.state.blocked | {who})
        table.tell("acts_and_cannot_push", "C-3.19", "C-3.21", who=table.state.name(who))
    else:
        table.tell("acts", "C-3.19", who=table.state.name(who))
    _end_turn(table)


@GAME.action("pass", Text("Passing", "何もしないこと"), Phase.AUGMENT)
def _pass(table: Play) -> None:
    who = table.state.name(_on_turn(table))
    table.tell("passes", "C-3.1", who=who)
    _end_turn(table)


@GAME.action("skip", Text("Skipping the augments", "増強の省略"), Phase.AUGMENT)
def _skip(table: Play) -> None:
    _on_turn(table)
    table.tell("all_pass", "C-3.1")
    table.set(phase=Phase.EXCHANGE, turn=len(table.state.order))


# --- phase 4: exchange ----------------------------------------------------------------------------------------------


@GAME.action("roll", Text("A roll", "ロール"), Phase.EXCHANGE)
def _roll(table: Play, dice: Dice = ()) -> None:
    waiting = unsettled(table.state, table.rulings)
    if not waiting:
        raise table.forbidden("has_rolled", "C-4.2")
    given = {number: (a, b) for number, a, b in dice}
    if unknown := set(given) - set(waiting):
        raise InputError("contest", min(unknown), table.say("waiting_contest"))
    for number in waiting:
        rolls = given[number] if number in given else (table.die(FACES), table.die(FACES))
        contest = table.state.contests[number]
        a, b = (contestant(table.state, number, side, table.rulings).effective(table.rulings) for side in Side)
        levels = compare_rolls(a, b, *rolls)
        _set_contest(table, number, replace(contest, rolls=rolls, levels=levels))
        table.tell(
            "rolls",
            "C-4.2",
            "C-4.3",
            seen=tuple(Die(r, FACES, level >= SuccessLevel.SUCCESS) for r, level in zip(rolls, levels, strict=True)),
            a=table.state.name(contest.acting[0]),
            b=table.state.name(contest.acting[1]),
            ability_a=a,
            ability_b=b,
            roll_a=rolls[0],
            roll_b=rolls[1],
            level_a=levels[0].text,
            level_b=levels[1].text,
        )
        if number in unsettled(table.state, table.rulings):
            table.tell("rolls_equal", "C-Q8")


def unsettled(scene: Scene, rulings: Rulings = Rulings()) -> list[int]:
    """Return which contests have not this round's final dice yet, by their numbers (C-Q8).

    Example:
        >>> from rules_py.contest import Contest, Scene
        >>> unsettled(Scene(contests=(Contest(((0,), (1,))),)))
        [0]
    """
    moves = {number: looked_up(scene, number, rulings) for number in scene.running}
    return [number for number, move in moves.items() if move is None or move.reroll]


def looked_up(scene: Scene, number: int, rulings: Rulings = Rulings()) -> Move | None:
    """Return what the chart says of the dice of a contest; None while there are none.

    Args:
        scene: The state.
        number: Number of the contest.
        rulings: How the open questions are answered.

    Raises:
        InputError: If there is no such contest.

    Source: C-5.1.

    Example:
        >>> from rules_py.contest import Contest, Scene
        >>> looked_up(Scene(contests=(Contest(((0,), (1,))),)), 0) is None
        True
    """
    contest = scene.contests[whole_number("contest", number, 0, len(scene.contests) - 1)]
    if contest.levels is None or contest.rolls is None:
        return None
    a, b = contestant(scene, number, Side.A, rulings), contestant(scene, number, Side.B, rulings)
    return chart_move(contest.levels, contest.rolls, a, b, rulings)


@GAME.action("hero", Text("A hero point", "ヒーローポイントの使用"), Phase.EXCHANGE)
def _hero(table: Play, contest: Number, side: SideName) -> None:
    now, raised = _running(table, contest), Side(side)
    if not table.rulings.hero_points:
        raise table.forbidden("no_hero_points", "C-Q3")
    if now.levels is None:
        raise table.forbidden("hero_after_roll", "C-4.4")
    levels = raise_level(*now.levels, raised)
    who = table.state.name(now.acting[0 if raised is Side.A else 1])
    table.tell("spends_hero_point", "C-4.4", "C-Q3", who=who, level_a=levels[0].text, level_b=levels[1].text)
    _set_contest(table, contest, replace(now, levels=levels))


# --- phase 5: resolution --------------------------------------------------------------------------------------------


@GAME.action("resolve", Text("Reading the chart", "連続対決表の参照"), Phase.EXCHANGE)
def _resolve(table: Play) -> None:
    scene, rulings = table.state, table.rulings
    moves = {number: looked_up(scene, number, rulings) for number in scene.running}
    for number, move in moves.items():
        if move is None or move.reroll:
            names = listed([scene.name(who) for who in scene.contests[number].acting])
            raise table.forbidden("must_roll", "C-4.2", names=names)
    for number, move in moves.items():
        assert move is not None
        contest = scene.contests[number]
        position = Gauge.of(rulings).moved(contest.position, move.squares)
        moved = replace(contest, move=move, position=position, placing=bool(move.free))
        _set_contest(table, number, moved)
        _tell_move(table, number, contest.position, move)
    table.set(phase=Phase.RESOLUTION)


def _chance_of(table: Play, number: int, move: Move) -> Text:
    """Say how likely it was that the dice do this with the piece; nothing where a hero point may have changed it."""
    if table.rulings.hero_points:
        return same("")
    a, b = (contestant(table.state, number, side, table.rulings) for side in Side)
    odds = exchange_odds(a, b, table.rulings)
    chance = percent(odds.moves[move] if move.free or move.squares else odds.stays)
    return table.say("chance", chance=chance)


def _tell_move(table: Play, number: int, before: int, move: Move) -> None:
    contest, chance = table.state.contests[number], _chance_of(table, number, move)
    rules = (move.row, move.stopped_by) if move.stopped_by else (move.row,)
    acting = [table.state.name(who) for who in contest.acting]
    if move.free:
        table.tell("may_place", *rules, who=acting[0 if move.free == "a" else 1], chance=chance)
    elif move.squares:
        loser, after = acting[1 if move.squares > 0 else 0], signed(contest.position)
        squares = abs(contest.position - before)
        table.tell(
            "piece_moves", *rules, squares=squares, loser=loser, before=signed(before), after=after, chance=chance
        )
    elif move.stopped_by and move.gains:
        who = acting[0 if move.gains == "a" else 1]
        table.tell("piece_held", *rules, who=who, before=signed(before), chance=chance)
    else:
        table.tell("piece_stays", *rules, before=signed(before), chance=chance)


@GAME.action("place", Text("Placing the piece", "コマを置くこと"), Phase.RESOLUTION)
def _place(table: Play, contest: Number, position: Square) -> None:
    now = _running(table, contest)
    if not now.placing or now.move is None:
        raise table.forbidden("not_free", "C-T1.4")
    allowed = Gauge.of(table.rulings).placements(now.move, now.position, table.rulings)
    stays = now.move.stopped_by == "C-Q10" and position == now.position
    if not stays:
        whole_number("position", position, allowed[0] if allowed else 0, allowed[-1] if allowed else 0, "C-Q11")
    who = table.state.name(now.acting[0 if now.move.free == "a" else 1])
    table.tell("places", "C-T1.4", "C-Q11", who=who, position=signed(position))
    _set_contest(table, contest, replace(now, position=position, placing=False))


# --- phase 6: check -------------------------------------------------------------------------------------------------


@GAME.action("next", Text("Going on", "次へ進むこと"), Phase.START, Phase.RESOLUTION, Phase.CHECK)
def _next(table: Play) -> None:
    scene = table.state
    if scene.phase is Phase.START:
        if not scene.running:
            raise table.forbidden("nobody_faced", "C-1.3")
        table.set(phase=Phase.DECLARATION)
    elif scene.phase is Phase.CHECK:
        _new_round(table)
    elif any(contest.placing for contest in scene.contests):
        raise table.forbidden("place_first", "C-T1.4")
    else:
        _check(table)


def _check(table: Play) -> None:
    found = {}
    for number in table.state.running:
        now = standing(table.state, number)
        found[number] = check_phase(now.position, now.wounded_a, now.wounded_b, table.rulings)
    for number, condition in found.items():
        acting = table.state.contests[number].acting
        for side, who, hurt in zip(Side, acting, (condition.wounded_a, condition.wounded_b), strict=True):
            if hurt and not table.state.characters[who].wounded:
                before = contestant(table.state, number, side, table.rulings).effective(table.rulings)
                _set_character(table, who, replace(table.state.characters[who], wounded=True))
                after = contestant(table.state, number, side, table.rulings).effective(table.rulings)
                used = table.state.characters[who].abilities[table.state.declared.get(who, 0)].called
                rules = ("C-6.4" if condition.dying else "C-6.1", "C-6.2")
                table.tell("wounded", *rules, who=table.state.name(who), used=used, before=before, after=after)
    lost: list[int] = []
    for number, condition in found.items():
        if condition.dying:
            contest = table.state.contests[number]
            who = contest.acting[0 if condition.dying is Side.A else 1]
            lost.append(who)
            winner = condition.dying.other
            _set_character(table, who, replace(table.state.characters[who], dying=True))
            _set_contest(table, number, replace(contest, result=winner.value))
            names = listed([table.state.name(n) for n in contest.sides[0 if winner is Side.A else 1]])
            table.tell("loses", "C-6.3", "C-T4.1", who=table.state.name(who), winner=names)
            if comrades := [table.state.name(n) for n in contest.sides[1 if winner is Side.A else 0] if n != who]:
                table.tell("lost_unhurt", "C-Q27", others=listed(comrades))
    for who in lost:
        _leave(table, who, table.state.contests_of(who))
    table.set(phase=Phase.CHECK)


def _leave(table: Play, who: int, numbers: list[int], whole: bool = False) -> None:
    """Take a character out of some contests; a side that is left empty, or the whole side (C-Q28), has lost."""
    for number in numbers:
        contest = table.state.contests[number]
        own = 0 if contest.side_of(who) is Side.A else 1
        left = tuple(n for n in contest.sides[own] if n != who)
        others = listed([table.state.name(n) for n in left])
        if not left or whole:
            contest = replace(contest, result="b" if own == 0 else "a")
            if left:
                table.tell("lost_too", "C-Q28", others=others)
        else:
            sides, acting = list(contest.sides), list(contest.acting)
            sides[own] = left
            acting[own] = acting[own] if acting[own] != who else left[0]
            contest = replace(contest, sides=(sides[0], sides[1]), acting=(acting[0], acting[1]))
            table.tell("goes_on", *(() if table.state.characters[who].dying else ("C-Q28",)), others=others)
        _set_contest(table, number, contest)


@GAME.action("yield", Text("Yielding", "降参"), Phase.CHECK)
def _yield(table: Play, who: Who, contest: Number | None = None) -> None:
    """Let somebody yield in one contest; who fights in several and names none of them gives up all."""
    scene, name = table.state, table.state.name(who)
    numbers = scene.contests_of(who)
    if not numbers:
        raise table.forbidden("in_no_contest", "C-6.5", name=name)
    if contest is not None and contest not in numbers:
        raise InputError("contest", contest, table.say("own_contest", name=name), "C-6.5")
    rules = ("C-6.5", "C-6.6", "C-T4.2")
    if contest is not None and len(numbers) > 1:
        numbers, foes = [contest], listed([scene.name(n) for n in scene.contests[contest].foes_of(who)])
        table.tell("yields_to", *rules, "C-Q31", who=name, foes=foes)
    else:
        table.tell("yields", *rules, who=name)
    _leave(table, who, numbers, table.rulings.yield_of_one == "whole_side")
    if table.rulings.after_yielding == "out":
        table.set(out=table.state.out | {who})


@GAME.action("draw", Text("Ending by agreement", "合意による終了"), Phase.CHECK)
def _draw(table: Play, contest: Number) -> None:
    now = _running(table, contest)
    names = listed([table.state.name(who) for side in now.sides for who in side])
    table.tell("agree_to_draw", "C-6.7", "C-6.8", "C-T4.3", "C-Q30", names=names)
    _set_contest(table, contest, replace(now, result="draw"))


# --- what nobody has to decide ----------------------------------------------------------------------------------------


def unasked(scene: Scene, rulings: Rulings = Rulings()) -> Action | None:
    """Return the action that comes next where nobody has anything to decide; `None` where somebody has.

    Two who are alone in the scene face each other, if neither is dying; a round goes on to its declaration where nobody
    stands outside who might enter a contest; the chart is read where no hero point can be spent; the check follows once
    the piece lies.

    Args:
        scene: The state.
        rulings: How the open questions are answered.

    Source: C-1.3, C-1.5, C-5.1, C-6.9, C-Q33.

    Example:
        >>> from rules_py.contest import Contest, Scene
        >>> unasked(Scene(contests=(Contest(((0,), (1,))),), phase=Phase.START, round=2))
        ['next']
    """
    if scene.phase is Phase.START:
        if not scene.contests and len(scene.characters) == 2 == len(scene.free):
            return ["pair", 0, 1]
        return None if may_enter(scene, rulings) or not scene.running else ["next"]
    if scene.phase is Phase.EXCHANGE and not rulings.hero_points:
        return None if unsettled(scene, rulings) else ["resolve"]
    if scene.phase is Phase.RESOLUTION:
        return None if any(scene.contests[n].placing for n in scene.running) else ["next"]
    return None


def may_enter(scene: Scene, rulings: Rulings = Rulings()) -> bool:
    """Say whether somebody outside might enter a contest at the start of a round: face somebody, or join in (C-1.5)."""
    free = len(scene.free)
    if scene.round == 1 and rulings.same_opponent == "one_to_one":
        return free > 1
    return free > 0 and free + len(scene.participants) > 1
