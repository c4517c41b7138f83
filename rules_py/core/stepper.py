"""Steppers: widgets whose input is a list of actions; undo, redo, replay and the link come with that."""

from __future__ import annotations

import json
from abc import abstractmethod
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from typing import Annotated, Any, ClassVar, Protocol
from xml.etree.ElementTree import Element

from rules_py.core.arguments import Typed
from rules_py.core.controls import SHEET, button, fieldset, labelled
from rules_py.core.desk import demoted, desk, numbered, sorted_out
from rules_py.core.errors import ForbiddenAction, InputError
from rules_py.core.form import Group, Pieces
from rules_py.core.game import EDIT, Action, Event, Game
from rules_py.core.house_rules import spelled
from rules_py.core.log import copying, copying_log, log_list, over, picturing, said, told
from rules_py.core.markup import h
from rules_py.core.played import (
    ACTIONS,
    LARGEST_ACTIONS,
    LONGEST_LINK,
    MOST_ACTIONS,
    UNDONE,
    Played,
    Together,
    decode_actions,
    encode_actions,
    fresh_seed,
    read_count,
    well_formed,
    written,
)
from rules_py.core.rulings import Switches
from rules_py.core.sheet import NEWCOMER
from rules_py.core.text import Language, Text, sentences
from rules_py.core.widget import Answer, Widget

_CHANGED = Text(
    "it was changed by hand, or played under other house rules; set those back, or begin anew",
    "書き換えられたか、遊んだときと裁定が違うので、裁定を戻すか、最初から始めてください",
)
_FORBIDDEN = Text("set the house rules back, or begin anew", "裁定を戻すか、最初から始めてください")
_SWITCHED = Text(
    "step {number} was played under another ruling; take this one back, or begin anew",
    "手順{number}は別の裁定で進めているので、元に戻すか、最初から始めてください",
)


