"""Tactical Exorcist's figures: the turn, the attack, pegs and barriers on a grid; and the drawing of any board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from xml.etree.ElementTree import Element

from rules_py.core.data import Figure
from rules_py.core.drawing import WIDTH, board, both_ends, box, diamond, svg, word
from rules_py.core.flow import drawn
from rules_py.core.markup import h
from rules_py.core.text import Language, Text, listed, same
from rules_py.exorcist.board import KINDS, PEG_REACH, Board, Size, Square, roped_area, square_name, touching
from rules_py.exorcist.rulings import Rulings

EDGE = 20
"""Room for the letters of the columns and the numbers of the rows."""
SMALL, WIDE = 26, 44
"""Width of a square: in a figure, and on a board, where a finger must find it."""


# --- any board --------------------------------------------------------------------------------------------------------


def draw_board(
    board: Board,
    language: Language,
    active: int = -1,
    reach: Mapping[Square, int] | None = None,
    here: int = -1,
    marks: Mapping[int, Text] | None = None,
) -> Element:
    """Draw a board: exorcists round, human enemies square, kai'i on their tips, objects crossed out.

    Args:
        board: What stands where.
        language: The reader's language.
        active: Whose activation it is, by number; -1 for nobody's.
        reach: Squares that can be reached, with the cost of the way.
        here: Whose place matters now, by number; -1 for nobody's.
        marks: The letters of the pieces, where others than those who stand there have some too.

    Returns:
        An SVG element, whose label says everything in words.

    Source: E-M9, E-M11.

    Example:
        >>> draw_board(Board(), "en").get("aria-label")
        'Board of 9 by 7 squares, nothing on it.'
    """
    size, cell = board.size, WIDE
    ropes: frozenset[Square] = frozenset().union(*(peg.area for _, peg in board.placed() if not peg.barrier))
    barriers: frozenset[Square] = frozenset().union(*(peg.area for _, peg in board.placed() if peg.barrier))
    parts = _edges(size, cell)
    occupied = {piece.square for _, piece in board.standing()}
    for square in size.squares:
        x, y = EDGE + square[0] * cell, EDGE + square[1] * cell
        kind = "square dying" if square in barriers else "square heavy" if square in ropes else "square"
        parts.append(box(x + 2, y + 2, cell - 4, cell - 4, kind, 3))
        if reach and square in reach and square not in occupied:
            parts.append(word(x + cell / 2, y + cell / 2 + 4, str(reach[square]), "label"))
    marks = marks or piece_signs(board)
    for number, piece in board.standing():
        middle_x, middle_y = EDGE + (piece.square[0] + 0.5) * cell, EDGE + (piece.square[1] + 0.5) * cell
        token = _piece(piece.kind, middle_x, middle_y, marks[number].get(language), number == active, 15)
        parts += [h("g", token, data_here=True)] if number == here else token
    for _, peg in board.placed():
        parts.append(_peg(EDGE + (peg.square[0] + 1) * cell, EDGE + (peg.square[1] + 1) * cell))
    width, height = _extent(size)
    drawing = svg(width, height, board_words(board, active, reach).get(language), parts, class_="figure board")
    drawing.attrib |= {"width": str(width), "height": str(height)}
    return drawing


def piece_signs(board: Board) -> dict[int, Text]:
    """Return the letters of the pieces on a board, by number."""
    there = board.standing()
    return dict(zip((who for who, _ in there), signs([piece.name for _, piece in there]), strict=True))


def signs(names: Sequence[Text]) -> list[Text]:
    """Return a letter or two for each name, no two the same: what stands on a token.

    Example:
        >>> [sign.en for sign in signs([Text("Aoi", "アオイ"), Text("Moth", "蛾"), Text("Moth 2", "蛾2")])]
        ['A', 'M', 'M2']
    """
    english, japanese = _signs([name.en for name in names]), _signs([name.ja for name in names])
    return [Text(*both) for both in zip(english, japanese, strict=True)]


def _signs(names: Sequence[str]) -> list[str]:
    found: list[str] = []
    for name in names:
        first = name[0].upper()
        wishes = [first, *(first + letter for letter in (*name[:0:-1], *map(str, range(2, len(names) + 2))))]
        found.append(next(wish for wish in wishes if wish not in found and wish.strip() == wish))
    return found


def token(kind: str, sign: str, words: str, share: float | None = None, *, active: bool = False) -> Element:
    """Draw a piece for a square of its own: its shape with its letters, and how much it can still take.

    Args:
        kind: `"exorcist"`, `"foe"`, `"kaii"` or `"object"`.
        sign: Its letters.
        words: What it is, in words.
        share: How much of its HP or toughness is left, 0 to 1; None where that is not counted.
        active: Is it acting?

    Example:
        >>> token("kaii", "U", "Ukkoku-ageha").get("aria-label")
        'Ukkoku-ageha'
    """
    parts = _piece(kind, 22, 19, sign, r=14)
    if share is not None:
        parts.append(h("path", d="M7 40h30", class_="spent"))
        parts.append(h("path", d=f"M7 40h{max(0, round(30 * share))}", class_="left"))
    return svg(44, 44, words, parts, class_="figure token now" if active else "figure token")


def stake(words: str) -> Element:
    """Draw a peg for the corner of a square."""
    return svg(12, 14, words, [h("path", d="M6 13V2M2 5h8", class_="cross")], class_="figure peg")


def _extent(size: Size) -> tuple[int, int]:
    return EDGE + size.columns * WIDE + 2, EDGE + size.rows * WIDE + 2


def _edges(size: Size, cell: int) -> list[Element]:
    """Draw the letters of the columns and the numbers of the rows."""
    letters = [word(EDGE + (x + 0.5) * cell, 14, square_name((x, 0))[0], "label") for x in range(size.columns)]
    return letters + [word(9, EDGE + (y + 0.5) * cell + 4, str(y + 1), "label") for y in range(size.rows)]


def _piece(kind: str, x: float, y: float, sign: str, active: bool = False, r: int = 10) -> list[Element]:
    """Draw a piece around a point."""
    if kind == "exorcist":
        shape = h("circle", cx=x, cy=y, r=r, class_="own")
    elif kind == "kaii":
        shape = diamond(x, y, r + 2)
    else:
        edge = 2 * r - 2
        class_ = "enemy" if kind == "foe" else "slot full"
        shape = h("rect", x=x - r + 1, y=y - r + 1, width=edge, height=edge, class_=class_)
    parts = [shape]
    if active:
        parts.append(h("path", d=f"M{x - r} {y + r + 2} h{2 * r}", class_="cross"))
    if kind == "object":
        return [*parts, word(x, y + 4, sign, "label")]
    return [*parts, word(x, y + 4, sign, "mark")]


def _peg(right: float, bottom: float) -> Element:
    """Draw a peg in the lower right corner of a square, inside of its frame."""
    return h("path", d=f"M{right - 8} {bottom - 6} v-9 m-3 3 h6", class_="cross")


def _peg_alone(x: float, y: float) -> Element:
    """Draw a peg in the middle of a square that holds nothing else."""
    return h("path", d=f"M{x} {y + 6} v-12 m-4 4 h8", class_="cross")


def board_words(board: Board, active: int = -1, reach: Mapping[Square, int] | None = None) -> Text:
    """Say in words what stands on a board."""
    size = Text("Board of {columns} by {rows} squares", "{columns}×{rows}マスの盤")
    said = size.format(columns=board.size.columns, rows=board.size.rows)
    if not board.standing() and not board.placed():
        return said + Text(", nothing on it.", "。何も置かれていない。")
    said += Text(". ", "。")
    for _, piece in board.standing():
        words = Text("{square}: {name}, {kind}. ", "{square}に{name}（{kind}）。")
        said += words.format(square=square_name(piece.square), name=piece.name, kind=KINDS[piece.kind])
    for _, peg in board.placed():
        words = Text("Peg on {square}: {stage}{area}. ", "{square}に祓串：{stage}{area}。")
        around = Text(" on {squares}", "（{squares}）").format(squares=area_words(peg.area)) if peg.area else same("")
        said += words.format(square=square_name(peg.square), stage=peg.stage, area=around)
    if active >= 0:
        words = Text("{name} is acting. ", "{name}の手番。")
        said += words.format(name=board.piece(active).name)
    if reach:
        words = Text("Marked with their cost: {n} squares.", "移動できる{n}マスに消費を記入。")
        said += words.format(n=len(reach) - 1)
    return Text(said.en.strip(), said.ja)


def area_words(area: frozenset[Square]) -> Text:
    """Name the squares of an area, a block by its corners.

    Example:
        >>> area_words(frozenset([(0, 0), (1, 0), (0, 1), (1, 1)])).en, area_words(frozenset([(2, 3)])).en
        ('A1–B2', 'C4')
    """
    columns, rows = {x for x, _ in area}, {y for _, y in area}
    first, last = (min(columns), min(rows)), (max(columns), max(rows))
    if len(area) > 1 and len(area) == (last[0] - first[0] + 1) * (last[1] - first[1] + 1):
        return Text(f"{square_name(first)}–{square_name(last)}", f"{square_name(first)}～{square_name(last)}")
    return listed([same(square_name(square)) for square in sorted(area, key=lambda s: (s[1], s[0]))])


@lru_cache
def draw_legend(language: Language) -> Element:
    """Draw what the signs on a board mean."""
    parts: list[Element] = []
    for i, (kind, text) in enumerate(KINDS.items()):
        x, y = 14 + 175 * (i % 2), 15 + 28 * (i // 2)
        parts += [*_piece(kind, x, y, "A"), word(x + 18, y + 4, text.get(language), "label", "start")]
    signs = (
        ("square heavy", Text("roped", "注連鋼縄あり"), False),
        ("square dying", Text("barrier", "結界"), False),
        ("square", Text("peg", "祓串"), True),
    )
    for i, (class_, text, peg) in enumerate(signs):
        x, y = 3 + 175 * (i % 2), 60 + 28 * (i // 2)
        parts.append(box(x, y, 22, 22, class_, 3))
        if peg:
            parts.append(_peg_alone(x + 11, y + 11))
        parts.append(word(x + 29, y + 15, text.get(language), "label", "start"))
    parts += [word(192, 103, "3", "label"), word(207, 103, _COST.get(language), "label", "start")]
    label = Text(
        "Signs on a board: exorcists are round, human enemies square, kai’i stand on their tip, objects are framed; a"
        " broken frame is rope, a heavy frame a barrier, a stake in the corner a peg; a number is the cost of moving.",
        "盤の記号：祓魔師は丸、人間の敵は四角、界異はひし形、オブジェクトは枠つきの四角。破線の枠は注連鋼縄、太い枠は結界、"
        "隅の串は祓串、数字は移動の消費。",
    )
    return svg(WIDTH, 118, label.get(language), parts, class_="figure legend")


_COST = Text("cost of moving there", "移動の消費")


# --- pegs and barriers ------------------------------------------------------------------------------------------------


def draw_barrier(language: Language) -> Element:
    """Draw the three steps of a barrier on squares: where the peg goes, what is roped, from where it is set."""
    parts: list[Element] = []
    y = _head(parts, 0, Text("1 Place a peg", "1 祓串を置く"), "E-7.16–E-7.19", language)
    side = 2 * PEG_REACH + 1
    reach = Size(side, side).around(((PEG_REACH, PEG_REACH),), PEG_REACH)
    _grid(parts, 2, y, side, dots=reach)
    middle = 2 + SMALL * (PEG_REACH + 0.5)
    parts += _piece("exorcist", middle, y + SMALL * (PEG_REACH + 0.5), "A")
    lines = (
        Text("any square of the", "自分を中心とする"),
        Text("7×7 around oneself,", "7×7マスのどれか。"),
        Text("occupied or not", "誰かがいても可"),
        Text("at most one a square", "1マスに1本まで"),
        Text("costs 1 peg", "祓串を1本消費"),
    )
    _beside(parts, 194, y, lines, language)
    y = _head(parts, y + SMALL * side + 10, Text("2 Lay rope", "2 注連鋼縄を張る"), "E-7.21–E-7.26, E-Q12", language)
    rulings = Rulings()
    shapes = (
        (0, same(f"0–{rulings.rope_plus - 1}")),
        (rulings.rope_plus, same(rulings.rope_plus)),
        (rulings.rope_block, Text(f"{rulings.rope_block} or more", f"{rulings.rope_block}以上")),
    )
    for i, (count, told) in enumerate(shapes):
        x = 10 + 116 * i
        area = roped_area((2, 2), count, Size(5, 5), rulings)
        _grid(parts, x, y, 3, roped=frozenset((a - 1, b - 1) for a, b in area))
        parts.append(_peg_alone(x + 1.5 * SMALL, y + 1.5 * SMALL))
        parts.append(word(x + 1.5 * SMALL, y + 3 * SMALL + 15, told.get(language), "label"))
    told = Text("squares by successes; 3 rope; no attack then", "成功数で広さが決まる。3消費、攻撃の代わり")
    parts.append(word(2, y + 3 * SMALL + 33, told.get(language), "label", "start"))
    y = _head(parts, y + 3 * SMALL + 44, Text("3 Set the barrier", "3 結界を設置する"), "E-7.27–E-7.31", language)
    area = frozenset((x, z) for x in range(1, 4) for z in range(1, 4))
    _grid(parts, 2, y, 5, dots=touching(area, Size(5, 5)) - {(2, 2)}, walls=area)
    parts.append(_peg_alone(2 + 2.5 * SMALL, y + 2.5 * SMALL))
    lines = (
        Text("from inside the rope", "注連鋼縄の内側か"),
        Text("or the ring around it", "その周り1マスから"),
        Text("choose an effect", "効果を1つ選ぶ"),
        Text("to remove: from the", "解除も結界の中か、"),
        Text("same squares", "周り1マスから"),
    )
    _beside(parts, 142, y, lines, language)
    label = Text(
        "A barrier in three steps. 1: a peg on any square of the 7×7 around oneself. 2: rope around the peg: with 0 or"
        " 1 success its square, with 2 a plus of five squares, with 3 or more 3×3 squares. 3: the barrier is set from"
        " inside the rope or from the ring of squares around it.",
        "結界の3つの手順。1：自分を中心とする7×7マスのどれかに祓串を置く。2：祓串の周りに注連鋼縄を張る。成功数0か1なら"
        "そのマスだけ、2なら十字の5マス、3以上なら3×3マス。3：注連鋼縄の内側か、周り1マスから結界を設置する。",
    )
    return svg(WIDTH, int(y + 5 * SMALL + 3), label.get(language), parts, class_="figure barrier")


def _head(parts: list[Element], y: float, head: Text, rules: str, language: Language) -> float:
    """Write a head with its rules and return where the drawing goes on."""
    parts += both_ends(2, WIDTH - 2, y + 16, (head.get(language), rules))
    return y + 24


def _beside(parts: list[Element], x: float, y: float, lines: tuple[Text, ...], language: Language) -> None:
    parts += [word(x, y + 16 + 17 * i, line.get(language), "label", "start") for i, line in enumerate(lines)]


def _grid(
    parts: list[Element],
    x: float,
    y: float,
    side: int,
    dots: frozenset[Square] = frozenset(),
    roped: frozenset[Square] = frozenset(),
    walls: frozenset[Square] = frozenset(),
) -> None:
    """Draw so many squares each way, some of them dotted, roped or walled."""
    for column, row in Size(5, 5).squares if side < 5 else Size(side, side).squares:
        if column >= side or row >= side:
            continue
        left, top, square = x + column * SMALL, y + row * SMALL, (column, row)
        kind = "square dying" if square in walls else "square heavy" if square in roped else "square"
        parts.append(box(left + 2, top + 2, SMALL - 4, SMALL - 4, kind, 3))
        if square in dots:
            parts.append(h("circle", cx=left + SMALL / 2, cy=top + SMALL / 2, r=2.5, class_="own"))


# --- the picture of the game ------------------------------------------------------------------------------------------

FIELD = Size(11, 5)
"""The squares of the drawing by which the game is known."""


def draw_field(language: Language) -> Element:
    """Draw two exorcists, a roped barrier around its peg, and a kai'i inside (E-7.21 to E-7.31, E-Q12)."""
    rulings, cell, left, top = Rulings(), 28, 6, 5
    peg = (7, 2)
    area = roped_area(peg, rulings.rope_block, FIELD, rulings)
    parts: list[Element] = []

    def middle(square: Square) -> tuple[float, float]:
        return left + (square[0] + 0.5) * cell, top + (square[1] + 0.5) * cell

    for square in FIELD.squares:
        x, y = middle(square)
        kind = "square dying" if square in area else "square"
        parts.append(box(x - cell / 2 + 2, y - cell / 2 + 2, cell - 4, cell - 4, kind, 4))
    parts.append(_peg_alone(*middle(peg)))
    for kind, square, sign in (("exorcist", (1, 1), "A"), ("exorcist", (3, 3), "B"), ("kaii", (8, 1), "1")):
        parts += _piece(kind, *middle(square), sign, r=9)
    label = Text(
        "A map of squares: exorcists A and B, and kai’i 1 inside a barrier of {n} squares with its peg in the middle.",
        "マス目のマップ。祓魔師AとB、祓串を中心とする{n}マスの結界と、その中の界異1。",
    )
    return board(label.format(n=len(area)).get(language), parts)


FIGURES: dict[str, Figure] = {
    "exorcist.board": draw_field,
    "exorcist.turn": partial(drawn, "exorcist", "turn"),
    "exorcist.attack": partial(drawn, "exorcist", "attack"),
    "exorcist.barrier": draw_barrier,
}
