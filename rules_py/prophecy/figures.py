"""Prophecy's figures: the session, the attack, the activation, the condition sheet."""

from __future__ import annotations

from functools import partial
from xml.etree.ElementTree import Element

from rules_py.core.data import Figure
from rules_py.core.dice import Die, in_figure
from rules_py.core.drawing import WIDTH, board, both_ends, box, shortened, svg, text_width, way_back, word
from rules_py.core.flow import drawn
from rules_py.core.markup import h
from rules_py.core.text import Language, Text, listed
from rules_py.prophecy.characters import SLOTS, Curse, Fighter
from rules_py.prophecy.conditions import AT_START, CONDITIONS, FIRST_ACTIVATION, names
from rules_py.prophecy.system import SYSTEM


def _chips(names_: list[tuple[str, str]], x: float, y: float, width: float) -> list[Element]:
    """Draw names with the classes of their boxes, two in a line."""
    parts = []
    half = (width - 8) / 2
    for i, (name, class_) in enumerate(names_):
        left, top = x + (half + 8) * (i % 2), y + 30 * (i // 2)
        parts += [box(left, top, half, 25, class_, 5), word(left + half / 2, top + 17, name, "entry")]
    return parts


# --- the session ------------------------------------------------------------------------------------------------------


def draw_session(language: Language) -> Element:
    """Draw the four phases; in the main phase turns, scenes and turn actions (P-1.1, P-1.9 to P-1.11)."""
    actions = listed([row.cells[0] for row in SYSTEM.tables["P-T1"].rows])
    return drawn("prophecy", "session", language, {"turns": _turns}, actions=actions)


def _turns(language: Language, y: int) -> tuple[list[Element], int]:
    """Draw a turn of the main phase, a scene in that, a turn action in that."""
    parts: list[Element] = []
    frames = (
        (Text("Turn", "ターン"), Text("as many as the scenario sets", "シナリオで決まった数だけ"), "P-1.9"),
        (Text("Scene", "シーン"), Text("one for each PC", "参加PCごとに1つ"), "P-1.10"),
        (Text("Turn action", "ターンアクション"), Text("exactly one in a scene", "1シーンに1つだけ"), "P-1.11"),
    )
    for depth, (head, line, rule) in enumerate(frames):
        left, top, width = 12 + 10 * depth, y + 2 + 48 * depth, 292 - 20 * depth
        parts.append(box(left, top, width, 274 - 56 * depth))
        parts += both_ends(left + 10, left + width - 8, top + 18, (head.get(language), rule))
        parts.append(word(left + 10, top + 35, line.get(language), "label", "start"))
    rows = SYSTEM.tables["P-T1"].rows
    chips = [(row.cells[0].get(language), "box choice" if "P-2.3" in row.rules else "box chip") for row in rows]
    parts += _chips(chips, 42, y + 142, 232)
    hint = Text("broken line: extension rule", "破線は拡張ルール")
    parts.append(word(158, y + 243, hint.get(language), "label"))
    parts += way_back(304, y + 258, y + 20, 16, Text("next turn", "次のターン").get(language))
    return parts, 284


# --- the activation ---------------------------------------------------------------------------------------------------

_AT_START = {
    "poison": (Text("1 damage", "ダメージ1点"), "P-17.4a"),
    "freeze": (Text("1 damage", "ダメージ1点"), "P-17.26b"),
    "burning": (Text("one more of it", "もう1つ増える"), "P-17.9a"),
    "petrify": (Text("one more of it", "もう1つ増える"), "P-17.27b"),
}


def draw_activation(language: Language) -> Element:
    """Draw in which order curses act in an activation (P-M6, P-M11, P-17.6a)."""
    first, last = (listed([CONDITIONS[kind].name for kind in kinds]) for kinds in (AT_START, FIRST_ACTIVATION))
    inside = {"acting": _acting, "leaving": _leaving}
    thorns = CONDITIONS["thorns"].name
    return drawn("prophecy", "activation", language, inside, first=first, thorns=thorns, last=last)


def _acting(language: Language, y: int) -> tuple[list[Element], int]:
    """Draw the curses that act when an activation starts, in their order."""
    parts: list[Element] = []
    top = y + 2
    for number, kind in enumerate(AT_START, start=1):
        what, rule = _AT_START[kind]
        told = f"{number} {CONDITIONS[kind].name.get(language)}"
        parts.append(box(12, top, WIDTH - 24, 25, "box chip", 5))
        parts.append(word(22, top + 17, told, "entry", "start"))
        parts += both_ends(130, WIDTH - 20, top + 17, (what.get(language), rule), ("label", "label"))
        top += 29
    notes = (
        Text("A knockdown ends the list, unless undone.", "ノックダウンすれば終わり（取り消さないかぎり）"),
        Text("It also happens to those who have acted already.", "行動済みでも起こる"),
    )
    parts += [word(14, top + 14 + 16 * i, note.get(language), "label", "start") for i, note in enumerate(notes)]
    return parts, 29 * len(AT_START) + 42


def _leaving(language: Language, y: int) -> tuple[list[Element], int]:
    """Draw the curses that leave by themselves."""
    chips = [(CONDITIONS[kind].name.get(language), "box chip") for kind in FIRST_ACTIVATION]
    return _chips(chips, 12, y + 2, WIDTH - 24), 6 + 30 * ((len(FIRST_ACTIVATION) + 1) // 2)


# --- the condition sheet ----------------------------------------------------------------------------------------------

_ROW = 28
_TRACKS = (
    (2, 74, Text("Damage", "ダメージ"), "full"),
    (84, 128, Text("Curses", "カース"), "full"),
    (220, 128, Text("Blesses", "ブレス"), "filled"),
)
"""Left edge, width and title of each track, and what its slots are when all are filled: two of them threaten then."""
_NONE = Text("none", "なし")


def draw_sheet(fighter: Fighter, language: Language, *, blank: bool = False) -> Element:
    """Draw somebody's condition sheet: three tracks of six numbered slots.

    Args:
        fighter: Whose.
        language: The reader's language.
        blank: Whether it is to be filled in by hand: without name and without counts.

    Returns:
        An SVG element.

    Source: P-14.1, P-14.2.

    Example:
        >>> draw_sheet(Fighter(Text("Mio", "ミオ"), damage=2), "en").get("aria-label")
        'Condition sheet of Mio. Damage: 2 of 6. Curses, 0 of 6: none. Blesses, 0 of 6: none.'
    """
    curses = tuple(curse.kind for curse in fighter.curses)
    state = _state(fighter)
    room = WIDTH - 16 - text_width(state.get(language), "label")
    name = shortened(fighter.name.get(language), room, "head")
    parts = both_ends(2, WIDTH - 2, 18, (name, state.get(language)))
    tracks: tuple[tuple[str, ...], ...] = (("",) * fighter.damage, curses, fighter.blesses)
    for (x, width, title, when_full), track in zip(_TRACKS, tracks, strict=True):
        count = "" if blank else f" {len(track)}/{SLOTS}"
        parts.append(word(x + 1, 42, title.get(language) + count, "label", "start"))
        filled = when_full if len(track) == SLOTS else "filled"
        for slot in range(SLOTS):
            y = 49 + _ROW * slot
            kind = f"slot {filled}" if slot < len(track) else "slot"
            parts.append(box(x + 1, y, width - 2, _ROW - 4, kind, 4))
            parts.append(word(x + 8, y + 17, str(slot + 1), "label", "start"))
            if slot < len(track) and track[slot]:
                parts.append(word(x + 22, y + 17, CONDITIONS[track[slot]].name.get(language), "entry", "start"))
            elif slot < len(track):
                parts.append(h("path", d=f"M{x + width / 2 - 2} {y + 6} l12 12 m0 -12 l-12 12", class_="cross"))
    label = Text(
        "Condition sheet of {name}. Damage: {damage} of {slots}. Curses, {cursed} of {slots}: {curses}."
        " Blesses, {blessed} of {slots}: {blesses}.",
        "{name}のコンディションシート。ダメージは{slots}のうち{damage}。カースは{slots}のうち{cursed}：{curses}。"
        "ブレスは{slots}のうち{blessed}：{blesses}。",
    ).format(
        name=fighter.name,
        slots=SLOTS,
        damage=fighter.damage,
        cursed=len(curses),
        curses=names(curses) if curses else _NONE,
        blessed=len(fighter.blesses),
        blesses=names(fighter.blesses) if fighter.blesses else _NONE,
    )
    if state.en:
        label += Text(" {state}.", "{state}。").format(state=state)
    if blank:
        label = Text("Condition sheet, empty.", "コンディションシート。まだ何も書かれていない。")
    drawing = svg(WIDTH, 49 + _ROW * SLOTS, label.get(language), parts, class_="figure sheet")
    if blank:
        drawing.set("viewBox", f"0 28 {WIDTH} {21 + _ROW * SLOTS}")
    return drawing


def _state(fighter: Fighter) -> Text:
    """Say in a few words what else there is to know about somebody."""
    if fighter.down:
        return Text("knocked down", "ノックダウン")
    if fighter.gone:
        return Text("left the battle", "戦闘から離脱")
    said = []
    if fighter.acted:
        said.append(Text("acted", "行動済み"))
    if fighter.stood:
        said.append(Text("Last Stand used", "ラストスタンド使用済み"))
    return listed(said)


EXAMPLE = Fighter(
    Text("Mio", "ミオ"),
    damage=2,
    curses=(Curse("poison"), Curse("trap"), Curse("trap")),
    blesses=("guard_up", "armour"),
)

THROWN = (6, 5)


def draw_board(language: Language) -> Element:
    """Draw a roll of two dice beside a condition sheet without its words (P-14.1)."""
    parts = [*in_figure(Die(THROWN[0]), 16, 14, 66), *in_figure(Die(THROWN[1]), 40, 74, 66)]
    tracks = (EXAMPLE.damage, len(EXAMPLE.curses), len(EXAMPLE.blesses))
    for i, (x, width) in enumerate(((132, 36), (174, 62), (242, 62))):
        for slot in range(SLOTS):
            y = 9 + 22.5 * slot
            parts.append(box(x, y, width, 19, "slot filled" if slot < tracks[i] else "slot", 4))
            if slot < tracks[i] and not i:
                parts.append(h("path", d=f"M{x + 13} {y + 4.5} l10 10 m0 -10 l-10 10", class_="cross"))
            elif slot < tracks[i]:
                parts.append(h("path", d=f"M{x + 8} {y + 9.5} h{width - 16 - 8 * slot}", class_="line"))
    label = Text(
        "Two dice show {a} and {b}. A condition sheet: damage {damage} of {slots}, {curses} curses, {blesses} blesses.",
        "ダイスの目は{a}と{b}。コンディションシートはダメージが{slots}のうち{damage}、カース{curses}、ブレス{blesses}。",
    ).format(a=THROWN[0], b=THROWN[1], slots=SLOTS, damage=tracks[0], curses=tracks[1], blesses=tracks[2])
    return board(label.get(language), parts)


FIGURES: dict[str, Figure] = {
    "prophecy.board": draw_board,
    "prophecy.session": draw_session,
    "prophecy.attack": partial(drawn, "prophecy", "attack"),
    "prophecy.activation": draw_activation,
    "prophecy.sheet": lambda language: draw_sheet(EXAMPLE, language),
}
