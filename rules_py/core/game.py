"""A game in play: each action is stated once, as a function with typed parameters under `Game.action`.

From that statement come the refusal outside of its stage, the reading and checking of what a link or a file holds, the
translation of a pressed button, the place of an error, and what is legal now.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, get_type_hints

from rules_py.core.arguments import Argument, Typed, argument_of
from rules_py.core.dice import Seen
from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.rulings import an_instance, whole_number
from rules_py.core.text import Text

Action = list[Any]
"""An action as links and files hold it: its name and its arguments, as JSON; in Python tuples will do for lists."""

EDIT = "edit"
"""The action that changes somebody of the cast, in every game."""
MOST_DEPTH = 6
"""So deep lists lie in the arguments of an action at most."""
MOST_MOMENTS = 3
"""Moments of play that a refusal names."""


def listed(value: Any, depth: int = MOST_DEPTH) -> Any:
    """Return a value with lists in place of its tuples; what lies deeper than any action is left as it is.

    Example:
        >>> listed(("attack", (1, 2)))
        ['attack', [1, 2]]
    """
    return [listed(each, depth - 1) for each in value] if depth and isinstance(value, list | tuple) else value


def out_of_place(moments: Sequence[Text], now: Text) -> Text:
    """Say why an action is not possible now: when it is, if that is soon told, and what comes instead.

    Example:
        >>> out_of_place([Text("Declaration", "宣言")], Text("Augments", "増強")).en
        'its time is “Declaration”, and now it is “Augments”'
    """
    if len(moments) > MOST_MOMENTS:
        return Text("it has no place in “{now}”", "「{now}」ではできません").format(now=now)
    when = Text(" or ".join(f"“{each.en}”" for each in moments), "か".join(f"「{each.ja}」" for each in moments))
    words = Text("its time is {when}, and now it is “{now}”", "行えるのは{when}で、いまは「{now}」です")
    return words.format(when=when, now=now)


@dataclass(frozen=True)
class Event:
    """Something that happened, for the log.

    Args:
        text: What happened, in words.
        rules: Ledger ids of the rules that made it happen.
        heading: Does it open a new part of the log (a round)?
        seen: Dice that fell and cards that were turned up, to be drawn beside the words.
    """

    text: Text
    rules: tuple[str, ...] = ()
    heading: bool = False
    seen: tuple[Seen, ...] = ()


def die_roll(seed: str, number: int, faces: int) -> int:
    """Return what the die shows that a seed rolls under a number.

    It is the same in every version of Python and in every browser.

    Args:
        seed: Any text.
        number: Which roll it is, from 0.
        faces: Number of faces.

    Example:
        >>> [die_roll("example", n, 20) for n in range(5)] == [die_roll("example", n, 20) for n in range(5)]
        True
    """
    return Random(f"{seed}/{number}").randrange(faces) + 1


@dataclass
class Table[State, Rulings]:
    """A state that is being changed by an action.

    Args:
        state: The state; every change puts a new one here.
        rulings: House rules.
        seed: What the dice follow.
        action: What the action is called.
        words: The game's sentences by their keys.
        log: What has happened.
    """

    state: State
    rulings: Rulings
    seed: str
    action: Text
    words: Mapping[str, Text] = field(default_factory=dict)
    log: list[Event] = field(default_factory=list)

    def set(self, **values: Any) -> None:
        """Change the state."""
        self.state = replace(self.state, **values)  # type: ignore[type-var]

    def say(self, sentence: str | Text, **parts: object) -> Text:
        """Return a sentence of the game, by its key or as it was put together, with what it leaves open filled in."""
        text = self.words[sentence] if isinstance(sentence, str) else sentence
        return text.format(**parts) if parts else text

    def tell(
        self, sentence: str | Text, *rules: str, heading: bool = False, seen: tuple[Seen, ...] = (), **parts: object
    ) -> None:
        """Write a sentence into the log."""
        self.log.append(Event(self.say(sentence, **parts), rules, heading, seen))

    def carry_out(self, run: Callable[..., None], arguments: Mapping[str, Any]) -> None:
        """Let an action change the state; a game may let something follow of itself."""
        run(self, **arguments)

    def die(self, faces: int) -> int:
        """Return what the seed rolls next; the state counts the dice."""
        rolled = die_roll(self.seed, self.state.dice, faces)  # type: ignore[attr-defined]
        self.set(dice=self.state.dice + 1)  # type: ignore[attr-defined]
        return rolled

    def thrown(self, count: int, sides: int, typed: Sequence[int] | int | None, rule: str) -> tuple[int, ...]:
        """Return the faces of some dice: those that were thrown at the table, else what the seed rolls.

        Raises:
            InputError: If there are more or fewer of them than dice, or one that no die has.
        """
        if typed is None:
            return tuple(self.die(sides) for _ in range(count))
        if isinstance(typed, int) or len(typed) != count:
            told = typed if isinstance(typed, int) else " ".join(map(str, typed))
            raise InputError("dice", told, self.say("faces_of_dice", n=count), rule)
        return tuple(whole_number("dice", face, 1, sides, rule) for face in typed)

    def counted(self, typed: int, dice: int, rule: str | None, never: str | None, always: str | None) -> int:
        """Return how many dice succeeded, as it was told.

        Args:
            typed: The number of successes.
            dice: How many dice there were.
            rule: Ledger id of the rule that asks for them.
            never: Ledger id of the rule by which none of these dice can succeed; none where one can.
            always: Ledger id of the rule by which each of them does; none where one may fail.

        Raises:
            InputError: If so many cannot have succeeded.
        """
        found = whole_number("dice", typed, 0, dice, rule)
        if never and found:
            raise InputError("dice", typed, self.say("no_die_succeeds"), never)
        if always and found < dice:
            raise InputError("dice", typed, self.say("every_die_succeeds", n=dice), always)
        return found

    def forbidden(
        self, reason: str | Text, rule: str | None = None, action: str | Text | None = None, **parts: object
    ) -> ForbiddenAction:
        """Return the refusal of the action that is tried, or of another one."""
        return ForbiddenAction(self.say(action) if action else self.action, self.say(reason, **parts), rule)


@dataclass(frozen=True)
class Declared:
    """An action of a game.

    Args:
        name: Its name in links and files.
        label: What readers call it.
        stages: When it is possible; empty for always.
        rule: Ledger id of the rule that it follows.
        run: What it does.
        arguments: What it is told, by the parameter's name.
        required: How many of these must be told.
    """

    name: str
    label: Text
    stages: tuple[Any, ...]
    rule: str | None
    run: Callable[..., None]
    arguments: Mapping[str, Argument]
    required: int

    @property
    def form(self) -> str:
        """How it stands in a link, as documentation shows it.

        Example:
            >>> from rules_py.contest.game import GAME
            >>> GAME.actions["join"].form
            '["join", who, contest, side, enemy?]'
        """
        names = [f"{name}?" * (n >= self.required) or name for n, name in enumerate(self.arguments)]
        return f"[{', '.join([json.dumps(self.name), *names])}]"

    def read(self, values: Sequence[Any], state: Any) -> dict[str, Any]:
        """Return the arguments that a link holds.

        Raises:
            InputError: If there are too few or too many of them, or one is not allowed.
        """
        if not self.required <= len(values) <= len(self.arguments):
            allowed = Text("this action is written {form}", "この操作の書き方は{form}です").format(form=self.form)
            raise InputError("do", self.name, allowed, self.rule)
        told = zip(self.arguments.items(), values, strict=False)
        return {
            name: argument.read(value, name, state)
            for number, ((name, argument), value) in enumerate(told)
            if value is not None or number < self.required
        }

    def controls(self, values: Sequence[Any]) -> dict[str, str]:
        """Return the controls that have said the arguments of a button, by the names that errors give these."""
        told = zip(self.arguments.items(), values, strict=False)
        return {place: said for (name, each), value in told for place, said in each.controls(name, value).items()}

    def pressed(self, values: Sequence[Any], state: Any) -> Action:
        """Return the action of a button as links hold it; what nobody has filled in at its end is left out.

        Args:
            values: Its arguments; of those that stand in controls, a `Typed` each.
            state: Where play stands.

        Raises:
            InputError: If a control says something that its argument cannot be.
        """
        told: Action = [self.name]
        length = 1
        for number, (argument, value) in enumerate(zip(self.arguments.values(), values, strict=False)):
            if isinstance(value, Typed) and number >= self.required and not value.raw.strip():
                told.append(argument.blank)
                filled = argument.always
            else:
                pressed = argument.pressed(value, state)
                told.append(argument.blank if pressed is None else pressed)
                filled = pressed is not None or number < self.required
            if filled:
                length = len(told)
        return told[:length]


class Game[State, Rulings]:
    """The actions of a game.

    Args:
        state: What its states are; made of nothing, it is the one in which nobody has come yet.
        stage: Returns the stage of a state, by which actions are possible or not.
        rulings: House rules where none are said.
        rule: Ledger id of the rule that orders the stages; none where each action's own does.
        words: The sentences of its log and its refusals.
    """

    table: type[Table[Any, Any]] = Table
    """At what an action is carried out; a game may have one of its own."""

    def __init__(
        self,
        state: type[State],
        stage: Callable[[State], Any],
        rulings: Rulings,
        rule: str | None = None,
        words: Mapping[str, Text] | None = None,
    ) -> None:
        self.state = state
        self.stage = stage
        self.rulings = rulings
        self.rule = rule
        self.words = words or {}
        self.stated: dict[str, list[Declared]] = {}

    @property
    def actions(self) -> dict[str, Declared]:
        """The actions by their names; of several that share one, the first."""
        return {name: stated[0] for name, stated in self.stated.items()}

    def action[Run: Callable[..., None]](
        self, name: str, label: Text, *stages: Any, rule: str | None = None
    ) -> Callable[[Run], Run]:
        """State an action: decorates the function that carries it out.

        The function's first parameter is the table, the others are read by what their annotations name; those with a
        default may be left out. What a name means may differ from stage to stage: it is then stated once for each.

        Args:
            name: Its name in links and files.
            label: What readers call it.
            stages: When it is possible; none for always. Each has a `text`.
            rule: Ledger id of the rule that it follows.
        """

        def state(run: Run) -> Run:
            hints = get_type_hints(run, include_extras=True)
            parameters = list(inspect.signature(run).parameters.values())[1:]
            arguments = {each.name: argument_of(hints[each.name]) for each in parameters}
            required = sum(each.default is each.empty for each in parameters)
            declared = Declared(name, label, stages, rule, run, arguments, required)
            self.stated.setdefault(name, []).append(declared)
            return run

        return state

    def start(self, rulings: Rulings | None = None) -> State:
        """Return the state in which every game begins: nobody has come yet.

        Example:
            >>> from rules_py.kamui import GAME
            >>> state, _ = GAME.apply(GAME.start(), ["kamui", "Homura", 3, [10, 2, 6, 3, 5, 4, 3, 2]])
            >>> len(GAME.start().kamui), len(state.kamui)
            (0, 1)
        """
        return self.state()

    def own(self, state: object) -> State:
        """Return the state if it is one of this game's.

        Raises:
            InputError: If it is another game's, or none at all.
        """
        return an_instance("state", state, self.state)

    def house(self, rulings: object) -> Rulings:
        """Return the rulings if they are this game's; those of this site where none are said.

        Raises:
            InputError: If they are another game's, or none at all.
        """
        return self.rulings if rulings is None else an_instance("rulings", rulings, type(self.rulings))

    def legal(self, state: State) -> list[Declared]:
        """Return the actions that the stage of a state allows.

        Raises:
            InputError: If the state is none of this game's.
        """
        now = self.stage(self.own(state))
        return [each for same in self.stated.values() for each in same if not each.stages or now in each.stages]

    def apply(
        self, state: State, action: Action, rulings: Rulings | None = None, seed: str = ""
    ) -> tuple[State, list[Event]]:
        """Carry out an action.

        Args:
            state: The state before.
            action: Its name and its arguments.
            rulings: How the open questions are answered.
            seed: What the dice follow.

        Returns:
            The state after, and what happened.

        Raises:
            ForbiddenAction: If a rule forbids it now.
            InputError: If an argument is not allowed, or state or rulings are none of this game's.
        """
        told, values = self.found(action, state)
        self.admit(told, state)
        table = self.table(state, self.house(rulings), seed, told.label, self.words)
        table.carry_out(told.run, told.read(values, state))
        return table.state, table.log

    def admit(self, told: Declared, state: State) -> None:
        """Refuse an action that the moment does not allow; a game may have more to say about it.

        Raises:
            ForbiddenAction: If a rule forbids it now.
        """
        if told.stages and self.stage(state) not in told.stages:
            moments = list(dict.fromkeys(stage.text for stage in told.stages))
            reason = out_of_place(moments, self.stage(state).text)
            raise ForbiddenAction(told.label, reason, self.rule or told.rule)

    def found(self, action: Action, state: State) -> tuple[Declared, list[Any]]:
        """Return which action is told, and with which arguments.

        Raises:
            InputError: If there is no such action, or the state is none of this game's.
        """
        self.own(state)
        name, *values = listed(action) if isinstance(action, list | tuple) and action else [""]
        if not isinstance(name, str) or name not in self.stated:
            names = ", ".join(self.stated)
            raise InputError("do", name, Text("one of {names}", "{names}のどれか").format(names=names))
        stated = self.stated[name]
        return (self.meant(stated, values, state) if len(stated) > 1 else stated[0]), values

    def meant(self, stated: Sequence[Declared], values: Sequence[Any], state: State) -> Declared:
        """Say which of several actions of one name is told: that of the stage; a game may tell them apart by more."""
        return next((each for each in stated if self.stage(state) in each.stages), stated[0])
