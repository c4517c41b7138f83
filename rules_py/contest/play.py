"""A contest played phase by phase: who faces whom, augments, rolls, the piece, the ends (C-M9, C-M10)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import IntEnum
from fractions import Fraction
from typing import Any

from rules_py.contest.characters import (
    MOST_PERMANENT,
    Ability,
    Contestant,
    augment_bonus,
    halve,
    parse_ability,
)
from rules_py.contest.checks import FACES, Side, SuccessLevel, compare_rolls, raise_level
from rules_py.contest.effects import Gauge, Move, chart_move, check_phase
from rules_py.contest.odds import Outlook, Standing, contest_odds, outlook_this_round, piece_after
from rules_py.contest.rulings import LARGEST_DYING_SQUARE, Rulings
from rules_py.errors import ForbiddenAction, InputError
from rules_py.show import signed
from rules_py.stepper import Action, Event, die_roll
from rules_py.switches import whole_number
from rules_py.text import Text, listed, same

MOST_CHARACTERS = 12
MOST_ABILITIES = 12
LONGEST_NAME = 40
LONGEST_ABILITY = 100


class Phase(IntEnum):
    """Setting the scene, then the six phases of a round in order (C-1.1)."""

    SCENE = 0
    START = 1
    DECLARATION = 2
    AUGMENT = 3
    EXCHANGE = 4
    RESOLUTION = 5
    CHECK = 6

    @property
    def text(self) -> Text:
        """The phase's name."""
        return _PHASES[self]


_PHASES = {
    Phase.SCENE: Text("Setting the scene", "場面の準備"),
    Phase.START: Text("Phase 1: start", "第1フェイズ（開始）"),
    Phase.DECLARATION: Text("Phase 2: declaration", "第2フェイズ（宣言）"),
    Phase.AUGMENT: Text("Phase 3: augments", "第3フェイズ（増強）"),
    Phase.EXCHANGE: Text("Phase 4: exchange", "第4フェイズ（応酬）"),
    Phase.RESOLUTION: Text("Phase 5: resolution", "第5フェイズ（解決）"),
    Phase.CHECK: Text("Phase 6: check", "第6フェイズ（確認）"),
}


@dataclass(frozen=True)
class NamedAbility:
    """An ability on a character's sheet.

    Args:
        name: What it is called.
        ability: Its number.
        permanent: Sum of its permanent augments (C-3.15), -100 to 100.
    """

    name: Text
    ability: Ability
    permanent: int = 0

    @property
    def number(self) -> str:
        """The number as a player writes it, permanent augments included."""
        return f"{self.ability}{self.permanent:+d}" if self.permanent else str(self.ability)

    @property
    def called(self) -> Text:
        """The name as a sentence holds it: Japanese in the brackets of the original."""
        bare = self.name.ja.strip("〈〉")
        return Text(self.name.en, f"〈{bare}〉")

    @property
    def text(self) -> Text:
        """Name and number."""
        return self.called + Text(f" {self.number}", self.number)


_NUMBER = re.compile(
    r"(?<![0-9.+-])(?P<ability>[0-9]{1,2}(?:W[0-9]{0,2})?)(?P<permanent>(?:\s?[+-]\s?[0-9]{1,3})*)\Z", re.IGNORECASE
)
_UNFINISHED = re.compile(r"(?:[+.-]|[0-9]W)\Z", re.IGNORECASE)


def parse_abilities(text: str, field: str = "abilities") -> tuple[NamedAbility, ...]:
    """Read a character's abilities as a player lists them.

    Args:
        text: `Close Combat 10W+5, Hates trolls 17`: name, number and, if any, the permanent augments; separated by
            commas, semicolons or line breaks.
        field: Name to report in the error.

    Returns:
        The abilities in order.

    Raises:
        InputError: If there is none, too many, or one cannot be read.

    Source: C-M1, C-3.15.

    Example:
        >>> [ability.text.get("en") for ability in parse_abilities("Sword 10W+5, Stealth 14")]
        ['Sword 10W+5', 'Stealth 14']
    """
    normal = unicodedata.normalize("NFKC", text).replace("−", "-")
    parts = [" ".join(part.split()) for part in re.split(r"[,、;\n]", normal)]
    parts = [part for part in parts if part]
    if not 1 <= len(parts) <= MOST_ABILITIES:
        allowed = Text(
            "one to {most} abilities, separated by commas", "能力を1個から{most}個まで、読点で区切って書いてください"
        )
        raise InputError(field, text, allowed.format(most=MOST_ABILITIES))
    result: list[NamedAbility] = []
    for part in parts:
        found = _NUMBER.search(part) if len(part) <= LONGEST_ABILITY else None
        if not found or _UNFINISHED.search(part[: found.start()].rstrip()):
            raise InputError(
                field,
                part,
                Text(
                    "a name, a number such as 17 or 10W, and permanent augments such as +5 if there are any",
                    "能力名、17や10Wのような数値、永続的増強があれば+5のように続けて書いてください",
                ),
            )
        bonuses = re.findall(r"[+-][0-9]+", found["permanent"].replace(" ", ""))
        permanent = whole_number(field, sum(map(int, bonuses)), -MOST_PERMANENT, MOST_PERMANENT, "C-3.15")
        name = part[: found.start()].strip().rstrip(":").strip() or str(len(result) + 1)
        result.append(NamedAbility(same(_short(name, field)), parse_ability(found["ability"], field), permanent))
    return tuple(result)


def _short(name: str, field: str) -> str:
    name = unicodedata.normalize("NFC", name).replace("\u3000", " ").strip()
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise InputError(
            field,
            name,
            Text("a name of 1 to {most} characters", "1文字から{most}文字までの名前を書いてください").format(
                most=LONGEST_NAME
            ),
        )
    return name


