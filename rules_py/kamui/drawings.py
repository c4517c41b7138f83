"""The ring as a drawing: numbered squares in a circle, kamui, enemies and rifts on them (K-M3)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Literal
from xml.etree.ElementTree import Element

from rules_py.core.data import Figure
from rules_py.core.drawing import board, box, diamond, svg, word
from rules_py.core.markup import h
from rules_py.core.text import Language, Text, listed, same
from rules_py.kamui.effects import FAITH_PER_RIFT, FAITH_PER_ROUND, round_end
from rules_py.kamui.ring import CENTRE, distance, near, opposite, outer_squares
from rules_py.kamui.rulings import Rulings

SIDE, HEIGHT = 72, 64
"""Width and height of a square."""
RADIUS = 138
"""From the middle of the ring to the middle of a square."""
IN_A_ROW = 4
MIDDLE_X, MIDDLE_Y = RADIUS + SIDE / 2 + 1, RADIUS + HEIGHT / 2 + 1


@dataclass(frozen=True)
class Token:
    """A kamui or an enemy as the drawing shows it.

    Args:
        square: Number of its square, from 1; 0 for the centre.
        sign: A digit or a letter to be found again in the table beside the drawing.
        name: Its name.
        kind: `"kamui"` is drawn round, `"enemy"` on its tip.
        active: Is it acting? It is underlined then.
    """

    square: int
    sign: str
    name: Text
    kind: Literal["kamui", "enemy"] = "kamui"
    active: bool = False

    @property
    def words(self) -> Text:
        """The token in words."""
        words = Text("{sign} {name} (kamui)", "{sign} {name}（神威）")
        if self.kind == "enemy":
            words = Text("{sign} {name} (enemy)", "{sign} {name}（敵）")
        return words.format(sign=self.sign, name=self.name)


def middle(square: int, squares: int) -> tuple[float, float]:
    """Return where the middle of a square is drawn; square 1 is on top, the numbers go round clockwise.

    Args:
        square: Number of the square, from 1; 0 for the centre.
        squares: Squares of the ring.

    Example:
        >>> middle(1, 10), middle(6, 10)
        ((175.0, 33.0), (175.0, 309.0))
    """
    if square == CENTRE:
        return MIDDLE_X, MIDDLE_Y
    turn = 2 * pi * (square - 1) / squares - pi / 2
    return round(MIDDLE_X + RADIUS * cos(turn), 1), round(MIDDLE_Y + RADIUS * sin(turn), 1)


def draw_ring(
    squares: int,
    language: Language,
    tokens: Sequence[Token] = (),
    rifts: Mapping[int, int] | None = None,
    marked: Collection[int] = (),
    notes: Mapping[int, str] | None = None,
    more: Text = same(""),
    lines: Collection[tuple[int, int]] = (),
    aimed: Collection[int] = (),
    large: bool = False,
) -> Element:
    """Draw a ring: kamui round with a digit, enemies on their tip with a letter, rifts as a jagged line.

    Args:
        squares: Squares of the ring.
        language: The reader's language.
        tokens: Who stands where.
        rifts: How many rifts lie on a square.
        marked: Squares that matter now; their frame is broken.
        notes: A few letters for some squares, such as a distance.
        more: What else the drawing says, in words, for those who listen.
        lines: Pairs of squares that a line joins.
        aimed: Squares with an enemy in range.
        large: Are numbers and tokens drawn as large as there is room, for a small screen?

    Returns:
        An SVG element, whose label says everything in words.

    Source: K-3.2 to K-3.5, K-M3.

    Example:
        >>> draw_ring(6, "en", rifts={2: 1}).get("aria-label")
        'Ring of 6 squares around a centre. Square 2: 1 rift.'
    """
    rifts, notes = rifts or {}, notes or {}
    parts: list[Element] = [_line(a, b, squares) for a, b in lines]
    for square in (CENTRE, *range(1, squares + 1)):
        there = [token for token in tokens if token.square == square]
        kind = "start" if square == CENTRE else ""
        kind = "dying" if square in aimed else "heavy" if square in marked else kind
        parts += _square(square, squares, there, rifts.get(square, 0), kind, notes.get(square, ""), language, large)
    words = ring_words(squares, tokens, rifts, marked) + (Text(" ", "") + more if more.en else more)
    width, height = int(2 * MIDDLE_X), int(max(middle(s, squares)[1] for s in range(1, squares + 1)) + HEIGHT / 2 + 2)
    return svg(width, height, words.get(language), parts, class_="figure ring")


def _line(one: int, other: int, squares: int) -> Element:
    (x, y), (to_x, to_y) = middle(one, squares), middle(other, squares)
    return h("path", d=f"M{x} {y} L{to_x} {to_y}", class_="line")


def _square(
    square: int,
    squares: int,
    there: list[Token],
    rifts: int,
    kind: str,
    note: str,
    language: Language,
    large: bool,
) -> list[Element]:
    x, y = middle(square, squares)
    left, top = round(x - SIDE / 2, 1), round(y - HEIGHT / 2, 1)
    frame = f"square {kind}".strip()
    parts = [box(left + 1, top + 1, SIDE - 2, HEIGHT - 2, frame, 6)]
    if square == CENTRE:
        parts.append(word(x, top + 17, Text("centre", "中央").get(language), "label"))
    else:
        parts.append(word(left + 7, top + 17, str(square), "head", "start"))
    if note:
        along = (48 if square > 9 else 36) if large else 40
        at = (x, y + 6) if square == CENTRE else (left + (along if len(note) > 1 else 30), top + 17)
        parts.append(word(*at, note, "label"))
    if rifts:
        parts += _rift(left + SIDE - 12, top + 7)
        if rifts > 1:
            many = f"{rifts}×" if rifts < 10 else "9+"
            parts.append(word(left + SIDE - 20, top + 17, many, "label", "end"))
    if large and len(there) <= 2:
        for place, token in enumerate(there):
            parts += _token(token, left + (36 if len(there) == 1 else 20 + 32 * place), top + 42, 14)
        return parts
    room = 2 * IN_A_ROW
    shown = there if len(there) <= room else there[: room - 1]
    for place, token in enumerate(shown):
        middle_x = left + 10.5 + 17 * (place % IN_A_ROW)
        parts += _token(token, middle_x, top + 33 + 19 * (place // IN_A_ROW))
    if len(there) > room:
        parts.append(word(left + SIDE - 4, top + 56, f"+{len(there) - room + 1}", "label", "end"))
    return parts


def _rift(x: float, y: float) -> list[Element]:
    return [h("path", d=f"M{x:.1f} {y:.1f} l-5 6 l7 2 l-6 7", class_="cross")]


def _token(token: Token, x: float, y: float, size: int = 8) -> list[Element]:
    if token.kind == "kamui":
        shape = h("circle", cx=round(x, 1), cy=round(y, 1), r=size, class_="own")
    else:
        shape = diamond(x, y, size + 1)
    mark = "mark" if size < 12 or len(token.sign) > 1 else "mark sign"
    parts = [shape, word(round(x, 1), round(y + (4 if mark == "mark" else 6), 1), token.sign, mark)]
    if token.active:
        parts.append(h("path", d=f"M{x - size + 1:.1f} {y + size + 2:.1f} h{2 * size - 2}", class_="cross"))
    return parts


def ring_words(squares: int, tokens: Sequence[Token], rifts: Mapping[int, int], marked: Collection[int] = ()) -> Text:
    """Say in words what is on a ring."""
    said = [Text("Ring of {n} squares around a centre.", "{n}マスの外周と中央のマス。").format(n=squares)]
    for square in (*range(1, squares + 1), CENTRE):
        there = [token.words for token in tokens if token.square == square]
        count = rifts.get(square, 0)
        if count:
            words = Text("1 rift", "〈裂け目〉1") if count == 1 else Text(f"{count} rifts", f"〈裂け目〉{count}")
            there.append(words)
        if there:
            place = Text("Centre", "中央") if square == CENTRE else Text(f"Square {square}", f"{square}番のマス")
            said.append(place + Text(": ", "に") + listed(there) + Text(".", "。"))
    if marked:
        words = Text("Marked: {squares}.", "印のあるマス：{squares}。")
        said.append(words.format(squares=listed([same(square) for square in sorted(marked)])))
    return Text(" ".join(each.en for each in said), "".join(each.ja for each in said))


# --- figures ----------------------------------------------------------------------------------------------------------


def draw_opposites(language: Language) -> Element:
    """Draw the ring with every square joined to the one diagonally opposite (K-7.5, K-M3)."""
    rulings = Rulings()
    squares = outer_squares(rulings)
    notes = {square: f"→{opposite(square, rulings)}" for square in squares}
    lines = [(square, opposite(square, rulings)) for square in squares if square < opposite(square, rulings)]
    more = Text(
        "The arrow in a square names the square diagonally opposite: {pairs}.", "矢印は対角線上のマス：{pairs}。"
    )
    pairs = listed([same(f"{square}→{opposite(square, rulings)}") for square in squares])
    return draw_ring(rulings.sides, language, notes=notes, more=more.format(pairs=pairs), lines=lines)


def draw_range(language: Language) -> Element:
    """Draw how far every square is from square 1, along the ring (K-3.2 to K-3.5, K-2.11)."""
    rulings, here = Rulings(), 1
    far = {square: distance(here, square, rulings) for square in (CENTRE, *outer_squares(rulings))}
    notes = {square: f"({n})" for square, n in far.items() if square != here}
    marked = near(here, rulings)
    more = Text(
        "In brackets: how far a square is from square {here}, counted along the ring: {far}; the centre is {centre}"
        " away. Framed by dashes: the same and the adjacent squares, the reach of an interaction.",
        "かっこの数は{here}番のマスから外周マスを通った距離：{far}。中央のマスまでは{centre}。破線の枠は、"
        "同じマスと隣接するマス（交流の届く範囲）。",
    )
    told = listed([same(f"{square}: {far[square]}") for square in outer_squares(rulings) if square != here])
    more = more.format(here=here, far=told, centre=far[CENTRE])
    return draw_ring(rulings.sides, language, (Token(here, "1", _KAMUI),), {}, marked, notes, more)


_KAMUI = Text("kamui", "神威")


def draw_small(language: Language) -> Element:
    """Draw the ring in little, with three kamui, an enemy in the centre and two rifts (K-Q2)."""
    squares = outer_squares(Rulings())
    tokens = (Token(2, "1", _KAMUI), Token(5, "2", _KAMUI), Token(9, "3", _KAMUI), Token(CENTRE, "A", _ENEMY, "enemy"))
    rifts = {4: 1, 9: 1}
    parts: list[Element] = []
    for square in (CENTRE, *squares):
        turn = 2 * pi * (square - 1) / len(squares) - pi / 2
        far_x, far_y = (0, 0) if square == CENTRE else (134, 56)
        x, y = round(160 + far_x * cos(turn), 1), round(75 + far_y * sin(turn), 1)
        parts.append(box(x - 22, y - 15, 44, 30, "square start" if square == CENTRE else "square", 5))
        if square in rifts:
            parts += _rift(x + 12, y - 8)
        there = [token for token in tokens if token.square == square]
        for token in there:
            parts += _token(token, x - (8 if square in rifts else 0), y, 9)
        if not there and square != CENTRE:
            parts.append(word(x - 4, y + 5, str(square), "number"))
    return board(ring_words(len(squares), tokens, rifts).get(language), parts)


_ENEMY = Text("magai", "マガイ")


def draw_round(language: Language) -> Element:
    """Draw the end of a round: kamui on 2, 2 and 7, rifts on 2, 4 and 7, faith 30 (K-7.1 to K-7.3, K-X14)."""
    rulings, before = Rulings(), 30
    kamui, rifts = (2, 2, 7), (2, 4, 7)
    end = round_end(kamui, rifts, rulings)
    tokens = [Token(square, str(n), _KAMUI) for n, square in enumerate(kamui, start=1)]
    more = Text(
        "Rifts with a kamui on their square: {gone}. Faith {before} + {round} + {each} × {n} = {after}. Left: the rift"
        " on {left}.",
        "神威と同じマスの〈裂け目〉：{gone}。【信仰】{before}＋{round}＋{each}×{n}＝{after}。残る〈裂け目〉：{left}。",
    )
    parts = {
        "before": before,
        "round": FAITH_PER_ROUND,
        "each": FAITH_PER_RIFT,
        "n": len(end.vanished),
        "after": before + end.gain,
        "gone": listed([same(square) for square in end.vanished]),
        "left": listed([same(square) for square in end.left]),
    }
    there = {square: rifts.count(square) for square in rifts}
    drawing = draw_ring(rulings.sides, language, tokens, there, end.vanished, more=more.format(**parts))
    sums = Text("{before} + {round} + {each}×{n} = {after}", "{before}＋{round}＋{each}×{n}＝{after}")
    faith = Text("faith", "【信仰】")
    drawing.append(word(MIDDLE_X, MIDDLE_Y + 8, faith.get(language), "label"))
    drawing.append(word(MIDDLE_X, MIDDLE_Y + 62, sums.format(**parts).get(language), "entry"))
    return drawing


RING_FIGURES: dict[str, Figure] = {
    "kamui.board": draw_small,
    "kamui.ring": draw_opposites,
    "kamui.range": draw_range,
    "kamui.round": draw_round,
}
