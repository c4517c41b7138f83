"""Battle stepper: a fight between PCs and enemies, round by round, with the condition sheets of everybody."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.errors import InputError
from rules_py.core.fields import IntegerField
from rules_py.core.form import Group
from rules_py.core.game import EDIT
from rules_py.core.house_rules import house_rules, read_rulings
from rules_py.core.markup import heading
from rules_py.core.stepper import Action, Event, Stepper, link_fields
from rules_py.core.text import Language, Text, same
from rules_py.prophecy.characters import NOBODY, SLOTS, Fighter
from rules_py.prophecy.checks import FACES
from rules_py.prophecy.offers import CHECKS, follows
from rules_py.prophecy.play import Battle, Stage, apply
from rules_py.prophecy.rulings import Rulings
from rules_py.prophecy.system import SYSTEM
from rules_py.prophecy.widgets.battle_board import board, looked_up
from rules_py.prophecy.widgets.battle_cast import NUMBERS, sheet
from rules_py.prophecy.widgets.battle_taps import BY_EMOTION, ONWARD
from rules_py.prophecy.widgets.battle_tray import tray
from rules_py.prophecy.widgets.battle_words import ending, verdict

_PARTY = (
    Fighter(
        Text("Mio", "ミオ"),
        cast=6,
        guard=4,
        mana=4,
        preparations=1,
        emotions=(1,),
        recipe=("poison", "cast_down", "puncture", "armour"),
    ),
    Fighter(
        Text("Ren", "レン"),
        cast=5,
        guard=5,
        mana=4,
        preparations=1,
        emotions=(0,),
        recipe=("burning", "guard_down", "trap", "guard_up"),
    ),
    Fighter(
        Text("Soloist of the Hollow Choir", "虚ろの聖歌隊の独唱者"),
        enemy=True,
        cast=7,
        guard=4,
        dominance=8,
        mana=3,
        recipe=("speed_down", "weakness", "freeze", "resonance"),
    ),
)
MOST = 99
TOGETHER = {
    "attack": ("roll", "cast"),
    "counter": ("roll", "cast"),
    "chain": ("roll", "cast"),
    "accept": ("effects",),
    "effects": ("done",),
    "last_stand": ("done",),
}
"""What usually comes in the same press as an action."""


class BattleStepper(Stepper[Battle]):
    """Plays a battle for any number of PCs and enemies by the rules of `rules_py.prophecy.play`."""

    name = "prophecy.battle"
    title = Text("Battle stepper", "戦闘の進行ツール")
    opening = "begin"
    groups = (house_rules(SYSTEM, Rulings, "prophecy.battle", without=("assist_after_roll",)), Group(link_fields()))

    def start(self, inputs: Mapping[str, Any]) -> Battle:
        """Return a battle of two against one, ready to begin or to be changed."""
        return Battle(_PARTY)

    def apply(self, state: Battle, action: Action, inputs: Mapping[str, Any]) -> tuple[Battle, list[Event]]:
        """Carry an action out; after a roll it is told how the attack stands."""
        rulings = self.rulings(inputs)
        after, events = apply(state, action, rulings, inputs["seed"])
        return after, [*events, *verdict(state, after, action, rulings)]

    def rulings(self, inputs: Mapping[str, Any]) -> Rulings:
        """Return the house rules that the form says."""
        return read_rulings(SYSTEM, Rulings, inputs)

    def outcome(self, state: Battle, inputs: Mapping[str, Any]) -> Text | None:
        """Return who is left, once the battle is over."""
        return ending(state) if state.stage is Stage.OVER else None

    def actions(self, state: Battle, pressed: Mapping[str, str], inputs: Mapping[str, Any]) -> list[Action]:
        """Return the actions of a press: what was pressed, and what follows where nobody has anything to decide."""
        rulings = self.rulings(inputs)
        verb, *rest = pressed["do"].split(":")
        done: list[Action] = []

        def play(action: Action) -> Battle:
            done.append(action)
            try:
                return apply(state, action, rulings, inputs["seed"])[0]
            except InputError as error:
                error.field = self.beside(action, error.field)
                raise

        if verb == "strike":
            state = play(self.action(state, {**pressed, "do": ":".join(["attack", *rest])}))
            rolling = {state.attack.attacker, *(exchange.target for exchange in state.attack.exchanges)}
            third = [who for who in sorted(rolling) if pressed.get(f"third_{who}") == "1"]
            state = play(["roll", third] if third else ["roll"])
        elif verb.removesuffix(ONWARD) == "apply":
            higher = self.action(state, {**pressed, "do": "accept"})
            effects = self.action(state, {**pressed, "do": ":".join(["effects", *rest])})
            state = play(higher)
            state = play(effects)
        else:
            state = play(self.action(state, {**pressed, "do": ":".join([verb.removesuffix(ONWARD), *rest])}))
        while then := follows(state, rulings):
            state = play(then)
        if verb.endswith(ONWARD) and state.stage is Stage.AFTER and not state.fallen:
            play(["done"])
        return done

    def joined(self, first: Action, state: Battle, then: Action, inputs: Mapping[str, Any]) -> bool:
        """Say whether an action came in the same press as the one before it."""
        if then[0] in TOGETHER.get(str(first[0]), ()):
            return True
        return then[0] in ("accept", "fall") and follows(state, self.rulings(inputs)) == then

    def beside(self, action: Action, field: str) -> str:
        """Return the control that has said a number of somebody's sheet."""
        sheet = action[0] in ("add", EDIT) and any(field == name for name, _, _, _ in NUMBERS)
        return f"new_{field}" if sheet else field

    def sheet(self, state: Battle, whose: str, inputs: Mapping[str, Any], language: Language) -> Element | None:
        """Return somebody's sheet to be changed."""
        return sheet(state, whose, language)

    def action(self, state: Battle, pressed: Mapping[str, str]) -> Action:
        """Return the action that a button and the controls of its form part mean."""
        verb, *arguments = pressed["do"].split(":")
        by_emotion = arguments[-1:] == [BY_EMOTION]
        numbers = [int(x) if x.isascii() and x.isdigit() and len(x) < 4 else x for x in arguments if x != BY_EMOTION]
        everybody = range(len(state.fighters))

        def number(name: str, least: int, most: int) -> int:
            return IntegerField(same(name), least=least, most=most, name=name).parse(pressed.get(name, ""))

        def ticked(prefix: str) -> list[int]:
            return [who for who in everybody if pressed.get(f"{prefix}_{who}") == "1"]

        if verb in ("add", EDIT):
            figures = [number(f"new_{name}", least, MOST) for name, _, _, least in NUMBERS]
            recipe, carried = pressed.get("recipe", ""), pressed.get("conditions", "")
            enemy = pressed.get("enemy") == "1"
            if "enemy" not in pressed:  # in mid-battle nobody is asked
                enemy = any(fighter.enemy for who, fighter in enumerate(state.fighters) if [who] == numbers)
            damage = [number("damage", 0, SLOTS)] if "damage" in pressed else []
            return [verb, *numbers, pressed.get("name", ""), enemy, figures, recipe, carried, *damage]
        if verb == "emotion":
            return ["emotion", number("who", 0, MOST), number("toward", 0, MOST)]
        if verb == "initiative":
            typed = [who for who in everybody if pressed.get(f"total_{who}", "").strip()]
            totals = [[who, number(f"total_{who}", 2, 2 * FACES)] for who in typed]
            ties = _ties(state, pressed.get("ties", ""))
            return ["initiative", totals, ties] if ties else ["initiative", totals]
        if verb == "attack":
            return ["attack", list(dict.fromkeys([*numbers, *ticked("more")]))]
        if verb == "support":
            effects = _effects(pressed, ("gives_1", "gives_2"))
            first = [number("support_to", 0, MOST)] if pressed.get("support_to") else []
            targets = list(dict.fromkeys([*first, *ticked("support")]))
            return ["support", targets, effects, *([True] if by_emotion else [])]
        if verb == "effects":
            tapped = {"effect_1": ":".join(arguments)} if arguments else {}
            return ["effects", _effects({**pressed, **tapped}, ("effect_1", "effect_2"))]
        if verb == "give":
            effect = [part for part in arguments[1:] if part not in ("", BY_EMOTION)]
            chosen = _effects({**pressed, "gives_1": ":".join(effect)}, ("gives_1", "gives_2"))
            return ["support", numbers[:1], chosen, *([True] if by_emotion else [])]
        if verb == "cast":
            who = state.attack.attacker if state.attacks else 0
            given = [_faces(f"faces_{who}", pressed)] if pressed.get(f"faces_{who}", "").strip() else []
            return ["cast", pressed.get(f"third_{who}") == "1", *given]
        if verb == "roll_typed":
            rolling = [who for who in everybody if pressed.get(f"faces_{who}", "").strip()]
            return ["roll", ticked("third"), [[who, _faces(f"faces_{who}", pressed)] for who in rolling]]
        if verb == "roll":
            third = ticked("third")
            return ["roll", third] if third else ["roll"]
        faces = [_faces("again", pressed)] if pressed.get("again", "").strip() else []
        if verb == "reroll":
            return ["reroll", *numbers, *faces]
        if verb == "assist":
            return ["assist", *numbers, by_emotion, *faces]
        if verb == "accept":
            exchanges = state.attack.exchanges if state.attacks else ()
            checks = [[n, check] for n in range(len(exchanges)) for check in CHECKS]
            higher = [[n, check] for n, check in checks if pressed.get(f"higher_{n}_{check}") == "1"]
            return ["accept", higher] if higher else ["accept"]
        if verb == "cover":
            return ["cover", *numbers, by_emotion, pressed.get("cover_third") == "1", *faces]
        more = [ticked("more")] if ticked("more") else []
        if verb == "counter":
            return ["counter", *numbers, *more]
        if verb == "chain":
            return ["chain", *numbers, by_emotion, *more]
        return [verb, *numbers]

    def show(
        self, state: Battle, log: list[Event], inputs: Mapping[str, Any], language: Language
    ) -> tuple[Text, dict[str, list[Element]]]:
        """Return the board, the controls of the moment, and the recipes."""
        rulings = self.rulings(inputs)
        phase = heading(4, _heading(state).get(language), class_="phase", tabindex="-1")
        more = Text("", "") if log else Text("The battle is being set up.", "戦闘の準備中です。")
        return more, {
            "output": [board(state, rulings, language)],
            "controls": [phase, *tray(state, rulings, language)],
            "sheets": [looked_up(state, language)],
        }