@dataclass(frozen=True)
class Character:
    """Somebody in the scene.

    Args:
        name: The character's name.
        abilities: The abilities, at least one.
        narrator: Is it played by the narrator? The narrator acts first in the augment phase (C-3.2).
        wounded: Does it bear a heavy wound?
        dying: Is it dying?
    """

    name: Text
    abilities: tuple[NamedAbility, ...]
    narrator: bool = False
    wounded: bool = False
    dying: bool = False


@dataclass(frozen=True)
class Augment:
    """A temporary augment that lasts for the contest (C-3.7).

    Args:
        augmenter: Number of the character who augmented.
        source: Number of that character's ability.
        target: Number of the character whose used ability rose.
        ability: Number of that used ability.
        bonus: How much it rose.
    """

    augmenter: int
    source: int
    target: int
    ability: int
    bonus: int


Sides = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Contest:
    """One pairing with its gauge.

    Args:
        sides: Numbers of the characters of side A and side B.
        position: The piece, + toward B's dying square.
        acting: The character of each side who rolls this round (C-Q15).
        augments: The augments made in this contest.
        rolls: This round's dice of A and B.
        levels: This round's success levels of A and B.
        move: What the chart said this round.
        placing: Must the free side still place the piece?
        result: `""` while it runs, else the winning side `"a"`, `"b"` or `"draw"`.
    """

    sides: Sides
    position: int = 0
    acting: tuple[int, int] = (0, 0)
    augments: tuple[Augment, ...] = ()
    rolls: tuple[int, int] | None = None
    levels: tuple[SuccessLevel, SuccessLevel] | None = None
    move: Move | None = None
    placing: bool = False
    result: str = ""

    @property
    def running(self) -> bool:
        """Does the contest go on?"""
        return not self.result

    def side_of(self, who: int) -> Side | None:
        """The side a character stands on, if it takes part."""
        if who in self.sides[0]:
            return Side.A
        return Side.B if who in self.sides[1] else None


@dataclass(frozen=True)
class Scene:
    """Everything there is to know between two actions.

    Args:
        characters: Everybody in the scene; the players' characters in their order around the table.
        contests: All contests, ended ones too.
        phase: Where the round stands.
        round: Number of the round, from 1; 0 while the scene is set.
        declared: Number of the used ability of each participant (C-2.1); it stays as a suggestion for the next round.
        strike: Strike power of each participant this round (C-5.5, C-5.6).
        blocked: Participants who cannot push this round (C-3.14, C-3.21).
        turn: How many characters have had their augment or act this round.
        dice: How many dice the seed has rolled so far.
        out: Those who have yielded and may enter no other contest of this scene (C-Q31).

    Source: C-M10.

    Example:
        >>> Scene().phase.text.get("en")
        'Setting the scene'
    """

    characters: tuple[Character, ...] = ()
    contests: tuple[Contest, ...] = ()
    phase: Phase = Phase.SCENE
    round: int = 0
    declared: dict[int, int] = field(default_factory=dict)
    strike: dict[int, int] = field(default_factory=dict)
    blocked: frozenset[int] = frozenset()
    turn: int = 0
    dice: int = 0
    out: frozenset[int] = frozenset()

    def contests_of(self, who: int) -> list[int]:
        """Numbers of the running contests a character takes part in."""
        return [n for n, c in enumerate(self.contests) if c.running and c.side_of(who)]

    @property
    def running(self) -> list[int]:
        """Numbers of the running contests."""
        return [n for n, c in enumerate(self.contests) if c.running]

    @property
    def participants(self) -> list[int]:
        """Numbers of the characters in a running contest."""
        return [n for n in range(len(self.characters)) if self.contests_of(n)]

    @property
    def free(self) -> list[int]:
        """Numbers of the characters who could still enter a contest."""
        able = [n for n, c in enumerate(self.characters) if not c.dying and n not in self.out]
        return [n for n in able if not self.contests_of(n)]

    @property
    def order(self) -> list[int]:
        """Numbers of the characters in the order of the augment phase: the narrator's first, then clockwise (C-3.2)."""
        able = [n for n, c in enumerate(self.characters) if not c.dying]
        return sorted(able, key=lambda n: not self.characters[n].narrator)

    @property
    def on_turn(self) -> int | None:
        """Number of the character whose augment or act is due."""
        order = self.order
        return order[self.turn] if self.phase is Phase.AUGMENT and self.turn < len(order) else None

    def name(self, who: int) -> Text:
        """The name of a character."""
        return self.characters[who].name


def contestant(scene: Scene, number: int, side: Side, rulings: Rulings = Rulings()) -> Contestant:
    """One side of a contest as it rolls now: used ability, augments, numbers, wound, strike power, push block.

    Args:
        scene: The state.
        number: Number of the contest.
        side: The side asked for; of several, the acting character counts.
        rulings: C-Q13 and C-Q15 decide which augments and which modifier count, C-Q29 whose push block does.

    Returns:
        The contestant.

    Source: C-M10, C-Q13, C-Q15, C-Q29.
    """
    contest = scene.contests[number]
    own = 0 if side is Side.A else 1
    who = contest.acting[own]
    bound = contest.sides[own] if rulings.comrade_blocks else (who,)
    used = scene.declared.get(who, 0)
    character = scene.characters[who]
    augments = sum(
        a.bonus
        for a in contest.augments
        if a.target == who and (a.ability == used or rulings.augment_follows == "contest")
    )
    more = (len(contest.sides[0]) - len(contest.sides[1])) * side.sign
    sheet = character.abilities[used]
    return Contestant(
        sheet.ability,
        permanent=sheet.permanent,
        augments=augments,
        modifier=more * rulings.many_to_one_modifier,
        wounded=character.wounded,
        strike_power=scene.strike.get(who, 1),
        blocked=not scene.blocked.isdisjoint(bound),
    )