class PlayInputs(Protocol):
    """What every stepper asks for; its own dataclass may ask for more."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def rulings(self) -> Any:
        """House rules."""

    @property
    def played(self) -> Played:
        """What has been played."""


@dataclass(frozen=True)
class Playing[Rulings: Switches]:
    """What a stepper asks for that asks for nothing else: house rules, and what has been played."""

    rulings: Rulings
    played: Annotated[Played, Group()]


def _with[Inputs: PlayInputs](inputs: Inputs, **played: Any) -> Inputs:
    return replace(inputs, played=replace(inputs.played, **played))


@dataclass(frozen=True)
class _Step[State]:
    """An action that was played: what it was, what it led to, what happened, whether it came with the one before."""

    action: Action
    state: State
    events: list[Event]
    joined: bool = False

    @cached_property
    def said(self) -> str:
        """The action as it is known again; to Python 1, 1.0 and true would be equal."""
        return repr(written(self.action))


class Stepper[State, Inputs: PlayInputs](Widget[Inputs]):
    """A widget that plays a procedure action by action.

    A subclass says where play starts, what an action does, which action a pressed button means, and how a state looks.
    """

    live = "submit"
    is_desk = True
    game: Game[State, Any]
    opening = "begin"
    """The action with which play begins after a set-up."""

    def __init__(self) -> None:
        super().__init__()
        self._said: Inputs | None = None
        self._begun: State | None = None
        self._trace: list[_Step[State]] = []
        self.before_last: State | None = None
        """Where play stood before the last step; for `show`."""
        self.last_open: State | None = None
        """Where play stood last before it was decided; none where it is not; for `show` and `outcome`."""

    @abstractmethod
    def start(self, inputs: Inputs) -> State:
        """Return the state before the first action."""

    def apply(self, state: State, action: Action, inputs: Inputs) -> tuple[State, list[Event]]:
        """Return the state after an action and what happened.

        Raises:
            InputError: If the action is not allowed now (`ForbiddenAction`) or makes no sense.
        """
        return self.game.apply(state, action, inputs.rulings, inputs.played.seed)

    def action(self, state: State, pressed: Mapping[str, str]) -> Action:
        """Return the action that a pressed button and the controls beside it mean.

        Raises:
            InputError: If a control beside the button holds what is not allowed.
        """
        told, values = self.game.found(read_button(pressed), state)
        return told.pressed(values, state)

    def actions(self, state: State, pressed: Mapping[str, str], inputs: Inputs) -> list[Action]:
        """Return the actions that a pressed button means: more than one where nobody has anything to decide between.

        Raises:
            InputError: If a control beside the button holds what is not allowed.
        """
        return [self.action(state, pressed)]

    def follows(self, state: State, inputs: Inputs) -> Action | None:
        """Return the action that comes next where nobody has anything to decide; nothing where somebody has.

        It is carried out in the press that led here, and taken back with it; in links it stands like any other.
        """
        return None

    def joined(self, first: Action, state: State, then: Action, inputs: Inputs) -> bool:
        """Say whether an action belongs to the one before it, so that both are shown, and taken back, as one step.

        Args:
            first: The action before.
            state: What it led to.
            then: The action in question.
            inputs: What the fields say.
        """
        return self.follows(state, inputs) == then

    def now(self, values: Mapping[str, str], language: Language) -> tuple[Inputs, State, str]:
        """Return what the fields say, where play stands, and what that moment is called on the desk.

        Args:
            values: What all fields say.
            language: The reader's language.

        Raises:
            FormError: If a value is not allowed.
            InputError: If a step does not fit.
        """
        inputs = self.read(values)
        parts = self.answer(inputs, {}, language).parts
        moment = next((each.text or "" for each in parts["last"] if "phase" in each.get("class", "").split()), "")
        return inputs, self.replay(inputs.played.done, inputs)[0], moment

    @abstractmethod
    def show(
        self, state: State, log: list[Event], inputs: Inputs, language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return where play stands.

        Returns:
            What there is to say beyond what the last step did, and the parts: `output`, what lies on the table;
            `controls`, what can be done now, under a heading that says which moment it is; `sheets`, if there are any.
        """

    def sheet(self, state: State, whose: str, inputs: Inputs, language: Language) -> Element | None:
        """Return the form in which somebody of the cast is changed, filled in; nothing if nobody there is meant.

        Args:
            state: Where play stands.
            whose: What the button that opens it says after `SHEET`.
            inputs: What the fields say.
            language: The reader's language.
        """
        return None

    def people(self, state: State) -> Sequence[Any]:
        """Return those who take part, in the order of their numbers."""
        return ()

    def leaving(self, state: State) -> list[Action] | None:
        """Return the actions that take the characters of players out; nothing where nobody can enter by a sheet."""
        return None

    def _entering(self, pressed: Mapping[str, str], state: State) -> list[Mapping[str, str]]:
        """Return one press for each action by which characters of the reader's roster enter.

        Raises:
            InputError: If what the page has sent are no such actions.
        """
        come = _list("party", pressed.get("party", ""), Text("characters of yours", "保存したキャラクター"))
        leave = (self.leaving(state) or []) if pressed["do"] == REPLACE else []
        return presses({"do": json.dumps([*leave, *come])})

    def decided(self, state: State, inputs: Inputs) -> bool:
        """Say whether it is settled how play ends; whoever plays on all the same changes nothing in it."""
        return False

    def outcome(self, state: State, inputs: Inputs) -> Text | None:
        """Return how play has ended; nothing as long as it goes on."""
        return None

    def chance(self, state: State, inputs: Inputs) -> tuple[Text, Fraction] | None:
        """Return who is likely to win, and how likely, where that can be counted at once."""
        return None

    def replay(self, actions: list[Action], inputs: Inputs) -> tuple[State, list[Event]]:
        """Return the state and the log after all actions.

        What the last question had in common with this one is not played again.

        Raises:
            InputError: If an action is not allowed where it stands; the message says which.
        """
        said = _with(inputs, actions=[], undone=0)
        known, begun = (self._trace, self._begun) if said == self._said else ([], None)
        begun = state = self.start(inputs) if begun is None else begun
        trace: list[_Step[State]] = []
        for number, action in enumerate(actions, start=1):
            if len(known) >= number and known[number - 1].said == repr(written(action)):
                trace.append(known[number - 1])
                state = trace[-1].state
                continue
            known = []
            try:
                state = self._take(trace, state, action, inputs)
            except InputError as error:
                raise self._misfit(number, action, said, error) from error
        if len(trace) >= len(known):  # after a step back the steps ahead are still of use
            self._said, self._begun, self._trace = said, begun, trace
        return state, [event for step in trace for event in step.events]

    def _misfit(self, number: int, action: Action, said: Inputs, error: InputError) -> InputError:
        """Return why a step cannot be played again; beside the house rule with which it could, if one was switched."""
        reason = Text("", "")
        if isinstance(error, ForbiddenAction):
            reason = Text(f" ({error.message('en').rstrip('.')})", f"（{error.message('ja').rstrip('。')}）")
        before = self._said
        fitted = len(self._trace) >= number and self._trace[number - 1].said == repr(written(action))
        if before is not None and fitted and replace(said, rulings=before.rulings) == before != said:
            rules = vars(before.rulings)
            switched = next(name for name, value in vars(said.rulings).items() if value != rules[name])
            told = self.fields[switched].told(spelled(getattr(said.rulings, switched)))
            return InputError(switched, told, _SWITCHED.format(number=number) + reason)
        step = Text("step {number}", "手順{number}").format(number=number)
        return InputError("actions", step, _FORBIDDEN + reason if reason.en else _CHANGED)

    def before(self, given: Mapping[str, str], pressed: Mapping[str, str], language: Language) -> Mapping[str, str]:
        """Starting over and a saved file need nothing of what was: a damaged link can always be left behind."""
        if pressed.get("do") == "load":
            return self.load(pressed.get("file", ""))
        if pressed.get("do") != "restart":
            return given
        return {name: value for name, value in given.items() if name not in (ACTIONS.name, UNDONE.name)}

    def save(self, values: Mapping[str, str]) -> str:
        """Return what is being played as the text of a file, for keeping and for reading.

        Args:
            values: What all fields say.
        """
        said = {name: raw for name, raw in self.query(values).items() if name not in (ACTIONS.name, UNDONE.name)}
        actions = map(written, decode_actions(values[ACTIONS.name]))
        played = [json.dumps(action, ensure_ascii=False) for action in actions]
        undone = read_count(values[UNDONE.name], UNDONE.name)
        head = json.dumps({"widget": self.name, "fields": said, "undone": undone}, ensure_ascii=False)
        return f'{head[:-1]}, "actions": [' + ",".join(f"\n {action}" for action in played) + "\n]}\n"

    def load(self, text: str) -> dict[str, str]:
        """Return what the fields say in a file that `save` has written.

        Raises:
            InputError: If it is another file, or was cut off.
        """
        found = _json(text) if len(text) <= LARGEST_ACTIONS else None
        kept = found if isinstance(found, dict) else {}
        fields, undone = kept.get("fields"), kept.get("undone")
        if not (
            kept.get("widget") in (self.name, *self.formerly)
            and isinstance(fields, dict)
            and all(name in self.fields and isinstance(value, str) for name, value in fields.items())
            and well_formed(kept.get("actions"))
            and isinstance(undone, int)
        ):
            allowed = Text(
                "a file that was saved here, whole and unchanged",
                "ここで保存したファイルを、書き換えずに選んでください",
            )
            raise InputError("file", text, allowed)
        return {**fields, ACTIONS.name: encode_actions(kept["actions"]), UNDONE.name: str(undone)}

    def answer(self, inputs: Inputs, pressed: Mapping[str, str], language: Language) -> Answer:
        """Carry out what was pressed and render where play stands."""
        most = len(inputs.played.actions)
        if inputs.played.undone > most:
            raise InputError("undone", inputs.played.undone, Text("at most {n}", "最大{n}").format(n=most))
        wish = pressed.get("do", "")
        changed: dict[str, str] = {}
        if wish.startswith(SHEET):  # it is no step
            return self._shown(inputs, changed, language, opened=wish.removeprefix(SHEET))
        if wish:
            if wish in ("restart", "again") or not inputs.played.seed:
                changed["seed"] = fresh_seed()
                inputs = _with(inputs, seed=changed["seed"])
            actions, undone = self._after(wish, pressed, inputs)
            changed |= {"actions": encode_actions(actions), "undone": str(undone)}
            inputs = _with(inputs, actions=actions, undone=undone)
        return self._shown(inputs, changed, language)

    def _after(self, wish: str, pressed: Mapping[str, str], inputs: Inputs) -> tuple[list[Action], int]:
        """Return the actions after a press, and how many of them are taken back."""
        actions, done = inputs.played.actions, inputs.played.done
        if wish == "undo":
            if not done:
                raise ForbiddenAction(
                    Text("Undo", "元に戻すこと"), Text("nothing has happened yet", "まだ何もしていません")
                )
            return actions, len(actions) - self._steps(done, inputs)[-1]
        if wish == "redo":
            if not inputs.played.undone:
                raise ForbiddenAction(
                    Text("Redo", "やり直すこと"), Text("nothing was taken back", "戻した手順がありません")
                )
            further = [step for step in self._steps(actions, inputs) if step > len(done)]
            return actions, len(actions) - further[0] if further else 0
        if wish == "restart":
            return [], 0
        if wish == "again":
            return self._set_up(done), 0
        if wish == "load":
            return actions, inputs.played.undone
        return self._carried_out(wish, pressed, inputs), 0

    def _carried_out(self, wish: str, pressed: Mapping[str, str], inputs: Inputs) -> list[Action]:
        """Return what was done and, after it, what the button means and what follows of itself.

        Raises:
            InputError: If the rules do not allow it; the error names the control that said it.
            ForbiddenAction: If a link cannot hold all that any more.
        """
        done, brings = inputs.played.done, wish in _BRINGING
        state, _ = self.replay(done, inputs)
        trace = self._trace[: len(done)]
        for press in self._entering(pressed, state) if brings else presses(pressed):
            if brings:
                press = {"do": press["do"].replace(_NEWCOMER, str(len(self.people(state)) - 1))}
            for action in self.actions(state, press, inputs):
                before = state
                if len(trace) > len(done):
                    action = Together(action)
                try:
                    state = self._take(trace, state, action, inputs)
                except InputError as error:
                    error.field = self._place(press, before, error.field)
                    raise
                if action[0] == EDIT and state == before:  # nothing was changed
                    trace.pop()
        while len(trace) < MOST_ACTIONS and (then := self.follows(state, inputs)):
            state = self._take(trace, state, then, inputs)
        self._trace = trace
        actions = [step.action for step in trace]
        if len(encode_actions(actions)) > LONGEST_LINK or len(actions) > MOST_ACTIONS:
            raise ForbiddenAction(
                Text("Another step", "これ以上進めること"),
                Text("what was played has grown too long for a link", "記録がリンクに収まらない長さになりました"),
            )
        return actions

    def _shown(self, inputs: Inputs, changed: dict[str, str], language: Language, *, opened: str = "") -> Answer:
        """Return where play stands, with what fields have changed to; `opened`: whose sheet stands open."""
        actions, undone, done = inputs.played.actions, inputs.played.undone, inputs.played.done
        state, log = self.replay(done, inputs)
        steps = self._steps(done, inputs)
        ahead = sum(step >= len(done) for step in self._steps(actions, inputs)) if undone else 0
        last = [event for step in self._trace[steps[-1] : len(done)] for event in step.events] if done else []
        self.before_last = self._trace[steps[-1] - 1].state if steps and steps[-1] else None
        course = [step.state for step in self._trace[: len(done)]] if self.decided(state, inputs) else []
        self.last_open = next((each for each in reversed(course) if not self.decided(each, inputs)), None)
        more, parts = self.show(state, log, inputs, language)
        again = len(self._set_up(done)) < len(done)
        form = self.sheet(state, opened, inputs, language) if opened else None
        if form is not None:
            more = _OPENED
            moment = [each for each in parts["controls"] if "phase" in each.get("class", "").split()]
            parts["controls"] = [*moment, form, h("p", button(SHEET, _AS_IT_IS, language))]
        comes = form is None and self.leaving(state) is not None
        parts["bringing"] = [_bringing(self.name, language)] if comes else []
        parts |= sorted_out(parts["controls"], language)
        parts["last"] = [*parts.pop("moment"), *told(last, language)]
        parts["history"] = [history(len(steps), ahead, language, again=again)]
        parts["log"] = log_list(log, language)
        if ended := self.outcome(state, inputs):
            parts["output"].insert(0, over(ended, self._course(done, inputs), log, language))
            parts["controls"] = [*demoted(parts["primary"]), *parts["controls"]]
            parts["primary"] = [primary("again" if again else "restart", language)]
        numbered(parts["controls"])
        output = parts.pop("output")
        told_now = [said(last), more]
        if ended and not any(ended.en in each.en for each in told_now):
            told_now.append(ended)
        status = more if form is not None else sentences(told_now)
        return Answer(status, lambda: output, changed, parts=parts)

    def parts(self, answer: Answer, values: Mapping[str, str], language: Language) -> dict[str, list[Element]]:
        """Return what an answer changes in the page, by part."""
        return {"output": answer.output(), **answer.parts, "keeping": self._keeping(values, language)}

    def inside(self, pieces: Pieces, language: Language) -> list[Element]:
        """Return the desk."""
        return desk(self.name, pieces, language)

    def _take(self, trace: list[_Step[State]], state: State, action: Action, inputs: Inputs) -> State:
        """Carry out an action after those of a trace, note it there, and return what it leads to."""
        came = isinstance(action, Together)
        joined = bool(trace) and (came or self.joined(trace[-1].action, state, action, inputs))
        state, events = self.apply(state, action, inputs)
        trace.append(_Step(action, state, events, joined))
        return state

    def _steps(self, actions: list[Action], inputs: Inputs) -> list[int]:
        """Return where each step begins, by the number of its first action."""
        try:
            self.replay(actions, inputs)
        except InputError:  # what was taken back may be damaged
            return list(range(len(actions)))
        return [number for number, step in enumerate(self._trace[: len(actions)]) if not step.joined]

    def _course(self, actions: list[Action], inputs: Inputs) -> list[tuple[Text, Fraction]]:
        """Return the chance at each moment of play that changed it, from the first to the last."""
        steps = [self.chance(step.state, inputs) for step in self._trace[: len(actions)]]
        found = [told for told in steps if told]
        return [told for number, told in enumerate(found) if not number or told[1] != found[number - 1][1]]

    def _place(self, pressed: Mapping[str, str], state: State, field: str) -> str:
        """Return the control that has said an argument."""
        if not hasattr(self, "game"):
            return field
        told, values = self.game.found(read_button(pressed), state)
        return told.controls(values).get(field, field)

    def _set_up(self, actions: list[Action]) -> list[Action]:
        """Return the actions before play began; all of them if it has not, or if there is no set-up."""
        return list(takewhile(lambda action: action[0] != self.opening, actions))

    def _keeping(self, values: Mapping[str, str], language: Language) -> list[Element]:
        """Return what hands it on: as a link, and as a file, which can be loaded again."""
        data = b64encode(self.save(values).encode()).decode()
        label = Text("Save this as a file", "記録をファイルに保存")
        link = h("a", label.get(language), href=f"data:application/json;base64,{data}", download=f"{self.name}.json")
        load = h("input", type="file", accept=".json,application/json", data_do="load")
        words = Text("Load a file; it replaces what stands here", "ファイルを読み込む（いまの記録は置き換わります）")
        return [
            h("p", copying(language), " ", copying_log(language), " ", link),
            h("p", *picturing(language)),
            labelled("file", words, load, language),
        ]