def _chosen(value: str) -> list[str]:
    """Return an effect as an action holds it; nothing for no effect."""
    return value.split(":") if value else []


def _effects(pressed: Mapping[str, str], fields: tuple[str, str]) -> list[list[str]]:
    """Return the effects chosen, and for a bless what it overwrites (P-14.8)."""
    effects = [effect for effect in (_chosen(pressed.get(name, "")) for name in fields) if effect]
    if not pressed.get("overwrite"):
        return effects
    return [
        [*[*effect, ""][:3], pressed["overwrite"]] if effect[0] in ("self_bless", "give_bless") else effect
        for effect in effects
    ]


def _ties(state: Battle, typed: str) -> list[list[int]]:
    """Return who goes before whom in a tie, from names with commas between them (P-8.5, P-8.6)."""
    named = [name.strip() for name in re.split("[,、，;]", typed) if name.strip()]
    spelled = {spelling: who for who, f in enumerate(state.fighters) for spelling in (f.name.en, f.name.ja)}
    unknown = [name for name in named if name not in spelled or named.count(name) > 1]
    if unknown:
        allowed = Text(
            "names of this battle with commas between them", "この戦闘の参加者の名前を読点で区切ってください"
        )
        raise InputError("ties", unknown[0], allowed, "P-8.6")
    return [[spelled[name], len(named) - place] for place, name in enumerate(named)]


def _faces(name: str, pressed: Mapping[str, str]) -> list[int]:
    """Return dice as they were typed, with or without spaces."""
    raw = unicodedata.normalize("NFKC", pressed.get(name, ""))
    digits = [c for c in raw if not c.isspace() and c not in ",、+"]
    if not digits or len(digits) > 3 or any(c not in "123456" for c in digits):
        allowed = Text("the faces of the dice, such as 3 5", "ダイスの目を並べて書いてください（例：3 5）")
        raise InputError(name, pressed.get(name, ""), allowed, "P-3.1")
    return [int(c) for c in digits]


def _heading(state: Battle) -> Text:
    if not state.round or state.stage is Stage.OVER:
        return state.stage.text
    words = Text("Round {round} · {stage}", "第{round}ラウンド・{stage}").format(
        round=state.round, stage=state.stage.text
    )
    if state.stage is Stage.ACTION and state.active != NOBODY:
        words += Text(" · ", "・") + state.name(state.active)
    return words