def standing(scene: Scene, number: int) -> Standing:
    """How a contest stands: the piece and the wounds of the acting characters."""
    contest = scene.contests[number]
    a, b = (scene.characters[who] for who in contest.acting)
    return Standing(contest.position, a.wounded, b.wounded)


def outlook(scene: Scene, number: int, rulings: Rulings = Rulings()) -> Outlook:
    """The exact outlook of a contest from here, if all go on with the abilities they use now.

    Args:
        scene: The state, at any moment of the round.
        number: Number of the contest.
        rulings: How the open questions are answered.

    Returns:
        Chances and expected rounds; dice that already lie on the table count, a free placement is assumed to be the
        best one, and an ended contest is certain (a draw counts half).

    Source: C-M6 to C-M10.
    """
    contest = scene.contests[number]
    a, b = contestant(scene, number, Side.A, rulings), contestant(scene, number, Side.B, rulings)
    now = standing(scene, number)
    if contest.result:
        won = {"a": 2, "b": 0, "draw": 1}[contest.result]
        return Outlook(Fraction(won, 2), Fraction(0), Fraction(not now.wounded_a), Fraction(not now.wounded_b))
    if contest.rolls is None:
        return outlook_this_round(a, b, now, rulings)
    if scene.phase is Phase.CHECK:
        return contest_odds(a, b, rulings)[now]
    move = contest.move
    position = contest.position
    if scene.phase is Phase.EXCHANGE and contest.levels:
        move = chart_move(contest.levels, contest.rolls, a, b, rulings)
        if move.reroll:
            return outlook_this_round(a, b, now, rulings)
    if move and (scene.phase is Phase.EXCHANGE or contest.placing):
        position = piece_after(a, b, now, move, rulings)
    found = check_phase(position, now.wounded_a, now.wounded_b, rulings)
    if found.dying:
        won = 2 if found.dying is Side.B else 0
        return Outlook(Fraction(won, 2), Fraction(0), Fraction(not found.wounded_a), Fraction(not found.wounded_b))
    return contest_odds(a, b, rulings)[Standing(position, found.wounded_a, found.wounded_b)]


def join_start(position: int, side: Side) -> int:
    """Where the piece of the new contest starts when somebody joins the smaller side.

    Args:
        position: The piece in the old contest, + toward B's dying square.
        side: The side that is joined.

    Returns:
        The same distance if the piece lies toward the enemy, else the start square.

    Raises:
        InputError: If the position is no square of any gauge.

    Source: C-1.9, C-1.10, C-M9.

    Example:
        >>> join_start(3, Side.A), join_start(-2, Side.A), join_start(-2, Side.B)
        (3, 0, -2)
    """
    whole_number("position", position, -LARGEST_DYING_SQUARE, LARGEST_DYING_SQUARE, "C-Q4")
    return side.sign * max(0, side.sign * position)


def apply(scene: Scene, action: Action, rulings: Rulings = Rulings(), seed: str = "") -> tuple[Scene, list[Event]]:
    """Carry out one action of a contest.

    Args:
        scene: The state before.
        action: Name and arguments: `["add", name, narrator, abilities]`, `["remove", who]`, `["begin"]`,
            `["pair", a, b]`, `["join", who, contest, side, enemy]`, `["declare", [[who, ability, strike], …],
            [[contest, acting a, acting b], …]]`, `["augment", target, source, kind, allowed]`, `["act"]`, `["pass"]`,
            `["skip"]`, `["roll", [[contest, a, b], …]]` (contests that are left out are rolled by the seed),
            `["hero", contest, side]`, `["resolve"]`, `["place", contest, position]`, `["yield", who]`,
            `["draw", contest]`, `["next"]`.
        rulings: How the open questions are answered.
        seed: What the dice follow.

    Returns:
        The state after, and what happened.

    Raises:
        ForbiddenAction: If a rule forbids it now.
        InputError: If an argument is not allowed.

    Source: C-M10.

    Example:
        >>> scene, _ = apply(Scene(), ["add", "Cormac", False, "Sword 10W+5"])
        >>> scene.characters[0].name.get("en")
        'Cormac'
    """
    name, *arguments = action
    if not isinstance(name, str) or name not in _ACTIONS:
        raise InputError("do", name, Text("one of {names}", "{names}のどれか").format(names=", ".join(_ACTIONS)))
    phases, run = _ACTIONS[name]
    if scene.phase not in phases:
        when = listed([phase.text for phase in phases])
        raise ForbiddenAction(
            _NAMES[name],
            Text("it belongs to: {when}", "行えるのは{when}だけです").format(when=when),
            "C-1.1",
        )
    try:
        return run(scene, rulings, seed, *arguments)
    except InputError:
        raise
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
        told = Text("its form is not right", "指定の形が正しくありません")
        raise InputError("do", name, told) from error


Result = tuple[Scene, list[Event]]


def _who(scene: Scene, who: Any) -> int:
    return whole_number("who", who, 0, len(scene.characters) - 1)


def _contest(scene: Scene, number: Any) -> int:
    whole_number("contest", number, 0, len(scene.contests) - 1)
    if not scene.contests[number].running:
        raise ForbiddenAction(
            Text("That", "その操作"), Text("the contest has ended", "その対決はもう終わっています"), "C-6.3"
        )
    return int(number)


def _with_contest(scene: Scene, number: int, contest: Contest) -> Scene:
    return replace(scene, contests=(*scene.contests[:number], contest, *scene.contests[number + 1 :]))


def _with_character(scene: Scene, who: int, character: Character) -> Scene:
    return replace(scene, characters=(*scene.characters[:who], character, *scene.characters[who + 1 :]))


