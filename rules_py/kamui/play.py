"""A session on the ring as a state machine: cycles of the middle phase, rounds of the climax (K-M10)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

from rules_py.core.dice import Die, Seen
from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.game import EDIT
from rules_py.core.names import changed_name, read_name
from rules_py.core.render import percent
from rules_py.core.rulings import whole_number
from rules_py.core.stepper import Action, Event, die_roll
from rules_py.core.text import Text, listed, same
from rules_py.kamui.changing import LEFT, PLAIN, changes, relinked
from rules_py.kamui.characters import (
    LARGEST_RING,
    MOST_FAITH,
    MOST_KAMUI,
    MOST_POINTS,
    MOST_RIFTS,
    MOST_UNITS,
    Kamui,
    Link,
    State,
    Unit,
)
from rules_py.kamui.checks import EVENT_TARGET, MOST_DICE, MOST_TRAITS, check_dice, success_faces, successes
from rules_py.kamui.effects import (
    MOST_DAMAGE,
    MOST_MULTIPLIER,
    add_rift,
    attack_kamui,
    attack_unit,
    damage,
    duty,
    end_round,
    fallen_problem,
    interaction,
    offering,
    partners,
    resolution,
    round_end,
    suffer,
)
from rules_py.kamui.grace import miracle_points, spread
from rules_py.kamui.odds import check_chance, successes_odds
from rules_py.kamui.ring import CENTRE, MOST_REVELATION, check_square, distance, revelation_squares
from rules_py.kamui.rulings import LARGEST_FACE, Rulings

Phase = Literal["middle", "climax", "ending"]
Kind = Literal["kamui", "unit"]
Timing = Literal["main", "sub"]

NOBODY = -1
MOST_MOVES = 5
MOST_EXTRA = 99
MOST_LETTERS = 26
LONGEST_WORD = 30
MOST_SKILLS = 8
MOST_AT_ONCE = 4


@dataclass(frozen=True)
class Skill:
    """An attack that a kamui makes again and again, with its numbers.

    Args:
        name: What the table calls it.
        timing: Is it a main action or a sub action?
        reach: Its range.
        ability: What its dice are compared with (K-Q10).
        power: Attack power.
        multiplier: Faith multiplier, which the table says (K-Q8).
        bonus: Damage bonus.
        change: What other skills add or take away (K-5.4).

    Raises:
        InputError: If a number is out of bounds.

    Source: K-3.3, K-4.3, K-4.5, K-5.1, K-5.3, K-5.4.

    Example:
        >>> Skill("Torrent", reach=2, power=6).numbers
        [6, 1, 0, 0]
    """

    name: str
    timing: Timing = "main"
    reach: int = 1
    ability: int = 5
    power: int = 5
    multiplier: int = 1
    bonus: int = 0
    change: int = 0

    def __post_init__(self) -> None:
        whole_number("range", self.reach, 0, LARGEST_RING, "K-3.3")
        whole_number("ability", self.ability, 0, LARGEST_FACE, "K-Q1")
        whole_number("attack_power", self.power, 0, MOST_POINTS)
        whole_number("multiplier", self.multiplier, 0, MOST_MULTIPLIER, "K-Q8")
        whole_number("bonus", self.bonus, 0, MOST_POINTS)
        whole_number("change", self.change, -MOST_EXTRA, MOST_EXTRA, "K-5.4")

    @property
    def numbers(self) -> list[int]:
        """Attack power, multiplier, bonus and change, as an attack is told them."""
        return [self.power, self.multiplier, self.bonus, self.change]


def prospects(skill: Skill, dice: int, total: int, rulings: Rulings = Rulings()) -> tuple[Fraction, Fraction]:
    """What an attack may be expected to do.

    Args:
        skill: The attack.
        dice: The action value spent on it.
        total: Damage that brings its target to 0 HP.
        rulings: Those of checks and damage.

    Returns:
        The damage on average, and the chance that the target falls.

    Source: K-5.1, K-5.3, K-5.4, K-M5, K-M6.

    Example:
        >>> [str(each) for each in prospects(Skill("Torrent", power=6), 2, 8)]
        ['7', '1/4']
    """
    mean = falls = Fraction(0)
    for found, chance in successes_odds(dice, skill.ability, rulings).items():
        dealt = damage(found, skill.power, skill.multiplier, skill.bonus, rulings)
        if found or rulings.no_successes == "formula":
            dealt = max(0, dealt + skill.change)
        mean += chance * dealt
        falls += chance if dealt >= total else 0
    return mean, falls


@dataclass(frozen=True)
class Sheet:
    """What a kamui brings along beyond `Kamui`.

    Args:
        will: Will, 0 to 10.
        wisdom: Wisdom, 0 to 10.
        traits: Traits, 0 to 10.
        moves: Squares that a movement covers at most, 0 to 5; it comes from a skill, so it is an input (K-Q22).
        skills: The attacks it makes again and again, up to 8.

    Raises:
        InputError: If a number is out of bounds.

    Source: K-1.8, K-2.9, K-2.12, K-Q22.

    Example:
        >>> Sheet(will=5).wisdom
        4
    """

    will: int = 4
    wisdom: int = 4
    traits: int = 3
    moves: int = 2
    skills: tuple[Skill, ...] = ()

    def __post_init__(self) -> None:
        for name, most in (("will", LARGEST_RING), ("wisdom", LARGEST_RING), ("traits", MOST_TRAITS)):
            whole_number(name, getattr(self, name), 0, most)
        whole_number("moves", self.moves, 0, MOST_MOVES, "K-Q22")


@dataclass(frozen=True)
class Grace:
    """A grace check that was made.

    Args:
        rolled: The faces that each kamui rolled.
        lowered: What these faces count as, after the points of the defeated magai are spent on them.
        successes: The successes of each kamui.
        points: What is left for miracles: of all together, or of each kamui (K-Q16).

    Source: K-6.4 to K-6.6, K-6.9, K-M9, K-Q16.

    Example:
        >>> Grace(((3, 5, 9),), ((3, 4, 9),), (2,), (1,)).points
        (1,)
    """

    rolled: tuple[tuple[int, ...], ...]
    lowered: tuple[tuple[int, ...], ...]
    successes: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True)
class Play:
    """A session in play.

    Args:
        state: Kamui, other units, rifts and faith.
        sheets: What each kamui brings along, in the order of `state.kamui`.
        letters: The letter of each unit, in the order of `state.units`; a letter is never used again.
        scenes: Where a resolution is, with the successes it asks for; the scenario says so (K-Q8).
        phase: Middle phase, climax or ending.
        number: Number of the cycle or the round, from 1.
        placed: Who has chosen a square in this cycle, by place.
        offer: Squares to choose from after revelation dice, and whose they are; none and -1 if nobody has to choose.
        acted: Whose activation of this cycle or round is over, by place.
        active: Whose activation it is, by place; -1 for nobody's.
        main: Has the main action of this activation been used?
        moved: Has it moved in this activation?
        threat: Sum of the threat levels of the magai defeated.
        lettered: How many letters have been given.
        dice: How many dice the seed has rolled.
        grace: The grace check, once it has been made.

    Source: K-1.1, K-4.1, K-4.3, K-6.1, K-M10.

    Example:
        >>> Play().phase, Play().number
        ('middle', 1)
    """

    state: State = field(default_factory=State)
    sheets: tuple[Sheet, ...] = ()
    letters: tuple[str, ...] = ()
    scenes: tuple[tuple[int, int], ...] = ()
    phase: Phase = "middle"
    number: int = 1
    placed: frozenset[int] = frozenset()
    offer: tuple[int, ...] = ()
    chooser: int = NOBODY
    acted: frozenset[int] = frozenset()
    active: int = NOBODY
    main: bool = False
    moved: bool = False
    threat: int = 0
    lettered: int = 0
    dice: int = 0
    grace: Grace | None = None

    @property
    def kamui(self) -> tuple[Kamui, ...]:
        """The kamui, in order."""
        return self.state.kamui

    @property
    def unplaced(self) -> tuple[int, ...]:
        """Who has not chosen a square in this cycle yet (K-1.3); nobody outside of the middle phase."""
        if self.phase != "middle":
            return ()
        return tuple(who for who in range(len(self.kamui)) if who not in self.placed)

    @property
    def waiting(self) -> tuple[int, ...]:
        """Whose activation is still to come in this cycle or round."""
        if self.phase == "ending":
            return ()
        return tuple(who for who in range(len(self.kamui)) if who not in self.acted)


NAMES = {
    name.en: name
    for name in (
        *(Text("Homura", "ホムラ"), Text("Iwao", "イワオ"), Text("Sui", "スイ"), Text("Hideri", "ヒデリ")),
        *(Text("Lamplight", "灯火"), Text("Sparks", "火の粉"), Text("Rockfall", "落石"), Text("Torrent", "激流")),
        *(Text("Spray", "水しぶき"), Text("Attack", "攻撃")),
    )
}
"""Names that are written differently in the two languages; those of the table that a page begins with."""


def shown(name: str) -> Text:
    """Return a name as it is written in each language.

    Example:
        >>> shown("Homura").ja, shown("Hina").ja
        ('ホムラ', 'Hina')
    """
    return NAMES.get(name, same(name))


def square_words(square: int) -> Text:
    """Return a square in words.

    Example:
        >>> square_words(7).en, square_words(0).ja
        ('square 7', '中央のマス')
    """
    if square == CENTRE:
        return Text("the centre", "中央のマス")
    return Text(f"square {square}", f"{square}番のマス")


def apply(play: Play, action: Action, rulings: Rulings = Rulings(), seed: str = "") -> tuple[Play, list[Event]]:
    """Carry out one action.

    Args:
        play: The session before.
        action: Name and arguments. Kamui and units are named by their place, squares by their number, the centre by 0.
            The middle phase: `["reveal", who, spent, faces]`, `["go", square]`, `["begin", who]`,
            `["resolve", ability, base, traits, dice, character]`, `["duty", ability, base, traits, dice]`,
            `["interact", ability, base, traits, dice, other]`, `["offer", ability, base, traits, dice, item]`,
            `["cycle"]`, `["climax"]`. The climax: `["begin", who]`, `["move", square]`, `["main", spent, ability,
            dice]`, `["sub", name]`, `["attack", unit, timing, range, spent, ability, [attack power, multiplier, bonus,
            change], dice, square]`, `["rest"]`, `["hurt", who, damage]`, `["wound", unit, damage, square]`, `["end"]`,
            `["ending"]`. The ending: `["grace", faces, target number]`. At any time: `["kamui", name, square, [HP,
            armour, action value, rank, Will, Wisdom, traits, moves]]`, `["unit", name, square, [HP, armour, threat
            level]]`, `["edit", kind, place, …]` with all that these are told and, of a kamui, what is left: `[HP,
            armour, traits used, revival checks, own faith]`, `["shift", kind, place, square]`, `["take", kind, place]`,
            `["set", who, what, number]`, `["link", who, to, level, used]`, `["faith", number]`, `["rift", square]`,
            `["unrift", square]`, `["scene", square, target]`, `["unscene", square]`, `["skill", who, name, timing,
            [range, ability, attack power, multiplier, bonus, change]]`, and `["then", action, action]` for what is done
            in one go. Dice are a list of faces, a number of successes (not for a grace check, whose faces are lowered),
            or left out to be rolled by the seed.
        rulings: How the open questions are answered.
        seed: What the dice follow.

    Returns:
        The session after, and what happened.

    Raises:
        ForbiddenAction: If a rule forbids it now.
        InputError: If an argument is not allowed.

    Source: K-1.1 to K-8.3, K-M2 to K-M10.

    Example:
        >>> play, _ = apply(Play(), ["kamui", "Homura", 3, [10, 2, 6, 3, 5, 4, 3, 2]])
        >>> for action in (["reveal", 0, 2, [7, 2]], ["go", 7], ["begin", 0], ["duty", 5, 2, 1, [1, 5, 9]]):
        ...     play, events = apply(play, action)
        >>> play.state.faith, play.kamui[0].square, play.kamui[0].traits_used
        (2, 7, 1)
    """
    name, *arguments = action if isinstance(action, list) and action else [""]
    if not isinstance(name, str) or name not in _ACTIONS:
        allowed = Text("one of {names}", "{names}のどれか").format(names=", ".join(_ACTIONS))
        raise InputError("do", name, allowed, "K-1.2")
    run, rule, phase, in_activation = _ACTIONS[name]
    if phase and play.phase != phase:
        raise ForbiddenAction(ACTION_NAMES[name], _PHASE_ONLY[phase], rule)
    if in_activation and play.active == NOBODY:
        raise ForbiddenAction(ACTION_NAMES[name], _IN_ACTIVATION, rule)
    game = _Game(play, rulings, seed, [])
    try:
        run(game, *arguments)
    except InputError:
        raise
    except (AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError) as error:
        raise InputError(
            "do", name, Text("the command is of another form", "指定の形が正しくありません"), rule
        ) from error
    return game.play, game.log


_IN_ACTIVATION = Text("that is done in somebody’s activation", "手番の間だけ行えます")
_PHASE_ONLY: dict[Phase, Text] = {
    "middle": Text("that is done in the middle phase", "ミドルフェイズだけで行えます"),
    "climax": Text("that is done in the climax phase", "クライマックスフェイズだけで行えます"),
    "ending": Text("that is done in the ending phase", "エンディングフェイズだけで行えます"),
}


@dataclass
class _Game:
    """A session that is being changed by an action."""

    play: Play
    rulings: Rulings
    seed: str
    log: list[Event]

    def set(self, **values: Any) -> None:
        self.play = replace(self.play, **values)

    def tell(self, text: Text, *rules: str, seen: tuple[Seen, ...] = (), **parts: object) -> None:
        self.log.append(Event(text.format(**parts), rules, seen=seen))

    def open(self, text: Text) -> None:
        self.log.append(Event(text, heading=True))

    def who(self, who: object, name: str = "who") -> int:
        """Return the place of a kamui, if there is one."""
        if isinstance(who, int) and not isinstance(who, bool) and 0 <= who < len(self.play.kamui):
            return who
        allowed = Text("a kamui of this table", "この卓にいる神威を選んでください")
        raise InputError(name, who, allowed)

    def unit(self, unit: object, name: str = "unit") -> int:
        """Return the place of another unit, if there is one."""
        if isinstance(unit, int) and not isinstance(unit, bool) and 0 <= unit < len(self.play.state.units):
            return unit
        raise InputError(name, unit, Text("an enemy of this table", "この卓にいる敵を選んでください"))

    def change(self, who: int, **values: Any) -> None:
        state = self.play.state
        kamui = replace(state.kamui[who], **values)
        self.set(state=replace(state, kamui=(*state.kamui[:who], kamui, *state.kamui[who + 1 :])))

    def faces(self, count: int, typed: Any) -> tuple[int, ...]:
        """Return dice: what was typed, else what the seed rolls."""
        sides = self.rulings.sides
        if typed is None:
            first = self.play.dice
            self.set(dice=first + count)
            return tuple(die_roll(self.seed, first + n, sides) for n in range(count))
        if not isinstance(typed, list) or len(typed) != count:
            allowed = Text("the faces of {n} dice, such as 3 5", "{n}個のダイスの目を書いてください（例：3 5）")
            told = " ".join(map(str, typed)) if isinstance(typed, list) else typed
            raise InputError("dice", told, allowed.format(n=count), "K-Q2")
        return tuple(whole_number("dice", face, 1, sides, "K-Q2") for face in typed)

    def check(
        self,
        who: int,
        count: int,
        ability: Any,
        typed: Any,
        *rules: str,
        needed: int = 0,
        lead: Text | None = None,
        **parts: object,
    ) -> int:
        """Make a check, tell of it and return its successes; of what is needed, tell the chance it had."""
        counted = success_faces(ability, self.rulings)
        seen: tuple[Seen, ...] = ()
        if isinstance(typed, int) and not isinstance(typed, bool):
            found = whole_number("dice", typed, 0, count)
            rolled = _SUCCESSES.format(n=found)
        else:
            faces = self.faces(count, typed)
            found = successes(faces, ability, self.rulings)
            seen = tuple(Die(face, self.rulings.sides, face in counted) for face in faces)
            rolled = Text("{faces}, successes {n}", "出目{faces}、成功数{n}") if count else _SUCCESSES
            rolled = rolled.format(faces=" ".join(map(str, faces)), n=found)
        span = _span(counted)
        words = lead or Text("{name}: ", "{name}：")
        if count:
            words += Text("{n}{die}, success on {span}: {found}.", "{n}{die}、{span}で成功。{found}。")
        else:
            words += Text("no dice, {found}.", "ダイスなし、{found}。")
        name, die = shown(self.play.kamui[who].name), self.rulings.die
        more: dict[str, object] = {}
        if needed:
            chance = percent(check_chance(count, ability, needed, self.rulings))
            words += Text(" The chance of {needed} or more was {chance}.", "成功数{needed}以上の確率は{chance}だった。")
            more = {"needed": needed, "chance": chance}
        told = {"name": name, "n": count, "die": die, "span": span, "found": rolled, **more, **parts}
        self.tell(words, *rules, "K-Q1", seen=seen, **told)
        return found

    def spend(self, who: int, amount: Any, action: str, rule: str) -> int:
        """Spend action value."""
        left = self.play.kamui[who].action_value
        spent = whole_number("spent", amount, 0, MOST_REVELATION, rule)
        if spent > left:
            told = Text("{name} has {left} action value left", "{name}の残りの【行動値】は{left}です")
            raise _forbid(action, told.format(name=shown(self.play.kamui[who].name), left=left), rule)
        self.change(who, action_value=left - spent)
        return spent


_SUCCESSES = Text("successes {n}", "成功数{n}")


def _span(faces: range) -> Text:
    """Say which faces succeed."""
    if not faces:
        return Text("no face", "出目なし")
    return same(f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else faces[0])


def _forbid(action: str, reason: Text, rule: str) -> ForbiddenAction:
    return ForbiddenAction(ACTION_NAMES[action], reason, rule)


# --- the middle phase: revelation dice --------------------------------------------------------------------------------


def _reveal(game: _Game, who: Any, spent: Any, typed: Any = None) -> None:
    who, play = game.who(who), game.play
    if play.chooser != NOBODY:
        told = Text("{name} chooses a square first", "先に{name}がマスを選びます")
        raise _forbid("reveal", told.format(name=shown(play.kamui[play.chooser].name)), "K-1.5")
    if who in play.placed:
        raise _forbid("reveal", Text("once at the start of a cycle", "サイクルの開始時に1回だけです"), "K-1.3")
    count = game.spend(who, spent, "reveal", "K-1.3")
    if not count and game.rulings.no_revelation == "not_allowed":
        allowed = Text("at least one revelation die", "天啓ダイスは1個以上振ってください")
        raise InputError("spent", count, allowed, "K-Q4")
    faces = game.faces(count, [] if not count and typed is None else typed)
    name, here = shown(play.kamui[who].name), play.kamui[who].square
    squares = revelation_squares(faces, here, game.rulings)
    if not faces:
        text = Text(
            "{name} rolls no revelation dice and stays on {square}.", "{name}は天啓ダイスを振らず、{square}に留まる。"
        )
        game.tell(text, "K-1.3", "K-Q4", name=name, square=square_words(here))
        game.set(placed=game.play.placed | {who})
        return
    text = Text(
        "{name} spends {n} and rolls {faces}: {squares} on offer.",
        "{name}は【行動値】を{n}消費。出目{faces}。選べるのは{squares}。",
    )
    offered = listed([same(square) for square in squares])
    seen = tuple(Die(face, game.rulings.sides) for face in faces)
    parts = {"name": name, "n": count, "faces": " ".join(map(str, faces)), "squares": offered}
    game.tell(text, "K-1.3", "K-1.4", "K-Q2", seen=seen, **parts)
    game.set(offer=squares, chooser=who)
    if len(squares) == 1:
        _go(game, squares[0])


def _go(game: _Game, square: Any) -> None:
    play = game.play
    if play.chooser == NOBODY:
        raise _forbid("go", Text("revelation dice are rolled first", "先に天啓ダイスを振ります"), "K-1.5")
    where = check_square("square", square, game.rulings)
    if where not in play.offer:
        allowed = Text("one of the numbers rolled: {squares}", "振った出目から選んでください：{squares}")
        offered = listed([same(each) for each in play.offer])
        raise InputError("square", where, allowed.format(squares=offered), "K-1.5")
    game.change(play.chooser, square=where)
    game.set(placed=play.placed | {play.chooser}, offer=(), chooser=NOBODY)
    text = Text("{name} goes to {square}.", "{name}は{square}へ移る。")
    game.tell(text, "K-1.6", name=shown(play.kamui[play.chooser].name), square=square_words(where))


# --- activations ------------------------------------------------------------------------------------------------------


def begin_problem(play: Play, who: int) -> ForbiddenAction | None:
    """Say why an activation cannot begin; None if it can.

    Source: K-1.1, K-1.3, K-4.1, K-4.2.

    Example:
        >>> begin_problem(Play(State((Kamui("Homura", 3),)), (Sheet(),)), 0).rule
        'K-1.3'
    """
    rule = "K-1.1" if play.phase == "middle" else "K-4.2"
    if play.phase == "ending":
        return _forbid("begin", Text("the climax is over", "クライマックスフェイズは終わりました"), rule)
    if play.active != NOBODY:
        told = Text("it is {name}’s activation", "今は{name}の手番です").format(
            name=shown(play.kamui[play.active].name)
        )
        return _forbid("begin", told, rule)
    if play.unplaced:
        names = listed([shown(play.kamui[one].name) for one in play.unplaced])
        told = Text("revelation dice come first: {names}", "先に天啓ダイスを振ります：{names}").format(names=names)
        return _forbid("begin", told, "K-1.3")
    if who in play.acted:
        told = Text("one activation in a cycle", "手番は1サイクルに1回です")
        if play.phase == "climax":
            told = Text("one activation in a round", "手番は1ラウンドに1回です")
        return _forbid("begin", told, rule)
    return None


def _begin(game: _Game, who: Any) -> None:
    who = game.who(who)
    problem = begin_problem(game.play, who)
    if problem:
        raise problem
    game.set(active=who, main=False, moved=False)
    rule = "K-1.1" if game.play.phase == "middle" else "K-4.1"
    game.tell(Text("{name}’s activation.", "{name}の手番。"), rule, name=shown(game.play.kamui[who].name))


def _finish(game: _Game) -> None:
    """End the activation."""
    play = game.play
    game.set(acted=play.acted | {play.active}, active=NOBODY, main=False, moved=False)


def _rest(game: _Game) -> None:
    name = shown(game.play.kamui[game.play.active].name)
    game.tell(Text("{name}’s activation ends.", "{name}の手番が終わる。"), "K-4.2", name=name)
    _finish(game)


# --- the middle phase: events -----------------------------------------------------------------------------------------


def _event_check(game: _Game, ability: Any, base: Any, traits: Any, typed: Any, *rules: str, needed: int = 0) -> int:
    """Make the check of an event, with traits."""
    play, who = game.play, game.play.active
    whole_number("traits", traits, 0, MOST_TRAITS, "K-1.8")
    left = play.sheets[who].traits - play.kamui[who].traits_used
    name = shown(play.kamui[who].name)
    if traits > left:
        told = Text("traits that are not used yet; {name} has {n}", "まだ使っていない特性だけです（{name}は残り{n}）")
        raise InputError("traits", traits, told.format(name=name, n=max(0, left)), "K-1.10")
    count = check_dice(base, traits)
    if traits:
        game.change(who, traits_used=play.kamui[who].traits_used + traits)
        game.tell(Text("{name} uses traits: {n}.", "{name}は特性を{n}個使う。"), "K-1.8", "K-1.10", name=name, n=traits)
    return game.check(who, count, ability, typed, *rules, "K-Q3", needed=needed)


def _resolve(game: _Game, ability: Any, base: Any, traits: Any, typed: Any = None, character: Any = None) -> None:
    play, who = game.play, game.play.active
    square = play.kamui[who].square
    targets = dict(play.scenes)
    if square not in targets:
        told = Text("there is no resolution on {square}", "{square}に解決イベントはありません")
        raise _forbid("resolve", told.format(square=square_words(square)), "K-2.2")
    to = _word(game, "character", character) if character is not None else None
    target, before = targets[square], len(play.state.rifts)
    found = _event_check(game, ability, base, traits, typed, "K-2.4", needed=target)
    linked, links = (to if found >= target else None), play.kamui[who].links
    state = resolution(game.play.state, who, found, target, linked, game.rulings)
    game.set(state=state)
    where = square_words(square)
    if len(state.rifts) > before:
        game.tell(
            Text("A rift is placed on {square}.", "{square}に〈裂け目〉を配置する。"), "K-2.3", "K-Q5", square=where
        )
    else:
        game.tell(
            Text("No rift is placed on {square}.", "{square}に〈裂け目〉は配置されない。"),
            "K-2.3",
            "K-Q5",
            square=where,
        )
    if linked is not None:
        _tell_link(game, who, linked, links, "K-2.5")
    elif found >= target:
        game.tell(Text("Target {n} is reached.", "目標{n}を満たす。"), "K-2.5", n=target)
    else:
        game.tell(Text("Target {n} is missed: no link.", "目標{n}に届かず、リンクなし。"), "K-2.5", n=target)
    after = game.rulings.resolution_after
    if after == "once" or (after == "until_success" and found >= target):
        _end_scene(game, square, "K-Q25")
    _finish(game)


def _tell_link(game: _Game, who: int, to: str, before: tuple[Link, ...], rule: str) -> None:
    """Tell what an event has made of a link."""
    kamui = game.play.kamui[who]
    level = next(link.level for link in kamui.links if link.to == to)
    earlier = next((link.level for link in before if link.to == to), None)
    text = Text("{name} gains a link to {to}, level {n}.", "{name}は{to}へのリンクを得る（レベル{n}）。")
    if earlier is not None:
        text = Text("{name}’s link to {to} rises to level {n}.", "{name}の{to}へのリンクがレベル{n}に上がる。")
    if earlier == level:
        text = Text("{name}’s link to {to} stays at level {n}.", "{name}の{to}へのリンクはレベル{n}のまま。")
    game.tell(text, rule, "K-Q7", name=shown(kamui.name), to=shown(to), n=level)


def _duty(game: _Game, ability: Any, base: Any, traits: Any, typed: Any = None) -> None:
    who = game.play.active
    found = _event_check(game, ability, base, traits, typed, "K-2.6", "K-2.7")
    _tell_faith(game, duty(game.play.state, who, found, game.rulings), "K-2.8")
    _finish(game)


def _tell_faith(game: _Game, state: State, *rules: str) -> None:
    """Put a state in place and tell what faith has become."""
    before = game.play.state
    game.set(state=state)
    if game.rulings.faith == "shared":
        text = Text("Faith {before} → {after}.", "【信仰】{before}→{after}。")
        game.tell(text, *rules, "K-Q19", before=before.faith, after=state.faith)
        return
    text = Text("{name}: faith {before} → {after}.", "{name}の【信仰】{before}→{after}。")
    for one, other in zip(before.kamui, state.kamui, strict=True):
        if one.faith != other.faith:
            game.tell(text, *rules, "K-Q19", name=shown(one.name), before=one.faith, after=other.faith)


def _interact(game: _Game, ability: Any, base: Any, traits: Any, typed: Any = None, other: Any = None) -> None:
    who, one = game.play.active, game.rulings.interaction_links == "one"
    near = partners(game.play.state, who, game.rulings)
    if not near:
        told = Text(
            "no other kamui is on the same or an adjacent square", "同じマスにも隣接するマスにも、ほかの神威がいません"
        )
        raise _forbid("interact", told, "K-2.11")
    if one and game.who(other, "other") not in near:
        allowed = Text(
            "another kamui on the same or an adjacent square", "同じマスか隣接するマスにいるほかの神威を選んでください"
        )
        raise InputError("other", game.play.kamui[other].name, allowed, "K-2.11")
    found = _event_check(game, ability, base, traits, typed, "K-2.9", "K-2.10", needed=EVENT_TARGET)
    succeeded = found >= EVENT_TARGET
    chosen, links = [other] if one and succeeded else [], game.play.kamui[who].links
    game.set(state=interaction(game.play.state, who, found, chosen, game.rulings))
    if not succeeded:
        game.tell(
            Text("{n} successes are needed: no link.", "成功数{n}に届かず、リンクなし。"), "K-2.10", n=EVENT_TARGET
        )
    for each in chosen if one else near if succeeded else ():
        _tell_link(game, who, game.play.kamui[each].name, links, "K-2.11")
    _finish(game)


def _offer(game: _Game, ability: Any, base: Any, traits: Any, typed: Any = None, item: Any = None) -> None:
    who = game.play.active
    gift = _word(game, "item", item)
    found = _event_check(game, ability, base, traits, typed, "K-2.12", "K-2.13", needed=EVENT_TARGET)
    game.set(state=offering(game.play.state, who, found, gift))
    if found >= EVENT_TARGET:
        text = Text("{name} gains an offering: {item}.", "{name}は捧げもの「{item}」を得る。")
        game.tell(text, "K-2.14", "K-Q21", name=shown(game.play.kamui[who].name), item=gift)
    else:
        text = Text("{n} successes are needed: no offering.", "成功数{n}に届かず、捧げものなし。")
        game.tell(text, "K-2.13", n=EVENT_TARGET)
    _finish(game)


def _word(game: _Game, field: str, word: Any) -> str:
    """Return a word that the table chooses: an offering, a character, a skill."""
    plain = unicodedata.normalize("NFC", word).strip() if isinstance(word, str) else ""
    if not plain or len(plain) > LONGEST_WORD or not plain.replace("\u3000", " ").isprintable():
        raise InputError(field, word, Text("up to {n} letters", "{n}文字までで書いてください").format(n=LONGEST_WORD))
    return plain


def _cycle(game: _Game) -> None:
    _refuse_waiting(game, "cycle", "K-1.1")
    number = whole_number("number", game.play.number + 1, 1, MOST_FAITH)
    game.set(number=number, placed=frozenset(), acted=frozenset())
    game.open(Text(f"Cycle {number}", f"第{number}サイクル"))


def _refuse_waiting(game: _Game, action: str, rule: str) -> None:
    play = game.play
    if play.active != NOBODY or play.waiting:
        who = (play.active,) if play.active != NOBODY else play.waiting
        names = listed([shown(play.kamui[one].name) for one in who])
        told = Text("there are activations still to come: {names}", "まだ手番が残っています：{names}")
        raise _forbid(action, told.format(names=names), rule)


def _climax(game: _Game) -> None:
    play = game.play
    if play.placed or play.chooser != NOBODY or play.active != NOBODY:  # within a cycle that has begun
        _refuse_waiting(game, "climax", "K-1.1")
    game.set(phase="climax", number=1, placed=frozenset(), acted=frozenset())
    game.open(Text("Climax phase, round 1", "クライマックスフェイズ　第1ラウンド"))
    game.tell(
        Text("The kamui stand where the middle phase left them.", "神威はミドルフェイズの終わりの位置から始める。"),
        "K-3.1",
    )


# --- the climax -------------------------------------------------------------------------------------------------------


def _move(game: _Game, square: Any) -> None:
    play, who = game.play, game.play.active
    if square == CENTRE and not isinstance(square, bool):
        raise _forbid("move", Text("no kamui enters the centre", "神威は中央のマスに入れません"), "K-3.4")
    where, here = check_square("square", square, game.rulings), play.kamui[who].square
    far, most = distance(here, where, game.rulings), play.sheets[who].moves
    if not far:
        raise _forbid("move", Text("it stands there already", "すでにそのマスにいます"), "K-3.2")
    if far > most:
        told = Text(
            "{square} is {far} away along the ring, and {name} moves {most}",
            "{square}は外周で{far}マス先で、{name}の移動は{most}マスまでです",
        )
        name = shown(play.kamui[who].name)
        raise _forbid("move", told.format(square=square_words(where), far=far, name=name, most=most), "K-Q22")
    game.change(who, square=where)
    game.set(moved=True)
    text = Text("{name} moves {n} along the ring to {square}.", "{name}は外周を{n}マス進み、{square}へ。")
    game.tell(text, "K-3.2", "K-Q22", name=shown(play.kamui[who].name), n=far, square=square_words(where))


def _use_main(game: _Game, action: str) -> None:
    if game.play.main:
        raise _forbid(action, Text("one main action in an activation", "メインアクションは手番に1回だけです"), "K-4.3")
    game.set(main=True)


def _main(game: _Game, spent: Any, ability: Any, typed: Any = None) -> None:
    who = game.play.active
    _use_main(game, "main")
    count = game.spend(who, spent, "main", "K-4.4")
    name = shown(game.play.kamui[who].name)
    text = Text("{name}’s main action; action value spent {n}.", "{name}のメインアクション。【行動値】を{n}消費。")
    game.tell(text, "K-4.3", name=name, n=count)
    if count or typed is not None:
        game.check(who, count, ability, typed, "K-4.4")


def _sub(game: _Game, name: Any) -> None:
    word = _word(game, "skill", name)
    text = Text("{name}’s sub action: {skill}.", "{name}のサブアクション「{skill}」。")
    game.tell(text, "K-4.5", "K-4.6", name=shown(game.play.kamui[game.play.active].name), skill=word)


def attack_problem(play: Play, unit: int, reach: int, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why whoever acts cannot attack an enemy: out of range, or fallen already; None if it can.

    Source: K-3.3, K-3.5, K-Q23.

    Example:
        >>> play = Play(State((Kamui("Homura", 3),), (Unit("Magai", 9, 10),)), (Sheet(),), ("A",), active=0)
        >>> attack_problem(play, 0, 3).rule, attack_problem(play, 0, 4) is None
        ('K-3.3', True)
    """
    struck, attacker = play.state.units[unit], play.kamui[play.active]
    far = distance(attacker.square, struck.square, rulings)
    if far <= reach:
        return fallen_problem(struck, rulings)
    told = Text("{name} is {far} away, the range is {reach}", "{name}までは{far}マスで、射程は{reach}です")
    return _forbid("attack", told.format(name=shown(struck.name), far=far, reach=reach), "K-3.3")


