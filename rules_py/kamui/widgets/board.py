"""Ring board: revelation dice and events, movement and attacks, rifts and faith, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import takewhile
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import IntegerField
from rules_py.core.form import Group
from rules_py.core.game import EDIT
from rules_py.core.markup import h, heading, marked_up
from rules_py.core.stepper import Action, Event, Stepper, link_fields
from rules_py.core.text import Language, Text, same
from rules_py.kamui import advice
from rules_py.kamui.changing import LEFT
from rules_py.kamui.characters import MOST_FAITH, MOST_POINTS, MOST_REVIVALS, Kamui, State, Unit
from rules_py.kamui.checks import MOST_DICE, MOST_TRAITS
from rules_py.kamui.effects import MOST_DAMAGE, MOST_MULTIPLIER
from rules_py.kamui.play import MOST_EXTRA, NOBODY, Play, Sheet, Skill, apply, read_dice, shown
from rules_py.kamui.ring import MOST_REVELATION
from rules_py.kamui.rulings import MOST_LEVEL
from rules_py.kamui.widgets.board_changes import KAMUI_NUMBERS, UNIT_NUMBERS, sheet
from rules_py.kamui.widgets.board_grace import brought, shown_grace
from rules_py.kamui.widgets.board_tray import tray
from rules_py.kamui.widgets.board_view import board, offered, round_to_come, standing
from rules_py.kamui.widgets.common import house_rules, read_rulings

_START = Play(
    State(
        (
            Kamui("Homura", 1, 12, 12, 4, 4, 6, 3),
            Kamui("Iwao", 2, 10, 10, 6, 6, 6, 4),
            Kamui("Sui", 5, 10, 10, 2, 2, 8, 3),
        ),
        (Unit("Hideri", 4, 30, 5, 2),),
    ),
    (
        Sheet(5, 4, skills=(Skill("Lamplight", "main", 1, 5, 6), Skill("Sparks", "sub", 2, 5, 1))),
        Sheet(4, 5, skills=(Skill("Rockfall", "main", 1, 4, 7),)),
        Sheet(3, 6, moves=3, skills=(Skill("Torrent", "main", 2, 6, 4), Skill("Spray", "sub", 1, 6, 1))),
    ),
    ("A",),
    ((3, 2), (6, 2)),
    lettered=1,
)
_EVENTS = ("resolve", "duty", "interact", "offer")
_MOST_LEFT = {
    "hp": MOST_POINTS,
    "armour": MOST_POINTS,
    "traits_used": MOST_TRAITS,
    "revivals": MOST_REVIVALS,
    "faith": MOST_FAITH,
}
"""The largest of what a kamui can have left, or used."""
_SET_UP = (
    "kamui",
    "unit",
    EDIT,
    "shift",
    "take",
    "set",
    "link",
    "faith",
    "rift",
    "unrift",
    "scene",
    "unscene",
    "skill",
)
"""What a table does before it begins to play."""


class RingBoard(Stepper[Play]):
    """Plays a session by the rules of `rules_py.kamui.play`."""

    name = "kamui.board"
    title = Text("Ring board", "外周マップ")
    groups = (house_rules("kamui.board"), Group(link_fields()))

    def start(self, inputs: Mapping[str, Any]) -> Play:
        """Return three kamui and a magai, to be played or changed."""
        return _START

    def outcome(self, state: Play, inputs: Mapping[str, Any]) -> Text | None:
        """Return what the grace check has brought; with it a session is over."""
        return brought(state.grace, state) if state.grace else None

    def _set_up(self, actions: list[Action]) -> list[Action]:
        """Return the actions before play began; all of them if it has not."""
        return list(takewhile(lambda action: action[0] in _SET_UP, actions))

    def apply(self, state: Play, action: Action, inputs: Mapping[str, Any]) -> tuple[Play, list[Event]]:
        """Carry an action out; what is wrong with an event's ability is told beside that event."""
        try:
            return apply(state, action, read_rulings(inputs), inputs["seed"])
        except InputError as error:
            event = action[1] if action and action[0] == "then" and isinstance(action[1], list) else action
            if error.field == "ability" and event and event[0] in _EVENTS:
                error.field = f"{event[0]}_ability"
            raise

    def beside(self, action: Action, field: str) -> str:
        """Return the control that has said a number of a sheet."""
        if action[0] not in ("kamui", "unit", EDIT):
            return field
        kind = action[1] if action[0] == EDIT else action[0]
        return f"{kind}_{field}" if field in {name for name, *_ in (*KAMUI_NUMBERS, *UNIT_NUMBERS)} else field

    def sheet(self, state: Play, whose: str, inputs: Mapping[str, Any], language: Language) -> Element | None:
        """Return the sheet of a kamui or an enemy to be changed."""
        return sheet(state, whose, read_rulings(inputs), language)

    def action(self, state: Play, pressed: Mapping[str, str]) -> Action:
        """Return the action that a button and the controls beside it mean."""
        act = self._told(state, pressed)
        last = advice.follower(state) if state.active != NOBODY and len(state.waiting) == 2 else None
        if act[0] in _EVENTS and last is not None:  # nobody else is left whose activation it could be
            return ["then", act, ["begin", last]]
        return act

    def _told(self, state: Play, pressed: Mapping[str, str]) -> Action:
        verb, *arguments = pressed["do"].split(":")
        given = [int(x) if x.isascii() and x.isdigit() and len(x) < 5 else x for x in arguments]

        def whole(name: str, most: int, least: int = 0) -> int:
            return IntegerField(same(name), least=least, most=most, name=name).parse(pressed.get(name, ""))

        def dice() -> list[Any]:
            typed = read_dice(pressed.get("dice", ""))
            return [] if typed is None else [typed]

        def gm_square() -> list[Any]:
            return [whole("gm_square", 10, 1)] if pressed.get("gm_square", "").strip() else []

        def place(name: str) -> list[Any]:
            kind, _, number = pressed.get(name, "").partition(":")
            return [kind, int(number) if number.isascii() and number.isdigit() and len(number) < 5 else number]

        if verb == "reveal":
            who = given[0] if given else whole("who", MOST_FAITH)
            return ["reveal", who, whole("spent", MOST_REVELATION), *dice()]
        if verb == "begin" and not given:
            return ["begin", whole("acting", MOST_FAITH)]
        if verb in ("begin", "next"):
            steps: list[Action] = [["rest"]] if verb == "next" else []
            steps += [["begin", given[0]], *([["move", given[1]]] if given[1:] else [])]
            return ["then", *steps] if steps[1:] else steps[0]
        if verb == "over":
            return ["then", ["rest"], ["ending"]]
        if verb == "afford":
            return ["set", *given[:1], "action_value", 1]
        if verb == "strike":
            return self._strike(state, given, pressed, whole)
        if verb in _EVENTS:
            typed = dice() or [None]
            check = [whole(f"{verb}_ability", 10), whole("base", MOST_DICE), whole("traits", MOST_TRAITS), *typed]
            if verb == "resolve":
                return [verb, *check, *([pressed["character"]] if pressed.get("character", "").strip() else [])]
            if verb == "interact":
                other = given or ([whole("other", MOST_FAITH)] if "other" in pressed else [])
                return [verb, *check, *other]
            return [verb, *check, *([pressed.get("item", "")] if verb == "offer" else [])]
        if verb == "move":
            return ["move", given[0] if given else whole("move_to", 10)]
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
            blow = ["attack", whole("unit", MOST_FAITH), timing, *check, numbers, *rest]
            noted = ["skill", state.active, pressed.get("attack_name", ""), timing, [check[0], check[2], *numbers]]
            return ["then", noted, blow]
        if verb == "hurt":
            return ["hurt", given[0] if given else whole("hurt_who", MOST_FAITH), whole("damage", MOST_DAMAGE)]
        if verb == "wound":
            return ["wound", whole("wounded", MOST_FAITH), whole("wounds", MOST_DAMAGE), *gm_square()]
        if verb == "grace":
            target = [whole("grace_target", 10, 1)] if "grace_target" in pressed else []
            return ["grace", *(dice() or ([None] if target else [])), *target]
        if verb in ("kamui", "unit"):
            return [verb, *self._sheet(verb, pressed, whole)]
        if verb == EDIT:
            return self._edited(state, given, pressed, whole)
        if verb == "shift":
            return ["shift", *place("piece"), whole("to", 10)]
        if verb == "take":
            return ["take", *(given or place("piece"))]
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

    @staticmethod
    def _sheet(kind: str, pressed: Mapping[str, str], whole: Callable[..., int], least_hp: int = 1) -> list[Any]:
        """Return what the form of a kamui or an enemy says: name, square, numbers."""
        about, least = (KAMUI_NUMBERS, 1) if kind == "kamui" else (UNIT_NUMBERS, 0)
        numbers = [whole(f"{kind}_{name}", most, least_hp if name == "hp" else 0) for name, _, most, _ in about]
        return [pressed.get("name", ""), whole("new_square", 10, least), numbers]

    def _edited(self, state: Play, given: list[Any], pressed: Mapping[str, str], whole: Callable[..., int]) -> Action:
        """Return the change of a kamui or an enemy; what is not asked for stays as it is."""
        kind, place = [*given, "", ""][:2]
        if kind != "kamui":
            return [EDIT, kind, place, *self._sheet("unit", pressed, whole, 0)]
        told = [EDIT, kind, place, *self._sheet(kind, pressed, whole)]
        if "left_hp" not in pressed or not isinstance(place, int) or place >= len(state.kamui):
            return told
        kept = state.kamui[place].faith
        left = [whole(f"left_{name}", _MOST_LEFT[name]) if f"left_{name}" in pressed else kept for name in LEFT]
        return [*told, left]

    def _strike(self, state: Play, given: list[Any], pressed: Mapping[str, str], whole: Callable[..., int]) -> Action:
        """Return an attack that is chosen by its name; other numbers said beside it are kept with it."""
        number, *unit = given
        known = advice.skills_of(state, state.active) if state.active != NOBODY else ()
        if not isinstance(number, int) or number >= len(known):
            raise InputError("do", pressed["do"], Text("an attack of this kamui", "この神威の攻撃"))
        skill = known[number]
        changed: dict[str, Any] = {
            name: whole(f"{name}_now", most, least)
            for name, least, most in (("multiplier", 0, MOST_MULTIPLIER), ("change", -MOST_EXTRA, MOST_EXTRA))
            if pressed.get(f"{name}_now", "").strip()
        }
        noted = replace(skill, **changed)
        spent = whole(f"spent_{number}", MOST_REVELATION)
        target = unit[0] if unit else whole(f"unit_{number}", MOST_FAITH)
        check = [noted.reach, spent, noted.ability, noted.numbers, read_dice(pressed.get("dice", ""))]
        blow = ["attack", target, noted.timing, *check]
        if pressed.get("gm_square", "").strip():
            blow.append(whole("gm_square", 10, 1))
        if blow[-1] is None:
            blow.pop()
        if noted == skill:
            return blow
        about = [noted.reach, noted.ability, *noted.numbers]
        return ["then", ["skill", state.active, skill.name, skill.timing, about], blow]

    def show(
        self, state: Play, log: list[Event], inputs: Mapping[str, Any], language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return the ring, the controls of the moment, and the log."""
        rulings = read_rulings(inputs)
        controls = [heading(4, _moment(state).get(language), class_="phase", tabindex="-1")]
        controls += tray(state, rulings, language)
        below = [
            *round_to_come(state, rulings, language),
            *offered(state, rulings, language),
            h("p", *marked_up(standing(state, rulings).get(language)), class_="field-hint"),
        ]
        grace = shown_grace(state, rulings, language)
        if grace:
            below.insert(0, h("section", grace, class_="grace", data_here=True))
        shown_board = [*below[:1], *board(state, rulings, language), *below[1:]] if grace else None
        shown_board = shown_board or [*board(state, rulings, language), h("div", below, class_="below")]
        more = Text("", "") if log else Text("The middle phase begins.", "ミドルフェイズが始まります。")
        return more, {
            "output": [h("div", shown_board, class_="board kamui-board")],
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
