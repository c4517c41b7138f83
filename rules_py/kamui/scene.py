"""How things stand on the ring, for a picture: who is there, with what."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from rules_py.core.scenes import CYCLE, ROUND, Meter, Person, Scene
from rules_py.core.text import Language, Text, listed, same
from rules_py.kamui.drawings import draw_ring
from rules_py.kamui.model import Play, shown
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.widgets import board_view as ring


def scene(state: Play, inputs: Any) -> Scene:
    """Return it for the picture of the stepper; see `rules_py.core.scenes`."""
    rulings: Rulings = inputs.rulings
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

    words = {"middle": CYCLE, "climax": ROUND}.get(state.phase, Text("Ending phase", "エンディングフェイズ"))
    return Scene(words.format(n=state.number), boards, tuple(told), tuple(people))