def _attack(
    game: _Game,
    unit: Any,
    timing: Any,
    reach: Any,
    spent: Any,
    ability: Any,
    numbers: Any,
    typed: Any = None,
    gm_square: Any = None,
) -> None:
    who, unit = game.play.active, game.unit(unit)
    if timing not in ("main", "sub"):
        raise InputError("timing", timing, Text("main or sub", "「メイン」か「サブ」"), "K-4.3")
    problem = attack_problem(game.play, unit, whole_number("range", reach, 0, LARGEST_RING, "K-3.3"), game.rulings)
    if problem:
        raise problem
    if timing == "main":
        _use_main(game, "attack")
    power, multiplier, bonus, change = numbers
    whole_number("change", change, -MOST_EXTRA, MOST_EXTRA, "K-5.4")
    count = game.spend(who, spent, "attack", "K-5.1")
    if not count and game.rulings.attack_dice == "at_least_one":
        allowed = Text("an attack takes at least 1 action value", "攻撃には【行動値】を1以上消費してください")
        raise InputError("spent", count, allowed, "K-Q27")
    struck, left = game.play.state.units[unit], game.play.kamui[who].action_value
    lead = Text("{name} attacks {unit}: ", "{name}が{unit}を攻撃：")
    if count:
        lead = Text(
            "{name} attacks {unit}, action value {before} → {left}: ",
            "{name}が{unit}を攻撃、【行動値】{before}→{left}：",
        )
    rules = ("K-4.3", "K-5.1") if timing == "main" else ("K-4.5", "K-5.1")
    parts: dict[str, Any] = {"unit": shown(struck.name), "before": left + count, "left": left}
    found = game.check(who, count, ability, typed, *rules, "K-Q10", lead=lead, **parts)
    skill = Skill("", timing, reach, ability, power, multiplier, bonus, change)
    armour = struck.armour if game.rulings.unit_armour == "same" else 0
    falls = prospects(skill, count, struck.hp + armour, game.rulings)[1]
    dealt = damage(found, power, multiplier, bonus, game.rulings)
    if not found and game.rulings.no_successes == "miss":
        game.tell(Text("No success: a miss.", "成功数0なので外れ。"), "K-Q9")
        return
    text = Text(
        "Damage ({found} + {power}) × {multiplier} + {bonus} = {dealt}.",
        "ダメージ（{found}＋{power}）×{multiplier}＋{bonus}＝{dealt}。",
    )
    by_formula = ("K-5.3",) if found else ("K-5.3", "K-Q9")
    numbers = {"found": found, "power": power, "multiplier": multiplier, "bonus": bonus, "dealt": dealt}
    if falls:
        text += Text(" The chance to defeat it was {chance}.", "倒せる確率は{chance}だった。")
    game.tell(text, *by_formula, chance=percent(falls), **numbers)
    if change:
        dealt = max(0, dealt + change)
        game.tell(Text("Skills make it {n}.", "スキルで{n}になる。"), "K-5.4", n=dealt)
    _wound(game, unit, dealt, gm_square)