def _add(scene: Scene, rulings: Rulings, seed: str, name: str, narrator: bool, abilities: str) -> Result:
    name = _short(str(name), "name")
    if len(scene.characters) >= MOST_CHARACTERS:
        reason = Text("at most {most} characters", "登場できるのは{most}人までです").format(most=MOST_CHARACTERS)
        raise ForbiddenAction(_NAMES["add"], reason)
    if any(name in (c.name.en, c.name.ja) for c in scene.characters):
        raise InputError("name", name, Text("a name that nobody has yet", "まだ使われていない名前にしてください"))
    character = Character(same(name), parse_abilities(str(abilities)), bool(narrator))
    words = Text("{name} enters the scene: {abilities}.", "{name}が場面に登場（{abilities}）。")
    sheet = listed([a.text for a in character.abilities])
    event = Event(words.format(name=name, abilities=sheet))
    return replace(scene, characters=(*scene.characters, character)), [event]


def _remove(scene: Scene, rulings: Rulings, seed: str, who: int) -> Result:
    who = _who(scene, who)
    words = Text("{name} leaves the scene.", "{name}が場面を離れた。").format(name=scene.name(who))
    return replace(scene, characters=scene.characters[:who] + scene.characters[who + 1 :]), [Event(words)]


def _begin(scene: Scene, rulings: Rulings, seed: str) -> Result:
    if len(scene.characters) < 2:
        raise ForbiddenAction(_NAMES["begin"], Text("a contest needs two characters", "対決には2人が必要です"), "C-1.3")
    return _new_round(scene)


def _new_round(scene: Scene) -> Result:
    contests = tuple(
        replace(c, rolls=None, levels=None, move=None, placing=False) if c.running else c for c in scene.contests
    )
    number = scene.round + 1
    after = replace(scene, contests=contests, phase=Phase.START, round=number, blocked=frozenset(), strike={}, turn=0)
    words = Text("Round {number}", "第{number}ラウンド").format(number=number)
    return after, [Event(words, ("C-6.9",) if scene.round else ("C-1.1",), heading=True)]


def _pair(scene: Scene, rulings: Rulings, seed: str, a: int, b: int) -> Result:
    a, b = _who(scene, a), _who(scene, b)
    rule = "C-1.3" if scene.round == 1 else "C-1.13"
    if a == b:
        reason = Text("nobody can be their own opponent", "自分自身を相手にはできません")
        raise ForbiddenAction(_NAMES["pair"], reason, rule)
    taken = [who for who in (a, b) if scene.contests_of(who)]
    twice = scene.round == 1 and rulings.same_opponent != "one_to_one" and len(taken) == 1
    for who in (a, b):
        if scene.characters[who].dying:
            reason = Text("{name} is dying", "{name}は瀕死です").format(name=scene.name(who))
            raise ForbiddenAction(_NAMES["pair"], reason, "C-6.3")
        _not_out(scene, who, "pair")
        if who in taken and not twice:
            reason = Text("{name} already is in a contest", "{name}はもう対決に参加しています")
            if scene.round == 1:
                reason += Text(
                    ", and C-Q23 lets nobody be chosen twice", "（C-Q23により、同じ相手は一度しか選べません）"
                )
            raise ForbiddenAction(_NAMES["pair"], reason.format(name=scene.name(who)), rule)
    if twice and rulings.same_opponent == "many_to_one":
        return _beside(scene, *((b, a) if taken == [a] else (a, b)))
    words = Text(
        "{a} against {b}: the piece stands on the start square.",
        "{a}対{b}。対決コマは開始マスに置かれた。",
    ).format(a=scene.name(a), b=scene.name(b))
    contest = Contest(((a,), (b,)), acting=(a, b))
    rules: tuple[str, ...] = ("C-1.3", "C-1.4") if scene.round == 1 else ("C-1.13",)
    if twice:
        rules += ("C-Q23",)
    return replace(scene, contests=(*scene.contests, contest)), [Event(words, rules)]


def _not_out(scene: Scene, who: int, action: str) -> None:
    if who in scene.out:
        reason = Text("{name} has yielded in this scene", "{name}はこの場面で降参しました").format(name=scene.name(who))
        raise ForbiddenAction(_NAMES[action], reason, "C-Q31")


def _beside(scene: Scene, who: int, enemy: int) -> Result:
    """In round 1, face somebody whom others face already (C-Q23)."""
    number = scene.contests_of(enemy)[0]
    contest = scene.contests[number]
    other = 0 if contest.side_of(enemy) is Side.A else 1
    if len(contest.sides[other]) > 1:
        reason = Text("{name} does not stand alone", "{name}は1人ではありません").format(name=scene.name(enemy))
        raise ForbiddenAction(_NAMES["pair"], reason, "C-Q23")
    words = Text(
        "{who} faces {enemy} beside {others}: a many-to-one contest.",
        "{who}も{others}とともに{enemy}に挑む。多対一の対決になる。",
    )
    words = words.format(
        who=scene.name(who), enemy=scene.name(enemy), others=listed([scene.name(n) for n in contest.sides[1 - other]])
    )
    sides = list(contest.sides)
    sides[1 - other] = (*sides[1 - other], who)
    contest = replace(contest, sides=(sides[0], sides[1]))
    return _with_contest(scene, number, contest), [Event(words, ("C-1.3", "C-Q23"))]