JOIN, REPLACE = "join", "replace"
"""What a button says that lets characters of the reader's enter: beside those who are there, or in their place."""
_BRINGING = (JOIN, REPLACE)
_NEWCOMER = json.dumps(NEWCOMER, separators=(",", ":"))


def _bringing(widget: str, language: Language) -> Element:
    """Return the menu of the reader's own characters; the browser knows them, and shows it if there are any."""
    words = Text("Your characters", "マイキャラクター")
    menu = h("select", class_="wide")
    made = fieldset(
        words,
        [
            labelled("party", Text("Who comes", "参加する人"), menu, language),
            button(JOIN, Text("Add", "加える"), language),
            button(REPLACE, Text("In place of the characters here", "いまいるキャラクターと入れ替える"), language),
        ],
        language,
    )
    made.set("data-roster", widget.split(".")[0])
    made.set("hidden", "hidden")
    return made


def presses(pressed: Mapping[str, str]) -> list[Mapping[str, str]]:
    """Return one press for each action that a button means, in their order: it may hold a list of actions.

    Example:
        >>> [press["do"] for press in presses({"do": '[["skip"],["roll"]]', "roll_0_a": ""})]
        ['["skip"]', '["roll"]']
        >>> [press["do"] for press in presses({"do": '["roll"]'})]
        ['["roll"]']
    """
    found = _json(pressed["do"])
    if not isinstance(found, list) or not found or not all(isinstance(each, list) and each for each in found):
        return [pressed]
    return [{**pressed, "do": json.dumps(each, ensure_ascii=False, separators=(",", ":"))} for each in found]