def _wound(game: _Game, unit: Any, amount: Any, gm_square: Any = None) -> None:
    unit = game.unit(unit)
    whole_number("damage", amount, 0, MOST_DAMAGE)
    struck, play = game.play.state.units[unit], game.play
    state = attack_unit(play.state, unit, amount, gm_square, game.rulings)
    name = shown(struck.name)
    there = len(state.units) == len(play.state.units)
    if there and state.units[unit].hp:
        after = state.units[unit]
        text = Text("{name}: armour {a} → {b}, HP {c} → {d}.", "{name}：【装甲】{a}→{b}、【HP】{c}→{d}。")
        game.tell(text, "K-5.5", "K-Q17", name=name, a=struck.armour, b=after.armour, c=struck.hp, d=after.hp)
        game.set(state=state)
        return
    letters = play.letters if there else (*play.letters[:unit], *play.letters[unit + 1 :])
    game.set(state=state, letters=letters, threat=play.threat + struck.threat)
    told = Text("{name} falls: HP {hp} → 0.", "{name}が倒れる：【HP】{hp}→0。")
    if there:
        told = Text(
            "{name} falls: HP {hp} → 0; it stays on its square.", "{name}が倒れ、そのマスに残る：【HP】{hp}→0。"
        )
    game.tell(told, "K-7.4", "K-Q23", name=name, hp=struck.hp)
    _tell_rifts(game, play.state.rifts, struck.square, "K-7.5")