def _join(
    scene: Scene, rulings: Rulings, seed: str, who: int, number: int, side: str, enemy: int | None = None
) -> Result:
    who, number = _who(scene, who), _contest(scene, number)
    joined = Side(side)
    if scene.round < 2:
        reason = Text("it is possible from round 2 on", "助太刀は第2ラウンドからです")
        raise ForbiddenAction(_NAMES["join"], reason, "C-1.5")
    if scene.characters[who].dying or scene.contests_of(who):
        reason = Text("{name} is not free to join", "{name}は参加できる状態にありません").format(name=scene.name(who))
        raise ForbiddenAction(_NAMES["join"], reason, "C-1.5")
    _not_out(scene, who, "join")
    contest = scene.contests[number]
    own, other = (0, 1) if joined is Side.A else (1, 0)
    if len(contest.sides[own]) >= len(contest.sides[other]):
        sides = list(contest.sides)
        sides[own] = (*sides[own], who)
        equal = len(contest.sides[0]) == len(contest.sides[1])
        words = Text(
            "{who} joins {others}: a many-to-one contest.", "{who}が{others}に助太刀。多対一の対決になる。"
        ).format(who=scene.name(who), others=listed([scene.name(n) for n in contest.sides[own]]))
        rule = "C-1.12" if equal else "C-1.11"
        return _with_contest(scene, number, replace(contest, sides=(sides[0], sides[1]))), [Event(words, (rule,))]
    if enemy is None or enemy not in contest.sides[other]:
        reason = Text("choose which enemy to face", "どの敵を相手にするか選んでください")
        raise InputError("enemy", enemy, reason, "C-1.8")
    start = join_start(contest.position, joined)
    pair = [0, 0]
    pair[own], pair[other] = who, int(enemy)
    brought = tuple(a for a in contest.augments if a.target == enemy and rulings.split_augments == "come_along")
    if rulings.chosen_enemy_leaves:
        sides = list(contest.sides)
        sides[other] = tuple(n for n in sides[other] if n != enemy)
        acting = list(contest.acting)
        if acting[other] == enemy:
            acting[other] = sides[other][0]
        left = tuple(a for a in contest.augments if a not in brought)
        contest = replace(contest, sides=(sides[0], sides[1]), acting=(acting[0], acting[1]), augments=left)
        scene = _with_contest(scene, number, contest)
    new = Contest(((pair[0],), (pair[1],)), position=start, acting=(pair[0], pair[1]), augments=brought)
    words = Text(
        "{who} takes on {enemy} in a contest of their own; the piece starts on square {start}.",
        "{who}が{enemy}を引き受け、別の対決になる。コマの開始位置は{start}。",
    ).format(who=scene.name(who), enemy=scene.name(int(enemy)), start=f"{start:+d}" if start else "0")
    rules = ("C-1.7", "C-1.10" if start else "C-1.9", "C-Q16")
    return replace(scene, contests=(*scene.contests, new)), [Event(words, rules)]


def _declare(scene: Scene, rulings: Rulings, seed: str, used: list[list[int]], acting: list[list[int]]) -> Result:
    declared, strike = dict(scene.declared), dict[int, int]()
    events = []
    for who, ability, power in used:
        if who not in scene.participants:
            reason = Text("{name} is in no contest", "{name}は対決に参加していません")
            raise ForbiddenAction(_NAMES["declare"], reason.format(name=scene.name(_who(scene, who))), "C-2.1")
        whole_number("ability", ability, 0, len(scene.characters[who].abilities) - 1, "C-2.1")
        declared[who], strike[who] = ability, whole_number("strike", power, 1, 2, "C-5.6")
        words = Text("{who} uses {ability}", "{who}の使用能力は{ability}").format(
            who=scene.name(who), ability=scene.characters[who].abilities[ability].text
        )
        if power == 2:
            words += Text(", strike power 2", "（打撃力2）")
        words += Text(".", "。")
        events.append(Event(words, ("C-2.1", "C-5.6") if power == 2 else ("C-2.1",)))
    if missing := [who for who in scene.participants if who not in strike]:
        reason = Text("{name} has not declared yet", "{name}がまだ宣言していません").format(name=scene.name(missing[0]))
        raise ForbiddenAction(_NAMES["declare"], reason, "C-2.1")
    for number, a, b in acting:
        contest = scene.contests[_contest(scene, number)]
        if a not in contest.sides[0] or b not in contest.sides[1]:
            reason = Text("the acting character must be in that contest", "行動役はその対決の参加者から選んでください")
            raise ForbiddenAction(_NAMES["declare"], reason, "C-Q15")
        scene = _with_contest(scene, number, replace(contest, acting=(a, b)))
        for side, who in ((0, a), (1, b)):
            if len(contest.sides[side]) > 1:
                words = Text("{who} acts for the side this round.", "このラウンドは{who}が行動役。")
                events.append(Event(words.format(who=scene.name(who)), ("C-Q15",)))
    return replace(scene, declared=declared, strike=strike, phase=Phase.AUGMENT), events


def _after_turn(scene: Scene, events: list[Event]) -> Result:
    scene = replace(scene, turn=scene.turn + 1)
    if scene.on_turn is None:
        scene = replace(scene, phase=Phase.EXCHANGE)
    return scene, events


