"""The grid as it lies on the table: squares, pieces, pegs and barriers, what can be tapped there, what is looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from rules_py.core.controls import control, pressing
from rules_py.core.errors import ForbiddenAction
from rules_py.core.markup import h, remark
from rules_py.core.render import NAMED_ROWS, table
from rules_py.core.text import Language, Text, listed, same
from rules_py.exorcist.board import (
    KINDS,
    NOBODY,
    Board,
    Peg,
    Piece,
    Square,
    distance,
    mobility_at_start,
    movement_range,
    peg_squares,
    square_name,
)
from rules_py.exorcist.characters import NUMBERS
from rules_py.exorcist.figures import area_words, board_words, draw_legend, piece_signs, stake, token
from rules_py.exorcist.game.refusals import free_problem, peg_problem, remove_problem, rope_problem, set_problem
from rules_py.exorcist.model import Grounds
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.widgets.common import named

Taps = dict[str, dict[Square, Element]]
"""What a tap on a square presses, by what taps mean."""
_MEANINGS = {
    "place": Text("Put there", "置く"),
    "act": Text("Now", "いまの操作"),
    "move": Text("Move", "移動"),
    "peg": Text("Peg", "祓串"),
    "rope": Text("Rope", "注連鋼縄"),
    "set": Text("Barrier", "結界"),
    "remove": Text("Remove", "解除"),
    "look": Text("Show movement", "移動範囲"),
    "begin": Text("Begin", "手番開始"),
}
"""What a tap on a square may mean."""
_STRIKING = Text("Move, attack", "移動・攻撃")


# --- the drawing ------------------------------------------------------------------------------------------------------


def draw_grid(
    grounds: Grounds,
    taps: Taps,
    language: Language,
    *,
    here: int = NOBODY,
    aim: int = NOBODY,
    reach: Mapping[Square, int] | None = None,
    life: Mapping[int, tuple[Text, float]] | None = None,
    marks: Sequence[Text] | None = None,
    told: Text,
) -> list[Element]:
    """Return the grid, and before it the choice of what a tap means.

    Args:
        grounds: What stands where.
        taps: What can be tapped now, by what it means.
        language: The reader's language.
        here: Whose place matters now, by number; -1 for nobody's.
        aim: Whom the next step aims at, by number; -1 for nobody.
        reach: Squares that can be reached, with the cost of the way.
        life: By the number of a piece, how much it can still take: in words, and as a share.
        marks: The letters of the pieces, where others than those who stand there have some too.
        told: What there is to say of it.
    """
    board = grounds.board
    letters = marks or piece_signs(board)
    inside: dict[Square, list[Element]] = {}
    for who, piece in board.standing():
        left, share = (life or {}).get(who, (None, None))
        words = listed([piece.name, KINDS[piece.kind], *([left] if left else [])]).get(language)
        drawn = token(piece.kind, letters[who].get(language), words, share, active=who == grounds.active)
        inside.setdefault(piece.square, []).append(drawn)
    for _, peg in board.placed():
        inside.setdefault(peg.square, []).append(stake(peg.stage.get(language)))
    for square, cost in (reach or {}).items():
        if cost and square not in taps.get("move", {}):
            inside.setdefault(square, []).append(h("small", str(cost)))
    kinds = _kinds(board)
    squares = {who: piece.square for who, piece in board.standing()}
    for layer in taps.values():
        first = min(layer, key=lambda square: (square[1], square[0]))
        for square, made in layer.items():
            made.set("tabindex", "0" if square == first else "-1")
            inside.setdefault(square, []).append(made)
    role, cell = ("grid", "gridcell") if taps else ("table", "cell")
    heads = [h("span", square_name((x, 0))[0], role="columnheader") for x in range(board.size.columns)]
    rows = [h("div", h("span", role=cell), heads, role="row")]
    for y in range(board.size.rows):
        cells = [
            h(
                "div",
                inside.get((x, y), []),
                role=cell,
                class_=kinds.get((x, y)),
                data_here=(x, y) == squares.get(here),
                data_aim=(x, y) == squares.get(aim),
            )
            for x in range(board.size.columns)
        ]
        rows.append(h("div", h("span", str(y + 1), role="rowheader"), cells, role="row"))
    label = board_words(board, grounds.active, reach).get(language)
    grid = h("div", rows, role=role, class_="squares", aria_label=label, data_key="grid")
    below = [remark(told.get(language), id="taps-hint")] if taps or reach else []
    return [*_chosen(taps, language), grid, *below]


def _kinds(board: Board) -> dict[Square, str]:
    """Return what acts on a square: rope, or a barrier."""
    found = {square: "rope" for _, peg in board.placed() if not peg.barrier for square in peg.area}
    return found | {square: "barrier" for _, peg in board.placed() if peg.barrier for square in peg.area}


def _chosen(taps: Taps, language: Language) -> list[Element]:
    """Return the choice of what a tap means; which squares that lights up, the style sheet knows."""
    chips = []
    for number, meaning in enumerate(taps):
        ident = f"taps-{meaning}"
        pick = h("input", type="radio", name="taps", value=meaning, checked=number == 0, id=ident)
        pick.set("aria-describedby", "taps-hint")
        strikes = any(made.get("value", "").startswith('["attack"') for made in taps[meaning].values())
        words = _STRIKING if strikes else _MEANINGS[meaning]
        chips.append(h("label", pick, " ", words.get(language), for_=ident))
    label = Text("A tap on a square means", "マスを押したときの操作")
    return [h("div", chips, class_="meanings", role="radiogroup", aria_label=label.get(language))] if chips else []


# --- what can be tapped -----------------------------------------------------------------------------------------------


def tap(meaning: str, action: list[object], name: Text, language: Language, cost: int | None = None) -> Element:
    """Return the button of a square.

    Args:
        meaning: What taps must mean for it.
        action: The step, as `press` is told it.
        name: What happens, in words.
        language: The reader's language.
        cost: What there is to see of it; its name says what that means.
    """
    says, words = pressing(action), name.get(language)
    return h("button", name="do", value=says, aria_label=words, data_taps=meaning, data_cost=cost)


def walking(reach: Mapping[Square, int], own: Square, language: Language) -> dict[Square, Element]:
    """Return the squares that can be reached, each with what the way costs."""
    found = {}
    for square, cost in reach.items():
        if square != own:
            label = Text("Move to {square} for {cost}", "{square}へ移動（{cost}消費）")
            name = label.format(square=square_name(square), cost=cost)
            found[square] = tap("move", ["move", square], name, language, cost)
    return found


@dataclass(frozen=True)
class Deed:
    """Something that whoever acts might do at a peg.

    Args:
        meaning: What it is: `"rope"`, `"set"`, `"free"` or `"remove"`.
        action: The action of its button, with what the tray says.
        label: What stands on a button, with `{square}`.
        peg: The peg.
        problem: Why it is not possible; None if it is.
    """

    meaning: str
    action: list[object]
    label: Text
    peg: Peg
    problem: ForbiddenAction | None = None


def at_each_peg(grounds: Grounds, rulings: Rulings, removal: str = "remove") -> Iterator[Deed]:
    """Yield what whoever acts might do at each peg: lay rope, set the barrier, remove it.

    Args:
        grounds: A grid in somebody's activation.
        rulings: House rules.
        removal: What the action of a removal check is called.
    """
    dice = control("other_dice")
    for number, peg in grounds.board.placed():
        if not peg.area or (rulings.rope_again and not peg.barrier):
            problem = rope_problem(grounds, number, rulings)
            yield Deed(
                "rope", ["rope", number, dice], Text("Lay rope at {square}", "{square}に注連鋼縄を張る"), peg, problem
            )
        if peg.area and not peg.barrier:
            action = ["set", number, control("effect"), control("difficulty")]
            label = Text("Set it at {square}", "{square}に設置する")
            yield Deed("set", action, label, peg, set_problem(grounds, number, rulings))
        elif peg.barrier and free_problem(grounds, number) is None:
            label = Text("Remove own at {square}", "{square}の自分の結界を解除する")
            yield Deed("free", ["free", number], label, peg)
        elif peg.barrier:
            label = Text("Removal check at {square}", "{square}の結界の解除判定")
            yield Deed("remove", [removal, number, dice], label, peg, remove_problem(grounds, number, rulings))


_ON_SQUARE = {
    "set": Text("Set the barrier at {square}", "{square}に結界を設置する"),
    "free": Text("Remove own barrier at {square}", "{square}の自分の結界を解除する"),
}
"""What is said of a deed on its square in other words than in the tray."""


def activating(who: object) -> list[object]:
    """Return an activation on a grid alone as a button says it, with what the tray says of it."""
    return ["activate", who, control("movement"), control("manoeuvre")]


def pegging(grounds: Grounds, rulings: Rulings, language: Language, *, removal: str = "remove") -> Taps:
    """Return what whoever acts may do with pegs, rope and barriers, at their squares.

    Args:
        grounds: A grid in somebody's activation.
        rulings: House rules.
        language: The reader's language.
        removal: What the action of a removal check is called.
    """
    board = grounds.board
    found: Taps = {"peg": {}, "rope": {}, "set": {}, "remove": {}}

    def offer(meaning: str, action: list[object], label: Text, square: Square) -> None:
        meaning = "remove" if meaning == "free" else meaning
        found[meaning][square] = tap(meaning, action, label.format(square=square_name(square)), language)

    if peg_problem(grounds) is None:
        for square in sorted(peg_squares(board, board.piece(grounds.active).square)):
            label = Text("Peg on {square}", "{square}に祓串を置く")
            offer("peg", ["peg", square], label, square)
    for deed in at_each_peg(grounds, rulings, removal):
        if deed.problem is None:
            offer(deed.meaning, deed.action, _ON_SQUARE.get(deed.meaning, deed.label), deed.peg.square)
    return {meaning: buttons for meaning, buttons in found.items() if buttons}


def alone_taps(state: Grounds, reach: Mapping[Square, int] | None, rulings: Rulings, language: Language) -> Taps:
    """Return what can be tapped on a grid that is played alone."""
    if state.active != NOBODY:
        moves = walking(reach or {}, state.board.piece(state.active).square, language)
        return ({"move": moves} if moves else {}) | pegging(state, rulings, language)
    found: Taps = {"look": {}, "begin": {}}
    for who, piece in state.board.standing():
        if piece.character:
            label = Text("Show the movement of {name}", "{name}の移動範囲を表示").format(name=piece.name)
            found["look"][piece.square] = tap("look", ["look", who], label, language)
            label = Text("Begin {name}’s activation", "{name}の手番を始める").format(name=piece.name)
            found["begin"][piece.square] = tap("begin", activating(who), label, language)
    return {meaning: buttons for meaning, buttons in found.items() if buttons}


def reach_alone(state: Grounds, rulings: Rulings) -> dict[Square, int] | None:
    """Return where whoever acts, or is looked at, may go on a grid that is played alone."""
    if state.active != NOBODY:
        return movement_range(state.board, state.active, state.movement, rulings)
    if state.shown == NOBODY:
        return None
    mobility = mobility_at_start(state.board, state.shown, rulings)
    return movement_range(state.board, state.shown, mobility, rulings)


def lay_out(state: Grounds, rulings: Rulings, language: Language) -> list[Element]:
    """Return a grid that is played alone."""
    reach = reach_alone(state, rulings)
    who = state.active if state.active != NOBODY else state.shown
    taps = alone_taps(state, reach, rulings, language)
    drawn = draw_grid(state, taps, language, here=who, reach=reach, told=hint(state, who, reach))
    return [h("div", drawn, class_="board grounds")]


def hint(state: Grounds, who: int, reach: Mapping[Square, int] | None) -> Text:
    """Say what the numbers on the squares are, or else what to tap."""
    if not reach or who == NOBODY:
        return Text("Tap a framed square.", "枠の付いたマスを押します。")
    told = Text(
        "Numbers on the squares: what the way costs {name}, {n} squares in all (E-4.1, E-Q6).",
        "マスの数字は{name}の移動の消費。行けるのは{n}マス（E-4.1、E-Q6）。",
    )
    return told.format(name=state.board.piece(who).name, n=len(reach) - 1)


# --- what is looked up ------------------------------------------------------------------------------------------------


def sheets(state: Grounds, rulings: Rulings, language: Language) -> list[Element]:
    """Return what is looked up of a grid alone: who has what and stands how far, barriers, movement compared, signs."""
    return [
        _people(state, language),
        *barriers(state.board, language),
        *compared(state, rulings, language),
        signs_of(language),
    ]


def signs_of(language: Language) -> Element:
    """Return what the signs on a grid mean, folded away."""
    return h("details", h("summary", Text("Signs", "記号の見方").get(language)), draw_legend(language))


def compared(state: Grounds, rulings: Rulings, language: Language) -> list[Element]:
    """Return what barriers, objects and the evasion type mean for the movement of whoever acts or is looked at."""
    who, board = state.active if state.active != NOBODY else state.shown, state.board
    if who == NOBODY:
        return []
    piece = board.piece(who)
    variants = {Text("as it stands", "いまのまま"): board}
    if board.walls and piece.kind == "kaii":
        variants[Text("without the Wall Barriers", "【障壁結界】がなければ")] = replace(board, pegs=())
    if any(not other.character for _, other in board.standing()):
        pieces = tuple(other if other and other.character else None for other in board.pieces)
        variants[Text("without the objects", "オブジェクトがなければ")] = replace(board, pieces=pieces)
    if piece.kind == "kaii":
        other = replace(piece, evades=not piece.evades)
        label = Text("with evasion type yes", "【回避種別】がありなら")
        if piece.evades:
            label = Text("with evasion type none", "【回避種別】がなしなら")
        variants[label] = replace(board, pieces=(*board.pieces[:who], other, *board.pieces[who + 1 :]))
    if len(variants) == 1:
        return []
    mobility = {label: mobility_at_start(variant, who, rulings) for label, variant in variants.items()}
    found = {label: set(movement_range(variant, who, mobility[label], rulings)) for label, variant in variants.items()}
    now = next(iter(found.values()))
    rows = [
        h(
            "tr",
            h("th", label.get(language), scope="row"),
            [h("td", str(cell)) for cell in (mobility[label], len(squares) - 1)],
            h("td", _difference(now, squares).get(language)),
        )
        for label, squares in found.items()
    ]
    heads = (
        Text("The board", "盤の状態"),
        NUMBERS["mobility"].begun(),
        Text("Squares", "マス数"),
        Text("Difference", "違い"),
    )
    words = Text(
        "{name}: movement with and without barriers and objects", "{name}の移動範囲を比べる：結界やオブジェクトの有無"
    )
    caption = Text("If {name} began an activation now", "いま{name}の手番が始まるなら").format(name=piece.name)
    summary = h("summary", words.format(name=piece.name).get(language))
    return [h("details", summary, table(caption, heads, rows, language, NAMED_ROWS), class_="compared")]


def _difference(before: set[Square], after: set[Square]) -> Text:
    """Name the squares that come or go."""
    said = []
    for sign, squares in (("+", after - before), ("−", before - after)):
        if squares:
            names = [square_name(square) for square in sorted(squares, key=lambda square: (square[1], square[0]))]
            more = " …" if len(names) > MOST_SQUARES else ""
            said.append(same(f"{sign}{len(names)}: {' '.join(names[:MOST_SQUARES])}{more}"))
    return listed(said) if said else same("—")


MOST_SQUARES = 6
"""Squares that a difference names."""


def _people(state: Grounds, language: Language) -> Element:
    """Everybody and everything on the board, with the distance from whoever acts or is looked at."""
    centre = state.active if state.active != NOBODY else state.shown
    marks = piece_signs(state.board)
    cards = []
    for who, piece in state.board.standing():
        said = [KINDS[piece.kind], same(square_name(piece.square))]
        if centre not in (NOBODY, who):
            middle = state.board.piece(centre)
            words = Text("{n} from {name}", "{name}から{n}マス")
            said.append(words.format(n=distance(middle.square, piece.square), name=middle.name))
        side = {"object": "thing"}.get(piece.kind, "foe" if piece.enemy else "own")
        head = h(
            "p",
            h("b", marks[who].get(language), class_=f"sign {side}", aria_hidden="true"),
            h("span", h("b", piece.name.get(language)), " ", h("small", listed(said).get(language))),
            class_="who",
        )
        now = " now" * (who == state.active)
        cards.append(h("section", head, h("p", _has(piece).get(language)), class_=f"fighter{now}"))
    return h("div", cards, class_="fighters")


def _has(piece: Piece) -> Text:
    if not piece.character:
        return Text("closes its square", "マスをふさぐ")
    said = [Text("mobility {n}", "【機動力】{n}").format(n=piece.mobility)]
    said.append(Text("Skill {n}", "【巧】{n}").format(n=piece.skill))
    said.append(Text("Spirit {n}", "【霊】{n}").format(n=piece.spirit))
    if piece.kind == "kaii":
        said.append(
            Text("evasion type yes", "【回避種別】あり")
            if piece.evades
            else Text("evasion type none", "【回避種別】なし")
        )
    if piece.removal:
        said.append(Text("removal dice +{n}", "解除+{n}個").format(n=piece.removal))
    if piece.pegs or piece.rope:
        said.append(Text("pegs {n}", "祓串{n}").format(n=piece.pegs))
        said.append(Text("rope {n}", "注連鋼縄{n}").format(n=piece.rope))
    return listed(said)


def barriers(board: Board, language: Language) -> list[Element]:
    """Return a table of the pegs, of what has become of each, and of who did that."""
    rows = []
    for _, peg in board.placed():
        barrier = peg.barrier
        owner = board.pieces[barrier.owner] if barrier else None
        cells = [peg.stage.get(language), area_words(peg.area).get(language) if peg.area else "—"]
        cells.append(named(barrier.difficulty).get(language) if barrier else "—")
        cells.append(owner.name.get(language) if owner else "—")
        rows.append(h("tr", h("th", square_name(peg.square), scope="row"), [h("td", cell) for cell in cells]))
    if not rows:
        return []
    heads = (
        Text("Peg", "祓串"),
        Text("Stage", "段階"),
        Text("Area", "範囲"),
        Text("Removal", "解除難易度"),
        Text("Set by", "設置した人"),
    )
    table = h(
        "table",
        h("caption", Text("Pegs, rope and barriers", "祓串・注連鋼縄・結界").get(language)),
        h("thead", h("tr", [h("th", head.get(language), scope="col") for head in heads])),
        h("tbody", rows),
    )
    label = Text("Pegs, rope and barriers", "祓串・注連鋼縄・結界").get(language)
    return [h("div", table, class_="table-scroll", tabindex="0", role="group", aria_label=label)]