def _tell_rifts(game: _Game, before: tuple[int, ...], square: int, *rules: str) -> None:
    """Tell where a rift has appeared, if one has."""
    new = list(game.play.state.rifts)
    for one in before:
        new.remove(one)
    if square == CENTRE:
        rules = ("K-Q15",)
    if new:
        text = Text("A rift appears on {square}.", "{square}に〈裂け目〉が出現する。")
        for each in new:
            game.tell(text, *rules, square=square_words(each))
    elif square == CENTRE:
        game.tell(Text("No rift appears.", "〈裂け目〉は出現しない。"), *rules)
    else:
        game.tell(Text("A rift lies there already.", "すでに〈裂け目〉がある。"), *rules, "K-Q5")


def _hurt(game: _Game, who: Any, amount: Any) -> None:
    who = game.who(who)
    whole_number("damage", amount, 0, MOST_DAMAGE)
    before = game.play.kamui[who]
    state = attack_kamui(game.play.state, who, amount, game.rulings)
    after, rifts = state.kamui[who], game.play.state.rifts
    game.set(state=state)
    name = shown(before.name)
    text = Text(
        "{name} takes {n}: armour {a} → {b}, HP {c} → {d}.",
        "{name}は{n}ダメージ：【装甲】{a}→{b}、【HP】{c}→{d}。",
    )
    revived = after.revivals > before.revivals
    armour, hp, _ = suffer(before.armour, before.hp, amount, rulings=game.rulings)
    parts = {"a": before.armour, "b": armour, "c": before.hp, "d": hp}
    game.tell(text, "K-5.5", "K-5.6", name=name, n=amount, **parts)
    if not revived:
        return
    text = Text(
        "0 HP: {name} ticks a revival check and stands again with {hp} HP and armour {armour} (revival checks: {n}).",
        "【HP】0：{name}は復活チェックを入れ、【HP】{hp}、【装甲】{armour}で復活する（復活チェック{n}）。",
    )
    told = {"n": after.revivals, "hp": after.hp, "armour": after.armour}
    game.tell(text, "K-8.1", "K-8.2", "K-8.3", "K-Q13", name=name, **told)
    if game.rulings.revival_rift:
        _tell_rifts(game, rifts, before.square, "K-Q14")


