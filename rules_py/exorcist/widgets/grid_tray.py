"""What can be done on the grid, by list: moves, pegs, rope, barriers; and all of it on a grid that is played alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element

from rules_py.core.controls import closed, control, fieldset, flag, number_input, press, select, text_input, under_more
from rules_py.core.errors import ForbiddenAction
from rules_py.core.markup import h
from rules_py.core.text import Language, Text, same
from rules_py.exorcist.board import EFFECTS, KINDS, NOBODY, Square, peg_squares, square_name
from rules_py.exorcist.checks import LADDER
from rules_py.exorcist.game.barriers import PIECE
from rules_py.exorcist.game.refusals import harder, peg_problem
from rules_py.exorcist.model import MOST_PIECES, Grounds
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.widgets.common import named, number_lines
from rules_py.exorcist.widgets.grid import activating, at_each_peg, reach_alone

_PIECE = (5, 3, 3, 0, 2, 6)
"""What the numbers of a piece usually are, in the order of the rules."""
_DICE = Text("Dice or =successes (empty: rolled here)", "出目か「=成功数」（空欄で自動）")


def controls_alone(state: Grounds, rulings: Rulings, language: Language, *, rested: bool) -> list[Element]:
    """Return what can be done on a grid alone; `rested`: has an activation just ended?"""
    made = _waiting(state, _next(state, rested=rested), language)
    if state.active != NOBODY:
        made = _acting(state, reach_alone(state, rulings), rulings, language)
    return [*made, _changes(state, language)]


def _next(state: Grounds, *, rested: bool) -> int:
    """Return whose activation is likely to come: after one has ended, that of the next piece, else of the one shown."""
    people = [who for who, piece in state.board.standing() if piece.character]
    if not rested or state.shown not in people:
        return state.shown
    return people[(people.index(state.shown) + 1) % len(people)]


def _waiting(state: Grounds, next_up: int, language: Language) -> list[Element]:
    people = [(who, piece.name) for who, piece in state.board.standing() if piece.character]
    if not people:
        return []
    form = [
        select("acting", Text("Who acts", "誰の手番か"), people, language, next_up),
        press(activating(control("acting")), Text("Begin the activation", "手番を始める"), language, primary=True),
    ]
    rare = [
        number_input("movement", Text("Other mobility", "【機動力】の変更"), language),
        flag("manoeuvre", Text("With the tactical manoeuvre", "【戦術機動】を使う"), language),
    ]
    note = Text(
        "Tactical manoeuvre: tick it, and rope and removal checks are one step harder (E-4.6, E-Q33). Make its check at"
        " the table; if it gives more mobility, type that (E-Q5).",
        "【戦術機動】を使うなら印を付けます。注連鋼縄の判定と解除判定が1段階難しくなります（E-4.6、E-Q33）。"
        "【戦術機動】の判定は卓で行い、【機動力】が増えたらその値を書きます（E-Q5）。",
    )
    look = [
        select("looking", Text("Whose movement", "誰の移動範囲か"), people, language, state.shown),
        press(["look", control("looking")], Text("Show", "表示する"), language),
    ]
    return [
        fieldset(Text("Activation", "手番"), form, language),
        fieldset(Text("Movement on the board", "移動範囲の表示"), look, language),
        under_more([fieldset(Text("Tactical manoeuvre", "【戦術機動】"), rare, language, note)], language),
    ]


def _squares(squares: Iterable[tuple[Square, int | None]]) -> list[tuple[object, Text]]:
    ordered = sorted(squares, key=lambda found: (found[0][1], found[0][0]))
    return [
        (square_name(square), same(square_name(square) + ("" if cost is None else f" ({cost})")))
        for square, cost in ordered
    ]


def _acting(state: Grounds, reach: dict[Square, int] | None, rulings: Rulings, language: Language) -> list[Element]:
    """Return what can be done in an activation: first what takes the barrier one step further."""
    problems: list[ForbiddenAction | None] = [peg_problem(state)]
    parts = at_pegs(state, problems, rulings, language)
    rest = press(["rest"], Text("End the activation", "手番を終える"), language, primary=not has_primary(parts))
    return [*parts, h("p", rest), *by_list(state, reach or {}, language), *closed(problems, language)]


def by_list(state: Grounds, reach: Mapping[Square, int], language: Language) -> list[Element]:
    """Return the squares to go to, and those for a peg, as lists."""
    own, parts = state.board.piece(state.active).square, []
    goals = [(square, cost) for square, cost in reach.items() if square != own]
    if goals:
        form = [
            select("move_to", Text("Square (cost)", "マス（消費）"), _squares(goals), language),
            press(["move", control("move_to")], Text("Move", "移動する"), language),
        ]
        parts.append(fieldset(Text("Move", "移動"), form, language))
    if peg_problem(state) is None:
        free = _squares((square, None) for square in peg_squares(state.board, own))
        form = [
            select("peg_to", Text("Square", "マス"), free, language, square_name(own)),
            press(["peg", control("peg_to")], Text("Place a peg", "祓串を置く"), language),
        ]
        parts.append(fieldset(Text("Peg", "祓串"), form, language, Text("7×7 squares (E-7.17)", "7×7マス（E-7.17）")))
    return parts


def has_primary(parts: list[Element]) -> bool:
    """Say whether one of these is what comes next."""
    return any(each.get("class") == "primary" for part in parts for each in part.iter("button"))


def at_pegs(
    state: Grounds,
    problems: list[ForbiddenAction | None],
    rulings: Rulings,
    language: Language,
    *,
    removal: str = "remove",
    own: bool = False,
) -> list[Element]:
    """Return what can be done at the pegs: setting what is roped before all else, then laying rope.

    Args:
        state: A grid in somebody's activation.
        problems: What cannot be done is added to these.
        rulings: House rules.
        language: The reader's language.
        removal: What the action of a removal check is called.
        own: Is only what whoever acts has begun themselves likely to come next?
    """
    made: dict[str, list[Element]] = {"rope": [], "set": [], "free": []}
    likely: dict[str, list[Element]] = {"rope": [], "set": []}
    for deed in at_each_peg(state, rulings, removal):
        if deed.meaning != "free":
            problems.append(deed.problem)
        if deed.problem is None:
            button = press(deed.action, deed.label.format(square=square_name(deed.peg.square)), language)
            made["rope" if deed.meaning == "remove" else deed.meaning].append(button)
            whose = {"rope": deed.peg.placer, "set": deed.peg.roper}.get(deed.meaning)
            if whose is not None and (not own or whose == state.active):
                likely[deed.meaning].append(button)
    rolling, setting, freeing = made.values()
    for button in (likely["set"] or likely["rope"])[:1]:
        button.set("class", "primary")
    parts: list[Element] = []
    if setting:
        difficulties: list[tuple[object, Text]] = [(d.text.en, named(d)) for d in LADDER]
        form = [
            select("effect", Text("Effect (E-Q13)", "効果（E-Q13）"), list(EFFECTS.items()), language, "wall"),
            select("difficulty", Text("Removal difficulty", "解除難易度"), difficulties, language, "NORMAL"),
            *setting,
        ]
        note = Text(
            "The table of removal difficulties by Spirit is lost (E-7.31): agree on one with the GM (E-Q37).",
            "【霊】から解除難易度を決める表は失われています（E-7.31）。GMと相談して決めてください（E-Q37）。",
        )
        parts.append(fieldset(Text("Set a barrier", "結界を設置する"), form, language, note))
    if rolling:
        form = [text_input("other_dice", _DICE, language, size=12), *rolling]
        steps = None
        if harder(state, rulings):
            steps = Text(
                "One step harder after the tactical manoeuvre (E-4.6, E-Q33).",
                "【戦術機動】で1段階難しくなります（E-4.6、E-Q33）。",
            )
        parts.append(fieldset(Text("Instead of an attack", "攻撃の代わり"), form, language, steps))
    if freeing:
        parts.append(h("div", freeing, class_="buttons"))
    return parts


def _changes(state: Grounds, language: Language) -> Element:
    """Return what the GM may change at any time."""
    kinds: list[tuple[object, Text]] = list(KINDS.items())
    new = [
        text_input("name", Text("Name", "名前"), language, size=14),
        select("kind", Text("Kind", "種類"), kinds, language, "kaii"),
        text_input(
            "new_square", Text("Square, such as C4", "マス（例：C4）"), language, size=4, autocapitalize="characters"
        ),
    ]
    new += number_lines("new", PIECE, _PIECE, language)
    numbers = [control(f"new_{name}") for name in PIECE.columns]
    who, evades = map(control, ("name", "kind", "new_square")), control("evades", empty=False)
    put: list[object] = ["put", *who, numbers, evades]
    new += [
        flag("evades", Text("Kai’i of evasion type yes (E-11.17)", "【回避種別】ありの界異（E-11.17）"), language),
        press(put, Text("Put it there", "置く"), language),
    ]
    everything: list[tuple[object, Text]] = [(w, p.name) for w, p in state.board.standing()]
    parts = []
    if len(everything) < MOST_PIECES:
        parts.append(fieldset(Text("Add a piece", "コマを加える"), new, language))
    if everything:
        form = [
            select("who", Text("Piece", "コマ"), everything, language),
            text_input("to", Text("To square", "移す先"), language, size=4, autocapitalize="characters"),
            press(["shift", control("who"), control("to")], Text("Put it elsewhere", "移す"), language),
        ]
        parts.append(fieldset(Text("Put a piece elsewhere", "コマを移す"), form, language))
        taking = [
            press(["take", who], Text("Take {name} away", "{name}を取り除く").format(name=piece.name), language)
            for who, piece in state.board.standing()
        ]
        parts.append(h("div", taking, class_="buttons"))
    return h("details", h("summary", Text("Change the board", "盤を整える").get(language)), parts, class_="changes")