def _augment(
    scene: Scene, rulings: Rulings, seed: str, target: int, source: int, kind: str, allowed: bool = False
) -> Result:
    who, target = _turn(scene), _who(scene, target)
    character = scene.characters[who]
    whole_number("source", source, 0, len(character.abilities) - 1, "C-3.5")
    if kind not in ("active", "passive"):
        raise InputError("kind", kind, same("active / passive"))
    if target not in scene.participants:
        reason = Text("only a used ability can be augmented", "増強できるのは宣言された使用能力だけです")
        raise ForbiddenAction(_NAMES["augment"], reason, "C-2.2")
    if kind == "passive" and target != who and not allowed:
        reason = Text(
            "a passive augment generally serves oneself; tick the narrator's leave if there is one",
            "受動増強は原則として自分にしか使えません。ナレーターが認めるなら印をつけてください",
        )
        raise ForbiddenAction(Text("A passive augment for somebody else", "他者への受動増強"), reason, "C-3.13")
    used = scene.declared[target]
    if (who, source) == (target, used) and not rulings.augment_itself:
        reason = Text("choose another ability", "別の能力を選んでください")
        raise ForbiddenAction(Text("An ability that augments itself", "使用能力そのものでの増強"), reason, "C-Q34")
    numbers = scene.contests_of(target)
    for number in numbers:
        again = any((a.augmenter, a.source) == (who, source) for a in scene.contests[number].augments)
        if again and rulings.same_augment == "once":
            reason = Text(
                "{ability} has augmented in this contest already", "{ability}はこの対決でもう増強に使っています"
            ).format(ability=character.abilities[source].text)
            raise ForbiddenAction(Text("The same augment again", "同じ能力での増強"), reason, "C-Q14")
    ability = character.abilities[source].ability
    if character.wounded:
        ability = Ability.of_value(halve(ability.value))
    bonus = augment_bonus(ability, rulings)
    for number in numbers:
        contest = scene.contests[number]
        made = Augment(who, source, target, used, bonus)
        scene = _with_contest(scene, number, replace(contest, augments=(*contest.augments, made)))
    words = Text(
        "{who} augments {target}’s {used} with {source}: +{bonus} ({kind}).",
        "{who}が{source}で{target}の{used}を増強：+{bonus}（{kind}）。",
    ).format(
        who=scene.name(who),
        target=scene.name(target),
        used=scene.characters[target].abilities[used].called,
        source=character.abilities[source].text,
        bonus=bonus,
        kind=Text("active", "能動増強") if kind == "active" else Text("passive", "受動増強"),
    )
    events = [Event(words, ("C-3.5", "C-3.8" if kind == "active" else "C-3.9"))]
    if kind == "active":
        stopped = [who] if who in scene.participants else []
        if not stopped and rulings.outside_augment_blocks:
            stopped = [target]
        for one in stopped:
            scene = replace(scene, blocked=scene.blocked | {one})
            words = Text("{who} cannot push this round.", "{who}はこのラウンド、コマを押しこめない。")
            events.append(Event(words.format(who=scene.name(one)), ("C-3.14" if one == who else "C-Q20",)))
    return _after_turn(scene, events)


def _turn(scene: Scene) -> int:
    who = scene.on_turn
    if who is None:
        reason = Text("everybody has had a turn", "全員の手番が終わっています")
        raise ForbiddenAction(_NAMES["augment"], reason, "C-3.6")
    return who


def _act(scene: Scene, rulings: Rulings, seed: str) -> Result:
    who = _turn(scene)
    words = Text("{who} makes an independent act", "{who}が独立行為を行った").format(who=scene.name(who))
    rules: tuple[str, ...] = ("C-3.19",)
    if who in scene.participants:
        scene = replace(scene, blocked=scene.blocked | {who})
        words += Text(" and cannot push this round", "ので、このラウンドはコマを押しこめない")
        rules = ("C-3.19", "C-3.21")
    return _after_turn(scene, [Event(words + Text(".", "。"), rules)])


def _pass(scene: Scene, rulings: Rulings, seed: str) -> Result:
    words = Text("{who} neither augments nor acts.", "{who}は何もしない。").format(who=scene.name(_turn(scene)))
    return _after_turn(scene, [Event(words, ("C-3.1",))])


def _skip(scene: Scene, rulings: Rulings, seed: str) -> Result:
    _turn(scene)
    words = Text("Nobody else augments or acts.", "ほかには誰も増強や独立行為をしない。")
    return replace(scene, phase=Phase.EXCHANGE, turn=len(scene.order)), [Event(words, ("C-3.1",))]


def _roll(scene: Scene, rulings: Rulings, seed: str, typed: list[list[int]] | None = None) -> Result:
    waiting = [n for n in scene.running if not _settled(scene, n, rulings)]
    if not waiting:
        raise ForbiddenAction(_NAMES["roll"], Text("the dice lie already", "ロールはもう済んでいます"), "C-4.2")
    last = len(scene.contests) - 1
    given = {whole_number("contest", number, 0, last): (a, b) for number, a, b in typed or []}
    if unknown := set(given) - set(waiting):
        raise InputError("contest", min(unknown), Text("a contest that still has to roll", "まだロールしていない対決"))
    events = []
    for number in waiting:
        if number in given:
            rolls = given[number]
            for roll in rolls:
                whole_number("roll", roll, 1, FACES, "C-Q1")
        else:
            rolls = die_roll(seed, scene.dice, FACES), die_roll(seed, scene.dice + 1, FACES)
            scene = replace(scene, dice=scene.dice + 2)
        contest = scene.contests[number]
        a, b = contestant(scene, number, Side.A, rulings), contestant(scene, number, Side.B, rulings)
        ability_a, ability_b = a.effective(rulings), b.effective(rulings)
        levels = compare_rolls(ability_a, ability_b, *rolls)
        scene = _with_contest(scene, number, replace(contest, rolls=rolls, levels=levels))
        words = Text(
            "{a} ({ability_a}) rolls {roll_a}: {level_a}. {b} ({ability_b}) rolls {roll_b}: {level_b}.",
            "{a}（{ability_a}）の目は{roll_a}で{level_a}。{b}（{ability_b}）の目は{roll_b}で{level_b}。",
        ).format(
            a=scene.name(contest.acting[0]),
            b=scene.name(contest.acting[1]),
            ability_a=ability_a,
            ability_b=ability_b,
            roll_a=rolls[0],
            roll_b=rolls[1],
            level_a=levels[0].text,
            level_b=levels[1].text,
        )
        events.append(Event(words, ("C-4.2", "C-4.3")))
        if not _settled(scene, number, rulings):
            words = Text("Equal numbers: both roll again.", "同じ目なので双方とも振り直す。")
            events.append(Event(words, ("C-Q8",)))
    return scene, events


def _settled(scene: Scene, number: int, rulings: Rulings) -> bool:
    """Has the contest this round's final dice?"""
    contest = scene.contests[number]
    if contest.rolls is None or contest.levels is None:
        return False
    return not _looked_up(scene, number, rulings).reroll