def _end(game: _Game) -> None:
    _refuse_waiting(game, "end", "K-4.1")
    play = game.play
    end = round_end([kamui.square for kamui in play.kamui], play.state.rifts, game.rulings)
    squares = listed([same(square) for square in end.vanished])
    vanish = Text("Rifts vanish on {squares}.", "〈裂け目〉が消える：{squares}。").format(squares=squares)
    if end.vanished and game.rulings.round_order == "vanishing_first":
        game.tell(vanish, "K-7.3", "K-Q12")
    _tell_faith(game, end_round(play.state, game.rulings), "K-7.1", "K-7.2")
    if end.vanished and game.rulings.round_order == "faith_first":
        game.tell(vanish, "K-7.3", "K-Q12")
    number = whole_number("number", play.number + 1, 1, MOST_FAITH)
    game.set(number=number, acted=frozenset())
    game.open(Text(f"Round {number}", f"第{number}ラウンド"))


def _ending(game: _Game) -> None:
    if game.play.active != NOBODY:
        _refuse_waiting(game, "ending", "K-4.1")
    game.set(phase="ending", acted=frozenset())
    game.open(Text("Ending phase", "エンディングフェイズ"))
    dice = sum(kamui.grace_dice for kamui in game.play.kamui)
    revivals = sum(kamui.revivals for kamui in game.play.kamui)
    text = Text(
        "Grace check: dice {dice}, points to lower faces {threat}, revival checks {revivals}.",
        "恩寵判定：ダイス{dice}個、出目を減らせる値{threat}、復活チェック{revivals}。",
    )
    game.tell(text, "K-6.1", "K-6.2", "K-6.5", "K-6.9", dice=dice, threat=game.play.threat, revivals=revivals)


