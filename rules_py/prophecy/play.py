"""A battle as a state machine: set-up, initiative, activations, attacks with everything in between (P-M13, P-M14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from rules_py.core.dice import Die
from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.game import EDIT, out_of_place
from rules_py.core.names import changed_name, read_name
from rules_py.core.rulings import whole_number
from rules_py.core.stepper import Action, Event, die_roll
from rules_py.core.text import Text, listed, same
from rules_py.prophecy.attacks import (
    Effect,
    apply_attack_effect,
    apply_support_effect,
    attack_roll,
    check_effects,
    check_support,
    reflect,
    spring_puncture,
    within_reach,
)
from rules_py.prophecy.changing import SHEET_NUMBERS, still_carried, told_change
from rules_py.prophecy.characters import (
    MOST_FIGHTERS,
    NOBODY,
    Curse,
    Fighter,
    Fighters,
    allies,
    changed,
    enemies,
    initiative,
    somebody,
)
from rules_py.prophecy.checks import FACES, Flag, Roll, better, read_faces
from rules_py.prophecy.conditions import AT_START, BLESSES, CONDITIONS, CURSES, INSTANT, names
from rules_py.prophecy.effects import (
    Happened,
    end_of_activation,
    erase,
    gain_mana,
    start_effect,
    take_damage,
)
from rules_py.prophecy.odds import initiative_order
from rules_py.prophecy.reading import read_conditions, read_recipe
from rules_py.prophecy.rulings import Rulings

MOST_ROUNDS = 200


class Stage(Enum):
    """Where a battle stands."""

    SETUP = "setup"
    INITIATIVE = "initiative"
    ACTION = "action"
    DICE = "dice"
    RESULT = "result"
    EFFECTS = "effects"
    AFTER = "after"
    OVER = "over"

    @property
    def text(self) -> Text:
        """The stage's name."""
        return _STAGES[self]


_STAGES = {
    Stage.SETUP: Text("Who fights", "参加者"),
    Stage.INITIATIVE: Text("Initiative", "イニシアチブ"),
    Stage.ACTION: Text("Round action", "ラウンドアクション"),
    Stage.DICE: Text("Cast and guard check", "キャスト判定とガード判定"),
    Stage.RESULT: Text("Success or failure", "成否の確認"),
    Stage.EFFECTS: Text("Attack effects", "攻撃効果"),
    Stage.AFTER: Text("Counter or Chain Combo", "カウンターとチェーンコンボ"),
    Stage.OVER: Text("The battle is over", "戦闘終了"),
}


@dataclass(frozen=True)
class Exchange:
    """An attack's cast against one target's guard.

    Args:
        target: Who was attacked, by number.
        cast: The attacker's dice, as they count now.
        guard: The defender's dice, as they count now; after Cover the coverer's.
        cast_dice: How many dice the attacker rolls.
        guard_dice: How many dice the defender rolls.
        coverer: Who takes the hit instead; -1 for nobody.
        cast_rerolled: Has the attacker rerolled?
        guard_rerolled: Has the defender, or whoever covers, rerolled?
        decided: Has a defender rerolled, so that the attacker's time for that is over (P-Q13)?
        helpers: Who has assisted which check: `(helper, "cast" or "guard")`.
        cast_higher: A higher cast roll than the Lucky one that counts, which the attacker may take instead (P-Q47).
        guard_higher: The same of the guard check.
        cast_faces: What the attacker's dice have shown, roll by roll.
        guard_faces: The same of the guard check; after Cover the coverer's.
        missed: Did the attack fail against this target?
        degree: The success degree, once accepted.
    """

    target: int
    cast: Roll | None = None
    guard: Roll | None = None
    cast_dice: int = 2
    guard_dice: int = 2
    coverer: int = NOBODY
    cast_rerolled: bool = False
    guard_rerolled: bool = False
    decided: bool = False
    helpers: tuple[tuple[int, str], ...] = ()
    cast_higher: Roll | None = None
    guard_higher: Roll | None = None
    cast_faces: tuple[tuple[int, ...], ...] = ()
    guard_faces: tuple[tuple[int, ...], ...] = ()
    missed: bool = False
    degree: int = 0

    @property
    def struck(self) -> int:
        """Who takes the hit, by number."""
        return self.target if self.coverer == NOBODY else self.coverer

    def counted(self, check: str, rulings: Rulings = Rulings()) -> tuple[int, ...]:
        """Return the dice that count for the cast check, or the guard check; none before they are rolled.

        Args:
            check: `"cast"` or `"guard"`.
            rulings: How dice are read.
        """
        roll, rolls = (self.cast, self.cast_faces) if check == "cast" else (self.guard, self.guard_faces)
        fitting = [faces for faces in rolls if roll and read_faces(faces, rulings).total == roll.total]
        return next((faces for faces in fitting if read_faces(faces, rulings) == roll), (fitting or [()])[0])


@dataclass(frozen=True)
class Attack:
    """An attack under way.

    Args:
        attacker: Who attacks, by number.
        exchanges: One for each target; several with Expand.
        bonus: 1 for Counter and Chain Combo.
        special: Is it a Counter or a Chain Combo?
        thorns: Did the attacker carry Thorns when it began, and did the attack not erase them?
        countered: Who may still answer with a Counter.
        chained: May allies still follow with a Chain Combo?
        settled: Are its effects applied, or has it none?
        answered: Has a Counter answered it?
        followed: Has a Chain Combo followed it?
    """

    attacker: int
    exchanges: tuple[Exchange, ...]
    bonus: int = 0
    special: bool = False
    thorns: bool = False
    countered: tuple[int, ...] = ()
    chained: bool = False
    settled: bool = False
    answered: bool = False
    followed: bool = False

    @property
    def expanded(self) -> bool:
        """Was it expanded to several targets?"""
        return len(self.exchanges) > 1


@dataclass(frozen=True)
class Battle:
    """A battle.

    Args:
        fighters: Everybody, in the order of entry.
        stage: Where it stands.
        round: The round, 0 before the first.
        order: Who acts when, by number, with the initiative value.
        turn: Whose place in the order it is.
        attacks: Attacks under way, the latest last: a Counter interrupts.
        fallen: Who has just been knocked down and may use Last Stand.
        starting: Curses that have still to act at the start of the activation.
        present: Curses carried when the activation began.
        finished: Has the active fighter taken its round action?
        drawn: The round action that chance has picked under Charm, if chance picks (P-Q41).
        dice: How many dice the seed has rolled.
    """

    fighters: Fighters = ()
    stage: Stage = Stage.SETUP
    round: int = 0
    order: tuple[tuple[int, int], ...] = ()
    turn: int = 0
    attacks: tuple[Attack, ...] = ()
    fallen: tuple[int, ...] = ()
    starting: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    finished: bool = False
    drawn: str = ""
    dice: int = 0

    @property
    def active(self) -> int:
        """Whose activation it is, by number; -1 outside of activations."""
        return self.order[self.turn][0] if self.turn < len(self.order) else NOBODY

    @property
    def attack(self) -> Attack:
        """The attack that is being played out."""
        return self.attacks[-1]

    def name(self, who: int) -> Text:
        """Return somebody's name."""
        return self.fighters[who].name


@dataclass
class _Table:
    """What a function works on: the battle, the log, the dice, the house rules."""

    battle: Battle
    rulings: Rulings
    seed: str
    log: list[Event]

    def set(self, **values: Any) -> None:
        self.battle = replace(self.battle, **values)

    def change(self, who: int, **values: Any) -> None:
        self.set(fighters=changed(self.battle.fighters, who, **values))

    def tell(self, text: Text, *rules: str, **parts: object) -> None:
        self.log.append(Event(text.format(**parts), rules))

    def do(self, done: Happened) -> None:
        fallen = tuple(dict.fromkeys((*self.battle.fallen, *done.fallen)))
        self.set(fighters=done.fighters, fallen=fallen)
        self.log += done.events

    def die(self, faces: int = FACES) -> int:
        rolled = die_roll(self.seed, self.battle.dice, faces)
        self.set(dice=self.battle.dice + 1)
        return rolled

    def faces(self, dice: int, typed: Any = None) -> tuple[int, ...]:
        if not typed:
            return tuple(self.die() for _ in range(dice))
        if not isinstance(typed, list) or len(typed) != dice:
            allowed = Text("the faces of {n} dice, such as 3 5", "{n}個のダイスの目（例：3 5）")
            shown = " ".join(map(str, typed)) if isinstance(typed, list) else typed
            raise InputError("dice", shown, allowed.format(n=dice), "P-3.1")
        return tuple(whole_number("dice", face, 1, FACES, "P-3.1") for face in typed)


def apply(battle: Battle, action: Action, rulings: Rulings = Rulings(), seed: str = "") -> tuple[Battle, list[Event]]:
    """Carry out one action of a battle.

    Args:
        battle: The state before.
        action: Name and arguments; people are named by their number:
            set-up `["add", name, enemy, numbers, recipe, conditions]` with cast, guard, dominance, mana, preparation
            effects and, if wished, the most mana, `["emotion", who, toward]`, `["remove", who]`, `["begin"]`; at any
            moment `["edit", who, …]` with all that "add" is told and, if wished, the damage; then
            `["initiative", [[who, total], …], [[who, tie], …]]`, where the higher tie comes first; in an activation
            `["attack", targets]`, `["support", targets, effects, emotion]`, `["retreat"]`, `["pass"]`; in an attack
            `["cast", third_die, faces]` to see the cast value first, `["roll", third_dice, [[who, faces], …]]`,
            `["reroll", exchange, "cast" or "guard", faces]`, `["assist", helper, exchange, check, emotion, faces]`,
            `["cover", coverer, exchange, emotion, third_die, faces]`, `["accept", [[exchange, "cast" or "guard"], …]]`
            with the checks whose higher value is to count instead of Lucky, `["effects", effects]`,
            `["counter", who, more]`, `["chain", who, target, emotion, more]` with further targets (Expand),
            `["done"]`; whenever it fits `["last_stand", who]`, `["fall", who]`, `["charge", who]`, `["end"]`.
            An effect is `[name, condition, become, overwrite]`; faces left out are rolled by the seed.
        rulings: How the open questions are answered.
        seed: What the dice follow.

    Returns:
        The state after, and what happened.

    Raises:
        ForbiddenAction: If a rule forbids it now.
        InputError: If an argument is not allowed.

    Source: P-M4 to P-M14.

    Example:
        >>> battle, _ = apply(Battle(), ["add", "Mio", False, [6, 4, 7, 5, 1], "poison", ""])
        >>> battle.fighters[0].mana
        5
    """
    name, *arguments = action if isinstance(action, list) and action else [""]
    if not isinstance(name, str) or name not in _ACTIONS:
        allowed = Text("one of {names}", "{names}のどれか").format(names=", ".join(_ACTIONS))
        raise InputError("do", name, allowed, "P-8.1")
    stages, run = _ACTIONS[name]
    if battle.fallen and name not in ("last_stand", "fall", "charge"):
        raise ForbiddenAction(
            ACTION_NAMES[name],
            Text("first {name} stands up again or falls", "先に{name}がラストスタンドを使うか決めてください").format(
                name=battle.name(battle.fallen[0])
            ),
            "P-16.8",
        )
    if battle.stage not in stages and not (battle.fallen and name in ("last_stand", "fall")):
        raise _forbid(name, _belongs(stages, battle.stage), _RULES.get(name, "P-8.1"))
    table = _Table(battle, rulings, seed, [])
    try:
        run(table, *arguments)
    except InputError:
        raise
    except (AttributeError, IndexError, KeyError, OverflowError, RecursionError, TypeError, ValueError) as error:
        told = Text("it is written in another way", "指定の形が正しくありません")
        raise InputError("do", name, told, _RULES.get(name, "P-8.1")) from error
    return table.battle, table.log


