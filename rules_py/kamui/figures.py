"""Kamui's figures: which faces succeed under each reading, and an attack from dice to HP."""

from __future__ import annotations

from functools import partial
from xml.etree.ElementTree import Element

from rules_py.core.data import Figure
from rules_py.core.drawing import WIDTH, both_ends, box, svg, word
from rules_py.core.flow import drawn
from rules_py.core.render import percent
from rules_py.core.text import Language, Text
from rules_py.kamui.checks import die_chance, success_faces
from rules_py.kamui.drawings import RING_FIGURES
from rules_py.kamui.effects import FAITH_PER_RIFT, damage, suffer
from rules_py.kamui.rulings import Rulings

CELL = 30
SHOWN = 4
"""The ability, and the target number, of the drawing of faces."""
_READINGS = (
    (Rulings(), Text("at most the ability, here {n}", "能力値以下（ここでは{n}）")),
    (Rulings(success="at_least_fixed"), Text("at least a fixed one, here {n}", "固定の数以上（ここでは{n}）")),
    (Rulings(success="at_least_target"), Text("at least the target number, here {n}", "目標値以上（ここでは{n}）")),
)


def draw_dice(language: Language) -> Element:
    """Draw the faces of a die that succeed under each reading of K-Q1."""
    parts: list[Element] = []
    y = 0
    spoken = []
    for rulings, words in _READINGS:
        number = rulings.success_face if rulings.success == "at_least_fixed" else SHOWN
        faces = success_faces(SHOWN, rulings)
        chance = die_chance(SHOWN, rulings)
        head = words.format(n=number).get(language)
        parts += both_ends(2, WIDTH - 2, y + 16, (head, percent(chance)))
        for face in range(1, rulings.sides + 1):
            x = 25 + (face - 1) * CELL
            kind = "square dying" if face in faces else "square"
            parts.append(box(x + 2, y + 26, CELL - 4, CELL - 4, kind, 4))
            parts.append(word(x + CELL / 2, y + 26 + CELL / 2 + 3, str(face), "head" if face in faces else "label"))
        spoken.append(
            Text("{head}: {first} to {last} succeed, {chance}", "{head}：{first}から{last}が成功、確率{chance}").format(
                head=head, first=faces[0], last=faces[-1], chance=percent(chance)
            )
        )
        y += 68
    label = Text("Which faces of a d10 succeed. ", "d10のどの出目が成功か。")
    for part in spoken:
        label += part + Text(". ", "。")
    return svg(WIDTH, y - 6, label.get(language).strip(), parts, class_="figure dice")


def draw_damage(language: Language) -> Element:
    """Draw an attack worked out: successes, the formula, armour, HP (K-5.3, K-5.5, K-5.6)."""
    rulings = Rulings()
    successes, power, multiplier, bonus, armour, hp = 3, 5, 2, 4, 6, 20
    dealt = damage(successes, power, multiplier, bonus, rulings)
    left = suffer(armour, hp, dealt)
    return drawn(
        "kamui",
        "damage",
        language,
        successes=successes,
        power=power,
        multiplier=multiplier,
        bonus=bonus,
        dealt=dealt,
        armour=armour,
        left_armour=left.armour,
        over=dealt - armour,
        hp=hp,
        left_hp=left.hp,
    )


FIGURES: dict[str, Figure] = {
    "kamui.dice": draw_dice,
    "kamui.damage": draw_damage,
    **RING_FIGURES,
    "kamui.rift": partial(drawn, "kamui", "rift", faith_per_rift=FAITH_PER_RIFT),
}