def _looked_up(scene: Scene, number: int, rulings: Rulings) -> Move:
    contest = scene.contests[number]
    if contest.levels is None or contest.rolls is None:
        raise ForbiddenAction(_NAMES["resolve"], Text("the dice are missing", "まだロールしていません"), "C-4.2")
    a, b = contestant(scene, number, Side.A, rulings), contestant(scene, number, Side.B, rulings)
    return chart_move(contest.levels, contest.rolls, a, b, rulings)


def _hero(scene: Scene, rulings: Rulings, seed: str, number: int, side: str) -> Result:
    number = _contest(scene, number)
    if not rulings.hero_points:
        reason = Text("the house rule for hero points is off", "ヒーローポイントの裁定が「使わない」になっています")
        raise ForbiddenAction(_NAMES["hero"], reason, "C-Q3")
    contest, raised = scene.contests[number], Side(side)
    if contest.levels is None:
        reason = Text("it comes right after the roll", "使えるのはロールの直後です")
        raise ForbiddenAction(_NAMES["hero"], reason, "C-4.4")
    levels = raise_level(*contest.levels, raised)
    who = contest.acting[0 if raised is Side.A else 1]
    words = Text(
        "{who} spends a hero point: {level_a} against {level_b}.",
        "{who}がヒーローポイントを使い、{level_a}対{level_b}になる。",
    ).format(who=scene.name(who), level_a=levels[0].text, level_b=levels[1].text)
    return _with_contest(scene, number, replace(contest, levels=levels)), [Event(words, ("C-4.4", "C-Q3"))]


def _resolve(scene: Scene, rulings: Rulings, seed: str) -> Result:
    if waiting := [n for n in scene.running if not _settled(scene, n, rulings)]:
        names = listed([scene.name(who) for who in scene.contests[waiting[0]].acting])
        reason = Text("{names} still have to roll", "{names}のロールがまだです").format(names=names)
        raise ForbiddenAction(_NAMES["resolve"], reason, "C-4.2")
    events = []
    for number in scene.running:
        contest = scene.contests[number]
        move = _looked_up(scene, number, rulings)
        gauge = Gauge.of(rulings)
        position = gauge.moved(contest.position, move.squares)
        scene = _with_contest(scene, number, replace(contest, move=move, position=position, placing=bool(move.free)))
        events.append(_told(scene, number, contest.position, move))
    return replace(scene, phase=Phase.RESOLUTION), events


def _told(scene: Scene, number: int, before: int, move: Move) -> Event:
    contest = scene.contests[number]
    rules = (move.row, move.stopped_by) if move.stopped_by else (move.row,)
    if move.free:
        words = Text("{who} may place the piece.", "{who}がコマを好きなマスに置ける。")
        return Event(words.format(who=scene.name(contest.acting[0 if move.free == "a" else 1])), rules)
    if move.squares:
        loser = contest.acting[1 if move.squares > 0 else 0]
        words = Text(
            "The piece moves {squares} toward {loser}: from {before} to {after}.",
            "コマが{loser}側へ{squares}マス動く（{before} → {after}）。",
        )
        return Event(
            words.format(
                squares=abs(move.squares),
                loser=scene.name(loser),
                before=signed(before),
                after=signed(contest.position),
            ),
            rules,
        )
    if move.stopped_by and move.gains:
        words = Text(
            "The piece stays on {before}: {who} cannot push this round.",
            "{who}は押しこめないので、コマは{before}のまま。",
        )
        who = contest.acting[0 if move.gains == "a" else 1]
        return Event(words.format(who=scene.name(who), before=signed(before)), rules)
    words = Text("The piece stays on {before}.", "コマは{before}のまま動かない。").format(before=signed(before))
    return Event(words, rules)


def _place(scene: Scene, rulings: Rulings, seed: str, number: int, position: int) -> Result:
    number = _contest(scene, number)
    contest = scene.contests[number]
    if not contest.placing or contest.move is None:
        reason = Text("the chart gives nobody a free placement", "自由に置ける結果ではありません")
        raise ForbiddenAction(_NAMES["place"], reason, "C-T1.4")
    allowed = Gauge.of(rulings).placements(contest.move, contest.position, rulings)
    stays = contest.move.stopped_by == "C-Q10" and position == contest.position
    if not stays:
        whole_number("position", position, allowed[0] if allowed else 0, allowed[-1] if allowed else 0, "C-Q11")
    words = Text("{who} puts the piece on {position}.", "{who}がコマを{position}に置いた。").format(
        who=scene.name(contest.acting[0 if contest.move.free == "a" else 1]), position=signed(position)
    )
    moved = replace(contest, position=position, placing=False)
    return _with_contest(scene, number, moved), [Event(words, ("C-T1.4", "C-Q11"))]


def _next(scene: Scene, rulings: Rulings, seed: str) -> Result:
    if scene.phase is Phase.START:
        if not scene.running:
            reason = Text("somebody has to face somebody first", "まず誰かと誰かを対決させてください")
            raise ForbiddenAction(_NAMES["next"], reason, "C-1.3")
        return replace(scene, phase=Phase.DECLARATION), []
    if scene.phase is Phase.CHECK:
        return _new_round(scene)
    if any(contest.placing for contest in scene.contests):
        reason = Text("the piece has to be placed first", "先にコマを置いてください")
        raise ForbiddenAction(_NAMES["next"], reason, "C-T1.4")
    return _check(scene, rulings)