def read_button(pressed: Mapping[str, str]) -> Action:
    """Return the action of a button as `controls.press` has written it, with a `Typed` for each control that it names.

    Raises:
        InputError: If it is none.
    """

    def filled(parts: list[Any]) -> list[Any]:
        found: list[Any] = []
        for part in parts:
            if isinstance(part, list):
                found.append(filled(part))
            elif not isinstance(part, dict):
                found.append(part)
            elif "control" in part:
                told = Typed(str(part["control"]), pressed.get(str(part["control"]), ""))
                found.append(part["empty"] if "empty" in part and not told.raw.strip() else told)
            else:
                name = str(part.get("choice", ""))
                found += _list(name, pressed.get(name, ""), Text("one of the choices", "選択肢のどれか"))
        return found

    allowed = Text("a button of this page", "このページのボタン")
    try:
        return filled(_list("do", pressed["do"], allowed))
    except RecursionError:
        raise InputError("do", pressed["do"], allowed) from None


def _list(name: str, text: str, allowed: Text) -> list[Any]:
    """Return the list that a text holds as JSON, with something in it."""
    found = _json(text)
    if not isinstance(found, list) or not found:
        raise InputError(name, text, allowed)
    return found


def _json(text: str) -> Any:
    """Return what a text says as JSON; nothing if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def history(done: int, undone: int, language: Language, *, again: bool = False) -> Element:
    """Return the buttons that go back and forth in a list of actions; `again`: one more, back to the set-up."""
    steps = (
        ("undo", "U", Text("Undo ({n})", "元に戻す（{n}）"), done),
        ("redo", "Shift+U", Text("Redo ({n})", "やり直す（{n}）"), undone),
    )
    buttons = []
    for do, key, label, n in steps:
        buttons.append(button(do, label.format(n=n), language))
        buttons[-1].set("aria-keyshortcuts", key)
        if not n:
            buttons[-1].set("disabled", "disabled")
    buttons += [button(do, _ANEW[do], language) for do in (("again", "restart") if again else ("restart",))]
    return h("div", buttons, class_="history")


_ANEW = {"again": Text("Back to the set-up", "準備へ戻る"), "restart": Text("Start over", "最初から")}


_OPENED = Text("The sheet is open and can be changed.", "シートを開きました。書き換えられます。")
_AS_IT_IS = Text("Leave it as it is", "変更しない")


def primary(do: str, language: Language) -> Element:
    """Return what one does next when play has ended."""
    made = button(do, _ANEW[do], language, primary=True)
    made.set("data-primary", "")
    return made
