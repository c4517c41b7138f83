"""Kamui's figures: which faces succeed under each reading, and an attack from dice to HP."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from rules_py.core.data import Figure
from rules_py.core.drawing import WIDTH, both_ends, box, svg, word
from rules_py.core.flow import Step, flow
from rules_py.core.render import percent
from rules_py.core.text import Language, Text
from rules_py.kamui.checks import die_chance, success_faces
from rules_py.kamui.drawings import RING_FIGURES
from rules_py.kamui.effects import damage, suffer
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
    label = Text(
        f"An attack with {successes} successes, attack power {power}, faith multiplier {multiplier} and damage bonus"
        f" {bonus}: {dealt} damage. Armour falls from {armour} to {left.armour}, HP from {hp} to {left.hp}.",
        f"成功数{successes}、【攻撃力】{power}、【信仰倍率】{multiplier}、【ダメージ加算値】{bonus}の攻撃：ダメージは{dealt}。"
        f"【装甲】は{armour}から{left.armour}へ、【HP】は{hp}から{left.hp}へ減る。",
    )
    outline = (
        Step(Text("1 Check", "1 判定"), "K-5.1"),
        Text("as many dice as action value spent", "消費した【行動値】の数のダイス"),
        Text(f"successes: {successes}", f"成功数：{successes}"),
        Step(Text("2 Damage", "2 ダメージ"), "K-5.3"),
        Text(f"(successes {successes} + attack power {power})", f"（成功数{successes}＋【攻撃力】{power}）"),
        Text(
            f"× multiplier {multiplier} + bonus {bonus} = {dealt}",
            f"×【信仰倍率】{multiplier}＋加算値{bonus}＝{dealt}",
        ),
        Step(Text("3 Armour", "3 【装甲】"), "K-5.5"),
        Text(f"armour {armour} becomes {left.armour}", f"【装甲】{armour}が{left.armour}になる"),
        Text(f"{dealt} − {armour} = {dealt - armour} is left over", f"{dealt}−{armour}＝{dealt - armour}が残る"),
        Step(Text("4 HP", "4 【HP】"), "K-5.6"),
        Text(f"HP {hp} becomes {left.hp}", f"【HP】{hp}が{left.hp}になる"),
        Text("at 0 a kamui revives (K-8.3),", "0になった神威は復活する（K-8.3）。"),
        Text("another unit leaves a rift (K-Q14)", "ほかのユニットは〈裂け目〉を残す（K-Q14）"),
    )
    return flow(language, "damage", label, outline)


FIGURES: dict[str, Figure] = {"kamui.dice": draw_dice, "kamui.damage": draw_damage, **RING_FIGURES}