def grace_numbers(play: Play, rulings: Rulings = Rulings(), target: object = None) -> tuple[int, ...]:
    """What each kamui's dice are compared with in the grace check.

    Args:
        play: The session.
        rulings: `success` says whether it is the rank or a target number.
        target: The target number of the check, 1 to 10, where it is one (K-Q1).

    Raises:
        InputError: If a target number is needed and this is none.

    Source: K-6.3, K-Q1.

    Example:
        >>> grace_numbers(Play(State((Kamui("Homura", 3, rank=4),)), (Sheet(),)))
        (4,)
    """
    if rulings.success == "at_least_target":
        return (whole_number("grace_target", target, 1, LARGEST_FACE, "K-Q1"),) * len(play.kamui)
    return tuple(kamui.rank for kamui in play.kamui)


def _grace(game: _Game, typed: Any = None, target: Any = None) -> None:
    play, rulings = game.play, game.rulings
    if play.grace:
        raise _forbid("grace", Text("it has been made", "すでに行いました"), "K-6.1")
    numbers = grace_numbers(play, rulings, target)
    counts = [kamui.grace_dice for kamui in play.kamui]
    faces = game.faces(sum(counts), typed if sum(counts) or typed != [] else None)
    starts = [sum(counts[:n]) for n in range(len(counts))]
    rolled = tuple(faces[start : start + count] for start, count in zip(starts, counts, strict=True))
    everybody = list(range(len(counts)))
    lowered, found = list(rolled), [0] * len(counts)
    for group in [everybody] if rulings.grace == "pooled" else [[who] for who in everybody]:
        dice = [(who, face) for who in group for face in rolled[who]]
        best = spread([face for _, face in dice], [numbers[who] for who, _ in dice], play.threat, rulings)
        for who in group:
            shown_faces = [face for (owner, _), face in zip(dice, best.faces, strict=True) if owner == who]
            lowered[who] = tuple(shown_faces)
            found[who] = successes(shown_faces, numbers[who], rulings)
    revivals = [kamui.revivals for kamui in play.kamui]
    points = [miracle_points(n, less) for n, less in zip(found, revivals, strict=True)]
    if rulings.grace == "pooled":
        points = [miracle_points(sum(found), sum(revivals))]
    game.set(grace=Grace(rolled, tuple(lowered), tuple(found), tuple(points)))
    for who in everybody:
        if counts[who]:
            _tell_grace(game, who, numbers[who])
    if rulings.grace == "pooled":
        text = Text(
            "Successes {n}, revival checks {less}: {left} for miracles.",
            "成功数{n}、復活チェック{less}：奇跡に使えるのは{left}。",
        )
        rules = ("K-6.4", "K-6.5", "K-6.6", "K-6.7", "K-Q16")
        game.tell(text, *rules, n=sum(found), less=sum(revivals), left=points[0])
        return
    text = Text("For miracles: {each}.", "奇跡に使えるのは、{each}。")
    each = [shown(kamui.name) + Text(f" {left}", f" {left}") for kamui, left in zip(play.kamui, points, strict=True)]
    game.tell(text, "K-6.4", "K-6.5", "K-6.6", "K-6.7", "K-Q16", each=listed(each))


def _tell_grace(game: _Game, who: int, number: int) -> None:
    """Tell what a kamui rolled in the grace check, and which faces are lowered."""
    made, kamui = game.play.grace, game.play.kamui[who]
    assert made is not None
    span = _span(success_faces(number, game.rulings))
    text = Text("{name}: {n}{die}, success on {span}: {faces}.", "{name}：{n}{die}、{span}で成功。出目{faces}。")
    rolled, lowered = made.rolled[who], made.lowered[who]
    parts = {"n": len(rolled), "die": game.rulings.die, "span": span, "faces": " ".join(map(str, rolled))}
    counted = success_faces(number, game.rulings)
    dice = zip(rolled, lowered, strict=True)
    seen = tuple(Die(old, game.rulings.sides, new in counted) for old, new in dice)
    game.tell(text, "K-6.2", "K-6.3", "K-Q1", seen=seen, name=shown(kamui.name), **parts)
    changes = [same(f"{old}→{new}") for old, new in zip(rolled, lowered, strict=True) if old != new]
    if changes:
        text = Text("Faces are lowered: {changes}.", "出目を減らす：{changes}。")
        game.tell(text, "K-6.9", "K-Q16", changes=listed(changes))


# --- what the GM may change -------------------------------------------------------------------------------------------


def _name(game: _Game, name: Any) -> str:
    state = game.play.state
    taken = [*(kamui.name for kamui in state.kamui), *(unit.name for unit in state.units)]
    return read_name(name, [shown(each) for each in taken]).en


def _add_kamui(game: _Game, name: Any, square: Any, numbers: Any) -> None:
    play = game.play
    if len(play.kamui) >= MOST_KAMUI:
        told = Text("there is room for {n} kamui", "神威は{n}柱までです").format(n=MOST_KAMUI)
        raise _forbid("kamui", told, "K-M10")
    _refuse_after_grace(game, "kamui")
    where = check_square("new_square", square, game.rulings)
    hp, armour, action_value, rank, will, wisdom, traits, moves = numbers
    kamui = Kamui(_name(game, name), where, hp, hp, armour, armour, action_value, rank)
    sheets = (*play.sheets, Sheet(will, wisdom, traits, moves))
    game.set(state=replace(play.state, kamui=(*play.kamui, kamui)), sheets=sheets)
    text = Text("{name} is on {square}.", "{name}が{square}にいる。")
    game.tell(text, "K-3.2", name=shown(kamui.name), square=square_words(where))


def _edit(game: _Game, kind: Any, place: Any, name: Any, square: Any, numbers: Any, left: Any = None) -> None:
    if _kind(kind) == "kamui":
        _edit_kamui(game, game.who(place), name, square, numbers, left)
    else:
        _edit_unit(game, game.unit(place), name, square, numbers)


def _edit_kamui(game: _Game, who: int, name: Any, square: Any, numbers: Any, left: Any) -> None:
    play, old = game.play, game.play.kamui[who]
    _refuse_after_grace(game, EDIT)
    where = check_square("new_square", square, game.rulings)
    hp, armour, action_value, rank, will, wisdom, traits, moves = numbers
    sheet = replace(play.sheets[who], will=will, wisdom=wisdom, traits=traits, moves=moves)
    now = {"hp": hp, "armour": armour}
    if left is not None:
        now |= dict(zip(LEFT, left, strict=True))
        least = min(1, old.hp)  # who has fallen may lie there
        whole_number("left_hp", now["hp"], least, whole_number("hp", hp, 1, MOST_POINTS))
        for each, most in (("armour", max(armour, old.armour)), ("traits_used", max(traits, old.traits_used))):
            whole_number(f"left_{each}", now[each], 0, whole_number(each, most, 0, MOST_POINTS))
    called = _changed_name(game, name, old.name)
    kamui = replace(old, name=called, square=where, most_hp=hp, most_armour=armour, rank=rank, **now)
    kamui = replace(kamui, action_value=action_value)
    state = play.state
    known = (*state.kamui[:who], kamui, *state.kamui[who + 1 :])
    sheets = (*play.sheets[:who], sheet, *play.sheets[who + 1 :])
    game.set(state=replace(state, kamui=tuple(relinked(one, old.name, called) for one in known)), sheets=sheets)
    _tell_change(game, old, kamui, (old, play.sheets[who]), (kamui, sheet))


def _edit_unit(game: _Game, unit: int, name: Any, square: Any, numbers: Any) -> None:
    state, old = game.play.state, game.play.state.units[unit]
    where = whole_number("new_square", square, CENTRE, game.rulings.sides, "K-Q2")
    if where != old.square:
        _refuse_centre(game, EDIT, where)
    hp, armour, threat = numbers
    least, most = (1, MOST_POINTS) if old.hp else (0, 0)
    if not (isinstance(hp, int) and not isinstance(hp, bool) and least <= hp <= most):
        told = Text(
            "let it fall by damage; here 1 to {n}",
            "倒すときはダメージとして入れてください（1から{n}まで）",
        )
        if not old.hp:
            told = Text("it has fallen; take that step back", "すでに倒れています。戻すには手順を取り消してください")
        raise InputError("hp", hp, told.format(n=MOST_POINTS), "K-5.5")
    most_hp = old.most_hp if begun(game.play) else 0
    new = replace(
        old,
        name=_changed_name(game, name, old.name),
        square=where,
        hp=hp,
        armour=armour,
        threat=threat,
        most_hp=most_hp,
    )
    game.set(state=replace(state, units=(*state.units[:unit], new, *state.units[unit + 1 :])))
    _tell_change(game, old, new, (old,), (new,))


