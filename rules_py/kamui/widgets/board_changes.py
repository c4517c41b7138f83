"""What the GM may change on the ring board at any time, and the controls that are used seldom."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element

from rules_py.controls import button, fieldset, flag, select, text_input
from rules_py.kamui.characters import MOST_KAMUI, MOST_POINTS, MOST_UNITS
from rules_py.kamui.checks import MOST_TRAITS
from rules_py.kamui.play import MOST_MOVES, SETTABLE, Play, shown
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.widgets.board_view import initials
from rules_py.text import Language, Text, same

KAMUI_NUMBERS = (
    ("hp", Text("HP", "【HP】"), MOST_POINTS, "10"),
    ("armour", Text("Armour", "【装甲】"), MOST_POINTS, "4"),
    ("action_value", Text("Action value", "【行動値】"), MOST_POINTS, "6"),
    ("rank", Text("Rank", "【位階】"), 10, "3"),
    ("will", Text("Will", "【意志】"), 10, "4"),
    ("wisdom", Text("Wisdom", "【知恵】"), 10, "4"),
    ("traits", Text("Traits", "特性"), MOST_TRAITS, "3"),
    ("moves", Text("Squares of a movement (K-Q22)", "移動できるマス数（K-Q22）"), MOST_MOVES, "2"),
)
UNIT_NUMBERS = (
    ("hp", Text("HP", "【HP】"), MOST_POINTS, "30"),
    ("armour", Text("Armour", "【装甲】"), MOST_POINTS, "0"),
    ("threat", Text("Threat level", "脅威レベル"), MOST_POINTS, "1"),
)


def names(play: Play, places: Iterable[int]) -> list[tuple[object, Text]]:
    """Return kamui to choose from, with their signs."""
    signs = initials(play)
    return [(who, signs[who] + same(" ") + shown(play.kamui[who].name)) for who in places]


def number(name: str, label: Text, value: object, language: Language, mode: str = "numeric") -> Element:
    """Return a line for a number."""
    return text_input(name, label, language, str(value), size=4, inputmode=mode)


def changes(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Return what the GM may change at any time."""
    parts: list[Element] = []
    pieces: list[tuple[object, Text]] = [
        (f"kamui:{n}", words) for n, (_, words) in enumerate(names(play, range(len(play.kamui))))
    ]
    pieces += [(f"unit:{n}", same(f"{play.letters[n]} ") + shown(one.name)) for n, one in enumerate(play.state.units)]
    if pieces:
        form = [
            select("piece", Text("Who", "誰を"), pieces, language),
            number("to", Text("To square (0: centre)", "移す先（0は中央）"), "", language),
            button("shift", Text("Put it there", "移す"), language),
            button("take", Text("Take it away", "取り除く"), language),
        ]
        parts.append(fieldset(Text("Put somebody elsewhere", "コマを移す"), form, language))
    if play.kamui:
        what: list[tuple[object, Text]] = [
            (name, text) for name, text in SETTABLE.items() if name != "faith" or rulings.faith == "own"
        ]
        form = [
            select("whose", Text("Kamui", "神威"), names(play, range(len(play.kamui))), language),
            select("what", Text("What", "何を"), what, language),
            number("number", Text("Number", "数"), "", language),
            button("set", Text("Set", "変える"), language),
            text_input("link_to", Text("Link to", "リンクの相手"), language, size=14),
            number("level", Text("Level", "レベル"), 5, language),
            flag("used", Text("Used", "使用済み"), language),
            button("link", Text("Set the link", "リンクを書く"), language),
        ]
        note = Text("What comes back, and when, is lost (K-Q18).", "何がいつ回復するかは失われています（K-Q18）。")
        parts.append(fieldset(Text("Numbers and links", "数値とリンク"), form, language, note))
    form = [
        number("at", Text("Square", "マス"), 1, language),
        button("rift", Text("Put a rift", "〈裂け目〉を置く"), language),
        button("unrift", Text("Take a rift", "〈裂け目〉を取り除く"), language),
        number("target", Text("Target (K-Q8)", "目標（K-Q8）"), 2, language),
        button("scene", Text("Put a resolution", "解決イベントを置く"), language),
        button("unscene", Text("End the resolution", "解決イベントを終える"), language),
    ]
    parts.append(fieldset(Text("Rifts and resolutions", "〈裂け目〉と解決イベント"), form, language))
    if rulings.faith == "shared":
        form = [
            number("faith_now", Text("Faith", "【信仰】"), play.state.faith, language),
            button("faith", Text("Set faith", "【信仰】を変える"), language),
        ]
        parts.append(fieldset(Text("Faith", "【信仰】"), form, language))
    new = [
        text_input("name", Text("Name", "名前"), language, size=14),
        number("new_square", Text("Square (0: centre, enemies only)", "マス（0は中央、敵だけ）"), "", language),
    ]
    kinds = (
        ("kamui", KAMUI_NUMBERS, len(play.kamui) < MOST_KAMUI),
        ("unit", UNIT_NUMBERS, len(play.state.units) < MOST_UNITS),
    )
    labels = {"kamui": Text("Add a kamui", "神威を加える"), "unit": Text("Add an enemy", "敵を加える")}
    for kind, numbers, room in kinds:
        if room:
            new += [number(f"{kind}_{name}", label, value, language) for name, label, _, value in numbers]
            new.append(button(kind, labels[kind], language))
    parts.append(fieldset(Text("Add somebody", "コマを加える"), new, language))
    return parts
