"""The barrier board as it lies on the table: the drawing with all that can be tapped, and what is looked up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from xml.etree.ElementTree import Element

from rules_py.exorcist.barriers import Grounds, free_problem, peg_problem, remove_problem, rope_problem, set_problem
from rules_py.exorcist.board import (
    KINDS,
    NOBODY,
    Piece,
    Square,
    distance,
    mobility_at_start,
    movement_range,
    peg_squares,
    square_name,
)
from rules_py.exorcist.figures import area_words, draw_board, draw_legend, piece_signs, tap_board
from rules_py.exorcist.rulings import Rulings
from rules_py.exorcist.widgets.common import named
from rules_py.markup import h, marked_up
from rules_py.show import NAMED_ROWS, table
from rules_py.text import Language, Text, listed, same

_FORM = "exorcist-board-form"
_MEANINGS = {
    "move": Text("Move", "移動"),
    "peg": Text("Peg", "祓串"),
    "rope": Text("Rope", "注連鋼縄"),
    "set": Text("Barrier", "結界"),
    "remove": Text("Remove", "解除"),
    "look": Text("Show movement", "移動範囲"),
    "act": Text("Begin", "手番開始"),
}
"""What a tap on a square may mean."""


def lay_out(state: Grounds, reach: dict[Square, int] | None, rulings: Rulings, language: Language) -> list[Element]:
    """Return the drawing, and before it the choice of what a tap means."""
    layers = _layers(state, reach, rulings, language)
    who = state.active if state.active != NOBODY else state.shown
    drawing = draw_board(state.board, language, state.active, reach, who)
    return [*_meanings(layers, language), tap_board(state.board, layers, drawing), *_shown(state, reach, language)]


def _meanings(layers: Mapping[str, Mapping[Square, Element]], language: Language) -> list[Element]:
    """Return the choice of what a tap means; which squares that lights up, the style sheet knows."""
    chips = []
    for number, meaning in enumerate(layers):
        ident = f"taps-{meaning}"
        pick = h(
            "input",
            type="radio",
            name="taps",
            value=meaning,
            checked=number == 0,
            id=ident,
            aria_describedby="taps-hint",
        )
        chips.append(h("label", pick, " ", _MEANINGS[meaning].get(language), for_=ident))
    label = Text("A tap on a square means", "マスをタップしたときの操作")
    return [h("div", chips, class_="meanings", role="radiogroup", aria_label=label.get(language))] if chips else []


def _layers(
    state: Grounds, reach: dict[Square, int] | None, rulings: Rulings, language: Language
) -> dict[str, dict[Square, Element]]:
    """Return what a tap on a square presses, by what taps mean; only what is allowed now."""

    def tap(do: str, label: Text, square: Square, **parts: object) -> Element:
        name = label.format(square=square_name(square), **parts).get(language)
        return h("button", name="do", value=do, form=_FORM, aria_label=name)

    found: dict[str, dict[Square, Element]] = {meaning: {} for meaning in _MEANINGS}
    board = state.board
    if state.active == NOBODY:
        for who, piece in board.standing():
            if piece.character:
                label = Text("Show the movement of {name}", "{name}の移動範囲を表示")
                found["look"][piece.square] = tap(f"look:{who}", label, piece.square, name=piece.name)
                label = Text("Begin {name}’s activation", "{name}の手番を始める")
                found["act"][piece.square] = tap(f"activate:{who}", label, piece.square, name=piece.name)
        return {meaning: taps for meaning, taps in found.items() if taps}
    own = board.piece(state.active).square
    for square, cost in (reach or {}).items():
        if square != own:
            label = Text("Move to {square} for {cost}", "{square}へ移動（{cost}消費）")
            found["move"][square] = tap(f"move:{square[0]}:{square[1]}", label, square, cost=cost)
    if peg_problem(state) is None:
        for square in sorted(peg_squares(board, own)):
            label = Text("Peg on {square}", "{square}に祓串を置く")
            found["peg"][square] = tap(f"peg:{square[0]}:{square[1]}", label, square)
    for number, peg in board.placed():
        square = peg.square
        if rope_problem(state, number, rulings) is None and (not peg.area or rulings.rope_again):
            label = Text("Lay rope at {square}", "{square}に注連鋼縄を張る")
            found["rope"][square] = tap(f"rope:{number}", label, square)
        if peg.area and not peg.barrier and set_problem(state, number, rulings) is None:
            label = Text("Set the barrier at {square}", "{square}に結界を設置する")
            found["set"][square] = tap(f"set:{number}", label, square)
        if peg.barrier and free_problem(state, number) is None:
            label = Text("Remove own barrier at {square}", "{square}の自分の結界を解除する")
            found["remove"][square] = tap(f"free:{number}", label, square)
        elif peg.barrier and remove_problem(state, number, rulings) is None:
            label = Text("Removal check at {square}", "{square}の結界の解除判定")
            found["remove"][square] = tap(f"remove:{number}", label, square)
    return {meaning: taps for meaning, taps in found.items() if taps}


def sheets(state: Grounds, reach: dict[Square, int] | None, rulings: Rulings, language: Language) -> list[Element]:
    """Return what is looked up: who has what and stands how far, barriers, movement compared, signs."""
    signs = h("details", h("summary", Text("Signs", "記号の見方").get(language)), draw_legend(language))
    return [_people(state, language), *_barriers(state, language), *_compared(state, rulings, language), signs]


def _shown(state: Grounds, reach: dict[Square, int] | None, language: Language) -> list[Element]:
    who = state.active if state.active != NOBODY else state.shown
    if reach is None or who == NOBODY:
        told = Text("Tap a framed square.", "枠の付いたマスをタップします。")
        return [h("p", told.get(language), class_="field-hint", id="taps-hint")]
    told = Text(
        "Numbers on the board: what the way costs {name}, {n} squares in all (E-4.1, E-Q6).",
        "盤の数字は{name}の移動の消費。行けるのは{n}マス（E-4.1、E-Q6）。",
    ).format(name=state.board.piece(who).name, n=len(reach) - 1)
    return [h("p", *marked_up(told.get(language)), class_="field-hint", id="taps-hint")]


def _compared(state: Grounds, rulings: Rulings, language: Language) -> list[Element]:
    """What barriers, objects and the evasion type mean for the movement of whoever acts or is looked at."""
    who, board = state.active if state.active != NOBODY else state.shown, state.board
    if who == NOBODY:
        return []
    piece = board.piece(who)
    variants = {Text("as it stands", "今のまま"): board}
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
        Text("Mobility", "【機動力】"),
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
        said.append(Text("removal +{n} dice", "解除+{n}個").format(n=piece.removal))
    if piece.pegs or piece.rope:
        said.append(Text("pegs {n}", "祓串{n}").format(n=piece.pegs))
        said.append(Text("rope {n}", "注連鋼縄{n}").format(n=piece.rope))
    return listed(said)


def _barriers(state: Grounds, language: Language) -> list[Element]:
    rows = []
    for _, peg in state.board.placed():
        barrier = peg.barrier
        owner = state.board.pieces[barrier.owner] if barrier else None
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