def _tell_change(
    game: _Game, old: Kamui | Unit, new: Kamui | Unit, before: Sequence[object], now: Sequence[object]
) -> None:
    if new.name != old.name:
        words = Text("{old} is called {name} from now on.", "{old}は、これから{name}と呼ばれる。")
        game.tell(words, old=shown(old.name), name=shown(new.name))
    if new.square != old.square:
        words = Text("The GM puts {name} on {square}.", "GMが{name}を{square}へ動かす。")
        game.tell(words, "K-Q22", name=shown(new.name), square=square_words(new.square))
    if told := changes(before, now):
        words = Text("{name} is changed: {changes}.", "{name}を変更（{changes}）。")
        game.tell(words, "K-Q18", name=shown(new.name), changes=listed(told))


def _changed_name(game: _Game, name: Any, old: str) -> str:
    state = game.play.state
    taken = [*(kamui.name for kamui in state.kamui), *(unit.name for unit in state.units)]
    called = changed_name(name, shown(old), [shown(each) for each in taken if each != old])
    return old if called == shown(old) else called.en


def begun(play: Play) -> bool:
    """Say whether anything of a session has been played."""
    first = play.phase == "middle" and play.number == 1
    return not first or bool(play.placed or play.acted) or play.active != NOBODY or play.chooser != NOBODY


def _refuse_after_grace(game: _Game, action: str) -> None:
    """Nobody joins or leaves once the grace check of all has been made."""
    if game.play.grace:
        raise _forbid(action, Text("the grace check has been made", "恩寵判定はもう済んでいます"), "K-6.1")


def _add_unit(game: _Game, name: Any, square: Any, numbers: Any) -> None:
    play = game.play
    if len(play.state.units) >= MOST_UNITS or play.lettered >= MOST_LETTERS:
        told = Text("there is room for {n} enemies", "敵は{n}体までです").format(n=MOST_UNITS)
        raise _forbid("unit", told, "K-M10")
    where = (
        square
        if square == CENTRE and not isinstance(square, bool)
        else check_square("new_square", square, game.rulings)
    )
    _refuse_centre(game, "unit", where)
    hp, armour, threat = numbers
    whole_number("hp", hp, 1, MOST_POINTS)
    unit = Unit(_name(game, name), where, hp, armour, threat)
    letters = (*play.letters, chr(ord("A") + play.lettered))
    game.set(state=replace(play.state, units=(*play.state.units, unit)), letters=letters, lettered=play.lettered + 1)
    text = Text("{name} is on {square}.", "{name}が{square}にいる。")
    if where == CENTRE:
        text = Text("{name} is in {square}.", "{name}が{square}にいる。")
    game.tell(text, "K-M10", name=shown(unit.name), square=square_words(where))


def _refuse_centre(game: _Game, action: str, square: int) -> None:
    """Keep enemies out of the centre where nobody may be there."""
    if square == CENTRE and game.rulings.centre == "nobody":
        raise _forbid(action, Text("nobody enters the centre", "中央のマスには誰も入れません"), "K-Q26")


def _shift(game: _Game, kind: Any, place: Any, square: Any) -> None:
    state = game.play.state
    text = Text("The GM puts {name} on {square}.", "GMが{name}を{square}へ動かす。")
    if _kind(kind) == "kamui":
        who = game.who(place)
        if square == CENTRE and not isinstance(square, bool):
            raise _forbid("shift", Text("no kamui enters the centre", "神威は中央のマスに入れません"), "K-3.4")
        where = check_square("to", square, game.rulings)
        game.change(who, square=where)
        game.tell(text, "K-Q22", name=shown(state.kamui[who].name), square=square_words(where))
        return
    unit = game.unit(place)
    where = whole_number("to", square, CENTRE, game.rulings.sides, "K-Q2")
    _refuse_centre(game, "shift", where)
    moved = replace(state.units[unit], square=where)
    game.set(state=replace(state, units=(*state.units[:unit], moved, *state.units[unit + 1 :])))
    game.tell(text, "K-Q20", name=shown(moved.name), square=square_words(where))


def _kind(kind: Any) -> Kind:
    if kind == "kamui":
        return "kamui"
    if kind == "unit":
        return "unit"
    raise InputError("kind", kind, Text("kamui or unit", "「kamui」か「unit」"))


def _take(game: _Game, kind: Any, place: Any) -> None:
    play, state = game.play, game.play.state
    text = Text("{name} is taken off the map.", "{name}をマップから取り除く。")
    if _kind(kind) == "unit":
        unit = game.unit(place)
        game.tell(text, "K-M10", name=shown(state.units[unit].name))
        game.set(
            state=replace(state, units=(*state.units[:unit], *state.units[unit + 1 :])),
            letters=(*play.letters[:unit], *play.letters[unit + 1 :]),
        )
        return
    who = game.who(place)
    if play.active != NOBODY or play.chooser != NOBODY:
        told = Text("somebody is in the middle of something", "誰かが行動の途中です")
        raise _forbid("take", told, "K-1.2")
    _refuse_after_grace(game, "take")

    def moved(places: frozenset[int]) -> frozenset[int]:
        return frozenset(each - (each > who) for each in places if each != who)

    game.tell(text, "K-M10", name=shown(state.kamui[who].name))
    game.set(
        state=replace(state, kamui=(*state.kamui[:who], *state.kamui[who + 1 :])),
        sheets=(*play.sheets[:who], *play.sheets[who + 1 :]),
        placed=moved(play.placed),
        acted=moved(play.acted),
    )


SETTABLE = {
    "action_value": Text("Action value left", "残りの【行動値】"),
    "hp": Text("HP left", "残りの【HP】"),
    "armour": Text("Armour left", "残りの【装甲】"),
    "moves": Text("Squares of a movement", "移動できるマス数"),
    "traits_used": Text("Traits used", "使用した特性"),
    "revivals": Text("Revival checks", "復活チェック"),
    "faith": Text("Own faith (K-Q19)", "自分の【信仰】（K-Q19）"),
}
"""What can be set on a kamui: whatever the text leaves to skills, or to a passage that is lost (K-Q18)."""


def _set(game: _Game, who: Any, what: Any, number: Any) -> None:
    who, play = game.who(who), game.play
    if not isinstance(what, str) or what not in SETTABLE:
        raise InputError("what", what, same(" / ".join(SETTABLE)), "K-Q18")
    least = 1 if what == "hp" else 0
    most = {"moves": MOST_MOVES, "hp": play.kamui[who].most_hp, "traits_used": play.sheets[who].traits}.get(what)
    whole_number("number", number, least, MOST_POINTS if most is None else most, "K-Q18")
    if what == "moves":
        sheet = replace(play.sheets[who], moves=number)
        game.set(sheets=(*play.sheets[:who], sheet, *play.sheets[who + 1 :]))
    else:
        try:
            game.change(who, **{what: number})
        except InputError as error:
            error.field = "number"
            raise
    text = Text("{name}: {what} {n}.", "{name}：{what}を{n}にする。")
    game.tell(text, "K-Q18", name=shown(play.kamui[who].name), what=PLAIN[what], n=number)


def _link(game: _Game, who: Any, to: Any, level: Any, used: Any = False) -> None:
    who = game.who(who)
    if not isinstance(used, bool):
        raise InputError("used", used, Text("yes or no", "「はい」か「いいえ」です"), "K-6.2")
    made = Link(_word(game, "link_to", to), level, used)
    kamui = game.play.kamui[who]
    links = tuple(link for link in kamui.links if link.to != made.to)
    if len(links) >= MOST_LETTERS:
        told = Text("there is room for {n} links", "リンクは{n}までです").format(n=MOST_LETTERS)
        raise _forbid("link", told, "K-Q7")
    game.change(who, links=(*links, made))
    text = Text("{name}: link to {to}, level {n}{used}.", "{name}：{to}へのリンク、レベル{n}{used}。")
    spent = Text(", used", "、使用済み") if used else same("")
    game.tell(text, "K-6.2", name=shown(kamui.name), to=shown(made.to), n=made.level, used=spent)


def _faith(game: _Game, number: Any) -> None:
    whole_number("faith", number, 0, MOST_FAITH)
    _tell_faith(game, replace(game.play.state, faith=number), "K-Q8")


def _rift(game: _Game, square: Any) -> None:
    where, state = check_square("at", square, game.rulings), game.play.state
    if where in state.rifts and not game.rulings.rifts_stack:
        raise _forbid("rift", Text("a rift lies there already", "すでに〈裂け目〉があります"), "K-Q5")
    if len(state.rifts) >= MOST_RIFTS:
        raise _forbid("rift", Text(f"there is room for {MOST_RIFTS}", f"{MOST_RIFTS}までです"), "K-Q5")
    game.set(state=replace(state, rifts=add_rift(state.rifts, where, game.rulings)))
    text = Text("The GM puts a rift on {square}.", "GMが{square}に〈裂け目〉を置く。")
    game.tell(text, "K-Q15", square=square_words(where))