def _who(table: _Table, who: Any) -> int:
    return somebody(table.battle.fighters, who)


def _yes(field: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise InputError(field, value, Text("yes or no", "「はい」か「いいえ」です"), "P-8.1")
    return value


def _forbid(action: str, reason: Text, rule: str) -> ForbiddenAction:
    return ForbiddenAction(ACTION_NAMES[action], reason, rule)


def _belongs(stages: Iterable[Stage], now: Stage) -> Text:
    return out_of_place([stage.text for stage in stages], now.text)


# --- set-up ---


def _add(table: _Table, name: Any, enemy: Any, numbers: Any, recipe: Any = "", conditions: Any = "") -> None:
    fighters = table.battle.fighters
    if len(fighters) >= MOST_FIGHTERS:
        allowed = Text("at most {n} take part", "参加者は{n}人までです").format(n=MOST_FIGHTERS)
        raise _forbid("add", allowed, "P-8.1")
    called = read_name(name, [fighter.name for fighter in fighters], "P-8.1")
    fighter = _read_sheet(called, enemy, numbers, recipe, conditions)
    table.set(fighters=(*fighters, fighter))
    table.tell(Text("{name} takes part.", "{name}が参加する。"), "P-8.1", name=fighter.name)


def _read_sheet(called: Text, enemy: Any, numbers: Any, recipe: Any, conditions: Any) -> Fighter:
    """Return somebody as an action tells of it."""
    if not isinstance(numbers, list) or len(numbers) not in (5, 6):
        raise InputError("numbers", numbers, Text("five numbers, or six", "5つか6つの数を並べてください"), "P-Q29")
    cast, guard, dominance, mana, preparations = numbers[:5]
    carried = read_conditions(str(conditions), "conditions")
    return Fighter(
        called,
        _yes("enemy", enemy),
        cast,
        guard,
        dominance,
        mana,
        preparations,
        recipe=read_recipe(str(recipe), "recipe"),
        curses=tuple(Curse(ident) for ident in carried if ident in CURSES),
        blesses=tuple(ident for ident in carried if ident in BLESSES),
        **({"most_mana": numbers[5]} if len(numbers) == 6 else {}),
    )


def _edit(
    table: _Table,
    who: Any,
    name: Any,
    enemy: Any,
    numbers: Any,
    recipe: Any = "",
    conditions: Any = "",
    damage: Any = None,
) -> None:
    who, fighters, begun = _who(table, who), table.battle.fighters, table.battle.stage is not Stage.SETUP
    old = fighters[who]
    called = changed_name(name, old.name, [other.name for n, other in enumerate(fighters) if n != who], "P-8.1")
    sheet = _read_sheet(called, enemy, numbers, recipe, conditions)
    if begun and sheet.enemy != old.enemy:
        told = Text("nobody changes sides once the battle has begun", "戦闘が始まってからは、敵味方を変えられません")
        raise InputError("enemy", Text("enemy", "敵") if sheet.enemy else Text("PC", "PC"), told, "P-8.1")
    written = {each: getattr(sheet, each) for each in (*SHEET_NUMBERS, "enemy", "recipe")}
    written |= {
        "damage": old.damage if damage is None else damage,
        "curses": still_carried(old.curses, sheet.curses, lambda curse: curse.kind),
        "blesses": still_carried(old.blesses, sheet.blesses, str),
    }
    new = replace(old, name=called, **written)
    table.set(fighters=(*fighters[:who], new, *fighters[who + 1 :]))
    table.log += told_change(old, new)


def _emotion(table: _Table, who: Any, toward: Any) -> None:
    who, toward = _who(table, who), _who(table, toward)
    if who == toward:
        raise _forbid("emotion", Text("it is held toward somebody else", "感情は自分以外の相手に持ちます"), "P-2.8")
    fighter = table.battle.fighters[who]
    if len(fighter.emotions) >= MOST_FIGHTERS * 3:
        raise _forbid("emotion", Text("that is more than anyone can count", "多すぎて数えられません"), "P-Q38")
    table.change(who, emotions=(*fighter.emotions, toward))
    text = Text("{name} holds an emotion toward {other}.", "{name}は{other}への感情を持つ。")
    table.tell(text, "P-2.8", name=fighter.name, other=table.battle.name(toward))


def _remove(table: _Table, who: Any) -> None:
    who = _who(table, who)
    kept = [i for i in range(len(table.battle.fighters)) if i != who]
    place = {old: new for new, old in enumerate(kept)}
    table.tell(Text("{name} does not take part.", "{name}は参加しない。"), name=table.battle.name(who))
    table.set(
        fighters=tuple(
            replace(
                table.battle.fighters[i],
                emotions=tuple(place[x] for x in table.battle.fighters[i].emotions if x in place),
                curses=tuple(
                    Curse(curse.kind, place.get(curse.inflicter, NOBODY)) for curse in table.battle.fighters[i].curses
                ),
            )
            for i in kept
        )
    )


def _begin(table: _Table) -> None:
    problem = _begin_problem(table.battle)
    if problem:
        raise problem
    _new_round(table)


def _begin_problem(battle: Battle) -> ForbiddenAction | None:
    if len({fighter.enemy for fighter in battle.fighters if fighter.fighting}) == 2:
        return None
    return _forbid("begin", Text("it takes a PC and an enemy", "PCと敵が少なくとも1人ずつ必要です"), "P-1.14")


# --- rounds and activations ---


def _new_round(table: _Table) -> None:
    if not any(fighter.fighting for fighter in table.battle.fighters):
        table.tell(Text("Nobody is left to fight.", "戦えるキャラクターがいなくなった。"), "P-14.5")
        table.set(stage=Stage.OVER)
        return
    number = table.battle.round + 1
    if number > MOST_ROUNDS:
        told = Text(
            "after {n} rounds the GM ends the battle", "{n}ラウンドまでです。ゲームマスターが戦闘を終えてください"
        )
        raise ForbiddenAction(Text("Another round", "次のラウンド"), told.format(n=MOST_ROUNDS), "P-Q40")
    table.log.append(Event(Text(f"Round {number}", f"第{number}ラウンド"), ("P-8.1",), heading=True))
    table.set(
        round=number,
        turn=0,
        stage=Stage.INITIATIVE,
        fighters=tuple(replace(fighter, acted=False, stood=False) for fighter in table.battle.fighters),
    )
    if number > 1 and not table.rulings.initiative_each_round:
        table.set(stage=Stage.ACTION)
        _activate(table)


def _initiative(table: _Table, typed: Any = None, ties: Any = None) -> None:
    fighters = table.battle.fighters
    totals = _by_number(table, typed)
    for who, total in totals.items():
        if fighters[who].enemy:
            raise _forbid("initiative", Text("an enemy's is fixed", "敵の値は固定です"), "P-8.3")
        whole_number("total", total, 2, 2 * FACES, "P-8.2")
    values: dict[int, int] = {}
    for who, fighter in enumerate(fighters):
        if not fighter.fighting:
            continue
        dice: tuple[int, ...] = ()
        if not fighter.enemy and who not in totals:
            dice = table.die(), table.die()
            totals[who] = sum(dice)
        values[who] = initiative(fighter, totals.get(who, 0), table.rulings)
        text = Text("{name}: initiative {value}.", "{name}：イニシアチブ{value}。")
        told = text.format(name=fighter.name, value=values[who])
        rule = "P-8.3" if fighter.enemy else "P-8.2"
        table.log.append(Event(told, (rule,), seen=tuple(Die(face) for face in dice)))
    extra = _by_number(table, ties)
    order: list[int] = []
    for group in initiative_order(fighters, totals, extra, table.rulings):
        order += _settled(table, list(group), values)
    _tell_agreed(table, order, values, extra)
    table.set(order=tuple((who, values[who]) for who in order), turn=0, stage=Stage.ACTION)
    _activate(table)


def _by_number(table: _Table, pairs: Any) -> dict[int, Any]:
    """Read what is told of people who are in the battle, each once."""
    found: dict[int, Any] = {}
    for who, value in pairs or []:
        if not table.battle.fighters[_who(table, who)].fighting or who in found:
            allowed = Text("those in the battle, each once", "戦闘にいる人を一度ずつ書いてください")
            raise InputError("who", who, allowed, "P-8.1")
        found[who] = value
    return found


def _settled(table: _Table, tied: list[int], values: dict[int, int]) -> list[int]:
    """Let dice order those who are tied (P-8.5)."""
    if len(tied) > 1:
        for last in range(len(tied) - 1, 0, -1):
            drawn = table.die(last + 1) - 1
            tied[last], tied[drawn] = tied[drawn], tied[last]
        text = Text("A tie at {value}; dice put first {names}.", "{value}が同値。ダイスで{names}の順に決まる。")
        names_ = listed([table.battle.name(who) for who in tied])
        table.tell(text, "P-8.5", value=values[tied[0]], names=names_)
    return tied


def _tell_agreed(table: _Table, order: list[int], values: dict[int, int], extra: Mapping[int, int]) -> None:
    """Tell of ties that those concerned have settled themselves (P-8.5, P-8.6)."""
    for value in dict.fromkeys(values[who] for who in order):
        tied = [who for who in order if values[who] == value]
        if len(tied) > 1 and len({extra.get(who) for who in tied}) == len(tied) and extra.keys() >= set(tied):
            only_pcs = not any(table.battle.fighters[who].enemy for who in tied)
            text = Text("A tie at {value}; settled: {names}.", "{value}が同値。{names}の順に決める。")
            names_ = listed([table.battle.name(who) for who in tied])
            table.tell(text, "P-8.6" if only_pcs else "P-8.5", value=value, names=names_)


def _activate(table: _Table) -> None:
    """Go to the next activation that somebody can take, and begin it."""
    battle = table.battle
    while battle.turn < len(battle.order) and not battle.fighters[battle.active].fighting:
        table.set(turn=battle.turn + 1)
        battle = table.battle
    if battle.turn >= len(battle.order):
        _new_round(table)
        return
    who = battle.active
    table.set(
        stage=Stage.ACTION,
        starting=AT_START,
        present=tuple(curse.kind for curse in battle.fighters[who].curses),
    )
    text = Text("{name}’s activation.", "{name}の手番。")
    table.tell(text, "P-8.1", name=battle.name(who))
    _start_effects(table)


def _start_effects(table: _Table) -> None:
    while table.battle.starting and not table.battle.fallen and table.battle.fighters[table.battle.active].fighting:
        kind, rest = table.battle.starting[0], table.battle.starting[1:]
        table.set(starting=rest)
        table.do(start_effect(table.battle.fighters, table.battle.active, kind, table.rulings))
    if table.battle.fallen:
        return
    fighter = table.battle.fighters[table.battle.active]
    if fighter.fighting and fighter.acted:
        text = Text("{name} has acted already this round.", "{name}はこのラウンド行動済み。")
        table.tell(text, "P-16.26", name=fighter.name)
    if not fighter.fighting or fighter.acted:
        _end_activation(table)
        return
    if table.rulings.chooser == "random" and fighter.copies("charm") and not table.battle.drawn:
        _draw_action(table)


def _draw_action(table: _Table) -> None:
    """Let chance pick between the two things that Charm leaves, if both are possible (P-Q41)."""
    open_ = [name for name in ("attack", "support") if forbidden(table.battle, name, table.rulings) is None]
    if len(open_) == 2:
        table.set(drawn=open_[table.die(2) - 1])
        text = Text("Chance picks: {action}.", "行動はランダムに{action}と決まる。")
        table.tell(text, "P-Q41", action=ACTION_NAMES[table.battle.drawn])


def _end_activation(table: _Table) -> None:
    who = table.battle.active
    sheet = table.battle.fighters[who]
    counts = not sheet.acted or table.rulings.spent_activation == "counts"
    if sheet.fighting and counts:
        table.do(end_of_activation(table.battle.fighters, who, table.battle.present, table.rulings))
    table.change(who, acted=True)
    table.set(turn=table.battle.turn + 1, present=(), starting=(), attacks=(), drawn="")
    _activate(table)


def _end(table: _Table) -> None:
    table.tell(Text("The GM ends the battle.", "ゲームマスターが戦闘の終了を告げる。"), "P-Q40")
    table.set(stage=Stage.OVER, attacks=(), starting=(), present=())


# --- what one may do ---


def forbidden(battle: Battle, action: str, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why somebody whose activation it is may not take a round action.

    Args:
        battle: A battle at somebody's round action.
        action: `"attack"`, `"support"`, `"retreat"` or `"pass"`.
        rulings: House rules.

    Returns:
        The reason with its rule, or None if it is allowed.

    Raises:
        InputError: If there is no such round action.

    Source: P-M14, P-9.2, P-Q25.

    Example:
        >>> mio = Fighter(Text("Mio", "ミオ"), curses=(Curse("weakness"),))
        >>> foe = Fighter(Text("Choir", "聖歌隊"), enemy=True)
        >>> battle = Battle((mio, foe), Stage.ACTION, 1, ((0, 9), (1, 7)))
        >>> forbidden(battle, "attack").rule
        'P-17.18a'
    """
    if action not in ROUND_ACTIONS:
        raise InputError("action", action, same(", ".join(ROUND_ACTIONS)), "P-9.2")
    who = battle.active
    if battle.stage is not Stage.ACTION or who == NOBODY:
        return _forbid(action, _belongs((Stage.ACTION,), battle.stage), "P-9.1")
    sheet = battle.fighters[who]
    only = Text("{name} can only attack", "{name}は攻撃しかできません").format(name=sheet.name)
    if sheet.copies("charm") and not any(sheet.copies(kind) for kind in ("berserk", "confusion", "delusion")):
        only = Text("{name} acts for the other side", "{name}は敵のために行動します").format(name=sheet.name)
    if battle.drawn and action != battle.drawn:
        told = Text("chance has picked: {action}", "ランダムに{action}と決まりました")
        return _forbid(action, told.format(action=ACTION_NAMES[battle.drawn]), "P-Q41")
    if action != "pass" and sheet.copies("incapacity"):
        told = Text("{name} cannot act and Passes", "{name}は行動できず、パスになります").format(name=sheet.name)
        return _forbid(action, told, "P-17.21a")
    if action == "attack":
        if sheet.copies("weakness"):
            told = Text("{name} is too weak to attack", "{name}は攻撃できません").format(name=sheet.name)
            return _forbid(action, told, "P-17.18a")
        if not attack_targets(battle, who, rulings):
            return _forbid(action, *_no_target(battle, who))
    forced = [kind for kind in ("berserk", "confusion", "delusion", "charm") if sheet.copies(kind)]
    can_attack = not sheet.copies("weakness") and bool(attack_targets(battle, who, rulings))
    can_support = bool(support_targets(battle, who, rulings)) and not (set(forced) - {"charm"})
    if action == "support" and forced and set(forced) != {"charm"}:
        return _forbid(action, only, CONDITIONS[next(kind for kind in forced if kind != "charm")].rules[0])
    if action == "support" and not support_targets(battle, who, rulings):
        told = Text("nobody can be Supported", "支援できる相手がいません")
        return _forbid(action, told, "P-17.25a" if forced else "P-12.2")
    if action == "support" and not _can_pay(battle, who, support_targets(battle, who, rulings)):
        told = Text("it costs 1 mana or an emotion", "マナ1点か感情が必要です")
        return _forbid(action, told, "P-12.4")
    if action == "retreat":
        if forced:
            return _forbid(action, only, CONDITIONS[forced[0]].rules[0])
        if sheet.copies("hobble"):
            told = Text("{name} is hobbled", "{name}は足止めされています").format(name=sheet.name)
            return _forbid(action, told, "P-17.2a")
    if action == "pass" and forced and not sheet.copies("incapacity"):
        payable = can_support and _can_pay(battle, who, support_targets(battle, who, rulings))
        if can_attack or ("charm" in forced and payable):
            return _forbid(action, only, CONDITIONS[forced[0]].rules[0])
    return None


def _no_target(battle: Battle, who: int) -> tuple[Text, str]:
    sheet = battle.fighters[who]
    for kind, rule in (("delusion", "P-17.24c"), ("charm", "P-17.25c"), ("rage", "P-17.3a")):
        if sheet.copies(kind):
            told = Text("{curse} leaves nobody to attack", "【{curse}】のため、攻撃できる相手がいません")
            return told.format(curse=CONDITIONS[kind].name), rule
    return Text("there is nobody to attack", "攻撃できる相手がいません"), "P-10.2"


def attack_targets(battle: Battle, who: int, rulings: Rulings = Rulings(), special: bool = False) -> tuple[int, ...]:
    """Say whom somebody may attack.

    Args:
        battle: The battle.
        who: The attacker, by number.
        rulings: Whether Confusion can hit oneself (P-Q33).
        special: Is it a Counter or Chain Combo, outside of the activation that Confusion, Delusion and Charm shape?

    Source: P-M14, P-9.3, P-17.3a, P-17.20b, P-17.24a, P-17.25a, P-Q41.

    Example:
        >>> mio, ren = Fighter(Text("Mio", "ミオ"), curses=(Curse("delusion"),)), Fighter(Text("Ren", "レン"))
        >>> attack_targets(Battle((mio, ren, Fighter(Text("Choir", "聖歌隊"), enemy=True))), 0)
        (1,)
    """
    fighters, sheet = battle.fighters, battle.fighters[somebody(battle.fighters, who)]
    found = enemies(fighters, who)
    if not special:
        if sheet.copies("confusion"):
            own = (who,) if rulings.confusion_can_hit_self else ()
            found = tuple(sorted({*allies(fighters, who), *enemies(fighters, who), *own}))
        if sheet.copies("delusion") or sheet.copies("charm"):
            found = allies(fighters, who)  # also with Confusion, which leaves all others (P-Q25)
    if sheet.copies("rage"):
        inflicters = {curse.inflicter for curse in sheet.curses if curse.kind == "rage"}
        found = tuple(i for i in found if i in inflicters)
    return found


def support_targets(battle: Battle, who: int, rulings: Rulings = Rulings()) -> tuple[int, ...]:
    """Say whom somebody may Support.

    Args:
        battle: The battle.
        who: The supporter, by number.
        rulings: Whether Isolation also blocks oneself (P-Q18).

    Source: P-M5, P-12.2, P-17.16a, P-17.25a.

    Example:
        >>> mio, ren = Fighter(Text("Mio", "ミオ")), Fighter(Text("Ren", "レン"), curses=(Curse("isolation"),))
        >>> support_targets(Battle((mio, ren)), 0)
        (0,)
    """
    fighters = battle.fighters
    if fighters[somebody(fighters, who)].copies("charm"):
        return tuple(i for i in enemies(fighters, who))
    own = () if rulings.isolation_blocks_self and fighters[who].copies("isolation") else (who,)
    return (*own, *(i for i in allies(fighters, who) if not fighters[i].copies("isolation")))


def _can_pay(battle: Battle, who: int, targets: tuple[int, ...]) -> bool:
    sheet = battle.fighters[who]
    return bool(sheet.mana) or any(sheet.feels_for(target) for target in targets)


def _short(
    battle: Battle, who: int, action: str, rule: str, toward: int = NOBODY, charged: bool = False
) -> ForbiddenAction | None:
    """Say that somebody has no mana, nor the emotion that would do instead (★), nor, if that counts, a Charge."""
    sheet = battle.fighters[who]
    if sheet.mana or sheet.feels_for(toward) or (charged and sheet.copies("charge") and sheet.most_mana):
        return None
    told = Text("it costs 1 mana, and {name} has none", "マナが1点必要ですが、{name}のマナは0点です")
    if toward != NOBODY:
        told = Text(
            "it costs 1 mana or an emotion toward {other}, and {name} has neither",
            "マナ1点か{other}への感情が必要ですが、{name}にはどちらもありません",
        )
        return _forbid(action, told.format(name=sheet.name, other=battle.name(toward)), rule)
    return _forbid(action, told.format(name=sheet.name), rule)


_STARRED = {"P-7.2": "P-7.3", "P-12.4": "P-12.5", "P-16.2": "P-16.3", "P-16.20": "P-16.21"}
"""Where mana may be replaced by an emotion: the rule of the price, and the rule of what replaces it."""


def _pay(table: _Table, who: int, mana: int, action: str, rule: str, toward: int = NOBODY) -> None:
    """Take mana from somebody; with `toward`, one emotion replaces one point (★)."""
    sheet = table.battle.fighters[who]
    if toward != NOBODY:
        if not sheet.feels_for(toward):
            told = Text("{name} holds no emotion toward {other}", "{name}は{other}への感情を持っていません")
            raise _forbid(action, told.format(name=sheet.name, other=table.battle.name(toward)), _STARRED[rule])
        table.change(who, emotions=sheet.without_emotion(toward).emotions)
        text = Text("{name} spends an emotion toward {other}.", "{name}は{other}への感情を消費する。")
        table.tell(text, _STARRED[rule], name=sheet.name, other=table.battle.name(toward))
        mana -= 1
        sheet = table.battle.fighters[who]
    if not mana:
        return
    if sheet.mana < mana:
        told = Text(
            "it costs {mana} mana, and {name} has {left}", "マナが{mana}点必要ですが、{name}のマナは{left}点です"
        )
        raise _forbid(action, told.format(mana=mana, name=sheet.name, left=sheet.mana), rule)
    table.change(who, mana=sheet.mana - mana)
    text = Text("{name} spends {mana} mana ({left} left).", "{name}はマナを{mana}点消費する（残り{left}点）。")
    table.tell(text, rule, name=sheet.name, mana=mana, left=sheet.mana - mana)


# --- attack ---


def _attack(table: _Table, targets: Any = None) -> None:
    who = table.battle.active
    problem = forbidden(table.battle, "attack", table.rulings)
    if problem:
        raise problem
    sheet, allowed = table.battle.fighters[who], attack_targets(table.battle, who, table.rulings)
    drawn = sheet.copies("confusion") or (
        table.rulings.chooser == "random" and (sheet.copies("delusion") or sheet.copies("charm"))
    )
    if drawn:
        targets = [allowed[table.die(len(allowed)) - 1]]
        text = Text("Chance picks {name}.", "対象はランダムに{name}。")
        rule = "P-17.20b" if sheet.copies("confusion") else "P-Q41"
        table.tell(text, rule, name=table.battle.name(targets[0]))
    _check_targets(table, who, "attack", targets, allowed)
    _pay_expand(table, who, targets, "attack")
    names_ = listed([table.battle.name(target) for target in targets])
    table.tell(Text("{name} attacks {names}.", "{name}が{names}を攻撃。"), "P-10.2", name=sheet.name, names=names_)
    _open_attack(table, who, targets)


def _open_attack(table: _Table, who: int, targets: list[int], special: bool = False) -> None:
    thorns = bool(table.battle.fighters[who].copies("thorns"))
    exchanges = tuple(Exchange(target) for target in targets)
    attack = Attack(who, exchanges, bonus=int(special), special=special, thorns=thorns)
    table.set(attacks=(*table.battle.attacks, attack), stage=Stage.DICE)


def _check_targets(table: _Table, who: int, action: str, targets: Any, allowed: tuple[int, ...]) -> None:
    if not isinstance(targets, list) or not targets or len(set(targets)) != len(targets):
        raise InputError(
            "targets", str(targets or ""), Text("somebody, each once", "対象を重複なく選んでください"), "P-10.2"
        )
    for target in targets:
        if _who(table, target) not in allowed:
            told = Text("nobody can be chosen", "選べる相手がいません")
            if allowed:
                names_ = listed([table.battle.name(i) for i in allowed])
                told = Text("possible now: {names}", "今選べるのは{names}です").format(names=names_)
            raise _forbid(action, told, _target_rule(table.battle, who, action, target))


def _target_rule(battle: Battle, who: int, action: str, target: int) -> str:
    """Return the ledger id of what keeps somebody from being chosen."""
    sheet, other = battle.fighters[who], battle.fighters[target]
    if not other.fighting:
        return "P-14.5"
    if action == "support":
        if sheet.copies("charm"):
            return "P-17.25a"
        if other.copies("isolation") and other.enemy == sheet.enemy:
            return "P-Q18" if target == who else "P-17.16a"
        return "P-12.2"
    kinds = ("delusion", "charm", "rage") if action == "attack" else ("rage",)
    return next((CONDITIONS[kind].rules[0] for kind in kinds if sheet.copies(kind)), "P-10.2")


def _check_expand(table: _Table, who: int, action: str) -> None:
    sheet = table.battle.fighters[who]
    if sheet.copies("fog"):
        told = Text("Fog allows one target only", "【霧】のため、対象は1人だけです")
        raise _forbid(action, told, "P-17.19a")
    if sheet.copies("incapacity"):
        raise _forbid(action, _incapable(sheet), "P-17.21c")


def _pay_expand(table: _Table, who: int, targets: list[int], action: str) -> None:
    if len(targets) > 1:
        _check_expand(table, who, action)
        _pay(table, who, len(targets) - 1, action, "P-15.10")


def _incapable(sheet: Fighter) -> Text:
    told = Text("{name} is incapable of special actions", "{name}は【行動不能】で、特殊アクションを使えません")
    return told.format(name=sheet.name)


def _cast(table: _Table, third: Any = False, typed: Any = None) -> None:
    """Roll the cast check alone, so that the defender knows it before spending anything (P-10.1)."""
    attack, problem = table.battle.attack, _cast_problem(table.battle)
    if problem:
        raise problem
    if _yes("third", third):
        _prepare(table, attack.attacker, "cast", "P-10.6")
    _put(table, replace(attack, exchanges=_with_cast(table, 3 if third else 2, typed)))


def _cast_problem(battle: Battle) -> ForbiddenAction | None:
    if battle.attack.exchanges[0].cast is None:
        return None
    return _forbid("cast", Text("it is rolled already", "もう振ってあります"), "P-10.1")


def _with_cast(table: _Table, dice: int, typed: Any) -> tuple[Exchange, ...]:
    attack, exchanges = table.battle.attack, []
    each = table.rulings.expand_cast == "per_target"
    cast: Roll | None = None
    faces: tuple[int, ...] = ()
    for exchange in attack.exchanges:
        if cast is None or each:
            faces = table.faces(dice, typed if cast is None else None)
            _tell_faces(table, "P-10.4", attack.attacker, faces)
            cast = read_faces(faces, table.rulings)
        exchanges.append(replace(exchange, cast=cast, cast_dice=dice, cast_faces=(faces,)))
    return tuple(exchanges)


def _roll(table: _Table, third: Any = None, typed: Any = None) -> None:
    attack = table.battle.attack
    targets = [exchange.target for exchange in attack.exchanges]
    rolling = targets if attack.exchanges[0].cast else list(dict.fromkeys([attack.attacker, *targets]))
    given = _by_number(table, typed)
    spending = [_who(table, who) for who in third or []]
    if not {*given, *spending} <= set(rolling) or len(set(spending)) < len(spending):
        allowed = Text("those who roll now, each once: {names}", "今ダイスを振る人を一度ずつ書いてください（{names}）")
        names_ = listed([table.battle.name(who) for who in rolling])
        raise InputError("dice", str([*given, *spending]), allowed.format(names=names_), "P-10.1")
    for who in spending:
        _prepare(table, who, "roll", "P-10.6" if who == attack.attacker else "P-10.9")
    exchanges = attack.exchanges
    if attack.attacker in rolling and not exchanges[0].cast:
        typed_cast = given.pop(attack.attacker, None)
        exchanges = _with_cast(table, 3 if attack.attacker in spending else 2, typed_cast)
        spending = [who for who in spending if who != attack.attacker]
    rolled = []
    for exchange in exchanges:
        dice = 3 if exchange.target in spending else 2
        guard = table.faces(dice, given.get(exchange.target))
        _tell_faces(table, "P-10.7", exchange.target, guard)
        rolled.append(replace(exchange, guard=read_faces(guard, table.rulings), guard_dice=dice, guard_faces=(guard,)))
    _put(table, replace(attack, exchanges=tuple(rolled)))
    table.set(stage=Stage.RESULT)


def _prepare(table: _Table, who: int, action: str, rule: str) -> None:
    sheet = table.battle.fighters[who]
    if not sheet.preparations:
        told = Text("{name} has no preparation effect left", "{name}に準備効果は残っていません").format(name=sheet.name)
        raise _forbid(action, told, rule)
    table.change(who, preparations=sheet.preparations - 1)
    text = Text("{name} spends a preparation effect: 3 dice.", "{name}は準備効果を消費し、ダイスを3個振る。")
    table.tell(text, rule, name=sheet.name)


def _tell_faces(table: _Table, rule: str, who: int, faces: tuple[int, ...]) -> None:
    text = Text("{name} rolls {faces}.", "{name}の出目は{faces}。")
    told = text.format(name=table.battle.name(who), faces=" ".join(map(str, faces)))
    table.log.append(Event(told, (rule,), seen=tuple(Die(face) for face in faces)))


def _put(table: _Table, attack: Attack) -> None:
    table.set(attacks=(*table.battle.attacks[:-1], attack))


def outcome(battle: Battle, exchange: Exchange, rulings: Rulings = Rulings()) -> tuple[bool, int]:
    """Say whether an exchange of the attack under way hits, and with which degree.

    Args:
        battle: A battle with an attack whose dice are rolled.
        exchange: The cast against one target.
        rulings: House rules.

    Source: P-M3, P-16.6, P-16.7.
    """
    hit, degree = _compared(battle, exchange, rulings)
    return hit or exchange.coverer != NOBODY, degree


def _compared(battle: Battle, exchange: Exchange, rulings: Rulings) -> tuple[bool, int]:
    """Say whether the guard check as it stands has failed, whoever made it, and with which degree."""
    attack = battle.attack
    if exchange.cast is None or exchange.guard is None:
        raise InputError("roll", "", Text("the dice first", "先にダイスを振ってください"), "P-10.4")
    return attack_roll(
        exchange.cast,
        exchange.guard,
        battle.fighters[attack.attacker],
        battle.fighters[exchange.struck],
        attack.bonus,
        rulings,
    )


def _exchange(table: _Table, number: Any) -> Exchange:
    exchanges = table.battle.attack.exchanges
    return exchanges[whole_number("exchange", number, 0, len(exchanges) - 1)]


def _put_exchange(table: _Table, number: int, exchange: Exchange) -> None:
    attack = table.battle.attack
    exchanges = (*attack.exchanges[:number], exchange, *attack.exchanges[number + 1 :])
    _put(table, replace(attack, exchanges=exchanges))


def checker(battle: Battle, exchange: Exchange, check: str) -> int:
    """Return who makes the cast check, or the guard check, of an exchange, by number."""
    if check not in ("cast", "guard"):
        raise InputError("check", check, same("cast / guard"), "P-10.1")
    return battle.attack.attacker if check == "cast" else exchange.struck


def reroll_problem(
    battle: Battle, exchange: Exchange, check: str, rulings: Rulings = Rulings()
) -> ForbiddenAction | None:
    """Say why a check of the attack under way may not be rerolled; None if it may (P-6.2, P-6.5, P-Q13)."""
    who = checker(battle, exchange, check)
    hit, _ = outcome(battle, exchange, rulings)
    if rulings.battle_reroll == "failed_attack" and (check == "guard" or hit):
        told = Text("only an attacker who missed rerolls", "振り直せるのは失敗した攻撃側だけです")
        return _forbid("reroll", told, "P-Q13")
    if check == "cast" and any(each.decided for each in battle.attack.exchanges):
        told = Text("the attacker decides before the defender", "攻撃側が先に決めます")
        return _forbid("reroll", told, "P-Q13")
    if exchange.guard_rerolled if check == "guard" else exchange.cast_rerolled:
        return _forbid("reroll", Text("once per check", "1回の判定につき1回までです"), "P-6.5")
    return _short(battle, who, "reroll", "P-6.2")


def _reroll(table: _Table, number: Any, check: Any, typed: Any = None) -> None:
    exchange = _exchange(table, number)
    who = checker(table.battle, exchange, check)
    problem = reroll_problem(table.battle, exchange, check, table.rulings)
    if problem:
        raise problem
    _pay(table, who, 1, "reroll", "P-6.2")
    faces = _roll_again(table, exchange, check, typed)
    _tell_faces(table, "P-6.1", who, faces)
    _rolled_again(table, number, check, read_faces(faces, table.rulings))
    _note_faces(table, number, check, faces)
    for each in _concerned(table, number, check):
        now = table.battle.attack.exchanges[each]
        if check == "cast":
            _put_exchange(table, each, replace(now, cast_rerolled=True))
        else:
            _put_exchange(table, each, replace(now, guard_rerolled=True, decided=True))


def _roll_again(table: _Table, exchange: Exchange, check: str, typed: Any) -> tuple[int, ...]:
    dice = exchange.cast_dice if check == "cast" else exchange.guard_dice
    return table.faces(dice if table.rulings.reroll_keeps_third_die else 2, typed)


def _rolled_again(table: _Table, number: int, check: str, again: Roll) -> None:
    """Let the more convenient roll count, and note a higher value that Lucky has set aside (P-Q47)."""
    exchange = table.battle.attack.exchanges[number]
    kept = _more_convenient(table, number, check, again)
    made = (exchange.cast, exchange.cast_higher) if check == "cast" else (exchange.guard, exchange.guard_higher)
    most = max(roll.total for roll in (*made, again) if roll is not None)
    higher = Roll(Flag.NONE, most) if kept.flag is Flag.LUCKY and most > kept.total else None
    _let_count(table, number, check, kept, higher)


def _note_faces(table: _Table, number: int, check: str, faces: tuple[int, ...]) -> None:
    for each in _concerned(table, number, check):
        now = table.battle.attack.exchanges[each]
        if check == "cast":
            _put_exchange(table, each, replace(now, cast_faces=(*now.cast_faces, faces)))
        else:
            _put_exchange(table, each, replace(now, guard_faces=(*now.guard_faces, faces)))


def rolled_again(battle: Battle, number: int, check: str, again: Roll, rulings: Rulings = Rulings()) -> Battle:
    """Say what another roll of a check would lead to, by a reroll or by assisting.

    Args:
        battle: A battle with an attack whose dice are rolled.
        number: Which exchange.
        check: `"cast"` or `"guard"`.
        again: What the dice show then.
        rulings: House rules.

    Returns:
        The battle in which the more convenient of the two rolls counts, for all targets that the check belongs to.

    Source: P-M2, P-6.3, P-7.6, P-Q10.
    """
    table = _Table(battle, rulings, "", [])
    _rolled_again(table, number, check, again)
    return table.battle


def _let_count(table: _Table, number: int, check: str, kept: Roll, higher: Roll | None = None) -> None:
    for each in _concerned(table, number, check):
        now = table.battle.attack.exchanges[each]
        if check == "cast":
            _put_exchange(table, each, replace(now, cast=kept, cast_higher=higher))
        else:
            _put_exchange(table, each, replace(now, guard=kept, guard_higher=higher))


def _concerned(table: _Table, number: int, check: str) -> tuple[int, ...]:
    """Return the exchanges that a check belongs to: one cast check serves all targets of Expand (P-Q10)."""
    shared = check == "cast" and table.rulings.expand_cast == "one"
    return tuple(range(len(table.battle.attack.exchanges))) if shared else (number,)


def _more_convenient(table: _Table, number: int, check: str, again: Roll) -> Roll:
    """Return the roll to keep (P-M2); where the hit is certain, or Lucky and Fumble do not count, totals decide."""
    concerned = [table.battle.attack.exchanges[each] for each in _concerned(table, number, check)]
    before = concerned[0].cast if check == "cast" else concerned[0].guard
    if before is None:
        return again
    final = before.flag is Flag.FUMBLE and not table.rulings.reroll_fumble
    flags_count = table.rulings.forced_results != "not_applied" and any(
        each.coverer == NOBODY and not table.battle.fighters[each.target].copies("puncture") for each in concerned
    )
    if flags_count or (final and table.rulings.forced_results != "not_applied"):
        return better(before, again, table.rulings)
    return max(before, again, key=lambda roll: roll.total)


def assist_problem(
    battle: Battle, helper: int, exchange: Exchange, check: str, rulings: Rulings = Rulings()
) -> ForbiddenAction | None:
    """Say why somebody may not assist a check of the attack under way; None if it may (P-7.1 to P-7.5, P-Q6)."""
    who, sheet = checker(battle, exchange, check), battle.fighters[helper]
    if not rulings.assist_in_battle:
        return _forbid("assist", Text("not in battle", "戦闘では使えません"), "P-Q6")
    if helper == who or not sheet.fighting or sheet.enemy != battle.fighters[who].enemy:
        told = Text("only another of the same side helps", "援助できるのは、同じ側のほかの人だけです")
        return _forbid("assist", told, "P-7.1")
    if (helper, check) in exchange.helpers:
        return _forbid("assist", Text("each helps a check once", "援助できるのは、1回の判定につき1人1回です"), "P-7.4")
    return _short(battle, helper, "assist", "P-7.2", who)


def _assist(table: _Table, helper: Any, number: Any, check: Any, emotion: Any = False, typed: Any = None) -> None:
    helper, exchange = _who(table, helper), _exchange(table, number)
    who = checker(table.battle, exchange, check)
    problem = assist_problem(table.battle, helper, exchange, check, table.rulings)
    if problem:
        raise problem
    _pay(table, helper, 1, "assist", "P-7.2", who if _yes("emotion", emotion) else NOBODY)
    text = Text("{name} assists {other}.", "{name}が{other}を援助。")
    table.tell(text, "P-7.6", name=table.battle.name(helper), other=table.battle.name(who))
    helped = any(other == check for _, other in exchange.helpers)
    if helped or table.rulings.assist_rolls == "extra":
        faces = _roll_again(table, exchange, check, typed)
        _tell_faces(table, "P-7.6", who, faces)
        _rolled_again(table, number, check, read_faces(faces, table.rulings))
        _note_faces(table, number, check, faces)
    for each in _concerned(table, number, check):
        now = table.battle.attack.exchanges[each]
        _put_exchange(table, each, replace(now, helpers=(*now.helpers, (helper, check))))


def cover_problem(battle: Battle, who: int, exchange: Exchange, rulings: Rulings = Rulings()) -> ForbiddenAction | None:
    """Say why somebody may not take a hit for an ally; None if it may.

    Source: P-16.1 to P-16.3, P-17.21c, P-18.2a, P-Q36.
    """
    sheet, struck = battle.fighters[who], battle.fighters[exchange.struck]
    hit, _ = outcome(battle, exchange, rulings)
    if not hit:
        return _forbid(
            "cover", Text("the ally has not failed the guard check", "味方はガード判定に失敗していません"), "P-16.1"
        )
    failed, _ = _compared(battle, exchange, rulings)
    if exchange.coverer != NOBODY and not (rulings.cover_again and failed):
        return _forbid(
            "cover", Text("a covered hit is not covered again", "一度カバーした攻撃は重ねてカバーできません"), "P-Q36"
        )
    concerned = (exchange.target, exchange.struck, battle.attack.attacker)
    if who in concerned or not sheet.fighting or sheet.enemy != struck.enemy:
        return _forbid("cover", Text("only an ally covers", "カバーできるのは味方だけです"), "P-16.1")
    if battle.fighters[battle.attack.attacker].copies("pierce"):
        return _forbid("cover", Text("Pierce cannot be covered", "【貫通】を持つ攻撃はカバーできません"), "P-18.2a")
    if sheet.copies("incapacity"):
        return _forbid("cover", _incapable(sheet), "P-17.21c")
    return _short(battle, who, "cover", "P-16.2", exchange.struck)


def _cover(table: _Table, who: Any, number: Any, emotion: Any = False, third: Any = False, typed: Any = None) -> None:
    who, exchange = _who(table, who), _exchange(table, number)
    problem = cover_problem(table.battle, who, exchange, table.rulings)
    if problem:
        raise problem
    _pay(table, who, 1, "cover", "P-16.2", exchange.struck if _yes("emotion", emotion) else NOBODY)
    if _yes("third", third):
        _prepare(table, who, "cover", "P-10.9")
    dice = 3 if third else 2
    text = Text("{name} covers {other}.", "{name}が{other}をカバー。")
    table.tell(text, "P-16.5", name=table.battle.name(who), other=table.battle.name(exchange.struck))
    faces = table.faces(dice, typed)
    _tell_faces(table, "P-16.6", who, faces)
    guard = read_faces(faces, table.rulings)
    helpers = tuple(helper for helper in exchange.helpers if helper[1] == "cast")
    now = replace(
        exchange,
        coverer=who,
        guard=guard,
        guard_dice=dice,
        guard_faces=(faces,),
        guard_rerolled=False,
        guard_higher=None,
        helpers=helpers,
    )
    # The ally's own guard check has failed already: its Puncture has done its work.
    table.do(spring_puncture(table.battle.fighters, exchange.struck, table.rulings))
    _put_exchange(table, number, now)


def _keep_higher(table: _Table, number: Any, check: Any) -> None:
    """Let the higher value count instead of the Lucky one, as whoever rolled wishes (P-6.3, P-Q47)."""
    exchange = _exchange(table, number)
    who = checker(table.battle, exchange, check)
    higher = exchange.cast_higher if check == "cast" else exchange.guard_higher
    if table.rulings.kept_roll == "lucky" or higher is None:
        told = Text("no higher value may be chosen", "選べる高い達成値はありません")
        raise _forbid("accept", told, "P-Q47")
    _let_count(table, number, check, higher)
    text = Text("{name} keeps the higher value instead of Lucky.", "{name}はラッキー♪でなく高いほうの値を採る。")
    table.tell(text, "P-6.3", "P-Q47", name=table.battle.name(who))


def _accept(table: _Table, higher: Any = None) -> None:
    for number, check in higher or []:
        _keep_higher(table, number, check)
    attack = table.battle.attack
    exchanges: list[Exchange] = []
    countered: list[int] = []
    reflecting: list[int] = []
    for exchange in attack.exchanges:
        hit, degree = outcome(table.battle, exchange, table.rulings)
        failed, _ = _compared(table.battle, exchange, table.rulings)
        name, struck = table.battle.name(attack.attacker), table.battle.name(exchange.struck)
        if hit:
            text = Text(
                "{name} hits {other}: success degree {degree}.", "{name}の攻撃が{other}に命中。攻撃成功度{degree}。"
            )
            table.tell(text, "P-10.10", "P-10.12", name=name, other=struck, degree=_signed(degree))
            countered += _counterers(exchange, table.rulings)
            if not failed and table.rulings.cover_reflection:
                reflecting.append(exchange.struck)
        else:
            text = Text("{name} misses {other}.", "{name}の攻撃は{other}に外れた。")
            table.tell(text, "P-10.11", name=name, other=struck)
        exchanges.append(replace(exchange, missed=not hit, degree=degree))
    success = any(not exchange.missed for exchange in exchanges)
    answering = tuple(dict.fromkeys(countered))
    now = replace(attack, exchanges=tuple(exchanges), countered=answering, chained=success, settled=not success)
    _put(table, now)
    table.set(stage=Stage.EFFECTS if success else Stage.AFTER)
    for exchange in exchanges:
        if exchange.missed:
            table.do(reflect(table.battle.fighters, exchange.target, attack.attacker, table.rulings))
        else:
            table.do(spring_puncture(table.battle.fighters, exchange.struck, table.rulings))
    for who in reflecting:
        table.do(reflect(table.battle.fighters, who, attack.attacker, table.rulings))
    _resume(table)


def _counterers(exchange: Exchange, rulings: Rulings) -> tuple[int, ...]:
    """Say who may answer a hit: whose own guard check has failed (P-16.13); after Cover that is the ally (P-Q44)."""
    if rulings.cover_counter == "both":
        return exchange.target, exchange.struck
    return (exchange.target if rulings.cover_counter == "covered" else exchange.struck,)


def _signed(number: int) -> str:
    return f"−{-number}" if number < 0 else str(number)


def _read_effects(effects: Any) -> list[Effect]:
    if not isinstance(effects, list):
        raise InputError("effects", str(effects), Text("one or two effects", "効果を1つか2つ"), "P-10.14")
    return [Effect(*(str(part) for part in effect)) for effect in effects]


def _effects(table: _Table, chosen: Any) -> None:
    attack, effects = table.battle.attack, _read_effects(chosen)
    sheet = table.battle.fighters[attack.attacker]
    hits = [exchange for exchange in attack.exchanges if not exchange.missed]
    if len(effects) == 2 and attack.expanded:
        raise _forbid(
            "effects", Text("Boost does not go with Expand", "エキスパンドとブーストは併用できません"), "P-15.12"
        )
    best = max(hits, key=lambda exchange: exchange.degree)
    check_effects(effects, sheet, table.battle.fighters[best.struck], best.degree, table.rulings)
    for place, effect in enumerate(effects):
        if effect.name == "inflict_curse" and effect.condition == "amplify_curse":
            struck = [table.battle.fighters[exchange.struck] for exchange in hits]
            _check_amplify(effect.become, struck, effects[:place])
    _check_steal(effects, hits, table.rulings)
    if len(effects) == 2:
        if sheet.copies("incapacity"):
            raise _forbid("effects", _incapable(sheet), "P-17.21c")
        _pay(table, attack.attacker, 1, "effects", "P-15.4")
    standing = [exchange.struck for exchange in hits if table.battle.fighters[exchange.struck].fighting]
    for exchange in hits:
        for effect in effects:
            once = effect.name in ("refresh", "self_bless") and table.rulings.expand_self_effects == "once"
            if once and exchange is not best:
                continue
            if not within_reach(effect, exchange.degree):
                text = Text("The degree does not suffice against {name}.", "{name}には攻撃成功度が足りない。")
                table.tell(text, "P-Q10", name=table.battle.name(exchange.struck))
                continue
            if exchange.struck not in standing and effect.name not in ("refresh", "self_bless"):
                text = Text("{name} no longer fights.", "{name}はもう戦えない。")
                table.tell(text, "P-14.5", name=table.battle.name(exchange.struck))
                continue
            table.do(_applied(table, effect, exchange.struck))
    thorns = attack.thorns and bool(table.battle.fighters[attack.attacker].copies("thorns"))
    _put(table, replace(table.battle.attack, settled=True, thorns=thorns))
    table.set(stage=Stage.AFTER)
    _resume(table)


def _check_steal(effects: list[Effect], hits: list[Exchange], rulings: Rulings) -> None:
    """Refuse Life Steal and Mana Steal for several at once, where the table wants that (P-Q43)."""
    if rulings.steal_with_expand == "each_target":
        return
    for effect in effects:
        steals = effect.name == "inflict_curse" and effect.condition in INSTANT
        if steals and sum(within_reach(effect, exchange.degree) for exchange in hits) > 1:
            told = Text("it would reach several at once", "同時に複数へ付与することになります")
            raise ForbiddenAction(CONDITIONS[effect.condition].name, told, "P-Q43")


def _applied(table: _Table, effect: Effect, struck: int) -> Happened:
    fighters, attacker = table.battle.fighters, table.battle.attack.attacker
    friendly = fighters[attacker].enemy == fighters[struck].enemy
    return apply_attack_effect(fighters, effect, attacker, struck, table.rulings, friendly)


def _check_amplify(become: str, struck: list[Fighter], before: list[Effect]) -> None:
    """Refuse an Amplify Curse that has nothing to become, with nobody (P-17.11a); Curse Guard comes before that."""
    inflicted = [effect.condition for effect in before if effect.name == "inflict_curse"]
    for sheet in struck:
        if sheet.copies("curse_guard") or become in (*(curse.kind for curse in sheet.curses), *inflicted):
            return
    sheet = struck[0]
    if not sheet.curses:
        told = Text("{name} carries no curse that could grow", "{name}には増やせるカースがありません")
        raise ForbiddenAction(CONDITIONS["amplify_curse"].name, told.format(name=sheet.name), "P-17.11a")
    kinds = names(curse.kind for curse in sheet.curses)
    told = Text("one that {name} carries: {kinds}", "{name}が持つもの（{kinds}）から選んでください")
    raise InputError("become", become, told.format(name=sheet.name, kinds=kinds), "P-17.11b")


# --- Counter, Chain Combo, and the end of an attack ---


def counter_problem(
    battle: Battle, who: int, rulings: Rulings = Rulings(), charged: bool = False
) -> ForbiddenAction | None:
    """Say why somebody may not Counter the attack under way; None if it may.

    Args:
        battle: A battle with an attack whose result stands.
        who: Who would Counter, by number.
        rulings: House rules.
        charged: Does a Charge count as mana, because it can be used first?

    Source: P-16.13, P-16.14, P-16.26, P-17.3a, P-17.18b, P-Q32, P-Q34, P-Q35, P-Q42, P-Q44.
    """
    attack = battle.attack
    if who not in attack.countered:
        told = Text(
            "it answers an attack that one has just failed to guard against", "ガード判定に失敗した直後だけ使えます"
        )
        return _forbid("counter", told, "P-16.13")
    if attack.followed and _closes(rulings, "counter_first"):
        return _forbid("counter", Text("a Chain Combo has followed", "チェーンコンボの後にはできません"), "P-Q42")
    problem = _special_problem(battle, who, attack.attacker, "counter", rulings)
    return problem or _short(battle, who, "counter", "P-16.14", charged=charged)


def chain_problem(
    battle: Battle, who: int, target: int, rulings: Rulings = Rulings(), charged: bool = False
) -> ForbiddenAction | None:
    """Say why somebody may not follow the attack under way; None if it may.

    Args:
        battle: A battle with an attack whose result stands.
        who: Who would follow, by number.
        target: Whom it would attack: somebody whom the ally has hit.
        rulings: House rules.
        charged: Does a Charge count as mana, because it can be used first?

    Source: P-16.19 to P-16.23, P-16.26, P-17.3a, P-17.18b, P-Q19, P-Q32, P-Q35, P-Q42, P-Q44.
    """
    attack = battle.attack
    hit = chain_targets(battle, rulings)
    same_side = battle.fighters[who].enemy == battle.fighters[attack.attacker].enemy
    if who in (attack.attacker, target) or not same_side or not attack.chained or target not in hit:
        told = Text(
            "it follows an ally's successful attack on that target", "味方の攻撃が成功した直後に、同じ対象へ行います"
        )
        return _forbid("chain", told, "P-16.19")
    if attack.answered and _closes(rulings, "chain_first"):
        return _forbid("chain", Text("a Counter has come first", "カウンターの後にはできません"), "P-Q42")
    problem = _special_problem(battle, who, target, "chain", rulings)
    return problem or _short(battle, who, "chain", "P-16.20", chain_emotion(battle, target, rulings), charged)


def chain_targets(battle: Battle, rulings: Rulings) -> tuple[int, ...]:
    """Return whom a Chain Combo may attack: those the ally has hit; after Cover its first target (P-Q44)."""
    hits = (exchange for exchange in battle.attack.exchanges if not exchange.missed)
    first = rulings.cover_chain == "first_target"
    return tuple(dict.fromkeys(exchange.target if first else exchange.struck for exchange in hits))


def chain_emotion(battle: Battle, target: int, rulings: Rulings) -> int:
    """Return toward whom the emotion must be that pays a Chain Combo (P-Q19)."""
    return battle.attack.attacker if rulings.chain_combo_emotion == "ally" else target


def _special_problem(battle: Battle, who: int, target: int, action: str, rulings: Rulings) -> ForbiddenAction | None:
    sheet = battle.fighters[who]
    if not sheet.fighting or not battle.fighters[target].fighting:
        return _forbid(action, Text("one of the two no longer fights", "どちらかがもう戦えません"), "P-14.5")
    if sheet.acted or who == battle.active:
        told = Text("{name} has acted already this round", "{name}はこのラウンド行動済みです").format(name=sheet.name)
        return _forbid(action, told, "P-16.26")
    if sheet.copies("weakness"):
        told = Text("{name} is too weak to attack", "{name}は【脱力】で攻撃できません").format(name=sheet.name)
        return _forbid(action, told, "P-17.18b")
    if sheet.copies("incapacity") and rulings.incapacity_bars_counter:
        return _forbid(action, _incapable(sheet), "P-Q32")
    if battle.attack.special and not rulings.chain_on_chain:
        told = Text("not after a Counter or a Chain Combo", "カウンターやチェーンコンボには続けられません")
        return _forbid(action, told, "P-Q35")
    if sheet.copies("rage") and Curse("rage", target) not in sheet.curses:
        told = Text("Rage allows attacking only the inflicter", "【怒り】のため、付与した相手しか攻撃できません")
        return _forbid(action, told, "P-17.3a")
    return None


def _counter_time(battle: Battle, rulings: Rulings) -> ForbiddenAction | None:
    if battle.stage is Stage.EFFECTS and rulings.counter_timing == "after_effects":
        return _forbid("counter", Text("it comes after the effects", "効果を適用した後に行います"), "P-Q34")
    if battle.stage is Stage.AFTER and rulings.counter_timing == "before_effects":
        return _forbid("counter", Text("it came before the effects", "効果を適用する前に行います"), "P-Q34")
    return None


def _chain_time(battle: Battle, rulings: Rulings) -> ForbiddenAction | None:
    if battle.stage is Stage.EFFECTS and rulings.chain_timing == "after_effects":
        return _forbid("chain", _belongs((Stage.AFTER,), battle.stage), "P-16.19")
    if battle.stage is Stage.AFTER and rulings.chain_timing == "before_effects":
        return _forbid("chain", Text("it came before the effects", "効果を適用する前に行います"), "P-Q42")
    return None


def _closes(rulings: Rulings, order: str) -> bool:
    """Say whether the later one of Counter and Chain Combo is closed once the other has been used (P-Q42)."""
    return rulings.answer_order == order and rulings.counter_timing == rulings.chain_timing


def _counter(table: _Table, who: Any, more: Any = None) -> None:
    who, attack = _who(table, who), table.battle.attack
    problem = _counter_time(table.battle, table.rulings) or counter_problem(table.battle, who, table.rulings)
    if problem:
        raise problem
    targets = _with_more(table, who, attack.attacker, more, "counter")
    _pay(table, who, 1, "counter", "P-16.14")
    _pay_expand(table, who, targets, "counter")
    countered = tuple(i for i in attack.countered if i != who)
    _put(table, replace(attack, countered=countered, answered=True))
    table.change(who, acted=True)
    text = Text("{name} Counters {other} (+1).", "{name}が{other}にカウンター（+1）。")
    table.tell(text, "P-16.16", "P-16.18", name=table.battle.name(who), other=table.battle.name(attack.attacker))
    _tell_more(table, targets)
    _open_attack(table, who, targets, special=True)


def _with_more(table: _Table, who: int, target: int, more: Any, action: str) -> list[int]:
    """Return the target of a Counter or Chain Combo with those that Expand adds (P-Q35)."""
    targets = [target, *(more or [])]
    allowed = attack_targets(table.battle, who, table.rulings, special=True)
    _check_targets(table, who, action, targets, tuple(dict.fromkeys((target, *allowed))))
    return targets


def _tell_more(table: _Table, targets: list[int]) -> None:
    if len(targets) > 1:
        text = Text("Expanded to {names}.", "エキスパンドで{names}も対象に。")
        table.tell(text, "P-15.10", "P-Q35", names=listed([table.battle.name(each) for each in targets[1:]]))


def _chain(table: _Table, who: Any, target: Any, emotion: Any = False, more: Any = None) -> None:
    who, target = _who(table, who), _who(table, target)
    problem = _chain_time(table.battle, table.rulings) or chain_problem(table.battle, who, target, table.rulings)
    if problem:
        raise problem
    targets = _with_more(table, who, target, more, "chain")
    toward = chain_emotion(table.battle, target, table.rulings)
    _pay(table, who, 1, "chain", "P-16.20", toward if _yes("emotion", emotion) else NOBODY)
    _pay_expand(table, who, targets, "chain")
    _put(table, replace(table.battle.attack, followed=True))
    table.change(who, acted=True)
    text = Text("{name} follows with a Chain Combo on {other} (+1).", "{name}が{other}にチェーンコンボ（+1）。")
    table.tell(text, "P-16.23", "P-16.25", name=table.battle.name(who), other=table.battle.name(target))
    _tell_more(table, targets)
    _open_attack(table, who, targets, special=True)


def answers(battle: Battle, rulings: Rulings = Rulings(), charged: bool = False) -> list[tuple[str, int, int]]:
    """List the Counters and Chain Combos that are possible now: action, who, against whom.

    Args:
        battle: A battle with an attack whose result stands.
        rulings: House rules.
        charged: Does a Charge count as mana, because it can be used first?

    Source: P-M14, P-16.13, P-16.19.
    """
    found = []
    countering = battle.stage in (Stage.EFFECTS, Stage.AFTER) and _counter_time(battle, rulings) is None
    chaining = battle.stage in (Stage.EFFECTS, Stage.AFTER) and _chain_time(battle, rulings) is None
    for who in range(len(battle.fighters)):
        if countering and counter_problem(battle, who, rulings, charged) is None:
            found.append(("counter", who, battle.attack.attacker))
        for target in chain_targets(battle, rulings) if chaining else ():
            if chain_problem(battle, who, target, rulings, charged) is None:
                found.append(("chain", who, target))
    return found


def _go_on(table: _Table) -> None:
    """Leave an attack that nobody can answer any more."""
    while table.battle.stage is Stage.AFTER and not table.battle.fallen and table.battle.attacks:
        if answers(table.battle, table.rulings, charged=True):
            return
        _close_attack(table)


def _done(table: _Table) -> None:
    _close_attack(table)
    _go_on(table)


def _close_attack(table: _Table) -> None:
    """End an attack: Thorns, then back to what it interrupted, or to the next activation."""
    attack = table.battle.attack
    sheet = table.battle.fighters[attack.attacker]
    counts = table.rulings.thorns_on_special or not attack.special
    if attack.thorns and counts and sheet.fighting and sheet.copies("thorns"):
        _put(table, replace(attack, thorns=False, countered=(), chained=False))
        _thorns(table, attack.attacker)
        if table.battle.fallen:
            return
    table.set(attacks=table.battle.attacks[:-1])
    if not table.battle.attacks:
        _end_activation(table)
    else:
        table.set(stage=Stage.AFTER if table.battle.attack.settled else Stage.EFFECTS)
        _resume(table)


def _resume(table: _Table) -> None:
    """Go on where the battle stopped, unless somebody has still to fall or to stand up."""
    battle = table.battle
    if battle.fallen or battle.stage is Stage.OVER:
        return
    if battle.attacks:
        if battle.stage is Stage.EFFECTS and not battle.fighters[battle.attack.attacker].fighting:
            _put(table, replace(battle.attack, settled=True))
            table.set(stage=Stage.AFTER)
        if table.battle.stage is Stage.AFTER:
            _go_on(table)
    elif battle.finished:
        table.set(finished=False)
        _end_activation(table)
    else:
        _start_effects(table)


# --- Support, Retreat, Pass ---


def _thorns(table: _Table, who: int) -> None:
    text = Text("Thorns prick {name}.", "【棘】が{name}を刺す。")
    table.tell(text, "P-17.6a", name=table.battle.name(who))
    table.do(take_damage(table.battle.fighters, who, 1))


def _finish(table: _Table, thorns: bool) -> None:
    who = table.battle.active
    table.set(finished=True)
    if thorns and table.battle.fighters[who].copies("thorns"):
        _thorns(table, who)
    _resume(table)


def _support(table: _Table, targets: Any, chosen: Any, emotion: Any = False) -> None:
    """Choose the targets, pay, and apply the effects (P-12.1 to P-12.8, P-M5)."""
    who = table.battle.active
    problem = forbidden(table.battle, "support", table.rulings)
    if problem:
        raise problem
    sheet, effects = table.battle.fighters[who], _read_effects(chosen)
    allowed = support_targets(table.battle, who, table.rulings)
    if table.rulings.chooser == "random" and sheet.copies("charm"):
        allowed = tuple(i for i in allowed if sheet.mana or sheet.feels_for(i))
        targets = [allowed[table.die(len(allowed)) - 1]]
        text = Text("Chance picks {name}.", "対象はランダムに{name}。")
        table.tell(text, "P-Q41", name=table.battle.name(targets[0]))
    _check_targets(table, who, "support", targets, allowed)
    check_support(effects, sheet, table.rulings)
    if len(targets) > 1:
        if len(effects) == 2:
            raise _forbid(
                "support", Text("Boost does not go with Expand", "エキスパンドとブーストは併用できません"), "P-15.12"
            )
        _check_expand(table, who, "support")
    for effect in effects:
        if effect.name == "give_bless" and effect.condition == "amplify_bless":
            _check_amplify_bless(table, effect, targets, effects[: effects.index(effect)])
    felt = [target for target in targets if sheet.feels_for(target)]
    if table.rulings.support_emotion == "first_target" or not felt:
        felt = targets
    toward = felt[0] if _yes("emotion", emotion) else NOBODY
    _pay(table, who, len(targets) + len(effects) - 1, "support", "P-12.4", toward)
    oneself = targets == [who]
    text = Text("{name} Supports {names}.", "{name}が自分を支援。" if oneself else "{name}が{names}を支援。")
    table.tell(text, "P-12.4", name=sheet.name, names=listed([table.battle.name(i) for i in targets]))
    for target in targets:
        for effect in effects:
            table.do(apply_support_effect(table.battle.fighters, effect, target, table.rulings))
    _finish(table, bool(sheet.copies("thorns")))


def _check_amplify_bless(table: _Table, effect: Effect, targets: list[int], before: list[Effect]) -> None:
    """Refuse an Amplify Bless that has nothing to become, with nobody (P-18.6a)."""
    granted = [other.condition for other in before if other.name == "give_bless"]
    sheets = [table.battle.fighters[target] for target in targets]
    if any(sheet.copies("anti_bless") or effect.become in (*sheet.blesses, *granted) for sheet in sheets):
        return
    if not any(sheet.blesses for sheet in sheets):
        told = Text("{name} carries no bless that could grow", "{name}には増やせるブレスがありません")
        raise ForbiddenAction(CONDITIONS["amplify_bless"].name, told.format(name=sheets[0].name), "P-18.6a")
    told = Text("a bless that the target has", "対象が持つブレスから選んでください")
    raise InputError("become", effect.become, told, "P-18.6b")


def _retreat(table: _Table) -> None:
    problem = forbidden(table.battle, "retreat", table.rulings)
    if problem:
        raise problem
    who = table.battle.active
    thorns = bool(table.battle.fighters[who].copies("thorns"))
    table.change(who, gone=True)
    table.tell(
        Text("{name} leaves the battle.", "{name}は戦闘から離脱。"), "P-9.5", "P-Q26", name=table.battle.name(who)
    )
    _finish(table, thorns)


def _pass(table: _Table) -> None:
    problem = forbidden(table.battle, "pass", table.rulings)
    if problem:
        raise problem
    table.tell(Text("{name} Passes.", "{name}はパス。"), "P-9.6", name=table.battle.name(table.battle.active))
    _finish(table, False)


# --- at any moment ---


def last_stand_problem(battle: Battle, who: int) -> ForbiddenAction | None:
    """Say why somebody knocked down may not stand up again; None if it may (P-16.8 to P-16.12, P-17.5a, P-17.21c)."""
    sheet = battle.fighters[who]
    if who not in battle.fallen:
        return _forbid(
            "last_stand", Text("it answers one's own knockdown", "自分がノックダウンした時に使います"), "P-16.8"
        )
    if sheet.stood:
        return _forbid("last_stand", Text("once per round", "1ラウンドに1回までです"), "P-16.12")
    if sheet.copies("mana_scar"):
        return _forbid("last_stand", Text("Mana Scar forbids it", "【魔傷】があると使えません"), "P-17.5a")
    if sheet.copies("incapacity"):
        return _forbid("last_stand", Text("Incapacity forbids it", "【行動不能】の間は使えません"), "P-17.21c")
    if not sheet.mana:
        return _forbid("last_stand", Text("it costs 1 mana", "マナが1点必要です"), "P-16.9")
    return None


def _last_stand(table: _Table, who: Any) -> None:
    who = _who(table, who)
    problem = last_stand_problem(table.battle, who)
    if problem:
        raise problem
    _pay(table, who, 1, "last_stand", "P-16.9")
    table.change(who, down=False, stood=True)
    table.tell(Text("{name} makes a Last Stand.", "{name}のラストスタンド。"), "P-16.11", name=table.battle.name(who))
    table.set(fallen=tuple(i for i in table.battle.fallen if i != who))
    _resume(table)


def _fall(table: _Table, who: Any) -> None:
    who = _who(table, who)
    if who not in table.battle.fallen:
        told = Text("{name} has not been knocked down", "{name}はノックダウンしていません")
        raise _forbid("fall", told.format(name=table.battle.name(who)), "P-14.5")
    table.tell(Text("{name} can fight no more.", "{name}は戦闘不能。"), "P-14.5", name=table.battle.name(who))
    table.set(fallen=tuple(i for i in table.battle.fallen if i != who))
    _resume(table)


def _charge(table: _Table, who: Any) -> None:
    who = _who(table, who)
    if not table.battle.fighters[who].copies("charge"):
        told = Text("{name} carries no Charge", "{name}に【チャージ】は付いていません")
        raise _forbid("charge", told.format(name=table.battle.name(who)), "P-18.5a")
    sheet = table.battle.fighters[who]
    if sheet.mana >= sheet.most_mana:
        told = Text("{name} cannot hold more mana", "{name}のマナは上限に達しています").format(name=sheet.name)
        raise _forbid("charge", told, "P-Q27")
    table.do(erase(table.battle.fighters, who, "charge"))
    table.do(gain_mana(table.battle.fighters, who, "P-18.5a"))
    if table.battle.stage is Stage.AFTER:
        _go_on(table)


_AT_ANY_MOMENT = ("last_stand", "fall", "charge", EDIT)
ROUND_ACTIONS = ("attack", "support", "retreat", "pass")
_PLAY = (Stage.INITIATIVE, Stage.ACTION, Stage.DICE, Stage.RESULT, Stage.EFFECTS, Stage.AFTER)
_ACTIONS: dict[str, tuple[tuple[Stage, ...], Callable[..., None]]] = {
    "add": ((Stage.SETUP,), _add),
    "emotion": ((Stage.SETUP,), _emotion),
    EDIT: ((Stage.SETUP, *_PLAY), _edit),
    "remove": ((Stage.SETUP,), _remove),
    "begin": ((Stage.SETUP,), _begin),
    "initiative": ((Stage.INITIATIVE,), _initiative),
    "attack": ((Stage.ACTION,), _attack),
    "support": ((Stage.ACTION,), _support),
    "retreat": ((Stage.ACTION,), _retreat),
    "pass": ((Stage.ACTION,), _pass),
    "cast": ((Stage.DICE,), _cast),
    "roll": ((Stage.DICE,), _roll),
    "reroll": ((Stage.RESULT,), _reroll),
    "assist": ((Stage.RESULT,), _assist),
    "cover": ((Stage.RESULT,), _cover),
    "accept": ((Stage.RESULT,), _accept),
    "effects": ((Stage.EFFECTS,), _effects),
    "counter": ((Stage.EFFECTS, Stage.AFTER), _counter),
    "chain": ((Stage.EFFECTS, Stage.AFTER), _chain),
    "done": ((Stage.AFTER,), _done),
    "last_stand": (_PLAY, _last_stand),
    "fall": (_PLAY, _fall),
    "charge": (_PLAY, _charge),
    "end": ((Stage.INITIATIVE, Stage.ACTION), _end),
}
ACTION_NAMES = {
    "add": Text("To add somebody", "参加者の追加"),
    "emotion": Text("To note an emotion", "感情の記入"),
    EDIT: Text("To change somebody", "参加者の変更"),
    "remove": Text("To take somebody out", "参加者の取り消し"),
    "begin": Text("To begin", "戦闘の開始"),
    "initiative": Text("Initiative", "イニシアチブ"),
    "attack": Text("Attack", "攻撃"),
    "support": Text("Support", "支援"),
    "retreat": Text("Retreat", "撤退"),
    "pass": Text("Pass", "パス"),
    "cast": Text("The cast check", "キャスト判定"),
    "roll": Text("Rolling", "ダイスロール"),
    "reroll": Text("A reroll", "振り直し"),
    "assist": Text("Assisting", "援助"),
    "cover": Text("Cover", "カバー"),
    "accept": Text("To let it stand", "結果の確定"),
    "effects": Text("That choice of effects", "その効果の組"),
    "counter": Text("Counter", "カウンター"),
    "chain": Text("Chain Combo", "チェーンコンボ"),
    "done": Text("To end the attack", "攻撃の終了"),
    "last_stand": Text("Last Stand", "ラストスタンド"),
    "fall": Text("To fall", "ノックダウンの確定"),
    "charge": Text("Charge", "チャージ"),
    "end": Text("To end the battle", "戦闘の終了"),
}
_RULES = {
    "initiative": "P-8.2",
    "attack": "P-9.1",
    "support": "P-9.1",
    "retreat": "P-9.1",
    "pass": "P-9.1",
    "cast": "P-10.1",
    "roll": "P-10.1",
    "accept": "P-10.1",
    "reroll": "P-10.13",
    "assist": "P-7.1",
    "cover": "P-16.1",
    "effects": "P-10.14",
    "counter": "P-16.13",
    "chain": "P-16.19",
    "last_stand": "P-16.8",
    "fall": "P-14.5",
    "charge": "P-18.5a",
    "end": "P-Q40",
}


def legal_actions(battle: Battle, rulings: Rulings = Rulings()) -> dict[str, ForbiddenAction | None]:
    """Say which round actions and special actions are open now, and for each forbidden one why.

    Args:
        battle: The battle.
        rulings: House rules.

    Returns:
        For every action that belongs to this moment None if somebody may take it, else the reason with its rule: of
        several people's reasons the one that says most. What is possible at any moment, such as Charge, is left out.

    Source: P-M14.

    Example:
        >>> mio, foe = Fighter(Text("Mio", "ミオ"), mana=1), Fighter(Text("Choir", "聖歌隊"), enemy=True)
        >>> found = legal_actions(Battle((mio, foe), Stage.ACTION, 1, ((0, 9), (1, 7))))
        >>> [name for name, problem in found.items() if problem is None]
        ['attack', 'support', 'retreat', 'pass']
    """
    if battle.fallen:
        return {"last_stand": last_stand_problem(battle, battle.fallen[0]), "fall": None}
    if battle.stage is Stage.ACTION:
        return {name: forbidden(battle, name, rulings) for name in ROUND_ACTIONS}
    if battle.stage is Stage.OVER:
        return {}
    problems = _problems(battle, rulings)
    out_of_place = {*_AT_ANY_MOMENT}
    if battle.stage is Stage.EFFECTS and rulings.chain_timing == "after_effects":
        out_of_place.add("chain")
    moment = (name for name, (stages, _) in _ACTIONS.items() if battle.stage in stages and name not in out_of_place)
    return {name: _strongest(problems.get(name, [None])) for name in moment}


def _problems(battle: Battle, rulings: Rulings) -> dict[str, list[ForbiddenAction | None]]:
    """Return for the actions that may be forbidden now what forbids them to each of those who might take them."""
    everybody = range(len(battle.fighters))
    if battle.stage is Stage.SETUP:
        return {"begin": [_begin_problem(battle)]}
    if battle.stage is Stage.DICE:
        return {"cast": [_cast_problem(battle)]}
    if battle.stage is Stage.RESULT:
        checks = [(exchange, check) for exchange in battle.attack.exchanges for check in ("cast", "guard")]
        return {
            "reroll": [reroll_problem(battle, *each, rulings) for each in checks],
            "assist": [assist_problem(battle, who, *each, rulings) for who in everybody for each in checks],
            "cover": [
                cover_problem(battle, who, exchange, rulings)
                for who in everybody
                for exchange in battle.attack.exchanges
            ],
        }
    if battle.stage in (Stage.EFFECTS, Stage.AFTER):
        late, later = _counter_time(battle, rulings), _chain_time(battle, rulings)
        targets = [exchange.target for exchange in battle.attack.exchanges]
        return {
            "counter": [late or counter_problem(battle, who, rulings) for who in everybody],
            "chain": [
                later or chain_problem(battle, who, target, rulings)
                for who in everybody
                for target in chain_targets(battle, rulings) or targets
            ],
        }
    return {}


def _strongest(problems: list[ForbiddenAction | None]) -> ForbiddenAction | None:
    """Return None if anybody may, else a reason; rather not that it was not for somebody to do."""
    found = [problem for problem in problems if problem]
    if len(found) < len(problems) or not found:
        return None
    return next((problem for problem in found if problem.rule not in _NOT_FOR_ALL), found[0])


_NOT_FOR_ALL = ("P-7.1", "P-16.1", "P-16.13", "P-16.19")
