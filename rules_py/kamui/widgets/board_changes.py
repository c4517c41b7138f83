"""What the GM may change on the ring board at any time, and the controls that are used seldom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element

from rules_py.core import controls
from rules_py.core.game import EDIT
from rules_py.core.markup import h
from rules_py.core.text import Language, Text, same
from rules_py.kamui.cast import LEFT, SETTABLE
from rules_py.kamui.characters import MOST_KAMUI, MOST_UNITS, NUMBERS, Kamui, Unit
from rules_py.kamui.model import Play, shown
from rules_py.kamui.rulings import Rulings
from rules_py.kamui.widgets.board_presses import Action, typed_in
from rules_py.kamui.widgets.board_view import initials

_NUMBERS = {
    "kamui": {"hp": 10, "armour": 4, "action_value": 6, "rank": 3, "will": 4, "wisdom": 4, "traits": 3, "moves": 2},
    "unit": {"hp": 30, "armour": 0, "threat": 1},
}
"""What a kamui and an enemy come with, in the order of links, and what is filled in for somebody new."""
_LABELS = {name: words.begun() for name, words in NUMBERS.items()} | {"moves": NUMBERS["moves"].begun().under("K-Q22")}


def names(play: Play, places: Iterable[int]) -> list[tuple[object, Text]]:
    """Return kamui to choose from, with their signs."""
    signs = initials(play)
    return [(who, signs[who] + same(" ") + play.name(who)) for who in places]


def changes(play: Play, rulings: Rulings, language: Language) -> list[Element]:
    """Return what the GM may change at any time."""
    parts: list[Element] = []
    if play.begun:
        pieces = [("kamui", n, one.name) for n, one in enumerate(play.kamui)]
        pieces += [("unit", n, one.name) for n, one in enumerate(play.units)]
        for kind, n, name in pieces:
            take = controls.removes(["take", kind, n], shown(name), language)
            parts.append(h("div", controls.opens(f"{kind}:{n}", shown(name), language), take, class_="buttons"))
    if play.kamui:
        form = [
            controls.select("whose", Text("Kamui", "神威"), names(play, range(len(play.kamui))), language),
            controls.text_input("link_to", Text("Link to", "リンクの相手"), language, size=14),
            controls.number_input("level", Text("Level", "レベル"), language, 5),
            controls.flag("used", Text("Used", "使用済み"), language),
            controls.press(
                ["link", *typed_in("whose", "link_to", "level"), controls.control("used", empty=False)],
                Text("Set the link", "リンクを書く"),
                language,
            ),
        ]
        parts.append(controls.fieldset(Text("Links", "リンク"), form, language))
    form = [
        controls.number_input("at", Text("Square", "マス"), language, 1),
        controls.press(["rift", controls.control("at")], Text("Put a rift", "〈裂け目〉を置く"), language),
        controls.press(["unrift", controls.control("at")], Text("Take a rift", "〈裂け目〉を取り除く"), language),
        controls.number_input("target", Text("Target (K-Q8)", "目標（K-Q8）"), language, 2),
        controls.press(["scene", *typed_in("at", "target")], Text("Put a resolution", "解決イベントを置く"), language),
        controls.press(
            ["unscene", controls.control("at")], Text("End the resolution", "解決イベントを終える"), language
        ),
    ]
    parts.append(controls.fieldset(Text("Rifts and resolutions", "〈裂け目〉と解決イベント"), form, language))
    if rulings.faith == "shared":
        form = [
            controls.number_input("faith_now", Text("Faith", "【信仰】"), language, play.state.faith),
            controls.press(["faith", controls.control("faith_now")], Text("Set faith", "【信仰】を変える"), language),
        ]
        parts.append(controls.fieldset(Text("Faith", "【信仰】"), form, language))
    new = [controls.name_input("name", language), _square("", language)]
    kinds = (("kamui", len(play.kamui) < MOST_KAMUI), ("unit", len(play.state.units) < MOST_UNITS))
    labels = {"kamui": Text("Add a kamui", "神威を加える"), "unit": Text("Add an enemy", "敵を加える")}
    for kind, room in kinds:
        if room:
            add: Action = [kind, *_sheet_controls(kind)]
            new += [*_numbers(kind, _NUMBERS[kind], language), controls.press(add, labels[kind], language)]
    parts.append(controls.fieldset(Text("Add somebody", "コマを加える"), new, language))
    return parts


def _sheet_controls(kind: str) -> list[object]:
    """Return what stands for name, square and numbers."""
    return [*typed_in("name", "new_square"), typed_in(*(f"{kind}_{name}" for name in _NUMBERS[kind]))]


def _square(square: object, language: Language) -> Element:
    return controls.number_input(
        "new_square", Text("Square (0: centre, enemies only)", "マス（0は中央、敵だけ）"), language, square
    )


def _numbers(kind: str, values: Mapping[str, object], language: Language) -> list[Element]:
    return [controls.number_input(f"{kind}_{name}", _LABELS[name], language, values[name]) for name in _NUMBERS[kind]]


def sheet(play: Play, whose: str, rulings: Rulings, language: Language) -> Element | None:
    """Return the sheet of a kamui or an enemy to be changed; of a kamui in play also what it has left.

    Args:
        play: Where the session stands.
        whose: `kamui` or `unit` with the place after a colon.
        rulings: House rules.
        language: The reader's language.
    """
    kind, _, place = whose.partition(":")
    everybody: dict[str, Sequence[Kamui | Unit]] = {"kamui": play.kamui, "unit": play.units}
    pieces = everybody.get(kind, ())
    at = controls.opened_place(place, len(pieces))
    if at is None or (kind == "kamui" and play.grace):
        return None
    piece, note = pieces[at], None
    values: dict[str, object] = {name: getattr(piece, name, None) for name in _NUMBERS[kind]}
    action: Action = [EDIT, kind, at, *_sheet_controls(kind)]
    left: list[Element] = []
    if isinstance(piece, Kamui):
        own = play.sheets[at]
        values |= {name: getattr(own, name) for name in ("will", "wisdom", "traits", "moves")}
        values |= {"hp": piece.most_hp, "armour": piece.most_armour}
        if play.begun:
            note = Text("What comes back, and when, is lost (K-Q18).", "何がいつ回復するかは失われています（K-Q18）。")
            shown_left = [name for name in LEFT if name != "faith" or rulings.faith == "own"]
            left = [
                controls.number_input(f"left_{name}", SETTABLE[name], language, getattr(piece, name))
                for name in shown_left
            ]
            action.append([controls.control(f"left_{name}") if name in shown_left else piece.faith for name in LEFT])
    called = shown(piece.name)
    fields = [controls.name_input("name", language, called), _square(piece.square, language)]
    return controls.open_sheet(called, [*fields, *_numbers(kind, values, language), *left], action, language, note)