def _unrift(game: _Game, square: Any) -> None:
    where, rifts = check_square("at", square, game.rulings), list(game.play.state.rifts)
    if where not in rifts:
        raise _forbid("unrift", Text("no rift lies there", "そこに〈裂け目〉はありません"), "K-7.3")
    rifts.remove(where)
    game.set(state=replace(game.play.state, rifts=tuple(rifts)))
    text = Text("The GM takes a rift from {square}.", "GMが{square}の〈裂け目〉を1つ取り除く。")
    game.tell(text, "K-7.3", square=square_words(where))


def _scene(game: _Game, square: Any, target: Any) -> None:
    where = check_square("at", square, game.rulings)
    whole_number("target", target, 0, MOST_DICE, "K-Q8")
    scenes = {**dict(game.play.scenes), where: target}
    game.set(scenes=tuple(sorted(scenes.items())))
    text = Text("Resolution on {square}, target {n}.", "{square}に解決イベント、目標{n}。")
    game.tell(text, "K-2.2", "K-Q8", square=square_words(where), n=target)


def _unscene(game: _Game, square: Any) -> None:
    where = check_square("at", square, game.rulings)
    if where not in dict(game.play.scenes):
        raise _forbid("unscene", Text("there is none", "そこに解決イベントはありません"), "K-2.2")
    _end_scene(game, where, "K-2.2")


def _end_scene(game: _Game, square: int, rule: str) -> None:
    game.set(scenes=tuple(scene for scene in game.play.scenes if scene[0] != square))
    text = Text("The resolution on {square} is over.", "{square}の解決イベントが終わる。")
    game.tell(text, rule, square=square_words(square))


def _skill(game: _Game, who: Any, name: Any, timing: Any, numbers: Any) -> None:
    who, word = game.who(who), _word(game, "attack_name", name)
    if timing not in ("main", "sub"):
        raise InputError("timing", timing, Text("main or sub", "「メイン」か「サブ」"), "K-4.3")
    sheet, made = game.play.sheets[who], Skill(word, timing, *numbers)
    places = [n for n, one in enumerate(sheet.skills) if one.name == word]
    place = places[0] if places else len(sheet.skills)
    if place >= MOST_SKILLS:
        raise _forbid("skill", Text("there is room for {n}", "{n}つまでです").format(n=MOST_SKILLS), "K-M10")
    skills = (*sheet.skills[:place], made, *sheet.skills[place + 1 :])
    sheets = game.play.sheets
    game.set(sheets=(*sheets[:who], replace(sheet, skills=skills), *sheets[who + 1 :]))
    text = Text("{name} notes the attack {skill}.", "{name}の攻撃「{skill}」を控える。")
    game.tell(text, "K-Q10", name=shown(game.play.kamui[who].name), skill=shown(word))


def _then(game: _Game, *actions: Any) -> None:
    """Carry out several actions, one after the other."""
    for action in actions:
        if len(actions) > MOST_AT_ONCE or action[0] == "then":
            raise InputError("do", "then", Text("up to {n} actions", "操作は{n}つまで").format(n=MOST_AT_ONCE))
        game.play, log = apply(game.play, action, game.rulings, game.seed)
        game.log += log


_ACTIONS: dict[str, tuple[Callable[..., None], str, Phase | None, bool]] = {
    "reveal": (_reveal, "K-1.3", "middle", False),
    "go": (_go, "K-1.5", "middle", False),
    "begin": (_begin, "K-1.1", None, False),
    "resolve": (_resolve, "K-2.2", "middle", True),
    "duty": (_duty, "K-2.6", "middle", True),
    "interact": (_interact, "K-2.9", "middle", True),
    "offer": (_offer, "K-2.12", "middle", True),
    "cycle": (_cycle, "K-1.1", "middle", False),
    "climax": (_climax, "K-3.1", "middle", False),
    "move": (_move, "K-3.2", "climax", True),
    "main": (_main, "K-4.3", "climax", True),
    "sub": (_sub, "K-4.5", "climax", True),
    "attack": (_attack, "K-5.1", "climax", True),
    "rest": (_rest, "K-4.2", "climax", True),
    "hurt": (_hurt, "K-5.5", "climax", False),
    "wound": (_wound, "K-5.5", "climax", False),
    "end": (_end, "K-7.1", "climax", False),
    "ending": (_ending, "K-6.1", "climax", False),
    "grace": (_grace, "K-6.1", "ending", False),
    "kamui": (_add_kamui, "K-3.2", None, False),
    "unit": (_add_unit, "K-7.4", None, False),
    EDIT: (_edit, "K-M10", None, False),
    "shift": (_shift, "K-Q20", None, False),
    "take": (_take, "K-M10", None, False),
    "set": (_set, "K-Q18", None, False),
    "link": (_link, "K-6.2", None, False),
    "faith": (_faith, "K-Q8", None, False),
    "rift": (_rift, "K-Q15", None, False),
    "unrift": (_unrift, "K-7.3", None, False),
    "scene": (_scene, "K-2.2", None, False),
    "unscene": (_unscene, "K-2.2", None, False),
    "skill": (_skill, "K-Q10", None, False),
    "then": (_then, "K-1.2", None, False),
}
"""What each action runs, the rule it rests on, the phase it belongs to, and whether it needs an activation."""

ACTION_NAMES: dict[str, Text] = {
    "reveal": Text("Rolling revelation dice", "天啓ダイスを振ること"),
    "go": Text("Choosing a square", "マスを選ぶこと"),
    "begin": Text("This activation", "この手番"),
    "resolve": Text("A resolution", "解決イベント"),
    "duty": Text("A duty", "お勤めイベント"),
    "interact": Text("An interaction", "交流イベント"),
    "offer": Text("An offering event", "献上イベント"),
    "cycle": Text("The next cycle", "次のサイクル"),
    "climax": Text("The climax", "クライマックスフェイズへ進むこと"),
    "move": Text("This move", "この移動"),
    "main": Text("A main action", "メインアクション"),
    "sub": Text("A sub action", "サブアクション"),
    "attack": Text("This attack", "この攻撃"),
    "rest": Text("Ending the activation", "手番を終えること"),
    "hurt": Text("Damage to a kamui", "神威へのダメージ"),
    "wound": Text("Damage to an enemy", "敵へのダメージ"),
    "end": Text("The end of the round", "ラウンド終了"),
    "ending": Text("The ending", "エンディングフェイズへ進むこと"),
    "grace": Text("A grace check", "恩寵判定"),
    "kamui": Text("Another kamui", "神威の追加"),
    "unit": Text("Another enemy", "敵の追加"),
    EDIT: Text("This change", "この変更"),
    "shift": Text("Putting it there", "そこへ動かすこと"),
    "take": Text("Taking it away", "取り除くこと"),
    "set": Text("This number", "この数値"),
    "link": Text("This link", "このリンク"),
    "faith": Text("This faith", "この【信仰】"),
    "rift": Text("Another rift", "〈裂け目〉の追加"),
    "unrift": Text("Taking a rift away", "〈裂け目〉を取り除くこと"),
    "scene": Text("This resolution", "この解決イベント"),
    "unscene": Text("Ending the resolution", "解決イベントを終えること"),
    "skill": Text("Another attack", "攻撃の追加"),
    "then": Text("One thing after the other", "続けて行うこと"),
}
"""Each action in words, for messages."""


def read_dice(raw: str, field: str = "dice") -> list[int] | int | None:
    """Return dice as a player types them.

    Args:
        raw: Faces such as `3 10 5`; `=2` for two successes whatever the faces; nothing to have them rolled.
        field: Name to report in the error.

    Raises:
        InputError: If it is neither.

    Source: K-1.5, K-2.4, K-Q2.

    Example:
        >>> read_dice("3, 10 5"), read_dice("＝2"), read_dice("")
        ([3, 10, 5], 2, None)
    """
    plain = unicodedata.normalize("NFKC", raw).strip()
    if not plain:
        return None
    if re.fullmatch(r"=\s*[0-9]{1,2}", plain):
        return int(plain[1:])
    parts = re.split(r"[\s,、]+", plain)
    if len(parts) <= MOST_DICE and all(re.fullmatch(r"[0-9]{1,2}", part) for part in parts):
        return [int(part) for part in parts]
    allowed = Text(
        "faces such as 3 5, or =2 for two successes", "「3 5」のような出目か、「=2」のような成功数で書いてください"
    )
    raise InputError(field, raw, allowed, "K-Q2")