def _check(scene: Scene, rulings: Rulings) -> Result:
    events: list[Event] = []
    found = {}
    for number in scene.running:
        now = standing(scene, number)
        found[number] = check_phase(now.position, now.wounded_a, now.wounded_b, rulings)
    for number, condition in found.items():
        for who, hurt in zip(scene.contests[number].acting, (condition.wounded_a, condition.wounded_b), strict=True):
            if hurt and not scene.characters[who].wounded:
                scene = _with_character(scene, who, replace(scene.characters[who], wounded=True))
                words = Text(
                    "{who} takes a heavy wound: all abilities are halved.",
                    "{who}が重傷を負い、すべての能力が半減する。",
                ).format(who=scene.name(who))
                events.append(Event(words, ("C-6.4" if condition.dying else "C-6.1", "C-6.2")))
    lost: list[int] = []
    for number, condition in found.items():
        if condition.dying:
            contest = scene.contests[number]
            who = contest.acting[0 if condition.dying is Side.A else 1]
            lost.append(who)
            winner = condition.dying.other
            scene = _with_character(scene, who, replace(scene.characters[who], dying=True))
            scene = _with_contest(scene, number, replace(contest, result=winner.value))
            words = Text("{who} is dying and loses the contest to {winner}.", "{who}は瀕死となり敗北。勝者は{winner}。")
            names = listed([scene.name(n) for n in contest.sides[0 if winner is Side.A else 1]])
            events.append(Event(words.format(who=scene.name(who), winner=names), ("C-6.3", "C-T4.1")))
    for who in lost:
        scene, more = _leave(scene, who)
        events += more
    return replace(scene, phase=Phase.CHECK), events


def _leave(scene: Scene, who: int, whole: bool = False) -> Result:
    """Take a character out of all its contests; a side that is left empty, or the whole side (C-Q28), has lost."""
    events = []
    for number in scene.contests_of(who):
        contest = scene.contests[number]
        own = 0 if contest.side_of(who) is Side.A else 1
        left = tuple(n for n in contest.sides[own] if n != who)
        if left and whole:
            contest = replace(contest, result="b" if own == 0 else "a")
            words = Text("{others} have lost as well.", "{others}も敗れた。")
            events.append(Event(words.format(others=listed([scene.name(n) for n in left])), ("C-Q28",)))
        elif left:
            sides, acting = list(contest.sides), list(contest.acting)
            sides[own] = left
            acting[own] = acting[own] if acting[own] != who else left[0]
            contest = replace(contest, sides=(sides[0], sides[1]), acting=(acting[0], acting[1]))
            words = Text("{others} fight on.", "{others}は対決を続ける。")
            events.append(Event(words.format(others=listed([scene.name(n) for n in left]))))
        else:
            contest = replace(contest, result="b" if own == 0 else "a")
        scene = _with_contest(scene, number, contest)
    return scene, events


def _yield(scene: Scene, rulings: Rulings, seed: str, who: int) -> Result:
    who = _who(scene, who)
    if not scene.contests_of(who):
        reason = Text("{name} is in no contest", "{name}は対決に参加していません").format(name=scene.name(who))
        raise ForbiddenAction(_NAMES["yield"], reason, "C-6.5")
    words = Text("{who} yields.", "{who}が降参した。").format(who=scene.name(who))
    scene, events = _leave(scene, who, rulings.yield_of_one == "whole_side")
    if rulings.after_yielding == "out":
        scene = replace(scene, out=scene.out | {who})
    return scene, [Event(words, ("C-6.5", "C-6.6", "C-T4.2")), *events]


def _draw(scene: Scene, rulings: Rulings, seed: str, number: int) -> Result:
    number = _contest(scene, number)
    contest = scene.contests[number]
    words = Text("{names} agree to end the contest: a draw.", "{names}が対決の終了に合意し、引き分けに終わる。").format(
        names=listed([scene.name(who) for side in contest.sides for who in side])
    )
    return _with_contest(scene, number, replace(contest, result="draw")), [Event(words, ("C-6.7", "C-6.8", "C-T4.3"))]


_ACTIONS: dict[str, tuple[tuple[Phase, ...], Callable[..., Result]]] = {
    "add": ((Phase.SCENE, Phase.START), _add),
    "remove": ((Phase.SCENE,), _remove),
    "begin": ((Phase.SCENE,), _begin),
    "pair": ((Phase.START,), _pair),
    "join": ((Phase.START,), _join),
    "declare": ((Phase.DECLARATION,), _declare),
    "augment": ((Phase.AUGMENT,), _augment),
    "act": ((Phase.AUGMENT,), _act),
    "pass": ((Phase.AUGMENT,), _pass),
    "skip": ((Phase.AUGMENT,), _skip),
    "roll": ((Phase.EXCHANGE,), _roll),
    "hero": ((Phase.EXCHANGE,), _hero),
    "resolve": ((Phase.EXCHANGE,), _resolve),
    "place": ((Phase.RESOLUTION,), _place),
    "yield": ((Phase.CHECK,), _yield),
    "draw": ((Phase.CHECK,), _draw),
    "next": ((Phase.START, Phase.RESOLUTION, Phase.CHECK), _next),
}
_NAMES = {
    "add": Text("A new character", "キャラクターの追加"),
    "remove": Text("Removing a character", "キャラクターの削除"),
    "begin": Text("Beginning", "対決の開始"),
    "pair": Text("This pairing", "この組み合わせ"),
    "join": Text("Joining in", "助太刀"),
    "declare": Text("The declaration", "宣言"),
    "augment": Text("The augment", "増強"),
    "act": Text("An independent act", "独立行為"),
    "pass": Text("Passing", "何もしないこと"),
    "skip": Text("Skipping the augments", "増強の省略"),
    "roll": Text("A roll", "ロール"),
    "hero": Text("A hero point", "ヒーローポイント"),
    "resolve": Text("Reading the chart", "連続対決表の参照"),
    "place": Text("Placing the piece", "コマを置くこと"),
    "yield": Text("Yielding", "降参"),
    "draw": Text("Ending by agreement", "合意による終了"),
    "next": Text("Going on", "次へ進むこと"),
}
